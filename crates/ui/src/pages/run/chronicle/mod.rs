//! The chronicle: all runs that are over, each to be looked at or begun again.

mod date;

use std::path::PathBuf;

use date::Day;
use foretold_run::{ChronicleEntry, Realm, RunEnd, RunStart};
use foretold_sim::{CurrentRun, KeptRuns, Refused, Request, RunFolder, RunRealm, RunRequest};
use foretold_view::{FigureImage, FigureTone};

use crate::command::counted;
use crate::pages::invitation::spawn_invitation;
use crate::pages::page_action::{PageAction, action_button, leading_action};
use crate::pages::run::words::unit_name;
use crate::pages::{Page, PageBuilder, PageSystems, Pages, must_build};
use crate::prelude::*;

/// How many runs stand on the page before more are asked for.
const AT_FIRST: usize = 60;
/// How large a figure is, in pixels at 100%.
const FIGURE: f32 = 34.0;
/// How wide the result, and the date, are at least.
const RESULT: f32 = 150.0;
const DATE: f32 = 150.0;
/// How wide the longest seed is with what stands before it.
const WORDS: f32 = 290.0;
/// How wide a company of four is.
const COMPANY: f32 = 4.0 * FIGURE + 12.0;

/// The list as a whole.
#[derive(Component)]
struct ChronicleRuns;

/// How many runs are listed, and whether one of them is about to be looked at.
#[derive(Resource)]
struct Leafing {
    listed: usize,
    looks: bool,
}

