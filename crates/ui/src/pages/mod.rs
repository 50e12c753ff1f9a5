//! The pages around the battle: title, battles, briefing, replays, settings, menu, result.
//!
//! [`Pages`] says which of them are open; here they get their frame, the keys and their ends. What
//! stands on each is in its own file, and is built when the page comes on top or when what it shows
//! has changed.

mod battles;
mod branches;
mod briefing;
mod demo;
mod digits;
mod invitation;
mod lessons;
mod odds_line;
mod page_action;
mod pause;
mod replays;
mod result;
pub(crate) mod run;
mod settings;
mod table_top;
mod title;
mod unfinished;

use foretold_sim::{Refused, Request};

use self::table_top::TableTop;
use crate::prelude::*;
use crate::widgets::{CLOSE_BUTTON, Close, EaseIn, Modal, cover};

/// Where pages are: above the panels, below dialogs.
const LAYER: i32 = 30;
/// How wide what stands on a page is at most, in pixels at 100%: as wide as pages that take all the
/// room of a screen of 16 to 9, so that all have the same margins there.
const WIDTH: f32 = 1242.0;

enum_table! {
    /// A screen besides the battle.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Page {
        /// What it is called: `battles`.
        pub fn name() -> &'static str;
        /// Where the game begins.
        Title => "title",
        /// The battles to choose from.
        Battles => "battles",
        /// What a battle is about, over it, before it begins.
        Briefing => "briefing",
        /// The battles that were kept.
        Replays => "replays",
        /// What the player may change about the game.
        Settings => "settings",
        /// The menu over the battle.
        Pause => "pause",
        /// How the battle went, over the battle.
        Result => "result",
        /// Where a run begins: level, seed and companions.
        NewRun => "new-run",
        /// The map of the run.
        Map => "map",
        /// The company of the run: sheets, items, skills, rules.
        Company => "company",
        /// What is offered after a fight, by a teacher or in a cache.
        Offer => "offer",
        /// A camp of the run.
        Camp => "camp",
        /// A shrine of the run.
        Shrine => "shrine",
        /// How the run went.
        RunEnd => "run-end",
        /// All runs that are over.
        Chronicle => "chronicle",
    }
}

impl Page {
    /// Whether it is about the battle behind it, which then stays in view.
    pub const fn is_window(self) -> bool {
        matches!(self, Page::Briefing | Page::Pause | Page::Result)
    }
}

/// The pages that are open: the last one is on screen, and without any it is the battle. Time stands
/// still while one is open.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pages {
    open: Vec<Page>,
    /// Whether time runs on once they are closed.
    runs_on: bool,
}

impl Pages {
    /// The page on screen; none is the battle.
    pub fn top(&self) -> Option<Page> {
        self.open.last().copied()
    }

    /// Whether a page is open, on top or below others.
    pub(crate) fn is_open(&self, page: Page) -> bool {
        self.open.contains(&page)
    }

    /// Opens a page over what is on screen. One that is open already comes on top by closing what
    /// was opened from it.
    pub fn open(&mut self, page: Page) {
        let here = self.open.iter().position(|other| *other == page);
        self.open.truncate(here.unwrap_or(self.open.len()));
        self.open.push(page);
    }

    /// Opens a page and forgets all others.
    pub fn only(&mut self, page: Page) {
        self.open.clear();
        self.open.push(page);
    }

    /// Goes back to the page before, or to the battle.
    pub fn back(&mut self) {
        self.open.pop();
    }

    /// Goes back to the battle.
    pub fn close(&mut self) {
        self.open.clear();
    }

    /// Says whether time runs once all pages are closed, whatever it did before.
    pub(crate) fn run_on(&mut self, runs: bool) {
        self.runs_on = runs;
    }

    /// Goes back where that leads somewhere: without a battle the title is the end of the way.
    fn back_to_something(&mut self, battle: bool) {
        match self.top() {
            Some(Page::Title) if battle => self.close(),
            Some(Page::Title) => {}
            // A run of the chronicle was only looked at.
            Some(Page::RunEnd) if self.is_open(Page::Chronicle) => self.back(),
            // The run is kept, and the title offers to go on.
            Some(page) if page.is_of_stage() && self.open.len() == 1 => self.only(Page::Title),
            _ if battle || self.open.len() > 1 => self.back(),
            _ => self.only(Page::Title),
        }
    }
}

/// The battle of the player, if the one on screen is theirs.
fn own(battle: Option<&Shown>) -> Option<&Shown> {
    battle.filter(|battle| !battle.is_demo())
}

/// When what stands on the page on top is built, within [`ViewSystems::Paint`].
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PageSystems;

