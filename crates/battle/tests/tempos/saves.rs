//! Death saves: one on each turn of the downed, in every tempo (rules §9).

use foretold_battle::brain::{Percent, Selector, Test};
use foretold_battle::testing::{
    Story, assert_log, blow, board, cell, d20, light_punch, mend, recruit,
};
use foretold_battle::{Life, Tempo};

use crate::common::{initiative, phases, tick};

/// A goes down in the first round; its saves are scripted.
fn downed(tempo: Tempo, saves: &[u32]) -> Story {
    // In initiative e is first, then A, then B.
    let order: &[u32] = if tempo == Tempo::Initiative {
        &[10, 20, 1]
    } else {
        &[]
    };
    board("A e . . B")
        .tempo(tempo)
        .unit('A', recruit().hp(5).downed_at_zero())
        .unit('e', recruit().gambits([blow(5).cooldown(99)]))
        .unit('B', recruit())
        .rolls(order.iter().chain(saves).map(|&roll| d20(roll)))
        .story()
}

#[test]
fn one_save_a_turn_until_stable_dead_or_back() {
    let fallen = Life::Fallen;
    let down = |successes, failures| Life::Down {
        successes,
        failures,
    };
    let cases: [(&[u32], Life); 10] = [
        (&[10], down(1, 0)),
        (&[9], down(0, 1)),
        (&[1], down(0, 2)),
        (&[10, 15, 19], Life::Stable),
        (&[9, 2, 8], fallen),
        (&[1, 2], fallen),
        (&[2, 2, 1], fallen),
        (&[9, 9, 10, 10, 10], Life::Stable),
        (&[10, 10, 9, 9, 9], fallen),
        (&[9, 9, 10, 20], Life::Up),
    ];
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        for (saves, expected) in cases {
            let mut story = downed(tempo, saves);
            while story.unit('A').is_up() {
                tick(&mut story);
            }
            let rolled = |story: &Story| {
                let saves = story.log().lines;
                saves
                    .iter()
                    .filter(|line| line.contains("death save"))
                    .count()
            };
            while rolled(&story) < saves.len() {
                tick(&mut story);
            }
            assert_eq!(story.unit('A').life, expected, "{saves:?} in {tempo:?}");
            assert_eq!(story.unit('A').hp, u16::from(expected == Life::Up));
            story.end();
        }
    }
}

#[test]
fn the_stable_save_no_more() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        // A fourth roll would not be in the script.
        let mut story = downed(tempo, &[10, 10, 10]);
        story.ticks(30);
        assert_eq!(story.unit('A').life, Life::Stable);
        assert_eq!(story.battle.outcome(), None);
        story.end();
    }
}

#[test]
fn nobody_saves_in_the_turn_in_which_it_goes_down() {
    let mut story = downed(Tempo::Phases, &[11]);
    assert_log!(
        story.ticks(6),
        [
            "t2 round 1: the enemies' phase",
            "t3 e → A: Blow hit, 5 dealt, 0/5",
            "t3 A goes down on A1",
            "t4 round 2: the friends' phase",
            "t5 A death save d20(11): 1 made, 0 failed",
            "t5 round 2: the enemies' phase",
            "t6 round 3: the friends' phase",
        ]
    );
    story.end();
}

#[test]
fn who_is_back_with_a_natural_20_acts_in_its_next_turn() {
    let scene = initiative("A e . . B")
        .unit(
            'A',
            recruit()
                .hp(5)
                .downed_at_zero()
                .gambits([light_punch()])
                .speed(0),
        )
        .unit('e', recruit().gambits([blow(5).cooldown(99)]).speed(0))
        .unit('B', recruit())
        .rolls([d20(10), d20(20), d20(1), d20(20)]);
    assert_log!(
        scene.ticks(5),
        [
            "t1 e → A: Blow hit, 5 dealt, 0/5",
            "t1 A goes down on A1",
            "t1 round 1: A's turn",
            "t2 A death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t2 A gets up, 1/5",
            "t2 round 1: B's turn",
            "t3 round 2: e's turn",
            "t4 round 2: A's turn",
            "t5 A → e: Light Punch hit, 10 dealt, 90/100",
            "t5 round 2: B's turn",
        ]
    );
}

