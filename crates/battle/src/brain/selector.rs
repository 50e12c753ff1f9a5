//! Selectors: which unit a skill is for (rules §6).

use serde::{Deserialize, Serialize};

use crate::brain::view::{HitCount, Reach, View};
use crate::brain::why::{Candidate, PickedBy, TargetSelection};
use crate::ids::{MAX_UNITS, UnitId, UnitSet};
use crate::skill::{Skill, SkillKind};

/// Which unit a skill is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Selector {
    /// What is compared.
    pub criterion: Criterion,
    /// Among whom.
    pub side: Side,
    /// Only among units that the skill reaches from here; moves reach everyone.
    pub in_reach: bool,
}

/// The table of criteria: the name in files, the words, what is compared, which end of it wins, and
/// the unit that this picks. Replays keep the place of a criterion: a new one goes to the end.
macro_rules! criteria {
    ($($criterion:ident $file:literal $words:literal $measure:ident $end:ident $picks:literal;)+) => {
        /// What is compared between candidates.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Criterion {
            $(#[doc = concat!("Picks ", $picks, ".")] $criterion,)+
        }

        impl Criterion {
            /// Every criterion.
            pub const ALL: [Criterion; [$($picks),+].len()] = [$(Criterion::$criterion),+];

            /// What it is called in files: `lowest_hp`.
            pub const fn file_name(self) -> &'static str {
                match self { $(Criterion::$criterion => $file,)+ }
            }

            /// The criterion as a sentence says it: `lowest HP`.
            pub const fn words(self) -> &'static str {
                match self { $(Criterion::$criterion => $words,)+ }
            }

            /// The unit it picks, for the manual.
            pub const fn picks(self) -> &'static str {
                match self { $(Criterion::$criterion => $picks,)+ }
            }

            /// What is compared.
            pub(crate) const fn measure(self) -> Measure {
                match self { $(Criterion::$criterion => Measure::$measure,)+ }
            }

            const fn end(self) -> End {
                match self { $(Criterion::$criterion => End::$end,)+ }
            }
        }
    };
}

criteria! {
    Nearest "nearest" "nearest" Distance Least "the one the fewest cells away";
    Furthest "furthest" "furthest" Distance Most "the one the most cells away";
    LowestHp "lowest_hp" "lowest HP" Hp Least "the one with the fewest HP";
    HighestHp "highest_hp" "highest HP" Hp Most "the one with the most HP";
    MostHit "most_hit" "most hit" Hits Most "the one on which the attack hits the most enemies; among equals, the fewest allies";
}

/// What a criterion compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Measure {
    Distance,
    Hp,
    /// The units that the attack would hit.
    Hits,
}

/// Which end of the measure wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Least,
    Most,
}

/// Above what an attack can hit of allies: enemies count this many times as much in a score.
const ENEMY: u16 = MAX_UNITS as u16 + 1;

impl Measure {
    #[inline]
    fn of(self, view: &View<'_>, me: UnitId, skill: Option<&Skill>, unit: UnitId) -> u16 {
        match self {
            Measure::Distance => u16::from(view.cell(me).chebyshev(view.cell(unit))),
            Measure::Hp => view.unit(unit).hp,
            Measure::Hits => {
                let hits = skill.map(|skill| view.hit_count(me, skill, unit));
                let HitCount { enemies, allies } = hits.unwrap_or_default();
                u16::from(enemies) * ENEMY + (ENEMY - 1 - u16::from(allies))
            }
        }
    }

    /// A score in words: `3 cells away`.
    pub(crate) fn in_words(self, score: u16) -> String {
        match (self, score) {
            (Measure::Distance, 1) => "1 cell away".to_owned(),
            (Measure::Distance, cells) => format!("{cells} cells away"),
            (Measure::Hp, hp) => format!("{hp} HP"),
            (Measure::Hits, score) => {
                let enemies = match score / ENEMY {
                    1 => "1 enemy".to_owned(),
                    enemies => format!("{enemies} enemies"),
                };
                match ENEMY - 1 - score % ENEMY {
                    0 => format!("hits {enemies}"),
                    1 => format!("hits {enemies} and 1 ally"),
                    allies => format!("hits {enemies} and {allies} allies"),
                }
            }
        }
    }
}

