//! Combat decks: drawn on hits only, own or shared, shuffled anew when empty (rules §8).

use foretold_battle::testing::{
    Scene, ScriptedRoll, Story, UnitDraft, aimed_shot, assert_log, attack, blow, board, d, d20,
    d100, lot, move_away, multiattack, recruit, strike, web,
};
use foretold_battle::{
    Amount, Card, Check, DamageKind, Deck, Edge, Faction, Happening, Harm, Pile, Status,
};

use crate::common::deck;

/// A hits e each tick for 5, and draws.
fn hitter() -> UnitDraft {
    recruit().gambits([blow(5).draws_card()])
}

fn duel(attacker: UnitDraft, rolls: impl IntoIterator<Item = ScriptedRoll>) -> Scene {
    board("A e")
        .unit('A', attacker)
        .unit('e', recruit())
        .rolls(rolls)
}

/// The cards left for a unit, in the deck's order.
fn left(story: &Story, letter: char) -> Vec<(Card, u8)> {
    let id = story.id(letter);
    let deck = story.battle.arena().deck_of(id).expect("it has a deck");
    let pile = story.battle.pile(id).expect("it has a deck");
    pile.cards(deck).collect()
}

#[test]
fn the_standard_deck_has_20_cards() {
    let deck = Deck::standard();
    assert_eq!(
        deck.cards,
        [
            (Card::Null, 1),
            (Card::Times(2), 1),
            (Card::Plus(2), 1),
            (Card::Plus(1), 5),
            (Card::Plus(0), 7),
            (Card::Plus(-1), 5),
        ]
    );
    assert_eq!(Pile::full(&deck).len(), 20);
}

#[test]
fn each_card_of_the_standard_deck_changes_five_damage_in_its_way() {
    for (place, logged) in [
        (0, "card NULL, 0 dealt, 100/100"),
        (1, "card ×2, 10 dealt, 90/100"),
        (2, "card +2, 7 dealt, 93/100"),
        (3, "card +1, 6 dealt, 94/100"),
        (7, "card +1, 6 dealt, 94/100"),
        (8, "card +0, 5 dealt, 95/100"),
        (14, "card +0, 5 dealt, 95/100"),
        (15, "card −1, 4 dealt, 96/100"),
        (19, "card −1, 4 dealt, 96/100"),
    ] {
        let scene = duel(hitter().deck(Deck::standard()), [lot(20, place)]);
        assert_log!(scene.ticks(1), [&*format!("t1 A → e: Blow hit, {logged}")]);
    }
}

