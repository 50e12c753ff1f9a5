//! One figure: the text of its file, checked before it is trusted, and its pixels.
//!
//! A stranger may have drawn it, so only shapes, groups and plain attributes are let in. What could
//! name another file, grow without end or take long to draw (links, styles, filters, patterns,
//! dashes, entities) is refused by name and place.

use bevy::prelude::*;
use foretold_content::did_you_mean;
use resvg::tiny_skia::{Pixmap, Transform as Scaling};
use resvg::usvg::roxmltree::{Document, Node, ParsingOptions, TextPos};
use resvg::usvg::{Options, Tree};

/// The largest file, in bytes. The game's own have at most 6 kB.
const MOST_BYTES: usize = 64 << 10;
/// At most this many elements are in each other.
const DEEPEST: usize = 16;
/// At most this many elements, attributes and texts.
const MOST_NODES: u32 = 4_000;
/// The sides that a view box may have.
const SIDES: std::ops::RangeInclusive<f32> = 8.0..=4_096.0;
/// How large a figure is drawn to see whether there is anything to see, in pixels.
const TRIAL: u32 = 64;

const SVG: &str = "http://www.w3.org/2000/svg";
const ELEMENTS: [&str; 12] = [
    "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title",
    "desc", "metadata",
];
const ATTRIBUTES: [&str; 34] = [
    "class",
    "cx",
    "cy",
    "d",
    "fill",
    "fill-opacity",
    "fill-rule",
    "height",
    "id",
    "opacity",
    "points",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "version",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
    "role",
    "aria-label",
    "baseProfile",
    "preserveAspectRatio",
];

/// The tones that a shape can have, by class. The side's two come from the palette.
pub(super) const MATERIALS: [(&str, u32); 12] = [
    ("steel", 0xC9_D1DB),
    ("steel-dark", 0x8A_94A6),
    ("bone", 0xEF_E7D3),
    ("bone-dark", 0xBD_B394),
    ("skin", 0xE7_B48F),
    ("skin-dark", 0xC4_8B66),
    ("wood", 0x7A_5A3C),
    ("gold", 0xE8_C95A),
    ("ink", 0x1A_1D24),
    ("glow", 0xFF_E98A),
    ("rot", 0x8F_AE6B),
    ("rot-dark", 0x5F_7F45),
];
/// `leg` is a line in the side's dark tone.
pub(super) const SIDE_CLASSES: [&str; 3] = ["side", "side-dark", "leg"];

/// What is wrong with a figure, and where: line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SvgFault {
    pub(super) place: Option<(u32, u32)>,
    pub(super) message: String,
}

/// A figure that was checked and can be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Svg(String);

impl Svg {
    /// Checks the text of a file.
    pub(super) fn check(text: &str) -> Result<Svg, SvgFault> {
        let whole = |message: String| SvgFault {
            place: None,
            message,
        };
        if text.len() > MOST_BYTES {
            let (found, most) = (text.len() >> 10, MOST_BYTES >> 10);
            return Err(whole(format!(
                "found {found} kB, expected at most {most} kB: draw it with fewer points"
            )));
        }
        if let Some(at) = too_deep(text) {
            return Err(SvgFault {
                place: Some(at),
                message: format!("expected at most {DEEPEST} groups in each other: ungroup some"),
            });
        }
        let limits = ParsingOptions {
            allow_dtd: false,
            nodes_limit: MOST_NODES,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(text, limits).map_err(|error| {
            let TextPos { row, col } = error.pos();
            SvgFault {
                place: Some((row, col)),
                message: format!("it is not an SVG: {error}"),
            }
        })?;
        for node in document.descendants().filter(Node::is_element) {
            check_element(&document, &node)?;
        }
        let tree = tree(text, String::new()).map_err(whole)?;
        let (width, height) = (tree.size().width(), tree.size().height());
        if (width - height).abs() > 0.01 || !SIDES.contains(&width) {
            return Err(whole(format!(
                "its view box is {width} by {height}, expected a square such as viewBox=\"0 0 64 64\""
            )));
        }
        let svg = Svg(text.to_owned());
        let drawn = svg.paint(String::new(), TRIAL);
        if !drawn.is_some_and(|drawn| drawn.pixels().iter().any(|pixel| pixel.alpha() > 0)) {
            let message = "nothing of it can be seen: draw a shape inside its view box";
            return Err(whole(message.to_owned()));
        }
        Ok(svg)
    }

    /// Its pixels, with the colours of a style sheet.
    pub(super) fn paint(&self, style_sheet: String, side: u32) -> Option<Pixmap> {
        let tree = tree(&self.0, style_sheet).ok()?;
        let mut pixels = Pixmap::new(side, side)?;
        let scale = side as f32 / tree.size().width();
        resvg::render(
            &tree,
            Scaling::from_scale(scale, scale),
            &mut pixels.as_mut(),
        );
        Some(pixels)
    }
}

fn tree(text: &str, style_sheet: String) -> Result<Tree, String> {
    let options = Options {
        style_sheet: Some(style_sheet),
        ..Options::default()
    };
    Tree::from_str(text, &options).map_err(|error| format!("it cannot be drawn: {error}"))
}

/// Where elements are in each other too deep, before a parser has to find out.
fn too_deep(text: &str) -> Option<(u32, u32)> {
    let mut depth = 0_usize;
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        if rest.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !rest.starts_with(['!', '?']) {
            let closed = rest.find('>').is_some_and(|end| rest[..end].ends_with('/'));
            depth += usize::from(!closed);
        }
        if depth > DEEPEST {
            let before = &text[..at];
            let line = before.matches('\n').count() as u32 + 1;
            let column = before.chars().rev().take_while(|it| *it != '\n').count() as u32 + 1;
            return Some((line, column));
        }
    }
    None
}

fn check_element(document: &Document, node: &Node) -> Result<(), SvgFault> {
    let fault = |at: usize, message: String| {
        let TextPos { row, col } = document.text_pos_at(at);
        Err(SvgFault {
            place: Some((row, col)),
            message,
        })
    };
    let tag = node.tag_name();
    // Drawing programs leave notes of their own, which nobody draws.
    if tag.namespace() != Some(SVG) {
        if *node == document.root_element() {
            let message = format!("its root is not an SVG: write <svg xmlns=\"{SVG}\">");
            return fault(node.range().start, message);
        }
        return Ok(());
    }
    if !ELEMENTS.contains(&tag.name()) {
        let message = format!(
            "found <{}>, expected shapes and groups only: {}",
            tag.name(),
            ELEMENTS[1..9].join(", ")
        );
        return fault(node.range().start, message);
    }
    for attribute in node.attributes() {
        let (name, at) = (attribute.name(), attribute.range().start);
        let link = name == "href";
        if link || attribute.namespace().is_none() && !ATTRIBUTES.contains(&name) {
            let message = format!(
                "found `{name}`, which figures do without: use classes for colours, and plain attributes"
            );
            return fault(at, message);
        }
        if attribute.value().contains("url(") {
            let message = format!("found `{name}` with a link: use a flat tone");
            return fault(at, message);
        }
        if name == "class" {
            for class in attribute.value().split_whitespace() {
                let classes = || MATERIALS.map(|(name, _)| name).into_iter();
                let known = || SIDE_CLASSES.into_iter().chain(classes());
                if known().all(|name| name != class) {
                    let hint = did_you_mean(class, known().collect::<Vec<_>>());
                    return fault(at, format!("there is no class `{class}`{hint}"));
                }
            }
        }
    }
    Ok(())
}
