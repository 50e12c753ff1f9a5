//! Events as lines of text: one wording for the log on screen, the command line and the tests.

mod gist;
mod numbers;

use std::fmt::{self, Display, Formatter};

use crate::arena::Arena;
use crate::board::{CellSet, Terrain};
use crate::damage_kind::Affinity;
use crate::event::{
    BreakCause, DrawReason, Event, Happening, Harm, MoveFailure, Outcome, SaveResult, ShoveStop,
    Struck, Suffering,
};
use crate::hit::{Chance, Roll, Verdict};
use crate::ids::{SkillId, UnitId};
use crate::order::OrderRefusal;
use crate::skill::Shove;
use crate::unit::{Action, Aim, CardMove, Faction};

pub use gist::gist;
pub(crate) use gist::named;
use numbers::{Number, Plain, Roller, Signed};
pub use numbers::{narrate_chance, narrate_roll};

/// An event as a line of text: `t12 Ada → Cultist: Aimed Shot 65% (75 −10) rolled 48 hit, card +1, 6 dealt, 36/42`.
pub fn narrate(arena: &Arena, event: &Event) -> String {
    in_words(arena, event, false)
}

/// The same without how it came about: `t12 Ada → Cultist: Aimed Shot hit, 6 dealt, 36/42`.
pub fn narrate_result(arena: &Arena, event: &Event) -> String {
    in_words(arena, event, true)
}

fn in_words(arena: &Arena, event: &Event, is_brief: bool) -> String {
    let what = &event.what;
    let line = Line {
        arena,
        what,
        is_brief,
    };
    format!("t{} {line}", event.tick)
}

/// Whether an event belongs in a log for people. Decisions do not, except the beginning of a
/// wind-up: what comes of them is in the log anyway.
pub fn belongs_in_log(arena: &Arena, event: &Event) -> bool {
    match event.what {
        Happening::Decided {
            action: Action::Use { skill, left, .. },
            ..
        } => {
            let skill = arena.setup().skills.get(skill.index());
            left > 1 && skill.is_some_and(|skill| skill.cost == left)
        }
        Happening::Decided { .. } => false,
        _ => true,
    }
}

/// What a push is called.
const fn verb(way: Shove) -> &'static str {
    match way {
        Shove::Away => "shove",
        Shove::Towards => "pull",
    }
}

/// Cells in order, if they are few: `B1, C1`.
struct Cells(CellSet);

impl Cells {
    /// A longer list says less than its number.
    const FEW: usize = 9;
}

impl Display for Cells {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.len() > Cells::FEW {
            return write!(f, "{} cells", self.0.len());
        }
        for (place, cell) in self.0.iter().enumerate() {
            write!(f, "{}{cell}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

struct Line<'a> {
    arena: &'a Arena,
    what: &'a Happening,
    /// Whether rolls, cards and what else changed the damage are left out.
    is_brief: bool,
}

impl<'a> Line<'a> {
    fn name(&self, unit: UnitId) -> &'a str {
        self.arena.unit_name(unit)
    }

    fn skill(&self, skill: SkillId) -> &'a str {
        self.arena.skill_name(skill)
    }

    fn card_move(&self, unit: UnitId, place: u8) -> Option<CardMove> {
        let (_, sheet) = self.arena.units().find(|(id, _)| *id == unit)?;
        sheet.brain.moves().get(usize::from(place)).copied()
    }

    fn max_hp(&self, unit: UnitId) -> u16 {
        self.arena
            .units()
            .find(|(id, _)| *id == unit)
            .map_or(0, |(_, sheet)| sheet.max_hp)
    }
}

