//! Fire: cells that burn for a while (rules §13).

use foretold_battle::testing::{
    Scene, Story, UnitDraft, assert_log, block, blow, board, cell, fire_pot, move_away,
    move_towards, recruit,
};
use foretold_battle::{
    Action, Area, Battle, DamageKind, Happening, Order, Silent, Status, Suffering, Tempo, Terrain,
    forecast,
};

use crate::common::{first_step, once, stories};

/// A sets the cell of e on fire for 2 turns and does nothing more; neither walks.
fn lit(drawing: &str, e: UnitDraft) -> Scene {
    let pot = once(fire_pot());
    board(drawing)
        .unit('A', recruit().initiative(50).speed(0).gambits([pot]))
        .unit('e', e)
}

/// The cells that burn, with their time.
fn burning(story: &Story) -> Vec<String> {
    let burning = story.battle.burning();
    burning
        .map(|(cell, turns)| format!("{cell} {turns}"))
        .collect()
}

/// How often fire hurt a unit so far.
fn burns(story: &Story, letter: char) -> usize {
    let hurt = story.events.iter().filter(|event| {
        matches!(event.what, Happening::Suffered { unit, cause: Suffering::Fire, .. }
            if unit == story.id(letter))
    });
    hurt.count()
}

#[test]
fn a_skill_sets_the_cell_that_it_hits_on_fire() {
    for lines in first_step(|| lit("A e", recruit())) {
        assert_eq!(
            lines[..2],
            ["t1 A sets B1 on fire for 2", "t1 A → e: Fire Pot hit"]
        );
    }
}

#[test]
fn an_empty_cell_burns_too() {
    for tempo in Tempo::ALL {
        let mut story = lit("A . e", recruit()).tempo(tempo).story();
        let order = Order::Use {
            skill: story.skill("Fire Pot"),
            at: cell("B1"),
        };
        story.order('A', order).expect("B1 is in reach");
        let lines = story.ticks(1).lines;
        assert_eq!(
            lines[..2],
            ["t1 A sets B1 on fire for 2", "t1 A → B1: Fire Pot whiffs"]
        );
        assert_eq!(burning(&story), ["B1 2"]);
    }
}

#[test]
fn an_area_sets_all_of_its_cells_on_fire_whomever_it_spares() {
    let blast = once(fire_pot()).area(Area::Burst(1)).spares();
    let scene = || {
        board(
            "
            A . B # .
            . . e . .
            . . o . .
            ",
        )
        .terrain("D2", Terrain::FullCover)
        .unit('A', recruit().initiative(50).gambits([blast.clone()]))
        .unit('B', recruit())
        .unit('e', recruit())
    };
    for mut story in stories(scene, &[]) {
        story.ticks(1);
        // B is spared, but its cell burns; the wall, the cover and the pit do not.
        let cells: Vec<String> = (story.battle.burning())
            .map(|(cell, _)| cell.to_string())
            .collect();
        assert_eq!(cells, ["B1", "C1", "B2", "C2", "B3", "D3"]);
    }
}

/// The first line about what a unit suffers, in each tempo.
fn first_suffering(scene: impl Fn() -> Scene, letter: char) -> [String; 3] {
    stories(scene, &[]).map(|mut story| {
        let begin = format!("{letter} suffers");
        loop {
            let lines = story.ticks(1).lines;
            if let Some(line) = lines
                .iter()
                .find_map(|line| line.find(&begin).map(|at| &line[at..]))
            {
                return line.to_owned();
            }
        }
    })
}

#[test]
fn whoever_ends_a_turn_there_is_hurt_as_long_as_it_burns() {
    let mut story = lit("A e", recruit()).story();
    assert_log!(
        story.ticks(4),
        [
            "t1 A sets B1 on fire for 2",
            "t1 A → e: Fire Pot hit",
            "t1 e suffers from fire, 5 dealt, 95/100",
            "t2 e suffers from fire, 5 dealt, 90/100",
            "t3 e suffers from fire, 5 dealt, 85/100",
            "t3 the fire on B1 goes out",
        ]
    );
}

