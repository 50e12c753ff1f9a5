//! The shoves of one attack: played in order, and all that foretells asks that (rules §13).

use foretold_battle::brain::{Criterion, Side};
use foretold_battle::testing::{
    RuleDraft, Story, UnitDraft, attack, blow, board, cell, move_towards, pull, recruit, shove,
    strike,
};
use foretold_battle::{
    Action, Affliction, Amount, Area, Battle, Bumped, Check, DamageKind, Edge, ForetoldShove,
    ForetoldTurn, Life, Odds, Preview, Selector, Shove, ShoveEnd, Silent, SkillKind, Status,
    Strike, Tempo, TurnPartKind, UnitId,
};
use proptest::prelude::*;

use crate::common::push;

/// Hits armour class 10 with 11 of 20 faces.
const ROLLED: Check = Check::Armour {
    bonus: 0,
    edge: Edge::Even,
};

fn turn(story: &Story, letter: char) -> ForetoldTurn {
    let turn = story.battle.foretell(story.id(letter));
    turn.expect("it has a turn to come")
}

/// What a strike of A's coming turn comes to: its shove, its chance to kill, and who is bumped.
fn foretold(story: &Story) -> (Option<ForetoldShove>, Odds, Vec<Bumped>) {
    let parts = turn(story, 'A').parts;
    let what = parts.first().map(|part| part.what.clone());
    let Some(TurnPartKind::Strike {
        blow, kill, bumped, ..
    }) = what
    else {
        panic!("A strikes: {parts:?}");
    };
    (blow.shove, kill, bumped)
}

/// A's attack on e, previewed.
fn previewed(story: &Story, skill: &str) -> Preview {
    let (by, target) = (story.id('A'), story.id('e'));
    let shown = story.battle.preview(by, story.skill(skill), target);
    shown.expect("it is an attack")
}

fn end(shove: Option<ForetoldShove>) -> Option<ShoveEnd> {
    shove.map(|shove| shove.end)
}

#[test]
fn in_ticks_a_shove_and_its_kill_are_foretold_after_the_same_steps() {
    // e walks from B1 to B2. From there the shove leads to A3.
    let away = move_towards().on(Selector::new(Criterion::Furthest, Side::Enemy));
    let story = |drawing: &str| {
        let scene = board(drawing)
            .unit('A', recruit().gambits([shove()]))
            .unit('B', recruit())
            .unit('e', recruit().gambits([away.clone()]));
        scene.story()
    };
    let mut from_the_pit = story("o e A\n. . .\n. . .\n. B .");
    let moves = Some(ShoveEnd::Moves(cell("A3")));
    let (shove, kill, _) = foretold(&from_the_pit);
    assert_eq!((end(shove), kill), (moves, Odds::NEVER));
    from_the_pit.ticks(1);
    assert_eq!(from_the_pit.unit('e').cell, cell("A3"));

    let mut to_the_pit = story(". e A\n. . .\no . .\n. B .");
    let falls = Some(ShoveEnd::Falls(cell("A3")));
    let (shove, kill, _) = foretold(&to_the_pit);
    assert_eq!((end(shove), kill), (falls, Odds::CERTAIN));
    to_the_pit.ticks(1);
    assert_eq!(to_the_pit.unit('e').life, Life::Fallen);
}

#[test]
fn the_cell_and_the_direction_of_a_shove_are_foretold() {
    let wall_aside = board("# . .\n. . A\n. e .");
    let scene = wall_aside
        .unit('A', recruit().gambits([shove()]))
        .unit('e', recruit());
    for story in scene.in_every_tempo() {
        let expected = ForetoldShove {
            from: cell("B3"),
            direction: (-1, 1),
            end: ShoveEnd::Moves(cell("A4")),
        };
        assert_eq!(foretold(&story).0, Some(expected));
    }
}

