//! `preview`: what an attack would come to, before any die is rolled.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use foretold_battle::{
    Battle, Cell, Chance, Effect, Odds, Preview, SkillId, StrikePreview, UnitId, hit_in_words,
    range,
};
use foretold_content::{Encounter, did_you_mean, plain};
use serde_json::{Value, json};

use crate::args::{LabArgs, whole};
use crate::json::{self, word};
use crate::lab_content::unit_named;
use crate::moment::Question;
use crate::problem::Problem;

/// Show what an attack would come to: chances, damage, kills, everyone that it hits
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab preview hounds --by ines --skill aimed_shot --at A4 --seed 44
  foretold-lab preview hounds --by ines --skill aimed_shot --at A4 --seed 44 --tick 5")]
pub(crate) struct PreviewArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// The unit that attacks, by its id or name as `run` lists it
    #[arg(long, value_name = "UNIT")]
    pub(crate) by: String,

    /// One of its attacks, by its id or name
    #[arg(long, value_name = "SKILL")]
    pub(crate) skill: String,

    /// The cell that it aims at, from A1 to L12
    #[arg(long, value_name = "CELL", value_parser = cell)]
    pub(crate) at: Cell,

    /// The tick in which it would be decided, from 1; where units take turns, the step
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) tick: u32,

    /// Where the dice begin, as the first line of `run` says [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// What a player does before, as in `run --orders`
    #[arg(long, value_name = "FILE")]
    pub(crate) orders: Option<PathBuf>,
}

fn cell(text: &str) -> Result<Cell, String> {
    text.to_uppercase()
        .parse()
        .map_err(|_| "expected a cell from A1 to L12".to_owned())
}

