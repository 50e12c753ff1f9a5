//! Which unit a skill is for: four criteria, three sides, in reach or not, and ties (rules §6).

use foretold_battle::brain::{Candidate, Criterion, PickedBy, Selector, Side, TargetSelection};
use foretold_battle::testing::{
    RuleDraft, Scene, Story, UnitDraft, aimed_shot, assert_log, blow, board, cell, hold, mend,
    move_towards, polearm, recruit,
};
use foretold_battle::{UnitId, WhyNot};

use crate::common::{first_choice, refusals, rules_of};

const CRITERIA: [Criterion; 4] = [
    Criterion::Nearest,
    Criterion::Furthest,
    Criterion::LowestHp,
    Criterion::HighestHp,
];

/// How the first rule of a unit chose its target.
fn selection(story: &Story, letter: char) -> TargetSelection {
    rules_of(story, letter).swap_remove(0).selection
}

fn names(story: &Story, ids: impl IntoIterator<Item = UnitId>) -> String {
    let arena = story.battle.arena();
    ids.into_iter()
        .map(|id| arena.sheet(id).name.as_str())
        .collect()
}

fn chosen(scene: &Scene, rule: RuleDraft) -> String {
    let story = scene.clone().unit('A', chooser(rule)).story();
    names(&story, selection(&story, 'A').chosen)
}

fn chooser(rule: RuleDraft) -> UnitDraft {
    recruit().hurt_to(50).gambits([rule])
}

fn crowd() -> Scene {
    board(
        "
        . . . . . .
        A . e . . .
        . B . . f .
        . . . . . C
        g . . . . .
        ",
    )
    .unit('e', recruit().hurt_to(40))
    .unit('f', recruit().hp(10))
    .unit('g', recruit().hp(200).hurt_to(70))
    .unit('B', recruit().hurt_to(90))
    .unit('C', recruit().hurt_to(20))
}

#[test]
fn four_criteria_times_three_sides() {
    for (side, found) in [
        (Side::Enemy, ["e", "f", "f", "g"]),
        (Side::Ally, ["B", "C", "C", "B"]),
        (Side::Own, ["A", "A", "A", "A"]),
    ] {
        for (criterion, found) in CRITERIA.into_iter().zip(found) {
            let rule = hold().on(Selector::new(criterion, side));
            assert_eq!(chosen(&crowd(), rule), found, "{criterion:?} {side:?}");
        }
    }
}

#[test]
fn the_classics_have_names() {
    for (named, criterion, side) in [
        (Selector::NEAREST_ENEMY, Criterion::Nearest, Side::Enemy),
        (Selector::NEAREST_ALLY, Criterion::Nearest, Side::Ally),
        (Selector::LOWEST_HP_ENEMY, Criterion::LowestHp, Side::Enemy),
        (Selector::LOWEST_HP_ALLY, Criterion::LowestHp, Side::Ally),
        (Selector::OWN, Criterion::Nearest, Side::Own),
    ] {
        assert_eq!(named, Selector::new(criterion, side));
        assert!(!named.in_reach);
    }
}

#[test]
fn every_candidate_is_reported_with_what_was_compared() {
    let story = crowd()
        .unit('A', chooser(hold().on(Selector::LOWEST_HP_ENEMY)))
        .story();
    let candidate = |letter, score, at| Candidate {
        unit: story.id(letter),
        score,
        cell: cell(at),
    };
    assert_eq!(
        selection(&story, 'A'),
        TargetSelection {
            candidates: vec![
                candidate('e', 40, "C2"),
                candidate('f', 10, "E3"),
                candidate('g', 70, "A5"),
            ],
            chosen: Some(story.id('f')),
            picked_by: PickedBy::Score,
        }
    );
    let story = crowd()
        .unit('A', chooser(hold().on(Selector::NEAREST_ALLY)))
        .story();
    let candidate = |letter, score, at| Candidate {
        unit: story.id(letter),
        score,
        cell: cell(at),
    };
    assert_eq!(
        selection(&story, 'A'),
        TargetSelection {
            candidates: vec![candidate('B', 1, "B3"), candidate('C', 5, "F4")],
            chosen: Some(story.id('B')),
            picked_by: PickedBy::Score,
        }
    );
}

