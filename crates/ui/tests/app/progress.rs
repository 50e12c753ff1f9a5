//! How far the player has come: it survives a restart, a kill and a damaged file, and whoever only
//! looks changes nothing.

use std::path::{Path, PathBuf};

use bevy::input::ButtonState;
use bevy::input::gamepad::{GamepadConnection, GamepadConnectionEvent};
use bevy::prelude::*;
use foretold_battle::{AutofightMode, Battle, Faction, Order, Outcome, Replay, Silent, UnitId};
use foretold_content::{Content, Files, Progress, read_replay};
use foretold_sim::testing::shipped_files;
use foretold_sim::{
    BattleRequest, Clock, ClockRequest, ContentPlugin, GameContent, OrderRequest, ReplayFolder,
    RewindRequest, RuleEditRequest, Shown,
};
use foretold_ui::{DataFolder, KeepProgress, Page, Pages, PlayerProgress, PlayerSettings, Toasts};
use foretold_view::testing::{frames, settle};
use tempfile::{TempDir, tempdir};

use crate::common::{
    assert_reads, click_on, focused, game_on, key, labels, press, press_with, texts, tick,
};

fn folder() -> TempDir {
    tempdir().expect("there is a place for it")
}

fn file_in(folder: &Path) -> PathBuf {
    folder.join("progress.ron")
}

/// What is written there.
fn written(folder: &Path) -> Progress {
    Progress::read(&file_in(folder)).expect("it is sound")
}

/// The game on its title, with what belongs to the player in a folder.
fn title_in(folder: &Path) -> App {
    title_with(folder, shipped_files().clone())
}

fn title_with(folder: &Path, files: Files) -> App {
    let mut app = game_on(ContentPlugin::Given(files));
    app.insert_resource(DataFolder(Some(folder.to_owned())))
        .insert_resource(ReplayFolder(Some(folder.join("replays"))))
        .insert_resource(KeepProgress(true));
    app.world_mut().resource_mut::<Pages>().only(Page::Title);
    app.finish();
    app.cleanup();
    frames(&mut app, 4);
    let mut settings = app.world_mut().resource_mut::<PlayerSettings>();
    settings.0.hints.shown = false;
    app
}

fn ask<M: Message>(app: &mut App, request: M) {
    app.world_mut().write_message(request);
    app.update();
}

fn start(app: &mut App, battle: &str, seed: u64) {
    let battle = battle.to_owned();
    ask(app, BattleRequest::Start { battle, seed });
    frames(app, 4);
    if app.world().resource::<Pages>().top() == Some(Page::Briefing) {
        press(app, KeyCode::Enter);
        frames(app, 2);
    }
}

fn turn_to(app: &mut App, page: Page) {
    app.world_mut().resource_mut::<Pages>().only(page);
    frames(app, 4);
}

fn current(app: &App) -> &Shown {
    app.world().resource::<Shown>()
}

fn said(app: &App) -> String {
    let toasts = app.world().resource::<Toasts>().iter();
    let all: Vec<&str> = toasts.map(|toast| toast.text.as_str()).collect();
    all.join("\n")
}

/// What the title offers to go on with.
fn offered(app: &mut App) -> Option<String> {
    let mut all = labels(app).into_iter();
    all.find(|label| label.starts_with("Continue: "))
}

/// The files in a folder.
fn replays_in(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder.join("replays"));
    let files = files.into_iter().flatten();
    files
        .map(|file| file.expect("it is there").path())
        .collect()
}

/// A seed with which a battle of rules ends like this.
fn seed_for(battle: &str, outcome: Outcome) -> u64 {
    let content = Content::load(shipped_files()).expect("the shipped content is sound");
    let arena = content.encounter(battle).expect("it is shipped").arena();
    let ends = |seed: &u64| Battle::start(&arena, *seed, &mut Silent).play(&mut Silent) == outcome;
    (0..500).find(ends).expect("it can end like this")
}

