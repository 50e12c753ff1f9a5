//! What everyone is about to do: known after every change, free to ask, and then it happens.

use std::sync::Arc;

use bevy::prelude::App;
use foretold_battle::testing::{random_command, random_setup_in};
use foretold_battle::{
    Action, Arena, Battle, Blow, Command, Event, ForetoldTurn, Happening, Life, Order, Silent,
    Tempo, TurnEnd, UnitId, Why,
};
use foretold_sim::testing::{battle_app, fight, headless_app, run_ticks, shown, sit};
use foretold_sim::{
    BattleRequest, ClockRequest, Fate, Forethought, ForetoldTurns, Intents, OrderRequest,
    ReadModel, RewindRequest, RuleEditRequest,
};

use crate::common::{TEMPOS, ask, cell, fingerprint, once, session, step_on_screen, unit};

/// The requests that come to a command.
pub(crate) fn request(app: &mut App, command: Command) {
    match command {
        Command::Order {
            unit,
            order,
            until_released,
        } => ask(
            app,
            OrderRequest::Give {
                unit,
                order,
                until_released,
            },
        ),
        Command::Release { unit } => ask(app, OrderRequest::Release { unit }),
        Command::Mark { unit, marked } => ask(app, OrderRequest::Mark { unit, marked }),
        Command::Player { present } => sit(app, present),
        Command::Rules { unit, rules } => ask(app, RuleEditRequest::Rules { unit, rules }),
        Command::Reckless { .. } | Command::Luck(_) | Command::Autofight { .. } => {
            unreachable!("nobody asks for it")
        }
    }
}

/// What is foretold is what the battle on screen says when asked.
#[track_caller]
fn assert_foretold(app: &App) {
    let battle = shown(app).battle();
    let before = battle.fingerprint();
    let forethought = app.world().resource::<Forethought>();
    let turns = app.world().resource::<ForetoldTurns>();
    if battle.outcome().is_some() {
        assert!(forethought.thoughts().is_empty());
        assert!(turns.turns().is_empty());
        return;
    }
    assert_eq!(forethought.thoughts().len(), battle.units().len());
    for (id, _) in battle.units() {
        let thought = forethought.of_unit(id).expect("everybody thinks");
        assert_eq!(thought.unit, id);
        assert_eq!(Some(&thought.decision), battle.decide(id).as_ref());
        assert_eq!(thought.in_turn, battle.in_turn().contains(id));
    }
    let is_asked = |turn: &&ForetoldTurn| turn.parts.is_empty() && turn.end == TurnEnd::Asked;
    let soon = battle.foretell_all();
    let soon: Vec<ForetoldTurn> = soon.into_iter().filter(|turn| !is_asked(&turn)).collect();
    let acting = turns.turns().iter().filter(|turn| !is_asked(turn));
    // A battle foretells each blow by itself, so it stops none.
    let acting = acting.cloned().map(|mut turn| {
        for part in turn.parts.iter_mut().filter(|part| part.stopped) {
            (part.sure, part.stopped) = (true, false);
        }
        turn
    });
    assert!(acting.take(soon.len()).eq(soon));
    let blows = turns.blows(battle);
    for it in &blows {
        let turn = turns.of_unit(it.blow.by).expect("it strikes");
        assert!(turn.parts.iter().all(|part| part.stopped == it.stopped));
    }
    if !battle.arena().tempo().takes_turns() {
        let foretold: Vec<Blow> = blows.iter().map(|it| it.blow).collect();
        assert_eq!(foretold, battle.blows());
    }
    assert_eq!(battle.fingerprint(), before, "asking changes nothing");
}

/// What the units in turn are about to do, if they can.
fn foretold(app: &App) -> Vec<(u8, Action)> {
    let forethought = app.world().resource::<Forethought>();
    let current = shown(app).battle();
    let able = |slot: usize| {
        current
            .unit(unit(slot))
            .is_some_and(|unit| unit.life == Life::Up)
    };
    let thoughts = forethought.thoughts().iter();
    thoughts
        .filter(|thought| thought.in_turn && able(thought.unit.slot()))
        .map(|thought| (thought.unit.into(), thought.decision.action))
        .collect()
}

/// What the units did that acted in the step on screen.
fn decided(app: &App) -> Vec<(u8, Action)> {
    let events = shown(app).moment().events.iter();
    let decided = events.filter_map(|event| match event.what {
        Happening::Decided { unit, action, .. } => Some((unit.into(), action)),
        _ => None,
    });
    decided.collect()
}

#[test]
fn before_a_battle_nobody_thinks() {
    let mut app = headless_app();
    assert_eq!(app.world().resource::<Forethought>().thoughts().len(), 0);
    ask(
        &mut app,
        BattleRequest::Start {
            battle: "crypt".to_owned(),
            seed: 1,
        },
    );
    assert_foretold(&app);
}

#[test]
fn in_ticks_what_is_foretold_is_what_happens() {
    for seed in 0..20 {
        let mut app = headless_app();
        fight(&mut app, random_setup_in(Tempo::Ticks, seed), seed);
        while shown(&app).battle().outcome().is_none() {
            assert_foretold(&app);
            let foretold = foretold(&app);
            run_ticks(&mut app, 1);
            let step = step_on_screen(&app);
            assert_eq!(decided(&app), foretold, "seed {seed}, step {step}");
        }
        assert_foretold(&app);
    }
}

