//! Pressing again acknowledges what stopped a repeat, and goes on.

use foretold_battle::testing::{
    RuleDraft, Scene, Story, blow, board, cell, move_away, move_towards, recruit,
};
use foretold_battle::{AutofightSettings, Selector, Stop, Tempo};

use crate::common::{
    TEMPOS, TURNS, Table, assert_lines, fighter, insist, only, percent, play_until, seated,
};

#[test]
fn lost_hp_is_acknowledged_until_more_is_lost() {
    let scene = board("A e")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('e', recruit().gambits([blow(5).cooldown(2)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.stopped('A'), Some(Stop::HpLost));
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    assert!(story.repeats('A'), "what is lost is lost");
    story.ticks(1);
    assert_eq!(story.interrupts(), [Stop::HpLost, Stop::HpLost]);
}

#[test]
fn two_equal_targets_are_acknowledged_and_the_tie_break_decides() {
    for tempo in TEMPOS {
        let scene = board("e A f")
            .unit('A', fighter(AutofightSettings::default()))
            .unit('e', recruit().hp(300))
            .unit('f', recruit().hp(300));
        let mut story = seated(scene, tempo);
        assert_eq!(insist(&mut story, 'A'), [Stop::Ambiguous], "{tempo:?}");
        story.ticks(8);
        assert!(story.repeats('A'), "it does not stop this repeat again");
        assert!(story.unit('e').hp < 300);
        assert_eq!(story.unit('f').hp, 300);
    }
}

#[test]
fn targets_that_became_equal_are_acknowledged_too() {
    let scene = board("e A . f")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('e', recruit().hp(300))
        .unit('f', recruit().hp(300).gambits([move_towards()]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    assert_eq!(story.interrupts(), [Stop::Ambiguous]);
    assert_eq!(story.repeat('A'), Ok(()));
    assert_lines(
        story.ticks(2),
        &[
            "t3 A → e: Light Punch hit, 10 dealt, 280/300",
            "t4 A → e: Light Punch hit, 10 dealt, 270/300",
        ],
    );
}

#[test]
fn a_hazard_on_the_way_is_acknowledged_and_walked_through() {
    for tempo in TEMPOS {
        let scene = board(
            "
            A ~ . e
            # # # #
            ",
        )
        .unit('A', fighter(only(|on| on.hazard = true)))
        .unit('e', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(insist(&mut story, 'A'), [Stop::HazardOnTheWay], "{tempo:?}");
        story.ticks(2);
        assert!(story.unit('e').hp < 100, "{tempo:?}");
    }
}

#[test]
fn a_hazard_and_two_equal_targets_are_acknowledged_one_after_the_other() {
    let scene = board(
        "
        # # # # # # #
        e . ~ A ~ . f
        # # # # # # #
        ",
    )
    .unit(
        'A',
        fighter(only(|on| {
            on.ambiguous = true;
            on.hazard = true;
        })),
    )
    .unit('e', recruit())
    .unit('f', recruit());
    for tempo in TEMPOS {
        let mut story = seated(scene.clone(), tempo);
        let mut stops = insist(&mut story, 'A');
        stops.sort();
        assert_eq!(stops, [Stop::Ambiguous, Stop::HazardOnTheWay], "{tempo:?}");
        assert_eq!(story.unit('A').cell, cell("C2"));
    }
}

#[test]
fn enemies_in_range_and_a_hurt_ally_are_acknowledged_for_this_repeat() {
    for tempo in TEMPOS {
        let scene = board("e A f . B")
            .unit(
                'A',
                fighter(only(|on| {
                    on.enemies_in_range = Some(2);
                })),
            )
            .unit('e', recruit().hp(300))
            .unit('f', recruit().hp(300))
            .unit('B', recruit().hurt_to(10));
        goes_on_after(scene, tempo, &[Stop::EnemiesInRange]);
        let scene = board("e A . . B")
            .unit('A', fighter(only(|on| on.ally_below = Some(percent(50)))))
            .unit('e', recruit().hp(300))
            .unit('B', recruit().hurt_to(10));
        goes_on_after(scene, tempo, &[Stop::AllyHurt]);
    }
}

/// Each reason stops the repeat once; after it was acknowledged the repeat goes on.
fn goes_on_after(scene: Scene, tempo: Tempo, stops: &[Stop]) {
    let mut story = seated(scene, tempo);
    for &stop in stops {
        assert_eq!(story.repeat('A'), Ok(()));
        play_until(&mut story, |story| !story.repeats('A'));
        assert_eq!(story.stopped('A'), Some(stop), "{tempo:?}");
    }
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(6);
    assert_eq!(story.interrupts(), stops, "{tempo:?}");
    assert!(story.repeats('A'));
}

#[test]
fn what_came_up_in_the_enemies_turn_is_acknowledged_in_the_units_next() {
    for tempo in TURNS {
        let scene = board("A e B")
            .unit('A', fighter(only(|on| on.ally_below = Some(percent(50)))))
            .unit('e', recruit().hp(300).gambits([beat_up()]))
            .unit('B', recruit().hurt_to(99));
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        play_until(&mut story, |story| story.waits_for() == "A");
        assert_eq!(story.interrupts(), [Stop::AllyHurt]);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(6);
        assert_eq!(story.interrupts(), [Stop::AllyHurt], "{tempo:?}");
    }
}

/// Once, and at the weaker of the two.
fn beat_up() -> RuleDraft {
    blow(60).cooldown(90).on(Selector::LOWEST_HP_ENEMY)
}

#[test]
fn a_new_repeat_stops_again_for_what_an_older_one_had_acknowledged() {
    let scene = board("e A f")
        .unit('A', fighter(only(|on| on.enemies_in_range = Some(2))))
        .unit('e', recruit().hp(300))
        .unit('f', recruit().hp(300));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(2);
    let a = story.id('A');
    story.battle.release(a);
    story.ticks(1);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert_eq!(
        story.interrupts(),
        [Stop::EnemiesInRange, Stop::EnemiesInRange]
    );
}

/// f lurks round the corner at E1, out of A's sight, and can show itself on D2.
fn ambush(settings: AutofightSettings) -> Story {
    let scene = board(
        "
        A e . # f #
        # # o . # #
        # # # # # #
        ",
    )
    .unit('A', fighter(settings))
    .unit('e', recruit().hp(500))
    .unit('f', recruit().gambits([move_towards(), move_away()]));
    let mut story = seated(scene, Tempo::Ticks);
    obey(&mut story, STAY);
    story
}

fn watchful() -> AutofightSettings {
    only(|on| on.new_enemy = true)
}

/// f follows only its rule for coming out, or only the one for hiding, or none.
fn obey(story: &mut Story, rule: Option<usize>) {
    let f = story.id('f');
    let mut rules = story.unit('f').rules.to_vec();
    for (place, each) in rules.iter_mut().enumerate() {
        each.enabled = Some(place) == rule;
    }
    story.battle.set_rules(f, &rules).expect("its own rules");
}

const COME_OUT: Option<usize> = Some(0);
const HIDE: Option<usize> = Some(1);
const STAY: Option<usize> = None;

/// f does this for one tick; returns whether it stopped the repeat.
fn stopped_when(story: &mut Story, rule: Option<usize>) -> bool {
    obey(story, rule);
    let before = story.interrupts().len();
    story.ticks(1);
    story.interrupts().len() > before
}

#[test]
fn a_new_enemy_stops_a_repeat_and_an_acknowledged_one_does_not() {
    let mut story = ambush(watchful());
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, STAY));
    assert!(stopped_when(&mut story, COME_OUT));
    assert_eq!(story.stopped('A'), Some(Stop::NewEnemy));
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, STAY));
    assert!(!stopped_when(&mut story, STAY));
}

#[test]
fn who_is_in_view_at_the_press_is_not_new() {
    let mut story = ambush(watchful());
    obey(&mut story, COME_OUT);
    story.ticks(1);
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, STAY));
}

#[test]
fn an_acknowledged_enemy_that_was_out_of_view_is_new_again() {
    let mut story = ambush(watchful());
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(stopped_when(&mut story, COME_OUT));
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, HIDE));
    assert!(stopped_when(&mut story, COME_OUT));
}

#[test]
fn who_hid_while_nothing_repeated_is_new_again_too() {
    let mut story = ambush(watchful());
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(stopped_when(&mut story, COME_OUT));
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, STAY));
    let a = story.id('A');
    story.battle.release(a);
    assert!(!stopped_when(&mut story, HIDE));
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(stopped_when(&mut story, COME_OUT));
}

#[test]
fn without_the_switch_a_new_enemy_stops_nothing() {
    let mut story = ambush(only(|_| {}));
    assert_eq!(story.repeat('A'), Ok(()));
    assert!(!stopped_when(&mut story, COME_OUT));
    assert!(story.repeats('A'));
}
