//! Units of a battle, from their files to the core's types: side, place, numbers.

use std::borrow::Cow;

use foretold_battle::{Affliction, AutofightSettings, Cell, Faction, UnitSheet};

use super::{Assembler, MOVES, RECRUIT_SKILLS, UnitOrigin, medium, signed, slug, small};
use crate::file::{
    AfflictionFile, AutofightSource, BattleFile, BoardSource, BrainFile, Capped, Placing, UnitFile,
    UnitSource,
};
use crate::files::FileKind;
use crate::library::Spot;
use crate::names;
use crate::plain::{LONGEST_LESSON, LONGEST_NAME, LONGEST_TEXT, LONGEST_TITLE};
use crate::stage::StagedUnit;

/// A unit that joins a battle.
pub(super) struct NewUnit<'r> {
    pub(super) file: &'r UnitFile,
    /// What it is, such as `recruit`.
    pub(super) file_id: &'r str,
    /// Its own id, such as `ada`.
    pub(super) id: &'r str,
    pub(super) faction: Faction,
    pub(super) cell: Cell,
    pub(super) placing: Option<&'r Placing>,
    pub(super) by_hand: bool,
}

impl<'a> Assembler<'a, '_> {
    /// Brings a whole battle together.
    pub(crate) fn battle(&mut self, file: &'a BattleFile, at: &Spot) {
        self.origins.battle = Some(at.clone());
        self.own = Some((file, at.clone()));
        self.text(&file.title, LONGEST_TITLE, &at.field("title"));
        self.text(&file.text, LONGEST_TEXT, &at.field("text"));
        if let Some(teaches) = &file.teaches {
            self.text(teaches, LONGEST_LESSON, &at.field("teaches"));
        }
        self.setup.tempo = file.tempo;
        let house = self.setup.house.clone();
        self.setup.house = self.house(house, &file.rules, &at.field("rules"));
        match &file.board {
            None => {}
            Some(BoardSource::Named(id)) => self.board(id, &at.field("board")),
            Some(BoardSource::Here(board)) => self.lay_out(board, "board", at.field("board")),
        }
        let shared = [
            ("friends_deck", &file.friends_deck),
            ("enemies_deck", &file.enemies_deck),
        ];
        self.setup.shared_decks = shared.map(|(field, id)| {
            let id = id.as_ref()?;
            self.deck(id, &at.field(field))
        });
        let placings = file.friends.iter().chain(file.enemies.iter());
        self.claimed = placings
            .filter_map(|placing| placing.at.parse().ok())
            .collect();
        let sides = [
            (Faction::Friendly, "friends", &file.friends),
            (Faction::Enemy, "enemies", &file.enemies),
        ];
        for (faction, field, placings) in sides {
            for (number, placing) in placings.iter().enumerate() {
                let at = at.field(field).item(number);
                let by_hand = file.by_hand && faction == Faction::Friendly;
                self.placing(placing, faction, by_hand, &at);
            }
        }
    }

    pub(super) fn placing(
        &mut self,
        placing: &Placing,
        faction: Faction,
        by_hand: bool,
        at: &Spot,
    ) {
        let cell = placing.at.parse::<Cell>().ok();
        if cell.is_none() {
            self.report.error(
                &at.field("at"),
                format!(
                    "found \"{}\", expected a cell from \"A1\" to \"L12\"",
                    names::shown(&placing.at)
                ),
            );
        }
        let cell = cell.unwrap_or_else(|| self.free_cell());
        let (file, sheet_at, id) = match &placing.unit {
            UnitSource::Named(id) => {
                let Some(file) =
                    self.find(FileKind::Unit, &self.library.units, id, &at.field("unit"))
                else {
                    return;
                };
                (file, Spot::file(FileKind::Unit.path(id)), id.clone())
            }
            UnitSource::Here(unit) => {
                let name = unit.name.as_deref().unwrap_or("unit");
                (&**unit, at.field("unit"), slug(name))
            }
        };
        let file_id = id.as_str();
        let id = placing
            .name
            .as_deref()
            .map_or_else(|| file_id.to_owned(), slug);
        self.unit(
            &NewUnit {
                file,
                file_id,
                id: &id,
                faction,
                cell,
                placing: Some(placing),
                by_hand,
            },
            &sheet_at,
            at,
        );
    }

    /// Adds a unit of a battle that no file describes.
    pub(crate) fn staged(
        &mut self,
        staged: &StagedUnit,
        faction: Faction,
        by_hand: bool,
        at: &Spot,
    ) {
        let id = &staged.unit;
        let Some(file) = self.find(FileKind::Unit, &self.library.units, id, at) else {
            return;
        };
        let mut file = Cow::Borrowed(file);
        if !staged.skills.is_empty() {
            let recruit = || RECRUIT_SKILLS.map(str::to_owned).to_vec();
            let mut skills = file.skills.clone().map_or_else(recruit, |skills| skills.0);
            let learned = staged.skills.iter().filter(|skill| !skills.contains(skill));
            skills.extend(learned.cloned().collect::<Vec<_>>());
            file.to_mut().skills = Some(Capped(skills));
        }
        self.unit(
            &NewUnit {
                file: &file,
                file_id: id,
                id,
                faction,
                cell: staged.cell,
                placing: None,
                by_hand,
            },
            &Spot::file(FileKind::Unit.path(id)),
            at,
        );
    }

    /// Adds a unit that no battle places: to check it on its own.
    pub(crate) fn lone_unit(&mut self, id: &str, file: &UnitFile) {
        let cell = any_cell();
        let at = Spot::file(FileKind::Unit.path(id));
        let faction = Faction::Friendly;
        self.unit(
            &NewUnit {
                file,
                file_id: id,
                id,
                faction,
                cell,
                placing: None,
                by_hand: false,
            },
            &at,
            &at,
        );
    }

    /// Adds a recruit without a weapon: it has what every unit has.
    pub(crate) fn dummy(&mut self) {
        let file = UnitFile {
            skills: Some(Default::default()),
            brain: Some(BrainFile::Heuristic),
            ..UnitFile::default()
        };
        let at = Spot::file("");
        self.unit(
            &NewUnit {
                file: &file,
                file_id: "dummy",
                id: "dummy",
                faction: Faction::Friendly,
                cell: any_cell(),
                placing: None,
                by_hand: false,
            },
            &at,
            &at,
        );
    }

    /// The first cell where a unit can stand and none does or will; the first of all if there is
    /// none.
    pub(super) fn free_cell(&self) -> Cell {
        let free = |cell: &Cell| {
            self.setup.board.get(*cell).walkable()
                && !self.claimed.contains(cell)
                && self.setup.units.iter().all(|unit| unit.cell != *cell)
        };
        let mut cells = Cell::all().filter(free);
        cells.next().unwrap_or_else(any_cell)
    }

    pub(super) fn unit(&mut self, recruit: &NewUnit<'_>, at: &Spot, placing_at: &Spot) {
        let NewUnit {
            file,
            faction,
            cell,
            placing,
            ..
        } = *recruit;
        let max_hp = file.max_hp.unwrap_or(file.hp);
        let listed = file.skills.is_some();
        let mut skills = Vec::new();
        let named: Vec<&str> = match &file.skills {
            Some(skills) => skills.iter().map(String::as_str).collect(),
            // A card brain brings its own skills.
            None if matches!(file.brain(), BrainFile::Cards(_)) => Vec::new(),
            None => RECRUIT_SKILLS.to_vec(),
        };
        for (number, id) in named.into_iter().enumerate() {
            let spot = at.field("skills");
            let spot = if listed { spot.item(number) } else { spot };
            let Some(skill) = self.skill(id, &spot) else {
                continue;
            };
            if skills.contains(&skill) {
                self.report
                    .error(&spot, format!("`{id}` appears twice: delete one"));
            } else {
                skills.push(skill);
            }
        }
        for id in MOVES {
            // A folder may do without moves, as long as no rule uses them.
            let own = self.own.as_ref();
            let is_own = own.is_some_and(|(battle, _)| battle.skills.0.contains_key(id));
            if (is_own || self.library.skills.contains_key(id))
                && let Some(skill) = self.skill(id, at)
                && !skills.contains(&skill)
            {
                skills.push(skill);
            }
        }
        let other_brain = placing.and_then(|placing| placing.brain.as_ref());
        if other_brain.is_some() && matches!(file.brain(), BrainFile::Cards(_)) {
            // It still knows what it could draw.
            self.brain(file.brain(), recruit, &mut skills, &at.field("brain"), at);
        }
        let (brain, brain_at) = match other_brain {
            Some(brain) => (brain, placing_at.field("brain")),
            None => (file.brain(), at.field("brain")),
        };
        let (brain, rules_at) = self.brain(brain, recruit, &mut skills, &brain_at, at);
        let name = match placing.and_then(|placing| placing.name.as_ref()) {
            Some(name) => {
                self.text(name, LONGEST_NAME, &placing_at.field("name"));
                name.clone()
            }
            None => self.name(file.name.as_deref(), recruit.file_id, at),
        };
        let (id, name) = self.unique(recruit.id, name);
        let sheet = UnitSheet {
            name,
            kind: self.kind(file.kind.as_deref(), recruit.file_id, at),
            faction,
            cell,
            hp: medium(file.hp),
            max_hp: medium(max_hp),
            start_block: self.medium_or_0(file.start_block, at, "start_block"),
            sanity: file.sanity.map(medium),
            speed: self.small_or_0(file.speed, at, "speed"),
            accuracy: signed(file.accuracy),
            armour_class: signed(file.armour_class),
            initiative: signed(file.initiative),
            resists: file.resists.iter().copied().collect(),
            vulnerable: file.vulnerable.iter().copied().collect(),
            immune: file.immune.iter().copied().collect(),
            statuses: self.statuses(&file.statuses, &at.field("statuses")),
            skills,
            rule_slots: small(file.rule_slots),
            brain,
            deck: self.deck_use(file.deck.as_ref(), &at.field("deck")),
            at_zero: file.at_zero,
            harmless: file.harmless,
            autofight: self.autofight(&file.autofight, &at.field("autofight")),
        };
        self.setup.units.push(sheet);
        self.unit_ids.push(id);
        if let Some(figure) = &file.figure {
            self.text(figure, LONGEST_NAME, &at.field("figure"));
        }
        let figure = file.figure.as_deref().unwrap_or(recruit.file_id);
        self.figures.push(figure.to_owned());
        self.origins.units.push(UnitOrigin {
            sheet: at.clone(),
            file_id: recruit.file_id.to_owned(),
            brain: rules_at,
            brain_at,
            placing: placing_at.clone(),
        });
    }

    pub(super) fn statuses(&mut self, files: &[AfflictionFile], at: &Spot) -> Vec<Affliction> {
        let numbered = files.iter().enumerate();
        numbered
            .map(|(number, file)| self.affliction(*file, &at.item(number)))
            .collect()
    }

    pub(super) fn kind(&mut self, kind: Option<&str>, id: &str, at: &Spot) -> String {
        match kind {
            Some(kind) => {
                self.text(kind, LONGEST_NAME, &at.field("kind"));
                kind.to_owned()
            }
            None => id.to_owned(),
        }
    }

    pub(crate) fn autofight(&mut self, source: &AutofightSource, at: &Spot) -> AutofightSettings {
        let Some(file) = &self.library.autofight else {
            // Its file has errors, which are reported already.
            return AutofightSettings::default();
        };
        match source {
            AutofightSource::Default => file.settings.0.clone(),
            AutofightSource::Here(settings) => (**settings).clone(),
            AutofightSource::Preset(name) => {
                let presets = &file.presets.0;
                presets.get(name).cloned().unwrap_or_else(|| {
                    let names = presets.keys().map(String::as_str);
                    self.report.unknown(at, "autofight preset", name, names);
                    file.settings.0.clone()
                })
            }
        }
    }

    /// The id and name of a unit, different from those already there.
    pub(super) fn unique(&self, id: &str, name: String) -> (String, String) {
        let numbered = |number: usize| match number {
            1 => (id.to_owned(), name.clone()),
            _ => (format!("{id}-{number}"), format!("{name} {number}")),
        };
        (1..)
            .map(numbered)
            .find(|(id, name)| {
                !self.unit_ids.contains(id)
                    && self.setup.units.iter().all(|unit| unit.name != *name)
            })
            .expect("some number is free")
    }
}

fn any_cell() -> Cell {
    Cell::all().next().expect("a board has cells")
}
