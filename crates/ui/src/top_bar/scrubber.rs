//! The timeline in the bar: any moment can be looked at. Steps or rounds are marked along it, and what
//! happened in the step under the mouse, or under the thumb that has the focus, is said below it.

use bevy::input_focus::InputFocusVisible;
use bevy::picking::hover::Hovered;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::{
    Slider, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick,
};
use foretold_battle::{Event, Happening, Moment, Session, narrate};
use foretold_sim::{Forecast, RewindRequest};

use super::{odds, outcome_in_words, percent_text, step_in_words};
use crate::prelude::*;
use crate::widgets::text_width;

/// How high the timeline is, with its numbers.
const SCRUBBER: f32 = 42.0;
/// How high the numbers are.
const NUMBERS: f32 = 13.0;
/// How wide its thumb is.
const THUMB: f32 = 8.0;
/// The least distance between two numbers.
const LEAST: f32 = 26.0;
/// How wide the plate is that says what happened in a step.
const PLATE: f32 = 250.0;
/// Where the plate is: with the tooltips.
const LAYER: i32 = 60;

/// The timeline.
#[derive(Component)]
pub(super) struct Scrubber;

/// Where the marks are.
#[derive(Component)]
pub(super) struct StepMarks;

/// What happened in the step that is pointed at.
#[derive(Component, PartialEq, Eq)]
pub(super) struct StepPlate {
    step: u32,
    words: [String; 2],
}

/// The timeline: click, drag or use the arrows to look at another moment. Behind it the odds of each,
/// above it the units that fell, below it the numbers of steps or rounds.
pub(super) fn scrubber(style: &UiStyle) -> impl Bundle {
    let palette = &style.look.theme.palette;
    let travel = Node::default()
        .absolute()
        .left(px(0))
        // The thumb's left edge travels so far that its right edge stays inside.
        .right(px(THUMB))
        .top(px(0))
        .bottom(px(0));
    let thumb = Node::default()
        .absolute()
        .width(px(THUMB))
        .top(px(10))
        .bottom(px(0))
        .radius(BorderRadius::all(px(3)));
    let ink = colour(palette.text).with_alpha(0.85);
    let thumb = (SliderThumb, thumb, BackgroundColor(ink));
    let muted = colour(palette.muted);
    let line = Node::default()
        .absolute()
        .height(px(3))
        .left(px(0))
        .right(px(0))
        .bottom(px(0))
        .radius(BorderRadius::all(px(2)));
    let track = Node::default()
        .absolute()
        .left(px(0))
        .right(px(0))
        .top(px(0))
        .bottom(px(NUMBERS));
    let marks = Node::default()
        .absolute()
        .left(px(THUMB / 2.0))
        .right(px(THUMB / 2.0))
        .height(px(NUMBERS))
        .bottom(px(0));
    (
        Scrubber,
        Hovered::default(),
        RelativeCursorPosition::default(),
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(0.0),
        SliderRange::new(0.0, 1.0),
        SliderStep(1.0),
        SliderPrecision(0),
        AccessibleLabel::new("The moment on screen"),
        CapturesKeys::List,
        Node::default()
            .grow()
            .height(px(SCRUBBER))
            .min_width(px(120))
            .margin(UiRect::right(px(4))),
        observe(look_at),
        children![
            (
                track,
                Pickable::IGNORE,
                children![
                    (line, BackgroundColor(muted), Pickable::IGNORE),
                    odds::graph(THUMB / 2.0),
                    (travel, Pickable::IGNORE, children![thumb]),
                ]
            ),
            (StepMarks, marks, Pickable::IGNORE),
        ],
    )
}

/// 1, 2, 5, 10, 20, 50 …
fn strides() -> impl Iterator<Item = u32> {
    (0..8).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)))
}

/// The steps to mark along a timeline of this width, with what stands below each: the round that begins
/// with it, or else its number. As many as have room, rounds first.
fn marks(session: &Session, width: f32) -> Vec<(u32, String)> {
    let last = session.last_step();
    let far_enough =
        |one: u32, other: u32| one.abs_diff(other) as f32 / last.max(1) as f32 * width >= LEAST;
    let apart = |marks: &Vec<u32>| marks.windows(2).all(|pair| far_enough(pair[0], pair[1]));
    // Every first, second, fifth, tenth … of these, as soon as they are far enough apart.
    let some_of = |steps: &[u32]| -> Vec<u32> {
        let each = |stride: u32| steps.iter().copied().step_by(stride as usize).collect();
        strides().map(each).find(apart).unwrap_or_default()
    };
    let mut rounds: Vec<(u32, u16)> = Vec::new();
    if session.battle().arena().tempo().takes_turns() {
        for (step, moment) in (0..).zip(session.moments()) {
            let round = moment.battle.round();
            if rounds.last().is_none_or(|(_, before)| *before < round) {
                rounds.push((step, round));
            }
        }
    }
    let begins: Vec<u32> = rounds.iter().map(|(step, _)| *step).collect();
    let begins = some_of(&begins);
    let numbers = some_of(&(0..=last).collect::<Vec<u32>>());
    let between = numbers
        .into_iter()
        .filter(|step| begins.iter().all(|begin| far_enough(*begin, *step)))
        .map(|step| (step, step.to_string()));
    let rounds = rounds.iter().filter(|(step, _)| begins.contains(step));
    let rounds = rounds.map(|(step, round)| (*step, format!("R{round}")));
    rounds.chain(between).collect()
}

