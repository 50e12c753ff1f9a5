//! Every test that a rule can ask, and its opposite (rules §6).

use foretold_battle::Status;
use foretold_battle::brain::{Criterion, Measured, Selector, Side, Test, TestReport};
use foretold_battle::testing::{
    Scene, Story, UnitDraft, assert_log, board, guard, heavy_punch, hold, howl, move_away, recruit,
};

use crate::common::{percent, rules_of};

/// A holds its place if the test holds.
pub(crate) fn asks(unit: UnitDraft, test: Test) -> UnitDraft {
    unit.gambits([hold().when(test)])
}

/// What A's first rule measured, and whether that satisfied it.
pub(crate) fn answer(story: &Story) -> (Measured, bool) {
    let reports = rules_of(story, 'A');
    let [
        TestReport {
            measured, holds, ..
        },
    ] = reports[0].tests[..]
    else {
        panic!("A asks one thing: {reports:?}");
    };
    assert_eq!(holds, reports[0].refusal.is_none());
    (measured, holds)
}

/// Puts each test to A in the scene and compares the answers.
fn check(scene: impl Fn() -> Scene, me: &UnitDraft, cases: &[(Test, Measured, bool)]) {
    for &(test, measured, holds) in cases {
        let story = scene().unit('A', asks(me.clone(), test)).story();
        assert_eq!(answer(&story), (measured, holds), "{test:?}");
        let opposite = me.clone().gambits([hold().when_not(test)]);
        let story = scene().unit('A', opposite).story();
        assert_eq!(answer(&story), (measured, !holds), "not {test:?}");
    }
}

#[test]
fn always_holds() {
    let scene = || board("A e").unit('e', recruit());
    check(
        scene,
        &recruit(),
        &[(Test::Always, Measured::Nothing, true)],
    );
}

#[test]
fn an_enemy_in_range_x_includes_x_and_ignores_sight() {
    let scene = || {
        board(
            "
            A # . .
            # # . .
            . . f .
            . . . e
            ",
        )
        .unit('e', recruit())
        .unit('f', recruit())
    };
    // In the order of joining: e, f, A.
    let ids = scene().unit('A', recruit()).story();
    let nearest = Measured::Nearest(ids.id('f'), 2);
    check(
        scene,
        &recruit(),
        &[
            (Test::EnemyInRange(0), nearest, false),
            (Test::EnemyInRange(1), nearest, false),
            (Test::EnemyInRange(2), nearest, true),
            (Test::EnemyInRange(11), nearest, true),
        ],
    );
}

#[test]
fn an_ally_in_range_x_is_another_of_ones_own_side() {
    let scene = || board("e A . . B").unit('B', recruit()).unit('e', recruit());
    let ids = scene().unit('A', recruit()).story();
    let nearest = Measured::Nearest(ids.id('B'), 3);
    check(
        scene,
        &recruit(),
        &[
            (Test::AllyInRange(2), nearest, false),
            (Test::AllyInRange(3), nearest, true),
        ],
    );
}

#[test]
fn nobody_is_their_own_ally() {
    let scene = || board("A e").unit('e', recruit());
    check(
        scene,
        &recruit().hurt_to(1),
        &[
            (Test::AllyInRange(11), Measured::Nothing, false),
            (Test::AllyHpBelow(percent(100)), Measured::Nothing, false),
        ],
    );
}

#[test]
fn my_hp_below_x_percent_is_strict() {
    let scene = || board("A e").unit('e', recruit());
    let me = scene().unit('A', recruit()).story().id('A');
    for (hp, max, bar, holds) in [
        (50, 100, 50, false),
        (49, 100, 50, true),
        (50, 100, 51, true),
        (100, 100, 100, false),
        (99, 100, 100, true),
        (1, 100, 0, false),
        // A third is more than 33% and less than 34%.
        (1, 3, 33, false),
        (1, 3, 34, true),
        (9_998, 9_999, 100, true),
    ] {
        check(
            scene,
            &recruit().hp(max).hurt_to(hp),
            &[(
                Test::MyHpBelow(percent(bar)),
                Measured::Share(me, hp, max),
                holds,
            )],
        );
    }
}

#[test]
fn my_cell_is_targeted_once_an_enemy_has_locked_it_in_an_earlier_tick() {
    let mut story = board("A e")
        .unit('A', asks(recruit(), Test::MyCellTargeted))
        .unit('e', recruit().gambits([heavy_punch().cost(3)]))
        .story();
    let seen = (Measured::Found(story.id('e')), true);
    // e will lock the cell in this tick: that cannot be seen.
    assert_eq!(answer(&story), (Measured::Nothing, false));
    story.ticks(1);
    assert_eq!(answer(&story), seen);
    story.ticks(1);
    assert_eq!(answer(&story), seen);
    // It has landed, and the next one is not locked yet.
    story.ticks(1);
    assert_eq!(answer(&story), (Measured::Nothing, false));
}

#[test]
fn my_cell_is_not_targeted_any_more_once_i_have_left_it() {
    let mut story = board(". A e")
        .unit(
            'A',
            recruit().gambits([move_away().when(Test::MyCellTargeted)]),
        )
        .unit('e', recruit().gambits([heavy_punch().cost(3)]))
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 e winds up Heavy Punch on B1 (3 ticks)",
            "t2 A moves B1 → A2",
            "t3 e → B1: Heavy Punch whiffs",
        ]
    );
}

