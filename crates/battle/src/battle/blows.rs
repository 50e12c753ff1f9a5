//! The blows on their way: what the board shows over a cell before it happens (rules §5, §7, §9).
//!
//! Uses only what everyone can know: no die and no hidden card.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::battle::guards::foresee_guards;
use crate::battle::{Battle, ForetoldShove, Phase, ShoveEnd};
use crate::board::{Cell, CellSet};
use crate::brain::{Decision, Intent, Why};
use crate::damage::incoming;
use crate::damage_kind::Affinity;
use crate::hit::{Chance, Odds};
use crate::house_rules::HeavyStrikes;
use crate::ids::{MAX_UNITS, SkillId, UnitId, UnitSet};
use crate::preview::{ALL_HIT, PreviewedAttack};
use crate::status::{Status, Statuses};
use crate::unit::{Action, Aim};

/// A blow on its way: about to be struck, or being wound up. An attack that hits several units is
/// a blow for each.
///
/// Its numbers are for the moment in which it lands, if nothing else happens before: guards that
/// rise in that step count, statuses that run out do not, and units that
/// are about to step have done so before a heavy blow of the coming tick. Cards come from the pile as it lies now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blow {
    /// Who strikes.
    pub by: UnitId,
    /// With what.
    pub skill: SkillId,
    /// The locked cell; a confused unit may miss even that.
    pub aim: Cell,
    /// Every cell that the attack hits.
    pub cells: CellSet,
    /// The cell of the target then; the locked cell if it hits nobody.
    pub cell: Cell,
    /// Steps of the striker until it lands, the next one included.
    pub left: u8,
    /// A unit that stands or lies in its cells then.
    pub target: Option<UnitId>,
    /// Damage to HP if every strike hits and no NULL is drawn: the least. Blows at the
    /// same target share its block, the first to land first.
    pub least: u16,
    /// The same: the most.
    pub most: u16,
    /// What block takes of it at most.
    pub blocked: u16,
    /// How many strikes it has.
    pub strikes: u8,
    /// The chance of the first strike; `None` if nobody is there.
    pub odds: Option<Odds>,
    /// What makes up that chance.
    pub chance: Option<Chance>,
    /// What its shoves do if every strike hits, which is not in the damage. Shoves come after all
    /// steps.
    pub shove: Option<ForetoldShove>,
}

impl Blow {
    /// What its target takes besides if the shove ends at something.
    pub fn bump(&self) -> u16 {
        match self.shove.map(|shove| shove.end) {
            Some(ShoveEnd::Bumps { damage, .. }) => damage,
            Some(ShoveEnd::Moves(_) | ShoveEnd::Falls(_) | ShoveEnd::Resists) | None => 0,
        }
    }
}

/// An attack that a unit is about to make or to go on with.
#[derive(Clone, Copy)]
struct Attack {
    by: UnitId,
    skill: SkillId,
    aim: Cell,
    left: u8,
}

/// Damage before block, at the least and at the most.
#[derive(Clone, Copy, Default)]
struct DamageBounds {
    least: u32,
    most: u32,
}

impl Battle {
    /// Every blow that anyone can see coming, in the order in which they land. There are
    /// none in the middle of a step and once the battle is over. Draws no chance and
    /// changes nothing.
    pub fn blows(&self) -> Vec<Blow> {
        let attacks = self.attacks_as(|_, blows| blows);
        attacks.into_iter().flatten().collect()
    }

