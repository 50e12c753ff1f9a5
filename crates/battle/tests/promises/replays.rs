//! Replays: any battle with any commands can be played again to the bit, and damage is found.

use std::sync::Arc;

use foretold_battle::testing::{board, heavy_punch, move_towards, random_command, recruit};
use foretold_battle::{
    Arena, Command, CommandRefusal, Ending, Order, Outcome, Phase, Replay, ReplayError, Session,
    Tempo,
};
use proptest::prelude::{
    Just, ProptestConfig, any, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

use crate::random_arena_in;

/// Plays a battle with random commands thrown in, undo among them.
fn play(arena: &Arc<Arena>, seed: u64, steps: u32) -> Session {
    let mut session = Session::start(arena, "any", seed);
    let _ = session.command(Command::Player {
        present: seed.is_multiple_of(2),
    });
    for turn in 0..u64::from(steps) {
        let luck = seed.wrapping_mul(31).wrapping_add(turn);
        for number in 0..luck % 3 {
            let command = random_command(session.battle(), luck.wrapping_add(number << 32));
            // Many are refused; those that are not are part of the replay.
            let _ = session.command(command);
        }
        if luck.is_multiple_of(7) {
            let _ = session.undo();
        }
        if session.step().is_some() {
            break;
        }
    }
    session
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]
    #[test]
    fn any_battle_with_any_commands_replays_to_the_bit(
        tempo in prop_oneof![Just(Tempo::Ticks), Just(Tempo::Initiative), Just(Tempo::Phases)],
        seed in any::<u64>(),
    ) {
        let arena = random_arena_in(tempo, seed);
        let session = play(&arena, seed, 150);
        let replay = session.replay();
        prop_assert_eq!(replay.verify(&arena), Ok(()));
        let end = replay.play(&arena, replay.steps()).map(|session| session.battle().fingerprint());
        prop_assert_eq!(end, Ok(session.battle().fingerprint()));
        let text = serde_json::to_string(&replay).expect("a replay can be written");
        let read: Replay = serde_json::from_str(&text).expect("what was written can be read");
        prop_assert_eq!(read, replay);
    }

    #[test]
    fn any_flipped_byte_is_reported(seed in any::<u64>(), place in any::<usize>(), bit in 0..8_u32) {
        let arena = random_arena_in(Tempo::Initiative, 5);
        let session = play(&arena, seed, 20);
        let mut bytes = serde_json::to_vec(&session.replay()).expect("a replay can be written");
        let place = place % bytes.len();
        bytes[place] ^= 1 << bit;
        // A replay that cannot be read at all is for the reader to report.
        if let Ok(damaged) = serde_json::from_slice::<Replay>(&bytes) {
            prop_assert!(damaged == session.replay() || damaged.verify(&arena).is_err());
        }
    }

    #[test]
    fn a_forged_replay_is_no_panic(seed in any::<u64>(), place in any::<usize>(), bit in 0..8_u32) {
        // The same with a seal that fits: whatever it says, it is played or refused.
        let arena = random_arena_in(Tempo::Phases, 6);
        let session = play(&arena, seed, 20);
        let mut bytes = serde_json::to_vec(&session.replay()).expect("a replay can be written");
        let place = place % bytes.len();
        bytes[place] ^= 1 << bit;
        if let Ok(mut forged) = serde_json::from_slice::<Replay>(&bytes) {
            forged.reseal();
            let _ = forged.verify(&arena);
        }
    }

    #[test]
    fn a_step_that_differs_is_found_at_its_first(seed in any::<u64>(), place in any::<usize>()) {
        let arena = random_arena_in(Tempo::Ticks, seed);
        let session = play(&arena, seed, 30);
        let forged = forge(&session.replay(), |json| {
            let steps = json["fingerprints"].as_array().map_or(1, Vec::len);
            json["fingerprints"][place % steps] = 1.into();
        });
        let step = (place % session.replay().fingerprints.len()) as u32;
        prop_assert_eq!(forged.verify(&arena), Err(ReplayError::Diverged { step }));
    }
}

