//! The pages of a run where something is chosen or arranged: offer, camp, shrine, company.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::Area;
use foretold_battle::brain::RuleWord;
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{
    CompanyRule, JournalEntry, PlaceId, Rest, Run, RunCommand, RunOffer, RunStage, RunStart,
};
use foretold_sim::testing::shipped_files;
use foretold_sim::{ContentPlugin, CurrentRun, RunRealm, RunRequest, Shown};
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, choose, click_on, focused, game_on, go_to, labels, press, press_with, resize,
    texts,
};
use crate::room::{SCALES, SIZES, assert_texts_stay_inside};

/// A game with a run that has come to a decision of this kind, played by the steady policy.
pub(crate) fn run_at(seed: u64, is_there: impl Fn(&Run) -> bool) -> App {
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.finish();
    app.cleanup();
    frames(&mut app, 3);
    let realm = app.world().resource::<RunRealm>();
    let realm = Arc::clone(realm.realm().expect("the shipped run is sound"));
    let lore = Arc::new(Lore::of(&realm));
    for seed in seed..seed + 40 {
        let start = RunStart {
            seed,
            level: 0,
            finished: 0,
        };
        let mut run = Run::begin(&realm, start);
        let mut player = Player::new(Policy::Steady, &lore, seed, 0);
        while run.end().is_none() && !is_there(&run) {
            let next = player.next(&run);
            run.command(next).expect("the policy plays by the rules");
        }
        if is_there(&run) {
            look_at(&mut app, &run);
            return app;
        }
    }
    panic!("no run comes to this");
}

fn look_at(app: &mut App, run: &Run) {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let file = folder.path().join("kept.run.ron");
    std::fs::write(&file, run.record().to_text()).expect("it can be written");
    app.world_mut().write_message(RunRequest::Look {
        file,
        commands: None,
    });
    frames(app, 4);
}

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>();
    run.get().expect("a run is under way")
}

fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

fn offered(run: &Run) -> Option<&[RunOffer]> {
    match run.stage() {
        RunStage::Offered(offers) => Some(offers),
        _ => None,
    }
}

fn has_offer(wanted: impl Fn(&RunOffer) -> bool) -> impl Fn(&Run) -> bool {
    move |run| offered(run).is_some_and(|offers| offers.iter().any(&wanted))
}

fn label_with(app: &mut App, start: &str) -> String {
    let labels = labels(app);
    let found = labels.iter().find(|label| label.starts_with(start));
    found
        .unwrap_or_else(|| panic!("{start:?} is not in {labels:#?}"))
        .clone()
}

#[test]
fn an_offer_says_what_each_thing_does_and_the_odds_with_it() {
    let item = has_offer(|offer| matches!(offer, RunOffer::Item(_)));
    let mut app = run_at(1, |run| item(run) && !run.fights_ahead().is_empty());
    assert_eq!(top(&app), Some(Page::Offer));
    settle(&mut app);
    assert_reads(&mut app, "Victory without it → with it");
    let arrows = texts(&mut app)
        .iter()
        .filter(|text| text.contains("% → "))
        .count();
    assert!(arrows > 0, "{:#?}", texts(&mut app));
    assert_reads(&mut app, "omen");
}

#[test]
fn an_offer_is_taken_by_keys_alone() {
    let mut app = run_at(1, |run| {
        offered(run).is_some_and(|offers| offers.len() == 3)
    });
    let take = label_with(&mut app, "Take: ");
    go_to(&mut app, &take);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(*run(&app).stage(), RunStage::OnMap);
    let taken = run(&app).journal().last();
    assert!(matches!(taken, Some(JournalEntry::Took(..))), "{taken:?}");
    assert_eq!(top(&app), Some(Page::Map));
}

#[test]
fn an_offer_is_left_by_mouse_alone_and_one_chooses_who_gets_a_skill() {
    let skill = |run: &Run| {
        let offers = offered(run).unwrap_or_default();
        (0..).zip(offers).any(|(number, offer)| {
            let choices = run.choices().into_iter();
            let takers = choices
                .filter(|it| matches!(it, RunCommand::Take { offer, .. } if *offer == number));
            matches!(offer, RunOffer::Slot | RunOffer::Skill(_)) && takers.count() > 1
        })
    };
    let mut app = run_at(1, skill);
    let names: Vec<String> = labels(&mut app)
        .into_iter()
        .filter(|label| label.contains(": for "))
        .collect();
    let last = names.last().expect("somebody can be chosen");
    click_on(&mut app, last);
    frames(&mut app, 2);
    let (thing, who) = last.split_once(": for ").expect("it says for whom");
    click_on(&mut app, &format!("Take: {thing}"));
    frames(&mut app, 3);
    let Some(JournalEntry::Took(_, Some(place))) = run(&app).journal().last() else {
        panic!("{:?}", run(&app).journal().last());
    };
    let unit = &run(&app).company()[usize::from(*place)].unit;
    let name = &run(&app)
        .realm()
        .recruit(unit)
        .expect("it joined")
        .sheet
        .name;
    assert_eq!(name, who);

    let mut app = run_at(1, |run| offered(run).is_some());
    click_on(&mut app, "Take nothing");
    frames(&mut app, 3);
    assert_eq!(run(&app).journal().last(), Some(&JournalEntry::Left));
}

