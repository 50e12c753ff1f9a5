//! The files that the game ships, for every target.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use foretold_content::Files;

/// The folder of the files that the game ships.
pub(crate) fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")
}

/// The files that the game ships.
pub(crate) fn shipped() -> &'static Files {
    static FILES: LazyLock<Files> =
        LazyLock::new(|| Files::read(&assets()).expect("the folder is part of the repository"));
    &FILES
}
