//! Where things are on screen: the panels in the window, the board in the viewer. Pure arithmetic:
//! every pixel position comes from here and from `board_space.rs`.

use bevy::prelude::*;
use foretold_battle::board::SIDE;

use crate::board_space::BoardSpace;

/// Cells that the board takes in the viewer: its own twelve, the names of rows and columns on two
/// sides, a little air on the others.
const CELLS_ACROSS: f32 = 12.0 + NAMES + AIR;
/// Room for the names of rows and columns, in cells.
const NAMES: f32 = 0.38;
/// Room on the other two sides, in cells.
const AIR: f32 = 0.13;
/// Letters are measured by a cell that is larger than the real one by this much at most.
const LARGEST_LETTERING: f32 = 1.4;
/// A line of one pixel is never wider than a cell divided by this.
const PIXELS_A_CELL: f32 = 36.0;
/// What one row of the top bar takes at 100%.
const BAR_ROW: f32 = 44.0;
/// Below this width, at 100%, the bar needs two rows.
const ONE_ROW_WIDTH: f32 = 1_130.0;
/// The height of the strip above the board at 100%, and the height, in pixels, that it leaves to the
/// board or does without.
const STRIP: f32 = 24.0;
const LEAST_FOR_CELLS: f32 = 260.0;
/// The height of a row of the roster at 100%, and the least one that shows something. They leave more
/// to the board than the strip does.
const ROSTER: f32 = 46.0;
const LEAST_BETWEEN_ROSTERS: f32 = 312.0;
const LEAST_ROSTER: f32 = 20.0;
/// How wide a roster beside the board is at 100%, where there is no room above and below it, and the
/// least one that shows something. Above the board is then some air.
const ROSTER_COLUMN: f32 = 56.0;
const LEAST_ROSTER_COLUMN: f32 = 48.0;
const ROSTER_AIR: f32 = 4.0;
/// The width of the orders at 100%, folded and unfolded, and the largest share of their half of the
/// screen.
const FOLDED_ORDERS: f32 = 102.0;
const ORDERS: f32 = 112.0;
const ORDERS_MOST_SHARE: f32 = 0.3;
/// The room around the ground of a panel at 100%.
const APART: f32 = 5.0;
/// What the log needs at 100% for three lines.
const THREE_LINES: f32 = 59.0;
/// The share of the height below the bar that the log takes if it is open.
const OPEN_LOG_SHARE: f32 = 0.32;
/// What the open log needs at 100% for its buttons and a few lines, and the largest share that it
/// takes, open or not.
const OPEN_LOG: f32 = 130.0;
const LOG_MOST_SHARE: f32 = 0.34;
/// The least window in which the board can be read, whatever the size of text and lines.
const LEAST_FOR_BOARD: Vec2 = Vec2::new(960.0, 540.0);
/// The least window in which the panels can be read, at 100%.
const LEAST_FOR_PANELS: Vec2 = Vec2::new(640.0, 360.0);
/// The window in which everything has the size that the theme gives it. In a larger one everything
/// is larger.
const WINDOW_AT_100: Vec2 = Vec2::new(1280.0, 720.0);
/// How finely sizes follow the window: each size of letters costs memory.
const SCALE_STEPS: f32 = 20.0;

/// How large the player wants text and lines; 1 is 100%. The window multiplies it.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct TextScale(pub f32);

impl Default for TextScale {
    fn default() -> Self {
        TextScale(1.0)
    }
}

/// How large things are in a window of this size, whatever the player wants: 1 at 720 lines, 2 at
/// 1440. What grows stays in proportion, so the shorter side of the window decides.
pub(crate) fn window_scale(size: Vec2) -> f32 {
    let room = (size / WINDOW_AT_100).min_element();
    ((room * SCALE_STEPS + 0.001).floor() / SCALE_STEPS).max(1.0)
}

/// The height of the board on the table behind the title, and the place of its middle, as shares of
/// the screen.
const TABLE_HEIGHT: f32 = 1.16;
const TABLE_CENTRE: Vec2 = Vec2::new(0.7, 0.575);

