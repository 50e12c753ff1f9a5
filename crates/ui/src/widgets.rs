//! Buttons and texts in the theme's colours.

use bevy::ecs::system::SystemParam;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_view::picture::Face;
use foretold_view::{Faces, Look, ViewSystems, colour};

/// The sizes of letters, in pixels at 100%.
pub(crate) mod size {
    /// Remarks beside something else.
    pub(crate) const SMALL: f32 = 11.0;
    /// Everything that is read.
    pub(crate) const TEXT: f32 = 13.0;
    /// Headings of panels.
    pub(crate) const HEADING: f32 = 15.0;
    /// Icons on buttons.
    pub(crate) const ICON: f32 = 18.0;
}

/// Fonts and colours for whoever writes something.
#[derive(SystemParam)]
pub(crate) struct Pen<'w> {
    pub(crate) look: Res<'w, Look>,
    faces: Res<'w, Faces>,
}

impl Pen<'_> {
    /// Letters of a face and a size.
    pub(crate) fn font(&self, face: Face, size: f32) -> TextFont {
        TextFont {
            font: self.faces.handle(face).into(),
            font_size: FontSize::Px(size),
            ..default()
        }
    }

    /// A text that is only read.
    pub(crate) fn text(
        &self,
        text: impl Into<String>,
        face: Face,
        size: f32,
        ink: Color,
    ) -> (Text, TextFont, TextColor, Pickable) {
        let font = self.font(face, size);
        (Text::new(text), font, TextColor(ink), Pickable::IGNORE)
    }

    /// Everything that is read, in its plain colour.
    pub(crate) fn ink(&self) -> Color {
        colour(self.look.theme.palette.text)
    }

    /// What matters less.
    pub(crate) fn muted(&self) -> Color {
        colour(self.look.theme.palette.muted)
    }
}

/// A button that shows whether the mouse is over it, whether it is pressed, and whether what it
/// stands for is in force.
#[derive(Component, Default)]
pub(crate) struct Themed {
    pub(crate) in_force: bool,
}

/// A button without its caption: give it children and observers.
pub(crate) fn button(label: impl Into<String>) -> impl Bundle {
    (
        Button,
        // A click within one long frame would be lost: it is not seen to be held.
        ActivateOnPress,
        Themed::default(),
        Hovered::default(),
        AccessibleLabel::new(label),
        Node {
            padding: UiRect::axes(px(7), px(3)),
            border: px(1).all(),
            column_gap: px(4),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(px(4)),
            ..default()
        },
        BackgroundColor::default(),
        BorderColor::default(),
    )
}

/// The colour of a text or a node that stays on screen: it follows the theme.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// Everything that is read, and what can be taken hold of.
    Text,
    /// What matters less.
    Muted,
    /// Lines.
    Line,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            let_go,
            style_buttons,
            repaint.run_if(resource_changed::<Look>),
        )
            .in_set(ViewSystems::Paint),
    );
}

fn repaint(
    look: Res<Look>,
    mut inks: Query<(&Ink, Option<&mut TextColor>, Option<&mut BackgroundColor>)>,
) {
    let palette = &look.theme.palette;
    for (ink, text, ground) in &mut inks {
        let colour = colour(match ink {
            Ink::Text => palette.text,
            Ink::Muted => palette.muted,
            Ink::Line => palette.border,
        });
        if let Some(mut text) = text {
            text.set_if_neq(TextColor(colour));
        } else if let Some(mut ground) = ground {
            ground.set_if_neq(BackgroundColor(colour));
        }
    }
}

/// A button is pressed as long as the mouse is, whatever became of the release.
fn let_go(
    mut commands: Commands,
    mouse: Res<ButtonInput<MouseButton>>,
    buttons: Query<Entity, (With<Themed>, With<Pressed>)>,
) {
    if !mouse.pressed(MouseButton::Left) {
        for button in &buttons {
            commands.entity(button).remove::<Pressed>();
        }
    }
}

type Styled = (
    &'static Hovered,
    Has<Pressed>,
    &'static Themed,
    &'static mut BackgroundColor,
    &'static mut BorderColor,
);

fn style_buttons(look: Res<Look>, mut buttons: Query<Styled>) {
    let palette = &look.theme.palette;
    for (hovered, pressed, themed, mut back, mut border) in &mut buttons {
        let (ground, edge) = match (pressed, hovered.get()) {
            (true, _) => (palette.border, palette.accent),
            (_, true) => (palette.raised, palette.accent),
            _ if themed.in_force => (palette.raised, palette.text),
            _ => (palette.raised, palette.border),
        };
        back.set_if_neq(BackgroundColor(colour(ground)));
        border.set_if_neq(BorderColor::all(colour(edge)));
    }
}
