//! The overlays on the board: their keys, their words, and the cards that tell what could happen.

use bevy::prelude::*;
use foretold_battle::UnitId;
use foretold_view::testing::{frames, settle};
use foretold_view::{BoardSpace, Drawing, Hover, Overlay, Screen, Selection};

use crate::common::{assert_reads, choose, click_on, game, go_to, labels, point_at, press, texts};

fn overlay(app: &App) -> Overlay {
    *app.world().resource::<Overlay>()
}

fn reads(app: &mut App, words: &str) -> bool {
    texts(app).iter().any(|text| text.contains(words))
}

fn look_at(app: &mut App, cell: &str) {
    app.world_mut().resource_mut::<Hover>().0 = Some(cell.parse().expect("a cell"));
    frames(app, 2);
}

fn select(app: &mut App, slot: usize) {
    app.world_mut().resource_mut::<Selection>().0 = UnitId::new(slot);
    frames(app, 2);
}

/// What is drawn over the board by name.
fn drawn(app: &mut App, name: &str) -> Drawing {
    let mut all = app.world_mut().query::<(&Name, &Drawing)>();
    let found = all
        .iter(app.world())
        .find(|(found, _)| found.as_str() == name);
    found
        .map(|(_, drawing)| drawing.clone())
        .unwrap_or_default()
}

#[test]
fn keys_show_an_overlay_and_take_it_away_and_another_replaces_it() {
    let mut app = game("crypt", 7);
    for (key, shown, words) in [
        (
            KeyCode::KeyV,
            Overlay::Threat,
            "What it can hit. Hatched: the cells that Ada can hit at once.",
        ),
        (KeyCode::KeyC, Overlay::Sight, "Sight and cover. From"),
        (
            KeyCode::KeyO,
            Overlay::Sequence,
            "Who acts when. Guards rise: 1 Right Skeleton",
        ),
    ] {
        press(&mut app, key);
        assert_eq!(overlay(&app), shown);
        frames(&mut app, 2);
        assert_reads(&mut app, words);
        let layers = ["Overlay on the ground", "Overlay over the tokens"];
        let signs = layers.map(|layer| drawn(&mut app, layer));
        let empty = Drawing::default();
        assert!(
            signs.iter().any(|signs| *signs != empty),
            "{shown:?} is drawn"
        );
    }
    press(&mut app, KeyCode::KeyO);
    assert_eq!(overlay(&app), Overlay::None);
    frames(&mut app, 2);
    assert!(!reads(&mut app, "Who acts when"));
    assert_eq!(
        drawn(&mut app, "Overlay over the tokens"),
        Drawing::default()
    );
}

#[test]
fn esc_closes_the_overlay_before_anything_else() {
    let mut app = game("crypt", 7);
    press(&mut app, KeyCode::KeyV);
    let selected = app.world().resource::<Selection>().0;
    assert!(selected.is_some());
    press(&mut app, KeyCode::Escape);
    assert_eq!(overlay(&app), Overlay::None);
    assert_eq!(
        app.world().resource::<Selection>().0,
        selected,
        "only the overlay"
    );
    press(&mut app, KeyCode::Escape);
    assert_eq!(app.world().resource::<Selection>().0, None);
}

#[test]
fn the_mouse_alone_opens_and_closes_it() {
    let mut app = game("crypt", 7);
    go_to(&mut app, "Menu");
    choose(
        &mut app,
        "Show what the hovered or the selected unit can hit",
    );
    assert_eq!(overlay(&app), Overlay::Threat);
    frames(&mut app, 3);
    click_on(&mut app, "Close the view: What it can hit.");
    assert_eq!(overlay(&app), Overlay::None);
    frames(&mut app, 2);
    assert!(
        !labels(&mut app)
            .iter()
            .any(|label| label.starts_with("Close the view"))
    );
}

#[test]
fn the_board_makes_room_for_the_plate() {
    let mut app = game("crypt", 7);
    // The names of the columns stand above the six rows of the upper half.
    let top = |app: &App| {
        let (screen, space) = (
            app.world().resource::<Screen>(),
            app.world().resource::<BoardSpace>(),
        );
        screen.to_screen(space.centre).y - space.cell * 6.38
    };
    let before = top(&app);
    press(&mut app, KeyCode::KeyV);
    let plate = Overlay::Threat.plate(app.world().resource::<Screen>());
    assert!(top(&app) >= plate.max.y - 1.0, "{} {plate:?}", top(&app));
    press(&mut app, KeyCode::KeyV);
    assert_eq!(top(&app), before);
}

/// Where something with a text or a name is, in pixels at 100%.
fn place(node: &ComputedNode, place: &UiGlobalTransform) -> Rect {
    let rect = Rect::from_center_size(place.translation, node.size());
    let scale = node.inverse_scale_factor;
    Rect::from_corners(rect.min * scale, rect.max * scale)
}

#[test]
fn the_plate_has_room_for_its_words() {
    for (width, scale) in [(1280, 1.0), (1280, 1.5), (1920, 1.0), (1920, 2.0)] {
        let mut app = game("bonelord", 7);
        app.world_mut().resource_mut::<foretold_view::TextScale>().0 = scale;
        let mut windows = app.world_mut().query::<&mut Window>();
        let mut window = windows.single_mut(app.world_mut()).expect("there is one");
        window
            .resolution
            .set_physical_resolution(width, width * 9 / 16);
        frames(&mut app, 3);
        for (key, shown) in [
            (KeyCode::KeyV, Overlay::Threat),
            (KeyCode::KeyC, Overlay::Sight),
            (KeyCode::KeyO, Overlay::Sequence),
        ] {
            press(&mut app, key);
            frames(&mut app, 2);
            let plate = shown.plate(app.world().resource::<Screen>());
            let title = shown.title().expect("it has one");
            let mut all = app
                .world_mut()
                .query::<(&Text, &ComputedNode, &UiGlobalTransform)>();
            let found = all
                .iter(app.world())
                .find(|(text, ..)| text.0.starts_with(title));
            let (_, node, at) = found.expect("it is written");
            let text = place(node, at);
            assert!(text.width() > 100.0 && text.height() > 10.0, "{text:?}");
            let ui_scale = app.world().resource::<Screen>().ui_scale;
            let (min, max) = (text.min * ui_scale, text.max * ui_scale);
            assert!(
                plate.contains(min) && plate.contains(max),
                "{shown:?} at {width}, {scale}: {min} {max} in {plate:?}"
            );
        }
    }
}

