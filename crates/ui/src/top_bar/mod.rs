//! The top bar: which battle, which moment, the clock, the timeline, the odds.

mod odds;
mod scrubber;

use foretold_battle::{DrawReason, Luck, Odds, Outcome, Tally};
use foretold_sim::{CurrentRun, Forethought};
use foretold_view::picture::contrast_to;

use scrubber::{mark_steps, peek, scrubber, slide_to_moment};

use crate::clock_keys::is_at_end;
use crate::omens::omens_in_words;
use crate::prelude::*;

/// How wide the battle's title may be, in pixels at 100%.
const TITLE: f32 = 190.0;
/// How wide state and odds are, and the number of the odds.
const STATE: f32 = 268.0;
const ODDS: f32 = 62.0;
/// How wide the button is that plays and pauses.
const PLAY: f32 = 84.0;

/// Below this width, at 100%, that button has no word.
const ROOM_FOR_PLAY: f32 = 700.0;
/// Below this width, at 100%, there is no room for the names of keys.
const ROOM_FOR_KEYS: f32 = 1_480.0;
/// How long the name of a key may be to stand on its button: `Space`.
const SHORT_KEY: usize = 5;

/// The buttons of the clock, as they stand in the bar.
const CLOCK: [(Act, Icon); 5] = [
    (Act::ToStart, Icon::SkipBack),
    (Act::StepBack, Icon::ChevronLeft),
    (Act::PlayPause, Icon::Play),
    (Act::StepForward, Icon::ChevronRight),
    (Act::ToEnd, Icon::SkipForward),
];

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(odds::plugin)
        .add_systems(
            Update,
            (
                fill_bar.run_if(any_changed!(Look)),
                (
                    name_battle.run_if(any_changed!(
                        Forethought,
                        Look,
                        GameContent,
                        Screen,
                        CurrentRun
                    )),
                    show_play,
                    show_speed.run_if(any_changed!(Clock, Look)),
                    show_keys.run_if(any_changed!(KeysInForce, Look, Screen)),
                    (wrap_bar, size_play).run_if(any_changed!(Screen, Look)),
                    slide_to_moment,
                    mark_steps,
                ),
            )
                .chain()
                .in_set(ViewSystems::Paint),
        )
        .add_systems(Update, peek.in_set(ViewSystems::Draw));
}

/// A text about the battle.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum BattleText {
    Title,
    /// Seed and moment.
    Moment,
    /// How the battle ended, or what it waits for.
    State,
}
/// The button that plays and pauses.
#[derive(Component)]
struct PlayButton;
/// The icon that is play or pause, and its word.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum PlayText {
    Icon,
    Word,
}
/// A button for a speed.
#[derive(Component)]
struct SpeedButton(Speed);
/// The key of an act, beside its button.
#[derive(Component)]
struct KeyHint(Act);
/// The row that breaks where the bar is narrow.
#[derive(Component)]
struct BarRow;

fn fill_bar(mut panels: PanelBuilder) {
    let row = |gap: f32| Node::row(px(gap)).centred().fixed();
    let column = |width: f32| Node::column(px(0)).fixed().width(px(width)).clipped();
    panels.set(Panel::Bar, |bar, style| {
        bar.spawn((
            BarRow,
            Node {
                row_gap: px(6),
                ..Node::row(px(12)).centred().size(percent(100), percent(100))
            },
            Pickable::IGNORE,
        ))
        .with_children(|bar| {
            bar.spawn(column(TITLE)).with_children(|names| {
                for (which, text) in [
                    (BattleText::Title, style.heading("Foretold", style.ink())),
                    (BattleText::Moment, style.remark("")),
                ] {
                    names
                        .spawn((which, text, Tooltip(String::new()), TextLayout::no_wrap()))
                        .insert(Pickable::default());
                }
            });
            bar.spawn(row(3.0)).with_children(|clock| {
                for (act, icon) in CLOCK {
                    if act == Act::PlayPause {
                        spawn_play(clock, style);
                        continue;
                    }
                    clock.spawn(act_button(act, style)).with_children(|button| {
                        button.spawn(style.icon(icon, style.ink()));
                        button.spawn((KeyHint(act), style.remark("")));
                    });
                }
            });
            bar.spawn(row(3.0)).with_children(|speeds| {
                for speed in Speed::ALL {
                    let act = speed.act();
                    speeds
                        .spawn((act_button(act, style), SpeedButton(speed)))
                        .caption(speed.button(), style)
                        .with_child((KeyHint(act), style.remark("")));
                }
            });
            bar.spawn(row(6.0).width(px(STATE)))
                .with_children(|beside| {
                    odds::spawn_number(beside, style);
                    let words = Node::column(px(1)).share(1.0).min_width(px(0)).clipped();
                    beside.spawn(words).with_children(|state| {
                        odds::spawn_text(state, style);
                        state.spawn(row(6.0)).with_children(|second| {
                            let text = style.bold("", style.ink());
                            second.spawn((BattleText::State, text, TextLayout::no_wrap()));
                            odds::spawn_what_if(second, style);
                        });
                    });
                });
            bar.spawn(scrubber(style));
            spawn_menu(bar, style);
        });
    });
}

