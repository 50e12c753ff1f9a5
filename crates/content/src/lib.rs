//! What designers edit: RON files, checked together, as battles to fight.
//!
//! [`Files`] are texts by their place in a folder, from disk or from anywhere
//! else. [`Content::load`] parses them, checks the whole set, and gives either
//! [`Encounter`]s ready to be fought or every [`ContentError`] with file, line,
//! column and what to do. Files are not trusted: none can make this crate
//! panic, hang or allocate without bound.
//!
//! `docs/modding.md` explains every field. No Bevy, no window, no clock.

mod assemble;
mod blame;
mod content;
mod encounter;
mod error;
mod file;
mod files;
mod keys;
mod library;
mod names;
mod outline;
mod own_file;
mod parse;
mod plain;
mod progress;
mod rule_text;
mod save;
mod selectors;
mod settings;
mod speed;
mod theme;
mod write;

pub use content::{Content, Run, Skirmish};
pub use encounter::{Encounter, fresh_seed};
pub use error::ContentError;
pub use files::{
    FileKind, Files, MAX_FILE_BYTES, MAX_FILES, SINGLE_FILES, find_assets, is_content_name,
    read_text, text_of, too_many_files,
};
pub use keys::{Act, Chord, KEY_NAMES, KeyChanges, KeyRefusal, KeyScope, Keys, MOST_CHORDS};
pub use names::did_you_mean;
pub use own_file::DamagedFile;
pub use plain::{LONGEST_NAME, plain, plain_path, text_fault};
pub use progress::{Progress, RunProgress, Unfinished};
pub use save::{
    SaveError, check_replay_file, read_replay, replay_from_text, replay_to_text, write_replay,
};
pub use settings::{AutofightPreset, Hints, PaletteChoice, SCALES, Settings};
pub use speed::Speed;
pub use theme::{Colour, Palette, Sizes, Strokes, Theme, Timings};
pub use write::{cannot, clear_drafts, delete_file, write_atomically, write_picture_file};
