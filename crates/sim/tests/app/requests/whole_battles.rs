//! Requests to begin, watch, keep and leave battles.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::App;
use foretold_battle::testing::skirmish;
use foretold_battle::{Battle, Event, Replay, ReplayError};
use foretold_content::plain_path;
use foretold_sim::testing::{
    Inbox, battle_app, fight, headless_app, headless_app_with, run_ticks, shipped_files, shown, sit,
};
use foretold_sim::{
    BattleEvent, BattleRequest, BattleStarted, ClockRequest, ContentPlugin, GameContent, Refused,
    ReplayFolder, ReplayKept, RequestRefusal, RewindRequest, RuleEditRequest, Shown,
};

use crate::common::{
    Standing, ask, assert_obeyed, assert_refused, fingerprint, fingerprints, session,
    step_on_screen, unit, words,
};

fn start(battle: &str, seed: u64) -> BattleRequest {
    BattleRequest::Start {
        battle: battle.to_owned(),
        seed,
    }
}

#[test]
fn a_battle_of_the_content_begins_at_its_set_up() {
    let mut app = headless_app();
    let mut started = Inbox::<BattleStarted>::new(&app);
    let mut events_in = Inbox::<BattleEvent>::new(&app);
    assert_obeyed(&mut app, start("goblin-ambush", 7));
    let battle_started = BattleStarted {
        battle: "goblin-ambush".to_owned(),
        seed: 7,
    };
    assert_eq!(started.read(&app), [battle_started]);
    let mut events: Vec<Event> = Vec::new();
    let mut alone = Battle::start(shown(&app).battle().arena(), 7, &mut events);
    alone.set_player(true);
    assert_eq!(fingerprint(&app), alone.fingerprint());
    assert!(!events.is_empty(), "initiative was rolled");
    let happened = events_in.read(&app).into_iter().map(|event| event.0);
    assert_eq!(happened.collect::<Vec<_>>(), events);
    assert_eq!(session(&app).moments()[0].events, events);
    assert_eq!((step_on_screen(&app), session(&app).last_step()), (0, 0));
    assert!(shown(&app).is_live());
    assert_eq!(shown(&app).unit_name(unit(0)), "Falk");
}

#[test]
fn every_shipped_battle_begins() {
    let mut app = headless_app();
    let content = app.world().resource::<GameContent>();
    let content = content.content().expect("the shipped content is good");
    let names: Vec<String> = content
        .encounters()
        .map(|battle| battle.name.clone())
        .collect();
    assert_eq!(names.len(), 12);
    for name in names {
        assert_obeyed(&mut app, start(&name, 1));
        assert_eq!(shown(&app).encounter().name, name);
    }
}

#[test]
fn a_battle_that_is_not_there_is_refused_with_the_one_that_was_meant() {
    let mut app = headless_app();
    assert_refused(
        &mut app,
        start("first-blod", 1),
        "there is no battle `first-blod`: did you mean `first-blood`?",
    );
    let mut app = battle_app("crypt", 1);
    assert_refused(&mut app, start("x", 1), &unknown("x"));
}

/// The words for a name that is like no other.
fn unknown(name: &str) -> String {
    format!(
        "there is no battle `{name}`: expected one of `bonelord`, `crossfire`, `crypt`, \
         `crypt-by-hand`, `first-blood`, `goblin-ambush`, `heavy-hands`, `hounds`, \
         `open-graves`, `spider-nest`, `stand-apart`, `three-abreast`"
    )
}

#[test]
fn a_battle_that_no_file_describes_begins_as_well() {
    let mut app = headless_app();
    let mut started = Inbox::<BattleStarted>::new(&app);
    fight(&mut app, skirmish(), 3);
    assert_eq!(started.read(&app)[0].battle, "test");
    assert!(!shown(&app).battle().has_player());
    // Begun again it is the same, though no content knows it.
    run_ticks(&mut app, 3);
    assert_obeyed(&mut app, BattleRequest::Restart { seed: None });
    assert_eq!(shown(&app).encounter().name, "test");
    assert_eq!(step_on_screen(&app), 0);
}

#[test]
fn a_battle_begins_again_with_the_same_dice_or_others() {
    let mut app = battle_app("first-blood", 7);
    ask(&mut app, ClockRequest::Finish);
    let first = fingerprints(&app);
    let mut started = Inbox::<BattleStarted>::new(&app);
    assert_obeyed(&mut app, BattleRequest::Restart { seed: None });
    assert_eq!(started.read(&app)[0].seed, 7);
    assert_eq!(fingerprints(&app), first[..1]);
    ask(&mut app, ClockRequest::Finish);
    assert_eq!(fingerprints(&app), first);
    assert_obeyed(&mut app, BattleRequest::Restart { seed: Some(8) });
    assert_eq!(started.read(&app)[0].seed, 8);
    assert_eq!(shown(&app).session().seed(), 8);
    ask(&mut app, ClockRequest::Finish);
    assert_ne!(fingerprints(&app), first);
}

