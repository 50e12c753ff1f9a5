//! The coach: legal changes only, known words only, honest intervals, the same answer for any number
//! of threads.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_battle::coach::{
    ChangeKind, Coach, CoachQuestion, CoachWork, Effort, Outset, Review, Suggestion, single_changes,
};
use foretold_battle::testing::{
    attack, board, heavy_punch, hold, light_punch, longsword, move_away, move_towards, recruit,
    skirmish,
};
use foretold_battle::{
    Amount, Arena, Battle, Check, Command, Edge, Faction, Rule, Setup, Silent, Strike, UnitId,
    UnitSet, fingerprint, sentence,
};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use crate::any_battle;

fn start(setup: &Setup) -> Outset {
    Outset::Start(Arc::new(Arena::new(setup.clone()).expect("a sound battle")))
}

fn first() -> UnitId {
    UnitId::new(0).expect("the first")
}

/// A question about the first unit.
fn about_first(setup: &Setup, seed: u64) -> CoachQuestion {
    CoachQuestion {
        units: UnitSet::EMPTY.with(first()),
        ..CoachQuestion::new(start(setup), Faction::Friendly, seed)
    }
}

proptest! {
    // Each case is some thousand changes.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_change_can_be_made_and_is_listed_once(battle in any_battle(), words in any_words()) {
        let outset = Outset::Moment(Box::new(battle.clone()));
        for unit in outset.coachable().iter() {
            let before = outset.rules(unit);
            let mut seen = BTreeSet::from([fingerprint(&before)]);
            for change in single_changes(battle.arena(), unit, before, words) {
                prop_assert!(seen.insert(fingerprint(&change.rules)), "twice: {change:?}");
                let given = battle.clone().command(&Command::Rules {
                    unit,
                    rules: change.rules.clone(),
                });
                prop_assert_eq!(given, Ok(()));
                prop_assert!(!change.in_words(battle.arena()).is_empty());
            }
        }
    }

    #[test]
    fn a_change_brings_in_no_word_that_is_not_known(battle in any_battle(), words in any_words()) {
        let outset = Outset::Moment(Box::new(battle.clone()));
        for unit in outset.coachable().iter() {
            let before = outset.rules(unit);
            for change in single_changes(battle.arena(), unit, before, words) {
                let place = change.kind.rule();
                let changed = &change.rules[place];
                let unknown = words.lacks(changed);
                // A rule with such a word is only moved and switched.
                let is_same = |rule: &Rule| {
                    let enabled = changed.enabled;
                    Rule { enabled, ..rule.clone() } == *changed
                };
                let says = unknown.is_empty() || before.iter().any(is_same);
                prop_assert!(says, "{unknown:?} in {change:?}");
                let others = change.rules.iter().enumerate().filter(|(at, _)| *at != place);
                for (_, rule) in others {
                    prop_assert!(before.contains(rule), "{rule:?} in {change:?}");
                }
            }
        }
    }
}

/// Any set of words, often all of them.
fn any_words() -> impl proptest::strategy::Strategy<Value = Vocabulary> {
    use proptest::strategy::Strategy;
    any::<Option<u64>>().prop_map(|bits| {
        let has = |place: usize| bits.is_none_or(|bits| bits >> place & 1 == 1);
        let words = RuleWord::all().enumerate();
        words
            .filter(|(place, _)| has(*place))
            .map(|(_, word)| word)
            .collect()
    })
}

/// A recruit with these rules, against one that only punches.
fn duel(rules: impl IntoIterator<Item = foretold_battle::testing::RuleDraft>) -> Setup {
    board(
        "
        . . . . . .
        A . . . . e
        . . . . . .
        ",
    )
    .unit('A', recruit().gambits(rules))
    .unit(
        'e',
        recruit()
            .hp(90)
            .cards([(light_punch(), 60), (heavy_punch(), 40)]),
    )
    .setup()
}

#[test]
fn every_kind_of_change_is_among_them() {
    let battle = Battle::start(
        &Arc::new(
            Arena::new(duel([
                light_punch(),
                move_towards().off(),
                move_away(),
                hold(),
            ]))
            .expect("sound"),
        ),
        1,
        &mut Silent,
    );
    let rules = &battle.unit(first()).expect("there").rules;
    let changes = single_changes(battle.arena(), first(), rules, Vocabulary::EVERYTHING);
    let words: Vec<String> = changes
        .iter()
        .map(|it| it.in_words(battle.arena()))
        .collect();
    for expected in [
        "Switch rule 1 off.",
        "Switch rule 2 on.",
        "Swap rules 1 and 4.",
        "Rule 1: Use Light Punch on the lowest HP enemy in reach.",
        "Rule 3: When my cell is targeted, move away from the nearest enemy.",
        "Rule 3: Hold.",
        "New rule 1: When no enemy is within 1, use Light Punch on the nearest enemy.",
    ] {
        assert!(
            words.iter().any(|it| it == expected),
            "{expected} is not among {words:#?}"
        );
    }
}