/// The screen that is drawn on: a window, or a picture in memory.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Screen {
    /// Width and height in logical pixels.
    pub size: Vec2,
    /// Physical pixels for each logical one.
    pub density: f32,
    /// How large text and lines are: as the player wants, times what the window has room for. 1 is
    /// 100%.
    pub ui_scale: f32,
    /// What is unfolded.
    pub unfolded: Unfolded,
}

/// What takes room only if it is wanted.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unfolded {
    /// The orders for the selected unit, beside the board.
    pub orders: bool,
    /// The log with its tools; else it has three lines.
    pub log: bool,
}

impl Default for Screen {
    fn default() -> Self {
        Screen {
            size: Vec2::new(1280.0, 720.0),
            density: 1.0,
            ui_scale: 1.0,
            unfolded: Unfolded::default(),
        }
    }
}

/// Where the panels are, in logical pixels from the top left. Together they fill the screen, and
/// none overlaps another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Panels {
    /// Clock, timeline, battle, seed and tick.
    pub bar: Rect,
    /// The orders for the selected unit: a column beside the board, or folded into a button left of
    /// the strip.
    pub actions: Rect,
    /// Who acts after whom; without height in the lowest windows.
    pub strip: Rect,
    /// A card for each enemy, above the board; in low windows right of it, if there is room.
    pub enemies: Rect,
    /// The board; with the orders half of the width.
    pub viewer: Rect,
    /// A card for each friend, below the board, or left of it; as large as the other.
    pub friends: Rect,
    /// The selected unit's rules; a quarter.
    pub skills: Rect,
    /// Why units do what they do; a quarter.
    pub evaluations: Rect,
    /// What happened.
    pub log: Rect,
}

impl Screen {
    /// Where the panels are.
    pub fn panels(&self) -> Panels {
        let Vec2 {
            x: width,
            y: height,
        } = self.size.max(Vec2::ONE);
        let pixel = |logical: f32| (logical * self.density).round() / self.density;
        let bar = pixel((self.bar_rows() as f32 * BAR_ROW * self.ui_scale).min(height / 2.0));
        let below = height - bar;
        let scaled = |length: f32| pixel(length * self.ui_scale);
        let wanted = if self.unfolded.log {
            scaled(OPEN_LOG).max(below * OPEN_LOG_SHARE)
        } else {
            scaled(THREE_LINES)
        };
        let log = pixel(height - wanted.min(below * LOG_MOST_SHARE));
        let strip = Some(scaled(STRIP)).filter(|strip| log - bar - strip >= LEAST_FOR_CELLS);
        let strip = strip.unwrap_or(0.0);
        let spare = log - bar - strip - self.least_between_rosters();
        let roster = pixel(spare / 2.0 - 0.5).min(scaled(ROSTER));
        let roster = Some(roster).filter(|roster| *roster >= scaled(LEAST_ROSTER));
        let roster = roster.unwrap_or(0.0);
        let (half, three_quarters) = (pixel(width / 2.0), pixel(width * 0.75));
        let most = half * ORDERS_MOST_SHARE;
        // Without a strip the folded orders stand beside the board too.
        let beside = self.unfolded.orders || strip == 0.0;
        let orders = if self.unfolded.orders {
            ORDERS
        } else {
            FOLDED_ORDERS
        };
        let orders = pixel((orders * self.ui_scale).min(most));
        let (top, bottom) = (bar + strip + roster, log - roster);
        let (actions, before_strip, before_board) = if beside {
            (Rect::new(0.0, top, orders, bottom), 0.0, orders)
        } else {
            (Rect::new(0.0, bar, orders, bar + strip), orders, 0.0)
        };
        let beside = Rect::new(before_board, top, half, bottom);
        let column = if roster > 0.0 {
            0.0
        } else {
            self.roster_beside(beside)
        };
        let (viewer, enemies, friends) = if column > 0.0 {
            let (left, right) = (before_board + column, half - column);
            (
                Rect::new(left, top, right, bottom),
                Rect::new(right, top, half, bottom),
                Rect::new(before_board, top, left, bottom),
            )
        } else {
            (
                beside,
                Rect::new(0.0, bar + strip, half, top),
                Rect::new(0.0, bottom, half, log),
            )
        };
        Panels {
            bar: Rect::new(0.0, 0.0, width, bar),
            actions,
            strip: Rect::new(before_strip, bar, half, bar + strip),
            enemies,
            viewer,
            friends,
            skills: Rect::new(half, bar, three_quarters, log),
            evaluations: Rect::new(three_quarters, bar, width, log),
            log: Rect::new(0.0, log, width, height),
        }
    }

