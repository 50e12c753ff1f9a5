//! What happened, with every number needed to explain it.

use serde::{Deserialize, Serialize};

use crate::autofight::Stop;
use crate::board::{Cell, CellSet};
use crate::damage_kind::{Affinity, DamageKind};
use crate::deck::Card;
use crate::hit::{Chance, Roll, Verdict};
use crate::ids::{SkillId, UnitId};
use crate::order::{Order, OrderRefusal};
use crate::skill::Shove;
use crate::status::Status;
use crate::unit::{Action, Faction};

/// Something that happened in a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// In which step; 0 is the set-up. In ticks a step is a tick.
    pub tick: u32,
    /// What.
    pub what: Happening,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Happening {
    /// A unit chose an action, or goes on with one.
    Decided {
        /// Who.
        unit: UnitId,
        /// What it does.
        action: Action,
        /// Which of its rules said so: the place in its list, from 0. None for cards, orders and
        /// panic, nor if it goes on with what it began.
        rule: Option<u8>,
    },
    /// A unit rolled for its place in the order.
    InitiativeRolled {
        /// Who.
        unit: UnitId,
        /// The d20.
        roll: u8,
        /// Added to it.
        bonus: i16,
    },
    /// A unit's turn began (initiative).
    TurnBegan {
        /// Whose.
        unit: UnitId,
        /// In which round.
        round: u16,
    },
    /// A side's phase began (phases).
    PhaseBegan {
        /// Whose.
        side: Faction,
        /// In which round.
        round: u16,
    },
    /// An order could no longer be carried out; the unit decides for itself.
    OrderDropped {
        /// Whose.
        unit: UnitId,
        /// The order.
        order: Order,
        /// Why.
        refusal: OrderRefusal,
    },
    /// Autofight stopped by itself.
    Interrupted {
        /// Whose.
        unit: UnitId,
        /// Why.
        stop: Stop,
        /// Because of whom.
        by: Option<UnitId>,
    },
    /// A guard rose.
    BlockRaised {
        /// Whose block.
        unit: UnitId,
        /// Who raised it.
        by: UnitId,
        /// By how much.
        amount: u16,
        /// What it is now.
        block: u16,
    },
    /// A strike reached a unit, and hit or missed.
    Struck(Struck),
    /// An attack landed where nobody was, or nobody that it does not spare.
    Whiffed {
        /// Whose attack.
        by: UnitId,
        /// Which.
        skill: SkillId,
        /// The locked cell.
        cell: Cell,
    },
    /// Help found nobody: the unit it was for has fallen, or it went astray.
    HelpLost {
        /// Whose help.
        by: UnitId,
        /// Which.
        skill: SkillId,
    },
    /// A confused unit's aim or step went elsewhere.
    WentAstray {
        /// Who is confused.
        unit: UnitId,
        /// Where it meant to go.
        meant: Cell,
        /// Where it went.
        went: Cell,
    },
    /// A unit walked.
    Moved {
        /// Who.
        unit: UnitId,
        /// Out of this cell.
        from: Cell,
        /// Into this one.
        to: Cell,
    },
    /// A unit meant to walk and could not.
    MoveFailed {
        /// Who.
        unit: UnitId,
        /// Where it stays.
        cell: Cell,
        /// Where it meant to go.
        to: Cell,
        /// Why not.
        cause: MoveFailure,
    },
    /// HP came back.
    Healed {
        /// Whose.
        unit: UnitId,
        /// Who healed.
        by: UnitId,
        /// What was offered.
        amount: u16,
        /// Whether its own attack drained it.
        drained: bool,
        /// Before.
        hp_before: u16,
        /// After.
        hp_after: u16,
    },
    /// Sanity changed: lost to a strike, restored by a rally, or half back after panic.
    SanityChanged {
        /// Whose.
        unit: UnitId,
        /// Who did it; nobody when panic ends by itself.
        by: Option<UnitId>,
        /// Before.
        before: u16,
        /// After.
        after: u16,
    },
    /// A status began or was renewed.
    StatusBegan {
        /// On whom.
        unit: UnitId,
        /// From whom; nobody for panic from lost sanity.
        by: Option<UnitId>,
        /// Which.
        status: Status,
        /// Turns left now.
        turns: u8,
        /// Its number.
        amount: u8,
    },
    /// A status ended.
    StatusEnded {
        /// On whom.
        unit: UnitId,
        /// Which.
        status: Status,
    },
    /// A wind-up was cancelled.
    WindUpBroken {
        /// Whose.
        unit: UnitId,
        /// What it was winding up.
        skill: SkillId,
        /// By what.
        cause: BreakCause,
    },
    /// A unit was pushed.
    Shoved {
        /// Who.
        unit: UnitId,
        /// By whom.
        by: UnitId,
        /// Whether it was shoved away or pulled.
        way: Shove,
        /// Out of this cell.
        from: Cell,
        /// Into this one.
        to: Cell,
    },
    /// A push moved nobody. Unless the unit resisted, it is hurt, and so is the unit it was pushed
    /// into.
    ShoveStopped {
        /// Who was to be pushed.
        unit: UnitId,
        /// By whom.
        by: UnitId,
        /// Whether it was to be shoved away or pulled.
        way: Shove,
        /// By what it was stopped.
        cause: ShoveStop,
    },
    /// A downed unit rolled for its life.
    DeathSave {
        /// Who.
        unit: UnitId,
        /// The d20.
        roll: u8,
        /// Saves made now.
        successes: u8,
        /// Saves failed now.
        failures: u8,
        /// What came of it.
        result: SaveResult,
    },
    /// A downed unit was hurt: that counts as failed saves.
    HurtWhileDown {
        /// Who.
        unit: UnitId,
        /// Saves failed now.
        failures: u8,
        /// Whether it had been stable.
        unsettled: bool,
    },
    /// Something other than a strike did damage.
    Suffered {
        /// Who.
        unit: UnitId,
        /// From what.
        cause: Suffering,
        /// How much and what became of it.
        harm: Harm,
    },
    /// An attack set cells on fire, or makes them burn longer.
    SetOnFire {
        /// Whose attack.
        by: UnitId,
        /// The cells that burn longer now.
        cells: CellSet,
        /// For how many turns.
        turns: u8,
    },
    /// Cells burn no longer.
    FireWentOut {
        /// Which.
        cells: CellSet,
    },
    /// A unit went down at 0 HP, and lives.
    WentDown {
        /// Who.
        unit: UnitId,
        /// Where it lies.
        cell: Cell,
    },
    /// A downed unit is on its feet again.
    GotUp {
        /// Who.
        unit: UnitId,
        /// With this many HP.
        hp: u16,
    },
    /// A unit is dead and has left its cell.
    Fell {
        /// Who.
        unit: UnitId,
        /// Where.
        cell: Cell,
    },
    /// A card brain drew its next intent.
    IntentDrawn {
        /// Who.
        unit: UnitId,
        /// The move's place in its list.
        card: u8,
        /// The move's weight.
        weight: u16,
        /// The weights of all its moves together.
        total: u32,
    },
    /// The battle is over.
    Over {
        /// How it ended.
        outcome: Outcome,
    },
}

