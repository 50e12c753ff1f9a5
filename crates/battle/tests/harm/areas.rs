//! Areas: an attack at more than one cell (rules §13), in every tempo.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    RuleDraft, Scene, ScriptedRoll, Story, UnitDraft, assert_log, attack, blow, board, breath,
    cell, d, d20, d100, fireball, guard, howl, inflict, lance, longsword, lot, move_away,
    multiattack, pull, recruit, shove, strike, whirlwind,
};
use foretold_battle::{
    Action, Affliction, Amount, Area, Arena, Battle, Card, Check, DamageKind, Deck, Happening,
    Luck, Order, Pile, Selector, SetupError, Silent, Skill, SkillKind, Status, Tempo, Terrain,
    UnitId,
};

use crate::common::stories;

/// 10 sure damage, cost 1, at up to 5 cells.
fn bomb(area: Area) -> RuleDraft {
    attack(
        "Bomb",
        [strike(Check::Sure, Amount::flat(10), DamageKind::Fire)],
    )
    .range(5)
    .area(area)
}

/// What one step of A does in each tempo, without the lines about turns. It rolls no dice.
#[track_caller]
fn in_all_tempos(scene: impl Fn() -> Scene, expected: &[&str]) {
    with_dice(scene, &[], expected);
}

/// The same with these dice.
#[track_caller]
fn with_dice(scene: impl Fn() -> Scene, rolls: &[ScriptedRoll], expected: &[&str]) {
    for mut story in stories(scene, rolls) {
        let tempo = story.battle.arena().tempo();
        let log = story.ticks(1);
        let lines: Vec<&str> = log
            .lines
            .iter()
            .map(|line| line.split_once(' ').map_or("", |(_, text)| text))
            .filter(|line| !line.starts_with("round"))
            .collect();
        assert_eq!(lines, expected, "{tempo:?}\n{}", log.picture);
    }
}

/// A goes first in every tempo.
fn first() -> UnitDraft {
    recruit().initiative(50)
}

/// The letters of the units that were struck, in order.
fn struck(story: &Story) -> String {
    let arena = story.battle.arena();
    let struck = story.events.iter().filter_map(|event| match event.what {
        Happening::Struck(struck) => Some(arena.unit_name(struck.target)),
        _ => None,
    });
    struck.collect()
}

