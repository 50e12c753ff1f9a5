//! What an attack would come to, before any die is rolled (rules §7).
//!
//! Hit chances come from `hit::chance`, damage from
//! `damage::incoming`: the very functions that the blow uses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::{Battle, ForetoldShove, Shoves};
use crate::board::{Cell, Terrain};
use crate::brain::WhyNot;
use crate::damage::incoming;
use crate::damage_kind::Affinity;
use crate::deck::{Card, Deck, Pile};
use crate::hit::{Chance, Odds, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::skill::{Amount, Damage, Skill, Strike};

/// Probability 1 in fixed point: whole for percents, d20s and small decks, and fine enough for the rest.
const ONE: u64 = 10_000 << 36;

/// With more distinct cases than this in one strike, later strikes draw from the pile as it
/// lies now. It takes wild numbers of dice, strikes and cards together to get here.
const MAX_CASES: usize = 200_000;

/// Every strike of an attack hits.
pub(crate) const ALL_HIT: u8 = u8::MAX;

/// What a fall into a pit adds to the damage: more than any blow can do.
const FALL: u32 = 1 << 20;

/// An attack before it is made. Damage is what comes through block to HP.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Preview {
    /// Why the skill cannot be used on the target now; `None` if it can.
    pub refusal: Option<WhyNot>,
    /// Tenths of a cell between the two, as the crow flies.
    pub distance_tenths: u16,
    /// The terrain that the target stands on.
    pub terrain: Terrain,
    /// Each strike with its chance, line by line; none if it would not hit the unit.
    pub strikes: Vec<StrikePreview>,
    /// The target's block, already taken off the damage below.
    pub block: u16,
    /// If every strike hits and no NULL is drawn: the least.
    pub lowest: u16,
    /// If every strike hits and no NULL is drawn: the most.
    pub highest: u16,
    /// On average, misses and NULL included, in hundredths.
    pub expected_hundredths: u32,
    /// The chance that the target, if it stands, is at 0 HP afterwards: by the strikes, by a bump
    /// or in a pit.
    pub kill: Odds,
    /// What its shoves do if every strike hits; bumps count in the average.
    pub shove: Option<ForetoldShove>,
    /// The chance that the next card is NULL; `None` if no card is drawn.
    pub null_card: Option<Odds>,
}

/// A unit that an attack does not hit itself, but shoves another against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bumped {
    /// Who.
    pub unit: UnitId,
    /// Where it stands or lies.
    pub cell: Cell,
    /// Damage to HP if every strike hits.
    pub damage: u16,
    /// The chance that the unit, if it stands, is at 0 HP afterwards.
    pub kill: Odds,
}

/// One strike of an attack before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StrikePreview {
    /// The chance and its parts.
    pub chance: Chance,
    /// The chance as one number.
    pub odds: Odds,
    /// Damage before anything changes it.
    pub base: Option<Damage>,
    /// How the target takes that kind of damage.
    pub affinity: Affinity,
    /// Whether it shoves or pulls.
    pub shoves: bool,
}

