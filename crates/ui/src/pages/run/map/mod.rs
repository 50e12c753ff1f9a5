//! The map: a parchment with the floors of the run, the place looked at beside it, the company below.
//!
//! `chart` says where places are, `parchment` and `medallion` draw, `place_panel` tells of the place
//! looked at, `top` is the bar above. Here the page is put together, and places are looked at and
//! gone to.

mod chart;
mod foes;
mod medallion;
mod parchment;
mod pictures;
mod place_panel;
mod top;
mod word_chips;

use bevy::picking::hover::Hovered;
use foretold_content::PlaceKind;
use foretold_run::{PlaceId, Run, RunCommand, RunStage};
use foretold_sim::{CurrentRun, RunOdds, RunRequest};
use foretold_view::{FigureImage, FigureTone};

use self::chart::{Chart, ahead};
use self::pictures::{MapPictures, Painted};
use super::portrait::{Portrait, companion_card};
use crate::pages::{Page, PageBuilder, PageSystems, Pages, must_build, on_top};
use crate::prelude::*;
use crate::top_bar::percent_text;
use crate::widgets::text_width;

/// Around the page, in pixels at 100%.
pub(in crate::pages) const MARGIN: f32 = 12.0;
/// Between its parts.
const APART: f32 = 12.0;
/// How much is seen of a place that can no longer be reached.
const FAINT: f32 = 0.6;
/// The plate with the odds below a place.
const PLATE: Vec2 = Vec2::new(42.0, 15.0);
/// How far it covers the edge of its place.
const COVERS: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, Screen);
    app.init_resource::<MapPictures>()
        .init_resource::<LookedAt>()
        .add_plugins(place_panel::plugin)
        .add_systems(
            Update,
            (
                build.run_if(must_build(Page::Map, changed)),
                look_around.run_if(on_top(Page::Map)),
                write_odds.run_if(on_top(Page::Map)),
            )
                .chain()
                .in_set(PageSystems),
        );
}

/// Which place the panel tells of.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
struct LookedAt {
    /// What the mouse is over.
    hovered: Option<PlaceId>,
    /// What had the focus or was clicked last.
    resting: Option<PlaceId>,
    /// What was pressed once: another press goes there.
    ready: Option<PlaceId>,
}

impl LookedAt {
    fn place(&self) -> Option<PlaceId> {
        self.hovered.or(self.resting)
    }
}

/// A place of the map, as a button.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct PlaceButton(PlaceId);

/// The ring around the place that the panel rests on.
#[derive(Component)]
struct RestingRing(PlaceId);

/// The odds below a place.
#[derive(Component)]
struct OddsPlate(PlaceId);

/// How the page is divided, in pixels at 100%.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rooms {
    top: f32,
    chart: Vec2,
    panel: f32,
    /// Each card of the company.
    card: Vec2,
}

impl Rooms {
    fn of(screen: &Screen, company: usize) -> Rooms {
        let whole = screen.size / screen.ui_scale - 2.0 * MARGIN;
        let is_low = whole.y < 480.0;
        let (top, card) = if is_low { (36.0, 54.0) } else { (44.0, 84.0) };
        let panel = (whole.x * 0.325).clamp(236.0, 430.0);
        let count = company.max(3) as f32;
        let chart = Vec2::new(whole.x - panel - APART, whole.y - top - card - 2.0 * APART);
        Rooms {
            top,
            chart: chart.max(Vec2::new(120.0, 80.0)),
            panel,
            card: Vec2::new((whole.x - (count - 1.0) * APART) / count, card),
        }
    }
}

fn build(
    mut page: PageBuilder,
    (current, odds, screen): (Res<CurrentRun>, Res<RunOdds>, Res<Screen>),
    (mut pictures, mut images): (ResMut<MapPictures>, ResMut<Assets<Image>>),
    mut looked: ResMut<LookedAt>,
) {
    let Some(run) = current.get() else {
        page.set(Page::Map, "", |frame, style| {
            top::spawn_without_run(frame, style);
        });
        return;
    };
    rest_somewhere(&mut looked, run);
    let rooms = Rooms::of(&screen, run.company().len());
    let chart = Chart::new(run.map(), run.start().seed, rooms.chart);
    let scale = screen.density * screen.ui_scale;
    let painted = pictures.paint(run, &chart, (rooms.chart, scale), &mut images);
    page.set(Page::Map, "", |frame, style| {
        frame
            .spawn(Node::row(px(14)).centred().fixed().height(px(rooms.top)))
            .with_children(|bar| top::spawn(bar, run, painted.omen.clone(), style));
        let middle = Node::row(px(APART)).fixed().height(px(rooms.chart.y));
        frame.spawn(middle).with_children(|middle| {
            spawn_map(middle, run, (&chart, rooms.chart), &painted, (&odds, style));
            place_panel::spawn(middle, rooms.panel, style);
        });
        let row = Node::row(px(APART)).fixed().height(px(rooms.card.y));
        frame.spawn(row).with_children(|row| {
            for companion in run.company() {
                let portrait = Portrait::of(run, companion);
                let size = (rooms.card.x, rooms.card.y);
                companion_card(row, &portrait, size, style)
                    .observe(|_: On<Activate>, mut pages: ResMut<Pages>| pages.open(Page::Company));
            }
        });
    });
}

