//! Writing files: whole or not at all, through links, with their old permissions; and clearing up
//! after a program that was killed in between.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::plain::plain_path;
use crate::save::SaveError;

/// How the name of a draft ends: behind the file's own name and the number of its process.
const DRAFT: &str = ".draft";

/// The message that something cannot be done to a file or folder: why, and what to do.
///
/// ```
/// use std::io::{Error, ErrorKind};
///
/// let full = Error::from(ErrorKind::StorageFull);
/// assert_eq!(
///     foretold_content::cannot("be written", "a.ron".as_ref(), &full),
///     "a.ron cannot be written: the disk is full: free some space, then try again"
/// );
/// ```
pub fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    let why = match error.kind() {
        ErrorKind::StorageFull => "the disk is full: free some space, then try again",
        ErrorKind::QuotaExceeded => {
            "your share of the disk is used up: free some space, then try again"
        }
        ErrorKind::ReadOnlyFilesystem => {
            "its disk is read-only: make it writable, or choose another folder"
        }
        ErrorKind::PermissionDenied => {
            "the system does not allow it: change the permissions of the folder, or choose another"
        }
        ErrorKind::NotFound => "its folder does not exist: make the folder, then try again",
        ErrorKind::NotADirectory => {
            "a file stands where its folder should be: rename that file, or choose another folder"
        }
        ErrorKind::InvalidFilename => "its name is too long: choose a shorter one",
        _ => "",
    };
    let path = plain_path(path);
    if why.is_empty() {
        format!("{path} cannot {what}: {error}: mend that, or choose another place")
    } else {
        format!("{path} cannot {what}: {why}")
    }
}

/// Writes a file in one go: a reader finds the old text or the new one, never half of it. A file
/// that is replaced keeps its permissions, and a link still leads to the same place.
///
/// # Errors
/// In words, if the folder or the file cannot be written; then nothing has changed.
pub fn write_atomically(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), SaveError> {
    let failed = |error: io::Error| SaveError::Io(cannot("be written", path, &error));
    let refused = |why: &str| SaveError::Io(format!("{} {why}", plain_path(path)));
    if path.file_name().is_none() {
        return Err(refused("is not a name for a file: name a file"));
    }
    let path = match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => path.canonicalize().map_err(|_| {
            refused("cannot be written: it is a link that leads nowhere: delete the link")
        })?,
        _ => path.to_owned(),
    };
    let old = match fs::metadata(&path) {
        Ok(old) if old.is_file() => Some(old.permissions()),
        Ok(_) => {
            return Err(refused(
                "cannot be written: it exists and is not a plain file: choose another name",
            ));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let (folder, name) = (folder_of(&path), path.file_name().unwrap_or_default());
    clear_drafts(folder, |of| OsStr::new(of) == name);
    let draft = draft_of(&path);
    let written = write_synced(&draft, contents.as_ref(), old)
        // The lock ends after the rename, so no other program takes the draft for a stray one.
        .and_then(|_lock| fs::rename(&draft, &path));
    if let Err(error) = written {
        // The draft is ours; if it cannot be deleted either, the first error says more.
        let _ = fs::remove_file(&draft);
        return Err(failed(error));
    }
    sync_folder(folder);
    Ok(())
}

/// Deletes a file. One that is gone already counts as deleted.
///
/// # Errors
/// In words, if the system does not allow it.
pub fn delete_file(path: &Path) -> Result<(), SaveError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let path = plain_path(path);
            let message = format!(
                "{path} cannot be deleted: {error}: change the permissions of its folder, or delete it by hand"
            );
            Err(SaveError::Io(message))
        }
        _ => Ok(()),
    }
}

/// Whether a file that the user named may be written: only a new one, or over a plain file of the
/// same kind. A link is neither.
pub(crate) fn check_place(
    path: &Path,
    noun: &str,
    is_one: impl FnOnce() -> bool,
) -> Result<(), SaveError> {
    let refused = |why: &str| {
        let message = format!("{} {why}: choose another name", plain_path(path));
        Err(SaveError::Io(message))
    };
    if !folder_of(path).is_dir() {
        let missing = ErrorKind::NotFound.into();
        return Err(SaveError::Io(cannot("be written", path, &missing)));
    }
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => refused(&format!("cannot be checked ({error})")),
        Ok(there) if !there.is_file() => refused("exists and is not a plain file"),
        Ok(_) if is_one() => Ok(()),
        Ok(_) => refused(&format!("exists and is not a {noun}")),
    }
}

