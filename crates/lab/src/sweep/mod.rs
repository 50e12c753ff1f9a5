//! `sweep` and `merge`: many battles, counted; the same numbers for any number of threads and
//! machines.
//!
//! `play.rs` plays them in chunks, `count.rs` counts each into a `tally.rs`, with the names of
//! `cast.rs`. `results.rs` is what comes out: `sheet.rs` keeps it as CSV, `table.rs` prints it for
//! people, `objects.rs` for programs, `report/` as a page. `vary.rs` is the grid of `--vary`.

mod cast;
mod count;
mod merge;
pub(crate) mod numbers;
mod objects;
mod play;
mod progress;
mod report;
mod results;
mod sheet;
mod table;
mod tally;
mod vary;

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use foretold_battle::Arena;
use foretold_content::{Encounter, FileKind, plain_path, write_atomically};

use crate::args::{LabArgs, whole};
use crate::descend;
use crate::lab_content::{LabContent, NumberChange, find};
use crate::problem::{Problem, message};
use crate::progress::{INTERRUPTED, cores, stop_by_ctrl_c};
use cast::Cast;
use count::Course;
use numbers::grouped;
use play::Workload;
use progress::SweepBar;
use results::{AS_IT_IS, BattleResult, MOST_BATTLES, Results, Variation};
use vary::Vary;

pub(crate) use merge::{MergeArgs, merge};
pub(crate) use results::Shard;
pub(crate) use sheet::seal;
pub(crate) use table::Columns;

/// Play many battles and count how they go
///
/// Battle 0 is played with the seed of --seed, battle 1 with the next, and so on, so
/// `run` with the same seed shows exactly that battle. Every variation plays the same
/// seeds. The numbers do not depend on the number of threads.
///
/// Ctrl+C ends a sweep early: it prints and writes what it has so far, says so, and
/// exits with code 130.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  foretold-lab sweep crypt --battles 10000
  foretold-lab sweep crypt --battles 10000 --vary units.cultist.hp=30..60:10
  foretold-lab sweep crypt hounds --until 0.5 --report report.html
  foretold-lab sweep crypt --battles 1000000 --shard 1/4 --out part-1.csv")]
pub(crate) struct SweepArgs {
    /// The names of battles, or the paths of battle files
    #[arg(required = true, value_name = "BATTLE")]
    battles: Vec<String>,

    /// How many battles of each variation, at most [default: 10000, or 10000000 with --until]
    #[arg(long = "battles", value_name = "N", value_parser = whole(1..=MOST_BATTLES), allow_negative_numbers = true)]
    count: Option<u64>,

    /// The seed of the first battle
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// How many threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole(1..=1024_u16), allow_negative_numbers = true)]
    threads: Option<u16>,

    /// Try other numbers of the content, as in units.cultist.hp=30..60:10; two make a grid
    #[arg(long, value_name = "FIELD=FROM..TO:STEP")]
    vary: Vec<Vary>,

    /// Stop when the odds to win are this narrow, in percent, as in 0.5 for ±0.5%
    #[arg(long, value_name = "PERCENT", conflicts_with = "shard", value_parser = until, allow_hyphen_values = true)]
    until: Option<u16>,

    /// Play only one part of N, to be joined by `merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    to: OutputArgs,
}

/// Where results go besides standard output.
#[derive(clap::Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write all counts as CSV, for `merge` and for spreadsheets
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write a page with charts, for a browser or for paper
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// Percent as hundredths of one: `0.5`, `±0.5`, `0.5%`.
fn until(text: &str) -> Result<u16, String> {
    let wrong = || "expected 0.01 to 50 percent, as in 0.5".to_owned();
    let number = text.trim_start_matches(['±', '+']).trim_end_matches('%');
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if part.is_empty() || part.len() > 2 || !digits(part) || !digits(whole) {
        return Err(wrong());
    }
    let whole: u16 = whole.parse().map_err(|_| wrong())?;
    let part: u16 = format!("{part:0<2}").parse().map_err(|_| wrong())?;
    let hundredths = whole.saturating_mul(100).saturating_add(part);
    (1..=5_000)
        .contains(&hundredths)
        .then_some(hundredths)
        .ok_or_else(wrong)
}

