//! What is on screen: one token for each unit, all texts in fonts that have them, and nothing drawn
//! again that has not changed.

use bevy::prelude::*;
use foretold_battle::Cell;
use foretold_sim::{BattleRequest, ClockRequest, Shown};
use foretold_view::picture::{Face, Picture};
use foretold_view::testing::{frames, open, screen_app, settle};
use foretold_view::{BoardSpace, Drawing, Hover, Look, Screen, Selection};

fn names(app: &mut App, name: &str) -> usize {
    let mut all = app.world_mut().query::<&Name>();
    all.iter(app.world())
        .filter(|found| found.as_str() == name)
        .count()
}

#[test]
fn each_unit_has_its_token_also_after_another_battle() {
    let mut app = open(screen_app(), "crypt", 7);
    // Plinth, figure, tag and badge.
    assert_eq!(names(&mut app, "Token"), 8 * 4);
    for (battle, units) in [("first-blood", 2), ("spider-nest", 10)] {
        let battle = battle.to_owned();
        app.world_mut()
            .write_message(BattleRequest::Start { battle, seed: 1 });
        frames(&mut app, 3);
        assert_eq!(names(&mut app, "Token"), units * 4);
    }
}

#[test]
fn a_battle_begins_with_a_friend_selected() {
    let app = open(screen_app(), "crypt", 7);
    let selected = app.world().resource::<Selection>().0;
    assert_eq!(selected.map(foretold_battle::UnitId::slot), Some(0));
}

#[test]
fn a_text_that_changes_unseen_is_laid_out_once_it_is_seen() {
    let mut app = open(screen_app(), "crypt", 7);
    let written = |text: &str| {
        let mut picture = Picture::default();
        picture.label(text, Face::Bold, 12.0, Vec2::ZERO, Color::WHITE);
        Drawing(picture)
    };
    let drawing = app.world_mut().spawn(written("before")).id();
    frames(&mut app, 2);
    let label = app.world().entity(drawing).get::<Children>();
    let label = label.expect("it has a label")[0];
    let of_font = |app: &App| {
        let label = app.world().entity(label);
        label
            .get_change_ticks::<TextFont>()
            .map(|ticks| ticks.changed)
    };
    let before = of_font(&app);
    app.world_mut().entity_mut(drawing).insert(written("after"));
    frames(&mut app, 2);
    let text = app.world().entity(label).get::<Text2d>();
    assert_eq!(text.map(|text| text.0.as_str()), Some("after"));
    // Bevy keeps in mind that a font has changed until a camera looks, but not that a text has.
    assert_ne!(of_font(&app), before);
}

/// Counts the drawings that were drawn again.
#[derive(Resource, Default)]
struct Redrawn(usize);

fn count(mut redrawn: ResMut<Redrawn>, drawings: Query<(), Changed<Drawing>>) {
    redrawn.0 += drawings.iter().count();
}

#[test]
fn only_what_has_changed_is_drawn_anew() {
    let mut app = screen_app();
    app.init_resource::<Redrawn>().add_systems(Last, count);
    let mut app = open(app, "crypt", 7);
    settle(&mut app);
    let redrawn = |app: &mut App| std::mem::take(&mut app.world_mut().resource_mut::<Redrawn>().0);
    redrawn(&mut app);
    frames(&mut app, 5);
    assert_eq!(redrawn(&mut app), 0, "nothing has happened");
    let cell = "C3".parse().ok();
    app.world_mut().resource_mut::<Hover>().0 = cell;
    frames(&mut app, 2);
    assert_eq!(redrawn(&mut app), 1, "only the mark of the cell");
    app.world_mut().write_message(ClockRequest::Step);
    settle(&mut app);
    let after_a_step = redrawn(&mut app);
    assert!(after_a_step > 3, "{after_a_step}");
}

