//! Time: the schedule of one step, and the clock that says when a step is due.

use std::time::Duration;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use foretold_battle::{Event, Faction, Happening, Phase};
use foretold_content::{Speed, Timings};

use crate::SimSystems;
use crate::content::GameContent;
use crate::refusal::{Refused, Request, RequestRefusal};
use crate::shown::{Fight, Shown};
use crate::timeline;

/// The schedule of one step: the phases of [`Phase::ALL`], one after another.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The systems that play one phase of a step, chained in the order of [`Phase::ALL`]. Your own system
/// can run between two phases: order it after one set and before the next.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TickSystems(pub Phase);

/// A step was played. Written by [`TickPlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TickFinished {
    /// Which step.
    pub tick: u32,
}

/// Something happened in the battle. Written by [`TickPlugin`] right after the phase in which it
/// happened, and by [`TimelinePlugin`](crate::TimelinePlugin) for the set-up.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleEvent(pub Event);

/// A request to the clock. Anyone may write it; [`TickPlugin`] carries it out.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRequest {
    /// Let time run.
    Play,
    /// Stop time.
    Pause,
    /// Play if paused, pause if playing.
    Toggle,
    /// Set how fast time runs.
    Speed(Speed),
    /// Pause, and play one step.
    Step,
    /// Pause, and look at the step before.
    StepBack,
    /// Pause, and go to a step: back in time, or forward by playing.
    Jump(u32),
    /// Play to the end at once, or until a unit waits for orders.
    Finish,
}

/// When the next step is due. Change it with [`ClockRequest`]s.
#[derive(Resource, Clone, Debug)]
pub struct Clock {
    /// Whether time runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How long things take at normal speed, from the last good content.
    pub timings: Timings,
    /// Time that has passed since the last step.
    pub elapsed: Duration,
    /// Whether the battle waited for the player: the order then happens at once.
    at_once: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            playing: false,
            speed: Speed::Normal,
            timings: Timings::default(),
            elapsed: Duration::ZERO,
            at_once: false,
        }
    }
}

impl Clock {
    /// How long a step lasts at normal speed where all units act at once.
    pub fn step_length(&self) -> Duration {
        milliseconds(self.timings.step)
    }

    /// How long a step with these events is shown at normal speed where units take turns.
    pub fn time_to_show(&self, events: &[Event]) -> Duration {
        let falls = |event: &Event| {
            matches!(
                event.what,
                Happening::Fell { .. } | Happening::WentDown { .. }
            )
        };
        let acts = |event: &Event| {
            matches!(
                event.what,
                Happening::Struck(_)
                    | Happening::Whiffed { .. }
                    | Happening::HelpLost { .. }
                    | Happening::BlockRaised { .. }
                    | Happening::Healed { .. }
                    | Happening::StatusBegan { .. }
                    | Happening::Suffered { .. }
                    | Happening::DeathSave { .. }
            )
        };
        let walks = |event: &Event| {
            matches!(
                event.what,
                Happening::Moved { .. } | Happening::MoveFailed { .. }
            )
        };
        let shown = if events.iter().any(falls) {
            self.timings.last_blow()
        } else if events.iter().any(acts) {
            self.timings.blow()
        } else if events.iter().any(walks) {
            self.timings.slide
        } else {
            0
        };
        milliseconds(shown)
    }

    /// Whether the next step is due, if the last one is shown for this long at normal speed. If so,
    /// takes its time off what has elapsed.
    fn take(&mut self, shown: Duration) -> bool {
        let length = self.speed.step_length(shown).unwrap_or_default();
        let length = if self.at_once { Duration::ZERO } else { length };
        let due = self.playing && self.elapsed >= length;
        if due {
            self.elapsed -= length;
            self.at_once = false;
        }
        due
    }
}

fn milliseconds(count: u32) -> Duration {
    Duration::from_millis(u64::from(count))
}

/// Nobody could follow more steps in one frame.
const MOST_STEPS_A_FRAME: u32 = 8;

/// The clock and the [`Tick`] schedule.
pub struct TickPlugin;

