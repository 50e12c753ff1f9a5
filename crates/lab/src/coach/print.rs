//! What the coach has found, for people.

use std::io::Write;

use foretold_battle::coach::{Coach, CoachWork, Outset, Score, Suggestion};
use foretold_battle::{Estimate, Faction, Rule, UnitId, sentence};

use super::Findings;
use crate::problem::Problem;

pub(super) fn print(found: &Findings<'_>, out: &mut impl Write) -> Result<(), Problem> {
    head(found, out)?;
    for unit in found.question.units.iter() {
        writeln!(out, "\n{}'s rules:", name(found, unit))?;
        rules(found, found.question.outset.rules(unit), out)?;
    }
    review(found, out)?;
    search(found, out)?;
    Ok(())
}

/// What the search is at, in a few words.
pub(super) fn so_far(coach: &Coach) -> String {
    let taken = coach.steps().len();
    if coach.check().is_some() {
        return "playing the best rules with new luck".to_owned();
    }
    format!("looking for change {}", taken + 1)
}

fn head(found: &Findings<'_>, out: &mut impl Write) -> Result<(), Problem> {
    let title = &found.encounter.title;
    let side = match found.question.side {
        Faction::Friendly => "friendly",
        Faction::Enemy => "enemy",
    };
    let seed = found.seed;
    let ranking = found.review.ranking();
    let place = match (&found.question.outset, found.tick) {
        (Outset::Start(_), _) | (_, None) => format!("seed {seed} and those after it"),
        (Outset::Moment(_), Some(tick)) => format!("seed {seed} before tick {tick}"),
    };
    writeln!(out, "{title}, {place}: victory for the {side} side")?;
    if let Some(first) = ranking.first() {
        let odds = odds(first.score.before());
        writeln!(
            out,
            "  {odds} with the rules as they are, {} playouts",
            first.score.pairs.all
        )?;
    }
    Ok(())
}

fn rules(found: &Findings<'_>, rules: &[Rule], out: &mut impl Write) -> Result<(), Problem> {
    if rules.is_empty() {
        writeln!(out, "  none")?;
    }
    for (number, rule) in (1..).zip(rules) {
        let words = sentence(found.question.outset.arena(), rule);
        writeln!(out, "  {number}. {words}")?;
    }
    Ok(())
}

fn review(found: &Findings<'_>, out: &mut impl Write) -> Result<(), Problem> {
    let ranking = found.review.ranking();
    let (same, different): (Vec<_>, Vec<_>) = ranking
        .into_iter()
        .partition(|it| it.score.makes_no_difference());
    let all = same.len() + different.len();
    writeln!(
        out,
        "\nWhat they are worth: the odds in points, 95% sure for all {all} changes at once"
    )?;
    for row in &different {
        writeln!(out, "  {}  {}", points(row.odds()), words(found, row))?;
    }
    if !same.is_empty() {
        writeln!(out, "  {} more make no difference at all", same.len())?;
    }
    match found.review.matters_most() {
        Some(loss) => writeln!(out, "Matters most: {}", rule_of(found, &loss))?,
        None => writeln!(out, "Matters most: no rule certainly matters")?,
    }
    match found.review.hurts_most() {
        Some(loss) => writeln!(out, "Hurts: {}", rule_of(found, &loss))?,
        None => writeln!(out, "Hurts: no rule certainly hurts")?,
    }
    Ok(())
}

fn search(found: &Findings<'_>, out: &mut impl Write) -> Result<(), Problem> {
    let coach = &found.coach;
    if coach.steps().is_empty() {
        if found.changes > 0 && coach.is_over() {
            let tried = coach.tried();
            writeln!(
                out,
                "\nNothing better found: of {tried} single changes none is certainly better."
            )?;
        }
        return Ok(());
    }
    writeln!(out, "\nBetter rules: {} changes were tried", coach.tried())?;
    for (number, step) in (1..).zip(coach.steps()) {
        writeln!(
            out,
            "  {number}. {}  {}",
            points(step.odds()),
            words(found, step)
        )?;
    }
    for (unit, new) in coach.rules() {
        writeln!(out, "\n{}'s rules then:", name(found, *unit))?;
        rules(found, new, out)?;
        writeln!(out, "{}", found.encounter.rules_to_text(new))?;
    }
    if let Some(score) = coach.check() {
        check(score, out)?;
    }
    Ok(())
}

fn check(score: &Score, out: &mut impl Write) -> Result<(), Problem> {
    let [before, after] = [score.before(), score.after()].map(odds);
    let battles = score.pairs.all;
    writeln!(
        out,
        "\nVictory {before} → {after}, {battles} fresh playouts"
    )?;
    let change = points(score.pairs.change());
    writeln!(out, "  {} points, 95% sure", change.trim())?;
    Ok(())
}

fn odds(estimate: Estimate) -> String {
    let [odds, low, high] = [estimate.odds, estimate.low, estimate.high]
        .map(|odds| f64::from(odds.hundredths()) / 100.0);
    format!("{odds:.1}% ({low:.1}–{high:.1})")
}

/// A change and its interval: ` +12.3 (+10.1 to +14.5)`.
fn points((change, low, high): (i32, i32, i32)) -> String {
    let [change, low, high] = [change, low, high].map(|hundredths| {
        let sign = if hundredths < 0 { '−' } else { '+' };
        format!("{sign}{:.1}", f64::from(hundredths.abs()) / 100.0)
    });
    let interval = format!("({low} to {high})");
    format!("{change:>6} {interval:<18}")
}

/// A change, and whose rules it changes if there is a choice.
fn words(found: &Findings<'_>, row: &Suggestion) -> String {
    let change = row.change.in_words(found.question.outset.arena());
    if found.question.units.len() == 1 {
        change
    } else {
        format!("{}: {change}", name(found, row.change.unit))
    }
}

/// The rule that a change switches off, with what its loss is worth.
fn rule_of(found: &Findings<'_>, loss: &Suggestion) -> String {
    let place = loss.change.kind.rule();
    let unit = loss.change.unit;
    let rules = found.question.outset.rules(unit);
    let words = rules.get(place).map_or_else(String::new, |rule| {
        sentence(found.question.outset.arena(), rule)
    });
    let change = points(loss.odds());
    format!(
        "{}'s rule {}, {} without it: {words}",
        name(found, unit),
        place + 1,
        change.trim()
    )
}

fn name<'a>(found: &Findings<'a>, unit: UnitId) -> &'a str {
    found.encounter.unit_id(unit)
}
