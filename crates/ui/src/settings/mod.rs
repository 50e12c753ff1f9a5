//! What the player has chosen: read at the start, in force at once, written when it changes. The page
//! on which it is chosen is among the pages.

mod keys_in_force;

use foretold_content::Settings;
use foretold_sim::PlayerOverrides;
use foretold_view::ThemeOverrides;

use crate::folder::PlayerFile;
use crate::prelude::*;
use crate::sound::Volumes;

pub(crate) use keys_in_force::{KeysInForce, KeysInForceSystems};

/// The file among what belongs to the player.
const FILE: &str = "settings.ron";

/// What the player has chosen. Whoever changes it finds it written and in force.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerSettings(pub Settings);

/// What the command line asks for. It goes before what the player has chosen until that changes, and is
/// not written.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchOptions {
    /// The size of texts and lines, in percent.
    pub scale: Option<u16>,
    /// How fast battles are shown at first.
    pub speed: Option<Speed>,
    /// Whether the battle that the command line names begins with its briefing.
    pub briefing: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayerSettings>()
        .init_resource::<LaunchOptions>()
        .init_resource::<PlayerFile<Settings>>()
        .add_plugins(keys_in_force::plugin)
        .add_systems(PreStartup, read)
        .add_systems(
            Update,
            (
                (
                    set_scale.run_if(any_changed!(PlayerSettings, LaunchOptions)),
                    (set_theme, set_volumes).run_if(any_changed!(PlayerSettings)),
                )
                    .before(SimSystems::Content),
                set_overrides
                    .run_if(any_changed!(PlayerSettings, GameContent))
                    .after(SimSystems::Content)
                    .before(SimSystems::Requests),
                set_speed.after(SimSystems::Refresh),
            ),
        )
        .add_systems(PostUpdate, write.run_if(resource_changed::<PlayerSettings>));
}

fn read(
    folder: Res<DataFolder>,
    mut settings: ResMut<PlayerSettings>,
    mut file: ResMut<PlayerFile<Settings>>,
    mut toasts: ResMut<Toasts>,
) {
    if let Some(folder) = &folder.0 {
        file.read(folder.join(FILE), Settings::read, &mut toasts);
        settings.0 = file.written.clone();
    }
}

/// Writes what has changed, at the end of the frame in which it did.
fn write(
    settings: Res<PlayerSettings>,
    folder: Res<DataFolder>,
    mut file: ResMut<PlayerFile<Settings>>,
    mut toasts: ResMut<Toasts>,
    mut redraw: ResMut<RedrawRequests>,
) {
    if settings.0 != file.written {
        // It comes into force with the next frame.
        redraw.request();
    }
    if let Err(why) = file.write(&settings.0, Settings::write, &folder) {
        let text = format!("Your settings could not be written: {why}");
        toasts.push(Toast::bad(text).about("settings"));
    }
}

fn set_scale(
    settings: Res<PlayerSettings>,
    asked: Res<LaunchOptions>,
    mut scale: ResMut<TextScale>,
) {
    let percent = asked.scale.or(settings.0.scale).unwrap_or(100);
    scale.set_if_neq(TextScale(f32::from(percent) / 100.0));
}

fn set_theme(settings: Res<PlayerSettings>, mut overrides: ResMut<ThemeOverrides>) {
    overrides.set_if_neq(ThemeOverrides {
        palette: settings.0.palette.palette(),
        reduced_motion: settings.0.reduced_motion,
    });
}

fn set_volumes(settings: Res<PlayerSettings>, mut volumes: ResMut<Volumes>) {
    volumes.set_if_neq(Volumes {
        effects: f32::from(settings.0.effects) / 100.0,
        ambience: f32::from(settings.0.ambience()) / 100.0,
    });
}

fn set_overrides(
    settings: Res<PlayerSettings>,
    content: Res<GameContent>,
    mut overrides: ResMut<PlayerOverrides>,
) {
    let preset = settings.0.autofight_preset;
    let content = content.content();
    overrides.set_if_neq(PlayerOverrides {
        luck: settings.0.luck,
        everybody: content.and_then(|content| preset.settings(content)),
        autofight: settings.0.autofight.clone(),
    });
}

/// Another battle begins at the player's speed; the one on screen goes on at it if it is changed.
fn set_speed(
    settings: Res<PlayerSettings>,
    mut asked: ResMut<LaunchOptions>,
    mut started: MessageReader<BattleStarted>,
    (mut battle, mut known): (Local<String>, Local<Option<Speed>>),
    mut requests: MessageWriter<ClockRequest>,
) {
    let wanted = settings.0.speed;
    let mut anew = known.replace(wanted).is_some_and(|known| known != wanted);
    if anew {
        asked.speed = None;
    }
    for started in started.read() {
        if *battle != started.battle {
            battle.clone_from(&started.battle);
            anew = true;
        }
    }
    if anew {
        requests.write(ClockRequest::Speed(asked.speed.unwrap_or(wanted)));
    }
}
