//! Minds whose only attack is a line at a unit in full cover, a burst around their own unit, or one
//! that would hurt their own side more (rules §6, §10, §13).

use foretold_battle::testing::{
    RuleDraft, Story, UnitDraft, attack, blow, board, cell, recruit, strike, whirlwind,
};
use foretold_battle::{
    Action, Amount, Area, AutofightMode, Check, DamageKind, Depth, Happening, Odds, Order,
    Selector, Tempo, Terrain, TurnPartKind, explain,
};

/// 10 sure damage to a line.
fn lance() -> RuleDraft {
    let sure = strike(Check::Sure, Amount::flat(10), DamageKind::Piercing);
    let line = attack("Lance", [sure]).range(4).area(Area::Line(4));
    line.needs_sight()
}

/// 10 sure damage to everyone within 2, its own side too.
fn blast() -> RuleDraft {
    let sure = strike(Check::Sure, Amount::flat(10), DamageKind::Fire);
    let burst = attack("Blast", [sure]).range(0).area(Area::Burst(2));
    burst
        .on(Selector::OWN)
        .with(|skill| skill.selector = Selector::OWN)
}

/// 10 sure damage around a cell up to 4 away, its own side too.
fn pot() -> RuleDraft {
    let sure = strike(Check::Sure, Amount::flat(10), DamageKind::Fire);
    attack("Pot", [sure]).range(4).area(Area::Burst(1))
}

/// How often e was struck.
fn strikes_at_e(story: &Story) -> usize {
    let e = story.id('e');
    let struck = story.events.iter().filter(|event| match event.what {
        Happening::Struck(struck) => struck.target == e,
        _ => false,
    });
    struck.count()
}

#[test]
fn no_mind_is_helpless_beside_a_unit_in_full_cover() {
    let minds: [fn() -> UnitDraft; 3] = [
        || recruit().cards([(lance(), 1)]),
        || recruit().heuristic().knows([lance()]),
        || recruit().gambits([lance()]),
    ];
    for mind in minds {
        let scene = board("A . e")
            .terrain("C1", Terrain::FullCover)
            .unit('A', mind())
            .unit('e', recruit());
        for mut story in scene.in_every_tempo() {
            story.ticks(1);
            assert_eq!(strikes_at_e(&story), 1, "{}", story.picture());
            assert_eq!(story.unit('A').cell, cell("A1"));
        }
    }
}

#[test]
fn a_burst_around_its_own_user_can_be_ordered_by_hand() {
    let scene = board("A . e")
        .unit('A', recruit().manual().knows([whirlwind()]))
        .unit('e', recruit());
    for story in scene.in_every_tempo() {
        let (a, skill) = (story.id('A'), story.skill("Whirlwind"));
        assert_eq!(story.battle.uses(a), [(skill, a)]);
    }
}

#[test]
fn a_burst_around_its_own_user_is_previewed_on_an_enemy() {
    let story = board("A . e f")
        .unit('A', recruit().manual().knows([blast()]))
        .unit('e', recruit().hp(10))
        .unit('f', recruit())
        .story();
    let (a, skill) = (story.id('A'), story.skill("Blast"));
    let preview = |letter| story.battle.preview(a, skill, story.id(letter));
    let on_e = preview('e').expect("it is an attack");
    assert_eq!((on_e.refusal, on_e.kill), (None, Odds::CERTAIN));
    let on_f = preview('f').expect("it is an attack");
    assert!(on_f.strikes.is_empty(), "f is too far away");
}

#[test]
fn the_heuristic_walks_up_and_uses_a_burst_around_itself() {
    let scene = board("A . . . . e")
        .unit('A', recruit().heuristic().knows([whirlwind()]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        story.rounds(9);
        assert!(strikes_at_e(&story) > 0, "{}", story.picture());
    }
}

#[test]
fn autofight_walks_up_and_uses_a_burst_around_its_unit() {
    let scene = board("A . . . e")
        .unit('A', recruit().manual().knows([whirlwind()]))
        .unit('e', recruit());
    for mut story in scene.in_every_tempo() {
        let a = story.id('A');
        let order = Order::Autofight(AutofightMode::MoveAndAttack);
        story.battle.order(a, order, true).expect("e is in view");
        story.rounds(9);
        assert!(strikes_at_e(&story) > 0, "{}", story.picture());
    }
}

#[test]
fn the_heuristic_leaves_a_burst_around_itself_that_hurts_its_own_side_more() {
    // e and A itself lose 10 each, and B another 10.
    let story = |drawing: &str| {
        board(drawing)
            .unit('A', recruit().heuristic().knows([blast(), blow(3)]))
            .unit('B', recruit())
            .unit('e', recruit())
            .story()
    };
    let used = |story: &Story| match story.decision('A').action {
        Action::Use { skill, .. } => story.battle.arena().skill(skill).name.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(used(&story("A e B")), "Blow");
}

#[test]
fn the_heuristic_looks_for_another_cell_and_says_why_it_waits() {
    // From where it stands the line goes through B. Two steps down it does not.
    let scene = |speed| {
        board(
            "
            A B e
            . . .
            . . .
            ",
        )
        .tempo(Tempo::Initiative)
        .unit('A', recruit().heuristic().knows([lance()]).speed(speed))
        .unit('B', recruit().vulnerable(DamageKind::Piercing))
        .unit('e', recruit())
    };
    let story = scene(5).story();
    let turn = story
        .battle
        .foretell(story.id('A'))
        .expect("it is its turn");
    let strikes = turn.parts.iter().filter_map(|part| match &part.what {
        TurnPartKind::Strike { blow, others, .. } => Some((blow.target, others.len())),
        _ => None,
    });
    let strikes: Vec<_> = strikes.collect();
    assert_eq!(strikes, [(Some(story.id('e')), 0)], "{turn:?}");

    let story = scene(0).story();
    let decision = story.decision('A');
    assert_eq!(decision.action, Action::Idle);
    let lines = explain(&story.battle, story.id('A'), &decision, Depth::Detailed);
    let text = lines.join("\n");
    assert!(
        text.contains("an attack on e would hurt its own side more"),
        "{text}"
    );
    assert!(
        text.contains("Lance: it would hurt its own side more"),
        "{text}"
    );
}

#[test]
fn autofight_waits_for_its_own_side_to_leave_the_area() {
    let story = board("A . B e")
        .unit('A', recruit().manual().knows([pot()]))
        .unit('B', recruit().vulnerable(DamageKind::Fire))
        .unit('e', recruit())
        .story();
    let plan = story
        .battle
        .autofight_plan(story.id('A'), AutofightMode::MoveAndAttack);
    assert_eq!(plan.map(|plan| plan.action), Ok(Action::Hold));
}
