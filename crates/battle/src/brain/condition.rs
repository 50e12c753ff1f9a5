//! Conditions of rules: up to four tests, all joined by *and* or all by *or* (rules §6).
//!
//! A test first measures something, then compares: the measured value is what
//! the why shows.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::brain::test::{About, Test};
use crate::brain::view::View;
use crate::brain::why::TestReport;
use crate::ids::{UnitId, UnitSet};
use crate::skill::Skill;

/// At most this many tests in a condition.
pub const MAX_TESTS: usize = 4;

/// A whole number from 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// `percent` percent; `None` above 100.
    pub const fn new(percent: u8) -> Option<Percent> {
        if percent <= 100 {
            Some(Percent(percent))
        } else {
            None
        }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        Percent::new(percent).ok_or_else(|| format!("{percent}% is not between 0% and 100%"))
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

impl From<Percent> for i64 {
    fn from(percent: Percent) -> i64 {
        percent.0.into()
    }
}

/// When a rule applies. Without tests it always does.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Condition {
    /// How the tests are joined.
    pub join: Join,
    /// The tests.
    pub tests: ArrayVec<Clause, MAX_TESTS>,
}

/// How the tests of a condition are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Join {
    /// Every one must hold.
    #[default]
    All,
    /// One is enough.
    Any,
}

/// A test, perhaps negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// Whether it must *not* hold.
    pub negated: bool,
    /// The test.
    pub test: Test,
}

/// What a test measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Measured {
    /// There was nothing to measure, or no unit to measure it on.
    Nothing,
    /// Who is nearest, and how many cells away.
    Nearest(UnitId, u8),
    /// How many are in range, or would be hit.
    Count(u8),
    /// A part of a whole: HP or sanity, and whose.
    Share(UnitId, u16, u16),
    /// The unit that it asks for: one that aims at my cell, or an ally that would be hit.
    Found(UnitId),
    /// Turns left of the status, or ticks left of the wind-up.
    Left(u8),
}

impl Measured {
    /// The unit that it was measured on, if it is one.
    pub(crate) const fn unit(self) -> Option<UnitId> {
        match self {
            Measured::Nearest(unit, _) | Measured::Share(unit, ..) | Measured::Found(unit) => {
                Some(unit)
            }
            Measured::Nothing | Measured::Count(_) | Measured::Left(_) => None,
        }
    }

    /// A number by its name in the sentences of the table.
    pub(crate) fn number(self, name: &str) -> u32 {
        match self {
            Measured::Nothing | Measured::Found(_) => 0,
            Measured::Nearest(_, number) | Measured::Count(number) | Measured::Left(number) => {
                number.into()
            }
            Measured::Share(_, part, _) if name == "part" => part.into(),
            Measured::Share(_, _, whole) if name == "whole" => whole.into(),
            Measured::Share(_, part, whole) => (u32::from(part) * 100)
                .checked_div(whole.into())
                .unwrap_or(0),
        }
    }
}

impl Condition {
    /// Whether a test asks about the target.
    pub(crate) fn is_about_target(&self) -> bool {
        self.tests
            .iter()
            .any(|clause| clause.test.about() == About::Target)
    }

    /// Whether it holds, if the tests that need no target settle that.
    #[inline(always)]
    pub(crate) fn settled_without_target(
        &self,
        view: &View<'_>,
        me: UnitId,
        skill: &Skill,
    ) -> Option<bool> {
        let mut open = false;
        for clause in &self.tests {
            if clause.test.about() == About::Target {
                open = true;
                continue;
            }
            let (_, holds) = clause.test.ask(view, me, skill, None);
            match (self.join, holds != clause.negated) {
                (Join::All, false) => return Some(false),
                (Join::Any, true) => return Some(true),
                (Join::All, true) | (Join::Any, false) => {}
            }
        }
        let settled = self.join == Join::All || self.tests.is_empty();
        (!open).then_some(settled)
    }

