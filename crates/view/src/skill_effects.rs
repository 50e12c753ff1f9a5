//! What a skill does: an icon, numbers, words.

use foretold_battle::{Affliction, Aid, Luck, Skill, SkillKind, Status};
use lucide_icons::Icon;

use crate::tags::status_icon;

/// One thing that a skill does besides damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It takes sanity: at the least and at the most, all strikes together.
    Fear(u32, u32),
    /// It leaves a status.
    Afflict(Affliction),
    /// It pushes one cell.
    Shove,
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
        match &skill.deed {
            SkillKind::Move(_) => Vec::new(),
            SkillKind::Aid(aid) => of_aid(aid, luck),
            SkillKind::Attack { strikes, .. } => {
                let mut effects = Vec::new();
                let fears = strikes.iter().filter_map(|strike| strike.sanity);
                let fear = fears.map(|amount| bounds(amount, luck)).reduce(|sum, one| {
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
                if strikes.iter().any(|strike| strike.shoves) {
                    effects.push(Effect::Shove);
                }
                effects
            }
        }
    }

    /// Its icon.
    pub fn icon(self) -> Icon {
        match self {
            Effect::Fear(..) | Effect::Rally(_) => Icon::Brain,
            Effect::Afflict(affliction) => status_icon(affliction.status),
            Effect::Shove => Icon::ChevronsRight,
            Effect::Heal(..) => Icon::HeartPlus,
            Effect::Block(_) => Icon::Shield,
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
            Effect::Shove => "1".to_owned(),
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
            Effect::Shove => "shoved 1 cell".to_owned(),
            Effect::Heal(..) => format!("{} HP healed", self.number()),
            Effect::Rally(_) => format!("panic ends, {} sanity back", self.number()),
            Effect::Block(_) => format!("{} block", self.number()),
        }
    }
}

fn of_aid(aid: &Aid, luck: Luck) -> Vec<Effect> {
    let heal = aid.heal.map(|amount| {
        let (least, most) = bounds(amount, luck);
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

fn bounds(amount: foretold_battle::Amount, luck: Luck) -> (u32, u32) {
    match luck {
        Luck::True => (amount.lowest(), amount.highest()),
        Luck::Certain => (amount.average(), amount.average()),
    }
}

/// The icon of a skill: how it fights, or what it does first.
pub fn skill_icon(skill: &Skill) -> Icon {
    match &skill.deed {
        SkillKind::Move(_) => Icon::Footprints,
        SkillKind::Attack { .. } if skill.range > 2 => Icon::BowArrow,
        SkillKind::Attack { .. } => Icon::Sword,
        SkillKind::Aid(aid) => {
            let first = of_aid(aid, Luck::True).first().copied();
            first.map_or(Icon::HeartHandshake, Effect::icon)
        }
    }
}

/// How far a skill reaches and what it does: `range 4, 3–8 piercing, stunned (1 turn)`.
pub fn skill_in_words(skill: &Skill, luck: Luck) -> String {
    let mut words = vec![match skill.range {
        0 => "on itself".to_owned(),
        range => format!("range {range}"),
    }];
    let damages = || skill.strikes().iter().filter_map(|strike| strike.damage);
    if let Some(first) = damages().next() {
        let all = damages().map(|damage| bounds(damage.amount, luck));
        let (least, most) = all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let mut text = format!("{} {}", range(least, most), first.kind.name());
        if damages().count() > 1 {
            text += &format!(" in {} strikes", damages().count());
        }
        words.push(text);
    }
    words.extend(Effect::of(skill, luck).into_iter().map(Effect::in_words));
    words.join(", ")
}

/// All effects in words, separated by commas.
pub(crate) fn effects_in_words(effects: &[Effect]) -> String {
    let words: Vec<String> = effects.iter().map(|effect| effect.in_words()).collect();
    words.join(", ")
}

/// From the least to the most, or the one number if they are the same.
pub(crate) fn range(least: u32, most: u32) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}–{most}")
    }
}

/// A status with its number and how long it lasts.
pub(crate) fn status_in_words(status: Status, amount: u8, turns: u8) -> String {
    let number = if status.has_amount() {
        format!(" {amount}")
    } else {
        String::new()
    };
    let turns = if turns == 1 {
        "1 turn".to_owned()
    } else {
        format!("{turns} turns")
    };
    format!("{}{number} ({turns})", status.name())
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{aimed_shot, board, heavy_punch, recruit};

    use super::*;

    #[test]
    fn a_skill_is_its_reach_its_damage_and_its_effects() {
        let battle = board("A e")
            .unit('A', recruit().gambits([heavy_punch(), aimed_shot()]))
            .unit('e', recruit())
            .start(1);
        let words: Vec<String> = battle
            .arena()
            .setup()
            .skills
            .iter()
            .filter(|skill| skill.is_hostile())
            .map(|skill| format!("{}: {}", skill.name, skill_in_words(skill, Luck::True)))
            .collect();
        assert_eq!(
            words,
            [
                "Heavy Punch: range 1, 25 bludgeoning",
                "Aimed Shot: range 5, 5 piercing"
            ]
        );
    }
}