/// Changes a replay and seals it again, as no player could: what is left to find is the divergence.
fn forge(replay: &Replay, change: impl FnOnce(&mut serde_json::Value)) -> Replay {
    let mut json = serde_json::to_value(replay).expect("a replay can be written");
    change(&mut json);
    let mut forged: Replay = serde_json::from_value(json).expect("still a replay");
    forged.reseal();
    forged
}

fn duel() -> Arc<Arena> {
    let scene = board("A . . e")
        .unit('A', recruit().gambits([heavy_punch(), move_towards()]))
        .unit('e', recruit().gambits([move_towards()]));
    Arc::new(Arena::new(scene.setup()).expect("the duel is in order"))
}

#[test]
fn a_replay_of_another_version_is_refused() {
    let arena = duel();
    let session = play(&arena, 1, 5);
    let newer = forge(&session.replay(), |json| json["version"] = 99.into());
    assert_eq!(
        newer.verify(&arena),
        Err(ReplayError::Version { found: 99 })
    );
    assert_eq!(
        newer.verify(&arena).map_err(|error| error.to_string()),
        Err("the replay has version 99, this game plays version 1".to_owned())
    );
}

#[test]
fn a_replay_of_other_content_is_refused() {
    let arena = duel();
    let session = play(&arena, 1, 5);
    let mut setup = arena.setup().clone();
    setup.units[0].accuracy += 1;
    let other = Arc::new(Arena::new(setup).expect("only a number differs"));
    assert_eq!(
        session.replay().verify(&other),
        Err(ReplayError::OtherContent {
            expected: other.content_hash(),
            found: arena.content_hash()
        })
    );
}

#[test]
fn another_seed_diverges_at_the_set_up() {
    let arena = duel();
    let session = play(&arena, 1, 5);
    let other = forge(&session.replay(), |json| json["seed"] = 2.into());
    assert_eq!(other.verify(&arena), Err(ReplayError::Diverged { step: 0 }));
}

#[test]
fn a_command_left_out_diverges_where_it_was_given() {
    let arena = duel();
    let mut session = Session::start(&arena, "duel", 1);
    session.step();
    let unit = session
        .battle()
        .units()
        .map(|(id, _)| id)
        .next()
        .expect("there are two");
    let order = Order::EndTurn;
    session
        .command(Command::Order {
            unit,
            order,
            until_released: true,
        })
        .expect("A can always hold");
    session.step();
    assert_eq!(session.replay().verify(&arena), Ok(()));
    let forged = forge(&session.replay(), |json| {
        json["entries"] = serde_json::json!([]);
    });
    assert_eq!(
        forged.verify(&arena),
        Err(ReplayError::Diverged { step: 2 })
    );
}

#[test]
fn what_was_commanded_after_the_last_step_is_verified_too() {
    let arena = duel();
    let mut session = play(&arena, 1, 3);
    let unit = session
        .battle()
        .units()
        .map(|(id, _)| id)
        .next()
        .expect("there are two");
    session
        .command(Command::Mark { unit, marked: true })
        .expect("a mark is never refused");
    assert_eq!(session.replay().verify(&arena), Ok(()));
    let steps = session.replay().steps();
    let unmarked = forge(&session.replay(), |json| {
        let entries = json["entries"].as_array_mut().expect("a list");
        entries.pop();
    });
    assert_eq!(
        unmarked.verify(&arena),
        Err(ReplayError::Diverged { step: steps })
    );
}

#[test]
fn entries_out_of_order_or_beyond_the_end_and_no_fingerprints_are_damage() {
    let arena = duel();
    let mut session = Session::start(&arena, "duel", 1);
    for marked in [true, false] {
        let unit = session
            .battle()
            .units()
            .map(|(id, _)| id)
            .next()
            .expect("there are two");
        session
            .command(Command::Mark { unit, marked })
            .expect("a mark is never refused");
        session.step();
    }
    let damages: [fn(&mut serde_json::Value); 3] = [
        |json| json["entries"][0]["step"] = 2.into(),
        |json| json["entries"][1]["step"] = 99.into(),
        |json| json["fingerprints"] = serde_json::json!([]),
    ];
    for damage in damages {
        assert_eq!(
            forge(&session.replay(), damage).verify(&arena),
            Err(ReplayError::Damaged)
        );
    }
}

