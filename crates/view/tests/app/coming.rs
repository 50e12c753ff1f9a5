//! Areas and shoves before they come: where they are drawn, and whether as certain (rules §13).

use foretold_battle::board::CellSet;
use foretold_battle::testing::{
    RuleDraft, Scene, attack, board, cell, hold, light_punch, recruit, shove, strike,
};
use foretold_battle::{
    Amount, Area, Battle, Check, DamageKind, Shove, SkillId, Status, Strike, Tempo, UnitId,
};
use foretold_sim::{ForetoldTurns, ReadModel};
use foretold_view::coming_ground::{chosen_area, coming_areas, coming_shoves};
use foretold_view::{Hover, OrderMode, Selection};

/// 10 damage around a cell at up to 3 cells.
fn bomb(check: Check) -> RuleDraft {
    let strike = strike(check, Amount::flat(10), DamageKind::Fire);
    attack("Bomb", [strike]).range(3).area(Area::Burst(1))
}

fn areas_are_sure(scene: &Scene) -> Vec<bool> {
    let battle = scene.start(1);
    let areas = coming_areas(&battle, &ForetoldTurns::of(&battle));
    areas.iter().map(|area| area.sure).collect()
}

#[test]
fn an_area_is_drawn_as_certain_unless_its_attacker_is_confused() {
    let scene = |attacker| {
        board("A . . e")
            .unit('A', attacker)
            .unit('e', recruit().gambits([hold()]))
    };
    // The cells are hit whether or not the unit in them is.
    let aimed = Check::Aimed { bonus: 0 };
    let bomber = || recruit().gambits([bomb(aimed)]);
    assert_eq!(areas_are_sure(&scene(bomber())), [true]);
    let confused = bomber().with(Status::Confused, 3);
    assert_eq!(areas_are_sure(&scene(confused)), [false]);
}

#[test]
fn a_shove_is_drawn_as_certain_only_if_it_cannot_miss_or_go_astray() {
    let aimed = || {
        let shoves = Some(Shove::Away);
        let check = Check::Aimed { bonus: 0 };
        let strike = Strike {
            check,
            shoves,
            ..Strike::default()
        };
        attack("Push", [strike])
    };
    let confused = || recruit().with(Status::Confused, 3);
    for (attacker, sure) in [
        (recruit().gambits([shove()]), true),
        (recruit().gambits([aimed()]), false),
        (confused().gambits([shove()]), false),
    ] {
        let battle = board("A e .")
            .unit('A', attacker)
            .unit('e', recruit().gambits([hold()]))
            .start(1);
        let shoves = coming_shoves(&battle, &ForetoldTurns::of(&battle));
        let shoves: Vec<bool> = shoves.iter().map(|shove| shove.sure).collect();
        assert_eq!(shoves, [sure]);
    }
}

fn skill_named(battle: &Battle, name: &str) -> SkillId {
    let unit = UnitId::new(0).expect("it is there");
    let mut skills = battle.arena().sheet(unit).skills.iter().copied();
    skills
        .find(|skill| battle.arena().skill(*skill).name == name)
        .expect("it knows it")
}

#[test]
fn the_area_of_an_order_is_shown_on_any_cell_that_it_can_be_locked_at() {
    let scene = board("A . . e . .\n. B . . . .\n. . . . . .")
        .unit(
            'A',
            recruit().manual_with([bomb(Check::Sure), light_punch()]),
        )
        .unit('B', recruit().manual_with([light_punch()]))
        .unit('e', recruit().gambits([hold()]))
        .tempo(Tempo::Phases);
    let mut battle = scene.start(1);
    battle.set_player(true);
    let bomb = skill_named(&battle, "Bomb");
    let area = |at: &str, mode: OrderMode| -> Option<CellSet> {
        let selection = Selection(UnitId::new(0));
        let area = chosen_area(&battle, selection, Hover(Some(cell(at))), mode)?;
        Some(area.cells)
    };
    let around =
        |names: &[&str]| -> Option<CellSet> { Some(names.iter().map(|name| cell(name)).collect()) };
    let armed = OrderMode::Attack(bomb);
    assert_eq!(
        area("C1", armed),
        around(&["B1", "C1", "D1", "B2", "C2", "D2"]),
        "nobody is there"
    );
    let friend = area("B2", armed);
    assert_eq!(friend.map(CellSet::len), Some(9), "a friend is there");
    assert_eq!(area("D1", armed).map(CellSet::len), Some(6), "an enemy is");
    assert_eq!(area("E3", armed), None, "that is too far away");
    let punch = OrderMode::Attack(skill_named(&battle, "Light Punch"));
    assert_eq!(area("B1", punch), None, "one cell needs no hatching");
    assert_eq!(area("D3", OrderMode::Free), None, "nothing is chosen");
}
