//! Settings: per unit, in presets, with messages that a designer can change.

use std::sync::Arc;

use foretold_battle::testing::{Scene, aimed_shot, blow, board, light_punch, move_away, recruit};
use foretold_battle::{
    Arena, AutofightMessages, AutofightSettings, Battle, Event, Ranking, Stop, Tempo, narrate,
};

use crate::common::{TAB, Table, assert_lines, fighter, percent, refuses, seated};

#[test]
fn every_reason_has_a_message_of_its_own() {
    let messages = AutofightMessages::default();
    let mut texts: Vec<&str> = Stop::ALL.map(|stop| messages.text(stop)).to_vec();
    assert!(texts.iter().all(|text| !text.is_empty()));
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), Stop::ALL.len());
}

#[test]
fn the_shipped_messages_are_those_of_the_rules() {
    let messages = AutofightMessages::default();
    for (stop, words) in [
        (Stop::Injured, "too injured to fight recklessly"),
        (Stop::Confused, "too confused"),
        (Stop::Caught, "caught"),
        (Stop::NoTargetInView, "no target in view"),
        (Stop::NoReachableTarget, "no reachable target in view"),
        (Stop::NoTargetInRange, "no target in range"),
        (Stop::HpLost, "took damage, stopping"),
        (Stop::NewEnemy, "a new enemy appears, stopping"),
        (Stop::Ambiguous, "two equal targets, stopping"),
    ] {
        let text = messages.text(stop).to_lowercase();
        assert!(text.contains(words), "{stop:?}: {text}");
    }
}

/// Plays a scene with other messages for some ticks while A repeats.
fn log_with(scene: &Scene, messages: &[(Stop, &str)], ticks: usize) -> Vec<String> {
    let mut setup = scene.setup();
    for &(stop, text) in messages {
        Arc::make_mut(&mut setup.autofight_messages)
            .0
            .insert(stop, text.to_owned());
    }
    let arena = Arc::new(Arena::new(setup).expect("the scene is in order"));
    let mut log: Vec<Event> = Vec::new();
    let mut battle = Battle::start(&arena, 1, &mut log);
    battle.set_player(true);
    let (a, _) = battle.units().next().expect("A joined first");
    battle.order(a, TAB, true).expect("there is a target");
    for _ in 0..ticks {
        battle.step(&mut log);
    }
    log.iter().map(|event| narrate(&arena, event)).collect()
}

#[test]
fn changing_a_message_changes_the_line_of_the_log() {
    let scene = board("A e")
        .unit('A', fighter(AutofightSettings::default()))
        .unit('e', recruit().gambits([blow(5)]));
    let shipped = log_with(&scene, &[], 1);
    assert!(shipped.contains(&"t1 A: Took damage, stopping.".to_owned()));
    let changed = log_with(&scene, &[(Stop::HpLost, "Ouch!")], 1);
    assert!(changed.contains(&"t1 A: Ouch!".to_owned()));
    assert_eq!(shipped.len(), changed.len());
}

#[test]
fn a_refusal_in_the_middle_says_what_the_settings_say() {
    let scene = board("A e")
        .unit('A', fighter(AutofightSettings::aggressive()))
        .unit(
            'e',
            recruit().gambits([blow(24), blow(52).cooldown(9)]).hp(300),
        );
    let changed = log_with(&scene, &[(Stop::Injured, "No more!")], 5);
    assert!(
        changed.iter().any(|line| line.ends_with("A: No more!")),
        "{changed:?}"
    );
}

#[test]
fn a_single_press_that_is_dropped_says_what_the_settings_say() {
    // A is busy when the key is pressed; by the time it hears, e is round the corner.
    let scene = board(
        "
        A . e # . #
        # # o . # #
        # # # # # #
        ",
    )
    .unit('A', recruit().gambits([light_punch().cost(3).range(3)]))
    .unit('e', recruit().gambits([move_away()]));
    let mut story = seated(scene, Tempo::Ticks);
    story.ticks(1);
    assert_eq!(story.press('A'), Ok(()), "e is still in sight");
    assert_lines(
        story.ticks(3),
        &[
            "t2 e moves D2 → E1",
            "t3 A → C1: Light Punch whiffs",
            "t4 A: No target in view.",
        ],
    );
}

#[test]
fn settings_are_per_unit() {
    let scene = board(
        "
        A e .
        B . .
        ",
    )
    .unit('A', fighter(AutofightSettings::default()).hurt_to(40))
    .unit('B', fighter(AutofightSettings::aggressive()).hurt_to(40))
    .unit('e', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.press('A'), refuses(Stop::Injured));
    assert_eq!(story.press('B'), Ok(()));
}

