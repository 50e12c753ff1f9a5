//! What stands in the panels is what the battle says.

use bevy::prelude::*;
use foretold_view::Screen;

use crate::common::{assert_reads, game, labelled, press};

#[test]
fn the_selected_unit_is_explained_in_detail_and_the_log_follows() {
    let mut app = game("first-blood", 3);
    assert_reads(&mut app, "1. Use Light Punch on the nearest enemy.");
    assert_reads(
        &mut app,
        "Ada sets out for D6. Rule 3: Move towards the nearest enemy.",
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
fn in_a_narrow_window_the_bar_has_two_rows_and_keeps_its_buttons() {
    let mut app = game("first-blood", 3);
    app.world_mut().resource_mut::<UiScale>().0 = 1.5;
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