#[test]
fn the_blocking_cell_is_named_and_lit() {
    let mut app = game("crypt", 7);
    // The pillars of the crypt stand between the two.
    press(&mut app, KeyCode::KeyC);
    select(&mut app, 0);
    let battle = app.world().resource::<foretold_sim::Shown>().battle();
    let from = battle
        .unit(UnitId::new(0).expect("Ada"))
        .expect("she is there")
        .cell;
    let hidden = foretold_battle::Cell::all()
        .find_map(|cell| Some((cell, battle.sight_blocked_at(from, cell)?)))
        .expect("some cell is hidden");
    look_at(&mut app, &hidden.0.to_string());
    let words = format!(
        "{} cannot be seen from {from}: the wall on {} is in the way.",
        hidden.0, hidden.1
    );
    assert_reads(&mut app, &words);
    // It flashes for a while and then rests.
    settle(&mut app);
    select(&mut app, 99);
    look_at(&mut app, "F9");
    assert_reads(&mut app, "From F9, under the cursor.");
}

#[test]
fn the_order_is_listed_beside_the_board() {
    let mut app = game("crypt", 7);
    press(&mut app, KeyCode::KeyO);
    frames(&mut app, 2);
    assert_reads(&mut app, "The order in tick 1");
    assert_reads(&mut app, "3 Ada");
    press(&mut app, KeyCode::Period);
    settle(&mut app);
    assert_reads(&mut app, "The order in tick 2");
}

/// The card of a hovered cell, in pixels at 100%.
fn card(app: &mut App) -> Rect {
    let mut all = app
        .world_mut()
        .query::<(&Name, &ComputedNode, &UiGlobalTransform)>();
    let found = all
        .iter(app.world())
        .find(|(name, ..)| name.as_str() == "Hover card");
    let (_, node, at) = found.expect("there is a card");
    place(node, at)
}

#[test]
fn the_card_tells_the_attack_and_what_could_be_hit_from_a_cell() {
    let mut app = game("crossfire", 7);
    let battle = app.world().resource::<foretold_sim::Shown>().battle();
    let side = |side| {
        let all = battle.arena().side(side).iter();
        all.map(|unit| {
            (
                unit.slot(),
                battle.arena().sheet(unit).name.clone(),
                battle.unit(unit).map(|unit| unit.cell),
            )
        })
        .collect::<Vec<_>>()
    };
    let friends = side(foretold_battle::Faction::Friendly);
    let enemies = side(foretold_battle::Faction::Enemy);
    let (slot, name, _) = friends[0].clone();
    let (_, target, at) = enemies[0].clone();
    select(&mut app, slot);
    look_at(&mut app, &at.expect("it stands").to_string());
    let told = texts(&mut app).into_iter().any(|text| {
        text.starts_with(&format!("{name} on {target}: "))
            || text == format!("{name} cannot attack {target} now")
    });
    assert!(told, "{:#?}", texts(&mut app));
    let free = app
        .world()
        .resource::<foretold_sim::Shown>()
        .battle()
        .walk_of(UnitId::new(slot).expect("a slot"))
        .first()
        .expect("it can walk");
    look_at(&mut app, &free.to_string());
    assert_reads(&mut app, &format!("From here {name} could hit: "));
    assert_reads(&mut app, &format!("Here {name} could be hit by: "));
}

#[test]
fn the_card_fits_beside_the_board_wherever_one_looks() {
    for battle in ["bonelord", "crossfire", "crypt"] {
        let mut app = game(battle, 7);
        for scale in [1.0, 1.5] {
            app.world_mut().resource_mut::<foretold_view::TextScale>().0 = scale;
            frames(&mut app, 3);
            let units: Vec<String> = app
                .world()
                .resource::<foretold_sim::Shown>()
                .battle()
                .units()
                .map(|(_, unit)| unit.cell.to_string())
                .collect();
            for cell in units {
                look_at(&mut app, &cell);
                let screen = *app.world().resource::<Screen>();
                let panels = screen.panels();
                let room = panels.actions.union(panels.skills).inflate(0.5);
                let card = card(&mut app);
                let card = Rect::from_corners(card.min * scale, card.max * scale);
                assert_eq!(
                    room.intersect(card),
                    card,
                    "{cell}: it is where the board is"
                );
                let space = app.world().resource::<BoardSpace>();
                let at: foretold_battle::Cell = cell.parse().expect("a cell");
                let middle = screen.to_screen(space.middle(at));
                let token = Rect::from_center_size(middle, Vec2::splat(space.cell));
                assert!(
                    card.intersect(token).is_empty(),
                    "{cell}: {card:?} {token:?}"
                );
            }
        }
    }
}

#[test]
fn a_plate_under_the_mouse_hides_the_board_from_it() {
    let mut app = game("crypt", 7);
    press(&mut app, KeyCode::KeyV);
    frames(&mut app, 3);
    let plate = Overlay::Threat.plate(app.world().resource::<Screen>());
    point_at(&mut app, plate.center());
    assert_eq!(app.world().resource::<Hover>().0, None);
}
