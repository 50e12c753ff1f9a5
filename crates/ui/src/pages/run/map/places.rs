//! What lies on the parchment: places as buttons, odds below them, the company where it is.

use foretold_content::PlaceKind;
use foretold_run::{PlaceId, Run};
use foretold_sim::RunOdds;
use foretold_view::{FigureImage, FigureTone};

use super::chart::{self, MapChart, ahead};
use super::pictures::{self, PaintedMap};
use super::{OddsPlate, PlaceButton, RestingRing, label, medallion, press};
use crate::prelude::*;
use crate::widgets::text_width;

/// How much is seen of a place that can no longer be reached.
const FAINT: f32 = 0.62;
/// The plate with the odds below a place.
const PLATE: Vec2 = Vec2::new(42.0, 15.0);
/// How far it covers the edge of its place.
const COVERS: f32 = 3.0;

/// The parchment with everything on it.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (chart, size): (&MapChart, Vec2),
    painted: &PaintedMap,
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
        map.spawn(layer(&painted.chart));
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
            map.spawn((
                button(label, style),
                Emphasis::Quiet,
                PlaceButton(place),
                InColumn,
            ))
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
fn spawn_company(map: &mut ChildSpawnerCommands<'_>, run: &Run, chart: &MapChart, style: &UiStyle) {
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
