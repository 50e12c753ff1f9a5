//! `sim`: what a DM reads, checked line by line.

use crate::common::ok;

/// The number behind a text in a line.
#[track_caller]
fn number_after(line: &str, text: &str) -> i64 {
    let (_, rest) = line
        .split_once(text)
        .unwrap_or_else(|| panic!("{text} in {line}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits
        .parse()
        .unwrap_or_else(|_| panic!("a number after {text} in {line}"))
}

#[test]
fn every_roll_against_armour_adds_up() {
    let log = ok("sim --party fighter cleric --enemies goblin_boss goblin goblin goblin --seed 4");
    let rolls: Vec<&str> = log
        .lines()
        .filter(|line| line.contains(" vs AC "))
        .collect();
    assert!(rolls.len() > 10, "{log}");
    for line in rolls {
        let roll = number_after(line, "d20(");
        let bonus = number_after(line, ") + ");
        let sum = number_after(line, " = ");
        let armour = number_after(line, " vs AC ");
        assert_eq!(roll + bonus, sum, "{line}");
        let verdict = match roll {
            20 => "CRITICAL HIT",
            1 => "MISS",
            _ if sum >= armour => "HIT",
            _ => "MISS",
        };
        assert!(line.ends_with(&format!(": {verdict}")), "{line}");
    }
}

#[test]
fn damage_with_its_kind_and_hp_before_and_after_follow_each_hit() {
    let log = ok("sim --party fighter --enemies goblin goblin --seed 7");
    let lines: Vec<&str> = log.lines().collect();
    let hits: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].ends_with(": HIT"))
        .collect();
    assert!(!hits.is_empty(), "{log}");
    for at in hits {
        let (damage, hp) = (lines[at + 1].trim(), lines[at + 2].trim());
        let kinds = [" slashing damage", " piercing damage"];
        assert!(kinds.iter().any(|kind| damage.ends_with(kind)), "{damage}");
        let dealt: i64 = damage
            .split(' ')
            .next()
            .and_then(|word| word.parse().ok())
            .expect(damage);
        let before = number_after(hp, " HP ");
        let after = number_after(hp, " → ");
        assert_eq!(after, (before - dealt).max(0), "{damage}, {hp}");
        let most = if hp.starts_with("fighter") { 28 } else { 9 };
        assert_eq!(number_after(hp, "/"), most, "{hp}");
    }
}

#[test]
fn a_resistance_is_shown_and_halves() {
    let log = ok("sim --party fighter --enemies tomb_guardian --seed 3");
    let lines: Vec<&str> = log.lines().collect();
    let resisted: Vec<usize> = (0..lines.len())
        .filter(|&at| lines[at].contains(", resisted and halved: "))
        .collect();
    assert!(resisted.len() >= 3, "{log}");
    let mut odd = false;
    for at in resisted {
        let raw = number_after(lines[at], "      ");
        let left = number_after(lines[at], ", resisted and halved: ");
        assert_eq!(left, raw / 2, "half, rounded down: {}", lines[at]);
        let hp = lines[at + 1];
        assert_eq!(
            number_after(hp, " HP ") - number_after(hp, " → "),
            left,
            "{hp}"
        );
        odd |= raw % 2 == 1;
    }
    assert!(odd, "some damage is odd, or rounding down is not seen");
}

#[test]
fn immunity_and_vulnerability_are_shown() {
    let log = ok("sim --party priest --enemies skeleton --seed 1");
    let smites: Vec<&str> = log
        .lines()
        .filter(|line| line.contains(" radiant damage"))
        .collect();
    assert!(!smites.is_empty(), "{log}");
    for line in smites {
        let raw = number_after(line, "      ");
        assert_eq!(
            number_after(line, ", vulnerable and doubled: "),
            2 * raw,
            "{line}"
        );
    }
    let log = ok("sim --party priest --enemies tomb_guardian --seed 1 --max-rounds 10");
    assert!(log.contains(" radiant damage, immune: 0\n"), "{log}");
}

#[test]
fn a_card_is_shown_with_what_it_makes_of_the_damage() {
    let log = ok("sim --party marksman --enemies cult_archer --seed 1");
    let cards: Vec<&str> = log
        .lines()
        .filter(|line| line.contains(", card +"))
        .collect();
    assert!(!cards.is_empty(), "{log}");
    for line in cards {
        let raw = number_after(line, "      ");
        let card = number_after(line, ", card +");
        let (_, left) = line.rsplit_once(": ").expect("what it comes to");
        let (left, _) = left.split_once(", ").unwrap_or((left, ""));
        assert_eq!(left.parse(), Ok(raw + card), "{line}");
    }
}

#[test]
fn walks_are_shown_in_one_line_with_their_cells() {
    let log = ok("sim --party fighter --enemies goblin --seed 5");
    assert!(
        log.contains("\n    goblin moves A3 → A9, 6 cells\n"),
        "{log}"
    );
}

#[test]
fn the_downed_make_death_saves_with_a_tally() {
    let mut ends = Vec::new();
    for seed in 1..=40 {
        let six = "goblin goblin goblin goblin goblin goblin";
        let log = ok(&format!(
            "sim --party fighter cleric --enemies {six} --seed {seed}"
        ));
        let lines: Vec<&str> = log.lines().collect();
        for at in 0..lines.len() {
            let Some((_, roll)) = lines[at].split_once("    death save: d20(") else {
                continue;
            };
            let (roll, verdict) = roll.split_once("): ").expect("a verdict follows");
            let expected = match roll.parse::<u8>().expect("a roll is a number") {
                20 => "NATURAL 20",
                1 => "NATURAL 1",
                10.. => "success",
                _ => "failure",
            };
            assert_eq!(verdict, expected, "{}", lines[at]);
            let tally = lines[at + 1];
            let (successes, failures) = (
                number_after(tally, "successes "),
                number_after(tally, "failures "),
            );
            let end = match (expected, successes, failures) {
                ("NATURAL 20", _, _) => ", back on its feet with 1 HP",
                (_, 3, _) => ", stable",
                (_, _, 3) => ", dead",
                _ => "",
            };
            assert!(tally.ends_with(&format!("/3{end}")), "{tally}");
            ends.push(end);
        }
    }
    for end in ["", ", back on its feet with 1 HP", ", stable", ", dead"] {
        assert!(
            ends.contains(&end),
            "no death save in 40 seeds ended so: {end}"
        );
    }
}
