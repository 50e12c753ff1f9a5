//! `validate`: checks all content and reports every error.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use foretold_content::{FileKind, plain_path};
use serde_json::json;

use crate::args::LabArgs;
use crate::json;
use crate::lab_content::LabContent;
use crate::problem::{Problem, message};

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

pub(crate) fn validate(
    validate: &ValidateArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let loaded = match &validate.folder {
        Some(folder) => LabContent::read_folder(folder.clone()),
        None => LabContent::read(args),
    };
    let loaded = loaded.and_then(|world| Ok((world.load()?, world)));
    let (content, world) = match loaded {
        Ok(loaded) => loaded,
        Err(Problem::Content(errors)) if args.json => {
            for error in &errors {
                let value = json!({
                    "type": "error",
                    "file": error.file,
                    "line": error.place.map(|(line, _)| line),
                    "column": error.place.map(|(_, column)| column),
                    "field": error.field,
                    "message": error.message,
                });
                json::line(out, &value)?;
            }
            return Ok(ExitCode::FAILURE);
        }
        Err(problem) => return Err(problem),
    };
    let counts = FileKind::ALL.map(|kind| (kind, content.ids(kind).len()));
    let unused = content.unused();
    if args.json {
        let counts: serde_json::Map<_, _> = counts
            .iter()
            .map(|(kind, count)| (kind.folder().to_owned(), json!(count)))
            .collect();
        let unused: Vec<String> = unused.iter().map(|(kind, id)| kind.path(id)).collect();
        let hash = format!("{:016x}", content.hash());
        let value = json!({ "type": "content", "counts": counts, "unused": unused, "hash": hash });
        json::line(out, &value)?;
    } else {
        let counts: Vec<String> = counts
            .iter()
            .map(|(kind, count)| format!("{count} {}", kind.folder()))
            .collect();
        let folder = plain_path(world.folder());
        writeln!(
            out,
            "{folder}: {} files, all sound ({})",
            world.len(),
            counts.join(", ")
        )?;
        writeln!(out, "content {:016x}", content.hash())?;
        for (kind, id) in unused {
            let path = kind.path(&id);
            message(format_args!(
                "note: {path} is used by no battle, no run and no rule set"
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}
