//! The letters and icons that tell units apart.

use foretold_battle::{Setup, Status, UnitSheet};
use lucide_icons::Icon;

/// One or two letters for each unit, in slot order; no two on one side are the same. A number is the one
/// in the unit's name, as long as there are enough letters.
pub(crate) fn tags(setup: &Setup) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for (slot, unit) in setup.units.iter().enumerate() {
        let same_side = |other: &&UnitSheet| other.faction == unit.faction;
        let rivals: Vec<&str> = setup
            .units
            .iter()
            .filter(same_side)
            .map(|other| other.name.as_str())
            .filter(|name| initial(name) == initial(&unit.name))
            .collect();
        let taken = |tag: &str| {
            let others = setup.units.iter().zip(&tags).take(slot);
            others
                .into_iter()
                .any(|(other, theirs)| other.faction == unit.faction && theirs == tag)
        };
        let short = if rivals.len() > 1 {
            two_letters(&unit.name)
        } else {
            initial(&unit.name)
        };
        let numbered = (2..).map(|number| format!("{}{number}", initial(&unit.name)));
        let tag = std::iter::once(short)
            .chain(longer(&unit.name))
            .chain(numbered)
            .find(|tag| !taken(tag));
        tags.push(tag.unwrap_or_default());
    }
    tags
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

/// What else a name could be: `Sp`, `Si`, `Sd` … for `Spider`, and `Sp2` … for `Spider 2`.
fn longer(name: &str) -> impl Iterator<Item = String> {
    let number = name.rsplit_once(' ').map(|(_, number)| number);
    let number = number.filter(|number| number.parse::<u32>().is_ok());
    let letters = name.chars().filter(|letter| letter.is_alphabetic());
    let longer = move |letter| format!("{}{letter}{}", initial(name), number.unwrap_or_default());
    letters.skip(1).map(longer)
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
        ];
        let letters = ['a', 'b', 'c', 'd', 'e', 'f'];
        let scene = letters
            .into_iter()
            .fold(board("a b c d e f"), |scene, it| scene.unit(it, recruit()));
        let mut setup = scene.setup();
        for (unit, name) in setup.units.iter_mut().zip(names) {
            unit.name = name.to_owned();
        }
        assert_eq!(tags(&setup).join(" "), "Sk S2 Sp Sp2 Si Si2");
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
