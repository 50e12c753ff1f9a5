//! Commanding by hand: keys and clicks become orders, and what cannot be is told with its reason.

mod action_bar;
mod autofight;
mod autofight_dialog;
mod end_turn;
mod order_writer;
mod refusals;

use foretold_battle::{AutofightMode, Cell, Order, SkillId};
use foretold_view::OrderMode;

use crate::overlays::choose_overlay;
use crate::pointer::{self, MouseCell};
use crate::prelude::*;
use order_writer::OrderWriter;

pub(crate) use end_turn::{counted, listed};
pub(crate) use refusals::{after, dropped_in_words, refused_in_words};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        action_bar::plugin,
        autofight::plugin,
        autofight_dialog::plugin,
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
    );
}

/// A, H and M say what a click or Enter is about to mean.
fn choose_mode(acts: Res<Acts>, mut hand: OrderWriter, mut hover: ResMut<Hover>) {
    for (act, hostile) in [(Act::Attack, true), (Act::Aid, false)] {
        if acts.contains(act)
            && let Some(cell) = hand.aim(hostile)
        {
            hover.set_if_neq(Hover(Some(cell)));
        }
    }
    if acts.contains(Act::MoveMode) {
        hand.walk();
    }
}

fn order_by_key(acts: Res<Acts>, mut hand: OrderWriter) {
    if acts.contains(Act::Guard) {
        hand.tell(Order::Guard, false);
    }
    if acts.contains(Act::Release) {
        hand.release();
    }
    for (act, mode, repeats) in [
        (Act::Autofight, AutofightMode::MoveAndAttack, false),
        (Act::AutofightStay, AutofightMode::AttackOnly, false),
        (Act::AutofightFire, AutofightMode::FireOnly, false),
        (Act::FightOn, AutofightMode::MoveAndAttack, true),
    ] {
        if acts.contains(act) {
            hand.tell(Order::Autofight(mode), repeats);
        }
    }
}

/// On the board the latest order is taken back; in a panel, or if rules were changed after it, they
/// are.
pub(crate) fn take_back(mut acts: ResMut<Acts>, focus: Focus, mut hand: OrderWriter) {
    if focus.label().is_none() && hand.ordered_last() && acts.take(Act::Undo) {
        hand.undo();
    }
}

/// A click or Enter on the board: an order, if one could be meant.
fn point(
    mut acts: ResMut<Acts>,
    (mouse, hover): (Res<MouseCell>, Res<Hover>),
    mut hand: OrderWriter,
) {
    let Some(cell) = pointer::pointed_at(&acts, &mouse, &hover) else {
        return;
    };
    let Some(unit) = hand.selected().filter(|unit| hand.commands(*unit)) else {
        return;
    };
    let ordered = match hand.mode() {
        OrderMode::Attack(skill) => {
            !hand.is_another_of_mine(cell, unit, Some(skill)) && {
                if hand.wastes(skill, cell) {
                    hand.refuse("Nobody is there for that. Choose a red target, or go back.");
                } else {
                    hand.tell(Order::Use { skill, at: cell }, false);
                }
                true
            }
        }
        OrderMode::Move => {
            !hand.is_another_of_mine(cell, unit, None) && {
                hand.tell(Order::MoveTo(cell), false);
                true
            }
        }
        OrderMode::Free => free_order(&mut hand, unit, cell),
    };
    if ordered {
        acts.take(Act::Select);
    }
}

/// What a click means if nothing was said: an enemy is attacked, a cell within reach walked to.
fn free_order(hand: &mut OrderWriter, unit: UnitId, cell: Cell) -> bool {
    // Who looks back may click around without changing what came after.
    if !hand.is_waited_for(unit) || !hand.is_live() {
        return false;
    }
    let order = match hand.somebody_at(cell) {
        Some((_, Faction::Friendly)) => None,
        Some((target, Faction::Enemy)) => {
            let skill: Option<SkillId> = hand.best_attack(unit, target);
            skill.map(|skill| Order::Use { skill, at: cell })
        }
        None => hand.can_walk(cell).then_some(Order::MoveTo(cell)),
    };
    if let Some(order) = order {
        hand.tell(order, false);
    }
    order.is_some()
}

/// Esc leaves a mode before anything else.
fn cancel(mut acts: ResMut<Acts>, mut hand: OrderWriter) {
    if hand.mode() != OrderMode::Free && acts.take(Act::Cancel) {
        hand.set_mode(OrderMode::Free);
    }
}
