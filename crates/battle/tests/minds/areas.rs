//! Areas before they land: previews, blows, threats, and the words and brains that ask (rules §13).

use foretold_battle::board::CellSet;
use foretold_battle::brain::{Criterion, Selector, Side, Test};
use foretold_battle::testing::{
    RuleDraft, Scene, Story, UnitDraft, attack, board, cell, fireball, hold, lance, longsword, lot,
    move_towards, multiattack, recruit, shove, strike,
};
use foretold_battle::{
    Action, Aim, Amount, Area, AutofightMode, Battle, Blow, Card, Check, DamageKind, Deck, Depth,
    Edge, Event, Happening, Odds, Order, Silent, Tempo, UnitId, UnitSet, forecast, turn_in_words,
};

use crate::common::{arena, explained, preview, rules_of};

/// 10 sure damage at up to 5 cells.
fn bomb(area: Area) -> RuleDraft {
    attack(
        "Bomb",
        [strike(Check::Sure, Amount::flat(10), DamageKind::Fire)],
    )
    .range(5)
    .area(area)
}

const MOST_HIT: Selector = Selector::new(Criterion::MostHit, Side::Enemy);

/// Two lone enemies near, two together far away; a friend beside one more pair.
fn crowd(rule: RuleDraft) -> Scene {
    board(
        "
        A . . e . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . f g .
        . . . . . .
        ",
    )
    .unit('A', recruit().gambits([rule, hold()]))
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit().hp(30))
}

#[test]
fn a_rule_can_ask_how_many_enemies_it_would_hit() {
    for (count, range, acts) in [
        (1, 1, true),
        (2, 1, false),
        (2, 4, true),
        (3, 4, true),
        (4, 4, false),
    ] {
        let rule = bomb(Area::Burst(range)).when(Test::WouldHitEnemies(count));
        for story in crowd(rule).in_every_tempo() {
            let action = story.decision('A').action;
            assert_eq!(
                matches!(action, Action::Use { .. }),
                acts,
                "{count} {range}"
            );
        }
    }
    // Allies do not count.
    let rule = bomb(Area::Burst(1)).when(Test::WouldHitEnemies(2));
    let scene = board("A . . e B").unit('A', recruit().gambits([rule]));
    for story in scene
        .unit('e', recruit())
        .unit('B', recruit())
        .in_every_tempo()
    {
        assert_eq!(story.decision('A').action, Action::Idle);
    }
    let story = crowd(bomb(Area::Burst(1)).when(Test::WouldHitEnemies(2))).story();
    let lines = explained(&story, 'A', Depth::Detailed);
    let line = lines
        .iter()
        .find(|line| line.trim().starts_with("✗ it would"));
    let text = "    ✗ it would hit at least 2 enemies: it would hit 1";
    assert_eq!(line.map(String::as_str), Some(text), "{lines:?}");
}

