//! Time: the schedule of one step, and the clock that says when a step is due.

use std::time::Duration;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use foretold_battle::{Event, Faction, Happening, Phase, Tempo};
use foretold_content::{Speed, Timings};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::content::GameContent;
use crate::refusal::{Refusal, Refused, Request};
use crate::timeline::{self, Timeline};

/// The schedule of one step: the phases of [`Phase::ALL`], one after another.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The phases of a step, in the order of [`Phase::ALL`]. A system between two of them runs
/// between the two phases.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TickSystems {
    /// Everyone decides against the state at the start of the step.
    Decide,
    /// Block and dodging rise.
    Guards,
    /// Attacks of cost 1 land.
    QuickStrikes,
    /// Steps are taken, collisions settled.
    Movement,
    /// Attacks of cost 2 or more land.
    HeavyStrikes,
    /// Heals, statuses, shoves, death saves, poison and hazards.
    Effects,
    /// The fallen leave, the outcome is judged, card brains draw.
    Judge,
}

impl From<Phase> for TickSystems {
    fn from(phase: Phase) -> TickSystems {
        match phase {
            Phase::Decide => TickSystems::Decide,
            Phase::Guards => TickSystems::Guards,
            Phase::QuickStrikes => TickSystems::QuickStrikes,
            Phase::Movement => TickSystems::Movement,
            Phase::HeavyStrikes => TickSystems::HeavyStrikes,
            Phase::Effects => TickSystems::Effects,
            Phase::Judge => TickSystems::Judge,
        }
    }
}

/// A step was played. Written by [`TickPlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TickFinished {
    /// Which step.
    pub tick: u32,
}

/// Something happened in the battle. Written by the plugin whose phase it happened in, right
/// after that phase.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleEvent(pub Event);

/// What the clock can be asked for. Anyone may write it; [`TickPlugin`] reads it.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRequest {
    /// Let time run.
    Play,
    /// Stop time.
    Pause,
    /// Play if paused, pause if playing.
    Toggle,
    /// How fast time runs.
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

/// When the next step is due. Change it by [`ClockRequest`]s.
#[derive(Resource, Clone, Debug)]
pub struct Clock {
    /// Whether time runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How long things take at normal speed: those of the last good content.
    pub timings: Timings,
    /// Time that has passed since the last step.
    pub elapsed: Duration,
    /// Whether the player was waited for: what they order happens at once.
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
    /// How long a step lasts at normal speed, where all act at once.
    pub fn step_length(&self) -> Duration {
        milliseconds(self.timings.step)
    }

