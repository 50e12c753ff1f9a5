//! What cannot be ordered, in words: which unit, why, and what to do instead.

use foretold_battle::{CommandRefusal, OrderRefusal, Stop, WhyNot};
use foretold_sim::{OrderRequest, Refused, Request, RequestRefusal};
use foretold_view::Flash;

use crate::prelude::*;
use crate::toasts::capital;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        flash_obstacles
            .after(SimSystems::Refresh)
            .before(ViewSystems::Paint),
    );
}

/// A refused request as a sentence for the player.
pub(crate) fn refused_in_words(refused: &Refused, battle: Option<&Shown>) -> String {
    let words = match refused.reason {
        RequestRefusal::Command(CommandRefusal::Order(why)) => capital(&with_remedy(&why)),
        RequestRefusal::Autofight { stop, ref message } => format!("{message} {}", after(stop)),
        _ => capital(&refused.reason.to_string()),
    };
    match (&refused.request, battle) {
        (Request::Order(OrderRequest::Give { unit, .. }), Some(battle)) => {
            format!("{}: {words}", battle.unit_name(*unit))
        }
        _ => words,
    }
}

/// An order that became impossible before it was carried out.
pub(crate) fn dropped_in_words(battle: &Shown, unit: UnitId, why: &OrderRefusal) -> String {
    let why = why_in_words(battle.battle(), why);
    format!("{} drops its order: {why}", battle.unit_name(unit))
}

/// Why something cannot be ordered, and what to do instead.
pub(super) fn why_in_words(battle: &Battle, why: &OrderRefusal) -> String {
    match why {
        OrderRefusal::Autofight(stop) => stop_in_words(battle, *stop),
        other => with_remedy(other),
    }
}

/// Why autofight refused or stopped, in the words of `autofight.ron`, and what to do.
pub(super) fn stop_in_words(battle: &Battle, stop: Stop) -> String {
    let message = battle.arena().setup().autofight_messages.text(stop);
    format!("{message} {}", after(stop))
}

/// A refusal, and what to do instead.
pub(super) fn with_remedy(why: &OrderRefusal) -> String {
    format!("{why}. {}", remedy(why))
}

/// What to do after autofight refused or stopped.
pub(crate) fn after(stop: Stop) -> &'static str {
    match stop {
        Stop::Injured | Stop::Confused | Stop::Caught => {
            "Give an order yourself, or change in its settings when it refuses."
        }
        Stop::NoTargetInView | Stop::NoReachableTarget | Stop::NoTargetInRange => {
            "Walk yourself, or end the turn."
        }
        // What interrupts it does so once.
        _ => "Press again to go on.",
    }
}

/// What to do instead.
pub(super) fn remedy(refusal: &OrderRefusal) -> &'static str {
    match refusal {
        OrderRefusal::Over => "Begin it again, or look back.",
        OrderRefusal::InTheMiddle => "It takes a moment.",
        OrderRefusal::NoSuchUnit | OrderRefusal::NotYours => {
            "Select one of your own, the blue circles."
        }
        OrderRefusal::OutOfAction => "Choose another unit meanwhile.",
        OrderRefusal::NotYourTurn => "Wait for its turn, or choose a unit in turn.",
        OrderRefusal::NoActionsLeft => "Choose another unit, or end the turn.",
        OrderRefusal::AlreadyThere | OrderRefusal::NoWay | OrderRefusal::TooFar { .. } => {
            "Choose a green cell."
        }
        OrderRefusal::UnknownSkill => "Choose one of its own skills.",
        OrderRefusal::NobodyThere => "Choose one of your own that stands.",
        OrderRefusal::NoGuard => "Attack, walk or end the turn instead.",
        OrderRefusal::Skill(why) => match why {
            WhyNot::OutOfRange { .. } => "Walk closer first.",
            WhyNot::NoSight { .. } => "Walk to where the target can be seen.",
            WhyNot::Cooldown { .. } => "Use another skill meanwhile.",
            WhyNot::Rooted | WhyNot::NowhereToGo => "Attack or guard instead.",
            WhyNot::NoWalkLeft => "Attack, guard or end the turn.",
            WhyNot::NoActionLeft => "Walk, or end the turn.",
            WhyNot::NeedsWholeTurn => "Use it first in a turn, before anything else.",
            WhyNot::NoDirection => "Choose another cell.",
            WhyNot::Disabled | WhyNot::NoTarget | WhyNot::ConditionFalse => {
                "Choose another target."
            }
        },
        OrderRefusal::Autofight(_) => "Give an order yourself.",
    }
}

/// What stands in the way of a shot flashes.
fn flash_obstacles(mut refused: MessageReader<Refused>, mut flash: ResMut<Flash>) {
    for refused in refused.read() {
        if let RequestRefusal::Command(CommandRefusal::Order(OrderRefusal::Skill(
            WhyNot::NoSight { blocked_at },
        ))) = refused.reason
        {
            flash.begin(blocked_at);
        }
    }
}
