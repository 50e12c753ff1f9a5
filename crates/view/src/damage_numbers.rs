//! Damage foretold: the number of each blow, in the cell that it will hit.

use std::collections::BTreeMap;

use bevy::prelude::*;
use foretold_battle::{Battle, Blow, Cell, Faction, Odds};
use foretold_sim::{Blows, Shown};

use crate::ViewSystems;
use crate::drawing::{Drawing, layer};
use crate::hover_card::deals_damage;
use crate::intent_lines::HiddenInMotion;
use crate::look::{Look, colour};
use crate::picture::{Face, Picture};
use crate::screen::BoardSpace;
use crate::skill_effects::{Effect, range};

/// Damage numbers before blows land, and results afterwards.
pub struct DamageOverlayPlugin;

impl Plugin for DamageOverlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(crate::floating_results::plugin)
            .add_systems(Startup, spawn_layer)
            .add_systems(
                Update,
                draw_damage
                    .run_if(crate::board_changed)
                    .in_set(ViewSystems::Paint),
            );
    }
}

/// The number of one blow, as a cell shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DamageNumber {
    /// The side of the attacker: the colour of the border.
    pub side: Faction,
    /// The least and the most damage.
    pub damage: (u16, u16),
    /// The chance to hit in whole percents, if it is not certain; the hover card shows it exactly.
    pub chance: Option<u16>,
    /// What it does instead of damage.
    pub effect: Option<Effect>,
}

/// The numbers in each cell, in the order in which the blows land.
pub fn damage_numbers(battle: &Battle, blows: &[Blow]) -> BTreeMap<Cell, Vec<DamageNumber>> {
    let mut cells: BTreeMap<Cell, Vec<DamageNumber>> = BTreeMap::new();
    let arena = battle.arena();
    for blow in blows {
        let odds = blow.odds.filter(|odds| *odds != Odds::CERTAIN);
        // A 0 instead of the effect would look harmless.
        let effects = Effect::of(arena.skill(blow.skill), arena.house().luck);
        let effect = effects.first().copied();
        cells.entry(blow.cell).or_default().push(DamageNumber {
            side: arena.sheet(blow.by).faction,
            damage: (blow.least, blow.most),
            chance: odds.map(|odds| (odds.hundredths() + 50) / 100),
            effect: effect.filter(|_| !deals_damage(battle, blow.skill)),
        });
    }
    cells
}

#[derive(Component)]
struct DamageLayer;

fn spawn_layer(mut commands: Commands) {
    commands.spawn((
        Name::new("Damage numbers"),
        DamageLayer,
        HiddenInMotion,
        Drawing::default(),
        Transform::from_xyz(0.0, 0.0, layer::NUMBERS),
    ));
}

fn draw_damage(
    shown: If<Res<Shown>>,
    blows: Res<Blows>,
    space: Res<BoardSpace>,
    look: Res<Look>,
    mut layer: Single<&mut Drawing, With<DamageLayer>>,
) {
    let mut picture = Picture::default();
    for (cell, numbers) in damage_numbers(shown.battle(), &blows.0) {
        for plate in plates(&numbers, &space) {
            plate.draw(&mut picture, space.middle(cell), space.cell, &look);
        }
    }
    layer.set_if_neq(Drawing(picture));
}

/// A plate with a number on it.
#[derive(Clone, PartialEq, Debug)]
struct Plate {
    side: Faction,
    /// The icon of an effect instead of damage.
    effect: Option<char>,
    text: String,
    /// Whether others lie under it.
    stacked: bool,
    /// Its font size.
    size: f32,
    /// Where its middle is, relative to the middle of the cell.
    at: Vec2,
}

impl Plate {
    fn of(number: &DamageNumber, size: f32, with_chance: bool) -> Plate {
        let (least, most) = number.damage;
        let amount = match number.effect {
            None => range(u32::from(least), u32::from(most)),
            Some(effect) => effect.number(),
        };
        let chance = number.chance.filter(|_| with_chance);
        let chance = chance.map_or_else(String::new, |chance| format!("{chance}%"));
        Plate {
            side: number.side,
            effect: number.effect.map(icon_of),
            text: format!("{amount} {chance}").trim().to_owned(),
            stacked: false,
            size,
            at: Vec2::ZERO,
        }
    }

