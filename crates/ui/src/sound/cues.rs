//! What is to be heard of what happened: decided here, played elsewhere.

use foretold_battle::{Cell, Event, Happening, Harm, Outcome, Struck, Verdict};

use foretold_run::{JournalEntry, RunOffer};

use super::{Cue, Sound};
use crate::prelude::*;

/// More at once would be a din.
const MOST_AT_ONCE: usize = 3;
/// A blow that takes one part in this many of all HP is heavy.
const HEAVY_PART: u32 = 4;

/// What a step sounds like: each sound once, the most important first.
pub(super) fn step_sounds(battle: &Battle, events: &[Event]) -> Vec<Cue> {
    let heard = events.iter().filter_map(|event| cue_of(battle, event));
    loudest(heard.chain([Sound::Step.into()]))
}

/// Each sound once, the most important first, and no more than can be told apart. What happens in
/// several columns is heard between them.
pub(super) fn loudest(cues: impl IntoIterator<Item = Cue>) -> Vec<Cue> {
    let mut cues: Vec<Cue> = cues.into_iter().collect();
    cues.sort_by_key(|cue| cue.sound);
    let same = cues.chunk_by(|one, other| one.sound == other.sound);
    let once = same.map(|same| {
        let columns: Vec<u16> = same
            .iter()
            .filter_map(|cue| cue.column.map(u16::from))
            .collect();
        let middle = columns
            .iter()
            .sum::<u16>()
            .checked_div(columns.len() as u16);
        Cue {
            sound: same[0].sound,
            column: middle.and_then(|middle| u8::try_from(middle).ok()),
        }
    });
    once.take(MOST_AT_ONCE).collect()
}

/// What something that happened in a run sounds like, if it is heard at all. Battles are heard by
/// themselves.
pub(super) fn run_sound(entry: &JournalEntry) -> Option<Sound> {
    match entry {
        JournalEntry::SetOut(_) | JournalEntry::Came(..) => Some(Sound::Way),
        JournalEntry::TookBack(_) => Some(Sound::Omen),
        JournalEntry::Took(RunOffer::Word(_), _) => Some(Sound::Word),
        JournalEntry::Took(..) | JournalEntry::Rested(_) => Some(Sound::Reward),
        JournalEntry::Fought { .. }
        | JournalEntry::Paid(..)
        | JournalEntry::Left
        | JournalEntry::Ended(_) => None,
    }
}

/// What an event sounds like and where, if it is heard at all.
fn cue_of(battle: &Battle, event: &Event) -> Option<Cue> {
    let of_unit = |unit: UnitId| battle.unit(unit).map(|unit| unit.cell);
    let (sound, cell) = match event.what {
        Happening::Struck(struck) => (strike_sound(battle, &struck), of_unit(struck.target)),
        Happening::Whiffed { cell, .. } => (Sound::Miss, Some(cell)),
        Happening::Suffered { unit, harm, .. } => (harm_sound(&harm), of_unit(unit)),
        Happening::BlockRaised { unit, .. } => (Sound::Block, of_unit(unit)),
        Happening::Healed { unit, .. } | Happening::GotUp { unit, .. } => {
            (Sound::Heal, of_unit(unit))
        }
        Happening::WentDown { cell, .. } | Happening::Fell { cell, .. } => {
            (Sound::Fall, Some(cell))
        }
        Happening::Interrupted { unit, .. } => (Sound::Stop, of_unit(unit)),
        Happening::Over { outcome } => match outcome {
            Outcome::Victory => (Sound::Win, None),
            Outcome::Defeat => (Sound::Lose, None),
            Outcome::Draw(_) => (Sound::Stop, None),
        },
        _ => return None,
    };
    let column = cell.map(Cell::x);
    Some(Cue { sound, column })
}

fn strike_sound(battle: &Battle, struck: &Struck) -> Sound {
    let Some(harm) = struck.harm else {
        return match struck.verdict {
            Verdict::Miss => Sound::Miss,
            // A web or a howl: it hits, and does no damage.
            Verdict::Hit | Verdict::Critical => Sound::Hit,
        };
    };
    let arena = battle.arena();
    let most = u32::from(arena.sheet(struck.target).max_hp);
    let great = u32::from(harm.dealt) * HEAVY_PART >= most;
    let heavy = struck.verdict == Verdict::Critical || arena.skill(struck.skill).cost > 1 || great;
    match harm_sound(&harm) {
        Sound::Hit if heavy => Sound::HeavyHit,
        sound => sound,
    }
}

