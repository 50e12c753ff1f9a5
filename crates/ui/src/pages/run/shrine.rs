//! A shrine and its bargain: all of its terms, and who pays.

use foretold_content::PlaceKind;
use foretold_run::{Run, RunCommand, RunStage, ShrineTerms};
use foretold_sim::CurrentRun;

use super::example::spawn_example;
use super::map::INK;
use super::parts::{
    Ask, ROUND, ask_button, card, card_body, card_head, sheet_strip, side_by_side, thing_lines,
    who_row,
};
use super::portrait::company_row;
use super::scene::{PlaceScene, SceneMaker, set_elsewhere, spawn_leave, spawn_scene};
use super::words::{ThingWords, companion_name, offer_words, price_words};
use crate::pages::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;
use crate::toasts::uncapital;

/// How high the scene is, and how wide the bargain at most, in pixels at 100%.
const SCENE: f32 = 176.0;
const BARGAIN: f32 = 860.0;
/// How wide each side of it is at least, and the screen on which both stand beside each other.
const HALF: f32 = 240.0;
const WIDE: f32 = 600.0;

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

fn build(
    mut page: PageBuilder,
    run: Res<CurrentRun>,
    mut payer: ResMut<ShrinePayer>,
    mut maker: SceneMaker,
) {
    let at_shrine = run.get().and_then(|run| match run.stage() {
        RunStage::AtShrine(terms) => Some((run, terms)),
        _ => None,
    });
    let Some((run, terms)) = at_shrine else {
        set_elsewhere(&mut page, Page::Shrine, "Your company is at no shrine now");
        return;
    };
    if payer.at != run.journal().len() {
        *payer.bypass_change_detection() = ShrinePayer {
            at: run.journal().len(),
            who: None,
        };
    }
    let room = maker.make(SCENE);
    let wide = maker.screen.size.x / maker.screen.ui_scale >= WIDE;
    page.set(Page::Shrine, "", |frame, style| {
        let bargain = terms.as_ref().and_then(|terms| run.plan().bargains.get(terms.bargain));
        let scene = PlaceScene {
            page: Page::Shrine,
            kind: PlaceKind::Shrine,
            title: "A shrine",
            text: bargain.map_or("It has nothing for you.", |bargain| &bargain.text),
        };
        spawn_scene(frame, &scene, run, &room, style);
        side_by_side(frame, style, ShrineView, |area| match terms {
            Some(terms) => spawn_terms(area, run, terms, (payer.who, wide), style),
            None => {
                let text = "The shrine has nothing for your company: what it asks for cannot be paid, or what it gives is of no use now.";
                area.spawn(style.plain(text, style.ink()));
            }
        });
        spawn_leave(frame, "Leave the shrine", style);
        company_row(frame, run, &maker.screen, style);
    });
}

fn spawn_terms(
    area: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    terms: &ShrineTerms,
    (payer, wide): (Option<u8>, bool),
    style: &UiStyle,
) {
    let takes = run.choices().into_iter().filter_map(|choice| match choice {
        RunCommand::Take { companion, .. } => Some(companion),
        _ => None,
    });
    let takes: Vec<Option<u8>> = takes.collect();
    let who: Vec<u8> = takes.iter().flatten().copied().collect();
    let chosen = payer.filter(|place| who.contains(place));
    let companion = chosen.or(who.first().copied());
    let price = price_words(run, terms.price);
    let gift = offer_words(run, &terms.gives);
    let gift = ThingWords {
        kind: format!("You get: {}", uncapital(&gift.kind)),
        ..gift
    };
    card(area, BARGAIN, style).with_children(|card| {
        let round = px(ROUND);
        let (halves, basis, arrow) = if wide {
            (Node::row(px(0)), px(HALF), Icon::ArrowRight)
        } else {
            (Node::column(px(0)), auto(), Icon::ArrowDown)
        };
        let corners = if wide {
            [
                BorderRadius::top_left(round),
                BorderRadius::top_right(round),
            ]
        } else {
            [BorderRadius::top(round), BorderRadius::ZERO]
        };
        let half = || Node {
            flex_basis: basis,
            ..Node::column(px(0)).grow()
        };
        card.spawn((halves.grow(), Pickable::IGNORE))
            .with_children(|halves| {
                halves.spawn(half()).with_children(|half| {
                    card_head(half, &price, corners[0], style);
                    card_body(half).with_children(|body| thing_lines(body, &price.lines, style));
                });
                spawn_arrow(halves, arrow, style);
                // Their parchment overlaps, so that no gap shows where pixels are rounded.
                let after = Node {
                    margin: UiRect::left(px(-1)),
                    ..half()
                };
                halves.spawn(after).with_children(|half| {
                    card_head(half, &gift, corners[1], style);
                    card_body(half).with_children(|body| {
                        thing_lines(body, &gift.lines, style);
                        if let foretold_run::RunOffer::Word(word) = &terms.gives {
                            spawn_example(body, run, word, style);
                        }
                    });
                });
            });
        card_body(card)
            .change_node(|mut node| node.flex_grow = 0.0)
            .with_children(|body| {
                if takes.is_empty() {
                    let text = "Nobody of your company can pay that now.";
                    body.spawn(style.bold(text, style.ink()));
                } else {
                    spawn_deal(body, run, terms, (&who, companion), style);
                }
            });
    });
}

/// What is paid leads to what is given.
fn spawn_arrow(halves: &mut ChildSpawnerCommands<'_>, arrow: Icon, style: &UiStyle) {
    let between = Node {
        margin: UiRect::left(px(-1)),
        ..Node::column(px(0)).fixed()
    };
    halves
        .spawn((between, Pickable::IGNORE))
        .with_children(|between| {
            let large = style.font(Face::Icon, style.sizes().title + 6);
            sheet_strip(between, BorderRadius::ZERO)
                .change_node(|mut node| node.justify_content = JustifyContent::Center)
                .with_children(|strip| {
                    strip.spawn(style.icon(arrow, INK)).insert(large);
                });
        });
}

/// Who pays, and the button that strikes the bargain.
fn spawn_deal(
    body: &mut ChildSpawnerCommands<'_>,
    run: &Run,
    terms: &ShrineTerms,
    (who, companion): (&[u8], Option<u8>),
    style: &UiStyle,
) {
    if !who.is_empty() {
        let choose = |place: u8| {
            move |_: On<Activate>, mut payer: ResMut<ShrinePayer>| payer.who = Some(place)
        };
        let about = match (terms.price.needs_companion(), terms.gives.needs_companion()) {
            (true, true) => "Who pays, and gets it",
            (true, false) => "Who pays",
            _ => "Who gets it",
        };
        body.spawn(style.bold(about, style.ink()));
        who_row(body, run, (about, who), companion, style, choose);
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
    let words = ("Take the bargain", caption.as_str());
    ask_button(body, words, Ask::Alone, take, style);
}
