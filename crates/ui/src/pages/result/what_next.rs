//! What comes after a battle, and what else can be done from its result: the buttons below it.

use std::time::Duration;

use bevy::ui::InteractionDisabled;
use foretold_battle::Outcome;
use foretold_content::{Content, Progress, fresh_seed};
use foretold_run::{Run, RunStage};
use foretold_sim::CurrentRun;

use crate::omens::omens_in_words;
use crate::pages::Pages;
use crate::pages::lessons::{after_victory, go_on};
use crate::pages::page_action::{PageAction, action_button, leading_action, leading_button};
use crate::prelude::*;

/// How long what leads on cannot be pressed after the page has opened: the key was meant for the battle.
pub(super) const CALM: Duration = Duration::from_millis(500);

/// A button that cannot be pressed yet, and for how long.
#[derive(Component)]
struct Calm(Duration);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, wake.in_set(ViewSystems::Draw));
}

/// What comes after a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AfterBattle {
    /// The next battle of the run, in the words of its button.
    Run(String),
    /// The battle after it on the page of battles.
    Battle {
        label: String,
        name: String,
        by_hand: bool,
    },
    /// What the run waits for, in the words of its button.
    RunStage(String),
    /// The battle itself, in the words of its button: a step of it can be changed for an omen.
    Look(String),
    /// Something that is among the buttons anyway.
    Page(PageAction),
}

impl AfterBattle {
    /// What stands on its button.
    pub(super) fn label(&self) -> &str {
        match self {
            AfterBattle::Run(label)
            | AfterBattle::Battle { label, .. }
            | AfterBattle::RunStage(label)
            | AfterBattle::Look(label) => label,
            AfterBattle::Page(action) => action.label(),
        }
    }
}

/// What comes after the battle on screen, and whether a run has ended with it, in words.
pub(super) fn what_next(
    battle: &Shown,
    run: Option<&Run>,
    progress: &Progress,
    content: Option<&Content>,
) -> (AfterBattle, Option<String>) {
    match battle.session().battle().outcome() {
        Some(_) if battle.is_of_run() => (in_run(run), None),
        Some(Outcome::Victory) => next(progress, &battle.encounter().name, content),
        None => (AfterBattle::Page(PageAction::Look), None),
        // It is worth another try.
        Some(Outcome::Defeat | Outcome::Draw(_)) => (AfterBattle::Page(PageAction::Restart), None),
    }
}

/// What comes after a victory, and whether a run has ended with it, in words.
fn next(
    progress: &Progress,
    battle: &str,
    content: Option<&Content>,
) -> (AfterBattle, Option<String>) {
    let of_run = content.and_then(|content| after_victory(progress, battle, content));
    let the_end = match of_run {
        Some(Ok(label)) => return (AfterBattle::Run(label), None),
        Some(Err(the_end)) => Some(the_end),
        None => None,
    };
    let battles = content.into_iter().flat_map(Content::encounters_in_order);
    let following = battles.skip_while(|other| other.name != battle).nth(1);
    let next = following.map_or(AfterBattle::Page(PageAction::Battles), |next| {
        AfterBattle::Battle {
            label: format!("Next: {}", next.title),
            name: next.name.clone(),
            by_hand: next.by_hand,
        }
    });
    (next, the_end)
}

/// What comes after a battle of the run: on with it, its end, or a look back for an omen.
fn in_run(run: Option<&Run>) -> AfterBattle {
    match run.map(Run::stage) {
        Some(RunStage::Fighting) => {
            let omens = omens_in_words(run.map_or(0, Run::omens));
            AfterBattle::Look(format!("Look back: you have {omens}"))
        }
        Some(RunStage::Over(_)) => AfterBattle::RunStage("The end of the run".to_owned()),
        _ => AfterBattle::RunStage("Go on with the run".to_owned()),
    }
}

/// What else can be done from here. A battle of a run is fought once.
pub(super) fn actions(battle: &Shown, run: Option<&Run>) -> Vec<PageAction> {
    let watch = [PageAction::WatchAgain, PageAction::Look, PageAction::Keep];
    let is_lost = run.is_some_and(|run| *run.stage() == RunStage::Fighting);
    let others: &[PageAction] = match (battle.is_of_run(), battle.is_practice()) {
        (true, _) if is_lost => &[PageAction::GiveUp, PageAction::Title],
        (true, _) => &[PageAction::Title],
        (_, true) => &[PageAction::Restart, PageAction::GoOn, PageAction::Title],
        _ => &[
            PageAction::Restart,
            PageAction::NewSeed,
            PageAction::Battles,
            PageAction::Title,
        ],
    };
    [&watch[..], others].concat()
}

