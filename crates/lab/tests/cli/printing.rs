//! Streams, colours, pipes, exit codes and help.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::process::Stdio;

use crate::common::{Place, Printed, command, lab, lab_in, ok, root, words};

const ESCAPE: char = '\u{1b}';

/// Runs a command with settings of the environment.
fn with(settings: &[(&str, &str)], line: &str) -> Printed {
    let mut command = command(&root(), &words(line));
    let output = command.envs(settings.iter().copied()).output();
    output
        .expect("the program was built and can be started")
        .into()
}

#[test]
fn piped_output_has_no_escape_codes() {
    for line in [
        "run crypt --seed 1",
        "sim --party fighter --enemies goblin --seed 1",
        "why crypt --seed 1 --tick 2 --depth expert",
        "validate",
        "run crpyt",
        "run",
        "--help",
    ] {
        let Printed { out, err, .. } = lab(&words(line));
        assert!(
            !out.contains(ESCAPE) && !err.contains(ESCAPE),
            "{line}: {out}{err}"
        );
    }
}

#[test]
fn no_color_is_stronger_than_forced_colours() {
    let forced = with(&[("CLICOLOR_FORCE", "1")], "run crpyt");
    assert!(
        forced.err.contains(ESCAPE),
        "colours can be forced, so their absence means something"
    );
    let plain = with(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], "run crpyt");
    assert_eq!(
        plain.err,
        "error: there is no battle `crpyt`: did you mean `crypt`?\n"
    );
    let log = with(
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
        "run crypt --seed 1",
    );
    assert!(!log.out.contains(ESCAPE));
}

#[test]
fn whoever_stops_reading_stops_it_without_a_word() {
    for line in [
        "run bonelord --seed 1 --json",
        "sim --party fighter cleric --enemies tomb_guardian tomb_guardian --seed 1 --json",
        "why crypt --seed 1 --tick 2 --json",
        "validate --json",
        "--help",
    ] {
        let (reader, writer) = io::pipe().expect("there are pipes");
        drop(reader);
        let output = command(&root(), &words(line)).stdout(writer).output();
        let printed: Printed = output.expect("the program can be started").into();
        assert_eq!(printed.err, "", "{line}");
        assert_eq!(printed.code, Some(0), "{line}");
    }
}

