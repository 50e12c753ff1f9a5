//! What is drawn, as data: coloured polygons and labels. Plain values, so that tests can read them
//! and a system can see whether anything has changed.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy::sprite::Anchor;

use crate::figures::FigureTone;

/// The sides of a quarter of the largest disc: round at any size that a cell has.
const QUARTER: f32 = 10.0;

/// Polygons, figures and labels, drawn in this order: all polygons, then all figures, then all labels.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Picture {
    /// Convex polygons.
    pub fills: Vec<Fill>,
    /// Figures.
    pub figures: Vec<PlacedFigure>,
    /// Texts.
    pub labels: Vec<Label>,
}

/// A figure at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct PlacedFigure {
    /// Its name.
    pub figure: String,
    /// Its colours.
    pub tone: FigureTone,
    /// Its square; sharpest with its corners on whole pixels.
    pub square: Rect,
    /// Whether it looks to the right: figures are drawn looking to the left.
    pub mirrored: bool,
    /// How far it is turned about its middle, anticlockwise, in radians.
    pub turned: f32,
    /// How many polygons were painted before it. On the board all are behind it; where pixels are
    /// painted, the later ones are in front.
    pub over: usize,
}

/// A convex polygon of one colour, perhaps with a hole.
#[derive(Clone, PartialEq, Debug)]
pub struct Fill {
    /// Its corners, anticlockwise.
    pub points: Vec<Vec2>,
    /// The corners of the hole, one for each of the others; none if there is no hole.
    pub hole: Vec<Vec2>,
    /// Its colour.
    pub colour: Color,
}

/// A short text at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// The font.
    pub face: Face,
    /// The font size, in logical pixels.
    pub size: f32,
    /// Where.
    pub at: Vec2,
    /// The part of the text that is there.
    pub anchor: Anchor,
    /// Its colour.
    pub colour: Color,
}

/// The font of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Noto Sans.
    Regular,
    /// Noto Sans, bold.
    Bold,
    /// Libertinus Serif, for titles.
    Display,
    /// Lucide: each letter is an icon.
    Icon,
}

impl Picture {
    /// A convex polygon.
    pub fn polygon(&mut self, points: impl Into<Vec<Vec2>>, colour: Color) {
        let mut points = points.into();
        if area(&points) < 0.0 {
            points.reverse();
        }
        let hole = Vec::new();
        self.fills.push(Fill {
            points,
            hole,
            colour,
        });
    }

    /// A straight line.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Color) {
        let aside = (to - from).normalize_or_zero().perp() * width / 2.0;
        let corners = [from - aside, to - aside, to + aside, from + aside];
        self.polygon(corners, colour);
    }

    /// A rectangle.
    pub fn rectangle(&mut self, rect: Rect, colour: Color) {
        let (min, max) = (rect.min, rect.max);
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        self.polygon(corners, colour);
    }

    /// A rectangle with round corners.
    pub fn rounded(&mut self, rect: Rect, radius: f32, colour: Color) {
        let radius = radius.min(rect.half_size().min_element());
        let inner = rect.inflate(-radius);
        let corners = [
            inner.max,
            Vec2::new(inner.min.x, inner.max.y),
            inner.min,
            Vec2::new(inner.max.x, inner.min.y),
        ];
        let sides = sides(radius);
        let quarter = sides / 4;
        let points: Vec<Vec2> = (0..)
            .zip(corners)
            .flat_map(|(turn, corner)| {
                (0..=quarter).map(move |step| {
                    let angle = (turn * quarter + step) as f32 / sides as f32 * TAU;
                    corner + Vec2::from_angle(angle) * radius
                })
            })
            .collect();
        self.polygon(points, colour);
    }

    /// A disc.
    pub fn disc(&mut self, centre: Vec2, radius: f32, colour: Color) {
        let sides = sides(radius);
        // Its corners lie a little outside, so that it covers as much as a round one.
        let turn = TAU / sides as f32;
        let radius = radius * (turn / turn.sin()).sqrt();
        self.polygon(circle(centre, radius, sides), colour);
    }

    /// A filled shield, this high: an icon of thin lines would be lost on a small board.
    pub fn shield(&mut self, centre: Vec2, height: f32, colour: Color) {
        const CORNERS: [(f32, f32); 7] = [
            (-0.4, 0.44),
            (0.4, 0.44),
            (0.4, 0.0),
            (0.24, -0.3),
            (0.0, -0.5),
            (-0.24, -0.3),
            (-0.4, 0.0),
        ];
        let corner = |(x, y): (f32, f32)| centre + Vec2::new(x, y) * height;
        self.polygon(CORNERS.map(corner), colour);
    }

    /// The outline of a circle.
    pub fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Color) {
        self.band(centre, radius, width, sides(radius), colour);
    }

    /// A square on its corner.
    pub fn diamond(&mut self, centre: Vec2, radius: f32, colour: Color) {
        self.polygon(circle(centre, radius, 4), colour);
    }

    /// The outline of a square on its corner.
    pub fn diamond_ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Color) {
        // Measured along the diagonal, a line is √2 as wide.
        let width = width * std::f32::consts::SQRT_2;
        self.band(centre, radius, width, 4, colour);
    }

    /// Another picture over this one, moved.
    pub fn add(&mut self, mut other: Picture, by: Vec2) {
        for fill in &mut other.fills {
            for point in fill.points.iter_mut().chain(&mut fill.hole) {
                *point += by;
            }
        }
        for figure in &mut other.figures {
            let square = figure.square;
            figure.square = Rect::from_corners(square.min + by, square.max + by);
            figure.over += self.fills.len();
        }
        for label in &mut other.labels {
            label.at += by;
        }
        self.fills.append(&mut other.fills);
        self.figures.append(&mut other.figures);
        self.labels.append(&mut other.labels);
    }

    /// The outline of a rectangle, inside its edge.
    pub fn frame(&mut self, rect: Rect, width: f32, colour: Color) {
        let (min, max, w) = (rect.min, rect.max, width);
        for (from, to) in [
            (min, Vec2::new(max.x, min.y + w)),
            (Vec2::new(min.x, max.y - w), max),
            (Vec2::new(min.x, min.y + w), Vec2::new(min.x + w, max.y - w)),
            (Vec2::new(max.x - w, min.y + w), Vec2::new(max.x, max.y - w)),
        ] {
            self.rectangle(Rect::from_corners(from, to), colour);
        }
    }

    /// The outline of a rectangle with an edge on both sides, to be seen on any ground.
    pub fn edged_frame(&mut self, rect: Rect, width: f32, edge: f32, colour: Color) {
        let around = rect.inflate(edge);
        self.frame(around, width + 2.0 * edge, contrast_to(colour));
        self.frame(rect, width, colour);
    }

    /// A text whose middle is at a place.
    pub fn label(
        &mut self,
        text: impl Into<String>,
        face: Face,
        size: f32,
        at: Vec2,
        colour: Color,
    ) {
        self.labels.push(Label {
            text: text.into(),
            face,
            size,
            at,
            anchor: Anchor::CENTER,
            colour,
        });
    }

    /// A figure over everything so far.
    pub fn figure(&mut self, figure: PlacedFigure) {
        let over = self.fills.len();
        self.figures.push(PlacedFigure { over, ..figure });
    }

    /// An icon whose middle is at a place.
    pub fn icon(&mut self, icon: lucide_icons::Icon, size: f32, at: Vec2, colour: Color) {
        self.label(char::from(icon), Face::Icon, size, at, colour);
    }

    fn band(&mut self, centre: Vec2, radius: f32, width: f32, sides: u32, colour: Color) {
        self.fills.push(Fill {
            points: circle(centre, radius, sides),
            hole: circle(centre, (radius - width).max(0.0), sides),
            colour,
        });
    }
}

