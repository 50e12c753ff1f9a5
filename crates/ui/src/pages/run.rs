//! Runs: battles one after another, where a victory leads to the next.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use foretold_battle::Outcome;
use foretold_content::{Content, Run, fresh_seed};
use foretold_sim::{BattleOver, BattleRequest, BattleStarted, GameContent, SimSystems};
use foretold_view::ViewSystems;

use super::Pages;

/// The run that the player is on, if it is one.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OnRun(Option<Leg>);

/// How far a run has come.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Leg {
    run: String,
    /// The place of the battle that is fought, from 0.
    at: usize,
    /// Whether it is won.
    won: bool,
    /// Whether something else is fought or watched meanwhile.
    aside: bool,
}

impl OnRun {
    /// The run that the player is on, or else the first one, and the place of its battle that comes
    /// next; none if it is at its end.
    fn next<'a>(&self, content: &'a Content) -> Option<(&'a Run, Option<usize>)> {
        let here = self.0.as_ref();
        let same = here.and_then(|leg| content.runs().find(|run| run.name == leg.run));
        let run = same.or_else(|| content.runs().next())?;
        let at = here.filter(|_| same.is_some());
        let at = at.map_or(0, |leg| leg.at + usize::from(leg.won));
        Some((run, (at < run.battles.len()).then_some(at)))
    }

    /// What a button says that begins the run, or goes on with it, and what its tip says.
    pub(super) fn in_words(&self, content: &Content) -> Option<(String, String)> {
        let (run, at) = self.next(content)?;
        let count = run.battles.len();
        let label = match at {
            Some(at) if at > 0 => format!("{}: battle {} of {count}", run.title, at + 1),
            _ => format!("Run: {}", run.title),
        };
        let about = format!(
            "{} Of {count} battles, each won leads to the next.",
            run.text
        );
        Some((label, about))
    }

    /// After a victory: what a button says that leads to the next battle, or that there is none.
    pub(super) fn after_victory(&self, content: &Content) -> Option<Result<String, String>> {
        self.0.as_ref().filter(|leg| leg.won && !leg.aside)?;
        let (run, at) = self.next(content)?;
        let Some(at) = at else {
            let told = format!(
                "That was the last battle of “{}”: you have come to its end.",
                run.title
            );
            return Some(Err(told));
        };
        let name = run.battles.get(at)?;
        let title = &content.encounter(name)?.title;
        Some(Ok(format!(
            "On to {title}, {} of {}",
            at + 1,
            run.battles.len()
        )))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OnRun>().add_systems(
        Update,
        follow.after(SimSystems::Refresh).before(ViewSystems::Paint),
    );
}

/// Begins the run, or goes on with its next battle; from the end it begins anew.
pub(super) fn go_on(
    _: On<Activate>,
    content: Res<GameContent>,
    mut on_run: ResMut<OnRun>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
) {
    let Some(content) = content.content() else {
        return;
    };
    let Some((run, at)) = on_run.next(content) else {
        return;
    };
    let at = at.unwrap_or(0);
    let Some(battle) = run.battles.get(at) else {
        return;
    };
    let by_hand = content
        .encounter(battle)
        .is_some_and(|battle| battle.by_hand);
    on_run.0 = Some(Leg {
        run: run.name.clone(),
        at,
        won: false,
        aside: false,
    });
    requests.write(BattleRequest::Start {
        battle: battle.clone(),
        seed: fresh_seed(),
    });
    pages.run_on(by_hand);
}

/// A victory is a step on the way; during another battle it waits.
fn follow(
    mut over: MessageReader<BattleOver>,
    mut started: MessageReader<BattleStarted>,
    content: Res<GameContent>,
    mut on_run: ResMut<OnRun>,
) {
    let begun = started.read().last();
    let won = over
        .read()
        .last()
        .map(|over| over.outcome == Outcome::Victory);
    let Some(leg) = on_run.0.clone() else {
        return;
    };
    if let Some(begun) = begun {
        let runs = content.content().into_iter();
        let run = runs
            .flat_map(|content| content.runs())
            .find(|run| run.name == leg.run);
        let here = run.and_then(|run| run.battles.get(leg.at));
        let aside = here != Some(&begun.battle);
        on_run.0 = Some(Leg { aside, ..leg });
    } else if won == Some(true) && !leg.aside {
        on_run.0 = Some(Leg { won: true, ..leg });
    }
}

#[cfg(test)]
mod tests {
    use foretold_sim::testing::shipped_files;

    use super::*;

    fn at(at: usize, won: bool) -> OnRun {
        OnRun(Some(Leg {
            run: "descent".to_owned(),
            at,
            won,
            aside: false,
        }))
    }

    #[test]
    fn a_victory_leads_to_the_next_battle_and_the_last_one_to_the_end() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let label = |on_run: &OnRun| on_run.in_words(&content).map(|(label, _)| label);
        let begin = Some("Run: The Descent".to_owned());
        assert_eq!(label(&OnRun::default()), begin);
        assert_eq!(label(&at(0, false)), begin);
        assert_eq!(
            label(&at(0, true)),
            Some("The Descent: battle 2 of 10".to_owned())
        );
        assert_eq!(at(1, false).after_victory(&content), None);
        assert_eq!(
            at(0, true).after_victory(&content),
            Some(Ok("On to Heavy Hands, 2 of 10".to_owned()))
        );
        assert!(matches!(at(9, true).after_victory(&content), Some(Err(_))));
        assert_eq!(label(&at(9, true)), begin, "from the end it begins anew");
    }
}
