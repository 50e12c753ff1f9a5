//! What each unit did, counted from states and events, is what the log says.

use foretold_battle::testing::{
    Scene, blow, board, guard, heavy_punch, light_punch, mend, move_away, move_towards,
    random_setup_in, recruit, shove, venom,
};
use foretold_battle::{
    Arena, Battle, Event, Faction, Happening, Order, Stats, Suffering, Tempo, UnitId, UnitStats,
    sentence,
};

/// Plays some ticks and counts them.
fn counted(scene: &Scene, ticks: usize) -> Stats {
    let mut story = scene.story();
    let mut moments = vec![(story.battle.clone(), story.events.clone())];
    for _ in 0..ticks {
        let from = story.events.len();
        story.ticks(1);
        moments.push((story.battle.clone(), story.events[from..].to_vec()));
    }
    of(&moments)
}

fn of(moments: &[(Battle, Vec<Event>)]) -> Stats {
    Stats::of(
        moments
            .iter()
            .map(|(battle, events)| (battle, events.as_slice())),
    )
}

fn unit(slot: usize) -> UnitId {
    UnitId::new(slot).expect("a slot")
}

#[test]
fn a_fall_into_a_pit_is_the_kill_of_the_unit_that_pushed() {
    // B strikes after A in the same tick; the shove comes last.
    let scene = board("o e A\n. B .")
        .unit('A', recruit().gambits([shove()]))
        .unit('B', recruit().gambits([blow(1)]))
        .unit('e', recruit());
    let stats = counted(&scene, 1);
    let kills: Vec<u32> = stats.units.iter().map(|unit| unit.kills).collect();
    assert_eq!(kills, [1, 0, 0]);
}

#[test]
fn blows_block_and_falls_are_counted_for_both_sides() {
    // A strikes three times for 10; e guards against the first with 8, and falls to the third.
    let scene = board("A e f")
        .unit('A', recruit().gambits([light_punch()]))
        .unit('e', recruit().hurt_to(15).gambits([guard().cooldown(9)]))
        .unit('f', recruit());
    let stats = counted(&scene, 3);
    let (ada, foe) = (stats.units[0], stats.units[1]);
    assert_eq!(ada.dealt, foe.taken);
    assert_eq!((ada.dealt, ada.kills, ada.fell), (22, 1, None));
    assert_eq!((foe.blocked, foe.fell, foe.dealt), (8, Some(3), 0));
    assert_eq!((ada.hits, ada.misses), (3, 0));
}

#[test]
fn a_wind_up_is_one_use_and_its_damage_belongs_to_the_rule_that_began_it() {
    let scene = board("A . e")
        .unit(
            'A',
            recruit().gambits([light_punch().off(), heavy_punch(), move_towards()]),
        )
        .unit('e', recruit());
    // A step, then two heavy punches of two ticks each.
    let stats = counted(&scene, 5);
    let arena = scene.start(1);
    let lines: Vec<(String, u32, u32)> = stats
        .rules
        .iter()
        .map(|line| {
            let text = sentence(arena.arena(), &line.rule);
            (text, line.decided, line.dealt)
        })
        .collect();
    assert_eq!(
        lines,
        [
            ("Move towards the nearest enemy.".to_owned(), 1, 0),
            ("Use Heavy Punch on the nearest enemy.".to_owned(), 2, 50),
        ]
    );
    let punch = stats.skills[0];
    assert_eq!((punch.uses, punch.hits, punch.dealt), (2, 2, 50));
    assert_eq!(punch.side, Faction::Friendly);
}

#[test]
fn a_blow_into_an_empty_cell_is_a_miss() {
    let scene = board(". A e .")
        .unit('A', recruit().gambits([heavy_punch()]))
        .unit('e', recruit().gambits([move_away()]));
    let stats = counted(&scene, 2);
    assert_eq!((stats.units[0].hits, stats.units[0].misses), (0, 1));
    assert_eq!(stats.skills[0].misses, 1);
}

