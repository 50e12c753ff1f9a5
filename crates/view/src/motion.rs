//! Motion between two finished steps: units slide to their cells, attackers lunge, targets flinch.
//! It follows what has happened and never changes it, and it can be off.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use foretold_battle::{Battle, Cell, Event, Happening, UnitId, Verdict};
use foretold_sim::{
    BattleReplayed, BattleStarted, Clock, Rewound, Shown, SimSystems, TickFinished,
};

use crate::ViewSystems;
use crate::intent_lines::IntentLines;
use crate::look::Look;
use crate::power_saving::RedrawRequests;

/// How far an attacker lunges, in cells.
const LUNGE: f32 = 0.24;
/// How much larger a unit that is hit becomes for a moment.
const FLINCH: f32 = 0.14;
/// At most this part of a step is spent on motion: the rest is for reading.
const PART_OF_A_STEP: f32 = 0.45;

/// Motion of tokens, and the pulse of lines.
pub struct MotionPlugin;

impl Plugin for MotionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Motion>()
            .init_resource::<Pulse>()
            .add_systems(
                Update,
                (advance_motion, start_motion, pulse)
                    .chain()
                    .after(SimSystems::Refresh)
                    .in_set(ViewSystems::Follow),
            );
    }
}

/// What is moving on the board now.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Motion {
    gestures: Vec<Gesture>,
    elapsed: Duration,
    length: Duration,
}

/// What one token does between two steps.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Gesture {
    unit: UnitId,
    kind: GestureKind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum GestureKind {
    /// From its old cell to its new one, as an offset in cells from the new one.
    Slide { from: Vec2 },
    /// Towards what it strikes, and back.
    Lunge { towards: Vec2 },
    /// Larger, and back.
    Flinch,
}

impl Motion {
    /// The motion for the events of a step.
    fn of(battle: &Battle, events: &[Event], length: Duration) -> Motion {
        let gestures = events.iter().flat_map(|event| gestures(battle, event));
        Motion {
            gestures: gestures.collect(),
            elapsed: Duration::ZERO,
            length,
        }
    }

    /// Whether nothing moves.
    pub fn is_still(&self) -> bool {
        self.gestures.is_empty()
    }

    /// How far a unit is from the middle of its cell, in cells; y upwards.
    pub fn offset(&self, unit: UnitId) -> Vec2 {
        let done = self.done();
        let own = self.gestures.iter().filter(|gesture| gesture.unit == unit);
        own.map(|gesture| match gesture.kind {
            GestureKind::Slide { from } => from * (1.0 - ease(done)),
            GestureKind::Lunge { towards } => towards * LUNGE * (done * PI).sin(),
            GestureKind::Flinch => Vec2::ZERO,
        })
        .sum()
    }

    /// The scale of a unit's token; 1 is its own size.
    pub fn swell(&self, unit: UnitId) -> f32 {
        let struck =
            |gesture: &Gesture| gesture.unit == unit && gesture.kind == GestureKind::Flinch;
        if self.gestures.iter().any(struck) {
            1.0 + FLINCH * (self.done() * PI).sin()
        } else {
            1.0
        }
    }

    /// How much is done, from 0 to 1.
    fn done(&self) -> f32 {
        if self.length.is_zero() {
            return 1.0;
        }
        (self.elapsed.as_secs_f32() / self.length.as_secs_f32()).min(1.0)
    }
}

fn gestures(battle: &Battle, event: &Event) -> Vec<Gesture> {
    let gesture = |unit, kind| Gesture { unit, kind };
    match event.what {
        Happening::Moved { unit, from, to } | Happening::Shoved { unit, from, to, .. } => {
            let from = between(to, from);
            vec![gesture(unit, GestureKind::Slide { from })]
        }
        Happening::Struck(struck) => {
            let cells = battle.unit(struck.by).zip(battle.unit(struck.target));
            let towards = cells.map_or(Vec2::ZERO, |(by, target)| between(by.cell, target.cell));
            let towards = towards.normalize_or_zero();
            let mut both = vec![gesture(struck.by, GestureKind::Lunge { towards })];
            if struck.verdict != Verdict::Miss {
                both.push(gesture(struck.target, GestureKind::Flinch));
            }
            both
        }
        Happening::Whiffed { by, cell, .. } => {
            let from = battle.unit(by).map_or(cell, |unit| unit.cell);
            let towards = between(from, cell).normalize_or_zero();
            vec![gesture(by, GestureKind::Lunge { towards })]
        }
        _ => Vec::new(),
    }
}