/// Previews what an attack locked at a cell would do to a unit; `None` if the ids or the skill do
/// not fit. It lands on `battle`, and its shoves come on `after`: in ticks others walk in between.
pub(crate) fn preview(
    (battle, after): (&Battle, &Battle),
    attacker: UnitId,
    skill_id: SkillId,
    at: Cell,
    target: UnitId,
) -> Option<Preview> {
    let mut prospect = PreviewedAttack::new(battle, attacker, skill_id, at, target)?;
    let (user, victim) = (battle.unit(attacker)?, battle.unit(target)?);
    let is_hit = battle.victims(attacker, skill_id, at).contains(target);
    if !is_hit {
        prospect.strikes.clear();
    }
    let (lowest, highest) = prospect.bounds();
    let mut any = Spread::new();
    for (hits, spread) in prospect.damage(false) {
        let shoves = after.shoves(attacker, skill_id, prospect.victims, hits);
        let pushed = shoves.map_or(0, |shoves| {
            let fall = if shoves.falls(target) { FALL } else { 0 };
            fall + u32::from(shoves.bump(target))
        });
        for (damage, weight) in spread {
            *any.entry(damage + pushed).or_default() += weight;
        }
    }
    let through = |damage: u32| (damage % FALL).saturating_sub(u32::from(victim.block)) as u16;
    let kills = |damage: u32| victim.hp > 0 && (damage >= FALL || through(damage) >= victim.hp);
    let expected: u128 = any
        .iter()
        .map(|(&damage, &weight)| u128::from(through(damage)) * u128::from(weight) * 100)
        .sum();
    let kill: u64 = any
        .iter()
        .filter(|&(&damage, _)| kills(damage))
        .map(|(_, &weight)| weight)
        .sum();
    let view = battle.view();
    let refusal = if at == victim.cell {
        view.try_use(attacker, skill_id, target).err()
    } else {
        view.try_strike(attacker, skill_id, at).err()
    };
    let shoves = after.shoves(attacker, skill_id, prospect.victims, ALL_HIT);
    let shove = shoves.and_then(|shoves| shoves.of_unit(target));
    let PreviewedAttack {
        strikes, forecast, ..
    } = prospect;
    Some(Preview {
        refusal,
        distance_tenths: user.cell.euclidean(victim.cell, 10) as u16,
        terrain: battle.arena().setup().board.get(victim.cell),
        block: victim.block,
        lowest: through(lowest),
        highest: through(highest),
        expected_hundredths: rounded(expected) as u32,
        kill: odds(kill),
        shove: shove.filter(|_| is_hit),
        null_card: forecast.deck.map(|(deck, pile)| null_odds(deck, pile)),
        strikes,
    })
}

/// The units that others are shoved against by an attack that does not hit them, in slot order.
pub(crate) fn bumped(
    (battle, after): (&Battle, &Battle),
    attacker: UnitId,
    skill: SkillId,
    at: Cell,
) -> Vec<Bumped> {
    let victims = battle.victims(attacker, skill, at);
    let shoves = after.shoves(attacker, skill, victims, ALL_HIT);
    // An area that shoves never misses, so that one victim speaks for all.
    let prospect = victims
        .first()
        .and_then(|victim| PreviewedAttack::new(battle, attacker, skill, at, victim));
    let (Some(shoves), Some(prospect)) = (shoves, prospect) else {
        return Vec::new();
    };
    let others = shoves.bumped().minus(victims);
    if others.is_empty() {
        return Vec::new();
    }
    let cases = prospect.damage(false).into_iter();
    let cases: Vec<(Option<Shoves>, u64)> = cases
        .map(|(hits, spread)| {
            let shoves = after.shoves(attacker, skill, victims, hits);
            (shoves, spread.into_values().sum())
        })
        .collect();
    let bumped = |unit| {
        let other = after.unit(unit)?;
        let through = |shoves: &Shoves| shoves.bump(unit).saturating_sub(other.block);
        let kills = |shoves: &Option<Shoves>| {
            let damage = shoves.as_ref().map_or(0, through);
            other.hp > 0 && damage >= other.hp
        };
        let kill = cases.iter().filter(|(shoves, _)| kills(shoves));
        Some(Bumped {
            unit,
            cell: other.cell,
            damage: through(&shoves),
            kill: odds(kill.map(|(_, weight)| weight).sum()),
        })
    };
    others.iter().filter_map(bumped).collect()
}

/// An attack at a unit, and all that its damage depends on.
pub(crate) struct PreviewedAttack<'a> {
    /// Each strike with its chance.
    pub(crate) strikes: Vec<StrikePreview>,
    /// For each strike the chance that it hits another unit: then it draws its card anyway.
    others: Vec<u64>,
    /// Everyone that it hits.
    victims: UnitSet,
    /// The strikes, a bit each, on which the shoves of the attack depend.
    pushing: u8,
    forecast: DamageFactors<'a>,
}

