//! Rule evaluations: three depths, everyone, and every reason for not applying.

use bevy::prelude::*;
use foretold_battle::brain::Test;
use foretold_battle::testing::{
    Scene, aimed_shot, attack, board, cell, guard, heavy_punch, hold, lance, light_punch, mend,
    move_towards, polearm, recruit, strike,
};
use foretold_battle::{
    Amount, Check, DamageKind, Depth, Selector, Shove, Status, Strike, Tempo, UnitId, WhyNot,
};
use foretold_content::Encounter;
use foretold_sim::testing::begin;
use foretold_ui::Evaluations;
use foretold_view::Selection;
use foretold_view::testing::frames;

use crate::common::{assert_reads, click_on, game, press, press_with, texts};

/// Fights a battle that a test has drawn.
fn fight(app: &mut App, scene: &Scene) {
    let encounter = Encounter::from_setup("drawn", scene.setup()).expect("it is sound");
    begin(app.world_mut(), encounter, 1);
    frames(app, 3);
    app.world_mut().resource_mut::<Selection>().0 = UnitId::new(0);
    frames(app, 2);
}

/// What is read of each reason; a new one does not compile until it is here.
fn in_words(refusal: WhyNot) -> &'static str {
    match refusal {
        WhyNot::Disabled => "the rule is switched off",
        WhyNot::NoTarget => "there is no target",
        WhyNot::ConditionFalse => "the condition does not hold",
        WhyNot::OutOfRange { .. } => "out of range: 3 cells away, it reaches 2",
        WhyNot::NoSight { .. } => "no line of sight: D2 is in the way",
        WhyNot::Cooldown { .. } => "it rests for 3 more turns",
        WhyNot::Rooted => "rooted: it cannot move",
        WhyNot::NowhereToGo => "there is nowhere better to go",
        WhyNot::NoWalkLeft => "there is no walk left in this turn",
        WhyNot::NoActionLeft => "there is no action left in this turn",
        WhyNot::NeedsWholeTurn => "it takes a whole turn, and a part of it is spent",
        WhyNot::NoDirection => "it needs a direction: aim at another cell",
    }
}

#[test]
fn every_reason_for_not_applying_is_told_in_detail() {
    let mut app = game("first-blood", 3);
    assert_eq!(app.world().resource::<Evaluations>().depth, Depth::Detailed);
    let in_turns = |drawing: &str| board(drawing).tempo(Tempo::Initiative);
    let first = || recruit().initiative(50);
    let cases = [
        (
            board(
                "
                . . . . .
                . A . # e
                . . . . .
            ",
            )
            .unit(
                'A',
                recruit().gambits([
                    hold().off(),
                    mend(),
                    guard().when_not(Test::Always),
                    polearm(),
                    aimed_shot(),
                ]),
            )
            .unit('e', recruit()),
            0,
            vec![
                WhyNot::Disabled,
                WhyNot::NoTarget,
                WhyNot::ConditionFalse,
                WhyNot::OutOfRange {
                    distance: 3,
                    range: 2,
                },
                WhyNot::NoSight {
                    blocked_at: cell("D2"),
                },
            ],
        ),
        (
            board("A e")
                .unit('A', recruit().gambits([light_punch().cooldown(3)]))
                .unit('e', recruit()),
            1,
            vec![WhyNot::Cooldown { turns: 3 }],
        ),
        (
            board("A . e")
                .unit(
                    'A',
                    recruit().gambits([move_towards()]).with(Status::Rooted, 3),
                )
                .unit('e', recruit()),
            0,
            vec![WhyNot::Rooted],
        ),
        (
            in_turns("A . e")
                .unit('A', first().gambits([heavy_punch(), move_towards()]))
                .unit('e', recruit()),
            1,
            vec![WhyNot::NeedsWholeTurn, WhyNot::NowhereToGo],
        ),
        (
            in_turns("A e")
                .unit('A', first().gambits([light_punch(), guard()]))
                .unit('e', recruit()),
            1,
            vec![WhyNot::NoActionLeft],
        ),
        (
            in_turns("A . . . . e")
                .unit(
                    'A',
                    first().speed(1).gambits([light_punch(), move_towards()]),
                )
                .unit('e', recruit()),
            1,
            vec![WhyNot::NoWalkLeft],
        ),
        (
            board("A . e")
                .unit('A', recruit().gambits([lance().on(Selector::OWN)]))
                .unit('e', recruit()),
            0,
            vec![WhyNot::NoDirection],
        ),
    ];
    for (scene, steps, reasons) in cases {
        fight(&mut app, &scene);
        for _ in 0..steps {
            press(&mut app, KeyCode::Period);
        }
        for reason in reasons {
            assert_eq!(reason.to_string(), in_words(reason));
            // Of a condition the part that fails is told.
            let told = match reason {
                WhyNot::ConditionFalse => "never",
                _ => in_words(reason),
            };
            assert_reads(&mut app, told);
        }
    }
}

