//! `run verify` and `run show`: runs that were kept, played again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use foretold_content::{plain, plain_path, read_text};
use foretold_run::{RecordError, RunRecord};

use crate::args::LabArgs;
use crate::descend;
use crate::problem::Problem;

/// What can be done with a kept run.
#[derive(Subcommand, Debug)]
pub(crate) enum KeptArgs {
    /// Play a kept run again, and say how it ended
    #[command(after_help = "\
Examples:
  foretold-lab run verify seven.run-record.ron")]
    Verify(KeptFile),
    /// Tell a kept run as a story
    #[command(after_help = "\
Examples:
  foretold-lab run show seven.run-record.ron")]
    Show(KeptFile),
}

#[derive(clap::Args, Debug)]
pub(crate) struct KeptFile {
    /// The run, as `descend --save` and the game keep it
    file: PathBuf,
}

pub(crate) fn kept(
    kept: &KeptArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let (KeptArgs::Verify(KeptFile { file }) | KeptArgs::Show(KeptFile { file })) = kept;
    let text = read_text(file)
        .map_err(|error| Problem::Input(format!("{}: {error}", plain_path(file))))?;
    let record = RunRecord::from_text(&text).map_err(|error| problem(file, &error))?;
    // A file from elsewhere only ever names a run; it opens no other files.
    let realm = descend::realm(args, &record.run)?;
    let run = record.play(&realm).map_err(|error| problem(file, &error))?;
    match kept {
        KeptArgs::Verify(_) => descend::end(&run, args.json, out)?,
        KeptArgs::Show(_) => {
            descend::tell(&realm, record.start, &record.commands, args.json, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn problem(file: &Path, error: &RecordError) -> Problem {
    let error = error.to_string();
    Problem::Input(format!("{}: {}", plain_path(file), plain(&error)))
}