impl<'a> PreviewedAttack<'a> {
    /// Looks at an attack; `None` if the ids or the skill do not fit.
    pub(crate) fn new(
        battle: &'a Battle,
        attacker: UnitId,
        skill_id: SkillId,
        at: Cell,
        target: UnitId,
    ) -> Option<PreviewedAttack<'a>> {
        let arena = battle.arena();
        let skill = arena
            .setup()
            .skills
            .get(skill_id.index())
            .filter(|skill| skill.is_hostile())?;
        let user = battle.unit(attacker)?;
        let strikes: Vec<StrikePreview> = skill
            .strikes()
            .iter()
            .map(|strike| strike_preview(battle, attacker, user.cell, strike, target))
            .collect::<Option<_>>()?;
        let luck = arena.house().luck;
        let deals_damage = strikes.iter().any(|strike| strike.base.is_some());
        let deck = if skill.draws_card() && deals_damage && luck == Luck::True {
            arena.deck_of(attacker).zip(battle.pile(attacker))
        } else {
            None
        };
        let forecast = DamageFactors {
            luck,
            boost: user.boost(),
            deck,
        };
        let victims = battle.victims(attacker, skill_id, at);
        let others = if skill.area().is_wide() && forecast.deck.is_some() {
            others_hit(battle, attacker, skill, victims.without(target))
        } else {
            vec![0; strikes.len()]
        };
        Some(PreviewedAttack {
            strikes,
            others,
            victims,
            pushing: skill.pushing(),
            forecast,
        })
    }

    /// How likely each sum of damage before block is, for each set of hits on which the shoves
    /// depend; `all_hit` looks only at the cases in which every strike hits and no NULL is drawn.
    fn damage(&self, all_hit: bool) -> BTreeMap<u8, Spread> {
        let strikes = self.strikes.iter().zip(self.others.iter().copied());
        self.forecast.damage(strikes, self.pushing, all_hit)
    }

    /// Damage of the strikes before block if every one hits and no NULL is drawn: the least and the
    /// most.
    pub(crate) fn bounds(&self) -> (u32, u32) {
        // Certain luck leaves nothing open: there is only one case.
        let open = self.forecast.luck == Luck::True;
        let cases = self.damage(open);
        let sums = || cases.values().flat_map(Spread::keys).copied();
        (sums().min().unwrap_or(0), sums().max().unwrap_or(0))
    }
}

fn strike_preview(
    battle: &Battle,
    attacker: UnitId,
    from: Cell,
    strike: &Strike,
    target: UnitId,
) -> Option<StrikePreview> {
    let chance = chance(
        battle.arena(),
        attacker,
        from,
        strike.check,
        target,
        battle.unit(target)?,
    );
    let sheet = battle.arena().sheet(target);
    let affinity = strike
        .damage
        .map_or(Affinity::Plain, |damage| sheet.affinity(damage.kind));
    Some(StrikePreview {
        chance,
        odds: chance.odds(),
        base: strike.damage,
        affinity,
        shoves: strike.shoves.is_some(),
    })
}

/// For each strike of an attack, the chance that it hits at least one of these units.
fn others_hit(battle: &Battle, by: UnitId, skill: &Skill, others: UnitSet) -> Vec<u64> {
    let from = battle.unit(by).map(|unit| unit.cell);
    let any = |strike: &Strike| {
        let misses = others.iter().filter_map(|other| {
            let chance = strike_preview(battle, by, from?, strike, other)?;
            Some(ONE - share(chance.odds))
        });
        ONE - misses.fold(ONE, times)
    };
    skill.strikes().iter().map(any).collect()
}

/// A chance as a part of [`ONE`].
fn share(odds: Odds) -> u64 {
    u64::from(odds.hundredths()) * (ONE / 10_000)
}

