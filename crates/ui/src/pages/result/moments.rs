//! The moments that mattered: what changed the odds most, each a way back to it.

use foretold_battle::{MomentChange, MomentTally, TurningPoint, turning_points};
use foretold_sim::{CurrentRun, Forecast, RewindRequest};

use super::graph::PlotMarks;
use crate::omens::{PastPrice, omens_in_words};
use crate::pages::digits::Digit;
use crate::pages::odds_line::{self, swing_in_words};
use crate::pages::{Page, PageSystems, Pages, on_top};
use crate::prelude::*;
use crate::toasts::capital;

/// How high the button of a moment is at least, in pixels at 100%.
const HEIGHT: f32 = 62.0;

/// Where the moments stand.
#[derive(Component)]
struct Moments;

/// The button that leads to where something else could have been done.
#[derive(Component, Clone, Copy)]
struct MomentButton {
    way_back: u32,
    by_player: bool,
}

impl MomentButton {
    fn to(point: &TurningPoint) -> MomentButton {
        MomentButton {
            way_back: point.way_back(),
            by_player: point.by_player,
        }
    }

    fn leads(self) -> &'static str {
        match self.by_player {
            true => "goes to where you did it",
            false => "goes to the moment before it",
        }
    }
}

/// What is known of a battle's turning points.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Known {
    points: Vec<TurningPoint>,
    /// Of how many steps the odds are not known yet, and of how many in all.
    unknown: (usize, usize),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        fill.run_if(on_top(Page::Result))
            .after(PageSystems)
            .in_set(ViewSystems::Paint),
    );
}

/// The place for them.
pub(super) fn spawn(area: &mut ChildSpawnerCommands<'_>, style: &UiStyle) {
    // There is room for all of them from the start: what stands below stays where it is.
    let sizes = style.sizes();
    let words = sizes.heading + sizes.gap + 12;
    let node = Node::column(style.gap())
        .fixed()
        .min_height(px(HEIGHT + f32::from(words)));
    area.spawn((Moments, node));
}

/// Lists them, as far as the odds are known.
fn fill(
    mut commands: Commands,
    forecast: Res<Forecast>,
    shown: If<Res<Shown>>,
    place: Single<(Entity, Ref<Moments>)>,
    marks: Single<Entity, With<PlotMarks>>,
    mut listed: Local<Known>,
    style: UiStyle,
) {
    let (place, moments) = place.into_inner();
    if !moments.is_added() && !forecast.is_changed() {
        return;
    }
    let odds: Vec<Option<MomentTally>> = forecast.of_moments().collect();
    let known = Known {
        points: turning_points(shown.session().moments(), &odds),
        unknown: (odds.iter().filter(|it| it.is_none()).count(), odds.len()),
    };
    if !moments.is_added() && known == *listed {
        return;
    }
    let word = shown.battle().arena().tempo().step_word();
    commands
        .entity(place)
        .despawn_children()
        .with_children(|list| {
            let gold = colour(style.look.theme.palette.accent);
            let head = Node::row(style.space()).centred().fixed();
            list.spawn(head).with_children(|head| {
                head.spawn(style.heading("The moments that mattered", gold));
                if let Some(remark) = remark(&known, word) {
                    head.spawn(style.remark(remark));
                }
            });
            let row = Node::row(style.space()).align(AlignItems::Stretch);
            list.spawn(row).with_children(|row| {
                for (number, point) in (1..).zip(&known.points) {
                    spawn_moment(row, number, word, point, &style);
                }
            });
        });
    let last = shown.session().last_step();
    commands
        .entity(*marks)
        .despawn_children()
        .with_children(|marks| {
            for (number, point) in (1..).zip(&known.points) {
                spawn_mark(marks, number, (word, last), point, &style);
            }
        });
    *listed = known;
}

/// The mark of a moment on the graph, which leads there too.
fn spawn_mark(
    marks: &mut ChildSpawnerCommands<'_>,
    number: usize,
    (word, last): (&str, u32),
    point: &TurningPoint,
    style: &UiStyle,
) {
    let step = point.step;
    let along = step as f32 / last.max(1) as f32;
    let (_, odds) = odds_line::ends(point.swing);
    let to = MomentButton::to(point);
    let tip = format!(
        "{word} {step}: {}. {}. Pressing it {}. Key: {number}",
        swing_in_words(point.swing),
        point.gist,
        to.leads()
    );
    let label = format!("Moment {number} on the graph");
    odds_line::spawn_mark(marks, label, (along, odds), tip, style)
        .insert(to)
        .observe(go_there)
        .with_child(style.bold(number.to_string(), colour(style.look.theme.palette.accent)));
}

