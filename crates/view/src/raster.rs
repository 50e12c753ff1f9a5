//! Pictures as pixels, for pages: what the board draws as meshes, painted without a graphics card.
//! Figures are painted too. Labels are left out: a page writes them itself.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::figures::Figures;
use crate::picture::{Fill, Picture, PlacedFigure};

/// Each pixel is looked at in this many rows, so that slanted edges are smooth.
const ROWS: u32 = 4;

/// What the polygons of a picture show within a rectangle, as an image with this many pixels for each
/// unit.
pub fn image_of(picture: &Picture, rect: Rect, scale: f32) -> Image {
    let size = (rect.size() * scale).ceil().as_uvec2().max(UVec2::ONE);
    let mut pixels = Pixels::new(size);
    let corner = Vec2::new(rect.min.x, rect.max.y);
    pixels.draw(picture, corner, scale, &Figures::default());
    image_from(size, pixels.into_bytes())
}

/// An image of this size from rows of red, green, blue and opacity.
pub fn image_from(size: UVec2, rgba: Vec<u8>) -> Image {
    Image::new(
        Extent3d {
            width: size.x,
            height: size.y,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        rgba,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}

/// Pixels to paint on, clear at first.
pub(crate) struct Pixels {
    size: UVec2,
    /// Row by row, each as red, green, blue and opacity in linear light; the first three are
    /// multiplied by the last.
    parts: Vec<Vec4>,
}

impl Pixels {
    pub(crate) fn new(size: UVec2) -> Pixels {
        let parts = vec![Vec4::ZERO; (size.x * size.y) as usize];
        Pixels { size, parts }
    }

    /// Paints one pixel.
    pub(crate) fn set(&mut self, at: UVec2, ink: Color) {
        let index = (at.y * self.size.x + at.x) as usize;
        if let Some(pixel) = self.parts.get_mut(index) {
            *pixel = multiplied(ink);
        }
    }

    /// Paints the polygons and figures of a picture. `corner` is its top left, `scale` the pixels of
    /// one unit.
    pub(crate) fn draw(&mut self, picture: &Picture, corner: Vec2, scale: f32, figures: &Figures) {
        let place = |point: &Vec2| (*point - corner) * Vec2::new(1.0, -1.0) * scale;
        let mut left = picture.figures.iter().peekable();
        let fills = picture.fills.iter().map(Some).chain([None]);
        for (painted, fill) in fills.enumerate() {
            while let Some(placed) = left.next_if(|placed| placed.over <= painted) {
                self.stamp(placed, place(&placed.square.center()), scale, figures);
            }
            let Some(Fill {
                points,
                hole,
                colour,
            }) = fill
            else {
                continue;
            };
            let points: Vec<Vec2> = points.iter().map(place).collect();
            let hole: Vec<Vec2> = hole.iter().map(place).collect();
            self.fill(&points, &hole, *colour);
        }
    }

    /// Paints a figure around a pixel.
    fn stamp(&mut self, placed: &PlacedFigure, middle: Vec2, scale: f32, figures: &Figures) {
        let side = (placed.square.width() * scale).round();
        let Some(pixels) = figures.paint(&placed.figure, placed.tone, side as u32) else {
            return;
        };
        let turn = Vec2::from_angle(placed.turned);
        let reach = side * std::f32::consts::FRAC_1_SQRT_2;
        let [from, to] = [middle - reach, middle + reach]
            .map(|corner| corner.clamp(Vec2::ZERO, self.size.as_vec2()).as_uvec2());
        for (x, y) in (from.y..to.y).flat_map(|y| (from.x..to.x).map(move |x| (x, y))) {
            let mut within = turn.rotate(Vec2::new(x as f32, y as f32) + 0.5 - middle);
            if placed.mirrored {
                within.x = -within.x;
            }
            let within = within + side / 2.0;
            if within.min_element() < 0.0 || within.max_element() >= side {
                continue;
            }
            if let Some(pixel) = pixels.pixel(within.x as u32, within.y as u32) {
                let pixel = pixel.demultiply();
                let ink = Color::srgba_u8(pixel.red(), pixel.green(), pixel.blue(), pixel.alpha());
                let over = multiplied(ink);
                let below = &mut self.parts[(y * self.size.x + x) as usize];
                *below = over + *below * (1.0 - over.w);
            }
        }
    }

    fn fill(&mut self, points: &[Vec2], hole: &[Vec2], ink: Color) {
        let ys = points.iter().map(|point| point.y);
        let (top, bottom) = ys.fold((f32::MAX, f32::MIN), |(top, bottom), y| {
            (top.min(y), bottom.max(y))
        });
        let ends = points.iter().map(|point| point.x).fold(0.0, f32::max);
        let ink = multiplied(ink);
        let width = self.size.x as usize;
        let reach = (ends.ceil() as usize).min(width);
        let rows =
            top.max(0.0) as usize..(bottom.ceil().max(0.0) as usize).min(self.size.y as usize);
        for row in rows {
            let mut covered = vec![0.0_f32; reach];
            for part in 0..ROWS {
                let y = row as f32 + (part as f32 + 0.5) / ROWS as f32;
                cover(&mut covered, span(points, y), 1.0 / ROWS as f32);
                cover(&mut covered, span(hole, y), -1.0 / ROWS as f32);
            }
            for (below, covered) in self.parts[row * width..].iter_mut().zip(covered) {
                if covered > 0.0 {
                    let over = ink * covered.min(1.0);
                    *below = over + *below * (1.0 - over.w);
                }
            }
        }
    }

    /// As RGBA rows.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let pixels = self.parts.into_iter();
        pixels
            .flat_map(|parts| {
                let alpha = parts.w;
                let plain = if alpha > 0.0 {
                    parts.truncate() / alpha
                } else {
                    Vec3::ZERO
                };
                let linear = LinearRgba::new(plain.x, plain.y, plain.z, alpha);
                Srgba::from(linear).to_u8_array()
            })
            .collect()
    }
}

/// A colour in linear light, multiplied by its opacity.
fn multiplied(ink: Color) -> Vec4 {
    let LinearRgba {
        red,
        green,
        blue,
        alpha,
    } = ink.to_linear();
    (Vec3::new(red, green, blue) * alpha).extend(alpha)
}

/// From where to where a convex polygon covers a row.
fn span(points: &[Vec2], y: f32) -> Option<(f32, f32)> {
    let next = points.iter().cycle().skip(1);
    let crossings = points.iter().zip(next).filter_map(|(from, to)| {
        let crosses = (from.y <= y) != (to.y <= y);
        crosses.then(|| from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y))
    });
    crossings.fold(None, |span: Option<(f32, f32)>, x| {
        let (left, right) = span.unwrap_or((x, x));
        Some((left.min(x), right.max(x)))
    })
}

