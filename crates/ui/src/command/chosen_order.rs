//! What a click or Enter would order now: the odds after it are worked out before it is given.

use foretold_battle::{Cell, Order};
use foretold_sim::{ChosenOrder, Options};
use foretold_view::OrderMode;

use super::free_order;
use super::order_writer::{OrderWriter, Pointed};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow_cursor
            .run_if(any_changed!(Hover, OrderMode, Selection, Options))
            .in_set(ViewSystems::Draw),
    );
}

fn follow_cursor(
    orders: OrderWriter,
    hover: Res<Hover>,
    mut chosen: ResMut<ChosenOrder>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let unit = orders.selected().filter(|unit| orders.can_order(*unit));
    let order = unit.zip(hover.0).and_then(|(unit, cell)| {
        let order = order_at(&orders, unit, cell)?;
        Some((unit, order))
    });
    if chosen.set_if_neq(ChosenOrder(order)) {
        redraw.request();
    }
}

/// The order that a unit could be given about a cell.
fn order_at(orders: &OrderWriter, unit: UnitId, cell: Cell) -> Option<Order> {
    match orders.mode() {
        OrderMode::Attack(_) => match orders.pointed(cell)? {
            Pointed::Order(order) => orders.can_follow(order).then_some(order),
            Pointed::Nobody => None,
        },
        OrderMode::Move => orders.can_walk(cell).then_some(Order::MoveTo(cell)),
        OrderMode::Free => free_order(orders, unit, cell),
    }
}
