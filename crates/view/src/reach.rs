//! Who can hit whom: from where units stand, and from where one could stand. Only words; the numbers
//! are the battle's own.

use foretold_battle::{
    Battle, Cell, Faction, Odds, SkillId, Threat, UnitId, WhyNot, narrate_chance,
};

use crate::hover_card::{CardLine, LineStyle, line};
use crate::overlays::sight::obstacle;

/// Which units a unit can hit from where it stands, and which can hit it there, now or after a
/// walk: a short line each, with the parts of the chances where that fits. Nothing for a unit that
/// does not stand, nor once the battle is over.
pub fn reach_lines(battle: &Battle, unit: UnitId, fits: impl Fn(&str) -> bool) -> Vec<CardLine> {
    let arena = battle.arena();
    let Some(state) = battle.unit(unit).filter(|unit| unit.is_up()) else {
        return Vec::new();
    };
    if battle.outcome().is_some() {
        return Vec::new();
    }
    let side = arena.sheet(unit).faction;
    let name = |unit: UnitId| arena.sheet(unit).name.as_str();
    let targets = battle.targets_of(unit);
    let can_hit = if lacks_action(battle, unit, &targets) {
        "With another action, could hit"
    } else {
        "Can hit"
    };
    let targets = targets
        .iter()
        .map(|(target, threat)| PossibleHit::of(battle, threat, *target, name(*target)));
    let threats = battle.threats(state.cell);
    let strikers = threats
        .iter()
        .map(|threat| PossibleHit::of(battle, threat, unit, name(threat.by)));
    let others = arena.side(side.opponent());
    let walkers = others.iter().filter(|&other| {
        let strikes_now = threats.iter().any(|threat| threat.by == other);
        !strikes_now && battle.danger_of(other).after_walk.contains(state.cell)
    });
    let walkers: Vec<&str> = walkers.map(name).collect();
    let after_walk = match (walkers.is_empty(), arena.tempo().takes_turns()) {
        (true, _) => String::new(),
        (false, true) => format!("; after a walk: {}", walkers.join(", ")),
        (false, false) => format!("; after a step: {}", walkers.join(", ")),
    };
    let fitting = |lead: &str, mut hits: Vec<PossibleHit<'_>>, rest: &str| {
        let whole = format!("{lead}: {}{rest}", by_odds(&mut hits));
        if fits(&whole) {
            return whole;
        }
        for hit in &mut hits {
            hit.parts = None;
        }
        format!("{lead}: {}{rest}", by_odds(&mut hits))
    };
    let in_reach = fitting(can_hit, targets.collect(), "");
    let in_reach_of = fitting("Can be hit by", strikers.collect(), &after_walk);
    vec![
        line(in_reach, LineStyle::Of(side)),
        line(in_reach_of, LineStyle::Of(side.opponent())),
        line(barred(battle, unit), LineStyle::Plain),
    ]
}

fn attacks_of(battle: &Battle, unit: UnitId) -> impl Iterator<Item = SkillId> {
    let arena = battle.arena();
    let skills = arena.sheet(unit).skills.iter().copied();
    skills.filter(|skill| arena.skill(*skill).is_hostile())
}

/// Whether there are enemies in reach and no attack on them for want of an action. What only the
/// spread of an area reaches is out of range itself, and can be hit all the same.
fn lacks_action(battle: &Battle, unit: UnitId, targets: &[(UnitId, Threat)]) -> bool {
    let has_points = battle.unit(unit).is_some_and(|it| it.turn.points > 0);
    if battle.arena().tempo().takes_turns() && !has_points {
        return !targets.is_empty();
    }
    let enemies = targets.iter().map(|(enemy, _)| *enemy);
    let previews = enemies.flat_map(|enemy| {
        attacks_of(battle, unit).filter_map(move |skill| battle.preview(unit, skill, enemy))
    });
    let refusals: Vec<Option<WhyNot>> = previews.map(|preview| preview.refusal).collect();
    refusals.iter().all(Option::is_some) && refusals.contains(&Some(WhyNot::NeedsWholeTurn))
}

