//! `sim`: the DM's simulator. Two sides on an empty board, with every roll.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use foretold_battle::{Battle, Event, Tempo};
use foretold_content::{FileKind, Skirmish, did_you_mean};

use crate::args::{LabArgs, TempoName, whole};
use crate::json;
use crate::lab_content::{LabContent, seed_or_fresh};
use crate::problem::Problem;
use crate::sim_log::SimLog;

/// Fight two sides on an empty board and print every roll: the DM's simulator
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Units are names of units, or paths of unit files. The party begins on row 10, the
enemies on row 3, from column A.

Examples:
  foretold-lab sim --party fighter --enemies goblin goblin
  foretold-lab sim --party fighter cleric --enemies spider --seed 42 --quiet
  foretold-lab sim --party my-hero.unit.ron --enemies goblin")]
pub(crate) struct SimArgs {
    /// Who fights for the party: up to 12 units
    #[arg(long, required = true, num_args = 1.., value_name = "UNIT")]
    pub(crate) party: Vec<String>,

    /// Who fights against it: up to 12 units
    #[arg(long, required = true, num_args = 1.., value_name = "UNIT")]
    pub(crate) enemies: Vec<String>,

    /// Where the dice begin: the same seed gives the same battle [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// A draw after N rounds (ticks, in the tempo of ticks)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1..=1000_u16), allow_negative_numbers = true)]
    pub(crate) max_rounds: u16,

    /// Who decides for the units
    #[arg(long, value_enum, default_value_t = Agent::Heuristic)]
    pub(crate) agent: Agent,

    /// Print only the result
    #[arg(long)]
    pub(crate) quiet: bool,

    /// Who acts when
    #[arg(long, value_enum, default_value_t = TempoName(Tempo::Initiative))]
    pub(crate) tempo: TempoName,
}

/// Who decides for the units of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Agent {
    /// The nearest enemy, the best attack
    Heuristic,
    /// Each unit's own brain
    Own,
}

pub(crate) fn sim(
    sim: &SimArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let mut world = LabContent::read(args)?;
    let party = side(&mut world, "party", &sim.party)?;
    let enemies = side(&mut world, "enemies", &sim.enemies)?;
    let content = world.load()?;
    let known = content.ids(FileKind::Unit);
    for id in party.iter().chain(&enemies) {
        if !known.contains(&id.as_str()) {
            let hint = did_you_mean(id, known.iter().copied());
            return Err(Problem::Input(format!("there is no unit `{id}`{hint}")));
        }
    }
    let skirmish = Skirmish {
        party,
        enemies,
        tempo: sim.tempo.0,
        max_rounds: sim.max_rounds,
        heuristic: sim.agent == Agent::Heuristic,
    };
    let encounter = content.skirmish(&skirmish).map_err(|errors| {
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        Problem::Input(messages.join("\n       "))
    })?;
    let seed = seed_or_fresh(sim.seed);
    let mut events: Vec<Event> = Vec::new();
    let mut battle = Battle::start(&encounter.arena(), seed, &mut events);
    let mut log = SimLog::default();
    if args.json {
        json::line(out, &json::head(&encounter, &battle, seed))?;
    } else if !sim.quiet {
        writeln!(out, "Seed {seed}")?;
    }
    loop {
        match (sim.quiet, args.json) {
            (true, _) => {}
            (false, true) => json::events(out, &encounter, &battle, &events)?,
            (false, false) => log.print(out, &battle, &events)?,
        }
        events.clear();
        if battle.outcome().is_some() {
            break;
        }
        battle.step(&mut events);
    }
    if args.json {
        json::tail(out, &encounter, &battle)?;
    } else {
        log.end(out, &battle, sim.quiet)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn side(world: &mut LabContent, name: &str, given: &[String]) -> Result<Vec<String>, Problem> {
    if given.len() > Skirmish::MAX_SIDE {
        return Err(Problem::Usage(format!(
            "--{name} names {} units: a side has at most {}",
            given.len(),
            Skirmish::MAX_SIDE
        )));
    }
    given
        .iter()
        .map(|unit| world.take(FileKind::Unit, unit))
        .collect()
}
