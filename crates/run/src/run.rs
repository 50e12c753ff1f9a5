//! The run itself: what is to be decided now, and what a command changes.

use std::sync::Arc;

use foretold_battle::brain::{RuleWord, Vocabulary};
use foretold_battle::{
    Battle, Command, Faction, MAX_RULES, Outcome, Session, Silent, Tally, fingerprint, forecast,
};
use foretold_content::{CardChange, Encounter, PlaceKind, Price, RunPlan};
use serde::{Deserialize, Serialize};

use crate::command::{Rest, RunCommand, RunRefusal, first_at};
use crate::company::{Companion, CompanyRule};
use crate::dice::RunDice;
use crate::fight::RunFight;
use crate::map::{Map, PlaceId};
use crate::offer::{Pools, RunOffer, ShrineTerms, is_new_word};
use crate::realm::{Realm, side};
use crate::record::MOST_COMMANDS;

/// Where a run begins. It and the content decide everything that the generator makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RunStart {
    /// The seed of all dice.
    pub seed: u64,
    /// How hard it is: 0 to the number of levels.
    pub level: u8,
    /// How many runs were finished before: things marked `later` come into the pools.
    pub finished: u16,
}

/// What is to be decided now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RunStage {
    /// Which companions to begin with, by the ids of the units offered.
    Choosing(Vec<String>),
    /// Where to go.
    OnMap,
    /// How to win: see [`Run::battle`].
    Fighting,
    /// What to take, if anything.
    Offered(Vec<RunOffer>),
    /// How to spend the time of a camp.
    AtCamp,
    /// Whether to take a bargain; `None` if the shrine has nothing for this company.
    AtShrine(Option<ShrineTerms>),
    /// Nothing: it is over.
    Over(RunEnd),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum RunEnd {
    /// The boss has fallen.
    Won,
    /// The company has.
    Lost,
    /// The player gave it up.
    GivenUp,
}

/// Something that happened, for the story of the run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum JournalEntry {
    /// The company set out, by the ids of the units.
    SetOut(Vec<String>),
    /// It came to a place.
    Came(PlaceId, PlaceKind),
    /// It fought.
    Fought {
        /// The id of the pack.
        pack: String,
        /// How it ended.
        outcome: Outcome,
        /// After how many steps.
        steps: u32,
        /// The places in the company of those who fell.
        fell: Vec<u8>,
    },
    /// It took a battle back to a step.
    TookBack(u32),
    /// It took what was offered; the place in the company of the one who got it.
    Took(RunOffer, Option<u8>),
    /// It paid a shrine.
    Paid(Price, Option<u8>),
    /// It took nothing.
    Left,
    /// It rested.
    Rested(Rest),
    /// The run ended.
    Ended(RunEnd),
}

/// Everything that changes in a run, apart from the battle that is being fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct RunState {
    start: RunStart,
    company: Vec<Companion>,
    /// The ids of items that nobody wears.
    bag: Vec<String>,
    words: Vocabulary,
    map: Map,
    place: Option<PlaceId>,
    omens: u8,
    stage: RunStage,
    journal: Vec<JournalEntry>,
}

/// A run. It is a value: the same realm, start and commands give the same run to the bit.
#[derive(Clone, Debug)]
pub struct Run {
    realm: Arc<Realm>,
    /// The plan at the run's level.
    plan: Arc<RunPlan>,
    state: RunState,
    fight: Option<CurrentFight>,
    commands: Vec<RunCommand>,
}

/// The battle that is being fought, or the last one of a run that is over.
#[derive(Clone, Debug)]
pub struct CurrentFight {
    /// What it is fought with.
    pub encounter: Arc<Encounter>,
    /// The battle with its history.
    pub session: Session,
}