    /// How long a step is shown in which this happened, at normal speed, where units take turns.
    pub fn shows(&self, events: &[Event]) -> Duration {
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

    /// Whether the next step is due, if the last one is shown so long at normal speed. If it is, its
    /// time is taken.
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

/// More steps in one frame nobody could follow.
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
        for pair in Phase::ALL.windows(2) {
            if let [earlier, later] = *pair {
                tick.configure_sets(TickSystems::from(earlier).before(TickSystems::from(later)));
            }
        }
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
                    SimSystems::Timeline,
                    SimSystems::Clock,
                    SimSystems::Refresh,
                )
                    .chain(),
            )
            .add_systems(Tick, announce_tick.after(TickSystems::Judge))
            .add_systems(
                Update,
                (
                    follow_timings
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

/// Takes over the timings of the last good content.
fn follow_timings(content: Res<GameContent>, mut clock: ResMut<Clock>) {
    if let Some(content) = content.content()
        && clock.timings != content.theme().timings
    {
        clock.timings = content.theme().timings;
    }
}

/// The system that plays one phase and tells what happened in it.
pub(crate) fn play(
    phase: Phase,
) -> impl FnMut(ResMut<CurrentBattle>, MessageWriter<BattleEvent>) + Send + Sync + 'static {
    move |mut battle: ResMut<CurrentBattle>, mut told: MessageWriter<BattleEvent>| {
        told.write_batch(battle.run(phase).iter().copied().map(BattleEvent));
    }
}

fn announce_tick(battle: Res<CurrentBattle>, mut finished: MessageWriter<TickFinished>) {
    let tick = battle.live().battle().tick();
    finished.write(TickFinished { tick });
}

/// Plays one step, or goes one step forward through what has been played already.
fn step(world: &mut World) -> Result<(), Refusal> {
    let battle = world
        .get_resource::<CurrentBattle>()
        .ok_or(Refusal::NoBattle)?;
    if !battle.is_live() {
        let next = battle.battle().tick() + 1;
        return timeline::look_at(world, next);
    }
    if battle.battle().outcome().is_some() {
        return Err(Refusal::Over);
    }
    if !battle.battle().waits_for().is_empty() {
        return Err(Refusal::WaitsForPlayer);
    }
    world.run_schedule(Tick);
    Ok(())
}

fn step_back(world: &mut World) -> Result<(), Refusal> {
    let battle = world
        .get_resource::<CurrentBattle>()
        .ok_or(Refusal::NoBattle)?;
    let before = battle
        .battle()
        .tick()
        .checked_sub(1)
        .ok_or(Refusal::NothingBefore)?;
    timeline::look_at(world, before)
}

fn jump(world: &mut World, to: u32) -> Result<(), Refusal> {
    let timeline = world.get_resource::<Timeline>().ok_or(Refusal::NoBattle)?;
    let last = timeline.last();
    timeline::look_at(world, to.min(last))?;
    for _ in last..to {
        step(world)?;
    }
    Ok(())
}

/// Plays on until the battle is over or waits. At most until its time is up, so this ends.
fn finish(world: &mut World) -> Result<(), Refusal> {
    loop {
        match step(world) {
            Ok(()) => {}
            Err(Refusal::Over) => return Ok(()),
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

fn obey(world: &mut World, request: ClockRequest) -> Result<(), Refusal> {
    let has_battle = world.contains_resource::<CurrentBattle>();
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
        return Err(Refusal::NoBattle);
    }
    let battle = world.get_resource::<CurrentBattle>();
    let over = battle.is_some_and(|it| it.is_live() && it.battle().outcome().is_some());
    if playing && over {
        return Err(Refusal::Over);
    }
    let mut clock = world.resource_mut::<Clock>();
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

/// Plays the steps that are due. Time stands still while a unit waits for orders.
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
    // A step may be refused because the one before it ended the battle, or made it wait.
    if clock.speed == Speed::Instant {
        let _ = finish(world);
    } else {
        run_steps(world);
    }
    let over = world
        .get_resource::<CurrentBattle>()
        .is_none_or(|battle| battle.is_live() && battle.battle().outcome().is_some());
    if over {
        world.resource_mut::<Clock>().playing = false;
    }
}

fn run_steps(world: &mut World) {
    for _ in 0..MOST_STEPS_A_FRAME {
        let shown = shown(world);
        if !world.resource_mut::<Clock>().take(shown) || step(world).is_err() {
            return;
        }
    }
    // After a long frame the battle goes on; it does not catch up.
    world.resource_mut::<Clock>().elapsed = Duration::ZERO;
}

/// Whether a unit waits for orders.
fn waits(world: &World) -> bool {
    world
        .get_resource::<CurrentBattle>()
        .is_some_and(|battle| battle.is_live() && !battle.battle().waits_for().is_empty())
}

/// How long the step on screen is shown at normal speed.
fn shown(world: &World) -> Duration {
    let (clock, timeline) = (world.resource::<Clock>(), world.resource::<Timeline>());
    let Some(battle) = world.get_resource::<CurrentBattle>() else {
        return clock.step_length();
    };
    let battle = battle.battle();
    if battle.arena().tempo() == Tempo::Ticks {
        return clock.step_length();
    }
    let moment = timeline.moment(battle.tick());
    let before = battle
        .tick()
        .checked_sub(1)
        .and_then(|tick| timeline.moment(tick));
    let (next, last) = (
        battle.acts_next(),
        before.map(|moment| moment.battle.acts_next()),
    );
    let enemies = battle.arena().side(Faction::Enemy);
    let another = last != Some(next) && !next.and(enemies).is_empty();
    let shows = moment.map_or(Duration::ZERO, |moment| clock.shows(&moment.events));
    shows
        + if another {
            milliseconds(clock.timings.turn)
        } else {
            Duration::ZERO
        }
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
    fn who_was_waited_for_acts_at_once_and_what_follows_takes_its_time() {
        let mut clock = Clock {
            playing: true,
            at_once: true,
            ..Clock::default()
        };
        assert!(clock.take(FRAME));
        assert!(!clock.take(FRAME));
    }
}
