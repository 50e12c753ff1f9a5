//! What a folder can hold in place of a file.

use std::fs;
use std::path::Path;

use foretold_content::{Content, ContentError, Files, read_text};

use crate::common::assets;

/// A folder with a unit that is not what it seems.
fn folder(prepare: impl Fn(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for a test");
    fs::create_dir(folder.path().join("units")).expect("the folder is ours");
    prepare(folder.path());
    folder
}

/// Everything that is wrong with the folder.
fn reported(folder: &tempfile::TempDir) -> Vec<String> {
    let files = Files::read(folder.path()).expect("there is a folder");
    let errors = Content::load(&files).err().unwrap_or_default();
    errors.iter().map(ContentError::to_string).collect()
}

#[test]
fn a_folder_that_is_not_there_is_reported() {
    let reported = Files::read(&assets().join("nowhere")).expect_err("it is not there");
    assert!(reported.starts_with("there is no folder "), "{reported}");
    assert!(
        reported.ends_with("nowhere: name the one with rules.ron in it"),
        "{reported}"
    );
    let reported = Files::read(&assets().join("rules.ron")).expect_err("it is a file");
    assert!(
        reported.ends_with("rules.ron: name the one with rules.ron in it"),
        "{reported}"
    );
}

#[test]
fn bytes_that_are_no_text_are_reported() {
    let folder = folder(|folder| {
        fs::write(folder.join("units/odd.unit.ron"), b"(hp: 10, // caf\xe9\n)").expect("ours");
    });
    assert_eq!(
        reported(&folder),
        ["units/odd.unit.ron: it is not text: byte 15 is not UTF-8"]
    );
}

#[test]
fn a_large_file_is_reported_and_not_read_to_its_end() {
    let folder = folder(|folder| {
        // A gibibyte that takes no room on disk.
        let file = fs::File::create(folder.join("units/large.unit.ron")).expect("ours");
        file.set_len(1 << 30).expect("a hole in a file");
    });
    assert_eq!(
        reported(&folder),
        ["units/large.unit.ron: it is too large: expected at most 1 MiB"]
    );
}

#[test]
fn a_folder_named_like_a_file_is_reported() {
    let folder = folder(|folder| {
        fs::create_dir(folder.join("units/ogre.unit.ron")).expect("ours");
        fs::create_dir(folder.join("rules.ron")).expect("ours");
    });
    assert_eq!(
        reported(&folder),
        [
            "rules.ron: it is not a file",
            "units/ogre.unit.ron: it is not a file"
        ]
    );
}

#[test]
fn a_file_named_like_a_folder_is_reported() {
    let folder = folder(|folder| {
        fs::write(folder.join("skills"), "no folder").expect("ours");
    });
    let reported = reported(&folder);
    assert_eq!(reported.len(), 1, "{reported:#?}");
    assert!(
        reported[0].starts_with("skills: it cannot be read: "),
        "{reported:#?}"
    );
}

#[test]
fn other_files_are_left_alone() {
    let folder = folder(|folder| {
        for name in [
            "README.md",
            "settings.ron",
            "units/notes.txt",
            "units/.hidden.unit.ron",
            "units/a.unit.ron~",
        ] {
            fs::write(folder.join(name), "{[(").expect("ours");
        }
        fs::create_dir(folder.join("music")).expect("ours");
    });
    assert_eq!(reported(&folder), Vec::<String>::new());
}

#[test]
fn more_files_than_anybody_needs_are_reported() {
    let folder = folder(|folder| {
        for number in 0..501 {
            fs::write(
                folder.join(format!("units/u{number}.unit.ron")),
                "(skills: [], brain: Heuristic)",
            )
            .expect("ours");
        }
    });
    assert_eq!(
        reported(&folder),
        ["units: found 501 files, expected at most 500 of a kind: take some away"]
    );
}

#[test]
fn a_cap_is_the_only_thing_reported_however_many_names_lead_beyond_it() {
    let folder = folder(|folder| {
        fs::create_dir_all(folder.join("skills")).expect("ours");
        for number in 0..501 {
            let name = format!("skills/s{number:03}.skill.ron");
            fs::write(folder.join(name), "(damage: 1)").expect("ours");
        }
        let unit = "(skills: [\"s500\"], brain: Heuristic)";
        fs::write(folder.join("units/last.unit.ron"), unit).expect("ours");
    });
    assert_eq!(
        reported(&folder),
        ["skills: found 501 files, expected at most 500 of a kind: take some away"]
    );
}

#[test]
fn more_files_in_all_than_anybody_needs_are_reported_and_not_read() {
    let folder = folder(|folder| {
        for kind in ["units", "decks", "boards"] {
            fs::create_dir_all(folder.join(kind)).expect("ours");
            let ending = kind.trim_end_matches('s');
            for number in 0..340 {
                let name = format!("{kind}/n{number}.{ending}.ron");
                fs::write(folder.join(name), "no RON at all").expect("ours");
            }
        }
    });
    assert_eq!(
        reported(&folder),
        [
            "found more than 1000 files, expected at most 1000 in all folders together: take away what no battle needs"
        ]
    );
}

#[test]
fn more_text_in_all_than_anybody_needs_is_reported_and_not_read() {
    let folder = folder(|folder| {
        let text = format!("{}()", " ".repeat(900_000));
        for number in 0..5 {
            fs::write(folder.join(format!("units/n{number}.unit.ron")), &text).expect("ours");
        }
    });
    assert_eq!(
        reported(&folder),
        [
            "found more than 4 MiB in 5 files, expected at most 4 MiB in all files together: take away what no battle needs"
        ]
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::{folder, fs, read_text, reported};

    #[test]
    fn a_link_to_nowhere_is_reported() {
        let folder = folder(|folder| {
            symlink("nowhere", folder.join("units/lost.unit.ron")).expect("ours");
            symlink("nowhere", folder.join("rules.ron")).expect("ours");
        });
        assert_eq!(
            reported(&folder),
            [
                "rules.ron: there is no such file",
                "units/lost.unit.ron: there is no such file"
            ]
        );
    }

    #[test]
    fn a_link_in_a_circle_is_reported() {
        let folder = folder(|folder| {
            symlink("b.unit.ron", folder.join("units/a.unit.ron")).expect("ours");
            symlink("a.unit.ron", folder.join("units/b.unit.ron")).expect("ours");
        });
        let reported = reported(&folder);
        assert_eq!(reported.len(), 2, "{reported:#?}");
        assert!(
            reported[0].starts_with("units/a.unit.ron: it cannot be read: "),
            "{reported:#?}"
        );
    }

    #[test]
    fn a_link_to_a_file_is_followed() {
        let folder = folder(|folder| {
            fs::write(
                folder.join("ogre.txt"),
                "(hp: 0, skills: [], brain: Heuristic)",
            )
            .expect("ours");
            symlink("../ogre.txt", folder.join("units/ogre.unit.ron")).expect("ours");
        });
        assert_eq!(
            reported(&folder),
            ["units/ogre.unit.ron:1:6: hp: found 0, expected 1 to 9999"]
        );
    }

    #[test]
    fn a_pipe_does_not_hang() {
        let folder = folder(|folder| {
            let pipe = folder.join("units/pipe.unit.ron");
            let made = Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .expect("every unix has it");
            assert!(made.success());
        });
        assert_eq!(reported(&folder), ["units/pipe.unit.ron: it is not a file"]);
    }

    #[test]
    fn a_device_does_not_hang() {
        assert_eq!(
            read_text("/dev/zero".as_ref()),
            Err("it is not a file".to_owned())
        );
    }
}
