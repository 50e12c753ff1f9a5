//! Choosing by forecast: ways, rewards, rules, and moments to take a battle back to.

use foretold_battle::{Battle, Command, Rule, Session, Tally, UnitId, fingerprint, forecast};
use foretold_content::PlaceKind;

use super::again::ways_to_fight;
use super::arrange::arrange;
use super::likes::health;
use super::lore::Lore;
use crate::command::RunCommand;
use crate::map::PlaceId;
use crate::run::{Run, RunStage};

/// How often a question is played.
const PLAYOUTS: u32 = 128;
/// How often each of many small questions is.
const FEW_PLAYOUTS: u32 = 64;
/// Who wins surely and keeps most HP needs no better rules; the most is 30,000.
const GOOD_ENOUGH: i32 = 28_000;
/// Less than this may be luck.
const WORTH_A_CHANGE: i32 = 200;

/// What is to be expected of a fight, in hundredths of a percent.
#[derive(Clone, Copy)]
struct Outlook {
    win: i32,
    /// HP that are left on average, of those the company could have.
    left: i32,
}

impl Outlook {
    fn of(tally: &Tally, run: &Run) -> Outlook {
        let company = run.company();
        let most: u64 = company.iter().map(|it| u64::from(run.max_hp(it))).sum();
        // Friends come first in a staged battle.
        let units = (0..company.len()).filter_map(UnitId::new);
        let left: u64 = units.map(|unit| tally.mean_hp_hundredths(unit)).sum();
        Outlook {
            win: i32::from(tally.win().odds.hundredths()),
            left: (left * 100 / most.max(1)).min(10_000) as i32,
        }
    }

    /// One number to compare by: winning counts most, then what is left of the company.
    fn value(self) -> i32 {
        2 * self.win + self.left
    }
}

fn outlook(run: &Run, place: PlaceId, playouts: u32) -> Option<Outlook> {
    Some(Outlook::of(&run.odds(place, playouts)?, run))
}

/// What each choice is worth, in hundredths; what the policy likes decides where nothing is foretold.
pub(super) fn values(run: &Run, lore: &Lore, choices: &[RunCommand], liked: &[i32]) -> Vec<i32> {
    let values = choices
        .iter()
        .zip(liked)
        .map(|(choice, liked)| match choice {
            RunCommand::Go { to } => way(run, *to),
            RunCommand::Choose { .. }
            | RunCommand::Take { .. }
            | RunCommand::Camp(_)
            | RunCommand::Leave => reward(run, lore, choice) + 25 * liked,
            _ => 100 * liked,
        });
    values.collect()
}

/// What a place promises, and the best behind it.
fn way(run: &Run, to: PlaceId) -> i32 {
    let Some(kind) = run.map().kind(to) else {
        return 0;
    };
    let here = match outlook(run, to, PLAYOUTS) {
        // A fight that is lost is far worse than any reward is good.
        Some(Outlook { win, left }) => {
            3 * (win - 10_000) + (left - 100 * health(run)) + worth(run, kind)
        }
        None => worth(run, kind),
    };
    let behind = run.map().ways_from(Some(to)).into_iter();
    let behind = behind.filter_map(|next| run.map().kind(next));
    here + behind.map(|kind| worth(run, kind)).max().unwrap_or(0) / 3
}

/// What is found at a kind of place, in hundredths.
fn worth(run: &Run, kind: PlaceKind) -> i32 {
    let missing = 100 * (100 - health(run));
    match kind {
        PlaceKind::Fight => 2_000,
        PlaceKind::Elite => 3_500,
        PlaceKind::Teacher | PlaceKind::Cache => 1_800,
        PlaceKind::Shrine => 800,
        PlaceKind::Camp => 1_000 + missing.min(5_000),
        PlaceKind::Boss => 0,
    }
}

/// The mean of the fights that come next, once a choice is made and everybody is ready.
fn reward(run: &Run, lore: &Lore, choice: &RunCommand) -> i32 {
    let mut after = run.clone();
    if after.command(choice.clone()).is_err() {
        return i32::MIN / 2;
    }
    if *after.stage() == RunStage::OnMap {
        for command in arrange(&after, lore) {
            let _ = after.command(command);
        }
    }
    let fights: Vec<i32> = after
        .ways()
        .into_iter()
        .filter_map(|place| outlook(&after, place, PLAYOUTS))
        .map(Outlook::value)
        .collect();
    let sum: i32 = fights.iter().sum();
    sum / fights.len().max(1) as i32
}