impl Run {
    /// A run at its start. A level that does not exist is the highest.
    pub fn begin(realm: &Arc<Realm>, start: RunStart) -> Run {
        let level = start.level.min(realm.plan().levels.len() as u8);
        let start = RunStart { level, ..start };
        let plan = Arc::new(realm.plan().at_level(level));
        let offered = Pools::new(realm, &plan, start).first_companions();
        let map = Map::make(&plan, &mut RunDice::new(start.seed, "map"));
        Run {
            realm: Arc::clone(realm),
            state: RunState {
                start,
                company: Vec::new(),
                bag: Vec::new(),
                words: plan.words,
                map,
                place: None,
                omens: plan.omens,
                stage: RunStage::Choosing(offered),
                journal: Vec::new(),
            },
            plan,
            fight: None,
            commands: Vec::new(),
        }
    }

    /// What it is made of.
    pub fn realm(&self) -> &Arc<Realm> {
        &self.realm
    }

    /// The plan at the run's level.
    pub fn plan(&self) -> &RunPlan {
        &self.plan
    }

    /// Where it began.
    pub fn start(&self) -> RunStart {
        self.state.start
    }

    /// The companions, in the order of joining.
    pub fn company(&self) -> &[Companion] {
        &self.state.company
    }

    /// The most HP of a companion, with its items and wounds.
    pub fn max_hp(&self, companion: &Companion) -> u16 {
        companion.max_hp(&self.realm, self.plan.wound)
    }

    /// The ids of the items that nobody wears.
    pub fn bag(&self) -> &[String] {
        &self.state.bag
    }

    /// The words that the company knows.
    pub fn words(&self) -> Vocabulary {
        self.state.words
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.state.map
    }

    /// Where the company is; `None` before the first floor.
    pub fn place(&self) -> Option<PlaceId> {
        self.state.place
    }

    /// The omens that are left.
    pub fn omens(&self) -> u8 {
        self.state.omens
    }

