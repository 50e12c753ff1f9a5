//! The moments that mattered: the steps, and the orders and rules of the player, that changed a battle
//! most.

use std::sync::Arc;

use crate::battle::Battle;
use crate::forecast::Tally;
use crate::hit::Odds;
use crate::ids::UnitId;
use crate::narrate::{gist, named};
use crate::session::Moment;
use crate::unit::{Faction, Unit};

/// This many moments are worth going back to.
const MOST: usize = 3;
/// Odds that differ by less, in hundredths of a percent, may only differ by the luck of the playouts.
const LEAST: u32 = 400;

/// The playouts of a moment, before and after the player's orders and changes of rules there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MomentTally {
    /// Before them.
    pub before: Tally,
    /// After them; the same without any.
    pub after: Tally,
}

impl MomentTally {
    /// Counts the playouts of a moment. The dice must be the same for both, so that what changes
    /// nothing is no difference.
    pub fn of(moment: &Moment, count: impl Fn(&Battle) -> Tally) -> MomentTally {
        let after = count(&moment.battle);
        let before = moment
            .before_orders()
            .map_or(after, |(before, _)| count(before));
        MomentTally { before, after }
    }

    /// Both counts together.
    pub fn and(self, more: &MomentTally) -> MomentTally {
        let before = self.before.and(&more.before);
        let after = self.after.and(&more.after);
        MomentTally { before, after }
    }
}

impl From<Tally> for MomentTally {
    /// Of a moment at which the player did nothing.
    fn from(tally: Tally) -> MomentTally {
        let (before, after) = (tally, tally);
        MomentTally { before, after }
    }
}

/// A step that changed much, or what the player did after one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// Which step.
    pub step: u32,
    /// Whether the player did it: then it came after the step.
    pub by_player: bool,
    /// What changed.
    pub swing: MomentChange,
    /// What happened, in a few words: `Vera fell`, `Your new rules for Ada`.
    pub gist: String,
}

impl TurningPoint {
    /// The moment at which something else can be done.
    pub fn way_back(&self) -> u32 {
        match self.by_player {
            true => self.step,
            false => self.step.saturating_sub(1),
        }
    }
}

/// What a step changed: before it and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentChange {
    /// The odds of victory.
    Odds(Odds, Odds),
    /// The HP of each side, where no odds are known.
    Hp {
        /// Of the player's side.
        friends: (u32, u32),
        /// Of the other.
        enemies: (u32, u32),
    },
}

impl MomentChange {
    /// How much better off the player's side is.
    pub fn gain(self) -> i64 {
        let change = |(before, after): (u32, u32)| i64::from(after) - i64::from(before);
        match self {
            MomentChange::Odds(before, after) => {
                i64::from(after.hundredths()) - i64::from(before.hundredths())
            }
            MomentChange::Hp { friends, enemies } => change(friends) - change(enemies),
        }
    }

    fn is_worth_telling(self) -> bool {
        match self {
            MomentChange::Odds(..) => self.gain().unsigned_abs() >= u64::from(LEAST),
            MomentChange::Hp { .. } => self.gain() != 0,
        }
    }
}

/// A change that could be told: step, whether the player made it, and how much it was.
type Swing = (u32, bool, MomentChange);

/// What changed the odds most, at most three, in their order. `odds` are those of each moment as far
/// as they are known; if no step has odds before and after it, HP count.
pub fn turning_points(moments: &[Arc<Moment>], odds: &[Option<MomentTally>]) -> Vec<TurningPoint> {
    let mut swings = odds_swings(odds);
    if swings.iter().all(|(_, by_player, _)| *by_player) {
        let by_hp = (1..).zip(moments.windows(2).map(hp_swing));
        swings.extend(by_hp.map(|(step, swing)| (step, false, swing)));
    }
    swings.retain(|(.., swing)| swing.is_worth_telling());
    // The sort keeps the order of equals, so the earlier of them stays.
    swings.sort_by_key(|(.., swing)| std::cmp::Reverse(swing.gain().unsigned_abs()));
    swings.truncate(MOST);
    swings.sort_by_key(|(step, by_player, _)| (*step, *by_player));
    swings
        .into_iter()
        .filter_map(|swing| tell(moments, swing))
        .collect()
}

