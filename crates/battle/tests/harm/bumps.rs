//! Bumps and pits: a shove that moves nobody hurts, a shove into a pit kills (rules §13).

use foretold_battle::brain::Selector;
use foretold_battle::testing::{
    Scene, UnitDraft, assert_log, attack, blow, board, cell, d20, heavy_punch, mend, move_away,
    pull, recruit, shove, strike, web,
};
use foretold_battle::{
    Action, Amount, AutofightMode, Check, DamageKind, Edge, Life, Phase, Shove, ShoveEnd, Silent,
    Status, Strike, UnitId,
};

use crate::common::{first_step, once};

/// A unit that acts first and stays where it is.
fn first() -> UnitDraft {
    recruit().initiative(50).speed(0)
}

/// A shoves e, in every tempo; everyone else in the drawing does nothing.
fn shoved(drawing: &str, e: &UnitDraft) -> [Vec<String>; 3] {
    first_step(|| {
        let mut scene = board(drawing)
            .unit('A', first().gambits([once(shove())]))
            .unit('e', e.clone());
        for letter in ['B', 'f'] {
            if drawing.contains(letter) {
                scene = scene.unit(letter, recruit());
            }
        }
        scene
    })
}

#[test]
fn a_shove_into_a_wall_the_edge_or_a_unit_moves_nobody_and_hurts() {
    let bump = "t1 e suffers from a bump, 5 dealt, 95/100";
    for (drawing, stop, other) in [
        ("e A", "the edge", None),
        (". e .\n. A .", "the edge", None),
        ("# e A", "the wall on A1", None),
        (". # .\n. e .\n. A .", "the wall on B1", None),
        ("# . .\n. e .\n. . A", "the wall on A1", None),
        (
            "f e A",
            "f",
            Some("t1 f suffers from a bump, 5 dealt, 95/100"),
        ),
        (
            "B e A",
            "B",
            Some("t1 B suffers from a bump, 5 dealt, 95/100"),
        ),
    ] {
        let stopped = format!("t1 A shoves e against {stop}");
        let expected: Vec<&str> = ["t1 A → e: Shove hit", &stopped, bump]
            .into_iter()
            .chain(other)
            .collect();
        for lines in shoved(drawing, &recruit()) {
            assert_eq!(lines, expected, "{drawing}");
        }
    }
}

#[test]
fn the_number_is_a_house_rule_and_0_means_no_bumps() {
    let shoved = |bump| {
        first_step(|| {
            board("f e A")
                .unit('A', first().gambits([once(shove())]))
                .unit('e', recruit())
                .unit('f', recruit())
                .house(move |house| house.bump = bump)
        })
    };
    for lines in shoved(12) {
        assert_eq!(
            lines,
            [
                "t1 A → e: Shove hit",
                "t1 A shoves e against f",
                "t1 e suffers from a bump, 12 dealt, 88/100",
                "t1 f suffers from a bump, 12 dealt, 88/100",
            ]
        );
    }
    for lines in shoved(0) {
        assert_eq!(lines, ["t1 A → e: Shove hit", "t1 A shoves e against f"]);
    }
}

#[test]
fn block_absorbs_a_bump_of_both() {
    let scene = || {
        board("f e A")
            .unit('A', first().gambits([once(shove())]))
            .unit('e', recruit().start_block(3))
            .unit('f', recruit().start_block(8))
    };
    for lines in first_step(scene) {
        assert_eq!(
            lines,
            [
                "t1 A → e: Shove hit",
                "t1 A shoves e against f",
                "t1 e suffers from a bump, 3 blocked, 2 dealt, 98/100",
                "t1 f suffers from a bump, 5 blocked, 0 dealt, 100/100",
            ]
        );
    }
}