/// The table of sides: the name in files, the words.
macro_rules! sides {
    ($($side:ident $file:literal $words:literal $who:literal;)+) => {
        /// Among whom a selector looks.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Side {
            $(#[doc = $who] $side,)+
        }

        impl Side {
            /// Every side.
            pub const ALL: [Side; [$($who),+].len()] = [$(Side::$side),+];

            /// What it is called in files: `ally`.
            pub const fn file_name(self) -> &'static str {
                match self { $(Side::$side => $file,)+ }
            }

            /// The side as a sentence says it: `ally`.
            pub(crate) const fn words(self) -> &'static str {
                match self { $(Side::$side => $words,)+ }
            }
        }
    };
}

sides! {
    Enemy "enemy" "enemy" "Opponents that stand.";
    Ally "ally" "ally" "The others on one's own side, the downed included.";
    Own "self" "myself" "Oneself.";
}

impl Side {
    /// Whether there is nothing to choose from: it is the unit itself.
    pub const fn is_one(self) -> bool {
        matches!(self, Side::Own)
    }
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

    /// The target it finds for a unit that wants to use the skill, if any. Ties: lower y, then lower x.
    #[inline(always)]
    pub(crate) fn select(
        self,
        view: &View<'_>,
        me: UnitId,
        skill: Option<&Skill>,
        report: Option<&mut TargetSelection>,
    ) -> Option<UnitId> {
        if self == Selector::NEAREST_ENEMY && report.is_none() {
            // What most rules ask for has a shorter way.
            view.nearest_enemy(me)
        } else {
            self.compare(view, me, skill, report)
        }
    }

    /// Compares all candidates.
    #[inline(never)]
    fn compare(
        self,
        view: &View<'_>,
        me: UnitId,
        skill: Option<&Skill>,
        report: Option<&mut TargetSelection>,
    ) -> Option<UnitId> {
        let candidates = self.candidates(view, me, skill);
        // Cells are ordered by y, then x: one number holds the score and both ties.
        let turned = match self.criterion.end() {
            End::Least => 0,
            End::Most => u16::MAX,
        };
        let rank = |unit: UnitId| {
            let rank = self.score(view, me, skill, unit) ^ turned;
            u32::from(rank) << 8 | u32::from(view.cell(unit).byte())
        };
        let chosen = candidates.lowest(rank).map(|(unit, _)| unit);
        if let Some(report) = report {
            *report = self.report(view, me, skill, candidates, chosen);
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
            skill.filter(|skill| self.in_reach && !matches!(skill.deed, SkillKind::Move(_)))
        else {
            return all;
        };
        let from = view.cell(me);
        if view.is_nobody_else_within(from, skill.range) {
            return UnitSet::EMPTY.with(me).and(all);
        }
        let near = all.filter(|unit| from.chebyshev(view.cell(unit)) <= skill.range);
        if !skill.needs_sight {
            return near;
        }
        near.filter(|unit| view.reach(from, view.cell(unit), skill) == Reach::Valid)
    }

    /// Whether it may find another target for another skill.
    pub(crate) fn depends_on_skill(self) -> bool {
        match self.criterion.measure() {
            Measure::Distance | Measure::Hp => self.in_reach,
            Measure::Hits => true,
        }
    }

    #[inline]
    fn score(self, view: &View<'_>, me: UnitId, skill: Option<&Skill>, unit: UnitId) -> u16 {
        self.criterion.measure().of(view, me, skill, unit)
    }

    fn report(
        self,
        view: &View<'_>,
        me: UnitId,
        skill: Option<&Skill>,
        candidates: UnitSet,
        chosen: Option<UnitId>,
    ) -> TargetSelection {
        let candidates: Vec<Candidate> = candidates
            .iter()
            .map(|unit| Candidate {
                unit,
                score: self.score(view, me, skill, unit),
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
        TargetSelection {
            candidates,
            chosen,
            picked_by,
        }
    }
}
