//! Everything that autofight refuses or stops for comes back in the words of `autofight.ron`.

use foretold_battle::brain::Percent;
use foretold_battle::testing::{
    Scene, UnitDraft, blow, board, light_punch, move_towards, recruit, shove,
};
use foretold_battle::{
    AutofightMessages, AutofightMode, AutofightSettings, Interrupts, Order, Status, Stop,
};
use foretold_sim::testing::{Inbox, run_ticks, setup_app};
use foretold_sim::{Interrupted, OrderRequest, Refused, Request, RequestRefusal};

use crate::common::{kept, once};

const TAB: Order = Order::Autofight(AutofightMode::MoveAndAttack);
const SHIFT_TAB: Order = Order::Autofight(AutofightMode::AttackOnly);

fn fighter() -> UnitDraft {
    recruit().manual().knows([light_punch()])
}

/// A fighter that nothing stops but this.
fn stopped_by(on: impl FnOnce(&mut Interrupts)) -> UnitDraft {
    let mut interrupts = Interrupts {
        hp_lost: false,
        ambiguous: false,
        target_dead: false,
        hazard: false,
        moved: false,
        ..Interrupts::default()
    };
    on(&mut interrupts);
    fighter().autofight(AutofightSettings {
        interrupts,
        ..AutofightSettings::default()
    })
}

/// A strong enemy beside A.
fn facing(a: UnitDraft, enemy: UnitDraft) -> Scene {
    board(". A e").unit('A', a).unit('e', enemy.hp(300))
}

/// Two of them.
fn between_two(a: UnitDraft) -> Scene {
    board("f A e")
        .unit('A', a)
        .unit('e', recruit().hp(300))
        .unit('f', recruit().hp(300))
}

/// A battle in which A's autofight meets this, and what the player presses.
fn scene_for(stop: Stop) -> (Scene, Vec<OrderRequest>) {
    let half = Percent::new(50);
    let scene = match stop {
        Stop::Injured => facing(fighter().hurt_to(50), recruit()),
        Stop::Confused => facing(fighter().with(Status::Confused, 3), recruit()),
        Stop::Caught => facing(fighter().with(Status::Rooted, 3), recruit()),
        Stop::NoTargetInView => board(
            "A # e
             # # .",
        )
        .unit('A', fighter())
        .unit('e', recruit()),
        Stop::NoReachableTarget => board(
            "A o e
             o o .",
        )
        .unit('A', fighter())
        .unit('e', recruit()),
        Stop::NoTargetInRange => board("A . . e").unit('A', fighter()).unit('e', recruit()),
        Stop::Reckless => facing(fighter(), recruit()),
        Stop::HpLost => facing(stopped_by(|on| on.hp_lost = true), hits_back(1)),
        Stop::Ambiguous => between_two(stopped_by(|on| on.ambiguous = true)),
        Stop::TargetDead => board("A e . f")
            .unit('A', stopped_by(|on| on.target_dead = true))
            .unit('e', recruit().hp(10))
            .unit('f', recruit()),
        Stop::HazardOnTheWay => board(
            "A ~ . e
             # # # #",
        )
        .unit('A', stopped_by(|on| on.hazard = true))
        .unit('e', recruit()),
        Stop::MovedByForce => facing(
            stopped_by(|on| on.moved = true),
            recruit().gambits([shove()]),
        ),
        Stop::NewEnemy => board(
            "A e . .
             # # # .
             . . f .",
        )
        .unit('A', stopped_by(|on| on.new_enemy = true))
        .unit('e', recruit().hp(300))
        .unit('f', recruit().gambits([move_towards()])),
        Stop::Attacked => facing(stopped_by(|on| on.attacked = true), hits_back(1)),
        Stop::BigHit => facing(stopped_by(|on| on.big_hit = half), hits_back(50)),
        Stop::EnemiesInRange => between_two(stopped_by(|on| on.enemies_in_range = Some(2))),
        Stop::HitAnEnemy => facing(stopped_by(|on| on.hit_enemy = true), recruit()),
        Stop::AllyHurt => board("B . A e")
            .unit('A', stopped_by(|on| on.ally_below = half))
            .unit('B', recruit().hurt_to(49))
            .unit('e', recruit().hp(300)),
    };
    let press = match stop {
        Stop::NoTargetInRange => vec![once(0, SHIFT_TAB)],
        Stop::Reckless => vec![once(0, TAB), once(0, TAB)],
        _ => vec![kept(0, TAB)],
    };
    (scene, press)
}

fn hits_back(damage: i16) -> UnitDraft {
    recruit().gambits([blow(damage)])
}

/// Not the words of the game, so that they can come from nowhere else.
fn own_words(stop: Stop) -> String {
    format!("{stop:?} says the file")
}

#[test]
fn every_reason_is_given_in_the_words_of_the_file() {
    for stop in Stop::ALL {
        let (scene, presses) = scene_for(stop);
        let mut setup = scene.setup();
        let messages = Stop::ALL.into_iter().map(|stop| (stop, own_words(stop)));
        setup.autofight_messages = AutofightMessages(messages.collect()).into();
        let a = setup.units.iter().position(|unit| unit.name == "A");
        assert_eq!(a, Some(0), "{stop:?}");
        let mut app = setup_app(setup, 1);
        let mut refused = Inbox::<Refused>::new(&app);
        let mut interrupted = Inbox::<Interrupted>::new(&app);
        for press in presses {
            app.world_mut().write_message(press);
        }
        let mut reported = Vec::new();
        for _ in 0..6 {
            run_ticks(&mut app, 1);
            reported.extend(refused.read(&app).into_iter().filter_map(|refused| {
                let words = refused.reason.to_string();
                match (refused.request, refused.reason) {
                    (_, RequestRefusal::Autofight { stop, .. }) => Some((stop, words)),
                    // Some of these battles are over soon.
                    (Request::Clock(_), _) => None,
                    _ => panic!("{stop:?}: {words}"),
                }
            }));
            let interrupted = interrupted.read(&app).into_iter();
            reported.extend(interrupted.map(|it| (it.stop, it.message)));
        }
        assert_eq!(reported, [(stop, own_words(stop))]);
    }
}
