//! Replay files: written whole or not at all, and read back with suspicion.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use directories::ProjectDirs;
use foretold_battle::Replay;
use foretold_content::{Encounter, cannot, write_replay};

use crate::battle::CurrentBattle;
use crate::refusal::Refusal;
use crate::timeline::{Moment, Timeline, find_or_current, install, look_at};

/// Where replays are kept: in the platform's folder for user data, unless set otherwise.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct ReplayFolder(pub Option<PathBuf>);

impl Default for ReplayFolder {
    fn default() -> Self {
        let folder = ProjectDirs::from("", "", "foretold");
        ReplayFolder(folder.map(|folder| folder.data_dir().join("replays")))
    }
}

impl ReplayFolder {
    /// Writes a replay to a file of its own, and says where.
    ///
    /// # Errors
    /// In words, if there is no folder, or the file cannot be written.
    pub fn keep(&self, replay: &Replay) -> Result<PathBuf, String> {
        let folder = self
            .0
            .as_ref()
            .ok_or("this system has no folder for user data: set one for replays")?;
        std::fs::create_dir_all(folder).map_err(|error| cannot("be made", folder, &error))?;
        let file = folder.join(replay_name(replay));
        write_replay(&file, replay).map_err(|error| error.to_string())?;
        Ok(file)
    }
}

/// What the file of a replay is called. The seal tells two lines of one battle apart, and the same line
/// keeps its name.
pub fn replay_name(replay: &Replay) -> String {
    let Replay {
        battle, seed, seal, ..
    } = replay;
    format!("{battle}-{seed}-{:08x}.replay.ron", *seal as u32)
}

/// Writes the battle so far to a file of its own.
pub(crate) fn keep(world: &World, line: Option<usize>) -> Result<PathBuf, Refusal> {
    let battle = world
        .get_resource::<CurrentBattle>()
        .ok_or(Refusal::NoBattle)?;
    let replay = match line {
        None => battle.live().replay(),
        Some(line) => {
            let kept = world.resource::<Timeline>().kept();
            kept.get(line).ok_or(Refusal::NoSuchLine)?.clone()
        }
    };
    let folder = world.resource::<ReplayFolder>();
    folder.keep(&replay).map_err(Refusal::File)
}

/// Shows a replay from its beginning. What it holds is checked first.
pub(crate) fn watch(world: &mut World, replay: &Replay) -> Result<(), Refusal> {
    let mut played = checked(world, replay)?;
    played.battle.watch();
    let kept = lines_of(world, replay);
    install(world, played.battle, played.moments);
    world.resource_mut::<Timeline>().keep_all(kept);
    look_at(world, 0)
}

/// Goes on with a battle where it was left, at the step that was on screen. One that cannot be played
/// again is kept as a replay.
pub(crate) fn resume(world: &mut World, replay: &Replay, step: u32) -> Result<(), Refusal> {
    match checked(world, replay) {
        Ok(played) => {
            install(world, played.battle, played.moments);
            look_at(world, step)
        }
        // The files may come yet.
        Err(Refusal::NoContent) => Err(Refusal::NoContent),
        Err(why) => Err(Refusal::CannotGoOn {
            why: why.to_string(),
            kept: world.resource::<ReplayFolder>().keep(replay),
        }),
    }
}

/// Plays a replay again, if it plays as it did.
fn checked(world: &World, replay: &Replay) -> Result<Played, Refusal> {
    let encounter = find_or_current(world, &replay.battle)?;
    let arena = encounter.arena();
    replay.verify(&arena).map_err(Refusal::Replay)?;
    Ok(play_again(encounter, &arena, replay))
}

/// The lines of the running battle, its present one too, if the replay is one of the same battle.
fn lines_of(world: &World, replay: &Replay) -> Vec<Replay> {
    let Some(battle) = world.get_resource::<CurrentBattle>() else {
        return Vec::new();
    };
    let present = battle.live().replay();
    if (&present.battle, present.seed) != (&replay.battle, replay.seed) {
        return Vec::new();
    }
    let mut lines = world.resource::<Timeline>().kept().to_vec();
    if !lines.contains(&present) && present != *replay {
        lines.push(present);
    }
    lines
}

struct Played {
    battle: CurrentBattle,
    moments: Vec<Moment>,
}

fn play_again(
    encounter: Arc<Encounter>,
    arena: &Arc<foretold_battle::Arena>,
    replay: &Replay,
) -> Played {
    let mut battle = CurrentBattle::start(encounter, arena, replay.seed);
    let mut moments = Vec::new();
    let mut entries = replay.entries.iter().peekable();
    for step in 0..=replay.steps() {
        if step > 0 {
            battle.step();
        }
        let _ = battle.change(|session| {
            while let Some(entry) = entries.next_if(|entry| entry.step == step) {
                // What was refused then is refused now, and counts as it did.
                let _ = session.command(entry.command.clone());
            }
            Ok(())
        });
        moments.push(Moment {
            battle: battle.battle().clone(),
            events: battle.events().to_vec(),
        });
    }
    Played { battle, moments }
}
