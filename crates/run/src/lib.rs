//! Runs as pure, deterministic values: a company, a map, fights, words and omens.
//!
//! Same content, same seed, same commands: the same run to the bit. There is no Bevy here, no file,
//! no clock, no float and no hash-map order. The crate does not draw and does not save: whoever
//! drives it does. Battles inside a run are ordinary sessions of [`foretold_battle`].
//!
//! # The types to know
//!
//! - [`Realm`] is a plan of a run with all the content behind it, shared by all runs.
//! - [`Run`] begins from a [`RunStart`]. [`Run::stage`] says what is to be decided, and
//!   [`Run::command`] does it, or refuses with a [`RunRefusal`].
//! - [`Map`] and [`RunFight`] are what the generator makes: from seed, level, content and place alone,
//!   never from what the player did before.
//! - [`Companion`] is a fighter with HP, wounds, items, skills and rules.
//! - [`RunRecord`] is what can be kept of a run, and played again to the same fingerprint.
//!
//! # Where to start
//!
//! `run/mod.rs` has the stages and the commands. `fight.rs` makes a fight and plays it many times before it is
//! used. `map/` and `ground/` draw. `offer.rs` says what can be found.

#![deny(clippy::float_arithmetic, reason = "floats differ between machines")]

mod choices;
mod chronicle;
mod command;
mod company;
mod dice;
mod fight;
mod ground;
mod history;
mod map;
mod offer;
mod outlook;
pub mod policy;
mod realm;
mod record;
mod run;
mod threat;

pub use chronicle::{Chronicle, ChronicleEntry};
pub use command::{Rest, RunCommand, RunRefusal};
pub use company::{Companion, CompanyRule};
pub use dice::RunDice;
pub use fight::RunFight;
pub use ground::Site;
pub use history::PastFight;
pub use map::{Map, MapPlace, PlaceId};
pub use offer::{RunOffer, ShrineTerms};
pub use outlook::OfferOutlook;
pub use realm::{Realm, RealmError, Recruit, WordToFind, fit};
pub use record::{RUN_VERSION, RecordError, RunRecord};
pub use run::{CurrentFight, JournalEntry, Run, RunEnd, RunStage, RunStart};
pub use threat::{EnemyThreat, ThreatTable};
