//! The battles of a run, as they went: for the page at its end, and to practise.

use std::sync::Arc;

use foretold_battle::{Moment, MomentTally, Session, fingerprint, forecast};
use foretold_content::{Encounter, PlaceKind};

use crate::command::RunCommand;
use crate::map::PlaceId;
use crate::run::{Run, RunStage};

/// A battle of a run, with its whole history.
#[derive(Clone, Debug)]
pub struct PastFight {
    /// Where it was.
    pub place: PlaceId,
    /// What kind of fight it was.
    pub kind: PlaceKind,
    /// What it was fought with.
    pub encounter: Arc<Encounter>,
    /// The battle as it went in the end; what was taken back is among its branches.
    pub session: Session,
}

impl PastFight {
    /// The odds of the company at a moment of it, by playing on this often.
    pub fn odds_at(moment: &Moment, playouts: u32) -> MomentTally {
        let seed = fingerprint(&("history", moment.fingerprint()));
        MomentTally::of(moment, |battle| forecast(battle, seed, 0..playouts))
    }

    /// The battle at a step, to be fought from there: what was ordered there is to be ordered again.
    /// `without_rules` also takes back the rules that were changed there, unless it is the start,
    /// to which they belong.
    pub fn from_step(&self, step: u32, without_rules: bool) -> Session {
        match without_rules && step > 0 {
            true => self.session.taken_back_before_orders(step),
            false => self.session.taken_back_to(step),
        }
    }
}

impl Run {
    /// Every battle so far, the first first, by playing the run again.
    pub fn past_fights(&self) -> Vec<PastFight> {
        let mut again = Run::begin(self.realm(), self.start());
        let mut fights: Vec<PastFight> = Vec::new();
        for command in self.commands() {
            // A battle that is won is put away with its last step, so it is played beside the run.
            let mut last_step = None;
            if let (RunCommand::Step { steps }, Some(fight)) = (command, again.battle()) {
                let mut session = fight.session.clone();
                let until = session.last_step() + steps;
                while session.last_step() < until && session.battle().outcome().is_none() {
                    session.step();
                }
                last_step = Some(session);
            }
            if again.command(command.clone()).is_err() {
                break;
            }
            if matches!(command, RunCommand::Go { .. })
                && let (RunStage::Fighting, Some(place)) = (again.stage(), again.place())
                && let (Some(kind), Some(fight)) = (again.map().kind(place), again.battle())
            {
                fights.push(PastFight {
                    place,
                    kind,
                    encounter: Arc::clone(&fight.encounter),
                    session: fight.session.clone(),
                });
            }
            let session = last_step.or_else(|| Some(again.battle()?.session.clone()));
            if let (Some(fight), Some(session)) = (fights.last_mut(), session)
                && is_of_battle(command)
            {
                fight.session = session;
            }
        }
        fights
    }
}

fn is_of_battle(command: &RunCommand) -> bool {
    matches!(
        command,
        RunCommand::Step { .. }
            | RunCommand::Battle(_)
            | RunCommand::Undo
            | RunCommand::TakeBack { .. }
    )
}
