//! Orders that last until they are released, and orders that are dropped.

use foretold_battle::testing::{
    Scene, Story, UnitDraft, board, cell, fire_bolt, guard, light_punch, lot, mend, move_away,
    move_towards, recruit, shove,
};
use foretold_battle::{Happening, Order, OrderRefusal, StandingOrder, Status, Tempo, Why, WhyNot};

use crate::common::{TEMPOS, TURNS, Table, assert_lines, play_until, seated, seated_with};

/// One of each brain that a unit of the player's can have; left alone, none raises its guard.
fn every_brain() -> [(&'static str, UnitDraft); 4] {
    [
        (
            "gambit",
            recruit().gambits([light_punch()]).knows([guard()]),
        ),
        (
            "cards",
            recruit().cards([(light_punch(), 1)]).knows([guard()]),
        ),
        (
            "heuristic",
            recruit().heuristic().knows([light_punch(), guard()]),
        ),
        ("manual", recruit().manual().knows([light_punch(), guard()])),
    ]
}

fn next_to_an_enemy(brain: UnitDraft) -> Scene {
    board("A e").unit('A', brain).unit('e', recruit().hp(300))
}

/// With true dice, for the cards; A's bonus is beyond any roll of the enemy.
fn story_of(draft: UnitDraft, tempo: Tempo) -> Story {
    let scene = next_to_an_enemy(draft.initiative(30)).tempo(tempo);
    let mut story = scene.story();
    story.battle.set_player(true);
    story
}

#[test]
fn an_order_overrides_any_brain_for_one_action() {
    for tempo in TEMPOS {
        for (brain, draft) in every_brain() {
            let mut story = story_of(draft, tempo);
            assert_eq!(story.order('A', Order::Guard), Ok(()));
            story.ticks(1);
            assert_eq!(
                story.log().lines.iter().find(|line| line.starts_with("t1")),
                Some(&"t1 A raises block 8, now 8".to_owned()),
                "{brain} in {tempo:?}"
            );
            assert_eq!(story.unit('A').order, None, "{brain} in {tempo:?}");
            assert!(
                !matches!(story.decision('A').why, Why::Ordered(_)),
                "{brain} in {tempo:?} decides for itself again"
            );
        }
    }
}

#[test]
fn an_order_overrides_any_brain_until_released() {
    for tempo in TEMPOS {
        for (brain, draft) in every_brain() {
            let mut story = story_of(draft, tempo);
            assert_eq!(story.keep('A', Order::Guard), Ok(()));
            story.ticks(8);
            let log = story.log().lines.join("\n");
            let guards = log.matches("A raises block 8").count();
            let turns = if tempo == Tempo::Ticks { 8 } else { 2 };
            assert!(guards >= turns, "{brain} in {tempo:?}:\n{log}");
            assert!(!log.contains("A →"), "{brain} in {tempo:?}:\n{log}");
            let kept = StandingOrder {
                order: Order::Guard,
                kept: true,
            };
            assert_eq!(story.unit('A').order, Some(kept), "{brain} in {tempo:?}");
            let id = story.id('A');
            story.battle.release(id);
            assert_eq!(story.unit('A').order, None);
            assert!(!matches!(story.decision('A').why, Why::Ordered(_)));
        }
    }
}

#[test]
fn where_units_take_turns_a_kept_attack_is_carried_out_in_every_turn() {
    for tempo in TURNS {
        let draft = recruit().manual().knows([light_punch()]).speed(1);
        let mut story = seated(next_to_an_enemy(draft), tempo);
        let order = Order::Use {
            skill: story.skill("Light Punch"),
            at: cell("B1"),
        };
        assert_eq!(story.keep('A', order), Ok(()));
        story.ticks(12);
        assert!(story.battle.round() >= 3, "nobody waits for the player");
        assert!(
            story.unit('e').hp <= 280,
            "{tempo:?}\n{}",
            story.log().lines.join("\n")
        );
        assert!(story.unit('A').order.is_some());
    }
}

#[test]
fn a_kept_walk_stays_where_it_went() {
    for tempo in TEMPOS {
        let scene = board("A . . e")
            .unit('A', recruit().gambits([move_away()]))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.keep('A', Order::MoveTo(cell("B1"))), Ok(()));
        story.ticks(8);
        assert_eq!(story.unit('A').cell, cell("B1"));
        assert!(story.unit('A').order.is_some());
    }
}

