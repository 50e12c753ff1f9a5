//! Where the game keeps what belongs to the player: presets, logs, settings, progress.

use std::path::PathBuf;

use bevy::prelude::*;
use directories::ProjectDirs;

/// The player's folder: the platform's own, unless set otherwise.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct DataFolder(pub Option<PathBuf>);

impl Default for DataFolder {
    fn default() -> Self {
        let dirs = ProjectDirs::from("", "", "foretold");
        DataFolder(dirs.map(|dirs| dirs.data_dir().to_owned()))
    }
}

impl DataFolder {
    /// A folder in it, which exists afterwards.
    pub(crate) fn within(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.0.as_ref().map(|folder| folder.join(name));
        let folder = folder.ok_or("This system has no folder for what belongs to the player.")?;
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
        Ok(folder)
    }
}