#[test]
fn hp_means_current_hp_not_its_share() {
    let scene = board("A . e f")
        .unit('e', recruit().hurt_to(12))
        .unit('f', recruit().hp(11));
    let rule = hold().on(Selector::LOWEST_HP_ENEMY);
    assert_eq!(chosen(&scene, rule), "f");
}

#[test]
fn ties_go_to_the_lower_y_then_to_the_lower_x() {
    // All are two cells away and have 100 HP; the later ones joined first.
    let ring = board(
        "
        . g . f .
        . . . . .
        . . A . e
        . . . . .
        i . h . .
        ",
    );
    let all = ['i', 'h', 'g', 'f', 'e'];
    for (present, found, picked_by) in [
        ("ihgfe", "g", PickedBy::LowerX),
        ("ihfe", "f", PickedBy::LowerY),
        ("ihe", "e", PickedBy::LowerY),
        ("ih", "i", PickedBy::LowerX),
        ("h", "h", PickedBy::OnlyOne),
    ] {
        for criterion in CRITERIA {
            let rule = hold().on(Selector::new(criterion, Side::Enemy));
            let mut setup = all
                .into_iter()
                .fold(ring.clone(), |scene, letter| scene.unit(letter, recruit()))
                .unit('A', chooser(rule))
                .setup();
            setup
                .units
                .retain(|sheet| sheet.name == "A" || present.contains(&sheet.name));
            let (name, by) = first_choice(setup, "A");
            assert_eq!(
                (name.as_deref(), by),
                (Some(found), picked_by),
                "{criterion:?} among {present}"
            );
        }
    }
}

#[test]
fn only_equals_make_a_tie_and_somebody_worse_does_not_hide_it() {
    let picked = |drawing| {
        let scene = board(drawing)
            .unit('A', chooser(hold()))
            .unit('f', recruit())
            .unit('e', recruit())
            .unit('g', recruit());
        let selection = selection(&scene.story(), 'A');
        assert_eq!(selection.chosen, Some(scene.story().id('e')), "{drawing}");
        selection.picked_by
    };
    let lower_y = "
        . e . g
        f A . .
    ";
    assert_eq!(picked(lower_y), PickedBy::LowerY);
    let lower_x = "
        e . f .
        . A . g
    ";
    assert_eq!(picked(lower_x), PickedBy::LowerX);
    let nearer = "
        . e . f
        . A . g
    ";
    assert_eq!(picked(nearer), PickedBy::Score);
}

#[test]
fn only_in_reach_looks_among_those_the_skill_could_be_used_on() {
    let scene = || {
        board(
            "
            A # e . .
            . . . . .
            . f . . .
            . . . . .
            . . . . .
            . . g . .
            . h . . .
            ",
        )
        .unit('e', recruit().hurt_to(1))
        .unit('f', recruit())
        .unit('g', recruit().hurt_to(60))
        .unit('h', recruit().hurt_to(2))
    };
    // e is hidden behind the wall, h is six cells away.
    let candidates = |rule: RuleDraft| {
        let story = scene().unit('A', chooser(rule)).story();
        let all = selection(&story, 'A').candidates;
        names(&story, all.into_iter().map(|candidate| candidate.unit))
    };
    let lowest = Selector::LOWEST_HP_ENEMY;
    assert_eq!(candidates(aimed_shot().on(lowest)), "efgh");
    assert_eq!(candidates(aimed_shot().on(lowest.in_reach())), "fg");
    assert_eq!(chosen(&scene(), aimed_shot().on(lowest)), "e");
    assert_eq!(chosen(&scene(), aimed_shot().on(lowest.in_reach())), "g");
    let nearest = Selector::NEAREST_ENEMY;
    assert_eq!(chosen(&scene(), aimed_shot().on(nearest)), "e");
    assert_eq!(chosen(&scene(), aimed_shot().on(nearest.in_reach())), "f");
    // A polearm needs no sight.
    assert_eq!(candidates(polearm().on(nearest.in_reach())), "ef");
}

