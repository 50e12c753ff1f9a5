//! The large buttons of pages: where they lead, and what they do to the battle.

use std::borrow::Cow;

use foretold_content::fresh_seed;
use foretold_sim::RewindRequest;

use super::settings::all_in_words;
use super::{Page, Pages};
use crate::prelude::*;

/// What a large button of a page does.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageAction {
    /// Back to the battle.
    Continue,
    /// The same, when the battle is over.
    Look,
    /// How the battle went, once it is over.
    Result,
    /// The battle, from its first step.
    WatchAgain,
    /// The same battle again.
    Restart,
    /// The same battle with other dice.
    NewSeed,
    /// Write the battle to the folder of replays.
    Keep,
    /// The battles to choose from.
    Battles,
    /// The battles that were kept.
    Replays,
    /// What can be changed about the game.
    Settings,
    /// The first page of all.
    Title,
    /// What the keys do.
    Help,
    /// Leave the game.
    Quit,
}

impl PageAction {
    /// What stands on the button.
    pub(super) fn label(self) -> &'static str {
        self.words().0
    }

    /// What stands on the button, and what a tip says of it.
    fn words(self) -> (&'static str, Icon, Cow<'static, str>) {
        let (label, icon, tip) = match self {
            PageAction::Continue => ("Continue", Icon::Play, "Back to the battle."),
            PageAction::Look => (
                "Look at the battle",
                Icon::Eye,
                "Every step of it is still there, and can be asked why.",
            ),
            PageAction::Result => ("Result", Icon::ChartLine, "How the battle went."),
            PageAction::WatchAgain => (
                "Watch it again",
                Icon::History,
                "The same battle from its first step, as it went.",
            ),
            PageAction::Restart => (
                "Start again",
                Icon::RotateCcw,
                "The battle from its beginning, with the same seed.",
            ),
            PageAction::NewSeed => (
                "New seed",
                Icon::Dices,
                "The battle from its beginning, with other dice.",
            ),
            PageAction::Keep => (
                "Keep the replay",
                Icon::Save,
                "Writes the battle so far to a file. The page of replays lists it.",
            ),
            PageAction::Battles => ("Battles", Icon::Swords, "Choose a battle."),
            PageAction::Replays => ("Replays", Icon::Film, "Battles that were kept."),
            PageAction::Settings => {
                let tip = format!("{}.", all_in_words());
                return ("Settings", Icon::Settings, tip.into());
            }
            PageAction::Title => (
                "Title",
                Icon::House,
                "Where the game began. The battle waits.",
            ),
            PageAction::Help => (
                "How to play",
                Icon::CircleQuestionMark,
                "What the screen shows, and what the keys do.",
            ),
            PageAction::Quit => ("Quit", Icon::LogOut, "Leave the game."),
        };
        (label, icon, tip.into())
    }
}

/// A button for a choice.
pub(super) fn choice(parent: &mut ChildSpawnerCommands<'_>, choice: PageAction, style: &UiStyle) {
    let (label, icon, tip) = choice.words();
    large_button(parent, label, icon, style).insert((
        choice,
        Tooltip(tip.into_owned()),
        observe(follow),
    ));
}

/// A button larger than those of panels: give it an observer.
pub(super) fn large_button<'a>(
    parent: &'a mut ChildSpawnerCommands<'_>,
    label: &str,
    icon: Icon,
    style: &UiStyle,
) -> EntityCommands<'a> {
    let mut spawned = parent.spawn(button(label, style));
    spawned.insert(
        Node::row(px(10))
            .centred()
            .min_height(px(34))
            .padding(UiRect::axes(px(12), px(4)))
            .framed(style.corner()),
    );
    spawned.with_children(|button| {
        button.spawn(style.icon(icon, style.ink()));
        button.spawn(style.bold(label, style.ink()));
    });
    spawned
}

/// What is to be watched is not over in one frame.
pub(super) fn watchable(clock: &Clock, requests: &mut MessageWriter<ClockRequest>) {
    if clock.speed == Speed::Instant {
        requests.write(ClockRequest::Speed(Speed::Normal));
    }
}

fn follow(
    press: On<Activate>,
    choices: Query<&PageAction>,
    mut pages: ResMut<Pages>,
    mut acts: ResMut<Acts>,
    mut battles: MessageWriter<BattleRequest>,
    (mut rewinds, mut exit): (MessageWriter<RewindRequest>, MessageWriter<AppExit>),
    (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>),
) {
    let Ok(choice) = choices.get(press.entity) else {
        return;
    };
    match *choice {
        PageAction::Continue | PageAction::Look => pages.close(),
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
        PageAction::Help => acts.ask(Act::Help),
        PageAction::Quit => {
            exit.write(AppExit::Success);
        }
    }
}
