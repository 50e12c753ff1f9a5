//! The battle of a run: everything that happens in it on screen is given to the run.

use bevy::prelude::*;
use foretold_battle::Session;
use foretold_run::{Run, RunCommand, RunRefusal, RunStage};

use super::{CurrentRun, RunHappened};
use crate::shown::{Fight, Shown};

/// Gives the run what has happened in its battle since the last frame: steps, orders, rules, and what
/// was taken back.
pub(super) fn follow_battle(
    mut fight: ResMut<Fight>,
    mut current: ResMut<CurrentRun>,
    mut happened: MessageWriter<RunHappened>,
) {
    if !fight.is_changed() {
        return;
    }
    let on_screen = fight.now().filter(|now| now.is_of_run());
    let fought = |run: &&mut Run| *run.stage() == RunStage::Fighting;
    let run = current.bypass_change_detection().0.as_mut().filter(fought);
    let (Some(session), Some(run)) = (on_screen.map(Shown::session), run) else {
        return;
    };
    let known = run.journal().len();
    match catch_up(run, session) {
        Ok(false) => return,
        Ok(true) => {}
        // It cannot be: both are the same battle with the same commands. The run is what counts.
        Err(refusal) => {
            tracing::error!("the run refuses what its battle has done: {refusal}");
            if let Some(own) = run.battle() {
                let session = own.session.clone();
                let _ = fight.take_back(session);
            }
        }
    }
    let news = run.journal().iter().skip(known).cloned();
    happened.write_batch(news.map(RunHappened));
    current.set_changed();
}

/// Gives the run's own copy of the battle everything that it lacks. Says whether there was anything.
fn catch_up(run: &mut Run, session: &Session) -> Result<bool, RunRefusal> {
    let own = |run: &Run| {
        let fight = run.battle();
        fight.map(|fight| (fight.session.entries().to_vec(), fight.session.last_step()))
    };
    let Some((entries, last)) = own(run) else {
        return Ok(false);
    };
    if entries == session.entries() && last == session.last_step() {
        return Ok(false);
    }
    let same = entries.iter().zip(session.entries());
    let same = same.take_while(|(own, theirs)| own == theirs).count();
    while own(run).is_some_and(|(entries, _)| entries.len() > same) {
        run.command(RunCommand::Undo)?;
    }
    for entry in &session.entries()[same..] {
        play_to(run, entry.step)?;
        run.command(RunCommand::Battle(entry.command.clone()))?;
    }
    play_to(run, session.last_step())?;
    Ok(true)
}

/// Plays the run's own copy of the battle on to a step.
fn play_to(run: &mut Run, step: u32) -> Result<(), RunRefusal> {
    let last = run.battle().map_or(step, |fight| fight.session.last_step());
    match step.checked_sub(last) {
        None | Some(0) => Ok(()),
        Some(steps) => run.command(RunCommand::Step { steps }),
    }
}
