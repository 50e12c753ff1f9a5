//! Counting a battle while it is played: a listener that adds what happens to a tally, and
//! allocates nothing.

use std::sync::Arc;

use foretold_battle::{
    Action, Arena, Battle, DrawReason, Event, Faction, Happening, Harm, MAX_UNITS, Outcome, Sink,
    SkillId, Suffering, UnitId, Verdict,
};

use super::cast::{Cast, skills_of};
use super::tally::{BOARD, BattleTally, Extreme, Margin};

/// A battle to be played many times, with the places of what is counted.
pub(crate) struct Course {
    arena: Arc<Arena>,
    takes_turns: bool,
    /// By unit.
    sides: [Faction; MAX_UNITS],
    /// By unit: the place of its first rule in the list of rules.
    first_rule: [usize; MAX_UNITS],
    /// By side and skill: its place in the list of skills.
    skills: [Vec<Option<usize>>; 2],
    /// By skill: the ticks left when it begins.
    begins: Vec<u8>,
    empty: BattleTally,
}

impl Course {
    pub(crate) fn new(arena: &Arc<Arena>, cast: &Cast) -> Course {
        let (mut sides, mut first_rule) = ([Faction::Friendly; MAX_UNITS], [0; MAX_UNITS]);
        let mut rules = 0;
        for (unit, sheet) in arena.units() {
            sides[unit.slot()] = sheet.faction;
            first_rule[unit.slot()] = rules;
            rules += sheet.brain.rules().len();
        }
        let all = &arena.setup().skills;
        let mut listed = 0;
        let skills = Faction::ALL.map(|side| {
            let mut places = vec![None; all.len()];
            for skill in skills_of(arena, side) {
                places[skill.index()] = Some(listed);
                listed += 1;
            }
            places
        });
        let takes_turns = arena.tempo().takes_turns();
        let begins = all
            .iter()
            .map(|skill| if takes_turns { 1 } else { skill.cost });
        Course {
            arena: Arc::clone(arena),
            takes_turns,
            sides,
            first_rule,
            skills,
            begins: begins.collect(),
            empty: BattleTally::new(cast.units.len(), cast.skills.len(), cast.rules.len()),
        }
    }

    /// Nothing yet, with room for what is counted.
    pub(crate) fn empty_tally(&self) -> BattleTally {
        self.empty.clone()
    }

    /// Plays the battle of a seed and counts it. Returns whether it was won.
    pub(crate) fn play(&self, seed: u64, tally: &mut BattleTally) -> bool {
        let mut counter = Counter {
            course: self,
            tally,
            doing: [Doing::default(); MAX_UNITS],
            last_struck_by: [None; MAX_UNITS],
        };
        let mut battle = Battle::start(&self.arena, seed, &mut counter);
        let outcome = battle.play(&mut counter);
        let ended = match outcome {
            Outcome::Victory => &mut tally.outcomes.wins,
            Outcome::Defeat => &mut tally.outcomes.losses,
            Outcome::Draw(DrawReason::BothFell) => &mut tally.outcomes.both_fell,
            Outcome::Draw(DrawReason::TimeLimit) => &mut tally.outcomes.time_limit,
        };
        *ended += 1;
        let mut hp = 0;
        for (id, unit) in battle.units() {
            tally.units[id.slot()].hp_left += u64::from(unit.hp);
            match self.sides[id.slot()] {
                Faction::Friendly => hp += i64::from(unit.hp),
                Faction::Enemy => hp -= i64::from(unit.hp),
            }
        }
        tally.note_length(if self.takes_turns {
            usize::from(battle.round())
        } else {
            battle.tick() as usize
        });
        let outcome = match outcome {
            Outcome::Victory => 1,
            Outcome::Draw(_) => 0,
            Outcome::Defeat => -1,
        };
        let margin = Margin { outcome, hp };
        tally.note_extreme(Extreme { margin, seed });
        outcome == 1
    }
}

/// What a unit is in the middle of: the places of the skill, and of the rule that chose it.
#[derive(Clone, Copy, Default)]
struct Doing {
    skill: Option<usize>,
    rule: Option<usize>,
}

