//! Units that hear no orders: enemies, units out of turn, the fallen, units that do not exist.

use foretold_battle::testing::{board, cell, light_punch, recruit};
use foretold_battle::{AutofightMode, Order, OrderRefusal, Tempo, UnitId};

use crate::common::{SHIFT_TAB, TAB, TEMPOS, Table, seated};
use crate::refused::{assert_refused, hero, scene};

#[test]
fn who_is_done_in_its_phase_has_no_actions_left_while_others_go_on() {
    let mut story = scene(Tempo::Phases);
    assert_eq!(story.order('A', Order::EndTurn), Ok(()));
    story.ticks(1);
    assert_eq!(story.waits_for(), "B");
    for order in [Order::EndTurn, Order::Guard, TAB, Order::MoveTo(cell("B1"))] {
        assert_refused(
            &mut story,
            'A',
            order,
            OrderRefusal::NoActionsLeft,
            "it has no actions left in this turn",
        );
    }
}

#[test]
fn the_enemy_is_not_yours() {
    for tempo in TEMPOS {
        for order in [Order::EndTurn, Order::Guard, TAB, Order::MoveTo(cell("G1"))] {
            assert_refused(
                &mut scene(tempo),
                'e',
                order,
                OrderRefusal::NotYours,
                "it is not yours to command",
            );
        }
    }
}

#[test]
fn in_initiative_only_the_one_whose_turn_it_is_hears() {
    let mut story = scene(Tempo::Initiative);
    assert_eq!(story.waits_for(), "A");
    assert_refused(
        &mut story,
        'B',
        Order::EndTurn,
        OrderRefusal::NotYourTurn,
        "it is not its turn",
    );
}

#[test]
fn in_the_enemies_phase_nobody_hears() {
    let mut story = scene(Tempo::Phases);
    for letter in ['A', 'B'] {
        assert_eq!(story.order(letter, Order::EndTurn), Ok(()));
    }
    story.ticks(2);
    for letter in ['A', 'B'] {
        assert_refused(
            &mut story,
            letter,
            Order::EndTurn,
            OrderRefusal::NotYourTurn,
            "it is not its turn",
        );
    }
}

#[test]
fn the_fallen_and_the_downed_are_out_of_action() {
    for downed in [false, true] {
        let weak = recruit().hp(5);
        let weak = if downed { weak.downed_at_zero() } else { weak };
        let scene = board("A e . B")
            .unit('A', weak)
            .unit('e', recruit().gambits([light_punch()]))
            .unit('B', recruit());
        let mut story = seated(scene, Tempo::Ticks);
        story.ticks(1);
        assert_refused(
            &mut story,
            'A',
            Order::EndTurn,
            OrderRefusal::OutOfAction,
            "it cannot act: heal it first",
        );
    }
}

#[test]
fn a_unit_that_is_not_there_is_refused() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        let nobody = UnitId::new(20).expect("a battle could have so many");
        let refusal = OrderRefusal::NoSuchUnit;
        assert_eq!(story.battle.order(nobody, TAB, false), Err(refusal));
        assert_eq!(story.battle.check_order(nobody, TAB), Err(refusal));
        let plan = story
            .battle
            .autofight_plan(nobody, AutofightMode::MoveAndAttack);
        assert_eq!(plan, Err(refusal));
        assert_eq!(refusal.to_string(), "there is no such unit in this battle");
        assert_eq!(story.battle.autofight_stop(nobody), None);
        let before = story.battle.fingerprint();
        story.battle.release(nobody);
        story.battle.mark(nobody, true);
        assert_eq!(story.battle.fingerprint(), before);
    }
}

#[test]
fn once_the_battle_is_over_nobody_hears() {
    for tempo in TEMPOS {
        let scene = board("A e").unit('A', hero()).unit('e', recruit().hp(10));
        let mut story = seated(scene, tempo);
        assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
        story.ticks(1);
        assert!(story.battle.outcome().is_some());
        for order in [Order::EndTurn, TAB, Order::Guard] {
            assert_refused(
                &mut story,
                'A',
                order,
                OrderRefusal::Over,
                "the battle is over",
            );
        }
        assert_eq!(story.plan('A'), Err(OrderRefusal::Over));
        assert_eq!(story.waits_for(), "");
    }
}

#[test]
fn a_refused_order_leaves_the_earlier_one_standing() {
    for tempo in TEMPOS {
        let mut story = scene(tempo);
        assert_eq!(story.order('A', Order::Guard), Ok(()));
        assert_eq!(story.walk('A', "E1"), Err(OrderRefusal::NoWay));
        assert!(story.order('A', SHIFT_TAB).is_err());
        let standing = story.unit('A').order.map(|standing| standing.order);
        assert_eq!(standing, Some(Order::Guard));
    }
}

#[test]
fn no_player_need_be_seated_to_be_heard() {
    let mut story = scene(Tempo::Ticks);
    story.battle.set_player(false);
    assert_eq!(story.order('A', Order::Guard), Ok(()));
    story.ticks(1);
    assert!(
        story
            .log()
            .lines
            .contains(&"t1 A raises block 8, now 8".to_owned())
    );
}
