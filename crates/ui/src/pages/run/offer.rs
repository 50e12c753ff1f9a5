//! What is offered after a fight, by a teacher or in a cache: three cards, one of which may be taken.

use std::collections::BTreeMap;

use foretold_content::PlaceKind;
use foretold_run::{JournalEntry, OfferOutlook, Run, RunCommand, RunOffer, RunStage};
use foretold_sim::{CurrentRun, OfferOdds, RunOdds};

use super::example::spawn_example;
use super::parts::{Ask, ask_button, side_by_side, spawn_card, thing_lines, who_row};
use super::portrait::company_row;
use super::scene::{PlaceScene, SceneMaker, set_elsewhere, spawn_leave, spawn_scene};
use super::words::{companion_name, item_in_a_line, offer_words, place_name};
use crate::pages::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;
use crate::top_bar::percent_text;

/// How high the scene is, in pixels at 100%.
const SCENE: f32 = 176.0;

/// The cards as a whole.
#[derive(Component)]
struct Offers;

/// Who is to get what is offered, by the numbers of the offers, as long as the same is offered.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
struct OfferTakers {
    /// How long the journal was.
    at: usize,
    who: BTreeMap<u8, u8>,
}

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, OfferOdds, RunOdds, OfferTakers, Screen);
    app.init_resource::<OfferTakers>().add_systems(
        Update,
        build
            .run_if(must_build(Page::Offer, changed))
            .in_set(PageSystems),
    );
}

/// What kind of place the company is at.
fn kind(run: &Run) -> PlaceKind {
    let kind = run.place().and_then(|place| run.map().kind(place));
    kind.unwrap_or(PlaceKind::Fight)
}

fn title(run: &Run, count: usize) -> String {
    let number = ["none", "one", "two", "three", "four", "five", "six"];
    let of = number.get(count).map_or("some", |number| number);
    match kind(run) {
        PlaceKind::Teacher if count > 0 => format!("A teacher: one of {of} words"),
        PlaceKind::Teacher => "A teacher".to_owned(),
        PlaceKind::Cache if count > 0 => format!("A cache: one of {of} items"),
        PlaceKind::Cache => "A cache".to_owned(),
        _ => "Choose a reward".to_owned(),
    }
}

/// A line for the mood.
fn mood_of_place(kind: PlaceKind) -> &'static str {
    match kind {
        PlaceKind::Teacher => "“Say clearly what you want, and it will be done.”",
        PlaceKind::Cache => "Somebody hid it well, and never came back for it.",
        _ => "The field is yours. One thing of it comes along.",
    }
}

/// What the company has got here already: the item that an elite guarded.
fn guarded(run: &Run) -> Option<String> {
    let here = run.journal().iter().rev();
    let mut here = here.take_while(|entry| !matches!(entry, JournalEntry::Came(..)));
    let item = here.find_map(|entry| match entry {
        JournalEntry::Took(RunOffer::Item(item), _) => run.realm().item(item),
        _ => None,
    })?;
    let does = item_in_a_line(item, run.realm().content());
    let (name, slot) = (&item.name, item.slot.words());
    Some(format!(
        "They guarded the {name} ({slot}): {does}. It is in your bag."
    ))
}

fn build(
    mut page: PageBuilder,
    run: Res<CurrentRun>,
    (odds, fights): (Res<OfferOdds>, Res<RunOdds>),
    mut takers: ResMut<OfferTakers>,
    mut maker: SceneMaker,
) {
    let run = run.get();
    let Some((run, offers)) = run.and_then(|run| match run.stage() {
        RunStage::Offered(offers) => Some((run, offers)),
        _ => None,
    }) else {
        set_elsewhere(&mut page, Page::Offer, "Nothing is offered now");
        return;
    };
    if takers.at != run.journal().len() {
        let takers = takers.bypass_change_detection();
        takers.at = run.journal().len();
        takers.who.clear();
    }
    let room = maker.make(SCENE);
    page.set(Page::Offer, "", |frame, style| {
        let kind = kind(run);
        let scene = PlaceScene {
            page: Page::Offer,
            kind,
            title: &title(run, offers.len()),
            text: mood_of_place(kind),
        };
        spawn_scene(frame, &scene, run, &room, style);
        if let Some(text) = guarded(run) {
            let row = Node::row(px(8)).centred().fixed();
            frame.spawn(row).with_children(|row| {
                let gold = colour(style.look.theme.palette.accent);
                row.spawn(style.sign(Icon::Trophy, gold));
                row.spawn(style.plain(text, style.ink()));
            });
        }
        side_by_side(frame, style, Offers, |area| {
            if offers.is_empty() {
                let text = "There is nothing here that your company could use.";
                area.spawn(style.plain(text, style.ink()));
            }
            for (number, offer) in (0..).zip(offers) {
                let shown = OfferShown {
                    run,
                    number,
                    offer,
                    outlook: odds.of(number),
                    fights: &fights,
                    chosen: takers.who.get(&number).copied(),
                };
                spawn_offer(area, &shown, style);
            }
        });
        let leave = if offers.is_empty() {
            "Go on"
        } else {
            "Take nothing"
        };
        spawn_leave(frame, leave, style);
        company_row(frame, run, &maker.screen, style);
    });
}