/// Counts as [`Stats`](foretold_battle::Stats) does, without looking at states.
struct Counter<'a> {
    course: &'a Course,
    tally: &'a mut BattleTally,
    doing: [Doing; MAX_UNITS],
    /// The unit whose strike or shove reached each unit last.
    last_struck_by: [Option<UnitId>; MAX_UNITS],
}

impl Sink for Counter<'_> {
    #[inline]
    fn event(&mut self, event: Event) {
        match event.what {
            Happening::Decided { unit, action, rule } => self.decided(unit, action, rule),
            Happening::Struck(struck) => {
                let hit = struck.verdict != Verdict::Miss;
                let dealt = struck.harm.map_or(0, |harm| harm.dealt.into());
                self.strike(struck.by, struck.skill, hit, dealt);
                if hit {
                    self.last_struck_by[struck.target.slot()] = Some(struck.by);
                }
                if let Some(harm) = struck.harm {
                    self.suffer(struck.target, &harm);
                }
            }
            Happening::Whiffed { by, skill, .. } => self.strike(by, skill, false, 0),
            Happening::Suffered { unit, cause, harm } => {
                if let Suffering::Bump { by } = cause {
                    self.last_struck_by[unit.slot()] = Some(by);
                    let dealt = u64::from(harm.dealt);
                    self.tally.units[by.slot()].dealt += dealt;
                    let Doing { skill, rule } = self.doing[by.slot()];
                    if let Some(place) = skill {
                        self.tally.skills[place].dealt += dealt;
                    }
                    if let Some(place) = rule {
                        self.tally.rules[place].dealt += dealt;
                    }
                }
                self.suffer(unit, &harm);
            }
            Happening::Healed {
                by,
                hp_before,
                hp_after,
                ..
            } => {
                let healed = u64::from(hp_after.saturating_sub(hp_before));
                self.tally.units[by.slot()].healed += healed;
                let Doing { skill, rule } = self.doing[by.slot()];
                if let Some(place) = skill {
                    self.tally.skills[place].healed += healed;
                }
                if let Some(place) = rule {
                    self.tally.rules[place].healed += healed;
                }
            }
            // Whoever pushes a unit into a pit has killed it.
            Happening::Shoved { unit, by, to, .. }
                if self.course.arena.ground().pits.contains(to) =>
            {
                self.last_struck_by[unit.slot()] = Some(by);
            }
            Happening::Fell { unit, cell } => {
                self.tally.units[unit.slot()].falls += 1;
                let side = self.course.sides[unit.slot()];
                let place = usize::from(cell.y()) * BOARD + usize::from(cell.x());
                self.tally.falls[side as usize][place] += 1;
                if let Some(by) = self.last_struck_by[unit.slot()] {
                    self.tally.units[by.slot()].kills += 1;
                }
            }
            _ => {}
        }
    }
}

