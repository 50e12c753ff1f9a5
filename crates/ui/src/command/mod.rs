//! Commanding by hand: keys and clicks become orders, and what cannot be is refused with its reason.

mod action_bar;
mod areas;
mod autofight_dialog;
mod chosen_order;
mod end_turn;
mod no_target;
mod order_writer;
mod refusals;

use foretold_battle::{AutofightMode, Cell, Order};
use foretold_sim::Interrupted;
use foretold_view::{OrderMode, PlanLabel};

use crate::overlays::choose_overlay;
use crate::pointer::{self, MouseCell};
use crate::prelude::*;

pub(crate) use end_turn::{counted, listed};
pub(crate) use no_target::{no_order, no_use, usable_skills};
pub(crate) use order_writer::{OrderWriter, Pointed};
pub(crate) use refusals::{after, dropped_in_words, refused_in_words};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        action_bar::plugin,
        autofight_dialog::plugin,
        chosen_order::plugin,
        refusals::plugin,
        end_turn::plugin,
    ))
    .init_resource::<order_writer::PendingBranch>()
    .add_systems(
        Update,
        (choose_mode, order_by_key, take_back, point, cancel)
            .chain()
            .after(choose_overlay)
            .before(pointer::choose)
            .in_set(ActSystems),
    )
    .add_systems(Update, stop_time.after(SimSystems::Refresh))
    .add_systems(
        Update,
        name_plan
            .run_if(resource_changed::<KeysInForce>)
            .before(ViewSystems::Paint),
    );
}

/// The way of autofight on the board says which key takes it.
fn name_plan(keys: Res<KeysInForce>, mut label: ResMut<PlanLabel>) {
    let name = match key_for(&keys, Act::Autofight) {
        Some(key) => format!("{key}: autofight"),
        None => "autofight".to_owned(),
    };
    label.set_if_neq(PlanLabel(name));
}

/// The acts that arm a skill, in the order of the panel.
pub(crate) const SKILL_ACTS: [Act; 9] = [
    Act::Skill1,
    Act::Skill2,
    Act::Skill3,
    Act::Skill4,
    Act::Skill5,
    Act::Skill6,
    Act::Skill7,
    Act::Skill8,
    Act::Skill9,
];

/// A, H, M and the keys of skills say what a click or Enter is about to mean.
fn choose_mode(acts: Res<Acts>, mut orders: OrderWriter, mut hover: ResMut<Hover>) {
    for (act, hostile) in [(Act::Attack, true), (Act::Aid, false)] {
        if acts.contains(act)
            && let Some(cell) = orders.aim(hostile)
        {
            hover.set_if_neq(Hover(Some(cell)));
        }
    }
    for (place, act) in SKILL_ACTS.into_iter().enumerate() {
        if acts.contains(act)
            && let Some(cell) = orders.arm_at(place)
        {
            hover.set_if_neq(Hover(Some(cell)));
        }
    }
    if acts.contains(Act::MoveMode) {
        orders.walk();
    }
}

fn order_by_key(acts: Res<Acts>, hover: Res<Hover>, mut orders: OrderWriter) {
    for (act, order, until_released) in [
        (Act::Guard, Order::Guard, false),
        (
            Act::Autofight,
            Order::Autofight(AutofightMode::MoveAndAttack),
            false,
        ),
        (
            Act::AutofightStay,
            Order::Autofight(AutofightMode::AttackOnly),
            false,
        ),
        (
            Act::AutofightFire,
            Order::Autofight(AutofightMode::FireOnly),
            false,
        ),
        (
            Act::FightOn,
            Order::Autofight(AutofightMode::MoveAndAttack),
            true,
        ),
    ] {
        if acts.contains(act) {
            orders.give(order, until_released);
        }
    }
    if acts.contains(Act::Release) {
        orders.release();
    }
    if acts.contains(Act::Mark) {
        orders.mark(hover.0);
    }
}

/// On the board the latest order is taken back; in a panel, or if rules were changed after it, they
/// are.
pub(crate) fn take_back(mut acts: ResMut<Acts>, focus: Focus, mut orders: OrderWriter) {
    if focus.label().is_none() && orders.ordered_last() && acts.take(Act::Undo) {
        orders.undo();
    }
}

/// A click or Enter on the board: an order, if one could be meant.
fn point(
    mut acts: ResMut<Acts>,
    (mouse, hover): (Res<MouseCell>, Res<Hover>),
    mut orders: OrderWriter,
) {
    let cell = pointer::pointed_at(&acts, &mouse, &hover);
    let Some(pointed) = cell.and_then(|cell| orders.pointed(cell)) else {
        return;
    };
    acts.take(Act::Select);
    match pointed {
        Pointed::Order(order) => orders.give(order, false),
        Pointed::Nobody => {
            orders.refuse("Nobody is there for that. Choose a red target, or go back.");
        }
    }
}

/// What a click means if nothing was said: an enemy is attacked, a cell within reach walked to.
fn free_order(orders: &OrderWriter, unit: UnitId, cell: Cell) -> Option<Order> {
    // Who looks back may click around without changing what came after.
    if !orders.is_waited_for(unit) || !orders.is_live() {
        return None;
    }
    match orders.unit_at(cell) {
        Some((_, Faction::Friendly)) => None,
        Some((target, Faction::Enemy)) => {
            let skill = orders.best_attack(unit, target)?;
            Some(Order::Use { skill, at: cell })
        }
        None => orders.can_walk(cell).then_some(Order::MoveTo(cell)),
    }
}

/// Esc leaves a mode before anything else.
fn cancel(mut acts: ResMut<Acts>, mut orders: OrderWriter) {
    if orders.mode() != OrderMode::Free && acts.take(Act::Cancel) {
        orders.set_mode(OrderMode::Free);
    }
}

/// In ticks nobody waits: when autofight stops, time does too, so that the player can look.
fn stop_time(
    mut interrupted: MessageReader<Interrupted>,
    battle: If<Res<Shown>>,
    mut clock: MessageWriter<ClockRequest>,
) {
    let takes_turns = battle.battle().arena().tempo().takes_turns();
    if interrupted.read().count() > 0 && !takes_turns {
        clock.write(ClockRequest::Pause);
    }
}
