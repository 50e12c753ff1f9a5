//! The event log: filters, search, jumps, holding, copying, exporting, thousands of lines.

use bevy::prelude::*;
use foretold_ui::{DataFolder, TextClipboard};
use foretold_view::testing::frames;

use crate::common::{
    assert_reads, choose, click_on, focused, game, go_to, labels, press, press_with, texts, tick,
    type_text,
};

/// A battle with the log open.
fn opened(battle: &str, seed: u64) -> App {
    let mut app = game(battle, seed);
    press(&mut app, KeyCode::KeyJ);
    frames(&mut app, 3);
    app
}

/// The lines of the log in view.
fn lines(app: &mut App) -> Vec<String> {
    let lines = labels(app).into_iter();
    lines
        .filter_map(|label| Some(label.strip_prefix("Go to: ")?.to_owned()))
        .collect()
}

fn play(app: &mut App, steps: u32) {
    for _ in 0..steps {
        press(app, KeyCode::Period);
    }
    frames(app, 2);
}

#[test]
fn the_newest_lines_are_in_view_and_a_click_jumps_to_their_moment() {
    let mut app = opened("first-blood", 3);
    play(&mut app, 9);
    let seen = lines(&mut app);
    assert!(seen.iter().any(|line| line.starts_with("t9 ")), "{seen:?}");
    let early = seen.iter().find(|line| !line.starts_with("t9 "));
    let early = early.expect("an earlier one is in view too").clone();
    click_on(&mut app, &format!("Go to: {early}"));
    frames(&mut app, 2);
    assert!(early.starts_with(&format!("t{} ", tick(&app))), "{early}");
    assert!(!lines(&mut app).iter().any(|line| line.starts_with("t9 ")));
}

#[test]
fn filters_and_search_leave_what_is_wanted() {
    let mut app = opened("crypt", 7);
    play(&mut app, 8);
    let all = count(&mut app);
    go_to(&mut app, "Lines about whom");
    choose(&mut app, "Pia");
    let of_pia = count(&mut app);
    assert!(0 < of_pia && of_pia < all);
    assert!(lines(&mut app).iter().all(|line| line.contains("Pia")));
    go_to(&mut app, "Lines about whom");
    choose(&mut app, "everybody");
    go_to(&mut app, "Lines of which kind");
    choose(&mut app, "moves");
    let seen = lines(&mut app);
    let about_ways = |line: &String| line.contains("moves") || line.contains("stays");
    assert!(seen.iter().all(about_ways), "{seen:?}");
    go_to(&mut app, "Lines of which side");
    choose(&mut app, "friends");
    let friends = count(&mut app);
    choose(&mut app, "enemies");
    let enemies = count(&mut app);
    choose(&mut app, "both sides");
    assert_eq!(friends + enemies, count(&mut app));
    go_to(&mut app, "Lines of which kind");
    choose(&mut app, "everything");
    press(&mut app, KeyCode::Escape);
    assert_eq!(focused(&app), None);
    press(&mut app, KeyCode::Slash);
    assert_eq!(focused(&app).as_deref(), Some("Search the log"));
    type_text(&mut app, "CULTIST");
    let found = lines(&mut app);
    assert!(!found.is_empty() && found.iter().all(|line| line.contains("Cultist")));
    // What is typed means nothing else: no step, no restart.
    type_text(&mut app, "zz.r");
    assert_reads(&mut app, "No line passes the filters.");
    assert_eq!(tick(&app), 8);
    press(&mut app, KeyCode::Escape);
    press(&mut app, KeyCode::Period);
    assert_eq!(tick(&app), 9);
}

/// How many lines pass the filters, as the panel says.
fn count(app: &mut App) -> usize {
    frames(app, 2);
    let told = texts(app).into_iter().find_map(|text| {
        let number = text.split_once(" line")?.0;
        let wanted = number
            .split_once(" of ")
            .map_or(number, |(wanted, _)| wanted);
        wanted.parse().ok()
    });
    told.expect("the panel counts its lines")
}

#[test]
fn the_keyboard_walks_the_log_and_goes_where_it_points() {
    let mut app = opened("first-blood", 3);
    play(&mut app, 9);
    go_to(&mut app, "Event log");
    for _ in 0..12 {
        press(&mut app, KeyCode::ArrowUp);
    }
    let in_view = lines(&mut app);
    assert!(!in_view.iter().any(|line| line.starts_with("t9 ")));
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::ArrowDown);
    press(&mut app, KeyCode::Enter);
    frames(&mut app, 2);
    assert!(tick(&app) <= 1, "{}", tick(&app));
}

#[test]
fn a_log_that_is_held_stays_while_time_goes_on() {
    let mut app = opened("crypt", 7);
    play(&mut app, 6);
    press(&mut app, KeyCode::KeyL);
    frames(&mut app, 2);
    let held = lines(&mut app);
    play(&mut app, 2);
    assert_eq!(lines(&mut app), held);
    assert_reads(&mut app, ", held");
    press(&mut app, KeyCode::KeyL);
    frames(&mut app, 2);
    assert!(lines(&mut app).iter().any(|line| line.starts_with("t8 ")));
}

#[test]
fn the_log_is_copied_and_exported_as_it_is_filtered() {
    let folder = std::env::temp_dir().join(format!("foretold-logs-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut app = opened("first-blood", 3);
    app.insert_resource(DataFolder(Some(folder.clone())));
    play(&mut app, 9);
    press_with(&mut app, KeyCode::ShiftLeft, KeyCode::KeyL);
    let copied = app.world_mut().resource_mut::<TextClipboard>().paste();
    assert_eq!(copied.lines().count(), count(&mut app));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyL);
    let file = folder.join("logs/first-blood-3-t9.log.txt");
    let written = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(written, copied);
    assert_reads(&mut app, "first-blood-3-t9.log.txt");
    let _ = std::fs::remove_dir_all(&folder);
    // Where nothing can be written, it says so.
    app.insert_resource(DataFolder(None));
    press_with(&mut app, KeyCode::ControlLeft, KeyCode::KeyL);
    assert_reads(&mut app, "This system has no folder");
}

#[test]
fn a_long_log_is_no_more_nodes_than_a_short_one() {
    let mut app = opened("bonelord", 1);
    play(&mut app, 3);
    let short = lines(&mut app).len();
    press(&mut app, KeyCode::Digit6);
    press(&mut app, KeyCode::Space);
    foretold_view::testing::settle(&mut app);
    assert!(count(&mut app) > 10 * short);
    assert_eq!(lines(&mut app).len(), short);
}

#[test]
fn a_line_that_is_too_long_still_shows_what_came_of_it() {
    let mut app = game("crypt", 7);
    let mut shortened = 0;
    for _ in 0..30 {
        play(&mut app, 1);
        let whole = lines(&mut app);
        let shown = texts(&mut app);
        let of_blows = whole.iter().filter(|line| line.contains(" dealt, "));
        for line in of_blows {
            // Two signs and a space come before it.
            let read = |text: &&String| text.ends_with(line.as_str());
            if shown.iter().any(|text| read(&text)) {
                continue;
            }
            shortened += 1;
            let result = &line[line.rfind(", ").expect("HP come last")..];
            let who = &line[..line.find(':').expect("then with what")];
            let is_brief = |text: &&String| text.contains(who) && text.ends_with(result);
            assert!(
                shown.iter().any(|text| is_brief(&text)),
                "{line}: {shown:#?}"
            );
        }
    }
    assert!(shortened > 0, "no line was too long: choose another seed");
}
