//! The whole battle screen as a person uses it, without a graphics card: keys, mouse, messages.

mod common;
mod keys;
mod messages;
mod mouse;
mod panels;
mod skills;
