//! What can go wrong, in words for whoever typed the command.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use foretold_content::{ContentError, plain};

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Problem {
    /// Something is wrong with the content. The files are named as the user knows them.
    Content(Vec<ContentError>),
    /// Something is wrong with a name, a file or a replay, in words.
    Told(String),
    /// What was typed cannot be meant so, in words.
    Usage(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Output(error)
    }
}

impl Problem {
    /// The exit code, as `--help` tells it.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Problem::Usage(_) => ExitCode::from(2),
            Problem::Content(_) | Problem::Told(_) | Problem::Output(_) => ExitCode::FAILURE,
        }
    }

    /// Writes it to standard error.
    pub(crate) fn tell(&self) {
        match self {
            Problem::Content(errors) => {
                for told in errors {
                    error(told);
                }
                message(count(errors.len()));
            }
            Problem::Told(told) | Problem::Usage(told) => error(told),
            Problem::Output(told) => {
                error(format_args!("the output cannot be written: {told}"));
            }
        }
    }
}

fn error(told: impl Display) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // Whatever a name breaks into lines, none of them looks like another error.
    let told = harmless(told).replace('\n', "\n       ");
    write(format_args!("{style}error{style:#}: {told}"));
}

/// Writes a message to standard error.
pub(crate) fn message(told: impl Display) {
    write(harmless(told));
}

/// If nobody can read it there is nobody to tell.
fn write(told: impl Display) {
    let _ = writeln!(anstream::stderr(), "{told}");
}

/// Names that were typed or found in files do nothing to the terminal.
fn harmless(told: impl Display) -> String {
    let told = told.to_string();
    let lines: Vec<Cow<'_, str>> = told.split('\n').map(plain).collect();
    lines.join("\n")
}

fn count(errors: usize) -> String {
    match errors {
        1 => "1 error: mend the file and try again".to_owned(),
        _ => format!("{errors} errors: mend the files and try again"),
    }
}
