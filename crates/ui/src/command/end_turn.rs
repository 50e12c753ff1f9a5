//! Turns: the unit in turn is selected, and keys end turns.

use std::borrow::Borrow;
use std::fmt::Display;

use foretold_battle::{Order, UnitSet};

use super::order_writer::OrderWriter;
use crate::prelude::*;

/// The moment at which the player was warned that units can still act.
#[derive(Resource, Default)]
struct Warned(Option<u64>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Warned>().add_systems(
        Update,
        (
            end_turn.run_if(asked_for(Act::EndTurn)).in_set(ActSystems),
            follow_turn
                .after(SimSystems::Refresh)
                .before(ViewSystems::Measure),
        ),
    );
}

/// When the battle begins to wait for another unit, that unit is selected.
fn follow_turn(
    battle: Option<Res<Shown>>,
    mut selection: ResMut<Selection>,
    mut started: MessageReader<BattleStarted>,
    mut seen: Local<Option<(u16, UnitSet)>>,
) {
    if started.read().count() > 0 {
        *seen = None;
    }
    let Some(battle) = battle.filter(|battle| battle.is_live()) else {
        return;
    };
    let waits = battle.battle().waits_for();
    let now = (battle.battle().round(), waits);
    let known = seen.replace(now) == Some(now);
    if known || selection.0.is_some_and(|unit| waits.contains(unit)) {
        return;
    }
    // On from the selected unit, all around.
    let after = selection.0.map_or(0, |unit| unit.slot() + 1);
    let next = waits.iter().find(|unit| unit.slot() >= after);
    let next = next.or_else(|| waits.first());
    if next.is_some() {
        selection.set_if_neq(Selection(next));
    }
}

/// E ends the turn: of the whole side in phases, else of the selected unit.
fn end_turn(
    battle: If<Res<Shown>>,
    keys: Res<KeysInForce>,
    mut warned: ResMut<Warned>,
    mut orders: OrderWriter,
) {
    let units = ending(battle.battle(), orders.selected());
    let idle: Vec<String> = units
        .iter()
        .filter(|unit| can_still_act(battle.battle(), **unit))
        .map(|unit| orders.name(*unit))
        .collect();
    let moment = battle.moment().fingerprint();
    // As long as the warning can be read, the second time means it.
    let meant = warned.0.replace(moment) == Some(moment) && orders.has_warned();
    // In the past there is a more important question.
    if !idle.is_empty() && !meant && orders.is_live() {
        let again = key_for(&keys, Act::EndTurn).map_or_else(
            || "Press the button again to end the turn anyway.".to_owned(),
            |key| format!("Press {key} or the button again to end the turn anyway."),
        );
        orders.warn(&format!("{} can still act. {again}", listed(&idle)));
        return;
    }
    warned.0 = None;
    orders.give_to(&units, Order::EndTurn, false);
}

/// Whose turns would end.
fn ending(battle: &Battle, selected: Option<UnitId>) -> Vec<UnitId> {
    let waits = battle.waits_for();
    if battle.arena().tempo().buys_walks() && !waits.is_empty() {
        waits.iter().collect()
    } else {
        selected.into_iter().collect()
    }
}

/// Whether a unit whose turn is about to end could still do something in it.
fn can_still_act(battle: &Battle, unit: UnitId) -> bool {
    let turns = battle.arena().tempo().takes_turns();
    let left = battle.unit(unit).is_some_and(|unit| unit.turn.points > 0);
    turns && battle.waits_for().contains(unit) && left
}

/// `Ada, Bert and Cleo`.
pub(crate) fn listed<S: Borrow<str> + Display>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [many @ .., last] => format!("{} and {last}", many.join(", ")),
    }
}

/// `1 action` or `2 actions`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
