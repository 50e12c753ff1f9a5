//! Forecasts: the same for any split into threads, honest about their error, and without a trace.

use std::sync::Arc;
use std::thread;

use foretold_battle::testing::{aimed_shot, blow, board, guard, recruit, skirmish};
use foretold_battle::{
    Arena, Battle, Brain, Deck, Estimate, Intent, Odds, Silent, Tally, Tempo, UnitId, compare,
    forecast,
};

use crate::random_battle_in;

fn after(arena: &Arc<Arena>, ticks: u32) -> Battle {
    let mut battle = Battle::start(arena, 7, &mut Silent);
    for _ in 0..ticks {
        battle.step(&mut Silent);
    }
    battle
}

fn skirmish_arena() -> Arc<Arena> {
    Arc::new(Arena::new(skirmish()).expect("the skirmish is in order"))
}

/// Two archers with decks: nothing but luck decides.
fn archers() -> Arc<Arena> {
    let archer = || {
        recruit()
            .hp(20)
            .deck(Deck::standard())
            .gambits([aimed_shot()])
    };
    let scene = board("A . . e")
        .unit('A', archer())
        .unit('e', archer().hp(22));
    Arc::new(Arena::new(scene.setup()).expect("the archers are in order"))
}

#[test]
fn two_threads_give_the_same_answer_as_one() {
    let battle = after(&skirmish_arena(), 3);
    let one = forecast(&battle, 11, 0..300);
    let two = thread::scope(|scope| {
        let first = scope.spawn(|| forecast(&battle, 11, 0..100));
        let second = scope.spawn(|| forecast(&battle, 11, 100..300));
        let join = |half: thread::ScopedJoinHandle<'_, Tally>| {
            half.join().expect("a forecast does not panic")
        };
        join(first).and(&join(second))
    });
    assert_eq!(one, two);
    assert_eq!(one.playouts(), 300);
    assert_eq!(one.wins + one.draws + one.losses, 300);
}

#[test]
fn a_forecast_leaves_no_trace_and_another_seed_gives_another_answer() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        let battle = random_battle_in(tempo, 4);
        let before = battle.fingerprint();
        let _ = forecast(&battle, 1, 0..20);
        assert_eq!(battle.fingerprint(), before);
    }
    let battle = after(&archers(), 0);
    assert_eq!(forecast(&battle, 1, 0..200), forecast(&battle, 1, 0..200));
    assert_ne!(forecast(&battle, 1, 0..200), forecast(&battle, 2, 0..200));
}

#[test]
fn it_tells_odds_and_not_the_battles_own_future() {
    // The same moment with other dice inside has the same odds to the bit.
    let arena = archers();
    let (one, other) = (
        Battle::start(&arena, 1, &mut Silent),
        Battle::start(&arena, 2, &mut Silent),
    );
    assert_ne!(one.fingerprint(), other.fingerprint());
    assert_eq!(forecast(&one, 5, 0..100), forecast(&other, 5, 0..100));
}

#[test]
fn the_interval_covers_the_true_odds_about_19_times_in_20() {
    // Sixty battles of all tempos, and one that is nothing but luck; many are won or lost for sure.
    let tempos = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases];
    let battles = (0..60).map(|seed| random_battle_in(tempos[seed as usize % 3], seed));
    let (mut covered, mut asked, mut open) = (0, 0, 0);
    for battle in battles.chain([after(&archers(), 0)]) {
        let truth = forecast(&battle, 999, 0..1_500).win().odds.hundredths();
        open += u32::from((500..=9_500).contains(&truth));
        for seed in 0..25 {
            let Estimate { low, high, .. } = forecast(&battle, seed, 0..50).win();
            asked += 1;
            // The truth itself is known to about a percent.
            let known = low.hundredths().saturating_sub(100)..=high.hundredths() + 100;
            covered += u32::from(known.contains(&truth));
        }
    }
    assert!(
        open >= 8,
        "only {open} battles are open: the test would prove nothing"
    );
    // 95% of 1,525 is 1,449, standard deviation 8.5; sure battles are covered always.
    assert!(covered >= 1_440, "{covered} of {asked}");
    // And the interval is not simply wide: on the open battle of luck it misses now and then.
    let archers = after(&archers(), 0);
    let truth = forecast(&archers, 999, 0..20_000).win().odds.hundredths();
    let misses = (0..1_000).filter(|&seed| {
        let Estimate { low, high, .. } = forecast(&archers, seed, 0..60).win();
        !(low.hundredths()..=high.hundredths()).contains(&truth)
    });
    // 5% of 1,000, give or take five standard deviations of 6.9.
    let misses = misses.count();
    assert!((15..=85).contains(&misses), "{misses} of 1000 miss {truth}");
}