fn presets() -> [(&'static str, AutofightSettings); 4] {
    [
        ("default", AutofightSettings::default()),
        ("aggressive", AutofightSettings::aggressive()),
        ("defensive", AutofightSettings::defensive()),
        ("ranged", AutofightSettings::ranged()),
    ]
}

#[test]
fn the_presets_differ_and_each_compares_by_everything() {
    for (name, preset) in presets() {
        for (other, settings) in presets() {
            assert_eq!(preset == settings, name == other, "{name} and {other}");
        }
        let compared = |ranking| preset.order.iter().filter(|&&each| each == ranking).count();
        for ranking in Ranking::ALL {
            assert_eq!(compared(ranking), 1, "{name}: {ranking:?}");
        }
        assert_eq!(
            preset.order[0],
            Ranking::Marked,
            "the player's word comes first"
        );
    }
}

#[test]
fn the_aggressive_fight_on_where_the_defensive_have_long_refused() {
    let answers = |hp| {
        let press = |settings| {
            let scene = board("A e")
                .unit('A', fighter(settings).hurt_to(hp))
                .unit('e', recruit());
            seated(scene, Tempo::Ticks).press('A').is_ok()
        };
        [
            press(AutofightSettings::defensive()),
            press(AutofightSettings::default()),
            press(AutofightSettings::aggressive()),
        ]
    };
    assert_eq!(answers(76), [true, true, true]);
    assert_eq!(answers(75), [false, true, true]);
    assert_eq!(answers(50), [false, false, true]);
    assert_eq!(answers(25), [false, false, false]);
}

#[test]
fn the_aggressive_stop_for_less_than_the_defensive() {
    let stops = |settings, damage| {
        let scene = board("A e")
            .unit('A', fighter(settings))
            .unit('e', recruit().gambits([blow(damage).cooldown(9)]));
        let mut story = seated(scene, Tempo::Ticks);
        assert_eq!(story.repeat('A'), Ok(()));
        story.ticks(1);
        story.interrupts()
    };
    assert_eq!(stops(AutofightSettings::aggressive(), 5), []);
    assert_eq!(stops(AutofightSettings::aggressive(), 25), [Stop::BigHit]);
    assert_eq!(stops(AutofightSettings::default(), 5), [Stop::HpLost]);
    assert_eq!(stops(AutofightSettings::defensive(), 5).len(), 1);
    let on = AutofightSettings::defensive().interrupts;
    assert!(on.new_enemy && on.attacked && on.hp_lost);
    assert!(on.enemies_in_range.is_some() && on.ally_below.is_some());
}

#[test]
fn the_ranged_look_at_the_threat_before_the_distance() {
    let target = |settings| {
        let scene = board("e . A . . f")
            .unit(
                'A',
                recruit().manual().knows([aimed_shot()]).autofight(settings),
            )
            .unit('e', recruit().gambits([blow(1)]))
            .unit('f', recruit().gambits([blow(50)]));
        seated(scene, Tempo::Ticks).target('A')
    };
    assert_eq!(target(AutofightSettings::default()), Ok('e'));
    assert_eq!(target(AutofightSettings::ranged()), Ok('f'));
}

#[test]
fn pressing_faster_than_the_warning_is_reckless() {
    let settings = AutofightSettings {
        warning_ms: 100,
        ..AutofightSettings::default()
    };
    for (ms, reckless) in [(0, true), (99, true), (100, false), (5_000, false)] {
        assert_eq!(settings.is_reckless(ms), reckless, "{ms} ms");
    }
    let off = AutofightSettings {
        warning_ms: 0,
        ..AutofightSettings::default()
    };
    assert!(!off.is_reckless(0), "without a warning nothing is reckless");
}

#[test]
fn the_numbers_are_those_of_the_rules() {
    let settings = AutofightSettings::default();
    assert_eq!(settings.preconditions.injured, Some(percent(50)));
    assert!(settings.preconditions.confused && settings.preconditions.caught);
    assert_eq!(settings.max_distance, 20);
    assert_eq!(settings.max_path_length, 100);
    assert!(settings.ignore.is_empty() && settings.prefer.is_empty());
}

#[test]
fn settings_are_saved_and_may_name_only_what_differs() {
    for (name, preset) in presets() {
        let text = serde_json::to_string(&preset).expect("plain data");
        let back: AutofightSettings = serde_json::from_str(&text).expect("what was written");
        assert_eq!(back, preset, "{name}");
    }
    let brave: AutofightSettings =
        serde_json::from_str(r#"{"preconditions":{"injured":10}}"#).expect("the rest is default");
    assert_eq!(brave.preconditions.injured, Some(percent(10)));
    assert!(brave.preconditions.confused);
    assert_eq!(brave.order, AutofightSettings::default().order);
    let typo: Result<AutofightSettings, _> = serde_json::from_str(r#"{"warning":3}"#);
    assert!(typo.is_err(), "a typo is an error");
}
