//! What cannot be ordered, in words: who, why, and what to do instead.

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
    let whose = match refused.request {
        Request::Order(OrderRequest::Give { unit, .. }) => Some(unit),
        _ => None,
    };
    let words = match refused.reason {
        RequestRefusal::Command(CommandRefusal::Order(refusal)) => {
            format!("{}. {}", capital(&refusal.to_string()), remedy(&refusal))
        }
        RequestRefusal::Autofight { stop, ref message } => format!("{message} {}", after(stop)),
        _ => capital(&refused.reason.to_string()),
    };
    match whose.zip(battle) {
        Some((unit, battle)) => format!("{}: {words}", battle.unit_name(unit)),
        None => words,
    }
}

/// An order that became impossible before it was carried out.
pub(crate) fn dropped_in_words(battle: &Shown, unit: UnitId, why: &OrderRefusal) -> String {
    let told = match why {
        OrderRefusal::Autofight(stop) => {
            format!("{} {}", stop_in_words(battle, *stop), after(*stop))
        }
        other => format!("{other}. {}", remedy(other)),
    };
    format!("{} drops its order: {told}", battle.unit_name(unit))
}

/// Why autofight refused or stopped, in the words of `autofight.ron`.
pub(super) fn stop_in_words(battle: &Shown, stop: Stop) -> String {
    let setup = battle.battle().arena().setup();
    setup.autofight_messages.text(stop).to_owned()
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
        Stop::Reckless
        | Stop::HpLost
        | Stop::Ambiguous
        | Stop::TargetDead
        | Stop::HazardOnTheWay
        | Stop::MovedByForce
        | Stop::NewEnemy
        | Stop::Attacked
        | Stop::BigHit
        | Stop::EnemiesInRange
        | Stop::HitAnEnemy
        | Stop::AllyHurt => "Press again to go on.",
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
        OrderRefusal::NotYourTurn => "Wait for its turn, or choose who is in turn.",
        OrderRefusal::NoActionsLeft => "Choose another unit, or end the turn.",
        OrderRefusal::AlreadyThere | OrderRefusal::NoWay | OrderRefusal::TooFar { .. } => {
            "Choose a green cell."
        }
        OrderRefusal::UnknownSkill => "Choose one of its own skills.",
        OrderRefusal::NobodyThere => "Choose one of your own who stands.",
        OrderRefusal::NoGuard => "Attack, walk or end the turn instead.",
        OrderRefusal::Skill(why) => match why {
            WhyNot::OutOfRange { .. } => "Walk closer first.",
            WhyNot::NoSight { .. } => "Walk to where the target can be seen.",
            WhyNot::Cooldown { .. } => "Use another skill meanwhile.",
            WhyNot::Rooted | WhyNot::NowhereToGo => "Attack or guard instead.",
            WhyNot::NoWalkLeft => "Attack, guard or end the turn.",
            WhyNot::NoActionLeft => "Walk, or end the turn.",
            WhyNot::NeedsWholeTurn => "Use it first in a turn, before anything else.",
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