#[test]
fn every_shove_of_an_attack_is_foretold() {
    let double = |check| attack("Double", [push(check), push(check)]);
    let scene = |drawing, rule: RuleDraft| {
        board(drawing)
            .unit('A', recruit().gambits([rule]))
            .unit('e', recruit().hp(10))
    };
    for (drawing, direction, from, shown, kill) in [
        // It is moved, then pushed into the pit.
        (
            "A e . o",
            (1, 0),
            "C1",
            ShoveEnd::Falls(cell("D1")),
            Odds::CERTAIN,
        ),
        (
            "A e . .",
            (1, 0),
            "C1",
            ShoveEnd::Moves(cell("D1")),
            Odds::NEVER,
        ),
        // It is moved, then bumps; it bumps twice.
        (
            "A e . #",
            (1, 0),
            "C1",
            ShoveEnd::Bumps {
                damage: 5,
                against: None,
            },
            Odds::NEVER,
        ),
        (
            "A e # .",
            (1, 0),
            "B1",
            ShoveEnd::Bumps {
                damage: 10,
                against: None,
            },
            Odds::CERTAIN,
        ),
    ] {
        for mut story in scene(drawing, double(Check::Sure)).in_every_tempo() {
            let expected = ForetoldShove {
                from: cell(from),
                direction,
                end: shown,
            };
            let preview = previewed(&story, "Double");
            assert_eq!(preview.shove, Some(expected), "{drawing}");
            assert_eq!(preview.kill, kill, "{drawing}");
            let (shove, foretold_kill, _) = foretold(&story);
            assert_eq!((shove, foretold_kill), (Some(expected), kill), "{drawing}");
            story.ticks(1);
            let fell = story.unit('e').life == Life::Fallen;
            assert_eq!(fell, kill == Odds::CERTAIN, "{drawing}");
        }
    }
    // Both must hit: 55% of 55%.
    for story in scene("A e . o", double(ROLLED)).in_every_tempo() {
        assert_eq!(previewed(&story, "Double").kill.hundredths(), 3_025);
    }
}

#[test]
fn an_attack_that_roots_first_shoves_only_those_that_it_did_not_root() {
    let root = Strike {
        check: ROLLED,
        inflicts: Some(Affliction::new(Status::Rooted, 2)),
        ..Strike::default()
    };
    let scene = board("A e o")
        .unit(
            'A',
            recruit().gambits([attack("Snare", [push(Check::Sure), root])]),
        )
        .unit('e', recruit());
    for story in scene.in_every_tempo() {
        let preview = previewed(&story, "Snare");
        // If every strike hits, it resists; the snare misses with 9 of 20 faces.
        assert_eq!(end(preview.shove), Some(ShoveEnd::Resists));
        assert_eq!(preview.kill.hundredths(), 4_500);
    }
}

#[test]
fn a_unit_that_others_are_shoved_against_is_foretold_with_its_chance_to_fall() {
    let scene = |f: UnitDraft, check| {
        board("A e f")
            .unit('A', recruit().gambits([attack("Push", [push(check)])]))
            .unit('e', recruit())
            .unit('f', f)
    };
    let kind = DamageKind::Bludgeoning;
    for (f, check, damage, kill) in [
        (recruit().hp(5), Check::Sure, 5, 10_000),
        (recruit().hp(6), Check::Sure, 5, 0),
        (recruit().hp(5), ROLLED, 5, 5_500),
        (recruit().hp(2).start_block(3), Check::Sure, 2, 10_000),
        (recruit().hp(5).resists(kind), Check::Sure, 2, 0),
    ] {
        for story in scene(f.clone(), check).in_every_tempo() {
            let unit = story.id('f');
            let (.., bumped) = foretold(&story);
            let at = story.unit('e').cell;
            let (by, skill) = (story.id('A'), story.skill("Push"));
            assert_eq!(story.battle.bumped_at(by, skill, at), bumped);
            let [only] = bumped[..] else {
                panic!("f alone is bumped: {bumped:?}");
            };
            assert_eq!((only.unit, only.cell), (unit, cell("C1")));
            assert_eq!((only.damage, only.kill.hundredths()), (damage, kill));
        }
    }
}

