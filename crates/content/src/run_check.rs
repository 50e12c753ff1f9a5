//! What runs are made of: items, packs, companions and plans, checked against everything else.

use std::collections::BTreeSet;

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_battle::{Card, Deck, MAX_RULES, Status, Tempo};

use crate::file::{
    Bargain, BrainFile, CardChange, DeckSource, Gift, Item, LevelChange, Pack, PlaceKind, Price,
    Reference, RunPlan,
};
use crate::files::FileKind;
use crate::library::{Definitions, Library, Report, Spot};
use crate::names;
use crate::plain::{LONGEST_LESSON, LONGEST_NAME, LONGEST_TEXT, LONGEST_TITLE, text_fault};

/// A map has ten floors, the boss on the last.
pub(crate) const FLOORS: usize = 10;
/// At most this many places on a floor.
const MOST_PLACES: i64 = 6;
/// Companions need room on the board.
const MOST_COMPANIONS: i64 = 6;
/// More to choose from nobody can compare.
const MOST_OFFERED: i64 = 8;
/// What takes turns winds nothing up: see rules §11.
const MOST_COST: i64 = 2;
/// The widest change of a number by an item.
const MOST_CHANGE: i64 = 100;

/// Checks items, packs, companions and plans, and gives names to those without one.
pub(crate) fn check_runs(library: &mut Library, report: &mut Report<'_>) {
    for (id, item) in &mut library.items {
        if let Some(item) = item.as_mut().filter(|item| item.name.is_empty()) {
            item.name = names::title(id);
        }
    }
    for (id, pack) in &mut library.packs {
        if let Some(pack) = pack.as_mut().filter(|pack| pack.name.is_empty()) {
            pack.name = names::title(id);
        }
    }
    let mut check = RunChecker { library, report };
    for (id, item) in &check.library.items {
        if let Some(item) = item {
            check.item(item, &Spot::file(FileKind::Item.path(id)));
        }
    }
    for (id, pack) in &check.library.packs {
        if let Some(pack) = pack {
            check.pack(pack, &Spot::file(FileKind::Pack.path(id)));
        }
    }
    check.companions();
    for (id, plan) in &check.library.runs {
        if let Some(plan) = plan {
            check.plan(plan, &Spot::file(FileKind::Run.path(id)));
        }
    }
}

/// Everything that runs, packs, items and companions name.
pub(crate) fn used_by_runs(library: &Library) -> BTreeSet<(FileKind, String)> {
    let mut used = BTreeSet::new();
    let mut use_one = |kind, id: &str| used.insert((kind, id.to_owned()));
    for item in library.items.values().flatten() {
        if let Some(skill) = &item.skill {
            use_one(FileKind::Skill, skill);
        }
    }
    let mut fighters: Vec<&str> = Vec::new();
    for pack in library.packs.values().flatten() {
        fighters.extend(
            pack.units
                .iter()
                .chain(&pack.leaders)
                .map(|one| one.unit.as_str()),
        );
        for look in &pack.looks {
            use_one(FileKind::Ground, look);
        }
        if let Some(deck) = &pack.deck {
            use_one(FileKind::Deck, deck);
        }
    }
    if !library.runs.is_empty() {
        // A run meets every pack by its floors; the boss has none.
        for id in library.packs.keys() {
            use_one(FileKind::Pack, id);
        }
        for (id, unit) in &library.units {
            if let Some(companion) = unit.as_ref().and_then(|unit| unit.companion.as_ref()) {
                fighters.push(id);
                for skill in companion.learns.iter() {
                    use_one(FileKind::Skill, skill);
                }
            }
        }
    }
    for id in fighters {
        use_one(FileKind::Unit, id);
        let Some(Some(unit)) = library.units.get(id) else {
            continue;
        };
        for skill in unit.skills.iter().flat_map(|skills| skills.iter()) {
            use_one(FileKind::Skill, skill);
        }
        if let BrainFile::Cards(moves) = unit.brain() {
            for skill in moves.iter().filter_map(|it| it.skill.as_ref()) {
                use_one(FileKind::Skill, skill);
            }
        }
        if let Some(DeckSource::Own(deck)) = &unit.deck {
            use_one(FileKind::Deck, deck);
        }
    }
    used
}

