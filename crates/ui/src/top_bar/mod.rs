//! The top bar: which battle, which moment, the clock, the timeline, the odds.

mod odds;
mod scrubber;

use foretold_battle::{DrawReason, Luck, Odds, Outcome};
use foretold_sim::Forethought;

pub(crate) use odds::graph;
use scrubber::{scrubber, slide_to_moment};

use crate::prelude::*;

/// How wide the battle's title may be, in pixels at 100%.
const TITLE: f32 = 190.0;
/// How wide state and odds are.
const STATE: f32 = 136.0;

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
    let rebuilt = resource_changed::<Look>;
    app.add_plugins(odds::plugin).add_systems(
        Update,
        (
            fill_bar.run_if(rebuilt),
            (
                name_battle.run_if(
                    resource_changed::<Forethought>
                        .or_else(rebuilt)
                        .or_else(resource_changed::<GameContent>)
                        .or_else(resource_changed::<Screen>),
                ),
                show_play,
                show_speed.run_if(resource_changed::<Clock>.or_else(rebuilt)),
                show_keys.run_if(
                    resource_changed::<KeysInForce>
                        .or_else(rebuilt)
                        .or_else(resource_changed::<Screen>),
                ),
                wrap_bar.run_if(resource_changed::<Screen>.or_else(rebuilt)),
                slide_to_moment,
            ),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// The battle's title.
#[derive(Component)]
struct Title;
/// Seed and moment.
#[derive(Component)]
struct MomentText;
/// What is to be known of the moment besides: how it ended, for whom it waits.
#[derive(Component)]
struct StateText;
/// The icon that is play or pause.
#[derive(Component)]
struct PlayIcon;
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
                names
                    .spawn((
                        Title,
                        style.heading("Foretold", style.ink()),
                        Tooltip(String::new()),
                        TextLayout::no_wrap(),
                    ))
                    .insert(Pickable::default());
                names
                    .spawn((
                        MomentText,
                        style.plain("", style.muted()),
                        Tooltip(String::new()),
                        TextLayout::no_wrap(),
                    ))
                    .insert(Pickable::default());
            });
            bar.spawn(row(3.0)).with_children(|clock| {
                for (act, icon) in CLOCK {
                    let mut button = clock.spawn(act_button(act, style));
                    button.with_children(|button| {
                        let mut icon = button.spawn(style.icon(icon, style.ink()));
                        if act == Act::PlayPause {
                            icon.insert(PlayIcon);
                        }
                        button.spawn((KeyHint(act), style.remark("")));
                    });
                }
            });
            bar.spawn(row(3.0)).with_children(|speeds| {
                for speed in Speed::ALL {
                    let act = speed.act();
                    let mut button = speeds.spawn((act_button(act, style), SpeedButton(speed)));
                    button.with_children(|button| {
                        button.spawn(style.plain(speed.button(), style.ink()));
                        button.spawn((KeyHint(act), style.remark("")));
                    });
                }
            });
            bar.spawn(column(STATE)).with_children(|state| {
                state.spawn((
                    StateText,
                    style.bold("", style.ink()),
                    TextLayout::no_wrap(),
                ));
                odds::spawn_text(state, style);
            });
            bar.spawn(scrubber(style));
            spawn_menu(bar, style);
        });
    });
}

/// What concerns the battle and the game as a whole, for who has no keyboard.
const MENU: [Act; 13] = [
    Act::Menu,
    Act::Help,
    Act::Deck,
    Act::Threat,
    Act::Cover,
    Act::Sequence,
    Act::Restart,
    Act::NewSeed,
    Act::KeepReplay,
    Act::Larger,
    Act::Smaller,
    Act::Screenshot,
    Act::Quit,
];

fn spawn_menu(bar: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let menu = Menu {
        items: MENU
            .map(|act| act.help().trim_end_matches('.').to_owned())
            .to_vec(),
        chosen: None,
    };
    let mut spawned = bar.spawn((
        drop_down("Menu", menu, style),
        Tooltip("The battle and the game.".to_owned()),
        observe(|chosen: On<Chosen>, mut acts: ResMut<Acts>| {
            if let Some(act) = MENU.get(chosen.index) {
                acts.ask(*act);
            }
        }),
    ));
    spawned.caption_icon(Icon::Menu, style);
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

/// What is to be known of the moment besides its number.
fn state_in_words(battle: &Shown) -> &'static str {
    if let Some(outcome) = battle.battle().outcome() {
        outcome_in_words(outcome)
    } else if !battle.is_live() {
        "looking back"
    } else if !battle.battle().waits_for().is_empty() {
        "waits for you"
    } else {
        ""
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

fn outcome_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Victory => "Victory",
        Outcome::Defeat => "Defeat",
        Outcome::Draw(DrawReason::BothFell) => "Draw: both sides fell",
        Outcome::Draw(DrawReason::TimeLimit) => "Draw: time is up",
    }
}

/// A text, and what it tells.
type Told = (
    &'static mut Text,
    Option<&'static mut Tooltip>,
    Has<Title>,
    Has<MomentText>,
    Has<StateText>,
);

fn name_battle(battle: Option<Res<Shown>>, mut texts: Query<Told>, style: UiStyle) {
    for (mut text, tip, title, moment, state) in &mut texts {
        let now = match (&battle, title, moment, state) {
            (Some(battle), true, ..) => {
                let whole = &battle.encounter().title;
                elide(whole, Face::Bold, style.sizes().heading, tip)
            }
            (None, true, ..) => "Foretold".to_owned(),
            (Some(battle), _, true, _) => {
                let seed = battle.session().seed();
                let luck = match battle.battle().arena().house().luck {
                    Luck::True => "",
                    Luck::Certain => " · certain luck",
                };
                let whole = format!("{}{luck} · seed {seed}", step_in_words(battle.battle()));
                elide(&whole, Face::Regular, style.sizes().text, tip)
            }
            (Some(battle), .., true) => state_in_words(battle).to_owned(),
            (None, _, true, _) | (None, .., true) => String::new(),
            _ => continue,
        };
        text.set_if_neq(Text(now));
    }
}

/// As much of a text as fits beside the clock; if not all of it does, its tip has the rest.
fn elide(whole: &str, face: Face, size: u16, tip: Option<Mut<Tooltip>>) -> String {
    let short = fits(whole, face, size, TITLE);
    if let Some(mut tip) = tip {
        let told = if short == whole { "" } else { whole };
        tip.set_if_neq(Tooltip(told.to_owned()));
    }
    short
}

fn show_play(clock: Res<Clock>, mut icon: Single<&mut Text, With<PlayIcon>>) {
    let now = if clock.playing {
        Icon::Pause
    } else {
        Icon::Play
    };
    icon.set_if_neq(Text::new(char::from(now)));
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
        let key = key_for(&keys, *act).filter(|_| screen.bar_rows() == 1);
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