#[test]
fn in_ticks_it_counts_ticks_and_elsewhere_rounds() {
    for tempo in Tempo::ALL {
        let mut story = lit("A e", recruit()).tempo(tempo).story();
        let mut seen = Vec::new();
        // In ticks the time that counts is the tick, elsewhere the round.
        let now = |story: &Story| match tempo {
            Tempo::Ticks => story.battle.tick(),
            Tempo::Initiative | Tempo::Phases => u32::from(story.battle.round()),
        };
        while seen.len() < 4 {
            let before = now(&story);
            story.ticks(1);
            if now(&story) > before {
                seen.push(burning(&story).join(" "));
            }
        }
        // The tick or round in which it was lit does not count.
        assert_eq!(seen, ["B1 2", "B1 1", "", ""], "{tempo:?}");
        assert_eq!(burns(&story, 'e'), 3, "{tempo:?}");
        assert_eq!(burns(&story, 'A'), 0, "{tempo:?}");
    }
}

#[test]
fn the_number_is_a_house_rule_of_the_kind_fire_and_ignores_block() {
    let guarded = recruit().gambits([block(20)]);
    for (e, expected) in [
        (
            recruit().resists(DamageKind::Fire),
            "e suffers from fire, resists fire, 4 dealt, 96/100",
        ),
        (guarded, "e suffers from fire, 8 dealt, 92/100"),
    ] {
        let scene = || lit("A e", e.clone()).house(|house| house.fire = 8);
        assert_eq!(first_suffering(scene, 'e'), [expected; 3]);
    }
}

#[test]
fn a_fire_of_0_burns_and_hurts_nobody_and_a_hazard_under_it_still_does() {
    let scene = || lit("A e", recruit()).house(|house| house.fire = 0);
    assert_log!(
        scene().ticks(1),
        ["t1 A sets B1 on fire for 2", "t1 A → e: Fire Pot hit"]
    );
    let hazard = || scene().terrain("B1", Terrain::Hazard(3));
    let expected = "e suffers from a hazard, 3 dealt, 97/100";
    assert_eq!(first_suffering(hazard, 'e'), [expected; 3]);
}

#[test]
fn walls_pits_and_full_cover_do_not_burn() {
    for (terrain, burns) in [
        (Terrain::Wall, false),
        (Terrain::Pit, false),
        (Terrain::FullCover, false),
        (Terrain::HalfCover, true),
        (Terrain::Hazard(2), true),
        (Terrain::Floor, true),
    ] {
        let mut story = lit("A . e", recruit()).terrain("B1", terrain).story();
        let order = Order::Use {
            skill: story.skill("Fire Pot"),
            at: cell("B1"),
        };
        story.order('A', order).expect("B1 is in reach");
        story.ticks(1);
        assert_eq!(!burning(&story).is_empty(), burns, "{terrain:?}");
    }
}

#[test]
fn of_fire_and_hazard_the_worse_counts_and_not_both() {
    for (terrain, expected) in [
        (3, "e suffers from fire, 5 dealt, 95/100"),
        (5, "e suffers from fire, 5 dealt, 95/100"),
        (9, "e suffers from a hazard, 9 dealt, 91/100"),
    ] {
        let scene = || lit("A e", recruit()).terrain("B1", Terrain::Hazard(terrain));
        assert_eq!(first_suffering(scene, 'e'), [expected; 3]);
    }
    let scene = lit("A e", recruit()).terrain("B1", Terrain::Hazard(9));
    assert_log!(
        scene.ticks(1),
        [
            "t1 A sets B1 on fire for 2",
            "t1 A → e: Fire Pot hit",
            "t1 e suffers from a hazard, 9 dealt, 91/100",
        ]
    );
}

#[test]
fn burning_again_keeps_the_longer_time() {
    for (first, second, expected) in [
        // In ticks one has gone by when the second pot flies, elsewhere no round has.
        (4, 2, ["B1 3", "B1 4", "B1 4"]),
        (2, 4, ["B1 4", "B1 4", "B1 4"]),
    ] {
        let pots = [first, second].map(|turns| once(fire_pot().burns(turns)));
        let scene = || {
            board("A e")
                .unit('A', recruit().initiative(50).gambits(pots.clone()))
                .unit('e', recruit())
        };
        let left = stories(scene, &[]).map(|mut story| {
            let pots = |story: &Story| {
                let hits = story.events.iter();
                hits.filter(|event| matches!(event.what, Happening::Struck(_)))
                    .count()
            };
            while pots(&story) < 2 {
                story.ticks(1);
            }
            burning(&story).join(" ")
        });
        assert_eq!(left, expected, "{first}, then {second}");
    }
}

