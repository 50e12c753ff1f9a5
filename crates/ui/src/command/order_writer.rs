//! From what the player means to orders: what the selected unit can do, and how it is ordered.

use foretold_battle::{Brain, Cell, Command, Order, OrderRefusal, SkillId, Turn};
use foretold_sim::{Grid, Options, OrderRequest, Previews, UnitOptions};
use foretold_view::OrderMode;
use foretold_view::attack_previews::whole_turn;

use super::areas::{area_hits_enemy, best_aim};
use super::end_turn::counted;
use super::free_order;
use super::no_target::{attacks, no_target, no_use, usable_skills};
use super::refusals::with_remedy;
use crate::prelude::*;

/// What messages are about that ask whether something is meant.
const WARNING: &str = "warning";
/// Why nobody can be ordered.
pub(super) const SELECT_FIRST: &str = "Select one of your units first.";

/// What was asked about because it would begin another branch of the battle, and at which moment.
#[derive(Resource, Default)]
pub(crate) struct PendingBranch(Option<(u64, OrderRequest)>);

/// What a click on a cell means to the selected unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointed {
    /// This order, which may still be refused.
    Order(Order),
    /// A skill on a cell where nobody is for it.
    Nobody,
}

/// What the selected unit can do, and how it is ordered.
#[derive(SystemParam)]
pub(crate) struct OrderWriter<'w> {
    battle: If<Res<'w, Shown>>,
    options: Res<'w, Options>,
    previews: Res<'w, Previews>,
    grid: Res<'w, Grid>,
    selection: ResMut<'w, Selection>,
    clock: Res<'w, Clock>,
    mode: ResMut<'w, OrderMode>,
    pending: ResMut<'w, PendingBranch>,
    orders: MessageWriter<'w, OrderRequest>,
    time: MessageWriter<'w, ClockRequest>,
    toasts: ResMut<'w, Toasts>,
}