/// The area of a polygon; negative if its corners go clockwise.
fn area(points: &[Vec2]) -> f32 {
    let next = points.iter().cycle().skip(1);
    let sum: f32 = points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
    sum / 2.0
}

/// As many sides as keep a disc within a quarter of a pixel of round: small ones need few, and a
/// screen has hundreds.
fn sides(radius: f32) -> u32 {
    4 * (radius.max(0.0).sqrt() * 1.2).ceil().clamp(2.0, QUARTER) as u32
}

fn circle(centre: Vec2, radius: f32, sides: u32) -> Vec<Vec2> {
    (0..sides)
        .map(|side| centre + Vec2::from_angle(side as f32 / sides as f32 * TAU) * radius)
        .collect()
}

/// The width of a bold text, in font sizes.
pub(crate) fn width_of(text: &str) -> f32 {
    text.chars().map(|letter| Face::Bold.advance(letter)).sum()
}

/// Black or white, whichever is easier to see on a colour.
pub fn contrast_to(colour: Color) -> Color {
    // Where black and white are equally far away, as contrast is measured (WCAG).
    const EVEN: f32 = 0.179;
    if colour.to_linear().luminance() > EVEN {
        Color::BLACK
    } else {
        Color::WHITE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_the_size_that_was_asked_for() {
        let mut picture = Picture::default();
        picture.line(Vec2::ZERO, Vec2::new(10.0, 0.0), 3.0, Color::WHITE);
        picture.disc(Vec2::ONE, 10.0, Color::WHITE);
        picture.diamond(Vec2::ONE, 10.0, Color::WHITE);
        let rect = Rect::new(0.0, 0.0, 20.0, 10.0);
        picture.rounded(rect, 2.0, Color::WHITE);
        let areas: Vec<f32> = picture
            .fills
            .iter()
            .map(|fill| area(&fill.points))
            .collect();
        assert!((areas[0] - 30.0).abs() < 0.01, "{areas:?}");
        assert!((areas[1] - 314.0).abs() < 1.0, "{areas:?}");
        assert!((areas[2] - 200.0).abs() < 0.01, "{areas:?}");
        // Small corners have few sides.
        assert!((areas[3] - 196.6).abs() < 1.5, "{areas:?}");
        let mut frame = Picture::default();
        frame.frame(rect, 1.0, Color::WHITE);
        let line: f32 = frame.fills.iter().map(|fill| area(&fill.points)).sum();
        assert!((line - 56.0).abs() < 0.01, "{line}");
    }

    #[test]
    fn what_contrasts_with_the_two_sides() {
        assert_eq!(contrast_to(Color::srgb_u8(0, 114, 178)), Color::WHITE);
        assert_eq!(contrast_to(Color::srgb_u8(230, 159, 0)), Color::BLACK);
    }
}
