//! The card of a hovered cell: the ground, the unit there, and what will land there.

use bevy::prelude::Resource;
use foretold_battle::board::Cover;
use foretold_battle::{
    Battle, Blow, Cell, DamageKind, Depth, Effect, Faction, Life, Odds, Pile, ShoveEnd, SkillId,
    Unit, UnitId, UnitSheet, explain, explain_turn, hit_in_words, range, status_in_words,
};
use foretold_sim::{Fate, Forethought, ForetoldBlow, ForetoldTurns, Previews, Threats};

use crate::attack_previews::{area_lines, use_lines};
use crate::marks::Selection;
use crate::order_mode::OrderMode;
use crate::reach::stand_lines;
use crate::skill_effects::once_in_words;

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
    /// Bold, in the colour of this side.
    HeadingOf(Faction),
}

/// Whether the card of a cell shows everything, or only what matters most. Anyone may set it.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardDetails(pub bool);

/// What is known about the moment on screen, for the card of a cell.
#[derive(Clone, Copy)]
pub struct CellContext<'a> {
    /// The state.
    pub battle: &'a Battle,
    /// What everyone is about to do, and why.
    pub forethought: &'a Forethought,
    /// The same as whole turns.
    pub turns: &'a ForetoldTurns,
    /// What could land.
    pub threats: &'a Threats,
    /// What the player's attacks would do.
    pub previews: &'a Previews,
}

/// What the card says about a cell, the most important first: the unit there, what it will do, what
/// will land on it, what the selected unit could do to it or from there. Then the details, if they are
/// asked for. The attack is with the skill that the mode has chosen.
pub fn card_lines(
    known: CellContext<'_>,
    (Selection(selected), mode): (Selection, OrderMode),
    cell: Cell,
    CardDetails(in_full): CardDetails,
) -> Vec<CardLine> {
    let battle = known.battle;
    let own = selected.filter(|&unit| is_commanded(battle, unit));
    let walk = own.filter(|&unit| battle.walk_of(unit).contains(cell));
    let target = battle.unit_at(cell);
    let mut lines = Vec::new();
    let mut details = Vec::new();
    let ground = in_words(battle, cell);
    let ground = format!("{cell} · {ground}");
    if target.is_none() {
        lines.push(line(&ground, LineStyle::Heading));
    }
    for (id, unit) in battle.units().filter(|(_, unit)| unit.cell == cell) {
        lines.extend(unit_lines(known, id, unit));
        details.extend(unit_details(battle, id, unit));
    }
    let mut blows = known.turns.blows(battle);
    blows.retain(|it| !it.stopped);
    lines.extend(blow_lines(battle, &blows, cell));
    if let Some(unit) = own {
        let (short, long) = match target {
            Some(target) => use_lines(battle, known.previews, (unit, target), mode.skill()),
            None => Default::default(),
        };
        if short.is_empty() {
            lines.extend(area_lines(battle, unit, mode.skill(), cell));
        }
        lines.extend(short);
        details.extend(long);
    }
    if target.is_some() {
        details.push(line(ground, LineStyle::Plain));
    }
    match walk {
        Some(unit) => lines.extend(stand_lines(battle, unit, cell)),
        None if target.is_none() => lines.extend(threat_lines(known, cell)),
        None => details.extend(threat_lines(known, cell)),
    }
    if in_full {
        lines.extend(details);
    }
    lines
}

/// Whether a unit is the player's and can act, in a battle that is not over.
fn is_commanded(battle: &Battle, unit: UnitId) -> bool {
    let stands = battle.unit(unit).is_some_and(Unit::is_up);
    stands && battle.outcome().is_none() && battle.arena().sheet(unit).faction == Faction::Friendly
}

/// The units that could hit the cell: from where they stand, and after a walk.
fn threat_lines(known: CellContext<'_>, cell: Cell) -> Vec<CardLine> {
    let arena = known.battle.arena();
    let now = known.threats.on(cell).iter().map(|threat| {
        let odds = threat
            .odds
            .map_or_else(String::new, |odds| format!(" {odds}"));
        let (by, skill) = (arena.sheet(threat.by), arena.skill(threat.skill));
        let text = format!("{} from {}: {}{odds}", by.name, threat.from, skill.name);
        line(text, LineStyle::Of(by.faction))
    });
    let target = known
        .battle
        .unit_at(cell)
        .map(|unit| arena.sheet(unit).faction);
    let sides = Faction::ALL
        .into_iter()
        .filter(|side| Some(*side) != target);
    let later = sides.filter_map(|side| {
        let units = known.threats.after_walk(side, cell);
        let names: Vec<&str> = units.map(|unit| arena.unit_name(unit)).collect();
        let names = (!names.is_empty()).then(|| names.join(", "))?;
        Some(line(format!("After a walk: {names}"), LineStyle::Of(side)))
    });
    let mut lines: Vec<CardLine> = now.chain(later).collect();
    if !lines.is_empty() {
        lines.insert(0, line("Can be hit here by", LineStyle::Heading));
    }
    lines
}

pub(crate) fn line(text: impl Into<String>, style: LineStyle) -> CardLine {
    let text = text.into();
    CardLine { text, style }
}

