//! Long work: threads, a bar on standard error, and Ctrl+C that ends it early with what is done.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::problem::Problem;

/// The exit code of a program that Ctrl+C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Ctrl+C sets a switch; the second time it ends the program at once.
pub(crate) fn stop_by_ctrl_c() -> Result<&'static AtomicBool, Problem> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let heard = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(heard)
        .map_err(|error| Problem::Input(format!("Ctrl+C cannot be heard: {error}")))?;
    Ok(&STOP)
}

/// How many threads are worth it.
pub(crate) fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// A bar with the rate, the time left and a message. Nothing is drawn where standard error is no
/// terminal.
pub(crate) fn bar(name: &str, length: u64) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target(Some(length), target);
    let style = ProgressStyle::with_template(
        "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec}, {eta} left, {msg}",
    );
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_prefix(name.to_owned());
    bar
}
