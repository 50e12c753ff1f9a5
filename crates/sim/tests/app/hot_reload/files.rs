//! Files that are changed, broken, mended, added and removed.

use std::sync::Arc;

use foretold_content::{Content, Files, MAX_FILE_BYTES};
use foretold_sim::testing::{shipped_files, shown};
use foretold_sim::{BattleRequest, ContentReloaded, Shown};

use super::workshop::Workshop;

const PUNCH: &str = "skills/light_punch.skill.ron";

/// The content is what the files say when they are read in the plain way.
#[track_caller]
fn assert_up_to_date(shop: &Workshop) {
    let expected = Content::load(&shop.files).expect("the files are good");
    let content = shop.content().content().expect("it was loaded");
    assert_eq!(content.hash(), expected.hash());
    assert_eq!(shop.content().errors(), []);
}

#[test]
fn good_files_are_loaded_once() {
    let mut shop = Workshop::new();
    assert!(shop.content().content().is_none());
    shop.wait_for_generation(1);
    assert_up_to_date(&shop);
    for _ in 0..200 {
        shop.update();
    }
    assert_eq!(shop.reloaded, [ContentReloaded { generation: 1 }]);
    assert!(shop.rejected.is_empty());
}

#[test]
fn a_start_that_takes_long_is_awaited_and_not_for_ever() {
    let mut shop = Workshop::new();
    shop.hold(PUNCH);
    shop.update();
    assert!(shop.content().is_awaited(), "the first frame goes on");
    shop.let_go();
    shop.wait_for_generation(1);
    assert!(!shop.content().is_awaited());
    assert_up_to_date(&shop);
}

#[test]
fn a_changed_file_is_loaded() {
    let mut shop = Workshop::open();
    shop.change(PUNCH, "damage: 10", "damage: 11");
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
    assert_eq!(
        shop.reloaded.last(),
        Some(&ContentReloaded { generation: 2 })
    );
    shop.change("rules.ron", "max_ticks: 500", "max_ticks: 400");
    shop.wait_for_generation(3);
    assert_up_to_date(&shop);
    shop.change("autofight.ron", "You are caught.", "You are stuck.");
    shop.wait_for_generation(4);
    assert_up_to_date(&shop);
    assert!(shop.rejected.is_empty());
}

#[test]
fn a_changed_figure_is_read_and_no_battle_is_loaded_for_it() {
    const HOUND: &str = "figures/hound.svg";
    let mut shop = Workshop::open();
    assert_eq!(
        shop.content().figures().get(HOUND),
        shipped_files().get(HOUND)
    );
    shop.write(HOUND, "<svg/>");
    shop.wait_until(|shop| shop.content().figures().get(HOUND) == Some("<svg/>"));
    assert_eq!(shop.content().generation(), 1);
    assert_eq!(shop.content().errors(), [], "whoever draws it complains");
}

#[test]
fn a_file_that_was_saved_as_it_was_is_no_change() {
    let mut shop = Workshop::open();
    shop.notice();
    for _ in 0..500 {
        shop.update();
    }
    // The next change is the second one.
    shop.change(PUNCH, "damage: 10", "damage: 11");
    shop.wait_for_generation(2);
    assert_eq!(shop.reloaded.len(), 2);
}

#[test]
fn a_broken_file_is_reported_with_its_place_and_the_last_good_content_stays() {
    let mut shop = Workshop::fighting("first-blood", 3);
    let good = Arc::clone(shop.content().content().expect("it was loaded"));
    let before = shown(&shop.app).moment().fingerprint();
    // Line 4, where `rnge` begins.
    shop.change(PUNCH, "    range: 1", "    rnge: 1");
    shop.wait_for_rejections(1);
    let errors = shop.rejected[0].errors.clone();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert_eq!(errors[0].file, PUNCH);
    assert_eq!(errors[0].place, Some((4, 5)));
    assert!(
        errors[0].message.contains("did you mean `range`?"),
        "{}",
        errors[0]
    );
    assert_eq!(shop.content().errors(), errors);
    assert_eq!(shop.content().generation(), 1);
    let kept = shop.content().content().expect("it stays");
    assert!(Arc::ptr_eq(kept, &good));
    assert_eq!(
        shown(&shop.app).moment().fingerprint(),
        before,
        "the battle goes on"
    );
    assert!(shop.replayed.is_empty());
}

