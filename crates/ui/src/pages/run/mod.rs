//! The pages of a run. [`Page::of_stage`] says which page belongs to what is to be decided; each page
//! has its own file, reads [`CurrentRun`] and writes [`RunRequest`]s.

mod camp;
mod chronicle;
mod company;
mod end;
mod map;
mod new_run;
mod offer;
mod shrine;

use foretold_run::RunStage;

use super::Page;
use crate::prelude::*;

impl Page {
    /// The page on which the player decides what a run waits for; `None` is the battle.
    pub(crate) fn of_stage(stage: &RunStage) -> Option<Page> {
        match stage {
            RunStage::Choosing(_) => Some(Page::NewRun),
            RunStage::OnMap => Some(Page::Map),
            RunStage::Fighting => None,
            RunStage::Offered(_) => Some(Page::Offer),
            RunStage::AtCamp => Some(Page::Camp),
            RunStage::AtShrine(_) => Some(Page::Shrine),
            RunStage::Over(_) => Some(Page::RunEnd),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        camp::plugin,
        chronicle::plugin,
        company::plugin,
        end::plugin,
        map::plugin,
        new_run::plugin,
        offer::plugin,
        shrine::plugin,
    ));
}
