//! Runs through requests only: won, lost, kept, taken up again, practised.

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::brain::{Clause, Rule, Test};
use foretold_battle::{Command, Outcome, Tally};
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{PlaceId, Run, RunCommand, RunEnd, RunRecord, RunStage, RunStart};
use foretold_sim::testing::{Inbox, headless_app, shown};
use foretold_sim::{
    AutoTakeCommand, ClockRequest, CurrentRun, Forecast, KeptRuns, OfferOdds, OrderRequest,
    Refused, RequestRefusal, RewindRequest, RuleEditRequest, RunFolder, RunHappened, RunOdds,
    RunPast, RunRealm, RunRequest,
};

fn start(seed: u64) -> RunStart {
    RunStart {
        seed,
        level: 0,
        finished: 0,
    }
}

/// An app in which a run has begun. Battles by hand follow their rules.
fn run_app(folder: Option<&Path>) -> App {
    let mut app = headless_app();
    app.insert_resource(AutoTakeCommand(false));
    if let Some(folder) = folder {
        app.insert_resource(RunFolder(Some(folder.to_owned())));
    }
    app.update();
    app
}

fn ask(app: &mut App, request: RunRequest) {
    app.world_mut().write_message(request);
    app.update();
}

fn begin(app: &mut App, seed: u64) {
    ask(app, RunRequest::Begin(start(seed)));
}

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>().get();
    run.expect("a run has begun")
}

/// Does what a policy wants by the requests that a player's keys and clicks would write.
fn obey(app: &mut App, command: RunCommand) {
    match command {
        RunCommand::Step { .. } => {
            app.world_mut().write_message(ClockRequest::Finish);
            app.update();
        }
        RunCommand::Battle(Command::Rules { unit, rules }) => {
            app.world_mut()
                .write_message(RuleEditRequest::Rules { unit, rules });
            app.update();
        }
        RunCommand::Battle(other) => panic!("policies change only rules, not {other:?}"),
        other => ask(app, RunRequest::Command(other)),
    }
}

fn lore(app: &App) -> Arc<Lore> {
    let realm = app.world().resource::<RunRealm>().realm();
    Arc::new(Lore::of(realm.expect("the shipped content has a run")))
}

/// Plays the first run that ends like this through requests, and the same run without Bevy.
fn play_to(end: RunEnd) -> (App, Run) {
    let mut app = run_app(None);
    let lore = lore(&app);
    let realm = app.world().resource::<RunRealm>().realm().cloned();
    let realm = realm.expect("the shipped content has a run");
    let policy = Policy::Steady;
    let ends = |seed: &u64| {
        let mut pure = Run::begin(&realm, start(*seed));
        let played = Player::new(policy, &lore, *seed, 0).play(&mut pure);
        played.expect("the policy plays by the rules");
        pure.end() == Some(end)
    };
    let seed = (1..100).find(ends).expect("some run ends like this");
    begin(&mut app, seed);
    let mut refused = Inbox::<Refused>::new(&app);
    let mut player = Player::new(policy, &lore, seed, 0);
    while run(&app).end().is_none() {
        let command = player.next(run(&app));
        obey(&mut app, command);
        let refused = refused.read(&app);
        assert!(refused.is_empty(), "{refused:?}");
    }
    let mut pure = Run::begin(run(&app).realm(), start(seed));
    let mut player = Player::new(policy, &lore, seed, 0);
    player
        .play(&mut pure)
        .expect("the policy plays by the rules");
    (app, pure)
}

#[test]
fn a_run_is_won_through_requests_and_is_the_run_without_bevy_to_the_bit() {
    let (app, pure) = play_to(RunEnd::Won);
    assert_eq!(run(&app).fingerprint(), pure.fingerprint());
    assert_eq!(run(&app).record().commands, pure.record().commands);
}