#[test]
fn a_kept_end_of_turn_passes_every_turn() {
    for tempo in TEMPOS {
        let mut story = seated(next_to_an_enemy(recruit().gambits([light_punch()])), tempo);
        assert_eq!(story.keep('A', Order::EndTurn), Ok(()));
        story.ticks(6);
        assert_eq!(story.unit('e').hp, 300);
    }
}

#[test]
fn a_card_that_an_order_left_unplayed_is_kept() {
    let draft = recruit()
        .cards([(light_punch(), 1), (fire_bolt(), 1)])
        .knows([guard()]);
    let mut story = seated_with(next_to_an_enemy(draft), Tempo::Ticks, [lot(2, 0)]);
    let shown = story.battle.intent(story.id('A'));
    assert_eq!(story.order('A', Order::Guard), Ok(()));
    assert_lines(story.ticks(1), &["t1 A raises block 8, now 8"]);
    assert_eq!(story.battle.intent(story.id('A')), shown);
}

#[test]
fn an_order_waits_for_the_end_of_a_wind_up() {
    let scene = board("A e")
        .unit(
            'A',
            recruit().gambits([light_punch().cost(3)]).knows([guard()]),
        )
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(1);
    assert_eq!(story.order('A', Order::Guard), Ok(()));
    assert_eq!(story.decision('A').why, Why::Busy);
    assert_lines(
        story.ticks(3),
        &[
            "t3 A → e: Light Punch hit, 10 dealt, 90/100",
            "t4 A raises block 8, now 8",
        ],
    );
}

#[test]
fn a_release_during_a_wind_up_does_not_break_it() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([light_punch().cost(3)]))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
    story.ticks(1);
    let id = story.id('A');
    story.battle.release(id);
    assert_lines(
        story.ticks(2),
        &["t3 A → e: Light Punch hit, 10 dealt, 90/100"],
    );
}

#[test]
fn an_order_that_cannot_be_carried_out_after_a_wind_up_is_dropped_and_reported() {
    let scene = board(
        "
        A e . . .
        # # # # #
        ",
    )
    .unit(
        'A',
        recruit().gambits([light_punch().cost(2)]).knows([mend()]),
    )
    .unit('e', recruit().gambits([move_away()]));
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(1);
    assert_eq!(story.use_skill('A', "Mend", "C1"), Ok(()), "e is there now");
    assert_lines(
        story.ticks(2),
        &[
            "t2 e moves C1 → D1",
            "t2 A → B1: Light Punch whiffs",
            "t3 A cannot follow its order: nobody is there to be helped",
            "t3 e moves D1 → E1",
        ],
    );
    assert_eq!(story.unit('A').order, None);
}

#[test]
fn a_way_that_closes_is_reported_and_the_brain_takes_over() {
    // f steps onto C1, where A was sent.
    let scene = board(
        "
        A . . f e
        # # # #
        ",
    )
    .unit('A', recruit().gambits([light_punch()]))
    .unit('f', recruit().gambits([move_towards()]))
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    let order = Order::MoveTo(cell("C1"));
    assert_eq!(story.order('A', order), Ok(()));
    // Head on for the middle: A takes B1, f takes C1.
    assert_lines(
        story.ticks(2),
        &[
            "t1 A moves A1 → B1",
            "t1 f moves D1 → C1",
            "t2 A cannot follow its order: there is no way there",
            "t2 A → f: Light Punch hit, 10 dealt, 90/100",
        ],
    );
    let dropped = Happening::OrderDropped {
        unit: story.id('A'),
        order,
        refusal: OrderRefusal::NoWay,
    };
    assert!(story.events.iter().any(|event| event.what == dropped));
    assert_eq!(story.unit('A').order, None);
}

