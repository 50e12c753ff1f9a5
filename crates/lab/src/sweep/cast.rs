//! The names behind the counts of a sweep: units, skills and rules, in the order of the lists.

use foretold_battle::{Arena, Faction, SkillId, sentence};
use foretold_content::Encounter;

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnitName {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) side: Faction,
}

/// A skill as one side uses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SkillName {
    pub(crate) side: Faction,
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A rule of a unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RuleName {
    /// The unit's id.
    pub(crate) unit: String,
    /// Its place in the unit's list, from 1.
    pub(crate) place: usize,
    /// As a sentence.
    pub(crate) text: String,
}

/// Everything in a battle that is counted by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cast {
    pub(crate) units: Vec<UnitName>,
    pub(crate) skills: Vec<SkillName>,
    pub(crate) rules: Vec<RuleName>,
}

impl Cast {
    /// The names of a battle. A skill is listed once for each side that knows it.
    pub(crate) fn of(encounter: &Encounter, arena: &Arena) -> Cast {
        let mut cast = Cast::default();
        for (unit, sheet) in arena.units() {
            cast.units.push(UnitName {
                id: encounter.unit_id(unit).to_owned(),
                name: sheet.name.clone(),
                side: sheet.faction,
            });
            for (at, rule) in sheet.brain.rules().iter().enumerate() {
                cast.rules.push(RuleName {
                    unit: encounter.unit_id(unit).to_owned(),
                    place: at + 1,
                    text: sentence(arena, rule),
                });
            }
        }
        for side in Faction::ALL {
            for skill in skills_of(arena, side) {
                cast.skills.push(SkillName {
                    side,
                    id: encounter.skill_id(skill).to_owned(),
                    name: arena.skill(skill).name.clone(),
                });
            }
        }
        cast
    }
}

/// The skills that a side can use, in order.
pub(super) fn skills_of(arena: &Arena, side: Faction) -> Vec<SkillId> {
    let mut skills: Vec<SkillId> = arena
        .units()
        .filter(|(_, sheet)| sheet.faction == side)
        .flat_map(|(_, sheet)| {
            let drawn = sheet.brain.moves().iter().map(|card| card.skill);
            sheet.skills.iter().copied().chain(drawn)
        })
        .collect();
    skills.sort_unstable();
    skills.dedup();
    skills
}