#[test]
fn a_planted_bad_rule_is_found_first() {
    let mut review = Review::new(
        &about_first(
            &duel([hold(), move_away().off(), light_punch(), move_towards()]),
            1,
        ),
        200,
    );
    review.finish();
    let ranking = review.ranking();
    assert_eq!(ranking[0].change.kind, ChangeKind::Off(0), "{ranking:#?}");
    assert!(ranking[0].is_better());
    assert_eq!(
        review.hurts_most().map(|it| it.change.kind),
        Some(ChangeKind::Off(0))
    );
}

#[test]
fn the_rule_that_matters_most_is_the_one_whose_loss_costs_most() {
    let mut review = Review::new(
        &about_first(&duel([hold().off(), light_punch(), move_towards()]), 1),
        200,
    );
    review.finish();
    let most = review
        .matters_most()
        .expect("without its punch it cannot win");
    assert_eq!(most.change.kind, ChangeKind::Off(1));
    assert_eq!(most.score.after().odds.hundredths(), 0);
    assert_eq!(review.hurts_most(), None);
}

#[test]
fn better_rules_are_found_and_hold_against_fresh_luck() {
    let setup = duel([hold(), light_punch(), move_towards(), move_away().off()]);
    let mut coach = Coach::new(about_first(&setup, 1), 2, Effort::of(400));
    coach.finish();
    assert!(!coach.steps().is_empty());
    assert!(coach.steps().iter().all(Suggestion::is_better));
    let check = coach.check().expect("it found something");
    assert_eq!(check.pairs.all, 400);
    assert!(check.pairs.change().1 > 0, "{check:?}");
    let [(unit, rules)] = coach.rules() else {
        panic!("one unit was coached: {:?}", coach.rules());
    };
    assert_eq!(*unit, first());
    let arena = coach.question().outset.arena();
    assert_eq!(arena.check_rules(*unit, rules), Ok(()));
}

/// A duel by dice. B sits behind walls and jeers at an enemy that knows no fear: whatever B does,
/// other dice fall for the duel, and the odds stay the same.
fn bystander() -> Setup {
    let check = Check::Armour {
        bonus: 5,
        edge: Edge::Even,
    };
    let jeer = attack(
        "Jeer",
        [Strike {
            check,
            sanity: Some(Amount::flat(2)),
            ..Strike::default()
        }],
    )
    .range(11);
    board(
        "
        A e . . . .
        . . # # # .
        . . # B # .
        . . # # # .
        ",
    )
    .unit(
        'B',
        recruit().gambits([
            jeer.clone()
                .when_not(foretold_battle::brain::Test::MyCellTargeted),
            hold(),
        ]),
    )
    .unit('A', recruit().hp(30).gambits([longsword()]))
    .unit('e', recruit().hp(30).gambits([longsword()]))
    .house(|house| house.max_ticks = 60)
    .setup()
}

#[test]
fn where_nothing_matters_nothing_is_promised() {
    const SEEDS: u64 = 40;
    let setup = bystander();
    let (mut noise, mut reviews, mut coaches) = (0, 0, 0);
    for seed in 0..SEEDS {
        let question = about_first(&setup, seed << 32);
        let mut review = Review::new(&question, 60);
        review.finish();
        let ranking = review.ranking();
        noise += ranking
            .iter()
            .filter(|it| it.score.pairs.better > 0)
            .count();
        reviews += u32::from(ranking.iter().any(|it| it.is_better() || it.is_worse()));
        let effort = Effort {
            first: 8,
            finals: 60,
            check: 0,
        };
        let mut coach = Coach::new(question, 1, effort);
        coach.finish();
        coaches += u32::from(!coach.steps().is_empty());
    }
    assert!(noise > 40, "there is luck in it: {noise}");
    // At most one in twenty, so at most 2 of 40 on average: 6 with a chance of a hundredth.
    assert!(
        reviews <= 6,
        "{reviews} of {SEEDS} reviews promise something"
    );
    assert!(
        coaches <= 6,
        "{coaches} of {SEEDS} searches promise something"
    );
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let question = || CoachQuestion::new(start(&skirmish()), Faction::Enemy, 9);
    let effort = Effort {
        first: 2,
        finals: 24,
        check: 24,
    };
    let mut alone = Coach::new(question(), 1, effort);
    alone.finish();
    let mut together = Coach::new(question(), 1, effort);
    while !together.is_over() {
        let tasks: Vec<_> = std::iter::from_fn(|| together.next_task())
            .take(7)
            .collect();
        let results: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = tasks
                .iter()
                .map(|task| scope.spawn(|| task.work()))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("it ends"))
                .collect()
        });
        // The last first: the order does not matter.
        results
            .into_iter()
            .rev()
            .for_each(|result| together.take(result));
    }
    assert_eq!(together.suggestions(), alone.suggestions());
    assert_eq!(together.rules(), alone.rules());
    assert_eq!(together.check(), alone.check());
}

