//! What panels are made of: each works with the mouse and the keyboard, shows the focus, and has a
//! label that says what it is.

mod anchor;
mod button;
mod dialog;
mod field;
mod menu;
mod node;
mod scroll;
mod stepper;
mod style;
mod tooltip;

use bevy::prelude::*;

pub(crate) use button::{
    Themed, act_button, bare_button, button, caption, caption_icon, switch_off,
};
pub(crate) use dialog::{CloseButton, Dialog, cover, dialog, is_open, shut};
pub(crate) use field::{Entered, field, field_text};
pub(crate) use menu::{Chosen, Menu, Popup, drop_down};
pub(crate) use node::NodeExt;
pub(crate) use scroll::scroll_area;
pub(crate) use stepper::{Stepped, Stepper, stepper};
pub(crate) use style::{UiStyle, fits};
pub(crate) use tooltip::Tooltip;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        button::plugin,
        dialog::plugin,
        field::plugin,
        menu::plugin,
        style::plugin,
        scroll::plugin,
        stepper::plugin,
        tooltip::plugin,
    ));
}
