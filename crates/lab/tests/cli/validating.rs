//! `validate`: all content, all errors, with places.

use crate::common::{Place, ok, refused};

#[test]
fn the_shipped_content_is_sound_and_all_of_it_is_used() {
    let printed = ok("validate");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 2, "{printed}");
    assert!(lines[0].starts_with("assets: "), "{printed}");
    assert!(lines[0].contains(" files, all sound ("), "{printed}");
    assert!(lines[0].contains(" 12 battles, "), "{printed}");
    let hash = lines[1]
        .strip_prefix("content ")
        .expect("the hash is printed");
    assert!(
        hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{hash}"
    );
}

#[test]
fn a_folder_can_be_named() {
    let place = Place::with_assets();
    let here = place.lab("validate").ok();
    assert_eq!(place.lab("validate assets").ok(), here);
    assert_eq!(place.lab("validate --assets assets").ok(), here);
    let there = place.path("assets");
    let there = there.to_str().expect("temporary folders have plain names");
    let named = ok(&format!("validate {there}"));
    assert!(named.starts_with(&format!("{there}: ")), "{named}");
}

#[test]
fn every_error_has_file_line_and_column() {
    let place = Place::with_assets();
    place.change("assets/rules.ron", "dodging: 20", "dogding: 20");
    place.change("assets/units/skeleton.unit.ron", "weight: 20", "weight: -1");
    place.change("assets/battles/crypt.battle.ron", "\"F2\"", "\"A1\"");
    place.write("assets/boards/odd.txt.ron", "()");
    let printed = place.lab("validate").refused(1);
    assert_eq!(
        printed,
        "\
error: assets/battles/crypt.battle.ron:13:31: enemies[0].at: A1 is a wall, and nobody can stand there: choose another cell
error: assets/boards/odd.txt.ron: in boards/ a file is named like example.board.ron: rename it, or move it away
error: assets/rules.ron:14:5: dogding: there is no field `dogding` here: did you mean `dodging`?
error: assets/units/skeleton.unit.ron:11:58: brain[2].weight: found -1, expected 0 to 10000
4 errors: mend the files and try again
"
    );
}

#[test]
fn what_nobody_uses_is_noted_and_no_error() {
    let place = Place::with_assets();
    place.write("assets/units/hermit.unit.ron", "(hp: 5)");
    let printed = place.lab("validate");
    assert_eq!(printed.code, Some(0));
    assert_eq!(
        printed.err,
        "note: units/hermit.unit.ron is used by no battle, no run and no rule set\n"
    );
    assert!(printed.out.contains(" 45 units, "), "{}", printed.out);
}

#[test]
fn the_hash_is_over_what_is_fought_with() {
    let place = Place::with_assets();
    let hash = |place: &Place| place.lab("validate").ok().lines().nth(1).map(str::to_owned);
    let before = hash(&place);
    let goblin = "assets/units/goblin.unit.ron";
    place.change(goblin, "// Small, quick", "// Tiny, quick");
    place.change(goblin, "    hp: 9,", "\n  hp :  9 ,");
    assert_eq!(hash(&place), before, "comments and space change nothing");
    place.change(goblin, "hp :  9", "hp: 8");
    assert_ne!(hash(&place), before);
}

#[test]
fn a_folder_without_content_is_not_sound() {
    assert_eq!(
        refused("validate ."),
        "error: there is no content in .: name the folder with rules.ron in it\n"
    );
    assert_eq!(
        refused("validate nowhere"),
        "error: there is no folder nowhere: name the one with rules.ron in it\n"
    );
}