#[test]
fn the_agent_and_autofight_count_the_unit_that_another_is_shoved_against() {
    let story = |drawing: &str, other: char, pushes: RuleDraft| {
        board(drawing)
            .unit('A', recruit().heuristic().knows([blow(4), pushes]))
            .unit('e', recruit())
            .unit(other, recruit())
            .story()
    };
    let used = |story: &Story| match story.decision('A').action {
        Action::Use { skill, .. } => story.battle.arena().skill(skill).name.clone(),
        other => format!("{other:?}"),
    };
    // Two enemies lose 5 each; with a friend behind it, or pulled against the puller, it gains nothing.
    assert_eq!(used(&story("A e f", 'f', shove())), "Shove");
    assert_eq!(used(&story("A e B", 'B', shove())), "Blow");
    assert_eq!(used(&story("A e . B", 'B', pull())), "Blow");
}

/// Everyone around the user is pushed away.
fn gust(strikes: usize) -> RuleDraft {
    let sure = strike(Check::Sure, Amount::flat(1), DamageKind::Bludgeoning);
    let shoves = Some(Shove::Away);
    attack("Gust", vec![Strike { shoves, ..sure }; strikes])
}

#[test]
fn an_area_shoves_everyone_in_it_in_slot_order() {
    let around = gust(1).range(0).area(Area::Burst(1)).spares();
    let scene = board(
        "
        . e . .
        . A f .
        . . g .
        . . . o
        ",
    )
    .unit(
        'A',
        recruit().gambits([around.cooldown(9).on(Selector::OWN)]),
    )
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit());
    for mut story in scene.in_every_tempo() {
        assert_eq!(
            story.ticks(1).deeds(),
            [
                "A → e: Gust hit, 1 dealt, 99/100",
                "A → f: Gust hit, 1 dealt, 99/100",
                "A → g: Gust hit, 1 dealt, 99/100",
                "A shoves e against the edge",
                "e suffers from a bump, 5 dealt, 94/100",
                "A shoves f C2 → D2",
                "A shoves g C3 → D4",
                "g falls into the pit on D4",
            ]
        );
    }
    // The first in slot order bumps against the second, which is then out of the way.
    let row = gust(2).range(3).needs_sight().area(Area::Line(3));
    let scene = board("A e f . .")
        .unit('A', recruit().gambits([row.cooldown(9)]))
        .unit('e', recruit())
        .unit('f', recruit());
    for mut story in scene.in_every_tempo() {
        assert_eq!(
            story.ticks(1).deeds()[4..],
            [
                "A shoves e against f",
                "e suffers from a bump, 5 dealt, 93/100",
                "f suffers from a bump, 5 dealt, 93/100",
                "A shoves f C1 → D1",
                "A shoves e B1 → C1",
                "A shoves f D1 → E1",
            ]
        );
    }
}

#[test]
fn a_shove_that_may_kill_or_not_still_leaves_its_status() {
    let stun = Strike {
        inflicts: Some(Affliction::new(Status::Stunned, 2)),
        ..push(ROLLED)
    };
    let scene = board("A e o")
        .tempo(Tempo::Initiative)
        .unit(
            'A',
            recruit().initiative(50).gambits([attack("Club", [stun])]),
        )
        .unit('e', recruit().gambits([blow(3)]));
    let turns = scene.story().battle.foretell_round();
    let strikes: Vec<bool> = turns.iter().map(|turn| turn.blow().is_some()).collect();
    // e is foretold to live, and to be stunned.
    assert_eq!(strikes, [true, false], "{turns:?}");
}

