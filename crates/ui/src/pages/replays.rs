//! The battles that were kept: watching them, and throwing them away.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use foretold_battle::{Ending, Outcome, Replay};
use foretold_content::{Content, delete_file, plain, plain_path, read_replay};
use foretold_sim::{ReplayFolder, ReplayKept};

use super::branches::spawn_branches;
use super::invitation::spawn_invitation;
use super::page_action::{PageAction, action_button, leading_action, watchable};
use super::{Page, PageBuilder, PageSystems, Pages, must_build, on_top};
use crate::prelude::*;

/// How the file of a replay ends.
const ENDING: &str = ".replay.ron";
/// More than these nobody looks through: the newest are listed.
const MOST: usize = 200;

/// A file in the folder of replays.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kept {
    file: PathBuf,
    /// Its name without the ending.
    name: String,
    written: Option<SystemTime>,
    /// What it holds, or what is wrong with it.
    summary: Result<Summary, String>,
}

/// What a replay holds, in short.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Summary {
    battle: String,
    seed: u64,
    steps: u32,
    ending: Option<Ending>,
}

/// The file about which the player is asked whether to delete it.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PendingDelete(Option<PathBuf>);

/// The question whether to delete a replay.
#[derive(SystemParam)]
pub(super) struct DeleteQuestion<'w> {
    pending: ResMut<'w, PendingDelete>,
    focus: Focus<'w>,
}

impl DeleteQuestion<'_> {
    /// Keeps the file, if there is one in question.
    pub(super) fn answer_no(&mut self) -> bool {
        let Some(file) = self.pending.0.take() else {
            return false;
        };
        self.focus.find_again(&Verb::Ask.label(name_of(&file)));
        true
    }
}

/// The list as a whole.
#[derive(Component)]
struct Shelf;

/// A button about a file.
#[derive(Component, Clone)]
struct ReplayButton(PathBuf);

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(GameContent, PendingDelete).or_else(on_message::<ReplayKept>);
    // A player who comes back later is not in the middle of deleting.
    let forget_question = |mut pending: ResMut<PendingDelete>| {
        pending.set_if_neq(PendingDelete(None));
    };
    app.init_resource::<PendingDelete>().add_systems(
        Update,
        (
            forget_question.run_if(not(on_top(Page::Replays))),
            build.run_if(must_build(Page::Replays, changed)),
        )
            .chain()
            .in_set(PageSystems),
    );
}

/// The files of replays in a folder, and when each was written. Only plain files of that very folder
/// count.
fn files_in(folder: &Path) -> Vec<(Reverse<Option<SystemTime>>, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(|entry| {
            let file = entry.ok()?.path();
            let about = file.symlink_metadata().ok()?;
            let is_replay = about.is_file() && !name_of(&file).is_empty();
            is_replay.then(|| (Reverse(about.modified().ok()), file))
        })
        .collect()
}

/// How many replays are kept, in words.
pub(super) fn count_in_words(folder: &ReplayFolder) -> String {
    match folder.0.as_deref().map(files_in).unwrap_or_default().len() {
        0 => "none kept yet".to_owned(),
        count => format!("{count} kept"),
    }
}

/// The replays in a folder, the newest first.
fn kept_in(folder: &Path) -> Vec<Kept> {
    let mut found = files_in(folder);
    found.sort();
    found.truncate(MOST);
    let read = |(Reverse(written), file): (Reverse<Option<SystemTime>>, PathBuf)| {
        let replay = read_replay(&file).map_err(|error| error.to_string());
        Kept {
            summary: replay.map(|replay| Summary {
                steps: replay.steps(),
                battle: replay.battle,
                seed: replay.seed,
                ending: replay.ending,
            }),
            name: name_of(&file).to_owned(),
            file,
            written,
        }
    };
    found.into_iter().map(read).collect()
}

/// How long ago something was written.
fn age_in_words(age: Duration) -> String {
    match age.as_secs() / (24 * 60 * 60) {
        0 => "within the last day".to_owned(),
        1 => "1 day ago".to_owned(),
        days => format!("{days} days ago"),
    }
}

fn build(
    mut page: PageBuilder,
    content: Res<GameContent>,
    keys: Res<KeysInForce>,
    folder: Res<ReplayFolder>,
    (pending, shown): (Res<PendingDelete>, Option<Res<Shown>>),
) {
    let all = folder.0.as_deref().map(kept_in).unwrap_or_default();
    let key = key_for(&keys, Act::KeepReplay);
    let content = content.content().map(|content| &**content);
    page.set(Page::Replays, "Replays", |frame, style| {
        let branches = shown.as_ref().map_or(&[][..], |it| it.session().branches());
        if all.is_empty() && branches.is_empty() {
            let key = key.map_or(String::new(), |key| format!(" ({key})"));
            let text = format!(
                "Fight a battle worth seeing twice, then choose “Keep the battle as a replay”{key}: in its menu, or with its result. From here you watch it again, and change how it went."
            );
            let words = ("Nothing is kept yet", text.as_str());
            spawn_invitation(frame, Icon::Film, words, style, |buttons| {
                leading_action(buttons, PageAction::Battles, style);
                action_button(buttons, PageAction::NewRun, style);
            });
        } else {
            scroll_area(frame, style, Shelf).with_children(|list| {
                let is_kept = |branch: &Replay| {
                    let name = foretold_sim::replay_name(branch);
                    let name = name.strip_suffix(ENDING);
                    all.iter().any(|kept| name == Some(&kept.name))
                };
                spawn_branches(list, branches, is_kept, style);
                for kept in &all {
                    let asked = pending.0.as_ref() == Some(&kept.file);
                    spawn_row(list, kept, asked, content, style);
                }
            });
        }
        if let Some(folder) = &folder.0 {
            let text = format!("The files are in {}", plain_path(folder));
            frame.spawn(style.small(text, style.ink()));
        }
    });
}

