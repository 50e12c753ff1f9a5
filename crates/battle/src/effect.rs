//! What a skill does besides damage, in numbers and words (rules §4, §9).

use crate::arena::Arena;
use crate::battle::{ForetoldShove, ShoveEnd};
use crate::board::Area;
use crate::house_rules::Luck;
use crate::skill::{Aid, Shove, Skill, SkillKind};
use crate::status::{Affliction, Status};

/// One thing that a skill does besides damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It takes sanity: at the least and at the most, all strikes together.
    Fear(u32, u32),
    /// It leaves a status.
    Afflict(Affliction),
    /// It pushes one cell.
    Shove(Shove),
    /// The cells that it hits burn for this many turns.
    Burn(u8),
    /// It heals its user by this share of the HP that it takes, in percent.
    Drain(u8),
    /// It costs its user this many HP.
    Pay(u16),
    /// It restores HP: at the least and at the most.
    Heal(u32, u32),
    /// It ends panic and restores sanity.
    Rally(u16),
    /// It raises block.
    Block(u16),
}

impl Effect {
    /// Everything that a skill does besides damage, the most important first.
    pub fn of(skill: &Skill, luck: Luck) -> Vec<Effect> {
        let mut effects = Effect::on_target(skill, luck);
        effects.extend(Effect::once(skill));
        effects
    }

    /// What an attack does once, whatever it hits: to the ground, and to its user.
    pub fn once(skill: &Skill) -> Vec<Effect> {
        let drains = skill.strikes().iter().filter_map(|strike| strike.drains);
        let effects = [
            skill.burns().map(Effect::Burn),
            drains.max().map(Effect::Drain),
            skill.pays().map(Effect::Pay),
        ];
        effects.into_iter().flatten().collect()
    }

    /// What a skill does besides damage to each unit that it hits or helps, the most important
    /// first.
    pub fn on_target(skill: &Skill, luck: Luck) -> Vec<Effect> {
        match &skill.deed {
            SkillKind::Move(_) => Vec::new(),
            SkillKind::Aid(aid) => of_aid(aid, luck),
            SkillKind::Attack { strikes, .. } => {
                let mut effects = Vec::new();
                let fears = strikes.iter().filter_map(|strike| strike.sanity);
                let fear = fears.map(|amount| amount.bounds(luck)).reduce(|sum, one| {
                    let (least, most) = sum;
                    (least + one.0, most + one.1)
                });
                effects.extend(fear.map(|(least, most)| Effect::Fear(least, most)));
                for affliction in strikes.iter().filter_map(|strike| strike.inflicts) {
                    let effect = Effect::Afflict(affliction);
                    if !effects.contains(&effect) {
                        effects.push(effect);
                    }
                }
                for shove in strikes.iter().filter_map(|strike| strike.shoves) {
                    let effect = Effect::Shove(shove);
                    if !effects.contains(&effect) {
                        effects.push(effect);
                    }
                }
                effects
            }
        }
    }

    /// Its number: the amount, or the turns of a status without one.
    pub fn number(self) -> String {
        match self {
            Effect::Fear(least, most) => range(least, most),
            Effect::Afflict(affliction) if affliction.status.has_amount() => {
                affliction.amount.to_string()
            }
            Effect::Afflict(affliction) => affliction.turns.to_string(),
            Effect::Shove(_) => "1".to_owned(),
            Effect::Burn(turns) => turns.to_string(),
            Effect::Drain(percent) => format!("{percent}%"),
            Effect::Pay(hp) => hp.to_string(),
            Effect::Heal(least, most) => range(least, most),
            Effect::Rally(sanity) => sanity.to_string(),
            Effect::Block(block) => block.to_string(),
        }
    }

    /// What it does, after a comma or a colon: `8 sanity`, `stunned (1 turn)`.
    pub fn in_words(self) -> String {
        match self {
            Effect::Fear(..) => format!("{} sanity", self.number()),
            Effect::Afflict(it) => status_in_words(it.status, it.amount, it.turns),
            Effect::Shove(Shove::Away) => "shoved 1 cell".to_owned(),
            Effect::Shove(Shove::Towards) => "pulled 1 cell".to_owned(),
            Effect::Burn(turns) => format!("fire ({})", turns_in_words(turns)),
            Effect::Drain(_) => format!("drains {}", self.number()),
            Effect::Pay(_) => format!("costs {} HP", self.number()),
            Effect::Heal(..) => format!("{} HP healed", self.number()),
            Effect::Rally(_) => format!("panic ends, {} sanity back", self.number()),
            Effect::Block(_) => format!("{} block", self.number()),
        }
    }
}

/// What an attack does besides damage to a unit that it hits, and where its shoves lead:
/// `stunned (1 turn)`, `shoved to C4`.
pub fn hit_in_words(arena: &Arena, skill: &Skill, shove: Option<ForetoldShove>) -> Vec<String> {
    let mut shove = shove;
    let mut words = Vec::new();
    for effect in Effect::on_target(skill, arena.house().luck) {
        words.push(match effect {
            Effect::Shove(way) => match shove.take() {
                Some(shove) => shove_in_words(arena, way, shove.end),
                None => effect.in_words(),
            },
            effect => effect.in_words(),
        });
    }
    words
}

fn shove_in_words(arena: &Arena, way: Shove, end: ShoveEnd) -> String {
    let verb = match way {
        Shove::Away => "shoved",
        Shove::Towards => "pulled",
    };
    match end {
        ShoveEnd::Moves(to) => format!("{verb} to {to}"),
        ShoveEnd::Falls(pit) => format!("{verb} into the pit on {pit}"),
        ShoveEnd::Resists => format!("not {verb}: rooted"),
        ShoveEnd::Bumps { damage, against } => match against {
            Some((other, other_damage)) => {
                let other = arena.unit_name(other);
                format!("{verb} against {other} ({damage} damage, {other_damage} to {other})")
            }
            None => format!("{verb} against an obstacle ({damage} damage)"),
        },
    }
}

/// Which cells a skill hits, and whether it spares its own side: `burst 1`, `line 6, spares friends`.
/// Nothing for the locked cell alone.
pub fn area_in_words(skill: &Skill) -> Option<String> {
    let area = match skill.area() {
        Area::Cell => None,
        Area::Burst(radius) => Some(format!("burst {radius}")),
        Area::Line(length) => Some(format!("line {length}")),
        Area::Cone(length) => Some(format!("cone {length}")),
    };
    let spares = skill.spares().then(|| "spares friends".to_owned());
    let words: Vec<String> = area.into_iter().chain(spares).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn of_aid(aid: &Aid, luck: Luck) -> Vec<Effect> {
    let heal = aid.heal.map(|amount| {
        let (least, most) = amount.bounds(luck);
        Effect::Heal(least, most)
    });
    [
        aid.block.map(Effect::Block),
        heal,
        aid.rally.map(Effect::Rally),
        aid.grants.map(Effect::Afflict),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// From the least to the most, or the one number if they are the same.
pub fn range(least: u32, most: u32) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}–{most}")
    }
}

/// A status with its number and how long it lasts.
pub fn status_in_words(status: Status, amount: u8, turns: u8) -> String {
    let number = if status.has_amount() {
        format!(" {amount}")
    } else {
        String::new()
    };
    format!("{}{number} ({})", status.name(), turns_in_words(turns))
}

fn turns_in_words(turns: u8) -> String {
    if turns == 1 {
        "1 turn".to_owned()
    } else {
        format!("{turns} turns")
    }
}
