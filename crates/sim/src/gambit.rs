//! Minds: everyone decides, rules are edited, and what everyone is about to do is known.

use bevy::prelude::*;
use foretold_battle::{Action, Command, Happening, Phase, Rule, UnitId};

use crate::SimSystems;
use crate::battle::CurrentBattle;
use crate::content::GameContent;
use crate::forethought::{self, Forethought};
use crate::refusal::{Refusal, Refused, Request};
use crate::tick::{Tick, TickSystems, play};
use crate::timeline::{Asked, CommandQueue};

/// A unit decided, or goes on with what it decided earlier. Written by [`GambitPlugin`].
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// In which step.
    pub tick: u32,
    /// Who.
    pub unit: UnitId,
    /// What it does. Why is told by [`Forethought`] before, and by the
    /// [`Timeline`](crate::Timeline)'s moment before this step afterwards.
    pub action: Action,
}

/// Give a unit other rules, at the moment on screen. Anyone may write it; [`GambitPlugin`] reads
/// it, and the timeline carries it out.
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub enum RuleEditRequest {
    /// These rules.
    Rules {
        /// Whose.
        unit: UnitId,
        /// All of them, the most important first.
        rules: Vec<Rule>,
    },
    /// The rules in this RON text, as in a file of `gambits/`.
    Text {
        /// Whose.
        unit: UnitId,
        /// The text.
        text: String,
    },
}

/// Deciding, and the rules behind it.
pub struct GambitPlugin;

impl Plugin for GambitPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Forethought>()
            .add_message::<Decided>()
            .add_message::<RuleEditRequest>()
            .add_systems(
                Tick,
                (play(Phase::Decide), announce_decisions)
                    .chain()
                    .in_set(TickSystems::Decide),
            )
            .add_systems(Update, read_rule_edits.in_set(SimSystems::Requests))
            .add_systems(Update, forethought::refresh.in_set(SimSystems::Refresh));
    }
}

fn announce_decisions(battle: Res<CurrentBattle>, mut decided: MessageWriter<Decided>) {
    decided.write_batch(battle.events().iter().filter_map(|event| match event.what {
        Happening::Decided { unit, action } => Some(Decided {
            tick: event.tick,
            unit,
            action,
        }),
        _ => None,
    }));
}

pub(crate) fn read_rule_edits(
    mut requests: MessageReader<RuleEditRequest>,
    content: Res<GameContent>,
    battle: Option<Res<CurrentBattle>>,
    mut queue: ResMut<CommandQueue>,
    mut refused: MessageWriter<Refused>,
) {
    for request in requests.read() {
        match rules_of(request, &content, battle.as_deref()) {
            Ok(command) => {
                queue
                    .0
                    .push((Request::RuleEdit(request.clone()), Asked::Do(command)));
            }
            Err(reason) => {
                let request = Request::RuleEdit(request.clone());
                refused.write(Refused { request, reason });
            }
        }
    }
}

fn rules_of(
    request: &RuleEditRequest,
    content: &GameContent,
    battle: Option<&CurrentBattle>,
) -> Result<Command, Refusal> {
    match request {
        RuleEditRequest::Rules { unit, rules } => Ok(Command::Rules {
            unit: *unit,
            rules: rules.clone(),
        }),
        RuleEditRequest::Text { unit, text } => {
            let battle = battle.ok_or(Refusal::NoBattle)?;
            let content = content.content().ok_or(Refusal::NoContent)?;
            let rules = content
                .rules_from_text(battle.encounter(), *unit, text)
                .map_err(Refusal::BadRules)?;
            Ok(Command::Rules { unit: *unit, rules })
        }
    }
}
