//! A scene as it is played, and its log.

use std::fmt::Write as _;
use std::sync::Arc;

use super::scene::cell;
use super::script::Script;
use crate::board::Cell;
use crate::event::Event;
use crate::sink::Sink;
use crate::unit::Unit;
use crate::{
    Arena, Battle, Decision, Order, OrderRefusal, Phase, SkillId, Tempo, UnitId, belongs_in_log,
    narrate,
};

/// A battle that is being played, with everything that happened so far.
///
/// A story that ends while a scripted roll is left over fails its test.
#[derive(Debug)]
pub struct Story {
    /// The battle as it is now.
    pub battle: Battle,
    /// Everything that happened.
    pub events: Vec<Event>,
    script: Script,
    must_use_script: bool,
}

impl Story {
    pub(super) fn begin(arena: &Arc<Arena>, mut script: Script) -> Story {
        let mut events = Vec::new();
        let battle = Battle::start(
            arena,
            1,
            &mut Listener {
                events: &mut events,
                script: &mut script,
            },
        );
        Story {
            battle,
            events,
            script,
            must_use_script: true,
        }
    }

    /// Plays `count` ticks and returns their log.
    pub fn ticks(&mut self, count: usize) -> Log {
        let from = self.events.len();
        for _ in 0..count {
            for phase in Phase::ALL {
                self.run(phase);
            }
        }
        self.log_from(from)
    }

    /// Plays until everyone has had `count` more turns, or the battle is over, and returns the log.
    /// In ticks these are ticks.
    pub fn rounds(&mut self, count: u16) -> Log {
        let from = self.events.len();
        let now = |battle: &Battle| match battle.arena().tempo() {
            Tempo::Ticks => battle.tick(),
            Tempo::Initiative | Tempo::Phases => battle.round().into(),
        };
        let end = now(&self.battle) + u32::from(count);
        while now(&self.battle) < end && self.battle.outcome().is_none() {
            let before = self.battle.tick();
            self.ticks(1);
            assert!(self.battle.tick() > before, "the battle waits for a player");
        }
        self.log_from(from)
    }

    /// Plays one phase.
    pub fn run(&mut self, phase: Phase) {
        let mut listener = Listener {
            events: &mut self.events,
            script: &mut self.script,
        };
        self.battle.run(phase, &mut listener);
    }

    /// Orders a unit to do something, for one action.
    pub fn order(&mut self, letter: char, order: Order) -> Result<(), OrderRefusal> {
        let unit = self.id(letter);
        self.battle.order(unit, order, false)
    }

    /// Orders a unit to use a skill on a cell, both by their names.
    pub fn order_use(&mut self, letter: char, skill: &str, at: &str) -> Result<(), OrderRefusal> {
        let (skill, at) = (self.skill(skill), cell(at));
        self.order(letter, Order::Use { skill, at })
    }

    /// The log of the whole story, the set-up's own lines included.
    pub fn log(&self) -> Log {
        self.log_from(0)
    }

    /// The unit with this letter.
    pub fn unit(&self, letter: char) -> &Unit {
        let (_, unit) = self.named(letter);
        unit
    }

    /// The id of the unit with this letter.
    pub fn id(&self, letter: char) -> UnitId {
        self.named(letter).0
    }

    /// The id of a skill by its name.
    pub fn skill(&self, name: &str) -> SkillId {
        let skills = &self.battle.arena().setup().skills;
        let at = skills.iter().position(|skill| skill.name == name);
        SkillId(at.unwrap_or_else(|| panic!("there is no skill {name}")) as u8)
    }

    /// What the unit with this letter is about to do, and why.
    pub fn decision(&self, letter: char) -> Decision {
        self.battle
            .decide(self.id(letter))
            .expect("the id is of this battle")
    }

    fn named(&self, letter: char) -> (UnitId, &Unit) {
        let arena = self.battle.arena();
        let mut units = self.battle.units();
        units
            .find(|(id, _)| arena.sheet(*id).name == letter.to_string())
            .unwrap_or_else(|| panic!("there is no unit {letter}"))
    }

    fn log_from(&self, from: usize) -> Log {
        let arena = self.battle.arena();
        let logged = self.events[from..]
            .iter()
            .filter(|event| belongs_in_log(arena, event));
        Log {
            lines: logged.map(|event| narrate(arena, event)).collect(),
            picture: self.picture(),
        }
    }

    /// The board as text, with everyone on it.
    pub fn picture(&self) -> String {
        let mut picture = String::from("    A B C D E F G H I J K L");
        for cell in Cell::all() {
            if cell.x() == 0 {
                let _ = write!(picture, "\n{:>3}", cell.y() + 1);
            }
            let unit = self
                .battle
                .unit_at(cell)
                .map(|unit| &self.battle.arena().sheet(unit).name);
            let terrain = self.battle.arena().setup().board.get(cell);
            let _ = match unit {
                Some(name) => write!(picture, " {name}"),
                None => write!(picture, " {}", terrain.sign()),
            };
        }
        picture
    }
}

struct Listener<'a> {
    events: &'a mut Vec<Event>,
    script: &'a mut Script,
}

impl Sink for Listener<'_> {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn rigged_roll(&mut self, sides: u32) -> Option<u32> {
        self.script.next(sides)
    }
}

/// What happened, line by line.
#[derive(Clone, Debug)]
pub struct Log {
    /// The lines.
    pub lines: Vec<String>,
    /// The board afterwards.
    pub picture: String,
}

impl Log {
    /// What happened, without when: no numbers of steps, and no lines about whose turn it is.
    pub fn deeds(&self) -> Vec<&str> {
        let lines = self.lines.iter();
        let deeds = lines.filter_map(|line| line.split_once(' ').map(|(_, deed)| deed));
        deeds.filter(|deed| !deed.starts_with("round ")).collect()
    }
}

/// A copy is another way the story could go: it may leave rolls of the script unused.
impl Clone for Story {
    fn clone(&self) -> Story {
        let (battle, events) = (self.battle.clone(), self.events.clone());
        Story {
            battle,
            events,
            script: self.script.clone(),
            must_use_script: false,
        }
    }
}

impl Drop for Story {
    fn drop(&mut self) {
        let left = self.script.rolls.len();
        if self.must_use_script && left > 0 && !std::thread::panicking() {
            let log = self.log();
            panic!(
                "{left} scripted rolls are left over\n{}\n{}",
                log.lines.join("\n"),
                log.picture
            );
        }
    }
}

impl Story {
    /// Ends the story here: fails the test if a scripted roll was not used.
    pub fn end(self) {}
}

/// Asserts the ordered log of a story; a failing test prints the board.
#[macro_export]
macro_rules! assert_log {
    ($log:expr, [$($line:expr),* $(,)?]) => {{
        let log: $crate::testing::Log = $log;
        let expected: &[&str] = &[$($line),*];
        assert!(
            log.lines.iter().map(String::as_str).eq(expected.iter().copied()),
            "the story went differently\n-- log:\n{}\n-- expected:\n{}\n-- board:\n{}",
            log.lines.join("\n"),
            expected.join("\n"),
            log.picture
        );
    }};
}
