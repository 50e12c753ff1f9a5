//! The card brain: a weighted draw, shown as an intent and kept until carried out (rules §6).

use serde::{Deserialize, Serialize};

use crate::arena::Arena;
use crate::brain::selector::Selector;
use crate::brain::view::View;
use crate::brain::why::{CardReport, TargetSelection, Why, WhyNot};
use crate::dice::Dice;
use crate::ids::UnitId;
use crate::sink::Sink;
use crate::skill::{MoveMode, SkillKind};
use crate::unit::{Action, CardMove, Unit};

/// What a card brain shows above its token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Intent {
    /// It will strike: average damage of one strike, and how many strikes.
    Attack {
        /// Average damage of the first strike, with the attacker's own modifiers.
        damage: u16,
        /// How many strikes.
        strikes: u8,
    },
    /// It will raise this much block.
    Defend(u16),
    /// It will help itself or a friend.
    Buff,
    /// It will harm without damage.
    Debuff,
    /// Kind, number and target are hidden until it acts.
    Unknown,
}

/// Whether the move is still secret: it is hidden, and the unit is not winding it up.
pub(crate) fn is_secret(unit: &Unit, card: CardMove) -> bool {
    let winds_it_up = unit
        .wind_up()
        .is_some_and(|(skill, ..)| skill == card.skill);
    card.hidden && !winds_it_up
}

/// The intent a unit shows for a move it holds.
pub(crate) fn shown_intent(arena: &Arena, unit: &Unit, card: CardMove) -> Intent {
    if is_secret(unit, card) {
        return Intent::Unknown;
    }
    match &arena.skill(card.skill).deed {
        SkillKind::Attack { strikes, .. } => match strikes.first().and_then(|strike| strike.damage)
        {
            Some(damage) => Intent::Attack {
                damage: damage.amount.average().saturating_add_signed(unit.boost()) as u16,
                strikes: strikes.len() as u8,
            },
            None => Intent::Debuff,
        },
        SkillKind::Aid(aid) => aid.block.map_or(Intent::Buff, Intent::Defend),
        SkillKind::Move(_) => Intent::Buff,
    }
}

/// Draws the place of the next move among those that count; each comes up as often as its weight says.
pub(crate) fn draw_intent<S: Sink>(
    moves: &[CardMove],
    counts: impl Fn(&CardMove) -> bool,
    dice: &mut Dice,
    sink: &mut S,
) -> u8 {
    let among = || moves.iter().enumerate().filter(|(_, card)| counts(card));
    let total = among().map(|(_, card)| u32::from(card.weight)).sum();
    let mut pick = dice.pick(total, sink);
    for (place, card) in among() {
        if pick < u32::from(card.weight) {
            return place as u8;
        }
        pick -= u32::from(card.weight);
    }
    0
}

/// The weights of all moves together.
pub(crate) fn total_weight(moves: &[CardMove]) -> u32 {
    moves.iter().map(|card| u32::from(card.weight)).sum()
}

/// Carries out the intent; out of reach it walks towards the target and keeps the intent.
pub(super) fn decide(
    view: &View<'_>,
    me: UnitId,
    moves: &[CardMove],
    why: Option<&mut Why>,
) -> Action {
    let place = view.unit(me).card;
    let Some(&card) = place.and_then(|place| moves.get(usize::from(place))) else {
        return Action::Idle;
    };
    if view.has_acted(me) {
        // A card that it has just drawn is for the next turn: everyone sees it first.
        if let Some(why) = why {
            *why = Why::TurnOver;
        }
        return Action::Idle;
    }
    let mut selection = TargetSelection::default();
    let skill = view.arena().skill(card.skill);
    let target = skill.selector.select(
        view,
        me,
        Some(skill),
        why.is_some().then_some(&mut selection),
    );
    let used = match target {
        Some(target) => view.try_use(me, card.skill, target),
        None => Err(WhyNot::NoTarget),
    };
    let goal = match (used, target) {
        (Err(refusal), Some(target)) if is_out_of_reach(refusal) => Some(target),
        // Nobody is in reach yet: it walks up to the one it would choose among all.
        (_, None) if skill.selector.in_reach => {
            let among_all = Selector {
                in_reach: false,
                ..skill.selector
            };
            among_all.select(view, me, Some(skill), None)
        }
        _ => None,
    };
    let walked = goal.map(|goal| view.try_move(me, MoveMode::Towards, goal));
    if let Some(why) = why {
        *why = Why::Cards(CardReport {
            card: place,
            weight: (card.weight, total_weight(moves)),
            selection,
            refusal: used.err(),
            walk_refusal: walked.and_then(Result::err),
        });
    }
    used.or(walked.unwrap_or(Err(WhyNot::NoTarget)))
        .unwrap_or(Action::Idle)
}

const fn is_out_of_reach(refusal: WhyNot) -> bool {
    matches!(refusal, WhyNot::OutOfRange { .. } | WhyNot::NoSight { .. })
}
