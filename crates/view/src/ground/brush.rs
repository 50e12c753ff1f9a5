//! What the ground is painted with: shapes in cells, or any other unit, on a picture in memory.

use foretold_content::Colour;
use resvg::tiny_skia::{
    BlendMode, Color, FillRule, GradientStop, LineCap, LinearGradient, Paint, PathBuilder, Pixmap,
    Point, RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// A point, or a size, in units: to the right, and down.
pub(crate) type At = (f32, f32);

/// The longest side of a picture, in pixels.
const MOST: u32 = 8_192;

/// A picture that is being painted. Everything is measured in units from `origin`.
pub(crate) struct Brush {
    pixmap: Pixmap,
    /// How many pixels a unit has.
    unit: f32,
    origin: At,
}

impl Brush {
    /// A picture of this many pixels across and down, measured in units of `unit` pixels. It
    /// has at least one pixel.
    pub(crate) fn new(width: u32, height: u32, unit: f32) -> Brush {
        let pixmap = Pixmap::new(width.clamp(1, MOST), height.clamp(1, MOST));
        Brush {
            pixmap: pixmap.expect("the size is not 0, and not too large"),
            unit,
            origin: (0.0, 0.0),
        }
    }

    /// Its width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// The picture as RGBA rows. Nothing of it is seen through.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.pixmap.take()
    }

    /// Measures from here on.
    pub(crate) fn move_to(&mut self, origin: At) {
        self.origin = origin;
    }

    /// The width of a pixel.
    pub(crate) fn pixel(&self) -> f32 {
        1.0 / self.unit
    }

    /// Whether a cell has room for cracks, tufts and joints.
    pub(crate) fn is_fine(&self) -> bool {
        self.unit >= 12.0
    }

    fn transform(&self) -> Transform {
        let (x, y) = self.origin;
        Transform::from_translate(x, y).post_scale(self.unit, self.unit)
    }

    /// A rectangle from its top left, with its size.
    pub(crate) fn rect(&mut self, at: At, size: At, ink: Colour) {
        let shader = Shader::SolidColor(tone(ink));
        self.fill_rect((at, size), shader, BlendMode::SourceOver);
    }

    /// Fills the pixels of a rectangle. In pixels this is many times faster than along a path.
    fn fill_rect(&mut self, (at, size): (At, At), shader: Shader<'_>, blend: BlendMode) {
        let place = |origin: f32, at: f32| ((origin + at) * self.unit).round();
        let (left, top) = (place(self.origin.0, at.0), place(self.origin.1, at.1));
        let right = place(self.origin.0, at.0 + size.0).max(left + 1.0);
        let bottom = place(self.origin.1, at.1 + size.1).max(top + 1.0);
        let Some(rect) = Rect::from_ltrb(left, top, right, bottom) else {
            return;
        };
        let paint = Paint {
            shader,
            blend_mode: blend,
            anti_alias: false,
            ..Paint::default()
        };
        self.pixmap
            .fill_rect(rect, &paint, Transform::identity(), None);
    }

    /// A rectangle with round corners.
    pub(crate) fn rounded(&mut self, (x, y): At, (w, h): At, radius: f32, ink: Colour) {
        let r = radius.min(w / 2.0).min(h / 2.0);
        let mut path = PathBuilder::new();
        path.move_to(x + r, y);
        path.line_to(x + w - r, y);
        path.quad_to(x + w, y, x + w, y + r);
        path.line_to(x + w, y + h - r);
        path.quad_to(x + w, y + h, x + w - r, y + h);
        path.line_to(x + r, y + h);
        path.quad_to(x, y + h, x, y + h - r);
        path.line_to(x, y + r);
        path.quad_to(x, y, x + r, y);
        path.close();
        self.fill(path, ink);
    }

    /// A polygon.
    pub(crate) fn polygon(&mut self, corners: &[At], ink: Colour) {
        self.polygons([corners], ink);
    }

    /// Polygons of one colour: together they cost little more than one.
    pub(crate) fn polygons<'p>(&mut self, all: impl IntoIterator<Item = &'p [At]>, ink: Colour) {
        let mut path = PathBuilder::new();
        for corners in all {
            trace(&mut path, corners);
            path.close();
        }
        self.fill(path, ink);
    }

    /// An ellipse around a point.
    pub(crate) fn ellipse(&mut self, middle: At, radii: At, ink: Colour) {
        self.ellipses([(middle, radii)], ink);
    }

    /// Ellipses of one colour.
    pub(crate) fn ellipses(&mut self, all: impl IntoIterator<Item = (At, At)>, ink: Colour) {
        let mut path = PathBuilder::new();
        for ((x, y), (rx, ry)) in all {
            if let Some(rect) = Rect::from_ltrb(x - rx, y - ry, x + rx, y + ry) {
                path.push_oval(rect);
            }
        }
        self.fill(path, ink);
    }

    fn fill(&mut self, path: PathBuilder, ink: Colour) {
        let Some(path) = path.finish() else {
            return;
        };
        let paint = solid(ink);
        let transform = self.transform();
        self.pixmap
            .fill_path(&path, &paint, FillRule::Winding, transform, None);
    }

    /// A line through some points.
    pub(crate) fn line(&mut self, points: &[At], width: f32, ink: Colour) {
        self.lines([points], width, ink);
    }

    /// Lines of one colour and width.
    pub(crate) fn lines<'p>(
        &mut self,
        all: impl IntoIterator<Item = &'p [At]>,
        width: f32,
        ink: Colour,
    ) {
        let mut path = PathBuilder::new();
        for points in all {
            trace(&mut path, points);
        }
        let Some(path) = path.finish() else {
            return;
        };
        let stroke = Stroke {
            width: width.max(self.pixel()),
            line_cap: LineCap::Round,
            ..Stroke::default()
        };
        let transform = self.transform();
        self.pixmap
            .stroke_path(&path, &solid(ink), &stroke, transform, None);
    }

    /// A rectangle whose colour fades out from one point to another.
    pub(crate) fn fade(&mut self, at: At, size: At, (from, to): (At, At), ink: Colour) {
        let stops = vec![
            GradientStop::new(0.0, tone(ink)),
            GradientStop::new(1.0, tone(faint(ink, 0.0))),
        ];
        let (from, to) = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
        let shader = LinearGradient::new(from, to, stops, SpreadMode::Pad, self.transform());
        if let Some(shader) = shader {
            self.fill_rect((at, size), shader, BlendMode::SourceOver);
        }
    }

    /// Light around a point, added to what is there.
    pub(crate) fn glow(&mut self, middle: At, radius: f32, ink: Colour) {
        let corner = (middle.0 - radius, middle.1 - radius);
        let size = (radius * 2.0, radius * 2.0);
        let stops = [
            (0.0, ink),
            (0.35, faint(ink, 0.45)),
            (0.7, faint(ink, 0.12)),
            (1.0, faint(ink, 0.0)),
        ];
        self.radial(middle, radius, &stops, (corner, size), BlendMode::Plus);
    }

    /// Multiplies a rectangle from the origin by colours around a point.
    pub(crate) fn vignette(&mut self, size: At, middle: At, radius: f32, stops: &[(f32, Colour)]) {
        let area = ((0.0, 0.0), size);
        self.radial(middle, radius, stops, area, BlendMode::Multiply);
    }

    fn radial(
        &mut self,
        (x, y): At,
        radius: f32,
        stops: &[(f32, Colour)],
        area: (At, At),
        blend: BlendMode,
    ) {
        let stops = stops
            .iter()
            .map(|(place, ink)| GradientStop::new(*place, tone(*ink)));
        let middle = Point::from_xy(x, y);
        let shader = RadialGradient::new(
            middle,
            0.0,
            middle,
            radius,
            stops.collect(),
            SpreadMode::Pad,
            self.transform(),
        );
        if let Some(shader) = shader {
            self.fill_rect(area, shader, blend);
        }
    }
}

