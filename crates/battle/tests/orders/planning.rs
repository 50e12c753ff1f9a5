//! Before it acts it shows what it will do: asking does nothing, and what was shown is what happens.

use foretold_battle::testing::{
    Scene, Story, aimed_shot, board, cell, heavy_punch, light_punch, polearm, recruit,
};
use foretold_battle::{
    Action, Aim, AttackType, AutofightMode, Happening, Order, OrderRefusal, Ranking, Status, Stop,
    Tempo, Why,
};

use crate::common::{TAB, TEMPOS, Table, refuses, seated};

fn hunt() -> Scene {
    board(
        "
        A . o . f
        . . o e .
        . . . . .
        ",
    )
    .unit(
        'A',
        recruit().manual().knows([light_punch(), heavy_punch()]),
    )
    .unit('e', recruit().with(Status::Stunned, 50))
    .unit('f', recruit())
}

fn modes() -> [AutofightMode; 3] {
    [
        AutofightMode::MoveAndAttack,
        AutofightMode::AttackOnly,
        AutofightMode::FireOnly,
    ]
}

#[test]
fn asking_for_a_plan_does_nothing() {
    for tempo in TEMPOS {
        let story = seated(hunt(), tempo);
        let before = story.battle.fingerprint();
        for mode in modes() {
            let _ = story.battle.autofight_plan(story.id('A'), mode);
        }
        assert_eq!(story.battle.fingerprint(), before, "not even the count");
    }
}

#[test]
fn a_plan_shows_the_target_the_way_the_type_and_what_decided() {
    for tempo in TEMPOS {
        let story = seated(hunt(), tempo);
        let plan = story.plan('A').expect("there is a way");
        assert_eq!(story.letter(plan.target), 'e');
        assert_eq!(plan.attack, AttackType::NeedsMove);
        assert_eq!(plan.skill, None);
        let way: Vec<String> = plan.path.iter().map(ToString::to_string).collect();
        assert_eq!(way, ["B2", "C3"]);
        assert_eq!(plan.action, Action::Step { to: cell("B2") });
        assert_eq!(plan.decided_by, Some(Ranking::Helpless));
        assert!(!plan.ambiguous && !plan.through_hazard);
    }
}

#[test]
fn who_is_alone_needs_nothing_to_decide() {
    let scene = board("A . e")
        .unit('A', recruit().manual().knows([polearm()]))
        .unit('e', recruit());
    let story = seated(scene, Tempo::Ticks);
    let plan = story.plan('A').expect("e is near");
    assert_eq!(plan.attack, AttackType::Reaching);
    assert_eq!(plan.skill, Some(story.skill("Polearm")));
    assert!(plan.path.is_empty());
    assert_eq!(plan.decided_by, None);
    assert!(!plan.ambiguous);
}

/// What A really did in the last step.
fn done(story: &Story) -> Option<Action> {
    let a = story.id('A');
    let decided = |what: &Happening| match *what {
        Happening::Decided { unit, action, .. } if unit == a => Some(action),
        _ => None,
    };
    story
        .events
        .iter()
        .rev()
        .find_map(|event| decided(&event.what))
}

#[test]
fn what_is_shown_is_what_happens() {
    for tempo in TEMPOS {
        let mut story = seated(hunt(), tempo);
        for _ in 0..6 {
            if story.unit('A').wind_up().is_some()
                || story.waits_for() != "A" && tempo != Tempo::Ticks
            {
                story.ticks(1);
                continue;
            }
            let plan = story.plan('A').expect("e is in view");
            assert_eq!(story.press('A'), Ok(()));
            assert_eq!(story.decision('A').action, plan.action);
            story.ticks(1);
            assert_eq!(done(&story), Some(plan.action), "{tempo:?}");
        }
        assert!(story.unit('e').hp < 100, "{tempo:?}");
    }
}

