//! The map: a parchment with the floors of the run, the place looked at beside it, the company below.
//!
//! `chart` says where places are, `parchment` and `medallion` draw, `places` puts them on the page,
//! `place_panel` tells of the place looked at, `top` is the bar above. Here the page is put together,
//! and places are looked at and gone to.

mod chart;
mod cost;
mod foes;
mod medallion;
mod parchment;
mod pictures;
mod place_panel;
mod places;
mod top;
mod way_out;

use bevy::picking::hover::Hovered;
use foretold_content::PlaceKind;
use foretold_run::{PlaceId, Run, RunCommand, RunStage};
use foretold_sim::{CurrentRun, RunOdds, RunRequest};

use self::chart::MapChart;
pub(super) use self::chart::ahead;
pub(super) use self::medallion::ground as place_colour;
pub(super) use self::parchment::parchment;
pub(super) use self::pictures::INK;
use self::pictures::MapPictures;
use super::portrait::{APART, LOW, MARGIN, card_height, company_row};
use crate::pages::{Page, PageBuilder, PageSystems, must_build, on_top};
use crate::prelude::*;
use crate::top_bar::percent_text;

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
}

impl Rooms {
    fn of(screen: &Screen) -> Rooms {
        let whole = screen.size / screen.ui_scale - 2.0 * MARGIN;
        let top = if screen.size.y / screen.ui_scale < LOW {
            36.0
        } else {
            44.0
        };
        let card = card_height(screen);
        let panel = (whole.x * 0.325).clamp(236.0, 430.0);
        let chart = Vec2::new(whole.x - panel - APART, whole.y - top - card - 2.0 * APART);
        Rooms {
            top,
            chart: chart.max(Vec2::new(120.0, 80.0)),
            panel,
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
    let rooms = Rooms::of(&screen);
    let chart = MapChart::new(run.map(), run.start().seed, rooms.chart);
    let scale = screen.density * screen.ui_scale;
    let painted = pictures.paint(run, &chart, (rooms.chart, scale), &mut images);
    page.set(Page::Map, "", |frame, style| {
        frame
            .spawn(Node::row(px(14)).centred().fixed().height(px(rooms.top)))
            .with_children(|bar| top::spawn(bar, run, painted.omen.clone(), style));
        let middle = Node::row(px(APART)).fixed().height(px(rooms.chart.y));
        frame.spawn(middle).with_children(|middle| {
            places::spawn(middle, run, (&chart, rooms.chart), &painted, (&odds, style));
            place_panel::spawn(middle, rooms.panel, style);
        });
        company_row(frame, run, &screen, style);
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