/// Adds to each pixel of a row the share of it that a span covers.
fn cover(row: &mut [f32], span: Option<(f32, f32)>, weight: f32) {
    let Some((left, right)) = span else {
        return;
    };
    let first = left.max(0.0) as usize;
    let last = (right.ceil().max(0.0) as usize).min(row.len());
    for (x, covered) in row.iter_mut().enumerate().take(last).skip(first) {
        let share = right.min(x as f32 + 1.0) - left.max(x as f32);
        *covered += share.max(0.0) * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The opacity of each pixel of a picture, 10 pixels wide and high, its middle at (0, 0).
    fn opacities(picture: &Picture) -> Vec<u8> {
        let mut pixels = Pixels::new(UVec2::splat(10));
        pixels.draw(picture, Vec2::new(-5.0, 5.0), 1.0, &Figures::default());
        let bytes = pixels.into_bytes();
        bytes.chunks(4).map(|pixel| pixel[3]).collect()
    }

    fn sum(opacities: &[u8]) -> f32 {
        let all: f32 = opacities.iter().map(|&it| f32::from(it)).sum();
        all / 255.0
    }

    #[test]
    fn shapes_cover_their_area_where_they_are() {
        let mut picture = Picture::default();
        picture.rectangle(Rect::new(0.0, 0.0, 5.0, 2.5), Color::WHITE);
        let painted = opacities(&picture);
        assert!((sum(&painted) - 12.5).abs() < 0.1, "{}", sum(&painted));
        // Above and right of the middle: y goes up in pictures and down in pixels.
        assert_eq!((painted[4 * 10 + 7], painted[6 * 10 + 7]), (255, 0));
        assert_eq!(painted[4 * 10 + 2], 0);
        let mut disc = Picture::default();
        disc.disc(Vec2::ZERO, 4.0, Color::WHITE);
        let area = sum(&opacities(&disc));
        assert!((area - 50.0).abs() < 1.0, "{area}");
        let mut ring = Picture::default();
        ring.ring(Vec2::ZERO, 4.0, 1.0, Color::WHITE);
        let area = sum(&opacities(&ring));
        assert!((area - 22.0).abs() < 1.2, "{area}");
    }

    #[test]
    fn what_is_painted_later_lies_over_and_nothing_is_painted_outside() {
        let mut picture = Picture::default();
        let all = Rect::new(-50.0, -50.0, 50.0, 50.0);
        picture.rectangle(all, Color::BLACK);
        picture.rectangle(all, Color::WHITE.with_alpha(0.5));
        let mut pixels = Pixels::new(UVec2::splat(2));
        pixels.draw(&picture, Vec2::ZERO, 1.0, &Figures::default());
        let bytes = pixels.into_bytes();
        assert_eq!(bytes.len(), 16);
        // Half of the light is brighter than half of the number.
        assert_eq!(&bytes[..4], [188, 188, 188, 255]);
    }
}
