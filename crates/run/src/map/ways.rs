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
/// The most places in a row with a single way on: whoever passes more of them only presses a key.
const MOST_FORCED: u8 = 2;
/// The last floor that a choice can lead on from: above it everyone rests, then meets the boss.
const LAST_CHOICE: usize = FLOORS - 2;
/// How many layouts are drawn at most; the best one is used. With an ordinary plan one in
/// twenty-five has no fault.
const DRAWS: usize = 400;

/// Draws the size of every floor and the ways between them.
pub(super) fn draw(plan: &RunPlan, dice: &mut RunDice) -> Ways {
    let mut best = layout(plan, dice);
    let mut fewest = faults(&best);
    for _ in 1..DRAWS {
        if fewest == NO_FAULTS {
            break;
        }
        let ways = layout(plan, dice);
        let faults = faults(&ways);
        if faults < fewest {
            (best, fewest) = (ways, faults);
        }
    }
    if !third_floor_has_two_ways(&best) {
        let [first, second, third] = [0, 1, 2].map(|floor| best[floor].len());
        best[0] = join(first, second);
        best[1] = fork(second, third);
    }
    best
}

/// A size for every floor by the plan, and ways between them.
fn layout(plan: &RunPlan, dice: &mut RunDice) -> Ways {
    let sizes: Vec<usize> = (1..=FLOORS).map(|floor| size(plan, floor, dice)).collect();
    let mut ways: Ways = sizes
        .windows(2)
        .map(|pair| between(pair[0], pair[1], dice))
        .collect();
    // The boss leads nowhere.
    ways.push(vec![Vec::new()]);
    ways
}

/// What is wrong with a layout, the worst first.
type Faults = (bool, u8);

const NO_FAULTS: Faults = (false, 0);

fn faults(ways: &Ways) -> Faults {
    let forced = most_forced_in_a_row(ways).saturating_sub(MOST_FORCED);
    (!third_floor_has_two_ways(ways), forced)
}

/// The most places in a row with a single way on, over all walks.
fn most_forced_in_a_row(ways: &Ways) -> u8 {
    let mut most = 0;
    // For every place of a floor, how many in a row lead to it.
    let mut before = vec![0; ways[0].len()];
    for floor in 0..LAST_CHOICE {
        let mut next = vec![0; ways[floor + 1].len()];
        for (ways, before) in ways[floor].iter().zip(before) {
            let forced = if ways.len() == 1 { before + 1 } else { 0 };
            most = forced.max(most);
            for &column in ways {
                let there = &mut next[usize::from(column)];
                *there = forced.max(*there);
            }
        }
        before = next;
    }
    most
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
        // Both at once only while both have places left, and seldom: it takes a choice away. The
        // weights even out who waits.
        let both = behind.min(ahead).min(1) * behind.max(ahead);
        let weights = [both, 2 * behind, 2 * ahead].map(|weight| weight as u16);
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
fn third_floor_has_two_ways(ways: &Ways) -> bool {
    let mut to_second = vec![0; ways[1].len()];
    for &column in ways[0].iter().flatten() {
        to_second[usize::from(column)] += 1;
    }
    let mut to_third = vec![0; ways[2].len()];
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
            let ways = vec![
                join(first, second),
                fork(second, third),
                vec![Vec::new(); third],
            ];
            assert!(third_floor_has_two_ways(&ways), "{ways:?}");
        }
    }
}
