//! What a unit of the player's could do to the unit in a cell. Only words; the numbers are the battle's
//! own.

use foretold_battle::{
    Affinity, Battle, Cell, Chance, Edge, Effect, Luck, Odds, Order, Preview, SkillId,
    StrikePreview, UnitId, WhyNot, hit_in_words, range,
};

use foretold_sim::{AttackPreview, Previews};

use crate::hover_card::{CardLine, LineStyle, deals_damage, deck_in_words, line};
use crate::overlays::sight::obstacle;
use crate::skill_effects::{effects_in_words, once_in_words};

/// The lines of the best attack that the card always shows: who, the chance, and what of it.
const MOST_IN_SHORT: usize = 4;
/// The other attacks that the card always shows.
const MOST_OTHERS: usize = 2;

/// What a unit could do to another: the chosen skill, or else its best attack, then its other
/// attacks. In short, and the details.
pub fn use_lines(
    battle: &Battle,
    previews: &Previews,
    (by, target): (UnitId, UnitId),
    chosen: Option<SkillId>,
) -> (Vec<CardLine>, Vec<CardLine>) {
    let arena = battle.arena();
    let friends = arena.sheet(by).faction == arena.sheet(target).faction;
    let chosen = chosen.filter(|skill| arena.sheet(by).skills.contains(skill));
    match chosen {
        Some(skill) if !arena.skill(skill).is_hostile() => {
            (aid_lines(battle, by, target, skill), Vec::new())
        }
        _ if friends => (Vec::new(), Vec::new()),
        chosen => attack_lines(battle, previews, (by, target), chosen),
    }
}

fn attack_lines(
    battle: &Battle,
    previews: &Previews,
    (by, target): (UnitId, UnitId),
    chosen: Option<SkillId>,
) -> (Vec<CardLine>, Vec<CardLine>) {
    let arena = battle.arena();
    let (me, it) = (arena.sheet(by), arena.sheet(target));
    let mut attacks: Vec<&AttackPreview> = previews.between(by, target).collect();
    // The sort is stable: equal attacks stay in the order of the sheet.
    attacks.sort_by_key(|attack| {
        let expected = std::cmp::Reverse(attack.preview.expected_hundredths);
        let refused = attack.preview.refusal.is_some();
        (Some(attack.skill) != chosen, refused, expected)
    });
    let best = attacks
        .first()
        .filter(|attack| chosen.is_some() || attack.preview.refusal.is_none());
    let mut lines = match best {
        Some(best) => in_full(battle, best),
        None if attacks.is_empty() => {
            let text = format!("{} knows no attack.", me.name);
            vec![line(text, LineStyle::Heading)]
        }
        None => {
            let text = format!("{} cannot attack {} now", me.name, it.name);
            vec![line(text, LineStyle::Heading)]
        }
    };
    let details = lines.split_off(lines.len().min(MOST_IN_SHORT));
    let others = attacks.iter().skip(usize::from(best.is_some()));
    let others = others.map(|attack| line(in_short(battle, attack), LineStyle::Plain));
    lines.extend(others.clone().take(MOST_OTHERS));
    (
        lines,
        details
            .into_iter()
            .chain(others.skip(MOST_OTHERS))
            .collect(),
    )
}

