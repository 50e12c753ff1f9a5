//! Copies the display face out of the crate that holds it, so that the game carries this one font
//! and not all ten megabytes of them.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The face of titles, by its name in the font.
const DISPLAY: &str = "Libertinus Serif Semibold";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let font = typst_assets::fonts()
        .find(|font| full_name(font).as_deref() == Some(DISPLAY))
        .ok_or_else(|| format!("typst-assets has no font named {DISPLAY}"))?;
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("display.otf"), font)?;
    Ok(())
}

fn full_name(font: &[u8]) -> Option<String> {
    let face = ttf_parser::Face::parse(font, 0).ok()?;
    face.names()
        .into_iter()
        .find(|name| name.name_id == ttf_parser::name_id::FULL_NAME && name.is_unicode())?
        .to_string()
}
