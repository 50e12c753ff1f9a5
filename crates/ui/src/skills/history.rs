//! Changing rules, taking changes back, and making them again.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use foretold_battle::{Faction, Rule, UnitId};
use foretold_content::Act;
use foretold_sim::{
    BattleStarted, CurrentBattle, Refused, Request, RuleEditRequest, SimSystems, TrialRequest,
};
use foretold_view::Selection;

use crate::controls::{Heed, Pressed};
use crate::toasts::{Toast, Toasts};

/// So many changes can be taken back.
const MOST: usize = 200;

/// A change of a unit's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    unit: UnitId,
    before: Vec<Rule>,
    after: Vec<Rule>,
}

/// The changes of this battle, the latest last.
#[derive(Resource, Default, Debug)]
pub(crate) struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
}

impl History {
    pub(super) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

/// Changes the rules of the selected unit by way of requests.
#[derive(SystemParam)]
pub(crate) struct Editor<'w> {
    battle: Option<Res<'w, CurrentBattle>>,
    selection: ResMut<'w, Selection>,
    pub(super) history: ResMut<'w, History>,
    requests: MessageWriter<'w, RuleEditRequest>,
    trials: MessageWriter<'w, TrialRequest>,
    toasts: ResMut<'w, Toasts>,
}

impl Editor<'_> {
    /// The battle, if there is one.
    pub(super) fn battle(&self) -> Option<&CurrentBattle> {
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

    /// The rules that the selected unit has at the moment on screen.
    pub(super) fn rules(&self) -> Vec<Rule> {
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
        let change = Change {
            unit,
            before,
            after: rules.clone(),
        };
        if self.history.done.len() == MOST {
            self.history.done.remove(0);
        }
        self.history.done.push(change);
        self.history.undone.clear();
        self.requests.write(RuleEditRequest::Rules { unit, rules });
    }

    /// Changes the rules of the selected unit.
    pub(super) fn change(&mut self, how: impl FnOnce(&mut Vec<Rule>)) {
        let mut rules = self.rules();
        how(&mut rules);
        self.set(rules);
    }

    pub(super) fn undo(&mut self) {
        let Some(change) = self.history.done.pop() else {
            self.refuse("There is no change of rules to take back.");
            return;
        };
        self.restore(change.unit, change.before.clone());
        self.history.undone.push(change);
    }

    pub(super) fn redo(&mut self) {
        let Some(change) = self.history.undone.pop() else {
            self.refuse("There is no change of rules to make again.");
            return;
        };
        self.restore(change.unit, change.after.clone());
        self.history.done.push(change);
    }

    fn restore(&mut self, unit: UnitId, rules: Vec<Rule>) {
        // Whoever is changed is shown.
        self.selection.set_if_neq(Selection(Some(unit)));
        self.requests.write(RuleEditRequest::Rules { unit, rules });
    }

    /// Compares the last change with what was before it; without one, with the battle's own rules.
    pub(super) fn try_it(&mut self) {
        if let Some(change) = self.history.done.last() {
            self.trials.write(TrialRequest {
                unit: change.unit,
                before: change.before.clone(),
            });
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
    app.init_resource::<History>().add_systems(
        Update,
        (
            travel.in_set(Heed::Game),
            (forget_refused, begin_anew)
                .chain()
                .after(SimSystems::Refresh),
        ),
    );
}

fn travel(pressed: Res<Pressed>, mut editor: Editor) {
    if pressed.just(Act::Undo) {
        editor.undo();
    }
    if pressed.just(Act::Redo) {
        editor.redo();
    }
    if pressed.just(Act::TryRules) {
        editor.try_it();
    }
}

/// A change that was refused never was.
fn forget_refused(mut refused: MessageReader<Refused>, mut history: ResMut<History>) {
    for refused in refused.read() {
        if let Request::RuleEdit(RuleEditRequest::Rules { unit, rules }) = &refused.request {
            let latest = history.done.last();
            if latest.is_some_and(|change| change.unit == *unit && change.after == *rules) {
                history.done.pop();
            }
        }
    }
}

/// Another battle has other rules.
fn begin_anew(mut started: MessageReader<BattleStarted>, mut history: ResMut<History>) {
    if started.read().count() > 0 {
        *history = History::default();
    }
}
