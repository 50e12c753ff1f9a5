//! `units/*.unit.ron`: a unit that can fight.

use std::fmt::{self, Formatter};
use std::sync::LazyLock;

use foretold_battle::{AtZero, AutofightSettings, DamageKind, MAX_RULES, MAX_SKILLS, Status};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{AfflictionFile, AmountFile, Capped, RuleSet, SettingsFile};

/// At most this many moves in a card brain.
const MAX_MOVES: usize = 24;
/// At most this many skills that a companion can learn.
const MAX_LEARNS: usize = 12;

/// A unit. Fields that are left out are as in the recruit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Unit")]
pub(crate) struct UnitFile {
    pub(crate) name: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) figure: Option<String>,
    pub(crate) hp: i64,
    pub(crate) max_hp: Option<i64>,
    pub(crate) start_block: i64,
    pub(crate) sanity: Option<i64>,
    pub(crate) speed: i64,
    pub(crate) accuracy: i64,
    pub(crate) armour_class: i64,
    pub(crate) initiative: i64,
    pub(crate) resists: Capped<DamageKind, { DamageKind::ALL.len() }>,
    pub(crate) vulnerable: Capped<DamageKind, { DamageKind::ALL.len() }>,
    pub(crate) immune: Capped<DamageKind, { DamageKind::ALL.len() }>,
    pub(crate) statuses: Capped<AfflictionFile, { Status::ALL.len() }>,
    pub(crate) skills: Option<Capped<String, MAX_SKILLS>>,
    pub(crate) rule_slots: i64,
    pub(crate) brain: Option<BrainFile>,
    pub(crate) deck: Option<DeckSource>,
    pub(crate) at_zero: AtZero,
    pub(crate) harmless: bool,
    pub(crate) autofight: AutofightSource,
    pub(crate) companion: Option<CompanionFile>,
}

/// What makes a unit a companion in runs.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Companion")]
pub(crate) struct CompanionFile {
    pub(crate) text: String,
    pub(crate) learns: Capped<String, MAX_LEARNS>,
    #[serde(default)]
    pub(crate) later: u16,
}

impl Default for UnitFile {
    fn default() -> Self {
        UnitFile {
            name: None,
            kind: None,
            figure: None,
            hp: 100,
            max_hp: None,
            start_block: 0,
            sanity: None,
            speed: 6,
            accuracy: 75,
            armour_class: 10,
            initiative: 0,
            resists: Capped::default(),
            vulnerable: Capped::default(),
            immune: Capped::default(),
            statuses: Capped::default(),
            skills: None,
            rule_slots: 3,
            brain: None,
            deck: None,
            at_zero: AtZero::Dies,
            harmless: false,
            autofight: AutofightSource::Default,
            companion: None,
        }
    }
}

/// What decides for a unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) enum BrainFile {
    /// Rules: the first that applies wins.
    Gambit(RulesSource),
    /// A weighted list of moves.
    Cards(Capped<MoveFile, MAX_MOVES>),
    /// The simulator's agent.
    Heuristic,
    /// The player; the rules are for battles without one.
    Manual(RulesSource),
}

impl UnitFile {
    /// Its brain. A unit that names neither brain nor skills has the recruit's; with other skills
    /// the recruit's rules are of no use, so the simulator's agent decides.
    pub(crate) fn brain(&self) -> &BrainFile {
        static RECRUIT: LazyLock<BrainFile> =
            LazyLock::new(|| BrainFile::Gambit(RulesSource::Preset("recruit".to_owned())));
        match (&self.brain, &self.skills) {
            (Some(brain), _) => brain,
            (None, None) => &RECRUIT,
            (None, Some(_)) => &BrainFile::Heuristic,
        }
    }
}

/// Rules on the spot, or the name of a rule set in `gambits/`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RulesSource {
    Preset(String),
    Here(RuleSet),
}

impl<'de> Deserialize<'de> for RulesSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RulesVisitor;

        impl<'de> Visitor<'de> for RulesVisitor {
            type Value = RulesSource;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "the name of a rule set, or a list of at most {MAX_RULES} rules"
                )
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<RulesSource, E> {
                Ok(RulesSource::Preset(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<RulesSource, A::Error> {
                RuleSet::deserialize(SeqAccessDeserializer::new(list)).map(RulesSource::Here)
            }
        }

        deserializer.deserialize_any(RulesVisitor)
    }
}

/// One move of a card brain: a skill by name, or an intent on the spot.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Move")]
pub(crate) struct MoveFile {
    pub(crate) skill: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) intent: Option<IntentFile>,
    pub(crate) kind: Option<DamageKind>,
    pub(crate) range: Option<i64>,
    pub(crate) needs_sight: Option<bool>,
    #[serde(default = "one")]
    pub(crate) weight: i64,
    #[serde(default)]
    pub(crate) hidden: bool,
}

fn one() -> i64 {
    1
}

/// What a simple move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(crate) enum IntentFile {
    /// Damage to the nearest enemy, sure to hit.
    Attack(AmountFile),
    /// Block for itself.
    Defend(i64),
}

/// Which combat deck a unit draws from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) enum DeckSource {
    /// One of its own.
    Own(String),
    /// Its side's pile.
    Shared,
}

/// How a unit autofights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AutofightSource {
    /// As `autofight.ron` says for all units.
    Default,
    /// A preset of `autofight.ron`.
    Preset(String),
    /// Its own settings.
    Here(Box<AutofightSettings>),
}

impl<'de> Deserialize<'de> for AutofightSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AutofightVisitor;

        impl<'de> Visitor<'de> for AutofightVisitor {
            type Value = AutofightSource;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "the name of a preset in autofight.ron, or settings")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<AutofightSource, E> {
                Ok(AutofightSource::Preset(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AutofightSource, A::Error> {
                let settings = SettingsFile::deserialize(MapAccessDeserializer::new(map))?;
                Ok(AutofightSource::Here(Box::new(settings.0)))
            }
        }

        deserializer.deserialize_any(AutofightVisitor)
    }
}