/// An open page: where it is built while it is on top.
#[derive(Component)]
struct PageRoot(Page);

/// Whether a page must be built: it has just come on top, or it is there and everything looks
/// different, or what it shows has changed.
fn must_build<M>(page: Page, changed: impl SystemCondition<M>) -> impl SystemCondition<()> {
    on_top(page).and_then(any_changed!(Pages, Look).or_eager(changed))
}

/// Whether this page is on top.
fn on_top(page: Page) -> impl FnMut(Res<Pages>) -> bool + Clone {
    move |pages| pages.top() == Some(page)
}

/// Builds pages.
#[derive(SystemParam)]
struct PageBuilder<'w, 's> {
    commands: Commands<'w, 's>,
    style: UiStyle<'w>,
    roots: Query<'w, 's, (Entity, &'static PageRoot, Has<Children>)>,
}

impl PageBuilder<'_, '_> {
    /// Puts something behind a page.
    fn set_backdrop(&mut self, page: Page, backdrop: impl Bundle) {
        if let Some((root, ..)) = self.roots.iter().find(|(_, root, _)| root.0 == page) {
            self.commands.entity(root).insert(backdrop);
        }
    }

    /// Builds a page in place of what was on it: its frame with title and way back, and what stands in
    /// it. The title, the result, the end of a run, the map and the pages of its places have a head of
    /// their own.
    fn set(
        &mut self,
        page: Page,
        title: &str,
        fill: impl FnOnce(&mut ChildSpawnerCommands<'_>, &UiStyle),
    ) {
        let mut roots = self.roots.iter();
        let Some((root, _, is_built)) = roots.find(|(_, root, _)| root.0 == page) else {
            return;
        };
        let (style, palette) = (&self.style, &self.style.look.theme.palette);
        let (width, height) = match page {
            Page::Title => (percent(100), percent(100)),
            Page::Pause | Page::Briefing => (px(600), auto()),
            Page::Result => (px(WIDTH), percent(97)),
            Page::Battles | Page::Replays | Page::Settings | Page::Chronicle => {
                (px(WIDTH), percent(100))
            }
            Page::NewRun
            | Page::Map
            | Page::Company
            | Page::Offer
            | Page::Camp
            | Page::Shrine
            | Page::RunEnd => (percent(100), percent(100)),
        };
        let frame = Node::column(px(12)).size(width, height).clipped();
        let (frame, ground) = if page == Page::Title {
            (frame, Color::NONE)
        } else if page.is_window() {
            let max_height = percent(97);
            let frame = frame
                .max_width(percent(97))
                .padding(px(20).all())
                .framed(BorderRadius::all(px(8)));
            (
                Node {
                    max_height,
                    ..frame
                },
                colour(palette.panel),
            )
        } else if page.is_of_place() {
            (frame.padding(px(run::MARGIN).all()), Color::NONE)
        } else {
            let frame = frame.max_width(percent(97)).padding(px(20).all());
            (frame, Color::NONE)
        };
        let backdrop = colour(palette.background);
        let mut root = self.commands.entity(root);
        // The title has a shade of its own, the others lie on the table.
        if page.is_window() {
            root.insert(BackgroundColor(backdrop.with_alpha(0.7)));
        }
        root.despawn_children();
        root.with_children(|root| {
            let edge = BorderColor::all(colour(palette.border));
            let mut frame = root.spawn((frame, BackgroundColor(ground), edge));
            if !is_built {
                frame.insert(EaseIn::default());
            }
            frame.with_children(|frame| {
                let own_head = matches!(page, Page::Title | Page::Result | Page::RunEnd);
                if !own_head && !page.is_of_place() {
                    let row = Node::row(px(14)).centred().fixed();
                    frame.spawn(row).with_children(|row| {
                        back_button(row, page, style);
                        row.spawn(style.headline(title, style.ink()));
                    });
                }
                fill(frame, style);
            });
        });
    }
}

/// Spawns the ground of a column, a share of its row: what is read does not lie on the bare table.
fn plate<'a>(
    row: &'a mut ChildSpawnerCommands<'_>,
    share: f32,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let palette = &style.look.theme.palette;
    let node = Node::column(px(0))
        .share(share)
        .min_width(px(0))
        .min_height(px(0))
        .padding(px(12).all())
        .framed(BorderRadius::all(px(8)));
    row.spawn((
        node,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.border)),
    ))
}

