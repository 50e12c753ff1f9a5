//! What can be done about a fight that the company would most likely lose: another way, items, rules,
//! orders, omens.

use foretold_battle::Odds;
use foretold_content::PlaceKind;
use foretold_run::{PlaceId, Run};
use foretold_sim::RunOdds;

use super::super::unused::Unused;
use super::place_panel::notice;
use crate::command::counted;
use crate::prelude::*;
use crate::top_bar::percent_text;

/// Below these odds, in hundredths of a percent, a fight looks lost.
const LOST: u16 = 2_500;

/// What is to be known of a fight that looks lost.
#[derive(Clone, PartialEq, Eq, Debug)]
struct WayOut {
    /// Whether every way on leads to one.
    everywhere: bool,
    /// What can be done, a line each.
    lines: Vec<String>,
}

/// The odds of a fight, as far as they are known.
fn odds_of(odds: &RunOdds, place: PlaceId) -> Option<Odds> {
    Some(odds.odds(place)?.win().odds)
}

/// What can be done about a fight in reach; `None` if it does not look lost.
fn way_out(run: &Run, odds: &RunOdds, place: PlaceId) -> Option<WayOut> {
    let looks_lost = |odds: &Odds| odds.hundredths() < LOST;
    let ways = run.ways();
    odds_of(odds, place)
        .filter(looks_lost)
        .filter(|_| ways.contains(&place))?;
    let is_fight = |place: &PlaceId| run.map().kind(*place).is_some_and(PlaceKind::is_fight);
    let others = ways.iter().filter(|other| **other != place);
    let better = others.filter_map(|other| match odds_of(odds, *other) {
        Some(known) => {
            (!looks_lost(&known)).then(|| (known, format!("a fight at {}", percent_text(known))))
        }
        None if is_fight(other) => None,
        // Without a fight nothing is lost.
        None => {
            let kind = run.map().kind(*other)?;
            Some((Odds::CERTAIN, format!("a {}", kind.words())))
        }
    });
    let best = better.max_by_key(|(odds, _)| *odds);
    let mut lines = Vec::new();
    if let Some((_, way)) = &best {
        lines.push(format!("Take another way: {way}."));
    }
    let company = || run.company().iter().map(|it| Unused::of(run, it));
    if company().any(|it| it.items.is_some()) {
        lines.push("Wear items from the bag.".to_owned());
    }
    let rules = if company().any(|it| it.rules.is_some()) {
        "Give free rules and unused skills a place: press a companion below."
    } else {
        "Change rules: press a companion below."
    };
    lines.push(format!("{rules} The odds here follow every change."));
    let by_hand = odds.encounter(place).is_some_and(|battle| battle.by_hand);
    if by_hand {
        lines.push("Command it better than your rules would.".to_owned());
    }
    if run.omens() > 0 {
        let omens = counted(run.omens().into(), "omen");
        lines.push(format!(
            "Fight, and look back: {omens} can take the battle back to any step."
        ));
    }
    Some(WayOut {
        everywhere: best.is_none() && !odds.is_running(),
        lines,
    })
}

/// Says what can be done about a fight, if it looks lost.
pub(super) fn spawn(
    words: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    odds: &RunOdds,
    place: PlaceId,
    style: &UiStyle,
) {
    let Some(WayOut { everywhere, lines }) = way_out(run, odds, place) else {
        return;
    };
    let text = if everywhere {
        "Every way on looks lost. What can be done:"
    } else {
        "This fight looks lost. What can be done:"
    };
    notice(words, Icon::TriangleAlert, text, style);
    for line in lines {
        let row = Node::row(px(6)).align(AlignItems::FlexStart).fixed();
        words.spawn((row, Pickable::IGNORE)).with_children(|row| {
            row.spawn((style.plain("·", style.muted()), Node::default().fixed()));
            let rest = Node::default().share(1.0).min_width(px(0));
            row.spawn((style.plain(line, style.ink()), rest));
        });
    }
}
