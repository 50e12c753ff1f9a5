//! Motion between two finished steps: units walk to their cells, strikers lunge or shoot, targets
//! recoil, units that fall tip over. It follows what has happened and never changes it, and it can
//! be off.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use foretold_battle::{Battle, Event, UnitId};
use foretold_sim::{
    BattleReplayed, BattleStarted, Clock, Rewound, Shown, SimSystems, TickFinished,
};

use crate::ViewSystems;
use crate::choreography::{Choreography, Gesture};
use crate::impacts::Impact;
use crate::intent_lines::IntentLines;
use crate::look::Look;
use crate::power_saving::RedrawRequests;

/// At most this part of a step is spent on motion: the rest is for reading.
const PART_OF_A_STEP: f32 = 0.45;

/// How long a blow shakes the board, in slides, and how far, in cells.
const SHAKE: f32 = 0.8;
const SHAKE_BY: f32 = 0.07;

/// When the last unit of a side falls, time runs this much slower for this long.
const SLOW: f32 = 0.25;
const SLOW_FOR: Duration = Duration::from_millis(250);

/// In steps shorter than this units only walk and lunge: nobody could follow more, and more than
/// three flashes a second can make people ill.
const LEAST_STEP: Duration = Duration::from_millis(334);

/// Motion of tokens, and the pulse of lines.
pub struct MotionPlugin;

impl Plugin for MotionPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(crate::impacts::plugin)
            .init_resource::<Motion>()
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

/// How a token stands at this moment of a motion. [`Pose::default`] is at rest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// From the middle of its unit's cell, in cells; y upwards.
    pub offset: Vec2,
    /// How far it leans, in radians, anticlockwise; it turns about its foot.
    pub angle: f32,
    /// How much wider and higher it is; 1 is its own size. Its foot stays where it is.
    pub scale: Vec2,
    /// How much it lights up, from 0 to 1, which is all white.
    pub flash: f32,
    /// Of a unit that falls in this step: 1 while it still stands, 0 once it lies. 0 of all others.
    pub standing: f32,
}

impl Default for Pose {
    fn default() -> Self {
        Pose {
            offset: Vec2::ZERO,
            angle: 0.0,
            scale: Vec2::ONE,
            flash: 0.0,
            standing: 0.0,
        }
    }
}

/// What is moving on the board now.
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Motion {
    gestures: Vec<Gesture>,
    impacts: Vec<Impact>,
    /// When blows shake the board, in slides.
    thuds: Vec<f32>,
    /// When the last unit of a side falls, in slides.
    last_fall: Option<f32>,
    /// How long that has slowed everything.
    slowed: Duration,
    /// How long everything takes, in slides.
    slides: f32,
    elapsed: Duration,
    length: Duration,
}

impl Motion {
    /// The motion for the events of a step.
    fn of(battle: &Battle, events: &[Event], slide: Duration, most: Duration) -> Motion {
        let script = Choreography::of(battle, events);
        Motion {
            length: slide.mul_f32(script.ends).min(most),
            slides: script.ends,
            gestures: script.gestures,
            impacts: script.impacts,
            thuds: script.thuds,
            last_fall: script.last_fall.filter(|_| script.is_over),
            slowed: Duration::ZERO,
            elapsed: Duration::ZERO,
        }
    }

    /// Without what takes time to see.
    fn plain(self) -> Motion {
        let gestures = self.gestures.into_iter().map(Gesture::without_flash);
        Motion {
            gestures: gestures.collect(),
            impacts: Vec::new(),
            thuds: Vec::new(),
            last_fall: None,
            ..self
        }
    }

    /// Whether nothing moves.
    pub fn is_still(&self) -> bool {
        self.gestures.is_empty()
    }

    /// How a unit's token stands now.
    pub fn pose(&self, unit: UnitId) -> Pose {
        let mut pose = Pose::default();
        let now = self.now();
        for gesture in self.gestures.iter().filter(|gesture| gesture.unit == unit) {
            gesture.pose_at(&mut pose, now);
        }
        pose
    }

    /// What flies, sparks, glows and crumbles now, each with the share of it that is done.
    pub(crate) fn impacts(&self) -> impl Iterator<Item = (&Impact, f32)> {
        let now = self.now();
        let all = self.impacts.iter();
        all.map(move |impact| (impact, (now - impact.begins) / impact.lasts))
            .filter(|(_, done)| (0.0..1.0).contains(done))
    }

