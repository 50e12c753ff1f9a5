//! The pages around the battle: every one can be reached and left, with the keyboard alone and with
//! the mouse alone, and they say what is true.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use foretold_battle::{Battle, Outcome, Silent, Stats, turning_points};
use foretold_content::Content;
use foretold_sim::testing::shipped_files;
use foretold_sim::{BattleRequest, Clock, ContentPlugin, Forecast, ReplayFolder, Shown, Speed};
use foretold_ui::{DataFolder, Page, Pages, UiPlugins};
use foretold_view::BoardCovered;
use foretold_view::testing::{frames, screen_app, settle};

use crate::common::{
    assert_reads, click_on, focused, game, game_on, go_to, labelled, labels, press, press_with,
    texts, tick, type_text,
};

/// The page on screen; none is the battle.
fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

/// Opens a page as if no other were open; none is the battle.
fn turn_to(app: &mut App, page: Option<Page>) {
    let mut pages = app.world_mut().resource_mut::<Pages>();
    match page {
        Some(page) => pages.only(page),
        None => pages.close(),
    }
    frames(app, 4);
}

/// A seed with which First Blood ends like this.
fn seed_for(outcome: Outcome) -> u64 {
    let content = Content::load(shipped_files()).expect("the shipped content is sound");
    let arena = content
        .encounter("first-blood")
        .expect("it is shipped")
        .arena();
    let ends = |seed: &u64| Battle::start(&arena, *seed, &mut Silent).play(&mut Silent) == outcome;
    (0..200).find(ends).expect("it can end like this")
}

/// The game in a battle, with a folder for its replays.
fn game_with(folder: &Path, seed: u64) -> App {
    let mut app = game("first-blood", seed);
    app.insert_resource(ReplayFolder(Some(folder.to_owned())));
    app.insert_resource(DataFolder(None));
    app
}

/// Plays the battle to its end at once.
fn play_out(app: &mut App) {
    press(app, KeyCode::Digit6);
    press(app, KeyCode::Space);
    // What leads on cannot be pressed at once.
    frames(app, 20);
}

/// Every control of the page on screen that is in view and can be used.
fn controls(app: &mut App) -> Vec<String> {
    let world = app.world_mut();
    let mut rooms = world.query::<(Entity, &GlobalZIndex)>();
    let page = rooms.iter(world).find(|(_, layer)| layer.0 == 30);
    let Some((page, _)) = page else {
        return Vec::new();
    };
    let mut all = world
        .query_filtered::<(Entity, &AccessibleLabel), Without<bevy::ui::InteractionDisabled>>();
    let mut parents = world.query::<&ChildOf>();
    let mut on_page = |entity: Entity| {
        let mut here = entity;
        while let Ok(parent) = parents.get(world, here) {
            here = parent.parent();
        }
        here == page
    };
    let all: Vec<(Entity, String)> = all
        .iter(world)
        .map(|(entity, label)| (entity, label.0.clone()))
        .collect();
    let own = all.into_iter().filter(|(entity, _)| on_page(*entity));
    own.map(|(_, label)| label).collect()
}

/// Every control of the page on screen that Tab comes to.
fn stops(app: &mut App) -> Vec<String> {
    let mut passed: Vec<String> = Vec::new();
    while let Some(label) = focused(app).filter(|label| !passed.contains(label)) {
        passed.push(label);
        press(app, KeyCode::Tab);
    }
    passed
}

/// Goes to a control of the page with Tab alone.
#[track_caller]
fn tab_to(app: &mut App, label: &str) {
    let mut passed = Vec::new();
    for _ in 0..60 {
        if focused(app).as_deref() == Some(label) {
            return;
        }
        passed.extend(focused(app));
        press(app, KeyCode::Tab);
    }
    panic!("{label:?} is not among {passed:#?}");
}

