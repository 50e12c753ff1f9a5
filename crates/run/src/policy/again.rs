//! A lost battle, taken back: other rules, so that it goes another way.

use foretold_battle::{Command, Faction, Rule, UnitId};

use super::lore::Lore;
use crate::command::RunCommand;
use crate::realm::side;
use crate::run::{CurrentFight, JournalEntry, Run};

/// Back to the start with the next of everybody's ways to be taught.
pub(super) fn again(run: &Run, lore: &Lore) -> Vec<RunCommand> {
    let Some(fight) = run.battle() else {
        return Vec::new();
    };
    let journal = run.journal().iter().rev();
    let since = journal.take_while(|entry| !matches!(entry, JournalEntry::Came(..)));
    let before = since.filter(|entry| matches!(entry, JournalEntry::TookBack(_)));
    let try_number = before.count() + 1;
    let ways = ways_to_fight(run, fight, lore);
    let mut changes: Vec<RunCommand> = ways
        .iter()
        .filter_map(|(unit, ways)| {
            let rules = ways.get(try_number % ways.len().max(1))?;
            changed(fight, *unit, rules)
        })
        .collect();
    if changes.is_empty() {
        changes.extend(ways.iter().find_map(|(unit, _)| {
            let mut rules: Vec<Rule> = rules_of(fight, *unit);
            (rules.len() > 2).then(|| rules.swap(0, 1))?;
            changed(fight, *unit, &rules)
        }));
    }
    [RunCommand::TakeBack { step: 0 }]
        .into_iter()
        .chain(changes)
        .collect()
}

/// Every companion in a fight, with the rules of each way to teach it.
pub(super) fn ways_to_fight(
    run: &Run,
    fight: &CurrentFight,
    lore: &Lore,
) -> Vec<(UnitId, Vec<Vec<Rule>>)> {
    let units = side(&fight.encounter, Faction::Friendly);
    let company = units.zip(run.company());
    let taught = company.map(|(unit, companion)| {
        let ways = lore.ways_to_teach(run.realm(), companion, run.words());
        let ways = ways.into_iter().map(|way| {
            let rules = way.iter();
            rules
                .filter_map(|rule| rule.in_battle(&fight.encounter))
                .collect()
        });
        (unit, ways.collect())
    });
    taught.collect()
}

/// The rules that a unit follows now.
pub(super) fn rules_of(fight: &CurrentFight, unit: UnitId) -> Vec<Rule> {
    let unit = fight.session.battle().unit(unit);
    unit.map_or_else(Vec::new, |unit| unit.rules.iter().cloned().collect())
}

/// The command that gives a unit other rules; none if it follows them already.
pub(super) fn changed(fight: &CurrentFight, unit: UnitId, rules: &[Rule]) -> Option<RunCommand> {
    (rules_of(fight, unit) != rules).then(|| {
        RunCommand::Battle(Command::Rules {
            unit,
            rules: rules.to_vec(),
        })
    })
}