/// Lets what leads on be pressed, once the player has had time to see the page.
fn wake(
    time: Res<Time>,
    mut buttons: Query<(Entity, &mut Calm, Option<&PageAction>)>,
    mut commands: Commands,
    mut redraw: ResMut<RedrawRequests>,
) {
    for (button, mut calm, action) in &mut buttons {
        redraw.request();
        calm.0 = calm.0.saturating_sub(time.delta());
        if calm.0.is_zero() {
            let mut button = commands.entity(button);
            button.try_remove::<(Calm, InteractionDisabled)>();
            if let Some(action) = action {
                button.try_insert(action.tip());
            }
        }
    }
}

/// What comes next, and everything else that can be done from here.
pub(super) fn spawn_actions(
    frame: &mut ChildSpawnerCommands<'_>,
    next: &AfterBattle,
    actions: &[PageAction],
    calm: Duration,
    style: &UiStyle,
) {
    let row = Node::row(px(6)).wrap(px(6)).fixed();
    frame.spawn(row).with_children(|row| {
        let mut first = None;
        let mut primary = match next {
            AfterBattle::Run(label) => {
                let mut button = leading_button(row, label, Icon::Route, style);
                button.observe(go_on);
                button
            }
            AfterBattle::Battle {
                label,
                name,
                by_hand,
            } => {
                let (battle, by_hand) = (name.clone(), *by_hand);
                let begin =
                    move |_: On<Activate>,
                          mut pages: ResMut<Pages>,
                          mut requests: MessageWriter<BattleRequest>| {
                        let (battle, seed) = (battle.clone(), fresh_seed());
                        requests.write(BattleRequest::Start { battle, seed });
                        pages.run_on(by_hand);
                    };
                let mut button = leading_button(row, label, Icon::ArrowRight, style);
                button.observe(begin);
                button
            }
            AfterBattle::RunStage(label) => {
                let enter = |_: On<Activate>, run: Res<CurrentRun>, mut pages: ResMut<Pages>| {
                    if let Some(run) = run.get() {
                        pages.enter(run);
                    }
                };
                let mut button = leading_button(row, label, Icon::Route, style);
                button.observe(enter);
                button
            }
            AfterBattle::Look(label) => {
                first = Some(PageAction::Look);
                let look = |_: On<Activate>, mut pages: ResMut<Pages>| pages.close();
                let mut button = leading_button(row, label, Icon::Eye, style);
                button.observe(look);
                button
            }
            AfterBattle::Page(action) => {
                first = Some(*action);
                leading_action(row, *action, style)
            }
        };
        if !calm.is_zero() {
            // What is off explains itself at once, and would cover what stands below.
            primary
                .insert((InteractionDisabled, Calm(calm)))
                .remove::<Tooltip>();
        }
        for action in actions.iter().filter(|action| Some(**action) != first) {
            action_button(row, *action, style);
        }
    });
}

#[cfg(test)]
mod tests {
    use foretold_content::RunProgress;
    use foretold_sim::testing::shipped_files;

    use super::*;

    #[test]
    fn after_a_victory_comes_the_run_or_the_next_battle_of_the_page_or_the_page() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let label = |progress: &Progress, battle: &str| {
            let (next, the_end) = next(progress, battle, Some(&content));
            (next.label().to_owned(), the_end.is_some())
        };
        let on_the_way = |at: usize| Progress {
            run: Some(RunProgress {
                run: "descent".to_owned(),
                at,
                won: true,
            }),
            ..Progress::default()
        };
        let alone = Progress::default();
        let first = "first-blood";
        let next = |text: &str| (text.to_owned(), false);
        assert_eq!(
            label(&on_the_way(0), first),
            next("Next: Heavy Hands, 2 of 12")
        );
        assert_eq!(label(&alone, first), next("Next: Heavy Hands"));
        let battles: Vec<&str> = content
            .encounters_in_order()
            .map(|it| it.name.as_str())
            .collect();
        let last = battles.last().expect("battles are shipped");
        assert_eq!(label(&alone, last), next("School"));
        assert_eq!(label(&alone, "a-battle-of-a-mod"), next("School"));
        assert!(
            label(&on_the_way(11), "bonelord").1,
            "the run is at its end"
        );
    }
}