/// What the chosen skill would do if its area were locked at a cell without an enemy. Nothing if it
/// has no area.
pub fn area_lines(battle: &Battle, by: UnitId, chosen: Option<SkillId>, at: Cell) -> Vec<CardLine> {
    let arena = battle.arena();
    let Some(skill) = chosen.filter(|skill| arena.skill(*skill).area().is_wide()) else {
        return Vec::new();
    };
    let (me, name) = (&arena.sheet(by).name, &arena.skill(skill).name);
    let mut lines = vec![line(format!("{me} on {at}: {name}"), LineStyle::Heading)];
    if let Err(why) = battle.check_order(by, Order::Use { skill, at }) {
        let text = format!("It cannot be used now: {why}.");
        lines.push(line(text, LineStyle::Plain));
        return lines;
    }
    let victims = battle.previews_at(by, skill, at);
    if victims.is_empty() {
        lines.push(line("It would hit nobody.", LineStyle::Plain));
    }
    lines.extend(victims.iter().map(|(victim, preview)| {
        let sheet = arena.sheet(*victim);
        let numbers = numbers_in_words(battle, skill, preview);
        let text = format!("It hits {}: {numbers}.", sheet.name);
        line(text, LineStyle::Of(sheet.faction))
    }));
    lines.extend(whole_turn(battle, skill).map(|text| line(text, LineStyle::Plain)));
    lines
}

/// What help would do.
fn aid_lines(battle: &Battle, by: UnitId, target: UnitId, skill_id: SkillId) -> Vec<CardLine> {
    let arena = battle.arena();
    let skill = arena.skill(skill_id);
    let (me, it) = (&arena.sheet(by).name, &arena.sheet(target).name);
    let title = format!("{me} on {it}: {}", skill.name);
    let mut lines = vec![line(title, LineStyle::Heading)];
    let at = battle.unit(target).map(|unit| unit.cell);
    let order = at.map(|at| Order::Use {
        skill: skill_id,
        at,
    });
    if let Some(Err(why)) = order.map(|order| battle.check_order(by, order)) {
        lines.push(line(
            format!("It cannot be used now: {why}."),
            LineStyle::Plain,
        ));
    }
    let effects = Effect::on_target(skill, arena.house().luck);
    let does = format!("It does: {}.", effects_in_words(&effects));
    lines.push(line(does, LineStyle::Plain));
    lines.extend(whole_turn(battle, skill_id).map(|text| line(text, LineStyle::Plain)));
    lines
}

/// A sentence that says that a skill takes the whole turn, if it does (rules §11).
pub fn whole_turn(battle: &Battle, skill: SkillId) -> Option<String> {
    let cost = battle.arena().skill(skill).cost;
    let tempo = battle.arena().tempo();
    if cost < 2 || !tempo.takes_turns() {
        None
    } else if tempo.buys_walks() {
        Some(format!("It takes the whole turn: {cost} actions."))
    } else {
        Some("It takes the whole turn: no step before or after.".to_owned())
    }
}

/// An attack line by line.
fn in_full(battle: &Battle, attack: &AttackPreview) -> Vec<CardLine> {
    let arena = battle.arena();
    let (me, it) = (arena.sheet(attack.by), arena.sheet(attack.target));
    let skill = arena.skill(attack.skill);
    let preview = &attack.preview;
    let first = preview.strikes.first();
    let odds = first.map_or(Odds::NEVER, |strike| strike.odds);
    let title = match preview.refusal {
        None => format!("{} on {}: {}, {odds} to hit", me.name, it.name, skill.name),
        Some(_) => format!("{} on {}: {}", me.name, it.name, skill.name),
    };
    let mut lines = vec![line(title, LineStyle::Heading)];
    let mut push = |text: String| lines.push(line(text, LineStyle::Plain));
    if let Some(refusal) = preview.refusal {
        let why = refusal_in_words(battle, refusal);
        push(format!("It cannot be used now: {why}."));
        return lines;
    }
    if let Some(text) = whole_turn(battle, attack.skill) {
        push(text);
    }
    if let Some(strike) = first {
        push(chance_in_words(strike.chance, preview));
    }
    if !arena.tempo().takes_turns() && !skill.is_quick() {
        let cost = skill.cost;
        push(format!(
            "It lands in {cost} ticks, if anyone is in the cell then."
        ));
    }
    if preview.strikes.len() > 1 {
        push(format!(
            "{} strikes, each rolls for itself.",
            preview.strikes.len()
        ));
    }
    if arena.house().luck == Luck::Certain {
        push("Certain luck: 50% or more always hits, less never does.".to_owned());
    }
    if preview.strikes.iter().any(|strike| strike.base.is_some()) {
        push(damage_in_words(preview));
        if preview.block > 0 {
            push(format!(
                "{} block of {} is taken off that.",
                preview.block, it.name
            ));
        }
        let resisted = preview.strikes.iter().find_map(affinity_in_words);
        if let Some(how) = resisted {
            push(format!("{} {how}", it.name));
        }
        push(fall_in_words(preview.kill, &it.name));
    }
    let hit = hit_in_words(arena, skill, preview.shove);
    if !hit.is_empty() {
        push(format!("A hit: {}.", hit.join(", ")));
    }
    let once = Effect::once(skill);
    if !once.is_empty() {
        push(format!("The attack: {}.", effects_in_words(&once)));
    }
    for (other, preview) in &attack.others {
        push(format!(
            "It hits {}, too: {}.",
            arena.unit_name(*other),
            numbers_in_words(battle, attack.skill, preview)
        ));
    }
    if let Some(null) = preview.null_card {
        let deck = deck_in_words(battle, attack.by).unwrap_or_default();
        push(format!(
            "A hit draws a card: a number is added, × multiplies, NULL ({null}) means no damage. \
             {deck}."
        ));
    }
    lines
}