    /// How far the board is from its place, in cells.
    pub(crate) fn shake(&self) -> Vec2 {
        let now = self.now();
        let since = self.thuds.iter().map(|thud| (now - thud) / SHAKE);
        let fade = |since: f32| {
            let left = (1.0 - since).powi(2) * SHAKE_BY;
            Vec2::new((since * 5.0 * PI).cos(), (since * 4.0 * PI).sin()) * left
        };
        since
            .filter(|since| (0.0..1.0).contains(since))
            .map(fade)
            .sum::<Vec2>()
            .clamp_length_max(SHAKE_BY)
    }

    /// When something happens to a unit first.
    pub(crate) fn reaches(&self, unit: UnitId) -> Duration {
        let own = self.gestures.iter().filter(|gesture| gesture.unit == unit);
        let reached = own.filter(|gesture| gesture.is_reaction());
        let first = reached.map(|gesture| gesture.begins).reduce(f32::min);
        first.map_or(Duration::ZERO, |first| {
            self.length.mul_f32(first / self.slides)
        })
    }

    /// Lets time pass.
    fn advance(&mut self, delta: Duration) {
        let falls = self.last_fall.is_some_and(|fall| self.now() >= fall);
        if falls && self.slowed < SLOW_FOR {
            self.slowed += delta;
            self.elapsed += delta.mul_f32(SLOW);
        } else {
            self.elapsed += delta;
        }
    }

    /// The time of the motion, in slides.
    fn now(&self) -> f32 {
        if self.length.is_zero() {
            return self.slides;
        }
        self.slides * self.elapsed.as_secs_f32() / self.length.as_secs_f32()
    }
}

/// How long a step lasts on screen. A single step by hand lasts as long as at normal speed.
fn step_on_screen(clock: &Clock) -> Duration {
    if clock.playing {
        clock
            .speed
            .step_length(clock.step_length())
            .unwrap_or_default()
    } else {
        clock.step_length()
    }
}

/// How much longer than at normal speed a step lasts on screen.
pub(crate) fn slowness(clock: &Clock) -> f32 {
    let normal = clock.step_length().as_secs_f32().max(0.001);
    step_on_screen(clock).as_secs_f32() / normal
}

/// How long motion may last to fit into a step; zero if it is off.
fn longest_motion(look: &Look, clock: &Clock) -> Duration {
    if look.moves() {
        step_on_screen(clock).mul_f32(PART_OF_A_STEP)
    } else {
        Duration::ZERO
    }
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
    /// Whether steps last long enough for more than units that walk and lunge.
    pub(crate) fn can_be_followed(&self, look: &Look) -> bool {
        look.moves() && step_on_screen(&self.clock) >= LEAST_STEP
    }

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
    let slide = Duration::from_millis(u64::from(look.theme.timings.slide));
    let slide = slide.mul_f32(slowness(&clock));
    let most = longest_motion(&look, &clock);
    *motion = match changes.read() {
        ScreenChange::Nothing => return,
        ScreenChange::Step(events) if !most.is_zero() => {
            let motion = Motion::of(shown.battle(), &events, slide, most);
            if changes.can_be_followed(&look) {
                motion
            } else {
                motion.plain()
            }
        }
        ScreenChange::Step(_) | ScreenChange::Jump => Motion::default(),
    };
}

