//! Pictures of the screen: writing them, and the key that takes one.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use bevy::image::ImageFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use directories::{ProjectDirs, UserDirs};
use foretold_content::{cannot, clear_drafts, plain_path, write_picture_file};

use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            take_picture
                .run_if(asked_for(Act::Screenshot))
                .in_set(ActSystems),
            await_picture,
        ),
    );
}

/// Writes what was drawn to a PNG file.
///
/// # Errors
/// If that cannot be done, in words.
pub fn write_picture(image: &Image, file: &Path) -> Result<(), String> {
    let picture = image.clone().try_into_dynamic();
    let picture = picture.map_err(|error| error.to_string())?.to_rgb8();
    let format = ImageFormat::Png.as_image_crate_format();
    let format =
        format.ok_or("This game was built without PNG: build it with its own features.")?;
    // Whole in memory first, so that a full disk leaves no half of it.
    let mut png = Cursor::new(Vec::new());
    let encoded = picture.write_to(&mut png, format);
    encoded.map_err(|error| error.to_string())?;
    write_picture_file(file, png.get_ref()).map_err(|error| error.to_string())
}

/// The player's folder for pictures, or else the game's own.
fn folder() -> Option<PathBuf> {
    let pictures = UserDirs::new().and_then(|dirs| dirs.picture_dir().map(PathBuf::from));
    let own = || ProjectDirs::from("", "", "foretold").map(|dirs| dirs.data_dir().join("pictures"));
    pictures.or_else(own)
}

fn take_picture(mut commands: Commands, battle: Option<Res<Shown>>, mut toasts: ResMut<Toasts>) {
    let own = battle.filter(|battle| !battle.is_demo());
    let name = own.map_or("foretold.png".to_owned(), |battle| {
        let (name, tick) = (&battle.encounter().name, battle.battle().tick());
        format!("foretold-{name}-{}-t{tick}.png", battle.session().seed())
    });
    let Some(folder) = folder() else {
        toasts.push(Toast::bad(
            "There is no folder for pictures: make one in your home folder and try again.",
        ));
        return;
    };
    let keep = move |captured: On<ScreenshotCaptured>, mut toasts: ResMut<Toasts>| {
        let file = folder.join(&name);
        let is_ours = |name: &str| name.starts_with("foretold") && name.ends_with(".png");
        let made = std::fs::create_dir_all(&folder);
        let made = made.map_err(|error| cannot("be made", &folder, &error));
        clear_drafts(&folder, is_ours);
        let written = made.and_then(|()| write_picture(&captured.image, &file));
        toasts.push(match written {
            Ok(()) => Toast::news(format!("Picture: {}", plain_path(&file))),
            Err(why) => Toast::bad(why),
        });
    };
    commands.spawn(Screenshot::primary_window()).observe(keep);
}

/// A picture comes a few frames after it was asked for.
fn await_picture(pictures: Query<(), With<Screenshot>>, mut redraw: ResMut<RedrawRequests>) {
    if !pictures.is_empty() {
        redraw.request();
    }
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    use super::*;

    #[test]
    fn a_picture_is_whole_or_not_there() {
        let image = Image::new_fill(
            Extent3d {
                width: 4,
                height: 4,
                depth_or_array_layers: 1,
            },
            TextureDimension::D2,
            &[10, 20, 30, 255],
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::default(),
        );
        let folder = tempfile::tempdir().expect("there is a place for it");
        let file = folder.path().join("a.png");
        assert_eq!(write_picture(&image, &file), Ok(()));
        let png = std::fs::read(&file).expect("it is there");
        assert!(png.starts_with(b"\x89PNG"));
        let diary = folder.path().join("b.png");
        std::fs::write(&diary, "dear diary").expect("there is a place for it");
        let error = write_picture(&image, &diary).expect_err("it is no picture");
        assert!(error.ends_with("choose another name"), "{error}");
        let text = std::fs::read_to_string(&diary);
        assert_eq!(text.expect("it is there"), "dear diary");
    }
}
