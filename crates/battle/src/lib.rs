//! The rules of Foretold's battles as a pure, deterministic value.
//!
//! Same set-up, same seed: the same battle to the bit, on every machine. There is no Bevy here, no
//! file, no clock, no float and no hash-map order. The crate does not read content, does not draw
//! and does not know when a step is due: whoever drives it does.
//!
//! # The types to know
//!
//! - [`Setup`] is a battle as plain data. [`Arena::new`] checks it and shares it.
//! - [`Battle`] is started from an arena and a seed. [`Battle::step`] plays one step, in the order
//!   of [`Phase::ALL`].
//! - [`Sink`] listens: what happens is an [`Event`] with every number needed to explain it.
//!   [`narrate()`] makes a line of text of it.
//! - [`Decision`] and [`Why`] are what a unit does and what it looked at. [`explain()`] makes text of
//!   them.
//! - [`Command`] is everything that a player can do. A [`Session`] is a battle with its history, its
//!   commands and undo; a [`Replay`] is what can be kept of it.
//! - [`Preview`] and [`forecast()`] say what an attack, or a whole battle, will probably come to.
//!
//! # Where to start
//!
//! `examples/duel.rs` is a whole battle in a page. Then `battle/mod.rs`: the list of phases, one
//! file for each beside it. `brain/mod.rs` decides. The rules in plain words are in `docs/rules.md`;
//! "rules §5" in a comment is its section, and `CONTRIBUTING.md` has the way from each section to
//! its module.
//!
//! # How it is tested
//!
//! In `tests/`, one target for each part of the rules, as stories: a board drawn in text, scripted
//! dice, the log compared line by line. The feature `testing` has the kit for it. `tests/promises`
//! holds what every battle promises, with random battles and golden fingerprints.

#![deny(clippy::float_arithmetic, reason = "floats differ between machines")]

mod arena;
mod autofight;
mod battle;
pub mod board;
pub mod brain;
pub mod coach;
mod command;
mod damage;
mod damage_kind;
mod deck;
mod dice;
mod effect;
mod estimate;
mod event;
mod explain;
mod fingerprint;
mod forecast;
mod hit;
mod house_rules;
mod ids;
mod narrate;
mod order;
mod preview;
mod replay;
mod sentence;
mod session;
mod setup;
mod sink;
mod skill;
mod stats;
mod status;
mod tempo;
#[cfg(feature = "testing")]
pub mod testing;
mod turning_points;
mod unit;

pub use arena::Arena;
pub use autofight::{
    AttackType, AutofightCount, AutofightMessages, AutofightMode, AutofightReport,
    AutofightSettings, Contender, Interrupts, Plan, Preconditions, Ranking, Stop,
};
pub use battle::{
    Battle, Blow, Danger, Due, ForetoldShove, ForetoldTurn, Phase, RestoreError, ShoveEnd, Threat,
    TurnEnd, TurnPart, TurnPartKind, When,
};
pub use board::{Area, Board, Cell, Terrain};
pub use brain::{Decision, Intent, MAX_TESTS, Reach, Rule, Selector, Why, WhyNot};
pub use command::{Command, CommandRefusal};
pub use damage_kind::{Affinity, DamageKind, KindSet};
pub use deck::{Card, Deck, MAX_CARD_KINDS, Pile};
pub use dice::Dice;
pub use effect::{Effect, area_in_words, hit_in_words, range, status_in_words};
pub use event::{
    BreakCause, DrawReason, Event, Happening, Harm, MoveFailure, Outcome, SaveResult, ShoveStop,
    Struck, Suffering,
};
pub use explain::{Depth, explain, explain_turn, rules_passed_over, turn_in_words};
pub use fingerprint::fingerprint;
pub use forecast::{Comparison, Estimate, Pairs, Tally, compare, forecast};
pub use hit::{Chance, Odds, Roll, Verdict};
pub use house_rules::{HeavyStrikes, HouseRules, Luck};
pub use ids::{DeckId, MAX_UNITS, SkillId, UnitId, UnitSet};
pub use narrate::{belongs_in_log, gist, narrate, narrate_chance, narrate_result, narrate_roll};
pub use order::{Order, OrderRefusal, StandingOrder};
pub use preview::{Bumped, Preview, StrikePreview};
pub use replay::{Ending, Entry, REPLAY_VERSION, Replay, ReplayError};
pub use sentence::{Part, Word, phrase, sentence, words};
pub use session::{Moment, RuleEdit, Session, Skipped};
pub use setup::{RuleError, Setup, SetupError, SetupPlace};
pub use sink::{Silent, Sink};
pub use skill::{
    Aid, Amount, Check, Damage, Edge, MAX_AREA_STRIKES, MAX_DICE, MAX_SIDES, MAX_STRIKES, MoveMode,
    Shove, Skill, SkillKind, Strike,
};
pub use stats::{RuleStats, SkillStats, Stats, UnitStats};
pub use status::{Affliction, Status, Statuses};
pub use tempo::{Tempo, Turn};
pub use turning_points::{MomentChange, MomentTally, TurningPoint, turning_points, worst_moment};
pub use unit::{
    Action, Aim, AtZero, Brain, CardMove, DeckUse, Faction, Life, MAX_RULES, MAX_SKILLS, Unit,
    UnitSheet,
};
