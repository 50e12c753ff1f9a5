//! Battles that are made while the game runs, of units and looks that files describe.

use std::collections::BTreeMap;

use foretold_battle::{Board, Cell, Faction, Rule, Setup, SetupError, Skill, Tempo, fingerprint};

use crate::assemble::Assembler;
use crate::content::Content;
use crate::encounter::Encounter;
use crate::error::{ContentError, Errors};
use crate::file::{Item, Pack, RunPlan};
use crate::files::{FileKind, Files};
use crate::library::{Definitions, Report, Spot};

/// A battle that no file describes: which units meet, on which board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Staging {
    /// Its id.
    pub name: String,
    /// What the player calls it.
    pub title: String,
    /// A sentence for the player.
    pub text: String,
    /// Who acts when.
    pub tempo: Tempo,
    /// Whether the player commands the friends.
    pub by_hand: bool,
    /// The terrain.
    pub board: Board,
    /// How it looks: an id of `grounds/`.
    pub look: Option<String>,
    /// The ids of the piles that the sides share, the player's first.
    pub decks: [Option<String>; 2],
    /// The player's side.
    pub friends: Vec<StagedUnit>,
    /// The other side.
    pub enemies: Vec<StagedUnit>,
}

/// A unit of a [`Staging`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StagedUnit {
    /// The id of its file.
    pub unit: String,
    /// Where it stands.
    pub cell: Cell,
    /// The ids of skills that it knows besides those of its file.
    pub skills: Vec<String>,
}

/// A unit that can be a companion in runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompanionEntry<'a> {
    /// The id of its file.
    pub unit: &'a str,
    /// A line for the player.
    pub text: &'a str,
    /// The ids of the skills that it can learn.
    pub learns: &'a [String],
    /// After how many finished runs it can be met.
    pub later: u16,
}

impl Content {
    /// Brings the units of a staging together, or reports why they cannot meet.
    ///
    /// # Errors
    /// If something that it names does not exist, a unit has no place, or a skill does not fit the
    /// tempo.
    pub fn stage(&self, staging: &Staging) -> Result<Encounter, Vec<ContentError>> {
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let mut assembler = Assembler::new(self.library(), &mut report);
        let at = Spot::file(FileKind::Battle.path(&staging.name));
        assembler.origins.battle = Some(at.clone());
        assembler.setup.tempo = staging.tempo;
        assembler.setup.board = staging.board.clone();
        if let Some(look) = &staging.look {
            assembler.ground(look, &at);
        }
        assembler.setup.shared_decks = staging
            .decks
            .each_ref()
            .map(|deck| assembler.deck(deck.as_ref()?, &at));
        let sides = [
            (Faction::Friendly, &staging.friends),
            (Faction::Enemy, &staging.enemies),
        ];
        for (faction, units) in sides {
            let by_hand = staging.by_hand && faction == Faction::Friendly;
            for unit in units {
                assembler.staged(unit, faction, by_hand, &at);
            }
        }
        assembler.check();
        let is_ready = !assembler.incomplete && assembler.report.errors.is_empty();
        let Assembler {
            setup,
            ground,
            unit_ids,
            figures,
            skill_ids,
            ..
        } = assembler;
        if !is_ready {
            return Err(report.errors.into_sorted());
        }
        Ok(Encounter {
            name: staging.name.clone(),
            title: staging.title.clone(),
            text: staging.text.clone(),
            teaches: None,
            by_hand: staging.by_hand,
            ground,
            setup,
            unit_ids,
            figures,
            skill_ids,
            from_files: false,
            used: Default::default(),
        })
    }

    /// The rules of a file of `gambits/`, each with the id of its skill, whoever may follow them.
    pub fn rules_in_set(&self, set: &str) -> Option<Vec<(Rule, String)>> {
        let file = self.library().gambits.get(set)?.as_ref()?;
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let mut assembler = Assembler::new(self.library(), &mut report);
        let at = Spot::file(FileKind::Gambits.path(set));
        let rules = file.iter().filter_map(|rule| {
            let skill = rule.skill.clone();
            Some((assembler.rule(rule, None, &at)?, skill))
        });
        Some(rules.collect())
    }

    /// What a skill does; `None` if there is no such skill.
    pub fn skill(&self, id: &str) -> Option<Skill> {
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let mut assembler = Assembler::new(self.library(), &mut report);
        let skill = assembler.skill(id, &Spot::file(FileKind::Skill.path(id)))?;
        Some(assembler.setup.skills[skill.index()].clone())
    }

    /// One number for what a skill does, whatever it is called; 0 if there is no such skill.
    pub fn skill_hash(&self, id: &str) -> u64 {
        self.skill(id).map_or(0, |mut skill| {
            skill.name.clear();
            fingerprint(&skill)
        })
    }

    /// One number for the cards of a deck, whatever it is called; 0 if there is no such deck.
    pub fn deck_hash(&self, id: &str) -> u64 {
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let mut assembler = Assembler::new(self.library(), &mut report);
        let deck = assembler.deck(id, &Spot::file(FileKind::Deck.path(id)));
        deck.map_or(0, |deck| {
            fingerprint(&assembler.setup.decks[deck.index()].cards)
        })
    }

    /// Every unit that can be a companion, by id.
    pub fn companions(&self) -> impl Iterator<Item = CompanionEntry<'_>> {
        let units = self.library().units.iter();
        units.filter_map(|(id, unit)| {
            let companion = unit.as_ref()?.companion.as_ref()?;
            Some(CompanionEntry {
                unit: id,
                text: &companion.text,
                learns: &companion.learns,
                later: companion.later,
            })
        })
    }

    /// Every item, by id.
    pub fn items(&self) -> BTreeMap<&str, &Item> {
        all(&self.library().items)
    }

    /// Every pack, by id.
    pub fn packs(&self) -> BTreeMap<&str, &Pack> {
        all(&self.library().packs)
    }

    /// Every plan of a run, by id.
    pub fn run_plans(&self) -> BTreeMap<&str, &RunPlan> {
        all(&self.library().runs)
    }
}

fn all<T>(shelf: &Definitions<T>) -> BTreeMap<&str, &T> {
    let there = shelf.iter();
    there
        .filter_map(|(id, one)| Some((id.as_str(), one.as_ref()?)))
        .collect()
}

impl Encounter {
    /// The same battle with other plain data.
    ///
    /// # Errors
    /// Everything that is wrong with it afterwards.
    pub fn revised(
        mut self,
        revise: impl FnOnce(&mut Setup),
    ) -> Result<Encounter, Vec<SetupError>> {
        revise(&mut self.setup);
        self.setup.check()?;
        Ok(self)
    }
}