fn null_odds(deck: &Deck, pile: &Pile) -> Odds {
    let pile = if pile.is_empty() {
        Pile::full(deck)
    } else {
        *pile
    };
    let nulls: u32 = pile
        .cards(deck)
        .filter(|(card, _)| *card == Card::Null)
        .map(|(_, left)| u32::from(left))
        .sum();
    Odds(((nulls * 10_000 + pile.len() / 2) / pile.len().max(1)) as u16)
}

/// A part of [`ONE`] as a chance.
fn odds(weight: u64) -> Odds {
    Odds(rounded(u128::from(weight) * 10_000) as u16)
}

/// A fixed-point number to the nearest whole.
fn rounded(weight: u128) -> u64 {
    ((weight + u128::from(ONE / 2)) / u128::from(ONE)) as u64
}

/// How likely each sum of damage is.
type Spread = BTreeMap<u32, u64>;

/// What the damage of an attack depends on, besides its strikes.
#[derive(Clone, Copy)]
struct DamageFactors<'a> {
    luck: Luck,
    boost: i32,
    deck: Option<(&'a Deck, &'a Pile)>,
}

impl DamageFactors<'_> {
    /// How likely each sum of damage before block is, for each set of the `pushing` strikes that
    /// hit; `all_hit` looks only at the cases in which every strike hits and no NULL is drawn.
    fn damage<'a>(
        &self,
        strikes: impl Iterator<Item = (&'a StrikePreview, u64)>,
        pushing: u8,
        all_hit: bool,
    ) -> BTreeMap<u8, Spread> {
        let now = self.deck.map_or_else(Pile::default, |(_, pile)| *pile);
        let mut cases = BTreeMap::from([((now, 0), Spread::from([(0, ONE)]))]);
        for (number, (strike, others)) in strikes.enumerate() {
            let raws = self.raws(strike);
            let results_from = |pile: &Pile| self.results((strike, others), &raws, pile, all_hit);
            let sums: usize = cases.values().map(Spread::len).sum();
            let keep_apart = sums * results_from(&now).len() <= MAX_CASES;
            if !keep_apart {
                let by_hits = together(cases).into_iter();
                cases = by_hits.map(|(hits, sums)| ((now, hits), sums)).collect();
            }
            let mut next: BTreeMap<(Pile, u8), Spread> = BTreeMap::new();
            for ((pile, hits), sums) in &cases {
                let mut results: BTreeMap<(Pile, u8, u32), u64> = BTreeMap::new();
                for (result, weight) in results_from(pile) {
                    let pile = if keep_apart { result.pile } else { now };
                    let hit = u8::from(result.hit) << number & pushing;
                    *results
                        .entry((pile, hits | hit, result.damage))
                        .or_default() += weight;
                }
                for ((pile, hits, damage), weight) in results {
                    let next = next.entry((pile, hits)).or_default();
                    for (&sum, &likely) in sums {
                        *next.entry(sum + damage).or_default() += times(likely, weight);
                    }
                }
            }
            cases = next;
        }
        together(cases)
    }

    /// How likely a hit and a critical are, each with how likely its dice are.
    fn raws(&self, strike: &StrikePreview) -> [(u64, Spread); 2] {
        let (hit, critical) = match self.luck {
            Luck::True => (strike.odds, strike.chance.critical_odds()),
            Luck::Certain if strike.odds.is_likely() => (Odds::CERTAIN, Odds::NEVER),
            Luck::Certain => (Odds::NEVER, Odds::NEVER),
        };
        let dice = |amount: Amount| raw_damage(amount, self.luck);
        let base = strike.base.map_or(Amount::flat(0), |base| base.amount);
        [
            (share(hit) - share(critical), dice(base)),
            (share(critical), dice(base.doubled_dice())),
        ]
    }

    /// Every possible result of one strike and how likely it is.
    fn results(
        &self,
        (strike, others): (&StrikePreview, u64),
        raws: &[(u64, Spread); 2],
        pile: &Pile,
        all_hit: bool,
    ) -> BTreeMap<StrikeResult, u64> {
        let mut results = BTreeMap::new();
        let result = |hit: bool, pile: Pile, damage: u32| StrikeResult { pile, hit, damage };
        let missed = ONE - raws[0].0 - raws[1].0;
        if !all_hit && missed > 0 {
            // A card that is drawn for others is gone, too.
            let others = if strike.base.is_some() { others } else { 0 };
            let drawn = times(missed, others);
            results.insert(result(false, *pile, 0), missed - drawn);
            if drawn > 0 {
                for (after, likely, _) in self.draws(pile, false) {
                    *results.entry(result(false, after, 0)).or_default() += times(drawn, likely);
                }
            }
        }
        for (likely, raws) in raws.iter().filter(|(likely, _)| *likely > 0) {
            if strike.base.is_none() {
                *results.entry(result(true, *pile, 0)).or_default() += likely;
                continue;
            }
            for (after, drawn, card) in self.draws(pile, all_hit) {
                for (&raw, &weight) in raws {
                    let damage = incoming(raw, self.boost, card, strike.affinity);
                    *results.entry(result(true, after, damage)).or_default() +=
                        times(times(*likely, drawn), weight);
                }
            }
        }
        results
    }

    /// Every card that can come next: the pile without it, and how likely it is.
    fn draws(&self, pile: &Pile, skip_null: bool) -> Vec<(Pile, u64, Option<Card>)> {
        let Some((deck, _)) = self.deck else {
            return vec![(*pile, ONE, None)];
        };
        let pile = if pile.is_empty() {
            Pile::full(deck)
        } else {
            *pile
        };
        let cards = u64::from(pile.len().max(1));
        // A NULL that is the last of its pile is drawn for certain.
        let has_other = |(card, left): (Card, u8)| left > 0 && card != Card::Null;
        let skip_null = skip_null && pile.cards(deck).any(has_other);
        pile.cards(deck)
            .enumerate()
            .filter(|&(_, (card, left))| left > 0 && !(skip_null && card == Card::Null))
            .map(|(place, (card, left))| {
                (
                    pile.without(place),
                    ONE / cards * u64::from(left),
                    Some(card),
                )
            })
            .collect()
    }
}