#[test]
fn a_teacher_shows_what_a_word_means_with_an_example() {
    let word = has_offer(|offer| matches!(offer, RunOffer::Word(_)));
    let mut app = run_at(1, |run| {
        word(run) && offered(run).is_some_and(|it| it.len() == 3)
    });
    assert_reads(&mut app, "For example: ");
}

#[test]
fn the_example_of_a_word_about_several_units_uses_an_area_and_spares_allies() {
    // What is told of the word by a teacher, if the company has an area or if it has none; nobody
    // knows how to say "no" yet.
    let taught = |has_area: bool| {
        let spares = move |run: &Run| {
            let word = RunOffer::Word("WouldHitAlly".to_owned());
            let area = run.drill().is_ok_and(|drill| {
                let setup = drill.setup();
                let known = setup.units.iter().take(run.company().len());
                let mut skills = known.flat_map(|unit| &unit.skills);
                skills.any(|skill| {
                    let skill = &setup.skills[skill.index()];
                    skill.area() != Area::Cell && !skill.spares()
                })
            });
            let has_word = offered(run).is_some_and(|it| it.contains(&word));
            has_word && area == has_area && !run.words().has(RuleWord::NOT)
        };
        texts(&mut run_at(1, spares)).join("")
    };
    let with_area = taught(true);
    assert!(
        with_area.contains("When it would hit no ally, use"),
        "{with_area}"
    );
    assert!(with_area.contains("the word “not” as well"), "{with_area}");
    let without = taught(false);
    assert!(
        without.contains("Nobody in the company has a skill that it suits yet"),
        "{without}"
    );
}

#[test]
fn a_camp_tells_its_numbers_and_does_one_thing() {
    let mut app = run_at(1, |run| *run.stage() == RunStage::AtCamp);
    assert_eq!(top(&app), Some(Page::Camp));
    let before = run(&app).clone();
    let mut after = before.clone();
    after
        .command(RunCommand::Camp(Rest::Heal))
        .expect("it is a camp");
    for (old, new) in before.company().iter().zip(after.company()) {
        let most = after.max_hp(new);
        let text = match old.hp == new.hp {
            true => format!("stays at {} of {most}", old.hp),
            false => format!("{} → {} of {most}", old.hp, new.hp),
        };
        assert_reads(&mut app, &text);
    }
    go_to(&mut app, "Rest");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(run(&app).company(), after.company());

    let mut app = run_at(1, |run| *run.stage() == RunStage::AtCamp);
    let learn = label_with(&mut app, "Learn ");
    let learn = match learn.contains(": for ") {
        true => labels(&mut app)
            .into_iter()
            .find(|it| it.starts_with("Learn ") && !it.contains(": for "))
            .expect("something can be learned"),
        false => learn,
    };
    click_on(&mut app, &learn);
    frames(&mut app, 3);
    let rested = run(&app).journal().last();
    let learned = matches!(rested, Some(JournalEntry::Rested(Rest::Learn { .. })));
    assert!(learned, "{rested:?}");
}

#[test]
fn a_shrine_tells_all_its_terms() {
    let mut app = run_at(1, |run| matches!(run.stage(), RunStage::AtShrine(Some(_))));
    assert_eq!(top(&app), Some(Page::Shrine));
    assert_reads(&mut app, "The price");
    assert_reads(&mut app, "You get");
    go_to(&mut app, "Take the bargain");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    let taken = run(&app).journal().last();
    assert!(matches!(taken, Some(JournalEntry::Took(..))), "{taken:?}");
}

/// On the map of a run whose company wears nothing and has something in its bag.
fn company() -> App {
    let mut app = run_at(1, |run| {
        *run.stage() == RunStage::OnMap && !run.bag().is_empty()
    });
    app.world_mut().resource_mut::<Pages>().open(Page::Company);
    frames(&mut app, 4);
    app
}

#[test]
fn items_are_worn_and_taken_off_by_mouse_and_by_keys() {
    let mut app = company();
    let item = run(&app).bag()[0].clone();
    let wear = label_with(&mut app, "Wear: ");
    click_on(&mut app, &wear);
    frames(&mut app, 3);
    let worn: Vec<&String> = run(&app).company()[0].items.values().collect();
    assert!(worn.contains(&&item), "{worn:?}");
    let off = label_with(&mut app, "Take off: ");
    go_to(&mut app, &off);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert!(run(&app).bag().contains(&item));
}

