//! Orders, what can be ordered, autofight's key and its interrupts.

mod options;

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{Command, CommandRefusal, Happening, Order, OrderRefusal, Stop, UnitId};

use crate::SimSystems;
use crate::gambit::edit_rules;
use crate::read_model;
use crate::refusal::Request;
use crate::shown::Shown;
use crate::tick::BattleEvent;
use crate::timeline::Commander;

pub use options::{Options, UnitOptions};

/// An order to a unit at the moment on screen. Anyone may write it; [`AutofightPlugin`] carries it
/// out.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderRequest {
    /// Do this in place of what the brain would do.
    Give {
        /// The unit.
        unit: UnitId,
        /// What it should do.
        order: Order,
        /// Until released, or for one action.
        until_released: bool,
    },
    /// Go back to the unit's own brain.
    Release {
        /// The unit.
        unit: UnitId,
    },
    /// Mark an enemy for autofight, or take the mark away.
    Mark {
        /// The enemy.
        unit: UnitId,
        /// Whether it is marked from now on.
        marked: bool,
    },
    /// Take back the latest order of this turn.
    Undo,
}

/// Autofight stopped by itself. Written by [`AutofightPlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct Interrupted {
    /// The unit that stopped.
    pub unit: UnitId,
    /// Why.
    pub stop: Stop,
    /// The unit that caused it.
    pub by: Option<UnitId>,
    /// The message for the player, from `autofight.ron`.
    pub message: String,
}

/// Orders and autofight.
pub struct AutofightPlugin;

impl Plugin for AutofightPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Options>(app);
        app.add_message::<OrderRequest>()
            .add_message::<Interrupted>()
            .add_systems(
                Update,
                (
                    // A rule edit in the same frame always comes first.
                    give_orders.after(edit_rules).in_set(SimSystems::Requests),
                    announce_interrupts
                        .run_if(resource_exists::<Shown>)
                        .in_set(SimSystems::Refresh),
                ),
            );
    }
}

fn announce_interrupts(
    mut happened: MessageReader<BattleEvent>,
    shown: Res<Shown>,
    mut interrupted: MessageWriter<Interrupted>,
) {
    let messages = &shown.battle().arena().setup().autofight_messages;
    interrupted.write_batch(happened.read().filter_map(|event| match event.0.what {
        Happening::Interrupted { unit, stop, by } => Some(Interrupted {
            unit,
            stop,
            by,
            message: messages.text(stop).to_owned(),
        }),
        _ => None,
    }));
}

pub(crate) fn give_orders(
    mut requests: MessageReader<OrderRequest>,
    time: Option<Res<Time<Real>>>,
    mut last_press: Local<BTreeMap<UnitId, Duration>>,
    mut commander: Commander,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    for &request in requests.read() {
        let mut reckless = false;
        if let OrderRequest::Give {
            unit,
            order: Order::Autofight(_),
            ..
        } = request
        {
            let last = last_press.insert(unit, now);
            let shown = commander.now();
            reckless = shown.is_some_and(|shown| is_reckless(shown, unit, now, last));
        }
        commander.change(Request::Order(request), |session, step| match request {
            // The press is counted, and refused.
            OrderRequest::Give { unit, .. } if reckless => {
                session.command_at(step, Command::Reckless { unit })?;
                let refusal = OrderRefusal::Autofight(Stop::Reckless);
                Err(CommandRefusal::Order(refusal))
            }
            OrderRequest::Give {
                unit,
                order,
                until_released,
            } => session.command_at(
                step,
                Command::Order {
                    unit,
                    order,
                    until_released,
                },
            ),
            OrderRequest::Release { unit } => session.command_at(step, Command::Release { unit }),
            OrderRequest::Mark { unit, marked } => {
                session.command_at(step, Command::Mark { unit, marked })
            }
            OrderRequest::Undo if step < session.last_step() => Err(CommandRefusal::NothingToUndo),
            OrderRequest::Undo => session.undo(),
        });
    }
}

/// Whether the key was pressed again faster than a player could have looked (rules §10).
fn is_reckless(shown: &Shown, unit: UnitId, now: Duration, last: Option<Duration>) -> bool {
    let sheet = shown.battle().arena().setup().units.get(unit.slot());
    let (Some(sheet), Some(last)) = (sheet, last) else {
        return false;
    };
    let since = u32::try_from(now.saturating_sub(last).as_millis()).unwrap_or(u32::MAX);
    sheet.autofight.is_reckless(since)
}
