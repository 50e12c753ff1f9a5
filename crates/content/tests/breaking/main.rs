//! Shipped files with one thing broken: every error with file, line, column, field and all of its
//! words.

#[path = "../common/mod.rs"]
mod common;

mod areas;
mod battles;
mod fields;
mod minds;
mod names;
mod numbers;
mod runs;
mod screen;
mod skills;
mod syntax;
mod table;
mod texts;
mod whole_files;
