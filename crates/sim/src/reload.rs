//! The running battle under changed content: same seed, same orders, same step on screen.

use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::{
    Command, CommandRefusal, Entry, Order, OrderRefusal, Rule, Session, SkillId, Skipped, UnitId,
};
use foretold_content::Encounter;

use crate::content::GameContent;
use crate::shown::Fight;
use crate::timeline::{BattleReplayed, find};

/// Plays the running battle again if the content has changed under it.
pub(crate) fn follow_content(
    content: Res<GameContent>,
    mut fight: ResMut<Fight>,
    mut replayed: MessageWriter<BattleReplayed>,
) {
    let Some(now) = fight
        .now()
        .filter(|now| now.encounter().is_from_files() && !now.is_demo())
    else {
        return;
    };
    let old = Arc::clone(now.encounter());
    let step = now.step();
    let mut report = |step, skipped, vanished| {
        replayed.write(BattleReplayed {
            step,
            skipped,
            vanished,
        });
    };
    let Ok(new) = find(&content, &old.name) else {
        // The battle's own file is gone: play on with the old content.
        let vanished = old.unit_ids().map(str::to_owned).collect();
        report(step, Vec::new(), vanished);
        return;
    };
    if new.setup() == old.setup() {
        // Only words and looks can differ: nothing to play again.
        let shown = |it: &Encounter| {
            let words = (it.title.clone(), it.text.clone(), it.teaches.clone());
            (words, it.ground)
        };
        if shown(&new) != shown(&old) {
            fight.describe(new);
        }
        return;
    }
    let gone = old.unit_ids().filter(|id| new.unit(id).is_none());
    let vanished: Vec<String> = gone.map(str::to_owned).collect();
    if !vanished.is_empty() {
        report(step, Vec::new(), vanished);
        return;
    }
    let (session, skipped) = play_again(now.session(), &old, &new);
    report(step.min(session.last_step()), skipped, Vec::new());
    fight.play_again(new, session);
}

/// Plays the battle again as far as it had come, or to its end if that comes earlier. Lists the
/// commands that no longer work: at which step, and why.
fn play_again(before: &Session, old: &Encounter, new: &Encounter) -> (Session, Vec<(u32, String)>) {
    let mut skipped = Vec::new();
    let mut entries = Vec::new();
    for Entry { step, command } in before.entries() {
        match translate(old, new, command) {
            Ok(command) => entries.push(Entry {
                step: *step,
                command,
            }),
            Err(why) => skipped.push((*step, why)),
        }
    }
    let (arena, steps) = (new.arena(), before.last_step());
    let (mut session, refused) =
        Session::play_again(&arena, &new.name, before.seed(), entries, steps);
    session.take_branches(before);
    for Skipped { entry, refusal } in refused {
        let why = match refusal {
            // Autofight may refuse at any time; the battle only counts it.
            Some(CommandRefusal::Order(OrderRefusal::Autofight(_))) => continue,
            Some(refusal) => refusal.to_string(),
            None => "the battle ends before this step".to_owned(),
        };
        skipped.push((entry.step, why));
    }
    skipped.sort_by_key(|(step, _)| *step);
    (session, skipped)
}

/// The same command, with the numbers that units and skills have in the new content.
pub(crate) fn translate(
    old: &Encounter,
    new: &Encounter,
    command: &Command,
) -> Result<Command, String> {
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
