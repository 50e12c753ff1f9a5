//! Changing rules, taking changes back, and making them again.

use bevy::ecs::relationship::RelatedSpawnerCommands;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use foretold_battle::{Faction, Rule, UnitId};
use foretold_content::Act;
use foretold_sim::{
    BattleReplayed, BattleStarted, Clock, ClockRequest, CurrentBattle, Refused, Request,
    RuleEditRequest, SimSystems, TrialRequest,
};
use foretold_view::Selection;
use lucide_icons::Icon;

use crate::controls::{Heed, Pressed};
use crate::toasts::{Toast, Toasts};
use crate::widgets::{Pen, Tip, button, caption_icon, switch_off};

/// So many changes can be taken back.
const MOST: usize = 200;

/// A change of a unit's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Change {
    unit: UnitId,
    /// At which step it was made.
    step: u32,
    before: Vec<Rule>,
    after: Vec<Rule>,
}

/// The changes of this battle, the latest last.
#[derive(Resource, Default, Debug)]
pub(crate) struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// Both as they were before something was asked for: if it is refused, it never was.
    before_asked: Option<(Vec<Change>, Vec<Change>)>,
    /// What was asked for in this frame, and is not in force yet.
    pending: Option<(UnitId, Vec<Rule>)>,
    /// The rules to begin again with, while a restart is under way.
    carried: Vec<(UnitId, Vec<Rule>)>,
    /// Whether time runs again once they are in force.
    resumes: bool,
}

impl History {
    /// Remembers everything for the case that what is asked for is refused.
    fn put_aside(&mut self) {
        // Several things in one frame are refused or granted together.
        if self.pending.is_none() {
            self.before_asked = Some((self.done.clone(), self.undone.clone()));
        }
    }

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

    /// The rules that the selected unit has at the moment on screen, or is about to have.
    pub(super) fn rules(&self) -> Vec<Rule> {
        if let Some((unit, rules)) = &self.history.pending
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
        let step = self.step();
        self.history.put_aside();
        let change = Change {
            unit,
            step,
            before,
            after: rules.clone(),
        };
        // What was changed later belongs to a line that is cut off now.
        self.history.done.retain(|change| change.step <= step);
        if self.history.done.len() == MOST {
            self.history.done.remove(0);
        }
        self.history.done.push(change);
        self.history.undone.clear();
        self.history.pending = Some((unit, rules.clone()));
        self.requests.write(RuleEditRequest::Rules { unit, rules });
    }

    /// Changes the rules of the selected unit.
    pub(super) fn change(&mut self, how: impl FnOnce(&mut Vec<Rule>)) {
        let mut rules = self.rules();
        how(&mut rules);
        self.set(rules);
    }

    pub(super) fn undo(&mut self) {
        let Some(change) = self.history.done.last().cloned() else {
            self.refuse("There is no change of rules to take back.");
            return;
        };
        if self.has_rules(change.unit, &change.after) {
            self.history.put_aside();
            self.history.done.pop();
            self.restore(change.unit, change.before.clone());
            self.history.undone.push(change);
        } else {
            self.refuse_here(change.step);
        }
    }

    pub(super) fn redo(&mut self) {
        let Some(mut change) = self.history.undone.last().cloned() else {
            self.refuse("There is no change of rules to make again.");
            return;
        };
        if self.has_rules(change.unit, &change.before) {
            self.history.put_aside();
            self.history.undone.pop();
            self.restore(change.unit, change.after.clone());
            change.step = self.step();
            self.history.done.push(change);
        } else {
            self.refuse_here(change.step);
        }
    }

    /// The step on screen.
    fn step(&self) -> u32 {
        let battle = self.battle.as_ref();
        battle.map_or(0, |battle| battle.battle().tick())
    }

    /// Whether a unit has these rules at the moment on screen.
    fn has_rules(&self, unit: UnitId, rules: &[Rule]) -> bool {
        let battle = self.battle.as_ref();
        let unit = battle.and_then(|battle| battle.battle().unit(unit));
        unit.is_some_and(|unit| unit.rules.as_slice() == rules)
    }

