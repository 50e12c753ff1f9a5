//! Overlays on the board: what units can hit, sight and cover, the order in which units act.
//!
//! Each is plain data first, then a picture. One at a time is shown. The board makes room for a
//! plate above it that says what the signs mean.

pub mod patterns;
pub mod sequence;
pub mod sight;
pub mod threat;

use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::{Battle, Cell};
use foretold_sim::{Sequence, Shown, Sight, Threats};

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::drawing::{Drawing, layer};
use crate::intent_lines::HiddenInMotion;
use crate::look::Look;
use crate::marks::{Hover, Selection};
use crate::picture::Picture;
use crate::power_saving::RedrawRequests;
use crate::screen::Screen;
use sight::SightFrom;
use threat::ThreatView;

/// The height of one row of the plate at 100%, and the space around the rows.
const ROW: f32 = 17.0;
const AROUND: f32 = 12.0;
/// The rows of the plate, and its rows where it is narrower than `NARROW` at 100%.
const ROWS: f32 = 2.0;
const ROWS_IF_NARROW: f32 = 4.0;
const NARROW: f32 = 400.0;
/// The largest share of the viewer's height that the plate takes.
const MOST: f32 = 0.36;

/// What lies over the board. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// What the hovered or else the selected unit can hit.
    Threat,
    /// What all enemies can hit.
    AllThreats,
    /// What is in sight and in cover from a cell.
    Sight,
    /// The order in which units will act.
    Sequence,
}

impl Overlay {
    /// Where its plate is, in logical pixels from the top left; without height for `None`.
    pub fn plate(self, screen: &Screen) -> Rect {
        let viewer = screen.panels().viewer;
        let rows = if viewer.width() / screen.ui_scale < NARROW {
            ROWS_IF_NARROW
        } else {
            ROWS
        };
        let wanted = match self {
            Overlay::None => 0.0,
            Overlay::Threat | Overlay::AllThreats | Overlay::Sight | Overlay::Sequence => {
                (rows * ROW + AROUND) * screen.ui_scale
            }
        };
        let bottom = viewer.min.y + wanted.min(viewer.height() * MOST).round();
        Rect::new(viewer.min.x, viewer.min.y, viewer.max.x, bottom)
    }

    /// Its title; nothing for `None`.
    pub fn title(self) -> Option<&'static str> {
        match self {
            Overlay::None => None,
            Overlay::Threat => Some("What it can hit."),
            Overlay::AllThreats => Some("What enemies can hit."),
            Overlay::Sight => Some("Sight and cover."),
            Overlay::Sequence => Some("Who acts when."),
        }
    }

    /// What its signs mean now.
    pub fn meaning(
        self,
        battle: &Battle,
        (sight, threats, sequence): (&Sight, &Threats, &Sequence),
        selection: Selection,
        hover: Hover,
    ) -> String {
        match self {
            Overlay::None => String::new(),
            Overlay::Threat => {
                let view = ThreatView::of_one(battle, threats, selection, hover);
                view.map_or_else(
                    || "Select or hover a unit.".to_owned(),
                    |view| view.in_words(battle),
                )
            }
            Overlay::AllThreats => ThreatView::of_enemies(battle, threats).in_words(battle),
            Overlay::Sight => {
                let outlook = SightFrom::of(battle, sight, selection, hover);
                sight::in_words(battle, outlook.as_ref())
            }
            Overlay::Sequence => sequence::in_words(battle, sequence),
        }
    }
}

/// The flash of the cell that blocks the sight.
#[derive(Resource, Clone, Copy, PartialEq, Debug, Default)]
struct SightFlash {
    /// The hovered cell, and the cell that blocks the sight to it.
    blocked: Option<(Cell, Cell)>,
    elapsed: Duration,
    /// From 0, dim, to 1.
    glow: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlay>()
        .init_resource::<SightFlash>()
        .add_systems(Startup, spawn_layers)
        .add_systems(Update, flash_obstacle.in_set(ViewSystems::Follow))
        .add_systems(
            Update,
            draw_overlay.run_if(is_new).in_set(ViewSystems::Paint),
        );
}

/// The signs on the ground.
#[derive(Component)]
struct GroundSigns;
/// The signs over the tokens.
#[derive(Component)]
struct HighSigns;

fn spawn_layers(mut commands: Commands) {
    let at = |z: f32| Transform::from_xyz(0.0, 0.0, z);
    commands.spawn((
        Name::new("Overlay on the ground"),
        GroundSigns,
        HiddenInMotion,
        Drawing::default(),
        at(layer::OVERLAY),
    ));
    commands.spawn((
        Name::new("Overlay over the tokens"),
        HighSigns,
        HiddenInMotion,
        Drawing::default(),
        at(layer::OVERLAY_SIGNS),
    ));
}

