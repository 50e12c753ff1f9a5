//! Orders, autofight and undo: the player's hand in a battle (rules §6 Manual, §10, §12).

mod acknowledging;
mod ambiguity;
mod attack_types;
mod common;
mod costs;
mod counting;
mod deafness;
mod given;
mod interrupts;
mod kept;
mod planning;
mod ranking;
mod reachable;
mod refused;
mod rewinding;
mod rule_edits;
mod scenarios;
mod settings;
mod small_print;
mod stopping;
mod tempos;
mod terms;
mod undo;
mod unheard;
mod waiting;
mod whims;
