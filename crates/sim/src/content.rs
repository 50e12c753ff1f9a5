//! Content as assets: every RON file is one, and a change of one is a change of the whole set.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use bevy::asset::io::{AssetReaderError, AssetSourceId, ErasedAssetReader, Reader};
use bevy::asset::{AssetLoadFailedEvent, AssetLoader, LoadContext, LoadedFolder};
use bevy::prelude::*;
use bevy::tasks::futures_lite::{AsyncReadExt, StreamExt};
use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};
use foretold_content::{
    Content, ContentError, Files, Kind, MAX_FILE_BYTES, MAX_FILES, SINGLE_FILES, is_content_name,
    text_of, too_many_files,
};

use crate::SimSystems;

/// A content file as an asset: its text, or why it is none. What it says is checked together with
/// all the others; as an asset, a file tells that it has changed.
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
        Ok(ContentText(read_text(reader).await?))
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

/// A file was changed, taken away or renamed. Anyone who watches the folder may write it, since
/// the asset server tells nothing of some changes; [`ContentPlugin`] then looks at all files.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilesChanged;

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
            .add_message::<FilesChanged>()
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

/// The files as assets, and the task that reads them all.
#[derive(Resource)]
struct WatchedFiles {
    /// Every file is in it, so that every change is told. Dropping it would unload them.
    _folder: Handle<LoadedFolder>,
    /// Reads all files anew after a change. Dropping it cancels it.
    reading: Option<Task<Files>>,
    /// The files as they were when they were last looked at.
    seen: Option<Files>,
}

fn watch_files(mut commands: Commands, assets: Res<AssetServer>) {
    commands.insert_resource(WatchedFiles {
        _folder: assets.load_folder(""),
        reading: Some(start_reading(&assets)),
        seen: None,
    });
}

/// Begins to read anew when a file was changed, added or taken away. A set that was being read
/// might hold the old half of a change, so it is dropped.
fn notice_changes(
    mut texts: MessageReader<AssetEvent<ContentText>>,
    mut folders: MessageReader<AssetEvent<LoadedFolder>>,
    mut failed: MessageReader<AssetLoadFailedEvent<ContentText>>,
    mut changed: MessageReader<FilesChanged>,
    assets: Res<AssetServer>,
    mut watched: ResMut<WatchedFiles>,
) {
    let told = texts.read().count() + folders.read().count() + failed.read().count();
    let news = told + changed.read().count();
    if news > 0 {
        watched.reading = Some(start_reading(&assets));
    }
}

/// Loads the files once all are read, if they are others than before.
fn follow_files(world: &mut World) {
    let mut watched = world.resource_mut::<WatchedFiles>();
    let Some(task) = &mut watched.reading else {
        return;
    };
    let Some(files) = block_on(poll_once(task)) else {
        return;
    };
    watched.reading = None;
    let others = watched.seen.as_ref() != Some(&files);
    if others {
        load(world, &files);
        world.resource_mut::<WatchedFiles>().seen = Some(files);
    }
}

fn start_reading(assets: &AssetServer) -> Task<Files> {
    let assets = assets.clone();
    IoTaskPool::get().spawn(async move {
        let mut files = Files::default();
        if let Ok(source) = assets.get_source(AssetSourceId::Default) {
            read_all(source.reader(), &mut files).await;
        }
        files
    })
}

/// Reads every content file there is.
async fn read_all(reader: &dyn ErasedAssetReader, files: &mut Files) {
    for name in SINGLE_FILES {
        match read_file(reader, Path::new(name)).await {
            Ok(text) => files.insert(name, text),
            // What is not there keeps its defaults.
            Err(Unreadable::Missing) => {}
            Err(Unreadable::Because(why)) => files.insert_unreadable(name, why),
        }
    }
    for kind in Kind::ALL {
        read_kind(reader, kind, files).await;
    }
}

/// Reads the files of a kind, by the same rules as [`Files::read`].
async fn read_kind(reader: &dyn ErasedAssetReader, kind: Kind, files: &mut Files) {
    let mut paths = match reader.read_directory(Path::new(kind.folder())).await {
        Ok(paths) => paths,
        // A folder that is not there has no files.
        Err(AssetReaderError::NotFound(_)) => return,
        Err(error) => {
            files.insert_unreadable(kind.folder(), format!("it cannot be read: {error}"));
            return;
        }
    };
    let mut count = 0;
    while let Some(path) = paths.next().await {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| is_content_name(name)) else {
            continue;
        };
        count += 1;
        if count > MAX_FILES || files.overfull().is_some() {
            continue;
        }
        let place = format!("{}/{name}", kind.folder());
        match read_file(reader, &path).await {
            Ok(text) => files.insert(place, text),
            // Taken away between the list and the look.
            Err(Unreadable::Missing) => {}
            Err(Unreadable::Because(why)) => files.insert_unreadable(place, why),
        }
    }
    if count > MAX_FILES {
        files.insert_unreadable(kind.folder(), too_many_files(count));
    }
}

enum Unreadable {
    Missing,
    Because(String),
}

async fn read_file(reader: &dyn ErasedAssetReader, path: &Path) -> Result<String, Unreadable> {
    let because = |error: &dyn Display| Unreadable::Because(format!("it cannot be read: {error}"));
    let mut file = match reader.read(path).await {
        Ok(file) => file,
        Err(AssetReaderError::NotFound(_)) => return Err(Unreadable::Missing),
        Err(error) => return Err(because(&error)),
    };
    read_text(&mut *file)
        .await
        .map_err(|error| because(&error))?
        .map_err(Unreadable::Because)
}

/// The text of a file, or in words why it is none. Reads no more than a file may hold.
async fn read_text(reader: &mut dyn Reader) -> Result<Result<String, String>, std::io::Error> {
    let mut bytes = Vec::new();
    reader
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .await?;
    Ok(text_of(bytes))
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