#[test]
fn a_victory_moves_the_run_on_and_is_marked_after_every_restart() {
    let folder = folder();
    let mut app = title_in(folder.path());
    assert!(!file_in(folder.path()).exists(), "nothing has been done");
    assert_eq!(focused(&app).as_deref(), Some("First lesson: First Blood"));
    click_on(&mut app, "First lesson: First Blood");
    frames(&mut app, 3);
    let seed = Some(seed_for("first-blood", Outcome::Victory));
    ask(&mut app, BattleRequest::Restart { seed });
    ask(&mut app, ClockRequest::Finish);
    drop(app);

    let mut kept = None;
    for restart in 0..3 {
        let mut app = title_in(folder.path());
        let next = "The School: lesson 2 of 12";
        let first = Some("New run: The Descent");
        assert_eq!(focused(&app).as_deref(), first, "restart {restart}");
        assert!(labels(&mut app).contains(&next.to_owned()));
        assert_eq!(offered(&mut app), None, "it is over");
        assert_reads(&mut app, "12 lessons, 1 won");
        turn_to(&mut app, Page::Battles);
        assert_reads(&mut app, "School: 1 of 12 won");
        let won = texts(&mut app);
        let won: Vec<&String> = won.iter().filter(|it| it.starts_with("Won")).collect();
        assert_eq!(won, ["Won in 14 ticks, 30% HP left"]);
        let all = labels(&mut app);
        assert!(all.contains(&"Fight: First Blood, won".to_owned()));
        assert!(all.contains(&"Fight: Heavy Hands".to_owned()));
        let text = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
        assert_eq!(*kept.get_or_insert_with(|| text.clone()), text);
    }
    let mut app = title_in(folder.path());
    click_on(&mut app, "The School: lesson 2 of 12");
    frames(&mut app, 3);
    assert_eq!(current(&app).encounter().name, "heavy-hands");
    drop(app);
    let mut app = title_in(folder.path());
    let going_on = "Continue: Heavy Hands, step 0";
    assert_eq!(offered(&mut app).as_deref(), Some(going_on));
    assert!(labels(&mut app).contains(&"The School: lesson 2 of 12".to_owned()));
}

#[test]
fn the_button_of_the_run_goes_on_with_its_unfinished_battle() {
    let folder = folder();
    let mut app = title_in(folder.path());
    click_on(&mut app, "First lesson: First Blood");
    frames(&mut app, 3);
    let order = OrderRequest::Mark {
        unit: UnitId::new(1).expect("the second slot is one"),
        marked: true,
    };
    ask(&mut app, ClockRequest::Step);
    ask(&mut app, order);
    frames(&mut app, 4);
    let fought = |app: &App| (current(app).session().replay(), tick(app));
    let left = fought(&app);
    turn_to(&mut app, Page::Title);
    click_on(&mut app, "Lessons: The School");
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Pages>().top(), None);
    assert_eq!(fought(&app), left, "it was behind the title");
    drop(app);

    let mut app = title_in(folder.path());
    click_on(&mut app, "Lessons: The School");
    frames(&mut app, 3);
    assert_eq!(fought(&app), left);
}

#[test]
fn a_command_in_a_replay_of_the_same_battle_loses_nothing() {
    let folder = folder();
    let mut app = title_in(folder.path());
    let order = OrderRequest::Mark {
        unit: UnitId::new(1).expect("the second slot is one"),
        marked: true,
    };
    start(&mut app, "first-blood", 5);
    let replay = Box::new(current(&app).session().replay());
    start(&mut app, "first-blood", 7);
    ask(&mut app, order);
    frames(&mut app, 4);
    assert!(replays_in(folder.path()).is_empty());
    ask(&mut app, BattleRequest::Watch(replay));
    frames(&mut app, 4);
    ask(&mut app, order);
    frames(&mut app, 4);
    let kept = replays_in(folder.path());
    assert_eq!(kept.len(), 1, "{}", said(&app));
    let kept = read_replay(&kept[0]).expect("it is whole");
    assert_eq!((kept.seed, kept.entries.is_empty()), (7, false));
}

