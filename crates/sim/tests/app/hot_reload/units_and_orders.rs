//! Units that vanish or change places, and orders that the new content does not know.

use foretold_battle::{Order, SkillId, UnitId};
use foretold_sim::testing::{Inbox, run_ticks, shown};
use foretold_sim::{BattleRequest, GameContent, RuleEditRequest};

use super::workshop::Workshop;
use crate::common::{
    Standing, ask, assert_obeyed, cell, once, session, step_on_screen, unit, words,
};

const CRYPT: &str = "battles/crypt.battle.ron";
const THREE: &str = "battles/three-abreast.battle.ron";

/// The unit with this name in the battle on screen.
fn named(shop: &Workshop, name: &str) -> UnitId {
    let current = shown(&shop.app);
    let mut units = current.battle().units();
    let found = units.find(|(id, _)| current.unit_name(*id) == name);
    found.expect("it is there").0
}

#[test]
fn a_unit_that_vanished_is_reported_and_the_battle_goes_on_as_it_was() {
    let mut shop = Workshop::fighting("crypt", 3);
    run_ticks(&mut shop.app, 5);
    let before = Standing::of(&shop.app);
    let version = shown(&shop.app).moment().fingerprint();
    shop.change(
        CRYPT,
        "        (unit: \"pikeman\", at: \"F11\", name: \"Pia\"),\n",
        "",
    );
    shop.wait_for_generation(2);
    assert_eq!(shop.replayed.len(), 1);
    let report = &shop.replayed[0];
    assert_eq!((report.step, &report.skipped), (5, &Vec::new()));
    assert_eq!(report.vanished, ["pia"]);
    assert_eq!(Standing::of(&shop.app), before);
    assert_eq!(shown(&shop.app).moment().fingerprint(), version);
    run_ticks(&mut shop.app, 1);
    assert_eq!(step_on_screen(&shop.app), 6);
    assert_eq!(shown(&shop.app).battle().units().len(), 8);
    // A restart begins with the new content.
    ask(&mut shop.app, BattleRequest::Restart { seed: None });
    assert_eq!(shown(&shop.app).battle().units().len(), 7);
    assert_eq!(shown(&shop.app).session().seed(), 3);
    assert_eq!(step_on_screen(&shop.app), 0);
}

#[test]
fn the_unit_that_is_gone_is_named_not_the_last_of_its_kind() {
    let mut shop = Workshop::fighting("three-abreast", 3);
    run_ticks(&mut shop.app, 2);
    let cleo = named(&shop, "Cleo");
    let id = shown(&shop.app).encounter().unit_id(cleo).to_owned();
    shop.change(
        THREE,
        "        (unit: \"recruit\", at: \"J10\", name: \"Cleo\"),\n",
        "",
    );
    shop.wait_for_generation(2);
    let vanished = &shop.replayed[0].vanished;
    assert!(
        *vanished == [id.as_str()] || *vanished == ["Cleo"],
        "{vanished:?}"
    );
}

#[test]
fn a_battle_whose_file_is_gone_goes_on() {
    let mut shop = Workshop::fighting("hounds", 3);
    let before = Standing::of(&shop.app);
    shop.change("schools/descent.school.ron", "        \"hounds\",\n", "");
    shop.wait_for_generation(2);
    assert!(shop.replayed.is_empty());
    shop.remove("battles/hounds.battle.ron");
    shop.wait_for_generation(3);
    assert_eq!(shop.replayed.len(), 1);
    assert_eq!(shop.replayed[0].vanished.len(), 8, "everybody");
    assert_eq!(Standing::of(&shop.app), before);
    // There is nothing to begin again with.
    let mut refused = Inbox::new(&shop.app);
    ask(&mut shop.app, BattleRequest::Restart { seed: None });
    let refusals = words(&mut refused, &shop.app);
    assert!(
        refusals[0].starts_with("there is no battle `hounds`"),
        "{refusals:?}"
    );
    assert_eq!(Standing::of(&shop.app), before);
}

#[test]
fn a_newcomer_does_not_take_the_orders_of_another() {
    let mut shop = Workshop::fighting("three-abreast", 3);
    run_ticks(&mut shop.app, 1);
    let ada = named(&shop, "Ada");
    assert_obeyed(&mut shop.app, once(ada.slot(), Order::MoveTo(cell("A12"))));
    run_ticks(&mut shop.app, 3);
    shop.change(
        THREE,
        "        (unit: \"recruit\", at: \"C10\", name: \"Ada\"),\n",
        "        (unit: \"recruit\", at: \"L12\", name: \"Dora\"),\n        (unit: \"recruit\", at: \"C10\", name: \"Ada\"),\n",
    );
    shop.wait_for_generation(2);
    assert_eq!(shop.replayed[0].vanished, [""; 0]);
    assert_eq!(step_on_screen(&shop.app), 4);
    let (ada, dora) = (named(&shop, "Ada"), named(&shop, "Dora"));
    assert_ne!(ada, unit(0));
    let order = |id| {
        shown(&shop.app)
            .battle()
            .unit(id)
            .and_then(|unit| unit.order)
    };
    assert_eq!(order(dora), None);
    let there = shown(&shop.app).battle().unit(ada).expect("it joined").cell;
    assert!(order(ada).is_some() || there == cell("A12"));
}

