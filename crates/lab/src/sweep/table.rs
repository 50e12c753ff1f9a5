//! Results as tables for people.

use std::io::Write;

use super::numbers::{change, grouped, interval, mean, percent, signed};
use super::results::{BattleResult, Results, Shard, Variation};
use super::tally::Extreme;
use crate::problem::Problem;
use crate::summary::faction;

/// Prints everything about the content as it is, and the odds of every variation.
pub(crate) fn print(results: &Results, out: &mut impl Write) -> Result<(), Problem> {
    for (at, battle) in results.battles.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        head(results, battle, out)?;
        if battle.played() == 0 {
            continue;
        }
        if let Some(variation) = battle.variations.first() {
            details(battle, variation, out)?;
        }
        if battle.variations.len() > 1 {
            variations(battle, out)?;
        }
    }
    Ok(())
}

fn head(results: &Results, battle: &BattleResult, out: &mut impl Write) -> Result<(), Problem> {
    let mut which = format!("{} battles", grouped(battle.played()));
    if results.is_short(battle) {
        let (from, end) = results.shard.battles(battle.all);
        which = format!("{which} of {}, stopped early", grouped(end - from));
    }
    if results.shard != Shard::WHOLE {
        which = format!("{which}, part {}", results.shard);
    }
    if battle.played() > 0 {
        let first = results.first_seed + battle.from;
        let last = results.first_seed + (battle.to - 1);
        which = format!("{which}, seeds {first} to {last}");
    }
    Ok(writeln!(
        out,
        "{} ({}): {which}",
        battle.title, battle.name
    )?)
}

fn details(
    battle: &BattleResult,
    variation: &Variation,
    out: &mut impl Write,
) -> Result<(), Problem> {
    let Variation { cast, tally, .. } = variation;
    for (name, count) in [
        ("won", tally.outcomes.wins),
        ("drawn", tally.draws()),
        ("lost", tally.outcomes.losses),
    ] {
        let share = tally.share(count);
        let (odds, ends) = (percent(share.odds), interval(share));
        let count = grouped(count);
        writeln!(out, "  {name:5}  {odds:>7}  {ends:>18}  {count:>9}")?;
    }
    let [low, median, high] = [25, 50, 75].map(|percent| tally.length_at(percent));
    let word = &battle.length_word;
    writeln!(
        out,
        "  half of them took {low} to {high} {word}s, the median is {median}"
    )?;
    writeln!(out, "\nIn a battle, on average:")?;
    let battles = tally.battles();
    let mut units = Columns::new([
        "unit", "side", "dealt", "taken", "healed", "kills", "falls", "HP left",
    ]);
    for (unit, counts) in cast.units.iter().zip(&tally.units) {
        let means = [
            counts.dealt,
            counts.taken,
            counts.healed,
            counts.kills,
            counts.falls,
            counts.hp_left,
        ]
        .map(|sum| mean(sum, battles));
        let [dealt, taken, healed, kills, falls, hp_left] = means;
        let side = faction(unit.side).to_owned();
        units.row([
            unit.id.clone(),
            side,
            dealt,
            taken,
            healed,
            kills,
            falls,
            hp_left,
        ]);
    }
    units.print(2, out)?;
    writeln!(out)?;
    let mut skills = Columns::new(["skill", "side", "uses", "hits", "misses", "dealt", "healed"]);
    for (skill, counts) in cast.skills.iter().zip(&tally.skills) {
        if counts.uses > 0 || counts.hits > 0 || counts.misses > 0 {
            let means = [
                counts.uses,
                counts.hits,
                counts.misses,
                counts.dealt,
                counts.healed,
            ];
            let [uses, hits, misses, dealt, healed] = means.map(|sum| mean(sum, battles));
            let side = faction(skill.side).to_owned();
            skills.row([skill.name.clone(), side, uses, hits, misses, dealt, healed]);
        }
    }
    skills.print(2, out)?;
    if !cast.rules.is_empty() {
        writeln!(out)?;
        let mut rules = Columns::new(["unit", "rule", "decided", "dealt", "healed"]);
        for (rule, counts) in cast.rules.iter().zip(&tally.rules) {
            let means = [counts.decided, counts.dealt, counts.healed];
            let [decided, dealt, healed] = means.map(|sum| mean(sum, battles));
            let text = format!("{}. {}", rule.place, rule.text);
            rules.row([rule.unit.clone(), text, decided, dealt, healed]);
        }
        rules.print(2, out)?;
    }
    writeln!(out)?;
    for (which, extreme) in [("best", tally.best), ("worst", tally.worst)] {
        if let Some(Extreme { margin, seed }) = extreme {
            let (outcome, hp) = (margin.outcome_name(), signed(margin.hp));
            writeln!(out, "{which}: {outcome}, {hp} HP; to watch it:")?;
            writeln!(out, "  {}", battle.watch(variation, seed))?;
        }
    }
    Ok(())
}

fn variations(battle: &BattleResult, out: &mut impl Write) -> Result<(), Problem> {
    writeln!(out, "\nVariations, each with the same seeds:")?;
    let mut table = Columns::new([
        "variation",
        "won",
        "95% interval",
        "change",
        "95% interval",
        "median",
    ]);
    for variation in &battle.variations {
        let tally = &variation.tally;
        let won = tally.share(tally.outcomes.wins);
        let (by, ends) = match battle.change(variation) {
            Some((by, low, high)) => (change(by), format!("{} to {}", change(low), change(high))),
            None => (String::new(), String::new()),
        };
        let length = format!("{} {}s", tally.length_at(50), battle.length_word);
        table.row([
            variation.name.clone(),
            percent(won.odds),
            interval(won),
            by,
            ends,
            length,
        ]);
    }
    table.print(1, out)
}

/// Rows of text in columns.
pub(crate) struct Columns<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Columns<N> {
    pub(crate) fn new(head: [&str; N]) -> Columns<N> {
        Columns {
            rows: vec![head.map(str::to_owned)],
        }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Words to the left, the numbers behind them to the right.
    pub(crate) fn print(&self, words: usize, out: &mut impl Write) -> Result<(), Problem> {
        let width = |column: usize| {
            let widths = self.rows.iter().map(|row| row[column].chars().count());
            widths.max().unwrap_or(0)
        };
        for row in &self.rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = width(column);
                line += "  ";
                line += &if column < words {
                    format!("{cell:width$}")
                } else {
                    format!("{cell:>width$}")
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
