//! A run as a story: the map, what was chosen, the odds foretold, and what happened.

use std::io::Write;
use std::sync::Arc;

use foretold_battle::{Command, Outcome};
use foretold_content::Price;
use foretold_run::{
    JournalEntry, PlaceId, Realm, Rest, Run, RunCommand, RunEnd, RunOffer, RunStage, RunStart,
};
use serde_json::json;

use super::map_text;
use super::one::{FORETOLD, foretell};
use crate::json;
use crate::problem::Problem;

/// Prints what comes of a run, line by line, or as one object a line.
struct Teller<'a, W: Write> {
    out: &'a mut W,
    as_json: bool,
    number: u64,
}

impl<W: Write> Teller<'_, W> {
    fn say(&mut self, run: &Run, text: &str) -> Result<(), Problem> {
        self.number += 1;
        if !self.as_json {
            return Ok(writeln!(self.out, "{text}")?);
        }
        let object = json!({
            "type": "story",
            "number": self.number,
            "floor": run.place().map(|place| place.floor),
            "text": text.trim(),
        });
        json::line(self.out, &object)
    }
}

/// Tells a run from its start and what the player did.
pub(crate) fn tell(
    realm: &Arc<Realm>,
    start: RunStart,
    commands: &[RunCommand],
    as_json: bool,
    out: &mut impl Write,
) -> Result<Run, Problem> {
    let mut run = Run::begin(realm, start);
    let mut teller = Teller {
        out,
        as_json,
        number: 0,
    };
    if !as_json {
        for line in map_text::lines(run.map()) {
            writeln!(teller.out, "{line}")?;
        }
    }
    for command in commands {
        if let Some(text) = before(&run, command) {
            teller.say(&run, &text)?;
        }
        let known = run.journal().len();
        run.command(command.clone())
            .map_err(|refusal| Problem::Input(format!("the run goes differently: {refusal}")))?;
        for entry in &run.journal()[known..] {
            if let Some(text) = happened(&run, entry) {
                teller.say(&run, &text)?;
            }
        }
    }
    end(&run, as_json, teller.out)?;
    Ok(run)
}

/// How a run stands, or how it ended.
pub(crate) fn end(run: &Run, as_json: bool, out: &mut impl Write) -> Result<(), Problem> {
    let floor = run.place().map_or(0, |place| place.floor);
    let (word, words) = match run.end() {
        Some(RunEnd::Won) => ("won", "won"),
        Some(RunEnd::Lost) => ("lost", "lost"),
        Some(RunEnd::GivenUp) => ("given_up", "given up"),
        None => ("not_over", "not over yet"),
    };
    let RunStart { seed, level, .. } = run.start();
    let fingerprint = format!("{:016x}", run.fingerprint());
    if as_json {
        let object = json!({
            "type": "run",
            "run": run.realm().name(),
            "seed": seed,
            "level": level,
            "end": word,
            "floor": floor,
            "commands": run.commands().len(),
            "fingerprint": fingerprint,
        });
        return json::line(out, &object);
    }
    Ok(writeln!(
        out,
        "{} ({}), seed {seed}, level {level}: {words} on floor {floor}, after {} commands, fingerprint {fingerprint}",
        run.realm().plan().title,
        run.realm().name(),
        run.commands().len()
    )?)
}

/// What there is to choose from, and what is done.
fn before(run: &Run, command: &RunCommand) -> Option<String> {
    let name = |place: u8| {
        let companion = run.company().get(usize::from(place));
        companion.map_or_else(|| "nobody".to_owned(), |it| it.unit.clone())
    };
    Some(match command {
        RunCommand::Choose { .. } => {
            let RunStage::Choosing(units) = run.stage() else {
                return None;
            };
            format!("Offered: {}.", units.join(", "))
        }
        RunCommand::Teach { companion, rules } => {
            let rules: Vec<&str> = rules.iter().map(|rule| rule.skill.as_str()).collect();
            format!("  {} follows: {}", name(*companion), rules.join(", "))
        }
        RunCommand::Wear { companion, item } => format!("  {} puts on {item}", name(*companion)),
        RunCommand::TakeOff { companion, slot } => {
            format!("  {} takes off its {}", name(*companion), slot.words())
        }
        RunCommand::Go { .. } => {
            let ways: Vec<String> = run.ways().into_iter().map(|to| way(run, to)).collect();
            format!("\nWays: {}.", ways.join("; "))
        }
        // With the rules it came with, the odds of the way still hold.
        RunCommand::Step { .. } => {
            let has_new_rules = matches!(run.commands().last(), Some(RunCommand::Battle(_)));
            let odds = foretell(run, command).filter(|_| has_new_rules)?;
            format!(
                "  Foretold with these rules: {}.{:02}% in {FORETOLD} playouts",
                odds / 100,
                odds % 100
            )
        }
        RunCommand::Battle(Command::Rules { unit, .. }) => {
            let unit = run.battle()?.encounter.unit_id(*unit).to_owned();
            format!("  {unit} gets other rules")
        }
        RunCommand::Battle(_) => "  An order is given".to_owned(),
        RunCommand::Take { .. } | RunCommand::Leave => match run.stage() {
            RunStage::Offered(offers) => {
                let offers: Vec<String> = offers.iter().map(RunOffer::to_string).collect();
                format!("  Offered: {}", offers.join("; "))
            }
            RunStage::AtShrine(Some(terms)) => {
                let text = run.plan().bargains.get(terms.bargain);
                let text = text.map_or("", |bargain| bargain.text.as_str());
                format!("  {text} {} for {}", terms.gives, price(terms.price))
            }
            _ => return None,
        },
        RunCommand::Undo => "  The last order is taken back".to_owned(),
        RunCommand::TakeBack { .. } | RunCommand::Camp(_) | RunCommand::GiveUp => return None,
    })
}

