//! The simulation plugins as an app, without a window.

mod board;
mod by_hand;
mod clock;
mod coach;
mod common;
mod equality;
mod forecast;
mod forethought;
mod headless;
mod hot_reload;
mod outcomes;
mod requests;
mod runs;
mod schedule;
mod timeline;
mod trial;
