//! Equal targets: when there are two, which is taken, and what decided.

use foretold_battle::testing::{Story, UnitDraft, board, light_punch, recruit};
use foretold_battle::{Ranking, Status, Tempo};

use crate::common::{Table, seated};

/// e, f and g stand around A and join in this order.
fn among(order: [char; 3], draft: impl Fn(char) -> UnitDraft) -> Story {
    let scene = board(
        "
        e A f
        . g .
        ",
    )
    .unit('A', recruit().manual().knows([light_punch()]));
    let scene = order
        .into_iter()
        .fold(scene, |scene, letter| scene.unit(letter, draft(letter)));
    seated(scene, Tempo::Ticks)
}

const EVERY_ORDER: [[char; 3]; 6] = [
    ['e', 'f', 'g'],
    ['e', 'g', 'f'],
    ['f', 'e', 'g'],
    ['f', 'g', 'e'],
    ['g', 'e', 'f'],
    ['g', 'f', 'e'],
];

#[test]
fn the_last_tie_goes_to_the_lower_row_then_the_lower_column() {
    let at = |drawing: &str| {
        let scene = board(drawing)
            .unit('A', recruit().manual().knows([light_punch()]))
            .unit('e', recruit())
            .unit('f', recruit());
        seated(scene, Tempo::Ticks)
    };
    let rows = at("
        . . f
        . A .
        e . .
    ");
    assert_eq!(rows.target('A'), Ok('f'), "the lower row");
    let columns = at("
        f . e
        . A .
    ");
    assert_eq!(columns.target('A'), Ok('f'), "the lower column");
}

#[test]
fn three_equal_targets_are_ambiguous_whoever_joined_first() {
    for order in EVERY_ORDER {
        let story = among(order, |_| recruit());
        let plan = story.plan('A').expect("all are near");
        assert!(plan.ambiguous, "{order:?}");
        assert_eq!(plan.decided_by, None);
        assert_eq!(story.letter(plan.target), 'e');
    }
}

#[test]
fn a_clear_winner_makes_two_equal_others_no_matter() {
    for order in EVERY_ORDER {
        let story = among(order, |letter| match letter {
            'g' => recruit().with(Status::Stunned, 5),
            _ => recruit(),
        });
        let plan = story.plan('A').expect("all are near");
        assert_eq!(story.letter(plan.target), 'g', "{order:?}");
        assert!(!plan.ambiguous, "{order:?}");
        assert_eq!(plan.decided_by, Some(Ranking::Helpless), "{order:?}");
    }
}

#[test]
fn a_worse_one_does_not_make_two_equal_ones_clear() {
    for order in EVERY_ORDER {
        let story = among(order, |letter| match letter {
            'g' => recruit().harmless(),
            _ => recruit(),
        });
        let plan = story.plan('A').expect("all are near");
        assert!(plan.ambiguous, "{order:?}");
        assert_eq!(story.letter(plan.target), 'e');
        assert_eq!(plan.decided_by, None);
    }
}

#[test]
fn what_decided_is_what_the_runner_up_lacked() {
    // g falls behind as harmless; f, the runner-up, only because e is stunned.
    for order in EVERY_ORDER {
        let story = among(order, |letter| match letter {
            'e' => recruit().with(Status::Stunned, 5),
            'f' => recruit(),
            _ => recruit().harmless(),
        });
        let plan = story.plan('A').expect("all are near");
        assert_eq!(story.letter(plan.target), 'e');
        assert_eq!(plan.decided_by, Some(Ranking::Helpless), "{order:?}");
    }
}
