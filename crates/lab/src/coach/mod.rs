//! `coach`: what each rule is worth, and which rules would do better.

mod print;
mod print_json;
mod work;

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use foretold_battle::brain::{RuleWord, UnknownRuleWord, Vocabulary};
use foretold_battle::coach::{Coach, CoachQuestion, CoachWork, Effort, Outset, Review};
use foretold_battle::{Battle, Brain, Faction, Silent, UnitId, UnitSet};
use foretold_content::{Encounter, did_you_mean};
use indicatif::ProgressBar;

use crate::args::{LabArgs, whole};
use crate::lab_content::{encounter, unit_named};
use crate::problem::{Problem, message};
use crate::progress::{INTERRUPTED, bar, cores, stop_by_ctrl_c};

/// Measure what each rule is worth, and look for better rules
///
/// Plays the battle many times with one thing changed and the same luck: each rule off, each two
/// rules swapped, each number moved, each target exchanged. Then looks for the best rules within a
/// few changes, and plays those against the old ones with new luck. All intervals allow for how
/// many changes were tried. Ctrl+C ends it early and prints what is known.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab coach first-blood
  foretold-lab coach crypt --unit pia --changes 3
  foretold-lab coach crypt --seed 7 --tick 12
  foretold-lab coach hounds --words 'EnemyInRange, MyHpBelow, nearest, enemy, ally, self'")]
pub(crate) struct CoachArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// Which side is to win
    #[arg(long, value_enum, default_value_t = SideName::Friendly)]
    pub(crate) side: SideName,

    /// Only the rules of this unit, by its id or name as `run` lists it; its side is to win
    #[arg(long, value_name = "UNIT", conflicts_with = "side")]
    pub(crate) unit: Option<String>,

    /// The first of the seeds that are played; with --tick, the battle
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Coach from the beginning of this tick of the battle with the seed, from 1 (a step, where
    /// units take turns) [default: from the start, with many seeds]
    #[arg(long, value_name = "T", value_parser = whole(1..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) tick: Option<u32>,

    /// Look for the best rules within N changes; 0 to measure the present ones only
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(0..=20_u32), allow_negative_numbers = true)]
    pub(crate) changes: u32,

    /// Use only these words in new rules, as rule files name them [default: all]
    #[arg(long, value_name = "LIST", value_parser = words)]
    pub(crate) words: Option<Vocabulary>,

    /// Playouts for each change: four times as many make the intervals half as wide
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(50..=1_000_000_u32), allow_negative_numbers = true)]
    pub(crate) playouts: u32,

    /// Threads to play with; the numbers are the same for any [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole(1..=1024_u16), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
}

/// A side by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SideName {
    /// The player's
    Friendly,
    /// The others
    Enemy,
}

impl From<SideName> for Faction {
    fn from(side: SideName) -> Faction {
        match side {
            SideName::Friendly => Faction::Friendly,
            SideName::Enemy => Faction::Enemy,
        }
    }
}

/// A list of words, or which of them is wrong.
fn words(list: &str) -> Result<Vocabulary, String> {
    list.parse().map_err(|unknown: UnknownRuleWord| {
        let names: Vec<&str> = RuleWord::all().map(RuleWord::name).collect();
        format!(
            "{unknown}{}\nthe words are {}",
            did_you_mean(&unknown.0, names.iter().copied()),
            names.join(", ")
        )
    })
}

/// What the coach has found, as far as it got.
struct Findings<'a> {
    encounter: &'a Encounter,
    question: CoachQuestion,
    seed: u64,
    tick: Option<u32>,
    /// How many changes it may make.
    changes: u32,
    review: Review,
    coach: Coach,
    /// Whether Ctrl+C ended it early.
    stopped: bool,
}