/// Where a page leads to by its controls. Help is a dialog over it, and is closed again.
fn ways_from(app: &mut App, page: Page, by_mouse: bool) -> BTreeSet<Option<&'static str>> {
    turn_to(app, Some(page));
    let mut ways = BTreeSet::new();
    let all = match (page, by_mouse) {
        // What can be changed there has tests of its own.
        (Page::Settings | Page::NewRun, _) => vec!["Back".to_owned()],
        (_, true) => controls(app),
        (_, false) => stops(app),
    };
    for label in all {
        turn_to(app, Some(page));
        if by_mouse {
            let at = labelled(app, &label);
            let in_view = Rect::new(0.0, 0.0, 1280.0, 660.0).contains(at) || page.is_window();
            if !in_view {
                continue;
            }
            click_on(app, &label);
        } else {
            if page == Page::Settings {
                // Before the first control stands the way back.
                press_with(app, KeyCode::ShiftLeft, KeyCode::Tab);
            }
            tab_to(app, &label);
            press(app, KeyCode::Enter);
        }
        frames(app, 4);
        if labels(app).contains(&"Close".to_owned()) {
            assert_reads(app, "In the battle");
            press(app, KeyCode::Escape);
            frames(app, 3);
            assert_eq!(
                top(app),
                Some(page),
                "{label} leads back to where it was opened"
            );
        }
        ways.insert(top(app).map(Page::name));
    }
    ways
}

#[test]
fn every_page_leads_to_every_other_and_to_the_battle_by_either_means() {
    for by_mouse in [false, true] {
        let folder = tempfile::tempdir().expect("there is a place for it");
        let mut app = game_with(folder.path(), 3);
        // The pages within a run follow each other as it goes on: another test plays one.
        let of_run = [
            Page::Map,
            Page::Company,
            Page::Offer,
            Page::Camp,
            Page::Shrine,
            Page::RunEnd,
            Page::Chronicle,
        ];
        let of_run = |page: &Page| of_run.contains(page);
        let mut ways: BTreeMap<Option<&str>, BTreeSet<Option<&str>>> = Page::ALL
            .into_iter()
            .filter(|page| !of_run(page))
            .map(|page| (Some(page.name()), ways_from(&mut app, page, by_mouse)))
            .collect();
        // From the battle: by the menu, and by its end.
        turn_to(&mut app, None);
        if by_mouse {
            click_on(&mut app, "Menu");
            frames(&mut app, 2);
            click_on(&mut app, "Menu: Open the menu");
        } else {
            press(&mut app, KeyCode::F10);
        }
        frames(&mut app, 3);
        let menu = top(&app).map(Page::name);
        // Whichever was chosen last, this one waits for nobody.
        app.world_mut().write_message(BattleRequest::Start {
            battle: "first-blood".to_owned(),
            seed: 3,
        });
        frames(&mut app, 3);
        assert_eq!(top(&app), None, "a battle that begins is on screen");
        if by_mouse {
            click_on(&mut app, "To the end at once.");
            click_on(&mut app, "Play, or pause.");
        } else {
            play_out(&mut app);
        }
        frames(&mut app, 6);
        let end = top(&app).map(Page::name);
        assert_eq!((menu, end), (Some("pause"), Some("result")));
        ways.insert(None, BTreeSet::from([menu, end]));
        for from in ways.keys() {
            let mut seen = BTreeSet::from([*from]);
            let mut next = vec![*from];
            while let Some(here) = next.pop() {
                let onwards = ways[&here].iter().copied();
                let onwards = onwards.filter(|to| ways.contains_key(to));
                next.extend(onwards.filter(|to| seen.insert(*to)));
            }
            assert_eq!(
                seen.len(),
                ways.len(),
                "from {from:?} by mouse {by_mouse}: {ways:#?}"
            );
        }
    }
}

#[test]
fn esc_goes_one_page_back_and_the_focus_to_what_opened_it() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::F10);
    frames(&mut app, 3);
    tab_to(&mut app, "School");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(top(&app), Some(Page::Battles));
    assert_eq!(focused(&app).as_deref(), Some("Fight: First Blood"));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert_eq!(top(&app), Some(Page::Pause));
    assert_eq!(focused(&app).as_deref(), Some("School"));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert_eq!((top(&app), focused(&app)), (None, None), "the board again");
}

#[test]
fn time_stands_still_while_a_page_is_open_and_the_game_hears_nothing() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Space);
    frames(&mut app, 2);
    press(&mut app, KeyCode::F10);
    frames(&mut app, 2);
    let (before, seed) = (tick(&app), 3);
    assert!(!app.world().resource::<Clock>().playing);
    for key in [
        KeyCode::Period,
        KeyCode::KeyN,
        KeyCode::KeyR,
        KeyCode::KeyD,
        KeyCode::F6,
    ] {
        press(&mut app, key);
    }
    frames(&mut app, 40);
    assert_eq!(tick(&app), before);
    assert_eq!(app.world().resource::<Shown>().session().seed(), seed);
    assert_eq!(top(&app), Some(Page::Pause));
    press(&mut app, KeyCode::F10);
    frames(&mut app, 2);
    assert!(app.world().resource::<Clock>().playing, "it runs on");
}

