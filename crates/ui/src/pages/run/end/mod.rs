//! The end of a run: how the odds went, where it turned, what to try instead, and what was found.

mod graph;
mod lesson;
mod story;

use bevy::text::LineHeight;
use foretold_run::{Companion, Run, RunEnd, RunStart};
use foretold_sim::{CurrentRun, KeptRuns, RunLesson, RunPast, RunRequest};

use crate::clipboard::TextClipboard;
use crate::pages::page_action::{PageAction, action_button, large_button, leading_action};
use crate::pages::result::figures::spawn_figure;
use crate::pages::run::words::unit_name;
use crate::pages::{Page, PageBuilder, PageSystems, back_button, must_build};
use crate::prelude::*;

/// How wide a column of panels is at least, in pixels at 100%.
const COLUMN: f32 = 440.0;

/// Everything between the head and the buttons.
#[derive(Component)]
struct EndArea;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, RunPast, RunLesson);
    app.add_systems(
        Update,
        build
            .run_if(must_build(Page::RunEnd, changed))
            .in_set(PageSystems),
    );
}

fn build(
    mut page: PageBuilder,
    (current, kept): (Res<CurrentRun>, Res<KeptRuns>),
    (past, lesson): (Res<RunPast>, Res<RunLesson>),
    mut focus: Focus,
) {
    let root = page
        .roots
        .iter()
        .find(|(_, root, _)| root.0 == Page::RunEnd);
    if root.is_some_and(|(.., is_built)| !is_built) {
        focus.find_again(PageAction::NewRun.label());
    }
    let chronicle = kept.chronicle();
    let over = current.get().and_then(|run| Some((run, run.end()?)));
    page.set(Page::RunEnd, "The end", |frame, style| {
        scroll_area(frame, style, EndArea).with_children(|area| {
            let head = Node::row(px(14))
                .align(AlignItems::FlexStart)
                .fixed()
                .margin(UiRect::bottom(px(6)));
            area.spawn(head).with_children(|head| {
                back_button(head, Page::RunEnd, style);
                match over {
                    Some((run, end)) => spawn_head(head, run, end, chronicle.open_level(), style),
                    None => {
                        head.spawn(style.headline("No run is over yet", style.ink()));
                    }
                }
            });
            match over {
                Some((run, end)) => spawn_past(area, (run, end), (&past, &lesson), style),
                None => {
                    let text = "When a run is won, lost or given up, this page tells how it went: the odds of every fight, where it turned, and what to try instead.";
                    area.spawn(style.plain(text, style.ink()));
                }
            }
        });
        let start = over.map(|(run, _)| RunStart {
            finished: chronicle.finished(),
            ..run.start()
        });
        spawn_actions(frame, start, style);
    });
}

/// How it went, in panels: what the player can learn on the left, what was found on the right.
fn spawn_past(
    area: &mut ChildSpawnerCommands<'_>,
    (run, end): (&Run, RunEnd),
    (past, lesson): (&RunPast, &RunLesson),
    style: &UiStyle,
) {
    graph::spawn(area, run, past, style);
    let row = Node::row(px(10))
        .wrap(px(10))
        .align(AlignItems::Stretch)
        .margin(UiRect::top(px(6)));
    // The line to share stands where there is room for it.
    let (is_lost, line) = (end == RunEnd::Lost, story::shared(run, end));
    area.spawn(row).with_children(|row| {
        spawn_column(row, |column| {
            lesson::spawn_turn(column, past, end, style);
            match is_lost {
                true => lesson::spawn_advice(column, past, lesson, style),
                false => spawn_shared(column, line.clone(), style),
            }
        });
        spawn_column(row, |column| {
            spawn_found(column, run, style);
            if is_lost {
                spawn_shared(column, line, style);
            }
        });
    });
}

/// How it ended, where, and who was there.
fn spawn_head(
    head: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    end: RunEnd,
    open_level: u8,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    let ink = colour(match end {
        RunEnd::Won => palette.accent,
        RunEnd::Lost => palette.block,
        RunEnd::GivenUp => palette.text,
    });
    let words = Node::column(px(4)).share(1.0).min_width(px(0));
    head.spawn(words).with_children(|words| {
        let font = style.font(Face::Display, style.sizes().title * 3 / 2);
        words
            .spawn(style.headline(story::headline(run, end), ink))
            .insert((font, LineHeight::RelativeToFont(1.0)));
        words.spawn(style.heading(story::about(run), style.ink()));
        if end == RunEnd::Won {
            let opened = story::opened(run, open_level);
            words.spawn(style.bold(opened, colour(palette.good)));
        }
    });
    let company = Node::row(px(10)).wrap(px(6)).max_width(percent(50));
    head.spawn(company).with_children(|row| {
        let stands = story::stands(run, end);
        for (companion, stands) in run.company().iter().zip(stands) {
            spawn_companion(row, run, (companion, stands), style);
        }
    });
}

