//! What stops a repeat before a step, for how long the reason stays, and the defaults.

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    blow, board, heavy_punch, light_punch, move_towards, recruit, venom,
};
use foretold_battle::{AutofightSettings, Interrupts, Order, Stop, Tempo};

use crate::common::{
    TEMPOS, TURNS, Table, assert_lines, fighter, insist, only, percent, play_until, seated,
    settings,
};
use crate::interrupts::facing;

#[test]
fn a_hazard_on_the_way_stops_a_repeat_but_not_a_single_press() {
    let scene = |settings| {
        board(
            "
            A ~ . e
            # # # #
            ",
        )
        .unit('A', fighter(settings))
        .unit('e', recruit())
    };
    for tempo in TEMPOS {
        let mut story = seated(scene(only(|on| on.hazard = true)), tempo);
        assert!(story.plan('A').expect("there is a way").through_hazard);
        assert_eq!(story.clone().press('A'), Ok(()));
        assert_eq!(insist(&mut story, 'A'), [Stop::HazardOnTheWay]);
        let mut story = seated(scene(only(|_| {})), tempo);
        assert_eq!(story.repeat('A'), Ok(()));
    }
}

#[test]
fn a_hazard_that_comes_into_the_way_stops_a_repeat_before_it_is_stepped_on() {
    // f walks into the gap beside the fire.
    let scene = board(
        "
        A . . ~ . e
        # # # . # #
        # # # f # #
        ",
    )
    .unit(
        'A',
        recruit()
            .manual()
            .knows([light_punch()])
            .autofight(settings(|settings| {
                settings.ignore = vec!["rat".to_owned()];
                settings.interrupts = only(|on| on.hazard = true).interrupts;
            })),
    )
    .unit('e', recruit())
    .unit('f', recruit().kind("rat").gambits([move_towards()]));
    let mut story = seated(scene, Tempo::Ticks);
    assert!(!story.plan('A').expect("the gap is free").through_hazard);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(2),
        &[
            "t1 A moves A1 → B1",
            "t1 f moves D3 → D2",
            "t2 A: A hazard on the way, stopping.",
            "t2 f moves D2 → C1",
        ],
    );
}

#[test]
fn two_equal_targets_stop_a_repeat_when_they_become_equal() {
    let scene = board("e . A . . f")
        .unit('A', fighter(only(|on| on.ambiguous = true)))
        .unit('e', recruit().hp(300))
        .unit('f', recruit().hp(300).gambits([move_towards()]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(3),
        &[
            "t1 A moves C1 → B1",
            "t1 f moves F1 → E1",
            "t2 A → e: Light Punch hit, 10 dealt, 290/300",
            "t2 f moves E1 → D1",
            "t3 A → e: Light Punch hit, 10 dealt, 280/300",
            "t3 f moves D1 → C1",
        ],
    );
    assert_lines(story.ticks(1), &["t4 A: Two equal targets, stopping."]);
    assert_eq!(story.stopped('A'), Some(Stop::Ambiguous));
    assert!(!story.repeats('A'));
}

#[test]
fn a_refusal_in_the_middle_of_a_repeat_stops_it_with_its_message() {
    let brave = settings(|settings| settings.interrupts = only(|_| {}).interrupts);
    let scene = facing(fighter(brave), recruit().gambits([blow(50).cooldown(9)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(2),
        &[
            "t1 A → e: Light Punch hit, 10 dealt, 290/300",
            "t1 e → A: Blow hit, 50 dealt, 50/100",
            "t2 A: You are too injured to fight recklessly.",
        ],
    );
}

#[test]
fn five_are_on_by_default_and_six_are_off() {
    assert_eq!(
        Interrupts::default(),
        Interrupts {
            hp_lost: true,
            ambiguous: true,
            target_dead: true,
            hazard: true,
            moved: true,
            new_enemy: false,
            attacked: false,
            big_hit: None,
            enemies_in_range: None,
            hit_enemy: false,
            ally_below: None,
        }
    );
}

#[test]
fn the_reason_stays_until_the_units_next_turn() {
    let scene = || {
        facing(
            fighter(AutofightSettings::default()),
            recruit().gambits([blow(5).cooldown(9)]),
        )
    };
    let mut story = seated(scene(), Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.stopped('A'), Some(Stop::HpLost));
    story.ticks(1);
    assert_eq!(story.stopped('A'), None);
    for tempo in TURNS {
        let mut story = seated(scene(), tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        play_until(&mut story, |story| story.unit('A').hp < 100);
        assert_eq!(story.stopped('A'), Some(Stop::HpLost));
        play_until(&mut story, |story| story.waits_for() == "A");
        assert_eq!(story.order('A', Order::EndTurn), Ok(()));
        story.ticks(1);
        assert_eq!(story.stopped('A'), None, "its turn has come and gone");
    }
}

#[test]
fn a_reason_from_ones_own_turn_stays_to_its_end() {
    for tempo in TURNS {
        let scene = facing(
            recruit()
                .gambits([light_punch().when(Test::MySanityBelow(percent(0)))])
                .autofight(only(|on| on.hit_enemy = true))
                .initiative(5),
            recruit(),
        );
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        assert_eq!(story.stopped('A'), Some(Stop::HitAnEnemy));
        story.ticks(1);
        assert!(
            !story.battle.in_turn().contains(story.id('A')),
            "it had nothing more to do"
        );
        assert_eq!(story.stopped('A'), Some(Stop::HitAnEnemy), "{tempo:?}");
    }
}

#[test]
fn several_reasons_at_once_stop_it_once() {
    let scene = facing(
        fighter(only(|on| {
            on.hp_lost = true;
            on.attacked = true;
            on.hit_enemy = true;
        })),
        recruit().gambits([venom(), light_punch()]),
    );
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.interrupts().len(), 1);
}

#[test]
fn a_stop_does_not_break_a_wind_up() {
    let scene = board("A e")
        .unit(
            'A',
            recruit()
                .manual()
                .knows([heavy_punch()])
                .autofight(AutofightSettings::default()),
        )
        .unit('e', recruit().gambits([blow(5)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(3),
        &[
            "t1 A winds up Heavy Punch on B1 (2 ticks)",
            "t1 e → A: Blow hit, 5 dealt, 95/100",
            "t1 A: Took damage, stopping.",
            "t2 e → A: Blow hit, 5 dealt, 90/100",
            "t2 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t3 e → A: Blow hit, 5 dealt, 85/100",
        ],
    );
}
