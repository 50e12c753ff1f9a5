//! The top bar: which battle, which moment, the clock, the timeline.

use bevy::prelude::*;
use bevy::ui_widgets::{
    Activate, Slider, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue,
    TrackClick, ValueChange, observe,
};
use foretold_battle::{Battle, DrawReason, Outcome, Tempo};
use foretold_content::{Act, Keys};
use foretold_sim::{
    Clock, ClockRequest, CurrentBattle, Forethought, GameContent, RewindRequest, Speed, Timeline,
};
use foretold_view::picture::Face;
use foretold_view::{Screen, ViewSystems};
use lucide_icons::Icon;

use crate::clock_keys::clock_request;
use crate::layout::Panel;
use crate::widgets::{Ink, Pen, Themed, button, size};

/// The buttons of the clock, as they stand in the bar.
const CLOCK: [(Act, Icon); 5] = [
    (Act::ToStart, Icon::SkipBack),
    (Act::StepBack, Icon::ChevronLeft),
    (Act::PlayPause, Icon::Play),
    (Act::StepForward, Icon::ChevronRight),
    (Act::ToEnd, Icon::SkipForward),
];
/// The buttons of the speeds.
const SPEEDS: [(Act, Speed, &str); 6] = [
    (Act::SpeedHalf, Speed::Half, "½×"),
    (Act::SpeedNormal, Speed::Normal, "1×"),
    (Act::SpeedDouble, Speed::Double, "2×"),
    (Act::SpeedQuadruple, Speed::Quadruple, "4×"),
    (Act::SpeedOctuple, Speed::Octuple, "8×"),
    (Act::SpeedInstant, Speed::Instant, "max"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, fill_bar).add_systems(
        Update,
        (
            name_battle.run_if(resource_changed::<Forethought>),
            show_play,
            show_speed.run_if(resource_changed::<Clock>),
            show_keys.run_if(resource_changed::<GameContent>),
            wrap_bar.run_if(resource_changed::<Screen>),
            slide_to_moment,
        )
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
/// The timeline.
#[derive(Component)]
struct Scrubber;

fn fill_bar(mut commands: Commands, panels: Query<(Entity, &Panel)>, pen: Pen) {
    let Some((bar, _)) = panels.iter().find(|(_, panel)| **panel == Panel::Bar) else {
        return;
    };
    let row = |gap: f32| Node {
        column_gap: px(gap),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    commands.entity(bar).with_children(|bar| {
        bar.spawn((
            BarRow,
            Node {
                column_gap: px(16),
                row_gap: px(6),
                align_items: AlignItems::Center,
                width: percent(100),
                height: percent(100),
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_children(|bar| {
            bar.spawn(Node {
                flex_direction: FlexDirection::Column,
                width: px(230),
                flex_shrink: 0.0,
                overflow: Overflow::clip(),
                ..default()
            })
            .with_children(|names| {
                names.spawn((
                    (Title, Ink::Text),
                    pen.text("Foretold", Face::Bold, size::HEADING, pen.ink()),
                    TextLayout::no_wrap(),
                ));
                names.spawn((
                    (MomentText, Ink::Muted),
                    pen.text("", Face::Regular, size::TEXT, pen.muted()),
                    TextLayout::no_wrap(),
                ));
            });
            bar.spawn(row(4.0)).with_children(|clock| {
                for (act, icon) in CLOCK {
                    spawn_button(clock, act, &pen, |button, pen| {
                        let text = pen.text(char::from(icon), Face::Icon, size::ICON, pen.ink());
                        let mut icon = button.spawn((text, Ink::Text));
                        if act == Act::PlayPause {
                            icon.insert(PlayIcon);
                        }
                    });
                }
            });
            bar.spawn(row(4.0)).with_children(|speeds| {
                for (act, speed, caption) in SPEEDS {
                    spawn_button(speeds, act, &pen, |button, pen| {
                        let text = pen.text(caption, Face::Regular, size::TEXT, pen.ink());
                        button.spawn((text, Ink::Text));
                    })
                    .insert(SpeedButton(speed));
                }
            });
            bar.spawn((
                (StateText, Ink::Text),
                pen.text("", Face::Bold, size::TEXT, pen.ink()),
                TextLayout::no_wrap(),
                Node {
                    flex_shrink: 0.0,
                    ..default()
                },
            ));
            bar.spawn(scrubber());
        });
    });
}

/// A button that asks the clock for something, with its key beside the caption.
fn spawn_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    act: Act,
    pen: &Pen,
    caption: impl FnOnce(&mut ChildSpawnerCommands<'_>, &Pen),
) -> EntityCommands<'a> {
    let ask = move |_: On<Activate>,
                    timeline: Res<Timeline>,
                    mut requests: MessageWriter<ClockRequest>| {
        requests.write_batch(clock_request(act, &timeline));
    };
    let mut spawned = parent.spawn((button(act.help()), observe(ask)));
    spawned.with_children(|button| {
        caption(button, pen);
        let hint = pen.text("", Face::Regular, size::SMALL, pen.muted());
        button.spawn((KeyHint(act), Ink::Muted, hint));
    });
    spawned
}

/// The timeline: click or drag to look at another moment.
fn scrubber() -> impl Bundle {
    const THUMB: f32 = 10.0;
    let travel = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        // The thumb's left edge travels so far that its right edge stays inside.
        right: px(THUMB),
        top: px(0),
        bottom: px(0),
        ..default()
    };
    let thumb = Node {
        position_type: PositionType::Absolute,
        width: px(THUMB),
        top: px(0),
        bottom: px(0),
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    let line = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(0),
        top: px(8),
        height: px(4),
        border_radius: BorderRadius::all(px(2)),
        ..default()
    };
    (
        Scrubber,
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(0.0),
        SliderRange::new(0.0, 1.0),
        SliderStep(1.0),
        SliderPrecision(0),
        AccessibleLabel::new("The moment on screen"),
        Node {
            flex_grow: 1.0,
            min_width: px(80),
            height: px(20),
            ..default()
        },
        observe(look_at),
        children![
            (
                line,
                Ink::Line,
                BackgroundColor::default(),
                Pickable::IGNORE
            ),
            (
                travel,
                Pickable::IGNORE,
                children![(SliderThumb, thumb, Ink::Text, BackgroundColor::default())]
            ),
        ],
    )
}

/// Looks at the moment under the thumb, and stops time for it.
fn look_at(
    change: On<ValueChange<f32>>,
    timeline: Res<Timeline>,
    mut clock: MessageWriter<ClockRequest>,
    mut rewinds: MessageWriter<RewindRequest>,
) {
    let to = (change.value.round().max(0.0) as u32).min(timeline.last());
    clock.write(ClockRequest::Pause);
    rewinds.write(RewindRequest { to });
}

/// The thumb follows the moment on screen.
fn slide_to_moment(
    mut commands: Commands,
    battle: Option<Res<CurrentBattle>>,
    timeline: Res<Timeline>,
    scrubber: Single<(Entity, &SliderValue, &SliderRange), With<Scrubber>>,
    mut thumb: Single<&mut Node, With<SliderThumb>>,
) {
    let tick = battle.map_or(0, |battle| battle.battle().tick());
    let (entity, value, range) = *scrubber;
    let now = (
        SliderValue(tick as f32),
        SliderRange::new(0.0, timeline.last().max(1) as f32),
    );
    if (value, range) != (&now.0, &now.1) {
        let left = percent(now.1.thumb_position(now.0.0) * 100.0);
        if thumb.left != left {
            thumb.left = left;
        }
        commands.entity(entity).insert(now);
    }
}

/// What is to be known of the moment besides its number.
fn state_in_words(battle: &CurrentBattle) -> &'static str {
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

fn step_in_words(battle: &Battle) -> String {
    match battle.arena().tempo() {
        Tempo::Ticks => format!("tick {}", battle.tick()),
        Tempo::Initiative | Tempo::Phases => {
            format!("round {}, step {}", battle.round(), battle.tick())
        }
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
    Has<Title>,
    Has<MomentText>,
    Has<StateText>,
);

fn name_battle(battle: Option<Res<CurrentBattle>>, mut texts: Query<Told>) {
    for (mut text, title, moment, state) in &mut texts {
        let now = match (&battle, title, moment, state) {
            (Some(battle), true, ..) => battle.encounter().title.clone(),
            (None, true, ..) => "Foretold".to_owned(),
            (Some(battle), _, true, _) => {
                let seed = battle.live().seed();
                format!("seed {seed} · {}", step_in_words(battle.battle()))
            }
            (Some(battle), .., true) => state_in_words(battle).to_owned(),
            (None, _, true, _) | (None, .., true) => String::new(),
            _ => continue,
        };
        text.set_if_neq(Text(now));
    }
}

fn show_play(clock: Res<Clock>, mut icon: Single<&mut Text, With<PlayIcon>>) {
    let now = if clock.playing {
        Icon::Pause
    } else {
        Icon::Play
    };
    icon.set_if_neq(Text::new(char::from(now)));
}

fn show_speed(clock: Res<Clock>, mut buttons: Query<(&SpeedButton, &mut Themed)>) {
    for (SpeedButton(speed), mut themed) in &mut buttons {
        let in_force = *speed == clock.speed;
        if themed.in_force != in_force {
            themed.in_force = in_force;
        }
    }
}

fn show_keys(content: Res<GameContent>, mut hints: Query<(&KeyHint, &mut Text)>) {
    let own = Keys::default();
    let keys = content.content().map_or(&own, |content| content.keys());
    for (KeyHint(act), mut text) in &mut hints {
        let key = keys.chords(*act).first().map(ToString::to_string);
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
