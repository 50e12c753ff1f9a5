//! How far the player has come: kept whole whatever happens, and never lost without a word.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use foretold_battle::REPLAY_VERSION;
use foretold_content::{BestResult, MAX_FILE_BYTES, Progress, RunProgress, Unfinished};

use crate::replays::recorded;
use crate::writing::{folder, names};

/// Some way into a run, in the middle of a battle.
fn progress(steps: u32) -> Progress {
    let replay = recorded("hounds", steps);
    let step = replay.steps().saturating_sub(1);
    Progress {
        won: ["first-blood", "heavy-hands"].map(str::to_owned).into(),
        best: [("first-blood".to_owned(), BestResult { steps: 14, hp: 30 })].into(),
        run: Some(RunProgress {
            run: "descent".to_owned(),
            at: 6,
            won: false,
        }),
        battle: Some(Unfinished { step, replay }),
    }
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("progress.ron")
}

#[test]
fn it_comes_back_from_a_file_and_without_one_it_is_nowhere_yet() {
    let folder = folder();
    let path = file_in(folder.path());
    assert_eq!(Progress::read(&path), Ok(Progress::default()));
    assert_eq!(names(folder.path()), [""; 0], "reading leaves nothing");
    for kept in [
        progress(20),
        Progress {
            battle: None,
            ..progress(3)
        },
        Progress::default(),
    ] {
        kept.write(&path).expect("the folder is ours");
        assert_eq!(Progress::read(&path), Ok(kept));
    }
    assert_eq!(names(folder.path()), ["progress.ron"]);
}

#[test]
fn a_file_from_before_best_results_is_read() {
    let old = "(version: 1, won: [\"first-blood\"], run: None, battle: None, seal: SEAL)";
    let seal = foretold_battle::fingerprint(&(
        1_u16,
        std::collections::BTreeSet::from(["first-blood".to_owned()]),
        None::<RunProgress>,
        None::<Unfinished>,
    ));
    let read = Progress::from_text(&old.replace("SEAL", &seal.to_string()));
    let expected = Progress {
        won: ["first-blood".to_owned()].into(),
        ..Progress::default()
    };
    assert_eq!(read, Ok(expected));
    let forged = old.replace("SEAL", &(seal ^ 1).to_string());
    assert!(Progress::from_text(&forged).is_err());
}

#[test]
fn a_file_cut_at_any_byte_is_reported_put_aside_and_kept() {
    let whole = progress(3).to_text();
    let whole = whole.trim_end();
    let folder = folder();
    let path = file_in(folder.path());
    for end in 0..whole.len() {
        let cut = &whole.as_bytes()[..end];
        fs::write(&path, cut).expect("the folder is ours");
        let damage = Progress::read(&path).expect_err("it is cut");
        let reported = &damage.message;
        let begin =
            "Your progress could not be read, and starts from nothing again.\nprogress.ron:";
        assert!(reported.starts_with(begin), "cut at {end}: {reported}");
        let aside = damage.aside.expect("there is room beside it");
        assert!(reported.contains(&*aside.to_string_lossy()), "{reported}");
        assert_eq!(fs::read(&aside).expect("it is there"), cut);
        assert_eq!(Progress::read(&path), Ok(Progress::default()));
        fs::remove_file(aside).expect("it is ours");
    }
}

#[test]
fn a_flipped_bit_is_reported_or_changes_nothing() {
    let kept = progress(3);
    let whole = kept.to_text();
    let (mut reported, mut harmless) = (0, 0);
    for place in 0..whole.len() {
        for bit in 0..8 {
            let mut bytes = whole.clone().into_bytes();
            bytes[place] ^= 1 << bit;
            let Ok(text) = String::from_utf8(bytes) else {
                reported += 1;
                continue;
            };
            match Progress::from_text(&text) {
                Ok(read) => {
                    assert_eq!(read, kept, "byte {place}, bit {bit}");
                    harmless += 1;
                }
                Err(why) => {
                    assert!(why.starts_with("progress.ron"), "{why}");
                    reported += 1;
                }
            }
        }
    }
    assert!(
        reported > 4 * harmless,
        "{reported} reported, {harmless} harmless"
    );
}

