//! Confused: aim and steps go to a random neighbour when they are resolved (rules §9).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    UnitDraft, aid, assert_log, attack, block, blow, board, cell, d, d20, dodge, heavy_punch, hold,
    inflict, longsword, lot, mend, move_towards, multiattack, recruit, strike,
};
use foretold_battle::{Action, Affliction, Aid, Aim, Amount, Check, DamageKind, Happening, Status};

use crate::common::once;

fn dizzy() -> UnitDraft {
    recruit().with(Status::Confused, 9)
}

#[test]
fn the_aim_goes_to_a_random_neighbour_of_the_aimed_cell_never_ones_own() {
    // Around A1 are B1, where the attacker stands, A2 and B2: two to choose from.
    let scene = |place| {
        board(
            "
            e A
            . f
        ",
        )
        .unit('A', dizzy().gambits([blow(10)]))
        .unit('e', recruit())
        .unit('f', recruit())
        .rolls([lot(2, place)])
    };
    assert_log!(
        scene(0).ticks(1),
        ["t1 A is confused: A1 becomes A2", "t1 A → A2: Blow whiffs",]
    );
    assert_log!(
        scene(1).ticks(1),
        [
            "t1 A is confused: A1 becomes B2",
            "t1 A → f: Blow hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn a_stray_blow_hits_friends_as_well() {
    let scene = board(
        "
        e A
        B .
    ",
    )
    .unit('A', dizzy().gambits([blow(10)]))
    .unit('B', recruit())
    .unit('e', recruit())
    .rolls([lot(2, 0)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A is confused: A1 becomes A2",
            "t1 A → B: Blow hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn an_aim_in_the_open_has_eight_neighbours_and_may_hit_nothing_of_what_was_aimed_at() {
    let shot = |place| {
        let arrow = strike(Check::Sure, Amount::flat(5), DamageKind::Piercing);
        board(
            "
            . . . . A
            . e . . .
            . . . . .
        ",
        )
        .unit('A', dizzy().gambits([attack("Arrow", [arrow]).range(5)]))
        .unit('e', recruit())
        .rolls([lot(8, place)])
        .ticks(1)
        .lines
    };
    for (place, cell) in (0..8).zip(["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"]) {
        assert_eq!(
            shot(place),
            [
                format!("t1 A is confused: B2 becomes {cell}"),
                format!("t1 A → {cell}: Arrow whiffs"),
            ]
        );
    }
}

#[test]
fn every_neighbour_is_as_likely() {
    let scene = board(
        "
        . . . . A
        . e . . .
        . . . . .
    ",
    )
    .unit('A', dizzy().gambits([blow(1).range(5)]))
    .unit('e', recruit());
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..4_000 {
        let mut battle = scene.start(seed);
        let mut events = Vec::new();
        battle.step(&mut events);
        for event in &events {
            if let Happening::WentAstray { went, .. } = event.what {
                *seen.entry(went).or_insert(0u32) += 1;
            }
        }
    }
    // 500 expected each, standard deviation 20.9: five of them either way.
    assert_eq!(seen.len(), 8);
    assert!(
        seen.values().all(|count| (395..=605).contains(count)),
        "{seen:?}"
    );
}

#[test]
fn a_multiattack_goes_astray_as_one() {
    let scene = board(
        "
        e A
        . f
    ",
    )
    .unit('A', dizzy().gambits([multiattack()]))
    .unit('e', recruit())
    .unit('f', recruit())
    .rolls([lot(2, 1), d20(2), d20(15), d(8, 4)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A is confused: A1 becomes B2",
            "t1 A → f: Multiattack d20(2) + 5 = 7 vs AC 10: miss",
            "t1 A → f: Multiattack d20(15) + 5 = 20 vs AC 10: hit, 7 dealt, 93/100",
        ]
    );
}

#[test]
fn a_heavy_strike_goes_astray_when_it_lands_not_when_it_is_decided() {
    let daze = inflict("Daze", Affliction::new(Status::Confused, 1));
    let mut story = board(
        "
        A e
        . .
    ",
    )
    .unit('A', recruit().gambits([heavy_punch()]))
    .unit('e', recruit().gambits([once(daze)]))
    .rolls([lot(4, 3)])
    .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Daze hit",
            "t1 A is confused for 1",
        ]
    );
    // What is shown is still the cell it was locked on.
    let Action::Use { aim, .. } = story.unit('A').action else {
        panic!("A is winding up");
    };
    assert_eq!(aim, Aim::Cell(cell("B1")));
    assert_log!(
        story.ticks(1),
        [
            "t2 A is confused: B1 becomes C2",
            "t2 A → C2: Heavy Punch whiffs",
            "t2 A is no longer confused",
        ]
    );
    story.end();
}

#[test]
fn a_step_goes_to_a_random_neighbour() {
    for (place, cell) in (0..3).zip(["B1", "A2", "B2"]) {
        let log = board("A . . e")
            .unit('A', dizzy().gambits([move_towards()]))
            .unit('e', recruit())
            .rolls([lot(3, place)])
            .ticks(1);
        assert_eq!(
            log.lines,
            [
                format!("t1 A is confused: B1 becomes {cell}"),
                format!("t1 A moves A1 → {cell}"),
            ]
        );
    }
}

#[test]
fn a_stray_step_is_lost_if_blocked() {
    for (place, lines) in [
        (
            0,
            [
                "t1 A is confused: B2 becomes B1",
                "t1 A stays on A1, not B1: no way",
            ],
        ),
        (
            1,
            [
                "t1 A is confused: B2 becomes A2",
                "t1 A stays on A1, not A2: B stands there",
            ],
        ),
    ] {
        let scene = board(
            "
            A # .
            B . e
        ",
        )
        .unit('A', dizzy().gambits([move_towards()]))
        .unit('B', recruit())
        .unit('e', recruit())
        .rolls([lot(3, place)]);
        assert_log!(scene.ticks(1), [lines[0], lines[1]]);
    }
}

#[test]
fn a_stray_step_is_lost_at_a_pit_and_burns_in_a_hazard() {
    let scene = |place| {
        board(
            "
            A o .
            ~ . e
        ",
        )
        .unit('A', dizzy().gambits([move_towards()]))
        .unit('e', recruit())
        .rolls([lot(3, place)])
    };
    assert_log!(
        scene(0).ticks(1),
        [
            "t1 A is confused: B2 becomes B1",
            "t1 A stays on A1, not B1: no way",
        ]
    );
    assert_log!(
        scene(1).ticks(1),
        [
            "t1 A is confused: B2 becomes A2",
            "t1 A moves A1 → A2",
            "t1 A suffers from a hazard, 5 dealt, 95/100",
        ]
    );
}

#[test]
fn who_holds_or_idles_has_nothing_that_could_go_astray() {
    let scene = board("A . e")
        .unit('A', dizzy().gambits([hold()]))
        .unit('e', dizzy())
        .rolls([]);
    assert_log!(scene.ticks(2), []);
}

#[test]
fn confused_help_goes_to_whoever_stands_in_the_stray_cell() {
    // Around B1 are A1, where the helper stands, C1, A2, B2 and C2.
    let scene = |place| {
        board(
            "
            A B .
            . . e
        ",
        )
        .unit('A', dizzy().gambits([once(mend())]))
        .unit('B', recruit().hurt_to(50))
        .unit('e', recruit().hurt_to(50))
        .rolls([lot(4, place)])
    };
    assert_log!(
        scene(3).ticks(1),
        [
            "t1 A is confused: B1 becomes C2",
            "t1 A heals e by 15, 65/100",
        ]
    );
    assert_log!(
        scene(0).ticks(1),
        ["t1 A is confused: B1 becomes C1", "t1 A: Mend helps nobody"]
    );
}

#[test]
fn confused_shields_and_dodges_for_another_go_astray_before_they_rise() {
    let gift = Aid {
        block: Some(5),
        grants: Some(Affliction::new(Status::Dodging, 1)),
        ..Aid::default()
    };
    let scene = board(
        "
        A B .
        . . e
    ",
    )
    .unit(
        'A',
        dizzy().gambits([once(aid("Cover", Selector::NEAREST_ALLY, gift))]),
    )
    .unit('B', recruit())
    .unit('e', recruit())
    .rolls([lot(4, 3)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A is confused: B1 becomes C2",
            "t1 A gives e block 5, now 5",
            "t1 e is dodging for 1",
        ]
    );
}

#[test]
fn what_the_confused_do_to_themselves_works_as_usual() {
    let heal = Aid {
        heal: Some(Amount::flat(5)),
        ..Aid::default()
    };
    for (rule, line) in [
        (block(8), "t1 A raises block 8, now 8"),
        (dodge(), "t1 A is dodging for 1"),
        (
            aid("Breathe", Selector::OWN, heal),
            "t1 A heals A by 5, 55/100",
        ),
    ] {
        let scene = board("A . e")
            .unit('A', dizzy().hurt_to(50).gambits([rule]))
            .unit('e', recruit())
            .rolls([]);
        assert_log!(scene.ticks(1), [line]);
    }
}

#[test]
fn who_becomes_confused_in_this_tick_has_already_struck_and_stepped() {
    let daze = inflict("Daze", Affliction::new(Status::Confused, 1));
    let scene = board("A . e")
        .unit('A', recruit().gambits([once(daze)]))
        .unit('e', recruit().gambits([longsword(), move_towards()]))
        .rolls([lot(2, 0)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Daze hit",
            "t1 e moves C1 → B1",
            "t1 e is confused for 1",
            "t2 e is confused: A1 becomes A2",
            "t2 e → A2: Longsword whiffs",
            "t2 e is no longer confused",
        ]
    );
}

#[test]
fn panic_and_confusion_make_the_flight_go_astray() {
    let scene = board("A e . .\n. . # #")
        .unit('A', recruit())
        .unit('e', dizzy().with(Status::Panicked, 9))
        .rolls([lot(5, 2)]);
    assert_log!(
        scene.ticks(1),
        ["t1 e is confused: C1 becomes A2", "t1 e moves B1 → A2",]
    );
}
