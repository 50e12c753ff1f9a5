//! A player without sense: random commands in random battles of every tempo.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::testing::{random_command, random_setup_in};
use foretold_battle::{
    Arena, AutofightMode, Battle, Command, CommandRefusal, Life, Order, OrderRefusal, Phase,
    Session, Silent, Status, Tempo, Terrain, Unit,
};
use serde_json::Value;

use crate::common::TEMPOS;

/// No battle of 12 rounds and 24 units needs this many.
const MANY_STEPS: u32 = 20_000;

fn arena(tempo: Tempo, seed: u64) -> Arc<Arena> {
    let arena = Arena::new(random_setup_in(tempo, seed));
    Arc::new(arena.expect("a random battle is in order"))
}

/// Seeds for one command after another.
fn seeds(seed: u64) -> impl FnMut() -> u64 {
    let mut next = seed;
    move || {
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        next >> 16
    }
}

/// Every battle is one of these: the same in every run.
const BATTLES: u64 = 40;

fn for_each_battle(mut play: impl FnMut(Tempo, u64, Battle)) {
    for tempo in TEMPOS {
        for seed in 0..BATTLES {
            let battle = Battle::start(&arena(tempo, seed), seed, &mut Silent);
            play(tempo, seed, battle);
        }
    }
}

#[test]
fn no_command_breaks_or_hangs_a_battle_and_what_is_refused_changes_nothing() {
    for_each_battle(|tempo, seed, mut battle| {
        let mut whim = seeds(seed);
        battle.set_player(true);
        for _ in 0..MANY_STEPS {
            if battle.outcome().is_some() {
                return;
            }
            for _ in 0..whim() % 4 {
                let command = random_command(&battle, whim());
                let before = battle.clone();
                if let Err(refusal) = battle.command(&command) {
                    check_unchanged(&before, &battle, refusal);
                }
            }
            for phase in Phase::ALL {
                battle.run(phase, &mut Silent);
                check_units(&battle);
            }
        }
        panic!("{tempo:?} {seed} hangs at step {}", battle.tick());
    });
}

#[test]
fn once_the_player_has_left_no_order_holds_a_battle_up() {
    for_each_battle(|tempo, seed, mut battle| {
        let mut whim = seeds(seed);
        battle.set_player(true);
        for _ in 0..30 {
            let command = random_command(&battle, whim());
            let _ = battle.command(&command);
            battle.step(&mut Silent);
        }
        battle.set_player(false);
        while battle.outcome().is_none() {
            let before = battle.tick();
            battle.step(&mut Silent);
            assert_eq!(
                battle.tick(),
                before + 1,
                "{tempo:?} {seed}: somebody waits"
            );
            assert!(before < MANY_STEPS, "{tempo:?} {seed} hangs");
        }
    });
}

#[test]
fn undo_leads_back_to_the_very_same_battle() {
    for_each_battle(|tempo, seed, battle| {
        let mut session = Session::start(battle.arena(), "whim", seed);
        let mut whim = seeds(seed);
        let mut marks = Vec::new();
        let mark = |session: &Session| {
            let replay = session.replay();
            let lengths = (replay.entries.len(), replay.fingerprints.len());
            (session.battle().fingerprint(), lengths)
        };
        for _ in 0..120 {
            match whim() % 5 {
                0 => {
                    if session.undo().is_ok() {
                        assert_eq!(Some(mark(&session)), marks.pop(), "{tempo:?} {seed}");
                    }
                }
                1 | 2 => {
                    let before = mark(&session);
                    let command = random_command(session.battle(), whim());
                    // Sitting down and leaving are taken back only with what came before them.
                    let counts = !matches!(command, Command::Player { .. });
                    if session.command(command).is_ok() && counts {
                        marks.push(before);
                    }
                }
                _ => {
                    session.step();
                }
            }
        }
        let arena = session.battle().arena();
        assert_eq!(session.replay().verify(arena), Ok(()), "{tempo:?} {seed}");
    });
}

#[test]
fn asking_changes_nothing_and_the_answer_is_what_a_press_would_get() {
    let modes = [
        AutofightMode::MoveAndAttack,
        AutofightMode::AttackOnly,
        AutofightMode::FireOnly,
    ];
    for_each_battle(|tempo, seed, mut battle| {
        let mut whim = seeds(seed);
        for _ in 0..20 {
            let before = battle.fingerprint();
            for (unit, state) in battle.units() {
                for mode in modes {
                    let plan = battle.autofight_plan(unit, mode);
                    let mut pressed = battle.clone();
                    let answer = pressed.order(unit, Order::Autofight(mode), false);
                    assert_eq!(
                        plan.clone().err(),
                        answer.err(),
                        "{tempo:?} {seed} {mode:?}"
                    );
                    let deaf = state.wind_up().is_some()
                        || state.has(Status::Stunned)
                        || state.has(Status::Panicked);
                    if let (Ok(plan), false) = (plan, deaf) {
                        let action = pressed.decide(unit).map(|decision| decision.action);
                        assert_eq!(action, Some(plan.action), "{tempo:?} {seed} {mode:?}");
                    }
                }
                let _ = battle.decide(unit);
            }
            let _ = battle.waits_for();
            assert_eq!(battle.fingerprint(), before);
            let command = random_command(&battle, whim());
            let _ = battle.command(&command);
            battle.step(&mut Silent);
        }
    });
}

/// A refusal leaves everything as it was; only autofight keeps count of its own, and why.
fn check_unchanged(before: &Battle, after: &Battle, refusal: CommandRefusal) {
    if !matches!(refusal, CommandRefusal::Order(OrderRefusal::Autofight(_))) {
        assert_eq!(before.fingerprint(), after.fingerprint());
        return;
    }
    assert_eq!(without_autofight(before), without_autofight(after));
    assert!(before.fingerprint() != after.fingerprint(), "it is counted");
}

/// The whole state but what autofight remembers.
fn without_autofight(battle: &Battle) -> Value {
    let mut saved = serde_json::to_value(battle).expect("a battle can be saved");
    let state = &mut saved["state"];
    state["autofight"] = Value::Null;
    for unit in state["units"].as_array_mut().expect("units are a list") {
        assert!(unit.get("watch").is_some());
        unit["watch"] = Value::Null;
    }
    saved
}

/// Whether a unit is in a pit and about to be judged.
fn is_falling(battle: &Battle, unit: &Unit) -> bool {
    let terrain = battle.arena().setup().board.get(unit.cell);
    (terrain, unit.hp, battle.due()) == (Terrain::Pit, 0, Phase::Judge)
}

fn check_units(battle: &Battle) {
    let mut taken = BTreeSet::new();
    for (id, unit) in battle.units() {
        let sheet = battle.arena().sheet(id);
        assert!(unit.hp <= sheet.max_hp);
        assert!(unit.sanity <= sheet.sanity.unwrap_or(0));
        if unit.life == Life::Fallen {
            assert_eq!(unit.order, None, "the fallen follow no orders");
            continue;
        }
        if is_falling(battle, unit) {
            continue;
        }
        assert!(taken.insert(unit.cell), "two units on {}", unit.cell);
        let terrain = battle.arena().setup().board.get(unit.cell);
        assert!(terrain.walkable(), "{} in a wall", sheet.name);
    }
}