/// A row of the list.
pub(super) fn row(style: &UiStyle) -> impl Bundle + use<> {
    let row = Node::row(px(12))
        .centred()
        .fixed()
        .padding(px(8).all())
        .framed(style.corner());
    let palette = &style.look.theme.palette;
    (
        row,
        BackgroundColor(colour(palette.panel)),
        BorderColor::all(colour(palette.border)),
    )
}

/// What a row says, in lines; the rest of it is as wide as it must be.
pub(super) fn words() -> Node {
    Node::column(px(0)).share(1.0).min_width(px(0))
}

fn spawn_row(
    list: &mut ChildSpawnerCommands<'_>,
    kept: &Kept,
    asked: bool,
    content: Option<&Content>,
    style: &UiStyle,
) {
    let palette = &style.look.theme.palette;
    list.spawn(row(style)).with_children(|row| {
        let outcome = kept.summary.as_ref().ok();
        let outcome = outcome.map(|it| outcome_in_words(it.ending, it.steps));
        let (icon, ink) = match outcome {
            Some((icon, _)) => (icon, style.ink()),
            None => (Icon::TriangleAlert, colour(palette.bad)),
        };
        row.spawn(style.icon(icon, ink));
        row.spawn(words()).with_children(|words| {
            let (title, mut about) = match &kept.summary {
                Ok(it) => {
                    let known = content.and_then(|content| content.encounter(&it.battle));
                    let title = known.map_or(&it.battle, |known| &known.title);
                    (title.clone(), format!("seed {}", it.seed))
                }
                Err(why) => {
                    let title = format!("{}{ENDING}", plain(&kept.name));
                    (title, format!("It cannot be watched: {}", quoted(why)))
                }
            };
            if let Some(written) = kept.written {
                // Clocks may differ: what comes from the future is new.
                let age = written.elapsed().unwrap_or_default();
                about += &format!(" · {}", age_in_words(age));
            }
            words.spawn(style.bold(title, style.ink()));
            if let Some((_, outcome)) = &outcome {
                words.spawn(style.plain(outcome, style.ink()));
            }
            words.spawn(style.plain(about, style.muted()));
        });
        if asked {
            row.spawn(style.bold("Really delete it?", style.ink()));
        }
        for &verb in verbs(kept, asked) {
            spawn_verb(row, verb, kept, style);
        }
    });
}

/// How a battle ended, as an icon and in words.
pub(super) fn outcome_in_words(ending: Option<Ending>, steps: u32) -> (Icon, String) {
    let (icon, word) = match ending {
        Some(Ending::Over(Outcome::Victory)) => (Icon::Trophy, "Won after"),
        Some(Ending::Over(Outcome::Defeat)) => (Icon::Skull, "Lost after"),
        Some(Ending::Over(Outcome::Draw(_))) => (Icon::Equal, "Drawn after"),
        Some(Ending::Unfinished) => {
            return (Icon::Hourglass, format!("Unfinished at step {steps}"));
        }
        None => (Icon::CircleQuestionMark, "Outcome unknown after"),
    };
    (icon, format!("{word} {}", steps_in_words(steps)))
}

enum_table! {
    /// What can be done with a file.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Verb {
        /// How the label of its button begins; its icon and caption.
        fn words() -> (&'static str, Icon, &'static str);
        Watch => ("Watch", Icon::Play, "Watch"),
        Ask => ("Delete", Icon::Trash2, "Delete"),
        Delete => ("Really delete", Icon::Trash2, "Delete"),
        Spare => ("Spare", Icon::Undo2, "Keep"),
    }
}

fn verbs(kept: &Kept, asked: bool) -> &'static [Verb] {
    match (asked, &kept.summary) {
        (true, _) => &[Verb::Delete, Verb::Spare],
        (false, Ok(_)) => &[Verb::Watch, Verb::Ask],
        (false, Err(_)) => &[Verb::Ask],
    }
}

impl Verb {
    /// The label of its button.
    fn label(self, name: &str) -> String {
        format!("{} {name}", self.words().0)
    }
}

