//! How far the player has come: read at the start, noted while battles are fought, and written so that
//! a game that is killed goes on from the last command. Where it is shown is among the pages.

use foretold_battle::Outcome;
use foretold_content::{BestResult, Content, Progress, Unfinished, plain_path};
use foretold_sim::{BattleOver, BattleReplayed, Refused, ReplayFolder, RequestRefusal};

use crate::folder::PlayerFile;
use crate::prelude::*;

/// The file among what belongs to the player.
const FILE: &str = "progress.ron";
/// While time runs, the battle is written after this many steps. Steps follow from the commands: after
/// a kill the battle goes on at most this many steps earlier.
const STEPS: u32 = 25;
/// This many frames pass before a battle counts as being at rest. While the player drags the timeline
/// it is not.
const CALM: u32 = 2;

/// How far the player has come. Whoever changes it finds it written.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerProgress(pub Progress);

/// Whether the player's progress is read and written. A game that begins with a battle of the command
/// line leaves it alone.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepProgress(pub bool);

impl Default for KeepProgress {
    fn default() -> Self {
        KeepProgress(true)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayerProgress>()
        .init_resource::<KeepProgress>()
        .init_resource::<PlayerFile<Progress>>()
        .add_systems(PreStartup, read)
        .add_systems(
            Update,
            (note_victory, forget)
                .after(SimSystems::Refresh)
                .before(ViewSystems::Paint),
        )
        .add_systems(
            PostUpdate,
            (note_battle, write.run_if(any_changed!(PlayerProgress)))
                .chain()
                // Closing the window is leaving, too.
                .after(bevy::window::exit_on_all_closed),
        );
}

fn read(
    folder: Res<DataFolder>,
    keep: Res<KeepProgress>,
    mut progress: ResMut<PlayerProgress>,
    mut file: ResMut<PlayerFile<Progress>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Some(folder) = folder.0.as_ref().filter(|_| keep.0) {
        file.read(folder.join(FILE), Progress::read, &mut toasts);
        progress.0 = file.written.clone();
    }
}

/// The battle on screen, if it is one that the player fights: not a replay that is watched, and none
/// that could not be found again.
pub(crate) fn is_fought(battle: &Shown) -> bool {
    battle.encounter().is_from_files() && !battle.is_watched() && !battle.is_demo()
}

/// A victory is noted for good, and is a step on the way of the run.
fn note_victory(
    mut over: MessageReader<BattleOver>,
    battle: Option<Res<Shown>>,
    content: Res<GameContent>,
    mut progress: ResMut<PlayerProgress>,
) {
    let last = over.read().last();
    let won = last.is_some_and(|over| over.outcome == Outcome::Victory);
    if let Some(battle) = battle.filter(|battle| won && is_fought(battle)) {
        let content = content.content().map(|content| &**content);
        let result = result_of(battle.session().battle());
        win(&mut progress.0, &battle.encounter().name, result, content);
    }
}

/// What a victory is worth.
fn result_of(end: &Battle) -> BestResult {
    let friends = end.arena().units();
    let friends = friends.filter(|(_, sheet)| sheet.faction == Faction::Friendly);
    let (left, all) = friends.fold((0, 0), |(left, all), (unit, sheet)| {
        let hp = end.unit(unit).map_or(0, |unit| u32::from(unit.hp));
        (left + hp, all + u32::from(sheet.max_hp))
    });
    BestResult {
        steps: end.tick(),
        hp: u8::try_from(left * 100 / all.max(1))
            .unwrap_or(100)
            .min(100),
    }
}

fn win(progress: &mut Progress, battle: &str, result: BestResult, content: Option<&Content>) {
    progress.won.insert(battle.to_owned());
    let best = progress.best.entry(battle.to_owned()).or_insert(result);
    *best = best.or(result);
    let Some((leg, content)) = progress.run.as_mut().zip(content) else {
        return;
    };
    let run = content.schools().find(|run| run.name == leg.run);
    let here = run.and_then(|run| run.battles.get(leg.at));
    leg.won |= here.is_some_and(|here| here == battle);
}

/// A battle that cannot be gone on with, and is among the replays now, is not offered again.
fn forget(mut refused: MessageReader<Refused>, mut progress: ResMut<PlayerProgress>) {
    for refused in refused.read() {
        if let RequestRefusal::CannotGoOn { kept: Ok(_), .. } = refused.reason {
            progress.0.battle = None;
        }
    }
}

/// What is looked at to see whether a battle is at rest: its moment, its commands, and whether time
/// stands still.
type Seen = (u64, usize, bool);

/// Notes the battle that is fought: at once if the player did something, and else when it comes to
/// rest, now and then while time runs, and when the player leaves.
fn note_battle(
    battle: If<Res<Shown>>,
    clock: Res<Clock>,
    mut replayed: MessageReader<BattleReplayed>,
    mut exit: MessageReader<AppExit>,
    mut progress: ResMut<PlayerProgress>,
    (file, replays, mut toasts): (Res<PlayerFile<Progress>>, Res<ReplayFolder>, ResMut<Toasts>),
    (mut seen, mut was_watched): (Local<(Option<Seen>, u32)>, Local<bool>),
) {
    let (leaves, anew) = (exit.read().count() > 0, replayed.read().count() > 0);
    if !is_fought(&battle) {
        *was_watched = !battle.is_demo();
        return;
    }
    // A command in a replay makes it a battle of its own.
    let from_replay = std::mem::take(&mut *was_watched);
    let present = battle.session().battle();
    let rests = !clock.playing || battle.is_live() && !present.waits_for().is_empty();
    let entries = battle.session().entries().len();
    let now = Some((battle.moment().fingerprint(), entries, rests));
    let still = if seen.0 == now { seen.1 + 1 } else { 0 };
    *seen = (now, still);
    if still > CALM && !leaves && !anew {
        return;
    }
    let left = progress.0.battle.as_ref();
    let another = left.filter(|left| {
        left.replay.battle != battle.encounter().name
            || from_replay && left.replay.seed != battle.session().seed()
    });
    if let Some(left) = another.filter(|left| file.can_be_written() && is_commanded(left)) {
        toasts.push(match replays.keep(&left.replay) {
            Ok(kept) => {
                let kept = plain_path(&kept);
                Toast::news(format!("The battle before is kept as a replay: {kept}"))
            }
            Err(why) => Toast::bad(format!("The battle before could not be kept: {why}")),
        });
    }
    if present.outcome().is_some() {
        if left.is_some() {
            progress.0.battle = None;
        }
    } else if anew || is_due(left, &battle, leaves || rests && still >= CALM) {
        progress.0.battle = Some(Unfinished {
            step: battle.battle().tick(),
            replay: battle.session().replay(),
        });
    }
}

/// Whether the player has done something to a battle, besides beginning it.
fn is_commanded(left: &Unfinished) -> bool {
    let mut entries = left.replay.entries.iter();
    entries.any(|entry| entry.command.can_be_taken_back())
}

/// Whether a battle must be noted anew.
fn is_due(left: Option<&Unfinished>, battle: &Shown, rests: bool) -> bool {
    let Some(Unfinished { step, replay }) = left else {
        return true;
    };
    let live = battle.session();
    let same = replay.battle == battle.encounter().name && replay.seed == live.seed();
    let played = live.battle().tick().checked_sub(replay.steps());
    let Some(played) = played.filter(|_| same && replay.entries == live.entries()) else {
        return true;
    };
    played >= STEPS || rests && (played > 0 || *step != battle.battle().tick())
}

/// Writes what has changed, at the end of the frame in which it did.
fn write(
    progress: Res<PlayerProgress>,
    folder: Res<DataFolder>,
    mut file: ResMut<PlayerFile<Progress>>,
    mut toasts: ResMut<Toasts>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if let Err(why) = file.write(&progress.0, Progress::write, &folder) {
        toasts.push(Toast::bad(format!(
            "Your progress could not be written: {why}\nIt is tried again with what you do next."
        )).about("progress"));
        redraw.request();
    }
}

#[cfg(test)]
mod tests {
    use foretold_content::RunProgress;
    use foretold_sim::testing::shipped_files;

    use super::*;

    #[test]
    fn a_victory_counts_for_the_run_only_where_the_run_is() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let mut progress = Progress {
            run: Some(RunProgress {
                run: "descent".to_owned(),
                at: 1,
                won: false,
            }),
            ..Progress::default()
        };
        let result = |steps, hp| BestResult { steps, hp };
        win(&mut progress, "crossfire", result(9, 40), Some(&content));
        assert!(progress.run.as_ref().is_some_and(|leg| !leg.won));
        win(&mut progress, "heavy-hands", result(5, 5), Some(&content));
        assert!(progress.run.as_ref().is_some_and(|leg| leg.won));
        win(&mut progress, "crossfire", result(12, 60), Some(&content));
        assert_eq!(progress.best.get("crossfire"), Some(&result(9, 60)));
        let expected = ["crossfire", "heavy-hands"].map(str::to_owned);
        assert_eq!(progress.won, expected.into());
    }
}
