//! What goes on in a unit's mind (rules §2, §6) and what becomes of its blows (§7, §8), as stories.

mod asking;
mod blows;
mod cards;
mod common;
mod conditions;
mod decks;
mod draws;
mod explaining;
mod explaining_agents;
mod explaining_others;
mod frequencies;
mod gambits;
mod intents;
mod joins;
mod luck;
mod panic;
mod preview;
mod preview_cards;
mod reach;
mod refusals;
mod selectors;
mod sentences;
mod the_fallen;
mod threats;
mod to_hit;
mod what_if;
