//! Results as one HTML page: charts with their tables, heat maps, and the battles worth watching.
//! It needs no network and no script, and escapes every name.

mod charts;

use foretold_battle::{Cell, Faction};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::numbers::{change, grouped, interval, mean, mean_hundredths, percent, signed};
use super::results::{BattleResult, Results, Shard, Variation};
use super::tally::{BOARD, BattleTally, Extreme};
use crate::summary::faction;
use charts::{Chart, ChartBar};

const STYLE: &str = include_str!("style.css");

/// The whole page.
pub(crate) fn page(results: &Results) -> String {
    let titles: Vec<&str> = results.battles.iter().map(|it| it.title.as_str()).collect();
    let title = format!("Sweep of {}", titles.join(", "));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (title) }
                    @if results.is_partial() {
                        p.warning {
                            strong { "Stopped early. " }
                            "These are the battles that were played until then."
                        }
                    }
                    @if results.shard != Shard::WHOLE {
                        p.warning {
                            strong { "Part " (results.shard) ". " }
                            "foretold-lab merge joins the parts."
                        }
                    }
                    @if results.battles.len() > 1 { (contents(results)) }
                    @for (at, battle) in results.battles.iter().enumerate() {
                        (battle_section(results, battle, at))
                    }
                    (how_to_read())
                }
            }
        }
    };
    page.into_string()
}

fn contents(results: &Results) -> Markup {
    html! {
        nav aria-label="Battles" {
            ul {
                @for (at, battle) in results.battles.iter().enumerate() {
                    li { a href={ "#battle-" (at) } { (battle.title) } }
                }
            }
        }
    }
}

fn battle_section(results: &Results, battle: &BattleResult, at: usize) -> Markup {
    html! {
        section.battle id={ "battle-" (at) } {
            h2 { (battle.title) }
            p {
                strong { (grouped(battle.played())) " battles" }
                @if battle.played() > 0 {
                    " of " code { (battle.name) } ", seeds "
                    (results.first_seed + battle.from) " to " (results.first_seed + battle.to - 1)
                }
                "."
            }
            @if battle.played() > 0 {
                @if battle.variations.len() > 1 { (variations(battle, at)) }
                @for (number, variation) in battle.variations.iter().enumerate() {
                    @let id = format!("battle-{at}-{number}");
                    @if number == 0 {
                        (details(battle, variation, &id))
                    } @else {
                        details {
                            summary { code { (variation.name) } }
                            (details(battle, variation, &id))
                        }
                    }
                }
            }
        }
    }
}

/// The odds of every variation beside each other, and how they change.
fn variations(battle: &BattleResult, at: usize) -> Markup {
    let bars = battle.variations.iter().map(|variation| {
        let won = variation.tally.share(variation.tally.outcomes.wins);
        ChartBar::odds(&variation.name, won, None)
    });
    let chart = Chart {
        id: format!("battle-{at}-variations"),
        title: "Battles won in each variation".to_owned(),
        desc: "A bar for each variation, with its 95% interval. The table has the numbers."
            .to_owned(),
        axis: "battles won, in percent",
        bars: bars.collect(),
        most: Some(100.0),
    };
    html! {
        h3 { "Variations" }
        p { "Every variation plays the same seeds, so a small change shows: its interval is that of the difference." }
        (chart.draw())
        div.scroll tabindex="0" role="region" aria-label="Variations" {
            table {
                thead { tr {
                    th scope="col" { "Variation" }
                    th.number scope="col" { "Won" }
                    th.number scope="col" { "95% interval" }
                    th.number scope="col" { "Change" }
                    th.number scope="col" { "95% interval" }
                    th.number scope="col" { "Median length" }
                } }
                tbody {
                    @for variation in &battle.variations {
                        @let tally = &variation.tally;
                        @let won = tally.share(tally.outcomes.wins);
                        tr {
                            th scope="row" { code { (variation.name) } }
                            td.number { (percent(won.odds)) }
                            td.number { (interval(won)) }
                            @if let Some((by, low, high)) = battle.change(variation) {
                                td.number { (change(by)) }
                                td.number { (change(low)) " to " (change(high)) }
                            } @else {
                                td.number { "–" }
                                td.number { "–" }
                            }
                            td.number { (tally.length_at(50)) " " (battle.length_word) "s" }
                        }
                    }
                }
            }
        }
    }
}

/// Everything about one variation.
fn details(battle: &BattleResult, variation: &Variation, id: &str) -> Markup {
    html! {
        (odds(variation, id))
        (watch(battle, variation))
        (length(battle, variation, id))
        (units(variation, id))
        (skills(variation, id))
        @if !variation.cast.rules.is_empty() { (rules(variation, id)) }
        (falls(&variation.tally))
    }
}