#[test]
fn help_belongs_to_who_helps_and_poison_to_nobody() {
    let scene = board("B A e")
        .unit('B', recruit().gambits([mend()]))
        .unit('A', recruit().hurt_to(50))
        .unit('e', recruit().gambits([venom()]));
    let stats = counted(&scene, 4);
    assert!(stats.units[0].healed > 0, "{stats:?}");
    let mended = stats.rules.iter().find(|line| line.unit == unit(0));
    assert_eq!(mended.map(|line| line.healed), Some(stats.units[0].healed));
    // What poison takes is lost, and no strike dealt it.
    assert!(stats.units[1].taken > stats.units[2].dealt, "{stats:?}");
}

#[test]
fn an_order_is_no_rule() {
    let mut story = board("A e")
        .unit('A', recruit().gambits([blow(7)]))
        .unit('e', recruit())
        .story();
    let mut moments = vec![(story.battle.clone(), story.events.clone())];
    assert_eq!(story.order('A', Order::EndTurn), Ok(()));
    moments[0].0 = story.battle.clone();
    story.ticks(1);
    moments.push((story.battle.clone(), story.events.clone()));
    assert_eq!(of(&moments).rules, []);
    let from = story.events.len();
    story.ticks(1);
    moments.push((story.battle.clone(), story.events[from..].to_vec()));
    let rules = of(&moments).rules;
    assert_eq!((rules.len(), rules[0].decided, rules[0].dealt), (1, 1, 7));
}

#[test]
fn in_every_battle_the_sums_are_those_of_the_events() {
    for tempo in [Tempo::Ticks, Tempo::Initiative, Tempo::Phases] {
        for seed in 0..40 {
            let setup = random_setup_in(tempo, seed);
            let Ok(arena) = Arena::new(setup) else {
                panic!("{tempo:?} {seed}: it is sound");
            };
            let arena = std::sync::Arc::new(arena);
            let mut events = Vec::new();
            let mut battle = Battle::start(&arena, seed, &mut events);
            let mut moments = vec![(battle.clone(), std::mem::take(&mut events))];
            while battle.outcome().is_none() && moments.len() < 80 {
                battle.step(&mut events);
                moments.push((battle.clone(), std::mem::take(&mut events)));
            }
            let stats = of(&moments);
            let all = moments.iter().flat_map(|(_, events)| events);
            let (mut dealt, mut lost, mut fell, mut decided) = (0, 0, 0, 0);
            for event in all {
                match event.what {
                    Happening::Struck(struck) => {
                        let harm = struck.harm.map_or(0, |harm| u32::from(harm.dealt));
                        dealt += harm;
                        lost += harm;
                    }
                    Happening::Suffered { cause, harm, .. } => {
                        lost += u32::from(harm.dealt);
                        if matches!(cause, Suffering::Bump { .. }) {
                            dealt += u32::from(harm.dealt);
                        }
                    }
                    Happening::Fell { .. } => fell += 1,
                    Happening::Decided { .. } => decided += 1,
                    _ => {}
                }
            }
            let sum = |of: fn(&UnitStats) -> u32| -> u32 { stats.units.iter().map(of).sum() };
            assert_eq!(sum(|unit| unit.dealt), dealt, "{tempo:?} {seed}");
            assert_eq!(sum(|unit| unit.taken), lost, "{tempo:?} {seed}");
            let gone = stats.units.iter().filter(|unit| unit.fell.is_some());
            assert_eq!(gone.count(), fell, "{tempo:?} {seed}");
            let skills: u32 = stats.skills.iter().map(|line| line.dealt).sum();
            assert_eq!(skills, dealt, "{tempo:?} {seed}");
            let rules: u32 = stats.rules.iter().map(|line| line.decided).sum();
            assert!(rules <= decided, "{tempo:?} {seed}");
        }
    }
}
