//! Files that end too early, at every byte.

use foretold_content::Files;

use crate::common::shipped;
use crate::{assert_places_within, errors};

/// Cuts a file at every byte and loads it alone with what it needs.
fn cut_everywhere(path: &str) {
    let text = shipped().get(path).expect("it is shipped");
    for end in 0..text.len() {
        let Some(cut) = text.get(..end) else {
            continue;
        };
        let mut files = Files::default();
        files.insert(path, cut);
        let errors = errors(&files);
        // Only white space is missing at the very end.
        let whole = cut.trim_end() == text.trim_end();
        let early = errors.iter().filter(|error| error.file == path).count();
        assert!(early > 0 || whole, "{path} cut at {end}");
        assert!(errors.iter().all(|error| error.file == path), "{errors:#?}");
        assert_places_within(&errors, path, cut);
    }
}

#[test]
fn a_unit_that_ends_too_early_is_refused() {
    cut_everywhere("units/cultist.unit.ron");
}

#[test]
fn a_battle_that_ends_too_early_is_refused() {
    cut_everywhere("battles/first-blood.battle.ron");
}

#[test]
fn a_board_that_ends_too_early_is_refused() {
    cut_everywhere("boards/throne_hall.board.ron");
}

#[test]
fn a_deck_that_ends_too_early_is_refused() {
    cut_everywhere("decks/standard.deck.ron");
}

#[test]
fn a_rule_set_that_ends_too_early_is_refused() {
    cut_everywhere("gambits/field_cleric.gambits.ron");
}

#[test]
fn a_skill_that_ends_too_early_is_refused() {
    cut_everywhere("skills/two_scimitars.skill.ron");
}

#[test]
fn a_run_that_ends_too_early_is_refused() {
    cut_everywhere("schools/descent.school.ron");
    cut_everywhere("items/tower_shield.item.ron");
    cut_everywhere("packs/hounds.pack.ron");
    cut_everywhere("runs/descent.run.ron");
}

#[test]
fn rules_that_end_too_early_are_refused() {
    cut_everywhere("rules.ron");
}

#[test]
fn autofight_settings_that_end_too_early_are_refused() {
    cut_everywhere("autofight.ron");
}

#[test]
fn keys_that_end_too_early_are_refused() {
    cut_everywhere("keys.ron");
}

#[test]
fn a_theme_that_ends_too_early_is_refused() {
    cut_everywhere("theme.ron");
}
