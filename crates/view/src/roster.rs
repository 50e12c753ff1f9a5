//! Both sides, a card for each unit: how it is, and what it is about to do. Only data: the rows are
//! in `foretold_ui`.

use foretold_battle::{
    Battle, Blow, Faction, ForetoldTurn, Life, Setup, Status, TurnEnd, TurnPartKind, UnitId,
    status_in_words,
};
use foretold_sim::{ForetoldTurns, Sequence};

use crate::damage_numbers::damage_of;
use crate::tags::{status_icon, tags};
use crate::tokens::does_nothing_stunned;
use crate::turn_strip::{ChipState, TurnStrip};

/// A unit in the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RosterCard {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Faction,
    /// The letters on its token.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// The same in less room, different from that of any other unit: `L. Lancer`.
    pub short_name: String,
    /// Standing, down or fallen.
    pub life: Life,
    /// HP and their maximum.
    pub hp: (u16, u16),
    /// Block now.
    pub block: u16,
    /// Sanity and its maximum, if it knows fear.
    pub sanity: Option<(u16, u16)>,
    /// Its statuses: the icon of each, and its words.
    pub statuses: Vec<(char, String)>,
    /// What it is about to do, in a few words.
    pub plan: String,
    /// The same in less room: `6 → I 55%`.
    pub short_plan: String,
    /// The name of its figure; `None` if there is none, and its letters stand for it.
    pub figure: Option<String>,
    /// When it acts; `None` if it does not.
    pub turn: Option<ChipState>,
}

impl RosterCard {
    /// Whether it lies for good.
    pub fn has_fallen(&self) -> bool {
        self.life == Life::Fallen
    }

    /// All that the card shows: `Cultist, enemy, 42 of 42 HP, Dark Bolt 6 → Ines 55%`.
    pub fn in_words(&self) -> String {
        let side = match self.side {
            Faction::Friendly => "friend",
            Faction::Enemy => "enemy",
        };
        let mut parts = vec![self.name.clone(), side.to_owned()];
        if !self.has_fallen() {
            parts.push(format!("{} of {} HP", self.hp.0, self.hp.1));
        }
        if self.block > 0 {
            parts.push(format!("{} block", self.block));
        }
        let sanity = self.sanity.filter(|_| !self.has_fallen());
        parts.extend(sanity.map(|(now, most)| format!("{now} of {most} sanity")));
        parts.extend(self.statuses.iter().map(|(_, words)| words.clone()));
        parts.push(self.plan.clone());
        let turn = self.turn.filter(|turn| *turn != ChipState::InTick);
        parts.extend(turn.map(|turn| turn.in_words().to_owned()));
        parts.join(", ")
    }
}

/// The cards of both sides, in slot order.
pub fn roster(
    battle: &Battle,
    turns: &ForetoldTurns,
    sequence: &Sequence,
    figure: impl Fn(UnitId) -> Option<String>,
) -> Vec<RosterCard> {
    let setup = battle.arena().setup();
    let strip = TurnStrip::of(battle, sequence, turns);
    let chips = || strip.groups.iter().flat_map(|group| &group.chips);
    let sheets = setup.units.iter().zip(tags(setup));
    let cards = battle
        .units()
        .zip(sheets)
        .map(|((id, unit), (sheet, tag))| {
            let words = |status: Status| {
                let turns = unit.statuses.turns(status).unwrap_or_default();
                status_in_words(status, unit.statuses.amount(status), turns)
            };
            let plan_of = |words: Words| match unit.life {
                Life::Up => turns
                    .of_unit(id)
                    .map_or_else(String::new, |turn| plan(battle, turn, words)),
                Life::Down { .. } => "down".to_owned(),
                Life::Stable => "down, stable".to_owned(),
                Life::Fallen => "fallen".to_owned(),
            };
            let statuses = unit.statuses.iter();
            let chip = chips().find(|chip| chip.unit == id && unit.is_up());
            RosterCard {
                unit: id,
                side: sheet.faction,
                tag,
                name: sheet.name.clone(),
                short_name: short_name(setup, &sheet.name),
                life: unit.life,
                hp: (unit.hp, sheet.max_hp),
                block: unit.block,
                sanity: sheet.sanity.map(|most| (unit.sanity, most)),
                statuses: statuses
                    .map(|status| (char::from(status_icon(status)), words(status)))
                    .collect(),
                plan: plan_of(Words::All),
                short_plan: plan_of(Words::Few),
                figure: figure(id),
                turn: chip.map(|chip| chip.state),
            }
        });
    cards.collect()
}

/// A name with only its last word in full, unless that makes another unit's of it.
fn short_name(setup: &Setup, name: &str) -> String {
    let shortened = |name: &str| {
        let mut words: Vec<&str> = name.split_whitespace().collect();
        let last = words.pop().unwrap_or_default();
        let initials = words.iter().filter_map(|word| word.chars().next());
        let initials: String = initials.map(|initial| format!("{initial}. ")).collect();
        initials + last
    };
    let short = shortened(name);
    let mut others = setup.units.iter().filter(|unit| unit.name != name);
    let is_taken = others.any(|other| shortened(&other.name) == short);
    if is_taken { name.to_owned() } else { short }
}

/// How much there is room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    All,
    /// Blows without their names, and units by their letters.
    Few,
}

