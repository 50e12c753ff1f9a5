//! Autofight's settings: thresholds, order, lists, switches, messages, presets (rules §10).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::brain::Percent;

/// The three keys of autofight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum AutofightMode {
    /// Moves and attacks.
    #[default]
    MoveAndAttack,
    /// Attacks without moving.
    AttackOnly,
    /// Fires only.
    FireOnly,
}

/// How one unit fights on its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AutofightSettings {
    /// When it refuses to fight at all.
    pub preconditions: Preconditions,
    /// Enemies further away than this are not in view.
    pub max_distance: u8,
    /// It takes no longer way.
    pub max_path_length: u8,
    /// How targets are compared, the most important first.
    pub order: Vec<Ranking>,
    /// Kinds of enemies that it leaves alone.
    pub ignore: Vec<String>,
    /// Kinds of enemies that it prefers, for [`Ranking::PreferredKind`].
    pub prefer: Vec<String>,
    /// What stops a repeat.
    pub interrupts: Interrupts,
    /// Pressing again faster than this is reckless and does nothing.
    pub warning_ms: u32,
}

/// When autofight refuses to fight at all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Preconditions {
    /// At this share of HP or less.
    pub injured: Option<Percent>,
    /// While confused.
    pub confused: bool,
    /// While rooted.
    pub caught: bool,
}

/// How targets are compared. The last tie is always lower y, then lower x.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ranking {
    /// Marked by the player.
    Marked,
    /// Can be attacked now, without moving.
    CanAttackNow,
    /// Not harmless.
    NotHarmless,
    /// Stunned.
    Helpless,
    /// Nearer.
    Distance,
    /// Holding me.
    HoldingMe,
    /// Rooted or confused.
    Hindered,
    /// More quarters of HP lost.
    Injury,
    /// The best expected damage against me.
    Threat,
    /// Of a preferred kind.
    PreferredKind,
}

impl Ranking {
    /// Every way to compare, in the order of the rules.
    pub const ALL: [Ranking; 10] = [
        Ranking::Marked,
        Ranking::CanAttackNow,
        Ranking::NotHarmless,
        Ranking::Helpless,
        Ranking::Distance,
        Ranking::HoldingMe,
        Ranking::Hindered,
        Ranking::Injury,
        Ranking::Threat,
        Ranking::PreferredKind,
    ];
}

/// What stops a repeat: each a switch or a threshold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Interrupts {
    /// I lost HP.
    pub hp_lost: bool,
    /// Two targets are equal in everything but the last tie.
    pub ambiguous: bool,
    /// My target is dead.
    pub target_dead: bool,
    /// My way leads through a hazard.
    pub hazard: bool,
    /// I was shoved.
    pub moved: bool,
    /// An enemy came into view.
    pub new_enemy: bool,
    /// I was attacked, hit or not.
    pub attacked: bool,
    /// One hit took at least this share of my HP.
    pub big_hit: Option<Percent>,
    /// At least this many enemies are in range of my attacks.
    pub enemies_in_range: Option<u8>,
    /// I hit an enemy.
    pub hit_enemy: bool,
    /// An ally is below this share of HP.
    pub ally_below: Option<Percent>,
}

/// Why autofight refused or stopped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Stop {
    /// Refused: too injured to fight recklessly.
    Injured,
    /// Refused: too confused.
    Confused,
    /// Refused: caught.
    Caught,
    /// Refused: no target in view.
    NoTargetInView,
    /// Refused: no reachable target in view.
    NoReachableTarget,
    /// Refused: no target in range, in the modes that do not move.
    NoTargetInRange,
    /// Refused: the key was pressed too fast.
    Reckless,
    /// Stopped: lost HP.
    HpLost,
    /// Stopped: two equal targets.
    Ambiguous,
    /// Stopped: the target is dead.
    TargetDead,
    /// Stopped: a hazard on the way.
    HazardOnTheWay,
    /// Stopped: moved by force.
    MovedByForce,
    /// Stopped: a new enemy appears.
    NewEnemy,
    /// Stopped: attacked.
    Attacked,
    /// Stopped: a heavy hit.
    BigHit,
    /// Stopped: several enemies in range.
    EnemiesInRange,
    /// Stopped: hit an enemy.
    HitAnEnemy,
    /// Stopped: an ally is badly hurt.
    AllyHurt,
}

impl Stop {
    /// Every reason, in order.
    pub const ALL: [Stop; 18] = [
        Stop::Injured,
        Stop::Confused,
        Stop::Caught,
        Stop::NoTargetInView,
        Stop::NoReachableTarget,
        Stop::NoTargetInRange,
        Stop::Reckless,
        Stop::HpLost,
        Stop::Ambiguous,
        Stop::TargetDead,
        Stop::HazardOnTheWay,
        Stop::MovedByForce,
        Stop::NewEnemy,
        Stop::Attacked,
        Stop::BigHit,
        Stop::EnemiesInRange,
        Stop::HitAnEnemy,
        Stop::AllyHurt,
    ];

