//! `run`: plays a battle and prints its log and outcome. Kept runs go on to `kept.rs`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use foretold_battle::Session;
use foretold_content::{Encounter, check_replay_file, plain_path, write_replay};

use crate::args::{LabArgs, whole};
use crate::kept::{self, KeptArgs};
use crate::lab_content::{content_and_encounter, seed_or_fresh};
use crate::orders::{PlayerOfFile, RefusedOrder};
use crate::problem::{Problem, message};
use crate::{json, summary};

/// Play a battle and print its log and outcome, or a kept run again
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  foretold-lab run first-blood
  foretold-lab run crypt --seed 7 --ticks 20
  foretold-lab run my-own.battle.ron --seed 7 --json
  foretold-lab run crypt --seed 7 --orders mine.orders.ron
  foretold-lab run crypt --seed 7 --record crypt-7.replay.ron
  foretold-lab run verify seven.run-record.ron"
)]
pub(crate) struct RunArgs {
    #[command(subcommand)]
    kept: Option<KeptArgs>,

    /// The name of a battle, or the path of a battle file
    #[arg(required = true)]
    battle: Option<String>,

    /// Where the dice begin: the same seed gives the same battle [default: a new one each time]
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Stop after N ticks; where units take turns, after N steps: a cell walked or an action each
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) ticks: Option<u32>,

    /// Stop after N rounds; where all act at once, every tick is a round
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), allow_negative_numbers = true)]
    pub(crate) rounds: Option<u32>,

    /// Do what a player would do: orders, marks, autofight, rules, by step (docs/lab.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) orders: Option<PathBuf>,

    /// Keep the battle as a replay, for `replay show` and `replay verify`
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

pub(crate) fn run(
    run: &RunArgs,
    args: &LabArgs,
    out: &mut impl Write,
) -> Result<ExitCode, Problem> {
    if let Some(kept) = &run.kept {
        return kept::kept(kept, args, out);
    }
    let battle = run.battle.as_deref().unwrap_or_default();
    let (content, encounter) = content_and_encounter(args, battle)?;
    let player = run.orders.as_ref();
    let player = player.map(|file| PlayerOfFile::read(file, &content, &encounter));
    let player = player.transpose()?;
    if let Some(file) = &run.record {
        // Refuse before the battle, not after it.
        check_replay_file(file).map_err(|error| Problem::Input(error.to_string()))?;
    }
    let of_file = player.as_ref().and_then(|player| player.seed);
    let seed = seed_or_fresh(run.seed.or(of_file));
    let is_open = run.ticks.is_none() && run.rounds.is_none();
    let steps = player.as_ref().and_then(|player| player.steps);
    let mut game = Game {
        run,
        encounter: &encounter,
        session: Session::start(&encounter.arena(), &encounter.name, seed),
        player,
        steps: run.ticks.or(steps.filter(|_| is_open)),
    };
    let printed = game.print(args.json, out);
    if let Some(file) = &run.record {
        // The replay is complete, even if nobody reads the log to its end.
        while game.go_on() {
            game.let_player_act();
        }
        write_replay(file, &game.session.replay())
            .map_err(|error| Problem::Input(error.to_string()))?;
        message(format_args!("recorded {}", plain_path(file)));
    }
    printed?;
    let player = game.player.take();
    let went_well = player.is_none_or(|player| player.leave(&game.session, &encounter));
    Ok(if went_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A battle while it is played.
struct Game<'a> {
    run: &'a RunArgs,
    encounter: &'a Encounter,
    session: Session,
    player: Option<PlayerOfFile>,
    /// After how many steps it is enough.
    steps: Option<u32>,
}

impl Game<'_> {
    /// Plays a step; false if it was enough, or if the battle is over or waits for the player.
    fn go_on(&mut self) -> bool {
        let step = self.session.last_step();
        if self.is_enough() {
            return false;
        }
        self.session.step();
        self.session.last_step() > step
    }

    fn is_enough(&self) -> bool {
        let battle = self.session.battle();
        let rounds = if battle.arena().tempo().takes_turns() {
            u32::from(battle.round()).saturating_sub(1)
        } else {
            battle.tick()
        };
        battle.outcome().is_some()
            || self.steps.is_some_and(|enough| battle.tick() >= enough)
            || self.run.rounds.is_some_and(|enough| rounds >= enough)
    }

    /// The player does what is due now.
    fn let_player_act(&mut self) -> Vec<RefusedOrder> {
        let player = self.player.as_mut();
        player.map_or_else(Vec::new, |player| player.act(&mut self.session))
    }

    /// Plays on and prints the log, for people or for programs.
    fn print(&mut self, json: bool, out: &mut impl Write) -> Result<(), Problem> {
        let encounter = self.encounter;
        let (battle, seed) = (self.session.battle(), self.session.seed());
        if json {
            json::line(out, &json::head(encounter, battle, seed))?;
        } else {
            summary::head(out, encounter, battle, seed)?;
        }
        loop {
            let now = self.session.present();
            if json {
                json::events(out, encounter, &now.battle, &now.events)?;
            } else {
                summary::log(out, &now.battle, &now.events)?;
            }
            for refused in self.let_player_act() {
                if json {
                    json::line(out, &refused.object(encounter))?;
                }
            }
            if !self.go_on() {
                break;
            }
        }
        if json {
            json::tail(out, encounter, self.session.battle())
        } else {
            summary::end(out, encounter, self.session.battle())
        }
    }
}