/// Marks steps and rounds again when there are more of them, or another width for them.
pub(super) fn mark_steps(
    mut commands: Commands,
    shown: If<Res<Shown>>,
    place: Single<(Entity, &ComputedNode), With<StepMarks>>,
    mut before: Local<f32>,
    style: UiStyle,
    mut redraw: ResMut<RedrawRequests>,
) {
    let (entity, node) = *place;
    let width = node.size().x * node.inverse_scale_factor;
    if !shown.is_changed() && !style.look.is_changed() && width == *before {
        return;
    }
    *before = width;
    let session = shown.session();
    let small = style.sizes().small;
    let last = session.last_step().max(1) as f32;
    let mut place = commands.entity(entity);
    place.despawn_children();
    // It may have just been built, and has no place yet.
    if width == 0.0 {
        redraw.request();
        return;
    }
    place.with_children(|place| {
        for (step, number) in marks(session, width) {
            let at = Node::default()
                .absolute()
                .left(percent(step as f32 / last * 100.0));
            let tick = at.clone().size(px(1), px(3)).top(px(0));
            place.spawn((tick, BackgroundColor(style.muted()), Pickable::IGNORE));
            let half = text_width(&number, Face::Regular, small) / 2.0;
            let text = at.top(px(1)).margin(UiRect::left(px(-half)));
            place.spawn((style.remark(number), TextLayout::no_wrap(), text));
        }
    });
}

/// What matters most of a step: a unit that fell or went down, or else the hardest hit.
fn biggest(events: &[Event]) -> Option<&Event> {
    let weight = |event: &&Event| match event.what {
        Happening::Fell { .. } => u32::MAX,
        Happening::WentDown { .. } => u32::MAX - 1,
        Happening::Struck(struck) => struck.harm.map_or(0, |harm| u32::from(harm.dealt)),
        _ => 0,
    };
    events
        .iter()
        .max_by_key(weight)
        .filter(|event| weight(event) > 0)
}

/// A step in words: which, with its odds or its end, and what happened in it.
fn step_words(moment: &Moment, forecast: &Forecast) -> [String; 2] {
    let battle = &moment.battle;
    let step = step_in_words(battle);
    let known = forecast.over_time().nth(battle.tick() as usize).flatten();
    let odds = match (battle.outcome(), known) {
        (Some(outcome), _) => format!(" · {}", outcome_in_words(outcome)),
        (None, Some(known)) => format!(" · win {}", percent_text(known.win().odds)),
        (None, None) => String::new(),
    };
    let event = biggest(&moment.events).map(|event| narrate(battle.arena(), event));
    // The step is in the line above.
    let event = event.and_then(|line| Some(line.split_once(' ')?.1.to_owned()));
    [format!("{step}{odds}"), event.unwrap_or_default()]
}

