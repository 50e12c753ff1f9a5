//! The moments that mattered: the steps that changed a battle most.

use std::sync::Arc;

use crate::battle::Battle;
use crate::hit::Odds;
use crate::narrate::gist;
use crate::session::Moment;
use crate::unit::Faction;

/// This many moments are worth going back to.
const MOST: usize = 3;
/// Odds that differ by less, in hundredths of a percent, may only differ by the luck of the playouts.
const LEAST: u32 = 400;

/// A step that changed much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// Which step.
    pub step: u32,
    /// What changed.
    pub swing: MomentChange,
    /// What happened in it, in a few words: `Vera fell`.
    pub gist: String,
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
    fn gain(self) -> i64 {
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

/// The steps that changed the odds most, at most three, in their order. `odds` are those of each
/// moment as far as they are known; if no step has odds before and after it, HP count.
pub fn turning_points(moments: &[Arc<Moment>], odds: &[Option<Odds>]) -> Vec<TurningPoint> {
    let by_odds = (1..)
        .zip(odds.windows(2))
        .filter_map(|(step, pair)| match *pair {
            [Some(before), Some(after)] => Some((step, MomentChange::Odds(before, after))),
            _ => None,
        });
    let mut swings: Vec<(u32, MomentChange)> = by_odds.collect();
    if swings.is_empty() {
        swings.extend((1..).zip(moments.windows(2).map(hp_swing)));
    }
    swings.retain(|(_, swing)| swing.is_worth_telling());
    // The sort keeps the order of equals, so the earlier of them stays.
    swings.sort_by_key(|(_, swing)| std::cmp::Reverse(swing.gain().unsigned_abs()));
    swings.truncate(MOST);
    swings.sort_by_key(|(step, _)| *step);
    swings
        .into_iter()
        .filter_map(|(step, swing)| {
            let moment = moments.get(step as usize)?;
            let better_off = if swing.gain() > 0 {
                Faction::Friendly
            } else {
                Faction::Enemy
            };
            let gist = gist(moment.battle.arena(), &moment.events, Some(better_off));
            Some(TurningPoint { step, swing, gist })
        })
        .collect()
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
