//! The mouse alone: looking, choosing, pressing buttons, dragging time.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::{CursorIcon, SystemCursorIcon};
use foretold_battle::Cell;
use foretold_sim::{Clock, GameContent, Shown, Speed};
use foretold_ui::Toasts;
use foretold_view::testing::{frames, settle};
use foretold_view::{Hover, Selection};

use crate::common::{
    assert_reads, button, click, game, labelled, middle_of, options, point_at, press, texts, tick,
};

#[test]
fn a_click_chooses_who_stands_there() {
    let mut app = game("first-blood", 3);
    let brand = middle_of(&app, "J6");
    point_at(&mut app, brand);
    assert_eq!(app.world().resource::<Hover>().0, "J6".parse().ok());
    click(&mut app, MouseButton::Left);
    let selected = |app: &App| {
        app.world()
            .resource::<Selection>()
            .0
            .map(foretold_battle::UnitId::slot)
    };
    assert_eq!(selected(&app), Some(1));
    assert_reads(&mut app, "Draws one of these");
    point_at(&mut app, Vec2::new(1270.0, 700.0));
    assert_eq!(app.world().resource::<Hover>().0, None);
    // Beside the board a click is not about units, wherever the cursor of the keyboard is.
    press(&mut app, KeyCode::ArrowUp);
    for button in [MouseButton::Left, MouseButton::Right] {
        click(&mut app, button);
        assert_eq!(selected(&app), Some(1));
    }
    point_at(&mut app, brand);
    click(&mut app, MouseButton::Right);
    assert_eq!(selected(&app), None);
}

#[test]
fn the_buttons_of_the_bar_do_what_their_keys_do() {
    let mut app = game("first-blood", 3);
    let press_button = |app: &mut App, label: &str| {
        let at = labelled(app, label);
        point_at(app, at);
        click(app, MouseButton::Left);
    };
    press_button(&mut app, "One step forward.");
    press_button(&mut app, "One step forward.");
    assert_eq!(tick(&app), 2);
    press_button(&mut app, "One step back.");
    assert_eq!(tick(&app), 1);
    press_button(&mut app, "Back to the start of the battle.");
    assert_eq!(tick(&app), 0);
    press_button(&mut app, "Forward to the last step.");
    assert_eq!(tick(&app), 2);
    press_button(&mut app, "Eight times the speed.");
    assert_eq!(app.world().resource::<Clock>().speed, Speed::Octuple);
    press_button(&mut app, "Play, or pause.");
    assert!(app.world().resource::<Clock>().playing);
}

#[test]
fn a_click_within_one_frame_counts_each_time() {
    let mut app = game("first-blood", 3);
    let at = labelled(&mut app, "One step forward.");
    point_at(&mut app, at);
    for expected in 1..=3 {
        button(&mut app, MouseButton::Left, ButtonState::Pressed);
        button(&mut app, MouseButton::Left, ButtonState::Released);
        frames(&mut app, 2);
        assert_eq!(tick(&app), expected);
    }
}

#[test]
fn the_timeline_leads_to_any_moment() {
    let mut app = game("first-blood", 3);
    let end = labelled(&mut app, "The moment on screen") + Vec2::new(60.0, 0.0);
    point_at(&mut app, end);
    click(&mut app, MouseButton::Left);
    assert_eq!(tick(&app), 0, "there is nothing else yet");
    assert_eq!(app.world().resource::<Toasts>().iter().count(), 0);
    for _ in 0..10 {
        press(&mut app, KeyCode::Period);
    }
    let middle = labelled(&mut app, "The moment on screen");
    point_at(&mut app, middle);
    click(&mut app, MouseButton::Left);
    assert_eq!(tick(&app), 5, "the middle of ten steps");
    assert_reads(&mut app, "looking back");
}

