//! Fire: cells that burn for a while (rules §13).

use foretold_battle::testing::{
    RuleDraft, Scene, Story, UnitDraft, attack, block, blow, board, cell, fire_pot, hold,
    move_away, move_towards, recruit, strike,
};
use foretold_battle::{
    Amount, Area, Battle, Check, DamageKind, Happening, Order, Silent, Status, Suffering, Tempo,
    Terrain, forecast,
};

use crate::common::{drawn_in_the_rules, once, used, used_by_autofight};

/// A sets the cell of e on fire for 2 turns and does nothing more; neither walks.
fn lit(drawing: &str, e: UnitDraft) -> Scene {
    board(drawing)
        .unit('A', recruit().gambits([once(fire_pot())]))
        .unit('e', e)
}

/// A waits for an order to set a cell on fire, and then follows a rule.
fn walker(drawing: &str, rule: RuleDraft) -> Scene {
    board(drawing)
        .unit('A', recruit().gambits([rule]).knows([once(fire_pot())]))
        .unit('e', recruit())
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
    for mut story in lit("A e", recruit()).in_every_tempo() {
        let log = story.ticks(1);
        assert_eq!(
            log.deeds()[..2],
            ["A sets B1 on fire for 2 turns", "A → e: Fire Pot hit"]
        );
    }
}

#[test]
fn an_empty_cell_burns_too() {
    for mut story in lit("A . e", recruit()).in_every_tempo() {
        story
            .order_use('A', "Fire Pot", "B1")
            .expect("B1 is in reach");
        let log = story.ticks(1);
        assert_eq!(
            log.deeds(),
            ["A sets B1 on fire for 2 turns", "A → B1: Fire Pot whiffs"]
        );
        // The running round counts; a tick is over by now.
        let in_ticks = story.battle.arena().tempo() == Tempo::Ticks;
        let left = if in_ticks { "B1 2" } else { "B1 3" };
        assert_eq!(burning(&story), [left]);
    }
}

#[test]
fn an_area_sets_all_of_its_cells_on_fire_whomever_it_spares() {
    let blast = once(fire_pot()).area(Area::Burst(1)).spares();
    let scene = board(
        "
        A . B # .
        . . e . .
        . . o . .
        ",
    )
    .terrain("D2", Terrain::FullCover)
    .unit('A', recruit().gambits([blast]))
    .unit('B', recruit())
    .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        story.ticks(1);
        // B is spared, but its cell burns; the wall, the cover and the pit do not.
        let cells: Vec<String> = (story.battle.burning())
            .map(|(cell, _)| cell.to_string())
            .collect();
        assert_eq!(cells, ["B1", "C1", "B2", "C2", "B3", "D3"]);
    }
}

/// The first line about what e suffers, in each tempo.
fn first_suffering(scene: &Scene) -> [String; 3] {
    scene.in_every_tempo().map(|mut story| {
        let log = story.rounds(1);
        let deeds = log.deeds();
        let first = deeds.iter().find(|deed| deed.starts_with("e suffers"));
        first.copied().unwrap_or("e suffers nothing").to_owned()
    })
}

#[test]
fn whoever_ends_a_turn_there_is_hurt_as_long_as_it_burns() {
    lit("A e", recruit()).assert_in_every_tempo(
        4,
        &[
            "A sets B1 on fire for 2 turns",
            "A → e: Fire Pot hit",
            "e suffers from fire, 5 dealt, 95/100",
            "e suffers from fire, 5 dealt, 90/100",
            "e suffers from fire, 5 dealt, 85/100",
            "the fire on B1 goes out",
        ],
    );
}

#[test]
fn whoever_walks_on_before_the_turn_ends_is_not_hurt() {
    // The only way leads over B1, which burns. In ticks every step is a turn.
    for mut story in walker("A . . . e\n# # # # #", move_towards()).in_every_tempo() {
        story
            .order_use('A', "Fire Pot", "B1")
            .expect("B1 is in reach");
        story.rounds(4);
        assert_eq!(story.unit('A').cell, cell("D1"));
        let in_ticks = story.battle.arena().tempo() == Tempo::Ticks;
        assert_eq!(burns(&story, 'A'), usize::from(in_ticks));
    }
}