/// Which enemies a unit cannot hit from where it stands, and what is in the way.
fn barred(battle: &Battle, unit: UnitId) -> String {
    let arena = battle.arena();
    let sheet = arena.sheet(unit);
    let farthest = attacks_of(battle, unit).max_by_key(|skill| arena.skill(*skill).range);
    let Some(farthest) = farthest else {
        return format!("{} knows no attack.", sheet.name);
    };
    let targets = battle.targets_of(unit);
    let barred = |enemy: &UnitId| {
        let is_up = battle
            .unit(*enemy)
            .is_some_and(foretold_battle::Unit::is_up);
        is_up && targets.iter().all(|(target, _)| target != enemy)
    };
    let (mut far, mut reasons) = (Vec::new(), Vec::new());
    for enemy in arena.side(sheet.faction.opponent()).iter().filter(barred) {
        let preview = battle.preview(unit, farthest, enemy);
        let name = &arena.sheet(enemy).name;
        reasons.extend(match preview.and_then(|preview| preview.refusal) {
            Some(WhyNot::OutOfRange { distance, .. }) => {
                far.push(format!("{name} {distance}"));
                None
            }
            Some(WhyNot::NoSight { blocked_at }) => {
                let what = obstacle(battle, blocked_at);
                Some(format!("{name} ({what} bars the sight)"))
            }
            other => other.map(|why| format!("{name} ({why})")),
        });
    }
    // The reach is the same for all, so it is said once: the line must not be cut.
    if !far.is_empty() {
        let range = arena.skill(farthest).range;
        reasons.insert(0, format!("{} away, reach {range}", far.join(", ")));
    }
    match reasons.is_empty() {
        true => "Cannot hit: nobody".to_owned(),
        false => format!("Cannot hit: {}", reasons.join("; ")),
    }
}

/// A possible hit: the name of the other unit, the chance, and its parts if it is not certain.
struct PossibleHit<'a> {
    name: &'a str,
    odds: Option<Odds>,
    parts: Option<String>,
}

