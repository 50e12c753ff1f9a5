//! A small picture of a board: its ground and its units. No Bevy entities here, only pixels.

use foretold_battle::Faction;
use foretold_content::{Encounter, Palette};

use crate::ground::Painter;
use crate::ground::brush::shadow;

/// How far a circle reaches from the middle of its cell, in cells.
const RADIUS: f32 = 0.36;
/// How far a diamond reaches: it looks as large as the circle.
const REACH: f32 = 0.46;
/// How thick the line around either is.
const RIM: f32 = 0.09;

/// The board of a battle with everyone in their places, as RGBA rows. A cell is `cell` pixels wide
/// and high, and the board has twelve of them along each side. Friends are circles, enemies
/// diamonds, as on the board itself.
pub fn miniature(battle: &Encounter, palette: &Palette, cell: u32) -> Vec<u8> {
    let setup = battle.setup();
    let mut brush = Painter::new(&setup.board, &battle.ground, palette, cell).paint();
    for unit in &setup.units {
        brush.move_to((f32::from(unit.cell.x()), f32::from(unit.cell.y())));
        brush.ellipse((0.56, 0.62), (REACH, REACH * 0.9), shadow(0.5));
        match unit.faction {
            Faction::Friendly => {
                brush.ellipse((0.5, 0.5), (RADIUS, RADIUS), palette.text);
                let inner = RADIUS - RIM;
                brush.ellipse((0.5, 0.5), (inner, inner), palette.friendly);
            }
            Faction::Enemy => {
                let diamond = |far: f32| {
                    [
                        (0.5, 0.5 - far),
                        (0.5 + far, 0.5),
                        (0.5, 0.5 + far),
                        (0.5 - far, 0.5),
                    ]
                };
                brush.polygon(&diamond(REACH), palette.text);
                brush.polygon(&diamond(REACH - RIM), palette.enemy);
            }
        }
    }
    brush.into_bytes()
}

#[cfg(test)]
mod tests {
    use foretold_battle::board::SIDE;
    use foretold_battle::testing::{board, recruit};
    use foretold_battle::{Setup, Terrain};
    use foretold_content::Colour;

    use super::*;

    const CELL: u32 = 20;

    /// The colour at a point of a cell, in parts of it.
    fn at(pixels: &[u8], x: u32, y: u32, (across, down): (f32, f32)) -> [u8; 3] {
        let width = CELL * u32::from(SIDE);
        let place = |cell: u32, part: f32| cell * CELL + (part * CELL as f32) as u32;
        let from = ((place(y, down) * width + place(x, across)) * 4) as usize;
        [pixels[from], pixels[from + 1], pixels[from + 2]]
    }

    fn battle(setup: Setup) -> Encounter {
        Encounter::from_setup("test", setup).expect("the set-up is sound")
    }

    fn parts(colour: Colour) -> [u8; 3] {
        [colour.red, colour.green, colour.blue]
    }

    #[test]
    fn terrain_and_both_sides_are_where_the_battle_has_them() {
        let palette = Palette::default();
        let setup = board(
            "
            A . e
            . # .
            ",
        )
        .unit('A', recruit())
        .unit('e', recruit())
        .terrain("L12", Terrain::Pit)
        .setup();
        let battle = battle(setup);
        let pixels = miniature(&battle, &palette, CELL);
        let width = CELL * u32::from(SIDE);
        assert_eq!(pixels.len() as u32, width * width * 4);
        assert!(
            pixels.chunks(4).all(|pixel| pixel[3] == 255),
            "nothing is seen through"
        );
        let middle = (0.5, 0.5);
        assert_eq!(at(&pixels, 0, 0, middle), parts(palette.friendly));
        assert_eq!(at(&pixels, 2, 0, middle), parts(palette.enemy));
        // Between the sides a circle reaches further than a diamond.
        let corner = (0.27, 0.27);
        assert_eq!(at(&pixels, 0, 0, corner), parts(palette.text));
        assert_ne!(at(&pixels, 2, 0, corner), parts(palette.text));
        // The floor, the wall and the pit differ from one another.
        let ground = [(3, 1), (1, 1), (11, 11)].map(|(x, y)| at(&pixels, x, y, (0.5, 0.55)));
        assert_ne!(ground[0], ground[1]);
        assert_ne!(ground[0], ground[2]);
        assert_ne!(ground[1], ground[2]);
    }

    #[test]
    fn another_palette_gives_another_picture() {
        let setup = board("A . e")
            .unit('A', recruit())
            .unit('e', recruit())
            .setup();
        let battle = battle(setup);
        let palette = Palette::default();
        let other = Palette {
            enemy: palette.friendly,
            ..palette
        };
        assert_eq!(
            miniature(&battle, &palette, 8),
            miniature(&battle, &palette, 8)
        );
        assert_ne!(
            miniature(&battle, &palette, 8),
            miniature(&battle, &other, 8)
        );
    }
}
