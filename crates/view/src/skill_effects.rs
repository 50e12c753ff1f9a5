//! What a skill does: an icon, numbers, words.

use foretold_battle::{
    Arena, Check, Edge, Effect, Luck, Shove, Skill, SkillId, SkillKind, area_in_words, range,
};
use lucide_icons::Icon;

use crate::tags::status_icon;

/// The icon of what a skill does besides damage.
pub fn effect_icon(effect: Effect) -> Icon {
    match effect {
        Effect::Fear(..) | Effect::Rally(_) => Icon::Brain,
        Effect::Afflict(affliction) => status_icon(affliction.status),
        Effect::Shove(Shove::Away) => Icon::ChevronsRight,
        Effect::Shove(Shove::Towards) => Icon::ChevronsLeft,
        Effect::Burn(_) => Icon::Flame,
        Effect::Drain(_) => Icon::Droplet,
        Effect::Pay(_) => Icon::HeartMinus,
        Effect::Heal(..) => Icon::HeartPlus,
        Effect::Block(_) => Icon::Shield,
    }
}

/// The icon of a skill: how it fights, or what it does first.
pub fn skill_icon(skill: &Skill) -> Icon {
    match &skill.deed {
        SkillKind::Move(_) => Icon::Footprints,
        SkillKind::Attack { .. } if skill.range > 2 => Icon::BowArrow,
        SkillKind::Attack { .. } => Icon::Sword,
        SkillKind::Aid(_) => {
            let first = Effect::of(skill, Luck::True).first().copied();
            first.map_or(Icon::HeartHandshake, effect_icon)
        }
    }
}

/// How far a skill reaches, which cells it hits and what it does:
/// `range 4, burst 1, 3–8 piercing, stunned (1 turn)`.
pub fn skill_in_words(skill: &Skill, luck: Luck) -> String {
    let mut words = match (&skill.deed, skill.range) {
        (SkillKind::Move(_), _) => Vec::new(),
        (_, 0) => vec!["on itself".to_owned()],
        (_, range) => vec![format!("range {range}")],
    };
    words.extend(area_in_words(skill));
    let damages = || skill.strikes().iter().filter_map(|strike| strike.damage);
    if let Some(first) = damages().next() {
        let all = damages().map(|damage| damage.amount.bounds(luck));
        let (least, most) = all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let mut text = format!("{} {}", range(least, most), first.kind.name());
        if damages().count() > 1 {
            text += &format!(" in {} strikes", damages().count());
        }
        words.push(text);
    }
    words.extend(Effect::of(skill, luck).into_iter().map(Effect::in_words));
    words.extend(
        skill
            .strikes()
            .first()
            .map(|strike| check_in_words(strike.check)),
    );
    words.join(", ")
}

/// How it is decided whether a strike hits.
fn check_in_words(check: Check) -> String {
    let signed = |bonus: i16| match bonus {
        0 => String::new(),
        ..0 => format!(" −{}", bonus.unsigned_abs()),
        1.. => format!(" +{bonus}"),
    };
    match check {
        Check::Sure => "hits without a roll".to_owned(),
        Check::Aimed { bonus } => format!("aimed{}", signed(bonus)),
        Check::Armour { bonus, edge } => {
            let dice = match edge {
                Edge::Even => "d20",
                Edge::Advantage => "better of 2 d20",
                Edge::Disadvantage => "worse of 2 d20",
            };
            format!("{dice}{} vs armour", signed(bonus))
        }
    }
}

/// The same with what it costs and how long it rests:
/// `range 4, 3–8 piercing · 2 actions · rests 1 turn`.
pub fn skill_in_numbers(arena: &Arena, id: SkillId) -> String {
    let skill = arena.skill(id);
    let does = skill_in_words(skill, arena.house().luck);
    let rest = match skill.cooldown {
        0 => String::new(),
        1 => "rests 1 turn".to_owned(),
        turns => format!("rests {turns} turns"),
    };
    let parts = [does, cost_in_words(arena, id), rest];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// What a skill costs, in two words: `1 action`, `whole turn`; in ticks how long it takes.
pub fn cost_in_words(arena: &Arena, skill: SkillId) -> String {
    match (arena.tempo().takes_turns(), arena.skill(skill).cost) {
        (true, 0 | 1) => "1 action".to_owned(),
        (true, _) => "whole turn".to_owned(),
        (false, 1) => "1 tick".to_owned(),
        (false, ticks) => format!("{ticks} ticks"),
    }
}

/// All effects in words, separated by commas.
pub(crate) fn effects_in_words(effects: &[Effect]) -> String {
    let words: Vec<String> = effects.iter().map(|effect| effect.in_words()).collect();
    words.join(", ")
}

/// What an attack does to the ground and to its user, behind what it does to its target:
/// `; the attack: fire (2 turns), costs 5 HP`. Nothing if it does neither.
pub(crate) fn once_in_words(skill: &Skill) -> String {
    match Effect::once(skill).as_slice() {
        [] => String::new(),
        once => format!("; the attack: {}", effects_in_words(once)),
    }
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
            (
                "first-blood",
                "Light Punch",
                "range 1, 10 bludgeoning, hits without a roll · 1 tick",
            ),
            (
                "first-blood",
                "Heavy Punch",
                "range 1, 25 bludgeoning, hits without a roll · 2 ticks",
            ),
            (
                "bonelord",
                "Bone Storm",
                "range 4, 12 piercing in 3 strikes, hits without a roll · 1 tick",
            ),
            ("crypt-by-hand", "Guard", "range 1, 8 block · 1 action"),
        ] {
            assert_eq!(numbers(battle, skill), expected, "{battle}");
        }
    }
}
