//! Skills of the game, for stories. The shipped ones are content; these have the same numbers.

use super::draft::{RuleDraft, attack, rule, strike};
use crate::DamageKind::{Bludgeoning, Fire, Piercing, Slashing};
use crate::board::Area;
use crate::brain::Selector;
use crate::skill::{Aid, Amount, Check, Edge, MoveMode, Shove, Skill, SkillKind, Strike};
use crate::status::{Affliction, Status};

/// 10 damage, cost 1.
pub fn light_punch() -> RuleDraft {
    attack(
        "Light Punch",
        [strike(Check::Sure, Amount::flat(10), Bludgeoning)],
    )
}

/// 25 damage, cost 2.
pub fn heavy_punch() -> RuleDraft {
    attack(
        "Heavy Punch",
        [strike(Check::Sure, Amount::flat(25), Bludgeoning)],
    )
    .cost(2)
}

/// `damage` sure damage, cost 1, range 1.
pub fn blow(damage: i16) -> RuleDraft {
    attack(
        "Blow",
        [strike(Check::Sure, Amount::flat(damage), Bludgeoning)],
    )
}

/// 5 damage at up to 5 cells, aimed, needs sight, draws a card.
pub fn aimed_shot() -> RuleDraft {
    let check = Check::Aimed { bonus: 0 };
    attack("Aimed Shot", [strike(check, Amount::flat(5), Piercing)])
        .range(5)
        .needs_sight()
        .draws_card()
}

/// d20 + 5, 1d8+3 slashing.
pub fn longsword() -> RuleDraft {
    attack(
        "Longsword",
        [strike(armour(5), Amount::dice(1, 8, 3), Slashing)],
    )
}

/// d20 + 4, 1d10 fire at up to 8 cells.
pub fn fire_bolt() -> RuleDraft {
    attack(
        "Fire Bolt",
        [strike(armour(4), Amount::dice(1, 10, 0), Fire)],
    )
    .range(8)
    .needs_sight()
}

/// d20 + 4, 2d6 fire on a cell up to 6 cells away and all around it, cost 2.
pub fn fireball() -> RuleDraft {
    attack("Fireball", [strike(armour(4), Amount::dice(2, 6, 0), Fire)])
        .range(6)
        .needs_sight()
        .cost(2)
        .area(Area::Burst(1))
}

/// 1d8+2 piercing along a line of 6, aimed, draws a card.
pub fn lance() -> RuleDraft {
    let check = Check::Aimed { bonus: 10 };
    attack("Lance", [strike(check, Amount::dice(1, 8, 2), Piercing)])
        .range(6)
        .area(Area::Line(6))
        .draws_card()
}

/// 6 fire and 2d4 sanity in a cone of 3, sure.
pub fn breath() -> RuleDraft {
    let flames = Strike {
        sanity: Some(Amount::dice(2, 4, 0)),
        ..strike(Check::Sure, Amount::flat(6), Fire)
    };
    attack("Breath", [flames]).range(3).area(Area::Cone(3))
}

/// Two longsword strikes at everyone around but friends.
pub fn whirlwind() -> RuleDraft {
    let sword = strike(armour(5), Amount::dice(1, 8, 3), Slashing);
    attack("Whirlwind", [sword, sword])
        .range(0)
        .with(|skill| skill.selector = Selector::OWN)
        .on(Selector::OWN)
        .area(Area::Burst(1))
        .spares()
}

/// Two longsword strikes in one action.
pub fn multiattack() -> RuleDraft {
    let sword = strike(armour(5), Amount::dice(1, 8, 3), Slashing);
    attack("Multiattack", [sword, sword])
}

/// 8 damage at reach 2.
pub fn polearm() -> RuleDraft {
    attack("Polearm", [strike(Check::Sure, Amount::flat(8), Piercing)]).range(2)
}

/// Leaves a status and does nothing else, at up to 5 cells.
pub fn inflict(name: &str, affliction: Affliction) -> RuleDraft {
    attack(
        name,
        [Strike {
            inflicts: Some(affliction),
            ..Strike::default()
        }],
    )
    .range(5)
}

/// Roots for 2 turns.
pub fn web() -> RuleDraft {
    inflict("Web", Affliction::new(Status::Rooted, 2))
}

