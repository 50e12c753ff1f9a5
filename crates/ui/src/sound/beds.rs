//! What a place sounds like between the blows: wind, fire, water, small animals. It is made while it
//! is heard, so it never repeats and has no seam.

use std::f32::consts::TAU;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use foretold_content::Ambience;

use super::synth::{Noise, RATE, Voice, both_ears, noise, samples_in, sine, triangle};

/// How long a bed takes from silence to its full loudness, in milliseconds.
const FADE: u32 = 1_500;
/// A bed looks at what is wanted of it once in this many samples.
const GLANCE: u32 = 512;
/// If the screen sleeps for this long, so does the bed, in milliseconds.
const SLEEP: u32 = 180_000;

/// The wind of a place, and what is heard there now and then.
const fn score(place: Ambience) -> (Wind, &'static [Scattered]) {
    const FIRE: &[Scattered] = &[
        scattered(noise(0, 16, 7_000.0, 2_500.0, 0.09), (15, 420)),
        scattered(noise(0, 70, 2_200.0, 400.0, 0.16), (900, 4_200)),
    ];
    const DRIPS: &[Scattered] = &[
        scattered(sine(0, 80, 950.0, 1_600.0, 0.05), (900, 4_600)).again(4, 270, 0.4),
        scattered(sine(0, 110, 420.0, 760.0, 0.05), (2_600, 9_000)).again(4, 310, 0.45),
    ];
    const CRICKETS: &[Scattered] = &[
        scattered(triangle(0, 30, 4_300.0, 4_180.0, 0.02), (420, 1_500)).again(4, 46, 1.0),
        scattered(sine(0, 36, 3_700.0, 3_620.0, 0.014), (900, 2_900)).again(3, 62, 1.0),
    ];
    const SKITTER: &[Scattered] = &[
        scattered(noise(0, 10, 5_000.0, 2_000.0, 0.10), (700, 3_800)).again(7, 41, 0.86),
        scattered(sine(0, 80, 800.0, 1_300.0, 0.03), (3_000, 9_000)).again(3, 270, 0.4),
    ];
    match place {
        Ambience::Wind => (wind(520.0, 0.12), &[]),
        Ambience::Fire => (wind(170.0, 0.10), FIRE),
        Ambience::Drips => (wind(130.0, 0.08), DRIPS),
        Ambience::Crickets => (wind(240.0, 0.08), CRICKETS),
        Ambience::Skitter => (wind(150.0, 0.10), SKITTER),
    }
}

/// What is heard of a place, left and right, for as long as it is wanted.
pub(super) fn play_bed(
    place: Ambience,
    wanted: Arc<Wanted>,
) -> impl Iterator<Item = [f32; 2]> + Send {
    let (wind, scattered) = score(place);
    let mut blowing = Blowing::new(wind);
    let mut falling: Vec<Falling> = scattered.iter().zip(1..).map(Falling::new).collect();
    let mut fader = Fader::new(wanted);
    std::iter::from_fn(move || {
        let level = fader.next()?;
        if level == 0.0 {
            return Some([0.0; 2]);
        }
        let mut heard = blowing.next();
        for falling in &mut falling {
            let drop = falling.next();
            heard = [heard[0] + drop[0], heard[1] + drop[1]];
        }
        Some(heard.map(|ear| ear * level))
    })
}

/// What is wanted of a bed while it plays. The game writes it, the thread of the speakers reads it:
/// so a bed can fade while the screen sleeps.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// How loud, from 0 to 1, as bits.
    level: AtomicU32,
    /// How many frames the game has drawn.
    frames: AtomicU32,
    /// Whether it ends once it is silent.
    over: AtomicBool,
}

impl Wanted {
    /// Sets how loud it is to become. Each call says that the game is awake.
    pub(super) fn set(&self, level: f32) {
        self.level.store(level.to_bits(), Ordering::Relaxed);
        self.frames.fetch_add(1, Ordering::Relaxed);
    }

    /// How loud it is to become.
    pub(super) fn level(&self) -> f32 {
        f32::from_bits(self.level.load(Ordering::Relaxed))
    }

    /// Lets it fade away and end.
    pub(super) fn end(&self) {
        self.set(0.0);
        self.over.store(true, Ordering::Relaxed);
    }
}

/// The loudness of a bed: never jumps.
struct Fader {
    wanted: Arc<Wanted>,
    level: f32,
    target: f32,
    /// The frame of the game at the last glance, and how many samples ago it was drawn.
    frame: (u32, u32),
    /// How many samples until the next glance.
    glance: u32,
}

