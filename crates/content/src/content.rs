//! The whole set of content, checked together.

use std::collections::{BTreeMap, BTreeSet};

use foretold_battle::{AutofightSettings, Cell, Deck, DeckId, Faction, Tempo};

use crate::assemble::{Assembler, MOVES};
use crate::encounter::Encounter;
use crate::error::{ContentError, Errors, whole_file};
use crate::file::{BattleFile, BrainFile, Capped, HouseFile, Own, Placing, UnitSource};
use crate::files::{AUTOFIGHT, FileKind, Files, RULES};
use crate::keys::Keys;
use crate::library::{Library, Report, Spot};
use crate::plain::{LONGEST_TEXT, LONGEST_TITLE};
use crate::run_check::{check_runs, used_by_runs};
use crate::stage::StagedUnit;
use crate::theme::Theme;

/// How many things are checked in one go: fewer than a set-up holds.
const BATCH: usize = 100;
/// At most this many units in all battles together: each brings its skills, rules and settings along.
const MAX_PLACED: usize = 3_000;
/// The pile of each side in a skirmish.
const SKIRMISH_DECK: &str = "standard";

/// The whole set of content, checked together: everything it names exists.
#[derive(Clone, Debug)]
pub struct Content {
    library: Library,
    encounters: BTreeMap<String, Encounter>,
    schools: Vec<School>,
    keys: Keys,
    theme: Theme,
}

/// Battles that teach, one after another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct School {
    /// Its id: `descent`.
    pub name: String,
    /// What the player calls it.
    pub title: String,
    /// A sentence for the player.
    pub text: String,
    /// The names of its battles, in order; at least one.
    pub battles: Vec<String>,
}

/// Two sides on an empty board: the DM's simulator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skirmish {
    /// The ids of the units on row 10.
    pub party: Vec<String>,
    /// The ids of the units on row 3.
    pub enemies: Vec<String>,
    /// Who acts when.
    pub tempo: Tempo,
    /// The skirmish is a draw after this many rounds; in ticks, this many ticks.
    pub max_rounds: u16,
    /// Whether the simulator's agent decides for every unit, whatever its brain.
    pub heuristic: bool,
}

impl Skirmish {
    /// A side has no more columns.
    pub const MAX_SIDE: usize = 12;
}

impl Content {
    /// Parses and checks all files together, or reports everything that is wrong with them.
    ///
    /// # Errors
    /// Every error, sorted by file and place.
    pub fn load(files: &Files) -> Result<Content, Vec<ContentError>> {
        if let Some(why) = files.overfull() {
            return Err(vec![whole_file("", why)]);
        }
        let mut errors = Errors::default();
        let mut library = Library::parse(files, &mut errors);
        if errors.keep_only_folders() {
            // Names that lead to files left unread would be reported first, and they are not wrong.
            return Err(errors.into_sorted());
        }
        if let Some(why) = too_many_placed(&library) {
            errors.push(whole_file(FileKind::Battle.folder(), why));
            return Err(errors.into_sorted());
        }
        let mut report = Report::new(files, errors);
        check_autofight(&library, &mut report);
        // The rules and the settings of autofight on their own, even if there is nothing else. Errors
        // in them are reported here, not again in every battle.
        check_alone(&library, &mut report, |assembler| {
            assembler.dummy();
        });
        if report.errors.of(RULES) {
            library.house = HouseFile::default();
        }
        if report.errors.of(AUTOFIGHT) {
            library.autofight = None;
        }
        check_each(&library, &mut report);
        check_own(&library, &mut report);
        check_units(&library, &mut report);
        let encounters = assemble_battles(&library, &mut report);
        let schools = check_schools(&library, &mut report);
        check_runs(&mut library, &mut report);
        check_packs(&library, &mut report);
        let keys = Keys::check(&library.keys, &mut report);
        let theme = Theme::check(&library.theme, &mut report);
        if report.errors.is_empty() {
            Ok(Content {
                library,
                encounters,
                schools,
                keys,
                theme,
            })
        } else {
            Err(report.errors.into_sorted())
        }
    }

    /// The battle with this name.
    pub fn encounter(&self, name: &str) -> Option<&Encounter> {
        self.encounters.get(name)
    }

    /// Every battle, by name.
    pub fn encounters(&self) -> impl ExactSizeIterator<Item = &Encounter> {
        self.encounters.values()
    }

