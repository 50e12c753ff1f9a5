//! What everyone is about to do, as data. The board draws its intents from it.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use foretold_battle::{
    Battle, Blow, Cell, Check, Decision, Due, ForetoldTurn, Intent, Odds, ShoveEnd, Status,
    TurnEnd, TurnPart, TurnPartKind, UnitId, Why,
};

use crate::read_model::ReadModel;

/// What everyone is about to do at the moment on screen, and why. Kept up to date by
/// [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, Debug, Default)]
pub struct Forethought(Vec<Thought>);

/// What one unit is about to do.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The unit.
    pub unit: UnitId,
    /// Whether it acts in the coming step. Where units take turns, the others wait for theirs.
    pub in_turn: bool,
    /// What it will do if nothing changes, and why.
    pub decision: Decision,
    /// Whether the player may not know yet what it will do: it acts on a hidden card.
    pub is_secret: bool,
}

impl Forethought {
    /// What each unit is about to do, in slot order, the fallen included. Empty once the battle is
    /// over.
    pub fn thoughts(&self) -> &[Thought] {
        &self.0
    }

    /// What a unit is about to do.
    pub fn of_unit(&self, unit: UnitId) -> Option<&Thought> {
        self.0.get(unit.slot())
    }
}

impl ReadModel for Forethought {
    /// Asks every unit. Asking changes nothing.
    fn of(battle: &Battle) -> Forethought {
        if battle.outcome().is_some() {
            return Forethought::default();
        }
        let in_turn = battle.in_turn();
        let thoughts = battle.units().filter_map(|(unit, _)| {
            let decision = battle.decide(unit)?;
            let hidden = battle.intent(unit) == Some(Intent::Unknown);
            Some(Thought {
                unit,
                in_turn: in_turn.contains(unit),
                is_secret: hidden && matches!(decision.why, Why::Cards(_)),
                decision,
            })
        });
        Forethought(thoughts.collect())
    }
}

/// The order in which everyone will act, as far as it is known at the moment on screen. Kept up to
/// date by [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Sequence(pub Vec<Due>);

impl ReadModel for Sequence {
    fn of(battle: &Battle) -> Sequence {
        Sequence(battle.sequence())
    }
}

/// What everyone will do in its next turn if nothing else changes; in ticks, in the coming step.
/// Lines, plates, cards and sentences on screen all read it. Kept up to date by
/// [`GambitPlugin`](crate::GambitPlugin).
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct ForetoldTurns(Vec<ForetoldTurn>);

/// An attack that is foretold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForetoldBlow {
    /// Its numbers at the moment in which it lands.
    pub blow: Blow,
    /// Where the attacker stands then.
    pub from: Cell,
    /// Whether no die, secret, order or fall comes before it.
    pub sure: bool,
    /// Whether its striker falls for certain in a tick before it lands.
    pub stopped: bool,
    /// What it does to its target, with the blows that land before it.
    pub fate: Fate,
}

/// What becomes of the target of a blow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// It stays up.
    Survives,
    /// It may go down.
    MayFall,
    /// It goes down for certain.
    Falls,
}

impl ForetoldTurns {
    /// In their order, as if the units that wait for an order held. What comes after the player can
    /// answer is not sure.
    pub fn turns(&self) -> &[ForetoldTurn] {
        &self.0
    }

    /// The turn of a unit.
    pub fn of_unit(&self, unit: UnitId) -> Option<&ForetoldTurn> {
        self.0.iter().find(|turn| turn.unit == unit)
    }

    /// Every blow that is foretold, in the order in which they land. An attack that hits several
    /// units is a blow for each, with the same [`Blow::cells`].
    pub fn blows(&self, battle: &Battle) -> Vec<ForetoldBlow> {
        let mut blows: Vec<(ForetoldBlow, Odds)> = self.0.iter().flat_map(attacks).collect();
        let arena = battle.arena();
        let takes_turns = arena.tempo().takes_turns();
        if !takes_turns {
            let is_heavy = |blow: &Blow| !arena.skill(blow.skill).is_quick();
            blows.sort_by_key(|(it, _)| (it.blow.left, is_heavy(&it.blow)));
        }
        let mut came = BTreeMap::new();
        // The block that a blow is foretold to take is there for the next if it does not land.
        let mut block_may_stay: BTreeSet<UnitId> = BTreeSet::new();
        let mut judged: Vec<ForetoldBlow> = Vec::new();
        for (mut it, kill) in blows {
            // With turns the copy that foretells it has lost its striker already.
            it.stopped = !takes_turns
                && judged.iter().any(|other| {
                    let fells = other.fate == Fate::Falls && other.blow.target == Some(it.blow.by);
                    fells && other.blow.left < it.blow.left
                });
            if it.stopped {
                it.sure = false;
                judged.push(it);
                continue;
            }
            let lands = self.surely_lands(battle, &it, &judged);
            let target = it.blow.target;
            let keeps_block = target.is_some_and(|target| block_may_stay.contains(&target));
            it.fate = fate(battle, &it.blow, kill, lands && !keeps_block, &mut came);
            if it.blow.blocked > 0 && !(lands && is_certain(battle, &it.blow)) {
                block_may_stay.extend(target);
            }
            judged.push(it);
        }
        judged
    }