#[test]
fn without_a_battle_the_title_is_the_end_of_the_way() {
    let mut app = screen_app();
    app.add_plugins(UiPlugins).insert_resource(DataFolder(None));
    app.insert_resource(ReplayFolder(None));
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Pages>().only(Page::Title);
    frames(&mut app, 4);
    assert_reads(&mut app, "Foretold");
    assert!(!labels(&mut app).contains(&"Continue".to_owned()));
    press(&mut app, KeyCode::Escape);
    assert_eq!(top(&app), Some(Page::Title));
    for page in [Page::Battles, Page::Replays, Page::Settings] {
        turn_to(&mut app, Some(page));
        press(&mut app, KeyCode::Escape);
        frames(&mut app, 2);
        assert_eq!(top(&app), Some(Page::Title), "{page:?}");
    }
    // The empty battle screen copes with everything too.
    turn_to(&mut app, None);
    for key in [
        KeyCode::Space,
        KeyCode::Period,
        KeyCode::Enter,
        KeyCode::KeyD,
        KeyCode::KeyT,
    ] {
        press(&mut app, key);
    }
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    turn_to(&mut app, Some(Page::Result));
    press(&mut app, KeyCode::F10);
}

#[test]
fn the_result_opens_at_the_end_and_tells_why_and_how_much() {
    for (outcome, word, why) in [
        (Outcome::Victory, "Victory", "No enemy is left standing."),
        (Outcome::Defeat, "Defeat", "None of yours is left standing."),
    ] {
        let mut app = game("first-blood", seed_for(outcome));
        play_out(&mut app);
        assert_eq!(top(&app), Some(Page::Result));
        assert_reads(&mut app, word);
        assert_reads(&mut app, why);
        let moments = app.world().resource::<Shown>().session().moments().to_vec();
        let moments = moments.iter();
        let stats = Stats::of(moments.map(|moment| (&moment.battle, moment.events.as_slice())));
        let [ada, brand] = stats.units.as_slice() else {
            panic!("there are two: {stats:?}");
        };
        assert!(ada.dealt > 0 && ada.dealt == brand.taken, "{stats:?}");
        let read = texts(&mut app);
        assert!(read.contains(&ada.dealt.to_string()), "{read:?}");
        let fell = if outcome == Outcome::Victory {
            brand
        } else {
            ada
        };
        let fell = fell.fell.expect("somebody fell");
        assert_reads(&mut app, &format!("fell at {fell}"));
        click_on(&mut app, "By rule");
        frames(&mut app, 2);
        assert_reads(&mut app, "Ada: Use Light Punch on the nearest enemy.");
        click_on(&mut app, "By skill");
        frames(&mut app, 2);
        assert_reads(&mut app, "Light Punch");
    }
}

#[test]
fn the_result_waits_for_the_last_blow_and_does_not_come_back_for_the_past() {
    let mut app = game("first-blood", 3);
    for _ in 0..200 {
        if app.world().resource::<Shown>().battle().outcome().is_some() {
            break;
        }
        press(&mut app, KeyCode::Period);
    }
    assert_eq!(top(&app), None, "the last blow is still to be seen");
    frames(&mut app, 40);
    assert_eq!(top(&app), Some(Page::Result));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 2);
    for key in [KeyCode::Home, KeyCode::End, KeyCode::Comma, KeyCode::Period] {
        press(&mut app, key);
        frames(&mut app, 40);
        assert_eq!(top(&app), None, "{key:?}");
    }
}

