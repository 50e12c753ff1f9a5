//! The coach on the shipped lessons: what it finds is at least as good as what the game ships.

use foretold_battle::coach::{Coach, CoachQuestion, CoachWork, Effort, Outset};
use foretold_battle::{Battle, Faction, Outcome, Pairs, Rule, Silent, UnitId};
use foretold_content::Encounter;

use crate::{content, encounter};

/// Battles that the coach has not seen.
const FRESH: std::ops::Range<u64> = 1_000_000..1_001_000;

/// Which of the fresh battles are won with these rules.
fn wins(encounter: &Encounter, unit: UnitId, rules: &[Rule]) -> Vec<bool> {
    let arena = encounter.arena();
    let won = |seed| {
        let mut battle = Battle::start(&arena, seed, &mut Silent);
        let given = battle.set_rules(unit, rules);
        given.expect("the unit may follow these rules");
        battle.play(&mut Silent) == Outcome::Victory
    };
    FRESH.map(won).collect()
}

/// How the odds change from one set of rules to another, with the 95% interval.
fn change(before: &[bool], after: &[bool]) -> (i32, i32, i32) {
    let count = |is: fn(bool, bool) -> bool| {
        let pairs = before.iter().zip(after);
        pairs.filter(|&(&before, &after)| is(before, after)).count() as u64
    };
    let pairs = Pairs {
        all: count(|_, _| true),
        won_before: count(|before, _| before),
        better: count(|before, after| !before && after),
        worse: count(|before, after| before && !after),
    };
    pairs.change()
}

#[test]
fn the_coach_finds_rules_as_good_as_those_of_the_lessons() {
    for name in ["first-blood", "heavy-hands"] {
        let encounter = encounter(name);
        let ada = encounter.unit("ada").expect("she fights in it");
        let of_set = |set| {
            content()
                .rules_of_set(encounter, ada, set)
                .expect("it is shipped")
        };
        let [recruit, duellist] = ["recruit", "duellist"].map(of_set);
        let mut battle = encounter.setup().clone();
        // Both lessons from the first day on, whatever the battle begins with.
        battle.units[ada.slot()].brain = foretold_battle::Brain::Gambit(recruit.clone());
        let arena = foretold_battle::Arena::new(battle).expect("a recruit's rules are sound");
        let outset = Outset::Start(std::sync::Arc::new(arena));
        let question = CoachQuestion::new(outset, Faction::Friendly, 1);
        let mut coach = Coach::new(question, 3, Effort::of(400));
        coach.finish();
        let [(_, found)] = coach.rules() else {
            panic!("{name}: it found nothing");
        };
        let won = [&recruit, &duellist, found].map(|rules| wins(encounter, ada, rules));
        let [recruit, duellist, found] = &won;
        assert!(
            change(recruit, found).1 > 0,
            "{name}: better than a recruit's"
        );
        let (_, _, high) = change(duellist, found);
        assert!(high >= 0, "{name}: at least as good as a duellist's");
    }
}
