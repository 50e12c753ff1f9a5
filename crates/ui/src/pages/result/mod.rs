//! The result: why the battle ended, which moments mattered, who did what, how the odds went, and what
//! comes next.

pub(super) mod figures;
mod graph;
mod moments;
mod tables;
mod what_next;

use std::time::Duration;

use bevy::text::LineHeight;
use foretold_battle::{AutofightCount, DrawReason, Outcome, Stats, Stop};
use foretold_sim::{BattleOver, CurrentRun, Rewound};

use self::what_next::{CALM, actions, spawn_actions, what_next};
use super::{Page, PageBuilder, PageSystems, Pages, back_button, must_build};
use crate::clock_keys::is_at_end;
use crate::prelude::*;
use crate::top_bar::step_in_words;
use crate::widgets::Modal;

/// How long the end of a battle is looked at after its last results have floated up.
const PAUSE: Duration = Duration::from_millis(400);

/// The end of a battle that was just seen, and how long it is still to be looked at.
#[derive(Resource, Default)]
struct Ended(Option<Duration>);

enum_table! {
    /// Which table is shown.
    #[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
    enum Table {
        fn name() -> &'static str;
        #[default]
        Units => "By unit",
        Skills => "By skill",
        Rules => "By rule",
    }
}

/// Everything above the buttons.
#[derive(Component)]
struct ResultArea;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((graph::plugin, moments::plugin, what_next::plugin))
        .init_resource::<Ended>()
        .init_resource::<Table>()
        .add_systems(
            Update,
            (
                note_end
                    .after(SimSystems::Refresh)
                    .before(ViewSystems::Measure),
                open_result
                    .run_if(not(any_with_component::<Modal>))
                    .after(note_end)
                    .before(ViewSystems::Measure),
                build
                    .run_if(must_build(
                        Page::Result,
                        any_changed!(Table, Shown, CurrentRun),
                    ))
                    .in_set(PageSystems),
            ),
        );
}

/// Notes that a battle was played to its end. Whoever looks elsewhere by then has no use for it.
fn note_end(
    mut over: MessageReader<BattleOver>,
    mut started: MessageReader<BattleStarted>,
    mut rewound: MessageReader<Rewound>,
    (clock, look, battle): (Res<Clock>, Res<Look>, Option<Res<Shown>>),
    mut ended: ResMut<Ended>,
) {
    if started.read().count() + rewound.read().count() > 0 {
        ended.0 = None;
    }
    if over.read().count() > 0 {
        let floats = look.moves() && clock.speed != Speed::Instant;
        let timings = &look.theme.timings;
        let last = if battle.is_some_and(|it| it.battle().arena().tempo().takes_turns()) {
            timings.last_blow()
        } else {
            timings.lift
        };
        let last = Duration::from_millis(u64::from(last));
        ended.0 = Some(if floats { last + PAUSE } else { Duration::ZERO });
    }
}

/// Opens the result by itself, once what happened last has been seen.
fn open_result(
    time: Res<Time>,
    battle: Option<Res<Shown>>,
    mut ended: ResMut<Ended>,
    mut pages: ResMut<Pages>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let Some(left) = ended.0 else {
        return;
    };
    redraw.request();
    let left = left.saturating_sub(time.delta());
    ended.0 = Some(left).filter(|left| !left.is_zero());
    if left.is_zero() && battle.is_some_and(|battle| is_at_end(&battle)) {
        pages.open(Page::Result);
    }
}

/// How it ended in a word, and why.
fn end_in_words(battle: &Battle) -> (&'static str, String) {
    let house = battle.arena().house();
    let (word, why) = match battle.outcome() {
        None => ("Not over yet", "The battle goes on."),
        Some(Outcome::Victory) => ("Victory", "No enemy is left standing."),
        Some(Outcome::Defeat) => ("Defeat", "None of yours is left standing."),
        Some(Outcome::Draw(DrawReason::BothFell)) => {
            ("Draw", "The last of both sides fell together.")
        }
        Some(Outcome::Draw(DrawReason::TimeLimit)) => {
            let limit = if battle.arena().tempo().takes_turns() {
                format!("{} rounds", house.max_rounds)
            } else {
                format!("{} ticks", house.max_ticks)
            };
            return ("Draw", format!("Time is up: nobody had won after {limit}."));
        }
    };
    (word, why.to_owned())
}

/// What autofight did, if it did anything.
fn autofight_in_words(battle: &Battle) -> Option<String> {
    let count: &AutofightCount = battle.autofight_count();
    let messages = &battle.arena().setup().autofight_messages;
    let stops: Vec<String> = Stop::ALL
        .into_iter()
        .filter(|stop| count.stops(*stop) > 0)
        .map(|stop| {
            let message = messages.text(stop).trim_end_matches('.');
            format!("{message} ({}×)", count.stops(stop))
        })
        .collect();
    if count.uses == 0 && stops.is_empty() {
        return None;
    }
    let times = match count.uses {
        1 => "once".to_owned(),
        uses => format!("{uses} times"),
    };
    let mut text = format!(
        "You used autofight {times}; {} of yours went down or fell while it repeated.",
        count.lost
    );
    if !stops.is_empty() {
        text += &format!(" It stopped or refused: {}.", stops.join(", "));
    }
    Some(text)
}