#[test]
fn the_moments_that_mattered_lead_back_to_just_before_them() {
    let mut app = game("first-blood", 3);
    play_out(&mut app);
    for _ in 0..2_000 {
        if app.world().resource::<Forecast>().is_complete() {
            break;
        }
        app.update();
    }
    frames(&mut app, 3);
    assert_reads(&mut app, "The moments that mattered");
    let world = app.world();
    let odds: Vec<_> = world.resource::<Forecast>().of_moments().collect();
    let points = turning_points(world.resource::<Shown>().session().moments(), &odds);
    for (number, point) in (1..).zip(&points) {
        assert!(labels(&mut app).contains(&format!("Moment {number}")));
        assert_reads(&mut app, &format!("tick {}", point.step));
        assert_reads(&mut app, &point.gist);
    }
    let first = points.first().expect("the odds changed");
    let step = first.step;
    // It is also marked on the graph, where it explains itself.
    tab_to(&mut app, "Moment 1 on the graph");
    frames(&mut app, 2);
    assert_reads(&mut app, &format!("tick {step}: "));
    assert_reads(&mut app, "Pressing it goes to the moment before it.");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_eq!((top(&app), tick(&app)), (None, step - 1));
    turn_to(&mut app, Some(Page::Result));
    press(&mut app, KeyCode::Digit1);
    frames(&mut app, 2);
    assert_eq!((top(&app), tick(&app)), (None, step - 1));
    let clock = app.world().resource::<Clock>();
    assert!(
        !clock.playing && clock.speed == Speed::Instant,
        "no speed was chosen"
    );
}

#[test]
fn enter_on_the_result_goes_on_and_after_a_defeat_tries_again() {
    let name = |app: &App| app.world().resource::<Shown>().encounter().name.clone();
    for (outcome, label, next) in [
        (
            Outcome::Victory,
            "Next: Heavy Hands",
            ("heavy-hands", Some(Page::Briefing)),
        ),
        (Outcome::Defeat, "Start again", ("first-blood", None)),
    ] {
        let mut app = game("first-blood", seed_for(outcome));
        play_out(&mut app);
        frames(&mut app, 3);
        assert_eq!(focused(&app).as_deref(), Some(label));
        press(&mut app, KeyCode::Enter);
        frames(&mut app, 3);
        assert_eq!(((name(&app).as_str(), top(&app)), tick(&app)), (next, 0));
    }
}

#[test]
fn it_can_be_watched_again_from_the_result() {
    let mut app = game("first-blood", 3);
    play_out(&mut app);
    let last = tick(&app);
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Instant);
    click_on(&mut app, "Watch it again");
    frames(&mut app, 2);
    assert_eq!(top(&app), None);
    let clock = app.world().resource::<Clock>();
    assert!(clock.playing && clock.speed == Speed::Normal);
    assert!(tick(&app) < last, "it plays from the start");
}

#[test]
fn the_battle_that_was_clicked_begins_with_the_seed_that_was_typed() {
    let mut app = game("first-blood", 3);
    turn_to(&mut app, Some(Page::Battles));
    tab_to(&mut app, "The seed of the next battle");
    type_text(&mut app, "42");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("Fight: First Blood"));
    click_on(&mut app, "Fight: Crossfire");
    frames(&mut app, 3);
    let battle = app.world().resource::<Shown>();
    assert_eq!(battle.encounter().name, "crossfire");
    assert_eq!(battle.session().seed(), 42);
    assert_eq!(top(&app), Some(Page::Briefing));
    assert_reads(&mut app, "Time stands still until you press Space");
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(top(&app), None);
    assert!(
        !app.world().resource::<Clock>().playing,
        "one looks around first"
    );
}

#[test]
fn a_seed_that_is_none_is_refused_in_words() {
    let mut app = game("first-blood", 3);
    turn_to(&mut app, Some(Page::Battles));
    tab_to(&mut app, "The seed of the next battle");
    type_text(&mut app, "x");
    click_on(&mut app, "Fight: The Bonelord");
    frames(&mut app, 3);
    assert_eq!(top(&app), Some(Page::Battles));
    assert_reads(&mut app, "“x” is no seed");
}

