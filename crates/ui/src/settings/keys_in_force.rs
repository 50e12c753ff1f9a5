//! The keys in force: those of `keys.ron`, under what the player has changed.

use foretold_content::{KeyRefusal, Keys};

use super::PlayerSettings;
use crate::prelude::*;

/// The keys in force.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct KeysInForce {
    keys: Keys,
    /// As the files have them.
    own: Keys,
}

impl KeysInForce {
    /// Which keys do what.
    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Whether the player has changed the keys of an act.
    pub(crate) fn differs(&self, act: Act) -> bool {
        self.keys.chords(act) != self.own.chords(act)
    }

    /// Gives an act other keys.
    pub(crate) fn change(
        &self,
        settings: &mut PlayerSettings,
        act: Act,
        chords: &[Chord],
    ) -> Result<(), KeyRefusal> {
        settings.0.keys = self.keys.with(act, chords)?.changes_from(&self.own);
        Ok(())
    }

    /// Gives an act the keys of the files again.
    pub(crate) fn restore(
        &self,
        settings: &mut PlayerSettings,
        act: Act,
    ) -> Result<(), KeyRefusal> {
        self.change(settings, act, self.own.chords(act))
    }

    /// Takes a chord from the act that has it, and gives another act these, of which it is one.
    pub(crate) fn take(
        &self,
        settings: &mut PlayerSettings,
        (chord, by): (Chord, Act),
        act: Act,
        chords: &[Chord],
    ) -> Result<(), KeyRefusal> {
        let left = self.keys.chords(by).iter().copied();
        let left: Vec<Chord> = left.filter(|other| *other != chord).collect();
        let keys = self.keys.with(by, &left)?.with(act, chords)?;
        settings.0.keys = keys.changes_from(&self.own);
        Ok(())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeysInForce>().add_systems(
        Update,
        work_out
            .run_if(any_changed!(GameContent, PlayerSettings))
            .in_set(KeysInForceSystems)
            .after(SimSystems::Content)
            // What was changed by hand is on screen within the frame.
            .after(ActSystems)
            .before(SimSystems::Requests),
    );
}

/// When the keys in force are worked out.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct KeysInForceSystems;

/// Puts the player's keys over those of the files, and reports which cannot be.
fn work_out(
    content: Res<GameContent>,
    settings: Res<PlayerSettings>,
    mut in_force: ResMut<KeysInForce>,
    mut toasts: ResMut<Toasts>,
    mut reported: Local<Vec<String>>,
) {
    // Until the files are read nobody knows what their keys are.
    let Some(content) = content.content() else {
        return;
    };
    let own = content.keys().clone();
    let (keys, wrong) = own.changed(&settings.0.keys);
    in_force.set_if_neq(KeysInForce { keys, own });
    if *reported != wrong && !wrong.is_empty() {
        let all = wrong.join("\nsettings.ron: ");
        toasts.push(Toast::bad(format!(
            "Some of your keys are not in force. Change them in the settings.\nsettings.ron: {all}"
        )));
    }
    *reported = wrong;
}
