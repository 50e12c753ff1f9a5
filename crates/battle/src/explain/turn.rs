//! Whole turns as text: the walk, then each action with its numbers (rules §5, §7, §11).

use crate::battle::{Battle, ForetoldTurn, TurnEnd, TurnPartKind};
use crate::hit::Odds;
use crate::ids::{SkillId, UnitId};

/// A turn to come in words: `Vex walks D4 → F6, then uses Bite on Ines: 45 in 100, 4–10.`
pub fn turn_in_words(battle: &Battle, turn: &ForetoldTurn) -> String {
    let (mut from, mut was_sure) = (turn.from, true);
    let mut texts = Vec::new();
    for part in &turn.parts {
        let text = match &part.what {
            TurnPartKind::Walk(cells) => {
                let to = cells.last().copied().unwrap_or(from);
                let walk = format!("walks {from} → {to}");
                from = to;
                walk
            }
            TurnPartKind::Strike { blow, kill } => {
                let target = blow.target.map(|target| name(battle, target));
                let at = target.map_or_else(|| format!("the empty {}", blow.cell), str::to_owned);
                let hits = match blow.odds {
                    None => "a whiff".to_owned(),
                    Some(Odds::CERTAIN) => "a sure hit".to_owned(),
                    Some(odds) => in_100(odds),
                };
                let mut words = vec![hits];
                if blow.most > 0 {
                    words.push(range(blow.least, blow.most));
                }
                match *kill {
                    Odds::NEVER => {}
                    Odds::CERTAIN => words.push("kills".to_owned()),
                    odds => words.push(format!("kills {}", in_100(odds))),
                }
                format!(
                    "uses {} on {at}: {}",
                    skill(battle, blow.skill),
                    words.join(", ")
                )
            }
            TurnPartKind::Help {
                skill: id, target, ..
            } if *target == turn.unit => format!("uses {} on itself", skill(battle, *id)),
            TurnPartKind::Help {
                skill: id, target, ..
            } => format!("uses {} on {}", skill(battle, *id), name(battle, *target)),
        };
        // Once dice have come into it, all the rest hangs on them.
        let perhaps = if was_sure && !part.sure {
            "perhaps "
        } else {
            ""
        };
        was_sure = part.sure;
        texts.push(format!("{perhaps}{text}"));
    }
    match turn.end {
        TurnEnd::Over if texts.is_empty() => texts.push("does nothing".to_owned()),
        TurnEnd::Over => {}
        TurnEnd::Asked => texts.push("awaits an order".to_owned()),
        TurnEnd::Hidden => texts.push("acts on a hidden card".to_owned()),
        TurnEnd::Draws => texts.push("draws its next card".to_owned()),
        TurnEnd::Astray => texts.push("goes on astray: it is confused".to_owned()),
    }
    format!("{} {}.", name(battle, turn.unit), texts.join(", then "))
}

fn name(battle: &Battle, unit: UnitId) -> &str {
    &battle.arena().sheet(unit).name
}

fn skill(battle: &Battle, skill: SkillId) -> &str {
    let skills = &battle.arena().setup().skills;
    skills.get(skill.index()).map_or("", |skill| &skill.name)
}

fn in_100(odds: Odds) -> String {
    format!("{} in 100", odds.to_string().trim_end_matches('%'))
}

fn range(least: u16, most: u16) -> String {
    if least == most {
        most.to_string()
    } else {
        format!("{least}–{most}")
    }
}
