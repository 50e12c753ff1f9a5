//! What a company wears, and which rules it follows, before it goes on.

use foretold_battle::Status;
use foretold_content::Item;

use super::lore::Lore;
use crate::command::RunCommand;
use crate::company::Companion;
use crate::run::Run;

/// What has to be done so that everybody wears the best there is and follows the usual rules.
pub(super) fn arrange(run: &Run, lore: &Lore) -> Vec<RunCommand> {
    let mut after = run.clone();
    let mut commands = Vec::new();
    while let Some(wear) = best_item(&after) {
        if after.command(wear.clone()).is_err() {
            break;
        }
        commands.push(wear);
    }
    for (place, companion) in (0..).zip(after.company()) {
        let ways = lore.ways_to_teach(run.realm(), companion, run.words());
        let Some(rules) = ways.into_iter().next() else {
            continue;
        };
        if rules != companion.rules {
            commands.push(RunCommand::Teach {
                companion: place,
                rules,
            });
        }
    }
    commands
}

/// The item of the bag that helps somebody most. Every item that is put on makes the sum of all
/// values greater, so this comes to an end.
fn best_item(run: &Run) -> Option<RunCommand> {
    let realm = run.realm();
    let mut best: Option<(i32, RunCommand)> = None;
    for id in run.bag() {
        let Some(item) = realm.item(id) else { continue };
        for (place, companion) in (0..).zip(run.company()) {
            let worn = companion.items.get(&item.slot);
            let worn = worn.and_then(|id| realm.item(id));
            let before = worn.map_or(0, |worn| value(run, companion, worn));
            let gain = value(run, companion, item) - before;
            if gain > best.as_ref().map_or(0, |(most, _)| *most) {
                let wear = RunCommand::Wear {
                    companion: place,
                    item: id.clone(),
                };
                best = Some((gain, wear));
            }
        }
    }
    best.map(|(_, wear)| wear)
}

/// What an item is worth to a companion, in HP or so.
pub(super) fn value(run: &Run, companion: &Companion, item: &Item) -> i32 {
    let realm = run.realm();
    let Some(recruit) = realm.recruit(&companion.unit) else {
        return 0;
    };
    let number = |number: i16| i32::from(number);
    let mut value = number(item.hp) + number(item.accuracy) / 3 + number(item.armour_class) * 2;
    value += number(item.speed) + number(item.initiative) / 2;
    value += recruit.sheet.sanity.map_or(0, |_| number(item.sanity) / 2);
    value += i32::from(item.start_block) / 2;
    value += 4 * (item.resists.len() as i32 - item.vulnerable.len() as i32);
    if let Some(status) = item.status {
        let strength = i32::from(status.turns) * i32::from(status.amount.max(1)) / 4;
        value += match status.status {
            Status::Strengthened | Status::Dodging => strength,
            _ => -strength,
        };
    }
    if recruit.deck.is_some() {
        value += 4 * (item.adds.len() + item.removes.len()) as i32;
    }
    if let Some(skill) = &item.skill {
        // Not what it knows by items: else the same item were worth less once it is worn.
        let is_known = recruit.skills.contains(skill) || companion.learned.contains(skill);
        value += if is_known { 0 } else { 10 };
    }
    // Whatever is found may as well be worn, if it does no harm.
    value.max(i32::from(value == 0))
}
