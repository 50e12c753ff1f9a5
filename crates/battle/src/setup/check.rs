//! The checks of a set-up: what passes is trusted by the rules.

use std::ops::RangeInclusive;

use crate::autofight::Ranking;
use crate::board::{Cell, Terrain};
use crate::brain::{Rule, Test};
use crate::damage::MAX_DAMAGE;
use crate::deck::{Card, Deck, MAX_CARD_KINDS};
use crate::ids::MAX_UNITS;
use crate::setup::{Place, RuleError, Setup, SetupError};
use crate::skill::{Aid, Amount, Check, Deed, MAX_DICE, MAX_SIDES, MAX_STRIKES, Skill, Strike};
use crate::status::{Affliction, MAX_AMOUNT, MAX_TURNS, Status};
use crate::tempo::Tempo;
use crate::unit::{Brain, CardMove, DeckUse, Faction, MAX_RULES, MAX_SKILLS, UnitSheet};

/// At most this many skills, decks or card moves in one list.
const MAX_LIST: usize = 200;

/// The board is no wider.
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
        if let Test::EnemyInRange(range)
        | Test::AllyInRange(range)
        | Test::EnemiesInRange { range, .. } = clause.test
            && range > MAX_RANGE
        {
            return Err(RuleError::RangeTooLarge { rule: at, range });
        }
    }
    Ok(())
}

