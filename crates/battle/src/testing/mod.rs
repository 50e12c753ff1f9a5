//! For tests and benches: battles drawn as text, scripted dice, random battles.
//!
//! ```
//! use foretold_battle::testing::{assert_log, board, light_punch, move_towards, recruit};
//!
//! let scene = board("
//!     A . e
//! ")
//! .unit('A', recruit().gambits([light_punch(), move_towards()]))
//! .unit('e', recruit());
//! assert_log!(scene.ticks(2), [
//!     "t1 A moves A1 → B1",
//!     "t2 A → e: Light Punch hit, 10 dealt, 90/100",
//! ]);
//! ```

mod catalogue;
mod draft;
mod random;
mod scene;
mod script;
mod story;

pub use catalogue::*;
pub use draft::{RuleDraft, UnitDraft, attack, recruit, rule, strike};
pub use random::{random_command, random_setup, random_setup_in, skirmish};
pub use scene::{Scene, board, cell};
pub use script::{ScriptedRoll, d, d20, d100, lot};
pub use story::{Log, Story};

#[doc(inline)]
pub use crate::assert_log;
