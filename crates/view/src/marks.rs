//! Which unit is selected, which cell is hovered, and their marks on the board.

use bevy::prelude::*;
use foretold_battle::{Cell, Faction, UnitId};
use foretold_sim::{BattleReplayed, BattleStarted, Shown, SimSystems};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::look::{Look, colour};
use crate::motion::Motion;
use crate::picture::{Picture, contrast_to};
use crate::tokens::{plate_rect, plinth_ring};

/// The unit that the player has selected. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection(pub Option<UnitId>);

/// The cell under the mouse or the keyboard's cursor. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hover(pub Option<Cell>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<Hover>()
        .add_systems(Startup, spawn_marks)
        .add_systems(
            Update,
            (
                select_first_unit
                    .after(SimSystems::Show)
                    .before(SimSystems::Refresh),
                draw_marks
                    .run_if(
                        crate::board_changed
                            .or_else(resource_changed::<Selection>)
                            .or_else(resource_changed::<Hover>)
                            .or_else(resource_changed::<Motion>),
                    )
                    .in_set(ViewSystems::Paint),
            ),
        );
}

/// Selects the first friend when a battle begins. The same battle again keeps its selection.
fn select_first_unit(
    mut started: MessageReader<BattleStarted>,
    mut replayed: MessageReader<BattleReplayed>,
    shown: If<Res<Shown>>,
    mut selection: ResMut<Selection>,
    mut fought: Local<Option<String>>,
) {
    let replayed = replayed.read().count();
    let started = started.read().last().map(|started| &started.battle);
    let another = started.is_some_and(|battle| fought.as_ref() != Some(battle));
    if let Some(battle) = started {
        *fought = Some(battle.clone());
    }
    let units = &shown.battle().arena().setup().units;
    let gone = selection.0.is_some_and(|unit| unit.slot() >= units.len());
    let nobody = started.is_some() && selection.0.is_none();
    if another || nobody || gone && (started.is_some() || replayed > 0) {
        let first = units
            .iter()
            .position(|unit| unit.faction == Faction::Friendly);
        selection.0 = first.and_then(UnitId::new);
    }
}

#[derive(Component)]
struct Marks;

/// The corners around the selected unit.
#[derive(Component)]
struct SelectedCorners;

fn spawn_marks(mut commands: Commands) {
    commands.spawn((
        Name::new("Marks"),
        Marks,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::MARKS),
    ));
    commands.spawn((
        Name::new("Corners of the selected unit"),
        SelectedCorners,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::SELECTED),
    ));
}

fn draw_marks(
    shown: If<Res<Shown>>,
    (selection, hover, motion): (Res<Selection>, Res<Hover>, Res<Motion>),
    (space, look): (Res<BoardSpace>, Res<Look>),
    mut marks: Single<&mut Drawing, (With<Marks>, Without<SelectedCorners>)>,
    mut around: Single<&mut Drawing, With<SelectedCorners>>,
) {
    let (mut picture, mut above) = (Picture::default(), Picture::default());
    let square = |at: Vec2| Rect::from_center_size(at, Vec2::splat(space.cell));
    let selected = selection
        .0
        .and_then(|id| Some((id, shown.battle().unit(id)?)));
    if let Some((id, unit)) = selected {
        let at = space.middle(unit.cell) + motion.pose(id).offset * space.cell;
        let side = shown.battle().arena().setup().units[id.slot()].faction;
        draw_selected_plinth(&mut picture, (side, at), &space, &look);
        draw_selected_corners(&mut above, at, &space, &look);
    }
    if let Some(cell) = hover.0 {
        draw_hovered(&mut picture, square(space.middle(cell)), &space, &look);
    }
    marks.set_if_neq(Drawing(picture));
    around.set_if_neq(Drawing(above));
}

/// The plinth of the selected unit.
pub(crate) fn draw_selected_plinth(
    picture: &mut Picture,
    (side, at): (Faction, Vec2),
    space: &BoardSpace,
    look: &Look,
) {
    let ink = colour(look.theme.palette.accent);
    let wide = (space.cell * 0.1).max(3.0);
    plinth_ring(picture, (side, at), space.cell, wide, ink);
}

/// Corners around the cell of the selected unit and the plate at its feet, over its token.
pub(crate) fn draw_selected_corners(
    picture: &mut Picture,
    at: Vec2,
    space: &BoardSpace,
    look: &Look,
) {
    let ink = colour(look.theme.palette.accent);
    let plate = plate_rect(space);
    let plate = Rect::from_center_size(at + plate.center(), plate.size());
    let edge = space.pixel;
    let rect = Rect::from_center_size(at, Vec2::splat(space.cell))
        .union(plate)
        .inflate(2.0 * edge);
    corners(picture, rect.inflate(edge), 4.0 * edge, contrast_to(ink));
    corners(picture, rect, 2.0 * edge, ink);
}

/// The cell under the cursor.
pub(crate) fn draw_hovered(picture: &mut Picture, square: Rect, space: &BoardSpace, look: &Look) {
    let ink = colour(look.theme.palette.text);
    picture.edged_frame(square, 2.0 * space.pixel, space.pixel, ink);
}

/// The four corners of a square: different from a hovered cell even without colour.
fn corners(picture: &mut Picture, rect: Rect, width: f32, ink: Color) {
    // Short, since lines of blows leave over the corners of a cell.
    let arm = rect.width() * 0.18;
    for turn in [
        Vec2::ONE,
        Vec2::new(-1.0, 1.0),
        Vec2::NEG_ONE,
        Vec2::new(1.0, -1.0),
    ] {
        let corner = rect.center() + rect.half_size() * turn;
        for arm in [Vec2::new(arm, width), Vec2::new(width, arm)] {
            picture.rectangle(Rect::from_corners(corner, corner - arm * turn), ink);
        }
    }
}