type UnderMouse = (
    Entity,
    &'static Hovered,
    &'static RelativeCursorPosition,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

/// Says what happened in the step under the mouse, or under the thumb while it has the focus.
pub(super) fn peek(
    mut commands: Commands,
    (shown, forecast): (If<Res<Shown>>, Res<Forecast>),
    scrubber: Single<UnderMouse, With<Scrubber>>,
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    plates: Query<(Entity, &StepPlate)>,
    (screen, style): (Res<Screen>, UiStyle),
) {
    let (entity, hovered, cursor, node, place) = *scrubber;
    let size = node.size() * node.inverse_scale_factor;
    let (last, travel) = (shown.session().last_step(), size.x - THUMB);
    let under_mouse = cursor.normalized.filter(|_| hovered.get()).map(|at| {
        let along = ((at.x + 0.5) * size.x - THUMB / 2.0) / travel;
        (along.clamp(0.0, 1.0) * last as f32).round() as u32
    });
    let has_focus = visible.0 && focus.get() == Some(entity);
    let step = under_mouse.or_else(|| has_focus.then(|| shown.step()));
    let moment = step.and_then(|step| Some((step, shown.session().moment(step)?)));
    let wanted = moment.map(|(step, moment)| StepPlate {
        step,
        words: step_words(moment, &forecast),
    });
    let mut there = false;
    for (entity, plate) in &plates {
        if wanted.as_ref() == Some(plate) {
            there = true;
        } else {
            commands.entity(entity).despawn();
        }
    }
    let Some(plate) = wanted.filter(|_| !there) else {
        return;
    };
    let corner = place.translation * node.inverse_scale_factor - size / 2.0;
    let along = plate.step as f32 / last.max(1) as f32 * travel + THUMB / 2.0;
    let most = screen.size.x / screen.ui_scale - PLATE - 4.0;
    let left = (corner.x + along - PLATE / 2.0).min(most).max(0.0);
    let palette = &style.look.theme.palette;
    let frame = Node::column(px(0))
        .absolute()
        .width(px(PLATE))
        .left(px(left))
        .top(px(corner.y + size.y + 4.0))
        .padding(px(6).all())
        .framed(style.corner());
    let [head, event] = plate.words.clone();
    commands
        .spawn((
            plate,
            frame,
            GlobalZIndex(LAYER),
            BackgroundColor(colour(palette.panel)),
            BorderColor::all(colour(palette.text)),
            Pickable::IGNORE,
        ))
        .with_children(|frame| {
            frame.spawn(style.bold(head, style.ink()));
            if !event.is_empty() {
                frame.spawn(style.plain(event, style.ink()));
            }
        });
}

/// Looks at the moment under the thumb, and stops time for it.
fn look_at(
    change: On<ValueChange<f32>>,
    shown: If<Res<Shown>>,
    mut clock: MessageWriter<ClockRequest>,
    mut rewinds: MessageWriter<RewindRequest>,
) {
    let to = (change.value.round().max(0.0) as u32).min(shown.session().last_step());
    clock.write(ClockRequest::Pause);
    rewinds.write(RewindRequest { to });
}

/// The thumb follows the moment on screen.
pub(super) fn slide_to_moment(
    mut commands: Commands,
    shown: If<Res<Shown>>,
    scrubber: Single<(Entity, &SliderValue, &SliderRange), With<Scrubber>>,
    mut thumb: Single<&mut Node, With<SliderThumb>>,
) {
    let (entity, value, range) = *scrubber;
    let now = (
        SliderValue(shown.step() as f32),
        SliderRange::new(0.0, shown.session().last_step().max(1) as f32),
    );
    if (value, range) != (&now.0, &now.1) {
        let left = percent(now.1.thumb_position(now.0.0) * 100.0);
        if thumb.left != left {
            thumb.left = left;
        }
        commands.entity(entity).insert(now);
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::Tempo;
    use foretold_battle::testing::{board, recruit};

    use super::*;

    /// A battle that goes on for this many steps, because nobody does anything.
    fn session(steps: u32) -> Session {
        let idle = || recruit().gambits([]);
        let battle = board("A . e").unit('A', idle()).unit('e', idle()).start(1);
        let mut session = Session::start(battle.arena(), "still", 1);
        for _ in 0..steps {
            session.step();
        }
        session
    }

    #[test]
    fn rounds_stand_in_place_of_numbers_and_far_enough_from_them() {
        let idle = || recruit().gambits([]);
        let battle = board("A . e").unit('A', idle()).unit('e', idle());
        let battle = battle.tempo(Tempo::Initiative).start(1);
        let mut session = Session::start(battle.arena(), "still", 1);
        for _ in 0..24 {
            session.step();
        }
        for width in [120.0, 200.0, 700.0, 1_500.0] {
            let mut all = marks(&session, width);
            all.sort_unstable();
            assert_eq!(all[0], (0, "R1".to_owned()));
            assert!(
                all.iter()
                    .any(|(_, text)| text.starts_with('R') && text != "R1")
            );
            let apart =
                |pair: &[(u32, String)]| (pair[1].0 - pair[0].0) as f32 / 24.0 * width >= LEAST;
            assert!(all.windows(2).all(apart), "{width}: {all:?}");
        }
        assert!(marks(&session, 1_500.0).contains(&(1, "1".to_owned())));
    }

    #[test]
    fn as_many_steps_are_marked_as_have_room() {
        let numbers = |steps: u32, width: f32| -> Vec<String> {
            let all = marks(&session(steps), width).into_iter();
            all.map(|(_, number)| number).collect()
        };
        assert_eq!(numbers(0, 200.0), ["0"]);
        assert_eq!(numbers(3, 200.0), ["0", "1", "2", "3"]);
        assert_eq!(numbers(10, 200.0), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(numbers(45, 200.0), ["0", "10", "20", "30", "40"]);
        assert_eq!(numbers(45, 600.0).len(), 23);
        for (steps, width) in [(1, 120.0), (17, 150.0), (90, 300.0), (99, 120.0)] {
            let all = marks(&session(steps), width);
            assert!(!all.is_empty());
            let apart = |pair: &[(u32, String)]| {
                (pair[1].0 - pair[0].0) as f32 / steps as f32 * width >= LEAST
            };
            assert!(all.windows(2).all(apart), "{steps} in {width}: {all:?}");
        }
    }
}