/// From one cell to another, in cells; y upwards.
fn between(from: Cell, to: Cell) -> Vec2 {
    let point = |cell: Cell| Vec2::new(f32::from(cell.x()), -f32::from(cell.y()));
    point(to) - point(from)
}

/// Fast first, then slower.
fn ease(done: f32) -> f32 {
    1.0 - (1.0 - done).powi(3)
}

/// How long a step lasts on screen. A single step by hand lasts as long as at normal speed.
pub(crate) fn step_on_screen(clock: &Clock) -> Duration {
    if clock.playing {
        clock
            .speed
            .step_length(clock.step_length())
            .unwrap_or_default()
    } else {
        clock.step_length()
    }
}

/// How long motion may last to fit into a step; zero if it is off.
fn length_of(milliseconds: u32, look: &Look, clock: &Clock) -> Duration {
    let step = step_on_screen(clock);
    if !look.moves() {
        return Duration::ZERO;
    }
    Duration::from_millis(u64::from(milliseconds)).min(step.mul_f32(PART_OF_A_STEP))
}

/// Reads how the moment on screen has changed, for a system that shows it.
#[derive(SystemParam)]
pub struct ScreenChangeReader<'w, 's> {
    finished: MessageReader<'w, 's, TickFinished>,
    rewound: MessageReader<'w, 's, Rewound>,
    started: MessageReader<'w, 's, BattleStarted>,
    replayed: MessageReader<'w, 's, BattleReplayed>,
    shown: Option<Res<'w, Shown>>,
    clock: Res<'w, Clock>,
}

/// How the moment on screen has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScreenChange {
    /// Not at all.
    Nothing,
    /// One step forward, with these events: just played, or one of a replay.
    Step(Vec<Event>),
    /// To a moment too far away to follow.
    Jump,
}

impl ScreenChangeReader<'_, '_> {
    /// How the moment on screen has changed since the last call.
    pub fn read(&mut self) -> ScreenChange {
        let steps = self.finished.read().count();
        let others = self.started.read().count() + self.replayed.read().count();
        let rewound: Vec<Rewound> = self.rewound.read().copied().collect();
        let Some(shown) = &self.shown else {
            return ScreenChange::Nothing;
        };
        // Time stops at the end of the battle.
        let runs = self.clock.playing || shown.battle().outcome().is_some();
        match (steps, rewound.as_slice(), others) {
            (0, [], 0) => ScreenChange::Nothing,
            (1, [], 0) => ScreenChange::Step(shown.moment().events.clone()),
            // A step that was played before, while time runs.
            (0, [Rewound { from, to }], 0) if *to == from + 1 && runs => {
                ScreenChange::Step(shown.moment().events.clone())
            }
            _ => ScreenChange::Jump,
        }
    }
}

/// Starts the motion of a step that was just played. Several in one frame, or a jump in time, have
/// none.
fn start_motion(
    mut changes: ScreenChangeReader,
    shown: If<Res<Shown>>,
    (clock, look): (Res<Clock>, Res<Look>),
    mut motion: ResMut<Motion>,
) {
    let length = length_of(look.theme.timings.slide, &look, &clock);
    *motion = match changes.read() {
        ScreenChange::Nothing => return,
        ScreenChange::Step(events) if !length.is_zero() => {
            Motion::of(shown.battle(), &events, length)
        }
        ScreenChange::Step(_) | ScreenChange::Jump => Motion::default(),
    };
}

fn advance_motion(time: Res<Time>, mut motion: ResMut<Motion>, mut redraw: ResMut<RedrawRequests>) {
    if motion.is_still() {
        return;
    }
    redraw.request();
    motion.elapsed += time.delta();
    if motion.elapsed >= motion.length {
        *motion = Motion::default();
    }
}

