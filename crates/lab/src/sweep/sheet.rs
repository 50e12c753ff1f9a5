//! Results as CSV: one count a row, exact, with a seal at the end that shows damage.

use foretold_battle::{Cell, Faction, fingerprint};

use super::cast::{Cast, RuleName, SkillName, UnitName};
use super::results::{BattleResult, MOST_BATTLES, Results, Shard, Variation};
use super::tally::{
    BOARD, BattleTally, Extreme, Margin, Outcomes, RuleCount, SkillCount, UnitCount,
};
use crate::summary::faction;

/// Changes whenever the rows do.
const FORMAT: &str = "1";
const HEAD: [&str; 7] = [
    "battle",
    "variation",
    "about",
    "name",
    "place",
    "measure",
    "value",
];
/// The longest battle that a tally keeps apart: longer than any.
const LONGEST: usize = 100_000;

/// The results as CSV.
pub(crate) fn write(results: &Results) -> Result<Vec<u8>, csv::Error> {
    let mut sheet = Sheet(csv::Writer::from_writer(Vec::new()));
    sheet.0.write_record(HEAD)?;
    let Shard { number, of } = results.shard;
    for (measure, value) in [
        ("format", FORMAT.to_owned()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("seed", results.first_seed.to_string()),
        ("asked", results.asked.to_string()),
        ("shard", number.to_string()),
        ("shards", of.to_string()),
    ] {
        sheet.row(["", "", "sweep", "", "", measure, &value])?;
    }
    for battle in &results.battles {
        sheet.battle(battle)?;
    }
    let text = sheet.0.into_inner();
    let mut text = text.map_err(csv::IntoInnerError::into_error)?;
    let seal = seal(&text);
    text.extend(format!(",,sweep,,,seal,{seal}\n").bytes());
    Ok(text)
}

/// One number for a text, to show damage.
pub(crate) fn seal(text: &[u8]) -> String {
    format!("{:016x}", fingerprint(&text))
}

struct Sheet(csv::Writer<Vec<u8>>);

impl Sheet {
    fn row(&mut self, row: [&str; 7]) -> Result<(), csv::Error> {
        self.0.write_record(row)
    }

    fn battle(&mut self, battle: &BattleResult) -> Result<(), csv::Error> {
        for (measure, value) in [
            ("title", battle.title.clone()),
            ("command", battle.command.clone()),
            ("length", battle.length_word.clone()),
            ("all", battle.all.to_string()),
            ("from", battle.from.to_string()),
            ("to", battle.to.to_string()),
        ] {
            self.row([&battle.name, "", "battle", "", "", measure, &value])?;
        }
        for variation in &battle.variations {
            self.variation(&battle.name, variation)?;
        }
        Ok(())
    }

    fn variation(&mut self, battle: &str, variation: &Variation) -> Result<(), csv::Error> {
        let Variation {
            name,
            content,
            cast,
            tally,
        } = variation;
        let mut row = |about: &str, of: &str, place: &str, measure: &str, value: &str| {
            self.0
                .write_record([battle, name, about, of, place, measure, value])
        };
        row("variation", "", "", "content", &format!("{content:016x}"))?;
        for (measure, count) in tally.outcomes.named() {
            row("outcome", "", "", measure, &count.to_string())?;
        }
        for (length, count) in tally.lengths.iter().enumerate() {
            if *count > 0 {
                let length = length.to_string();
                row("length", "", &length, "battles", &count.to_string())?;
            }
        }
        for (unit, counts) in cast.units.iter().zip(&tally.units) {
            row("unit", &unit.id, "", "side", faction(unit.side))?;
            row("unit", &unit.id, "", "name", &unit.name)?;
            for (measure, count) in counts.named() {
                row("unit", &unit.id, "", measure, &count.to_string())?;
            }
        }
        for (skill, counts) in cast.skills.iter().zip(&tally.skills) {
            let side = faction(skill.side);
            row("skill", &skill.id, side, "name", &skill.name)?;
            for (measure, count) in counts.named() {
                row("skill", &skill.id, side, measure, &count.to_string())?;
            }
        }
        for (rule, counts) in cast.rules.iter().zip(&tally.rules) {
            let place = rule.place.to_string();
            row("rule", &rule.unit, &place, "text", &rule.text)?;
            for (measure, count) in counts.named() {
                row("rule", &rule.unit, &place, measure, &count.to_string())?;
            }
        }
        for (side, cells) in Faction::ALL.into_iter().zip(&tally.falls) {
            for (cell, count) in Cell::all().zip(cells).filter(|(_, count)| **count > 0) {
                let (side, cell) = (faction(side), cell.to_string());
                row("fall", side, &cell, "units", &count.to_string())?;
            }
        }
        for (which, extreme) in [("best", tally.best), ("worst", tally.worst)] {
            if let Some(Extreme { margin, seed }) = extreme {
                row("seed", which, "", "outcome", &margin.outcome.to_string())?;
                row("seed", which, "", "hp", &margin.hp.to_string())?;
                row("seed", which, "", "seed", &seed.to_string())?;
            }
        }
        Ok(())
    }
}

/// Reads results that are not trusted.
///
/// # Errors
/// In words, if they are damaged or not results.
pub(crate) fn read(text: &[u8]) -> Result<Results, String> {
    let no_results = || "it holds no results of a sweep: name a file that `sweep --out` wrote";
    if !text.starts_with(HEAD.join(",").as_bytes()) {
        return Err(no_results().to_owned());
    }
    let damaged = "it is damaged or cut short: make it again with `sweep --out`";
    let end = text.strip_suffix(b"\n").ok_or(damaged)?;
    let last = end.iter().rposition(|&byte| byte == b'\n').ok_or(damaged)? + 1;
    let (rows, sealed) = end.split_at(last);
    if sealed != format!(",,sweep,,,seal,{}", seal(rows)).as_bytes() {
        return Err(damaged.to_owned());
    }
    let mut reading = Reading::default();
    for record in csv::Reader::from_reader(rows).records() {
        let record = record.map_err(|error| format!("it is damaged: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Vec<&str> = record.iter().collect();
        let plain = row.iter().all(|cell| !cell.contains(char::is_control));
        let taken = <[&str; 7]>::try_from(row)
            .ok()
            .filter(|_| plain)
            .and_then(|row| reading.take(row));
        taken.ok_or_else(|| {
            format!("line {line} makes no sense: make it again with `sweep --out`")
        })?;
    }
    reading
        .results()
        .ok_or_else(|| "its counts do not add up: make it again with `sweep --out`".to_owned())
}

/// Results as far as they are read.
#[derive(Default)]
struct Reading {
    format: String,
    version: String,
    seed: u64,
    asked: u64,
    shard: u64,
    shards: u64,
    battles: Vec<BattleResult>,
}

impl Reading {
    /// Takes a row; `None` if it makes no sense here.
    fn take(&mut self, row: [&str; 7]) -> Option<()> {
        let [battle, name, about, of, place, measure, value] = row;
        if about == "sweep" {
            match measure {
                "format" if value == FORMAT => self.format = value.to_owned(),
                "version" => self.version = value.to_owned(),
                "seed" => self.seed = value.parse().ok()?,
                "asked" => self.asked = value.parse().ok()?,
                "shard" => self.shard = value.parse().ok()?,
                "shards" => self.shards = value.parse().ok()?,
                _ => return None,
            }
            return Some(());
        }
        if about == "battle" {
            if self.battles.last().is_none_or(|last| last.name != battle) {
                self.battles.push(BattleResult {
                    name: battle.to_owned(),
                    title: String::new(),
                    command: String::new(),
                    length_word: String::new(),
                    all: 0,
                    from: 0,
                    to: 0,
                    variations: Vec::new(),
                });
            }
            let last = self.battles.last_mut()?;
            match measure {
                "title" => last.title = value.to_owned(),
                "command" => last.command = value.to_owned(),
                "length" => last.length_word = value.to_owned(),
                "all" => last.all = value.parse().ok()?,
                "from" => last.from = value.parse().ok()?,
                "to" => last.to = value.parse().ok()?,
                _ => return None,
            }
            return Some(());
        }
        let last = self.battles.last_mut().filter(|last| last.name == battle)?;
        if about == "variation" {
            last.variations.push(Variation {
                name: name.to_owned(),
                content: u64::from_str_radix(value, 16).ok()?,
                cast: Cast::default(),
                tally: BattleTally::new(0, 0, 0),
            });
            return Some(());
        }
        let variation = last.variations.last_mut()?;
        (variation.name == name).then_some(())?;
        take_count(variation, [about, of, place, measure, value])
    }

    /// Everything, if it is complete.
    fn results(self) -> Option<Results> {
        let shard: Shard = format!("{}/{}", self.shard, self.shards).parse().ok()?;
        let adds_up = |battle: &BattleResult| {
            let (from, to) = shard.battles(battle.all);
            let played = battle.to.checked_sub(battle.from);
            let all_counted = |variation: &Variation| {
                let BattleTally {
                    outcomes, lengths, ..
                } = &variation.tally;
                let lengths: u64 = lengths.iter().sum();
                Some(variation.tally.battles()) == played
                    && Some(lengths) == played
                    && Some(outcomes.better.max(outcomes.worse)) <= played
            };
            battle.from == from
                && battle.to <= to
                && battle.all <= self.asked
                && !battle.variations.is_empty()
                && battle.variations.iter().all(all_counted)
        };
        let sound = self.format == FORMAT
            && self.version == env!("CARGO_PKG_VERSION")
            && self.asked <= MOST_BATTLES
            && self.seed.checked_add(self.asked).is_some()
            && !self.battles.is_empty()
            && self.battles.iter().all(adds_up);
        sound.then_some(Results {
            first_seed: self.seed,
            asked: self.asked,
            shard,
            battles: self.battles,
        })
    }
}

/// Takes a row about a variation; `None` if it makes no sense here.
fn take_count(variation: &mut Variation, row: [&str; 5]) -> Option<()> {
    let [about, of, place, measure, value] = row;
    let Variation { cast, tally, .. } = variation;
    let count = || value.parse::<u64>().ok().filter(|&count| count < 1 << 62);
    match (about, measure) {
        ("outcome", _) => {
            let outcome: &mut u64 = Outcomes::by_name(&mut tally.outcomes, measure)?;
            *outcome = count().filter(|&count| count <= MOST_BATTLES)?;
        }
        ("length", "battles") => {
            let length: usize = place.parse().ok().filter(|&length| length <= LONGEST)?;
            if tally.lengths.len() <= length {
                tally.lengths.resize(length + 1, 0);
            }
            tally.lengths[length] = count().filter(|&count| count <= MOST_BATTLES)?;
        }
        ("unit", "side") => {
            cast.units.push(UnitName {
                id: of.to_owned(),
                name: String::new(),
                side: side(value)?,
            });
            tally.units.push(UnitCount::default());
        }
        ("unit", "name") => cast.units.last_mut()?.name = value.to_owned(),
        ("unit", _) => *tally.units.last_mut()?.by_name(measure)? = count()?,
        ("skill", "name") => {
            cast.skills.push(SkillName {
                side: side(place)?,
                id: of.to_owned(),
                name: value.to_owned(),
            });
            tally.skills.push(SkillCount::default());
        }
        ("skill", _) => *tally.skills.last_mut()?.by_name(measure)? = count()?,
        ("rule", "text") => {
            cast.rules.push(RuleName {
                unit: of.to_owned(),
                place: place.parse().ok()?,
                text: value.to_owned(),
            });
            tally.rules.push(RuleCount::default());
        }
        ("rule", _) => *tally.rules.last_mut()?.by_name(measure)? = count()?,
        ("fall", "units") => {
            let cell: Cell = place.parse().ok()?;
            let at = usize::from(cell.y()) * BOARD + usize::from(cell.x());
            *tally.falls[side(of)? as usize].get_mut(at)? = count()?;
        }
        ("seed", _) => {
            let which = match of {
                "best" => &mut tally.best,
                "worst" => &mut tally.worst,
                _ => return None,
            };
            let margin = Margin { outcome: 0, hp: 0 };
            let extreme = which.get_or_insert(Extreme { margin, seed: 0 });
            match measure {
                "outcome" => extreme.margin.outcome = value.parse().ok()?,
                "hp" => extreme.margin.hp = value.parse().ok()?,
                "seed" => extreme.seed = value.parse().ok()?,
                _ => return None,
            }
        }
        _ => return None,
    }
    Some(())
}

fn side(name: &str) -> Option<Faction> {
    Faction::ALL.into_iter().find(|side| faction(*side) == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::results::AS_IT_IS;

    /// Results with something in every list.
    fn results() -> Results {
        let mut tally = BattleTally::new(2, 1, 1);
        tally.outcomes.wins = 6;
        tally.outcomes.losses = 4;
        tally.lengths = vec![0, 0, 7, 3];
        tally.units[0].dealt = 99;
        tally.units[1].hp_left = 12;
        tally.skills[0].uses = 31;
        tally.rules[0].decided = 30;
        tally.falls[1][143] = 6;
        for (seed, hp) in [(8, 12), (3, -7)] {
            let outcome = if hp > 0 { 1 } else { -1 };
            let margin = Margin { outcome, hp };
            tally.note_extreme(Extreme { margin, seed });
        }
        let unit = |id: &str, side| UnitName {
            id: id.to_owned(),
            name: format!("{id}, the \"Unit\""),
            side,
        };
        let cast = Cast {
            units: vec![
                unit("ada", Faction::Friendly),
                unit("brand", Faction::Enemy),
            ],
            skills: vec![SkillName {
                side: Faction::Friendly,
                id: "jab".to_owned(),
                name: "Jab".to_owned(),
            }],
            rules: vec![RuleName {
                unit: "ada".to_owned(),
                place: 1,
                text: "Use Jab on the nearest enemy.".to_owned(),
            }],
        };
        Results {
            first_seed: 0,
            asked: 20,
            shard: Shard { number: 1, of: 2 },
            battles: vec![BattleResult {
                name: "duel".to_owned(),
                title: "A Duel".to_owned(),
                command: "foretold-lab run duel".to_owned(),
                length_word: "tick".to_owned(),
                all: 20,
                from: 0,
                to: 10,
                variations: vec![Variation {
                    name: AS_IT_IS.to_owned(),
                    content: 0x0123_4567_89ab_cdef,
                    cast,
                    tally,
                }],
            }],
        }
    }

    fn written() -> Vec<u8> {
        write(&results()).expect("there is room")
    }

    /// The rows without their seal.
    fn rows(text: &[u8]) -> Vec<String> {
        let text = String::from_utf8(text.to_vec()).expect("it is text");
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        rows.pop();
        rows
    }

    /// The rows with a seal that holds, as a liar would write them.
    fn sealed(rows: &[String]) -> Vec<u8> {
        let mut text: Vec<u8> = rows
            .iter()
            .flat_map(|row| format!("{row}\n").into_bytes())
            .collect();
        let seal = seal(&text);
        text.extend(format!(",,sweep,,,seal,{seal}\n").bytes());
        text
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(read(&written()), Ok(results()));
        assert_eq!(sealed(&rows(&written())), written());
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_refused() {
        let whole = written();
        for at in 0..whole.len() {
            assert!(read(&whole[..at]).is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut flipped = whole.clone();
                flipped[at] ^= 1 << bit;
                assert!(read(&flipped).is_err(), "bit {bit} of byte {at}");
            }
        }
    }

    #[test]
    fn whatever_a_liar_seals_is_read_or_refused() {
        let rows = rows(&written());
        for at in 0..rows.len() {
            let without: Vec<String> = [&rows[..at], &rows[at + 1..]].concat();
            let _ = read(&sealed(&without));
            let doubled: Vec<String> = [&rows[..=at], &rows[at..]].concat();
            let _ = read(&sealed(&doubled));
            let swapped: Vec<String> = [&rows[at..], &rows[..at]].concat();
            let _ = read(&sealed(&swapped));
            let (row, _) = rows[at].rsplit_once(',').expect("there are cells");
            for value in [
                "",
                "-1",
                "0",
                "x",
                "99999",
                "1000000000000",
                "4611686018427387903",
                "18446744073709551615",
                "\u{1b}[2J",
                "\"",
            ] {
                let mut lie = rows.clone();
                lie[at] = format!("{row},{value}");
                if let Ok(taken) = read(&sealed(&lie)) {
                    // Whatever is taken for results can be added up and printed.
                    let mut sum = taken.clone();
                    for (sum, more) in sum.battles.iter_mut().zip(&taken.battles) {
                        for (sum, more) in sum.variations.iter_mut().zip(&more.variations) {
                            sum.tally.add(&more.tally);
                        }
                    }
                    let mut out = Vec::new();
                    crate::sweep::table::print(&sum, &mut out).expect("there is room");
                    crate::sweep::objects::print(&sum, &mut out).expect("there is room");
                    crate::sweep::report::page(&sum);
                    assert!(!out.contains(&0x1b), "{value:?}");
                }
            }
        }
    }
}
