//! The battles that were kept: watching them, and throwing them away.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foretold_battle::Replay;
use foretold_content::{Content, delete_file, plain, plain_path, read_replay};
use foretold_sim::{ReplayFolder, ReplayKept};

use super::branches::spawn_lines;
use super::page_action::watchable;
use super::{Page, PageBuilder, PageSystems, Pages, on_top, turned_to};
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
    /// Battle, seed and steps, or what is wrong with it.
    told: Result<(String, u64, u32), String>,
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
        let Some(file) = self.pending.0.clone() else {
            return false;
        };
        self.pending.0 = None;
        self.focus.find_again(&Verb::Ask.label(name_of(&file)));
        true
    }
}

/// The list as a whole.
#[derive(Component)]
struct Shelf;

/// A button about a file.
#[derive(Component, Clone)]
struct ReplaySummary(PathBuf);

pub(super) fn plugin(app: &mut App) {
    let changed = resource_changed::<GameContent>
        .or_else(resource_changed::<PendingDelete>)
        .or_else(on_message::<ReplayKept>);
    app.init_resource::<PendingDelete>()
        .add_systems(
            Update,
            build
                .run_if(turned_to(Page::Replays).or_else(on_top(Page::Replays).and_then(changed)))
                .in_set(PageSystems),
        )
        // Who comes back later is not in the middle of deleting.
        .add_systems(
            Update,
            (|mut doomed: ResMut<PendingDelete>| doomed.0 = None)
                .run_if(
                    not(on_top(Page::Replays))
                        .and_then(|doomed: Res<PendingDelete>| doomed.0.is_some()),
                )
                .before(PageSystems),
        );
}

/// The replays in a folder, the newest first. Only plain files of that very folder count.
fn kept_in(folder: &Path) -> Vec<Kept> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<(Option<SystemTime>, String, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let name = name.strip_suffix(ENDING)?.to_owned();
            let about = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((about.modified().ok(), name, entry.path()))
        })
        .collect();
    found.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(MOST);
    let read = |(written, name, file): (Option<SystemTime>, String, PathBuf)| {
        let told = read_replay(&file).map_err(|error| error.to_string());
        let told = told.map(|replay| (replay.battle.clone(), replay.seed, replay.steps()));
        Kept {
            file,
            name,
            written,
            told,
        }
    };
    found.into_iter().map(read).collect()
}

/// A moment as a date and a time of day, as the whole world counts them.
fn date(moment: SystemTime) -> Option<String> {
    let since = moment.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (days, minutes) = (since.as_secs() / 86_400, since.as_secs() / 60 % 1_440);
    // Years of 400 repeat; each begins in March, so that the odd day is the last.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year + later;
    let (hour, minute) = (minutes / 60, minutes % 60);
    (year < 10_000).then(|| format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC"))
}

fn build(
    mut stage: PageBuilder,
    content: Res<GameContent>,
    keys: Res<KeysInForce>,
    folder: Res<ReplayFolder>,
    (doomed, shown): (Res<PendingDelete>, Option<Res<Shown>>),
) {
    let all = folder.0.as_deref().map(kept_in).unwrap_or_default();
    let key = key_for(&keys, Act::KeepReplay);
    let content = content.content().map(|content| &**content);
    stage.set(Page::Replays, "Replays", |frame, style| {
        if all.is_empty() {
            let key = key.map_or(String::new(), |key| format!(" ({key})"));
            frame.spawn(style.plain(
                format!("Nothing is kept yet. In a battle, “Keep the battle as a replay”{key} writes it to a file; it stands in the menu too, and on the page that tells the result."),
                style.ink(),
            ));
        }
        scroll_area(frame, style, Shelf).with_children(|list| {
            let is_kept = |line: &Replay| {
                let name = foretold_sim::replay_name(line);
                all.iter()
                    .any(|kept| name.strip_suffix(ENDING) == Some(kept.name.as_str()))
            };
            let branches = shown
                .as_ref()
                .map_or(&[][..], |shown| shown.session().branches());
            spawn_lines(list, branches, is_kept, style);
            for kept in &all {
                let asked = doomed.0.as_ref() == Some(&kept.file);
                spawn_row(list, kept, asked, content, style);
            }
        });
        if let Some(folder) = &folder.0 {
            frame.spawn(style.remark(format!("The files are in {}", plain_path(folder))));
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
    let edge = colour(style.look.theme.palette.border);
    (row, BorderColor::all(edge))
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
        let icon = if kept.told.is_ok() {
            style.icon(Icon::Film, style.ink())
        } else {
            style.icon(Icon::TriangleAlert, colour(palette.bad))
        };
        row.spawn(icon);
        row.spawn(words()).with_children(|words| {
            let written = kept.written.and_then(date);
            let written = written.map_or(String::new(), |date| format!(" · {date}"));
            match &kept.told {
                Ok((battle, seed, steps)) => {
                    let known = content.and_then(|content| content.encounter(battle));
                    let title = known.map_or(battle.as_str(), |known| &known.title);
                    words.spawn(style.bold(title, style.ink()));
                    words.spawn(style.plain(
                        format!("seed {seed} · {}{written}", steps_in_words(*steps)),
                        style.muted(),
                    ));
                }
                Err(why) => {
                    let name = plain(&kept.name);
                    words.spawn(style.bold(format!("{name}{ENDING}"), style.ink()));
                    let why = quoted(why);
                    words.spawn(style.plain(
                        format!("It cannot be watched: {why}{written}"),
                        style.muted(),
                    ));
                }
            }
        });
        if asked {
            row.spawn(style.bold("Really delete it?", style.ink()));
        }
        for &verb in verbs(kept, asked) {
            spawn_verb(row, verb, kept, style);
        }
    });
}

/// What can be done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verb {
    Watch,
    Ask,
    Delete,
    Spare,
}

fn verbs(kept: &Kept, asked: bool) -> &'static [Verb] {
    match (asked, &kept.told) {
        (true, _) => &[Verb::Delete, Verb::Spare],
        (false, Ok(_)) => &[Verb::Watch, Verb::Ask],
        (false, Err(_)) => &[Verb::Ask],
    }
}

