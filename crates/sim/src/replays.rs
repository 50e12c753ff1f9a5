//! Where replay files are kept, and how they are named.

use std::path::PathBuf;

use bevy::prelude::*;
use directories::ProjectDirs;
use foretold_battle::Replay;
use foretold_content::{cannot, write_replay};

/// Where replays are kept: in the platform's folder for user data, unless set otherwise.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct ReplayFolder(pub Option<PathBuf>);

impl Default for ReplayFolder {
    fn default() -> Self {
        let folder = ProjectDirs::from("", "", "foretold");
        ReplayFolder(folder.map(|folder| folder.data_dir().join("replays")))
    }
}

impl ReplayFolder {
    /// Writes a replay to a file of its own, and returns its path.
    ///
    /// # Errors
    /// A message for the player, if there is no folder or the file cannot be written.
    pub fn keep(&self, replay: &Replay) -> Result<PathBuf, String> {
        let folder = self
            .0
            .as_ref()
            .ok_or("this system has no folder for user data: set one for replays")?;
        std::fs::create_dir_all(folder).map_err(|error| cannot("be made", folder, &error))?;
        let file = folder.join(replay_name(replay));
        write_replay(&file, replay).map_err(|error| error.to_string())?;
        Ok(file)
    }
}

/// The name of a replay's file. It ends with the seal, so two branches of one battle have different
/// names, and the same branch keeps its own.
pub fn replay_name(replay: &Replay) -> String {
    let Replay {
        battle, seed, seal, ..
    } = replay;
    format!("{battle}-{seed}-{:08x}.replay.ron", *seal as u32)
}