impl<'a> PossibleHit<'a> {
    fn of(battle: &Battle, threat: &Threat, target: UnitId, name: &'a str) -> PossibleHit<'a> {
        let preview = battle.preview(threat.by, threat.skill, target);
        let strike = preview.and_then(|preview| preview.strikes.first().copied());
        PossibleHit {
            name,
            odds: threat.odds,
            parts: strike.and_then(|strike| narrate_chance(strike.chance)),
        }
    }
}

/// Names with the chance to hit, the highest first, those with the same one together:
/// `e, g 45% each; f 25% (75 −50 distance)`.
fn by_odds(all: &mut [PossibleHit<'_>]) -> String {
    all.sort_by_key(|hit| (std::cmp::Reverse(hit.odds), hit.parts.clone()));
    let same = all.chunk_by(|one, next| (one.odds, &one.parts) == (next.odds, &next.parts));
    let same = same.map(|same| {
        let names: Vec<&str> = same.iter().map(|hit| hit.name).collect();
        let each = if names.len() > 1 { " each" } else { "" };
        let odds = same[0].odds;
        let odds = odds.map_or_else(String::new, |odds| format!(" {odds}{each}"));
        let parts = same[0].parts.as_ref();
        let parts = parts.map_or_else(String::new, |parts| format!(" ({parts})"));
        format!("{}{odds}{parts}", names.join(", "))
    });
    match all.is_empty() {
        true => "nobody".to_owned(),
        false => same.collect::<Vec<_>>().join("; "),
    }
}

/// Names after a colon.
fn listed(names: Vec<String>) -> String {
    match names.is_empty() {
        true => "nobody".to_owned(),
        false => names.join(", "),
    }
}

/// Which units a unit could hit if it stood in a cell, and which could hit it there.
pub fn stand_lines(battle: &Battle, unit: UnitId, cell: Cell) -> Vec<CardLine> {
    let arena = battle.arena();
    let Some(there) = battle.from_there(unit, cell) else {
        return Vec::new();
    };
    let name = &arena.sheet(unit).name;
    let with = |threat: &Threat| {
        let odds = threat
            .odds
            .map_or_else(String::new, |odds| format!(" {odds}"));
        format!("{odds} ({})", arena.skill(threat.skill).name)
    };
    let hits: Vec<String> = there
        .targets_of(unit)
        .iter()
        .map(|(target, threat)| format!("{}{}", arena.sheet(*target).name, with(threat)))
        .collect();
    let hit_by: Vec<String> = there
        .threats(cell)
        .iter()
        .map(|threat| {
            let by = &arena.sheet(threat.by).name;
            format!("{by} from {}{}", threat.from, with(threat))
        })
        .collect();
    vec![
        line(
            format!("From here {name} could hit: {}.", listed(hits)),
            LineStyle::Of(Faction::Friendly),
        ),
        line(
            format!("Here {name} could be hit by: {}.", listed(hit_by)),
            LineStyle::Of(Faction::Enemy),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{aimed_shot, board, fireball, light_punch, recruit};
    use foretold_battle::{Order, Silent, Tempo};

    use super::*;

    #[test]
    fn the_panel_says_in_short_who_is_in_whose_reach() {
        let battle = board("A . . e . f\n. . . . . .\n. . . . . .\ng . . . . .")
            .unit('A', recruit().gambits([aimed_shot()]))
            .unit('e', recruit().gambits([light_punch()]))
            .unit('f', recruit().gambits([light_punch()]))
            .unit('g', recruit().gambits([light_punch()]))
            .tempo(Tempo::Phases)
            .start(1);
        let lines = |slot: usize| -> Vec<String> {
            let unit = UnitId::new(slot).expect("it is there");
            let lines = reach_lines(&battle, unit, |text| text.len() < 80);
            lines.into_iter().map(|line| line.text).collect()
        };
        assert_eq!(
            lines(0),
            [
                "Can hit: e, g 45% each (75 −30 distance); f 25% (75 −50 distance)",
                "Can be hit by: nobody; after a walk: e, f, g",
                "Cannot hit: nobody"
            ]
        );
        assert_eq!(
            lines(1)[..2],
            ["Can hit: nobody", "Can be hit by: A 45% (75 −30 distance)"]
        );
        let cut = reach_lines(&battle, UnitId::new(0).expect("it is there"), |_| false);
        assert_eq!(cut[0].text, "Can hit: e, g 45% each; f 25%");
        assert!(lines(1)[2].starts_with("Cannot hit: A "), "{:?}", lines(1));
    }

    #[test]
    fn a_unit_without_actions_has_enemies_in_reach_and_cannot_hit_them() {
        let mut battle = board("A e . . . f")
            .unit('A', recruit().manual_with([light_punch()]))
            .unit('e', recruit().gambits([light_punch()]))
            .unit('f', recruit().gambits([light_punch()]))
            .tempo(Tempo::Phases)
            .start(1);
        battle.set_player(true);
        let unit = UnitId::new(0).expect("it is there");
        let lines = |battle: &Battle| -> Vec<String> {
            let lines = reach_lines(battle, unit, |_| true);
            lines.into_iter().map(|line| line.text).collect()
        };
        assert_eq!(lines(&battle)[0], "Can hit: e 100%");
        let far = "Cannot hit: f 5 away, reach 1";
        assert_eq!(lines(&battle)[2], far);
        let skill = battle.arena().sheet(unit).skills[0];
        let at = "B1".parse().expect("a cell");
        while !lines(&battle)[0].starts_with("With another action") {
            let order = Order::Use { skill, at };
            battle.order(unit, order, false).expect("it has an action");
            battle.step(&mut Silent);
        }
        assert_eq!(lines(&battle)[0], "With another action, could hit: e 100%");
        assert_eq!(lines(&battle)[2], far);
    }

    #[test]
    fn whom_only_the_spread_of_an_area_reaches_can_be_hit_while_there_is_an_action() {
        let mut battle = board("A . . e")
            .unit('A', recruit().manual_with([fireball().cost(1).range(2)]))
            .unit('e', recruit().hp(100).gambits([light_punch()]))
            .tempo(Tempo::Phases)
            .start(1);
        battle.set_player(true);
        let unit = UnitId::new(0).expect("it is there");
        let first = |battle: &Battle| reach_lines(battle, unit, |_| true).remove(0).text;
        let skill = battle.arena().sheet(unit).skills[0];
        let at = "C1".parse().expect("a cell");
        while battle.unit(unit).is_some_and(|it| it.turn.points > 0) {
            let now = first(&battle);
            assert!(now.starts_with("Can hit: e "), "{now}");
            let order = Order::Use { skill, at };
            battle.order(unit, order, false).expect("it has an action");
            battle.step(&mut Silent);
        }
        let now = first(&battle);
        assert!(
            now.starts_with("With another action, could hit: e "),
            "{now}"
        );
    }

    #[test]
    fn standing_elsewhere_is_shown_from_both_sides() {
        let battle = board("A . . . . . . e")
            .unit('A', recruit().gambits([aimed_shot()]))
            .unit('e', recruit().gambits([light_punch()]))
            .start(1);
        let stand = |name: &str| -> Vec<String> {
            let unit = UnitId::new(0).expect("it is there");
            let lines = stand_lines(&battle, unit, name.parse().expect("a cell"));
            lines.into_iter().map(|line| line.text).collect()
        };
        assert_eq!(
            stand("E1"),
            [
                "From here A could hit: e 45% (Aimed Shot).",
                "Here A could be hit by: nobody."
            ]
        );
        assert_eq!(
            stand("G1")[1],
            "Here A could be hit by: e from H1 100% (Light Punch)."
        );
    }
}
