//! If the machine has no display or no graphics: one plain sentence instead of a panic.

use std::panic;

/// What a panic of Bevy says, what it means, and what helps.
const KNOWN: [(&str, &str); 3] = [
    (
        "Failed to build event loop",
        "there is no display here: start Foretold on a desktop, or fight without a window with `cargo run -p foretold_lab -- run first-blood`, or draw a picture with --screenshot FILE.png",
    ),
    (
        "Unable to find a GPU",
        "there is no graphics adapter here: install a Vulkan or GL driver (on Debian and Ubuntu `apt-get install mesa-vulkan-drivers`, which also works without a graphics card), or fight without a window with `cargo run -p foretold_lab -- run first-blood`",
    ),
    (
        "Failed to create wgpu surface",
        "the display and the graphics driver do not work together: install a Vulkan driver (on Debian and Ubuntu `apt-get install mesa-vulkan-drivers`), or fight without a window with `cargo run -p foretold_lab -- run first-blood`",
    ),
];

/// From now on, a panic about missing hardware ends the program with a sentence: Bevy reports it in
/// no other way. Every other panic is printed as usual.
pub(crate) fn explain_in_plain_words() {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let said = panic.payload_as_str().unwrap_or_default();
        match KNOWN.iter().find(|(known, _)| said.contains(known)) {
            Some((_, plain)) => {
                eprintln!("error: {plain}");
                std::process::exit(1);
            }
            None => default_hook(panic),
        }
    }));
}