fn odds(variation: &Variation, id: &str) -> Markup {
    let tally = &variation.tally;
    let shares = [
        ("won", tally.outcomes.wins, Some(Faction::Friendly)),
        ("drawn", tally.draws(), None),
        ("lost", tally.outcomes.losses, Some(Faction::Enemy)),
    ];
    let chart = Chart {
        id: format!("{id}-odds"),
        title: "Won, drawn and lost".to_owned(),
        desc: "A bar for each outcome, with its 95% interval. The table has the numbers."
            .to_owned(),
        axis: "battles, in percent",
        bars: shares
            .map(|(name, count, side)| ChartBar::odds(name, tally.share(count), side))
            .into(),
        most: Some(100.0),
    };
    html! {
        h3 { "Odds" }
        (chart.draw())
        div.scroll tabindex="0" role="region" aria-label="Odds" { table {
            thead { tr {
                th scope="col" { "Outcome" }
                th.number scope="col" { "Battles" }
                th.number scope="col" { "Share" }
                th.number scope="col" { "95% interval" }
            } }
            tbody {
                @for (name, count, _) in shares {
                    @let share = tally.share(count);
                    tr {
                        th scope="row" { (name) }
                        td.number { (grouped(count)) }
                        td.number { (percent(share.odds)) }
                        td.number { (interval(share)) }
                    }
                }
            }
        } }
    }
}

/// The best and the worst battle, with the command lines to copy.
fn watch(battle: &BattleResult, variation: &Variation) -> Markup {
    let tally = &variation.tally;
    html! {
        h3 { "Best and worst" }
        @for (which, extreme) in [("Best", tally.best), ("Worst", tally.worst)] {
            @if let Some(Extreme { margin, seed }) = extreme {
                p {
                    (which) ": seed " (seed) ", a " (margin.outcome_name()) " with "
                    (signed(margin.hp)) " HP, friends less enemies. To watch it:"
                }
                pre tabindex="0" { code { (battle.watch(variation, seed)) } }
            }
        }
    }
}

fn length(battle: &BattleResult, variation: &Variation, id: &str) -> Markup {
    let tally = &variation.tally;
    let [least, low, median, high, most] = [0, 25, 50, 75, 100].map(|at| tally.length_at(at));
    let word = &battle.length_word;
    html! {
        h3 { "Length" }
        (charts::lengths(&format!("{id}-length"), &tally.lengths, word))
        p {
            "The median is " strong { (median) " " (word) "s" } ". Half of the battles took "
            (low) " to " (high) ", all of them " (least) " to " (most) "."
        }
    }
}

