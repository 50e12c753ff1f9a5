//! What several stories need: questions to a mind, and how far chance may stray.

use std::sync::Arc;

use foretold_battle::brain::{CardReport, Percent, PickedBy, RuleReport};
use foretold_battle::testing::{Scene, Story, cell};
use foretold_battle::{
    Arena, Battle, Card, Cell, Deck, Depth, Preview, Setup, Silent, Why, WhyNot, explain,
};

/// A percentage.
pub(crate) fn percent(number: u8) -> Percent {
    Percent::new(number).expect("the story names a percentage")
}

/// The reports of the rules that a unit looks at now.
pub(crate) fn rules_of(story: &Story, letter: char) -> Vec<RuleReport> {
    match story.decision(letter).why {
        Why::Gambit(reports) => reports,
        other => panic!("{letter} follows no rules now: {other:?}"),
    }
}

/// What each rule that a unit looks at now comes to; `None` applies.
pub(crate) fn refusals(story: &Story, letter: char) -> Vec<Option<WhyNot>> {
    let reports = rules_of(story, letter);
    reports.into_iter().map(|report| report.refusal).collect()
}

/// The report on the card that a unit holds.
pub(crate) fn card_of(story: &Story, letter: char) -> CardReport {
    match story.decision(letter).why {
        Why::Cards(report) => report,
        other => panic!("{letter} follows no card now: {other:?}"),
    }
}

/// What a unit is about to do and why, as text.
pub(crate) fn explained(story: &Story, letter: char, depth: Depth) -> Vec<String> {
    let decision = story.decision(letter);
    explain(&story.battle, story.id(letter), &decision, depth)
}

/// What an attack of one letter on another would come to.
pub(crate) fn preview(story: &Story, attacker: char, skill: &str, target: char) -> Preview {
    story
        .battle
        .preview(story.id(attacker), story.skill(skill), story.id(target))
        .expect("the story names an attack")
}

/// The scene ready for many battles.
pub(crate) fn arena(scene: &Scene) -> Arc<Arena> {
    Arc::new(Arena::new(scene.setup()).expect("the scene is in order"))
}

/// A deck of a few cards.
pub(crate) fn deck(cards: impl IntoIterator<Item = (Card, u8)>) -> Deck {
    Deck {
        name: "Small".to_owned(),
        cards: cards.into_iter().collect(),
    }
}

/// A drawing with A on A1 and e somewhere else.
pub(crate) fn facing(at: &str) -> String {
    let letter = |each: Cell| match each {
        _ if each == cell(at) => "e ",
        _ if each == cell("A1") => "A ",
        _ if each.x() == 11 => ".\n",
        _ => ". ",
    };
    Cell::all().map(letter).collect()
}

/// Compares what chance did with what was foretold, each time with its own odds.
///
/// The sum of many independent surprises stays within five standard deviations;
/// with fixed seeds it does so for ever.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    times: u32,
    happened: u32,
    /// The odds added up, in hundredths of a percent.
    foretold: u64,
    /// The variances p × (1 − p) added up, in 1/10,000².
    variance: u64,
}

impl Tally {
    /// Something with these odds, in hundredths of a percent, happened or did not.
    pub(crate) fn note(&mut self, hundredths: u16, happened: bool) {
        let odds = u64::from(hundredths);
        self.times += 1;
        self.happened += u32::from(happened);
        self.foretold += odds;
        self.variance += odds * (10_000 - odds);
    }

    /// How often it could have happened.
    pub(crate) fn times(&self) -> u32 {
        self.times
    }

    /// Fails if it happened too often or too seldom.
    pub(crate) fn check(&self, what: &str) {
        let off = u128::from((u64::from(self.happened) * 10_000).abs_diff(self.foretold));
        // Odds are rounded to a hundredth of a percent: half of one may be missing each time.
        let off = off.saturating_sub(u128::from(self.times / 2));
        assert!(
            off * off <= 25 * u128::from(self.variance),
            "{what}: {} of {} times, but {} hundredths of a percent were foretold in sum",
            self.happened,
            self.times,
            self.foretold
        );
    }
}

/// The target that the first rule of a unit finds in a battle given as plain data, and what decided.
pub(crate) fn first_choice(setup: Setup, name: &str) -> (Option<String>, PickedBy) {
    let arena = Arc::new(Arena::new(setup).expect("the scene is in order"));
    let battle = Battle::start(&arena, 1, &mut Silent);
    let mut units = arena.units();
    let (me, _) = units
        .find(|(_, sheet)| sheet.name == name)
        .expect("the unit is drawn");
    let Some(Why::Gambit(reports)) = battle.decide(me).map(|decision| decision.why) else {
        panic!("{name} follows no rules");
    };
    let selection = &reports[0].selection;
    let chosen = selection.chosen.map(|id| arena.sheet(id).name.clone());
    (chosen, selection.picked_by)
}
