//! The reasons of units that follow no rules: cards, autofight, the heuristic.

use super::{Depth, Explanation, count, mark, mode_words};
use crate::autofight::{AttackType, AutofightReport, Contender, Ranking};
use crate::battle::ForetoldTurn;
use crate::brain::{CardReport, HeuristicReport, Intent, WhyNot};
use crate::ids::{SkillId, UnitId};
use crate::unit::{Action, CardMove};

/// What decides between attacks that are equal.
const FIRST_LISTED: &str = "a tie in damage, and the skill listed first wins";

impl Explanation<'_> {
    pub(super) fn cards(&mut self, report: &CardReport) {
        let moves = self.arena().setup().units.get(self.unit.slot());
        let moves = moves.map_or(&[][..], |sheet| sheet.brain.moves());
        let card = report.card.and_then(|at| moves.get(usize::from(at)));
        let Some(&card) = card else {
            return self.because("it has drawn no card yet");
        };
        if self.is_secret(card, report) {
            return self.keeps_secret();
        }
        let skill = self.arena().skill_name(card.skill);
        let holds = format!("it holds the card {skill}");
        let target = report.selection.chosen;
        match report.refusal {
            None => {
                let does = self.does(target);
                self.add_line(Depth::Simple, 0, format_args!("{does}: {holds}."));
            }
            Some(refusal) => match self.turn {
                Some(turn) if turn.uses(card.skill) => self.because(holds),
                Some(_) => {
                    let why =
                        format_args!("{holds} and cannot use it in this turn (now {refusal})");
                    self.because(why);
                }
                None => self.because(format_args!("{holds} and cannot use it now ({refusal})")),
            },
        }
        let (weight, total) = report.weight;
        let line = format_args!("card {skill}: weight {weight} of {total}");
        self.add_line(Depth::Detailed, 1, line);
        let skills = &self.arena().setup().skills;
        let compared = skills.get(card.skill.index());
        let compared = compared.map(|skill| skill.selector.criterion);
        self.selection(2, compared, &report.selection);
        let whom = self.target(target);
        let tried = format!("use {skill} on {whom}");
        self.attempt(&tried, report.refusal);
        // It only thinks of walking if its card does not reach.
        let walks = matches!(self.action, Action::Step { .. });
        if walks || report.walk_refusal.is_some() {
            self.attempt(&format!("walk towards {whom}"), report.walk_refusal);
        }
    }

    /// Whether the card is still secret.
    fn is_secret(&self, card: CardMove, report: &CardReport) -> bool {
        let held = self.battle.unit(self.unit).and_then(|unit| unit.card);
        let shown = self.battle.intent(self.unit);
        card.hidden && (held != report.card || shown.is_none_or(|it| it == Intent::Unknown))
    }

    /// Kind, number and target stay hidden; only a step that is being made can be seen.
    fn keeps_secret(&mut self) {
        let doing = self.battle.unit(self.unit).map(|unit| unit.action);
        let walks = matches!(self.action, Action::Step { .. }) && doing == Some(self.action);
        let secret = "its intent is unknown until it acts on it";
        if walks {
            self.because(secret);
        } else {
            let name = self.name(self.unit);
            let line = format_args!("{name} keeps its secret: {secret}.");
            self.add_line(Depth::Simple, 0, line);
        }
    }

    /// Something that was tried, and why it failed, if it did.
    fn attempt(&mut self, what: &str, refusal: Option<WhyNot>) {
        match refusal {
            None => self.add_line(Depth::Detailed, 1, format_args!("{} {what}", mark(true))),
            Some(refusal) => {
                let line = format_args!("{} {what}: {refusal}", mark(false));
                self.add_line(Depth::Detailed, 1, line);
            }
        }
    }

    pub(super) fn autofight(&mut self, report: &AutofightReport) {
        let messages = &self.arena().setup().autofight_messages;
        match (report.target, report.stop) {
            (Some(target), _) => {
                let (does, name) = (self.does(Some(target)), self.name(target));
                let line = format_args!("{does}: autofight goes for {name}.");
                self.add_line(Depth::Simple, 0, line);
            }
            (None, Some(stop)) => {
                let (does, message) = (self.does(None), messages.text(stop));
                let line = format_args!("{does}: autofight goes for nobody. {message}");
                self.add_line(Depth::Simple, 0, line.to_string().trim_end());
            }
            (None, None) => self.because("autofight goes for nobody"),
        }
        let line = format_args!("mode: {}", mode_words(report.mode));
        self.add_line(Depth::Detailed, 1, line);
        if let Some(target) = report.target {
            self.approach(report, target);
        }
        let settings = self.arena().setup().units.get(self.unit.slot());
        let order = settings.map_or(&[][..], |sheet| &sheet.autofight.order);
        for contender in &report.contenders {
            let (name, attack) = (self.name(contender.unit), attack_words(contender.attack));
            let line = format_args!("{name}: {attack}; {}", compared(contender, order));
            self.add_line(Depth::Expert, 2, line);
        }
    }

    /// How autofight attacks its target, how far it goes, and what decided for it.
    fn approach(&mut self, report: &AutofightReport, target: UnitId) {
        let mut contenders = report.contenders.iter();
        let chosen = contenders.find(|contender| contender.unit == target);
        let attack = chosen.map_or("?", |contender| attack_words(contender.attack));
        let needs_move = chosen.is_some_and(|it| it.attack == AttackType::NeedsMove);
        let way = match report.steps {
            0 if needs_move => ", it waits where it is".to_owned(),
            0 => String::new(),
            steps => format!(", {} to go", count(steps, "cell")),
        };
        let hazard = if report.through_hazard {
            " through a hazard"
        } else {
            ""
        };
        let line = format_args!("attack: {attack}{way}{hazard}");
        self.add_line(Depth::Detailed, 1, line);
        let decided = match report.decided_by {
            Some(ranking) => decided_words(ranking),
            None if report.ambiguous => {
                "a tie in everything, and the higher row wins, then the column further left"
            }
            None => "there was no other",
        };
        let line = format_args!("target {}: {decided}", self.name(target));
        self.add_line(Depth::Detailed, 1, line);
    }

    pub(super) fn heuristic(&mut self, report: &HeuristicReport) {
        let Some((target, distance)) = report.target else {
            self.because("there is no enemy");
            // Without enemies it dodges; no target means that it does not know how.
            let refusal = report.walk_refusal.filter(|&it| it != WhyNot::NoTarget);
            if refusal.is_some() {
                self.attempt("dodge", refusal);
            }
            return;
        };
        let (does, name) = (self.does(Some(target)), self.name(target));
        let refused = report.walk_refusal;
        let refused = refused.map_or(String::new(), |refusal| format!(" ({refusal})"));
        let strikes = self.turn.and_then(ForetoldTurn::blow);
        let struck = strikes.and_then(|(blow, _)| blow.target);
        let reason = match (report.chosen, self.action) {
            (Some(_), Action::Step { .. }) if struck.is_some_and(|it| it != target) => {
                format!("it sets out for {name}, and then strikes whichever enemy is nearest")
            }
            (Some(_), Action::Use { .. }) => "its best attack on the nearest enemy".to_owned(),
            (Some(skill), _) => {
                let skill = self.arena().skill_name(skill);
                format!("it goes for {name}, the nearest enemy, with {skill}{refused}")
            }
            (None, action) if !report.left.is_empty() => {
                let walks = matches!(action, Action::Step { .. });
                let nearer = if walks { "; it walks nearer" } else { "" };
                format!("an attack on {name} would hurt its own side more{nearer}")
            }
            (None, Action::Step { .. }) => {
                format!("it cannot attack {name} in this turn and walks nearer")
            }
            (None, _) => {
                format!("it cannot attack {name} in this turn, nor walk nearer{refused}")
            }
        };
        self.add_line(Depth::Simple, 0, format_args!("{does}: {reason}."));
        let away = count(distance, "step");
        let line = format_args!("nearest enemy: {name}, {away} away");
        self.add_line(Depth::Detailed, 1, line);
        for &(skill, expected, from) in &report.attacks {
            let (chosen, name) = (report.chosen == Some(skill), self.arena().skill_name(skill));
            let damage = hundredths(expected);
            let line = format_args!("{} {name}: {damage} damage expected", mark(chosen));
            self.add_line(Depth::Detailed, 1, line);
            let strikes = count(self.strikes(skill) as u32, "strike");
            self.add_line(Depth::Expert, 2, format_args!("{strikes}, from {from}"));
        }
        for &skill in &report.left {
            let name = self.arena().skill_name(skill);
            let line = format_args!("{} {name}: it would hurt its own side more", mark(false));
            self.add_line(Depth::Detailed, 1, line);
        }
        if let Some(chosen) = report.chosen {
            let decided = self.decided(report, chosen);
            // The numbers above do not show why a tie went one way.
            let depth = if decided == FIRST_LISTED {
                Depth::Detailed
            } else {
                Depth::Expert
            };
            let name = self.arena().skill_name(chosen);
            self.add_line(depth, 1, format_args!("attack {name}: {decided}"));
        } else {
            self.attempt("walk nearer", report.walk_refusal);
        }
    }

    /// What decided for the chosen attack.
    fn decided(&self, report: &HeuristicReport, chosen: SkillId) -> &'static str {
        let mut attacks = report.attacks.iter();
        let best = attacks.find(|(skill, _, _)| *skill == chosen);
        let damage = best.map_or(0, |&(_, expected, _)| expected);
        let is_multi = |skill: SkillId| self.strikes(skill) > 1;
        let rivals = || {
            report
                .attacks
                .iter()
                .filter(|(skill, _, _)| *skill != chosen)
        };
        let mut peers = rivals().filter(|(skill, _, _)| is_multi(*skill) == is_multi(chosen));
        if rivals().next().is_none() {
            "there was no other"
        } else if peers.clone().next().is_none() {
            "a multiattack comes first"
        } else if peers.any(|&(_, expected, _)| expected == damage) {
            FIRST_LISTED
        } else {
            "the most damage expected"
        }
    }

    fn strikes(&self, skill: SkillId) -> usize {
        let skill = self.arena().setup().skills.get(skill.index());
        skill.map_or(0, |skill| skill.strikes().len())
    }
}

