//! Foretold: a tactics auto-battler where every blow is foretold.
//!
//! This package will compose the desktop game out of the crates in `crates/`.
//! The rules of battle live in `foretold_battle`.