impl Plugin for TickPlugin {
    fn build(&self, app: &mut App) {
        let mut tick = Schedule::new(Tick);
        tick.set_executor(SingleThreadedExecutor::new());
        tick.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..default()
        });
        let mut before = None;
        for phase in Phase::ALL.map(TickSystems) {
            tick.add_systems(play(phase.0).in_set(phase));
            if let Some(before) = before.replace(phase) {
                tick.configure_sets(phase.after(before));
            }
        }
        tick.add_systems(announce_tick.after(TickSystems(Phase::Judge)));
        app.add_schedule(tick)
            .init_resource::<Clock>()
            .add_message::<ClockRequest>()
            .add_message::<TickFinished>()
            .add_message::<BattleEvent>()
            .add_message::<Refused>()
            .configure_sets(
                Update,
                (
                    SimSystems::Content,
                    SimSystems::Requests,
                    SimSystems::Clock,
                    SimSystems::Show,
                    SimSystems::Refresh,
                )
                    .chain(),
            )
            .add_systems(
                Update,
                (
                    copy_timings
                        .run_if(resource_changed::<GameContent>)
                        .after(SimSystems::Content)
                        .before(SimSystems::Requests),
                    (obey_clock_requests, run_clock)
                        .chain()
                        .in_set(SimSystems::Clock),
                ),
            );
    }
}

/// Copies the timings of the last good content to the clock.
fn copy_timings(content: Res<GameContent>, mut clock: ResMut<Clock>) {
    if let Some(content) = content.content()
        && clock.timings != content.theme().timings
    {
        clock.timings = content.theme().timings;
    }
}

/// The system that plays one phase and reports what happened in it.
fn play(
    phase: Phase,
) -> impl FnMut(ResMut<Fight>, MessageWriter<BattleEvent>) + Send + Sync + 'static {
    move |mut fight: ResMut<Fight>, mut happened: MessageWriter<BattleEvent>| {
        if let Some(session) = fight.session_mut() {
            happened.write_batch(session.run(phase).iter().copied().map(BattleEvent));
        }
    }
}

fn announce_tick(fight: Res<Fight>, mut finished: MessageWriter<TickFinished>) {
    if let Some(now) = fight.now() {
        let tick = now.step();
        finished.write(TickFinished { tick });
    }
}

fn now(world: &World) -> Result<&Shown, RequestRefusal> {
    let fight = world.resource::<Fight>();
    fight.now().ok_or(RequestRefusal::NoBattle)
}

/// Whether the battle is over, and its end is on screen.
fn is_over(world: &World) -> bool {
    now(world).is_ok_and(|now| now.is_live() && now.battle().outcome().is_some())
}

/// Whether a unit waits for orders.
fn waits(world: &World) -> bool {
    now(world).is_ok_and(|now| now.is_live() && !now.battle().waits_for().is_empty())
}

/// Plays one step, or goes one step forward through what has been played already.
fn step(world: &mut World) -> Result<(), RequestRefusal> {
    let now = now(world)?;
    if !now.is_live() {
        let next = now.step() + 1;
        return look_at(world, next);
    }
    if is_over(world) {
        return Err(RequestRefusal::Over);
    }
    if waits(world) {
        return Err(RequestRefusal::WaitsForPlayer);
    }
    world.run_schedule(Tick);
    Ok(())
}

fn look_at(world: &mut World, step: u32) -> Result<(), RequestRefusal> {
    let rewound = timeline::look_at(&mut world.resource_mut::<Fight>(), step)?;
    world.write_message_batch(rewound);
    Ok(())
}

fn step_back(world: &mut World) -> Result<(), RequestRefusal> {
    let before = now(world)?.step().checked_sub(1);
    look_at(world, before.ok_or(RequestRefusal::NothingBefore)?)
}

fn jump(world: &mut World, to: u32) -> Result<(), RequestRefusal> {
    let last = now(world)?.session().last_step();
    look_at(world, to.min(last))?;
    for _ in last..to {
        step(world)?;
    }
    Ok(())
}

/// Plays on until the battle is over or waits. Every battle has a time limit, so this ends.
fn finish(world: &mut World) -> Result<(), RequestRefusal> {
    loop {
        match step(world) {
            Ok(()) => {}
            Err(RequestRefusal::Over) => return Ok(()),
            Err(refusal) => return Err(refusal),
        }
    }
}

fn obey_clock_requests(world: &mut World) {
    let requests: Vec<ClockRequest> = world
        .resource_mut::<Messages<ClockRequest>>()
        .drain()
        .collect();
    for request in requests {
        if let Err(reason) = obey(world, request) {
            let request = Request::Clock(request);
            world.write_message(Refused { request, reason });
        }
    }
}

