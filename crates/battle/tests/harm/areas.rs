//! Areas: an attack at more than one cell (rules §13), in every tempo.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    RuleDraft, Scene, assert_log, blow, board, breath, fireball, guard, inflict, lance, lot,
    move_away, pull, recruit, shove, strike, whirlwind,
};
use foretold_battle::{
    Action, Affliction, Amount, Area, Arena, Check, DamageKind, Selector, SetupError, Skill,
    SkillKind, Status, Tempo, Terrain,
};

use crate::common::{bomb, placed, struck};

#[test]
fn it_strikes_everyone_in_its_cells_friend_or_foe_in_slot_order() {
    let scene = board(
        "
                A . . f e
                . . . B .
                . . . . .
                . . . g .
                ",
    )
    .unit('A', recruit().gambits([bomb(Area::Burst(1))]))
    .unit('e', recruit())
    .unit('B', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → B: Bomb hit, 10 dealt, 90/100",
            "A → f: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_burst_strikes_what_the_locked_cell_sees() {
    // Both f and g are two cells from e, but a wall hides g.
    let scene = board(
        "
        A . . e # g
        . . . . . .
        . . . f . .
        ",
    )
    .unit('A', recruit().gambits([bomb(Area::Burst(2))]))
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → f: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn it_spares_its_own_side_if_it_says_so() {
    let scene = board(
        "
                A B
                e f
                ",
    )
    .unit(
        'A',
        recruit().gambits([whirlwind().with(|skill| sure(skill, 7))]),
    )
    .unit('B', recruit())
    .unit('e', recruit())
    .unit('f', recruit());
    scene.assert_in_every_tempo(
        1,
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
    let scene = board("A e . g")
        .unit('A', recruit().gambits([bomb(Area::Burst(1))]))
        .unit('e', recruit())
        .unit('g', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → A: Bomb hit, 10 dealt, 90/100",
            "A → e: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_line_strikes_what_stands_behind_its_target() {
    let scene = board("A . e B # f")
        .unit('A', recruit().gambits([bomb(Area::Line(5))]))
        .unit('e', recruit())
        .unit('B', recruit())
        .unit('f', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → B: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_cone_strikes_what_stands_on_the_side_of_its_target() {
    let scene = board(
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
        recruit().gambits([bomb(Area::Cone(3)).range(3).on(Selector::LOWEST_HP_ENEMY)]),
    )
    .unit('e', recruit().hp(50))
    .unit('f', recruit())
    .unit('g', recruit())
    .unit('h', recruit())
    .unit('i', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb hit, 10 dealt, 40/50",
            "A → f: Bomb hit, 10 dealt, 90/100",
            "A → h: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn a_cone_strikes_only_what_its_attacker_sees() {
    let scene = board(
        "
        . . . f
        . . # .
        A . e .
        . . . g
        ",
    )
    .unit('A', recruit().gambits([bomb(Area::Cone(3)).range(3)]))
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → g: Bomb hit, 10 dealt, 90/100",
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
    .unit(
        'A',
        recruit()
            .initiative(50)
            .gambits([bomb(Area::Burst(1)).cost(2)]),
    )
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
    // Where units take turns, deciding and landing are one step.
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let scene = slow_bomb().unit('e', careful()).unit('f', careful());
        assert_eq!(
            scene.tempo(tempo).ticks(1).deeds(),
            [
                "A → e: Bomb hit, 10 dealt, 90/100",
                "A → f: Bomb hit, 10 dealt, 90/100",
            ]
        );
    }
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
        let careful = || recruit().gambits([guard().when(Test::MyCellTargeted)]);
        let scene = placed([('A', "A1"), ('e', "D2"), ('w', at)])
            .unit('A', recruit().gambits([bomb(Area::Burst(1)).cost(2)]))
            .unit('e', careful())
            .unit('w', careful());
        for mut story in scene.in_every_tempo() {
            story.ticks(1);
            // Where units take turns nothing is wound up, so no cell is ever targeted.
            let in_ticks = story.battle.arena().tempo() == Tempo::Ticks;
            let guards = |letter| matches!(story.decision(letter).action, Action::Use { .. });
            assert_eq!(guards('e'), in_ticks, "{at}");
            assert_eq!(guards('w'), in_ticks && targeted, "{at}");
        }
    }
}

#[test]
fn nobody_in_its_cells_is_a_whiff() {
    let scene = board("A . . . . . e")
        .unit('A', recruit().manual().knows([bomb(Area::Burst(1))]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        story.battle.set_player(true);
        assert_eq!(story.order_use('A', "Bomb", "D3"), Ok(()));
        assert_eq!(story.ticks(1).deeds(), ["A → D3: Bomb whiffs"]);
    }
    // And friends alone, if it spares them.
    for (bomb, whiff) in [
        (bomb(Area::Burst(1)), "A → B1: Bomb whiffs"),
        (blow(10), "A → B1: Blow whiffs"),
    ] {
        let friends = board("A B . e")
            .unit('A', recruit().gambits([bomb.spares().on(nearest_ally())]))
            .unit('B', recruit())
            .unit('e', recruit());
        friends.assert_in_every_tempo(1, &[whiff]);
    }
}

fn nearest_ally() -> Selector {
    Selector::NEAREST_ALLY
}

#[test]
fn statuses_reach_everyone_who_was_hit() {
    let gas = inflict("Gas", Affliction::new(Status::Rooted, 2)).area(Area::Burst(1));
    let scene = board(
        "
            A . e f
            . . . .
            . . . g
            ",
    )
    .unit('A', recruit().gambits([gas.clone()]))
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    for mut story in scene.rolls([]).in_every_tempo() {
        story.ticks(1);
        let rooted = ['e', 'f', 'g'].map(|it| story.unit(it).has(Status::Rooted));
        assert_eq!(rooted, [true, true, false]);
    }
}

#[test]
fn an_area_that_shoves_must_not_roll() {
    for pushing in [shove(), pull()] {
        let wide = pushing.area(Area::Burst(1));
        let rolled = wide.clone().with(|skill| {
            if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
                strikes[0].check = Check::Aimed { bonus: 0 };
            }
        });
        let arena = |rule: RuleDraft| {
            let scene = board("A e").unit('A', recruit().gambits([rule]));
            Arena::new(scene.unit('e', recruit()).setup()).map(|_| ())
        };
        arena(wide).expect("every strike is sure");
        let errors = arena(rolled).expect_err("where its victims end could not be foretold");
        assert!(
            matches!(errors[..], [SetupError::AreaShoves { .. }]),
            "{errors:?}"
        );
    }
}

#[test]
fn a_confused_aim_strays_and_the_area_spreads_from_there() {
    let confused = recruit().with(Status::Confused, 3);
    let scene = board(
        "
            A . . e .
            . . . . .
            . . . . f
            ",
    )
    .unit('A', confused.gambits([bomb(Area::Burst(1))]))
    .unit('e', recruit())
    .unit('f', recruit());
    let scene = scene.rolls([lot(5, 4)]);
    scene.assert_in_every_tempo(
        1,
        &[
            "A is confused: D1 becomes E2",
            "A → e: Bomb hit, 10 dealt, 90/100",
            "A → f: Bomb hit, 10 dealt, 90/100",
        ],
    );
}

#[test]
fn units_never_shield_what_is_behind_them() {
    let scene = board("A . e f g")
        .unit('A', recruit().gambits([bomb(Area::Line(4)).range(4)]))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit())
        .house(|house| house.units_block_sight = true);
    for mut story in scene.rolls([]).in_every_tempo() {
        story.ticks(1);
        assert_eq!(struck(&story), "efg");
    }
}

#[test]
fn a_line_can_be_aimed_at_full_cover_and_neither_it_nor_a_cone_at_ones_own_cell() {
    let nowhere = "it needs a direction: aim at another cell";
    for (area, at, words) in [
        (Area::Line(5), "C1", None),
        (Area::Line(5), "A1", Some(nowhere)),
        (Area::Cone(5), "C1", None),
        (Area::Cone(5), "A1", Some(nowhere)),
        (Area::Burst(1), "A1", None),
    ] {
        let scene = board("A . e")
            .terrain("C1", Terrain::FullCover)
            .unit('A', recruit().manual().knows([bomb(area)]))
            .unit('e', recruit());
        for mut story in scene.in_every_tempo() {
            story.battle.set_player(true);
            let refusal = story.order_use('A', "Bomb", at).err();
            let refusal = refusal.map(|it| it.to_string());
            assert_eq!(refusal.as_deref(), words, "{area:?} {at}");
        }
    }
}

#[test]
fn the_downed_are_struck_and_the_fallen_are_not() {
    let scene = board(
        "
        A . B e
        . . C .
        ",
    )
    .unit('A', recruit().gambits([bomb(Area::Burst(1))]))
    .unit('B', recruit().hp(10).downed_at_zero())
    .unit('C', recruit().hp(10))
    .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        // B has made one death save by then, and lives.
        story.rounds(2);
        assert_eq!(struck(&story), "BCeBe");
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