const fn attack_words(attack: AttackType) -> &'static str {
    match attack {
        AttackType::Melee => "melee",
        AttackType::Reaching => "reaching",
        AttackType::Fire => "fire",
        AttackType::NeedsMove => "not now",
        AttackType::Fails => "no way there",
    }
}

const fn decided_words(ranking: Ranking) -> &'static str {
    match ranking {
        Ranking::Marked => "it is marked",
        Ranking::CanAttackNow => "it can be attacked now",
        Ranking::NotHarmless => "it is not harmless",
        Ranking::Helpless => "it is helpless",
        Ranking::Distance => "it is nearer",
        Ranking::HoldingMe => "it is the one that holds",
        Ranking::Hindered => "it is hindered",
        Ranking::Injury => "it is more injured",
        Ranking::Threat => "it is the greater threat",
        Ranking::PreferredKind => "it is of a preferred kind",
    }
}

/// How a contender compares, in the order of the settings. Lower keys are better: 0 is yes.
fn compared(contender: &Contender, order: &[Ranking]) -> String {
    let part = |(&ranking, &key): (&Ranking, &i32)| {
        let yes = if key == 0 { "yes" } else { "no" };
        match ranking {
            Ranking::Marked => format!("marked {yes}"),
            Ranking::CanAttackNow => format!("can attack now {yes}"),
            Ranking::NotHarmless => format!("not harmless {yes}"),
            Ranking::Helpless => format!("helpless {yes}"),
            Ranking::Distance => format!("distance {key}"),
            Ranking::HoldingMe => format!("holding me {yes}"),
            Ranking::Hindered => format!("hindered {yes}"),
            Ranking::Injury => format!("injury {}", key.unsigned_abs()),
            Ranking::Threat => format!("threat {}", hundredths(key.unsigned_abs())),
            Ranking::PreferredKind => format!("preferred kind {yes}"),
        }
    };
    let parts: Vec<String> = order.iter().zip(&contender.key).map(part).collect();
    parts.join(", ")
}

/// Hundredths as a plain number: 9, 4.5, 4.12.
fn hundredths(number: u32) -> String {
    let (whole, rest) = (number / 100, number % 100);
    match (rest / 10, rest % 10) {
        (0, 0) => format!("{whole}"),
        (tenths, 0) => format!("{whole}.{tenths}"),
        _ => format!("{whole}.{rest:02}"),
    }
}
