//! The files of runs: the one under way, and the chronicle of those that are over.
//!
//! The run is written after every change, in the background, so that no frame waits for the disk. Each
//! file is whole or not at all. A run that is over gets a file of its own, then a line of the chronicle,
//! and only then the file of the run under way is deleted: whenever the game is killed, the next start
//! finds one or the other.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::tasks::{IoTaskPool, Task, block_on, poll_once};
use foretold_content::{cannot, delete_file, plain_path, put_aside, read_text, write_atomically};
use foretold_run::{Chronicle, ChronicleEntry, RecordError, Run, RunEnd, RunRecord};

use super::CurrentRun;
use crate::SimSystems;
use crate::refusal::RequestRefusal;

/// The file of the run under way.
const CURRENT: &str = "current.run.ron";
/// The file of the chronicle.
const CHRONICLE: &str = "chronicle.ron";

/// Where runs are kept. Without a folder they are not.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct RunFolder(pub Option<PathBuf>);

/// Something is wrong with the files of runs: what, and what became of them. Written by
/// [`RunPlugin`](super::RunPlugin).
#[derive(Message, Clone, PartialEq, Eq, Debug)]
pub struct RunFileTrouble(pub String);

/// The runs in the folder. Kept up to date by [`RunPlugin`](super::RunPlugin).
#[derive(Resource, Clone, Debug)]
pub struct KeptRuns {
    under_way: Option<RunRecord>,
    chronicle: Chronicle,
    /// Whether the current run is written. One that is only looked at is not.
    pub(super) is_kept: bool,
    is_written: bool,
    /// A run that was ended without being played, because the content has changed.
    unplayed: Option<ChronicleEntry>,
}

impl Default for KeptRuns {
    fn default() -> Self {
        KeptRuns {
            under_way: None,
            chronicle: Chronicle::default(),
            is_kept: false,
            is_written: true,
            unplayed: None,
        }
    }
}

impl KeptRuns {
    /// The run that is not over yet, as it was read at the start.
    pub fn under_way(&self) -> Option<&RunRecord> {
        self.under_way.as_ref()
    }

    /// The runs that are over.
    pub fn chronicle(&self) -> &Chronicle {
        &self.chronicle
    }

    /// Whether everything that was done in the run is on the disk.
    pub fn is_written(&self) -> bool {
        self.is_written
    }

    /// Ends the run under way although it cannot be played with the content as it is.
    pub(super) fn end_unplayed(&mut self) -> Result<(), RequestRefusal> {
        let record = self.under_way.take().ok_or(RequestRefusal::NoRun)?;
        let entry = ChronicleEntry {
            file: record.file_name(),
            start: record.start,
            end: RunEnd::GivenUp,
            floor: record.floor(),
            company: Vec::new(),
            ended: now(),
        };
        self.chronicle.add(entry.clone());
        self.unplayed = Some(entry);
        Ok(())
    }
}

