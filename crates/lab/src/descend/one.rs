//! One run: played by a policy, with a note of everything that is counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::{Outcome, fingerprint, forecast};
use foretold_content::CardChange;
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{
    JournalEntry, Realm, Rest, Run, RunCommand, RunEnd, RunOffer, RunRecord, RunStage, RunStart,
};

use super::results::RunSettings;

/// How often a fight is played before it begins.
pub(super) const FORETOLD: u32 = 200;

/// What one thread plays with.
pub(super) struct Seat {
    realm: Arc<Realm>,
    lore: Arc<Lore>,
    settings: RunSettings,
    /// Whether each run is kept and taken up again after every command.
    restored: bool,
}

/// A thing that can be found or met, by its kind and id.
pub(super) type Thing = (&'static str, String);

/// What happened in a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RunReport {
    pub(super) won: bool,
    /// The floor that it came to.
    pub(super) floor: u8,
    pub(super) fights: u64,
    pub(super) fights_won: u64,
    /// Battles that were taken back.
    pub(super) omens: u64,
    /// Commands that were refused: faults of a policy.
    pub(super) faults: u64,
    /// What was taken or met at least once.
    pub(super) taken: BTreeSet<Thing>,
    /// What could have been taken at least once.
    pub(super) offered: BTreeSet<Thing>,
    /// The odds foretold of each fight, in hundredths of a percent, and whether it was won at first.
    pub(super) foretold: Vec<(u16, bool)>,
    pub(super) fingerprint: u64,
}

impl Seat {
    pub(super) fn new(realm: Arc<Realm>, settings: RunSettings, restored: bool) -> Seat {
        let lore = Arc::new(Lore::of(&realm));
        Seat {
            realm,
            lore,
            settings,
            restored,
        }
    }

    /// Plays a seed: a list of reports for each side of the results.
    pub(super) fn play(&mut self, seed: u64) -> Vec<Vec<RunReport>> {
        let Some(tries) = self.settings.until_won else {
            let policies = self.settings.policies.iter();
            return policies
                .map(|policy| vec![self.run(*policy, seed, 0)])
                .collect();
        };
        let mut reports = Vec::new();
        for number in 0..tries {
            let (policy, attempt) = turn(number);
            reports.push(self.run(policy, seed, attempt));
            if reports.last().is_some_and(|last| last.won) {
                break;
            }
        }
        vec![reports]
    }

    fn run(&self, policy: Policy, seed: u64, attempt: u32) -> RunReport {
        let start = RunStart {
            seed,
            level: self.settings.level,
            finished: self.settings.finished,
        };
        let mut run = Run::begin(&self.realm, start);
        let mut player = Player::new(policy, &self.lore, seed, attempt);
        let mut report = RunReport::default();
        while run.end().is_none() {
            let command = player.next(&run);
            report.look(&run, &command);
            if self.settings.calibrate
                && let Some(odds) = foretell(&run, &command)
            {
                report.foretold.push((odds, false));
            }
            if run.command(command).is_err() {
                report.faults += 1;
                // Whatever it wanted, there is no sense in going on.
                let _ = run.command(RunCommand::GiveUp);
            }
            if self.restored {
                run = restored(&run);
            }
        }
        report.close(&run);
        report
    }
}

/// A run that was kept as text and taken up again.
fn restored(run: &Run) -> Run {
    let record = RunRecord::from_text(&run.record().to_text());
    let again = record.and_then(|record| record.play(run.realm()));
    again.expect("what was kept a moment ago plays the same")
}

/// Who tries a seed for the n-th time: first everybody once, the most thoughtful first, then again
/// with other whims.
pub(super) fn turn(number: u32) -> (Policy, u32) {
    const FIRST: [Policy; 6] = [
        Policy::Steady,
        Policy::Foreseer,
        Policy::Wall,
        Policy::Archers,
        Policy::Fire,
        Policy::Pushers,
    ];
    const THEN: [Policy; 4] = [
        Policy::Foreseer,
        Policy::Foreseer,
        Policy::Foreseer,
        Policy::Steady,
    ];
    let number = number as usize;
    match number.checked_sub(FIRST.len()) {
        None => (FIRST[number], 0),
        Some(more) => (THEN[more % THEN.len()], more as u32 + 1),
    }
}

