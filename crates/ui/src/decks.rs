//! The decks: what is left in each pile, and the odds of the next card.

use foretold_battle::{Card, DeckUse, Pile};

use crate::prelude::*;
use crate::widgets::StyledText;

/// The dialog as a whole.
#[derive(Component)]
struct DecksDialog;
/// The piles in it.
#[derive(Component)]
struct Piles;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, open.run_if(asked_for(Act::Deck)).in_set(ActSystems));
}

/// A pile in words.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PileText {
    side: Faction,
    /// Whose it is.
    title: String,
    /// How many cards are left.
    left: String,
    cards: Vec<CardText>,
}

/// A card in words, column by column: what it is, what it does, how many are left, and how likely it
/// comes next.
type CardText = [String; 4];

/// What stands above the columns, and how wide they are, in pixels at 100%.
const COLUMNS: [(&str, f32); 4] = [
    ("Card", 56.0),
    ("Makes of a hit", 170.0),
    ("Left", 80.0),
    ("Next", 70.0),
];

/// What a card makes of the damage of a hit.
fn does(card: Card) -> String {
    match card {
        Card::Null => "no damage".to_owned(),
        Card::Times(factor) => format!("{factor} times the damage"),
        Card::Plus(0) => "the damage as it is".to_owned(),
        Card::Plus(more @ 1..) => format!("{more} more damage"),
        Card::Plus(less) => format!("{} less damage", less.unsigned_abs()),
    }
}

/// Every pile of the battle, each once.
fn piles(battle: &Battle) -> Vec<PileText> {
    let mut shared: Vec<Faction> = Vec::new();
    let mut piles = Vec::new();
    for (id, _) in battle.units() {
        let sheet = battle.arena().sheet(id);
        let title = match (&sheet.deck, sheet.faction) {
            (DeckUse::None, _) => continue,
            (DeckUse::Own(_), _) => &sheet.name,
            (DeckUse::Shared, side) if shared.contains(&side) => continue,
            (DeckUse::Shared, Faction::Friendly) => "Your side, shared",
            (DeckUse::Shared, Faction::Enemy) => "The enemies, shared",
        };
        if matches!(sheet.deck, DeckUse::Shared) {
            shared.push(sheet.faction);
        }
        piles.extend(pile(battle, id, sheet.faction, title));
    }
    piles
}

fn pile(battle: &Battle, id: UnitId, side: Faction, title: &str) -> Option<PileText> {
    let (pile, deck) = (battle.pile(id)?, battle.arena().deck_of(id)?);
    let full = Pile::full(deck);
    let left = if pile.is_empty() {
        "empty: the next draw shuffles all of it".to_owned()
    } else {
        format!("{} of {} cards left", pile.len(), full.len())
    };
    let cards = pile.odds(deck).into_iter().zip(full.cards(deck));
    Some(PileText {
        side,
        title: format!("{title}: {}", deck.name),
        left,
        cards: cards
            .map(|((card, left, odds), (_, all))| {
                let left = format!("{left} of {all}");
                [card.to_string(), does(card), left, odds.to_string()]
            })
            .collect(),
    })
}

fn open(
    mut dialogs: Dialogs,
    battle: If<Res<Shown>>,
    style: UiStyle,
    mut clock: MessageWriter<ClockRequest>,
    mut toasts: ResMut<Toasts>,
) {
    let piles = piles(battle.battle());
    if piles.is_empty() {
        toasts.push(Toast::bad("Nobody draws combat cards in this battle."));
        return;
    }
    // What is shown is about this moment.
    clock.write(ClockRequest::Pause);
    let title = "Combat decks at this moment";
    dialogs.open(title, DecksDialog, &style, |frame| {
        frame.spawn(style.plain(
            "Every hit draws a card. What is drawn stays out until the pile is empty.",
            style.muted(),
        ));
        scroll_box(frame, 360.0, &style, Piles).with_children(|list| {
            for pile in &piles {
                spawn_pile(list, pile, &style);
            }
        });
    });
}

fn spawn_pile(list: &mut ChildSpawnerCommands<'_>, pile: &PileText, style: &UiStyle) {
    list.spawn(style.bold(&pile.title, style.look.side_text(pile.side)));
    list.spawn(style.plain(&pile.left, style.ink()));
    let heads = COLUMNS.map(|(head, _)| style.remark(head));
    spawn_row(list, heads, style);
    for card in &pile.cards {
        let [name, rest @ ..] = card.each_ref();
        let [does, left, next] = rest.map(|text| style.plain(text, style.ink()));
        spawn_row(
            list,
            [style.bold(name, style.ink()), does, left, next],
            style,
        );
    }
    list.spawn(Node::default().fixed().height(style.space()));
}

fn spawn_row(list: &mut ChildSpawnerCommands<'_>, texts: [StyledText; 4], style: &UiStyle) {
    let row = Node::row(style.gap()).fixed();
    list.spawn(row).with_children(|row| {
        for (text, (_, width)) in texts.into_iter().zip(COLUMNS) {
            let column = Node::default().fixed().width(px(width));
            row.spawn((text, TextLayout::no_wrap(), column));
        }
    });
}

#[cfg(test)]
mod tests {
    use foretold_battle::Deck;
    use foretold_battle::testing::{board, longsword, recruit};

    use super::*;

    #[test]
    fn each_card_shows_what_it_makes_of_a_hit_and_its_odds() {
        let deck = Deck::standard();
        let battle = board("A e")
            .unit(
                'A',
                recruit().gambits([longsword().draws_card()]).deck(deck),
            )
            .unit('e', recruit())
            .start(1);
        let piles = piles(&battle);
        let [pile] = piles.as_slice() else {
            panic!("one unit draws: {piles:?}");
        };
        let read: Vec<String> = pile.cards.iter().map(|card| card.join(", ")).collect();
        for expected in [
            "NULL, no damage, 1 of 1, 5%",
            "×2, 2 times the damage, 1 of 1, 5%",
            "+1, 1 more damage, 5 of 5, 25%",
            "−1, 1 less damage, 5 of 5, 25%",
        ] {
            assert!(read.iter().any(|card| card == expected), "{read:?}");
        }
    }
}