/// The writing that is under way, and the run that waits for it.
#[derive(Resource, Default)]
struct Writing {
    task: Option<Task<Result<(), String>>>,
    waits: Option<(RunRecord, Option<Chronicle>)>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RunFolder>()
        .init_resource::<KeptRuns>()
        .init_resource::<Writing>()
        .add_message::<RunFileTrouble>()
        .add_systems(
            Update,
            read_folder
                .run_if(resource_changed::<RunFolder>)
                .before(SimSystems::Requests),
        )
        .add_systems(
            Update,
            (
                note_run.run_if(resource_changed::<CurrentRun>),
                note_unplayed.run_if(resource_changed::<KeptRuns>),
                write,
            )
                .chain()
                .in_set(SimSystems::Refresh),
        )
        .add_systems(Last, finish_writing.run_if(on_message::<AppExit>));
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Reads a kept run.
pub(super) fn read(file: &Path) -> Result<RunRecord, String> {
    let whose = |why: String| format!("{}: {why}", plain_path(file));
    let text = read_text(file).map_err(whose)?;
    RunRecord::from_text(&text).map_err(|error| whose(error.to_string()))
}

/// Reads the run under way and the chronicle.
fn read_folder(
    folder: Res<RunFolder>,
    mut kept: ResMut<KeptRuns>,
    mut trouble: MessageWriter<RunFileTrouble>,
) {
    let Some(folder) = &folder.0 else {
        return;
    };
    let mut report = |what: &str, file: &Path, why: String| {
        trouble.write(RunFileTrouble(set_aside(what, file, &why)));
    };
    let file = folder.join(CHRONICLE);
    if file.exists() {
        match read_text(&file).and_then(|text| Chronicle::from_text(&text)) {
            Ok(chronicle) => kept.chronicle = chronicle,
            Err(why) => report("The chronicle", &file, why),
        }
    }
    let file = folder.join(CURRENT);
    if file.exists() {
        let read = read_text(&file).map_err(RecordError::NoRecord);
        match read.and_then(|text| RunRecord::from_text(&text)) {
            // The game was killed after the run had ended.
            Ok(record) if kept.chronicle.has(&record.file_name()) => {
                let _ = delete_file(&file);
            }
            Ok(record) => kept.under_way = Some(record),
            Err(error) => report("The run", &file, error.to_string()),
        }
    }
}

/// Puts a damaged file aside, and says what became of it.
fn set_aside(what: &str, file: &Path, why: &str) -> String {
    match put_aside(file) {
        Ok(aside) => {
            let aside = plain_path(&aside);
            format!("{what} that was kept cannot be read: {why}.\nThe old file is now {aside}.")
        }
        Err(error) => {
            let file = plain_path(file);
            format!(
                "{what} that was kept cannot be read: {why}.\nMend or delete {file}, which could not be put aside: {error}"
            )
        }
    }
}

/// Notes the run as it is now, to be written.
fn note_run(
    current: Res<CurrentRun>,
    folder: Res<RunFolder>,
    mut kept: ResMut<KeptRuns>,
    mut writing: ResMut<Writing>,
) {
    let Some(run) = current.get().filter(|_| kept.is_kept) else {
        return;
    };
    let record = run.record();
    if kept.under_way.as_ref() == Some(&record) {
        return;
    }
    let chronicle = run.end().map(|end| {
        kept.chronicle.add(entry(run, &record, end));
        kept.chronicle.clone()
    });
    if folder.0.is_some() {
        kept.is_written = false;
        writing.waits = Some((record.clone(), chronicle));
    }
    kept.under_way = run.end().is_none().then_some(record);
    // What is over is written once.
    kept.is_kept = run.end().is_none();
}

/// Notes a run that was ended without being played.
fn note_unplayed(
    folder: Res<RunFolder>,
    mut kept: ResMut<KeptRuns>,
    mut trouble: MessageWriter<RunFileTrouble>,
) {
    let kept = kept.bypass_change_detection();
    let (Some(entry), Some(folder)) = (kept.unplayed.take(), &folder.0) else {
        return;
    };
    let current = folder.join(CURRENT);
    let kept = std::fs::copy(&current, folder.join(&entry.file))
        .map_err(|error| cannot("be copied", &current, &error))
        .and_then(|_| write_file(&folder.join(CHRONICLE), &kept.chronicle.to_text()))
        .and_then(|()| delete_file(&current).map_err(|error| error.to_string()));
    if let Err(why) = kept {
        trouble.write(RunFileTrouble(why));
    }
}

fn entry(run: &Run, record: &RunRecord, end: RunEnd) -> ChronicleEntry {
    let company = run.company().iter();
    ChronicleEntry {
        file: record.file_name(),
        start: run.start(),
        end,
        floor: run.floor(),
        company: company.map(|companion| companion.unit.clone()).collect(),
        ended: now(),
    }
}

/// Writes what waits, once the writing before is done.
fn write(
    folder: Res<RunFolder>,
    (mut writing, mut kept): (ResMut<Writing>, ResMut<KeptRuns>),
    mut trouble: MessageWriter<RunFileTrouble>,
) {
    let writing = writing.bypass_change_detection();
    if let Some(task) = &mut writing.task {
        let Some(result) = block_on(poll_once(task)) else {
            return;
        };
        writing.task = None;
        match result {
            // Nothing on screen shows it.
            Ok(()) => kept.bypass_change_detection().is_written = writing.waits.is_none(),
            Err(why) => {
                trouble.write(RunFileTrouble(not_written(&why)));
            }
        }
    }
    if let (Some(folder), Some((record, chronicle))) = (folder.0.clone(), writing.waits.take()) {
        let job = async move { write_run(&folder, &record, chronicle.as_ref()) };
        writing.task = Some(IoTaskPool::get().spawn(job));
    }
}

fn not_written(why: &str) -> String {
    format!("The run could not be written: {why}\nIt is tried again with what you do next.")
}

/// Whoever leaves the game leaves a run that is written.
fn finish_writing(folder: Res<RunFolder>, mut writing: ResMut<Writing>) {
    if let Some(task) = writing.task.take() {
        let _ = block_on(task);
    }
    if let (Some(folder), Some((record, chronicle))) = (&folder.0, writing.waits.take())
        && let Err(why) = write_run(folder, &record, chronicle.as_ref())
    {
        tracing::error!("{}", not_written(&why));
    }
}

/// Writes a run: under way as the current one, over as one of its own and into the chronicle.
fn write_run(
    folder: &Path,
    record: &RunRecord,
    chronicle: Option<&Chronicle>,
) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| cannot("be made", folder, &error))?;
    let current = folder.join(CURRENT);
    let Some(chronicle) = chronicle else {
        return write_file(&current, &record.to_text());
    };
    write_file(&folder.join(record.file_name()), &record.to_text())?;
    write_file(&folder.join(CHRONICLE), &chronicle.to_text())?;
    delete_file(&current).map_err(|error| error.to_string())
}

fn write_file(file: &Path, text: &str) -> Result<(), String> {
    write_atomically(file, text).map_err(|error| error.to_string())
}