struct RunChecker<'a, 'f> {
    library: &'a Library,
    report: &'a mut Report<'f>,
}

impl RunChecker<'_, '_> {
    fn text(&mut self, text: &str, longest: usize, at: &Spot) {
        if let Some(fault) = text_fault(text, longest) {
            self.report.error(at, fault);
        }
    }

    fn number(&mut self, number: impl Into<i64>, least: i64, most: i64, at: &Spot) {
        self.report.within(number.into(), least..=most, at);
    }

    fn percent(&mut self, percent: u8, at: &Spot) {
        self.number(percent, 0, 100, at);
    }

    fn exists<T>(&mut self, kind: FileKind, shelf: &Definitions<T>, id: &str, at: &Spot) {
        if !shelf.contains_key(id) {
            let names = shelf.keys().map(String::as_str);
            self.report.unknown(at, kind.noun(), id, names);
        }
    }

    /// A skill that a companion may bring into any fight of a run.
    fn cost(&mut self, skill: &str, at: &Spot) {
        let file = self.library.skills.get(skill).and_then(Option::as_ref);
        if let Some(cost) = file.map(|file| file.cost).filter(|&cost| cost > MOST_COST) {
            let message = format!(
                "`{skill}` costs {cost}, and fights of a run may take turns: choose one that costs at most {MOST_COST}"
            );
            self.report.error(at, message);
        }
    }

    /// A card that may come into a deck: with the bounds of decks.
    fn card(&mut self, card: Card, at: &Spot) {
        match card {
            Card::Null => {}
            Card::Times(factor) => self.number(factor, 2, 10, at),
            Card::Plus(change) => self.number(change, -99, 99, at),
        }
    }

    fn item(&mut self, item: &Item, at: &Spot) {
        for (field, cards) in [("adds", &item.adds), ("removes", &item.removes)] {
            for (number, &card) in cards.iter().enumerate() {
                self.card(card, &at.field(field).item(number));
            }
        }
        self.text(&item.name, LONGEST_NAME, &at.field("name"));
        self.text(&item.text, LONGEST_LESSON, &at.field("text"));
        for (field, change) in [
            ("hp", item.hp),
            ("accuracy", item.accuracy),
            ("armour_class", item.armour_class),
            ("speed", item.speed),
            ("initiative", item.initiative),
            ("sanity", item.sanity),
        ] {
            self.number(change, -MOST_CHANGE, MOST_CHANGE, &at.field(field));
        }
        self.number(item.start_block, 0, MOST_CHANGE, &at.field("start_block"));
        if let Some(status) = item.status {
            let at = at.field("status");
            self.number(status.turns, 1, 100, &at.field("turns"));
            let least = i64::from(status.status.has_amount());
            self.number(status.amount, least, 100, &at.field("amount"));
            if status.status == Status::Panicked {
                let message =
                    "panic takes the mind of a companion in every battle: choose another status";
                self.report.error(&at.field("status"), message);
            }
        }
        if let Some(skill) = &item.skill {
            self.exists(
                FileKind::Skill,
                &self.library.skills,
                skill,
                &at.field("skill"),
            );
        }
        if let Some(skill) = &item.skill {
            self.cost(skill, &at.field("skill"));
        }
        for kind in &item.resists {
            if item.vulnerable.contains(kind) {
                let message = format!(
                    "{} does half and double at once: delete it here or in `resists`",
                    kind.name()
                );
                self.report.error(&at.field("vulnerable"), message);
            }
        }
    }

