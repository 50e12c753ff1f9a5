//! What a battle is fought with and never changes: terrain, skills, sheets, decks, house rules.

use crate::autofight::AutofightSettings;
use crate::board::{Cell, Ground};
use crate::brain::Rule;
use crate::deck::Deck;
use crate::house_rules::{HouseRules, Luck};
use crate::ids::{DeckId, SkillId, UnitId, UnitSet};
use crate::setup::{RuleError, Setup, SetupError};
use crate::skill::Skill;
use crate::tempo::{Economy, Tempo};
use crate::unit::{Brain, DeckUse, Faction, UnitSheet};

/// A checked [`Setup`] and the tables made from it. Battles share it behind one `Arc`.
#[derive(Clone, Debug)]
pub struct Arena {
    setup: Setup,
    ground: Ground,
    sides: [UnitSet; 2],
    /// The units that have sanity to lose.
    fearful: UnitSet,
    /// The units that draw intents.
    card_brains: UnitSet,
    /// The units that know a skill with a cooldown.
    resting: UnitSet,
    /// For each skill, whether its hits do something in step 5.
    with_effects: Vec<bool>,
    /// How the player's own terms change the content's hash; 0 without them.
    terms: u64,
}

impl Arena {
    /// Checks the plain data and works out the tables, or lists everything that is wrong.
    pub fn new(setup: Setup) -> Result<Arena, Vec<SetupError>> {
        setup.check()?;
        let rests = |id: &SkillId| setup.skills[id.index()].cooldown > 0;
        Ok(Arena {
            sides: Faction::ALL.map(|side| units_where(&setup, |sheet| sheet.faction == side)),
            fearful: units_where(&setup, |sheet| sheet.sanity.is_some()),
            card_brains: units_where(&setup, |sheet| matches!(sheet.brain, Brain::Cards(_))),
            resting: units_where(&setup, |sheet| sheet.skills.iter().any(rests)),
            with_effects: setup.skills.iter().map(Skill::has_effects).collect(),
            ground: Ground::new(&setup.board),
            terms: 0,
            setup,
        })
    }

    /// The same, from a set-up that was saved with the player's own terms in it.
    pub(crate) fn restored(setup: Setup, terms: u64) -> Result<Arena, Vec<SetupError>> {
        Ok(Arena {
            terms,
            ..Arena::new(setup)?
        })
    }

    /// One number for everything the battle is fought with, apart from the player's own terms: see
    /// [`Replay::content`](crate::Replay::content).
    pub fn content_hash(&self) -> u64 {
        self.setup.content_hash() ^ self.terms
    }

    /// What the player's own terms are, as a number.
    pub(crate) fn terms(&self) -> u64 {
        self.terms
    }

    /// The same with other luck.
    pub(crate) fn with_luck(&self, luck: Luck) -> Arena {
        self.on_terms(|setup| setup.house.luck = luck)
    }

    /// The same with other autofight settings for a unit.
    pub(crate) fn with_autofight(&self, unit: UnitId, settings: &AutofightSettings) -> Arena {
        self.on_terms(|setup| {
            if let Some(sheet) = setup.units.get_mut(unit.slot()) {
                sheet.autofight = settings.clone();
            }
        })
    }

    /// The same on other terms. They change no table.
    fn on_terms(&self, change: impl FnOnce(&mut Setup)) -> Arena {
        let content = self.content_hash();
        let mut arena = self.clone();
        change(&mut arena.setup);
        arena.terms = arena.setup.content_hash() ^ content;
        arena
    }

    /// The plain data it was made from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The terrain's tables for walking and seeing.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Who acts when.
    pub fn tempo(&self) -> Tempo {
        self.setup.tempo
    }

    /// How a unit's turn is paid for.
    #[inline]
    pub(crate) fn economy(&self, unit: UnitId) -> Economy {
        if self.setup.tempo == Tempo::Ticks {
            return Economy::Free;
        }
        let sheet = self.sheet(unit);
        Economy::new(
            self.setup.tempo,
            sheet.faction,
            self.setup.house.action_points,
            sheet.speed,
        )
    }

    /// The rules' settings.
    pub fn house(&self) -> &HouseRules {
        &self.setup.house
    }

    /// Every unit of a side, the fallen included.
    pub fn side(&self, faction: Faction) -> UnitSet {
        self.sides[faction as usize]
    }

