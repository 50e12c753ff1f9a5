//! What is where on the map: drawn by the plan, then mended until every way keeps the laws.

use foretold_content::{PlaceKind, RunPlan};

use super::FLOORS;
use super::ways::Ways;
use crate::dice::RunDice;

/// The kind of every place, floor by floor.
type Kinds = Vec<Vec<PlaceKind>>;

/// Fewer fights than this before the boss would be a walk.
const FEWEST_FIGHTS: u8 = 4;
/// Below this floor a company has nothing yet to meet an elite with.
const FIRST_ELITES: usize = 4;
/// The floor before the boss: camps and nothing else.
const LAST_CAMPS: usize = FLOORS - 1;
/// How many maps are drawn at most; the one with the fewest blemishes is used. With an ordinary
/// plan four maps in five end up without any.
const DRAWS: usize = 32;

/// A law of the form "at least so many of these on every way from the start to the boss".
#[derive(Clone, Copy)]
struct OnEveryWay {
    fewest: u8,
    counts: fn(PlaceKind) -> bool,
    /// What may become one of these: what another law may need stays.
    gives_way: fn(PlaceKind) -> bool,
}

/// The laws in the order in which they are mended. The second takes away nothing that the first needs.
const LAWS: [OnEveryWay; 2] = [
    OnEveryWay {
        fewest: 1,
        counts: |kind| kind == PlaceKind::Teacher,
        gives_way: |_| true,
    },
    OnEveryWay {
        fewest: FEWEST_FIGHTS,
        counts: is_fight,
        gives_way: |kind| kind != PlaceKind::Teacher,
    },
];

/// The boss is the end of every way, and counts for none.
fn is_fight(kind: PlaceKind) -> bool {
    matches!(kind, PlaceKind::Fight | PlaceKind::Elite)
}

/// Draws the kind of every place.
pub(super) fn draw(plan: &RunPlan, ways: &Ways, dice: &mut RunDice) -> Kinds {
    let mut best: Option<(usize, Kinds)> = None;
    for _ in 0..DRAWS {
        let mut kinds = by_weights(plan, ways, dice);
        if !mend(plan, ways, &mut kinds, dice) {
            continue;
        }
        let blemishes = blemishes(plan, ways, &kinds);
        if best.as_ref().is_none_or(|(fewest, _)| blemishes < *fewest) {
            best = Some((blemishes, kinds));
        }
        if blemishes == 0 {
            break;
        }
    }
    best.map_or_else(|| plain(ways), |(_, kinds)| kinds)
}

/// The kinds that a floor, from 1, can have with their weights: those of the plan that are lawful.
fn lawful(plan: &RunPlan, floor: usize) -> impl Iterator<Item = (PlaceKind, u16)> + Clone {
    let kinds = plan.floors.get(floor - 1).map(|floor| &floor.kinds[..]);
    let kinds = kinds.unwrap_or_default().iter().copied();
    kinds.filter(move |&(kind, weight)| {
        let here = match kind {
            PlaceKind::Boss => false,
            PlaceKind::Elite => floor >= FIRST_ELITES,
            // Everyone rests on the next floor.
            PlaceKind::Camp => floor + 1 < LAST_CAMPS,
            _ => true,
        };
        here && weight > 0
    })
}

/// One of these kinds by its weight; a fight if there is none.
fn one_of(kinds: impl Iterator<Item = (PlaceKind, u16)> + Clone, dice: &mut RunDice) -> PlaceKind {
    let drawn = dice.weighted(kinds.clone().map(|(_, weight)| weight));
    let mut kinds = kinds.map(|(kind, _)| kind);
    drawn
        .and_then(|place| kinds.nth(place))
        .unwrap_or(PlaceKind::Fight)
}

/// Every place by the weights of its floor; the two last floors are always the same.
fn by_weights(plan: &RunPlan, ways: &Ways, dice: &mut RunDice) -> Kinds {
    let floors = ways.iter().zip(1..).map(|(places, floor)| match floor {
        FLOORS => vec![PlaceKind::Boss; places.len()],
        LAST_CAMPS => vec![PlaceKind::Camp; places.len()],
        _ => {
            let kind = |dice: &mut RunDice| one_of(lawful(plan, floor), dice);
            let mut kinds: Vec<PlaceKind> = places.iter().map(|_| kind(dice)).collect();
            for _ in 0..DRAWS {
                if floor == 1 || !is_dull(&kinds) {
                    break;
                }
                let changed = dice.below(kinds.len());
                kinds[changed] = kind(dice);
            }
            kinds
        }
    });
    floors.collect()
}

/// Whether there is nothing to choose between.
fn is_dull(places: &[PlaceKind]) -> bool {
    places.iter().all(|kind| *kind == places[0])
}

/// Changes places until every way keeps the laws; whether that came to an end.
fn mend(plan: &RunPlan, ways: &Ways, kinds: &mut Kinds, dice: &mut RunDice) -> bool {
    let walks = Walks::count(ways);
    for law in LAWS {
        // Every round makes one more place count, so there are fewer rounds than places.
        loop {
            let choices = choices(plan, ways, kinds, &walks, law);
            let Some((choices, weights)) = choices else {
                break;
            };
            let Some(chosen) = dice.weighted(weights.iter().copied()) else {
                return false;
            };
            let (floor, column) = choices[chosen];
            let wanted = lawful(plan, floor + 1).filter(|&(kind, _)| (law.counts)(kind));
            kinds[floor][column] = one_of(wanted, dice);
        }
    }
    true
}

/// Places, floor and column from 0, with their weights.
type Choices = (Vec<(usize, usize)>, Vec<u16>);

