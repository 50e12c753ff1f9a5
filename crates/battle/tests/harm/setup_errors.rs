//! What can be wrong with a set-up: every error by name, with its words.

use foretold_battle::brain::{Percent, Rule};
use foretold_battle::testing::{aimed_shot, blow, board, cell, guard, light_punch, recruit};
use foretold_battle::{
    Affliction, Aid, Arena, Brain, Card, Cell, DamageKind, Deck, DeckId, DeckUse, Faction, KindSet,
    MoveMode, Ranking, RuleError, Setup, SetupError, SetupPlace, SkillId, SkillKind, Status,
    Strike, Terrain,
};

/// A good set-up with something of everything: skill 0 is an attack, 1 an aid, 2 drawn by cards.
pub(crate) fn good() -> Setup {
    board(
        "
        A . ~ e
        # o . f
    ",
    )
    .unit(
        'A',
        recruit()
            .gambits([light_punch(), guard()])
            .deck(Deck::standard()),
    )
    .unit(
        'e',
        recruit()
            .cards([(blow(5), 2), (aimed_shot(), 1)])
            .shares_deck(),
    )
    .unit('f', recruit())
    .shared_deck(Faction::Enemy, Deck::standard())
    .setup()
}

/// Everything that is wrong with a set-up.
pub(crate) fn errors(setup: Setup) -> Vec<SetupError> {
    Arena::new(setup).err().unwrap_or_default()
}

/// The rules of a unit with a gambit brain.
pub(crate) fn rules(setup: &mut Setup, unit: usize) -> &mut Vec<Rule> {
    match &mut setup.units[unit].brain {
        Brain::Gambit(rules) | Brain::Manual(rules) => rules,
        Brain::Cards(_) | Brain::Heuristic => panic!("unit {unit} has no rules"),
    }
}

/// Breaks a good set-up in one way.
type Break = fn(&mut Setup);

#[test]
fn the_good_set_up_is_good() {
    assert_eq!(errors(good()), []);
}

#[test]
fn each_error_is_reported_by_name_and_in_words() {
    let cases: [(Break, SetupError, &str); 17] = [
        (
            |setup| setup.units[0].faction = Faction::Enemy,
            SetupError::NoUnits(Faction::Friendly),
            "no Friendly unit: a battle needs at least one on each side",
        ),
        (
            |setup| {
                setup.units.truncate(1);
                setup.units[0].faction = Faction::Friendly;
            },
            SetupError::NoUnits(Faction::Enemy),
            "no Enemy unit: a battle needs at least one on each side",
        ),
        (
            |setup| setup.units[2].cell = setup.units[0].cell,
            SetupError::SharedCell {
                cell: cell("A1"),
                first: 0,
                second: 2,
            },
            "units 0 and 2 both start on A1: move one of them",
        ),
        (
            |setup| setup.units[1].cell = cell("A2"),
            SetupError::CannotStand {
                unit: 1,
                cell: cell("A2"),
                terrain: Terrain::Wall,
            },
            "unit 1 starts on A2, and nobody can stand in a Wall",
        ),
        (
            |setup| setup.units[1].cell = cell("B2"),
            SetupError::CannotStand {
                unit: 1,
                cell: cell("B2"),
                terrain: Terrain::Pit,
            },
            "unit 1 starts on B2, and nobody can stand in a Pit",
        ),
        (
            |setup| setup.units[0].max_hp = 10_000,
            SetupError::BadNumber {
                place: SetupPlace::Unit(0),
                field: "max_hp",
                value: 10_000,
                least: 1,
                most: 9_999,
            },
            "unit 0: max_hp is 10000, expected 1 to 9999",
        ),
        (
            |setup| setup.units[2].skills.push(SkillId(77)),
            SetupError::UnknownSkill {
                place: SetupPlace::Unit(2),
                skill: SkillId(77),
            },
            "unit 2: there is no skill 77",
        ),
        (
            |setup| setup.units[0].deck = DeckUse::Own(DeckId(9)),
            SetupError::UnknownDeck {
                place: Some(SetupPlace::Unit(0)),
                deck: DeckId(9),
            },
            "unit 0: there is no deck 9",
        ),
        (
            |setup| setup.shared_decks[0] = Some(DeckId(9)),
            SetupError::UnknownDeck {
                place: None,
                deck: DeckId(9),
            },
            "shared decks: there is no deck 9",
        ),
        (
            |setup| setup.shared_decks[1] = None,
            SetupError::NoSharedDeck { unit: 1 },
            "unit 1 draws from its side's deck, and the side has none",
        ),
        (
            |setup| setup.decks[1].cards.push((Card::Plus(1), 3)),
            SetupError::DoubledCard {
                deck: 1,
                at: 6,
                card: Card::Plus(1),
            },
            "deck 1 lists +1 twice: give it once with its number of copies",
        ),
        (
            |setup| {
                if let SkillKind::Attack { strikes, .. } = &mut setup.skills[0].deed {
                    strikes.push(Strike::default());
                }
            },
            SetupError::NoEffect {
                place: SetupPlace::Strike(0, 1),
            },
            "skill 0, strike 1 does nothing: give each strike or aid an effect",
        ),
        (
            |setup| setup.skills[1].deed = SkillKind::Aid(Aid::default()),
            SetupError::NoEffect {
                place: SetupPlace::Skill(1),
            },
            "skill 1 does nothing: give each strike or aid an effect",
        ),
        (
            |setup| setup.units[0].skills.push(SkillId(1)),
            SetupError::DoubledSkill {
                unit: 0,
                skill: SkillId(1),
            },
            "unit 0 lists skill 1 twice",
        ),
        (
            |setup| {
                setup.units[2].resists = KindSet::from_iter([DamageKind::Fire]);
                setup.units[2].immune = KindSet::from_iter([DamageKind::Cold, DamageKind::Fire]);
            },
            SetupError::TwoAffinities {
                unit: 2,
                kind: DamageKind::Fire,
            },
            "unit 2 takes fire damage in two ways at once: choose one",
        ),
        (
            |setup| setup.units[0].rule_slots = 1,
            SetupError::BadRule {
                unit: 0,
                error: RuleError::TooManyRules { count: 2, slots: 1 },
            },
            "unit 0: 2 rules in 1 slots: delete some or unlock more",
        ),
        (
            |setup| rules(setup, 0)[1].skill = SkillId(2),
            SetupError::BadRule {
                unit: 0,
                error: RuleError::UnknownSkill {
                    rule: 1,
                    skill: SkillId(2),
                },
            },
            "unit 0: rule 2 uses skill 2, which the unit does not know",
        ),
    ];
    for (spoil, error, words) in cases {
        let mut setup = good();
        spoil(&mut setup);
        assert_eq!(errors(setup), [error]);
        assert_eq!(error.to_string(), words);
        let _: &dyn std::error::Error = &error;
    }
}

