//! The odds in the bar, over time, and the decks behind them.

use bevy::prelude::*;
use foretold_sim::{Forecast, Shown};
use foretold_view::testing::settle;
use foretold_view::{Look, RedrawRequests};

use crate::common::{
    assert_reads, click, focused, game, go_to, labelled, labels, middle_of, point_at, press, texts,
    tick,
};

#[test]
fn the_bar_tells_the_odds_with_their_interval_and_follows_the_moment() {
    let mut app = game("crypt", 7);
    settle(&mut app);
    let odds = |app: &mut App| {
        let all = texts(app);
        let is_share = |text: &&String| {
            let number = text.strip_suffix('%');
            number.is_some_and(|number| number.parse::<u8>().is_ok())
        };
        let share = all.iter().find(is_share).expect("it is large");
        let words = all.iter();
        words
            .filter(|text| text.starts_with("to win, if your rules play on"))
            .map(|words| format!("{share} {words}"))
            .collect::<Vec<_>>()
    };
    let told = |app: &App| {
        let tally = app.world().resource::<Forecast>().tally().copied();
        let win = tally.expect("it is worked out").win();
        format!(
            "{}% to win, if your rules play on ({}–{})",
            (win.odds.hundredths() + 50) / 100,
            win.low.hundredths() / 100,
            win.high.hundredths().div_ceil(100)
        )
    };
    let at_first = odds(&mut app);
    assert_eq!(at_first, [told(&app)]);
    for _ in 0..8 {
        press(&mut app, KeyCode::Period);
    }
    settle(&mut app);
    assert_eq!(odds(&mut app), [told(&app)]);
    assert_ne!(odds(&mut app), at_first);
    press(&mut app, KeyCode::Home);
    settle(&mut app);
    assert_eq!(
        odds(&mut app),
        at_first,
        "the same moment has the same odds"
    );
}

#[test]
fn what_is_decided_has_no_odds_and_the_screen_comes_to_rest() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Digit6);
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    assert!(app.world().resource::<Shown>().battle().outcome().is_some());
    assert!(
        !texts(&mut app)
            .iter()
            .any(|text| text.starts_with("to win"))
    );
    assert!(app.world().resource::<Forecast>().is_complete());
    assert!(app.world().resource::<RedrawRequests>().is_quiet());
    // Who fell is marked on the timeline, and says so.
    let skull = char::from(lucide_icons::Icon::Skull).to_string();
    assert!(texts(&mut app).contains(&skull));
}

/// The only text that begins like this, if there is one.
fn text_from(app: &mut App, start: &str) -> Option<String> {
    texts(app).into_iter().find(|text| text.starts_with(start))
}

#[test]
fn by_hand_the_bar_says_what_holding_and_what_the_chosen_order_would_come_to() {
    let mut app = game("crypt-by-hand", 3);
    settle(&mut app);
    assert_reads(&mut app, "your turn");
    let held = app.world().resource::<Forecast>().if_held().copied();
    let held = held.expect("the battle waits").win().odds.hundredths();
    assert_reads(&mut app, &format!("if you hold: {}%", (held + 50) / 100));
    // A cell within reach is pointed at: what a click would do.
    press(&mut app, KeyCode::KeyM);
    let at = middle_of(&app, "F9");
    point_at(&mut app, at);
    settle(&mut app);
    let after = app.world().resource::<Forecast>().after_order().copied();
    let odds = after.expect("it is worked out").win().odds.hundredths();
    let told = text_from(&mut app, "after walking to F9: ");
    let told = told.expect("it is on screen");
    assert!(
        told.contains(&format!("{}% ±", (odds + 50) / 100)),
        "{told}"
    );
    assert_eq!(text_from(&mut app, "· if you hold"), None);
    assert!(app.world().resource::<RedrawRequests>().is_quiet());
    let at = middle_of(&app, "A1");
    point_at(&mut app, at);
    settle(&mut app);
    assert_eq!(text_from(&mut app, "after "), None);
    assert_reads(&mut app, "if you hold");
}

