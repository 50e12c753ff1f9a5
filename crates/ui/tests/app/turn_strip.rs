//! The strip above the board: who acts after whom.

use bevy::prelude::*;
use foretold_battle::UnitId;
use foretold_sim::Shown;
use foretold_view::testing::{frames, settle};
use foretold_view::{BoardSpace, Hover, Screen, Selection};

use crate::common::{
    assert_reads, click_on, focused, game, labelled, labels, point_at, press, press_with, resize,
};

/// The units in the strip, in order.
fn chips(app: &mut App) -> Vec<String> {
    let mut placed: Vec<(f32, String)> = Vec::new();
    for label in labels(app) {
        if let Some(name) = label.strip_suffix(" in the order") {
            let at = labelled(app, &label);
            placed.push((at.x, name.to_owned()));
        }
    }
    placed.sort_by(|one, next| one.0.total_cmp(&next.0));
    placed.into_iter().map(|(_, name)| name).collect()
}

fn unit(app: &App, name: &str) -> UnitId {
    let battle = app.world().resource::<Shown>();
    let mut units = battle.battle().units().map(|(unit, _)| unit);
    let found = units.find(|unit| battle.unit_name(*unit) == name);
    found.expect("it joined")
}

#[test]
fn in_phases_the_strip_shows_both_sides_and_a_tick_for_those_that_have_acted() {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    assert_reads(&mut app, "Your phase");
    assert_reads(&mut app, "then enemies");
    let expected = [
        "Vera",
        "Paul",
        "Cultist",
        "Skeleton",
        "Zombie",
        "Tomb Guardian",
    ];
    assert_eq!(chips(&mut app), expected);
    let ticks = |app: &mut App| {
        let check = char::from(lucide_icons::Icon::Check).to_string();
        let mut texts = app.world_mut().query::<&Text>();
        texts
            .iter(app.world())
            .filter(|text| text.0 == check)
            .count()
    };
    let before = ticks(&mut app);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    let marks = before + 2;
    assert_eq!(
        ticks(&mut app),
        marks,
        "Vera has guarded twice: in the strip, and on her card"
    );
}

#[test]
fn a_chip_points_at_its_unit_and_selects_it() {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    let skeleton = unit(&app, "Skeleton");
    let cell = |app: &App| {
        let battle = app.world().resource::<Shown>().battle();
        battle.unit(skeleton).map(|unit| unit.cell)
    };
    let hover = |app: &App| app.world().resource::<Hover>().0;
    let at = labelled(&mut app, "Skeleton in the order");
    point_at(&mut app, at);
    frames(&mut app, 3);
    assert_eq!(hover(&app), cell(&app));
    point_at(&mut app, at + Vec2::new(0.0, -60.0));
    frames(&mut app, 3);
    assert_eq!(hover(&app), None, "the mouse is on the bar");
    click_on(&mut app, "Skeleton in the order");
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<Selection>().0, Some(skeleton));
    point_at(&mut app, Vec2::ZERO);
    frames(&mut app, 2);
    // By keyboard: the strip is the panel before the board.
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::F6);
    assert_eq!(focused(&app).as_deref(), Some("Vera in the order"));
    for _ in 0..3 {
        press(&mut app, KeyCode::Tab);
        frames(&mut app, 2);
    }
    assert_eq!(focused(&app).as_deref(), Some("Skeleton in the order"));
    assert_eq!(hover(&app), cell(&app));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    assert_eq!(focused(&app), None);
}

#[test]
fn what_does_not_fit_is_cut_off_and_the_board_stays_below() {
    for (size, scale) in [
        ((1280.0, 720.0), 1.0),
        ((1920.0, 1080.0), 1.0),
        ((1280.0, 720.0), 2.0),
    ] {
        let mut app = game("goblin-ambush", 31);
        resize(&mut app, size, scale);
        frames(&mut app, 4);
        let screen = *app.world().resource::<Screen>();
        let strip = screen.panels().strip;
        assert!(strip.height() <= 26.0 * screen.ui_scale + 0.5);
        let all = app.world().resource::<Shown>().battle().units().count();
        let shown = chips(&mut app);
        if shown.len() < all {
            assert_reads(&mut app, "…");
        }
        assert!(shown.len() >= 2, "{size:?} at {scale}: {shown:?}");
        for name in shown {
            let at = labelled(&mut app, &format!("{name} in the order"));
            assert!(strip.contains(at), "{name} at {at} in {strip:?}");
        }
        let space = app.world().resource::<BoardSpace>();
        let top = screen.to_screen(space.centre).y - 6.0 * space.cell;
        assert!(top > strip.max.y, "{top} under {strip:?}");
    }
}
