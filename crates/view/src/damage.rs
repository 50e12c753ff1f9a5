//! Damage foretold: the number of each blow in the cell that it will hit.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::{Battle, Blow, Cell, Faction, Odds};
use foretold_sim::{CurrentBattle, Forethought};

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::intents::HiddenInMotion;
use crate::look::{Look, colour};
use crate::picture::{Face, Picture};
use crate::space::BoardSpace;

/// More numbers than this in one cell are counted: hovering tells them all.
const MOST_NUMBERS: usize = 4;

/// Damage numbers before blows land, and what came of them afterwards.
pub struct DamageOverlayPlugin;

impl Plugin for DamageOverlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(crate::floats::plugin)
            .add_systems(Startup, spawn_layer)
            .add_systems(
                Update,
                draw_damage
                    .run_if(crate::board_changed)
                    .in_set(ViewSystems::Paint),
            );
    }
}

/// The number of one blow, as it stands in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageNumber {
    /// Whose blow it is: the colour of the border.
    pub side: Faction,
    /// How much, and how likely if it is not sure.
    pub text: String,
}

/// The numbers in each cell, in the order in which the blows land.
pub fn damage_numbers(battle: &Battle, blows: &[Blow]) -> BTreeMap<Cell, Vec<DamageNumber>> {
    let mut cells: BTreeMap<Cell, Vec<DamageNumber>> = BTreeMap::new();
    for blow in blows {
        let Some(by) = battle.arena().setup().units.get(blow.by.slot()) else {
            continue;
        };
        let text = match blow.odds {
            Some(odds) if odds != Odds::CERTAIN => format!("{} {}", range(blow), whole(odds)),
            _ => range(blow),
        };
        let side = by.faction;
        cells
            .entry(blow.cell)
            .or_default()
            .push(DamageNumber { side, text });
    }
    cells
}

/// From the least to the most, or the one number if they are the same.
pub(crate) fn range(blow: &Blow) -> String {
    if blow.least == blow.most {
        blow.most.to_string()
    } else {
        format!("{}–{}", blow.least, blow.most)
    }
}

/// A chance in whole percents: hovering tells it exactly.
fn whole(odds: Odds) -> String {
    format!("{}%", (odds.hundredths() + 50) / 100)
}

#[derive(Component)]
struct DamageLayer;

fn spawn_layer(mut commands: Commands) {
    commands.spawn((
        Name::new("Damage numbers"),
        DamageLayer,
        HiddenInMotion,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::NUMBERS + 0.1),
    ));
}

fn draw_damage(
    battle: Option<Res<CurrentBattle>>,
    forethought: Res<Forethought>,
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut layer: Single<&mut Drawing, With<DamageLayer>>,
) {
    let mut picture = Picture::default();
    if let Some(battle) = battle {
        for (cell, numbers) in damage_numbers(battle.battle(), forethought.blows()) {
            draw_stack(
                &mut picture,
                space.middle(cell),
                &numbers,
                space.cell,
                &look,
            );
        }
    }
    layer.set_if_neq(Drawing(picture));
}

/// Plates in the lower half of the cell, two to a row where they fit: the letters stay free.
fn draw_stack(
    picture: &mut Picture,
    middle: Vec2,
    numbers: &[DamageNumber],
    cell: f32,
    look: &Look,
) {
    let shown = if numbers.len() > MOST_NUMBERS {
        MOST_NUMBERS - 1
    } else {
        numbers.len()
    };
    let more = numbers.get(shown).map(|next| DamageNumber {
        side: next.side,
        text: format!("+{}", numbers.len() - shown),
    });
    let plates: Vec<&DamageNumber> = numbers.iter().take(shown).chain(&more).collect();
    let short = plates.iter().all(|number| number.text.chars().count() <= 2);
    let columns = if short && plates.len() > 1 { 2 } else { 1 };
    let size = (cell * if plates.len() > 1 { 0.21 } else { 0.25 }).max(9.0);
    let pitch = Vec2::new(cell * 0.44, size * 1.2 + cell * 0.08);
    for (place, number) in plates.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        let in_row = columns.min(plates.len() - row * columns);
        let across = column as f32 - (in_row as f32 - 1.0) / 2.0;
        let down = 0.19 * cell + row as f32 * pitch.y;
        let centre = middle + Vec2::new(across * pitch.x, -down);
        draw_plate(picture, centre, number, size, cell, look);
    }
}

fn draw_plate(
    picture: &mut Picture,
    centre: Vec2,
    number: &DamageNumber,
    size: f32,
    cell: f32,
    look: &Look,
) {
    let letters = number.text.chars().count() as f32;
    let width = (letters * size * 0.58 + size * 0.4).max(size * 1.4);
    let plate = Rect::from_center_size(centre, Vec2::new(width, size * 1.2));
    let rim = (cell * 0.04).max(1.5);
    picture.rounded(plate.inflate(rim + 1.0), size * 0.35, Color::BLACK);
    picture.rounded(plate.inflate(rim), size * 0.3, look.side(number.side));
    picture.rounded(plate, size * 0.2, colour(look.theme.palette.panel));
    let ink = colour(look.theme.palette.text);
    picture.label(&number.text, Face::Bold, size, centre, ink);
}