#[test]
fn a_card_takes_no_damage_below_0() {
    let scene = duel(hitter().deck(deck([(Card::Plus(-9), 1)])), [lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Blow hit, card −9, 0 dealt, 100/100"]
    );
}

#[test]
fn a_hit_draws_and_a_miss_does_not() {
    let archer = recruit().gambits([aimed_shot()]).deck(Deck::standard());
    let mut story = duel(archer, [d100(66), d100(65), lot(20, 8)]).story();
    assert_log!(
        story.ticks(1),
        ["t1 A → e: Aimed Shot 65% (75 −10) rolled 66 miss"]
    );
    assert_eq!(left(&story, 'A'), Deck::standard().cards);
    assert_log!(
        story.ticks(1),
        ["t2 A → e: Aimed Shot 65% (75 −10) rolled 65 hit, card +0, 5 dealt, 95/100"]
    );
    assert_eq!(left(&story, 'A')[4], (Card::Plus(0), 6));
    story.end();
}

#[test]
fn a_whiff_draws_no_card() {
    let slow = blow(5).draws_card().cost(2);
    let scene = board(". A e")
        .unit('A', recruit().gambits([move_away()]))
        .unit('e', recruit().gambits([slow]).deck(Deck::standard()))
        .rolls([]);
    assert_log!(
        scene.ticks(2),
        [
            "t1 e winds up Blow on B1 (2 ticks)",
            "t1 A moves B1 → A2",
            "t2 e → B1: Blow whiffs",
        ]
    );
}

#[test]
fn what_is_drawn_is_gone_and_the_odds_are_those_of_what_is_left() {
    let small = deck([(Card::Null, 2), (Card::Plus(1), 2)]);
    let mut story = duel(
        hitter().deck(small),
        [lot(4, 1), lot(3, 0), lot(2, 0), lot(1, 0)],
    )
    .story();
    let mut piles = Vec::new();
    for _ in 0..4 {
        story.ticks(1);
        piles.push(left(&story, 'A').into_iter().map(|(_, copies)| copies));
    }
    let piles: Vec<Vec<u8>> = piles.into_iter().map(Iterator::collect).collect();
    assert_eq!(piles, [[1, 2], [0, 2], [0, 1], [0, 0]]);
    assert_log!(
        story.log(),
        [
            "t1 A → e: Blow hit, card NULL, 0 dealt, 100/100",
            "t2 A → e: Blow hit, card NULL, 0 dealt, 100/100",
            "t3 A → e: Blow hit, card +1, 6 dealt, 94/100",
            "t4 A → e: Blow hit, card +1, 6 dealt, 88/100",
        ]
    );
    story.end();
}

#[test]
fn an_empty_deck_is_shuffled_anew_from_its_discards_at_the_next_draw() {
    let small = deck([(Card::Times(3), 1), (Card::Plus(0), 1)]);
    let mut story = duel(
        hitter().deck(small),
        [lot(2, 0), lot(1, 0), lot(2, 0), lot(1, 0)],
    )
    .story();
    story.ticks(2);
    assert!(story.battle.pile(story.id('A')).is_some_and(Pile::is_empty));
    story.ticks(1);
    assert_eq!(left(&story, 'A'), [(Card::Times(3), 0), (Card::Plus(0), 1)]);
    story.ticks(1);
    let shuffled: Vec<(Option<Card>, bool)> = harms(&story)
        .map(|harm| (harm.card, harm.reshuffled))
        .collect();
    let (triple, plain) = (Some(Card::Times(3)), Some(Card::Plus(0)));
    assert_eq!(
        shuffled,
        [
            (triple, false),
            (plain, false),
            (triple, true),
            (plain, false)
        ]
    );
    assert_eq!(story.unit('e').hp, 100 - 15 - 5 - 15 - 5);
    story.end();
}

fn harms(story: &Story) -> impl Iterator<Item = Harm> {
    story.events.iter().filter_map(|event| match event.what {
        Happening::Struck(struck) => struck.harm,
        _ => None,
    })
}

#[test]
fn each_strike_of_a_multiattack_that_hits_draws_its_own_card() {
    let fencer = recruit()
        .gambits([multiattack().draws_card()])
        .deck(Deck::standard());
    let scene = duel(
        fencer,
        [d20(10), d(8, 2), lot(20, 1), d20(15), d(8, 2), lot(19, 0)],
    );
    assert_log!(
        scene.ticks(1),
        [
            "t1 A → e: Multiattack d20(10) + 5 = 15 vs AC 10: hit, card ×2, 10 dealt, 90/100",
            "t1 A → e: Multiattack d20(15) + 5 = 20 vs AC 10: hit, card NULL, 0 dealt, 90/100",
        ]
    );
    let one_misses = duel(
        recruit()
            .gambits([multiattack().draws_card()])
            .deck(Deck::standard()),
        [d20(1), d20(15), d(8, 2), lot(20, 19)],
    );
    assert_log!(
        one_misses.ticks(1),
        [
            "t1 A → e: Multiattack d20(1) + 5 = 6 vs AC 10: miss",
            "t1 A → e: Multiattack d20(15) + 5 = 20 vs AC 10: hit, card −1, 4 dealt, 96/100",
        ]
    );
}

#[test]
fn the_card_comes_after_strength_and_before_resistance() {
    // 5 + 4 is 9, doubled 18, halved 9.
    let scene = board("A e")
        .unit(
            'A',
            hitter()
                .deck(deck([(Card::Times(2), 1)]))
                .with_amount(Status::Strengthened, 9, 4),
        )
        .unit('e', recruit().resists(DamageKind::Bludgeoning))
        .rolls([lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Blow hit, 5 +4, card ×2, resists bludgeoning, 9 dealt, 91/100"]
    );
}

#[test]
fn a_skill_that_draws_no_card_leaves_the_deck_alone() {
    let scene = duel(recruit().gambits([blow(5)]).deck(Deck::standard()), []);
    assert_log!(scene.ticks(1), ["t1 A → e: Blow hit, 5 dealt, 95/100"]);
}

#[test]
fn a_unit_without_a_deck_draws_none() {
    let scene = duel(hitter(), []);
    assert_log!(scene.ticks(1), ["t1 A → e: Blow hit, 5 dealt, 95/100"]);
}

#[test]
fn a_strike_without_damage_draws_no_card() {
    let webber = recruit()
        .gambits([web().draws_card()])
        .deck(Deck::standard());
    let scene = duel(webber, []);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Web hit", "t1 e is rooted for 2"]
    );
}

#[test]
fn everyone_with_a_deck_of_their_own_draws_from_it_alone() {
    let mut story = board("A e B")
        .unit('A', hitter().deck(deck([(Card::Plus(1), 2)])))
        .unit('B', hitter().deck(deck([(Card::Plus(2), 3)])))
        .unit('e', recruit())
        .rolls([lot(2, 0), lot(3, 0)])
        .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, card +1, 6 dealt, 94/100",
            "t1 B → e: Blow hit, card +2, 7 dealt, 87/100",
        ]
    );
    assert_eq!(left(&story, 'A'), [(Card::Plus(1), 1)]);
    assert_eq!(left(&story, 'B'), [(Card::Plus(2), 2)]);
    story.end();
}

