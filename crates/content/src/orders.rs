//! What a player does in a battle, as a file: `foretold-lab run --orders` reads it, `foretold-lab
//! replay export` writes it.

use std::fmt::Write;

use foretold_battle::{
    AutofightSettings, Cell, Command, Entry, Order, Replay, SkillId, Skipped, UnitId,
};
use ron::Options;
use ron::extensions::Extensions;

use crate::assemble::Assembler;
use crate::content::Content;
use crate::encounter::Encounter;
use crate::error::{ContentError, Errors};
use crate::file::{DeedFile, OrdersFile, RulesSource};
use crate::files::Files;
use crate::library::{Report, Spot};
use crate::names;
use crate::parse::parse;

/// What a player does in a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// The battle that they are for, if the file names it.
    pub battle: Option<String>,
    /// Where the dice begin, if the file says so.
    pub seed: Option<u64>,
    /// How many steps are played, if the file says so.
    pub steps: Option<u32>,
    /// What the player does, by step.
    pub given: Vec<GivenOrder>,
}

/// Something that a player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenOrder {
    /// What, and after how many steps.
    pub entry: Entry,
    /// Whether it is no mistake if the battle refuses it.
    pub may_be_refused: bool,
    /// Its line in the file, from 1.
    pub line: u32,
}

impl Content {
    /// Reads what a player does in a battle. `file` is the name of the text in errors.
    ///
    /// # Errors
    /// Everything that is wrong with the text, with lines and columns.
    pub fn orders_from_text(
        &self,
        encounter: &Encounter,
        file: &str,
        text: &str,
    ) -> Result<Orders, Vec<ContentError>> {
        let mut files = Files::default();
        files.insert(file, text);
        let mut report = Report::new(&files, Errors::default());
        let at = Spot::file(file);
        // Without the mark that some editors put in front.
        let text = files.get(file).unwrap_or_default();
        let parsed: Option<OrdersFile> = if files.get(file).is_some() {
            parse(file, text, &mut report.errors)
        } else {
            report.error(&at, "it is too large: expected at most 1 MiB");
            None
        };
        let mut given = Vec::new();
        let (mut line, mut counted) = (1, 0);
        let orders = parsed.iter().flat_map(|parsed| parsed.orders.iter());
        for (number, order) in orders.enumerate() {
            let at = at.field("orders").item(number);
            // Each line is counted once, however many orders there are.
            let start = report.start_of(&at).unwrap_or(counted).max(counted);
            line += text[counted..start].matches('\n').count() as u32;
            counted = start;
            let mut reader = Reader {
                content: self,
                encounter,
                report: &mut report,
                at: at.field("do"),
            };
            if let Some(command) = reader.command(&order.deed) {
                let step = order.step;
                given.push(GivenOrder {
                    entry: Entry { step, command },
                    may_be_refused: order.may_be_refused,
                    line,
                });
            }
        }
        // Within a step they stay in the order of the file.
        given.sort_by_key(|order| order.entry.step);
        match parsed {
            Some(parsed) if report.errors.is_empty() => Ok(Orders {
                battle: parsed.battle,
                seed: parsed.seed,
                steps: parsed.steps,
                given,
            }),
            _ => Err(report.errors.into_sorted()),
        }
    }
}

/// Turns the names of one order into what the battle knows.
struct Reader<'a, 'f> {
    content: &'a Content,
    encounter: &'a Encounter,
    report: &'a mut Report<'f>,
    at: Spot,
}

impl Reader<'_, '_> {
    fn command(&mut self, deed: &DeedFile) -> Option<Command> {
        let order = |unit, order, until_released| Command::Order {
            unit,
            order,
            until_released,
        };
        Some(match deed {
            DeedFile::Move {
                unit,
                to,
                until_released,
            } => {
                let (unit, to) = (self.unit(unit), self.cell(to, "to"));
                order(unit?, Order::MoveTo(to?), *until_released)
            }
            DeedFile::Use {
                unit,
                skill,
                at,
                until_released,
            } => {
                let (unit, at) = (self.unit(unit), self.cell(at, "at"));
                let skill = self.skill(unit?, skill)?;
                order(unit?, Order::Use { skill, at: at? }, *until_released)
            }
            DeedFile::Guard {
                unit,
                until_released,
            } => order(self.unit(unit)?, Order::Guard, *until_released),
            DeedFile::EndTurn {
                unit,
                until_released,
            } => order(self.unit(unit)?, Order::EndTurn, *until_released),
            DeedFile::Autofight {
                unit,
                mode,
                until_released,
            } => order(self.unit(unit)?, Order::Autofight(*mode), *until_released),
            DeedFile::Release { unit } => Command::Release {
                unit: self.unit(unit)?,
            },
            DeedFile::Rules { unit, rules } => {
                let unit = self.unit(unit)?;
                self.rules(unit, rules)?
            }
            DeedFile::Mark { unit } => Command::Mark {
                unit: self.unit(unit)?,
                marked: true,
            },
            DeedFile::Unmark { unit } => Command::Mark {
                unit: self.unit(unit)?,
                marked: false,
            },
            DeedFile::Settings { unit, autofight } => {
                let (unit, at) = (self.unit(unit)?, self.at.field("autofight"));
                let library = self.content.library();
                let settings = Assembler::new(library, self.report).autofight(autofight, &at);
                self.settings(unit, settings)?
            }
            DeedFile::Reckless { unit } => Command::Reckless {
                unit: self.unit(unit)?,
            },
            DeedFile::Luck(luck) => Command::Luck(*luck),
            DeedFile::Player(present) => Command::Player { present: *present },
        })
    }

