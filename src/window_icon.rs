//! The emblem as the icon of the window. Where windows have none, as on Wayland, nothing happens.

use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use foretold_view::emblem;
use winit::window::Icon;

/// How large it is; the system makes it smaller where it must.
const SIDE: u32 = 128;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, set_icon);
}

/// Windows belong to the main thread.
fn set_icon(window: Single<Entity, With<PrimaryWindow>>, _main_thread: NonSendMarker) {
    let icon = emblem(SIDE).and_then(|pixels| Icon::from_rgba(pixels, SIDE, SIDE).ok());
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(*window) {
            window.set_window_icon(icon);
        }
    });
}
