//! The title: where the game begins. A battle plays behind it: see `demo`.

use bevy::text::LineHeight;
use foretold_content::{Content, fresh_seed};
use foretold_run::{Run, RunStage, RunStart};
use foretold_sim::{CurrentRun, KeptRuns, ReplayFolder, RunRealm, RunRequest};
use foretold_view::picture::Picture;
use foretold_view::track::{LineEnds, dashes};
use foretold_view::{image_from, image_of};

use super::lessons::{self, LessonWords, won_of};
use super::page_action::{PageAction, action_button, action_card, card_button, primary_button};
use super::replays::count_in_words;
use super::unfinished::{self, is_unfinished};
use super::{Page, PageBuilder, PageSystems, Pages, must_build, own};
use crate::command::counted;
use crate::prelude::*;

/// How wide the menu is, in pixels at 100%, and how far from the left edge, in percent.
const WIDTH: f32 = 384.0;
const MARGIN: f32 = 6.25;
/// How high the line below the name is.
const LINE: f32 = 26.0;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(
        GameContent,
        PlayerProgress,
        KeysInForce,
        Screen,
        CurrentRun,
        KeptRuns,
        RunRealm
    );
    app.add_systems(
        Update,
        build
            .run_if(must_build(Page::Title, changed))
            .in_set(PageSystems),
    );
}

/// The title as a whole.
#[derive(Component)]
struct TitleArea;

/// The shade over the table: dark where the menu is, clear over the board. One row of pixels, because
/// a gradient of Bevy's draws the whole window once for each of its stops.
fn shade(ink: Color) -> Image {
    const STOPS: [(f32, f32); 5] = [
        (0.0, 0.98),
        (0.3, 0.94),
        (0.46, 0.5),
        (0.68, 0.06),
        (1.0, 0.35),
    ];
    const PIXELS: u8 = 255;
    let opacity = |at: f32| {
        let between = STOPS.windows(2).find(|pair| at <= pair[1].0);
        between.map_or(STOPS[4].1, |pair| {
            let ((from, first), (to, last)) = (pair[0], pair[1]);
            first.lerp(last, (at - from) / (to - from))
        })
    };
    let pixel = |x: u8| {
        let at = f32::from(x) / f32::from(PIXELS);
        ink.with_alpha(opacity(at)).to_srgba().to_u8_array()
    };
    let row = (0..PIXELS).flat_map(pixel).collect();
    image_from(UVec2::new(PIXELS.into(), 1), row)
}

/// The game in one sign, as the board draws it: a friend, a blow that is foretold, an enemy.
fn intent_line(look: &Look) -> Picture {
    let (mut picture, middle) = (Picture::default(), LINE / 2.0);
    let at = |x: f32| Vec2::new(x, middle);
    let light = look.side_text(Faction::Friendly);
    let (friend, enemy, tip) = (at(middle), at(WIDTH - middle), at(WIDTH - LINE - 5.0));
    picture.disc(friend, 10.0, light);
    picture.disc(friend, 7.5, look.side(Faction::Friendly));
    let (from, to) = (at(LINE + 4.0), tip - Vec2::X * 12.0);
    for (from, to) in dashes(LineEnds { from, to }, 9.0, 6.0) {
        picture.line(from, to, 3.0, light);
    }
    let wing = Vec2::new(-14.0, 7.5);
    picture.polygon([tip, tip + wing, tip + wing * Vec2::new(1.0, -1.0)], light);
    picture.diamond(enemy, 13.0, look.side_text(Faction::Enemy));
    picture.diamond(enemy, 9.5, look.side(Faction::Enemy));
    picture
}

/// What leads into a battle: what a screen reader calls it, its name, and where it leads.
struct Offer {
    label: String,
    name: &'static str,
    about: String,
    leads: OfferedBattle,
}

/// Which battle an offer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OfferedBattle {
    /// The one that is not over yet.
    Unfinished,
    /// The next lesson.
    Lessons,
    /// The first lesson.
    Lesson,
    /// The run that is not over yet.
    Run,
    /// A new run.
    NewRun,
}

impl Offer {
    fn unfinished(about: String) -> Offer {
        Offer {
            label: format!("Continue: {about}"),
            name: "Continue",
            about,
            leads: OfferedBattle::Unfinished,
        }
    }

    fn lessons(words: LessonWords) -> Offer {
        Offer {
            label: words.label,
            name: if words.is_under_way {
                "Next lesson"
            } else {
                "Lessons in order"
            },
            about: words.about,
            leads: OfferedBattle::Lessons,
        }
    }

