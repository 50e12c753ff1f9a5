//! Whole turns before they happen: the walk to its end, then the blow (rules §5, §6, §7, §11).
//!
//! Uses only what everyone can know: no die and no hidden card.

mod foresight;

use serde::{Deserialize, Serialize};

use crate::battle::turns::Next;
use crate::battle::{Battle, Blow, Phase};
use crate::board::Cell;
use crate::brain::Decision;
use crate::hit::Odds;
use crate::ids::{SkillId, UnitId};
use crate::order::Order;
use crate::preview::{Bumped, bumped, preview};
use crate::status::Status;
use crate::unit::{Action, Aim};
use foresight::Foresight;

/// What a unit will do in its next turn if nothing else changes. In ticks that is its coming
/// action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForetoldTurn {
    /// Whose turn.
    pub unit: UnitId,
    /// Where it stands before.
    pub from: Cell,
    /// What it does, in order; nothing if it idles or holds.
    pub parts: Vec<TurnPart>,
    /// Why no more is foretold.
    pub end: TurnEnd,
    /// What it decides first, on the board that it finds then, and why; `None` if nobody may know, or
    /// the player decides.
    pub first: Option<Decision>,
    /// What it decides further on, wherever another rule applies than before, and where it stands then.
    pub later: Vec<(Cell, Decision)>,
}

/// One thing that a unit will do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnPart {
    /// What.
    pub what: TurnPartKind,
    /// Whether no die and no secret comes before it: then this is what it does.
    pub sure: bool,
    /// Whether the unit falls for certain before this lands: set by whoever judges all blows together.
    pub stopped: bool,
    /// The place of the rule that decides for it, if one does.
    pub rule: Option<u8>,
}

/// What a unit does at one go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnPartKind {
    /// It walks through these cells, the last one included.
    Walk(Vec<Cell>),
    /// It attacks.
    Strike {
        /// With its target, chance and damage after block, at the moment in which it lands.
        blow: Blow,
        /// The chance that the target, if it stands, is at 0 HP afterwards.
        kill: Odds,
        /// The same for each other unit that it hits, in slot order.
        others: Vec<(Blow, Odds)>,
        /// The units that it shoves others against without hitting them, in slot order.
        bumped: Vec<Bumped>,
    },
    /// It helps itself or a friend.
    Help {
        /// With what.
        skill: SkillId,
        /// Whom.
        target: UnitId,
        /// Where that one stands or lies.
        cell: Cell,
        /// Its own steps until it happens, the next one included.
        left: u8,
    },
}

/// Why no more of a turn is foretold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum TurnEnd {
    /// That is all it does.
    Over,
    /// The player will be asked for an order.
    Asked,
    /// It acts on a hidden card.
    Hidden,
    /// It goes on with a card that it has yet to draw.
    Draws,
    /// It is confused: nobody knows where its last part goes.
    Astray,
}

impl ForetoldTurn {
    fn new(battle: &Battle, unit: UnitId) -> ForetoldTurn {
        ForetoldTurn {
            unit,
            from: battle.state.unit(unit).cell,
            parts: Vec::new(),
            end: TurnEnd::Over,
            first: None,
            later: Vec::new(),
        }
    }

    /// The cells that it walks through before anything else.
    pub fn walk(&self) -> &[Cell] {
        match self.parts.first().map(|part| &part.what) {
            Some(TurnPartKind::Walk(cells)) => cells,
            Some(TurnPartKind::Strike { .. } | TurnPartKind::Help { .. }) | None => &[],
        }
    }

    /// Its first attack, and the chance that it kills.
    pub fn blow(&self) -> Option<(&Blow, Odds)> {
        self.parts.iter().find_map(|part| match &part.what {
            TurnPartKind::Strike { blow, kill, .. } => Some((blow, *kill)),
            TurnPartKind::Walk(_) | TurnPartKind::Help { .. } => None,
        })
    }

    /// Whether it uses a skill.
    pub fn uses(&self, skill: SkillId) -> bool {
        self.parts.iter().any(|part| match &part.what {
            TurnPartKind::Walk(_) => false,
            TurnPartKind::Strike { blow, .. } => blow.skill == skill,
            TurnPartKind::Help { skill: used, .. } => *used == skill,
        })
    }