    /// The message that the game ships for a reason; `autofight.ron` may replace it.
    const fn shipped_message(self) -> &'static str {
        match self {
            Stop::Injured => "You are too injured to fight recklessly.",
            Stop::Confused => "You are too confused.",
            Stop::Caught => "You are caught.",
            Stop::NoTargetInView => "No target in view.",
            Stop::NoReachableTarget => "No reachable target in view.",
            Stop::NoTargetInRange => "No target in range.",
            Stop::Reckless => "Too fast: look before you strike.",
            Stop::HpLost => "Took damage, stopping.",
            Stop::Ambiguous => "Two equal targets, stopping.",
            Stop::TargetDead => "The target is dead, stopping.",
            Stop::HazardOnTheWay => "A hazard on the way, stopping.",
            Stop::MovedByForce => "Moved by force, stopping.",
            Stop::NewEnemy => "A new enemy appears, stopping.",
            Stop::Attacked => "Attacked, stopping.",
            Stop::BigHit => "A heavy hit, stopping.",
            Stop::EnemiesInRange => "Several enemies in range, stopping.",
            Stop::HitAnEnemy => "Hit an enemy, stopping.",
            Stop::AllyHurt => "An ally is badly hurt, stopping.",
        }
    }
}

/// What autofight says, by reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AutofightMessages(pub BTreeMap<Stop, String>);

impl AutofightMessages {
    /// The message for a reason; empty if none was set.
    pub fn text(&self, stop: Stop) -> &str {
        self.0.get(&stop).map_or("", String::as_str)
    }
}

impl Default for AutofightMessages {
    fn default() -> Self {
        let messages = Stop::ALL
            .into_iter()
            .map(|stop| (stop, stop.shipped_message().to_owned()));
        AutofightMessages(messages.collect())
    }
}

impl Default for AutofightSettings {
    fn default() -> Self {
        AutofightSettings {
            preconditions: Preconditions::default(),
            max_distance: 20,
            max_path_length: 100,
            order: Ranking::ALL.to_vec(),
            ignore: Vec::new(),
            prefer: Vec::new(),
            interrupts: Interrupts::default(),
            warning_ms: 150,
        }
    }
}

impl Default for Preconditions {
    fn default() -> Self {
        Preconditions {
            injured: Percent::new(50),
            confused: true,
            caught: true,
        }
    }
}

impl Default for Interrupts {
    fn default() -> Self {
        Interrupts {
            hp_lost: true,
            ambiguous: true,
            target_dead: true,
            hazard: true,
            moved: true,
            new_enemy: false,
            attacked: false,
            big_hit: None,
            enemies_in_range: None,
            hit_enemy: false,
            ally_below: None,
        }
    }
}

impl AutofightSettings {
    /// Fights on until a quarter of its HP is left, and stops for little.
    pub fn aggressive() -> AutofightSettings {
        AutofightSettings {
            preconditions: Preconditions {
                injured: Percent::new(25),
                confused: true,
                caught: false,
            },
            interrupts: Interrupts {
                hp_lost: false,
                ambiguous: false,
                big_hit: Percent::new(25),
                ..Interrupts::default()
            },
            ..AutofightSettings::default()
        }
    }

    /// Refuses early, and stops for everything that could matter.
    pub fn defensive() -> AutofightSettings {
        AutofightSettings {
            preconditions: Preconditions {
                injured: Percent::new(75),
                ..Preconditions::default()
            },
            interrupts: Interrupts {
                new_enemy: true,
                attacked: true,
                enemies_in_range: Some(2),
                ally_below: Percent::new(50),
                ..Interrupts::default()
            },
            ..AutofightSettings::default()
        }
    }

    /// Looks at the threat before the distance, and stops when an enemy comes near.
    pub fn ranged() -> AutofightSettings {
        AutofightSettings {
            order: vec![
                Ranking::Marked,
                Ranking::CanAttackNow,
                Ranking::NotHarmless,
                Ranking::Helpless,
                Ranking::Threat,
                Ranking::Injury,
                Ranking::Distance,
                Ranking::HoldingMe,
                Ranking::Hindered,
                Ranking::PreferredKind,
            ],
            interrupts: Interrupts {
                new_enemy: true,
                attacked: true,
                ..Interrupts::default()
            },
            ..AutofightSettings::default()
        }
    }

    /// Whether the key was pressed again too fast. The caller brings the clock.
    pub fn is_reckless(&self, ms_since_last_press: u32) -> bool {
        ms_since_last_press < self.warning_ms
    }
}