impl Fader {
    fn new(wanted: Arc<Wanted>) -> Fader {
        Fader {
            wanted,
            level: 0.0,
            target: 0.0,
            frame: (0, 0),
            glance: 0,
        }
    }

    fn glance(&mut self) {
        let frame = self.wanted.frames.load(Ordering::Relaxed);
        let (seen, ago) = self.frame;
        let ago = if frame == seen {
            ago.saturating_add(GLANCE)
        } else {
            0
        };
        self.frame = (frame, ago);
        let awake = (ago as usize) < samples_in(SLEEP);
        self.target = if awake { self.wanted.level() } else { 0.0 };
    }
}

impl Iterator for Fader {
    type Item = f32;

    /// The loudness of the next sample; nothing once it is over.
    fn next(&mut self) -> Option<f32> {
        if self.glance == 0 {
            self.glance();
            self.glance = GLANCE;
            let silent = self.level == 0.0 && self.target == 0.0;
            if silent && self.wanted.over.load(Ordering::Relaxed) {
                return None;
            }
        }
        self.glance -= 1;
        let most = 1.0 / samples_in(FADE) as f32;
        let step = (self.target - self.level).clamp(-most, most);
        self.level += step;
        Some(self.level)
    }
}

/// Air that moves.
#[derive(Clone, Copy, Debug)]
struct Wind {
    /// What is above is muffled, in hertz; a gust lets more through.
    pitch: f32,
    loudness: f32,
}

const fn wind(pitch: f32, loudness: f32) -> Wind {
    Wind { pitch, loudness }
}

/// A wind while it blows, a little different in each ear.
struct Blowing {
    wind: Wind,
    noise: [Noise; 2],
    /// Muffled once, and twice.
    muffled: [[f32; 2]; 2],
    /// How much comes through.
    open: f32,
    at: u32,
}

impl Blowing {
    fn new(wind: Wind) -> Blowing {
        Blowing {
            wind,
            noise: [Noise(11), Noise(12)],
            muffled: [[0.0; 2]; 2],
            open: 0.0,
            at: 0,
        }
    }

    fn next(&mut self) -> [f32; 2] {
        if self.at.is_multiple_of(GLANCE) {
            // Two slow waves that meet only after minutes.
            let seconds = self.at as f32 / RATE as f32;
            let wave = |period: f32| (seconds / period * TAU).sin();
            let gust = 1.0 + 0.35 * wave(7.3) + 0.25 * wave(17.9);
            self.open = 1.0 - (-TAU * self.wind.pitch * gust / RATE as f32).exp();
        }
        self.at = self.at.wrapping_add(1);
        let Wind { pitch, loudness } = self.wind;
        // Muffled noise is soft: what is left of it grows with the root of its pitch.
        let gain = loudness * (RATE as f32 / pitch).sqrt() * 0.25;
        let ears = self.muffled.iter_mut().zip(&mut self.noise);
        let mut heard = [0.0; 2];
        for (heard, ([once, twice], noise)) in heard.iter_mut().zip(ears) {
            *once += (noise.next() - *once) * self.open;
            *twice += (*once - *twice) * self.open;
            *heard = *twice * gain;
        }
        heard
    }
}

/// Something short that is heard now and then.
#[derive(Clone, Copy, Debug)]
struct Scattered {
    voice: Voice,
    /// How long it is silent before it comes again: at least, and at most, in milliseconds.
    wait: (u32, u32),
    /// How often it sounds each time, in which distance, and what is left of it each time.
    times: u32,
    every: u32,
    left: f32,
}

const fn scattered(voice: Voice, wait: (u32, u32)) -> Scattered {
    Scattered {
        voice,
        wait,
        times: 1,
        every: 0,
        left: 1.0,
    }
}

impl Scattered {
    /// The same with an echo, or as a series.
    const fn again(self, times: u32, every: u32, left: f32) -> Scattered {
        Scattered {
            times,
            every,
            left,
            ..self
        }
    }
}

/// What is scattered, while it plays.
struct Falling {
    what: Scattered,
    chance: Noise,
    /// What sounds now, if anything does.
    voice: Option<Box<dyn Iterator<Item = f32> + Send>>,
    ears: [f32; 2],
    pitch: f32,
    loudness: f32,
    times: u32,
    /// How many samples until it sounds next.
    wait: usize,
}

