//! What a skill does: an icon, numbers, words.

use foretold_battle::{Affliction, Aid, Arena, Luck, Skill, SkillId, SkillKind, Status, Tempo};
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
    let mut words = match (&skill.deed, skill.range) {
        (SkillKind::Move(_), _) => Vec::new(),
        (_, 0) => vec!["on itself".to_owned()],
        (_, range) => vec![format!("range {range}")],
    };
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

/// The same with what it costs and how long it rests:
/// `range 4, 3–8 piercing · 2 actions · rests 1 turn`.
pub fn skill_in_numbers(arena: &Arena, skill: SkillId) -> String {
    let skill = arena.skill(skill);
    let does = skill_in_words(skill, arena.house().luck);
    let rest = match skill.cooldown {
        0 => String::new(),
        1 => "rests 1 turn".to_owned(),
        turns => format!("rests {turns} turns"),
    };
    let parts = [does, cost_in_words(skill, arena.tempo()), rest];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// What a skill costs, as the tempo counts.
fn cost_in_words(skill: &Skill, tempo: Tempo) -> String {
    match (tempo, skill.cost) {
        (Tempo::Initiative, 2..) => "a whole turn".to_owned(),
        (Tempo::Ticks, 1) => "1 tick".to_owned(),
        (Tempo::Ticks, ticks) => format!("{ticks} ticks"),
        (_, 1) => "1 action".to_owned(),
        (_, actions) => format!("{actions} actions"),
    }
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
    use foretold_content::Content;
    use foretold_sim::testing::shipped_files;

    use super::*;

    #[test]
    fn a_skill_shows_what_it_does_how_far_and_for_how_much() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let numbers = |battle: &str, skill: &str| {
            let arena = content.encounter(battle).expect("it is shipped").arena();
            let skills = arena.setup().skills.iter();
            let place = (0..).zip(skills).find(|(_, it)| it.name == skill);
            let (place, _) = place.expect("it is there");
            skill_in_numbers(&arena, SkillId(place))
        };
        for (battle, skill, expected) in [
            ("first-blood", "Light Punch", "range 1, 10 bludgeoning · 1 tick"),
            (
                "first-blood",
                "Heavy Punch",
                "range 1, 25 bludgeoning · 2 ticks",
            ),
            (
                "bonelord",
                "Bone Storm",
                "range 4, 12 piercing in 3 strikes · 1 tick",
            ),
            ("crypt-by-hand", "Guard", "range 1, 8 block · 1 action"),
        ] {
            assert_eq!(numbers(battle, skill), expected, "{battle}");
        }
    }
}
