//! Tempo: who acts when, what a turn holds, what counts turns, and the agent that plays them
//! (rules §5 Turns, §6 Heuristic, §9, §11).

mod block;
mod common;
mod costs;
mod counting;
mod dungeon;
mod enemies_phase;
mod foretold;
mod heuristic;
mod heuristic_approach;
mod heuristic_choice;
mod heuristic_oracle;
mod heuristic_why;
mod initiative;
mod outcome;
mod players_phase;
mod random_battles;
mod saves;
mod turns;
