//! The title: where the game begins.

use bevy::ecs::relationship::RelatedSpawnerCommands;
use bevy::prelude::*;
use bevy::ui_widgets::observe;
use foretold_battle::Faction;
use foretold_sim::{CurrentBattle, GameContent};
use foretold_view::picture::Face;
use lucide_icons::Icon;

use super::choice::{Choice, choice, large_button};
use super::run::{OnRun, go_on};
use super::{Build, Page, Stage, on_top, turned_to};
use crate::widgets::{Pen, Tip, scroll_area};

/// How large the name of the game is, in pixels at 100%.
const NAME: u16 = 56;
/// How large the arrow above it is.
const EMBLEM: u16 = 52;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        build
            .run_if(
                turned_to(Page::Title)
                    .or_else(on_top(Page::Title).and_then(resource_changed::<GameContent>)),
            )
            .in_set(Build),
    );
}

/// The title as a whole.
#[derive(Component)]
struct TitleArea;

/// The game in one sign: a friend, a blow that is foretold, an enemy.
fn spawn_emblem(middle: &mut RelatedSpawnerCommands<'_, ChildOf>, pen: &Pen) {
    let token = |radius: BorderRadius, size: f32| Node {
        width: px(size),
        height: px(size),
        border: px(4).all(),
        border_radius: radius,
        ..default()
    };
    let row = Node {
        align_items: AlignItems::Center,
        column_gap: px(14),
        ..default()
    };
    let edge = BorderColor::all(pen.ink());
    middle.spawn(row).with_children(|row| {
        row.spawn((
            token(BorderRadius::MAX, 44.0),
            BackgroundColor(pen.look.side(Faction::Friendly)),
            edge,
        ));
        row.spawn(pen.icon(Icon::MoveRight, pen.look.side_text(Faction::Friendly)))
            .insert(pen.font(Face::Icon, EMBLEM));
        row.spawn((
            token(BorderRadius::ZERO, 36.0),
            BackgroundColor(pen.look.side(Faction::Enemy)),
            edge,
            UiTransform::from_rotation(Rot2::degrees(45.0)),
        ));
    });
}

fn build(
    mut stage: Stage,
    battle: Option<Res<CurrentBattle>>,
    content: Res<GameContent>,
    on_run: Res<OnRun>,
) {
    let running = battle.is_some();
    let run = content
        .content()
        .and_then(|content| on_run.in_words(content));
    let mut area = None;
    stage.set(Page::Title, "Foretold", |frame, pen| {
        area = Some(scroll_area(frame, pen, TitleArea));
    });
    let Some(area) = area else {
        return;
    };
    let pen = &stage.pen;
    let column = |gap: f32| Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        row_gap: px(gap),
        flex_shrink: 0.0,
        ..default()
    };
    // In the middle, or from the top where there is less room.
    let middle = Node {
        margin: UiRect::all(auto()),
        ..column(20.0)
    };
    stage.commands.entity(area).with_children(|area| {
        area.spawn(middle).with_children(|middle| {
            spawn_emblem(middle, pen);
            middle.spawn(column(2.0)).with_children(|names| {
                names
                    .spawn(pen.bold("Foretold", pen.ink()))
                    .insert(pen.font(Face::Bold, NAME));
                names.spawn(
                    pen.heading("Every blow is foretold. Change what you can.", pen.muted()),
                );
            });
            let list = Node {
                width: px(300),
                max_width: percent(100),
                align_items: AlignItems::Stretch,
                ..column(6.0)
            };
            middle.spawn(list).with_children(|list| {
                if running {
                    choice(list, Choice::Continue, pen);
                }
                if let Some((label, about)) = &run {
                    large_button(list, label, Icon::Route, pen)
                        .insert((Tip(about.clone()), observe(go_on)));
                }
                for which in [
                    Choice::Battles,
                    Choice::Replays,
                    Choice::Settings,
                    Choice::Help,
                    Choice::Quit,
                ] {
                    choice(list, which, pen);
                }
            });
        });
    });
}
