//! Runs that are kept: the same to the bit, from any moment, whatever becomes of the text.

use foretold_run::{RecordError, Run, RunCommand, RunDice, RunRecord, RunStage, RunStart};

use crate::{begin, give, play_until, realm};

/// A run with as many commands as there are, up to a number.
fn long_run(seed: u64, commands: usize) -> Run {
    let mut run = begin(seed);
    let mut dice = RunDice::new(seed, "kept");
    while run.commands().len() < commands && run.end().is_none() {
        match run.stage() {
            // Step by step, with a change of rules in between: more to keep.
            RunStage::OnMap => {
                for companion in [0, 1, 2, 0, 1, 2] {
                    let rules = run.company()[usize::from(companion)].rules.clone();
                    give(&mut run, RunCommand::Teach { companion, rules });
                }
                let ways = run.ways();
                let to = ways[dice.below(ways.len())];
                give(&mut run, RunCommand::Go { to });
            }
            _ => {
                let before = run.commands().len();
                play_until(&mut run, &mut dice, |now| now.commands().len() > before);
            }
        }
    }
    run
}

#[test]
fn a_run_played_again_is_the_same_to_the_bit() {
    for seed in 0..6 {
        let run = long_run(seed, 40);
        let text = run.record().to_text();
        let record = RunRecord::from_text(&text).expect("it was written a moment ago");
        assert_eq!(record, run.record());
        let again = record.play(&realm()).expect("it plays the same");
        assert_eq!(again.fingerprint(), run.fingerprint());
        assert_eq!(again.journal(), run.journal());
    }
}

#[test]
fn saving_and_restoring_after_every_command_changes_nothing() {
    let straight = long_run(3, 40);
    let mut restored = begin(3);
    for command in straight.commands() {
        give(&mut restored, command.clone());
        let record = restored.record();
        restored = record.play(&realm()).expect("it plays the same");
    }
    assert_eq!(restored.fingerprint(), straight.fingerprint());
}

#[test]
fn a_kept_run_cut_or_flipped_at_any_byte_is_refused_or_the_same() {
    let mut runs = (0..50).map(|seed| long_run(seed, 40));
    let run = runs.find(|run| run.commands().len() >= 40);
    let run = run.expect("some run is long");
    let text = run.record().to_text();
    let check = |damaged: &[u8]| {
        let Ok(damaged) = std::str::from_utf8(damaged) else {
            return;
        };
        match RunRecord::from_text(damaged) {
            Ok(record) => {
                let again = record.play(&realm()).expect("the seal holds");
                assert_eq!(again.fingerprint(), run.fingerprint());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    };
    for end in 0..text.len() {
        check(&text.as_bytes()[..end]);
    }
    let mut bytes = text.clone().into_bytes();
    for place in 0..bytes.len() {
        for bit in [0, 4] {
            bytes[place] ^= 1 << bit;
            check(&bytes);
            bytes[place] ^= 1 << bit;
        }
    }
}

#[test]
fn another_version_run_or_end_is_told_apart() {
    let run = long_run(1, 10);
    let record = run.record();
    let newer = record.to_text().replacen("version: 1", "version: 2", 1);
    assert_eq!(
        RunRecord::from_text(&newer),
        Err(RecordError::Version { found: 2 })
    );
    assert!(matches!(
        RunRecord::from_text("(title: \"no\")"),
        Err(RecordError::NoRecord(_))
    ));
    let mut other = record.clone();
    other.fingerprint ^= 1;
    assert_eq!(other.play(&realm()).err(), Some(RecordError::Damaged));
}

#[test]
fn a_level_that_does_not_exist_is_the_highest() {
    let levels = realm().plan().levels.len() as u8;
    let start = RunStart {
        seed: 1,
        level: 200,
        finished: 0,
    };
    let run = Run::begin(&realm(), start);
    assert_eq!(run.start().level, levels);
    let easy = begin(1);
    assert!(run.plan().bands.fight.0 < easy.plan().bands.fight.0);
}
