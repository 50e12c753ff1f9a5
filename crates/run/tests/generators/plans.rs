//! Plans of runs to draw maps from: one as the game might ship it, and any that could be written.

use foretold_battle::brain::Vocabulary;
use foretold_content::{Bands, FloorPlan, PlaceKind, RunPlan};
use proptest::prelude::{Strategy, any, prop};

/// A plan with these floors and nothing to find.
fn with_floors(floors: Vec<FloorPlan>) -> RunPlan {
    RunPlan {
        title: "A test".to_owned(),
        text: "Down.".to_owned(),
        omens: 2,
        offered: 4,
        chosen: 3,
        most: 4,
        words: Vocabulary::NOTHING,
        found: Vec::new(),
        victory_heals: 20,
        return_with: 25,
        wound: 15,
        most_wounds: 3,
        camp_heals: 50,
        bands: Bands {
            fight: (70, 90),
            elite: (50, 75),
            boss: (40, 65),
        },
        boss: "boss".to_owned(),
        floors,
        references: Vec::new(),
        rewards: Vec::new(),
        offers: 3,
        healing: 30,
        cards: Vec::new(),
        bargains: Vec::new(),
        levels: Vec::new(),
    }
}

/// A floor with so many places.
fn floor(places: (u8, u8), kinds: &[(PlaceKind, u16)]) -> FloorPlan {
    FloorPlan {
        places,
        kinds: kinds.to_vec(),
        threat: 100,
    }
}

/// A plan as a designer would write it: two to four places, mostly fights.
pub(crate) fn ordinary() -> RunPlan {
    let middle = [
        (PlaceKind::Fight, 45),
        (PlaceKind::Elite, 12),
        (PlaceKind::Camp, 8),
        (PlaceKind::Teacher, 13),
        (PlaceKind::Cache, 12),
        (PlaceKind::Shrine, 10),
    ];
    let mut floors = vec![floor((2, 4), &[(PlaceKind::Fight, 1)])];
    floors.extend((2..=8).map(|_| floor((2, 4), &middle)));
    floors.push(floor((2, 4), &[(PlaceKind::Camp, 1)]));
    floors.push(floor((1, 1), &[(PlaceKind::Boss, 1)]));
    with_floors(floors)
}

/// A plan without fights, camps or teachers, which no lawful map can follow.
pub(crate) fn lawless() -> RunPlan {
    with_floors(
        (1..=10)
            .map(|_| floor((2, 3), &[(PlaceKind::Cache, 1)]))
            .collect(),
    )
}

/// Any plan that could be written, sensible or not.
pub(crate) fn any_plan() -> impl Strategy<Value = RunPlan> {
    let kind = (prop::sample::select(PlaceKind::ALL.to_vec()), any::<u8>());
    let kind = kind.prop_map(|(kind, weight)| (kind, u16::from(weight)));
    let kinds = prop::collection::vec(kind, 0..6);
    let floors = ((1_u8..=6, 0_u8..=5), kinds).prop_map(|((least, more), kinds)| {
        let most = (least + more).min(6);
        floor((least, most), &kinds)
    });
    prop::collection::vec(floors, 10).prop_map(with_floors)
}
