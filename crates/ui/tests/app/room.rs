//! Everything has its room: nothing is cut off and nothing overlaps, at every size and scale.

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui_widgets::ScrollArea;
use foretold_battle::UnitId;
use foretold_battle::testing::{board, heavy_punch, light_punch, move_towards, recruit};
use foretold_content::Encounter;
use foretold_run::RunEnd;
use foretold_sim::testing::begin;
use foretold_sim::testing::shipped_files;
use foretold_sim::{BattleRequest, ContentPlugin, ReplayFolder};
use foretold_ui::{Page, Pages};
use foretold_view::testing::{frames, open, settle};
use foretold_view::{Screen, Selection};

use crate::common::{game, game_on, press, press_with, resize};
use crate::run_end::{chronicle, end_of};

pub(crate) const SIZES: [(f32, f32); 5] = [
    (1280.0, 720.0),
    (1366.0, 768.0),
    (1920.0, 1080.0),
    (2560.0, 1440.0),
    (3840.0, 2160.0),
];
pub(crate) const SCALES: [f32; 5] = [0.8, 1.0, 1.25, 1.5, 2.0];

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
fn advice_has_room_and_leaves_some_to_the_rules_at_every_size_and_scale() {
    let mut app = game("bonelord", 7);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyT);
    settle(&mut app);
    for size in SIZES {
        for scale in SCALES {
            resize(&mut app, size, scale);
            let all = placed(&mut app);
            let at = format!("{size:?} at {scale}");
            let advice = all.iter().filter(|it| it.label.starts_with("Advice"));
            assert_eq!(advice.count(), 3, "{at}");
            assert_has_room(&all, &at);
            assert_texts_stay_inside(&mut app, &at);
            let rule = all.iter().find(|it| it.label == "Rule 1: on or off");
            let area = rule.and_then(|rule| rule.area).expect("the rules scroll");
            let scale = app.world().resource::<Screen>().ui_scale;
            assert!(area.height() > 55.0 * scale, "{at}: {area:?}");
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
                let whole = Rect::from_corners(Vec2::ZERO, size.into());
                assert!(inside(whole, all[0].panel.1), "{at}: {:?}", all[0].panel);
                assert_has_room(&all, &at);
            }
        }
    }
}

#[test]
fn the_end_of_a_run_and_the_chronicle_have_room_at_every_size_and_scale() {
    let folder = tempfile::tempdir().expect("there is room");
    for mut app in [
        end_of(RunEnd::Lost),
        end_of(RunEnd::Won),
        chronicle(folder.path(), 8),
    ] {
        let page = app.world().resource::<Pages>().top();
        for size in SIZES {
            for scale in SCALES {
                resize(&mut app, size, scale);
                let mut all = placed(&mut app);
                let layers = |entity: Entity| app.world().get::<GlobalZIndex>(entity);
                all.retain(|placed| layers(placed.panel.0).is_some_and(|layer| layer.0 == 30));
                let at = format!("{page:?}, {size:?} at {scale}");
                assert!(all.len() > 5, "{at}");
                assert_has_room(&all, &at);
                assert_texts_stay_inside(&mut app, &at);
            }
        }
    }
}

/// In how many lines the controls of the bar stand.
fn lines_of_bar(app: &mut App) -> usize {
    let all = placed(app);
    let in_bar = |placed: &&Placed| {
        let name = app.world().get::<Name>(placed.panel.0);
        name.is_some_and(|name| name.as_str() == "Bar")
    };
    let mut middles: Vec<f32> = all
        .iter()
        .filter(in_bar)
        .map(|placed| placed.rect.center().y)
        .collect();
    middles.sort_by(f32::total_cmp);
    assert!(middles.len() > 10, "clock, speeds, timeline and menu");
    let jumps = middles.windows(2).filter(|pair| pair[1] - pair[0] > 12.0);
    jumps.count() + 1
}

/// The game with long names for the keys of the clock.
fn game_with_long_keys(battle: &str) -> App {
    let mut files = shipped_files().clone();
    let mut keys = files.get("keys.ron").expect("it is shipped").to_owned();
    for (act, key) in [
        ("to_start", "Home"),
        ("step_back", "PageUp"),
        ("play_pause", "Insert"),
        ("step_forward", "PageDown"),
        ("to_end", "End"),
        ("speed_half", "Delete"),
        ("speed_instant", "Backspace"),
    ] {
        let first = format!("{act}: [");
        assert!(keys.contains(&first), "{act} has keys");
        keys = keys.replace(&first, &format!("{first}\"Ctrl+Shift+Alt+{key}\", "));
    }
    files.insert("keys.ron", keys);
    open(game_on(ContentPlugin::Given(files)), battle, 7)
}