/// A figure of the company with its name, and what became of it.
fn spawn_companion(
    row: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    (companion, stands): (&Companion, bool),
    style: &UiStyle,
) {
    let name = unit_name(run.realm(), &companion.unit);
    let recruit = run.realm().recruit(&companion.unit);
    let figure = recruit.map_or_else(String::new, |recruit| recruit.figure.clone());
    let fate = match stands {
        true => format!("{} HP", companion.hp),
        false => "fell".to_owned(),
    };
    row.spawn(Node::column(px(1)).centred().fixed())
        .with_children(|column| {
            let tip = format!("{name}: {fate}.");
            spawn_figure(column, Faction::Friendly, (figure, stands), tip, style);
            let ink = if stands { style.ink() } else { style.muted() };
            column.spawn(style.small(name, ink));
            column.spawn(style.remark(fate));
        });
}

/// A column of panels, as wide as there is room for.
fn spawn_column(
    row: &mut ChildSpawnerCommands<'_>,
    fill: impl FnOnce(&mut ChildSpawnerCommands<'_>),
) {
    let node = Node {
        flex_basis: px(COLUMN),
        ..Node::column(px(10))
            .grow()
            .min_width(px(0))
            .max_width(percent(100))
    };
    row.spawn(node).with_children(fill);
}

/// A panel without anything on it.
fn bare_panel<'a>(parent: &'a mut ChildSpawnerCommands<'_>, style: &UiStyle) -> EntityCommands<'a> {
    let palette = &style.look.theme.palette;
    let node = Node::column(px(8))
        .fixed()
        .padding(UiRect::axes(px(14), px(10)))
        .framed(BorderRadius::all(px(6)));
    parent.spawn((
        node,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.raised)),
    ))
}

/// A panel with a heading.
fn panel<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    heading: &str,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let gold = colour(style.look.theme.palette.accent);
    let mut panel = bare_panel(parent, style);
    panel.with_child(style.heading(heading, gold));
    panel
}

/// What was found on the way.
fn spawn_found(column: &mut ChildSpawnerCommands<'_>, run: &Run, style: &UiStyle) {
    let found = story::found(run);
    panel(column, "What was found", style).with_children(|panel| {
        if found.is_empty() {
            panel.spawn(style.plain("Nothing yet.", style.muted()));
        }
        for things in found {
            let line = Node::row(px(8)).align(AlignItems::FlexStart);
            panel.spawn(line).with_children(|line| {
                let fixed = Node::default().fixed();
                line.spawn((style.sign(things.icon, style.muted()), fixed.clone()));
                let kind = style.bold(things.kind, style.ink());
                line.spawn((kind, fixed.width(px(86))));
                let names = things.names.join(", ");
                let rest = Node::default().share(1.0).min_width(px(0));
                line.spawn((style.plain(names, style.ink()), rest));
            });
        }
    });
}

/// The line to share, and the button that copies it.
fn spawn_shared(column: &mut ChildSpawnerCommands<'_>, text: String, style: &UiStyle) {
    panel(column, "To share", style).with_children(|panel| {
        panel.spawn(style.plain(&text, style.ink()));
        let copy = move |_: On<Activate>,
                         mut clipboard: ResMut<TextClipboard>,
                         mut toasts: ResMut<Toasts>| {
            clipboard.copy(text.clone());
            toasts.push(Toast::news("The line is copied.").about("copy"));
        };
        panel.spawn(Node::row(px(6))).with_children(|row| {
            icon_button(row, "Copy the line", Icon::Copy, style, copy)
                .caption("Copy the line", style);
        });
    });
}

/// What comes next.
fn spawn_actions(frame: &mut ChildSpawnerCommands<'_>, again: Option<RunStart>, style: &UiStyle) {
    frame
        .spawn(Node::row(px(6)).wrap(px(6)).fixed())
        .with_children(|row| {
            leading_action(row, PageAction::NewRun, style);
            if let Some(start) = again {
                let begin = move |_: On<Activate>, mut requests: MessageWriter<RunRequest>| {
                    requests.write(RunRequest::Begin(start));
                };
                let tip = "The same map, fights and offers, from the beginning.";
                large_button(row, "Same seed again", Icon::RotateCcw, style)
                    .insert(Tooltip(tip.to_owned()))
                    .observe(begin);
            }
            action_button(row, PageAction::Chronicle, style);
            action_button(row, PageAction::Title, style);
        });
}