#[test]
fn after_its_blow_the_plan_agrees_with_the_press() {
    let scene = board("A e . . f")
        .unit('A', recruit().manual().knows([light_punch()]))
        .unit('e', recruit().hp(10))
        .unit('f', recruit());
    let mut story = seated(scene, Tempo::Initiative);
    assert_eq!(story.use_skill('A', "Light Punch", "B1"), Ok(()));
    story.ticks(1);
    assert_eq!(story.waits_for(), "A", "it may still walk");
    for mode in modes() {
        let mut story = story.clone();
        let order = Order::Autofight(mode);
        let plan = story.battle.autofight_plan(story.id('A'), mode);
        let action = plan.map(|plan| plan.action);
        let pressed = story.order('A', order).map(|()| story.decision('A').action);
        assert_eq!(action, pressed, "{mode:?}");
        assert_eq!(pressed, Err(OrderRefusal::NoActionsLeft), "{mode:?}");
    }
}

#[test]
fn the_whole_way_that_is_shown_is_walked() {
    for tempo in TEMPOS {
        let mut story = seated(hunt(), tempo);
        let plan = story.plan('A').expect("there is a way");
        assert_eq!(story.repeat('A'), Ok(()));
        for &to in &plan.path {
            story.ticks(1);
            assert_eq!(story.unit('A').cell, to, "{tempo:?}");
        }
        story.ticks(1);
        let struck = matches!(
            done(&story),
            Some(Action::Use { aim: Aim::Cell(at), .. }) if at == cell("D2")
        );
        assert!(struck || tempo == Tempo::Ticks, "{tempo:?}");
    }
}

#[test]
fn the_why_lists_everybody_who_came_into_question() {
    let mut story = seated(hunt(), Tempo::Ticks);
    assert_eq!(story.press('A'), Ok(()));
    let Why::Autofight(report) = story.decision('A').why else {
        panic!("it follows the one key");
    };
    assert_eq!(report.mode, AutofightMode::MoveAndAttack);
    let listed: String = report
        .contenders
        .iter()
        .map(|contender| story.letter(contender.unit))
        .collect();
    assert_eq!(listed, "ef");
    assert_eq!(report.target, Some(story.id('e')));
    assert_eq!(report.decided_by, Some(Ranking::Helpless));
    assert_eq!(report.stop, None);
    let [e, f] = [report.contenders[0], report.contenders[1]];
    assert_eq!(e.attack, AttackType::NeedsMove);
    // Marked, can attack now, not harmless are equal; helpless decides.
    assert_eq!(e.key[..3], f.key[..3]);
    assert!(e.key[3] < f.key[3]);
}

#[test]
fn a_plan_says_why_there_is_none() {
    for tempo in TEMPOS {
        let story = seated(hunt(), tempo);
        let a = story.id('A');
        let plan = |mode| story.battle.autofight_plan(a, mode).map(|plan| plan.target);
        assert_eq!(
            plan(AutofightMode::AttackOnly),
            refuses(Stop::NoTargetInRange)
        );
        assert_eq!(
            plan(AutofightMode::FireOnly),
            refuses(Stop::NoTargetInRange)
        );
        let enemy = story
            .battle
            .autofight_plan(story.id('e'), AutofightMode::MoveAndAttack);
        assert_eq!(enemy, Err(OrderRefusal::NotYours));
    }
}

#[test]
fn a_plan_agrees_with_whether_the_key_would_be_taken() {
    for tempo in TEMPOS {
        for draft in [
            recruit().knows([light_punch()]),
            recruit().knows([aimed_shot()]),
            recruit(),
            recruit().knows([light_punch()]).hurt_to(10),
        ] {
            let scene = board("A . . e")
                .unit('A', draft.manual())
                .unit('e', recruit());
            let story = seated(scene, tempo);
            let plan = story.plan('A').map(|_| ());
            assert_eq!(story.battle.check_order(story.id('A'), TAB), plan);
        }
    }
}
