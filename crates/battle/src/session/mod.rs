//! A battle with a player at it: every moment, every command, undo, the branches that were cut off,
//! and the replay (rules §12).

mod rule_edits;

use std::sync::Arc;

use crate::arena::Arena;
use crate::battle::{Battle, Phase};
use crate::command::{Command, CommandRefusal};
use crate::event::{Event, Outcome};
use crate::replay::{Ending, Entry, Replay};
use rule_edits::RuleEdits;

pub use rule_edits::RuleEdit;

/// A session remembers the latest 50 branches.
const MAX_BRANCHES: usize = 50;

/// A battle that is being played, with everything needed to play it again.
///
/// It is a value: moments and branches are shared between clones.
#[derive(Clone, Debug)]
pub struct Session {
    /// As the content has it, without the player's own luck and autofight.
    arena: Arc<Arena>,
    name: String,
    seed: u64,
    entries: Vec<Entry>,
    /// Which entries can still be taken back.
    undoable: Vec<usize>,
    rule_edits: RuleEdits,
    /// From the set-up to the present; never empty.
    moments: Vec<Arc<Moment>>,
    /// The step that is being played.
    running: Option<(Battle, Vec<Event>)>,
    branches: Vec<Arc<Replay>>,
}

/// A finished step.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The state after the step and after the commands that were given there.
    pub battle: Battle,
    /// What happened in the step.
    pub events: Vec<Event>,
    /// The state before the first order or change of rules that was given there, and its fingerprint.
    before_orders: Option<(Arc<Battle>, u64)>,
    /// The fingerprint before the commands.
    before_commands: u64,
    /// The fingerprint of the battle.
    fingerprint: u64,
}

impl Moment {
    fn new(battle: Battle, events: Vec<Event>) -> Arc<Moment> {
        let fingerprint = battle.fingerprint();
        Arc::new(Moment {
            battle,
            events,
            before_orders: None,
            before_commands: fingerprint,
            fingerprint,
        })
    }

    /// The state before the player's orders and changes of rules there, with its fingerprint; `None`
    /// if in the end they left everything as it was. Settings and marks alone are none of them.
    pub fn before_orders(&self) -> Option<(&Battle, u64)> {
        let (before, fingerprint) = self.before_orders.as_ref()?;
        let mut units = before.units().zip(self.battle.units());
        let changed =
            units.any(|((_, was), (_, is))| was.rules != is.rules || was.order != is.order);
        changed.then_some((before, *fingerprint))
    }

    /// [`Battle::fingerprint`], worked out already.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The fingerprint that the step came to, before the commands that were given there.
    pub(crate) fn fingerprint_before_commands(&self) -> u64 {
        self.before_commands
    }
}

/// A command that could not be given again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The command, and where it was given.
    pub entry: Entry,
    /// Why it is refused now; `None` if the battle no longer gets to that step.
    pub refusal: Option<CommandRefusal>,
}

impl Session {
    /// A battle at its start, with nobody at it.
    pub fn start(arena: &Arc<Arena>, name: &str, seed: u64) -> Session {
        let mut session = Session {
            arena: Arc::clone(arena),
            name: name.to_owned(),
            seed,
            entries: Vec::new(),
            undoable: Vec::new(),
            rule_edits: RuleEdits::default(),
            moments: Vec::new(),
            running: None,
            branches: Vec::new(),
        };
        session.set_up();
        session
    }

    /// Plays commands again, each at its step, up to a step or until the battle ends or waits: for
    /// replays, saves and changed content.
    pub fn play_again(
        arena: &Arc<Arena>,
        name: &str,
        seed: u64,
        entries: impl IntoIterator<Item = Entry>,
        steps: u32,
    ) -> (Session, Vec<Skipped>) {
        let mut session = Session::start(arena, name, seed);
        let skipped = session.play_on(entries, steps);
        (session, skipped)
    }

    /// The same battle, taken back to a step as the player came to it: what was ordered there is to
    /// be ordered again. Rules, marks and settings of that step stay. The way it went is a branch.
    pub fn taken_back_to(&self, step: u32) -> Session {
        self.taken_back_without(step, Command::is_order)
    }

    /// The same, with the rules too as they were when the player came to the step.
    pub fn taken_back_before_orders(&self, step: u32) -> Session {
        self.taken_back_without(step, |it| it.is_order() || it.is_of_rules())
    }

