//! The house in order: names, pages and source files say nothing that is not so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ARCHITECTURE: &str = "docs/architecture.md";
const CONTRIBUTING: &str = "CONTRIBUTING.md";
/// A page that is longer is not read.
const MOST_WORDS: usize = 1_200;
/// Each crate may use those before it. `lab` uses the first three, which have no Bevy.
const ONE_WAY: [&str; 6] = ["battle", "content", "run", "sim", "view", "ui"];
const WITHOUT_BEVY: usize = 3;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace is there")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|wrong| panic!("{path:?}: {wrong}"))
}

/// The files under a folder whose names end so, by their path from the root, in order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(root().join(folder)) else {
        return found;
    };
    for entry in entries {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().into_string().expect("names are text");
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            found.extend(files(&path, ending));
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn rust_files() -> Vec<String> {
    let folders = ["src", "tests", "benches", "crates"];
    folders.iter().flat_map(|at| files(at, ".rs")).collect()
}

fn pages() -> Vec<String> {
    let mut pages = files("docs", ".md");
    pages.extend(["README.md", CONTRIBUTING, "CHANGELOG.md"].map(String::from));
    pages
}

/// The lines of a page under a heading, up to the next one of its level.
fn section<'a>(page: &'a str, heading: &str) -> impl Iterator<Item = &'a str> {
    let mut lines = page.lines();
    assert!(lines.any(|line| line == heading), "{heading} is missing");
    lines.take_while(|line| !line.starts_with("## "))
}

/// What stands in backticks in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The lines of a page outside its fenced blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// A type as a line declares it: its name, and whether others can see it.
fn declared(line: &str) -> Option<(&str, bool)> {
    let code = line.trim_start();
    let (shown, code) = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => (true, rest.split_once(") ")?.1),
        Some(rest) => (true, rest.trim_start()),
        None => (false, code),
    };
    let (kind, rest) = code.split_once(' ')?;
    let is_type = match kind {
        "struct" | "enum" | "trait" | "union" => true,
        // Inside a block it belongs to a trait.
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let end = rest
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(rest.len());
    (is_type && end > 0).then_some((&rest[..end], shown))
}

/// The types of a source file, without those of its tests.
fn types(text: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" && lines.next().is_some_and(|next| next.ends_with('{')) {
            lines.by_ref().find(|line| *line == "}");
        }
        found.extend(declared(line));
    }
    found
}

#[test]
fn types_are_found_wherever_they_are_declared() {
    let text = "pub struct A;\npub(crate) enum B {\n    X,\n}\ntrait C<T> {\n    type D;\n}\ntype E = u8;\n\
        #[cfg(test)]\nmod tests {\n    struct F;\n}\n// struct G\nunion H {}\n";
    let found = [
        ("A", true),
        ("B", true),
        ("C", false),
        ("E", false),
        ("H", false),
    ];
    assert_eq!(types(text), found);
}

#[test]
fn no_type_name_is_used_twice_unless_each_is_private_to_its_file() {
    let mut places: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for file in rust_files() {
        let source = file.starts_with("src/") || file.contains("/src/");
        if source {
            for (name, shown) in types(&read(&file)) {
                let at = places.entry(name.to_owned()).or_default();
                at.push((file.clone(), shown));
            }
        }
    }
    assert!(places.len() > 500, "only {} were found", places.len());
    places.retain(|_, at| at.len() > 1 && at.iter().any(|(_, shown)| *shown));
    assert!(places.is_empty(), "used twice: {places:#?}");
}

#[test]
fn crates_depend_one_way() {
    let mut crates: Vec<(String, &[&str], bool)> = Vec::new();
    for (place, name) in ONE_WAY.iter().enumerate() {
        crates.push(((*name).to_owned(), &ONE_WAY[..place], place >= WITHOUT_BEVY));
    }
    crates.push(("lab".to_owned(), &ONE_WAY[..WITHOUT_BEVY], false));
    for (name, may, bevy) in crates {
        let file = read(format!("crates/{name}/Cargo.toml"));
        let rest = file.split("[dependencies]\n").nth(1);
        let uses = rest.and_then(|rest| rest.split("\n[").next());
        for line in uses.expect("a crate has dependencies").lines() {
            if let Some(other) = line.strip_prefix("foretold_") {
                let other = other.split(['.', ' ']).next().unwrap_or_default();
                assert!(may.contains(&other), "{name} uses {other}");
            }
            assert!(bevy || !line.starts_with("bevy"), "{name} uses {line}");
        }
    }
}

#[test]
fn every_source_file_begins_with_what_lives_in_it() {
    let files = rust_files();
    assert!(files.len() > 300, "only {} were found", files.len());
    for file in files {
        let text = read(&file);
        let first = text.lines().next().unwrap_or_default();
        let words = first
            .strip_prefix("//! ")
            .is_some_and(|line| !line.is_empty());
        assert!(words, "{file} begins with {first:?}, not with a `//!` line");
    }
}

