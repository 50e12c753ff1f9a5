//! To hit: sure, aimed, versus armour (rules §7).

use foretold_battle::brain::Test;
use foretold_battle::testing::{
    RuleDraft, Scene, UnitDraft, assert_log, attack, blow, board, d, d20, d100, dodge, recruit,
    strike,
};
use foretold_battle::{
    Amount, Chance, Check, DamageKind, Edge, Happening, Odds, Status, Terrain, narrate,
};

use crate::common::{facing, preview};

fn shot(bonus: i16) -> RuleDraft {
    let check = Check::Aimed { bonus };
    let aimed = strike(check, Amount::flat(5), DamageKind::Piercing);
    attack("Shot", [aimed]).range(11)
}

fn sword(bonus: i16, edge: Edge) -> RuleDraft {
    let check = Check::Armour { bonus, edge };
    let versus = strike(check, Amount::dice(1, 8, 3), DamageKind::Slashing);
    attack("Sword", [versus])
}

/// A on A1 shoots at e, which stands somewhere else on some terrain.
fn range(archer: UnitDraft, bonus: i16, at: &str, terrain: Terrain, target: UnitDraft) -> Scene {
    board(&facing(at))
        .unit('A', archer.gambits([shot(bonus)]))
        .unit('e', target)
        .terrain(at, terrain)
}

#[test]
fn an_aimed_chance_is_accuracy_and_bonus_less_distance_cover_and_dodging() {
    use Terrain::{Floor, FullCover, HalfCover, Hazard};
    for (accuracy, bonus, at, terrain, dodges, parts, percent) in [
        // The rules' own examples.
        (75, 0, "B1", Floor, false, (10, 0, 0), 65),
        (75, 0, "D1", HalfCover, false, (30, 20, 0), 25),
        // Distance is floor(10 × √(dx² + dy²)).
        (75, 0, "B2", Floor, false, (14, 0, 0), 61),
        (75, 0, "B3", Floor, false, (22, 0, 0), 53),
        (75, 0, "C4", Floor, false, (36, 0, 0), 39),
        (90, 0, "D5", Floor, false, (50, 0, 0), 40),
        (180, 0, "K11", Floor, false, (141, 0, 0), 39),
        // Cover counts from every side, even from the next cell.
        (75, 0, "A2", HalfCover, false, (10, 20, 0), 45),
        (75, 0, "B1", FullCover, false, (10, 40, 0), 25),
        (75, 0, "B1", Hazard(5), false, (10, 0, 0), 65),
        // Dodging, and a bonus both ways.
        (75, 0, "B1", Floor, true, (10, 0, 20), 45),
        (75, 0, "B1", HalfCover, true, (10, 20, 20), 25),
        (75, 15, "B1", Floor, false, (10, 0, 0), 80),
        (75, -15, "B1", Floor, false, (10, 0, 0), 50),
        // Never below 5, never above 95.
        (75, 0, "F1", FullCover, false, (50, 40, 0), 5),
        (15, 0, "B1", Floor, false, (10, 0, 0), 5),
        (14, 0, "B1", Floor, false, (10, 0, 0), 5),
        (16, 0, "B1", Floor, false, (10, 0, 0), 6),
        (-200, -200, "B1", Floor, false, (10, 0, 0), 5),
        (105, 0, "B1", Floor, false, (10, 0, 0), 95),
        (104, 0, "B1", Floor, false, (10, 0, 0), 94),
        (95, 15, "B1", Floor, false, (10, 0, 0), 95),
        (300, 200, "B1", Floor, false, (10, 0, 0), 95),
    ] {
        let target = if dodges {
            recruit().with(Status::Dodging, 3)
        } else {
            recruit()
        };
        let archer = recruit().accuracy(accuracy);
        let story = range(archer, bonus, at, terrain, target).story();
        let (distance, cover, dodging) = parts;
        let chance = Chance::Aimed {
            accuracy,
            bonus,
            distance,
            cover,
            dodging,
            percent,
        };
        let strike = preview(&story, 'A', "Shot", 'e').strikes[0];
        assert_eq!(strike.chance, chance, "at {at} on {terrain:?}");
        assert_eq!(strike.odds.hundredths(), u16::from(percent) * 100);
        assert_eq!(chance.critical_odds(), Odds::NEVER);
    }
}