/// Who it is, its state, and what it is about to do.
fn unit_lines(known: CellContext<'_>, id: UnitId, unit: &Unit) -> Vec<CardLine> {
    let battle = known.battle;
    let Some(sheet) = battle.arena().get_sheet(id) else {
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
    let mut lines = vec![
        line(&sheet.name, LineStyle::HeadingOf(sheet.faction)),
        line(state.join(", "), LineStyle::Plain),
    ];
    if let Some(thought) = known.forethought.of_unit(id).filter(|_| unit.is_up()) {
        let texts = match known.turns.of_unit(id) {
            Some(turn) => explain_turn(battle, turn, &thought.decision, Depth::Simple),
            None => explain(battle, id, &thought.decision, Depth::Simple),
        };
        lines.extend(texts.into_iter().map(|text| line(text, side)));
    }
    lines
}

/// Its stats and its deck.
fn unit_details(battle: &Battle, id: UnitId, unit: &Unit) -> Vec<CardLine> {
    let sheet = battle.arena().get_sheet(id);
    let Some(sheet) = sheet.filter(|_| unit.life != Life::Fallen) else {
        return Vec::new();
    };
    let texts = std::iter::once(stats(battle, sheet)).chain(deck_in_words(battle, id));
    texts.map(|text| line(text, LineStyle::Plain)).collect()
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

/// What will land in a cell: the sum, what becomes of the unit there, and the parts.
fn blow_lines(battle: &Battle, foretold: &[ForetoldBlow], cell: Cell) -> Vec<CardLine> {
    let here = foretold.iter().filter(|it| it.blow.cell == cell);
    let here: Vec<&ForetoldBlow> = here.collect();
    let blows: Vec<&Blow> = here.iter().map(|it| &it.blow).collect();
    let mut lines: Vec<CardLine> = sum_of(battle, &blows)
        .map(|sum| line(sum, LineStyle::Heading))
        .into_iter()
        .collect();
    let target = blows.iter().find_map(|blow| blow.target);
    let fate = here.iter().map(|it| it.fate).max();
    if let Some((target, fate)) = target.zip(fate) {
        let name = battle.arena().unit_name(target);
        lines.extend(match fate {
            Fate::Survives => None,
            Fate::MayFall => Some(line(format!("{name} may fall."), LineStyle::Heading)),
            Fate::Falls => Some(line(format!("{name} falls."), LineStyle::Heading)),
        });
    }
    for blow in blows {
        let by = battle.arena().sheet(blow.by);
        lines.push(line(part(battle, blow), LineStyle::Of(by.faction)));
    }
    lines.extend(bump_lines(battle, foretold, cell));
    if here.is_empty() {
        let mut areas: Vec<&Blow> = foretold.iter().map(|it| &it.blow).collect();
        areas.retain(|blow| blow.cells.contains(cell));
        areas.dedup_by_key(|blow| (blow.by, blow.skill, blow.aim));
        lines.extend(areas.into_iter().map(|blow| {
            let by = battle.arena().sheet(blow.by);
            let skill = &battle.arena().skill(blow.skill).name;
            let text = format!("{} will hit this cell with {skill}.", by.name);
            line(text, LineStyle::Of(by.faction))
        }));
    }
    lines
}

/// The units that will be shoved against the one in a cell.
fn bump_lines(battle: &Battle, foretold: &[ForetoldBlow], cell: Cell) -> Vec<CardLine> {
    let arena = battle.arena();
    let here = battle.unit_at(cell);
    let bump = |it: &ForetoldBlow| {
        let (against, damage) = match it.blow.shove?.end {
            ShoveEnd::Bumps { against, .. } => against?,
            ShoveEnd::Moves(_) | ShoveEnd::Falls(_) | ShoveEnd::Resists => return None,
        };
        let (by, target) = (arena.sheet(it.blow.by), it.blow.target?);
        let (skill, target) = (&arena.skill(it.blow.skill).name, arena.unit_name(target));
        let text = format!(
            "{}: {skill} bumps {target} into it, {damage} damage",
            by.name
        );
        (Some(against) == here).then(|| line(text, LineStyle::Of(by.faction)))
    };
    foretold.iter().filter_map(bump).collect()
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

/// What blows do to their target besides damage: fear added up, everything else once.
fn all_effects(battle: &Battle, blows: &[&Blow]) -> impl Iterator<Item = Effect> {
    let arena = battle.arena();
    let effects = |blow: &&Blow| Effect::on_target(arena.skill(blow.skill), arena.house().luck);
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
    let does = damage
        .into_iter()
        .chain(hit_in_words(arena, skill, blow.shove));
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
    text + &once_in_words(skill)
}

/// The ground of a cell, and what it does. Of a hazard and a fire only the worse hurts.
fn in_words(battle: &Battle, cell: Cell) -> String {
    let terrain = battle.arena().setup().board.get(cell);
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
    let mut burning = battle.burning().filter(|(at, _)| *at == cell);
    let burns = burning.next().map(|(_, turns)| match turns {
        1 => "burns for 1 more turn".to_owned(),
        turns => format!("burns for {turns} more turns"),
    });
    let fire = burns.as_ref().map(|_| u16::from(house.fire));
    let harm = terrain.harm().max(fire);
    let parts = [
        Some(terrain.name().to_owned()),
        cover,
        blocks.map(str::to_owned),
        burns,
        harm.map(|harm| format!("{harm} damage a turn")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
