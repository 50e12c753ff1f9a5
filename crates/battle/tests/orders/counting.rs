//! Autofight keeps count: uses, stops by reason, units lost while it was on.

use foretold_battle::testing::{Story, blow, board, light_punch, recruit};
use foretold_battle::{AutofightSettings, Order, Selector, Stop, Tempo};

use crate::common::{SHIFT_TAB, TAB, TEMPOS, Table, fighter, only, refuses, seated, settings};

fn lost(story: &Story) -> u16 {
    story.battle.autofight_count().lost
}

#[test]
fn every_press_that_goes_ahead_is_a_use() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', fighter(AutofightSettings::default()))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        for uses in 1..=3 {
            assert_eq!(story.press('A'), Ok(()));
            assert_eq!(story.battle.autofight_count().uses, uses);
        }
        assert_eq!(story.order('A', Order::EndTurn), Ok(()));
        assert_eq!(
            story.battle.autofight_count().uses,
            3,
            "that was no autofight"
        );
    }
}

#[test]
fn a_refused_press_is_a_stop_by_its_reason_and_no_use() {
    for tempo in TEMPOS {
        let scene = board("A . e")
            .unit('A', fighter(AutofightSettings::default()))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        for stops in 1..=2 {
            assert_eq!(story.order('A', SHIFT_TAB), refuses(Stop::NoTargetInRange));
            let count = story.battle.autofight_count();
            assert_eq!(count.uses, 0);
            for stop in Stop::ALL {
                let expected = if stop == Stop::NoTargetInRange {
                    stops
                } else {
                    0
                };
                assert_eq!(count.stops(stop), expected, "{stop:?}");
            }
        }
    }
}

#[test]
fn a_refusal_that_is_not_autofights_own_is_not_counted() {
    let scene = board("A e")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert!(story.order('e', TAB).is_err());
    let count = story.battle.autofight_count();
    assert!(Stop::ALL.into_iter().all(|stop| count.stops(stop) == 0));
}

#[test]
fn a_unit_lost_while_another_fights_on_is_counted() {
    for downed in [false, true] {
        let weak = recruit().hp(5);
        let weak = if downed { weak.downed_at_zero() } else { weak };
        let scene = board("A e . f B")
            .unit('A', fighter(AutofightSettings::default()))
            .unit('B', weak)
            .unit('e', recruit())
            .unit('f', recruit().gambits([light_punch()]));
        let mut story = seated(scene, Tempo::Ticks);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        assert_eq!(lost(&story), 1);
    }
}

#[test]
fn the_fighter_itself_is_counted_when_it_is_lost() {
    for tempo in TEMPOS {
        let scene = board("A e . B")
            .unit('A', fighter(AutofightSettings::default()).hp(20))
            .unit('e', recruit().gambits([blow(30)]))
            .unit('B', recruit());
        let mut story = seated(scene, tempo);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(5);
        assert!(!story.unit('A').is_up());
        assert_eq!(lost(&story), 1, "{tempo:?}");
    }
}

#[test]
fn the_last_one_is_counted_too() {
    let scene = board("A e")
        .unit('A', fighter(AutofightSettings::default()).hp(20))
        .unit('e', recruit().gambits([blow(30)]));
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert!(story.battle.outcome().is_some());
    assert_eq!(lost(&story), 1);
}

#[test]
fn both_of_two_fighters_are_counted() {
    let scene = board(
        "
        A e C
        B f .
        ",
    )
    .unit('A', fighter(only(|_| {})).hp(20))
    .unit('B', fighter(only(|_| {})).hp(20))
    .unit('C', recruit())
    .unit('e', recruit().gambits([blow(30)]))
    .unit(
        'f',
        recruit().gambits([blow(30).on(Selector::LOWEST_HP_ENEMY)]),
    );
    let mut story = seated(scene, Tempo::Ticks);
    for letter in ['A', 'B'] {
        assert_eq!(story.repeat(letter), Ok(()));
    }
    story.ticks(2);
    assert!(!story.unit('A').is_up() && !story.unit('B').is_up());
    assert_eq!(lost(&story), 2);
}

#[test]
fn nobody_is_counted_while_it_is_off() {
    let scene = board("A e B f")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('B', recruit().hp(5))
        .unit('e', recruit())
        .unit('f', recruit().gambits([light_punch()]));
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(1);
    assert!(!story.unit('B').is_up());
    assert_eq!(lost(&story), 0);
}

#[test]
fn an_enemy_lost_is_not_counted() {
    let scene = board("A e . f")
        .unit('A', fighter(only(|_| {})))
        .unit('e', recruit().hp(5))
        .unit('f', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.repeat('A'), Ok(()));
    story.ticks(1);
    assert!(!story.unit('e').is_up());
    assert_eq!(lost(&story), 0);
}

#[test]
fn a_stop_in_the_middle_of_a_repeat_counts_once_by_its_reason() {
    let scene = board("A e")
        .unit(
            'A',
            fighter(settings(|settings| {
                settings.interrupts = only(|on| on.hp_lost = true).interrupts;
            })),
        )
        .unit('e', recruit().gambits([blow(5)]));
    let mut story = seated(scene, Tempo::Ticks);
    for stops in 1..=3 {
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        assert_eq!(story.battle.autofight_count().stops(Stop::HpLost), stops);
        assert_eq!(story.battle.autofight_count().uses, stops);
    }
}

#[test]
fn a_reckless_press_is_counted_and_does_nothing_else() {
    for tempo in TEMPOS {
        let scene = board("A e")
            .unit('A', fighter(AutofightSettings::default()))
            .unit('e', recruit());
        let mut story = seated(scene, tempo);
        let (a, e) = (story.id('A'), story.id('e'));
        story.battle.note_reckless(a);
        assert_eq!(story.battle.autofight_count().stops(Stop::Reckless), 1);
        assert_eq!(story.battle.autofight_count().uses, 0);
        assert_eq!(story.stopped('A'), Some(Stop::Reckless));
        assert_eq!(story.unit('A').order, None);
        story.battle.note_reckless(e);
        assert_eq!(
            story.battle.autofight_count().stops(Stop::Reckless),
            1,
            "nobody could press it for an enemy"
        );
    }
}
