//! The game from outside: what it draws, and what it says when it cannot.

use std::path::Path;
use std::process::{Command, Output};

use bevy::math::Vec2;
use foretold_battle::{Cell, Faction, UnitId};
use foretold_content::{Colour, Content, Files, Theme};
use foretold_view::Screen;
use foretold_view::intent_line::{IntentLine, LineKind};

fn game() -> Command {
    let mut game = Command::new(env!("CARGO_BIN_EXE_foretold"));
    game.current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG");
    game
}

/// What it printed on standard error, without what a machine without a desktop prints by itself.
fn said(output: &Output) -> String {
    let printed = String::from_utf8_lossy(&output.stderr);
    let own = printed
        .lines()
        .filter(|line| !line.contains("XDG_RUNTIME_DIR"));
    own.collect::<Vec<_>>().join("\n")
}

/// A picture as rows of red, green and blue.
struct Picture {
    size: (u32, u32),
    pixels: Vec<u8>,
}

impl Picture {
    fn read(file: &Path) -> Picture {
        let file = std::fs::File::open(file).expect("the picture was written");
        let decoder = png::Decoder::new(std::io::BufReader::new(file));
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut pixels).expect("it is whole");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Picture {
            size: (info.width, info.height),
            pixels,
        }
    }

    fn at(&self, point: Vec2) -> [u8; 3] {
        let place = (point.y as u32 * self.size.0 + point.x as u32) as usize * 3;
        [
            self.pixels[place],
            self.pixels[place + 1],
            self.pixels[place + 2],
        ]
    }

    /// How many pixels of a colour are at most `reach` pixels from a point.
    fn count(&self, centre: Vec2, reach: i32, [red, green, blue]: [u8; 3]) -> usize {
        let near = |(x, y): &(i32, i32)| {
            let found = self.at(centre + Vec2::new(*x as f32, *y as f32));
            let parts = found.into_iter().zip([red, green, blue]);
            parts
                .into_iter()
                .all(|(one, other)| one.abs_diff(other) < 12)
        };
        (-reach..=reach)
            .flat_map(|y| (-reach..=reach).map(move |x| (x, y)))
            .filter(near)
            .count()
    }
}

fn colour(colour: Colour) -> [u8; 3] {
    [colour.red, colour.green, colour.blue]
}

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell of the board")
}

/// Draws a screen. Without an adapter prints why and returns `None`; in CI there must be one.
fn draw(arguments: &[&str], file: &Path) -> Option<Picture> {
    let output = game()
        .args(arguments)
        .arg("--screenshot")
        .arg(file)
        .output()
        .expect("the game starts");
    let said = said(&output);
    if said.contains("there is no graphics adapter") && std::env::var_os("CI").is_none() {
        println!("skipped: {said}");
        return None;
    }
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "");
    Some(Picture::read(file))
}

#[test]
fn a_picture_has_both_sides_their_intents_and_a_board() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let file = folder.path().join("crypt.png");
    // Ada on C7 is about to walk to D6, Brand on J6 to I7.
    let Some(picture) = draw(&["--battle", "first-blood", "--seed", "3"], &file) else {
        return;
    };
    assert_eq!(picture.size, (1280, 720));
    let (screen, palette) = (Screen::default(), Theme::default().palette);
    let space = screen.board();
    let middle = |name: &str| screen.to_screen(space.middle(cell(name)));
    let (blue, orange) = (colour(palette.friendly), colour(palette.enemy));
    let (light_blue, light_orange) = (colour(palette.friendly_light), colour(palette.enemy_light));
    // The clothes of a figure: the dark tone of a side, and half of the way to its light one.
    let dark = |tone: [u8; 3]| tone.map(|part| (f32::from(part) * 0.8) as u8);
    let half = |tone: [u8; 3], light: [u8; 3]| [0, 1, 2].map(|it| tone[it].midpoint(light[it]));
    let (blues, oranges) = (
        [light_blue, half(blue, light_blue), dark(blue)],
        [light_orange, half(orange, light_orange), dark(orange)],
    );
    // Both stand on a plinth with the light rim of their side. The line of each ends in a light
    // marker in an empty cell.
    for (cell, side, other, at_least) in [
        ("C7", blues, oranges, [20, 30, 30]),
        ("J6", oranges, blues, [20, 30, 30]),
        ("D6", blues, oranges, [15, 0, 0]),
        ("I7", oranges, blues, [15, 0, 0]),
    ] {
        let found = side.map(|tone| picture.count(middle(cell), 18, tone));
        let enough = found.iter().zip(&at_least).all(|(it, least)| it >= least);
        assert!(enough, "{cell}: {found:?} pixels, expected {at_least:?}");
        let others = other.map(|tone| picture.count(middle(cell), 18, tone));
        assert_eq!(others, [0, 0, 0], "{cell}");
    }
    // The ground of this board: earth, straw to hide behind, and walls that are neither.
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let content = Content::load(&Files::read(&assets).expect("it is there"));
    let content = content.expect("it is sound");
    let battle = content.encounter("first-blood").expect("it is shipped");
    let ground = battle.ground.colours(&palette);
    let (floor, straw) = (colour(ground.floor), colour(ground.half_cover));
    let counts = |name: &str| [floor, straw].map(|tone| picture.count(middle(name), 15, tone));
    assert!(counts("F3")[0] > 700 && counts("F3")[1] == 0);
    assert!(counts("D4")[0] < 200 && counts("D4")[1] > 200);
    assert_eq!(counts("A6"), [0, 0]);
}