/// Roots for 9 turns while the holder is adjacent.
pub fn grapple() -> RuleDraft {
    inflict("Grapple", Affliction::new(Status::Rooted, 9).held()).range(1)
}

/// Poison 3 for 2 turns.
pub fn venom() -> RuleDraft {
    inflict("Venom", Affliction::new(Status::Poisoned, 2).of(3)).range(1)
}

/// Stuns for a turn.
pub fn bash() -> RuleDraft {
    inflict("Bash", Affliction::new(Status::Stunned, 1)).range(1)
}

/// Pushes one cell.
pub fn shove() -> RuleDraft {
    attack(
        "Shove",
        [Strike {
            shoves: Some(Shove::Away),
            ..Strike::default()
        }],
    )
}

/// Pulls one cell nearer, at up to 3 cells.
pub fn pull() -> RuleDraft {
    attack(
        "Pull",
        [Strike {
            shoves: Some(Shove::Towards),
            ..Strike::default()
        }],
    )
    .range(3)
}

/// Sets a cell on fire for 2 turns, at up to 3 cells, and does nothing else.
pub fn fire_pot() -> RuleDraft {
    attack("Fire Pot", [Strike::default()]).range(3).burns(2)
}

/// Takes 10 sanity at up to 4 cells.
pub fn howl() -> RuleDraft {
    attack(
        "Howl",
        [Strike {
            sanity: Some(Amount::flat(10)),
            ..Strike::default()
        }],
    )
    .range(4)
}

/// Raises 8 block.
pub fn guard() -> RuleDraft {
    aid(
        "Guard",
        Selector::OWN,
        Aid {
            block: Some(8),
            ..Aid::default()
        },
    )
}

/// Raises block by `amount`.
pub fn block(amount: u16) -> RuleDraft {
    aid(
        "Block",
        Selector::OWN,
        Aid {
            block: Some(amount),
            ..Aid::default()
        },
    )
}

/// Harder to hit for a turn.
pub fn dodge() -> RuleDraft {
    let grants = Some(Affliction::new(Status::Dodging, 1));
    aid(
        "Dodge",
        Selector::OWN,
        Aid {
            grants,
            ..Aid::default()
        },
    )
}

/// Heals an ally by 15 at up to 3 cells.
pub fn mend() -> RuleDraft {
    aid(
        "Mend",
        Selector::LOWEST_HP_ALLY,
        Aid {
            heal: Some(Amount::flat(15)),
            ..Aid::default()
        },
    )
    .range(3)
}

/// Ends an ally's panic and restores 6 sanity, at up to 3 cells.
pub fn rally() -> RuleDraft {
    aid(
        "Rally",
        Selector::NEAREST_ALLY,
        Aid {
            rally: Some(6),
            ..Aid::default()
        },
    )
    .range(3)
}

/// Strengthens the user by 4 for 2 turns.
pub fn war_cry() -> RuleDraft {
    let grants = Some(Affliction::new(Status::Strengthened, 2).of(4));
    aid(
        "War Cry",
        Selector::OWN,
        Aid {
            grants,
            ..Aid::default()
        },
    )
}

/// One cell towards the nearest enemy.
pub fn move_towards() -> RuleDraft {
    walk("Move towards", MoveMode::Towards)
}

/// One cell away from the nearest enemy.
pub fn move_away() -> RuleDraft {
    walk("Move away", MoveMode::Away)
}

/// Pass.
pub fn hold() -> RuleDraft {
    walk("Hold", MoveMode::Hold)
}

fn armour(bonus: i16) -> Check {
    Check::Armour {
        bonus,
        edge: Edge::Even,
    }
}

/// Help of cost 1 and range 1.
pub fn aid(name: &str, selector: Selector, aid: Aid) -> RuleDraft {
    helpful(name, selector, SkillKind::Aid(aid))
}

fn walk(name: &str, mode: MoveMode) -> RuleDraft {
    helpful(name, Selector::NEAREST_ENEMY, SkillKind::Move(mode))
}

fn helpful(name: &str, selector: Selector, deed: SkillKind) -> RuleDraft {
    rule(Skill {
        name: name.to_owned(),
        cost: 1,
        range: 1,
        needs_sight: false,
        cooldown: 0,
        selector,
        deed,
    })
}
