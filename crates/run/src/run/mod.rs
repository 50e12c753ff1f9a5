//! The run itself: what is to be decided now, and what a command changes.
//!
//! What commands do is in `preparing`, `fighting` and `places`.

mod fighting;
mod places;
mod preparing;

use std::sync::Arc;

use foretold_battle::brain::Vocabulary;
use foretold_battle::{Battle, Outcome, Session, Silent, Tally, fingerprint, forecast};
use foretold_content::{ContentError, Encounter, PlaceKind, Price, RunPlan};
use serde::{Deserialize, Serialize};

use crate::command::{Rest, RunCommand, RunRefusal, first_at};
use crate::company::Companion;
use crate::dice::RunDice;
use crate::fight::{RunFight, drill};
use crate::map::{Map, PlaceId};
use crate::offer::{Pools, RunOffer, ShrineTerms};
use crate::realm::Realm;
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
        staged.map_err(not_together)
    }

    /// The company on an open field, for whoever looks at its sheets and rules: the unit with a number
    /// is the companion with that number.
    ///
    /// # Errors
    /// If the content cannot bring the company together.
    pub fn drill(&self) -> Result<Encounter, RunRefusal> {
        let staged = drill(&self.realm, self.plan.wound, &self.state.company);
        staged.map_err(not_together)
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
}

fn not_together(errors: Vec<ContentError>) -> RunRefusal {
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    RunRefusal::Content(errors.join("; "))
}

fn percent_of(whole: u16, percent: u8) -> u16 {
    (u32::from(whole) * u32::from(percent) / 100) as u16
}
