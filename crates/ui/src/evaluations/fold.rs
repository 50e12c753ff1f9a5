//! How much of the reasons is shown. Every unit keeps a line in view: long lists give way first, then
//! the sentences of rules, then why not the rules above, then the ends of lines.

use foretold_battle::Depth;

use super::Evaluations;
use super::reasons::UnitReasons;
use crate::prelude::*;
use crate::widgets::text_width;

/// How much of a unit's reasons is shown; each shows what those before it do, and more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fold {
    /// What it does, as far as one row goes.
    OneRow,
    /// As far as two rows go, and at least up to the chance of a blow and its parts.
    TwoRows,
    /// Also why not the rules above.
    WhyNot,
    /// All that it does, with the number of its rule.
    Deed,
    /// Also the sentence of that rule.
    Sentence,
    /// In depth, a list of its rules in place of one line.
    List,
}

impl Fold {
    /// All but the first, which everyone has.
    const MORE: [Fold; 5] = [
        Fold::TwoRows,
        Fold::WhyNot,
        Fold::Deed,
        Fold::Sentence,
        Fold::List,
    ];

    /// How much is shown of each unit, so that everyone is in view: those whose turn it is say all that
    /// they do; beyond that nobody is shown more of while another could be shown less of. All of it, if
    /// the player asked for more than fits.
    pub(super) fn fitting(
        explained: &[UnitReasons],
        space: &ReasonSpace,
        evaluations: Evaluations,
    ) -> Vec<Fold> {
        if evaluations.everyone || evaluations.depth == Depth::Expert {
            return vec![Fold::List; explained.len()];
        }
        let mut folds = vec![Fold::OneRow; explained.len()];
        let heights = explained.iter().map(|it| Fold::OneRow.height(it, space));
        let mut free = space.height - heights.sum::<f32>();
        // Whose turn it is says all that it does.
        for (fold, it) in folds.iter_mut().zip(explained) {
            let cost = Fold::Deed.height(it, space) - fold.height(it, space);
            if it.acts_now && cost <= free {
                free -= cost;
                *fold = Fold::Deed;
            }
        }
        for more in Fold::MORE {
            let below = folds.iter_mut().zip(explained);
            let below = below.filter(|(fold, _)| **fold < more);
            let costs = below.map(|(fold, it)| {
                let cost = more.height(it, space) - fold.height(it, space);
                (cost, fold)
            });
            let mut costs: Vec<(f32, &mut Fold)> = costs.collect();
            // What costs least comes first: more units have it.
            costs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            for (cost, fold) in costs {
                if cost <= free.max(0.0) {
                    free -= cost;
                    *fold = more;
                }
            }
        }
        folds
    }

    /// What a unit does.
    pub(super) fn deed(self, it: &UnitReasons, space: &ReasonSpace) -> String {
        let rule = it.deed.find(". Rule ").filter(|_| self < Fold::Sentence);
        let Some(rule) = rule.filter(|_| !it.is_deep) else {
            return self.fitting_rows(it, &it.deed, "", space);
        };
        let (does, rule) = it.deed.split_at(rule);
        // The number of the rule stands before a colon.
        let number = rule.split_once(": ").map_or(rule, |(number, _)| number);
        let number = match does.contains(" by rule ") {
            true => String::new(),
            false => format!("{}.", number.trim_start_matches('.')),
        };
        self.fitting_rows(it, &format!("{does}."), &number, space)
    }

    /// What a unit does as far as rows go, and the number of its rule, which is never cut.
    fn fitting_rows(
        self,
        it: &UnitReasons,
        does: &str,
        number: &str,
        space: &ReasonSpace,
    ) -> String {
        let all = || format!("{does}{number}");
        let room = match self {
            Fold::OneRow => space.width,
            // Rows end at words.
            Fold::TwoRows | Fold::WhyNot => space.width * 1.85,
            Fold::Deed | Fold::Sentence | Fold::List => return all(),
        };
        if it.is_deep {
            return all();
        }
        let wide = |text: &str| text_width(text, Face::Regular, space.text);
        let room = room - wide(number);
        let chance = does.find("% (").filter(|_| self > Fold::OneRow);
        let chance = chance.and_then(|at| Some(&does[..=at + does[at..].find(')')?]));
        match chance.filter(|chance| wide(chance) + wide("…") > room) {
            Some(chance) => format!("{chance}…{number}"),
            None => fits(does, Face::Regular, space.text, room) + number,
        }
    }

