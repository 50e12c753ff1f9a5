//! The checks of units: numbers, minds, places.

use super::{Checker, MAX_LIST, check_rule};
use crate::autofight::Ranking;
use crate::ids::MAX_UNITS;
use crate::setup::{RuleError, SetupError, SetupPlace};
use crate::skill::SkillKind;
use crate::unit::{Brain, CardMove, DeckUse, Faction, MAX_RULES, UnitSheet};

impl Checker<'_> {
    pub(super) fn check_unit(&mut self, at: usize, unit: &UnitSheet) {
        let place = SetupPlace::Unit(at);
        self.number(place, "max_hp", unit.max_hp, 1..=9_999);
        self.number(place, "hp", unit.hp, 1..=i64::from(unit.max_hp.max(1)));
        self.number(place, "start_block", unit.start_block, 0..=999);
        if let Some(sanity) = unit.sanity {
            self.number(place, "sanity", sanity, 1..=999);
        }
        self.number(place, "speed", unit.speed, 0..=30);
        self.number(place, "accuracy", unit.accuracy, -200..=300);
        self.number(place, "armour_class", unit.armour_class, 0..=50);
        self.number(place, "initiative", unit.initiative, -50..=50);
        self.number(place, "rule_slots", unit.rule_slots, 1..=MAX_RULES as i64);
        for (number, &affliction) in unit.statuses.iter().enumerate() {
            let place = SetupPlace::Status(at, number);
            self.check_affliction(place, affliction);
            self.number(place, "held", affliction.held, 0..=0);
        }
        let sets = [
            (unit.resists, unit.vulnerable),
            (unit.resists, unit.immune),
            (unit.vulnerable, unit.immune),
        ];
        if let Some(kind) = sets.into_iter().find_map(|(one, other)| one.shared(other)) {
            self.errors
                .push(SetupError::TwoAffinities { unit: at, kind });
        }
        self.check_autofight(at, unit);
        self.check_known_skills(at, unit);
        self.check_brain(at, unit);
        match unit.deck {
            DeckUse::None => {}
            DeckUse::Own(deck) if deck.index() < self.setup.decks.len() => {}
            DeckUse::Own(deck) => self.errors.push(SetupError::UnknownDeck {
                place: Some(place),
                deck,
            }),
            DeckUse::Shared if self.setup.shared_decks[unit.faction as usize].is_some() => {}
            DeckUse::Shared => self.errors.push(SetupError::NoSharedDeck { unit: at }),
        }
    }

    pub(super) fn check_autofight(&mut self, at: usize, unit: &UnitSheet) {
        let place = SetupPlace::Unit(at);
        let settings = &unit.autofight;
        for (field, length, most) in [
            (
                "number of rankings",
                settings.order.len(),
                Ranking::ALL.len(),
            ),
            ("number of ignored kinds", settings.ignore.len(), MAX_LIST),
            ("number of preferred kinds", settings.prefer.len(), MAX_LIST),
        ] {
            self.number(place, field, length as u64, 0..=most as i64);
        }
        for ranking in Ranking::ALL {
            let times = settings
                .order
                .iter()
                .filter(|&&listed| listed == ranking)
                .count();
            self.number(place, "times a ranking is listed", times as u64, 0..=1);
        }
        if let Some(count) = settings.interrupts.enemies_in_range {
            self.number(place, "enemies in range", count, 1..=MAX_UNITS as i64);
        }
    }

    pub(super) fn check_known_skills(&mut self, at: usize, unit: &UnitSheet) {
        let place = SetupPlace::Unit(at);
        for (number, &skill) in unit.skills.iter().enumerate() {
            if skill.index() >= self.setup.skills.len() {
                self.errors.push(SetupError::UnknownSkill { place, skill });
            }
            if unit
                .skills
                .iter()
                .take(number)
                .any(|&earlier| earlier == skill)
            {
                self.errors
                    .push(SetupError::DoubledSkill { unit: at, skill });
            }
        }
    }

    pub(super) fn check_brain(&mut self, at: usize, unit: &UnitSheet) {
        match &unit.brain {
            Brain::Heuristic => {}
            Brain::Gambit(rules) | Brain::Manual(rules) => {
                let slots = usize::from(unit.rule_slots).min(MAX_RULES);
                let too_many = RuleError::TooManyRules {
                    count: rules.len(),
                    slots,
                };
                let errors = Some(too_many).filter(|_| rules.len() > slots).into_iter();
                let each = rules.iter().take(MAX_LIST).enumerate();
                let each = each.filter_map(|(number, rule)| check_rule(unit, number, rule).err());
                self.errors.extend(
                    errors
                        .chain(each)
                        .map(|error| SetupError::BadRule { unit: at, error }),
                );
            }
            Brain::Cards(moves) => self.check_moves(at, unit, moves),
        }
    }

    pub(super) fn check_moves(&mut self, at: usize, unit: &UnitSheet, moves: &[CardMove]) {
        let place = SetupPlace::Unit(at);
        for card in moves {
            let known = unit
                .knows(card.skill)
                .and_then(|_| self.setup.skills.get(card.skill.index()));
            match known.map(|skill| &skill.deed) {
                None => self.errors.push(SetupError::UnknownMove {
                    unit: at,
                    skill: card.skill,
                }),
                Some(SkillKind::Move(_)) => self.errors.push(SetupError::MoveAsCard {
                    unit: at,
                    skill: card.skill,
                }),
                Some(SkillKind::Attack { .. } | SkillKind::Aid(_)) => {}
            }
        }
        let weights: u64 = moves.iter().map(|card| u64::from(card.weight)).sum();
        self.number(place, "sum of weights", weights, 1..=1_000_000);
    }

    pub(super) fn check_placing(&mut self) {
        let units = &self.setup.units;
        for faction in Faction::ALL {
            if !units.iter().any(|unit| unit.faction == faction) {
                self.errors.push(SetupError::NoUnits(faction));
            }
        }
        for (second, unit) in units.iter().enumerate() {
            let terrain = self.setup.board.get(unit.cell);
            if !terrain.walkable() {
                self.errors.push(SetupError::CannotStand {
                    unit: second,
                    cell: unit.cell,
                    terrain,
                });
            }
            if let Some(first) = units
                .iter()
                .take(second)
                .position(|earlier| earlier.cell == unit.cell)
            {
                self.errors.push(SetupError::SharedCell {
                    cell: unit.cell,
                    first,
                    second,
                });
            }
        }
    }
}