#[test]
fn a_defeat_is_no_longer_unfinished_and_marks_nothing() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(
        &mut app,
        "first-blood",
        seed_for("first-blood", Outcome::Defeat),
    );
    assert!(written(folder.path()).battle.is_some());
    ask(&mut app, ClockRequest::Finish);
    assert_eq!(written(folder.path()), Progress::default());
    turn_to(&mut app, Page::Title);
    assert_eq!(offered(&mut app), None);
    assert!(labels(&mut app).contains(&"Look at the battle".to_owned()));
}

/// Something that a player does when they are asked.
#[derive(Clone, Copy, Debug)]
enum SkillKind {
    Autofight,
    Mark,
    Rules,
    Guard,
    TakeBack,
    EndTurn,
}

const DEEDS: [SkillKind; 9] = [
    SkillKind::Autofight,
    SkillKind::Mark,
    SkillKind::Rules,
    SkillKind::Guard,
    SkillKind::TakeBack,
    SkillKind::Autofight,
    SkillKind::EndTurn,
    SkillKind::Rules,
    SkillKind::Autofight,
];

/// Does it in one frame, and nothing after it.
fn carry_out(app: &mut App, deed: SkillKind) {
    let battle = current(app).battle();
    let unit = battle.waits_for().iter().next().expect("somebody waits");
    let enemies = battle.arena().side(Faction::Enemy);
    let enemy = enemies.iter().next().expect("there are enemies");
    let rules = battle.unit(unit).expect("it joined").rules.iter().rev();
    let rules = rules.cloned().collect();
    let order = |order: Order| OrderRequest::Give {
        unit,
        order,
        until_released: false,
    };
    match deed {
        SkillKind::Autofight => {
            let mode = AutofightMode::MoveAndAttack;
            ask(app, order(Order::Autofight(mode)));
        }
        SkillKind::Mark => {
            let (unit, marked) = (enemy, true);
            ask(app, OrderRequest::Mark { unit, marked });
        }
        SkillKind::Rules => ask(app, RuleEditRequest::Rules { unit, rules }),
        SkillKind::Guard => ask(app, order(Order::Guard)),
        SkillKind::TakeBack => ask(app, OrderRequest::Undo),
        SkillKind::EndTurn => ask(app, order(Order::EndTurn)),
    }
}

/// Lets time run until somebody waits for the player.
fn wait(app: &mut App) {
    for _ in 0..2_000 {
        if !current(app).battle().waits_for().is_empty() {
            return;
        }
        app.update();
    }
    panic!("nobody waits");
}

/// Everything that must be the same after a restart.
fn standing(app: &App) -> (Replay, u64, bool, bool, u32) {
    let battle = current(app);
    (
        battle.session().replay(),
        battle.battle().fingerprint(),
        battle.is_live(),
        battle.session().can_undo(),
        battle.battle().tick(),
    )
}

#[test]
fn a_game_killed_after_every_command_goes_on_from_it() {
    let (folder, other) = (folder(), folder());
    let mut straight = title_in(other.path());
    start(&mut straight, "hounds", 44);
    ask(&mut straight, ClockRequest::Play);
    let mut app = title_in(folder.path());
    start(&mut app, "hounds", 44);
    for (number, deed) in DEEDS.into_iter().enumerate() {
        wait(&mut straight);
        carry_out(&mut straight, deed);
        // Time runs on in the one that is killed, too, once it goes on.
        wait(&mut app);
        carry_out(&mut app, deed);
        let before = standing(&app);
        drop(app);

        app = title_in(folder.path());
        let offered = offered(&mut app).expect("it is not over");
        assert_eq!(offered, format!("Continue: Hounds, step {}", before.4));
        assert_eq!(focused(&app), Some(offered), "first in the list");
        press_once(&mut app, KeyCode::Enter);
        assert_eq!(standing(&app), before, "after {deed:?}, number {number}");
        assert!(!current(&app).is_watched());
        frames(&mut app, 2);
        assert_eq!(app.world().resource::<Pages>().top(), None);
        assert_eq!(said(&app), "", "nothing is wrong");
    }
    wait(&mut straight);
    wait(&mut app);
    let (here, there) = (
        current(&app).session().replay(),
        current(&straight).session().replay(),
    );
    assert_eq!(here, there, "nothing is lost, nothing is doubled");
    assert!(here.entries.len() > 6, "{here:?}");
}

