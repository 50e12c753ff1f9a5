//! A battle that was checked and can be fought.

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::{Arena, Setup, SetupError, SkillId, UnitId};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::files::FileKind;
use crate::ground::GroundStyle;

/// A battle that was checked and can be fought.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Its id: `first-blood`.
    pub name: String,
    /// What the player calls it.
    pub title: String,
    /// Two sentences for the player.
    pub text: String,
    /// What it teaches, in a few words.
    pub teaches: Option<String>,
    /// Whether the player commands the friends.
    pub by_hand: bool,
    /// How its board looks.
    pub ground: GroundStyle,
    pub(crate) setup: Setup,
    pub(crate) unit_ids: Vec<String>,
    pub(crate) figures: Vec<String>,
    pub(crate) skill_ids: Vec<String>,
    pub(crate) from_files: bool,
    pub(crate) used: BTreeSet<(FileKind, String)>,
}

impl Encounter {
    /// A battle that no file describes, from plain data.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_setup(name: &str, setup: Setup) -> Result<Encounter, Vec<SetupError>> {
        setup.check()?;
        let unit_ids = (0..setup.units.len()).map(|slot| format!("unit-{slot}"));
        let skill_ids = (0..setup.skills.len()).map(|place| format!("skill-{place}"));
        Ok(Encounter {
            name: name.to_owned(),
            title: name.to_owned(),
            text: String::new(),
            teaches: None,
            by_hand: false,
            ground: GroundStyle::default(),
            unit_ids: unit_ids.collect(),
            figures: Vec::new(),
            skill_ids: skill_ids.collect(),
            from_files: false,
            used: BTreeSet::new(),
            setup,
        })
    }

    /// Whether files describe it, or only plain data.
    pub fn is_from_files(&self) -> bool {
        self.from_files
    }

    /// The skill with this id.
    pub fn skill(&self, id: &str) -> Option<SkillId> {
        let place = self.skill_ids.iter().position(|known| known == id)?;
        u8::try_from(place).ok().map(SkillId)
    }

    /// What the battle is fought with. Each call builds the tables, so keep the result.
    pub fn arena(&self) -> Arc<Arena> {
        let arena = Arena::new(self.setup.clone());
        Arc::new(arena.expect("an encounter is made of a set-up that was checked"))
    }

    /// The plain data of the battle.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The id of a unit: `goblin`, `goblin-2`.
    pub fn unit_id(&self, unit: UnitId) -> &str {
        self.unit_ids.get(unit.slot()).map_or("?", String::as_str)
    }

    /// The name of a unit's figure: what its file says, or else the name of the file. Empty if no
    /// file describes it.
    pub fn figure(&self, unit: UnitId) -> &str {
        self.figures.get(unit.slot()).map_or("", String::as_str)
    }

    /// The ids of all units, in slot order.
    pub fn unit_ids(&self) -> impl Iterator<Item = &str> {
        self.unit_ids.iter().map(String::as_str)
    }

    /// The unit with this id or name; case does not matter.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        let same = |known: &str| known.to_lowercase() == name.to_lowercase();
        let by_id = self.unit_ids.iter().position(|id| same(id));
        let by_name = || self.setup.units.iter().position(|unit| same(&unit.name));
        by_id.or_else(by_name).and_then(UnitId::new)
    }

    /// The id of a skill: `heavy_punch`. Moves that a unit describes itself are `cultist/dark_bolt`.
    pub fn skill_id(&self, skill: SkillId) -> &str {
        self.skill_ids
            .get(skill.index())
            .map_or("?", String::as_str)
    }
}

/// A seed that nobody chose, short enough to type.
pub fn fresh_seed() -> u64 {
    // A machine without randomness still has a first battle.
    SysRng.try_next_u64().unwrap_or(1) % 1_000_000
}
