//! The orders that the selected unit could follow, on the board: where it can walk, which units it
//! can attack, what autofight would do, which enemies are marked, and what is in the way.

use std::time::Duration;

use bevy::prelude::*;
use foretold_battle::board::CellSet;
use foretold_battle::{Battle, Cell, SkillId, UnitId};
use foretold_sim::{BattleReplayed, BattleStarted, ForetoldTurns, Options, Shown, UnitOptions};
use lucide_icons::Icon;

use crate::ViewSystems;
use crate::board_space::BoardSpace;
use crate::damage_numbers::{MomentLabels, damage_numbers, draw_leader};
use crate::drawing::{Drawing, layer};
use crate::intent_lines::IntentLines;
use crate::label_layout::LabelLayout;
use crate::look::{Look, colour};
use crate::marks::Selection;
use crate::motion::Motion;
use crate::overlays::Overlay;
use crate::overlays::patterns::sides_at_edge;
use crate::picture::{Face, Picture, contrast_to, width_of};
use crate::power_saving::RedrawRequests;
use crate::tokens::{TokenFaces, plate_at};
use crate::track::{LineEnds, dashes, length, moved_right, point_on};

/// How long a cell that is in the way flashes.
const FLASHES: Duration = Duration::from_millis(1_800);
/// It is lit for this long, then dark for as long: too slow to harm photosensitive players.
const LIT: Duration = Duration::from_millis(300);
/// A way of autofight that is longer, in cells, has room for its label between the tokens.
const LONG_WAY: f32 = 2.4;
/// Where on its way the label may be, the best first, as shares of it.
const LABEL_ALONG: [f32; 7] = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/// The order that the player is about to give to the selected unit. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OrderMode {
    /// Nothing in particular: a target is attacked, a free cell walked to.
    #[default]
    Free,
    /// To walk.
    Move,
    /// To use a skill.
    Attack(SkillId),
}

impl OrderMode {
    /// The skill that is about to be used.
    pub fn skill(self) -> Option<SkillId> {
        match self {
            OrderMode::Attack(skill) => Some(skill),
            OrderMode::Free | OrderMode::Move => None,
        }
    }

    /// The cells to show as within reach: when the player is about to walk, or while the battle waits
    /// for the unit and nothing is chosen.
    pub fn walks(self, options: &UnitOptions) -> &[(Cell, u8)] {
        match self {
            OrderMode::Move => &options.walks,
            OrderMode::Free if options.waited_for => &options.walks,
            OrderMode::Free | OrderMode::Attack(_) => &[],
        }
    }

