//! Bumps and pits: a shove that moves nobody hurts, a shove into a pit kills (rules §13).

use foretold_battle::brain::{Criterion, Selector, Side};
use foretold_battle::testing::{
    Log, Scene, Story, UnitDraft, assert_log, attack, blow, board, heavy_punch, mend, pull,
    recruit, shove, web,
};
use foretold_battle::{Check, DamageKind, Life, Phase, Silent, Status};

use crate::common::{drawn_in_the_rules, once, push};

/// A shoves e; everyone else in the drawing does nothing.
fn shoved(drawing: &str, e: &UnitDraft) -> Scene {
    let mut scene = board(drawing)
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', e.clone());
    for letter in ['B', 'f'] {
        if drawing.contains(letter) {
            scene = scene.unit(letter, recruit());
        }
    }
    scene
}

#[test]
fn a_shove_into_a_wall_the_edge_or_a_unit_moves_nobody_and_hurts() {
    for (drawing, stop, other) in [
        ("e A", "the edge", None),
        (". e .\n. A .", "the edge", None),
        ("# e A", "the wall on A1", None),
        (". # .\n. e .\n. A .", "the wall on B1", None),
        ("# . .\n. e .\n. . A", "the wall on A1", None),
        ("f e A", "f", Some("f suffers from a bump, 5 dealt, 95/100")),
        ("B e A", "B", Some("B suffers from a bump, 5 dealt, 95/100")),
    ] {
        let stopped = format!("A shoves e against {stop}");
        let bump = "e suffers from a bump, 5 dealt, 95/100";
        let expected = ["A → e: Shove hit", &stopped, bump];
        let expected: Vec<&str> = expected.into_iter().chain(other).collect();
        let scene = shoved(drawing, &recruit());
        scene.assert_in_every_tempo(1, &expected);
    }
}

/// The drawn example of docs/rules.md §13 is what the game does.
#[test]
fn the_drawn_example_of_the_rules_is_true() {
    let shoves = |on| recruit().gambits([once(shove()).on(on)]);
    let strongest = Selector::new(Criterion::HighestHp, Side::Enemy);
    let scene = board(&drawn_in_the_rules("Bumps"))
        .unit('A', shoves(Selector::NEAREST_ENEMY))
        .unit('B', shoves(Selector::LOWEST_HP_ENEMY))
        .unit('C', shoves(strongest))
        .unit('e', recruit())
        .unit('f', recruit())
        .unit('g', recruit().hurt_to(90))
        .unit('h', recruit().hp(110));
    for mut story in scene.in_every_tempo() {
        let log = story.rounds(1);
        let mut deeds = log.deeds();
        deeds.retain(|deed| !deed.ends_with("hit"));
        deeds.sort_unstable();
        assert_eq!(
            deeds,
            [
                "A shoves e against the wall on A2",
                "B shoves g against f",
                "C shoves h B4 → A4",
                "e suffers from a bump, 5 dealt, 95/100",
                "f suffers from a bump, 5 dealt, 95/100",
                "g suffers from a bump, 5 dealt, 85/100",
                "h falls into the pit on A4",
            ]
        );
    }
}

#[test]
fn the_number_is_a_house_rule_and_0_means_no_bumps() {
    let hit = ["A → e: Shove hit", "A shoves e against f"];
    let bumps = [
        "e suffers from a bump, 12 dealt, 88/100",
        "f suffers from a bump, 12 dealt, 88/100",
    ];
    let scene = |bump| shoved("f e A", &recruit()).house(|house| house.bump = bump);
    scene(12).assert_in_every_tempo(1, &[hit, bumps].concat());
    scene(0).assert_in_every_tempo(1, &hit);
}

#[test]
fn block_absorbs_a_bump_of_both() {
    let scene = board("f e A")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('e', recruit().start_block(3))
        .unit('f', recruit().start_block(8));
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Shove hit",
            "A shoves e against f",
            "e suffers from a bump, 3 blocked, 2 dealt, 98/100",
            "f suffers from a bump, 5 blocked, 0 dealt, 100/100",
        ],
    );
}

#[test]
fn resistances_apply_as_to_any_bludgeoning_damage() {
    let kind = DamageKind::Bludgeoning;
    for (unit, bump) in [
        (
            recruit().resists(kind),
            "e suffers from a bump, resists bludgeoning, 2 dealt, 98/100",
        ),
        (
            recruit().vulnerable(kind),
            "e suffers from a bump, vulnerable to bludgeoning, 10 dealt, 90/100",
        ),
        (
            recruit().immune(kind),
            "e suffers from a bump, immune to bludgeoning, 0 dealt, 100/100",
        ),
    ] {
        let hit = ["A → e: Shove hit", "A shoves e against the wall on A1"];
        let scene = shoved("# e A", &unit);
        scene.assert_in_every_tempo(1, &[hit.as_slice(), &[bump]].concat());
    }
}

#[test]
fn a_bump_can_kill_and_the_last_hp_count_only_at_the_end() {
    let scene = shoved("# e A . f", &recruit().hp(5));
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Shove hit",
            "A shoves e against the wall on A1",
            "e suffers from a bump, 5 dealt, 0/5",
            "e falls on B1",
        ],
    );
}

