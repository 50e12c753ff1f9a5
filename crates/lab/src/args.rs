//! What can be typed after `foretold-lab`. The options of each command are in its own file.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand, ValueEnum};
use foretold_battle::Tempo;

use crate::bench::BenchArgs;
use crate::coach::CoachArgs;
use crate::descend::DescendArgs;
use crate::lab_content::NumberChange;
use crate::plan::PlanArgs;
use crate::preview::PreviewArgs;
use crate::replay::ReplayArgs;
use crate::run::RunArgs;
use crate::sim::SimArgs;
use crate::sweep::{MergeArgs, SweepArgs};
use crate::threat::ThreatArgs;
use crate::validate::ValidateArgs;
use crate::why::WhyArgs;

/// Foretold on the command line: battles without a window
///
/// Battles and units are named like their files: `crypt` is `battles/crypt.battle.ron`
/// in the content folder. A path works too, so a file of your own can be anywhere.
///
/// Results go to standard output, messages to standard error. The exit code is 0
/// if all went well, 1 if something is wrong with a name, a file or a replay, 2
/// if the command line is wrong, and 130 if `sweep`, `descend` or `coach` was stopped early.
/// docs/modding.md shows how to make content, docs/lab.md what `--json` prints.
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

    /// Change a number of the content, as in units.cultist.hp=50
    #[arg(long, global = true, value_name = "FIELD=NUMBER")]
    pub(crate) with: Vec<NumberChange>,
}

const EXAMPLES: &str = "\
Examples:
  foretold-lab run crypt --seed 7
  foretold-lab sim --party fighter --enemies goblin goblin --seed 42
  foretold-lab why crypt --seed 7 --tick 3
  foretold-lab sweep crypt --battles 10000
  foretold-lab descend --policy steady --runs 20
  foretold-lab validate";

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    Run(RunArgs),
    Sim(SimArgs),
    Why(WhyArgs),
    Coach(CoachArgs),
    Sweep(SweepArgs),
    Merge(MergeArgs),
    Descend(DescendArgs),
    Threat(ThreatArgs),
    Plan(PlanArgs),
    Preview(PreviewArgs),
    #[command(subcommand)]
    Replay(ReplayArgs),
    Validate(ValidateArgs),
    Bench(BenchArgs),
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

/// Reads a whole number within bounds; a refusal says what is allowed.
pub(crate) fn whole<T>(bounds: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| bounds.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (bounds.start(), bounds.end());
            format!("expected a whole number from {least} to {most}")
        })
    }
}