#[test]
fn every_pair_of_affinities_is_refused() {
    let fire = KindSet::from_iter([DamageKind::Fire]);
    let pairs: [Break; 3] = [
        |setup| setup.units[0].vulnerable = setup.units[0].resists,
        |setup| setup.units[0].immune = setup.units[0].resists,
        |setup| {
            setup.units[0].vulnerable = setup.units[0].resists;
            setup.units[0].immune = setup.units[0].resists;
            setup.units[0].resists = KindSet::NONE;
        },
    ];
    for pair in pairs {
        let mut setup = good();
        setup.units[0].resists = fire;
        assert_eq!(errors(setup.clone()), []);
        pair(&mut setup);
        assert_eq!(
            errors(setup),
            [SetupError::TwoAffinities {
                unit: 0,
                kind: DamageKind::Fire
            }]
        );
    }
}

#[test]
fn a_card_is_a_skill_that_its_unit_knows_and_no_mere_move() {
    let mut setup = good();
    setup.units[1].skills.retain(|&skill| skill != SkillId(3));
    let unknown = SetupError::UnknownMove {
        unit: 1,
        skill: SkillId(3),
    };
    assert_eq!(errors(setup), [unknown]);
    assert_eq!(
        unknown.to_string(),
        "unit 1 draws skill 3, which it does not know"
    );

    let mut setup = good();
    setup.skills[3].deed = SkillKind::Move(MoveMode::Hold);
    let walks = SetupError::MoveAsCard {
        unit: 1,
        skill: SkillId(3),
    };
    assert_eq!(errors(setup), [walks]);
    assert_eq!(
        walks.to_string(),
        "unit 1 draws skill 3, which only moves: give it an attack or a skill that helps"
    );
}

#[test]
fn a_battle_holds_24_units_and_not_one_more() {
    let crowd = |count: usize| {
        let mut setup = good();
        let mut cells = Cell::all().skip(24);
        setup.units.resize(count, setup.units[2].clone());
        for unit in &mut setup.units {
            unit.cell = cells.next().expect("144 cells");
        }
        errors(setup)
    };
    assert_eq!(crowd(24), []);
    assert_eq!(crowd(25), [SetupError::TooManyUnits { count: 25 }]);
    assert_eq!(
        crowd(25)[0].to_string(),
        "25 units: a battle holds at most 24"
    );
}

#[test]
fn places_have_names() {
    for (place, name) in [
        (SetupPlace::House, "house rules"),
        (SetupPlace::Board(cell("C4")), "board cell C4"),
        (SetupPlace::Skill(3), "skill 3"),
        (SetupPlace::Strike(3, 1), "skill 3, strike 1"),
        (SetupPlace::Deck(0), "deck 0"),
        (SetupPlace::Card(0, 2), "deck 0, card 2"),
        (SetupPlace::Unit(23), "unit 23"),
        (SetupPlace::Status(23, 4), "unit 23, status 4"),
    ] {
        assert_eq!(place.to_string(), name);
    }
}

