//! The battles that are measured and counted, and what happens in them. Only the old, plain parts of
//! the core are used, so that `scripts/count-instructions` can play them in earlier commits, too.

use std::hint::black_box;
use std::sync::Arc;

use foretold_battle::board::Cell;
use foretold_battle::testing::skirmish;
use foretold_battle::{Arena, Battle, Event, Faction, Happening, Silent, Sink};

/// Battles per measured call.
pub(crate) const BATTLES: u64 = 64;

/// The skirmish of the test kit with this many units a side, up to three times its own four: the
/// others stand behind their like, a column nearer to the middle.
pub(crate) fn arena(side: usize) -> Arc<Arena> {
    let four = skirmish();
    let mut setup = four.clone();
    setup.units.clear();
    for (faction, inwards) in [(Faction::Friendly, 1), (Faction::Enemy, -1)] {
        let units: Vec<_> = four
            .units
            .iter()
            .filter(|unit| unit.faction == faction)
            .collect();
        for place in 0..side {
            let mut unit = units[place % units.len()].clone();
            let column = unit.cell.x() as i8 + inwards * (place / units.len()) as i8;
            unit.cell =
                Cell::new(column as u8, unit.cell.y()).expect("three columns are on the board");
            setup.units.push(unit);
        }
    }
    Arc::new(Arena::new(setup).expect("the skirmish is in order"))
}

/// What happens in this many battles.
pub(crate) fn count(arena: &Arc<Arena>, battles: u64) -> Count {
    let mut count = Count::default();
    for seed in 0..battles {
        Battle::start(arena, seed, &mut count).play(&mut count);
    }
    count
}

/// Never inlined: `scripts/count-instructions` counts what happens inside, by its name.
#[inline(never)]
pub(crate) fn play_silently(arena: &Arc<Arena>) {
    for seed in 0..BATTLES {
        black_box(Battle::start(arena, black_box(seed), &mut Silent).play(&mut Silent));
    }
}

/// Counts what happens.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) ticks: u64,
    last_tick: u32,
    pub(crate) decisions: u64,
}

impl Sink for Count {
    fn event(&mut self, event: Event) {
        if event.tick != self.last_tick {
            self.last_tick = event.tick;
            self.ticks += u64::from(event.tick > 0);
        }
        self.decisions += u64::from(matches!(event.what, Happening::Decided { .. }));
    }
}