#[test]
fn a_rule_can_ask_whether_it_would_hit_an_ally() {
    let scene = |rule: RuleDraft| {
        board(
            "
            A . . e
            . . . B
            ",
        )
        .unit('A', recruit().gambits([rule]))
        .unit('B', recruit())
        .unit('e', recruit())
    };
    let careful = |area| bomb(area).when_not(Test::WouldHitAlly);
    for (rule, expected) in [
        (careful(Area::Burst(1)), false),
        (careful(Area::Line(5)), true),
        (careful(Area::Burst(1)).spares(), true),
        (careful(Area::Burst(3)).spares(), true),
    ] {
        for story in scene(rule).in_every_tempo() {
            let acts = matches!(story.decision('A').action, Action::Use { .. });
            assert_eq!(acts, expected);
        }
    }
    // Oneself is no ally.
    let story = board("A e")
        .unit('A', recruit().gambits([careful(Area::Burst(1))]))
        .unit('e', recruit())
        .story();
    assert!(matches!(story.decision('A').action, Action::Use { .. }));
    let story = scene(careful(Area::Burst(1))).story();
    let lines = explained(&story, 'A', Depth::Detailed);
    assert!(
        lines.contains(&"    ✗ it would hit no ally: it would hit B".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn what_is_no_attack_would_hit_nobody() {
    let story = board("A . e")
        .unit(
            'A',
            recruit().gambits([move_towards().when(Test::WouldHitEnemies(0))]),
        )
        .unit('e', recruit())
        .story();
    assert_eq!(story.decision('A').action, Action::Idle);
    let lines = explained(&story, 'A', Depth::Detailed);
    assert!(
        lines.iter().any(|line| line.ends_with("it is no attack")),
        "{lines:?}"
    );
}

#[test]
fn most_hit_takes_the_target_with_the_most_enemies_around() {
    for story in crowd(bomb(Area::Burst(1)).on(MOST_HIT)).in_every_tempo() {
        let report = &rules_of(&story, 'A')[0];
        assert_eq!(report.selection.chosen, Some(story.id('f')));
    }
    let story = crowd(bomb(Area::Burst(1)).on(MOST_HIT)).story();
    let lines = explained(&story, 'A', Depth::Expert);
    let picked: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    for line in [
        "target f: a tie for the most hit in one row, and the column further left wins",
        "e at D1: hits 1 enemy",
        "g at E5: hits 2 enemies",
    ] {
        assert!(picked.contains(&line), "{lines:?}");
    }
}

#[test]
fn among_equals_most_hit_takes_the_fewest_allies_then_the_usual_ties() {
    let scene = board(
        "
        . . . e B
        A . . . .
        . . . f .
        . . . . .
        . . . g C
        ",
    )
    .unit('A', recruit().gambits([bomb(Area::Burst(1)).on(MOST_HIT)]))
    .unit('B', recruit())
    .unit('C', recruit())
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    for story in scene.in_every_tempo() {
        let report = &rules_of(&story, 'A')[0];
        assert_eq!(report.selection.chosen, Some(story.id('f')));
    }
    let story = scene.story();
    let lines = explained(&story, 'A', Depth::Expert);
    assert!(
        lines
            .iter()
            .any(|line| line.trim() == "e at D1: hits 1 enemy and 1 ally"),
        "{lines:?}"
    );
}

/// A mage, two enemies of different armour side by side, and a friend among them.
fn fireball_scene() -> Scene {
    fireball_scene_of(fireball())
}

/// The same with another rule for the mage.
fn fireball_scene_of(rule: RuleDraft) -> Scene {
    board(
        "
        A . . . .
        . . . e B
        . . . f .
        ",
    )
    .unit('A', recruit().gambits([rule]))
    .unit('e', recruit().armour_class(14))
    .unit('f', recruit().armour_class(6).hp(6))
    .unit('B', recruit())
}

#[test]
fn the_preview_has_every_victim_with_its_own_chance() {
    for story in fireball_scene().in_every_tempo() {
        let (a, skill) = (story.id('A'), story.skill("Fireball"));
        let previews = story.battle.previews_at(a, skill, cell("D2"));
        let told: Vec<(UnitId, String)> = previews
            .iter()
            .map(|(unit, it)| (*unit, it.strikes[0].odds.to_string()))
            .collect();
        assert_eq!(
            told,
            [
                (story.id('e'), "55%".to_owned()),
                (story.id('f'), "95%".to_owned()),
                (story.id('B'), "75%".to_owned()),
            ]
        );
        assert_eq!(preview(&story, 'A', "Fireball", 'e'), previews[0].1);
        assert!(previews[1].1.kill > previews[0].1.kill);
        let cells: CellSet = story.battle.cells_hit(a, skill, cell("D2"));
        assert_eq!(cells.len(), 9);
        let victims = story.battle.victims(a, skill, cell("D2"));
        assert_eq!(
            victims,
            previews.iter().map(|(unit, _)| *unit).collect::<UnitSet>()
        );
    }
}

#[test]
fn a_unit_that_is_spared_or_out_of_the_cells_has_an_empty_preview() {
    let story = board("A B e")
        .unit('A', recruit().gambits([bomb(Area::Line(5)).spares()]))
        .unit('B', recruit())
        .unit('e', recruit())
        .story();
    let spared = preview(&story, 'A', "Bomb", 'B');
    assert!(spared.strikes.is_empty());
    assert_eq!((spared.highest, spared.kill), (0, Odds::NEVER));
    // Nor is a spared unit shoved.
    let story = board("A B #\n. e .")
        .unit('A', recruit().gambits([shove().spares()]))
        .unit('B', recruit())
        .unit('e', recruit())
        .story();
    assert_eq!(preview(&story, 'A', "Shove", 'B').shove, None);
    assert!(preview(&story, 'A', "Shove", 'e').shove.is_some());
}

#[test]
fn a_foretold_area_is_a_blow_for_each_victim_with_all_its_cells() {
    // At cost 1 in every tempo, since nothing winds up where units take turns.
    for story in fireball_scene_of(fireball().cost(1)).in_every_tempo() {
        let blows = story.battle.blows();
        let told: Vec<(Option<UnitId>, String, String)> = blows
            .iter()
            .map(|it| (it.target, it.aim.to_string(), it.cell.to_string()))
            .collect();
        let at = |letter, cell: &str| (Some(story.id(letter)), "D2".to_owned(), cell.to_owned());
        assert_eq!(told, [at('e', "D2"), at('f', "D3"), at('B', "E2")]);
        let whole = |it: &Blow| it.cells.len() == 9 && (it.least, it.most) == (2, 24);
        assert!(blows.iter().all(whole));
    }
    let story = fireball_scene().story();
    let turn = story.battle.foretell(story.id('A')).expect("it acts");
    assert_eq!(
        turn_in_words(&story.battle, &turn),
        "A winds up Fireball at D2, lands in 2 ticks: e 55% (d20 +4 vs AC 14), 2–24 damage, no block; \
         f 95% (d20 +4 vs AC 6), 2–24 damage, no block, 69.98% to kill; \
         B 75% (d20 +4 vs AC 10), 2–24 damage, no block."
    );
}

#[test]
fn an_area_at_nobody_is_a_blow_at_its_locked_cell() {
    let scene = board("A . . . . . e")
        .unit('A', recruit().manual().knows([bomb(Area::Burst(1))]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        story.battle.set_player(true);
        assert_eq!(story.order_use('A', "Bomb", "D3"), Ok(()));
        let blows = story.battle.blows();
        assert_eq!((blows[0].target, blows[0].cell), (None, cell("D3")));
        let turn = story.battle.foretell(story.id('A')).expect("it acts");
        let text = turn_in_words(&story.battle, &turn);
        assert!(
            text.starts_with("A uses Bomb at D3: it hits nobody"),
            "{text}"
        );
    }
}

#[test]
fn threats_and_dangers_reach_as_far_as_the_area() {
    let scene = board("A . . . . . . . . . . .\n. . . . . . . . . . . e")
        .unit(
            'A',
            recruit().speed(1).gambits([bomb(Area::Burst(1)).range(3)]),
        )
        .unit('e', recruit());
    for story in scene.in_every_tempo() {
        let a = story.id('A');
        let threatened = |name: &str| story.battle.threats(cell(name)).iter().any(|it| it.by == a);
        assert_eq!(
            ["D1", "E1", "E5", "G1"].map(threatened),
            [true, true, true, false]
        );
        let danger = story.battle.danger_of(a);
        let near = ["D1", "E1", "F1"].map(|name| danger.now.contains(cell(name)));
        assert_eq!(near, [true, true, false]);
        let after = ["F1", "G1"].map(|name| danger.after_walk.contains(cell(name)));
        // In phases its one point does not buy both a walk and an attack.
        let walks = story.battle.arena().tempo() != Tempo::Phases;
        assert_eq!(after, [walks, false]);
        assert!(story.battle.targets_of(a).is_empty());
    }
}

#[test]
fn a_forecast_knows_the_area() {
    // One bomb has to do for two enemies, and f is too far away to be its target.
    for (area, wins) in [(Area::Line(7), 10), (Area::Cell, 0)] {
        let once = bomb(area).cooldown(50);
        let scene = board("A . . . e . . f")
            .unit('A', recruit().speed(0).gambits([once]))
            .unit('e', recruit().hp(10))
            .unit('f', recruit().hp(10));
        for story in scene.in_every_tempo() {
            assert_eq!(forecast(&story.battle, 3, 0..10).wins, wins, "{area:?}");
        }
    }
}

#[test]
fn the_heuristic_and_autofight_count_every_enemy_in_the_area() {
    let shot = || {
        let arrow = strike(Check::Sure, Amount::flat(15), DamageKind::Piercing);
        attack("Shot", [arrow]).range(3).needs_sight()
    };
    let knows = || [shot(), bomb(Area::Line(3)).range(3)];
    // 10 to each of two enemies is more than 15 to one; 10 to a friend takes 10 off.
    let cases = [('f', "Bomb"), ('B', "Shot")];
    for (behind, expected) in cases {
        let scene = |brain: UnitDraft| {
            board(&format!("A . e {behind}"))
                .unit('A', brain)
                .unit('e', recruit())
                .unit(behind, recruit())
        };
        let name = |story: &Story, action| match action {
            Action::Use { skill, .. } => story.battle.arena().skill(skill).name.clone(),
            other => panic!("{other:?}"),
        };
        for story in scene(recruit().heuristic().knows(knows())).in_every_tempo() {
            assert_eq!(name(&story, story.decision('A').action), expected);
        }
        for mut story in scene(recruit().manual().knows(knows())).in_every_tempo() {
            story.battle.set_player(true);
            let order = Order::Autofight(AutofightMode::AttackOnly);
            assert_eq!(story.order('A', order), Ok(()));
            assert_eq!(name(&story, story.decision('A').action), expected);
        }
    }
}

#[test]
fn neither_hurts_its_own_side_more_than_the_enemy() {
    let scene = |brain: UnitDraft| {
        board(
            "
            A . e B
            . . . C
            ",
        )
        .unit('A', brain)
        .unit('e', recruit())
        .unit('B', recruit())
        .unit('C', recruit())
    };
    let knows = || [bomb(Area::Burst(1))];
    for story in scene(recruit().heuristic().knows(knows())).in_every_tempo() {
        assert_eq!(story.decision('A').action, Action::Idle);
    }
    for mut story in scene(recruit().manual().knows(knows())).in_every_tempo() {
        story.battle.set_player(true);
        let order = Order::Autofight(AutofightMode::MoveAndAttack);
        assert_eq!(story.order('A', order), Ok(()));
        assert_eq!(story.decision('A').action, Action::Hold);
    }
}

#[test]
fn autofight_never_strikes_its_own_side() {
    let bombs = |area| bomb(area).range(3).needs_sight();
    let shot = || {
        let arrow = strike(Check::Sure, Amount::flat(1), DamageKind::Piercing);
        attack("Shot", [arrow]).range(3).needs_sight()
    };
    let punch = || {
        let fist = strike(Check::Sure, Amount::flat(1), DamageKind::Bludgeoning);
        attack("Punch", [fist])
    };
    let burst = || bombs(Area::Burst(1));
    // Two enemies would lose 20, and B only 10.
    let crowd = "
        A . . e B
        . . . f .
        ";
    let cases = [
        ("another skill", crowd, vec![burst(), shot()], "Shot at D1"),
        (
            "one that spares",
            crowd,
            vec![burst().spares()],
            "Bomb at D1",
        ),
        ("another place", "B e . A . g", vec![burst()], "Bomb at F1"),
        (
            "another spot",
            "A B e f\n. . . .",
            vec![bombs(Area::Line(3))],
            "Step to B2",
        ),
        ("walks up", crowd, vec![burst(), punch()], "Step to B1"),
        ("waits", crowd, vec![burst()], "Hold"),
    ];
    for (case, cells, knows, expected) in cases {
        let scene = board(cells)
            .unit('A', recruit().manual().knows(knows))
            .unit('B', recruit())
            .unit('e', recruit());
        let scene = match cells.contains('f') {
            true => scene.unit('f', recruit()),
            false => scene.unit('g', recruit()),
        };
        for mut story in scene.in_every_tempo() {
            story.battle.set_player(true);
            let order = Order::Autofight(AutofightMode::MoveAndAttack);
            assert_eq!(story.order('A', order), Ok(()));
            let does = match story.decision('A').action {
                Action::Use {
                    skill,
                    aim: Aim::Cell(at),
                    ..
                } => {
                    let skill = &story.battle.arena().skill(skill).name;
                    format!("{skill} at {at}")
                }
                Action::Step { to } => format!("Step to {to}"),
                other => format!("{other:?}"),
            };
            assert_eq!(does, expected, "{case}");
        }
    }
}

#[test]
fn the_preview_knows_that_a_strike_draws_its_card_for_others_too() {
    // Only a ×2 is left in the pile. g is hit by 19 of 20 rolls and e by 1. So the first strike
    // nearly always draws the ×2, and the second one of the two cards of a new pile.
    let deck = Deck {
        name: "two".to_owned(),
        cards: vec![(Card::Times(2), 1), (Card::Null, 1)],
    };
    let shot = strike(Check::Sure, Amount::flat(1), DamageKind::Slashing);
    let shot = attack("Shot", [shot]).cooldown(50).draws_card();
    let check = Check::Armour {
        bonus: 5,
        edge: Edge::Even,
    };
    let sword = strike(check, Amount::flat(10), DamageKind::Slashing);
    let swords = attack("Swords", [sword, sword]).range(2);
    let swords = swords.area(Area::Line(2)).draws_card();
    let scene = board("A e g")
        .unit('A', recruit().gambits([shot, swords]).deck(deck))
        .unit('e', recruit().armour_class(25))
        .unit('g', recruit().armour_class(7))
        .rolls([lot(2, 1)]);
    for mut story in scene.in_every_tempo() {
        story.rounds(1);
        // 5% of 20; and 5% of 10 on average, or of 20 where the first strike hit nobody (4.75%).
        let shown = preview(&story, 'A', "Swords", 'e');
        assert_eq!(shown.expected_hundredths, 152);
    }
}

/// What an attack did to each unit in many battles: the HP that it lost, and how often the first
/// strike hit it.
fn frequencies(scene: &Scene, battles: u64) -> Vec<(UnitId, u64, u64)> {
    let arena = arena(scene);
    let mut sums: Vec<(UnitId, u64, u64)> = Vec::new();
    for seed in 0..battles {
        let mut battle = Battle::start(&arena, seed, &mut Silent);
        let before: Vec<u16> = battle.units().map(|(_, unit)| unit.hp).collect();
        let mut log: Vec<Event> = Vec::new();
        battle.step(&mut log);
        for (unit, state) in battle.units() {
            let lost = u64::from(before[unit.slot()] - state.hp);
            let hit = log.iter().any(|event| match event.what {
                Happening::Struck(it) => {
                    it.target == unit
                        && it.strike == 0
                        && it.verdict != foretold_battle::Verdict::Miss
                }
                _ => false,
            });
            match sums.iter_mut().find(|(of, ..)| *of == unit) {
                Some(sum) => *sum = (unit, sum.1 + lost, sum.2 + u64::from(hit)),
                None => sums.push((unit, lost, u64::from(hit))),
            }
        }
    }
    sums
}

#[test]
fn previews_equal_frequencies_for_every_victim() {
    const BATTLES: u64 = 6_000;
    // Three cards and two strikes: what a strike draws for others is gone for the next.
    let deck = Deck {
        name: "three".to_owned(),
        cards: vec![(Card::Plus(9), 1), (Card::Null, 1), (Card::Times(2), 1)],
    };
    let rules = [
        fireball().cost(1),
        lance(),
        multiattack().range(4).area(Area::Line(4)).draws_card(),
        longsword().range(3).area(Area::Cone(3)),
    ];
    let cases = rules.map(|rule| Tempo::ALL.map(|tempo| (rule.clone(), tempo)));
    for (rule, tempo) in cases.into_iter().flatten() {
        let scene = board(
            "
            . . . f .
            A . e g B
            ",
        )
        .tempo(tempo)
        .unit(
            'A',
            recruit()
                .initiative(50)
                .gambits([rule.on(Selector::NEAREST_ENEMY)])
                .deck(deck.clone()),
        )
        .unit('e', recruit().armour_class(15))
        .unit('f', recruit().armour_class(8))
        .unit('g', recruit().resists(DamageKind::Fire))
        .unit('B', recruit().armour_class(12));
        let story = scene.story();
        let a = story.id('A');
        let skill = story.battle.arena().sheet(a).skills[0];
        let foretold = story.battle.previews_at(a, skill, cell("C2"));
        assert!(foretold.len() >= 2, "it is an area");
        for (unit, lost, hits) in frequencies(&scene, BATTLES) {
            let Some((_, it)) = foretold.iter().find(|(of, _)| *of == unit) else {
                assert_eq!((lost, hits), (0, 0), "nothing is foretold of it");
                continue;
            };
            let expected = u64::from(it.expected_hundredths) * BATTLES / 100;
            // A sum of this many varies by about 1,000.
            assert!(
                lost.abs_diff(expected) < 2_500,
                "{tempo:?} {lost} {expected}"
            );
            let likely = u64::from(it.strikes[0].odds.hundredths()) * BATTLES / 10_000;
            assert!(hits.abs_diff(likely) < 150, "{tempo:?} {hits} {likely}");
        }
    }
}
