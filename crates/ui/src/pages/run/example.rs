//! A rule with a new word in it, as a companion of the run would follow it.

use foretold_battle::brain::{About, Clause, Condition, Criterion, Join, RuleWord, Test};
use foretold_battle::{Area, Part, Rule, Selector, Skill, SkillId, SkillKind, words};
use foretold_content::Encounter;
use foretold_run::Run;

use crate::prelude::*;

/// Spawns an example sentence, with the new word in gold.
pub(super) fn spawn_example(
    card: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    word: &str,
    style: &UiStyle,
) {
    let (Ok(word), Ok(encounter)) = (word.parse(), run.drill()) else {
        return;
    };
    let Some((rule, parts)) = example(&encounter, run.company().len(), word) else {
        card.spawn(style.plain(NO_SKILL, style.muted()));
        return;
    };
    let gold = colour(style.look.theme.palette.accent);
    let arena = encounter.arena();
    let mut text = card.spawn(style.plain("For example: ", style.muted()));
    text.with_children(|spans| {
        for word in words(&arena, &rule) {
            let (face, ink) = match parts.contains(&word.part) {
                true => (Face::Bold, gold),
                false => (Face::Regular, style.ink()),
            };
            spans.spawn(style.span(word.text, face, ink));
            let stop = format!("{} ", word.stop);
            spans.spawn(style.span(stop, Face::Regular, style.ink()));
        }
        let known = run.words().with(word);
        if known.lacks(&rule).has(RuleWord::NOT) {
            spans.spawn(style.span(NEEDS_NOT, Face::Regular, style.muted()));
        }
    });
}

/// What stands behind an example of what not to do, if nobody knows how to say it.
const NEEDS_NOT: &str = "It takes the word “not” as well, which you have yet to find.";

/// What stands in place of an example if the word suits no skill.
const NO_SKILL: &str = "Nobody in the company has a skill that it suits yet.";

/// A rule with a word, and where the word stands in it; `None` if it suits no skill of the company.
fn example(encounter: &Encounter, company: usize, word: RuleWord) -> Option<(Rule, Vec<Part>)> {
    let asks = |tests: &[Test], negated: bool, join: Join| Condition {
        join,
        tests: tests.iter().map(|&test| Clause { negated, test }).collect(),
    };
    let near = Test::EnemyInRange(2);
    let hurt = Test::ALL
        .into_iter()
        .find(|test| matches!(test, Test::MyHpBelow(_)))?;
    let test = Test::ALL
        .into_iter()
        .find(|test| RuleWord::test(*test) == word);
    let criterion = Criterion::ALL
        .into_iter()
        .find(|criterion| RuleWord::criterion(*criterion) == word);
    let helps = test.is_some_and(|test| test.about() == About::Allies);
    let spares = matches!(test, Some(Test::WouldHitAlly));
    let counts = matches!(test, Some(Test::WouldHitEnemies(_)));
    let most_hit = criterion == Some(Criterion::MostHit);
    // Around oneself there is nobody to choose.
    let about_target = test.is_some_and(|test| test.about() == About::Target);
    let chooses = criterion.is_some() || about_target || word == RuleWord::IN_REACH;
    let suits = |skill: &Skill| {
        let is_wide = skill.area() != Area::Cell;
        (is_wide || !(spares || counts || most_hit))
            && !(spares && skill.spares())
            && !(chooses && skill.is_around_user())
    };
    let skill = skill_for(encounter, company, helps, suits)?;
    let used = &encounter.setup().skills[skill.index()];
    let on = match used.deed {
        SkillKind::Aid(_) => Selector::NEAREST_ALLY,
        _ if used.is_around_user() => Selector::OWN,
        _ => Selector::NEAREST_ENEMY,
    };
    let (when, on, parts) = if let Some(test) = test {
        // Nobody wants a rule that hits allies.
        (asks(&[test], spares, Join::All), on, vec![Part::Test(0)])
    } else if let Some(criterion) = criterion {
        let on = Selector { criterion, ..on };
        (Condition::default(), on, vec![Part::Criterion])
    } else if word == RuleWord::IN_REACH {
        (Condition::default(), on.in_reach(), vec![Part::Whom])
    } else if word == RuleWord::NOT {
        (asks(&[near], true, Join::All), on, vec![Part::Test(0)])
    } else if word == RuleWord::AND || word == RuleWord::OR {
        let join = if word == RuleWord::AND {
            Join::All
        } else {
            Join::Any
        };
        (asks(&[near, hurt], false, join), on, vec![Part::Join])
    } else {
        (Condition::default(), on, vec![Part::Whom])
    };
    let rule = Rule {
        enabled: true,
        when,
        skill,
        on,
    };
    Some((rule, parts))
}

/// A skill of the company for the word, among those that suit it: one that helps, or else any blow.
fn skill_for(
    encounter: &Encounter,
    company: usize,
    helps: bool,
    suits: impl Fn(&Skill) -> bool,
) -> Option<SkillId> {
    let setup = encounter.setup();
    let known = setup.units.iter().take(company).flat_map(|it| &it.skills);
    let skill = |id: &SkillId| &setup.skills[id.index()];
    let rank = |id: &SkillId| match &skill(id).deed {
        SkillKind::Aid(_) if skill(id).range > 0 => u8::from(helps) * 4 + 1,
        SkillKind::Aid(_) => 1,
        SkillKind::Attack { .. } => 2,
        SkillKind::Move(_) => 0,
    };
    // The first of the best: the last one would be what was learned last.
    let known = known.rev().filter(|id| suits(skill(id)));
    known.max_by_key(|id| rank(id)).copied()
}
