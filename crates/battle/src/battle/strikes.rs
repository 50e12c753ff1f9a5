//! Steps 2 and 4: quick and heavy strikes land on the unit in the locked cell (rules §5, §7–9).

use crate::arena::Arena;
use crate::autofight::Note;
use crate::battle::State;
use crate::battle::confusion::stray;
use crate::battle::effects::restore;
use crate::board::CellSet;
use crate::damage::{incoming, roll_amount};
use crate::damage_kind::Affinity;
use crate::deck::Card;
use crate::event::{Happening, Harm, Struck, Suffering};
use crate::hit::{Verdict, chance};
use crate::house_rules::Luck;
use crate::ids::{SkillId, UnitId, UnitSet};
use crate::sink::Sink;
use crate::skill::{Amount, Damage, Strike};
use crate::unit::{Aim, DeckUse, Landed, Life};

/// Attacks of cost 1.
pub(super) fn land_quick<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    land(arena, state, state.landing.quick, sink);
}

/// Attacks of cost 2 or more whose last tick this is.
pub(super) fn land_heavy<S: Sink>(arena: &Arena, state: &mut State, sink: &mut S) {
    land(arena, state, state.landing.heavy, sink);
}

/// Lands attacks in slot order, their strikes in order.
fn land<S: Sink>(arena: &Arena, state: &mut State, attackers: UnitSet, sink: &mut S) {
    for by in attackers.iter() {
        let Some((skill_id, Aim::Cell(aim), 1)) = state.unit(by).wind_up() else {
            continue;
        };
        let skill = arena.skill(skill_id);
        let cell = stray(state, by, aim, sink).unwrap_or(aim);
        if let Some(price) = skill.pays() {
            pay(state, by, price, sink);
        }
        if let Some(turns) = skill.burns() {
            state.ignite(arena, by, CellSet::of(cell), turns, sink);
        }
        let Some(target) = state.unit_at(cell) else {
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
        let mut hits = 0;
        for (number, strike) in (0..).zip(skill.strikes()) {
            let swing = Swing {
                arena,
                by,
                target,
                skill: skill_id,
                number,
                strike,
            };
            if swing.land(state, sink) {
                hits |= 1 << number;
            }
        }
        state.unit_mut(by).landed = Some(Landed { target, hits });
    }
}

/// One strike of an attack at a unit.
struct Swing<'a> {
    arena: &'a Arena,
    by: UnitId,
    target: UnitId,
    skill: SkillId,
    number: u8,
    strike: &'a Strike,
}

impl Swing<'_> {
    /// Rolls, and does its harm if it hits.
    fn land<S: Sink>(&self, state: &mut State, sink: &mut S) -> bool {
        let &Swing {
            arena,
            by,
            target,
            skill,
            number,
            strike,
        } = self;
        let luck = arena.house().luck;
        let from = state.unit(by).cell;
        let chance = chance(arena, by, from, strike.check, target, state.unit(target));
        let (roll, verdict) = chance.roll(luck, &mut state.dice, sink);
        let hit = verdict != Verdict::Miss;
        let damage = strike.damage.filter(|_| hit);
        let (harm, critical) = damage.map_or((None, false), |damage| {
            let (harm, critical) = self.hurt(state, damage, verdict, sink);
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
            if drained > 0 {
                restore(arena, state, by, by, drained, sink);
            }
        }
        if let Some(amount) = strike.sanity.filter(|_| hit) {
            self.frighten(state, amount, sink);
        }
        hit
    }

    /// The damage from dice to HP, and whether it was a critical.
    fn hurt<S: Sink>(
        &self,
        state: &mut State,
        damage: Damage,
        verdict: Verdict,
        sink: &mut S,
    ) -> (Harm, bool) {
        let luck = self.arena.house().luck;
        let doubled = verdict == Verdict::Critical;
        let amount = if doubled {
            damage.amount.doubled_dice()
        } else {
            damage.amount
        };
        let raw = roll_amount(amount, luck, &mut state.dice, sink);
        let drawn = if self.arena.skill(self.skill).draws_card() && luck == Luck::True {
            self.draw_card(state, sink)
        } else {
            None
        };
        let card = drawn.map(|(card, _)| card);
        let boost = state.unit(self.by).boost();
        let affinity = self.arena.sheet(self.target).affinity(damage.kind);
        let incoming = incoming(raw, boost, card, affinity) as u16;
        let (blocked, dealt, hp_before, hp_after) = {
            let target = state.unit_mut(self.target);
            let blocked = target.block.min(incoming);
            let (dealt, hp_before) = (incoming - blocked, target.hp);
            target.block -= blocked;
            target.hp = hp_before.saturating_sub(dealt);
            (blocked, dealt, hp_before, target.hp)
        };
        let harm = Harm {
            kind: damage.kind,
            raw: raw as u16,
            boost: boost as i16,
            card,
            reshuffled: drawn.is_some_and(|(_, reshuffled)| reshuffled),
            affinity,
            incoming,
            blocked,
            dealt,
            hp_before,
            hp_after,
        };
        (harm, doubled || matches!(card, Some(Card::Times(_))))
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
    fn frighten<S: Sink>(&self, state: &mut State, amount: Amount, sink: &mut S) {
        if self.arena.sheet(self.target).sanity.is_none() {
            return;
        }
        let amount = roll_amount(amount, self.arena.house().luck, &mut state.dice, sink) as u16;
        let target = state.unit_mut(self.target);
        let (before, after) = (target.sanity, target.sanity.saturating_sub(amount));
        if before == after {
            return;
        }
        target.sanity = after;
        state.emit(
            sink,
            Happening::SanityChanged {
                unit: self.target,
                by: Some(self.by),
                before,
                after,
            },
        );
    }
}

/// A share of some HP, in percent, rounded down.
fn share_of(hp: u16, percent: Option<u8>) -> u16 {
    (u32::from(hp) * u32::from(percent.unwrap_or(0)) / 100) as u16
}

/// What an attack costs its user, never the last HP. No resistance and no block counts.
fn pay<S: Sink>(state: &mut State, unit: UnitId, price: u16, sink: &mut S) {
    let payer = state.unit_mut(unit);
    let hp_before = payer.hp;
    let paid = price.min(hp_before.saturating_sub(1));
    if paid == 0 {
        return;
    }
    payer.hp -= paid;
    payer.watch.note_paid(paid);
    let cause = Suffering::Price;
    let harm = Harm {
        kind: cause.kind(),
        raw: paid,
        boost: 0,
        card: None,
        reshuffled: false,
        affinity: Affinity::Plain,
        incoming: paid,
        blocked: 0,
        dealt: paid,
        hp_before,
        hp_after: payer.hp,
    };
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
    let kind = cause.kind();
    let affinity = arena.sheet(unit).affinity(kind);
    let incoming = incoming(u32::from(raw), 0, None, affinity) as u16;
    let victim = state.unit_mut(unit);
    let blocked = if cause.meets_block() {
        victim.block.min(incoming)
    } else {
        0
    };
    let (dealt, hp_before) = (incoming - blocked, victim.hp);
    victim.block -= blocked;
    victim.hp = hp_before.saturating_sub(dealt);
    let harm = Harm {
        kind,
        raw,
        boost: 0,
        card: None,
        reshuffled: false,
        affinity,
        incoming,
        blocked,
        dealt,
        hp_before,
        hp_after: victim.hp,
    };
    state.emit(sink, Happening::Suffered { unit, cause, harm });
    note_hurt_while_down(state, unit, dealt, false, sink);
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