/// Goes from point to point.
fn trace(path: &mut PathBuilder, points: &[At]) {
    for (place, (x, y)) in points.iter().enumerate() {
        match place {
            0 => path.move_to(*x, *y),
            _ => path.line_to(*x, *y),
        }
    }
}

fn solid(ink: Colour) -> Paint<'static> {
    Paint {
        shader: Shader::SolidColor(tone(ink)),
        anti_alias: true,
        ..Paint::default()
    }
}

fn tone(ink: Colour) -> Color {
    Color::from_rgba8(ink.red, ink.green, ink.blue, ink.alpha)
}

/// A colour made lighter (up to 1) or darker (down to −1).
pub(crate) fn shade(colour: Colour, by: f32) -> Colour {
    let goal = if by > 0.0 { 255.0 } else { 0.0 };
    let part = |part: u8| {
        let part = f32::from(part);
        (part + (goal - part) * by.abs()).round() as u8
    };
    Colour {
        red: part(colour.red),
        green: part(colour.green),
        blue: part(colour.blue),
        alpha: colour.alpha,
    }
}

/// A colour that is seen through: 0 is invisible.
pub(crate) fn faint(colour: Colour, share: f32) -> Colour {
    let alpha = (f32::from(colour.alpha) * share).round() as u8;
    Colour { alpha, ..colour }
}

/// Black that is seen through.
pub(crate) fn shadow(share: f32) -> Colour {
    let black = Colour {
        red: 0,
        green: 0,
        blue: 0,
        alpha: u8::MAX,
    };
    faint(black, share)
}

/// A number from 0 to 1 that is always the same for a cell and a salt: no two cells look alike, and
/// each looks the same every time.
pub(crate) fn chance(cell: (u8, u8), salt: u32) -> f32 {
    let place = u32::from(cell.0) * 0x9E37 + u32::from(cell.1) * 0x85EB;
    let mut mixed = place.wrapping_add(salt.wrapping_mul(0xC2B2_AE35));
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
    mixed ^= mixed >> 15;
    (mixed & 0xFFFF) as f32 / 65_536.0
}
