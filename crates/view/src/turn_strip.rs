//! Who acts after whom, and who has acted, in one row. Only data: the panel is in `foretold_ui`.

use foretold_battle::{Battle, Due, Faction, Tempo, UnitId};
use foretold_sim::{ForetoldBlow, ForetoldTurns, Sequence};

use crate::overlays::sequence::heading;
use crate::tags::tags;

/// The strip above the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnStrip {
    /// Whose phase, which round or which tick it is.
    pub title: String,
    /// The units, group by group, in the order in which they act.
    pub groups: Vec<StripGroup>,
}

/// Units that have something in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StripGroup {
    /// What.
    pub heading: String,
    /// The units, in the order in which they act.
    pub chips: Vec<Chip>,
}

/// A unit in the strip.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Faction,
    /// The letters on its token.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// What it is about to do, or has done.
    pub state: ChipState,
}

/// When the unit of a chip acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipState {
    /// It has acted in this phase.
    Acted,
    /// It is its turn, and it acts next.
    Now,
    /// It acts in the coming tick, as all others do.
    InTick,
    /// It acts later.
    Later,
}

impl ChipState {
    /// In words, after the name of the unit.
    pub fn in_words(self) -> &'static str {
        match self {
            ChipState::Acted => "has acted",
            ChipState::Now => "acts next",
            ChipState::InTick => "acts in the coming tick",
            ChipState::Later => "acts later",
        }
    }
}

impl TurnStrip {
    /// The strip for a moment.
    pub fn of(battle: &Battle, sequence: &Sequence, turns: &ForetoldTurns) -> TurnStrip {
        if battle.outcome().is_some() {
            let title = "The battle is over".to_owned();
            return TurnStrip {
                title,
                ..TurnStrip::default()
            };
        }
        let chips = ChipMaker {
            battle,
            tags: tags(battle.arena().setup()),
        };
        match battle.arena().tempo() {
            Tempo::Ticks => in_ticks(&chips, &sequence.0, &turns.blows(battle)),
            Tempo::Initiative => by_initiative(&chips, &sequence.0),
            Tempo::Phases => in_phases(&chips, &sequence.0),
        }
    }
}

struct ChipMaker<'a> {
    battle: &'a Battle,
    tags: Vec<String>,
}

impl ChipMaker<'_> {
    fn chip(&self, unit: UnitId, state: ChipState) -> Chip {
        let sheet = self.battle.arena().sheet(unit);
        Chip {
            unit,
            side: sheet.faction,
            tag: self.tags.get(unit.slot()).cloned().unwrap_or_default(),
            name: sheet.name.clone(),
            state,
        }
    }

    /// A group, unless it would be empty.
    fn group(
        &self,
        heading: impl Into<String>,
        units: impl Iterator<Item = (UnitId, ChipState)>,
    ) -> Option<StripGroup> {
        let chips: Vec<Chip> = units.map(|(unit, state)| self.chip(unit, state)).collect();
        let heading = heading.into();
        (!chips.is_empty()).then_some(StripGroup { heading, chips })
    }
}

/// By what everyone does in the coming tick, then what lands in later ones.
fn in_ticks(chips: &ChipMaker<'_>, sequence: &[Due], blows: &[ForetoldBlow]) -> TurnStrip {
    let now = chips.battle.tick();
    let coming = sequence
        .chunk_by(|one, next| one.when == next.when)
        .filter_map(|group| {
            let units = group.iter().map(|due| (due.unit, ChipState::InTick));
            chips.group(heading(group[0].when), units)
        });
    let mut later: Vec<(u8, UnitId)> = blows
        .iter()
        .filter(|foretold| foretold.blow.left > 1 && !foretold.stopped)
        .map(|foretold| (foretold.blow.left, foretold.blow.by))
        .collect();
    later.sort_unstable();
    later.dedup();
    let later = later
        .chunk_by(|one, next| one.0 == next.0)
        .filter_map(|group| {
            let units = group.iter().map(|(_, unit)| (*unit, ChipState::Later));
            chips.group(format!("Tick {}", now + u32::from(group[0].0)), units)
        });
    TurnStrip {
        title: format!("Tick {}", now + 1),
        groups: coming.chain(later).collect(),
    }
}

/// The unit in turn, the rest of the round, and the next round.
fn by_initiative(chips: &ChipMaker<'_>, sequence: &[Due]) -> TurnStrip {
    let battle = chips.battle;
    let place = |unit: UnitId| battle.initiative_order().iter().position(|it| *it == unit);
    let (now, others) = sequence.split_at(1.min(sequence.len()));
    let begins = |due: &Due| {
        now.first()
            .is_some_and(|it| place(due.unit) < place(it.unit))
    };
    let next_round = others.iter().position(begins).unwrap_or(others.len());
    let (then, next_round) = others.split_at(next_round);
    let groups = [
        ("Now".to_owned(), now, ChipState::Now),
        ("then".to_owned(), then, ChipState::Later),
        (
            format!("round {}", battle.round() + 1),
            next_round,
            ChipState::Later,
        ),
    ];
    let groups = groups.into_iter().filter_map(|(heading, dues, state)| {
        chips.group(heading, dues.iter().map(|due| (due.unit, state)))
    });
    TurnStrip {
        title: format!("Round {}", battle.round()),
        groups: groups.collect(),
    }
}

