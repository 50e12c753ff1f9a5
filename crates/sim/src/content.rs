//! Content as assets: every RON file is one, and a change of one is a change of the whole set.

use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoadFailedEvent, AssetLoader, LoadContext, LoadState, LoadedFolder};
use bevy::prelude::*;
use bevy::tasks::futures_lite::AsyncReadExt;
use foretold_content::{Content, ContentError, Files, Kind, MAX_FILE_BYTES};

use crate::SimSystems;

/// The files that stand in no folder of their own.
const SINGLE_FILES: [&str; 2] = ["rules.ron", "autofight.ron"];

/// The text of a content file, or why it cannot be read. What it says is checked later, together
/// with all the others.
#[derive(Asset, TypePath, Clone, PartialEq, Eq, Debug)]
pub struct ContentText(pub Result<String, String>);

/// Reads content files without trusting them.
#[derive(Default, TypePath)]
struct ContentTextLoader;

impl AssetLoader for ContentTextLoader {
    type Asset = ContentText;
    type Settings = ();
    type Error = std::io::Error;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<ContentText, std::io::Error> {
        let mut bytes = Vec::new();
        // One byte more than allowed, so that the check of the whole set refuses it.
        reader
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .await?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            format!("it is no text: byte {place} is not UTF-8")
        });
        Ok(ContentText(text))
    }

    fn extensions(&self) -> &[&str] {
        &[
            "skill.ron",
            "unit.ron",
            "deck.ron",
            "board.ron",
            "battle.ron",
            "gambits.ron",
            "run.ron",
            "ron",
        ]
    }
}

/// The last good content, and what is wrong with the files now. Kept up to date by
/// [`ContentPlugin`].
#[derive(Resource, Clone, Debug, Default)]
pub struct GameContent {
    content: Option<Arc<Content>>,
    errors: Vec<ContentError>,
    generation: u32,
}

impl GameContent {
    /// The last good content; none before the first good load.
    pub fn content(&self) -> Option<&Arc<Content>> {
        self.content.as_ref()
    }

    /// What is wrong with the files as they are now; then the content is that of before.
    pub fn errors(&self) -> &[ContentError] {
        &self.errors
    }

    /// How many times good content has been loaded.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}

/// Good content was loaded. Written by [`ContentPlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentReloaded {
    /// How many times by now.
    pub generation: u32,
}

/// The files have errors; the last good content stays. Written by [`ContentPlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct ContentRejected {
    /// Every error with file, line and column.
    pub errors: Vec<ContentError>,
}

/// Content from files, kept up to date while the game runs.
#[derive(Clone, Debug, Default)]
pub enum ContentPlugin {
    /// Every file is an asset; changes are followed. `AssetPlugin` must be there before.
    #[default]
    Assets,
    /// These files, and no others: for tests and tools.
    Given(Files),
}

impl Plugin for ContentPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<GameContent>()
            .add_message::<ContentReloaded>()
            .add_message::<ContentRejected>();
        match self {
            ContentPlugin::Assets => {
                app.init_asset::<ContentText>()
                    .init_asset_loader::<ContentTextLoader>()
                    .add_systems(Startup, watch_files)
                    .add_systems(
                        Update,
                        (notice_changes, follow_files)
                            .chain()
                            .in_set(SimSystems::Content),
                    );
            }
            ContentPlugin::Given(files) => {
                let files = files.clone();
                app.add_systems(PreStartup, move |world: &mut World| load(world, &files));
            }
        }
    }
}

/// Holds the files in memory: dropping a handle would unload its file.
#[derive(Resource)]
struct WatchedFiles {
    single: Vec<(&'static str, Handle<ContentText>)>,
    folders: Vec<(Kind, Handle<LoadedFolder>)>,
    /// Whether something was read since they were last looked at.
    changed: bool,
    /// The files as they were when they were last looked at.
    seen: Option<Files>,
}

fn watch_files(mut commands: Commands, assets: Res<AssetServer>) {
    commands.insert_resource(WatchedFiles {
        single: SINGLE_FILES.map(|file| (file, assets.load(file))).into(),
        folders: Kind::ALL
            .map(|kind| (kind, assets.load_folder(kind.folder())))
            .into(),
        changed: true,
        seen: None,
    });
}

/// Notes that a file or folder was read, or could not be.
fn notice_changes(
    mut texts: MessageReader<AssetEvent<ContentText>>,
    mut folders: MessageReader<AssetEvent<LoadedFolder>>,
    mut failed: MessageReader<AssetLoadFailedEvent<ContentText>>,
    mut watched: ResMut<WatchedFiles>,
) {
    let news = texts.read().count() + folders.read().count() + failed.read().count();
    watched.changed |= news > 0;
}

/// Puts the files together once all are read, and loads them if they are others than before.
fn follow_files(world: &mut World) {
    let watched = world.resource::<WatchedFiles>();
    if !watched.changed {
        return;
    }
    let Some(files) = files_now(world, watched) else {
        return;
    };
    let others = watched.seen.as_ref() != Some(&files);
    if others {
        load(world, &files);
    }
    let mut watched = world.resource_mut::<WatchedFiles>();
    watched.changed = false;
    watched.seen = Some(files);
}

/// All files, or none while some are still being read.
fn files_now(world: &World, watched: &WatchedFiles) -> Option<Files> {
    let server = world.resource::<AssetServer>();
    let texts = world.resource::<Assets<ContentText>>();
    let folders = world.resource::<Assets<LoadedFolder>>();
    let mut files = Files::default();
    let mut add =
        |path: String, id: AssetId<ContentText>| match (texts.get(id), server.load_state(id)) {
            (_, LoadState::Loading) | (None, LoadState::NotLoaded | LoadState::Loaded) => None,
            // A single file that is not there is left out; its defaults hold.
            (_, LoadState::Failed(error)) => {
                let missing = error.to_string().contains("not found");
                if !missing || path.contains('/') {
                    files.insert_unreadable(path, first_line(&error.to_string()));
                }
                Some(())
            }
            (Some(ContentText(Ok(text))), _) => {
                files.insert(path, text.clone());
                Some(())
            }
            (Some(ContentText(Err(why))), _) => {
                files.insert_unreadable(path, why.clone());
                Some(())
            }
        };
    for (path, handle) in &watched.single {
        add((*path).to_owned(), handle.id())?;
    }
    for (_, handle) in &watched.folders {
        match (folders.get(handle), server.load_state(handle)) {
            (_, LoadState::Loading) | (None, LoadState::NotLoaded | LoadState::Loaded) => {
                return None;
            }
            // A folder that is not there has no files.
            (None, LoadState::Failed(_)) => {}
            (Some(folder), _) => {
                for file in &folder.handles {
                    let path = file
                        .path()
                        .map(|path| path.path().to_string_lossy().replace('\\', "/"));
                    if let (Some(path), Ok(id)) = (path, file.id().try_typed()) {
                        add(path, id)?;
                    }
                }
            }
        }
    }
    Some(files)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// Checks the whole set and swaps it in, or keeps the last good one and tells what is wrong.
fn load(world: &mut World, files: &Files) {
    let loaded = Content::load(files);
    let mut current = world.resource_mut::<GameContent>();
    match loaded {
        Ok(content) => {
            current.content = Some(Arc::new(content));
            current.errors.clear();
            current.generation += 1;
            let generation = current.generation;
            world.write_message(ContentReloaded { generation });
        }
        Err(errors) => {
            current.errors.clone_from(&errors);
            for error in &errors {
                tracing::warn!("{error}");
            }
            world.write_message(ContentRejected { errors });
        }
    }
}