#[test]
fn the_timeline_has_numbers_and_says_what_happened_where_it_is_pointed_at() {
    let mut app = game("first-blood", 3);
    for _ in 0..13 {
        press(&mut app, KeyCode::Period);
    }
    settle(&mut app);
    for number in ["0", "2", "4", "12"] {
        assert!(
            texts(&mut app).iter().any(|text| text == number),
            "{number}"
        );
    }
    let steps = |app: &mut App| -> Vec<String> {
        let all = texts(app).into_iter();
        all.filter(|text| text.starts_with("tick ") && !text.contains("seed"))
            .collect()
    };
    assert!(steps(&mut app).is_empty());
    let middle = labelled(&mut app, "The moment on screen");
    point_at(&mut app, middle);
    settle(&mut app);
    let told = steps(&mut app);
    assert!(told.len() == 1 && told[0].contains(" · win "), "{told:?}");
    // Where the click goes is what was said.
    click(&mut app, MouseButton::Left);
    settle(&mut app);
    let said: Option<u32> = told[0].split(' ').nth(1).and_then(|step| step.parse().ok());
    assert_eq!(Some(tick(&app)), said);
    // Without a mouse it follows the thumb.
    let away = middle_of(&app, "F6");
    point_at(&mut app, away);
    settle(&mut app);
    assert!(steps(&mut app).is_empty());
    go_to(&mut app, "The moment on screen");
    for _ in 0..2 {
        press(&mut app, KeyCode::ArrowRight);
        settle(&mut app);
        let now = format!("tick {} ", tick(&app));
        assert!(steps(&mut app).iter().any(|text| text.starts_with(&now)));
    }
    press(&mut app, KeyCode::End);
    settle(&mut app);
    assert!(app.world().resource::<RedrawRequests>().is_quiet());
}

#[test]
fn the_decks_tell_what_is_left_and_the_odds() {
    let mut app = game("crossfire", 7);
    press(&mut app, KeyCode::KeyD);
    app.update();
    assert_reads(&mut app, "20 of 20 cards left");
    assert_reads(&mut app, "no damage");
    assert_reads(&mut app, "1 more damage");
}

#[test]
fn help_tells_what_every_key_does_and_scrolls_by_keys() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::F1);
    foretold_view::testing::frames(&mut app, 3);
    for act in foretold_content::Act::ALL {
        assert_reads(&mut app, act.help());
    }
    assert_reads(&mut app, "Ctrl+Shift+Z");
    let scrolled = |app: &mut App| {
        let mut areas = app
            .world_mut()
            .query::<(&ScrollPosition, &bevy::ui_widgets::ScrollArea)>();
        let all = areas.iter(app.world());
        all.map(|(position, _)| position.y).fold(0.0, f32::max)
    };
    assert_eq!(scrolled(&mut app), 0.0);
    press(&mut app, KeyCode::PageDown);
    assert!(scrolled(&mut app) > 100.0);
    press(&mut app, KeyCode::Escape);
    foretold_view::testing::frames(&mut app, 2);
    assert_eq!(focused(&app), None);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
}

#[test]
fn a_battle_without_decks_says_so() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::KeyD);
    assert_reads(&mut app, "Nobody draws combat cards in this battle.");
    assert_eq!(focused(&app), None);
}

#[test]
fn larger_letters_of_the_theme_reach_every_panel_and_nothing_is_lost() {
    let mut app = game("first-blood", 3);
    let before = labels(&mut app).len();
    app.world_mut().resource_mut::<Look>().theme.sizes.text = 17;
    foretold_view::testing::frames(&mut app, 4);
    assert_eq!(labels(&mut app).len(), before);
    let mut fonts = app.world_mut().query::<(&Text, &TextFont)>();
    let title = fonts
        .iter(app.world())
        .find(|(text, _)| text.0 == "Light Punch");
    let size = title.map(|(_, font)| font.font_size);
    assert_eq!(size, Some(FontSize::Px(17.0)));
    assert_reads(&mut app, "tick 0 · seed 3");
}

#[test]
fn a_list_that_is_open_goes_with_its_panel_and_blocks_nothing() {
    let mut app = game("first-blood", 3);
    crate::common::click_on(&mut app, "Rule 1: what it does");
    foretold_view::testing::frames(&mut app, 2);
    let open = |app: &mut App| {
        labels(app)
            .iter()
            .any(|label| label.starts_with("Rule 1: what it does: "))
    };
    assert!(open(&mut app));
    app.world_mut().resource_mut::<foretold_view::Selection>().0 = None;
    foretold_view::testing::frames(&mut app, 3);
    assert!(!open(&mut app));
    assert_eq!(focused(&app), None);
    point_at(&mut app, Vec2::new(5.0, 300.0));
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
}
