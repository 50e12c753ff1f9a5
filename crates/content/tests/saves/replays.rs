//! Replays as text and back.

use std::sync::LazyLock;

use foretold_battle::{
    AutofightMode, Command, Order, REPLAY_VERSION, Replay, ReplayError, Session, Tempo,
};
use foretold_content::{
    Content, SaveError, plain_path, read_replay, replay_from_text, replay_to_text,
    write_atomically, write_replay,
};

use crate::common::shipped;

static CONTENT: LazyLock<Content> =
    LazyLock::new(|| Content::load(shipped()).expect("the shipped files are in order"));

/// A battle with a player who gives commands of every kind.
pub(crate) fn recorded(name: &str, most_steps: u32) -> Replay {
    let encounter = CONTENT.encounter(name).expect("it is shipped");
    let mut session = Session::start(&encounter.arena(), name, 7);
    let friend = session.battle().units().next().expect("somebody fights").0;
    let enemy = session.battle().units().last().expect("somebody fights").0;
    let rules = session
        .battle()
        .unit(friend)
        .expect("she is there")
        .rules
        .to_vec();
    session
        .command(Command::Player { present: true })
        .expect("nothing is against it");
    session
        .command(Command::Mark {
            unit: enemy,
            marked: true,
        })
        .expect("nothing is against it");
    session
        .command(Command::Rules {
            unit: friend,
            rules,
        })
        .expect("they are its own");
    session
        .command(Command::Reckless { unit: friend })
        .expect("nothing is against it");
    while session.battle().outcome().is_none() && session.battle().tick() < most_steps {
        let waiting = session.battle().waits_for();
        let before = session.battle().fingerprint();
        for unit in waiting.iter() {
            let orders = [
                Order::Autofight(AutofightMode::MoveAndAttack),
                Order::Guard,
                Order::EndTurn,
            ];
            let mut given = orders.into_iter().map(|order| Command::Order {
                unit,
                order,
                until_released: false,
            });
            if given.any(|command| session.command(command).is_ok()) {
                break;
            }
        }
        session.step();
        assert_ne!(session.battle().fingerprint(), before, "the battle goes on");
    }
    session
        .command(Command::Release { unit: friend })
        .expect("nothing is against it");
    session
        .command(Command::Player { present: false })
        .expect("nothing is against it");
    session.replay()
}

#[test]
fn replays_of_every_tempo_come_back_and_play_the_same() {
    for (name, tempo) in [
        ("crypt", Tempo::Ticks),
        ("crypt-by-hand", Tempo::Phases),
        ("hounds", Tempo::Phases),
        ("goblin-ambush", Tempo::Initiative),
        ("spider-nest", Tempo::Initiative),
    ] {
        let encounter = CONTENT.encounter(name).expect("it is shipped");
        assert_eq!(encounter.setup().tempo, tempo);
        let replay = recorded(name, 200);
        assert!(replay.entries.len() > 5, "{name}");
        let text = replay_to_text(&replay);
        let read = replay_from_text(&text);
        assert_eq!(read.as_ref(), Ok(&replay), "{name}");
        let verified = read
            .expect("it was just compared")
            .verify(&encounter.arena());
        assert_eq!(verified, Ok(()), "{name}");
    }
}

#[test]
fn a_replay_comes_back_from_a_file() {
    let folder = tempfile::tempdir().expect("there is room for a test");
    let path = folder.path().join("battle.replay.ron");
    let replay = recorded("hounds", 10);
    write_atomically(&path, replay_to_text(&replay)).expect("the folder is ours");
    assert_eq!(read_replay(&path), Ok(replay));
    let lost = folder.path().join("lost.ron");
    let reported = read_replay(&lost).expect_err("it is not there").to_string();
    assert_eq!(
        reported,
        format!("{}: there is no such file", plain_path(&lost))
    );
}

#[test]
fn a_replay_cut_at_any_byte_is_refused() {
    let text = replay_to_text(&recorded("hounds", 12));
    let text = text.trim_end();
    for end in 0..text.len() {
        let Some(cut) = text.get(..end) else {
            continue;
        };
        let error = replay_from_text(cut).expect_err("it is cut");
        assert!(
            matches!(error, SaveError::Damaged(_)),
            "cut at {end}: {error:?}"
        );
        let reported = error.to_string();
        assert!(
            reported.starts_with("this is not a replay, or it is damaged: "),
            "{reported}"
        );
    }
}

