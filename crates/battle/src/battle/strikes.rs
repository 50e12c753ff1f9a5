//! Steps 2 and 4: quick and heavy strikes land on the units in the locked cells (rules §5, §7–9,
//! §13).

use crate::arena::Arena;
use crate::autofight::Note;
use crate::battle::State;
use crate::battle::confusion::stray;
use crate::damage::{incoming, roll_amount, throw_dice, with_plus};
use crate::damage_kind::{Affinity, DamageKind};
use crate::deck::Card;
use crate::event::{Happening, Harm, Struck, Suffering};
use crate::hit::{Verdict, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::sink::Sink;
use crate::skill::{Amount, Damage, Strike};
use crate::unit::{Aim, DeckUse, Landed, Life, Unit};

/// Attacks of cost 1.
#[inline]
pub(super) fn land_quick<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    if !state.landing.quick.is_empty() {
        land(arena, state, state.landing.quick, sink);
    }
}

/// Attacks of cost 2 or more whose last tick this is.
#[inline]
pub(super) fn land_heavy<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    if !state.landing.heavy.is_empty() {
        land(arena, state, state.landing.heavy, sink);
    }
}

/// Lands attacks in slot order, their strikes in order, each at its victims in slot order.
fn land<S: Sink>(arena: &Arena, state: &mut State, attackers: UnitSet, sink: &mut S) {
    for by in attackers.iter() {
        let Some((skill_id, Aim::Cell(aim), 1)) = state.unit(by).wind_up() else {
            continue;
        };
        let skill = arena.skill(skill_id);
        let cell = stray(state, by, aim, sink).unwrap_or(aim);
        let from = state.unit(by).cell;
        if let Some(price) = skill.pays() {
            pay(state, by, price, sink);
        }
        if let Some(turns) = skill.burns() {
            let cells = skill.area().cells(arena.ground(), from, cell);
            state.ignite(arena, by, cells, turns, sink);
        }
        let victims = state.victims(arena, by, skill, from, cell);
        let Some(first) = victims.first() else {
            state.emit(
                sink,
                Happening::Whiffed {
                    by,
                    skill: skill_id,
                    cell,
                },
            );
            continue;
        };
        let mut landed = Landed::at(skill, first);
        for (number, strike) in skill.strikes().iter().enumerate() {
            let mut swing = Swing {
                arena,
                by,
                skill: skill_id,
                number: number as u8,
                strike,
                thrown: Thrown::default(),
                drained: 0,
            };
            for target in victims.iter() {
                if swing.land(state, target, sink) {
                    landed.note(number, target);
                }
            }
            landed.drained = landed.drained.saturating_add(swing.drained);
        }
        state.unit_mut(by).landed = Some(landed);
    }
}

/// One strike of an attack, at one unit after another.
struct Swing<'a> {
    arena: &'a Arena,
    by: UnitId,
    skill: SkillId,
    number: u8,
    strike: &'a Strike,
    thrown: Thrown,
    /// HP that its user gets back in step 5.
    drained: u16,
}

/// What a strike has thrown and drawn so far. It does so once, on its first hit, for all units that
/// it hits (rules §13).
#[derive(Default)]
struct Thrown {
    /// The sum of the damage dice.
    dice: Option<u32>,
    /// The sum of the dice that a critical adds.
    critical_dice: Option<u32>,
    /// The card, if there is a deck to draw from.
    card: Option<Option<Card>>,
    sanity: Option<u16>,
}