/// The panel always tells of a place: at first of one in reach.
fn rest_somewhere(looked: &mut LookedAt, run: &Run) {
    let map = run.map();
    let known = |place: &PlaceId| map.place(*place).is_some();
    let is_ahead = |place: &PlaceId| ahead(run).contains(place);
    let resting = looked.resting.filter(known).filter(is_ahead);
    let first = || map.ways_from(run.place()).first().copied();
    let resting = resting.or_else(first).or(run.place());
    let ready = looked.ready.filter(|ready| run.ways().contains(ready));
    if looked.resting != resting || looked.ready != ready {
        *looked = LookedAt {
            hovered: None,
            resting,
            ready,
        };
    }
}

/// The parchment with everything on it.
fn spawn_map(
    parent: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (chart, size): (&Chart, Vec2),
    painted: &Painted,
    (odds, style): (&RunOdds, &UiStyle),
) {
    let all = Node::default().fixed().size(px(size.x), px(size.y));
    let layer = |image: &Handle<Image>| {
        (
            ImageNode::new(image.clone()).with_mode(NodeImageMode::Stretch),
            Node::default()
                .absolute()
                .left(px(0))
                .top(px(0))
                .size(px(size.x), px(size.y)),
            Pickable::IGNORE,
        )
    };
    parent.spawn(all).with_children(|map| {
        map.spawn(layer(&painted.parchment));
        map.spawn(layer(&painted.ways));
        for (floor, across) in chart.floors() {
            let place = Node::row(px(0))
                .middle()
                .absolute()
                .left(px(across - 20.0))
                .top(px(size.y - 27.0))
                .width(px(40));
            map.spawn((place, Pickable::IGNORE))
                .with_child(style.small(floor.to_string(), pictures::INK));
        }
        let (here, ahead) = (run.place(), ahead(run));
        let in_reach = run.ways();
        // Tab comes to what can be reached first.
        let first = chart.places().filter(|(place, _)| in_reach.contains(place));
        let rest = chart
            .places()
            .filter(|(place, _)| !in_reach.contains(place));
        let all: Vec<(PlaceId, Vec2)> = first.chain(rest).collect();
        for (place, at) in all {
            let Some(kind) = run.map().kind(place) else {
                continue;
            };
            let radius = chart.radius(place);
            let label = label(run, odds, place);
            let side = 2.0 * radius + 6.0;
            let frame = Node::default()
                .absolute()
                .left(px(at.x - side / 2.0))
                .top(px(at.y - side / 2.0))
                .size(px(side), px(side))
                .middle()
                .framed(BorderRadius::MAX);
            let faint = !ahead.contains(&place) && here != Some(place);
            let faint = faint && !chart::walked(run).contains(&place);
            let inset = (side - 2.0 * radius * medallion::AROUND) / 2.0 - 1.0;
            let picture = Node::default()
                .absolute()
                .left(px(inset))
                .top(px(inset))
                .size(
                    px(2.0 * radius * medallion::AROUND),
                    px(2.0 * radius * medallion::AROUND),
                );
            map.spawn((button(label, style), Emphasis::Quiet, PlaceButton(place)))
                .insert(frame)
                .observe(press)
                .with_children(|button| {
                    if in_reach.contains(&place) {
                        button.spawn(ring_node(&painted.reach, side, radius));
                    }
                    button.spawn((
                        ImageNode {
                            color: Color::WHITE.with_alpha(if faint { FAINT } else { 1.0 }),
                            ..ImageNode::new(painted.medallions[kind as usize].clone())
                        },
                        picture,
                        Pickable::IGNORE,
                    ));
                    button.spawn((RestingRing(place), ring(radius), Visibility::Hidden));
                });
            if kind == PlaceKind::Boss {
                spawn_boss_name(map, run, (at, radius), size, style);
            }
        }
        // Over everything else, since places may stand close.
        let fights = run.ways().into_iter();
        for place in fights.filter(|place| run.map().kind(*place).is_some_and(PlaceKind::is_fight))
        {
            let (at, radius) = (chart.at(Some(place)), chart.radius(place));
            spawn_plate(map, place, at, radius, style);
        }
        spawn_company(map, run, chart, style);
    });
}

