//! Undo: the latest orders of the current turn, back to the last one that drew chance (rules §12).

use std::sync::Arc;

use foretold_battle::testing::{
    Scene, UnitDraft, aimed_shot, board, cell, guard, light_punch, move_towards, recruit,
};
use foretold_battle::{
    Arena, Command, CommandRefusal, Order, OrderRefusal, Session, SkillId, Stop, Tempo, UnitId,
};

use crate::common::{SHIFT_TAB, TAB, TEMPOS, TURNS};

const NOTHING: Result<(), CommandRefusal> = Err(CommandRefusal::NothingToUndo);

fn hero() -> UnitDraft {
    recruit()
        .manual()
        .knows([light_punch(), aimed_shot(), guard()])
        .initiative(40)
}

fn duel() -> Scene {
    board("A . . e").unit('A', hero()).unit('e', recruit())
}

fn session(scene: Scene, tempo: Tempo) -> Session {
    let arena = Arena::new(scene.tempo(tempo).setup()).expect("the scene is in order");
    let mut session = Session::start(&Arc::new(arena), "duel", 7);
    session
        .command(Command::Player { present: true })
        .expect("a chair is free");
    session
}

fn unit(slot: usize) -> UnitId {
    UnitId::new(slot).expect("a slot")
}

fn give(session: &mut Session, slot: usize, order: Order) -> Result<(), CommandRefusal> {
    session.command(Command::Order {
        unit: unit(slot),
        order,
        until_released: false,
    })
}

fn walk(session: &mut Session, slot: usize, to: &str) {
    assert_eq!(give(session, slot, Order::MoveTo(cell(to))), Ok(()));
    for _ in 0..20 {
        let unit = session.battle().unit(unit(slot)).expect("it joined");
        if unit.order.is_none() {
            return;
        }
        session.step();
    }
    panic!("it never arrives");
}

fn at(session: &Session, slot: usize) -> String {
    let unit = session.battle().unit(unit(slot)).expect("it joined");
    unit.cell.to_string()
}

fn skill(session: &Session, name: &str) -> SkillId {
    let skills = &session.battle().arena().setup().skills;
    let place = skills.iter().position(|skill| skill.name == name);
    SkillId(place.expect("it is known") as u8)
}

/// Everything that shows from outside: the state, and the replay with its seal.
fn mark(session: &Session) -> (u64, foretold_battle::Replay) {
    (session.battle().fingerprint(), session.replay())
}

fn assert_plays_again(session: &Session) {
    let arena = session.battle().arena();
    assert_eq!(session.replay().verify(arena), Ok(()));
    let steps = session.replay().steps();
    let again = session
        .replay()
        .play(arena, steps)
        .expect("it was verified");
    assert_eq!(again.battle().fingerprint(), session.battle().fingerprint());
}

#[test]
fn an_order_not_yet_carried_out_is_taken_back_in_every_tempo() {
    for tempo in TEMPOS {
        let mut session = session(duel(), tempo);
        let before = mark(&session);
        for order in [Order::Guard, Order::EndTurn, TAB, Order::MoveTo(cell("B1"))] {
            assert_eq!(give(&mut session, 0, order), Ok(()));
            assert_eq!(session.undo(), Ok(()));
            assert_eq!(mark(&session), before, "{order:?} in {tempo:?}");
        }
        assert_plays_again(&session);
    }
}

#[test]
fn several_orders_are_taken_back_one_after_the_other() {
    for tempo in TEMPOS {
        let mut session = session(duel(), tempo);
        let mut marks = vec![mark(&session)];
        for order in [Order::Guard, Order::EndTurn, TAB] {
            assert_eq!(give(&mut session, 0, order), Ok(()));
            marks.push(mark(&session));
        }
        marks.pop();
        while let Some(before) = marks.pop() {
            assert_eq!(session.undo(), Ok(()));
            assert_eq!(mark(&session), before);
        }
    }
}

#[test]
fn a_walk_is_taken_back_whole_where_units_take_turns() {
    for tempo in TURNS {
        let mut session = session(duel(), tempo);
        let before = mark(&session);
        walk(&mut session, 0, "C1");
        assert_eq!(at(&session, 0), "C1");
        assert_eq!(session.battle().tick(), 2);
        assert_eq!(session.replay().steps(), 2);
        assert_eq!(session.undo(), Ok(()));
        assert_eq!(mark(&session), before, "the replay is cut with it");
        assert_eq!(session.battle().tick(), 0);
        assert_plays_again(&session);
    }
}