fn spawn_verb(row: &mut ChildSpawnerCommands<'_>, verb: Verb, kept: &Kept, style: &UiStyle) {
    let (_, icon, caption) = verb.words();
    let mut spawned = row.spawn(button(verb.label(&kept.name), style));
    spawned
        .insert(ReplayButton(kept.file.clone()))
        .caption_icon(icon, style)
        .caption(caption, style);
    match verb {
        Verb::Watch => spawned.observe(watch),
        Verb::Ask => spawned.observe(ask),
        Verb::Delete => spawned.observe(delete),
        Verb::Spare => spawned.observe(spare),
    };
}

fn watch(
    press: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
    (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>),
) {
    if let Ok(ReplayButton(file)) = buttons.get(press.entity) {
        requests.write(BattleRequest::Open(file.clone()));
        watchable(&clock, &mut speed);
        pages.run_on(true);
    }
}

/// How long a replay is.
fn steps_in_words(steps: u32) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// The name of a replay's file, without its ending.
fn name_of(file: &Path) -> &str {
    let name = file.file_name().and_then(|name| name.to_str());
    name.and_then(|name| name.strip_suffix(ENDING))
        .unwrap_or_default()
}

fn ask(
    press: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut pending: ResMut<PendingDelete>,
    mut focus: Focus,
) {
    if let Ok(ReplayButton(file)) = buttons.get(press.entity) {
        pending.0 = Some(file.clone());
        // A second press of the same key does no harm.
        focus.find_again(&Verb::Spare.label(name_of(file)));
    }
}

fn spare(_: On<Activate>, mut asked: DeleteQuestion) {
    asked.answer_no();
}

fn delete(
    press: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut pending: ResMut<PendingDelete>,
    mut toasts: ResMut<Toasts>,
) {
    // Only what the player was asked about.
    if let Ok(ReplayButton(file)) = buttons.get(press.entity)
        && pending.0.take().as_ref() == Some(file)
    {
        toasts.push(match delete_file(file) {
            Ok(()) => Toast::news(format!("Deleted: {}{ENDING}", plain(name_of(file)))),
            Err(error) => Toast::bad(error.to_string()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_says_how_old_it_is() {
        for (hours, expected) in [
            (23, "within the last day"),
            (25, "1 day ago"),
            (100, "4 days ago"),
        ] {
            assert_eq!(age_in_words(Duration::from_hours(hours)), expected);
        }
    }

    #[test]
    fn a_replay_says_how_it_ended() {
        let over = |outcome| Some(Ending::Over(outcome));
        let time = Outcome::Draw(foretold_battle::DrawReason::TimeLimit);
        for (ending, steps, expected) in [
            (over(Outcome::Victory), 14, "Won after 14 steps"),
            (over(Outcome::Defeat), 1, "Lost after 1 step"),
            (over(time), 400, "Drawn after 400 steps"),
            (Some(Ending::Unfinished), 6, "Unfinished at step 6"),
            (None, 6, "Outcome unknown after 6 steps"),
        ] {
            assert_eq!(outcome_in_words(ending, steps).1, expected);
        }
    }

    #[test]
    fn only_plain_files_of_the_folder_are_listed() {
        let folder = tempfile::tempdir().expect("there is a place for it");
        let write = |name: &str| {
            std::fs::write(folder.path().join(name), "no replay").expect("it can be written");
        };
        write("one.replay.ron");
        write("notes.txt");
        write(".two.replay.ron.1.draft");
        let inner = folder.path().join("three.replay.ron");
        std::fs::create_dir(inner).expect("it can be made");
        let found = kept_in(folder.path());
        let names: Vec<&str> = found.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(names, ["one"]);
        assert!(found[0].summary.is_err());
        assert_eq!(kept_in(&folder.path().join("missing")), []);
    }

    #[test]
    fn a_replay_with_a_broken_seal_is_listed_as_damaged() {
        let folder = tempfile::tempdir().expect("there is a place for it");
        let mut replay = Replay {
            version: foretold_battle::REPLAY_VERSION,
            battle: "crypt".to_owned(),
            content: 1,
            seed: 7,
            entries: Vec::new(),
            fingerprints: vec![1],
            end: 1,
            ending: None,
            seal: 0,
        };
        let mut listed = |seal: fn(&mut Replay)| {
            seal(&mut replay);
            let text = foretold_content::replay_to_text(&replay);
            let file = folder.path().join("one.replay.ron");
            std::fs::write(file, text).expect("it can be written");
            kept_in(folder.path()).remove(0)
        };
        let whole = listed(Replay::reseal);
        let unknown = Summary {
            battle: "crypt".to_owned(),
            seed: 7,
            steps: 0,
            ending: None,
        };
        assert_eq!(whole.summary, Ok(unknown));
        let broken = listed(|replay| replay.seal ^= 1);
        let why = broken.summary.clone().expect_err("its seal is broken");
        assert!(why.starts_with("the replay is damaged"), "{why}");
        assert_eq!(verbs(&broken, false), [Verb::Ask], "it cannot be watched");
    }
}