#[test]
fn where_units_take_turns_the_unit_that_acts_does_what_was_foretold() {
    for tempo in &TEMPOS[1..] {
        for seed in 0..8 {
            let mut app = headless_app();
            fight(&mut app, random_setup_in(*tempo, seed), seed);
            while shown(&app).battle().outcome().is_none() {
                let foretold = foretold(&app);
                run_ticks(&mut app, 1);
                for done in decided(&app) {
                    assert!(foretold.contains(&done), "{tempo:?} {seed}: {done:?}");
                }
            }
        }
    }
}

#[test]
fn it_holds_after_every_order_edit_step_and_rewind() {
    for tempo in TEMPOS {
        for seed in 0..6 {
            let mut app = headless_app();
            fight(&mut app, random_setup_in(tempo, 100 + seed), seed);
            for turn in 0..25 {
                let command = random_command(shown(&app).battle(), seed * 1_000 + turn);
                request(&mut app, command);
                assert_foretold(&app);
                run_ticks(&mut app, 1);
                assert_foretold(&app);
                if turn % 5 == 4 {
                    let to = session(&app).last_step() / 2;
                    ask(&mut app, RewindRequest { to });
                    assert_foretold(&app);
                }
                if turn % 7 == 6 {
                    ask(&mut app, OrderRequest::Undo);
                    assert_foretold(&app);
                }
            }
        }
    }
}

#[test]
fn several_changes_in_one_frame_are_seen_together() {
    let mut app = battle_app("three-abreast", 1);
    app.world_mut().write_message(ClockRequest::Jump(4));
    app.world_mut().write_message(once(0, Order::EndTurn));
    ask(&mut app, RewindRequest { to: 0 });
    assert_foretold(&app);
}

#[test]
fn an_order_is_foretold_with_its_reason() {
    let mut app = battle_app("first-blood", 1);
    let to = Order::MoveTo(cell("C8"));
    ask(&mut app, once(0, to));
    let before = fingerprint(&app);
    let forethought = app.world().resource::<Forethought>();
    let thought = forethought.of_unit(unit(0)).expect("Ada thinks");
    assert_eq!(thought.decision.why, Why::Ordered(to));
    assert!(matches!(thought.decision.action, Action::Step { .. }));
    let intents = app.world().resource::<Intents>();
    assert_eq!(intents.of_unit(unit(0)), None, "gambits show no intent");
    assert!(intents.of_unit(unit(1)).is_some());
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(fingerprint(&app), before, "time alone changes nothing");
    run_ticks(&mut app, 1);
    let events = &session(&app).moments()[1].events;
    assert!(events.iter().any(|event| matches!(event.what, Happening::Moved { unit: who, to, .. } if who == unit(0) && to == cell("C8"))));
}

#[test]
fn whoever_is_foretold_to_fall_falls() {
    let (mut now, mut in_a_turn, mut too_late) = (0, 0, 0);
    for seed in 0..240 {
        let tempo = TEMPOS[seed as usize % TEMPOS.len()];
        let arena = Arena::new(random_setup_in(tempo, seed)).expect("it is sound");
        let mut battle = Battle::start(&Arc::new(arena), seed, &mut Silent);
        while battle.outcome().is_none() {
            let turns = ForetoldTurns::of(&battle);
            let next = turns.turns().first().map(|turn| turn.unit);
            let blows = turns.blows(&battle);
            let mut doomed = blows.iter().filter(|it| it.fate == Fate::Falls);
            if tempo.takes_turns() {
                let first = doomed.find(|it| Some(it.blow.by) == next);
                battle.step(&mut Silent);
                let Some((by, target)) = first.and_then(|it| Some((it.blow.by, it.blow.target?)))
                else {
                    continue;
                };
                let up = |battle: &Battle| battle.unit(target).expect("it is there").is_up();
                let mut began = false;
                while battle.outcome().is_none() && up(&battle) {
                    let is_in_turn = battle.in_turn().contains(by);
                    if began && !is_in_turn {
                        break;
                    }
                    began |= is_in_turn;
                    battle.step(&mut Silent);
                }
                assert!(
                    !up(&battle),
                    "{tempo:?} {seed}, {}: {first:?}",
                    battle.tick()
                );
                in_a_turn += 1;
            } else {
                let targets: Vec<UnitId> = doomed.filter_map(|it| it.blow.target).collect();
                let mut log: Vec<Event> = Vec::new();
                battle.step(&mut log);
                // And goes on with nothing that would have landed later.
                let next = ForetoldTurns::of(&battle).blows(&battle);
                for it in blows.iter().filter(|it| it.stopped) {
                    let goes_on = next.iter().any(|now| {
                        (now.blow.by, now.blow.skill, now.blow.left)
                            == (it.blow.by, it.blow.skill, it.blow.left - 1)
                    });
                    assert!(targets.contains(&it.blow.by) && !goes_on, "{seed}: {it:?}");
                    too_late += 1;
                }
                for target in targets {
                    // It may be helped up in the same step.
                    let went_down = log.iter().any(|event| match event.what {
                        Happening::WentDown { unit, .. } | Happening::Fell { unit, .. } => {
                            unit == target
                        }
                        _ => false,
                    });
                    assert!(went_down, "{seed}, {}: {target:?} {blows:?}", battle.tick());
                    now += 1;
                }
            }
        }
    }
    assert!(
        now > 100 && in_a_turn > 100 && too_late > 10,
        "{now} {in_a_turn} {too_late}"
    );
}
