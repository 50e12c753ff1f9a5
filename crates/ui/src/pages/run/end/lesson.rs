//! What a run teaches: where it turned, what the coach would change, and practising it.

use foretold_run::RunEnd;
use foretold_sim::{RunLesson, RunPast, RunRequest, RunTurn};

use super::panel;
use crate::pages::Pages;
use crate::pages::digits::Digit;
use crate::pages::odds_line::swing_in_words;
use crate::prelude::*;
use crate::skills::AdviceRow;
use crate::toasts::uncapital;

/// A button that fights a battle of the run again, from a step of it.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Practice {
    fight: usize,
    step: u32,
    without_rules: bool,
}

impl Practice {
    /// From the start of a battle.
    pub(super) fn of(fight: usize) -> Practice {
        Practice {
            fight,
            step: 0,
            without_rules: false,
        }
    }

    /// From where the run turned.
    pub(super) fn of_turn(turned: &RunTurn) -> Practice {
        Practice {
            fight: turned.fight,
            step: turned.point.way_back(),
            without_rules: turned.point.by_player,
        }
    }
}

/// The turning point in a sentence or two.
pub(super) fn turning_words(past: &RunPast, turned: &RunTurn) -> String {
    let Some(fight) = past.fights().get(turned.fight) else {
        return String::new();
    };
    let point = &turned.point;
    let word = fight.encounter.setup().tempo.step_word();
    format!(
        "Floor {}, {}, {word} {}: {}. {}.",
        fight.place.floor,
        fight.encounter.title,
        point.step,
        swing_in_words(point.swing),
        point.gist
    )
}

/// Where it turned, and ways to practise it.
pub(super) fn spawn_turn(
    column: &mut ChildSpawnerCommands<'_>,
    past: &RunPast,
    end: RunEnd,
    style: &UiStyle,
) {
    let turned = past.turning_point();
    let heading = match end {
        RunEnd::Won => "The worst moment",
        RunEnd::Lost | RunEnd::GivenUp => "Where it turned",
    };
    panel(column, heading, style).with_children(|panel| {
        match &turned {
            Some(turned) => {
                panel.spawn(style.plain(turning_words(past, turned), style.ink()));
            }
            None if past.is_running() => {
                panel.spawn(style.plain("…", style.muted()));
            }
            None => {
                let words = match end {
                    RunEnd::Lost => "The last fight was lost before it began.",
                    RunEnd::Won | RunEnd::GivenUp => "No moment lost any odds.",
                };
                panel.spawn(style.plain(words, style.muted()));
            }
        }
        let row = Node::row(px(6)).wrap(px(6));
        panel.spawn(row).with_children(|row| {
            if let Some(turned) = turned {
                let there = Practice::of_turn(&turned);
                spawn_practice(row, "Practise from there", there, 1, style);
            }
            let last = past.fights().len().checked_sub(1);
            if let Some(last) = last.filter(|_| end == RunEnd::Lost) {
                let label = "Practise the last fight from its start";
                spawn_practice(row, label, Practice::of(last), 2, style);
            }
        });
    });
}

fn spawn_practice(
    row: &mut ChildSpawnerCommands<'_>,
    label: &str,
    practice: Practice,
    digit: usize,
    style: &UiStyle,
) {
    let tip = format!("Without stakes: the run stays as it ended. Key: {digit}");
    row.spawn((button(label, style), practice, Digit(digit)))
        .insert(Tooltip(tip))
        .observe(practise)
        .change_node(|mut node| node.min_height = px(30))
        .caption_icon(Icon::Dumbbell, style)
        .caption(label, style);
}

/// Begins the battle of the button.
pub(super) fn practise(
    press: On<Activate>,
    buttons: Query<&Practice>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<RunRequest>,
) {
    if let Ok(&practice) = buttons.get(press.entity) {
        requests.write(RunRequest::Practise {
            fight: practice.fight,
            step: practice.step,
            without_rules: practice.without_rules,
        });
        pages.run_on(false);
    }
}

/// The best changes of a rule in the lost fight.
pub(super) fn spawn_advice(
    column: &mut ChildSpawnerCommands<'_>,
    past: &RunPast,
    lesson: &RunLesson,
    style: &UiStyle,
) {
    panel(column, "What the coach would change", style).with_children(|panel| {
        let Some(arena) = lesson.arena() else {
            let text = if lesson.is_running() || past.is_running() {
                "… the coach tries every single change of a rule in the lost fight."
            } else {
                "There is nothing to change."
            };
            panel.spawn(style.plain(text, style.muted()));
            return;
        };
        let tried = lesson.tried();
        if lesson.best().is_empty() {
            let text = format!(
                "The coach tried {tried} single changes of a rule, and found none that is certainly better: other words, items or ways are what this fight wanted."
            );
            panel.spawn(style.plain(text, style.muted()));
            return;
        }
        let good = colour(style.look.theme.palette.good);
        for best in lesson.best() {
            let row = AdviceRow::of(best, arena);
            let name = &arena.sheet(best.change.unit).name;
            let card = Node::column(px(1)).fixed();
            panel.spawn((card, Tooltip(row.tip))).with_children(|card| {
                let line = Node::row(style.gap()).centred();
                card.spawn((line, Pickable::IGNORE)).with_children(|line| {
                    line.spawn(style.sign(Icon::TrendingUp, good));
                    line.spawn(style.bold(row.odds, good));
                });
                let text = format!("{name}: {}", uncapital(&row.change));
                card.spawn(style.plain(text, style.ink()));
            });
        }
        panel.spawn(style.remark(format!(
            "The best of {tried} single changes, tried from the start of the lost fight with the words you knew."
        )));
    });
}