    /// What is to be decided now.
    pub fn stage(&self) -> &RunStage {
        &self.state.stage
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<RunEnd> {
        match self.state.stage {
            RunStage::Over(end) => Some(end),
            _ => None,
        }
    }

    /// What happened so far.
    pub fn journal(&self) -> &[JournalEntry] {
        &self.state.journal
    }

    /// What the player did so far; steps of a battle in a row count as one command.
    pub fn commands(&self) -> &[RunCommand] {
        &self.commands
    }

    /// The battle that is being fought; of a run that is over, the last one.
    pub fn battle(&self) -> Option<&CurrentFight> {
        self.fight.as_ref()
    }

    /// The places that a way leads to from here.
    pub fn ways(&self) -> Vec<PlaceId> {
        match self.state.stage {
            RunStage::OnMap => self.state.map.ways_from(self.state.place),
            _ => Vec::new(),
        }
    }

    /// The fight at a place of the map, if there is one. The first call makes it.
    pub fn fight(&self, place: PlaceId) -> Option<Arc<RunFight>> {
        let kind = self.state.map.kind(place).filter(|kind| kind.is_fight())?;
        Some(self.realm.fight(self.state.start, place, kind))
    }

    /// The battle of this company at a place.
    ///
    /// # Errors
    /// If there is none, or the content cannot bring the two sides together.
    pub fn encounter(&self, place: PlaceId) -> Result<Encounter, RunRefusal> {
        let fight = self.fight(place).ok_or(RunRefusal::NoWay { to: place })?;
        let staged = fight.stage(&self.realm, self.plan.wound, &self.state.company);
        staged.map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            RunRefusal::Content(errors.join("; "))
        })
    }

    /// How this company would fare at a place, by playing so often. A battle of its own: what is
    /// foretold never uses the dice of the battle that comes.
    pub fn odds(&self, place: PlaceId, playouts: u32) -> Option<Tally> {
        let fight = self.fight(place)?;
        let encounter = self.encounter(place).ok()?;
        let battle = Battle::start(&encounter.arena(), fight.seed, &mut Silent);
        let seed = fingerprint(&(self.state.start.seed, "odds", place));
        Some(forecast(&battle, seed, 0..playouts))
    }

    /// One number for the whole run: company, map, journal, and the battle that is being fought.
    pub fn fingerprint(&self) -> u64 {
        let battle = self.fight.as_ref().map(|fight| {
            let present = fight.session.present();
            (fight.session.last_step(), present.fingerprint())
        });
        fingerprint(&(&self.state, battle))
    }

    /// Does what the player wants, or says why not.
    ///
    /// # Errors
    /// Why not. Nothing has changed then.
    pub fn command(&mut self, command: RunCommand) -> Result<(), RunRefusal> {
        if self.end().is_some() {
            return Err(RunRefusal::Over);
        }
        // What is longer could not be read again.
        if self.commands.len() + 1 >= MOST_COMMANDS && command != RunCommand::GiveUp {
            return Err(RunRefusal::TooLong);
        }
        let done = match command {
            RunCommand::Choose { ref companions } => self.choose(companions).map(|()| command)?,
            RunCommand::Teach {
                companion,
                ref rules,
            } => self.teach(companion, rules).map(|()| command)?,
            RunCommand::Wear {
                companion,
                ref item,
            } => self.wear(companion, item).map(|()| command)?,
            RunCommand::TakeOff { companion, slot } => {
                self.check_not_fighting()?;
                let item = self.companion(companion)?.items.remove(&slot);
                self.state.bag.push(item.ok_or(RunRefusal::NothingWorn)?);
                self.hold_hp();
                command
            }
            RunCommand::Go { to } => self.go(to).map(|()| command)?,
            RunCommand::Step { steps } => RunCommand::Step {
                steps: self.play(steps)?,
            },
            RunCommand::Battle(ref order) => self.order(order).map(|()| command)?,
            RunCommand::Undo => self.undo().map(|()| command)?,
            RunCommand::TakeBack { step } => self.take_back(step).map(|()| command)?,
            RunCommand::Take { offer, companion } => {
                self.take(offer, companion).map(|()| command)?
            }
            RunCommand::Leave => self.leave().map(|()| command)?,
            RunCommand::Camp(ref rest) => self.rest(rest).map(|()| command)?,
            RunCommand::GiveUp => {
                self.finish(RunEnd::GivenUp);
                command
            }
        };
        match (self.commands.last_mut(), &done) {
            (Some(RunCommand::Step { steps }), RunCommand::Step { steps: more }) => *steps += more,
            _ => self.commands.push(done),
        }
        Ok(())
    }

    fn finish(&mut self, end: RunEnd) {
        self.state.journal.push(JournalEntry::Ended(end));
        self.state.stage = RunStage::Over(end);
    }

    fn companion(&mut self, companion: u8) -> Result<&mut Companion, RunRefusal> {
        let companion = self.state.company.get_mut(usize::from(companion));
        companion.ok_or(RunRefusal::NoSuchCompanion)
    }

    /// What a company wears and the rules it sets out with are changed between battles.
    fn check_not_fighting(&self) -> Result<(), RunRefusal> {
        match self.state.stage {
            RunStage::Fighting | RunStage::Choosing(_) => Err(self.not_now()),
            _ => Ok(()),
        }
    }

    fn not_now(&self) -> RunRefusal {
        let kind = self
            .state
            .place
            .and_then(|place| self.state.map.kind(place));
        let first = match &self.state.stage {
            RunStage::Choosing(_) => "choose your companions",
            RunStage::OnMap => "go to a place",
            RunStage::Offered(_) => "take one of the things offered, or leave",
            _ => kind.map_or("go on", first_at),
        };
        RunRefusal::NotNow { first }
    }

    fn choose(&mut self, chosen: &[u8]) -> Result<(), RunRefusal> {
        let RunStage::Choosing(offered) = &self.state.stage else {
            return Err(self.not_now());
        };
        let expected = self.plan.chosen.min(offered.len() as u8);
        let mut units = Vec::new();
        for &place in chosen {
            let unit = offered.get(usize::from(place));
            let unit = unit.ok_or(RunRefusal::NoSuchOffer)?;
            if units.contains(unit) {
                return Err(RunRefusal::WrongNumber { expected });
            }
            units.push(unit.clone());
        }
        if units.len() != usize::from(expected) {
            return Err(RunRefusal::WrongNumber { expected });
        }
        let company = units
            .iter()
            .filter_map(|unit| Companion::joins(&self.realm, unit));
        self.state.company = company.collect();
        self.state.journal.push(JournalEntry::SetOut(units));
        self.state.stage = RunStage::OnMap;
        Ok(())
    }

    fn teach(&mut self, companion: u8, rules: &[CompanyRule]) -> Result<(), RunRefusal> {
        self.check_not_fighting()?;
        let pupil = self.companion(companion)?;
        if rules.len() > usize::from(pupil.slots) {
            return Err(RunRefusal::TooManyRules { slots: pupil.slots });
        }
        let pupil = &self.state.company[usize::from(companion)];
        for (number, rule) in rules.iter().enumerate() {
            if !pupil.knows(&self.realm, &rule.skill) {
                return Err(RunRefusal::UnknownSkill {
                    rule: number,
                    skill: rule.skill.clone(),
                });
            }
            if !rule.is_on_board() {
                return Err(RunRefusal::TooFar { rule: number });
            }
        }
        self.check_words(pupil, rules)?;
        self.companion(companion)?.rules = rules.to_vec();
        Ok(())
    }

    /// Whether a companion may follow rules: all words are known, or the rule is one of its own first.
    fn check_words(&self, pupil: &Companion, rules: &[CompanyRule]) -> Result<(), RunRefusal> {
        let own = self.realm.recruit(&pupil.unit);
        let own = own.map_or(&[][..], |recruit| &recruit.rules);
        for (number, rule) in rules.iter().enumerate() {
            let words = rule.words().minus(self.state.words);
            let is_own = own.iter().any(|own| {
                let CompanyRule {
                    when, skill, on, ..
                } = own;
                (when, skill, on) == (&rule.when, &rule.skill, &rule.on)
            });
            if !words.is_empty() && !is_own {
                return Err(RunRefusal::UnknownWords {
                    rule: number,
                    words,
                });
            }
        }
        Ok(())
    }

    fn wear(&mut self, companion: u8, item: &str) -> Result<(), RunRefusal> {
        self.check_not_fighting()?;
        self.companion(companion)?;
        let in_bag = self.state.bag.iter().position(|known| known == item);
        let place = in_bag.ok_or_else(|| RunRefusal::NotInBag {
            item: item.to_owned(),
        })?;
        let slot = self.realm.item(item).map(|item| item.slot);
        let slot = slot.ok_or_else(|| RunRefusal::NotInBag {
            item: item.to_owned(),
        })?;
        let id = self.state.bag.remove(place);
        let before = self.companion(companion)?.items.insert(slot, id);
        self.state.bag.extend(before);
        self.hold_hp();
        Ok(())
    }

    /// Nobody has more HP than it can have, or none.
    fn hold_hp(&mut self) {
        for companion in &mut self.state.company {
            let most = companion.max_hp(&self.realm, self.plan.wound);
            companion.hp = companion.hp.clamp(1, most);
        }
    }

    fn heal(&mut self, percent: u8) {
        for companion in &mut self.state.company {
            let most = companion.max_hp(&self.realm, self.plan.wound);
            companion.hp = (companion.hp + percent_of(most, percent)).min(most);
        }
    }

    fn go(&mut self, to: PlaceId) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::OnMap {
            return Err(self.not_now());
        }
        let kind = self.state.map.kind(to);
        let is_way = self.ways().contains(&to);
        let kind = kind.filter(|_| is_way).ok_or(RunRefusal::NoWay { to })?;
        let pools = Pools::new(&self.realm, &self.plan, self.state.start);
        let stage = match kind {
            PlaceKind::Fight | PlaceKind::Elite | PlaceKind::Boss => {
                let encounter = Arc::new(self.encounter(to)?);
                let fight = self.fight(to).ok_or(RunRefusal::NoWay { to })?;
                let arena = encounter.arena();
                let session = Session::start(&arena, &encounter.name, fight.seed);
                self.fight = Some(CurrentFight { encounter, session });
                RunStage::Fighting
            }
            PlaceKind::Camp => RunStage::AtCamp,
            PlaceKind::Teacher => RunStage::Offered(self.useful(pools.words(to))),
            PlaceKind::Cache => RunStage::Offered(self.useful(pools.items(to))),
            PlaceKind::Shrine => RunStage::AtShrine(
                pools
                    .bargains(to)
                    .into_iter()
                    .find(|terms| self.can_take(terms)),
            ),
        };
        self.state.place = Some(to);
        self.state.journal.push(JournalEntry::Came(to, kind));
        self.state.stage = stage;
        Ok(())
    }

    /// The first things that the company can use, each once.
    fn useful(&self, drawn: Vec<RunOffer>) -> Vec<RunOffer> {
        let mut offers: Vec<RunOffer> = Vec::new();
        for offer in drawn {
            if offers.len() == usize::from(self.plan.offers) {
                break;
            }
            if !offers.contains(&offer) && self.is_useful(&offer) {
                offers.push(offer);
            }
        }
        offers
    }

    fn is_useful(&self, offer: &RunOffer) -> bool {
        let company = &self.state.company;
        match offer {
            RunOffer::Word(word) => is_new_word(self.state.words, word),
            RunOffer::Skill(skill) => company.iter().any(|it| it.can_learn(&self.realm, skill)),
            RunOffer::Slot => company.iter().any(|it| usize::from(it.slots) < MAX_RULES),
            RunOffer::Item(item) => {
                let worn = company.iter().flat_map(|it| it.items.values());
                !worn.chain(&self.state.bag).any(|known| known == item)
            }
            RunOffer::Card(change) => company
                .iter()
                .any(|it| it.can_change_deck(&self.realm, *change)),
            RunOffer::Companion(unit) => {
                company.len() < usize::from(self.plan.most)
                    && company.iter().all(|it| it.unit != *unit)
            }
            RunOffer::Healing(_) => company.iter().any(|it| it.hp < self.max_hp(it)),
            RunOffer::Omen => self.state.omens < u8::MAX,
        }
    }

    /// Whether a bargain can be struck: where one companion pays and gets, the same one must be able
    /// to do both.
    fn can_take(&self, terms: &ShrineTerms) -> bool {
        let (price, gives) = (terms.price, &terms.gives);
        if !self.is_useful(gives) || !self.can_pay(price) {
            return false;
        }
        let is_for_one = price.needs_companion() || gives.needs_companion();
        let strike = |companion| {
            let mut after = self.clone();
            after.pay(price, companion).is_ok() && after.give(gives, companion).is_ok()
        };
        !is_for_one || (0..self.state.company.len() as u8).any(|place| strike(Some(place)))
    }

    fn can_pay(&self, price: Price) -> bool {
        let company = &self.state.company;
        match price {
            Price::Hp(percent) => company
                .iter()
                .all(|it| it.hp > percent_of(self.max_hp(it), percent)),
            Price::Wound => company.iter().any(|it| it.wounds < self.plan.most_wounds),
            Price::Omen => self.state.omens > 0,
            Price::Card(card) => company
                .iter()
                .any(|it| it.can_change_deck(&self.realm, CardChange::Add(card))),
        }
    }

    /// Plays the battle on, and settles it if it is won. Returns how many steps were played.
    fn play(&mut self, steps: u32) -> Result<u32, RunRefusal> {
        let Some(fight) = self
            .fight
            .as_mut()
            .filter(|_| self.state.stage == RunStage::Fighting)
        else {
            return Err(self.not_now());
        };
        if fight.session.battle().outcome().is_some() {
            return Err(RunRefusal::BattleLost);
        }
        let before = fight.session.last_step();
        while fight.session.last_step() - before < steps {
            let last = fight.session.last_step();
            fight.session.step();
            if fight.session.last_step() == last {
                break;
            }
        }
        let played = fight.session.last_step() - before;
        if played == 0 && steps > 0 {
            return Err(RunRefusal::WaitsForOrder);
        }
        if let Some(outcome) = fight.session.battle().outcome() {
            self.settle(outcome);
        }
        Ok(played)
    }

    /// What a battle leaves behind.
    fn settle(&mut self, outcome: Outcome) {
        let Some(fight) = &self.fight else { return };
        let battle = fight.session.battle();
        let units: Vec<_> = side(&fight.encounter, Faction::Friendly)
            .filter_map(|unit| battle.unit(unit))
            .collect();
        let fell = units.iter().enumerate().filter(|(_, unit)| !unit.is_up());
        let fell: Vec<u8> = fell.map(|(place, _)| place as u8).collect();
        let pack = self.state.place.and_then(|place| self.fight(place));
        self.state.journal.push(JournalEntry::Fought {
            pack: pack.map_or_else(String::new, |fight| fight.pack.clone()),
            outcome,
            steps: fight.session.last_step(),
            fell: fell.clone(),
        });
        if outcome != Outcome::Victory {
            if self.state.omens == 0 {
                self.finish(RunEnd::Lost);
            }
            return;
        }
        let sheets = &fight.encounter.setup().units;
        let after = units.iter().zip(sheets).map(|(unit, sheet)| {
            // Rules that nobody touched stay, also those whose skill was not at hand.
            let is_edited = unit.rules.as_slice() != sheet.brain.rules();
            let rules = unit.rules.iter();
            let rules = rules.map(|rule| CompanyRule::of(rule, &fight.encounter));
            (unit.hp, is_edited.then(|| rules.collect::<Vec<_>>()))
        });
        let after: Vec<_> = after.collect();
        for (place, (hp, rules)) in after.into_iter().enumerate() {
            let Some(companion) = self.state.company.get_mut(place) else {
                continue;
            };
            if let Some(rules) = rules {
                companion.rules = rules;
            }
            if fell.contains(&(place as u8)) {
                companion.wounds = (companion.wounds + 1).min(self.plan.most_wounds);
                let most = companion.max_hp(&self.realm, self.plan.wound);
                companion.hp = percent_of(most, self.plan.return_with).max(1);
            } else {
                let most = companion.max_hp(&self.realm, self.plan.wound);
                companion.hp = (hp + percent_of(most, self.plan.victory_heals)).clamp(1, most);
            }
        }
        let place = self.state.place;
        let kind = place.and_then(|place| self.state.map.kind(place));
        let (Some(place), Some(kind)) = (place, kind) else {
            return;
        };
        if kind == PlaceKind::Boss {
            self.finish(RunEnd::Won);
            return;
        }
        let pools = Pools::new(&self.realm, &self.plan, self.state.start);
        if kind == PlaceKind::Elite {
            let guarded = pools.items(place).into_iter();
            let guarded = guarded
                .filter(|item| self.is_useful(item))
                .find_map(|item| {
                    let RunOffer::Item(id) = &item else {
                        return None;
                    };
                    Some((id.clone(), item))
                });
            if let Some((id, item)) = guarded {
                self.state.bag.push(id);
                self.state.journal.push(JournalEntry::Took(item, None));
            }
        }
        let offers =
            self.useful(Pools::new(&self.realm, &self.plan, self.state.start).rewards(place));
        self.state.stage = RunStage::Offered(offers);
        self.fight = None;
    }

    /// Does something in the battle.
    fn order(&mut self, order: &Command) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::Fighting {
            return Err(self.not_now());
        }
        let Some(fight) = &self.fight else {
            return Err(self.not_now());
        };
        if fight.session.battle().outcome().is_some() {
            return Err(RunRefusal::BattleLost);
        }
        if matches!(order, Command::Luck(_)) {
            return Err(RunRefusal::TrueDiceOnly);
        }
        if let Command::Rules { unit, rules } = order {
            let place = side(&fight.encounter, Faction::Friendly).position(|it| it == *unit);
            let pupil = place.and_then(|place| self.state.company.get(place));
            let pupil = pupil.ok_or(RunRefusal::NoSuchCompanion)?;
            let rules = rules.iter();
            let rules: Vec<CompanyRule> = rules
                .map(|rule| CompanyRule::of(rule, &fight.encounter))
                .collect();
            self.check_words(pupil, &rules)?;
        }
        let fight = self.fight.as_mut().expect("it was there a moment ago");
        let given = fight.session.command(order.clone());
        given.map_err(RunRefusal::Battle)
    }

    /// Takes back the latest order, as long as no dice were rolled since.
    fn undo(&mut self) -> Result<(), RunRefusal> {
        let is_fighting = self.state.stage == RunStage::Fighting;
        let Some(fight) = self.fight.as_mut().filter(|_| is_fighting) else {
            return Err(self.not_now());
        };
        fight.session.undo().map_err(RunRefusal::Battle)
    }

    /// Takes the battle back to a step. What was done at that step stays.
    fn take_back(&mut self, step: u32) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::Fighting {
            return Err(self.not_now());
        }
        let Some(fight) = &mut self.fight else {
            return Err(self.not_now());
        };
        let last = fight.session.last_step();
        if step >= last {
            return Err(RunRefusal::NoSuchStep { last });
        }
        self.state.omens = self.state.omens.checked_sub(1).ok_or(RunRefusal::NoOmen)?;
        let before = &fight.session;
        let entries = before.entries().iter();
        let entries = entries.filter(|entry| entry.step <= step).cloned();
        let arena = fight.encounter.arena();
        let (mut session, _) =
            Session::play_again(&arena, &fight.encounter.name, before.seed(), entries, step);
        session.take_branches_and_last_way(before);
        fight.session = session;
        self.state.journal.push(JournalEntry::TookBack(step));
        Ok(())
    }

    fn take(&mut self, offer: u8, companion: Option<u8>) -> Result<(), RunRefusal> {
        match self.state.stage.clone() {
            RunStage::Offered(offers) => {
                let offer = offers.get(usize::from(offer));
                let offer = offer.ok_or(RunRefusal::NoSuchOffer)?;
                self.give(offer, companion)?;
                self.note_taken(offer, companion);
            }
            RunStage::AtShrine(Some(terms)) if offer == 0 => {
                // One companion may pay and get: both are checked before anything changes.
                let mut after = self.clone();
                after.pay(terms.price, companion)?;
                after.give(&terms.gives, companion)?;
                *self = after;
                let payer = companion.filter(|_| terms.price.needs_companion());
                let paid = JournalEntry::Paid(terms.price, payer);
                self.state.journal.push(paid);
                self.note_taken(&terms.gives, companion);
            }
            RunStage::AtShrine(_) => return Err(RunRefusal::NoSuchOffer),
            _ => return Err(self.not_now()),
        }
        self.state.stage = RunStage::OnMap;
        Ok(())
    }

    fn note_taken(&mut self, offer: &RunOffer, companion: Option<u8>) {
        let taker = companion.filter(|_| offer.needs_companion());
        let taken = JournalEntry::Took(offer.clone(), taker);
        self.state.journal.push(taken);
    }

    fn give(&mut self, offer: &RunOffer, companion: Option<u8>) -> Result<(), RunRefusal> {
        let named = companion.ok_or(RunRefusal::NeedsCompanion);
        match offer {
            RunOffer::Word(word) => {
                let word: RuleWord = word.parse().map_err(|_| RunRefusal::NoSuchOffer)?;
                self.state.words = self.state.words.with(word);
            }
            RunOffer::Skill(skill) => self.learn(named?, skill)?,
            RunOffer::Slot => self.add_slot(named?)?,
            RunOffer::Item(item) => self.state.bag.push(item.clone()),
            RunOffer::Card(change) => self.change_deck(named?, *change)?,
            RunOffer::Companion(unit) => {
                let joins = Companion::joins(&self.realm, unit);
                self.state
                    .company
                    .push(joins.ok_or(RunRefusal::NoSuchCompanion)?);
            }
            RunOffer::Healing(percent) => self.heal(*percent),
            RunOffer::Omen => self.state.omens = self.state.omens.saturating_add(1),
        }
        Ok(())
    }

    fn pay(&mut self, price: Price, companion: Option<u8>) -> Result<(), RunRefusal> {
        let named = companion.ok_or(RunRefusal::NeedsCompanion);
        match price {
            Price::Hp(percent) => {
                for companion in &mut self.state.company {
                    let most = companion.max_hp(&self.realm, self.plan.wound);
                    let left = companion.hp.saturating_sub(percent_of(most, percent));
                    companion.hp = left.max(1);
                }
            }
            Price::Wound => {
                let most = self.plan.most_wounds;
                let payer = self.companion(named?)?;
                if payer.wounds >= most {
                    return Err(RunRefusal::TooManyWounds);
                }
                payer.wounds += 1;
                self.hold_hp();
            }
            Price::Omen => {
                let left = self.state.omens.checked_sub(1);
                self.state.omens = left.ok_or(RunRefusal::NoOmen)?;
            }
            Price::Card(card) => self.change_deck(named?, CardChange::Add(card))?,
        }
        Ok(())
    }

    fn learn(&mut self, companion: u8, skill: &str) -> Result<(), RunRefusal> {
        self.companion(companion)?;
        let pupil = &self.state.company[usize::from(companion)];
        if !pupil.can_learn(&self.realm, skill) {
            return Err(RunRefusal::CannotLearn {
                skill: skill.to_owned(),
            });
        }
        self.companion(companion)?.learned.push(skill.to_owned());
        Ok(())
    }

    fn add_slot(&mut self, companion: u8) -> Result<(), RunRefusal> {
        let companion = self.companion(companion)?;
        if usize::from(companion.slots) >= MAX_RULES {
            return Err(RunRefusal::NoMoreSlots);
        }
        companion.slots += 1;
        Ok(())
    }

    fn change_deck(&mut self, companion: u8, change: CardChange) -> Result<(), RunRefusal> {
        self.companion(companion)?;
        let owner = &self.state.company[usize::from(companion)];
        if !owner.can_change_deck(&self.realm, change) {
            return Err(RunRefusal::NoSuchCard);
        }
        self.companion(companion)?.cards.push(change);
        Ok(())
    }

    fn leave(&mut self) -> Result<(), RunRefusal> {
        match self.state.stage {
            RunStage::Offered(_) | RunStage::AtCamp | RunStage::AtShrine(_) => {
                self.state.journal.push(JournalEntry::Left);
                self.state.stage = RunStage::OnMap;
                Ok(())
            }
            _ => Err(self.not_now()),
        }
    }

    fn rest(&mut self, rest: &Rest) -> Result<(), RunRefusal> {
        if self.state.stage != RunStage::AtCamp {
            return Err(self.not_now());
        }
        match rest {
            Rest::Heal => {
                for companion in &mut self.state.company {
                    companion.wounds = 0;
                }
                self.heal(self.plan.camp_heals);
            }
            Rest::Learn { companion, skill } => self.learn(*companion, skill)?,
            Rest::Slot { companion } => self.add_slot(*companion)?,
        }
        self.state.journal.push(JournalEntry::Rested(rest.clone()));
        self.state.stage = RunStage::OnMap;
        Ok(())
    }
}

fn percent_of(whole: u16, percent: u8) -> u16 {
    (u32::from(whole) * u32::from(percent) / 100) as u16
}