#[test]
fn a_battle_that_begins_again_begins_with_the_rules_that_were_made() {
    let mut app = battle_app("first-blood", 7);
    let rules = |app: &App| {
        shown(app)
            .battle()
            .unit(unit(0))
            .expect("Ada")
            .rules
            .to_vec()
    };
    let mut turned = rules(&app);
    turned.reverse();
    run_ticks(&mut app, 3);
    let edit = RuleEditRequest::Rules {
        unit: unit(0),
        rules: turned.clone(),
    };
    assert_obeyed(&mut app, edit);
    // Looking back does not matter: the present's rules count.
    ask(&mut app, RewindRequest { to: 1 });
    assert_obeyed(&mut app, BattleRequest::Restart { seed: Some(8) });
    assert_eq!(step_on_screen(&app), 0);
    assert_eq!(rules(&app), turned);
    assert_obeyed(&mut app, RuleEditRequest::Undo);
    assert_ne!(rules(&app), turned, "they can be taken back");
    assert_obeyed(&mut app, start("first-blood", 7));
    assert_ne!(rules(&app), turned, "another battle has its own");
}

/// A replay of a shipped battle.
fn replay(name: &str, seed: u64) -> Replay {
    let mut app = battle_app(name, seed);
    run_ticks(&mut app, 5);
    shown(&app).session().replay()
}

#[test]
fn a_replay_is_watched_from_its_beginning() {
    let replay = replay("first-blood", 4);
    let mut app = headless_app();
    let mut started = Inbox::<BattleStarted>::new(&app);
    assert_obeyed(&mut app, BattleRequest::Watch(Box::new(replay.clone())));
    assert_eq!(started.read(&app)[0].seed, 4);
    assert_eq!((step_on_screen(&app), session(&app).last_step()), (0, 5));
    assert_eq!(fingerprints(&app), replay.fingerprints);
    assert_eq!(shown(&app).session().replay(), replay);
}

#[track_caller]
fn assert_not_watched(app: &mut App, replay: Replay, error: ReplayError) {
    let before = Standing::of(app);
    let mut refused = Inbox::<Refused>::new(app);
    ask(app, BattleRequest::Watch(Box::new(replay)));
    let reasons = refused.read(app).into_iter().map(|refused| refused.reason);
    assert_eq!(reasons.collect::<Vec<_>>(), [RequestRefusal::Replay(error)]);
    assert_eq!(Standing::of(app), before);
}

#[test]
fn a_replay_that_does_not_play_the_same_is_refused() {
    let good = replay("first-blood", 4);
    let mut app = battle_app("crypt", 1);
    let mut damaged = good.clone();
    damaged.seed += 1;
    assert_not_watched(&mut app, damaged.clone(), ReplayError::Damaged);
    damaged.reseal();
    assert_not_watched(&mut app, damaged, ReplayError::Diverged { step: 0 });
    let mut newer = good.clone();
    newer.version += 1;
    newer.reseal();
    assert_not_watched(&mut app, newer, ReplayError::Version { found: 2 });
    let mut other = good.clone();
    other.battle = "brawl".to_owned();
    other.reseal();
    let other = BattleRequest::Watch(Box::new(other));
    assert_refused(&mut app, other, &unknown("brawl"));
}

#[test]
fn a_replay_of_other_content_is_refused() {
    let good = replay("first-blood", 4);
    let mut files = shipped_files().clone();
    files.insert("units/recruit.unit.ron", "(hp: 99)");
    let mut app = headless_app_with(ContentPlugin::Given(files));
    let mut refused = Inbox::<Refused>::new(&app);
    ask(&mut app, BattleRequest::Watch(Box::new(good.clone())));
    let refused = refused.read(&app);
    assert!(
        matches!(refused[0].reason, RequestRefusal::Replay(ReplayError::OtherContent { found, .. }) if found == good.content),
        "{refused:?}"
    );
    assert!(!app.world().contains_resource::<Shown>());
}

/// An app with a folder of its own for replays.
fn with_folder(mut app: App) -> (App, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    app.insert_resource(ReplayFolder(Some(folder.path().join("deep/replays"))));
    (app, folder)
}

