//! When a card brain draws its next card, and how often which (rules §6).

use foretold_battle::testing::{
    RuleDraft, Scene, assert_log, blow, board, guard, heavy_punch, light_punch, lot, move_away,
    recruit, shove,
};
use foretold_battle::{Aid, Amount, Battle, Event, Happening, Skill, SkillKind};

use crate::common::{Tally, arena};

/// A skeleton with three moves of 50, 30 and 20.
pub(crate) fn skeleton(scene: Scene) -> Scene {
    let moves = [
        (named("Bone Strike", 8), 50),
        (named("Rattle", 5), 30),
        (guard(), 20),
    ];
    scene.unit('e', recruit().hp(30).cards(moves))
}

fn named(name: &str, damage: i16) -> RuleDraft {
    blow(damage).with(|skill| skill.name = name.to_owned())
}

#[test]
fn the_first_card_is_drawn_at_the_start_of_the_battle() {
    for (pick, logged) in [
        (0, "t0 e intends Bone Strike (50 in 100)"),
        (49, "t0 e intends Bone Strike (50 in 100)"),
        (50, "t0 e intends Rattle (30 in 100)"),
        (79, "t0 e intends Rattle (30 in 100)"),
        (80, "t0 e intends Guard (20 in 100)"),
        (99, "t0 e intends Guard (20 in 100)"),
    ] {
        let story = skeleton(board("A e").unit('A', recruit()))
            .rolls([lot(100, pick)])
            .story();
        assert_log!(story.log(), [logged]);
        story.end();
    }
}

#[test]
fn everyone_with_cards_draws_in_slot_order() {
    let cultist = || recruit().cards([(blow(1), 1), (guard(), 2)]);
    let story = board("A f e")
        .unit('e', cultist())
        .unit('A', cultist())
        .unit('f', cultist())
        .rolls([lot(3, 0), lot(3, 1), lot(3, 0)])
        .story();
    assert_log!(
        story.log(),
        [
            "t0 e intends Blow (1 in 3)",
            "t0 A intends Guard (2 in 3)",
            "t0 f intends Blow (1 in 3)",
        ]
    );
    story.end();
}

#[test]
fn after_each_completed_action_the_next_card_is_drawn() {
    let mut story = skeleton(board("A e").unit('A', recruit()))
        .rolls([lot(100, 0), lot(100, 80), lot(100, 50), lot(100, 99)])
        .story();
    assert_log!(
        story.ticks(3),
        [
            "t1 e → A: Bone Strike hit, 8 dealt, 92/100",
            "t1 e intends Guard (20 in 100)",
            "t2 e raises block 8, now 8",
            "t2 e intends Rattle (30 in 100)",
            "t3 e → A: Rattle hit, 5 dealt, 87/100",
            "t3 e intends Guard (20 in 100)",
        ]
    );
    story.end();
}

#[test]
fn a_blow_of_two_ticks_keeps_its_card_until_it_has_landed() {
    let scene = board("A e")
        .unit('A', recruit())
        .unit('e', recruit().cards([(heavy_punch(), 1), (guard(), 1)]))
        .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t2 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t2 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn a_whiff_is_a_completed_action() {
    let scene = board(". . A e")
        .unit('A', recruit().gambits([move_away()]))
        .unit('e', recruit().cards([(heavy_punch(), 1), (guard(), 1)]))
        .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Heavy Punch on C1 (2 ticks)",
            "t1 A moves C1 → B2",
            "t2 A moves B2 → A2",
            "t2 e → C1: Heavy Punch whiffs",
            "t2 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn a_broken_wind_up_is_not_completed_and_keeps_its_card() {
    let scene = board("A e . .")
        .unit('A', recruit().gambits([shove().cooldown(9)]))
        .unit('e', recruit().cards([(heavy_punch(), 1), (guard(), 1)]))
        .rolls([lot(2, 0), lot(2, 1)]);
    assert_log!(
        scene.ticks(4),
        [
            "t1 e winds up Heavy Punch on A1 (2 ticks)",
            "t1 A → e: Shove hit",
            "t1 A shoves e B1 → C1",
            "t1 e loses Heavy Punch to a shove",
            "t2 e moves C1 → B1",
            "t3 e winds up Heavy Punch on A1 (2 ticks)",
            "t4 e → A: Heavy Punch hit, 25 dealt, 75/100",
            "t4 e intends Guard (1 in 2)",
        ]
    );
}

#[test]
fn the_fallen_draw_no_more_cards_and_a_battle_that_is_over_draws_none() {
    let scene = board("A e . f")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().hp(5).cards([(blow(1), 1)]))
        .unit('f', recruit())
        .rolls([lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 0/5",
            "t1 e → A: Blow hit, 1 dealt, 99/100",
            "t1 e falls on B1",
        ]
    );
    let last = board("A e")
        .unit('A', recruit().hp(1))
        .unit('e', recruit().cards([(blow(1), 1)]))
        .rolls([lot(1, 0)]);
    assert_log!(
        last.ticks(1),
        [
            "t1 e → A: Blow hit, 1 dealt, 0/1",
            "t1 A falls on A1",
            "t1 defeat",
        ]
    );
}

#[test]
fn over_many_draws_the_frequencies_match_the_weights() {
    // 20,000 draws; a move of weight 0 never comes up. Five standard deviations.
    let weights = [400u16, 250, 0, 300, 50];
    let moves = (1..).map(blow).zip(weights);
    let scene = board("A e")
        .unit('A', recruit().hp(9_999).gambits([guard().with(heal_all)]))
        .unit('e', recruit().cards(moves))
        .house(|house| house.max_ticks = 10_000);
    let mut events: Vec<Event> = Vec::new();
    let arena = arena(&scene);
    for seed in 0..2 {
        let mut battle = Battle::start(&arena, seed, &mut events);
        battle.play(&mut events);
    }
    let mut tallies = weights.map(|weight| (weight, Tally::default()));
    for event in events {
        if let Happening::IntentDrawn {
            card,
            weight,
            total,
            ..
        } = event.what
        {
            assert_eq!((weight, total), (weights[usize::from(card)], 1_000));
            for (place, (weight, tally)) in (0..).zip(&mut tallies) {
                tally.note(*weight * 10, place == card);
            }
        }
    }
    for (weight, tally) in tallies {
        assert!(tally.times() >= 20_000);
        tally.check(&format!("weight {weight}"));
    }
}

#[test]
fn a_card_follows_no_pattern_of_the_card_before() {
    // Two moves of equal weight: a draw repeats the one before in half of all cases.
    let scene = board("A e")
        .unit('A', recruit().hp(9_999).gambits([guard().with(heal_all)]))
        .unit('e', recruit().cards([(blow(1), 1), (blow(2), 1)]))
        .house(|house| house.max_ticks = 10_000);
    let mut events: Vec<Event> = Vec::new();
    let mut battle = Battle::start(&arena(&scene), 3, &mut events);
    battle.play(&mut events);
    let drawn: Vec<u8> = events
        .iter()
        .filter_map(|event| match event.what {
            Happening::IntentDrawn { card, .. } => Some(card),
            _ => None,
        })
        .collect();
    let mut repeats = Tally::default();
    for pair in drawn.windows(2) {
        repeats.note(5_000, pair[0] == pair[1]);
    }
    repeats.check("the same card again");
}

/// Whatever was lost comes back.
fn heal_all(skill: &mut Skill) {
    skill.deed = SkillKind::Aid(Aid {
        heal: Some(Amount::flat(999)),
        ..Aid::default()
    });
}