#[test]
fn a_run_is_lost_through_requests_and_its_last_battle_can_be_practised() {
    let (mut app, pure) = play_to(RunEnd::Lost);
    assert_eq!(run(&app).fingerprint(), pure.fingerprint());
    while app.world().resource::<RunPast>().is_running() {
        app.update();
        std::thread::yield_now();
    }
    let past = app.world().resource::<RunPast>();
    let last = past.fights().len() - 1;
    let steps = past.fights()[last].session.last_step();
    assert_eq!(past.odds(last).len() as u32, steps + 1);
    let outcome = past.fights()[last].session.battle().outcome();
    assert!(outcome.is_some_and(|outcome| outcome != Outcome::Victory));
    let turn = past.turning_point().expect("it was lost somewhere");
    assert!(turn.point.swing.gain() < 0);
    assert_eq!(turn.fight, last, "whatever went badly before was won");
    let fought = past.fights()[turn.fight].session.moments();
    let (fight, step) = (turn.fight, turn.point.way_back());
    let expected = fought[step as usize].fingerprint();
    let before = run(&app).fingerprint();
    let practice = RunRequest::Practise {
        fight,
        step,
        without_rules: false,
    };
    ask(&mut app, practice);
    assert!(shown(&app).is_practice());
    assert_eq!(shown(&app).moment().fingerprint(), expected);
    app.world_mut().write_message(ClockRequest::Finish);
    app.update();
    assert_eq!(run(&app).fingerprint(), before, "practice has no stakes");
}

/// An app in the first battle of a run.
fn fighting(seed: u64, folder: Option<&Path>) -> App {
    let mut app = run_app(folder);
    begin(&mut app, seed);
    let choose = RunCommand::Choose {
        companions: vec![0, 1, 2],
    };
    obey(&mut app, choose);
    while *run(&app).stage() == RunStage::OnMap {
        let to = run(&app).ways()[0];
        obey(&mut app, RunCommand::Go { to });
    }
    assert_eq!(*run(&app).stage(), RunStage::Fighting);
    assert!(shown(&app).is_of_run());
    app
}

fn steps(app: &mut App, steps: u32) {
    for _ in 0..steps {
        app.world_mut().write_message(ClockRequest::Step);
        app.update();
    }
}

/// The rules of the first companion, and its number.
fn rules(app: &App) -> (foretold_battle::UnitId, Vec<Rule>) {
    let battle = shown(app).battle();
    let (unit, _) = battle.arena().units().next().expect("somebody fights");
    let rules = battle.unit(unit).map(|unit| unit.rules.to_vec());
    (unit, rules.expect("it is there"))
}

#[test]
fn looking_back_is_free_and_changing_the_past_costs_an_omen() {
    let mut app = fighting(3, None);
    steps(&mut app, 6);
    let omens = run(&app).omens();
    app.world_mut().write_message(RewindRequest { to: 2 });
    app.update();
    assert_eq!((shown(&app).step(), run(&app).omens()), (2, omens));
    let (unit, mut fewer) = rules(&app);
    fewer.pop();
    let edit = RuleEditRequest::Rules { unit, rules: fewer };
    let mut refused = Inbox::<Refused>::new(&app);
    app.world_mut().write_message(edit.clone());
    app.update();
    let reasons: Vec<_> = refused.read(&app).into_iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [RequestRefusal::CostsAnOmen { step: 2 }]);
    assert_eq!(run(&app).battle().map(|it| it.session.last_step()), Some(6));
    // Taken back and changed in one frame.
    let back = RunCommand::TakeBack { step: 2 };
    app.world_mut().write_message(RunRequest::Command(back));
    app.world_mut().write_message(edit);
    app.update();
    assert_eq!(refused.read(&app).len(), 0);
    assert_eq!(run(&app).omens(), omens - 1);
    let fight = run(&app).battle().expect("it goes on");
    assert_eq!(fight.session.last_step(), 2);
    assert_eq!(fight.session.entries(), shown(&app).session().entries());
    assert_eq!(fight.session.entries().len(), 1);
}

