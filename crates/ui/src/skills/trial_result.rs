//! "Try it": what the last change of rules does to the odds.

use foretold_battle::Comparison;
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
fn in_words(trial: &Comparison) -> [String; 2] {
    let (change, low, high) = trial.change();
    let [change, low, high] = [change, low, high].map(|hundredths| {
        let sign = if hundredths < 0 { '−' } else { '+' };
        format!("{sign}{:.1}", f64::from(hundredths.abs()) / 100.0)
    });
    let [before, after] = [&trial.before, &trial.after].map(|odds| percent_text(odds.win().odds));
    let battles = trial.before.playouts();
    [
        format!("Victory {before} → {after}"),
        format!("{change} points, 95% sure between {low} and {high}. {battles} battles each."),
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
    let Some(comparison) = trial.comparison() else {
        return;
    };
    let palette = &style.look.theme.palette;
    let (_, low, high) = comparison.change();
    // What is not certain is neither good nor bad.
    let (icon, ink) = if low > 0 {
        (Icon::TrendingUp, colour(palette.good))
    } else if high < 0 {
        (Icon::TrendingDown, colour(palette.bad))
    } else {
        (Icon::MoveRight, style.ink())
    };
    let [odds, change] = in_words(comparison);
    let whose = battle
        .zip(trial.unit())
        .map_or_else(String::new, |(it, unit)| {
            format!("{}'s last change", it.unit_name(unit))
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
