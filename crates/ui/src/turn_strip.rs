//! The strip above the board: who acts after whom, or who has acted. A chip leads to its unit.

use bevy::picking::hover::Hovered;
use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_sim::{ForetoldTurns, Sequence};
use foretold_view::picture::contrast_to;
use foretold_view::turn_strip::{Chip, ChipState, TurnStrip};

use crate::prelude::*;
use crate::widgets::text_width;

/// How large the sign of a unit is, in pixels at 100%, and the room between two things.
const SIGN: f32 = 16.0;
const GAP: f32 = 4.0;
/// The room on both sides within a chip.
const PADDING: f32 = 2.0;

/// The unit that a chip or a card stands for: pointing at it points at its cell.
#[derive(Component, Clone, Copy)]
pub(crate) struct StandsFor(pub(crate) UnitId);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            point_at_unit.in_set(ViewSystems::Follow),
            fill.run_if(any_changed!(Sequence, Selection, Look, Screen))
                .in_set(ViewSystems::Paint),
        ),
    );
}

/// A piece of the row.
enum StripPiece<'a> {
    Words(&'a str, Face),
    Chip(&'a Chip, FirstGroup),
}

/// Whether a unit is of the side whose phase it is, or is the one in turn.
type FirstGroup = bool;

/// Which names are written out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    All,
    /// Only of the side whose phase it is, or of the unit in turn.
    First,
    None,
}

impl Names {
    fn shows(self, chip: &Chip, first: FirstGroup) -> bool {
        match self {
            Names::All => true,
            // In a tick nobody comes first.
            Names::First => first && chip.state != ChipState::InTick,
            Names::None => false,
        }
    }
}

fn fill(
    mut panels: PanelBuilder,
    battle: If<Res<Shown>>,
    (sequence, turns): (Res<Sequence>, Res<ForetoldTurns>),
    (selection, screen): (Res<Selection>, Res<Screen>),
) {
    let strip = TurnStrip::of(battle.battle(), &sequence, &turns);
    let place = screen.panels().strip;
    let room = Panel::Strip.room(&screen);
    panels.set(Panel::Strip, |panel, style| {
        // Nothing that nobody sees has the focus.
        if place.height() == 0.0 {
            return;
        }
        let pieces = pieces(&strip);
        let width = |names: Names| -> f32 {
            let widths = pieces.iter().map(|piece| piece.width(names, style) + GAP);
            widths.sum()
        };
        let fitting = [Names::All, Names::First]
            .into_iter()
            .find(|names| width(*names) <= room);
        let names = fitting.unwrap_or(Names::None);
        let shown = how_many_fit(&pieces, names, room, style);
        let row = Node::row(px(GAP)).centred().height(percent(100)).clipped();
        panel.spawn(row).with_children(|row| {
            for piece in &pieces[..shown] {
                match piece {
                    StripPiece::Words(text, Face::Bold) => {
                        row.spawn((style.bold(*text, style.ink()), TextLayout::no_wrap()));
                    }
                    StripPiece::Words(text, _) => {
                        row.spawn((style.plain(*text, style.muted()), TextLayout::no_wrap()));
                    }
                    StripPiece::Chip(chip, first) => {
                        let named = names.shows(chip, *first);
                        let selected = selection.0 == Some(chip.unit);
                        spawn_chip(row, chip, (named, selected), style);
                    }
                }
            }
            if let Some(rest) = rest_in_words(&pieces[shown..]) {
                row.spawn((style.bold("…", style.ink()), Tooltip(rest)))
                    .insert(Pickable::default());
            }
        });
    });
}

/// The strip piece by piece.
fn pieces(strip: &TurnStrip) -> Vec<StripPiece<'_>> {
    let mut pieces = vec![StripPiece::Words(&strip.title, Face::Bold)];
    for (place, group) in strip.groups.iter().enumerate() {
        if !group.heading.is_empty() {
            pieces.push(StripPiece::Words(&group.heading, Face::Regular));
        }
        let chips = group.chips.iter();
        pieces.extend(chips.map(|chip| StripPiece::Chip(chip, place == 0)));
    }
    pieces
}

impl StripPiece<'_> {
    /// How wide it is, in pixels at 100%.
    fn width(&self, names: Names, style: &UiStyle) -> f32 {
        let text = style.sizes().text;
        match self {
            StripPiece::Words(words, face) => text_width(words, *face, text),
            StripPiece::Chip(chip, first) => {
                let tick = match chip.state {
                    ChipState::Acted => f32::from(text) + GAP,
                    ChipState::Now | ChipState::InTick | ChipState::Later => 0.0,
                };
                let name = if names.shows(chip, *first) {
                    text_width(&chip.name, Face::Regular, text) + GAP
                } else {
                    0.0
                };
                // Its edge is a pixel on each side.
                sign_width(chip, style) + tick + name + 2.0 * PADDING + 2.0
            }
        }
    }
}

/// How wide the sign of a unit is: two letters need more room than one.
fn sign_width(chip: &Chip, style: &UiStyle) -> f32 {
    let letters = text_width(&chip.tag, Face::Bold, style.sizes().small);
    SIGN.max(letters.ceil() + 6.0)
}

