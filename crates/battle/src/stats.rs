//! What each unit did in a battle, counted from its states and events: by unit, by skill, by rule.

use crate::battle::Battle;
use crate::brain::Rule;
use crate::event::{Event, Happening, Harm, Suffering};
use crate::hit::Verdict;
use crate::ids::{MAX_UNITS, SkillId, UnitId};
use crate::unit::{Action, Faction};

/// What every unit did in a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Every unit, in slot order.
    pub units: Vec<UnitStats>,
    /// Every skill that was used, by side, the most harmful first.
    pub skills: Vec<SkillStats>,
    /// Every rule that decided something, by unit and in the order in which each first did.
    pub rules: Vec<RuleStats>,
}

/// What a unit did, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnitStats {
    /// Damage of its strikes and shoves that got through block, also beyond the last HP.
    pub dealt: u32,
    /// Damage that got through to it.
    pub taken: u32,
    /// Damage that its block took.
    pub blocked: u32,
    /// HP that it gave back, to others or to itself.
    pub healed: u32,
    /// Units that fell after its strike or shove was the last to reach them.
    pub kills: u32,
    /// Strikes that hit.
    pub hits: u32,
    /// Strikes that missed, and attacks that found nobody.
    pub misses: u32,
    /// The step in which it fell.
    pub fell: Option<u32>,
}

/// What came of a skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SkillStats {
    /// Whose: both sides may know it.
    pub side: Faction,
    /// Which.
    pub skill: SkillId,
    /// How often a unit began it.
    pub uses: u32,
    /// Strikes that hit.
    pub hits: u32,
    /// Strikes that missed, and attacks that found nobody.
    pub misses: u32,
    /// Damage that got through.
    pub dealt: u32,
    /// HP that it gave back.
    pub healed: u32,
}

/// What came of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleStats {
    /// Whose.
    pub unit: UnitId,
    /// Which. A rule that was changed is another one.
    pub rule: Rule,
    /// How often it decided.
    pub decided: u32,
    /// Damage that got through by what it decided.
    pub dealt: u32,
    /// HP given back by what it decided.
    pub healed: u32,
}

/// What a unit is in the middle of: the skill, and the rule that chose it.
#[derive(Clone, Copy, Default)]
struct Doing {
    skill: Option<SkillId>,
    rule: Option<usize>,
}

impl Stats {
    /// Counts a battle: its state after each step and what happened in that step, the set-up first.
    pub fn of<'a>(moments: impl IntoIterator<Item = (&'a Battle, &'a [Event])>) -> Stats {
        let mut count = Count::default();
        let mut before: Option<&Battle> = None;
        for (battle, events) in moments {
            count
                .stats
                .units
                .resize_with(battle.units().len(), UnitStats::default);
            for event in events {
                count.note(before, battle, event);
            }
            before = Some(battle);
        }
        let mut stats = count.stats;
        stats.rules.sort_by_key(|rule| rule.unit.slot());
        stats.skills.sort_by_key(|skill| {
            let harmless = u32::MAX - skill.dealt;
            (skill.side as usize, harmless, skill.skill.index())
        });
        stats
    }
}

/// The stats so far, and what must be remembered to go on.
#[derive(Default)]
struct Count {
    stats: Stats,
    doing: [Doing; MAX_UNITS],
    /// The unit whose strike or shove reached each unit last.
    last_struck_by: [Option<UnitId>; MAX_UNITS],
}

impl Count {
    fn note(&mut self, before: Option<&Battle>, after: &Battle, event: &Event) {
        match event.what {
            Happening::Decided { unit, action, rule } => {
                if let Some(before) = before {
                    self.decided(before, unit, action, rule);
                }
            }
            Happening::Struck(struck) => {
                let hit = struck.verdict != Verdict::Miss;
                let dealt = struck.harm.map_or(0, |harm| u32::from(harm.dealt));
                self.strike(after, struck.by, struck.skill, hit, dealt);
                if hit {
                    self.last_struck_by[struck.target.slot()] = Some(struck.by);
                }
                if let Some(harm) = struck.harm {
                    self.suffer(struck.target, &harm);
                }
            }
            Happening::Whiffed { by, skill, .. } => self.strike(after, by, skill, false, 0),
            Happening::Suffered { unit, cause, harm } => {
                if let Suffering::Bump { by } = cause {
                    self.last_struck_by[unit.slot()] = Some(by);
                    self.bump(after, by, u32::from(harm.dealt));
                }
                self.suffer(unit, &harm);
            }
            Happening::Healed {
                by,
                hp_before,
                hp_after,
                ..
            } => self.heal(after, by, u32::from(hp_after.saturating_sub(hp_before))),
            // Whoever pushes a unit into a pit has killed it.
            Happening::Shoved { unit, by, to, .. } if after.arena().ground().pits.contains(to) => {
                self.last_struck_by[unit.slot()] = Some(by);
            }
            Happening::Fell { unit, .. } => {
                if let Some(fallen) = self.stats.units.get_mut(unit.slot()) {
                    fallen.fell = Some(event.tick);
                }
                let by = self.last_struck_by[unit.slot()];
                if let Some(by) = by.and_then(|by| self.stats.units.get_mut(by.slot())) {
                    by.kills += 1;
                }
            }
            _ => {}
        }
    }

