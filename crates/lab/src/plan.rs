//! `plan`: what autofight would do for a unit, and why.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use foretold_battle::{
    AutofightMode, Battle, Decision, Depth, Order, OrderRefusal, Plan, UnitId, explain,
};
use foretold_content::Encounter;
use serde_json::{Value, json};

use crate::args::{LabArgs, whole};
use crate::json;
use crate::lab_content::unit_named;
use crate::moment::Question;
use crate::orders::order_refused;
use crate::problem::Problem;

/// Show what autofight would do for a unit, and why
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab plan crypt --unit pia --seed 7
  foretold-lab plan crypt --unit pia --seed 7 --tick 5 --mode fire-only")]
pub(crate) struct PlanArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// A unit of the player's side, by its id or name as `run` lists it
    #[arg(long, value_name = "UNIT")]
    pub(crate) unit: String,

    /// Which key of autofight
    #[arg(long, value_enum, default_value_t = ModeName::MoveAndAttack)]
    pub(crate) mode: ModeName,

    /// The tick that it plans for, from 1; where units take turns, the step [default: its first]
    #[arg(long, value_name = "T", value_parser = whole(1..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) tick: Option<u32>,

    /// Where the dice begin, as the first line of `run` says [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// What a player does before, as in `run --orders`
    #[arg(long, value_name = "FILE")]
    pub(crate) orders: Option<PathBuf>,
}

/// The three keys of autofight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ModeName {
    /// Move and attack
    MoveAndAttack,
    /// Attack without moving
    AttackOnly,
    /// Fire only
    FireOnly,
}

pub(crate) fn plan(
    plan: &PlanArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let orders = plan.orders.as_deref();
    let mut question = Question::about(args, &plan.battle, plan.seed, orders)?;
    let unit = unit_named(&question.encounter, &plan.unit)?;
    let mode = match plan.mode {
        ModeName::MoveAndAttack => AutofightMode::MoveAndAttack,
        ModeName::AttackOnly => AutofightMode::AttackOnly,
        ModeName::FireOnly => AutofightMode::FireOnly,
    };
    match plan.tick {
        Some(tick) => question.play_to(tick)?,
        None => question.play_until(|battle| battle.in_turn().contains(unit))?,
    }
    let (encounter, battle) = (&question.encounter, question.battle());
    let planned = match battle.autofight_plan(unit, mode) {
        Err(refusal) if !matches!(refusal, OrderRefusal::Autofight(_)) => {
            let (id, reason) = (encounter.unit_id(unit), order_refused(battle, refusal));
            let remedy = match refusal {
                OrderRefusal::NotYours => "choose a unit of the player's side",
                _ => "choose another tick or unit",
            };
            let tick = battle.tick() + 1;
            return Err(Problem::Input(format!(
                "`{id}` cannot be ordered in tick {tick}: {reason}: {remedy}"
            )));
        }
        planned => planned,
    };
    let answer = Answer {
        encounter,
        battle,
        unit,
        mode,
    };
    if args.json {
        json::line(out, &answer.object(question.seed(), &planned))?;
    } else {
        let seed = question.seed();
        let tick = battle.tick() + 1;
        writeln!(out, "{}, seed {seed}, tick {tick}", encounter.name)?;
        for line in answer.lines(&planned) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What autofight answers.
struct Answer<'a> {
    encounter: &'a Encounter,
    battle: &'a Battle,
    unit: UnitId,
    mode: AutofightMode,
}

impl Answer<'_> {
    /// The battle with the key pressed, and what the unit then decides.
    fn pressed(&self) -> Option<(Battle, Decision)> {
        let mut battle = self.battle.clone();
        let order = Order::Autofight(self.mode);
        battle.order(self.unit, order, false).ok()?;
        let decision = battle.decide(self.unit)?;
        Some((battle, decision))
    }

    /// For people: the reasons, then the weapon and the way.
    fn lines(&self, planned: &Result<Plan, OrderRefusal>) -> Vec<String> {
        let arena = self.battle.arena();
        let plan = match planned {
            Ok(plan) => plan,
            Err(refusal) => {
                let name = &arena.sheet(self.unit).name;
                return vec![format!("{name}: {}", order_refused(self.battle, *refusal))];
            }
        };
        let pressed = self.pressed();
        let mut lines = pressed.map_or_else(Vec::new, |(battle, decision)| {
            explain(&battle, self.unit, &decision, Depth::Expert)
        });
        if let Some(skill) = plan.skill {
            lines.push(format!("  with: {}", arena.skill(skill).name));
        }
        if !plan.path.is_empty() {
            let cells: Vec<String> = plan.path.iter().map(ToString::to_string).collect();
            lines.push(format!("  way: {}", cells.join(", ")));
        }
        lines
    }

    fn object(&self, seed: u64, planned: &Result<Plan, OrderRefusal>) -> Value {
        let plan = planned.as_ref().ok();
        let refusal = planned.as_ref().err();
        json!({
            "type": "plan",
            "battle": self.encounter.name,
            "seed": seed,
            "tick": self.battle.tick() + 1,
            "unit": self.encounter.unit_id(self.unit),
            "refusal": refusal.map(|&refusal| order_refused(self.battle, refusal)),
            "action": plan.map(|plan| json::action(self.encounter, &plan.action)),
            "skill": plan.and_then(|plan| plan.skill).map(|skill| self.encounter.skill_id(skill)),
            "path": plan.map(|plan| plan.path.to_vec()),
            "why": self.why(),
            "text": self.lines(planned),
        })
    }

    /// What was compared; null if autofight refuses.
    fn why(&self) -> Value {
        let pressed = self.pressed();
        pressed.map_or(Value::Null, |(battle, decision)| {
            json::reasons(self.encounter, &battle, self.unit, &decision.why)
        })
    }
}
