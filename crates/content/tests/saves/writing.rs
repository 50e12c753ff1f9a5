//! Writing in one go.

use std::fs;
use std::path::Path;

use foretold_content::{SaveError, check_replay_file, read_text, write_atomically, write_replay};

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for a test")
}

/// Everything in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is ours");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn words(error: &SaveError) -> String {
    assert!(matches!(error, SaveError::Io(_)), "{error:?}");
    error.to_string()
}

#[test]
fn a_file_is_written_and_nothing_else() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    write_atomically(&path, "first").expect("the folder is ours");
    assert_eq!(read_text(&path).as_deref(), Ok("first"));
    assert_eq!(names(folder.path()), ["save.ron"]);
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    write_atomically(&path, &"a long text ".repeat(10_000)).expect("ours");
    write_atomically(&path, "short").expect("ours");
    assert_eq!(read_text(&path).as_deref(), Ok("short"));
    write_atomically(&path, "").expect("ours");
    assert_eq!(read_text(&path).as_deref(), Ok(""));
    assert_eq!(names(folder.path()), ["save.ron"]);
}

#[test]
fn a_missing_folder_is_told() {
    let folder = folder();
    let path = folder.path().join("nowhere").join("save.ron");
    let told = words(&write_atomically(&path, "text").expect_err("there is no such folder"));
    assert!(
        told.starts_with(&format!("{} cannot be written: ", path.display())),
        "{told}"
    );
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn a_folder_in_the_place_of_the_file_is_told_and_left() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    fs::create_dir(&path).expect("ours");
    fs::write(path.join("inside"), "kept").expect("ours");
    let told = words(&write_atomically(&path, "text").expect_err("it is a folder"));
    assert!(
        told.starts_with(&format!("{} cannot be written: ", path.display())),
        "{told}"
    );
    assert_eq!(names(folder.path()), ["save.ron"]);
    assert_eq!(names(&path), ["inside"]);
}

#[test]
fn a_file_in_the_place_of_the_folder_is_told_and_left() {
    let folder = folder();
    fs::write(folder.path().join("saves"), "kept").expect("ours");
    let path = folder.path().join("saves").join("save.ron");
    words(&write_atomically(&path, "text").expect_err("saves is a file"));
    assert_eq!(
        read_text(&folder.path().join("saves")).as_deref(),
        Ok("kept")
    );
}

#[test]
fn what_is_no_name_is_told() {
    for path in ["", "/", ".."] {
        let told = words(&write_atomically(path.as_ref(), "text").expect_err("it is no name"));
        assert_eq!(told, format!("{path} is no name for a file: name a file"));
    }
}

#[test]
fn a_link_is_replaced_and_what_it_led_to_is_left() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    fs::write(folder.path().join("other"), "kept").expect("ours");
    fs::hard_link(folder.path().join("other"), &path).expect("ours");
    write_atomically(&path, "new").expect("ours");
    assert_eq!(read_text(&path).as_deref(), Ok("new"));
    assert_eq!(
        read_text(&folder.path().join("other")).as_deref(),
        Ok("kept")
    );
}

#[test]
fn a_replay_is_written_over_nothing_but_a_replay() {
    let folder = folder();
    let replay = crate::replays::recorded("crypt", 10);
    let path = folder.path().join("kept.replay.ron");
    write_replay(&path, &replay).expect("nothing is there");
    write_replay(&path, &replay).expect("an older replay is there");
    let other = folder.path().join("notes.txt");
    fs::write(&other, "dear diary").expect("ours");
    let told = words(&write_replay(&other, &replay).expect_err("it is no replay"));
    assert!(
        told.ends_with("notes.txt is there and is no replay of this version: choose another name"),
        "{told}"
    );
    assert_eq!(read_text(&other).as_deref(), Ok("dear diary"));
    let told = words(&check_replay_file(folder.path()).expect_err("it is a folder"));
    assert!(told.contains("is no plain file"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_replay_is_not_written_through_a_link() {
    let folder = folder();
    let path = folder.path().join("link.replay.ron");
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), &path).expect("ours");
    let told = words(&check_replay_file(&path).expect_err("it is a link"));
    assert!(told.contains("is no plain file"), "{told}");
    assert_eq!(names(folder.path()), ["link.replay.ron"]);
}
