//! The sounds themselves, made of waves, noise, strings and envelopes, while they are heard. No
//! files, and the same samples each time.

use std::collections::VecDeque;
use std::f32::consts::TAU;

use crate::prelude::*;

/// Samples a second.
pub(super) const RATE: u32 = 44_100;
/// No voice comes faster than this, or it would click, in milliseconds.
const SOFTEST_START: f32 = 3.0;
/// How many variants each sound has.
pub(super) const VARIANTS: u32 = 3;
/// What is left to a sound, so that several at once and a bed below them do not clip.
const HEADROOM: f32 = 0.4;
/// What is left of a string's wave each time it has run along it.
const STRING: f32 = 0.998;
/// How hard the finger is that plucks a string, from 0 to 1.
const PLUCK: f32 = 0.3;

enum_table! {
    /// What can be heard, the most important first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Sound {
        /// How loud it is at most, and its voices.
        fn score() -> (f32, &'static [Voice]);
        /// The game opens.
        Title => (0.5, &[
            pluck(0, 3_400, 146.8, 0.8),
            pluck(260, 2_600, 220.0, 0.6),
            pluck(520, 2_400, 293.7, 0.7),
            pluck(780, 2_000, 329.6, 0.7),
            pluck(1_040, 2_200, 349.2, 0.8),
            pluck(1_560, 2_600, 440.0, 0.9),
            pluck(2_080, 2_000, 329.6, 0.7),
            pluck(2_340, 2_400, 293.7, 0.8),
            pluck(2_340, 2_400, 146.8, 0.7),
        ]),
        Win => (0.48, &[
            pluck(0, 1_000, 293.7, 0.7),
            pluck(140, 1_000, 370.0, 0.7),
            pluck(280, 1_200, 440.0, 0.8),
            pluck(430, 1_900, 587.3, 1.0),
            pluck(430, 1_900, 293.7, 0.7),
            sine(430, 1_700, 146.8, 146.8, 0.5),
        ]),
        Lose => (0.45, &[
            pluck(0, 1_000, 293.7, 0.8),
            pluck(280, 1_000, 261.6, 0.8),
            pluck(560, 1_100, 233.1, 0.8),
            pluck(900, 1_900, 220.0, 0.8),
            pluck(900, 1_900, 146.8, 0.8),
            sine(900, 1_700, 73.4, 73.4, 0.6),
        ]),
        Fall => (0.65, &[
            sine(0, 400, 240.0, 70.0, 0.8),
            noise(280, 240, 600.0, 120.0, 1.0),
            sine(280, 240, 75.0, 45.0, 0.9),
        ]),
        HeavyHit => (0.75, &[
            noise(0, 130, 2200.0, 300.0, 0.8),
            sine(0, 320, 130.0, 45.0, 1.0),
            triangle(0, 110, 260.0, 90.0, 0.3),
        ]),
        /// Autofight refused or stopped, or nobody won.
        Stop => (0.6, &[
            triangle(0, 110, 523.3, 523.3, 0.8),
            triangle(100, 140, 392.0, 392.0, 0.8),
        ]),
        Hit => (0.5, &[
            noise(0, 70, 3000.0, 600.0, 0.7),
            sine(0, 140, 200.0, 90.0, 1.0),
        ]),
        /// A battle of a run is taken back.
        Omen => (0.5, &[
            noise(0, 620, 300.0, 2400.0, 0.35).swelling(),
            sine(0, 700, 587.3, 293.7, 0.5),
            pluck(420, 1_300, 440.0, 0.7),
            pluck(560, 1_300, 415.3, 0.6),
        ]),
        /// A company learns a word.
        Word => (0.45, &[
            pluck(0, 900, 392.0, 0.7),
            pluck(120, 900, 493.9, 0.7),
            pluck(240, 1_200, 587.3, 0.8),
            pluck(360, 1_500, 784.0, 0.9),
        ]),
        /// A company takes a reward, or rests.
        Reward => (0.45, &[
            pluck(0, 800, 440.0, 0.8),
            pluck(110, 1_100, 659.3, 0.9),
            triangle(110, 60, 1318.5, 1318.5, 0.2),
        ]),
        /// A company goes to a place of the map.
        Way => (0.4, &[
            noise(0, 90, 900.0, 300.0, 0.8),
            noise(230, 90, 800.0, 260.0, 0.7),
            noise(460, 90, 900.0, 300.0, 0.6),
            pluck(460, 900, 220.0, 0.6),
        ]),
        Heal => (0.35, &[
            sine(0, 260, 523.3, 523.3, 0.7),
            sine(80, 260, 659.3, 659.3, 0.7),
            sine(160, 280, 784.0, 784.0, 0.8),
        ]),
        Block => (0.4, &[
            triangle(0, 160, 820.0, 790.0, 0.6),
            sine(0, 120, 1230.0, 1190.0, 0.4),
            noise(0, 30, 5000.0, 2000.0, 0.5),
        ]),
        Miss => (0.6, &[noise(0, 180, 700.0, 3500.0, 1.0).swelling()]),
        Autofight => (0.6, &[
            triangle(0, 100, 440.0, 440.0, 0.8),
            triangle(80, 120, 659.3, 659.3, 0.8),
        ]),
        /// A step was played.
        Step => (0.1, &[sine(0, 45, 660.0, 520.0, 1.0)]),
    }
}

