//! Busy, stunned and panicked units do not hear. The order waits for them.

use foretold_battle::testing::{board, cell, guard, light_punch, recruit};
use foretold_battle::{Order, Status, Tempo, Why};

use crate::common::{TAB, TEMPOS, Table, seated};

/// A is struck deaf for one turn and then carries out its order.
fn hears_after(status: Status, order: Order, tempo: Tempo) -> foretold_battle::testing::Story {
    let scene = board(
        "
        # # # # #
        # A . . e
        # # # # #
        ",
    )
    .unit(
        'A',
        recruit()
            .manual()
            .knows([guard(), light_punch()])
            .with(status, 1),
    )
    .unit('e', recruit());
    let mut story = seated(scene, tempo);
    assert_eq!(story.order('A', order), Ok(()), "{order:?} in {tempo:?}");
    let last = if tempo == Tempo::Ticks { 2 } else { 3 };
    for step in 1..=last {
        assert!(
            story.unit('A').order.is_some(),
            "the order is lost: {order:?} in {tempo:?} before step {step}\n{}",
            story.log().lines.join("\n")
        );
        story.ticks(1);
    }
    story
}

#[test]
fn an_order_waits_until_a_stun_is_over() {
    for tempo in TEMPOS {
        let story = hears_after(Status::Stunned, Order::Guard, tempo);
        assert!(
            story
                .log()
                .lines
                .iter()
                .any(|line| line.contains("A raises block 8"))
        );
    }
}

#[test]
fn a_walk_waits_until_a_stun_is_over() {
    for tempo in TEMPOS {
        let story = hears_after(Status::Stunned, Order::MoveTo(cell("C2")), tempo);
        assert_eq!(story.unit('A').cell, cell("C2"));
    }
}

#[test]
fn the_one_key_waits_until_a_stun_is_over() {
    for tempo in TEMPOS {
        let story = hears_after(Status::Stunned, TAB, tempo);
        assert_eq!(story.unit('A').cell, cell("C2"));
    }
}

#[test]
fn every_order_waits_until_a_panic_is_over() {
    for tempo in TEMPOS {
        hears_after(Status::Panicked, Order::Guard, tempo);
        hears_after(Status::Panicked, Order::MoveTo(cell("C2")), tempo);
        hears_after(Status::Panicked, Order::EndTurn, tempo);
        hears_after(Status::Panicked, TAB, tempo);
    }
}

#[test]
fn panic_overrides_an_order() {
    for tempo in TEMPOS {
        let scene = board(". A . e")
            .unit('A', recruit().manual().with(Status::Panicked, 1))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.walk('A', "C1"), Ok(()));
        assert!(matches!(story.decision('A').why, Why::Panicked { .. }));
        story.ticks(1);
        assert_eq!(story.unit('A').cell.x(), 0, "it runs");
    }
}