/// Presses a key, and lets nothing come after the frame in which it goes down.
fn press_once(app: &mut App, code: KeyCode) {
    key(app, code, ButtonState::Pressed);
    app.update();
    key(app, code, ButtonState::Released);
}

#[test]
fn whatever_stands_in_the_file_after_any_frame_can_be_gone_on_with() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "bonelord", 3);
    ask(&mut app, ClockRequest::Play);
    let content = Content::load(shipped_files()).expect("the shipped content is sound");
    let arena = content
        .encounter("bonelord")
        .expect("it is shipped")
        .arena();
    let (mut last, mut writes) = (String::new(), 0);
    let ada = UnitId::new(0).expect("somebody is first");
    for frame in 0..400 {
        if frame % 90 == 50 {
            let rules = &current(&app).battle().unit(ada).expect("it joined").rules;
            let rules = rules.iter().rev().cloned().collect();
            let unit = ada;
            app.world_mut()
                .write_message(RuleEditRequest::Rules { unit, rules });
        }
        app.update();
        if current(&app).session().battle().outcome().is_some() {
            break;
        }
        let text = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
        let kept = written(folder.path()).battle.expect("it is not over");
        assert_eq!(kept.replay.entries, current(&app).session().entries());
        if text != last {
            assert_eq!(kept.replay.verify(&arena), Ok(()), "frame {frame}");
            (last, writes) = (text, writes + 1);
        }
    }
    let steps = current(&app).session().battle().tick();
    let commands = current(&app).session().entries().len() as u32;
    assert!(commands >= 1 && steps > 5, "{commands} in {steps}");
    let most = 2 + commands + steps / 25;
    assert!(writes <= most, "{writes} writes for {steps} steps");
}

#[test]
fn a_battle_at_rest_is_kept_at_its_step_and_lets_the_screen_sleep() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "crypt", 3);
    for _ in 0..6 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 3);
    let step = |folder: &Path| {
        let battle = written(folder).battle.expect("it is not over");
        (battle.step, battle.replay.steps())
    };
    assert_eq!(step(folder.path()), (6, 6));
    settle(&mut app);
    ask(&mut app, RewindRequest { to: 2 });
    frames(&mut app, 3);
    assert_eq!(step(folder.path()), (2, 6), "the past is on screen");
    settle(&mut app);
    drop(app);
    let mut app = title_in(folder.path());
    assert_eq!(
        offered(&mut app).as_deref(),
        Some("Continue: The Crypt, step 2")
    );
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!((tick(&app), current(&app).is_live()), (2, false));
    assert!(!app.world().resource::<Clock>().playing);
    settle(&mut app);
    let text = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
    frames(&mut app, 30);
    let later = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
    assert_eq!(text, later);
}

#[test]
fn whoever_quits_while_time_runs_loses_no_step() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "crypt", 3);
    ask(&mut app, ClockRequest::Play);
    while tick(&app) < 5 {
        app.update();
    }
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyQ);
    let kept = written(folder.path()).battle.expect("it is not over");
    assert!(kept.step >= 5, "{}", kept.step);
}