#[test]
fn an_order_that_became_illegal_is_skipped_and_listed_with_its_step() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 2);
    let at = shown(&shop.app).battle().unit(unit(0)).expect("Ada").cell;
    assert_ne!(at, cell("C9"));
    assert_obeyed(&mut shop.app, once(0, Order::MoveTo(cell("C9"))));
    run_ticks(&mut shop.app, 1);
    assert_obeyed(&mut shop.app, once(0, Order::EndTurn));
    run_ticks(&mut shop.app, 2);
    // C9 becomes a wall: the ninth row, third column.
    let row = "        \"#..~....~..#\",\n        \"#..........#\",\n        \"#..........#\",\n        \"############\"";
    let wall = "        \"#.#~....~..#\",\n        \"#..........#\",\n        \"#..........#\",\n        \"############\"";
    shop.change("boards/yard.board.ron", row, wall);
    shop.wait_for_generation(2);
    assert_eq!(shop.replayed.len(), 1);
    let report = &shop.replayed[0];
    assert_eq!(report.skipped, [(2, "there is no way there".to_owned())]);
    assert_eq!((report.step, &report.vanished), (5, &Vec::new()));
    assert_eq!(step_on_screen(&shop.app), 5);
    let entries = shown(&shop.app).session().entries();
    assert_eq!(entries.len(), 1, "the other order was given again");
    assert_eq!(entries[0].step, 3);
}

#[test]
fn an_order_with_a_skill_that_is_gone_is_skipped() {
    let mut shop = Workshop::open();
    shop.put("skills/slam.skill.ron", "(damage: 3)");
    shop.put(
        "units/boxer.unit.ron",
        "(hp: 50, skills: [\"slam\", \"light_punch\"], brain: Gambit([(use: \"light_punch\")]))",
    );
    let duel = "(title: \"Duel\", text: \"Two. Fight.\", board: \"yard\", friends: [(unit: \"boxer\", at: \"C7\")], enemies: [(unit: \"boxer\", at: \"D7\")])";
    shop.write("battles/duel.battle.ron", duel);
    shop.wait_for_generation(2);
    let battle_name = "duel".to_owned();
    shop.ask(BattleRequest::Start {
        battle: battle_name,
        seed: 1,
    });
    let slam = shown(&shop.app)
        .encounter()
        .skill("slam")
        .expect("it is known");
    run_ticks(&mut shop.app, 1);
    let order = Order::Use {
        skill: slam,
        at: cell("D7"),
    };
    assert_obeyed(&mut shop.app, once(0, order));
    run_ticks(&mut shop.app, 1);
    shop.write(
        "units/boxer.unit.ron",
        "(hp: 50, skills: [\"light_punch\"], brain: Gambit([(use: \"light_punch\")]))",
    );
    shop.wait_for_generation(3);
    let skipped = &shop.replayed[0].skipped;
    assert_eq!(*skipped, [(1, "the skill `slam` is gone".to_owned())]);
}

#[test]
fn edited_rules_survive_when_the_skills_change_places() {
    let mut shop = Workshop::fighting("first-blood", 3);
    run_ticks(&mut shop.app, 2);
    let text = "[(use: \"heavy_punch\"), (use: \"move_towards\")]";
    let content = shop.app.world().resource::<GameContent>().content();
    let rules = content
        .expect("it is loaded")
        .rules_from_text(shown(&shop.app).encounter(), unit(0), text)
        .expect("it is a list of rules");
    let edit = RuleEditRequest::Rules {
        unit: unit(0),
        rules,
    };
    assert_obeyed(&mut shop.app, edit);
    run_ticks(&mut shop.app, 6);
    let rules = |shop: &Workshop| -> Vec<(SkillId, String)> {
        let current = shown(&shop.app);
        let ada = current.battle().unit(unit(0)).expect("Ada");
        let skills = ada.rules.iter().map(|rule| rule.skill);
        skills
            .map(|skill| (skill, current.encounter().skill_id(skill).to_owned()))
            .collect()
    };
    let before = rules(&shop);
    shop.write(
        "units/recruit.unit.ron",
        "(hp: 100, skills: [\"move_towards\", \"heavy_punch\", \"light_punch\", \"move_away\"], brain: Gambit(\"recruit\"))",
    );
    shop.wait_for_generation(2);
    let after = rules(&shop);
    let names = |rules: &[(SkillId, String)]| -> Vec<String> {
        rules.iter().map(|(_, name)| name.clone()).collect()
    };
    assert_eq!(names(&after), ["heavy_punch", "move_towards"]);
    assert_eq!(names(&after), names(&before));
    assert_ne!(after, before, "the places did change");
    assert_eq!(shop.replayed[0].skipped, []);
    assert_eq!(step_on_screen(&shop.app), 8);
    // The places are all that changed: the battle went the same way.
    let ada = shown(&shop.app).battle().unit(unit(0)).expect("Ada");
    let at = session(&shop.app).moments()[8]
        .battle
        .unit(unit(0))
        .expect("Ada")
        .cell;
    assert_eq!(ada.cell, at);
}
