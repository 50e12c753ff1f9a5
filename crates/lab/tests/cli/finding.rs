//! Names, paths and folders: what is found where, and what is said if it is not.

use crate::common::{Place, lab_in, ok, refused, root, words};

const OWN: &str = r#"// A battle with a unit described on the spot.
(
    title: "Two Ogres",
    text: "One of them has no file.",
    friends: [(unit: "recruit", at: "A1", name: "Ada")],
    enemies: [
        (unit: (name: "Ogre", hp: 40, brain: Cards([(name: "Club", intent: Attack(15))])), at: "C1"),
        (unit: (name: "Ogre", hp: 40, brain: Cards([(name: "Club", intent: Attack(15))])), at: "C2"),
    ],
)
"#;

#[test]
fn a_name_with_a_slip_gets_the_nearest() {
    for (line, printed) in [
        (
            "run crpyt",
            "there is no battle `crpyt`: did you mean `crypt`?",
        ),
        (
            "run First_Blood",
            "there is no battle `First_Blood`: did you mean `first-blood`?",
        ),
        (
            "why crytp --seed 1 --tick 1",
            "there is no battle `crytp`: did you mean `crypt`?",
        ),
        (
            "why crypt --seed 1 --tick 1 --unit adda",
            "there is no unit `adda` in this battle: did you mean `ada`?",
        ),
        (
            "sim --party fihgter --enemies goblin",
            "there is no unit `fihgter`: did you mean `fighter`?",
        ),
        (
            "sim --party fighter --enemies gobln",
            "there is no unit `gobln`: did you mean `goblin`?",
        ),
    ] {
        assert_eq!(refused(line), format!("error: {printed}\n"), "{line}");
    }
}

#[test]
fn a_name_with_nothing_near_gets_the_list() {
    let printed = refused("run zzzzzz");
    let list =
        "error: there is no battle `zzzzzz`: expected one of `bonelord`, `crossfire`, `crypt`, ";
    assert!(printed.starts_with(list), "{printed}");
    let printed = refused("sim --party zzzzzz --enemies goblin");
    assert!(
        printed.starts_with("error: there is no unit `zzzzzz`: expected one of "),
        "{printed}"
    );
    assert!(
        printed.ends_with(" more\n"),
        "a long list is cut: {printed}"
    );
}

#[test]
fn a_battle_by_path_may_describe_its_units_on_the_spot() {
    let place = Place::with_assets();
    place.write("mine/two-ogres.battle.ron", OWN);
    let log = place.lab("run mine/two-ogres.battle.ron --seed 1").ok();
    assert!(
        log.starts_with("Two Ogres (two-ogres), in ticks, seed 1\n"),
        "{log}"
    );
    assert!(
        log.contains("\n  enemy     ogre    Ogre, 40/40 HP on C1\n"),
        "{log}"
    );
    assert!(
        log.contains("\n  enemy     ogre-2  Ogre 2, 40/40 HP on C2\n"),
        "{log}"
    );
    let printed = place
        .lab("why mine/two-ogres.battle.ron --seed 1 --tick 1 --unit ogre-2")
        .ok();
    assert!(printed.contains("Club"), "{printed}");
}

#[test]
fn an_error_in_a_file_given_by_path_names_it_as_it_was_typed() {
    let place = Place::with_assets();
    place.write(
        "mine/two-ogres.battle.ron",
        &OWN.replace("\"recruit\"", "\"recrut\""),
    );
    let printed = place
        .lab("run mine/two-ogres.battle.ron --seed 1")
        .refused(1);
    assert_eq!(
        printed,
        "error: mine/two-ogres.battle.ron:5:22: friends[0].unit: there is no unit `recrut`: did you mean `recruit`?\n\
         1 error: mend the file and try again\n"
    );
}

#[test]
fn a_file_of_another_kind_is_called_what_it_is() {
    assert_eq!(
        refused("run assets/units/goblin.unit.ron"),
        "error: assets/units/goblin.unit.ron is a unit: expected a battle, as in example.battle.ron\n"
    );
    assert_eq!(
        refused("sim --party assets/gambits/coward.gambits.ron --enemies goblin"),
        "error: assets/gambits/coward.gambits.ron is a rule set: expected a unit, as in example.unit.ron\n"
    );
}

#[test]
fn a_path_without_a_file_is_reported() {
    for (line, printed) in [
        (
            "run nowhere.battle.ron",
            "nowhere.battle.ron: there is no such file",
        ),
        (
            "sim --party ./me --enemies goblin",
            "./me: there is no such file",
        ),
        ("run assets/battles", "assets/battles: it is not a file"),
        ("run ./assets", "./assets: it is not a file"),
    ] {
        assert_eq!(refused(line), format!("error: {printed}\n"), "{line}");
    }
}

