//! A battle as plain data, and everything that can be wrong with it.
//!
//! Set-up is the edge: what passes here is trusted everywhere else.

mod check;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::autofight::AutofightMessages;
use crate::board::{Board, Cell, Terrain};
use crate::brain::Rule;
use crate::damage_kind::DamageKind;
use crate::deck::{Card, Deck};
use crate::fingerprint::fingerprint;
use crate::house_rules::HouseRules;
use crate::ids::{DeckId, MAX_UNITS, SkillId, UnitId};
use crate::skill::Skill;
use crate::tempo::Tempo;
use crate::unit::{Faction, UnitSheet};

/// Everything a battle is made of, before it is checked by [`Arena::new`](crate::Arena::new).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The rules' settings.
    pub house: HouseRules,
    /// Who acts when.
    pub tempo: Tempo,
    /// The terrain.
    pub board: Board,
    /// The skills that units name by their place here.
    pub skills: Vec<Skill>,
    /// The decks that units and sides name by their place here.
    pub decks: Vec<Deck>,
    /// The pile each side shares, the player's first.
    pub shared_decks: [Option<DeckId>; 2],
    /// What autofight says when it refuses or stops.
    pub autofight_messages: Arc<AutofightMessages>,
    /// The units, in the order of joining.
    pub units: Vec<UnitSheet>,
}

impl Setup {
    /// Checks everything, as [`Arena::new`](crate::Arena::new) does, without making its tables.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub fn check(&self) -> Result<(), Vec<SetupError>> {
        check::check(self)
    }

    /// One number for everything that the battle is fought with. Texts that only people read,
    /// such as names and messages, do not change it.
    pub fn content_hash(&self) -> u64 {
        let mut plain = self.clone();
        plain.autofight_messages = Arc::new(AutofightMessages(BTreeMap::new()));
        plain.skills.iter_mut().for_each(|skill| skill.name.clear());
        plain.decks.iter_mut().for_each(|deck| deck.name.clear());
        plain.units.iter_mut().for_each(|unit| unit.name.clear());
        fingerprint(&plain)
    }

    /// Whether a unit may follow these rules.
    ///
    /// # Errors
    /// Why not.
    pub fn check_rules(&self, unit: UnitId, rules: &[Rule]) -> Result<(), RuleError> {
        check::check_rules(self, unit.slot(), rules)
    }
}

/// Where in a [`Setup`] something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupPlace {
    /// In the house rules.
    House,
    /// On the board.
    Board(Cell),
    /// In the skill at this place.
    Skill(usize),
    /// In a skill's strike, by the places of both.
    Strike(usize, usize),
    /// In the deck at this place.
    Deck(usize),
    /// In a deck's card, by the places of both.
    Card(usize, usize),
    /// In the unit at this place.
    Unit(usize),
    /// In a status that a unit begins with, by the places of both.
    Status(usize, usize),
}

/// What is wrong with a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A side has no units.
    NoUnits(Faction),
    /// More units than a battle holds.
    TooManyUnits {
        /// How many there are.
        count: usize,
    },
    /// Two units in one cell.
    SharedCell {
        /// Where.
        cell: Cell,
        /// The one that joined first.
        first: usize,
        /// The other.
        second: usize,
    },
    /// A unit in a wall or a pit.
    CannotStand {
        /// Who.
        unit: usize,
        /// Where.
        cell: Cell,
        /// In what.
        terrain: Terrain,
    },
    /// A number outside its bounds.
    BadNumber {
        /// Where.
        place: SetupPlace,
        /// Which number.
        field: &'static str,
        /// What it is.
        value: i64,
        /// The least it may be.
        least: i64,
        /// The most it may be.
        most: i64,
    },
    /// A skill that does not exist.
    UnknownSkill {
        /// Where it is named.
        place: SetupPlace,
        /// The name.
        skill: SkillId,
    },
    /// A deck that does not exist.
    UnknownDeck {
        /// Where it is named; a side's shared deck has no place.
        place: Option<SetupPlace>,
        /// The name.
        deck: DeckId,
    },
    /// A unit draws from its side's deck, and the side has none.
    NoSharedDeck {
        /// Who.
        unit: usize,
    },
    /// The same card twice in a deck.
    DoubledCard {
        /// Which deck.
        deck: usize,
        /// The second place of the card in the deck.
        at: usize,
        /// Which card.
        card: Card,
    },
    /// A strike or an aid that does nothing.
    NoEffect {
        /// Where: a strike, or the skill if it aids.
        place: SetupPlace,
    },
    /// A strike that must be rolled for, of an attack that shoves or pulls everyone in an area.
    AreaShoves {
        /// Which strike.
        place: SetupPlace,
    },
    /// The same skill twice in a unit's list.
    DoubledSkill {
        /// Whose list.
        unit: usize,
        /// Which skill.
        skill: SkillId,
    },
    /// A card that the unit does not know.
    UnknownMove {
        /// Who.
        unit: usize,
        /// The skill.
        skill: SkillId,
    },
    /// A card that only moves: out of reach a card brain walks by itself.
    MoveAsCard {
        /// Who.
        unit: usize,
        /// The skill.
        skill: SkillId,
    },
    /// A damage kind that a unit takes in two ways at once.
    TwoAffinities {
        /// Who.
        unit: usize,
        /// Which kind.
        kind: DamageKind,
    },
    /// A rule that the unit cannot follow.
    BadRule {
        /// Whose.
        unit: usize,
        /// What is wrong.
        error: RuleError,
    },
}

