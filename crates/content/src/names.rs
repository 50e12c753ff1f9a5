//! Names: what an id looks like, and which existing one was probably meant.

/// The longest id, and the longest name of a kind or a preset. Longer ones are not compared either, so
/// that a hostile file cannot keep us busy.
pub(crate) const LONGEST: usize = 64;

/// The existing name nearest to one that does not exist, if one is near.
pub(crate) fn nearest<'a>(
    wrong: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    let plain = |name: &str| name.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(wrong);
    let far = (wanted.chars().count() / 3).max(1);
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&wanted, &plain(name)), name))
        .filter(|&(distance, _)| distance <= far)
        .min()
        .map(|(_, name)| name)
}

/// The end of a message about a name that does not exist: ": did you mean `light_punch`?", or a list
/// of the names if none is near.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(name) = nearest(wrong, names.clone()) {
        return format!(": did you mean `{name}`?");
    }
    let mut all: Vec<&str> = names.into_iter().collect();
    all.sort_unstable();
    match all.as_slice() {
        [] => ": there is none yet".to_owned(),
        few if few.len() <= 12 => format!(": expected one of {}", quoted(few)),
        many => format!(
            ": expected one of {}, and {} more",
            quoted(&many[..12]),
            many.len() - 12
        ),
    }
}

fn quoted(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Whether a file's stem can be an id: lower case letters, digits, `_` and `-`.
pub(crate) fn is_id(stem: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    !stem.is_empty() && stem.len() <= LONGEST && stem.chars().all(plain)
}

/// The name that the player reads if the file gives none: `tomb_guardian` becomes "Tomb Guardian".
pub(crate) fn title(id: &str) -> String {
    let mut title = String::with_capacity(id.len());
    let mut begins = true;
    for letter in id.chars() {
        let is_gap = matches!(letter, '_' | '-');
        title.push(match letter {
            _ if is_gap => ' ',
            _ if begins => letter.to_ascii_uppercase(),
            _ => letter,
        });
        begins = is_gap;
    }
    title
}

/// A text short enough to show in a message.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= SHOWN && line.len() == text.len() {
        line.to_owned()
    } else {
        line.chars().take(SHOWN).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_finds_its_name() {
        let names = ["light_punch", "heavy_punch", "hold", "howl"];
        assert_eq!(nearest("light_punhc", names), Some("light_punch"));
        assert_eq!(nearest("Heavy Punch", names), Some("heavy_punch"));
        assert_eq!(nearest("heavy-punch", names), Some("heavy_punch"));
        assert_eq!(nearest("hwl", names), Some("howl"));
        assert_eq!(nearest("fire_bolt", names), None);
        assert_eq!(nearest(&"x".repeat(100_000), names), None);
    }

    #[test]
    fn without_a_near_name_all_are_listed() {
        assert_eq!(
            did_you_mean("zzz", ["b", "a"]),
            ": expected one of `a`, `b`"
        );
        assert_eq!(did_you_mean("zzz", []), ": there is none yet");
    }

    #[test]
    fn an_id_becomes_a_title() {
        assert_eq!(title("tomb_guardian"), "Tomb Guardian");
        assert_eq!(title("first-blood"), "First Blood");
    }
}
