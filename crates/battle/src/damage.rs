//! From dice to damage (rules §9). The preview and the blow use the same chain.

use crate::damage_kind::Affinity;
use crate::deck::Card;
use crate::dice::Dice;
use crate::house_rules::Luck;
use crate::sink::Sink;
use crate::skill::Amount;

/// No single blow does more: it keeps every sum within its type.
pub(crate) const MAX_DAMAGE: u32 = 9_999;

/// Raw damage after strengthened/weakened, card and resistance: what is left for block and HP.
#[inline]
pub(crate) fn incoming(raw: u32, boost: i32, card: Option<Card>, affinity: Affinity) -> u32 {
    let boosted = raw.saturating_add_signed(boost);
    let carded = card.map_or(boosted, |card| card.apply(boosted));
    affinity.apply(carded.min(MAX_DAMAGE)).min(MAX_DAMAGE)
}

/// Rolls an amount, or takes its average if luck is certain.
pub(crate) fn roll_amount<S: Sink>(
    amount: Amount,
    luck: Luck,
    dice: &mut Dice,
    sink: &mut S,
) -> u32 {
    if luck == Luck::Certain {
        return amount.average();
    }
    with_plus(throw_dice(amount, dice, sink), amount)
}

/// The sum of an amount's dice.
pub(crate) fn throw_dice<S: Sink>(amount: Amount, dice: &mut Dice, sink: &mut S) -> u32 {
    (0..amount.dice)
        .map(|_| dice.roll(u32::from(amount.sides), sink))
        .sum()
}

/// The dice of an amount together with its flat number.
#[inline]
pub(crate) fn with_plus(dice: u32, amount: Amount) -> u32 {
    dice.saturating_add_signed(i32::from(amount.plus))
        .min(MAX_DAMAGE)
}
