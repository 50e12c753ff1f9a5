//! What a fight ahead would cost the company: the HP that each companion would have left, and how often
//! it would fall.

use foretold_battle::Tally;
use foretold_content::Encounter;

use super::super::portrait::figure_tile;
use crate::prelude::*;
use crate::top_bar::percent_text;

/// How large the figure of a companion is, in pixels at 100%.
const FIGURE: f32 = 26.0;

/// What a fight would cost a companion.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cost {
    figure: String,
    /// `37 → 21 HP`.
    hp: String,
    /// How often it falls: `12%`; `None` if it never does.
    falls: Option<String>,
}

fn costs(battle: &Encounter, tally: &Tally) -> Vec<Cost> {
    let arena = battle.arena();
    let company = arena
        .units()
        .filter(|(_, sheet)| sheet.faction == Faction::Friendly);
    let costs = company.map(|(unit, sheet)| {
        let left = (tally.mean_hp_hundredths(unit) + 50) / 100;
        let falls = tally.fall(unit).odds;
        Cost {
            figure: battle.figure(unit).to_owned(),
            hp: format!("{} → {left} HP", sheet.hp),
            falls: (falls.hundredths() > 0).then(|| percent_text(falls)),
        }
    });
    costs.collect()
}

pub(super) fn spawn(
    words: &mut ChildSpawnerCommands<'_>,
    battle: &Encounter,
    tally: &Tally,
    style: &UiStyle,
) {
    let bad = colour(style.look.theme.palette.bad);
    words.spawn((
        style.remark("Average HP after the fight, and how often each falls:"),
        Node::default().fixed(),
    ));
    let row = Node::row(px(8)).wrap(px(4)).fixed();
    words.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for cost in costs(battle, tally) {
            let one = Node::row(px(6)).centred().fixed().min_width(percent(46));
            row.spawn((one, Pickable::IGNORE)).with_children(|one| {
                figure_tile(one, &cost.figure, Faction::Friendly, FIGURE, style);
                one.spawn(style.bold(cost.hp, style.ink()));
                if let Some(falls) = cost.falls {
                    one.spawn(style.sign(Icon::Skull, bad));
                    one.spawn(style.plain(falls, style.ink()));
                }
            });
        }
    });
}