/// How many pieces there is room for, with an ellipsis if something is left out. A heading without
/// a unit after it is left out too.
fn how_many_fit(pieces: &[StripPiece<'_>], names: Names, room: f32, style: &UiStyle) -> usize {
    let end = text_width("…", Face::Bold, style.sizes().text);
    let (mut used, mut count) = (0.0, 0);
    for (place, piece) in pieces.iter().enumerate() {
        used += piece.width(names, style) + GAP;
        let is_last = place + 1 == pieces.len();
        if used + if is_last { 0.0 } else { end } > room {
            break;
        }
        if is_last || place == 0 || matches!(piece, StripPiece::Chip(..)) {
            count = place + 1;
        }
    }
    count
}

/// What there was no room for.
fn rest_in_words(pieces: &[StripPiece<'_>]) -> Option<String> {
    let words = pieces.iter().map(|piece| match piece {
        StripPiece::Words(words, _) => format!("{words}:"),
        StripPiece::Chip(chip, _) => format!("{},", chip.name),
    });
    let words: Vec<String> = words.collect();
    let text = words.join(" ");
    let text = text.trim_end_matches(',');
    (!pieces.is_empty()).then(|| format!("No room for: {text}."))
}

/// Spawns a unit: a disc for friends, a square for enemies, as on the board.
fn spawn_chip(
    row: &mut ChildSpawnerCommands<'_>,
    chip: &Chip,
    (named, selected): (bool, bool),
    style: &UiStyle,
) {
    let unit = chip.unit;
    let acted = chip.state == ChipState::Acted;
    let ground = style.look.side(chip.side);
    let ink = if acted { style.muted() } else { style.ink() };
    let radius = match chip.side {
        Faction::Friendly => BorderRadius::MAX,
        Faction::Enemy => BorderRadius::all(px(2)),
    };
    let whose = match chip.side {
        Faction::Friendly => "yours",
        Faction::Enemy => "an enemy",
    };
    let select = move |_: On<Activate>, mut selection: ResMut<Selection>| {
        selection.set_if_neq(Selection(Some(unit)));
    };
    // The one in turn has an edge, and the selected one a thick line below it, as buttons have.
    let edge = match chip.state {
        ChipState::Now => style.ink(),
        ChipState::Acted | ChipState::InTick | ChipState::Later => Color::NONE,
    };
    let below = if selected {
        (px(3), colour(style.look.theme.palette.accent))
    } else {
        (px(1), edge)
    };
    row.spawn((
        StandsFor(unit),
        Button,
        ActivateOnPress,
        CapturesKeys::Button,
        Hovered::default(),
        AccessibleLabel::new(format!("{} in the order", chip.name)),
        Tooltip(format!(
            "{}, {whose}, {}.",
            chip.name,
            chip.state.in_words()
        )),
        Node::row(px(GAP))
            .centred()
            .fixed()
            .padding(UiRect::horizontal(px(PADDING)))
            .border(px(1).all().with_bottom(below.0))
            .radius(style.corner()),
        BorderColor {
            bottom: below.1,
            ..BorderColor::all(edge)
        },
        observe(select),
    ))
    .check(selected)
    .with_children(|parts| {
        let sign = Node::default()
            .middle()
            .size(px(sign_width(chip, style)), px(SIGN))
            .radius(radius);
        let shade = if acted { 0.45 } else { 1.0 };
        parts
            .spawn((
                sign,
                BackgroundColor(ground.with_alpha(shade)),
                Pickable::IGNORE,
            ))
            .with_children(|sign| {
                let font = style.font(Face::Bold, style.sizes().small);
                let ink = if acted {
                    style.ink()
                } else {
                    contrast_to(ground)
                };
                sign.spawn((
                    Text::new(&chip.tag),
                    font,
                    TextColor(ink),
                    TextLayout::no_wrap(),
                    Pickable::IGNORE,
                ));
            });
        if named {
            parts.spawn((style.plain(&chip.name, ink), TextLayout::no_wrap()));
        }
        if acted {
            parts.spawn(style.sign(Icon::Check, ink));
        }
    });
}

/// The unit of the chip or card under the mouse, or of the one with the focus, is pointed at on the
/// board.
fn point_at_unit(
    chips: Query<(Entity, &StandsFor, &Hovered)>,
    battle: If<Res<Shown>>,
    focus: Res<InputFocus>,
    mut hover: ResMut<Hover>,
    mut pointed: Local<Option<UnitId>>,
) {
    let under_mouse = chips.iter().find(|(_, _, hovered)| hovered.get());
    let in_focus = focus.get().and_then(|entity| chips.get(entity).ok());
    let now = under_mouse.or(in_focus).map(|(_, chip, _)| chip.0);
    let refocused = focus.is_changed() && now.is_some();
    let before = std::mem::replace(&mut *pointed, now);
    if now == before && !refocused {
        return;
    }
    let cell = |unit: UnitId| battle.battle().unit(unit).map(|unit| unit.cell);
    match (now, before) {
        (Some(unit), _) => {
            hover.set_if_neq(Hover(cell(unit)));
        }
        // Unless the mouse or the cursor has gone on to another cell by now.
        (None, Some(unit)) if hover.0 == cell(unit) => {
            hover.set_if_neq(Hover(None));
        }
        (None, _) => {}
    }
}
