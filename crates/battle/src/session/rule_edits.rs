//! Undo and redo for changes of rules. Undoing puts the former rules back by one more change, so that
//! it works after time has gone on.

use super::Session;
use crate::brain::Rule;
use crate::command::{Command, CommandRefusal};
use crate::ids::UnitId;

/// The latest 200 changes can be taken back.
const MAX_EDITS: usize = 200;

/// A change of a unit's rules by the player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleEdit {
    /// Whose rules.
    pub unit: UnitId,
    /// The step at which the player made it.
    pub step: u32,
    /// The rules before.
    pub before: Vec<Rule>,
    /// The rules since.
    pub after: Vec<Rule>,
    /// How many entries the session had before it.
    entry: usize,
}

/// The changes of a session, the latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleEdits {
    done: Vec<RuleEdit>,
    undone: Vec<Undone>,
}

/// A change that was taken back.
#[derive(Clone, Debug)]
struct Undone {
    edit: RuleEdit,
    /// The entry that took it back; none if its own entry was removed.
    by: Option<usize>,
}

impl RuleEdits {
    pub(super) fn note(&mut self, edit: RuleEdit) {
        self.undone.clear();
        self.push(edit);
    }

    fn push(&mut self, edit: RuleEdit) {
        if self.done.len() == MAX_EDITS {
            self.done.remove(0);
        }
        self.done.push(edit);
    }

    /// Forgets the changes that are no longer among the entries. Those that were taken back by an
    /// entry that is gone are in force again.
    pub(super) fn forget_after(&mut self, entries: usize) {
        let back_again = |undone: &mut Undone| {
            undone.edit.entry < entries && undone.by.is_some_and(|by| by >= entries)
        };
        let back_again = self.undone.extract_if(.., back_again);
        self.done.extend(back_again.map(|undone| undone.edit));
        self.done.retain(|edit| edit.entry < entries);
        self.done.sort_by_key(|edit| edit.entry);
    }
}

impl Session {
    /// The change of rules that would be taken back.
    pub fn undoable_rules(&self) -> Option<&RuleEdit> {
        self.rule_edits.done.last()
    }

    /// The change of rules that would be made again.
    pub fn redoable_rules(&self) -> Option<&RuleEdit> {
        self.rule_edits.undone.last().map(|undone| &undone.edit)
    }

    /// Takes the latest change of rules back, at a step that has been played. If it was the player's
    /// last command, that command is removed; else the change back is a command of its own.
    ///
    /// # Errors
    /// If no rules were changed, or other rules are in force at that step.
    pub fn undo_rules(&mut self, step: u32) -> Result<(), CommandRefusal> {
        let edit = self.undoable_rules().ok_or(CommandRefusal::NoRuleEdit)?;
        let edit = edit.clone();
        let last = Some(&edit.entry) == self.undoable.last()
            && edit.entry + 1 == self.entries.len()
            && step == self.last_step();
        let by = if last {
            self.undo()?;
            None
        } else {
            self.exchange_rules(step, &edit, &edit.after, &edit.before)?;
            self.rule_edits.done.pop_if(|last| *last == edit);
            Some(self.entries.len() - 1)
        };
        self.rule_edits.undone.push(Undone { edit, by });
        Ok(())
    }

    /// Makes the change that was taken back last again, at a step that has been played.
    ///
    /// # Errors
    /// If none was taken back, or other rules are in force at that step.
    pub fn redo_rules(&mut self, step: u32) -> Result<(), CommandRefusal> {
        let edit = self
            .redoable_rules()
            .ok_or(CommandRefusal::NoRuleEditUndone)?;
        let mut edit = edit.clone();
        self.exchange_rules(step, &edit, &edit.before, &edit.after)?;
        self.rule_edits.undone.pop();
        (edit.step, edit.entry) = (step, self.entries.len() - 1);
        self.rule_edits.push(edit);
        Ok(())
    }

    fn exchange_rules(
        &mut self,
        step: u32,
        edit: &RuleEdit,
        now: &[Rule],
        then: &[Rule],
    ) -> Result<(), CommandRefusal> {
        if self.rules_at(step, edit.unit) != Some(now) {
            return Err(CommandRefusal::OtherRulesHere { step: edit.step });
        }
        let (unit, rules) = (edit.unit, then.to_vec());
        self.give_at(step, Command::Rules { unit, rules })
    }

    fn rules_at(&self, step: u32, unit: UnitId) -> Option<&[Rule]> {
        let unit = self.moment(step)?.battle.unit(unit)?;
        Some(unit.rules.as_slice())
    }

    /// The change that a command would make at a step.
    pub(super) fn rule_edit_by(&self, step: u32, command: &Command) -> Option<RuleEdit> {
        let Command::Rules { unit, rules } = command else {
            return None;
        };
        let before = self.rules_at(step, *unit)?;
        (before != rules.as_slice()).then(|| RuleEdit {
            unit: *unit,
            step,
            before: before.to_vec(),
            after: rules.clone(),
            entry: self.entries.partition_point(|entry| entry.step <= step),
        })
    }
}
