//! Where the cells are in the 2D world, and how large letters are on them.

use bevy::prelude::*;
use foretold_battle::Cell;
use foretold_battle::board::SIDE;

/// The smallest letters that people can read.
const LEAST_LETTERS: f32 = 10.0;

/// Where the cells are in the 2D world, in which a unit is a logical pixel and y grows upwards.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardSpace {
    /// The middle of the board.
    pub centre: Vec2,
    /// The side of a cell.
    pub cell: f32,
    /// The width of a line of one pixel: more on a screen with enlarged text.
    pub pixel: f32,
    /// The size of a cell for letters and numbers. Enlarged text takes room from the board, and what
    /// is written there must not shrink with it.
    pub lettering: f32,
}

impl BoardSpace {
    /// The size of letters that take this share of a cell.
    pub fn letters(&self, share: f32) -> f32 {
        (self.lettering * share).max(LEAST_LETTERS)
    }

    /// The whole board.
    pub fn rect(&self) -> Rect {
        Rect::from_center_size(self.centre, Vec2::splat(f32::from(SIDE) * self.cell))
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> Vec2 {
        let across = Vec2::new(f32::from(cell.x()), f32::from(cell.y()));
        let from_middle = (across - (f32::from(SIDE) - 1.0) / 2.0) * self.cell;
        self.centre + from_middle * Vec2::new(1.0, -1.0)
    }

    /// The cell at a point, if the point is on the board.
    pub fn cell_at(&self, world: Vec2) -> Option<Cell> {
        let across = (world - self.centre) / self.cell * Vec2::new(1.0, -1.0);
        let across = (across + f32::from(SIDE) / 2.0).floor();
        let on_board = |along: f32| (0.0..f32::from(SIDE)).contains(&along);
        if !on_board(across.x) || !on_board(across.y) {
            return None;
        }
        Cell::new(across.x as u8, across.y as u8)
    }
}
