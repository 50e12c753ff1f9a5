//! The gambit brain: an ordered list of rules, the first that applies wins.

use serde::{Deserialize, Serialize};

use crate::brain::Choice;
use crate::brain::condition::Condition;
use crate::brain::selector::Selector;
use crate::brain::view::View;
use crate::brain::why::{RuleReport, Why, WhyNot};
use crate::ids::{SkillId, UnitId};
use crate::skill::{MoveMode, SkillKind};
use crate::unit::Action;

/// One rule: when, what, on whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// Whether the player has it switched on.
    pub enabled: bool,
    /// When it applies.
    pub when: Condition,
    /// What it does.
    pub skill: SkillId,
    /// On whom.
    pub on: Selector,
}

/// The action of the first rule that applies; none means idle.
#[inline(never)]
pub(super) fn decide(view: &View<'_>, me: UnitId) -> Choice {
    let mut found = None;
    for (place, rule) in (0..).zip(&view.unit(me).rules) {
        if let Ok(action) = consider(view, me, rule, &mut found, None) {
            return by_rule(place, action);
        }
    }
    Action::Idle.into()
}

/// The same, and why each rule applied or did not.
pub(super) fn explain(view: &View<'_>, me: UnitId, why: &mut Why) -> Choice {
    let mut rules = (0..).zip(&view.unit(me).rules);
    let mut found = None;
    let mut reports = Vec::new();
    let chosen = rules.find_map(|(place, rule)| {
        let mut report = RuleReport::default();
        let considered = consider(view, me, rule, &mut found, Some(&mut report));
        report.refusal = considered.err();
        reports.push(report);
        Some(by_rule(place, considered.ok()?))
    });
    *why = Why::Gambit(reports);
    chosen.unwrap_or(Action::Idle.into())
}

/// What the rule at this place says.
const fn by_rule(place: u8, action: Action) -> Choice {
    Choice {
        action,
        rule: Some(place),
    }
}

/// A target that a selector found, for whatever skill.
type Found = Option<(Selector, Option<UnitId>)>;

/// Whether one rule applies: its selector finds a target, its condition holds, its skill can be used.
#[inline(always)]
fn consider(
    view: &View<'_>,
    me: UnitId,
    rule: &Rule,
    found: &mut Found,
    report: Option<&mut RuleReport>,
) -> Result<Action, WhyNot> {
    let (selection, tests) = match report {
        Some(report) => (Some(&mut report.selection), Some(&mut report.tests)),
        None => (None, None),
    };
    if !rule.enabled {
        return Err(WhyNot::Disabled);
    }
    // If nobody reads the reasons, tests that need no target come first: they may save the search for one.
    let skill = view.arena().skill(rule.skill);
    let settled = match tests {
        Some(_) => None,
        None => rule.when.settled_without_target(view, me, skill),
    };
    if settled == Some(false) {
        return Err(WhyNot::ConditionFalse);
    }
    let target = match *found {
        // The rules of a unit mostly go for the same target.
        Some((selector, target)) if selector == rule.on && selection.is_none() => target,
        _ => {
            let target = rule.on.select(view, me, Some(skill), selection);
            if !rule.on.depends_on_skill() {
                *found = Some((rule.on, target));
            }
            target
        }
    };
    let holds_still = matches!(skill.deed, SkillKind::Move(MoveMode::Hold));
    if target.is_none() && !holds_still {
        return Err(WhyNot::NoTarget);
    }
    if settled.is_none() && !rule.when.holds(view, me, skill, target, tests) {
        return Err(WhyNot::ConditionFalse);
    }
    view.try_use(me, rule.skill, target.unwrap_or(me))
}
