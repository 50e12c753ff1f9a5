//! `run --record`, then `replay show` and `replay verify`.

use foretold_battle::Replay;
use foretold_content::{replay_from_text, replay_to_text};
use serde_json::json;

use crate::common::{Place, Printed, fields, objects};

const FILE: &str = "crypt.replay.ron";

/// A folder with a battle that was kept.
fn kept(battle: &str) -> Place {
    let place = Place::with_assets();
    let printed = place.lab(&format!("run {battle} --seed 7 --record {FILE}"));
    assert_eq!(printed.err, format!("recorded {FILE}\n"));
    assert_eq!(printed.code, Some(0));
    place
}

fn change(place: &Place, change: impl FnOnce(&mut Replay)) {
    let mut replay = replay_from_text(&place.read(FILE)).expect("it was just written");
    change(&mut replay);
    replay.reseal();
    place.write(FILE, &replay_to_text(&replay));
}

fn verify(place: &Place) -> Printed {
    place.lab(&format!("replay verify {FILE}"))
}

#[test]
fn what_was_kept_plays_the_same_in_every_tempo() {
    for battle in ["crypt", "goblin-ambush", "crypt-by-hand"] {
        let place = kept(battle);
        let printed = verify(&place).ok();
        let start = format!("{FILE}: {battle} with seed 7 plays the same, ");
        assert!(printed.starts_with(&start), "{printed}");
        assert!(printed.contains(" steps, end "), "{printed}");
    }
}

#[test]
fn recording_changes_no_word_of_the_log() {
    let place = kept("crypt");
    let log = place.lab("run crypt --seed 7").ok();
    let recorded = place.lab(&format!("run crypt --seed 7 --record {FILE}"));
    assert_eq!(recorded.out, log);
    assert_eq!(
        place.lab(&format!("replay show {FILE}")).ok(),
        log,
        "and so does showing it"
    );
    let json = place.lab("run crypt --seed 7 --json").ok();
    assert_eq!(place.lab(&format!("replay show {FILE} --json")).ok(), json);
}

#[test]
fn a_part_of_a_battle_can_be_kept() {
    let place = Place::with_assets();
    place.lab(&format!("run crypt --seed 7 --ticks 5 --record {FILE}"));
    assert!(
        verify(&place).ok().contains(" 5 steps"),
        "five ticks were played"
    );
    let log = place.lab(&format!("replay show {FILE}")).ok();
    assert_eq!(log, place.lab("run crypt --seed 7 --ticks 5").ok());
}

#[test]
fn a_changed_file_is_damaged() {
    for (from, to) in [
        ("seed: 7,", "seed: 8,"),
        ("battle: \"crypt\"", "battle: \"hounds\""),
        ("battle: \"crypt\"", "battle: \"crypx\""),
        (
            "entries: []",
            "entries: [(step: 1, command: Release(unit: 0))]",
        ),
    ] {
        let place = kept("crypt");
        place.change(FILE, from, to);
        let damaged = "the replay is damaged: it is not what was written";
        let printed = format!("error: {FILE}: {damaged}\n");
        assert_eq!(verify(&place).refused(1), printed, "{to}");
        assert_eq!(
            place.lab(&format!("replay show {FILE}")).refused(1),
            printed
        );
        let json = place.lab(&format!("replay verify {FILE} --json"));
        assert_eq!((json.code, json.err.as_str()), (Some(1), ""));
        let verdict = &objects(&json.out)[0];
        assert_eq!(verdict["verdict"], "damaged");
        assert_eq!(verdict["error"], damaged);
    }
}

#[test]
fn a_cut_file_is_damaged_and_other_text_is_no_replay() {
    let place = kept("crypt");
    let text = place.read(FILE);
    for cut in [0, 1, text.len() / 2, text.len() - 2] {
        place.write(FILE, &text[..cut]);
        let printed = verify(&place).refused(1);
        let start = format!("error: {FILE}: this is not a replay, or it is damaged: ");
        assert!(printed.starts_with(&start), "cut at {cut}: {printed}");
        let json = place.lab(&format!("replay verify {FILE} --json"));
        assert_eq!(objects(&json.out)[0]["verdict"], "damaged");
    }
    let printed = place.lab("replay verify assets/rules.ron").refused(1);
    assert!(
        printed.starts_with("error: assets/rules.ron: this is not a replay, or it is damaged: ")
    );
}

#[test]
fn the_first_step_that_goes_another_way_is_reported() {
    for step in [0, 1, 9] {
        let place = kept("crypt");
        change(&place, |replay| replay.fingerprints[step] ^= 1);
        let printed = verify(&place);
        assert_eq!(
            printed.refused(1),
            format!("error: {FILE}: the battle goes differently from step {step} on\n")
        );
        let json = place.lab(&format!("replay verify {FILE} --json"));
        assert_eq!((json.code, json.err.as_str()), (Some(1), ""));
        let verdict = &objects(&json.out)[0];
        assert_eq!(verdict["verdict"], "diverged");
        assert_eq!(verdict["diverged_at"], step);
    }
}