#[test]
fn what_explains_itself_stays_as_it_is_while_it_does() {
    let mut app = game("first-blood", 3);
    frames(&mut app, 5);
    let explained: Vec<Entity> = app
        .world_mut()
        .query_filtered::<Entity, (With<Text>, With<bevy::picking::hover::Hovered>)>()
        .iter(app.world())
        .collect();
    assert!(
        explained.len() > 3,
        "the signs of three rules, and the odds"
    );
    let place = |app: &App, entity: Entity| {
        let node = app
            .world()
            .get::<ComputedNode>(entity)
            .expect("it is there");
        let at = app.world().get::<UiGlobalTransform>(entity);
        (node.size(), at.expect("it is there").translation)
    };
    let mut bubbles = 0;
    for entity in explained {
        let before = place(&app, entity);
        if before.0.min_element() < 1.0 {
            continue;
        }
        let scale = app
            .world()
            .get::<ComputedNode>(entity)
            .map(ComputedNode::inverse_scale_factor);
        point_at(&mut app, before.1 * scale.expect("it is there"));
        let nodes = |app: &mut App| {
            app.world_mut()
                .query::<&GlobalZIndex>()
                .iter(app.world())
                .count()
        };
        frames(&mut app, 3);
        let shown = nodes(&mut app);
        for _ in 0..4 {
            frames(&mut app, 1);
            assert_eq!(place(&app, entity), before);
            assert_eq!(nodes(&mut app), shown, "it does not flicker");
        }
        bubbles += usize::from(shown > 0);
    }
    assert!(bubbles > 0);
}

/// The shape of the mouse pointer.
fn shape(app: &mut App) -> SystemCursorIcon {
    let mut shapes = app.world_mut().query::<&CursorIcon>();
    let shape = shapes.iter(app.world()).next().cloned();
    match shape.unwrap_or_default() {
        CursorIcon::System(shape) => shape,
        other => panic!("{other:?}"),
    }
}

/// Its shape over a cell.
fn shape_over(app: &mut App, cell: &str) -> SystemCursorIcon {
    let at = middle_of(app, cell);
    point_at(app, at);
    shape(app)
}

#[test]
fn the_pointer_says_what_can_be_used() {
    use SystemCursorIcon::{Default, NotAllowed, Pointer};
    let mut app = game("first-blood", 3);
    assert_eq!(shape_over(&mut app, "J6"), Pointer, "a unit");
    assert_eq!(shape_over(&mut app, "A1"), Default, "an empty cell");
    let play = labelled(&mut app, "Play, or pause.");
    point_at(&mut app, play);
    assert_eq!(shape(&mut app), Pointer, "a button");

    for _ in 0..3 {
        press(&mut app, KeyCode::Period);
    }
    let timeline = labelled(&mut app, "The moment on screen");
    point_at(&mut app, timeline + Vec2::new(20.0, 0.0));
    assert_eq!(shape(&mut app), SystemCursorIcon::Grab);
    button(&mut app, MouseButton::Left, ButtonState::Pressed);
    frames(&mut app, 2);
    point_at(&mut app, timeline - Vec2::new(20.0, 0.0));
    point_at(&mut app, timeline - Vec2::new(30.0, 0.0));
    assert_eq!(shape(&mut app), SystemCursorIcon::Grabbing);
    button(&mut app, MouseButton::Left, ButtonState::Released);
    frames(&mut app, 2);
    assert_eq!(shape(&mut app), SystemCursorIcon::Grab);

    let mut app = game("hounds", 1);
    settle(&mut app);
    let selected = app.world().resource::<Selection>().0;
    assert!(selected.is_some(), "it waits for somebody");
    press(&mut app, KeyCode::KeyM);
    let options = options(&app);
    let (near, _) = options.walks[0];
    assert_eq!(shape_over(&mut app, &near.to_string()), Pointer);
    let battle = app.world().resource::<Shown>().battle();
    let is_free = |cell: &Cell| battle.units().all(|(_, unit)| unit.cell != *cell);
    let far = Cell::all()
        .find(|cell| is_free(cell) && options.walks.iter().all(|(walk, _)| walk != cell));
    let far = far.expect("nobody walks everywhere").to_string();
    assert_eq!(shape_over(&mut app, &far), NotAllowed, "{far}");
}

#[test]
fn content_that_takes_long_is_announced_until_it_is_there() {
    let mut app = game("first-blood", 3);
    let words = "Reading the content…";
    let is_on_screen = |app: &mut App| texts(app).iter().any(|text| text == words);
    assert!(!is_on_screen(&mut app));
    let content = app.world().resource::<GameContent>().clone();
    app.insert_resource(GameContent::default());
    frames(&mut app, 2);
    assert!(is_on_screen(&mut app));
    app.insert_resource(content);
    frames(&mut app, 2);
    assert!(!is_on_screen(&mut app));
}
