//! Scripted dice: the story says how they fall, and fails if one is left over.

use std::collections::VecDeque;

/// A roll as the story wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptedRoll {
    pub(super) sides: u32,
    pub(super) roll: u32,
}

/// A die with this many sides shows `roll`.
pub fn d(sides: u32, roll: u32) -> ScriptedRoll {
    assert!((1..=sides).contains(&roll), "a d{sides} cannot show {roll}");
    ScriptedRoll { sides, roll }
}

/// A d20 shows `roll`.
pub fn d20(roll: u32) -> ScriptedRoll {
    d(20, roll)
}

/// A d100 shows `roll`.
pub fn d100(roll: u32) -> ScriptedRoll {
    d(100, roll)
}

/// Of `count` choices the one at `place` (from 0) is drawn: a contest, a card, an intent.
pub fn lot(count: u32, place: u32) -> ScriptedRoll {
    d(count, place + 1)
}

/// The rolls that are still to come.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    pub(super) rolls: VecDeque<ScriptedRoll>,
    /// Whether the battle's own dice go on once the script is at its end.
    pub(super) goes_on: bool,
}

impl Script {
    pub(super) fn next(&mut self, sides: u32) -> Option<u32> {
        let Some(next) = self.rolls.pop_front() else {
            assert!(
                self.goes_on,
                "the script is at its end, but a d{sides} is rolled"
            );
            return None;
        };
        assert_eq!(
            next.sides, sides,
            "the script has {next:?} next, but a d{sides} is rolled"
        );
        Some(next.roll)
    }
}
