//! The small print of orders: standing there already, weapons and guards at rest, losses.

use std::sync::Arc;

use foretold_battle::testing::{
    aid, assert_log, bash, blow, board, cell, fire_bolt, guard, light_punch, recruit,
};
use foretold_battle::{
    Action, Aid, Arena, AutofightMode, AutofightSettings, Command, CommandRefusal, Interrupts,
    Order, OrderRefusal, Phase, Selector, Session, Status, Tempo,
};

const PRESS: Order = Order::Autofight(AutofightMode::MoveAndAttack);

fn never_stops() -> AutofightSettings {
    let mut settings = AutofightSettings::aggressive();
    settings.preconditions.injured = None;
    settings.interrupts = Interrupts {
        big_hit: None,
        target_dead: false,
        moved: false,
        ..settings.interrupts
    };
    settings
}

#[test]
fn nobody_is_sent_to_where_they_stand() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        let scene = board("A . e")
            .unit('A', recruit().manual().initiative(30))
            .unit('e', recruit());
        let mut story = scene.tempo(tempo).story();
        let refusal = story.order('A', Order::MoveTo(cell("A1")));
        assert_eq!(refusal, Err(OrderRefusal::AlreadyThere), "{tempo:?}");
        assert_eq!(
            OrderRefusal::AlreadyThere.to_string(),
            "it stands there already"
        );
    }
}

#[test]
fn guard_takes_the_best_that_is_ready() {
    let wall = aid(
        "Shield Wall",
        Selector::OWN,
        Aid {
            block: Some(20),
            ..Aid::default()
        },
    )
    .cooldown(3);
    let scene = board("A . e")
        .unit('A', recruit().manual().knows([guard(), wall]))
        .unit('e', recruit());
    let mut story = scene.story();
    for expected in ["t1 A raises block 20, now 20", "t2 A raises block 8, now 8"] {
        assert_eq!(story.order('A', Order::Guard), Ok(()));
        assert_log!(story.ticks(1), [expected]);
    }
}

#[test]
fn a_kept_attack_waits_while_its_skill_rests() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([blow(5).cooldown(2)]))
        .unit('e', recruit());
    let mut story = scene.story();
    let (unit, skill) = (story.id('A'), story.skill("Blow"));
    let order = Order::Use {
        skill,
        at: cell("B1"),
    };
    assert_eq!(story.battle.order(unit, order, true), Ok(()));
    assert_log!(
        story.ticks(4),
        [
            "t1 A → e: Blow hit, 5 dealt, 95/100",
            "t4 A → e: Blow hit, 5 dealt, 90/100"
        ]
    );
}

#[test]
fn with_its_only_weapon_at_rest_and_in_reach_autofight_waits() {
    let bolt = fire_bolt().cooldown(3);
    let scene = board("A . . e")
        .unit(
            'A',
            recruit().manual().knows([bolt]).autofight(never_stops()),
        )
        .unit('e', recruit().armour_class(0))
        .rolls([
            foretold_battle::testing::d20(10),
            foretold_battle::testing::d(10, 4),
        ]);
    let mut story = scene.story();
    let unit = story.id('A');
    assert_eq!(story.battle.order(unit, PRESS, true), Ok(()));
    assert_log!(
        story.ticks(3),
        ["t1 A → e: Fire Bolt d20(10) + 4 = 14 vs AC 0: hit, 4 dealt, 96/100"]
    );
    let plan = story
        .battle
        .autofight_plan(unit, AutofightMode::MoveAndAttack);
    assert_eq!(plan.map(|plan| plan.action), Ok(Action::Hold));
    story.end();
}

#[test]
fn each_unit_lost_while_somebody_repeats_is_counted_once() {
    // A and B fall in one tick; B goes down, and is finished off later.
    let scene = board("a A B b\n. . . C")
        .unit(
            'A',
            recruit()
                .hp(10)
                .manual()
                .knows([light_punch()])
                .autofight(never_stops()),
        )
        .unit('B', recruit().hp(10).downed_at_zero())
        .unit(
            'C',
            recruit()
                .manual()
                .knows([light_punch()])
                .autofight(never_stops()),
        )
        .unit('a', recruit().gambits([blow(10)]))
        .unit(
            'b',
            recruit().gambits([blow(10).on(Selector::NEAREST_ENEMY.in_reach())]),
        )
        .rolls([
            foretold_battle::testing::d20(1),
            foretold_battle::testing::d20(5),
        ]);
    let mut story = scene.story();
    for letter in ['A', 'C'] {
        let unit = story.id(letter);
        assert_eq!(story.battle.order(unit, PRESS, true), Ok(()));
    }
    story.ticks(1);
    assert_eq!(story.battle.autofight_count().lost, 2);
    story.ticks(2);
    assert!(!story.unit('B').is_up());
    assert_eq!(story.battle.autofight_count().lost, 2, "B was lost once");
    story.end();
}

#[test]
fn one_order_pays_for_one_walk_however_the_way_turns_out() {
    // B's way is blocked under way: the detour is longer than the walk that was bought.
    let scene = board("B . . .\n. A . .\n. . . e")
        .unit('A', recruit().manual())
        .unit('B', recruit().manual().speed(3))
        .unit('e', recruit());
    let mut story = scene.tempo(Tempo::Phases).story();
    story.battle.set_player(true);
    assert_eq!(story.order('B', Order::MoveTo(cell("D1"))), Ok(()));
    story.ticks(1);
    assert_eq!(story.order('A', Order::MoveTo(cell("C1"))), Ok(()));
    for _ in 0..8 {
        story.ticks(1);
    }
    let turn = story.unit('B').turn;
    assert_eq!(
        (turn.points, turn.steps),
        (1, 0),
        "the second point is not spent unasked"
    );
    assert_eq!(story.unit('B').order, None);
}

#[test]
fn who_arrives_and_is_stunned_there_has_carried_out_the_order() {
    let scene = board("A . . e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().gambits([bash().range(3).cooldown(9)]));
    let mut story = scene.story();
    assert_eq!(story.order('A', Order::MoveTo(cell("B1"))), Ok(()));
    story.ticks(1);
    assert!(story.unit('A').has(Status::Stunned));
    assert_eq!(story.unit('A').order, None);
}

#[test]
fn in_the_middle_of_a_step_nothing_is_ordered_or_taken_back() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit());
    let arena = Arc::new(Arena::new(scene.setup()).expect("the scene is in order"));
    let mut session = Session::start(&arena, "duel", 1);
    let unit = session
        .battle()
        .units()
        .map(|(id, _)| id)
        .next()
        .expect("there are two");
    let guard = || Command::Order {
        unit,
        order: Order::EndTurn,
        until_released: true,
    };
    assert_eq!(session.command(guard()), Ok(()));
    session.run(Phase::Decide);
    assert_eq!(session.command(guard()), Err(CommandRefusal::InTheMiddle));
    assert_eq!(session.undo(), Err(CommandRefusal::InTheMiddle));
    let mut battle = session.battle().clone();
    assert_eq!(
        battle.order(unit, Order::EndTurn, false),
        Err(OrderRefusal::InTheMiddle)
    );
}
