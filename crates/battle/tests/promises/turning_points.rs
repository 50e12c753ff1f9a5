//! The moments that mattered: which steps are told of, and in which words.

use std::sync::Arc;

use foretold_battle::board::Terrain;
use foretold_battle::testing::{
    UnitDraft, aimed_shot, attack, blow, board, fire_pot, guard, recruit, shove, strike,
};
use foretold_battle::{
    Amount, Arena, Check, Command, DamageKind, Faction, Moment, MomentChange, MomentTally, Odds,
    Session, Shove, Status, Strike, Tally, Tempo, TurningPoint, gist, turning_points, worst_moment,
};

use crate::random_arena_in;

/// A battle in which A fells e with its third blow, and e hits back.
fn duel() -> Session {
    let setup = board("A e")
        .unit('A', recruit().gambits([blow(40)]))
        .unit('e', recruit().gambits([blow(7)]))
        .setup();
    let arena = Arc::new(Arena::new(setup).expect("the duel is in order"));
    let mut session = Session::start(&arena, "duel", 1);
    while session.step().is_none() {}
    session
}

/// A tally in which so many of a hundred playouts were won.
fn won(odds: u32) -> Tally {
    let mut tally = Tally::default();
    (tally.wins, tally.losses) = (odds, 100 - odds);
    tally
}

fn percent(odds: u32) -> Odds {
    won(odds).win().odds
}

fn percents<const N: usize>(odds: [u32; N]) -> [Option<MomentTally>; N] {
    odds.map(|odds| Some(won(odds).into()))
}

fn told(points: &[TurningPoint]) -> Vec<(u32, &str)> {
    let points = points.iter();
    points.map(|it| (it.step, it.gist.as_str())).collect()
}

#[test]
fn the_largest_changes_come_in_the_order_of_time_with_what_helped() {
    let session = duel();
    let moments = session.moments();
    assert_eq!(moments.len(), 4, "three steps");
    let points = turning_points(moments, &percents([50, 60, 30, 100]));
    assert_eq!(
        told(&points),
        [(1, "A hit e for 40"), (2, "e hit A for 7"), (3, "e fell")],
        "what helped the side that is better off goes first"
    );
    let swing = MomentChange::Odds(percent(60), percent(30));
    assert_eq!(points[1].swing, swing);
}

#[test]
fn only_three_are_told_and_small_changes_are_luck() {
    let session = duel();
    let moments: Vec<Arc<Moment>> = session.moments().iter().cycle().take(7).cloned().collect();
    let points = turning_points(&moments, &percents([50, 51, 71, 61, 91, 86, 1]));
    let steps: Vec<u32> = points.iter().map(|it| it.step).collect();
    assert_eq!(steps, [2, 4, 6]);
    let still = turning_points(session.moments(), &percents([50, 51, 50, 51]));
    assert_eq!(still, []);
}

#[test]
fn what_is_not_known_is_left_out_and_without_any_odds_hp_count() {
    let session = duel();
    let moments = session.moments();
    let mut some = percents([50, 90, 30, 100]);
    some[1] = None;
    assert_eq!(told(&turning_points(moments, &some)), [(3, "e fell")]);
    let by_hp = turning_points(moments, &[None; 4]);
    let swing = MomentChange::Hp {
        friends: (100, 93),
        enemies: (100, 60),
    };
    assert_eq!((by_hp[0].step, by_hp[0].swing), (1, swing));
    assert_eq!(by_hp.len(), 3);
    assert_eq!(turning_points(&[], &[]), []);
}

#[test]
fn what_the_player_did_is_told_apart_from_what_happened() {
    let mut session = duel();
    let ada = session.battle().units().next().expect("she is there").0;
    let rules = Vec::new();
    let forget = Command::Rules { unit: ada, rules };
    session.command_at(1, forget).expect("she may");
    session.step();
    let moments = session.moments();
    let moment = |before, after| {
        let (before, after) = (won(before), won(after));
        Some(MomentTally { before, after })
    };
    let odds = [moment(50, 50), moment(60, 20), moment(10, 10)];
    let points = turning_points(moments, &odds);
    let swings: Vec<_> = points.iter().map(|it| (it.by_player, it.swing)).collect();
    let change = |from, to| MomentChange::Odds(percent(from), percent(to));
    assert_eq!(
        swings,
        [
            (false, change(50, 60)),
            (true, change(60, 20)),
            (false, change(20, 10))
        ]
    );
    assert_eq!(points[0].gist, "A hit e for 40");
    assert_eq!(points[1].gist, "Your new rules for A");
    let back: Vec<u32> = points.iter().map(TurningPoint::way_back).collect();
    assert_eq!(back, [0, 1, 1], "where something else could have been done");
    let all = odds.map(|odds| odds.expect("all are known"));
    assert_eq!(worst_moment(moments, &all), Some(points[1].clone()));
    assert_eq!(worst_moment(moments, &all[..1]), None, "nothing was lost");
}

