//! Everything that the rules offer is used by some shipped battle.

use std::collections::BTreeSet;

use foretold_battle::brain::Test;
use foretold_battle::{
    Area, AtZero, Battle, Brain, Card, Cell, Check, DeckUse, Edge, KindSet, MoveMode, Setup, Shove,
    Silent, Skill, SkillKind, Status, Strike, Terrain,
};
use foretold_content::Encounter;

use crate::content;

fn setups() -> impl Iterator<Item = &'static Setup> {
    content().encounters().map(Encounter::setup)
}

/// The skills that the units of a battle know.
fn skills() -> impl Iterator<Item = &'static Skill> {
    setups().flat_map(|setup| {
        let known = setup.units.iter().flat_map(|unit| &unit.skills);
        known.map(|skill| &setup.skills[skill.index()])
    })
}

fn strikes() -> impl Iterator<Item = &'static Strike> {
    skills().flat_map(Skill::strikes)
}

#[test]
fn every_terrain_is_used() {
    let names: BTreeSet<&str> = setups()
        .flat_map(|setup| Cell::all().map(|cell| setup.board.get(cell)))
        .map(Terrain::name)
        .collect();
    assert_eq!(names, Terrain::ALL.into_iter().map(Terrain::name).collect());
}

#[test]
fn every_check_and_edge_is_used() {
    let names: BTreeSet<&str> = strikes()
        .map(|strike| match strike.check {
            Check::Sure => "sure",
            Check::Aimed { .. } => "aimed",
            Check::Armour {
                edge: Edge::Even, ..
            } => "armour",
            Check::Armour {
                edge: Edge::Advantage,
                ..
            } => "advantage",
            Check::Armour {
                edge: Edge::Disadvantage,
                ..
            } => "disadvantage",
        })
        .collect();
    assert_eq!(names.len(), 5, "{names:?}");
}

#[test]
fn every_effect_is_used() {
    let mut names = BTreeSet::new();
    for strike in strikes() {
        names.extend(strike.damage.map(|damage| {
            if damage.amount.dice > 0 {
                "dice"
            } else {
                "flat damage"
            }
        }));
        names.extend(strike.sanity.map(|_| "sanity damage"));
        names.extend(strike.inflicts.map(|_| "inflicts"));
        names.extend(strike.shoves.map(|shove| match shove {
            Shove::Away => "shoves",
            Shove::Towards => "pulls",
        }));
        names.extend(strike.drains.map(|_| "drains"));
    }
    for skill in skills() {
        match &skill.deed {
            SkillKind::Move(MoveMode::Towards) => drop(names.insert("towards")),
            SkillKind::Move(MoveMode::Away) => drop(names.insert("away")),
            SkillKind::Move(MoveMode::Hold) => drop(names.insert("hold")),
            SkillKind::Attack {
                strikes,
                draws_card,
                area,
                spares,
                burns,
                pays,
            } => {
                names.extend((strikes.len() > 1).then_some("multiattack"));
                names.extend(draws_card.then_some("draws a card"));
                names.insert(match area {
                    Area::Cell => "cell",
                    Area::Burst(_) => "burst",
                    Area::Line(_) => "line",
                    Area::Cone(_) => "cone",
                });
                names.extend(spares.then_some("spares"));
                names.extend(burns.map(|_| "burns"));
                names.extend(pays.map(|_| "pays"));
            }
            SkillKind::Aid(aid) => {
                names.extend(aid.block.map(|_| "block"));
                names.extend(aid.heal.map(|_| "heal"));
                names.extend(aid.rally.map(|_| "rally"));
                names.extend(aid.grants.map(|_| "grants"));
            }
        }
        names.extend((skill.cooldown > 0).then_some("cooldown"));
        names.extend((skill.cost > 2).then_some("cost 3"));
    }
    assert_eq!(names.len(), 25, "{names:?}");
}

#[test]
fn every_brain_is_used() {
    let names: BTreeSet<&str> = setups()
        .flat_map(|setup| &setup.units)
        .map(|unit| match unit.brain {
            Brain::Gambit(_) => "gambit",
            Brain::Cards(_) => "cards",
            Brain::Heuristic => "heuristic",
            Brain::Manual(_) => "manual",
        })
        .collect();
    assert_eq!(names.len(), 4, "{names:?}");
    let hidden = setups()
        .flat_map(|setup| &setup.units)
        .flat_map(|unit| unit.brain.moves());
    assert!(
        hidden.into_iter().any(|card| card.hidden),
        "an unknown intent"
    );
}

#[test]
fn every_use_of_a_deck_and_every_card_is_used() {
    let names: BTreeSet<&str> = setups()
        .flat_map(|setup| &setup.units)
        .map(|unit| match unit.deck {
            DeckUse::None => "none",
            DeckUse::Own(_) => "own",
            DeckUse::Shared => "shared",
        })
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    let cards: BTreeSet<&str> = setups()
        .flat_map(|setup| &setup.decks)
        .flat_map(|deck| &deck.cards)
        .map(|(card, _)| match card {
            Card::Null => "null",
            Card::Times(_) => "times",
            Card::Plus(_) => "plus",
        })
        .collect();
    assert_eq!(cards.len(), 3, "{cards:?}");
}

#[test]
fn every_flag_of_a_unit_is_used() {
    let units = || setups().flat_map(|setup| &setup.units);
    assert!(units().any(|unit| unit.harmless));
    assert!(units().any(|unit| unit.at_zero == AtZero::Downed));
    assert!(units().any(|unit| unit.at_zero == AtZero::Dies));
    assert!(units().any(|unit| unit.sanity.is_some()));
    assert!(units().any(|unit| unit.start_block > 0));
    let none = KindSet::default();
    assert!(units().any(|unit| unit.resists != none));
    assert!(units().any(|unit| unit.vulnerable != none));
    assert!(units().any(|unit| unit.immune != none));
}

#[test]
fn every_test_of_a_rule_is_used_but_always() {
    let names: BTreeSet<&str> = setups()
        .flat_map(|setup| &setup.units)
        .flat_map(|unit| unit.brain.rules())
        .flat_map(|rule| &rule.when.tests)
        .map(|clause| clause.test.holds_if())
        .collect();
    let but_always = Test::ALL.into_iter().filter(|test| *test != Test::Always);
    assert_eq!(names, but_always.map(Test::holds_if).collect());
}

#[test]
fn every_status_comes_up_in_play() {
    let mut seen = BTreeSet::new();
    for encounter in content().encounters() {
        let arena = encounter.arena();
        for seed in 1..=20 {
            let mut battle = Battle::start(&arena, seed, &mut Silent);
            while battle.step(&mut Silent).is_none() {
                for (_, unit) in battle.units() {
                    let has = |status: &Status| unit.statuses.has(*status);
                    seen.extend(Status::ALL.into_iter().filter(has).map(Status::name));
                }
            }
        }
    }
    let all: BTreeSet<&str> = Status::ALL.into_iter().map(Status::name).collect();
    assert_eq!(seen, all);
}
