//! What stops a repeat after a step: each interrupt alone, on and off.

use foretold_battle::testing::{
    Scene, Story, UnitDraft, blow, board, d20, guard, light_punch, longsword, mend, polearm,
    recruit, shove,
};
use foretold_battle::{AutofightSettings, Happening, Interrupts, Selector, Status, Stop, Tempo};

use crate::common::{TEMPOS, Table, fighter, only, percent, seated, seated_with};

pub(crate) fn facing(fighter: UnitDraft, enemy: UnitDraft) -> Scene {
    board(". A e").unit('A', fighter).unit('e', enemy.hp(300))
}

/// A enters a repeat with only this interrupt on, and some steps pass.
fn repeats_through(
    scene: impl Fn(UnitDraft) -> Scene,
    on: impl FnOnce(&mut Interrupts),
    tempo: Tempo,
) -> Story {
    let mut story = seated(scene(fighter(only(on))), tempo);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(6);
    story
}

/// In every tempo the interrupt stops the repeat if it is on, and does not if it is off.
#[track_caller]
fn stops(stop: Stop, scene: impl Fn(UnitDraft) -> Scene, on: impl Fn(&mut Interrupts)) {
    for tempo in TEMPOS {
        let story = repeats_through(&scene, &on, tempo);
        let log = story.log().lines.join("\n");
        assert_eq!(story.interrupts(), [stop], "{tempo:?}\n{log}");
        assert!(!story.repeats('A'), "the repeat is over");
        let message = story.battle.arena().setup().autofight_messages.text(stop);
        assert!(log.contains(&format!("A: {message}")), "{log}");
        assert_eq!(story.battle.autofight_count().stops(stop), 1);

        let story = repeats_through(&scene, |_| {}, tempo);
        assert_eq!(story.interrupts(), [], "{stop:?} is off in {tempo:?}");
        assert!(story.repeats('A'));
    }
}

#[test]
fn lost_hp_stops_a_repeat() {
    let punched = |a| facing(a, recruit().gambits([blow(1)]));
    stops(Stop::HpLost, punched, |on| on.hp_lost = true);
}

#[test]
fn poison_is_lost_hp_too() {
    for tempo in TEMPOS {
        let scene = facing(
            fighter(only(|on| on.hp_lost = true)).with_amount(Status::Poisoned, 3, 2),
            recruit(),
        );
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(4);
        assert_eq!(story.interrupts(), [Stop::HpLost]);
    }
}