#[test]
fn orders_rules_and_what_is_taken_back_reach_the_run() {
    let mut app = fighting(3, None);
    let same = |app: &App| {
        let (own, fight) = (shown(app).session(), run(app).battle());
        let run = &fight.expect("it is fought").session;
        assert_eq!(own.entries(), run.entries());
        assert_eq!(own.present().fingerprint(), run.present().fingerprint());
    };
    let (unit, all) = rules(&app);
    let mut fewer = all.clone();
    fewer.pop();
    for rules in [fewer.clone(), all.clone(), fewer] {
        app.world_mut()
            .write_message(RuleEditRequest::Rules { unit, rules });
        app.update();
        same(&app);
    }
    for request in [
        RuleEditRequest::Undo,
        RuleEditRequest::Undo,
        RuleEditRequest::Redo,
    ] {
        app.world_mut().write_message(request);
        app.update();
        same(&app);
    }
    steps(&mut app, 2);
    app.world_mut().write_message(RuleEditRequest::Undo);
    let enemy = shown(&app).battle().arena().units().last();
    let unit = enemy.expect("an enemy is there").0;
    app.world_mut()
        .write_message(OrderRequest::Mark { unit, marked: true });
    app.update();
    same(&app);
    let record = run(&app).record();
    let again = record.play(run(&app).realm()).expect("it plays the same");
    assert_eq!(again.fingerprint(), run(&app).fingerprint());
}

#[test]
fn a_rule_of_unknown_words_is_refused_and_a_battle_of_a_run_is_fought_once() {
    let mut app = fighting(3, None);
    let (unit, mut own) = rules(&app);
    own[0].when.tests.clear();
    own[0].when.tests.push(Clause {
        negated: false,
        test: Test::MyCellTargeted,
    });
    let mut refused = Inbox::<Refused>::new(&app);
    app.world_mut()
        .write_message(RuleEditRequest::Rules { unit, rules: own });
    app.world_mut()
        .write_message(foretold_sim::BattleRequest::Restart { seed: None });
    app.update();
    let reasons: Vec<_> = refused.read(&app).into_iter().map(|it| it.reason).collect();
    assert!(
        matches!(
            &reasons[..],
            [RequestRefusal::OnlyOnce, RequestRefusal::Run(_)]
                | [RequestRefusal::Run(_), RequestRefusal::OnlyOnce]
        ),
        "{reasons:?}"
    );
}

/// Lets frames pass until the file of the run holds what the run has come to.
fn wait_for_file(app: &mut App, folder: &Path) {
    let expected = run(app).record();
    for _ in 0..100_000 {
        app.update();
        let text = std::fs::read_to_string(folder.join("current.run.ron"));
        let record = text.ok().and_then(|text| RunRecord::from_text(&text).ok());
        if record.as_ref() == Some(&expected) {
            return;
        }
        std::thread::yield_now();
    }
    panic!("it was never written");
}

#[test]
fn a_run_is_written_after_every_command_and_step_and_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = fighting(3, Some(folder.path()));
    for _ in 0..4 {
        steps(&mut app, 1);
        wait_for_file(&mut app, folder.path());
    }
    let expected = run(&app).fingerprint();
    drop(app);
    let mut app = run_app(Some(folder.path()));
    let kept = app.world().resource::<KeptRuns>();
    assert_eq!(kept.under_way().map(RunRecord::floor), Some(1));
    ask(&mut app, RunRequest::GoOn);
    assert_eq!(run(&app).fingerprint(), expected);
    assert!(shown(&app).is_of_run());
    assert_eq!(shown(&app).step(), 4);
    // Given up, it is in the chronicle, and nothing is under way.
    ask(&mut app, RunRequest::Command(RunCommand::GiveUp));
    for _ in 0..100_000 {
        app.update();
        if !folder.path().join("current.run.ron").exists() {
            break;
        }
        std::thread::yield_now();
    }
    let kept = app.world().resource::<KeptRuns>();
    assert!(kept.under_way().is_none());
    let entry = &kept.chronicle().runs[0];
    assert_eq!((entry.end, entry.floor), (RunEnd::GivenUp, 1));
    assert!(folder.path().join(&entry.file).exists());
    assert!(!folder.path().join("current.run.ron").exists());
}