#[test]
fn other_content_is_not_called_damage() {
    let place = kept("crypt");
    place.change("assets/units/cultist.unit.ron", "hp: 42", "hp: 43");
    let printed = verify(&place).refused(1);
    let start = format!("error: {FILE}: the replay was fought with other content (");
    assert!(printed.starts_with(&start), "{printed}");
    assert!(
        printed.ends_with("): play it with the files of its day\n"),
        "{printed}"
    );
    let json = place.lab(&format!("replay verify {FILE} --json"));
    let verdict = &objects(&json.out)[0];
    assert_eq!(verdict["verdict"], "other_content");
    assert_eq!(verdict["diverged_at"], json!(null));
}

#[test]
fn content_that_the_battle_does_not_use_changes_nothing() {
    let place = kept("crypt");
    place.change("assets/units/hound.unit.ron", "hp: 28", "hp: 29");
    verify(&place).ok();
}

#[test]
fn another_version_is_reported_with_its_number() {
    let place = kept("crypt");
    place.change(FILE, "version: 1", "version: 9");
    assert_eq!(
        verify(&place).refused(1),
        format!("error: {FILE}: the replay has version 9, this game plays version 1\n")
    );
    let json = place.lab(&format!("replay verify {FILE} --json"));
    assert_eq!(objects(&json.out)[0]["verdict"], "other_version");
}

#[test]
fn a_good_verdict_is_an_object_too() {
    let place = kept("crypt");
    let verdict = place.lab(&format!("replay verify {FILE} --json")).ok();
    let verdict = &objects(&verdict)[0];
    assert_eq!(
        fields(verdict),
        ["type", "verdict", "steps", "diverged_at", "error"]
    );
    assert_eq!(verdict["type"], "verdict");
    assert_eq!(verdict["verdict"], "same");
    assert_eq!(verdict["steps"], 23);
}

#[test]
fn a_battle_from_a_file_of_its_own_is_named_again() {
    let place = Place::with_assets();
    let crypt = place.read("assets/battles/crypt.battle.ron");
    place.write("mine/my-crypt.battle.ron", &crypt);
    place.lab(&format!(
        "run mine/my-crypt.battle.ron --seed 7 --record {FILE}"
    ));
    let printed = verify(&place).refused(1);
    assert!(
        printed.starts_with("error: there is no battle `my-crypt`"),
        "{printed}"
    );
    assert!(
        printed.contains("name that with --battle FILE"),
        "{printed}"
    );
    let printed = place
        .lab(&format!(
            "replay verify {FILE} --battle mine/my-crypt.battle.ron"
        ))
        .ok();
    assert!(
        printed.contains("my-crypt with seed 7 plays the same"),
        "{printed}"
    );
}

#[test]
fn a_replay_that_cannot_be_written_is_reported() {
    let place = Place::with_assets();
    for (file, why) in [
        (
            "nowhere/x.ron",
            "cannot be written: its folder does not exist: make the folder, then try again",
        ),
        (
            "assets",
            "exists and is not a plain file: choose another name",
        ),
    ] {
        let printed = place.lab(&format!("run crypt --seed 7 --record {file}"));
        assert_eq!((printed.code, printed.out.as_str()), (Some(1), ""));
        assert_eq!(printed.err, format!("error: {file} {why}\n"));
    }
    let printed = place.lab("replay verify nowhere.ron").refused(1);
    assert_eq!(printed, "error: nowhere.ron: there is no such file\n");
}

#[test]
fn a_recording_replaces_a_replay_and_nothing_else() {
    let place = kept("crypt");
    let again = place.lab(&format!("run crypt --seed 8 --record {FILE}"));
    assert_eq!(again.code, Some(0));
    let unit = place.read("assets/units/goblin.unit.ron");
    let printed = place.lab("run crypt --seed 7 --record assets/units/goblin.unit.ron");
    assert_eq!(
        (printed.code, printed.out.as_str()),
        (Some(1), ""),
        "printed before the battle"
    );
    assert!(
        printed
            .err
            .contains("is not a replay of this version: choose another name"),
        "{}",
        printed.err
    );
    assert_eq!(place.read("assets/units/goblin.unit.ron"), unit);
}

#[test]
fn a_replay_cannot_make_us_open_another_file() {
    let place = kept("crypt");
    place.write("secret.ron", "hidden words");
    change(&place, |replay| replay.battle = "secret.ron".to_owned());
    let printed = verify(&place);
    assert_eq!(printed.code, Some(1));
    assert!(
        printed.err.contains("its battle is called `secret.ron`"),
        "{}",
        printed.err
    );
    assert!(!printed.err.contains("hidden"), "{}", printed.err);
}
