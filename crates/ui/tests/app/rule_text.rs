//! Rules go out and come back as text, by copying, in a dialog, and as presets.

use bevy::prelude::*;
use foretold_ui::{DataFolder, TextClipboard};
use foretold_view::testing::frames;

use crate::common::{
    Edits, OWN, assert_reads, focused, game, go_to, labels, note_edits, press, press_with,
    sentences, tick, type_text,
};

#[test]
fn rules_go_out_and_come_back_as_text() {
    let mut app = game("first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyC);
    let text = app.world_mut().resource_mut::<TextClipboard>().paste();
    assert!(text.contains("light_punch"), "{text}");
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyV);
    assert_eq!(sentences(&app, 0), OWN);
    assert_reads(&mut app, "Pasted 3 rules.");
}

#[test]
fn a_bad_paste_changes_nothing_and_says_where() {
    let mut app = game("first-blood", 3);
    let bad =
        "[\n    (when: All([EnemyInRange(1)]), use: \"light_punsh\", on: \"nearest_enemy\"),\n]";
    app.world_mut().resource_mut::<TextClipboard>().copy(bad);
    note_edits(&mut app);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyV);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), OWN);
    assert_eq!(app.world().resource::<Edits>().0, []);
    assert_reads(&mut app, "pasted text:2:");
    assert_reads(&mut app, "did you mean “light_punch”?");
    assert_reads(&mut app, "Nothing was changed.");
    // It can be mended where it was pasted: the field has the focus.
    assert_eq!(focused(&app).as_deref(), Some("The rules as text"));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::Home);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label == "The rules as text")
    );
    assert_eq!(sentences(&app, 0), OWN);
}

#[test]
fn rules_are_edited_as_text_in_a_dialog() {
    let mut app = game("first-blood", 3);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyT);
    frames(&mut app, 3);
    type_text(&mut app, "x");
    press(&mut app, KeyCode::Tab);
    go_within(&mut app, "Use these rules");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_reads(&mut app, "Nothing was changed.");
    // While the dialog is open the game does not hear the keys.
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 0);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 1);
}

/// Goes to a control of the open dialog.
#[track_caller]
fn go_within(app: &mut App, label: &str) {
    for _ in 0..30 {
        if focused(app).as_deref() == Some(label) {
            return;
        }
        press(app, KeyCode::Tab);
    }
    panic!("{label} is not in the dialog: {:?}", labels(app));
}

#[test]
fn presets_are_saved_loaded_deleted_and_the_battles_own_come_back() {
    let folder = std::env::temp_dir().join(format!("foretold-presets-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut app = game("first-blood", 3);
    app.insert_resource(DataFolder(Some(folder.clone())));
    go_to(&mut app, "Rule 1: delete");
    press(&mut app, KeyCode::Enter);
    let short = sentences(&app, 0);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("The preset's name"));
    type_text(&mut app, "two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Saved as two of them.");
    assert!(folder.join("presets/two of them.ron").exists());
    // Nothing is written over.
    go_within(&mut app, "The preset's name");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "There is a preset two of them already");
    go_within(&mut app, "Load As the battle began");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), OWN);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    go_within(&mut app, "Load two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(sentences(&app, 0), short);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyP);
    frames(&mut app, 3);
    go_within(&mut app, "Delete two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Delete two of them for good?");
    assert!(
        folder.join("presets/two of them.ron").exists(),
        "it asks first"
    );
    assert_eq!(
        focused(&app).as_deref(),
        Some("Keep two of them"),
        "nobody deletes by pressing Enter twice"
    );
    go_within(&mut app, "Really delete two of them");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert!(!folder.join("presets/two of them.ron").exists());
    go_within(&mut app, "Load brawler");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_ne!(sentences(&app, 0), short);
    let _ = std::fs::remove_dir_all(&folder);
}