    fn pack(&mut self, pack: &Pack, at: &Spot) {
        self.text(&pack.name, LONGEST_NAME, &at.field("name"));
        self.text(&pack.text, LONGEST_TEXT, &at.field("text"));
        if pack.grounds.is_empty() {
            self.report
                .error(&at.field("grounds"), "a pack needs a ground: name one");
        }
        if pack.looks.len() != pack.grounds.len() {
            let (looks, grounds) = (pack.looks.len(), pack.grounds.len());
            let message =
                format!("found {looks} looks for {grounds} grounds: give one for each, in order");
            self.report.error(&at.field("looks"), message);
        }
        for (number, look) in pack.looks.iter().enumerate() {
            let at = at.field("looks").item(number);
            self.exists(FileKind::Ground, &self.library.grounds, look, &at);
        }
        if pack.by_hand && pack.tempo == Tempo::Ticks {
            let message =
                "in ticks the company follows its rules: choose another tempo, or delete this";
            self.report.error(&at.field("by_hand"), message);
        }
        if pack.units.iter().all(|unit| unit.weight == 0) {
            self.report.error(
                &at.field("units"),
                "nobody ever comes: give a unit a weight above 0",
            );
        }
        for (field, units) in [("units", &pack.units), ("leaders", &pack.leaders)] {
            for (number, unit) in units.iter().enumerate() {
                let at = at.field(field).item(number);
                self.exists(
                    FileKind::Unit,
                    &self.library.units,
                    &unit.unit,
                    &at.field("unit"),
                );
                self.number(unit.weight, 0, 1_000, &at.field("weight"));
                let file = self.library.units.get(&unit.unit).and_then(Option::as_ref);
                let shares = file.is_some_and(|file| file.deck == Some(DeckSource::Shared));
                if shares && pack.deck.is_none() {
                    let message = format!(
                        "`{}` draws from its side's deck, and the pack has none: give it a `deck`",
                        unit.unit
                    );
                    self.report.error(&at.field("unit"), message);
                }
            }
        }
        if let Some(deck) = &pack.deck {
            self.exists(FileKind::Deck, &self.library.decks, deck, &at.field("deck"));
        }
        let (first, last) = pack.floors;
        if first == 0 || first > last || usize::from(last) > FLOORS {
            let message = format!(
                "found floors {first} to {last}, expected the first and the last of 1 to {FLOORS}"
            );
            self.report.error(&at.field("floors"), message);
        }
    }

    fn companions(&mut self) {
        for (id, unit) in &self.library.units {
            let Some(unit) = unit else { continue };
            let Some(companion) = &unit.companion else {
                continue;
            };
            let file = Spot::file(FileKind::Unit.path(id));
            let at = file.field("companion");
            self.text(&companion.text, LONGEST_LESSON, &at.field("text"));
            for (number, skill) in companion.learns.iter().enumerate() {
                let at = at.field("learns").item(number);
                self.exists(FileKind::Skill, &self.library.skills, skill, &at);
                self.cost(skill, &at);
                let known = unit.skills.iter().any(|known| known.contains(skill));
                if known || companion.learns[..number].contains(skill) {
                    let message = format!("`{skill}` is learned already: delete it here");
                    self.report.error(&at, message);
                }
            }
            for (number, skill) in unit.skills.iter().flat_map(|it| it.iter()).enumerate() {
                self.cost(skill, &file.field("skills").item(number));
            }
            if unit.deck == Some(DeckSource::Shared) {
                let message = "a company shares no deck: give the companion one of its own, as in `Own(\"standard\")`";
                self.report.error(&file.field("deck"), message);
            }
            if !matches!(unit.brain(), BrainFile::Gambit(_)) {
                let message =
                    "a companion follows rules: give it `Gambit(…)`, or delete `companion`";
                self.report.error(&file.field("brain"), message);
            }
        }
    }

