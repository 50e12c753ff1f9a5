//! The reasons at one moment: what each unit does and why, which units may fall, and which are hit by
//! their own side. Only words.

use foretold_battle::{
    Battle, Decision, Depth, Event, Happening, Life, ShoveEnd, SkillId, UnitId, explain,
    explain_turn, narrate, rules_passed_over,
};
use foretold_sim::{Fate, ForetoldTurns, Sequence, Thought};

use super::Evaluations;
use crate::log::{actor, is_loud};

/// Who acted in a step, by what happened in it.
pub(super) fn acted(came: &[Event]) -> Vec<UnitId> {
    let decided = |event: &Event| match event.what {
        Happening::Decided { unit, .. } => Some(unit),
        _ => None,
    };
    came.iter().filter_map(decided).collect()
}

/// A unit with its explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnitReasons {
    pub(super) unit: UnitId,
    /// Whether it is explained in depth.
    pub(super) is_deep: bool,
    /// Whether it is its turn.
    pub(super) acts_now: bool,
    /// What it does, and which rule decided.
    pub(super) deed: String,
    /// Its reasons line by line.
    pub(super) details: Vec<String>,
    /// Why not the rules above, in one line.
    pub(super) passed_over: Option<String>,
    /// The same further on in its turn, wherever another rule applies.
    pub(super) later: Vec<String>,
}

/// Units with their explanations. The moment is the one in which they decided; the events are what
/// came of it, if that is known. A step in the past has no turns to come, and only units that acted in
/// it are explained.
pub(super) fn explanations(
    battle: &Battle,
    thoughts: &[Thought],
    turns: Option<(&ForetoldTurns, &Sequence)>,
    came: &[Event],
    selected: Option<UnitId>,
    evaluations: Evaluations,
) -> Vec<UnitReasons> {
    let acted = turns.is_none().then(|| acted(came));
    // Where one unit acts after another, the player asks about the one that did.
    let alone = acted.as_ref().is_some_and(|acted| acted.len() == 1);
    let mut decided: Vec<&Thought> = thoughts
        .iter()
        .filter(|it| acted.as_ref().is_none_or(|acted| acted.contains(&it.unit)))
        .collect();
    decided.retain(|thought| {
        let state = battle.unit(thought.unit);
        state.is_some_and(|state| state.life != Life::Fallen)
    });
    // The selected unit comes first, the others in the order in which they act.
    let place = |unit: UnitId| turns?.1.0.iter().position(|due| due.unit == unit);
    decided.sort_by_key(|thought| {
        let place = place(thought.unit).unwrap_or(usize::MAX);
        (Some(thought.unit) != selected, place)
    });
    let takes_turns = battle.arena().tempo().takes_turns();
    let explained = decided.into_iter().map(|thought| {
        let unit = thought.unit;
        let deep = evaluations.everyone || alone || Some(unit) == selected;
        let depth = if deep {
            evaluations.depth
        } else {
            Depth::Simple
        };
        let turn = turns.and_then(|(turns, _)| turns.of_unit(unit));
        let mut lines = match turn {
            Some(turn) => explain_turn(battle, turn, &thought.decision, depth),
            None => explain(battle, unit, &thought.decision, depth),
        };
        let first = turn.and_then(|turn| turn.first.as_ref());
        let decision = first.unwrap_or(&thought.decision);
        let asked = evaluations.depth > Depth::Simple && !thought.is_secret;
        let passed_over = |when: String, decision: &Decision| {
            let passed = rules_passed_over(battle, unit, decision).filter(|_| asked)?;
            Some(format!("  {when}{passed}"))
        };
        // Further on in its turn other rules may apply.
        let several = turn.filter(|turn| turn.parts.len() > 1);
        let later = turn.into_iter().flat_map(|turn| &turn.later);
        let later = later
            .filter_map(|(cell, decision)| passed_over(format!("Then, at {cell}: "), decision));
        let later = later.collect();
        let mut own = came
            .iter()
            .filter(|event| actor(&event.what) == Some(unit) && is_loud(&event.what))
            .map(|event| format!("    {}", narrate(battle.arena(), event)))
            .peekable();
        if depth == Depth::Expert && own.peek().is_some() {
            lines.push("  what came of it".to_owned());
            lines.extend(own);
        }
        let mut lines = lines.into_iter();
        let first_at = several.map_or(String::new(), |turn| format!("At {}: ", turn.from));
        UnitReasons {
            unit,
            is_deep: deep,
            acts_now: takes_turns && battle.in_turn().contains(unit),
            deed: lines.next().unwrap_or_default(),
            details: lines.collect(),
            passed_over: passed_over(first_at, decision),
            later,
        }
    });
    explained.collect()
}

