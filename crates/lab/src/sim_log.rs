//! The simulator's log: rounds, turns, rolls, damage, HP, death saves.

use std::io::Write;

use foretold_battle::{
    Affinity, Battle, Cell, Event, Faction, Happening, Harm, Life, Outcome, SaveResult, Struck,
    UnitId, Verdict, belongs_in_log, narrate, narrate_roll,
};

use crate::problem::Problem;
use crate::summary::why_draw;

/// Prints the events of a skirmish the way a DM would tell the story.
#[derive(Default)]
pub(crate) struct SimLog {
    /// The round that was printed last.
    round: u16,
    /// A walk that may go on in the next step: who, from where, to where, how many cells.
    walk: Option<(UnitId, Cell, Cell, u8)>,
}

impl SimLog {
    /// Prints what happened in a step, and whose turn comes next.
    pub(crate) fn print(
        &mut self,
        out: &mut impl Write,
        battle: &Battle,
        events: &[Event],
    ) -> Result<(), Problem> {
        let tempo = battle.arena().tempo();
        if battle.tick() == 0 && tempo.rolls_initiative() {
            self.initiative(out, battle, events)?;
        }
        if !tempo.takes_turns() && battle.tick() > 0 {
            writeln!(out, "\nTick {}", battle.tick())?;
        }
        for event in events
            .iter()
            .filter(|event| belongs_in_log(battle.arena(), event))
        {
            self.event(out, battle, event)?;
        }
        if !tempo.takes_turns() {
            self.end_walk(out, battle)?;
        }
        Ok(())
    }

    fn initiative(
        &self,
        out: &mut impl Write,
        battle: &Battle,
        events: &[Event],
    ) -> Result<(), Problem> {
        writeln!(out, "\nInitiative order")?;
        for (place, &unit) in (1..).zip(battle.initiative_order()) {
            let rolled = events.iter().find_map(|event| match event.what {
                Happening::InitiativeRolled {
                    unit: who,
                    roll,
                    bonus,
                } if who == unit => Some((roll, bonus)),
                _ => None,
            });
            let (roll, bonus) = rolled.unwrap_or_default();
            let sign = if bonus < 0 { '−' } else { '+' };
            let sum = i32::from(roll) + i32::from(bonus);
            let name = name(battle, unit);
            writeln!(
                out,
                "  {place:2}. {name}: d20({roll}) {sign} {} = {sum}",
                bonus.unsigned_abs()
            )?;
        }
        Ok(())
    }

    fn event(
        &mut self,
        out: &mut impl Write,
        battle: &Battle,
        event: &Event,
    ) -> Result<(), Problem> {
        if let Happening::Moved { unit, from, to } = event.what {
            self.walk = Some(match self.walk.take() {
                Some((who, start, at, cells)) if who == unit && at == from => {
                    (unit, start, to, cells + 1)
                }
                other => {
                    self.walk = other;
                    self.end_walk(out, battle)?;
                    (unit, from, to, 1)
                }
            });
            return Ok(());
        }
        self.end_walk(out, battle)?;
        match event.what {
            Happening::InitiativeRolled { .. } | Happening::Over { .. } => {}
            Happening::TurnBegan { unit, round } => {
                self.round(out, round)?;
                turn(out, battle, unit)?;
            }
            Happening::PhaseBegan { side, round } => {
                self.round(out, round)?;
                let side = if side == Faction::Friendly {
                    "The party"
                } else {
                    "The enemies"
                };
                writeln!(out, "  {side}")?;
            }
            Happening::Struck(ref struck) => strike(out, battle, struck)?,
            Happening::Suffered { unit, ref harm, .. } => {
                writeln!(out, "    {}", plain(battle, event))?;
                damage(out, battle, unit, harm)?;
            }
            Happening::DeathSave {
                unit,
                roll,
                successes,
                failures,
                result,
            } => {
                let name = name(battle, unit);
                let verdict = match roll {
                    20 => "NATURAL 20",
                    1 => "NATURAL 1",
                    10.. => "success",
                    _ => "failure",
                };
                writeln!(out, "    death save: d20({roll}): {verdict}")?;
                writeln!(
                    out,
                    "      {name}: successes {successes}/3, failures {failures}/3{}",
                    save_end(result)
                )?;
            }
            _ => writeln!(out, "    {}", plain(battle, event))?,
        }
        Ok(())
    }

    fn round(&mut self, out: &mut impl Write, round: u16) -> Result<(), Problem> {
        if round != self.round {
            self.round = round;
            writeln!(out, "\nRound {round}")?;
        }
        Ok(())
    }

    fn end_walk(&mut self, out: &mut impl Write, battle: &Battle) -> Result<(), Problem> {
        if let Some((unit, from, to, cells)) = self.walk.take() {
            let noun = if cells == 1 { "cell" } else { "cells" };
            writeln!(
                out,
                "    {} moves {from} → {to}, {cells} {noun}",
                name(battle, unit)
            )?;
        }
        Ok(())
    }

