//! What the player has chosen: kept whole, and never a reason not to start.

use std::fs;
use std::path::{Path, PathBuf};

use foretold_battle::{AutofightSettings, Luck};
use foretold_content::{
    AutofightPreset, DamagedFile, Hints, PaletteChoice, Settings, Speed, WindowChoice,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use crate::writing::{folder, names};

fn file_in(folder: &Path) -> PathBuf {
    folder.join("settings.ron")
}

/// Writes a damaged file and reads it.
fn damage(folder: &Path, bytes: &[u8]) -> DamagedFile<Settings> {
    let path = file_in(folder);
    fs::write(&path, bytes).expect("the folder is ours");
    Settings::read(&path).expect_err("it is damaged")
}

#[test]
fn without_a_file_all_is_as_shipped() {
    let folder = folder();
    let path = file_in(folder.path());
    assert_eq!(Settings::read(&path), Ok(Settings::default()));
    assert_eq!(names(folder.path()), [""; 0], "reading leaves nothing");
    let nowhere = file_in(&folder.path().join("not/there"));
    assert_eq!(Settings::read(&nowhere), Ok(Settings::default()));
}

#[test]
fn what_a_file_leaves_out_is_as_shipped() {
    let written = Settings::from_text("(effects: 30, scale: 125, hints: (shown: false))");
    let expected = Settings {
        effects: 30,
        scale: Some(125),
        hints: Hints {
            shown: false,
            ..Hints::default()
        },
        ..Settings::default()
    };
    assert_eq!(written, Ok(expected));
    assert_eq!(Settings::from_text("\u{feff}()"), Ok(Settings::default()));
}

#[test]
fn the_one_volume_of_an_older_game_is_that_of_the_effects() {
    for (old, effects, ambience) in [("(volume: 30)", 30, 50), ("(volume: 0)", 0, 0)] {
        let settings = Settings::from_text(old).expect("it was written by an older game");
        assert_eq!((settings.effects, settings.ambience()), (effects, ambience));
    }
    let chosen = Settings::from_text("(effects: 0, ambience: 40)").expect("both are numbers");
    assert_eq!((chosen.effects, chosen.ambience()), (0, 40));
}

#[test]
fn what_is_wrong_is_reported_with_its_place() {
    for (text, reported) in [
        (
            "(\n  scale: 300,\n)",
            "settings.ron:2:10: scale: found 300, expected 80 to 200",
        ),
        (
            "(scale: -1)",
            "settings.ron:1:9: scale: found -1, expected 80 to 200",
        ),
        (
            "(effects: 101, scale: 100)",
            "settings.ron:1:11: effects: found 101, expected 0 to 100",
        ),
        (
            "(ambience: -1)",
            "settings.ron:1:12: ambience: found -1, expected 0 to 100",
        ),
        (
            "(effect: 50)",
            "settings.ron:1:2: effect: there is no field `effect` here: did you mean `effects`?",
        ),
        (
            "(palette: Darkness)",
            "settings.ron:1:11: palette: found `Darkness`, which does not exist: expected one of `HighContrast`, `Light`, `Standard`",
        ),
        (
            "(reduced_motion: 1)",
            "settings.ron:1:18: reduced_motion: found `1`, expected `true` or `false`",
        ),
        (
            "(autofight: {\"ada\": (order: [Marked, Marked])})",
            "settings.ron:1:38: autofight.ada.order[1]: `Marked` appears twice: delete one",
        ),
        (
            "(autofight: {\"ada\": (interrupts: (enemies_in_range: 0))})",
            "settings.ron:1:53: autofight.ada.interrupts.enemies_in_range: found 0, expected 1 to 24",
        ),
        (
            "(",
            "settings.ron:1:2: the file ends too early: a closing bracket or quote is missing",
        ),
    ] {
        let errors = Settings::from_text(text).expect_err(text);
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(all, [reported]);
    }
}

#[test]
fn a_damaged_file_is_put_aside_and_the_next_start_is_clean() {
    let folder = folder();
    let path = file_in(folder.path());
    let reported = damage(folder.path(), b"(scale: 300)").message;
    assert!(
        reported.contains("settings.ron:1:9: scale: found 300, expected 80 to 200"),
        "{reported}"
    );
    assert!(reported.contains("settings.ron.damaged"), "{reported}");
    assert_eq!(
        names(folder.path()),
        ["settings.ron", "settings.ron.damaged"]
    );
    assert_eq!(Settings::read(&path), Ok(Settings::default()));

    // Another one never takes the place of the first.
    let aside = damage(folder.path(), b"no RON").aside;
    let second = folder.path().join("settings.ron.damaged-2");
    assert_eq!(aside.as_deref(), Some(second.as_path()));
    let first = fs::read_to_string(folder.path().join("settings.ron.damaged"));
    assert_eq!(first.expect("it is still there"), "(scale: 300)");
    assert_eq!(fs::read_to_string(second).expect("it is there"), "no RON");
}

#[test]
fn a_field_of_a_newer_game_does_not_take_the_rest_with_it() {
    let folder = folder();
    let path = file_in(folder.path());
    let text = "(effects: 5, mood: \"good\", palette: Light, hints: (shown: false, again: 3))";
    let DamagedFile {
        message: reported,
        aside,
        understood: settings,
    } = damage(folder.path(), text.as_bytes());
    let expected = Settings {
        effects: 5,
        palette: PaletteChoice::Light,
        hints: Hints {
            shown: false,
            ..Hints::default()
        },
        ..Settings::default()
    };
    assert_eq!(*settings, expected);
    assert!(
        reported.contains("settings.ron:1:14: mood: there is no field `mood` here"),
        "{reported}"
    );
    assert!(reported.contains("(and 1 more)"), "{reported}");
    // The newer game finds its field where the words say it is.
    let aside = aside.expect("there is room for it");
    assert!(
        reported.contains("The old file is now ") && reported.contains("settings.ron.damaged"),
        "{reported}"
    );
    assert_eq!(fs::read_to_string(aside).expect("it is there"), text);
    assert_eq!(Settings::read(&path), Ok(expected));
}

#[test]
fn a_wrong_autofight_is_left_out_and_the_rest_holds() {
    let folder = folder();
    let text = "(effects: 5, autofight: {\"ada\": (order: [Marked, Marked])})";
    let settings = damage(folder.path(), text.as_bytes()).understood;
    let expected = Settings {
        effects: 5,
        ..Settings::default()
    };
    assert_eq!(*settings, expected);
}

#[test]
fn whatever_cannot_be_text_is_put_aside_too() {
    let folder = folder();
    let reported = damage(folder.path(), b"(effects: 5\xff)").message;
    assert!(reported.contains("is not UTF-8"), "{reported}");
    let reported = damage(folder.path(), " ".repeat((1 << 20) + 1).as_bytes()).message;
    assert!(reported.contains("too large"), "{reported}");
    let path = file_in(folder.path());
    fs::create_dir(&path).expect("the folder is ours");
    let reported = Settings::read(&path).expect_err("it is a folder").message;
    assert!(reported.contains("it is not a file"), "{reported}");
    assert_eq!(Settings::read(&path), Ok(Settings::default()));
}

fn settings() -> impl Strategy<Value = Settings> {
    let keys = btree_map("[a-z_]{0,12}", vec("[ -~]{0,8}", 0..4), 0..4);
    let autofight = select(vec![
        AutofightSettings::default(),
        AutofightSettings::aggressive(),
        AutofightSettings::defensive(),
        AutofightSettings::ranged(),
    ]);
    let looks = (
        option::of(80..=200u16),
        select(vec![WindowChoice::Window, WindowChoice::FullScreen]),
        select(PaletteChoice::ALL.to_vec()),
        any::<bool>(),
    );
    let play = (
        option::of(select(vec![Luck::True, Luck::Certain])),
        select(Speed::ALL.to_vec()),
        (0..=100u8, option::of(0..=100u8)),
        select(AutofightPreset::ALL.to_vec()),
    );
    let autofights = btree_map("\\PC{0,12}", autofight, 0..4);
    let hints = (any::<bool>(), btree_set("\\PC{0,12}", 0..6));
    (looks, play, keys, autofights, hints).prop_map(
        |(
            (scale, window, palette, reduced_motion),
            (luck, speed, (effects, ambience), preset),
            keys,
            autofight,
            hints,
        )| {
            Settings {
                scale,
                window,
                palette,
                reduced_motion,
                luck,
                speed,
                effects,
                ambience,
                keys,
                autofight_preset: preset,
                autofight,
                hints: Hints {
                    shown: hints.0,
                    done: hints.1,
                },
            }
        },
    )
}

proptest! {
    #[test]
    fn what_was_written_is_what_is_read(settings in settings()) {
        prop_assert_eq!(Settings::from_text(&settings.to_text()), Ok(settings));
    }

    #[test]
    fn no_file_makes_the_game_stumble(
        bytes in prop_oneof![
            vec(any::<u8>(), 0..200),
            "\\PC{0,80}".prop_map(String::into_bytes),
            Just(Settings::default().to_text().into_bytes()),
        ],
        cut in any::<proptest::sample::Index>(),
        sign in any::<u8>(),
    ) {
        let folder = folder();
        let path = file_in(folder.path());
        let mut bytes = bytes;
        if !bytes.is_empty() {
            let at = cut.index(bytes.len());
            bytes[at] = sign;
        }
        fs::write(&path, &bytes).expect("the folder is ours");
        if let Err(damage) = Settings::read(&path) {
            let aside = damage.aside.expect("there is room for it");
            prop_assert_eq!(fs::read(aside).expect("nothing is lost"), bytes);
            prop_assert_eq!(Settings::read(&path), Ok(*damage.understood));
        }
    }

    #[test]
    fn whatever_keys_a_file_names_no_key_does_two_things(settings in settings()) {
        let (keys, _) = foretold_content::Keys::default().changed(&settings.keys);
        let own = foretold_content::Keys::default();
        let (again, reported) = own.changed(&keys.changes_from(&own));
        prop_assert_eq!((again, reported), (keys, Vec::<String>::new()));
    }
}