impl Sound {
    /// How long it lasts, in milliseconds.
    fn length(self) -> u32 {
        let (_, voices) = self.score();
        let ends = voices.iter().map(|voice| voice.at + voice.length);
        ends.max().unwrap_or(0)
    }

    /// One of its variants, for one ear: what is heard is never quite the same twice, and no number
    /// is beyond −1 or 1.
    pub(super) fn play(self, variant: u32) -> impl Iterator<Item = f32> + Send {
        let (loudness, voices) = self.score();
        let mut chance = Noise(self as u32 * 31 + variant);
        let bend = [1.0, 0.93, 1.07][variant as usize % VARIANTS as usize];
        let vary = |voice: &Voice| {
            // What slides is a thing that is struck, and may be of another size. A note stays in tune.
            let bend = if voice.is_note() { 1.0 } else { bend };
            let share = chance.between(0.75, 1.0);
            let seed = chance.0;
            let playing = voice.tuned(bend).louder(share).play(seed);
            (samples_in(voice.at), playing)
        };
        let mut playing: Vec<_> = voices.iter().map(vary).collect();
        let gain = loudness * HEADROOM;
        (0..samples_in(self.length())).map(move |sample| {
            let begun = playing.iter_mut().filter(|(begins, _)| *begins <= sample);
            let heard = begun.filter_map(|(_, voice)| voice.next());
            heard.sum::<f32>() * gain
        })
    }
}

/// What comes to each ear of something on the left (−1), on the right (1) or in between. In the
/// middle it is as loud as at the sides.
pub(super) fn both_ears(side: f32) -> [f32; 2] {
    let turn = (side + 1.0) * TAU / 8.0;
    [turn.cos(), turn.sin()]
}

/// One of the waves that sound together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice {
    wave: Wave,
    /// When it begins, in milliseconds.
    at: u32,
    /// How long it lasts, in milliseconds.
    length: u32,
    /// Its pitch at the beginning and at the end, in hertz; for noise, what is above is muffled.
    pitch: (f32, f32),
    /// How loud it is against the others.
    loudness: f32,
    /// Which part of it is spent on becoming loud.
    rise: f32,
}

/// The form of a wave.
#[derive(Clone, Copy, Debug)]
enum Wave {
    Sine,
    Triangle,
    Noise,
    /// A string of a lute.
    Pluck,
}

const fn voice(wave: Wave, (at, length): (u32, u32), pitch: (f32, f32), loudness: f32) -> Voice {
    let rise = SOFTEST_START / length as f32;
    Voice {
        wave,
        at,
        length,
        pitch,
        loudness,
        rise,
    }
}

pub(super) const fn sine(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Sine, (at, length), (from, to), loudness)
}

pub(super) const fn triangle(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Triangle, (at, length), (from, to), loudness)
}

