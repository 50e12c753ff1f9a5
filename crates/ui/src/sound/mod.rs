//! What is heard: of a battle, of the place where it is fought, and of the title. Without Bevy's
//! `AudioPlugin` everything is silent.
//!
//! Nothing is made before it is heard: the thread of the speakers asks for one sample after another.

mod beds;
mod cues;
mod synth;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use bevy::audio::{
    AddAudioSource, AudioPlugin, ChannelCount, Decodable, PlaybackSettings, Sample, SampleRate,
    Source, Volume as PlayerVolume,
};
use bevy::window::PrimaryWindow;
use foretold_battle::Order;
use foretold_battle::board::SIDE;
use foretold_content::Ambience;
use foretold_sim::{OrderRequest, Refused, Request, RunHappened};
use foretold_view::{ScreenChange, ScreenChangeReader};

use self::beds::{Wanted, play_bed};
use self::synth::{Noise, VARIANTS, both_ears};
use crate::pages::{Page, Pages};
use crate::prelude::*;

pub use synth::Sound;

/// Samples a second, as Bevy wants it.
const SAMPLE_RATE: SampleRate = NonZeroU32::new(synth::RATE).expect("it is a number above zero");
/// Left and right.
const EARS: ChannelCount = ChannelCount::new(2).expect("it is a number above zero");
/// The most players at once: without a device none would ever be done.
const MOST_PLAYERS: usize = 16;
/// How far to the side the outermost columns are heard; 1 would be in one ear only.
const WIDTH: f32 = 0.7;
/// How much higher or lower a sound is than it was the last time, at most.
const BEND: f32 = 0.04;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Volumes>()
        .add_message::<Cue>()
        .add_systems(
            Update,
            (listen, greet.run_if(resource_changed::<Pages>)).in_set(ViewSystems::Follow),
        );
    if app.is_plugin_added::<AudioPlugin>() {
        app.add_audio_source::<Clip>()
            .add_systems(Update, (play_cues, follow_place).after(listen).after(greet));
    }
}

/// How loud everything is, from 0, which is silence, to 1.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Volumes {
    /// What happens.
    pub effects: f32,
    /// The place where it happens.
    pub ambience: f32,
}

impl Default for Volumes {
    fn default() -> Self {
        Volumes {
            effects: 0.6,
            ambience: 0.5,
        }
    }
}

/// Something is to be heard now. Anyone may write it.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cue {
    /// What.
    pub sound: Sound,
    /// In which column of the board, from 0; `None`: in the middle.
    pub column: Option<u8>,
}

impl From<Sound> for Cue {
    fn from(sound: Sound) -> Self {
        let column = None;
        Cue { sound, column }
    }
}

impl Cue {
    /// What of it comes to the left and to the right ear.
    fn ears(self) -> [f32; 2] {
        let side = self.column.map_or(0.0, |column| {
            f32::from(column) / f32::from(SIDE - 1) * 2.0 - 1.0
        });
        both_ears(side * WIDTH)
    }
}

/// Something that can be played.
#[derive(Asset, TypePath, Clone, Debug)]
enum Clip {
    /// A variant of a sound, with what of it comes to each ear.
    Sound(Sound, u32, [f32; 2]),
    /// A place, for as long as it is wanted.
    Bed(Ambience, Arc<Wanted>),
}

/// Something that is being played.
struct Playing {
    /// Left and right.
    samples: Box<dyn Iterator<Item = [f32; 2]> + Send>,
    right: Option<f32>,
}

impl Decodable for Clip {
    type Decoder = Playing;

    fn decoder(&self) -> Playing {
        let samples: Box<dyn Iterator<Item = [f32; 2]> + Send> = match self.clone() {
            Clip::Sound(sound, variant, ears) => {
                let both = move |sample: f32| ears.map(|ear| ear * sample);
                Box::new(sound.play(variant).map(both))
            }
            Clip::Bed(place, wanted) => Box::new(play_bed(place, wanted)),
        };
        let right = None;
        Playing { samples, right }
    }
}

impl Iterator for Playing {
    type Item = Sample;

    /// The left ear, then the right one.
    fn next(&mut self) -> Option<Sample> {
        self.right.take().or_else(|| {
            let [left, right] = self.samples.next()?;
            self.right = Some(right);
            Some(left)
        })
    }
}

