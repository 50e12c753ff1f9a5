//! A battle drawn as text.

use std::sync::Arc;

use super::draft::{BrainDraft, RuleDraft, UnitDraft};
use super::script::{Script, ScriptedRoll, d20};
use super::story::{Log, Story};
use crate::board::{Cell, Terrain};
use crate::deck::Deck;
use crate::sink::Silent;
use crate::skill::Skill;
use crate::unit::{Brain, CardMove, DeckUse, Faction, UnitSheet};
use crate::{Arena, Battle, DeckId, HouseRules, Rule, Setup, SkillId, Tempo};

/// A cell by its name.
pub fn cell(name: &str) -> Cell {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// A battle drawn as text and not begun yet.
#[derive(Clone, Debug)]
pub struct Scene {
    setup: Setup,
    letters: Vec<(char, Cell)>,
    script: Option<Vec<ScriptedRoll>>,
}

/// Draws a board from its top left corner; what is not drawn is floor.
///
/// The signs are those of [`Terrain::ALL`]. Any other letter is a unit on floor:
/// friends in capitals, enemies in small letters. Units join in the order in which [`Scene::unit`] names them.
pub fn board(drawing: &str) -> Scene {
    let mut scene = Scene {
        setup: Setup::default(),
        letters: Vec::new(),
        script: None,
    };
    let rows = drawing.lines().map(str::trim).filter(|row| !row.is_empty());
    for (y, row) in (0..).zip(rows) {
        for (x, letter) in (0..).zip(row.split_whitespace()) {
            let cell =
                Cell::new(x, y).unwrap_or_else(|| panic!("the drawing is larger than the board"));
            let drawn = |terrain: &Terrain| letter.chars().eq([terrain.sign()]);
            if let Some(terrain) = Terrain::ALL.into_iter().find(drawn) {
                scene.setup.board.set(cell, terrain);
            } else {
                let units = letter.chars().map(|letter| (letter, cell));
                scene.letters.extend(units);
            }
        }
    }
    scene
}

impl Scene {
    /// Puts a unit where its letter is drawn.
    pub fn unit(mut self, letter: char, draft: UnitDraft) -> Scene {
        let drawn = self.letters.iter().position(|(drawn, _)| *drawn == letter);
        let at = drawn.unwrap_or_else(|| panic!("{letter} is not drawn on the board"));
        let (_, cell) = self.letters.swap_remove(at);
        let faction = if letter.is_uppercase() {
            Faction::Friendly
        } else {
            Faction::Enemy
        };
        let mut skills: Vec<SkillId> = Vec::new();
        let mut learn = |scene: &mut Scene, draft: &RuleDraft| {
            let id = scene.skill_id(&draft.skill);
            if !skills.contains(&id) {
                skills.push(id);
            }
            id
        };
        let mut follow = |scene: &mut Scene, rules: &[RuleDraft]| -> Vec<Rule> {
            let learnt = rules.iter().map(|draft| (draft, learn(scene, draft)));
            learnt
                .map(|(draft, skill)| Rule {
                    skill,
                    ..draft.rule.clone()
                })
                .collect()
        };
        let brain = match &draft.brain {
            BrainDraft::Heuristic => Brain::Heuristic,
            BrainDraft::Gambit(rules) => Brain::Gambit(follow(&mut self, rules)),
            BrainDraft::Manual(rules) => Brain::Manual(follow(&mut self, rules)),
            BrainDraft::Cards(moves) => {
                let learnt = moves
                    .iter()
                    .map(|(draft, weight, hidden)| (learn(&mut self, draft), *weight, *hidden));
                Brain::Cards(
                    learnt
                        .map(|(skill, weight, hidden)| CardMove {
                            skill,
                            weight,
                            hidden,
                        })
                        .collect(),
                )
            }
        };
        for known in &draft.also_knows {
            learn(&mut self, known);
        }
        let deck = match draft.own_deck {
            Some(deck) => DeckUse::Own(self.deck_id(deck)),
            None if draft.shares_deck => DeckUse::Shared,
            None => DeckUse::None,
        };
        self.setup.units.push(UnitSheet {
            name: letter.to_string(),
            kind: draft.kind,
            faction,
            cell,
            hp: draft.hp,
            max_hp: draft.max_hp,
            start_block: draft.start_block,
            sanity: draft.sanity,
            speed: draft.speed,
            accuracy: draft.accuracy,
            armour_class: draft.armour_class,
            initiative: draft.initiative,
            resists: draft.resists,
            vulnerable: draft.vulnerable,
            immune: draft.immune,
            statuses: draft.statuses,
            skills,
            rule_slots: 6,
            brain,
            deck,
            at_zero: draft.at_zero,
            harmless: draft.harmless,
            autofight: draft.autofight,
        });
        self
    }

    /// Changes the terrain of a cell, under a unit or not.
    pub fn terrain(mut self, name: &str, terrain: Terrain) -> Scene {
        self.setup.board.set(cell(name), terrain);
        self
    }

    /// Who acts when.
    pub fn tempo(mut self, tempo: Tempo) -> Scene {
        self.setup.tempo = tempo;
        self
    }

    /// Changes the house rules.
    pub fn house(mut self, change: impl FnOnce(&mut HouseRules)) -> Scene {
        change(&mut self.setup.house);
        self
    }

    /// Gives a side a deck to share.
    pub fn shared_deck(mut self, faction: Faction, deck: Deck) -> Scene {
        self.setup.shared_decks[faction as usize] = Some(self.deck_id(deck));
        self
    }

    /// From now on every die falls as the script says, and no die is left over.
    pub fn rolls(mut self, rolls: impl IntoIterator<Item = ScriptedRoll>) -> Scene {
        self.script = Some(rolls.into_iter().collect());
        self
    }

    /// The scene as plain data.
    pub fn setup(&self) -> Setup {
        assert!(
            self.letters.is_empty(),
            "drawn but not described: {:?}",
            self.letters
        );
        self.setup.clone()
    }

    /// Begins the battle with seeded dice.
    pub fn start(&self, seed: u64) -> Battle {
        Battle::start(&self.arena(), seed, &mut Silent)
    }

    /// Begins the story.
    pub fn story(&self) -> Story {
        self.story_after([])
    }

    /// Begins the story in each tempo. Everyone has one action a turn, and turns come in the order
    /// of joining (in phases, friends before enemies), so that the same happens in all of them.
    pub fn in_every_tempo(&self) -> [Story; 3] {
        Tempo::ALL.map(|tempo| {
            let scene = self.clone().tempo(tempo);
            let scene = scene.house(|house| house.action_points = 1);
            let rolls = if tempo == Tempo::Initiative {
                self.setup.units.len()
            } else {
                0
            };
            scene.story_after(std::iter::repeat_n(d20(1), rolls))
        })
    }

    /// Plays `rounds` in each tempo, with one action for everyone in each, and asserts what
    /// happens in all of them.
    #[track_caller]
    pub fn assert_in_every_tempo(&self, rounds: u16, deeds: &[&str]) {
        for mut story in self.in_every_tempo() {
            let log = story.rounds(rounds);
            let tempo = story.battle.arena().tempo();
            let played = log.lines.join("\n");
            let picture = &log.picture;
            assert_eq!(log.deeds(), deeds, "in {tempo:?}\n{played}\n{picture}");
        }
    }

    /// Begins the story with these rolls before its own script.
    fn story_after(&self, rolls: impl IntoIterator<Item = ScriptedRoll>) -> Story {
        let script = self.script.iter().flatten().copied();
        let script = Script {
            rolls: rolls.into_iter().chain(script).collect(),
            goes_on: self.script.is_none(),
        };
        Story::begin(&self.arena(), script)
    }

    /// Plays `count` ticks and returns the log, without the set-up's own lines.
    pub fn ticks(&self, count: usize) -> Log {
        self.story().ticks(count)
    }

    fn arena(&self) -> Arc<Arena> {
        match Arena::new(self.setup()) {
            Ok(arena) => Arc::new(arena),
            Err(errors) => panic!("the scene is wrong: {errors:?}"),
        }
    }

    fn skill_id(&mut self, skill: &Skill) -> SkillId {
        let skills = &mut self.setup.skills;
        let at = skills
            .iter()
            .position(|known| known == skill)
            .unwrap_or_else(|| {
                skills.push(skill.clone());
                skills.len() - 1
            });
        SkillId(at as u8)
    }

    fn deck_id(&mut self, deck: Deck) -> DeckId {
        self.setup.decks.push(deck);
        DeckId((self.setup.decks.len() - 1) as u8)
    }
}
