//! What a battle is about, in one sentence.

use foretold_battle::Setup;

use crate::command::listed;
use crate::prelude::*;

/// More names than these are counted.
const NAMED: usize = 2;

/// `Win: bring down Brand before Ada falls.`
pub(crate) fn goal(setup: &Setup) -> String {
    let names = |side: Faction| -> Vec<&str> {
        let units = setup.units.iter().filter(|unit| unit.faction == side);
        units.map(|unit| unit.name.as_str()).collect()
    };
    let (friends, enemies) = (names(Faction::Friendly), names(Faction::Enemy));
    let others = match enemies.as_slice() {
        [one] => (*one).to_owned(),
        many => format!("all {} enemies", many.len()),
    };
    let yours = match friends.as_slice() {
        [one] => format!("{one} falls"),
        few if few.len() <= NAMED => format!("{} fall", listed(few)),
        many => format!("all {} of yours fall", many.len()),
    };
    format!("Win: bring down {others} before {yours}.")
}

#[cfg(test)]
mod tests {
    use foretold_content::Content;
    use foretold_sim::testing::shipped_files;

    use super::goal;

    #[test]
    fn a_goal_names_few_and_counts_many() {
        let content = Content::load(shipped_files()).expect("the shipped content is sound");
        let of = |name: &str| goal(content.encounter(name).expect("it is shipped").setup());
        assert_eq!(of("first-blood"), "Win: bring down Brand before Ada falls.");
        assert_eq!(
            of("crypt-by-hand"),
            "Win: bring down all 4 enemies before Vera and Paul fall."
        );
        assert_eq!(
            of("three-abreast"),
            "Win: bring down all 3 enemies before all 3 of yours fall."
        );
    }
}
