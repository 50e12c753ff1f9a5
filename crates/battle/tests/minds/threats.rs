//! Which units can hit a cell, from where and with what chance (rules §2, §7).

use foretold_battle::testing::{
    RuleDraft, Scene, Story, aimed_shot, blow, board, cell, fire_bolt, guard, howl, light_punch,
    longsword, mend, multiattack, polearm, recruit,
};
use foretold_battle::{Cell, Odds, Outcome, Status, Tempo, Terrain, Threat};

/// The units that can hit a cell, a line for each.
fn threats(story: &Story, at: &str) -> Vec<String> {
    let arena = story.battle.arena();
    let line = |threat: Threat| {
        let by = &arena.sheet(threat.by).name;
        let skill = &arena.skill(threat.skill).name;
        let odds = threat.odds.map_or("–".to_owned(), |odds| odds.to_string());
        format!("{by} from {}: {skill}, {odds}", threat.from)
    };
    story
        .battle
        .threats(cell(at))
        .into_iter()
        .map(line)
        .collect()
}

/// A stands there, and e has a bow.
fn archer(drawing: &str) -> Scene {
    board(drawing)
        .unit('A', recruit())
        .unit('e', recruit().gambits([aimed_shot()]))
}

#[test]
fn an_archer_threatens_whom_it_sees_with_the_chance_of_the_preview() {
    let story = archer("A . . e").story();
    let (a, e, shot) = (story.id('A'), story.id('e'), story.skill("Aimed Shot"));
    let preview = story.battle.preview(e, shot, a).expect("it is an attack");
    let expected = Threat {
        by: e,
        skill: shot,
        from: cell("D1"),
        odds: Some(preview.strikes[0].odds),
    };
    assert_eq!(story.battle.threats(cell("A1")), [expected]);
    assert_eq!(threats(&story, "A1"), ["e from D1: Aimed Shot, 45%"]);
}

#[test]
fn a_wall_keeps_the_arrows_out_and_half_cover_does_not() {
    assert!(threats(&archer("A . # e").story(), "A1").is_empty());
    assert!(threats(&archer("A . + e").story(), "A1").is_empty());
    assert_eq!(
        threats(&archer("A . - e").story(), "A1"),
        ["e from D1: Aimed Shot, 45%"]
    );
}

#[test]
fn who_needs_no_sight_strikes_past_a_wall() {
    let story = board("A # e")
        .unit('A', recruit())
        .unit('e', recruit().gambits([aimed_shot(), polearm()]))
        .story();
    assert_eq!(threats(&story, "A1"), ["e from C1: Polearm, 100%"]);
}

#[test]
fn units_are_in_the_way_only_where_the_house_rules_say_so() {
    let scene = archer("A B e").unit('B', recruit());
    assert_eq!(threats(&scene.story(), "A1").len(), 1);
    let crowded = scene.house(|house| house.units_block_sight = true).story();
    assert!(threats(&crowded, "A1").is_empty());
    assert_eq!(threats(&crowded, "B1").len(), 1);
}

#[test]
fn one_cell_out_of_range_is_safe() {
    let near = archer("A . . . . e").story();
    assert_eq!(threats(&near, "A1"), ["e from F1: Aimed Shot, 25%"]);
    let far = archer("A . . . . . e").story();
    assert!(threats(&far, "A1").is_empty());
}

#[test]
fn cover_and_dodging_lower_the_chance() {
    let covered = |terrain| archer("A . e").terrain("A1", terrain).story();
    for (terrain, odds) in [
        (Terrain::Floor, "55%"),
        (Terrain::HalfCover, "35%"),
        (Terrain::FullCover, "15%"),
    ] {
        assert_eq!(
            threats(&covered(terrain), "A1"),
            [format!("e from C1: Aimed Shot, {odds}")]
        );
    }
    let story = board("A . e")
        .unit('A', recruit().with(Status::Dodging, 1))
        .unit('e', recruit().gambits([aimed_shot()]))
        .story();
    assert_eq!(threats(&story, "A1"), ["e from C1: Aimed Shot, 35%"]);
}

#[test]
fn of_its_skills_each_unit_is_reported_with_the_one_that_hits_most_often() {
    let story = board("A e")
        .unit('A', recruit().armour_class(12))
        .unit(
            'e',
            recruit().knows([aimed_shot(), longsword(), multiattack()]),
        )
        .story();
    // The shot has 65%, and 14 faces of 20 are 70%. Of the two with a sword, the first.
    assert_eq!(threats(&story, "A1"), ["e from B1: Longsword, 70%"]);
}