fn obey(world: &mut World, request: ClockRequest) -> Result<(), RequestRefusal> {
    let has_battle = now(world).is_ok();
    let over = is_over(world);
    let mut clock = world.resource_mut::<Clock>();
    let playing = match request {
        ClockRequest::Speed(speed) => {
            clock.speed = speed;
            clock.elapsed = Duration::ZERO;
            return Ok(());
        }
        ClockRequest::Play => true,
        ClockRequest::Toggle => !clock.playing,
        _ => false,
    };
    if playing && !has_battle {
        return Err(RequestRefusal::NoBattle);
    }
    if playing && over {
        return Err(RequestRefusal::Over);
    }
    clock.playing = playing;
    clock.elapsed = Duration::ZERO;
    match request {
        ClockRequest::Step => step(world),
        ClockRequest::StepBack => step_back(world),
        ClockRequest::Jump(to) => jump(world, to),
        ClockRequest::Finish => finish(world),
        ClockRequest::Play
        | ClockRequest::Pause
        | ClockRequest::Toggle
        | ClockRequest::Speed(_) => Ok(()),
    }
}

/// Plays the steps that are due. Time stops while a unit waits for orders.
fn run_clock(world: &mut World) {
    let delta = world
        .get_resource::<Time>()
        .map_or(Duration::ZERO, Time::delta);
    if waits(world) {
        let clock = world.resource::<Clock>();
        if (clock.elapsed, clock.at_once) != (Duration::ZERO, true) {
            let mut clock = world.resource_mut::<Clock>();
            (clock.elapsed, clock.at_once) = (Duration::ZERO, true);
        }
        return;
    }
    let mut clock = world.resource_mut::<Clock>();
    if !clock.playing {
        return;
    }
    clock.elapsed += delta;
    // A step may be refused because the step before it ended the battle or made it wait.
    if clock.speed == Speed::Instant {
        let _ = finish(world);
    } else {
        run_steps(world);
    }
    if now(world).is_err() || is_over(world) {
        world.resource_mut::<Clock>().playing = false;
    }
}

fn run_steps(world: &mut World) {
    for _ in 0..MOST_STEPS_A_FRAME {
        let shown = time_on_screen(world);
        if !world.resource_mut::<Clock>().take(shown) || step(world).is_err() {
            return;
        }
    }
    // After a long frame the battle continues; it does not catch up.
    world.resource_mut::<Clock>().elapsed = Duration::ZERO;
}

/// How long the step on screen is shown at normal speed.
fn time_on_screen(world: &World) -> Duration {
    let clock = world.resource::<Clock>();
    let Ok(now) = now(world) else {
        return clock.step_length();
    };
    let (battle, moment) = (now.battle(), now.moment());
    if !battle.arena().tempo().takes_turns() {
        return clock.step_length();
    }
    let before = now.step().checked_sub(1);
    let before = before.and_then(|step| now.session().moment(step));
    let (next, last) = (
        battle.acts_next(),
        before.map(|before| before.battle.acts_next()),
    );
    let enemies = battle.arena().side(Faction::Enemy);
    let another = last != Some(next) && !next.and(enemies).is_empty();
    let pause = if another { clock.timings.turn } else { 0 };
    clock.time_to_show(&moment.events) + milliseconds(pause)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Duration = Duration::from_millis(100);

    fn due(speed: Speed, frames: u32) -> u32 {
        let mut clock = Clock {
            playing: true,
            speed,
            ..Clock::default()
        };
        let mut steps = 0;
        for _ in 0..frames {
            clock.elapsed += FRAME;
            while clock.take(clock.step_length()) {
                steps += 1;
            }
        }
        steps
    }

    #[test]
    fn each_speed_is_twice_the_one_before() {
        assert_eq!(due(Speed::Half, 48), 4);
        assert_eq!(due(Speed::Normal, 48), 8);
        assert_eq!(due(Speed::Double, 48), 16);
        assert_eq!(due(Speed::Quadruple, 48), 32);
        assert_eq!(due(Speed::Octuple, 48), 64);
    }

    #[test]
    fn a_paused_clock_does_not_count() {
        let mut clock = Clock {
            elapsed: Duration::from_secs(60),
            ..Clock::default()
        };
        assert!(!clock.take(FRAME));
        clock.playing = true;
        assert!(clock.take(FRAME));
    }

    #[test]
    fn the_unit_that_was_waited_for_acts_at_once_and_what_follows_takes_its_time() {
        let mut clock = Clock {
            playing: true,
            at_once: true,
            ..Clock::default()
        };
        assert!(clock.take(FRAME));
        assert!(!clock.take(FRAME));
    }
}