    /// At this moment other rules are in force than the change is about.
    fn refuse_here(&mut self, step: u32) {
        self.refuse(&format!(
            "The change was made at step {step}, and other rules are in force here: go there or later first."
        ));
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
            (travel, carry_over).in_set(Heed::Game),
            (forget_refused, begin_anew)
                .chain()
                .after(SimSystems::Refresh),
        ),
    );
}

/// The button that takes a change of rules back, whatever was ordered since: the key for it asks where
/// the focus is.
pub(super) fn undo_button(
    row: &mut RelatedSpawnerCommands<'_, ChildOf>,
    off: Option<String>,
    pen: &Pen,
) {
    let take_back = |_: On<Activate>, mut editor: Editor| editor.undo();
    let label = "Take the last change of rules back.";
    let tip = Tip(label.to_owned());
    let mut undo = row.spawn((button(label, pen), tip, observe(take_back)));
    caption_icon(&mut undo, Icon::Undo2, pen);
    if let Some(why) = off {
        switch_off(&mut undo, why);
    }
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

/// What was refused never was.
fn forget_refused(mut refused: MessageReader<Refused>, mut history: ResMut<History>) {
    for refused in refused.read() {
        match refused.request {
            Request::RuleEdit(_) => {
                if let Some((done, undone)) = history.before_asked.take() {
                    (history.done, history.undone) = (done, undone);
                }
            }
            Request::Battle(_) => history.carried.clear(),
            _ => {}
        }
    }
    if history.pending.is_some() || history.before_asked.is_some() {
        (history.pending, history.before_asked) = (None, None);
    }
}

/// A battle that begins again begins with the rules that the player has made.
fn carry_over(
    pressed: Res<Pressed>,
    battle: Option<Res<CurrentBattle>>,
    clock: Res<Clock>,
    mut history: ResMut<History>,
    mut requests: MessageWriter<ClockRequest>,
) {
    let again = pressed.just(Act::Restart) || pressed.just(Act::NewSeed);
    let Some(battle) = battle.filter(|_| again) else {
        return;
    };
    let live = battle.live().battle();
    let changed = live.arena().units().filter_map(|(id, sheet)| {
        let rules = live.unit(id)?.rules.to_vec();
        (sheet.faction == Faction::Friendly && rules != sheet.brain.rules()).then_some((id, rules))
    });
    history.carried = changed.collect();
    // Not a step without them: the rules come a frame after the battle.
    if !history.carried.is_empty() && clock.playing {
        history.resumes = true;
        requests.write(ClockRequest::Pause);
    }
}

/// Another battle has other rules; the same one again keeps those that were changed.
fn begin_anew(
    mut started: MessageReader<BattleStarted>,
    mut replayed: MessageReader<BattleReplayed>,
    battle: Option<Res<CurrentBattle>>,
    mut history: ResMut<History>,
    mut requests: MessageWriter<RuleEditRequest>,
    mut clock: MessageWriter<ClockRequest>,
) {
    // Under other content the numbers of skills may mean others.
    if replayed.read().any(|told| told.vanished.is_empty()) {
        *history = History::default();
    }
    if started.read().count() == 0 {
        return;
    }
    let carried = std::mem::take(&mut history.carried);
    if history.resumes {
        clock.write(ClockRequest::Play);
    }
    *history = History::default();
    let Some(battle) = battle else {
        return;
    };
    let setup = battle.battle().arena().setup();
    for (unit, after) in carried {
        // The files may have changed meanwhile.
        if let (Ok(()), Some(sheet)) = (
            setup.check_rules(unit, &after),
            setup.units.get(unit.slot()),
        ) {
            history.done.push(Change {
                unit,
                step: 0,
                before: sheet.brain.rules().to_vec(),
                after: after.clone(),
            });
            requests.write(RuleEditRequest::Rules { unit, rules: after });
        }
    }
}