#[test]
fn a_moment_remembers_what_it_was_before_the_player() {
    let mut session = duel();
    let ada = session.battle().units().next().expect("she is there").0;
    let reached = session.moments()[1].battle.clone();
    let rules = reached.unit(ada).expect("she is there").rules.to_vec();
    let teach = |rules| Command::Rules { unit: ada, rules };
    session.command_at(1, teach(Vec::new())).expect("she may");
    let before = |session: &Session| {
        let (battle, fingerprint) = session.present().before_orders()?;
        assert_eq!(fingerprint, battle.fingerprint());
        Some(fingerprint)
    };
    assert_eq!(before(&session), Some(reached.fingerprint()));
    session.command(teach(rules)).expect("she may");
    assert_eq!(before(&session), None, "it is as it was");
}

#[test]
fn a_step_of_any_tempo_has_a_gist() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        let mut told = 0;
        for seed in 0..20 {
            let arena = random_arena_in(tempo, seed);
            let mut session = Session::start(&arena, "any", seed);
            for _ in 0..80 {
                session.step();
            }
            let points = turning_points(session.moments(), &[]);
            told += points.len();
            for TurningPoint { step, gist, .. } in points {
                assert_ne!(
                    gist, "nothing was seen to happen",
                    "{tempo:?} {seed} {step}"
                );
            }
        }
        assert!(told > 20, "{tempo:?}: {told}");
    }
}

#[test]
fn a_miss_is_told_and_a_guard_if_there_is_nothing_else() {
    let first_step = |mine: UnitDraft| {
        let scene = board("A . . e").unit('A', mine).unit('e', recruit());
        let arena = Arc::new(Arena::new(scene.setup()).expect("it is in order"));
        let mut session = Session::start(&arena, "any", 1);
        session.step();
        gist(&arena, &session.present().events, Some(Faction::Enemy))
    };
    assert_eq!(first_step(recruit().gambits([guard()])), "A guarded");
    let sure = recruit().gambits([blow(9).range(5)]);
    assert_eq!(
        first_step(sure),
        "A used Blow on D1",
        "a hit explains no loss"
    );
    let drawing = || recruit().cards([(blow(9).range(5), 1)]);
    assert_eq!(first_step(drawing()), "A drew Blow");
    let secret = first_step(drawing().hidden());
    assert!(
        !secret.contains("drew"),
        "what is hidden stays hidden: {secret}"
    );
    let blind = recruit().accuracy(-200).gambits([aimed_shot().cost(1)]);
    assert_eq!(first_step(blind), "A missed e");
    assert_eq!(first_step(recruit()), "A held");
}

#[test]
fn a_fall_without_a_strike_names_what_felled() {
    let ends = |mine: UnitDraft, enemy: UnitDraft, under: Terrain, beyond: Terrain| {
        let scene = board("A e .")
            .terrain("B1", under)
            .terrain("C1", beyond)
            .unit('A', mine)
            .unit('e', enemy.hp(2));
        let arena = Arc::new(Arena::new(scene.setup()).expect("it is in order"));
        let mut session = Session::start(&arena, "any", 1);
        while session.step().is_none() {}
        gist(&arena, &session.present().events, Some(Faction::Friendly))
    };
    let (floor, idle) = (Terrain::Floor, recruit);
    let poisoned = idle().with_amount(Status::Poisoned, 9, 5);
    assert_eq!(ends(idle(), poisoned, floor, floor), "e fell to poison");
    assert_eq!(
        ends(idle(), idle(), Terrain::Hazard(5), floor),
        "e fell to a hazard"
    );
    let burning = || recruit().gambits([fire_pot()]);
    assert_eq!(ends(burning(), idle(), floor, floor), "e fell to fire");
    let pushing = || recruit().gambits([shove()]);
    assert_eq!(
        ends(pushing(), idle(), floor, Terrain::Pit),
        "e fell to a pit"
    );
    assert_eq!(
        ends(pushing(), idle(), floor, Terrain::Wall),
        "e fell to a bump"
    );
    let striking = || recruit().gambits([blow(9)]);
    assert_eq!(
        ends(striking(), idle(), floor, Terrain::Wall),
        "e fell",
        "to the blow"
    );
    let hurling = || {
        let hurl = Strike {
            shoves: Some(Shove::Away),
            ..strike(Check::Sure, Amount::flat(9), DamageKind::Force)
        };
        recruit().gambits([attack("Hurl", [hurl])])
    };
    for beyond in [Terrain::Wall, Terrain::Pit] {
        let told = ends(hurling(), idle(), floor, beyond);
        assert_eq!(told, "e fell", "to the blow, not to {beyond:?} after it");
    }
}
