//! The view as an app, without a graphics card: what is drawn for a given state, and when.

mod coming;
mod drawn;
mod figures;
mod foretold;
mod moving;
