//! How fast the core is: its geometry against well-known libraries, and whole battles.
//!
//! Criterion gives each figure; the table at the end gives ratios, both sides
//! measured in turn in this one run. On a busy machine `scripts/count-instructions` counts
//! instructions instead, which are the same in every run.

mod battles;
mod compare;
mod geometry;
mod skirmishes;

use criterion::Criterion;

use compare::{measuring, print_table};

fn main() {
    let mut maps = geometry::maps();
    geometry::assert_equal_answers(&maps);
    let arena = skirmishes::arena(4);
    let mut criterion = Criterion::default().configure_from_args();
    geometry::criterion_figures(&mut criterion, &mut maps);
    battles::criterion_figures(&mut criterion, &arena);
    criterion.final_summary();
    if measuring() {
        let mut table = Vec::from(geometry::comparisons(&mut maps));
        table.extend([
            battles::comparison(&arena),
            battles::growth(),
            battles::threads(&arena),
        ]);
        print_table(&table);
        battles::print_figures();
    }
}
