//! What the tests share: asking, listening, and what must be the same before and after.

use bevy::prelude::{App, Message};
use foretold_battle::board::Cell;
use foretold_battle::testing::{board, guard, heavy_punch, light_punch, move_towards, recruit};
use foretold_battle::{Order, Session, Setup, SkillId, Tempo, UnitId};
use foretold_sim::testing::{Inbox, shown};
use foretold_sim::{Clock, OrderRequest, Refused, Shown, Speed};

/// Every tempo.
pub(crate) const TEMPOS: [Tempo; 3] = [Tempo::Ticks, Tempo::Initiative, Tempo::Phases];

/// The unit in this slot.
pub(crate) fn unit(slot: usize) -> UnitId {
    UnitId::new(slot).expect("no battle has more units")
}

/// The cell with this name.
pub(crate) fn cell(name: &str) -> Cell {
    name.parse().expect("a cell of the board")
}

/// Asks for something and lets a frame pass.
pub(crate) fn ask<M: Message>(app: &mut App, request: M) {
    app.world_mut().write_message(request);
    app.update();
}

/// Asks a unit to do something once.
pub(crate) fn order(app: &mut App, slot: usize, order: Order) {
    ask(app, once(slot, order));
}

/// An order for one action.
pub(crate) fn once(slot: usize, order: Order) -> OrderRequest {
    OrderRequest::Give {
        unit: unit(slot),
        order,
        until_released: false,
    }
}

/// An order until released.
pub(crate) fn kept(slot: usize, order: Order) -> OrderRequest {
    OrderRequest::Give {
        unit: unit(slot),
        order,
        until_released: true,
    }
}

/// The words of the refusals since the inbox was last read.
pub(crate) fn words(refused: &mut Inbox<Refused>, app: &App) -> Vec<String> {
    let refused = refused.read(app).into_iter();
    refused.map(|refused| refused.reason.to_string()).collect()
}

/// The fingerprint of the moment on screen.
pub(crate) fn fingerprint(app: &App) -> u64 {
    shown(app).battle().fingerprint()
}

/// The step on screen.
pub(crate) fn step_on_screen(app: &App) -> u32 {
    shown(app).battle().tick()
}

/// Everything that has been played in an app.
pub(crate) fn session(app: &App) -> &Session {
    shown(app).session()
}

/// The fingerprints of every step that is kept.
pub(crate) fn fingerprints(app: &App) -> Vec<u64> {
    let moments = session(app).moments().iter();
    moments.map(|moment| moment.battle.fingerprint()).collect()
}

/// The clock of an app.
pub(crate) fn clock(app: &App) -> &Clock {
    app.world().resource::<Clock>()
}

/// Everything that a refused request must leave as it is.
#[derive(PartialEq, Debug)]
pub(crate) struct Standing {
    on_screen: Option<(u64, u32, bool)>,
    replay: Option<u64>,
    steps: Vec<u64>,
    branches: usize,
    speed: Speed,
}

impl Standing {
    pub(crate) fn of(app: &App) -> Standing {
        let current = app.world().get_resource::<Shown>();
        Standing {
            on_screen: current.map(|current| {
                let battle = current.battle();
                (battle.fingerprint(), battle.tick(), current.is_live())
            }),
            replay: current.map(|current| current.session().replay().seal),
            steps: current.map_or_else(Vec::new, |_| fingerprints(app)),
            branches: current.map_or(0, |current| current.session().branches().len()),
            speed: clock(app).speed,
        }
    }
}

/// Asks for something that is refused in these words and changes nothing.
#[track_caller]
pub(crate) fn assert_refused<M: Message>(app: &mut App, request: M, reason: &str) {
    let before = Standing::of(app);
    let mut refused = Inbox::<Refused>::new(app);
    ask(app, request);
    assert_eq!(words(&mut refused, app), [reason]);
    assert_eq!(Standing::of(app), before, "a refusal changes nothing");
}

/// Asks for something that is not refused.
#[track_caller]
pub(crate) fn assert_obeyed<M: Message>(app: &mut App, request: M) {
    let mut refused = Inbox::<Refused>::new(app);
    ask(app, request);
    assert_eq!(words(&mut refused, app), [""; 0]);
}

/// A hero of the player's with two fists and a guard against a recruit three cells away.
pub(crate) fn duel(tempo: Tempo) -> Setup {
    let fists = [light_punch(), heavy_punch(), guard()];
    board("A . . e")
        .tempo(tempo)
        .unit('A', recruit().manual().knows(fists).initiative(40))
        .unit('e', recruit().gambits([light_punch(), move_towards()]))
        .setup()
}

/// The skill with this name in the battle of an app.
pub(crate) fn skill(app: &App, name: &str) -> SkillId {
    let skills = &shown(app).battle().arena().setup().skills;
    let place = skills.iter().position(|skill| skill.name == name);
    SkillId(place.expect("the battle has it") as u8)
}