#[test]
fn rules_are_changed_taken_back_and_reach_the_run() {
    let mut app = company();
    let before = run(&app).company()[0].rules.clone();
    go_to(&mut app, "Rule 1: on or off");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    let after = run(&app).company()[0].rules.clone();
    assert_eq!(after[0].enabled, !before[0].enabled);
    assert_eq!(focused(&app).as_deref(), Some("Rule 1: on or off"));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyZ);
    frames(&mut app, 3);
    assert_eq!(run(&app).company()[0].rules, before);
    click_on(&mut app, "Make the change of rules again.");
    frames(&mut app, 3);
    assert_eq!(run(&app).company()[0].rules, after);
    assert_eq!(top(&app), Some(Page::Company), "the page stays");
}

#[test]
fn words_that_the_company_does_not_know_are_locked_and_say_where_to_find_them() {
    let mut app = company();
    let before = run(&app).company()[0].rules.clone();
    let not: RuleWord = "not".parse().expect("a word");
    assert!(!run(&app).words().has(not), "nobody has taught it yet");
    let place = before.iter().position(|rule| rule.when.tests.is_empty());
    let place = place.expect("one of its rules asks nothing");
    go_to(&mut app, &format!("Rule {}: add a condition", place + 1));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_reads(&mut app, "from teachers on floor");
    assert_reads(&mut app, "to be found after 1 finished run");
    press(&mut app, KeyCode::Escape);
    choose(&mut app, "no enemy is within …, locked");
    assert_reads(&mut app, "Your company lacks a word for this rule: “not”");
    assert_eq!(run(&app).company()[0].rules, before);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    choose(&mut app, "an enemy is within …");
    frames(&mut app, 3);
    let rules = &run(&app).company()[0].rules;
    assert_eq!(rules[place].when.tests.len(), 1);
}

/// A comma or a full stop beside a word is not in the word as well.
fn assert_no_stop_is_doubled(app: &mut App) {
    let world = app.world_mut();
    let mut rows = world.query::<&Children>();
    let mut stops = 0;
    for row in rows.iter(world) {
        let texts = row.iter().map(|it| world.get::<Text>(it));
        let texts: Vec<&str> = texts.map(|text| text.map_or("", |it| &it.0)).collect();
        for pair in texts.windows(2).filter(|it| [",", "."].contains(&it[1])) {
            assert!(!pair[0].ends_with(pair[1]), "{pair:?}");
            stops += 1;
        }
    }
    assert!(stops > 0, "there are rules on screen");
}

#[test]
fn own_first_rules_keep_their_words_and_can_be_moved_and_switched_off() {
    let has_own = |run: &Run| {
        let first = run.company().first();
        let rules = first.map_or(&[][..], |first| &first.rules);
        let locked = |rule: &CompanyRule| !rule.words().minus(run.words()).is_empty();
        *run.stage() == RunStage::OnMap && rules.first().is_some_and(locked)
    };
    let mut app = run_at(1, has_own);
    app.world_mut().resource_mut::<Pages>().open(Page::Company);
    frames(&mut app, 4);
    let before = run(&app).company()[0].rules.clone();
    assert_reads(&mut app, "A starting rule. Your company has not found");
    assert_no_stop_is_doubled(&mut app);
    go_to(&mut app, "Rule 1: add a condition");
    choose(&mut app, "an enemy is within …, locked");
    assert_eq!(run(&app).company()[0].rules, before);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    click_on(&mut app, "Rule 1: move down");
    frames(&mut app, 3);
    click_on(&mut app, "Rule 2: on or off");
    frames(&mut app, 3);
    let after = &run(&app).company()[0].rules;
    assert!(after[1].says_the_same(&before[0]) && !after[1].enabled);
}

#[test]
fn in_a_battle_of_the_run_words_are_locked_too() {
    let mut app = run_at(1, |run| *run.stage() == RunStage::Fighting);
    app.world_mut().resource_mut::<Pages>().close();
    frames(&mut app, 3);
    assert!(app.world().resource::<Shown>().is_of_run());
    press(&mut app, KeyCode::BracketRight);
    frames(&mut app, 3);
    let first = &run(&app).company()[0].rules;
    let place = first.iter().position(|rule| rule.when.tests.is_empty());
    let place = place.expect("one of its rules asks nothing") + 1;
    go_to(&mut app, &format!("Rule {place}: add a condition"));
    choose(&mut app, "no enemy is within …, locked");
    assert_reads(&mut app, "Your company lacks a word for this rule");
}

