//! What an attack would come to, before any die is rolled (rules §7).
//!
//! Hit chances come from `hit::chance`, damage from
//! `damage::incoming`: the very functions that the blow uses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::battle::{Battle, ShoveEnd};
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
    /// What its shove does if it hits; a bump counts in the average.
    pub shove: Option<ShoveEnd>,
    /// The chance that the next card is NULL; `None` if no card is drawn.
    pub null_card: Option<Odds>,
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
/// not fit.
pub(crate) fn preview(
    battle: &Battle,
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
    let any = prospect.damage(&prospect.forecast, false);
    let PreviewedAttack {
        strikes, forecast, ..
    } = prospect;
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
    Some(Preview {
        refusal,
        distance_tenths: user.cell.euclidean(victim.cell, 10) as u16,
        terrain: battle.arena().setup().board.get(victim.cell),
        block: victim.block,
        lowest: through(lowest),
        highest: through(highest),
        expected_hundredths: rounded(expected) as u32,
        kill: Odds(rounded(u128::from(kill) * 10_000) as u16),
        shove: (battle.shove_of(attacker, skill_id, target)).filter(|_| is_hit),
        null_card: forecast.deck.map(|(deck, pile)| null_odds(deck, pile)),
        strikes,
    })
}

/// An attack at a unit, and all that its damage depends on.
pub(crate) struct PreviewedAttack<'a> {
    /// Each strike with its chance.
    pub(crate) strikes: Vec<StrikePreview>,
    /// For each strike the chance that it hits another unit: then it draws its card anyway.
    others: Vec<u64>,
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
        let pushed = match battle.shove_of(attacker, skill_id, target) {
            Some(ShoveEnd::Falls(_)) => FALL,
            // It does not move, so the next shove of the attack does the same.
            Some(ShoveEnd::Bumps { damage, .. }) => u32::from(damage),
            Some(ShoveEnd::Moves(_) | ShoveEnd::Resists) | None => 0,
        };
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
            pushed,
        };
        let others = if skill.area().is_wide() && forecast.deck.is_some() {
            let others = battle.victims(attacker, skill_id, at).without(target);
            others_hit(battle, attacker, skill, others)
        } else {
            vec![0; strikes.len()]
        };
        Some(PreviewedAttack {
            strikes,
            others,
            forecast,
        })
    }

    /// How likely each sum of damage before block is.
    fn damage(&self, factors: &DamageFactors<'_>, all_hit: bool) -> Spread {
        let strikes = self.strikes.iter().zip(self.others.iter().copied());
        factors.damage(strikes, all_hit)
    }

    /// Damage of the strikes before block if every one hits and no NULL is drawn: the least and the
    /// most.
    pub(crate) fn bounds(&self) -> (u32, u32) {
        let unpushed = DamageFactors {
            pushed: 0,
            ..self.forecast
        };
        // Certain luck leaves nothing open: there is only one case.
        let open = self.forecast.luck == Luck::True;
        let all_hit = self.damage(&unpushed, open);
        let bound = |damage: Option<(&u32, &u64)>| damage.map_or(0, |(&damage, _)| damage);
        (
            bound(all_hit.first_key_value()),
            bound(all_hit.last_key_value()),
        )
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
    /// What a shove that hits adds before block: a bump, or [`FALL`].
    pushed: u32,
}

impl DamageFactors<'_> {
    /// How likely each sum of damage before block is; `all_hit` looks only at
    /// the cases in which every strike hits and no NULL is drawn.
    fn damage<'a>(
        &self,
        strikes: impl Iterator<Item = (&'a StrikePreview, u64)>,
        all_hit: bool,
    ) -> Spread {
        let now = self.deck.map_or_else(Pile::default, |(_, pile)| *pile);
        let mut piles = BTreeMap::from([(now, Spread::from([(0, ONE)]))]);
        for (strike, others) in strikes {
            let raws = self.raws(strike);
            let results_from = |pile: &Pile| self.results((strike, others), &raws, pile, all_hit);
            let sums: usize = piles.values().map(Spread::len).sum();
            let keep_apart = sums * results_from(&now).len() <= MAX_CASES;
            if !keep_apart {
                piles = BTreeMap::from([(now, together(piles))]);
            }
            let mut next: BTreeMap<Pile, Spread> = BTreeMap::new();
            for (pile, sums) in &piles {
                let mut results: BTreeMap<(Pile, u32), u64> = BTreeMap::new();
                for ((after, damage), weight) in results_from(pile) {
                    *results
                        .entry((if keep_apart { after } else { now }, damage))
                        .or_default() += weight;
                }
                for ((after, damage), weight) in results {
                    let next = next.entry(after).or_default();
                    for (&sum, &likely) in sums {
                        *next.entry(sum + damage).or_default() += times(likely, weight);
                    }
                }
            }
            piles = next;
        }
        together(piles)
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

    /// Every possible result of one strike and how likely it is: the pile afterwards and the damage.
    fn results(
        &self,
        (strike, others): (&StrikePreview, u64),
        raws: &[(u64, Spread); 2],
        pile: &Pile,
        all_hit: bool,
    ) -> BTreeMap<(Pile, u32), u64> {
        let mut results = BTreeMap::new();
        let pushed = if strike.shoves { self.pushed } else { 0 };
        let missed = ONE - raws[0].0 - raws[1].0;
        if !all_hit && missed > 0 {
            // A card that is drawn for others is gone, too.
            let others = if strike.base.is_some() { others } else { 0 };
            let drawn = times(missed, others);
            results.insert((*pile, 0), missed - drawn);
            if drawn > 0 {
                for (after, likely, _) in self.draws(pile, false) {
                    *results.entry((after, 0)).or_default() += times(drawn, likely);
                }
            }
        }
        for (likely, raws) in raws.iter().filter(|(likely, _)| *likely > 0) {
            if strike.base.is_none() {
                *results.entry((*pile, pushed)).or_default() += likely;
                continue;
            }
            for (after, drawn, card) in self.draws(pile, all_hit) {
                for (&raw, &weight) in raws {
                    let struck = incoming(raw, self.boost, card, strike.affinity);
                    let damage = struck + pushed;
                    *results.entry((after, damage)).or_default() +=
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

/// The sums of damage, whatever pile is left.
fn together(piles: BTreeMap<Pile, Spread>) -> Spread {
    let mut total = Spread::new();
    for (sum, weight) in piles.into_values().flatten() {
        *total.entry(sum).or_default() += weight;
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