/// Why a unit cannot follow a list of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleError {
    /// There is no such unit.
    NoSuchUnit,
    /// The unit's brain follows no rules: it draws cards, or is the simulator's agent.
    FollowsNoRules,
    /// More rules than slots.
    TooManyRules {
        /// How many rules.
        count: usize,
        /// How many slots.
        slots: usize,
    },
    /// A test looks further than the board is wide.
    RangeTooLarge {
        /// Which rule, from 0.
        rule: usize,
        /// The range.
        range: u8,
    },
    /// The unit does not know the skill.
    UnknownSkill {
        /// Which rule, from 0.
        rule: usize,
        /// The skill.
        skill: SkillId,
    },
}

impl fmt::Display for SetupPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupPlace::House => write!(f, "house rules"),
            SetupPlace::Board(cell) => write!(f, "board cell {cell}"),
            SetupPlace::Skill(at) => write!(f, "skill {at}"),
            SetupPlace::Strike(skill, at) => write!(f, "skill {skill}, strike {at}"),
            SetupPlace::Deck(at) => write!(f, "deck {at}"),
            SetupPlace::Card(deck, at) => write!(f, "deck {deck}, card {at}"),
            SetupPlace::Unit(at) => write!(f, "unit {at}"),
            SetupPlace::Status(unit, at) => write!(f, "unit {unit}, status {at}"),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupError::NoUnits(faction) => {
                write!(
                    f,
                    "no {faction:?} unit: a battle needs at least one on each side"
                )
            }
            SetupError::TooManyUnits { count } => {
                write!(f, "{count} units: a battle holds at most {MAX_UNITS}")
            }
            SetupError::SharedCell {
                cell,
                first,
                second,
            } => {
                write!(
                    f,
                    "units {first} and {second} both start on {cell}: move one of them"
                )
            }
            SetupError::CannotStand {
                unit,
                cell,
                terrain,
            } => {
                write!(
                    f,
                    "unit {unit} starts on {cell}, and nobody can stand in a {terrain:?}"
                )
            }
            SetupError::BadNumber {
                place,
                field,
                value,
                least,
                most,
            } => {
                write!(f, "{place}: {field} is {value}, expected {least} to {most}")
            }
            SetupError::UnknownSkill { place, skill } => {
                write!(f, "{place}: there is no skill {}", skill.index())
            }
            SetupError::UnknownDeck {
                place: Some(place),
                deck,
            } => {
                write!(f, "{place}: there is no deck {}", deck.index())
            }
            SetupError::UnknownDeck { place: None, deck } => {
                write!(f, "shared decks: there is no deck {}", deck.index())
            }
            SetupError::NoSharedDeck { unit } => {
                write!(
                    f,
                    "unit {unit} draws from its side's deck, and the side has none"
                )
            }
            SetupError::DoubledCard { deck, card, .. } => {
                write!(
                    f,
                    "deck {deck} lists {card} twice: give it once with its number of copies"
                )
            }
            SetupError::NoEffect { place } => {
                write!(f, "{place} does nothing: give each strike or aid an effect")
            }
            SetupError::AreaShoves { place } => {
                write!(
                    f,
                    "{place} rolls to hit in an area that shoves or pulls: there every strike must be sure"
                )
            }
            SetupError::DoubledSkill { unit, skill } => {
                write!(f, "unit {unit} lists skill {} twice", skill.index())
            }
            SetupError::UnknownMove { unit, skill } => {
                write!(
                    f,
                    "unit {unit} draws skill {}, which it does not know",
                    skill.index()
                )
            }
            SetupError::MoveAsCard { unit, skill } => {
                write!(
                    f,
                    "unit {unit} draws skill {}, which only moves: give it an attack or a skill that helps",
                    skill.index()
                )
            }
            SetupError::TwoAffinities { unit, kind } => {
                write!(
                    f,
                    "unit {unit} takes {} damage in two ways at once: choose one",
                    kind.name()
                )
            }
            SetupError::BadRule { unit, error } => write!(f, "unit {unit}: {error}"),
        }
    }
}

impl std::error::Error for SetupError {}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RuleError::NoSuchUnit => write!(f, "there is no such unit in this battle"),
            RuleError::FollowsNoRules => {
                write!(
                    f,
                    "this unit follows no rules: its brain is of another kind"
                )
            }
            RuleError::TooManyRules { count, slots } => {
                write!(
                    f,
                    "{count} rules in {slots} slots: delete some or unlock more"
                )
            }
            RuleError::RangeTooLarge { rule, range } => {
                write!(
                    f,
                    "rule {} looks {range} cells away: the board is 12 wide, so 11 is the most",
                    rule + 1
                )
            }
            RuleError::UnknownSkill { rule, skill } => {
                write!(
                    f,
                    "rule {} uses skill {}, which the unit does not know",
                    rule + 1,
                    skill.index()
                )
            }
        }
    }
}

impl std::error::Error for RuleError {}
