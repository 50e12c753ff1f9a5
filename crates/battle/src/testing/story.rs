//! A scene as it is played, and its log.

use std::fmt::Write as _;
use std::sync::Arc;

use super::script::{Script, ScriptedRoll};
use crate::board::Cell;
use crate::event::Event;
use crate::sink::Sink;
use crate::unit::Unit;
use crate::{
    Arena, Battle, Decision, Order, OrderRefusal, Phase, SkillId, UnitId, belongs_in_log, narrate,
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
    script: Option<Script>,
    must_use_script: bool,
}

impl Story {
    pub(super) fn begin(arena: &Arc<Arena>, script: Option<Vec<ScriptedRoll>>) -> Story {
        let mut script = script.map(|rolls| Script(rolls.into()));
        let mut events = Vec::new();
        let battle = Battle::start(
            arena,
            1,
            &mut Listener {
                events: &mut events,
                script: script.as_mut(),
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

    /// Plays one phase.
    pub fn run(&mut self, phase: Phase) {
        let mut listener = Listener {
            events: &mut self.events,
            script: self.script.as_mut(),
        };
        self.battle.run(phase, &mut listener);
    }

    /// Orders a unit to do something, for one action.
    pub fn order(&mut self, letter: char, order: Order) -> Result<(), OrderRefusal> {
        let unit = self.id(letter);
        self.battle.order(unit, order, false)
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
    script: Option<&'a mut Script>,
}

impl Sink for Listener<'_> {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    fn rigged_roll(&mut self, sides: u32) -> Option<u32> {
        self.script.as_mut().map(|script| script.next(sides))
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
        let left = self.script.as_ref().map_or(0, |script| script.0.len());
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
