//! The names of selectors: `nearest_enemy`, `lowest_hp_ally_in_reach`, `self`.

use std::sync::LazyLock;

use foretold_battle::Selector;
use foretold_battle::brain::{Criterion, Side};

/// Every selector that has a name, with its name: put together once, looked up for every rule.
static ALL: LazyLock<Vec<(Selector, String)>> = LazyLock::new(|| all().collect());

fn all() -> impl Iterator<Item = (Selector, String)> {
    let several = |side: &Side| !side.is_one();
    let named = Criterion::ALL.into_iter().flat_map(move |criterion| {
        Side::ALL.into_iter().filter(several).flat_map(move |side| {
            let selector = Selector::new(criterion, side);
            let name = format!("{}_{}", criterion.file_name(), side.file_name());
            [
                (selector.in_reach(), format!("{name}_in_reach")),
                (selector, name),
            ]
        })
    });
    named.chain([(Selector::OWN, Selector::OWN.side.file_name().to_owned())])
}

/// The selector with this name.
pub(crate) fn selector(name: &str) -> Option<Selector> {
    let mut all = ALL.iter();
    all.find(|(_, known)| known == name)
        .map(|(selector, _)| *selector)
}

/// The name of a selector. All ways to select the unit itself are `self`.
pub(crate) fn selector_name(selector: Selector) -> &'static str {
    let mut all = ALL.iter();
    all.find(|(known, _)| *known == selector)
        .map_or(Side::Own.file_name(), |(_, name)| name)
}

/// The names there are.
pub(crate) fn selector_names() -> impl Iterator<Item = &'static str> + Clone {
    ALL.iter().map(|(_, name)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_selector_and_back() {
        let names: Vec<&str> = selector_names().collect();
        // Enemies and allies, in reach or not; and the unit itself.
        assert_eq!(names.len(), Criterion::ALL.len() * 4 + 1);
        for name in names {
            let found = selector(name).expect("it is in the list");
            assert_eq!(selector_name(found), name);
        }
        assert_eq!(selector("lowest_hp_enemy"), Some(Selector::LOWEST_HP_ENEMY));
        assert_eq!(selector("self"), Some(Selector::OWN));
        assert_eq!(selector("nearest"), None);
    }
}