    /// Every unit on a unit's own side, itself included.
    pub(crate) fn comrades_of(&self, unit: UnitId) -> UnitSet {
        let [friends, enemies] = self.sides;
        if friends.contains(unit) {
            friends
        } else {
            enemies
        }
    }

    /// Every unit on the other side.
    pub(crate) fn opponents_of(&self, unit: UnitId) -> UnitSet {
        let [friends, enemies] = self.sides;
        if friends.contains(unit) {
            enemies
        } else {
            friends
        }
    }

    /// Every unit that joined, in slot order.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &UnitSheet)> {
        (0..).map(UnitId).zip(&self.setup.units)
    }

    /// A unit's sheet.
    ///
    /// # Panics
    /// If the unit belongs to another, larger battle: see [`Arena::get_sheet`].
    pub fn sheet(&self, unit: UnitId) -> &UnitSheet {
        &self.setup.units[unit.slot()]
    }

    /// A unit's sheet, unless the unit belongs to another, larger battle.
    pub fn get_sheet(&self, unit: UnitId) -> Option<&UnitSheet> {
        self.setup.units.get(unit.slot())
    }

    /// A skill.
    ///
    /// # Panics
    /// If the skill belongs to another battle: see [`Setup::skills`].
    pub fn skill(&self, skill: SkillId) -> &Skill {
        &self.setup.skills[skill.index()]
    }

    /// What the player calls a unit; `?` if it belongs to another battle.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        let sheet = self.get_sheet(unit);
        sheet.map_or("?", |sheet| sheet.name.as_str())
    }

    /// What the player calls a skill; `?` if it belongs to another battle.
    pub(crate) fn skill_name(&self, skill: SkillId) -> &str {
        let skill = self.setup.skills.get(skill.index());
        skill.map_or("?", |skill| skill.name.as_str())
    }

    /// Whether a unit may follow these rules.
    pub fn check_rules(&self, unit: UnitId, rules: &[Rule]) -> Result<(), RuleError> {
        self.setup.check_rules(unit, rules)
    }

    /// What the terrain of a cell takes from aimed attacks at a unit that stands there.
    pub fn cover(&self, cell: Cell) -> u8 {
        if self.ground.half_cover.contains(cell) {
            self.house().half_cover
        } else if self.ground.full_cover.contains(cell) {
            self.house().full_cover
        } else {
            0
        }
    }

    /// The units that have sanity to lose.
    pub(crate) fn fearful(&self) -> UnitSet {
        self.fearful
    }

    /// The units that draw intents.
    pub(crate) fn card_brains(&self) -> UnitSet {
        self.card_brains
    }

    /// The units that know a skill with a cooldown.
    pub(crate) fn resting(&self) -> UnitSet {
        self.resting
    }

    /// Whether hits of a skill do something in step 5, after all strikes have landed.
    pub(crate) fn has_effects(&self, skill: SkillId) -> bool {
        self.with_effects[skill.index()]
    }

    /// The damage that the terrain of a cell does to a unit that stands there.
    pub(crate) fn hazard(&self, cell: Cell) -> Option<u16> {
        if !self.ground.hazards.contains(cell) {
            return None;
        }
        self.setup.board.get(cell).harm()
    }

    /// The deck a unit draws from, if it has one.
    pub fn deck_of(&self, unit: UnitId) -> Option<&Deck> {
        let sheet = self.sheet(unit);
        match sheet.deck {
            DeckUse::None => None,
            DeckUse::Own(deck) => Some(self.deck(deck)),
            DeckUse::Shared => self.shared_deck(sheet.faction),
        }
    }

    /// The deck that a side shares, if it has one.
    pub fn shared_deck(&self, faction: Faction) -> Option<&Deck> {
        self.setup.shared_decks[faction as usize].map(|deck| self.deck(deck))
    }

    fn deck(&self, deck: DeckId) -> &Deck {
        &self.setup.decks[deck.index()]
    }
}

/// The units whose sheet is like this.
fn units_where(setup: &Setup, is_like_this: impl Fn(&UnitSheet) -> bool) -> UnitSet {
    let joined = (0..).map(UnitId).zip(&setup.units);
    joined
        .filter(|(_, sheet)| is_like_this(sheet))
        .map(|(unit, _)| unit)
        .collect()
}