    /// One plate with the sum of all.
    fn sum(numbers: &[DamageNumber], size: f32) -> Option<Plate> {
        let add = |number: fn(&DamageNumber) -> u16| -> u32 {
            numbers.iter().map(|it| u32::from(number(it))).sum()
        };
        let effects: Vec<Effect> = numbers.iter().filter_map(|it| it.effect).collect();
        let (icon, text) = if effects.len() < numbers.len() {
            (None, range(add(|it| it.damage.0), add(|it| it.damage.1)))
        } else {
            // Only effects.
            let icon = effects.first().copied().map(icon_of);
            (icon, added_up(&effects).unwrap_or_default())
        };
        Some(Plate {
            side: numbers.first()?.side,
            effect: icon,
            text,
            stacked: numbers.len() > 1,
            size,
            at: Vec2::ZERO,
        })
    }

    fn dimensions(&self) -> Vec2 {
        let icon = if self.effect.is_some() { 1.2 } else { 0.0 };
        let letters = self.text.chars().count() as f32 * 0.58;
        Vec2::new((icon + letters + 0.4).max(1.4), 1.2) * self.size
    }

    fn draw(&self, picture: &mut Picture, middle: Vec2, cell: f32, look: &Look) {
        let rect = Rect::from_center_size(middle + self.at, self.dimensions());
        let (size, rim) = (self.size, rim(cell));
        // Two more peek out from under a stack.
        let under: &[f32] = if self.stacked {
            &[2.0, 1.0, 0.0]
        } else {
            &[0.0]
        };
        for step in under {
            let aside = Vec2::splat(STACKED * rim * step);
            let plate = Rect::from_center_size(rect.center() + aside, rect.size());
            picture.rounded(plate.inflate(rim + 1.0), size * 0.35, Color::BLACK);
            picture.rounded(plate.inflate(rim), size * 0.3, look.side(self.side));
            picture.rounded(plate, size * 0.2, colour(look.theme.palette.panel));
        }
        let ink = colour(look.theme.palette.text);
        let mut centre = rect.center();
        if let Some(effect) = self.effect {
            let letters = self.text.chars().count() as f32 * 0.58 * size;
            let icon = centre - Vec2::new(letters / 2.0, 0.0);
            picture.label(effect, Face::Icon, size, icon, ink);
            centre.x += size * 0.6;
        }
        picture.label(&self.text, Face::Bold, size, centre, ink);
    }
}

fn icon_of(effect: Effect) -> char {
    char::from(effect.icon())
}

/// The number of several effects: fear adds up; any other effect only has a number if all are the
/// same.
fn added_up(effects: &[Effect]) -> Option<String> {
    let fears = effects.iter().map(|effect| match effect {
        Effect::Fear(least, most) => Some((least, most)),
        _ => None,
    });
    let fears: Option<Vec<(&u32, &u32)>> = fears.collect();
    if let Some(fears) = fears {
        let (least, most): (u32, u32) = fears
            .into_iter()
            .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        return Some(range(least, most));
    }
    let first = effects.first()?;
    let same = effects.iter().all(|effect| effect == first);
    same.then(|| first.number())
}

/// The width of a plate's border.
fn rim(cell: f32) -> f32 {
    (cell * 0.035).max(1.5)
}

/// How far each plate of a stack peeks out from under the one above, in borders.
const STACKED: f32 = 1.2;

/// The plates of a cell, side by side below its letters, never beyond its edge. What does not fit
/// is left out: first the chances, then the parts of the sum. The hover card shows them all.
fn plates(numbers: &[DamageNumber], space: &BoardSpace) -> Vec<Plate> {
    let cell = space.cell;
    // A border and a dark line around it.
    let edge = rim(cell) + 1.0;
    let room = cell - 2.0 * edge;
    let gap = 2.0 * edge;
    let size = space.letters(if numbers.len() == 1 { 0.23 } else { 0.2 });
    let width = |plates: &[Plate]| -> f32 {
        let all: f32 = plates.iter().map(|plate| plate.dimensions().x).sum();
        all + gap * plates.len().saturating_sub(1) as f32
    };
    let fits = |plates: &Vec<Plate>| width(plates) <= room;
    let all = |with_chance: bool| -> Vec<Plate> {
        let plates = numbers
            .iter()
            .map(|number| Plate::of(number, size, with_chance));
        plates.collect()
    };
    let mut plates = Some(all(true))
        .filter(fits)
        .or_else(|| Some(all(false)).filter(fits))
        .unwrap_or_else(|| Plate::sum(numbers, size).into_iter().collect());
    // A stack takes more room, and even one sum may be long on a small cell.
    let stacked = plates.iter().any(|plate| plate.stacked);
    let aside = if stacked {
        2.0 * STACKED * rim(cell)
    } else {
        0.0
    };
    let shrink = ((room - aside) / width(&plates)).min(1.0);
    // On a cell of a few pixels there is no room for any number.
    if shrink <= 0.0 {
        return Vec::new();
    }
    let mut left = -(width(&plates) * shrink + aside) / 2.0;
    for plate in &mut plates {
        plate.size *= shrink;
        let across = plate.dimensions().x;
        plate.at = Vec2::new(left + across / 2.0, -0.23 * cell);
        left += across + gap;
    }
    plates
}

