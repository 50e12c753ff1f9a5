//! What a companion could use and does not: rules that are free, skills without a rule, items in the
//! bag. It is shown on a badge, wherever the companion is.

use foretold_run::{Companion, Run};

use crate::command::counted;
use crate::prelude::*;

/// The badges of a companion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Unused {
    /// `a rule free`, `1 skill unused`.
    pub(super) rules: Option<String>,
    /// `1 item unworn`: it would have a place for it.
    pub(super) items: Option<String>,
}

impl Unused {
    /// What this companion does not use.
    pub(super) fn of(run: &Run, companion: &Companion) -> Unused {
        let has_rule = |skill: &&String| companion.rules.iter().any(|rule| rule.skill == **skill);
        let skills = companion.learned.iter().filter(|it| !has_rule(it)).count();
        let free = usize::from(companion.slots).saturating_sub(companion.rules.len());
        let rules = match (skills, free) {
            (0, 0) => None,
            (0, 1) => Some("a rule free".to_owned()),
            (0, free) => Some(format!("{free} rules free")),
            (skills, _) => Some(format!("{} unused", counted(skills, "skill"))),
        };
        let bag = run.bag().iter().filter_map(|id| run.realm().item(id));
        let items = bag.filter(|item| !companion.items.contains_key(&item.slot));
        let items = Some(items.count()).filter(|count| *count > 0);
        Unused {
            rules,
            items: items.map(|count| format!("{} unworn", counted(count, "item"))),
        }
    }

    /// Every badge.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().chain(&self.items).map(String::as_str)
    }
}

/// How wide a badge is with its edges, in pixels at 100%.
pub(super) fn badge_width(text: &str, style: &UiStyle) -> f32 {
    crate::widgets::text_width(text, Face::Regular, style.sizes().small) + 16.0
}

/// Spawns a badge.
pub(super) fn spawn_badge(parent: &mut ChildSpawnerCommands<'_>, text: &str, style: &UiStyle) {
    let gold = colour(style.look.theme.palette.accent);
    let pill = Node::row(px(0))
        .middle()
        .fixed()
        .padding(UiRect::horizontal(px(6)))
        .framed(BorderRadius::all(px(7)));
    parent
        .spawn((
            pill,
            BackgroundColor(gold.with_alpha(0.14)),
            BorderColor::all(gold.with_alpha(0.7)),
            Pickable::IGNORE,
        ))
        .with_child((style.small(text, gold), TextLayout::no_wrap()));
}
