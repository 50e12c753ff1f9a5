//! Playing a battle allocates nothing, and a battle is small.

use std::hint::black_box;
use std::sync::Arc;

use foretold_battle::testing::skirmish;
use foretold_battle::{Arena, Battle, Silent};

use crate::random_battle;

#[test]
fn a_battle_allocates_nothing_after_set_up() {
    let arena = Arc::new(Arena::new(skirmish()).expect("the skirmish is in order"));
    let counted = allocation_counter::measure(|| {
        for seed in 0..100 {
            Battle::start(&arena, seed, &mut Silent).play(&mut Silent);
        }
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn no_battle_of_any_kind_allocates_while_it_is_played() {
    for seed in 0..500 {
        let mut battle = random_battle(seed);
        let counted = allocation_counter::measure(|| {
            battle.play(&mut Silent);
        });
        assert_eq!(counted.count_total, 0, "random battle {seed}");
    }
}

#[test]
fn cloning_and_fingerprinting_allocate_nothing_either() {
    let battle = random_battle(3);
    let counted = allocation_counter::measure(|| {
        assert_eq!(battle.clone().fingerprint(), battle.fingerprint());
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(black_box(vec![1, 2, 3])));
    assert_eq!(counted.count_total, 1);
}

#[test]
fn a_battle_is_at_most_8_kib() {
    assert!(
        size_of::<Battle>() <= 8 * 1024,
        "{} bytes",
        size_of::<Battle>()
    );
}
