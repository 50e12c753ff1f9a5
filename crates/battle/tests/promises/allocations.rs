//! Playing a battle allocates nothing, and a battle is small.

use std::hint::black_box;
use std::sync::Arc;

use foretold_battle::testing::skirmish;
use foretold_battle::{Arena, AutofightMode, Battle, Order, Silent, Tempo, forecast};

use crate::{random_battle, random_battle_in};

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
    for (seed, tempo) in (0..600).zip(
        [Tempo::Ticks, Tempo::Initiative, Tempo::Phases]
            .into_iter()
            .cycle(),
    ) {
        let mut battle = random_battle_in(tempo, seed);
        let counted = allocation_counter::measure(|| {
            battle.play(&mut Silent);
        });
        assert_eq!(counted.count_total, 0, "random battle {seed}");
    }
}

#[test]
fn a_forecast_allocates_nothing_even_where_units_fight_on_by_themselves() {
    for seed in 0..60 {
        let tempo = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases][seed as usize % 3];
        let mut battle = random_battle_in(tempo, seed);
        let units: Vec<_> = battle.units().map(|(id, _)| id).collect();
        for unit in units {
            // Refused for enemies: only the player's units take orders.
            let _ = battle.order(unit, Order::Autofight(AutofightMode::MoveAndAttack), true);
        }
        let counted = allocation_counter::measure(|| {
            assert_eq!(forecast(&battle, seed, 0..4).playouts(), 4);
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