/// Better rules for a battle that is about to begin: one companion after another, other sets first,
/// then one rule less or two in another order.
pub(super) fn rules(run: &Run, lore: &Lore) -> Vec<RunCommand> {
    let Some(fight) = run.battle() else {
        return Vec::new();
    };
    let seed = fingerprint(&(run.start().seed, "rules", run.place()));
    let mut battle = fight.session.battle().clone();
    let mut best = value(run, &battle, seed, PLAYOUTS);
    if best >= GOOD_ENOUGH {
        return Vec::new();
    }
    let mut commands = Vec::new();
    for (unit, ways) in ways_to_fight(run, fight, lore) {
        let mut change = None;
        let mut consider = |candidates: Vec<Vec<Rule>>, battle: &mut Battle| {
            let before = battle.clone();
            for rules in candidates {
                let command = Command::Rules { unit, rules };
                let mut changed = before.clone();
                if changed.command(&command).is_err() {
                    continue;
                }
                let value = value(run, &changed, seed, PLAYOUTS);
                if value >= best + WORTH_A_CHANGE {
                    best = value;
                    *battle = changed;
                    change = Some(command);
                }
            }
        };
        consider(ways, &mut battle);
        let now = battle.unit(unit).map(|unit| unit.rules.to_vec());
        consider(variations(&now.unwrap_or_default()), &mut battle);
        commands.extend(change.map(RunCommand::Battle));
    }
    commands
}

/// The same rules without one of them, or with two neighbours in the other order. The last stays: it
/// is the walk.
fn variations(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let places = rules.len().saturating_sub(1);
    let without = (0..places).map(|place| {
        let mut fewer = rules.to_vec();
        fewer.remove(place);
        fewer
    });
    let swapped = (1..places).map(|place| {
        let mut other = rules.to_vec();
        other.swap(place - 1, place);
        other
    });
    without.chain(swapped).collect()
}

fn value(run: &Run, battle: &Battle, seed: u64, playouts: u32) -> i32 {
    Outlook::of(&forecast(battle, seed, 0..playouts), run).value()
}

/// The moment and the change of rules that promise most, of those that would have made a difference.
pub(super) fn again(run: &Run, lore: &Lore) -> Vec<RunCommand> {
    let Some(fight) = run.battle() else {
        return Vec::new();
    };
    let lost = &fight.session;
    let last = lost.last_step();
    let seed = fingerprint(&(run.start().seed, "again", run.place(), run.omens()));
    let taught = ways_to_fight(run, fight, lore);
    let mut best: Option<(i32, Vec<RunCommand>)> = None;
    let mut steps = vec![0, last / 4, last / 2, last * 3 / 4];
    steps.dedup();
    for step in steps {
        let Some(then) = lost.moment(step) else {
            continue;
        };
        let followed = |unit: UnitId| {
            let unit = then.battle.unit(unit);
            unit.map_or_else(Vec::new, |unit| unit.rules.to_vec())
        };
        let now: Teaching = taught.iter().map(|(it, _)| (*it, followed(*it))).collect();
        for other in other_ways(&now, &taught) {
            let Some(parted) = parting(lost, step, &other) else {
                continue;
            };
            let value = value(run, &parted, seed, FEW_PLAYOUTS);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                let changes = other.into_iter().filter(|taught| !now.contains(taught));
                let changes =
                    changes.map(|(unit, rules)| RunCommand::Battle(Command::Rules { unit, rules }));
                let back = [RunCommand::TakeBack { step }];
                best = Some((value, back.into_iter().chain(changes).collect()));
            }
        }
    }
    best.map_or_else(|| super::again::again(run, lore), |(_, commands)| commands)
}

/// The rules of everyone in the company.
type Teaching = Vec<(UnitId, Vec<Rule>)>;

/// One companion taught in another way, or with its rules a little changed; or all of them at once.
fn other_ways(now: &Teaching, taught: &[(UnitId, Vec<Vec<Rule>>)]) -> Vec<Teaching> {
    let mut others = Vec::new();
    for (place, (unit, ways)) in taught.iter().enumerate() {
        let changed = variations(&now[place].1);
        for rules in ways.iter().chain(&changed) {
            let mut other = now.clone();
            other[place] = (*unit, rules.clone());
            others.push(other);
        }
    }
    let most = taught.iter().map(|(_, ways)| ways.len()).max().unwrap_or(0);
    for number in 0..most {
        let other = now.iter().zip(taught).map(|((unit, rules), (_, ways))| {
            let rules = ways.get(number % ways.len().max(1)).unwrap_or(rules);
            (*unit, rules.clone())
        });
        others.push(other.collect());
    }
    others
}

/// The first moment of a lost battle, from a step on, at which a company taught like this does
/// something else. Up to there everything is known, the dice too; `None` if it would be lost in the
/// same way again.
fn parting(lost: &Session, step: u32, taught: &Teaching) -> Option<Battle> {
    (step..lost.last_step()).find_map(|step| {
        let then = &lost.moment(step)?.battle;
        let mut other = then.clone();
        let mut parts = false;
        for (unit, rules) in taught {
            if then.unit(*unit)?.rules.as_slice() == rules.as_slice() {
                continue;
            }
            other.set_rules(*unit, rules).ok()?;
            let deed = |battle: &Battle| battle.decide(*unit).map(|it| it.action);
            parts |= deed(&other) != deed(then);
        }
        parts.then_some(other)
    })
}
