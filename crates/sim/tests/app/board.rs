//! The board on screen: which unit is where, and what each cell sees.

use std::collections::BTreeMap;

use foretold_battle::testing::{board, random_setup_in, recruit};
use foretold_battle::{Cell, Happening, Terrain, UnitId};
use foretold_sim::testing::{battle_app, fight, headless_app, run_ticks, setup_app, shown};
use foretold_sim::{Grid, RewindRequest, Sight};

use crate::common::{TEMPOS, ask, cell, session};

/// Where everyone is according to the log.
fn by_the_log(places: &mut BTreeMap<UnitId, Cell>, what: Happening) {
    match what {
        Happening::Moved { unit, to, .. } | Happening::Shoved { unit, to, .. } => {
            places.insert(unit, to);
        }
        Happening::Fell { unit, .. } => {
            places.remove(&unit);
        }
        _ => {}
    }
}

#[test]
fn units_are_where_the_log_says_after_every_step_and_every_look_back() {
    for tempo in TEMPOS {
        let mut app = headless_app();
        fight(&mut app, random_setup_in(tempo, 33), 2);
        let units = shown(&app).battle().units();
        let mut places: BTreeMap<UnitId, Cell> = units.map(|(id, unit)| (id, unit.cell)).collect();
        let mut history = vec![places.clone()];
        while shown(&app).battle().outcome().is_none() {
            run_ticks(&mut app, 1);
            for event in &shown(&app).moment().events {
                by_the_log(&mut places, event.what);
            }
            history.push(places.clone());
        }
        assert!(places.len() < history[0].len(), "a unit fell: {tempo:?}");
        let last = session(&app).last_step();
        for to in (0..=last).rev() {
            ask(&mut app, RewindRequest { to });
            let grid = app.world().resource::<Grid>();
            let expected = &history[to as usize];
            assert_eq!(grid.occupants().len(), expected.len(), "{tempo:?} {to}");
            for (unit, cell) in expected {
                assert_eq!(grid.occupant(*cell), Some(*unit), "{tempo:?} {to}");
            }
        }
    }
}

#[test]
fn what_stands_in_the_way_is_named() {
    let app = battle_app("first-blood", 1);
    let sight = app.world().resource::<Sight>();
    assert_eq!(sight.blocked_at(cell("C7"), cell("J6")), None);
    let own_wall = sight.blocked_at(cell("B2"), cell("A1"));
    assert_eq!(own_wall, None, "a wall itself is seen");
    let app = battle_app("three-abreast", 1);
    let sight = app.world().resource::<Sight>();
    let grid = app.world().resource::<Grid>();
    let mut blocked = 0;
    for (from, to) in Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to))) {
        let at = sight.blocked_at(from, to);
        let seen = sight.seen_from(from).contains(to);
        assert_eq!(at.is_none(), seen, "{from} {to}");
        if let Some(at) = at {
            assert_eq!(grid.board().get(at), Terrain::Wall, "{at}");
            blocked += 1;
        }
    }
    assert!(blocked > 0);
}

#[test]
fn units_block_sight_where_the_house_says_so() {
    let scene = board("A B e")
        .unit('A', recruit())
        .unit('B', recruit())
        .unit('e', recruit());
    let (from, to) = (cell("A1"), cell("C1"));
    for (blocks, at) in [(false, None), (true, Some(cell("B1")))] {
        let scene = scene
            .clone()
            .house(|house| house.units_block_sight = blocks);
        let app = setup_app(scene.setup(), 1);
        let sight = app.world().resource::<Sight>();
        assert_eq!(sight.blocked_at(from, to), at);
        assert_eq!(sight.seen_from(from).contains(to), !blocks);
    }
}
