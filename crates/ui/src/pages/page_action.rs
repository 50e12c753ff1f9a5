//! The large buttons of pages: where they lead, and what they do to the battle.

use foretold_content::fresh_seed;
use foretold_run::RunCommand;
use foretold_sim::{CurrentRun, RewindRequest, RunRequest};

use super::{Page, Pages};
use crate::prelude::*;

enum_table! {
    /// What a large button of a page does.
    #[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum PageAction {
        /// What stands on the button, and what its tooltip says.
        fn words() -> (&'static str, Icon, &'static str);
        Continue => ("Continue", Icon::Play, "Back to the battle."),
        /// The same as [`Self::Continue`], when the battle has not begun.
        Begin => ("Begin", Icon::Swords, "To the battle."),
        /// The same as [`Self::Continue`], when the battle is over.
        Look => ("Look at the battle", Icon::Eye, "Every step of it is still there, and can be asked why."),
        Result => ("Result", Icon::ChartLine, "How the battle went."),
        WatchAgain => ("Watch it again", Icon::History, "The same battle from its first step, as it went."),
        Restart => ("Start again", Icon::RotateCcw, "The battle from its beginning, with the same seed."),
        NewSeed => ("New seed", Icon::Dices, "The battle from its beginning, with other dice."),
        Keep => ("Keep the replay", Icon::Save, "Writes the battle so far to a file. The page of replays lists it."),
        Battles => ("School", Icon::GraduationCap, "Choose a lesson: any battle, with fresh dice or a seed of your own."),
        Replays => ("Replays", Icon::Film, "Battles that were kept."),
        Settings => ("Settings", Icon::Settings, "Text size, colours, luck, speed, volume, keys and more."),
        Title => ("Title", Icon::House, "Where the game began. What you leave waits for you."),
        GoOn => ("Go on", Icon::Route, "On with the run."),
        NewRun => ("New run", Icon::Route, "Choose a level and three companions, and set out."),
        Map => ("Map", Icon::Map, "Where the company is, and what lies ahead."),
        GiveUp => ("Give up the run", Icon::Flag, "Ends the run here. You are asked once more."),
        Chronicle => ("Chronicle", Icon::BookOpen, "All runs that are over."),
        Help => ("How to play", Icon::CircleQuestionMark, "What the screen shows, and what the keys do."),
        Quit => ("Quit", Icon::LogOut, "Leave the game."),
    }
}

impl PageAction {
    /// What stands on the button.
    pub(super) fn label(self) -> &'static str {
        self.words().0
    }

    /// What its button explains.
    pub(super) fn tip(self) -> Tooltip {
        Tooltip(self.words().2.to_owned())
    }
}

/// A button for an action.
pub(super) fn action_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    action: PageAction,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let (label, icon, _) = action.words();
    let mut spawned = large_button(parent, label, icon, style);
    spawned.insert((action, action.tip(), observe(follow)));
    spawned
}

/// The same for the action that a player most likely wants.
pub(super) fn leading_action<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    action: PageAction,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let (label, icon, _) = action.words();
    let mut spawned = leading_button(parent, label, icon, style);
    spawned.insert((action, action.tip(), observe(follow)));
    spawned
}

/// A button larger than those of panels: give it an observer.
pub(super) fn large_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    icon: Icon,
    style: &UiStyle,
) -> EntityCommands<'a> {
    spawn_large(parent, (label, icon), style.ink(), style)
}

/// The same for what cannot be done now: it looks so, and says why.
pub(super) fn off_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    why: String,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let mut spawned = large_button(parent, label, Icon::Lock, style);
    spawned.switch_off(why);
    spawned
}

/// The same for what a player most likely wants: one on a page.
pub(super) fn leading_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    icon: Icon,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let ink = colour(style.look.theme.palette.background);
    let mut spawned = spawn_large(parent, (label, icon), ink, style);
    spawned.insert(Emphasis::Prominent);
    spawned
}

fn spawn_large<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    (label, icon): (&str, Icon),
    ink: Color,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let node = Node::row(px(10))
        .centred()
        .min_height(px(36))
        .padding(UiRect::axes(px(14), px(4)))
        .framed(BorderRadius::all(px(6)));
    let mut spawned = parent.spawn(button(label, style));
    spawned
        .insert(node)
        .with_child(style.icon(icon, ink))
        .with_child(style.bold(label, ink));
    spawned
}

