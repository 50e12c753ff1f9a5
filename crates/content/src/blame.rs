//! From an error of a set-up, which knows indices, to the place in a file.

use foretold_battle::{Faction, RuleError, SetupError, SetupPlace, SkillKind};

use crate::assemble::Assembler;
use crate::files::{AUTOFIGHT, RULES};
use crate::library::Spot;

impl Assembler<'_, '_> {
    /// Checks the assembled set-up, and reports each error where it was written.
    pub(crate) fn check(&mut self) {
        let incomplete = self.incomplete;
        for error in self.setup.check().err().unwrap_or_default() {
            let reported_already =
                self.is_said_otherwise(error) || (incomplete && is_consequence(error));
            if !reported_already {
                self.blame(error);
            }
        }
    }

    /// Whether an error is none in the files, or another says the same: HP that are also the most HP
    /// are one number in the file, and one error.
    fn is_said_otherwise(&self, error: SetupError) -> bool {
        match error {
            SetupError::BadNumber {
                place: SetupPlace::Unit(unit),
                field: "hp",
                ..
            } => self.setup.units[unit].hp == self.setup.units[unit].max_hp,
            // Outside of a battle nobody needs an opponent.
            SetupError::NoUnits(_) => self.origins.battle.is_none(),
            // A wrong number of slots is reported as a number.
            SetupError::BadRule {
                error: RuleError::TooManyRules { slots, .. },
                ..
            } => slots == 0,
            _ => false,
        }
    }

    fn blame(&mut self, error: SetupError) {
        match error {
            SetupError::BadNumber {
                place,
                field,
                value,
                least,
                most,
            } => {
                self.bad_number(place, field, value, least, most);
            }
            SetupError::NoUnits(faction) => {
                let field = side_field(faction);
                let spot = self.whole().field(field);
                self.report
                    .error(&spot, format!("`{field}` is empty: put a unit there"));
            }
            SetupError::SharedCell {
                cell,
                first,
                second,
            } => {
                let spot = self.origins.units[second].placing.field("at");
                let (first, second) = (&self.unit_ids[first], &self.unit_ids[second]);
                let message =
                    format!("`{first}` and `{second}` both start on {cell}: move one of them");
                self.report.error(&spot, message);
            }
            SetupError::CannotStand {
                unit,
                cell,
                terrain,
            } => {
                let spot = self.origins.units[unit].placing.field("at");
                let terrain = terrain.name();
                let message = format!(
                    "{cell} is a {terrain}, and nobody can stand there: choose another cell"
                );
                self.report.error(&spot, message);
            }
            SetupError::NoSharedDeck { unit } => {
                let spot = self.origins.units[unit].placing.clone();
                let field = side_field(self.setup.units[unit].faction);
                let id = &self.unit_ids[unit];
                let message = format!(
                    "`{id}` draws from its side's pile, and there is none: add `{field}_deck`"
                );
                self.report.error(&spot, message);
            }
            SetupError::DoubledCard { deck, at, card } => {
                let spot = self.origins.decks[deck].field("cards").item(at);
                let message =
                    format!("{card} appears twice: give it once with its number of copies");
                self.report.error(&spot, message);
            }
            SetupError::NoEffect { place } => {
                let spot = self.spot(place, "");
                self.report.error(
                    &spot,
                    "this does nothing: give it an effect, such as `damage`",
                );
            }
            SetupError::AreaShoves { place } => {
                let spot = self.spot(place, "to_hit");
                self.report.error(
                    &spot,
                    "an area that shoves or pulls never misses: make every strike `Sure`, or delete `area`",
                );
            }
            SetupError::TwoAffinities { unit, kind } => {
                let sheet = &self.setup.units[unit];
                let field = if sheet.immune.contains(kind) {
                    "immune"
                } else {
                    "vulnerable"
                };
                let spot = self.origins.units[unit].sheet.field(field);
                let message = format!(
                    "{} damage is taken in two ways at once: name it in only one of `resists`, `vulnerable` and `immune`",
                    kind.name()
                );
                self.report.error(&spot, message);
            }
            SetupError::BadRule {
                unit,
                error: RuleError::TooManyRules { count, slots },
            } => {
                let origin = &self.origins.units[unit];
                let message = format!(
                    "`{}` has {count} rules and {slots} slots: delete some, or raise `rule_slots` (at most 6)",
                    origin.file_id
                );
                let slots = origin.sheet.field("rule_slots");
                let chosen_here = origin.brain_at == origin.sheet.field("brain");
                let spot = if chosen_here && self.report.has(&slots) {
                    slots
                } else {
                    origin.brain_at.clone()
                };
                self.report.error(&spot, message);
            }
            // Reported before; these come only with more names than indices.
            SetupError::TooManyUnits { .. }
            | SetupError::UnknownSkill { .. }
            | SetupError::UnknownDeck { .. }
            | SetupError::DoubledSkill { .. }
            | SetupError::UnknownMove { .. }
            | SetupError::MoveAsCard { .. }
            | SetupError::BadRule { .. } => {
                let spot = self.whole();
                self.report.error(&spot, error.to_string());
            }
        }
    }

    /// The battle, or else the first unit.
    fn whole(&self) -> Spot {
        let unit = || self.origins.units.first().map(|unit| unit.sheet.clone());
        self.origins
            .battle
            .clone()
            .or_else(unit)
            .unwrap_or_else(|| Spot::file(RULES))
    }