#[test]
fn a_battle_is_kept_in_a_file_and_opened_again() {
    let (mut app, folder) = with_folder(battle_app("first-blood", 4));
    run_ticks(&mut app, 5);
    let steps = fingerprints(&app);
    let mut kept = Inbox::<ReplayKept>::new(&app);
    assert_obeyed(&mut app, BattleRequest::Keep);
    let file = kept.read(&app).remove(0).file;
    assert!(file.starts_with(folder.path()));
    assert!(file.to_string_lossy().ends_with(".replay.ron"));
    let files = || fs::read_dir(folder.path().join("deep/replays")).expect("it was made");
    assert_eq!(files().count(), 1, "no draft is left");
    assert_obeyed(&mut app, BattleRequest::Keep);
    assert_eq!(files().count(), 1, "the same branch keeps its name");
    run_ticks(&mut app, 1);
    assert_obeyed(&mut app, BattleRequest::Keep);
    assert_eq!(files().count(), 2, "a longer one is another");
    let mut other = battle_app("crypt", 1);
    assert_obeyed(&mut other, BattleRequest::Open(file));
    assert_eq!(shown(&other).encounter().name, "first-blood");
    assert_eq!(fingerprints(&other), steps);
    assert_eq!(step_on_screen(&other), 0);
}

#[test]
fn without_a_folder_nothing_is_kept() {
    let mut app = battle_app("first-blood", 4);
    app.insert_resource(ReplayFolder(None));
    assert_refused(
        &mut app,
        BattleRequest::Keep,
        "this system has no folder for user data: set one for replays",
    );
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let file = folder.path().join("file");
    fs::write(&file, "in the way").expect("tests may write temporary files");
    app.insert_resource(ReplayFolder(Some(file.clone())));
    let mut refused = Inbox::<Refused>::new(&app);
    ask(&mut app, BattleRequest::Keep);
    let refusals = words(&mut refused, &app);
    let cannot = format!("{} cannot be made: ", plain_path(&file));
    assert!(refusals[0].starts_with(&cannot), "{refusals:?}");
    assert_eq!(
        fs::read_to_string(&file).expect("it is there"),
        "in the way"
    );
}

#[test]
fn files_that_are_no_replays_are_refused_and_left_untouched() {
    let (mut app, folder) = with_folder(battle_app("first-blood", 4));
    run_ticks(&mut app, 5);
    let mut kept = Inbox::<ReplayKept>::new(&app);
    ask(&mut app, BattleRequest::Keep);
    let file = kept.read(&app).remove(0).file;
    let text = fs::read_to_string(&file).expect("it was written");
    let damaged = "the replay is damaged: it is not what was written";
    for (name, text, expected) in [
        (
            "half",
            text[..text.len() / 2].to_owned(),
            "this is not a replay, or it is damaged: ",
        ),
        (
            "notes",
            "buy milk".to_owned(),
            "this is not a replay, or it is damaged: ",
        ),
        (
            "empty",
            String::new(),
            "this is not a replay, or it is damaged: ",
        ),
        ("seed", text.replace("seed: 4", "seed: 5"), damaged),
        (
            "newer",
            text.replace("version: 1", "version: 2"),
            "the replay has version 2, this game plays version 1",
        ),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, &text).expect("tests may write temporary files");
        assert_not_opened(&mut app, file.clone(), expected);
        assert_eq!(
            fs::read_to_string(&file).expect("it is there"),
            text,
            "{name}"
        );
    }
    let missing = folder.path().join("missing");
    let expected = format!("{}: there is no such file", plain_path(&missing));
    assert_not_opened(&mut app, missing, &expected);
    let expected = format!("{}: it is not a file", plain_path(folder.path()));
    assert_not_opened(&mut app, folder.path().to_owned(), &expected);
}

#[track_caller]
fn assert_not_opened(app: &mut App, file: PathBuf, expected: &str) {
    let before = Standing::of(app);
    let mut refused = Inbox::<Refused>::new(app);
    ask(app, BattleRequest::Open(file.clone()));
    let words = words(&mut refused, app);
    assert_eq!(words.len(), 1, "{}", plain_path(&file));
    assert!(words[0].starts_with(expected), "{words:?}");
    assert_eq!(Standing::of(app), before);
}

#[test]
fn what_was_cut_off_in_one_battle_is_not_a_branch_of_the_next() {
    let mut app = battle_app("first-blood", 4);
    let next = replay("first-blood", 5);
    run_ticks(&mut app, 5);
    ask(&mut app, RewindRequest { to: 2 });
    sit(&mut app, true);
    assert_eq!(session(&app).branches().len(), 1);
    assert_obeyed(&mut app, BattleRequest::Watch(Box::new(next)));
    assert_eq!(session(&app).branches().len(), 0);
}

#[test]
fn a_replay_of_a_battle_without_files_can_be_watched_while_it_is_fought() {
    let mut app = headless_app();
    fight(&mut app, skirmish(), 3);
    run_ticks(&mut app, 5);
    let replay = shown(&app).session().replay();
    let arena = Arc::clone(shown(&app).battle().arena());
    assert!(replay.play(&arena, 5).is_ok());
    assert_obeyed(&mut app, BattleRequest::Watch(Box::new(replay.clone())));
    assert_eq!(fingerprints(&app), replay.fingerprints);
}
