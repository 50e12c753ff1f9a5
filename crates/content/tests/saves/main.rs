//! What the game writes: never half a file, and never read as something else.

#[path = "../common/mod.rs"]
mod common;

mod progress;
mod replays;
mod settings;
mod writing;
