//! The clock: wall time decides when a step is due, and nothing else.

use std::time::Duration;

use bevy::prelude::App;
use bevy::time::TimeUpdateStrategy;
use foretold_battle::testing::{random_setup_in, skirmish};
use foretold_battle::{Order, Tempo};
use foretold_sim::testing::{
    Inbox, battle_app, fight, headless_app, headless_app_with, run_ticks, setup_app, shipped_files,
    shown,
};
use foretold_sim::{
    BattleEvent, BattleRequest, Clock, ClockRequest, ContentPlugin, RewindRequest, Rewound, Speed,
    TickFinished,
};

use crate::common::{
    TEMPOS, ask, clock, fingerprint, fingerprints, once, order, session, step_on_screen,
};

fn frames_last(app: &mut App, milliseconds: u64) {
    let length = Duration::from_millis(milliseconds);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
}

/// The steps on screen after each of this many frames, counted from the one with the request.
fn steps_after(app: &mut App, request: ClockRequest, frames: usize) -> Vec<u32> {
    app.world_mut().write_message(request);
    next_steps(app, frames)
}

/// The steps on screen after each of the next frames.
fn next_steps(app: &mut App, frames: usize) -> Vec<u32> {
    let frames = (0..frames).map(|_| {
        app.update();
        step_on_screen(app)
    });
    frames.collect()
}

#[test]
fn a_step_lasts_six_frames_of_a_tenth_of_a_second() {
    let mut app = setup_app(skirmish(), 1);
    let steps = steps_after(&mut app, ClockRequest::Play, 13);
    assert_eq!(steps, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2]);
}

#[test]
fn a_step_lasts_as_long_as_the_theme_says() {
    let mut files = shipped_files().clone();
    files.insert("theme.ron", "(timings: (step: 300))");
    let mut app = headless_app_with(ContentPlugin::Given(files));
    fight(&mut app, skirmish(), 1);
    let steps = steps_after(&mut app, ClockRequest::Play, 7);
    assert_eq!(steps, [0, 0, 1, 1, 1, 2, 2]);
}

#[test]
fn each_speed_has_its_number_of_steps() {
    for (speed, steps) in [
        (Speed::Half, 1),
        (Speed::Normal, 2),
        (Speed::Double, 4),
        (Speed::Quadruple, 8),
        (Speed::Octuple, 16),
    ] {
        let mut app = battle_app("crossfire", 1);
        let mut finished = Inbox::<TickFinished>::new(&app);
        ask(&mut app, ClockRequest::Speed(speed));
        app.world_mut().write_message(ClockRequest::Play);
        let mut count = 0;
        for _ in 0..12 {
            app.update();
            count += finished.read(&app).len();
        }
        assert_eq!(step_on_screen(&app), steps, "{speed:?} in 1.2 seconds");
        assert_eq!(count as u32, steps);
    }
}

#[test]
fn instant_is_one_frame() {
    let mut app = setup_app(skirmish(), 1);
    ask(&mut app, ClockRequest::Speed(Speed::Instant));
    assert_eq!(step_on_screen(&app), 0, "it does not play yet");
    ask(&mut app, ClockRequest::Play);
    assert!(shown(&app).battle().outcome().is_some());
    assert!(!clock(&app).playing);
}

/// Every event and every fingerprint of a battle that is played in this way.
fn events_and_fingerprints(
    app: &mut App,
    speed: Speed,
    frame: u64,
) -> (Vec<BattleEvent>, Vec<u64>) {
    frames_last(app, frame);
    let mut events = Inbox::<BattleEvent>::new(app);
    ask(app, ClockRequest::Speed(speed));
    app.world_mut().write_message(ClockRequest::Play);
    let mut happened = Vec::new();
    for _ in 0..10_000 {
        app.update();
        happened.extend(events.read(app));
        if !clock(app).playing {
            return (happened, fingerprints(app));
        }
    }
    panic!("the battle has no end");
}

#[test]
fn instant_equals_watched_to_the_bit() {
    for tempo in TEMPOS {
        let setup = random_setup_in(tempo, 21);
        let ways = [
            (Speed::Instant, 100),
            (Speed::Half, 240),
            (Speed::Normal, 17),
            (Speed::Octuple, 16),
            (Speed::Octuple, 249),
        ];
        let mut played = ways.map(|(speed, frame)| {
            let mut app = setup_app(setup.clone(), 5);
            events_and_fingerprints(&mut app, speed, frame)
        });
        let [instant, watched @ ..] = &mut played;
        assert!(instant.1.len() > 10, "a battle of some length");
        for watched in watched {
            assert_eq!(watched, instant, "{tempo:?}");
        }
    }
}

