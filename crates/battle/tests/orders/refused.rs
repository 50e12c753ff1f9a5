//! What a unit cannot do now: every refusal with its type and its words; it changes nothing.

use foretold_battle::testing::{
    Story, UnitDraft, aimed_shot, blow, board, cell, guard, light_punch, mend, move_towards,
    recruit,
};
use foretold_battle::{Order, OrderRefusal, SkillId, Status, Stop, Tempo, WhyNot};

use crate::common::{CTRL_TAB, SHIFT_TAB, TAB, TEMPOS, TURNS, Table, seated};

pub(crate) fn hero() -> UnitDraft {
    recruit()
        .manual()
        .knows([light_punch(), aimed_shot(), mend(), guard(), move_towards()])
}

/// A is hemmed in by a wall; B is far from everyone.
pub(crate) fn scene(tempo: Tempo) -> Story {
    let scene = board(
        "
        A . . . # e . .
        . . . . # . . .
        # # # . # . . .
        . . # . . . . B
        ",
    )
    .unit('A', hero())
    .unit('e', recruit())
    .unit('B', recruit().manual());
    seated(scene, tempo)
}

/// The order is refused like this and in these words, and nothing has changed.
#[track_caller]
pub(crate) fn assert_refused(
    story: &mut Story,
    letter: char,
    order: Order,
    refusal: OrderRefusal,
    words: &str,
) {
    let before = story.battle.fingerprint();
    let unit = story.id(letter);
    assert_eq!(story.battle.check_order(unit, order), Err(refusal));
    assert_eq!(story.order(letter, order), Err(refusal));
    assert_eq!(story.keep(letter, order), Err(refusal));
    assert_eq!(story.battle.fingerprint(), before, "{order:?}");
    assert_eq!(refusal.to_string(), words);
}

fn use_at(story: &Story, skill: &str, at: &str) -> Order {
    Order::Use {
        skill: story.skill(skill),
        at: cell(at),
    }
}

#[test]
fn a_blow_out_of_range_shows_how_far_it_is() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let order = use_at(&story, "Light Punch", "C1");
        let refusal = OrderRefusal::Skill(WhyNot::OutOfRange {
            distance: 2,
            range: 1,
        });
        assert_refused(
            &mut story,
            'A',
            order,
            refusal,
            "out of range: 2 cells away, it reaches 1",
        );
    }
}

#[test]
fn a_shot_without_sight_shows_what_is_in_the_way() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let order = use_at(&story, "Aimed Shot", "F1");
        let blocked_at = cell("E1");
        assert_refused(
            &mut story,
            'A',
            order,
            OrderRefusal::Skill(WhyNot::NoSight { blocked_at }),
            "no line of sight: E1 is in the way",
        );
    }
}

#[test]
fn help_for_nobody_is_refused() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let order = use_at(&story, "Mend", "B1");
        assert_refused(
            &mut story,
            'A',
            order,
            OrderRefusal::NobodyThere,
            "nobody is there to be helped",
        );
    }
}

#[test]
fn an_unknown_skill_a_move_and_a_skill_that_does_not_exist_are_refused() {
    for tempo in [Tempo::Ticks, Tempo::Phases] {
        let mut story = scene(tempo);
        let unknown = "it does not know that skill";
        let order = use_at(&story, "Light Punch", "G4");
        assert_refused(&mut story, 'B', order, OrderRefusal::UnknownSkill, unknown);
        let order = use_at(&story, "Move towards", "B1");
        assert_refused(&mut story, 'A', order, OrderRefusal::UnknownSkill, unknown);
        let order = Order::Use {
            skill: SkillId(200),
            at: cell("B1"),
        };
        assert_refused(&mut story, 'A', order, OrderRefusal::UnknownSkill, unknown);
    }
}

#[test]
fn who_knows_no_block_cannot_guard() {
    for tempo in [Tempo::Ticks, Tempo::Phases] {
        assert_refused(
            &mut scene(tempo),
            'B',
            Order::Guard,
            OrderRefusal::NoGuard,
            "it knows no skill that raises block",
        );
    }
}

#[test]
fn a_wall_a_unit_and_an_enclosed_cell_have_no_way() {
    for tempo in TEMPOS {
        for (to, why) in [
            ("E1", "a wall"),
            ("F1", "e stands there"),
            ("B4", "walled in"),
        ] {
            let scene = board(
                "
                A . . . # e . .
                # # # . # . . .
                . . # . . . . B
                . . # # # # # #
                # # #
                ",
            )
            .unit('A', hero())
            .unit('e', recruit())
            .unit('B', recruit());
            let mut story = seated(scene, tempo);
            assert!(!why.is_empty());
            assert_refused(
                &mut story,
                'A',
                Order::MoveTo(cell(to)),
                OrderRefusal::NoWay,
                "there is no way there",
            );
        }
    }
}

