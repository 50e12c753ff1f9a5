//! What is foretold of the places and offers ahead, worked out in the background.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task, block_on, poll_once};
use foretold_battle::{Battle, Silent, Tally, fingerprint, forecast};
use foretold_content::Encounter;
use foretold_run::policy::Lore;
use foretold_run::{OfferOutlook, PlaceId, Run, RunFight, RunStage};

use super::CurrentRun;
use crate::SimSystems;
use crate::forecast::ENOUGH;
use crate::timeline::AutoTakeCommand;

/// The fights that can be reached next, and how the company would fare there. Kept up to date by
/// [`RunPlugin`](super::RunPlugin); an entry is there once it is worked out.
#[derive(Resource, Debug, Default)]
pub struct RunOdds {
    /// The company that they are worked out for.
    about: Option<u64>,
    fights: BTreeMap<PlaceId, FightAhead>,
    work: Vec<Task<Option<(PlaceId, FightAhead)>>>,
}

#[derive(Debug)]
struct FightAhead {
    fight: Arc<RunFight>,
    encounter: Arc<Encounter>,
    odds: Tally,
}

impl RunOdds {
    /// The fight at a place. Asking the run itself would make it, which takes a while.
    pub fn fight(&self, place: PlaceId) -> Option<&Arc<RunFight>> {
        self.fights.get(&place).map(|known| &known.fight)
    }

    /// The battle of this company at a place: its board, and everyone on it.
    pub fn encounter(&self, place: PlaceId) -> Option<&Arc<Encounter>> {
        self.fights.get(&place).map(|known| &known.encounter)
    }

    /// How this company would fare there.
    pub fn odds(&self, place: PlaceId) -> Option<&Tally> {
        self.fights.get(&place).map(|known| &known.odds)
    }

    /// Whether some are still being worked out.
    pub fn is_running(&self) -> bool {
        !self.work.is_empty()
    }
}

/// What each thing that is offered would change of the fights that come next. Kept up to date by
/// [`RunPlugin`](super::RunPlugin).
#[derive(Resource, Debug, Default)]
pub struct OfferOdds {
    about: Option<u64>,
    offers: BTreeMap<u8, Vec<OfferOutlook>>,
    work: Vec<Task<(u8, Vec<OfferOutlook>)>>,
}

impl OfferOdds {
    /// What the offer with this number would change, for each fight ahead; `None` while it is worked
    /// out.
    pub fn of(&self, offer: u8) -> Option<&[OfferOutlook]> {
        self.offers.get(&offer).map(Vec::as_slice)
    }

    /// Whether some are still being worked out.
    pub fn is_running(&self) -> bool {
        !self.work.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RunOdds>()
        .init_resource::<OfferOdds>()
        .add_systems(
            Update,
            (
                (begin_fights, begin_offers).run_if(resource_changed::<CurrentRun>),
                (follow_fights, follow_offers),
            )
                .chain()
                .in_set(SimSystems::Refresh),
        );
}

/// What the odds ahead hang on, while the company is between battles.
fn question(run: &Run) -> Option<u64> {
    let is_between = !matches!(
        run.stage(),
        RunStage::Choosing(_) | RunStage::Fighting | RunStage::Over(_)
    );
    is_between.then(|| fingerprint(&(run.start(), run.place(), run.company(), run.words())))
}

fn begin_fights(
    current: Res<CurrentRun>,
    takes_command: Res<AutoTakeCommand>,
    mut odds: ResMut<RunOdds>,
) {
    let (run, takes_command) = (current.get(), takes_command.0);
    let about = run.and_then(question);
    if odds.about == about {
        return;
    }
    let places = run.filter(|_| about.is_some()).map(Run::fights_ahead);
    let work = places.into_iter().flatten().zip(run.into_iter().cycle());
    let work = work.map(|(place, run)| {
        let run = run.clone();
        AsyncComputeTaskPool::get().spawn(async move {
            let fight = run.fight(place)?;
            let encounter = Arc::new(run.encounter(place).ok()?);
            // As the bar above that battle asks: it shows the same number.
            let mut battle = Battle::start(&encounter.arena(), fight.seed, &mut Silent);
            battle.set_player(encounter.by_hand && takes_command);
            let odds = forecast(&battle, battle.fingerprint(), 0..ENOUGH);
            let ahead = FightAhead {
                fight,
                encounter,
                odds,
            };
            Some((place, ahead))
        })
    });
    *odds = RunOdds {
        about,
        work: work.collect(),
        fights: BTreeMap::new(),
    };
}

fn follow_fights(mut odds: ResMut<RunOdds>) {
    let ready = ready(&mut odds.bypass_change_detection().work);
    if !ready.is_empty() {
        odds.fights.extend(ready.into_iter().flatten());
    }
}

fn begin_offers(current: Res<CurrentRun>, mut odds: ResMut<OfferOdds>) {
    let offered = |run: &&Run| matches!(run.stage(), RunStage::Offered(_));
    let run = current.get().filter(offered);
    let about = run.map(|run| fingerprint(&(question(run), run.stage())));
    if odds.about == about {
        return;
    }
    let offers = run.map(|run| match run.stage() {
        RunStage::Offered(offers) => (run, offers.len() as u8),
        _ => (run, 0),
    });
    let work = offers.into_iter().flat_map(|(run, offers)| {
        let lore = Arc::new(Lore::of(run.realm()));
        (0..offers).map(move |offer| {
            let (run, lore) = (run.clone(), Arc::clone(&lore));
            AsyncComputeTaskPool::get().spawn(async move { (offer, run.outlook(&lore, offer)) })
        })
    });
    *odds = OfferOdds {
        about,
        work: work.collect(),
        offers: BTreeMap::new(),
    };
}

fn follow_offers(mut odds: ResMut<OfferOdds>) {
    let ready = ready(&mut odds.bypass_change_detection().work);
    if !ready.is_empty() {
        odds.offers.extend(ready);
    }
}

/// What has been worked out since the last frame.
fn ready<T: 'static>(work: &mut Vec<Task<T>>) -> Vec<T> {
    let mut ready = Vec::new();
    work.retain_mut(|task| match block_on(poll_once(task)) {
        Some(result) => {
            ready.push(result);
            false
        }
        None => true,
    });
    ready
}
