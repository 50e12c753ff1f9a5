//! All files as they were written, by id: parsed, not yet checked against each other.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use foretold_battle::AutofightMessages;

use serde::de::DeserializeOwned;

use crate::error::{ContentError, Errors, whole_file};
use crate::file::{
    AutofightFile, BattleFile, BoardFile, DeckFile, HouseFile, Item, Pack, RuleSet, RunPlan,
    SchoolFile, SkillFile, UnitFile,
};
use crate::files::{AUTOFIGHT, FileKind, Files, KEYS, RULES, THEME, kind_and_id};
use crate::ground::GroundFile;
use crate::keys::KeysFile;
use crate::names;
use crate::outline::{Outline, ValuePath, line_and_column};
use crate::parse::parse;
use crate::theme::ThemeFile;

/// Things of one kind by id. `None` stands for a file that exists and could not be read.
pub(crate) type Definitions<T> = BTreeMap<String, Option<T>>;

/// All files of a folder, parsed.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    pub(crate) house: HouseFile,
    /// `None` if its file exists and could not be read.
    pub(crate) autofight: Option<AutofightFile>,
    /// What autofight says, shared by all battles.
    pub(crate) messages: Arc<AutofightMessages>,
    pub(crate) keys: KeysFile,
    pub(crate) theme: ThemeFile,
    pub(crate) skills: Definitions<SkillFile>,
    pub(crate) units: Definitions<UnitFile>,
    pub(crate) decks: Definitions<DeckFile>,
    pub(crate) boards: Definitions<BoardFile>,
    pub(crate) grounds: Definitions<GroundFile>,
    pub(crate) battles: Definitions<BattleFile>,
    pub(crate) gambits: Definitions<RuleSet>,
    pub(crate) schools: Definitions<SchoolFile>,
    pub(crate) items: Definitions<Item>,
    pub(crate) packs: Definitions<Pack>,
    pub(crate) runs: Definitions<RunPlan>,
}

impl Library {
    /// Parses every file.
    pub(crate) fn parse(files: &Files, errors: &mut Errors) -> Library {
        let mut library = Library {
            house: HouseFile::default(),
            autofight: Some(AutofightFile::default()),
            messages: Arc::default(),
            keys: KeysFile::default(),
            theme: ThemeFile::default(),
            skills: Definitions::new(),
            units: Definitions::new(),
            decks: Definitions::new(),
            boards: Definitions::new(),
            grounds: Definitions::new(),
            battles: Definitions::new(),
            gambits: Definitions::new(),
            schools: Definitions::new(),
            items: Definitions::new(),
            packs: Definitions::new(),
            runs: Definitions::new(),
        };
        for (path, text) in files.iter() {
            match kind_and_id(path) {
                Ok(known) => library.parse_file(path, known, text, errors),
                Err(wrong) => errors.push(whole_file(path, wrong)),
            }
        }
        if let Some(autofight) = &library.autofight {
            let mut messages = AutofightMessages::default();
            messages.0.extend(autofight.messages.clone());
            library.messages = Arc::new(messages);
        }
        library
    }

    fn parse_file(
        &mut self,
        path: &str,
        known: Option<(FileKind, &str)>,
        text: Result<&str, &str>,
        errors: &mut Errors,
    ) {
        let file = File { path, text, errors };
        match known {
            None if path == RULES => self.house = file.parse().unwrap_or_default(),
            None if path == AUTOFIGHT => self.autofight = file.parse(),
            None if path == KEYS => self.keys = file.parse().unwrap_or_default(),
            None if path == THEME => self.theme = file.parse().unwrap_or_default(),
            // Other files are for others to read.
            None if text.is_ok() => {}
            None => drop(file.parse::<()>()),
            Some((FileKind::Skill, id)) => file.shelve(id, &mut self.skills),
            Some((FileKind::Unit, id)) => file.shelve(id, &mut self.units),
            Some((FileKind::Deck, id)) => file.shelve(id, &mut self.decks),
            Some((FileKind::Board, id)) => file.shelve(id, &mut self.boards),
            Some((FileKind::Ground, id)) => file.shelve(id, &mut self.grounds),
            Some((FileKind::Battle, id)) => file.shelve(id, &mut self.battles),
            Some((FileKind::Gambits, id)) => file.shelve(id, &mut self.gambits),
            Some((FileKind::School, id)) => file.shelve(id, &mut self.schools),
            Some((FileKind::Item, id)) => file.shelve(id, &mut self.items),
            Some((FileKind::Pack, id)) => file.shelve(id, &mut self.packs),
            Some((FileKind::Run, id)) => file.shelve(id, &mut self.runs),
        }
    }
}

struct File<'a> {
    path: &'a str,
    text: Result<&'a str, &'a str>,
    errors: &'a mut Errors,
}

