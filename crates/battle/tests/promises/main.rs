//! What every battle promises, whatever it is made of: invariants, determinism, saves, golden
//! fingerprints, no allocation.

mod allocations;
mod determinism;
mod golden;
mod invariants;

use std::sync::Arc;

use foretold_battle::testing::random_setup;
use foretold_battle::{Arena, Battle, Silent};

/// A battle made up from a seed, at tick 0.
fn random_battle(seed: u64) -> Battle {
    Battle::start(&random_arena(seed), seed, &mut Silent)
}

fn random_arena(seed: u64) -> Arc<Arena> {
    match Arena::new(random_setup(seed)) {
        Ok(arena) => Arc::new(arena),
        Err(errors) => panic!("random battle {seed} is not in order: {errors:?}"),
    }
}