fn advance_motion(time: Res<Time>, mut motion: ResMut<Motion>, mut redraw: ResMut<RedrawRequests>) {
    if motion.is_still() {
        return;
    }
    redraw.request();
    motion.advance(time.delta());
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
    use foretold_battle::testing::{aimed_shot, board, light_punch, move_towards, recruit};

    use super::*;
    use crate::choreography::{CONTACT, STRIKE};
    use crate::impacts::ImpactKind;

    fn step(picture: &str) -> (Battle, Vec<Event>) {
        let mut battle = board(picture)
            .unit('A', recruit().gambits([light_punch(), move_towards()]))
            .unit('e', recruit())
            .start(1);
        let mut events = Vec::new();
        battle.step(&mut events);
        (battle, events)
    }

    const SLIDE: Duration = Duration::from_millis(200);

    fn motion(picture: &str) -> Motion {
        let (battle, events) = step(picture);
        Motion::of(&battle, &events, SLIDE, Duration::from_secs(1))
    }

    /// The pose of a unit after a time in slides.
    fn pose(motion: &Motion, slot: usize, slides: f32) -> Pose {
        let mut motion = motion.clone();
        motion.elapsed = SLIDE.mul_f32(slides);
        motion.pose(UnitId::new(slot).expect("it is there"))
    }

    #[test]
    fn a_unit_that_walks_begins_where_it_was_and_ends_at_rest() {
        let motion = motion("A . . e");
        assert_eq!(pose(&motion, 0, 0.0).offset, Vec2::new(-1.0, 0.0));
        let halfway = pose(&motion, 0, 0.5).offset;
        assert!((-0.5..0.0).contains(&halfway.x), "{halfway}");
        assert_eq!(pose(&motion, 0, 1.0), Pose::default());
        assert_eq!(pose(&motion, 1, 0.5), Pose::default(), "it does nothing");
    }

    #[test]
    fn a_striker_draws_back_and_lunges_and_its_target_recoils_at_contact() {
        let motion = motion("A e");
        let (striker, target) = (0, 1);
        assert!(
            pose(&motion, striker, 0.2).offset.x < -0.01,
            "it draws back"
        );
        assert_eq!(pose(&motion, target, 0.5), Pose::default(), "not yet");
        assert!(pose(&motion, striker, CONTACT).offset.x > 0.2);
        let hit = pose(&motion, target, CONTACT + 0.01);
        assert!(hit.offset.x > 0.05 && hit.flash > 0.9, "{hit:?}");
        for unit in [striker, target] {
            assert_eq!(pose(&motion, unit, STRIKE + 0.01), Pose::default());
        }
    }

    #[test]
    fn a_unit_that_falls_stands_until_the_blow_lands() {
        let mut battle = board("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit().hp(10))
            .start(1);
        let mut events = Vec::new();
        battle.step(&mut events);
        let motion = Motion::of(&battle, &events, SLIDE, Duration::from_secs(1));
        assert_eq!(pose(&motion, 1, 0.1).standing, 1.0);
        assert!((0.1..0.9).contains(&pose(&motion, 1, CONTACT + 0.5).standing));
        assert_eq!(pose(&motion, 1, STRIKE + 0.01), Pose::default());
    }

    #[test]
    fn a_shot_flies_to_its_cell_and_the_last_fall_is_slow() {
        let mut battle = board("A . . e")
            .unit('A', recruit().gambits([aimed_shot()]).accuracy(200))
            .unit('e', recruit().hp(5))
            .start(1);
        let mut events = Vec::new();
        battle.step(&mut events);
        assert!(battle.outcome().is_some(), "{events:?}");
        let mut motion = Motion::of(&battle, &events, SLIDE, Duration::from_secs(1));
        motion.elapsed = SLIDE.mul_f32(CONTACT - 0.1);
        let flies = |(impact, _): (&Impact, f32)| matches!(impact.kind, ImpactKind::Flight { .. });
        assert_eq!(motion.impacts().filter(|it| flies(*it)).count(), 1);
        assert_eq!(motion.shake(), Vec2::ZERO, "it has not landed");
        motion.elapsed = SLIDE.mul_f32(CONTACT + 0.05);
        assert!(!motion.impacts().any(flies));
        assert!(motion.shake().length() > 0.01, "all of its HP");
        let before = motion.elapsed;
        motion.advance(Duration::from_millis(100));
        assert_eq!(motion.elapsed - before, Duration::from_millis(25));
        let target = UnitId::new(1).expect("it is there");
        assert!(motion.pose(target).flash > 0.0);
        let plain = motion.plain();
        assert_eq!(plain.impacts().count(), 0);
        assert_eq!(plain.pose(target).flash, 0.0);
    }

    #[test]
    fn motion_leaves_time_to_read_and_can_be_off() {
        let (mut look, mut clock) = (Look::default(), Clock::default());
        let normal = clock.step_length();
        let longest = |look: &Look, clock: &Clock| longest_motion(look, clock).as_millis();
        clock.playing = true;
        assert_eq!(longest(&look, &clock), normal.as_millis() * 45 / 100);
        clock.speed = foretold_sim::Speed::Octuple;
        assert!(longest(&look, &clock) <= normal.as_millis() / 16);
        clock.speed = foretold_sim::Speed::Instant;
        assert_eq!(longest(&look, &clock), 0);
        clock.playing = false;
        assert!(longest(&look, &clock) > 0, "by hand");
        look.reduced_motion = true;
        assert_eq!(longest(&look, &clock), 0);
    }
}
