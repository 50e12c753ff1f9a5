//! The rules of the run's company between battles: whose are on the desk, and what was changed.

use std::sync::Arc;

use foretold_content::Encounter;
use foretold_run::{CompanyRule, Run};
use foretold_sim::CurrentRun;

use crate::prelude::*;

/// A change of rules that can be taken back: whose, and what they were.
pub(crate) type TaughtBefore = (u8, Vec<CompanyRule>);

/// The companion whose rules are edited, on an open field with the others: there its skills have
/// numbers and its rules are sentences.
#[derive(Resource, Default)]
pub(crate) struct CompanyDesk {
    /// Its place in the company.
    pub(crate) companion: u8,
    field: Option<(Arc<Encounter>, Arc<Arena>)>,
    pub(super) undo: Vec<TaughtBefore>,
    pub(super) redo: Vec<TaughtBefore>,
}

impl CompanyDesk {
    /// The field, if the company can stand on it.
    pub(crate) fn field(&self) -> Option<(&Encounter, &Arena)> {
        let field = self.field.as_ref();
        field.map(|(encounter, arena)| (&**encounter, &**arena))
    }

    /// Whether a change can be taken back, and whether one can be made again.
    pub(crate) fn has_past(&self) -> [bool; 2] {
        [!self.undo.is_empty(), !self.redo.is_empty()]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CompanyDesk>().add_systems(
        Update,
        lay_out
            .run_if(resource_changed::<CurrentRun>)
            .after(SimSystems::Refresh)
            .before(ViewSystems::Paint),
    );
}

/// The field follows the company. What was changed before another place cannot be taken back there.
fn lay_out(current: Res<CurrentRun>, mut desk: ResMut<CompanyDesk>, mut at: Local<Option<usize>>) {
    let run = current.under_way();
    let field = run.and_then(|run| run.drill().ok());
    desk.field = field.map(|field| {
        let arena = field.arena();
        (Arc::new(field), arena)
    });
    let now = run.map(|run| run.journal().len());
    if *at != now {
        *at = now;
        desk.undo.clear();
        desk.redo.clear();
    }
    let company = run.map_or(0, |run: &Run| run.company().len());
    if usize::from(desk.companion) >= company {
        desk.companion = 0;
    }
}
