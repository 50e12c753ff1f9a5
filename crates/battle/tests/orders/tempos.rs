//! How much one press does in each tempo, and how a repeat goes on from turn to turn.

use foretold_battle::Tempo;
use foretold_battle::testing::{
    aimed_shot, board, cell, heavy_punch, light_punch, move_away, recruit,
};

use crate::common::{TURNS, Table, assert_deeds, assert_lines, seated};

#[test]
fn in_ticks_a_press_is_one_step_or_one_strike() {
    let scene = board("A . . e")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    for step in ["t1 A moves A1 → B1", "t3 A moves B1 → C1"] {
        assert_eq!(story.press('A'), Ok(()));
        assert_lines(story.ticks(2), &[step]);
    }
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(2),
        &["t5 A → e: Light Punch hit, 10 dealt, 90/100"],
    );
}

#[test]
fn in_phases_a_press_is_one_action_point_and_a_walk_stops_where_it_can_attack() {
    let scene = board("A . . . e")
        .unit('A', recruit().manual().knows([light_punch()]).speed(6))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(9),
        &[
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A moves C1 → D1",
        ],
    );
    assert_eq!(story.waits_for(), "A");
    assert_eq!(story.unit('A').turn.points, 1);
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(1),
        &[
            "t4 A → e: Light Punch hit, 10 dealt, 90/100",
            "t4 round 1: the enemies' phase",
        ],
    );
}

#[test]
fn in_phases_a_walk_that_does_not_arrive_is_one_press() {
    let scene = board("A . . . . . . e")
        .unit('A', recruit().manual().knows([light_punch()]).speed(2))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(9),
        &["t1 A moves A1 → B1", "t2 A moves B1 → C1"],
    );
    assert_eq!(story.unit('A').order, None);
}

#[test]
fn in_phases_an_archer_spends_its_last_point_walking_only_into_range() {
    let scene = board("A . . . . . . . e")
        .unit('A', recruit().manual().knows([aimed_shot()]).speed(6))
        .unit('e', recruit())
        .house(|house| house.action_points = 1);
    let mut story = seated(scene, Tempo::Phases);
    assert_eq!(story.press('A'), Ok(()));
    story.ticks(9);
    assert_eq!(story.unit('A').cell, cell("D1"), "five cells from e");
}

#[test]
fn in_initiative_a_press_is_the_whole_turn() {
    let scene = board("A . . e")
        .unit('A', recruit().manual().knows([light_punch()]).speed(6))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Initiative);
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(5),
        &[
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
            "t4 round 1: e's turn",
            "t5 round 2: A's turn",
        ],
    );
    assert_eq!(story.waits_for(), "A");
}

#[test]
fn in_initiative_a_press_that_does_not_arrive_is_a_whole_walk() {
    let scene = board("A . . . . . e")
        .unit('A', recruit().manual().knows([light_punch()]).speed(2))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Initiative);
    assert_eq!(story.press('A'), Ok(()));
    assert_lines(
        story.ticks(4),
        &[
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 round 1: e's turn",
            "t4 round 2: A's turn",
        ],
    );
    assert_eq!(story.waits_for(), "A");
}

#[test]
fn a_repeat_walks_on_in_the_next_turn() {
    for tempo in TURNS {
        let scene = board("A . . . . . . . e")
            .unit('A', recruit().manual().knows([light_punch()]).speed(2))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(20);
        assert_eq!(story.interrupts(), [], "{tempo:?}");
        assert!(story.unit('e').hp < 100, "{tempo:?}");
        assert!(story.repeats('A'));
    }
}

#[test]
fn a_repeat_of_whole_turn_blows_waits_for_the_next_turn() {
    // Heavy Punch takes a whole turn: after walking up there is no room for it.
    for tempo in TURNS {
        let scene = board("A . . e")
            .unit('A', recruit().manual().knows([heavy_punch()]).speed(3))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(8);
        assert_eq!(story.interrupts(), [], "{tempo:?}");
        assert!(story.unit('e').hp <= 75, "{tempo:?}");
    }
}

#[test]
fn after_walking_up_it_strikes_with_what_the_turn_has_room_for() {
    for tempo in TURNS {
        let scene = board("A . e")
            .unit(
                'A',
                recruit().manual().knows([heavy_punch(), light_punch()]),
            )
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_deeds(
            story.ticks(2),
            &[
                "t1 A moves A1 → B1",
                "t2 A → e: Light Punch hit, 10 dealt, 90/100",
            ],
        );
    }
}

#[test]
fn a_repeat_follows_an_enemy_who_retreats() {
    let scene = board(
        "
        A . e . . .
        # # # # # #
        ",
    )
    .unit('A', recruit().manual().knows([light_punch()]))
    .unit('e', recruit().gambits([move_away()]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(6),
        &[
            "t1 A moves A1 → B1",
            "t1 e moves C1 → D1",
            "t2 A moves B1 → C1",
            "t2 e moves D1 → E1",
            "t3 A moves C1 → D1",
            "t3 e moves E1 → F1",
            "t4 A moves D1 → E1",
            "t4 e moves F1 → G2",
            "t5 A moves E1 → F1",
            "t5 e moves G2 → H2",
            "t6 A moves F1 → G2",
            "t6 e moves H2 → I2",
        ],
    );
}

#[test]
fn who_fights_on_needs_no_player_at_the_table_for_it() {
    for tempo in TURNS {
        let scene = board("A e")
            .unit('A', recruit().manual().knows([light_punch()]))
            .unit('e', recruit().hp(500));
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(30);
        assert!(story.battle.round() > 5, "{tempo:?} does not wait");
    }
}

#[test]
fn where_its_weapon_reaches_it_waits_for_it_to_rest() {
    for drawing in ["A e", "A . . e"] {
        let scene = board(drawing)
            .unit(
                'A',
                recruit()
                    .manual()
                    .knows([light_punch().range(3).cooldown(1)]),
            )
            .unit('e', recruit());
        let mut story = seated(scene, Tempo::Ticks);
        assert_eq!(story.repeat('A'), Ok(()));
        assert_lines(
            story.ticks(3),
            &[
                "t1 A → e: Light Punch hit, 10 dealt, 90/100",
                "t3 A → e: Light Punch hit, 10 dealt, 80/100",
            ],
        );
    }
}