/// The greatest loss of odds in a battle.
pub fn worst_moment(moments: &[Arc<Moment>], odds: &[MomentTally]) -> Option<TurningPoint> {
    let odds: Vec<Option<MomentTally>> = odds.iter().copied().map(Some).collect();
    let losses = odds_swings(&odds).into_iter();
    let worst = losses
        .filter(|(.., swing)| swing.gain() < 0)
        .min_by_key(|(.., swing)| swing.gain())?;
    tell(moments, worst)
}

/// How the odds changed by each step, and by what the player did at each.
fn odds_swings(odds: &[Option<MomentTally>]) -> Vec<Swing> {
    let change = |before: Tally, after: Tally| {
        let win = |tally: Tally| tally.win().odds;
        MomentChange::Odds(win(before), win(after))
    };
    let steps = (1..).zip(odds.windows(2)).filter_map(|(step, pair)| {
        let [Some(last), Some(next)] = *pair else {
            return None;
        };
        Some((step, false, change(last.after, next.before)))
    });
    let deeds = (0..).zip(odds).filter_map(|(step, moment)| {
        let moment = moment.filter(|moment| moment.before != moment.after)?;
        Some((step, true, change(moment.before, moment.after)))
    });
    steps.chain(deeds).collect()
}

fn tell(moments: &[Arc<Moment>], (step, by_player, swing): Swing) -> Option<TurningPoint> {
    let moment = moments.get(step as usize)?;
    let gist = if by_player {
        let (before, _) = moment.before_orders()?;
        deed(before, &moment.battle)?
    } else {
        let better_off = if swing.gain() > 0 {
            Faction::Friendly
        } else {
            Faction::Enemy
        };
        gist(moment.battle.arena(), &moment.events, Some(better_off))
    };
    Some(TurningPoint {
        step,
        by_player,
        swing,
        gist,
    })
}

/// What the player did between two states of one moment, in a few words.
fn deed(before: &Battle, after: &Battle) -> Option<String> {
    let arena = after.arena();
    let changed = |differs: fn(&Unit, &Unit) -> bool| {
        let pairs = before.units().zip(after.units());
        let changed = pairs.filter(|((_, was), (_, is))| differs(was, is));
        let units: Vec<UnitId> = changed.map(|(_, (unit, _))| unit).collect();
        named(arena, &units)
    };
    let taught = changed(|was, is| was.rules != is.rules);
    let ordered = changed(|was, is| was.order != is.order && is.order.is_some());
    let released = changed(|was, is| was.order != is.order && is.order.is_none());
    Some(match (taught, ordered, released) {
        (Some(taught), None, None) => format!("Your new rules for {taught}"),
        (Some(taught), ..) => format!("Your new rules for {taught}, and your orders"),
        (None, Some(ordered), _) => format!("Your order to {ordered}"),
        (None, None, Some(released)) => format!("You released {released}"),
        (None, None, None) => return None,
    })
}

fn hp_swing(pair: &[Arc<Moment>]) -> MomentChange {
    let hp = |side: Faction| {
        let of = |moment: Option<&Arc<Moment>>| moment.map_or(0, |it| hp_of(&it.battle, side));
        (of(pair.first()), of(pair.last()))
    };
    MomentChange::Hp {
        friends: hp(Faction::Friendly),
        enemies: hp(Faction::Enemy),
    }
}

/// The HP that a side has left.
fn hp_of(battle: &Battle, side: Faction) -> u32 {
    let units = battle.units();
    let units = units.filter(|(id, _)| battle.arena().sheet(*id).faction == side);
    units.map(|(_, unit)| u32::from(unit.hp)).sum()
}