#[test]
fn pausing_anywhere_changes_nothing() {
    let mut straight = battle_app("heavy-hands", 3);
    ask(&mut straight, ClockRequest::Finish);
    let mut app = battle_app("heavy-hands", 3);
    ask(&mut app, ClockRequest::Speed(Speed::Quadruple));
    for frame in 0..2_000 {
        if frame % 7 == 0 {
            app.world_mut().write_message(ClockRequest::Toggle);
        }
        app.update();
    }
    assert_eq!(fingerprints(&app), fingerprints(&straight));
}

#[test]
fn while_paused_nothing_passes() {
    let mut app = setup_app(skirmish(), 1);
    let steps = steps_after(&mut app, ClockRequest::Play, 5);
    assert_eq!(steps, [0; 5]);
    let steps = steps_after(&mut app, ClockRequest::Pause, 20);
    assert_eq!(steps, [0; 20]);
    assert_eq!(clock(&app).elapsed, Duration::ZERO);
    let steps = steps_after(&mut app, ClockRequest::Play, 6);
    assert_eq!(steps, [0, 0, 0, 0, 0, 1], "a step lasts as long as any");
}

#[test]
fn a_long_frame_is_not_caught_up_with() {
    let mut app = battle_app("crossfire", 1);
    ask(&mut app, ClockRequest::Speed(Speed::Octuple));
    // Bevy itself takes a frame for a quarter of a second at most: that is three steps.
    frames_last(&mut app, 60_000);
    ask(&mut app, ClockRequest::Play);
    assert_eq!(step_on_screen(&app), 3);
    // However short a step is, one frame shows at most eight.
    app.world_mut().resource_mut::<Clock>().timings.step = 8;
    app.update();
    assert_eq!(step_on_screen(&app), 11);
}

#[test]
fn time_stands_still_while_a_unit_waits_for_orders() {
    // However long it waited, what is ordered happens at once.
    for frames in 1..=14 {
        let mut app = battle_app("crypt-by-hand", 2);
        let steps = steps_after(&mut app, ClockRequest::Play, frames);
        assert!(steps.iter().all(|&step| step == 0));
        assert!(clock(&app).playing, "it goes on as soon as it can");
        app.world_mut().write_message(once(0, Order::EndTurn));
        app.world_mut().write_message(once(1, Order::EndTurn));
        let steps = next_steps(&mut app, 1);
        assert_eq!(steps, [2], "after {frames} frames");
    }
}

#[test]
fn instant_stops_where_a_unit_waits_and_goes_on_after_the_order() {
    let mut app = battle_app("crypt-by-hand", 2);
    ask(&mut app, ClockRequest::Speed(Speed::Instant));
    ask(&mut app, ClockRequest::Play);
    assert_eq!(step_on_screen(&app), 0);
    for slot in [0, 1] {
        order(&mut app, slot, Order::EndTurn);
    }
    assert_eq!(shown(&app).battle().round(), 2);
    assert!(!shown(&app).battle().waits_for().is_empty());
    assert!(clock(&app).playing);
}

#[test]
fn playing_in_the_past_walks_through_what_is_known_and_then_plays_on() {
    for tempo in TEMPOS {
        let mut app = headless_app();
        fight(&mut app, random_setup_in(tempo, 30), 3);
        run_ticks(&mut app, 6);
        let known = fingerprints(&app);
        ask(&mut app, RewindRequest { to: 2 });
        ask(&mut app, ClockRequest::Speed(Speed::Double));
        let mut rewound = Inbox::<Rewound>::new(&app);
        let mut finished = Inbox::<TickFinished>::new(&app);
        app.world_mut().write_message(ClockRequest::Play);
        let (mut seen, mut walked, mut played) = (Vec::new(), Vec::new(), Vec::new());
        // Where units take turns, a step lasts as long as there is something to see in it.
        let frames = if tempo == Tempo::Ticks { 18 } else { 40 };
        for _ in 0..frames {
            app.update();
            seen.push((step_on_screen(&app), fingerprint(&app)));
            walked.extend(rewound.read(&app).iter().map(|step| (step.from, step.to)));
            played.extend(finished.read(&app).iter().map(|step| step.tick));
        }
        seen.dedup();
        let steps: Vec<u32> = seen.iter().map(|(step, _)| *step).collect();
        if tempo == Tempo::Ticks {
            assert_eq!(steps, [2, 3, 4, 5, 6, 7, 8]);
        }
        for &(step, fingerprint) in seen.iter().filter(|(step, _)| *step <= 6) {
            assert_eq!(fingerprint, known[step as usize], "{tempo:?} {step}");
        }
        assert_eq!(walked, [(2, 3), (3, 4), (4, 5), (5, 6)]);
        let last = step_on_screen(&app);
        assert!(
            last > 6 && played.iter().copied().eq(7..=last),
            "{played:?}"
        );
        assert_eq!(fingerprints(&app)[..7], known);
    }
}