impl Verb {
    /// The label of its button.
    fn label(self, name: &str) -> String {
        match self {
            Verb::Watch => format!("Watch {name}"),
            Verb::Ask => format!("Delete {name}"),
            Verb::Delete => format!("Really delete {name}"),
            Verb::Spare => format!("Spare {name}"),
        }
    }
}

fn spawn_verb(row: &mut ChildSpawnerCommands<'_>, verb: Verb, kept: &Kept, style: &UiStyle) {
    let about = (
        button(verb.label(&kept.name), style),
        ReplaySummary(kept.file.clone()),
    );
    let (mut spawned, icon, text) = match verb {
        Verb::Watch => (row.spawn((about, observe(watch))), Icon::Play, "Watch"),
        Verb::Ask => (row.spawn((about, observe(ask))), Icon::Trash2, "Delete"),
        Verb::Delete => (row.spawn((about, observe(delete))), Icon::Trash2, "Delete"),
        Verb::Spare => (row.spawn((about, observe(spare))), Icon::Undo2, "Keep"),
    };
    spawned.caption_icon(icon, style);
    spawned.caption(text, style);
}

fn watch(
    press: On<Activate>,
    buttons: Query<&ReplaySummary>,
    mut pages: ResMut<Pages>,
    mut requests: MessageWriter<BattleRequest>,
    (clock, mut speed): (Res<Clock>, MessageWriter<ClockRequest>),
) {
    if let Ok(ReplaySummary(file)) = buttons.get(press.entity) {
        requests.write(BattleRequest::Open(file.clone()));
        watchable(&clock, &mut speed);
        pages.run_on(true);
    }
}

/// How long a replay is.
pub(super) fn steps_in_words(steps: u32) -> String {
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
    buttons: Query<&ReplaySummary>,
    mut doomed: ResMut<PendingDelete>,
    mut focus: Focus,
) {
    if let Ok(ReplaySummary(file)) = buttons.get(press.entity) {
        doomed.0 = Some(file.clone());
        // A second press of the same key does no harm.
        focus.find_again(&Verb::Spare.label(name_of(file)));
    }
}

fn spare(_: On<Activate>, mut asked: DeleteQuestion) {
    asked.answer_no();
}

fn delete(
    press: On<Activate>,
    buttons: Query<&ReplaySummary>,
    mut doomed: ResMut<PendingDelete>,
    mut toasts: ResMut<Toasts>,
) {
    // Only what the player was asked about.
    let Ok(ReplaySummary(file)) = buttons.get(press.entity) else {
        return;
    };
    if doomed.0.take().as_ref() != Some(file) {
        return;
    }
    toasts.push(match delete_file(file) {
        Ok(()) => Toast::news(format!("Deleted: {}{ENDING}", plain(name_of(file)))),
        Err(error) => Toast::bad(error.to_string()),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_as_a_date() {
        let at = |seconds: u64| date(UNIX_EPOCH + Duration::from_secs(seconds));
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_140, "2024-02-29 23:59 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (4_102_444_799, "2099-12-31 23:59 UTC"),
        ] {
            assert_eq!(at(seconds).as_deref(), Some(expected));
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
        assert!(found[0].told.is_err());
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
        assert_eq!(whole.told, Ok(("crypt".to_owned(), 7, 0)));
        let broken = listed(|replay| replay.seal ^= 1);
        let why = broken.told.clone().expect_err("its seal is broken");
        assert!(why.starts_with("the replay is damaged"), "{why}");
        assert_eq!(verbs(&broken, false), [Verb::Ask], "it cannot be watched");
    }
}
