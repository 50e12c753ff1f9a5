//! The map of a run as text: the boss above, the first floor below, ways between them.

use foretold_run::Map;

/// How wide a map is, in letters.
const WIDTH: usize = 64;

/// A line for every floor, and one for the ways between two.
pub(super) fn lines(map: &Map) -> Vec<String> {
    let floors = map.floors();
    let mut lines = Vec::new();
    for (at, floor) in floors.iter().enumerate().rev() {
        let above = floors.get(at + 1).map_or(0, Vec::len);
        if above > 0 {
            let mut ways = vec![' '; WIDTH];
            for (column, place) in floor.iter().enumerate() {
                let from = middle(column, floor.len());
                for &to in &place.ways {
                    let to = middle(usize::from(to), above);
                    ways[usize::midpoint(from, to)] = match to.cmp(&from) {
                        std::cmp::Ordering::Less => '\\',
                        std::cmp::Ordering::Equal => '|',
                        std::cmp::Ordering::Greater => '/',
                    };
                }
            }
            let ways: String = ways.into_iter().collect();
            lines.push(format!("    {}", ways.trim_end()));
        }
        let mut places = vec![' '; WIDTH];
        for (column, place) in floor.iter().enumerate() {
            let words = place.kind.words();
            let start = middle(column, floor.len()).saturating_sub(words.len() / 2);
            for (letter, cell) in words.chars().zip(&mut places[start..]) {
                *cell = letter;
            }
        }
        let places: String = places.into_iter().collect();
        lines.push(format!("{:>2}  {}", at + 1, places.trim_end()));
    }
    lines
}

/// Where a place of a floor is drawn.
fn middle(column: usize, places: usize) -> usize {
    (2 * column + 1) * WIDTH / (2 * places.max(1))
}
