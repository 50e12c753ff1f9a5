//! The camera, and the size of the screen that it draws on.

use bevy::camera::RenderTarget;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::renderer::RenderDevice;
use bevy::window::PrimaryWindow;

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::overlays::Overlay;
use crate::screen::{Screen, TextScale, Unfolded, window_scale};

/// Where the picture goes: the window, or an image in memory.
#[derive(Resource, Clone, Debug, Default)]
pub enum Canvas {
    /// The primary window.
    #[default]
    Window,
    /// An image of this many pixels.
    Image(Handle<Image>, UVec2),
}

/// Where the board is on the screen.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardPlace {
    /// Among the panels of a battle.
    #[default]
    Viewer,
    /// On the table behind the title: large, turned a little, cut by the edges of the screen.
    Table,
}

/// Whether something covers all of the board and its table: then nobody draws them.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardCovered(pub bool);

/// By how much the table is turned, in degrees.
const TURN: f32 = 7.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Canvas>()
        .init_resource::<BoardPlace>()
        .init_resource::<BoardCovered>()
        .init_resource::<Screen>()
        .init_resource::<TextScale>()
        .init_resource::<Unfolded>()
        .init_resource::<BoardSpace>()
        .add_systems(First, hold_window_to_limit)
        .add_systems(Startup, spawn_camera)
        .add_systems(
            Update,
            (
                measure_screen,
                turn_camera
                    .run_if(resource_changed::<BoardSpace>.or_else(resource_changed::<BoardPlace>)),
            )
                .chain()
                .in_set(ViewSystems::Measure),
        )
        // After the pages, so that no frame shows neither page nor board.
        .add_systems(
            Update,
            cover_board
                .run_if(resource_changed::<BoardCovered>)
                .in_set(ViewSystems::Draw),
        );
}

/// What the camera does not look at is not drawn. Panels and pages are drawn all the same.
fn cover_board(
    covered: Res<BoardCovered>,
    camera: Single<Entity, With<Camera2d>>,
    mut commands: Commands,
) {
    let layers = match covered.0 {
        true => RenderLayers::none(),
        false => RenderLayers::default(),
    };
    commands.entity(*camera).insert(layers);
}

fn spawn_camera(mut commands: Commands, canvas: Res<Canvas>) {
    // Shapes have soft edges of their own.
    let parts = (Camera2d, Msaa::Off, IsDefaultUiCamera);
    let mut camera = commands.spawn((Name::new("Camera"), parts));
    if let Canvas::Image(image, _) = &*canvas {
        camera.insert(RenderTarget::Image(image.clone().into()));
    }
}

/// Shrinks a window that is wider or higher than the graphics card can draw.
fn hold_window_to_limit(
    device: Option<Res<RenderDevice>>,
    mut windows: Query<&mut Window, Changed<Window>>,
) {
    let Some(device) = device else {
        return;
    };
    let most = device.limits().max_texture_dimension_2d;
    for mut window in &mut windows {
        if let Some(held) = held_to(window.physical_size(), most) {
            window.resolution.set_physical_resolution(held.x, held.y);
        }
    }
}

/// A size with no side longer than `most`; `None` if it may stay as it is.
fn held_to(size: UVec2, most: u32) -> Option<UVec2> {
    (size.max_element() > most).then(|| size.min(UVec2::splat(most)))
}

/// Copies the size of the window, and sets how large things are in it.
fn measure_screen(
    canvas: Res<Canvas>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (text_scale, unfolded): (Res<TextScale>, Res<Unfolded>),
    (overlay, place): (Res<Overlay>, Res<BoardPlace>),
    mut ui_scale: ResMut<UiScale>,
    mut screen: ResMut<Screen>,
    mut space: ResMut<BoardSpace>,
) {
    let (size, density) = match &*canvas {
        Canvas::Image(_, size) => (size.as_vec2(), 1.0),
        Canvas::Window => match windows.single() {
            Ok(window) => (window.size(), window.scale_factor()),
            Err(_) => return,
        },
    };
    let scale = text_scale.0 * window_scale(size);
    if ui_scale.0 != scale {
        ui_scale.0 = scale;
    }
    screen.set_if_neq(Screen {
        size,
        density,
        ui_scale: scale,
        unfolded: *unfolded,
    });
    space.set_if_neq(match *place {
        BoardPlace::Viewer => screen.board_below(overlay.plate(&screen).max.y),
        BoardPlace::Table => screen.table(),
    });
}

/// Turns the table about the middle of the board.
fn turn_camera(
    place: Res<BoardPlace>,
    space: Res<BoardSpace>,
    mut camera: Single<&mut Transform, With<Camera2d>>,
) {
    let turned = match *place {
        BoardPlace::Viewer => Transform::IDENTITY,
        BoardPlace::Table => {
            let rotation = Quat::from_rotation_z(TURN.to_radians());
            let centre = space.centre.extend(0.0);
            Transform::from_translation(centre - rotation * centre).with_rotation(rotation)
        }
    };
    camera.set_if_neq(turned);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_window_that_is_too_large_is_held() {
        let held = |x: u32, y: u32| held_to(UVec2::new(x, y), 16_384);
        assert_eq!(held(20_000, 300), Some(UVec2::new(16_384, 300)));
        assert_eq!(held(30_000, 17_000), Some(UVec2::splat(16_384)));
        assert_eq!(held(16_384, 1), None);
    }
}
