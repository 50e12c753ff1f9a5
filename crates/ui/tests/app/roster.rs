//! The rosters, and what folds: every unit has a card, the orders and the log take room when wanted.

use bevy::prelude::*;
use foretold_battle::{Faction, UnitId};
use foretold_sim::Shown;
use foretold_view::testing::{frames, settle};
use foretold_view::{Hover, Screen, Selection, TextScale};

use crate::common::{
    assert_reads, click_on, focused, game, go_to, labelled, labels, middle_of, point_at, press,
    resize, texts,
};

/// The label of a unit's card.
fn card(app: &mut App, name: &str) -> String {
    let begins = [format!("{name}, friend, "), format!("{name}, enemy, ")];
    let labels = labels(app);
    let mut found = labels
        .into_iter()
        .filter(|label| begins.iter().any(|begin| label.starts_with(begin)));
    found.next().unwrap_or_else(|| panic!("no card of {name}"))
}

fn units(app: &App) -> Vec<(UnitId, String, Faction)> {
    let battle = app.world().resource::<Shown>();
    let ids = battle.battle().units().map(|(id, _)| id);
    ids.map(|id| {
        let sheet = battle.battle().arena().sheet(id);
        (id, sheet.name.clone(), sheet.faction)
    })
    .collect()
}

#[test]
fn every_unit_has_a_card_at_its_edge_of_the_board() {
    for (battle, size) in [
        ("crypt", (1280.0, 720.0)),
        ("goblin-ambush", (1280.0, 720.0)),
        ("goblin-ambush", (1920.0, 1080.0)),
        ("crypt", (1024.0, 768.0)),
    ] {
        let mut app = game(battle, 7);
        resize(&mut app, size, 1.0);
        let panels = app.world().resource::<Screen>().panels();
        for (_, name, side) in units(&app) {
            let label = card(&mut app, &name);
            let at = labelled(&mut app, &label);
            let place = match side {
                Faction::Friendly => panels.friends,
                Faction::Enemy => panels.enemies,
            };
            assert!(place.contains(at), "{label} at {at} in {place:?}");
        }
        assert!(panels.enemies.max.y <= panels.viewer.min.y);
        assert!(panels.friends.min.y >= panels.viewer.max.y);
    }
}

#[test]
fn a_card_says_how_its_unit_is_and_what_it_does_and_follows_the_battle() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 3);
    let before = card(&mut app, "Ada");
    assert!(before.contains(" HP"), "{before}");
    for _ in 0..8 {
        press(&mut app, KeyCode::Period);
    }
    settle(&mut app);
    let after = card(&mut app, "Ada");
    assert_ne!(before, after, "eight ticks changed something");
}

#[test]
fn a_card_points_at_its_unit_and_selects_it_and_the_board_points_back() {
    let mut app = game("crypt", 7);
    frames(&mut app, 3);
    let (cultist, name, _) = units(&app)
        .into_iter()
        .find(|(_, name, _)| name == "Cultist")
        .expect("it is there");
    let cell = {
        let battle = app.world().resource::<Shown>().battle();
        battle.unit(cultist).expect("it stands").cell
    };
    let label = card(&mut app, &name);
    let edge = |app: &mut App| {
        let mut cards = app.world_mut().query::<(&AccessibleLabel, &BorderColor)>();
        let found = cards.iter(app.world()).find(|(found, _)| found.0 == label);
        found.expect("it is there").1.top
    };
    let quiet = edge(&mut app);
    let at = labelled(&mut app, &label);
    point_at(&mut app, at);
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Hover>().0, Some(cell));
    let pointed = edge(&mut app);
    assert_ne!(quiet, pointed);
    point_at(&mut app, Vec2::ZERO);
    frames(&mut app, 3);
    assert_eq!(edge(&mut app), quiet);
    let on_board = middle_of(&app, &cell.to_string());
    point_at(&mut app, on_board);
    frames(&mut app, 3);
    assert_eq!(edge(&mut app), pointed, "pointed at on the board");
    click_on(&mut app, &label);
    frames(&mut app, 2);
    assert_eq!(app.world().resource::<Selection>().0, Some(cultist));
}

#[test]
fn a_card_is_reached_and_used_by_keys_and_keeps_the_focus_while_time_runs() {
    let mut app = game("crypt", 7);
    frames(&mut app, 3);
    let label = card(&mut app, "Pia");
    go_to(&mut app, &label);
    press(&mut app, KeyCode::ArrowRight);
    frames(&mut app, 2);
    let next = card(&mut app, "Paul");
    assert_eq!(focused(&app), Some(next));
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    let paul = units(&app).into_iter().find(|(_, name, _)| name == "Paul");
    assert_eq!(
        app.world().resource::<Selection>().0,
        paul.map(|(unit, ..)| unit)
    );
    for _ in 0..6 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 2);
    let now = focused(&app).expect("the focus stays");
    assert!(now.starts_with("Paul, friend, "), "{now}");
}