/// The dashed ring around a place in reach.
fn ring_node(image: &Handle<Image>, side: f32, radius: f32) -> impl Bundle {
    let wide = 2.0 * radius * pictures::REACH;
    let inset = (side - wide) / 2.0 - 1.0;
    (
        ImageNode::new(image.clone()).with_mode(NodeImageMode::Stretch),
        Node::default()
            .absolute()
            .left(px(inset))
            .top(px(inset))
            .size(px(wide), px(wide)),
        Pickable::IGNORE,
    )
}

/// The ring around the place that the panel tells of.
fn ring(radius: f32) -> impl Bundle {
    let around = 4.0;
    let wide = 2.0 * (radius + around);
    (
        Node::default()
            .absolute()
            .left(px(2.0 - around))
            .top(px(2.0 - around))
            .size(px(wide), px(wide))
            .border(px(2.5).all())
            .radius(BorderRadius::MAX),
        BorderColor::all(pictures::INK),
        Pickable::IGNORE,
    )
}

fn spawn_plate(
    map: &mut ChildSpawnerCommands<'_>,
    place: PlaceId,
    at: Vec2,
    radius: f32,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let node = Node::row(px(0))
        .middle()
        .absolute()
        .left(px(at.x - PLATE.x / 2.0))
        .top(px(at.y + radius - COVERS))
        .size(px(PLATE.x), px(PLATE.y))
        .framed(BorderRadius::all(px(PLATE.y / 2.0)));
    map.spawn((
        node,
        BackgroundColor(colour(palette.background)),
        BorderColor::all(colour(palette.accent)),
        Pickable::IGNORE,
    ))
    .with_children(|plate| {
        plate
            .spawn((
                OddsPlate(place),
                style.bold("…", style.ink()),
                TextLayout::no_wrap(),
            ))
            .insert(style.font(Face::Bold, style.sizes().small));
    });
}

/// What the last place is called, below it.
fn spawn_boss_name(
    map: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (at, radius): (Vec2, f32),
    size: Vec2,
    style: &UiStyle,
) {
    let realm = run.realm();
    let Some(pack) = realm.pack(&run.plan().boss) else {
        return;
    };
    let below = if run
        .ways()
        .iter()
        .any(|way| run.map().kind(*way) == Some(PlaceKind::Boss))
    {
        PLATE.y + 4.0
    } else {
        0.0
    };
    let room = (size.x - at.x - 6.0) * 2.0;
    // Where there is no room, the panel tells.
    if text_width(&pack.name, Face::Bold, style.sizes().small) > room {
        return;
    }
    let place = Node::row(px(0))
        .middle()
        .absolute()
        .left(px(at.x - room / 2.0))
        .top(px(at.y + radius + 6.0 + below))
        .width(px(room));
    map.spawn((place, Pickable::IGNORE)).with_children(|place| {
        place
            .spawn((
                style.bold(&pack.name, pictures::INK),
                TextLayout::justify(Justify::Center),
            ))
            .insert(style.font(Face::Bold, style.sizes().small));
    });
}

/// The company where it is: its first companion on a round plinth.
fn spawn_company(map: &mut ChildSpawnerCommands<'_>, run: &Run, chart: &Chart, style: &UiStyle) {
    let Some(first) = run.company().first() else {
        return;
    };
    let realm = run.realm();
    let figure = realm.recruit(&first.unit).map(|recruit| &recruit.figure);
    let here = run.place();
    let radius = here.map_or(0.0, |place| chart.radius(place));
    let size = chart.radius(PlaceId {
        floor: 1,
        column: 0,
    }) * 1.75;
    let at = chart.at(here) - Vec2::new(0.0, radius * 1.05 + size * 0.34);
    let square = |side: f32, down: f32| {
        Node::default()
            .absolute()
            .left(px(at.x - side / 2.0))
            .top(px(at.y - side / 2.0 + down))
            .size(px(side), px(side))
    };
    map.spawn((
        square(size, 0.0)
            .border(px(2).all())
            .radius(BorderRadius::MAX),
        BackgroundColor(style.look.side(Faction::Friendly).mix(&Color::BLACK, 0.45)),
        BorderColor::all(style.look.side_text(Faction::Friendly)),
        Pickable::IGNORE,
    ));
    map.spawn((
        FigureImage {
            figure: figure.cloned().unwrap_or_default(),
            tone: FigureTone::Side(Faction::Friendly),
        },
        square(size * 0.92, -size * 0.06),
        Pickable::IGNORE,
    ));
}

