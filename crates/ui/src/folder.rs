//! Where the game keeps what belongs to the player: presets, logs, settings, progress.

use std::path::PathBuf;

use directories::ProjectDirs;
use foretold_content::{cannot, clear_drafts};

use crate::prelude::*;

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
        std::fs::create_dir_all(&folder).map_err(|error| cannot("be made", &folder, &error))?;
        Ok(folder)
    }

    /// Deletes what a killed game has left half written.
    fn clear_drafts(&self) {
        let Some(folder) = &self.0 else {
            return;
        };
        for (name, ending) in [
            ("", ".ron"),
            ("presets", ".ron"),
            ("replays", ".replay.ron"),
            ("logs", ".log.txt"),
        ] {
            clear_drafts(&folder.join(name), |file| file.ends_with(ending));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DataFolder>()
        .add_systems(PreStartup, |folder: Res<DataFolder>| folder.clear_drafts());
}
