//! Keys and themes: what is shipped is what the game falls back to, and what a file can change.

use foretold_content::{Act, Chord, Colour, Content, Files, Keys, Palette, Sizes, Theme, Timings};

use crate::content;

fn loaded(path: &str, text: &str) -> Content {
    let mut files = Files::default();
    files.insert(path, text);
    Content::load(&files).expect("it is sound")
}

fn chords(keys: &Keys, act: Act) -> Vec<String> {
    keys.chords(act).iter().map(Chord::to_string).collect()
}

#[test]
fn the_shipped_files_say_what_the_game_falls_back_to() {
    assert_eq!(content().keys(), &Keys::default());
    assert_eq!(content().theme(), &Theme::default());
    let nothing = Content::load(&Files::default()).expect("nothing is wrong with it");
    assert_eq!(nothing.keys(), &Keys::default());
    assert_eq!(nothing.theme(), &Theme::default());
}

#[test]
fn what_a_file_says_of_keys_is_all_that_changes() {
    let text = "(play_pause: [\"r\", \"shift+ALT+tab\"], restart: [\"Space\"], quit: [])";
    let content = loaded("keys.ron", text);
    let keys = content.keys();
    assert_eq!(chords(keys, Act::PlayPause), ["R", "Shift+Alt+Tab"]);
    assert_eq!(chords(keys, Act::Restart), ["Space"]);
    assert_eq!(chords(keys, Act::Quit), [""; 0]);
    let own = Keys::default();
    let changed = keys.iter().filter(|&(act, keys)| own.chords(act) != keys);
    assert_eq!(
        changed.map(|(act, _)| act).collect::<Vec<_>>(),
        [Act::PlayPause, Act::Restart, Act::Quit]
    );
}

#[test]
fn what_a_file_says_of_the_theme_is_all_that_changes() {
    let text = "(palette: (enemy: \"#ff000080\"), sizes: (text: 20), timings: (pulse: 1000), motion: false)";
    let mut expected = Theme {
        sizes: Sizes {
            text: 20,
            ..Sizes::default()
        },
        timings: Timings {
            pulse: 1_000,
            ..Timings::default()
        },
        motion: false,
        ..Theme::default()
    };
    expected.palette.enemy = Colour {
        red: 255,
        green: 0,
        blue: 0,
        alpha: 128,
    };
    assert_eq!(loaded("theme.ron", text).theme(), &expected);
}

/// How bright a colour is to the eye, as WCAG counts it.
fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn black_and_white_are_as_far_apart_as_colours_can_be() {
    let grey = |part: u8| Colour {
        red: part,
        green: part,
        blue: part,
        alpha: 255,
    };
    assert_eq!(contrast(grey(0), grey(255)), 21.0);
    assert_eq!(contrast(grey(90), grey(90)), 1.0);
}

#[test]
fn texts_can_be_read_on_whatever_they_stand() {
    for (whose, palette, least) in [
        ("the game's own", Palette::default(), 4.5),
        ("the shipped", content().theme().palette, 4.5),
        ("the light", Palette::light(), 4.5),
        ("the high contrast", Palette::high_contrast(), 7.0),
    ] {
        // A button under the mouse has the colour of its edge.
        let hovered = contrast(palette.text, palette.border);
        assert!(
            hovered >= least,
            "{whose} text on border: {hovered:.2} to 1"
        );
        for (name, text) in [
            ("text", palette.text),
            ("muted", palette.muted),
            ("accent", palette.accent),
            ("friendly_light", palette.friendly_light),
            ("enemy_light", palette.enemy_light),
            ("good", palette.good),
            ("bad", palette.bad),
        ] {
            for (ground, behind) in [
                ("background", palette.background),
                ("panel", palette.panel),
                ("raised", palette.raised),
            ] {
                for colour in [text, behind] {
                    assert_eq!(colour.alpha, 255, "{whose} {name} on {ground} is solid");
                }
                let contrast = contrast(text, behind);
                assert!(
                    contrast >= least,
                    "{whose} {name} on {ground}: {contrast:.2} to 1"
                );
            }
        }
        // The edge alone shows where a button is.
        for ground in [palette.background, palette.panel, palette.raised] {
            let edge = contrast(palette.edge, ground);
            assert!(edge >= 3.0, "{whose} edge on {ground:?}: {edge:.2} to 1");
        }
    }
}
