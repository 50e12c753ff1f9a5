//! Areas by hand: aimed at a cell with nobody in it, at a friend's, and at the user's own.

use bevy::prelude::*;
use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, attack, board, hold, light_punch, recruit, strike,
};
use foretold_battle::{Amount, Area, Check, DamageKind, Tempo, UnitId};
use foretold_content::Encounter;
use foretold_sim::Shown;
use foretold_sim::testing::begin;
use foretold_ui::Toasts;
use foretold_view::testing::{frames, settle};
use foretold_view::{OrderMode, Selection};

use crate::common::{assert_reads, click, game, middle_of, point_at, press, press_with, texts};

/// 10 damage around a cell at up to 3 cells.
fn bomb() -> RuleDraft {
    let strike = strike(Check::Sure, Amount::flat(10), DamageKind::Fire);
    attack("Bomb", [strike]).range(3).area(Area::Burst(1))
}

fn thrower() -> UnitDraft {
    recruit().manual_with([bomb(), light_punch()])
}

/// An enemy in reach, and one that is not.
fn yard() -> Scene {
    board(
        "
        A . . e . f
        . . . . . .
        . . . . . .
        . B . . . .
        ",
    )
    .unit('A', thrower())
    .unit('B', recruit().manual_with([light_punch()]))
    .unit('e', recruit().gambits([hold()]))
    .unit('f', recruit().gambits([hold()]))
    .tempo(Tempo::Phases)
}

/// The game in a battle by hand, with its first unit selected.
fn by_hand(scene: &Scene) -> App {
    let mut app = game("first-blood", 1);
    let mut encounter = Encounter::from_setup("drawn", scene.setup()).expect("it is sound");
    encounter.by_hand = true;
    begin(app.world_mut(), encounter, 1);
    settle(&mut app);
    app.world_mut().resource_mut::<Selection>().0 = UnitId::new(0);
    frames(&mut app, 2);
    app
}

fn hp(app: &App) -> Vec<u16> {
    let battle = app.world().resource::<Shown>().battle();
    battle.units().map(|(_, unit)| unit.hp).collect()
}

fn said(app: &App) -> Vec<String> {
    let toasts = app.world().resource::<Toasts>();
    toasts.iter().map(|toast| toast.text.clone()).collect()
}

fn point_at_cell(app: &mut App, cell: &str) {
    let at = middle_of(app, cell);
    point_at(app, at);
}

#[test]
fn where_units_take_turns_an_area_is_aimed_at_a_cell_beside_its_targets() {
    let mut app = by_hand(&yard());
    assert_eq!(hp(&app), [100; 4]);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    assert!(matches!(
        app.world().resource::<OrderMode>(),
        OrderMode::Attack(_)
    ));
    point_at_cell(&mut app, "D3");
    click(&mut app, MouseButton::Left);
    let refused = "Nobody is there for that.";
    assert!(said(&app).iter().any(|it| it.starts_with(refused)));
    point_at_cell(&mut app, "C2");
    assert_reads(&mut app, "A on C2: Bomb");
    assert_reads(&mut app, "It hits e: 100% to hit, 10 damage.");
    let texts = texts(&mut app);
    assert!(!texts.iter().any(|text| text.starts_with("It hits f")));
    click(&mut app, MouseButton::Left);
    settle(&mut app);
    assert_eq!(hp(&app), [100, 100, 90, 100]);
}

#[test]
fn an_area_is_armed_if_only_its_edge_reaches_an_enemy() {
    let scene = board("A . . . e\n. . . . .")
        .unit('A', thrower())
        .unit('e', recruit().gambits([hold()]))
        .tempo(Tempo::Phases);
    let mut app = by_hand(&scene);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    let why = "Bomb: no enemy in reach, but its area hits one from a cell that is.";
    assert!(
        said(&app).iter().any(|it| it.starts_with(why)),
        "{:?}",
        said(&app)
    );
    // The cursor is where it hits: Enter throws.
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert_eq!(hp(&app), [100, 90]);
}

#[test]
fn an_area_is_aimed_at_a_friend_only_if_it_hits_an_enemy_too() {
    let scene = board("A . B e\n. . . .\n. . . .\n. C . .")
        .unit('A', thrower())
        .unit('B', recruit().manual_with([light_punch()]))
        .unit('C', recruit().manual_with([light_punch()]))
        .unit('e', recruit().gambits([hold()]))
        .tempo(Tempo::Phases);
    let mut app = by_hand(&scene);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    point_at_cell(&mut app, "C1");
    assert_reads(&mut app, "It hits B: 100% to hit, 10 damage.");
    click(&mut app, MouseButton::Left);
    settle(&mut app);
    assert_eq!(hp(&app), [100, 90, 100, 90]);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    point_at_cell(&mut app, "B4");
    click(&mut app, MouseButton::Left);
    settle(&mut app);
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(selected, UnitId::new(2), "a click selects it instead");
    assert_eq!(hp(&app), [100, 90, 100, 90]);
}

/// 10 damage around the user, which it spares.
fn whirl() -> RuleDraft {
    let strike = strike(Check::Sure, Amount::flat(10), DamageKind::Slashing);
    attack("Whirl", [strike])
        .range(1)
        .area(Area::Burst(1))
        .spares()
}

#[test]
fn a_burst_around_its_user_is_ordered_by_a_click_on_its_own_cell() {
    let scene = board("f A e\n. . .\n. . .")
        .unit('A', recruit().manual_with([whirl()]))
        .unit('e', recruit().gambits([hold()]))
        .unit('f', recruit().gambits([hold()]))
        .tempo(Tempo::Phases);
    let mut app = by_hand(&scene);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::Digit1);
    point_at_cell(&mut app, "B1");
    click(&mut app, MouseButton::Left);
    settle(&mut app);
    assert_eq!(hp(&app), [100, 90, 90]);
}
