//! Whole turns as text: the walk, then each action with its numbers (rules §5, §7, §11).

use crate::battle::{Battle, Blow, ForetoldTurn, TurnEnd, TurnPartKind};
use crate::damage_kind::Affinity;
use crate::effect::{Effect, hit_in_words, range};
use crate::hit::Odds;
use crate::ids::SkillId;
use crate::narrate::narrate_chance;

/// A turn to come in words:
/// `Vex walks D4 → F6, then uses Shortbow on Ines: 45% (75 −30 distance), 4–10 damage, no
/// block.`
pub fn turn_in_words(battle: &Battle, turn: &ForetoldTurn) -> String {
    let name = battle.arena().unit_name(turn.unit);
    let mut texts = part_texts(battle, turn);
    match turn.end {
        TurnEnd::Over if texts.is_empty() => texts.push("does nothing".to_owned()),
        TurnEnd::Over => {}
        TurnEnd::Asked => texts.push("awaits an order".to_owned()),
        TurnEnd::Hidden => texts.push("acts on a hidden card".to_owned()),
        TurnEnd::Draws => texts.push("draws its next card".to_owned()),
        TurnEnd::Astray => texts.push("may go astray: it is confused".to_owned()),
    }
    format!("{name} {}.", texts.join(", then "))
}

fn part_texts(battle: &Battle, turn: &ForetoldTurn) -> Vec<String> {
    let arena = battle.arena();
    let (mut from, mut was_sure) = (turn.from, true);
    let mut texts = Vec::new();
    // One rule for all of it is named anyway, where the reasons are.
    let by_rules = turn
        .parts
        .windows(2)
        .any(|parts| parts[0].rule != parts[1].rule);
    for part in &turn.parts {
        let rule = part.rule.filter(|_| by_rules);
        let by = rule.map_or(String::new(), |rule| format!(" by rule {}", rule + 1));
        let text = match &part.what {
            TurnPartKind::Walk(cells) => {
                let to = cells.last().copied().unwrap_or(from);
                let walk = format!("walks {from} → {to}{by}");
                from = to;
                walk
            }
            TurnPartKind::Strike {
                blow,
                kill,
                others,
                bumped,
            } => {
                let all = [(*blow, *kill)].into_iter().chain(others.iter().copied());
                let mut numbers = numbers_of_all(battle, all);
                let falls = bumped.iter().filter(|it| it.kill != Odds::NEVER);
                numbers.extend(falls.map(|it| {
                    let name = arena.unit_name(it.unit);
                    match it.kill {
                        Odds::CERTAIN => format!("{name} falls by the bump"),
                        odds => format!("{name} {odds} to fall by the bump"),
                    }
                }));
                let once = Effect::once(arena.skill(blow.skill));
                numbers.extend(once.into_iter().map(Effect::in_words));
                strike(battle, blow, &numbers, (part.stopped, &by))
            }
            TurnPartKind::Help {
                skill,
                target,
                left,
                ..
            } => {
                let target = match *target {
                    target if target == turn.unit => "itself",
                    target => arena.unit_name(target),
                };
                let does: Vec<String> = effects(battle, *skill).collect();
                let does = if does.is_empty() {
                    String::new()
                } else {
                    format!(": {}", does.join(", "))
                };
                let skill = arena.skill_name(*skill);
                match left {
                    0 | 1 => format!("uses {skill} on {target}{by}{does}"),
                    left => {
                        format!("winds up {skill} on {target}{by}, done in {left} ticks{does}")
                    }
                }
            }
        };
        // Once dice have come into it, all the rest hangs on them.
        let perhaps = if was_sure && !part.sure && !part.stopped {
            "perhaps "
        } else {
            ""
        };
        was_sure = part.sure;
        texts.push(format!("{perhaps}{text}"));
    }
    texts
}

/// What a skill does besides damage.
fn effects(battle: &Battle, skill: SkillId) -> impl Iterator<Item = String> {
    let (arena, skill) = (battle.arena(), battle.arena().skill(skill));
    let effects = Effect::of(skill, arena.house().luck);
    effects.into_iter().map(Effect::in_words)
}

/// An attack with its numbers for each unit that it hits.
fn strike(battle: &Battle, blow: &Blow, numbers: &[String], (stopped, by): (bool, &str)) -> String {
    let skill = battle.arena().skill(blow.skill);
    let at = if skill.area().is_wide() {
        format!("at {}", blow.aim)
    } else {
        format!("on {}", target_of(battle, blow))
    };
    let (skill, numbers) = (&skill.name, numbers.join("; "));
    match blow.left {
        0 | 1 => format!("uses {skill} {at}{by}: {numbers}"),
        left => {
            let lands = if stopped {
                "but falls before it lands"
            } else {
                "lands"
            };
            format!("winds up {skill} {at}{by}, {lands} in {left} ticks: {numbers}")
        }
    }
}