#[test]
fn two_walks_are_taken_back_one_after_the_other() {
    for tempo in TURNS {
        let mut session = session(duel(), tempo);
        walk(&mut session, 0, "B1");
        walk(&mut session, 0, "C1");
        assert_eq!(session.undo(), Ok(()));
        assert_eq!(at(&session, 0), "B1");
        assert_plays_again(&session);
        assert_eq!(session.undo(), Ok(()));
        assert_eq!(at(&session, 0), "A1");
        assert_plays_again(&session);
    }
}

#[test]
fn a_sure_blow_draws_no_chance_and_is_taken_back() {
    for tempo in TURNS {
        let scene = board("A e").unit('A', hero()).unit('e', recruit());
        let mut session = session(scene, tempo);
        let before = mark(&session);
        let punch = skill(&session, "Light Punch");
        let order = Order::Use {
            skill: punch,
            at: cell("B1"),
        };
        assert_eq!(give(&mut session, 0, order), Ok(()));
        session.step();
        assert_eq!(session.battle().unit(unit(1)).map(|unit| unit.hp), Some(90));
        assert_eq!(session.undo(), Ok(()));
        assert_eq!(mark(&session), before);
    }
}

#[test]
fn what_drew_chance_cannot_be_taken_back_nor_anything_before_it() {
    for tempo in TURNS {
        let mut session = session(duel(), tempo);
        walk(&mut session, 0, "B1");
        let shot = skill(&session, "Aimed Shot");
        let order = Order::Use {
            skill: shot,
            at: cell("D1"),
        };
        assert_eq!(give(&mut session, 0, order), Ok(()));
        session.step();
        let after = mark(&session);
        assert_eq!(session.undo(), NOTHING, "{tempo:?}");
        assert_eq!(mark(&session), after);
        assert_plays_again(&session);
    }
}

#[test]
fn after_the_last_chance_new_orders_can_be_taken_back() {
    let scene = board(
        "
        A . . e
        B . . .
        ",
    )
    .unit('A', hero())
    .unit('B', hero())
    .unit('e', recruit());
    let mut session = session(scene, Tempo::Phases);
    let shot = skill(&session, "Aimed Shot");
    let order = Order::Use {
        skill: shot,
        at: cell("D1"),
    };
    assert_eq!(give(&mut session, 0, order), Ok(()));
    session.step();
    let after_the_shot = mark(&session);
    walk(&mut session, 1, "B2");
    walk(&mut session, 0, "B1");
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(mark(&session), after_the_shot);
    assert_eq!(session.undo(), NOTHING);
}

#[test]
fn nothing_is_taken_back_beyond_the_turn() {
    for tempo in TURNS {
        let mut session = session(duel(), tempo);
        walk(&mut session, 0, "B1");
        assert_eq!(give(&mut session, 0, Order::EndTurn), Ok(()));
        session.step();
        assert_eq!(session.undo(), NOTHING, "{tempo:?}");
    }
}

#[test]
fn in_ticks_only_orders_not_yet_decided_are_taken_back() {
    let mut session = session(duel(), Tempo::Ticks);
    assert_eq!(give(&mut session, 0, Order::MoveTo(cell("C1"))), Ok(()));
    session.step();
    assert_eq!(session.undo(), NOTHING);
    assert_eq!(give(&mut session, 0, Order::EndTurn), Ok(()));
    assert_eq!(session.undo(), Ok(()), "not beyond the tick");
    assert_eq!(session.undo(), NOTHING);
    session.step();
    assert_eq!(at(&session, 0), "C1", "the earlier order stands");
    assert_plays_again(&session);
}

#[test]
fn with_nothing_ordered_there_is_nothing_to_undo() {
    for tempo in TEMPOS {
        let arena = Arena::new(duel().tempo(tempo).setup()).expect("the scene is in order");
        let mut session = Session::start(&Arc::new(arena), "duel", 7);
        assert_eq!(session.undo(), NOTHING);
    }
    assert_eq!(
        CommandRefusal::NothingToUndo.to_string(),
        "nothing to take back: dice have been rolled since, or nothing was ordered in this turn"
    );
}