fn units(variation: &Variation, id: &str) -> Markup {
    let Variation { cast, tally, .. } = variation;
    let battles = tally.battles();
    let bars = cast.units.iter().zip(&tally.units).map(|(unit, counts)| {
        ChartBar::mean(
            &unit.name,
            mean_hundredths(counts.dealt, battles),
            unit.side,
        )
    });
    let chart = damage_chart(format!("{id}-units"), "unit", bars.collect());
    html! {
        h3 { "By unit, in a battle on average" }
        (chart.draw())
        div.scroll tabindex="0" role="region" aria-label="By unit" {
            table {
                thead { tr {
                    th scope="col" { "Unit" }
                    th scope="col" { "Side" }
                    @for head in ["Dealt", "Taken", "Blocked", "Healed", "Kills", "Falls", "HP left"] {
                        th.number scope="col" { (head) }
                    }
                } }
                tbody {
                    @for (unit, counts) in cast.units.iter().zip(&tally.units) {
                        tr {
                            th scope="row" { (unit.name) }
                            td { (faction(unit.side)) }
                            @for sum in [counts.dealt, counts.taken, counts.blocked, counts.healed, counts.kills, counts.falls, counts.hp_left] {
                                td.number { (mean(sum, battles)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn skills(variation: &Variation, id: &str) -> Markup {
    let Variation { cast, tally, .. } = variation;
    let battles = tally.battles();
    let used = || {
        let all = cast.skills.iter().zip(&tally.skills);
        all.filter(|(_, counts)| counts.uses > 0 || counts.hits > 0 || counts.misses > 0)
    };
    let bars = used().filter(|(_, counts)| counts.dealt > 0);
    let bars = bars.map(|(skill, counts)| {
        ChartBar::mean(
            &skill.name,
            mean_hundredths(counts.dealt, battles),
            skill.side,
        )
    });
    let chart = damage_chart(format!("{id}-skills"), "skill", bars.collect());
    html! {
        h3 { "By skill, in a battle on average" }
        (chart.draw())
        div.scroll tabindex="0" role="region" aria-label="By skill" {
            table {
                thead { tr {
                    th scope="col" { "Skill" }
                    th scope="col" { "Side" }
                    @for head in ["Uses", "Hits", "Misses", "Dealt", "Healed"] {
                        th.number scope="col" { (head) }
                    }
                } }
                tbody {
                    @for (skill, counts) in used() {
                        tr {
                            th scope="row" { (skill.name) }
                            td { (faction(skill.side)) }
                            @for sum in [counts.uses, counts.hits, counts.misses, counts.dealt, counts.healed] {
                                td.number { (mean(sum, battles)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rules(variation: &Variation, id: &str) -> Markup {
    let Variation { cast, tally, .. } = variation;
    let battles = tally.battles();
    let rows = || cast.rules.iter().zip(&tally.rules);
    let side = |unit: &str| {
        let found = cast.units.iter().find(|known| known.id == unit);
        found.map_or(Faction::Friendly, |unit| unit.side)
    };
    let bars = rows().filter(|(_, counts)| counts.dealt > 0);
    let bars = bars.map(|(rule, counts)| {
        let name = format!("{} {}. {}", rule.unit, rule.place, rule.text);
        ChartBar::mean(
            &name,
            mean_hundredths(counts.dealt, battles),
            side(&rule.unit),
        )
    });
    let chart = damage_chart(format!("{id}-rules"), "rule", bars.collect());
    html! {
        h3 { "By rule, in a battle on average" }
        (chart.draw())
        div.scroll tabindex="0" role="region" aria-label="By rule" {
            table {
                thead { tr {
                    th scope="col" { "Unit" }
                    th scope="col" { "Rule" }
                    @for head in ["Decided", "Dealt", "Healed"] {
                        th.number scope="col" { (head) }
                    }
                } }
                tbody {
                    @for (rule, counts) in rows() {
                        tr {
                            th scope="row" { (rule.unit) }
                            td { (rule.place) ". " (rule.text) }
                            @for sum in [counts.decided, counts.dealt, counts.healed] {
                                td.number { (mean(sum, battles)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn damage_chart(id: String, by: &str, bars: Vec<ChartBar>) -> Chart {
    Chart {
        id,
        title: format!("Damage dealt in a battle, by {by}"),
        desc: format!("A bar for each {by}. The table has the numbers."),
        axis: "damage in a battle, on average",
        bars,
        most: None,
    }
}

/// Where units fall: a table for each side, shaded, with the numbers in it.
fn falls(tally: &BattleTally) -> Markup {
    let battles = tally.battles();
    html! {
        h3 { "Where units fall" }
        p { "How many fall in each cell, in 100 battles. A dot is a cell where nobody falls." }
        div.maps {
            @for (side, cells) in Faction::ALL.into_iter().zip(&tally.falls) {
                @let most = cells.iter().copied().max().unwrap_or(0).max(1);
                div.scroll tabindex="0" role="region" aria-label={ "Where " (faction(side)) " units fall" } {
                    table.map.(faction(side)) {
                        caption { (faction(side)) " units" }
                        thead { tr {
                            td {}
                            @for column in 0..BOARD {
                                th scope="col" { (char::from(b'A' + column as u8)) }
                            }
                        } }
                        tbody {
                            @for (row, cells) in cells.chunks(BOARD).enumerate() {
                                tr {
                                    th scope="row" { (row + 1) }
                                    @for (column, &units) in cells.iter().enumerate() {
                                        (map_cell(row, column, units, battles, most))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn map_cell(row: usize, column: usize, units: u64, battles: u64, most: u64) -> Markup {
    let cell = Cell::new(column as u8, row as u8).map_or(String::new(), |cell| cell.to_string());
    // Tenths of a unit in 100 battles.
    let tenths = mean_hundredths(units, battles).saturating_mul(10);
    let heat = units.saturating_mul(100) / most;
    html! {
        @if units == 0 {
            td { "·" }
        } @else {
            td.heat style={ "--heat: " (heat) "%" } title={ (cell) ": " (grouped(units)) } {
                @if tenths < 10 { "<1" } @else { (tenths / 10) }
            }
        }
    }
}

fn how_to_read() -> Markup {
    html! {
        section {
            h2 { "How to read this" }
            ul {
                li { "The 95% interval holds the true odds in 19 of 20 sweeps. More battles make it narrower: four times as many, half as wide." }
                li { "Dealt is damage that got through block. Damage by a rule is what came of its decisions." }
                li { "Best and worst go by the outcome, then by the HP left of friends less those of enemies; among equals the lowest seed is named." }
            }
        }
    }
}