    /// How wide each of the rosters is beside a board as large as this room allows; 0 without room.
    fn roster_beside(&self, room: Rect) -> f32 {
        let air = Vec2::new(0.0, ROSTER_AIR * self.ui_scale);
        let board = self.cell_in(Rect::from_corners(room.min + air, room.max)) * CELLS_ACROSS;
        let free = ((room.width() - board) / 2.0 * self.density).floor() / self.density;
        let column = free.min(ROSTER_COLUMN * self.ui_scale);
        if column >= LEAST_ROSTER_COLUMN * self.ui_scale {
            column
        } else {
            0.0
        }
    }

    /// Where the ground of a panel lies: those with one are a little apart.
    pub fn ground_of(&self, panel: Rect) -> Rect {
        panel.inflate(-APART * self.ui_scale)
    }

    /// The smallest size at which everything fits, in logical pixels.
    pub fn least_size(&self) -> Vec2 {
        let wanted = self.ui_scale / window_scale(self.size);
        LEAST_FOR_BOARD.max(LEAST_FOR_PANELS * wanted).ceil()
    }

    /// Whether everything fits.
    pub fn is_large_enough(&self) -> bool {
        self.size.cmpge(self.least_size()).all()
    }

    /// How many rows the top bar needs.
    pub fn bar_rows(&self) -> u8 {
        if self.size.x / self.ui_scale < ONE_ROW_WIDTH {
            2
        } else {
            1
        }
    }

    /// Where the board is.
    pub fn board(&self) -> BoardSpace {
        self.board_below(self.panels().viewer.min.y)
    }

    /// The viewer without the air below the strip.
    fn board_room(&self) -> Rect {
        let panels = self.panels();
        let mut room = panels.viewer;
        if panels.enemies.min.x >= room.max.x {
            room.min.y += ROSTER_AIR * self.ui_scale;
        }
        room
    }

    /// Where the board is if the viewer is free only below this height.
    pub fn board_below(&self, line: f32) -> BoardSpace {
        let mut viewer = self.board_room();
        viewer.min.y = line.clamp(viewer.min.y, viewer.max.y);
        let cell = self.cell_in(viewer);
        // The names are on the left and above, so the board itself is a little right and below.
        let aside = Vec2::new(1.0, 1.0) * (NAMES - AIR) / 2.0 * cell;
        let centre = viewer.center() + aside;
        let physical = (centre * self.density).round() / self.density;
        BoardSpace {
            centre: self.to_world(physical),
            cell,
            // On small cells thick lines would bury the tokens.
            pixel: self.ui_scale.min(cell / PIXELS_A_CELL),
            lettering: cell.max(self.cell_at_100().min(cell * LARGEST_LETTERING)),
        }
    }

    /// Where the board is on the table behind the title: on the right, as high as the screen.
    pub fn table(&self) -> BoardSpace {
        let cell = (self.size.y * TABLE_HEIGHT / f32::from(SIDE)).max(1.0);
        BoardSpace {
            centre: self.to_world(self.size * TABLE_CENTRE),
            cell,
            pixel: cell / PIXELS_A_CELL,
            lettering: cell,
        }
    }

    /// How large a cell is while text and lines have their usual size.
    fn cell_at_100(&self) -> f32 {
        let at_100 = Screen {
            ui_scale: window_scale(self.size),
            ..*self
        };
        at_100.cell_in(at_100.panels().viewer)
    }

    /// The height that the rosters leave to the board: with enlarged text they give way before its
    /// letters would have to shrink.
    fn least_between_rosters(&self) -> f32 {
        if self.ui_scale <= window_scale(self.size) {
            return LEAST_BETWEEN_ROSTERS;
        }
        let cell = (self.cell_at_100() / LARGEST_LETTERING).ceil();
        LEAST_BETWEEN_ROSTERS.max(cell * CELLS_ACROSS)
    }

    /// How large a cell is in a viewer.
    fn cell_in(&self, viewer: Rect) -> f32 {
        let room = viewer.size().min_element();
        (room / CELLS_ACROSS * self.density).floor().max(1.0) / self.density
    }

