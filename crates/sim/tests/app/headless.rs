//! The simulation needs no window, no sound and no graphics card: not even as a dependency.

use std::process::Command;

/// Beginnings of names that would bring one in.
const FORBIDDEN: [&str; 17] = [
    "wgpu",
    "naga",
    "winit",
    "cpal",
    "rodio",
    "alsa",
    "gilrs",
    "libudev",
    "x11",
    "wayland",
    "bevy_render",
    "bevy_window",
    "bevy_winit",
    "bevy_audio",
    "bevy_core_pipeline",
    "bevy_sprite",
    "bevy_gilrs",
];

#[test]
fn no_dependency_draws_or_sounds() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "-p", "foretold_sim"])
        .args(["-e", "normal", "--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs these tests, so it is there");
    let problem = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{problem}");
    let tree = String::from_utf8(tree.stdout).expect("names of crates are text");
    let names: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    for there in ["foretold_sim", "foretold_battle", "bevy_ecs", "bevy_asset"] {
        assert!(names.contains(&there), "the list is whole: {there}");
    }
    let wrong = names.iter().filter(|name| {
        let name = name.replace('-', "_");
        FORBIDDEN
            .iter()
            .any(|forbidden| name.starts_with(forbidden))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [&""; 0]);
}
