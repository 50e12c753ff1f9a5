//! Every request: what it does, and in which words it is refused.

mod before_a_battle;
mod by_hand;
mod clock;
mod orders;
mod rule_edits;
mod stops;
mod whole_battles;