#[test]
fn blows_that_cross_are_both_visible() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let file = folder.path().join("blows.png");
    // Ada on F6 and Brand on G7 are about to strike each other.
    let arguments = ["--battle", "first-blood", "--seed", "3", "--tick", "3"];
    let Some(picture) = draw(&arguments, &file) else {
        return;
    };
    let (screen, theme) = (Screen::default(), Theme::default());
    let blow = IntentLine {
        unit: UnitId::new(0).expect("the first"),
        side: Faction::Friendly,
        kind: LineKind::Attack,
        cells: vec![cell("F6"), cell("G7")],
        from_token: true,
        left: 1,
        confused: false,
        sure: true,
        lane: 1,
        tag: String::new(),
    };
    let back = IntentLine {
        side: Faction::Enemy,
        cells: vec![cell("G7"), cell("F6")],
        ..blow.clone()
    };
    for (line, side) in [
        (blow, theme.palette.friendly_light),
        (back, theme.palette.enemy_light),
    ] {
        let track = line.track(&screen.board(), &theme.strokes);
        // Plates and HP may cover parts of it.
        let along = (1..10).map(|tenth| track[0].lerp(track[1], tenth as f32 / 10.0));
        let found = along.map(|point| picture.count(screen.to_screen(point), 3, colour(side)));
        let found = found.max().unwrap_or_default();
        assert!(found >= 9, "{:?}: {found} pixels", line.side);
    }
}

#[test]
fn a_picture_of_any_size_is_drawn() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    for (width, height) in [(1, 1), (320, 320), (8_192, 320)] {
        let size = format!("{width}x{height}");
        let file = folder.path().join(format!("{size}.png"));
        let moment = ["--battle", "crypt", "--seed", "12", "--tick", "8"];
        let arguments = [&moment[..], &["--size", &size]].concat();
        let Some(picture) = draw(&arguments, &file) else {
            return;
        };
        assert_eq!(picture.size, (width, height));
    }
}

#[test]
fn a_picture_has_the_size_and_moment_that_were_asked_for() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let (one, other) = (folder.path().join("1.png"), folder.path().join("2.png"));
    let arguments = [
        "--battle",
        "crypt-by-hand",
        "--seed",
        "5",
        "--size",
        "1000x700",
    ];
    let Some(first) = draw(&arguments, &one) else {
        return;
    };
    let later = [&arguments[..], &["--tick", "9", "--ui-scale", "150"]].concat();
    let second = draw(&later, &other).expect("there was an adapter a moment ago");
    assert_eq!((first.size, second.size), ((1000, 700), (1000, 700)));
    assert_ne!(first.pixels, second.pixels);
    let again = draw(&later, &other).expect("there was an adapter a moment ago");
    assert!(
        second.pixels == again.pixels,
        "the same moment, the same picture"
    );
}

#[test]
fn a_page_can_be_drawn_without_a_battle() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let file = folder.path().join("battles.png");
    let Some(picture) = draw(&["--page", "battles"], &file) else {
        return;
    };
    // The first card has a small board with units of both sides on it.
    let (card, palette) = (Vec2::new(134.0, 132.0), Theme::default().palette);
    for side in [palette.friendly, palette.enemy] {
        let found = picture.count(card, 64, colour(side));
        assert!((15..200).contains(&found), "{found} pixels");
    }
}

// On other systems the environment cannot take away a display or an adapter.
#[cfg(target_os = "linux")]
#[test]
fn without_a_display_it_says_so_in_one_sentence() {
    let output = game().output().expect("the game starts");
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(
        said.starts_with("error: there is no display here: "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

// On other systems the environment cannot take away a display or an adapter.
#[cfg(target_os = "linux")]
#[test]
fn without_an_adapter_it_says_so_in_one_sentence() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let output = game()
        .env("WGPU_BACKEND", "vulkan")
        .env("VK_DRIVER_FILES", folder.path().join("nothing.json"))
        .env("VK_ICD_FILENAMES", folder.path().join("nothing.json"))
        .arg("--screenshot")
        .arg(folder.path().join("a.png"))
        .output()
        .expect("the game starts");
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert!(
        said.starts_with("error: there is no graphics adapter here: "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn what_is_typed_wrongly_is_refused_with_2() {
    for arguments in [
        ["--size", "huge"],
        ["--ui-scale", "500"],
        ["--speed", "3"],
        ["--screenshot", "a.gif"],
    ] {
        let output = game().args(arguments).output().expect("the game starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said(&output).contains("expected"), "{}", said(&output));
    }
}

#[test]
fn what_is_not_there_is_refused_with_1() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let missing = folder.path().join("missing");
    let output = game().arg("--assets").arg(&missing).output();
    let output = output.expect("the game starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("name the one with rules.ron in it"));
    for (arguments, expected) in [
        (
            ["--battle", "crypts"],
            "error: there is no battle `crypts`: did you mean `crypt`?",
        ),
        (["--battle", ""], "error: there is no battle ``"),
    ] {
        let output = game()
            .args(arguments)
            .arg("--screenshot")
            .arg(folder.path().join("a.png"))
            .output()
            .expect("the game starts");
        let said = said(&output);
        if said.contains("there is no graphics adapter") && std::env::var_os("CI").is_none() {
            println!("skipped: {said}");
            return;
        }
        assert_eq!(output.status.code(), Some(1));
        assert!(said.starts_with(expected), "{said}");
    }
}
