//! "Can I attack there": valid, out of range, or no line of sight (rules §2).

use foretold_battle::testing::{
    Scene, Story, aimed_shot, assert_log, blow, board, cell, light_punch, polearm, recruit,
};
use foretold_battle::{Cell, Reach, Selector, Terrain, WhyNot};

use crate::common::refusals;

fn archer_and_mark(drawing: &str) -> Scene {
    board(drawing)
        .unit('A', recruit().knows([aimed_shot(), polearm()]))
        .unit('e', recruit())
}

fn shot(story: &Story, from: &str, to: &str) -> Reach {
    story
        .battle
        .reach(story.skill("Aimed Shot"), cell(from), cell(to))
        .expect("the skill is of this battle")
}

fn targets(story: &Story, unit: char, skill: &str, from: &str) -> String {
    let skill = story.skill(skill);
    let valid = story
        .battle
        .valid_targets(story.id(unit), skill, cell(from));
    let sheets = valid.iter().map(|id| story.battle.arena().sheet(id));
    sheets.map(|sheet| sheet.name.as_str()).collect()
}

#[test]
fn a_cell_as_far_as_the_skill_reaches_is_valid_and_one_further_is_out_of_range() {
    let story = archer_and_mark("A . . . . e .").story();
    assert_eq!(shot(&story, "A1", "F1"), Reach::Valid);
    let too_far = Reach::OutOfRange {
        distance: 6,
        range: 5,
    };
    assert_eq!(shot(&story, "A1", "G1"), too_far);
}

#[test]
fn range_counts_a_diagonal_as_one() {
    let story = archer_and_mark("A e").story();
    assert_eq!(shot(&story, "A1", "F6"), Reach::Valid);
    assert_eq!(shot(&story, "C2", "F7"), Reach::Valid);
    let too_far = Reach::OutOfRange {
        distance: 6,
        range: 5,
    };
    assert_eq!(shot(&story, "A1", "B7"), too_far);
}

#[test]
fn only_walls_and_full_cover_between_the_two_stand_in_the_line_of_sight() {
    for (terrain, blocks) in [
        (Terrain::Floor, false),
        (Terrain::HalfCover, false),
        (Terrain::FullCover, true),
        (Terrain::Wall, true),
        (Terrain::Pit, false),
        (Terrain::Hazard(3), false),
    ] {
        let story = archer_and_mark("A . . e").terrain("B1", terrain).story();
        let expected = if blocks {
            Reach::NoSight {
                blocked_at: cell("B1"),
            }
        } else {
            Reach::Valid
        };
        assert_eq!(shot(&story, "A1", "D1"), expected, "{terrain:?}");
    }
}

#[test]
fn the_ends_never_block() {
    let story = archer_and_mark("A . e")
        .terrain("A1", Terrain::FullCover)
        .terrain("C1", Terrain::FullCover)
        .story();
    assert_eq!(shot(&story, "A1", "C1"), Reach::Valid);
}

#[test]
fn the_reported_blocking_cell_is_the_first_one_on_the_way() {
    let story = archer_and_mark("A # . # e").story();
    let blocked = |at| Reach::NoSight {
        blocked_at: cell(at),
    };
    assert_eq!(shot(&story, "A1", "E1"), blocked("B1"));
    assert_eq!(shot(&story, "E1", "A1"), blocked("D1"));
}

#[test]
fn what_is_too_far_and_hidden_is_out_of_range() {
    let story = archer_and_mark("A # . . . . e").story();
    let too_far = Reach::OutOfRange {
        distance: 6,
        range: 5,
    };
    assert_eq!(shot(&story, "A1", "G1"), too_far);
}

#[test]
fn a_skill_that_needs_no_sight_reaches_through_a_wall() {
    let story = archer_and_mark("A # e").story();
    let polearm = story.skill("Polearm");
    let reach = |to| story.battle.reach(polearm, cell("A1"), cell(to));
    assert_eq!(reach("C1"), Some(Reach::Valid));
    let too_far = Reach::OutOfRange {
        distance: 3,
        range: 2,
    };
    assert_eq!(reach("D1"), Some(too_far));
}

#[test]
fn whoever_can_be_shot_at_can_shoot_back() {
    let story = archer_and_mark(
        "
        A . # . . +
        . # . . + .
        . . . # . .
        + . # . . .
        . . . . # e
        ",
    )
    .story();
    let shoot = story.skill("Aimed Shot");
    let valid = |from, to| story.battle.reach(shoot, from, to) == Some(Reach::Valid);
    for from in Cell::all() {
        for to in Cell::all() {
            assert_eq!(valid(from, to), valid(to, from), "{from} and {to}");
        }
    }
}

