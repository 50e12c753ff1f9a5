//! `--screenshot`: the screen as a PNG file, without a window.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use foretold_ui::{DataFolder, PlayerSettings, write_picture};
use foretold_view::{Canvas, RedrawRequests};

use crate::args::GameArgs;
use crate::opening::Opening;
use crate::platform::refuse;

/// Nobody is watching, so time may pass quickly.
const FRAME: Duration = Duration::from_millis(100);

/// Where the picture goes.
#[derive(Resource)]
struct PictureFile(PathBuf);

pub(crate) fn plugin(args: &GameArgs) -> impl Fn(&mut App) + Send + Sync + 'static + use<> {
    let (file, size) = (args.screenshot.clone(), args.size);
    move |app: &mut App| {
        let Some(file) = file.clone() else {
            return;
        };
        let format = TextureFormat::Rgba8UnormSrgb;
        let image = Image::new_target_texture(size.x, size.y, format, None);
        let image = app.world_mut().resource_mut::<Assets<Image>>().add(image);
        let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
        settings.0.reduced_motion = true;
        app.insert_resource(Canvas::Image(image, size))
            .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
            .insert_resource(PictureFile(file))
            // The same picture for everyone, whatever their settings.
            .insert_resource(DataFolder(None))
            .add_systems(Last, take_picture);
    }
}

fn take_picture(
    mut commands: Commands,
    opening: Res<Opening>,
    redraw: Res<RedrawRequests>,
    canvas: Res<Canvas>,
    mut taken: Local<bool>,
) {
    if let Canvas::Image(image, _) = &*canvas
        && opening.is_open()
        && redraw.is_quiet()
        && !std::mem::replace(&mut *taken, true)
    {
        commands
            .spawn(Screenshot::image(image.clone()))
            .observe(save_picture);
    }
}

fn save_picture(
    captured: On<ScreenshotCaptured>,
    file: Res<PictureFile>,
    mut exit: MessageWriter<AppExit>,
) {
    exit.write(match write_picture(&captured.image, &file.0) {
        Ok(()) => AppExit::Success,
        Err(why) => refuse(&why),
    });
}
