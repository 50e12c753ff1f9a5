//! Crowds of the confused: whatever steps collide, the ground is shared out by the rules.

use std::collections::BTreeMap;

use foretold_battle::testing::{Scene, board, move_towards, recruit};
use foretold_battle::{
    Battle, Cell, Event, Happening, MoveFailure, Phase, Status, Terrain, UnitId,
};

use crate::common::FURTHEST_ENEMY;

/// Twenty-four units in a small yard; every step goes to a random neighbour.
fn crowd() -> Scene {
    let drawing = "
        A a B b C #
        c D d E e #
        F f # G g #
        H h I i J #
        j K k L l #
        # # # # # #
        ";
    let confused = recruit()
        .with(Status::Confused, 100)
        .gambits([move_towards().on(FURTHEST_ENEMY)]);
    let mut scene = board(drawing);
    for letter in drawing.chars().filter(char::is_ascii_alphabetic) {
        scene = scene.unit(letter, confused.clone());
    }
    // Four ways out of the crush, so that there is ground to win.
    scene
        .terrain("C3", Terrain::Floor)
        .terrain("F1", Terrain::Floor)
        .terrain("F3", Terrain::Floor)
        .terrain("A6", Terrain::Floor)
}

/// Where the units stand that have not fallen.
fn places(battle: &Battle) -> BTreeMap<UnitId, Cell> {
    battle.units().map(|(id, unit)| (id, unit.cell)).collect()
}

/// One movement: where everyone was, what the log says, where everyone is.
struct Movement {
    before: BTreeMap<UnitId, Cell>,
    events: Vec<Event>,
    after: BTreeMap<UnitId, Cell>,
}

fn movements() -> Vec<Movement> {
    let mut movements = Vec::new();
    for seed in 0..100 {
        let mut battle = crowd().start(seed);
        for _ in 0..10 {
            for phase in Phase::ALL {
                let before = places(&battle);
                let mut events: Vec<Event> = Vec::new();
                battle.run(phase, &mut events);
                if phase == Phase::Movement {
                    let after = places(&battle);
                    movements.push(Movement {
                        before,
                        events,
                        after,
                    });
                }
            }
        }
    }
    movements
}

impl Movement {
    fn standing_on(&self, cell: Cell) -> Option<UnitId> {
        let found = self.after.iter().find(|(_, at)| **at == cell);
        found.map(|(unit, _)| *unit)
    }

    /// How many meant to step into the cell.
    fn comers(&self, cell: Cell) -> usize {
        let means_to = |event: &&Event| match event.what {
            Happening::Moved { to, .. } | Happening::MoveFailed { to, .. } => to == cell,
            _ => false,
        };
        self.events.iter().filter(means_to).count()
    }

    fn failures(&self) -> impl Iterator<Item = (UnitId, Cell, MoveFailure)> {
        self.events.iter().filter_map(|event| match event.what {
            Happening::MoveFailed {
                unit, to, cause, ..
            } => Some((unit, to, cause)),
            _ => None,
        })
    }
}

#[test]
fn nobody_shares_a_cell_and_nobody_swaps() {
    for movement in movements() {
        let mut cells: Vec<Cell> = movement.after.values().copied().collect();
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), 24);
        for (unit, from) in &movement.before {
            let to = movement.after[unit];
            let there_before = movement.before.iter().find(|(_, at)| **at == to);
            if let Some((other, _)) = there_before.filter(|(other, _)| *other != unit) {
                assert_ne!(
                    movement.after[other], *from,
                    "{unit:?} and {other:?} swapped"
                );
            }
        }
    }
}

#[test]
fn who_stays_has_a_reason_that_can_be_seen_on_the_board() {
    let mut seen = [0; 5];
    for movement in movements() {
        for (unit, to, cause) in movement.failures() {
            assert_eq!(movement.after[&unit], movement.before[&unit]);
            let there = movement.standing_on(to);
            let kind = match cause {
                MoveFailure::Held { by } => {
                    assert_eq!(there, Some(by));
                    assert_eq!(movement.before[&by], to, "it stood there all the time");
                    0
                }
                MoveFailure::HeadOn { with } => {
                    assert_eq!(there, Some(with));
                    let back = movement.failures().find(|(other, ..)| *other == with);
                    let meant = back.map(|(_, to, cause)| (to, cause));
                    let mirrored = MoveFailure::HeadOn { with: unit };
                    assert_eq!(meant, Some((movement.before[&unit], mirrored)));
                    1
                }
                MoveFailure::LostContest {
                    to: winner,
                    contestants,
                } => {
                    assert_eq!(there, Some(winner));
                    assert_ne!(movement.before[&winner], to, "the winner came");
                    assert_eq!(usize::from(contestants), movement.comers(to));
                    2
                }
                MoveFailure::Ring { to: member } => {
                    assert_eq!(there, Some(member));
                    assert!(
                        is_in_a_ring(&movement, member),
                        "{member:?} came in no ring"
                    );
                    3
                }
                MoveFailure::Terrain => {
                    assert_eq!(there, None);
                    4
                }
            };
            seen[kind] += 1;
        }
    }
    assert!(
        seen.iter().all(|count| *count > 0),
        "not all kinds of failure: {seen:?}"
    );
}

/// Whether following everyone into the cell that they entered leads back to the unit.
fn is_in_a_ring(movement: &Movement, unit: UnitId) -> bool {
    let mut next = unit;
    for _ in 0..movement.before.len() {
        let entered = movement.after[&next];
        let left_it = movement.before.iter().find(|(_, at)| **at == entered);
        match left_it.map(|(id, _)| *id) {
            Some(id) if id == unit => return next != unit,
            Some(id) => next = id,
            None => return false,
        }
    }
    false
}

#[test]
fn free_ground_that_somebody_wants_is_taken() {
    for movement in movements() {
        for (_, to, cause) in movement.failures() {
            let taken = movement.standing_on(to).is_some();
            assert!(
                taken || cause == MoveFailure::Terrain,
                "{to} stays empty: {cause:?}"
            );
        }
    }
}