#[test]
fn only_in_reach_goes_for_help_as_well() {
    let scene = board("A . . B C e")
        .unit('B', recruit().hurt_to(80))
        .unit('C', recruit().hurt_to(1))
        .unit('e', recruit());
    assert_eq!(chosen(&scene, mend()), "C");
    let in_reach = Selector::LOWEST_HP_ALLY.in_reach();
    assert_eq!(chosen(&scene, mend().on(in_reach)), "B");
}

#[test]
fn nobody_in_reach_is_no_target_and_somebody_out_of_reach_is_out_of_range() {
    let story = board("A . . e")
        .unit(
            'A',
            recruit().gambits([polearm().on(Selector::NEAREST_ENEMY.in_reach()), polearm()]),
        )
        .unit('e', recruit())
        .story();
    let too_far = WhyNot::OutOfRange {
        distance: 3,
        range: 2,
    };
    assert_eq!(
        refusals(&story, 'A'),
        [Some(WhyNot::NoTarget), Some(too_far)]
    );
    assert_eq!(selection(&story, 'A'), TargetSelection::default());
}

#[test]
fn for_moves_only_in_reach_changes_nothing() {
    let scene = board("A . . . e")
        .unit(
            'A',
            recruit().gambits([move_towards().on(Selector::NEAREST_ENEMY.in_reach())]),
        )
        .unit('e', recruit());
    assert_log!(scene.ticks(1), ["t1 A moves A1 → B1"]);
}

#[test]
fn an_ally_is_never_oneself() {
    let scene = || board("A e").unit('e', recruit());
    for criterion in CRITERIA {
        let rule = blow(1).on(Selector::new(criterion, Side::Ally));
        let story = scene().unit('A', chooser(rule)).story();
        assert_eq!(refusals(&story, 'A'), [Some(WhyNot::NoTarget)]);
        assert_eq!(selection(&story, 'A').picked_by, PickedBy::Nobody);
        let rule = hold().on(Selector::new(criterion, Side::Own));
        let story = scene().unit('A', chooser(rule)).story();
        assert_eq!(selection(&story, 'A').chosen, Some(story.id('A')));
        assert_eq!(selection(&story, 'A').picked_by, PickedBy::OnlyOne);
    }
}

#[test]
fn a_downed_ally_has_the_lowest_hp_of_all() {
    let mut story = board(
        "
        A . B e
        C . . .
        ",
    )
    .unit('A', recruit().gambits([mend()]))
    .unit('B', recruit().hp(5).downed_at_zero())
    .unit('C', recruit().hurt_to(1))
    .unit('e', recruit().gambits([blow(5)]))
    .story();
    story.ticks(1);
    let selection = selection(&story, 'A');
    assert_eq!(selection.chosen, Some(story.id('B')));
    assert_eq!(selection.picked_by, PickedBy::Score);
    let scores = selection.candidates.iter().map(|candidate| candidate.score);
    assert_eq!(scores.collect::<Vec<_>>(), [0, 16]);
}

#[test]
fn the_downed_and_the_fallen_are_no_enemies_to_select() {
    let strikes = |selector| recruit().gambits([blow(5).on(selector)]);
    let mut story = board(
        "
        A e . .
        B f . g
        ",
    )
    .unit('A', strikes(Selector::NEAREST_ENEMY))
    .unit('B', strikes(Selector::LOWEST_HP_ENEMY))
    .unit('e', recruit().hp(5).downed_at_zero())
    .unit('f', recruit().hp(4))
    .unit('g', recruit())
    .story();
    story.ticks(1);
    for letter in ['A', 'B'] {
        let selection = selection(&story, letter);
        assert_eq!(selection.chosen, Some(story.id('g')));
        assert_eq!(selection.candidates.len(), 1);
    }
}

#[test]
fn a_fallen_ally_is_none() {
    let mut story = board("A . . . B e")
        .unit('A', recruit().gambits([mend()]))
        .unit('B', recruit().hp(5))
        .unit('e', recruit().gambits([blow(5)]))
        .story();
    story.ticks(1);
    assert_eq!(refusals(&story, 'A'), [Some(WhyNot::NoTarget)]);
}