#[test]
fn in_ticks_it_counts_ticks_and_elsewhere_rounds() {
    for mut story in lit("A e", recruit()).in_every_tempo() {
        let seen = [1, 2, 3, 4].map(|_| {
            story.rounds(1);
            burning(&story).join(" ")
        });
        // The tick or round in which it was lit does not count.
        assert_eq!(seen, ["B1 2", "B1 1", "", ""]);
        assert_eq!((burns(&story, 'e'), burns(&story, 'A')), (3, 0));
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
        let scene = lit("A e", e).house(|house| house.fire = 8);
        assert_eq!(first_suffering(&scene), [expected; 3]);
    }
}

#[test]
fn a_fire_of_0_burns_and_hurts_nobody_and_a_hazard_under_it_still_does() {
    let scene = lit("A e", recruit()).house(|house| house.fire = 0);
    let lights = ["A sets B1 on fire for 2 turns", "A → e: Fire Pot hit"];
    scene.assert_in_every_tempo(1, &lights);
    let hazard = scene.terrain("B1", Terrain::Hazard(3));
    let expected = "e suffers from a hazard, 3 dealt, 97/100";
    assert_eq!(first_suffering(&hazard), [expected; 3]);
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
        let scene = lit("A . e", recruit()).terrain("B1", terrain);
        for mut story in scene.in_every_tempo() {
            story
                .order_use('A', "Fire Pot", "B1")
                .expect("B1 is in reach");
            story.ticks(1);
            assert_eq!(!burning(&story).is_empty(), burns, "{terrain:?}");
        }
    }
}

#[test]
fn of_fire_and_hazard_the_worse_counts_and_not_both() {
    for (terrain, expected) in [
        (3, "e suffers from fire, 5 dealt, 95/100"),
        (5, "e suffers from fire, 5 dealt, 95/100"),
        (9, "e suffers from a hazard, 9 dealt, 91/100"),
    ] {
        let scene = lit("A e", recruit()).terrain("B1", Terrain::Hazard(terrain));
        let deeds = [
            "A sets B1 on fire for 2 turns",
            "A → e: Fire Pot hit",
            expected,
        ];
        scene.assert_in_every_tempo(1, &deeds);
    }
}

#[test]
fn burning_again_keeps_the_longer_time() {
    for (first, second, left) in [
        // Lit in the first round, which does not count; the second takes one off.
        (4, 2, "B1 3"),
        // Lit anew in the second round.
        (2, 4, "B1 4"),
        (3, 3, "B1 3"),
    ] {
        // Two skills, so that one does not make the other rest.
        let (one, other) = (fire_pot().burns(first), fire_pot().burns(second).range(4));
        let pots = [one, other].map(once);
        let scene = board("A e")
            .unit('A', recruit().gambits(pots))
            .unit('e', recruit());
        for mut story in scene.in_every_tempo() {
            story.rounds(2);
            assert_eq!(burning(&story), [left], "{first}, then {second}");
        }
    }
}

#[test]
fn walkers_avoid_fire_like_any_hazard() {
    // The way along row 1 burns; row 2 is open.
    let drawing = "A . . . e\n. . . . .";
    for mut story in walker(drawing, move_towards()).in_every_tempo() {
        story
            .order_use('A', "Fire Pot", "B1")
            .expect("B1 is in reach");
        story.rounds(2);
        assert_eq!(first_step(&story), "A moves A1 → B2");
    }
    for mut story in walker(drawing, hold()).in_every_tempo() {
        story
            .order_use('A', "Fire Pot", "B1")
            .expect("B1 is in reach");
        story.rounds(1);
        assert_eq!(story.order('A', Order::MoveTo(cell("C1"))), Ok(()));
        story.rounds(1);
        assert_eq!(first_step(&story), "A moves A1 → B2");
    }
}

/// The drawn example of docs/rules.md §13 is what the game does.
#[test]
fn the_drawn_example_of_the_rules_is_true() {
    let drawing = drawn_in_the_rules("Fire").replace('*', ".");
    let walled = drawing.replace("\n. . . . .", "\n# # # # #");
    assert_ne!(walled, drawing);
    for (drawing, way) in [(drawing, ["B1", "C2", "D1"]), (walled, ["B1", "C1", "D1"])] {
        for mut story in walker(&drawing, move_towards()).in_every_tempo() {
            story
                .order_use('A', "Fire Pot", "C1")
                .expect("C1 is in reach");
            story.rounds(4);
            let steps = story.events.iter().filter_map(|event| match event.what {
                Happening::Moved { to, .. } => Some(to.to_string()),
                _ => None,
            });
            assert!(steps.eq(way), "{}", story.picture());
            let stops = story.battle.arena().tempo() == Tempo::Ticks && way[1] == "C1";
            assert_eq!(burns(&story, 'A'), usize::from(stops));
        }
    }
}

