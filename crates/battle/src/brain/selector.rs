//! Selectors: whom a skill is for (rules §6).

use serde::{Deserialize, Serialize};

use crate::brain::view::{Reach, View};
use crate::brain::why::{Candidate, PickedBy, Selection};
use crate::ids::{UnitId, UnitSet};
use crate::skill::{Deed, Skill};

/// Whom a skill is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Selector {
    /// What is compared.
    pub criterion: Criterion,
    /// Among whom.
    pub side: Side,
    /// Only among those whom the skill reaches from here; moves reach everybody.
    pub in_reach: bool,
}

/// What is compared between candidates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Criterion {
    /// The fewest cells away.
    Nearest,
    /// The most cells away.
    Furthest,
    /// The lowest current HP.
    LowestHp,
    /// The highest current HP.
    HighestHp,
}

/// Among whom a selector looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Opponents who stand.
    Enemy,
    /// The others on one's own side, the downed included.
    Ally,
    /// Oneself.
    Own,
}

impl Selector {
    /// The enemy the fewest cells away.
    pub const NEAREST_ENEMY: Selector = Selector::new(Criterion::Nearest, Side::Enemy);
    /// The ally the fewest cells away.
    pub const NEAREST_ALLY: Selector = Selector::new(Criterion::Nearest, Side::Ally);
    /// The enemy with the lowest HP.
    pub const LOWEST_HP_ENEMY: Selector = Selector::new(Criterion::LowestHp, Side::Enemy);
    /// The ally with the lowest HP.
    pub const LOWEST_HP_ALLY: Selector = Selector::new(Criterion::LowestHp, Side::Ally);
    /// Oneself.
    pub const OWN: Selector = Selector::new(Criterion::Nearest, Side::Own);

    /// A selector among all of a side, in reach or not.
    pub const fn new(criterion: Criterion, side: Side) -> Selector {
        Selector {
            criterion,
            side,
            in_reach: false,
        }
    }

    /// The same, only among those in reach.
    pub const fn in_reach(self) -> Selector {
        Selector {
            in_reach: true,
            ..self
        }
    }

    /// Whom it finds for a unit that wants to use the skill, if any. Ties: lower y, then lower x.
    pub(crate) fn select(
        self,
        view: &View<'_>,
        me: UnitId,
        skill: Option<&Skill>,
        report: Option<&mut Selection>,
    ) -> Option<UnitId> {
        let candidates = self.candidates(view, me, skill);
        // Cells are ordered by y, then x: one number holds the score and both ties.
        let rank = |&unit: &UnitId| {
            let score = self.score(view, me, unit);
            let rank = if self.wants_most() {
                u16::MAX - score
            } else {
                score
            };
            u32::from(rank) << 8 | u32::from(view.unit(unit).cell.byte())
        };
        let chosen = candidates.iter().min_by_key(rank);
        if let Some(report) = report {
            *report = self.report(view, me, candidates, chosen);
        }
        chosen
    }

    fn candidates(self, view: &View<'_>, me: UnitId, skill: Option<&Skill>) -> UnitSet {
        let all = match self.side {
            Side::Enemy => view.enemies_of(me),
            Side::Ally => view.allies_of(me),
            Side::Own => UnitSet::EMPTY.with(me),
        };
        let Some(skill) =
            skill.filter(|skill| self.in_reach && !matches!(skill.deed, Deed::Move(_)))
        else {
            return all;
        };
        let from = view.unit(me).cell;
        all.iter()
            .filter(|&unit| view.reach(from, view.unit(unit).cell, skill) == Reach::Valid)
            .collect()
    }

    fn score(self, view: &View<'_>, me: UnitId, unit: UnitId) -> u16 {
        match self.criterion {
            Criterion::Nearest | Criterion::Furthest => {
                u16::from(view.unit(me).cell.chebyshev(view.unit(unit).cell))
            }
            Criterion::LowestHp | Criterion::HighestHp => view.unit(unit).hp,
        }
    }

    const fn wants_most(self) -> bool {
        matches!(self.criterion, Criterion::Furthest | Criterion::HighestHp)
    }

    fn report(
        self,
        view: &View<'_>,
        me: UnitId,
        candidates: UnitSet,
        chosen: Option<UnitId>,
    ) -> Selection {
        let candidates: Vec<Candidate> = candidates
            .iter()
            .map(|unit| Candidate {
                unit,
                score: self.score(view, me, unit),
                cell: view.unit(unit).cell,
            })
            .collect();
        let best = candidates
            .iter()
            .find(|candidate| Some(candidate.unit) == chosen);
        let picked_by = best.map_or(PickedBy::Nobody, |best| {
            let rivals = || candidates.iter().filter(|c| c.unit != best.unit);
            if rivals().next().is_none() {
                PickedBy::OnlyOne
            } else if rivals().any(|c| c.score == best.score && c.cell.y() == best.cell.y()) {
                PickedBy::LowerX
            } else if rivals().any(|c| c.score == best.score) {
                PickedBy::LowerY
            } else {
                PickedBy::Score
            }
        });
        Selection {
            candidates,
            chosen,
            picked_by,
        }
    }
}
