//! A new run: level, seed, and the first companions.

use foretold_sim::CurrentRun;

use crate::pages::{Page, PageBuilder, PageSystems, must_build};
use crate::prelude::*;

pub(super) fn plugin(app: &mut App) {
    let changed = any_changed!(CurrentRun, Screen);
    app.add_systems(
        Update,
        build
            .run_if(must_build(Page::NewRun, changed))
            .in_set(PageSystems),
    );
}

fn build(mut page: PageBuilder) {
    page.set(Page::NewRun, "New run", |_, _| {});
}
