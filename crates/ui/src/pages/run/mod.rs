//! The pages of a run. [`Page::of_stage`] says which page belongs to what is to be decided; each page
//! has its own file, reads [`CurrentRun`] and writes [`RunRequest`](foretold_sim::RunRequest)s.

mod banner;
mod camp;
mod chronicle;
mod company;
mod end;
mod example;
mod hints;
mod map;
mod new_run;
mod offer;
mod parts;
mod portrait;
mod scene;
mod shrine;
mod unused;
mod word_chips;
pub(crate) mod words;

use std::mem::{Discriminant, discriminant};

use foretold_run::{PlaceId, Run, RunStage, RunStart};
use foretold_sim::{CurrentRun, OfferOdds, RunFileTrouble, RunFolder, RunLesson, RunOdds, RunPast};

pub(super) use portrait::MARGIN;

use super::{Page, Pages};
use crate::prelude::*;
use crate::progress::KeepProgress;

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

    /// Whether it is the map, or the page of one of its places.
    pub(super) const fn is_of_place(self) -> bool {
        matches!(self, Page::Map | Page::Offer | Page::Camp | Page::Shrine)
    }

    /// Whether a run waits on this page for a decision.
    pub(super) const fn is_of_stage(self) -> bool {
        matches!(
            self,
            Page::NewRun | Page::Map | Page::Offer | Page::Camp | Page::Shrine | Page::RunEnd
        )
    }
}

impl Pages {
    /// Shows what a run waits for: its page, or its battle.
    pub(crate) fn enter(&mut self, run: &Run) {
        match Page::of_stage(run.stage()) {
            // From the end of a run that is looked at one comes back to the others.
            Some(page) if self.top() == Some(Page::Chronicle) => self.open(page),
            Some(page) => self.only(page),
            None => self.close(),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        banner::plugin,
        camp::plugin,
        chronicle::plugin,
        company::plugin,
        end::plugin,
        hints::plugin,
        map::plugin,
        new_run::plugin,
        offer::plugin,
        shrine::plugin,
    ))
    .add_systems(PreStartup, find_folder)
    .add_systems(
        Update,
        (
            (
                turn_to_stage.run_if(resource_changed::<CurrentRun>),
                report_trouble,
            )
                .after(SimSystems::Refresh)
                .before(ViewSystems::Measure),
            stay_awake.in_set(ViewSystems::Draw),
        ),
    );
}

/// Runs are kept beside everything else that belongs to the player.
fn find_folder(data: Res<DataFolder>, keep: Res<KeepProgress>, mut runs: ResMut<RunFolder>) {
    let data = data.0.as_ref().filter(|_| keep.0);
    if let Some(data) = data {
        runs.0 = Some(data.join("runs"));
    }
}

/// What a run waited for when the pages last followed it.
type FollowedStage = (RunStart, Option<PlaceId>, Discriminant<RunStage>);

/// Turns to the page of what a run waits for, when that has changed. After a battle the result comes
/// first: it leads on.
fn turn_to_stage(
    current: Res<CurrentRun>,
    mut pages: ResMut<Pages>,
    mut followed: Local<Option<FollowedStage>>,
    mut redraw: ResMut<RedrawRequests>,
) {
    let Some(run) = current.get() else {
        return;
    };
    let stage = run.stage();
    let now = (run.start(), run.place(), discriminant(stage));
    let before = followed.replace(now);
    if before == Some(now) {
        return;
    }
    let was_fought = before.is_some_and(|(start, place, stage)| {
        (start, place, stage) == (now.0, now.1, discriminant(&RunStage::Fighting))
    });
    let given_up = matches!(stage, RunStage::Over(foretold_run::RunEnd::GivenUp));
    // What is typed on the page of a new run begins another: the page stays as it is.
    let is_there = pages.top() == Page::of_stage(stage);
    if (!was_fought || given_up) && *stage != RunStage::Fighting && !is_there {
        pages.enter(run);
        redraw.request();
    }
}

fn report_trouble(mut trouble: MessageReader<RunFileTrouble>, mut toasts: ResMut<Toasts>) {
    for RunFileTrouble(what) in trouble.read() {
        toasts.push(Toast::bad(what.clone()).about("run"));
    }
}

/// Odds that are being worked out arrive on a frame.
fn stay_awake(
    (odds, offers): (Res<RunOdds>, Res<OfferOdds>),
    (past, lesson): (Res<RunPast>, Res<RunLesson>),
    mut redraw: ResMut<RedrawRequests>,
) {
    if odds.is_running() || offers.is_running() || past.is_running() || lesson.is_running() {
        redraw.request();
    }
}