/// A strikes e down, and in the next round shoves it where it lies. Returns what e was before that
/// shove, too.
fn shoved_while_down(drawing: &str) -> [(Life, Story, Log); 3] {
    let scene = board(drawing)
        .unit('A', recruit().gambits([once(blow(9)), shove()]))
        .unit('e', recruit().hp(9).downed_at_zero())
        .unit('f', recruit());
    scene.in_every_tempo().map(|mut story| {
        story.rounds(1);
        let before = story.unit('e').life;
        let order = story.order_use('A', "Shove", "B1");
        order.expect("e lies within reach");
        // Where units take turns, this is A's step: e's turn is later.
        let log = story.ticks(1);
        (before, story, log)
    })
}

#[test]
fn a_bump_is_damage_while_down() {
    for (before, _, log) in shoved_while_down("# e A . f") {
        let Life::Down { failures, .. } = before else {
            panic!("e is {before:?}");
        };
        let hurt = format!("e is hurt while down: {} failed", failures + 1);
        assert_eq!(
            log.deeds()[..4],
            [
                "A → e: Shove hit",
                "A shoves e against the wall on A1",
                "e suffers from a bump, 5 dealt, 0/9",
                &hurt,
            ]
        );
    }
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
    for unit in [
        recruit(),
        recruit().downed_at_zero(),
        recruit().start_block(99),
    ] {
        let scene = shoved("o e A . f", &unit);
        let falls = [
            "A → e: Shove hit",
            "A shoves e B1 → A1",
            "e falls into the pit on A1",
        ];
        scene.assert_in_every_tempo(1, &falls);
    }
}

#[test]
fn the_downed_fall_too_and_make_no_death_save() {
    for (_, story, log) in shoved_while_down("o e A . f") {
        assert_eq!(
            log.deeds(),
            [
                "A → e: Shove hit",
                "A shoves e B1 → A1",
                "e falls into the pit on A1",
            ]
        );
        assert_eq!(story.unit('e').life, Life::Fallen);
    }
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
fn nobody_is_shoved_out_of_a_pit() {
    // Both shoves hit, and the second would drive e from the pit against the edge.
    let scene = board("o e A\n. . B")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('B', recruit().gambits([once(shove())]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Shove hit",
            "t1 B → e: Shove hit",
            "t1 A shoves e B1 → A1",
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
    // Where units take turns they fall one after the other.
    for mut story in scene.in_every_tempo() {
        story.rounds(1);
        let fallen = ['e', 'f'].map(|letter| story.unit(letter).life == Life::Fallen);
        assert_eq!(fallen, [true, true]);
    }
}

#[test]
fn the_rooted_resist_bumps_and_pits() {
    let resists = ["A → e: Shove hit", "A cannot shove e: rooted"];
    for drawing in ["# e A", "o e A", "f e A"] {
        let scene = shoved(drawing, &recruit().with(Status::Rooted, 9));
        scene.assert_in_every_tempo(1, &resists);
    }
    // A web of the same tick holds, too.
    let scene = board("o e A .\n. . . B")
        .unit('A', recruit().gambits([once(shove())]))
        .unit('B', recruit().gambits([once(web())]))
        .unit('e', recruit());
    let lines = scene.ticks(1).lines;
    assert!(lines.contains(&"t1 A cannot shove e: rooted".to_owned()));
}

/// A pulls e; B, if there is one, does nothing.
fn pulled(drawing: &str, e: UnitDraft) -> Scene {
    let scene = board(drawing)
        .unit('A', recruit().gambits([once(pull())]))
        .unit('e', e);
    if drawing.contains('B') {
        scene.unit('B', recruit())
    } else {
        scene
    }
}

#[test]
fn a_pull_is_a_shove_towards_the_attacker() {
    for (drawing, expected) in [
        ("A . . e", vec!["A → e: Pull hit", "A pulls e D1 → C1"]),
        (
            "A . .\n. . .\n. . e",
            vec!["A → e: Pull hit", "A pulls e C3 → B2"],
        ),
        (
            "A B e",
            vec![
                "A → e: Pull hit",
                "A pulls e against B",
                "e suffers from a bump, 5 dealt, 95/100",
                "B suffers from a bump, 5 dealt, 95/100",
            ],
        ),
        (
            "A # e",
            vec![
                "A → e: Pull hit",
                "A pulls e against the wall on B1",
                "e suffers from a bump, 5 dealt, 95/100",
            ],
        ),
        (
            "A o e . B",
            vec![
                "A → e: Pull hit",
                "A pulls e C1 → B1",
                "e falls into the pit on B1",
                "victory",
            ],
        ),
        (
            "A e",
            vec![
                "A → e: Pull hit",
                "A pulls e against A",
                "e suffers from a bump, 5 dealt, 95/100",
                "A suffers from a bump, 5 dealt, 95/100",
            ],
        ),
    ] {
        pulled(drawing, recruit()).assert_in_every_tempo(1, &expected);
    }
    let rooted = pulled("A . e", recruit().with(Status::Rooted, 9));
    rooted.assert_in_every_tempo(1, &["A → e: Pull hit", "A cannot pull e: rooted"]);
}

#[test]
fn nobody_shoves_themselves() {
    let own = attack("Push", [push(Check::Sure)])
        .range(0)
        .on(Selector::OWN);
    let scene = board("A . e")
        .unit('A', recruit().gambits([once(own)]))
        .unit('e', recruit());
    scene.assert_in_every_tempo(1, &["A → A: Push hit"]);
}
