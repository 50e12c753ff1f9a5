//! The rosters: a card for each enemy above the board, for each friend below it, or in columns beside
//! it. A card leads to its unit.

mod card;

use bevy::picking::hover::Hovered;
use bevy::ui_widgets::{ActivateOnPress, Button};
use foretold_battle::Life;
use foretold_sim::{ForetoldTurns, Sequence};
use foretold_view::Figures;
use foretold_view::roster::{RosterCard, roster};

use crate::prelude::*;
use crate::turn_strip::StandsFor;
use card::write_card;

/// The room between two cards, and within one, in pixels at 100%.
const GAP: f32 = 4.0;
const PADDING: f32 = 2.0;
/// The widest card, the highest, and the lowest one that shows anything.
const WIDEST: f32 = 312.0;
const HIGHEST: f32 = 56.0;
const LOWEST: f32 = 14.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Roster>().add_systems(
        Update,
        (
            work_out.run_if(any_changed!(Sequence, ForetoldTurns, Figures)),
            fill.run_if(any_changed!(Roster, Look, Screen)),
            mark.run_if(any_changed!(Roster, Selection, Hover, Look, Screen)),
        )
            .chain()
            .in_set(ViewSystems::Paint),
    );
}

/// The cards of both sides.
#[derive(Resource, PartialEq, Eq, Default)]
struct Roster(Vec<RosterCard>);

fn work_out(
    battle: If<Res<Shown>>,
    (turns, sequence): (Res<ForetoldTurns>, Res<Sequence>),
    figures: Res<Figures>,
    mut shown: ResMut<Roster>,
) {
    let figure = |unit: UnitId| {
        let name = battle.encounter().figure(unit);
        figures.has(name).then(|| name.to_owned())
    };
    let cards = roster(battle.battle(), &turns, &sequence, figure);
    shown.set_if_neq(Roster(cards));
}

/// Whether the cards stand below each other, beside the board.
fn in_columns(screen: &Screen) -> bool {
    let friends = screen.panels().friends;
    friends.height() > friends.width()
}

/// How large each of some cards is in a panel.
fn card_size(panel: Panel, count: usize, screen: &Screen) -> Vec2 {
    let gaps = GAP * count.saturating_sub(1) as f32;
    let (width, height) = (
        panel.room(screen),
        screen.panels().friends.height() / screen.ui_scale - 4.0,
    );
    let share = |room: f32| (room - gaps) / count.max(1) as f32;
    if in_columns(screen) {
        Vec2::new(width.min(WIDEST), share(height).min(HIGHEST))
    } else {
        Vec2::new(share(width).min(WIDEST), height)
    }
}

/// Writes the cards that have changed; all of them if others are there, or another size.
fn fill(
    mut commands: Commands,
    mut panels: PanelBuilder,
    (shown, screen): (Res<Roster>, Res<Screen>),
    cards: Query<(Entity, &StandsFor), With<CardPlace>>,
    style: UiStyle,
    mut known: Local<Vec<RosterCard>>,
) {
    let same_units = known.len() == shown.0.len()
        && known
            .iter()
            .zip(&shown.0)
            .all(|(old, new)| (&old.name, old.side) == (&new.name, new.side));
    let anew = !same_units || screen.is_changed() || style.look.is_changed();
    for (panel, side) in [
        (Panel::Enemies, Faction::Enemy),
        (Panel::Friends, Faction::Friendly),
    ] {
        let of_side: Vec<&RosterCard> = shown.0.iter().filter(|it| it.side == side).collect();
        let size = card_size(panel, of_side.len(), &screen);
        if anew {
            panels.set(panel, |panel, style| {
                // Nothing that nobody sees has the focus.
                if size.y < LOWEST {
                    return;
                }
                let row = if in_columns(&screen) {
                    Node::column(px(GAP))
                } else {
                    Node::row(px(GAP))
                };
                let row = row.size(percent(100), percent(100));
                panel.spawn((row, Pickable::IGNORE)).with_children(|row| {
                    for card in of_side {
                        spawn_card(row, card, size, style);
                    }
                });
            });
            continue;
        }
        for card in of_side.iter().filter(|card| !known.contains(card)) {
            let place = cards.iter().find(|(_, unit)| unit.0 == card.unit);
            if let Some((entity, _)) = place {
                let words = card.in_words();
                commands
                    .entity(entity)
                    .insert((AccessibleLabel::new(&words), Tooltip(format!("{words}."))))
                    .despawn_children()
                    .with_children(|parts| write_card(parts, card, size, &style));
            }
        }
    }
    known.clone_from(&shown.0);
}

/// A card, whose parts change with its unit.
#[derive(Component)]
struct CardPlace;

fn spawn_card(row: &mut ChildSpawnerCommands<'_>, card: &RosterCard, size: Vec2, style: &UiStyle) {
    let unit = card.unit;
    let select = move |_: On<Activate>, mut selection: ResMut<Selection>| {
        selection.set_if_neq(Selection(Some(unit)));
    };
    let words = card.in_words();
    row.spawn((
        CardPlace,
        StandsFor(unit),
        Button,
        ActivateOnPress,
        CapturesKeys::Button,
        Hovered::default(),
        AccessibleLabel::new(&words),
        Tooltip(format!("{words}.")),
        Node::row(px(5))
            .centred()
            .fixed()
            .size(px(size.x), px(size.y))
            .padding(px(PADDING).all())
            .framed(BorderRadius::all(px(6)))
            .clipped(),
        BackgroundColor(colour(style.look.theme.palette.panel)),
        BorderColor::default(),
        observe(select),
    ))
    .with_children(|parts| write_card(parts, card, size, style));
}

/// The selected unit's card has a thick line below it, as buttons have, and the one that is pointed
/// at a bright edge.
fn mark(
    battle: If<Res<Shown>>,
    (selection, hover): (Res<Selection>, Res<Hover>),
    mut cards: Query<(&StandsFor, &mut Node, &mut BorderColor), With<CardPlace>>,
    look: Res<Look>,
) {
    let palette = &look.theme.palette;
    let pointed = |unit: UnitId| {
        let unit = battle.battle().unit(unit);
        unit.is_some_and(|unit| hover.0 == Some(unit.cell) && unit.life != Life::Fallen)
    };
    for (StandsFor(unit), mut node, mut edge) in &mut cards {
        let selected = selection.0 == Some(*unit);
        let ink = if selected {
            colour(palette.accent)
        } else if pointed(*unit) {
            colour(palette.text)
        } else {
            look.card_edge()
        };
        edge.set_if_neq(BorderColor::all(ink));
        let below = px(if selected { 3 } else { 1 });
        if node.border.bottom != below {
            node.border.bottom = below;
        }
    }
}
