//! The letters and icons that tell units apart.

use std::collections::BTreeSet;

use foretold_battle::{Faction, Setup, Status};
use lucide_icons::Icon;

/// A tag for each unit, in slot order; no two on one side are the same. The letters stand for the
/// unit's kind, two where another kind begins alike, and the number is the one in its name.
pub(crate) fn tags(setup: &Setup) -> Vec<String> {
    // The kinds of each side with their letters, and the tags that are given.
    let mut letters: Vec<(Faction, &str, String)> = Vec::new();
    let mut tags: Vec<(Faction, String)> = Vec::new();
    for unit in &setup.units {
        let side = unit.faction;
        let (kind, number) = kind_and_number(&unit.name);
        let known = letters.iter().find(|one| (one.0, one.1) == (side, kind));
        let short = known.map(|(.., short)| short.clone()).unwrap_or_else(|| {
            let of_side = setup.units.iter().filter(|other| other.faction == side);
            let kinds: BTreeSet<&str> = of_side
                .map(|other| kind_and_number(&other.name).0)
                .collect();
            let taken: Vec<&str> = letters
                .iter()
                .filter(|one| one.0 == side)
                .map(|(.., short)| short.as_str())
                .collect();
            let short = letters_of(kind, &kinds, &taken);
            letters.push((side, kind, short.clone()));
            short
        });
        let numbered = (2..).map(|number| format!("{short}{number}"));
        let tag = std::iter::once(format!("{short}{number}"))
            .chain(numbered)
            .find(|tag| !tags.iter().any(|(of, given)| *of == side && given == tag));
        tags.push((side, tag.unwrap_or_default()));
    }
    tags.into_iter().map(|(_, tag)| tag).collect()
}

/// `Spider` and `2` of `Spider 2`.
fn kind_and_number(name: &str) -> (&str, &str) {
    match name.rsplit_once(' ') {
        Some((kind, number)) if is_short_number(number) => (kind, number),
        _ => (name, ""),
    }
}

/// A number that a tag has room for.
fn is_short_number(text: &str) -> bool {
    matches!(text.len(), 1 | 2) && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// The letters of a kind, as few as tell it from the others of its side and are not taken.
fn letters_of(kind: &str, kinds: &BTreeSet<&str>, taken: &[&str]) -> String {
    let alike = kinds.iter().filter(|other| initial(other) == initial(kind));
    let short = match alike.count() {
        0 | 1 => initial(kind),
        _ => two_letters(kind),
    };
    // `Sp`, `Si`, `Sd` … for `Spider`; where no letter is left, a number.
    let letters = kind.chars().filter(|letter| letter.is_alphabetic());
    let others = letters
        .skip(1)
        .map(|letter| format!("{}{letter}", initial(kind)));
    let numbered = (2..).map(|number| format!("{}{number}", initial(kind)));
    std::iter::once(short)
        .chain(others)
        .chain(numbered)
        .find(|short| {
            let same = |other: &&str| other.to_lowercase() == short.to_lowercase();
            !taken.iter().any(same)
        })
        .unwrap_or_default()
}

fn initial(name: &str) -> String {
    let first = name.chars().find(|letter| letter.is_alphanumeric());
    first.unwrap_or('?').to_uppercase().collect()
}

/// The initials of two words, or the first two letters of one.
fn two_letters(name: &str) -> String {
    let mut words = name.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    match second {
        Some(second) => initial(first) + &initial(second),
        None => first.chars().take(2).collect(),
    }
}

/// The icon of a status.
pub(crate) fn status_icon(status: Status) -> Icon {
    match status {
        Status::Stunned => Icon::Star,
        Status::Rooted => Icon::Anchor,
        Status::Confused => Icon::Shuffle,
        Status::Poisoned => Icon::FlaskConical,
        Status::Dodging => Icon::Wind,
        Status::Panicked => Icon::Ghost,
        Status::Strengthened => Icon::ChevronsUp,
        Status::Weakened => Icon::ChevronsDown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretold_battle::testing::{board, recruit};
    use foretold_content::Content;
    use foretold_sim::testing::shipped_files;

    fn tags_of(battle: &str) -> String {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let encounter = content.encounter(battle).expect("it is shipped");
        tags(encounter.setup()).join(" ")
    }

    #[test]
    fn a_unit_has_one_letter_or_two_where_one_is_not_enough() {
        assert_eq!(tags_of("first-blood"), "A B");
        assert_eq!(tags_of("crypt"), "A Pi Pa C LS RS LZ RZ");
        assert_eq!(tags_of("bonelord"), "V Pi Pa I TB TG H");
    }

    #[test]
    fn a_number_is_the_one_in_the_name() {
        let names = [
            "Skeleton",
            "Skeleton 2",
            "Spider",
            "Spider 2",
            "Spitter",
            "Spitter 2",
            "Golem 4000000000",
        ];
        let letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
        let scene = letters
            .into_iter()
            .fold(board("a b c d e f g"), |scene, it| {
                scene.unit(it, recruit())
            });
        let mut setup = scene.setup();
        for (unit, name) in setup.units.iter_mut().zip(names) {
            unit.name = name.to_owned();
        }
        assert_eq!(tags(&setup).join(" "), "Sk Sk2 Sp Sp2 Si Si2 G");
    }

    #[test]
    fn nobody_on_a_side_has_the_tag_of_another() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        for encounter in content.encounters() {
            let setup = encounter.setup();
            let tags = tags(setup);
            for (slot, tag) in tags.iter().enumerate() {
                let again = tags
                    .iter()
                    .enumerate()
                    .skip(slot + 1)
                    .find(|(other, theirs)| {
                        theirs == &tag && setup.units[*other].faction == setup.units[slot].faction
                    });
                assert_eq!(again, None, "{}: {tags:?}", encounter.name);
            }
        }
    }
}
