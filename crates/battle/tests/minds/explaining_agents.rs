//! The reasons of autofight and the heuristic as text, and a law for all reasons (rules §6, §10).

use foretold_battle::testing::{
    Story, UnitDraft, aimed_shot, blow, board, dodge, guard, hold, light_punch, longsword,
    multiattack, polearm, random_setup_in, recruit,
};
use foretold_battle::{
    Action, Arena, AutofightMode, AutofightSettings, Battle, Decision, Depth, Intent, Order,
    Ranking, Silent, Status, Stop, Tempo, Why, explain,
};

use crate::common::explained;

/// A presses the one key.
fn autofights(mut story: Story, mode: AutofightMode) -> Story {
    story.battle.set_player(true);
    assert_eq!(story.order('A', Order::Autofight(mode)), Ok(()));
    story
}

/// A between a near and a far enemy.
fn hunter(settings: AutofightSettings) -> Story {
    let me = recruit()
        .manual()
        .knows([light_punch()])
        .autofight(settings);
    board("f . . . A . . e")
        .unit('A', me)
        .unit('e', recruit().hurt_to(60).gambits([blow(5)]))
        .unit('f', recruit())
        .story()
}

#[test]
fn autofight_shows_target_way_and_what_decided() {
    let story = autofights(
        hunter(AutofightSettings::default()),
        AutofightMode::MoveAndAttack,
    );
    let line = "A sets out for F1: autofight goes for e.";
    assert_eq!(explained(&story, 'A', Depth::Simple), [line]);
    let detailed = [
        line,
        "  mode: move and attack",
        "  attack: not now, 2 cells to go",
        "  target e: it is nearer",
    ];
    assert_eq!(explained(&story, 'A', Depth::Detailed), detailed);
    let expert = explained(&story, 'A', Depth::Expert);
    assert_eq!(expert[..4], detailed);
    assert_eq!(
        expert[4..],
        [
            "    e: not now; marked no, can attack now no, not harmless yes, helpless no, \
             distance 3, holding me no, hindered no, injury 1, threat 5, preferred kind no",
            "    f: not now; marked no, can attack now no, not harmless yes, helpless no, \
             distance 4, holding me no, hindered no, injury 0, threat 0, preferred kind no",
        ]
    );
}

#[test]
fn autofight_compares_in_the_order_of_the_settings() {
    let settings = AutofightSettings {
        order: vec![Ranking::Threat, Ranking::Distance],
        ..AutofightSettings::default()
    };
    let story = autofights(hunter(settings), AutofightMode::MoveAndAttack);
    assert_eq!(
        explained(&story, 'A', Depth::Expert)[3..],
        [
            "  target e: it is the greater threat",
            "    e: not now; threat 5, distance 3",
            "    f: not now; threat 0, distance 4",
        ]
    );
}

#[test]
fn autofight_names_each_type_of_attack_and_mode() {
    use AutofightMode::{AttackOnly, FireOnly, MoveAndAttack};
    for (drawing, weapon, mode, words, attack) in [
        (
            "A e",
            light_punch(),
            MoveAndAttack,
            "move and attack",
            "melee",
        ),
        (
            "A . e",
            polearm(),
            AttackOnly,
            "attack without moving",
            "reaching",
        ),
        ("A . . e", aimed_shot(), FireOnly, "fire only", "fire"),
        (
            "A ~ . e",
            light_punch(),
            MoveAndAttack,
            "move and attack",
            "not now, 2 cells to go through a hazard",
        ),
    ] {
        let story = board(&format!("{drawing}\n# # # #"))
            .unit('A', recruit().manual().knows([weapon]))
            .unit('e', recruit())
            .story();
        assert_eq!(
            explained(&autofights(story, mode), 'A', Depth::Detailed)[1..],
            [
                format!("  mode: {words}"),
                format!("  attack: {attack}"),
                "  target e: there was no other".to_owned(),
            ]
        );
    }
}