    /// Every school, by name.
    pub fn schools(&self) -> impl ExactSizeIterator<Item = &School> {
        self.schools.iter()
    }

    /// Every battle in the order in which a player should meet them: those of the schools first.
    pub fn encounters_in_order(&self) -> impl Iterator<Item = &Encounter> {
        let taught = self.schools.iter().flat_map(|school| &school.battles);
        let mut names: Vec<&String> = Vec::new();
        for name in taught.chain(self.encounters.keys()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
            .into_iter()
            .filter_map(|name| self.encounters.get(name))
    }

    /// The autofight settings by name: first the standard, then the presets of `autofight.ron`.
    pub fn autofight_presets(&self) -> impl Iterator<Item = (&str, &AutofightSettings)> {
        let file = self.library.autofight.iter();
        file.flat_map(|file| {
            let presets = file.presets.0.iter();
            let named = presets.map(|(name, settings)| (name.as_str(), settings));
            std::iter::once(("standard", &file.settings.0)).chain(named)
        })
    }

    /// Which keys do what.
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// How the game looks and moves.
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The ids of everything of a kind.
    pub fn ids(&self, kind: FileKind) -> Vec<&str> {
        fn keys<T>(shelf: &BTreeMap<String, T>) -> Vec<&str> {
            shelf.keys().map(String::as_str).collect()
        }
        let library = &self.library;
        match kind {
            FileKind::Skill => keys(&library.skills),
            FileKind::Unit => keys(&library.units),
            FileKind::Deck => keys(&library.decks),
            FileKind::Board => keys(&library.boards),
            FileKind::Ground => keys(&library.grounds),
            FileKind::Battle => keys(&library.battles),
            FileKind::Gambits => keys(&library.gambits),
            FileKind::School => keys(&library.schools),
            FileKind::Item => keys(&library.items),
            FileKind::Pack => keys(&library.packs),
            FileKind::Run => keys(&library.runs),
        }
    }

    /// One number for everything that battles are fought with. Names, texts and the layout of the
    /// files do not change it as long as every battle stays the same.
    pub fn hash(&self) -> u64 {
        let battles: Vec<(&String, u64)> = self
            .encounters
            .iter()
            .map(|(name, battle)| (name, battle.setup.content_hash()))
            .collect();
        foretold_battle::fingerprint(&battles)
    }

    /// Everything that no battle, no run and no rule set uses.
    pub fn unused(&self) -> Vec<(FileKind, String)> {
        let mut used: BTreeSet<(FileKind, String)> = self
            .encounters
            .values()
            .flat_map(|battle| battle.used.clone())
            .collect();
        let rules = self
            .library
            .gambits
            .values()
            .flatten()
            .flat_map(|rules| rules.iter());
        used.extend(rules.map(|rule| (FileKind::Skill, rule.skill.clone())));
        used.extend(used_by_runs(&self.library));
        used.extend(MOVES.map(|id| (FileKind::Skill, id.to_owned())));
        [
            FileKind::Skill,
            FileKind::Unit,
            FileKind::Deck,
            FileKind::Board,
            FileKind::Ground,
            FileKind::Pack,
        ]
        .into_iter()
        .flat_map(|kind| {
            self.ids(kind)
                .into_iter()
                .map(move |id| (kind, id.to_owned()))
        })
        .filter(|thing| !used.contains(thing))
        .collect()
    }

    /// The units whose files name a figure, each with its name.
    pub fn named_figures(&self) -> impl Iterator<Item = (&str, &str)> {
        let units = self.library.units.iter();
        units.filter_map(|(id, unit)| Some((id.as_str(), unit.as_ref()?.figure.as_deref()?)))
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Brings together two sides on an empty board, or reports why they cannot meet.
    ///
    /// # Errors
    /// If a unit does not exist, or a skill does not fit the tempo.
    pub fn skirmish(&self, skirmish: &Skirmish) -> Result<Encounter, Vec<ContentError>> {
        let side = |ids: &[String], row: u8| {
            let columns = ('A'..='L').chain(std::iter::repeat('?'));
            let placings = ids.iter().zip(columns).map(|(id, column)| Placing {
                unit: UnitSource::Named(id.clone()),
                at: format!("{column}{row}"),
                name: None,
                brain: skirmish.heuristic.then_some(BrainFile::Heuristic),
            });
            Capped(placings.collect())
        };
        // Units that draw from their side's pile find the standard one.
        let deck =
            || Some(SKIRMISH_DECK.to_owned()).filter(|id| self.library.decks.contains_key(id));
        let battle = BattleFile {
            title: "Skirmish".to_owned(),
            text: "Two sides on an empty board.".to_owned(),
            teaches: None,
            tempo: skirmish.tempo,
            board: None,
            by_hand: false,
            friends: side(&skirmish.party, 10),
            enemies: side(&skirmish.enemies, 3),
            friends_deck: deck(),
            enemies_deck: deck(),
            skills: Own::default(),
            decks: Own::default(),
            rules: HouseFile {
                max_rounds: Some(i64::from(skirmish.max_rounds)),
                max_ticks: Some(i64::from(skirmish.max_rounds)),
                ..HouseFile::default()
            },
        };
        let files = Files::default();
        let mut report = Report::new(&files, Errors::default());
        let encounter = assemble_battle(&self.library, &mut report, "skirmish", &battle);
        match encounter {
            Some(mut encounter) => {
                for (sheet, id) in encounter.setup.units.iter_mut().zip(&encounter.unit_ids) {
                    sheet.name.clone_from(id);
                }
                encounter.from_files = false;
                Ok(encounter)
            }
            None => Err(report.errors.into_sorted()),
        }
    }
}

/// If the battles have more units than can be checked: what to do.
fn too_many_placed(library: &Library) -> Option<String> {
    let battles = library.battles.values().flatten();
    let placed: usize = battles
        .map(|battle| battle.friends.len() + battle.enemies.len())
        .sum();
    (placed > MAX_PLACED).then(|| {
        let battles = library.battles.len();
        format!("found {placed} units in {battles} battles, expected at most {MAX_PLACED} in all battles together: take some battles away")
    })
}

fn check_autofight(library: &Library, report: &mut Report<'_>) {
    let at = Spot::file(AUTOFIGHT);
    let mut assembler = Assembler::new(library, report);
    for (stop, message) in library.autofight.iter().flat_map(|file| &file.messages) {
        let at = at.field("messages").named(&format!("{stop:?}"));
        assembler.text(message, LONGEST_TEXT, &at);
    }
}

/// What battles describe for themselves, used or not.
fn check_own(library: &Library, report: &mut Report<'_>) {
    for (name, battle) in &library.battles {
        let Some(battle) = battle else { continue };
        if battle.skills.0.is_empty() && battle.decks.0.is_empty() {
            continue;
        }
        let at = Spot::file(FileKind::Battle.path(name));
        check_alone(library, report, |assembler| {
            assembler.own = Some((battle, at.clone()));
            for id in battle.own_ids(FileKind::Skill) {
                assembler.skill(id, &at);
            }
            for id in battle.own_ids(FileKind::Deck) {
                assembler.deck(id, &at);
            }
        });
    }
}

/// Skills, decks, boards, grounds and rule sets, each on its own, used or not.
fn check_each(library: &Library, report: &mut Report<'_>) {
    let skills: Vec<&String> = library.skills.keys().collect();
    for batch in skills.chunks(BATCH) {
        check_alone(library, report, |assembler| {
            for id in batch {
                assembler.skill(id, &Spot::file(FileKind::Skill.path(id)));
            }
        });
    }
    let decks: Vec<&String> = library.decks.keys().collect();
    for batch in decks.chunks(BATCH) {
        check_alone(library, report, |assembler| {
            for id in batch {
                assembler.deck(id, &Spot::file(FileKind::Deck.path(id)));
            }
        });
    }
    for id in library.boards.keys() {
        check_alone(library, report, |assembler| {
            assembler.board(id, &Spot::file(FileKind::Board.path(id)));
        });
    }
    // What follows has no bounds in the core: one assembler reports it all.
    let mut assembler = Assembler::new(library, report);
    for id in library.grounds.keys() {
        assembler.ground(id, &Spot::file(FileKind::Ground.path(id)));
    }
    for (id, rules) in &library.gambits {
        let at = Spot::file(FileKind::Gambits.path(id));
        for (number, rule) in rules.iter().flat_map(|rules| rules.iter()).enumerate() {
            assembler.rule(rule, None, &at.item(number));
        }
    }
}

fn check_units(library: &Library, report: &mut Report<'_>) {
    for (id, unit) in &library.units {
        let Some(unit) = unit else { continue };
        check_alone(library, report, |assembler| {
            assembler.lone_unit(id, unit);
        });
    }
}

/// The enemies of each pack in the tempo of their fights.
fn check_packs(library: &Library, report: &mut Report<'_>) {
    for (id, pack) in &library.packs {
        let Some(pack) = pack else { continue };
        let at = Spot::file(FileKind::Pack.path(id));
        check_alone(library, report, |assembler| {
            assembler.origins.battle = Some(at.clone());
            assembler.setup.tempo = pack.tempo;
            // Somebody to fight against, on the first cell.
            assembler.dummy();
            let units = pack.units.iter().chain(&pack.leaders);
            // Names that lead nowhere are reported already.
            let units = units.filter(|unit| library.units.contains_key(&unit.unit));
            for (unit, cell) in units.zip(Cell::all().skip(1)) {
                let (unit, skills) = (unit.unit.clone(), Vec::new());
                let staged = StagedUnit { unit, cell, skills };
                assembler.staged(&staged, Faction::Enemy, false, &at);
            }
        });
    }
}

/// Checks something in a battle of its own, where nobody has to be.
fn check_alone<'a, 'f>(
    library: &'a Library,
    report: &'a mut Report<'f>,
    add: impl FnOnce(&mut Assembler<'a, 'f>),
) {
    let mut assembler = Assembler::new(library, report);
    add(&mut assembler);
    // Units that draw from their side's pile find one.
    let decks = assembler.setup.decks.len();
    assembler.setup.shared_decks = [Some(DeckId(decks.min(usize::from(u8::MAX)) as u8)); 2];
    assembler.setup.decks.push(Deck::standard());
    assembler.check();
}

fn assemble_battles(library: &Library, report: &mut Report<'_>) -> BTreeMap<String, Encounter> {
    let mut encounters = BTreeMap::new();
    for (name, battle) in &library.battles {
        let Some(battle) = battle else { continue };
        if let Some(encounter) = assemble_battle(library, report, name, battle) {
            encounters.insert(name.clone(), encounter);
        }
    }
    encounters
}

fn assemble_battle(
    library: &Library,
    report: &mut Report<'_>,
    name: &str,
    battle: &BattleFile,
) -> Option<Encounter> {
    let before = report.errors.len();
    let mut assembler = Assembler::new(library, report);
    assembler.battle(battle, &Spot::file(FileKind::Battle.path(name)));
    assembler.check();
    let is_ready = !assembler.incomplete && assembler.report.errors.len() == before;
    let Assembler {
        setup,
        ground,
        unit_ids,
        figures,
        skill_ids,
        used,
        ..
    } = assembler;
    is_ready.then(|| Encounter {
        name: name.to_owned(),
        title: battle.title.clone(),
        text: battle.text.clone(),
        teaches: battle.teaches.clone(),
        by_hand: battle.by_hand,
        ground,
        setup,
        unit_ids,
        figures,
        skill_ids,
        from_files: true,
        used: used
            .into_iter()
            .map(|(kind, id)| (kind, id.to_owned()))
            .collect(),
    })
}

fn check_schools(library: &Library, report: &mut Report<'_>) -> Vec<School> {
    let mut schools = Vec::new();
    for (name, school) in &library.schools {
        let Some(school) = school else { continue };
        let at = Spot::file(FileKind::School.path(name));
        let mut assembler = Assembler::new(library, report);
        assembler.text(&school.title, LONGEST_TITLE, &at.field("title"));
        assembler.text(&school.text, LONGEST_TEXT, &at.field("text"));
        let battles = at.field("encounters");
        if school.encounters.is_empty() {
            report.error(&battles, "a school needs at least one battle: name one");
        }
        for (number, battle) in school.encounters.iter().enumerate() {
            if !library.battles.contains_key(battle) {
                let names = library.battles.keys().map(String::as_str);
                report.unknown(&battles.item(number), "battle", battle, names);
            }
        }
        schools.push(School {
            name: name.clone(),
            title: school.title.clone(),
            text: school.text.clone(),
            battles: school.encounters.to_vec(),
        });
    }
    schools
}