pub(super) const fn noise(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Noise, (at, length), (from, to), loudness)
}

const fn pluck(at: u32, length: u32, pitch: f32, loudness: f32) -> Voice {
    voice(Wave::Pluck, (at, length), (pitch, pitch), loudness)
}

impl Voice {
    /// Whether it has one pitch, which would be heard to be out of tune.
    fn is_note(self) -> bool {
        self.pitch.0 == self.pitch.1
    }

    /// The same, higher or lower.
    pub(super) fn tuned(self, ratio: f32) -> Voice {
        let (from, to) = self.pitch;
        let pitch = (from * ratio, to * ratio);
        Voice { pitch, ..self }
    }

    /// The same, louder or softer.
    fn louder(self, ratio: f32) -> Voice {
        let loudness = self.loudness * ratio;
        Voice { loudness, ..self }
    }

    /// The same, loudest in the middle.
    const fn swelling(self) -> Voice {
        Voice { rise: 0.5, ..self }
    }

    /// Its samples, from silence to silence. Noise differs from seed to seed.
    pub(super) fn play(self, seed: u32) -> impl Iterator<Item = f32> + Send + use<> {
        let last = samples_in(self.length).saturating_sub(1).max(1);
        let (mut phase, mut muffled) = (0.0_f32, 0.0_f32);
        let mut noise = Noise(seed);
        let mut string = match self.wave {
            Wave::Pluck => string(self.pitch.0, &mut noise),
            Wave::Sine | Wave::Triangle | Wave::Noise => VecDeque::new(),
        };
        (0..=last).map(move |sample| {
            let done = sample as f32 / last as f32;
            let (from, to) = self.pitch;
            let turn = (from + (to - from) * done) / RATE as f32;
            phase = (phase + turn).fract();
            let heard = match self.wave {
                Wave::Sine => (phase * TAU).sin(),
                // From 0 up to 1, down to −1, and back, as the sine does.
                Wave::Triangle => 4.0 * ((phase + 0.75).fract() - 0.5).abs() - 1.0,
                Wave::Noise => {
                    let open = 1.0 - (-TAU * turn).exp();
                    muffled += (noise.next() - muffled) * open;
                    muffled
                }
                // What runs along the string comes back a little softer and rounder.
                Wave::Pluck => {
                    let first = string.pop_front().unwrap_or(0.0);
                    let second = string.front().copied().unwrap_or(0.0);
                    string.push_back((first + second) * 0.5 * STRING);
                    first
                }
            };
            heard * self.loudness * self.envelope(done)
        })
    }

    /// How loud it is when this part of it is done: up at once, down slowly, nothing at both ends.
    fn envelope(self, done: f32) -> f32 {
        if done < self.rise {
            done / self.rise
        } else {
            let left = (1.0 - done) / (1.0 - self.rise);
            left * left
        }
    }
}

/// A string of this pitch, just plucked: a rough wave, as long as the string. On the way back it gains
/// half a sample.
fn string(pitch: f32, noise: &mut Noise) -> VecDeque<f32> {
    let length = (RATE as f32 / pitch - 0.5).round().max(1.0) as usize;
    let mut soft = 0.0;
    let rough = (0..length).map(|_| {
        soft += (noise.next() - soft) * PLUCK;
        soft
    });
    let rough: Vec<f32> = rough.collect();
    // Around 0: whatever else is in it would never leave the string.
    let middle = rough.iter().sum::<f32>() / length as f32;
    let centred = rough.iter().map(|sample| sample - middle);
    let peak = centred.clone().map(f32::abs).fold(f32::EPSILON, f32::max);
    centred.map(|sample| sample / peak).collect()
}

/// Noise that is the same each time for the same seed. It is also the view's own chance: the dice of
/// the battle are not for this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise(pub(super) u32);

impl Noise {
    /// A number between −1 and 1.
    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// A number between these.
    pub(super) fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * (self.next() + 1.0) / 2.0
    }
}