#[test]
fn autofight_shows_ties_and_resting_weapons() {
    let mut story = board(
        "
        e . .
        . A .
        f . .
        ",
    )
    .unit('A', recruit().manual().knows([light_punch().cooldown(3)]))
    .unit('e', recruit().hp(30).gambits([hold()]))
    .unit('f', recruit().hp(30).gambits([hold()]))
    .story();
    let tie = "  target e: a tie in everything, \
               and the higher row wins, then the column further left";
    let fresh = autofights(story.clone(), AutofightMode::MoveAndAttack);
    assert_eq!(explained(&fresh, 'A', Depth::Detailed)[3], tie);
    story = fresh;
    story.ticks(1);
    let story = autofights(story, AutofightMode::MoveAndAttack);
    assert_eq!(
        explained(&story, 'A', Depth::Detailed),
        [
            "A holds: autofight goes for e.",
            "  mode: move and attack",
            "  attack: not now, it waits where it is",
            "  target e: it is more injured",
        ]
    );
}

#[test]
fn autofight_that_stopped_gives_its_message() {
    let story = autofights(
        hunter(AutofightSettings::default()),
        AutofightMode::MoveAndAttack,
    );
    let Why::Autofight(mut report) = story.decision('A').why else {
        panic!("it follows the one key");
    };
    (report.target, report.stop) = (None, Some(Stop::NoTargetInView));
    let decision = Decision {
        action: Action::Hold,
        why: Why::Autofight(report),
    };
    let lines = explain(&story.battle, story.id('A'), &decision, Depth::Detailed);
    assert_eq!(
        lines,
        [
            "A holds: autofight goes for nobody. No target in view.",
            "  mode: move and attack",
        ]
    );
}

#[test]
fn the_heuristic_shows_target_attacks_and_what_decided() {
    let sling = blow(5)
        .range(3)
        .with(|skill| skill.name = "Sling".to_owned());
    let story = board("A e")
        .unit('A', recruit().heuristic().knows([light_punch(), sling]))
        .unit('e', recruit())
        .story();
    let line = "A uses Light Punch on e at B1: its best attack on the nearest enemy.";
    assert_eq!(explained(&story, 'A', Depth::Simple), [line]);
    assert_eq!(
        explained(&story, 'A', Depth::Detailed),
        [
            line,
            "  nearest enemy: e, 1 step away",
            "  ✓ Light Punch: 10 damage expected",
            "  ✗ Sling: 5 damage expected",
        ]
    );
    assert_eq!(
        explained(&story, 'A', Depth::Expert),
        [
            line,
            "  nearest enemy: e, 1 step away",
            "  ✓ Light Punch: 10 damage expected",
            "    1 strike, from A1",
            "  ✗ Sling: 5 damage expected",
            "    1 strike, from A1",
            "  attack Light Punch: the most damage expected",
        ]
    );
}

#[test]
fn the_heuristic_says_which_comparison_decided() {
    let other = || blow(10);
    let last = |knows: Vec<_>, depth| {
        let story = board("A e")
            .unit('A', recruit().heuristic().knows(knows))
            .unit('e', recruit().armour_class(15))
            .story();
        explained(&story, 'A', depth).pop()
    };
    for (knows, line) in [
        (
            vec![light_punch()],
            "  attack Light Punch: there was no other",
        ),
        (
            vec![light_punch(), other()],
            "  attack Light Punch: a tie in damage, and the skill listed first wins",
        ),
        (
            vec![light_punch(), multiattack()],
            "  attack Multiattack: a multiattack comes first",
        ),
    ] {
        assert_eq!(last(knows.clone(), Depth::Expert).as_deref(), Some(line));
        // The numbers do not show why a tie went one way, so that is explained earlier.
        let detailed = last(knows, Depth::Detailed);
        assert_eq!(detailed.as_deref() == Some(line), line.contains("a tie"));
    }
}

