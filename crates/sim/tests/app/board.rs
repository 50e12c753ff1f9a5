//! The board on screen: who is where, who sees what, whom each attack reaches.

use bevy::prelude::App;
use foretold_battle::board::{Cell, CellSet};
use foretold_battle::testing::random_setup_in;
use foretold_battle::{Life, Terrain};
use foretold_sim::testing::{battle, battle_app, fight, headless_app, run_ticks};
use foretold_sim::{BattleRequest, Grid, RewindRequest, Sight};

use crate::common::{TEMPOS, ask, cell, timeline, unit};

/// The board is that of the moment on screen, cell by cell and unit by unit.
#[track_caller]
fn assert_board_on_screen(app: &App) {
    let (grid, sight) = (
        app.world().resource::<Grid>(),
        app.world().resource::<Sight>(),
    );
    let battle = battle(app).battle();
    for cell in Cell::all() {
        assert_eq!(grid.occupant(cell), battle.unit_at(cell), "{cell}");
        assert_eq!(grid.terrain(cell), battle.arena().setup().board.get(cell));
        assert_eq!(
            sight.seen_from(cell),
            battle.arena().ground().sight.seen_from(cell)
        );
    }
    let (mut up, mut fallen) = (0, 0);
    for (id, unit) in battle.units() {
        let is_fallen = unit.life == Life::Fallen;
        assert_eq!(grid.fallen().contains(&(unit.cell, id)), is_fallen);
        assert_eq!(grid.occupants().contains(&(unit.cell, id)), !is_fallen);
        if is_fallen {
            fallen += 1;
        } else {
            up += 1;
        }
        let sheet = battle.arena().sheet(id);
        let attacks = sheet
            .skills
            .iter()
            .filter(|&&skill| battle.arena().skill(skill).is_hostile());
        let expected: Vec<_> = attacks
            .map(|&skill| (skill, battle.valid_targets(id, skill, unit.cell)))
            .collect();
        assert_eq!(sight.targets(id), expected);
    }
    assert_eq!((grid.occupants().len(), grid.fallen().len()), (up, fallen));
}

#[test]
fn it_follows_every_step_and_every_look_back() {
    for tempo in TEMPOS {
        let mut app = headless_app();
        fight(&mut app, random_setup_in(tempo, 33), 2);
        assert_board_on_screen(&app);
        while battle(&app).battle().outcome().is_none() {
            run_ticks(&mut app, 3);
            assert_board_on_screen(&app);
        }
        assert!(
            !app.world().resource::<Grid>().fallen().is_empty(),
            "{tempo:?}"
        );
        for to in [0, timeline(&app).last() / 2, timeline(&app).last()] {
            ask(&mut app, RewindRequest { to });
            assert_board_on_screen(&app);
        }
    }
}

#[test]
fn what_stands_in_the_way_is_named() {
    let app = battle_app("first-blood", 1);
    let sight = app.world().resource::<Sight>();
    assert_eq!(sight.blocked_at(cell("C7"), cell("J6")), None);
    assert_eq!(
        sight.blocked_at(cell("B2"), cell("A1")),
        None,
        "a wall itself is seen"
    );
    let app = battle_app("three-abreast", 1);
    let sight = app.world().resource::<Sight>();
    let grid = app.world().resource::<Grid>();
    let mut blocked = 0;
    for (from, to) in Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to))) {
        let at = sight.blocked_at(from, to);
        assert_eq!(
            at.is_none(),
            sight.seen_from(from).contains(to),
            "{from} {to}"
        );
        if let Some(at) = at {
            assert!(matches!(grid.terrain(at), Terrain::Wall), "{at}");
            blocked += 1;
        }
    }
    assert!(blocked > 0);
}

#[test]
fn without_a_battle_there_is_nothing_to_see() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, BattleRequest::Leave);
    let (grid, sight) = (
        app.world().resource::<Grid>(),
        app.world().resource::<Sight>(),
    );
    assert_eq!(grid.occupants(), []);
    assert_eq!(grid.occupant(cell("C7")), None);
    assert_eq!(sight.seen_from(cell("C7")), CellSet::EMPTY);
    assert_eq!(sight.targets(unit(0)), []);
    assert_eq!(sight.blocked_at(cell("A1"), cell("C7")), None);
}
