//! How many places a floor has, and which ways lead from floor to floor.

use foretold_content::RunPlan;

use super::FLOORS;
use crate::dice::RunDice;

/// The columns of the next floor that each place of each floor leads to.
pub(super) type Ways = Vec<Vec<Vec<u8>>>;

/// Where there is nothing to choose, a floor is only a delay.
const FEWEST_PLACES: u8 = 2;
/// The most that a plan can ask for.
const MOST_PLACES: u8 = 6;
/// How often the ways of the first floors are drawn. Of the first draws one in four will do; where
/// a narrow floor leads to two wide ones it takes many.
const DRAWS: usize = 400;

/// Draws the size of every floor and the ways between them.
pub(super) fn draw(plan: &RunPlan, dice: &mut RunDice) -> Ways {
    let sizes: Vec<usize> = (1..=FLOORS).map(|floor| size(plan, floor, dice)).collect();
    let mut ways: Ways = sizes
        .windows(2)
        .map(|pair| between(pair[0], pair[1], dice))
        .collect();
    // The boss leads nowhere.
    ways.push(vec![Vec::new()]);
    let mut draws = 1;
    while !third_floor_has_two_ways(&ways, sizes[2]) {
        (ways[0], ways[1]) = if draws < DRAWS {
            (
                between(sizes[0], sizes[1], dice),
                between(sizes[1], sizes[2], dice),
            )
        } else {
            (join(sizes[0], sizes[1]), fork(sizes[1], sizes[2]))
        };
        draws += 1;
    }
    ways
}

/// How many places a floor has, from 1.
fn size(plan: &RunPlan, floor: usize, dice: &mut RunDice) -> usize {
    if floor == FLOORS {
        return 1;
    }
    let plan = plan.floors.get(floor - 1);
    let (least, most) = plan.map_or((FEWEST_PLACES, FEWEST_PLACES), |floor| floor.places);
    let least = least.clamp(FEWEST_PLACES, MOST_PLACES);
    let most = most.clamp(least, MOST_PLACES);
    dice.between(usize::from(least), usize::from(most))
}

/// Draws the ways from a floor to the next.
///
/// Ways that do not cross and leave no place out are a staircase: beginning with both leftmost
/// places, the next way has the next place on one of the floors, or on both.
fn between(here: usize, there: usize, dice: &mut RunDice) -> Vec<Vec<u8>> {
    let mut ways = vec![Vec::new(); here];
    let (mut from, mut to) = (0, 0);
    loop {
        ways[from].push(to as u8);
        let (behind, ahead) = (here - 1 - from, there - 1 - to);
        // Both at once only while both have places left; the weights even out who waits.
        let both = behind.min(ahead).min(1) * behind.max(ahead);
        let weights = [both, behind, ahead].map(|weight| weight as u16);
        match dice.weighted(weights.into_iter()) {
            Some(0) => (from, to) = (from + 1, to + 1),
            Some(1) => from += 1,
            Some(_) => to += 1,
            None => return ways,
        }
    }
}

/// Whether at least two ways from the start lead to every place of the third floor, and so to every
/// place above it, since each of those is reached from one below.
///
/// A way is a whole walk from the start. Two places of the floor below for every place would be too
/// much to ask: ways that do not cross are at most as many as the places of both floors less one.
fn third_floor_has_two_ways(ways: &Ways, places: usize) -> bool {
    let mut to_second = vec![0; ways[1].len()];
    for &column in ways[0].iter().flatten() {
        to_second[usize::from(column)] += 1;
    }
    let mut to_third = vec![0; places];
    for (ways, walks) in ways[1].iter().zip(to_second) {
        for &column in ways {
            to_third[usize::from(column)] += walks;
        }
    }
    to_third.iter().all(|&walks| walks >= 2)
}

/// All places lead to the first one of the next floor, the last place also to the others.
fn join(here: usize, there: usize) -> Vec<Vec<u8>> {
    let mut ways = vec![vec![0]; here];
    ways[here - 1] = (0..there as u8).collect();
    ways
}

/// The first place leads to all of the next floor, the others to the last one. After [`join`], with
/// two places or more below it, there are two ways to each.
fn fork(here: usize, there: usize) -> Vec<Vec<u8>> {
    let mut ways = vec![vec![there as u8 - 1]; here];
    ways[0] = (0..there as u8).collect();
    ways
}

#[cfg(test)]
mod tests {
    use super::{fork, join, third_floor_has_two_ways};

    #[test]
    fn the_fixed_ways_give_every_place_of_the_third_floor_two_walks() {
        for (first, second, third) in [(2, 2, 2), (2, 3, 4), (4, 2, 4), (3, 4, 2), (6, 6, 6)] {
            let ways = vec![join(first, second), fork(second, third)];
            assert!(third_floor_has_two_ways(&ways, third), "{ways:?}");
        }
    }
}