    /// The point of the 2D world under a point of the screen.
    pub fn to_world(&self, point: Vec2) -> Vec2 {
        Vec2::new(point.x - self.size.x / 2.0, self.size.y / 2.0 - point.y)
    }

    /// The point of the screen over a point of the 2D world.
    pub fn to_screen(&self, world: Vec2) -> Vec2 {
        Vec2::new(world.x + self.size.x / 2.0, self.size.y / 2.0 - world.y)
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::Cell;

    use super::*;

    const SIZES: [(f32, f32); 6] = [
        (1280.0, 720.0),
        (1366.0, 768.0),
        (1920.0, 1080.0),
        (2560.0, 1440.0),
        (3840.0, 2160.0),
        (1281.0, 1023.0),
    ];

    fn screens() -> impl Iterator<Item = Screen> {
        let scales = [0.8, 1.0, 1.25, 1.5, 2.0];
        SIZES.into_iter().flat_map(move |(width, height)| {
            scales.into_iter().flat_map(move |ui_scale| {
                let size = Vec2::new(width, height);
                let folds = [(false, false), (true, false), (false, true), (true, true)];
                folds.into_iter().flat_map(move |(orders, log)| {
                    [1.0, 1.5, 2.0].map(|density| Screen {
                        size,
                        density,
                        ui_scale: ui_scale * window_scale(size),
                        unfolded: Unfolded { orders, log },
                    })
                })
            })
        })
    }

    #[test]
    fn every_cell_is_found_again_at_its_middle_and_in_its_corners() {
        for screen in screens() {
            let space = screen.board();
            for cell in Cell::all() {
                let middle = space.middle(cell);
                let inside = space.cell * 0.499;
                for corner in [Vec2::ZERO, Vec2::ONE, Vec2::NEG_ONE, Vec2::new(1.0, -1.0)] {
                    let point = middle + corner * inside;
                    assert_eq!(space.cell_at(point), Some(cell), "{screen:?}");
                    let again = screen.to_world(screen.to_screen(point));
                    assert!(again.distance(point) < 0.01);
                }
            }
        }
    }

    #[test]
    fn a1_is_top_left_and_a_point_beside_the_board_is_no_cell() {
        let screen = Screen::default();
        let space = screen.board();
        let a1 = Cell::new(0, 0).expect("A1 is on the board");
        let l12 = Cell::new(11, 11).expect("L12 is on the board");
        let (top_left, bottom_right) = (space.middle(a1), space.middle(l12));
        assert!(top_left.x < bottom_right.x && top_left.y > bottom_right.y);
        let step = space.cell * 0.51;
        for beside in [
            top_left + Vec2::new(-step, 0.0),
            top_left + Vec2::new(0.0, step),
            bottom_right + Vec2::new(step, 0.0),
            bottom_right + Vec2::new(0.0, -step),
            Vec2::splat(f32::NAN),
        ] {
            assert_eq!(space.cell_at(beside), None);
        }
    }

    #[test]
    fn the_panels_fill_the_screen_and_none_overlaps_another() {
        for screen in screens() {
            let Panels {
                bar,
                actions,
                strip,
                enemies,
                viewer,
                friends,
                skills,
                evaluations,
                log,
            } = screen.panels();
            let all = [
                bar,
                actions,
                strip,
                enemies,
                viewer,
                friends,
                skills,
                evaluations,
                log,
            ];
            let area: f32 = all.iter().map(|panel| panel.width() * panel.height()).sum();
            let whole = screen.size.x * screen.size.y;
            assert!((area - whole).abs() < whole * 1e-4, "{screen:?}");
            for (place, one) in all.iter().enumerate() {
                for other in &all[place + 1..] {
                    assert!(one.intersect(*other).is_empty(), "{screen:?}");
                }
            }
            let half = viewer.max.x.max(enemies.max.x) / screen.size.x;
            assert!((half - 0.5).abs() < 0.001, "actions and viewer have {half}");
        }
    }

    #[test]
    fn the_board_with_its_names_stays_in_the_viewer_on_whole_pixels() {
        for screen in screens() {
            let (space, viewer) = (screen.board(), screen.panels().viewer);
            let half = space.cell * 6.0;
            let middle = screen.to_screen(space.centre);
            assert!(
                middle.x - half - space.cell * NAMES >= viewer.min.x - 1.0,
                "{screen:?}"
            );
            assert!(
                middle.y - half - space.cell * NAMES >= viewer.min.y - 1.0,
                "{screen:?}"
            );
            assert!(middle.x + half <= viewer.max.x, "{screen:?}");
            assert!(middle.y + half <= viewer.max.y, "{screen:?}");
            let physical = space.cell * screen.density;
            assert!((physical - physical.round()).abs() < 0.001, "{physical}");
            assert!(
                physical >= 20.0,
                "{screen:?}: a cell of {physical} pixels is too small"
            );
        }
    }

    #[test]
    fn sizes_follow_the_window_and_never_go_below_what_the_player_wants() {
        for (size, scale) in [
            ((1280.0, 720.0), 1.0),
            ((1920.0, 1080.0), 1.5),
            ((2560.0, 1440.0), 2.0),
            ((3840.0, 2160.0), 3.0),
            ((1600.0, 900.0), 1.25),
            ((3440.0, 1440.0), 2.0),
            ((1280.0, 1024.0), 1.0),
            ((1024.0, 768.0), 1.0),
            ((960.0, 540.0), 1.0),
        ] {
            assert_eq!(window_scale(size.into()), scale, "{size:?}");
        }
    }

    #[test]
    fn the_board_uses_the_room_of_what_is_folded() {
        let screen = |orders, log| Screen {
            unfolded: Unfolded { orders, log },
            ..Screen::default()
        };
        let cell = |orders, log| screen(orders, log).board().cell;
        assert!(cell(false, false) > cell(false, true));
        assert!(cell(false, false) >= cell(true, false));
        assert!(cell(false, false) >= 40.0, "{}", cell(false, false));
    }

    #[test]
    fn a_window_of_no_size_breaks_nothing() {
        for size in [Vec2::ZERO, Vec2::ONE, Vec2::new(3.0, 2_000.0)] {
            let screen = Screen {
                size,
                ..Screen::default()
            };
            assert!(screen.board().cell > 0.0);
            assert!(!screen.is_large_enough());
        }
    }

    #[test]
    fn every_size_of_text_leaves_room_for_the_rosters() {
        for screen in screens().filter(|screen| screen.unfolded == Unfolded::default()) {
            let Panels {
                enemies,
                friends,
                viewer,
                ..
            } = screen.panels();
            let least = 20.0 * screen.ui_scale;
            for roster in [enemies, friends] {
                assert!(roster.size().min_element() >= least - 1.0, "{screen:?}");
            }
            let beside = enemies.min.x >= viewer.max.x && friends.max.x <= viewer.min.x;
            let around = enemies.max.y <= viewer.min.y && friends.min.y >= viewer.max.y;
            assert!(beside || around, "{screen:?}");
        }
    }

    #[test]
    fn larger_text_makes_no_number_on_the_board_smaller() {
        for (width, height) in SIZES {
            let letters = |ui_scale: f32| {
                let size = Vec2::new(width, height);
                let screen = Screen {
                    size,
                    ui_scale: ui_scale * window_scale(size),
                    ..Screen::default()
                };
                screen.board().letters(0.23)
            };
            for ui_scale in [1.25, 1.5] {
                assert!(
                    letters(ui_scale) >= letters(1.0),
                    "{width}×{height} at {ui_scale}: {} after {}",
                    letters(ui_scale),
                    letters(1.0)
                );
            }
        }
    }

    #[test]
    fn the_least_window_has_a_board_that_can_be_read() {
        for ui_scale in [0.8, 1.0, 1.25, 1.5, 2.0] {
            let mut screen = Screen {
                ui_scale,
                ..Screen::default()
            };
            assert!(screen.is_large_enough(), "1280×720 at {ui_scale}");
            screen.size = screen.least_size();
            assert!(screen.is_large_enough(), "{screen:?}");
            let cell = screen.board().cell;
            assert!(cell >= 20.0, "{screen:?}: a cell of {cell} pixels");
            screen.size.x -= 1.0;
            assert!(!screen.is_large_enough(), "{screen:?}");
        }
    }
}
