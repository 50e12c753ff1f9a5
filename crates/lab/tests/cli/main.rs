//! The command line as its users meet it: the program is started, and what it prints, tells and
//! leaves behind is compared. Nothing here looks inside.

mod common;
mod designing;
mod fighting;
mod finding;
mod json;
mod pages;
mod printing;
mod replays;
mod running;
mod simulating;
mod validating;
mod why;
