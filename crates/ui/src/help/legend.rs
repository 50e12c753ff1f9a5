//! The legend: every mark of the board as a picture, its name, and what it means.

use accesskit::Role;
use bevy::a11y::AccessibilityNode;
use foretold_content::{GroundStyle, Theme};
use foretold_view::legend::{LegendMark, LegendPainter, LegendSection, WIDEST, legend};
use foretold_view::{Figures, image_from};

use crate::prelude::*;

/// The marks with their images, as long as the theme and the ground stay.
#[derive(Resource, Default)]
struct Drawn {
    looks: Option<(Theme, GroundStyle)>,
    sections: Vec<(LegendSection, Vec<Handle<Image>>)>,
}

/// Draws the marks when they are asked for.
#[derive(SystemParam)]
pub(super) struct LegendImages<'w> {
    drawn: ResMut<'w, Drawn>,
    figures: Res<'w, Figures>,
    images: ResMut<'w, Assets<Image>>,
    shown: Option<Res<'w, Shown>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawn>();
}

impl LegendImages<'_> {
    /// Every mark with its image.
    fn sections(&mut self, look: &Look) -> &[(LegendSection, Vec<Handle<Image>>)] {
        let ground = self.shown.as_ref().map(|shown| shown.encounter().ground);
        let looks = (look.theme, ground.unwrap_or_default());
        if self.drawn.looks != Some(looks) || self.figures.is_changed() {
            let painter = LegendPainter::new(&look.theme.palette, &looks.1, &self.figures);
            let sections = legend(look).into_iter().map(|section| {
                let images = section.marks.iter();
                let images = images.map(|mark| self.images.add(image(mark, &painter)));
                let images = images.collect();
                (section, images)
            });
            self.drawn.sections = sections.collect();
            self.drawn.looks = Some(looks);
        }
        &self.drawn.sections
    }
}

fn image(mark: &LegendMark, painter: &LegendPainter<'_>) -> Image {
    let (size, pixels) = painter.image(mark);
    image_from(size, pixels)
}

/// Writes the legend.
pub(super) fn write(
    text: &mut ChildSpawnerCommands<'_>,
    images: &mut LegendImages,
    style: &UiStyle,
) {
    for (section, images) in images.sections(&style.look) {
        text.spawn((
            style.heading(section.title, style.ink()),
            Node::default().fixed().margin(UiRect::top(style.space())),
        ));
        for (mark, image) in section.marks.iter().zip(images) {
            spawn_mark(text, mark, image.clone(), style);
        }
    }
}

fn spawn_mark(
    list: &mut ChildSpawnerCommands<'_>,
    mark: &LegendMark,
    image: Handle<Image>,
    style: &UiStyle,
) {
    let size = mark.size();
    list.spawn(Node::row(style.space()).centred().fixed())
        .with_children(|row| {
            // All names begin at the same place.
            let place = Node::row(px(0)).fixed().width(px(WIDEST));
            row.spawn(place).with_children(|place| {
                let node = Node::default().fixed().size(px(size.x), px(size.y));
                // What is written on it belongs to it.
                let read = (
                    AccessibilityNode(accesskit::Node::new(Role::Image)),
                    AccessibleLabel::new(format!("{} on the board", mark.name)),
                );
                place
                    .spawn((ImageNode::new(image), node, read, Pickable::IGNORE))
                    .with_children(|image| spawn_labels(image, mark, style));
            });
            row.spawn(Node::column(px(0)).share(1.0).min_width(px(0)))
                .with_child(style.bold(capitalised(&mark.name), style.ink()))
                .with_child(style.plain(&mark.about, style.ink()));
        });
}

/// What is written on the picture, each around the middle that it has there.
fn spawn_labels(image: &mut ChildSpawnerCommands<'_>, mark: &LegendMark, style: &UiStyle) {
    for (at, label) in mark.labels() {
        let point = Node::default()
            .absolute()
            .middle()
            .left(px(at.x))
            .top(px(at.y))
            .size(px(0), px(0));
        let font = style.font(label.face, label.size.round() as u16);
        let text = (
            Text::new(&label.text),
            font,
            TextColor(label.colour),
            TextLayout::no_wrap(),
            Node::default().fixed(),
            Pickable::IGNORE,
        );
        image.spawn((point, Pickable::IGNORE)).with_child(text);
    }
}

/// As a heading begins.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
