//! The heuristic brain: the simulator's agent (rules §6).

use serde::{Deserialize, Serialize};

use crate::board::{Cell, CellSet, distances, shortest_path};
use crate::brain::view::View;
use crate::brain::why::{Why, WhyNot};
use crate::estimate::attacks;
use crate::ids::{SkillId, UnitId};
use crate::skill::{Skill, SkillKind};
use crate::status::Status;
use crate::unit::Action;

/// The why of the heuristic.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HeuristicReport {
    /// The nearest enemy, and its Manhattan distance.
    pub target: Option<(UnitId, u8)>,
    /// The attacks that are possible this turn: expected damage in hundredths, less that to its own
    /// side, and from where.
    pub attacks: Vec<(SkillId, u32, Cell)>,
    /// The attacks that it could make, but that would hurt its own side more.
    pub left: Vec<SkillId>,
    /// The attack it chose.
    pub chosen: Option<SkillId>,
    /// Why it does not walk, if it could do nothing else.
    pub walk_refusal: Option<WhyNot>,
}

/// An attack that is possible this turn, walking included.
#[derive(Clone, Copy)]
struct PossibleAttack {
    skill: SkillId,
    multiattack: bool,
    expected: u32,
    from: Cell,
}

impl PossibleAttack {
    /// A multiattack first, else the highest expected damage.
    fn beats(self, other: PossibleAttack) -> bool {
        (self.multiattack, self.expected) > (other.multiattack, other.expected)
    }
}

pub(super) fn decide(view: &View<'_>, me: UnitId, why: Option<&mut Why>) -> Action {
    let mut report = HeuristicReport::default();
    let wanted = why.is_some();
    let target = nearest(view, me);
    let action = match target {
        None => dodge(view, me),
        Some(target) => {
            let mut best: Option<PossibleAttack> = None;
            for (id, skill) in attacks(view.arena(), me) {
                let opening = match opening(view, me, id, skill, target) {
                    Ok(opening) => opening,
                    Err(Closed::HurtsOwnSide) if wanted => {
                        report.left.push(id);
                        continue;
                    }
                    Err(_) => continue,
                };
                if wanted {
                    report.attacks.push((id, opening.expected, opening.from));
                }
                if best.is_none_or(|best| opening.beats(best)) {
                    best = Some(opening);
                }
            }
            report.chosen = best.map(|opening| opening.skill);
            report.target = Some((target, view.unit(me).cell.manhattan(view.unit(target).cell)));
            match best {
                Some(opening) => carry_out(view, me, opening, target),
                // A unit that has struck stays where it is.
                None if view.has_acted(me) => Err(WhyNot::NoActionLeft),
                None => view.try_approach(me, target),
            }
        }
    };
    if let Some(why) = why {
        report.walk_refusal = action.err();
        *why = Why::Heuristic(report);
    }
    action.unwrap_or(Action::Idle)
}

/// The nearest enemy by Manhattan distance, ties to the lowest HP, then lower y, lower x.
fn nearest(view: &View<'_>, me: UnitId) -> Option<UnitId> {
    let from = view.unit(me).cell;
    view.enemies_of(me).iter().min_by_key(|&enemy| {
        let unit = view.unit(enemy);
        (from.manhattan(unit.cell), unit.hp, unit.cell)
    })
}

/// Why an attack is not possible this turn.
enum Closed {
    /// It rests, or does not reach the target.
    OutOfReach,
    /// Wherever it could be made from, it would hurt its own side more.
    HurtsOwnSide,
}

/// The attack from the nearest cell from which it reaches the target this turn and does not hurt
/// its own side more.
fn opening(
    view: &View<'_>,
    me: UnitId,
    id: SkillId,
    skill: &Skill,
    target: UnitId,
) -> Result<PossibleAttack, Closed> {
    view.check_ready(me, id).map_err(|_| Closed::OutOfReach)?;
    let (cell, to) = (view.unit(me).cell, view.unit(target).cell);
    let from_spot = |from: Cell| {
        let expected = view.expected_gain(me, from, skill, target)?;
        Some(PossibleAttack {
            skill: id,
            multiattack: skill.strikes().len() > 1,
            expected,
            from,
        })
    };
    let reaches = view.can_attack(cell, to, skill);
    let mut closed = Closed::OutOfReach;
    if reaches {
        match from_spot(cell) {
            Some(opening) => return Ok(opening),
            None => closed = Closed::HurtsOwnSide,
        }
    }
    let steps = view.steps_before_action(me, skill.cost);
    if steps == 0 {
        return Err(closed);
    }
    let ways = distances(cell, free(view));
    let near = |spot: &Cell| ways.get(*spot).is_some_and(|way| way <= steps);
    let mut spots: CellSet = view.spots(me, skill, to).iter().filter(near).collect();
    spots.remove(cell);
    while let Some(spot) = spots.iter().min_by_key(|&spot| (ways.get(spot), spot)) {
        match from_spot(spot) {
            Some(opening) => return Ok(opening),
            None => closed = Closed::HurtsOwnSide,
        }
        spots.remove(spot);
    }
    Err(closed)
}

/// Attacks if it stands in the right cell, else takes the next step towards it.
fn carry_out(
    view: &View<'_>,
    me: UnitId,
    opening: PossibleAttack,
    target: UnitId,
) -> Result<Action, WhyNot> {
    let cell = view.unit(me).cell;
    if cell == opening.from {
        return view.try_attack(me, opening.skill, target);
    }
    let way = shortest_path(cell, opening.from, free(view)).ok_or(WhyNot::NowhereToGo)?;
    view.try_step(me, *way.first().ok_or(WhyNot::NowhereToGo)?)
}

fn free(view: &View<'_>) -> CellSet {
    view.footing().safe() - view.occupied()
}

/// Without enemies it dodges, if it knows how.
fn dodge(view: &View<'_>, me: UnitId) -> Result<Action, WhyNot> {
    let dodges = |id: &SkillId| match &view.arena().skill(*id).deed {
        SkillKind::Aid(aid) => aid
            .grants
            .is_some_and(|grant| grant.status == Status::Dodging),
        SkillKind::Move(_) | SkillKind::Attack { .. } => false,
    };
    let skill = view
        .arena()
        .sheet(me)
        .skills
        .iter()
        .copied()
        .find(dodges)
        .ok_or(WhyNot::NoTarget)?;
    view.try_use(me, skill, me)
}