    /// A unit chose something, or goes on. The state before the step knows its rules.
    fn decided(&mut self, before: &Battle, unit: UnitId, action: Action, rule: Option<u8>) {
        let Some(decider) = before.unit(unit) else {
            return;
        };
        if decider.wind_up().is_some() {
            return;
        }
        let rule = rule.and_then(|place| decider.rules.get(usize::from(place)));
        let skill = match action {
            Action::Use { skill, .. } => Some(skill),
            Action::Idle | Action::Hold | Action::Step { .. } => None,
        };
        let rule = rule.map(|rule| self.rule(unit, rule));
        if let Some(place) = rule {
            self.stats.rules[place].decided += 1;
        }
        if let Some(skill) = skill {
            self.skill(before, unit, skill).uses += 1;
        }
        self.doing[unit.slot()] = Doing { skill, rule };
    }

    fn strike(&mut self, battle: &Battle, by: UnitId, skill: SkillId, hit: bool, dealt: u32) {
        let (hits, misses) = if hit { (1, 0) } else { (0, 1) };
        if let Some(striker) = self.stats.units.get_mut(by.slot()) {
            striker.hits += hits;
            striker.misses += misses;
            striker.dealt += dealt;
        }
        let of_skill = self.skill(battle, by, skill);
        of_skill.hits += hits;
        of_skill.misses += misses;
        of_skill.dealt += dealt;
        if let Some(place) = self.doing[by.slot()].rule {
            self.stats.rules[place].dealt += dealt;
        }
    }

    /// What a shove did counts for the skill that shoved.
    fn bump(&mut self, battle: &Battle, by: UnitId, dealt: u32) {
        if let Some(attacker) = self.stats.units.get_mut(by.slot()) {
            attacker.dealt += dealt;
        }
        let Doing { skill, rule } = self.doing[by.slot()];
        if let Some(skill) = skill {
            self.skill(battle, by, skill).dealt += dealt;
        }
        if let Some(place) = rule {
            self.stats.rules[place].dealt += dealt;
        }
    }

    fn suffer(&mut self, unit: UnitId, harm: &Harm) {
        if let Some(unit) = self.stats.units.get_mut(unit.slot()) {
            unit.taken += u32::from(harm.dealt);
            unit.blocked += u32::from(harm.blocked);
        }
    }

    fn heal(&mut self, battle: &Battle, by: UnitId, healed: u32) {
        if let Some(healer) = self.stats.units.get_mut(by.slot()) {
            healer.healed += healed;
        }
        let Doing { skill, rule } = self.doing[by.slot()];
        if let Some(skill) = skill {
            self.skill(battle, by, skill).healed += healed;
        }
        if let Some(place) = rule {
            self.stats.rules[place].healed += healed;
        }
    }

    /// The entry of a skill of a unit's side, new if there is none yet.
    fn skill(&mut self, battle: &Battle, unit: UnitId, skill: SkillId) -> &mut SkillStats {
        let side = battle.arena().sheet(unit).faction;
        let skills = &mut self.stats.skills;
        let same = |line: &SkillStats| (line.side, line.skill) == (side, skill);
        let place = skills.iter().position(same).unwrap_or(skills.len());
        if place == skills.len() {
            skills.push(SkillStats {
                side,
                skill,
                uses: 0,
                hits: 0,
                misses: 0,
                dealt: 0,
                healed: 0,
            });
        }
        &mut skills[place]
    }

    /// The place of a unit's rule in the list, new if it has none yet.
    fn rule(&mut self, unit: UnitId, rule: &Rule) -> usize {
        let rules = &mut self.stats.rules;
        let same = |line: &RuleStats| line.unit == unit && line.rule == *rule;
        rules.iter().position(same).unwrap_or_else(|| {
            rules.push(RuleStats {
                unit,
                rule: rule.clone(),
                decided: 0,
                dealt: 0,
                healed: 0,
            });
            rules.len() - 1
        })
    }
}
