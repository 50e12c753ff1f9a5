//! Decisions as text, in three depths: what a unit does and why (rules §6).
//!
//! All of it is the decision's own data. Nothing is decided again here; the
//! battle only lends names, rules and what may be known of an intent.

mod brains;
mod rules;
mod turn;

use std::fmt::Display;

use crate::arena::Arena;
use crate::autofight::AutofightMode;
use crate::battle::{Battle, ForetoldTurn};
use crate::brain::{Criterion, Decision, TargetSelection, Why, WhyNot};
use crate::ids::UnitId;
use crate::order::Order;
use crate::unit::{Action, Aim};

pub use rules::rules_passed_over;
pub use turn::turn_in_words;

/// How much of the why is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Depth {
    /// One line: what it does, and what decided.
    #[default]
    Simple,
    /// Every rule that was looked at, with what its tests measured.
    Detailed,
    /// Also the candidates, what was compared, and what broke ties.
    Expert,
}

/// A decision as lines of text, sub-lines indented by two spaces each.
///
/// The battle is the one in which the unit decided, in the same step. It lends
/// the names and the unit's rules, and an intent that it hides stays hidden.
/// Each depth has all the lines of the one before, and more.
///
/// ```
/// use foretold_battle::testing::{board, light_punch, recruit};
/// use foretold_battle::{Depth, explain};
///
/// let story = board("A e")
///     .unit('A', recruit().gambits([light_punch()]))
///     .unit('e', recruit())
///     .story();
/// let decision = story.decision('A');
/// assert_eq!(
///     explain(&story.battle, story.id('A'), &decision, Depth::Simple),
///     ["A uses Light Punch on e at B1. Rule 1: Use Light Punch on the nearest enemy."]
/// );
/// ```
pub fn explain(battle: &Battle, unit: UnitId, decision: &Decision, depth: Depth) -> Vec<String> {
    lines_of(battle, unit, decision, None, depth)
}

/// As [`explain()`], but of a whole turn that is foretold: the first line says all that the unit
/// does in it, with chances and damage, and the reasons are those of its first step. A turn that
/// nobody can foretell falls back on a decision on the present board.
pub fn explain_turn(
    battle: &Battle,
    turn: &ForetoldTurn,
    now: &Decision,
    depth: Depth,
) -> Vec<String> {
    let decision = turn.first.as_ref().unwrap_or(now);
    lines_of(battle, turn.unit, decision, Some(turn), depth)
}

fn lines_of(
    battle: &Battle,
    unit: UnitId,
    decision: &Decision,
    turn: Option<&ForetoldTurn>,
    depth: Depth,
) -> Vec<String> {
    let mut page = Explanation::new(battle, unit, decision, turn, depth);
    match &decision.why {
        Why::OutOfAction => page.because("it is down or has fallen"),
        Why::Busy => page.busy(),
        Why::Stunned => page.because("it is stunned"),
        Why::Panicked { from, refusal } => page.panicked(from, *refusal),
        Why::Gambit(reports) => page.gambit(reports),
        Why::Cards(report) => page.cards(report),
        Why::TurnOver => page.because("its turn is over"),
        Why::Ordered(order) => {
            let order = page.order(*order);
            page.because(format_args!("it was ordered to {order}"));
        }
        Why::Autofight(report) => page.autofight(report),
        Why::AwaitsOrder if battle.in_turn().contains(unit) => page.waits("awaits an order"),
        Why::AwaitsOrder => page.waits("waits for its turn"),
        Why::Heuristic(report) => page.heuristic(report),
    }
    page.lines
}

/// The lines so far, and what they are about.
struct Explanation<'a> {
    battle: &'a Battle,
    unit: UnitId,
    action: Action,
    /// All that it does in its turn, if that is foretold.
    turn: Option<&'a ForetoldTurn>,
    depth: Depth,
    lines: Vec<String>,
}