/// The units that will fall or may fall, by everything that is foretold: `Ada falls: 34 damage on 27
/// HP, no block.`
pub(super) fn fates(battle: &Battle, turns: &ForetoldTurns) -> Vec<(String, Fate)> {
    let mut blows = turns.blows(battle);
    blows.retain(|it| !it.stopped);
    let struck = battle.units().filter_map(|(id, unit)| {
        let on_it = || blows.iter().filter(|it| it.blow.target == Some(id));
        let fate = on_it().map(|it| it.fate).max()?;
        // Up to the blow that brings it down.
        let last = on_it().position(|it| it.fate == fate)?;
        let most: u32 = match fate {
            Fate::Falls => on_it()
                .take(last + 1)
                .map(|it| u32::from(it.blow.most + it.blow.bump()))
                .sum(),
            Fate::Survives | Fate::MayFall => on_it()
                .map(|it| u32::from(it.blow.most + it.blow.bump()))
                .sum(),
        };
        let name = battle.arena().unit_name(id);
        let blocked: u32 = on_it().map(|it| u32::from(it.blow.blocked)).sum();
        let hp = match (blocked, unit.block) {
            (0, 0) => format!("{} HP, no block", unit.hp),
            (0, _) => format!("{} HP", unit.hp),
            (blocked, held) if blocked > held.into() => {
                format!("{} HP, after {blocked} block to come", unit.hp)
            }
            (blocked, _) => format!("{} HP, after {blocked} block", unit.hp),
        };
        let pit = on_it().find_map(|it| match it.blow.shove?.end {
            ShoveEnd::Falls(pit) if it.fate == fate => Some(pit),
            _ => None,
        });
        match (fate, pit) {
            (Fate::MayFall, Some(pit)) => {
                Some((format!("{name} may be pushed into the pit on {pit}."), fate))
            }
            (Fate::Falls, Some(pit)) => {
                Some((format!("{name} falls into the pit on {pit}."), fate))
            }
            (Fate::Survives, _) => None,
            (Fate::MayFall, None) => Some((
                format!("{name} may fall: up to {most} damage on {hp}."),
                fate,
            )),
            (Fate::Falls, None) => Some((format!("{name} falls: {most} damage on {hp}."), fate)),
        }
    });
    struck.collect()
}

/// The units that an attack hits besides enemies of its user: `Ada's Fire Pot hits its own side: Nell,
/// Bo.`
pub(super) fn own_side_hit(battle: &Battle, turns: &ForetoldTurns) -> Vec<String> {
    let arena = battle.arena();
    let blows = turns.blows(battle);
    let mut hit: Vec<(UnitId, SkillId, Vec<&str>)> = Vec::new();
    let landing = blows.iter().filter(|foretold| !foretold.stopped);
    for blow in landing.map(|foretold| &foretold.blow) {
        let side = |unit: UnitId| arena.sheet(unit).faction;
        let Some(target) = blow.target.filter(|it| side(*it) == side(blow.by)) else {
            continue;
        };
        let name = arena.unit_name(target);
        match hit
            .iter_mut()
            .find(|(by, skill, _)| (*by, *skill) == (blow.by, blow.skill))
        {
            Some((_, _, names)) if names.contains(&name) => {}
            Some((_, _, names)) => names.push(name),
            None => hit.push((blow.by, blow.skill, vec![name])),
        }
    }
    let in_words = |(by, skill, names): (UnitId, SkillId, Vec<&str>)| {
        let (by, skill) = (arena.unit_name(by), &arena.skill(skill).name);
        format!("{by}'s {skill} hits its own side: {}.", names.join(", "))
    };
    hit.into_iter().map(in_words).collect()
}
