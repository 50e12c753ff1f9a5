//! "Try it": what the last change of rules does to the odds.

use foretold_battle::{Comparison, Estimate};
use foretold_sim::Trial;

use crate::prelude::*;
use crate::top_bar::percent_text;

/// Where the answer stands.
#[derive(Component)]
pub(super) struct TrialResult;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (write_result, stay_awake).in_set(ViewSystems::Draw));
}

/// The answer comes while nothing else moves.
fn stay_awake(trial: Res<Trial>, mut redraw: ResMut<RedrawRequests>) {
    if trial.is_running() {
        redraw.request();
    }
}

/// Before and after in words.
fn in_words(versus: &Comparison) -> [String; 2] {
    let odds = |estimate: Estimate| percent_text(estimate.odds);
    let (change, low, high) = versus.change();
    let points = |hundredths: i32| {
        let sign = if hundredths < 0 { '−' } else { '+' };
        format!("{sign}{:.1}", f64::from(hundredths.abs()) / 100.0)
    };
    [
        format!(
            "Victory {} → {}",
            odds(versus.before.win()),
            odds(versus.after.win())
        ),
        format!(
            "{} points, 95% sure between {} and {}. {} battles each.",
            points(change),
            points(low),
            points(high),
            versus.before.playouts()
        ),
    ]
}

fn write_result(
    mut commands: Commands,
    trial: Res<Trial>,
    battle: Option<Res<Shown>>,
    result: Single<(Entity, Ref<TrialResult>)>,
    style: UiStyle,
) {
    let (place, mark) = result.into_inner();
    if !trial.is_changed() && !mark.is_added() {
        return;
    }
    let mut place = commands.entity(place);
    place.despawn_children();
    let Some(versus) = trial.comparison() else {
        return;
    };
    let palette = &style.look.theme.palette;
    let (_, low, high) = versus.change();
    // What is not certain is neither good nor bad.
    let (icon, ink) = if low > 0 {
        (Icon::TrendingUp, colour(palette.good))
    } else if high < 0 {
        (Icon::TrendingDown, colour(palette.bad))
    } else {
        (Icon::MoveRight, style.ink())
    };
    let [odds, change] = in_words(versus);
    let whose = battle
        .zip(trial.unit())
        .map_or_else(String::new, |(battle, unit)| {
            format!("{}'s last change", battle.unit_name(unit))
        });
    place.with_children(|lines| {
        lines
            .spawn(Node::row(style.gap()).centred())
            .with_children(|line| {
                line.spawn(style.sign(icon, ink));
                line.spawn(style.bold(odds, ink));
            });
        lines.spawn(style.remark(format!("{whose}: {change}")));
    });
}
