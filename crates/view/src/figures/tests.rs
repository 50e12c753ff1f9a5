//! The game's own figures, those of the pages for designers, and drawings that nobody should trust.

use std::collections::BTreeSet;

use foretold_content::Content;
use foretold_sim::testing::shipped_files;

use super::*;
use crate::look::colour;

/// The largest of the game's own figures, in bytes.
const OWN_MOST: usize = 6 << 10;

/// Two silhouettes that cover each other by more than this part of both are mixed up.
const ALIKE: f32 = 0.85;

fn drawn(inside: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{inside}</svg>"#)
}

/// What is wrong with a drawing, in words.
fn fault(text: &str) -> String {
    match Svg::check(text) {
        Ok(_) => "nothing".to_owned(),
        Err(fault) => match fault.place {
            Some((line, column)) => format!("{line}:{column}: {}", fault.message),
            None => fault.message,
        },
    }
}

fn shipped() -> Figures {
    Figures {
        sheets: StyleSheets::of(&Look::default()),
        ..Figures::read(shipped_files())
    }
}

#[test]
fn every_shipped_unit_and_place_has_a_figure_in_the_house_style() {
    let (files, figures) = (shipped_files(), shipped());
    assert_eq!(figures.errors, []);
    let content = Content::load(files).expect("the shipped content is sound");
    let units = content.ids(FileKind::Unit).into_iter();
    let wanted: BTreeSet<&str> = units.chain(PlaceKind::ALL.map(place_figure)).collect();
    for name in &wanted {
        assert!(figures.has(name), "figures/{name}.svg is missing");
        let text = files.get(&format!("{FIGURES}/{name}.svg"));
        let text = text.expect("it was read");
        assert!(text.len() <= OWN_MOST, "{name} has {} bytes", text.len());
        assert!(text.contains(r#"viewBox="0 0 64 64""#), "{name}");
        for paint in ["fill=\"#", "stroke=\"#", "rgb("] {
            assert!(!text.contains(paint), "{name}: colours come from classes");
        }
    }
    assert_eq!(figures.drawings.len(), wanted.len());
}

#[test]
fn no_two_silhouettes_are_alike_at_40_pixels() {
    let figures = shipped();
    let shapes: Vec<(&String, Vec<bool>)> = figures
        .drawings
        .keys()
        .map(|name| {
            let tone = FigureTone::Side(Faction::Enemy);
            let pixels = figures.paint(name, tone, 40).expect("it can be drawn");
            let shape = pixels.pixels().iter().map(|pixel| pixel.alpha() > 127);
            (name, shape.collect())
        })
        .collect();
    let mut alike = Vec::new();
    for (place, (one, shape)) in shapes.iter().enumerate() {
        for (other, theirs) in &shapes[place + 1..] {
            let pairs = || shape.iter().zip(theirs);
            let both = pairs().filter(|(a, b)| **a && **b).count() as f32;
            let either = pairs().filter(|(a, b)| **a || **b).count() as f32;
            if both / either > ALIKE {
                alike.push(format!("{one} and {other}: {}", both / either));
            }
        }
    }
    assert!(alike.is_empty(), "{alike:#?}");
}

#[test]
fn a_side_and_the_fallen_are_told_by_colour_not_by_shape() {
    let figures = shipped();
    let tones = [
        FigureTone::Side(Faction::Friendly),
        FigureTone::Side(Faction::Enemy),
        FigureTone::Grey,
    ];
    let [friend, enemy, fallen] =
        tones.map(|tone| figures.paint("hound", tone, 40).expect("it can be drawn"));
    assert_ne!(friend.data(), enemy.data());
    for (one, other) in friend.pixels().iter().zip(enemy.pixels()) {
        assert_eq!(one.alpha(), other.alpha());
    }
    let grey = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        pixel.red().abs_diff(pixel.green()) < 3 && pixel.green().abs_diff(pixel.blue()) < 3
    };
    assert!(fallen.pixels().iter().all(grey));
}

#[test]
fn a_drawing_that_cannot_be_trusted_is_refused_with_its_place_and_the_reason() {
    let square = r#"<rect width="64" height="64" class="side"/>"#;
    assert_eq!(fault(&drawn(square)), "nothing");
    let table: [(String, &str); 19] = [
        (String::new(), "1:1: it is not an SVG"),
        ("<svg".to_owned(), "it is not an SVG"),
        ("<html/>".to_owned(), "1:1: its root is not an SVG"),
        (drawn(""), "nothing of it can be seen"),
        (
            drawn(r#"<circle r="2" cx="900"/>"#),
            "nothing of it can be seen",
        ),
        (
            drawn(r#"<image href="file:///etc/passwd"/>"#),
            "1:61: found <image>, expected shapes and groups only",
        ),
        (drawn(r##"<g id="a"><use href="#a"/></g>"##), "found <use>"),
        (drawn("<text>Boo</text>"), "found <text>"),
        (drawn("<style>rect{}</style>"), "found <style>"),
        (drawn("<filter/>"), "found <filter>"),
        (drawn("<script/>"), "found <script>"),
        (drawn("<linearGradient/>"), "found <linearGradient>"),
        (
            drawn(r#"<rect style="fill:red"/>"#),
            "1:67: found `style`, which figures do without",
        ),
        (
            drawn(r#"<path d="M0 0H64" stroke-dasharray="0.0001"/>"#),
            "found `stroke-dasharray`",
        ),
        (
            drawn(r##"<rect fill="url(#a)"/>"##),
            "found `fill` with a link",
        ),
        (
            drawn(r#"<rect class="sied"/>"#),
            "1:67: there is no class `sied`: did you mean `side`?",
        ),
        (
            drawn(square).replace("0 0 64 64", "0 0 64 32"),
            "its view box is 64 by 32, expected a square",
        ),
        (
            drawn(square).replace("0 0 64 64", "0 0 1e30 1e30"),
            "expected a square",
        ),
        (
            r#"<!DOCTYPE x [<!ENTITY a "boo">]><svg xmlns="http://www.w3.org/2000/svg"/>"#
                .to_owned(),
            "it is not an SVG",
        ),
    ];
    for (text, expected) in table {
        let found = fault(&text);
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

/// The drawing of docs/modding.md, and what the page says of mistakes in it.
#[test]
fn whoever_follows_the_page_gets_a_figure() {
    let page = include_str!("../../../../docs/modding.md");
    let block = |mark: &str| {
        let (_, rest) = page.split_once(&format!("\n```{mark}\n")).expect(mark);
        rest.split_once("```").expect("the block ends").0
    };
    let (drawing, shown) = (block("xml"), block("text"));
    let read = |text: String| {
        let mut files = shipped_files().clone();
        files.insert("figures/bog_ogre.svg", text);
        Figures::read(&files)
    };
    let mut figures = read(drawing.to_owned());
    assert_eq!(figures.errors, []);
    assert!(figures.has("bog_ogre"));
    figures.miss("bog_ogre", "bog_oger");
    let mut errors = read(drawing.replacen("rot", "rott", 1)).errors;
    errors.append(&mut figures.errors);
    // On screen what is quoted stands in quotation marks.
    let shown = shown.replace(['“', '”'], "`");
    let lines: Vec<&str> = shown.lines().skip(1).collect();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors, lines);
}

#[test]
fn large_and_deep_drawings_are_refused_before_they_take_long() {
    let deep = drawn(&("<g>".repeat(9_000) + &"</g>".repeat(9_000)));
    assert!(fault(&deep).contains("at most 16 groups in each other"));
    let shape = "<g><rect width=\"9\" height=\"9\"/></g>".repeat(100);
    assert_eq!(
        fault(&drawn(&shape)),
        "nothing",
        "many beside each other are fine"
    );
    let large = drawn(&" ".repeat(70 << 10));
    assert_eq!(
        fault(&large),
        "found 70 kB, expected at most 64 kB: draw it with fewer points"
    );
    let many = drawn(&"<g/>".repeat(10_000));
    assert!(
        fault(&many).contains("it is not an SVG"),
        "{}",
        fault(&many)
    );
}

#[test]
fn a_broken_file_leaves_the_others_and_the_battles_alone() {
    let mut files = shipped_files().clone();
    files.insert("figures/hound.svg", drawn("<text>Boo</text>"));
    files.insert_unreadable("figures/mage.svg", "it is not text: byte 0 is not UTF-8");
    let figures = Figures::read(&files);
    let errors: Vec<String> = figures.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with("figures/hound.svg:1:61: found <text>"));
    assert_eq!(
        errors[1],
        "figures/mage.svg: it is not text: byte 0 is not UTF-8"
    );
    assert!(!figures.has("hound") && figures.has("goblin"));
    let pawn = figures.paint("hound", FigureTone::Grey, 20);
    assert!(pawn.is_some(), "a panel still has something to show");
}

#[test]
fn figures_are_drawn_once_for_each_size_and_share_an_image() {
    let (figures, mut images) = (shipped(), Assets::<Image>::default());
    let mut atlas = FigureAtlas::default();
    let mut spot = |name: &str, side: u32| {
        let tone = FigureTone::Side(Faction::Enemy);
        let spot = atlas.spot((name, tone), side, &figures, &mut images);
        spot.expect("it can be drawn")
    };
    let (hound, goblin) = (spot("hound", 36), spot("goblin", 36));
    assert_eq!(hound.image, goblin.image);
    assert_eq!(hound.rect.size(), Vec2::splat(36.0));
    assert!(hound.rect.intersect(goblin.rect).is_empty());
    assert_eq!(spot("hound", 36), hound);
    assert_ne!(spot("hound", 72).rect, hound.rect);
    // A screen as large as they come: another image, and nothing lost.
    for side in 300..320 {
        assert_eq!(spot("hound", side).rect.size(), Vec2::splat(side as f32));
    }
    assert_eq!(spot("hound", 9_999).rect.size().x, 508.0);
}

/// Every figure at 32, 48 and 96 pixels on the plinths of both sides, to look at: run it with
/// `scripts/contact-sheet`.
#[test]
#[ignore = "draws a picture to look at"]
fn contact_sheet() {
    use crate::picture::{Picture, PlacedFigure};
    use crate::raster::{Pixels, image_from};
    use crate::tokens::plinth_shape;

    const CELLS: [f32; 3] = [32.0, 48.0, 96.0];
    const ACROSS: usize = 4;
    let (figures, look) = (shipped(), Look::default());
    let row: f32 = CELLS.iter().sum::<f32>() + 24.0;
    let rows = figures.drawings.len().div_ceil(ACROSS) as u32;
    let size = UVec2::new((2.0 * row * ACROSS as f32) as u32, 102 * rows + 10);
    let mut picture = Picture::default();
    let ground = Rect::from_corners(Vec2::ZERO, Vec2::new(size.x as f32, -(size.y as f32)));
    picture.rectangle(ground, colour(look.theme.palette.floor));
    for (place, name) in figures.drawings.keys().enumerate() {
        let mut left = (place % ACROSS) as f32 * 2.0 * row;
        let top = -((place / ACROSS) as f32) * 102.0 - 54.0;
        for side in [Faction::Friendly, Faction::Enemy] {
            for cell in CELLS {
                let at = Vec2::new(left + cell / 2.0, top);
                let inside = look.side(side).mix(&Color::BLACK, 0.72);
                plinth_shape(&mut picture, (side, at), cell, 0.0, look.side_text(side));
                plinth_shape(&mut picture, (side, at), cell, -cell * 0.045, inside);
                picture.figure(PlacedFigure {
                    figure: name.clone(),
                    tone: FigureTone::Side(side),
                    square: Rect::from_center_size(at, Vec2::splat(cell * 0.9)),
                    mirrored: false,
                    turned: 0.0,
                    over: 0,
                });
                left += cell + 8.0;
            }
        }
    }
    let mut pixels = Pixels::new(size);
    pixels.draw(&picture, Vec2::ZERO, 1.0, &figures);
    let image = image_from(size, pixels.into_bytes());
    let file = std::env::var("CONTACT_SHEET").expect("scripts/contact-sheet names the file");
    let image = image.try_into_dynamic().expect("it is RGBA");
    image.to_rgb8().save(&file).expect("it can be written");
}