    /// A walk by one rule is one part, however long.
    fn add(&mut self, part: TurnPart) {
        let alike = |last: &&mut TurnPart| (last.sure, last.rule) == (part.sure, part.rule);
        let last = self.parts.last_mut().filter(alike);
        match (last.map(|last| &mut last.what), &part.what) {
            (Some(TurnPartKind::Walk(way)), TurnPartKind::Walk(step)) => way.extend(step),
            _ => self.parts.push(part),
        }
    }
}

impl Battle {
    /// What a unit will do in its next turn, or in the rest of the one that has begun, if nothing
    /// else changes: all others hold until then. In ticks it is the coming action. `None` if it
    /// is out of action or has no more turn, in the middle of a step, and once the battle is
    /// over. Draws no chance, changes nothing and gives no secret away.
    pub fn foretell(&self, unit: UnitId) -> Option<ForetoldTurn> {
        if !self.unit(unit)?.is_up() || !self.is_between_steps() {
            return None;
        }
        if !self.arena.tempo().takes_turns() {
            return Some(self.coming_action(unit, &self.strikes_to_come()));
        }
        let mut foresight = Foresight::new(self);
        foresight.wait_for(unit)?;
        let mut turn = ForetoldTurn::new(&foresight.copy, unit);
        while turn.end == TurnEnd::Over && foresight.is_in_turn(unit) {
            foresight.act(&mut turn);
        }
        Some(turn)
    }

    /// What a unit would do in its turn if it were ordered to do this now; `None` if the order
    /// would be refused. Draws no chance and changes nothing.
    pub fn foretell_order(&self, unit: UnitId, order: Order) -> Option<ForetoldTurn> {
        let mut copy = self.clone();
        copy.order(unit, order, false).ok()?;
        copy.foretell(unit)
    }

    /// The turns that come before the player can answer, one after another, each against the
    /// board that the one before leaves. Walks are exact. Blows land without dice: with the
    /// likely damage, or not at all, and nobody falls unless it is certain. Units that wait for
    /// an order now hold; a later turn that waits for one is the end. Without a player, it is
    /// everyone's next turn. In ticks it is everyone's coming action, in slot order. Draws no
    /// chance, changes nothing and gives no secret away.
    pub fn foretell_all(&self) -> Vec<ForetoldTurn> {
        self.foretell_turns(false)
    }

    /// As [`Battle::foretell_all`], but until every unit had its turn: units that wait for an order
    /// hold, now and later. From the first later one on nothing is sure.
    pub fn foretell_round(&self) -> Vec<ForetoldTurn> {
        self.foretell_turns(true)
    }

    /// One turn after another, for a whole round or until a later turn waits for an order.
    fn foretell_turns(&self, whole_round: bool) -> Vec<ForetoldTurn> {
        if !self.is_between_steps() {
            return Vec::new();
        }
        if !self.arena.tempo().takes_turns() {
            let strikes = self.strikes_to_come();
            let coming = |unit| self.coming_action(unit, &strikes);
            return self.state.up.iter().map(coming).collect();
        }
        let mut foresight = Foresight::new(self);
        let mut turns: Vec<ForetoldTurn> = Vec::new();
        let mut begun = Vec::new();
        while foresight.copy.is_between_steps() {
            let now = foresight.copy.whose_turn();
            let acting = match foresight.copy.state.next(&self.arena) {
                Next::Wait(units) => {
                    let is_later = now != self.whose_turn();
                    let had_turn = |unit| turns.iter().any(|turn| turn.unit == unit);
                    if is_later && (!whole_round || units.iter().any(had_turn)) {
                        break;
                    }
                    for unit in units.iter() {
                        if whole_round && !turns.iter().any(|turn| turn.unit == unit) {
                            turns.push(ForetoldTurn::new(&foresight.copy, unit));
                            begun.push(now);
                        }
                        let asked = turns.iter_mut().find(|turn| turn.unit == unit);
                        if let Some(turn) = asked {
                            turn.end = TurnEnd::Asked;
                        }
                        foresight.hold(unit);
                    }
                    foresight.sure &= !is_later;
                    continue;
                }
                Next::Act(units) => units.first().filter(|&unit| foresight.is_in_turn(unit)),
            };
            let Some(unit) = acting else {
                foresight.step();
                continue;
            };
            if !turns.iter().any(|turn| turn.unit == unit) {
                turns.push(ForetoldTurn::new(&foresight.copy, unit));
                begun.push(now);
            }
            let mut all = turns.iter_mut().zip(&begun);
            match all.find(|(turn, _)| turn.unit == unit) {
                Some((turn, &begun)) if begun == now => foresight.act(turn),
                // It had its turn, and this is another.
                _ => break,
            }
        }
        turns
    }

