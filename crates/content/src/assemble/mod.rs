//! Bringing a battle together: names become indices, files become the battle's own types.

mod ground;
mod minds;
mod skills;
mod units;

use std::collections::BTreeSet;
use std::sync::Arc;

use foretold_battle::{Board, Cell, HouseRules, Setup, Tempo};

use crate::file::{BattleFile, HouseFile, Own};
use crate::files::{FileKind, RULES};
use crate::ground::GroundStyle;
use crate::library::{Definitions, Library, Report, Spot};
use crate::names;
use crate::plain::{LONGEST_NAME, text_fault};

/// The moves that every unit knows, whatever its file says.
pub(crate) const MOVES: [&str; 3] = ["move_towards", "move_away", "hold"];
/// The skills of a unit whose file names none.
const RECRUIT_SKILLS: [&str; 2] = ["light_punch", "heavy_punch"];

/// A battle while it is brought together.
pub(crate) struct Assembler<'a, 'f> {
    library: &'a Library,
    /// The battle that may describe things for itself, and where it is written.
    pub(crate) own: Option<(&'a BattleFile, Spot)>,
    pub(crate) report: &'a mut Report<'f>,
    pub(crate) setup: Setup,
    /// How the board looks.
    pub(crate) ground: GroundStyle,
    /// The id of each skill of the set-up.
    pub(crate) skill_ids: Vec<String>,
    /// The id of each unit of the set-up: `goblin`, `goblin-2`.
    pub(crate) unit_ids: Vec<String>,
    /// The figure of each unit of the set-up: `goblin`.
    pub(crate) figures: Vec<String>,
    /// Where each part of the set-up was written.
    pub(crate) origins: Origins,
    /// The cells that the battle's file gives to units.
    claimed: Vec<Cell>,
    /// Everything that the files name.
    pub(crate) used: BTreeSet<(FileKind, &'a str)>,
    /// Whether something named here has errors of its own, reported elsewhere.
    pub(crate) incomplete: bool,
}

/// Where each part of a set-up was written.
#[derive(Default)]
pub(crate) struct Origins {
    pub(crate) battle: Option<Spot>,
    pub(crate) board: Option<Spot>,
    pub(crate) skills: Vec<Spot>,
    pub(crate) decks: Vec<Spot>,
    pub(crate) units: Vec<UnitOrigin>,
    deck_ids: Vec<String>,
}

/// Where a unit was written.
pub(crate) struct UnitOrigin {
    /// Its file, or its description on the spot.
    pub(crate) sheet: Spot,
    /// What it is: the id of its file.
    pub(crate) file_id: String,
    /// Its rules or moves, perhaps in a rule set.
    pub(crate) brain: Spot,
    /// Where its brain is chosen: its file, or the battle.
    pub(crate) brain_at: Spot,
    /// Where the battle places it; for a unit on its own, its file.
    pub(crate) placing: Spot,
}
impl<'a, 'f> Assembler<'a, 'f> {
    pub(crate) fn new(library: &'a Library, report: &'a mut Report<'f>) -> Self {
        let mut assembler = Assembler {
            library,
            own: None,
            report,
            setup: Setup {
                house: HouseRules::default(),
                tempo: Tempo::default(),
                board: Board::default(),
                skills: Vec::new(),
                decks: Vec::new(),
                shared_decks: [None; 2],
                autofight_messages: Arc::clone(&library.messages),
                units: Vec::new(),
            },
            ground: GroundStyle::default(),
            skill_ids: Vec::new(),
            unit_ids: Vec::new(),
            figures: Vec::new(),
            origins: Origins::default(),
            claimed: Vec::new(),
            used: BTreeSet::new(),
            incomplete: false,
        };
        assembler.setup.house =
            assembler.house(HouseRules::default(), &library.house, &Spot::file(RULES));
        assembler
    }

    pub(super) fn house(&mut self, base: HouseRules, file: &HouseFile, at: &Spot) -> HouseRules {
        let mut number = |field, value: Option<i64>, base| match value {
            Some(value) => self.small_or_0(value, at, field),
            None => base,
        };
        HouseRules {
            lowest_chance: number("lowest_chance", file.lowest_chance, base.lowest_chance),
            highest_chance: number("highest_chance", file.highest_chance, base.highest_chance),
            penalty_per_cell: number(
                "penalty_per_cell",
                file.penalty_per_cell,
                base.penalty_per_cell,
            ),
            half_cover: number("half_cover", file.half_cover, base.half_cover),
            full_cover: number("full_cover", file.full_cover, base.full_cover),
            dodging: number("dodging", file.dodging, base.dodging),
            bump: number("bump", file.bump, base.bump),
            fire: number("fire", file.fire, base.fire),
            panic_turns: file.panic_turns.map_or(base.panic_turns, small),
            action_points: file.action_points.map_or(base.action_points, small),
            max_ticks: file.max_ticks.map_or(base.max_ticks, medium),
            max_rounds: file.max_rounds.map_or(base.max_rounds, medium),
            luck: file.luck.unwrap_or(base.luck),
            heavy_strikes: file.heavy_strikes.unwrap_or(base.heavy_strikes),
            units_block_sight: file.units_block_sight.unwrap_or(base.units_block_sight),
        }
    }

    /// A thing by its id. Reports it if it does not exist; errors in its file are reported already.
    pub(super) fn find<T>(
        &mut self,
        kind: FileKind,
        shelf: &'a Definitions<T>,
        id: &str,
        at: &Spot,
    ) -> Option<&'a T> {
        match shelf.get_key_value(id) {
            Some((id, found)) => {
                self.used.insert((kind, id));
                self.incomplete |= found.is_none();
                found.as_ref()
            }
            None => {
                self.incomplete = true;
                let own = self.own.iter().flat_map(|(battle, _)| battle.own_ids(kind));
                let names = shelf.keys().map(String::as_str).chain(own);
                self.report.unknown(at, kind.noun(), id, names);
                None
            }
        }
    }

    /// A skill or a deck by its id, and where it is written: what the battle describes for itself
    /// comes first.
    pub(super) fn find_own<T>(
        &mut self,
        kind: FileKind,
        own: fn(&'a BattleFile) -> &'a Own<T>,
        shelf: &'a Definitions<T>,
        id: &str,
        at: &Spot,
    ) -> Option<(&'a T, Spot)> {
        if let Some((battle, battle_at)) = &self.own
            && let Some(found) = own(battle).0.get(id)
        {
            return Some((found, battle_at.field(kind.folder()).named(id)));
        }
        let found = self.find(kind, shelf, id, at)?;
        Some((found, Spot::file(kind.path(id))))
    }

    pub(super) fn name(&mut self, name: Option<&str>, id: &str, at: &Spot) -> String {
        match name {
            Some(name) => {
                self.text(name, LONGEST_NAME, &at.field("name"));
                name.to_owned()
            }
            None => {
                let title = names::title(id);
                if let Some(fault) = text_fault(&title, LONGEST_NAME) {
                    let message = format!("`{title}` is too long to read: {fault} by a `name`");
                    self.report.error(at, message);
                }
                title
            }
        }
    }

    /// Checks a text that the player will read.
    pub(crate) fn text(&mut self, text: &str, longest: usize, at: &Spot) {
        if let Some(fault) = text_fault(text, longest) {
            self.report.error(at, fault);
        }
    }

    /// As [`small`], where 0 is a good number: the check could not see that it was negative.
    pub(super) fn small_or_0(&mut self, number: i64, at: &Spot, field: &'static str) -> u8 {
        self.refuse_negative(number, at, field);
        small(number)
    }

    /// As [`Assembler::small_or_0`], for larger numbers.
    pub(super) fn medium_or_0(&mut self, number: i64, at: &Spot, field: &'static str) -> u16 {
        self.refuse_negative(number, at, field);
        medium(number)
    }

    fn refuse_negative(&mut self, number: i64, at: &Spot, field: &'static str) {
        if number < 0 {
            self.report.error(
                &at.field(field),
                format!("found {number}, expected 0 or more"),
            );
        }
    }
}

/// A number that fits its type. One too large becomes the largest and a negative one becomes 0; the
/// check of the set-up refuses both and names the bounds.
fn small(number: i64) -> u8 {
    u8::try_from(number.max(0)).unwrap_or(u8::MAX)
}

/// As [`small`], for larger numbers.
fn medium(number: i64) -> u16 {
    u16::try_from(number.max(0)).unwrap_or(u16::MAX)
}

/// A number that may be negative. The check of the set-up refuses one too large or too small.
fn signed(number: i64) -> i16 {
    number.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// An id made from a name: "Dark Bolt" becomes `dark_bolt`.
pub(crate) fn slug(name: &str) -> String {
    let letter = |c: char| {
        if c.is_alphanumeric() {
            c.to_lowercase().next().unwrap_or(c)
        } else {
            '_'
        }
    };
    let slug: String = name.chars().take(LONGEST_NAME).map(letter).collect();
    let slug = slug.trim_matches('_');
    if slug.is_empty() {
        "unit".to_owned()
    } else {
        slug.to_owned()
    }
}