fn build(
    mut page: PageBuilder,
    current: If<Res<Shown>>,
    table: Res<Table>,
    (content, progress, run): (Res<GameContent>, Res<PlayerProgress>, Res<CurrentRun>),
    (time, mut opened): (Res<Time>, Local<Option<(Entity, Duration)>>),
    mut focus: Focus,
) {
    let end = current.session().battle();
    let (word, why) = end_in_words(end);
    let about = format!(
        "{why} {}, {}, seed {}.",
        current.encounter().title,
        step_in_words(end),
        current.session().seed()
    );
    let content = content.content().map(|content| &**content);
    let run = run.get();
    let (next, the_end) = what_next(&current, run, &progress.0, content);
    // What Enter presses on a page that has just opened leads on.
    let root = page
        .roots
        .iter()
        .find(|(_, root, _)| root.0 == Page::Result);
    let root = root.map(|(root, ..)| root);
    if opened.map(|(known, _)| known) != root {
        *opened = root.map(|root| (root, time.elapsed()));
        focus.find_again(next.label());
    }
    let since = opened.map_or(CALM, |(_, since)| time.elapsed().saturating_sub(since));
    let calm = CALM.saturating_sub(since);
    let autofight = autofight_in_words(end);
    let moments = current.session().moments().iter();
    let stats = Stats::of(moments.map(|moment| (&moment.battle, moment.events.as_slice())));
    page.set(Page::Result, word, |frame, style| {
        let head = Node::row(px(14)).align(AlignItems::FlexStart).fixed();
        frame.spawn(head).with_children(|head| {
            back_button(head, Page::Result, style);
            let words = Node::column(px(6)).share(1.0).min_width(px(0));
            head.spawn(words).with_children(|words| {
                spawn_word(words, word, end.outcome(), style);
                words.spawn(style.heading(about, style.ink()));
                if let Some(the_end) = the_end {
                    words.spawn(style.bold(the_end, colour(style.look.theme.palette.good)));
                }
            });
            figures::spawn(head, &current, &stats, style);
        });
        scroll_area(frame, style, ResultArea).with_children(|area| {
            graph::spawn(area, &current, style);
            moments::spawn(area, style);
            if let Some(autofight) = autofight {
                area.spawn(style.plain(autofight, style.ink()));
            }
            spawn_tabs(area, *table, style);
            tables::spawn(area, *table, end, &stats, style);
        });
        let actions = actions(&current, run);
        spawn_actions(frame, &next, &actions, calm, style);
    });
}

/// How it ended, in a word: gold for a victory, cold for a defeat.
fn spawn_word(
    words: &mut ChildSpawnerCommands<'_>,
    word: &str,
    outcome: Option<Outcome>,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let ink = colour(match outcome {
        Some(Outcome::Victory) => palette.accent,
        Some(Outcome::Defeat) => palette.block,
        Some(Outcome::Draw(_)) | None => palette.text,
    });
    let font = style.font(Face::Display, style.sizes().display);
    words
        .spawn(style.headline(word, ink))
        .insert((font, LineHeight::RelativeToFont(0.9)));
}

fn spawn_tabs(frame: &mut ChildSpawnerCommands<'_>, shown: Table, style: &UiStyle) {
    let row = Node::row(style.gap()).wrap(px(2)).centred().fixed();
    frame.spawn(row).with_children(|row| {
        for table in Table::ALL {
            let show = move |_: On<Activate>, mut shown: ResMut<Table>| {
                shown.set_if_neq(table);
            };
            text_button(row, table.name(), style, show).check(table == shown);
        }
        if shown == Table::Units {
            row.spawn(Node::default().grow());
            row.spawn(style.remark("The bars compare the damage dealt."));
        }
    });
}

#[cfg(test)]
mod tests {
    use foretold_battle::Silent;
    use foretold_battle::testing::{blow, board, light_punch, recruit};

    use super::*;

    #[test]
    fn every_end_says_why_it_came() {
        let ended = |mine: i16, theirs: i16, ticks: u16| {
            let mut battle = board("A e")
                .unit('A', recruit().gambits([blow(mine)]))
                .unit('e', recruit().gambits([blow(theirs)]))
                .house(|house| house.max_ticks = ticks)
                .start(1);
            battle.play(&mut Silent);
            end_in_words(&battle)
        };
        assert_eq!(ended(100, 1, 9).0, "Victory");
        assert_eq!(ended(1, 100, 9).1, "None of yours is left standing.");
        assert_eq!(
            ended(100, 100, 9).1,
            "The last of both sides fell together."
        );
        assert_eq!(
            ended(1, 1, 3).1,
            "Time is up: nobody had won after 3 ticks."
        );
        let going_on = board("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit())
            .start(1);
        assert_eq!(end_in_words(&going_on).0, "Not over yet");
        assert_eq!(autofight_in_words(&going_on), None);
    }
}
