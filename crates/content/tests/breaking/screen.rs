//! Keys and themes.

use foretold_content::{ContentError, Files};

use crate::table::{check, errors, row};

#[test]
fn a_key_that_does_not_exist_is_reported() {
    check(&[
        row!("keys.ron": "\"Space\"" => "¦\"Spcae\"",
            "play_pause[0]: there is no key `Spcae`: did you mean `Space`?"),
        row!("keys.ron": "\"MouseLeft\"" => "¦\"LeftMouse\"",
            "select[1]: there is no key `LeftMouse`: docs/modding.md lists the keys"),
        row!("keys.ron": "\"F12\"" => "¦\"F13\"", "screenshot[0]: there is no key `F13`: did you mean `F1`?"),
        row!("keys.ron": "\".\"" => "¦\"?\"", "step_forward[0]: there is no key `?`: docs/modding.md lists the keys"),
        row!("keys.ron": "\".\"" => "¦\"\"", "step_forward[0]: there is no key ``: docs/modding.md lists the keys"),
        row!("keys.ron": "quit: [\"Ctrl+Q\"]" => "quit: [¦\"Ctrl+\"]",
            "quit[0]: there is no key ``: docs/modding.md lists the keys"),
        row!("keys.ron": "quit: [\"Ctrl+Q\"]" => "quit: [¦\"Crtl+Q\"]",
            "quit[0]: there is no key `Crtl` to hold: did you mean `Ctrl`?"),
        row!("keys.ron": "quit: [\"Ctrl+Q\"]" => "quit: [¦\"A+B\"]",
            "quit[0]: there is no key `A` to hold: expected one of `Alt`, `Ctrl`, `Shift`"),
        row!("keys.ron": "quit: [\"Ctrl+Q\"]" => "quit: [¦\"ctrl\"]",
            "quit[0]: `Ctrl` is only held: add a key, such as `Ctrl+Q`"),
        row!("keys.ron": "quit: [\"Ctrl+Q\"]" => "quit: [¦\"Ctrl+Ctrl+Q\"]",
            "quit[0]: `Ctrl` appears twice: delete one"),
    ]);
}

#[test]
fn a_key_that_would_do_two_things_is_reported() {
    check(&[
        row!("keys.ron": "[\"R\"]" => "[\"R\", ¦\"space\"]",
            "restart[1]: `Space` is already the key for `play_pause`: choose another"),
        row!("keys.ron": "[\"N\"]" => "[¦\"R\", ¦\".\"]",
            "new_seed[0]: `R` is already the key for `restart`: choose another",
            "new_seed[1]: `.` is already the key for `step_forward`: choose another"),
        row!("keys.ron": "[\"K\"], // of the first battle\n    quit: [\"" => "[\"ctrl + q\"],\n    quit: [¦\"",
            "quit[0]: `Ctrl+Q` is already the key for `skip_hint`: choose another"),
        row!("keys.ron": "[\"R\"]" => "[\"R\", ¦\"R\"]", "restart[1]: `R` appears twice: delete one"),
    ]);
}

#[test]
fn a_key_of_what_the_file_leaves_out_is_taken_too() {
    let mut files = Files::default();
    files.insert("keys.ron", "(play_pause: [\"P\", \"R\"], quit: [])");
    let reported: Vec<String> = errors(&files).iter().map(ContentError::to_string).collect();
    assert_eq!(
        reported,
        ["keys.ron:1:20: play_pause[1]: `R` is already the key for `restart`: choose another"]
    );
}

