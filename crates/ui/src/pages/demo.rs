//! The battle that plays by itself behind the title, while there is no battle of the player.

use std::time::Duration;

use bevy::window::{CursorMoved, PrimaryWindow};
use foretold_view::BoardPlace;

use super::{Page, Pages, on_top};
use crate::prelude::*;

/// What is played, one after another: a battle, its seed, and the step to begin with, at which much
/// is about to happen.
const DEMOS: [(&str, u64, u32); 3] = [
    ("crypt", 5, 9),
    ("bonelord", 17, 7),
    ("goblin-ambush", 31, 13),
];
/// How long it plays after the last key or movement of the mouse. Then it rests, and so does the
/// machine.
const PLAYS_FOR: Duration = Duration::from_secs(60);
/// How long the end of a battle is looked at.
const END: Duration = Duration::from_secs(4);

/// How far the demo has come.
#[derive(Resource, Default)]
struct Demo {
    /// How many battles it has shown.
    shown: usize,
    /// How long the step on screen has been there.
    step: Duration,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Demo>().add_systems(
        Update,
        (
            clear_table.run_if(resource_changed::<Pages>),
            (begin, play.run_if(plays)).run_if(on_top(Page::Title)),
        )
            .chain()
            .after(ActSystems)
            .before(SimSystems::Requests),
    );
}

/// Behind the title the board is alone on the table, and behind a page that lies on the table there
/// is nothing.
fn clear_table(
    pages: Res<Pages>,
    mut place: ResMut<BoardPlace>,
    mut panels: Query<&mut Visibility, With<Panel>>,
) {
    let (now, visibility) = match pages.top() {
        Some(Page::Title) => (BoardPlace::Table, Visibility::Hidden),
        Some(page) if page.lies_on_table() => (BoardPlace::Viewer, Visibility::Hidden),
        _ => (BoardPlace::Viewer, Visibility::Inherited),
    };
    place.set_if_neq(now);
    for mut panel in &mut panels {
        panel.set_if_neq(visibility);
    }
}

/// Begins the first battle, and the next when one has ended.
fn begin(
    battle: Option<Res<Shown>>,
    content: Res<GameContent>,
    mut demo: ResMut<Demo>,
    mut requests: MessageWriter<BattleRequest>,
) {
    let Some(content) = content.content() else {
        return;
    };
    let is_over = |battle: &Shown| {
        battle.is_demo() && battle.battle().outcome().is_some() && demo.step >= END
    };
    if battle.is_some_and(|battle| !is_over(&battle)) {
        return;
    }
    let after = DEMOS.iter().cycle().skip(demo.shown).take(DEMOS.len());
    let there =
        |(_, (battle, ..)): &(usize, &(&str, u64, u32))| content.encounter(battle).is_some();
    if let Some((skipped, (battle, seed, step))) = after.enumerate().find(there) {
        demo.shown += skipped + 1;
        demo.step = Duration::ZERO;
        requests.write(BattleRequest::Demo {
            battle: (*battle).to_owned(),
            seed: *seed,
            step: *step,
        });
    }
}

/// Whether the demo moves: somebody looks at it who wants motion.
fn plays(
    battle: Option<Res<Shown>>,
    look: Res<Look>,
    time: Res<Time>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (mut keys, mut mouse): (MessageReader<KeyboardInput>, MessageReader<CursorMoved>),
    // How long nobody has touched anything.
    mut calm: Local<Duration>,
) -> bool {
    *calm += time.delta();
    if keys.read().count() + mouse.read().count() > 0 {
        *calm = Duration::ZERO;
    }
    battle.is_some_and(|battle| battle.is_demo())
        && look.moves()
        && *calm < PLAYS_FOR
        && windows.iter().any(|window| window.focused)
}

/// Plays a step whenever one is due at normal speed, whatever the player's.
fn play(
    battle: If<Res<Shown>>,
    (time, clock): (Res<Time>, Res<Clock>),
    mut others: MessageReader<BattleRequest>,
    mut demo: ResMut<Demo>,
    mut requests: MessageWriter<ClockRequest>,
    mut redraw: ResMut<RedrawRequests>,
) {
    redraw.request();
    demo.step += time.delta();
    // A step that is asked for together with another battle would be played in that.
    if others.read().count() > 0 {
        return;
    }
    let length = if battle.battle().arena().tempo().takes_turns() {
        clock.time_to_show(&battle.moment().events)
    } else {
        clock.step_length()
    };
    if demo.step >= length && battle.battle().outcome().is_none() {
        demo.step = Duration::ZERO;
        requests.write(ClockRequest::Step);
    }
}
