//! Minds: what everyone is about to do, and the rules behind it, which the player can edit.

use bevy::prelude::*;
use foretold_battle::{Command, Rule, UnitId};

use crate::SimSystems;
use crate::forethought::{Forethought, ForetoldTurns, Sequence};
use crate::read_model;
use crate::refusal::{Request, RequestRefusal};
use crate::run::CurrentRun;
use crate::shown::Shown;
use crate::timeline::{Commander, carry_out_rewinds};

/// Change rules at the moment on screen. Anyone may write it; [`GambitPlugin`] carries it out.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum RuleEditRequest {
    /// Give a unit these rules.
    Rules {
        /// The unit.
        unit: UnitId,
        /// All its rules, the most important first.
        rules: Vec<Rule>,
    },
    /// Take back the latest change.
    Undo,
    /// Make again the change that was taken back last.
    Redo,
}

/// Deciding, and the rules behind it.
pub struct GambitPlugin;

impl Plugin for GambitPlugin {
    fn build(&self, app: &mut App) {
        read_model::add::<Forethought>(app);
        read_model::add::<Sequence>(app);
        read_model::add::<ForetoldTurns>(app);
        app.add_message::<RuleEditRequest>().add_systems(
            Update,
            edit_rules
                .after(carry_out_rewinds)
                .in_set(SimSystems::Requests),
        );
    }
}

pub(crate) fn edit_rules(
    mut requests: MessageReader<RuleEditRequest>,
    run: Res<CurrentRun>,
    mut commander: Commander,
) {
    for request in requests.read().cloned() {
        let edit = Request::RuleEdit(request.clone());
        if let Err(reason) = check_words(&request, &run, commander.now()) {
            commander.refuse(edit, reason);
            continue;
        }
        commander.change(edit, |session, step| match request {
            RuleEditRequest::Rules { unit, rules } => {
                session.command_at(step, Command::Rules { unit, rules })
            }
            RuleEditRequest::Undo => session.undo_rules(step),
            RuleEditRequest::Redo => session.redo_rules(step),
        });
    }
}

/// In a battle of the run, rules are made of the words that the company knows.
fn check_words(
    request: &RuleEditRequest,
    run: &CurrentRun,
    now: Option<&Shown>,
) -> Result<(), RequestRefusal> {
    let run = run.under_way().filter(|run| run.battle().is_some());
    let run = run.filter(|_| now.is_some_and(Shown::is_of_run));
    match (request, run) {
        (RuleEditRequest::Rules { unit, rules }, Some(run)) => {
            let checked = run.check_rules_in_battle(*unit, rules);
            checked.map_err(RequestRefusal::Run)
        }
        _ => Ok(()),
    }
}