#[test]
fn a_handful_of_pairs_never_looks_certain() {
    let battle = after(&archers(), 0);
    assert_eq!(
        compare(&battle, &battle, 1, 0..0).change(),
        (0, -10_000, 10_000)
    );
    let (change, low, high) = compare(&battle, &battle, 1, 0..3).change();
    assert!(
        change == 0 && low < -2_000 && high > 2_000,
        "{change} {low} {high}"
    );
}

#[test]
fn a_hidden_intent_is_one_of_the_hidden_ones() {
    // Only the blow is hidden, so "unknown" gives it away: A and e kill each other for sure.
    let mut setup = board("A e")
        .unit('A', recruit().gambits([blow(200)]))
        .unit('e', recruit().cards([(blow(100), 1), (guard(), 1)]))
        .setup();
    if let Brain::Cards(moves) = &mut setup.units[1].brain {
        moves[0].hidden = true;
    }
    let arena = Arc::new(Arena::new(setup).expect("only a switch differs"));
    let id = UnitId::new(1).expect("there are two");
    let unknown = (0..20).map(|seed| Battle::start(&arena, seed, &mut Silent));
    let battle = unknown
        .into_iter()
        .find(|battle| battle.intent(id) == Some(Intent::Unknown));
    let tally = forecast(&battle.expect("one of twenty draws the blow"), 1, 0..100);
    assert_eq!((tally.wins, tally.draws), (0, 100));
}

#[test]
fn wilsons_interval_has_the_textbook_numbers() {
    let estimate = |count: u64, all: u64| {
        let Estimate { odds, low, high } = Estimate::new(count, all);
        [odds, low, high].map(Odds::hundredths)
    };
    assert_eq!(estimate(0, 0), [0, 0, 10_000]);
    assert_eq!(estimate(50, 100), [5_000, 4_038, 5_962]);
    assert_eq!(estimate(0, 10), [0, 0, 2_776]);
    assert_eq!(estimate(10, 10), [10_000, 7_224, 10_000]);
    assert_eq!(estimate(1, 1_000_000), [0, 0, 1]);
}

#[test]
fn mean_hp_is_what_the_units_have_left_and_those_without_any_have_fallen() {
    let scene = board("A e")
        .unit('A', recruit().gambits([blow(10)]))
        .unit('e', recruit().hp(10));
    let battle = scene.start(1);
    let tally = forecast(&battle, 1, 0..10);
    assert_eq!(tally.win().odds.hundredths(), 10_000);
    assert_eq!(
        (
            tally.draw().odds.hundredths(),
            tally.loss().odds.hundredths()
        ),
        (0, 0)
    );
    let hp = |slot| tally.mean_hp_hundredths(UnitId::new(slot).expect("there are two"));
    assert_eq!((hp(0), hp(1)), (10_000, 0));
    let fall = |slot| {
        tally
            .and(&tally)
            .fall(UnitId::new(slot).expect("there are two"))
    };
    assert_eq!((fall(0).odds, fall(1).odds), (Odds::NEVER, Odds::CERTAIN));
}