pub(crate) fn coach(
    coach: &CoachArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let encounter = encounter(args, &coach.battle)?;
    let question = question(coach, &encounter)?;
    let threads = coach.threads.map_or_else(|| cores().get(), usize::from);
    let stop = stop_by_ctrl_c()?;
    let bar = bar(&encounter.name, 0);
    let effort = Effort::of(coach.playouts);
    let mut found = Findings {
        encounter: &encounter,
        seed: coach.seed,
        tick: coach.tick,
        changes: coach.changes,
        review: Review::new(&question, coach.playouts),
        coach: Coach::new(question.clone(), coach.changes, effort),
        question,
        stopped: false,
    };
    work::work(&mut found.review, threads, stop, |review| {
        show(&bar, review, || "measuring the rules".to_owned());
    });
    work::work(&mut found.coach, threads, stop, |coach| {
        show(&bar, coach, || print::so_far(coach));
    });
    bar.finish_and_clear();
    found.stopped = !(found.review.is_over() && found.coach.is_over());
    if args.json {
        print_json::print(&found, out)?;
    } else {
        print::print(&found, out)?;
    }
    if found.stopped {
        message("stopped early: this is what was known by then");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn show(bar: &ProgressBar, work: &impl CoachWork, what: impl FnOnce() -> String) {
    let (done, of) = work.progress();
    bar.set_length(of);
    bar.set_position(done);
    if !bar.is_hidden() {
        bar.set_message(what());
    }
}

/// What the coach is asked, or why it cannot be.
fn question(args: &CoachArgs, encounter: &Encounter) -> Result<CoachQuestion, Problem> {
    let seed = args.seed;
    let (outset, seed) = match args.tick {
        None => (Outset::Start(encounter.arena()), seed),
        Some(tick) => {
            let battle = before_tick(encounter, seed, tick)?;
            // As in the game: the same moment has the same answer.
            let dice = battle.fingerprint();
            (Outset::Moment(Box::new(battle)), dice)
        }
    };
    let unit = match &args.unit {
        Some(name) => Some(unit_named(encounter, name)?),
        None => None,
    };
    let side = unit.map_or(args.side.into(), |unit| outset.arena().sheet(unit).faction);
    let mut question = CoachQuestion::new(outset, side, seed);
    question.words = args.words.unwrap_or_default();
    match unit {
        Some(unit) if !question.units.contains(unit) => {
            return Err(Problem::Input(no_pupil(encounter, &question, unit)));
        }
        Some(unit) => question.units = UnitSet::EMPTY.with(unit),
        None if question.units.is_empty() => {
            return Err(Problem::Input(
                "nobody on this side follows rules: coach the other side with --side".to_owned(),
            ));
        }
        None => {}
    }
    Ok(question)
}

fn before_tick(encounter: &Encounter, seed: u64, tick: u32) -> Result<Battle, Problem> {
    let mut battle = Battle::start(&encounter.arena(), seed, &mut Silent);
    while battle.tick() + 1 < tick && battle.outcome().is_none() {
        battle.step(&mut Silent);
    }
    if battle.outcome().is_some() {
        return Err(Problem::Input(format!(
            "the battle is over after tick {}: ask for an earlier tick",
            battle.tick()
        )));
    }
    Ok(battle)
}

/// Why a unit cannot be coached, and which can.
fn no_pupil(encounter: &Encounter, question: &CoachQuestion, unit: UnitId) -> String {
    let why = match question.outset.arena().sheet(unit).brain {
        Brain::Cards(_) => "draws its moves from a list and follows no rules",
        Brain::Heuristic => "is the simulator's agent and follows no rules",
        Brain::Gambit(_) | Brain::Manual(_) => "has fallen",
    };
    let others = question.outset.coachable();
    let others: Vec<&str> = others.iter().map(|unit| encounter.unit_id(unit)).collect();
    let name = encounter.unit_id(unit);
    match others.as_slice() {
        [] => format!("`{name}` {why}, and nor does anybody else in this battle"),
        others => format!("`{name}` {why}: choose one of {}", others.join(", ")),
    }
}
