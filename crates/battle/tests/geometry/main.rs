//! The fast geometry against slow, plain references, and the rules of the board told as stories.

mod areas;
mod arena;
mod drawing;
mod lines;
mod oracles;
mod plain;
mod stories;