    fn plan(&mut self, plan: &RunPlan, at: &Spot) {
        self.text(&plan.title, LONGEST_TITLE, &at.field("title"));
        self.text(&plan.text, LONGEST_TEXT, &at.field("text"));
        self.number(plan.omens, 0, 9, &at.field("omens"));
        let companions = self.library.units.values().flatten();
        let companions = companions.filter(|unit| {
            let companion = unit.companion.as_ref();
            companion.is_some_and(|companion| companion.later == 0)
        });
        let companions = companions.count() as i64;
        if companions == 0 {
            let message = "nobody can be offered: give a unit a `companion` that is open from the first run on";
            self.report.error(&at.field("offered"), message);
        } else {
            let most = companions.min(MOST_OFFERED);
            self.number(plan.offered, 1, most, &at.field("offered"));
        }
        let offered = i64::from(plan.offered.max(1)).min(MOST_COMPANIONS);
        self.number(plan.chosen, 1, offered, &at.field("chosen"));
        let chosen = i64::from(plan.chosen).clamp(1, MOST_COMPANIONS);
        self.number(plan.most, chosen, MOST_COMPANIONS, &at.field("most"));
        self.words(plan, at);
        for (field, percent) in [
            ("victory_heals", plan.victory_heals),
            ("return_with", plan.return_with),
            ("camp_heals", plan.camp_heals),
            ("healing", plan.healing),
        ] {
            self.percent(percent, &at.field(field));
        }
        self.number(plan.wound, 0, 30, &at.field("wound"));
        self.number(plan.most_wounds, 0, 3, &at.field("most_wounds"));
        self.number(plan.offers, 1, 5, &at.field("offers"));
        for (field, (low, high)) in [
            ("fight", plan.bands.fight),
            ("elite", plan.bands.elite),
            ("boss", plan.bands.boss),
        ] {
            if low > high || high > 100 {
                let message =
                    format!("found {low} to {high}, expected two percentages, the lower one first");
                self.report.error(&at.field("bands").field(field), message);
            }
        }
        self.exists(
            FileKind::Pack,
            &self.library.packs,
            &plan.boss,
            &at.field("boss"),
        );
        if let Some(Some(boss)) = self.library.packs.get(&plan.boss)
            && boss.leaders.is_empty()
        {
            let message = format!(
                "the pack `{}` has no leader: name the boss in its `leaders`",
                plan.boss
            );
            self.report.error(&at.field("boss"), message);
        }
        self.floors(plan, at);
        self.references(plan, at);
        if plan.rewards.iter().all(|(_, weight)| *weight == 0) {
            let message = "nothing is ever found: give a kind of reward a weight above 0";
            self.report.error(&at.field("rewards"), message);
        }
        self.cards(plan, at);
        for (number, bargain) in plan.bargains.iter().enumerate() {
            self.bargain(bargain, &at.field("bargains").item(number));
        }
        for (number, level) in plan.levels.iter().enumerate() {
            let at = at.field("levels").item(number);
            self.text(&level.text, LONGEST_LESSON, &at.field("text"));
            let change = at.field("change");
            match level.change {
                LevelChange::HarderFights(points) => self.number(points, 1, 20, &change),
                LevelChange::VictoryHeals(percent)
                | LevelChange::ReturnWith(percent)
                | LevelChange::CampHeals(percent) => self.percent(percent, &change),
                LevelChange::Wound(percent) => self.number(percent, 0, 30, &change),
                LevelChange::Omens(omens) => self.number(omens, 0, 9, &change),
                LevelChange::Offers(offers) => self.number(offers, 1, 5, &change),
            }
        }
    }

    fn words(&mut self, plan: &RunPlan, at: &Spot) {
        let mut known = Vocabulary::NOTHING;
        for (number, found) in plan.found.iter().enumerate() {
            let at = at.field("found").item(number);
            self.number(found.weight, 0, 1_000, &at.field("weight"));
            let at = at.field("word");
            let Ok(word) = found.word.parse::<RuleWord>() else {
                let all: Vec<&str> = RuleWord::all().map(RuleWord::name).collect();
                self.report
                    .unknown(&at, "word of rules", &found.word, all.iter().copied());
                continue;
            };
            if known.has(word) || plan.words.has(word) {
                let message = format!("`{}` is known or found already: delete it here", found.word);
                self.report.error(&at, message);
            }
            known = known.with(word);
        }
    }

    fn floors(&mut self, plan: &RunPlan, at: &Spot) {
        let at = at.field("floors");
        if plan.floors.len() != FLOORS {
            let found = plan.floors.len();
            let message = format!("found {found} floors, expected {FLOORS}");
            self.report.error(&at, message);
        }
        for (number, floor) in plan.floors.iter().enumerate() {
            let at = at.item(number);
            let (least, most) = floor.places;
            let places = at.field("places");
            self.number(least, 1, MOST_PLACES, &places.item(0));
            self.number(most, i64::from(least), MOST_PLACES, &places.item(1));
            self.number(floor.threat, 1, 10_000, &at.field("threat"));
            let kinds = at.field("kinds");
            if floor.kinds.iter().all(|(_, weight)| *weight == 0) {
                let message = "there is no place here: give a kind a weight above 0";
                self.report.error(&kinds, message);
            }
            let is_last = number + 1 == FLOORS;
            for (place, (kind, _)) in floor.kinds.iter().enumerate() {
                if (*kind == PlaceKind::Boss) != is_last {
                    let message =
                        format!("the boss waits on floor {FLOORS}, alone and nowhere else");
                    self.report.error(&kinds.item(place), message);
                }
            }
        }
    }