#[test]
fn every_error_of_every_file_is_reported_together() {
    let mut shop = Workshop::open();
    let rules = shop.changed("rules.ron", "max_ticks: 500", "max_ticks: 0");
    let punch = shop.changed(PUNCH, "damage: 10", "damage: ten");
    shop.put("rules.ron", &rules);
    shop.put(PUNCH, &punch);
    shop.notice();
    shop.wait_until(|shop| shop.content().errors().len() == 2);
    let files: Vec<&str> = shop
        .content()
        .errors()
        .iter()
        .map(|error| error.file.as_str())
        .collect();
    assert_eq!(files, ["rules.ron", PUNCH]);
    assert!(
        shop.content()
            .errors()
            .iter()
            .all(|error| error.place.is_some())
    );
}

#[test]
fn a_mended_file_recovers() {
    let mut shop = Workshop::open();
    let good = shop.files.get(PUNCH).expect("it is there").to_owned();
    shop.write(PUNCH, "(damage: ");
    shop.wait_for_rejections(1);
    shop.write(PUNCH, "(damage: 5,, )");
    shop.wait_for_rejections(2);
    assert_ne!(
        shop.rejected[0], shop.rejected[1],
        "the latest errors are reported"
    );
    assert_eq!(shop.content().errors(), shop.rejected[1].errors);
    shop.write(PUNCH, &good);
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
}

#[test]
fn a_bad_first_load_recovers_when_the_file_is_mended() {
    let mut files = shipped_files().clone();
    files.insert(PUNCH, "(cost: 1, damge: 10)");
    let mut shop = Workshop::with(files);
    shop.wait_for_rejections(1);
    assert!(shop.content().content().is_none());
    assert_eq!(shop.content().generation(), 0);
    assert_eq!(shop.content().errors()[0].file, PUNCH);
    assert_eq!(shop.content().errors()[0].place, Some((1, 11)));
    let start = BattleRequest::Start {
        battle: "first-blood".to_owned(),
        seed: 1,
    };
    shop.ask(start.clone());
    assert!(!shop.app.world().contains_resource::<Shown>());
    shop.write(PUNCH, "(damage: 10)");
    shop.wait_for_generation(1);
    assert_up_to_date(&shop);
    shop.ask(start);
    assert_eq!(shown(&shop.app).encounter().name, "first-blood");
}

#[test]
fn no_files_at_all_are_no_content_until_they_come() {
    let mut shop = Workshop::with(Files::default());
    for _ in 0..200 {
        shop.update();
    }
    let names = shop
        .content()
        .content()
        .map_or(0, |content| content.encounters().count());
    assert_eq!(names, 0);
    for (path, text) in shipped_files().iter() {
        shop.put(path, text.expect("the shipped files can be read"));
    }
    shop.notice();
    shop.wait_until(|shop| {
        let content = shop.content().content();
        content.is_some_and(|content| content.encounters().count() == 12)
    });
    assert_up_to_date(&shop);
}

#[test]
fn an_added_file_is_noticed() {
    let mut shop = Workshop::open();
    let text = shop
        .files
        .get("battles/first-blood.battle.ron")
        .expect("it is there")
        .to_owned();
    shop.write("battles/rematch.battle.ron", &text);
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
    shop.ask(BattleRequest::Start {
        battle: "rematch".to_owned(),
        seed: 1,
    });
    assert_eq!(shown(&shop.app).encounter().name, "rematch");
    // So is a change of it.
    shop.change("battles/rematch.battle.ron", "\"C7\"", "\"C8\"");
    shop.wait_for_generation(3);
    assert_up_to_date(&shop);
    assert_eq!(shop.replayed.len(), 1);
}

#[test]
fn a_removed_file_is_noticed() {
    let mut shop = Workshop::open();
    shop.change("schools/descent.school.ron", "        \"hounds\",\n", "");
    shop.wait_for_generation(2);
    shop.remove("battles/hounds.battle.ron");
    shop.wait_for_generation(3);
    assert_up_to_date(&shop);
    let content = shop.content().content().expect("it was loaded");
    assert!(content.encounter("hounds").is_none());
    // What other files still name is missing.
    shop.remove("units/spider.unit.ron");
    shop.wait_for_rejections(1);
    let error = &shop.content().errors()[0];
    assert_eq!(error.file, "battles/spider-nest.battle.ron");
    assert!(error.place.is_some());
    assert!(error.message.contains("`spider`"), "{error}");
}