impl Counter<'_> {
    fn decided(&mut self, unit: UnitId, action: Action, rule: Option<u8>) {
        let skill = match action {
            Action::Use { skill, left, .. } => {
                if left != self.course.begins[skill.index()] {
                    // It goes on with what it began.
                    return;
                }
                self.place(unit, skill)
            }
            Action::Idle | Action::Hold | Action::Step { .. } => None,
        };
        let first = self.course.first_rule[unit.slot()];
        let rule = rule.map(|place| first + usize::from(place));
        if let Some(place) = rule {
            self.tally.rules[place].decided += 1;
        }
        if let Some(place) = skill {
            self.tally.skills[place].uses += 1;
        }
        self.doing[unit.slot()] = Doing { skill, rule };
    }

    fn strike(&mut self, by: UnitId, skill: SkillId, hit: bool, dealt: u64) {
        let (hits, misses) = (u64::from(hit), u64::from(!hit));
        let striker = &mut self.tally.units[by.slot()];
        striker.hits += hits;
        striker.misses += misses;
        striker.dealt += dealt;
        if let Some(place) = self.place(by, skill) {
            let of_skill = &mut self.tally.skills[place];
            of_skill.hits += hits;
            of_skill.misses += misses;
            of_skill.dealt += dealt;
        }
        if let Some(place) = self.doing[by.slot()].rule {
            self.tally.rules[place].dealt += dealt;
        }
    }

    fn suffer(&mut self, unit: UnitId, harm: &Harm) {
        let unit = &mut self.tally.units[unit.slot()];
        unit.taken += u64::from(harm.dealt);
        unit.blocked += u64::from(harm.blocked);
    }

    /// The place of a unit's skill in the list of its side.
    fn place(&self, unit: UnitId, skill: SkillId) -> Option<usize> {
        let side = self.course.sides[unit.slot()];
        self.course.skills[side as usize][skill.index()]
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::Stats;
    use foretold_content::{Content, FileKind, Files};

    use super::*;

    #[test]
    fn a_battle_counts_as_its_stats_do() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets");
        let files = Files::read(folder.as_ref()).expect("the content is there");
        let content = Content::load(&files).expect("it is sound");
        for name in content.ids(FileKind::Battle) {
            let encounter = content.encounter(name).expect("it is listed");
            let arena = encounter.arena();
            let cast = Cast::of(encounter, &arena);
            let course = Course::new(&arena, &cast);
            for seed in 0..5 {
                let mut tally = course.empty_tally();
                course.play(seed, &mut tally);
                let mut events = Vec::new();
                let mut battle = Battle::start(&arena, seed, &mut events);
                let mut moments = vec![(battle.clone(), std::mem::take(&mut events))];
                while battle.outcome().is_none() {
                    battle.step(&mut events);
                    moments.push((battle.clone(), std::mem::take(&mut events)));
                }
                let stats = Stats::of(moments.iter().map(|(at, events)| (at, events.as_slice())));
                for (count, unit) in tally.units.iter().zip(&stats.units) {
                    let counted = [
                        count.dealt,
                        count.taken,
                        count.blocked,
                        count.healed,
                        count.kills,
                        count.hits,
                        count.misses,
                        count.falls,
                    ];
                    let fell = u32::from(unit.fell.is_some());
                    let expected = [
                        unit.dealt,
                        unit.taken,
                        unit.blocked,
                        unit.healed,
                        unit.kills,
                        unit.hits,
                        unit.misses,
                        fell,
                    ];
                    assert_eq!(counted, expected.map(u64::from), "{name} {seed}");
                }
                for line in &stats.skills {
                    let id = encounter.skill_id(line.skill);
                    let place = cast
                        .skills
                        .iter()
                        .position(|skill| skill.side == line.side && skill.id == id);
                    let count = tally.skills[place.expect("its side knows it")];
                    let counted = [
                        count.uses,
                        count.hits,
                        count.misses,
                        count.dealt,
                        count.healed,
                    ];
                    let expected = [line.uses, line.hits, line.misses, line.dealt, line.healed];
                    assert_eq!(counted, expected.map(u64::from), "{name} {seed} {id}");
                }
                let decided: u32 = stats.rules.iter().map(|line| line.decided).sum();
                let counted: u64 = tally.rules.iter().map(|count| count.decided).sum();
                assert_eq!(counted, u64::from(decided), "{name} {seed}");
                for line in &stats.rules {
                    let rules = arena.sheet(line.unit).brain.rules();
                    // Two rules of a unit may be the same.
                    let same = (0..rules.len()).filter(|&at| rules[at] == line.rule);
                    let first = course.first_rule[line.unit.slot()];
                    let counts: Vec<_> = same.map(|at| tally.rules[first + at]).collect();
                    let sum = |of: fn(&super::super::tally::RuleCount) -> u64| -> u64 {
                        counts.iter().map(of).sum()
                    };
                    assert_eq!(sum(|count| count.decided), u64::from(line.decided));
                    assert_eq!(sum(|count| count.dealt), u64::from(line.dealt));
                    assert_eq!(sum(|count| count.healed), u64::from(line.healed));
                }
            }
        }
    }
}
