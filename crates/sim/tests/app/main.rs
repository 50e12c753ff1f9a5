//! The simulation plugins as an app, without a window.

mod equality;
