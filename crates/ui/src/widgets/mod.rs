//! What panels are made of: each works with the mouse and the keyboard, shows the focus, and has a
//! label that says what it is.

mod button;
mod dialog;
mod ease;
mod field;
mod menu;
mod modal;
mod node;
mod scroll;
mod stepper;
mod style;
mod tooltip;

pub(crate) use button::{
    ButtonAction, ButtonExt, Emphasis, TipNote, act_button, bare_button, button, checkbox,
    icon_button, text_button,
};
pub(crate) use dialog::{CLOSE_BUTTON, Dialogs, close_dialog};
pub(crate) use ease::EaseIn;
pub(crate) use field::{Entered, field, field_text};
pub(crate) use menu::{Chosen, Menu, MenuItem, drop_down};
use modal::WHOLE_GAME;
pub(crate) use modal::{Close, Modal, cover};
pub(crate) use node::NodeExt;
pub(crate) use scroll::{scroll_area, scroll_box};
pub(crate) use stepper::{Stepped, Stepper, stepper};
pub(crate) use style::{StyledText, UiStyle, fits, text_width};
pub(crate) use tooltip::{ExplainsFocus, Tooltip};

use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        button::plugin,
        dialog::plugin,
        ease::plugin,
        field::plugin,
        menu::plugin,
        modal::plugin,
        style::plugin,
        scroll::plugin,
        stepper::plugin,
        tooltip::plugin,
    ));
}
