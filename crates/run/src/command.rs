//! Everything that a player can do in a run, and why it is refused.

use std::fmt;

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_battle::{Command, CommandRefusal};
use foretold_content::{ItemSlot, PlaceKind};
use serde::{Deserialize, Serialize};

use crate::company::CompanyRule;
use crate::map::PlaceId;

/// Everything that a player can do in a run. Companions are named by their place in the company.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RunCommand {
    /// Choose the first companions, by their places among those offered.
    Choose {
        /// Which.
        companions: Vec<u8>,
    },
    /// Give a companion other rules.
    Teach {
        /// Who.
        companion: u8,
        /// All of its rules.
        rules: Vec<CompanyRule>,
    },
    /// Put on an item out of the bag; what was worn there goes into the bag.
    Wear {
        /// Who.
        companion: u8,
        /// The id of the item.
        item: String,
    },
    /// Put an item into the bag.
    TakeOff {
        /// Who.
        companion: u8,
        /// Which.
        slot: ItemSlot,
    },
    /// Go to a place.
    Go {
        /// Which.
        to: PlaceId,
    },
    /// Play the battle on by this many steps, or until it ends or waits for an order.
    Step {
        /// How many.
        steps: u32,
    },
    /// Do something in the battle.
    Battle(Command),
    /// Take back the latest order of the battle, as long as no dice were rolled since.
    Undo,
    /// Take the battle back to a step, for an omen.
    TakeBack {
        /// Which.
        step: u32,
    },
    /// Take one of the things offered, or the bargain of a shrine.
    Take {
        /// Its place among those offered.
        offer: u8,
        /// Who gets it, if one companion does; who pays, if one does.
        companion: Option<u8>,
    },
    /// Take nothing and go on.
    Leave,
    /// Spend the time of a camp.
    Camp(Rest),
    /// Give the run up.
    GiveUp,
}

/// What a company does in a camp.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rest {
    /// All heal, and lose their wounds.
    Heal,
    /// One learns a skill.
    Learn {
        /// Who.
        companion: u8,
        /// The id of the skill.
        skill: String,
    },
    /// One gets a rule slot.
    Slot {
        /// Who.
        companion: u8,
    },
}

/// Why a command is refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunRefusal {
    /// The run is over.
    Over,
    /// There is no room for more commands: only giving up is left.
    TooLong,
    /// In a run the dice are true.
    TrueDiceOnly,
    /// This is not the time for it.
    NotNow {
        /// What has to be done first.
        first: &'static str,
    },
    /// Not as many companions as must be chosen, or one of them twice.
    WrongNumber {
        /// How many must be chosen.
        expected: u8,
    },
    /// There is no such companion.
    NoSuchCompanion,
    /// Nothing like that is offered.
    NoSuchOffer,
    /// It goes to one companion, and none was named.
    NeedsCompanion,
    /// No way leads there.
    NoWay {
        /// Where.
        to: PlaceId,
    },
    /// The company does not know words of a rule.
    UnknownWords {
        /// Which rule, from 0.
        rule: usize,
        /// Which words.
        words: Vocabulary,
    },
    /// The companion does not know the skill of a rule.
    UnknownSkill {
        /// Which rule, from 0.
        rule: usize,
        /// The id of the skill.
        skill: String,
    },
    /// A test looks further than the board is wide.
    TooFar {
        /// Which rule, from 0.
        rule: usize,
    },
    /// More rules than slots.
    TooManyRules {
        /// How many slots there are.
        slots: u8,
    },
    /// The companion has all the slots there are.
    NoMoreSlots,
    /// The companion cannot learn the skill, or knows it.
    CannotLearn {
        /// The id of the skill.
        skill: String,
    },
    /// The companion has no deck of its own, or the card changes nothing in it.
    NoSuchCard,
    /// The item is not in the bag.
    NotInBag {
        /// The id of the item.
        item: String,
    },
    /// Nothing is worn there.
    NothingWorn,
    /// No omen is left.
    NoOmen,
    /// The companion cannot bear another wound.
    TooManyWounds,
    /// The battle has not come that far, or has just begun there.
    NoSuchStep {
        /// How far it has come.
        last: u32,
    },
    /// The battle is lost: take it back for an omen, or give up.
    BattleLost,
    /// The battle waits for an order.
    WaitsForOrder,
    /// The battle refuses it.
    Battle(CommandRefusal),
    /// The content cannot bring the two sides together.
    Content(String),
}