/// A way: what is there, and the odds if it is a fight.
fn way(run: &Run, to: PlaceId) -> String {
    let kind = run.map().kind(to).map_or("nothing", |kind| kind.words());
    let Some(fight) = run.fight(to) else {
        return kind.to_owned();
    };
    let odds = run.odds(to, FORETOLD).map_or_else(String::new, |tally| {
        let won = tally.win();
        let whole = |odds: foretold_battle::Odds| odds.hundredths() / 100;
        format!(
            ", {}% ({} to {}%)",
            whole(won.odds),
            whole(won.low),
            whole(won.high)
        )
    });
    format!("{kind} ({}{odds})", fight.pack)
}

fn price(price: Price) -> String {
    match price {
        Price::Hp(percent) => format!("{percent}% of everyone's HP"),
        Price::Wound => "a wound".to_owned(),
        Price::Omen => "an omen".to_owned(),
        Price::Card(card) => format!("a card {card} in somebody's deck"),
    }
}

/// What happened.
fn happened(run: &Run, entry: &JournalEntry) -> Option<String> {
    let name = |place: &u8| {
        let companion = run.company().get(usize::from(*place));
        companion.map_or_else(|| "nobody".to_owned(), |it| it.unit.clone())
    };
    let to = |who: &Option<u8>| {
        who.as_ref()
            .map_or_else(String::new, |who| format!(", {}", name(who)))
    };
    Some(match entry {
        JournalEntry::SetOut(units) => format!("Chosen: {}.", units.join(", ")),
        JournalEntry::Came(place, kind) => {
            let fight = run.fight(*place);
            let against = fight.map_or_else(String::new, |fight| {
                let units: Vec<&str> = fight
                    .enemies
                    .iter()
                    .map(|(unit, _)| unit.as_str())
                    .collect();
                format!(" against {}: {}", fight.pack, units.join(", "))
            });
            format!("Floor {}: {}{against}", place.floor, kind.words())
        }
        JournalEntry::Fought {
            outcome,
            steps,
            fell,
            ..
        } => {
            let word = match outcome {
                Outcome::Victory => "Won",
                Outcome::Defeat => "Lost",
                Outcome::Draw(_) => "Drawn",
            };
            let fell: Vec<String> = fell.iter().map(name).collect();
            let fell = match fell.as_slice() {
                [] => "nobody fell".to_owned(),
                names => format!("{} fell", names.join(", ")),
            };
            let company = run.company().iter();
            let hp = company.map(|it| format!("{} {}/{}", it.unit, it.hp, run.max_hp(it)));
            // What a lost battle cost, only an omen can say.
            let hp = match outcome {
                Outcome::Victory => format!(". HP now: {}", hp.collect::<Vec<_>>().join(", ")),
                _ => String::new(),
            };
            format!("  {word} after {steps} steps, {fell}{hp}")
        }
        JournalEntry::TookBack(step) => format!("  An omen: back to step {step}"),
        JournalEntry::Took(offer, who) => format!("  Taken: {offer}{}", to(who)),
        JournalEntry::Paid(paid, who) => format!("  Paid: {}{}", price(*paid), to(who)),
        JournalEntry::Left => "  Left".to_owned(),
        JournalEntry::Rested(Rest::Heal) => "  All rest".to_owned(),
        JournalEntry::Rested(Rest::Learn { companion, skill }) => {
            format!("  {} learns {skill}", name(companion))
        }
        JournalEntry::Rested(Rest::Slot { companion }) => {
            format!("  {} gets a rule slot", name(companion))
        }
        JournalEntry::Ended(_) => return None,
    })
}
