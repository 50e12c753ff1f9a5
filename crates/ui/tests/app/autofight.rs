//! How a unit autofights: set in a dialog, in force at once, kept for the unit.

use bevy::prelude::*;
use foretold_battle::brain::Percent;
use foretold_battle::{AutofightSettings, Ranking, UnitId};
use foretold_sim::{ClockRequest, Shown};
use foretold_ui::PlayerSettings;
use foretold_view::testing::{frames, settle};

use crate::common::{assert_reads, choose, click_on, game, go_to, labels, press, press_with};

fn vera() -> UnitId {
    UnitId::new(0).expect("a slot")
}

/// How Vera autofights in the battle.
fn in_battle(app: &App) -> AutofightSettings {
    let battle = app.world().resource::<Shown>();
    let arena = battle.session().battle().arena();
    arena.sheet(vera()).autofight.clone()
}

fn open() -> App {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyF);
    frames(&mut app, 3);
    assert_reads(&mut app, "How Vera autofights");
    app
}

#[test]
fn a_preset_is_in_force_at_once_and_can_be_given_up() {
    let mut app = open();
    let shipped = in_battle(&app);
    click_on(&mut app, "Preset: aggressive");
    frames(&mut app, 3);
    assert_eq!(in_battle(&app), AutofightSettings::aggressive());
    let settings = app.world().resource::<PlayerSettings>();
    assert_eq!(
        settings.0.autofight.get("vera"),
        Some(&AutofightSettings::aggressive())
    );
    // Nothing of it is the content's: the replay is one of the same battle.
    let battle = app.world().resource::<Shown>();
    let (replay, arena) = (battle.session().replay(), battle.encounter().arena());
    assert_eq!(replay.verify(&arena), Ok(()));
    click_on(&mut app, "As everybody else");
    frames(&mut app, 3);
    assert_eq!(in_battle(&app), shipped);
}

#[test]
fn each_kind_of_setting_can_be_changed_with_the_mouse_and_the_keyboard() {
    let mut app = open();
    click_on(&mut app, "It refuses while confused");
    frames(&mut app, 3);
    assert!(!in_battle(&app).preconditions.confused);
    click_on(&mut app, "It refuses at this share of HP or less: more");
    frames(&mut app, 3);
    let share = in_battle(&app).preconditions.injured;
    assert_eq!(share.map(Percent::get), Some(55));
    // With the keyboard: down the list to what is below.
    go_to(&mut app, "More important: is nearer");
    let place = |app: &App| {
        let order = in_battle(app).order;
        order.iter().position(|it| *it == Ranking::Distance)
    };
    let before = place(&app).expect("it is in the list");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(place(&app), Some(before - 1));
    let all = labels(&mut app);
    let kind = all
        .iter()
        .find(|label| label.starts_with("What it does about the kind"))
        .cloned()
        .expect("there are kinds");
    go_to(&mut app, &kind);
    choose(&mut app, "leaves alone");
    frames(&mut app, 3);
    assert_eq!(in_battle(&app).ignore.len(), 1);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    assert!(!labels(&mut app).contains(&kind));
}

#[test]
fn what_is_set_while_looking_back_holds_in_the_present() {
    let mut app = game("crypt-by-hand", 2);
    frames(&mut app, 3);
    press(&mut app, KeyCode::KeyG);
    settle(&mut app);
    app.world_mut().write_message(ClockRequest::Jump(0));
    frames(&mut app, 3);
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    let wanted = AutofightSettings::defensive();
    settings
        .0
        .autofight
        .insert("vera".to_owned(), wanted.clone());
    frames(&mut app, 3);
    assert_ne!(in_battle(&app), wanted, "the past stays as it was");
    press(&mut app, KeyCode::End);
    frames(&mut app, 3);
    assert_eq!(in_battle(&app), wanted);
}