/// An attack in one line.
fn in_short(battle: &Battle, attack: &AttackPreview) -> String {
    let (skill, preview) = (&attack.skill, &attack.preview);
    let name = &battle.arena().skill(*skill).name;
    if let Some(refusal) = preview.refusal {
        return format!("{name}: {}", refusal_in_words(battle, refusal));
    }
    let mut text = format!("{name}: {}", numbers_in_words(battle, *skill, preview));
    let arena = battle.arena();
    for hit in hit_in_words(arena, arena.skill(*skill), preview.shove) {
        text += &format!(", {hit}");
    }
    if preview.kill != Odds::NEVER {
        text += &format!(", {} to bring it down", preview.kill);
    }
    if !attack.others.is_empty() {
        text += &format!(", hits {} more", attack.others.len());
    }
    if whole_turn(battle, *skill).is_some() {
        text += ", whole turn";
    }
    text + &once_in_words(arena.skill(*skill))
}

/// The chance and the damage of an attack at one unit.
fn numbers_in_words(battle: &Battle, skill: SkillId, preview: &Preview) -> String {
    let odds = preview.strikes.first().map(|strike| strike.odds);
    let odds = odds.unwrap_or(Odds::NEVER);
    let mut text = format!("{odds} to hit");
    if deals_damage(battle, skill) {
        let damage = range(u32::from(preview.lowest), u32::from(preview.highest));
        text += &format!(", {damage} damage");
    }
    text
}

/// Why an attack cannot be made. Names what is in the way.
fn refusal_in_words(battle: &Battle, refusal: WhyNot) -> String {
    match refusal {
        WhyNot::NoSight { blocked_at } => {
            let obstacle = obstacle(battle, blocked_at);
            format!("no line of sight: {obstacle} is in the way")
        }
        other => other.to_string(),
    }
}