    /// The lines below it.
    pub(super) fn reasons(self, it: &UnitReasons) -> impl Iterator<Item = &String> {
        let in_one_line = match it.is_deep {
            true => self.hides_list(it),
            false => self >= Fold::WhyNot,
        };
        let list = (!self.hides_list(it)).then_some(&it.details);
        let passed_over = it.passed_over.as_ref().filter(|_| in_one_line);
        let later = (it.is_deep || self >= Fold::WhyNot).then_some(&it.later);
        let list = list.into_iter().flatten().chain(passed_over);
        list.chain(later.into_iter().flatten())
    }

    /// Whether a unit's list is left out.
    pub(super) fn hides_list(self, it: &UnitReasons) -> bool {
        self < Fold::List && it.is_deep && it.passed_over.is_some()
    }

    /// The line that says how to see all of a list that does not fit, or less of it again.
    pub(super) fn offer(self, it: &UnitReasons, unfolded: bool) -> Option<String> {
        self.hides_list(it).then(|| match unfolded {
            true => "Press for fewer lines".to_owned(),
            false => format!("Press for all {} lines", it.details.len()),
        })
    }

    fn height(self, it: &UnitReasons, space: &ReasonSpace) -> f32 {
        let deed = space.rows(&self.deed(it, space), space.text) * f32::from(space.text);
        let small = |rows: f32| rows * f32::from(space.small) * LINE + GAP;
        let reasons = self.reasons(it);
        let reasons = reasons.map(|line| small(space.rows(line, space.small)));
        let offer = if self.hides_list(it) { small(1.0) } else { 0.0 };
        deed * LINE + reasons.sum::<f32>() + offer + AROUND + space.gap
    }
}

/// The height of a row, in sizes of its letters; between lines, and above and below a unit's block,
/// in pixels.
const LINE: f32 = 1.2;
const GAP: f32 = 2.0;
const AROUND: f32 = 2.0;
/// What is above the reasons besides the tabs: padding, title, line, gaps.
const ABOVE: f32 = 70.0;
/// What is beside a line: the padding of the area and of the block, the bar of the area.
const BESIDE: f32 = 30.0;
/// Tabs need a second row in a narrower panel.
const ONE_ROW: f32 = 285.0;

/// The room for reasons, in pixels at 100%.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ReasonSpace {
    width: f32,
    height: f32,
    /// The sizes of letters.
    text: u16,
    small: u16,
    /// Between two blocks.
    gap: f32,
}

impl ReasonSpace {
    pub(super) fn of(screen: &Screen, style: &UiStyle) -> ReasonSpace {
        let sizes = style.sizes();
        let (width, gap) = (Panel::Evaluations.room(screen), f32::from(sizes.gap));
        let button = f32::from(sizes.row) + gap;
        let tabs = if width < ONE_ROW { 2.0 } else { 1.0 };
        let height = screen.panels().evaluations.height() / screen.ui_scale;
        ReasonSpace {
            width: width - BESIDE,
            height: height - ABOVE - tabs * button,
            text: sizes.text,
            small: sizes.small,
            gap,
        }
    }

    /// A warning stands above the reasons.
    pub(super) fn take_warning(&mut self, text: &str) {
        self.height -= self.rows(text, self.text) * f32::from(self.text) * LINE + self.gap;
    }

