//! The preview with the cards still in the deck, NULL shown apart (rules §7, §8).

use foretold_battle::testing::{assert_log, blow, board, lot, recruit, web};
use foretold_battle::{Card, Deck, Faction, Odds};

use crate::common::{deck, preview};
use crate::preview::{duel, striker};

#[test]
fn the_strikes_of_a_multiattack_draw_without_putting_back() {
    // NULL, ×2, +0, +0: of the six pairs two make 5, two make 10, two make 15.
    let cards = || deck([(Card::Null, 1), (Card::Times(2), 1), (Card::Plus(0), 2)]);
    for (hp, kill) in [(5, "100%"), (6, "66.67%"), (11, "33.33%"), (16, "0%")] {
        let story = duel(striker(2, cards()), recruit().hp(hp)).story();
        let shown = preview(&story, 'A', "Flurry", 'e');
        assert_eq!(shown.kill.to_string(), kill, "{hp} HP");
        assert_eq!(shown.expected_hundredths, 1_000);
        assert_eq!((shown.lowest, shown.highest), (10, 15));
        assert_eq!(shown.null_card.map(Odds::hundredths), Some(2_500));
    }
}

#[test]
fn a_deck_that_runs_out_in_the_middle_of_an_attack_is_shuffled_anew() {
    // One NULL and one +1 in any order, then one of the two again: 6 or 12.
    let cards = || deck([(Card::Null, 1), (Card::Plus(1), 1)]);
    for (hp, kill) in [(6, "100%"), (7, "50%"), (12, "50%"), (13, "0%")] {
        let story = duel(striker(3, cards()), recruit().hp(hp)).story();
        let shown = preview(&story, 'A', "Flurry", 'e');
        assert_eq!(shown.expected_hundredths, 900);
        assert_eq!(shown.kill.to_string(), kill, "{hp} HP");
    }
}

#[test]
fn six_strikes_from_the_standard_deck_keep_all_that_can_be_left_apart() {
    // At best ×2, +2 and four of the +1; at worst all five −1 and one +0.
    let story = duel(striker(6, Deck::standard()), recruit().hp(42)).story();
    let shown = preview(&story, 'A', "Flurry", 'e');
    assert_eq!((shown.lowest, shown.highest), (25, 41));
    assert_eq!(shown.expected_hundredths, 6 * 510);
    assert_eq!(shown.kill, Odds::NEVER);
}

#[test]
fn the_preview_counts_only_the_cards_that_are_left() {
    let cards = deck([(Card::Null, 1), (Card::Times(2), 1), (Card::Plus(1), 1)]);
    let mut story = duel(striker(1, cards), recruit())
        .rolls([lot(3, 0), lot(2, 0), lot(1, 0)])
        .story();
    let mut shown = Vec::new();
    for _ in 0..4 {
        let now = preview(&story, 'A', "Flurry", 'e');
        shown.push((
            now.lowest,
            now.expected_hundredths,
            now.highest,
            now.null_card.map(Odds::hundredths),
        ));
        if shown.len() < 4 {
            story.ticks(1);
        }
    }
    assert_eq!(
        shown,
        [
            (6, 533, 10, Some(3_333)),
            (6, 800, 10, Some(0)),
            (6, 600, 6, Some(0)),
            // Empty: the next draw comes from the whole deck again.
            (6, 533, 10, Some(3_333)),
        ]
    );
    story.end();
}

#[test]
fn a_pile_of_nothing_but_null_promises_nothing() {
    let cards = deck([(Card::Null, 1), (Card::Plus(1), 1)]);
    let mut story = duel(striker(1, cards), recruit().hp(7))
        .rolls([lot(2, 1)])
        .story();
    story.ticks(1);
    let shown = preview(&story, 'A', "Flurry", 'e');
    assert_eq!(shown.null_card, Some(Odds::CERTAIN));
    assert_eq!((shown.lowest, shown.highest), (0, 0));
    assert_eq!((shown.expected_hundredths, shown.kill), (0, Odds::NEVER));
}

#[test]
fn the_shared_pile_is_the_one_that_counts_for_who_shares_it() {
    let mut story = board("A e B")
        .unit('A', recruit().gambits([blow(5).draws_card()]).shares_deck())
        .unit('B', recruit().gambits([blow(5).draws_card()]).shares_deck())
        .unit('e', recruit())
        .shared_deck(
            Faction::Friendly,
            deck([(Card::Null, 2), (Card::Plus(1), 2)]),
        )
        .rolls([lot(4, 3), lot(3, 2)])
        .story();
    story.ticks(1);
    for letter in ['A', 'B'] {
        let shown = preview(&story, letter, "Blow", 'e');
        assert_eq!(shown.null_card, Some(Odds::CERTAIN));
    }
    story.end();
}

#[test]
fn without_a_card_to_draw_there_is_no_null_to_show() {
    let draws = blow(5).draws_card();
    for unit in [
        recruit().gambits([draws]),
        recruit().gambits([blow(5)]).deck(Deck::standard()),
    ] {
        let story = duel(unit, recruit()).story();
        assert_eq!(preview(&story, 'A', "Blow", 'e').null_card, None);
    }
}

#[test]
fn a_strike_without_damage_draws_no_card_and_shows_no_null() {
    let webber = recruit()
        .gambits([web().draws_card()])
        .deck(Deck::standard());
    let story = duel(webber, recruit()).story();
    let shown = preview(&story, 'A', "Web", 'e');
    assert_eq!(shown.null_card, None);
    assert_eq!(shown.strikes[0].base, None);
    assert_eq!((shown.lowest, shown.highest), (0, 0));
    assert_eq!((shown.expected_hundredths, shown.kill), (0, Odds::NEVER));
}

#[test]
fn the_preview_rolls_no_die_and_draws_no_card() {
    let scene = duel(striker(3, Deck::standard()), recruit()).rolls([
        lot(20, 19),
        lot(19, 18),
        lot(18, 17),
    ]);
    let mut story = scene.story();
    let before = story.battle.fingerprint();
    for _ in 0..10 {
        preview(&story, 'A', "Flurry", 'e');
    }
    assert_eq!(story.battle.fingerprint(), before);
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Flurry hit, card −1, 4 dealt, 96/100",
            "t1 A → e: Flurry hit, card −1, 4 dealt, 92/100",
            "t1 A → e: Flurry hit, card −1, 4 dealt, 88/100",
        ]
    );
    story.end();
}