#[test]
fn two_different_files_of_one_name_cannot_meet() {
    let place = Place::with_assets();
    place.write("old/ogre.unit.ron", "(hp: 40)");
    place.write("new/ogre.unit.ron", "(hp: 50)");
    let printed = place
        .lab("sim --party old/ogre.unit.ron --enemies new/ogre.unit.ron")
        .refused(1);
    assert_eq!(
        printed,
        "error: new/ogre.unit.ron: two different files are both called `ogre`: rename one of them\n"
    );
    place.write("new/ogre.unit.ron", "(hp: 40)");
    place
        .lab("sim --party old/ogre.unit.ron --enemies new/ogre.unit.ron --quiet --seed 1")
        .ok();
}

#[test]
fn the_content_is_found_from_any_folder_inside_the_game() {
    let line = words("run first-blood --seed 1");
    let here = lab_in(&root(), &line).ok();
    for folder in ["crates/lab/src", "assets", "assets/battles", "docs"] {
        assert_eq!(
            lab_in(&root().join(folder), &line).ok(),
            here,
            "from {folder}"
        );
    }
}

#[test]
fn the_nearest_content_wins_and_can_be_named() {
    let place = Place::with_assets();
    place.change("assets/units/recruit.unit.ron", "hp: 100", "hp: 77");
    place.write("below/deep/note.txt", "");
    let line = words("run first-blood --seed 1 --ticks 0");
    let log = lab_in(&place.path("below/deep"), &line).ok();
    assert!(log.contains("Ada, 77/77 HP"), "{log}");

    let assets = place.path("assets");
    let assets = assets.to_str().expect("temporary folders have plain names");
    let named = ok(&format!(
        "--assets {assets} run first-blood --seed 1 --ticks 0"
    ));
    assert_eq!(named, log, "before the command");
    let named = ok(&format!(
        "run first-blood --seed 1 --ticks 0 --assets {assets}"
    ));
    assert_eq!(named, log, "after the command");
}

#[test]
fn a_folder_without_content_is_reported() {
    assert_eq!(
        refused("run crypt --assets nowhere"),
        "error: there is no folder nowhere: name the one with rules.ron in it\n"
    );
    assert_eq!(
        refused("run crypt --assets docs"),
        "error: there is no content in docs: name the folder with rules.ron in it\n"
    );
}

#[test]
fn errors_anywhere_in_the_content_are_reported_before_a_battle_begins() {
    let place = Place::with_assets();
    place.change("assets/skills/bash.skill.ron", "damage: 12", "dammage: 12");
    place.change(
        "assets/units/goblin.unit.ron",
        "\"shortbow\"",
        "\"shortbw\"",
    );
    let printed = place.lab("run first-blood").refused(1);
    assert_eq!(
        printed,
        "error: assets/skills/bash.skill.ron:4:5: dammage: there is no field `dammage` here: did you mean `damage`?\n\
         error: assets/units/goblin.unit.ron:7:26: skills[1]: there is no skill `shortbw`: did you mean `shortbow`?\n\
         2 errors: mend the files and try again\n"
    );
}

#[test]
fn a_folder_of_ones_own_is_told_which_files_to_copy() {
    let place = Place::with_assets();
    place.write("mine/rules.ron", "()");
    place.write("mine/units/ogre.unit.ron", "(hp: 40)");
    let printed = place.lab("validate mine").refused(1);
    assert_eq!(
        printed,
        "error: mine/units/ogre.unit.ron:1:1: brain: there is no rule set `recruit` in this folder: copy assets/gambits/recruit.gambits.ron to mine/gambits\n\
         error: mine/units/ogre.unit.ron:1:1: skills: there is no skill `heavy_punch` in this folder: copy assets/skills/heavy_punch.skill.ron to mine/skills\n\
         error: mine/units/ogre.unit.ron:1:1: skills: there is no skill `light_punch` in this folder: copy assets/skills/light_punch.skill.ron to mine/skills\n\
         3 errors: mend the files and try again\n"
    );
    for file in [
        "skills/light_punch.skill.ron",
        "skills/heavy_punch.skill.ron",
        "skills/move_towards.skill.ron",
        "gambits/recruit.gambits.ron",
    ] {
        place.write(
            &format!("mine/{file}"),
            &place.read(&format!("assets/{file}")),
        );
    }
    assert_eq!(
        place.lab("validate mine").code,
        Some(0),
        "and then it works"
    );
}