pub(crate) fn preview(
    preview: &PreviewArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let orders = preview.orders.as_deref();
    let mut question = Question::about(args, &preview.battle, preview.seed, orders)?;
    let by = unit_named(&question.encounter, &preview.by)?;
    let skill = attack_named(&question.encounter, by, &preview.skill)?;
    question.play_to(preview.tick)?;
    let (encounter, battle, seed) = (&question.encounter, question.battle(), question.seed());
    if battle.unit(by).is_some_and(|unit| !unit.is_up()) {
        return Err(Problem::Input(format!(
            "`{}` is down or has fallen by tick {}: ask for an earlier tick",
            encounter.unit_id(by),
            preview.tick
        )));
    }
    let attack = Attack {
        encounter,
        battle,
        by,
        skill,
        at: preview.at,
        victims: battle.previews_at(by, skill, preview.at),
    };
    if args.json {
        json::line(out, &attack.object(seed))?;
    } else {
        let tick = preview.tick;
        writeln!(out, "{}, seed {seed}, tick {tick}", encounter.name)?;
        attack.print(out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// An attack that a unit knows, by its id or name.
fn attack_named(encounter: &Encounter, by: UnitId, name: &str) -> Result<SkillId, Problem> {
    let setup = encounter.setup();
    let skills = setup.units.get(by.slot()).map(|sheet| &sheet.skills);
    let attacks: Vec<SkillId> = skills
        .into_iter()
        .flatten()
        .copied()
        .filter(|skill| setup.skills[skill.index()].is_hostile())
        .collect();
    let wanted = name.to_lowercase();
    let is_called = |skill: &&SkillId| {
        encounter.skill_id(**skill) == wanted
            || setup.skills[skill.index()].name.to_lowercase() == wanted
    };
    attacks.iter().find(is_called).copied().ok_or_else(|| {
        let ids: Vec<&str> = attacks.iter().map(|&id| encounter.skill_id(id)).collect();
        let hint = did_you_mean(name, ids.iter().copied());
        let (by, name) = (encounter.unit_id(by), plain(name));
        Problem::Input(format!("`{by}` knows no attack `{name}`{hint}"))
    })
}

/// An attack before it is made.
struct Attack<'a> {
    encounter: &'a Encounter,
    battle: &'a Battle,
    by: UnitId,
    skill: SkillId,
    at: Cell,
    victims: Vec<(UnitId, Preview)>,
}

impl Attack<'_> {
    fn cells(&self) -> Vec<Cell> {
        let cells = self.battle.cells_hit(self.by, self.skill, self.at);
        cells.iter().collect()
    }

    /// What it does besides damage.
    fn effects(&self) -> Vec<String> {
        let arena = self.battle.arena();
        let effects = Effect::of(arena.skill(self.skill), arena.house().luck);
        effects.into_iter().map(Effect::in_words).collect()
    }

    fn print(&self, out: &mut impl Write) -> Result<(), Problem> {
        let arena = self.battle.arena();
        let (by, skill) = (&arena.sheet(self.by).name, &arena.skill(self.skill).name);
        let cells: Vec<String> = self.cells().iter().map(ToString::to_string).collect();
        let cells = cells.join(", ");
        writeln!(out, "{by} uses {skill} at {} (hits {cells})", self.at)?;
        if let Some(refusal) = self.victims.iter().find_map(|(_, preview)| preview.refusal) {
            writeln!(out, "  not now: {refusal}")?;
        }
        for effect in self.effects() {
            writeln!(out, "  {effect}")?;
        }
        if self.victims.is_empty() {
            writeln!(out, "  nobody is hit")?;
        }
        for (unit, preview) in &self.victims {
            self.print_victim(out, *unit, preview)?;
        }
        Ok(())
    }

    fn print_victim(
        &self,
        out: &mut impl Write,
        unit: UnitId,
        preview: &Preview,
    ) -> Result<(), Problem> {
        let sheet = self.battle.arena().sheet(unit);
        let Some(state) = self.battle.unit(unit) else {
            return Ok(());
        };
        let (name, cell) = (&sheet.name, state.cell);
        writeln!(out, "  {name}: {}/{} HP on {cell}", state.hp, sheet.max_hp)?;
        for (number, strike) in (1..).zip(&preview.strikes) {
            writeln!(out, "    strike {number}: {}", strike.odds)?;
            for line in chance_lines(strike.chance, preview) {
                writeln!(out, "      {line}")?;
            }
        }
        let damage = range(preview.lowest.into(), preview.highest.into());
        let average = hundredths(preview.expected_hundredths);
        writeln!(
            out,
            "    damage: {damage} if every strike hits, {average} on average"
        )?;
        if preview.block > 0 {
            writeln!(out, "    block: {}, taken off already", preview.block)?;
        }
        if let Some(odds) = preview.null_card {
            writeln!(out, "    next card: {odds} NULL")?;
        }
        let arena = self.battle.arena();
        let effects = hit_in_words(arena, arena.skill(self.skill), preview.shove);
        if !effects.is_empty() {
            writeln!(out, "    a hit: {}", effects.join(", "))?;
        }
        Ok(writeln!(out, "    kill: {}", preview.kill)?)
    }

    fn object(&self, seed: u64) -> Value {
        let refusal = self.victims.iter().find_map(|(_, preview)| preview.refusal);
        let victims = self.victims.iter();
        let victims = victims.map(|(unit, preview)| self.victim(*unit, preview));
        json!({
            "type": "preview",
            "battle": self.encounter.name,
            "seed": seed,
            "tick": self.battle.tick() + 1,
            "by": self.encounter.unit_id(self.by),
            "skill": self.encounter.skill_id(self.skill),
            "at": self.at,
            "cells": self.cells(),
            "refusal": json::why_not(refusal),
            "effects": self.effects(),
            "victims": victims.collect::<Vec<_>>(),
        })
    }

    fn victim(&self, unit: UnitId, preview: &Preview) -> Value {
        json!({
            "unit": self.encounter.unit_id(unit),
            "distance_tenths": preview.distance_tenths,
            "terrain": word(&preview.terrain),
            "block": preview.block,
            "strikes": preview.strikes.iter().map(strike).collect::<Vec<_>>(),
            "lowest": preview.lowest,
            "highest": preview.highest,
            "expected_hundredths": preview.expected_hundredths,
            "kill_hundredths": preview.kill.hundredths(),
            "shove": preview.shove.map(|it| json::shove(self.encounter, it)),
            "null_card_hundredths": preview.null_card.map(Odds::hundredths),
        })
    }
}

fn strike(strike: &StrikePreview) -> Value {
    json!({
        "chance": json::chance(strike.chance),
        "damage": strike.base.map(|damage| damage.amount.to_string()),
        "kind": strike.base.map(|damage| word(&damage.kind)),
        "affinity": word(&strike.affinity),
        "shoves": strike.shoves,
    })
}

/// What a chance is made of, one part to a line.
fn chance_lines(chance: Chance, preview: &Preview) -> Vec<String> {
    match chance {
        Chance::Sure => vec!["sure: no roll is needed".to_owned()],
        Chance::Aimed {
            accuracy, percent, ..
        } => {
            let mut sum = accuracy;
            let mut lines = vec![format!("{} accuracy", signed(accuracy))];
            for (term, name) in chance.terms() {
                sum += term;
                let more = match name {
                    "distance" => {
                        let tenths = preview.distance_tenths;
                        format!(", {}.{} cells", tenths / 10, tenths % 10)
                    }
                    _ => String::new(),
                };
                lines.push(format!("{} {name}{more}", signed(term)));
            }
            if sum < i16::from(percent) {
                lines.push(format!("never below {percent}%"));
            } else if sum > i16::from(percent) {
                lines.push(format!("never above {percent}%"));
            }
            lines
        }
        Chance::Armour {
            bonus,
            armour_class,
            edge,
        } => vec![
            format!("d20 {}", signed(bonus)),
            format!("against armour class {armour_class}"),
            format!("dice: {}", word(&edge)),
        ],
    }
}

/// A number with its sign: `+5`, `−10`.
fn signed(number: i16) -> String {
    let sign = if number < 0 { '−' } else { '+' };
    format!("{sign}{}", number.unsigned_abs())
}

fn hundredths(number: u32) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}
