//! `why`: what each unit decides in a tick, and why.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use foretold_battle::{
    Battle, Depth, ForetoldTurn, Silent, UnitId, explain, sentence, turn_in_words,
};
use foretold_content::{Encounter, did_you_mean};
use serde_json::json;

use crate::args::LabArgs;
use crate::foretold;
use crate::json;
use crate::lab_content::encounter;
use crate::problem::Problem;

/// Explain what each unit decides in a tick, and why
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab why crypt --seed 7 --tick 3
  foretold-lab why crypt --seed 7 --tick 3 --unit pia --depth expert")]
pub(crate) struct WhyArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// Where the dice begin, as the first line of `run` says
    #[arg(long, value_name = "N")]
    pub(crate) seed: u64,

    /// The tick in which they decide, from 1 (a step, where units take turns)
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tick: u32,

    /// Only this unit, by its id or name as `run` lists it
    #[arg(long, value_name = "UNIT")]
    pub(crate) unit: Option<String>,

    /// How much to explain
    #[arg(long, value_enum, default_value_t = DepthName::Detailed)]
    pub(crate) depth: DepthName,
}

/// How much of the reasons to explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DepthName {
    /// The rule that won
    Simple,
    /// Every rule with what it measured
    Detailed,
    /// Also candidates, scores and ties
    Expert,
}

pub(crate) fn why(
    why: &WhyArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let encounter = encounter(args, &why.battle)?;
    let only = match &why.unit {
        Some(name) => Some(find_unit(&encounter, name)?),
        None => None,
    };
    let mut battle = Battle::start(&encounter.arena(), why.seed, &mut Silent);
    while battle.tick() + 1 < why.tick && battle.outcome().is_none() {
        battle.step(&mut Silent);
    }
    if battle.outcome().is_some() {
        return Err(Problem::Input(format!(
            "the battle is over after tick {}: ask for an earlier tick",
            battle.tick()
        )));
    }
    let depth = match why.depth {
        DepthName::Simple => Depth::Simple,
        DepthName::Detailed => Depth::Detailed,
        DepthName::Expert => Depth::Expert,
    };
    // Where units take turns, only some decide in a step; a unit that was asked for is explained anyway.
    let deciding = battle.in_turn();
    let units: Vec<UnitId> = match only {
        Some(unit) => vec![unit],
        None => battle
            .units()
            .map(|(id, _)| id)
            .filter(|&id| deciding.contains(id))
            .collect(),
    };
    for unit in units {
        let Some(decision) = battle.decide(unit) else {
            continue;
        };
        let lines = explain(&battle, unit, &decision, depth);
        if args.json {
            let rules = battle
                .unit(unit)
                .map(|unit| unit.rules.as_slice())
                .unwrap_or_default();
            let rules: Vec<String> = rules
                .iter()
                .map(|rule| sentence(battle.arena(), rule))
                .collect();
            let value = json!({
                "type": "why",
                "tick": why.tick,
                "unit": encounter.unit_id(unit),
                "action": decision.action,
                "why": decision.why,
                "rules": rules,
                "text": lines,
            });
            json::line(out, &value)?;
        } else {
            for line in lines {
                writeln!(out, "{line}")?;
            }
        }
    }
    if battle.arena().tempo().takes_turns() {
        let turns = match only {
            Some(unit) => battle.foretell(unit).into_iter().collect(),
            None => battle.foretell_all(),
        };
        print_turns(out, &encounter, &battle, why.tick, &turns, args.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is foretold of whole turns, after the reasons.
fn print_turns(
    out: &mut impl Write,
    encounter: &Encounter,
    battle: &Battle,
    tick: u32,
    turns: &[ForetoldTurn],
    as_json: bool,
) -> Result<(), Problem> {
    if as_json {
        let mut objects = turns
            .iter()
            .map(|turn| foretold::object(encounter, battle, tick, turn));
        return objects.try_for_each(|object| json::line(out, &object));
    }
    if !turns.is_empty() {
        writeln!(out, "\nTurns to come, if nothing else changes:")?;
    }
    for turn in turns {
        writeln!(out, "  {}", turn_in_words(battle, turn))?;
    }
    Ok(())
}

/// The unit that was asked for.
pub(crate) fn find_unit(encounter: &Encounter, name: &str) -> Result<UnitId, Problem> {
    encounter.unit(name).ok_or_else(|| {
        let ids: Vec<&str> = encounter.unit_ids().collect();
        let hint = did_you_mean(name, ids.iter().copied());
        Problem::Input(format!("there is no unit `{name}` in this battle{hint}"))
    })
}