    /// The run that is not over yet: on screen, or kept.
    fn run(runs: &Runs) -> Option<Offer> {
        let title = &runs.realm.realm()?.plan().title;
        let (floor, level) = match (runs.current.under_way(), runs.kept.under_way()) {
            (Some(run), _) if !matches!(run.stage(), RunStage::Choosing(_)) => {
                (run.floor(), run.start().level)
            }
            (None, Some(record)) if record.floor() > 0 => (record.floor(), record.start.level),
            _ => return None,
        };
        let about = format!("{title}, floor {floor}, level {level}");
        Some(Offer {
            label: format!("Continue the run: {about}"),
            name: "Continue the run",
            about,
            leads: OfferedBattle::Run,
        })
    }

    fn new_run(runs: &Runs) -> Option<Offer> {
        let title = &runs.realm.realm()?.plan().title;
        Some(Offer {
            label: format!("New run: {title}"),
            name: "New run",
            about: format!("{title}: ten floors, one company"),
            leads: OfferedBattle::NewRun,
        })
    }

    /// The first lesson, until it is won.
    fn lesson(progress: &PlayerProgress, content: &Content) -> Option<Offer> {
        let first = content.encounters_in_order().next()?;
        (!progress.0.won.contains(&first.name)).then(|| Offer {
            label: format!("First lesson: {}", first.title),
            name: "The first lesson",
            about: first.title.clone(),
            leads: OfferedBattle::Lesson,
        })
    }

    fn observe(&self, mut button: EntityCommands<'_>) {
        match self.leads {
            OfferedBattle::Unfinished => {
                let tip = "The battle as you left it, with all your orders and rules.";
                button
                    .insert(Tooltip(tip.to_owned()))
                    .observe(unfinished::go_on);
            }
            OfferedBattle::Lessons => {
                let tip = "Lessons one after another: each one won leads to the next.";
                button
                    .insert(Tooltip(tip.to_owned()))
                    .observe(lessons::go_on);
            }
            OfferedBattle::Run => {
                let tip = "The run as you left it, to the last step.";
                button.insert(Tooltip(tip.to_owned())).observe(go_on);
            }
            OfferedBattle::NewRun => {
                let tip = "Choose a level and three companions, and set out.";
                button.insert(Tooltip(tip.to_owned())).observe(new_run);
            }
            OfferedBattle::Lesson => {
                let tip = "Six hints teach the game: it waits for you.";
                button
                    .insert(Tooltip(tip.to_owned()))
                    .observe(lessons::go_on);
            }
        }
    }
}

/// Goes on with the run: with its page, or its battle.
fn go_on(
    _: On<Activate>,
    current: Res<CurrentRun>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<RunRequest>,
) {
    if let Some(run) = current.under_way() {
        pages.enter(run);
    }
    requests.write(RunRequest::GoOn);
}

/// Begins a run with a fresh seed; the page of the new run lets the player change it.
fn new_run(
    _: On<Activate>,
    runs: Runs,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<RunRequest>,
) {
    let chooses = |run: &&Run| matches!(run.stage(), RunStage::Choosing(_));
    match runs.current.under_way().filter(chooses) {
        Some(run) => pages.enter(run),
        None => {
            requests.write(RunRequest::Begin(RunStart {
                seed: fresh_seed(),
                level: 0,
                finished: runs.kept.chronicle().finished(),
            }));
        }
    }
}

/// What is known of runs.
#[derive(SystemParam)]
struct Runs<'w> {
    realm: Res<'w, RunRealm>,
    current: Res<'w, CurrentRun>,
    kept: Res<'w, KeptRuns>,
}

/// What leads into battles, what a player most likely wants first: to go on, else the first lesson,
/// else a run.
fn offers(
    battle: Option<&Shown>,
    progress: &PlayerProgress,
    content: Option<&Content>,
    runs: &Runs,
) -> Vec<Offer> {
    let unfinished = unfinished::in_words(battle, &progress.0, content).map(Offer::unfinished);
    let lessons = content.and_then(|content| lessons::in_words(&progress.0, content));
    let lesson = content.and_then(|content| Offer::lesson(progress, content));
    let is_first = lessons.as_ref().is_some_and(|words| !words.is_under_way);
    let lesson = lesson.filter(|_| is_first);
    let run = Offer::run(runs);
    // Another run would end the one under way: that is given up first.
    let new_run = Offer::new_run(runs).filter(|_| run.is_none());
    let is_new = run.is_none() && unfinished.is_none();
    let lesson = lesson.filter(|_| is_new);
    let lessons = lessons.filter(|words| words.is_under_way || lesson.is_none());
    let lessons = lessons.map(Offer::lessons);
    let all = [run, unfinished, lesson, new_run, lessons];
    all.into_iter().flatten().collect()
}

/// How many lessons there are, and how many are won.
fn school(progress: &PlayerProgress, content: Option<&Content>) -> String {
    let names = content.into_iter().flat_map(Content::encounters_in_order);
    let names: Vec<&str> = names.map(|battle| battle.name.as_str()).collect();
    let won = won_of(&progress.0, names.iter().copied());
    format!("{} lessons, {won} won", names.len())
}