#[test]
fn leaving_for_the_title_keeps_it_and_another_battle_takes_its_place() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "hounds", 44);
    wait(&mut app);
    turn_to(&mut app, Page::Title);
    let going_on = Some("Continue: Hounds, step 0".to_owned());
    assert_eq!(offered(&mut app), going_on);
    click_on(&mut app, "Continue: Hounds, step 0");
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Pages>().top(), None);
    // Nothing was ordered yet: nothing is worth keeping.
    start(&mut app, "crypt-by-hand", 9);
    assert!(replays_in(folder.path()).is_empty());
    ask(&mut app, ClockRequest::Play);
    wait(&mut app);
    carry_out(&mut app, SkillKind::Guard);
    let line = current(&app).session().replay();
    start(&mut app, "first-blood", 3);
    let kept = written(folder.path()).battle.expect("it is not over");
    assert_eq!(kept.replay.battle, "first-blood");
    let [file] = replays_in(folder.path()).try_into().expect("one is kept");
    let line_kept = read_replay(&file).expect("it is a replay");
    assert_eq!(line_kept.entries, line.entries);
    assert!(said(&app).contains("The battle before is kept as a replay: "));
    // The same battle again is what its player wants.
    let edit = RuleEditRequest::Rules {
        unit: UnitId::new(0).expect("somebody is first"),
        rules: Vec::new(),
    };
    ask(&mut app, edit);
    ask(&mut app, BattleRequest::Restart { seed: Some(4) });
    frames(&mut app, 4);
    assert_eq!(replays_in(folder.path()).len(), 1);
    let kept = written(folder.path()).battle.expect("it is not over");
    assert_eq!(kept.replay.seed, 4);
}

#[test]
fn a_battle_begun_again_is_noted_at_once() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "crypt", 3);
    for _ in 0..3 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 3);
    ask(&mut app, ClockRequest::Play);
    ask(&mut app, BattleRequest::Restart { seed: None });
    let kept = written(folder.path()).battle.expect("it is not over");
    assert_eq!(kept.replay.steps(), 0);
}

#[test]
fn whoever_watches_a_replay_changes_nothing() {
    let folder = folder();
    let mut app = title_in(folder.path());
    // The school is at its first lesson, and so is the replay: won beyond its end.
    click_on(&mut app, "First lesson: First Blood");
    frames(&mut app, 3);
    let seed = seed_for("first-blood", Outcome::Victory);
    start(&mut app, "first-blood", seed);
    press(&mut app, KeyCode::Period);
    let line = current(&app).session().replay();
    start(&mut app, "hounds", 44);
    wait(&mut app);
    carry_out(&mut app, SkillKind::Guard);
    frames(&mut app, 4);
    let before = written(folder.path());
    assert!(before.battle.is_some());
    ask(&mut app, BattleRequest::Watch(Box::new(line)));
    frames(&mut app, 3);
    ask(&mut app, ClockRequest::Finish);
    frames(&mut app, 40);
    assert!(current(&app).session().battle().outcome().is_some());
    turn_to(&mut app, Page::Title);
    assert_eq!(written(folder.path()), before);
    let going_on = offered(&mut app).expect("it is still there");
    assert!(
        going_on.starts_with("Continue: Hounds, step "),
        "{going_on}"
    );
    assert!(labels(&mut app).contains(&"Look at the battle".to_owned()));
    click_on(&mut app, &going_on);
    frames(&mut app, 3);
    assert_eq!(current(&app).encounter().name, "hounds");
    let kept = before.battle.expect("it is there");
    assert_eq!(current(&app).session().entries(), kept.replay.entries);
}

#[test]
fn under_other_files_it_is_told_and_becomes_a_replay() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "first-blood", 3);
    for _ in 0..4 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 3);
    let left = written(folder.path()).battle.expect("it is not over");
    drop(app);
    let mut files = shipped_files().clone();
    files.insert("units/recruit.unit.ron", "(hp: 99)");
    let mut app = title_with(folder.path(), files);
    click_on(&mut app, "Continue: First Blood, step 4");
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Pages>().top(), Some(Page::Title));
    let told = said(&app);
    assert!(told.contains("cannot go on where you left it"), "{told}");
    assert!(told.contains("fought with other content"), "{told}");
    assert!(told.contains("begin the battle again"), "{told}");
    assert_eq!(offered(&mut app), None);
    assert_eq!(focused(&app).as_deref(), Some("First lesson: First Blood"));
    let [file] = replays_in(folder.path()).try_into().expect("one is kept");
    assert_eq!(read_replay(&file), Ok(left.replay));
    assert_eq!(written(folder.path()).battle, None);
}

