//! The simulator's agent: its target, and where it strikes from (rules §6).

use foretold_battle::testing::{
    aimed_shot, assert_log, attack, blow, board, cell, dodge, heavy_punch, light_punch, polearm,
    recruit, strike,
};
use foretold_battle::{Action, Aim, Amount, Check, DamageKind, Luck, Status, Tempo};

use crate::common::{FIRST, agent, chosen, initiative, phases, report, sure};

#[test]
fn it_goes_for_the_nearest_enemy_by_manhattan_distance() {
    // e is 2 cells away and f is 3, but around the corner it is 4 to e.
    let scene = board(
        "
        A . . f
        . . . .
        . . e .
    ",
    )
    .unit('A', agent([light_punch()]))
    .unit('e', recruit())
    .unit('f', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A → f: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn among_the_nearest_it_takes_the_one_with_the_lowest_hp() {
    for (e, f, expected) in [(50, 49, "f"), (49, 50, "e"), (50, 50, "e")] {
        let mut story = board(
            "
            . e .
            f A .
        ",
        )
        .unit('A', agent([light_punch()]))
        .unit('e', recruit().hp(90).hurt_to(e))
        .unit('f', recruit().hurt_to(f))
        .story();
        let log = story.ticks(1).lines.join("\n");
        assert!(log.starts_with(&format!("t1 A → {expected}: ")), "{log}");
    }
}

#[test]
fn the_downed_are_no_enemies_of_its() {
    let mut story = board("A e . f")
        .unit('A', agent([light_punch()]))
        .unit('e', recruit().hp(10).downed_at_zero())
        .unit('f', recruit())
        .story();
    story.ticks(1);
    let report = report(&story);
    assert_eq!(report.target, Some((story.id('f'), 3)));
}

#[test]
fn walking_is_included_it_walks_to_the_better_attack() {
    for scene in [initiative, phases] {
        let mut story = scene("A . . . e")
            .unit(
                'A',
                agent([sure("Sling", 5).range(9), sure("Mace", 8)]).speed(3),
            )
            .unit('e', recruit())
            .story();
        assert_log!(
            story.ticks(4),
            [
                "t1 A moves A1 → B1",
                "t2 A moves B1 → C1",
                "t3 A moves C1 → D1",
                "t4 A → e: Mace hit, 8 dealt, 92/100",
                match story.battle.arena().tempo() {
                    Tempo::Phases => "t4 round 1: the enemies' phase",
                    _ => "t4 round 1: e's turn",
                },
            ]
        );
    }
}

#[test]
fn what_a_walk_cannot_reach_is_not_possible() {
    let scene = initiative("A . . . e")
        .unit(
            'A',
            agent([sure("Sling", 5).range(9), sure("Mace", 8)]).speed(2),
        )
        .unit('e', recruit());
    assert_eq!(
        scene.ticks(1).lines,
        ["t1 A → e: Sling hit, 5 dealt, 95/100"]
    );
}

#[test]
fn it_walks_no_further_than_the_attack_needs() {
    let scene = initiative("A . . . . e")
        .unit('A', agent([polearm()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A moves C1 → D1",
            "t4 A → e: Polearm hit, 8 dealt, 92/100",
        ]
    );
}

#[test]
fn it_walks_around_a_wall_to_where_it_sees_its_target() {
    let mut story = initiative(
        "
        A . # . e
        . . # . .
        . . . . .
    ",
    )
    .unit('A', agent([aimed_shot()]))
    .unit('e', recruit())
    .story();
    let Action::Step { .. } = story.decision('A').action else {
        panic!("it does not see e from here");
    };
    while !matches!(story.decision('A').action, Action::Use { .. }) {
        story.ticks(1);
        assert_eq!(story.battle.round(), 1);
    }
    let (me, e) = (story.id('A'), story.unit('e').cell);
    let shot = story.skill("Aimed Shot");
    let targets = story.battle.valid_targets(me, shot, story.unit('A').cell);
    assert!(targets.contains(story.id('e')), "{e} is in sight");
}

#[test]
fn it_does_not_walk_through_a_hazard_for_a_better_attack() {
    let scene = initiative(
        "
        # # # # #
        A ~ . e #
        # # # # #
    ",
    )
    .unit('A', agent([sure("Sling", 5).range(9), sure("Mace", 8)]))
    .unit('e', recruit());
    assert_eq!(
        scene.ticks(1).lines,
        ["t1 A → e: Sling hit, 5 dealt, 95/100"]
    );
}

#[test]
fn a_heavy_attack_is_possible_only_without_a_walk_before_it() {
    let known = || [light_punch(), heavy_punch()];
    let near = initiative("A e")
        .unit('A', agent(known()))
        .unit('e', recruit());
    assert_log!(
        near.ticks(1),
        [
            "t1 A → e: Heavy Punch hit, 25 dealt, 75/100",
            "t1 round 1: e's turn",
        ]
    );
    let far = initiative("A . e")
        .unit('A', agent(known()))
        .unit('e', recruit());
    assert_log!(
        far.ticks(2),
        [
            "t1 A moves A1 → B1",
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn with_two_points_it_strikes_twice_or_walks_and_strikes() {
    let near = phases("A e")
        .unit('A', agent([light_punch()]))
        .unit('e', recruit());
    assert_log!(
        near.ticks(2),
        [
            "t1 A → e: Light Punch hit, 10 dealt, 90/100",
            "t2 A → e: Light Punch hit, 10 dealt, 80/100",
            "t2 round 1: the enemies' phase",
        ]
    );
    // One walk and one blow: seven cells are too many, so it walks as near as it can.
    let mut far = phases("A . . . . . . . . e")
        .unit('A', agent([light_punch()]).speed(4))
        .unit('e', recruit())
        .story();
    far.ticks(8);
    assert_eq!(far.unit('A').cell, cell("I1"));
    assert_eq!(far.unit('e').hp, 100);
}

#[test]
fn the_rooted_attack_from_where_they_are() {
    let scene = initiative("A . e")
        .unit(
            'A',
            agent([sure("Sling", 5).range(9), sure("Mace", 8)]).with(Status::Rooted, 9),
        )
        .unit('e', recruit());
    assert_eq!(
        scene.ticks(1).lines,
        ["t1 A → e: Sling hit, 5 dealt, 95/100"]
    );
}

#[test]
fn with_no_attack_possible_it_walks_nearer() {
    let scene = initiative("A . . . . e")
        .unit('A', agent([light_punch()]).speed(2))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(3),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 round 1: e's turn",
        ]
    );
    let unarmed = board("A . . e").unit('A', agent([])).unit('e', recruit());
    assert_log!(
        unarmed.ticks(3),
        ["t1 A moves A1 → B1", "t2 A moves B1 → C1",]
    );
}

#[test]
fn in_ticks_it_strikes_or_walks_one_cell() {
    let scene = board("A . . e")
        .unit('A', agent([heavy_punch(), light_punch()]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(4),
        [
            "t1 A moves A1 → B1",
            "t2 A moves B1 → C1",
            "t3 A winds up Heavy Punch on D1 (2 ticks)",
            "t4 A → e: Heavy Punch hit, 25 dealt, 75/100",
        ]
    );
}

#[test]
fn without_enemies_it_dodges() {
    let mut story = board("A e")
        .unit('A', agent([blow(5), dodge()]))
        .unit('e', recruit().hp(5))
        .story();
    story.ticks(1);
    let used = Action::Use {
        skill: story.skill("Dodge"),
        aim: Aim::Unit(story.id('A')),
        left: 1,
    };
    assert_eq!(story.decision('A').action, used);
    // One that does not know how stands still.
    let mut story = board("A e")
        .unit('A', agent([blow(5)]))
        .unit('e', recruit().hp(5))
        .story();
    story.ticks(1);
    assert_eq!(story.decision('A').action, Action::Idle);
}

#[test]
fn a_manual_unit_without_rules_is_an_agent_where_no_player_is_present() {
    let scene = initiative("A . e")
        .unit(
            'A',
            recruit().manual().knows([light_punch()]).initiative(FIRST),
        )
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A moves A1 → B1",
            "t2 A → e: Light Punch hit, 10 dealt, 90/100",
        ]
    );
}

#[test]
fn after_its_action_it_stays_where_it_is() {
    let scene = initiative("A . . . e")
        .unit('A', agent([sure("Sling", 5).range(9)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Sling hit, 5 dealt, 95/100",
            "t2 round 1: e's turn",
        ]
    );
    // With a second point it shoots again.
    let scene = phases("A . . . e")
        .unit('A', agent([sure("Sling", 5).range(9)]))
        .unit('e', recruit());
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Sling hit, 5 dealt, 95/100",
            "t2 A → e: Sling hit, 5 dealt, 90/100",
            "t2 round 1: the enemies' phase",
        ]
    );
}

#[test]
fn what_it_expects_is_counted_from_where_it_would_stand() {
    // 65% of 10 next to e, but only 35% from here.
    let throw = attack(
        "Throw",
        [strike(
            Check::Aimed { bonus: 0 },
            Amount::flat(10),
            DamageKind::Piercing,
        )],
    );
    let story = initiative("A . . . e")
        .unit('A', agent([sure("Sling", 5).range(9), throw]))
        .unit('e', recruit())
        .story();
    let report = report(&story);
    assert_eq!(report.chosen, Some(story.skill("Throw")));
    let attacks: Vec<_> = report
        .attacks
        .iter()
        .map(|&(_, damage, from)| (damage, from))
        .collect();
    assert_eq!(attacks, [(500, cell("A1")), (650, cell("D1"))]);
}

#[test]
fn its_own_body_is_not_in_the_way_of_a_shot_from_another_cell() {
    // Only A1 can be walked to, and the line from there to e goes through B1, which A has left.
    let scene = initiative(
        "
        . A # .
        o o o e
    ",
    )
    .unit(
        'A',
        agent([sure("Sling", 5).range(4).needs_sight()]).speed(1),
    )
    .unit('e', recruit())
    .house(|house| house.units_block_sight = true);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A moves B1 → A1",
            "t2 A → e: Sling hit, 5 dealt, 95/100",
            "t2 round 1: e's turn",
        ]
    );
}

#[test]
fn with_certain_luck_a_chance_below_half_is_worth_nothing() {
    let long_shot = attack(
        "Long Shot",
        [strike(
            Check::Aimed { bonus: -50 },
            Amount::flat(99),
            DamageKind::Piercing,
        )],
    );
    let scene = |luck| {
        let scene = initiative("A e")
            .unit('A', agent([long_shot.clone(), sure("Stick", 3)]))
            .unit('e', recruit());
        chosen(&scene.house(|house| house.luck = luck).story())
    };
    assert_eq!(scene(Luck::True), "Long Shot");
    assert_eq!(scene(Luck::Certain), "Stick");
}