fn build(
    mut page: PageBuilder,
    (battle, folder): (Option<Res<Shown>>, Res<ReplayFolder>),
    content: Res<GameContent>,
    (progress, keys): (Res<PlayerProgress>, Res<KeysInForce>),
    (screen, mut images): (Res<Screen>, ResMut<Assets<Image>>),
    (runs, mut focus, mut first): (Runs, Focus, Local<Option<String>>),
) {
    let content = content.content().map(|content| &**content);
    let battle = own(battle.as_deref());
    let to_look_at = battle.is_some_and(|it| !is_unfinished(it) && !it.is_of_run());
    let offers = offers(battle, &progress, content, &runs);
    let now_first = offers.first().map(|offer| offer.label.clone());
    let now_first = now_first.unwrap_or_else(|| PageAction::Battles.label().to_owned());
    // What had the focus for want of anything else loses it to what stands above it now.
    let was_first = first.replace(now_first);
    if was_first.is_some() && was_first != *first && focus.label() == was_first.as_deref() {
        focus.leave();
    }
    let line = Rect::new(0.0, 0.0, WIDTH, LINE);
    let line = image_of(
        &intent_line(&page.style.look),
        line,
        screen.density * screen.ui_scale,
    );
    let line = images.add(line);
    let shade = shade(colour(page.style.look.theme.palette.background));
    let shade = ImageNode::new(images.add(shade)).with_mode(NodeImageMode::Stretch);
    page.set_backdrop(Page::Title, shade);
    let keys = [(Act::Help, "help"), (Act::Quit, "quit")]
        .into_iter()
        .filter_map(|(act, does)| Some(format!(" · {} {does}", key_for(&keys, act)?)));
    let foot = format!("{}{}", env!("CARGO_PKG_VERSION"), keys.collect::<String>());
    page.set(Page::Title, "Foretold", |frame, style| {
        // In the middle, or from the top where there is less room.
        let menu = Node::column(px(6))
            .align(AlignItems::Stretch)
            .fixed()
            .width(px(WIDTH))
            .max_width(percent(92))
            .margin(UiRect::left(percent(MARGIN)));
        scroll_area(frame, style, TitleArea).with_children(|area| {
            area.spawn(Node::default().grow());
            area.spawn(menu).with_children(|menu| {
                spawn_name(menu, line, style);
                let mut offers = offers.iter();
                if let Some(offer) = offers.next() {
                    let words = (offer.name, offer.about.as_str());
                    let mut button = primary_button(menu, &offer.label, words, style);
                    button.change_node(|mut node| node.margin.bottom = px(8));
                    offer.observe(button);
                }
                for offer in offers {
                    let words = (offer.name, offer.about.as_str());
                    offer.observe(card_button(menu, &offer.label, words, style));
                }
                // What is over, or only watched, can still be looked at.
                if to_look_at {
                    action_card(menu, PageAction::Look, "", style);
                }
                action_card(
                    menu,
                    PageAction::Battles,
                    &school(&progress, content),
                    style,
                );
                if !runs.kept.chronicle().runs.is_empty() {
                    let runs = runs.kept.chronicle().runs.len();
                    action_card(menu, PageAction::Chronicle, &counted(runs, "run"), style);
                }
                action_card(menu, PageAction::Replays, &count_in_words(&folder), style);
                let row = Node::row(px(6)).wrap(px(6)).fixed();
                menu.spawn(row).with_children(|row| {
                    for action in [PageAction::Settings, PageAction::Help, PageAction::Quit] {
                        action_button(row, action, style).change_node(|mut node| {
                            node.flex_grow = 1.0;
                            node.min_height = px(38);
                            node.border_radius = BorderRadius::all(px(6));
                        });
                    }
                });
            });
            let foot = area.spawn((style.remark(foot), Node::default())).id();
            let place = Node::column(px(0)).grow().fixed();
            let place = Node {
                justify_content: JustifyContent::FlexEnd,
                ..place
            };
            let place = place.padding(UiRect::new(percent(MARGIN), px(0), px(16), px(12)));
            area.spawn(place).add_child(foot);
        });
    });
}

/// The name of the game, what it is about in a line, and in a sentence.
fn spawn_name(menu: &mut ChildSpawnerCommands<'_>, line: Handle<Image>, style: &UiStyle) {
    // As wide as what stands below it.
    let size = style.sizes().display * 3 / 2;
    menu.spawn(style.headline("Foretold", style.ink())).insert((
        style.font(Face::Display, size),
        LineHeight::RelativeToFont(1.0),
        Node::default().fixed(),
    ));
    menu.spawn((
        ImageNode::new(line),
        Node::default().fixed().size(px(WIDTH), px(LINE)),
        Pickable::IGNORE,
    ));
    menu.spawn((
        style.heading("Every blow is foretold. Change what you can.", style.ink()),
        Node::default().fixed().margin(UiRect::bottom(px(26))),
    ));
}
