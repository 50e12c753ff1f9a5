//! `bench`: the table of speed and memory, each figure with its bar.
//!
//! The benches beside the code measure, so that no figure is measured in two ways: this starts them
//! one after another and reads the rows of their tables.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use serde_json::{Value, json};

use crate::args::LabArgs;
use crate::json;
use crate::problem::{Problem, message};

/// Measure speed and memory, and show each figure with its bar
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Needs the source code and Cargo, and a quiet machine. The first time it builds the
benches, which takes half an hour; without Bevy, minutes.

Examples:
  foretold-lab bench
  foretold-lab bench --without-bevy --json")]
pub(crate) struct BenchArgs {
    /// Leave out what needs Bevy: a step in its schedule, and a frame
    #[arg(long)]
    pub(crate) without_bevy: bool,
}

/// A bench beside the code.
struct Bench {
    /// What it measures.
    what: &'static str,
    command: &'static str,
    /// Finds the figures in what it prints.
    read: fn(&str) -> Vec<Figure>,
    bevy: bool,
}

/// Every bench with a bar. `only-the-tables` matches no figure of Criterion, which would take minutes.
const BENCHES: [Bench; 5] = [
    Bench {
        what: "geometry and battles",
        command: "cargo bench --locked -p foretold_battle --bench speed -- only-the-tables",
        read: figures,
        bevy: false,
    },
    Bench {
        what: "load of all content",
        command: "cargo bench --locked -p foretold_content -- only-the-tables",
        read: figures,
        bevy: false,
    },
    Bench {
        what: "instructions of a battle",
        command: INSTRUCTIONS,
        read: instructions,
        bevy: false,
    },
    Bench {
        what: "a step by the Tick schedule",
        command: "cargo bench --locked -p foretold_sim -- only-the-tables",
        read: figures,
        bevy: true,
    },
    Bench {
        what: "a frame of the battle screen and of the map",
        command: "cargo bench --locked --profile dev --bench frame",
        read: frames,
        bevy: true,
    },
];

const INSTRUCTIONS: &str = "scripts/count-instructions";
/// A 4 v 4 battle takes at most this many.
const MOST_INSTRUCTIONS: u64 = 130_000;

/// A row of the table.
struct Figure {
    what: String,
    /// What was measured, with its unit, and what it is measured against.
    measured: Vec<String>,
    ratio: Option<String>,
    bar: String,
    holds: bool,
}