/// Writes a picture that is a PNG file in memory, in one go. Only an older picture is replaced.
///
/// # Errors
/// In words, if something else is there, or the file cannot be written; then nothing has changed.
pub fn write_picture_file(path: &Path, png: &[u8]) -> Result<(), SaveError> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    let is_picture = || {
        let mut start = [0; SIGNATURE.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == SIGNATURE
    };
    check_place(path, "picture", is_picture)?;
    write_atomically(path, png)
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn draft_of(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}{DRAFT}", std::process::id()));
    path.with_file_name(name)
}

fn write_synced(
    draft: &Path,
    contents: &[u8],
    permissions: Option<fs::Permissions>,
) -> io::Result<File> {
    // A process that was killed may have had our number.
    let _ = fs::remove_file(draft);
    // Never through a link in place of the draft.
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(draft)?;
    // Where there are no locks, no draft is cleared.
    let _ = file.lock();
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(contents)?;
    file.sync_all()?;
    Ok(file)
}

/// Makes the new name last. Not every system can do it, and the file itself is safe already.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Deletes the drafts that a killed program has left in a folder: those of files that `ours` knows.
///
/// This is safe. Only plain files count that are named as [`write_atomically`] names its drafts,
/// for a file that the game writes there. A process that writes a draft holds its lock, which ends
/// with the process, so a draft without a lock belongs to nobody. Nothing is reported: a draft that
/// stays does no harm.
pub fn clear_drafts(folder: &Path, ours: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(folder);
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        let drafted = name.to_str().and_then(drafted);
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if drafted.is_some_and(&ours) && is_file() {
            let file = OpenOptions::new().write(true).open(entry.path());
            if file.is_ok_and(|file| file.try_lock().is_ok()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// The name of the file that a draft is for, if this is the name of a draft.
fn drafted(draft: &str) -> Option<&str> {
    let inner = draft.strip_prefix('.')?.strip_suffix(DRAFT)?;
    let (name, process) = inner.rsplit_once('.')?;
    // As a process writes its number: no sign, no zero in front.
    let number: u32 = process.parse().ok()?;
    (!name.is_empty() && number.to_string() == process).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_drafts_are_known_by_their_names() {
        assert_eq!(drafted(".settings.ron.4711.draft"), Some("settings.ron"));
        for other in [
            "settings.ron.4711.draft",
            ".settings.ron.draft",
            ".settings.ron.4711.draft~",
            ".settings.ron.47x1.draft",
            ".settings.ron.+4711.draft",
            ".settings.ron.047.draft",
            ".settings.ron.99999999999.draft",
            "..4711.draft",
            ".4711.draft",
            ".draft",
        ] {
            assert_eq!(drafted(other), None, "{other}");
        }
        let own = draft_of(Path::new("a/b.ron"));
        let name = own.file_name().and_then(OsStr::to_str);
        assert_eq!(name.and_then(drafted), Some("b.ron"));
    }

    #[test]
    fn a_file_that_cannot_be_written_says_what_to_do() {
        for (kind, expected) in [
            (ErrorKind::StorageFull, "free some space, then try again"),
            (ErrorKind::QuotaExceeded, "free some space, then try again"),
            (ErrorKind::ReadOnlyFilesystem, "choose another folder"),
            (ErrorKind::PermissionDenied, "change the permissions"),
            (ErrorKind::NotFound, "make the folder, then try again"),
            (ErrorKind::NotADirectory, "choose another folder"),
            (ErrorKind::InvalidFilename, "choose a shorter one"),
            (ErrorKind::BrokenPipe, "mend that, or choose another place"),
        ] {
            let words = cannot("be written", Path::new("a\nb"), &kind.into());
            assert!(words.starts_with("a\\nb cannot be written: "), "{words}");
            assert!(words.contains(expected), "{words}");
        }
    }
}