#[test]
fn a_replay_is_kept_listed_watched_and_deleted_only_when_confirmed() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let mut app = game_with(folder.path(), 3);
    turn_to(&mut app, Some(Page::Replays));
    assert_reads(&mut app, "Nothing is kept yet");
    turn_to(&mut app, None);
    play_out(&mut app);
    turn_to(&mut app, None);
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyS);
    let kept = || -> Vec<String> {
        let files = std::fs::read_dir(folder.path()).expect("it is there");
        let names = files.map(|file| file.expect("it is").file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    };
    let [file] = kept().try_into().expect("one was kept");
    let name = file.strip_suffix(".replay.ron").expect("it is a replay");
    assert_reads(&mut app, &file);
    turn_to(&mut app, Some(Page::Replays));
    assert_reads(&mut app, "First Blood");
    assert_reads(&mut app, "seed 3 · ");
    // Watching begins at the start, and its end opens no result.
    click_on(&mut app, &format!("Watch {name}"));
    frames(&mut app, 3);
    assert_eq!(top(&app), None);
    press(&mut app, KeyCode::End);
    frames(&mut app, 40);
    assert_eq!(top(&app), None, "nobody fought it just now");
    // One key twice deletes nothing.
    turn_to(&mut app, Some(Page::Replays));
    tab_to(&mut app, &format!("Delete {name}"));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "Really delete it?");
    assert_eq!(focused(&app), Some(format!("Spare {name}")));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_eq!(kept().len(), 1);
    click_on(&mut app, &format!("Delete {name}"));
    frames(&mut app, 3);
    assert_eq!(kept().len(), 1);
    click_on(&mut app, &format!("Really delete {name}"));
    frames(&mut app, 3);
    assert_eq!(kept().len(), 0);
    assert_reads(&mut app, "Nothing is kept yet");
}

#[test]
fn a_broken_replay_is_told_and_can_be_deleted() {
    let folder = tempfile::tempdir().expect("there is a place for it");
    let file = folder.path().join("bad.replay.ron");
    std::fs::write(&file, "(version: 1, battle").expect("it can be written");
    let mut app = game_with(folder.path(), 3);
    turn_to(&mut app, Some(Page::Replays));
    assert_reads(&mut app, "bad.replay.ron");
    assert_reads(
        &mut app,
        "It cannot be watched: this is not a replay, or it is damaged",
    );
    assert!(!labels(&mut app).contains(&"Watch bad".to_owned()));
    click_on(&mut app, "Delete bad");
    frames(&mut app, 3);
    click_on(&mut app, "Really delete bad");
    frames(&mut app, 3);
    assert!(!file.exists());
}

#[test]
fn a_victory_on_a_run_leads_to_the_next_battle() {
    let mut app = game("crypt", 3);
    turn_to(&mut app, Some(Page::Title));
    click_on(&mut app, "Lessons: The School");
    frames(&mut app, 3);
    let name = |app: &App| app.world().resource::<Shown>().encounter().name.clone();
    assert_eq!(name(&app), "first-blood");
    let seed = Some(seed_for(Outcome::Victory));
    app.world_mut()
        .write_message(BattleRequest::Restart { seed });
    frames(&mut app, 2);
    play_out(&mut app);
    click_on(&mut app, "Next: Heavy Hands, 2 of 12");
    frames(&mut app, 3);
    assert_eq!(name(&app), "heavy-hands");
    // Another battle meanwhile is no step on the way, and does not lead off it.
    turn_to(&mut app, Some(Page::Title));
    assert!(labels(&mut app).contains(&"The School: lesson 2 of 12".to_owned()));
    turn_to(&mut app, Some(Page::Battles));
    click_on(&mut app, "Fight: Crossfire");
    frames(&mut app, 3);
    turn_to(&mut app, Some(Page::Title));
    assert!(labels(&mut app).contains(&"The School: lesson 2 of 12".to_owned()));
}

#[test]
fn help_tells_about_the_page_it_is_opened_on() {
    let mut app = game("first-blood", 3);
    turn_to(&mut app, Some(Page::Battles));
    press(&mut app, KeyCode::F1);
    frames(&mut app, 3);
    assert_reads(&mut app, "Each card shows the board from above");
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert_eq!(top(&app), Some(Page::Battles), "only the help is closed");
}

#[test]
fn help_has_a_legend_of_the_marks_by_keyboard() {
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::F1);
    frames(&mut app, 3);
    assert_eq!(focused(&app).as_deref(), Some("How to play"));
    press(&mut app, KeyCode::ArrowRight);
    assert_eq!(focused(&app).as_deref(), Some("Legend"));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    for name in [
        "Friend",
        "Stunned",
        "Attack of an enemy",
        "Half cover",
        "Reach",
    ] {
        assert_reads(&mut app, name);
    }
    assert_eq!(
        focused(&app).as_deref(),
        Some("Legend"),
        "it keeps the focus"
    );
    press(&mut app, KeyCode::ArrowLeft);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert_reads(&mut app, "A rule is a sentence");
}

