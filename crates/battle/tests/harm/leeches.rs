//! Drains, and what the log says of them, of prices, pulls and fires (rules §13).

use foretold_battle::testing::{
    RuleDraft, Story, assert_log, blow, board, fire_pot, pull, recruit,
};
use foretold_battle::{Area, DamageKind, Event, Happening, gist};

use crate::common::once;

#[test]
fn two_leeches_that_strike_each_other_end_alike() {
    // Each has 5 HP left of which the other drains all; the one in the lower slot gains no more.
    let leech = || recruit().hurt_to(5).gambits([once(blow(9).drains(100))]);
    let mut story = board("A e").unit('A', leech()).unit('e', leech()).story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, 9 dealt, 0/100",
            "t1 e → A: Blow hit, 9 dealt, 0/100",
            "t1 A drains 5 HP, 5/100",
            "t1 e drains 5 HP, 5/100",
        ]
    );
}

#[test]
fn a_drain_heals_before_all_other_heals_and_once_for_all_strikes() {
    let bite = once(blow(10).range(2).drains(50).area(Area::Burst(1)));
    let scene = board("A . e f")
        .unit('A', recruit().hurt_to(50).gambits([bite]))
        .unit('e', recruit())
        .unit('f', recruit());
    scene.assert_in_every_tempo(
        1,
        &[
            "A → e: Blow hit, 10 dealt, 90/100",
            "A → f: Blow hit, 10 dealt, 90/100",
            "A drains 10 HP, 60/100",
        ],
    );
}

#[test]
fn the_log_tells_pulls_prices_and_the_time_of_a_fire() {
    let told = |rule: RuleDraft, place: usize, line: &str| {
        let scene = board("A . . e").unit('A', recruit().gambits([once(rule)]));
        for mut story in scene.unit('e', recruit()).in_every_tempo() {
            assert_eq!(story.ticks(1).deeds()[place], line);
        }
    };
    told(pull(), 1, "A pulls e D1 → C1");
    told(blow(1).range(4).pays(6), 0, "A pays 6 HP, 94/100");
    let fire = |turns| blow(1).range(4).burns(turns);
    told(fire(1), 0, "A sets D1 on fire for 1 turn");
    // A longer list is a number.
    let wide = fire(2).area(Area::Burst(2));
    told(wide, 0, "A sets 15 cells on fire for 2 turns");
}

#[test]
fn the_gist_counts_one_cell_as_one() {
    let mut story = board("A . e")
        .unit('A', recruit().gambits([fire_pot().area(Area::Cell)]))
        .unit('e', recruit().immune(DamageKind::Fire))
        .story();
    story.ticks(1);
    let lit: Vec<Event> = story.events.iter().copied().filter(is_fire).collect();
    let told = gist(story.battle.arena(), &lit, None);
    assert!(told.ends_with("set 1 cell on fire"), "{told}");
}

fn is_fire(event: &Event) -> bool {
    matches!(event.what, Happening::SetOnFire { .. })
}

#[test]
fn the_number_of_a_fire_includes_the_running_round() {
    let scene = board("A . e")
        .unit('A', recruit().gambits([once(blow(1).range(4).burns(1))]))
        .unit('e', recruit());
    let left = |story: &Story| story.battle.burning().map(|(_, turns)| turns).next();
    // In ticks the tick in which it was lit is over; elsewhere the round goes on.
    for (mut story, number) in scene.in_every_tempo().into_iter().zip([1, 2, 2]) {
        story.ticks(1);
        assert_eq!(left(&story), Some(number));
        if number == 2 {
            story.rounds(1);
        }
        assert_eq!(left(&story), Some(1));
    }
}
