//! What stands in the panels is what the battle says.

use bevy::prelude::*;
use foretold_view::{Look, Screen};

use crate::common::{assert_reads, game, labelled, press};

#[test]
fn the_selected_unit_is_explained_in_detail_and_the_log_follows() {
    let mut app = game("first-blood", 3);
    assert_reads(&mut app, "Follows the first rule that applies:");
    assert_reads(&mut app, "Light Punch");
    assert_reads(
        &mut app,
        "Ada walks C7 → D6. Rule 3: Move towards the nearest enemy.",
    );
    assert_reads(&mut app, "out of range: 7 cells away, it reaches 1");
    press(&mut app, KeyCode::Period);
    assert_reads(&mut app, "t1 Ada moves C7 → D6");
    press(&mut app, KeyCode::Home);
    let texts = crate::common::texts(&mut app);
    assert!(
        !texts.iter().any(|text| text.contains("t1 Ada")),
        "the past knows no future"
    );
}

#[test]
fn every_letter_is_in_a_font() {
    let font = |bytes| ttf_parser::Face::parse(bytes, 0).expect("it is a font");
    let noto = font(ttf_noto_sans::REGULAR);
    let icons = font(lucide_icons::LUCIDE_FONT_BYTES);
    for (battle, steps) in [("bonelord", 25), ("spider-nest", 3), ("crossfire", 12)] {
        let mut app = game(battle, 7);
        for _ in 0..steps {
            press(&mut app, KeyCode::Period);
            press(&mut app, KeyCode::BracketRight);
            for letter in crate::common::texts(&mut app).concat().chars() {
                // The icons have the letters that belong to nobody.
                let of = if ('\u{e000}'..='\u{f8ff}').contains(&letter) {
                    &icons
                } else {
                    &noto
                };
                assert!(
                    of.glyph_index(letter).is_some() || letter == '\n',
                    "{letter:?}"
                );
            }
        }
    }
}

#[test]
fn what_the_theme_says_reaches_the_bar() {
    let mut app = game("first-blood", 3);
    let red = foretold_content::Colour {
        red: 255,
        green: 0,
        blue: 0,
        alpha: 255,
    };
    app.world_mut().resource_mut::<Look>().theme.palette.text = red;
    foretold_view::testing::frames(&mut app, 2);
    let mut texts = app.world_mut().query::<(&Text, &TextColor)>();
    let title = texts
        .iter(app.world())
        .find(|(text, _)| text.0 == "First Blood");
    assert_eq!(title.map(|(_, ink)| ink.0), Some(Color::srgb_u8(255, 0, 0)));
}

#[test]
fn in_a_narrow_window_the_bar_has_two_rows_and_keeps_its_buttons() {
    let mut app = game("first-blood", 3);
    app.world_mut().resource_mut::<foretold_view::TextScale>().0 = 1.5;
    foretold_view::testing::frames(&mut app, 4);
    let screen = *app.world().resource::<Screen>();
    assert_eq!(screen.bar_rows(), 2);
    let bar = screen.panels().bar;
    for label in [
        "Play, or pause.",
        "To the end at once.",
        "The moment on screen",
    ] {
        let at = labelled(&mut app, label);
        assert!(bar.contains(at), "{label} is at {at}, the bar is {bar:?}");
    }
}

#[test]
fn every_control_has_a_label_of_its_own() {
    for (battle, keys) in [
        ("crypt", vec![KeyCode::Period; 3]),
        ("crossfire", vec![KeyCode::KeyD]),
        ("first-blood", vec![KeyCode::Digit6, KeyCode::Space]),
    ] {
        let mut app = game(battle, 7);
        keys.into_iter().for_each(|key| press(&mut app, key));
        foretold_view::testing::frames(&mut app, 3);
        let mut seen: Vec<String> = Vec::new();
        for label in crate::common::labels(&mut app) {
            // Two lines of the log may say the same; they lead to one moment.
            if label.starts_with("Go to: ") {
                continue;
            }
            assert!(
                !label.is_empty() && !seen.contains(&label),
                "{label:?} twice"
            );
            seen.push(label);
        }
        assert!(seen.len() > 30);
    }
}