/// The odds of a fight that is about to be fought for the first time.
pub(super) fn foretell(run: &Run, command: &RunCommand) -> Option<u16> {
    let fight = run.battle()?;
    let is_first = !matches!(run.journal().last(), Some(JournalEntry::TookBack(_)));
    let begins = matches!(command, RunCommand::Step { .. }) && fight.session.last_step() == 0;
    (begins && is_first && *run.stage() == RunStage::Fighting).then(|| {
        let seed = fingerprint(&(run.start().seed, "calibration", run.place()));
        let tally = forecast(fight.session.battle(), seed, 0..FORETOLD);
        tally.win().odds.hundredths()
    })
}

impl RunReport {
    /// Notes what is offered where this is done.
    fn look(&mut self, run: &Run, command: &RunCommand) {
        match run.stage() {
            RunStage::Choosing(units) => {
                let units = units.iter().map(|unit| ("companion", unit.clone()));
                self.offered.extend(units);
            }
            RunStage::Offered(offers) => self.offered.extend(offers.iter().map(thing)),
            RunStage::AtShrine(Some(terms)) => {
                self.offered.insert(thing(&terms.gives));
            }
            // Who rests did not choose between skills.
            RunStage::AtCamp if matches!(command, RunCommand::Camp(Rest::Learn { .. })) => {
                let company = run.company().iter();
                let learnt = company.flat_map(|it| {
                    let recruit = run.realm().recruit(&it.unit);
                    let learns = recruit.map_or(&[][..], |recruit| &recruit.learns);
                    learns
                        .iter()
                        .filter(|skill| it.can_learn(run.realm(), skill))
                });
                self.offered
                    .extend(learnt.map(|skill| ("skill", skill.clone())));
            }
            _ => {}
        }
    }

    /// Reads the journal of a run that is over.
    fn close(&mut self, run: &Run) {
        self.won = run.end() == Some(RunEnd::Won);
        self.floor = run.place().map_or(0, |place| place.floor);
        self.fingerprint = run.fingerprint();
        let mut first_tries = Vec::new();
        let mut is_first = true;
        for entry in run.journal() {
            match entry {
                JournalEntry::SetOut(units) => {
                    let units = units.iter().map(|unit| ("companion", unit.clone()));
                    self.taken.extend(units);
                }
                JournalEntry::Came(..) => is_first = true,
                JournalEntry::Fought { pack, outcome, .. } => {
                    let won = *outcome == Outcome::Victory;
                    if is_first {
                        self.fights += 1;
                        first_tries.push(won);
                    }
                    self.fights_won += u64::from(won);
                    self.taken.insert(("pack", pack.clone()));
                    is_first = false;
                }
                JournalEntry::TookBack(_) => self.omens += 1,
                JournalEntry::Took(offer, _) => {
                    self.taken.insert(thing(offer));
                }
                JournalEntry::Rested(Rest::Learn { skill, .. }) => {
                    self.taken.insert(("skill", skill.clone()));
                }
                JournalEntry::Rested(Rest::Slot { .. }) => {
                    self.taken.insert(thing(&RunOffer::Slot));
                }
                JournalEntry::Paid(..)
                | JournalEntry::Left
                | JournalEntry::Rested(Rest::Heal)
                | JournalEntry::Ended(_) => {}
            }
        }
        for ((_, won), first) in self.foretold.iter_mut().zip(first_tries) {
            *won = first;
        }
        // What an elite guards was never refused.
        self.offered.extend(self.taken.iter().cloned());
    }
}

fn thing(offer: &RunOffer) -> Thing {
    match offer {
        RunOffer::Word(word) => ("word", word.clone()),
        RunOffer::Skill(skill) => ("skill", skill.clone()),
        RunOffer::Item(item) => ("item", item.clone()),
        RunOffer::Companion(unit) => ("companion", unit.clone()),
        RunOffer::Card(CardChange::Add(card)) => ("card", format!("{card} more")),
        RunOffer::Card(CardChange::Remove(card)) => ("card", format!("{card} less")),
        RunOffer::Slot => ("other", "rule_slot".to_owned()),
        RunOffer::Healing(_) => ("other", "healing".to_owned()),
        RunOffer::Omen => ("other", "omen".to_owned()),
    }
}
