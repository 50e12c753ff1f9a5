//! Panic overrides every brain: away from the nearest enemy, else hold (rules §6).

use crate::brain::selector::Selector;
use crate::brain::view::View;
use crate::brain::why::{TargetSelection, Why, WhyNot};
use crate::ids::UnitId;
use crate::skill::MoveMode;
use crate::unit::Action;

pub(super) fn decide(view: &View<'_>, me: UnitId, why: Option<&mut Why>) -> Action {
    let mut selection = TargetSelection::default();
    let report = why.is_some().then_some(&mut selection);
    let run = Selector::NEAREST_ENEMY
        .select(view, me, None, report)
        .ok_or(WhyNot::NoTarget)
        .and_then(|enemy| view.try_move(me, MoveMode::Away, enemy));
    if let Some(why) = why {
        *why = Why::Panicked {
            from: selection,
            refusal: run.err(),
        };
    }
    run.unwrap_or(Action::Hold)
}