/// The way back.
fn back_button(row: &mut ChildSpawnerCommands<'_>, page: Page, style: &UiStyle) {
    let back = |_: On<Activate>, battle: Option<Res<Shown>>, mut pages: ResMut<Pages>| {
        pages.back_to_something(own(battle.as_deref()).is_some());
    };
    if page.is_window() {
        icon_button(row, "Back to the battle", Icon::X, style, back).insert(CLOSE_BUTTON);
    } else {
        icon_button(row, "Back", Icon::ArrowLeft, style, back)
            .insert(CLOSE_BUTTON)
            .caption("Back", style);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pages>()
        .add_plugins((
            title::plugin,
            demo::plugin,
            digits::plugin,
            odds_line::plugin,
            battles::plugin,
            briefing::plugin,
            replays::plugin,
            settings::plugin,
            pause::plugin,
            result::plugin,
            run::plugin,
            table_top::plugin,
        ))
        .configure_sets(Update, PageSystems.in_set(ViewSystems::Paint))
        .add_observer(go_back)
        .add_systems(
            Update,
            (
                hold_time.after(ActSystems).before(SimSystems::Requests),
                stay.after(SimSystems::Refresh).before(ViewSystems::Measure),
                turn_pages
                    .run_if(resource_changed::<Pages>)
                    .in_set(ViewSystems::Paint)
                    .before(PageSystems),
            ),
        );
}

/// What the game hears of while a page is open: on every page, then on that of the company, where
/// rules are edited.
static HEARD: [Act; 16] = [
    Act::Menu,
    Act::Help,
    Act::KeepReplay,
    Act::FullScreen,
    Act::Screenshot,
    Act::Quit,
    Act::Larger,
    Act::Smaller,
    Act::Undo,
    Act::Redo,
    Act::AddRule,
    Act::DuplicateRule,
    Act::DeleteRule,
    Act::RuleUp,
    Act::RuleDown,
    Act::SwitchRule,
];
/// How many of these are heard of on every page.
const HEARD_ANYWHERE: usize = 8;

/// Esc goes one page back, or keeps the replay that was about to be deleted.
fn go_back(
    close: On<Close>,
    roots: Query<(), With<PageRoot>>,
    battle: Option<Res<Shown>>,
    mut pages: ResMut<Pages>,
    mut asked: replays::DeleteQuestion,
) {
    if roots.contains(close.entity) && !asked.answer_no() {
        pages.back_to_something(own(battle.as_deref()).is_some());
    }
}

/// A battle that does not begin lets no time run either.
fn stay(mut refused: MessageReader<Refused>, mut pages: ResMut<Pages>) {
    let battles = refused.read().filter(|refused| match &refused.request {
        Request::Battle(BattleRequest::Keep | BattleRequest::KeepBranch(_)) => false,
        request => matches!(request, Request::Battle(_)),
    });
    if battles.count() > 0 && pages.top().is_some() {
        pages.run_on(false);
    }
}

/// Time stands still while a page is open, and runs on afterwards if it did before.
fn hold_time(
    mut pages: ResMut<Pages>,
    clock: Res<Clock>,
    mut requests: MessageWriter<ClockRequest>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let is_open = pages.top().is_some();
    if is_open && clock.playing {
        requests.write(ClockRequest::Pause);
        // Nothing to draw.
        pages.bypass_change_detection().runs_on = true;
    } else if !is_open && pages.runs_on {
        requests.write(ClockRequest::Play);
        pages.bypass_change_detection().runs_on = false;
        redraw.request();
    }
}

/// Each open page has a root, which remembers what had the focus before; only the one on top is built
/// and shown.
fn turn_pages(
    mut commands: Commands,
    (pages, table): (Res<Pages>, Res<TableTop>),
    mut roots: Query<(Entity, &PageRoot, &mut Node, &GlobalZIndex)>,
    mut redraw: ResMut<RedrawRequests>,
) {
    redraw.request();
    // From the top, so that the focus goes back the way it came.
    let mut closed: Vec<(i32, Entity)> = Vec::new();
    for (entity, root, mut node, layer) in &mut roots {
        if !pages.is_open(root.0) {
            closed.push((layer.0, entity));
        } else if pages.top() == Some(root.0) {
            node.display = Display::Flex;
        } else {
            node.display = Display::None;
            commands.entity(entity).despawn_children();
        }
    }
    closed.sort_unstable();
    for (_, entity) in closed.into_iter().rev() {
        commands.entity(entity).despawn();
    }
    for (layer, page) in (LAYER..).zip(&pages.open) {
        if !roots.iter().any(|(_, root, ..)| root.0 == *page) {
            let heard: &[Act] = match page {
                Page::Company => &HEARD,
                _ => &HEARD[..HEARD_ANYWHERE],
            };
            let mut root = commands.spawn((
                Name::new(format!("{page:?}")),
                PageRoot(*page),
                cover(Modal::new(layer, heard), Color::NONE),
            ));
            if page.lies_on_table() {
                root.insert(table.image());
            }
        }
    }
}