#[test]
fn lost_hp_counts_from_the_step_before_and_not_from_the_press() {
    // A is mended in tick 1 and struck in tick 2: it has more than at the press, and lost some.
    let scene = board("B A e")
        .unit('A', fighter(AutofightSettings::default()).hurt_to(60))
        .unit('B', recruit().gambits([mend().cooldown(9)]))
        .unit('e', recruit().gambits([blow(5).cost(2)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!((story.unit('A').hp, story.interrupts()), (75, vec![]));
    story.ticks(1);
    assert_eq!(
        (story.unit('A').hp, story.interrupts()),
        (70, vec![Stop::HpLost])
    );
}

#[test]
fn a_blow_that_block_absorbs_is_no_lost_hp() {
    let scene = board("B A e")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('B', recruit().gambits([guard().on(Selector::NEAREST_ALLY)]))
        .unit('e', recruit().hp(300).gambits([blow(8)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(3);
    assert_eq!(story.interrupts(), []);
}

#[test]
fn a_dead_target_stops_a_repeat() {
    let weak = |a| {
        board("A e . f")
            .unit('A', a)
            .unit('e', recruit().hp(10))
            .unit('f', recruit().hp(300))
    };
    stops(Stop::TargetDead, weak, |on| on.target_dead = true);
}

#[test]
fn a_target_that_another_killed_stops_a_repeat_too() {
    let scene = board(
        "
        A . e B
        . . . f
        ",
    )
    .unit('A', fighter(only(|on| on.target_dead = true)))
    .unit('B', recruit().gambits([light_punch()]))
    .unit('e', recruit().hp(10))
    .unit('f', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.interrupts(), [Stop::TargetDead]);
    let e = story.id('e');
    assert!(story.events.iter().any(|event| matches!(
        event.what,
        Happening::Interrupted { by: Some(by), .. } if by == e
    )));
}

#[test]
fn somebody_else_dead_does_not_stop_a_repeat() {
    let scene = board(
        "
        A e . .
        . . B f
        ",
    )
    .unit('A', fighter(only(|on| on.target_dead = true)))
    .unit(
        'B',
        recruit().gambits([light_punch().on(Selector::LOWEST_HP_ENEMY)]),
    )
    .unit('e', recruit())
    .unit('f', recruit().hp(10));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    assert_eq!(story.interrupts(), []);
}

#[test]
fn a_shove_stops_a_repeat() {
    let shoved = |a| facing(a, recruit().gambits([shove()]));
    for tempo in TEMPOS {
        let story = repeats_through(shoved, |on| on.moved = true, tempo);
        assert_eq!(story.interrupts(), [Stop::MovedByForce], "{tempo:?}");
        let story = repeats_through(shoved, |_| {}, tempo);
        assert_eq!(story.interrupts(), [], "{tempo:?}");
    }
}

#[test]
fn a_shove_that_does_not_move_it_is_none() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', fighter(only(|on| on.moved = true)))
            .unit('e', recruit().hp(300).gambits([shove()]));
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(6);
        assert_eq!(story.interrupts(), []);
    }
}

#[test]
fn an_attack_stops_a_repeat_even_if_it_misses() {
    for (on, expected) in [(true, vec![Stop::Attacked]), (false, vec![])] {
        let scene = facing(
            fighter(only(|interrupts| interrupts.attacked = on)),
            recruit().gambits([longsword()]),
        );
        let mut story = seated_with(scene, Tempo::Ticks, [d20(1)]);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        assert_eq!(story.interrupts(), expected);
        assert_eq!(story.unit('A').hp, 100);
    }
}

#[test]
fn only_a_hit_of_the_set_share_of_max_hp_stops_a_repeat() {
    for (damage, expected) in [(24, vec![]), (25, vec![Stop::BigHit])] {
        for tempo in TEMPOS {
            let bruised = |a| facing(a, recruit().gambits([blow(damage).cooldown(9)]));
            let story = repeats_through(bruised, |on| on.big_hit = Some(percent(25)), tempo);
            assert_eq!(story.interrupts(), expected, "{damage} in {tempo:?}");
        }
    }
}

#[test]
fn two_small_hits_are_no_big_one() {
    let scene = board("f A e")
        .unit('A', fighter(only(|on| on.big_hit = Some(percent(25)))))
        .unit('e', recruit().gambits([blow(13).cooldown(9)]))
        .unit('f', recruit().gambits([blow(13).cooldown(9)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    assert_eq!(story.unit('A').hp, 74);
    assert_eq!(story.interrupts(), []);
}

#[test]
fn a_hit_from_before_the_repeat_does_not_stop_it() {
    let scene = facing(
        fighter(only(|on| {
            on.big_hit = Some(percent(25));
            on.attacked = true;
            on.moved = true;
            on.hp_lost = true;
        })),
        recruit().gambits([blow(30).cooldown(9), shove().cooldown(9)]),
    );
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(2);
    assert_eq!(story.unit('A').hp, 70);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    assert_eq!(story.interrupts(), []);
}

#[test]
fn enough_enemies_in_range_stop_a_repeat() {
    let flanked = |a| {
        board("f A e")
            .unit('A', a)
            .unit('e', recruit().hp(300))
            .unit('f', recruit().hp(300))
    };
    stops(Stop::EnemiesInRange, flanked, |on| {
        on.enemies_in_range = Some(2);
    });
    for tempo in TEMPOS {
        let story = repeats_through(flanked, |on| on.enemies_in_range = Some(3), tempo);
        assert_eq!(story.interrupts(), []);
    }
}

#[test]
fn in_range_means_of_my_own_attacks() {
    let scene = |skill| {
        board(". A e f")
            .unit(
                'A',
                recruit()
                    .manual()
                    .knows([skill])
                    .autofight(only(|on| on.enemies_in_range = Some(2))),
            )
            .unit('e', recruit())
            .unit('f', recruit())
    };
    for (skill, expected) in [
        (light_punch(), vec![]),
        (polearm(), vec![Stop::EnemiesInRange]),
    ] {
        let mut story = seated(scene(skill), Tempo::Ticks);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        assert_eq!(story.interrupts(), expected);
    }
}

#[test]
fn hitting_an_enemy_stops_a_repeat() {
    stops(
        Stop::HitAnEnemy,
        |a| facing(a, recruit()),
        |on| on.hit_enemy = true,
    );
}

#[test]
fn missing_an_enemy_does_not() {
    let scene = board("A e")
        .unit(
            'A',
            recruit()
                .manual()
                .knows([longsword()])
                .autofight(only(|on| on.hit_enemy = true)),
        )
        .unit('e', recruit());
    let mut story = seated_with(scene, Tempo::Ticks, [d20(1)]);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.interrupts(), []);
}

#[test]
fn an_ally_below_the_set_share_stops_a_repeat() {
    for (hp, expected) in [(50, vec![]), (49, vec![Stop::AllyHurt])] {
        for tempo in TEMPOS {
            let scene = board("B . A e")
                .unit('A', fighter(only(|on| on.ally_below = Some(percent(50)))))
                .unit('B', recruit().hurt_to(hp))
                .unit('e', recruit().hp(300));
            let mut story = seated(scene, tempo);
            assert_eq!(story.repeat('A'), Ok(()));
            story.ticks(4);
            assert_eq!(story.interrupts(), expected, "{hp} in {tempo:?}");
        }
    }
}