/// The pulse of heavy lines. A paused battle pulses for a while and then rests, so that a still
/// screen costs nothing.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Pulse {
    /// How long it has pulsed.
    elapsed: Duration,
    /// How long nothing has happened.
    calm: Duration,
    /// From 0, the width in the theme, to 1, the widest.
    pub(crate) swell: f32,
}

fn pulse(
    time: Res<Time>,
    clock: Res<Clock>,
    look: Res<Look>,
    lines: Res<IntentLines>,
    mut pulse: ResMut<Pulse>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let timings = &look.theme.timings;
    let pulse_for = Duration::from_millis(u64::from(timings.pulse_for));
    let happens = clock.playing || lines.is_changed();
    let calm = if happens { Duration::ZERO } else { pulse.calm };
    let rests = calm >= pulse_for;
    let heavy = lines.0.iter().any(|line| line.left > 1);
    if !look.moves() || rests || !heavy {
        let still = Pulse {
            calm,
            ..Pulse::default()
        };
        pulse.set_if_neq(still);
        return;
    }
    redraw.request();
    pulse.calm = calm + time.delta();
    pulse.elapsed += time.delta();
    let period = f32::from(u16::try_from(timings.pulse.max(1)).unwrap_or(u16::MAX));
    let round = pulse.elapsed.as_secs_f32() * 1_000.0 / period;
    pulse.swell = 0.5 - 0.5 * (round * 2.0 * PI).cos();
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, light_punch, move_towards, recruit};

    use super::*;

    fn step(picture: &str) -> (Battle, Vec<Event>) {
        let mut battle = board(picture)
            .unit('A', recruit().gambits([light_punch(), move_towards()]))
            .unit('e', recruit())
            .start(1);
        let mut events = Vec::new();
        battle.step(&mut events);
        (battle, events)
    }

    const LENGTH: Duration = Duration::from_millis(200);

    fn after(mut motion: Motion, milliseconds: u64) -> Motion {
        motion.elapsed = Duration::from_millis(milliseconds);
        motion
    }

    #[test]
    fn a_unit_that_walks_begins_where_it_was_and_ends_in_its_cell() {
        let (battle, events) = step("A . . e");
        let motion = Motion::of(&battle, &events, LENGTH);
        let walker = UnitId::new(0).expect("there is a first unit");
        assert_eq!(motion.offset(walker), Vec2::new(-1.0, 0.0));
        let halfway = after(motion.clone(), 100).offset(walker);
        assert!((-0.5..0.0).contains(&halfway.x), "{halfway}");
        assert!(after(motion, 200).offset(walker).length() < 1e-6);
    }

    #[test]
    fn the_attacker_lunges_and_the_target_flinches() {
        let (battle, events) = step("A e");
        let motion = after(Motion::of(&battle, &events, LENGTH), 100);
        let [striker, struck] = [0, 1].map(|slot| UnitId::new(slot).expect("both are there"));
        assert!(motion.offset(striker).x > 0.2);
        assert!(motion.swell(struck) > 1.1);
        assert_eq!(
            (motion.swell(striker), motion.offset(struck)),
            (1.0, Vec2::ZERO)
        );
    }

    #[test]
    fn motion_leaves_time_to_read_and_can_be_off() {
        let (mut look, mut clock) = (Look::default(), Clock::default());
        clock.playing = true;
        let slide = look.theme.timings.slide;
        assert_eq!(
            length_of(slide, &look, &clock),
            Duration::from_millis(u64::from(slide))
        );
        clock.speed = foretold_sim::Speed::Octuple;
        let step = clock
            .speed
            .step_length(clock.step_length())
            .expect("it is not instant");
        assert!(length_of(slide, &look, &clock) < step / 2);
        clock.speed = foretold_sim::Speed::Instant;
        assert_eq!(length_of(slide, &look, &clock), Duration::ZERO);
        clock.playing = false;
        let by_hand = length_of(slide, &look, &clock);
        assert_eq!(by_hand, Duration::from_millis(u64::from(slide)));
        look.reduced_motion = true;
        assert_eq!(length_of(slide, &look, &clock), Duration::ZERO);
    }
}
