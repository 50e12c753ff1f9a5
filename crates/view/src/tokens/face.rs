//! What a token shows of its unit: plain data.

use foretold_battle::{
    Battle, Cell, Effect, Faction, ForetoldTurn, Intent, Life, SkillId, Status, TurnPartKind,
    UnitId,
};
use foretold_sim::{ForetoldTurns, Intents};
use lucide_icons::Icon;

use crate::skill_effects::effect_icon;
use crate::tags::{status_icon, tags};

/// What a token shows of its unit.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenFace {
    /// Its letters.
    pub tag: String,
    /// Its figure; without one it shows its letters.
    pub figure: Option<String>,
    /// Whether it looks to the right: at what it is about to do, or else at the nearest foe.
    pub looks_right: bool,
    /// Whether it is winding up a blow.
    pub winds_up: bool,
    /// Its side: the shape and the colour.
    pub side: Faction,
    /// Where it stands, lies or fell.
    pub cell: Cell,
    /// Standing, down or fallen.
    pub life: Life,
    /// HP and their maximum.
    pub hp: (u16, u16),
    /// Block now.
    pub block: u16,
    /// Sanity and its maximum, if it knows fear.
    pub sanity: Option<(u16, u16)>,
    /// Its statuses.
    pub statuses: Vec<Status>,
    /// What it will do that no line shows.
    pub badge: Option<Badge>,
    /// Whether its turn is running, where units take turns.
    pub in_turn: bool,
}

/// An icon and a number above a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Badge {
    /// What kind of thing it will do.
    pub icon: char,
    /// How much; empty if there is no number.
    pub number: String,
}

/// What the token of each unit shows, in slot order.
pub fn faces(battle: &Battle, turns: &ForetoldTurns, intents: &Intents) -> Vec<TokenFace> {
    let setup = battle.arena().setup();
    let takes_turns = battle.arena().tempo().takes_turns();
    let sheets = setup.units.iter().zip(tags(setup));
    battle
        .units()
        .zip(sheets)
        .map(|((id, unit), (sheet, tag))| TokenFace {
            tag,
            figure: None,
            looks_right: looks_right(battle, turns, id),
            winds_up: unit.is_up() && unit.wind_up().is_some(),
            side: sheet.faction,
            cell: unit.cell,
            life: unit.life,
            hp: (unit.hp, sheet.max_hp),
            block: unit.block,
            sanity: sheet.sanity.map(|most| (unit.sanity, most)),
            statuses: unit.statuses.iter().collect(),
            badge: badge(battle, turns, intents, id).filter(|_| unit.is_up()),
            in_turn: takes_turns && unit.is_up() && battle.in_turn().contains(id),
        })
        .collect()
}

/// Whether a unit looks to the right: at what it is about to do, or else at the nearest foe.
fn looks_right(battle: &Battle, turns: &ForetoldTurns, id: UnitId) -> bool {
    let Some(unit) = battle.unit(id) else {
        return false;
    };
    let parts = turns.of_unit(id).into_iter().flat_map(|turn| &turn.parts);
    let aims = parts.filter_map(|part| match &part.what {
        TurnPartKind::Walk(cells) => cells.last().copied(),
        TurnPartKind::Strike { blow, .. } => Some(blow.aim),
        TurnPartKind::Help { cell, .. } => Some(*cell),
    });
    let sheets = &battle.arena().setup().units;
    let side = |id: UnitId| sheets.get(id.slot()).map(|sheet| sheet.faction);
    let foes = battle.units().filter(|(other, _)| side(*other) != side(id));
    let near = foes
        .filter(|(_, foe)| foe.is_up())
        .min_by_key(|(_, foe)| unit.cell.chebyshev(foe.cell));
    let mut aims = aims.chain(near.map(|(_, foe)| foe.cell));
    let aside = aims.find(|cell| cell.x() != unit.cell.x());
    aside.is_some_and(|cell| cell.x() > unit.cell.x())
}

/// A card brain's intent. Of other units only help for themselves, which no line could show.
fn badge(battle: &Battle, turns: &ForetoldTurns, intents: &Intents, unit: UnitId) -> Option<Badge> {
    let turn = turns.of_unit(unit)?;
    let badge = |icon: Icon, number: String| {
        let icon = char::from(icon);
        Some(Badge { icon, number })
    };
    // It holds its card, but does nothing with it.
    if does_nothing_stunned(battle, turn) {
        return badge(status_icon(Status::Stunned), String::new());
    }
    match intents.of_unit(unit) {
        Some(Intent::Attack { damage, strikes: 1 }) => badge(Icon::Sword, damage.to_string()),
        Some(Intent::Attack { damage, strikes }) => {
            let sum = u32::from(damage) * u32::from(strikes);
            badge(Icon::Swords, format!("{damage}×{strikes} ({sum})"))
        }
        Some(Intent::Defend(block)) => badge(Icon::Shield, to_come(block)),
        Some(Intent::Buff | Intent::Debuff) => effect_badge(battle, intents.skill_of(unit)?),
        Some(Intent::Unknown) => badge(Icon::CircleQuestionMark, String::new()),
        None => turn.parts.iter().find_map(|part| match part.what {
            TurnPartKind::Help { skill, target, .. } if target == unit => {
                effect_badge(battle, skill)
            }
            _ => None,
        }),
    }
}

/// Whether a unit does nothing in its coming turn because it is stunned.
pub(crate) fn does_nothing_stunned(battle: &Battle, turn: &ForetoldTurn) -> bool {
    let unit = battle.unit(turn.unit);
    turn.parts.is_empty() && unit.is_some_and(|unit| unit.has(Status::Stunned))
}

/// Block that will rise; what a unit holds now is on its shield.
fn to_come(block: u16) -> String {
    format!("+{block}")
}

/// The effect of a skill without damage.
fn effect_badge(battle: &Battle, skill: SkillId) -> Option<Badge> {
    let arena = battle.arena();
    let effects = Effect::of(arena.skill(skill), arena.house().luck);
    let effect = *effects.first()?;
    Some(Badge {
        icon: char::from(effect_icon(effect)),
        number: match effect {
            Effect::Block(block) => to_come(block),
            _ => effect.number(),
        },
    })
}
