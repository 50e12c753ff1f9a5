//! What every battle promises, whatever it is made of: invariants, determinism, saves, replays,
//! forecasts, golden fingerprints, no allocation.

mod allocations;
mod areas;
mod blows;
mod coach;
mod determinism;
mod forecasts;
mod golden;
mod invariants;
mod replays;
mod sequences;
mod shares;
mod turning_points;
mod turns;

use std::sync::Arc;

use foretold_battle::testing::random_setup_in;
use foretold_battle::{Arena, Battle, Silent, Tempo};
use proptest::prelude::{Just, Strategy, any, prop_oneof};

/// A battle made up from a seed, at tick 0.
fn random_battle(seed: u64) -> Battle {
    random_battle_in(Tempo::Ticks, seed)
}

/// The same in any tempo.
fn random_battle_in(tempo: Tempo, seed: u64) -> Battle {
    Battle::start(&random_arena_in(tempo, seed), seed, &mut Silent)
}

fn random_arena_in(tempo: Tempo, seed: u64) -> Arc<Arena> {
    match Arena::new(random_setup_in(tempo, seed)) {
        Ok(arena) => Arc::new(arena),
        Err(errors) => panic!("random battle {seed} is not in order: {errors:?}"),
    }
}

/// Any battle in any tempo.
fn any_battle() -> impl Strategy<Value = Battle> {
    let tempo = prop_oneof![
        Just(Tempo::Ticks),
        Just(Tempo::Initiative),
        Just(Tempo::Phases)
    ];
    (tempo, any::<u64>()).prop_map(|(tempo, seed)| random_battle_in(tempo, seed))
}
