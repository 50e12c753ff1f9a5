//! What units can do: move, strike, aid (rules §4).

use serde::{Deserialize, Serialize};

use crate::board::{Area, Cell};
use crate::brain::{Selector, Side};
use crate::damage_kind::DamageKind;
use crate::house_rules::Luck;
use crate::status::{Affliction, Status};

/// At most this many strikes in one multiattack.
pub const MAX_STRIKES: usize = 6;
/// At most this many strikes in an attack with an area: more would make a battle too large.
pub const MAX_AREA_STRIKES: usize = 2;
/// At most this many dice in one amount.
pub const MAX_DICE: u8 = 10;
/// At most this many sides on a die.
pub const MAX_SIDES: u8 = 20;

/// Something a unit can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Skill {
    /// What the player calls it.
    pub name: String,
    /// How many ticks it takes: decided in tick t, it lands in tick t + cost − 1.
    pub cost: u8,
    /// How far it reaches, in cells (Chebyshev); moves ignore it.
    pub range: u8,
    /// Whether the user must see the target's cell.
    pub needs_sight: bool,
    /// How many turns it rests after use.
    pub cooldown: u8,
    /// The target it goes to unless a rule says otherwise.
    pub selector: Selector,
    /// What it does.
    pub deed: SkillKind,
}

/// What a skill does. It moves, or harms, or helps: never two of these.
// Every decision and every blow asks which: a tag of its own is quicker to read than one that is
// hidden in the list of strikes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum SkillKind {
    /// One cell, or none.
    Move(MoveMode),
    /// Hostile: locks the target's cell when decided and hits the unit that stands there when it
    /// lands; with an area, everyone in its cells.
    Attack {
        /// One after another, all into the locked cells.
        strikes: Vec<Strike>,
        /// Whether each strike that hits draws a card from the user's combat deck (rules §8).
        draws_card: bool,
        /// How many turns the cells that it hits burn (rules §13).
        burns: Option<u8>,
        /// The HP that it costs its user when it lands, never the last one.
        pays: Option<u16>,
        /// Which cells it hits, from the locked one (rules §13).
        area: Area,
        /// Whether it leaves out the user's own side, the user included.
        spares: bool,
    },
    /// Helpful: follows the unit it was meant for.
    Aid(Aid),
}

/// The three ways to use Move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MoveMode {
    /// The next cell on the way to the target.
    Towards,
    /// The free neighbouring cell furthest from the target.
    Away,
    /// Pass; needs no target.
    Hold,
}

/// One strike: a check, and what happens to a unit that it hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Strike {
    /// How it is decided whether it hits.
    pub check: Check,
    /// Damage to block and HP.
    pub damage: Option<Damage>,
    /// Damage to sanity.
    pub sanity: Option<Amount>,
    /// A status it leaves.
    pub inflicts: Option<Affliction>,
    /// How much of the HP that it takes heal its user, in percent.
    pub drains: Option<u8>,
    /// Where it pushes its victim.
    pub shoves: Option<Shove>,
}

impl Strike {
    /// Whether nothing happens to a unit that it hits.
    pub(crate) const fn does_nothing(&self) -> bool {
        self.damage.is_none()
            && self.sanity.is_none()
            && self.inflicts.is_none()
            && self.shoves.is_none()
    }
}

/// Where a strike pushes its victim, one cell (rules §9, §13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Shove {
    /// Straight away from the attacker.
    Away,
    /// Straight towards the attacker: a pull.
    Towards,
}

/// An amount of damage of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// The kind, for resistances.
    pub kind: DamageKind,
    /// How much.
    pub amount: Amount,
}

/// How it is decided whether a strike hits (rules §7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Check {
    /// It hits any unit that is there.
    #[default]
    Sure,
    /// Accuracy against distance and cover, on a d100.
    Aimed {
        /// Added to the user's accuracy.
        bonus: i16,
    },
    /// d20 + bonus against armour class.
    Armour {
        /// Added to the d20.
        bonus: i16,
        /// Whether two dice are thrown, and which of them counts.
        edge: Edge,
    },
}

/// Advantage and disadvantage: a three-way state, not a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Edge {
    /// Two d20, the lower counts.
    Disadvantage,
    /// One d20.
    #[default]
    Even,
    /// Two d20, the higher counts.
    Advantage,
}

impl Edge {
    /// This edge against a target that is hard to hit: advantage is lost, anything else becomes disadvantage.
    pub const fn hindered(self) -> Edge {
        match self {
            Edge::Advantage => Edge::Even,
            Edge::Even | Edge::Disadvantage => Edge::Disadvantage,
        }
    }
}

/// Help for a unit. Block and dodging rise before any strike, the rest comes after all strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Aid {
    /// Block to stack.
    pub block: Option<u16>,
    /// HP to restore; brings back the downed.
    pub heal: Option<Amount>,
    /// Ends panic and restores this much sanity.
    pub rally: Option<u16>,
    /// A status to grant.
    pub grants: Option<Affliction>,
}

impl Aid {
    /// The dodging it grants.
    pub(crate) fn dodge(&self) -> Option<Affliction> {
        self.grants.filter(|grant| grant.status == Status::Dodging)
    }

    /// Whether a part of it comes before any strike.
    pub(crate) fn is_guard(&self) -> bool {
        self.block.is_some() || self.dodge().is_some()
    }
}