    fn bad_number(
        &mut self,
        place: SetupPlace,
        field: &'static str,
        value: i64,
        least: i64,
        most: i64,
    ) {
        if let (SetupPlace::Skill(skill), "cost", true) =
            (place, field, self.setup.tempo.takes_turns())
            && let Some(battle) = self.origins.battle.clone()
        {
            // A cost that would be wrong in ticks, too, is reported with the skill on its own.
            if !self.costs_too_much_only_here(skill) {
                return;
            }
            let message = format!(
                "where units take turns a skill costs at most {most}, and `{}` costs {value}: choose another tempo, or another skill",
                self.skill_ids[skill]
            );
            self.report.error(&battle.field("tempo"), message);
            return;
        }
        if let SetupPlace::Board(cell) = place {
            let spot = self.origins.board.clone().unwrap_or_else(|| self.whole());
            let row = spot.field("rows").item(usize::from(cell.y()));
            let message =
                format!("the hazard on {cell} does {value} damage, expected {least} to {most}");
            self.report
                .error_within(&row, 1 + usize::from(cell.x()), message);
            return;
        }
        let spot = self.spot(place, field);
        let of_an_area = match field {
            "range of an area" => Some(format!(
                "found {value}, expected {least} to {most}: a line or a cone is aimed at another cell, no further away than it is long"
            )),
            "number of strikes of an area" => Some(format!(
                "found {value} strikes, expected {least} or {most} in an attack with an area"
            )),
            _ => None,
        };
        if let Some(message) = of_an_area {
            self.report.error(&spot, message);
            return;
        }
        let written = self.report.written(&spot);
        let plain = |text: &String| text.parse::<i64>().is_ok();
        let message = match &written {
            Some(found) if plain(found) => format!("found {found}, expected {least} to {most}"),
            _ => {
                let value = written.and_then(inner_number).unwrap_or(value);
                let field = field.replace('_', " ");
                format!("the {field} is {value}, expected {least} to {most}")
            }
        };
        self.report.error(&spot, message);
    }

    fn costs_too_much_only_here(&self, skill: usize) -> bool {
        let skill = &self.setup.skills[skill];
        (3..=10).contains(&skill.cost) && !matches!(skill.deed, SkillKind::Move(_))
    }

    /// Where a number of a set-up was written.
    fn spot(&self, place: SetupPlace, field: &'static str) -> Spot {
        let inside = |spot: &Spot, status: &'static str| match field {
            "" => spot.clone(),
            "turns" | "amount" | "held" => spot.field(status).field(field),
            "number of strikes" | "number of strikes of an area" => spot.field("strikes"),
            "range of an area" => spot.field("range"),
            _ => spot.field(field),
        };
        match place {
            SetupPlace::House if field.starts_with("number of ") => self.whole(),
            SetupPlace::House => {
                let own = self
                    .origins
                    .battle
                    .as_ref()
                    .map(|battle| battle.field("rules").field(field));
                own.filter(|spot| self.report.has(spot))
                    .unwrap_or_else(|| Spot::file(RULES).field(field))
            }
            SetupPlace::Board(_) => self.whole(),
            SetupPlace::Skill(skill) => {
                self.inline(inside(&self.origins.skills[skill], "grants"), skill)
            }
            SetupPlace::Strike(skill, at) => {
                let spot = &self.origins.skills[skill];
                let several = spot.field("strikes").item(at);
                let spot = if self.report.has(&several) {
                    &several
                } else {
                    spot
                };
                self.inline(inside(spot, "inflicts"), skill)
            }
            SetupPlace::Deck(deck) => self.origins.decks[deck].field("cards"),
            SetupPlace::Card(deck, at) => {
                let card = self.origins.decks[deck].field("cards").item(at);
                card.field(if field == "copies" { "copies" } else { "card" })
            }
            SetupPlace::Unit(unit) => self.unit_spot(unit, field),
            SetupPlace::Status(unit, at) => self.origins.units[unit]
                .sheet
                .field("statuses")
                .item(at)
                .field(field),
        }
    }

    /// A move described on the spot has its damage or block as an intent.
    fn inline(&self, spot: Spot, skill: usize) -> Spot {
        let intent = self.origins.skills[skill].field("intent");
        if !self.report.has(&spot) && self.report.has(&intent) {
            intent
        } else {
            spot
        }
    }

    fn unit_spot(&self, unit: usize, field: &'static str) -> Spot {
        let origin = &self.origins.units[unit];
        match field {
            "sum of weights" | "number of moves" => origin.brain.clone(),
            "number of rankings"
            | "number of ignored kinds"
            | "number of preferred kinds"
            | "times a ranking is listed"
            | "enemies in range" => {
                let own = origin.sheet.field("autofight");
                if self.report.has(&own) {
                    own
                } else {
                    Spot::file(AUTOFIGHT)
                }
            }
            "number of skills" => origin.sheet.field("skills"),
            "max_hp" if !self.report.has(&origin.sheet.field(field)) => origin.sheet.field("hp"),
            _ => origin.sheet.field(field),
        }
    }
}

/// The number in `Defend(70000)`, as it was written.
fn inner_number(written: String) -> Option<i64> {
    let (_, inner) = written.split_once('(')?;
    inner.strip_suffix(')')?.trim().parse().ok()
}

/// Whether an error may come only from something missing, which is reported elsewhere.
fn is_consequence(error: SetupError) -> bool {
    match error {
        SetupError::NoUnits(_) | SetupError::NoSharedDeck { .. } => true,
        SetupError::BadNumber { field, .. } => {
            matches!(
                field,
                "sum of weights" | "number of moves" | "number of different cards"
            )
        }
        _ => false,
    }
}

const fn side_field(faction: Faction) -> &'static str {
    match faction {
        Faction::Friendly => "friends",
        Faction::Enemy => "enemies",
    }
}
