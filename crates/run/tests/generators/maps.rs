//! The laws of maps, each told by walking every way from the start to the boss.

use std::collections::BTreeSet;
use std::fmt::Write;

use foretold_content::{PlaceKind, RunPlan};
use foretold_run::RunDice;
use foretold_run::{Map, PlaceId};
use proptest::prelude::{ProptestConfig, any, prop_assert_eq};
use proptest::proptest;

use crate::plans;

/// Enough that a law which is broken once in a thousand maps is found.
const SEEDS: u64 = 5_000;

fn map(plan: &RunPlan, seed: u64) -> Map {
    Map::make(plan, &mut RunDice::new(seed, "map"))
}

/// The map as text, the boss on top: a letter for each place, and where it leads.
fn drawn(map: &Map) -> String {
    let mut text = String::new();
    for (floor, places) in map.floors().iter().enumerate().rev() {
        write!(text, "{:>2} ", floor + 1).expect("text");
        for place in places {
            write!(
                text,
                " {:<8}{:<12}",
                place.kind.words(),
                format!("{:?}", place.ways)
            )
            .expect("text");
        }
        text.push('\n');
    }
    text
}

/// Every walk from the start to a place without ways.
fn walks(map: &Map) -> Vec<Vec<PlaceId>> {
    let mut done = Vec::new();
    let mut open: Vec<Vec<PlaceId>> = map.ways_from(None).into_iter().map(|id| vec![id]).collect();
    while let Some(walk) = open.pop() {
        let next = map.ways_from(walk.last().copied());
        if next.is_empty() {
            done.push(walk);
            continue;
        }
        open.extend(next.into_iter().map(|id| {
            let mut longer = walk.clone();
            longer.push(id);
            longer
        }));
    }
    done
}

/// Looks for something wrong with a map: a law that is broken, in words.
type Law = fn(&RunPlan, &Map) -> Option<String>;

fn ten_floors_and_the_boss_alone(_: &RunPlan, map: &Map) -> Option<String> {
    let bosses: Vec<PlaceId> = map
        .places()
        .filter(|id| map.kind(*id) == Some(PlaceKind::Boss))
        .collect();
    let alone = map.on_floor(10).count() == 1;
    let is_law = map.floors().len() == 10
        && alone
        && bosses
            == [PlaceId {
                floor: 10,
                column: 0,
            }];
    (!is_law).then(|| format!("bosses at {bosses:?}"))
}

fn as_many_places_as_planned(plan: &RunPlan, map: &Map) -> Option<String> {
    (1..=9).find_map(|floor| {
        let (least, most) = plan.floors[usize::from(floor) - 1].places;
        let places = map.on_floor(floor).count();
        let planned = usize::from(least.max(2))..=usize::from(most.max(2));
        (!planned.contains(&places)).then(|| format!("floor {floor} has {places} places"))
    })
}

fn ways_in_order_and_without_crossing(_: &RunPlan, map: &Map) -> Option<String> {
    for places in map.floors() {
        for (column, place) in places.iter().enumerate() {
            if !place.ways.is_sorted_by(|one, next| one < next) {
                return Some(format!("ways out of order: {:?}", place.ways));
            }
            for right in &places[column + 1..] {
                let crossing = place
                    .ways
                    .iter()
                    .any(|&way| right.ways.iter().any(|&other| way > other));
                if crossing {
                    return Some(format!("{:?} crosses {:?}", place.ways, right.ways));
                }
            }
        }
    }
    None
}

fn every_place_on_a_walk_to_the_boss(_: &RunPlan, map: &Map) -> Option<String> {
    let walks = walks(map);
    if let Some(walk) = walks.iter().find(|walk| walk.len() != 10) {
        return Some(format!("a walk ends early: {walk:?}"));
    }
    let walked: BTreeSet<PlaceId> = walks.into_iter().flatten().collect();
    let left_out = map.places().find(|id| !walked.contains(id));
    left_out.map(|id| format!("{id} is on no walk"))
}

fn two_ways_to_every_place_from_floor_3(_: &RunPlan, map: &Map) -> Option<String> {
    let starts: BTreeSet<Vec<PlaceId>> = walks(map)
        .iter()
        .flat_map(|walk| (3..=walk.len()).map(|floor| walk[..floor].to_vec()))
        .collect();
    let lonely = map
        .places()
        .filter(|id| id.floor >= 3)
        .find(|id| starts.iter().filter(|walk| walk.last() == Some(id)).count() < 2);
    lonely.map(|id| format!("fewer than two ways lead to {id}"))
}

/// The first walk with fewer than so many places of these kinds.
fn walk_without(map: &Map, fewest: usize, kinds: &[PlaceKind]) -> Option<String> {
    let counts = |id: &PlaceId| map.kind(*id).is_some_and(|kind| kinds.contains(&kind));
    let walk = walks(map)
        .into_iter()
        .find(|walk| walk.iter().filter(|id| counts(id)).count() < fewest)?;
    Some(format!("fewer than {fewest} of {kinds:?} on {walk:?}"))
}

fn four_fights_on_every_walk(_: &RunPlan, map: &Map) -> Option<String> {
    walk_without(map, 4, &[PlaceKind::Fight, PlaceKind::Elite])
}

fn a_teacher_on_every_walk(_: &RunPlan, map: &Map) -> Option<String> {
    walk_without(map, 1, &[PlaceKind::Teacher])
}

fn a_camp_before_the_boss(_: &RunPlan, map: &Map) -> Option<String> {
    let other = map
        .on_floor(9)
        .find(|id| map.kind(*id) != Some(PlaceKind::Camp));
    other.map(|id| format!("{id} is no camp"))
}