/// An offer on its card.
struct OfferShown<'a> {
    run: &'a Run,
    number: u8,
    offer: &'a RunOffer,
    outlook: Option<&'a [OfferOutlook]>,
    fights: &'a RunOdds,
    chosen: Option<u8>,
}

fn spawn_offer(area: &mut ChildSpawnerCommands<'_>, shown: &OfferShown, style: &UiStyle) {
    let (run, number) = (shown.run, shown.number);
    let thing = offer_words(run, shown.offer);
    let who: Vec<u8> = run
        .choices()
        .into_iter()
        .filter_map(|choice| match choice {
            RunCommand::Take { offer, companion } if offer == number => companion,
            _ => None,
        })
        .collect();
    // Whoever makes the most of it is the first suggestion.
    let best = shown.outlook.and_then(|outlook| outlook.first()?.companion);
    let chosen = shown.chosen.or(best).filter(|place| who.contains(place));
    let companion = chosen.or(who.first().copied());
    spawn_card(area, &thing, style, |card| {
        thing_lines(card, &thing.lines, style);
        if let RunOffer::Word(word) = shown.offer {
            spawn_example(card, run, word, style);
        }
        if !who.is_empty() {
            let choose = |place: u8| {
                move |_: On<Activate>, mut takers: ResMut<OfferTakers>| {
                    takers.who.insert(number, place);
                }
            };
            who_row(card, run, (&thing.name, &who), companion, style, choose);
        }
        card.spawn(Node::default().grow());
        spawn_outlook(card, shown, style);
        let take = RunCommand::Take {
            offer: number,
            companion,
        };
        let label = format!("Take: {}", thing.name);
        ask_button(card, (&label, "Take"), Ask::AmongOthers, take, style);
    });
}

/// The odds of the fights that come next, without and with it.
fn spawn_outlook(card: &mut ChildSpawnerCommands<'_>, shown: &OfferShown, style: &UiStyle) {
    let run = shown.run;
    let ahead = match shown.outlook {
        None => {
            card.spawn(style.remark("The odds of the next fights with it: …"));
            return;
        }
        Some([]) => {
            if let RunOffer::Word(_) = shown.offer {
                card.spawn(style.remark("The odds change once a rule uses it."));
            }
            return;
        }
        Some(ahead) => ahead,
    };
    let with = match (shown.offer, ahead[0].companion) {
        (RunOffer::Item(_), Some(place)) => format!(", worn by the {}", companion_name(run, place)),
        (_, Some(place)) => format!(", for the {}", companion_name(run, place)),
        _ => String::new(),
    };
    card.spawn(style.remark(format!("Victory without it → with it{with}")));
    let palette = &style.look.theme.palette;
    for outlook in ahead {
        let (before, after) = (outlook.before.win(), outlook.after.win());
        // What is not certain is neither good nor bad.
        let (icon, ink) = if after.low > before.high {
            (Some(Icon::TrendingUp), colour(palette.good))
        } else if after.high < before.low {
            (Some(Icon::TrendingDown), colour(palette.bad))
        } else {
            (None, style.ink())
        };
        let fight = shown.fights.fight(outlook.place);
        let pack = fight.and_then(|fight| run.realm().pack(&fight.pack));
        let kind = run.map().kind(outlook.place).unwrap_or(PlaceKind::Fight);
        let place = place_name(kind, outlook.place.floor);
        let name = pack.map_or(place.clone(), |pack| format!("{}: {place}", pack.name));
        let row = Node::row(px(8)).centred().space_between();
        card.spawn(row).with_children(|row| {
            row.spawn((
                style.plain(name, style.ink()),
                Node::default().share(1.0).min_width(px(0)),
            ));
            row.spawn(Node::row(px(5)).centred().fixed())
                .with_children(|odds| {
                    let [before, after] = [before, after].map(|it| percent_text(it.odds));
                    if let Some(icon) = icon {
                        odds.spawn(style.sign(icon, ink));
                    }
                    odds.spawn(style.heading(format!("{before} → {after}"), ink));
                });
        });
    }
}
