//! Requests to change a unit's rules.

use bevy::prelude::App;
use foretold_battle::brain::Test;
use foretold_battle::testing::{board, howl, light_punch, recruit};
use foretold_battle::{Command, Entry, Rule};
use foretold_content::Files;
use foretold_sim::testing::{
    Inbox, battle, battle_app, fight, headless_app_with, run_ticks, setup_app, shipped_files,
};
use foretold_sim::{BattleRequest, ContentPlugin, RuleEditRequest};

use crate::common::{
    Standing, ask, assert_obeyed, assert_refused, fingerprint, skill, unit, words,
};

fn rules_of(app: &App, slot: usize) -> Vec<Rule> {
    let unit = battle(app).battle().unit(unit(slot));
    unit.expect("it joined").rules.to_vec()
}

fn text(slot: usize, text: &str) -> RuleEditRequest {
    RuleEditRequest::Text {
        unit: unit(slot),
        text: text.to_owned(),
    }
}

fn rules(slot: usize, rules: Vec<Rule>) -> RuleEditRequest {
    RuleEditRequest::Rules {
        unit: unit(slot),
        rules,
    }
}

#[test]
fn a_unit_follows_its_new_rules_from_the_next_step_on() {
    let mut app = battle_app("first-blood", 1);
    run_ticks(&mut app, 2);
    let mut turned = rules_of(&app, 0);
    turned.reverse();
    let before = fingerprint(&app);
    assert_obeyed(&mut app, rules(0, turned.clone()));
    assert_ne!(fingerprint(&app), before);
    assert_eq!(rules_of(&app, 0), turned);
    let entry = Entry {
        step: 2,
        command: Command::Rules {
            unit: unit(0),
            rules: turned,
        },
    };
    assert_eq!(battle(&app).live().entries(), [entry]);
}

#[test]
fn rules_can_be_pasted_as_text() {
    let mut app = battle_app("first-blood", 1);
    let pasted = r#"[(use: "heavy_punch"), (when: All([MyHpBelow(40)]), use: "move_away")]"#;
    assert_obeyed(&mut app, text(0, pasted));
    let now = rules_of(&app, 0);
    let names: Vec<&str> = now
        .iter()
        .map(|rule| battle(&app).encounter().skill_id(rule.skill))
        .collect();
    assert_eq!(names, ["heavy_punch", "move_away"]);
    assert!(matches!(now[1].when.tests[0].test, Test::MyHpBelow(_)));
    // And what is copied from there can be pasted back.
    let copied = battle(&app).encounter().rules_to_text(&now);
    assert_obeyed(&mut app, text(0, "[]"));
    assert_eq!(rules_of(&app, 0), []);
    assert_obeyed(&mut app, text(0, &copied));
    assert_eq!(rules_of(&app, 0), now);
}

#[test]
fn a_text_that_is_no_list_of_rules_is_refused_with_the_place() {
    let mut app = battle_app("first-blood", 1);
    let mut refused = Inbox::new(&app);
    let before = Standing::of(&app);
    ask(&mut app, text(0, "[\n    (use: \"heavy_punsh\"),\n]"));
    let told = words(&mut refused, &app);
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("pasted text:2:11: "), "{told:?}");
    assert!(told[0].contains("did you mean `heavy_punch`?"), "{told:?}");
    ask(&mut app, text(0, "[(use: \"howl\")]"));
    let told = words(&mut refused, &app);
    assert!(told[0].starts_with("pasted text:1:8: "), "{told:?}");
    ask(&mut app, text(0, "(((("));
    let told = words(&mut refused, &app);
    assert!(told[0].starts_with("pasted text:1:"), "{told:?}");
    assert_eq!(Standing::of(&app), before);
}

#[test]
fn text_for_a_unit_that_is_not_there_is_refused() {
    let mut app = battle_app("first-blood", 1);
    let mut refused = Inbox::new(&app);
    ask(&mut app, text(9, "[(use: \"heavy_punch\")]"));
    let told = words(&mut refused, &app);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].contains("there is no such unit in this battle"),
        "{told:?}"
    );
}

#[test]
fn rules_that_the_unit_cannot_follow_are_refused() {
    let mut app = battle_app("first-blood", 1);
    let known = rules_of(&app, 0);
    assert_refused(
        &mut app,
        rules(1, known.clone()),
        "this unit follows no rules: its brain is of another kind",
    );
    assert_refused(
        &mut app,
        rules(20, known.clone()),
        "there is no such unit in this battle",
    );
    let slots = battle(&app).battle().arena().sheet(unit(0)).rule_slots;
    let many = vec![known[0].clone(); usize::from(slots) + 1];
    let told = format!(
        "{} rules in {slots} slots: delete some or unlock more",
        many.len()
    );
    assert_refused(&mut app, rules(0, many), &told);
}

#[test]
fn rules_with_skills_of_others_or_eyes_too_sharp_are_refused() {
    let scene = board("A . e")
        .unit(
            'A',
            recruit().gambits([light_punch().when(Test::EnemyInRange(2))]),
        )
        .unit('e', recruit().knows([howl()]));
    let mut app = setup_app(scene.setup(), 1);
    let mut wrong = rules_of(&app, 0);
    wrong[0].skill = skill(&app, "Howl");
    let told = format!(
        "rule 1 uses skill {}, which the unit does not know",
        wrong[0].skill.index()
    );
    assert_refused(&mut app, rules(0, wrong), &told);
    let mut wrong = rules_of(&app, 0);
    wrong[0].when.tests[0].test = Test::EnemyInRange(12);
    assert_refused(
        &mut app,
        rules(0, wrong),
        "rule 1 looks 12 cells far: the board is 12 wide, so 11 is the most",
    );
}

#[test]
fn text_is_refused_while_there_is_no_content_to_read_it_with() {
    // A battle without content: one from plain data.
    let mut app = headless_app_with(ContentPlugin::Given(broken()));
    let scene = board("A e").unit('A', recruit()).unit('e', recruit());
    fight(&mut app, scene.setup(), 1);
    let no_content = "the content is not ready: mend the errors in its files";
    assert_refused(&mut app, text(0, "[]"), no_content);
    assert_refused(
        &mut app,
        BattleRequest::Start {
            battle: "first-blood".to_owned(),
            seed: 1,
        },
        no_content,
    );
}

fn broken() -> Files {
    let mut files = shipped_files().clone();
    files.insert("rules.ron", "(");
    files
}
