//! Areas wound up, cells on fire and shoves: such a battle is saved, replayed and forecast like any
//! other (rules §13).

use std::sync::Arc;

use foretold_battle::testing::{board, fireball, heavy_punch, move_towards, recruit, shove};
use foretold_battle::{Area, Arena, Battle, Event, Session, Silent, SkillKind, Tempo, forecast};

/// Two fire throwers and two units that push, close to a pit.
fn inferno(tempo: Tempo) -> Arc<Arena> {
    let mage = || {
        recruit()
            .hp(60)
            .gambits([fireball().burns(2).cost(2), move_towards()])
    };
    let guard = || recruit().gambits([shove().cooldown(1), heavy_punch(), move_towards()]);
    let scene = board(
        "
        A . . . . a
        . . # o . .
        B . . . . b
        ",
    )
    .tempo(tempo)
    .unit('A', mage())
    .unit('B', guard())
    .unit('a', mage())
    .unit('b', guard());
    Arc::new(Arena::new(scene.setup()).expect("the inferno is in order"))
}

/// Whether an attack with an area is wound up.
fn winds_up_an_area(battle: &Battle) -> bool {
    battle.units().any(|(_, unit)| {
        let skill = unit
            .wind_up()
            .map(|(skill, ..)| battle.arena().skill(skill));
        skill.is_some_and(
            |skill| matches!(skill.deed, SkillKind::Attack { area, .. } if area != Area::Cell),
        )
    })
}

#[test]
fn in_every_step_it_is_saved_restored_and_forecast() {
    for tempo in Tempo::ALL {
        let mut straight = Battle::start(&inferno(tempo), 5, &mut Silent);
        let mut saved = straight.clone();
        let (mut burnt, mut wound_up) = (0, 0);
        while straight.outcome().is_none() {
            burnt += usize::from(straight.burning().next().is_some());
            wound_up += usize::from(winds_up_an_area(&straight));
            let text = serde_json::to_string(&saved).expect("a battle can be written");
            saved = serde_json::from_str(&text).expect("and read");
            assert!(saved.burning().eq(straight.burning()), "{tempo:?}");
            assert_eq!(saved.blows(), straight.blows(), "{tempo:?}");
            let odds = [&saved, &straight].map(|battle| forecast(battle, 3, 0..2));
            assert_eq!(odds[0], odds[1], "{tempo:?}");
            let (mut one, mut other): (Vec<Event>, Vec<Event>) = Default::default();
            straight.step(&mut one);
            saved.step(&mut other);
            assert_eq!(one, other, "{tempo:?}");
            assert_eq!(saved.fingerprint(), straight.fingerprint(), "{tempo:?}");
        }
        assert!(burnt > 2, "{tempo:?}: fire burnt in {burnt} steps");
        // Nothing winds up where units take turns.
        assert_eq!(wound_up > 2, tempo == Tempo::Ticks, "{tempo:?}: {wound_up}");
    }
}

#[test]
fn it_replays_to_the_bit() {
    for tempo in Tempo::ALL {
        let arena = inferno(tempo);
        let mut session = Session::start(&arena, "inferno", 5);
        while session.step().is_none() {}
        let replay = session.replay();
        assert_eq!(replay.verify(&arena), Ok(()), "{tempo:?}");
        let end = replay.play(&arena, replay.steps());
        let end = end.map(|session| session.battle().fingerprint());
        assert_eq!(end, Ok(session.battle().fingerprint()), "{tempo:?}");
    }
}