#[test]
fn what_is_no_list_of_keys_is_reported() {
    check(&[
        row!("keys.ron": "[\"R\"]" => "¦\"R\"", "restart: found `\"R\"`, expected a list: `[…]`"),
        row!("keys.ron": "[\"R\"]" => "[¦R]", "restart[0]: found `R`, expected a text in quotes"),
        row!("keys.ron": "speed_half: [\"1\"]" => "speed_half: [¦1]",
            "speed_half[0]: found `1`, expected a text in quotes"),
        row!("keys.ron": "[\"R\"]" => "[\"A\", \"B\", \"C\", \"D\", ¦\"E\"]",
            "restart[4]: this list is too long: expected at most 4"),
        row!("keys.ron": "restart:" => "¦restrat:",
            "restrat: there is no field `restrat` here: did you mean `restart`?"),
        row!("keys.ron": "restart:" => "¦play_pause:",
            "play_pause: the field `play_pause` appears twice: delete one"),
    ]);
}

#[test]
fn what_is_no_colour_is_reported() {
    check(&[
        row!("theme.ron": "\"#0072B2\"" => "¦\"blue\"",
            "palette.friendly: found \"blue\", expected a colour such as \"#0072B2\" or \"#0072B2CC\""),
        row!("theme.ron": "\"#0072B2\"" => "¦\"#0072B\"",
            "palette.friendly: found \"#0072B\", expected a colour such as \"#0072B2\" or \"#0072B2CC\""),
        row!("theme.ron": "\"#0072B2\"" => "¦0x0072B2", "palette.friendly: found `0x0072B2`, expected a text in quotes"),
        row!("theme.ron": "friendly: \"#0072B2\",\n        enemy: \"#E69F00\"" => "friendly: ¦\"\",\n        enemy: ¦\"\"",
            "palette.friendly: found \"\", expected a colour such as \"#0072B2\" or \"#0072B2CC\"",
            "palette.enemy: found \"\", expected a colour such as \"#0072B2\" or \"#0072B2CC\""),
        row!("theme.ron": "muted:" => "¦mutde:",
            "palette.mutde: there is no field `mutde` here: did you mean `muted`?"),
    ]);
}

#[test]
fn strokes_sizes_and_timings_out_of_bounds_are_reported() {
    check(&[
        row!("theme.ron": "heavy: 4" => "heavy: ¦500", "strokes.heavy: found 500, expected 1 to 40"),
        row!("theme.ron": "heavy: 4" => "heavy: ¦0", "strokes.heavy: found 0, expected 1 to 40"),
        row!("theme.ron": "apart: 5" => "apart: ¦-5", "strokes.apart: found -5, expected 0 to 40"),
        row!("theme.ron": "heading: 17" => "heading: ¦7", "sizes.heading: found 7, expected 8 to 40"),
        row!("theme.ron": "title: 26" => "title: ¦81", "sizes.title: found 81, expected 8 to 80"),
        row!("theme.ron": "display: 72" => "display: ¦201", "sizes.display: found 201, expected 8 to 200"),
        row!("theme.ron": "icon: 18" => "icon: ¦61", "sizes.icon: found 61, expected 8 to 60"),
        row!("theme.ron": "row: 24" => "row: ¦15", "sizes.row: found 15, expected 16 to 80"),
        row!("theme.ron": "corner: 4" => "corner: ¦-1", "sizes.corner: found -1, expected 0 to 20"),
        row!("theme.ron": "sizes: (" => "¦size: (",
            "size: there is no field `size` here: did you mean `sizes`?"),
        row!("theme.ron": "step: 600" => "step: ¦49", "timings.step: found 49, expected 50 to 10000"),
        row!("theme.ron": "pulse: 900" => "pulse: ¦100", "timings.pulse: found 100, expected 400 to 10000"),
        row!("theme.ron": "toast: 6000" => "toast: ¦9999999999", "timings.toast: found 9999999999, expected 1000 to 60000"),
        row!("theme.ron": "toast: 6000" => "toast: 6¦.5", "timings.toast: found a fraction, expected a whole number"),
        row!("theme.ron": "motion: true" => "motion: ¦1", "motion: found `1`, expected `true` or `false`"),
        row!("theme.ron": "timings: (" => "¦timing: (",
            "timing: there is no field `timing` here: did you mean `timings`?"),
    ]);
}
