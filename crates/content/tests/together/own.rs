//! What a battle describes for itself: one file can be a whole battle.

use foretold_battle::{Cell, UnitSheet};
use foretold_content::{Content, FileKind, Files};

use crate::common::shipped;
use crate::reported;

/// A battle that needs no other file.
const WHOLE: &str = r#"(
    title: "Whole", text: "All in one file.",
    board: (rows: [
        "............", "............", "............", "............",
        "............", "............", "............", "............",
        "............", "............", "............", "...........#",
    ]),
    skills: {
        "bash": (damage: 3),
        "move_towards": (walk: Towards),
        "unused": (damage: 1),
    },
    decks: {"mine": (cards: [(card: Plus(1))])},
    friends: [(unit: (name: "Ann", hp: 9, skills: ["bash"], deck: Own("mine"), brain: Gambit([
        (use: "bash"),
        (use: "move_towards"),
    ])), at: "A1")],
    enemies: [(unit: (name: "Ben", hp: 9, skills: ["bash"], deck: Shared), at: "C1")],
    enemies_deck: "mine",
)"#;

#[test]
fn one_file_can_be_a_whole_battle() {
    let mut files = Files::default();
    files.insert("battles/whole.battle.ron", WHOLE);
    let content = Content::load(&files).expect("it needs no other file");
    let whole = content.encounter("whole").expect("it is there");
    let setup = whole.setup();
    let skill = |id: &str| whole.skill(id).map(|id| &setup.skills[id.index()]);
    assert_eq!(skill("bash").map(|skill| skill.name.as_str()), Some("Bash"));
    assert_eq!(skill("unused"), None, "nobody knows it");
    assert_eq!(setup.decks.len(), 1, "both use the same deck");
    let corner = Cell::new(11, 11).expect("it is on the board");
    assert!(!setup.board.get(corner).walkable());
    let (ann, ben) = (&setup.units[0], &setup.units[1]);
    let known = |unit: &UnitSheet| unit.skills.len();
    assert_eq!(
        (known(ann), known(ben)),
        (2, 2),
        "moves of one's own are known to all"
    );
}

#[test]
fn what_a_battle_describes_for_itself_comes_first_there_and_nowhere_else() {
    let mut files = shipped().clone();
    files.insert("battles/whole.battle.ron", WHOLE);
    let content = Content::load(&files).expect("both are sound");
    let bash = |battle: &str| {
        let battle = content.encounter(battle).expect("it is there");
        let id = battle.skill("bash").expect("somebody knows it");
        format!("{:?}", battle.setup().skills[id.index()].deed)
    };
    assert!(bash("whole").contains("plus: 3"), "{}", bash("whole"));
    assert!(
        !bash("crypt-by-hand").contains("plus: 3"),
        "{}",
        bash("crypt-by-hand")
    );
    assert_eq!(content.unused(), [], "own things are no files");
}

#[test]
fn what_a_battle_describes_for_itself_is_checked_used_or_not_and_named_in_hints() {
    let mut files = Files::default();
    let broken = WHOLE.replace("\"unused\": (damage: 1)", "\"unused\": (range: 1)");
    let broken = broken.replace(
        "skills: [\"bash\"], deck: Shared",
        "skills: [\"bahs\"], deck: Shared",
    );
    files.insert("battles/whole.battle.ron", broken);
    assert_eq!(
        reported(&files),
        [
            "battles/whole.battle.ron:11:19: skills.unused: this skill does nothing: give it `walk`, `damage` (or another field of a strike), `burns`, or `block`, `heal`, `rally` or `grants`",
            "battles/whole.battle.ron:18:52: enemies[0].unit.skills[0]: there is no skill `bahs`: did you mean `bash`?",
        ]
    );
    let many: String = (0..51)
        .map(|number| format!("\"s{number}\": (damage: 1), "))
        .collect();
    let many = WHOLE.replace("skills: {", &format!("skills: {{{many}"));
    files.insert("battles/whole.battle.ron", many);
    let errors = reported(&files);
    assert!(
        errors[0].contains("these are too many: expected at most 50"),
        "{errors:?}"
    );
}

#[test]
fn an_error_about_a_missing_thing_says_which() {
    let mut files = Files::default();
    files.insert("units/ogre.unit.ron", "(skills: [\"club\"])");
    let errors = Content::load(&files).expect_err("there is no club");
    assert_eq!(errors[0].missing(), Some((FileKind::Skill, "club")));
    files.insert("units/ogre.unit.ron", "(hp: 0)");
    let errors = Content::load(&files).expect_err("it cannot live");
    let numbers = errors.iter().find(|error| error.field == "hp");
    assert_eq!(numbers.and_then(|error| error.missing()), None);
}