    /// Whether nothing keeps a blow from its target, among what lands before it and what else may
    /// happen.
    fn surely_lands(&self, battle: &Battle, it: &ForetoldBlow, before: &[ForetoldBlow]) -> bool {
        let arena = battle.arena();
        let end = self.of_unit(it.blow.by).map(|turn| turn.end);
        if !it.sure || end == Some(TurnEnd::Astray) {
            return false;
        }
        if arena.tempo().takes_turns() {
            return true;
        }
        let Some(target) = it.blow.target else {
            return false;
        };
        // A guard, a heal, HP that it drains itself, or a card that nobody knows.
        let may_be_saved = self.0.iter().any(|turn| {
            let is_friend = arena.sheet(turn.unit).faction == arena.sheet(target).faction;
            let helps = |part: &TurnPart| match part.what {
                TurnPartKind::Help { target: helped, .. } => helped == target,
                TurnPartKind::Strike { blow, .. } => {
                    let strikes = arena.skill(blow.skill).strikes();
                    blow.by == target && strikes.iter().any(|it| it.drains.is_some())
                }
                TurnPartKind::Walk(_) => false,
            };
            // Whoever is confused may help anybody.
            let strays = battle
                .unit(turn.unit)
                .is_some_and(|unit| unit.has(Status::Confused));
            let helps_somebody = |part: &TurnPart| matches!(part.what, TurnPartKind::Help { .. });
            let may_stray =
                strays && (turn.end == TurnEnd::Hidden || turn.parts.iter().any(helps_somebody));
            let is_secret = is_friend && turn.end == TurnEnd::Hidden;
            is_secret || may_stray || turn.parts.iter().any(helps)
        });
        let is_heavy = !arena.skill(it.blow.skill).is_quick();
        let may_move = self
            .of_unit(target)
            .is_some_and(|turn| !turn.walk().is_empty());
        // A quick blow is struck unless its striker is down by then, a heavy one may be broken.
        let may_be_stopped = before.iter().any(|other| {
            other.blow.by != it.blow.by
                && other.blow.target == Some(it.blow.by)
                && (is_heavy || other.fate != Fate::Survives)
        });
        let is_now = it.blow.left == 1;
        let may_miss = may_be_saved || may_be_stopped || is_heavy && may_move;
        is_now && !may_miss
    }
}

/// The blows of a turn, each with the chance that it kills.
fn attacks(turn: &ForetoldTurn) -> impl Iterator<Item = (ForetoldBlow, Odds)> {
    let mut from = turn.from;
    turn.parts.iter().flat_map(move |part| {
        let mut blows = Vec::new();
        match &part.what {
            TurnPartKind::Walk(cells) => from = cells.last().copied().unwrap_or(from),
            TurnPartKind::Strike {
                blow, kill, others, ..
            } => {
                blows.push((*blow, *kill));
                blows.extend(others);
                blows.sort_by_key(|(blow, _)| blow.target);
            }
            TurnPartKind::Help { .. } => {}
        }
        let (from, sure, fate) = (from, part.sure, Fate::Survives);
        blows.into_iter().map(move |(blow, kill)| {
            let foretold = ForetoldBlow {
                blow,
                from,
                sure,
                stopped: false,
                fate,
            };
            (foretold, kill)
        })
    })
}

/// Whether a blow that lands does what is foretold of it: no strike can miss, and no card is drawn.
fn is_certain(battle: &Battle, blow: &Blow) -> bool {
    let skill = battle.arena().skill(blow.skill);
    skill.strikes().iter().all(|it| it.check == Check::Sure) && !skill.draws_card()
}

/// What a blow does to its target. `came` is the damage of those before it: what is certain, and the
/// most.
fn fate(
    battle: &Battle,
    blow: &Blow,
    kill: Odds,
    surely_lands: bool,
    came: &mut BTreeMap<UnitId, (u32, u32)>,
) -> Fate {
    let target = blow.target.and_then(|id| Some((id, battle.unit(id)?)));
    let Some((id, unit)) = target.filter(|(_, unit)| unit.is_up()) else {
        return Fate::Survives;
    };
    let (certain, most) = came.entry(id).or_default();
    // With turns the copy on which it lands has lost the HP already.
    let adds_up = !battle.arena().tempo().takes_turns() && is_certain(battle, blow);
    if surely_lands && adds_up {
        *certain += u32::from(blow.least);
    }
    *most += u32::from(blow.most);
    let hp = u32::from(unit.hp);
    let end = blow.shove.map(|shove| shove.end);
    let pushed = matches!(end, Some(ShoveEnd::Falls(_) | ShoveEnd::Bumps { .. }));
    // In ticks everyone walks, and some are rooted or shoved by others, before a shove comes.
    let knows_shove = battle.arena().tempo().takes_turns() || !pushed;
    if surely_lands && (kill == Odds::CERTAIN && knows_shove || *certain >= hp) {
        Fate::Falls
    } else if blow.most > 0 && *most >= hp || kill != Odds::NEVER {
        Fate::MayFall
    } else {
        Fate::Survives
    }
}

impl ReadModel for ForetoldTurns {
    fn of(battle: &Battle) -> ForetoldTurns {
        let mut turns = ForetoldTurns(battle.foretell_round());
        let blows = turns.blows(battle);
        let stopped: BTreeSet<UnitId> = blows
            .iter()
            .filter(|it| it.stopped)
            .map(|it| it.blow.by)
            .collect();
        for turn in &mut turns.0 {
            let stops = stopped.contains(&turn.unit);
            for part in turn.parts.iter_mut().filter(|_| stops) {
                (part.sure, part.stopped) = (false, true);
            }
        }
        turns
    }
}
