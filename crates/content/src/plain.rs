//! Texts that strangers write and people read: names, titles, file names. No sign in them hides,
//! turns the line around or commands a terminal.

use std::borrow::Cow;
use std::path::Path;

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_width::UnicodeWidthStr;

/// The longest name: this many of the widest letters still fit on a line of the panels.
pub const LONGEST_NAME: usize = 24;
/// The longest title of a battle or run: it has a line of its own.
pub(crate) const LONGEST_TITLE: usize = 40;
/// The longest line about what a battle teaches, in letters.
pub(crate) const LONGEST_LESSON: usize = 80;
/// The longest text for the player.
pub(crate) const LONGEST_TEXT: usize = 600;

/// Letters and signs that every font draws as nothing.
const BLANKS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

/// Whether a sign cannot be seen, or changes how others are seen: controls, marks for the direction
/// of a text, joiners, line separators, signs that no standard defines.
fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        // Nearly every sign: no need to look it up.
        return c.is_ascii_control();
    }
    let ends_line = matches!(
        c.general_category(),
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator
    );
    let other = c.general_category_group() == GeneralCategoryGroup::Other;
    other || ends_line || BLANKS.contains(&c)
}

/// The text with every hidden sign written out, as in `\n` and `\u{202e}`: it stays on its line
/// and does nothing to a terminal.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            all.extend(c.escape_default());
        } else {
            all.push(c);
        }
    }
    Cow::Owned(all)
}

/// A path as people may read it: a file can have any name. Use it in place of `Path::display`.
pub fn plain_path(path: &Path) -> String {
    plain(&path.to_string_lossy()).into_owned()
}

/// What is wrong with a text for the player, and what to do. Wide letters count as 2.
pub fn text_fault(text: &str, longest: usize) -> Option<String> {
    let length = text.chars().count().max(text.width());
    let hidden = text.chars().find(|&c| is_hidden(c));
    if text.trim().is_empty() {
        Some("this text is empty: write something for the player to read".to_owned())
    } else if length > longest {
        Some(format!(
            "found {length} letters, expected at most {longest}: shorten it"
        ))
    } else {
        hidden.map(|sign| {
            if sign.is_control() {
                "found a line break or another control character: write it on one line".to_owned()
            } else {
                let code = u32::from(sign);
                format!("found the sign U+{code:04X}, which nobody can see: delete it")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_written_out() {
        for (text, shown) in [
            ("Ada", "Ada"),
            ("Über Ökö 道 ½ 🦀", "Über Ökö 道 ½ 🦀"),
            ("a\nerror: b", "a\\nerror: b"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("\u{200b}", "\\u{200b}"),
            ("\u{2028}\u{9b}\u{e000}", "\\u{2028}\\u{9b}\\u{e000}"),
        ] {
            assert_eq!(plain(text), shown);
        }
        assert_eq!(plain_path(Path::new("a\rb/c.ron")), "a\\rb/c.ron");
    }

    #[test]
    fn the_short_way_for_plain_letters_agrees_with_the_table() {
        for c in '\0'..='\u{7f}' {
            let other = c.general_category_group() == GeneralCategoryGroup::Other;
            assert_eq!(is_hidden(c), other, "{c:?}");
        }
    }

    #[test]
    fn a_name_can_be_seen_and_has_an_end() {
        for good in ["Ada", "?", "Cafe\u{301}", "道", "Ürümqi 2", &"W".repeat(24)] {
            assert_eq!(text_fault(good, LONGEST_NAME), None, "{good}");
        }
        let (narrow, wide) = ("i".repeat(25), "道".repeat(13));
        let stacked = format!("a{}", "\u{301}".repeat(40));
        for (bad, expected) in [
            ("", "this text is empty"),
            (" \u{3000}", "this text is empty"),
            (narrow.as_str(), "found 25 letters, expected at most 24"),
            (wide.as_str(), "found 26 letters, expected at most 24"),
            (stacked.as_str(), "found 41 letters, expected at most 24"),
            ("a\nb", "found a line break"),
            ("\u{202e}adA", "found the sign U+202E, which nobody can see"),
            ("\u{200b}", "found the sign U+200B"),
            ("\u{2800}\u{2800}", "found the sign U+2800"),
            ("\u{3164}", "found the sign U+3164"),
            ("A\u{ad}da", "found the sign U+00AD"),
        ] {
            let found = text_fault(bad, LONGEST_NAME).unwrap_or_default();
            assert!(found.starts_with(expected), "{bad:?}: {found}");
        }
    }
}