#[test]
fn during_a_fight_the_page_of_the_company_leads_back_to_it() {
    let mut app = run_at(1, |run| *run.stage() == RunStage::Fighting);
    app.world_mut().resource_mut::<Pages>().only(Page::Company);
    frames(&mut app, 4);
    click_on(&mut app, "Go on");
    frames(&mut app, 4);
    assert_eq!(top(&app), None, "the battle is on screen");
}

/// A place in reach whose fight the player commands.
fn commanded(run: &Run) -> Option<PlaceId> {
    let is_commanded = |place: &PlaceId| run.fight(*place).is_some_and(|fight| fight.by_hand);
    run.ways().into_iter().find(is_commanded)
}

#[test]
fn a_fight_that_one_commands_is_announced_on_the_map_and_when_it_begins() {
    let mut app = run_at(1, |run| commanded(run).is_some());
    let to = commanded(run(&app)).expect("there is one");
    settle(&mut app);
    let part = format!(", {to},");
    let all = labels(&mut app);
    let place = all.iter().find(|label| label.contains(&part));
    let place = place.expect("it is on the map").clone();
    click_on(&mut app, &place);
    settle(&mut app);
    assert_reads(&mut app, "You command this fight");
    assert_reads(&mut app, "to win if your rules fought it");
    click_on(&mut app, "Fight here");
    frames(&mut app, 4);
    assert_reads(&mut app, "You command: ");
    // It does not stay in the way.
    settle(&mut app);
    assert_reads(&mut app, "to win, if your rules took over");
    assert!(
        !texts(&mut app)
            .iter()
            .any(|text| text.starts_with("You command: "))
    );
}

#[test]
fn what_a_companion_does_not_use_is_on_its_badge() {
    let mut app = company();
    let name = &run(&app)
        .realm()
        .item(&run(&app).bag()[0])
        .expect("known")
        .name;
    let wear = format!("Wear: {name}, the ");
    assert_reads(&mut app, "1 item unworn");
    let wear = label_with(&mut app, &wear);
    click_on(&mut app, &wear);
    frames(&mut app, 3);
    assert!(!texts(&mut app).contains(&"1 item unworn".to_owned()));
    let slots = usize::from(run(&app).company()[0].slots);
    assert_eq!(run(&app).company()[0].rules.len(), slots);
    click_on(&mut app, "Rule 1: delete");
    frames(&mut app, 3);
    assert_reads(&mut app, "a rule free");
    app.world_mut().resource_mut::<Pages>().only(Page::Map);
    frames(&mut app, 4);
    assert_reads(&mut app, "a rule free");
}

#[test]
fn the_focus_comes_back_to_a_card_whose_badge_has_changed() {
    let mut app = run_at(1, |run| *run.stage() == RunStage::OnMap);
    let all = labels(&mut app);
    let card = all.iter().find(|label| label.ends_with(" HP"));
    let card = card.expect("the company is there");
    go_to(&mut app, card);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Company));
    click_on(&mut app, "Rule 1: delete");
    frames(&mut app, 3);
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    assert_reads(&mut app, "a rule free");
    assert_eq!(focused(&app).as_ref(), Some(card));
}

#[test]
fn known_words_come_first_in_the_lists() {
    let mut app = company();
    let rules = run(&app).company()[0].rules.clone();
    let place = rules.iter().position(|rule| rule.when.tests.is_empty());
    let place = place.expect("one of its rules asks nothing") + 1;
    let name = format!("Rule {place}: add a condition");
    go_to(&mut app, &name);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    let mut items = Vec::new();
    while let Some(item) = focused(&app).filter(|item| !items.contains(item)) {
        items.push(item);
        press(&mut app, KeyCode::ArrowDown);
    }
    let locked: Vec<bool> = items.iter().map(|it| it.ends_with(", locked")).collect();
    assert!(locked.iter().any(|it| *it) && !locked[0], "{items:?}");
    assert!(locked.is_sorted(), "{items:?}");
    assert_reads(&mut app, "Words you lack");
}

#[test]
fn nothing_on_these_pages_is_cut_at_any_size_and_scale() {
    let stages: [fn(&Run) -> bool; 4] = [
        |run| offered(run).is_some_and(|offers| offers.len() == 3),
        |run| *run.stage() == RunStage::AtCamp,
        |run| matches!(run.stage(), RunStage::AtShrine(Some(_))),
        |run| *run.stage() == RunStage::OnMap && !run.bag().is_empty(),
    ];
    for (number, stage) in stages.into_iter().enumerate() {
        let mut app = run_at(1, stage);
        if number == 3 {
            app.world_mut().resource_mut::<Pages>().open(Page::Company);
        }
        for size in SIZES {
            for scale in SCALES {
                resize(&mut app, size, scale);
                let at = format!("page {number}, {size:?} at {scale}");
                assert_texts_stay_inside(&mut app, &at);
            }
        }
    }
}
