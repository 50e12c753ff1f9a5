//! Keys and themes: what is shipped is what the game falls back to, and what a file can change.

use foretold_content::{Act, Chord, Colour, Content, Files, Keys, Theme, Timings};

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
    let text = "(palette: (enemy: \"#ff000080\"), timings: (pulse: 1000), motion: false)";
    let mut expected = Theme {
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
