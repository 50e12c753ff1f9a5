//! Kinds of damage and how a unit takes them.

use serde::{Deserialize, Serialize};

/// What kind of harm a blow does (rules §3: resisted, vulnerable, immune).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[expect(missing_docs, reason = "the names say it")]
pub enum DamageKind {
    #[default]
    Bludgeoning,
    Piercing,
    Slashing,
    Fire,
    Cold,
    Lightning,
    Thunder,
    Acid,
    Poison,
    Necrotic,
    Radiant,
    Force,
    Psychic,
}

impl DamageKind {
    /// Every kind, in order.
    pub const ALL: [DamageKind; 13] = [
        DamageKind::Bludgeoning,
        DamageKind::Piercing,
        DamageKind::Slashing,
        DamageKind::Fire,
        DamageKind::Cold,
        DamageKind::Lightning,
        DamageKind::Thunder,
        DamageKind::Acid,
        DamageKind::Poison,
        DamageKind::Necrotic,
        DamageKind::Radiant,
        DamageKind::Force,
        DamageKind::Psychic,
    ];

    /// The kind's name in lower case, as the log writes it.
    pub const fn name(self) -> &'static str {
        match self {
            DamageKind::Bludgeoning => "bludgeoning",
            DamageKind::Piercing => "piercing",
            DamageKind::Slashing => "slashing",
            DamageKind::Fire => "fire",
            DamageKind::Cold => "cold",
            DamageKind::Lightning => "lightning",
            DamageKind::Thunder => "thunder",
            DamageKind::Acid => "acid",
            DamageKind::Poison => "poison",
            DamageKind::Necrotic => "necrotic",
            DamageKind::Radiant => "radiant",
            DamageKind::Force => "force",
            DamageKind::Psychic => "psychic",
        }
    }
}

/// A set of damage kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<DamageKind>", into = "Vec<DamageKind>")]
pub struct KindSet(u16);

impl KindSet {
    /// No kind at all.
    pub const NONE: KindSet = KindSet(0);

    /// Whether the kind is in the set.
    pub const fn contains(self, kind: DamageKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Whether the two sets share a kind, and which is the first.
    pub fn shared(self, other: KindSet) -> Option<DamageKind> {
        DamageKind::ALL
            .into_iter()
            .find(|&kind| self.contains(kind) && other.contains(kind))
    }
}

impl FromIterator<DamageKind> for KindSet {
    fn from_iter<I: IntoIterator<Item = DamageKind>>(kinds: I) -> Self {
        KindSet(
            kinds
                .into_iter()
                .fold(0, |set, kind| set | 1 << kind as u16),
        )
    }
}

impl From<Vec<DamageKind>> for KindSet {
    fn from(kinds: Vec<DamageKind>) -> Self {
        kinds.into_iter().collect()
    }
}

impl From<KindSet> for Vec<DamageKind> {
    fn from(set: KindSet) -> Self {
        DamageKind::ALL
            .into_iter()
            .filter(|&kind| set.contains(kind))
            .collect()
    }
}

/// How a unit takes a kind of damage (rules §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Affinity {
    /// As it comes.
    #[default]
    Plain,
    /// Half, rounded down.
    Resists,
    /// Double.
    Vulnerable,
    /// Nothing at all.
    Immune,
}

impl Affinity {
    /// What is left of this much damage.
    pub const fn apply(self, damage: u32) -> u32 {
        match self {
            Affinity::Plain => damage,
            Affinity::Resists => damage / 2,
            Affinity::Vulnerable => damage * 2,
            Affinity::Immune => 0,
        }
    }
}
