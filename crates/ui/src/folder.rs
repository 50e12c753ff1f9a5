//! Where the game keeps what belongs to the player: presets, logs, settings, progress.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use foretold_content::{DamagedFile, SaveError, cannot, clear_drafts};

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

/// A file of the player, and what is written there.
#[derive(Resource, Default)]
pub(crate) struct PlayerFile<T: Send + Sync + 'static> {
    /// None if there is no place for it, or if what stands there could not be put aside.
    path: Option<PathBuf>,
    pub(crate) written: T,
}

impl<T: Clone + Send + Sync + PartialEq> PlayerFile<T> {
    /// Reads the file. A damaged one is reported, and no reason not to play.
    pub(crate) fn read(
        &mut self,
        path: PathBuf,
        read: fn(&Path) -> Result<T, DamagedFile<T>>,
        toasts: &mut Toasts,
    ) {
        (self.written, self.path) = match read(&path) {
            Ok(read) => (read, Some(path)),
            Err(damage) => {
                toasts.push(Toast::bad(damage.message));
                (*damage.understood, damage.aside.map(|_| path))
            }
        };
    }

    /// Whether there is a place for it.
    pub(crate) fn can_be_written(&self) -> bool {
        self.path.is_some()
    }

    /// Writes what has changed. What could not be written is tried again with the next change.
    pub(crate) fn write(
        &mut self,
        now: &T,
        write: fn(&T, &Path) -> Result<(), SaveError>,
        folder: &DataFolder,
    ) -> Result<(), String> {
        if let Some(path) = self.path.as_ref().filter(|_| *now != self.written) {
            folder.within("")?;
            write(now, path).map_err(|error| error.to_string())?;
            self.written = now.clone();
        }
        Ok(())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<DataFolder>()
        .add_systems(PreStartup, |folder: Res<DataFolder>| folder.clear_drafts());
}