#[test]
fn the_table_of_rules_names_every_module_of_the_core_and_no_other() {
    let page = read(CONTRIBUTING);
    let folder = "crates/battle/src";
    let rows: Vec<&str> = section(&page, "## Where a rule lives")
        .filter(|line| {
            line.starts_with("| §") || line.starts_with("| all") || line.starts_with("| tests")
        })
        .flat_map(|line| {
            quoted(
                line.trim_end_matches(" |")
                    .rsplit('|')
                    .next()
                    .unwrap_or_default(),
            )
        })
        .collect();
    let modules: Vec<String> = files(folder, ".rs")
        .iter()
        .filter_map(|file| file.strip_prefix("crates/battle/src/")?.strip_suffix(".rs"))
        .filter(|module| *module != "lib")
        .map(String::from)
        .collect();
    // A row that ends in a slash is about all of a folder.
    let is_about =
        |row: &str, module: &str| row == module || row.ends_with('/') && module.starts_with(row);
    for module in &modules {
        let named = rows.iter().any(|row| is_about(row, module));
        assert!(named, "{folder}/{module}.rs has no row in {CONTRIBUTING}");
    }
    for row in rows {
        let there = modules.iter().any(|module| is_about(row, module));
        assert!(
            there,
            "{CONTRIBUTING} has a row for `{row}`, which is not in {folder}"
        );
    }
}

#[test]
fn the_architecture_page_is_short_enough_to_be_read() {
    let words = read(ARCHITECTURE).split_whitespace().count();
    assert!(
        words <= MOST_WORDS,
        "{ARCHITECTURE} has {words} words, {MOST_WORDS} at most"
    );
}

/// Whether something in backticks is the path of a file or folder.
fn is_path(text: &str) -> bool {
    let Some((first, _)) = text.split_once('/') else {
        return false;
    };
    let made = first == "target";
    let known = root().join(first).exists() || text.ends_with(".rs") || text.ends_with(".md");
    known && !made && !text.contains(' ')
}

#[test]
fn files_that_pages_name_are_there() {
    for name in [ARCHITECTURE, CONTRIBUTING] {
        let page = read(name);
        let paths = || prose(&page).flat_map(quoted).filter(|text| is_path(text));
        assert!(paths().count() > 3, "{name} leads nowhere");
        for path in paths() {
            assert!(root().join(path).exists(), "{name} names `{path}`");
        }
    }
}

#[test]
fn files_that_the_page_of_a_crate_names_are_there() {
    let all = rust_files();
    let mut named = 0;
    for page in all.iter().filter(|file| file.ends_with("src/lib.rs")) {
        let text = read(page);
        let docs = text.lines().filter(|line| line.starts_with("//!"));
        for file in docs.flat_map(quoted).filter(|text| text.ends_with(".rs")) {
            let (folder, end) = (page.trim_end_matches("src/lib.rs"), format!("/{file}"));
            let is_it = |other: &String| {
                other.ends_with(&end) && other.starts_with(folder) || *other == file
            };
            assert!(all.iter().any(is_it), "{page} names `{file}`");
            named += 1;
        }
    }
    assert!(named > 5, "the pages of the crates lead nowhere");
}

#[test]
fn every_invariant_is_guarded_by_a_test_or_a_lint() {
    let page = read(ARCHITECTURE);
    let sources: Vec<String> = rust_files().iter().map(read).collect();
    let is_test = |name: &str| {
        let start = format!("fn {name}(");
        let found = |text: &String| {
            let before = text.split(&start).next().unwrap_or_default();
            let head = before.rsplit("\n\n").next().unwrap_or_default();
            before.len() < text.len() && head.contains("#[test]")
        };
        sources.iter().any(found)
    };
    let mut count = 0;
    for line in section(&page, "## Invariants").filter(|line| line.starts_with("| ")) {
        let mut cells = line.trim_matches(['|', ' ']).split(" | ");
        if cells
            .next()
            .is_none_or(|number| number.parse::<usize>() != Ok(count + 1))
        {
            continue;
        }
        count += 1;
        let guards: Vec<&str> = quoted(cells.last().unwrap_or_default()).collect();
        assert!(!guards.is_empty(), "nothing guards {line}");
        for guard in guards {
            let there = if is_path(guard) {
                root().join(guard).exists()
            } else if guard.starts_with("clippy::") {
                sources
                    .iter()
                    .any(|text| text.contains(&format!("deny({guard}")))
            } else {
                is_test(guard)
            };
            assert!(
                there,
                "{ARCHITECTURE} names `{guard}`, which is no test, lint or file"
            );
        }
    }
    assert!(
        count >= 5,
        "only {count} invariants have a row of their own"
    );
}

#[test]
fn links_between_pages_lead_somewhere() {
    for name in pages() {
        let page = read(&name);
        let here = root().join(&name);
        let folder = here.parent().expect("a page stands in a folder");
        for link in page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if link.starts_with("http") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                here.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{name} links to {link}");
            if !part.is_empty() {
                let text = read(&target);
                let found = text
                    .lines()
                    .filter(|line| line.starts_with('#'))
                    .any(|line| anchor(line) == part);
                assert!(found, "{name} links to {link}");
            }
        }
    }
}

#[test]
fn the_contents_of_the_page_of_decisions_are_its_headings() {
    let page = read("docs/design.md");
    let headings = prose(&page).filter_map(|line| {
        let (marks, heading) = line.split_once(' ')?;
        let indent = match marks {
            "##" => "",
            "###" => "  ",
            _ => return None,
        };
        Some(format!("{indent}- [{heading}](#{})", anchor(heading)))
    });
    let contents = prose(&page)
        .take_while(|line| !line.starts_with("## "))
        .filter(|line| line.trim_start().starts_with("- ["));
    let (contents, headings): (Vec<&str>, Vec<String>) = (contents.collect(), headings.collect());
    assert_eq!(contents, headings);
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
