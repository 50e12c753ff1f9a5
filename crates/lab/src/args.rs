//! What can be typed after `foretold-lab`.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand, ValueEnum};
use foretold_battle::Tempo;

/// Foretold on the command line: battles without a window
///
/// Battles and units are named like their files: `crypt` is `battles/crypt.battle.ron`
/// in the content folder. A path works too, so a file of your own can be anywhere.
///
/// Results go to standard output, messages to standard error. The exit code is 0
/// if all went well, 1 if something is wrong with a name, a file or a replay, and 2
/// if the command line is wrong. docs/modding.md shows how to make content, docs/lab.md
/// what `--json` prints.
#[derive(Parser, Debug)]
#[command(name = "foretold-lab", version, after_help = EXAMPLES)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) command: LabCommand,

    /// The folder with the content [default: `assets` here or in a folder above]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) assets: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Examples:
  foretold-lab run crypt --seed 7
  foretold-lab sim --party fighter --enemies goblin goblin --seed 42
  foretold-lab why crypt --seed 7 --tick 3
  foretold-lab validate";

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    Run(RunArgs),
    Sim(SimArgs),
    Why(WhyArgs),
    #[command(subcommand)]
    Replay(ReplayArgs),
    Validate(ValidateArgs),
}

/// Play a battle and print its log and outcome
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab run first-blood
  foretold-lab run crypt --seed 7 --ticks 20
  foretold-lab run my-own.battle.ron --seed 7 --json
  foretold-lab run crypt --seed 7 --record crypt-7.replay.ron")]
pub(crate) struct RunArgs {
    /// The name of a battle, or the path of a battle file
    pub(crate) battle: String,

    /// Where the dice begin: the same seed gives the same battle [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Stop after N ticks (steps, where units take turns)
    #[arg(long, value_name = "N")]
    pub(crate) ticks: Option<u32>,

    /// Keep the battle as a replay, for `replay show` and `replay verify`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

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
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// A draw after N rounds (ticks, in the tempo of ticks)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
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

/// A tempo by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TempoName(pub(crate) Tempo);

impl ValueEnum for TempoName {
    fn value_variants<'a>() -> &'a [TempoName] {
        static ALL: LazyLock<Vec<TempoName>> =
            LazyLock::new(|| Tempo::ALL.into_iter().map(TempoName).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.order()))
    }
}

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

/// Look at a battle that `run --record` kept
#[derive(Subcommand, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab replay show crypt-7.replay.ron
  foretold-lab replay verify crypt-7.replay.ron")]
pub(crate) enum ReplayArgs {
    /// Print the log of a replay
    #[command(after_help = "\
Examples:
  foretold-lab replay show crypt-7.replay.ron
  foretold-lab replay show own.replay.ron --battle my-own.battle.ron")]
    Show(ReplayFile),
    /// Play it again and report the first step that differs, if any
    #[command(after_help = "\
Examples:
  foretold-lab replay verify crypt-7.replay.ron
  foretold-lab replay verify own.replay.ron --battle my-own.battle.ron")]
    Verify(ReplayFile),
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayFile {
    /// The replay, as `run --record` writes it
    pub(crate) file: PathBuf,

    /// The battle file, if the battle is not in the content folder
    #[arg(long, value_name = "FILE")]
    pub(crate) battle: Option<String>,
}

/// Check all content, and report every error with file, line and column
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab validate
  foretold-lab validate my-mod/assets")]
pub(crate) struct ValidateArgs {
    /// The folder with the content [default: as --assets]
    pub(crate) folder: Option<PathBuf>,
}
