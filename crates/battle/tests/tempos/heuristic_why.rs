//! The agent's why: which target, what it could do from where, what it chose (rules §6).

use foretold_battle::brain::HeuristicReport;
use foretold_battle::testing::{blow, board, cell, light_punch, recruit};
use foretold_battle::{Event, Happening, Status, WhyNot};

use crate::common::{FIRST, initiative, report};

#[test]
fn it_shows_the_target_every_possible_attack_with_its_odds_and_place_and_the_choice() {
    let sling = blow(5)
        .range(3)
        .with(|skill| skill.name = "Sling".to_owned());
    let lance = blow(9)
        .range(2)
        .with(|skill| skill.name = "Lance".to_owned());
    let mut story = initiative(
        "
        A . . .
        . . . .
        . . . e
    ",
    )
    .unit(
        'A',
        recruit()
            .heuristic()
            .knows([light_punch(), sling, lance])
            .speed(1)
            .initiative(FIRST),
    )
    .unit('e', recruit())
    .story();
    // The punch is out of reach: two steps would be needed. Hundredths of a point.
    let expected = HeuristicReport {
        target: Some((story.id('e'), 5)),
        attacks: vec![
            (story.skill("Sling"), 500, cell("A1")),
            (story.skill("Lance"), 900, cell("B1")),
        ],
        left: Vec::new(),
        chosen: Some(story.skill("Lance")),
        walk_refusal: None,
    };
    assert_eq!(report(&story), expected);
    story.ticks(1);
    let expected = HeuristicReport {
        target: Some((story.id('e'), 4)),
        attacks: vec![
            (story.skill("Sling"), 500, cell("B1")),
            (story.skill("Lance"), 900, cell("B1")),
        ],
        ..expected
    };
    assert_eq!(report(&story), expected);
}

#[test]
fn it_says_why_it_does_not_walk() {
    let story = board("A . e")
        .unit(
            'A',
            recruit()
                .heuristic()
                .knows([light_punch()])
                .with(Status::Rooted, 2),
        )
        .unit('e', recruit())
        .story();
    let expected = HeuristicReport {
        target: Some((story.id('e'), 2)),
        attacks: Vec::new(),
        left: Vec::new(),
        chosen: None,
        walk_refusal: Some(WhyNot::Rooted),
    };
    assert_eq!(report(&story), expected);
}

#[test]
fn when_its_turn_is_spent_it_says_so() {
    let mut story = initiative("A . . . . e")
        .unit(
            'A',
            recruit()
                .heuristic()
                .knows([light_punch()])
                .speed(1)
                .initiative(FIRST),
        )
        .unit('e', recruit())
        .story();
    story.ticks(1);
    assert_eq!(report(&story).walk_refusal, Some(WhyNot::NoWalkLeft));
}

#[test]
fn without_enemies_it_names_no_target() {
    let mut story = board("A e")
        .unit('A', recruit().heuristic().knows([blow(5)]))
        .unit('e', recruit().hp(5))
        .story();
    story.ticks(1);
    let expected = HeuristicReport {
        walk_refusal: Some(WhyNot::NoTarget),
        ..HeuristicReport::default()
    };
    assert_eq!(report(&story), expected);
}

#[test]
fn asking_changes_nothing_and_what_is_reported_is_what_happens() {
    let story = initiative("A . . . . e")
        .unit(
            'A',
            recruit()
                .heuristic()
                .knows([light_punch()])
                .initiative(FIRST),
        )
        .unit('e', recruit().heuristic().knows([blow(3)]))
        .story();
    let mut battle = story.battle.clone();
    for _ in 0..40 {
        let before = battle.fingerprint();
        let ids: Vec<_> = battle.in_turn().iter().collect();
        let answer = ids.first().and_then(|&unit| battle.decide(unit));
        assert_eq!(battle.fingerprint(), before);
        let mut log: Vec<Event> = Vec::new();
        battle.step(&mut log);
        let decided = log.iter().find_map(|event| match event.what {
            Happening::Decided { action, .. } => Some(action),
            _ => None,
        });
        assert_eq!(decided, answer.map(|decision| decision.action));
    }
}
