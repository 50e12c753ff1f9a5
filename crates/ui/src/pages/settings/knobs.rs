//! The table of the settings, and of those that are chosen from a list what there is and what is chosen.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use foretold_battle::Luck;
use foretold_content::{AutofightPreset, PaletteChoice, Settings, Speed};

use crate::command::listed;
use crate::scale::STEPS;
use crate::settings::{Asked, PlayerSettings};

/// A setting of the page.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Knob {
    Scale,
    Palette,
    Motion,
    Luck,
    Speed,
    Volume,
    Hints,
    Keys,
    Autofight,
}

const PALETTES: [&str; 3] = ["Dark", "High contrast", "Light"];
const LUCKS: [(Option<Luck>, &str); 3] = [
    (None, "As each battle says"),
    (Some(Luck::True), "Dice decide"),
    (Some(Luck::Certain), "No luck in blows"),
];
const PRESETS: [&str; 4] = ["As the game ships it", "Aggressive", "Defensive", "Ranged"];

impl Knob {
    const ALL: [Knob; 9] = [
        Knob::Scale,
        Knob::Palette,
        Knob::Motion,
        Knob::Luck,
        Knob::Speed,
        Knob::Volume,
        Knob::Hints,
        Knob::Keys,
        Knob::Autofight,
    ];

    /// What it is called, what it means, and what it is called among others.
    pub(super) const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Knob::Scale => ("Text size", "How large texts and lines are.", "text size"),
            Knob::Palette => (
                "Colours",
                "Whatever they are, sides and grounds also differ in shape.",
                "colours",
            ),
            Knob::Motion => (
                "Less motion",
                "Units jump instead of sliding, and nothing pulses.",
                "motion",
            ),
            Knob::Luck => (
                "Luck",
                "Without it a chance of 50% or more hits, and damage is average. It counts from the next battle on.",
                "luck",
            ),
            Knob::Speed => (
                "Speed",
                "How fast a battle is shown when it begins.",
                "speed",
            ),
            Knob::Volume => (
                "Volume",
                "How loud the game is. At 0 it is silent.",
                "volume",
            ),
            Knob::Hints => ("Hints", "Six short hints teach the first battle.", "hints"),
            Knob::Keys => (
                "Keys",
                "Choose a key to change or remove it, or + to add one.",
                "keys",
            ),
            Knob::Autofight => (
                "Autofight",
                "For all of your units that have no autofight settings of their own.",
                "every unit's autofight",
            ),
        }
    }

    /// What there is to choose from; nothing if it is changed otherwise.
    pub(super) fn items(self) -> Vec<String> {
        let owned = |text: &str| text.to_owned();
        match self {
            Knob::Scale => STEPS.map(|step| format!("{step}%")).to_vec(),
            Knob::Palette => PALETTES.map(owned).to_vec(),
            Knob::Luck => LUCKS.map(|(_, text)| owned(text)).to_vec(),
            Knob::Speed => Speed::ALL.map(|speed| owned(speed.words())).to_vec(),
            Knob::Autofight => PRESETS.map(owned).to_vec(),
            Knob::Motion | Knob::Volume | Knob::Hints | Knob::Keys => Vec::new(),
        }
    }

    /// Which of them is chosen.
    pub(super) fn chosen(self, settings: &Settings) -> Option<usize> {
        match self {
            Knob::Scale => STEPS
                .iter()
                .position(|step| *step == settings.scale.unwrap_or(100)),
            Knob::Palette => place(&PaletteChoice::ALL, settings.palette),
            Knob::Luck => place(&LUCKS.map(|(luck, _)| luck), settings.luck),
            Knob::Speed => place(&Speed::ALL, settings.speed),
            Knob::Autofight => place(&AutofightPreset::ALL, settings.autofight_preset),
            Knob::Motion | Knob::Volume | Knob::Hints | Knob::Keys => None,
        }
    }

    /// Chooses one of them.
    fn choose(self, index: usize, settings: &mut Settings) {
        match self {
            Knob::Scale => settings.scale = STEPS.get(index).copied(),
            Knob::Palette => set(&mut settings.palette, PaletteChoice::ALL.get(index)),
            Knob::Luck => set(&mut settings.luck, LUCKS.get(index).map(|(luck, _)| luck)),
            Knob::Speed => set(&mut settings.speed, Speed::ALL.get(index)),
            Knob::Autofight => {
                set(
                    &mut settings.autofight_preset,
                    AutofightPreset::ALL.get(index),
                );
            }
            Knob::Motion | Knob::Volume | Knob::Hints | Knob::Keys => {}
        }
    }
}

/// Every setting, as a sentence begins.
pub(in crate::pages) fn all_in_words() -> String {
    let mut words = listed(&Knob::ALL.map(|knob| knob.words().2));
    words[..1].make_ascii_uppercase();
    words
}

fn place<T: PartialEq>(all: &[T], one: T) -> Option<usize> {
    all.iter().position(|other| *other == one)
}

fn set<T: Copy>(setting: &mut T, to: Option<&T>) {
    if let Some(to) = to {
        *setting = *to;
    }
}

/// The size of texts and lines on screen, among those to choose from.
pub(super) fn step_of(scale: &UiScale) -> Option<usize> {
    let now = (scale.0 * 100.0).round() as u16;
    STEPS.iter().position(|step| *step == now)
}

/// For whoever chooses.
#[derive(SystemParam)]
pub(super) struct Choice<'w> {
    settings: ResMut<'w, PlayerSettings>,
    asked: ResMut<'w, Asked>,
}

impl Choice<'_> {
    /// Chooses an item of a list.
    pub(super) fn make(&mut self, knob: Knob, index: usize) {
        // What is chosen now goes before what the command line asked for.
        match knob {
            Knob::Scale => self.asked.scale = None,
            Knob::Speed => self.asked.speed = None,
            _ => {}
        }
        knob.choose(index, &mut self.settings.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_named_in_sentences() {
        let all = "Text size, colours, motion, luck, speed, volume, hints, keys and every unit's autofight";
        assert_eq!(all_in_words(), all);
    }

    #[test]
    fn what_is_chosen_from_a_list_is_what_it_shows() {
        for knob in Knob::ALL {
            let mut settings = Settings::default();
            for (index, item) in knob.items().iter().enumerate() {
                knob.choose(index, &mut settings);
                assert_eq!(knob.chosen(&settings), Some(index), "{knob:?} {item}");
            }
        }
    }
}