    /// What `tell` makes of the blows of every attack that anyone can see coming, of the battle on
    /// which it lands, and of that on which its shoves come.
    pub(super) fn attacks_as<T>(
        &self,
        tell: impl Fn((&Battle, &Battle), Vec<Blow>) -> T,
    ) -> Vec<T> {
        if self.state.outcome.is_some() || self.state.due != Phase::Decide {
            return Vec::new();
        }
        let known: Vec<(UnitId, Action)> = self
            .state
            .up
            .iter()
            .filter_map(|unit| Some((unit, self.known_action(unit)?)))
            .collect();
        let mut attacks: Vec<Attack> = known
            .iter()
            .filter_map(|&(by, action)| self.attack_of(by, action))
            .collect();
        let is_heavy = |skill| !self.arena.skill(skill).is_quick();
        attacks.sort_by_key(|attack| (attack.left, is_heavy(attack.skill), attack.by));

        let mut then = self.clone();
        let in_ticks = !self.arena.tempo().takes_turns();
        if in_ticks {
            then.raise_known_guards(&known);
        }
        let after_movement = self.arena.house().heavy_strikes == HeavyStrikes::AfterMovement;
        let mut after_steps = None;
        let mut now = 1;
        let mut came = [DamageBounds::default(); MAX_UNITS];
        let mut told = Vec::new();
        for attack in attacks {
            while now < attack.left {
                then.let_turns_pass();
                now += 1;
            }
            let skill = self.arena.skill(attack.skill);
            let is_late = after_movement && !skill.is_quick();
            let on = if in_ticks && attack.left == 1 && (is_late || skill.shoves()) {
                // Shoves come last in a tick, when everyone has walked.
                let after = &*after_steps.get_or_insert_with(|| then.with_known_steps(&known));
                (if is_late { after } else { &then }, after)
            } else {
                (&then, &then)
            };
            let blows = Battle::blows_by(on, attack, &mut came);
            told.push(tell(on, blows));
        }
        told
    }

    /// What a unit is about to do; `None` if that is secret.
    pub(super) fn known_action(&self, unit: UnitId) -> Option<Action> {
        self.known_decision(unit).map(|decision| decision.action)
    }

    /// The same with its reasons.
    pub(super) fn known_decision(&self, unit: UnitId) -> Option<Decision> {
        let decision = self.decide(unit)?;
        let is_secret =
            matches!(decision.why, Why::Cards(_)) && self.intent(unit) == Some(Intent::Unknown);
        (!is_secret).then_some(decision)
    }

    /// The blows of an action, if it is an attack, as they would land on this battle as it is.
    pub(super) fn blows_of(&self, by: UnitId, action: Action) -> Vec<Blow> {
        let attack = self.attack_of(by, action);
        let mut came = [DamageBounds::default(); MAX_UNITS];
        attack.map_or(Vec::new(), |attack| {
            Battle::blows_by((self, self), attack, &mut came)
        })
    }

    fn attack_of(&self, by: UnitId, action: Action) -> Option<Attack> {
        match action {
            Action::Use {
                skill,
                aim: Aim::Cell(aim),
                left,
            } if self.arena.skill(skill).is_hostile() => Some(Attack {
                by,
                skill,
                aim,
                left,
            }),
            _ => None,
        }
    }

    /// The guards of the coming step, before its strikes (rules §5 step 1).
    fn raise_known_guards(&mut self, known: &[(UnitId, Action)]) {
        let Battle { arena, state } = self;
        for &(unit, action) in known {
            state.unit_mut(unit).action = action;
        }
        state.acting = known.iter().map(|&(unit, _)| unit).collect::<UnitSet>();
        state.note_landing(arena);
        foresee_guards(arena, state);
    }

    /// After the steps of the coming tick that nothing stands in the way of (rules §5 step 3). What
    /// needs a lot, or may go astray, is not known: there nobody moves.
    fn with_known_steps(&self, known: &[(UnitId, Action)]) -> Battle {
        let mut then = self.clone();
        let steps = known.iter().filter_map(|&(unit, action)| match action {
            Action::Step { to } if !self.state.unit(unit).has(Status::Confused) => Some((unit, to)),
            _ => None,
        });
        let wanted: ArrayVec<(UnitId, Cell), MAX_UNITS> = steps.collect();
        let is_contested = |cell: Cell| wanted.iter().filter(|(_, to)| *to == cell).count() > 1;
        let mut left: ArrayVec<(UnitId, Cell), MAX_UNITS> = wanted.clone();
        left.retain(|(_, to)| !is_contested(*to) && self.arena.ground().walkable.contains(*to));
        // One that follows another goes once the cell is free.
        while let Some(place) = left
            .iter()
            .position(|(_, to)| then.state.unit_at(*to).is_none())
        {
            let (unit, to) = left.remove(place);
            then.state.unit_mut(unit).cell = to;
        }
        then
    }

