//! How fast the core is: its geometry against well-known libraries, and whole battles.
//!
//! Criterion gives each figure; the table at the end gives ratios, both sides
//! measured in turn in this one run. On a busy machine `scripts/count-instructions` counts
//! instructions instead, which are the same in every run.

mod battles;
mod compare;
mod geometry;

use criterion::Criterion;

use compare::{measuring, print_table};

fn main() {
    if let Some(side) = side_to_count() {
        return battles::play_counted(side);
    }
    let mut maps = geometry::maps();
    geometry::assert_equal_answers(&maps);
    let arena = battles::arena(4);
    let mut criterion = Criterion::default().configure_from_args();
    geometry::criterion_figures(&mut criterion, &mut maps);
    battles::criterion_figures(&mut criterion, &arena);
    criterion.final_summary();
    if measuring() {
        let mut table = Vec::from(geometry::comparisons(&mut maps));
        table.extend([battles::comparison(&arena), battles::growth()]);
        print_table(&table);
        battles::print_figures();
    }
}

/// The units a side after `--count`, if only the battles for `scripts/count-instructions` are wanted.
fn side_to_count() -> Option<usize> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--count");
    arguments.nth(1)?.parse().ok()
}
