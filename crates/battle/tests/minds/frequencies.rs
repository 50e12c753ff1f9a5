//! What the preview foretells is what happens, over many seeded battles (rules §7, §8).

use foretold_battle::testing::{
    RuleDraft, Scene, aimed_shot, attack, dodge, guard, longsword, multiattack, recruit, strike,
};
use foretold_battle::{
    Aim, Amount, Battle, Card, Check, DamageKind, Deck, Edge, Event, Happening, Phase, Preview,
    Silent, Status, Struck, Verdict,
};

use crate::common::{Tally, arena, deck};
use crate::preview::duel;

const BATTLES: u64 = 800;
const TICKS: usize = 8;

/// What was foretold and what came, added up over many attacks.
#[derive(Default)]
struct Record {
    attacks: u32,
    hits: Tally,
    criticals: Tally,
    kills: Tally,
    nulls: Tally,
    /// Damage that came less damage foretold, in hundredths, and its square.
    surprise: i64,
    surprise_squared: i64,
    /// The least and the most that came when all went well.
    seen: Option<(u16, u16)>,
}

impl Record {
    fn note(&mut self, foretold: &Preview, blows: &[Struck]) {
        self.attacks += 1;
        for (strike, blow) in foretold.strikes.iter().zip(blows) {
            self.hits
                .note(strike.odds.hundredths(), blow.verdict != Verdict::Miss);
            self.criticals.note(
                strike.chance.critical_odds().hundredths(),
                blow.verdict == Verdict::Critical,
            );
        }
        let harms = || blows.iter().filter_map(|blow| blow.harm);
        if let (Some(odds), Some(first)) = (foretold.null_card, harms().next()) {
            self.nulls
                .note(odds.hundredths(), first.card == Some(Card::Null));
        }
        let dealt: u16 = harms().map(|harm| harm.dealt).sum();
        let dead = harms().next_back().is_some_and(|harm| harm.hp_after == 0);
        self.kills.note(foretold.kill.hundredths(), dead);
        let surprise = i64::from(dealt) * 100 - i64::from(foretold.expected_hundredths);
        self.surprise += surprise;
        self.surprise_squared += surprise * surprise;
        let clean = harms().filter(|harm| harm.card != Some(Card::Null)).count();
        if clean == foretold.strikes.len() {
            let bounds = foretold.lowest..=foretold.highest;
            assert!(bounds.contains(&dealt), "{dealt} is not in {bounds:?}");
            let (least, most) = self.seen.unwrap_or((dealt, dealt));
            self.seen = Some((least.min(dealt), most.max(dealt)));
        }
    }

    fn check(&self, what: &str) {
        self.hits.check(&format!("{what}: hits"));
        self.criticals.check(&format!("{what}: criticals"));
        self.kills.check(&format!("{what}: kills"));
        self.nulls.check(&format!("{what}: NULL"));
        // Expected damage is rounded to a hundredth: half of one may be missing each time.
        let off = self.surprise.unsigned_abs();
        let off = u128::from(off.saturating_sub(u64::from(self.attacks / 2)));
        assert!(
            off * off <= 25 * u128::from(self.surprise_squared.unsigned_abs()),
            "{what}: damage strayed by {} hundredths over {} attacks",
            self.surprise,
            self.attacks
        );
    }
}

/// Plays many battles in which A attacks e, and writes down each attack.
///
/// Within five standard deviations; with fixed seeds that holds for ever.
fn record(scene: &Scene) -> Record {
    let arena = arena(scene);
    let mut record = Record::default();
    for seed in 0..BATTLES {
        let mut battle = Battle::start(&arena, seed, &mut Silent);
        for _ in 0..TICKS {
            let mut events: Vec<Event> = Vec::new();
            let mut foretold = None;
            for phase in Phase::ALL {
                battle.run(phase, &mut events);
                if phase == Phase::Guards {
                    foretold = foretell(&battle);
                }
            }
            let blows: Vec<Struck> = events
                .iter()
                .filter_map(|event| match event.what {
                    Happening::Struck(struck) => Some(struck),
                    _ => None,
                })
                .collect();
            if let Some(foretold) = foretold {
                record.note(&foretold, &blows);
            }
            if battle.outcome().is_some() {
                break;
            }
        }
    }
    record
}

