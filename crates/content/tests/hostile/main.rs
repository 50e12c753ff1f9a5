//! Files that mean harm: nothing in them makes the program panic, hang or allocate without bound.

#[path = "../common/mod.rs"]
mod common;

mod odd_signs;
mod on_disk;
mod random_edits;
mod texts;
mod truncated;

use foretold_content::{Content, ContentError, Files};

use common::shipped;

/// The shipped files with one in place of another.
fn with(path: &str, text: impl Into<String>) -> Files {
    let mut files = shipped().clone();
    files.insert(path, text);
    files
}

/// Everything that is wrong.
fn errors(files: &Files) -> Vec<ContentError> {
    Content::load(files).err().unwrap_or_default()
}

/// Fails unless the errors of a file point into it.
fn assert_places_within(errors: &[ContentError], file: &str, text: &str) {
    let lines = text.split('\n').count() as u32;
    for error in errors.iter().filter(|error| error.file == file) {
        let (line, column) = error.place.expect("a text that was read has places");
        assert!((1..=lines).contains(&line), "{error}");
        let length = text
            .split('\n')
            .nth(line as usize - 1)
            .map_or(0, |line| line.chars().count());
        assert!((1..=length as u32 + 1).contains(&column), "{error}");
        assert!(!error.message.is_empty(), "{error}");
    }
}

/// The one error of a file, as text.
fn reported(path: &str, text: &str) -> String {
    let errors = errors(&with(path, text));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_places_within(&errors, path, text);
    errors[0].to_string()
}