#[test]
fn everything_that_is_wrong_is_reported_at_once() {
    let mut setup = good();
    setup.house.max_ticks = 0;
    setup.house.panic_turns = 0;
    setup.board.set(cell("C1"), Terrain::Hazard(0));
    setup.skills[0].cost = 0;
    setup.skills[0].range = 12;
    setup.skills[1].deed = SkillKind::Aid(Aid::default());
    setup.decks[0].cards[3].1 = 0;
    setup.units[0].hp = 0;
    setup.units[0].speed = 31;
    rules(&mut setup, 0)[0].skill = SkillId(2);
    setup.units[1].deck = DeckUse::Own(DeckId(2));
    setup.units[2].cell = setup.units[1].cell;
    let words: Vec<String> = errors(setup).iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "house rules: panic_turns is 0, expected 1 to 100",
            "house rules: max_ticks is 0, expected 1 to 10000",
            "board cell C1: hazard is 0, expected 1 to 999",
            "skill 0: cost is 0, expected 1 to 10",
            "skill 0: range is 12, expected 0 to 11",
            "skill 1 does nothing: give each strike or aid an effect",
            "deck 0, card 3: copies is 0, expected 1 to 100",
            "unit 0: hp is 0, expected 1 to 100",
            "unit 0: speed is 31, expected 0 to 30",
            "unit 0: rule 1 uses skill 2, which the unit does not know",
            "unit 1: there is no deck 2",
            "units 1 and 2 both start on D1: move one of them",
        ]
    );
}

#[test]
fn lists_of_a_wrong_length_are_reported_at_once_and_before_anything_in_them() {
    let mut setup = good();
    setup.house.max_ticks = 0;
    setup.skills[0].cost = 0;
    if let SkillKind::Attack { strikes, .. } = &mut setup.skills[0].deed {
        strikes.clear();
    }
    setup.decks[0].cards.clear();
    setup.units[1].brain = Brain::Cards(Vec::new());
    setup.units[2].statuses = vec![Affliction::new(Status::Stunned, 0); 9];
    let words: Vec<String> = errors(setup).iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "skill 0: number of strikes is 0, expected 1 to 6",
            "deck 0: number of different cards is 0, expected 1 to 12",
            "unit 1: number of moves is 0, expected 1 to 200",
            "unit 2: number of statuses is 9, expected 0 to 8",
        ]
    );
}

#[test]
fn every_wrong_rule_of_a_unit_is_reported() {
    let mut setup = good();
    for rule in rules(&mut setup, 0) {
        rule.skill = SkillId(3);
    }
    let words: Vec<String> = errors(setup).iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "unit 0: rule 1 uses skill 3, which the unit does not know",
            "unit 0: rule 2 uses skill 3, which the unit does not know",
        ]
    );
}

#[test]
fn cells_off_the_board_cannot_be_parsed() {
    for name in [
        "", "A", "1", "A0", "A13", "M1", "Z9", "A01", "A1 ", " A1", "AA1", "1A", "A-1", "Ä1",
        "A1.0", "@1", "A١", "a00", "L13",
    ] {
        let parsed = name.parse::<Cell>();
        assert!(parsed.is_err(), "{name:?} became {parsed:?}");
        let json = serde_json::to_string(name).expect("text is JSON");
        assert!(serde_json::from_str::<Cell>(&json).is_err(), "{json}");
    }
    for name in ["A1", "l12", "L1", "a12", "F6"] {
        let parsed: Cell = name.parse().expect("a cell of the board");
        assert_eq!(parsed.to_string(), name.to_uppercase());
    }
    let error = "M1".parse::<Cell>().expect_err("no cell");
    assert_eq!(
        error.to_string(),
        "expected a cell from A1 to L12 (column A–L, then row 1–12), found \"M1\""
    );
    assert_eq!(Percent::new(101), None);
}

#[test]
fn a_set_up_with_a_cell_off_the_board_cannot_be_read() {
    let text = serde_json::to_string(&good()).expect("plain data");
    let broken = text.replace("\"cell\":\"A1\"", "\"cell\":\"M1\"");
    assert_ne!(text, broken);
    let error = serde_json::from_str::<Setup>(&broken).expect_err("M1 is off the board");
    assert!(
        error.to_string().contains("expected a cell from A1 to L12"),
        "{error}"
    );
    let read: Setup = serde_json::from_str(&text).expect("a good set-up");
    assert_eq!(read, good());
}

#[test]
fn autofight_settings_are_checked_too() {
    let cases: [(Break, &str); 3] = [
        (
            |setup| setup.units[0].autofight.order.push(Ranking::Marked),
            "unit 0: number of rankings is 11, expected 0 to 10",
        ),
        (
            |setup| setup.units[0].autofight.order = vec![Ranking::Threat, Ranking::Threat],
            "unit 0: times a ranking is listed is 2, expected 0 to 1",
        ),
        (
            |setup| setup.units[0].autofight.interrupts.enemies_in_range = Some(0),
            "unit 0: enemies in range is 0, expected 1 to 24",
        ),
    ];
    for (break_it, words) in cases {
        let mut setup = good();
        break_it(&mut setup);
        let texts: Vec<String> = errors(setup).iter().map(ToString::to_string).collect();
        assert!(texts.contains(&words.to_owned()), "{texts:?}");
    }
}