#[cfg(test)]
mod tests {
    use foretold_battle::{Affliction, Status};

    use super::*;

    fn number(least: u16, most: u16, chance: Option<u16>) -> DamageNumber {
        DamageNumber {
            side: Faction::Enemy,
            damage: (least, most),
            chance,
            effect: None,
        }
    }

    fn sure(damage: u16) -> DamageNumber {
        number(damage, damage, None)
    }

    fn space(cell: f32) -> BoardSpace {
        BoardSpace {
            cell,
            lettering: cell,
            ..BoardSpace::default()
        }
    }

    fn shown(numbers: &[DamageNumber], cell: f32) -> String {
        let plates = plates(numbers, &space(cell));
        let texts: Vec<&str> = plates.iter().map(|plate| plate.text.as_str()).collect();
        texts.join("|")
    }

    #[test]
    fn what_does_not_fit_is_summed_up() {
        assert_eq!(shown(&[sure(25)], 40.0), "25");
        assert_eq!(shown(&[sure(8), sure(10)], 40.0), "8|10");
        assert_eq!(shown(&[number(6, 6, Some(65))], 40.0), "6 65%");
        assert_eq!(shown(&[number(10, 14, Some(65))], 40.0), "10–14");
        let two = [number(6, 8, Some(65)), number(4, 4, Some(37))];
        assert_eq!(shown(&two, 60.0), "6–8|4");
        assert_eq!(shown(&[], 40.0), "");
        let many = [sure(8), sure(8), number(10, 12, None)];
        assert_eq!(shown(&many, 40.0), "26–28");
        assert!(plates(&many, &space(40.0))[0].stacked);
    }

    #[test]
    fn what_does_no_damage_has_its_own_number() {
        let by = |effect: Effect| DamageNumber {
            effect: Some(effect),
            ..number(0, 0, None)
        };
        let web = by(Effect::Afflict(Affliction::new(Status::Rooted, 3)));
        let howl = by(Effect::Fear(8, 8));
        let summed = |numbers: &[DamageNumber]| {
            let plate = &plates(numbers, &space(40.0))[0];
            (plate.effect.is_some(), plate.text.clone())
        };
        assert_eq!(summed(std::slice::from_ref(&howl)), (true, "8".to_owned()));
        assert_eq!(summed(std::slice::from_ref(&web)), (true, "3".to_owned()));
        // Fear adds up; three webs hold as long as one.
        assert_eq!(summed(&[howl.clone(), howl.clone(), howl.clone()]).1, "24");
        assert_eq!(summed(&[web.clone(), web.clone(), web.clone()]).1, "3");
        assert_eq!(summed(&[web.clone(), web, howl]).1, "");
    }

    #[test]
    fn a_cell_of_any_size_is_drawn() {
        for cell in (1..=400).map(|tenths| tenths as f32 / 10.0) {
            for count in 1..=4 {
                let numbers: Vec<DamageNumber> = (0..count).map(|_| number(10, 14, None)).collect();
                let mut picture = Picture::default();
                for plate in plates(&numbers, &space(cell)) {
                    plate.draw(&mut picture, Vec2::ZERO, cell, &Look::default());
                }
                for label in &picture.labels {
                    assert!(
                        label.at.is_finite() && label.size > 0.0,
                        "{count} on {cell}"
                    );
                }
                // No window that is large enough has smaller cells.
                assert!(cell < 20.0 || !picture.labels.is_empty(), "{cell}");
            }
        }
    }

    #[test]
    fn every_number_stays_in_the_cell_that_it_is_about() {
        let kinds = [(7, 7), (25, 25), (10, 14), (1_000, 9_999)];
        let numbers: Vec<DamageNumber> = (0..12)
            .map(|place| number(kinds[place % 4].0, kinds[place % 4].1, Some(65)))
            .collect();
        for cell in [30.0, 41.0, 62.0, 130.0] {
            let inside = Rect::from_center_size(Vec2::ZERO, Vec2::splat(cell));
            for count in 1..=12 {
                for plate in plates(&numbers[..count], &space(cell)) {
                    let mut rect = Rect::from_center_size(plate.at, plate.dimensions());
                    rect = rect.inflate(rim(cell) + 1.0);
                    if plate.stacked {
                        rect.max += Vec2::splat(2.0 * STACKED * rim(cell));
                    }
                    let rect = rect.inflate(-0.01);
                    let both = inside.intersect(rect);
                    assert_eq!(both, rect, "{count} in {cell}: {plate:?}");
                }
            }
        }
    }
}