    /// The units to show as targets.
    pub fn targets(self, options: &UnitOptions, battle: &Battle) -> Vec<UnitId> {
        let among = |skill: SkillId| match self {
            OrderMode::Attack(chosen) => skill == chosen,
            OrderMode::Free => options.waited_for && battle.arena().skill(skill).is_hostile(),
            OrderMode::Move => false,
        };
        let uses = options.uses.iter().filter(|(skill, _)| among(*skill));
        let mut targets: Vec<UnitId> = uses.map(|(_, target)| *target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// What the way of autofight is called on the board. Anyone may set it: its key is not known here.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct PlanLabel(pub String);

impl Default for PlanLabel {
    fn default() -> PlanLabel {
        PlanLabel("autofight".to_owned())
    }
}

/// A cell that is in the way of an order: it flashes for a while.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flash(Option<(Cell, Duration)>);

impl Flash {
    /// Makes a cell flash from now on.
    pub fn begin(&mut self, cell: Cell) {
        self.0 = Some((cell, Duration::ZERO));
    }

    /// The cell, if it flashes.
    pub fn cell(&self) -> Option<Cell> {
        self.0.map(|(cell, _)| cell)
    }

    /// The cell while it is lit; all the time if motion is off.
    fn lit(&self, look: &Look) -> Option<Cell> {
        let (cell, since) = self.0?;
        let dark = since.as_millis() / LIT.as_millis() % 2 == 1;
        (!dark || !look.moves()).then_some(cell)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OrderMode>()
        .init_resource::<Flash>()
        .init_resource::<PlanLabel>()
        .add_systems(Startup, spawn_layers)
        .add_systems(
            Update,
            (
                reset_mode
                    .after(ViewSystems::Measure)
                    .before(ViewSystems::Follow),
                (
                    advance_flash,
                    draw_options.run_if(
                        crate::board_changed
                            .or_else(resource_changed::<Selection>)
                            .or_else(resource_changed::<OrderMode>)
                            .or_else(resource_changed::<Overlay>)
                            .or_else(resource_changed::<Flash>)
                            .or_else(resource_changed::<PlanLabel>)
                            .or_else(resource_changed::<Motion>),
                    ),
                )
                    .chain()
                    .in_set(ViewSystems::Paint),
            ),
        );
}

/// Resets the mode when another unit is selected, or one that takes no orders.
fn reset_mode(
    (options, selection): (Res<Options>, Res<Selection>),
    mut started: MessageReader<BattleStarted>,
    mut replayed: MessageReader<BattleReplayed>,
    mut mode: ResMut<OrderMode>,
    mut before: Local<Option<UnitId>>,
) {
    let takes_orders = |unit: &UnitId| options.of_unit(*unit).is_some();
    let unit = selection.0.filter(takes_orders);
    let another = unit.is_none() || unit != *before;
    *before = unit;
    // Another battle, or the same one under changed files, may have other skills.
    if another || started.read().count() + replayed.read().count() > 0 {
        mode.set_if_neq(OrderMode::Free);
    }
}

/// Lets a flash run, and ends it after a while.
fn advance_flash(time: Res<Time>, mut flash: ResMut<Flash>, mut redraw: ResMut<RedrawRequests>) {
    let Some((cell, since)) = flash.0 else {
        return;
    };
    redraw.request();
    let since = since + time.delta();
    flash.0 = (since < FLASHES).then_some((cell, since));
}

/// The drawing under the tokens.
#[derive(Component)]
struct GroundLayer;
/// The drawing over the tokens.
#[derive(Component)]
struct PlanLayer;

fn spawn_layers(mut commands: Commands) {
    let at = |z: f32| Transform::from_xyz(0.0, 0.0, z);
    commands.spawn((
        Name::new("Options"),
        GroundLayer,
        Drawing::default(),
        at(layer::OPTIONS),
    ));
    commands.spawn((
        Name::new("Plan"),
        PlanLayer,
        Drawing::default(),
        at(layer::NUMBERS + 0.4),
    ));
}

type Layer<'w, 's, Of, Not> = Single<'w, 's, &'static mut Drawing, (With<Of>, Without<Not>)>;

fn draw_options(
    shown: If<Res<Shown>>,
    (options, selection, label): (Res<Options>, Res<Selection>, Res<PlanLabel>),
    (mode, flash, overlay): (Res<OrderMode>, Res<Flash>, Res<Overlay>),
    (turns, lines, faces): (Res<ForetoldTurns>, Res<IntentLines>, Res<TokenFaces>),
    (space, look, motion): (Res<BoardSpace>, Res<Look>, Res<Motion>),
    mut ground: Layer<GroundLayer, PlanLayer>,
    mut over: Layer<PlanLayer, GroundLayer>,
) {
    let (mut below, mut above) = (Picture::default(), Picture::default());
    let battle = shown.battle();
    let selected = selection.0;
    // While tokens move, all of this would be about where they were. An overlay takes its place.
    let visible = motion.is_still() && *overlay == Overlay::None;
    if let Some((unit, options)) = selected
        .filter(|_| visible)
        .and_then(|unit| Some((unit, options.of_unit(unit)?)))
    {
        let in_steps = *mode == OrderMode::Move;
        let stand = battle.units().filter(|(_, unit)| unit.is_up());
        let taken = stand.map(|(_, unit)| unit.cell).collect();
        let walks = (mode.walks(options), taken);
        draw_walks(&mut below, walks, in_steps, &space, &look);
        let targets = mode.targets(options, battle);
        let targets = targets
            .iter()
            .filter_map(|unit| Some(battle.unit(*unit)?.cell));
        draw_targets(&mut below, targets, &space, &look);
        // In ticks the battle waits for nobody: there a plan is shown once autofight is ordered.
        let planned = options.waited_for || options.autofights;
        if let Some(way) = way_of(battle, unit, options).filter(|_| planned)
            && *mode == OrderMode::Free
        {
            let numbers = damage_numbers(battle, &turns);
            let written = MomentLabels::new(&faces.0, &lines.0, &numbers, &space, &look);
            let label = (label.0.as_str(), written.layout);
            draw_way(&mut below, &way, &space, &look);
            draw_plan_label(&mut above, &way, label, &space, &look);
        }
    }
    let marked = battle.marked();
    for unit in marked.iter().filter_map(|unit| battle.unit(unit)) {
        if unit.is_up() {
            draw_mark(&mut above, unit.cell, &space, &look);
        }
    }
    if let Some(cell) = flash.lit(&look) {
        draw_obstacle(&mut above, cell, &space, &look);
    }
    ground.set_if_neq(Drawing(below));
    over.set_if_neq(Drawing(above));
}

fn square(space: &BoardSpace, cell: Cell, share: f32) -> Rect {
    Rect::from_center_size(space.middle(cell), Vec2::splat(space.cell * share))
}

/// A green edge around all cells that can be walked to, and a dot in each, or how many steps away it
/// is. Cells that units have taken are no holes.
pub(crate) fn draw_walks(
    picture: &mut Picture,
    (walks, taken): (&[(Cell, u8)], CellSet),
    in_steps: bool,
    space: &BoardSpace,
    look: &Look,
) {
    let palette = &look.theme.palette;
    let (green, dark) = (colour(palette.good), colour(palette.panel));
    let reached: CellSet = walks.iter().map(|(cell, _)| *cell).collect::<CellSet>() | taken;
    for &(cell, steps) in walks {
        let middle = space.middle(cell);
        for (from, to) in sides_at_edge(cell, reached, space) {
            for (width, ink) in [(4.0, dark), (2.0, green)] {
                picture.line(from, to, width * space.pixel, ink);
            }
        }
        let size = space.letters(0.27);
        let around = if in_steps { size * 0.68 } else { size * 0.4 };
        if in_steps {
            picture.disc(middle, around, dark.with_alpha(0.75));
            picture.label(steps.to_string(), Face::Bold, size, middle, green);
        } else {
            // Four sides each: there are up to a hundred of them.
            picture.diamond(middle, around, dark.with_alpha(0.75));
            picture.diamond(middle, size * 0.24, green);
        }
    }
}

/// Red, with a thick frame: different from green even without colour.
pub(crate) fn draw_targets(
    picture: &mut Picture,
    targets: impl IntoIterator<Item = Cell>,
    space: &BoardSpace,
    look: &Look,
) {
    let red = colour(look.theme.palette.bad);
    for cell in targets {
        let frame = square(space, cell, 0.94);
        picture.edged_frame(frame, 3.0 * space.pixel, space.pixel, red);
    }
}

/// The way of autofight from the unit to its target: of the turn that is foretold if it strikes in
/// it, or else of the plan, which may take more than one turn.
fn way_of(battle: &Battle, unit: UnitId, options: &UnitOptions) -> Option<Vec<Cell>> {
    let planned = options.planned.as_ref();
    let strikes = planned.and_then(|turn| Some((turn.walk(), turn.blow()?.0.target?)));
    let plan = || options.plan.as_ref();
    let (path, target) = strikes.or_else(|| Some((plan()?.path.as_slice(), plan()?.target)))?;
    let (from, to) = (battle.unit(unit)?.cell, battle.unit(target)?.cell);
    let path = path.iter().copied();
    Some(std::iter::once(from).chain(path).chain([to]).collect())
}

/// The points of a way of autofight on screen.
fn track_of(way: &[Cell], space: &BoardSpace, look: &Look) -> Vec<Vec2> {
    let middles: Vec<Vec2> = way.iter().map(|stop| space.middle(*stop)).collect();
    // Beside the intent lines that run there.
    let aside = f32::from(look.theme.strokes.apart) * space.pixel;
    let mut points = moved_right(&middles, aside);
    // Both tokens stay readable.
    if let [first, second, ..] = points.as_mut_slice() {
        *first += (*second - *first).normalize_or_zero() * 0.4 * space.cell;
    }
    if let [.., before, last] = points.as_mut_slice() {
        *last -= (*last - *before).normalize_or_zero() * 0.4 * space.cell;
    }
    points
}

/// What autofight would do: a dotted way, since those of enemies are dashed, and its target, which is
/// the last cell, in brackets around its token and plate.
pub(crate) fn draw_way(picture: &mut Picture, way: &[Cell], space: &BoardSpace, look: &Look) {
    let Some(&target) = way.last() else {
        return;
    };
    let strokes = &look.theme.strokes;
    let pixel = space.pixel;
    let gap = f32::from(strokes.gap) * 1.4 * pixel;
    let track = track_of(way, space, look);
    let legs = track.windows(2).map(|leg| LineEnds {
        from: leg[0],
        to: leg[1],
    });
    let dots: Vec<Vec2> = legs
        .flat_map(|leg| dashes(leg, 0.0, gap))
        .map(|(dot, _)| dot)
        .collect();
    let mut lines: Vec<(Vec2, Vec2)> = Vec::new();
    let around = square(space, target, 1.0)
        .union(plate_at(target, space))
        .inflate(3.0 * pixel);
    for (x, inwards) in [(around.min.x, 1.0), (around.max.x, -1.0)] {
        let (top, bottom) = (Vec2::new(x, around.max.y), Vec2::new(x, around.min.y));
        let arm = Vec2::new(inwards * space.cell * 0.2, 0.0);
        lines.extend([(top, bottom), (top, top + arm), (bottom, bottom + arm)]);
    }
    let ink = colour(look.theme.palette.accent);
    for (rim, ink) in [(pixel, contrast_to(ink)), (0.0, ink)] {
        for &dot in &dots {
            picture.disc(dot, 2.0 * pixel + rim, ink);
        }
        for &(from, to) in &lines {
            let out = (to - from).normalize_or_zero() * rim;
            picture.line(from - out, to + out, 2.0 * (pixel + rim), ink);
        }
    }
}

/// The sign of the button that does what autofight would, and where the way is long enough and the
/// layout has room, its name: on the way, or beside it with a leader.
pub(crate) fn draw_plan_label(
    picture: &mut Picture,
    way: &[Cell],
    (label, mut layout): (&str, LabelLayout),
    space: &BoardSpace,
    look: &Look,
) {
    let way = &track_of(way, space, look);
    let ink = colour(look.theme.palette.accent);
    let edge = contrast_to(ink);
    let size = space.letters(0.27);
    let is_long = length(way) > LONG_WAY * space.cell;
    let label = if is_long { label } else { "" };
    let text = width_of(label) * size;
    let gap = if is_long { size * 0.3 } else { 0.0 };
    let plate = Vec2::new(size * 1.45 + gap + text, size * 1.45);
    let places = LABEL_ALONG.map(|share| point_on(way, share));
    let placed = layout.place_about(plate, &places, f32::INFINITY, |at| nearest_on(way, at));
    let Some(placed) = placed else {
        return;
    };
    if let Some(leader) = placed.leader() {
        draw_leader(picture, leader, ink, space);
    }
    let plate = placed.rect;
    picture.rounded(plate, plate.half_size().y, edge);
    picture.rounded(
        plate.inflate(-space.pixel),
        plate.half_size().y - space.pixel,
        ink,
    );
    let left = plate.min.x + size * 0.72;
    let at = |x: f32| Vec2::new(x, plate.center().y);
    picture.icon(Icon::Zap, size, at(left), edge);
    if is_long {
        let middle = left + size * 0.5 + gap + text / 2.0;
        picture.label(label, Face::Bold, size, at(middle), edge);
    }
}

/// The point of a way that is nearest to another.
fn nearest_on(way: &[Vec2], at: Vec2) -> Vec2 {
    let legs = way.windows(2).map(|leg| Segment2d::new(leg[0], leg[1]));
    let points = legs.map(|leg| leg.closest_point(at));
    let nearest = points.min_by(|one, other| {
        let (one, other) = (one.distance_squared(at), other.distance_squared(at));
        one.total_cmp(&other)
    });
    nearest.unwrap_or(at)
}

/// A crosshair beside an enemy that the player has marked.
pub(crate) fn draw_mark(picture: &mut Picture, cell: Cell, space: &BoardSpace, look: &Look) {
    let ink = colour(look.theme.palette.accent);
    let size = (space.cell * 0.34).max(11.0);
    let corner = space.middle(cell) + Vec2::new(0.34, 0.34) * space.cell;
    picture.disc(corner, size * 0.62, contrast_to(ink));
    picture.icon(Icon::Crosshair, size, corner, ink);
}

/// A cell that is in the way: framed and crossed.
pub(crate) fn draw_obstacle(picture: &mut Picture, cell: Cell, space: &BoardSpace, look: &Look) {
    let ink = colour(look.theme.palette.bad);
    let rect = square(space, cell, 0.96);
    picture.rectangle(rect, ink.with_alpha(0.35));
    picture.frame(rect, 3.0 * space.pixel, ink);
    let corner = |x: f32, y: f32| rect.center() + rect.half_size() * Vec2::new(x, y);
    picture.line(corner(-0.6, -0.6), corner(0.6, 0.6), 3.0 * space.pixel, ink);
    picture.line(corner(-0.6, 0.6), corner(0.6, -0.6), 3.0 * space.pixel, ink);
}
