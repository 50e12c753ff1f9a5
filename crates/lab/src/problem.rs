//! What can go wrong, in words for the user.

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
    Input(String),
    /// The command line makes no sense, in words.
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
    /// The exit code, as `--help` explains it.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Problem::Usage(_) => ExitCode::from(2),
            Problem::Content(_) | Problem::Input(_) | Problem::Output(_) => ExitCode::FAILURE,
        }
    }

    /// Writes it to standard error.
    pub(crate) fn print(&self) {
        match self {
            Problem::Content(errors) => {
                for text in errors {
                    error(text);
                }
                message(count(errors.len()));
            }
            Problem::Input(text) | Problem::Usage(text) => error(text),
            Problem::Output(text) => {
                error(format_args!("the output cannot be written: {text}"));
            }
        }
    }
}

fn error(text: impl Display) {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // If a name holds line breaks, no line looks like another error.
    let text = harmless(text).replace('\n', "\n       ");
    write(format_args!("{style}error{style:#}: {text}"));
}

/// Writes a message to standard error.
pub(crate) fn message(text: impl Display) {
    write(harmless(text));
}

/// If standard error cannot be written, there is nobody to tell.
fn write(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Names that were typed or found in files do nothing to the terminal.
fn harmless(text: impl Display) -> String {
    let text = text.to_string();
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(plain).collect();
    lines.join("\n")
}

fn count(errors: usize) -> String {
    match errors {
        1 => "1 error: mend the file and try again".to_owned(),
        _ => format!("{errors} errors: mend the files and try again"),
    }
}
