//! The map of a run: floors of places, and the ways between them.
//!
//! Only the map itself. Who waits at a place, and what is found there, follows from its kind.
//!
//! `ways` draws the ways, `kinds` what is where. Both keep the laws of a map whatever the plan says:
//!
//! - a floor has at least two places, the last one only the boss;
//! - ways never cross, every place can be reached, and every place leads to the boss;
//! - at least two ways from the start lead to every place from floor 3 on;
//! - every way from the start to the boss has at least four fights, a teacher, and a camp right
//!   before the boss;
//! - elites wait from floor 4 on.
//!
//! Where the sizes of the plan allow it, as those of the shipped one do, nobody passes more than two
//! places in a row without a choice of ways before floor 9.

mod kinds;
mod ways;

use std::fmt::{self, Display, Formatter};

use foretold_content::{PlaceKind, RunPlan};
use serde::{Deserialize, Serialize};

use crate::dice::RunDice;

/// Floors of a map, the boss on the last.
pub(crate) const FLOORS: usize = 10;

/// Which place of a map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PlaceId {
    /// The floor, from 1.
    pub floor: u8,
    /// The place on its floor from left to right, from 0.
    pub column: u8,
}

impl Display for PlaceId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = u16::from(self.column) + 1;
        write!(f, "floor {}, place {place}", self.floor)
    }
}

/// A place of the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MapPlace {
    /// What is there.
    pub kind: PlaceKind,
    /// The columns of the next floor that it leads to, in order.
    pub ways: Vec<u8>,
}

/// The floors of a run and the ways between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Map {
    floors: Vec<Vec<MapPlace>>,
}

impl Map {
    /// Draws a map: sizes and kinds by the plan, as far as the laws of a map allow.
    pub fn make(plan: &RunPlan, dice: &mut RunDice) -> Map {
        let ways = ways::draw(plan, dice);
        let kinds = kinds::draw(plan, &ways, dice);
        let floors = ways.into_iter().zip(kinds).map(|(ways, kinds)| {
            let places = ways.into_iter().zip(kinds);
            places.map(|(ways, kind)| MapPlace { kind, ways }).collect()
        });
        Map {
            floors: floors.collect(),
        }
    }

    /// The floors, the first one first, each with its places from left to right.
    pub fn floors(&self) -> &[Vec<MapPlace>] {
        &self.floors
    }

    /// The place with this id; `None` if the map has none.
    pub fn place(&self, id: PlaceId) -> Option<&MapPlace> {
        let floor = usize::from(id.floor).checked_sub(1)?;
        self.floors.get(floor)?.get(usize::from(id.column))
    }

    /// What is at a place; `None` if the map has no such place.
    pub fn kind(&self, id: PlaceId) -> Option<PlaceKind> {
        Some(self.place(id)?.kind)
    }

    /// Where one can go from a place, from left to right; from the start (`None`) to the whole
    /// first floor.
    pub fn ways_from(&self, from: Option<PlaceId>) -> Vec<PlaceId> {
        let Some(from) = from else {
            return self.on_floor(1).collect();
        };
        let Some(place) = self.place(from) else {
            return Vec::new();
        };
        let floor = from.floor.saturating_add(1);
        let next = place.ways.iter().map(|&column| PlaceId { floor, column });
        next.filter(|&id| self.place(id).is_some()).collect()
    }

    /// Whether one can go straight from a place, or from the start (`None`), to another.
    pub fn is_way(&self, from: Option<PlaceId>, to: PlaceId) -> bool {
        self.ways_from(from).contains(&to)
    }

    /// Every place, floor by floor, from left to right.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> {
        (1..=self.floors.len() as u8).flat_map(|floor| self.on_floor(floor))
    }

    /// The places of a floor, from left to right.
    pub fn on_floor(&self, floor: u8) -> impl Iterator<Item = PlaceId> + use<> {
        let places = usize::from(floor).checked_sub(1);
        let places = places.and_then(|floor| self.floors.get(floor));
        let places = places.map_or(0, Vec::len) as u8;
        (0..places).map(move |column| PlaceId { floor, column })
    }
}
