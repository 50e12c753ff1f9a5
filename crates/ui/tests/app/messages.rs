//! What the player is told: refusals, reloads, errors in files.

use bevy::prelude::*;
use foretold_content::Files;
use foretold_sim::testing::shipped_files;
use foretold_sim::{BattleRequest, ContentPlugin, CurrentBattle, GameContent};
use foretold_ui::{ToastKind, Toasts};
use foretold_view::testing::{frames, open};

use crate::common::{assert_reads, game, game_on, press, texts};

/// The game with other content, in First Blood.
pub(crate) fn game_with(files: Files) -> App {
    open(game_on(ContentPlugin::Given(files)), "first-blood", 3)
}

#[test]
fn a_refusal_says_why_and_what_to_do() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Comma);
    assert_reads(&mut app, "This is the beginning already");
    for _ in 0..14 {
        press(&mut app, KeyCode::Period);
    }
    press(&mut app, KeyCode::Period);
    assert_reads(
        &mut app,
        "The battle is over: rewind, restart or choose another",
    );
    // Messages go by themselves.
    frames(&mut app, 200);
    assert_eq!(app.world().resource::<Toasts>().iter().count(), 0);
}

#[test]
fn the_same_message_is_not_piled_up_and_many_do_not_fill_the_screen() {
    let mut app = game("first-blood", 3);
    for _ in 0..5 {
        press(&mut app, KeyCode::Comma);
    }
    assert_eq!(app.world().resource::<Toasts>().iter().count(), 1);
    for number in 0..20 {
        let battle = format!("nowhere-{number}");
        app.world_mut()
            .write_message(BattleRequest::Start { battle, seed: 1 });
        app.update();
    }
    let toasts = app.world().resource::<Toasts>();
    assert!(toasts.iter().count() <= 5);
    assert!(toasts.iter().all(|toast| toast.kind == ToastKind::Bad));
}

#[test]
fn files_that_cannot_be_read_are_told_with_their_place() {
    let mut files = shipped_files().clone();
    files.insert("units/recruit.unit.ron", "(\n    hpp: 100,\n)");
    let mut app = game_with(files);
    assert!(app.world().get_resource::<CurrentBattle>().is_none());
    assert!(!app.world().resource::<GameContent>().errors().is_empty());
    assert_reads(&mut app, "units/recruit.unit.ron:2:5");
    assert_reads(&mut app, "did you mean “hp”?");
    frames(&mut app, 300);
    let shown = texts(&mut app);
    assert!(
        shown.iter().any(|text| text.contains("recruit.unit.ron")),
        "it stays"
    );
}
