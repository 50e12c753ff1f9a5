//! The title: where the game begins.

use super::page_action::{PageAction, action_button, large_button};
use super::run_words::{self, RunWords};
use super::unfinished::{self, is_unfinished};
use super::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;

/// How large the name of the game is, in pixels at 100%.
const NAME: u16 = 52;
/// How large the arrow above it is.
const EMBLEM: u16 = 46;
/// How wide the list of buttons is.
const WIDTH: f32 = 380.0;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(GameContent, PlayerProgress);
    app.add_systems(
        Update,
        build
            .run_if(must_build(Page::Title, changed))
            .in_set(PageSystems),
    );
}

/// The title as a whole.
#[derive(Component)]
struct TitleArea;

/// The game in one sign: a friend, a blow that is foretold, an enemy.
fn spawn_emblem(middle: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    let token = |radius: BorderRadius, size: f32| {
        Node::default()
            .size(px(size), px(size))
            .border(px(4).all())
            .radius(radius)
    };
    let row = Node::row(px(14)).centred();
    let edge = BorderColor::all(style.ink());
    middle.spawn(row).with_children(|row| {
        row.spawn((
            token(BorderRadius::MAX, 44.0),
            BackgroundColor(style.look.side(Faction::Friendly)),
            edge,
        ));
        row.spawn(style.icon(Icon::MoveRight, style.look.side_text(Faction::Friendly)))
            .insert(style.font(Face::Icon, EMBLEM));
        row.spawn((
            token(BorderRadius::ZERO, 36.0),
            BackgroundColor(style.look.side(Faction::Enemy)),
            edge,
            UiTransform::from_rotation(Rot2::degrees(45.0)),
        ));
    });
}

/// The button of the run, with how much of it is won.
fn spawn_run(list: &mut ChildSpawnerCommands<'_>, run: &RunWords, style: &UiStyle) {
    let mut button = large_button(list, &run.label, Icon::Route, style);
    button.insert((Tooltip(run.about.clone()), observe(run_words::go_on)));
    if let Some(won) = &run.won {
        let at_the_end = Node::default().margin(UiRect::left(auto()));
        button.with_child((style.plain(won, style.muted()), at_the_end));
    }
}

fn build(
    mut page: PageBuilder,
    battle: Option<Res<Shown>>,
    content: Res<GameContent>,
    progress: Res<PlayerProgress>,
    (mut focus, mut first): (Focus, Local<Option<String>>),
) {
    let progress = &progress.0;
    let content = content.content().map(|content| &**content);
    let to_look_at = battle.as_ref().is_some_and(|it| !is_unfinished(it));
    let going_on = unfinished::in_words(battle.as_deref(), progress, content);
    let run = content.and_then(|content| run_words::in_words(progress, content));
    let label = |run: &RunWords| run.label.clone();
    let now_first = going_on.clone().or_else(|| run.as_ref().map(label));
    let now_first = now_first.unwrap_or_else(|| PageAction::Battles.label().to_owned());
    // What had the focus for want of anything else loses it to what stands above it now.
    let was_first = first.replace(now_first);
    if was_first.is_some() && was_first != *first && focus.label() == was_first.as_deref() {
        focus.leave();
    }
    let column = |gap: f32| Node::column(px(gap)).centred().fixed();
    page.set(Page::Title, "Foretold", |frame, style| {
        // In the middle, or from the top where there is less room.
        let middle = column(12.0).margin(auto().all());
        scroll_area(frame, style, TitleArea).with_children(|area| {
            area.spawn(middle).with_children(|middle| {
                spawn_emblem(middle, style);
                middle.spawn(column(2.0)).with_children(|names| {
                    names
                        .spawn(style.bold("Foretold", style.ink()))
                        .insert(style.font(Face::Bold, NAME));
                    names.spawn(style.heading(
                        "Every blow is foretold. Change what you can.",
                        style.muted(),
                    ));
                });
                let list = Node::column(px(6))
                    .align(AlignItems::Stretch)
                    .fixed()
                    .width(px(WIDTH))
                    .max_width(percent(100));
                middle.spawn(list).with_children(|list| {
                    if let Some(label) = &going_on {
                        unfinished::spawn(list, label, style);
                    }
                    if let Some(run) = &run {
                        spawn_run(list, run, style);
                    }
                    // What is over, or only watched, can still be looked at.
                    if to_look_at {
                        action_button(list, PageAction::Look, style);
                    }
                    for action in [
                        PageAction::Battles,
                        PageAction::Replays,
                        PageAction::Settings,
                        PageAction::Help,
                        PageAction::Quit,
                    ] {
                        action_button(list, action, style);
                    }
                });
            });
        });
    });
}
