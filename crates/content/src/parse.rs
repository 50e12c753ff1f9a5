//! From RON text to the types of a file, with every error in our own words.
//!
//! RON stops at the first error. To tell the others too, the field or item in
//! which it stands is blanked out and the text is read again.

use ron::Options;
use ron::error::{Error as Ron, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::error::{ContentError, Errors};
use crate::names;
use crate::outline::{Outline, line_and_column, place_of};

/// Deeper than this, no content file nests.
const RECURSION_LIMIT: usize = 64;

fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(RECURSION_LIMIT)
}

/// Reads a text, or tells everything that is wrong with it.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str, errors: &mut Errors) -> Option<T> {
    match options().from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            tell_all::<T>(file, text, error, errors);
            None
        }
    }
}

fn tell_all<T: DeserializeOwned>(file: &str, text: &str, first: SpannedError, errors: &mut Errors) {
    let mut left = text.to_owned();
    let mut error = first;
    let mut blanked: Vec<String> = Vec::new();
    while errors.has_room_for(file) {
        let missing = matches!(error.code, Ron::MissingStructField { .. });
        let mut place = place_of_error(&left, &error);
        let around = Outline::new(&left).and_then(|outline| {
            let mut around = outline.around(place);
            around.retain(|around| !missing || around.has_fields);
            around.pop()
        });
        if let (true, Some(around)) = (missing, &around) {
            place = around.span.start;
        }
        let consequence = matches!(
            &error.code,
            Ron::MissingStructField { field, .. } if blanked.iter().any(|gone| gone == field)
        );
        if !consequence {
            errors.push(ContentError {
                file: file.to_owned(),
                place: Some(line_and_column(text, place)),
                field: around
                    .as_ref()
                    .map(|around| around.path.to_string())
                    .unwrap_or_default(),
                message: in_our_words(&error.code, text, place),
            });
        }
        // Without an outline the text is no RON, and whatever follows is guesswork.
        let Some(around) = around.filter(|_| error.code != Ron::ExceededRecursionLimit) else {
            return;
        };
        let key = left[around.span.clone()]
            .split(':')
            .next()
            .unwrap_or_default();
        blanked.push(key.trim().to_owned());
        if let Ron::NoSuchStructField {
            expected, found, ..
        } = &error.code
        {
            // Whoever writes `uses` has not forgotten `use`.
            blanked.extend(names::nearest(found, expected.iter().copied()).map(str::to_owned));
        }
        blank(&mut left, around.span);
        match options().from_str::<T>(&left) {
            Ok(_) => return,
            Err(next) => error = next,
        }
    }
}

/// Where the offending value or word begins.
fn place_of_error(text: &str, error: &SpannedError) -> usize {
    let at_end = matches!(
        error.code,
        Ron::ExpectedComma | Ron::ExpectedArrayEnd | Ron::ExpectedStructLikeEnd | Ron::Eof
    );
    let position = if at_end {
        error.span.end
    } else {
        error.span.start
    };
    let place = place_of(text, position.line, position.col);
    let (before, after) = text.split_at(place);
    let after = after.strip_prefix(':').unwrap_or(after);
    let place = text.len() - after.trim_start().len();
    // The sign of a number belongs to it.
    if before.ends_with('-') {
        place - 1
    } else {
        place
    }
}

/// Overwrites a part of a text, and the comma behind it, with spaces; lines stay lines.
fn blank(text: &mut String, span: std::ops::Range<usize>) {
    let rest = &text[span.end..];
    let comma = rest.trim_start().starts_with(',');
    let end = if comma {
        span.end + rest.find(',').unwrap_or_default() + 1
    } else {
        span.end
    };
    let spaces = |part: &str| -> String {
        let kept = |c: char| {
            if c == '\n' {
                "\n".to_owned()
            } else {
                " ".repeat(c.len_utf8())
            }
        };
        part.chars().map(kept).collect()
    };
    let blank = spaces(&text[span.start..end]);
    text.replace_range(span.start..end, &blank);
}

/// The value or word that begins at a place, or what else is there.
pub(crate) fn found_at(text: &str, place: usize) -> String {
    let rest = text.get(place..).unwrap_or_default();
    let end = match rest.chars().next() {
        None => return "the end of the file".to_owned(),
        Some(quote @ ('"' | '\'')) => rest[1..].find(quote).map_or(rest.len(), |end| end + 2),
        Some(c) if c.is_alphanumeric() || "_+-".contains(c) => rest
            .find(|c: char| !(c.is_alphanumeric() || "_+-.".contains(c)))
            .unwrap_or(rest.len()),
        Some(c) => c.len_utf8(),
    };
    format!("`{}`", names::shown(&rest[..end]))
}

fn in_our_words(error: &Ron, text: &str, place: usize) -> String {
    let found = || found_at(text, place);
    let expected = |what: &str| format!("found {}, expected {what}", found_at(text, place));
    match error {
        Ron::NoSuchStructField {
            expected, found, ..
        } => format!(
            "there is no field `{}` here{}",
            names::shown(found),
            names::did_you_mean(found, expected.iter().copied())
        ),
        Ron::NoSuchEnumVariant {
            expected, found, ..
        } => format!(
            "found `{}`, which does not exist{}",
            names::shown(found),
            names::did_you_mean(found, expected.iter().copied())
        ),
        Ron::MissingStructField { field, .. } => format!("the field `{field}` is missing: add it"),
        Ron::DuplicateStructField { field, .. } => {
            format!("the field `{field}` stands here twice: delete one")
        }
        Ron::IntegerOutOfBounds => format!(
            "{} is too large or too small here: docs/modding.md tells the bounds",
            found()
        ),
        Ron::InvalidValueForType { expected, found } => {
            format!("found {found}, expected {expected}")
        }
        Ron::ExceededRecursionLimit => {
            format!("nested too deeply: expected at most {RECURSION_LIMIT} levels")
        }
        Ron::Eof => "the file ends too early: a closing bracket or quote is missing".to_owned(),
        Ron::ExpectedStringEnd => "this text has no end: close it with a \"".to_owned(),
        Ron::UnclosedBlockComment => "this comment has no end: close it with */".to_owned(),
        Ron::ExpectedInteger => expected("a whole number"),
        Ron::ExpectedString => expected("a text in quotes"),
        Ron::ExpectedBoolean => expected("`true` or `false`"),
        Ron::ExpectedArray => expected("a list: `[…]`"),
        Ron::ExpectedChar => expected("a single character in '…'"),
        Ron::ExpectedMap => expected("a map: `{…}`"),
        Ron::ExpectedMapColon => expected("a `:`"),
        Ron::ExpectedComma if text.get(place..).is_none_or(|rest| rest.trim().is_empty()) => {
            "the file ends too early: a closing bracket is missing".to_owned()
        }
        Ron::ExpectedComma if text[place..].starts_with('.') => {
            "found a fraction, expected a whole number".to_owned()
        }
        Ron::ExpectedComma => expected("a comma, or the closing bracket"),
        Ron::ExpectedArrayEnd => expected("a comma, or the closing `]`"),
        Ron::ExpectedStructLikeEnd => expected("a comma, or the closing `)`"),
        Ron::ExpectedStructLike | Ron::ExpectedNamedStructLike(_) => {
            expected("fields in brackets: `(…)`")
        }
        Ron::ExpectedIdentifier => expected("the name of a field"),
        Ron::TrailingCharacters => {
            format!(
                "found {} after the end: delete it, or put it inside",
                found()
            )
        }
        Ron::Message(message) => message.clone(),
        other => format!("{other} (found {})", found()),
    }
}