/// The preview of the attack that lands now, with all guards up.
fn foretell(battle: &Battle) -> Option<Preview> {
    let (by, (skill, aim, left)) = battle
        .units()
        .find_map(|(id, unit)| Some((id, unit.wind_up()?)))?;
    let Aim::Cell(cell) = aim else {
        return None;
    };
    assert_eq!(left, 1);
    battle.preview(by, skill, battle.unit_at(cell)?)
}

fn small_deck() -> Deck {
    deck([
        (Card::Null, 1),
        (Card::Times(2), 1),
        (Card::Plus(1), 2),
        (Card::Plus(-1), 1),
    ])
}

fn volley(strikes: usize) -> RuleDraft {
    let aimed = strike(
        Check::Aimed { bonus: 0 },
        Amount::dice(1, 4, 1),
        DamageKind::Cold,
    );
    attack("Volley", vec![aimed; strikes])
}

#[test]
fn an_aimed_shot_without_a_deck() {
    let scene = duel(recruit().gambits([aimed_shot()]), recruit().hp(18));
    let record = record(&scene);
    record.check("shot");
    assert_eq!(record.seen, Some((5, 5)));
}

#[test]
fn an_aimed_shot_with_the_standard_deck() {
    let archer = recruit().gambits([aimed_shot()]).deck(Deck::standard());
    let record = record(&duel(archer, recruit().hp(14)));
    record.check("shot with cards");
    assert_eq!(record.seen, Some((4, 10)));
}

#[test]
fn a_deck_that_dwindles_and_is_shuffled_anew() {
    let archer = recruit().gambits([aimed_shot()]).deck(small_deck());
    record(&duel(archer, recruit().hp(30))).check("shot with few cards");
}

#[test]
fn a_multiattack_that_draws_without_putting_back() {
    let fencer = recruit()
        .gambits([multiattack().draws_card()])
        .deck(Deck::standard());
    let scene = duel(fencer, recruit().hp(40).armour_class(14));
    record(&scene).check("multiattack with cards");
}

#[test]
fn a_volley_that_empties_its_deck_in_the_middle() {
    let archer = recruit()
        .gambits([volley(4).draws_card()])
        .deck(small_deck());
    record(&duel(archer, recruit().hp(25))).check("volley with few cards");
}

#[test]
fn strength_weakness_and_resistance() {
    let fencer = recruit()
        .gambits([multiattack().draws_card()])
        .deck(small_deck())
        .with_amount(Status::Strengthened, 4, 5)
        .with_amount(Status::Weakened, 7, 3);
    let target = recruit().hp(30).resists(DamageKind::Slashing);
    record(&duel(fencer, target)).check("changed damage");
    let fencer = recruit().gambits([longsword()]);
    let target = recruit().hp(40).vulnerable(DamageKind::Slashing);
    record(&duel(fencer, target)).check("doubled damage");
}

#[test]
fn advantage_disadvantage_and_dodging() {
    for edge in [Edge::Advantage, Edge::Even, Edge::Disadvantage] {
        for dodges in [false, true] {
            let check = Check::Armour { bonus: 3, edge };
            let sword = strike(check, Amount::dice(2, 6, 0), DamageKind::Slashing);
            let rules = dodges.then(dodge);
            let scene = duel(
                recruit().gambits([attack("Sword", [sword])]),
                recruit().hp(20).armour_class(12).gambits(rules),
            );
            record(&scene).check(&format!("{edge:?}, dodging: {dodges}"));
        }
    }
}

#[test]
fn a_guard_that_absorbs_a_part() {
    let fencer = recruit()
        .gambits([multiattack().draws_card()])
        .deck(Deck::standard());
    let target = recruit().hp(20).gambits([guard()]);
    record(&duel(fencer, target)).check("guarded");
}