#[test]
fn no_change_leads_below_nothing_or_above_certainty() {
    let arena = archers();
    let before = Battle::start(&arena, 1, &mut Silent);
    let unit = UnitId::new(0).expect("the first");
    let mut idle = before.clone();
    idle.set_rules(unit, &[])
        .expect("no rules are always allowed");
    for (one, other) in [(&before, &idle), (&idle, &before), (&before, &before)] {
        for playouts in [1, 3, 20, 400] {
            let versus = compare(one, other, 3, 0..playouts);
            let from = i32::from(versus.before.win().odds.hundredths());
            let (_, low, high) = versus.change();
            let shown = format!("{playouts} playouts: {from} {low} {high}");
            assert!(from + low >= 0 && from + high <= 10_000, "{shown}");
        }
    }
}

#[test]
fn a_better_rule_shows_as_better_against_the_same_luck() {
    let arena = archers();
    let before = Battle::start(&arena, 1, &mut Silent);
    let unit = UnitId::new(0).expect("the first");
    let mut after = before.clone();
    after
        .set_rules(unit, &[])
        .expect("no rules are always allowed");
    let versus = compare(&before, &after, 3, 0..400);
    let (change, low, high) = versus.change();
    assert!(
        change < 0 && high < 0 && low <= change,
        "{change} {low} {high}"
    );
    assert_eq!((versus.better, versus.after.wins), (0, 0));
    assert_eq!(versus.before.wins, versus.worse);
    let none = compare(&before, &before, 3, 0..400);
    assert_eq!((none.change().0, none.better, none.worse), (0, 0, 0));
}

#[test]
fn common_luck_shows_a_difference_that_separate_luck_hides() {
    // One more HP is a small advantage: paired playouts show it with far less noise.
    let arena = archers();
    let battle = Battle::start(&arena, 1, &mut Silent);
    let mut setup = arena.setup().clone();
    setup.units[0].hp += 1;
    setup.units[0].max_hp += 1;
    let tougher = Battle::start(
        &Arc::new(Arena::new(setup).expect("one more HP")),
        1,
        &mut Silent,
    );
    let versus = compare(&battle, &tougher, 3, 0..2_000);
    let (change, low, high) = versus.change();
    assert!(change > 0 && low > 0, "{change} {low} {high}");
    let [before, after] = [versus.before.win(), versus.after.win()];
    assert!(before.high > after.low, "apart, the two intervals overlap");
    let halves =
        compare(&battle, &tougher, 3, 0..700).and(&compare(&battle, &tougher, 3, 700..2_000));
    assert_eq!(halves, versus);
}

#[test]
fn what_nobody_knows_is_drawn_again_in_every_playout() {
    // A kills e in the first tick: a win if e guards, a draw if e strikes back.
    let enemy = || recruit().cards([(blow(100), 1), (guard(), 1)]);
    let start = |enemy| {
        board("A e")
            .unit('A', recruit().gambits([blow(200)]))
            .unit('e', enemy)
            .start(1)
    };
    let wins = |battle: &Battle| forecast(battle, 1, 0..400).wins;
    let (shown, hidden) = (start(enemy()), start(enemy().hidden()));
    let id = UnitId::new(1).expect("there are two");
    let guards = shown.intent(id) == Some(Intent::Defend(8));
    assert_eq!(
        wins(&shown),
        if guards { 400 } else { 0 },
        "what is shown is what comes"
    );
    assert_eq!(hidden.intent(id), Some(Intent::Unknown));
    // One of two, 400 times: 200, give or take five standard deviations of 10.
    assert!((150..=250).contains(&wins(&hidden)), "{}", wins(&hidden));
}

#[test]
fn a_battle_that_waits_for_its_player_is_played_on_without_one() {
    let scene = board("A e")
        .unit('A', recruit().manual().knows([blow(10)]))
        .unit('e', recruit().hp(10));
    let mut battle = scene.tempo(Tempo::Phases).start(1);
    battle.set_player(true);
    assert!(!battle.waits_for().is_empty());
    assert_eq!(forecast(&battle, 1, 0..10).wins, 10);
    assert!(battle.has_player());
}