#[test]
fn a_damaged_file_is_told_and_kept_and_the_next_start_is_clean() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "hounds", 44);
    drop(app);
    let file = file_in(folder.path());
    let whole = std::fs::read(&file).expect("it is there");
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 4;
    for (number, damaged) in [&whole[..whole.len() / 2], &flipped]
        .into_iter()
        .enumerate()
    {
        std::fs::write(&file, damaged).expect("the folder is ours");
        let mut app = title_in(folder.path());
        assert_reads(&mut app, "Your progress could not be read");
        assert_eq!(offered(&mut app), None);
        let suffix = ["", "-2"][number];
        let aside = folder.path().join(format!("progress.ron.damaged{suffix}"));
        assert_eq!(std::fs::read(aside).expect("nothing is lost"), damaged);
        start(&mut app, "crypt", 3);
        drop(app);
        let mut app = title_in(folder.path());
        assert_eq!(said(&app), "");
        assert_eq!(
            offered(&mut app).as_deref(),
            Some("Continue: The Crypt, step 0")
        );
    }
}

#[test]
fn what_a_newer_game_wrote_stays_whatever_is_fought() {
    let folder = folder();
    let newer = "(version: 3, won: {\"first-blood\": 3})";
    std::fs::write(file_in(folder.path()), newer).expect("the folder is ours");
    for _ in 0..2 {
        let mut app = title_in(folder.path());
        assert_reads(
            &mut app,
            "progress.ron has version 3, this game reads version 2.",
        );
        start(
            &mut app,
            "first-blood",
            seed_for("first-blood", Outcome::Victory),
        );
        ask(&mut app, ClockRequest::Finish);
        press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyQ);
        let progress = &app.world().resource::<PlayerProgress>().0;
        assert!(progress.won.contains("first-blood"), "it holds for now");
    }
    let left = std::fs::read_to_string(file_in(folder.path()));
    assert_eq!(left.expect("it is there"), newer);
}

#[test]
fn what_cannot_be_written_is_told_and_tried_again() {
    let place = folder();
    let inside = place.path().join("player");
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.insert_resource(ReplayFolder(None));
    app.insert_resource(DataFolder(Some(inside.clone())))
        .insert_resource(KeepProgress(true));
    app.finish();
    app.cleanup();
    app.update();
    std::fs::write(&inside, "no folder").expect("the folder is ours");
    start(&mut app, "hounds", 44);
    assert!(
        said(&app).contains("Your progress could not be"),
        "{}",
        said(&app)
    );
    std::fs::remove_file(&inside).expect("it is ours");
    ask(&mut app, ClockRequest::Play);
    wait(&mut app);
    carry_out(&mut app, SkillKind::Guard);
    assert!(written(&inside).battle.is_some());
}

#[test]
fn a_battle_of_the_command_line_leaves_progress_alone() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "hounds", 44);
    drop(app);
    let text = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.insert_resource(DataFolder(Some(folder.path().to_owned())))
        .insert_resource(ReplayFolder(Some(folder.path().join("replays"))))
        .insert_resource(KeepProgress(false));
    let seed = seed_for("first-blood", Outcome::Victory);
    let mut app = foretold_view::testing::open(app, "first-blood", seed);
    assert_eq!(app.world().resource::<PlayerProgress>().0.run, None);
    ask(&mut app, ClockRequest::Finish);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyQ);
    let later = std::fs::read_to_string(file_in(folder.path())).expect("it is there");
    assert_eq!(text, later);
}

/// Content that is still being read.
#[derive(Resource, Default)]
struct Later(GameContent);

#[test]
fn the_title_begins_at_its_first_button_also_if_the_content_comes_later() {
    for moved in [false, true] {
        let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
        app.init_resource::<Later>().add_systems(
            PostStartup,
            |mut content: ResMut<GameContent>, mut later: ResMut<Later>| {
                later.0 = std::mem::take(&mut *content);
            },
        );
        app.world_mut().resource_mut::<Pages>().only(Page::Title);
        app.finish();
        app.cleanup();
        frames(&mut app, 6);
        assert_eq!(focused(&app).as_deref(), Some("School"));
        if moved {
            press(&mut app, KeyCode::ArrowDown);
        }
        let content = std::mem::take(&mut app.world_mut().resource_mut::<Later>().0);
        app.insert_resource(content);
        frames(&mut app, 4);
        let expected = if moved {
            "Replays"
        } else {
            "First lesson: First Blood"
        };
        assert_eq!(focused(&app).as_deref(), Some(expected));
    }
}