impl OrderWriter<'_> {
    pub(super) fn mode(&self) -> OrderMode {
        *self.mode
    }

    pub(super) fn set_mode(&mut self, mode: OrderMode) {
        self.mode.set_if_neq(mode);
    }

    /// The battle on screen.
    fn battle(&self) -> &Battle {
        self.battle.battle()
    }

    /// The selected unit.
    pub(super) fn selected(&self) -> Option<UnitId> {
        self.selection.0
    }

    /// Whether a unit could be ordered to do something now.
    pub(super) fn can_order(&self, unit: UnitId) -> bool {
        self.selection.0 == Some(unit) && self.options.of_unit(unit).is_some()
    }

    /// Whether the battle waits for this unit.
    pub(super) fn is_waited_for(&self, unit: UnitId) -> bool {
        let options = self.options.of_unit(unit);
        options.is_some_and(|options| options.waited_for)
    }

    /// The unit that stands or lies in a cell, and its side.
    pub(super) fn unit_at(&self, cell: Cell) -> Option<(UnitId, Faction)> {
        let unit = self.grid.occupant(cell)?;
        let sheet = self.battle().arena().get_sheet(unit)?;
        Some((unit, sheet.faction))
    }

    /// Whether another unit of the player's stands there, which is then selected; unless a skill helps
    /// it, or an area locked there hits an enemy.
    pub(super) fn is_another_of_mine(
        &self,
        cell: Cell,
        unit: UnitId,
        skill: Option<SkillId>,
    ) -> bool {
        let other = self.unit_at(cell).filter(|(other, _)| *other != unit);
        other.is_some_and(|(other, side)| {
            let meant = skill.is_some_and(|skill| {
                self.uses().contains(&(skill, other))
                    || area_hits_enemy(self.battle(), unit, skill, cell)
            });
            side == Faction::Friendly && !meant
        })
    }

    /// Whether a skill of a unit would be wasted on a cell. In ticks a blow may well be aimed at
    /// where somebody will be; in turns nobody moves meanwhile, but an area may hit somebody beside
    /// the cell, and a fire may bar the way.
    pub(super) fn wastes(&self, unit: UnitId, skill: SkillId, cell: Cell) -> bool {
        let arena = self.battle().arena();
        if area_hits_enemy(self.battle(), unit, skill, cell) {
            return false;
        }
        match self.unit_at(cell) {
            // The refusal says why an enemy cannot be hit; help for one is never meant.
            Some((target, side)) => {
                let meant = side == Faction::Enemy && arena.skill(skill).is_hostile();
                !meant && !self.uses().contains(&(skill, target))
            }
            None => arena.tempo().takes_turns() && arena.skill(skill).burns().is_none(),
        }
    }

    /// What a click on a cell means to the selected unit; `None` if it selects what is there.
    pub(crate) fn pointed(&self, cell: Cell) -> Option<Pointed> {
        let unit = self.selected().filter(|unit| self.can_order(*unit))?;
        let order = match self.mode() {
            OrderMode::Attack(skill) if self.is_another_of_mine(cell, unit, Some(skill)) => None,
            OrderMode::Attack(skill) if self.wastes(unit, skill, cell) => {
                return Some(Pointed::Nobody);
            }
            OrderMode::Attack(skill) => Some(Order::Use { skill, at: cell }),
            OrderMode::Move if self.is_another_of_mine(cell, unit, None) => None,
            OrderMode::Move => Some(Order::MoveTo(cell)),
            OrderMode::Free => free_order(self, unit, cell),
        };
        order.map(Pointed::Order)
    }

    /// Whether the selected unit would follow an order.
    pub(crate) fn can_follow(&self, order: Order) -> bool {
        let unit = self.selected();
        unit.is_some_and(|unit| self.battle().check_order(unit, order).is_ok())
    }

    /// Whether the moment on screen is the present.
    pub(super) fn is_live(&self) -> bool {
        self.battle.is_live()
    }

    /// Whether the selected unit could walk to a cell.
    pub(super) fn can_walk(&self, cell: Cell) -> bool {
        let options = self.options();
        options.is_some_and(|options| options.walks.iter().any(|(to, _)| *to == cell))
    }

    /// What the selected unit could do.
    fn options(&self) -> Option<&UnitOptions> {
        self.options.of_unit(self.selection.0?)
    }

    /// Which skill the selected unit could use on which unit.
    fn uses(&self) -> &[(SkillId, UnitId)] {
        self.options().map_or(&[], |options| &options.uses)
    }

    /// The attack that is expected to do most, or the first one, whose refusal then says why none
    /// can be made.
    pub(super) fn best_attack(&self, unit: UnitId, target: UnitId) -> Option<SkillId> {
        let expected = |skill: SkillId| {
            let mut attacks = self.previews.between(unit, target);
            let attack = attacks.find(|attack| attack.skill == skill);
            attack.map_or(0, |attack| attack.preview.expected_hundredths)
        };
        let usable = self.uses().iter().filter(|(_, on)| *on == target);
        // The first of several equal ones, as in the unit's own list.
        let best = usable.rev().max_by_key(|(skill, _)| expected(*skill));
        best.map(|(skill, _)| *skill)
            .or_else(|| attacks(self.battle(), unit).first().copied())
    }

    /// Gives the selected unit an order, or says why not.
    pub(super) fn give(&mut self, order: Order, until_released: bool) {
        let units: Vec<UnitId> = self.selection.0.into_iter().collect();
        self.give_to(&units, order, until_released);
    }

    /// Gives units an order. If none of them can follow it, it is refused, and that says why.
    pub(super) fn give_to(&mut self, units: &[UnitId], order: Order, until_released: bool) {
        let give = |unit: UnitId| OrderRequest::Give {
            unit,
            order,
            until_released,
        };
        let Some(first) = units.first() else {
            self.refuse(SELECT_FIRST);
            return;
        };
        // A repeat also begins when nothing is left of this turn.
        let checked = if until_released {
            Order::EndTurn
        } else {
            order
        };
        let obeys = |unit: &UnitId| self.battle().check_order(*unit, checked).is_ok();
        let obeyed = units.iter().any(obeys);
        if obeyed && !self.may_branch(give(*first)) {
            return;
        }
        self.orders.write_batch(units.iter().copied().map(give));
        if obeyed {
            self.set_mode(OrderMode::Free);
            // In turns what was ordered happens now. In ticks it happens when time goes on.
            if self.battle().arena().tempo().takes_turns() && !self.clock.playing {
                self.time.write(ClockRequest::Play);
            }
        }
    }

    /// Whether something may begin another branch: what came after the moment on screen is left. In
    /// the past the player is asked once.
    fn may_branch(&mut self, request: OrderRequest) -> bool {
        let asked = Some((self.battle.moment().fingerprint(), request));
        // In a run an omen is asked for.
        let is_free = self.is_live() || self.battle.is_of_run();
        if is_free || self.pending.0 == asked && self.has_warned() {
            self.pending.0 = None;
            // Whatever was asked about is answered.
            self.toasts.forget(WARNING);
            return true;
        }
        self.pending.0 = asked;
        self.warn("You look back: this begins another branch of the battle, and what came after is left. Do it again if you mean it, or go to the last step first.");
        false
    }

    /// Gives the selected unit back to its rules.
    pub(super) fn release(&mut self) {
        let Some(unit) = self.selection.0 else {
            self.refuse(SELECT_FIRST);
            return;
        };
        let (battle, name) = (self.battle(), self.name(unit));
        let ordered = battle.unit(unit).is_some_and(|unit| unit.order.is_some());
        let toast = if ordered {
            let brain = &battle.arena().sheet(unit).brain;
            let how = if battle.has_player() && matches!(brain, Brain::Manual(_)) {
                "waits for your orders again"
            } else {
                "follows its own rules again"
            };
            let request = OrderRequest::Release { unit };
            if !self.may_branch(request) {
                return;
            }
            self.orders.write(request);
            Toast::news(format!("{name} {how}."))
        } else {
            Toast::bad(format!("{name} follows no order of yours. Give one first."))
        };
        self.toasts.push(toast.about("release"));
    }

    /// Marks an enemy for autofight, or takes the mark away.
    pub(super) fn mark(&mut self, cell: Option<Cell>) {
        let enemies = self.battle().arena().side(Faction::Enemy);
        let pointed = cell.and_then(|cell| self.grid.occupant(cell));
        let mut meant = pointed.into_iter().chain(self.selection.0);
        let Some(unit) = meant.find(|unit| enemies.contains(*unit)) else {
            self.refuse("Point at an enemy to mark it: autofight goes for the marked first.");
            return;
        };
        let marked = !self.battle().marked().contains(unit);
        let request = OrderRequest::Mark { unit, marked };
        if !self.may_branch(request) {
            return;
        }
        self.orders.write(request);
        let how = if marked {
            "is marked"
        } else {
            "is no longer marked"
        };
        let text = format!("{} {how} for autofight.", self.name(unit));
        self.toasts.push(Toast::news(text).about("mark"));
    }

    /// Whether the last thing that the player did was an order, not a change of rules.
    pub(super) fn ordered_last(&self) -> bool {
        ordered_last(&self.battle)
    }

    /// Takes the latest order back, and selects the unit that it was given to.
    pub(super) fn undo(&mut self) {
        self.set_mode(OrderMode::Free);
        self.orders.write(OrderRequest::Undo);
        let undone = self.battle.session().undoable();
        if let Some(Command::Order { unit, .. } | Command::Release { unit }) = undone
            && self.is_live()
        {
            self.selection.set_if_neq(Selection(Some(*unit)));
        }
    }

    /// Enters attack mode with the first skill that hurts, or helps, and has a target, or goes on to
    /// the next one. Gives the cell of the first target.
    pub(super) fn aim(&mut self, hostile: bool) -> Option<Cell> {
        let Some(unit) = self.selection.0 else {
            self.refuse(SELECT_FIRST);
            return None;
        };
        let battle = self.battle();
        let mut skills: Vec<SkillId> = Vec::new();
        for (skill, _) in self.uses() {
            if battle.arena().skill(*skill).is_hostile() == hostile && !skills.contains(skill) {
                skills.push(*skill);
            }
        }
        if skills.is_empty() {
            let why = no_target(battle, unit, hostile);
            self.refuse(&format!("{}: {why}", self.name(unit)));
            return None;
        }
        let is_chosen = |skill: &SkillId| self.mode() == OrderMode::Attack(*skill);
        let next = skills.iter().position(is_chosen).map_or(0, |now| now + 1);
        self.arm(skills[next % skills.len()])
    }

    /// Enters attack mode with a skill, or says why it cannot be used. Gives the cell of the first
    /// target.
    pub(crate) fn arm(&mut self, skill: SkillId) -> Option<Cell> {
        let Some(unit) = self.selection.0 else {
            self.refuse(SELECT_FIRST);
            return None;
        };
        let battle = self.battle();
        if let Some(why) = no_use(battle, unit, skill) {
            let skill = &battle.arena().skill(skill).name;
            self.refuse(&format!("{}, {skill}: {why}", self.name(unit)));
            return None;
        }
        let uses = self.uses().iter().filter(|(used, _)| *used == skill);
        let targets: Vec<UnitId> = uses.map(|(_, target)| *target).collect();
        let target = targets.first().and_then(|target| battle.unit(*target));
        let cell = target.map(|target| target.cell);
        let name = &battle.arena().skill(skill).name;
        let (cell, mut text) = match cell {
            Some(_) => {
                let targets = counted(targets.len(), "valid target");
                (cell, format!("{name}: {targets}."))
            }
            None => (
                best_aim(battle, unit, skill),
                format!("{name}: no enemy in reach, but its area hits one from a cell that is."),
            ),
        };
        if let Some(cost) = whole_turn(battle, skill) {
            text += &format!(" {cost}");
        }
        self.toasts.push(Toast::news(text).about("mode"));
        self.set_mode(OrderMode::Attack(skill));
        cell
    }

    /// Arms a skill by its place in the panel.
    pub(super) fn arm_at(&mut self, place: usize) -> Option<Cell> {
        let skills = self
            .selection
            .0
            .map(|unit| usable_skills(self.battle(), unit));
        match skills.as_ref().map(|skills| skills.get(place)) {
            Some(Some(skill)) => self.arm(*skill),
            Some(None) => {
                let known = counted(skills.map_or(0, |skills| skills.len()), "skill");
                self.refuse(&format!("It knows {known}. The panel lists them."));
                None
            }
            None => {
                self.refuse(SELECT_FIRST);
                None
            }
        }
    }

    /// The order that a click or Enter would give now, as far as that is known.
    pub(super) fn chosen_order(&self, hover: Option<Cell>) -> Option<Order> {
        let (unit, options) = (self.selection.0?, self.options()?);
        match self.mode() {
            OrderMode::Attack(skill) => {
                let used = options.uses.iter().find(|(used, _)| *used == skill);
                let at = match used {
                    Some((_, target)) => self.battle().unit(*target)?.cell,
                    None => best_aim(self.battle(), unit, skill)?,
                };
                Some(Order::Use { skill, at })
            }
            OrderMode::Move => {
                let pointed = hover.filter(|cell| self.can_walk(*cell));
                let cell = pointed.or_else(|| options.walks.first().map(|(cell, _)| *cell))?;
                Some(Order::MoveTo(cell))
            }
            OrderMode::Free => free_order(self, unit, hover?),
        }
    }

    /// What is left of the selected unit's turn after an order.
    pub(super) fn turn_after(&self, order: Order) -> Option<Turn> {
        self.battle().turn_after(self.selection.0?, order)
    }

    /// Enters move mode.
    pub(super) fn walk(&mut self) {
        let Some(unit) = self.selection.0 else {
            self.refuse(SELECT_FIRST);
            return;
        };
        if self.options().is_some_and(|it| !it.walks.is_empty()) {
            self.set_mode(OrderMode::Move);
        } else {
            self.refuse(&format!("{}: {}", self.name(unit), self.no_walk(unit)));
        }
    }

    /// Why a unit cannot walk anywhere.
    fn no_walk(&self, unit: UnitId) -> String {
        let free = Cell::all().filter(|cell| self.grid.occupant(*cell).is_none());
        let refusals =
            free.filter_map(|cell| self.battle().check_order(unit, Order::MoveTo(cell)).err());
        // There is a wall somewhere: what holds for every cell comes first.
        let why = refusals.min_by_key(|why| *why == OrderRefusal::NoWay);
        why.as_ref().map_or_else(String::new, with_remedy)
    }

    /// Asks whether something is meant.
    pub(super) fn warn(&mut self, text: &str) {
        self.toasts.push(Toast::bad(text).about(WARNING));
    }

    /// Whether the question is still on screen.
    pub(super) fn has_warned(&self) -> bool {
        self.toasts.speaks_about(WARNING)
    }

    /// Says why something cannot be.
    pub(super) fn refuse(&mut self, text: &str) {
        self.toasts.push(Toast::bad(text).about("order"));
    }

    pub(super) fn name(&self, unit: UnitId) -> String {
        self.battle.unit_name(unit).to_owned()
    }
}

/// Why the latest order cannot be taken back.
pub(super) fn no_undo(battle: &Shown) -> Option<&'static str> {
    if !battle.is_live() {
        Some("You look back: go to the last step first.")
    } else if !battle.session().can_undo() {
        Some(
            "Nothing to take back: dice have been rolled since, or nothing was ordered in this turn.",
        )
    } else if !ordered_last(battle) {
        Some("Rules were changed after the last order: take that back first, beside the rules.")
    } else {
        None
    }
}

/// Whether the last thing that the player did was an order, not a change of rules.
fn ordered_last(battle: &Shown) -> bool {
    let mut entries = battle.session().entries().iter().rev();
    let last = entries.find_map(|entry| match entry.command {
        Command::Order { .. } | Command::Release { .. } | Command::Mark { .. } => Some(true),
        Command::Rules { .. } => Some(false),
        _ => None,
    });
    last.unwrap_or(false)
}
