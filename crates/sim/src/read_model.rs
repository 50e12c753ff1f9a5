//! Read models: what the screen needs to know about a battle, worked out once for each moment.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use foretold_battle::Battle;

use crate::SimSystems;
use crate::shown::Shown;

/// A resource that is worked out from the moment on screen, once for each change of [`Shown`]. The
/// view and the panels read it, and never apply the rules themselves.
pub trait ReadModel: Resource<Mutability = Mutable> + Default {
    /// Works it out for a battle. A pure function: the same battle has the same answer.
    fn of(battle: &Battle) -> Self;
}

/// Adds a read model, and the system that keeps it up to date.
pub(crate) fn add<M: ReadModel>(app: &mut App) {
    app.init_resource::<M>().add_systems(
        Update,
        refresh::<M>
            .run_if(resource_exists_and_changed::<Shown>)
            .in_set(SimSystems::Refresh),
    );
}

fn refresh<M: ReadModel>(shown: Res<Shown>, mut model: ResMut<M>) {
    *model = M::of(shown.battle());
}
