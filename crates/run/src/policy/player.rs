//! A player: decides what to do next, one command after another.

use std::collections::VecDeque;
use std::sync::Arc;

use foretold_battle::Faction;

use super::arrange::arrange;
use super::likes::Likes;
use super::lore::Lore;
use super::{Policy, again, foresee};
use crate::command::RunCommand;
use crate::dice::RunDice;
use crate::realm::side;
use crate::run::{CurrentFight, JournalEntry, Run, RunStage};

/// More steps than any battle has.
const ALL_STEPS: u32 = 100_000;
/// How often, in percent, somebody who plays a seed again does something else than it would.
const WAVERS: usize = 12;

/// Plays a run by a policy. The same policy, seed and attempt always play the same.
#[derive(Clone, Debug)]
pub struct Player {
    policy: Policy,
    lore: Arc<Lore>,
    /// Dice of its own: what it does never moves those of the run.
    dice: RunDice,
    /// Whether it sometimes does something else than it likes best.
    wavers: bool,
    /// What it has decided and not yet done.
    queue: VecDeque<RunCommand>,
    /// Whether everybody is ready to go on.
    is_ready: bool,
}

impl Player {
    /// A player of a seed. The first attempt, 0, does what the policy likes best; every later one now
    /// and then something else.
    pub fn new(policy: Policy, lore: &Arc<Lore>, seed: u64, attempt: u32) -> Player {
        Player {
            policy,
            lore: Arc::clone(lore),
            dice: RunDice::new(seed, ("policy", policy.name(), attempt)),
            wavers: attempt > 0,
            queue: VecDeque::new(),
            is_ready: false,
        }
    }

    /// What to do next in a run that is not over.
    pub fn next(&mut self, run: &Run) -> RunCommand {
        if let Some(next) = self.queue.pop_front() {
            return next;
        }
        match run.stage() {
            RunStage::OnMap if !self.is_ready => {
                self.is_ready = true;
                self.queue = match self.policy {
                    Policy::Random => self.wear_anything(run).into_iter().collect(),
                    _ => arrange(run, &self.lore).into(),
                };
                self.next(run)
            }
            RunStage::OnMap => {
                self.is_ready = false;
                self.choose(run)
            }
            RunStage::Fighting => self.fight(run),
            _ => self.choose(run),
        }
    }

    /// Plays a run to its end; a command that is refused ends it, with what was refused and why.
    ///
    /// # Errors
    /// The command and the refusal: a fault of the policy.
    pub fn play(&mut self, run: &mut Run) -> Result<(), (RunCommand, crate::command::RunRefusal)> {
        while run.end().is_none() {
            let command = self.next(run);
            run.command(command.clone())
                .map_err(|refusal| (command, refusal))?;
        }
        Ok(())
    }

    fn choose(&mut self, run: &Run) -> RunCommand {
        let mut choices = run.choices();
        // Whoever plays a seed again tries other companions first of all.
        let sets_out = matches!(run.stage(), RunStage::Choosing(_));
        let wavers = self.wavers && (sets_out || self.dice.percent(WAVERS));
        let any = self.policy == Policy::Random || wavers;
        let best = if any {
            self.dice.below(choices.len())
        } else {
            self.best(run, &choices)
        };
        if choices.is_empty() {
            RunCommand::GiveUp
        } else {
            choices.swap_remove(best)
        }
    }

    /// The place of the choice that is liked best; of equals the first.
    fn best(&self, run: &Run, choices: &[RunCommand]) -> usize {
        let likes = Likes {
            build: self.policy.build(),
            lore: &self.lore,
        };
        let liked: Vec<i32> = choices.iter().map(|choice| likes.of(run, choice)).collect();
        let values = match self.policy {
            Policy::Foreseer => foresee::values(run, &self.lore, choices, &liked),
            _ => liked,
        };
        let places = (0..choices.len()).rev();
        places.max_by_key(|&place| values[place]).unwrap_or(0)
    }

    /// Somebody who thinks of nothing puts on what is found, whoever has room for it.
    fn wear_anything(&mut self, run: &Run) -> Option<RunCommand> {
        let item = run.bag().first()?;
        let slot = run.realm().item(item)?.slot;
        let companion = self.dice.below(run.company().len());
        let is_free = !run.company()[companion].items.contains_key(&slot);
        is_free.then(|| RunCommand::Wear {
            companion: companion as u8,
            item: item.clone(),
        })
    }

    /// Giving up, or any moment of a lost battle again with two rules of somebody swapped.
    fn any_way_back(&mut self, run: &Run, fight: &CurrentFight) -> Vec<RunCommand> {
        let last = fight.session.last_step();
        let step = self.dice.below(last as usize + 1) as u32;
        if step == last {
            return Vec::new();
        }
        let companion = self.dice.below(run.company().len());
        let unit = side(&fight.encounter, Faction::Friendly).nth(companion);
        let swap = unit.and_then(|unit| {
            let mut rules = again::rules_of(fight, unit);
            let (one, other) = (self.dice.below(rules.len()), self.dice.below(rules.len()));
            if rules.is_empty() {
                return None;
            }
            rules.swap(one, other);
            again::changed(fight, unit, &rules)
        });
        let back = [RunCommand::TakeBack { step }];
        back.into_iter().chain(swap).collect()
    }

    fn fight(&mut self, run: &Run) -> RunCommand {
        let Some(fight) = run.battle() else {
            return RunCommand::GiveUp;
        };
        let go_on = RunCommand::Step { steps: ALL_STEPS };
        let is_lost = fight.session.battle().outcome().is_some();
        if is_lost {
            self.queue = match self.policy {
                Policy::Random => self.any_way_back(run, fight).into(),
                Policy::Foreseer => foresee::again(run, &self.lore).into(),
                _ => again::again(run, &self.lore).into(),
            };
            return self.queue.pop_front().unwrap_or(RunCommand::GiveUp);
        }
        // Once taken back, what it thought best at first is what lost.
        let is_again = matches!(run.journal().last(), Some(JournalEntry::TookBack(_)));
        if self.policy == Policy::Foreseer && fight.session.last_step() == 0 && !is_again {
            self.queue = foresee::rules(run, &self.lore).into();
        }
        self.queue.push_back(go_on);
        self.queue.pop_front().expect("there is at least a step")
    }
}