impl Display for Line<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self.what {
            Happening::Decided { unit, action, .. } => self.decided(f, unit, action),
            Happening::BlockRaised {
                unit,
                by,
                amount,
                block,
            } if unit == by => {
                write!(f, "{} raises block {amount}, now {block}", self.name(unit))
            }
            Happening::BlockRaised {
                unit,
                by,
                amount,
                block,
            } => {
                write!(
                    f,
                    "{} gives {} block {amount}, now {block}",
                    self.name(by),
                    self.name(unit)
                )
            }
            Happening::InitiativeRolled { unit, roll, bonus } => {
                let sum = Plain(i32::from(roll) + i32::from(bonus));
                write!(
                    f,
                    "{} initiative d20({roll}) {} = {sum}",
                    self.name(unit),
                    Signed(i32::from(bonus))
                )
            }
            Happening::TurnBegan { unit, round } => {
                write!(f, "round {round}: {}'s turn", self.name(unit))
            }
            Happening::PhaseBegan { side, round } => {
                let side = match side {
                    Faction::Friendly => "friends",
                    Faction::Enemy => "enemies",
                };
                write!(f, "round {round}: the {side}' phase")
            }
            Happening::OrderDropped {
                unit,
                refusal: OrderRefusal::Autofight(stop),
                ..
            }
            | Happening::Interrupted { unit, stop, .. } => {
                write!(
                    f,
                    "{}: {}",
                    self.name(unit),
                    self.arena.setup().autofight_messages.text(stop)
                )
            }
            Happening::OrderDropped { unit, refusal, .. } => {
                write!(f, "{} cannot follow its order: {refusal}", self.name(unit))
            }
            Happening::Struck(ref struck) => self.struck(f, struck),
            Happening::Whiffed { by, skill, cell } => {
                write!(
                    f,
                    "{} → {cell}: {} whiffs",
                    self.name(by),
                    self.skill(skill)
                )
            }
            Happening::HelpLost { by, skill } => {
                write!(f, "{}: {} helps nobody", self.name(by), self.skill(skill))
            }
            Happening::WentAstray { unit, meant, went } => {
                write!(f, "{} is confused: {meant} becomes {went}", self.name(unit))
            }
            Happening::Moved { unit, from, to } => {
                write!(f, "{} moves {from} → {to}", self.name(unit))
            }
            Happening::MoveFailed {
                unit,
                cell,
                to,
                cause,
            } => {
                write!(f, "{} stays on {cell}, not {to}: ", self.name(unit))?;
                match cause {
                    MoveFailure::Held { by } => write!(f, "{} stands there", self.name(by)),
                    MoveFailure::HeadOn { with } => write!(f, "head on with {}", self.name(with)),
                    MoveFailure::LostContest { to, contestants } => {
                        write!(f, "{} wins it among {contestants}", self.name(to))
                    }
                    MoveFailure::Ring { to } => write!(f, "{} takes it in a ring", self.name(to)),
                    MoveFailure::Terrain => write!(f, "no way"),
                }
            }
            Happening::Healed {
                unit,
                amount,
                drained: true,
                hp_after,
                ..
            } => {
                let (name, max) = (self.name(unit), self.max_hp(unit));
                write!(f, "{name} drains {amount} HP, {hp_after}/{max}")
            }
            Happening::Healed {
                unit,
                by,
                amount,
                hp_after,
                ..
            } => {
                let max = self.max_hp(unit);
                write!(
                    f,
                    "{} heals {} by {amount}, {hp_after}/{max}",
                    self.name(by),
                    self.name(unit)
                )
            }
            Happening::SanityChanged {
                unit,
                before,
                after,
                ..
            } => {
                write!(f, "{} sanity {before} → {after}", self.name(unit))
            }
            Happening::StatusBegan {
                unit,
                status,
                turns,
                amount,
                ..
            } => {
                write!(
                    f,
                    "{} is {}{} for {turns}",
                    self.name(unit),
                    status.name(),
                    Number(status, amount)
                )
            }
            Happening::StatusEnded { unit, status } => {
                write!(f, "{} is no longer {}", self.name(unit), status.name())
            }
            Happening::WindUpBroken { unit, skill, cause } => {
                let by = match cause {
                    BreakCause::Stun => "a stun",
                    BreakCause::Shove => "a shove",
                    BreakCause::Panic => "panic",
                    BreakCause::Falling => "falling",
                };
                write!(f, "{} loses {} to {by}", self.name(unit), self.skill(skill))
            }
            Happening::Shoved {
                unit,
                by,
                way,
                from,
                to,
            } => {
                let (by, unit) = (self.name(by), self.name(unit));
                write!(f, "{by} {}s {unit} {from} → {to}", verb(way))
            }
            Happening::ShoveStopped {
                unit,
                by,
                way,
                cause,
            } => {
                let (by, unit, verb) = (self.name(by), self.name(unit), verb(way));
                match cause {
                    ShoveStop::Rooted => write!(f, "{by} cannot {verb} {unit}: rooted"),
                    ShoveStop::Edge => write!(f, "{by} {verb}s {unit} against the edge"),
                    ShoveStop::Terrain { cell } => {
                        write!(f, "{by} {verb}s {unit} against the wall on {cell}")
                    }
                    ShoveStop::Unit { unit: other } => {
                        write!(f, "{by} {verb}s {unit} against {}", self.name(other))
                    }
                }
            }
            Happening::DeathSave {
                unit,
                roll,
                successes,
                failures,
                result,
            } => {
                let end = match result {
                    SaveResult::Pending => "",
                    SaveResult::Stable => ", stable",
                    SaveResult::Revived => ", back with 1 HP",
                    SaveResult::Dead => ", dead",
                };
                write!(
                    f,
                    "{} death save d20({roll}): {successes} made, {failures} failed{end}",
                    self.name(unit)
                )
            }
            Happening::HurtWhileDown {
                unit,
                failures,
                unsettled,
            } => {
                let unsettled = if unsettled { ", no longer stable" } else { "" };
                write!(
                    f,
                    "{} is hurt while down: {failures} failed{unsettled}",
                    self.name(unit)
                )
            }
            Happening::Suffered {
                unit,
                cause: Suffering::Price,
                harm,
            } => {
                let (name, max) = (self.name(unit), self.max_hp(unit));
                write!(f, "{name} pays {} HP, {}/{max}", harm.dealt, harm.hp_after)
            }
            Happening::Suffered {
                unit,
                cause,
                ref harm,
            } => {
                let name = self.name(unit);
                let from = match cause {
                    Suffering::Poison => "poison",
                    Suffering::Hazard => "a hazard",
                    Suffering::Fire => "fire",
                    Suffering::Bump { .. } => "a bump",
                    Suffering::Price => "its own attack",
                };
                write!(f, "{name} suffers from {from}")?;
                self.harm(f, unit, harm)
            }
            Happening::SetOnFire { by, cells, turns } => {
                let plural = if turns == 1 { "" } else { "s" };
                let (by, cells) = (self.name(by), Cells(cells));
                write!(f, "{by} sets {cells} on fire for {turns} turn{plural}")
            }
            Happening::FireWentOut { cells } => write!(f, "the fire on {} goes out", Cells(cells)),
            Happening::WentDown { unit, cell } => {
                write!(f, "{} goes down on {cell}", self.name(unit))
            }
            Happening::GotUp { unit, hp } => {
                write!(f, "{} gets up, {hp}/{}", self.name(unit), self.max_hp(unit))
            }
            Happening::Fell { unit, cell } => {
                let place = match self.arena.setup().board.get(cell) {
                    Terrain::Pit => "into the pit on",
                    _ => "on",
                };
                write!(f, "{} falls {place} {cell}", self.name(unit))
            }
            Happening::IntentDrawn {
                unit,
                card,
                weight,
                total,
            } => match self.card_move(unit, card) {
                Some(card) if !card.hidden => {
                    let skill = self.skill(card.skill);
                    write!(
                        f,
                        "{} intends {skill} ({weight} in {total})",
                        self.name(unit)
                    )
                }
                _ => write!(f, "{} intends something unknown", self.name(unit)),
            },
            Happening::Over { outcome } => match outcome {
                Outcome::Victory => write!(f, "victory"),
                Outcome::Defeat => write!(f, "defeat"),
                Outcome::Draw(DrawReason::BothFell) => {
                    write!(f, "draw: the last of both sides fell together")
                }
                Outcome::Draw(DrawReason::TimeLimit) => write!(f, "draw: the battle took too long"),
            },
        }
    }
}