    /// Whether it holds for a unit, the skill of its rule and the target its selector found.
    pub(crate) fn holds(
        &self,
        view: &View<'_>,
        me: UnitId,
        skill: &Skill,
        target: Option<UnitId>,
        report: Option<&mut Vec<TestReport>>,
    ) -> bool {
        if let Some(report) = report {
            report.extend(self.tests.iter().map(|&clause| {
                let (measured, holds) = clause.test.ask(view, me, skill, target);
                TestReport {
                    clause,
                    measured,
                    holds: holds != clause.negated,
                }
            }));
        }
        let holds = |clause: &Clause| {
            let (_, holds) = clause.test.ask(view, me, skill, target);
            holds != clause.negated
        };
        match self.join {
            Join::All => self.tests.iter().all(holds),
            Join::Any => self.tests.is_empty() || self.tests.iter().any(holds),
        }
    }
}

impl Test {
    /// Measures what the test asks about, and compares.
    #[inline(always)]
    fn ask(
        &self,
        view: &View<'_>,
        me: UnitId,
        skill: &Skill,
        target: Option<UnitId>,
    ) -> (Measured, bool) {
        let nothing = (Measured::Nothing, false);
        let aim = target
            .filter(|_| skill.is_hostile())
            .map(|target| (skill, target));
        let from = view.cell(me);
        let distance = |id: UnitId| from.chebyshev(view.cell(id));
        let nearest = |among: UnitSet, range: u8| {
            let nearest = among.lowest(|id| distance(id).into());
            nearest.map_or(nothing, |(id, distance)| {
                let holds = distance <= range.into();
                (Measured::Nearest(id, distance as u8), holds)
            })
        };
        let below = |id: UnitId, part: u16, whole: u16, bar: Percent| {
            let holds = u32::from(part) * 100 < u32::from(whole) * u32::from(bar.0);
            (Measured::Share(id, part, whole), holds)
        };
        let hp = |id: UnitId, bar: Percent| {
            below(id, view.unit(id).hp, view.arena().sheet(id).max_hp, bar)
        };
        let left = |left: Option<u8>| left.map_or(nothing, |left| (Measured::Left(left), true));
        match *self {
            Test::Always => (Measured::Nothing, true),
            Test::EnemyInRange(range) => nearest(view.enemies_of(me), range),
            Test::AllyInRange(range) => nearest(view.allies_of(me), range),
            Test::MyHpBelow(bar) => hp(me, bar),
            Test::MyCellTargeted => view
                .targeted_by(me)
                .map_or(nothing, |id| (Measured::Found(id), true)),
            Test::TargetHpBelow(bar) => target.map_or(nothing, |id| hp(id, bar)),
            Test::EnemiesInRange { count, range } => {
                let near = view
                    .enemies_of(me)
                    .iter()
                    .filter(|&id| distance(id) <= range)
                    .count() as u8;
                (Measured::Count(near), near >= count)
            }
            Test::AllyHpBelow(bar) => {
                let share = |&id: &UnitId| {
                    u32::from(view.unit(id).hp) * 10_000 / u32::from(view.arena().sheet(id).max_hp)
                };
                view.allies_of(me)
                    .iter()
                    .min_by_key(share)
                    .map_or(nothing, |id| hp(id, bar))
            }
            Test::IHave(status) => left(view.unit(me).statuses.turns(status)),
            Test::TargetHas(status) => {
                left(target.and_then(|id| view.unit(id).statuses.turns(status)))
            }
            Test::TargetWindingUp => {
                let wind_up = target.and_then(|id| view.unit(id).wind_up());
                left(wind_up.map(|(_, _, left)| left))
            }
            Test::MySanityBelow(bar) => view
                .arena()
                .sheet(me)
                .sanity
                .map_or(nothing, |most| below(me, view.unit(me).sanity, most, bar)),
            Test::WouldHitEnemies(count) => aim.map_or(nothing, |(skill, target)| {
                let hit = view.hit_count(me, skill, target).enemies;
                (Measured::Count(hit), hit >= count)
            }),
            Test::WouldHitAlly => {
                let ally = aim.and_then(|(skill, target)| view.ally_hit(me, skill, target));
                ally.map_or(nothing, |id| (Measured::Found(id), true))
            }
        }
    }
}
