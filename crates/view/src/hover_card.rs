//! The card of a hovered cell: the ground, the unit there, and what will land there.

use foretold_battle::board::Cover;
use foretold_battle::{
    Battle, Blow, Cell, DamageKind, Depth, Faction, Life, Odds, Pile, SkillId, Terrain, Threat,
    Unit, UnitId, UnitSheet, explain,
};
use foretold_sim::{Blows, Forethought, Previews, Threats};

use crate::attack_previews::{stand_lines, use_lines};
use crate::marks::Selection;
use crate::order_mode::OrderMode;
use crate::skill_effects::{Effect, range, status_in_words};

/// A line of the card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardLine {
    /// What it says.
    pub text: String,
    /// How it looks.
    pub style: LineStyle,
}

/// How a line of the card looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStyle {
    /// Bold.
    Heading,
    /// Plain.
    Plain,
    /// In the colour of this side.
    Of(Faction),
}

/// What is known about the moment on screen, for the card of a cell.
#[derive(Clone, Copy)]
pub struct CellContext<'a> {
    /// The state.
    pub battle: &'a Battle,
    /// What everyone is about to do.
    pub forethought: &'a Forethought,
    /// What is about to land.
    pub blows: &'a Blows,
    /// What could land.
    pub threats: &'a Threats,
    /// What the player's attacks would do.
    pub previews: &'a Previews,
}

/// What the card says about a cell, the most important first. If a unit of the player's is
/// selected, that includes what it could do to the unit there, with the skill that the mode has
/// chosen, or what it could do from there.
pub fn card_lines(
    known: CellContext<'_>,
    (Selection(selected), mode): (Selection, OrderMode),
    cell: Cell,
) -> Vec<CardLine> {
    let battle = known.battle;
    let ground = in_words(battle, battle.arena().setup().board.get(cell));
    let mut lines = vec![line(format!("{cell} · {ground}"), LineStyle::Heading)];
    let own = selected.filter(|&unit| is_commanded(battle, unit));
    let walk = own.filter(|&unit| battle.walk_of(unit).contains(cell));
    if let Some((unit, target)) = own.zip(battle.unit_at(cell)) {
        lines.extend(use_lines(
            battle,
            known.previews,
            (unit, target),
            mode.skill(),
        ));
    }
    if let Some(unit) = walk {
        lines.extend(stand_lines(battle, unit, cell));
    }
    for (id, unit) in battle.units().filter(|(_, unit)| unit.cell == cell) {
        lines.extend(unit_lines(battle, known.forethought, id, unit));
    }
    let blows = known.blows.0.iter().filter(|blow| blow.cell == cell);
    let blows: Vec<&Blow> = blows.collect();
    lines.extend(blow_lines(battle, &blows));
    if walk.is_none() {
        lines.extend(threat_lines(battle, known.threats.on(cell)));
    }
    lines
}

/// Whether a unit is the player's and can act, in a battle that is not over.
fn is_commanded(battle: &Battle, unit: UnitId) -> bool {
    let stands = battle.unit(unit).is_some_and(Unit::is_up);
    stands && battle.outcome().is_none() && battle.arena().sheet(unit).faction == Faction::Friendly
}

/// The units that could hit the cell from where they stand.
fn threat_lines(battle: &Battle, threats: &[Threat]) -> Vec<CardLine> {
    let setup = battle.arena().setup();
    if threats.is_empty() {
        return Vec::new();
    }
    let heading = line("Can be hit from", LineStyle::Heading);
    let parts = threats.iter().filter_map(|threat| {
        let by = setup.units.get(threat.by.slot())?;
        let skill = setup.skills.get(threat.skill.index())?;
        let odds = threat
            .odds
            .map_or_else(String::new, |odds| format!(" {odds}"));
        let text = format!("{} by {}: {}{odds}", threat.from, by.name, skill.name);
        Some(line(text, LineStyle::Of(by.faction)))
    });
    std::iter::once(heading).chain(parts).collect()
}

pub(crate) fn line(text: impl Into<String>, style: LineStyle) -> CardLine {
    let text = text.into();
    CardLine { text, style }
}

