//! A step in a few words: the one thing in it that mattered most.

use crate::arena::Arena;
use crate::board::Terrain;
use crate::event::{Event, Happening, Harm, Suffering};
use crate::hit::{Chance, Verdict};
use crate::ids::{SkillId, UnitId};
use crate::status::Status;
use crate::unit::{Action, Aim, Faction};

/// How much a kind of thing matters: a fall more than any hit, a hit more than any walk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// Somebody walked, or held.
    Deed,
    /// Somebody began or raised something.
    Feat,
    /// A blow without luck: it changed the battle, and was to be expected.
    SureBlow,
    /// The next card of a unit.
    Draw,
    /// A status, fear, a wind-up that broke.
    Trouble,
    /// HP lost, missed or restored.
    Blow,
    Fall,
}

/// Something that happened, as it could be told.
struct Told {
    weight: Weight,
    /// How many HP it was about.
    amount: u32,
    /// The side that it helps, if it helps one.
    helps: Option<Faction>,
    text: String,
}

/// The one thing in a step that mattered most, in a few words: `Vera fell`, `Ada hit Cultist for 12`.
/// If a side became better off, what helped that side goes first, and what helped the other last.
pub fn gist(arena: &Arena, events: &[Event], better_off: Option<Faction>) -> String {
    let fits = |story: &Told| story.helps == better_off;
    let worse_off = better_off.map(other_side);
    let misleads = |story: &Told| {
        let helps_other = story.helps.is_some() && story.helps == worse_off;
        helps_other && story.weight > Weight::Feat
    };
    let told = falls(arena, events).into_iter();
    let all = told.chain(events.iter().filter_map(|event| story(arena, &event.what)));
    // The first of equals.
    let best = all.reduce(|best, other| {
        let rank = |story: &Told| {
            let explains = story.weight > Weight::Draw && fits(story);
            let helps = (!misleads(story), explains);
            (helps, story.weight, fits(story), story.amount)
        };
        if rank(&other) > rank(&best) {
            other
        } else {
            best
        }
    });
    best.map_or_else(|| "nothing was seen to happen".to_owned(), |best| best.text)
}

fn other_side(side: Faction) -> Faction {
    match side {
        Faction::Friendly => Faction::Enemy,
        Faction::Enemy => Faction::Friendly,
    }
}

/// What fell on each side, in one story for the side.
fn falls(arena: &Arena, events: &[Event]) -> Vec<Told> {
    let fallen = |side: Faction| {
        let fallen: Vec<UnitId> = events
            .iter()
            .filter_map(|event| match event.what {
                Happening::Fell { unit, .. } => Some(unit),
                _ => None,
            })
            .filter(|unit| arena.sheet(*unit).faction == side)
            .collect();
        let who = named(arena, &fallen)?;
        let mut causes = fallen.iter().map(|unit| felled_by(arena, events, *unit));
        let cause = causes.next().flatten();
        let by = cause.filter(|_| causes.all(|other| other == cause));
        let by = by.map_or_else(String::new, |by| format!(" to {by}"));
        Some(Told {
            weight: Weight::Fall,
            amount: fallen.len() as u32,
            helps: Some(other_side(side)),
            text: format!("{who} fell{by}"),
        })
    };
    Faction::ALL.into_iter().filter_map(fallen).collect()
}

/// `Vera`, `Vera and Ada`, `Vera and 2 others`; `None` without any.
pub(crate) fn named(arena: &Arena, units: &[UnitId]) -> Option<String> {
    let name = |unit: &UnitId| arena.unit_name(*unit);
    match units {
        [] => None,
        [one] => Some(name(one).to_owned()),
        [one, other] => Some(format!("{} and {}", name(one), name(other))),
        [one, others @ ..] => Some(format!("{} and {} others", name(one), others.len())),
    }
}

/// What felled a unit if it was no strike: the last harm that took its last HP, or a pit. What
/// comes after that, such as the fire under a unit that a blow has felled, felled nobody.
fn felled_by(arena: &Arena, events: &[Event], fallen: UnitId) -> Option<&'static str> {
    let is_last = |harm: &Harm| harm.hp_before > 0 && harm.hp_after == 0;
    let felled = events.iter().rev().find_map(|event| match event.what {
        Happening::Suffered { unit, cause, harm } if unit == fallen && is_last(&harm) => {
            Some(Some(cause_in_words(cause)))
        }
        Happening::Struck(struck) if struck.target == fallen => {
            struck.harm.filter(is_last).map(|_| None)
        }
        _ => None,
    });
    felled.unwrap_or_else(|| {
        let fell_in = events.iter().any(|event| {
            matches!(event.what, Happening::Shoved { unit, to, .. }
                if unit == fallen && arena.setup().board.get(to) == Terrain::Pit)
        });
        fell_in.then_some("a pit")
    })
}

const fn cause_in_words(cause: Suffering) -> &'static str {
    match cause {
        Suffering::Poison => "poison",
        Suffering::Hazard => "a hazard",
        Suffering::Fire => "fire",
        Suffering::Price => "its own attack",
        Suffering::Bump { .. } => "a bump",
    }
}

/// The damage that a skill does on average if all of it hits.
fn damage_of(arena: &Arena, skill: SkillId) -> u32 {
    let strikes = arena.skill(skill).strikes().iter();
    let damage = strikes.filter_map(|strike| strike.damage);
    damage.map(|damage| damage.amount.average()).sum()
}