#[test]
fn units_do_not_block_sight() {
    let story = board("A B f e")
        .unit('A', recruit().knows([aimed_shot()]))
        .unit('B', recruit())
        .unit('f', recruit())
        .unit('e', recruit())
        .story();
    assert_eq!(shot(&story, "A1", "D1"), Reach::Valid);
}

#[test]
fn by_house_rule_units_block_sight_as_long_as_they_are_there() {
    let mut story = board(
        "
        A f . e
        . . . .
        ",
    )
    .unit('A', recruit().gambits([blow(5)]).knows([aimed_shot()]))
    .unit('f', recruit().hp(5))
    .unit('e', recruit())
    .house(|house| house.units_block_sight = true)
    .story();
    let blocked = Reach::NoSight {
        blocked_at: cell("B1"),
    };
    assert_eq!(shot(&story, "A1", "D1"), blocked);
    assert_eq!(shot(&story, "A1", "B1"), Reach::Valid);
    assert_eq!(targets(&story, 'A', "Aimed Shot", "A1"), "f");
    assert_log!(
        story.ticks(1),
        ["t1 A → f: Blow hit, 5 dealt, 0/5", "t1 f falls on B1"]
    );
    assert_eq!(shot(&story, "A1", "D1"), Reach::Valid);
    assert_eq!(targets(&story, 'A', "Aimed Shot", "A1"), "e");
}

#[test]
fn by_house_rule_terrain_goes_on_blocking_sight() {
    let story = archer_and_mark("A . # e")
        .house(|house| house.units_block_sight = true)
        .story();
    let blocked = Reach::NoSight {
        blocked_at: cell("C1"),
    };
    assert_eq!(shot(&story, "A1", "D1"), blocked);
}

#[test]
fn ones_own_body_is_not_in_the_way_when_one_asks_about_another_cell() {
    let story = archer_and_mark(". A e")
        .house(|house| house.units_block_sight = true)
        .story();
    assert_eq!(targets(&story, 'A', "Aimed Shot", "A1"), "e");
}

#[test]
fn the_valid_targets_from_a_cell_are_all_opponents_that_answer_valid() {
    let story = board(
        "
        A B . . # f
        . . . . . .
        g . . e . h
        . . . . . .
        . . . . . .
        . i . . . .
        . . . . . .
        ",
    )
    .unit('A', recruit().knows([aimed_shot(), light_punch()]))
    .unit('B', recruit())
    .unit('e', recruit())
    .unit('f', recruit())
    .unit('g', recruit())
    .unit('h', recruit())
    .unit('i', recruit().knows([aimed_shot()]))
    .story();
    // From A1 the wall hides f; from F2 all are in sight; from L12 nobody is near.
    assert_eq!(targets(&story, 'A', "Aimed Shot", "A1"), "eghi");
    assert_eq!(targets(&story, 'A', "Aimed Shot", "F2"), "efghi");
    assert_eq!(targets(&story, 'A', "Aimed Shot", "L12"), "");
    assert_eq!(targets(&story, 'A', "Light Punch", "B4"), "g");
    assert_eq!(targets(&story, 'i', "Aimed Shot", "B6"), "AB");
}

#[test]
fn the_fallen_and_the_downed_are_no_valid_targets() {
    let story = board(
        "
        A e .
        B f g
        ",
    )
    .unit('A', recruit().gambits([blow(5)]))
    .unit(
        'B',
        recruit().gambits([blow(5).on(Selector::LOWEST_HP_ENEMY)]),
    )
    .unit('e', recruit().hp(5))
    .unit('f', recruit().hp(4).downed_at_zero())
    .unit('g', recruit());
    let mut story = story.story();
    assert_eq!(targets(&story, 'A', "Blow", "B2"), "efg");
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, 5 dealt, 0/5",
            "t1 B → f: Blow hit, 5 dealt, 0/4",
            "t1 e falls on B1",
            "t1 f goes down on B2",
        ]
    );
    assert_eq!(targets(&story, 'A', "Blow", "B2"), "g");
}

#[test]
fn a_rule_distinguishes_too_far_from_without_sight() {
    let story = board("A # . e")
        .unit('A', recruit().gambits([light_punch(), aimed_shot()]))
        .unit('e', recruit())
        .story();
    let blocked_at = cell("B1");
    assert_eq!(
        refusals(&story, 'A'),
        [
            Some(WhyNot::OutOfRange {
                distance: 3,
                range: 1
            }),
            Some(WhyNot::NoSight { blocked_at }),
        ]
    );
}
