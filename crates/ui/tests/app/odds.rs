//! The odds in the bar, over time, and the decks behind them.

use bevy::prelude::*;
use foretold_sim::{Forecast, Shown};
use foretold_view::testing::settle;
use foretold_view::{Look, RedrawRequests};

use crate::common::{assert_reads, focused, game, labels, point_at, press, texts, tick};

#[test]
fn the_bar_tells_the_odds_with_their_interval_and_follows_the_moment() {
    let mut app = game("crypt", 7);
    settle(&mut app);
    let odds = |app: &mut App| {
        let all = texts(app).into_iter();
        all.filter(|text| text.starts_with("win "))
            .collect::<Vec<_>>()
    };
    let told = |app: &App| {
        let tally = app.world().resource::<Forecast>().tally().copied();
        let win = tally.expect("it is worked out").win();
        format!(
            "win {}% ({}–{})",
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
    assert!(!texts(&mut app).iter().any(|text| text.starts_with("win ")));
    assert!(app.world().resource::<Forecast>().is_complete());
    assert!(app.world().resource::<RedrawRequests>().is_quiet());
    // Who fell is marked on the timeline, and says so.
    let skull = char::from(lucide_icons::Icon::Skull).to_string();
    assert!(texts(&mut app).contains(&skull));
}

#[test]
fn the_decks_tell_what_is_left_and_the_odds() {
    let mut app = game("crossfire", 7);
    press(&mut app, KeyCode::KeyD);
    app.update();
    assert_reads(&mut app, "20 of 20 cards left");
    assert_reads(&mut app, "NULL: 1 of 1, 5%");
    assert_reads(&mut app, "+1: 5 of 5, 25%");
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