#[test]
fn resistances_apply_as_to_any_bludgeoning_damage() {
    let kind = DamageKind::Bludgeoning;
    for (unit, line) in [
        (
            recruit().resists(kind),
            "t1 e suffers from a bump, resists bludgeoning, 2 dealt, 98/100",
        ),
        (
            recruit().vulnerable(kind),
            "t1 e suffers from a bump, vulnerable to bludgeoning, 10 dealt, 90/100",
        ),
        (
            recruit().immune(kind),
            "t1 e suffers from a bump, immune to bludgeoning, 0 dealt, 100/100",
        ),
    ] {
        for lines in shoved("# e A", &unit) {
            assert_eq!(lines.last().map(String::as_str), Some(line));
        }
    }
}

#[test]
fn a_bump_can_kill_and_the_last_hp_count_only_at_the_end() {
    for lines in shoved("# e A . f", &recruit().hp(5)) {
        assert_eq!(
            lines,
            [
                "t1 A → e: Shove hit",
                "t1 A shoves e against the wall on A1",
                "t1 e suffers from a bump, 5 dealt, 0/5",
                "t1 e falls on B1",
            ]
        );
    }
}

#[test]
fn a_bump_is_damage_while_down() {
    let scene = board("# e A . f")
        .unit('A', recruit().gambits([once(blow(9)), shove()]))
        .unit('e', recruit().hp(9).downed_at_zero())
        .unit('f', recruit());
    let mut story = scene.rolls([d20(12)]).story();
    story.ticks(1);
    let at = story.unit('e').cell;
    let shove = story.skill("Shove");
    let order = foretold_battle::Order::Use { skill: shove, at };
    story.order('A', order).expect("e lies within reach");
    assert_log!(
        story.ticks(1),
        [
            "t2 A → e: Shove hit",
            "t2 A shoves e against the wall on A1",
            "t2 e suffers from a bump, 5 dealt, 0/9",
            "t2 e is hurt while down: 1 failed",
            "t2 e death save d20(12): 1 made, 1 failed",
        ]
    );
}

#[test]
fn a_bump_breaks_no_wind_up() {
    for (drawing, stop) in [("A e #", "the wall on C1"), ("A e f", "f")] {
        let mut scene = board(drawing)
            .unit('A', recruit().gambits([once(shove())]))
            .unit('e', recruit().gambits([once(heavy_punch())]));
        if drawing.contains('f') {
            scene = scene.unit(
                'f',
                recruit()
                    .gambits([once(heavy_punch())])
                    .with(Status::Rooted, 9),
            );
        }
        let lines = scene.ticks(2).lines;
        assert!(lines.contains(&format!("t1 A shoves e against {stop}")));
        assert!(lines.contains(&"t2 e → A: Heavy Punch hit, 25 dealt, 75/100".to_owned()));
        assert!(!lines.iter().any(|line| line.contains("loses")));
    }
}

#[test]
fn a_shove_into_a_pit_kills_whatever_the_unit_does_at_0_hp() {
    for unit in [recruit(), recruit().downed_at_zero()] {
        for lines in shoved("o e A . f", &unit) {
            assert_eq!(
                lines,
                [
                    "t1 A → e: Shove hit",
                    "t1 A shoves e B1 → A1",
                    "t1 e falls into the pit on A1",
                ]
            );
        }
    }
}

#[test]
fn the_downed_fall_too_and_make_no_death_save() {
    // No roll is scripted, so any death save would fail the test.
    let scene = board("o e A . f")
        .unit('A', recruit().gambits([once(blow(9)), shove()]))
        .unit('e', recruit().hp(9).downed_at_zero())
        .unit('f', recruit())
        .rolls([]);
    let mut story = scene.story();
    story.ticks(1);
    let at = story.unit('e').cell;
    let shove = story.skill("Shove");
    let order = foretold_battle::Order::Use { skill: shove, at };
    story.order('A', order).expect("e lies within reach");
    assert_log!(
        story.ticks(1),
        [
            "t2 A → e: Shove hit",
            "t2 A shoves e B1 → A1",
            "t2 e falls into the pit on A1",
        ]
    );
    assert_eq!(story.unit('e').life, Life::Fallen);
}

#[test]
fn whoever_falls_into_a_pit_finishes_the_tick() {
    let pushed = board("o e A #")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().gambits([once(shove())]));
    assert_log!(
        pushed.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 e → A: Shove hit",
            "t1 A shoves e B1 → A1",
            "t1 e shoves A against the wall on D1",
            "t1 A suffers from a bump, 5 dealt, 95/100",
            "t1 e falls into the pit on A1",
            "t1 victory",
        ]
    );
}

