//! Orders, autofight's key and its interrupts.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{Command, Happening, Order, Stop, UnitId};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::gambit::read_rule_edits;
use crate::refusal::Request;
use crate::tick::{Tick, TickSystems};
use crate::timeline::{Asked, CommandQueue};

/// What a player can tell a unit, at the moment on screen. Anyone may write it;
/// [`AutofightPlugin`] reads it, and the timeline carries it out.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderRequest {
    /// Do this in place of what the brain would do.
    Give {
        /// Who.
        unit: UnitId,
        /// What.
        order: Order,
        /// Until released, or for one action.
        until_released: bool,
    },
    /// Go back to the unit's own brain.
    Release {
        /// Who.
        unit: UnitId,
    },
    /// Mark an enemy for autofight, or take the mark away.
    Mark {
        /// Whom.
        unit: UnitId,
        /// Whether it is marked from now on.
        marked: bool,
    },
    /// Sit down to command, or leave.
    Player {
        /// Whether a player is there from now on.
        present: bool,
    },
    /// Take back the latest order of this turn.
    Undo,
}

/// Autofight stopped by itself. Written by [`AutofightPlugin`].
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct Interrupted {
    /// Whose.
    pub unit: UnitId,
    /// Why.
    pub stop: Stop,
    /// Because of whom.
    pub by: Option<UnitId>,
    /// What to tell the player, from `autofight.ron`.
    pub message: String,
}

/// When autofight's key was last pressed for each unit.
#[derive(Resource, Debug, Default)]
struct LastPress(BTreeMap<UnitId, Duration>);

/// Orders and autofight.
pub struct AutofightPlugin;

impl Plugin for AutofightPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LastPress>()
            .add_message::<OrderRequest>()
            .add_message::<Interrupted>()
            .add_systems(Tick, announce_interrupts.after(TickSystems::Judge))
            // A rule edit of the same frame comes first, always.
            .add_systems(
                Update,
                read_orders
                    .after(read_rule_edits)
                    .in_set(SimSystems::Requests),
            );
    }
}

fn announce_interrupts(battle: Res<CurrentBattle>, mut interrupted: MessageWriter<Interrupted>) {
    let messages = &battle.live().battle().arena().setup().autofight_messages;
    interrupted.write_batch(battle.events().iter().filter_map(|event| match event.what {
        Happening::Interrupted { unit, stop, by } => Some(Interrupted {
            unit,
            stop,
            by,
            message: messages.text(stop).to_owned(),
        }),
        _ => None,
    }));
}

fn read_orders(
    mut requests: MessageReader<OrderRequest>,
    time: Option<Res<Time<Real>>>,
    battle: Option<Res<CurrentBattle>>,
    mut last_press: ResMut<LastPress>,
    mut queue: ResMut<CommandQueue>,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    for &request in requests.read() {
        let asked = match request {
            OrderRequest::Give {
                unit,
                order: Order::Autofight(_),
                ..
            } if battle
                .as_ref()
                .is_some_and(|battle| is_reckless(battle, unit, now, &last_press)) =>
            {
                Asked::Do(Command::Reckless { unit })
            }
            OrderRequest::Give {
                unit,
                order,
                until_released,
            } => Asked::Do(Command::Order {
                unit,
                order,
                until_released,
            }),
            OrderRequest::Release { unit } => Asked::Do(Command::Release { unit }),
            OrderRequest::Mark { unit, marked } => Asked::Do(Command::Mark { unit, marked }),
            OrderRequest::Player { present } => Asked::Do(Command::Player { present }),
            OrderRequest::Undo => Asked::Undo,
        };
        if let OrderRequest::Give {
            unit,
            order: Order::Autofight(_),
            ..
        } = request
        {
            last_press.0.insert(unit, now);
        }
        queue.0.push((Request::Order(request), asked));
    }
}

/// Whether the key was pressed again faster than a player could have looked (rules §10).
fn is_reckless(battle: &CurrentBattle, unit: UnitId, now: Duration, last: &LastPress) -> bool {
    let sheet = battle.battle().arena().setup().units.get(unit.slot());
    let (Some(sheet), Some(&last)) = (sheet, last.0.get(&unit)) else {
        return false;
    };
    let since = u32::try_from(now.saturating_sub(last).as_millis()).unwrap_or(u32::MAX);
    sheet.autofight.is_reckless(since)
}