impl Falling {
    fn new((what, seed): (&Scattered, u32)) -> Falling {
        Falling {
            what: *what,
            chance: Noise(seed * 7_919),
            voice: None,
            ears: [1.0; 2],
            pitch: 1.0,
            loudness: 0.0,
            times: 0,
            wait: samples_in(what.wait.0),
        }
    }

    fn next(&mut self) -> [f32; 2] {
        if self.wait == 0 {
            self.begin();
        }
        self.wait -= 1;
        let heard = self.voice.as_mut().and_then(Iterator::next);
        match heard {
            Some(heard) => self.ears.map(|ear| heard * ear * self.loudness),
            None => [0.0; 2],
        }
    }

    /// Sounds once, somewhere, or once more where it was.
    fn begin(&mut self) {
        if self.times == 0 {
            self.times = self.what.times;
            self.loudness = self.chance.between(0.5, 1.0);
            self.pitch = self.chance.between(0.88, 1.14);
            self.ears = both_ears(self.chance.between(-0.9, 0.9));
        } else {
            self.loudness *= self.what.left;
        }
        self.times -= 1;
        let seed = self.chance.0;
        self.voice = Some(Box::new(self.what.voice.tuned(self.pitch).play(seed)));
        let (least, most) = self.what.wait;
        let wait = if self.times == 0 {
            self.chance.between(least as f32, most as f32) as u32
        } else {
            self.what.every
        };
        self.wait = samples_in(wait.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: usize = RATE as usize;

    /// These seconds of a bed at full loudness.
    fn heard(bed: Ambience, seconds: usize) -> Vec<[f32; 2]> {
        let wanted = Arc::new(Wanted::default());
        wanted.set(1.0);
        play_bed(bed, wanted).take(seconds * SECOND).collect()
    }

    /// How loud something is on the whole.
    fn power(heard: &[[f32; 2]]) -> f32 {
        let squares = heard.iter().flatten().map(|ear| ear * ear);
        (squares.sum::<f32>() / (2 * heard.len()) as f32).sqrt()
    }

    #[test]
    fn a_bed_is_quiet_and_never_clips_or_ends() {
        for bed in Ambience::ALL {
            let heard = heard(bed, 8);
            assert_eq!(heard.len(), 8 * SECOND, "{bed:?}");
            let power = power(&heard[2 * SECOND..]);
            assert!((0.004..0.04).contains(&power), "{bed:?}: {power}");
            let peak = heard
                .iter()
                .flatten()
                .fold(0.0_f32, |peak, ear| peak.max(ear.abs()));
            assert!(peak < 0.2, "{bed:?}: {peak}");
        }
    }

    #[test]
    fn no_bed_is_another_or_repeats_or_is_the_same_in_both_ears() {
        for bed in Ambience::ALL {
            let heard = heard(bed, 6);
            assert_ne!(
                heard[2 * SECOND..3 * SECOND],
                heard[4 * SECOND..5 * SECOND],
                "{bed:?}"
            );
            assert!(heard.iter().any(|[left, right]| left != right), "{bed:?}");
            for other in Ambience::ALL.into_iter().filter(|other| *other != bed) {
                assert_ne!(
                    heard[..2 * SECOND],
                    self::heard(other, 2),
                    "{bed:?}, {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_bed_fades_in_and_out_without_a_jump_and_then_ends() {
        let wanted = Arc::new(Wanted::default());
        wanted.set(0.5);
        let mut fader = Fader::new(wanted.clone());
        let mut levels: Vec<f32> = fader.by_ref().take(2 * SECOND).collect();
        assert_eq!(levels.last(), Some(&0.5));
        wanted.end();
        levels.extend(fader.by_ref());
        assert_eq!(levels.last(), Some(&0.0));
        assert!(levels.len() < 4 * SECOND);
        let start = [0.0].into_iter().chain(levels.iter().copied());
        let largest = start
            .zip(&levels)
            .map(|(before, after)| (after - before).abs());
        assert!(largest.fold(0.0, f32::max) < 0.0001);
    }

    #[test]
    fn a_bed_sleeps_with_the_screen_and_wakes_with_it() {
        let wanted = Arc::new(Wanted::default());
        wanted.set(0.5);
        let mut fader = Fader::new(wanted.clone());
        let asleep = samples_in(SLEEP + 2 * FADE);
        assert_eq!(fader.by_ref().take(asleep).last(), Some(0.0));
        wanted.set(0.5);
        assert_eq!(fader.by_ref().take(2 * SECOND).last(), Some(0.5));
    }
}
