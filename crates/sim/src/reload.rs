//! The running battle under changed content: the same seed, the same orders, the same step on screen.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::{Command, CommandRefusal, Entry, Order, OrderRefusal, Rule, SkillId, UnitId};
use foretold_content::Encounter;

use crate::battle::CurrentBattle;
use crate::content::GameContent;
use crate::timeline::{BattleReplayed, Moment, Timeline, find};

/// Plays the running battle again if the content has changed under it.
pub(crate) fn follow_content(world: &mut World, mut seen: Local<u32>) {
    let generation = world.resource::<GameContent>().generation();
    if std::mem::replace(&mut *seen, generation) == generation {
        return;
    }
    let Some(battle) = world.get_resource::<CurrentBattle>() else {
        return;
    };
    let old = Arc::clone(battle.encounter());
    if !old.is_from_files() {
        return;
    }
    let Ok(new) = find(world, &old.name) else {
        // The battle's own file is gone: it is played on as it is.
        let vanished = old.unit_ids().map(str::to_owned).collect();
        tell(world, Vec::new(), vanished);
        return;
    };
    if new.setup() == old.setup() {
        // Words on which no number depends.
        if (&new.title, &new.text) != (&old.title, &old.text) {
            world.resource_mut::<CurrentBattle>().describe(new);
        }
        return;
    }
    let vanished: Vec<String> = old
        .unit_ids()
        .filter(|id| new.unit(id).is_none())
        .map(str::to_owned)
        .collect();
    if !vanished.is_empty() {
        tell(world, Vec::new(), vanished);
        return;
    }
    let skipped = play_again(world, &old, new);
    tell(world, skipped, Vec::new());
}

fn tell(world: &mut World, skipped: Vec<(u32, String)>, vanished: Vec<String>) {
    let step = world.resource::<CurrentBattle>().battle().tick();
    world.write_message(BattleReplayed {
        step,
        skipped,
        vanished,
    });
}

/// Plays the battle again as far as it had come, or to its end if that comes earlier, and looks at
/// the step that was on screen.
fn play_again(world: &mut World, old: &Encounter, new: Arc<Encounter>) -> Vec<(u32, String)> {
    let current = world.resource::<CurrentBattle>();
    let (seed, watched) = (current.live().seed(), current.is_watched());
    let (on_screen, present) = (current.battle().tick(), current.live().battle().tick());
    let entries: Vec<Entry> = current.live().entries().to_vec();
    let arena = new.arena();
    let mut battle = CurrentBattle::start(Arc::clone(&new), &arena, seed);
    let mut moments = Vec::new();
    let mut skipped = Vec::new();
    loop {
        let step = battle.battle().tick();
        for entry in entries.iter().filter(|entry| entry.step == step) {
            if let Err(why) = again(&mut battle, old, &new, &entry.command) {
                skipped.push((step, why));
            }
        }
        moments.push(Moment {
            battle: battle.battle().clone(),
            events: battle.events().to_vec(),
        });
        if step == present {
            break;
        }
        battle.step();
        // Over, or a unit waits for an order that was skipped.
        if battle.battle().tick() == step {
            break;
        }
    }
    let last = battle.battle().tick();
    // What was given at steps that the battle does not come to any more.
    let beyond = entries.iter().filter(|entry| entry.step > last);
    skipped.extend(beyond.map(|entry| (entry.step, "the battle does not come so far".to_owned())));
    if on_screen < last {
        let moment = moments.get(on_screen as usize);
        battle.look_at(moment.map(|moment| moment.battle.clone()));
    }
    if watched {
        battle.watch();
    }
    world.resource_mut::<Timeline>().replace(moments);
    world.insert_resource(battle);
    skipped
}

/// Gives a command again, in the words of the new content.
fn again(
    battle: &mut CurrentBattle,
    old: &Encounter,
    new: &Encounter,
    command: &Command,
) -> Result<(), String> {
    let command = translate(old, new, command)?;
    match battle.change(|session| session.command(command)) {
        // Autofight refuses for good reasons at any time, and only counts it.
        Ok(()) | Err(CommandRefusal::Order(OrderRefusal::Autofight(_))) => Ok(()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// The same command with the places that units and skills have in the new content.
fn translate(old: &Encounter, new: &Encounter, command: &Command) -> Result<Command, String> {
    let unit = |unit: UnitId| {
        let id = old.unit_id(unit);
        new.unit(id).ok_or_else(|| format!("`{id}` is gone"))
    };
    let skill = |skill: SkillId| {
        let id = old.skill_id(skill);
        new.skill(id)
            .ok_or_else(|| format!("the skill `{id}` is gone"))
    };
    Ok(match command.clone() {
        Command::Order {
            unit: who,
            order,
            until_released,
        } => Command::Order {
            unit: unit(who)?,
            order: match order {
                Order::Use { skill: what, at } => Order::Use {
                    skill: skill(what)?,
                    at,
                },
                Order::MoveTo(_) | Order::Guard | Order::EndTurn | Order::Autofight(_) => order,
            },
            until_released,
        },
        Command::Rules { unit: who, rules } => {
            let rules = rules.into_iter().map(|rule| {
                Ok(Rule {
                    skill: skill(rule.skill)?,
                    ..rule
                })
            });
            Command::Rules {
                unit: unit(who)?,
                rules: rules.collect::<Result<_, String>>()?,
            }
        }
        Command::Release { unit: who } => Command::Release { unit: unit(who)? },
        Command::Mark { unit: who, marked } => Command::Mark {
            unit: unit(who)?,
            marked,
        },
        Command::Reckless { unit: who } => Command::Reckless { unit: unit(who)? },
        Command::Autofight {
            unit: who,
            settings,
        } => Command::Autofight {
            unit: unit(who)?,
            settings,
        },
        same @ (Command::Player { .. } | Command::Luck(_)) => same,
    })
}