impl Swing<'_> {
    /// Rolls to hit a unit, and does its harm if it hits.
    fn land<S: Sink>(&mut self, state: &mut State, target: UnitId, sink: &mut S) -> bool {
        let &mut Swing {
            arena,
            by,
            skill,
            number,
            strike,
            ..
        } = self;
        let luck = arena.house().luck;
        let from = state.unit(by).cell;
        let chance = chance(arena, by, from, strike.check, target, state.unit(target));
        let (roll, verdict) = chance.roll(luck, &mut state.dice, sink);
        let hit = verdict != Verdict::Miss;
        let damage = strike.damage.filter(|_| hit);
        let (harm, critical) = damage.map_or((None, false), |damage| {
            let (harm, critical) = self.hurt(state, target, damage, verdict, sink);
            (Some(harm), critical)
        });
        state.emit(
            sink,
            Happening::Struck(Struck {
                by,
                target,
                skill,
                strike: number,
                chance,
                roll,
                verdict,
                harm,
            }),
        );
        state.unit_mut(target).watch.note(Note::Attacked);
        if hit && arena.opponents_of(by).contains(target) {
            state.unit_mut(by).watch.note(Note::HitAnEnemy);
        }
        if let Some(harm) = harm {
            state.unit_mut(target).watch.note_hit(harm.dealt);
            note_hurt_while_down(state, target, harm.dealt, critical, sink);
            let drained = share_of(harm.hp_before - harm.hp_after, strike.drains);
            self.drained = self.drained.saturating_add(drained);
        }
        if let Some(amount) = strike.sanity.filter(|_| hit) {
            self.frighten(state, target, amount, sink);
        }
        hit
    }

    /// The damage from dice to HP, and whether it was a critical.
    fn hurt<S: Sink>(
        &mut self,
        state: &mut State,
        target: UnitId,
        damage: Damage,
        verdict: Verdict,
        sink: &mut S,
    ) -> (Harm, bool) {
        let doubled = verdict == Verdict::Critical;
        let raw = self.throw(state, damage.amount, doubled, sink);
        let (card, reshuffled) = self.card(state, sink);
        let coming = Coming {
            kind: damage.kind,
            raw,
            boost: state.unit(self.by).boost(),
            card,
            reshuffled,
            affinity: self.arena.sheet(target).affinity(damage.kind),
            meets_block: true,
        };
        let harm = coming.hurt(state.unit_mut(target));
        (harm, doubled || matches!(card, Some(Card::Times(_))))
    }

    /// The damage that the dice show; a critical adds as many dice again.
    fn throw<S: Sink>(
        &mut self,
        state: &mut State,
        amount: Amount,
        doubled: bool,
        sink: &mut S,
    ) -> u32 {
        if self.arena.house().luck == Luck::Certain {
            return amount.average();
        }
        let mut once = |sum: &mut Option<u32>| {
            *sum.get_or_insert_with(|| throw_dice(amount, &mut state.dice, sink))
        };
        let mut sum = once(&mut self.thrown.dice);
        if doubled {
            sum += once(&mut self.thrown.critical_dice);
        }
        with_plus(sum, amount)
    }

    /// The card of the strike, and whether the discards were shuffled for it just now.
    fn card<S: Sink>(&mut self, state: &mut State, sink: &mut S) -> (Option<Card>, bool) {
        let luck = self.arena.house().luck;
        if luck == Luck::Certain || !self.arena.skill(self.skill).draws_card() {
            return (None, false);
        }
        if let Some(card) = self.thrown.card {
            return (card, false);
        }
        let drawn = self.draw_card(state, sink);
        let card = drawn.map(|(card, _)| card);
        self.thrown.card = Some(card);
        (card, drawn.is_some_and(|(_, reshuffled)| reshuffled))
    }

    /// One card from the attacker's deck, if it has one.
    fn draw_card<S: Sink>(&self, state: &mut State, sink: &mut S) -> Option<(Card, bool)> {
        let deck = self.arena.deck_of(self.by)?;
        let sheet = self.arena.sheet(self.by);
        let pile = match sheet.deck {
            DeckUse::Shared => &mut state.shared_piles[sheet.faction as usize],
            DeckUse::None | DeckUse::Own(_) => &mut state.units[self.by.slot()].pile,
        };
        Some(pile.draw(deck, &mut state.dice, sink))
    }

    /// Takes sanity from a unit that has any; at 0 it panics in step 5.
    fn frighten<S: Sink>(
        &mut self,
        state: &mut State,
        target: UnitId,
        amount: Amount,
        sink: &mut S,
    ) {
        if self.arena.sheet(target).sanity.is_none() {
            return;
        }
        let luck = self.arena.house().luck;
        let throw = || roll_amount(amount, luck, &mut state.dice, sink) as u16;
        let amount = *self.thrown.sanity.get_or_insert_with(throw);
        let before = state.unit(target).sanity;
        let after = before.saturating_sub(amount);
        if before == after {
            return;
        }
        state.unit_mut(target).sanity = after;
        state.emit(
            sink,
            Happening::SanityChanged {
                unit: target,
                by: Some(self.by),
                before,
                after,
            },
        );
    }
}

