//! The event log: the latest lines up to the moment on screen.

use bevy::prelude::*;
use foretold_battle::{Event, Happening, is_told, narrate};
use foretold_content::{Act, Keys};
use foretold_sim::{CurrentBattle, Forethought, GameContent, Timeline};
use foretold_view::picture::Face;
use foretold_view::{Look, Screen, ViewSystems, colour};

use crate::layout::Panel;
use crate::widgets::{Pen, size};

/// The height of a line, in pixels at 100%.
const LINE: f32 = 19.0;
/// What stands beside the log: keys that no button shows.
const HINTS: [(Act, &str); 8] = [
    (Act::Restart, "restart"),
    (Act::NewSeed, "new seed"),
    (Act::PreviousUnit, "previous unit"),
    (Act::NextUnit, "next unit"),
    (Act::Select, "select"),
    (Act::Cancel, "deselect"),
    (Act::Screenshot, "picture"),
    (Act::Quit, "quit"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_log
            .run_if(
                resource_changed::<Forethought>
                    .or_else(resource_changed::<GameContent>)
                    .or_else(resource_changed::<Screen>)
                    .or_else(resource_changed::<Look>),
            )
            .in_set(ViewSystems::Paint),
    );
}

/// The last events of the timeline that belong into a log, the newest last.
fn latest<'a>(timeline: &'a Timeline, battle: &CurrentBattle, most: usize) -> Vec<&'a Event> {
    let arena = battle.battle().arena();
    let steps = timeline
        .moments()
        .iter()
        .take(battle.battle().tick() as usize + 1);
    let mut events: Vec<&Event> = steps
        .rev()
        .flat_map(|moment| moment.events.iter().rev())
        .filter(|event| is_told(arena, event))
        .take(most)
        .collect();
    events.reverse();
    events
}

fn write_log(
    mut commands: Commands,
    battle: Option<Res<CurrentBattle>>,
    timeline: Res<Timeline>,
    content: Res<GameContent>,
    screen: Res<Screen>,
    pen: Pen,
    panels: Query<(Entity, &Panel)>,
) {
    let Some((panel, _)) = panels.iter().find(|(_, panel)| **panel == Panel::Log) else {
        return;
    };
    let room = screen.panels().log.height() / screen.ui_scale - 16.0 - LINE;
    let most = (room / LINE).floor().max(1.0) as usize;
    let palette = &pen.look.theme.palette;
    let own = Keys::default();
    let keys = content.content().map_or(&own, |content| content.keys());
    commands
        .entity(panel)
        .despawn_children()
        .with_children(|panel| {
            let Some(battle) = &battle else {
                return;
            };
            let arena = battle.battle().arena();
            let tick = battle.battle().tick();
            panel
                .spawn(Node {
                    flex_direction: FlexDirection::Column,
                    flex_grow: 1.0,
                    overflow: Overflow::clip(),
                    ..default()
                })
                .with_children(|rows| {
                    for event in latest(&timeline, battle, most) {
                        let fell = matches!(
                            event.what,
                            Happening::Fell { .. } | Happening::WentDown { .. }
                        );
                        // What has just happened stands out by weight, falls by weight and colour.
                        let face = if fell || event.tick == tick {
                            Face::Bold
                        } else {
                            Face::Regular
                        };
                        let ink = match (fell, event.tick == tick) {
                            (true, _) => colour(palette.bad),
                            (_, true) => pen.ink(),
                            _ => pen.muted(),
                        };
                        rows.spawn((
                            pen.text(narrate(arena, event), face, size::TEXT, ink),
                            TextLayout::no_wrap(),
                            Node {
                                height: px(LINE),
                                flex_shrink: 0.0,
                                ..default()
                            },
                        ));
                    }
                });
            let hint = HINTS.map(|(act, does)| {
                let key = keys.chords(act).first().map(ToString::to_string);
                format!("{} {does}", key.unwrap_or_else(|| "–".to_owned()))
            });
            let text = pen.text(hint.join("   "), Face::Regular, size::SMALL, pen.muted());
            panel.spawn((
                text,
                TextLayout::no_wrap(),
                Node {
                    flex_shrink: 0.0,
                    ..default()
                },
            ));
        });
}