#[test]
fn what_a_newer_game_wrote_is_refused_in_words_and_left() {
    let folder = folder();
    let path = file_in(folder.path());
    let ours = progress(3).to_text();
    for newer in [
        ours.replacen("version: 2", "version: 3", 1),
        "(version: 7, rewards: [\"a sword\"])".to_owned(),
    ] {
        fs::write(&path, &newer).expect("the folder is ours");
        for _ in 0..2 {
            let damage = Progress::read(&path).expect_err("it is newer");
            assert_eq!(damage.aside, None);
            for words in [
                "Your progress could not be read, and starts from nothing until you leave the game.",
                "progress.ron has version ",
                ", this game reads version 2.",
                "Play with the newer game, or move ",
                "It was not touched.",
            ] {
                assert!(damage.message.contains(words), "{}", damage.message);
            }
            assert_eq!(fs::read_to_string(&path).expect("it is there"), newer);
            assert_eq!(names(folder.path()), ["progress.ron"]);
        }
    }
}

#[test]
fn what_no_game_can_have_written_is_damaged() {
    let sound = progress(3);
    let changed = |how: &dyn Fn(&mut Progress)| {
        let mut changed = sound.clone();
        how(&mut changed);
        changed.to_text()
    };
    let beyond = changed(&|it| {
        let battle = it.battle.as_mut().expect("there is one");
        battle.step = battle.replay.steps() + 1;
    });
    let path = changed(&|it| {
        it.won.insert("../first-blood".to_owned());
    });
    let run = changed(&|it| it.run.as_mut().expect("there is one").run = "a\nb".to_owned());
    let battle = changed(&|it| {
        let battle = it.battle.as_mut().expect("there is one");
        battle.replay.battle = "x".repeat(100);
    });
    let best = changed(&|it| {
        let result = BestResult { steps: 9, hp: 10 };
        it.best.insert("../first-blood".to_owned(), result);
    });
    // The first version had no best results, and there was none before it.
    let first = sound.to_text().replacen("version: 2", "version: 1", 1);
    let older = sound.to_text().replacen("version: 2", "version: 0", 1);
    for text in [beyond, path, run, battle, best, first, older] {
        let reported = Progress::from_text(&text).expect_err("it cannot be");
        let expected = "progress.ron: it is damaged: it is not what was written";
        assert_eq!(reported, expected);
    }
}

#[test]
fn a_battle_too_long_to_be_read_back_is_reported_and_the_file_stays() {
    let folder = folder();
    let path = file_in(folder.path());
    let kept = progress(3);
    kept.write(&path).expect("the folder is ours");
    let mut long = kept.clone();
    let replay = &mut long.battle.as_mut().expect("there is one").replay;
    replay.fingerprints = vec![u64::MAX; MAX_FILE_BYTES as usize / 20];
    let reported = long.write(&path).expect_err("it is too long").to_string();
    assert!(
        reported.contains("finish it, or begin it anew"),
        "{reported}"
    );
    assert_eq!(Progress::read(&path), Ok(kept));
}

/// Replays are part of the file: a game that writes others must not call its progress by the same
/// number.
#[test]
fn the_form_of_replays_has_not_changed_without_that_of_progress() {
    assert_eq!(REPLAY_VERSION, 1, "raise the version of progress too");
    assert!(Progress::default().to_text().contains("version: 2,"));
}

/// Where the child of the test below writes.
const CHILD: &str = "FORETOLD_TEST_WRITES_TO";

#[test]
fn a_writer_that_is_killed_at_any_moment_leaves_the_old_or_the_new() {
    if let Some(path) = std::env::var_os(CHILD) {
        // The child: two states, in turn, until the parent ends it.
        let path = PathBuf::from(path);
        let states = [progress(3), progress(40)];
        for state in states.iter().cycle() {
            state.write(&path).expect("the folder is ours");
            println!("written");
        }
    }
    let folder = folder();
    let path = file_in(folder.path());
    let (few, many) = (progress(3), progress(40));
    let mut seen = [0, 0];
    for life in 0..20 {
        let mut child = Command::new(std::env::current_exe().expect("it runs"))
            .args([
                "progress::a_writer_that_is_killed_at_any_moment_leaves_the_old_or_the_new",
                "--exact",
                "--nocapture",
            ])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it can be started");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let written = output
            .lines()
            .map_while(Result::ok)
            .filter(|line| line.contains("written"));
        assert_eq!(written.take(1 + life).count(), 1 + life);
        child.kill().expect("it still writes");
        child.wait().expect("it is ours");
        let read = Progress::read(&path).expect("never a half");
        let which = [&few, &many].iter().position(|state| **state == read);
        seen[which.expect("one of the two, whole")] += 1;
    }
    assert_eq!(seen.iter().sum::<i32>(), 20, "{seen:?}");
}