/// A unit's state, and what it is about to do.
fn unit_lines(
    battle: &Battle,
    forethought: &Forethought,
    id: UnitId,
    unit: &Unit,
) -> Vec<CardLine> {
    let Some(sheet) = battle.arena().setup().units.get(id.slot()) else {
        return Vec::new();
    };
    let side = LineStyle::Of(sheet.faction);
    if unit.life == Life::Fallen {
        return vec![line(format!("{} has fallen", sheet.name), side)];
    }
    let mut state = vec![format!("{}/{} HP", unit.hp, sheet.max_hp)];
    if unit.block > 0 {
        state.push(format!("block {}", unit.block));
    }
    if let Some(most) = sheet.sanity {
        state.push(format!("sanity {}/{most}", unit.sanity));
    }
    match unit.life {
        Life::Down {
            successes,
            failures,
        } => state.push(format!("down: {successes} saves made, {failures} failed")),
        Life::Stable => state.push("down, stable".to_owned()),
        Life::Up | Life::Fallen => {}
    }
    state.extend(unit.statuses.iter().map(|status| {
        let turns = unit.statuses.turns(status).unwrap_or_default();
        status_in_words(status, unit.statuses.amount(status), turns)
    }));
    let mut lines = vec![line(format!("{}: {}", sheet.name, state.join(", ")), side)];
    lines.push(line(stats(battle, sheet), LineStyle::Plain));
    lines.extend(deck_in_words(battle, id).map(|text| line(text, LineStyle::Plain)));
    if let Some(thought) = forethought.of_unit(id).filter(|_| unit.is_up()) {
        let texts = explain(battle, id, &thought.decision, Depth::Simple);
        lines.extend(texts.into_iter().map(|text| line(text, LineStyle::Plain)));
    }
    lines
}

/// The stats of a unit that matter in this battle.
fn stats(battle: &Battle, sheet: &UnitSheet) -> String {
    let mut stats = vec![
        format!("accuracy {}", sheet.accuracy),
        format!("armour class {}", sheet.armour_class),
    ];
    // In ticks everyone walks a cell at a time, and nobody waits for a turn.
    if battle.arena().tempo().takes_turns() {
        stats.push(format!("speed {}", sheet.speed));
    }
    for (how, kinds) in [
        ("resists", &sheet.resists),
        ("vulnerable to", &sheet.vulnerable),
        ("immune to", &sheet.immune),
    ] {
        let names: Vec<&str> = DamageKind::ALL
            .into_iter()
            .filter(|kind| kinds.contains(*kind))
            .map(DamageKind::name)
            .collect();
        if !names.is_empty() {
            stats.push(format!("{how} {}", names.join(", ")));
        }
    }
    stats.join(", ")
}

/// What is left of the deck that a unit draws from, and how likely each card is.
pub(crate) fn deck_in_words(battle: &Battle, id: UnitId) -> Option<String> {
    let (pile, deck) = (battle.pile(id)?, battle.arena().deck_of(id)?);
    let full = Pile::full(deck);
    if pile.is_empty() {
        return Some(format!(
            "{} deck: empty, shuffled before the next draw",
            deck.name
        ));
    }
    let cards: Vec<String> = pile
        .odds(deck)
        .into_iter()
        .filter(|(_, left, _)| *left > 0)
        .map(|(card, _, odds)| format!("{card} {odds}"))
        .collect();
    Some(format!(
        "{} deck, {} of {} left: {}",
        deck.name,
        pile.len(),
        full.len(),
        cards.join(", ")
    ))
}

/// What will land in a cell: the sum, whether the unit would fall, and the parts.
fn blow_lines(battle: &Battle, blows: &[&Blow]) -> Vec<CardLine> {
    let setup = battle.arena().setup();
    let mut lines: Vec<CardLine> = sum_of(battle, blows)
        .map(|sum| line(sum, LineStyle::Heading))
        .into_iter()
        .collect();
    let least: u32 = blows.iter().map(|blow| u32::from(blow.least)).sum();
    let target = blows.iter().find_map(|blow| blow.target);
    if let Some((unit, sheet)) =
        target.and_then(|id| Some((battle.unit(id)?, &setup.units[id.slot()])))
        && unit.is_up()
        && least >= u32::from(unit.hp)
    {
        let text = format!("{} falls if all hit.", sheet.name);
        lines.push(line(text, LineStyle::Heading));
    }
    for blow in blows {
        let by = battle.arena().sheet(blow.by);
        lines.push(line(part(battle, blow), LineStyle::Of(by.faction)));
    }
    lines
}

