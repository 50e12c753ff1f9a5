//! Dialogs: something over everything else that wants an answer, or to be closed.

use bevy::input_focus::tab_navigation::TabIndex;

use super::{Close, EaseIn, Modal, WHOLE_GAME, cover};
use crate::prelude::*;

/// How wide a dialog is, in pixels at 100%, if there is room.
const WIDTH: f32 = 560.0;
/// Where dialogs are: above pages, below messages.
const LAYER: i32 = 40;
/// The button that closes what it stands on: the last one that Tab comes to.
pub(crate) const CLOSE_BUTTON: TabIndex = TabIndex(1);

/// The dialog on screen.
#[derive(Component)]
struct Dialog;

/// Opens and closes dialogs. One is open at a time.
#[derive(SystemParam)]
pub(crate) struct Dialogs<'w, 's> {
    /// What is queued here finds the dialog open, or closed.
    pub(crate) commands: Commands<'w, 's>,
    open: Query<'w, 's, (Entity, &'static mut Modal), With<Dialog>>,
}

impl Dialogs<'_, '_> {
    /// Opens a dialog with a title and a button to close it. Its frame is marked.
    pub(crate) fn open(
        &mut self,
        title: &str,
        mark: impl Bundle,
        style: &UiStyle,
        fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
    ) {
        let palette = &style.look.theme.palette;
        let ground = colour(palette.background).with_alpha(0.7);
        let frame = Node {
            max_height: percent(97),
            ..Node::column(style.space())
                .width(px(WIDTH))
                .max_width(percent(97))
                .padding(px(16).all())
                .framed(BorderRadius::all(px(8)))
                .clipped()
        };
        let backdrop = (
            Name::new(title.to_owned()),
            Dialog,
            cover(Modal::new(LAYER, &WHOLE_GAME), ground),
        );
        self.commands.spawn(backdrop).with_children(|backdrop| {
            let frame = (
                mark,
                frame,
                EaseIn::default(),
                BackgroundColor(colour(palette.panel)),
                BorderColor::all(colour(palette.border)),
            );
            backdrop.spawn(frame).with_children(|frame| {
                frame
                    .spawn(Node::row(style.space()).centred().space_between().fixed())
                    .with_children(|top| {
                        top.spawn(style.headline(title, style.ink()));
                        icon_button(top, "Close", Icon::X, style, close_dialog)
                            .insert(CLOSE_BUTTON);
                    });
                fill(frame);
            });
        });
    }

    /// Closes the dialog.
    pub(crate) fn close(&mut self) {
        for (dialog, _) in &self.open {
            self.commands.entity(dialog).try_despawn();
        }
    }

    /// Closes the dialog, and gives the focus to the control with this label.
    pub(crate) fn close_to(&mut self, label: String) {
        for (_, mut modal) in &mut self.open {
            modal.return_to(label.clone());
        }
        self.close();
    }
}

/// What a button does that only closes its dialog.
pub(crate) fn close_dialog(_: On<Activate>, mut dialogs: Dialogs) {
    dialogs.close();
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(|close: On<Close>, mut dialogs: Dialogs| {
        if dialogs.open.contains(close.entity) {
            dialogs.close();
        }
    });
}