impl Line<'_> {
    fn decided(&self, f: &mut Formatter<'_>, unit: UnitId, action: Action) -> fmt::Result {
        let name = self.name(unit);
        match action {
            Action::Idle => write!(f, "{name} is idle"),
            Action::Hold => write!(f, "{name} holds"),
            Action::Step { to } => write!(f, "{name} sets out for {to}"),
            Action::Use { skill, aim, left } => {
                let verb = if left == 1 { "uses" } else { "winds up" };
                write!(f, "{name} {verb} {} on ", self.skill(skill))?;
                match aim {
                    Aim::Cell(cell) => write!(f, "{cell}")?,
                    Aim::Unit(target) => write!(f, "{}", self.name(target))?,
                }
                if left > 1 {
                    write!(f, " ({left} ticks)")
                } else {
                    Ok(())
                }
            }
        }
    }

    fn struck(&self, f: &mut Formatter<'_>, struck: &Struck) -> fmt::Result {
        write!(
            f,
            "{} → {}: {}",
            self.name(struck.by),
            self.name(struck.target),
            self.skill(struck.skill)
        )?;
        if struck.chance != Chance::Sure && !self.is_brief {
            let Struck { chance, roll, .. } = *struck;
            let colon = if matches!(roll, Roll::D20 { .. }) {
                ":"
            } else {
                ""
            };
            write!(f, " {}{colon}", Roller { chance, roll })?;
        }
        match struck.verdict {
            Verdict::Miss => write!(f, " miss"),
            Verdict::Hit => write!(f, " hit"),
            Verdict::Critical => write!(f, " critical"),
        }?;
        match &struck.harm {
            Some(harm) => self.harm(f, struck.target, harm),
            None => Ok(()),
        }
    }

    /// What has changed the damage on its way.
    fn changes(&self, f: &mut Formatter<'_>, harm: &Harm) -> fmt::Result {
        if harm.boost != 0 {
            write!(f, ", {} {}", harm.raw, Signed(i32::from(harm.boost)))?;
        }
        if let Some(card) = harm.card {
            write!(f, ", card {card}")?;
        }
        match harm.affinity {
            Affinity::Plain => Ok(()),
            Affinity::Resists => write!(f, ", resists {}", harm.kind.name()),
            Affinity::Vulnerable => write!(f, ", vulnerable to {}", harm.kind.name()),
            Affinity::Immune => write!(f, ", immune to {}", harm.kind.name()),
        }
    }

    fn harm(&self, f: &mut Formatter<'_>, unit: UnitId, harm: &Harm) -> fmt::Result {
        if !self.is_brief {
            self.changes(f, harm)?;
        }
        if harm.blocked > 0 {
            write!(f, ", {} blocked", harm.blocked)?;
        }
        write!(
            f,
            ", {} dealt, {}/{}",
            harm.dealt,
            harm.hp_after,
            self.max_hp(unit)
        )
    }
}