/// What a screen reader says of a place, and what the focus knows it by.
fn label(run: &Run, odds: &RunOdds, place: PlaceId) -> String {
    let kind = run.map().kind(place).map_or("", PlaceKind::words);
    let mut label = crate::toasts::capital(kind);
    label += &format!(", {place}");
    let reach = if run.ways().contains(&place) {
        if let Some(tally) = odds.odds(place) {
            label += &format!(", {}", percent_text(tally.win().odds));
        }
        ", in reach"
    } else if run.place() == Some(place) {
        ", you are here"
    } else {
        ""
    };
    label + reach
}

/// The first press on a place looks at it, the second goes there.
fn press(
    press: On<Activate>,
    places: Query<&PlaceButton>,
    current: Res<CurrentRun>,
    mut looked: ResMut<LookedAt>,
    mut requests: MessageWriter<RunRequest>,
) {
    let (Ok(PlaceButton(place)), Some(run)) = (places.get(press.entity), current.get()) else {
        return;
    };
    if looked.ready == Some(*place) && run.ways().contains(place) {
        go(*place, &mut requests);
    } else {
        looked.resting = Some(*place);
        looked.ready = Some(*place);
    }
}

fn go(to: PlaceId, requests: &mut MessageWriter<RunRequest>) {
    requests.write(RunRequest::Command(RunCommand::Go { to }));
}

/// Follows the mouse and the focus from place to place.
fn look_around(
    places: Query<(&PlaceButton, Ref<Hovered>)>,
    focus: Res<InputFocus>,
    mut rings: Query<(&RestingRing, &mut Visibility)>,
    mut looked: ResMut<LookedAt>,
) {
    let mut now = looked.clone();
    for (place, hovered) in &places {
        if hovered.is_changed() && hovered.get() {
            now.hovered = Some(place.0);
        } else if hovered.is_changed() && now.hovered == Some(place.0) {
            now.hovered = None;
        }
    }
    let focused = focus.get().and_then(|entity| places.get(entity).ok());
    if let Some((place, _)) = focused.filter(|_| focus.is_changed()) {
        if now.resting != Some(place.0) {
            now.ready = None;
            now.hovered = None;
        }
        now.resting = Some(place.0);
    }
    looked.set_if_neq(now);
    for (ring, mut visibility) in &mut rings {
        visibility.set_if_neq(if looked.place() == Some(ring.0) {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

/// The odds stand below their places and in their labels as soon as they are known.
fn write_odds(
    odds: Res<RunOdds>,
    current: Res<CurrentRun>,
    mut plates: Query<(Ref<OddsPlate>, &mut Text)>,
    labels: Query<(Entity, &PlaceButton, &AccessibleLabel)>,
    (mut commands, mut redraw): (Commands, ResMut<RedrawRequests>),
) {
    let is_new = plates.iter().any(|(plate, _)| plate.is_added());
    let (Some(run), true) = (current.get(), odds.is_changed() || is_new) else {
        return;
    };
    redraw.request();
    for (plate, mut text) in &mut plates {
        let tally = odds.odds(plate.0);
        let share = tally.map_or("…".to_owned(), |tally| percent_text(tally.win().odds));
        text.set_if_neq(Text(share));
    }
    for (entity, place, known) in &labels {
        let label = label(run, &odds, place.0);
        if known.0 != label {
            commands
                .entity(entity)
                .try_insert(AccessibleLabel::new(label));
        }
    }
}

/// What is to be decided now, at the top of the page.
fn to_do(stage: &RunStage) -> &'static str {
    match stage {
        RunStage::Choosing(_) => "Choose your companions",
        RunStage::OnMap => "Choose where to go",
        RunStage::Fighting => "A battle is being fought",
        RunStage::Offered(_) => "Something is offered to you",
        RunStage::AtCamp => "The company is in camp",
        RunStage::AtShrine(_) => "The company is at a shrine",
        RunStage::Over(_) => "The run is over",
    }
}
