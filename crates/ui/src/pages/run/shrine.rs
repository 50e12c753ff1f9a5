//! A shrine and its bargain: all of its terms, and who pays.

use foretold_run::{Run, RunCommand, RunStage, ShrineTerms};
use foretold_sim::CurrentRun;

use super::example::spawn_example;
use super::parts::{
    ask_button, card, card_head, foot, leave_button, side_by_side, thing_lines, who_row,
};
use super::words::{ThingWords, companion_name, offer_words, price_words};
use crate::pages::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;

/// The terms as a whole.
#[derive(Component)]
struct ShrineView;

/// Who pays, or gets something, as far as the player has said so.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
struct ShrinePayer {
    /// How long the journal was.
    at: usize,
    who: Option<u8>,
}

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, ShrinePayer, Screen);
    app.init_resource::<ShrinePayer>().add_systems(
        Update,
        build
            .run_if(must_build(Page::Shrine, changed))
            .in_set(PageSystems),
    );
}

fn build(mut page: PageBuilder, run: Res<CurrentRun>, mut payer: ResMut<ShrinePayer>) {
    let at_shrine = run.get().and_then(|run| match run.stage() {
        RunStage::AtShrine(terms) => Some((run, terms)),
        _ => None,
    });
    let Some((run, terms)) = at_shrine else {
        page.set(Page::Shrine, "Shrine", |frame, style| {
            let text = "Your company is at no shrine now. Go on with the run from the title.";
            frame.spawn(style.plain(text, style.ink()));
        });
        return;
    };
    if payer.at != run.journal().len() {
        *payer.bypass_change_detection() = ShrinePayer {
            at: run.journal().len(),
            who: None,
        };
    }
    page.set(Page::Shrine, "A shrine", |frame, style| {
        let takes = run.choices().into_iter().filter_map(|choice| match choice {
            RunCommand::Take { companion, .. } => Some(companion),
            _ => None,
        });
        let takes: Vec<Option<u8>> = takes.collect();
        match terms {
            Some(terms) => {
                let bargain = run.plan().bargains.get(terms.bargain);
                let text = bargain.map_or("", |bargain| &bargain.text);
                frame.spawn((style.heading(text, style.ink()), Node::default().fixed()));
                side_by_side(frame, style, ShrineView, |area| spawn_terms(area, run, terms, &takes, payer.who, style));
            }
            None => {
                let text = "The shrine has nothing for your company: what it asks for cannot be paid, or what it gives is of no use now.";
                frame.spawn(style.plain(text, style.ink()));
                frame.spawn(Node::default().grow());
            }
        }
        let row = Node::row(px(12)).centred().fixed();
        frame.spawn(row).with_children(|row| {
            leave_button(row, "Leave the shrine", style);
        });
        foot(frame, run, style);
    });
}

fn spawn_terms(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    terms: &ShrineTerms,
    takes: &[Option<u8>],
    payer: Option<u8>,
    style: &UiStyle,
) {
    let who: Vec<u8> = takes.iter().flatten().copied().collect();
    let chosen = payer.filter(|place| who.contains(place));
    let companion = chosen.or(who.first().copied());
    let price = price_words(run, terms.price);
    let gift = offer_words(run, &terms.gives);
    let gift = ThingWords {
        kind: format!("You get: {}", lower(&gift.kind)),
        ..gift
    };
    card(area, style).with_children(|card| {
        card_head(card, &price, style);
        thing_lines(card, &price.lines, style);
        if !who.is_empty() {
            let choose = |place: u8| {
                move |_: On<Activate>, mut payer: ResMut<ShrinePayer>| payer.who = Some(place)
            };
            let about = match (terms.price.needs_companion(), terms.gives.needs_companion()) {
                (true, true) => "Who pays, and gets it",
                (true, false) => "Who pays",
                _ => "Who gets it",
            };
            card.spawn(style.bold(about, style.ink()));
            who_row(card, run, (about, &who), companion, style, choose);
        }
    });
    card(area, style).with_children(|card| {
        card_head(card, &gift, style);
        thing_lines(card, &gift.lines, style);
        if let foretold_run::RunOffer::Word(word) = &terms.gives {
            spawn_example(card, run, word, style);
        }
        card.spawn(Node::default().grow());
        if takes.is_empty() {
            let text = "Nobody of your company can pay that now.";
            card.spawn(style.bold(text, style.ink()));
            return;
        }
        let caption = match companion {
            Some(place) if terms.price.needs_companion() => {
                format!("Take it: the {} pays", companion_name(run, place))
            }
            Some(place) => format!("Take it for the {}", companion_name(run, place)),
            None => "Take the bargain".to_owned(),
        };
        let take = RunCommand::Take {
            offer: 0,
            companion,
        };
        ask_button(card, "Take the bargain", &caption, take, style);
    });
}

/// A text without a capital at its beginning.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