/// The sum of what lands in a cell, if anything does.
fn sum_of(battle: &Battle, blows: &[&Blow]) -> Option<String> {
    if blows.is_empty() {
        return None;
    }
    let add = |number: fn(&Blow) -> u16| -> u32 {
        blows.iter().map(|blow| u32::from(number(blow))).sum()
    };
    let mut sum = Vec::new();
    if blows.iter().any(|blow| deals_damage(battle, blow.skill)) {
        let damage = range(add(|blow| blow.least), add(|blow| blow.most));
        sum.push(format!("{damage} damage"));
    }
    sum.extend(all_effects(battle, blows).map(Effect::in_words));
    let sum = sum.join(", ");
    let start = if blows.iter().any(|blow| blow.target.is_some()) {
        "Will land here"
    } else {
        "Will land here, on nobody so far"
    };
    Some(format!("{start}: {sum} if all hit"))
}

/// Whether a skill does damage: if not, a 0 would say the wrong thing.
pub(crate) fn deals_damage(battle: &Battle, skill: SkillId) -> bool {
    let strikes = battle.arena().skill(skill).strikes();
    strikes.iter().any(|strike| strike.damage.is_some())
}

/// What blows do besides damage: fear added up, everything else once.
fn all_effects(battle: &Battle, blows: &[&Blow]) -> impl Iterator<Item = Effect> {
    let arena = battle.arena();
    let effects = |blow: &&Blow| Effect::of(arena.skill(blow.skill), arena.house().luck);
    let mut fear = None;
    let mut others: Vec<Effect> = Vec::new();
    for effect in blows.iter().flat_map(effects) {
        match effect {
            Effect::Fear(least, most) => {
                let (least_so_far, most_so_far) = fear.unwrap_or_default();
                fear = Some((least_so_far + least, most_so_far + most));
            }
            other if others.contains(&other) => {}
            other => others.push(other),
        }
    }
    let fear = fear.map(|(least, most)| Effect::Fear(least, most));
    fear.into_iter().chain(others)
}

/// One blow: attacker, skill, damage, chance, time.
fn part(battle: &Battle, blow: &Blow) -> String {
    let arena = battle.arena();
    let skill = arena.skill(blow.skill);
    let damage = deals_damage(battle, blow.skill)
        .then(|| range(u32::from(blow.least), u32::from(blow.most)));
    let effects = Effect::of(skill, arena.house().luck);
    let does = damage
        .into_iter()
        .chain(effects.into_iter().map(Effect::in_words));
    let does: Vec<String> = does.collect();
    let by = &arena.sheet(blow.by).name;
    let mut text = format!("{by}: {} {}", skill.name, does.join(", "));
    if blow.blocked > 0 {
        text += &format!(", {} blocked", blow.blocked);
    }
    if let Some(odds) = blow.odds.filter(|odds| *odds != Odds::CERTAIN) {
        text += &format!(", {odds} to hit");
    }
    if blow.strikes > 1 {
        text += &format!(", {} strikes", blow.strikes);
    }
    if blow.left > 1 {
        text += &format!(", in {} ticks", blow.left);
    }
    text
}

/// A terrain, and what it does.
fn in_words(battle: &Battle, terrain: Terrain) -> String {
    let house = &battle.arena().setup().house;
    let aimed = |less: u8| Some(format!("−{less} to be hit by aimed attacks"));
    let cover = match terrain.cover() {
        Cover::None => None,
        Cover::Half => aimed(house.half_cover),
        Cover::Full => aimed(house.full_cover),
    };
    let blocks = match (terrain.walkable(), terrain.see_through()) {
        (true, true) => None,
        (true, false) => Some("blocks sight"),
        (false, true) => Some("blocks the way"),
        (false, false) => Some("blocks way and sight"),
    };
    let harm = terrain.harm().map(|harm| format!("{harm} damage a turn"));
    let parts = [
        Some(terrain.name().to_owned()),
        cover,
        blocks.map(str::to_owned),
        harm,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