#[test]
fn a_roll_of_the_chance_or_less_hits() {
    for (accuracy, at, terrain, roll, logged) in [
        (75, "B1", Terrain::Floor, 65, "65% (75 −10) rolled 65 hit"),
        (75, "B1", Terrain::Floor, 66, "65% (75 −10) rolled 66 miss"),
        (75, "B1", Terrain::Floor, 1, "65% (75 −10) rolled 1 hit"),
        (
            75,
            "D1",
            Terrain::HalfCover,
            25,
            "25% (75 −30 −20) rolled 25 hit",
        ),
        (
            75,
            "D1",
            Terrain::HalfCover,
            26,
            "25% (75 −30 −20) rolled 26 miss",
        ),
        (0, "F1", Terrain::Floor, 5, "5% (0 −50) rolled 5 hit"),
        (0, "F1", Terrain::Floor, 6, "5% (0 −50) rolled 6 miss"),
        (200, "B1", Terrain::Floor, 95, "95% (200 −10) rolled 95 hit"),
        (
            200,
            "B1",
            Terrain::Floor,
            96,
            "95% (200 −10) rolled 96 miss",
        ),
        (
            200,
            "B1",
            Terrain::Floor,
            100,
            "95% (200 −10) rolled 100 miss",
        ),
    ] {
        let archer = recruit().accuracy(accuracy);
        let scene = range(archer, 0, at, terrain, recruit()).rolls([d100(roll)]);
        let harm = if logged.ends_with("hit") {
            ", 5 dealt, 95/100"
        } else {
            ""
        };
        assert_log!(scene.ticks(1), [&*format!("t1 A → e: Shot {logged}{harm}")]);
    }
}

#[test]
fn a_sure_strike_needs_no_roll_and_heeds_no_cover() {
    let scene = board("A e")
        .unit('A', recruit().accuracy(-200).gambits([blow(5)]))
        .unit('e', recruit().with(Status::Dodging, 5).armour_class(50))
        .terrain("B1", Terrain::FullCover)
        .rolls([]);
    assert_log!(scene.ticks(1), ["t1 A → e: Blow hit, 5 dealt, 95/100"]);
    let chance = preview(&scene.story(), 'A', "Blow", 'e').strikes[0].chance;
    assert_eq!((chance, chance.odds()), (Chance::Sure, Odds::CERTAIN));
}

#[test]
fn only_the_cover_of_the_target_counts_not_that_of_the_archer() {
    let story = range(recruit(), 0, "C1", Terrain::Floor, recruit())
        .terrain("A1", Terrain::FullCover)
        .terrain("B1", Terrain::HalfCover)
        .story();
    let odds = preview(&story, 'A', "Shot", 'e').strikes[0].odds;
    assert_eq!(odds.to_string(), "55%");
}

#[test]
fn the_chance_is_worked_out_when_the_blow_lands() {
    let slow = shot(0).cost(2);
    let scene = board("A e")
        .unit('A', recruit().gambits([slow]))
        .unit('e', recruit().gambits([dodge().when(Test::MyCellTargeted)]))
        .rolls([d100(46)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A winds up Shot on B1 (2 ticks)",
            "t2 e is dodging for 1",
            "t2 A → e: Shot 45% (75 −10 −20) rolled 46 miss",
        ]
    );
}