#[test]
fn twelve_cards_fit_on_a_side() {
    use foretold_content::Encounter;
    let mut app = game("crypt", 7);
    let setup = app.world().resource::<Shown>().encounter().setup().clone();
    let mut crowd = setup.clone();
    crowd.units.clear();
    for side in [Faction::Friendly, Faction::Enemy] {
        let model = setup.units.iter().find(|unit| unit.faction == side);
        let model = model.expect("both sides fight");
        for number in 0..12_u8 {
            let row = match side {
                Faction::Friendly => 8 + number / 6,
                Faction::Enemy => 2 + number / 6,
            };
            let mut unit = model.clone();
            unit.name = format!("{} {}", model.name, number + 1);
            let cell = foretold_battle::Cell::new(3 + number % 6, row);
            unit.cell = cell.expect("it is on the board");
            crowd.units.push(unit);
        }
    }
    let encounter = Encounter::from_setup("Crowd", crowd).expect("it can be fought");
    foretold_sim::testing::begin(app.world_mut(), encounter, 1);
    for size in [(1280.0, 720.0), (960.0, 540.0), (2560.0, 1440.0)] {
        resize(&mut app, size, 1.0);
        let panels = app.world().resource::<Screen>().panels();
        let mut places: Vec<f32> = Vec::new();
        for (_, name, side) in units(&app) {
            let label = card(&mut app, &name);
            let at = labelled(&mut app, &label);
            let place = match side {
                Faction::Friendly => panels.friends,
                Faction::Enemy => panels.enemies,
            };
            assert!(place.contains(at), "{size:?}: {label} at {at}");
            if side == Faction::Enemy {
                places.push(at.x);
            }
        }
        places.sort_by(f32::total_cmp);
        let apart = places.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(
            apart.fold(f32::MAX, f32::min) > 30.0,
            "{size:?}: {places:?}"
        );
    }
}

#[test]
fn the_orders_are_folded_where_units_follow_rules_and_their_keys_work() {
    let mut app = game("crypt", 7);
    frames(&mut app, 3);
    let orders = |app: &mut App| {
        let labels = labels(app);
        labels.contains(&"End the turn.".to_owned())
    };
    assert!(!orders(&mut app));
    let folded = app.world().resource::<Screen>().panels().viewer.width();
    click_on(&mut app, "Show the orders, or fold them away.");
    frames(&mut app, 3);
    assert!(orders(&mut app));
    assert!(app.world().resource::<Screen>().panels().viewer.width() < folded);
    press(&mut app, KeyCode::KeyB);
    frames(&mut app, 3);
    assert!(!orders(&mut app));
    press(&mut app, KeyCode::KeyM);
    frames(&mut app, 3);
    assert_reads(&mut app, "Choose a green cell.");
    press(&mut app, KeyCode::Escape);
    frames(&mut app, 3);
    assert!(!orders(&mut app), "folded again");
    let mut by_hand = game("crypt-by-hand", 2);
    frames(&mut by_hand, 3);
    assert!(orders(&mut by_hand));
}

#[test]
fn the_log_is_three_lines_high_until_it_is_opened() {
    let mut app = game("crypt", 7);
    for _ in 0..6 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 3);
    // How many are beside each other, and below each other.
    let lines = |app: &mut App| {
        let mut all = app
            .world_mut()
            .query::<(&AccessibleLabel, &UiGlobalTransform)>();
        let places = all.iter(app.world());
        let places = places.filter(|(label, _)| label.0.starts_with("Go to: "));
        let places: Vec<IVec2> = places
            .map(|(_, at)| at.translation.round().as_ivec2())
            .collect();
        let distinct = |along: fn(&IVec2) -> i32| {
            let places: std::collections::BTreeSet<i32> = places.iter().map(along).collect();
            places.len()
        };
        let (across, down) = (distinct(|at| at.x), distinct(|at| at.y));
        assert_eq!(places.len(), across * down, "each has its place");
        (across, down)
    };
    let drawn = |app: &mut App| {
        let mut all = labels(app).into_iter();
        all.any(|label| label.starts_with("Go to: ") && label.contains("intends"))
    };
    assert!(!drawn(&mut app), "cards are on the board");
    let search = "Search the log".to_owned();
    assert_eq!(lines(&mut app), (2, 3));
    assert!(!labels(&mut app).contains(&search));
    press(&mut app, KeyCode::KeyJ);
    frames(&mut app, 4);
    let (across, down) = lines(&mut app);
    assert!(across == 1 && down > 4, "{across} × {down}");
    assert!(drawn(&mut app), "the open log has everything");
    assert!(labels(&mut app).contains(&search));
    press(&mut app, KeyCode::KeyJ);
    frames(&mut app, 4);
    assert_eq!(lines(&mut app), (2, 3));
    // The key for searching opens it.
    press(&mut app, KeyCode::Slash);
    frames(&mut app, 4);
    assert_eq!(focused(&app), Some(search));
}

#[test]
fn everything_is_larger_in_a_larger_window_and_the_setting_multiplies_it() {
    let mut app = game("first-blood", 3);
    for (size, expected) in [
        ((1280.0, 720.0), 1.0),
        ((1920.0, 1080.0), 1.5),
        ((2560.0, 1440.0), 2.0),
        ((3840.0, 2160.0), 3.0),
    ] {
        for scale in [0.8, 1.0, 1.5] {
            resize(&mut app, size, scale);
            let now = app.world().resource::<UiScale>().0;
            assert!((now - scale * expected).abs() < 0.001, "{size:?}: {now}");
            assert_eq!(app.world().resource::<TextScale>().0, scale);
        }
    }
    assert!(!texts(&mut app).is_empty());
}