#[test]
fn a_walk_that_does_not_arrive_is_over_with_its_turn() {
    // A is confused and strays to A2; one point buys one cell, and that was all.
    let scene = board("A . e")
        .unit('A', recruit().manual().speed(1).with(Status::Confused, 9))
        .unit('e', recruit())
        .house(|house| house.action_points = 1);
    let mut story = seated_with(scene, Tempo::Phases, [lot(3, 1)]);
    assert_eq!(story.walk('A', "B1"), Ok(()));
    assert_lines(
        story.ticks(1),
        &[
            "t1 A is confused: B1 becomes A2",
            "t1 A moves A1 → A2",
            "t1 round 1: the enemies' phase",
        ],
    );
    assert_eq!(story.unit('A').order, None);
}

#[test]
fn a_kept_attack_that_rests_is_waited_for() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([light_punch().cooldown(1)]))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    let order = Order::Use {
        skill: story.skill("Light Punch"),
        at: cell("B1"),
    };
    assert_eq!(story.keep('A', order), Ok(()));
    assert_lines(
        story.ticks(4),
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t3 A → e: Light Punch hit, 10 dealt, 80/100",
        ],
    );
}

#[test]
fn a_kept_attack_that_is_out_of_range_is_dropped() {
    let scene = board(". A e")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit().gambits([shove()]));
    let mut story = seated(scene, Tempo::Ticks);
    let order = Order::Use {
        skill: story.skill("Light Punch"),
        at: cell("C1"),
    };
    assert_eq!(story.keep('A', order), Ok(()));
    story.ticks(1);
    assert_lines(
        story.ticks(1),
        &["t2 A cannot follow its order: out of range: 2 cells away, it reaches 1"],
    );
    let dropped = Happening::OrderDropped {
        unit: story.id('A'),
        order,
        refusal: OrderRefusal::Skill(WhyNot::OutOfRange {
            distance: 2,
            range: 1,
        }),
    };
    assert!(story.events.iter().any(|event| event.what == dropped));
}

#[test]
fn a_dropped_order_does_not_cost_a_manual_unit_its_turn() {
    // A is shoved away in the enemy's turn; the target of its kept order is out of reach.
    for tempo in TURNS {
        let scene = board(". A e")
            .unit('A', recruit().manual().knows([light_punch()]).speed(0))
            .unit('e', recruit().gambits([shove()]));
        let mut story = seated(scene, tempo);
        let order = Order::Use {
            skill: story.skill("Light Punch"),
            at: cell("C1"),
        };
        assert_eq!(story.keep('A', order), Ok(()));
        play_until(&mut story, |story| story.battle.round() == 2);
        assert_eq!(story.unit('A').cell, cell("A1"));
        story.ticks(3);
        let log = story.log().lines.join("\n");
        assert!(
            log.contains("A cannot follow its order: out of range"),
            "{log}"
        );
        assert_eq!(story.waits_for(), "A", "{tempo:?}\n{log}");
        assert_eq!(story.battle.round(), 2, "{tempo:?}\n{log}");
    }
}

#[test]
fn who_goes_down_forgets_its_orders() {
    let scene = board("A e . B")
        .unit(
            'A',
            recruit()
                .hp(5)
                .downed_at_zero()
                .manual()
                .knows([guard().cost(2)]),
        )
        .unit('e', recruit().gambits([light_punch()]))
        .unit('B', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.keep('A', Order::Guard), Ok(()));
    story.ticks(1);
    assert_eq!(story.unit('A').order, None);
}
