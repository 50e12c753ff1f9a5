//! Rules become text and the same rules again.

use arrayvec::ArrayVec;
use foretold_battle::brain::{Argument, Clause, Condition, Criterion, Join, Percent, Side, Test};
use foretold_battle::{MAX_TESTS, Rule, Selector, SkillId, Status, UnitId};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::{content, encounter};

#[test]
fn the_rules_of_all_shipped_units_come_back() {
    let mut seen = 0;
    for encounter in content().encounters() {
        for (slot, sheet) in encounter.setup().units.iter().enumerate() {
            let rules = sheet.brain.rules();
            if rules.is_empty() {
                continue;
            }
            let unit = UnitId::new(slot).expect("a battle has at most 24 units");
            let text = encounter.rules_to_text(rules);
            let read = content().rules_from_text(encounter, unit, &text);
            assert_eq!(read.as_deref(), Ok(rules), "{}: {text}", encounter.name);
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn each_rule_is_one_line_as_in_a_file() {
    let encounter = encounter("heavy-hands");
    let ada = encounter.unit("ada").expect("she fights here");
    let text = r#"[
    (when: All([MyCellTargeted]), use: "move_away", on: "nearest_enemy"),
    (enabled: false, when: Any([EnemyInRange(1), Not(MyHpBelow(50))]), use: "heavy_punch", on: "lowest_hp_enemy"),
    (use: "move_towards", on: "furthest_enemy"),
]"#;
    let rules = content()
        .rules_from_text(encounter, ada, text)
        .expect("they are in order");
    assert_eq!(encounter.rules_to_text(&rules), text);
}

#[test]
fn no_rules_are_an_empty_list() {
    let encounter = encounter("heavy-hands");
    let ada = encounter.unit("ada").expect("she fights here");
    assert_eq!(encounter.rules_to_text(&[]), "[]");
    assert_eq!(
        content().rules_from_text(encounter, ada, "[]"),
        Ok(Vec::new())
    );
}

fn test() -> impl Strategy<Value = Test> {
    let arguments = (0..=24u8, 0..=11u8, 0..=100u8, select(Status::ALL.to_vec())).prop_map(
        |(count, range, percent, status)| {
            [
                Argument::Count(count),
                Argument::Range(range),
                Argument::Percent(Percent::new(percent).expect("at most 100")),
                Argument::Status(status),
            ]
        },
    );
    (select(Test::ALL.to_vec()), arguments)
        .prop_map(|(test, arguments)| arguments.into_iter().fold(test, Test::with))
}

fn condition() -> impl Strategy<Value = Condition> {
    let clause = (any::<bool>(), test()).prop_map(|(negated, test)| Clause { negated, test });
    let tests = proptest::collection::vec(clause, 0..=MAX_TESTS);
    (any::<bool>(), tests).prop_map(|(any, tests)| {
        let tests: ArrayVec<Clause, MAX_TESTS> = tests.into_iter().collect();
        // Without tests there is nothing to join, and a file does not say how.
        let join = if any && !tests.is_empty() {
            Join::Any
        } else {
            Join::All
        };
        Condition { join, tests }
    })
}

fn selector() -> impl Strategy<Value = Selector> {
    let criterion = select(vec![
        Criterion::Nearest,
        Criterion::Furthest,
        Criterion::LowestHp,
        Criterion::HighestHp,
    ]);
    let side = select(vec![Side::Enemy, Side::Ally, Side::Own]);
    (criterion, side, any::<bool>()).prop_map(|(criterion, side, in_reach)| match side {
        // There is only one way to pick the unit itself.
        Side::Own => Selector::OWN,
        _ if in_reach => Selector::new(criterion, side).in_reach(),
        _ => Selector::new(criterion, side),
    })
}

fn rule(skills: Vec<SkillId>) -> impl Strategy<Value = Rule> {
    (any::<bool>(), condition(), select(skills), selector()).prop_map(
        |(enabled, when, skill, on)| Rule {
            enabled,
            when,
            skill,
            on,
        },
    )
}

/// The veteran of the last battle: six slots and many skills.
fn veteran() -> UnitId {
    encounter("bonelord").unit("vera").expect("she fights here")
}

fn rules() -> impl Strategy<Value = Vec<Rule>> {
    let skills = encounter("bonelord").setup().units[veteran().slot()]
        .skills
        .clone();
    proptest::collection::vec(rule(skills), 0..=6)
}

proptest! {
    #[test]
    fn any_rules_come_back(rules in rules()) {
        let encounter = encounter("bonelord");
        let text = encounter.rules_to_text(&rules);
        let lines = if rules.is_empty() { 1 } else { rules.len() + 2 };
        prop_assert_eq!(text.lines().count(), lines, "{}", text);
        let read = content().rules_from_text(encounter, veteran(), &text);
        prop_assert_eq!(read, Ok(rules), "{}", text);
    }
}