/// A flat number, dice, or both: `2d6+3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Amount {
    /// How many dice.
    pub dice: u8,
    /// How many sides each has.
    pub sides: u8,
    /// Added to their sum.
    pub plus: i16,
}

impl Amount {
    /// A flat number.
    pub const fn flat(plus: i16) -> Amount {
        Amount {
            dice: 0,
            sides: 0,
            plus,
        }
    }

    /// Dice and a flat number.
    pub const fn dice(dice: u8, sides: u8, plus: i16) -> Amount {
        Amount { dice, sides, plus }
    }

    /// The amount with its dice doubled, as a natural 20 does.
    pub const fn doubled_dice(self) -> Amount {
        Amount {
            dice: self.dice.saturating_mul(2),
            ..self
        }
    }

    /// The least it can be.
    pub const fn lowest(self) -> u32 {
        at_least_0(self.dice as i32 + self.plus as i32)
    }

    /// The most it can be.
    pub const fn highest(self) -> u32 {
        at_least_0(self.dice as i32 * self.sides as i32 + self.plus as i32)
    }

    /// The least and the most under a kind of luck.
    pub const fn bounds(self, luck: Luck) -> (u32, u32) {
        match luck {
            Luck::True => (self.lowest(), self.highest()),
            Luck::Certain => (self.average(), self.average()),
        }
    }

    /// The average, rounded down.
    pub const fn average(self) -> u32 {
        self.twice_average() / 2
    }

    /// Twice the average, so that half points count.
    pub(crate) const fn twice_average(self) -> u32 {
        at_least_0(self.dice as i32 * (self.sides as i32 + 1) + 2 * self.plus as i32)
    }
}

const fn at_least_0(number: i32) -> u32 {
    if number < 0 { 0 } else { number as u32 }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plus = self.plus.unsigned_abs();
        let minus = if self.plus < 0 { "−" } else { "" };
        match (self.dice, self.plus) {
            (0, _) => write!(f, "{minus}{plus}"),
            (dice, 0) => write!(f, "{dice}d{}", self.sides),
            (dice, 1..) => write!(f, "{dice}d{}+{plus}", self.sides),
            (dice, _) => write!(f, "{dice}d{}{minus}{plus}", self.sides),
        }
    }
}

impl Skill {
    /// Whether it harms the unit it hits, and so locks a cell.
    pub const fn is_hostile(&self) -> bool {
        matches!(self.deed, SkillKind::Attack { .. })
    }

    /// Whether it lands in the tick in which it is decided: a quick strike, if it is one.
    pub const fn is_quick(&self) -> bool {
        self.cost == 1
    }

    /// Its strikes; none unless it is an attack.
    pub fn strikes(&self) -> &[Strike] {
        match &self.deed {
            SkillKind::Attack { strikes, .. } => strikes,
            SkillKind::Move(_) | SkillKind::Aid(_) => &[],
        }
    }

    /// How many turns the cells that it hits burn.
    pub const fn burns(&self) -> Option<u8> {
        match self.deed {
            SkillKind::Attack { burns, .. } => burns,
            SkillKind::Move(_) | SkillKind::Aid(_) => None,
        }
    }

    /// The HP that it costs its user.
    pub const fn pays(&self) -> Option<u16> {
        match self.deed {
            SkillKind::Attack { pays, .. } => pays,
            SkillKind::Move(_) | SkillKind::Aid(_) => None,
        }
    }

    /// Which cells it hits, from the locked one.
    pub const fn area(&self) -> Area {
        match self.deed {
            SkillKind::Attack { area, .. } => area,
            SkillKind::Move(_) | SkillKind::Aid(_) => Area::Cell,
        }
    }

    /// Whether it strikes all around its user: then its user is the unit that it is used on.
    pub fn is_around_user(&self) -> bool {
        matches!(self.area(), Area::Burst(_)) && self.selector.side == Side::Own
    }

    /// The cell at which an attack from a cell on a unit in another is locked.
    pub(crate) fn lock(&self, from: Cell, target: Cell) -> Cell {
        if self.is_around_user() { from } else { target }
    }

    /// Whether it leaves out the user's own side.
    pub const fn spares(&self) -> bool {
        matches!(self.deed, SkillKind::Attack { spares: true, .. })
    }

    /// Whether it shoves or pulls.
    pub fn shoves(&self) -> bool {
        self.strikes().iter().any(|strike| strike.shoves.is_some())
    }

    /// The strikes, a bit each, that decide what its shoves do: those that shove, and those that may
    /// root a unit first. None if it does not shove.
    pub(crate) fn pushing(&self) -> u8 {
        let pushes = |strike: &Strike| strike.shoves.is_some() || strike.inflicts.is_some();
        let strikes = (0..).zip(self.strikes());
        let pushing = strikes.filter(|(_, strike)| self.shoves() && pushes(strike));
        pushing.fold(0, |bits, (number, _)| bits | 1 << number)
    }

    /// Whether its hits do something in step 5, after all strikes have landed.
    pub(crate) fn has_effects(&self) -> bool {
        self.strikes().iter().any(|strike| {
            let Strike {
                check: _,
                damage: _,
                sanity: _,
                inflicts,
                shoves,
                drains,
            } = strike;
            inflicts.is_some() || shoves.is_some() || drains.is_some()
        })
    }

    /// Whether its hits draw combat cards.
    pub const fn draws_card(&self) -> bool {
        matches!(
            self.deed,
            SkillKind::Attack {
                draws_card: true,
                ..
            }
        )
    }
}