#[test]
fn three_depths_tell_more_and_more() {
    let mut app = game("crypt", 7);
    let told = |app: &mut App| texts(app).len();
    press(&mut app, KeyCode::KeyW);
    assert_eq!(app.world().resource::<Evaluations>().depth, Depth::Expert);
    let expert = told(&mut app);
    assert_reads(&mut app, "cells away");
    press(&mut app, KeyCode::KeyW);
    let simple = told(&mut app);
    press(&mut app, KeyCode::KeyW);
    let detailed = told(&mut app);
    assert!(simple < detailed && detailed < expert);
    // Everyone in depth, by key and by button.
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyW);
    let everyone = told(&mut app);
    assert!(everyone > detailed);
    click_on(&mut app, "Explain everyone, or only the selected unit.");
    // What the mouse is over explains itself besides.
    crate::common::point_at(&mut app, Vec2::new(5.0, 300.0));
    frames(&mut app, 2);
    assert_eq!(told(&mut app), detailed);
    click_on(&mut app, "Simple");
    assert_eq!(app.world().resource::<Evaluations>().depth, Depth::Simple);
}

#[test]
fn every_brain_explains_itself_and_who_is_clicked_comes_first() {
    let mut app = game("crypt", 7);
    press(&mut app, KeyCode::Period);
    assert_reads(&mut app, "it holds the card");
    click_on(&mut app, "Why Cultist");
    frames(&mut app, 2);
    let selected = app.world().resource::<Selection>().0;
    let name = |app: &App| {
        let battle = app.world().resource::<foretold_sim::Shown>();
        selected.map(|unit| battle.unit_name(unit).to_owned())
    };
    assert_eq!(name(&app).as_deref(), Some("Cultist"));
    // A card draw shows its weights.
    press(&mut app, KeyCode::KeyW);
    assert_reads(&mut app, "weight");
}

#[test]
fn the_past_is_asked_why_and_what_came_of_it() {
    let mut app = game("first-blood", 3);
    for _ in 0..8 {
        press(&mut app, KeyCode::Period);
    }
    press(&mut app, KeyCode::KeyW);
    let now = texts(&mut app);
    assert!(!now.iter().any(|text| text == "what came of it"));
    press(&mut app, KeyCode::Comma);
    assert_reads(&mut app, "Next, tick 8, and why");
    assert_reads(&mut app, "what came of it");
    assert_reads(&mut app, "t8 Ada");
}

#[test]
fn a_line_of_the_log_is_explained_by_what_its_unit_decided_before_it() {
    let mut app = game("first-blood", 3);
    for _ in 0..9 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 2);
    let line = crate::common::labels(&mut app)
        .into_iter()
        .find(|label| label.starts_with("Go to: t9 Brand"))
        .expect("it is in view");
    click_on(&mut app, &line);
    frames(&mut app, 3);
    assert_reads(&mut app, "Why tick 9 went so");
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(
        selected.map(UnitId::slot),
        Some(1),
        "who did it comes first"
    );
    // Another moment is about what comes next again.
    press(&mut app, KeyCode::Comma);
    frames(&mut app, 2);
    assert_reads(&mut app, "Next, tick 9, and why");
    click_on(&mut app, "What has just happened, and why");
    frames(&mut app, 2);
    assert_reads(&mut app, "Why tick 8 went so");
    // What was asked of one moment is not asked of it again when it comes by.
    press(&mut app, KeyCode::Home);
    for _ in 0..8 {
        press(&mut app, KeyCode::Period);
    }
    frames(&mut app, 2);
    assert_reads(&mut app, "Next, tick 9, and why");
}

