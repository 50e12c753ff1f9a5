//! The plate of a number: its pieces, its size, its picture.

use bevy::prelude::*;
use foretold_battle::{Faction, range};
use foretold_sim::Fate;
use lucide_icons::Icon;

use super::number::{DamageNumber, TO};
use crate::board_space::BoardSpace;
use crate::look::{Look, colour};
use crate::picture::{Face, Picture, width_of};
use crate::skill_effects::effect_icon;

/// The opacity of plates that hang on dice, secrets or orders before them.
const FAINT: f32 = 0.72;
/// The most blows that one plate speaks of: a wider one would find no place.
const MOST_JOINED: usize = 4;
/// The size of a plate's letters, in cells, and of a skull, in letters.
const LETTERS: f32 = 0.27;
const SKULL: f32 = 1.3;

/// Something on a plate.
#[derive(Clone, Debug)]
enum PlatePiece {
    Icon(Icon),
    /// The unit falls for certain.
    Skull,
    Text(String),
    Gap,
    /// Letters of who does it, and to whom, each in the colour of its side.
    Tag(String),
}

impl PlatePiece {
    /// Whether it is the same as another.
    fn is(&self, other: &PlatePiece) -> bool {
        match (self, other) {
            (PlatePiece::Icon(one), PlatePiece::Icon(other)) => {
                char::from(*one) == char::from(*other)
            }
            (PlatePiece::Text(one), PlatePiece::Text(other))
            | (PlatePiece::Tag(one), PlatePiece::Tag(other)) => one == other,
            (PlatePiece::Skull, PlatePiece::Skull) | (PlatePiece::Gap, PlatePiece::Gap) => true,
            _ => false,
        }
    }

    /// Its width in letter sizes.
    fn width(&self) -> f32 {
        match self {
            PlatePiece::Icon(Icon::Skull) => SKULL + 0.1,
            PlatePiece::Icon(_) => 1.05,
            PlatePiece::Skull => SKULL + 0.2,
            PlatePiece::Text(text) => width_of(text),
            PlatePiece::Gap => 0.35,
            PlatePiece::Tag(tag) => width_of(tag) + 0.3,
        }
    }
}

/// A plate with numbers on it.
#[derive(Clone, Debug)]
pub(crate) struct ForetoldPlate {
    side: Faction,
    /// The side of the unit that it is done to.
    target: Faction,
    pieces: Vec<PlatePiece>,
    /// How many blows it speaks of.
    pub(crate) blows: usize,
    sure: bool,
    /// Whether its target falls for certain.
    kills: bool,
    /// Its font size.
    size: f32,
    /// The width of its border.
    rim: f32,
}

impl ForetoldPlate {
    /// The plate of a number; `None` if there is nothing to say.
    pub(crate) fn of(number: &DamageNumber, space: &BoardSpace) -> Option<ForetoldPlate> {
        let mut pieces = Vec::new();
        if let Some(tag) = &number.tag {
            pieces.push(PlatePiece::Tag(tag.clone()));
        }
        match number.fate {
            Fate::Survives => {}
            Fate::MayFall => pieces.push(PlatePiece::Icon(Icon::Skull)),
            Fate::Falls => pieces.push(PlatePiece::Skull),
        }
        if let Some((least, most)) = number.damage {
            pieces.push(PlatePiece::Text(range(u32::from(least), u32::from(most))));
        }
        if number.blocked > 0 {
            pieces.push(PlatePiece::Gap);
            pieces.push(PlatePiece::Text("(".to_owned()));
            pieces.push(PlatePiece::Icon(Icon::Shield));
            pieces.push(PlatePiece::Text(match number.rises {
                true => format!("+{})", number.blocked),
                false => format!("{})", number.blocked),
            }));
        }
        if let Some(effect) = number.effect {
            pieces.push(PlatePiece::Icon(effect_icon(effect)));
            // Beside damage its number would be taken for more of it.
            if number.damage.is_none() {
                pieces.push(PlatePiece::Text(effect.number()));
            }
        }
        if let Some((strikes, chance)) = number.chance {
            pieces.push(PlatePiece::Gap);
            pieces.push(PlatePiece::Text(match strikes {
                0 | 1 => format!("{chance}%"),
                _ => format!("{strikes}×{chance}%"),
            }));
        }
        let plate = ForetoldPlate {
            side: number.side,
            target: number.target,
            pieces,
            blows: 1,
            sure: number.sure,
            kills: number.fate == Fate::Falls,
            size: space.letters(LETTERS),
            rim: rim(space.cell),
        };
        (!plate.pieces.is_empty()).then_some(plate)
    }

