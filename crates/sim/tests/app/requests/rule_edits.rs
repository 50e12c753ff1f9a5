//! Requests to change a unit's rules.

use bevy::prelude::App;
use foretold_battle::brain::Test;
use foretold_battle::testing::{board, howl, light_punch, recruit};
use foretold_battle::{Command, Entry, Rule};
use foretold_content::Files;
use foretold_sim::testing::{
    battle_app, headless_app_with, run_ticks, setup_app, shipped_files, shown,
};
use foretold_sim::{BattleRequest, ContentPlugin, RewindRequest, RuleEditRequest};

use crate::common::{ask, assert_obeyed, assert_refused, fingerprint, skill, unit};

fn rules_of(app: &App, slot: usize) -> Vec<Rule> {
    let unit = shown(app).battle().unit(unit(slot));
    unit.expect("it joined").rules.to_vec()
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
    assert_eq!(shown(&app).session().entries(), [entry]);
}

#[test]
fn a_change_is_taken_back_and_made_again() {
    let mut app = battle_app("first-blood", 1);
    let shipped = rules_of(&app, 0);
    let mut turned = shipped.clone();
    turned.reverse();
    assert_obeyed(&mut app, rules(0, turned.clone()));
    run_ticks(&mut app, 2);
    assert_obeyed(&mut app, RuleEditRequest::Undo);
    assert_eq!(rules_of(&app, 0), shipped);
    assert_obeyed(&mut app, RuleEditRequest::Redo);
    assert_eq!(rules_of(&app, 0), turned);
    let nothing = "there is no change of rules to make again: take one back first";
    assert_refused(&mut app, RuleEditRequest::Redo, nothing);
    ask(&mut app, RewindRequest { to: 0 });
    assert_obeyed(&mut app, RuleEditRequest::Undo);
    assert_eq!(rules_of(&app, 0), shipped);
    assert_eq!(shown(&app).session().last_step(), 0, "the past was changed");
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
    let slots = shown(&app).battle().arena().sheet(unit(0)).rule_slots;
    let many = vec![known[0].clone(); usize::from(slots) + 1];
    let expected = format!(
        "{} rules in {slots} slots: delete some or unlock more",
        many.len()
    );
    assert_refused(&mut app, rules(0, many), &expected);
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
    let expected = format!(
        "rule 1 uses skill {}, which the unit does not know",
        wrong[0].skill.index()
    );
    assert_refused(&mut app, rules(0, wrong), &expected);
    let mut wrong = rules_of(&app, 0);
    wrong[0].when.tests[0].test = Test::EnemyInRange(12);
    assert_refused(
        &mut app,
        rules(0, wrong),
        "rule 1 looks 12 cells away: the board is 12 wide, so 11 is the most",
    );
}

#[test]
fn no_battle_begins_while_there_is_no_content() {
    let mut app = headless_app_with(ContentPlugin::Given(broken()));
    assert_refused(
        &mut app,
        BattleRequest::Start {
            battle: "first-blood".to_owned(),
            seed: 1,
        },
        "the content is not ready: mend the errors in its files",
    );
}

fn broken() -> Files {
    let mut files = shipped_files().clone();
    files.insert("rules.ron", "(");
    files
}