#[test]
fn it_strikes_everyone_in_its_cells_friend_or_foe_in_slot_order() {
    in_all_tempos(
        || {
            board(
                "
                A . . f e
                . . . B .
                . . . . .
                . . . g .
                ",
            )
            .unit('A', first().gambits([bomb(Area::Burst(1))]))
            .unit('e', recruit())
            .unit('B', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
        },
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → B: Bomb hit, 10 dealt, 90/100",
            "A → f: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn it_spares_its_own_side_if_it_says_so() {
    in_all_tempos(
        || {
            board(
                "
                A B
                e f
                ",
            )
            .unit(
                'A',
                first().gambits([whirlwind().with(|skill| sure(skill, 7))]),
            )
            .unit('B', recruit())
            .unit('e', recruit())
            .unit('f', recruit())
        },
        &[
            "A → e: Whirlwind hit, 7 dealt, 93/100",
            "A → f: Whirlwind hit, 7 dealt, 93/100",
            "A → e: Whirlwind hit, 7 dealt, 86/100",
            "A → f: Whirlwind hit, 7 dealt, 86/100",
        ],
    );
}

/// The same strikes, each sure and with this much damage.
fn sure(skill: &mut Skill, damage: i16) {
    if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
        for it in strikes {
            *it = strike(Check::Sure, Amount::flat(damage), DamageKind::Slashing);
        }
    }
}

#[test]
fn without_sparing_a_burst_hits_the_attacker_too() {
    in_all_tempos(
        || {
            board("A e . g")
                .unit('A', first().gambits([bomb(Area::Burst(1))]))
                .unit('e', recruit())
                .unit('g', recruit())
        },
        &[
            "A → A: Bomb hit, 10 dealt, 90/100",
            "A → e: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_line_strikes_what_stands_behind_its_target() {
    in_all_tempos(
        || {
            board("A . e B # f")
                .unit('A', first().gambits([bomb(Area::Line(5))]))
                .unit('e', recruit())
                .unit('B', recruit())
                .unit('f', recruit())
        },
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → B: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_cone_strikes_what_stands_on_the_side_of_its_target() {
    in_all_tempos(
        || {
            board(
                "
                . . . f
                g . . .
                A . e .
                . . . .
                . i . h
                ",
            )
            .unit(
                'A',
                first().gambits([bomb(Area::Cone(3)).range(3).on(weakest())]),
            )
            .unit('e', recruit().hp(50))
            .unit('f', recruit())
            .unit('g', recruit())
            .unit('h', recruit())
            .unit('i', recruit())
        },
        &[
            "A → e: Bomb hit, 10 dealt, 40/50",
            "A → f: Bomb hit, 10 dealt, 90/100",
            "A → h: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

/// A mage that winds up a fireball of 10 sure damage, and its targets.
fn slow_bomb() -> Scene {
    board(
        "
        A . . . .
        . . . e f
        . . . . .
        . . . . .
        ",
    )
    .unit('A', first().gambits([bomb(Area::Burst(1)).cost(2)]))
}

#[test]
fn the_cells_are_locked_when_the_attack_is_decided() {
    let careful = || recruit().gambits([move_away().when(Test::MyCellTargeted)]);
    let scene = slow_bomb().unit('e', recruit()).unit('f', careful());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Bomb on D2 (2 ticks)",
            "t2 f moves E2 → F2",
            "t2 A → e: Bomb hit, 10 dealt, 90/100",
        ]
    );
    // The unit that was aimed at leaves: the cells stay where they are.
    let scene = slow_bomb().unit('e', careful()).unit('f', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Bomb on D2 (2 ticks)",
            "t2 e moves D2 → E3",
            "t2 A → e: Bomb hit, 10 dealt, 90/100",
            "t2 A → f: Bomb hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn my_cell_is_targeted_in_every_locked_cell_and_in_no_other() {
    for (at, targeted) in [
        ("E2", true),
        ("E3", true),
        ("C1", true),
        ("F2", false),
        ("D4", false),
    ] {
        let scene = board("A . . e").unit('A', recruit().gambits([bomb(Area::Burst(1)).cost(2)]));
        let careful = recruit().gambits([guard().when(Test::MyCellTargeted)]);
        let mut setup = scene.unit('e', careful).setup();
        setup.units[1].cell = cell("D2");
        let mut watcher = setup.units[1].clone();
        (watcher.name, watcher.cell) = ("w".to_owned(), cell(at));
        setup.units.push(watcher);
        let arena = Arena::new(setup).expect("a sound set-up");
        let mut battle = Battle::start(&arena.into(), 1, &mut Silent);
        battle.step(&mut Silent);
        let guards = |battle: &Battle, slot: usize| {
            let unit = UnitId::new(slot).expect("it joined");
            let action = battle.decide(unit).expect("it joined").action;
            matches!(action, Action::Use { .. })
        };
        assert!(guards(&battle, 1));
        assert_eq!(guards(&battle, 2), targeted, "{at}");
    }
}

#[test]
fn nobody_in_its_cells_is_a_whiff() {
    for tempo in Tempo::ALL {
        let mut story = board("A . . . . . e")
            .tempo(tempo)
            .unit('A', first().manual().knows([bomb(Area::Burst(1))]))
            .unit('e', recruit())
            .story();
        story.battle.set_player(true);
        let skill = story.skill("Bomb");
        let order = Order::Use {
            skill,
            at: cell("D3"),
        };
        assert_eq!(story.order('A', order), Ok(()));
        story.ticks(1);
        let last = story
            .log()
            .lines
            .into_iter()
            .find(|line| line.contains("Bomb"));
        assert_eq!(last.as_deref(), Some("t1 A → D3: Bomb whiffs"), "{tempo:?}");
    }
    // And friends alone, if it spares them.
    let friends = || {
        let bomb = bomb(Area::Burst(1)).spares().on(nearest_ally());
        board("A B . e")
            .unit('A', first().gambits([bomb]))
            .unit('B', recruit())
            .unit('e', recruit())
    };
    in_all_tempos(friends, &["A → B1: Bomb whiffs"]);
}

fn weakest() -> Selector {
    Selector::LOWEST_HP_ENEMY
}

fn nearest_ally() -> Selector {
    Selector::NEAREST_ALLY
}

/// A beside three enemies in a row.
fn row_of_three(rule: RuleDraft) -> impl Fn() -> Scene {
    move || {
        board("A e f g")
            .unit('A', first().gambits([rule.clone()]))
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
    }
}

#[test]
fn each_victim_has_its_own_roll_and_all_share_the_dice() {
    let sword = longsword().range(3).area(Area::Line(3));
    // e is missed; f is hit, and the d8 is thrown; g is hit with the same.
    with_dice(
        row_of_three(sword),
        &[d20(2), d20(10), d(8, 6), d20(15)],
        &[
            "A → e: Longsword d20(2) + 5 = 7 vs AC 10: miss",
            "A → f: Longsword d20(10) + 5 = 15 vs AC 10: hit, 9 dealt, 91/100",
            "A → g: Longsword d20(15) + 5 = 20 vs AC 10: hit, 9 dealt, 91/100",
        ],
    );
}

#[test]
fn a_critical_adds_its_dice_for_the_critical_victim_alone() {
    let sword = longsword().range(3).area(Area::Line(3));
    with_dice(
        row_of_three(sword),
        &[d20(10), d(8, 6), d20(20), d(8, 5), d20(20)],
        &[
            "A → e: Longsword d20(10) + 5 = 15 vs AC 10: hit, 9 dealt, 91/100",
            "A → f: Longsword d20(20) + 5 = 25 vs AC 10: critical, 14 dealt, 86/100",
            "A → g: Longsword d20(20) + 5 = 25 vs AC 10: critical, 14 dealt, 86/100",
        ],
    );
}

#[test]
fn each_strike_throws_anew() {
    let swords = multiattack().range(3).area(Area::Line(3));
    let rolls = [
        d20(10),
        d(8, 1),
        d20(10),
        d20(10),
        d20(2),
        d20(10),
        d(8, 8),
        d20(2),
    ];
    for mut story in stories(row_of_three(swords), &rolls) {
        story.ticks(1);
        let hp: Vec<u16> = story.battle.units().map(|(_, unit)| unit.hp).collect();
        assert_eq!(hp, [100, 96, 85, 96]);
        assert_eq!(struck(&story), "efgefg");
    }
}

#[test]
fn one_card_is_drawn_for_each_strike_on_its_first_hit_for_all() {
    let deck = Deck {
        name: "two".to_owned(),
        cards: vec![(Card::Plus(3), 1), (Card::Times(2), 1)],
    };
    let shot = bomb(Area::Line(3)).range(3).draws_card().with(|skill| {
        if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
            strikes[0].check = Check::Aimed { bonus: 0 };
        }
    });
    let scene = || {
        board("A e f g")
            .unit('A', first().gambits([shot.clone()]).deck(deck.clone()))
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
    };
    let rolls = [d100(90), d100(1), lot(2, 1), d100(1)];
    with_dice(
        scene,
        &rolls,
        &[
            "A → e: Bomb 65% (75 −10) rolled 90 miss",
            "A → f: Bomb 55% (75 −20) rolled 1 hit, card ×2, 20 dealt, 80/100",
            "A → g: Bomb 45% (75 −30) rolled 1 hit, card ×2, 20 dealt, 80/100",
        ],
    );
    for mut story in stories(scene, &rolls) {
        story.ticks(1);
        let left = story.battle.pile(story.id('A')).map(Pile::len);
        assert_eq!(left, Some(1), "one card for all");
    }
}

#[test]
fn sanity_dice_are_thrown_once_for_all() {
    let scene = || {
        board(
            "
            . . e .
            A . f .
            . . g .
            ",
        )
        .unit('A', first().gambits([breath().on(weakest())]))
        .unit('e', recruit().sanity(20))
        .unit('f', recruit().hp(50))
        .unit('g', recruit().sanity(20))
    };
    for mut story in stories(scene, &[d(4, 3), d(4, 4)]) {
        story.ticks(1);
        assert_eq!((story.unit('e').sanity, story.unit('g').sanity), (13, 13));
        assert_eq!(story.unit('f').hp, 44);
    }
}

#[test]
fn statuses_reach_everyone_who_was_hit() {
    let gas = inflict("Gas", Affliction::new(Status::Rooted, 2)).area(Area::Burst(1));
    let scene = || {
        board(
            "
            A . e f
            . . . .
            . . . g
            ",
        )
        .unit('A', first().gambits([gas.clone()]))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit())
    };
    for mut story in stories(scene, &[]) {
        story.ticks(1);
        let rooted = ['e', 'f', 'g'].map(|it| story.unit(it).has(Status::Rooted));
        assert_eq!(rooted, [true, true, false]);
    }
}

#[test]
fn an_area_that_shoves_is_refused() {
    for pushing in [shove(), pull()] {
        let scene = board("A e").unit('A', recruit().gambits([pushing.area(Area::Burst(1))]));
        let errors = Arena::new(scene.unit('e', recruit()).setup()).map(|_| ());
        let errors = errors.expect_err("where its victims end could not be foretold");
        assert!(
            matches!(errors[..], [SetupError::AreaShoves { .. }]),
            "{errors:?}"
        );
    }
}

#[test]
fn a_confused_aim_strays_and_the_area_spreads_from_there() {
    let scene = || {
        let confused = first().with(Status::Confused, 3);
        board(
            "
            A . . e .
            . . . . .
            . . . . f
            ",
        )
        .unit('A', confused.gambits([bomb(Area::Burst(1))]))
        .unit('e', recruit())
        .unit('f', recruit())
    };
    with_dice(
        scene,
        &[lot(5, 4)],
        &[
            "A is confused: D1 becomes E2",
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → f: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn units_never_shield_what_is_behind_them() {
    let scene = || {
        board("A . e f g")
            .unit('A', first().gambits([bomb(Area::Line(4)).range(4)]))
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
            .house(|house| house.units_block_sight = true)
    };
    for mut story in stories(scene, &[]) {
        story.ticks(1);
        assert_eq!(struck(&story), "efg");
    }
}

#[test]
fn a_line_cannot_be_aimed_at_full_cover_nor_at_ones_own_cell() {
    let scene = || {
        board("A . e")
            .terrain("C1", Terrain::FullCover)
            .unit('A', first().manual().knows([bomb(Area::Line(5)), blow(3)]))
            .unit('e', recruit())
    };
    for mut story in stories(scene, &[]) {
        story.battle.set_player(true);
        let skill = story.skill("Bomb");
        for (at, words) in [
            ("C1", "no line of sight: C1 is in the way"),
            ("A1", "no line of sight: A1 is in the way"),
        ] {
            let order = Order::Use {
                skill,
                at: cell(at),
            };
            let refusal = story.order('A', order).expect_err("it hits nothing");
            assert_eq!(refusal.to_string(), words);
        }
    }
}

#[test]
fn the_downed_are_struck_and_the_fallen_are_not() {
    for tempo in Tempo::ALL {
        let mut story = board(
            "
            A . B e
            . . C .
            ",
        )
        .tempo(tempo)
        .unit('A', first().gambits([bomb(Area::Burst(1))]))
        .unit('B', recruit().hp(10).downed_at_zero())
        .unit('C', recruit().hp(10))
        .unit('e', recruit())
        .story();
        // Until A has acted twice; by then B has made one death save at most, and lives.
        while struck(&story).len() < 4 {
            story.ticks(1);
        }
        assert_eq!(struck(&story), "BCeBe", "{tempo:?}");
    }
}

#[test]
fn certain_luck_gives_everyone_the_average() {
    let scene = || {
        board("A e f g")
            .unit(
                'A',
                first().gambits([lance(), howl()]).deck(Deck::standard()),
            )
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
            .house(|house| house.luck = Luck::Certain)
    };
    for mut story in stories(scene, &[]) {
        story.ticks(1);
        let hp = ['e', 'f', 'g'].map(|it| story.unit(it).hp);
        assert_eq!(hp, [94, 94, 94]);
    }
}

#[test]
fn every_area_of_the_catalogue_is_sound() {
    let scene = board("A . e").unit(
        'A',
        recruit().knows([fireball(), lance(), breath(), whirlwind()]),
    );
    assert_eq!(scene.unit('e', recruit()).setup().check(), Ok(()));
}
