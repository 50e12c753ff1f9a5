//! What most files of this crate need, as Bevy's own prelude is what most files of a game need.

pub(crate) use bevy::ecs::system::SystemParam;
pub(crate) use bevy::input::keyboard::KeyboardInput;
pub(crate) use bevy::input_focus::{FocusedInput, InputFocus};
pub(crate) use bevy::prelude::*;
pub(crate) use bevy::text::EditableText;
pub(crate) use bevy::ui::Checked;
pub(crate) use bevy::ui_widgets::{Activate, ValueChange, observe};
pub(crate) use foretold_battle::{Arena, Battle, Faction, UnitId};
pub(crate) use foretold_content::{Act, Chord};
pub(crate) use foretold_sim::{
    BattleRequest, BattleStarted, Clock, ClockRequest, GameContent, Shown, SimSystems, Speed,
};
pub(crate) use foretold_view::picture::Face;
pub(crate) use foretold_view::{
    Hover, Look, RedrawRequests, Screen, Selection, TextScale, ViewSystems, colour,
};
pub(crate) use lucide_icons::Icon;

pub(crate) use crate::acts::{ActInput, ActSystems, Acts, asked_for, key_for};
pub(crate) use crate::focus::{CapturesKeys, Focus, InColumn};
pub(crate) use crate::folder::DataFolder;
pub(crate) use crate::layout::{Panel, PanelBuilder};
pub(crate) use crate::macros::{any_changed, enum_table};
pub(crate) use crate::progress::PlayerProgress;
pub(crate) use crate::settings::{KeysInForce, PlayerSettings};
pub(crate) use crate::toasts::{Toast, Toasts, quoted};
pub(crate) use crate::widgets::{
    ButtonExt, Chosen, Dialogs, Emphasis, Entered, Menu, MenuItem, NodeExt, Stepped, Stepper,
    Tooltip, UiStyle, act_button, bare_button, button, checkbox, close_dialog, drop_down, field,
    field_text, fits, icon_button, scroll_area, scroll_box, stepper, text_button,
};