fn target_of(battle: &Battle, blow: &Blow) -> String {
    let Some(target) = blow.target else {
        return format!("the empty {}", blow.cell);
    };
    let (name, now) = (battle.arena().unit_name(target), battle.unit(target));
    // It will have been moved by then.
    let elsewhere = now.filter(|unit| unit.cell != blow.cell);
    elsewhere.map_or(name.to_owned(), |_| format!("{name} at {}", blow.cell))
}

/// The numbers of an attack for each unit that it hits. In an area they begin with the target, and
/// those for whom they are the same stand together: `Ada, Nell without a roll, 10 damage`.
fn numbers_of_all(battle: &Battle, blows: impl Iterator<Item = (Blow, Odds)>) -> Vec<String> {
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    for (blow, kill) in blows {
        let is_wide = battle.arena().skill(blow.skill).area().is_wide();
        let target = (is_wide && blow.target.is_some()).then(|| target_of(battle, &blow));
        let numbers = numbers_of(battle, &blow, kill);
        match all.iter_mut().find(|(_, others)| *others == numbers) {
            Some((targets, _)) => targets.extend(target),
            None => all.push((target.into_iter().collect(), numbers)),
        }
    }
    let in_words = |(targets, numbers): (Vec<String>, String)| match targets.as_slice() {
        [] => numbers,
        targets => format!("{} {numbers}", targets.join(", ")),
    };
    all.into_iter().map(in_words).collect()
}

/// The chance of a blow, its damage after block, and whether it can kill.
fn numbers_of(battle: &Battle, blow: &Blow, kill: Odds) -> String {
    let arena = battle.arena();
    let is_wide = arena.skill(blow.skill).area().is_wide();
    let chance = match (blow.odds, blow.chance.and_then(narrate_chance)) {
        (None, _) => "it hits nobody".to_owned(),
        (Some(Odds::CERTAIN), None) if is_wide => "without a roll".to_owned(),
        (Some(Odds::CERTAIN), None) => "hits without a roll".to_owned(),
        (Some(odds), None) => odds.to_string(),
        (Some(odds), Some(why)) => format!("{odds} ({why})"),
    };
    let mut words = vec![chance];
    let strikes = match blow.strikes {
        0 | 1 => String::new(),
        strikes => format!(" in {strikes} strikes"),
    };
    let mut attacks = arena.skill(blow.skill).strikes().iter();
    if blow.target.is_some() && attacks.any(|strike| strike.damage.is_some()) {
        let damage = range(blow.least.into(), blow.most.into());
        let block = block_in_words(battle, blow);
        words.push(format!("{damage} damage{strikes}{block}"));
        words.extend(affinity_in_words(battle, blow));
    }
    if blow.target.is_some() {
        words.extend(hit_in_words(arena, arena.skill(blow.skill), blow.shove));
    }
    match kill {
        Odds::NEVER => {}
        Odds::CERTAIN => words.push("kills".to_owned()),
        odds => words.push(format!("{odds} to kill")),
    }
    words.join(", ")
}

/// How the target takes the damage, if not as it comes: `it resists piercing`.
fn affinity_in_words(battle: &Battle, blow: &Blow) -> Option<String> {
    let arena = battle.arena();
    let target = arena.sheet(blow.target?);
    let mut kinds = arena.skill(blow.skill).strikes().iter();
    kinds.find_map(|strike| {
        let kind = strike.damage?.kind;
        let how = match target.affinity(kind) {
            Affinity::Plain => return None,
            Affinity::Resists => "it resists",
            Affinity::Vulnerable => "it is vulnerable to",
            Affinity::Immune => "it is immune to",
        };
        Some(format!("{how} {}", kind.name()))
    })
}

/// What block takes of the damage, behind it: ` after 8 block`, ` after 8 block to come` if the unit
/// does not hold it yet, `, no block`.
fn block_in_words(battle: &Battle, blow: &Blow) -> String {
    let unit = blow.target.and_then(|target| battle.unit(target));
    match (blow.blocked, unit.map(|unit| unit.block)) {
        (0, Some(0)) => ", no block".to_owned(),
        // Others land before it and use up the block.
        (0, _) => String::new(),
        (blocked, Some(held)) if blocked > held => format!(" after {blocked} block to come"),
        (blocked, _) => format!(" after {blocked} block"),
    }
}