#[test]
fn the_heuristic_shows_parts_of_points_and_where_it_strikes_from() {
    for (weapon, name, damage, strikes) in [
        (multiattack(), "Multiattack", "7.5", "2 strikes"),
        (longsword(), "Longsword", "3.75", "1 strike"),
    ] {
        let me = recruit().heuristic().knows([weapon]).initiative(50);
        let story = board("A . . e")
            .tempo(Tempo::Initiative)
            .unit('A', me)
            .unit('e', recruit().armour_class(16))
            .story();
        assert_eq!(
            explained(&story, 'A', Depth::Expert),
            [
                format!("A sets out for B1: it goes for e, the nearest enemy, with {name}."),
                "  nearest enemy: e, 3 steps away".to_owned(),
                format!("  ✓ {name}: {damage} damage expected"),
                format!("    {strikes}, from C1"),
                format!("  attack {name}: there was no other"),
            ]
        );
    }
}

#[test]
fn the_heuristic_walks_nearer_or_says_why_not() {
    let scene = |me: UnitDraft| {
        board("A . . e")
            .unit('A', me.heuristic().knows([light_punch()]))
            .unit('e', recruit())
            .story()
    };
    assert_eq!(
        explained(&scene(recruit()), 'A', Depth::Detailed),
        [
            "A sets out for B1: it cannot attack e in this turn and walks nearer.",
            "  nearest enemy: e, 3 steps away",
            "  ✓ walk nearer",
        ]
    );
    assert_eq!(
        explained(
            &scene(recruit().with(Status::Rooted, 2)),
            'A',
            Depth::Detailed
        ),
        [
            "A does nothing: it cannot attack e in this turn, nor walk nearer \
             (rooted: it cannot move).",
            "  nearest enemy: e, 3 steps away",
            "  ✗ walk nearer: rooted: it cannot move",
        ]
    );
}

#[test]
fn the_heuristic_without_enemies_dodges_or_rests() {
    let after = |skill, ticks| {
        let mut story = board("A B e")
            .unit('A', recruit().heuristic().knows([skill]))
            .unit('B', recruit().gambits([blow(5)]))
            .unit('e', recruit().hp(5))
            .story();
        story.ticks(ticks);
        explained(&story, 'A', Depth::Detailed)
    };
    assert_eq!(
        after(dodge(), 1),
        ["A uses Dodge on itself: there is no enemy."]
    );
    assert_eq!(after(guard(), 1), ["A does nothing: there is no enemy."]);
}

/// Whether all lines of one text are in another, in the same order.
fn is_part_of(lines: &[String], whole: &[String]) -> bool {
    let mut whole = whole.iter();
    lines.iter().all(|line| whole.any(|other| other == line))
}

#[test]
fn in_every_battle_each_depth_has_the_lines_of_the_one_before_and_secrets_are_kept() {
    let mut secrets = 0;
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        for seed in 0..15 {
            let arena = Arena::new(random_setup_in(tempo, seed));
            let arena = arena.unwrap_or_else(|errors| panic!("{errors:?}"));
            let mut battle = Battle::start(&arena.into(), seed, &mut Silent);
            battle.set_player(false);
            while battle.outcome().is_none() && battle.tick() < 40 {
                for (id, _) in battle.units() {
                    let decision = battle.decide(id).expect("the id is of this battle");
                    let explained = |depth| explain(&battle, id, &decision, depth);
                    let [simple, detailed, expert] =
                        [Depth::Simple, Depth::Detailed, Depth::Expert].map(explained);
                    assert_eq!(simple.len(), 1, "{simple:?}");
                    assert!(simple[0].ends_with('.'), "{simple:?}");
                    assert!(is_part_of(&simple, &detailed), "{detailed:?}");
                    assert!(is_part_of(&detailed, &expert), "{expert:?}");
                    assert!(!expert.join(" ").contains('?'), "{expert:?}");
                    let secret = battle.intent(id) == Some(Intent::Unknown);
                    if secret && matches!(decision.why, Why::Cards(_)) {
                        assert!(simple[0].contains(" keeps its secret: "), "{simple:?}");
                        assert_eq!(simple, expert);
                        secrets += 1;
                    }
                }
                battle.step(&mut Silent);
            }
        }
    }
    assert!(secrets > 0, "nobody kept a secret");
}
