//! The checks of a set-up: what passes is trusted by the rules.

mod skills;
mod units;

use std::ops::RangeInclusive;

use crate::board::Cell;
use crate::brain::{Argument, Rule};
use crate::deck::MAX_CARD_KINDS;
use crate::ids::MAX_UNITS;
use crate::setup::{RuleError, Setup, SetupError, SetupPlace};
use crate::skill::{MAX_AREA_STRIKES, MAX_STRIKES};
use crate::status::Status;
use crate::unit::{Brain, MAX_RULES, MAX_SKILLS, UnitSheet};

/// At most this many skills, decks or card moves in one list.
const MAX_LIST: usize = 200;

/// From edge to edge of the board.
const MAX_RANGE: u8 = 11;

/// Whether a unit of the set-up may follow these rules.
pub(crate) fn check_rules(setup: &Setup, unit: usize, rules: &[Rule]) -> Result<(), RuleError> {
    let sheet = setup.units.get(unit).ok_or(RuleError::NoSuchUnit)?;
    if !rules.is_empty() && !matches!(sheet.brain, Brain::Gambit(_) | Brain::Manual(_)) {
        return Err(RuleError::FollowsNoRules);
    }
    let slots = usize::from(sheet.rule_slots).min(MAX_RULES);
    if rules.len() > slots {
        return Err(RuleError::TooManyRules {
            count: rules.len(),
            slots,
        });
    }
    rules
        .iter()
        .enumerate()
        .try_for_each(|(at, rule)| check_rule(sheet, at, rule))
}

fn check_rule(sheet: &UnitSheet, at: usize, rule: &Rule) -> Result<(), RuleError> {
    if sheet.knows(rule.skill).is_none() {
        return Err(RuleError::UnknownSkill {
            rule: at,
            skill: rule.skill,
        });
    }
    for clause in &rule.when.tests {
        for argument in clause.test.arguments() {
            if let Argument::Range(range) = argument
                && range > Argument::RANGE.most
            {
                return Err(RuleError::RangeTooLarge { rule: at, range });
            }
        }
    }
    Ok(())
}

/// Checks the whole set-up and lists everything that is wrong with it.
pub(crate) fn check(setup: &Setup) -> Result<(), Vec<SetupError>> {
    let mut checker = Checker {
        setup,
        errors: Vec::new(),
    };
    checker.check_lists();
    if !checker.errors.is_empty() {
        // Endless lists are not worth reading, and every pair of entries is compared below.
        return Err(checker.errors);
    }
    checker.check_house();
    checker.check_board();
    for (at, skill) in setup.skills.iter().enumerate() {
        checker.check_skill(at, skill);
    }
    for (at, deck) in setup.decks.iter().enumerate() {
        checker.check_deck(at, deck);
    }
    for (at, unit) in setup.units.iter().enumerate() {
        checker.check_unit(at, unit);
    }
    checker.check_shared_decks();
    checker.check_placing();
    if checker.errors.is_empty() {
        Ok(())
    } else {
        Err(checker.errors)
    }
}

struct Checker<'a> {
    setup: &'a Setup,
    errors: Vec<SetupError>,
}

impl Checker<'_> {
    fn number(
        &mut self,
        place: SetupPlace,
        field: &'static str,
        value: impl TryInto<i64>,
        bounds: RangeInclusive<i64>,
    ) {
        let value = value.try_into().unwrap_or(i64::MAX);
        if !bounds.contains(&value) {
            let (&least, &most) = (bounds.start(), bounds.end());
            self.errors.push(SetupError::BadNumber {
                place,
                field,
                value,
                least,
                most,
            });
        }
    }

    fn check_house(&mut self) {
        let house = &self.setup.house;
        let (least, most) = (house.lowest_chance, house.highest_chance);
        self.number(SetupPlace::House, "highest_chance", most, 0..=100);
        self.number(
            SetupPlace::House,
            "lowest_chance",
            least,
            0..=i64::from(most.min(100)),
        );
        for (field, value) in [
            ("penalty_per_cell", house.penalty_per_cell),
            ("half_cover", house.half_cover),
            ("full_cover", house.full_cover),
            ("dodging", house.dodging),
            ("bump", house.bump),
            ("fire", house.fire),
        ] {
            self.number(SetupPlace::House, field, value, 0..=100);
        }
        self.number(SetupPlace::House, "panic_turns", house.panic_turns, 1..=100);
        self.number(SetupPlace::House, "max_ticks", house.max_ticks, 1..=10_000);
        self.number(SetupPlace::House, "max_rounds", house.max_rounds, 1..=1_000);
        self.number(
            SetupPlace::House,
            "action_points",
            house.action_points,
            1..=9,
        );
    }

    fn check_board(&mut self) {
        for cell in Cell::all() {
            if let Some(damage) = self.setup.board.get(cell).harm() {
                self.number(SetupPlace::Board(cell), "hazard", damage, 1..=999);
            }
        }
    }

    fn check_lists(&mut self) {
        let setup = self.setup;
        let mut list = |place, field, length: usize, least: i64, most: usize| {
            self.number(place, field, length as u64, least..=most as i64);
        };
        list(
            SetupPlace::House,
            "number of skills",
            setup.skills.len(),
            0,
            MAX_LIST,
        );
        list(
            SetupPlace::House,
            "number of decks",
            setup.decks.len(),
            0,
            MAX_LIST,
        );
        for (at, skill) in setup.skills.iter().enumerate().take(MAX_LIST) {
            let least = i64::from(skill.is_hostile());
            let (what, most) = if skill.area().is_wide() {
                ("number of strikes of an area", MAX_AREA_STRIKES)
            } else {
                ("number of strikes", MAX_STRIKES)
            };
            let count = skill.strikes().len();
            list(SetupPlace::Skill(at), what, count, least, most);
        }
        for (at, deck) in setup.decks.iter().enumerate().take(MAX_LIST) {
            list(
                SetupPlace::Deck(at),
                "number of different cards",
                deck.cards.len(),
                1,
                MAX_CARD_KINDS,
            );
        }
        for (at, unit) in setup.units.iter().enumerate().take(MAX_UNITS) {
            list(
                SetupPlace::Unit(at),
                "number of skills",
                unit.skills.len(),
                0,
                MAX_SKILLS,
            );
            list(
                SetupPlace::Unit(at),
                "number of statuses",
                unit.statuses.len(),
                0,
                Status::ALL.len(),
            );
            if let Brain::Cards(moves) = &unit.brain {
                list(
                    SetupPlace::Unit(at),
                    "number of moves",
                    moves.len(),
                    1,
                    MAX_LIST,
                );
            }
        }
        if setup.units.len() > MAX_UNITS {
            self.errors.push(SetupError::TooManyUnits {
                count: setup.units.len(),
            });
        }
    }

    fn check_shared_decks(&mut self) {
        for deck in self.setup.shared_decks.into_iter().flatten() {
            if deck.index() >= self.setup.decks.len() {
                self.errors
                    .push(SetupError::UnknownDeck { place: None, deck });
            }
        }
    }
}