/// Of whom the panel tells, in its order.
fn told_of(app: &mut App) -> Vec<String> {
    let labels = crate::common::labels(app).into_iter();
    let names = labels.filter_map(|label| label.strip_prefix("Why ").map(str::to_owned));
    names.collect()
}

#[test]
fn a_step_that_is_looked_back_at_tells_of_those_who_acted_in_it() {
    for tempo in [Tempo::Initiative, Tempo::Phases] {
        let mut app = game("first-blood", 3);
        let scene = board("A B . e f")
            .tempo(tempo)
            .unit('A', recruit().initiative(50).gambits([guard()]))
            .unit('B', recruit().initiative(40).gambits([guard()]))
            .unit('e', recruit().initiative(30).gambits([guard()]))
            .unit('f', recruit().initiative(20).gambits([guard()]));
        fight(&mut app, &scene);
        click_on(&mut app, "What has just happened, and why");
        let mut all = Vec::new();
        for step in 1..=12 {
            press(&mut app, KeyCode::Period);
            frames(&mut app, 2);
            if app.world().resource::<Evaluations>().happened != Some(step) {
                click_on(&mut app, "What has just happened, and why");
                frames(&mut app, 2);
            }
            assert_reads(&mut app, &format!("Why step {step} went so"));
            let told = told_of(&mut app);
            assert!(told.len() <= 1, "{tempo:?}, step {step}: {told:?}");
            if told.is_empty() {
                assert_reads(&mut app, "Nobody acted");
            } else {
                // In the depth that is chosen, whoever is selected.
                assert_reads(&mut app, "Use Guard on myself.");
            }
            all.extend(told);
        }
        all.sort();
        all.dedup();
        assert_eq!(all, ["A", "B", "e", "f"], "{tempo:?}");
    }
    // In ticks all act at once.
    let mut app = game("first-blood", 3);
    press(&mut app, KeyCode::Period);
    click_on(&mut app, "What has just happened, and why");
    frames(&mut app, 2);
    assert_eq!(told_of(&mut app), ["Ada", "Brand"]);
}

#[test]
fn whole_turns_are_foretold_where_units_take_them() {
    let mut app = game("hounds", 44);
    let foretold =
        "Mord walks F1 → E6, then uses Pounce on Ines: hits without a roll, 7 damage, no block";
    assert_reads(&mut app, foretold);
    // Of other units too: why not the rules above.
    let mut ambush = game("goblin-ambush", 31);
    for _ in 0..13 {
        press(&mut ambush, KeyCode::Period);
    }
    assert_reads(
        &mut ambush,
        "Not 1 (War Cry): I am not strengthened: 3 turns left.",
    );
    // Also further on in a turn.
    assert_reads(&mut ambush, "Not 3 (Scimitar): out of range: 4 cells away");
}

#[test]
fn a_fall_by_a_bump_has_the_bump_in_its_sum() {
    let push = attack(
        "Push",
        [Strike {
            shoves: Some(Shove::Away),
            ..strike(Check::Sure, Amount::flat(3), DamageKind::Bludgeoning)
        }],
    );
    let scene = board("A e #")
        .unit('A', recruit().gambits([push]))
        .unit('e', recruit().hp(8).gambits([hold()]))
        .house(|house| house.bump = 5)
        .tempo(Tempo::Phases);
    let mut app = game("first-blood", 3);
    fight(&mut app, &scene);
    assert_reads(&mut app, "e falls: 8 damage on 8 HP, no block.");
}
