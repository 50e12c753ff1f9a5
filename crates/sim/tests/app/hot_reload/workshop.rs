//! An app with its content in memory, and the means to change it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bevy::app::TaskPoolPlugin;
use bevy::asset::AssetPlugin;
use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{
    AssetReader, AssetReaderError, AssetSourceBuilder, AssetSourceId, PathStream, Reader,
};
use bevy::prelude::{App, AssetApp, Message};
use bevy::tasks::futures_lite::future::yield_now;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use foretold_content::Files;
use foretold_sim::testing::{Inbox, shipped_files};
use foretold_sim::{
    BattleReplayed, BattleRequest, ContentPlugin, ContentRejected, ContentReloaded, FilesChanged,
    GameContent, SimPlugins,
};

/// More frames than any change takes; a test that needs them all would hang otherwise.
const FRAMES: u32 = 50_000;

/// Reads from memory; some files take as long as the test likes.
struct SlowReader {
    files: MemoryAssetReader,
    held: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl SlowReader {
    fn holds(&self, path: &Path) -> bool {
        let held = self.held.lock().expect("nobody panics with it");
        held.contains(path)
    }
}

impl AssetReader for SlowReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        while self.holds(path) {
            yield_now().await;
        }
        self.files.read(path).await
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        self.files.read_meta(path).await
    }

    async fn read_directory<'a>(
        &'a self,
        path: &'a Path,
    ) -> Result<Box<PathStream>, AssetReaderError> {
        self.files.read_directory(path).await
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        self.files.is_directory(path).await
    }
}

/// An app with its content in memory, and everything that it reported about it.
pub(super) struct Workshop {
    pub(super) app: App,
    folder: Dir,
    held: Arc<Mutex<BTreeSet<PathBuf>>>,
    inboxes: (
        Inbox<ContentReloaded>,
        Inbox<ContentRejected>,
        Inbox<BattleReplayed>,
    ),
    pub(super) reloaded: Vec<ContentReloaded>,
    pub(super) rejected: Vec<ContentRejected>,
    pub(super) replayed: Vec<BattleReplayed>,
    /// The files as they are meant to be now, to compare with.
    pub(super) files: Files,
}

impl Workshop {
    /// With the shipped files, before the first frame.
    pub(super) fn new() -> Workshop {
        Workshop::with(shipped_files().clone())
    }

    /// With these files, before the first frame.
    pub(super) fn with(files: Files) -> Workshop {
        let folder = Dir::default();
        for (path, text) in files.iter() {
            let text = text.expect("tests begin with readable files");
            folder.insert_asset_text(Path::new(path), text);
        }
        let held = Arc::default();
        let mut app = App::new();
        app.register_asset_source(
            AssetSourceId::Default,
            source(folder.clone(), Arc::clone(&held)),
        )
        .add_plugins((
            TaskPoolPlugin::default(),
            TimePlugin,
            AssetPlugin::default(),
            SimPlugins {
                content: ContentPlugin::Assets,
            },
        ))
        .insert_resource(TimeUpdateStrategy::ManualDuration(
            std::time::Duration::from_millis(100),
        ));
        app.finish();
        app.cleanup();
        let inboxes = (Inbox::new(&app), Inbox::new(&app), Inbox::new(&app));
        Workshop {
            app,
            folder,
            held,
            inboxes,
            reloaded: Vec::new(),
            rejected: Vec::new(),
            replayed: Vec::new(),
            files,
        }
    }

    /// With the shipped files, loaded.
    pub(super) fn open() -> Workshop {
        let mut shop = Workshop::new();
        shop.wait_for_generation(1);
        shop
    }

    /// With the shipped files, and a battle that has just begun.
    pub(super) fn fighting(battle: &str, seed: u64) -> Workshop {
        let mut shop = Workshop::open();
        let battle = battle.to_owned();
        shop.ask(BattleRequest::Start { battle, seed });
        shop
    }

    /// Lets a frame pass and listens.
    pub(super) fn update(&mut self) {
        self.app.update();
        let (reloaded, rejected, replayed) = &mut self.inboxes;
        self.reloaded.extend(reloaded.read(&self.app));
        self.rejected.extend(rejected.read(&self.app));
        self.replayed.extend(replayed.read(&self.app));
    }

    /// Asks for something and lets a frame pass.
    pub(super) fn ask<M: Message>(&mut self, request: M) {
        self.app.world_mut().write_message(request);
        self.update();
    }

    /// Lets frames pass until a condition holds; other threads read the files meanwhile.
    #[track_caller]
    pub(super) fn wait_until(&mut self, done: impl Fn(&Workshop) -> bool) {
        for _ in 0..FRAMES {
            if done(self) {
                // Its effects come in the same frame or in the next.
                self.update();
                return;
            }
            self.update();
            std::thread::yield_now();
        }
        panic!("it never came: {:?}", self.content().errors());
    }

    /// Waits until good content was loaded this many times.
    #[track_caller]
    pub(super) fn wait_for_generation(&mut self, generation: u32) {
        self.wait_until(|shop| shop.content().generation() == generation);
    }

    /// Waits until content was rejected this many times.
    #[track_caller]
    pub(super) fn wait_for_rejections(&mut self, count: usize) {
        self.wait_until(|shop| shop.rejected.len() == count);
    }

    pub(super) fn content(&self) -> &GameContent {
        self.app.world().resource::<GameContent>()
    }

    /// Writes a file, and has it noticed.
    pub(super) fn write(&mut self, path: &str, text: &str) {
        self.put(path, text);
        self.notice();
    }

    /// Changes a part of a file that is there, and has it noticed.
    #[track_caller]
    pub(super) fn change(&mut self, path: &str, from: &str, to: &str) {
        let text = self.changed(path, from, to);
        self.write(path, &text);
    }

    /// The text of a file with a part changed.
    #[track_caller]
    pub(super) fn changed(&self, path: &str, from: &str, to: &str) -> String {
        let text = self.files.get(path).expect("it is there");
        assert_eq!(text.matches(from).count(), 1, "{from} in {path}");
        text.replace(from, to)
    }

    /// Writes a file without a notice.
    pub(super) fn put(&mut self, path: &str, text: &str) {
        self.folder.insert_asset_text(Path::new(path), text);
        self.files.insert(path, text);
    }

    /// Writes bytes, text or not, and has it noticed.
    pub(super) fn write_bytes(&mut self, path: &str, bytes: Vec<u8>) {
        self.folder.insert_asset(Path::new(path), bytes);
        self.notice();
    }

    /// Removes a file, and has it noticed.
    pub(super) fn remove(&mut self, path: &str) {
        self.folder.remove_asset(Path::new(path));
        self.files.remove(path);
        self.notice();
    }

    /// Has changes noticed.
    pub(super) fn notice(&mut self) {
        self.app.world_mut().write_message(FilesChanged);
    }

    /// From now on this file takes long to read.
    pub(super) fn hold(&self, path: &str) {
        let mut held = self.held.lock().expect("nobody panics with it");
        held.insert(path.into());
    }

    /// Every file can be read.
    pub(super) fn let_go(&self) {
        self.held.lock().expect("nobody panics with it").clear();
    }
}

fn source(folder: Dir, held: Arc<Mutex<BTreeSet<PathBuf>>>) -> AssetSourceBuilder {
    AssetSourceBuilder::new(move || {
        Box::new(SlowReader {
            files: MemoryAssetReader {
                root: folder.clone(),
            },
            held: Arc::clone(&held),
        })
    })
}