impl<'a> Explanation<'a> {
    fn new(
        battle: &'a Battle,
        unit: UnitId,
        decision: &Decision,
        turn: Option<&'a ForetoldTurn>,
        depth: Depth,
    ) -> Explanation<'a> {
        Explanation {
            battle,
            unit,
            action: decision.action,
            turn: turn.filter(|turn| !turn.parts.is_empty()),
            depth,
            lines: Vec::new(),
        }
    }

    /// Adds a line, if the reader wants to go that deep.
    fn add_line(&mut self, depth: Depth, indent: usize, text: impl Display) {
        if self.depth >= depth {
            self.lines
                .push(format!("{:width$}{text}", "", width = 2 * indent));
        }
    }

    /// The one line of units that have little to say.
    fn because(&mut self, reason: impl Display) {
        let does = self.does(None);
        self.add_line(Depth::Simple, 0, format_args!("{does}: {reason}."));
    }

    /// The line of a unit that does nothing yet.
    fn waits(&mut self, for_what: &str) {
        let name = self.name(self.unit);
        self.add_line(Depth::Simple, 0, format_args!("{name} {for_what}."));
    }

    fn arena(&self) -> &'a Arena {
        self.battle.arena()
    }

    fn name(&self, unit: UnitId) -> &'a str {
        self.arena().unit_name(unit)
    }

    /// The name of a unit, or `nobody`.
    fn target(&self, unit: Option<UnitId>) -> &'a str {
        unit.map_or("nobody", |unit| self.name(unit))
    }

    /// What the unit does; an attack goes to a cell, and `target` is the unit it was meant for.
    fn does(&self, target: Option<UnitId>) -> String {
        if let Some(turn) = self.turn {
            let text = turn_in_words(self.battle, turn);
            return text.trim_end_matches('.').to_owned();
        }
        let name = self.name(self.unit);
        match self.action {
            Action::Idle => format!("{name} does nothing"),
            Action::Hold => format!("{name} holds"),
            Action::Step { to } => format!("{name} sets out for {to}"),
            Action::Use { skill, aim, left } => {
                let skill = self.arena().skill_name(skill);
                let at = self.aim(aim, target);
                if left > 1 {
                    format!("{name} winds up {skill} on {at} ({left} ticks)")
                } else {
                    format!("{name} uses {skill} on {at}")
                }
            }
        }
    }

    fn aim(&self, aim: Aim, target: Option<UnitId>) -> String {
        match (aim, target) {
            (Aim::Cell(cell), Some(target)) => format!("{} at {cell}", self.name(target)),
            (Aim::Cell(cell), None) => cell.to_string(),
            (Aim::Unit(unit), _) if unit == self.unit => "itself".to_owned(),
            (Aim::Unit(unit), _) => self.name(unit).to_owned(),
        }
    }

    fn busy(&mut self) {
        let Action::Use { skill, aim, left } = self.action else {
            return self.because("it is in the middle of an action");
        };
        if self.turn.is_some() {
            return self.because("it goes on with what it has begun");
        }
        let (name, skill) = (self.name(self.unit), self.arena().skill_name(skill));
        let at = self.aim(aim, None);
        let lands = match left {
            0 | 1 => "it lands in this tick".to_owned(),
            _ => format!("{left} ticks left, this one included"),
        };
        self.add_line(
            Depth::Simple,
            0,
            format_args!("{name} goes on with {skill} on {at}: {lands}."),
        );
    }

    fn panicked(&mut self, from: &TargetSelection, refusal: Option<WhyNot>) {
        let enemy = self.target(from.chosen);
        match refusal {
            None => self.because(format_args!("it panics and runs from {enemy}")),
            Some(WhyNot::NoTarget) => self.because("it panics, and there is nobody to run from"),
            Some(refusal) => {
                self.because(format_args!(
                    "it panics and cannot run from {enemy} ({refusal})"
                ));
            }
        }
        self.selection(1, Some(Criterion::Nearest), from);
    }

    fn order(&self, order: Order) -> String {
        match order {
            Order::MoveTo(cell) => format!("move to {cell}"),
            Order::Use { skill, at } => {
                format!("use {} on {at}", self.arena().skill_name(skill))
            }
            Order::Guard => "guard".to_owned(),
            Order::EndTurn => "end its turn".to_owned(),
            Order::Autofight(mode) => format!("autofight: {}", mode_words(mode)),
        }
    }
}

/// What autofight may do in a mode.
const fn mode_words(mode: AutofightMode) -> &'static str {
    match mode {
        AutofightMode::MoveAndAttack => "move and attack",
        AutofightMode::AttackOnly => "attack without moving",
        AutofightMode::FireOnly => "fire only",
    }
}

/// A number of things: `1 cell`, `2 cells`.
fn count(number: impl Into<u32>, one: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// Whether something holds, at a glance.
const fn mark(holds: bool) -> char {
    if holds { '✓' } else { '✗' }
}