#[test]
fn a_replay_is_kept_whole_even_if_the_log_is_not_read() {
    let place = Place::with_assets();
    let mut child = command(
        place.folder(),
        &words("run bonelord --seed 1 --json --record b.ron"),
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("the program can be started");
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut head = String::new();
    out.read_line(&mut head).expect("it writes text");
    assert!(head.starts_with(r#"{"type":"battle""#), "{head}");
    drop(out);
    let printed: Printed = child.wait_with_output().expect("it ends").into();
    assert_eq!(
        (printed.code, printed.err.as_str()),
        (Some(0), "recorded b.ron\n")
    );
    place.lab("run bonelord --seed 1 --record whole.ron");
    assert_eq!(place.read("b.ron"), place.read("whole.ron"));
}

/// A full disk is reported; without room for the report, the exit code remains.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_nobody_to_tell_is_no_reason_to_crash() {
    let full = || fs::File::create("/dev/full").expect("Linux has it");
    let output = command(&root(), &words("run crypt --seed 1"))
        .stdout(full())
        .output();
    let printed: Printed = output.expect("the program can be started").into();
    assert_eq!(printed.code, Some(1));
    assert!(
        printed
            .err
            .starts_with("error: the output cannot be written: "),
        "{printed:?}"
    );

    for line in ["run crpyt", "validate docs"] {
        let output = command(&root(), &words(line)).stderr(full()).output();
        let printed: Printed = output.expect("the program can be started").into();
        assert_eq!(printed.code, Some(1), "{line}");
    }
    let place = Place::with_assets();
    let line = words("run first-blood --seed 1 --record x.ron");
    let output = command(place.folder(), &line).stderr(full()).output();
    let printed: Printed = output.expect("the program can be started").into();
    assert_eq!(printed.code, Some(0), "{printed:?}");
}

#[test]
fn a_wrong_command_line_has_exit_code_2() {
    for line in [
        "",
        "fight",
        "run",
        "run crypt --seed many",
        "run crypt --ticks -1",
        "run crypt --colour",
        "why crypt --tick 1",
        "why crypt --seed 1",
        "why crypt --seed 1 --tick 0",
        "why crypt --seed 1 --tick 1 --depth deep",
        "sim --party fighter --enemies goblin --tempo allegro",
        "sim --party fighter --enemies goblin --agent mulder",
        "replay",
        "replay watch x.ron",
        "replay verify",
        "run verify",
        "descend --runs",
    ] {
        let printed = lab(&words(line)).refused(2);
        assert!(
            printed.contains("For more information, try '--help'") || printed.contains("Usage: "),
            "{line}: {printed}"
        );
    }
}

#[test]
fn help_has_examples_that_work() {
    let mut tried = 0;
    let place = Place::with_assets();
    for (file, from) in [
        ("my-own.battle.ron", "assets/battles/first-blood.battle.ron"),
        ("my-hero.unit.ron", "assets/units/fighter.unit.ron"),
    ] {
        place.write(file, &place.read(from));
    }
    place.lab("run crypt --seed 7 --record crypt-7.replay.ron");
    place.lab("run my-own.battle.ron --seed 7 --record own.replay.ron");
    place.lab("descend --policy steady --seed 7 --save seven.run-record.ron");
    place.write("my-mod/assets/rules.ron", "()");
    place.write("mine.orders.ron", "()");
    for page in [
        "",
        "run",
        "run verify",
        "run show",
        "threat",
        "sim",
        "why",
        "plan",
        "preview",
        "replay",
        "replay show",
        "replay verify",
        "replay export",
        "validate",
    ] {
        let help = ok(&format!("{page} --help"));
        let (_, examples) = help
            .split_once("Examples:\n")
            .unwrap_or_else(|| panic!("{help}"));
        for line in examples.lines().map(str::trim) {
            let line = line
                .strip_prefix("foretold-lab ")
                .unwrap_or_else(|| panic!("{line}"));
            let (line, file) = match line.split_once(" > ") {
                Some((line, file)) => (line, Some(file)),
                None => (line, None),
            };
            let printed = place.lab(line);
            assert_eq!(printed.code, Some(0), "{line}: {}", printed.err);
            assert_ne!(printed.out, "", "{line}");
            if let Some(file) = file {
                place.write(file, &printed.out);
            }
            tried += 1;
        }
    }
    assert!(tried >= 15, "{tried}");
}

#[test]
fn help_explains_the_exit_codes_and_the_version_has_a_number() {
    let help = ok("--help");
    for part in ["exit code is 0", "1 if", "2 if", "--assets <DIR>", "--json"] {
        assert!(help.contains(part), "{part} in {help}");
    }
    let version = concat!("foretold-lab ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(ok("--version"), version);
}

#[cfg(unix)]
#[test]
fn no_name_of_a_file_reaches_the_terminal_raw() {
    let odd = "a\nerror: \u{1b}[2J\u{202e}";
    let shown = "a\\nerror: \\u{1b}[2J\\u{202e}";
    let place = Place::with_assets();
    place.write(&format!("assets/units/{odd}.unit.ron"), "()");
    place.write(&format!("{odd}.replay.ron"), "no replay");
    place.write(&format!("{odd}.battle.ron"), "(");
    let folder = place
        .path("assets")
        .parent()
        .expect("it has one")
        .to_owned();
    let (replay, battle) = (format!("{odd}.replay.ron"), format!("{odd}.battle.ron"));
    let record = format!("{odd}/nowhere");
    for args in [
        vec!["validate"],
        vec!["validate", odd],
        vec!["replay", "show", &replay],
        vec!["replay", "verify", &replay],
        vec!["replay", "show", odd],
        vec!["run", &battle],
        vec!["run", odd],
        vec!["run", "crypt", "--record", &record],
    ] {
        let printed = lab_in(&folder, &args).refused(1);
        assert!(printed.contains(shown), "{args:?}: {printed}");
        assert!(
            !printed.contains([ESCAPE, '\u{202e}']),
            "{args:?}: {printed}"
        );
        let forged = printed
            .lines()
            .skip(1)
            .any(|line| line.starts_with("error: \\u"));
        assert!(!forged, "{args:?}: {printed}");
    }
}