#[test]
fn what_attacks_nobody_is_no_threat() {
    let threats_by = |skills: Vec<RuleDraft>| {
        let story = board("A e")
            .unit('A', recruit())
            .unit('e', recruit().knows(skills))
            .story();
        [threats(&story, "A1"), threats(&story, "A2")].concat()
    };
    assert!(threats_by(vec![guard(), mend()]).is_empty());
    // Fear does no damage, and still nobody wants it.
    assert_eq!(threats_by(vec![howl()]), ["e from B1: Howl, 100%"; 2]);
}

#[test]
fn only_the_other_side_threatens_who_stands_there() {
    let story = board(
        "
        A B
        e f
        ",
    )
    .unit('A', recruit().gambits([light_punch()]))
    .unit('B', recruit().gambits([light_punch()]))
    .unit('e', recruit().gambits([light_punch()]))
    .unit('f', recruit().gambits([polearm()]))
    .story();
    assert_eq!(
        threats(&story, "A1"),
        ["e from A2: Light Punch, 100%", "f from B2: Polearm, 100%"]
    );
    assert_eq!(
        threats(&story, "B2"),
        [
            "A from A1: Light Punch, 100%",
            "B from B1: Light Punch, 100%"
        ]
    );
}

#[test]
fn into_an_empty_cell_both_sides_can_strike() {
    let story = board("A . e f")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().gambits([longsword(), light_punch()]))
        .unit('f', recruit().gambits([aimed_shot(), fire_bolt()]))
        .story();
    assert_eq!(
        threats(&story, "B1"),
        [
            "A from A1: Light Punch, 100%",
            "e from C1: Light Punch, 100%",
            "f from D1: Aimed Shot, 55%",
        ]
    );
}

#[test]
fn nobody_threatens_a_cell_where_nobody_can_stand() {
    let story = board("# A o e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().gambits([aimed_shot()]))
        .story();
    assert!(threats(&story, "A1").is_empty());
    assert!(threats(&story, "C1").is_empty());
    assert_eq!(threats(&story, "B1"), ["e from D1: Aimed Shot, 55%"]);
}

#[test]
fn a_skill_that_rests_is_no_threat_until_it_is_ready() {
    let mut story = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().gambits([blow(1).cooldown(2)]))
        .story();
    for ready in [true, false, false, true] {
        assert_eq!(!threats(&story, "A1").is_empty(), ready);
        story.ticks(1);
    }
}

#[test]
fn the_stunned_are_a_threat_still_and_so_is_who_waits_for_its_turn() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit(
            'e',
            recruit().gambits([light_punch()]).with(Status::Stunned, 1),
        )
        .tempo(Tempo::Phases);
    assert_eq!(
        threats(&scene.story(), "A1"),
        ["e from B1: Light Punch, 100%"]
    );
}

#[test]
fn the_downed_can_be_hit_but_hit_nobody() {
    let mut story = board("A e . . B")
        .unit('A', recruit().hp(5).downed_at_zero().knows([light_punch()]))
        .unit('e', recruit().gambits([blow(5)]))
        .unit('B', recruit())
        .story();
    assert_eq!(threats(&story, "B1"), ["A from A1: Light Punch, 100%"]);
    story.ticks(1);
    assert_eq!(story.unit('A').hp, 0);
    assert_eq!(threats(&story, "A1"), ["e from B1: Blow, 100%"]);
    assert!(threats(&story, "B1").is_empty());
}

#[test]
fn a_hidden_intent_stays_hidden() {
    let hunter = recruit().cards([(guard(), 1), (polearm(), 1), (light_punch(), 1)]);
    let scene = board("A . e")
        .unit('A', recruit())
        .unit('e', hunter.hidden());
    let mut drawn = Vec::new();
    for seed in 0..20 {
        let battle = scene.start(seed);
        let threats = battle.threats(cell("A1"));
        assert_eq!(threats.len(), 1, "its skills are no secret");
        assert_eq!(threats[0].odds, Some(Odds::CERTAIN));
        assert_eq!(threats, scene.start(seed + 1).threats(cell("A1")));
        drawn.extend(battle.units().filter_map(|(_, unit)| unit.card));
    }
    drawn.sort_unstable();
    drawn.dedup();
    assert_eq!(drawn, [0, 1, 2], "each card was drawn in one of them");
}

#[test]
fn nothing_is_threatened_once_the_battle_is_over() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().hp(5))
        .story();
    story.ticks(1);
    assert_eq!(story.battle.outcome(), Some(Outcome::Victory));
    assert!(Cell::all().all(|cell| story.battle.threats(cell).is_empty()));
}
