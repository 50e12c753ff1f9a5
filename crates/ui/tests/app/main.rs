//! The whole battle screen as a person uses it, without a graphics card: keys, mouse, messages.

mod autofight;
mod by_hand;
mod by_mouse;
mod common;
mod hints;
mod keys;
mod log;
mod messages;
mod mouse;
mod odds;
mod overlays;
mod pages;
mod panels;
mod progress;
mod room;
mod rule_history;
mod rule_text;
mod screen_reader;
mod settings;
mod simulation;
mod skills;
mod sound;
mod typing;
mod why;
mod window_sizes;
mod without_mouse;
