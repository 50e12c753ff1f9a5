//! What the game ships: it loads, it is all used, it can be won and lost, and rules matter.

#[path = "../common/mod.rs"]
mod common;

mod coach;
mod numbers;
mod odds;
mod screen;
mod set;
mod variety;

use std::sync::LazyLock;

use foretold_content::{Content, ContentError, Encounter};

use common::shipped;

/// Everything that is shipped.
fn content() -> &'static Content {
    static CONTENT: LazyLock<Content> = LazyLock::new(|| match Content::load(shipped()) {
        Ok(content) => content,
        Err(errors) => {
            let reported: Vec<String> = errors.iter().map(ContentError::to_string).collect();
            panic!("{}", reported.join("\n"))
        }
    });
    &CONTENT
}

/// A shipped battle.
fn encounter(name: &str) -> &'static Encounter {
    content().encounter(name).expect("the battle is shipped")
}
