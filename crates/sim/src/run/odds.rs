//! What is foretold of the places and offers ahead, worked out in the background.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use foretold_battle::Tally;
use foretold_content::Encounter;
use foretold_run::{PlaceId, RunFight};

/// The fights that can be reached next, and how the company would fare there. Kept up to date by
/// [`RunPlugin`](super::RunPlugin); an entry is there once it is worked out.
#[derive(Resource, Debug, Default)]
pub struct RunOdds {
    fights: BTreeMap<PlaceId, FightOdds>,
}

#[derive(Debug)]
struct FightOdds {
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
}

/// What each thing that is offered would change of the fights that come next. Kept up to date by
/// [`RunPlugin`](super::RunPlugin).
#[derive(Resource, Debug, Default)]
pub struct OfferOdds {
    offers: BTreeMap<u8, Vec<OfferOutlook>>,
}

/// The odds of a fight ahead without and with a thing that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfferOutlook {
    /// Where the fight is.
    pub place: PlaceId,
    /// The companion that would have it, by its place in the company; `None` for all.
    pub companion: Option<u8>,
    /// The odds as the company is.
    pub before: Tally,
    /// The odds with the thing, worn or with a rule for it.
    pub after: Tally,
}

impl OfferOdds {
    /// What the offer with this number would change, for each fight ahead; `None` while it is worked
    /// out.
    pub fn of(&self, offer: u8) -> Option<&[OfferOutlook]> {
        self.offers.get(&offer).map(Vec::as_slice)
    }
}
