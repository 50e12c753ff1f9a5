//! How the rows of the tables are written, broken and compared.

use foretold_content::{Content, ContentError, Files};

use crate::common::shipped;

/// Stands in front of what an error points at. It is taken out before the file is read.
const HERE: char = '¦';

/// One way to break a file.
pub(crate) struct Row {
    /// The file.
    pub(crate) file: &'static str,
    /// What is replaced: it must be there once.
    pub(crate) from: &'static str,
    /// What replaces it, with a [`HERE`] at each reported place, in order.
    pub(crate) to: &'static str,
    /// For each place the errors, as "field: message".
    pub(crate) reported: &'static [&'static str],
}

/// Breaks each file and compares all reported errors. Shows all rows that fail.
pub(crate) fn check(rows: &[Row]) {
    let failures: Vec<String> = rows.iter().filter_map(failure).collect();
    assert!(
        failures.is_empty(),
        "{} of {} rows fail:\n\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n\n")
    );
}

fn failure(row: &Row) -> Option<String> {
    let (files, places) = broken(row);
    let expected: Vec<String> = (places.iter().zip(row.reported))
        .map(|((line, column), reported)| format!("{}:{line}:{column}: {reported}", row.file))
        .collect();
    let found: Vec<String> = errors(&files).iter().map(ContentError::to_string).collect();
    let complete = places.len() == row.reported.len() && !row.reported.is_empty();
    (found != expected || !complete).then(|| {
        format!(
            "{} with {}\nexpected:\n  {}\nfound:\n  {}",
            row.file,
            row.to,
            expected.join("\n  "),
            found.join("\n  ")
        )
    })
}

/// All that is wrong with the files.
pub(crate) fn errors(files: &Files) -> Vec<ContentError> {
    Content::load(files).err().unwrap_or_default()
}

/// The shipped files with one of them broken, and the places that the row marks.
fn broken(row: &Row) -> (Files, Vec<(usize, usize)>) {
    let text = shipped()
        .get(row.file)
        .expect("the row names a shipped file");
    assert_eq!(
        text.matches(row.from).count(),
        1,
        "{}: {}",
        row.file,
        row.from
    );
    let marked = text.replacen(row.from, row.to, 1);
    let mut places = Vec::new();
    let mut plain = String::new();
    for part in marked.split_inclusive(HERE) {
        plain.push_str(part.trim_end_matches(HERE));
        if part.ends_with(HERE) {
            let line = plain.matches('\n').count() + 1;
            let column = plain.chars().rev().take_while(|&c| c != '\n').count() + 1;
            places.push((line, column));
        }
    }
    let mut files = shipped().clone();
    files.insert(row.file, plain);
    (files, places)
}

/// A row of a table.
macro_rules! row {
    ($file:literal: $from:literal => $to:literal, $($error:literal),+ $(,)?) => {
        $crate::table::Row { file: $file, from: $from, to: $to, reported: &[$($error),+] }
    };
}
pub(crate) use row;