#[test]
fn a_session_can_be_driven_phase_by_phase() {
    let arena = random_arena_in(Tempo::Phases, 8);
    let (mut stepped, mut phased) = (
        Session::start(&arena, "any", 1),
        Session::start(&arena, "any", 1),
    );
    for _ in 0..60 {
        stepped.step();
        for phase in Phase::ALL {
            phased.run(phase);
        }
    }
    assert_eq!(stepped.replay(), phased.replay());
}

#[test]
fn in_the_middle_of_a_step_commands_wait_and_the_replay_tells_of_its_beginning() {
    let arena = duel();
    let mut session = play(&arena, 1, 3);
    let before = session.replay();
    session.run(Phase::Decide);
    session.run(Phase::Guards);
    let unit = session
        .battle()
        .units()
        .map(|(id, _)| id)
        .next()
        .expect("there are two");
    let refusal = session
        .command(Command::Mark { unit, marked: true })
        .expect_err("a step is running");
    assert_eq!(refusal, CommandRefusal::InTheMiddle);
    assert_eq!(
        refusal.to_string(),
        "a step is being played: wait for its end"
    );
    assert_eq!(session.replay(), before);
    assert_eq!(session.replay().verify(&arena), Ok(()));
    session.step();
    assert_eq!(session.replay().steps(), before.steps() + 1);
    assert_eq!(session.replay().verify(&arena), Ok(()));
}

#[test]
fn a_replay_plays_to_any_step() {
    let arena = duel();
    let mut straight = Session::start(&arena, "duel", 3);
    let mut fingerprints = vec![straight.battle().fingerprint()];
    while straight.step().is_none() {
        fingerprints.push(straight.battle().fingerprint());
    }
    for (step, fingerprint) in (0..).zip(fingerprints) {
        let played = straight.replay().play(&arena, step).expect("it is sound");
        let battle = played.battle();
        assert_eq!((battle.tick(), battle.fingerprint()), (step, fingerprint));
    }
}

#[test]
fn a_replay_says_how_far_its_battle_had_come() {
    let arena = duel();
    let mut session = Session::start(&arena, "duel", 3);
    assert_eq!(session.replay().ending, Some(Ending::Unfinished));
    while session.step().is_none() {}
    let replay = session.replay();
    let won = Ending::Over(Outcome::Victory);
    assert_eq!(replay.ending, Some(won));
    let lost = forge(&replay, |json| {
        json["ending"] = serde_json::json!({"Over": "Defeat"});
    });
    let step = replay.steps();
    assert_eq!(lost.verify(&arena), Err(ReplayError::Diverged { step }));
}

#[test]
fn a_replay_of_the_first_games_is_whole_without_its_ending() {
    let arena = duel();
    let session = play(&arena, 1, 5);
    let older = forge(&session.replay(), |json| {
        json.as_object_mut().expect("a struct").remove("ending");
    });
    assert_eq!((older.ending, older.verify(&arena)), (None, Ok(())));
    let text = serde_json::to_string(&older).expect("a replay can be written");
    assert!(!text.contains("ending"), "{text}");
    // To leave it out where it was is damage.
    let mut cut = session.replay();
    cut.ending = None;
    assert_eq!(cut.verify(&arena), Err(ReplayError::Damaged));
}

#[test]
fn nothing_to_undo_says_so() {
    let mut session = Session::start(&duel(), "duel", 1);
    let refusal = session.undo().expect_err("nothing was ordered");
    assert_eq!(refusal, CommandRefusal::NothingToUndo);
    assert!(refusal.to_string().starts_with("nothing to take back"));
}
