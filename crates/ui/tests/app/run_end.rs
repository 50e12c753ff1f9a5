//! The end of a run and the chronicle: what they tell, and where they lead, by keyboard and by mouse.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use foretold_content::Content;
use foretold_run::policy::{Lore, Player, Policy};
use foretold_run::{Chronicle, ChronicleEntry, Realm, Run, RunEnd, RunRecord, RunStage, RunStart};
use foretold_sim::testing::shipped_files;
use foretold_sim::{
    ContentPlugin, CurrentRun, KeptRuns, RunFolder, RunLesson, RunPast, RunRequest, Shown,
};
use foretold_ui::{Page, Pages, TextClipboard, Toasts};
use foretold_view::testing::{frames, open, settle};

use crate::common::{assert_reads, click_on, focused, game_on, go_to, labels, press, texts, tick};

/// A run that ended like this, played once for all tests.
pub(crate) fn kept(end: RunEnd) -> &'static RunRecord {
    static KEPT: OnceLock<[RunRecord; 2]> = OnceLock::new();
    let [won, lost] = KEPT.get_or_init(|| {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let realm = Realm::new(&Arc::new(content), "descent").expect("it is shipped");
        let realm = Arc::new(realm);
        let lore = Arc::new(Lore::of(&realm));
        let play = |seed: u64| {
            let start = RunStart {
                seed,
                level: 0,
                finished: 0,
            };
            let mut run = Run::begin(&realm, start);
            let mut player = Player::new(Policy::Steady, &lore, seed, 0);
            player.play(&mut run).expect("a policy knows the rules");
            run
        };
        let (mut won, mut lost) = (None, None);
        for run in (0..60).map(play) {
            match run.end() {
                Some(RunEnd::Won) => won = won.or(Some(run.record())),
                Some(RunEnd::Lost) if run.floor() > 2 => lost = lost.or(Some(run.record())),
                _ => {}
            }
            if won.is_some() && lost.is_some() {
                break;
            }
        }
        [won, lost].map(|run| run.expect("it can end like this"))
    });
    if end == RunEnd::Won { won } else { lost }
}

/// Writes runs that are over into a folder, the first one latest.
fn write_chronicle(folder: &Path, runs: &[&RunRecord], more: usize) {
    let mut chronicle = Chronicle::default();
    let entry = |record: &RunRecord, end: RunEnd, ended: u64| ChronicleEntry {
        file: record.file_name(),
        start: record.start,
        end,
        floor: record.floor(),
        company: vec!["fighter".to_owned(), "nobody_any_more".to_owned()],
        ended,
    };
    for number in 0..more as u64 {
        let start = RunStart {
            seed: 20_261_101 + number,
            level: 0,
            finished: 0,
        };
        chronicle.add(ChronicleEntry {
            file: format!("gone-{number}.run.ron"),
            start,
            ..entry(runs[0], RunEnd::GivenUp, 1_795_003_200)
        });
    }
    for record in runs.iter().rev() {
        let end = [RunEnd::Won, RunEnd::Lost]
            .into_iter()
            .find(|end| kept(*end) == *record);
        std::fs::write(folder.join(record.file_name()), record.to_text()).expect("there is room");
        chronicle.add(entry(record, end.expect("it is over"), 1_795_003_200));
    }
    std::fs::write(folder.join("chronicle.ron"), chronicle.to_text()).expect("there is room");
}

/// The game with runs that are over, on the chronicle.
pub(crate) fn chronicle(folder: &Path, more: usize) -> App {
    write_chronicle(folder, &[kept(RunEnd::Lost), kept(RunEnd::Won)], more);
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.insert_resource(RunFolder(Some(folder.to_owned())));
    let mut app = open(app, "first-blood", 3);
    app.world_mut()
        .resource_mut::<Pages>()
        .only(Page::Chronicle);
    frames(&mut app, 4);
    app
}

/// The game on the end of a run.
pub(crate) fn end_of(end: RunEnd) -> App {
    let folder = tempfile::tempdir().expect("there is room");
    let record = kept(end);
    let file = folder.path().join(record.file_name());
    std::fs::write(&file, record.to_text()).expect("there is room");
    let mut app = open(
        game_on(ContentPlugin::Given(shipped_files().clone())),
        "first-blood",
        3,
    );
    let commands = None;
    app.world_mut()
        .write_message(RunRequest::Look { file, commands });
    settle(&mut app);
    assert_eq!(top(&app), Some(Page::RunEnd));
    app
}

fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>().get();
    run.expect("there is a run")
}