    /// Everyone's turn ends and the next begins: block is gone, statuses are shorter.
    fn let_turns_pass(&mut self) {
        for unit in &mut self.state.units {
            unit.block = 0;
        }
        for unit in self.state.afflicted.iter() {
            let count_down = |statuses: &mut Statuses| statuses.count_down(|_| {});
            self.state.change_statuses(unit, count_down);
        }
    }

    /// The blows of an attack that lands on one battle and shoves on another; one at nobody if it
    /// hits nobody.
    fn blows_by(
        (then, after): (&Battle, &Battle),
        attack: Attack,
        came: &mut [DamageBounds; MAX_UNITS],
    ) -> Vec<Blow> {
        let Attack { by, skill, aim, .. } = attack;
        let victims = then.victims(by, skill, aim);
        if victims.is_empty() {
            return vec![then.blow(attack, None, came)];
        }
        let shoves = after.shoves(by, skill, victims, ALL_HIT);
        let shove = |target| shoves.as_ref().and_then(|shoves| shoves.of_unit(target));
        let blow = |target| Blow {
            shove: shove(target),
            ..then.blow(attack, Some(target), came)
        };
        victims.iter().map(blow).collect()
    }

    /// The blow of an attack at a target, without its shove. Blows that `came` before it have used
    /// up block.
    fn blow(
        &self,
        attack: Attack,
        target: Option<UnitId>,
        came: &mut [DamageBounds; MAX_UNITS],
    ) -> Blow {
        let Attack {
            by,
            skill,
            aim,
            left,
        } = attack;
        let prospect = target.and_then(|target| PreviewedAttack::new(self, by, skill, aim, target));
        let DamageBounds { least, most } = match &prospect {
            Some(prospect) => {
                let (least, most) = prospect.bounds();
                DamageBounds { least, most }
            }
            None => self.at_nobody(by, skill),
        };
        let (mut block, mut block_at_most) = (0, 0);
        if let Some(target) = target {
            let came = &mut came[target.slot()];
            let block_now = u32::from(self.state.unit(target).block);
            // The less came before, the more block is left.
            block_at_most = block_now.saturating_sub(came.least);
            block = block_now.saturating_sub(came.most);
            came.least += least;
            came.most += most;
        }
        let first = prospect.as_ref().and_then(|it| it.strikes.first());
        Blow {
            by,
            skill,
            aim,
            cells: self.cells_hit(by, skill, aim),
            cell: target.map_or(aim, |target| self.state.unit(target).cell),
            left,
            target,
            least: least.saturating_sub(block_at_most) as u16,
            most: most.saturating_sub(block) as u16,
            blocked: most.min(block_at_most) as u16,
            strikes: self.arena.skill(skill).strikes().len() as u8,
            odds: first.map(|strike| strike.odds),
            chance: first.map(|strike| strike.chance),
            shove: None,
        }
    }

    /// What an attack would do to nobody in particular: no resistance, no block, no cards.
    fn at_nobody(&self, by: UnitId, skill: SkillId) -> DamageBounds {
        let boost = self.state.unit(by).boost();
        let strikes = self.arena.skill(skill).strikes();
        let luck = self.arena.house().luck;
        let damages = strikes.iter().filter_map(|strike| strike.damage);
        let bounds = damages.map(|damage| damage.amount.bounds(luck));
        let raised = |raw: u32| incoming(raw, boost, None, Affinity::Plain);
        let (least, most) = bounds.fold((0, 0), |sum, (least, most)| {
            (sum.0 + raised(least), sum.1 + raised(most))
        });
        DamageBounds { least, most }
    }
}