    fn is_between_steps(&self) -> bool {
        self.state.outcome.is_none() && self.state.due == Phase::Decide
    }

    /// In ticks: every strike that can be seen coming, with its numbers at landing.
    fn strikes_to_come(&self) -> Vec<(UnitId, TurnPartKind)> {
        let attacks = self.attacks_as(|on, blows| {
            let by = blows.first()?.by;
            Some((by, strike_part(on, blows)?))
        });
        attacks.into_iter().flatten().collect()
    }

    /// In ticks: what a unit does in the coming step.
    fn coming_action(&self, unit: UnitId, strikes: &[(UnitId, TurnPartKind)]) -> ForetoldTurn {
        let mut turn = ForetoldTurn::new(self, unit);
        let Some(decision) = self.known_decision(unit) else {
            turn.end = TurnEnd::Hidden;
            return turn;
        };
        let (action, rule) = (decision.action, decision.rule());
        turn.first = Some(decision);
        let strike = strikes.iter().find(|(by, _)| *by == unit);
        let strike = strike.map(|(_, strike)| strike.clone());
        let what = strike.or_else(|| self.part_of(unit, action));
        turn.parts.extend(what.map(|what| TurnPart {
            what,
            sure: true,
            stopped: false,
            rule,
        }));
        if self.goes_astray(unit, action) {
            turn.end = TurnEnd::Astray;
        }
        turn
    }

    /// What an action comes to if it lands on this battle as it is.
    fn part_of(&self, unit: UnitId, action: Action) -> Option<TurnPartKind> {
        let strike = strike_part((self, self), self.blows_of(unit, action));
        if strike.is_some() {
            return strike;
        }
        match action {
            Action::Step { to } => Some(TurnPartKind::Walk(vec![to])),
            Action::Use {
                skill,
                aim: Aim::Unit(target),
                left,
            } => Some(TurnPartKind::Help {
                skill,
                target,
                cell: self.state.unit(target).cell,
                left,
            }),
            Action::Idle | Action::Hold | Action::Use { .. } => None,
        }
    }

    /// Whether the action of a confused unit goes elsewhere in the coming step (rules §9).
    fn goes_astray(&self, unit: UnitId, action: Action) -> bool {
        let own = self.state.unit(unit).cell;
        let is_elsewhere = match action {
            Action::Step { .. } => true,
            Action::Use { aim, left: 1, .. } => aim != Aim::Unit(unit) && aim != Aim::Cell(own),
            Action::Idle | Action::Hold | Action::Use { .. } => false,
        };
        is_elsewhere && self.state.unit(unit).has(Status::Confused)
    }
}

/// The part of a turn that these blows of one attack make up, if there are any, on the battle on
/// which they land and on that on which they shove. What stands in the locked cell comes first.
fn strike_part(on: (&Battle, &Battle), blows: Vec<Blow>) -> Option<TurnPartKind> {
    let kill = |blow: &Blow| {
        let preview = preview(on, blow.by, blow.skill, blow.aim, blow.target?);
        preview.map(|preview| preview.kill)
    };
    let with_kill = |blow: Blow| (blow, kill(&blow).unwrap_or(Odds::NEVER));
    let aimed_at = blows.iter().position(|blow| blow.cell == blow.aim);
    let mut others: Vec<(Blow, Odds)> = blows.into_iter().map(with_kill).collect();
    if others.is_empty() {
        return None;
    }
    let (blow, kill) = others.remove(aimed_at.unwrap_or(0));
    Some(TurnPartKind::Strike {
        blow,
        kill,
        others,
        bumped: bumped(on, blow.by, blow.skill, blow.aim),
    })
}