/// Damage that comes to a unit, on its way to the unit's block and HP (rules §9).
struct Coming {
    kind: DamageKind,
    raw: u32,
    boost: i32,
    card: Option<Card>,
    reshuffled: bool,
    affinity: Affinity,
    meets_block: bool,
}

impl Coming {
    /// Damage that is not from a strike: nothing raises it.
    const fn plain(cause: Suffering, raw: u16, affinity: Affinity) -> Coming {
        Coming {
            kind: cause.kind(),
            raw: raw as u32,
            boost: 0,
            card: None,
            reshuffled: false,
            affinity,
            meets_block: cause.meets_block(),
        }
    }

    /// Takes it from the unit's block, if it meets any, and the rest from its HP.
    // In line: where nobody listens, nothing is written down.
    #[inline(always)]
    fn hurt(self, unit: &mut Unit) -> Harm {
        let incoming = incoming(self.raw, self.boost, self.card, self.affinity) as u16;
        let block = if self.meets_block { unit.block } else { 0 };
        let (blocked, hp_before) = (block.min(incoming), unit.hp);
        let dealt = incoming - blocked;
        unit.block -= blocked;
        unit.hp = hp_before.saturating_sub(dealt);
        Harm {
            kind: self.kind,
            raw: self.raw as u16,
            boost: self.boost as i16,
            card: self.card,
            reshuffled: self.reshuffled,
            affinity: self.affinity,
            incoming,
            blocked,
            dealt,
            hp_before,
            hp_after: unit.hp,
        }
    }
}

/// A share of some HP, in percent, rounded down.
fn share_of(hp: u16, percent: Option<u8>) -> u16 {
    (u32::from(hp) * u32::from(percent.unwrap_or(0)) / 100) as u16
}

/// What an attack costs its user, never the last HP. No resistance and no block counts.
fn pay<S: Sink>(state: &mut State, unit: UnitId, price: u16, sink: &mut S) {
    let payer = state.unit_mut(unit);
    let paid = price.min(payer.hp.saturating_sub(1));
    if paid == 0 {
        return;
    }
    payer.watch.note_paid(paid);
    let cause = Suffering::Price;
    let harm = Coming::plain(cause, paid, Affinity::Plain).hurt(payer);
    state.emit(sink, Happening::Suffered { unit, cause, harm });
}

/// Damage that is not from a strike (rules §9, §13): no roll to hit and no card. Resistance counts,
/// and against a bump block does.
pub(super) fn suffer<S: Sink>(
    arena: &Arena,
    state: &mut State,
    unit: UnitId,
    cause: Suffering,
    raw: u16,
    sink: &mut S,
) {
    let affinity = arena.sheet(unit).affinity(cause.kind());
    let harm = Coming::plain(cause, raw, affinity).hurt(state.unit_mut(unit));
    state.emit(sink, Happening::Suffered { unit, cause, harm });
    note_hurt_while_down(state, unit, harm.dealt, false, sink);
}

/// Damage to a downed unit counts as a failed death save, a critical as two; it unsettles a stable one.
fn note_hurt_while_down<S: Sink>(
    state: &mut State,
    unit: UnitId,
    dealt: u16,
    critical: bool,
    sink: &mut S,
) {
    let (successes, failures, unsettled) = match state.unit(unit).life {
        Life::Down {
            successes,
            failures,
        } => (successes, failures, false),
        Life::Stable => (0, 0, true),
        Life::Up | Life::Fallen => return,
    };
    if dealt == 0 {
        return;
    }
    let failures = (failures + if critical { 2 } else { 1 }).min(3);
    state.set_life(
        unit,
        Life::Down {
            successes,
            failures,
        },
    );
    state.emit(
        sink,
        Happening::HurtWhileDown {
            unit,
            failures,
            unsettled,
        },
    );
}
