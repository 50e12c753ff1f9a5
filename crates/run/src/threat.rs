//! How dangerous each enemy is, measured by playing: everyone who can join fights everyone that can
//! be met, one against one.

use std::collections::BTreeMap;

use foretold_battle::{Battle, Faction, Silent, forecast};

use crate::realm::{Realm, duel, side};

/// How often each pair meets.
const PLAYOUTS: u32 = 16;
/// Any fixed seed will do; it must never change.
const SEED: u64 = 0x7e_4ea7;

/// The threat of every enemy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreatTable(BTreeMap<String, EnemyThreat>);

/// What an enemy does to those who can join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnemyThreat {
    /// One number: of a companion's HP, how much it takes on average before it falls, in percent; and
    /// how much of its own is left if it does not fall. From 1 to 200.
    pub threat: u32,
    /// The share of duels that it wins, in percent.
    pub wins: u32,
    /// What it takes of each companion's HP, in percent, by the id of the unit.
    pub takes: BTreeMap<String, u32>,
}

impl ThreatTable {
    /// Plays the round robin.
    pub(crate) fn measure(realm: &Realm) -> ThreatTable {
        let packs = realm.content().packs();
        let units = packs
            .values()
            .flat_map(|pack| pack.units.iter().chain(&pack.leaders));
        let mut threats = BTreeMap::new();
        for unit in units.map(|unit| unit.unit.as_str()) {
            if !threats.contains_key(unit) {
                threats.insert(unit.to_owned(), EnemyThreat::measure(realm, unit));
            }
        }
        ThreatTable(threats)
    }

    /// The threat of a unit; 1 if it was not measured.
    pub fn of(&self, unit: &str) -> u32 {
        self.0.get(unit).map_or(1, |threat| threat.threat)
    }

    /// Every enemy with its threat, by the id of the unit.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &EnemyThreat)> {
        self.0.iter().map(|(unit, threat)| (unit.as_str(), threat))
    }
}

impl EnemyThreat {
    fn measure(realm: &Realm, enemy: &str) -> EnemyThreat {
        let (mut sum, mut wins, mut takes) = (0, 0, BTreeMap::new());
        for (friend, _) in realm.recruits() {
            let Ok(encounter) = duel(realm.content(), friend, enemy) else {
                continue;
            };
            let battle = Battle::start(&encounter.arena(), SEED, &mut Silent);
            let tally = forecast(&battle, SEED, 0..PLAYOUTS);
            // The share of a unit's HP that is left on average, in percent.
            let left = |faction| {
                side(&encounter, faction).next().map_or(0, |unit| {
                    let most = u64::from(encounter.setup().units[unit.slot()].max_hp);
                    (tally.mean_hp_hundredths(unit) / most.max(1)).min(100) as u32
                })
            };
            let taken = 100 - left(Faction::Friendly);
            sum += taken + left(Faction::Enemy);
            wins += tally.losses * 100 / PLAYOUTS;
            takes.insert(friend.to_owned(), taken);
        }
        let pairs = takes.len().max(1) as u32;
        EnemyThreat {
            threat: (sum / pairs).max(1),
            wins: wins / pairs,
            takes,
        }
    }
}
