//! The pixels of figures side by side in one image, so that a board of them is drawn in one go.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::{DynamicTextureAtlasBuilder, TextureAtlasLayout};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::{FigureTone, Figures};
use crate::raster::image_from;

/// The side of an image, in pixels: a battle at any size of the screen fits into one.
const PAGE: u32 = 1_024;
/// Between two figures, so that no edge shows a part of another.
const GAP: u32 = 2;
/// The largest figure, in pixels.
const LARGEST: u32 = PAGE / 2 - 2 * GAP;

/// Where the pixels of a figure are.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FigureSpot {
    pub(crate) image: Handle<Image>,
    pub(crate) rect: Rect,
}

/// Every figure that was drawn, by name, tone and side in physical pixels.
#[derive(Resource, Default)]
pub(crate) struct FigureAtlas {
    spots: HashMap<(String, FigureTone, u32), FigureSpot>,
    /// The image that has room left.
    page: Option<AtlasPage>,
}

struct AtlasPage {
    image: Handle<Image>,
    builder: DynamicTextureAtlasBuilder,
    layout: TextureAtlasLayout,
}

impl FigureAtlas {
    /// Where a figure of this size is; draws it if it is not there yet. A figure that no file has
    /// is a plain pawn.
    pub(crate) fn spot(
        &mut self,
        (name, tone): (&str, FigureTone),
        side: u32,
        figures: &Figures,
        images: &mut Assets<Image>,
    ) -> Option<FigureSpot> {
        let side = side.clamp(1, LARGEST);
        let key = (name.to_owned(), tone, side);
        if let Some(spot) = self.spots.get(&key) {
            return Some(spot.clone());
        }
        let pixels = figures.paint(name, tone, side)?.take_demultiplied();
        let drawn = image_from(UVec2::splat(side), pixels);
        let spot = self.add(&drawn, images)?;
        self.spots.insert(key, spot.clone());
        Some(spot)
    }

    fn add(&mut self, drawn: &Image, images: &mut Assets<Image>) -> Option<FigureSpot> {
        for _ in 0..2 {
            let page = self.page.get_or_insert_with(|| AtlasPage::new(images));
            if let Some(rect) = page.add(drawn, images) {
                let image = page.image.clone();
                return Some(FigureSpot { image, rect });
            }
            // Full: those on it keep it, the next are on another.
            self.page = None;
        }
        None
    }
}

impl AtlasPage {
    fn new(images: &mut Assets<Image>) -> AtlasPage {
        let clear = [0; 4];
        AtlasPage {
            image: images.add(Image::new_fill(
                size_of(PAGE),
                TextureDimension::D2,
                &clear,
                TextureFormat::Rgba8UnormSrgb,
                RenderAssetUsages::default(),
            )),
            builder: DynamicTextureAtlasBuilder::new(UVec2::splat(PAGE), GAP),
            layout: TextureAtlasLayout::new_empty(UVec2::splat(PAGE)),
        }
    }

    fn add(&mut self, drawn: &Image, images: &mut Assets<Image>) -> Option<Rect> {
        let mut image = images.get_mut(&self.image)?;
        let added = self
            .builder
            .add_texture(&mut self.layout, drawn, &mut image);
        let rect = self.layout.textures.get(added.ok()?)?;
        Some(rect.as_rect())
    }
}

fn size_of(side: u32) -> Extent3d {
    Extent3d {
        width: side,
        height: side,
        depth_or_array_layers: 1,
    }
}