/// Whether the overlay may have to be drawn again.
fn is_new(
    overlay: Res<Overlay>,
    shown: Option<Res<Shown>>,
    (screen, space, look): (Res<Screen>, Res<BoardSpace>, Res<Look>),
    (selection, hover, flash): (Res<Selection>, Res<Hover>, Res<SightFlash>),
) -> bool {
    let another = shown.is_some_and(|shown| shown.is_changed());
    let resized = screen.is_changed() || space.is_changed() || look.is_changed();
    let moved = selection.is_changed() || hover.is_changed() || flash.is_changed();
    overlay.is_changed()
        || match *overlay {
            Overlay::None => false,
            Overlay::Sight | Overlay::Threat | Overlay::AllThreats => another || resized || moved,
            Overlay::Sequence => another || resized,
        }
}

/// Makes what blocks the sight flash for a while and then stay lit; without motion it is lit at once.
fn flash_obstacle(
    time: Res<Time>,
    (overlay, look): (Res<Overlay>, Res<Look>),
    (shown, sight): (If<Res<Shown>>, Res<Sight>),
    (selection, hover): (Res<Selection>, Res<Hover>),
    mut flash: ResMut<SightFlash>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let outlook = match *overlay {
        Overlay::Sight => SightFrom::of(shown.battle(), &sight, *selection, *hover),
        Overlay::None | Overlay::Threat | Overlay::AllThreats | Overlay::Sequence => None,
    };
    let blocked = outlook.and_then(|outlook| outlook.blocked);
    let timings = &look.theme.timings;
    let mut now = SightFlash { blocked, ..*flash };
    if blocked != flash.blocked {
        now.elapsed = Duration::ZERO;
    }
    let whole = Duration::from_millis(u64::from(timings.pulse_for));
    if blocked.is_some() && look.moves() && now.elapsed < whole {
        redraw.request();
        now.elapsed += time.delta();
        let round = now.elapsed.as_secs_f32() * 1_000.0 / timings.pulse.max(1) as f32;
        now.glow = 0.5 + 0.5 * (round * std::f32::consts::TAU).cos();
    } else {
        now.glow = 1.0;
    }
    flash.set_if_neq(now);
}

fn draw_overlay(
    (overlay, shown): (Res<Overlay>, If<Res<Shown>>),
    (sight, threats, sequence): (Res<Sight>, Res<Threats>, Res<Sequence>),
    (selection, hover, flash): (Res<Selection>, Res<Hover>, Res<SightFlash>),
    (space, look): (Res<BoardSpace>, Res<Look>),
    mut ground: Single<&mut Drawing, (With<GroundSigns>, Without<HighSigns>)>,
    mut high: Single<&mut Drawing, With<HighSigns>>,
) {
    let (mut low, mut top) = (Picture::default(), Picture::default());
    let battle = shown.battle();
    let canvas = OverlayLayers {
        space: &space,
        look: &look,
        low: &mut low,
        top: &mut top,
    };
    match *overlay {
        Overlay::None => {}
        Overlay::Threat => {
            if let Some(view) = ThreatView::of_one(battle, &threats, *selection, *hover) {
                threat::draw(canvas, &view, &threats, *hover);
            }
        }
        Overlay::AllThreats => {
            let view = ThreatView::of_enemies(battle, &threats);
            threat::draw(canvas, &view, &threats, *hover);
        }
        Overlay::Sight => {
            if let Some(outlook) = SightFrom::of(battle, &sight, *selection, *hover) {
                sight::draw(canvas, battle, &outlook, flash.glow);
            }
        }
        Overlay::Sequence => sequence::draw(canvas, battle, &sequence),
    }
    ground.set_if_neq(Drawing(low));
    high.set_if_neq(Drawing(top));
}

/// What an overlay is drawn on.
struct OverlayLayers<'a> {
    space: &'a BoardSpace,
    look: &'a Look,
    /// On the ground.
    low: &'a mut Picture,
    /// Over the tokens.
    top: &'a mut Picture,
}

impl OverlayLayers<'_> {
    /// The square of a cell.
    fn square(&self, cell: Cell) -> Rect {
        Rect::from_center_size(self.space.middle(cell), Vec2::splat(self.space.cell))
    }

    /// A point in a cell, in cells from its middle.
    fn point(&self, cell: Cell, x: f32, y: f32) -> Vec2 {
        self.space.middle(cell) + Vec2::new(x, y) * self.space.cell
    }
}
