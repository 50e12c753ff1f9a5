//! From RON text to the types of a file, with every error in our own words.
//!
//! RON stops at the first error. To report the others too, we blank out the
//! field or item with the error and read the text again.

use std::ops::Range;

use ron::Options;
use ron::error::{Error as Ron, SpannedError};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use crate::error::{ContentError, Errors};
use crate::names;
use crate::outline::{Outline, Surrounding, line_and_column, place_of};

/// No content file nests deeper.
const RECURSION_LIMIT: usize = 64;
/// How often a broken text is read again: each time costs as much as the file is long.
const MOST_ROUNDS: usize = 40;

fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(RECURSION_LIMIT)
}

/// Reads a text, or reports everything that is wrong with it.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str, errors: &mut Errors) -> Option<T> {
    match options().from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            report_all::<T>(file, text, error, errors);
            None
        }
    }
}

/// Reads what can be understood of a text, and reports the rest. `None` if the two cannot be
/// separated.
pub(crate) fn parse_in_part<T: DeserializeOwned>(
    file: &str,
    text: &str,
    errors: &mut Errors,
) -> Option<T> {
    match options().from_str(text) {
        Ok(value) => Some(value),
        Err(error) => report_all(file, text, error, errors),
    }
}

/// What was blanked out, so that errors that follow from it are not reported.
struct Gone {
    /// Where the value around it begins; 0 for the whole file.
    home: usize,
    /// The fields that are no longer there.
    keys: Vec<String>,
    span: Range<usize>,
    /// What was wrong with it.
    error: Ron,
}

/// Reports everything that is wrong with a text, and returns the rest, with all of that blanked out.
fn report_all<T: DeserializeOwned>(
    file: &str,
    text: &str,
    first: SpannedError,
    errors: &mut Errors,
) -> Option<T> {
    let whole = Outline::new(text);
    let mut left = text.to_owned();
    let mut error = first;
    let mut gone: Vec<Gone> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        if !errors.has_room_for(file) {
            return None;
        }
        let missing = match &error.code {
            Ron::MissingStructField { field, .. } => Some(*field),
            _ => None,
        };
        let outline = Outline::new(&left);
        let mut place = place_of_error(&left, &error);
        let mut all = outline
            .as_ref()
            .map_or_else(Vec::new, |outline| outline.around(place));
        // A field is missing in the innermost value that is still open.
        all.retain(|around| missing.is_none() || around.encloses(place));
        let around = all.pop();
        if missing.is_some() {
            let root = outline.map_or(place, |outline| outline.start());
            place = around.as_ref().map_or(root, |around| around.span.start);
        } else if matches!(error.code, Ron::Message(_)) {
            // RON is already behind the quote of a text, or in the middle of a key.
            let key = around.as_ref().filter(|around| place < around.value.start);
            let quoted = usize::from(left[..place].ends_with('"'));
            place = key.map_or(place - quoted, |around| around.span.start);
        }
        let home = all.last().map_or(0, |home| home.span.start);
        let follows = |gone: &Gone| match (missing, &error.code, &around) {
            (Some(field), _, around) => {
                gone.home == around.as_ref().map_or(0, |around| around.span.start)
                    && gone.keys.iter().any(|key| key == field)
            }
            // Only the first item too many is reported.
            (_, code @ Ron::Message(_), _) => gone.home == home && gone.error == *code,
            (_, Ron::InvalidValueForType { .. }, Some(around)) => around.encloses(gone.span.start),
            _ => false,
        };
        let reported_before = gone.iter().any(follows);
        if !reported_before {
            errors.push(ContentError {
                file: file.to_owned(),
                place: Some(line_and_column(text, place)),
                field: around
                    .as_ref()
                    .map(|around| path_in(whole.as_ref(), around))
                    .unwrap_or_default(),
                message: in_our_words(&error.code, text, place),
            });
        }
        // Without an outline the text is not RON, and whatever follows is guesswork.
        let around = around.filter(|_| error.code != Ron::ExceededRecursionLimit)?;
        let key = left[around.span.clone()].split(':').next();
        let mut keys = vec![key.unwrap_or_default().trim().to_owned()];
        if let Ron::NoSuchStructField {
            expected, found, ..
        } = &error.code
        {
            // A file with `uses` has not forgotten `use`.
            keys.extend(names::nearest(found, expected.iter().copied()).map(str::to_owned));
        }
        let mut span = around.span;
        if reported_before && matches!(error.code, Ron::Message(_)) {
            // The second item too many: all the others are too.
            span.end = around.last_end;
        }
        blank(&mut left, span.clone());
        gone.push(Gone {
            home,
            keys,
            span,
            error: error.code,
        });
        match options().from_str::<T>(&left) {
            Ok(left) => return Some(left),
            Err(next) => error = next,
        }
    }
    None
}

/// The path of a value in the text as it was written, where blanked items still count.
fn path_in(whole: Option<&Outline<'_>>, around: &Surrounding) -> String {
    let all = whole.map_or_else(Vec::new, |whole| whole.around(around.span.start));
    let same = all.iter().find(|known| known.span == around.span);
    same.unwrap_or(around).path.to_string()
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
    if error.code == Ron::UnclosedBlockComment {
        return text[..place].rfind("/*").unwrap_or(place);
    }
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
fn blank(text: &mut String, span: Range<usize>) {
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
            format!("the field `{field}` appears twice: delete one")
        }
        Ron::IntegerOutOfBounds => format!(
            "{} is too large or too small here: docs/modding.md lists the bounds",
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
        Ron::ExpectedIdentifier if text[place..].starts_with('"') => format!(
            "found the text {}, expected a word without quotes, such as `Gambit(…)`: docs/modding.md lists the words",
            found()
        ),
        Ron::ExpectedIdentifier | Ron::SuggestRawIdentifier(_) => {
            expected("a word, such as the name of a field: docs/modding.md lists the words")
        }
        Ron::ExpectedDifferentStructName { .. } => {
            format!(
                "found {}, expected `(`: delete the name before the bracket",
                found()
            )
        }
        Ron::InvalidIntegerDigit { .. } => expected("a whole number in digits"),
        Ron::InvalidEscape(_) => {
            "found a `\\` that means nothing: write `\\\\` for a backslash".to_owned()
        }
        Ron::NoSuchExtension(_) => {
            "this extension does not exist: delete the line with `#![enable(…)]`".to_owned()
        }
        Ron::UnexpectedChar(_) => expected("a value"),
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