/// How many samples these milliseconds have.
pub(super) fn samples_in(milliseconds: u32) -> usize {
    (u64::from(milliseconds) * u64::from(RATE) / 1000) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(sound: Sound, variant: u32) -> Vec<f32> {
        sound.play(variant).collect()
    }

    fn peak(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |peak, it| peak.max(it.abs()))
    }

    #[test]
    fn every_sound_is_as_long_as_it_says_and_short() {
        for sound in Sound::ALL {
            let length = sound.length();
            let motif = matches!(sound, Sound::Title | Sound::Win | Sound::Lose);
            // Nothing waits behind what is heard between battles.
            let of_run = matches!(
                sound,
                Sound::Omen | Sound::Word | Sound::Reward | Sound::Way
            );
            let most = if motif {
                5_000
            } else if of_run {
                2_000
            } else {
                900
            };
            assert!((40..=most).contains(&length), "{sound:?}: {length} ms");
            let heard = samples(sound, 0).len() as u32;
            assert_eq!(heard, length * RATE / 1000, "{sound:?}");
        }
    }

    #[test]
    fn no_sound_clips_or_clicks_and_none_is_silent() {
        for (sound, variant) in all() {
            let samples = samples(sound, variant);
            let peak = peak(&samples);
            assert!((0.02..=0.4).contains(&peak), "{sound:?} {variant}: {peak}");
            let (begins, ends) = (&samples[..10], &samples[samples.len() - 10..]);
            let edges = begins.iter().chain(ends);
            let loudest = edges.fold(0.0_f32, |loudest, it| loudest.max(it.abs()));
            assert!(loudest < peak / 8.0, "{sound:?}: {loudest} of {peak}");
        }
    }

    #[test]
    fn the_end_of_a_battle_and_a_bed_below_it_do_not_clip() {
        let most = |sound: Sound| {
            let peaks = (0..VARIANTS).map(|variant| peak(&samples(sound, variant)));
            peaks.fold(0.0, f32::max)
        };
        let blow = most(Sound::HeavyHit) + most(Sound::Fall);
        let [middle, _] = both_ears(0.0);
        for motif in [Sound::Win, Sound::Lose] {
            let together = most(motif) * middle + blow;
            assert!(together < 0.9, "{motif:?}: {together}");
        }
    }

    /// Every variant of every sound.
    fn all() -> impl Iterator<Item = (Sound, u32)> {
        let variants = |sound| (0..VARIANTS).map(move |variant| (sound, variant));
        Sound::ALL.into_iter().flat_map(variants)
    }

    #[test]
    fn no_two_variants_are_the_same_and_each_is_the_same_each_time() {
        let mut heard: Vec<Vec<u32>> = Vec::new();
        for (sound, variant) in all() {
            let bits = || -> Vec<u32> { sound.play(variant).map(f32::to_bits).collect() };
            assert_eq!(bits(), bits(), "{sound:?} {variant}");
            heard.push(bits());
        }
        let count = heard.len();
        heard.sort_unstable();
        heard.dedup();
        assert_eq!(heard.len(), count);
    }

    #[test]
    fn a_small_sound_is_softer_than_a_great_one() {
        for variant in 0..VARIANTS {
            let power = |sound: Sound| sound.play(variant).map(|it| it * it).sum::<f32>();
            for (soft, loud) in [
                (Sound::Step, Sound::Miss),
                (Sound::Miss, Sound::Hit),
                (Sound::Hit, Sound::HeavyHit),
            ] {
                assert!(power(soft) < power(loud), "{soft:?}, {loud:?}");
            }
        }
    }

    #[test]
    fn what_is_on_the_left_is_louder_there_and_nothing_is_softer_in_the_middle() {
        let [left, right] = both_ears(-0.5);
        assert!(left > right && right > 0.0);
        assert_eq!(
            both_ears(0.5).map(|ear| (ear * 1e4).round()),
            [right, left].map(|ear| (ear * 1e4).round())
        );
        for side in [-1.0, -0.4, 0.0, 0.7] {
            let power: f32 = both_ears(side).iter().map(|ear| ear * ear).sum();
            assert!((power - 1.0).abs() < 1e-4, "{side}");
        }
    }
}
