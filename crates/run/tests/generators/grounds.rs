//! The laws of grounds, told with slow and plain code, for many seeds of every kind.

use std::collections::BTreeSet;

use foretold_battle::board::Cover;
use foretold_battle::{Board, Cell, Terrain};
use foretold_content::GroundKind;
use foretold_run::RunDice;
use foretold_run::Site;
use proptest::prelude::{any, prop};
use proptest::{prop_assert_eq, proptest};

/// Enough that a law which is broken once in a thousand grounds is found.
const SEEDS: u64 = 2_000;

fn site(kind: GroundKind, seed: u64) -> Site {
    Site::make(kind, &mut RunDice::new(seed, ("site", kind)))
}

/// Every cell that can be walked to over cells like this, the first one included.
fn reached(board: &Board, from: Cell, open: fn(Terrain) -> bool) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::from([from]);
    let mut edge = vec![from];
    while let Some(cell) = edge.pop() {
        let steps = cell.neighbours().iter();
        let fresh = steps.filter(|step| open(board.get(*step)) && reached.insert(*step));
        edge.extend(fresh);
    }
    reached
}

fn is_safe(terrain: Terrain) -> bool {
    terrain.walkable() && terrain.harm().is_none()
}

fn everyone(site: &Site) -> impl Iterator<Item = Cell> {
    [&site.company, &site.front, &site.back]
        .into_iter()
        .flatten()
        .copied()
}

/// Looks for something wrong with a ground: a law that is broken, in words.
type Law = fn(&Site) -> Option<String>;

fn all_open_cells_hang_together(site: &Site) -> Option<String> {
    let from = site.company[0];
    let reached = reached(&site.board, from, Terrain::walkable);
    let mut open = Cell::all().filter(|cell| site.board.get(*cell).walkable());
    let lost = open.find(|cell| !reached.contains(cell))?;
    Some(format!("no way from {from} to {lost}"))
}

fn at_most_a_third_is_closed(site: &Site) -> Option<String> {
    let closed = Cell::all().filter(|cell| !site.board.get(*cell).walkable());
    let closed = closed.count();
    (closed > 48).then(|| format!("{closed} cells are closed"))
}

fn nobody_begins_in_a_wall_or_a_fire(site: &Site) -> Option<String> {
    let bad = everyone(site).find(|cell| !is_safe(site.board.get(*cell)))?;
    Some(format!("somebody begins at {bad}"))
}

fn no_two_begin_in_one_cell(site: &Site) -> Option<String> {
    let mut seen = BTreeSet::new();
    let twice = everyone(site).find(|cell| !seen.insert(*cell))?;
    Some(format!("two begin at {twice}"))
}

fn the_sides_reach_each_other_unhurt(site: &Site) -> Option<String> {
    let from = site.company[0];
    let reached = reached(&site.board, from, is_safe);
    let lost = everyone(site).find(|cell| !reached.contains(cell))?;
    Some(format!("only through fire from {from} to {lost}"))
}

fn there_is_room_for_both(site: &Site) -> Option<String> {
    let enemies = site.front.len() + site.back.len();
    let room = site.company.len() == 6 && enemies >= 12;
    let room = room && !site.front.is_empty() && !site.back.is_empty();
    (!room).then(|| format!("{} and {enemies} cells", site.company.len()))
}

fn each_side_begins_in_its_rows(site: &Site) -> Option<String> {
    let is_in = |cells: &[Cell], rows: std::ops::RangeInclusive<u8>| {
        cells.iter().all(|cell| rows.contains(&(cell.y() + 1)))
    };
    let law = is_in(&site.company, 9..=12) && is_in(&site.front, 3..=5) && is_in(&site.back, 1..=3);
    (!law).then(|| "somebody begins in a strange row".to_owned())
}

fn the_fronts_are_four_apart(site: &Site) -> Option<String> {
    for &companion in &site.company {
        for &enemy in site.front.iter().chain(&site.back) {
            if companion.chebyshev(enemy) < 4 {
                return Some(format!("{companion} and {enemy} are too near"));
            }
        }
    }
    None
}