#[test]
fn no_heal_saves_from_a_pit_and_poison_bites_nobody_there() {
    let scene = board("o e A\nf . .")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().with_amount(Status::Poisoned, 9, 5))
        .unit('f', recruit().gambits([once(mend())]));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 f heals e by 15, 100/100",
            "t1 A shoves e B1 → A1",
            "t1 e falls into the pit on A1",
        ]
    );
}

#[test]
fn one_pit_takes_several_in_a_tick() {
    let scene = board("A e o f B\n. . . . g")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('B', recruit().gambits([once(shove())]))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit());
    let mut story = scene.story();
    for phase in Phase::ALL {
        story.run(phase);
        // A battle can be saved between any two phases, also while units fall.
        let saved = serde_json::to_string(&story.battle).expect("a battle can be written");
        let mut copy: foretold_battle::Battle = serde_json::from_str(&saved).expect("and read");
        let mut original = story.battle.clone();
        copy.step(&mut Silent);
        original.step(&mut Silent);
        assert_eq!(copy.fingerprint(), original.fingerprint(), "{phase:?}");
    }
    assert_eq!(story.unit('e').life, Life::Fallen);
    assert_eq!(story.unit('f').life, Life::Fallen);
}

#[test]
fn the_rooted_resist_bumps_and_pits() {
    for drawing in ["# e A", "o e A", "f e A"] {
        for lines in shoved(drawing, &recruit().with(Status::Rooted, 9)) {
            assert_eq!(
                lines,
                ["t1 A → e: Shove hit", "t1 A cannot shove e: rooted"],
                "{drawing}"
            );
        }
    }
    // A web of the same tick holds, too.
    let scene = board("o e A .\n. . . B")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('B', recruit().gambits([once(web())]))
        .unit('e', recruit());
    assert!(
        scene
            .ticks(1)
            .lines
            .contains(&"t1 A cannot shove e: rooted".to_owned())
    );
}

/// A pulls e, in every tempo; B, if there is one, does nothing.
fn pulled(drawing: &str, e: &UnitDraft) -> [Vec<String>; 3] {
    first_step(|| {
        let mut scene: Scene = board(drawing)
            .unit('A', first().gambits([once(pull())]))
            .unit('e', e.clone());
        if drawing.contains('B') {
            scene = scene.unit('B', recruit());
        }
        scene
    })
}

#[test]
fn a_pull_is_a_shove_towards_the_attacker() {
    for (drawing, expected) in [
        (
            "A . . e",
            vec!["t1 A → e: Pull hit", "t1 A shoves e D1 → C1"],
        ),
        (
            "A . .\n. . .\n. . e",
            vec!["t1 A → e: Pull hit", "t1 A shoves e C3 → B2"],
        ),
        (
            "A B e",
            vec![
                "t1 A → e: Pull hit",
                "t1 A shoves e against B",
                "t1 e suffers from a bump, 5 dealt, 95/100",
                "t1 B suffers from a bump, 5 dealt, 95/100",
            ],
        ),
        (
            "A # e",
            vec![
                "t1 A → e: Pull hit",
                "t1 A shoves e against the wall on B1",
                "t1 e suffers from a bump, 5 dealt, 95/100",
            ],
        ),
        (
            "A o e . B",
            vec![
                "t1 A → e: Pull hit",
                "t1 A shoves e C1 → B1",
                "t1 e falls into the pit on B1",
                "t1 victory",
            ],
        ),
        (
            "A e",
            vec![
                "t1 A → e: Pull hit",
                "t1 A shoves e against A",
                "t1 e suffers from a bump, 5 dealt, 95/100",
                "t1 A suffers from a bump, 5 dealt, 95/100",
            ],
        ),
    ] {
        for lines in pulled(drawing, &recruit()) {
            assert_eq!(lines, expected, "{drawing}");
        }
    }
    for lines in pulled("A . e", &recruit().with(Status::Rooted, 9)) {
        assert_eq!(lines, ["t1 A → e: Pull hit", "t1 A cannot shove e: rooted"]);
    }
}