    /// Takes in another plate that says the same of the same unit: `Fi B→A 10 each`. In a crowd six
    /// plates become two.
    pub(super) fn join(&mut self, other: &ForetoldPlate) -> bool {
        let of_all = if self.blows > 1 { 2 } else { 0 };
        let says_same = |one: &[PlatePiece], other: &[PlatePiece]| match (one, other) {
            ([PlatePiece::Tag(one), more @ ..], [PlatePiece::Tag(other), rest @ ..]) => {
                let to = |tag: &str| tag.split_once(TO).map(|(_, to)| to.to_owned());
                let mut pairs = more.iter().zip(rest);
                to(one) == to(other)
                    && more.len() == rest.len()
                    && pairs.all(|(one, other)| one.is(other))
            }
            _ => false,
        };
        let own = &self.pieces[..self.pieces.len() - of_all];
        let alike = (self.side, self.sure, self.kills) == (other.side, other.sure, other.kills);
        if !alike || self.blows >= MOST_JOINED || !says_same(own, &other.pieces) {
            return false;
        }
        if let [PlatePiece::Tag(tag), ..] = self.pieces.as_mut_slice()
            && let Some(PlatePiece::Tag(more)) = other.pieces.first()
            && let (Some((by, to)), Some((more, _))) = (tag.split_once(TO), more.split_once(TO))
        {
            *tag = format!("{by} {more}{TO}{to}");
        }
        if self.blows == 1 {
            self.pieces.push(PlatePiece::Gap);
            self.pieces.push(PlatePiece::Text("each".to_owned()));
        }
        self.blows += 1;
        true
    }

    fn width(&self) -> f32 {
        self.pieces.iter().map(PlatePiece::width).sum::<f32>() * self.size
    }

    /// With its border.
    pub(crate) fn dimensions(&self) -> Vec2 {
        let inside = Vec2::new(self.width() + 0.4 * self.size, 1.12 * self.size);
        inside + 2.0 * (self.rim + 1.0)
    }

    pub(super) fn border(&self, look: &Look) -> Color {
        let palette = &look.theme.palette;
        match (self.kills, self.sure) {
            (true, _) => colour(palette.bad),
            (false, true) => look.side_text(self.side),
            (false, false) => look.side_text(self.side).mix(&colour(palette.panel), 0.45),
        }
    }

    /// Draws it around a point.
    pub(crate) fn draw(&self, picture: &mut Picture, middle: Vec2, look: &Look) {
        let palette = &look.theme.palette;
        let (size, rim) = (self.size, self.rim);
        let faint = if self.sure { 1.0 } else { FAINT };
        let plate = Rect::from_center_size(middle, self.dimensions()).inflate(-rim - 1.0);
        let ground = colour(if self.kills {
            palette.health_lost
        } else {
            palette.panel
        });
        for (out, ink) in [
            (rim + 1.0, Color::BLACK),
            (rim, self.border(look)),
            (0.0, ground),
        ] {
            let rect = plate.inflate(out);
            picture.rounded(rect, size * 0.3 + out, ink.with_alpha(faint));
        }
        let ink = colour(palette.text);
        let mut left = middle.x - self.width() / 2.0;
        for piece in &self.pieces {
            let width = piece.width() * size;
            let at = Vec2::new(left + width / 2.0, middle.y);
            match piece {
                PlatePiece::Text(text) => picture.label(text, Face::Bold, size, at, ink),
                PlatePiece::Gap => {}
                PlatePiece::Tag(tag) => {
                    let by_end = tag.find(TO).map_or(tag.len(), |at| at + TO.len_utf8());
                    let (by, to) = tag.split_at(by_end);
                    let mut left = left;
                    for (letters, side) in [(by, self.side), (to, self.target)] {
                        let wide = width_of(letters) * size;
                        let at = Vec2::new(left + wide / 2.0, middle.y);
                        picture.label(letters, Face::Bold, size, at, look.side_text(side));
                        left += wide;
                    }
                }
                PlatePiece::Icon(Icon::Skull) => {
                    picture.icon(Icon::Skull, size * SKULL, at, ink);
                }
                PlatePiece::Icon(Icon::Shield) => {
                    picture.shield(at, size * 0.95, colour(palette.block));
                }
                PlatePiece::Icon(icon) => picture.icon(*icon, size, at, ink),
                PlatePiece::Skull => skull(picture, at, size * SKULL, ink, ground),
            }
            left += width;
        }
    }
}

/// A filled skull, this high: an icon of thin lines would be lost on a small board.
fn skull(picture: &mut Picture, at: Vec2, height: f32, ink: Color, ground: Color) {
    let part = |x: f32, y: f32| at + Vec2::new(x, y) * height;
    picture.disc(part(0.0, 0.1), height * 0.4, ink);
    let jaw = Rect::from_corners(part(-0.22, -0.48), part(0.22, 0.0));
    picture.rounded(jaw, height * 0.08, ink);
    for side in [-1.0, 1.0] {
        picture.disc(part(side * 0.17, 0.04), height * 0.11, ground);
        let gap = Vec2::new(height * 0.05, height * 0.2);
        picture.rectangle(
            Rect::from_center_size(part(side * 0.075, -0.4), gap),
            ground,
        );
    }
    let nose = [part(0.0, -0.07), part(-0.06, -0.19), part(0.06, -0.19)];
    picture.polygon(nose, ground);
}

