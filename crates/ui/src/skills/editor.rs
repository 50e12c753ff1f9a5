//! Changing rules, taking changes back, and making them again.

use foretold_battle::{Rule, Session};
use foretold_sim::{RuleEditRequest, TrialRequest};

use crate::prelude::*;

/// The rules that were asked for in this frame, and are not in force yet: the next change of the same
/// frame builds on them.
#[derive(Resource, Default, Debug)]
pub(crate) struct Pending(Option<(UnitId, Vec<Rule>)>);

/// Changes the rules of the selected unit by way of requests.
#[derive(SystemParam)]
pub(crate) struct Editor<'w> {
    battle: Option<Res<'w, Shown>>,
    selection: ResMut<'w, Selection>,
    pending: ResMut<'w, Pending>,
    requests: MessageWriter<'w, RuleEditRequest>,
    trials: MessageWriter<'w, TrialRequest>,
    toasts: ResMut<'w, Toasts>,
}

impl Editor<'_> {
    /// The battle, if there is one.
    pub(super) fn battle(&self) -> Option<&Shown> {
        self.battle.as_deref()
    }

    /// The selected unit, whoever it is.
    pub(super) fn selected(&self) -> Option<UnitId> {
        self.selection.0
    }

    /// The selected unit, if its rules can be changed.
    pub(super) fn unit(&self) -> Option<UnitId> {
        let (unit, battle) = (self.selection.0?, self.battle.as_ref()?);
        let sheet = battle.battle().arena().setup().units.get(unit.slot())?;
        let follows = !matches!(
            sheet.brain,
            foretold_battle::Brain::Cards(_) | foretold_battle::Brain::Heuristic
        );
        (sheet.faction == Faction::Friendly && follows).then_some(unit)
    }

    /// The rules that the selected unit has at the moment on screen, or is about to have.
    pub(super) fn rules(&self) -> Vec<Rule> {
        if let Some((unit, rules)) = &self.pending.0
            && self.unit() == Some(*unit)
        {
            return rules.clone();
        }
        let unit = self.unit().zip(self.battle.as_ref());
        let unit = unit.and_then(|(unit, battle)| battle.battle().unit(unit));
        unit.map_or_else(Vec::new, |unit| unit.rules.to_vec())
    }

    /// How many rules the selected unit may have.
    pub(super) fn slots(&self) -> usize {
        let found = self
            .unit()
            .zip(self.battle.as_ref())
            .and_then(|(unit, battle)| {
                let units = &battle.battle().arena().setup().units;
                units.get(unit.slot()).map(|sheet| sheet.rule_slots)
            });
        found.unwrap_or(0).into()
    }

    /// Gives the selected unit other rules.
    pub(super) fn set(&mut self, rules: Vec<Rule>) {
        let Some(unit) = self.unit() else {
            return;
        };
        let before = self.rules();
        if before == rules {
            return;
        }
        self.pending.0 = Some((unit, rules.clone()));
        self.requests.write(RuleEditRequest::Rules { unit, rules });
    }

    /// Changes the rules of the selected unit.
    pub(super) fn change(&mut self, how: impl FnOnce(&mut Vec<Rule>)) {
        let mut rules = self.rules();
        how(&mut rules);
        self.set(rules);
    }

    pub(super) fn undo(&mut self) {
        let edit = self.session().and_then(Session::undoable_rules);
        let unit = edit.and_then(|edit| self.with_rules(edit.unit, &edit.after));
        self.select(unit);
        self.requests.write(RuleEditRequest::Undo);
    }

    pub(super) fn redo(&mut self) {
        let edit = self.session().and_then(Session::redoable_rules);
        let unit = edit.and_then(|edit| self.with_rules(edit.unit, &edit.before));
        self.select(unit);
        self.requests.write(RuleEditRequest::Redo);
    }

    /// A unit, if it has these rules at the moment on screen.
    fn with_rules(&self, unit: UnitId, rules: &[Rule]) -> Option<UnitId> {
        let now = self.battle.as_ref()?.battle().unit(unit)?;
        (now.rules.as_slice() == rules).then_some(unit)
    }

    /// The unit whose rules are changed is shown.
    fn select(&mut self, unit: Option<UnitId>) {
        if unit.is_some() {
            self.selection.set_if_neq(Selection(unit));
        }
    }

    /// The battle so far.
    pub(super) fn session(&self) -> Option<&Session> {
        self.battle.as_ref().map(|shown| shown.session())
    }

    /// Compares the last change with what was before it; without one, with the battle's own rules.
    pub(super) fn try_it(&mut self) {
        if let Some(edit) = self.session().and_then(Session::undoable_rules) {
            let (unit, before) = (edit.unit, edit.before.clone());
            self.trials.write(TrialRequest { unit, before });
            return;
        }
        let own = self.own_rules();
        match self.unit().zip(own) {
            Some((unit, before)) => {
                self.trials.write(TrialRequest { unit, before });
            }
            None => self.refuse("Select a unit of your own, change a rule, then try it."),
        }
    }

    /// The rules with which the battle began for the selected unit.
    pub(super) fn own_rules(&self) -> Option<Vec<Rule>> {
        let (unit, battle) = (self.unit()?, self.battle.as_ref()?);
        let sheet = battle.battle().arena().setup().units.get(unit.slot())?;
        Some(sheet.brain.rules().to_vec())
    }

    pub(super) fn refuse(&mut self, why: &str) {
        self.toasts.push(Toast::bad(why));
    }

    pub(super) fn tell(&mut self, what: impl Into<String>) {
        self.toasts.push(Toast::news(what));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pending>().add_systems(
        Update,
        (
            travel.in_set(ActSystems),
            (|mut pending: ResMut<Pending>| pending.0 = None).after(SimSystems::Refresh),
        ),
    );
}

/// The button that takes a change of rules back, whatever was ordered since: the key for it asks where
/// the focus is.
pub(super) fn undo_button(
    row: &mut ChildSpawnerCommands<'_>,
    off: Option<String>,
    style: &UiStyle,
) {
    let take_back = |_: On<Activate>, mut editor: Editor| editor.undo();
    let label = "Take the last change of rules back.";
    let tip = Tooltip(label.to_owned());
    let mut undo = row.spawn((button(label, style), tip, observe(take_back)));
    undo.caption_icon(Icon::Undo2, style);
    if let Some(why) = off {
        undo.switch_off(why);
    }
}

fn travel(acts: Res<Acts>, mut editor: Editor) {
    if acts.contains(Act::Undo) {
        editor.undo();
    }
    if acts.contains(Act::Redo) {
        editor.redo();
    }
    if acts.contains(Act::TryRules) {
        editor.try_it();
    }
}