#[test]
fn the_numbers_of_the_aimed_check_are_house_rules() {
    let story = range(recruit(), 0, "C1", Terrain::HalfCover, recruit())
        .house(|house| {
            house.penalty_per_cell = 7;
            house.half_cover = 11;
            house.lowest_chance = 60;
        })
        .story();
    let chance = Chance::Aimed {
        accuracy: 75,
        bonus: 0,
        distance: 14,
        cover: 11,
        dodging: 0,
        percent: 60,
    };
    let strike = preview(&story, 'A', "Shot", 'e').strikes[0];
    assert_eq!(strike.chance, chance);
}

#[test]
fn a_d20_and_the_bonus_must_reach_the_armour_class() {
    for (roll, logged) in [
        (9, "d20(9) + 5 = 14 vs AC 15: miss"),
        (10, "d20(10) + 5 = 15 vs AC 15: hit, 7 dealt, 93/100"),
        (19, "d20(19) + 5 = 24 vs AC 15: hit, 7 dealt, 93/100"),
    ] {
        let damage = logged.contains("hit").then_some(d(8, 4));
        let scene = board("A e")
            .unit('A', recruit().gambits([sword(5, Edge::Even)]))
            .unit('e', recruit().armour_class(15))
            .rolls([d20(roll)].into_iter().chain(damage));
        assert_log!(scene.ticks(1), [&*format!("t1 A → e: Sword {logged}")]);
    }
}

#[test]
fn a_natural_20_hits_whatever_the_armour_and_doubles_the_dice() {
    let scene = board("A e")
        .unit('A', recruit().gambits([sword(-5, Edge::Even)]))
        .unit('e', recruit().armour_class(50))
        .rolls([d20(20), d(8, 3), d(8, 6), d20(19)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Sword d20(20) − 5 = 15 vs AC 50: critical, 12 dealt, 88/100",
            "t2 A → e: Sword d20(19) − 5 = 14 vs AC 50: miss",
        ]
    );
}

#[test]
fn a_natural_1_misses_whatever_the_armour() {
    let scene = board("A e")
        .unit('A', recruit().gambits([sword(50, Edge::Even)]))
        .unit('e', recruit().armour_class(0))
        .rolls([d20(1), d20(2), d(8, 1)]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 A → e: Sword d20(1) + 50 = 51 vs AC 0: miss",
            "t2 A → e: Sword d20(2) + 50 = 52 vs AC 0: hit, 4 dealt, 96/100",
        ]
    );
}

#[test]
fn advantage_keeps_the_higher_of_two_dice_and_disadvantage_the_lower() {
    let assert_swing = |edge, rolls: [u32; 2], logged: &str| {
        let damage = (!logged.contains("miss")).then_some(d(8, 4));
        let scene = board("A e")
            .unit('A', recruit().gambits([sword(0, edge)]))
            .unit('e', recruit().armour_class(10))
            .rolls(rolls.map(d20).into_iter().chain(damage));
        assert_log!(scene.ticks(1), [&*format!("t1 A → e: Sword {logged}")]);
    };
    let advantage = "d20(12 over 3) + 0 = 12 vs AC 10: hit, 7 dealt, 93/100";
    assert_swing(Edge::Advantage, [3, 12], advantage);
    assert_swing(Edge::Advantage, [12, 3], advantage);
    let disadvantage = "d20(3 under 12) + 0 = 3 vs AC 10: miss";
    assert_swing(Edge::Disadvantage, [3, 12], disadvantage);
    assert_swing(Edge::Disadvantage, [12, 3], disadvantage);
    let twenty = "d20(1 under 20) + 0 = 1 vs AC 10: miss";
    assert_swing(Edge::Disadvantage, [20, 1], twenty);
}

