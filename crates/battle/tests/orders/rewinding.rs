//! Going back to an earlier moment: the commands noted are those that the moment has heard (rules §12).

use std::sync::Arc;

use foretold_battle::testing::{board, cell, light_punch, recruit};
use foretold_battle::{
    Arena, Command, CommandRefusal, Luck, Order, Phase, Session, Silent, Tempo, UnitId,
};

use crate::common::TEMPOS;

fn begin(tempo: Tempo) -> (Arc<Arena>, Session) {
    let scene = board("A . . . . e")
        .unit(
            'A',
            recruit().manual().knows([light_punch()]).initiative(40),
        )
        .unit('e', recruit());
    let arena = Arc::new(Arena::new(scene.tempo(tempo).setup()).expect("the scene is in order"));
    let mut session = Session::start(&arena, "duel", 7, &mut Silent);
    give(&mut session, Command::Player { present: true });
    (arena, session)
}

fn give(session: &mut Session, command: Command) {
    assert_eq!(session.command(command), Ok(()));
}

fn walk_to(name: &str) -> Command {
    Command::Order {
        unit: UnitId::new(0).expect("a slot"),
        order: Order::MoveTo(cell(name)),
        until_released: false,
    }
}

#[test]
fn a_moment_before_a_command_of_its_own_step_has_not_heard_it() {
    for tempo in TEMPOS {
        let (arena, mut session) = begin(tempo);
        let seated = session.battle().clone();
        give(&mut session, walk_to("B1"));
        let ordered = session.battle().clone();
        give(&mut session, walk_to("C1"));
        session.step(&mut Silent);
        assert_eq!(session.entries().len(), 3, "{tempo:?}");

        assert_eq!(session.rewind(&ordered), Ok(()));
        assert_eq!(session.entries().len(), 2, "{tempo:?}");
        assert_eq!(session.battle().fingerprint(), ordered.fingerprint());
        assert_eq!(session.replay().verify(&arena), Ok(()));

        assert_eq!(session.rewind(&seated), Ok(()));
        assert_eq!(session.entries().len(), 1, "{tempo:?}");
        session.step(&mut Silent);
        assert_eq!(session.replay().verify(&arena), Ok(()));
    }
}

#[test]
fn a_moment_that_has_heard_all_commands_of_its_step_keeps_them() {
    for tempo in TEMPOS {
        let (arena, mut session) = begin(tempo);
        give(&mut session, walk_to("C1"));
        session.step(&mut Silent);
        give(&mut session, Command::Luck(Luck::Certain));
        let there = session.battle().clone();
        session.step(&mut Silent);
        assert_eq!(session.rewind(&there), Ok(()));
        assert_eq!(session.entries().len(), 3, "{tempo:?}");
        session.step(&mut Silent);
        assert_eq!(session.replay().verify(&arena), Ok(()));
    }
}

#[test]
fn a_moment_that_never_was_is_refused() {
    for tempo in TEMPOS {
        let (arena, mut session) = begin(tempo);
        let mut other = session.battle().clone();
        assert_eq!(other.command(&walk_to("B1")), Ok(()));
        give(&mut session, walk_to("C1"));
        let mut begun = session.battle().clone();
        begun.run(Phase::Decide, &mut Silent);
        session.step(&mut Silent);
        let here = session.battle().fingerprint();
        let mut later = session.battle().clone();
        later.step(&mut Silent);
        for moment in [&other, &begun, &later] {
            let refused = Err(CommandRefusal::NeverHappened);
            assert_eq!(session.rewind(moment), refused, "{tempo:?}");
        }
        assert_eq!(session.battle().fingerprint(), here);
        assert_eq!(session.entries().len(), 2);
        assert_eq!(session.replay().verify(&arena), Ok(()));
    }
}
