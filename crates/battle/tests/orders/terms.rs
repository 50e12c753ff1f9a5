//! The player's own terms, luck and autofight's settings: part of the replay, not of the content.

use std::sync::Arc;

use foretold_battle::testing::{aimed_shot, board, cell, light_punch, recruit};
use foretold_battle::{
    Arena, AutofightSettings, Battle, Command, CommandRefusal, Luck, Order, OrderRefusal, Session,
    Silent, Stop, Tempo, UnitId,
};

use crate::common::{TAB, TEMPOS, TURNS};

fn session(tempo: Tempo) -> (Arc<Arena>, Session) {
    let hero = recruit().manual().knows([light_punch(), aimed_shot()]);
    let scene = board("A . . e")
        .unit('A', hero.initiative(40))
        .unit('e', recruit());
    let arena = Arc::new(Arena::new(scene.tempo(tempo).setup()).expect("the scene is in order"));
    let mut session = Session::start(&arena, "duel", 7);
    let sat = session.command(Command::Player { present: true });
    assert_eq!(sat, Ok(()));
    (arena, session)
}

fn hero() -> UnitId {
    UnitId::new(0).expect("a slot")
}

fn press(session: &mut Session, order: Order) -> Result<(), CommandRefusal> {
    session.command(Command::Order {
        unit: hero(),
        order,
        until_released: false,
    })
}

#[test]
fn terms_change_the_battle_and_not_its_content() {
    for tempo in TURNS {
        let (arena, mut session) = session(tempo);
        let before = session.battle().fingerprint();
        assert_eq!(session.command(Command::Luck(Luck::Certain)), Ok(()));
        assert_eq!(session.battle().arena().house().luck, Luck::Certain);
        assert_ne!(session.battle().fingerprint(), before);
        // A blind unit finds nobody to fight.
        let settings = Box::new(AutofightSettings {
            max_distance: 1,
            ..AutofightSettings::default()
        });
        let blind = Command::Autofight {
            unit: hero(),
            settings,
        };
        assert_eq!(session.command(blind), Ok(()));
        let refused = OrderRefusal::Autofight(Stop::NoTargetInView);
        assert_eq!(
            press(&mut session, TAB),
            Err(CommandRefusal::Order(refused))
        );
        let sees = Command::Autofight {
            unit: hero(),
            settings: Box::default(),
        };
        assert_eq!(session.command(sees), Ok(()));
        assert_eq!(press(&mut session, TAB), Ok(()));
        while session.battle().waits_for().is_empty() && session.battle().tick() < 40 {
            session.step();
        }
        let replay = session.replay();
        assert_eq!(replay.content, arena.content_hash());
        assert_eq!(replay.verify(&arena), Ok(()), "{tempo:?}");
        // The first luck again: as if nothing had been.
        assert_eq!(session.command(Command::Luck(Luck::True)), Ok(()));
        assert_eq!(
            session.battle().arena().content_hash(),
            arena.content_hash()
        );
    }
}

#[test]
fn what_could_be_ordered_is_what_would_be_obeyed() {
    for tempo in TURNS {
        let (_, session) = session(tempo);
        let battle = session.battle();
        let walks = battle.walks(hero());
        assert!(walks.contains(&(cell("B1"), 1)) && walks.contains(&(cell("C1"), 2)));
        for at in foretold_battle::Cell::all() {
            let allowed = battle.check_order(hero(), Order::MoveTo(at)).is_ok();
            let listed = walks.iter().any(|(cell, _)| *cell == at);
            assert_eq!(allowed, listed, "{tempo:?} {at}");
        }
        let uses = battle.uses(hero());
        // The punch does not reach; the shot does.
        assert_eq!(uses.len(), 1, "{uses:?}");
        for (skill, target) in uses {
            let at = battle.unit(target).expect("it joined").cell;
            assert_eq!(battle.check_order(hero(), Order::Use { skill, at }), Ok(()));
        }
        let enemy = UnitId::new(1).expect("a slot");
        assert!(battle.walks(enemy).is_empty() && battle.uses(enemy).is_empty());
    }
}

#[test]
fn a_saved_battle_keeps_its_terms_at_every_step() {
    for tempo in TEMPOS {
        let (arena, mut session) = session(tempo);
        let left = session.command(Command::Player { present: false });
        assert_eq!(left, Ok(()));
        let wary = Command::Autofight {
            unit: hero(),
            settings: Box::new(AutofightSettings {
                max_distance: 1,
                ..AutofightSettings::default()
            }),
        };
        assert_eq!(session.command(Command::Luck(Luck::Certain)), Ok(()));
        assert_eq!(session.command(wary), Ok(()));
        while session.battle().outcome().is_none() && session.battle().tick() < 20 {
            let battle = session.battle();
            let saved = serde_json::to_string(battle).expect("a battle can be written");
            let mut restored: Battle = serde_json::from_str(&saved).expect("it can be read");
            let place = (tempo, battle.tick());
            assert_eq!(restored.fingerprint(), battle.fingerprint(), "{place:?}");
            assert_eq!(restored.arena().content_hash(), arena.content_hash());
            // The same future, and the same terms in it.
            let mut original = battle.clone();
            assert_eq!(restored.play(&mut Silent), original.play(&mut Silent));
            assert_eq!(restored.fingerprint(), original.fingerprint(), "{place:?}");
            for battle in [&mut restored, &mut original] {
                battle.set_luck(Luck::True);
            }
            assert_eq!(restored.fingerprint(), original.fingerprint(), "{place:?}");
            session.step();
        }
    }
}