impl File<'_> {
    fn parse<T: DeserializeOwned>(self) -> Option<T> {
        match self.text {
            Ok(text) => parse(self.path, text, self.errors),
            Err(unreadable) => {
                self.errors.push(whole_file(self.path, unreadable));
                None
            }
        }
    }

    fn shelve<T: DeserializeOwned>(self, id: &str, shelf: &mut Definitions<T>) {
        shelf.insert(id.to_owned(), self.parse());
    }
}

/// A place in a file: which one, and the way to the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) file: Rc<str>,
    pub(crate) path: ValuePath,
}

impl Spot {
    /// A whole file.
    pub(crate) fn file(file: impl Into<Rc<str>>) -> Spot {
        Spot {
            file: file.into(),
            path: ValuePath::default(),
        }
    }

    /// A field of what is here.
    pub(crate) fn field(&self, name: &'static str) -> Spot {
        Spot {
            file: self.file.clone(),
            path: self.path.field(name),
        }
    }

    /// An entry of what is here, by a name that only the text knows.
    pub(crate) fn named(&self, name: &str) -> Spot {
        Spot {
            file: self.file.clone(),
            path: self.path.named(name),
        }
    }

    /// An item of what is here.
    pub(crate) fn item(&self, at: usize) -> Spot {
        Spot {
            file: self.file.clone(),
            path: self.path.item(at),
        }
    }
}

/// Where errors go, with the texts to find their places in.
pub(crate) struct Report<'a> {
    files: &'a Files,
    pub(crate) errors: Errors,
    /// The outlines of the files that have errors, each made once.
    outlines: RefCell<BTreeMap<Rc<str>, Option<Rc<Outline<'a>>>>>,
}

impl<'a> Report<'a> {
    /// A report about these files, which may have errors already.
    pub(crate) fn new(files: &'a Files, errors: Errors) -> Self {
        Report {
            files,
            errors,
            outlines: RefCell::default(),
        }
    }

    /// Reports an error at a place.
    pub(crate) fn error(&mut self, spot: &Spot, message: impl Into<String>) {
        self.error_within(spot, 0, message);
    }

    /// Reports an error `within` characters into the value at a place.
    pub(crate) fn error_within(&mut self, spot: &Spot, within: usize, message: impl Into<String>) {
        let (field, message) = (spot.path.to_string(), message.into());
        // Finding the place is the long part, and many battles may share one mistake.
        let room = self.errors.has_room_for(&spot.file);
        if !room || self.errors.has(&spot.file, &field, &message) {
            return;
        }
        let place = self.place_within(spot, within);
        self.errors.push(ContentError {
            file: spot.file.to_string(),
            place,
            field,
            message,
        });
    }

    /// Where the value at a place begins in its text.
    pub(crate) fn start_of(&self, spot: &Spot) -> Option<usize> {
        let (_, outline) = self.text_and_outline(&spot.file)?;
        Some(outline.find(&spot.path).start)
    }

    fn place_within(&self, spot: &Spot, within: usize) -> Option<(u32, u32)> {
        let text = self.files.get(&spot.file)?;
        // Without an outline the field is still named, and the file begins somewhere.
        let Some((_, outline)) = self.text_and_outline(&spot.file) else {
            return Some((1, 1));
        };
        let value = outline.find(&spot.path);
        let inside = text[value.clone()].char_indices().nth(within);
        let start = value.start + inside.map_or(0, |(at, _)| at);
        Some(line_and_column(text, start))
    }

    /// Reports that a name does not exist, and which was probably meant.
    pub(crate) fn unknown<'n>(
        &mut self,
        spot: &Spot,
        noun: &str,
        name: &str,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) {
        if self.errors.has_room_for(&spot.file) {
            let (shown, hint) = (names::shown(name), names::did_you_mean(name, names));
            self.error(spot, ContentError::no_such(noun, &shown, &hint));
        }
    }

    /// A number clamped to its bounds; reports it if it is outside.
    pub(crate) fn within(&mut self, number: i64, bounds: RangeInclusive<i64>, at: &Spot) -> i64 {
        let (least, most) = bounds.into_inner();
        if !(least..=most).contains(&number) {
            self.error(at, format!("found {number}, expected {least} to {most}"));
        }
        number.clamp(least, most)
    }

    /// The value at a place as it was written.
    pub(crate) fn written(&self, spot: &Spot) -> Option<String> {
        let (text, outline) = self.text_and_outline(&spot.file)?;
        outline
            .has(&spot.path)
            .then(|| names::shown(&text[outline.find(&spot.path)]))
    }

    /// Whether there is a value at the place.
    pub(crate) fn has(&self, spot: &Spot) -> bool {
        self.text_and_outline(&spot.file)
            .is_some_and(|(_, outline)| outline.has(&spot.path))
    }

    fn text_and_outline(&self, file: &Rc<str>) -> Option<(&'a str, Rc<Outline<'a>>)> {
        let text = self.files.get(file)?;
        let mut outlines = self.outlines.borrow_mut();
        let outline = outlines
            .entry(Rc::clone(file))
            .or_insert_with(|| Outline::new(text).map(Rc::new));
        Some((text, outline.clone()?))
    }
}