/// The button that is wanted most.
fn spawn_play(clock: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let ink = contrast_to(colour(style.look.theme.palette.accent));
    clock
        .spawn((
            act_button(Act::PlayPause, style),
            Emphasis::Prominent,
            PlayButton,
        ))
        .with_child((PlayText::Icon, style.sign(Icon::Play, ink)))
        .with_child((PlayText::Word, style.bold("", ink), TextLayout::no_wrap()));
}

/// Where there is little room the button has only its sign.
fn size_play(screen: Res<Screen>, mut play: Single<&mut Node, With<PlayButton>>) {
    let wide = screen.size.x / screen.ui_scale >= ROOM_FOR_PLAY;
    play.width = if wide { px(PLAY) } else { auto() };
}

/// What concerns the battle and the game as a whole, for players without a keyboard.
const MENU: [Act; 16] = [
    Act::Menu,
    Act::Help,
    Act::Deck,
    Act::Threat,
    Act::AllThreats,
    Act::CardDetails,
    Act::Cover,
    Act::Sequence,
    Act::Restart,
    Act::NewSeed,
    Act::KeepReplay,
    Act::Larger,
    Act::Smaller,
    Act::FullScreen,
    Act::Screenshot,
    Act::Quit,
];

fn spawn_menu(bar: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let menu = Menu::of(MENU.map(|act| act.help().trim_end_matches('.')), None);
    let tip = Tooltip("The battle and the game.".to_owned());
    bar.spawn((drop_down("Menu", menu, style), tip))
        .observe(|chosen: On<Chosen>, mut acts: ResMut<Acts>| {
            if let Some(act) = MENU.get(chosen.index) {
                acts.ask(*act);
            }
        })
        .caption_icon(Icon::Menu, style);
}

/// What the odds are, in the same words everywhere; in a fight that the player commands the rules rest.
pub(crate) const IF_RULES_PLAY_ON: &str = "to win, if your rules play on";
const IF_RULES_TOOK_OVER: &str = "to win, if your rules took over";

/// The interval of the odds, rounded outwards: `(61–65)`. What is not certain is never said to be.
pub(crate) fn interval_text(tally: &Tally) -> String {
    let win = tally.win();
    format!(
        "({}–{})",
        win.low.hundredths() / 100,
        win.high.hundredths().div_ceil(100)
    )
}

/// A share as a whole number of percent; what is not certain is never said to be.
pub(crate) fn percent_text(odds: Odds) -> String {
    match odds.hundredths() {
        0 => "0%".to_owned(),
        1..50 => "<1%".to_owned(),
        9_951..10_000 => ">99%".to_owned(),
        some => format!("{}%", (some + 50) / 100),
    }
}

/// How a battle ended.
fn outcome_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Victory => "Victory",
        Outcome::Defeat => "Defeat",
        Outcome::Draw(DrawReason::BothFell) => "Draw: both sides fell",
        Outcome::Draw(DrawReason::TimeLimit) => "Draw: time is up",
    }
}

/// What is to be known of the moment besides its number.
fn state_in_words(battle: &Shown) -> &'static str {
    match battle.battle().outcome() {
        Some(outcome) => outcome_in_words(outcome),
        None if !battle.is_live() => "looking back",
        None if !battle.battle().waits_for().is_empty() => "your turn",
        None => "",
    }
}

/// Which step it is, as the battle's tempo counts.
pub(crate) fn step_in_words(battle: &Battle) -> String {
    let tempo = battle.arena().tempo();
    let step = format!("{} {}", tempo.step_word(), battle.tick());
    if tempo.takes_turns() {
        format!("round {}, {step}", battle.round())
    } else {
        step
    }
}