impl Default for Leafing {
    fn default() -> Self {
        Leafing {
            listed: AT_FIRST,
            looks: false,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(KeptRuns, RunRealm, Leafing);
    app.init_resource::<Leafing>().add_systems(
        Update,
        (
            turn_to_looked_at
                .after(SimSystems::Refresh)
                .after(super::turn_to_stage)
                .before(ViewSystems::Measure),
            build
                .run_if(must_build(Page::Chronicle, changed))
                .in_set(PageSystems),
        ),
    );
}

/// A run that is looked at shows its end, also if it is the one that was seen last.
fn turn_to_looked_at(
    mut refused: MessageReader<Refused>,
    current: Res<CurrentRun>,
    mut leafing: ResMut<Leafing>,
    mut pages: ResMut<Pages>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let leafing = leafing.bypass_change_detection();
    let is_look =
        |refused: &Refused| matches!(refused.request, Request::Run(RunRequest::Look { .. }));
    if refused.read().any(is_look) {
        leafing.looks = false;
    }
    if leafing.looks && current.is_changed() {
        leafing.looks = false;
        if pages.top() == Some(Page::Chronicle) {
            pages.open(Page::RunEnd);
            redraw.request();
        }
    }
}

/// How a run ended: a sign, a word, and its colour.
fn result(end: RunEnd, style: &UiStyle) -> (Icon, &'static str, Color) {
    let palette = &style.look.theme.palette;
    match end {
        RunEnd::Won => (Icon::Crown, "Won", colour(palette.accent)),
        RunEnd::Lost => (Icon::Skull, "Lost", colour(palette.block)),
        RunEnd::GivenUp => (Icon::Flag, "Given up", colour(palette.muted)),
    }
}

fn build(
    mut page: PageBuilder,
    (kept, realm): (Res<KeptRuns>, Res<RunRealm>),
    (folder, leafing): (Res<RunFolder>, Res<Leafing>),
) {
    let chronicle = kept.chronicle();
    let all = chronicle.runs.len();
    let won = chronicle.runs.iter().filter(|run| run.end == RunEnd::Won);
    let title = match (all, won.count()) {
        (0, _) => "Chronicle".to_owned(),
        (all, won) => format!("Chronicle: {}, {won} won", counted(all, "run")),
    };
    let realm = realm.realm().map(|realm| &**realm);
    page.set(Page::Chronicle, &title, |frame, style| {
        if all == 0 {
            let title = "Your first run is still to be told";
            let text = "Every run that ends is written down here: won, lost or given up, with its company, its floor and its seed. You can watch each again, step by step, or begin its seed again.";
            spawn_invitation(frame, Icon::ScrollText, (title, text), style, |buttons| {
                leading_action(buttons, PageAction::NewRun, style);
                action_button(buttons, PageAction::Battles, style);
            });
            return;
        }
        let finished = chronicle.finished();
        scroll_area(frame, style, ChronicleRuns).with_children(|list| {
            let numbered = (1..=all).rev().zip(&chronicle.runs);
            for (number, run) in numbered.clone().take(leafing.listed) {
                let file = folder.0.as_ref().map(|folder| folder.join(&run.file));
                spawn_run(list, number, run, realm, style)
                    .with_children(|row| spawn_buttons(row, (number, run), file, finished, style));
            }
            let mut hidden = numbered.skip(leafing.listed);
            let count = all.saturating_sub(leafing.listed).min(AT_FIRST);
            if let Some((number, run)) = hidden.next() {
                let next = look_label(number, run);
                let more = move |_: On<Activate>, mut leafing: ResMut<Leafing>, mut focus: Focus| {
                    leafing.listed += AT_FIRST;
                    focus.find_again(&next);
                };
                list.spawn(Node::row(px(0)).fixed()).with_children(|row| {
                    text_button(row, &format!("Show {count} more"), style, more);
                });
            }
        });
    });
}

/// What a run is called where it is not seen.
fn in_words(number: usize, run: &ChronicleEntry) -> String {
    let how = match run.end {
        RunEnd::Won => "won",
        RunEnd::Lost => "lost",
        RunEnd::GivenUp => "given up",
    };
    let RunStart { seed, level, .. } = run.start;
    format!(
        "run {number}, {how} on floor {}, level {level}, seed {seed}",
        run.floor
    )
}

fn look_label(number: usize, run: &ChronicleEntry) -> String {
    format!("Look at {}", in_words(number, run))
}

/// What can be done with a run: look at it if it is kept in a file, and begin its seed again.
fn spawn_buttons(
    row: &mut ChildSpawnerCommands<'_>,
    (number, run): (usize, &ChronicleEntry),
    file: Option<PathBuf>,
    finished: u16,
    style: &UiStyle,
) {
    row.spawn(Node::row(px(6)).fixed()).with_children(|row| {
        if let Some(file) = file {
            let look = move |_: On<Activate>,
                             mut leafing: ResMut<Leafing>,
                             mut requests: MessageWriter<RunRequest>| {
                leafing.bypass_change_detection().looks = true;
                let (file, commands) = (file.clone(), None);
                requests.write(RunRequest::Look { file, commands });
            };
            icon_button(row, look_label(number, run), Icon::Eye, style, look)
                .caption("Look at it", style);
        }
        let start = RunStart {
            finished,
            ..run.start
        };
        let begin = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
            requests.write(RunRequest::Begin(start));
        };
        let label = format!("Begin again the seed of {}", in_words(number, run));
        icon_button(row, label, Icon::RotateCcw, style, begin).caption("Same seed", style);
    });
}

/// A run in a line: result, floor, level, seed, company and date.
fn spawn_run<'a>(
    list: &'a mut ChildSpawnerCommands<'_>,
    number: usize,
    run: &ChronicleEntry,
    realm: Option<&Realm>,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let palette = &style.look.theme.palette;
    let (icon, word, ink) = result(run.end, style);
    let node = Node::row(px(14))
        .wrap(px(4))
        .centred()
        .fixed()
        .padding(UiRect::axes(px(12), px(6)))
        .framed(BorderRadius::all(px(6)));
    let mut row = list.spawn((
        node,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(style.look.card_edge()),
    ));
    row.with_children(|row| {
        let first = Node::row(px(8)).centred().fixed().min_width(px(RESULT));
        row.spawn(first).with_children(|first| {
            first.spawn(style.remark(number.to_string()));
            first.spawn(style.icon(icon, ink));
            first.spawn(style.heading(word, ink));
        });
        let words = Node::column(px(1))
            .grow()
            .min_width(px(WORDS))
            .max_width(percent(100));
        row.spawn(words).with_children(|words| {
            let RunStart { seed, level, .. } = run.start;
            let about = format!("Floor {} · level {level} · seed {seed}", run.floor);
            words.spawn(style.plain(about, style.ink()));
            if Day::of_seed(seed).is_some() {
                let line = Node::row(px(5)).centred();
                words.spawn(line).with_children(|line| {
                    let gold = colour(palette.accent);
                    line.spawn(style.sign(Icon::CalendarDays, gold));
                    line.spawn(style.small("The run of the day", gold));
                });
            }
        });
        let company = Node::row(px(4)).centred().fixed().min_width(px(COMPANY));
        row.spawn(company).with_children(|company| {
            for unit in &run.company {
                spawn_companion(company, unit, realm, style);
            }
        });
        let date = Day::of_seconds(run.ended).in_words();
        row.spawn(Node::row(px(0)).centred().fixed().width(px(DATE)))
            .with_child(style.plain(date, style.muted()));
    });
    row
}

/// A small figure.
fn spawn_companion(
    company: &mut ChildSpawnerCommands<'_>,
    unit: &str,
    realm: Option<&Realm>,
    style: &UiStyle,
) {
    let recruit = realm.and_then(|realm| realm.recruit(unit));
    let name = realm.map_or(unit, |realm| unit_name(realm, unit));
    let place = Node::default().fixed().size(px(FIGURE), px(FIGURE));
    match recruit {
        Some(recruit) => {
            let figure = FigureImage {
                figure: recruit.figure.clone(),
                tone: FigureTone::Side(Faction::Friendly),
            };
            company.spawn((figure, place, Tooltip(name.to_owned())));
        }
        // Somebody whose file is gone.
        None => {
            company.spawn(style.plain(name, style.muted()));
        }
    }
}
