//! Changing rules, taking changes back, and making them again.

use foretold_battle::{Brain, Rule, Session, UnitSheet};
use foretold_content::Encounter;
use foretold_run::{CompanyRule, Run, RunCommand};
use foretold_sim::{CoachRequest, CurrentRun, RuleEditRequest, RunRequest, TrialRequest};

use super::company_desk::{CompanyDesk, TaughtBefore};
use super::locks::RuleLocks;
use crate::omens::PastPrice;
use crate::pages::{Page, Pages};
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

/// Somebody whose rules can be changed.
#[derive(Clone, Copy)]
pub(crate) struct EditedUnit<'a> {
    /// What names skills.
    pub(crate) encounter: &'a Encounter,
    pub(crate) arena: &'a Arena,
    pub(crate) unit: UnitId,
    pub(crate) sheet: &'a UnitSheet,
}

/// Changes the rules of the selected unit by way of requests: of the battle on screen, or on the page of
/// the company, of a companion of the run.
#[derive(SystemParam)]
pub(crate) struct Editor<'w> {
    pages: Res<'w, Pages>,
    run: Res<'w, CurrentRun>,
    desk: ResMut<'w, CompanyDesk>,
    lessons_of_run: MessageWriter<'w, RunRequest>,
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

    /// What a change of the rules takes at the step on screen; `None` without a battle.
    pub(super) fn price(&self) -> Option<PastPrice> {
        let battle = self.battle()?;
        Some(PastPrice::of(self.run.get(), battle, battle.step()))
    }

    /// The run, if its company is on screen.
    fn company(&self) -> Option<&Run> {
        let on_top = self.pages.top() == Some(Page::Company);
        self.run.under_way().filter(|_| on_top)
    }

    /// The companion whose page is open, by its place in the company.
    pub(crate) fn companion(&self) -> u8 {
        self.desk.companion
    }

    /// Whether a change on the page of the company can be taken back, and whether one can be made
    /// again.
    pub(crate) fn has_past(&self) -> [bool; 2] {
        self.desk.has_past()
    }

    /// Whose rules can be changed.
    pub(crate) fn editable(&self) -> Option<EditedUnit<'_>> {
        if self.company().is_some() {
            let (encounter, arena) = self.desk.field()?;
            let unit = UnitId::new(self.desk.companion.into())?;
            let sheet = arena.get_sheet(unit)?;
            return Some(EditedUnit {
                encounter,
                arena,
                unit,
                sheet,
            });
        }
        let (unit, battle) = (self.selection.0?, self.battle()?);
        let (encounter, arena) = (&**battle.encounter(), battle.battle().arena());
        let sheet = arena.get_sheet(unit)?;
        let follows_rules = matches!(sheet.brain, Brain::Gambit(_) | Brain::Manual(_));
        let own = sheet.faction == Faction::Friendly;
        (own && follows_rules).then_some(EditedUnit {
            encounter,
            arena,
            unit,
            sheet,
        })
    }

    /// The selected unit, if its rules can be changed.
    pub(super) fn unit(&self) -> Option<UnitId> {
        self.editable().map(|pupil| pupil.unit)
    }

    /// What keeps it from following some rules: words that its company does not know.
    pub(super) fn locks(&self) -> RuleLocks<'_> {
        let of_run = self.battle().is_some_and(Shown::is_of_run);
        let run = match self.company() {
            Some(run) => Some(run),
            None => self.run.under_way().filter(|_| of_run),
        };
        // Companions come first in battles, in their order.
        let locks = run.zip(self.editable()).and_then(|(run, pupil)| {
            let companion = run.company().get(pupil.unit.slot())?;
            Some((run, companion, pupil.encounter))
        });
        RuleLocks(locks)
    }

    /// The rules that the selected unit has at the moment on screen, or is about to have.
    pub(super) fn rules(&self) -> Vec<Rule> {
        let Some(pupil) = self.editable() else {
            return Vec::new();
        };
        match &self.pending.0 {
            Some((pending, rules)) if *pending == pupil.unit => return rules.clone(),
            _ => {}
        }
        if let Some(run) = self.company() {
            let companion = run.company().get(pupil.unit.slot());
            let rules = companion.into_iter().flat_map(|it| &it.rules);
            let rules = rules.filter_map(|rule| rule.in_battle(pupil.encounter));
            return rules.collect();
        }
        let state = self.battle().and_then(|it| it.battle().unit(pupil.unit));
        state.map_or_else(Vec::new, |state| state.rules.to_vec())
    }

    /// One of these rules.
    pub(super) fn rule(&self, place: usize) -> Option<Rule> {
        self.rules().into_iter().nth(place)
    }

    /// How many rules the selected unit may have.
    pub(super) fn slots(&self) -> usize {
        let slots = self.editable().map(|pupil| pupil.sheet.rule_slots);
        slots.unwrap_or(0).into()
    }

    /// Gives the selected unit other rules, unless its company lacks words for them.
    pub(super) fn set(&mut self, rules: Vec<Rule>) {
        let Some(unit) = self.unit().filter(|_| self.rules() != rules) else {
            return;
        };
        if let Some(why) = rules.iter().find_map(|rule| self.locks().why(rule)) {
            self.refuse(why);
            return;
        }
        self.pending.0 = Some((unit, rules.clone()));
        match self.in_company(&rules) {
            Some((taught, before)) => {
                self.teach(taught);
                self.desk.undo.push(before);
                self.desk.redo.clear();
            }
            None => {
                self.requests.write(RuleEditRequest::Rules { unit, rules });
            }
        }
    }

    /// Rules as a companion learns them, and those it has; nothing in a battle.
    fn in_company(&self, rules: &[Rule]) -> Option<(TaughtBefore, TaughtBefore)> {
        let (run, pupil) = (self.company()?, self.editable()?);
        let place = self.desk.companion;
        let before = run.company().get(usize::from(place))?.rules.clone();
        let rules = rules.iter();
        let rules = rules.map(|rule| CompanyRule::of(rule, pupil.encounter));
        Some(((place, rules.collect()), (place, before)))
    }

    fn teach(&mut self, (companion, rules): TaughtBefore) {
        let teach = RunCommand::Teach { companion, rules };
        self.lessons_of_run.write(RunRequest::Command(teach));
    }

    /// Takes back a change of a companion's rules, or makes it again.
    fn go_back_in_company(&mut self, again: bool) {
        let desk = &mut *self.desk;
        let (from, to) = match again {
            false => (&mut desk.undo, &mut desk.redo),
            true => (&mut desk.redo, &mut desk.undo),
        };
        let Some((companion, rules)) = from.pop() else {
            self.refuse("There is nothing to take back or make again.");
            return;
        };
        let now = self.run.under_way();
        let now = now.and_then(|run| run.company().get(usize::from(companion)));
        to.extend(now.map(|now| (companion, now.rules.clone())));
        desk.companion = companion;
        self.teach((companion, rules));
    }

    /// Puts another rule in place of one, if there is another.
    pub(super) fn replace(&mut self, place: usize, with: Option<Rule>) {
        let mut rules = self.rules();
        if let (Some(rule), Some(with)) = (rules.get_mut(place), with) {
            *rule = with;
            self.set(rules);
        }
    }

    pub(crate) fn undo(&mut self) {
        if self.company().is_some() {
            self.go_back_in_company(false);
            return;
        }
        let edit = self.session().and_then(Session::undoable_rules);
        self.select(edit.map(|edit| (edit.unit, edit.after.clone())));
        self.requests.write(RuleEditRequest::Undo);
    }

    pub(crate) fn redo(&mut self) {
        if self.company().is_some() {
            self.go_back_in_company(true);
            return;
        }
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
        let own = |pupil: EditedUnit| (pupil.unit, pupil.sheet.brain.rules().to_vec());
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
                let words = self.locks().words();
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