    /// The same battle, taken back to a step, without some of the commands that were given there.
    fn taken_back_without(&self, step: u32, goes: impl Fn(&Command) -> bool) -> Session {
        let was_there =
            |entry: &&Entry| entry.step < step || entry.step == step && !goes(&entry.command);
        let entries = self.entries.iter().filter(was_there).cloned();
        let (mut session, _) =
            Session::play_again(&self.arena, &self.name, self.seed, entries, step);
        session.take_branches_and_last_way(self);
        session
    }

    fn set_up(&mut self) {
        let mut events = Vec::new();
        let battle = Battle::start(&self.arena, self.seed, &mut events);
        self.moments.push(Moment::new(battle, events));
    }

    /// The one loop that plays commands again: from the last moment there is, up to a step.
    fn play_on(&mut self, entries: impl IntoIterator<Item = Entry>, steps: u32) -> Vec<Skipped> {
        let mut skipped = Vec::new();
        let mut entries = entries.into_iter().peekable();
        loop {
            let step = self.last_step();
            while let Some(entry) = entries.next_if(|entry| entry.step <= step) {
                if let Err(refusal) = self.give(entry.command.clone()) {
                    let refusal = Some(refusal);
                    skipped.push(Skipped { entry, refusal });
                }
            }
            if step >= steps {
                break;
            }
            self.step();
            if self.last_step() == step {
                break;
            }
        }
        let beyond = entries.map(|entry| Skipped {
            entry,
            refusal: None,
        });
        skipped.extend(beyond);
        skipped
    }

    /// The battle as it is now; while a step is being played, in the middle of it.
    pub fn battle(&self) -> &Battle {
        match &self.running {
            Some((battle, _)) => battle,
            None => &self.present().battle,
        }
    }

    /// The latest finished step.
    pub fn present(&self) -> &Arc<Moment> {
        self.moments.last().expect("the set-up is always there")
    }

    /// Every finished step, the set-up first.
    pub fn moments(&self) -> &[Arc<Moment>] {
        &self.moments
    }

    /// A finished step, if the battle has come that far.
    pub fn moment(&self, step: u32) -> Option<&Arc<Moment>> {
        self.moments.get(step as usize)
    }

    /// The number of the latest finished step; 0 is the set-up.
    pub fn last_step(&self) -> u32 {
        self.moments.len() as u32 - 1
    }

    /// What happened up to and including a step.
    pub fn events_until(&self, step: u32) -> impl Iterator<Item = &Event> {
        let moments = self.moments.iter().take(step as usize + 1);
        moments.flat_map(|moment| &moment.events)
    }

    /// What the player did so far, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Where the dice began.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The ways this battle went before the past was changed, the latest last.
    pub fn branches(&self) -> &[Arc<Replay>] {
        &self.branches
    }

    /// Takes over the branches of the same battle under other content.
    pub fn take_branches(&mut self, before: &Session) {
        self.branches.clone_from(&before.branches);
    }

    /// Takes over the branches of the same battle as it was played before, and keeps the way it last
    /// went as one more.
    pub fn take_branches_and_last_way(&mut self, before: &Session) {
        self.take_branches(before);
        let (last, now) = (before.replay(), self.replay());
        if last != now && self.branches.iter().all(|branch| **branch != last) {
            self.branch_off(last);
        }
    }

    fn branch_off(&mut self, replay: Replay) {
        if self.branches.len() == MAX_BRANCHES {
            self.branches.remove(0);
        }
        self.branches.push(Arc::new(replay));
    }

    /// Everything so far, to keep and play again, except a step that is being played.
    pub fn replay(&self) -> Replay {
        let fingerprints = self.moments.iter().map(|moment| moment.before_commands);
        let present = self.present();
        Replay::new(
            &self.name,
            self.arena.content_hash(),
            self.seed,
            self.entries.clone(),
            fingerprints.collect(),
            (present.fingerprint, Ending::of(present.battle.outcome())),
        )
    }

    /// Carries out a command at the present and remembers it.
    ///
    /// # Errors
    /// If the battle refuses it, or a step is being played.
    pub fn command(&mut self, command: Command) -> Result<(), CommandRefusal> {
        self.command_at(self.last_step(), command)
    }

    /// Carries out a command at a step that has been played. In the past this cuts off what came
    /// after it, which is kept as a branch; a command that is refused or changes nothing does not.
    ///
    /// # Errors
    /// If the battle refuses it, or a step is being played.
    pub fn command_at(&mut self, step: u32, command: Command) -> Result<(), CommandRefusal> {
        let edit = self.rule_edit_by(step, &command);
        self.give_at(step, command)?;
        if let Some(edit) = edit {
            self.rule_edits.note(edit);
        }
        Ok(())
    }

