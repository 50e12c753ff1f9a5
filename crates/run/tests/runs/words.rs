//! Words are loot: which rules a company may follow.

use std::collections::BTreeSet;

use foretold_battle::brain::{Clause, Condition, Join, RuleWord, Test};
use foretold_battle::{Command, Selector};
use foretold_content::FileKind;
use foretold_run::{CompanyRule, Run, RunCommand, RunDice, RunOffer, RunRefusal, RunStage};

use crate::{give, on_map, play_until, run_with};

fn rule(skill: &str, test: Option<Test>, on: Selector) -> CompanyRule {
    let clause = |test| Clause {
        negated: false,
        test,
    };
    CompanyRule {
        enabled: true,
        when: Condition {
            join: Join::All,
            tests: test.map(clause).into_iter().collect(),
        },
        skill: skill.to_owned(),
        on,
    }
}

fn teach(run: &mut Run, companion: u8, rules: Vec<CompanyRule>) -> Result<(), RunRefusal> {
    run.command(RunCommand::Teach { companion, rules })
}

#[test]
fn a_run_knows_few_words_at_first() {
    let run = on_map(1);
    let known: Vec<&str> = run.words().iter().map(RuleWord::name).collect();
    let expected = [
        "Always",
        "EnemyInRange",
        "MyHpBelow",
        "nearest",
        "enemy",
        "ally",
        "self",
    ];
    assert_eq!(known, expected);
}

#[test]
fn every_other_word_can_be_found() {
    let realm = crate::realm();
    let found: Vec<RuleWord> = realm.words().iter().map(|found| found.word).collect();
    for word in RuleWord::all() {
        assert!(
            found.contains(&word) != realm.plan().words.has(word),
            "{word:?} is neither known nor found, or both"
        );
    }
}

#[test]
fn every_skill_that_a_companion_can_get_has_a_rule_in_some_shipped_set() {
    let realm = crate::realm();
    let content = realm.content();
    let sets = content.ids(FileKind::Gambits).into_iter();
    let rules = sets.flat_map(|id| content.rules_in_set(id).expect("the set is shipped"));
    let ruled: BTreeSet<String> = rules.map(|(_, skill)| skill).collect();
    let recruits = realm.recruits();
    let known = recruits.flat_map(|(_, it)| it.skills.iter().chain(&it.learns));
    let items = realm.items();
    let granted = items.values().filter_map(|item| item.skill.as_ref());
    let unruled: BTreeSet<&String> = known
        .chain(granted)
        .filter(|it| !ruled.contains(*it))
        .collect();
    assert!(unruled.is_empty(), "no rule set uses {unruled:?}");
}

#[test]
fn rules_of_known_words_can_be_taught_and_others_cannot() {
    let mut run = on_map(1);
    let known = rule(
        "move_towards",
        Some(Test::EnemyInRange(3)),
        Selector::NEAREST_ENEMY,
    );
    teach(&mut run, 0, vec![known.clone()]).expect("all of its words are known");
    assert_eq!(run.company()[0].rules, std::slice::from_ref(&known));
    let weakest = rule("move_towards", None, Selector::LOWEST_HP_ENEMY);
    let refused = teach(&mut run, 0, vec![known, weakest]);
    let Err(RunRefusal::UnknownWords { rule: 1, words }) = refused else {
        panic!("{refused:?}");
    };
    let words: Vec<&str> = words.iter().map(RuleWord::name).collect();
    assert_eq!(words, ["lowest_hp"]);
}

#[test]
fn own_first_rules_may_hold_any_word_and_go_to_nobody_else() {
    let with_unknown = |run: &Run| {
        let company = run.company().iter().enumerate();
        company
            .flat_map(|(place, it)| it.rules.iter().map(move |rule| (place, rule.clone())))
            .find(|(_, rule)| !rule.words().minus(run.words()).is_empty())
    };
    let mut run = run_with(|run| *run.stage() == RunStage::OnMap && with_unknown(run).is_some());
    let (owner, own) = with_unknown(&run).expect("it was there");
    teach(&mut run, owner as u8, vec![own.clone()]).expect("it is its own");
    let other = (owner + 1) % run.company().len();
    let skill = own.skill.clone();
    let refused = teach(&mut run, other as u8, vec![own]);
    let knows = run.company()[other].knows(run.realm(), &skill);
    assert_eq!(
        matches!(refused, Err(RunRefusal::UnknownWords { .. })),
        knows,
        "{refused:?}"
    );
    assert!(refused.is_err());
}

#[test]
fn a_companion_follows_only_what_it_knows_within_its_slots() {
    let mut run = on_map(1);
    let slots = run.company()[0].slots;
    let hold = rule("hold", None, Selector::OWN);
    let refused = teach(&mut run, 0, vec![hold.clone(); usize::from(slots) + 1]);
    assert_eq!(refused, Err(RunRefusal::TooManyRules { slots }));
    let magic = rule("bone_storm", None, Selector::NEAREST_ENEMY);
    let refused = teach(&mut run, 0, vec![hold.clone(), magic]);
    assert!(matches!(
        refused,
        Err(RunRefusal::UnknownSkill { rule: 1, .. })
    ));
    let far = rule("hold", Some(Test::EnemyInRange(99)), Selector::OWN);
    let refused = teach(&mut run, 0, vec![far]);
    assert_eq!(refused, Err(RunRefusal::TooFar { rule: 0 }));
}

