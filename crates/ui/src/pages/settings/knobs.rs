//! The table of the settings, and the lists that some of them are chosen from.

use foretold_battle::Luck;
use foretold_content::{AutofightPreset, PaletteChoice, Settings, WindowChoice};

use crate::command::listed;
use crate::prelude::*;
use crate::scale::STEPS;

enum_table! {
    /// A setting of the page.
    #[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum SettingsKnob {
        /// What it is called, what it means, and what a sentence calls it.
        pub(super) fn words() -> (&'static str, &'static str, &'static str);
        Scale => ("Text size", "The size of texts and lines.", "text size"),
        Window => ("Window", "The game in a window, or over the whole screen.", "window"),
        Palette => ("Colours", "Sides and grounds also differ in shape.", "colours"),
        Motion => ("Less motion", "Units jump instead of sliding, and nothing pulses.", "motion"),
        Luck => ("Luck", "Without it a chance of 50% or more hits, and damage is average. It counts from the next battle on.", "luck"),
        Speed => ("Speed", "How fast a battle is shown when it begins.", "speed"),
        Effects => ("Effects", "How loud blows, steps and endings are. At 0 they are silent.", "effects"),
        Ambience => ("Ambience", "How loud the place is: wind, fire, water. At 0 it is silent.", "ambience"),
        Hints => ("Hints", "Six short hints teach the first battle.", "hints"),
        Keys => ("Keys", "Choose a key to change or remove it, or + to add one.", "keys"),
        Autofight => ("Autofight", "For all of your units that have no autofight settings of their own.", "every unit's autofight"),
    }
}

const WINDOWS: [(WindowChoice, &str); 2] = [
    (WindowChoice::Window, "Window"),
    (WindowChoice::FullScreen, "Full screen"),
];
const PALETTES: [(PaletteChoice, &str); 3] = [
    (PaletteChoice::Standard, "Dark"),
    (PaletteChoice::HighContrast, "High contrast"),
    (PaletteChoice::Light, "Light"),
];
const LUCKS: [(Option<Luck>, &str); 3] = [
    (None, "As each battle says"),
    (Some(Luck::True), "Dice decide"),
    (Some(Luck::Certain), "No luck in blows"),
];
const PRESETS: [(AutofightPreset, &str); 4] = [
    (AutofightPreset::Standard, "Standard"),
    (AutofightPreset::Aggressive, "Aggressive"),
    (AutofightPreset::Defensive, "Defensive"),
    (AutofightPreset::Ranged, "Ranged"),
];

impl SettingsKnob {
    /// The items of its list, and which of them is chosen. Chooses another if asked to. A setting that
    /// is changed otherwise has no items.
    pub(super) fn list(
        self,
        settings: &mut Settings,
        choose: Option<usize>,
    ) -> (Vec<String>, Option<usize>) {
        fn pick<T: Copy + PartialEq>(
            setting: &mut T,
            items: &[(T, impl ToString)],
            choose: Option<usize>,
        ) -> (Vec<String>, Option<usize>) {
            if let Some((value, _)) = choose.and_then(|index| items.get(index)) {
                *setting = *value;
            }
            let chosen = items.iter().position(|(value, _)| value == setting);
            let texts = items.iter().map(|(_, text)| text.to_string());
            (texts.collect(), chosen)
        }
        match self {
            SettingsKnob::Scale => {
                let items = STEPS.map(|step| (Some(step), format!("{step}%")));
                pick(&mut settings.scale, &items, choose)
            }
            SettingsKnob::Window => pick(&mut settings.window, &WINDOWS, choose),
            SettingsKnob::Palette => pick(&mut settings.palette, &PALETTES, choose),
            SettingsKnob::Luck => pick(&mut settings.luck, &LUCKS, choose),
            SettingsKnob::Speed => {
                let items = Speed::ALL.map(|speed| (speed, speed.words()));
                pick(&mut settings.speed, &items, choose)
            }
            SettingsKnob::Autofight => pick(&mut settings.autofight_preset, &PRESETS, choose),
            SettingsKnob::Motion
            | SettingsKnob::Effects
            | SettingsKnob::Ambience
            | SettingsKnob::Hints
            | SettingsKnob::Keys => (Vec::new(), None),
        }
    }
}

/// Every setting, as a sentence begins.
pub(super) fn all_in_words() -> String {
    let mut words = listed(&SettingsKnob::ALL.map(|knob| knob.words().2));
    words[..1].make_ascii_uppercase();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_named_in_sentences() {
        let all = "Text size, window, colours, motion, luck, speed, effects, ambience, hints, keys and every unit's autofight";
        assert_eq!(all_in_words(), all);
    }

    #[test]
    fn what_is_chosen_from_a_list_is_what_it_shows() {
        for knob in SettingsKnob::ALL {
            let mut settings = Settings::default();
            for index in 0..knob.list(&mut settings, None).0.len() {
                knob.list(&mut settings, Some(index));
                let (_, chosen) = knob.list(&mut settings, None);
                assert_eq!(chosen, Some(index), "{knob:?}");
            }
        }
    }
}