#[test]
fn a_newer_replay_is_refused_with_its_number() {
    let text = replay_to_text(&recorded("hounds", 3));
    let ours = format!("version: {REPLAY_VERSION}");
    assert_eq!(text.matches(&ours).count(), 1, "{text}");
    // Another version may have fields that we do not know, and lack some that we do.
    for newer in [
        text.replace(&ours, "version: 99"),
        text.replace(&ours, "version: 99, mood: \"good\""),
        "(version: 99)".to_owned(),
    ] {
        let error = replay_from_text(&newer).expect_err("it is of another version");
        assert_eq!(error, SaveError::Replay(ReplayError::Version { found: 99 }));
        assert_eq!(
            error.to_string(),
            format!("the replay has version 99, this game plays version {REPLAY_VERSION}")
        );
    }
    let older = replay_from_text("(version: 0)");
    assert_eq!(
        older,
        Err(SaveError::Replay(ReplayError::Version { found: 0 }))
    );
}

#[test]
fn what_is_no_replay_is_refused() {
    let rules = shipped().get("rules.ron").expect("it is shipped");
    let deep = "[".repeat(100_000);
    for text in [
        "",
        "hello",
        "()",
        "[]",
        "(version: \"1\")",
        "(version: 1)",
        "(version: -1)",
        rules,
        "\0",
        deep.as_str(),
    ] {
        let error = replay_from_text(text).expect_err("it is no replay");
        assert!(matches!(error, SaveError::Damaged(_)), "{error:?}");
    }
}

#[test]
fn a_changed_replay_is_found_when_it_is_read() {
    let replay = recorded("hounds", 12);
    let text = replay_to_text(&replay);
    let seed = format!("seed: {}", replay.seed);
    assert_eq!(text.matches(&seed).count(), 1, "{text}");
    let changed = replay_from_text(&text.replace(&seed, "seed: 8"));
    assert_eq!(changed, Err(SaveError::Replay(ReplayError::Damaged)));
}

/// A replay that was changed and sealed again.
fn forged(change: impl FnOnce(&mut Replay)) -> Replay {
    let mut replay = recorded("hounds", 12);
    change(&mut replay);
    replay.reseal();
    replay
}

#[test]
fn a_replay_of_a_battle_with_an_odd_name_is_refused_in_a_few_words() {
    let long = "W".repeat(1_000_000);
    for name in [
        long.as_str(),
        "",
        "../../etc",
        "a\nerror: b",
        "\u{202e}",
        "Crypt",
    ] {
        let replay = forged(|replay| replay.battle = name.to_owned());
        let error = replay_from_text(&replay_to_text(&replay)).expect_err("it has no such name");
        let reported = error.to_string();
        assert!(matches!(error, SaveError::Damaged(_)), "{reported}");
        assert!(reported.contains("its battle is called `"), "{reported}");
        assert!(reported.contains("get it once more"), "{reported}");
        assert!(reported.len() < 400, "{} letters", reported.len());
        assert!(!reported.contains(['\n', '\u{202e}']), "{reported}");
    }
    // RON's own error may be as long as the file.
    let text = format!("(version: 1, battle: {long})");
    let reported = replay_from_text(&text).expect_err("it is none").to_string();
    assert!(reported.len() < 1_200, "{} letters", reported.len());
}

#[test]
fn a_replay_with_more_commands_than_anybody_gives_is_neither_read_nor_written() {
    let crowded = |count: usize| {
        forged(|replay| {
            let first = replay.entries[0].clone();
            replay.entries = vec![first; count];
        })
    };
    let most = crowded(10_000);
    assert_eq!(replay_from_text(&replay_to_text(&most)), Ok(most));
    let replay = crowded(10_001);
    let error = replay_from_text(&replay_to_text(&replay)).expect_err("nobody gives so many");
    let reported = "it holds 10001 commands, expected at most 10000";
    assert!(error.to_string().contains(reported), "{error}");
    let folder = tempfile::tempdir().expect("there is room for a test");
    let path = folder.path().join("battle.replay.ron");
    let error = write_replay(&path, &replay).expect_err("nobody could read it");
    assert!(error.to_string().contains(reported), "{error}");
    assert!(!path.exists());
}
