//! A player who thinks one order ahead, and knows only what is on screen.

use foretold_battle::{
    Battle, Cell, Faction, Life, Order, Reach, Skill, SkillId, SkillKind, Status, Tempo, UnitId,
};

/// At this percentage of HP or less a unit is badly hurt.
const BADLY_HURT: u32 = 50;
/// With this little sanity left, one more howl brings panic.
const SHAKEN: u16 = 8;

/// What this player does for the first unit that waits: help a friend in need, strike the enemy that
/// will most likely fall, go where an enemy can be struck, guard with what is left, or end the turn.
pub(crate) fn next_order(battle: &Battle) -> Option<(UnitId, Order)> {
    let me = battle.waits_for().first()?;
    let order = [help, strike, come_closer, raise_guard]
        .into_iter()
        .find_map(|idea| idea(battle, me));
    Some((me, order.unwrap_or(Order::EndTurn)))
}

/// Helps the friend that is worst off, if it is bad enough; goes there first if need be.
fn help(battle: &Battle, me: UnitId) -> Option<Order> {
    let mut friends: Vec<UnitId> = battle.arena().side(Faction::Friendly).iter().collect();
    friends.sort_by_key(|&friend| health(battle, friend));
    skills(battle, me).find_map(|(skill, what)| {
        let in_need = friends
            .iter()
            .filter(|&&friend| helps(what, battle, friend));
        in_need.into_iter().find_map(|&friend| {
            let at = battle.unit(friend)?.cell;
            let here = Order::Use { skill, at };
            if battle.check_order(me, here).is_ok() {
                return Some(here);
            }
            let reaches = |to: &Cell| battle.reach(skill, *to, at) == Some(Reach::Valid);
            let rests = cooldown(battle, me, skill) > 0;
            let to = ways(battle, me).find(|to| !rests && reaches(to))?;
            Some(Order::MoveTo(to))
        })
    })
}

/// Whether the friend needs what the skill gives.
fn helps(skill: &Skill, battle: &Battle, friend: UnitId) -> bool {
    let (SkillKind::Aid(aid), Some(unit)) = (&skill.deed, battle.unit(friend)) else {
        return false;
    };
    let has_mind = battle.arena().sheet(friend).sanity.is_some();
    let shaken = has_mind && unit.is_up() && unit.sanity <= SHAKEN;
    let hurt = unit.life != Life::Fallen && health(battle, friend) <= BADLY_HURT;
    aid.heal.is_some() && hurt || aid.rally.is_some() && (shaken || unit.has(Status::Panicked))
}

/// The blow from here that most likely kills for what it costs, or else takes most of what is left.
fn strike(battle: &Battle, me: UnitId) -> Option<Order> {
    let here = battle.unit(me)?.cell;
    let blows = attacks(battle, me).flat_map(|(skill, what)| {
        let targets = battle.valid_targets(me, skill, here);
        targets.iter().filter_map(move |target| {
            let (at, hp) = battle.unit(target).map(|unit| (unit.cell, unit.hp))?;
            let order = Order::Use { skill, at };
            battle.check_order(me, order).ok()?;
            let preview = battle.preview(me, skill, target)?;
            let cost = u32::from(what.cost);
            let kills = u32::from(preview.kill.hundredths()) / cost;
            let takes = preview.expected_hundredths / u32::from(hp.max(1)) / cost;
            Some(((is_dangerous(battle, target), kills, takes), order))
        })
    });
    let best = blows.max_by_key(|&(worth, _)| worth);
    best.map(|(_, order)| order)
}

/// A walk to where the weakest enemy can be struck, as far from it as the weapon allows.
fn come_closer(battle: &Battle, me: UnitId) -> Option<Order> {
    let places = ways(battle, me).flat_map(|to| {
        attacks(battle, me).flat_map(move |(skill, _)| {
            let targets = battle.valid_targets(me, skill, to);
            targets.iter().filter_map(move |target| {
                let enemy = battle.unit(target)?;
                let distance = to.chebyshev(enemy.cell);
                let worth = (is_dangerous(battle, target), u16::MAX - enemy.hp, distance);
                Some((worth, to))
            })
        })
    });
    // Of equal ones the nearest, which comes first.
    let best = places.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, to)| Order::MoveTo(to))
}

fn raise_guard(battle: &Battle, me: UnitId) -> Option<Order> {
    let order = Order::Guard;
    battle.check_order(me, order).ok().map(|()| order)
}

/// Where the unit can walk and still act, the nearest first.
fn ways(battle: &Battle, me: UnitId) -> impl Iterator<Item = Cell> {
    let (unit, speed) = (battle.unit(me), battle.arena().sheet(me).speed);
    let phases = battle.arena().tempo() == Tempo::Phases;
    let mut cells: Vec<Cell> = Vec::new();
    if let Some(unit) = unit
        && unit.turn.points > u8::from(phases && unit.turn.steps == 0)
    {
        let near = Cell::all().filter(|to| to.chebyshev(unit.cell) <= speed);
        cells.extend(near.filter(|&to| battle.check_order(me, Order::MoveTo(to)).is_ok()));
        cells.sort_by_key(|to| to.chebyshev(unit.cell));
    }
    cells.into_iter()
}

fn skills(battle: &Battle, me: UnitId) -> impl Iterator<Item = (SkillId, &Skill)> {
    let arena = battle.arena();
    let known = arena.sheet(me).skills.iter();
    known.map(|&skill| (skill, arena.skill(skill)))
}

fn attacks(battle: &Battle, me: UnitId) -> impl Iterator<Item = (SkillId, &Skill)> {
    skills(battle, me).filter(|(_, skill)| skill.is_hostile())
}

/// Turns until the skill can be used again.
fn cooldown(battle: &Battle, me: UnitId, skill: SkillId) -> u8 {
    let place = battle.arena().sheet(me).knows(skill);
    let left = place.and_then(|place| battle.unit(me)?.cooldowns.get(place).copied());
    left.unwrap_or(0)
}

fn is_dangerous(battle: &Battle, enemy: UnitId) -> bool {
    !battle.arena().sheet(enemy).harmless
}

/// HP in percent.
fn health(battle: &Battle, unit: UnitId) -> u32 {
    let most = u32::from(battle.arena().sheet(unit).max_hp);
    let hp = battle.unit(unit).map_or(0, |unit| unit.hp);
    u32::from(hp) * 100 / most
}
