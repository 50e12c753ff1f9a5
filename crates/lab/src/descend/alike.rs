//! `--new`: what the seeds make, compared. How many pairs have the same board, or the same enemies at
//! the same place of the map.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use foretold_battle::fingerprint;
use foretold_run::{PlaceId, Realm, Run, RunStart};
use serde_json::json;

use super::args::DescendArgs;
use super::threads;
use crate::json;
use crate::problem::{Problem, message};
use crate::progress::{INTERRUPTED, bar, stop_by_ctrl_c};
use crate::sweep::numbers::grouped;

/// A fight of a seed, as far as it is compared.
struct Made {
    place: PlaceId,
    board: u64,
    enemies: u64,
}

/// How many of all pairs are alike.
#[derive(Clone, Copy, Default)]
struct Pairing {
    alike: u128,
    all: u128,
}

impl Pairing {
    /// The pairs of a group in which each of the counts are alike.
    fn of(counts: impl Iterator<Item = u64>) -> Pairing {
        let pairs = |count: u64| u128::from(count) * u128::from(count.saturating_sub(1)) / 2;
        let (mut alike, mut all) = (0, 0);
        for count in counts {
            alike += pairs(count);
            all += count;
        }
        Pairing {
            alike,
            all: pairs(all),
        }
    }

    fn and(self, other: Pairing) -> Pairing {
        Pairing {
            alike: self.alike + other.alike,
            all: self.all + other.all,
        }
    }

    /// The share in thousandths of a percent, rounded up: never nothing where there is something.
    fn share(self) -> u128 {
        (self.alike * 100_000).div_ceil(self.all.max(1))
    }

    fn words(self) -> String {
        let count = |count: u128| grouped(u64::try_from(count).unwrap_or(u64::MAX));
        let share = self.share();
        format!(
            "{} of {} pairs, {}.{:03}%",
            count(self.alike),
            count(self.all),
            share / 1_000,
            share % 1_000
        )
    }
}

pub(super) fn alike(
    descend: &DescendArgs,
    realm: &Arc<Realm>,
    as_json: bool,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    let stop = stop_by_ctrl_c()?;
    let progress = bar("new", descend.runs);
    let mut boards: BTreeMap<u64, u64> = BTreeMap::new();
    let mut enemies: BTreeMap<PlaceId, BTreeMap<u64, u64>> = BTreeMap::new();
    let seeds = super::work::work(
        0..descend.runs,
        threads(descend),
        stop,
        || (),
        |(), number| fights(descend, realm, descend.seed + number),
        |number, fights| {
            for made in fights {
                *boards.entry(made.board).or_default() += 1;
                let there = enemies.entry(made.place).or_default();
                *there.entry(made.enemies).or_default() += 1;
            }
            progress.set_position(number + 1);
        },
    );
    progress.finish_and_clear();
    let boards = Pairing::of(boards.into_values());
    let mut by_floor: BTreeMap<u8, Pairing> = BTreeMap::new();
    for (place, counts) in enemies {
        let floor = by_floor.entry(place.floor).or_default();
        *floor = floor.and(Pairing::of(counts.into_values()));
    }
    let enemies = by_floor
        .values()
        .fold(Pairing::default(), |sum, floor| sum.and(*floor));
    if as_json {
        let floors: BTreeMap<String, u128> = by_floor
            .iter()
            .map(|(floor, pairing)| (floor.to_string(), pairing.share()))
            .collect();
        let object = json!({
            "type": "new",
            "run": realm.name(),
            "content": format!("{:016x}", realm.hash()),
            "level": descend.level,
            "seed": descend.seed,
            "seeds": seeds,
            "same_board": boards.share(),
            "same_enemies": enemies.share(),
            "floors": floors,
        });
        json::line(out, &object)?;
    } else {
        let title = &realm.plan().title;
        writeln!(out, "{title} ({}): {} seeds", realm.name(), grouped(seeds))?;
        writeln!(out, "\nthe same board, anywhere:       {}", boards.words())?;
        writeln!(out, "the same enemies, at one place: {}", enemies.words())?;
        for (floor, pairing) in by_floor {
            writeln!(out, "  on floor {floor}: {}", pairing.words())?;
        }
    }
    if seeds < descend.runs {
        message("stopped early: these are the seeds that were looked at until then");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// All fights of a seed.
fn fights(descend: &DescendArgs, realm: &Arc<Realm>, seed: u64) -> Vec<Made> {
    let start = RunStart {
        seed,
        level: descend.level,
        finished: descend.finished,
    };
    let run = Run::begin(realm, start);
    let places: Vec<PlaceId> = run.map().places().collect();
    let fights = places.into_iter().filter_map(|place| run.fight(place));
    fights
        .map(|fight| {
            // Who they are, wherever they stand.
            let mut units: Vec<&str> = fight
                .enemies
                .iter()
                .map(|(unit, _)| unit.as_str())
                .collect();
            units.sort_unstable();
            Made {
                place: fight.place,
                board: fingerprint(&fight.site.board),
                enemies: fingerprint(&units),
            }
        })
        .collect()
}
