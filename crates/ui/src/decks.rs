//! The decks: what is left in each pile, and the odds of the next card.

use foretold_battle::{DeckUse, Pile};

use crate::prelude::*;

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
    /// Each card, how many of it, and how likely it comes next.
    cards: Vec<String>,
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
            .map(|((card, left, odds), (_, all))| format!("{card}: {left} of {all}, {odds}"))
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
    let cards = Node::row(px(16))
        .wrap(px(0))
        .fixed()
        .margin(UiRect::bottom(style.space()));
    list.spawn(cards).with_children(|cards| {
        for card in &pile.cards {
            let text = style.plain(card, style.ink());
            cards.spawn((text, Node::default().min_width(px(130))));
        }
    });
}
