//! The rule sets of `gambits/`, for units that may follow them.

use foretold_battle::UnitId;
use foretold_content::FileKind;

use crate::{content, encounter};

#[test]
fn a_set_is_offered_to_who_knows_its_skills_and_to_nobody_else() {
    let (content, encounter) = (content(), encounter("first-blood"));
    let (ada, brand) = (UnitId::new(0), UnitId::new(1));
    let (ada, brand) = (ada.expect("a slot"), brand.expect("a slot"));
    let own = encounter.setup().units[0].brain.rules();
    let offered: Vec<&str> = content
        .ids(FileKind::Gambits)
        .into_iter()
        .filter(|set| content.rules_of_set(encounter, ada, set).is_some())
        .collect();
    let same = |set: &str| content.rules_of_set(encounter, ada, set).as_deref() == Some(own);
    assert!(offered.iter().any(|set| same(set)), "{offered:?}");
    assert!(offered.len() < content.ids(FileKind::Gambits).len());
    let cards = content.ids(FileKind::Gambits).into_iter();
    let mut cards = cards.filter(|set| content.rules_of_set(encounter, brand, set).is_some());
    assert_eq!(cards.next(), None, "who draws cards follows no rules");
    assert_eq!(content.rules_of_set(encounter, ada, "no-such-set"), None);
}
