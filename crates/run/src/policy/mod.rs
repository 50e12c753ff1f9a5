//! Players without a hand: policies that play whole runs, to measure them.
//!
//! [`Policy`] is the list. [`Player`] decides one command after another and never looks at dice that
//! a player could not see. `likes.rs` is what a policy likes best, `build.rs` the lists of each,
//! `arrange.rs` what is worn and which rules are followed, `lore.rs` the rule sets it can teach,
//! `foresee.rs` choosing by forecast, `again.rs` a lost battle taken back.

mod again;
mod arrange;
mod build;
mod foresee;
mod likes;
mod lore;
mod player;

pub use lore::Lore;
pub use player::Player;

use build::{ARCHERS, Build, FIRE, PUSHERS, STEADY, WALL};

/// How decisions are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Policy {
    /// Any choice that is possible, and the first rules of everybody until a battle is lost.
    Random,
    /// A fixed order of likes.
    Steady,
    /// Ways and rewards by forecast.
    Foreseer,
    /// A fixed build: those who hold.
    Wall,
    /// A fixed build: those who shoot.
    Archers,
    /// A fixed build: those who burn and curse.
    Fire,
    /// A fixed build: those who push and pull.
    Pushers,
}

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 7] = [
        Policy::Random,
        Policy::Steady,
        Policy::Foreseer,
        Policy::Wall,
        Policy::Archers,
        Policy::Fire,
        Policy::Pushers,
    ];

    /// What it is called on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::Steady => "steady",
            Policy::Foreseer => "foreseer",
            Policy::Wall => "wall",
            Policy::Archers => "archers",
            Policy::Fire => "fire",
            Policy::Pushers => "pushers",
        }
    }

    /// What it does, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Policy::Random => "any choice that is possible, omens too",
            Policy::Steady => "a fixed order of likes",
            Policy::Foreseer => "ways, rewards and rules by forecast",
            Policy::Wall => "a fixed build: those who hold",
            Policy::Archers => "a fixed build: those who shoot",
            Policy::Fire => "a fixed build: those who burn and curse",
            Policy::Pushers => "a fixed build: those who push and pull",
        }
    }

    /// Whether it always wants the same companions and things.
    pub const fn is_fixed_build(self) -> bool {
        matches!(
            self,
            Policy::Wall | Policy::Archers | Policy::Fire | Policy::Pushers
        )
    }

    const fn build(self) -> &'static Build {
        match self {
            Policy::Random | Policy::Steady | Policy::Foreseer => &STEADY,
            Policy::Wall => &WALL,
            Policy::Archers => &ARCHERS,
            Policy::Fire => &FIRE,
            Policy::Pushers => &PUSHERS,
        }
    }
}