/// What may come of one strike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StrikeResult {
    /// The cards that are left afterwards.
    pile: Pile,
    hit: bool,
    damage: u32,
}

/// The sums of damage for each set of hits, whatever pile is left.
fn together(cases: BTreeMap<(Pile, u8), Spread>) -> BTreeMap<u8, Spread> {
    let mut total: BTreeMap<u8, Spread> = BTreeMap::new();
    for ((_, hits), sums) in cases {
        let total = total.entry(hits).or_default();
        for (sum, weight) in sums {
            *total.entry(sum).or_default() += weight;
        }
    }
    total
}

/// How likely each sum of the dice is.
fn raw_damage(amount: Amount, luck: Luck) -> Spread {
    if luck == Luck::Certain {
        return Spread::from([(amount.average(), ONE)]);
    }
    let mut sums = Spread::from([(0, ONE)]);
    for _ in 0..amount.dice {
        let mut next = Spread::new();
        for (&sum, &weight) in &sums {
            for face in 1..=u32::from(amount.sides) {
                *next.entry(sum + face).or_default() += weight / u64::from(amount.sides);
            }
        }
        sums = next;
    }
    let mut raws = Spread::new();
    for (sum, weight) in sums {
        *raws
            .entry(sum.saturating_add_signed(i32::from(amount.plus)))
            .or_default() += weight;
    }
    raws
}

fn times(one: u64, other: u64) -> u64 {
    (u128::from(one) * u128::from(other) / u128::from(ONE)) as u64
}
