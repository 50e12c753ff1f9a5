//! `theme.ron`: how the game looks and how fast it moves. Only numbers: drawing is elsewhere.

use serde::Deserialize;

use crate::files::THEME;
use crate::library::{Report, Spot};

/// How the game looks and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The colours.
    pub palette: Palette,
    /// How wide and long lines are, in pixels.
    pub strokes: Strokes,
    /// How large texts, icons and buttons are, in pixels at 100%.
    pub sizes: Sizes,
    /// How long things take at normal speed, in milliseconds.
    pub timings: Timings,
    /// Whether things slide and pulse, or jump and rest.
    pub motion: bool,
}

impl Default for Theme {
    fn default() -> Self {
        Theme {
            palette: Palette::default(),
            strokes: Strokes::default(),
            sizes: Sizes::default(),
            timings: Timings::default(),
            motion: true,
        }
    }
}

/// What is left out is as the game ships it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Theme")]
pub(crate) struct ThemeFile {
    palette: PaletteFile,
    strokes: StrokesFile,
    sizes: SizesFile,
    timings: TimingsFile,
    motion: Option<bool>,
}

impl Theme {
    /// The theme of a file. Reports wrong colours, and numbers out of bounds.
    pub(crate) fn check(file: &ThemeFile, report: &mut Report<'_>) -> Theme {
        let at = Spot::file(THEME);
        Theme {
            palette: Palette::check(&file.palette, &at.field("palette"), report),
            strokes: Strokes::check(&file.strokes, &at.field("strokes"), report),
            sizes: Sizes::check(&file.sizes, &at.field("sizes"), report),
            timings: Timings::check(&file.timings, &at.field("timings"), report),
            motion: file.motion.unwrap_or(Theme::default().motion),
        }
    }
}

/// A colour, written `"#0072B2"`, or `"#0072B2CC"` with transparency.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour {
    /// How much red.
    pub red: u8,
    /// How much green.
    pub green: u8,
    /// How much blue.
    pub blue: u8,
    /// How solid it is: 255 hides what is behind it, 0 is invisible.
    pub alpha: u8,
}

impl Colour {
    /// A solid colour from `0xRRGGBB`.
    const fn solid(rgb: u32) -> Colour {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Colour {
            red,
            green,
            blue,
            alpha: u8::MAX,
        }
    }

    fn read(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#')?;
        // Rust would read a number with a sign in front.
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            6 => Some(Colour::solid(number)),
            8 => {
                let [red, green, blue, alpha] = number.to_be_bytes();
                Some(Colour {
                    red,
                    green,
                    blue,
                    alpha,
                })
            }
            _ => None,
        }
    }
}

/// The table of the colours: each as shipped, with high contrast and in light, and what it is for.
macro_rules! palette {
    ($($field:ident = $own:literal $high_contrast:literal $light:literal $about:literal;)+) => {
        /// The colours.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Palette {
            $(#[doc = $about] pub $field: Colour,)+
        }

        impl Default for Palette {
            fn default() -> Self {
                Palette { $($field: Colour::solid($own),)+ }
            }
        }

        #[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields, rename = "Palette")]
        pub(crate) struct PaletteFile {
            $($field: Option<String>,)+
        }

        impl Palette {
            /// Black ground, white letters, nothing in between that must be read.
            pub const fn high_contrast() -> Palette {
                Palette { $($field: Colour::solid($high_contrast),)+ }
            }

            /// Dark letters on light ground, for bright rooms.
            pub const fn light() -> Palette {
                Palette { $($field: Colour::solid($light),)+ }
            }

            fn check(file: &PaletteFile, at: &Spot, report: &mut Report<'_>) -> Palette {
                let mut palette = Palette::default();
                $(
                    if let Some(text) = &file.$field {
                        let at = at.field(stringify!($field));
                        if let Some(colour) = read_colour(text, &at, report) {
                            palette.$field = colour;
                        }
                    }
                )+
                palette
            }
        }
    };
}

/// A colour, or `None` with an error in the report.
pub(crate) fn read_colour(text: &str, at: &Spot, report: &mut Report<'_>) -> Option<Colour> {
    let colour = Colour::read(text);
    if colour.is_none() {
        no_colour(text, at, report);
    }
    colour
}

fn no_colour(text: &str, at: &Spot, report: &mut Report<'_>) {
    let shown = crate::names::shown(text);
    let message =
        format!("found \"{shown}\", expected a colour such as \"#0072B2\" or \"#0072B2CC\"");
    report.error(at, message);
}