#[test]
fn a_bump_that_cannot_kill_is_counted_in_the_turns_after_it() {
    let scene = board("A e #\n. B .")
        .tempo(Tempo::Initiative)
        .unit(
            'A',
            recruit()
                .initiative(50)
                .gambits([attack("Push", [push(ROLLED)])]),
        )
        .unit(
            'B',
            recruit()
                .initiative(40)
                .gambits([blow(95).on(Selector::NEAREST_ENEMY)]),
        )
        .unit('e', recruit());
    let turns = scene.story().battle.foretell_round();
    let kills = turns[1].blow().map(|(_, kill)| kill);
    assert_eq!(kills, Some(Odds::CERTAIN), "{turns:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// On any board, with any area and any number of sure strikes, what is foretold is what comes.
    #[test]
    fn the_shoves_of_sure_strikes_come_as_foretold(
        ground in proptest::collection::vec(0..10_u8, 36),
        places in proptest::sample::subsequence((0..36_usize).collect::<Vec<_>>(), 6),
        (shape, strikes, pulls) in (0..4_u8, 1..=6_usize, any::<bool>()),
        (tempo, hp) in (0..3_usize, 1..20_u16),
    ) {
        let area = [Area::Cell, Area::Burst(2), Area::Line(3), Area::Cone(3)][usize::from(shape)];
        let strikes = if area == Area::Cell { strikes } else { strikes.min(2) };
        let mut rows = [["."; 6]; 6];
        for (at, sign) in ground.iter().enumerate() {
            rows[at / 6][at % 6] = match sign { 0 => "#", 1 => "o", _ => "." };
        }
        let letters = ["A", "B", "C", "e", "f", "g"];
        for (letter, at) in letters.iter().zip(&places) {
            rows[at / 6][at % 6] = letter;
        }
        let drawing = rows.map(|row| row.join(" ")).join("\n");
        let rule = gust(strikes).range(3).needs_sight().area(area).with(|skill| {
            if let SkillKind::Attack { strikes, .. } = &mut skill.deed {
                for strike in strikes.iter_mut().filter(|_| pulls) {
                    strike.shoves = Some(Shove::Towards);
                }
            }
        });
        let mut scene = board(&drawing).tempo(Tempo::ALL[tempo]).unit('A', recruit().gambits([rule]).initiative(50));
        for letter in ['B', 'C', 'e', 'f', 'g'] {
            scene = scene.unit(letter, recruit().hp(hp));
        }
        let mut story = scene.story();
        let a = story.id('A');
        check_first_strike(&mut story.battle, a);
    }
}

/// If A strikes, everyone ends where it was foretold, and falls if that was foretold.
fn check_first_strike(battle: &mut Battle, a: UnitId) {
    let parts = battle.foretell(a).expect("A is up").parts;
    let Some(TurnPartKind::Strike {
        blow,
        kill,
        others,
        bumped,
    }) = parts.first().map(|part| &part.what)
    else {
        return;
    };
    let all: Vec<_> = [(*blow, *kill)].into_iter().chain(others.clone()).collect();
    battle.step(&mut Silent);
    for (blow, kill) in all {
        let Some(target) = blow.target.and_then(|target| battle.unit(target)) else {
            continue;
        };
        assert_eq!(
            target.life == Life::Fallen,
            kill == Odds::CERTAIN,
            "{blow:?}"
        );
        assert!(
            target.life == Life::Fallen || kill == Odds::NEVER,
            "{blow:?}"
        );
        if let Some(shove) = blow.shove {
            let cell = match shove.end {
                ShoveEnd::Moves(to) | ShoveEnd::Falls(to) => to,
                ShoveEnd::Bumps { .. } | ShoveEnd::Resists => shove.from,
            };
            assert_eq!(target.cell, cell, "{blow:?}");
        }
    }
    for bumped in bumped {
        let fell = battle.unit(bumped.unit).map(|unit| unit.life) == Some(Life::Fallen);
        assert_eq!(fell, bumped.kill == Odds::CERTAIN, "{bumped:?}");
    }
}