/// The button for what a player most likely wants, with a second line below its name: give it an
/// observer.
pub(super) fn primary_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    (name, about): (&str, &str),
    style: &UiStyle,
) -> EntityCommands<'a> {
    let ink = colour(style.look.theme.palette.background);
    let node = Node::column(px(2))
        .fixed()
        .padding(UiRect::axes(px(18), px(9)))
        .framed(BorderRadius::all(px(6)));
    let mut spawned = parent.spawn(button(label, style));
    spawned
        .insert((node, Emphasis::Prominent))
        .with_child(style.headline(name, ink))
        .with_child(style.bold(about, ink));
    spawned
}

/// A quieter button in a list, with a remark at its end: give it an observer.
pub(super) fn card_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    (name, remark): (&str, &str),
    style: &UiStyle,
) -> EntityCommands<'a> {
    let node = Node::row(px(12))
        .centred()
        .space_between()
        .fixed()
        .min_height(px(38))
        .padding(UiRect::axes(px(18), px(4)))
        .framed(BorderRadius::all(px(6)));
    let mut spawned = parent.spawn(button(label, style));
    spawned
        .insert(node)
        .with_child(style.heading(name, style.ink()))
        .with_child(style.plain(remark, style.muted()));
    spawned
}

/// A card for an action.
pub(super) fn action_card(
    parent: &mut ChildSpawnerCommands<'_>,
    action: PageAction,
    remark: &str,
    style: &UiStyle,
) {
    let label = action.label();
    card_button(parent, label, (label, remark), style).insert((
        action,
        action.tip(),
        observe(follow),
    ));
}

/// Asks whether the run shall end here.
pub(super) fn ask_to_give_up(dialogs: &mut Dialogs, style: &UiStyle) {
    let give_up =
        |_: On<Activate>, mut requests: MessageWriter<RunRequest>, mut dialogs: Dialogs| {
            requests.write(RunRequest::Command(RunCommand::GiveUp));
            dialogs.close();
        };
    dialogs.open("Give up the run?", (), style, |frame| {
        frame.spawn(style.plain(
            "The run ends here and goes into the chronicle. Its seed can be begun again.",
            style.ink(),
        ));
        let row = Node::row(style.gap()).wrap(style.gap()).fixed();
        frame.spawn(row).with_children(|row| {
            text_button(row, "Go on with it", style, close_dialog);
            text_button(row, "Give it up", style, give_up);
        });
    });
}

/// What is to be watched is not over in one frame.
pub(super) fn watchable(clock: &Clock, requests: &mut MessageWriter<ClockRequest>) {
    if clock.speed == Speed::Instant {
        requests.write(ClockRequest::Speed(Speed::Normal));
    }
}

fn follow(
    press: On<Activate>,
    actions: Query<&PageAction>,
    (mut pages, mut acts): (ResMut<Pages>, ResMut<Acts>),
    mut battles: MessageWriter<BattleRequest>,
    (mut rewinds, mut exit): (MessageWriter<RewindRequest>, MessageWriter<AppExit>),
    (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>),
    (run, mut dialogs, style): (Res<CurrentRun>, Dialogs, UiStyle),
) {
    let Ok(action) = actions.get(press.entity) else {
        return;
    };
    match action {
        PageAction::Continue | PageAction::Begin | PageAction::Look => pages.close(),
        PageAction::WatchAgain => {
            rewinds.write(RewindRequest { to: 0 });
            watchable(&clock, &mut speed);
            pages.run_on(true);
            pages.close();
        }
        PageAction::Restart => {
            battles.write(BattleRequest::Restart { seed: None });
        }
        PageAction::NewSeed => {
            let seed = Some(fresh_seed());
            battles.write(BattleRequest::Restart { seed });
        }
        PageAction::Keep => {
            battles.write(BattleRequest::Keep);
        }
        PageAction::Result => pages.open(Page::Result),
        PageAction::Battles => pages.open(Page::Battles),
        PageAction::Replays => pages.open(Page::Replays),
        PageAction::Settings => pages.open(Page::Settings),
        PageAction::Title => pages.only(Page::Title),
        PageAction::GoOn => {
            if let Some(run) = run.get() {
                pages.enter(run);
            }
        }
        PageAction::NewRun => pages.open(Page::NewRun),
        PageAction::Map => pages.open(Page::Map),
        PageAction::GiveUp => ask_to_give_up(&mut dialogs, &style),
        PageAction::Chronicle => pages.open(Page::Chronicle),
        PageAction::Help => acts.ask(Act::Help),
        PageAction::Quit => {
            exit.write(AppExit::Success);
        }
    }
}