#[test]
fn the_end_of_a_lost_run_tells_where_it_turned_and_what_to_try() {
    let mut app = end_of(RunEnd::Lost);
    let floor = run(&app).floor();
    let seed = run(&app).start().seed;
    assert_reads(
        &mut app,
        &format!("The company has fallen on floor {floor}"),
    );
    assert_reads(&mut app, &format!("level 0 · seed {seed}"));
    let past = app.world().resource::<RunPast>();
    let fights = past.fights().len();
    assert!(fights > 1 && past.turning_point().is_some());
    let on_page = labels(&mut app);
    let marks = on_page.iter().filter(|label| label.starts_with("Fight "));
    assert_eq!(marks.count(), fights);
    for label in [
        "Practise from there",
        "Practise the last fight from its start",
        "Where it turned, on the graph",
        "New run",
        "Same seed again",
        "Chronicle",
        "Title",
    ] {
        assert!(on_page.contains(&label.to_owned()), "{label}: {on_page:#?}");
    }
    assert_reads(&mut app, "→");
    assert_reads(&mut app, "What the coach would change");
    let lesson = app.world().resource::<RunLesson>();
    assert!(!lesson.is_running() && lesson.tried() > 0);
    let words = run(&app).words();
    for best in lesson.best() {
        let start = &app.world().resource::<RunPast>().fights()[fights - 1];
        let start = &start.session.moments()[0].battle;
        let own = start.unit(best.change.unit).expect("it is there");
        let new = best.change.rules.iter();
        let new = new.filter(|rule| own.rules.iter().all(|own| own.when != rule.when));
        let lacks: Vec<_> = new.map(|rule| words.lacks(rule)).collect();
        assert!(lacks.iter().all(|lacks| lacks.is_empty()), "{lacks:?}");
    }
    let advice = lesson.best().len();
    let rows = texts(&mut app);
    let rows = rows.iter().filter(|text| text.contains(" ± "));
    assert_eq!(rows.count(), advice);
}

#[test]
fn the_end_of_a_won_run_says_which_level_is_open_and_gives_a_line_to_share() {
    let mut app = end_of(RunEnd::Won);
    let seed = run(&app).start().seed;
    for words in [
        "The Bonelord has fallen",
        "Level 1 is open now. Fights are harder by 5 points.",
        "floor 10 of 10",
        "What was found",
    ] {
        assert_reads(&mut app, words);
    }
    let on_page = labels(&mut app);
    let last = "Practise the last fight from its start".to_owned();
    assert!(!on_page.contains(&last), "it was won");
    go_to(&mut app, "Copy the line");
    press(&mut app, KeyCode::Enter);
    let copied = app.world_mut().resource_mut::<TextClipboard>().paste();
    let line = format!("Foretold · The Descent, level 0, seed {seed}: won on floor 10 of 10 with ");
    assert!(copied.starts_with(&line), "{copied}");
    assert_reads(&mut app, &copied);
}

#[test]
fn a_run_is_practised_from_where_it_turned_by_key_and_from_the_start_by_mouse() {
    let mut app = end_of(RunEnd::Lost);
    let before = run(&app).fingerprint();
    let turned = app.world().resource::<RunPast>().turning_point();
    let turned = turned.expect("whoever loses has lost odds somewhere");
    let practised = |app: &App| {
        let shown = app.world().resource::<Shown>();
        assert!(shown.is_practice());
        (shown.encounter().title.clone(), tick(app))
    };
    let title = |app: &App, fight: usize| {
        let past = app.world().resource::<RunPast>();
        past.fights()[fight].encounter.title.clone()
    };
    press(&mut app, KeyCode::Digit1);
    frames(&mut app, 4);
    assert_ne!(top(&app), Some(Page::RunEnd), "the battle is on screen");
    assert_eq!(
        practised(&app),
        (title(&app, turned.fight), turned.point.way_back())
    );

    app.world_mut().resource_mut::<Pages>().only(Page::RunEnd);
    frames(&mut app, 4);
    click_on(&mut app, "Practise the last fight from its start");
    frames(&mut app, 4);
    let last = app.world().resource::<RunPast>().fights().len() - 1;
    assert_eq!(practised(&app), (title(&app, last), 0));

    app.world_mut().resource_mut::<Pages>().only(Page::RunEnd);
    frames(&mut app, 4);
    let first = label(&mut app, "Fight 1: ");
    go_to(&mut app, &first);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert_eq!(practised(&app), (title(&app, 0), 0));
    assert_eq!(run(&app).fingerprint(), before, "nothing is at stake");
}

