//! The player's hand: what can be told to the selected unit, and how it is told.

use foretold_battle::{Brain, Cell, Command, Order, OrderRefusal, SkillId, WhyNot};
use foretold_sim::{Grid, Options, OrderRequest, Previews, UnitOptions};
use foretold_view::OrderMode;
use foretold_view::attack_previews::whole_turn;

use super::refusals::remedy;
use crate::prelude::*;

/// What messages are about that ask whether something is meant.
const WARNING: &str = "warning";

/// What was asked about because it would begin another line of the battle, and at which moment.
#[derive(Resource, Default)]
pub(crate) struct PendingBranch(Option<(u64, OrderRequest)>);

/// What can be told to the selected unit, and how it is told.
#[derive(SystemParam)]
pub(crate) struct OrderWriter<'w> {
    battle: Option<Res<'w, Shown>>,
    options: Res<'w, Options>,
    previews: Res<'w, Previews>,
    grid: Res<'w, Grid>,
    selection: ResMut<'w, Selection>,
    clock: Res<'w, Clock>,
    mode: ResMut<'w, OrderMode>,
    cut: ResMut<'w, PendingBranch>,
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
    pub(super) fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref().map(|battle| battle.battle())
    }

    /// Who is selected.
    pub(super) fn selected(&self) -> Option<UnitId> {
        self.selection.0
    }

    /// Whether a unit could be told something now.
    pub(super) fn commands(&self, unit: UnitId) -> bool {
        self.selection.0 == Some(unit) && self.options.of_unit(unit).is_some()
    }

    /// Whether the battle waits for this unit.
    pub(super) fn is_waited_for(&self, unit: UnitId) -> bool {
        let options = self.options.of_unit(unit);
        options.is_some_and(|options| options.waited_for)
    }

    /// Who stands or lies in a cell.
    pub(super) fn somebody_at(&self, cell: Cell) -> Option<(UnitId, Faction)> {
        let unit = self.grid.occupant(cell)?;
        let sheet = self.battle()?.arena().setup().units.get(unit.slot())?;
        Some((unit, sheet.faction))
    }

    /// Whether somebody else of the player's stands there, who is then selected; unless a skill helps.
    pub(super) fn is_another_of_mine(
        &self,
        cell: Cell,
        unit: UnitId,
        skill: Option<SkillId>,
    ) -> bool {
        let other = self.somebody_at(cell).filter(|(other, _)| *other != unit);
        other.is_some_and(|(other, side)| {
            let helped = skill.is_some_and(|skill| self.uses().contains(&(skill, other)));
            side == Faction::Friendly && !helped
        })
    }

    /// Whether a skill would be wasted on a cell. In ticks a blow may well be aimed at where somebody
    /// will be; in turns nobody moves meanwhile.
    pub(super) fn wastes(&self, skill: SkillId, cell: Cell) -> bool {
        let Some(battle) = self.battle() else {
            return true;
        };
        match self.somebody_at(cell) {
            // Why an enemy cannot be hit is told by the refusal; help for one is never meant.
            Some((target, side)) => {
                let meant = side == Faction::Enemy && battle.arena().skill(skill).is_hostile();
                !meant && !self.uses().contains(&(skill, target))
            }
            None => battle.arena().tempo().takes_turns(),
        }
    }

    /// Whether the moment on screen is the present.
    pub(super) fn is_live(&self) -> bool {
        self.battle.as_ref().is_some_and(|battle| battle.is_live())
    }

    /// Whether the selected unit could walk to a cell.
    pub(super) fn can_walk(&self, cell: Cell) -> bool {
        let options = self.told();
        options.is_some_and(|options| options.walks.iter().any(|(to, _)| *to == cell))
    }

    /// What the selected unit could be told.
    fn told(&self) -> Option<&UnitOptions> {
        self.options.of_unit(self.selection.0?)
    }

    /// Which skill the selected unit could use on which unit.
    fn uses(&self) -> &[(SkillId, UnitId)] {
        self.told().map_or(&[], |options| &options.uses)
    }

    /// The attack that is expected to do most, or the first one, whose refusal then tells why none
    /// can be made.
    pub(super) fn best_attack(&self, unit: UnitId, target: UnitId) -> Option<SkillId> {
        let battle = self.battle()?;
        let expected = |skill: SkillId| {
            let mut attacks = self.previews.between(unit, target);
            let attack = attacks.find(|attack| attack.skill == skill);
            attack.map_or(0, |attack| attack.preview.expected_hundredths)
        };
        let usable = self.uses().iter().filter(|(_, whom)| *whom == target);
        // The first of several equal ones, as in the unit's own list.
        let best = usable.rev().max_by_key(|(skill, _)| expected(*skill));
        best.map(|(skill, _)| *skill)
            .or_else(|| attacks(battle, unit).first().copied())
    }

    /// Tells the selected unit something, or says why not.
    pub(super) fn tell(&mut self, order: Order, until_released: bool) {
        let Some(unit) = self.selection.0 else {
            self.refuse("Select one of your units first.");
            return;
        };
        // A repeat also begins when nothing is left of this turn.
        let checked = if until_released {
            Order::EndTurn
        } else {
            order
        };
        let obeyed = self
            .battle()
            .is_some_and(|battle| battle.check_order(unit, checked).is_ok());
        let request = OrderRequest::Give {
            unit,
            order,
            until_released,
        };
        if obeyed && !self.may_cut(request) {
            return;
        }
        self.orders.write(request);
        if obeyed {
            self.set_mode(OrderMode::Free);
            self.go_on();
        }
    }

    /// Whether something may cut off what came after the moment on screen: in the past it is asked
    /// once.
    fn may_cut(&mut self, request: OrderRequest) -> bool {
        let moment = self.battle.as_ref().map(|shown| shown.moment());
        let asked = moment.map(|moment| (moment.fingerprint(), request));
        if self.is_live() || self.cut.0 == asked && self.has_warned() {
            self.cut.0 = None;
            // Whatever was asked about is answered.
            self.toasts.forget(WARNING);
            return true;
        }
        self.cut.0 = asked;
        self.warn("You look back: this begins another line of the battle, and what came after is left. Do it again if you mean it, or go to the last step first.");
        false
    }

    /// Where units take turns, what was ordered happens now. In ticks it happens when time goes on.
    pub(super) fn go_on(&mut self) {
        let turns = self
            .battle()
            .is_some_and(|battle| battle.arena().tempo().takes_turns());
        if turns && !self.clock.playing {
            self.time.write(ClockRequest::Play);
        }
    }

    /// Gives the selected unit back to its rules.
    pub(super) fn release(&mut self) {
        let Some(unit) = self.selection.0 else {
            self.refuse("Select one of your units first.");
            return;
        };
        let state = self.battle().and_then(|battle| battle.unit(unit));
        let told = if state.is_some_and(|unit| unit.order.is_some()) {
            let request = OrderRequest::Release { unit };
            if !self.may_cut(request) {
                return;
            }
            self.orders.write(request);
            let waits = self.battle().is_some_and(|battle| {
                let brain = &battle.arena().sheet(unit).brain;
                battle.has_player() && matches!(brain, Brain::Manual(_))
            });
            let how = if waits {
                "waits for your orders again"
            } else {
                "follows its own rules again"
            };
            Toast::news(format!("{} {how}.", self.name(unit)))
        } else {
            let text = format!("{} follows no order of yours.", self.name(unit));
            Toast::bad(format!("{text} Give one first."))
        };
        self.toasts.push(told.about("release"));
    }

    /// Marks an enemy for autofight, or takes the mark away.
    pub(super) fn mark(&mut self, cell: Option<Cell>) {
        let pointed = cell.and_then(|cell| self.somebody_at(cell));
        let selected = self.selection.0.and_then(|unit| {
            let sheet = self.battle()?.arena().setup().units.get(unit.slot())?;
            Some((unit, sheet.faction))
        });
        let enemy = [pointed, selected]
            .into_iter()
            .flatten()
            .find(|(_, side)| *side == Faction::Enemy);
        let Some((unit, _)) = enemy else {
            self.refuse("Point at an enemy to mark it: autofight goes for the marked first.");
            return;
        };
        let marked = self
            .battle()
            .is_some_and(|battle| !battle.marked().contains(unit));
        let request = OrderRequest::Mark { unit, marked };
        if !self.may_cut(request) {
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
        self.battle
            .as_ref()
            .is_some_and(|battle| ordered_last(battle))
    }

    /// Takes the latest order back, and selects the unit that it was given to.
    pub(super) fn undo(&mut self) {
        self.set_mode(OrderMode::Free);
        self.orders.write(OrderRequest::Undo);
        let live = self.battle.as_ref().filter(|battle| battle.is_live());
        let undone = live.and_then(|battle| battle.session().undoable());
        if let Some(Command::Order { unit, .. } | Command::Release { unit }) = undone {
            self.selection.set_if_neq(Selection(Some(*unit)));
        }
    }

    /// Tells units to do no more in this turn.
    pub(super) fn end_turns(&mut self, units: &[UnitId]) {
        let Some(first) = units.first().copied() else {
            self.refuse("Select one of your units first.");
            return;
        };
        let obeyed = self.battle().is_some_and(|battle| {
            let ends = |unit: &UnitId| battle.check_order(*unit, Order::EndTurn).is_ok();
            units.iter().any(ends)
        });
        let end = |unit: UnitId| OrderRequest::Give {
            unit,
            order: Order::EndTurn,
            until_released: false,
        };
        if obeyed && !self.may_cut(end(first)) {
            return;
        }
        for &unit in units {
            self.orders.write(end(unit));
        }
        if obeyed {
            self.set_mode(OrderMode::Free);
            self.go_on();
        }
    }

    /// Enters attack mode with the first skill that hurts, or helps, and has a target, or goes on to
    /// the next one. Gives the cell of the first target.
    pub(super) fn aim(&mut self, hostile: bool) -> Option<Cell> {
        let Some(unit) = self.selection.0 else {
            self.refuse("Select one of your units first.");
            return None;
        };
        let battle = self.battle()?;
        let setup = battle.arena().setup();
        let mut skills: Vec<SkillId> = Vec::new();
        for (skill, _) in self.uses() {
            if setup.skills[skill.index()].is_hostile() == hostile && !skills.contains(skill) {
                skills.push(*skill);
            }
        }
        let Some(first) = skills.first().copied() else {
            let why = if hostile {
                no_target(battle, unit)
            } else {
                nobody_to_help(battle, unit)
            };
            let text = format!("{}: {why}", self.name(unit));
            self.refuse(&text);
            return None;
        };
        let skill = match self.mode() {
            OrderMode::Attack(now) => {
                let place = skills.iter().position(|skill| *skill == now);
                place.map_or(first, |place| skills[(place + 1) % skills.len()])
            }
            OrderMode::Free | OrderMode::Move => first,
        };
        let targets: Vec<UnitId> = self
            .uses()
            .iter()
            .filter(|(used, _)| *used == skill)
            .map(|(_, target)| *target)
            .collect();
        let name = &setup.skills[skill.index()].name;
        let count = match targets.len() {
            1 => "1 valid target".to_owned(),
            count => format!("{count} valid targets"),
        };
        let mut text = format!("{name}: {count}.");
        if let Some(cost) = whole_turn(battle, skill) {
            text += &format!(" {cost}");
        }
        let cell = targets
            .first()
            .and_then(|target| Some(battle.unit(*target)?.cell));
        self.toasts.push(Toast::news(text).about("mode"));
        self.set_mode(OrderMode::Attack(skill));
        cell
    }

    /// Enters move mode.
    pub(super) fn walk(&mut self) {
        let Some(unit) = self.selection.0 else {
            self.refuse("Select one of your units first.");
            return;
        };
        if self.told().is_none_or(|options| options.walks.is_empty()) {
            let text = format!("{}: {}", self.name(unit), self.no_walk(unit));
            self.refuse(&text);
            return;
        }
        self.set_mode(OrderMode::Move);
    }

    /// Why a unit cannot walk anywhere.
    fn no_walk(&self, unit: UnitId) -> String {
        let why = self.battle().and_then(|battle| {
            let free = Cell::all().filter(|cell| self.grid.occupant(*cell).is_none());
            let refusals =
                free.filter_map(|cell| battle.check_order(unit, Order::MoveTo(cell)).err());
            // There is a wall somewhere: what holds for every cell comes first.
            refusals.min_by_key(|why| *why == OrderRefusal::NoWay)
        });
        why.map_or_else(
            || "there is no battle.".to_owned(),
            |why| format!("{why}. {}", remedy(&why)),
        )
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
        let battle = self.battle.as_ref();
        battle.map_or_else(String::new, |battle| battle.unit_name(unit).to_owned())
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
    let orders = |command: &Command| {
        matches!(
            command,
            Command::Order { .. } | Command::Release { .. } | Command::Mark { .. }
        )
    };
    let edits = |command: &Command| matches!(command, Command::Rules { .. });
    let entries = battle.session().entries().iter().rev();
    let mut commands = entries.map(|entry| &entry.command);
    let last = commands.find(|command| orders(command) || edits(command));
    last.is_some_and(orders)
}

/// The skills of a unit that hurt.
fn attacks(battle: &Battle, unit: UnitId) -> Vec<SkillId> {
    let setup = battle.arena().setup();
    let known = setup.units.get(unit.slot()).map(|sheet| &sheet.skills);
    known
        .into_iter()
        .flatten()
        .copied()
        .filter(|skill| setup.skills[skill.index()].is_hostile())
        .collect()
}

/// Why there is nobody whom a unit could help.
pub(super) fn nobody_to_help(battle: &Battle, unit: UnitId) -> String {
    match battle.check_order(unit, Order::EndTurn) {
        Err(why) => format!("{why}. {}", remedy(&why)),
        Ok(()) => "it can help nobody from here. Walk to one of your own, or attack.".to_owned(),
    }
}

/// Why there is nobody whom a unit could attack.
pub(super) fn no_target(battle: &Battle, unit: UnitId) -> String {
    if let Err(why) = battle.check_order(unit, Order::EndTurn) {
        return format!("{why}. {}", remedy(&why));
    }
    let spent = battle.arena().tempo().takes_turns()
        && battle.unit(unit).is_some_and(|unit| unit.turn.points == 0);
    if spent {
        return "it has no action left in this turn. Walk, or end the turn.".to_owned();
    }
    let skills = attacks(battle, unit);
    if skills.is_empty() {
        return "it knows no attack. Move, guard or end the turn.".to_owned();
    }
    let enemies = battle.arena().side(Faction::Enemy);
    let tried = skills.iter().flat_map(|&skill| {
        let whom = enemies.iter().filter_map(|enemy| battle.unit(enemy));
        let up = whom.filter(|enemy| enemy.is_up());
        up.filter_map(move |enemy| {
            let order = Order::Use {
                skill,
                at: enemy.cell,
            };
            battle.check_order(unit, order).err()
        })
    });
    // What holds whoever is meant comes first, then what is easiest to change.
    let nearness = |why: &OrderRefusal| match why {
        OrderRefusal::Skill(WhyNot::NeedsWholeTurn | WhyNot::Cooldown { .. }) => 1,
        OrderRefusal::Skill(WhyNot::NoSight { .. }) => 2,
        OrderRefusal::Skill(WhyNot::OutOfRange { distance, range }) => {
            3 + distance.saturating_sub(*range)
        }
        _ => u8::MAX,
    };
    let why = tried.min_by_key(nearness);
    why.map_or_else(
        || "no enemy stands.".to_owned(),
        |why| format!("no valid target, {why}. {}", remedy(&why)),
    )
}
