//! The numbers that the rules give: the recruit, the three of the crypt, the standard deck.

use foretold_battle::{
    Amount, Card, Check, DamageKind, Deck, DeckUse, HouseRules, Selector, Setup, Skill, SkillKind,
    UnitSheet,
};

use crate::encounter;

/// A unit of a battle, by the id of what it is called there.
fn unit(battle: &str, id: &str) -> (&'static Setup, &'static UnitSheet) {
    let encounter = encounter(battle);
    let unit = encounter.unit(id).expect("it fights in this battle");
    let setup = encounter.setup();
    (setup, &setup.units[unit.slot()])
}

/// What a move of a card brain comes to: name, weight, damage or block, range, sight.
type Told<'s> = (&'s str, u16, Option<i16>, Option<u16>, u8, bool);

fn moves<'s>((setup, sheet): (&'s Setup, &'s UnitSheet)) -> Vec<Told<'s>> {
    let reported = |skill: &'s Skill, weight| {
        assert_eq!((skill.cost, skill.cooldown), (1, 0), "{}", skill.name);
        let (damage, block) = match &skill.deed {
            SkillKind::Attack {
                strikes,
                draws_card,
                ..
            } => {
                assert_eq!(skill.selector, Selector::NEAREST_ENEMY, "{}", skill.name);
                let [strike] = strikes.as_slice() else {
                    panic!("{} strikes once", skill.name);
                };
                assert_eq!((strike.check, *draws_card), (Check::Sure, false));
                let amount = strike.damage.expect("it does damage").amount;
                assert_eq!(amount, Amount::flat(amount.plus), "no dice");
                (Some(amount.plus), None)
            }
            SkillKind::Aid(aid) => (None, aid.block),
            SkillKind::Move(_) => panic!("a move of a card brain does not move"),
        };
        (
            skill.name.as_str(),
            weight,
            damage,
            block,
            skill.range,
            skill.needs_sight,
        )
    };
    let moves = sheet.brain.moves().iter();
    moves
        .map(|card| {
            assert!(!card.hidden);
            reported(&setup.skills[card.skill.index()], card.weight)
        })
        .collect()
}

#[test]
fn the_cultist_is_as_the_rules_say() {
    for battle in ["crypt", "crypt-by-hand"] {
        let cultist = unit(battle, "cultist");
        assert_eq!((cultist.1.hp, cultist.1.max_hp), (42, 42));
        assert_eq!(
            moves(cultist),
            [
                ("Dark Bolt", 40, Some(6), None, 4, true),
                ("Defend", 30, None, Some(8), 1, false),
                ("Shadow Strike", 30, Some(9), None, 1, false),
            ]
        );
    }
}

#[test]
fn the_skeleton_is_as_the_rules_say() {
    for (battle, id) in [("crypt", "left_skeleton"), ("crypt-by-hand", "skeleton")] {
        let skeleton = unit(battle, id);
        assert_eq!((skeleton.1.hp, skeleton.1.max_hp), (30, 30));
        assert_eq!(
            moves(skeleton),
            [
                ("Bone Strike", 50, Some(8), None, 1, false),
                ("Rattle", 30, Some(5), None, 1, false),
                ("Guard", 20, None, Some(5), 1, false),
            ]
        );
    }
}

#[test]
fn the_zombie_is_as_the_rules_say() {
    for (battle, id) in [("crypt", "right_zombie"), ("crypt-by-hand", "zombie")] {
        let zombie = unit(battle, id);
        assert_eq!((zombie.1.hp, zombie.1.max_hp), (55, 55));
        assert_eq!(
            moves(zombie),
            [
                ("Slam", 40, Some(10), None, 1, false),
                ("Shamble", 40, None, Some(12), 1, false),
                ("Bite", 20, Some(6), None, 1, false),
            ]
        );
    }
}

#[test]
fn the_recruit_is_as_the_rules_say() {
    let (setup, ada) = unit("three-abreast", "ada");
    assert_eq!((ada.hp, ada.max_hp, ada.rule_slots), (100, 100, 3));
    let named = |name: &str| {
        let skill = ada.skills.iter().map(|skill| &setup.skills[skill.index()]);
        skill
            .into_iter()
            .find(|skill| skill.name == name)
            .expect("a recruit knows it")
    };
    for (name, cost, damage) in [("Light Punch", 1, 10), ("Heavy Punch", 2, 25)] {
        let punch = named(name);
        assert_eq!((punch.cost, punch.range), (cost, 1));
        assert_eq!(punch.selector, Selector::NEAREST_ENEMY);
        let SkillKind::Attack { strikes, .. } = &punch.deed else {
            panic!("a punch strikes");
        };
        assert_eq!(strikes.len(), 1);
        assert_eq!(strikes[0].check, Check::Sure);
        assert_eq!(
            strikes[0].damage.map(|damage| damage.amount),
            Some(Amount::flat(damage))
        );
    }
}

#[test]
fn the_weapons_are_as_the_rules_say() {
    for (battle, unit_id, name, damage, kind) in [
        (
            "goblin-ambush",
            "falk",
            "Longsword",
            Amount::dice(1, 8, 3),
            DamageKind::Slashing,
        ),
        (
            "goblin-ambush",
            "falk",
            "Shortbow",
            Amount::dice(1, 6, 2),
            DamageKind::Piercing,
        ),
        (
            "spider-nest",
            "mira",
            "Fire Bolt",
            Amount::dice(1, 10, 0),
            DamageKind::Fire,
        ),
        (
            "crossfire",
            "ines",
            "Aimed Shot",
            Amount::flat(5),
            DamageKind::Piercing,
        ),
    ] {
        let (setup, sheet) = unit(battle, unit_id);
        let mut known = sheet
            .skills
            .iter()
            .map(|skill| &setup.skills[skill.index()]);
        let weapon = known
            .find(|skill| skill.name == name)
            .expect("it knows the weapon");
        let strike = weapon.strikes()[0].damage.expect("a weapon does damage");
        assert_eq!((strike.amount, strike.kind), (damage, kind), "{name}");
    }
}

#[test]
fn the_standard_deck_is_as_the_rules_say() {
    let (setup, ines) = unit("crossfire", "ines");
    let DeckUse::Own(deck) = ines.deck else {
        panic!("an investigator has a deck of their own");
    };
    let mut cards = setup.decks[deck.index()].cards.clone();
    let mut expected = vec![
        (Card::Null, 1),
        (Card::Times(2), 1),
        (Card::Plus(2), 1),
        (Card::Plus(1), 5),
        (Card::Plus(0), 7),
        (Card::Plus(-1), 5),
    ];
    let key = |card: &(Card, u8)| format!("{card:?}");
    cards.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(cards, expected);
    let mut built_in = Deck::standard().cards;
    built_in.sort_by_key(key);
    assert_eq!(cards, built_in);
}

#[test]
fn the_numbers_of_the_rules_are_the_defaults() {
    assert_eq!(encounter("crypt").setup().house, HouseRules::default());
    let crossfire = &encounter("crossfire").setup().house;
    assert_eq!(crossfire.max_ticks, 200);
}
