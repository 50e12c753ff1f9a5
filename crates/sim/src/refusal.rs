//! Why a request is not carried out.

use std::fmt;
use std::path::PathBuf;

use bevy::prelude::*;
use foretold_battle::{Battle, CommandRefusal, OrderRefusal, ReplayError, Stop};
use foretold_content::plain_path;
use foretold_run::{RecordError, RunRefusal};

use crate::{
    BattleRequest, ClockRequest, CoachRequest, OrderRequest, RewindRequest, RuleEditRequest,
    RunRequest, TrialRequest,
};

/// A request was not carried out. Written by the plugin that reads the request.
#[derive(Message, Clone, Debug)]
pub struct Refused {
    /// What was asked for.
    pub request: Request,
    /// Why it was refused.
    pub reason: RequestRefusal,
}

/// Any request.
#[derive(Clone, Debug)]
pub enum Request {
    /// To the clock.
    Clock(ClockRequest),
    /// To a unit.
    Order(OrderRequest),
    /// To change a unit's rules.
    RuleEdit(RuleEditRequest),
    /// To begin, end or keep a battle.
    Battle(BattleRequest),
    /// To look at another step.
    Rewind(RewindRequest),
    /// To try a change of rules.
    Trial(TrialRequest),
    /// To coach a unit.
    Coach(CoachRequest),
    /// To the run.
    Run(RunRequest),
}

/// Why a request is not carried out. Its text says what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequestRefusal {
    /// Nothing is being fought.
    NoBattle,
    /// The content is not there yet, or has errors.
    NoContent,
    /// There is no such battle.
    UnknownBattle {
        /// What to show the player: the name, and which one was probably meant.
        message: String,
    },
    /// The battle is over.
    Over,
    /// A unit waits for orders.
    WaitsForPlayer,
    /// This is the first step already.
    NothingBefore,
    /// The battle has not come that far yet.
    NotYet {
        /// The last step that was played.
        last: u32,
    },
    /// The battle has no such branch.
    NoSuchBranch,
    /// The rules to compare with are the ones in use.
    NothingToTry,
    /// The unit has fallen, follows no rules, or is not the player's.
    NobodyToCoach,
    /// The battle itself refuses.
    Command(CommandRefusal),
    /// Autofight refuses.
    Autofight {
        /// Why.
        stop: Stop,
        /// What to show the player, from `autofight.ron`.
        message: String,
    },
    /// A replay does not play the same any more.
    Replay(ReplayError),
    /// A battle that was left cannot be resumed.
    CannotGoOn {
        /// Why.
        why: String,
        /// Where it is kept as a replay, or why it is not.
        kept: Result<PathBuf, String>,
    },
    /// A file cannot be read or written.
    File(String),
    /// There is no run.
    NoRun,
    /// Another run is not over yet.
    RunUnderWay,
    /// The run itself refuses.
    Run(RunRefusal),
    /// A kept run cannot be played.
    Record(RecordError),
    /// The past of a battle of the run can be changed only for an omen.
    CostsAnOmen {
        /// The step to which the battle would be taken back.
        step: u32,
    },
    /// A battle of the run cannot be begun anew.
    OnlyOnce,
}

impl RequestRefusal {
    /// Why a battle refuses a command. If autofight refuses it, in the words of `autofight.ron`.
    pub(crate) fn of(battle: &Battle, refusal: CommandRefusal) -> RequestRefusal {
        match refusal {
            CommandRefusal::Order(OrderRefusal::Autofight(stop)) => {
                let messages = &battle.arena().setup().autofight_messages;
                let message = messages.text(stop).to_owned();
                RequestRefusal::Autofight { stop, message }
            }
            refusal => RequestRefusal::Command(refusal),
        }
    }
}

impl fmt::Display for RequestRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestRefusal::NoBattle => write!(f, "nothing is being fought: choose a battle first"),
            RequestRefusal::NoContent => {
                write!(f, "the content is not ready: mend the errors in its files")
            }
            RequestRefusal::UnknownBattle { message } => write!(f, "{message}"),
            RequestRefusal::Over => {
                write!(f, "the battle is over: rewind, restart or choose another")
            }
            RequestRefusal::WaitsForPlayer => {
                write!(
                    f,
                    "a unit waits for your orders: give it one, or end the turn"
                )
            }
            RequestRefusal::NothingBefore => {
                write!(f, "this is the beginning already: step forward instead")
            }
            RequestRefusal::NotYet { last } => {
                write!(f, "the battle has only come to step {last}: play on first")
            }
            RequestRefusal::NoSuchBranch => {
                write!(f, "there is no such branch: choose one that is listed")
            }
            RequestRefusal::NothingToTry => {
                write!(f, "nothing has changed: change a rule, then try it")
            }
            RequestRefusal::NobodyToCoach => write!(
                f,
                "only your own units that stand and follow rules can be coached: select one"
            ),
            RequestRefusal::Command(refusal) => write!(f, "{refusal}"),
            RequestRefusal::Autofight { message, .. } => write!(f, "{message}"),
            RequestRefusal::Replay(error) => write!(f, "{error}"),
            RequestRefusal::CannotGoOn { why, kept } => {
                writeln!(f, "the battle cannot go on where you left it: {why}.")?;
                match kept {
                    Ok(file) => write!(
                        f,
                        "It is kept as the replay {}: begin the battle again.",
                        plain_path(file)
                    ),
                    Err(why) => write!(
                        f,
                        "It could not be kept as a replay either, so it stays where it is: {why}"
                    ),
                }
            }
            RequestRefusal::File(error) => write!(f, "{error}"),
            RequestRefusal::NoRun => write!(f, "no run is under way: begin one first"),
            RequestRefusal::RunUnderWay => {
                write!(f, "a run is under way: go on with it, or give it up first")
            }
            RequestRefusal::Run(refusal) => write!(f, "{refusal}"),
            RequestRefusal::Record(error) => write!(f, "{error}"),
            RequestRefusal::CostsAnOmen { step } => write!(
                f,
                "in a run the past can be changed only for an omen: take the battle back to step {step} first"
            ),
            RequestRefusal::OnlyOnce => write!(
                f,
                "a battle of a run is fought once: look back and take it back for an omen, or play on"
            ),
        }
    }
}

impl std::error::Error for RequestRefusal {}
