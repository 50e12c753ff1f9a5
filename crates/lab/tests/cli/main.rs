//! The command line as its users meet it: starts the program and compares its output, its messages
//! and the files it leaves behind. Nothing here looks inside.

mod benching;
mod coach;
mod common;
mod descending;
mod designing;
mod fighting;
mod finding;
mod json;
mod merging;
mod ordering;
mod pages;
mod planning;
mod printing;
mod replays;
mod running;
mod schema;
mod simulating;
mod sweeping;
mod validating;
mod why;