/// What a unit is about to do, in a few words. What nobody may know stays hidden.
fn plan(battle: &Battle, turn: &ForetoldTurn, words: Words) -> String {
    let arena = battle.arena();
    let deed = turn.parts.iter().find_map(|part| {
        let deed = match &part.what {
            TurnPartKind::Walk(_) => return None,
            TurnPartKind::Strike { blow, .. } => strike(battle, blow, words),
            TurnPartKind::Help {
                skill,
                target,
                left,
                ..
            } => {
                let skill = &arena.skill(*skill).name;
                let whom = if *target == turn.unit {
                    String::new()
                } else {
                    format!(" → {}", named(battle, *target, words))
                };
                format!("{skill}{whom}{}", wait(*left))
            }
        };
        let doubt = if part.sure { "" } else { "?" };
        Some(format!("{deed}{doubt}"))
    });
    match (deed, turn.walk().last(), turn.end) {
        (Some(deed), Some(cell), _) if words == Words::All => format!("{cell}: {deed}"),
        (Some(deed), Some(_), _) => deed,
        (Some(deed), None, _) => deed,
        (None, Some(cell), _) => format!("walks to {cell}"),
        (None, None, TurnEnd::Hidden) => "hidden".to_owned(),
        (None, None, TurnEnd::Asked) if battle.waits_for().contains(turn.unit) => {
            "awaits your order".to_owned()
        }
        (None, None, TurnEnd::Asked) => "waits for its turn".to_owned(),
        (None, None, TurnEnd::Draws) => "draws a card".to_owned(),
        (None, None, _) if does_nothing_stunned(battle, turn) => "stunned".to_owned(),
        (None, None, TurnEnd::Over | TurnEnd::Astray) => "waits".to_owned(),
    }
}

/// `Dark Bolt 6 → Ines 55%`.
fn strike(battle: &Battle, blow: &Blow, words: Words) -> String {
    let arena = battle.arena();
    let damage = match damage_of(battle, blow) {
        None => String::new(),
        Some((least, most)) if least == most => format!("{most} "),
        Some((least, most)) => format!("{least}–{most} "),
    };
    let skill = match words {
        Words::All => format!("{} ", arena.skill(blow.skill).name),
        Words::Few => String::new(),
    };
    let target = blow.target.map_or_else(
        || blow.cell.to_string(),
        |target| named(battle, target, words),
    );
    let chance = blow.odds.map(|odds| (odds.hundredths() + 50) / 100);
    let chance = chance.filter(|chance| *chance < 100);
    let chance = chance.map_or_else(String::new, |chance| format!(" {chance}%"));
    format!("{skill}{damage}→ {target}{chance}{}", wait(blow.left))
}

fn named(battle: &Battle, unit: UnitId, words: Words) -> String {
    match words {
        Words::All => battle.arena().unit_name(unit).to_owned(),
        Words::Few => tags(battle.arena().setup()).swap_remove(unit.slot()),
    }
}

/// When it comes about, if not in the coming step.
fn wait(left: u8) -> String {
    match left {
        0 | 1 => String::new(),
        left => format!(", in {left}"),
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, guard, heavy_punch, light_punch, recruit};
    use foretold_battle::{Silent, Tempo};
    use foretold_sim::ReadModel;

    use super::*;

    fn cards(battle: &Battle) -> Vec<RosterCard> {
        let (turns, sequence) = (ForetoldTurns::of(battle), Sequence::of(battle));
        roster(battle, &turns, &sequence, |_| None)
    }

    #[test]
    fn a_card_says_what_its_unit_is_about_to_do() {
        let battle = board("A e . . B . . . f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([guard()]))
            .unit('e', recruit().gambits([heavy_punch()]))
            .unit('f', recruit())
            .start(1);
        let plans: Vec<String> = cards(&battle)
            .into_iter()
            .map(|card| format!("{}: {}", card.name, card.plan))
            .collect();
        let has = |words: &str| plans.iter().any(|plan| plan.contains(words));
        assert!(has("A: Light Punch"), "{plans:?}");
        assert!(has("→ e"), "{plans:?}");
        assert!(has("→ A, in 2"), "{plans:?}");
        assert!(has("B: Guard"), "{plans:?}");
        assert!(has("f: waits"), "{plans:?}");
    }

    #[test]
    fn short_names_keep_units_apart() {
        let mut setup = board("e f g h i")
            .unit('e', recruit())
            .unit('f', recruit())
            .unit('g', recruit())
            .unit('h', recruit())
            .unit('i', recruit())
            .setup();
        let names = ["Left Lancer", "Right Lancer", "Old Tom", "Odd Tom", "Nox"];
        for (unit, name) in setup.units.iter_mut().zip(names) {
            name.clone_into(&mut unit.name);
        }
        let short = names.map(|name| short_name(&setup, name));
        assert_eq!(
            short,
            ["L. Lancer", "R. Lancer", "Old Tom", "Odd Tom", "Nox"]
        );
    }

    #[test]
    fn every_unit_has_a_card_and_the_fallen_keep_theirs() {
        let mut battle = board("A e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit())
            .start(1);
        while battle.outcome().is_none() {
            battle.step(&mut Silent);
        }
        let cards = cards(&battle);
        assert_eq!(cards.len(), 2);
        let fallen = cards.iter().find(|card| card.has_fallen());
        let words = fallen.map(RosterCard::in_words);
        assert_eq!(words.as_deref(), Some("e, enemy, fallen"));
    }

    #[test]
    fn where_units_take_turns_a_card_says_who_has_acted() {
        let battle = board("A . e")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([light_punch()]))
            .tempo(Tempo::Initiative)
            .start(1);
        let now = cards(&battle)
            .iter()
            .filter(|card| card.turn == Some(ChipState::Now))
            .count();
        assert_eq!(now, 1);
    }
}