#[test]
fn from_a_moment_the_coach_plays_on_from_there() {
    let arena = Arc::new(Arena::new(duel([hold(), light_punch(), move_towards()])).expect("sound"));
    let mut battle = Battle::start(&arena, 3, &mut Silent);
    let mut question = CoachQuestion::new(
        Outset::Moment(Box::new(battle.clone())),
        Faction::Friendly,
        5,
    );
    let odds = |question: &CoachQuestion| {
        let mut review = Review::new(question, 100);
        review.finish();
        review.ranking()[0].score.before()
    };
    let now = foretold_battle::forecast(&battle, 5, 0..100);
    assert_eq!(
        odds(&question),
        now.win(),
        "the same playouts as those of a forecast"
    );
    for _ in 0..8 {
        battle.step(&mut Silent);
    }
    let later = foretold_battle::forecast(&battle, 5, 0..100);
    question.outset = Outset::Moment(Box::new(battle));
    assert_eq!(odds(&question), later.win());
}

#[test]
fn nobody_to_coach_is_no_work() {
    let setup = duel([light_punch()]);
    let mut question = about_first(&setup, 1);
    question.units = UnitSet::EMPTY;
    let mut coach = Coach::new(question.clone(), 3, Effort::of(100));
    assert!(coach.is_over() && coach.next_task().is_none());
    assert!(coach.suggestions().is_empty() && coach.check().is_none());
    assert!(Review::new(&question, 100).is_over());
    let enemies = CoachQuestion::new(start(&setup), Faction::Enemy, 1);
    assert!(enemies.units.is_empty(), "it draws cards");
}

#[test]
fn the_best_of_many_needs_a_wider_interval() {
    let pairs = foretold_battle::Pairs {
        all: 1_000,
        won_before: 500,
        better: 120,
        worse: 80,
    };
    let (change, low, high) = pairs.change();
    assert_eq!(change, 400);
    assert!(low > 0, "alone it is certain");
    let mut widest = high - low;
    for among in [2, 10, 100, 10_000, u64::MAX] {
        let (_, low, high) = pairs.change_among(among);
        assert!(high - low > widest, "{among}");
        widest = high - low;
    }
    assert!(
        pairs.change_among(100).1 < 0,
        "as the best of 100 it is not"
    );
}

#[test]
fn words_have_the_names_that_files_use() {
    let names: BTreeSet<&str> = RuleWord::all().map(RuleWord::name).collect();
    assert_eq!(
        names.len(),
        RuleWord::all().count(),
        "no name is used twice"
    );
    for word in RuleWord::all() {
        assert_eq!(word.name().to_uppercase().parse(), Ok(word));
    }
    let words: Vocabulary = "EnemyInRange nearest,enemy, in_reach"
        .parse()
        .expect("words");
    let kept = serde_json::to_string(&words).expect("a list");
    assert_eq!(kept, r#"["EnemyInRange","nearest","enemy","in_reach"]"#);
    assert_eq!(serde_json::from_str::<Vocabulary>(&kept).ok(), Some(words));
    let wrong = "nearest, furthermost"
        .parse::<Vocabulary>()
        .expect_err("no word");
    assert_eq!(wrong.to_string(), "`furthermost` is no word of rules");
}

#[test]
fn a_rule_lacks_exactly_the_words_that_are_not_known() {
    let story = board("A e")
        .unit(
            'A',
            recruit().gambits([light_punch()
                .when(foretold_battle::brain::Test::EnemyInRange(1))
                .when_not(foretold_battle::brain::Test::MyCellTargeted)
                .any()
                .on(foretold_battle::Selector::LOWEST_HP_ENEMY.in_reach())]),
        )
        .unit('e', recruit())
        .story();
    let rule: &Rule = &story.unit('A').rules[0];
    assert_eq!(
        Vocabulary::EVERYTHING.lacks(rule),
        Vocabulary::NOTHING,
        "{}",
        sentence(story.battle.arena(), rule)
    );
    let known: Vocabulary = "EnemyInRange, enemy, nearest, and".parse().expect("words");
    let lacking: Vocabulary = "MyCellTargeted, lowest_hp, in_reach, or, not"
        .parse()
        .expect("words");
    assert_eq!(known.lacks(rule), lacking);
}