/// Checks the whole set-up and tells everything that is wrong with it.
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
        place: Place,
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
        self.number(Place::House, "highest_chance", most, 0..=100);
        self.number(
            Place::House,
            "lowest_chance",
            least,
            0..=i64::from(most.min(100)),
        );
        for (field, value) in [
            ("penalty_per_cell", house.penalty_per_cell),
            ("half_cover", house.half_cover),
            ("full_cover", house.full_cover),
            ("dodging", house.dodging),
        ] {
            self.number(Place::House, field, value, 0..=100);
        }
        self.number(Place::House, "panic_turns", house.panic_turns, 1..=100);
        self.number(Place::House, "max_ticks", house.max_ticks, 1..=10_000);
        self.number(Place::House, "max_rounds", house.max_rounds, 1..=1_000);
        self.number(Place::House, "action_points", house.action_points, 1..=9);
    }

    fn check_board(&mut self) {
        for cell in Cell::all() {
            if let Terrain::Hazard(damage) = self.setup.board.get(cell) {
                self.number(Place::Board(cell), "hazard", damage, 1..=999);
            }
        }
    }

    fn check_lists(&mut self) {
        let setup = self.setup;
        let mut list = |place, field, length: usize, least: i64, most: usize| {
            self.number(place, field, length as u64, least..=most as i64);
        };
        list(
            Place::House,
            "number of skills",
            setup.skills.len(),
            0,
            MAX_LIST,
        );
        list(
            Place::House,
            "number of decks",
            setup.decks.len(),
            0,
            MAX_LIST,
        );
        for (at, skill) in setup.skills.iter().enumerate().take(MAX_LIST) {
            let least = i64::from(skill.is_hostile());
            list(
                Place::Skill(at),
                "number of strikes",
                skill.strikes().len(),
                least,
                MAX_STRIKES,
            );
        }
        for (at, deck) in setup.decks.iter().enumerate().take(MAX_LIST) {
            list(
                Place::Deck(at),
                "number of different cards",
                deck.cards.len(),
                1,
                MAX_CARD_KINDS,
            );
        }
        for (at, unit) in setup.units.iter().enumerate().take(MAX_UNITS) {
            list(
                Place::Unit(at),
                "number of skills",
                unit.skills.len(),
                0,
                MAX_SKILLS,
            );
            list(
                Place::Unit(at),
                "number of statuses",
                unit.statuses.len(),
                0,
                Status::ALL.len(),
            );
            if let Brain::Cards(moves) = &unit.brain {
                list(Place::Unit(at), "number of moves", moves.len(), 1, MAX_LIST);
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

    fn check_skill(&mut self, at: usize, skill: &Skill) {
        let place = Place::Skill(at);
        let longest = match (&skill.deed, self.setup.tempo) {
            (Deed::Move(_), _) => 1,
            (_, Tempo::Ticks) => 10,
            // Nothing winds up where units take turns (rules §11).
            (_, Tempo::Initiative | Tempo::Phases) => 2,
        };
        self.number(place, "cost", skill.cost, 1..=longest);
        self.number(place, "range", skill.range, 0..=i64::from(MAX_RANGE));
        // Steps are not counted as uses of a skill.
        let longest_rest = if matches!(skill.deed, Deed::Move(_)) {
            0
        } else {
            100
        };
        self.number(place, "cooldown", skill.cooldown, 0..=longest_rest);
        match &skill.deed {
            Deed::Move(_) => {}
            Deed::Attack { strikes, .. } => {
                for (number, strike) in strikes.iter().enumerate() {
                    self.check_strike(Place::Strike(at, number), strike);
                }
            }
            Deed::Aid(aid) => self.check_aid(at, aid),
        }
    }

    fn check_strike(&mut self, place: Place, strike: &Strike) {
        match strike.check {
            Check::Sure => {}
            Check::Aimed { bonus } => self.number(place, "accuracy_bonus", bonus, -200..=200),
            Check::Armour { bonus, .. } => self.number(place, "accuracy_bonus", bonus, -50..=50),
        }
        if let Some(damage) = strike.damage {
            self.check_amount(place, "damage", damage.amount);
        }
        if let Some(amount) = strike.sanity {
            self.check_amount(place, "sanity_damage", amount);
        }
        if let Some(affliction) = strike.inflicts {
            self.check_affliction(place, affliction);
        }
        if strike.damage.is_none()
            && strike.sanity.is_none()
            && strike.inflicts.is_none()
            && !strike.shoves
        {
            self.errors.push(SetupError::NoEffect { place });
        }
    }

    fn check_aid(&mut self, at: usize, aid: &Aid) {
        let place = Place::Skill(at);
        if let Some(block) = aid.block {
            self.number(place, "block", block, 1..=999);
        }
        if let Some(heal) = aid.heal {
            self.check_amount(place, "heal", heal);
        }
        if let Some(sanity) = aid.rally {
            self.number(place, "rally", sanity, 1..=999);
        }
        if let Some(affliction) = aid.grants {
            self.check_affliction(place, affliction);
        }
        if *aid == Aid::default() {
            self.errors.push(SetupError::NoEffect { place });
        }
    }

    fn check_amount(&mut self, place: Place, field: &'static str, amount: Amount) {
        self.number(
            place,
            "number of dice",
            amount.dice,
            0..=i64::from(MAX_DICE),
        );
        if amount.dice > 0 {
            self.number(
                place,
                "sides of the dice",
                amount.sides,
                1..=i64::from(MAX_SIDES),
            );
        }
        self.number(place, field, amount.plus, -999..=999);
        self.number(place, field, amount.highest(), 0..=i64::from(MAX_DAMAGE));
    }

    fn check_affliction(&mut self, place: Place, affliction: Affliction) {
        self.number(place, "turns", affliction.turns, 1..=i64::from(MAX_TURNS));
        let amounts = if affliction.status.has_amount() {
            1..=i64::from(MAX_AMOUNT)
        } else {
            0..=0
        };
        self.number(place, "amount", affliction.amount, amounts);
        let holds = if affliction.status == Status::Rooted {
            0..=1
        } else {
            0..=0
        };
        self.number(place, "held", affliction.held, holds);
    }

    fn check_deck(&mut self, at: usize, deck: &Deck) {
        for (number, &(card, copies)) in deck.cards.iter().enumerate() {
            let place = Place::Card(at, number);
            self.number(place, "copies", copies, 1..=100);
            match card {
                Card::Null => {}
                Card::Times(factor) => self.number(place, "factor", factor, 2..=10),
                Card::Plus(change) => self.number(place, "change", change, -99..=99),
            }
            if deck
                .cards
                .iter()
                .take(number)
                .any(|&(earlier, _)| earlier == card)
            {
                self.errors.push(SetupError::DoubledCard {
                    deck: at,
                    at: number,
                    card,
                });
            }
        }
    }

    fn check_unit(&mut self, at: usize, unit: &UnitSheet) {
        let place = Place::Unit(at);
        self.number(place, "max_hp", unit.max_hp, 1..=9_999);
        self.number(place, "hp", unit.hp, 1..=i64::from(unit.max_hp.max(1)));
        if let Some(sanity) = unit.sanity {
            self.number(place, "sanity", sanity, 1..=999);
        }
        self.number(place, "speed", unit.speed, 0..=30);
        self.number(place, "accuracy", unit.accuracy, -200..=300);
        self.number(place, "armour_class", unit.armour_class, 0..=50);
        self.number(place, "initiative", unit.initiative, -50..=50);
        self.number(place, "rule_slots", unit.rule_slots, 1..=MAX_RULES as i64);
        for (number, &affliction) in unit.statuses.iter().enumerate() {
            let place = Place::Status(at, number);
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

    fn check_autofight(&mut self, at: usize, unit: &UnitSheet) {
        let place = Place::Unit(at);
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

    fn check_known_skills(&mut self, at: usize, unit: &UnitSheet) {
        let place = Place::Unit(at);
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

    fn check_brain(&mut self, at: usize, unit: &UnitSheet) {
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

    fn check_moves(&mut self, at: usize, unit: &UnitSheet, moves: &[CardMove]) {
        let place = Place::Unit(at);
        for card in moves {
            let known = unit
                .knows(card.skill)
                .and_then(|_| self.setup.skills.get(card.skill.index()));
            match known.map(|skill| &skill.deed) {
                None => self.errors.push(SetupError::UnknownMove {
                    unit: at,
                    skill: card.skill,
                }),
                Some(Deed::Move(_)) => self.errors.push(SetupError::MoveAsCard {
                    unit: at,
                    skill: card.skill,
                }),
                Some(Deed::Attack { .. } | Deed::Aid(_)) => {}
            }
        }
        let weights: u64 = moves.iter().map(|card| u64::from(card.weight)).sum();
        self.number(place, "sum of weights", weights, 1..=1_000_000);
    }

    fn check_placing(&mut self) {
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
