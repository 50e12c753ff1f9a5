//! Random edits of shipped files: never a panic, and errors only where the edit matters.

use std::sync::LazyLock;

use foretold_content::{Content, Files};
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::{Index, select};
use proptest::test_runner::Config;

use crate::common::shipped;
use crate::{assert_places_within, with};

/// What is done to a text.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index, Index),
    Insert(Index, String),
    Replace(Index, Index, String),
    Duplicate(Index, Index, Index),
}

/// Pieces that mean something in RON, and some that mean nothing.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        ",",
        ":",
        "-",
        ".",
        "#",
        "//",
        "/*",
        "*/",
        "\\",
        "0",
        "9999999999",
        "-1",
        "1.5",
        "true",
        "None",
        "Some(",
        "Not(",
        "r#\"",
        "é",
        "\n",
        " ",
        "\0",
        "hp: 1",
        "use: ",
        "\u{3000}",
        "\u{200e}",
        "'''",
        "b'x'",
        "'\\''",
    ];
    prop_oneof![
        3 => select(pieces.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        (at(), at()).prop_map(|(from, to)| Edit::Delete(from, to)),
        (at(), piece()).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (at(), at(), piece()).prop_map(|(from, to, piece)| Edit::Replace(from, to, piece)),
        (at(), at(), at()).prop_map(|(from, to, at)| Edit::Duplicate(from, to, at)),
    ]
}

/// A place between two characters.
fn place(text: &str, at: Index) -> usize {
    let mut place = at.index(text.len() + 1);
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

/// A slice of at most 60 bytes or so: long ones leave nothing to look at.
fn slice(text: &str, from: Index, to: Index) -> std::ops::Range<usize> {
    let start = place(text, from);
    let mut end = (start + to.index(60)).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    start..end.max(start)
}

fn apply(text: &mut String, edit: &Edit) {
    match edit {
        Edit::Delete(from, to) => text.replace_range(slice(text, *from, *to), ""),
        Edit::Insert(at, piece) => text.insert_str(place(text, *at), piece),
        Edit::Replace(from, to, piece) => text.replace_range(slice(text, *from, *to), piece),
        Edit::Duplicate(from, to, at) => {
            let copy = text[slice(text, *from, *to)].to_owned();
            text.insert_str(place(text, *at), &copy);
        }
    }
}

static PATHS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| shipped().iter().map(|(path, _)| path).collect());

fn path() -> impl Strategy<Value = &'static str> {
    select(PATHS.as_slice())
}

/// Whether a file depends on another: it names it, or everything depends on it.
fn refers(files: &Files, path: &str, to: &str) -> bool {
    if to == "rules.ron" || to == "autofight.ron" {
        return true;
    }
    let name = to.rsplit('/').next().unwrap_or(to);
    let id = name.split('.').next().unwrap_or(name);
    let text = files.get(path).unwrap_or_default();
    // Every unit moves, and a unit without a brain is a recruit.
    let common = [
        "move_towards",
        "move_away",
        "hold",
        "light_punch",
        "heavy_punch",
        "recruit",
    ];
    text.contains(&format!("\"{id}\"")) || common.contains(&id)
}

/// Whether a file refers to another, perhaps through others.
fn reaches(files: &Files, path: &str, to: &str) -> bool {
    let mut reached = vec![to];
    let mut at = 0;
    while let Some(&next) = reached.get(at) {
        at += 1;
        for &other in PATHS.iter() {
            if !reached.contains(&other) && refers(files, other, next) {
                reached.push(other);
            }
        }
    }
    reached.contains(&path)
}

fn load_edited(path: &str, text: &str) {
    let files = with(path, text);
    let Err(errors) = Content::load(&files) else {
        return;
    };
    assert!(!errors.is_empty());
    assert_places_within(&errors, path, text);
    for error in &errors {
        assert!(
            error.file == path || reaches(shipped(), &error.file, path),
            "{path} was edited, and this is the error: {error}"
        );
    }
}

proptest! {
    #![proptest_config(Config { cases: 300, ..Config::default() })]

    #[test]
    fn edited_files_never_panic(
        path in path(),
        edits in proptest::collection::vec(edit(), 1..4),
    ) {
        let mut text = shipped().get(path).expect("it is shipped").to_owned();
        for edit in &edits {
            apply(&mut text, edit);
        }
        load_edited(path, &text);
    }

    #[test]
    fn files_in_the_place_of_others_never_panic(path in path(), other in path()) {
        load_edited(path, shipped().get(other).expect("it is shipped"));
    }

    #[test]
    fn any_text_is_read_or_refused(path in path(), text in prop_oneof![
        "\\PC{0,40}",
        proptest::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat()),
        Just(String::new()),
    ]) {
        load_edited(path, &text);
    }
}