#[test]
fn walkers_avoid_fire_like_any_hazard() {
    for tempo in Tempo::ALL {
        // The way along row 1 burns; row 2 is open.
        let mut story = board(
            "
            A . . . e
            . . . . .
        ",
        )
        .tempo(tempo)
        .unit(
            'A',
            recruit()
                .initiative(50)
                .gambits([move_towards()])
                .knows([fire_pot()]),
        )
        .unit('e', recruit())
        .story();
        let order = Order::Use {
            skill: story.skill("Fire Pot"),
            at: cell("B1"),
        };
        story.order('A', order).expect("B1 is in reach");
        story.ticks(1);
        let step = story.decision('A').action;
        assert_eq!(step, Action::Step { to: cell("B2") }, "{tempo:?}");
        assert_eq!(story.order('A', Order::MoveTo(cell("C1"))), Ok(()));
        let step = story.decision('A').action;
        assert_eq!(step, Action::Step { to: cell("B2") }, "{tempo:?}");
    }
}

#[test]
fn where_there_is_no_other_way_they_walk_through_it() {
    for (drawing, rule) in [
        ("e A . .\n# # # #", move_away()),
        ("# A . e\n# # # #", move_towards()),
    ] {
        let scene = || {
            let walker = recruit().initiative(50).gambits([rule.clone()]);
            board(drawing)
                .unit('A', walker.knows([fire_pot()]))
                .unit('e', recruit())
        };
        for mut story in stories(scene, &[]) {
            let order = Order::Use {
                skill: story.skill("Fire Pot"),
                at: cell("C1"),
            };
            story.order('A', order).expect("C1 is in reach");
            story.ticks(1);
            assert_eq!(
                story.decision('A').action,
                Action::Step { to: cell("C1") },
                "{drawing}"
            );
        }
    }
}

#[test]
fn a_forecast_and_a_copy_know_the_fire() {
    // e has 12 HP and cannot leave: the fire kills it in every playout.
    let mut story = board("A . e")
        .unit('A', recruit().speed(0).gambits([once(fire_pot())]))
        .unit('e', recruit().hp(12).with(Status::Rooted, 99))
        .story();
    story.ticks(1);
    let tally = forecast(&story.battle, 7, 0..10);
    assert_eq!(tally.wins, 10);
    let saved = serde_json::to_string(&story.battle).expect("a battle is plain data");
    let mut copy: Battle = serde_json::from_str(&saved).expect("it can be read");
    assert_eq!(copy.fingerprint(), story.battle.fingerprint());
    assert!(copy.burning().eq(story.battle.burning()));
    copy.step(&mut Silent);
    story.ticks(1);
    assert_eq!(copy.fingerprint(), story.battle.fingerprint());
}

#[test]
fn fire_is_part_of_the_fingerprint() {
    let after = |turns: u8| {
        let mut story = board("A . e")
            .unit('A', recruit().gambits([once(fire_pot().burns(turns))]))
            .unit('e', recruit())
            .story();
        story.ticks(1);
        story.battle.fingerprint()
    };
    assert_ne!(after(2), after(3));
}

#[test]
fn a_save_with_fire_where_nothing_burns_is_refused() {
    let mut story = lit("A e", recruit()).story();
    story.ticks(1);
    let saved = serde_json::to_value(&story.battle).expect("a battle is plain data");
    let broken = |change: serde_json::Value| {
        let mut saved = saved.clone();
        saved["state"]["fire"] = change;
        serde_json::from_value::<Battle>(saved).is_err()
    };
    let fire = &saved["state"]["fire"][0];
    assert!(!broken(serde_json::json!([fire])));
    assert!(
        broken(serde_json::json!([[fire[0], 0, false]])),
        "no time left"
    );
    assert!(
        broken(serde_json::json!([[fire[0], 200, false]])),
        "too long"
    );
    let mut walled = saved.clone();
    walled["setup"]["board"][1] = serde_json::json!("FullCover");
    let refused = serde_json::from_value::<Battle>(walled).is_err();
    assert!(refused, "B1 does not burn");
}

#[test]
fn the_agent_counts_a_new_fire_once() {
    // Fire does 5 to e, the blow 4: the pot is worth more, until the cell burns.
    let mut story = board("A e")
        .unit(
            'A',
            recruit().heuristic().knows([blow(4), fire_pot().burns(9)]),
        )
        .unit('e', recruit())
        .story();
    let lines = story.ticks(2).lines;
    assert!(
        lines.contains(&"t1 A → e: Fire Pot hit".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"t2 A → e: Blow hit, 4 dealt, 91/100".to_owned()),
        "{lines:?}"
    );
}