palette! {
    background = 0x14100D 0x000000 0xF4F2EC "Behind everything, and behind most texts.";
    panel = 0x1D1713 0x000000 0xFFFFFF "The plates of numbers and intents.";
    raised = 0x2E251E 0x1A1A1A 0xE7E4DB "Buttons, cards and messages.";
    border = 0x6B5948 0x595959 0xBDB8AB "Around panels, and buttons under the mouse.";
    edge = 0x927B64 0xA6A6A6 0x787163 "Around what can be pressed.";
    text = 0xF3EBDD 0xFFFFFF 0x1A1C20 "Texts.";
    muted = 0xB7AA98 0xD9D9D9 0x50545B "Texts that matter less.";
    accent = 0xF2DC6B 0xFFFF00 0x641488 "What is selected or in focus.";
    friendly = 0x0072B2 0x66B3FF 0x004B80 "The player's side.";
    enemy = 0xE69F00 0xFFB000 0xE69F00 "The other side.";
    friendly_light = 0x56B4E9 0x8CD0FF 0x004775 "Texts about the player's side.";
    enemy_light = 0xF4B95A 0xFFC84A 0x5E3800 "Texts about the other side.";
    health = 0x3FA37A 0x00E676 0x2E9468 "HP that are left.";
    health_lost = 0x6B3039 0x8B0000 0xD9A0A4 "HP that are gone.";
    block = 0x8DA2BC 0xC8D6E8 0x8DA2BC "Block.";
    sanity = 0xCC79A7 0xFF8AD8 0xB3508A "Sanity.";
    good = 0x5CC8A0 0x5CFFB0 0x0A6244 "Good news: heals, victories.";
    bad = 0xFF8A80 0xFF9E94 0x8A1210 "Bad news: damage, defeats, errors.";
    fallen = 0x7A726A 0x8C8C8C 0x8B9097 "The fallen.";
    floor = 0x33302D 0x181818 0xDEDBD2 "Floor.";
    floor_alternate = 0x383431 0x262626 0xD5D2C8 "Every other cell of floor.";
    half_cover = 0x80623F 0x8F8560 0xD6CCAC "Half cover.";
    full_cover = 0x846641 0xD6BE78 0x8C7B4C "Full cover.";
    wall = 0x5E554C 0x6E6E6E 0x7C838E "Walls.";
    pit = 0x08090B 0x000000 0x2A2C31 "Pits.";
    hazard = 0x8A3324 0xC8321E 0xD4593A "What burns.";
}

/// A table of numbers: each with what the game ships, its bounds, and what it is for.
macro_rules! numbers {
    (
        $(#[doc = $doc:literal])* $name:ident($written:literal), $file:ident, $number:ty;
        $($field:ident = $own:literal in $bounds:expr, $about:literal;)+
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name {
            $(#[doc = $about] pub $field: $number,)+
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $own,)+ }
            }
        }

        #[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields, rename = $written)]
        pub(crate) struct $file {
            $($field: Option<i64>,)+
        }

        impl $name {
            fn check(file: &$file, at: &Spot, report: &mut Report<'_>) -> $name {
                let mut numbers = $name::default();
                $(
                    if let Some(number) = file.$field {
                        let at = at.field(stringify!($field));
                        numbers.$field = report.within(number, $bounds, &at) as $number;
                    }
                )+
                numbers
            }
        }
    };
}

numbers! {
    /// How wide and long lines are, in pixels.
    Strokes("Strokes"), StrokesFile, u16;
    quick = 3 in 1..=40, "How wide the line of a quick strike is.";
    heavy = 4 in 1..=40, "How wide the line of a heavy strike is.";
    pulse = 2 in 0..=40, "By how much a heavy line swells.";
    outline = 1 in 0..=40, "How wide the edge around a line is.";
    apart = 5 in 0..=40, "How far two opposite lines are moved aside.";
    dash = 8 in 1..=40, "How long a dash is.";
    gap = 6 in 1..=40, "How long the gap between two dashes is.";
    arrow = 9 in 1..=40, "How long the head of an arrow is.";
    marker = 5 in 1..=40, "The radius of the circle or diamond at the end of a line.";
}

numbers! {
    /// How large texts, icons and buttons are, in pixels at 100%.
    Sizes("Sizes"), SizesFile, u16;
    small = 11 in 8..=40, "Remarks beside something else.";
    text = 13 in 8..=40, "Everything that is read.";
    heading = 17 in 8..=40, "Headings of panels.";
    title = 26 in 8..=80, "Titles of pages.";
    display = 72 in 8..=200, "The name of the game, and victory or defeat.";
    icon = 18 in 8..=60, "Icons on buttons.";
    gap = 4 in 0..=40, "Between things that belong together.";
    space = 8 in 0..=40, "Between things that do not, and around panels.";
    row = 24 in 16..=80, "How high a button is at least.";
    corner = 4 in 0..=20, "How round buttons and cards are.";
}

numbers! {
    /// How long things take at normal speed, in milliseconds.
    Timings("Timings"), TimingsFile, u32;
    step = 600 in 50..=10_000, "A step of the battle.";
    slide = 220 in 0..=10_000, "A unit on its way to the next cell.";
    lift = 900 in 0..=10_000, "A result that floats up.";
    damage = 600 in 0..=10_000, "The result of a blow, where units take turns.";
    pause = 300 in 0..=10_000, "The pause after it.";
    fall = 800 in 0..=10_000, "A unit that falls.";
    turn = 800 in 0..=10_000, "The pause before the next enemy acts.";
    // Faster, it would flash: more than three times a second can make people ill.
    pulse = 900 in 400..=10_000, "A line that swells and shrinks.";
    pulse_for = 3_000 in 0..=60_000, "How long lines pulse on a paused screen before they rest.";
    toast = 6_000 in 1_000..=60_000, "A message at the edge of the screen.";
}

impl Timings {
    /// A blow where units take turns: its result, and the pause after it.
    pub const fn blow(&self) -> u32 {
        self.damage + self.pause
    }

    /// A blow after which a unit falls.
    pub const fn last_blow(&self) -> u32 {
        self.blow() + self.fall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_people_write_them() {
        let blue = Colour::solid(0x0072B2);
        assert_eq!(Colour::read("#0072B2"), Some(blue));
        assert_eq!(Colour::read("#0072b2"), Some(blue));
        let glass = Colour {
            alpha: 0xCC,
            ..blue
        };
        assert_eq!(Colour::read("#0072B2CC"), Some(glass));
        for text in [
            "",
            "#",
            "0072B2",
            "#0072B",
            "#0072B2C",
            "#0072B2CC0",
            "#+072B2",
            "#00é2B",
            "blue",
        ] {
            assert_eq!(Colour::read(text), None, "{text}");
        }
    }
}