#[test]
fn releases_marks_and_rule_edits_are_taken_back_too() {
    for tempo in TEMPOS {
        let scene = board("A . e")
            .unit(
                'A',
                recruit()
                    .gambits([light_punch(), move_towards()])
                    .initiative(40),
            )
            .unit('e', recruit());
        let mut session = session(scene, tempo);
        assert_eq!(give(&mut session, 0, Order::EndTurn), Ok(()));
        let before = mark(&session);
        let rules = session
            .battle()
            .unit(unit(0))
            .map(|unit| unit.rules.to_vec());
        let mut rules = rules.expect("A joined");
        rules.reverse();
        for command in [
            Command::Release { unit: unit(0) },
            Command::Mark {
                unit: unit(1),
                marked: true,
            },
            Command::Rules {
                unit: unit(0),
                rules,
            },
        ] {
            assert_eq!(session.command(command), Ok(()));
            assert_ne!(mark(&session), before);
            assert_eq!(session.undo(), Ok(()));
            assert_eq!(mark(&session), before);
        }
    }
}

#[test]
fn a_refused_order_is_no_part_of_the_replay_and_nothing_to_undo() {
    for tempo in TEMPOS {
        let mut session = session(duel(), tempo);
        assert_eq!(session.undo(), NOTHING, "nobody leaves by taking back");
        let before = mark(&session);
        assert_eq!(
            give(&mut session, 1, Order::EndTurn),
            Err(CommandRefusal::Order(OrderRefusal::NotYours))
        );
        assert_eq!(mark(&session), before);
        assert_eq!(session.undo(), NOTHING);
    }
}

#[test]
fn a_refused_press_is_counted_and_so_is_part_of_the_replay() {
    for tempo in TEMPOS {
        let scene = board("A . . e")
            .unit(
                'A',
                recruit().manual().knows([light_punch()]).initiative(40),
            )
            .unit('e', recruit());
        let mut session = session(scene, tempo);
        let entries = session.replay().entries.len();
        let refused = CommandRefusal::Order(OrderRefusal::Autofight(Stop::NoTargetInRange));
        assert_eq!(give(&mut session, 0, SHIFT_TAB), Err(refused));
        assert_eq!(session.replay().entries.len(), entries + 1);
        assert_plays_again(&session);
        assert_eq!(give(&mut session, 0, Order::EndTurn), Ok(()));
        session.step();
        assert_plays_again(&session);
    }
}

#[test]
fn what_was_taken_back_leaves_no_trace_in_what_follows() {
    for tempo in TEMPOS {
        let (mut hesitant, mut firm) = (session(duel(), tempo), session(duel(), tempo));
        assert_eq!(give(&mut hesitant, 0, Order::Guard), Ok(()));
        assert_eq!(hesitant.undo(), Ok(()));
        for session in [&mut hesitant, &mut firm] {
            assert_eq!(give(session, 0, TAB), Ok(()));
            for _ in 0..5 {
                session.step();
            }
        }
        assert_eq!(mark(&hesitant), mark(&firm), "{tempo:?}");
    }
}

#[test]
fn while_the_battle_waits_a_step_takes_no_order_away() {
    for tempo in TURNS {
        let mut session = session(duel(), tempo);
        walk(&mut session, 0, "B1");
        session.step();
        session.step();
        assert_eq!(session.undo(), Ok(()));
        assert_eq!(at(&session, 0), "A1");
    }
}

#[test]
fn a_friend_killed_by_a_sure_blow_can_be_brought_back() {
    // Nobody rolled, and the phase goes on.
    let scene = board("A B . e")
        .unit('A', hero())
        .unit('B', recruit().manual().hp(5))
        .unit('e', recruit());
    let mut session = session(scene, Tempo::Phases);
    let before = mark(&session);
    let punch = skill(&session, "Light Punch");
    let order = Order::Use {
        skill: punch,
        at: cell("B1"),
    };
    assert_eq!(give(&mut session, 0, order), Ok(()));
    session.step();
    assert!(
        session
            .battle()
            .unit(unit(1))
            .is_some_and(|unit| !unit.is_up())
    );
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(mark(&session), before);
}

#[test]
fn however_many_commands_were_given_all_are_taken_back() {
    let mut session = session(duel(), Tempo::Ticks);
    let before = mark(&session);
    for number in 0..150 {
        let mark = Command::Mark {
            unit: unit(1),
            marked: number % 2 == 0,
        };
        assert_eq!(session.command(mark), Ok(()));
    }
    for _ in 0..150 {
        assert_eq!(session.undo(), Ok(()));
    }
    assert_eq!(session.undo(), NOTHING);
    assert_eq!(mark(&session), before);
}