#[test]
fn a_gamepad_goes_on_with_the_battle() {
    let folder = folder();
    let mut app = title_in(folder.path());
    start(&mut app, "hounds", 44);
    drop(app);
    let mut app = title_in(folder.path());
    let gamepad = app.world_mut().spawn_empty().id();
    app.world_mut().write_message(GamepadConnectionEvent {
        gamepad,
        connection: GamepadConnection::Connected {
            name: "a pad".to_owned(),
            vendor_id: None,
            product_id: None,
        },
    });
    frames(&mut app, 2);
    let tap = |app: &mut App, button: GamepadButton| {
        crate::without_mouse::tap(app, button);
        frames(app, 3);
    };
    tap(&mut app, GamepadButton::DPadDown);
    assert_eq!(focused(&app).as_deref(), Some("New run: The Descent"));
    tap(&mut app, GamepadButton::DPadUp);
    tap(&mut app, GamepadButton::South);
    assert_eq!(current(&app).encounter().name, "hounds");
    assert_eq!(app.world().resource::<Pages>().top(), None);
}

/// The game on its title, ten frames a second.
fn slow_title_in(folder: &Path) -> App {
    let mut app = title_in(folder);
    let frame = std::time::Duration::from_millis(100);
    app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(frame));
    app
}

#[test]
fn a_battle_plays_behind_the_title_and_nothing_comes_of_it() {
    let folder = folder();
    let mut app = slow_title_in(folder.path());
    assert!(current(&app).is_demo());
    let began = tick(&app);
    frames(&mut app, 40);
    assert!(tick(&app) > began, "it plays by itself");
    assert!(!app.world().resource::<Clock>().playing);
    let forecast = app.world().resource::<foretold_sim::Forecast>();
    assert_eq!(forecast.playouts(), 0, "nobody asks for its odds");
    // To its end and beyond.
    frames(&mut app, 200);
    assert!(current(&app).is_demo());
    assert_eq!(app.world().resource::<Pages>().top(), Some(Page::Title));
    assert_eq!(said(&app), "");
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Pages>().top(), Some(Page::Title));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    frames(&mut app, 3);
    assert!(said(&app).contains("battle"), "{}", said(&app));
    assert!(replays_in(folder.path()).is_empty());
    assert!(!file_in(folder.path()).exists(), "nothing has been done");
    click_on(&mut app, "First lesson: First Blood");
    frames(&mut app, 3);
    assert!(!current(&app).is_demo());
    assert_eq!(
        (current(&app).encounter().name.as_str(), tick(&app)),
        ("first-blood", 0)
    );
    // The battle of the player waits behind the title.
    turn_to(&mut app, Page::Title);
    frames(&mut app, 40);
    assert_eq!(
        (current(&app).encounter().name.as_str(), tick(&app)),
        ("first-blood", 0)
    );
}

#[test]
fn the_battle_behind_the_title_rests_if_nobody_looks_or_wants_motion() {
    let folder = folder();
    let mut app = slow_title_in(folder.path());
    settle(&mut app);
    let rests = tick(&app);
    frames(&mut app, 40);
    assert_eq!(tick(&app), rests, "nobody has touched anything for long");
    press(&mut app, KeyCode::ArrowDown);
    frames(&mut app, 40);
    assert_ne!(tick(&app), rests, "somebody is there");

    let mut app = slow_title_in(folder.path());
    app.world_mut()
        .resource_mut::<PlayerSettings>()
        .0
        .reduced_motion = true;
    frames(&mut app, 2);
    let began = tick(&app);
    settle(&mut app);
    frames(&mut app, 40);
    assert_eq!(tick(&app), began);
}
