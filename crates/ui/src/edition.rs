//! Which battle with which content is on screen: what was written for one edition holds as long as it
//! stays.

use bevy::prelude::*;
use foretold_sim::{BattleReplayed, BattleStarted, SimSystems};
use foretold_view::ViewSystems;

/// Another number for every battle that begins, and whenever it is played again under other content:
/// names and skills may be others then.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Edition(u32);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Edition>().add_systems(
        Update,
        turn_page
            .after(SimSystems::Refresh)
            .before(ViewSystems::Measure),
    );
}

fn turn_page(
    mut started: MessageReader<BattleStarted>,
    mut replayed: MessageReader<BattleReplayed>,
    mut edition: ResMut<Edition>,
) {
    if started.read().count() + replayed.read().count() > 0 {
        edition.0 += 1;
    }
}
