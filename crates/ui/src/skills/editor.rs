//! Changing rules, taking changes back, and making them again.

use foretold_battle::brain::Vocabulary;
use foretold_battle::{Brain, Rule, Session, UnitSheet};
use foretold_sim::{CoachRequest, RuleEditRequest, TrialRequest};

use crate::prelude::*;

/// What to do where no rules can be changed.
pub(super) const SELECT_FIRST: &str = "Select a unit of your own that follows rules.";

/// Why there is no room for another rule.
pub(super) fn slots_taken(slots: usize) -> String {
    format!("All {slots} slots are taken: delete a rule first.")
}

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
    lessons: MessageWriter<'w, CoachRequest>,
    clock: MessageWriter<'w, ClockRequest>,
    toasts: ResMut<'w, Toasts>,
}

impl Editor<'_> {
    /// The battle, if there is one.
    pub(super) fn battle(&self) -> Option<&Shown> {
        self.battle.as_deref()
    }

    /// The battle so far.
    pub(super) fn session(&self) -> Option<&Session> {
        self.battle().map(Shown::session)
    }

    /// The selected unit, whether or not its rules can be changed.
    pub(super) fn selected(&self) -> Option<UnitId> {
        self.selection.0
    }

    /// The selected unit with its sheet and its battle, if its rules can be changed.
    pub(super) fn editable(&self) -> Option<(UnitId, &UnitSheet, &Shown)> {
        let (unit, battle) = (self.selection.0?, self.battle()?);
        let sheet = battle.battle().arena().get_sheet(unit)?;
        let follows_rules = matches!(sheet.brain, Brain::Gambit(_) | Brain::Manual(_));
        let own = sheet.faction == Faction::Friendly;
        (own && follows_rules).then_some((unit, sheet, battle))
    }

    /// The selected unit, if its rules can be changed.
    pub(super) fn unit(&self) -> Option<UnitId> {
        self.editable().map(|(unit, ..)| unit)
    }

    /// The rules that the selected unit has at the moment on screen, or is about to have.
    pub(super) fn rules(&self) -> Vec<Rule> {
        let Some((unit, _, battle)) = self.editable() else {
            return Vec::new();
        };
        match &self.pending.0 {
            Some((pending, rules)) if *pending == unit => rules.clone(),
            _ => {
                let state = battle.battle().unit(unit);
                state.map_or_else(Vec::new, |state| state.rules.to_vec())
            }
        }
    }

    /// One of these rules.
    pub(super) fn rule(&self, place: usize) -> Option<Rule> {
        self.rules().into_iter().nth(place)
    }

    /// How many rules the selected unit may have.
    pub(super) fn slots(&self) -> usize {
        let slots = self.editable().map(|(_, sheet, _)| sheet.rule_slots);
        slots.unwrap_or(0).into()
    }

    /// Gives the selected unit other rules.
    pub(super) fn set(&mut self, rules: Vec<Rule>) {
        if let Some(unit) = self.unit()
            && self.rules() != rules
        {
            self.pending.0 = Some((unit, rules.clone()));
            self.requests.write(RuleEditRequest::Rules { unit, rules });
        }
    }

    /// Puts another rule in place of one, if there is another.
    pub(super) fn replace(&mut self, place: usize, with: Option<Rule>) {
        let mut rules = self.rules();
        if let (Some(rule), Some(with)) = (rules.get_mut(place), with) {
            *rule = with;
            self.set(rules);
        }
    }

    pub(super) fn undo(&mut self) {
        let edit = self.session().and_then(Session::undoable_rules);
        self.select(edit.map(|edit| (edit.unit, edit.after.clone())));
        self.requests.write(RuleEditRequest::Undo);
    }

    pub(super) fn redo(&mut self) {
        let edit = self.session().and_then(Session::redoable_rules);
        self.select(edit.map(|edit| (edit.unit, edit.before.clone())));
        self.requests.write(RuleEditRequest::Redo);
    }

    /// Selects a unit if it has these rules at the moment on screen: they are about to change.
    fn select(&mut self, edit: Option<(UnitId, Vec<Rule>)>) {
        if let Some((unit, rules)) = edit
            && let Some(state) = self.battle().and_then(|it| it.battle().unit(unit))
            && state.rules.as_slice() == rules
        {
            self.selection.set_if_neq(Selection(Some(unit)));
        }
    }

    /// Compares the last change with what was before it; without one, with the battle's own rules.
    pub(super) fn try_it(&mut self) {
        let edit = self.session().and_then(Session::undoable_rules);
        let own = |(unit, sheet, _): (_, &UnitSheet, _)| (unit, sheet.brain.rules().to_vec());
        let before = edit
            .map(|edit| (edit.unit, edit.before.clone()))
            .or_else(|| self.editable().map(own));
        match before {
            Some((unit, before)) => {
                self.trials.write(TrialRequest { unit, before });
            }
            None => self.refuse("Select a unit of your own, change a rule, then try it."),
        }
    }

    /// Asks the coach for better rules of the selected unit. Time stands still meanwhile: whatever it
    /// finds is about this moment.
    pub(super) fn ask_coach(&mut self) {
        match self.unit() {
            Some(unit) => {
                let words = Vocabulary::EVERYTHING;
                self.clock.write(ClockRequest::Pause);
                self.lessons.write(CoachRequest { unit, words });
            }
            None => self.refuse(SELECT_FIRST),
        }
    }

    pub(super) fn refuse(&mut self, why: impl Into<String>) {
        self.toasts.push(Toast::bad(why));
    }

    pub(super) fn report(&mut self, what: impl Into<String>) {
        self.toasts.push(Toast::news(what));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pending>().add_systems(
        Update,
        (
            (
                (|mut editor: Editor| editor.undo()).run_if(asked_for(Act::Undo)),
                (|mut editor: Editor| editor.redo()).run_if(asked_for(Act::Redo)),
                (|mut editor: Editor| editor.try_it()).run_if(asked_for(Act::TryRules)),
            )
                .chain()
                // It may be an order that is taken back.
                .after(crate::command::take_back)
                .in_set(ActSystems),
            (|mut pending: ResMut<Pending>| pending.0 = None).after(SimSystems::Refresh),
        ),
    );
}