/// The places on ways that break the law and which could be changed; `None` if no way breaks it.
fn choices(
    plan: &RunPlan,
    ways: &Ways,
    kinds: &Kinds,
    walks: &Walks,
    law: OnEveryWay,
) -> Option<Choices> {
    let one = |floor: usize, column: usize| u8::from((law.counts)(kinds[floor][column]));
    let (before, after) = fewest_before_and_after(ways, one);
    let is_broken = |floor: usize, column: usize| {
        before[floor][column] + one(floor, column) + after[floor][column] < law.fewest
    };
    if !(0..ways[0].len()).any(|column| is_broken(0, column)) {
        return None;
    }
    let mut choices = (Vec::new(), Vec::new());
    for (floor, places) in kinds.iter().enumerate().take(LAST_CAMPS - 1) {
        let wanted = lawful(plan, floor + 1).filter(|&(kind, _)| (law.counts)(kind));
        let weight: u32 = wanted.map(|(_, weight)| u32::from(weight)).sum();
        for (column, &kind) in places.iter().enumerate() {
            if weight > 0
                && !(law.counts)(kind)
                && (law.gives_way)(kind)
                && is_broken(floor, column)
            {
                // Where many walks pass one change mends many.
                let weight = weight.min(1_000) * walks.tenths(floor, column);
                choices.0.push((floor, column));
                choices.1.push(weight as u16);
            }
        }
    }
    Some(choices)
}

/// For every place the fewest of something on a walk to it, and on a walk from it to the boss; the
/// place itself is in neither.
fn fewest_before_and_after(
    ways: &Ways,
    one: impl Fn(usize, usize) -> u8,
) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    let none: Vec<Vec<u8>> = ways.iter().map(|places| vec![0; places.len()]).collect();
    let mut before = none.clone();
    for floor in 1..ways.len() {
        before[floor].fill(u8::MAX);
        for (column, ways) in ways[floor - 1].iter().enumerate() {
            let here = before[floor - 1][column] + one(floor - 1, column);
            for &next in ways {
                let there = &mut before[floor][usize::from(next)];
                *there = here.min(*there);
            }
        }
    }
    let mut after = none;
    for floor in (0..ways.len() - 1).rev() {
        for (column, ways) in ways[floor].iter().enumerate() {
            let next = ways.iter().map(|&next| usize::from(next));
            let fewest = next.map(|next| after[floor + 1][next] + one(floor + 1, next));
            after[floor][column] = fewest.min().unwrap_or(0);
        }
    }
    (before, after)
}

/// How many walks from the start to the boss pass each place.
struct Walks {
    through: Vec<Vec<u32>>,
    all: u32,
}

impl Walks {
    fn count(ways: &Ways) -> Walks {
        let mut to: Vec<Vec<u32>> = ways.iter().map(|places| vec![0; places.len()]).collect();
        to[0].fill(1);
        for floor in 1..ways.len() {
            for (column, ways) in ways[floor - 1].iter().enumerate() {
                for &next in ways {
                    to[floor][usize::from(next)] += to[floor - 1][column];
                }
            }
        }
        let mut from: Vec<Vec<u32>> = ways.iter().map(|places| vec![1; places.len()]).collect();
        for floor in (0..ways.len() - 1).rev() {
            for (column, ways) in ways[floor].iter().enumerate() {
                let next = ways.iter().map(|&next| from[floor + 1][usize::from(next)]);
                from[floor][column] = next.sum();
            }
        }
        let all = from[0].iter().sum();
        let through = to.into_iter().zip(from).map(|(to, from)| {
            let places = to.into_iter().zip(from);
            places.map(|(to, from)| to * from).collect()
        });
        Walks {
            through: through.collect(),
            all,
        }
    }

    /// The share of the walks that pass a place, 1 to 10.
    fn tenths(&self, floor: usize, column: usize) -> u32 {
        (self.through[floor][column] * 10 / self.all.max(1)).max(1)
    }
}

/// How much of a map is lawful but dull: floors with nothing to choose, two camps or other stops of
/// one kind in a row, and kinds of the plan that are nowhere. A floor without a choice is worst.
fn blemishes(plan: &RunPlan, ways: &Ways, kinds: &Kinds) -> usize {
    let dull = (2..LAST_CAMPS).filter(|&floor| is_dull(&kinds[floor - 1]));
    let mut in_a_row = 0;
    for (floor, pair) in kinds.windows(2).enumerate() {
        for (kind, ways) in pair[0].iter().zip(&ways[floor]) {
            let next = ways.iter().map(|&next| pair[1][usize::from(next)]);
            in_a_row += next.filter(|next| next == kind && !is_fight(*kind)).count();
        }
    }
    let missing = PlaceKind::ALL.into_iter().filter(|kind| {
        let planned = (1..LAST_CAMPS).any(|floor| lawful(plan, floor).any(|(one, _)| one == *kind));
        planned && !kinds.iter().flatten().any(|one| one == kind)
    });
    3 * dull.count() + in_a_row + missing.count()
}

/// The same kind on all of a floor: dull, but lawful whatever the plan and the ways.
fn plain(ways: &Ways) -> Kinds {
    const FLOOR: [PlaceKind; FLOORS] = [
        PlaceKind::Fight,
        PlaceKind::Fight,
        PlaceKind::Teacher,
        PlaceKind::Fight,
        PlaceKind::Cache,
        PlaceKind::Fight,
        PlaceKind::Shrine,
        PlaceKind::Fight,
        PlaceKind::Camp,
        PlaceKind::Boss,
    ];
    let floors = FLOOR.into_iter().zip(ways);
    floors
        .map(|(kind, places)| vec![kind; places.len()])
        .collect()
}
