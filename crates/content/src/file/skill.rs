//! `skills/*.skill.ron`: something a unit can do.

use foretold_battle::{Area, DamageKind, Edge, MAX_STRIKES, MoveMode, Status};
use serde::Deserialize;

use super::{AmountFile, Capped};

/// A skill moves, strikes or aids; its fields decide which.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Skill")]
pub(crate) struct SkillFile {
    pub(crate) name: Option<String>,
    pub(crate) cost: i64,
    pub(crate) range: i64,
    pub(crate) needs_sight: bool,
    pub(crate) cooldown: i64,
    pub(crate) on: Option<String>,
    pub(crate) draws_card: bool,
    pub(crate) burns: Option<i64>,
    pub(crate) pays: Option<i64>,
    pub(crate) area: Area,
    pub(crate) spares: bool,
    // It moves:
    pub(crate) walk: Option<MoveMode>,
    // It strikes several times:
    pub(crate) strikes: Option<Capped<StrikeFile, MAX_STRIKES>>,
    // It strikes once:
    pub(crate) to_hit: Option<ToHit>,
    pub(crate) accuracy_bonus: Option<i64>,
    pub(crate) edge: Option<Edge>,
    pub(crate) damage: Option<AmountFile>,
    pub(crate) kind: Option<DamageKind>,
    pub(crate) sanity_damage: Option<AmountFile>,
    pub(crate) inflicts: Option<AfflictionFile>,
    pub(crate) shoves: Option<bool>,
    pub(crate) pulls: Option<bool>,
    pub(crate) drains: Option<i64>,
    // It aids:
    pub(crate) block: Option<i64>,
    pub(crate) heal: Option<AmountFile>,
    pub(crate) rally: Option<i64>,
    pub(crate) grants: Option<AfflictionFile>,
}

impl Default for SkillFile {
    fn default() -> Self {
        SkillFile {
            name: None,
            cost: 1,
            range: 1,
            needs_sight: false,
            cooldown: 0,
            on: None,
            draws_card: false,
            burns: None,
            pays: None,
            area: Area::Cell,
            spares: false,
            walk: None,
            strikes: None,
            to_hit: None,
            accuracy_bonus: None,
            edge: None,
            damage: None,
            kind: None,
            sanity_damage: None,
            inflicts: None,
            shoves: None,
            pulls: None,
            drains: None,
            block: None,
            heal: None,
            rally: None,
            grants: None,
        }
    }
}

impl SkillFile {
    /// The fields of a single strike that are there, by name.
    pub(crate) fn strike_fields(&self) -> Vec<&'static str> {
        let there = [
            ("to_hit", self.to_hit.is_some()),
            ("accuracy_bonus", self.accuracy_bonus.is_some()),
            ("edge", self.edge.is_some()),
            ("damage", self.damage.is_some()),
            ("kind", self.kind.is_some()),
            ("sanity_damage", self.sanity_damage.is_some()),
            ("inflicts", self.inflicts.is_some()),
            ("shoves", self.shoves.is_some()),
            ("pulls", self.pulls.is_some()),
            ("drains", self.drains.is_some()),
        ];
        names_of(&there)
    }

    /// The fields of an aid that are there, by name.
    pub(crate) fn aid_fields(&self) -> Vec<&'static str> {
        let there = [
            ("block", self.block.is_some()),
            ("heal", self.heal.is_some()),
            ("rally", self.rally.is_some()),
            ("grants", self.grants.is_some()),
        ];
        names_of(&there)
    }

    /// The one strike that the fields of the skill itself describe.
    pub(crate) fn single_strike(&self) -> StrikeFile {
        StrikeFile {
            to_hit: self.to_hit.unwrap_or_default(),
            accuracy_bonus: self.accuracy_bonus.unwrap_or_default(),
            edge: self.edge.unwrap_or_default(),
            damage: self.damage,
            kind: self.kind,
            sanity_damage: self.sanity_damage,
            inflicts: self.inflicts,
            shoves: self.shoves.unwrap_or_default(),
            pulls: self.pulls.unwrap_or_default(),
            drains: self.drains,
        }
    }
}

fn names_of(fields: &[(&'static str, bool)]) -> Vec<&'static str> {
    fields
        .iter()
        .filter(|(_, there)| *there)
        .map(|&(name, _)| name)
        .collect()
}

/// One strike of several.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Strike")]
pub(crate) struct StrikeFile {
    pub(crate) to_hit: ToHit,
    pub(crate) accuracy_bonus: i64,
    pub(crate) edge: Edge,
    pub(crate) damage: Option<AmountFile>,
    pub(crate) kind: Option<DamageKind>,
    pub(crate) sanity_damage: Option<AmountFile>,
    pub(crate) inflicts: Option<AfflictionFile>,
    pub(crate) shoves: bool,
    pub(crate) pulls: bool,
    pub(crate) drains: Option<i64>,
}

/// How it is decided whether a strike hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub(crate) enum ToHit {
    #[default]
    Sure,
    Aimed,
    Armour,
}

/// A status, as a skill gives it or a unit begins with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename = "Affliction")]
pub(crate) struct AfflictionFile {
    pub(crate) status: Status,
    pub(crate) turns: i64,
    #[serde(default)]
    pub(crate) amount: i64,
    #[serde(default)]
    pub(crate) held: bool,
}