/// What came through is a hit; what did not was blocked, or bounced off.
fn harm_sound(harm: &Harm) -> Sound {
    if harm.dealt > 0 {
        Sound::Hit
    } else {
        Sound::Block
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{
        RuleDraft, Scene, blow, board, d, d20, guard, heavy_punch, light_punch, longsword, mend,
        recruit, web,
    };

    use super::*;

    /// What the last of these ticks sounds like.
    fn heard(scene: &Scene, ticks: usize) -> Vec<Sound> {
        let mut story = scene.story();
        story.ticks(ticks);
        let tick = story.battle.tick();
        let mut events = story.events.clone();
        events.retain(|event| event.tick == tick);
        let cues = step_sounds(&story.battle, &events);
        cues.into_iter().map(|cue| cue.sound).collect()
    }

    /// A does this to an enemy of 100 HP beside it.
    fn duel(rule: RuleDraft) -> Scene {
        board("A e")
            .unit('A', recruit().gambits([rule]))
            .unit('e', recruit())
    }

    #[test]
    fn ways_rewards_words_and_omens_of_a_run_have_their_own() {
        let took = |offer| run_sound(&JournalEntry::Took(offer, None));
        let heard = [
            run_sound(&JournalEntry::SetOut(Vec::new())),
            took(RunOffer::Slot),
            took(RunOffer::Word("and".to_owned())),
            run_sound(&JournalEntry::TookBack(3)),
            run_sound(&JournalEntry::Left),
        ];
        let expected = [Sound::Way, Sound::Reward, Sound::Word, Sound::Omen];
        assert_eq!(heard[..4], expected.map(Some));
        assert_eq!(heard[4], None);
    }

    #[test]
    fn a_still_step_only_ticks() {
        let scene = board("A e").unit('A', recruit()).unit('e', recruit());
        assert_eq!(heard(&scene, 1), [Sound::Step]);
    }

    #[test]
    fn a_blow_is_heavy_if_it_is_slow_or_great_or_critical() {
        assert_eq!(heard(&duel(light_punch()), 1), [Sound::Hit, Sound::Step]);
        assert_eq!(heard(&duel(blow(24)), 1), [Sound::Hit, Sound::Step]);
        let heavy = [Sound::HeavyHit, Sound::Step];
        assert_eq!(heard(&duel(blow(25)), 1), heavy);
        assert_eq!(heard(&duel(heavy_punch()), 1), [Sound::Step], "it winds up");
        assert_eq!(heard(&duel(heavy_punch()), 2), heavy);
        let slow = duel(blow(1).cost(2));
        assert_eq!(heard(&slow, 2), heavy);
        let critical = duel(longsword()).rolls([d20(20), d(8, 1), d(8, 1)]);
        assert_eq!(heard(&critical, 1), heavy);
        let plain = duel(longsword()).rolls([d20(19), d(8, 1)]);
        assert_eq!(heard(&plain, 1), [Sound::Hit, Sound::Step]);
    }

    #[test]
    fn a_miss_a_web_block_and_help_have_their_own() {
        let miss = duel(longsword()).rolls([d20(1)]);
        assert_eq!(heard(&miss, 1), [Sound::Miss, Sound::Step]);
        assert_eq!(heard(&duel(web()), 1), [Sound::Hit, Sound::Step]);
        assert_eq!(heard(&duel(guard()), 1), [Sound::Block, Sound::Step]);
        let absorbed = board("A e")
            .unit('A', recruit().gambits([blow(8)]))
            .unit('e', recruit().gambits([guard()]));
        assert_eq!(heard(&absorbed, 1), [Sound::Block, Sound::Step]);
        let mended = board("A B e")
            .unit('A', recruit().gambits([mend()]))
            .unit('B', recruit().hurt_to(50))
            .unit('e', recruit());
        assert_eq!(heard(&mended, 1), [Sound::Heal, Sound::Step]);
    }

    #[test]
    fn the_end_comes_first_and_no_din_is_made() {
        let punch = || recruit().gambits([light_punch()]);
        let won = board("A e").unit('A', punch()).unit('e', recruit().hp(40));
        let end = [Sound::Win, Sound::Fall, Sound::HeavyHit];
        assert_eq!(heard(&won, 4), end);
        let lost = board("A e").unit('A', recruit().hp(40)).unit('e', punch());
        let end = [Sound::Lose, Sound::Fall, Sound::HeavyHit];
        assert_eq!(heard(&lost, 4), end);
        // Two hits are one sound.
        let both = board("A e").unit('A', punch()).unit('e', punch());
        assert_eq!(heard(&both, 1), [Sound::Hit, Sound::Step]);
        let together = board("A e")
            .unit('A', punch().hp(10))
            .unit('e', punch().hp(10));
        let end = [Sound::Fall, Sound::HeavyHit, Sound::Stop];
        assert_eq!(heard(&together, 1), end, "nobody won");
    }

    #[test]
    fn a_sound_comes_from_the_column_of_what_happens() {
        let cue = |sound, column| Cue { sound, column };
        let heard = loudest([
            cue(Sound::Hit, Some(2)),
            cue(Sound::Step, None),
            cue(Sound::Hit, Some(8)),
            cue(Sound::Fall, Some(11)),
        ]);
        let expected = [
            cue(Sound::Fall, Some(11)),
            cue(Sound::Hit, Some(5)),
            cue(Sound::Step, None),
        ];
        assert_eq!(heard, expected);
        let mut story = duel(light_punch()).story();
        story.ticks(1);
        let events = story.events.clone();
        let cues = step_sounds(&story.battle, &events);
        let struck = story
            .battle
            .units()
            .find(|(unit, _)| story.battle.arena().sheet(*unit).faction == Faction::Enemy);
        let column = struck.map(|(_, unit)| unit.cell.x());
        assert!(column.is_some_and(|column| column > 0));
        assert_eq!(cues[0], cue(Sound::Hit, column));
    }
}