#[test]
fn two_decks_of_the_same_kind_are_two_piles() {
    let mut story = board("A e B")
        .unit('A', hitter().deck(Deck::standard()))
        .unit('B', hitter().deck(Deck::standard()))
        .unit('e', recruit())
        .rolls([lot(20, 0), lot(20, 0)])
        .story();
    story.ticks(1);
    story.end();
}

#[test]
fn a_side_shares_one_pile() {
    let shares = || hitter().shares_deck();
    let mut story = board(
        "
        A e
        B f
        ",
    )
    .unit('A', shares())
    .unit('B', shares())
    .unit('e', shares())
    .unit('f', shares())
    .shared_deck(Faction::Friendly, deck([(Card::Plus(1), 4)]))
    .shared_deck(Faction::Enemy, deck([(Card::Null, 1), (Card::Plus(-1), 1)]))
    .rolls([lot(4, 0), lot(3, 0), lot(2, 0), lot(1, 0)])
    .story();
    assert_log!(
        story.ticks(1),
        [
            "t1 A → e: Blow hit, card +1, 6 dealt, 94/100",
            "t1 B → e: Blow hit, card +1, 6 dealt, 88/100",
            "t1 e → A: Blow hit, card NULL, 0 dealt, 100/100",
            "t1 f → A: Blow hit, card −1, 4 dealt, 96/100",
        ]
    );
    assert_eq!(left(&story, 'A'), left(&story, 'B'));
    assert_eq!(left(&story, 'A'), [(Card::Plus(1), 2)]);
    assert_eq!(left(&story, 'e'), [(Card::Null, 0), (Card::Plus(-1), 0)]);
    story.end();
}

#[test]
fn twenty_hits_draw_each_card_of_the_standard_deck_as_often_as_it_is_there() {
    for seed in 0..50 {
        let scene = board("A e")
            .unit('A', hitter().deck(Deck::standard()))
            .unit('e', recruit().hp(999));
        let mut battle = scene.start(seed);
        let mut events = Vec::new();
        for round in 1..=3 {
            for _ in 0..20 {
                battle.step(&mut events);
            }
            let mut counts = Deck::standard().cards;
            counts.iter_mut().for_each(|(_, copies)| *copies = 0);
            for event in &events {
                if let Happening::Struck(struck) = event.what {
                    let card = struck.harm.and_then(|harm| harm.card);
                    let seen = counts.iter_mut().find(|(known, _)| Some(*known) == card);
                    seen.expect("the card is of the deck").1 += 1;
                }
            }
            let expected = Deck::standard().cards;
            let expected: Vec<_> = expected.into_iter().map(|(c, n)| (c, n * round)).collect();
            assert_eq!(counts, expected, "seed {seed}");
        }
    }
}

#[test]
fn cards_are_written_as_players_read_them() {
    let cards = [
        Card::Null,
        Card::Times(2),
        Card::Plus(0),
        Card::Plus(3),
        Card::Plus(-1),
    ];
    let logged = cards.map(|card| card.to_string());
    assert_eq!(logged, ["NULL", "×2", "+0", "+3", "−1"]);
    let results = cards.map(|card| card.apply(5));
    assert_eq!(results, [0, 10, 5, 8, 4]);
}

#[test]
fn a_card_doubles_what_the_dice_gave_and_a_natural_20_the_dice() {
    let check = Check::Armour {
        bonus: 0,
        edge: Edge::Even,
    };
    let sword = strike(check, Amount::dice(1, 8, 3), DamageKind::Slashing);
    let fencer = recruit()
        .gambits([attack("Sword", [sword]).draws_card()])
        .deck(deck([(Card::Times(2), 1)]));
    let scene = duel(fencer, [d20(20), d(8, 1), d(8, 2), lot(1, 0)]);
    assert_log!(
        scene.ticks(1),
        ["t1 A → e: Sword d20(20) + 0 = 20 vs AC 10: critical, card ×2, 12 dealt, 88/100"]
    );
}