#[test]
fn a_natural_20_at_the_end_of_the_phase_does_not_open_it_again() {
    // Felled by its own side before its turn in the phase: its turn ends with the phase, once.
    let scene = phases("A B . e")
        .unit(
            'A',
            recruit().gambits([blow(5).on(Selector::NEAREST_ALLY).cooldown(9)]),
        )
        .unit('B', recruit().hp(5).downed_at_zero())
        .unit('e', recruit())
        .rolls([d20(20)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 A → B: Blow hit, 5 dealt, 0/5",
            "t1 B goes down on B1",
            "t2 B death save d20(20): 1 made, 0 failed, back with 1 HP",
            "t2 B gets up, 1/5",
            "t2 round 1: the enemies' phase",
            "t3 round 2: the friends' phase",
        ]
    );
}

#[test]
fn damage_while_down_is_a_failure_besides_the_save_of_the_turn() {
    let scene = phases("A B e")
        .unit('A', recruit().hp(5).downed_at_zero())
        .unit('B', recruit().gambits([blow(5).on(Selector::NEAREST_ALLY)]))
        .unit('e', recruit())
        .rolls([d20(9)]);
    assert_log!(
        scene.ticks(4),
        [
            "t2 B → A: Blow hit, 5 dealt, 0/5",
            "t2 A goes down on A1",
            "t3 B → A: Blow hit, 5 dealt, 0/5",
            "t3 A is hurt while down: 1 failed",
            "t3 A death save d20(9): 0 made, 2 failed",
            "t3 round 1: the enemies' phase",
            "t4 round 2: the friends' phase",
        ]
    );
}

#[test]
fn who_is_healed_before_its_turn_acts_in_it() {
    let scene = initiative("A e . B")
        .unit(
            'A',
            recruit()
                .hp(5)
                .downed_at_zero()
                .gambits([light_punch()])
                .speed(0),
        )
        .unit('e', recruit().gambits([blow(5).cooldown(99)]).speed(0))
        .unit('B', recruit().gambits([mend()]).speed(0))
        .rolls([d20(1), d20(20), d20(10)]);
    assert_log!(
        scene.ticks(3),
        [
            "t1 e → A: Blow hit, 5 dealt, 0/5",
            "t1 A goes down on A1",
            "t1 round 1: B's turn",
            "t2 B heals A by 15, 5/5",
            "t2 A gets up, 5/5",
            "t2 round 1: A's turn",
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
            "t3 round 2: e's turn",
        ]
    );
}

#[test]
fn the_downed_hold_their_cell_and_the_dead_free_it() {
    let mut story = downed(Tempo::Initiative, &[1, 2]);
    story.ticks(2);
    assert_eq!(story.battle.unit_at(cell("A1")), Some(story.id('A')));
    while story.battle.round() < 3 {
        tick(&mut story);
    }
    assert_eq!(story.unit('A').life, Life::Fallen);
    assert_eq!(story.battle.unit_at(cell("A1")), None);
    assert_eq!(story.battle.outcome(), None);
    story.end();
}

#[test]
fn who_is_down_when_its_phase_begins_acts_in_the_next_one_at_the_earliest() {
    let half = Percent::new(50).expect("at most 100");
    let scene = phases("A e . B")
        .unit(
            'B',
            recruit().gambits([mend().when(Test::AllyHpBelow(half))]),
        )
        .unit(
            'A',
            recruit()
                .hp(5)
                .downed_at_zero()
                .gambits([light_punch().cooldown(1)]),
        )
        .unit('e', recruit().gambits([blow(5).cooldown(99)]).speed(0));
    assert_log!(
        scene.ticks(8),
        [
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
            "t3 round 1: the enemies' phase",
            "t4 e → A: Blow hit, 5 dealt, 0/5",
            "t4 A goes down on A1",
            "t4 round 2: the friends' phase",
            "t5 B heals A by 15, 5/5",
            "t5 A gets up, 5/5",
            "t6 round 2: the enemies' phase",
            "t7 round 3: the friends' phase",
        ]
    );
}