    fn references(&mut self, plan: &RunPlan, at: &Spot) {
        let at = at.field("references");
        if plan.references.first().is_none_or(|first| first.floor != 1) {
            let message = "the first reference company is that of floor 1: begin with it";
            self.report.error(&at, message);
        }
        let is_sorted = plan
            .references
            .is_sorted_by(|one, next| one.floor < next.floor);
        if !is_sorted {
            let message = "these stand in the order of their floors, one for a floor: sort them";
            self.report.error(&at, message);
        }
        for (number, reference) in plan.references.iter().enumerate() {
            self.reference(reference, &at.item(number));
        }
    }

    fn reference(&mut self, reference: &Reference, at: &Spot) {
        self.number(reference.floor, 1, FLOORS as i64, &at.field("floor"));
        let at = at.field("company");
        if reference.company.is_empty() {
            self.report
                .error(&at, "a company needs somebody: name a companion");
        }
        for (number, one) in reference.company.iter().enumerate() {
            let at = at.item(number);
            let companion = self.library.units.get(&one.unit);
            let is_companion = companion
                .is_some_and(|unit| unit.as_ref().is_none_or(|unit| unit.companion.is_some()));
            if !is_companion {
                let units = self.library.units.iter();
                let names: Vec<&str> = units
                    .filter(|(_, unit)| unit.as_ref().is_some_and(|unit| unit.companion.is_some()))
                    .map(|(id, _)| id.as_str())
                    .collect();
                self.report.unknown(
                    &at.field("unit"),
                    "companion",
                    &one.unit,
                    names.iter().copied(),
                );
            }
            if let Some(rules) = &one.rules {
                let at = at.field("rules");
                self.exists(FileKind::Gambits, &self.library.gambits, rules, &at);
            }
            self.number(one.health, 1, 100, &at.field("health"));
            for (number, skill) in one.skills.iter().enumerate() {
                let at = at.field("skills").item(number);
                self.exists(FileKind::Skill, &self.library.skills, skill, &at);
            }
            for (number, item) in one.items.iter().enumerate() {
                let at = at.field("items").item(number);
                self.exists(FileKind::Item, &self.library.items, item, &at);
            }
            if let Some(slots) = one.slots {
                self.number(slots, 1, MAX_RULES as i64, &at.field("slots"));
            }
        }
    }

    /// Cards must fit the decks that they are put into: those of the standard deck always do.
    fn cards(&mut self, plan: &RunPlan, at: &Spot) {
        let standard: Vec<_> = Deck::standard().cards;
        for (number, change) in plan.cards.iter().enumerate() {
            let (CardChange::Add(card) | CardChange::Remove(card)) = *change;
            self.card(card, &at.field("cards").item(number));
            if let CardChange::Remove(card) = change
                && !standard.iter().any(|(known, _)| known == card)
            {
                let message = format!("no deck begins with {card}: take out another card");
                self.report.error(&at.field("cards").item(number), message);
            }
        }
    }

    fn bargain(&mut self, bargain: &Bargain, at: &Spot) {
        self.text(&bargain.text, LONGEST_LESSON, &at.field("text"));
        if let Price::Hp(percent) = bargain.price {
            self.number(percent, 1, 90, &at.field("price"));
        }
        if let Price::Card(card) = bargain.price {
            self.card(card, &at.field("price"));
        }
        if let Gift::Healing(percent) = bargain.gives {
            self.number(percent, 1, 100, &at.field("gives"));
        }
        if (bargain.price, bargain.gives) == (Price::Omen, Gift::Omen) {
            self.report.error(
                at,
                "an omen for an omen changes nothing: ask or give something else",
            );
        }
    }
}
