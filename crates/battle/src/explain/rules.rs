//! The reasons of units that follow rules: each rule, each test, each candidate.

use super::{Depth, Explanation, mark};
use crate::battle::Battle;
use crate::brain::{
    About, Criterion, Decision, Measured, PickedBy, Piece, Rule, RuleReport, TargetSelection,
    TestReport, Why, WhyNot, form, pieces,
};
use crate::ids::UnitId;
use crate::sentence::{clause, sentence};

/// Why a unit did not follow the rules above the one that it follows, in one line:
/// `Not 1 (Guard): my cell is targeted: no wind-up aims at it. Not 2 (Bite): out of range: 5 cells
/// away, it reaches 1.` Rules with the same reason stand together: `Not 2, 3 (Bite, Claw): …`. `None` if
/// there are none.
pub fn rules_passed_over(battle: &Battle, unit: UnitId, decision: &Decision) -> Option<String> {
    let Why::Gambit(reports) = &decision.why else {
        return None;
    };
    let page = Explanation::new(battle, unit, decision, None, Depth::Simple);
    let rules = page.rules();
    let mut reasons: Vec<PassedOver> = Vec::new();
    for (at, report) in reports.iter().enumerate() {
        let Some(refusal) = report.refusal else {
            continue;
        };
        let failed = report.tests.iter().find(|test| !test.holds);
        let reason = match failed.filter(|_| refusal == WhyNot::ConditionFalse) {
            None => refusal.to_string(),
            Some(test) => {
                let measured = page.measured(test, report.selection.chosen);
                let measured = if measured.is_empty() { "no" } else { &measured };
                format!("{}: {measured}", clause(test.clause))
            }
        };
        let skill = rules
            .get(at)
            .map_or("?", |rule| page.arena().skill_name(rule.skill));
        match reasons.iter_mut().find(|other| other.reason == reason) {
            Some(same) => {
                same.places += &format!(", {}", at + 1);
                same.skills += &format!(", {skill}");
            }
            None => reasons.push(PassedOver {
                places: (at + 1).to_string(),
                skills: skill.to_owned(),
                reason,
            }),
        }
    }
    let reasons = reasons.into_iter().map(|it| {
        let PassedOver {
            places,
            skills,
            reason,
        } = it;
        format!("Not {places} ({skills}): {reason}.")
    });
    let reasons: Vec<String> = reasons.collect();
    (!reasons.is_empty()).then(|| reasons.join(" "))
}

/// Rules that did not apply for one reason.
struct PassedOver {
    places: String,
    skills: String,
    reason: String,
}

impl<'a> Explanation<'a> {
    pub(super) fn gambit(&mut self, reports: &[RuleReport]) {
        let rules = self.rules();
        let applied = reports.iter().position(|report| report.refusal.is_none());
        match applied {
            Some(at) => {
                let does = self.does(reports[at].selection.chosen);
                let rule = self.sentence(rules.get(at));
                let line = format_args!("{does}. Rule {}: {rule}", at + 1);
                self.add_line(Depth::Simple, 0, line);
            }
            None => match reports.len() {
                0 => self.because("it has no rules"),
                1 => self.because("its only rule does not apply"),
                many => self.because(format_args!("none of its {many} rules applies")),
            },
        }
        for (at, report) in reports.iter().enumerate() {
            self.rule(at, rules.get(at), report);
        }
        for (at, rule) in rules.iter().enumerate().skip(reports.len()) {
            let rule = self.sentence(Some(rule));
            let line = format_args!("{} – not looked at: {rule}", at + 1);
            self.add_line(Depth::Expert, 1, line);
        }
    }

    fn rules(&self) -> &'a [Rule] {
        self.battle.unit(self.unit).map_or(&[], |unit| &unit.rules)
    }

    fn sentence(&self, rule: Option<&Rule>) -> String {
        rule.map_or("?".to_owned(), |rule| sentence(self.arena(), rule))
    }

    fn rule(&mut self, at: usize, rule: Option<&Rule>, report: &RuleReport) {
        let (applies, text) = (mark(report.refusal.is_none()), self.sentence(rule));
        let line = format_args!("{} {applies} {text}", at + 1);
        self.add_line(Depth::Detailed, 1, line);
        if report.refusal != Some(WhyNot::Disabled) {
            let compared = rule.map(|rule| rule.on.criterion);
            self.selection(2, compared, &report.selection);
        }
        for test in &report.tests {
            let (holds, text) = (mark(test.holds), clause(test.clause));
            let measured = self.measured(test, report.selection.chosen);
            let colon = if measured.is_empty() { "" } else { ": " };
            let line = format_args!("{holds} {text}{colon}{measured}");
            self.add_line(Depth::Detailed, 2, line);
        }
        if let Some(refusal) = report.refusal {
            // The crosses above have said it.
            let told = refusal == WhyNot::ConditionFalse && !report.tests.is_empty();
            let depth = if told { Depth::Expert } else { Depth::Detailed };
            self.add_line(depth, 2, refusal);
        }
    }

    /// What a test measured, in the words that suit what it asks; empty if it measures nothing.
    fn measured(&self, report: &TestReport, target: Option<UnitId>) -> String {
        let test = report.clause.test;
        if report.measured == Measured::Nothing {
            let nobody = test.about() == About::Target && target.is_none();
            return if nobody {
                "there is no target"
            } else {
                test.nothing()
            }
            .to_owned();
        }
        let mut number = 0;
        let mut text = String::new();
        for piece in pieces(test.found()) {
            match piece {
                Piece::Text(words) => text += words,
                Piece::Form(forms) => text += form(forms, number),
                Piece::Slot("unit") => text += self.target(report.measured.unit()),
                Piece::Slot(name) => {
                    number = report.measured.number(name);
                    match report.measured {
                        Measured::Count(0) => text += "none",
                        _ => text += &number.to_string(),
                    }
                }
            }
        }
        text
    }

    /// The candidates, and what decided.
    pub(super) fn selection(
        &mut self,
        indent: usize,
        compared: Option<Criterion>,
        selection: &TargetSelection,
    ) {
        let best = compared.map_or("best score", Criterion::words);
        let name = self.target(selection.chosen);
        let decided = match selection.picked_by {
            PickedBy::Nobody => "there is no candidate".to_owned(),
            PickedBy::OnlyOne => "there was no other".to_owned(),
            PickedBy::Score => format!("the {best}"),
            PickedBy::LowerY => format!("a tie for the {best}, and the higher row wins"),
            PickedBy::LowerX => {
                format!("a tie for the {best} in one row, and the column further left wins")
            }
        };
        let line = format_args!("target {name}: {decided}");
        self.add_line(Depth::Expert, indent, line);
        for candidate in &selection.candidates {
            let score = match compared {
                Some(criterion) => criterion.measure().in_words(candidate.score),
                None => format!("score {}", candidate.score),
            };
            let name = self.name(candidate.unit);
            let line = format_args!("{name} at {}: {score}", candidate.cell);
            self.add_line(Depth::Expert, indent + 1, line);
        }
    }
}
