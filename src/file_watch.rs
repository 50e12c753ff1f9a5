//! A changed file wakes the game, which sleeps while nothing moves.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bevy::asset::io::{AssetSource, AssetSourceBuilder, AssetSourceId};
use bevy::prelude::*;
use bevy::tasks::IoTaskPool;
use bevy::time::Real;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use foretold_sim::FilesChanged;
use foretold_view::RedrawRequests;

/// Editors write a file in several goes: so long changes are collected.
const COLLECT: Duration = Duration::from_millis(300);
/// So long the game stays awake after a change: files are read and checked in the background.
const AWAKE: Duration = Duration::from_secs(2);

/// Rings when a file of the content has changed.
#[derive(Resource, Clone, Default)]
struct Bell {
    rung: Arc<AtomicBool>,
    wake: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>,
}

impl Bell {
    fn ring(&self) {
        self.rung.store(true, Ordering::Relaxed);
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }
}

/// Reads the content from a folder and watches it. Must come before Bevy's own plugins.
pub(crate) fn plugin(folder: &Path) -> impl Fn(&mut App) + Send + Sync + 'static + use<> {
    let folder = folder.to_string_lossy().into_owned();
    move |app: &mut App| {
        let bell = Bell::default();
        let rope = bell.clone();
        let mut watcher = AssetSource::get_default_watcher(folder.clone(), COLLECT);
        let source = AssetSourceBuilder::platform_default(&folder, None).with_watcher(move |_| {
            let (tell, heard) = async_channel::unbounded();
            let watcher = watcher(tell)?;
            let rope = rope.clone();
            let listen = async move {
                while heard.recv().await.is_ok() {
                    rope.ring();
                }
            };
            IoTaskPool::get().spawn(listen).detach();
            Some(watcher)
        });
        app.register_asset_source(AssetSourceId::Default, source)
            .insert_resource(bell)
            .add_systems(Startup, tie_rope)
            .add_systems(Update, stay_awake);
    }
}

/// From now on the bell wakes the window's event loop.
fn tie_rope(bell: Res<Bell>, event_loop: Option<Res<EventLoopProxyWrapper>>) {
    if let Some(event_loop) = event_loop {
        let event_loop = (**event_loop).clone();
        // The loop is gone only while the game ends.
        let wake = move || {
            let _ = event_loop.send_event(WinitUserEvent::WakeUp);
        };
        let _ = bell.wake.set(Box::new(wake));
    }
}

fn stay_awake(
    bell: Res<Bell>,
    time: Res<Time<Real>>,
    mut until: Local<Duration>,
    mut changed: MessageWriter<FilesChanged>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if bell.rung.swap(false, Ordering::Relaxed) {
        changed.write(FilesChanged);
        *until = time.elapsed() + AWAKE;
    }
    if time.elapsed() < *until {
        redraw.request();
    }
}