#[test]
fn the_bar_keeps_to_its_rows_whatever_the_keys_are_called() {
    for battle in ["bonelord", "crypt-by-hand"] {
        for (keys, mut app) in [
            ("as shipped", game(battle, 7)),
            ("long", game_with_long_keys(battle)),
        ] {
            for size in SIZES {
                for scale in SCALES {
                    resize(&mut app, size, scale);
                    let rows = app.world().resource::<Screen>().bar_rows();
                    let lines = lines_of_bar(&mut app);
                    let at = format!("{battle}, {size:?} at {scale}, keys {keys}");
                    assert!(lines <= usize::from(rows), "{at}: {lines} lines");
                    assert_has_room(&placed(&mut app), &at);
                }
            }
        }
    }
}

/// Whatever is read stays inside its panel, or inside what scrolls in it, and on its own node.
#[track_caller]
pub(crate) fn assert_texts_stay_inside(app: &mut App, at: &str) {
    let world = app.world_mut();
    let mut texts =
        world.query_filtered::<(Entity, &InheritedVisibility, &TextLayoutInfo), With<Text>>();
    // A space at the end of a line may hang over.
    let space = 4.0;
    let all: Vec<(Entity, f32)> = texts
        .iter(world)
        .filter(|(_, visible, _)| visible.get())
        .map(|(entity, _, written)| {
            let wide = (written.size.x - space).max(0.0) * written.scale_factor;
            (entity, wide)
        })
        .collect();
    for (entity, wide) in all {
        let mut outer = None;
        let mut here = entity;
        while let Some(parent) = app.world().get::<ChildOf>(here) {
            here = parent.parent();
            if app.world().get::<ScrollArea>(here).is_some() {
                outer = rect_of(app, here);
                break;
            }
            outer = rect_of(app, here).or(outer);
        }
        let (Some(outer), Some(rect)) = (outer, rect_of(app, entity)) else {
            continue;
        };
        let right = rect.max.x.max(rect.min.x + wide);
        assert!(
            rect.min.x >= outer.min.x - 1.0 && right <= outer.max.x + 1.5,
            "{at}: {:?} from {} to {right} sticks out of {outer:?}",
            app.world().get::<Text>(entity),
            rect.min.x
        );
    }
}

/// A battle in which every name is as long and as wide as a name can be.
fn wide_names() -> Encounter {
    let scene = board("A . e")
        .unit(
            'A',
            recruit().gambits([light_punch(), heavy_punch(), move_towards()]),
        )
        .unit('e', recruit().gambits([light_punch(), move_towards()]));
    let mut setup = scene.setup();
    let wide = "W".repeat(40);
    for unit in &mut setup.units {
        unit.name.clone_from(&wide);
    }
    for skill in &mut setup.skills {
        skill.name.clone_from(&wide);
    }
    Encounter::from_setup(&wide, setup).expect("only names differ")
}

#[test]
fn long_names_stay_inside_the_panels() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut app = game("first-blood", 3);
    app.insert_resource(ReplayFolder(Some(folder.path().to_owned())));
    begin(app.world_mut(), wide_names(), 1);
    frames(&mut app, 3);
    for _ in 0..6 {
        press(&mut app, KeyCode::Period);
    }
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyW);
    app.world_mut().write_message(BattleRequest::Keep);
    frames(&mut app, 3);
    for page in [None, Some(Page::Replays), Some(Page::Result)] {
        if let Some(page) = page {
            app.world_mut().resource_mut::<Pages>().only(page);
        }
        for slot in [0, 1] {
            app.world_mut().resource_mut::<Selection>().0 = UnitId::new(slot);
            for size in SIZES {
                for scale in SCALES {
                    resize(&mut app, size, scale);
                    let at = format!("{page:?}, unit {slot}, {size:?} at {scale}");
                    assert_texts_stay_inside(&mut app, &at);
                    if page.is_none() {
                        assert_has_room(&placed(&mut app), &at);
                    }
                }
            }
        }
    }
}

/// Every control of the page on top has its room.
#[track_caller]
pub(crate) fn assert_page_has_room(app: &mut App, at: &str) {
    let mut all = placed(app);
    let layers = |entity: Entity| app.world().get::<GlobalZIndex>(entity);
    all.retain(|placed| layers(placed.panel.0).is_some_and(|layer| layer.0 == 30));
    assert!(!all.is_empty(), "{at}");
    assert_has_room(&all, at);
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
            if one.panel.0 == other.panel.0 && one.area == other.area && !nested {
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
