//! What if: sight from a cell, walks, and what could be hit from elsewhere (rules §2, §5, §11).

use foretold_battle::board::CellSet;
use foretold_battle::testing::{
    Story, aimed_shot, blow, board, cell, heavy_punch, light_punch, move_towards, polearm, recruit,
};
use foretold_battle::{Faction, Status, Tempo};

fn names(cells: CellSet) -> String {
    let names: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    names.join(" ")
}

/// The targets that a unit could hit, and how likely: `e 45%`.
fn targets(story: &Story, letter: char) -> Vec<String> {
    let arena = story.battle.arena();
    let line = |(target, threat): (_, foretold_battle::Threat)| {
        let odds = threat.odds.map_or("–".to_owned(), |odds| odds.to_string());
        format!("{} {odds}", arena.sheet(target).name)
    };
    let targets = story.battle.targets_of(story.id(letter));
    targets.into_iter().map(line).collect()
}

#[test]
fn a_wall_is_in_the_way_and_named() {
    let story = board("A # e")
        .unit('A', recruit())
        .unit('e', recruit())
        .story();
    let battle = &story.battle;
    assert_eq!(
        battle.sight_blocked_at(cell("A1"), cell("C1")),
        Some(cell("B1"))
    );
    assert_eq!(battle.sight_blocked_at(cell("A1"), cell("A5")), None);
    let seen = battle.seen_from(cell("A1"));
    assert!(seen.contains(cell("A1")) && seen.contains(cell("B1")) && seen.contains(cell("A12")));
    assert!(!seen.contains(cell("C1")) && !seen.contains(cell("L1")));
}

#[test]
fn units_hide_cells_only_where_the_house_rules_say_so() {
    let scene = board("A B e")
        .unit('A', recruit())
        .unit('B', recruit())
        .unit('e', recruit());
    let open = scene.story();
    assert!(open.battle.seen_from(cell("A1")).contains(cell("C1")));
    let crowded = scene.house(|house| house.units_block_sight = true).story();
    let battle = &crowded.battle;
    assert_eq!(
        battle.sight_blocked_at(cell("A1"), cell("C1")),
        Some(cell("B1"))
    );
    assert!(!battle.seen_from(cell("A1")).contains(cell("C1")));
}

#[test]
fn a_walk_goes_around_walls_and_units_and_as_far_as_the_turn() {
    let scene = board(
        "
        A . . . # e
        # # # . # .
        . . . . # .
    ",
    )
    .unit('A', recruit().speed(2))
    .unit('e', recruit().speed(1))
    .tempo(Tempo::Initiative);
    let story = scene.story();
    let walk = |letter| names(story.battle.walk_of(story.id(letter)));
    assert_eq!(walk('A'), "B1 C1");
    assert_eq!(walk('e'), "G1 F2 G2");
    let story = scene.tempo(Tempo::Ticks).story();
    let everywhere = story.battle.walk_of(story.id('A'));
    assert!(everywhere.contains(cell("A3")), "in ticks it walks on");
    assert!(!everywhere.contains(cell("A1")) && !everywhere.contains(cell("A2")));
}

#[test]
fn from_there_nothing_but_the_cell_is_another() {
    let story = board("A . . . . . . e")
        .unit('A', recruit().gambits([aimed_shot()]))
        .unit('e', recruit().gambits([light_punch(), move_towards()]))
        .story();
    let (a, before) = (story.id('A'), story.battle.fingerprint());
    assert!(targets(&story, 'A').is_empty());
    let there = story
        .battle
        .from_there(a, cell("E1"))
        .expect("nobody is there");
    let from = there.targets_of(a);
    assert_eq!(from.len(), 1);
    let preview = there
        .preview(a, from[0].1.skill, from[0].0)
        .expect("it is an attack");
    assert_eq!(from[0].1.odds, Some(preview.strikes[0].odds));
    assert_eq!(there.threats(cell("E1")), [], "a punch reaches one cell");
    let near = story
        .battle
        .from_there(a, cell("G1"))
        .expect("nobody is there");
    assert_eq!(near.threats(cell("G1")).len(), 1);
    assert_eq!(story.battle.fingerprint(), before, "asking changes nothing");
    let mut back = there;
    back = back.from_there(a, cell("A1")).expect("nobody is there");
    assert_eq!(back.fingerprint(), before, "no die was rolled");
}

#[test]
fn nobody_could_stand_in_a_wall_or_on_another() {
    let story = board("A # e")
        .unit('A', recruit())
        .unit('e', recruit())
        .story();
    let a = story.id('A');
    assert!(story.battle.from_there(a, cell("B1")).is_none());
    assert!(story.battle.from_there(a, cell("C1")).is_none());
    assert!(story.battle.from_there(a, cell("A1")).is_some());
}

#[test]
fn danger_is_what_threats_say_now_and_a_walk_more() {
    for blocks in [false, true] {
        let story = board(
            "
            A . . # . e
            . B . # . .
            . . . . . f
        ",
        )
        .unit('A', recruit().gambits([aimed_shot(), light_punch()]))
        .unit('B', recruit().gambits([polearm()]))
        .unit('e', recruit().gambits([aimed_shot()]))
        .unit('f', recruit().gambits([blow(5)]))
        .house(|house| house.units_block_sight = blocks)
        .story();
        let battle = &story.battle;
        for at in foretold_battle::Cell::all() {
            let threats = battle.threats(at);
            for (unit, _) in battle.units() {
                let listed = threats.iter().any(|threat| threat.by == unit);
                let danger = battle.danger_of(unit);
                assert_eq!(danger.now.contains(at), listed, "{at} by {unit:?}");
                assert!(!(danger.now.contains(at) && danger.after_walk.contains(at)));
            }
        }
    }
}

#[test]
fn in_ticks_a_walk_is_a_step_and_the_rooted_take_none() {
    let scene = |rooted: u8| {
        let e = recruit().gambits([light_punch()]);
        let e = if rooted > 0 {
            e.with(Status::Rooted, rooted)
        } else {
            e
        };
        board("A . . . . e")
            .unit('A', recruit())
            .unit('e', e)
            .story()
    };
    let free = scene(0);
    let danger = free.battle.danger_of(free.id('e'));
    assert!(danger.now.contains(cell("E1")) && danger.after_walk.contains(cell("D1")));
    assert!(!danger.after_walk.contains(cell("C1")));
    let rooted = scene(3);
    assert!(
        rooted
            .battle
            .danger_of(rooted.id('e'))
            .after_walk
            .is_empty()
    );
    assert!(rooted.battle.walk_of(rooted.id('e')).is_empty());
}

#[test]
fn in_turns_a_whole_turn_leaves_no_walk() {
    let story = board("A . . . . . e")
        .unit('A', recruit().speed(3).gambits([heavy_punch()]))
        .unit('e', recruit().speed(3).gambits([light_punch()]))
        .tempo(Tempo::Phases)
        .story();
    let battle = &story.battle;
    assert_eq!(
        battle.arena().sheet(story.id('A')).faction,
        Faction::Friendly
    );
    let heavy = battle.danger_of(story.id('A'));
    assert!(heavy.after_walk.is_empty(), "both points go into the blow");
    let light = battle.danger_of(story.id('e'));
    assert!(light.after_walk.contains(cell("C1")) && !light.after_walk.contains(cell("B1")));
    assert_eq!(
        battle
            .walk_of(story.id('A'))
            .iter()
            .filter(|cell| cell.y() == 0)
            .count(),
        3
    );
}
