//! The map of a run: every place can be looked at, and the next one gone to, with the keyboard alone and
//! with the mouse alone; the page says what is true, and has room at every size.

use bevy::prelude::*;
use foretold_battle::UnitId;
use foretold_run::{PlaceId, Run, RunCommand, RunStage, RunStart};
use foretold_sim::{CurrentRun, RunOdds, RunRequest};
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, settle};

use crate::common::{
    assert_reads, click_on, focused, game, labelled, labels, point_at, press, resize, texts,
};
use crate::room::{SCALES, SIZES, assert_page_has_room, assert_texts_stay_inside};

/// The game on the map of a run that has just set out.
fn on_map(seed: u64) -> App {
    let mut app = game("first-blood", 1);
    let start = RunStart {
        seed,
        level: 0,
        finished: 0,
    };
    ask(&mut app, RunRequest::Begin(start));
    let companions = vec![0, 1, 2];
    ask(
        &mut app,
        RunRequest::Command(RunCommand::Choose { companions }),
    );
    foretell(&mut app);
    assert_eq!(top(&app), Some(Page::Map));
    app
}

fn ask(app: &mut App, request: RunRequest) {
    app.world_mut().write_message(request);
    frames(app, 4);
}

/// Lets frames pass until everything ahead is foretold and drawn.
fn foretell(app: &mut App) {
    while app.world().resource::<RunOdds>().is_running() {
        frames(app, 1);
    }
    frames(app, 8);
}

fn run(app: &App) -> &Run {
    let run = app.world().resource::<CurrentRun>();
    run.get().expect("there is a run")
}

fn top(app: &App) -> Option<Page> {
    app.world().resource::<Pages>().top()
}

/// The label of a place.
fn label_of(app: &mut App, place: PlaceId) -> String {
    let part = format!(", {place}");
    let here = |label: &String| {
        let after = label.split(&part).nth(1);
        after.is_some_and(|after| after.is_empty() || after.starts_with(','))
    };
    let label = labels(app).into_iter().find(here);
    label.unwrap_or_else(|| panic!("{place} is not on the map"))
}

/// The odds of a place as the page writes them.
fn odds_of(app: &App, place: PlaceId) -> String {
    let tally = app.world().resource::<RunOdds>().odds(place);
    let share = tally.expect("it is foretold").win().odds.hundredths();
    match share {
        0 => "0%".to_owned(),
        1..50 => "<1%".to_owned(),
        9_951..10_000 => ">99%".to_owned(),
        some => format!("{}%", (some + 50) / 100),
    }
}

#[test]
fn every_place_is_there_and_those_in_reach_have_their_odds() {
    let mut app = on_map(12);
    let places: Vec<PlaceId> = run(&app).map().places().collect();
    for place in places {
        let kind = run(&app).map().kind(place).expect("it is on the map");
        let in_reach = run(&app).ways().contains(&place);
        let label = label_of(&mut app, place);
        let words = kind.words();
        assert!(label.to_lowercase().starts_with(words), "{label}");
        assert_eq!(label.ends_with("in reach"), in_reach, "{label}");
        if in_reach && kind.is_fight() {
            let odds = odds_of(&app, place);
            assert!(label.contains(&odds), "{label}: {odds}");
            assert!(texts(&mut app).contains(&odds), "{odds}");
        }
    }
    let start = run(&app).start();
    let line = format!("floor 0 of 10 · level 0 · seed {}", start.seed);
    for words in [
        "The Descent",
        line.as_str(),
        "Choose where to go",
        "2 omens",
        "Words you know",
        "To be found",
        "to win, if your rules play on",
        "Reward: one of 3 things",
    ] {
        assert_reads(&mut app, words);
    }
    for companion in run(&app).company().to_vec() {
        let most = run(&app).max_hp(&companion);
        assert_reads(&mut app, &format!("{}/{most}", companion.hp));
    }
}

#[test]
fn a_fight_in_reach_says_what_it_would_cost_each_companion() {
    let mut app = on_map(12);
    let place = run(&app).fights_ahead()[0];
    let label = label_of(&mut app, place);
    click_on(&mut app, &label);
    let odds = app.world().resource::<RunOdds>();
    let tally = *odds.odds(place).expect("it is foretold");
    let costs: Vec<String> = (0..)
        .zip(run(&app).company())
        .map(|(slot, companion)| {
            let unit = UnitId::new(slot).expect("the company comes first");
            let left = (tally.mean_hp_hundredths(unit) + 50) / 100;
            assert!(u64::from(companion.hp) >= left, "nobody gains HP there");
            format!("{} → {left} HP", companion.hp)
        })
        .collect();
    for cost in costs {
        assert_reads(&mut app, &cost);
    }
}

