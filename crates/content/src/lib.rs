//! What designers edit: RON files, checked together, as battles to fight.
//!
//! Files are not trusted: none can make this crate panic, hang or allocate without bound. There is
//! no Bevy here, no window and no clock, and no rule of battle: the bounds of numbers are the core's
//! ([`foretold_battle::Setup`]). The crate reads files when it is asked to; it does not watch them.
//!
//! # The types to know
//!
//! - [`Files`] are texts by their place in a folder, from disk or from anywhere else.
//! - [`Content::load`] parses them, checks the whole set, and gives either the content or every
//!   [`ContentError`] with file, line, column and what to do.
//! - [`Encounter`] is a battle that is ready to be fought; a [`Skirmish`] becomes one without a
//!   battle file.
//! - [`Keys`] and [`Theme`] are `keys.ron` and `theme.ron`: which keys do what, and how it looks.
//! - [`Settings`] and [`Progress`] belong to the player: the game reads and writes them.
//! - [`Orders`] are what a player does in a battle, as a file.
//! - [`read_replay`] and [`write_replay`] keep battles; [`write_atomically`] writes whole files only.
//!
//! # Where to start
//!
//! `file/` is what can be written down, a file for each kind. `content.rs` goes through the steps:
//! text, `parse`, `library`, `assemble`, [`Encounter`]. When something is wrong, `blame` and
//! `outline` find its place. `docs/modding.md` explains every field.
//!
//! # How it is tested
//!
//! `tests/breaking` breaks one thing in a shipped file and compares the error word for word,
//! `tests/hostile` is what a stranger might send, `tests/shipped` looks at the game's own content.
//! `file/page.rs` holds the manual to the types.

mod assemble;
mod blame;
mod content;
mod encounter;
mod error;
mod file;
mod files;
mod ground;
mod keys;
mod library;
mod names;
mod orders;
mod outline;
mod own_file;
mod parse;
mod plain;
mod progress;
mod rule_text;
mod run_check;
mod save;
mod selectors;
mod settings;
mod speed;
mod stage;
mod theme;
mod vary;
mod write;

pub use content::{Content, School, Skirmish};
pub use encounter::{Encounter, fresh_seed};
pub use error::ContentError;
pub use file::{
    Bands, Bargain, CardChange, FloorPlan, FoundWord, Gift, GroundKind, Item, ItemSlot, Level,
    LevelChange, Pack, PackUnit, PlaceKind, Price, Reference, ReferenceCompanion, RewardKind,
    RunPlan, Stands, StartStatus,
};
pub use files::{
    FIGURES, FileKind, Files, MAX_FILE_BYTES, MAX_FILES, SINGLE_FILES, find_assets,
    is_content_name, is_figure_name, read_text, text_of, too_many_files,
};
pub use ground::{Ambience, CoverKind, FloorKind, GroundColours, GroundStyle, WallKind};
pub use keys::{Act, Chord, KEY_NAMES, KeyChanges, KeyRefusal, KeyScope, Keys, MOST_CHORDS};
pub use names::did_you_mean;
pub use orders::{GivenOrder, Orders};
pub use own_file::{DamagedFile, put_aside};
pub use plain::{LONGEST_NAME, plain, plain_path, text_fault};
pub use progress::{BestResult, Progress, RunProgress, Unfinished};
pub use save::{
    SaveError, check_replay_file, read_replay, replay_from_text, replay_to_text, write_replay,
};
pub use settings::{AutofightPreset, Hints, PaletteChoice, SCALES, Settings, WindowChoice};
pub use speed::Speed;
pub use stage::{CompanionEntry, StagedUnit, Staging};
pub use theme::{Colour, Palette, Sizes, Strokes, Theme, Timings};
pub use write::{cannot, clear_drafts, delete_file, write_atomically, write_picture_file};