/// The width of a plate's border.
pub(super) fn rim(cell: f32) -> f32 {
    (cell * 0.03).max(1.5)
}

#[cfg(test)]
pub(super) mod tests {
    use foretold_battle::{Affliction, Effect, Status, UnitId};

    use super::*;

    pub(crate) fn number(damage: (u16, u16), chance: Option<(u8, u16)>) -> DamageNumber {
        DamageNumber {
            by: UnitId::new(0).expect("the first"),
            tag: None,
            side: Faction::Enemy,
            whom: None,
            target: Faction::Friendly,
            cell: "D4".parse().expect("a cell"),
            damage: Some(damage),
            blocked: 0,
            rises: false,
            effect: None,
            chance,
            fate: Fate::Survives,
            sure: true,
        }
    }

    pub(crate) fn space(cell: f32) -> BoardSpace {
        BoardSpace {
            cell,
            lettering: cell,
            ..BoardSpace::default()
        }
    }

    /// What a plate says; icons in brackets.
    fn text(number: &DamageNumber) -> String {
        words(&ForetoldPlate::of(number, &space(60.0)).expect("it says something"))
    }

    fn words(plate: &ForetoldPlate) -> String {
        let piece = |piece: &PlatePiece| match piece {
            PlatePiece::Text(text) => text.clone(),
            PlatePiece::Gap => " ".to_owned(),
            PlatePiece::Tag(tag) => format!("{tag}: "),
            PlatePiece::Icon(icon) => format!("[{icon:?}]"),
            PlatePiece::Skull => "[[Skull]]".to_owned(),
        };
        plate.pieces.iter().map(piece).collect()
    }

    #[test]
    fn a_plate_has_damage_after_block_the_chance_and_a_skull() {
        assert_eq!(text(&number((25, 25), None)), "25");
        assert_eq!(text(&number((4, 10), Some((1, 65)))), "4–10 65%");
        let storm = DamageNumber {
            blocked: 6,
            fate: Fate::MayFall,
            ..number((0, 12), Some((3, 65)))
        };
        assert_eq!(text(&storm), "[Skull]0–12 ([Shield]6) 3×65%");
        let guarded = DamageNumber {
            rises: true,
            ..storm
        };
        assert_eq!(text(&guarded), "[Skull]0–12 ([Shield]+6) 3×65%");
        let last = DamageNumber {
            fate: Fate::Falls,
            ..number((25, 25), None)
        };
        assert_eq!(text(&last), "[[Skull]]25");
    }

    #[test]
    fn what_does_no_damage_has_its_own_number() {
        let by = |effect: Effect| DamageNumber {
            damage: None,
            effect: Some(effect),
            ..number((0, 0), Some((1, 50)))
        };
        let web = by(Effect::Afflict(Affliction::new(Status::Rooted, 3)));
        assert_eq!(text(&web), "[Anchor]3 50%");
        assert_eq!(text(&by(Effect::Fear(8, 8))), "[Brain]8 50%");
        let bite = DamageNumber {
            effect: web.effect,
            ..number((4, 4), None)
        };
        assert_eq!(text(&bite), "4[Anchor]");
    }

    #[test]
    fn plates_that_say_the_same_of_one_unit_are_joined() {
        let plate = |tag: &str, most: u16| {
            let number = DamageNumber {
                tag: Some(tag.to_owned()),
                ..number((most, most), None)
            };
            ForetoldPlate::of(&number, &space(60.0)).expect("it says something")
        };
        let mut first = plate("Fi→A", 10);
        assert!(first.join(&plate("B→A", 10)) && first.join(&plate("P→A", 10)));
        assert!(!first.join(&plate("L→A", 12)), "another number");
        assert!(!first.join(&plate("B→N", 10)), "another unit");
        assert_eq!(words(&first), "Fi B P→A: 10 each");
        assert!(
            first.join(&plate("L→A", 10)) && !first.join(&plate("R→A", 10)),
            "full"
        );
        assert_eq!(first.blows, 4);
    }

    #[test]
    fn a_cell_of_any_size_is_drawn() {
        for cell in (1..=400).map(|tenths| tenths as f32 / 10.0) {
            let plate = ForetoldPlate::of(&number((10, 14), Some((1, 65))), &space(cell));
            let mut picture = Picture::default();
            let plate = plate.expect("it has a number");
            plate.draw(&mut picture, Vec2::ZERO, &Look::default());
            for label in &picture.labels {
                assert!(label.at.is_finite() && label.size > 0.0, "{cell}");
            }
        }
    }
}
