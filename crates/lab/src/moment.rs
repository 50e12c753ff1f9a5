//! A battle between two steps: what `why`, `plan` and `preview` ask about.

use std::path::Path;

use foretold_battle::{Battle, Session};
use foretold_content::Encounter;

use crate::args::LabArgs;
use crate::lab_content::{content_and_encounter, seed_or_fresh};
use crate::orders::PlayerOfFile;
use crate::problem::Problem;

/// A battle between two steps.
pub(crate) struct Question {
    pub(crate) encounter: Encounter,
    player: Option<PlayerOfFile>,
    session: Session,
}

impl Question {
    /// A battle by name or path, at its start, with what a player does in it.
    pub(crate) fn about(
        args: &LabArgs,
        battle: &str,
        seed: Option<u64>,
        orders: Option<&Path>,
    ) -> Result<Question, Problem> {
        let (content, encounter) = content_and_encounter(args, battle)?;
        let player = orders.map(|file| PlayerOfFile::read(file, &content, &encounter));
        let player = player.transpose()?;
        let of_file = player.as_ref().and_then(|player| player.seed);
        let seed = seed_or_fresh(seed.or(of_file));
        let session = Session::start(&encounter.arena(), &encounter.name, seed);
        Ok(Question {
            encounter,
            player,
            session,
        })
    }

    /// Plays up to a tick, counted from 1.
    pub(crate) fn play_to(&mut self, tick: u32) -> Result<(), Problem> {
        self.play_until(|battle| battle.tick() + 1 >= tick)
    }

    /// Plays until something holds.
    pub(crate) fn play_until(&mut self, holds: impl Fn(&Battle) -> bool) -> Result<(), Problem> {
        loop {
            if let Some(player) = &mut self.player {
                player.act(&mut self.session);
                player.check_mistakes()?;
            }
            let (battle, step) = (self.session.battle(), self.session.last_step());
            if battle.outcome().is_some() {
                return Err(Problem::Input(format!(
                    "the battle is over after tick {step}: ask for an earlier tick"
                )));
            }
            if holds(battle) {
                return Ok(());
            }
            self.session.step();
            if self.session.last_step() == step {
                return Err(Problem::Input(format!(
                    "the battle waits for an order after tick {step}: add one to the orders, or ask for an earlier tick"
                )));
            }
        }
    }

    pub(crate) fn battle(&self) -> &Battle {
        self.session.battle()
    }

    pub(crate) fn seed(&self) -> u64 {
        self.session.seed()
    }
}