    /// Who won, how long it took, who is left.
    pub(crate) fn end(
        &mut self,
        out: &mut impl Write,
        battle: &Battle,
        quiet: bool,
    ) -> Result<(), Problem> {
        self.end_walk(out, battle)?;
        if !quiet {
            writeln!(out)?;
        }
        let winner = match battle.outcome() {
            Some(Outcome::Victory) => "the party".to_owned(),
            Some(Outcome::Defeat) => "the enemies".to_owned(),
            Some(Outcome::Draw(reason)) => format!("nobody, a draw: {}", why_draw(reason)),
            None => "nobody yet".to_owned(),
        };
        writeln!(out, "Combat over")?;
        writeln!(out, "  winner: {winner}")?;
        if battle.arena().tempo().takes_turns() {
            writeln!(out, "  rounds: {}", battle.round())?;
        } else {
            writeln!(out, "  ticks: {}", battle.tick())?;
        }
        let alive = battle.units().filter(|(_, unit)| unit.life != Life::Fallen);
        let survivors: Vec<String> = alive
            .map(|(id, unit)| {
                let down = if unit.is_up() { "" } else { " (down)" };
                format!(
                    "{} {}/{}{down}",
                    name(battle, id),
                    unit.hp,
                    battle.arena().sheet(id).max_hp
                )
            })
            .collect();
        let survivors = if survivors.is_empty() {
            "none".to_owned()
        } else {
            survivors.join(", ")
        };
        writeln!(out, "  survivors: {survivors}")?;
        Ok(())
    }
}

fn name(battle: &Battle, unit: UnitId) -> &str {
    &battle.arena().sheet(unit).name
}

/// The event in the words of the log, without its tick.
fn plain(battle: &Battle, event: &Event) -> String {
    let line = narrate(battle.arena(), event);
    line.split_once(' ')
        .map_or(line.clone(), |(_, text)| text.to_owned())
}

fn turn(out: &mut impl Write, battle: &Battle, unit: UnitId) -> Result<(), Problem> {
    let Some(state) = battle.unit(unit) else {
        return Ok(());
    };
    let max = battle.arena().sheet(unit).max_hp;
    let how = match state.life {
        Life::Up => "",
        Life::Down { .. } => ", down",
        Life::Stable => ", stable",
        Life::Fallen => ", fallen",
    };
    Ok(writeln!(
        out,
        "  {}: {}/{max} HP on {}{how}",
        name(battle, unit),
        state.hp,
        state.cell
    )?)
}

fn strike(out: &mut impl Write, battle: &Battle, struck: &Struck) -> Result<(), Problem> {
    let verdict = match struck.verdict {
        Verdict::Miss => "MISS",
        Verdict::Hit => "HIT",
        Verdict::Critical => "CRITICAL HIT",
    };
    let skill = &battle.arena().skill(struck.skill).name;
    let (by, target) = (name(battle, struck.by), name(battle, struck.target));
    let roll = narrate_roll(struck.chance, struck.roll);
    writeln!(
        out,
        "    {by} attacks {target} with {skill}: {roll}: {verdict}"
    )?;
    match &struck.harm {
        Some(harm) => damage(out, battle, struck.target, harm),
        None => Ok(()),
    }
}

/// From the dice to HP: `7 fire damage, resisted and halved: 3`.
fn damage(out: &mut impl Write, battle: &Battle, unit: UnitId, harm: &Harm) -> Result<(), Problem> {
    write!(out, "      {} {} damage", harm.raw, harm.kind.name())?;
    if harm.boost != 0 {
        let sign = if harm.boost < 0 { '−' } else { '+' };
        write!(out, " {sign} {}", harm.boost.unsigned_abs())?;
    }
    if let Some(card) = harm.card {
        write!(out, ", card {card}")?;
    }
    match harm.affinity {
        Affinity::Plain => {}
        Affinity::Resists => write!(out, ", resisted and halved")?,
        Affinity::Vulnerable => write!(out, ", vulnerable and doubled")?,
        Affinity::Immune => write!(out, ", immune")?,
    }
    if harm.boost != 0 || harm.card.is_some() || harm.affinity != Affinity::Plain {
        write!(out, ": {}", harm.incoming)?;
    }
    if harm.blocked > 0 {
        write!(out, ", {} blocked", harm.blocked)?;
    }
    let max = battle.arena().sheet(unit).max_hp;
    Ok(writeln!(
        out,
        "\n      {} HP {} → {}/{max}",
        name(battle, unit),
        harm.hp_before,
        harm.hp_after
    )?)
}

const fn save_end(result: SaveResult) -> &'static str {
    match result {
        SaveResult::Pending => "",
        SaveResult::Stable => ", stable",
        SaveResult::Revived => ", back on its feet with 1 HP",
        SaveResult::Dead => ", dead",
    }
}
