//! `why`: what each unit decides in a tick, and why.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use foretold_battle::{Battle, Depth, ForetoldTurn, UnitId, explain, turn_in_words};
use foretold_content::Encounter;

use crate::args::{LabArgs, whole};
use crate::json;
use crate::lab_content::unit_named;
use crate::moment::Question;
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
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// The tick in which they decide, from 1; where units take turns, the step
    #[arg(long, value_name = "T", value_parser = whole(1..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) tick: u32,

    /// Only this unit, by its id or name as `run` lists it
    #[arg(long, value_name = "UNIT")]
    pub(crate) unit: Option<String>,

    /// How much to explain
    #[arg(long, value_enum, default_value_t = DepthName::Detailed)]
    pub(crate) depth: DepthName,

    /// What a player does before, as in `run --orders`
    #[arg(long, value_name = "FILE")]
    pub(crate) orders: Option<PathBuf>,
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
    let orders = why.orders.as_deref();
    let mut question = Question::about(args, &why.battle, Some(why.seed), orders)?;
    let encounter = question.encounter.clone();
    let only = match &why.unit {
        Some(name) => Some(unit_named(&encounter, name)?),
        None => None,
    };
    question.play_to(why.tick)?;
    let battle = question.battle();
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
        let lines = explain(battle, unit, &decision, depth);
        if args.json {
            let value = json::why(&encounter, battle, why.tick, unit, &decision, &lines);
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
        print_turns(out, &encounter, battle, why.tick, &turns, args.json)?;
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
            .map(|turn| json::turn(encounter, battle, tick, turn));
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