#[test]
fn a_damaged_file_is_put_aside_and_reported() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("current.run.ron"), "(version: 1, run:").expect("written");
    std::fs::write(folder.path().join("chronicle.ron"), "nonsense").expect("written");
    let mut app = headless_app();
    app.insert_resource(RunFolder(Some(folder.path().to_owned())));
    let mut trouble = Inbox::<foretold_sim::RunFileTrouble>::new(&app);
    app.update();
    assert_eq!(trouble.read(&app).len(), 2);
    assert!(app.world().resource::<KeptRuns>().under_way().is_none());
    for name in ["current.run.ron", "chronicle.ron"] {
        assert!(!folder.path().join(name).exists());
        assert!(folder.path().join(format!("{name}.damaged")).exists());
    }
}

/// Plays until a fight ahead is by hand, or not, and goes there. Gives what the map foretold.
fn go_to_a_fight(by_hand: bool) -> (App, Tally) {
    for seed in 1..100 {
        let mut app = headless_app();
        begin(&mut app, seed);
        let mut player = Player::new(Policy::Steady, &lore(&app), seed, 0);
        while run(&app).end().is_none() {
            let here = run(&app);
            let is_wanted =
                |to: &PlaceId| here.encounter(*to).is_ok_and(|it| it.by_hand == by_hand);
            let ahead = here.fights_ahead().into_iter().find(is_wanted);
            if let (RunStage::OnMap, Some(to)) = (here.stage(), ahead) {
                while app.world().resource::<RunOdds>().is_running() {
                    app.update();
                    std::thread::yield_now();
                }
                let foretold = *app
                    .world()
                    .resource::<RunOdds>()
                    .odds(to)
                    .expect("it is foretold");
                ask(&mut app, RunRequest::Command(RunCommand::Go { to }));
                return (app, foretold);
            }
            let command = player.next(here);
            obey(&mut app, command);
        }
    }
    panic!("no run leads there")
}

#[test]
fn a_battle_begins_with_the_odds_that_the_map_foretold() {
    for by_hand in [false, true] {
        let (mut app, foretold) = go_to_a_fight(by_hand);
        while !app.world().resource::<Forecast>().is_done() {
            app.update();
            std::thread::yield_now();
        }
        assert_eq!(shown(&app).encounter().by_hand, by_hand);
        let odds = app.world().resource::<Forecast>().tally();
        assert_eq!(odds, Some(&foretold), "by hand: {by_hand}");
    }
}

#[test]
fn what_lies_ahead_is_foretold_and_what_is_offered_is_weighed() {
    let mut app = fighting(3, None);
    let mut happened = Inbox::<RunHappened>::new(&app);
    let lore = lore(&app);
    let mut player = Player::new(Policy::Steady, &lore, 3, 0);
    while !matches!(run(&app).stage(), RunStage::Offered(_) | RunStage::Over(_)) {
        let command = player.next(run(&app));
        obey(&mut app, command);
    }
    assert!(!happened.read(&app).is_empty());
    assert!(
        matches!(run(&app).stage(), RunStage::Offered(_)),
        "seed 3 wins its first fight"
    );
    let running = |app: &App| {
        app.world().resource::<RunOdds>().is_running()
            || app.world().resource::<OfferOdds>().is_running()
    };
    while running(&app) {
        app.update();
        std::thread::yield_now();
    }
    for offer in 0..3 {
        let outlook = app.world().resource::<OfferOdds>().of(offer);
        assert!(outlook.is_some(), "offer {offer}");
    }
    let (run, odds) = (run(&app), app.world().resource::<RunOdds>());
    for place in run.fights_ahead() {
        assert!(odds.odds(place).is_some(), "{place}");
    }
}
