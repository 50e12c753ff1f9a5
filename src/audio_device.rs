//! Whether there may be a device to play sounds on.
//!
//! Without one, the system's own library complains on standard error, line by line, and cannot be
//! silenced. So the game asks it only if there are signs of a device.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A system that sets one of these has sound.
const SIGNS: [&str; 3] = ["PULSE_SERVER", "PIPEWIRE_REMOTE", "ALSA_CONFIG_PATH"];
/// Where the sound servers listen, in the folder of the session.
const SERVERS: [&str; 2] = ["pulse/native", "pipewire-0"];

/// Whether there are signs of a device. Always true on systems other than Linux: they do not
/// complain.
pub(crate) fn may_be_there() -> bool {
    let session = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    !cfg!(target_os = "linux")
        || SIGNS.iter().any(|sign| env::var_os(sign).is_some())
        || session.is_some_and(|session| has_server(&session))
        || has_card(Path::new("/dev/snd"))
}

/// Whether a sound server listens in the folder of a session.
fn has_server(session: &Path) -> bool {
    SERVERS.iter().any(|server| session.join(server).exists())
}

/// Whether the folder of devices has a card that can play and that we may use.
fn has_card(devices: &Path) -> bool {
    let entries = fs::read_dir(devices).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|name| Some(card_that_plays(&name)?.to_owned()))
        // The device itself may be busy, so that opening it would wait; its control never is.
        .any(|card| File::open(devices.join(format!("controlC{card}"))).is_ok())
}

/// The card that a device belongs to, if it can play: 0 for `pcmC0D3p`.
fn card_that_plays(device: &str) -> Option<&str> {
    let (card, place) = device.strip_prefix("pcmC")?.split_once('D')?;
    place.ends_with('p').then_some(card)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is a place for it");
        for file in files {
            let file = folder.path().join(file);
            let parent = file.parent().expect("it is in the folder");
            fs::create_dir_all(parent).expect("tests may write temporary files");
            fs::write(file, "").expect("tests may write temporary files");
        }
        folder
    }

    #[test]
    fn a_card_counts_if_it_plays_and_we_may_use_it() {
        for (files, there) in [
            (&["controlC0", "pcmC0D3p", "timer"][..], true),
            (&["controlC1", "pcmC1D0p", "pcmC1D0c"], true),
            (&["controlC0", "pcmC0D0c"], false),
            (&["pcmC0D0p"], false),
            (&["controlC0", "pcmC1D0p"], false),
            (&["seq", "timer"], false),
            (&[], false),
        ] {
            assert_eq!(has_card(folder(files).path()), there, "{files:?}");
        }
        assert!(!has_card(Path::new("no/such/folder")));
    }

    #[test]
    fn a_server_counts_if_it_listens() {
        assert!(has_server(folder(&["pulse/native"]).path()));
        assert!(has_server(folder(&["pipewire-0"]).path()));
        assert!(!has_server(folder(&["wayland-0", "bus"]).path()));
    }
}
