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

/// How long changes are collected: editors write a file in several goes.
const COLLECT: Duration = Duration::from_millis(300);
/// How long the game stays awake after a change: files are read and checked in the background.
const AWAKE: Duration = Duration::from_secs(2);

/// Wakes the game when a file of the content has changed.
#[derive(Resource, Clone, Default)]
struct Alarm {
    changed: Arc<AtomicBool>,
    wake: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>>,
}

impl Alarm {
    fn raise(&self) {
        self.changed.store(true, Ordering::Relaxed);
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }
}

/// Reads the content from a folder and watches it. Must come before Bevy's own plugins.
pub(crate) fn plugin(folder: &Path) -> impl Fn(&mut App) + Send + Sync + 'static + use<> {
    let folder = folder.to_string_lossy().into_owned();
    move |app: &mut App| {
        let alarm = Alarm::default();
        let for_watcher = alarm.clone();
        let mut watcher = AssetSource::get_default_watcher(folder.clone(), COLLECT);
        let source = AssetSourceBuilder::platform_default(&folder, None).with_watcher(move |_| {
            let (sender, receiver) = async_channel::unbounded();
            let watcher = watcher(sender)?;
            let alarm = for_watcher.clone();
            let listen = async move {
                while receiver.recv().await.is_ok() {
                    alarm.raise();
                }
            };
            IoTaskPool::get().spawn(listen).detach();
            Some(watcher)
        });
        app.register_asset_source(AssetSourceId::Default, source)
            .insert_resource(alarm)
            .add_systems(Startup, connect_event_loop)
            .add_systems(Update, report_changes);
    }
}

/// Lets the alarm wake the window's event loop.
fn connect_event_loop(alarm: Res<Alarm>, event_loop: Option<Res<EventLoopProxyWrapper>>) {
    if let Some(event_loop) = event_loop {
        let event_loop = (**event_loop).clone();
        // This fails only if the loop is gone because the game ends.
        let wake = move || {
            let _ = event_loop.send_event(WinitUserEvent::WakeUp);
        };
        let _ = alarm.wake.set(Box::new(wake));
    }
}

fn report_changes(
    alarm: Res<Alarm>,
    time: Res<Time<Real>>,
    mut until: Local<Duration>,
    mut files_changed: MessageWriter<FilesChanged>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if alarm.changed.swap(false, Ordering::Relaxed) {
        files_changed.write(FilesChanged);
        *until = time.elapsed() + AWAKE;
    }
    if time.elapsed() < *until {
        redraw.request();
    }
}