#[test]
fn a_walk_to_where_one_stands_is_refused_unless_it_is_kept() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let refusal = OrderRefusal::AlreadyThere;
        assert_eq!(story.walk('A', "A1"), Err(refusal));
        assert_eq!(refusal.to_string(), "it stands there already");
        assert_eq!(story.unit('A').order, None);
        assert_eq!(
            story.keep('A', Order::MoveTo(cell("A1"))),
            Ok(()),
            "stay there"
        );
    }
}

#[test]
fn a_way_longer_than_the_walk_is_too_far_where_units_take_turns() {
    for tempo in TURNS {
        let scene = board("A . . . . . e")
            .unit('A', hero().speed(3))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_refused(
            &mut story,
            'A',
            Order::MoveTo(cell("E1")),
            OrderRefusal::TooFar { steps: 4, left: 3 },
            "it is 4 cells away, and 3 are left to walk",
        );
        assert_eq!(story.walk('A', "C1"), Ok(()));
        story.ticks(2);
        assert_eq!(
            story.walk('A', "E1"),
            Err(OrderRefusal::TooFar { steps: 2, left: 1 })
        );
        assert_eq!(story.walk('A', "D1"), Ok(()));
    }
    let scene = board("A . . . . . e")
        .unit('A', hero().speed(3))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.walk('A', "E1"), Ok(()), "in ticks a walk may be long");
}

#[test]
fn the_length_of_a_way_is_that_of_the_way_and_not_of_the_crow() {
    for tempo in TURNS {
        let scene = board(
            "
            A # . e
            . # .
            . . .
            ",
        )
        .unit('A', hero().speed(2))
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(
            story.walk('A', "C1"),
            Err(OrderRefusal::TooFar { steps: 4, left: 2 })
        );
    }
}

#[test]
fn a_second_action_is_refused_when_none_is_left() {
    let words = "it has no actions left in this turn";
    let scene = |tempo| {
        let scene = board("A e").unit('A', hero()).unit('e', recruit());
        seated(scene, tempo)
    };
    let mut story = scene(Tempo::Initiative);
    assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
    story.ticks(1);
    assert_eq!(story.waits_for(), "A", "it may still walk");
    let order = use_at(&story, "Light Punch", "B1");
    assert_eq!(story.order('A', order), Err(OrderRefusal::NoActionsLeft));
    assert_eq!(OrderRefusal::NoActionsLeft.to_string(), words);
    assert_eq!(
        story.order('A', Order::Guard),
        Err(OrderRefusal::NoActionsLeft)
    );
    assert_eq!(story.walk('A', "A2"), Ok(()));

    let mut story = scene(Tempo::Phases);
    for _ in 0..2 {
        assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
        story.ticks(1);
    }
    assert_eq!(story.battle.round(), 1);
    assert_eq!(
        story.order('A', Order::Guard),
        Err(OrderRefusal::NotYourTurn),
        "its phase is over with its last point"
    );
}

#[test]
fn a_walk_is_refused_when_none_is_left() {
    let scene = board("A . . . e")
        .unit('A', hero().speed(1))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Initiative);
    assert_eq!(story.walk('A', "B1"), Ok(()));
    story.ticks(1);
    assert_eq!(story.walk('A', "C1"), Err(OrderRefusal::NoActionsLeft));
    assert_eq!(story.order('A', Order::Guard), Ok(()), "but it may act");
}

#[test]
fn who_has_walked_has_no_whole_turn_left() {
    let scene = || {
        board("A . . e")
            .unit('A', recruit().manual().knows([blow(5).cost(2).range(5)]))
            .unit('e', recruit())
    };
    for tempo in TURNS {
        let mut story = seated(scene(), tempo);
        assert_eq!(story.walk('A', "B1"), Ok(()));
        story.ticks(1);
        let order = use_at(&story, "Blow", "D1");
        assert_eq!(
            story.order('A', order),
            Err(OrderRefusal::Skill(WhyNot::NeedsWholeTurn))
        );
    }
}

#[test]
fn who_is_rooted_cannot_walk() {
    for tempo in TEMPOS {
        let scene = board("A . e")
            .unit('A', hero().with(Status::Rooted, 5))
            .unit('e', recruit());
        assert_refused(
            &mut seated(scene, tempo),
            'A',
            Order::MoveTo(cell("B1")),
            OrderRefusal::Skill(WhyNot::Rooted),
            "rooted: it cannot move",
        );
    }
}

#[test]
fn what_rests_is_refused() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', recruit().manual().knows([light_punch().cooldown(3)]))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
        story.ticks(1);
        let order = use_at(&story, "Light Punch", "B1");
        assert!(matches!(
            story.order('A', order),
            Err(OrderRefusal::Skill(WhyNot::Cooldown { .. }))
        ));
    }
}

#[test]
fn autofight_refuses_with_its_own_reasons() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let refuses = |stop| Err(OrderRefusal::Autofight(stop));
        assert_eq!(
            story.order('A', TAB),
            Ok(()),
            "B sees e, and there is a way"
        );
        assert_eq!(story.order('A', SHIFT_TAB), refuses(Stop::NoTargetInRange));
        assert_eq!(story.order('A', CTRL_TAB), refuses(Stop::NoTargetInRange));
    }
}
