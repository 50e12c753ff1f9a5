//! The orders that the units on screen could follow.

use bevy::prelude::*;
use foretold_battle::{Battle, Cell, ForetoldTurn, Order, Plan, SkillId, UnitId};

use crate::read_model::ReadModel;

/// The orders that each unit could follow at the moment on screen. Kept up to date by
/// [`AutofightPlugin`](crate::AutofightPlugin).
#[derive(Resource, Clone, PartialEq, Debug, Default)]
pub struct Options(Vec<Option<UnitOptions>>);

/// The orders that one unit could follow.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UnitOptions {
    /// Whether it is this unit's turn and the battle waits for it.
    pub waited_for: bool,
    /// Where it could walk, and how far away that is.
    pub walks: Vec<(Cell, u8)>,
    /// Which skill it could use on which unit.
    pub uses: Vec<(SkillId, UnitId)>,
    /// What autofight would do, or is about to do in the mode that was ordered.
    pub plan: Option<Plan>,
    /// What that plan comes to in this turn, or in the coming step.
    pub planned: Option<ForetoldTurn>,
    /// Whether it follows an order to autofight.
    pub autofights: bool,
}

impl Options {
    /// The orders that a unit could follow; `None` if it takes none.
    pub fn of_unit(&self, unit: UnitId) -> Option<&UnitOptions> {
        self.0.get(unit.slot())?.as_ref()
    }
}

impl ReadModel for Options {
    fn of(battle: &Battle) -> Options {
        let options = battle.units().map(|(id, unit)| {
            battle.check_order(id, Order::EndTurn).ok()?;
            let ordered = match unit.order.map(|standing| standing.order) {
                Some(Order::Autofight(mode)) => Some(mode),
                _ => None,
            };
            let mode = ordered.unwrap_or_default();
            Some(UnitOptions {
                waited_for: battle.waits_for().contains(id),
                walks: battle.walks(id),
                uses: battle.uses(id),
                plan: battle.autofight_plan(id, mode).ok(),
                planned: battle.foretell_order(id, Order::Autofight(mode)),
                autofights: ordered.is_some(),
            })
        });
        Options(options.collect())
    }
}
