//! The numbers of what is foretold: plain data, from the battle's own turns.

use foretold_battle::{
    Battle, Blow, Cell, Effect, Faction, ForetoldTurn, Odds, TurnEnd, TurnPartKind, UnitId,
};
use foretold_sim::{Fate, ForetoldBlow, ForetoldTurns};

use crate::hover_card::deals_damage;
use crate::tags::tags;

/// Between the letters of who strikes and of who is struck.
pub(super) const TO: char = '→';

/// What is foretold of one blow or one help.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageNumber {
    /// Who does it.
    pub by: UnitId,
    /// Its letters and those of the unit that is hit, if others do something to the same cell or stand
    /// beside it.
    pub tag: Option<String>,
    /// Its side: the colour of the border.
    pub side: Faction,
    /// Whom it is done to, if anybody.
    pub whom: Option<UnitId>,
    /// The side of that unit; its own if there is none.
    pub target: Faction,
    /// The cell that it goes to.
    pub cell: Cell,
    /// The least and the most damage after block, with the bump of its shove where that is known; `None`
    /// if it does none.
    pub damage: Option<(u16, u16)>,
    /// What block takes at most.
    pub blocked: u16,
    /// Whether the target does not hold that block yet.
    pub rises: bool,
    /// What it does to its target besides damage, the most important first.
    pub effect: Option<Effect>,
    /// The number of strikes, and the chance of each in whole percents, if it is not certain; the
    /// hover card shows it exactly.
    pub chance: Option<(u8, u16)>,
    /// What becomes of its target.
    pub fate: Fate,
    /// Whether no die, secret, order or fall comes before it.
    pub sure: bool,
}

/// The numbers of everything that is foretold: blows in the order in which they land, then bumps,
/// then help.
pub fn damage_numbers(battle: &Battle, turns: &ForetoldTurns) -> Vec<DamageNumber> {
    let blows = turns.blows(battle);
    let blows = blows.iter().map(|blow| of_blow(battle, blow));
    let bumps = turns.turns().iter().flat_map(|turn| of_bumps(battle, turn));
    let help = turns.turns().iter().flat_map(|turn| of_help(battle, turn));
    let mut numbers: Vec<DamageNumber> = blows.chain(bumps).chain(help).collect();
    let tags = tags(battle.arena().setup());
    let cells: Vec<Cell> = numbers.iter().map(|number| number.cell).collect();
    for number in &mut numbers {
        let is_shared = cells.iter().filter(|cell| **cell == number.cell).count() > 1;
        // Near others it could be taken for theirs.
        let mut others = battle.units().filter(|(unit, it)| {
            let away = it.cell.chebyshev(number.cell);
            *unit != number.by && it.is_up() && (1..=2).contains(&away)
        });
        let is_crowded = is_shared || others.next().is_some();
        let by = tags.get(number.by.slot()).filter(|_| is_crowded);
        let at = number.whom;
        number.tag = by.map(|by| match at.and_then(|unit| tags.get(unit.slot())) {
            Some(at) => format!("{by}{TO}{at}"),
            None => by.clone(),
        });
    }
    numbers
}

/// The least and the most damage of a blow, with the bump of its shove. In ticks everyone walks before
/// a shove comes, so nobody knows where it ends.
pub(crate) fn damage_of(battle: &Battle, blow: &Blow) -> Option<(u16, u16)> {
    let bump = match battle.arena().tempo().takes_turns() {
        true => blow.bump(),
        false => 0,
    };
    let some = bump > 0 || deals_damage(battle, blow.skill);
    some.then_some((blow.least + bump, blow.most + bump))
}

fn of_blow(battle: &Battle, foretold: &ForetoldBlow) -> DamageNumber {
    let arena = battle.arena();
    let blow = &foretold.blow;
    let skill = arena.skill(blow.skill);
    let damage = damage_of(battle, blow);
    let effects = match damage {
        Some(_) => Effect::on_target(skill, arena.house().luck),
        // Of a pot that does nothing but burn the fire is shown.
        None => Effect::of(skill, arena.house().luck),
    };
    let odds = blow.odds.filter(|odds| *odds != Odds::CERTAIN);
    let side = arena.sheet(blow.by).faction;
    let target = blow.target.and_then(|target| battle.unit(target));
    let held = target.map_or(0, |target| target.block);
    DamageNumber {
        by: blow.by,
        tag: None,
        side,
        whom: blow.target,
        target: blow.target.map_or(side, |it| arena.sheet(it).faction),
        cell: blow.cell,
        damage,
        blocked: blow.blocked,
        rises: blow.blocked > held,
        effect: effects.first().copied(),
        chance: odds.map(|odds| (blow.strikes, whole_percents(odds))),
        fate: foretold.fate,
        sure: foretold.sure,
    }
}

/// What a turn does to units that others are shoved against.
fn of_bumps(battle: &Battle, turn: &ForetoldTurn) -> impl Iterator<Item = DamageNumber> {
    let arena = battle.arena();
    let strikes = turn.parts.iter().filter_map(|part| match &part.what {
        TurnPartKind::Strike { blow, bumped, .. } => Some((blow, bumped, part.sure)),
        TurnPartKind::Walk(_) | TurnPartKind::Help { .. } => None,
    });
    // In ticks everyone walks before a shove comes.
    let knows_shoves = arena.tempo().takes_turns() && turn.end != TurnEnd::Astray;
    strikes.flat_map(move |(blow, bumped, sure)| {
        let odds = blow.odds.filter(|odds| *odds != Odds::CERTAIN);
        let hurt = bumped.iter().filter(|it| it.damage > 0);
        hurt.map(move |it| DamageNumber {
            by: turn.unit,
            tag: None,
            side: arena.sheet(turn.unit).faction,
            whom: Some(it.unit),
            target: arena.sheet(it.unit).faction,
            cell: it.cell,
            damage: Some((it.damage, it.damage)),
            blocked: 0,
            rises: false,
            effect: None,
            chance: odds.map(|odds| (1, whole_percents(odds))),
            fate: match it.kill {
                Odds::NEVER => Fate::Survives,
                Odds::CERTAIN if sure && knows_shoves => Fate::Falls,
                _ => Fate::MayFall,
            },
            sure,
        })
    })
}

fn whole_percents(odds: Odds) -> u16 {
    (odds.hundredths() + 50) / 100
}

/// Help for another unit; what a unit does for itself is shown above its token.
fn of_help(battle: &Battle, turn: &ForetoldTurn) -> impl Iterator<Item = DamageNumber> {
    let arena = battle.arena();
    let others = turn.parts.iter().filter_map(|part| match part.what {
        TurnPartKind::Help {
            skill,
            target,
            cell,
            ..
        } if target != turn.unit => Some((skill, target, cell, part.sure)),
        _ => None,
    });
    others.map(|(skill, target, cell, sure)| DamageNumber {
        by: turn.unit,
        tag: None,
        side: arena.sheet(turn.unit).faction,
        whom: Some(target),
        target: arena.sheet(target).faction,
        cell,
        damage: None,
        blocked: 0,
        rises: false,
        effect: Effect::on_target(arena.skill(skill), arena.house().luck)
            .first()
            .copied(),
        chance: None,
        fate: Fate::Survives,
        sure,
    })
}