impl fmt::Display for RunRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunRefusal::Over => write!(f, "the run is over: begin another"),
            RunRefusal::TooLong => {
                write!(
                    f,
                    "this run has all the commands that can be kept: give it up"
                )
            }
            RunRefusal::TrueDiceOnly => {
                write!(f, "in a run the dice are true: luck cannot be changed")
            }
            RunRefusal::NotNow { first } => write!(f, "not now: {first} first"),
            RunRefusal::WrongNumber { expected } => {
                write!(f, "choose {expected} different companions of those offered")
            }
            RunRefusal::NoSuchCompanion => {
                write!(f, "there is no such companion: name one of the company")
            }
            RunRefusal::NoSuchOffer => {
                write!(f, "nothing like that is offered: choose from the list")
            }
            RunRefusal::NeedsCompanion => {
                write!(f, "this is for one companion: say who gets it")
            }
            RunRefusal::NoWay { to } => {
                write!(
                    f,
                    "no way leads to {to}: choose a place that a way leads to"
                )
            }
            RunRefusal::UnknownWords { rule, words } => {
                let names: Vec<&str> = words.iter().map(RuleWord::name).collect();
                write!(
                    f,
                    "rule {} needs words that the company has not found: {}",
                    rule + 1,
                    names.join(", ")
                )
            }
            RunRefusal::UnknownSkill { rule, skill } => {
                let rule = rule + 1;
                write!(
                    f,
                    "rule {rule} uses `{skill}`, which the companion does not know"
                )
            }
            RunRefusal::TooFar { rule } => write!(
                f,
                "rule {} looks further than the board is wide: 11 cells are the most",
                rule + 1
            ),
            RunRefusal::TooManyRules { slots } => {
                write!(f, "there are {slots} rule slots: delete some rules")
            }
            RunRefusal::NoMoreSlots => {
                write!(
                    f,
                    "this companion has all the slots there are: name another"
                )
            }
            RunRefusal::CannotLearn { skill } => write!(
                f,
                "this companion cannot learn `{skill}`, or knows it already: name another"
            ),
            RunRefusal::NoSuchCard => write!(
                f,
                "this companion has no deck of its own, or the card changes nothing in it: name another"
            ),
            RunRefusal::NotInBag { item } => write!(f, "`{item}` is not in the bag"),
            RunRefusal::NothingWorn => write!(f, "nothing is worn there"),
            RunRefusal::NoOmen => write!(f, "no omen is left: the past stays as it is"),
            RunRefusal::TooManyWounds => {
                write!(f, "this companion cannot bear another wound: name another")
            }
            RunRefusal::NoSuchStep { last } => {
                write!(
                    f,
                    "the battle has come to step {last}: choose an earlier one"
                )
            }
            RunRefusal::BattleLost => write!(
                f,
                "the battle is not won: take it back for an omen, or give the run up"
            ),
            RunRefusal::WaitsForOrder => write!(f, "the battle waits for an order: give one"),
            RunRefusal::Battle(refusal) => write!(f, "{refusal}"),
            RunRefusal::Content(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for RunRefusal {}

/// What has to be done at a place before the company can go on.
pub(crate) fn first_at(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss => "win the battle",
        PlaceKind::Camp => "spend the time of the camp, or leave it",
        PlaceKind::Teacher | PlaceKind::Cache => "take one of the things offered, or leave",
        PlaceKind::Shrine => "take the bargain, or leave",
    }
}
