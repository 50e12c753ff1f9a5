//! Units: the sheet that never changes in a battle, and the state that does (rules §3).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::autofight::{AutofightMemory, AutofightSettings};
use crate::board::Cell;
use crate::brain::Rule;
use crate::damage_kind::{Affinity, DamageKind, KindSet};
use crate::deck::Pile;
use crate::ids::{DeckId, PackedUnits, SkillId, UnitId, UnitSet};
use crate::order::StandingOrder;
use crate::skill::{MAX_AREA_STRIKES, Skill};
use crate::status::{Affliction, Status, Statuses};
use crate::tempo::Turn;

/// A unit knows at most this many skills.
pub const MAX_SKILLS: usize = 16;
/// A unit follows at most this many rules.
pub const MAX_RULES: usize = 6;

/// Whose side a unit is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Faction {
    /// The player's.
    Friendly,
    /// The others.
    Enemy,
}

impl Faction {
    /// Both sides, the player's first.
    pub const ALL: [Faction; 2] = [Faction::Friendly, Faction::Enemy];

    /// The other side.
    pub const fn opponent(self) -> Faction {
        match self {
            Faction::Friendly => Faction::Enemy,
            Faction::Enemy => Faction::Friendly,
        }
    }
}

/// A unit as it enters a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitSheet {
    /// What the player calls it.
    pub name: String,
    /// What it is, such as `priest`.
    pub kind: String,
    /// Whose side it is on.
    pub faction: Faction,
    /// Where it starts.
    pub cell: Cell,
    /// HP at the start.
    pub hp: u16,
    /// The most HP it can have.
    pub max_hp: u16,
    /// The block it starts with; it lasts until a turn of its own begins after the start.
    #[serde(default)]
    pub start_block: u16,
    /// The sanity it starts with, which is also the most it can have; some units know no fear.
    pub sanity: Option<u16>,
    /// Cells it walks in a turn; not used in ticks.
    pub speed: u8,
    /// For aimed attacks, before distance and cover.
    pub accuracy: i16,
    /// What a d20 attack against it must reach.
    pub armour_class: i16,
    /// Added to its d20 for initiative; not used in ticks.
    pub initiative: i16,
    /// Damage kinds that do half.
    pub resists: KindSet,
    /// Damage kinds that do double.
    pub vulnerable: KindSet,
    /// Damage kinds that do nothing.
    pub immune: KindSet,
    /// Statuses it starts with.
    pub statuses: Vec<Affliction>,
    /// The skills it knows.
    pub skills: Vec<SkillId>,
    /// How many rules it may follow: 1 to 6.
    pub rule_slots: u8,
    /// What decides for it.
    pub brain: Brain,
    /// Which combat deck it draws from.
    pub deck: DeckUse,
    /// What happens at 0 HP.
    pub at_zero: AtZero,
    /// Whether nobody needs to fear it.
    pub harmless: bool,
    /// How it fights when the player presses the autofight key.
    pub autofight: AutofightSettings,
}

impl UnitSheet {
    /// How the unit takes a kind of damage.
    pub const fn affinity(&self, kind: DamageKind) -> Affinity {
        if self.immune.contains(kind) {
            Affinity::Immune
        } else if self.resists.contains(kind) {
            Affinity::Resists
        } else if self.vulnerable.contains(kind) {
            Affinity::Vulnerable
        } else {
            Affinity::Plain
        }
    }

    /// The place of a skill among those that the unit knows.
    pub fn knows(&self, skill: SkillId) -> Option<usize> {
        self.skills.iter().position(|&known| known == skill)
    }
}

/// What decides for a unit (rules §6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Brain {
    /// An ordered list of rules; the first that applies wins.
    Gambit(Vec<Rule>),
    /// A weighted list of moves, one drawn and shown at a time.
    Cards(Vec<CardMove>),
    /// The simulator's agent: the nearest enemy, the best attack.
    Heuristic,
    /// The player's orders. Where no player is present: these rules, or the heuristic if there are none.
    Manual(Vec<Rule>),
}

impl Brain {
    /// The rules it follows, or would follow without a player.
    pub fn rules(&self) -> &[Rule] {
        match self {
            Brain::Gambit(rules) | Brain::Manual(rules) => rules,
            Brain::Cards(_) | Brain::Heuristic => &[],
        }
    }

    /// The moves it draws from.
    pub fn moves(&self) -> &[CardMove] {
        match self {
            Brain::Cards(moves) => moves,
            Brain::Gambit(_) | Brain::Heuristic | Brain::Manual(_) => &[],
        }
    }
}

/// One move of a card brain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardMove {
    /// What it does.
    pub skill: SkillId,
    /// How often it comes up, against the others.
    pub weight: u16,
    /// Shown as "unknown" until the unit acts on it.
    pub hidden: bool,
}

/// Which combat deck a unit draws from (rules §8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum DeckUse {
    /// None: its hits draw no cards.
    #[default]
    None,
    /// One of its own.
    Own(DeckId),
    /// Its side's shared pile.
    Shared,
}

