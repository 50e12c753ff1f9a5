//! Tempo: who acts when, and what a turn holds (rules §11).

use serde::{Deserialize, Serialize};

use crate::brain::WhyNot;
use crate::unit::Faction;

/// The three ways to choose which units act in a step. All run the same code to decide and resolve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Tempo {
    /// Everyone, every tick.
    #[default]
    Ticks,
    /// One unit after another by a d20, round after round.
    Initiative,
    /// The player's side, then the enemies'.
    Phases,
}

/// Everything about a tempo except whose turn is next, which is in `battle/turns`.
struct Facts {
    /// The name that is typed.
    name: &'static str,
    /// Who acts when, in a few words.
    order: &'static str,
    /// The same, about a battle with the player at it.
    order_of_battle: &'static str,
    /// How the battle goes on.
    manner: &'static str,
    takes_turns: bool,
    rolls_initiative: bool,
    buys_walks: bool,
}

impl Tempo {
    /// Every tempo, in order.
    pub const ALL: [Tempo; 3] = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases];

    /// The table of tempos.
    const fn facts(self) -> Facts {
        match self {
            Tempo::Ticks => Facts {
                name: "ticks",
                order: "Everyone at once",
                order_of_battle: "all act at once, in ticks",
                manner: "in ticks",
                takes_turns: false,
                rolls_initiative: false,
                buys_walks: false,
            },
            Tempo::Initiative => Facts {
                name: "initiative",
                order: "One after another, by a d20",
                order_of_battle: "one after another, by initiative",
                manner: "by initiative",
                takes_turns: true,
                rolls_initiative: true,
                buys_walks: false,
            },
            Tempo::Phases => Facts {
                name: "phases",
                order: "One side after the other",
                order_of_battle: "your phase, then theirs",
                manner: "in phases",
                takes_turns: true,
                rolls_initiative: false,
                buys_walks: true,
            },
        }
    }

    /// The name that is typed: `ticks`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Who acts when, in a few words: `Everyone at once`.
    pub const fn order(self) -> &'static str {
        self.facts().order
    }

    /// Who acts when, about a battle with the player at it: `your phase, then theirs`.
    pub const fn order_of_battle(self) -> &'static str {
        self.facts().order_of_battle
    }

    /// How the battle goes on: `in ticks`.
    pub const fn manner(self) -> &'static str {
        self.facts().manner
    }

    /// Whether units take turns: rounds are counted, and nothing winds up or guards ahead.
    pub const fn takes_turns(self) -> bool {
        self.facts().takes_turns
    }

    /// Whether a d20 decides who comes first.
    pub const fn rolls_initiative(self) -> bool {
        self.facts().rolls_initiative
    }

    /// Whether points buy walks and actions, and the player ends the turns of a whole side at once.
    pub const fn buys_walks(self) -> bool {
        self.facts().buys_walks
    }

    /// What a step is called: `tick 3`.
    pub const fn step_word(self) -> &'static str {
        if self.takes_turns() { "step" } else { "tick" }
    }
}

/// What a unit may still do in its turn. In ticks a turn is one action and nothing is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Actions, or action points, that are left.
    pub points: u8,
    /// Cells it may still walk without paying another point.
    pub steps: u8,
    /// Whether it has walked in this turn.
    pub walked: bool,
    /// Whether its turn is over.
    pub over: bool,
}

/// How a turn is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Economy {
    /// Nothing is counted: ticks.
    Free,
    /// Walk up to speed, and one action: initiative, and the enemies' phase.
    WalkAndAct { speed: u8 },
    /// Points buy walks and actions: the player's phase.
    Points { points: u8, speed: u8 },
}

impl Economy {
    pub(crate) const fn new(tempo: Tempo, faction: Faction, points: u8, speed: u8) -> Economy {
        match (tempo, faction) {
            (Tempo::Ticks, _) => Economy::Free,
            (Tempo::Phases, Faction::Friendly) => Economy::Points { points, speed },
            (Tempo::Initiative | Tempo::Phases, _) => Economy::WalkAndAct { speed },
        }
    }