/// What is to be known about the list, besides the list.
fn remark(known: &Known, word: &str) -> Option<String> {
    let by_hp = |point: &TurningPoint| matches!(point.swing, MomentChange::Hp { .. });
    match (known.points.first(), known.unknown) {
        (Some(point), _) if by_hp(point) => Some(format!(
            "No odds are known yet: these {word}s changed HP the most."
        )),
        (_, (unknown @ 1.., all)) => Some(format!(
            "The odds of {unknown} of {all} {word}s are still being worked out."
        )),
        (None, _) => Some("Nothing changed the odds much.".to_owned()),
        (Some(_), _) => None,
    }
}

/// Whether a change was for the better: an icon and its colour.
fn sign(swing: MomentChange, style: &UiStyle) -> (Icon, Color) {
    let palette = &style.look.theme.palette;
    match swing.gain() > 0 {
        true => (Icon::TrendingUp, colour(palette.good)),
        false => (Icon::TrendingDown, colour(palette.bad)),
    }
}

fn spawn_moment(
    list: &mut ChildSpawnerCommands<'_>,
    number: usize,
    word: &str,
    point: &TurningPoint,
    style: &UiStyle,
) {
    let step = point.step;
    let (icon, ink) = sign(point.swing, style);
    // It stays the same while the odds become tighter, so that the focus stays too.
    let label = format!("Moment {number}");
    let to = MomentButton::to(point);
    let tip = format!("{}. Key: {number}", capital(to.leads()));
    let node = Node::column(px(4))
        .share(1.0)
        .min_width(px(0))
        .min_height(px(HEIGHT))
        .padding(UiRect::axes(px(12), px(8)))
        .framed(BorderRadius::all(px(6)));
    let gold = colour(style.look.theme.palette.accent);
    let mut spawned = list.spawn((button(label, style), to, Digit(number)));
    spawned
        .insert((node, Tooltip(tip), observe(go_there)))
        .with_children(|card| {
            let line = Node::row(px(8)).centred();
            card.spawn((line, Pickable::IGNORE)).with_children(|line| {
                line.spawn(style.heading(number.to_string(), gold));
                line.spawn(style.bold(format!("{word} {step}"), style.ink()));
                line.spawn(style.sign(icon, ink));
                line.spawn(style.bold(swing_in_words(point.swing), ink));
            });
            card.spawn(style.plain(&point.gist, style.ink()));
        });
}

/// Closes the page and goes back to where something else could have been done.
fn go_there(
    press: On<Activate>,
    buttons: Query<&MomentButton>,
    (shown, run): (If<Res<Shown>>, Res<CurrentRun>),
    mut pages: ResMut<Pages>,
    mut rewinds: MessageWriter<RewindRequest>,
    mut toasts: ResMut<Toasts>,
) {
    let Ok(&MomentButton {
        way_back,
        by_player,
    }) = buttons.get(press.entity)
    else {
        return;
    };
    rewinds.write(RewindRequest { to: way_back });
    pages.run_on(false);
    pages.close();
    let here = match by_player {
        true => "This is where you did it.",
        false => "This is just before it.",
    };
    let price = PastPrice::of(run.get(), &shown, way_back);
    toasts.push(Toast::news(format!("{here} {}", invitation(price))).about("time"));
}

/// What can be done at a moment of the past.
fn invitation(price: PastPrice) -> String {
    match price {
        PastPrice::Free => "Change a rule or an order, and the battle goes another way.".to_owned(),
        PastPrice::Omen(omens) => format!(
            "Change a rule or an order for an omen, and the battle goes another way. You have {}.",
            omens_in_words(omens)
        ),
        PastPrice::Closed(why) => why.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::Odds;

    use super::*;

    #[test]
    fn what_is_not_known_is_said() {
        let point = |swing| TurningPoint {
            step: 3,
            by_player: false,
            swing,
            gist: "Vera fell".to_owned(),
        };
        let odds = point(MomentChange::Odds(Odds::CERTAIN, Odds::NEVER));
        let hp = point(MomentChange::Hp {
            friends: (9, 3),
            enemies: (5, 5),
        });
        for (points, unknown, expected) in [
            (vec![odds.clone()], 0, None),
            (vec![odds], 2, Some("The odds of 2 of 9 ticks are still")),
            (vec![hp], 9, Some("No odds are known yet: these ticks")),
            (Vec::new(), 0, Some("Nothing changed the odds much.")),
        ] {
            let known = Known {
                points,
                unknown: (unknown, 9),
            };
            let said = remark(&known, "tick");
            let as_expected = match (&said, expected) {
                (Some(said), Some(expected)) => said.starts_with(expected),
                (said, expected) => said.is_none() && expected.is_none(),
            };
            assert!(as_expected, "{said:?}, not {expected:?}");
        }
    }
}