#[test]
fn every_letter_on_screen_is_in_its_font() {
    let noto = ttf_parser::Face::parse(ttf_noto_sans::REGULAR, 0).expect("Noto Sans is a font");
    let bold = ttf_parser::Face::parse(ttf_noto_sans::BOLD, 0).expect("so is its bold");
    let display = ttf_parser::Face::parse(foretold_view::picture::Face::Display.bytes(), 0)
        .expect("and Libertinus");
    let icons = ttf_parser::Face::parse(lucide_icons::LUCIDE_FONT_BYTES, 0).expect("and Lucide");
    let mut app = open(screen_app(), "bonelord", 7);
    let mut seen = 0;
    for _ in 0..30 {
        app.world_mut().write_message(ClockRequest::Step);
        frames(&mut app, 2);
        let mut drawings = app.world_mut().query::<&Drawing>();
        for Drawing(picture) in drawings.iter(app.world()) {
            for label in &picture.labels {
                use foretold_view::picture::Face;
                let font = match label.face {
                    Face::Regular => &noto,
                    Face::Bold => &bold,
                    Face::Display => &display,
                    Face::Icon => &icons,
                };
                for letter in label.text.chars() {
                    assert!(
                        font.glyph_index(letter).is_some(),
                        "{letter:?} in {:?}",
                        label.text
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1_000, "{seen}");
}

/// The board is where its panel is, and each unit's token in its cell, with something to see.
fn assert_drawn(app: &mut App) {
    let world = app.world();
    let (screen, space) = (*world.resource::<Screen>(), *world.resource::<BoardSpace>());
    if screen.is_large_enough() {
        let viewer = screen.panels().viewer;
        for (corner, out) in [("A1", -0.5), ("L12", 0.5)] {
            let middle = space.middle(corner.parse().expect("a cell"));
            let edge = screen.to_screen(middle) + Vec2::splat(out * space.cell);
            assert!(viewer.contains(edge), "{corner} in {screen:?}");
        }
    }
    let battle = world.resource::<Shown>().battle();
    let mut cells: Vec<Option<Cell>> = battle.units().map(|(_, unit)| Some(unit.cell)).collect();
    let mut tokens = app.world_mut().query::<(&Name, &Transform, &Drawing)>();
    let tokens: Vec<_> = tokens
        .iter(app.world())
        .filter(|(name, ..)| name.as_str() == "Token")
        .collect();
    cells.sort();
    let mut seen: Vec<Option<Cell>> = Vec::new();
    for (_, at, Drawing(picture)) in tokens {
        let points = picture.fills.iter().flat_map(|fill| &fill.points);
        assert!(points.clone().all(|point| point.is_finite()));
        if points.count() > 0 {
            seen.push(space.cell_at(at.translation.truncate()));
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, cells, "{screen:?}");
}

#[test]
fn any_size_of_window_is_drawn() {
    let mut app = open(screen_app(), "crypt", 7);
    for (width, height) in [
        (1, 1),
        (320, 2000),
        (3840, 2160),
        (1281, 719),
        (5, 900),
        (960, 540),
    ] {
        let mut windows = app.world_mut().query::<&mut Window>();
        let mut window = windows.single_mut(app.world_mut()).expect("there is one");
        window.resolution.set_physical_resolution(width, height);
        frames(&mut app, 2);
        let size = app.world().resource::<Screen>().size;
        assert_eq!(size, Vec2::new(width as f32, height as f32));
        assert_drawn(&mut app);
    }
}

#[test]
fn another_theme_is_drawn_at_once() {
    let mut app = screen_app();
    app.init_resource::<Redrawn>().add_systems(Last, count);
    let mut app = open(app, "crypt", 7);
    settle(&mut app);
    app.world_mut().resource_mut::<Redrawn>().0 = 0;
    let mut look = app.world_mut().resource_mut::<Look>();
    look.theme.palette.friendly = look.theme.palette.good;
    frames(&mut app, 2);
    assert!(app.world().resource::<Redrawn>().0 > 3);
}
