//! Bumps and falls before they happen: previews, coming blows, and brains that choose (rules §13).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, attack, blow, board, cell, move_away, recruit, shove, strike,
};
use foretold_battle::{
    Amount, Check, DamageKind, Edge, Shove, ShoveEnd, Silent, Status, Strike, Tempo, UnitId,
};

use crate::common::{push, used, used_by_autofight};

/// A sure push with damage, and a push that must be rolled.
fn pushes() -> [RuleDraft; 2] {
    let sure = strike(Check::Sure, Amount::flat(10), DamageKind::Slashing);
    let rolled = Strike {
        check: Check::Armour {
            bonus: 0,
            edge: Edge::Even,
        },
        ..Strike::default()
    };
    [("Ram", sure), ("Nudge", rolled)].map(|(name, strike)| {
        let shoves = Some(Shove::Away);
        attack(name, [Strike { shoves, ..strike }])
    })
}

/// What A's attack on e would come to in each tempo: the shove, the average, and the chance to
/// kill.
fn previewed(drawing: &str, name: &str, e: UnitDraft) -> [(Option<ShoveEnd>, u32, u16); 3] {
    let mut scene = board(drawing)
        .unit('A', recruit().gambits(pushes()))
        .unit('e', e);
    if drawing.contains('f') {
        scene = scene.unit('f', recruit().resists(DamageKind::Bludgeoning));
    }
    scene.in_every_tempo().map(|story| {
        let skill = story.skill(name);
        let shown = story.battle.preview(story.id('A'), skill, story.id('e'));
        let shown = shown.expect("it is an attack");
        let kill = shown.kill.hundredths();
        let end = shown.shove.map(|shove| shove.end);
        (end, shown.expected_hundredths, kill)
    })
}

#[test]
fn the_preview_knows_bumps_and_falls() {
    let bumps = |against| Some(ShoveEnd::Bumps { damage: 5, against });
    let f = UnitId::new(2).expect("the third unit");
    let against_f = bumps(Some((f, 2)));
    let moves = Some(ShoveEnd::Moves(cell("A1")));
    let falls = Some(ShoveEnd::Falls(cell("A1")));
    // Against armour class 10 the nudge hits with 11 of 20 faces.
    for (drawing, name, hp, expected) in [
        (". e A", "Ram", 15, (moves, 1_000, 0)),
        ("# e A", "Ram", 16, (bumps(None), 1_500, 0)),
        ("# e A", "Ram", 15, (bumps(None), 1_500, 10_000)),
        ("f e A", "Ram", 15, (against_f, 1_500, 10_000)),
        ("# e A", "Nudge", 5, (bumps(None), 275, 5_500)),
        ("o e A", "Ram", 99, (falls, 1_000, 10_000)),
        ("o e A", "Nudge", 99, (falls, 0, 5_500)),
    ] {
        let shown = previewed(drawing, name, recruit().hp(hp));
        assert_eq!(shown, [expected; 3], "{drawing} {name} {hp}");
    }
    let rooted = recruit().with(Status::Rooted, 9);
    let shown = previewed("o e A", "Ram", rooted);
    assert_eq!(shown, [(Some(ShoveEnd::Resists), 1_000, 0); 3]);
    // Block takes of the blow and of the bump together.
    let shown = previewed("# e A", "Ram", recruit().start_block(12));
    assert_eq!(shown, [(bumps(None), 300, 0); 3]);
}

#[test]
fn how_often_a_nudge_kills_is_what_the_preview_says() {
    let kills = |drawing: &str, hp, tempo| {
        let scene = board(drawing)
            .tempo(tempo)
            .unit(
                'A',
                recruit()
                    .initiative(50)
                    .gambits(pushes().into_iter().skip(1)),
            )
            .unit('e', recruit().hp(hp));
        let fell = |seed: &u64| {
            let mut battle = scene.start(*seed);
            battle.step(&mut Silent);
            battle.outcome().is_some()
        };
        (0..2_000).filter(fell).count()
    };
    // 55%: within four standard deviations.
    for (drawing, hp) in [("o e A", 50), ("# e A", 5)] {
        for tempo in Tempo::ALL {
            let kills = kills(drawing, hp, tempo);
            assert!(
                (1_011..=1_189).contains(&kills),
                "{tempo:?} {drawing}: {kills}"
            );
        }
    }
}

#[test]
fn a_coming_blow_shows_its_shove_after_the_steps_of_the_tick() {
    let shove_of = |f: UnitDraft| {
        let scene = board("A e f .\n# # # #")
            .unit('A', recruit().gambits([shove()]))
            .unit('e', recruit())
            .unit('f', f);
        scene.in_every_tempo().map(|story| {
            let blows = story.battle.blows();
            let shove = blows.first().and_then(|blow| blow.shove);
            shove.map(|shove| shove.end)
        })
    };
    let away = move_away().on(Selector::NEAREST_ENEMY);
    let f = UnitId::new(2).expect("the third unit");
    let bumps = Some(ShoveEnd::Bumps {
        damage: 5,
        against: Some((f, 5)),
    });
    assert_eq!(shove_of(recruit()), [bumps; 3]);
    // Where units take turns, f steps away only after the shove.
    let moves = Some(ShoveEnd::Moves(cell("C1")));
    assert_eq!(shove_of(recruit().gambits([away])), [moves, bumps, bumps]);
}

#[test]
fn the_agent_and_autofight_push_into_pits() {
    // The blow does 30, the shove nothing but the fall.
    for (drawing, expected) in [(". e A", "Blow"), ("# e A", "Blow"), ("o e A", "Shove")] {
        for mut story in chooser(drawing, [blow(30), shove()]).in_every_tempo() {
            assert_eq!(used(&story), expected, "{drawing}");
            assert_eq!(used_by_autofight(&mut story), expected, "{drawing}");
        }
    }
}

#[test]
fn two_shoves_into_a_pit_count_its_hp_once() {
    // e has 100 HP to lose by the fall, whichever of the two pushes hits.
    let pushes = |check| attack("Pushes", [push(check), push(check)]);
    // With 55% each, one of the two hits in 79.75 of 100 cases.
    let rolled = Check::Armour {
        bonus: 0,
        edge: Edge::Even,
    };
    for (check, damage, expected) in [
        (Check::Sure, 101, "Blow"),
        (Check::Sure, 99, "Pushes"),
        (rolled, 81, "Blow"),
        (rolled, 78, "Pushes"),
    ] {
        let scene = chooser("o e A", [blow(damage), pushes(check)]);
        for mut story in scene.in_every_tempo() {
            assert_eq!(used_by_autofight(&mut story), expected, "{check:?}");
        }
    }
}

/// A chooses for itself what to do to e.
fn chooser<const N: usize>(drawing: &str, knows: [RuleDraft; N]) -> Scene {
    board(drawing)
        .unit('A', recruit().heuristic().knows(knows))
        .unit('e', recruit())
}