/// The whole label of a control on screen that begins like this.
#[track_caller]
fn label(app: &mut App, begins: &str) -> String {
    let all = labels(app);
    let found = all.iter().find(|label| label.starts_with(begins));
    found
        .unwrap_or_else(|| panic!("{begins:?} is not in {all:#?}"))
        .clone()
}

#[test]
fn the_chronicle_is_leafed_through_with_the_keyboard_alone() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = chronicle(folder.path(), 0);
    assert_reads(&mut app, "Chronicle: 2 runs, 1 won");
    assert_reads(&mut app, "18 November 2026");
    let won = label(&mut app, "Look at run 1, won on floor 10, level 0, seed ");
    go_to(&mut app, &won);
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert_eq!(top(&app), Some(Page::RunEnd));
    assert_reads(&mut app, "The Bonelord has fallen");
    assert_eq!(focused(&app).as_deref(), Some("New run"));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Chronicle), "back to the others");
    assert_eq!(focused(&app), Some(won));
    // The one that was seen last can be seen again.
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert_eq!(top(&app), Some(Page::RunEnd));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    let again = label(&mut app, "Begin again the seed of run 2, lost");
    go_to(&mut app, &again);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::NewRun));
    let start = run(&app).start();
    assert_eq!(start.seed, kept(RunEnd::Lost).start.seed);
    assert_eq!(start.finished, 2, "two runs were finished before");
}

#[test]
fn the_chronicle_is_leafed_through_with_the_mouse_alone() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = chronicle(folder.path(), 1);
    assert_reads(&mut app, "The run of the day");
    // Its file is gone: that is told, and the page stays.
    let gone = label(&mut app, "Look at run 1, given up");
    click_on(&mut app, &gone);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Chronicle));
    assert_reads(&mut app, "gone-0.run.ron");
    let lost = label(&mut app, "Look at run 3, lost");
    click_on(&mut app, &lost);
    settle(&mut app);
    assert_reads(&mut app, "The company has fallen");
    click_on(&mut app, "Same seed again");
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::NewRun));
    assert_eq!(run(&app).start().seed, kept(RunEnd::Lost).start.seed);
    assert!(matches!(run(&app).stage(), RunStage::Choosing(_)));
}

#[test]
fn a_run_under_way_is_not_lost_by_beginning_another_from_the_chronicle() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = chronicle(folder.path(), 0);
    let start = kept(RunEnd::Won).start;
    app.world_mut().write_message(RunRequest::Begin(start));
    let choose = kept(RunEnd::Won).commands[0].clone();
    app.world_mut().write_message(RunRequest::Command(choose));
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Map));
    for looks in [false, true] {
        app.world_mut()
            .resource_mut::<Pages>()
            .only(Page::Chronicle);
        frames(&mut app, 4);
        if looks {
            let look = label(&mut app, "Look at run 2");
            click_on(&mut app, &look);
            settle(&mut app);
            click_on(&mut app, "Same seed again");
        } else {
            let again = label(&mut app, "Begin again the seed of run 2");
            click_on(&mut app, &again);
        }
        frames(&mut app, 4);
        assert_ne!(top(&app), Some(Page::NewRun), "looks {looks}");
        assert_reads(&mut app, "under way");
        let under_way = app.world().resource::<KeptRuns>().under_way();
        assert_eq!(under_way.map(|run| run.commands.len()), Some(1));
        app.insert_resource(Toasts::default());
    }
}

#[test]
fn a_chronicle_of_hundreds_of_runs_is_shown_leaf_by_leaf() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = chronicle(folder.path(), 300);
    let looks = |app: &mut App| {
        let all = labels(app);
        all.iter().filter(|it| it.starts_with("Look at")).count()
    };
    assert_eq!(looks(&mut app), 60);
    go_to(&mut app, "Show 60 more");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert_eq!(looks(&mut app), 120);
    let next = focused(&app).expect("the first of the new ones has the focus");
    assert!(next.starts_with("Look at run 242, "), "{next}");
    settle(&mut app);
}

#[test]
fn without_a_run_both_pages_say_how_the_first_one_gets_there() {
    let mut app = open(
        game_on(ContentPlugin::Given(shipped_files().clone())),
        "first-blood",
        3,
    );
    for page in [Page::Chronicle, Page::RunEnd] {
        app.world_mut().resource_mut::<Pages>().only(page);
        settle(&mut app);
        assert_reads(&mut app, "won, lost or given up");
    }
}