fn name_battle(
    (battle, run): (Option<Res<Shown>>, Res<CurrentRun>),
    mut texts: Query<(&BattleText, &mut Text, Option<&mut Tooltip>)>,
    style: UiStyle,
) {
    let sizes = style.sizes();
    for (which, mut text, tip) in &mut texts {
        let now = match (which, &battle) {
            (BattleText::Title, None) => "Foretold".to_owned(),
            (_, None) => String::new(),
            (BattleText::Title, Some(battle)) => {
                elide(&battle.encounter().title, Face::Display, sizes.heading, tip)
            }
            (BattleText::Moment, Some(battle)) => {
                let seed = battle.session().seed();
                let luck = match battle.battle().arena().house().luck {
                    Luck::True => "",
                    Luck::Certain => " · certain luck",
                };
                let by = if battle.battle().has_player() {
                    "by hand"
                } else {
                    "by your rules"
                };
                let step = step_in_words(battle.battle());
                let stakes = match run.get() {
                    _ if battle.is_practice() => "practice · ".to_owned(),
                    Some(run) if battle.is_of_run() => {
                        let (floor, omens) = (run.floor(), omens_in_words(run.omens()));
                        format!("floor {floor} · {omens} · ")
                    }
                    _ => String::new(),
                };
                let whole = format!("{stakes}{step}{luck} · seed {seed} · {by}");
                elide(&whole, Face::Regular, sizes.small, tip)
            }
            (BattleText::State, Some(battle)) => state_in_words(battle).to_owned(),
        };
        text.set_if_neq(Text(now));
    }
}

/// As much of a text as fits beside the clock; if not all of it does, its tip has the rest.
fn elide(whole: &str, face: Face, size: u16, tip: Option<Mut<Tooltip>>) -> String {
    let short = fits(whole, face, size, TITLE);
    if let Some(mut tip) = tip {
        let rest = if short == whole { "" } else { whole };
        tip.set_if_neq(Tooltip(rest.to_owned()));
    }
    short
}

fn show_play(
    clock: Res<Clock>,
    (screen, shown): (Res<Screen>, Option<Res<Shown>>),
    mut texts: Query<(&PlayText, &mut Text)>,
) {
    let wide = screen.size.x / screen.ui_scale >= ROOM_FOR_PLAY;
    let (icon, word) = match shown {
        Some(shown) if is_at_end(&shown) => (Icon::Flag, "Result"),
        _ if clock.playing => (Icon::Pause, "Pause"),
        _ => (Icon::Play, "Play"),
    };
    for (which, mut text) in &mut texts {
        text.set_if_neq(match which {
            PlayText::Icon => Text::new(char::from(icon)),
            PlayText::Word => Text::new(if wide { word } else { "" }),
        });
    }
}

fn show_speed(
    mut commands: Commands,
    clock: Res<Clock>,
    buttons: Query<(Entity, &SpeedButton, Has<Checked>)>,
) {
    for (entity, SpeedButton(speed), checked) in &buttons {
        if checked != (*speed == clock.speed) {
            commands.entity(entity).check(!checked);
        }
    }
}

/// The names of keys go first where there is little room: the tips have them too.
fn show_keys(
    keys: Res<KeysInForce>,
    screen: Res<Screen>,
    mut hints: Query<(&KeyHint, &mut Text, &mut Node)>,
) {
    for (KeyHint(act), mut text, mut node) in &mut hints {
        let has_room = screen.size.x / screen.ui_scale >= ROOM_FOR_KEYS;
        let key = key_for(&keys, *act).filter(|_| has_room);
        let key = key.filter(|key| key.chars().count() <= SHORT_KEY);
        let display = if key.is_some() {
            Display::Flex
        } else {
            Display::None
        };
        if node.display != display {
            node.display = display;
        }
        text.set_if_neq(Text::new(key.unwrap_or_default()));
    }
}

/// In a narrow window the timeline goes to a second row.
fn wrap_bar(screen: Res<Screen>, mut row: Single<&mut Node, With<BarRow>>) {
    row.flex_wrap = if screen.bar_rows() > 1 {
        FlexWrap::Wrap
    } else {
        FlexWrap::NoWrap
    };
}
