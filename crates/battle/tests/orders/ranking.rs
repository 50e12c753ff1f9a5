//! Autofight's target: every way to compare, alone and in the order that the settings give.

use foretold_battle::testing::{
    Scene, Story, UnitDraft, blow, board, grapple, light_punch, polearm, recruit,
};
use foretold_battle::{AutofightSettings, Ranking, Status, Tempo};

use crate::common::{Table, only, seated, settings};

/// A compares by these and nothing else; ties go to e, which stands first.
fn by(order: &[Ranking]) -> AutofightSettings {
    settings(|settings| {
        settings.order = order.to_vec();
        settings.preconditions.caught = false;
    })
}

/// e and f are both next to A and alike; each of them may be changed.
fn between(order: &[Ranking], e: UnitDraft, f: UnitDraft) -> Story {
    let scene = board("e A f")
        .unit(
            'A',
            recruit()
                .manual()
                .knows([light_punch()])
                .autofight(by(order)),
        )
        .unit('e', e)
        .unit('f', f);
    seated(scene, Tempo::Ticks)
}

/// The criterion alone prefers f; without it the last tie goes to e.
#[track_caller]
fn prefers_f(ranking: Ranking, e: UnitDraft, f: UnitDraft) {
    let story = between(&[ranking], e.clone(), f.clone());
    let plan = story.plan('A').expect("both are near");
    assert_eq!(story.letter(plan.target), 'f', "{ranking:?}");
    assert_eq!(plan.decided_by, Some(ranking));
    assert!(!plan.ambiguous);
    let story = between(&[], e, f);
    let plan = story.plan('A').expect("both are near");
    assert_eq!(story.letter(plan.target), 'e');
    assert_eq!(plan.decided_by, None);
    assert!(plan.ambiguous);
}

#[test]
fn not_harmless_comes_first() {
    prefers_f(Ranking::NotHarmless, recruit().harmless(), recruit());
}

#[test]
fn the_helpless_come_first() {
    prefers_f(
        Ranking::Helpless,
        recruit(),
        recruit().with(Status::Stunned, 3),
    );
}

#[test]
fn the_rooted_and_the_confused_come_first() {
    for status in [Status::Rooted, Status::Confused] {
        prefers_f(Ranking::Hindered, recruit(), recruit().with(status, 3));
    }
    for status in [Status::Stunned, Status::Panicked, Status::Dodging] {
        let story = between(&[Ranking::Hindered], recruit(), recruit().with(status, 3));
        assert_eq!(story.target('A'), Ok('e'), "{status:?} is no hindrance");
    }
}

#[test]
fn the_more_injured_comes_first() {
    prefers_f(Ranking::Injury, recruit(), recruit().hurt_to(75));
    prefers_f(
        Ranking::Injury,
        recruit().hurt_to(51),
        recruit().hurt_to(50),
    );
    prefers_f(
        Ranking::Injury,
        recruit().hurt_to(26),
        recruit().hurt_to(25),
    );
}

#[test]
fn within_a_quarter_injuries_are_equal() {
    for (e, f) in [(100, 76), (75, 51), (50, 26), (25, 1)] {
        let story = between(
            &[Ranking::Injury],
            recruit().hurt_to(e),
            recruit().hurt_to(f),
        );
        assert_eq!(story.target('A'), Ok('e'), "{e} and {f} HP");
        assert!(story.plan('A').expect("both are near").ambiguous);
    }
}

#[test]
fn the_greater_threat_comes_first() {
    prefers_f(
        Ranking::Threat,
        recruit().gambits([blow(10)]),
        recruit().gambits([blow(11)]),
    );
}

#[test]
fn a_threat_is_the_best_attack_and_counts_my_resistance() {
    let scene = |a: UnitDraft| {
        let a = a.manual().knows([light_punch()]);
        let scene = board("e A f")
            .unit('A', a.autofight(by(&[Ranking::Threat])))
            .unit('e', recruit().gambits([polearm()]))
            .unit('f', recruit().gambits([blow(9), blow(2)]));
        seated(scene, Tempo::Ticks)
    };
    assert_eq!(scene(recruit()).target('A'), Ok('f'), "9 against 8");
    let tough = recruit().resists(foretold_battle::DamageKind::Bludgeoning);
    assert_eq!(scene(tough).target('A'), Ok('e'), "4 against 8");
}

#[test]
fn a_preferred_kind_comes_first() {
    let picky = settings(|settings| {
        settings.order = vec![Ranking::PreferredKind];
        settings.prefer = vec!["priest".to_owned()];
    });
    let scene = board("e A f")
        .unit(
            'A',
            recruit().manual().knows([light_punch()]).autofight(picky),
        )
        .unit('e', recruit())
        .unit('f', recruit().kind("priest"));
    assert_eq!(seated(scene, Tempo::Ticks).target('A'), Ok('f'));
}