    /// A turn that has just begun.
    pub(crate) const fn fresh_turn(self) -> Turn {
        let (points, steps) = match self {
            Economy::Free => (0, 0),
            Economy::WalkAndAct { speed } => (1, speed),
            Economy::Points { points, .. } => (points, 0),
        };
        Turn {
            points,
            steps,
            walked: false,
            over: false,
        }
    }

    /// How many cells the unit can still walk without acting.
    pub(crate) const fn steps_left(self, turn: Turn) -> u8 {
        match self {
            Economy::Free => 1,
            Economy::WalkAndAct { .. } => turn.steps,
            Economy::Points { speed, .. } => {
                turn.steps.saturating_add(turn.points.saturating_mul(speed))
            }
        }
    }

    /// How many cells one walk can still go.
    pub(crate) const fn walk_left(self, turn: Turn) -> u8 {
        match self {
            Economy::Points { speed, .. } if turn.steps == 0 && turn.points > 0 => speed,
            Economy::Free | Economy::WalkAndAct { .. } | Economy::Points { .. } => turn.steps,
        }
    }

    /// Whether the turn still has a step in it.
    pub(crate) const fn check_step(self, turn: Turn) -> Result<(), WhyNot> {
        if self.steps_left(turn) > 0 {
            Ok(())
        } else {
            Err(WhyNot::NoWalkLeft)
        }
    }

    /// Whether the one action of the turn is done.
    pub(crate) const fn has_acted(self, turn: Turn) -> bool {
        matches!(self, Economy::WalkAndAct { .. }) && turn.points == 0
    }

    /// Whether the turn still has an action of this cost in it.
    pub(crate) const fn check_action(self, turn: Turn, cost: u8) -> Result<(), WhyNot> {
        match self {
            Economy::Free => Ok(()),
            Economy::WalkAndAct { .. } if turn.points == 0 => Err(WhyNot::NoActionLeft),
            Economy::WalkAndAct { .. } if cost > 1 && turn.walked => Err(WhyNot::NeedsWholeTurn),
            Economy::WalkAndAct { .. } => Ok(()),
            Economy::Points { .. } if turn.points == 0 => Err(WhyNot::NoActionLeft),
            Economy::Points { .. } if turn.points < cost => Err(WhyNot::NeedsWholeTurn),
            Economy::Points { .. } => Ok(()),
        }
    }

    /// How many cells the unit can walk and still carry out an action of this cost.
    pub(crate) const fn steps_before_action(self, turn: Turn, cost: u8) -> u8 {
        match self {
            Economy::Free => 0,
            Economy::WalkAndAct { .. } if cost > 1 || turn.points == 0 => 0,
            Economy::WalkAndAct { .. } => turn.steps,
            Economy::Points { speed, .. } => {
                let spare = turn.points.saturating_sub(cost);
                turn.steps.saturating_add(spare.saturating_mul(speed))
            }
        }
    }

    /// The turn after one more step.
    pub(crate) const fn after_step(self, turn: Turn) -> Turn {
        let (points, steps) = match self {
            // A new walk is bought with a point.
            Economy::Points { speed, .. } if turn.steps == 0 => {
                (turn.points.saturating_sub(1), speed)
            }
            _ => (turn.points, turn.steps),
        };
        self.closed(Turn {
            points,
            steps: steps.saturating_sub(1),
            walked: true,
            ..turn
        })
    }

    /// The turn after an action of this cost: what was left of a bought walk is lost.
    pub(crate) const fn after_action(self, turn: Turn, cost: u8) -> Turn {
        let after = match self {
            Economy::Free => turn,
            Economy::WalkAndAct { .. } => Turn {
                points: 0,
                steps: if cost > 1 { 0 } else { turn.steps },
                ..turn
            },
            Economy::Points { .. } => Turn {
                points: turn.points.saturating_sub(cost),
                steps: 0,
                ..turn
            },
        };
        self.closed(after)
    }

    /// The turn, over if nothing is left in it.
    const fn closed(self, turn: Turn) -> Turn {
        let spent = turn.points == 0 && self.steps_left(turn) == 0;
        Turn {
            over: turn.over || spent,
            ..turn
        }
    }
}