/// The side whose phase it is, with who has acted, then the other side.
fn in_phases(chips: &ChipMaker<'_>, sequence: &[Due]) -> TurnStrip {
    let battle = chips.battle;
    let (running, next) = (battle.in_turn(), battle.acts_next());
    let is_up = |unit: &UnitId| battle.unit(*unit).is_some_and(foretold_battle::Unit::is_up);
    let state = |unit: UnitId| {
        let over = battle.unit(unit).is_some_and(|unit| unit.turn.over);
        match (over, next.contains(unit)) {
            (true, _) => ChipState::Acted,
            (false, true) => ChipState::Now,
            (false, false) => ChipState::Later,
        }
    };
    let yours = battle
        .arena()
        .side(Faction::Friendly)
        .iter()
        .any(|unit| running.contains(unit));
    let (title, other) = if yours {
        ("Your phase", "then enemies")
    } else {
        ("Enemy phase", "then you")
    };
    let now = running.iter().filter(is_up).map(|unit| (unit, state(unit)));
    let then = sequence
        .iter()
        .filter(|due| !running.contains(due.unit))
        .map(|due| (due.unit, ChipState::Later));
    let groups = [chips.group("", now), chips.group(other, then)];
    TurnStrip {
        title: title.to_owned(),
        groups: groups.into_iter().flatten().collect(),
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{board, guard, heavy_punch, light_punch, recruit};
    use foretold_battle::{Battle, Order, Silent};
    use foretold_sim::ReadModel;

    use super::*;

    /// The strip in one line; a tick marks who has acted, a star who acts next.
    fn shown(battle: &Battle) -> String {
        let strip = TurnStrip::of(battle, &Sequence::of(battle), &ForetoldTurns::of(battle));
        let mut text = strip.title;
        for group in strip.groups {
            text += &format!(" | {}:", group.heading);
            for chip in group.chips {
                let mark = match chip.state {
                    ChipState::Acted => "✓",
                    ChipState::Now => "*",
                    ChipState::InTick | ChipState::Later => "",
                };
                text += &format!(" {}{mark}", chip.name);
            }
        }
        text
    }

    #[test]
    fn in_ticks_the_strip_says_what_happens_when() {
        let mut battle = board("A e . . . B . f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([guard()]))
            .unit('e', recruit().gambits([heavy_punch()]))
            .unit('f', recruit())
            .start(1);
        assert_eq!(
            shown(&battle),
            "Tick 1 | Guards rise: B | Quick strikes: A | Tick 2: e"
        );
        battle.step(&mut Silent);
        assert_eq!(
            shown(&battle),
            "Tick 2 | Guards rise: B | Quick strikes: A | Heavy strikes: e"
        );
    }

    #[test]
    fn whoever_falls_before_its_blow_lands_is_not_waited_for() {
        let with_hp = |hp: u16| {
            let battle = board("A e")
                .unit('A', recruit().gambits([light_punch()]))
                .unit('e', recruit().hp(hp).gambits([heavy_punch()]))
                .start(1);
            shown(&battle)
        };
        assert_eq!(with_hp(11), "Tick 1 | Quick strikes: A | Tick 2: e");
        assert_eq!(with_hp(10), "Tick 1 | Quick strikes: A");
    }

    #[test]
    fn in_phases_the_strip_says_who_has_acted() {
        let mut battle = board("A . B . e . f")
            .unit('A', recruit().manual_with([light_punch()]))
            .unit('B', recruit().manual_with([light_punch()]))
            .unit('e', recruit().gambits([light_punch()]))
            .unit('f', recruit().gambits([light_punch()]))
            .tempo(Tempo::Phases)
            .start(1);
        battle.set_player(true);
        assert_eq!(shown(&battle), "Your phase | : A B | then enemies: e f");
        let first = UnitId::new(0).expect("A is there");
        battle
            .order(first, Order::EndTurn, false)
            .expect("it is its turn");
        battle.step(&mut Silent);
        assert_eq!(shown(&battle), "Your phase | : A✓ B | then enemies: e f");
    }

    #[test]
    fn by_initiative_the_strip_goes_around() {
        let mut battle = board("A . B . e . f")
            .unit('A', recruit().gambits([light_punch()]))
            .unit('B', recruit().gambits([light_punch()]))
            .unit('e', recruit().gambits([light_punch()]))
            .unit('f', recruit().gambits([light_punch()]))
            .tempo(Tempo::Initiative)
            .start(1);
        let order: Vec<String> = battle
            .initiative_order()
            .iter()
            .map(|unit| battle.arena().sheet(*unit).name.clone())
            .collect();
        let [a, b, c, d] = &order[..] else {
            panic!("four units: {order:?}");
        };
        assert_eq!(
            shown(&battle),
            format!("Round 1 | Now: {a}* | then: {b} {c} {d}")
        );
        let second = battle.initiative_order()[1];
        while !battle.in_turn().contains(second) {
            battle.step(&mut Silent);
        }
        assert_eq!(
            shown(&battle),
            format!("Round 1 | Now: {b}* | then: {c} {d} | round 2: {a}")
        );
    }
}