    fn unit(&mut self, name: &str) -> Option<UnitId> {
        let unit = self.encounter.unit(name);
        if unit.is_none() {
            let ids: Vec<&str> = self.encounter.unit_ids().collect();
            let at = self.at.field("unit");
            self.report.unknown(&at, "unit", name, ids);
        }
        unit
    }

    fn cell(&mut self, name: &str, field: &'static str) -> Option<Cell> {
        let cell = name.parse().ok();
        if cell.is_none() {
            let shown = names::shown(name);
            self.report.error(
                &self.at.field(field),
                format!("found \"{shown}\", expected a cell from \"A1\" to \"L12\""),
            );
        }
        cell
    }

    fn skill(&mut self, unit: UnitId, name: &str) -> Option<SkillId> {
        let sheet = self.encounter.setup.units.get(unit.slot())?;
        let skill = self.encounter.skill(name);
        let known = skill.filter(|&skill| sheet.knows(skill).is_some());
        if known.is_none() {
            let ids = sheet.skills.iter();
            let ids: Vec<&str> = ids.map(|&skill| self.encounter.skill_id(skill)).collect();
            let at = self.at.field("skill");
            let noun = format!("skill of `{}` called", self.encounter.unit_id(unit));
            self.report.unknown(&at, &noun, name, ids);
        }
        known
    }

    fn rules(&mut self, unit: UnitId, source: &RulesSource) -> Option<Command> {
        let at = self.at.field("rules");
        let before = self.report.errors.len();
        let set = match source {
            RulesSource::Here(set) => set,
            RulesSource::Preset(name) => {
                let sets = &self.content.library().gambits;
                let Some(set) = sets.get(name).and_then(Option::as_ref) else {
                    let names = sets.keys().map(String::as_str);
                    self.report.unknown(&at, "rule set", name, names);
                    return None;
                };
                set
            }
        };
        let rules = self
            .content
            .assemble_rules(self.encounter, unit, set, &at, self.report);
        (self.report.errors.len() == before).then_some(Command::Rules { unit, rules })
    }

    /// Settings are checked as those of a unit's file are.
    fn settings(&mut self, unit: UnitId, settings: AutofightSettings) -> Option<Command> {
        let mut setup = self.encounter.setup.clone();
        let sheet = setup.units.get_mut(unit.slot())?;
        sheet.autofight.clone_from(&settings);
        if let Err(errors) = setup.check() {
            let at = self.at.field("autofight");
            for error in errors {
                self.report.error(&at, error.to_string());
            }
            return None;
        }
        let settings = Box::new(settings);
        Some(Command::Autofight { unit, settings })
    }
}

impl Encounter {
    /// What the player did in a replay of this battle, as a file for [`Content::orders_from_text`].
    /// `skipped` are those that the battle refused.
    pub fn orders_to_text(&self, replay: &Replay, skipped: &[Skipped]) -> String {
        let mut text = format!(
            "(\n    battle: {:?},\n    seed: {},\n    steps: {},\n    orders: [\n",
            self.name,
            replay.seed,
            replay.steps()
        );
        for entry in &replay.entries {
            let deed = self.deed_to_text(&entry.command);
            let refused = skipped.iter().any(|skipped| skipped.entry == *entry);
            let refused = if refused {
                ", may_be_refused: true"
            } else {
                ""
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "        (step: {}, do: {deed}{refused}),", entry.step);
        }
        text + "    ],\n)\n"
    }

    /// Something that a player does, as it is written in a file.
    pub fn deed_to_text(&self, command: &Command) -> String {
        match command {
            Command::Order {
                unit,
                order,
                until_released,
            } => {
                let (word, more) = match order {
                    Order::MoveTo(cell) => ("Move", format!(", to: \"{cell}\"")),
                    Order::Use { skill, at } => {
                        let skill = self.skill_id(*skill);
                        ("Use", format!(", skill: {skill:?}, at: \"{at}\""))
                    }
                    Order::Guard => ("Guard", String::new()),
                    Order::EndTurn => ("EndTurn", String::new()),
                    Order::Autofight(mode) => ("Autofight", format!(", mode: {mode:?}")),
                };
                let kept = if *until_released {
                    ", until_released: true"
                } else {
                    ""
                };
                format!("{word}(unit: {:?}{more}{kept})", self.unit_id(*unit))
            }
            Command::Release { unit } => self.to_unit("Release", *unit),
            Command::Rules { unit, rules } => {
                let rules = self.rules_to_text(rules);
                let rules: Vec<&str> = rules.lines().map(str::trim).collect();
                let unit = self.unit_id(*unit);
                format!("Rules(unit: {unit:?}, rules: {})", rules.join(" "))
            }
            Command::Mark { unit, marked: true } => self.to_unit("Mark", *unit),
            Command::Mark {
                unit,
                marked: false,
            } => self.to_unit("Unmark", *unit),
            Command::Reckless { unit } => self.to_unit("Reckless", *unit),
            Command::Player { present } => format!("Player({present})"),
            Command::Luck(luck) => format!("Luck({luck:?})"),
            Command::Autofight { unit, settings } => {
                // As in a file: without a `Some` around what may be left out.
                let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
                let settings = options.to_string(settings);
                let settings = settings
                    .expect("settings are names and numbers, and writing to memory cannot fail");
                let unit = self.unit_id(*unit);
                format!("Settings(unit: {unit:?}, autofight: {settings})")
            }
        }
    }

    fn to_unit(&self, word: &str, unit: UnitId) -> String {
        format!("{word}(unit: {:?})", self.unit_id(unit))
    }
}