#[test]
fn a_way_is_walked_with_the_keyboard_alone() {
    let mut app = on_map(3);
    let ways = run(&app).ways();
    // The focus begins among what can be reached, and Tab goes through it.
    for place in &ways {
        let label = label_of(&mut app, *place);
        assert_eq!(focused(&app), Some(label));
        let title = app.world().resource::<RunOdds>().encounter(*place);
        let title = title.expect("it is foretold").title.clone();
        assert_reads(&mut app, &title);
        press(&mut app, KeyCode::Tab);
        frames(&mut app, 2);
    }
    // Then to all others, which cannot be gone to.
    let far = focused(&app).expect("something has it");
    assert!(!far.contains("in reach"), "{far}");
    for _ in 0..2 {
        press(&mut app, KeyCode::Enter);
        frames(&mut app, 2);
    }
    assert_eq!(run(&app).place(), None);
    // Arrows move by sight.
    let last = *ways.last().expect("there is a way");
    let label = label_of(&mut app, last);
    for _ in 0..60 {
        if focused(&app).as_deref() == Some(label.as_str()) {
            break;
        }
        press(&mut app, KeyCode::Tab);
    }
    press(&mut app, KeyCode::ArrowUp);
    frames(&mut app, 2);
    let above = label_of(&mut app, ways[ways.len() - 2]);
    assert_eq!(focused(&app), Some(above));
    press(&mut app, KeyCode::ArrowDown);
    frames(&mut app, 2);
    assert_eq!(focused(&app), Some(label));
    // The first press looks, the second goes.
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert_eq!(run(&app).place(), None);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 4);
    assert_eq!(run(&app).place(), Some(last));
    assert_eq!(*run(&app).stage(), RunStage::Fighting);
}

#[test]
fn a_way_is_walked_with_the_mouse_alone() {
    let mut app = on_map(12);
    let ways = run(&app).ways();
    let (first, second) = (ways[0], ways[1]);
    let title = |app: &App, place: PlaceId| {
        let fight = app.world().resource::<RunOdds>().encounter(place);
        fight.expect("it is foretold").title.clone()
    };
    // Whatever the mouse is over is told of, and what was clicked once it is gone.
    let label = label_of(&mut app, second);
    click_on(&mut app, &label);
    frames(&mut app, 2);
    let (one, other) = (title(&app, first), title(&app, second));
    assert_reads(&mut app, &other);
    let over = label_of(&mut app, first);
    let over = labelled(&mut app, &over);
    point_at(&mut app, over);
    frames(&mut app, 2);
    assert_reads(&mut app, &one);
    let button = labelled(&mut app, "Fight here");
    point_at(&mut app, button);
    frames(&mut app, 2);
    assert_reads(&mut app, &other);
    // What lies far off says why it cannot be gone to.
    let boss = run(&app).map().places().last().expect("there is a boss");
    let boss = label_of(&mut app, boss);
    for _ in 0..2 {
        click_on(&mut app, &boss);
    }
    assert_reads(&mut app, "No way leads straight there");
    click_on(&mut app, "Fight here");
    assert_eq!(run(&app).place(), None);
    // Back to what can be reached: the golden button leads there.
    click_on(&mut app, &label);
    click_on(&mut app, "Fight here");
    frames(&mut app, 2);
    assert_eq!(run(&app).place(), Some(second));
    let mut app = on_map(12);
    for _ in 0..2 {
        click_on(&mut app, &label);
    }
    assert_eq!(run(&app).place(), Some(second), "a second click goes too");
}

#[test]
fn the_company_opens_the_menu_opens_and_esc_leads_to_the_title() {
    let mut app = on_map(12);
    let card = labels(&mut app);
    let card = card.iter().find(|label| label.ends_with(" HP"));
    let card = card.expect("the company is there").clone();
    click_on(&mut app, &card);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Company));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Map));
    click_on(&mut app, "Menu of the run");
    frames(&mut app, 2);
    click_on(&mut app, "Menu of the run: Give up the run");
    frames(&mut app, 4);
    assert_reads(&mut app, "Give up the run?");
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Map));
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 4);
    assert_eq!(top(&app), Some(Page::Title));
    assert!(run(&app).end().is_none());
}

#[test]
fn a_still_map_asks_for_no_frames() {
    let mut app = on_map(12);
    settle(&mut app);
}

#[test]
fn the_map_has_room_at_every_size_and_scale() {
    let mut app = on_map(12);
    for size in SIZES {
        for scale in SCALES {
            resize(&mut app, size, scale);
            let at = format!("{size:?} at {scale}");
            assert_page_has_room(&mut app, &at);
            assert_texts_stay_inside(&mut app, &at);
        }
    }
}
