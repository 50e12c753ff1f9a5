//! The head of the pages at which a place has something for the company: its scene in a large
//! medallion, and its name on a parchment.

use bevy::input_focus::tab_navigation::TabIndex;
use foretold_content::PlaceKind;
use foretold_run::{Run, RunCommand};
use foretold_sim::RunRequest;
use foretold_view::{FigureImage, FigureTone, place_figure};

use super::map::{INK, parchment, place_colour};
use super::parts::{omens, shadow};
use super::portrait::LOW;
use crate::pages::invitation::spawn_invitation;
use crate::pages::page_action::{PageAction, leading_action};
use crate::pages::{Page, PageBuilder, back_button};
use crate::prelude::*;

/// The size that the parchment is painted in; it is stretched to where it lies.
const PARCHMENT: Vec2 = Vec2::new(760.0, 130.0);
/// How high the sheet is at least, in pixels at 100%.
const SHEET: f32 = 92.0;
/// What stands at both sides of the scene, in pixels at 100%.
const ASIDE: f32 = 150.0;
/// The rim of the medallion.
const CREAM: Color = Color::srgb(0.96, 0.92, 0.83);

/// What a scene is made with.
#[derive(SystemParam)]
pub(super) struct SceneMaker<'w, 's> {
    pub(super) screen: Res<'w, Screen>,
    images: ResMut<'w, Assets<Image>>,
    parchment: Local<'s, Option<Handle<Image>>>,
}

impl SceneMaker<'_, '_> {
    /// How high it is at 100%: as wanted, or as much as a low screen leaves.
    pub(super) fn make(&mut self, height: f32) -> SceneRoom {
        let is_low = self.screen.size.y / self.screen.ui_scale < LOW;
        let images = &mut self.images;
        let paint = || images.add(parchment(PARCHMENT, 1));
        SceneRoom {
            parchment: self.parchment.get_or_insert_with(paint).clone(),
            height: if is_low { 62.0 } else { height },
            is_low,
        }
    }
}

/// The room of a scene, and its parchment.
pub(super) struct SceneRoom {
    parchment: Handle<Image>,
    height: f32,
    is_low: bool,
}

/// What a scene shows and says.
pub(super) struct PlaceScene<'a> {
    pub(super) page: Page,
    pub(super) kind: PlaceKind,
    pub(super) title: &'a str,
    /// A line for the mood.
    pub(super) text: &'a str,
}

/// The page of a place at which the company is not.
pub(super) fn set_elsewhere(page: &mut PageBuilder, which: Page, title: &str) {
    page.set(which, "", |frame, style| {
        let row = Node::row(px(0)).fixed();
        frame
            .spawn(row)
            .with_children(|row| back_button(row, which, style));
        let words = (title, "Go on with the run where it waits for you.");
        spawn_invitation(frame, Icon::Route, words, style, |buttons| {
            leading_action(buttons, PageAction::GoOn, style);
        });
    });
}

/// Spawns the scene of a place, with the way back beside it.
pub(super) fn spawn_scene(
    frame: &mut ChildSpawnerCommands<'_>,
    scene: &PlaceScene<'_>,
    run: &Run,
    room: &SceneRoom,
    style: &UiStyle,
) {
    let aside = || Node::column(px(8)).fixed().width(px(ASIDE));
    let row = Node::row(px(12)).fixed().height(px(room.height));
    frame.spawn(row).with_children(|row| {
        row.spawn(aside().align(AlignItems::FlexStart))
            .with_children(|left| back_button(left, scene.page, style));
        let middle = Node::row(px(0)).centred().share(1.0).min_width(px(0));
        row.spawn((middle, Pickable::IGNORE))
            .with_children(|middle| {
                spawn_parchment(middle, scene, room, style);
                spawn_medallion(middle, scene.kind, room.height);
            });
        row.spawn(aside().align(AlignItems::FlexEnd))
            .with_children(|right| omens(right, run, style));
    });
}

fn spawn_parchment(
    parent: &mut ChildSpawnerCommands<'_>,
    scene: &PlaceScene<'_>,
    room: &SceneRoom,
    style: &UiStyle,
) {
    let beside = room.height * 0.5;
    // A little lower than the medallion, but never too low for its words.
    let high = (room.height * 0.74).max(SHEET).min(room.height);
    let sheet = Node::column(px(0))
        .share(1.0)
        .min_width(px(0))
        .height(px(high))
        .margin(UiRect::left(px(beside)));
    // A picture leaves out the padding of its node.
    let mut inside =
        Node::column(px(3))
            .grow()
            .padding(UiRect::new(px(beside + 20.0), px(24), px(8), px(8)));
    inside.justify_content = JustifyContent::Center;
    let image = ImageNode::new(room.parchment.clone()).with_mode(NodeImageMode::Stretch);
    parent
        .spawn((sheet, image, Pickable::IGNORE))
        .with_children(|sheet| {
            sheet
                .spawn((inside, Pickable::IGNORE))
                .with_children(|inside| {
                    let mut title = inside.spawn(style.heading(scene.title, INK));
                    if !room.is_low {
                        title.insert(style.font(Face::Display, style.sizes().display / 2));
                        inside.spawn(style.heading(scene.text, INK));
                    }
                });
        });
}

/// The medallion of the place on the map, grown large.
fn spawn_medallion(parent: &mut ChildSpawnerCommands<'_>, kind: PlaceKind, side: f32) {
    let disc = Node::default()
        .absolute()
        .left(px(0))
        .middle()
        .size(px(side), px(side))
        .border(px((side * 0.03).max(2.0)).all())
        .radius(BorderRadius::MAX);
    parent
        .spawn((
            disc,
            BackgroundColor(place_colour(kind)),
            BorderColor::all(CREAM),
            shadow(),
            Pickable::IGNORE,
        ))
        .with_child((
            FigureImage {
                figure: place_figure(kind).to_owned(),
                tone: FigureTone::Side(Faction::Friendly),
            },
            Node::default().size(percent(82), percent(82)),
            Pickable::IGNORE,
        ));
}

/// Spawns the button that leaves a place, below what is found there: the last one that the keys come
/// to.
pub(super) fn spawn_leave(frame: &mut ChildSpawnerCommands<'_>, label: &str, style: &UiStyle) {
    let leave = |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
        requests.write(RunRequest::Command(RunCommand::Leave));
    };
    let mut row = Node::row(px(0)).fixed();
    row.justify_content = JustifyContent::Center;
    frame.spawn(row).with_children(|row| {
        icon_button(row, label, Icon::DoorOpen, style, leave)
            .insert(TabIndex(1))
            .change_node(|mut node| {
                node.min_height = px(32);
                node.padding = UiRect::horizontal(px(14));
            })
            .caption(label, style);
    });
}
