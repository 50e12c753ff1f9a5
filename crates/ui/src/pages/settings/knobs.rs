//! The table of the settings, and of those that are chosen from a list what there is and what is chosen.

use foretold_battle::Luck;
use foretold_content::{AutofightPreset, PaletteChoice, Settings};

use crate::command::listed;
use crate::prelude::*;
use crate::scale::STEPS;
use crate::settings::LaunchOptions;

/// A setting of the page.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SettingsKnob {
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

impl SettingsKnob {
    const ALL: [SettingsKnob; 9] = [
        SettingsKnob::Scale,
        SettingsKnob::Palette,
        SettingsKnob::Motion,
        SettingsKnob::Luck,
        SettingsKnob::Speed,
        SettingsKnob::Volume,
        SettingsKnob::Hints,
        SettingsKnob::Keys,
        SettingsKnob::Autofight,
    ];

    /// What it is called, what it means, and what it is called among others.
    pub(super) const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            SettingsKnob::Scale => ("Text size", "How large texts and lines are.", "text size"),
            SettingsKnob::Palette => (
                "Colours",
                "Whatever they are, sides and grounds also differ in shape.",
                "colours",
            ),
            SettingsKnob::Motion => (
                "Less motion",
                "Units jump instead of sliding, and nothing pulses.",
                "motion",
            ),
            SettingsKnob::Luck => (
                "Luck",
                "Without it a chance of 50% or more hits, and damage is average. It counts from the next battle on.",
                "luck",
            ),
            SettingsKnob::Speed => (
                "Speed",
                "How fast a battle is shown when it begins.",
                "speed",
            ),
            SettingsKnob::Volume => (
                "Volume",
                "How loud the game is. At 0 it is silent.",
                "volume",
            ),
            SettingsKnob::Hints => ("Hints", "Six short hints teach the first battle.", "hints"),
            SettingsKnob::Keys => (
                "Keys",
                "Choose a key to change or remove it, or + to add one.",
                "keys",
            ),
            SettingsKnob::Autofight => (
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
            SettingsKnob::Scale => STEPS.map(|step| format!("{step}%")).to_vec(),
            SettingsKnob::Palette => PALETTES.map(owned).to_vec(),
            SettingsKnob::Luck => LUCKS.map(|(_, text)| owned(text)).to_vec(),
            SettingsKnob::Speed => Speed::ALL.map(|speed| owned(speed.words())).to_vec(),
            SettingsKnob::Autofight => PRESETS.map(owned).to_vec(),
            SettingsKnob::Motion
            | SettingsKnob::Volume
            | SettingsKnob::Hints
            | SettingsKnob::Keys => Vec::new(),
        }
    }

    /// Which of them is chosen.
    pub(super) fn chosen(self, settings: &Settings) -> Option<usize> {
        match self {
            SettingsKnob::Scale => STEPS
                .iter()
                .position(|step| *step == settings.scale.unwrap_or(100)),
            SettingsKnob::Palette => place(&PaletteChoice::ALL, settings.palette),
            SettingsKnob::Luck => place(&LUCKS.map(|(luck, _)| luck), settings.luck),
            SettingsKnob::Speed => place(&Speed::ALL, settings.speed),
            SettingsKnob::Autofight => place(&AutofightPreset::ALL, settings.autofight_preset),
            SettingsKnob::Motion
            | SettingsKnob::Volume
            | SettingsKnob::Hints
            | SettingsKnob::Keys => None,
        }
    }

    /// Chooses one of them.
    fn choose(self, index: usize, settings: &mut Settings) {
        match self {
            SettingsKnob::Scale => settings.scale = STEPS.get(index).copied(),
            SettingsKnob::Palette => set(&mut settings.palette, PaletteChoice::ALL.get(index)),
            SettingsKnob::Luck => set(&mut settings.luck, LUCKS.get(index).map(|(luck, _)| luck)),
            SettingsKnob::Speed => set(&mut settings.speed, Speed::ALL.get(index)),
            SettingsKnob::Autofight => {
                set(
                    &mut settings.autofight_preset,
                    AutofightPreset::ALL.get(index),
                );
            }
            SettingsKnob::Motion
            | SettingsKnob::Volume
            | SettingsKnob::Hints
            | SettingsKnob::Keys => {}
        }
    }
}

/// Every setting, as a sentence begins.
pub(in crate::pages) fn all_in_words() -> String {
    let mut words = listed(&SettingsKnob::ALL.map(|knob| knob.words().2));
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
pub(super) struct SettingsWriter<'w> {
    settings: ResMut<'w, PlayerSettings>,
    asked: ResMut<'w, LaunchOptions>,
}

impl SettingsWriter<'_> {
    /// Chooses an item of a list.
    pub(super) fn make(&mut self, knob: SettingsKnob, index: usize) {
        // What is chosen now goes before what the command line asked for.
        match knob {
            SettingsKnob::Scale => self.asked.scale = None,
            SettingsKnob::Speed => self.asked.speed = None,
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
        for knob in SettingsKnob::ALL {
            let mut settings = Settings::default();
            for (index, item) in knob.items().iter().enumerate() {
                knob.choose(index, &mut settings);
                assert_eq!(knob.chosen(&settings), Some(index), "{knob:?} {item}");
            }
        }
    }
}
