//! What is heard of a battle. Without Bevy's `AudioPlugin` everything is silent.

mod cues;
mod synth;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use bevy::audio::{
    AddAudioSource, AudioPlugin, ChannelCount, Decodable, PlaybackSettings, Sample, SampleRate,
    Source, Volume as PlayerVolume,
};
use foretold_battle::Order;
use foretold_sim::{OrderRequest, Refused, Request};
use foretold_view::{ScreenChange, ScreenChangeReader};

pub use synth::Sound;

use crate::prelude::*;

/// Samples a second, as Bevy wants it.
const SAMPLE_RATE: SampleRate = NonZeroU32::new(synth::RATE).expect("it is a number above zero");
/// The most players at once: without a device none would ever be done.
const MOST_PLAYERS: usize = 16;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Volume>()
        .add_message::<Cue>()
        .add_systems(Update, listen.in_set(ViewSystems::Follow));
    if app.is_plugin_added::<AudioPlugin>() {
        app.add_audio_source::<Clip>()
            .add_systems(Startup, make_clips)
            .add_systems(Update, play_cues.after(listen));
    }
}

/// How loud everything is, from 0, which is silence, to 1.
#[derive(Resource, Clone, Copy, PartialEq, Debug)]
pub struct Volume(pub f32);

impl Default for Volume {
    fn default() -> Self {
        Volume(0.6)
    }
}

/// Something is to be heard now. Anyone may write it.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cue(pub Sound);

/// A sound that can be played.
#[derive(Asset, TypePath, Clone, Debug)]
struct Clip(Arc<[f32]>);

/// A sound that is being played.
struct Playing {
    clip: Clip,
    at: usize,
}

impl Decodable for Clip {
    type Decoder = Playing;

    fn decoder(&self) -> Playing {
        Playing {
            clip: self.clone(),
            at: 0,
        }
    }
}

impl Iterator for Playing {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        let sample = self.clip.0.get(self.at).copied();
        self.at += 1;
        sample
    }
}

impl Source for Playing {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        ChannelCount::MIN
    }

    fn sample_rate(&self) -> SampleRate {
        SAMPLE_RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        let seconds = self.clip.0.len() as f64 / f64::from(synth::RATE);
        Some(Duration::from_secs_f64(seconds))
    }
}

/// Every sound, in the order of [`Sound::ALL`].
#[derive(Resource)]
struct Clips(Vec<Handle<Clip>>);

fn make_clips(mut commands: Commands, mut clips: ResMut<Assets<Clip>>) {
    let made = Sound::ALL.map(|sound| clips.add(Clip(sound.samples().into())));
    commands.insert_resource(Clips(made.into()));
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
    mut cues: MessageWriter<Cue>,
) {
    let pressed = orders.read().filter(|order| is_autofight(order)).count();
    let is_refused = |refused: &&Refused| matches!(&refused.request, Request::Order(order) if is_autofight(order));
    let refused = refused.read().filter(is_refused).count();
    let mut heard = Vec::new();
    if refused > 0 {
        heard.push(Sound::Stop);
    }
    if pressed > refused {
        heard.push(Sound::Autofight);
    }
    let rushing = clock.playing && clock.speed == Speed::Instant;
    if let (ScreenChange::Step(events), Some(battle)) = (news.read(), battle)
        && !rushing
        && !battle.is_demo()
    {
        heard.extend(cues::step_sounds(battle.battle(), &events));
    }
    cues.write_batch(cues::loudest(heard).into_iter().map(Cue));
}

fn play_cues(
    mut commands: Commands,
    mut cues: MessageReader<Cue>,
    (clips, volume): (Res<Clips>, Res<Volume>),
    players: Query<(), With<AudioPlayer<Clip>>>,
) {
    let room = MOST_PLAYERS.saturating_sub(players.iter().count());
    // All are read: what is not heard now is not heard later.
    let sounds: Vec<Sound> = cues.read().map(|cue| cue.0).collect();
    if volume.0 <= 0.0 {
        return;
    }
    let settings = PlaybackSettings::DESPAWN.with_volume(PlayerVolume::Linear(volume.0));
    for sound in sounds.into_iter().take(room) {
        if let Some(clip) = clips.0.get(sound as usize) {
            commands.spawn((Name::new("Sound"), AudioPlayer(clip.clone()), settings));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something that plays cues, and no device.
    fn player(volume: f32) -> App {
        let mut app = App::new();
        app.add_message::<Cue>()
            .insert_resource(Volume(volume))
            .insert_resource(Clips(vec![Handle::default(); Sound::ALL.len()]))
            .add_systems(Update, play_cues);
        app
    }

    fn players(app: &mut App) -> usize {
        let mut players = app.world_mut().query::<&AudioPlayer<Clip>>();
        players.iter(app.world()).count()
    }

    #[test]
    fn every_sound_has_its_clip() {
        for (place, sound) in Sound::ALL.into_iter().enumerate() {
            assert_eq!(sound as usize, place);
        }
    }

    #[test]
    fn a_clip_is_played_from_its_first_sample_to_its_last() {
        let samples = Sound::Hit.samples();
        let clip = Clip(samples.clone().into());
        let playing = clip.decoder();
        let length = playing.total_duration().expect("it is known");
        assert_eq!(length, Duration::from_millis(140));
        assert_eq!(playing.collect::<Vec<f32>>(), samples);
    }

    #[test]
    fn at_volume_zero_nothing_plays() {
        for (volume, expected) in [(0.0, 0), (0.1, 1)] {
            let mut app = player(volume);
            app.world_mut().write_message(Cue(Sound::Hit));
            app.update();
            assert_eq!(players(&mut app), expected, "{volume}");
        }
    }

    #[test]
    fn players_do_not_pile_up_without_a_device() {
        let mut app = player(1.0);
        for _ in 0..100 {
            app.world_mut().write_message(Cue(Sound::Hit));
            app.world_mut().write_message(Cue(Sound::Step));
            app.update();
        }
        assert_eq!(players(&mut app), MOST_PLAYERS);
    }
}