/// A strike at a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Struck {
    /// Who struck.
    pub by: UnitId,
    /// A unit that stood in a locked cell.
    pub target: UnitId,
    /// With which skill.
    pub skill: SkillId,
    /// Which strike of it, from 0.
    pub strike: u8,
    /// The chance and its parts.
    pub chance: Chance,
    /// The roll.
    pub roll: Roll,
    /// Hit, miss or critical.
    pub verdict: Verdict,
    /// What it did, if it hit and does damage.
    pub harm: Option<Harm>,
}

/// Damage on its way from the dice to HP (rules §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Harm {
    /// The kind of damage.
    pub kind: DamageKind,
    /// What the dice or the flat number gave, doubled dice included.
    pub raw: u16,
    /// From strengthened and weakened.
    pub boost: i16,
    /// The combat card drawn.
    pub card: Option<Card>,
    /// Whether the discards had to be shuffled into a new deck first.
    pub reshuffled: bool,
    /// Whether the target resists the kind.
    pub affinity: Affinity,
    /// What was left for block and HP.
    pub incoming: u16,
    /// What block absorbed.
    pub blocked: u16,
    /// What got through to HP.
    pub dealt: u16,
    /// HP before.
    pub hp_before: u16,
    /// HP after.
    pub hp_after: u16,
}

/// Why a unit stayed where it was (rules §5, collisions).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MoveFailure {
    /// A unit stands there and stays.
    Held {
        /// Who.
        by: UnitId,
    },
    /// The two would have swapped places head on.
    HeadOn {
        /// The other.
        with: UnitId,
    },
    /// Another won the cell by lot.
    LostContest {
        /// The winner.
        to: UnitId,
        /// How many wanted the cell.
        contestants: u8,
    },
    /// The cell belongs to a ring of units that turns.
    Ring {
        /// Who takes the cell.
        to: UnitId,
    },
    /// A stray step met a wall or a pit.
    Terrain,
}

/// What cancelled a wind-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BreakCause {
    /// Stunned.
    Stun,
    /// Pushed away.
    Shove,
    /// Panicked.
    Panic,
    /// Down or dead.
    Falling,
}

/// What stopped a shove.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ShoveStop {
    /// The rooted resist.
    Rooted,
    /// The edge of the board.
    Edge,
    /// A wall.
    Terrain {
        /// Where.
        cell: Cell,
    },
    /// Another unit.
    Unit {
        /// Who.
        unit: UnitId,
    },
}

/// What came of a death save.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SaveResult {
    /// Still between life and death.
    Pending,
    /// Three successes.
    Stable,
    /// A natural 20.
    Revived,
    /// Three failures.
    Dead,
}

/// Damage that is not from a strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Suffering {
    /// The poison in its veins.
    Poison,
    /// The ground it stands on.
    Hazard,
    /// The fire in its cell.
    Fire,
    /// What its own attack costs.
    Price,
    /// Something that it was pushed against, or a unit that was pushed against it.
    Bump {
        /// The unit that pushed.
        by: UnitId,
    },
}

impl Suffering {
    /// The kind of damage, for resistances.
    pub const fn kind(self) -> DamageKind {
        match self {
            Suffering::Poison => DamageKind::Poison,
            Suffering::Hazard | Suffering::Fire => DamageKind::Fire,
            // A price meets no resistance.
            Suffering::Bump { .. } | Suffering::Price => DamageKind::Bludgeoning,
        }
    }

    /// Whether block absorbs it.
    pub const fn meets_block(self) -> bool {
        matches!(self, Suffering::Bump { .. })
    }
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// No enemy has HP left.
    Victory,
    /// No friend has.
    Defeat,
    /// Neither side won.
    Draw(DrawReason),
}

impl Outcome {
    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Faction> {
        match self {
            Outcome::Victory => Some(Faction::Friendly),
            Outcome::Defeat => Some(Faction::Enemy),
            Outcome::Draw(_) => None,
        }
    }
}

/// Why nobody won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DrawReason {
    /// The last of both sides fell together.
    BothFell,
    /// The battle took too long.
    TimeLimit,
}