/// What happens to a unit at 0 HP (rules §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum AtZero {
    /// It is dead and leaves its cell.
    #[default]
    Dies,
    /// It lies where it fell and makes death saves.
    Downed,
}

/// A unit in the middle of a battle. Read it through [`Battle`](crate::Battle).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Where it stands, lies or fell.
    pub cell: Cell,
    /// Between 0 and its maximum.
    pub hp: u16,
    /// Absorbs damage before HP; gone when its next turn begins.
    pub block: u16,
    /// Sanity left; 0 for a unit that has none.
    pub sanity: u16,
    /// Standing, down or fallen.
    pub life: Life,
    /// What lasts on it.
    pub statuses: Statuses,
    /// What it is doing: between ticks only a wind-up.
    pub action: Action,
    /// The move a card brain will carry out next: its place in the list.
    pub card: Option<u8>,
    /// Turns until each known skill can be used again, in the order of the sheet.
    pub cooldowns: ArrayVec<u8, MAX_SKILLS>,
    /// The rules it follows now; the player may edit them between steps.
    pub rules: ArrayVec<Rule, MAX_RULES>,
    /// What is left of its own combat deck.
    pub pile: Pile,
    /// What it may still do in its turn.
    pub turn: Turn,
    /// What the player ordered it to do in place of its brain.
    pub order: Option<StandingOrder>,
    /// What autofight remembers between two steps.
    pub(crate) watch: AutofightMemory,
    /// What its attack hit in this tick, until step 5 deals out heals, statuses and shoves.
    pub(crate) landed: Option<Landed>,
}

/// What an attack has hit, for what happens in step 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Landed {
    hits: Hits,
    /// The HP that it has drained.
    pub(crate) drained: u16,
}

/// The strikes of an attack that hit, and which units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Hits {
    /// In one cell: the unit there, and one bit for each strike that hit it.
    Cell { target: UnitId, hits: u8 },
    /// In an area: the units that each strike hit.
    Area([PackedUnits; MAX_AREA_STRIKES]),
}

impl Landed {
    /// An attack of which no strike has hit yet; in one cell, at the unit there.
    pub(crate) fn at(skill: &Skill, target: UnitId) -> Landed {
        let hits = if skill.area().is_wide() {
            Hits::Area(Default::default())
        } else {
            Hits::Cell { target, hits: 0 }
        };
        Landed { hits, drained: 0 }
    }

    /// The units that a strike hit, by its number from 0.
    pub(crate) fn hit_by(self, strike: usize) -> UnitSet {
        match self.hits {
            Hits::Cell { target, hits } if hits >> strike & 1 == 1 => UnitSet::EMPTY.with(target),
            Hits::Cell { .. } => UnitSet::EMPTY,
            Hits::Area(hits) => hits.get(strike).copied().unwrap_or_default().into(),
        }
    }

    /// Notes that a strike hit a unit.
    pub(crate) fn note(&mut self, strike: usize, unit: UnitId) {
        match &mut self.hits {
            Hits::Cell { hits, .. } => *hits |= 1 << strike,
            Hits::Area(hits) => hits[strike] = UnitSet::from(hits[strike]).with(unit).into(),
        }
    }
}

impl Unit {
    /// Whether it stands and can act.
    pub const fn is_up(&self) -> bool {
        matches!(self.life, Life::Up)
    }

    /// Whether it has the status.
    pub const fn has(&self, status: Status) -> bool {
        self.statuses.has(status)
    }

    /// The skill it is winding up, its aim and the ticks left, this one included.
    pub const fn wind_up(&self) -> Option<(SkillId, Aim, u8)> {
        match self.action {
            Action::Use { skill, aim, left } => Some((skill, aim, left)),
            Action::Idle | Action::Hold | Action::Step { .. } => None,
        }
    }

    /// What strengthened and weakened do to each of its hits.
    pub(crate) fn boost(&self) -> i32 {
        i32::from(self.statuses.amount(Status::Strengthened))
            - i32::from(self.statuses.amount(Status::Weakened))
    }
}

/// Standing, down or fallen (rules §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Life {
    /// On its feet.
    Up,
    /// At 0 HP, making death saves; still in its cell.
    Down {
        /// Saves made.
        successes: u8,
        /// Saves failed.
        failures: u8,
    },
    /// At 0 HP, out of danger unless it is hurt again.
    Stable,
    /// Gone from the board.
    Fallen,
}

/// What a unit does in a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Nothing: no rule applied, or there is nothing to decide with.
    Idle,
    /// Stay, on purpose.
    Hold,
    /// Walk into a neighbouring cell.
    Step {
        /// Which.
        to: Cell,
    },
    /// Carry out a skill that lands when `left` is 1.
    Use {
        /// Which.
        skill: SkillId,
        /// Where it goes.
        aim: Aim,
        /// Ticks until it lands, this one included.
        left: u8,
    },
}

/// Where a skill goes once decided (rules §4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// Hostile: the unit that stands there when it lands; with an area, it spreads from there.
    Cell(Cell),
    /// Helpful: this unit, wherever it is.
    Unit(UnitId),
}
