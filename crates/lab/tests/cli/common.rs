//! Starting the program, and folders of content to start it in.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The folder of the whole game, with `assets` in it.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace is there")
}

/// The program, to be started in a folder, whatever the tester's own settings are.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foretold-lab"));
    command.current_dir(folder).args(args).stdin(Stdio::null());
    for setting in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(setting);
    }
    command
}

/// What a command printed.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Printed {
    fn from(output: Output) -> Printed {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
        Printed {
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

impl Printed {
    /// The results of a command that went well and had nothing else to say.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:#?}");
        assert_eq!(self.err, "", "{self:#?}");
        self.out
    }

    /// The message of a command that printed no result.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert_eq!(self.out, "", "{self:#?}");
        assert_ne!(self.err, "", "a refusal has a reason");
        self.err
    }
}

/// Runs the program in the game's folder.
pub(crate) fn lab(args: &[&str]) -> Printed {
    lab_in(&root(), args)
}

/// Runs the program in a folder.
pub(crate) fn lab_in(folder: &Path, args: &[&str]) -> Printed {
    let output = command(folder, args).output();
    output
        .expect("the program was built and can be started")
        .into()
}

/// The results of a command line that went well, in the game's folder.
#[track_caller]
pub(crate) fn ok(line: &str) -> String {
    lab(&words(line)).ok()
}

/// The message of a command line that was refused with exit code 1, in the game's folder.
#[track_caller]
pub(crate) fn refused(line: &str) -> String {
    lab(&words(line)).refused(1)
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The objects of a JSON output, one per line.
#[track_caller]
pub(crate) fn objects(text: &str) -> Vec<Value> {
    let object = |line: &str| -> Value {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|wrong| {
            panic!("{wrong} in the line {line}");
        });
        assert!(value.is_object(), "no object: {line}");
        value
    };
    text.lines().map(object).collect()
}

/// The names of an object's fields, in order.
pub(crate) fn fields(value: &Value) -> Vec<&str> {
    let map = value.as_object().expect("it is an object");
    map.keys().map(String::as_str).collect()
}

/// A temporary folder, gone when it is dropped.
pub(crate) struct Place(TempDir);

impl Place {
    /// An empty folder, with no content in it or above.
    pub(crate) fn empty() -> Place {
        Place(TempDir::new().expect("there is room for temporary files"))
    }

    /// A folder with a copy of the shipped content in `assets`.
    pub(crate) fn with_assets() -> Place {
        let place = Place::empty();
        copy(&root().join("assets"), &place.path("assets"));
        place
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().expect("it is in the folder");
        fs::create_dir_all(folder).expect("the folder is ours");
        fs::write(path, text).expect("the folder is ours");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
    }

    /// Puts another piece of text into a file.
    #[track_caller]
    pub(crate) fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
        self.write(name, &text.replace(from, to));
    }

    /// Runs the program here.
    pub(crate) fn lab(&self, line: &str) -> Printed {
        lab_in(self.folder(), &words(line))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder is ours");
    for entry in fs::read_dir(from).expect("the content is there") {
        let path = entry.expect("the content can be listed").path();
        let copied = to.join(path.file_name().expect("a file has a name"));
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, &copied).expect("the folder is ours");
        }
    }
}