/// The chance and its parts.
fn chance_in_words(chance: Chance, preview: &Preview) -> String {
    match chance {
        Chance::Sure => "It hits whoever is in the cell.".to_owned(),
        Chance::Aimed {
            accuracy,
            bonus,
            distance,
            cover,
            dodging,
            percent,
        } => {
            let tenths = preview.distance_tenths;
            let far = format!("distance ({}.{} cells)", tenths / 10, tenths % 10);
            let parts = [
                (bonus, "for the skill"),
                (-distance, far.as_str()),
                (-cover, preview.terrain.cover().name()),
                (-dodging, "dodging"),
            ];
            let mut text = format!("{percent}% = {accuracy} accuracy");
            for (part, what) in parts.into_iter().filter(|(part, _)| *part != 0) {
                let sign = if part < 0 { '−' } else { '+' };
                text += &format!(" {sign}{} {what}", part.unsigned_abs());
            }
            let sum = accuracy + bonus - distance - cover - dodging;
            if sum < i16::from(percent) {
                text += &format!(", but never below {percent}%");
            } else if sum > i16::from(percent) {
                text += &format!(", but never above {percent}%");
            }
            text
        }
        Chance::Armour {
            bonus,
            armour_class,
            edge,
        } => {
            // A 1 never hits, a 20 always does.
            let needed = (armour_class - bonus).clamp(2, 20);
            let sign = if bonus < 0 { '−' } else { '+' };
            let dice = match edge {
                Edge::Even => "",
                Edge::Advantage => " The higher of two dice counts.",
                Edge::Disadvantage => " The lower of two dice counts.",
            };
            format!(
                "d20 {sign}{} against armour class {armour_class}: {needed} or more on the die \
                 hits, a 20 doubles the dice.{dice}",
                bonus.unsigned_abs()
            )
        }
    }
}

/// Lowest, highest and expected damage.
fn damage_in_words(preview: &Preview) -> String {
    let base = preview.strikes.iter().find_map(|strike| strike.base);
    let base = base.map_or_else(String::new, |base| {
        format!(" ({} {})", base.amount, base.kind.name())
    });
    let damage = range(u32::from(preview.lowest), u32::from(preview.highest));
    let mut strikes = preview.strikes.iter();
    if preview.lowest == preview.highest && strikes.all(|strike| strike.odds == Odds::CERTAIN) {
        return format!("{damage} damage{base}.");
    }
    let expected = preview.expected_hundredths;
    let (whole, tenths) = ((expected + 5) / 100, (expected + 5) % 100 / 10);
    let hits = match preview.strikes.len() {
        0 | 1 => "if it hits".to_owned(),
        strikes => format!("if all {strikes} strikes hit"),
    };
    format!("{damage} damage {hits}{base}, {whole}.{tenths} on average with misses.")
}

/// How the target resists a strike or is vulnerable to it, if it is either.
fn affinity_in_words(strike: &StrikePreview) -> Option<String> {
    let kind = strike.base?.kind.name();
    match strike.affinity {
        Affinity::Plain => None,
        Affinity::Resists => Some(format!("resists {kind}: half of it.")),
        Affinity::Vulnerable => Some(format!("is vulnerable to {kind}: twice as much.")),
        Affinity::Immune => Some(format!("is immune to {kind}: nothing at all.")),
    }
}

fn fall_in_words(kill: Odds, name: &str) -> String {
    match kill {
        Odds::NEVER => format!("{name} cannot fall from this."),
        Odds::CERTAIN => format!("{name} falls for certain."),
        kill => format!("{name} falls with a chance of {kill}."),
    }
}

#[cfg(test)]
mod tests {
    use foretold_battle::testing::{
        Scene, aimed_shot, board, heavy_punch, light_punch, longsword, recruit,
    };
    use foretold_battle::{DamageKind, Deck, Tempo, Terrain};

    use foretold_sim::ReadModel;

    use super::*;

    fn all_lines(battle: &Battle, pair: (UnitId, UnitId), chosen: Option<SkillId>) -> Vec<String> {
        let (short, long) = use_lines(battle, &Previews::of(battle), pair, chosen);
        short
            .into_iter()
            .chain(long)
            .map(|line| line.text)
            .collect()
    }

    fn attack(scene: &Scene) -> Vec<String> {
        let battle = scene.start(1);
        let [by, target] = [0, 1].map(|slot| UnitId::new(slot).expect("both are there"));
        all_lines(&battle, (by, target), None)
    }

