//! Writing in one go.

use std::fs;
use std::path::Path;

use foretold_content::{
    SaveError, check_replay_file, clear_drafts, delete_file, plain_path, read_text,
    write_atomically, write_replay,
};

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
fn a_file_that_is_gone_already_counts_as_deleted() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    write_atomically(&path, "text").expect("the folder is ours");
    assert_eq!(delete_file(&path), Ok(()));
    assert_eq!(names(folder.path()), [""; 0]);
    assert_eq!(delete_file(&path), Ok(()));
    let refused = delete_file(folder.path()).expect_err("a folder is no file");
    assert!(words(&refused).contains("cannot be deleted"), "{refused}");
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    write_atomically(&path, "a long text ".repeat(10_000)).expect("ours");
    write_atomically(&path, "short").expect("ours");
    assert_eq!(read_text(&path).as_deref(), Ok("short"));
    write_atomically(&path, "").expect("ours");
    assert_eq!(read_text(&path).as_deref(), Ok(""));
    assert_eq!(names(folder.path()), ["save.ron"]);
}

#[test]
fn a_missing_folder_is_reported() {
    let folder = folder();
    let path = folder.path().join("nowhere").join("save.ron");
    let reported = words(&write_atomically(&path, "text").expect_err("there is no such folder"));
    assert!(
        reported.starts_with(&format!("{} cannot be written: ", plain_path(&path))),
        "{reported}"
    );
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn a_folder_in_the_place_of_the_file_is_reported_and_left() {
    let folder = folder();
    let path = folder.path().join("save.ron");
    fs::create_dir(&path).expect("ours");
    fs::write(path.join("inside"), "kept").expect("ours");
    let reported = words(&write_atomically(&path, "text").expect_err("it is a folder"));
    assert!(
        reported.starts_with(&format!("{} cannot be written: ", plain_path(&path))),
        "{reported}"
    );
    assert_eq!(names(folder.path()), ["save.ron"]);
    assert_eq!(names(&path), ["inside"]);
}

#[test]
fn a_file_in_the_place_of_the_folder_is_reported_and_left() {
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
fn what_is_no_name_is_reported() {
    for path in ["", "/", ".."] {
        let reported = words(&write_atomically(path.as_ref(), "text").expect_err("it is no name"));
        assert_eq!(
            reported,
            format!("{path} is not a name for a file: name a file")
        );
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
    let reported = words(&write_replay(&other, &replay).expect_err("it is no replay"));
    assert!(
        reported
            .ends_with("notes.txt exists and is not a replay of this version: choose another name"),
        "{reported}"
    );
    assert_eq!(read_text(&other).as_deref(), Ok("dear diary"));
    let reported = words(&check_replay_file(folder.path()).expect_err("it is a folder"));
    assert!(reported.contains("is not a plain file"), "{reported}");
}

#[cfg(unix)]
#[test]
fn a_replay_is_not_written_through_a_link() {
    let folder = folder();
    let path = folder.path().join("link.replay.ron");
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), &path).expect("ours");
    let reported = words(&check_replay_file(&path).expect_err("it is a link"));
    assert!(reported.contains("is not a plain file"), "{reported}");
    assert_eq!(names(folder.path()), ["link.replay.ron"]);
}

#[test]
fn drafts_of_the_killed_are_cleared_and_nothing_else() {
    let folder = folder();
    let write = |name: &str| fs::write(folder.path().join(name), "half").expect("ours");
    write(".settings.ron.4711.draft");
    write(".old.replay.ron.1.draft");
    let spared = [
        ".notes.4711.draft",
        ".settings.ron.draft",
        ".settings.ron.x.draft",
        ".somebody.ron.12.draft",
        "settings.ron",
        "settings.ron.4711.draft",
    ];
    for name in spared {
        write(name);
    }
    // Another process is still writing this one.
    let busy = fs::File::open(folder.path().join(".somebody.ron.12.draft")).expect("ours");
    busy.lock().expect("locks work here");
    fs::create_dir(folder.path().join(".folder.ron.5.draft")).expect("ours");
    clear_drafts(folder.path(), |name| name.ends_with(".ron"));
    let mut left = spared.to_vec();
    left.push(".folder.ron.5.draft");
    left.sort_unstable();
    assert_eq!(names(folder.path()), left);
    drop(busy);
    clear_drafts(folder.path(), |name| name == "somebody.ron");
    assert!(!names(folder.path()).contains(&".somebody.ron.12.draft".to_owned()));
    clear_drafts(&folder.path().join("nowhere"), |_| true);
}

#[test]
fn whoever_writes_a_file_clears_its_own_old_drafts() {
    let folder = folder();
    for name in [".save.ron.4711.draft", ".other.ron.4711.draft"] {
        fs::write(folder.path().join(name), "half").expect("ours");
    }
    let path = folder.path().join("save.ron");
    write_atomically(&path, "new").expect("ours");
    assert_eq!(names(folder.path()), [".other.ron.4711.draft", "save.ron"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use foretold_content::write_picture_file;

    use super::{folder, fs, names, read_text, words, write_atomically};

    #[test]
    fn a_picture_is_written_over_nothing_but_a_picture() {
        let folder = folder();
        let png = b"\x89PNG\r\n\x1a\nand so on";
        let path = folder.path().join("a.png");
        write_picture_file(&path, png).expect("nothing is there");
        write_picture_file(&path, png).expect("an older picture is there");
        let diary = folder.path().join("diary.png");
        fs::write(&diary, "dear diary").expect("ours");
        let reported = words(&write_picture_file(&diary, png).expect_err("it is no picture"));
        assert!(
            reported.ends_with("is not a picture: choose another name"),
            "{reported}"
        );
        let link = folder.path().join("link.png");
        symlink(&path, &link).expect("ours");
        fs::write(&path, png).expect("ours");
        let reported = words(&write_picture_file(&link, b"new").expect_err("it is a link"));
        assert!(reported.contains("is not a plain file"), "{reported}");
        assert_eq!(fs::read(&path).expect("it is there"), png);
        assert_eq!(read_text(&diary).as_deref(), Ok("dear diary"));
        assert_eq!(names(folder.path()), ["a.png", "diary.png", "link.png"]);
    }

    #[test]
    fn a_link_stays_one_and_what_it_leads_to_is_written() {
        let folder = folder();
        let kept = folder.path().join("kept");
        fs::create_dir(&kept).expect("ours");
        fs::write(kept.join("real.ron"), "old").expect("ours");
        let path = folder.path().join("settings.ron");
        symlink("kept/real.ron", &path).expect("ours");
        write_atomically(&path, "new").expect("ours");
        let link = fs::symlink_metadata(&path).expect("it is there");
        assert!(link.is_symlink());
        assert_eq!(read_text(&kept.join("real.ron")).as_deref(), Ok("new"));
        assert_eq!(names(&kept), ["real.ron"]);
        assert_eq!(names(folder.path()), ["kept", "settings.ron"]);
    }

    #[test]
    fn a_link_to_nowhere_is_reported_and_left() {
        let folder = folder();
        let path = folder.path().join("settings.ron");
        symlink("nowhere", &path).expect("ours");
        let reported = words(&write_atomically(&path, "new").expect_err("it leads nowhere"));
        assert!(
            reported.ends_with("leads nowhere: delete the link"),
            "{reported}"
        );
        assert_eq!(names(folder.path()), ["settings.ron"]);
    }

    #[test]
    fn what_is_replaced_keeps_its_permissions() {
        let folder = folder();
        let path = folder.path().join("kept.replay.ron");
        for mode in [0o600, 0o640] {
            fs::write(&path, "old").expect("ours");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("ours");
            write_atomically(&path, "new").expect("ours");
            let now = fs::metadata(&path).expect("it is there").permissions();
            assert_eq!(now.mode() & 0o777, mode);
            assert_eq!(read_text(&path).as_deref(), Ok("new"));
        }
    }

    #[test]
    fn a_draft_is_never_written_through_a_link() {
        let folder = folder();
        let victim = folder.path().join("victim");
        fs::write(&victim, "kept").expect("ours");
        let draft = format!(".save.ron.{}.draft", std::process::id());
        symlink(&victim, folder.path().join(draft)).expect("ours");
        write_atomically(&folder.path().join("save.ron"), "new").expect("ours");
        assert_eq!(read_text(&victim).as_deref(), Ok("kept"));
        assert_eq!(names(folder.path()), ["save.ron", "victim"]);
    }
}