#[test]
fn a_friends_blow_does_not_target_my_cell() {
    let mut story = board("B A e")
        .unit('A', asks(recruit(), Test::MyCellTargeted))
        .unit(
            'B',
            recruit().gambits([heavy_punch().on(Selector::NEAREST_ALLY)]),
        )
        .unit('e', recruit().gambits([guard().cost(3)]))
        .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 B winds up Heavy Punch on B1 (2 ticks)",
            "t1 e winds up Guard on e (3 ticks)",
        ]
    );
    assert_eq!(answer(&story), (Measured::Nothing, false));
}

#[test]
fn the_targets_hp_below_x_percent_looks_at_whom_the_selector_found() {
    let scene = || {
        board("A e . f B")
            .unit('e', recruit().hurt_to(30))
            .unit('f', recruit().hp(20))
            .unit('B', recruit().hurt_to(10))
    };
    let ids = scene().unit('A', recruit()).story();
    let target = |letter, hp, max| Measured::Share(ids.id(letter), hp, max);
    let far = Selector::new(Criterion::Furthest, Side::Enemy);
    for (on, bar, measured, holds) in [
        (Selector::NEAREST_ENEMY, 30, target('e', 30, 100), false),
        (Selector::NEAREST_ENEMY, 31, target('e', 30, 100), true),
        (far, 100, target('f', 20, 20), false),
        (Selector::NEAREST_ALLY, 11, target('B', 10, 100), true),
        (Selector::OWN, 100, target('A', 99, 100), true),
    ] {
        let rule = hold().on(on).when(Test::TargetHpBelow(percent(bar)));
        let me = recruit().hurt_to(99).gambits([rule]);
        let story = scene().unit('A', me).story();
        assert_eq!(answer(&story), (measured, holds), "{on:?} below {bar}%");
    }
}

#[test]
fn at_least_n_enemies_in_range_x_counts_them() {
    let scene = || {
        board(
            "
            A # e
            # # #
            f # g
            B . . h
            ",
        )
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit())
        .unit('h', recruit())
        .unit('B', recruit())
    };
    let near = |count, range| Test::EnemiesInRange { count, range };
    check(
        scene,
        &recruit(),
        &[
            (near(1, 1), Measured::Count(0), false),
            (near(3, 2), Measured::Count(3), true),
            (near(4, 2), Measured::Count(3), false),
            (near(4, 3), Measured::Count(4), true),
            (near(5, 11), Measured::Count(4), false),
            (near(0, 0), Measured::Count(0), true),
        ],
    );
}

#[test]
fn some_allys_hp_below_x_percent_measures_the_one_with_the_smallest_share() {
    let scene = || {
        board("A B C e")
            .unit('B', recruit().hp(200).hurt_to(80))
            .unit('C', recruit().hp(60).hurt_to(30))
            .unit('e', recruit().hurt_to(1))
    };
    let ids = scene().unit('A', recruit()).story();
    let share = Measured::Share(ids.id('B'), 80, 200);
    check(
        scene,
        &recruit().hurt_to(1),
        &[
            (Test::AllyHpBelow(percent(40)), share, false),
            (Test::AllyHpBelow(percent(41)), share, true),
        ],
    );
}

#[test]
fn i_have_status_s_measures_the_turns_left() {
    let scene = || board("A e").unit('e', recruit().with(Status::Confused, 9));
    let me = recruit().with(Status::Rooted, 3);
    check(
        scene,
        &me,
        &[
            (Test::IHave(Status::Rooted), Measured::Left(3), true),
            (Test::IHave(Status::Confused), Measured::Nothing, false),
        ],
    );
}

#[test]
fn the_target_has_status_s_measures_the_turns_left() {
    let scene = || {
        board("A e . f")
            .unit('e', recruit().with(Status::Stunned, 2))
            .unit('f', recruit().with(Status::Confused, 9))
    };
    let me = recruit().with(Status::Rooted, 3);
    check(
        scene,
        &me,
        &[
            (Test::TargetHas(Status::Stunned), Measured::Left(2), true),
            (Test::TargetHas(Status::Confused), Measured::Nothing, false),
            (Test::TargetHas(Status::Rooted), Measured::Nothing, false),
        ],
    );
}

#[test]
fn the_target_is_winding_up_from_the_tick_after_it_began_until_it_landed() {
    let mut story = board("A e")
        .unit('A', asks(recruit(), Test::TargetWindingUp))
        .unit('e', recruit().gambits([heavy_punch().cost(3)]))
        .story();
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(answer(&story));
        story.ticks(1);
    }
    assert_eq!(
        answers,
        [
            (Measured::Nothing, false),
            (Measured::Left(2), true),
            (Measured::Left(1), true),
            (Measured::Nothing, false),
        ]
    );
}

#[test]
fn my_sanity_below_x_percent_is_strict_and_means_nothing_to_the_fearless() {
    let scene = || board("A e").unit('e', recruit().gambits([howl()]));
    let mut story = scene()
        .unit(
            'A',
            asks(recruit().sanity(40), Test::MySanityBelow(percent(75))),
        )
        .story();
    let me = story.id('A');
    assert_eq!(answer(&story), (Measured::Share(me, 40, 40), false));
    story.ticks(1);
    assert_eq!(answer(&story), (Measured::Share(me, 30, 40), false));
    story.ticks(1);
    assert_eq!(answer(&story), (Measured::Share(me, 20, 40), true));
    check(
        scene,
        &recruit(),
        &[(Test::MySanityBelow(percent(100)), Measured::Nothing, false)],
    );
}
