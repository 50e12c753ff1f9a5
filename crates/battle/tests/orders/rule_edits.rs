//! Changes of rules: taken back and made again, even after time has gone on (rules §12).

use std::sync::Arc;

use foretold_battle::testing::{board, hold, light_punch, move_towards, recruit};
use foretold_battle::{Arena, Command, CommandRefusal, Rule, Session, UnitId};

fn session() -> Session {
    let rules = [light_punch(), move_towards(), hold()];
    let scene = board("A . . . . e")
        .unit('A', recruit().gambits(rules))
        .unit('e', recruit());
    let arena = Arena::new(scene.setup()).expect("the scene is in order");
    Session::start(&Arc::new(arena), "duel", 7)
}

fn unit() -> UnitId {
    UnitId::new(0).expect("a slot")
}

fn rules(session: &Session) -> Vec<Rule> {
    let unit = session.battle().unit(unit()).expect("A joined");
    unit.rules.to_vec()
}

/// Takes A's last rule away at a step.
fn shorten(session: &mut Session, step: u32) {
    let moment = &session.moments()[step as usize];
    let now = moment.battle.unit(unit()).expect("A joined");
    let mut rules = now.rules.to_vec();
    rules.pop();
    let unit = unit();
    let given = session.command_at(step, Command::Rules { unit, rules });
    assert_eq!(given, Ok(()));
}

#[test]
fn changes_are_taken_back_and_made_again_in_turn() {
    let mut session = session();
    let all = rules(&session);
    shorten(&mut session, 0);
    shorten(&mut session, 0);
    assert_eq!(rules(&session), all[..1]);
    assert_eq!(session.undo_rules(0), Ok(()));
    assert_eq!(rules(&session), all[..2]);
    assert_eq!(session.undo_rules(0), Ok(()));
    assert_eq!(rules(&session), all);
    assert_eq!(session.undo_rules(0), Err(CommandRefusal::NoRuleEdit));
    assert_eq!(session.redo_rules(0), Ok(()));
    assert_eq!(session.redo_rules(0), Ok(()));
    assert_eq!(rules(&session), all[..1]);
    assert_eq!(session.redo_rules(0), Err(CommandRefusal::NoRuleEditUndone));
    assert_eq!(session.undo_rules(0), Ok(()), "what was made again counts");
    assert_eq!(rules(&session), all[..2]);
}

#[test]
fn a_change_is_taken_back_after_time_has_gone_on() {
    let mut session = session();
    let all = rules(&session);
    shorten(&mut session, 0);
    for _ in 0..3 {
        session.step();
    }
    assert_eq!(session.undo_rules(3), Ok(()));
    assert_eq!(rules(&session), all);
    assert_eq!(session.last_step(), 3, "only the rules go back");
    assert_eq!(session.redoable_rules().map(|edit| edit.step), Some(0));
}

#[test]
fn where_other_rules_are_in_force_nothing_is_taken_back() {
    let mut session = session();
    session.step();
    session.step();
    shorten(&mut session, 2);
    let before = session.replay();
    let refused = Err(CommandRefusal::OtherRulesHere { step: 2 });
    assert_eq!(session.undo_rules(1), refused);
    assert_eq!(session.replay(), before);
    assert!(session.undoable_rules().is_some());
}

#[test]
fn a_change_in_the_past_forgets_those_it_cuts_off() {
    let mut session = session();
    session.step();
    shorten(&mut session, 1);
    session.step();
    shorten(&mut session, 0);
    assert_eq!(session.undo_rules(0), Ok(()));
    assert_eq!(session.undo_rules(0), Err(CommandRefusal::NoRuleEdit));
}

#[test]
fn another_change_leaves_nothing_to_make_again() {
    let mut session = session();
    shorten(&mut session, 0);
    assert_eq!(session.undo_rules(0), Ok(()));
    shorten(&mut session, 0);
    assert!(session.redoable_rules().is_none());
}

#[test]
fn a_change_that_was_the_last_thing_done_leaves_no_trace() {
    let mut session = session();
    let mark = Command::Mark {
        unit: UnitId::new(1).expect("a slot"),
        marked: true,
    };
    assert_eq!(session.command(mark.clone()), Ok(()));
    let before = session.replay();
    shorten(&mut session, 0);
    assert_eq!(session.undo_rules(0), Ok(()));
    assert_eq!(session.replay(), before);
    assert_eq!(
        session.undoable(),
        Some(&mark),
        "what was ordered before is next"
    );
    assert_eq!(session.redo_rules(0), Ok(()));
    assert_eq!(session.undo_rules(0), Ok(()));
    assert_eq!(session.replay(), before);
}

#[test]
fn a_change_is_in_force_again_where_taking_it_back_is_cut_off() {
    let mut session = session();
    let all = rules(&session);
    shorten(&mut session, 0);
    for _ in 0..3 {
        session.step();
    }
    assert_eq!(session.undo_rules(3), Ok(()));
    let unit = UnitId::new(1).expect("a slot");
    let mark = Command::Mark { unit, marked: true };
    assert_eq!(session.command_at(1, mark), Ok(()));
    assert_eq!(rules(&session), all[..2], "at step 1 it was in force");
    assert_eq!(session.redoable_rules(), None);
    assert_eq!(
        session.undo_rules(1),
        Ok(()),
        "so it can be taken back there"
    );
    assert_eq!(rules(&session), all);
}

#[test]
fn undo_of_the_turn_forgets_the_change_that_it_takes_back() {
    let mut session = session();
    let all = rules(&session);
    shorten(&mut session, 0);
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(rules(&session), all);
    assert!(session.undoable_rules().is_none());
}