impl Source for Playing {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        EARS
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

/// Whether a request is a press of autofight's key.
fn is_autofight(request: &OrderRequest) -> bool {
    matches!(
        request,
        OrderRequest::Give {
            order: Order::Autofight(_),
            ..
        }
    )
}

/// Turns what happened into sounds. Steps that nobody could follow, and jumps in time, have none.
fn listen(
    mut news: ScreenChangeReader,
    (mut orders, mut refused): (MessageReader<OrderRequest>, MessageReader<Refused>),
    (battle, clock): (Option<Res<Shown>>, Res<Clock>),
    mut happened: MessageReader<RunHappened>,
    mut cues: MessageWriter<Cue>,
) {
    let pressed = orders.read().filter(|order| is_autofight(order)).count();
    let is_refused = |refused: &&Refused| matches!(&refused.request, Request::Order(order) if is_autofight(order));
    let refused = refused.read().filter(is_refused).count();
    let mut heard = Vec::new();
    if refused > 0 {
        heard.push(Sound::Stop.into());
    }
    if pressed > refused {
        heard.push(Sound::Autofight.into());
    }
    let of_run = happened.read().filter_map(|news| cues::run_sound(&news.0));
    heard.extend(of_run.map(Cue::from));
    let rushing = clock.playing && clock.speed == Speed::Instant;
    if let (ScreenChange::Step(events), Some(battle)) = (news.read(), battle)
        && !rushing
        && !battle.is_demo()
    {
        heard.extend(cues::step_sounds(battle.battle(), &events));
    }
    cues.write_batch(cues::loudest(heard));
}

/// The title has its motif whenever somebody comes to it from elsewhere.
fn greet(pages: Res<Pages>, mut there: Local<bool>, mut cues: MessageWriter<Cue>) {
    let was_there = std::mem::replace(&mut *there, pages.is_open(Page::Title));
    if *there && !was_there {
        cues.write(Sound::Title.into());
    }
}

fn play_cues(
    mut commands: Commands,
    mut cues: MessageReader<Cue>,
    (mut clips, volumes): (ResMut<Assets<Clip>>, Res<Volumes>),
    players: Query<(), With<AudioPlayer<Clip>>>,
    mut chance: Local<Option<Noise>>,
) {
    let room = MOST_PLAYERS.saturating_sub(players.iter().count());
    let chance = chance.get_or_insert(Noise(1));
    // All are read: what is not heard now is not heard later.
    let cues: Vec<Cue> = cues.read().copied().collect();
    if volumes.effects <= 0.0 {
        return;
    }
    let settings = PlaybackSettings::DESPAWN.with_volume(PlayerVolume::Linear(volumes.effects));
    for cue in cues.into_iter().take(room) {
        let variant = chance.between(0.0, VARIANTS as f32) as u32;
        let settings = settings.with_speed(chance.between(1.0 - BEND, 1.0 + BEND));
        let clip = clips.add(Clip::Sound(cue.sound, variant, cue.ears()));
        commands.spawn((Name::new("Sound"), AudioPlayer(clip), settings));
    }
}

/// The bed that is playing.
struct PlayingBed {
    place: Ambience,
    wanted: Arc<Wanted>,
    player: Entity,
}

/// Keeps the place on screen audible, softly: one bed fades into the next. It is silent while the
/// player is elsewhere.
fn follow_place(
    mut commands: Commands,
    (pages, shown): (Res<Pages>, Option<Res<Shown>>),
    (mut clips, volumes): (ResMut<Assets<Clip>>, Res<Volumes>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    sinks: Query<(), With<AudioSink>>,
    mut playing: Local<Option<PlayingBed>>,
) {
    let in_battle = pages.top().is_none_or(Page::is_window);
    let battle = shown.filter(|_| in_battle);
    // Outside of battles it is the room with the table that the game lies on.
    let place = battle.map_or(Ambience::Fire, |shown| shown.encounter().ground.ambience);
    let here = window.is_none_or(|window| window.focused);
    let level = if here { volumes.ambience } else { 0.0 };
    if playing
        .as_ref()
        .is_none_or(|playing| playing.place != place)
    {
        if let Some(before) = playing.take() {
            before.wanted.end();
            // Without a device it would never be done.
            if !sinks.contains(before.player) {
                commands.entity(before.player).despawn();
            }
        }
        if level > 0.0 {
            let wanted = Arc::new(Wanted::default());
            let clip = clips.add(Clip::Bed(place, wanted.clone()));
            let settings = PlaybackSettings::DESPAWN;
            let player = commands.spawn((Name::new("Ambience"), AudioPlayer(clip), settings));
            let player = player.id();
            *playing = Some(PlayingBed {
                place,
                wanted,
                player,
            });
        }
    }
    if let Some(playing) = &*playing {
        playing.wanted.set(level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something that plays cues and beds, and no device.
    fn player(effects: f32, ambience: f32) -> App {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
            .init_asset::<Clip>()
            .add_message::<Cue>()
            .init_resource::<Pages>()
            .insert_resource(Volumes { effects, ambience })
            .add_systems(Update, (play_cues, follow_place));
        app
    }

    /// What is being played.
    fn clips(app: &mut App) -> Vec<Clip> {
        let mut players = app.world_mut().query::<&AudioPlayer<Clip>>();
        let clips = app.world().resource::<Assets<Clip>>();
        let playing = players.iter(app.world());
        playing
            .filter_map(|player| clips.get(&player.0).cloned())
            .collect()
    }

    fn sounds(app: &mut App) -> usize {
        let is_sound = |clip: &Clip| matches!(clip, Clip::Sound(..));
        clips(app).into_iter().filter(is_sound).count()
    }

    #[test]
    fn a_clip_is_played_to_its_end_for_both_ears() {
        let cue = Cue {
            sound: Sound::Hit,
            column: Some(0),
        };
        let samples: Vec<f32> = Clip::Sound(cue.sound, 0, cue.ears()).decoder().collect();
        assert_eq!(samples.len(), 2 * Sound::Hit.play(0).count());
        let power = |ear: usize| {
            samples
                .iter()
                .skip(ear)
                .step_by(2)
                .map(|it| it * it)
                .sum::<f32>()
        };
        assert!(power(0) > 2.0 * power(1), "it is on the left");
        assert!(power(1) > 0.0);
    }

    #[test]
    fn columns_go_from_left_to_right() {
        let ears = |column| {
            Cue {
                sound: Sound::Hit,
                column,
            }
            .ears()
        };
        let balance = |column| ears(column)[1] - ears(column)[0];
        let mut before = balance(Some(0));
        for column in 1..SIDE {
            assert!(balance(Some(column)) > before);
            before = balance(Some(column));
        }
        assert!(balance(None).abs() < 1e-4);
    }

    #[test]
    fn at_volume_zero_nothing_plays() {
        for (effects, ambience) in [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1), (0.1, 0.1)] {
            let mut app = player(effects, ambience);
            app.world_mut().write_message(Cue::from(Sound::Hit));
            app.update();
            let all = clips(&mut app).len();
            let expected = usize::from(effects > 0.0);
            assert_eq!(sounds(&mut app), expected);
            assert_eq!(all - expected, usize::from(ambience > 0.0));
        }
    }

    #[test]
    fn a_sound_is_seldom_the_same_twice() {
        let mut app = player(1.0, 0.0);
        for _ in 0..MOST_PLAYERS {
            app.world_mut().write_message(Cue::from(Sound::Hit));
        }
        app.update();
        let mut players = app.world_mut().query::<&PlaybackSettings>();
        let mut speeds: Vec<f32> = players.iter(app.world()).map(|it| it.speed).collect();
        assert!(speeds.iter().all(|speed| (speed - 1.0).abs() <= BEND));
        speeds.sort_by(f32::total_cmp);
        speeds.dedup();
        assert!(speeds.len() > MOST_PLAYERS / 2, "{speeds:?}");
        for wanted in 0..VARIANTS {
            let is_it =
                |clip: &Clip| matches!(clip, Clip::Sound(_, variant, _) if *variant == wanted);
            assert!(clips(&mut app).iter().any(is_it), "variant {wanted}");
        }
    }

    #[test]
    fn the_bed_is_silent_while_the_player_is_elsewhere() {
        let mut app = player(1.0, 0.5);
        let window = Window::default();
        let window = app.world_mut().spawn((window, PrimaryWindow)).id();
        app.update();
        let wanted = |app: &mut App| match &clips(app)[..] {
            [Clip::Bed(Ambience::Fire, wanted)] => wanted.level(),
            others => panic!("{others:?}"),
        };
        assert_eq!(wanted(&mut app), 0.5);
        for (focused, level) in [(false, 0.0), (true, 0.5)] {
            let mut window = app.world_mut().entity_mut(window);
            window.get_mut::<Window>().expect("it is one").focused = focused;
            app.update();
            assert_eq!(wanted(&mut app), level);
        }
        app.world_mut().resource_mut::<Volumes>().ambience = 0.0;
        app.update();
        assert_eq!(wanted(&mut app), 0.0);
    }

    #[test]
    fn players_do_not_pile_up_without_a_device() {
        let mut app = player(1.0, 1.0);
        for _ in 0..100 {
            app.world_mut().write_message(Cue::from(Sound::Hit));
            app.world_mut().write_message(Cue::from(Sound::Step));
            app.update();
        }
        assert_eq!(clips(&mut app).len(), MOST_PLAYERS);
    }
}
