//! `bench`, with programs in place of Cargo and valgrind that print what the benches print.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::common::{Place, Printed, command, objects, words};

/// What each bench prints, by a word of its command line.
const CARGO: &str = r#"#!/bin/sh
case "$*" in
*foretold_battle*) /bin/cat <<'END'
Gnuplot not found
| what | ours | theirs | ratio | bound | |
|---|---|---|---|---|---|
| shortest way (astar) | 85.20 ns | 4000.1 ns | 47.00× | ≥ 10× | reached |
| sight between two cells | 2.00 ns | 40.1 ns | 20.00× | ≥ 25× | MISSED |
| log off, one core | battles/s | ticks/s | decisions/s |
| 4 v 4 | 70000 | 1000000 | 8000000 |
| what | measured | bound | |
| bytes in a `Battle` | 6000 | ≤ 8192 | reached |
END
;;
*foretold_content*) echo '| load of all content | 900 µs | 700 µs | 1.30× | ≤ 1.5× | reached |' ;;
*foretold_sim*) echo '| Battle::step, log off | 400 ns | 4000 ns | 10.0× | ≥ 5× | reached |' ;;
*frame*) /bin/cat <<'END'
median of 201 frames of 1280×720, each drawn in turn
  empty window, by default      8.63 ms
  empty window, one sample      6.50 ms
  crypt, paused                12.34 ms  1.43× (within the bar of 2×) and 1.90×
with the odds in the background, which slow both down:
  empty window, by default      9.00 ms
  crypt, at 8×                 18.90 ms  2.10× (over the bar of 2×)
a battle in which hardly anyone falls, at its beginning and after 12255 lines of log:
  a full log, paused  29.65 ms and  27.95 ms  0.94× (within the bar of 1.2×)
from setting out on 5 runs to the odds of each of the 17 fights in reach, median 250.00 ms:
  the slowest odds on the map 1650.10 ms (over the bar of 1000 ms)
END
;;
esac
"#;

const COUNT: &str = r#"#!/bin/sh
echo '| battle | decisions a battle | instructions a battle | instructions a decision |'
echo '| 2 v 2 | 40 | 50,000 | 1,000 |'
echo '| 4 v 4 | 110 | 131,072 | 1,200 |'
"#;

fn place() -> Place {
    let place = Place::with_assets();
    place.write("crates/battle/Cargo.toml", "");
    for (name, text) in [
        ("bin/cargo", CARGO),
        ("bin/valgrind", "#!/bin/sh\n"),
        ("scripts/count-instructions", COUNT),
    ] {
        place.write(name, text);
        let may_run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(place.path(name), may_run).expect("the file is ours");
    }
    place
}

fn bench(place: &Place, line: &str) -> Printed {
    let mut command = command(place.folder(), &words(line));
    let bin = place.path("bin");
    let output = command.env("PATH", bin).output();
    output.expect("the program can be started").into()
}

#[test]
fn the_tables_of_all_benches_become_one_with_bars() {
    let printed = bench(&place(), "bench");
    assert_eq!(printed.code, Some(1), "a bar is missed: {printed:#?}");
    assert_eq!(
        printed.out,
        "\
| what | measured | against | ratio | bar | |
|---|---|---|---|---|---|
| shortest way (astar) | 85.20 ns | 4000.1 ns | 47.00× | ≥ 10× | holds |
| sight between two cells | 2.00 ns | 40.1 ns | 20.00× | ≥ 25× | MISSED |
| bytes in a `Battle` | 6000 |  |  | ≤ 8192 | holds |
| load of all content | 900 µs | 700 µs | 1.30× | ≤ 1.5× | holds |
| 4 v 4 battle, log off | 131,072 instructions |  |  | ≤ 130000 | MISSED |
| Battle::step, log off | 400 ns | 4000 ns | 10.0× | ≥ 5× | holds |
| frame of crypt, paused | 12.34 ms | 8.63 ms | 1.43× | ≤ 2× | holds |
| frame of crypt, at 8×, with the odds in the background | 18.90 ms | 9.00 ms | 2.10× | ≤ 2× | MISSED |
| frame of a full log, paused | 27.95 ms | 29.65 ms | 0.94× | ≤ 1.2× | holds |
| the slowest odds on the map | 1650.10 ms |  |  | ≤ 1000 ms | MISSED |
"
    );
    assert_eq!(
        printed.err.matches("measuring ").count(),
        5,
        "{}",
        printed.err
    );
}

/// What is printed for programs if all goes well and not everything can be measured.
pub(crate) fn without_valgrind_or_bevy() -> String {
    let place = place();
    fs::remove_file(place.path("bin/valgrind")).expect("it is ours");
    let all_well = place.read("bin/cargo").replace("MISSED", "reached");
    place.write("bin/cargo", &all_well);
    let printed = bench(&place, "bench --json --without-bevy");
    assert_eq!(printed.code, Some(0), "{printed:#?}");
    printed.out
}

#[test]
fn what_is_not_measured_has_the_command_that_does_it() {
    let rows = objects(&without_valgrind_or_bevy());
    let left: Vec<&str> = rows
        .iter()
        .filter(|row| row["type"] == "not_measured")
        .filter_map(|row| row["command"].as_str())
        .collect();
    assert_eq!(
        left,
        [
            "scripts/count-instructions",
            "cargo bench --locked -p foretold_sim -- only-the-tables",
            "cargo bench --locked --profile dev --bench frame",
        ]
    );
}

#[test]
fn a_bench_that_fails_and_a_folder_without_sources_are_reported() {
    let place = place();
    place.write("bin/cargo", "#!/bin/sh\nexit 3\n");
    let printed = bench(&place, "bench");
    assert_eq!(printed.code, Some(1));
    let error = "`cargo bench --locked -p foretold_battle --bench speed -- only-the-tables` measured nothing: run it by hand to see why";
    assert!(printed.err.contains(error), "{}", printed.err);
    fs::remove_file(place.path("bin/cargo")).expect("it is ours");
    let printed = bench(&place, "bench");
    assert!(printed.err.contains("cannot be started"), "{}", printed.err);
}
