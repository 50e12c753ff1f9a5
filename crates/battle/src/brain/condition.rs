//! Conditions of rules: up to four tests, all joined by *and* or all by *or* (rules §6).
//!
//! A test first measures something, then compares: the measured value is what
//! the why shows.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::brain::view::View;
use crate::brain::why::TestReport;
use crate::ids::UnitId;
use crate::status::Status;
use crate::unit::{Aim, Unit};

/// At most this many tests in a condition.
pub const MAX_TESTS: usize = 4;

/// A whole number from 0 to 100.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// So many percent, if that is at most 100.
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

/// Something a rule can ask. "In range" includes the range and ignores sight; "below" is strict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Test {
    /// Holds.
    Always,
    /// An enemy is within so many cells.
    EnemyInRange(u8),
    /// An ally is within so many cells.
    AllyInRange(u8),
    /// My HP is below so much of its maximum.
    MyHpBelow(Percent),
    /// An enemy's wind-up, locked in an earlier tick, goes to my cell.
    MyCellTargeted,
    /// The target's HP is below so much of its maximum.
    TargetHpBelow(Percent),
    /// At least so many enemies are within so many cells.
    EnemiesInRange {
        /// How many.
        count: u8,
        /// Within how many cells.
        range: u8,
    },
    /// Some ally's HP is below so much of its maximum.
    AllyHpBelow(Percent),
    /// I have the status.
    IHave(Status),
    /// The target has the status.
    TargetHas(Status),
    /// The target is winding something up.
    TargetWindingUp,
    /// My sanity is below so much of its maximum.
    MySanityBelow(Percent),
}

/// What a test measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Measured {
    /// There was nothing to measure, or nobody to measure it on.
    Nothing,
    /// Who is nearest, and how many cells away.
    Nearest(UnitId, u8),
    /// So many are in range.
    Count(u8),
    /// A part of a whole: HP or sanity, and whose.
    Share(UnitId, u16, u16),
    /// Whose wind-up goes to my cell.
    TargetedBy(UnitId),
    /// Turns left of the status, or ticks left of the wind-up.
    Left(u8),
}

impl Condition {
    /// Whether a test asks about the target, so that one must be found first.
    pub(crate) fn is_about_target(&self) -> bool {
        let about_target = |clause: &Clause| {
            matches!(
                clause.test,
                Test::TargetHpBelow(_) | Test::TargetHas(_) | Test::TargetWindingUp
            )
        };
        self.tests.iter().any(about_target)
    }

    /// Whether it holds for a unit and the target its selector found.
    pub(crate) fn holds(
        &self,
        view: &View<'_>,
        me: UnitId,
        target: Option<UnitId>,
        report: Option<&mut Vec<TestReport>>,
    ) -> bool {
        if let Some(report) = report {
            report.extend(self.tests.iter().map(|&clause| {
                let measured = clause.test.measure(view, me, target);
                TestReport {
                    clause,
                    measured,
                    holds: clause.test.holds(measured) != clause.negated,
                }
            }));
        }
        let holds = |clause: &Clause| {
            clause.test.holds(clause.test.measure(view, me, target)) != clause.negated
        };
        match self.join {
            Join::All => self.tests.iter().all(holds),
            Join::Any => self.tests.is_empty() || self.tests.iter().any(holds),
        }
    }
}

impl Test {
    /// Measures what the test asks about.
    fn measure(self, view: &View<'_>, me: UnitId, target: Option<UnitId>) -> Measured {
        let unit = view.unit(me);
        let hp = |id: UnitId| Measured::Share(id, view.unit(id).hp, view.arena().sheet(id).max_hp);
        let distance = |id: UnitId| unit.cell.chebyshev(view.unit(id).cell);
        let nearest = |near: Option<UnitId>| {
            near.map_or(Measured::Nothing, |id| Measured::Nearest(id, distance(id)))
        };
        let status = |on: &Unit, status| {
            on.statuses
                .turns(status)
                .map_or(Measured::Nothing, Measured::Left)
        };
        match self {
            Test::Always => Measured::Nothing,
            Test::EnemyInRange(_) => {
                nearest(view.enemies_of(me).iter().min_by_key(|&id| distance(id)))
            }
            Test::AllyInRange(_) => {
                nearest(view.allies_of(me).iter().min_by_key(|&id| distance(id)))
            }
            Test::MyHpBelow(_) => hp(me),
            Test::MyCellTargeted => {
                let aims_here = |id: &UnitId| {
                    view.unit(*id)
                        .wind_up()
                        .is_some_and(|(_, aim, _)| aim == Aim::Cell(unit.cell))
                };
                view.enemies_of(me)
                    .iter()
                    .find(aims_here)
                    .map_or(Measured::Nothing, Measured::TargetedBy)
            }
            Test::TargetHpBelow(_) => target.map_or(Measured::Nothing, hp),
            Test::EnemiesInRange { range, .. } => {
                let near = view
                    .enemies_of(me)
                    .iter()
                    .filter(|&id| distance(id) <= range)
                    .count();
                Measured::Count(near as u8)
            }
            Test::AllyHpBelow(_) => {
                let share = |&id: &UnitId| {
                    u32::from(view.unit(id).hp) * 10_000 / u32::from(view.arena().sheet(id).max_hp)
                };
                view.allies_of(me)
                    .iter()
                    .min_by_key(share)
                    .map_or(Measured::Nothing, hp)
            }
            Test::IHave(wanted) => status(unit, wanted),
            Test::TargetHas(wanted) => {
                target.map_or(Measured::Nothing, |id| status(view.unit(id), wanted))
            }
            Test::TargetWindingUp => {
                let wind_up = target.and_then(|id| view.unit(id).wind_up());
                wind_up.map_or(Measured::Nothing, |(_, _, left)| Measured::Left(left))
            }
            Test::MySanityBelow(_) => match view.arena().sheet(me).sanity {
                Some(most) => Measured::Share(me, unit.sanity, most),
                None => Measured::Nothing,
            },
        }
    }

    /// Whether what was measured satisfies the test.
    fn holds(self, measured: Measured) -> bool {
        match (self, measured) {
            (Test::Always, _) => true,
            (
                Test::EnemyInRange(range) | Test::AllyInRange(range),
                Measured::Nearest(_, distance),
            ) => distance <= range,
            (
                Test::MyHpBelow(bar)
                | Test::TargetHpBelow(bar)
                | Test::AllyHpBelow(bar)
                | Test::MySanityBelow(bar),
                Measured::Share(_, part, whole),
            ) => u32::from(part) * 100 < u32::from(whole) * u32::from(bar.0),
            (Test::EnemiesInRange { count, .. }, Measured::Count(near)) => near >= count,
            (Test::MyCellTargeted, Measured::TargetedBy(_)) => true,
            (Test::IHave(_) | Test::TargetHas(_) | Test::TargetWindingUp, Measured::Left(_)) => {
                true
            }
            _ => false,
        }
    }
}
