//! Content from files: when one file changes, the whole set is loaded again.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bevy::asset::io::{AssetReaderError, AssetSourceId, ErasedAssetReader, Reader};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::tasks::futures_lite::{AsyncReadExt, StreamExt};
use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};
use foretold_content::{
    Content, ContentError, FIGURES, FileKind, Files, MAX_FILE_BYTES, MAX_FILES, SINGLE_FILES,
    is_content_name, is_figure_name, text_of, too_many_files,
};

use crate::SimSystems;

/// A wait that is shorter than this is not noticed, or not minded.
const PATIENCE: Duration = Duration::from_millis(300);

/// The last good content, and what is wrong with the files now. Kept up to date by
/// [`ContentPlugin`].
#[derive(Resource, Clone, Debug, Default)]
pub struct GameContent {
    content: Option<Arc<Content>>,
    errors: Vec<ContentError>,
    generation: u32,
    figures: Files,
}

impl GameContent {
    /// The last good content; `None` before the first good load.
    pub fn content(&self) -> Option<&Arc<Content>> {
        self.content.as_ref()
    }

    /// Whether it is being read for the first time: there is nothing to play, and nothing wrong yet.
    pub fn is_awaited(&self) -> bool {
        self.content.is_none() && self.errors.is_empty()
    }

    /// What is wrong with the files now. While there are errors, the last good content stays.
    pub fn errors(&self) -> &[ContentError] {
        &self.errors
    }

    /// How many times good content has been loaded.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The drawings of `figures/` as they are now, unchecked: whoever draws them reports what is
    /// wrong with them. A broken one keeps nobody from fighting.
    pub fn figures(&self) -> &Files {
        &self.figures
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

/// A file was changed, added, removed or renamed. Written by the watcher of the folder;
/// [`ContentPlugin`] then reads all files. The asset server's own events would not do: it does not
/// report renamed files.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FilesChanged;

/// Content from files, kept up to date while the game runs.
#[derive(Clone, Debug, Default)]
pub enum ContentPlugin {
    /// The files of the asset source, read again at every [`FilesChanged`]. Add `AssetPlugin` first.
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
                app.init_resource::<Reading>()
                    .add_systems(Startup, start_reading)
                    .add_systems(
                        Update,
                        (
                            start_reading.run_if(on_message::<FilesChanged>),
                            follow_files,
                        )
                            .chain()
                            .in_set(SimSystems::Content),
                    );
            }
            ContentPlugin::Given(files) => {
                let files = files.clone();
                app.add_systems(PreStartup, move |mut loader: Loader| {
                    loader.load(&files);
                    loader.current.figures = files.clone();
                });
            }
        }
    }
}

/// The task that reads all files after a change. Dropping it cancels it.
#[derive(Resource, Default)]
struct Reading(Option<Task<AllFiles>>);

/// The files of the content, and the figures: too many of these must not crowd out the others.
#[derive(Default)]
struct AllFiles {
    content: Files,
    figures: Files,
}

/// Begins to read all files. Drops a read that is under way: it may hold the old half of a change.
fn start_reading(assets: Res<AssetServer>, mut reading: ResMut<Reading>) {
    let assets = assets.clone();
    reading.0 = Some(IoTaskPool::get().spawn(async move {
        let mut files = AllFiles::default();
        if let Ok(source) = assets.get_source(AssetSourceId::Default) {
            read_all(source.reader(), &mut files).await;
        }
        files
    }));
}

/// Loads the files once all are read, if any has changed. The first frame waits for them, so that
/// every start is the same; it takes a few milliseconds. It does not wait for longer than
/// [`PATIENCE`].
fn follow_files(
    mut reading: ResMut<Reading>,
    (mut seen, mut waited): (Local<Option<Files>>, Local<bool>),
    mut loader: Loader,
) {
    let Some(task) = &mut reading.0 else {
        return;
    };
    let patience = if std::mem::replace(&mut *waited, true) {
        Duration::ZERO
    } else {
        PATIENCE
    };
    let files = result_within(patience, task);
    let Some(files) = files else {
        return;
    };
    reading.0 = None;
    let AllFiles { content, figures } = files;
    if seen.as_ref() != Some(&content) {
        loader.load(&content);
        *seen = Some(content);
    }
    if loader.current.figures != figures {
        loader.current.figures = figures;
    }
}

/// What a task comes to, if it is done within this time.
fn result_within<T>(patience: Duration, task: &mut Task<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let result = block_on(poll_once(&mut *task));
        if result.is_some() || begun.elapsed() >= patience {
            return result;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Reads every file.
async fn read_all(reader: &dyn ErasedAssetReader, all: &mut AllFiles) {
    let files = &mut all.content;
    for name in SINGLE_FILES {
        match read_file(reader, Path::new(name)).await {
            Ok(text) => files.insert(name, text),
            // A missing file keeps its defaults.
            Err(Unreadable::Missing) => {}
            Err(Unreadable::Because(why)) => files.insert_unreadable(name, why),
        }
    }
    for kind in FileKind::ALL {
        read_folder(reader, kind.folder(), is_content_name, files).await;
    }
    read_folder(reader, FIGURES, is_figure_name, &mut all.figures).await;
}

/// Reads the files of a folder, by the same rules as [`Files::read`].
async fn read_folder(
    reader: &dyn ErasedAssetReader,
    folder: &str,
    is_wanted: fn(&str) -> bool,
    files: &mut Files,
) {
    let mut paths = match reader.read_directory(Path::new(folder)).await {
        Ok(paths) => paths,
        // A missing folder has no files.
        Err(AssetReaderError::NotFound(_)) => return,
        Err(error) => {
            files.insert_unreadable(folder, format!("it cannot be read: {error}"));
            return;
        }
    };
    let mut count = 0;
    while let Some(path) = paths.next().await {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| is_wanted(name)) else {
            continue;
        };
        count += 1;
        if count > MAX_FILES || files.overfull().is_some() {
            continue;
        }
        let place = format!("{folder}/{name}");
        match read_file(reader, &path).await {
            Ok(text) => files.insert(place, text),
            // Removed since the folder was listed.
            Err(Unreadable::Missing) => {}
            Err(Unreadable::Because(why)) => files.insert_unreadable(place, why),
        }
    }
    if count > MAX_FILES {
        files.insert_unreadable(folder, too_many_files(count));
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

/// The text of a file, or a message that says why it is not text. Reads no more than a file may
/// hold.
async fn read_text(reader: &mut dyn Reader) -> Result<Result<String, String>, std::io::Error> {
    let mut bytes = Vec::new();
    reader
        .take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .await?;
    Ok(text_of(bytes))
}

/// What it takes to load content from the files that were read.
#[derive(SystemParam)]
struct Loader<'w> {
    current: ResMut<'w, GameContent>,
    reloaded: MessageWriter<'w, ContentReloaded>,
    rejected: MessageWriter<'w, ContentRejected>,
}

impl Loader<'_> {
    /// Checks the whole set and swaps it in, or keeps the last good one and reports what is wrong.
    fn load(&mut self, files: &Files) {
        match Content::load(files) {
            Ok(content) => {
                self.current.content = Some(Arc::new(content));
                self.current.errors.clear();
                self.current.generation += 1;
                let generation = self.current.generation;
                self.reloaded.write(ContentReloaded { generation });
            }
            Err(errors) => {
                self.current.errors.clone_from(&errors);
                for error in &errors {
                    tracing::warn!("{error}");
                }
                self.rejected.write(ContentRejected { errors });
            }
        }
    }
}
