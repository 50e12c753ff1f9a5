//! The checks of skills and decks.

use super::{Checker, MAX_RANGE};
use crate::battle::MAX_FIRE;
use crate::board::Area;
use crate::damage::MAX_DAMAGE;
use crate::deck::{Card, Deck};
use crate::setup::{SetupError, SetupPlace};
use crate::skill::{Aid, Amount, Check, MAX_DICE, MAX_SIDES, Skill, SkillKind, Strike};
use crate::status::{Affliction, MAX_AMOUNT, MAX_TURNS, Status};

impl Checker<'_> {
    pub(super) fn check_skill(&mut self, at: usize, skill: &Skill) {
        let place = SetupPlace::Skill(at);
        let longest = match &skill.deed {
            SkillKind::Move(_) => 1,
            // Nothing winds up where units take turns (rules §11).
            SkillKind::Attack { .. } | SkillKind::Aid(_) if self.setup.tempo.takes_turns() => 2,
            SkillKind::Attack { .. } | SkillKind::Aid(_) => 10,
        };
        self.number(place, "cost", skill.cost, 1..=longest);
        self.number(place, "range", skill.range, 0..=i64::from(MAX_RANGE));
        // Steps are not counted as uses of a skill.
        let longest_rest = if matches!(skill.deed, SkillKind::Move(_)) {
            0
        } else {
            100
        };
        self.number(place, "cooldown", skill.cooldown, 0..=longest_rest);
        match &skill.deed {
            SkillKind::Move(_) => {}
            SkillKind::Attack {
                strikes,
                burns,
                pays,
                area,
                ..
            } => {
                self.check_area(at, skill, *area);
                for (number, strike) in strikes.iter().enumerate() {
                    let place = SetupPlace::Strike(at, number);
                    self.check_strike(place, strike);
                    if burns.is_none() && strike.does_nothing() {
                        self.errors.push(SetupError::NoEffect { place });
                    }
                }
                if let Some(turns) = *burns {
                    self.number(place, "burns", turns, 1..=i64::from(MAX_FIRE));
                }
                if let Some(price) = *pays {
                    self.number(place, "pays", price, 1..=999);
                }
            }
            SkillKind::Aid(aid) => self.check_aid(at, aid),
        }
    }

    /// A line or a cone that was aimed further than it is long would miss its target.
    fn check_area(&mut self, at: usize, skill: &Skill, area: Area) {
        if !area.is_wide() {
            return;
        }
        let place = SetupPlace::Skill(at);
        self.number(place, "area", area.size(), 1..=i64::from(Area::MAX_SIZE));
        if area.starts_at_attacker() {
            // A length or a range that is wrong by itself is reported as that.
            if (1..=Area::MAX_SIZE).contains(&area.size()) && skill.range <= MAX_RANGE {
                let length = i64::from(area.size());
                self.number(place, "range of an area", skill.range, 1..=length);
            }
            self.number(place, "needs_sight", skill.needs_sight, 1..=1);
        }
        // With a roll, where one victim ends would hang on the others: nobody could foretell it.
        for (number, strike) in skill.strikes().iter().enumerate() {
            if skill.shoves() && strike.check != Check::Sure {
                let place = SetupPlace::Strike(at, number);
                self.errors.push(SetupError::AreaShoves { place });
            }
        }
    }

    pub(super) fn check_strike(&mut self, place: SetupPlace, strike: &Strike) {
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
        if let Some(percent) = strike.drains {
            // Without damage there is nothing to drain.
            let bounds = if strike.damage.is_some() {
                1..=100
            } else {
                0..=0
            };
            self.number(place, "drains", percent, bounds);
        }
    }

    pub(super) fn check_aid(&mut self, at: usize, aid: &Aid) {
        let place = SetupPlace::Skill(at);
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

    pub(super) fn check_amount(&mut self, place: SetupPlace, field: &'static str, amount: Amount) {
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

    pub(super) fn check_affliction(&mut self, place: SetupPlace, affliction: Affliction) {
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

    pub(super) fn check_deck(&mut self, at: usize, deck: &Deck) {
        for (number, &(card, copies)) in deck.cards.iter().enumerate() {
            let place = SetupPlace::Card(at, number);
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
}