    #[test]
    fn a_shot_is_shown_line_by_line_and_the_rest_in_short() {
        let archer = recruit()
            .gambits([light_punch(), aimed_shot()])
            .deck(Deck::standard());
        let scene = board("A . . e")
            .unit('A', archer)
            .unit('e', recruit().hp(5))
            .terrain("D1", Terrain::HalfCover);
        let lines = attack(&scene);
        assert_eq!(
            lines[..4],
            [
                "A on e: Aimed Shot, 25% to hit",
                "25% = 75 accuracy −30 distance (3.0 cells) −20 half cover",
                "4–10 damage if it hits (5 piercing), 1.3 on average with misses.",
                "e falls with a chance of 17.5%.",
            ]
        );
        assert_eq!(
            lines[4],
            "Light Punch: out of range: 3 cells away, it reaches 1"
        );
        assert!(
            lines[5].ends_with(
                "Standard deck, 20 of 20 left: NULL 5%, ×2 5%, +2 5%, +1 25%, +0 35%, −1 25%."
            ),
            "{}",
            lines[5]
        );
    }

    #[test]
    fn what_is_in_the_way_is_named() {
        let scene = board("A . # e")
            .unit('A', recruit().gambits([aimed_shot()]))
            .unit('e', recruit());
        assert_eq!(
            attack(&scene),
            [
                "A cannot attack e now",
                "Aimed Shot: no line of sight: the wall on C1 is in the way"
            ]
        );
    }

    #[test]
    fn a_sure_blow_against_armour_and_resistance() {
        let scene = board("A e")
            .unit('A', recruit().gambits([longsword(), heavy_punch()]))
            .unit('e', recruit().resists(DamageKind::Slashing));
        let lines = attack(&scene);
        assert_eq!(lines[0], "A on e: Heavy Punch, 100% to hit");
        assert_eq!(lines[1], "It hits whoever is in the cell.");
        assert!(lines.iter().any(|line| line == "e cannot fall from this."));
        assert!(lines.iter().any(|line| line.starts_with("Longsword: ")));
        let sword = board("A e")
            .unit('A', recruit().gambits([longsword()]))
            .unit('e', recruit().resists(DamageKind::Slashing));
        let lines = attack(&sword);
        assert!(lines[1].contains("against armour class 10"), "{lines:?}");
        assert!(lines.contains(&"e resists slashing: half of it.".to_owned()));
    }

    #[test]
    fn the_chosen_skill_comes_first_and_says_that_it_takes_the_whole_turn() {
        let scene = board("A e")
            .unit('A', recruit().gambits([light_punch(), heavy_punch()]))
            .unit('e', recruit())
            .tempo(Tempo::Phases);
        let battle = scene.start(1);
        let [by, target] = [0, 1].map(|slot| UnitId::new(slot).expect("both are there"));
        let skills = battle.arena().sheet(by).skills.clone();
        let named = |name: &str| {
            let found = skills
                .iter()
                .find(|skill| battle.arena().skill(**skill).name == name);
            *found.expect("it knows both")
        };
        let lines = |chosen: Option<SkillId>| all_lines(&battle, (by, target), chosen);
        let light = lines(Some(named("Light Punch")));
        assert_eq!(light[0], "A on e: Light Punch, 100% to hit");
        assert!(
            light.contains(&"Heavy Punch: 100% to hit, 25 damage, whole turn".to_owned()),
            "{light:?}"
        );
        let heavy = lines(Some(named("Heavy Punch")));
        assert_eq!(
            heavy[..2],
            [
                "A on e: Heavy Punch, 100% to hit",
                "It takes the whole turn: 2 actions."
            ]
        );
        assert_eq!(
            lines(None)[0],
            heavy[0],
            "without a choice the best one comes first"
        );
    }

    #[test]
    fn friends_are_not_attacked() {
        let scene = board("A B e")
            .unit('A', recruit())
            .unit('B', recruit())
            .unit('e', recruit());
        assert!(attack(&scene).is_empty());
    }
}