/// The first line about a step in a story.
fn first_step(story: &Story) -> String {
    let log = story.log();
    let deeds = log.deeds();
    let first = deeds.iter().find(|deed| deed.contains(" moves "));
    first.copied().unwrap_or("nobody moves").to_owned()
}

#[test]
fn where_there_is_no_other_way_they_walk_through_it() {
    for (drawing, rule) in [
        ("e A . .\n# # # #", move_away()),
        ("# A . . e\n# # # # #", move_towards()),
    ] {
        for mut story in walker(drawing, rule).in_every_tempo() {
            story
                .order_use('A', "Fire Pot", "C1")
                .expect("C1 is in reach");
            story.rounds(2);
            assert_eq!(first_step(&story), "A moves B1 → C1", "{drawing}");
        }
    }
}

#[test]
fn a_forecast_and_a_copy_know_the_fire() {
    // e has 12 HP and cannot leave: the fire kills it in every playout.
    let scene = board("A . e")
        .unit('A', recruit().speed(0).gambits([once(fire_pot())]))
        .unit('e', recruit().hp(12).with(Status::Rooted, 99));
    for mut story in scene.in_every_tempo() {
        // Where units take turns, the round in which it was lit still runs.
        story.ticks(1);
        let tally = forecast(&story.battle, 7, 0..10);
        assert_eq!(tally.wins, 10);
        let saved = serde_json::to_string(&story.battle).expect("a battle is plain data");
        let mut copy: Battle = serde_json::from_str(&saved).expect("it can be read");
        assert!(copy.burning().eq(story.battle.burning()));
        for _ in 0..4 {
            assert_eq!(copy.fingerprint(), story.battle.fingerprint());
            copy.step(&mut Silent);
            story.ticks(1);
        }
        assert!(copy.burning().eq(story.battle.burning()));
    }
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
    let knows = [blow(4), fire_pot().burns(9)];
    let scene = board("A e")
        .unit('A', recruit().heuristic().knows(knows))
        .unit('e', recruit());
    scene.assert_in_every_tempo(
        2,
        &[
            "A sets B1 on fire for 9 turns",
            "A → e: Fire Pot hit",
            "e suffers from fire, 5 dealt, 95/100",
            "A → e: Blow hit, 4 dealt, 91/100",
            "e suffers from fire, 5 dealt, 86/100",
        ],
    );
}

#[test]
fn the_agent_counts_a_fire_under_friends_that_the_attack_spares_and_autofight_lights_none() {
    // The blast does 6 to e and sets fire to e and B, 5 each: 6 + 5 − 5. The blow does 7, then 5.
    let blast = || {
        let blast = strike(Check::Sure, Amount::flat(6), DamageKind::Slashing);
        let blast = attack("Blast", [blast]).range(3);
        blast.area(Area::Burst(1)).spares().burns(2)
    };
    for (damage, expected) in [(7, "Blow"), (5, "Blast")] {
        let knows = [blow(damage).range(3), blast()];
        let scene = board("A . . e B")
            .unit('A', recruit().heuristic().knows(knows))
            .unit('e', recruit())
            .unit('B', recruit());
        for mut story in scene.in_every_tempo() {
            assert_eq!(used(&story), expected);
            assert_eq!(used_by_autofight(&mut story), "Blow");
        }
    }
}

#[test]
fn the_agent_counts_a_fire_under_itself_where_it_would_stand() {
    // A stands in full cover, which does not burn. To use its blast it would have to step beside
    // e and burn as well: 3 + 5 − 5 is less than the 4 of the blow, which reaches from here.
    let blast = strike(Check::Sure, Amount::flat(3), DamageKind::Slashing);
    let blast = attack("Blast", [blast]).area(Area::Burst(1)).spares();
    let knows = [blow(4).range(2), blast.burns(2)];
    let scene = board("A . e")
        .terrain("A1", Terrain::FullCover)
        .unit('A', recruit().heuristic().knows(knows))
        .unit('e', recruit());
    scene.assert_in_every_tempo(1, &["A → e: Blow hit, 4 dealt, 96/100"]);
}