    /// How many rows a line takes.
    fn rows(&self, line: &str, size: u16) -> f32 {
        let text = line.trim_start();
        let width = self.width - (line.len() - text.len()) as f32 * 5.0;
        let space = text_width(" ", Face::Regular, size);
        let (mut rows, mut along) = (1.0, 0.0);
        for word in text.split_whitespace() {
            let wide = text_width(word, Face::Regular, size);
            if along > 0.0 && along + space + wide > width {
                (rows, along) = (rows + 1.0, wide);
            } else {
                along += space + wide;
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEED: &str = "Vex walks D4 → F6, then uses Shortbow on Ines: 45% (75 −30 distance), 4–10 \
        damage, no block, 3.5% to kill. Rule 2: When the target is not weakened, use Shortbow on the \
        lowest HP enemy in reach.";

    fn units(count: usize) -> Vec<UnitReasons> {
        let unit = |slot: usize| UnitReasons {
            unit: UnitId::new(slot).expect("a battle has room for it"),
            is_deep: slot == 0,
            acts_now: false,
            deed: DEED.to_owned(),
            details: vec!["  1 ✗ When my cell is targeted, use Guard on myself.".to_owned(); 12],
            passed_over: Some(
                "  Not 1 (Guard): my cell is targeted: no wind-up aims at it.".to_owned(),
            ),
            later: Vec::new(),
        };
        let mut units: Vec<UnitReasons> = (0..count).map(unit).collect();
        for other in units.iter_mut().skip(1) {
            other.details.clear();
        }
        units
    }

    fn space() -> ReasonSpace {
        ReasonSpace {
            width: 260.0,
            height: 517.0,
            text: 13,
            small: 11,
            gap: 4.0,
        }
    }

    #[test]
    fn everyone_is_in_view_and_what_there_is_room_for_is_shown() {
        for count in 1..=10 {
            let (units, space) = (units(count), space());
            let folds = Fold::fitting(&units, &space, Evaluations::default());
            let all = || folds.iter().zip(&units);
            let height: f32 = all().map(|(fold, it)| fold.height(it, &space)).sum();
            assert!(height <= space.height, "{count}: {folds:?}");
            for (fold, it) in all() {
                assert!(
                    fold.deed(it, &space).contains("distance)"),
                    "{count}: {folds:?}"
                );
            }
            if count == 1 {
                assert_eq!(folds, [Fold::List]);
            }
        }
    }

    #[test]
    fn whose_turn_it_is_says_all_that_it_does() {
        let (mut units, space) = (units(8), space());
        units[3].acts_now = true;
        let folds = Fold::fitting(&units, &space, Evaluations::default());
        assert!(folds[3] >= Fold::Deed && folds[4] < Fold::Deed, "{folds:?}");
        let all = || folds.iter().zip(&units);
        let height: f32 = all().map(|(fold, it)| fold.height(it, &space)).sum();
        assert!(height <= space.height, "{folds:?}");
    }

    #[test]
    fn a_player_who_wants_all_of_it_has_all_of_it() {
        let evaluations = Evaluations {
            everyone: true,
            ..Evaluations::default()
        };
        let folds = Fold::fitting(&units(10), &space(), evaluations);
        assert_eq!(folds, [Fold::List; 10]);
    }

    #[test]
    fn only_a_list_that_does_not_fit_can_be_unfolded() {
        for (count, offered) in [
            (1, [None, None]),
            (
                10,
                [
                    Some("Press for all 12 lines".to_owned()),
                    Some("Press for fewer lines".to_owned()),
                ],
            ),
        ] {
            let units = units(count);
            let fold = Fold::fitting(&units, &space(), Evaluations::default())[0];
            let offers = [false, true].map(|unfolded| fold.offer(&units[0], unfolded));
            assert_eq!(offers, offered, "{count}");
        }
    }

    #[test]
    fn a_deed_is_cut_behind_its_chance() {
        let units = units(2);
        let deed = |fold: Fold| fold.deed(&units[1], &space());
        assert_eq!(deed(Fold::Sentence), DEED);
        assert!(deed(Fold::Deed).ends_with("3.5% to kill. Rule 2."));
        assert!(deed(Fold::TwoRows).contains("45% (75 −30 distance)"));
        assert!(deed(Fold::TwoRows).ends_with("… Rule 2."));
        assert!(deed(Fold::OneRow).ends_with("… Rule 2."));
        let rows = space().rows(&deed(Fold::OneRow), 13);
        assert_eq!(rows, 1.0, "{}", deed(Fold::OneRow));
        assert_eq!(
            Fold::OneRow.deed(&units[0], &space()),
            DEED,
            "in depth it is whole"
        );
    }
}
