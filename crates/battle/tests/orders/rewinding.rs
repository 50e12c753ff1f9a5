//! Commands in the past, branches, and playing commands again (rules §12).

use std::sync::Arc;

use foretold_battle::testing::{board, cell, light_punch, recruit};
use foretold_battle::{
    Arena, Command, CommandRefusal, Luck, Order, OrderRefusal, Session, Tempo, UnitId,
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
    let mut session = Session::start(&arena, "duel", 7);
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
fn a_command_in_the_past_cuts_off_what_came_after_and_keeps_it_as_a_branch() {
    for tempo in TEMPOS {
        let (arena, mut session) = begin(tempo);
        give(&mut session, walk_to("C1"));
        session.step();
        session.step();
        let (before, there) = (session.replay(), session.moments()[0].battle.clone());

        assert_eq!(session.command_at(0, walk_to("B1")), Ok(()));
        assert_eq!(session.last_step(), 0, "{tempo:?}");
        let mut expected = there.clone();
        assert_eq!(expected.command(&walk_to("B1")), Ok(()));
        assert_eq!(session.battle().fingerprint(), expected.fingerprint());
        // The chair and the first order were heard before that.
        assert_eq!(session.entries().len(), 3, "{tempo:?}");
        assert_eq!(session.branches().len(), 1);
        assert_eq!(*session.branches()[0], before);

        session.step();
        assert_eq!(session.replay().verify(&arena), Ok(()));
        assert_eq!(session.branches()[0].verify(&arena), Ok(()));
    }
}

#[test]
fn only_the_command_in_the_past_can_be_taken_back_afterwards() {
    let (_, mut session) = begin(Tempo::Phases);
    give(&mut session, walk_to("B1"));
    session.step();
    assert_eq!(session.command_at(0, walk_to("C1")), Ok(()));
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(session.undo(), Err(CommandRefusal::NothingToUndo));
}

#[test]
fn a_command_that_is_refused_or_changes_nothing_costs_no_future() {
    for tempo in TEMPOS {
        let (_, mut session) = begin(tempo);
        give(&mut session, walk_to("C1"));
        session.step();
        session.step();
        let before = session.replay();
        let enemy = UnitId::new(1).expect("a slot");
        let (order, until_released) = (Order::EndTurn, false);
        let to_the_enemy = Command::Order {
            unit: enemy,
            order,
            until_released,
        };
        let refused = Err(CommandRefusal::Order(OrderRefusal::NotYours));
        assert_eq!(session.command_at(0, to_the_enemy), refused);
        let nothing = Command::Mark {
            unit: enemy,
            marked: false,
        };
        assert_eq!(session.command_at(0, nothing), Ok(()));
        assert_eq!(
            session.command_at(1, Command::Reckless { unit: enemy }),
            Ok(())
        );
        assert_eq!(session.replay(), before, "{tempo:?}");
        assert!(session.branches().is_empty());
    }
}

#[test]
fn commands_that_were_heard_at_the_moment_stay_heard() {
    for tempo in TEMPOS {
        let (arena, mut session) = begin(tempo);
        give(&mut session, walk_to("C1"));
        session.step();
        give(&mut session, Command::Luck(Luck::Certain));
        session.step();
        let unit = UnitId::new(1).expect("a slot");
        let mark = Command::Mark { unit, marked: true };
        assert_eq!(session.command_at(1, mark), Ok(()));
        assert_eq!(session.entries().len(), 4, "{tempo:?}");
        assert_eq!(session.battle().arena().house().luck, Luck::Certain);
        session.step();
        assert_eq!(session.replay().verify(&arena), Ok(()));
    }
}

#[test]
fn the_latest_fifty_branches_are_remembered() {
    let (_, mut session) = begin(Tempo::Ticks);
    let marked = |number: u64| Command::Mark {
        unit: UnitId::new(1).expect("a slot"),
        marked: number.is_multiple_of(2),
    };
    for number in 0..60 {
        session.step();
        assert_eq!(session.command_at(0, marked(number)), Ok(()));
    }
    assert_eq!(session.branches().len(), 50);
    // Each branch has one mark more than the one before it; the chair comes first.
    let marks: Vec<usize> = session
        .branches()
        .iter()
        .map(|branch| branch.entries.len())
        .collect();
    assert_eq!(marks, (11..61).collect::<Vec<_>>());
}

#[test]
fn commands_that_do_not_fit_any_more_are_listed_and_the_rest_is_played() {
    let (_, mut session) = begin(Tempo::Ticks);
    give(&mut session, walk_to("C1"));
    for _ in 0..3 {
        session.step();
    }
    give(&mut session, walk_to("E1"));
    // Under other content E1 is a wall, and there is nobody to fight after step 1.
    let walled = board("A . . . # e")
        .unit(
            'A',
            recruit().manual().knows([light_punch()]).initiative(40),
        )
        .unit('e', recruit());
    let walled = Arc::new(Arena::new(walled.setup()).expect("the scene is in order"));
    let entries = session.entries().to_vec();
    let (again, skipped) = Session::play_again(&walled, "duel", 7, entries.clone(), 3);
    assert_eq!(again.last_step(), 3);
    assert_eq!(again.entries(), &entries[..2]);
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0].entry, entries[2]);
    assert_eq!(
        skipped[0].refusal,
        Some(CommandRefusal::Order(OrderRefusal::NoWay))
    );
    // Shorter than the commands reach: the last one finds no step.
    let (short, skipped) = Session::play_again(&walled, "duel", 7, entries.clone(), 1);
    assert_eq!(short.last_step(), 1);
    let skipped: Vec<_> = skipped
        .iter()
        .map(|one| (one.entry.step, one.refusal))
        .collect();
    assert_eq!(skipped, [(3, None)]);
}