#[test]
fn whom_the_player_marked_comes_first() {
    let mut story = between(&[Ranking::Marked], recruit(), recruit());
    assert_eq!(story.target('A'), Ok('e'));
    let f = story.id('f');
    story.battle.mark(f, true);
    assert!(story.battle.marked().contains(f));
    assert_eq!(story.target('A'), Ok('f'));
    assert_eq!(
        story.plan('A').expect("both are near").decided_by,
        Some(Ranking::Marked)
    );
    story.battle.mark(f, false);
    assert!(story.battle.marked().is_empty());
    assert_eq!(story.target('A'), Ok('e'));
}

#[test]
fn who_can_be_attacked_now_comes_first() {
    let scene = |order: &[Ranking]| {
        let scene = board("e . A f")
            .unit(
                'A',
                recruit()
                    .manual()
                    .knows([light_punch()])
                    .autofight(by(order)),
            )
            .unit('e', recruit())
            .unit('f', recruit());
        seated(scene, Tempo::Ticks)
    };
    assert_eq!(scene(&[]).target('A'), Ok('e'));
    assert_eq!(scene(&[Ranking::CanAttackNow]).target('A'), Ok('f'));
}

#[test]
fn the_nearer_comes_first_in_cells_not_steps() {
    // f is two cells away behind a pit, e three cells in the open.
    let scene = |order: &[Ranking]| {
        let scene = board(
            "
            e . . A o f
            . . . . o .
            ",
        )
        .unit(
            'A',
            recruit()
                .manual()
                .knows([light_punch()])
                .autofight(by(order)),
        )
        .unit('e', recruit())
        .unit('f', recruit());
        seated(scene, Tempo::Ticks)
    };
    assert_eq!(scene(&[]).target('A'), Ok('e'));
    assert_eq!(scene(&[Ranking::Distance]).target('A'), Ok('f'));
}

#[test]
fn who_holds_me_comes_first() {
    let scene = |order: &[Ranking]| -> Scene {
        let mut bold = by(order);
        bold.interrupts = only(|_| {}).interrupts;
        board("e A f")
            .unit(
                'A',
                recruit().manual().knows([light_punch()]).autofight(bold),
            )
            .unit('e', recruit())
            .unit('f', recruit().gambits([grapple().cooldown(9)]))
    };
    for (order, target) in [(vec![], 'e'), (vec![Ranking::HoldingMe], 'f')] {
        let mut story = seated(scene(&order), Tempo::Ticks);
        assert_eq!(story.target('A'), Ok('e'));
        story.ticks(1);
        assert!(story.unit('A').has(Status::Rooted));
        assert_eq!(story.target('A'), Ok(target), "{order:?}");
    }
}

#[test]
fn the_order_of_the_settings_decides_what_counts_more() {
    // For each pair of neighbours in the list: e wins by the first, f by the second.
    let pairs: [(Ranking, Ranking, UnitDraft, UnitDraft); 5] = [
        (
            Ranking::NotHarmless,
            Ranking::Helpless,
            recruit(),
            recruit().harmless().with(Status::Stunned, 3),
        ),
        (
            Ranking::Helpless,
            Ranking::Hindered,
            recruit().with(Status::Stunned, 3),
            recruit().with(Status::Confused, 3),
        ),
        (
            Ranking::Hindered,
            Ranking::Injury,
            recruit().with(Status::Rooted, 3),
            recruit().hurt_to(10),
        ),
        (
            Ranking::Injury,
            Ranking::Threat,
            recruit().hurt_to(10),
            recruit().gambits([blow(30)]),
        ),
        (
            Ranking::Threat,
            Ranking::NotHarmless,
            recruit().gambits([blow(30)]).harmless(),
            recruit(),
        ),
    ];
    for (first, second, e, f) in pairs {
        for (order, winner) in [([first, second], 'e'), ([second, first], 'f')] {
            let story = between(&order, e.clone(), f.clone());
            assert_eq!(story.target('A'), Ok(winner), "{order:?}");
            let decided_by = story.plan('A').expect("both are near").decided_by;
            assert_eq!(decided_by, Some(order[0]));
        }
    }
}

#[test]
fn the_default_order_is_that_of_the_rules() {
    assert_eq!(
        AutofightSettings::default().order,
        [
            Ranking::Marked,
            Ranking::CanAttackNow,
            Ranking::NotHarmless,
            Ranking::Helpless,
            Ranking::Distance,
            Ranking::HoldingMe,
            Ranking::Hindered,
            Ranking::Injury,
            Ranking::Threat,
            Ranking::PreferredKind,
        ]
    );
}

#[test]
fn a_marked_enemy_far_away_comes_before_one_in_reach() {
    let scene = board("e A . . f")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit())
        .unit('f', recruit());
    let mut story = seated(scene, Tempo::Ticks);
    assert_eq!(story.target('A'), Ok('e'));
    let f = story.id('f');
    story.battle.mark(f, true);
    assert_eq!(story.target('A'), Ok('f'));
}
