//! Rules as text and back, and what does not count in the hash of the content.

#[path = "../common/mod.rs"]
mod common;

mod hash;
mod pasted;
mod round_trip;
mod sets;

use std::sync::LazyLock;

use foretold_content::{Content, Encounter};

use common::shipped;

/// Everything that is shipped.
fn content() -> &'static Content {
    static CONTENT: LazyLock<Content> =
        LazyLock::new(|| Content::load(shipped()).expect("the shipped files are in order"));
    &CONTENT
}

/// A shipped battle.
fn encounter(name: &str) -> &'static Encounter {
    content().encounter(name).expect("the battle is shipped")
}
