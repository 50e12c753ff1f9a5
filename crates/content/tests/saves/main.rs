//! What the game writes: never half, and never read as something that it is not.

#[path = "../common/mod.rs"]
mod common;

mod progress;
mod replays;
mod settings;
mod writing;