    fn give_at(&mut self, step: u32, command: Command) -> Result<(), CommandRefusal> {
        if let Some(moment) = self.moment(step).filter(|_| step < self.last_step()) {
            self.check_between_steps()?;
            let mut changed = moment.battle.clone();
            changed.command(&command)?;
            // Counting a press that was too fast must not cost the future either.
            let only_counts = matches!(command, Command::Reckless { .. });
            if only_counts || changed.fingerprint() == moment.fingerprint {
                return Ok(());
            }
            self.branch_off(self.replay());
            self.moments.truncate(step as usize + 1);
            let entries = self.entries.partition_point(|entry| entry.step <= step);
            self.entries.truncate(entries);
            self.undoable.clear();
            self.rule_edits.forget_after(entries);
        }
        self.give(command)
    }

    /// Carries out a command at the present.
    fn give(&mut self, command: Command) -> Result<(), CommandRefusal> {
        self.check_between_steps()?;
        let step = self.last_step();
        let present = self.present();
        let mut battle = present.battle.clone();
        let checked = battle.command(&command);
        let fingerprint = battle.fingerprint();
        // Autofight counts the key presses that it refuses, so they are part of the replay.
        if checked.is_err() && fingerprint == present.fingerprint {
            return checked;
        }
        if checked.is_ok() && command.can_be_taken_back() {
            self.undoable.push(self.entries.len());
        }
        let is_order = command.is_order() || command.is_of_rules();
        self.entries.push(Entry { step, command });
        if let Some(present) = self.moments.last_mut() {
            let present = Arc::make_mut(present);
            let before = std::mem::replace(&mut present.battle, battle);
            if is_order && present.before_orders.is_none() {
                present.before_orders = Some((Arc::new(before), present.fingerprint));
            }
            present.fingerprint = fingerprint;
        }
        checked
    }

    /// Commands wait for the end of a step.
    fn check_between_steps(&self) -> Result<(), CommandRefusal> {
        match self.running {
            Some(_) => Err(CommandRefusal::InTheMiddle),
            None => Ok(()),
        }
    }

    /// Plays one step, or the rest of one that has begun.
    pub fn step(&mut self) -> Option<Outcome> {
        for phase in Phase::ALL {
            self.run(phase);
        }
        self.battle().outcome()
    }

    /// Plays one phase if it is due, and returns what happened in it.
    pub fn run(&mut self, phase: Phase) -> &[Event] {
        let (mut battle, mut events) = match self.running.take() {
            Some(running) => running,
            None => (self.present().battle.clone(), Vec::new()),
        };
        let before = events.len();
        battle.run(phase, &mut events);
        if battle.due() != Phase::Decide {
            let (_, events) = self.running.insert((battle, events));
            return &events[before..];
        }
        // The battle is over or waits: no step has begun.
        if battle.tick() == self.last_step() {
            return &[];
        }
        self.forget_undo_after(&battle);
        self.moments.push(Moment::new(battle, events));
        &self.present().events[before..]
    }

    /// Nothing can be taken back after dice were rolled, a new turn began or the battle ended.
    fn forget_undo_after(&mut self, next: &Battle) {
        let before = &self.present().battle;
        let same_turn = next.arena().tempo().takes_turns()
            && next.dice() == before.dice()
            && next.whose_turn() == before.whose_turn()
            && next.outcome().is_none();
        if !same_turn {
            self.undoable.clear();
        }
    }

    /// Whether something could be taken back now.
    pub fn can_undo(&self) -> bool {
        self.undoable().is_some()
    }

    /// What would be taken back now.
    pub fn undoable(&self) -> Option<&Command> {
        let last = self.undoable.last().filter(|_| self.running.is_none())?;
        Some(&self.entries.get(*last)?.command)
    }

    /// Takes back the latest command of the current turn, unless dice were rolled since, by playing
    /// again what came before it.
    ///
    /// # Errors
    /// If there is nothing to take back, or a step is being played.
    pub fn undo(&mut self) -> Result<(), CommandRefusal> {
        self.check_between_steps()?;
        let last = self.undoable.pop().ok_or(CommandRefusal::NothingToUndo)?;
        let undoable = std::mem::take(&mut self.undoable);
        let step = self.entries.get(last).map_or(0, |entry| entry.step);
        self.entries.truncate(last);
        self.rule_edits.forget_after(last);
        // The moment holds the commands of its step: it is played once more, without the last one.
        let first = self.entries.partition_point(|entry| entry.step < step);
        let again = self.entries.split_off(first);
        self.moments.truncate(step as usize);
        if self.moments.is_empty() {
            self.set_up();
        }
        self.play_on(again, step);
        self.undoable = undoable;
        Ok(())
    }
}
