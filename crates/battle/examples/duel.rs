//! A duel in a few lines: A steps out of every heavy punch that she sees coming.
//!
//! `cargo run -p foretold_battle --example duel`

use foretold_battle::brain::Test;
use foretold_battle::testing::{board, heavy_punch, light_punch, move_away, move_towards, recruit};

fn main() {
    let scene = board(
        "
        . . . . .
        . A . e .
        . . # . .
        ",
    )
    .unit(
        'A',
        recruit().gambits([
            move_away().when(Test::MyCellTargeted),
            light_punch(),
            move_towards(),
        ]),
    )
    .unit(
        'e',
        recruit().hp(20).gambits([heavy_punch(), move_towards()]),
    );

    let mut story = scene.story();
    while story.battle.outcome().is_none() {
        for line in story.ticks(1).lines {
            println!("{line}");
        }
    }
    println!("{}", story.picture());
}