#[test]
fn the_numbers_of_the_rules_fall_back_to_their_defaults_when_their_file_goes() {
    let mut shop = Workshop::open();
    shop.change("rules.ron", "max_ticks: 500", "max_ticks: 77");
    shop.wait_for_generation(2);
    shop.remove("rules.ron");
    shop.wait_for_generation(3);
    assert_up_to_date(&shop);
    shop.write("rules.ron", "(max_ticks: 78)");
    shop.wait_for_generation(4);
    assert_up_to_date(&shop);
}

#[test]
fn several_files_are_swapped_in_one_go() {
    let mut shop = Workshop::fighting("first-blood", 3);
    // A skill gets another name, and so does each mention of it: alone, each change would be an error.
    let jab = shop.files.get(PUNCH).expect("it is there").to_owned();
    let users: Vec<(String, String)> = shop
        .files
        .iter()
        .filter_map(|(path, text)| Some((path.to_owned(), text.ok()?.to_owned())))
        .filter(|(_, text)| text.contains("\"light_punch\""))
        .collect();
    assert!(users.len() > 3);
    let slow = "gambits/recruit.gambits.ron";
    assert!(users.iter().any(|(path, _)| path == slow));
    // A unit that lists no skills gets those that the code names, so that file stays.
    shop.hold(slow);
    shop.write("skills/jab.skill.ron", &jab);
    for _ in 0..1_000 {
        shop.update();
    }
    for (path, text) in &users {
        shop.write(path, &text.replace("\"light_punch\"", "\"jab\""));
    }
    let recruit = "(hp: 100, skills: [\"jab\", \"heavy_punch\"])";
    shop.write("units/recruit.unit.ron", recruit);
    for _ in 0..1_000 {
        shop.update();
    }
    assert_eq!(shop.content().generation(), 1, "a half is no change");
    shop.let_go();
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
    for _ in 0..500 {
        shop.update();
    }
    assert_eq!(shop.content().generation(), 2, "one change");
    assert!(shop.rejected.is_empty(), "{:?}", shop.rejected);
}

#[test]
fn files_that_are_no_text_or_too_large_are_refused() {
    let mut shop = Workshop::open();
    shop.write_bytes(PUNCH, vec![b'(', 0xff, b')']);
    shop.wait_for_rejections(1);
    let error = &shop.rejected[0].errors[0];
    assert_eq!((error.file.as_str(), error.place), (PUNCH, None));
    assert_eq!(error.message, "it is not text: byte 1 is not UTF-8");
    let limit = usize::try_from(MAX_FILE_BYTES).expect("it is small");
    shop.write(PUNCH, &" ".repeat(limit + 1));
    shop.wait_for_rejections(2);
    let too_large = "it is too large: expected at most 1 MiB";
    assert_eq!(shop.rejected[1].errors[0].message, too_large);
    // The limit may fall into the middle of a letter.
    shop.write(PUNCH, &"é".repeat(limit));
    for _ in 0..500 {
        shop.update();
    }
    assert_eq!(shop.content().errors()[0].message, too_large);
    let text = format!("(damage: 10) {}", " ".repeat(limit - 13));
    assert_eq!(text.len(), limit);
    shop.write(PUNCH, &text);
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
}

#[test]
fn drafts_and_notes_beside_the_files_are_no_content() {
    let mut shop = Workshop::open();
    for path in [
        "skills/.howl.skill.ron",
        "skills/notes.txt",
        "readme.md",
        "skills/old.skill.ron~",
    ] {
        shop.write(path, "not for the game");
    }
    for _ in 0..500 {
        shop.update();
    }
    assert_eq!(shop.content().errors(), []);
    assert!(shop.rejected.is_empty());
    shop.change(PUNCH, "damage: 10", "damage: 11");
    shop.wait_for_generation(2);
    let content = shop.content().content().expect("it was loaded");
    let mut files = shop.files.clone();
    for path in [
        "skills/.howl.skill.ron",
        "skills/notes.txt",
        "readme.md",
        "skills/old.skill.ron~",
    ] {
        files.remove(path);
    }
    assert_eq!(content.hash(), Content::load(&files).expect("good").hash());
}

#[test]
fn a_file_with_a_wrong_name_is_reported() {
    let mut shop = Workshop::open();
    shop.write("skills/howling.ron", "(damage: 1)");
    shop.wait_for_rejections(1);
    let error = &shop.rejected[0].errors[0];
    assert_eq!(error.file, "skills/howling.ron");
    assert!(error.message.contains("example.skill.ron"), "{error}");
    shop.remove("skills/howling.ron");
    shop.wait_for_generation(2);
    assert_up_to_date(&shop);
}
