//! The sounds themselves, made of waves, noise and envelopes. No files, and the same samples each
//! time.

use std::f32::consts::TAU;

use crate::prelude::*;

/// Samples a second.
pub(super) const RATE: u32 = 44_100;
/// No voice comes faster than this, or it would click, in milliseconds.
const SOFTEST_START: f32 = 3.0;

enum_table! {
    /// What can be heard, the most important first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum Sound {
        /// How loud it is at most, and its voices.
        fn score() -> (f32, &'static [Voice]);
        Win => (0.5, &[
            triangle(0, 260, 523.3, 523.3, 0.7),
            triangle(130, 260, 659.3, 659.3, 0.7),
            triangle(260, 260, 784.0, 784.0, 0.7),
            triangle(390, 510, 1046.5, 1046.5, 0.8),
            sine(390, 510, 523.3, 523.3, 0.6),
        ]),
        Lose => (0.5, &[
            triangle(0, 300, 392.0, 392.0, 0.7),
            triangle(180, 300, 311.1, 311.1, 0.7),
            triangle(360, 540, 261.6, 246.9, 0.8),
            sine(360, 540, 130.8, 123.5, 0.7),
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
        Stop => (0.35, &[
            triangle(0, 110, 523.3, 523.3, 0.8),
            triangle(100, 140, 392.0, 392.0, 0.8),
        ]),
        Hit => (0.5, &[
            noise(0, 70, 3000.0, 600.0, 0.7),
            sine(0, 140, 200.0, 90.0, 1.0),
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
        Miss => (0.25, &[noise(0, 180, 700.0, 3500.0, 1.0).swelling()]),
        Autofight => (0.35, &[
            triangle(0, 100, 440.0, 440.0, 0.8),
            triangle(80, 120, 659.3, 659.3, 0.8),
        ]),
        /// A step was played.
        Step => (0.1, &[sine(0, 45, 660.0, 520.0, 1.0)]),
    }
}

impl Sound {
    /// How long it lasts, in milliseconds.
    pub(super) fn length(self) -> u32 {
        let (_, voices) = self.score();
        let ends = voices.iter().map(|voice| voice.at + voice.length);
        ends.max().unwrap_or(0)
    }

    /// Its samples, between −1 and 1, for one speaker.
    pub(super) fn samples(self) -> Vec<f32> {
        let (loudness, voices) = self.score();
        let mut mix = vec![0.0; samples_in(self.length())];
        for voice in voices {
            let begins = samples_in(voice.at);
            for (sample, heard) in mix.iter_mut().skip(begins).zip(voice.play()) {
                *sample += heard;
            }
        }
        let peak = mix.iter().copied().map(f32::abs).fold(0.0, f32::max);
        if peak > 0.0 {
            mix.iter_mut().for_each(|sample| *sample *= loudness / peak);
        }
        mix
    }
}

/// One of the waves that sound together.
#[derive(Clone, Copy, Debug)]
struct Voice {
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

const fn sine(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Sine, (at, length), (from, to), loudness)
}

const fn triangle(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Triangle, (at, length), (from, to), loudness)
}

const fn noise(at: u32, length: u32, from: f32, to: f32, loudness: f32) -> Voice {
    voice(Wave::Noise, (at, length), (from, to), loudness)
}

impl Voice {
    /// The same, loudest in the middle.
    const fn swelling(self) -> Voice {
        Voice { rise: 0.5, ..self }
    }

    /// Its samples, from silence to silence.
    fn play(self) -> impl Iterator<Item = f32> {
        let last = samples_in(self.length).saturating_sub(1).max(1);
        let (mut phase, mut muffled) = (0.0_f32, 0.0_f32);
        let mut crackle = Crackle::default();
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
                    muffled += (crackle.next() - muffled) * open;
                    muffled
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

/// Noise that is the same each time.
#[derive(Default)]
struct Crackle(u32);

impl Crackle {
    /// A number between −1 and 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// How many samples these milliseconds have.
fn samples_in(milliseconds: u32) -> usize {
    (u64::from(milliseconds) * u64::from(RATE) / 1000) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_as_long_as_it_says_and_short() {
        for sound in Sound::ALL {
            let length = sound.length();
            assert!((40..=900).contains(&length), "{sound:?}: {length} ms");
            let samples = sound.samples().len() as u32;
            let says = length * RATE / 1000;
            assert_eq!(samples, says, "{sound:?}");
        }
    }

    #[test]
    fn no_sound_clips_or_clicks_and_none_is_silent() {
        for sound in Sound::ALL {
            let samples = sound.samples();
            let peak = samples.iter().fold(0.0_f32, |peak, it| peak.max(it.abs()));
            assert!((0.05..=0.8).contains(&peak), "{sound:?}: {peak}");
            assert_eq!(samples.first(), Some(&0.0), "{sound:?}");
            assert_eq!(samples.last(), Some(&0.0), "{sound:?}");
            let (begins, ends) = (&samples[..10], &samples[samples.len() - 10..]);
            let edges = begins.iter().chain(ends);
            let loudest = edges.fold(0.0_f32, |loudest, it| loudest.max(it.abs()));
            assert!(loudest < peak / 10.0, "{sound:?}: {loudest} of {peak}");
        }
    }

    #[test]
    fn no_two_sounds_are_the_same_and_each_is_the_same_each_time() {
        for sound in Sound::ALL {
            let bits = |sound: Sound| sound.samples().into_iter().map(f32::to_bits);
            assert!(bits(sound).eq(bits(sound)), "{sound:?}");
            for other in Sound::ALL.into_iter().filter(|other| *other != sound) {
                assert!(!bits(sound).eq(bits(other)), "{sound:?} is {other:?}");
            }
        }
    }

    #[test]
    fn a_small_sound_is_softer_than_a_great_one() {
        let power = |sound: Sound| sound.samples().iter().map(|it| it * it).sum::<f32>();
        for (soft, loud) in [
            (Sound::Step, Sound::Miss),
            (Sound::Miss, Sound::Hit),
            (Sound::Hit, Sound::HeavyHit),
        ] {
            assert!(power(soft) < power(loud), "{soft:?}, {loud:?}");
        }
    }
}
