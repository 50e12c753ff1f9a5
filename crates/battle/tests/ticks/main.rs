//! Rules §5 as stories: what happens in a tick, in which order, who walks where and how it ends.

mod chance;
mod collisions;
mod columns_and_rings;
mod common;
mod costs;
mod crowds;
mod deciding;
mod effects;
mod endings;
mod guards;
mod locked_cells;
mod moving_away;
mod moving_towards;
mod order;
mod playing;
mod sequence;
mod stats;
mod turns;
mod wind_ups;
