//! What can go wrong, in words for whoever typed the command.

use std::io;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use foretold_content::ContentError;

/// Why a command could not be carried out.
#[derive(Debug)]
pub(crate) enum Problem {
    /// Something is wrong with the content.
    Content {
        /// Where the files stand.
        folder: PathBuf,
        /// What is wrong with them.
        errors: Vec<ContentError>,
    },
    /// Something else, in words.
    Told(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Output(error)
    }
}

impl Problem {
    /// Writes it to standard error.
    pub(crate) fn tell(&self) {
        let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let error = format!("{style}error{style:#}");
        match self {
            Problem::Content { folder, errors } => {
                for told in errors {
                    anstream::eprintln!("{error}: {}", placed(folder, told));
                }
                anstream::eprintln!("{}", count(errors.len()));
            }
            Problem::Told(told) => anstream::eprintln!("{error}: {told}"),
            Problem::Output(told) => {
                anstream::eprintln!("{error}: the output cannot be written: {told}");
            }
        }
    }
}

fn count(errors: usize) -> String {
    match errors {
        1 => "1 error: mend the file and try again".to_owned(),
        _ => format!("{errors} errors: mend the files and try again"),
    }
}

/// An error with its file's whole path, so that an editor can jump there.
pub(crate) fn placed(folder: &Path, error: &ContentError) -> ContentError {
    let file = if error.file.is_empty() {
        folder.display().to_string()
    } else {
        folder.join(&error.file).display().to_string()
    };
    ContentError {
        file,
        ..error.clone()
    }
}
