//! What is known of the selected unit, and why everyone does what they do: plain text for now,
//! as it is.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;
use foretold_battle::{Battle, Brain, Depth, Life, UnitId, explain, sentence};
use foretold_sim::{CurrentBattle, Forethought};
use foretold_view::picture::Face;
use foretold_view::{Look, Selection, ViewSystems};
use lucide_icons::Icon;

use crate::layout::Panel;
use crate::widgets::{Pen, size};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_rows).add_systems(
        Update,
        fill_panels
            .run_if(
                resource_changed::<Forethought>
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<Look>),
            )
            .in_set(ViewSystems::Paint),
    );
}

/// The rows of a panel. They scroll, and keep their place while what they say changes.
#[derive(Component)]
struct RowsOf(Panel);

fn spawn_rows(mut commands: Commands, panels: Query<(Entity, &Panel)>) {
    for (entity, panel) in &panels {
        if matches!(panel, Panel::Skills | Panel::Evaluations) {
            commands.spawn((
                RowsOf(*panel),
                ScrollArea,
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(5),
                    min_height: px(0),
                    flex_grow: 1.0,
                    overflow: Overflow::scroll_y(),
                    ..default()
                },
                ChildOf(entity),
            ));
        }
    }
}

/// A line of a panel.
#[derive(Clone, PartialEq, Debug)]
struct Line {
    text: String,
    face: Face,
    ink: Color,
}

fn fill_panels(
    mut commands: Commands,
    battle: Option<Res<CurrentBattle>>,
    forethought: Res<Forethought>,
    selection: Res<Selection>,
    pen: Pen,
    panels: Query<(Entity, &RowsOf)>,
) {
    for (entity, RowsOf(panel)) in &panels {
        let lines = match (panel, &battle) {
            (Panel::Skills, Some(battle)) => skills(battle.battle(), selection.0, &pen),
            (Panel::Evaluations, Some(battle)) => {
                evaluations(battle.battle(), &forethought, selection.0, &pen)
            }
            _ => Vec::new(),
        };
        let mut rows = commands.entity(entity);
        rows.despawn_children().with_children(|rows| {
            for line in &lines {
                write(rows, line, &pen);
            }
        });
    }
}

/// Writes a line. Ticks and crosses come from the icons, since the letters have none.
fn write(parent: &mut ChildSpawnerCommands<'_>, line: &Line, pen: &Pen) {
    let indent = line.text.len() - line.text.trim_start().len();
    let mut row = parent.spawn((
        pen.text("", line.face, size::TEXT, line.ink),
        Node {
            margin: UiRect::left(px(indent as f32 * 6.0)),
            flex_shrink: 0.0,
            ..default()
        },
    ));
    row.with_children(|row| {
        for (icon, text) in pieces(line.text.trim_start()) {
            if let Some(icon) = icon {
                let font = pen.font(Face::Icon, size::TEXT);
                row.spawn((TextSpan::new(char::from(icon)), font, TextColor(line.ink)));
            }
            let font = pen.font(line.face, size::TEXT);
            row.spawn((TextSpan::new(text), font, TextColor(line.ink)));
        }
    });
}

/// A text in pieces, each with the icon that stands in front of it.
fn pieces(text: &str) -> Vec<(Option<Icon>, &str)> {
    let mut pieces = Vec::new();
    let (mut icon, mut begins) = (None, 0);
    for (place, letter) in text.char_indices() {
        let next = match letter {
            '✓' => Icon::Check,
            '✗' => Icon::X,
            _ => continue,
        };
        pieces.push((icon.take(), &text[begins..place]));
        (icon, begins) = (Some(next), place + letter.len_utf8());
    }
    pieces.push((icon, &text[begins..]));
    pieces.retain(|(icon, text)| icon.is_some() || !text.is_empty());
    pieces
}

/// The selected unit: its state, and what it goes by.
fn skills(battle: &Battle, selected: Option<UnitId>, pen: &Pen) -> Vec<Line> {
    let line = |text: String, face: Face, ink: Color| Line { text, face, ink };
    let setup = battle.arena().setup();
    let found = selected.and_then(|id| Some((battle.unit(id)?, setup.units.get(id.slot())?)));
    let Some((unit, sheet)) = found else {
        let hint = "Nobody is selected: click a unit.".to_owned();
        return vec![line(hint, Face::Regular, pen.muted())];
    };
    let side = pen.look.side_text(sheet.faction);
    let state = if unit.life == Life::Fallen {
        "fallen".to_owned()
    } else {
        format!("{}/{} HP on {}", unit.hp, sheet.max_hp, unit.cell)
    };
    let mut lines = vec![
        line(sheet.name.clone(), Face::Bold, side),
        line(state, Face::Regular, pen.ink()),
    ];
    let heading = match &sheet.brain {
        Brain::Gambit(_) => "Follows these rules, the first that applies:",
        Brain::Manual(_) => "You command it. Without you it follows:",
        Brain::Heuristic => "Fights the nearest enemy with its best attack.",
        Brain::Cards(_) => "Draws one of these, and shows it before it acts:",
    };
    lines.push(line(heading.to_owned(), Face::Regular, pen.muted()));
    for (number, rule) in (1..).zip(&unit.rules) {
        let text = format!("{number}. {}", sentence(battle.arena(), rule));
        lines.push(line(text, Face::Regular, pen.ink()));
    }
    let moves = sheet.brain.moves();
    let total: u32 = moves.iter().map(|card| u32::from(card.weight)).sum();
    for card in moves {
        let Some(skill) = setup.skills.get(card.skill.index()) else {
            continue;
        };
        let text = format!("{}: {} in {total}", skill.name, card.weight);
        lines.push(line(text, Face::Regular, pen.ink()));
    }
    lines
}

/// What everyone is about to do and why; of the selected unit in detail.
fn evaluations(
    battle: &Battle,
    forethought: &Forethought,
    selected: Option<UnitId>,
    pen: &Pen,
) -> Vec<Line> {
    let over = battle.outcome().is_some();
    let heading = if over {
        "The battle is over"
    } else {
        "About to happen, and why"
    };
    let mut lines = vec![Line {
        text: heading.to_owned(),
        face: Face::Bold,
        ink: pen.ink(),
    }];
    let mut thoughts: Vec<_> = forethought.thoughts().iter().collect();
    // The selected unit comes first; the others keep their order.
    thoughts.sort_by_key(|thought| Some(thought.unit) != selected);
    for thought in thoughts {
        let unit = battle
            .unit(thought.unit)
            .filter(|unit| unit.life != Life::Fallen);
        let sheet = battle.arena().setup().units.get(thought.unit.slot());
        let Some((_, sheet)) = unit.zip(sheet) else {
            continue;
        };
        let depth = if Some(thought.unit) == selected {
            Depth::Detailed
        } else {
            Depth::Simple
        };
        let told = explain(battle, thought.unit, &thought.decision, depth);
        for (place, text) in told.into_iter().enumerate() {
            let ink = if place == 0 {
                pen.look.side_text(sheet.faction)
            } else {
                pen.ink()
            };
            lines.push(Line {
                text,
                face: Face::Regular,
                ink,
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_and_crosses_become_icons_and_nothing_is_lost() {
        let told: Vec<(bool, &str)> = pieces("Rule 1 ✓ near ✗ far")
            .into_iter()
            .map(|(icon, text)| (icon.is_some(), text))
            .collect();
        assert_eq!(told, [(false, "Rule 1 "), (true, " near "), (true, " far")]);
        assert_eq!(pieces("plain").len(), 1);
        assert!(pieces("").is_empty());
    }
}
