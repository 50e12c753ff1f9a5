//! Looking at cells and choosing units, with the mouse or the keyboard's cursor.

use bevy::picking::hover::HoverMap;
use bevy::window::{CursorLeft, CursorMoved};
use foretold_battle::{Cell, Life};
use foretold_sim::Grid;
use foretold_view::BoardSpace;

use crate::acts::InputDevice;
use crate::pages::{Page, Pages};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MouseCell>().add_systems(
        Update,
        (follow_mouse, move_cursor, choose)
            .chain()
            .in_set(ActSystems),
    );
}

/// The cell under the mouse. The keyboard's cursor may be elsewhere.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MouseCell(Option<Cell>);

impl MouseCell {
    /// The cell, if the mouse is over the board and nothing lies between.
    pub(crate) fn cell(self) -> Option<Cell> {
        self.0
    }
}

fn follow_mouse(
    mut moved: MessageReader<CursorMoved>,
    mut left: MessageReader<CursorLeft>,
    (screen, space): (Res<Screen>, Res<BoardSpace>),
    under: Res<HoverMap>,
    nodes: Query<(), With<Node>>,
    mut mouse: ResMut<MouseCell>,
    mut hover: ResMut<Hover>,
) {
    let moved = moved.read().last();
    let cell = moved.map(|moved| space.cell_at(screen.to_world(moved.position)));
    // A list or a dialog may lie over the board.
    let mut over = under.values().flat_map(|hits| hits.keys());
    let covered = over.any(|entity| nodes.contains(*entity));
    let gone = (left.read().count() > 0).then_some(None);
    let seen = if covered {
        mouse.0.is_some().then_some(None)
    } else {
        gone.or(cell)
    };
    if let Some(cell) = seen {
        mouse.0 = cell;
        hover.set_if_neq(Hover(cell));
    }
}

/// Moves the cursor by a cell; it begins at the selected unit.
fn move_cursor(
    acts: Res<Acts>,
    battle: If<Res<Shown>>,
    selection: Res<Selection>,
    mut hover: ResMut<Hover>,
) {
    let steps = [
        (Act::CursorLeft, (-1, 0)),
        (Act::CursorRight, (1, 0)),
        (Act::CursorUp, (0, -1)),
        (Act::CursorDown, (0, 1)),
    ];
    for (act, (dx, dy)) in steps {
        if acts.contains(act) {
            let selected = selection.0.and_then(|unit| battle.battle().unit(unit));
            let from = hover.0.or_else(|| selected.map(|unit| unit.cell));
            let to = match from {
                Some(cell) => cell.offset(dx, dy).or(Some(cell)),
                None => battle.battle().units().next().map(|(_, unit)| unit.cell),
            };
            hover.set_if_neq(Hover(to));
        }
    }
}

/// The cell that a click or Enter of this frame is about, if there was one.
pub(crate) fn pointed_at(acts: &Acts, mouse: &MouseCell, hover: &Hover) -> Option<Cell> {
    match acts.device(Act::Select)? {
        InputDevice::Mouse => mouse.0,
        InputDevice::Keyboard => hover.0,
    }
}

pub(crate) fn choose(
    acts: Res<Acts>,
    (shown, grid): (If<Res<Shown>>, Res<Grid>),
    mouse: Res<MouseCell>,
    mut hover: ResMut<Hover>,
    mut selection: ResMut<Selection>,
    mut pages: ResMut<Pages>,
) {
    let battle = shown.battle();
    if let Some(cell) = pointed_at(&acts, &mouse, &hover) {
        selection.set_if_neq(Selection(somebody_at(battle, &grid, cell)));
    }
    // Beside the board the mouse has other things to press.
    let beside = mouse.0.is_none();
    let cancel = acts.device(Act::Cancel);
    if cancel == Some(InputDevice::Keyboard) && hover.0.is_none() && selection.0.is_none() {
        // There is nothing to go back from but the battle.
        pages.open(Page::Pause);
    } else if cancel.is_some_and(|means| !(beside && means == InputDevice::Mouse)) {
        hover.set_if_neq(Hover(None));
        selection.set_if_neq(Selection(None));
    }
    for (act, step) in [(Act::NextUnit, 1), (Act::PreviousUnit, -1)] {
        if acts.contains(act) {
            selection.set_if_neq(Selection(next_unit(battle, selection.0, step)));
        }
    }
}

/// The unit that stands or lies in a cell, or else one that fell there.
pub(crate) fn somebody_at(battle: &Battle, grid: &Grid, cell: Cell) -> Option<UnitId> {
    let fell = || battle.units().find(|(_, unit)| unit.cell == cell);
    grid.occupant(cell).or_else(|| fell().map(|(unit, _)| unit))
}

/// The next unit that has not fallen, forwards or backwards, all around.
fn next_unit(battle: &Battle, from: Option<UnitId>, step: isize) -> Option<UnitId> {
    let present = battle.units().filter(|(_, unit)| unit.life != Life::Fallen);
    let present: Vec<UnitId> = present.map(|(unit, _)| unit).collect();
    let here = from.and_then(|from| present.iter().position(|unit| *unit == from));
    let next = match here {
        Some(here) => here as isize + step,
        None if step > 0 => 0,
        None => -1,
    };
    let place = next.checked_rem_euclid(present.len() as isize)?;
    present.get(place as usize).copied()
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, recruit};

    use super::*;

    #[test]
    fn the_next_unit_goes_all_around_in_both_directions() {
        let battle = board("A . e f")
            .unit('A', recruit())
            .unit('e', recruit())
            .unit('f', recruit())
            .start(1);
        let unit = |slot: usize| UnitId::new(slot);
        assert_eq!(next_unit(&battle, None, 1), unit(0));
        assert_eq!(next_unit(&battle, unit(0), 1), unit(1));
        assert_eq!(next_unit(&battle, unit(2), 1), unit(0));
        assert_eq!(next_unit(&battle, unit(0), -1), unit(2));
        assert_eq!(next_unit(&battle, None, -1), unit(2));
    }
}
