//! Figures on the board and in panels: all of them from one image, letters where one is missing, and
//! poses that stop with the battle.

use bevy::prelude::*;
use foretold_content::Files;
use foretold_sim::testing::shipped_files;
use foretold_sim::{ClockRequest, ContentPlugin, SimPlugins};
use foretold_view::picture::Face;
use foretold_view::testing::{frames, open, screen_app, screen_app_with, settle};
use foretold_view::{Drawing, FigureImage, FigureTone, Figures, ThemeOverrides};

/// The figures on the board. They belong to the drawings of tokens; the light of torches does not.
fn sprites(app: &mut App) -> Vec<Sprite> {
    let mut sprites = app.world_mut().query::<(&Sprite, &ChildOf)>();
    let world = app.world();
    sprites
        .iter(world)
        .filter(|(_, parent)| world.get::<Drawing>(parent.parent()).is_some())
        .map(|(sprite, _)| sprite.clone())
        .collect()
}

fn crypt_with(files: Files) -> App {
    let content = ContentPlugin::Given(files);
    open(screen_app_with(SimPlugins { content }), "crypt", 7)
}

/// Whether a token writes these letters large, in place of a figure.
fn shows_letters(app: &mut App, letters: &str) -> bool {
    let mut drawings = app.world_mut().query::<&Drawing>();
    let labels = drawings
        .iter(app.world())
        .flat_map(|drawing| &drawing.0.labels)
        .filter(|label| label.text == letters && label.face == Face::Bold);
    // Those on the plate are smaller.
    labels.map(|label| label.size).fold(0.0, f32::max) > 14.0
}

#[test]
fn every_unit_on_the_board_is_a_figure_from_the_same_image() {
    let mut app = open(screen_app(), "crypt", 7);
    let sprites = sprites(&mut app);
    assert_eq!(sprites.len(), 8);
    assert!(
        sprites
            .iter()
            .all(|sprite| sprite.image == sprites[0].image)
    );
    let size = sprites[0].rect.map(|rect| rect.size());
    assert_eq!(
        size, sprites[0].custom_size,
        "a pixel of it is one of the screen"
    );
    assert!(
        !shows_letters(&mut app, "A"),
        "its tag is on the plate only"
    );
}

#[test]
fn a_unit_without_a_sound_figure_shows_letters_and_the_others_stay() {
    let mut files = shipped_files().clone();
    files.insert("figures/recruit.svg", "<svg><script/></svg>");
    let mut app = crypt_with(files);
    assert_eq!(sprites(&mut app).len(), 7);
    assert!(shows_letters(&mut app, "A"));
    let errors = app.world().resource::<Figures>().errors();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().starts_with("figures/recruit.svg:1:"));
}

#[test]
fn content_without_figures_is_played_with_letters() {
    let mut files = shipped_files().clone();
    let figures: Vec<String> = files
        .iter()
        .map(|(path, _)| path.to_owned())
        .filter(|path| path.starts_with("figures/"))
        .collect();
    for path in figures {
        files.remove(&path);
    }
    let mut app = crypt_with(files);
    assert_eq!(sprites(&mut app).len(), 0);
    assert_eq!(app.world().resource::<Figures>().errors(), []);
}

#[test]
fn a_unit_file_may_name_its_figure_and_a_wrong_name_is_reported() {
    let mut files = shipped_files().clone();
    let recruit = files.get("units/recruit.unit.ron").expect("it is shipped");
    let with = |figure: &str| recruit.replacen('(', &format!("(\n    figure: \"{figure}\","), 1);
    let (other, wrong) = (with("hound"), with("hond"));
    files.insert("units/recruit.unit.ron", other);
    let mut app = crypt_with(files.clone());
    assert_eq!(sprites(&mut app).len(), 8);
    assert_eq!(app.world().resource::<Figures>().errors(), []);
    files.insert("units/recruit.unit.ron", wrong);
    let mut app = crypt_with(files);
    assert_eq!(sprites(&mut app).len(), 7);
    let errors = app.world().resource::<Figures>().errors();
    assert_eq!(
        errors[0].to_string(),
        "units/recruit.unit.ron: figure: there is no figure `hond`: did you mean `hound`?"
    );
}

#[test]
fn a_figure_in_a_panel_is_as_sharp_as_its_node_is_large_and_follows_the_palette() {
    let mut app = open(screen_app(), "first-blood", 3);
    let size = |side: f32| Node {
        width: px(side),
        height: px(side),
        ..default()
    };
    let figure = FigureImage {
        figure: "hound".to_owned(),
        tone: FigureTone::Side(foretold_battle::Faction::Friendly),
    };
    let panel = app.world_mut().spawn((size(40.0), figure)).id();
    frames(&mut app, 2);
    let shown = |app: &App| {
        let image = app.world().get::<ImageNode>(panel).expect("it is required");
        (image.image.clone(), image.rect.expect("it has pixels"))
    };
    let (page, small) = shown(&app);
    assert_eq!(small.size(), Vec2::splat(40.0));
    app.world_mut().entity_mut(panel).insert(size(64.0));
    frames(&mut app, 2);
    assert_eq!(shown(&app).1.size(), Vec2::splat(64.0));
    let palette = foretold_content::Palette::high_contrast();
    app.world_mut().resource_mut::<ThemeOverrides>().palette = Some(palette);
    frames(&mut app, 2);
    assert_ne!(shown(&app).0, page, "drawn again in other colours");
}

#[test]
fn figures_breathe_while_the_battle_runs_and_a_paused_or_calm_screen_is_still() {
    let mut app = open(screen_app(), "crypt", 7);
    settle(&mut app);
    let heights = |app: &mut App| {
        let mut tokens = app
            .world_mut()
            .query_filtered::<&Transform, With<Drawing>>();
        let scales = tokens.iter(app.world()).map(|place| place.scale.y);
        scales.collect::<Vec<f32>>()
    };
    let before = heights(&mut app);
    app.world_mut().write_message(ClockRequest::Play);
    // Half a step: nothing else moves yet.
    frames(&mut app, 6);
    assert_ne!(heights(&mut app), before);
    app.world_mut().write_message(ClockRequest::Pause);
    settle(&mut app);
    let paused = heights(&mut app);
    frames(&mut app, 6);
    assert_eq!(heights(&mut app), paused);
    app.world_mut()
        .resource_mut::<ThemeOverrides>()
        .reduced_motion = true;
    app.world_mut().write_message(ClockRequest::Play);
    frames(&mut app, 3);
    let calm = heights(&mut app);
    frames(&mut app, 3);
    assert_eq!(heights(&mut app), calm);
}
