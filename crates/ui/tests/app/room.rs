//! Everything has its room: nothing is cut off and nothing overlaps, at every size and scale.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use bevy::window::PrimaryWindow;
use foretold_sim::ReplayFolder;
use foretold_ui::{Page, Pages};
use foretold_view::testing::frames;

use crate::common::{game, press};

const SIZES: [(f32, f32); 5] = [
    (1280.0, 720.0),
    (1366.0, 768.0),
    (1920.0, 1080.0),
    (2560.0, 1440.0),
    (3840.0, 2160.0),
];
const SCALES: [f32; 5] = [0.8, 1.0, 1.25, 1.5, 2.0];

/// A control, where it is, and what it must stay inside of.
struct Placed {
    label: String,
    rect: Rect,
    panel: (Entity, Rect),
    area: Option<Rect>,
}

fn rect_of(app: &App, entity: Entity) -> Option<Rect> {
    let node = app.world().get::<ComputedNode>(entity)?;
    let place = app.world().get::<UiGlobalTransform>(entity)?;
    Some(Rect::from_center_size(place.translation, node.size()))
}

/// Every control with a label, with the panel it stands in.
fn placed(app: &mut App) -> Vec<Placed> {
    let world = app.world_mut();
    let mut labelled = world.query::<(Entity, &AccessibleLabel)>();
    let all: Vec<(Entity, String)> = labelled
        .iter(world)
        .map(|(entity, label)| (entity, label.0.clone()))
        .collect();
    all.into_iter()
        .filter_map(|(entity, label)| {
            let above: Vec<Entity> = {
                let mut above = Vec::new();
                let mut here = entity;
                while let Some(parent) = app.world().get::<ChildOf>(here) {
                    here = parent.parent();
                    above.push(here);
                }
                above
            };
            let panel = *above.last()?;
            let area = above
                .iter()
                .find(|entity| app.world().get::<ScrollArea>(**entity).is_some());
            Some(Placed {
                label,
                rect: rect_of(app, entity)?,
                panel: (panel, rect_of(app, panel)?),
                area: area.and_then(|area| rect_of(app, *area)),
            })
        })
        .collect()
}

fn inside(inner: Rect, outer: Rect) -> bool {
    let outer = outer.inflate(1.0);
    outer.contains(inner.min) && outer.contains(inner.max)
}

fn resize(app: &mut App, (width, height): (f32, f32), scale: f32) {
    let mut windows = app
        .world_mut()
        .query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows
        .single_mut(app.world_mut())
        .expect("there is a window");
    window.resolution.set(width, height);
    app.world_mut().resource_mut::<UiScale>().0 = scale;
    frames(app, 5);
}

#[test]
fn every_control_is_whole_and_alone_at_every_size_and_scale() {
    let mut app = game("bonelord", 7);
    for _ in 0..6 {
        press(&mut app, KeyCode::Period);
    }
    for size in SIZES {
        for scale in SCALES {
            resize(&mut app, size, scale);
            let all = placed(&mut app);
            let at = format!("{size:?} at {scale}");
            assert!(all.len() > 40, "{at}: {}", all.len());
            assert_has_room(&all, &at);
        }
    }
}

#[test]
fn every_page_has_room_for_its_controls_at_every_size_and_scale() {
    let mut app = game("bonelord", 7);
    app.insert_resource(ReplayFolder(None));
    for page in Page::ALL {
        app.world_mut().resource_mut::<Pages>().only(page);
        for size in SIZES {
            for scale in SCALES {
                resize(&mut app, size, scale);
                let mut all = placed(&mut app);
                let layers = |entity: Entity| app.world().get::<GlobalZIndex>(entity);
                all.retain(|placed| layers(placed.panel.0).is_some_and(|layer| layer.0 == 30));
                let at = format!("{page:?}, {size:?} at {scale}");
                assert!(!all.is_empty(), "{at}");
                assert_has_room(&all, &at);
            }
        }
    }
}

/// Each is whole, inside what it stands in, and alone.
#[track_caller]
fn assert_has_room(all: &[Placed], at: &str) {
    for control in all {
        let Placed {
            label,
            rect,
            panel,
            area,
        } = control;
        assert!(
            rect.width() >= 4.0 && rect.height() >= 4.0,
            "{at}: {label} {rect:?}"
        );
        match area {
            // What scrolls may be above or below what is in view, never beside it.
            Some(area) => assert!(
                rect.min.x >= area.min.x - 1.0 && rect.max.x <= area.max.x + 1.0,
                "{at}: {label} {rect:?} sticks out of {area:?}"
            ),
            None => assert!(
                inside(*rect, panel.1),
                "{at}: {label} {rect:?} sticks out of {:?}",
                panel.1
            ),
        }
    }
    for (place, one) in all.iter().enumerate() {
        for other in &all[place + 1..] {
            let nested = inside(one.rect, other.rect) || inside(other.rect, one.rect);
            if one.panel.0 == other.panel.0 && one.area.is_some() == other.area.is_some() && !nested
            {
                let both = one.rect.intersect(other.rect);
                assert!(
                    both.width() < 1.5 || both.height() < 1.5,
                    "{at}: {} and {} overlap by {both:?}",
                    one.label,
                    other.label
                );
            }
        }
    }
}