fn story(arena: &Arena, what: &Happening) -> Option<Told> {
    let name = |unit: UnitId| arena.unit_name(unit);
    let side = |unit: UnitId| arena.sheet(unit).faction;
    let of = |weight, amount: u32, helps, text: String| {
        Some(Told {
            weight,
            amount,
            helps,
            text,
        })
    };
    let against = |unit: UnitId| Some(other_side(side(unit)));
    match *what {
        Happening::WentDown { unit, .. } => of(
            Weight::Fall,
            0,
            against(unit),
            format!("{} went down", name(unit)),
        ),
        Happening::GotUp { unit, .. } => of(
            Weight::Fall,
            0,
            Some(side(unit)),
            format!("{} got up", name(unit)),
        ),
        Happening::Struck(struck) => {
            let (by, target) = (name(struck.by), name(struck.target));
            match (struck.verdict, struck.harm) {
                (Verdict::Miss, _) => of(
                    Weight::Blow,
                    damage_of(arena, struck.skill),
                    against(struck.by),
                    format!("{by} missed {target}"),
                ),
                (verdict, Some(harm)) => {
                    let critical = match verdict {
                        Verdict::Critical => ", a critical hit",
                        Verdict::Hit | Verdict::Miss => "",
                    };
                    let text = if harm.dealt == 0 {
                        format!("{target} blocked {by}")
                    } else {
                        format!("{by} hit {target} for {}{critical}", harm.dealt)
                    };
                    let helps = if harm.dealt == 0 {
                        Some(side(struck.target))
                    } else {
                        against(struck.target)
                    };
                    let amount = harm.dealt.max(harm.blocked);
                    let strike = arena.skill(struck.skill).strikes();
                    let strike = strike.get(usize::from(struck.strike));
                    let dice = strike.and_then(|strike| strike.damage);
                    let dice = dice.is_some_and(|damage| damage.amount.dice > 0);
                    let weight = if struck.chance != Chance::Sure || dice || harm.card.is_some() {
                        Weight::Blow
                    } else {
                        Weight::SureBlow
                    };
                    of(weight, amount.into(), helps, text)
                }
                (_, None) => of(
                    Weight::Trouble,
                    0,
                    against(struck.target),
                    format!("{by} hit {target} with {}", arena.skill_name(struck.skill)),
                ),
            }
        }
        Happening::Whiffed { by, skill, .. } => of(
            Weight::Blow,
            damage_of(arena, skill),
            against(by),
            format!("{} struck an empty cell", name(by)),
        ),
        Happening::Suffered { harm, .. } if harm.dealt == 0 => None,
        Happening::Suffered { unit, cause, harm } => {
            let from = cause_in_words(cause);
            let text = match cause {
                Suffering::Price => format!("{} paid {} HP", name(unit), harm.dealt),
                _ => format!("{} lost {} HP to {from}", name(unit), harm.dealt),
            };
            of(Weight::Blow, harm.dealt.into(), against(unit), text)
        }
        Happening::SetOnFire { by, cells, .. } => {
            let plural = if cells.len() == 1 { "" } else { "s" };
            let text = format!("{} set {} cell{plural} on fire", name(by), cells.len());
            of(Weight::Trouble, 0, Some(side(by)), text)
        }
        Happening::Healed {
            unit,
            by,
            drained,
            hp_before,
            hp_after,
            ..
        } => {
            let amount = hp_after.saturating_sub(hp_before);
            let text = if drained {
                format!("{} drained {amount} HP", name(unit))
            } else {
                format!("{} healed {} by {amount}", name(by), name(unit))
            };
            of(Weight::Blow, amount.into(), Some(side(unit)), text)
        }
        Happening::StatusBegan { unit, status, .. } => {
            let good = matches!(status, Status::Dodging | Status::Strengthened);
            let helps = if good {
                Some(side(unit))
            } else {
                against(unit)
            };
            let text = format!("{} was {}", name(unit), status.name());
            of(Weight::Trouble, 0, helps, text)
        }
        Happening::WindUpBroken { unit, skill, .. } => {
            let text = format!("{} lost {}", name(unit), arena.skill_name(skill));
            of(Weight::Trouble, 1, against(unit), text)
        }
        Happening::BlockRaised { unit, by, .. } => {
            let text = if unit == by {
                format!("{} guarded", name(by))
            } else {
                format!("{} guarded {}", name(by), name(unit))
            };
            of(Weight::Feat, 1, Some(side(unit)), text)
        }
        Happening::Decided { unit, action, .. } => {
            let (weight, text) = match action {
                Action::Idle | Action::Hold => (Weight::Deed, format!("{} held", name(unit))),
                Action::Step { to } => (Weight::Deed, format!("{} set out for {to}", name(unit))),
                Action::Use { skill, aim, left } => {
                    let verb = if left > 1 { "began" } else { "used" };
                    let skill = arena.skill_name(skill);
                    let whom = match aim {
                        Aim::Cell(cell) => cell.to_string(),
                        Aim::Unit(target) => name(target).to_owned(),
                    };
                    (
                        Weight::Feat,
                        format!("{} {verb} {skill} on {whom}", name(unit)),
                    )
                }
            };
            of(weight, 0, None, text)
        }
        Happening::IntentDrawn { unit, card, .. } => {
            let moves = arena.sheet(unit).brain.moves();
            let card = moves.get(usize::from(card)).filter(|card| !card.hidden)?;
            let text = format!("{} drew {}", name(unit), arena.skill_name(card.skill));
            of(Weight::Draw, 0, None, text)
        }
        Happening::Moved { unit, to, .. } => of(
            Weight::Deed,
            1,
            None,
            format!("{} moved to {to}", name(unit)),
        ),
        _ => None,
    }
}
