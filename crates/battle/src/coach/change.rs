//! One change of a unit's rules, and its words.

use crate::arena::Arena;
use crate::brain::Rule;
use crate::coach::heat::NewRules;
use crate::ids::UnitId;
use crate::sentence::sentence;

/// One change of a unit's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleChange {
    /// Whose rules.
    pub unit: UnitId,
    /// What changes. Rules are counted from 0.
    pub kind: ChangeKind,
    /// All rules after it.
    pub rules: Vec<Rule>,
}

/// What a change of rules changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// A rule is switched off.
    Off(usize),
    /// A rule is switched on.
    On(usize),
    /// Two rules change places.
    Swap(usize, usize),
    /// A number of a test is another, or a status.
    Number(usize),
    /// A rule goes for another target.
    Target(usize),
    /// A rule asks something else.
    When(usize),
    /// A rule does something else.
    Skill(usize),
    /// A new rule in a free slot.
    New(usize),
    /// A new rule, and another rule gone: the place of the new one, then that of the old one before
    /// the change.
    Instead(usize, usize),
}

impl ChangeKind {
    /// The rule that it is about, the first of two; for a new one, its place.
    pub const fn rule(self) -> usize {
        match self {
            ChangeKind::Off(rule)
            | ChangeKind::On(rule)
            | ChangeKind::Swap(rule, _)
            | ChangeKind::Number(rule)
            | ChangeKind::Target(rule)
            | ChangeKind::When(rule)
            | ChangeKind::Skill(rule)
            | ChangeKind::New(rule)
            | ChangeKind::Instead(rule, _) => rule,
        }
    }

    /// Whether it says something about the rules as they are: one is off, two are swapped, a number
    /// is moved, a target exchanged. The others bring in something new.
    pub const fn is_about_present_rules(self) -> bool {
        matches!(
            self,
            ChangeKind::Off(_)
                | ChangeKind::Swap(..)
                | ChangeKind::Number(_)
                | ChangeKind::Target(_)
        )
    }

    /// What it is called in tables and files: `off`.
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Off(_) => "off",
            ChangeKind::On(_) => "on",
            ChangeKind::Swap(..) => "swap",
            ChangeKind::Number(_) => "number",
            ChangeKind::Target(_) => "target",
            ChangeKind::When(_) => "when",
            ChangeKind::Skill(_) => "skill",
            ChangeKind::New(_) => "new",
            ChangeKind::Instead(..) => "instead",
        }
    }
}

impl RuleChange {
    /// The rules after it, for the one unit that it changes.
    pub(super) fn as_new_rules(&self) -> NewRules {
        vec![(self.unit, self.rules.clone())]
    }

    /// The change as a player reads it: `Swap rules 1 and 3.`
    pub fn in_words(&self, arena: &Arena) -> String {
        let rule = || match self.rules.get(self.kind.rule()) {
            Some(rule) => sentence(arena, rule),
            None => String::new(),
        };
        let number = self.kind.rule() + 1;
        match self.kind {
            ChangeKind::Off(_) => format!("Switch rule {number} off."),
            ChangeKind::On(_) => format!("Switch rule {number} on."),
            ChangeKind::Swap(_, other) => format!("Swap rules {number} and {}.", other + 1),
            ChangeKind::Number(_)
            | ChangeKind::Target(_)
            | ChangeKind::When(_)
            | ChangeKind::Skill(_) => format!("Rule {number}: {}", rule()),
            ChangeKind::New(_) => format!("New rule {number}: {}", rule()),
            ChangeKind::Instead(_, old) => {
                format!("New rule {number} instead of rule {}: {}", old + 1, rule())
            }
        }
    }
}
