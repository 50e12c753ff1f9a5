//! Plays battles for `scripts/count-instructions`, and nothing else: with this many units a side, the
//! one argument that is a number. Prints how many battles and decisions that were.

#[path = "speed/skirmishes.rs"]
mod skirmishes;

use skirmishes::{BATTLES, arena, count, play_silently};

fn main() {
    // `cargo test` runs benches too; for that, compiling is enough.
    let Some(side) = std::env::args().find_map(|argument| argument.parse().ok()) else {
        return;
    };
    let arena = arena(side);
    play_silently(&arena);
    println!("{BATTLES} {}", count(&arena, BATTLES).decisions);
}
