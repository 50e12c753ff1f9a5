//! Whether another battle, or the same one under other content, has come on screen: names and skills
//! may be others then.

use foretold_sim::BattleReplayed;

use crate::prelude::*;

/// Says so once to each system that asks.
#[derive(SystemParam)]
pub(crate) struct NewBattle<'w, 's> {
    started: MessageReader<'w, 's, BattleStarted>,
    replayed: MessageReader<'w, 's, BattleReplayed>,
}

impl NewBattle<'_, '_> {
    /// Whether there is one since it was last asked.
    pub(crate) fn read(&mut self) -> bool {
        self.started.read().count() + self.replayed.read().count() > 0
    }
}