fn elites_from_floor_4(_: &RunPlan, map: &Map) -> Option<String> {
    let mut early = map.places().filter(|id| id.floor < 4);
    let early = early.find(|id| map.kind(*id) == Some(PlaceKind::Elite));
    early.map(|id| format!("an elite at {id}"))
}

const LAWS: [Law; 9] = [
    ten_floors_and_the_boss_alone,
    as_many_places_as_planned,
    ways_in_order_and_without_crossing,
    every_place_on_a_walk_to_the_boss,
    two_ways_to_every_place_from_floor_3,
    four_fights_on_every_walk,
    a_teacher_on_every_walk,
    a_camp_before_the_boss,
    elites_from_floor_4,
];

fn assert_lawful(plan: &RunPlan, map: &Map) {
    for law in LAWS {
        if let Some(wrong) = law(plan, map) {
            panic!("{wrong} in\n{}", drawn(map));
        }
    }
}

#[test]
fn maps_of_an_ordinary_plan_keep_every_law() {
    let plan = plans::ordinary();
    for seed in 0..SEEDS {
        assert_lawful(&plan, &map(&plan, seed));
    }
}

#[test]
fn a_plan_that_no_map_can_follow_gives_a_lawful_map_all_the_same() {
    let plan = plans::lawless();
    for seed in 0..50 {
        assert_lawful(&plan, &map(&plan, seed));
    }
}

#[test]
fn nobody_passes_more_than_two_places_of_an_ordinary_plan_without_a_choice() {
    let plan = plans::ordinary();
    for seed in 0..SEEDS {
        let map = map(&plan, seed);
        let is_forced = |id: &PlaceId| map.ways_from(Some(*id)).len() == 1;
        // Everyone rests on floor 9, then meets the boss.
        let stretch = walks(&map).into_iter().find_map(|walk| {
            let mut below = walk[..8].windows(3);
            below
                .find(|three| three.iter().all(is_forced))
                .map(<[_]>::to_vec)
        });
        assert_eq!(stretch, None, "seed {seed}\n{}", drawn(&map));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn maps_of_any_plan_keep_every_law(plan in plans::any_plan(), seed in any::<u64>()) {
        assert_lawful(&plan, &map(&plan, seed));
    }

    #[test]
    fn the_same_seed_gives_the_same_map(seed in any::<u64>()) {
        let plan = plans::ordinary();
        prop_assert_eq!(map(&plan, seed), map(&plan, seed));
    }
}

#[test]
fn no_two_of_a_thousand_maps_are_alike_and_every_kind_is_on_almost_every_one() {
    let plan = plans::ordinary();
    let maps: Vec<Map> = (0..1_000).map(|seed| map(&plan, seed)).collect();
    let different: BTreeSet<String> = maps.iter().map(drawn).collect();
    assert_eq!(different.len(), maps.len());
    for kind in PlaceKind::ALL {
        let with = |map: &&Map| map.places().any(|id| map.kind(id) == Some(kind));
        let with = maps.iter().filter(with).count();
        assert!(with > 900, "{kind:?} is on {with} of 1,000 maps");
    }
}

#[test]
fn few_maps_have_a_dull_floor_or_two_camps_in_a_row() {
    let plan = plans::ordinary();
    let (mut dull, mut camps) = (0, 0);
    for seed in 0..1_000 {
        let map = map(&plan, seed);
        let kinds = |floor| {
            map.on_floor(floor)
                .filter_map(|id| map.kind(id))
                .collect::<BTreeSet<_>>()
        };
        dull += (2..=8).filter(|floor| kinds(*floor).len() == 1).count();
        let is_camp = |id: &PlaceId| map.kind(*id) == Some(PlaceKind::Camp);
        let mut places = map.places().filter(is_camp);
        camps += usize::from(places.any(|id| map.ways_from(Some(id)).iter().any(is_camp)));
    }
    assert!(
        dull < 100 && camps < 20,
        "{dull} dull floors, {camps} maps with two camps in a row"
    );
}

#[test]
fn the_weights_of_the_plan_are_felt() {
    let mut plan = plans::ordinary();
    let shrines = |plan: &RunPlan| -> usize {
        let maps = (0..200).map(|seed| map(plan, seed));
        maps.map(|map| {
            map.places()
                .filter(|id| map.kind(*id) == Some(PlaceKind::Shrine))
                .count()
        })
        .sum()
    };
    let few = shrines(&plan);
    for (kind, weight) in plan.floors.iter_mut().flat_map(|floor| &mut floor.kinds) {
        if *kind == PlaceKind::Shrine {
            *weight *= 4;
        }
    }
    let many = shrines(&plan);
    assert!(
        2 * many > 3 * few,
        "{few} shrines, with four times the weight {many}"
    );
}

#[test]
fn a_place_is_named_as_people_count() {
    assert_eq!(
        PlaceId {
            floor: 3,
            column: 1
        }
        .to_string(),
        "floor 3, place 2"
    );
}

#[test]
fn ids_that_no_place_has_lead_nowhere() {
    let map = map(&plans::ordinary(), 1);
    for (floor, column) in [(0, 0), (11, 0), (10, 1), (255, 255), (5, 200)] {
        let nowhere = PlaceId { floor, column };
        assert_eq!(map.kind(nowhere), None, "{nowhere}");
        assert_eq!(map.ways_from(Some(nowhere)), [], "{nowhere}");
        assert!(!map.is_way(None, nowhere), "{nowhere}");
    }
    let boss = PlaceId {
        floor: 10,
        column: 0,
    };
    assert_eq!(map.ways_from(Some(boss)), []);
    assert!(map.is_way(
        None,
        PlaceId {
            floor: 1,
            column: 1
        }
    ));
}