#[test]
fn the_clock_stops_at_the_end() {
    let mut app = battle_app("first-blood", 1);
    ask(&mut app, ClockRequest::Speed(Speed::Octuple));
    ask(&mut app, ClockRequest::Play);
    for _ in 0..1_000 {
        app.update();
    }
    assert!(shown(&app).battle().outcome().is_some());
    assert!(!clock(&app).playing);
    let end = session(&app).last_step();
    // From the past it plays to the same end and stops again.
    ask(&mut app, RewindRequest { to: end - 2 });
    ask(&mut app, ClockRequest::Play);
    assert!(clock(&app).playing);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(
        (step_on_screen(&app), session(&app).last_step()),
        (end, end)
    );
    assert!(!clock(&app).playing);
}

#[test]
fn another_speed_begins_a_new_step() {
    let mut app = setup_app(skirmish(), 1);
    let steps = steps_after(&mut app, ClockRequest::Play, 5);
    assert_eq!(steps, [0; 5]);
    let steps = steps_after(&mut app, ClockRequest::Speed(Speed::Double), 4);
    assert_eq!(steps, [0, 0, 1, 1]);
}

#[test]
fn a_new_battle_begins_with_a_whole_step() {
    let mut app = setup_app(skirmish(), 1);
    steps_after(&mut app, ClockRequest::Play, 5);
    ask(&mut app, BattleRequest::Restart { seed: None });
    assert_eq!(step_on_screen(&app), 0);
    let steps = next_steps(&mut app, 5);
    assert_eq!(steps, [0, 0, 0, 0, 1]);
}

#[test]
fn enemies_act_one_after_another_with_a_pause_between() {
    use foretold_battle::Happening;

    // Each frame of a test is a tenth of a second.
    let mut app = battle_app("crypt-by-hand", 2);
    ask(&mut app, ClockRequest::Play);
    for slot in [0, 1] {
        app.world_mut().write_message(once(slot, Order::EndTurn));
    }
    let (turn, blow_lasts) = (Duration::from_millis(800), Duration::from_millis(900));
    let mut frames_of: Vec<(u32, u32)> = Vec::new();
    for _ in 0..600 {
        app.update();
        let step = step_on_screen(&app);
        match frames_of.last_mut() {
            Some((last, frames)) if *last == step => *frames += 1,
            _ => frames_of.push((step, 1)),
        }
        if shown(&app).battle().round() > 1 {
            break;
        }
    }
    let moments = session(&app).moments();
    let mut pauses = 0;
    for &(step, frames) in frames_of.iter().rev().skip(1).rev() {
        let moment = &moments[step as usize];
        let (next, before) = (
            moment.battle.acts_next(),
            step.checked_sub(1)
                .map(|step| moments[step as usize].battle.acts_next()),
        );
        let another = before != Some(next) && next.iter().any(|unit| unit.slot() > 1);
        let blow = moment
            .events
            .iter()
            .any(|event| matches!(event.what, Happening::Struck(_)));
        let shown_for = clock(&app).time_to_show(&moment.events);
        let least = shown_for + if another { turn } else { Duration::ZERO };
        assert!(
            Duration::from_millis(100) * frames + Duration::from_millis(100) >= least,
            "step {step} was shown for {frames} frames"
        );
        assert!(!blow || shown_for >= blow_lasts);
        pauses += u32::from(another);
    }
    assert!(pauses > 1, "several enemies acted");
}
