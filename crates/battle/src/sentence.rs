//! Rules as sentences: one wording for the screen, the command line and the reasons.
//!
//! What a rule came to in a battle is told by `explain`.

use crate::arena::Arena;
use crate::brain::{Clause, Criterion, Join, Rule, Selector, Side, Test};
use crate::skill::{Deed, MoveMode};

/// A rule in plain English: `When an enemy is within 1, use Heavy Punch on the lowest HP enemy.`
///
/// A rule that is switched off begins with `(off) `; a skill of another battle is called `?`.
///
/// ```
/// use foretold_battle::brain::Test;
/// use foretold_battle::sentence;
/// use foretold_battle::testing::{board, heavy_punch, recruit};
///
/// let story = board("A e")
///     .unit('A', recruit().gambits([heavy_punch().when(Test::EnemyInRange(1))]))
///     .unit('e', recruit())
///     .story();
/// assert_eq!(
///     sentence(story.battle.arena(), &story.unit('A').rules[0]),
///     "When an enemy is within 1, use Heavy Punch on the nearest enemy."
/// );
/// ```
pub fn sentence(arena: &Arena, rule: &Rule) -> String {
    let off = if rule.enabled { "" } else { "(off) " };
    let deed = deed(arena, rule);
    let text = match rule.when.tests.as_slice() {
        [] => deed,
        [
            Clause {
                test: Test::Always,
                negated,
            },
        ] => {
            let how_often = if *negated { "never" } else { "always" };
            format!("{how_often} {deed}")
        }
        tests => {
            let joined = match rule.when.join {
                Join::All => " and ",
                Join::Any => " or ",
            };
            let clauses: Vec<String> = tests.iter().map(|&test| clause(test)).collect();
            format!("when {}, {deed}", clauses.join(joined))
        }
    };
    format!("{off}{}.", capitalised(&text))
}

/// One test of a rule: `my HP is not below 50%`.
pub(crate) fn clause(clause: Clause) -> String {
    let not = if clause.negated { " not" } else { "" };
    let some = |some: &'static str, none: &'static str| if clause.negated { none } else { some };
    match clause.test {
        Test::Always => some("always", "never").to_owned(),
        Test::EnemyInRange(range) => {
            format!("{} enemy is within {range}", some("an", "no"))
        }
        Test::AllyInRange(range) => format!("{} ally is within {range}", some("an", "no")),
        Test::MyHpBelow(bar) => format!("my HP is{not} below {}%", bar.get()),
        Test::MyCellTargeted => format!("my cell is{not} targeted"),
        Test::TargetHpBelow(bar) => format!("the target's HP is{not} below {}%", bar.get()),
        Test::EnemiesInRange { count: 1, range } => {
            format!("{} enemy is within {range}", some("at least 1", "no"))
        }
        Test::EnemiesInRange { count, range } => {
            let bound = some("at least", "fewer than");
            format!("{bound} {count} enemies are within {range}")
        }
        Test::AllyHpBelow(bar) => {
            format!("{} ally's HP is below {}%", some("some", "no"), bar.get())
        }
        Test::IHave(status) => format!("I am{not} {}", status.name()),
        Test::TargetHas(status) => format!("the target is{not} {}", status.name()),
        Test::TargetWindingUp => format!("the target is{not} winding up"),
        Test::MySanityBelow(bar) => format!("my sanity is{not} below {}%", bar.get()),
    }
}

/// What is compared, as the sentence says it: `lowest HP`.
pub(crate) const fn criterion(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Nearest => "nearest",
        Criterion::Furthest => "furthest",
        Criterion::LowestHp => "lowest HP",
        Criterion::HighestHp => "highest HP",
    }
}

/// What the rule does, and to whom.
fn deed(arena: &Arena, rule: &Rule) -> String {
    let skill = arena.setup().skills.get(rule.skill.index());
    let Some(Deed::Move(mode)) = skill.map(|skill| &skill.deed) else {
        let reach = if rule.on.in_reach && rule.on.side != Side::Own {
            " in reach"
        } else {
            ""
        };
        return format!(
            "use {} on {}{reach}",
            arena.skill_name(rule.skill),
            whom(rule.on)
        );
    };
    // Moves reach everybody: "in reach" would promise what it does not do.
    match mode {
        MoveMode::Towards => format!("move towards {}", whom(rule.on)),
        MoveMode::Away => format!("move away from {}", whom(rule.on)),
        // Whom it holds for does not matter, unless a test asks about that one.
        MoveMode::Hold if rule.when.is_about_target() => {
            format!("hold; the target is {}", whom(rule.on))
        }
        MoveMode::Hold => "hold".to_owned(),
    }
}

fn whom(on: Selector) -> String {
    let side = match on.side {
        Side::Own => return "myself".to_owned(),
        Side::Enemy => "enemy",
        Side::Ally => "ally",
    };
    format!("the {} {side}", criterion(on.criterion))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