#[test]
fn dodging_gives_disadvantage_which_cancels_an_advantage() {
    for (edge, dodges, left) in [
        (Edge::Advantage, false, Edge::Advantage),
        (Edge::Even, false, Edge::Even),
        (Edge::Disadvantage, false, Edge::Disadvantage),
        (Edge::Advantage, true, Edge::Even),
        (Edge::Even, true, Edge::Disadvantage),
        // Not a counter: twice is no worse than once.
        (Edge::Disadvantage, true, Edge::Disadvantage),
    ] {
        let target = if dodges {
            recruit().with(Status::Dodging, 2)
        } else {
            recruit()
        };
        let story = board("A e")
            .unit('A', recruit().gambits([sword(5, edge)]))
            .unit('e', target.armour_class(15))
            .story();
        let chance = Chance::Armour {
            bonus: 5,
            armour_class: 15,
            edge: left,
        };
        let strike = preview(&story, 'A', "Sword", 'e').strikes[0];
        assert_eq!(strike.chance, chance, "{edge:?}, dodging: {dodges}");
    }
}

#[test]
fn the_helpless_give_no_advantage() {
    let story = board("A e")
        .unit('A', recruit().gambits([sword(5, Edge::Even)]))
        .unit('e', recruit().with(Status::Stunned, 5))
        .story();
    let odds = preview(&story, 'A', "Sword", 'e').strikes[0].odds;
    assert_eq!(odds.to_string(), "80%");
}

#[test]
fn the_odds_against_armour_are_exact() {
    // Counted on all 400 pairs of dice, for every bonus and armour class that there can be.
    let hits = |face: i16, bonus: i16, armour_class: i16| {
        face == 20 || face != 1 && face + bonus >= armour_class
    };
    for edge in [Edge::Advantage, Edge::Even, Edge::Disadvantage] {
        let pairs = || (1..=20).flat_map(|one| (1..=20).map(move |other| (one, other)));
        let kept = |(one, other): (i16, i16)| match edge {
            Edge::Advantage => one.max(other),
            Edge::Even => one,
            Edge::Disadvantage => one.min(other),
        };
        for bonus in -50..=50 {
            for armour_class in 0..=50 {
                let chance = Chance::Armour {
                    bonus,
                    armour_class,
                    edge,
                };
                let count = pairs()
                    .filter(|&pair| hits(kept(pair), bonus, armour_class))
                    .count();
                let critical = pairs().filter(|&pair| kept(pair) == 20).count();
                let hundredths = |odds: Odds| usize::from(odds.hundredths());
                assert_eq!(hundredths(chance.odds()), count * 25, "{chance:?}");
                assert_eq!(hundredths(chance.critical_odds()), critical * 25);
            }
        }
    }
}

#[test]
fn odds_are_written_as_short_as_they_are_exact() {
    let odds = |bonus, armour_class, edge| {
        Chance::Armour {
            bonus,
            armour_class,
            edge,
        }
        .odds()
        .to_string()
    };
    assert_eq!(odds(5, 15, Edge::Even), "55%");
    assert_eq!(odds(5, 15, Edge::Advantage), "79.75%");
    assert_eq!(odds(5, 15, Edge::Disadvantage), "30.25%");
    assert_eq!(odds(0, 15, Edge::Disadvantage), "9%");
    assert_eq!(odds(0, 18, Edge::Disadvantage), "2.25%");
    assert_eq!(Odds::CERTAIN.to_string(), "100%");
    assert_eq!(Odds::NEVER.to_string(), "0%");
}

#[test]
fn the_chance_in_the_log_is_the_chance_of_the_preview() {
    let scene = range(recruit(), 10, "D3", Terrain::HalfCover, recruit());
    let mut story = scene.rolls([d100(100)]).story();
    let shown = preview(&story, 'A', "Shot", 'e').strikes[0].chance;
    story.ticks(1);
    let arena = story.battle.arena();
    let struck = story.events.iter().find_map(|event| match event.what {
        Happening::Struck(struck) => Some((struck, narrate(arena, event))),
        _ => None,
    });
    let (struck, logged) = struck.expect("A has shot");
    assert_eq!(struck.chance, shown);
    assert_eq!(
        logged,
        "t1 A → e: Shot 29% (75 +10 −36 −20) rolled 100 miss"
    );
}