pub(crate) fn bench(
    bench: &BenchArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let folder = sources().ok_or_else(|| {
        Problem::Input(
            "there is no source code here or above: go into the game's folder, the one with Cargo.toml"
                .to_owned(),
        )
    })?;
    let mut all_hold = true;
    if !args.json {
        writeln!(out, "| what | measured | against | ratio | bar | |")?;
        writeln!(out, "|---|---|---|---|---|---|")?;
    }
    for part in &BENCHES {
        let why_not = if part.bevy && bench.without_bevy {
            Some("needs Bevy")
        } else if part.command == INSTRUCTIONS && !is_there("valgrind") {
            Some("needs valgrind")
        } else {
            None
        };
        let figures = match why_not {
            Some(_) => Vec::new(),
            None => part.measure(&folder)?,
        };
        for figure in &figures {
            all_hold &= figure.holds;
            figure.print(args.json, out)?;
        }
        if let Some(why_not) = why_not {
            part.print(why_not, args.json, out)?;
        }
        out.flush()?;
    }
    Ok(if all_hold {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The folder with the source code: here or above, or near the program.
fn sources() -> Option<PathBuf> {
    let near = |start: PathBuf| {
        let mut folders = start.ancestors();
        let found = folders.find(|folder| folder.join("crates/battle/Cargo.toml").is_file());
        found.map(Path::to_owned)
    };
    let here = env::current_dir().ok().and_then(near);
    here.or_else(|| env::current_exe().ok().and_then(near))
}

/// Whether a program can be started.
fn is_there(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

impl Bench {
    /// Starts it, and reads its tables.
    fn measure(&self, folder: &Path) -> Result<Vec<Figure>, Problem> {
        message(format_args!("measuring {}: {}", self.what, self.command));
        let mut words = self.command.split(' ');
        let program = words.next().unwrap_or_default();
        let started = Command::new(program)
            .args(words)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output();
        let output = started.map_err(|error| {
            Problem::Input(format!(
                "`{}` cannot be started: {error}: install it, and try again",
                self.command
            ))
        })?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let figures = (self.read)(&printed);
        if !output.status.success() || figures.is_empty() {
            return Err(Problem::Input(format!(
                "`{}` measured nothing: run it by hand to see why",
                self.command
            )));
        }
        Ok(figures)
    }

    /// The row of what was not measured, with the command that does it.
    fn print(&self, why_not: &str, as_json: bool, out: &mut impl Write) -> Result<(), Problem> {
        let (what, command) = (self.what, self.command);
        if as_json {
            let value = json!({ "type": "not_measured", "what": what, "reason": why_not, "command": command });
            return json::line(out, &value);
        }
        Ok(writeln!(
            out,
            "| {what} | {why_not}, or: `{command}` | | | | not measured |"
        )?)
    }
}

impl Figure {
    fn print(&self, as_json: bool, out: &mut impl Write) -> Result<(), Problem> {
        let measured = |place: usize| self.measured.get(place).map(String::as_str);
        if as_json {
            return json::line(out, &self.object(measured(0), measured(1)));
        }
        Ok(writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            self.what,
            measured(0).unwrap_or_default(),
            measured(1).unwrap_or_default(),
            self.ratio.as_deref().unwrap_or_default(),
            self.bar,
            if self.holds { "holds" } else { "MISSED" }
        )?)
    }

    fn object(&self, measured: Option<&str>, against: Option<&str>) -> Value {
        json!({
            "type": "figure",
            "what": self.what,
            "measured": measured,
            "against": against,
            "ratio": self.ratio,
            "bar": self.bar,
            "holds": self.holds,
        })
    }
}

/// The rows of tables that have a bar.
fn figures(printed: &str) -> Vec<Figure> {
    printed.lines().filter_map(figure).collect()
}

/// A figure with a bar, if a line of a bench is one.
fn figure(line: &str) -> Option<Figure> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let text = |text: &&str| (*text).to_owned();
    match cells.as_slice() {
        // Ours against theirs.
        [
            "",
            what,
            ours,
            theirs,
            ratio,
            bar,
            verdict @ ("reached" | "MISSED"),
            "",
        ] => Some(Figure {
            what: text(what),
            measured: vec![text(ours), text(theirs)],
            ratio: Some(text(ratio)),
            bar: text(bar),
            holds: *verdict == "reached",
        }),
        // A number on its own.
        [
            "",
            what,
            measured,
            bar,
            verdict @ ("reached" | "MISSED"),
            "",
        ] => Some(Figure {
            what: text(what),
            measured: vec![text(measured)],
            ratio: None,
            bar: text(bar),
            holds: *verdict == "reached",
        }),
        _ => None,
    }
}

/// The instructions of a battle with four units a side.
fn instructions(printed: &str) -> Vec<Figure> {
    printed.lines().filter_map(instructions_of_four).collect()
}

fn instructions_of_four(line: &str) -> Option<Figure> {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let ["", "4 v 4", _, instructions, _, ""] = cells.as_slice() else {
        return None;
    };
    let count: u64 = instructions.replace(',', "").parse().ok()?;
    Some(Figure {
        what: "4 v 4 battle, log off".to_owned(),
        measured: vec![format!("{instructions} instructions")],
        ratio: None,
        bar: format!("≤ {MOST_INSTRUCTIONS}"),
        holds: count <= MOST_INSTRUCTIONS,
    })
}

/// The frames that have a bar, each against the empty window above it.
fn frames(printed: &str) -> Vec<Figure> {
    let (mut window, mut beside) = ("", "");
    let mut figures = Vec::new();
    for line in printed.lines().map(str::trim) {
        if let Some(time) = line.strip_prefix("empty window, by default") {
            window = time.trim();
        } else if line.starts_with("with the odds in the background") {
            beside = ", with the odds in the background";
        } else {
            figures.extend(frame(line, window, beside));
        }
    }
    figures
}

/// `crypt, paused  12.34 ms  1.43× (within the bar of 2×) and 1.90×` is against the window,
/// `a full log, paused  29.65 ms and  27.95 ms  0.94× (within the bar of 1.2×)` against the first time,
/// and `the slowest odds on the map  650.10 ms (within the bar of 1000 ms)` stands alone.
fn frame(line: &str, window: &str, beside: &str) -> Option<Figure> {
    let (measured, verdict) = line.split_once(" (")?;
    let (word, rest) = verdict.split_once(" the bar of ")?;
    let (bar, _) = rest.split_once(')')?;
    let words: Vec<&str> = measured.split_whitespace().collect();
    let (what, measured, ratio) = match words.as_slice() {
        [what @ .., before, "ms", "and", after, "ms", ratio] => {
            let what = format!("frame of {}", what.join(" "));
            let measured = vec![format!("{after} ms"), format!("{before} ms")];
            (what, measured, Some(*ratio))
        }
        [what @ .., time, "ms", ratio] => {
            let what = format!("frame of {}{beside}", what.join(" "));
            let measured = vec![format!("{time} ms"), window.to_owned()];
            (what, measured, Some(*ratio))
        }
        [what @ .., time, "ms"] => (what.join(" "), vec![format!("{time} ms")], None),
        _ => return None,
    };
    Some(Figure {
        what,
        measured,
        ratio: ratio.map(str::to_owned),
        bar: format!("≤ {bar}"),
        holds: word == "within",
    })
}