#[test]
fn on_every_page_labels_are_unique_letters_are_in_a_font_and_a_still_page_rests() {
    let font = |bytes| ttf_parser::Face::parse(bytes, 0).expect("it is a font");
    let noto = font(ttf_noto_sans::REGULAR);
    let icons = font(lucide_icons::LUCIDE_FONT_BYTES);
    let folder = tempfile::tempdir().expect("there is a place for it");
    let mut app = game_with(folder.path(), 3);
    for page in Page::ALL {
        turn_to(&mut app, Some(page));
        settle(&mut app);
        let mut seen = BTreeSet::new();
        for label in labels(&mut app) {
            let line_of_log = label.starts_with("Go to: ");
            assert!(
                line_of_log || seen.insert(label.clone()),
                "{page:?}: {label:?} twice"
            );
        }
        for letter in texts(&mut app).concat().chars() {
            let own = ('\u{e000}'..='\u{f8ff}').contains(&letter);
            let of = if own { &icons } else { &noto };
            assert!(
                of.glyph_index(letter).is_some() || letter == '\n',
                "{page:?}: {letter:?}"
            );
        }
    }
}

/// Chooses a battle on the page of battles.
fn fight(app: &mut App, title: &str) {
    turn_to(app, Some(Page::Battles));
    go_to(app, &format!("Fight: {title}"));
    press(app, KeyCode::Enter);
    frames(app, 3);
}

#[test]
fn a_battle_begins_with_its_briefing_once_in_a_sitting() {
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.finish();
    app.cleanup();
    frames(&mut app, 3);
    // By its button, by Esc, and by the mouse.
    for (title, goal) in [
        ("Heavy Hands", "Win: bring down Bruiser before Ada falls."),
        ("The Crypt", "Win: bring down all "),
        ("Crossfire", "Win: bring down all "),
    ] {
        fight(&mut app, title);
        assert_eq!(top(&app), Some(Page::Briefing), "{title}");
        assert_reads(&mut app, goal);
        let text = app.world().resource::<Shown>().encounter().text.clone();
        assert_reads(&mut app, &text);
        frames(&mut app, 60);
        assert_eq!(tick(&app), 0, "time stands still");
        match title {
            "Heavy Hands" => press(&mut app, KeyCode::Enter),
            "The Crypt" => press(&mut app, KeyCode::Escape),
            _ => click_on(&mut app, "Begin"),
        }
        frames(&mut app, 3);
        assert_eq!((top(&app), focused(&app)), (None, None), "{title}");
    }
    // The same battle again begins at once, and so does one that is watched.
    fight(&mut app, "Heavy Hands");
    assert_eq!(top(&app), None);
    press(&mut app, KeyCode::KeyN);
    frames(&mut app, 3);
    assert_eq!(top(&app), None);
    let replay = foretold_battle::Session::start(
        &app.world().resource::<Shown>().encounter().arena(),
        "heavy-hands",
        1,
    );
    app.world_mut().resource_mut::<Pages>().only(Page::Replays);
    let watch = BattleRequest::Watch(Box::new(replay.replay()));
    app.world_mut().write_message(watch);
    frames(&mut app, 3);
    assert_eq!(top(&app), None);
}

#[test]
fn where_the_player_commands_time_runs_on_after_the_briefing() {
    let mut app = game_on(ContentPlugin::Given(shipped_files().clone()));
    app.finish();
    app.cleanup();
    frames(&mut app, 3);
    fight(&mut app, "The Crypt, by Hand");
    assert!(!app.world().resource::<Clock>().playing);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 3);
    assert!(app.world().resource::<Clock>().playing);
    assert_reads(&mut app, "your turn");
}

#[test]
fn nothing_of_a_battle_is_drawn_behind_a_page_that_lies_on_the_table() {
    let mut app = game("first-blood", 3);
    for (page, covered) in [
        (Page::Settings, true),
        (Page::Pause, false),
        (Page::Battles, true),
        (Page::Title, false),
    ] {
        app.world_mut().resource_mut::<Pages>().only(page);
        let mut cameras = app
            .world_mut()
            .query_filtered::<&RenderLayers, With<Camera2d>>();
        // In no frame are both away: the page and the board.
        for _ in 0..4 {
            frames(&mut app, 1);
            let found = app.world().resource::<BoardCovered>().0;
            let layers = cameras.single(app.world()).expect("there is a camera");
            assert_eq!(*layers == RenderLayers::none(), found, "{page:?}");
        }
        assert_eq!(app.world().resource::<BoardCovered>().0, covered);
    }
}
