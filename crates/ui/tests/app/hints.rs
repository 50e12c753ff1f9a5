//! The first battle teaches: each hint is done by doing it, and all can be skipped.

use bevy::prelude::*;
use foretold_ui::PlayerSettings;
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, choose, click_on, game, go_to, middle_of, point_at, press, texts,
};

/// The number of the hint on screen, if there is one.
fn hint(app: &mut App) -> Option<u32> {
    let told = texts(app);
    let card = told.iter().find_map(|text| text.strip_prefix("Hint "))?;
    card.split(' ').next()?.parse().ok()
}

#[test]
fn each_of_the_six_hints_is_done_by_doing_it() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), Some(1));
    // Time runs, and stops again.
    press(&mut app, KeyCode::Space);
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(2));
    press(&mut app, KeyCode::Space);
    settle(&mut app);
    press(&mut app, KeyCode::Period);
    settle(&mut app);
    assert_eq!(hint(&mut app), Some(2));
    let battle = app.world().resource::<foretold_sim::Shown>();
    let enemies = battle
        .battle()
        .arena()
        .side(foretold_battle::Faction::Enemy);
    let brand = enemies.first().expect("Brand is there");
    let at = battle.battle().unit(brand).expect("he joined").cell;
    let at = middle_of(&app, &at.to_string());
    point_at(&mut app, at);
    assert_eq!(hint(&mut app), Some(3));
    press(&mut app, KeyCode::Comma);
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(4));
    press(&mut app, KeyCode::KeyW);
    frames(&mut app, 2);
    assert_eq!(hint(&mut app), Some(5));
    go_to(&mut app, "Rule 1: what it does");
    choose(&mut app, "Heavy Punch");
    settle(&mut app);
    assert_eq!(hint(&mut app), Some(6));
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::KeyT);
    settle(&mut app);
    assert_eq!(hint(&mut app), None);
    let settings = app.world().resource::<PlayerSettings>();
    assert!(!settings.0.hints.shown);
    assert_eq!(settings.0.hints.done.len(), 6);
}

#[test]
fn hints_are_skipped_and_shown_again_and_no_other_battle_has_them() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 3);
    assert_reads(&mut app, "Hint 1 of 6");
    click_on(&mut app, "Skip the hints");
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), None);
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    settings.0.hints = foretold_content::Hints::default();
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), Some(1));
    let mut app = game("crypt", 3);
    frames(&mut app, 3);
    assert_eq!(hint(&mut app), None);
}
