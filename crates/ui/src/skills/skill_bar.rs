//! The skills of the selected unit: what each does and costs, and why it cannot be used now.

use foretold_battle::{Order, SkillId};
use foretold_sim::Options;
use foretold_view::OrderMode;
use foretold_view::skill_effects::{cost_in_words, skill_icon, skill_in_words};

use crate::command::{OrderWriter, SKILL_ACTS, counted, no_order, no_use, usable_skills};
use crate::prelude::*;
use crate::toasts::capital;

/// What the skills of a unit are shown from: if it is the same, so are they.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SkillBar {
    /// Why none of them can be used, and what to do.
    why_none: Option<String>,
    rows: Vec<SkillRow>,
}

/// A skill in the panel.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SkillRow {
    skill: SkillId,
    name: String,
    key: Option<String>,
    /// `1 action`, `whole turn`.
    cost: String,
    /// What using it leaves of the turn.
    leaves: Option<String>,
    /// Range, damage, effects.
    does: String,
    /// How long it rests after use, and for how long it still does.
    rest: Option<String>,
    /// Why it cannot be used now, and what to do.
    why_not: Option<String>,
    armed: bool,
}

impl SkillBar {
    pub(super) fn of(
        battle: &Battle,
        unit: UnitId,
        options: &Options,
        mode: OrderMode,
        keys: &KeysInForce,
    ) -> SkillBar {
        let (arena, luck) = (battle.arena(), battle.arena().house().luck);
        let own = arena.side(Faction::Friendly).contains(unit);
        let mut skills = usable_skills(battle, unit);
        // A card may be a skill that the sheet does not list.
        for card in arena.sheet(unit).brain.moves() {
            if !skills.contains(&card.skill) {
                skills.push(card.skill);
            }
        }
        let rows = skills.into_iter().enumerate().map(|(place, id)| {
            let skill = arena.skill(id);
            let act = SKILL_ACTS.get(place).filter(|_| own);
            SkillRow {
                skill: id,
                name: skill.name.clone(),
                key: act.and_then(|act| key_for(keys, *act)),
                cost: cost_in_words(arena, id),
                leaves: leaves(battle, unit, options, id),
                does: skill_in_words(skill, luck),
                rest: rest(battle, unit, id),
                why_not: no_use(battle, unit, id).map(|why| capital(&why)),
                armed: own && mode == OrderMode::Attack(id),
            }
        });
        SkillBar {
            why_none: no_order(battle, unit).map(|why| capital(&why)),
            rows: rows.collect(),
        }
    }
}

/// What is left of the turn after a skill, if it can be used and something is counted.
fn leaves(battle: &Battle, unit: UnitId, options: &Options, skill: SkillId) -> Option<String> {
    let mut uses = options.of_unit(unit)?.uses.iter();
    let (_, target) = uses.find(|(used, _)| *used == skill)?;
    let at = battle.unit(*target)?.cell;
    let after = battle.turn_after(unit, Order::Use { skill, at })?;
    Some(format!(
        "{} left after it",
        counted(after.points.into(), "action")
    ))
}

/// How long a skill rests, if it does.
fn rest(battle: &Battle, unit: UnitId, skill: SkillId) -> Option<String> {
    let turns = battle.arena().skill(skill).cooldown;
    let place = battle.arena().sheet(unit).knows(skill)?;
    let left = battle.unit(unit)?.cooldowns.get(place).copied()?;
    let rests = counted(turns.into(), "turn");
    match (turns, left) {
        (0, _) => None,
        (_, 0) => Some(format!("rests {rests} after use")),
        // In the turn of its use that turn is counted too.
        (_, left) => Some(format!("rests {} more of {rests}", left.min(turns))),
    }
}

/// Spawns the rows.
pub(super) fn spawn(
    area: &mut ChildSpawnerCommands<'_>,
    bar: &SkillBar,
    arena: &Arena,
    style: &UiStyle,
) {
    if let Some(why) = &bar.why_none {
        area.spawn((style.plain(why, style.muted()), Node::default().fixed()));
    }
    if bar.rows.is_empty() {
        area.spawn(style.plain("It knows no skill.", style.muted()));
    }
    for (place, row) in bar.rows.iter().enumerate() {
        // What holds for all of them is not said in each.
        let why_not = row.why_not.as_ref().filter(|_| bar.why_none.is_none());
        spawn_row(area, place, row, (why_not, arena), style);
    }
}

fn spawn_row(
    area: &mut ChildSpawnerCommands<'_>,
    place: usize,
    row: &SkillRow,
    (why_not, arena): (Option<&String>, &Arena),
    style: &UiStyle,
) {
    let skill = row.skill;
    let ink = match row.why_not {
        Some(_) => style.muted(),
        None => style.ink(),
    };
    // Then the board has the keys: the next one chooses the target.
    let arm = move |_: On<Activate>,
                    mut orders: OrderWriter,
                    mut hover: ResMut<Hover>,
                    mut focus: Focus| {
        if let Some(cell) = orders.arm(skill) {
            focus.leave();
            hover.set_if_neq(Hover(Some(cell)));
        }
    };
    let tip = row.leaves.as_ref().map_or_else(
        || "Choose its target on the board.".to_owned(),
        |leaves| format!("Choose its target on the board. {}.", capital(leaves)),
    );
    let mut button = area.spawn((
        button(format!("Skill {}: {}", place + 1, row.name), style),
        Tooltip(tip),
        observe(arm),
    ));
    button
        .change_node(|mut node| {
            node.flex_direction = FlexDirection::Column;
            node.align_items = AlignItems::Stretch;
            node.justify_content = JustifyContent::FlexStart;
            node.flex_shrink = 0.0;
            node.row_gap = px(1);
            node.padding = UiRect::axes(px(6), px(3));
        })
        .check(row.armed)
        .switch_off_if(row.why_not.as_ref())
        .with_children(|lines| {
            lines
                .spawn(Node::row(style.gap()).centred())
                .with_children(|first| {
                    first.spawn(style.sign(skill_icon(arena.skill(skill)), ink));
                    first.spawn(style.bold(&row.name, ink));
                    first.spawn(Node::default().grow());
                    first.spawn((style.plain(&row.cost, ink), TextLayout::no_wrap()));
                    if let Some(key) = &row.key {
                        first.spawn((style.remark(key), TextLayout::no_wrap()));
                    }
                });
            let rest = row.rest.iter().map(|rest| format!(", {rest}"));
            let does: String = std::iter::once(row.does.clone()).chain(rest).collect();
            lines.spawn(style.plain(does, ink));
            if let Some(why) = why_not {
                lines.spawn(style.plain(why, ink));
            }
            if row.armed {
                let leaves = row
                    .leaves
                    .iter()
                    .map(|leaves| format!(" {}.", capital(leaves)));
                let text: String = std::iter::once("Armed: choose a red target.".to_owned())
                    .chain(leaves)
                    .collect();
                lines.spawn(style.bold(text, style.ink()));
            }
        });
}
