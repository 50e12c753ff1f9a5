//! Golden fingerprints: a catalogue of battles that must stay the same to the bit.

use foretold_battle::Silent;

use crate::random_battle;

#[test]
fn the_catalogue_of_battles_is_the_same_to_the_bit() {
    let played: Vec<(u16, u64, u64)> = (0..GOLDEN.len() as u64).map(play).collect();
    let changed: Vec<usize> = (0..GOLDEN.len())
        .filter(|&seed| played[seed] != GOLDEN[seed])
        .collect();
    let table: Vec<String> = played
        .iter()
        .map(|(ticks, middle, end)| format!("    ({ticks}, {middle:#018x}, {end:#018x}),"))
        .collect();
    assert!(
        changed.is_empty(),
        "battles {changed:?} went another way, so every replay of such battles breaks.\n\
         If a rule was changed on purpose, say so in CHANGELOG.md and replace GOLDEN in {} by:\n{}",
        file!(),
        table.join("\n"),
    );
}

/// How many ticks the battle took, and its fingerprints after tick 5 and at the end.
fn play(seed: u64) -> (u16, u64, u64) {
    let mut battle = random_battle(seed);
    for _ in 0..5 {
        battle.step(&mut Silent);
    }
    let middle = battle.fingerprint();
    battle.play(&mut Silent);
    (battle.tick(), middle, battle.fingerprint())
}

/// By seed: ticks, fingerprint after tick 5, fingerprint at the end.
#[rustfmt::skip]
const GOLDEN: [(u16, u64, u64); 64] = [(0, 0, 0); 64];