pub(crate) fn sweep(
    sweep: &SweepArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let count = sweep.count();
    sweep.seed.checked_add(count).ok_or_else(|| {
        Problem::Usage(format!(
            "there is no seed behind {}: choose a smaller --seed",
            u64::MAX
        ))
    })?;
    let grid = vary::grid(&sweep.vary).map_err(Problem::Usage)?;
    let stages = prepare(sweep, args, &grid)?;
    sweep.to.check()?;
    let stop = stop_by_ctrl_c()?;
    let shard = sweep.shard.unwrap_or(Shard::WHOLE);
    let threads = sweep.threads.map(|threads| NonZero::new(threads.into()));
    let threads = threads.flatten().unwrap_or_else(cores);
    let mut results = Results {
        first_seed: sweep.seed,
        asked: count,
        shard,
        battles: Vec::new(),
    };
    for stage in stages {
        let (from, end) = shard.battles(count);
        let courses: Vec<Course> = stage.variations.iter().map(Prepared::course).collect();
        let work = Workload {
            courses: &courses,
            first_seed: sweep.seed,
            battles: from..end,
            until: sweep.until,
            threads,
            stop,
        };
        let progress = SweepBar::new(&stage.name, from..end, sweep.until);
        let played = work.play(|done, tallies| progress.show(done, tallies));
        progress.clear();
        if let Some(until) = sweep.until.filter(|_| !played.enough && played.to == end) {
            message(format_args!(
                "{}: after {} battles the interval is still wider than ±{}.{:02}%: raise --battles",
                stage.name,
                grouped(end),
                until / 100,
                until % 100
            ));
        }
        let variations = stage.variations.into_iter().zip(played.tallies);
        results.battles.push(BattleResult {
            name: stage.name,
            title: stage.title,
            command: stage.command,
            length_word: stage.length_word,
            all: if played.enough { played.to } else { count },
            from,
            to: played.to,
            variations: variations
                .map(|(prepared, tally)| Variation {
                    name: prepared.name,
                    content: prepared.arena.content_hash(),
                    cast: prepared.cast,
                    tally,
                })
                .collect(),
        });
    }
    sweep.to.give_out(&results, args.json, out)?;
    if results.is_partial() {
        message("stopped early: these are the battles that were played until then");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

impl SweepArgs {
    /// How many battles to play at most.
    fn count(&self) -> u64 {
        let usual = if self.until.is_some() {
            10_000_000
        } else {
            10_000
        };
        self.count.unwrap_or(usual)
    }
}

/// A battle with its variations, ready to be played.
struct Stage {
    name: String,
    title: String,
    command: String,
    length_word: String,
    variations: Vec<Prepared>,
}

/// A variation, ready to be played.
struct Prepared {
    name: String,
    arena: Arc<Arena>,
    cast: Cast,
}

impl Prepared {
    fn new(name: String, encounter: &Encounter) -> Prepared {
        let arena = encounter.arena();
        let cast = Cast::of(encounter, &arena);
        Prepared { name, arena, cast }
    }

    fn course(&self) -> Course {
        Course::new(&self.arena, &self.cast)
    }
}

/// Loads every variation, so that a number that is not allowed is refused before a battle is played.
fn prepare(
    sweep: &SweepArgs,
    args: &LabArgs,
    grid: &[Vec<NumberChange>],
) -> Result<Vec<Stage>, Problem> {
    let mut world = LabContent::read(args)?;
    let mut ids = Vec::new();
    for given in &sweep.battles {
        let id = world.take(FileKind::Battle, given)?;
        if ids.contains(&id) {
            return Err(Problem::Usage(format!(
                "the battle `{id}` is named twice: name it once"
            )));
        }
        ids.push(id);
    }
    let as_it_is = world.load()?;
    let mut stages = Vec::new();
    for (id, given) in ids.iter().zip(&sweep.battles) {
        let encounter = find(&as_it_is, id)?;
        let tempo = encounter.setup().tempo;
        let word = if tempo.takes_turns() { "round" } else { "tick" };
        stages.push(Stage {
            name: encounter.name.clone(),
            title: encounter.title.clone(),
            command: command(given, args),
            length_word: word.to_owned(),
            variations: vec![Prepared::new(AS_IT_IS.to_owned(), &encounter)],
        });
    }
    for changes in grid {
        let content = world.load_with(changes)?;
        let name: Vec<String> = changes.iter().map(ToString::to_string).collect();
        for (stage, id) in stages.iter_mut().zip(&ids) {
            let encounter = find(&content, id)?;
            let prepared = Prepared::new(name.join(" "), &encounter);
            stage.variations.push(prepared);
        }
    }
    for stage in stages.iter().filter(|_| !grid.is_empty()) {
        let content = |prepared: &Prepared| prepared.arena.content_hash();
        let first = stage.variations.first().map(content);
        if stage
            .variations
            .iter()
            .all(|other| Some(content(other)) == first)
        {
            message(format_args!(
                "note: {} does not use what is varied: all its variations are the same",
                stage.name
            ));
        }
    }
    Ok(stages)
}

/// The command that plays a battle, to be followed by its seed.
fn command(given: &str, args: &LabArgs) -> String {
    let mut words = vec!["foretold-lab run".to_owned(), quoted(given)];
    if let Some(folder) = &args.assets {
        words.push(format!("--assets {}", quoted(&plain_path(folder))));
    }
    words.extend(args.with.iter().map(|change| format!("--with {change}")));
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Whether a file could be written there, as far as its name shows.
pub(crate) fn check_file(file: &Path) -> Result<(), Problem> {
    if file.is_dir() || file.file_name().is_none() {
        return Err(Problem::Input(format!(
            "{} is not a name for a file: name a file",
            plain_path(file)
        )));
    }
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(Problem::Input(format!(
            "there is no folder {}: make it, then try again",
            plain_path(folder)
        )));
    }
    Ok(())
}

impl OutputArgs {
    /// Refuses before the battles, not after them.
    fn check(&self) -> Result<(), Problem> {
        let mut files = self.out.iter().chain(&self.report);
        files.try_for_each(|file| check_file(file))
    }

    /// Joins parts of runs.
    fn join_runs(
        &self,
        parts: &[(&Path, Vec<u8>)],
        json: bool,
        out: &mut impl Write,
    ) -> Result<ExitCode, Problem> {
        if self.report.is_some() {
            return Err(Problem::Usage(
                "there is no page of runs: leave out --report".to_owned(),
            ));
        }
        descend::merge(parts, self.out.as_deref(), json, out)
    }

    /// Writes the files, then prints.
    fn give_out(&self, results: &Results, json: bool, out: &mut impl Write) -> Result<(), Problem> {
        let failed = |error: &dyn std::fmt::Display| Problem::Input(error.to_string());
        if let Some(file) = &self.out {
            let sheet = sheet::write(results).map_err(|error| failed(&error))?;
            write_atomically(file, sheet).map_err(|error| failed(&error))?;
        }
        if let Some(file) = &self.report {
            write_atomically(file, report::page(results)).map_err(|error| failed(&error))?;
        }
        if json {
            objects::print(results, out)
        } else {
            table::print(results, out)
        }
    }
}