#[test]
fn a_word_that_is_taken_is_known_from_then_on() {
    let first_is_word = |run: &Run| match run.stage() {
        RunStage::Offered(offers) => matches!(offers.first(), Some(RunOffer::Word(_))),
        _ => false,
    };
    let mut run = run_with(first_is_word);
    let RunStage::Offered(offers) = run.stage().clone() else {
        panic!("{:?}", run.stage());
    };
    let RunOffer::Word(name) = &offers[0] else {
        panic!("{offers:?}");
    };
    let word: RuleWord = name.parse().expect("it is a word");
    assert!(!run.words().has(word));
    let take = RunCommand::Take {
        offer: 0,
        companion: None,
    };
    give(&mut run, take);
    assert!(run.words().has(word));
}

#[test]
fn in_a_battle_rules_obey_the_same_words_and_stay_afterwards() {
    let mut run = on_map(4);
    let to = run.ways()[0];
    give(&mut run, RunCommand::Go { to });
    let encounter = run.battle().expect("it has begun").encounter.clone();
    let unit = encounter.unit(encounter.unit_ids().next().expect("somebody is there"));
    let unit = unit.expect("it is there");
    let mut edit = |wanted: &CompanyRule| {
        let rules = vec![wanted.in_battle(&encounter).expect("everyone can move")];
        run.command(RunCommand::Battle(Command::Rules { unit, rules }))
    };
    let weakest = rule("move_towards", None, Selector::LOWEST_HP_ENEMY);
    assert!(matches!(
        edit(&weakest),
        Err(RunRefusal::UnknownWords { .. })
    ));
    let nearest = rule("move_towards", None, Selector::NEAREST_ENEMY);
    assert_eq!(edit(&nearest), Ok(()));
    give(&mut run, RunCommand::Step { steps: 1_000 });
    if matches!(run.stage(), RunStage::Offered(_)) {
        assert_eq!(run.company()[0].rules, [nearest]);
    }
}

/// A run whose first companion has a rule for a skill that an item taught, and has taken that item off:
/// the rules, and the id of the skill.
fn untaught() -> (Run, Vec<CompanyRule>, String) {
    let lends_skill = |run: &Run| {
        let bag = run.bag().iter().filter_map(|id| run.realm().item(id));
        *run.stage() == RunStage::OnMap && bag.into_iter().any(|item| item.skill.is_some())
    };
    let mut run = run_with(lends_skill);
    let item = run.bag().iter().find(|id| {
        let item = run.realm().item(id);
        item.is_some_and(|item| item.skill.is_some())
    });
    let item = item.expect("it was there").clone();
    let slot = run.realm().item(&item).expect("it is shipped").slot;
    let skill = run.realm().item(&item).and_then(|item| item.skill.clone());
    let skill = skill.expect("it lends one");
    let companion = 0;
    give(&mut run, RunCommand::Wear { companion, item });
    let mut rules = run.company()[0].rules.clone();
    rules.truncate(usize::from(run.company()[0].slots) - 1);
    rules.push(rule(&skill, None, Selector::NEAREST_ENEMY));
    teach(&mut run, 0, rules.clone()).expect("it knows the skill now");
    give(&mut run, RunCommand::TakeOff { companion, slot });
    (run, rules, skill)
}

#[test]
fn rules_that_nobody_touched_in_a_battle_stay_as_they_were() {
    // A rule whose skill comes from an item that is no longer worn is left out of battles, not lost.
    let (mut run, rules, _) = untaught();
    let mut dice = RunDice::new(1, "rules");
    let floor = run.place().map_or(0, |place| place.floor);
    play_until(&mut run, &mut dice, |now| {
        now.place().is_some_and(|place| place.floor > floor + 1)
    });
    assert_eq!(run.company()[0].rules, rules);
}

#[test]
fn a_rule_without_its_skill_stays_when_the_others_change_and_no_other_is_made_of_it() {
    let (mut run, mut rules, skill) = untaught();
    rules.reverse();
    teach(&mut run, 0, rules.clone()).expect("the rule was there before");
    assert_eq!(run.company()[0].rules, rules);
    rules[0].when = rule(&skill, Some(Test::EnemyInRange(2)), Selector::NEAREST_ENEMY).when;
    let refused = teach(&mut run, 0, rules);
    let expected = RunRefusal::UnknownSkill { rule: 0, skill };
    assert_eq!(refused, Err(expected));
}

#[test]
fn in_a_drill_everybody_stands_in_order_and_every_rule_has_its_skill() {
    let (run, rules, _) = untaught();
    let drill = run.drill().expect("the company can meet on a field");
    for (companion, sheet) in run.company().iter().zip(&drill.setup().units) {
        let recruit = run.realm().recruit(&companion.unit).expect("it joined");
        assert_eq!(sheet.name, recruit.sheet.name);
        assert_eq!(
            (sheet.hp, sheet.max_hp),
            (companion.hp, run.max_hp(companion))
        );
    }
    for rule in &rules {
        let staged = rule.in_battle(&drill).expect("its skill has a place");
        assert_eq!(CompanyRule::of(&staged, &drill), *rule);
    }
    let knows = |rule: &CompanyRule| {
        let skill = drill.skill(&rule.skill).expect("its skill has a place");
        drill.setup().units[0].skills.contains(&skill)
    };
    assert_eq!(rules.iter().filter(|rule| !knows(rule)).count(), 1);
}