#[test]
fn nobody_shoves_themselves() {
    let push = Strike {
        shoves: Some(Shove::Away),
        ..Strike::default()
    };
    let own = attack("Push", [push]).range(0).on(Selector::OWN);
    let scene = board("A . e")
        .unit('A', recruit().gambits([once(own)]))
        .unit('e', recruit());
    assert_log!(scene.ticks(1), ["t1 A → A: Push hit"]);
}

/// A sure push with damage, and a push that must be rolled.
fn pushes() -> [foretold_battle::testing::RuleDraft; 2] {
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

/// What A's attack on e would come to: the shove, the average, and the chance to kill.
fn previewed(drawing: &str, name: &str, e: UnitDraft) -> (Option<ShoveEnd>, u32, u16) {
    let mut scene = board(drawing)
        .unit('A', recruit().gambits(pushes()))
        .unit('e', e);
    if drawing.contains('f') {
        scene = scene.unit('f', recruit().resists(DamageKind::Bludgeoning));
    }
    let story = scene.story();
    let skill = story.skill(name);
    let shown = story.battle.preview(story.id('A'), skill, story.id('e'));
    let shown = shown.expect("it is an attack");
    let kill = shown.kill.hundredths();
    (shown.shove, shown.expected_hundredths, kill)
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
        assert_eq!(shown, expected, "{drawing} {name} {hp}");
    }
    let rooted = recruit().with(Status::Rooted, 9);
    let shown = previewed("o e A", "Ram", rooted);
    assert_eq!(shown, (Some(ShoveEnd::Resists), 1_000, 0));
    // Block takes of the blow and of the bump together.
    let shown = previewed("# e A", "Ram", recruit().start_block(12));
    assert_eq!(shown, (bumps(None), 300, 0));
}

#[test]
fn how_often_a_nudge_kills_is_what_the_preview_says() {
    let kills = |drawing: &str, hp| {
        let scene = board(drawing)
            .unit('A', recruit().gambits(pushes().into_iter().skip(1)))
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
        let kills = kills(drawing, hp);
        assert!((1_011..=1_189).contains(&kills), "{drawing}: {kills}");
    }
}

#[test]
fn a_coming_blow_shows_its_shove_after_the_steps_of_the_tick() {
    let shove_of = |f: UnitDraft| {
        let story = board("A e f .\n# # # #")
            .unit('A', recruit().gambits([shove()]))
            .unit('e', recruit())
            .unit('f', f)
            .story();
        let blows = story.battle.blows();
        blows.first().and_then(|blow| blow.shove)
    };
    let away = move_away().on(Selector::NEAREST_ENEMY);
    let f = UnitId::new(2).expect("the third unit");
    assert_eq!(
        shove_of(recruit()),
        Some(ShoveEnd::Bumps {
            damage: 5,
            against: Some((f, 5)),
        })
    );
    assert_eq!(
        shove_of(recruit().gambits([away])),
        Some(ShoveEnd::Moves(cell("C1")))
    );
}

#[test]
fn the_agent_and_autofight_push_into_pits() {
    // The blow does 30, the shove nothing but the fall.
    let story = |drawing: &str| {
        board(drawing)
            .unit('A', recruit().heuristic().knows([blow(30), shove()]))
            .unit('e', recruit())
            .story()
    };
    let used = |story: &foretold_battle::testing::Story| match story.decision('A').action {
        Action::Use { skill, .. } => story.battle.arena().skill(skill).name.clone(),
        other => format!("{other:?}"),
    };
    for (drawing, expected) in [(". e A", "Blow"), ("# e A", "Blow"), ("o e A", "Shove")] {
        let mut story = story(drawing);
        assert_eq!(used(&story), expected, "{drawing}");
        let order = foretold_battle::Order::Autofight(AutofightMode::MoveAndAttack);
        story.order('A', order).expect("e is in view");
        assert_eq!(used(&story), expected, "{drawing}");
    }
}