fn there_is_cover(site: &Site) -> Option<String> {
    let cover = Cell::all().filter(|cell| site.board.get(*cell).cover() != Cover::None);
    let cover = cover.count();
    (cover < 4).then(|| format!("{cover} cells of cover"))
}

fn fires_are_small(site: &Site) -> Option<String> {
    let fires = Cell::all().filter_map(|cell| site.board.get(cell).harm());
    let harms: Vec<u16> = fires.collect();
    let law = harms.len() <= 12 && harms.iter().all(|harm| (2..=4).contains(harm));
    (!law).then(|| format!("fires of {harms:?}"))
}

const LAWS: [Law; 10] = [
    all_open_cells_hang_together,
    at_most_a_third_is_closed,
    nobody_begins_in_a_wall_or_a_fire,
    no_two_begin_in_one_cell,
    the_sides_reach_each_other_unhurt,
    there_is_room_for_both,
    each_side_begins_in_its_rows,
    the_fronts_are_four_apart,
    there_is_cover,
    fires_are_small,
];

fn assert_lawful(site: &Site) {
    for law in LAWS {
        if let Some(wrong) = law(site) {
            panic!("{wrong} in\n{site}");
        }
    }
}

#[test]
fn grounds_of_every_kind_keep_every_law() {
    for kind in GroundKind::ALL {
        for seed in 0..SEEDS {
            assert_lawful(&site(kind, seed));
        }
    }
}

proptest! {
    #[test]
    fn any_seed_gives_a_lawful_ground_and_always_the_same(
        kind in prop::sample::select(GroundKind::ALL.to_vec()),
        seed in any::<u64>(),
    ) {
        let made = site(kind, seed);
        assert_lawful(&made);
        prop_assert_eq!(made, site(kind, seed));
    }
}

/// The board alone, as text.
fn drawn(board: &Board) -> String {
    Cell::all().map(|cell| board.get(cell).sign()).collect()
}

#[test]
fn fewer_than_one_ground_in_a_hundred_has_been_seen_before() {
    for kind in GroundKind::ALL {
        let boards: BTreeSet<String> = (0..SEEDS)
            .map(|seed| drawn(&site(kind, seed).board))
            .collect();
        let again = SEEDS as usize - boards.len();
        assert!(again * 100 < SEEDS as usize, "{kind:?}: {again} of {SEEDS}");
    }
}

/// How many cells of 100 grounds have a terrain like this.
fn count(kind: GroundKind, like: fn(Terrain) -> bool) -> usize {
    let sites = (0..100).map(|seed| site(kind, seed));
    let cells = sites.map(|site| {
        Cell::all()
            .filter(|cell| like(site.board.get(*cell)))
            .count()
    });
    cells.sum()
}

#[test]
fn every_kind_has_what_it_is_named_for() {
    let wall = |terrain| terrain == Terrain::Wall;
    let tree = |terrain| terrain == Terrain::FullCover;
    let crate_or_bush = |terrain| terrain == Terrain::HalfCover;
    let pit = |terrain| terrain == Terrain::Pit;
    let fire = |terrain: Terrain| terrain.harm().is_some();
    assert!(count(GroundKind::Rooms, wall) > 1_500, "rooms have walls");
    assert!(count(GroundKind::Ruins, wall) > 600, "ruins have walls");
    assert!(count(GroundKind::Ruins, crate_or_bush) > 500, "and rubble");
    assert!(count(GroundKind::Heath, tree) > 300, "a heath has trees");
    assert!(count(GroundKind::Heath, crate_or_bush) > 700, "and bushes");
    assert!(count(GroundKind::Heath, wall) < 500, "and is open");
    assert!(
        count(GroundKind::Road, wall) > 2_400,
        "a road has thick edges"
    );
    assert!(count(GroundKind::Nest, pit) > 700, "a nest has pits");
    assert!(count(GroundKind::Hall, fire) > 300, "a hall has braziers");
}
