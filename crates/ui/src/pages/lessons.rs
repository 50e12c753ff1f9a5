//! The lessons of the school in order, where a victory leads to the next.

use foretold_content::{Content, Progress, RunProgress, School, fresh_seed};

use super::Pages;
use super::unfinished::{is_unfinished, resume};
use crate::prelude::*;

/// The school that the player is in, or else the first one, and the place of the lesson that comes
/// next; none at its end.
fn next<'a>(progress: &Progress, content: &'a Content) -> Option<(&'a School, Option<usize>)> {
    let here = progress.run.as_ref();
    let same = here.and_then(|leg| content.schools().find(|run| run.name == leg.run));
    let run = same.or_else(|| content.schools().next())?;
    let at = here.filter(|_| same.is_some());
    let at = at.map_or(0, |leg| leg.at.saturating_add(usize::from(leg.won)));
    Some((run, (at < run.battles.len()).then_some(at)))
}

/// The lessons in the words of their button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LessonWords {
    /// What begins them, or goes on with them.
    pub(super) label: String,
    /// Whether one has been won, and there are more.
    pub(super) is_under_way: bool,
    /// Where one is, or what they are about.
    pub(super) about: String,
}

/// What a button says that begins the lessons, or goes on with them.
pub(super) fn in_words(progress: &Progress, content: &Content) -> Option<LessonWords> {
    let (run, at) = next(progress, content)?;
    let count = run.battles.len();
    let title = &run.title;
    Some(match at.filter(|at| *at > 0) {
        Some(at) => {
            let battle = run.battles.get(at).and_then(|name| content.encounter(name));
            let battle = battle.map_or("", |battle| &battle.title);
            LessonWords {
                label: format!("{title}: lesson {} of {count}", at + 1),
                is_under_way: true,
                about: format!("{} of {count}: {battle}", at + 1),
            }
        }
        None => LessonWords {
            label: format!("Lessons: {title}"),
            is_under_way: false,
            about: format!("{count}, one after another"),
        },
    })
}

/// How many of these battles are won.
pub(super) fn won_of<'a>(progress: &Progress, battles: impl Iterator<Item = &'a str>) -> usize {
    battles.filter(|name| progress.won.contains(*name)).count()
}

/// After a victory in a battle: what a button says that leads to the next lesson, or that there is none. Nothing if the battle is no part of the way.
pub(super) fn after_victory(
    progress: &Progress,
    battle: &str,
    content: &Content,
) -> Option<Result<String, String>> {
    let leg = progress.run.as_ref().filter(|leg| leg.won)?;
    let (run, at) = next(progress, content)?;
    run.battles.get(leg.at).filter(|here| *here == battle)?;
    let (title, count) = (&run.title, run.battles.len());
    let Some(at) = at else {
        return Some(Err(format!(
            "That was the last lesson of “{title}”: a run is what comes next."
        )));
    };
    let next = &content.encounter(run.battles.get(at)?)?.title;
    Some(Ok(format!("Next: {next}, {} of {count}", at + 1)))
}

/// Begins the lessons, or goes on with the next, where it was left if it was; from the end they begin
/// anew.
pub(super) fn go_on(
    _: On<Activate>,
    on_screen: Option<Res<Shown>>,
    content: Res<GameContent>,
    mut progress: ResMut<PlayerProgress>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
) {
    let Some(content) = content.content() else {
        return;
    };
    let next = next(&progress.0, content).map(|(run, at)| (run, at.unwrap_or(0)));
    let Some((run, at, battle)) = next.and_then(|(run, at)| Some((run, at, run.battles.get(at)?)))
    else {
        return;
    };
    let known = content.encounter(battle);
    let by_hand = known.is_some_and(|battle| battle.by_hand);
    progress.0.run = Some(RunProgress {
        run: run.name.clone(),
        at,
        won: false,
    });
    let is_fought =
        |on_screen: Res<Shown>| is_unfinished(&on_screen) && on_screen.encounter().name == *battle;
    if on_screen.is_some_and(is_fought) {
        pages.close();
        return;
    }
    let left = progress.0.battle.as_ref();
    if let Some(left) = left.filter(|left| left.replay.battle == *battle) {
        resume(left, Some(content), &mut pages, &mut requests);
        return;
    }
    requests.write(BattleRequest::Start {
        battle: battle.clone(),
        seed: fresh_seed(),
    });
    pages.run_on(by_hand);
}

#[cfg(test)]
mod tests {
    use foretold_sim::testing::shipped_files;

    use super::*;

    fn at(at: usize, won: bool) -> Progress {
        Progress {
            run: Some(RunProgress {
                run: "descent".to_owned(),
                at,
                won,
            }),
            ..Progress::default()
        }
    }

    #[test]
    fn a_victory_leads_to_the_next_battle_and_the_last_one_to_the_end() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let label = |progress: &Progress| in_words(progress, &content).map(|words| words.label);
        let after = |progress: &Progress, battle: &str| after_victory(progress, battle, &content);
        let begin = Some("Lessons: The School".to_owned());
        assert_eq!(label(&Progress::default()), begin);
        assert_eq!(label(&at(0, false)), begin);
        let second = "The School: lesson 2 of 12";
        assert_eq!(label(&at(0, true)).as_deref(), Some(second));
        assert_eq!(after(&at(1, false), "heavy-hands"), None);
        assert_eq!(
            after(&at(0, true), "first-blood"),
            Some(Ok("Next: Heavy Hands, 2 of 12".to_owned()))
        );
        assert_eq!(after(&at(0, true), "crossfire"), None, "it is not the way");
        assert!(matches!(after(&at(11, true), "bonelord"), Some(Err(_))));
        assert_eq!(label(&at(11, true)), begin, "from the end it begins anew");
        let far = at(usize::MAX, true);
        assert_eq!(label(&far), begin, "there may be fewer now");
    }

    #[test]
    fn what_is_won_is_counted() {
        let mut progress = Progress::default();
        let battles = ["first-blood", "crypt", "hounds", "bonelord"];
        let won = |progress: &Progress| won_of(progress, battles.into_iter());
        assert_eq!(won(&progress), 0);
        for name in ["first-blood", "crypt", "hounds", "a-battle-of-a-mod"] {
            progress.won.insert(name.to_owned());
        }
        assert_eq!(won(&progress), 3);
    }
}
