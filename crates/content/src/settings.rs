//! `settings.ron`: what the player has chosen. It overrides `keys.ron`, `theme.ron` and the battles,
//! and belongs to the player: the game reads and writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use foretold_battle::{AutofightSettings, Luck, MAX_UNITS};
use ron::ser::PrettyConfig;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::content::Content;
use crate::error::{ContentError, Errors};
use crate::file::SettingsFile;
use crate::files::{Files, MAX_FILES};
use crate::keys::KeyChanges;
use crate::library::{Report, Spot};
use crate::own_file::{DamagedFile, Fault, OwnFile};
use crate::parse::parse_in_part;
use crate::save::SaveError;
use crate::speed::Speed;
use crate::theme::Palette;
use crate::write::write_atomically;

/// What the file is called in messages.
const SETTINGS: &str = "settings.ron";
/// The comment at its top.
const TITLE: &str = "// What you have chosen in Foretold. The game writes this file; without it all is as shipped.\n";
/// How large texts and lines may be, in percent.
pub const SCALES: RangeInclusive<u16> = 80..=200;
/// How loud the game may be, in percent.
const VOLUMES: RangeInclusive<u16> = 0..=100;
/// How loud the place of a battle is until the player chooses, in percent.
const AMBIENCE: u8 = 50;
/// The file in the words of messages.
const FILE: OwnFile = OwnFile {
    name: SETTINGS,
    holds: "Your settings",
    without: "are as shipped",
};

/// What the player has chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The size of texts and lines in percent; `None`: as the game starts.
    #[serde(deserialize_with = "scale")]
    pub scale: Option<u16>,
    /// In a window, or over the whole screen.
    pub window: WindowChoice,
    /// The colours.
    pub palette: PaletteChoice,
    /// Whether things jump instead of sliding, and do not pulse.
    pub reduced_motion: bool,
    /// Whether dice fall; `None`: as each battle says.
    pub luck: Option<Luck>,
    /// How fast a battle is shown at first.
    pub speed: Speed,
    /// How loud blows and other sounds are, in percent. Files of older games call it `volume`.
    #[serde(alias = "volume", deserialize_with = "volume")]
    pub effects: u8,
    /// How loud the place of a battle is, in percent; `None`: not chosen yet. See
    /// [`Settings::ambience`].
    #[serde(deserialize_with = "volume_if_chosen")]
    pub ambience: Option<u8>,
    /// The keys that are not those of `keys.ron`.
    pub keys: KeyChanges,
    /// How units autofight that are not named below.
    pub autofight_preset: AutofightPreset,
    /// How single units autofight, by id.
    #[serde(deserialize_with = "autofight")]
    pub autofight: BTreeMap<String, AutofightSettings>,
    /// The hints of the first battle.
    pub hints: Hints,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            scale: None,
            window: WindowChoice::default(),
            palette: PaletteChoice::default(),
            reduced_motion: false,
            luck: None,
            speed: Speed::default(),
            effects: 70,
            ambience: None,
            keys: KeyChanges::default(),
            autofight_preset: AutofightPreset::default(),
            autofight: BTreeMap::new(),
            hints: Hints::default(),
        }
    }
}

/// How much of the screen the player gives to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum WindowChoice {
    /// A window among others.
    #[default]
    Window,
    /// All of it, without a border.
    FullScreen,
}

/// Which colours the player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum PaletteChoice {
    /// Those of `theme.ron`.
    #[default]
    Standard,
    /// Black ground, white letters.
    HighContrast,
    /// Dark letters on light ground.
    Light,
}

impl PaletteChoice {
    /// Every choice.
    pub const ALL: [PaletteChoice; 3] = [
        PaletteChoice::Standard,
        PaletteChoice::HighContrast,
        PaletteChoice::Light,
    ];

    /// The colours in place of those of `theme.ron`, if others are wanted.
    pub fn palette(self) -> Option<Palette> {
        match self {
            PaletteChoice::Standard => None,
            PaletteChoice::HighContrast => Some(Palette::high_contrast()),
            PaletteChoice::Light => Some(Palette::light()),
        }
    }
}

/// How units without settings of their own autofight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum AutofightPreset {
    /// As the files say.
    #[default]
    Standard,
    /// Fights on for long, and stops for little.
    Aggressive,
    /// Refuses early, and stops for much.
    Defensive,
    /// Keeps away from units that come near.
    Ranged,
}

impl AutofightPreset {
    /// Every preset.
    pub const ALL: [AutofightPreset; 4] = [
        AutofightPreset::Standard,
        AutofightPreset::Aggressive,
        AutofightPreset::Defensive,
        AutofightPreset::Ranged,
    ];

    /// The preset of `autofight.ron` that replaces the units' own settings, if the player chose one
    /// and it exists.
    pub fn settings(self, content: &Content) -> Option<AutofightSettings> {
        let wanted = match self {
            AutofightPreset::Standard => return None,
            AutofightPreset::Aggressive => "aggressive",
            AutofightPreset::Defensive => "defensive",
            AutofightPreset::Ranged => "ranged",
        };
        let mut presets = content.autofight_presets();
        let found = presets.find(|(name, _)| *name == wanted);
        found.map(|(_, settings)| settings.clone())
    }
}

/// The hints of the first battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hints {
    /// Whether they are still to be shown.
    pub shown: bool,
    /// Those that were followed, by name.
    pub done: BTreeSet<String>,
}

impl Default for Hints {
    fn default() -> Self {
        Hints {
            shown: true,
            done: BTreeSet::new(),
        }
    }
}

impl Settings {
    /// Reads the settings of a player; without a file, all is as shipped. If only a part can be
    /// understood, the old file is put aside and that part is written in its place, so that nothing
    /// is lost and the next start is clean.
    ///
    /// # Errors
    /// If the file cannot be read, or not all of it can be understood.
    pub fn read(path: &Path) -> Result<Settings, DamagedFile<Settings>> {
        let from_text = |text: &str| match Settings::understand(text) {
            (Some(settings), errors) if errors.is_empty() => Ok(settings),
            (Some(settings), errors) => Err(Fault::InPart(Box::new(settings), in_words(&errors))),
            (None, errors) => Err(Fault::Damaged(in_words(&errors))),
        };
        FILE.read(path, from_text, Settings::to_text)
    }

    /// Writes the settings to a file, in one go.
    ///
    /// # Errors
    /// In words, if the file cannot be written; then nothing has changed.
    pub fn write(&self, path: &Path) -> Result<(), SaveError> {
        write_atomically(path, self.to_text())
    }

    /// How loud the place of a battle is, in percent. A player who has silenced an older game, which
    /// had one volume for everything, hears nothing of it either.
    pub fn ambience(&self) -> u8 {
        let shipped = if self.effects == 0 { 0 } else { AMBIENCE };
        self.ambience.unwrap_or(shipped)
    }

    /// The settings as RON text.
    pub fn to_text(&self) -> String {
        let style = PrettyConfig::new().new_line("\n").compact_arrays(true);
        let text = ron::ser::to_string_pretty(self, style)
            .expect("settings are names and numbers, and writing to memory cannot fail");
        format!("{TITLE}{text}\n")
    }

    /// The settings from RON text.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its place.
    pub fn from_text(text: &str) -> Result<Settings, Vec<ContentError>> {
        match Settings::understand(text) {
            (Some(settings), errors) if errors.is_empty() => Ok(settings),
            (_, errors) => Err(errors),
        }
    }

    /// What can be understood of a text, and everything that is wrong with it.
    fn understand(text: &str) -> (Option<Settings>, Vec<ContentError>) {
        let mut files = Files::default();
        files.insert(SETTINGS, text);
        let mut report = Report::new(&files, Errors::default());
        let mut parsed: Option<Settings> = match files.get(SETTINGS) {
            Some(text) => parse_in_part(SETTINGS, text, &mut report.errors),
            None => {
                let message = "it is too large: expected at most 1 MiB";
                report.error(&Spot::file(SETTINGS), message);
                None
            }
        };
        if let Some(settings) = &mut parsed {
            let before = report.errors.len();
            check_autofight(settings, &mut report);
            if report.errors.len() > before {
                settings.autofight.clear();
            }
        }
        (parsed, report.errors.into_sorted())
    }
}

/// No battle begins with autofight settings that make no sense.
fn check_autofight(settings: &Settings, report: &mut Report<'_>) {
    let at = Spot::file(SETTINGS).field("autofight");
    let count = settings.autofight.len();
    if count > MAX_FILES {
        report.error(
            &at,
            format!("found {count} units, expected at most {MAX_FILES}"),
        );
        return;
    }
    for (unit, settings) in &settings.autofight {
        let at = at.named(unit);
        let order = &settings.order;
        for (number, ranking) in order.iter().enumerate() {
            if order[..number].contains(ranking) {
                let message = format!("`{ranking:?}` appears twice: delete one");
                report.error(&at.field("order").item(number), message);
            }
        }
        if let Some(enemies) = settings.interrupts.enemies_in_range {
            let at = at.field("interrupts").field("enemies_in_range");
            report.within(enemies.into(), 1..=MAX_UNITS as i64, &at);
        }
    }
}

/// The first error, and how many more there are.
fn in_words(errors: &[ContentError]) -> String {
    let first = errors.first().map(ToString::to_string).unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        count => format!("{first} (and {} more)", count - 1),
    }
}

fn within<E: de::Error>(number: i64, bounds: RangeInclusive<u16>) -> Result<u16, E> {
    let inside = u16::try_from(number)
        .ok()
        .filter(|number| bounds.contains(number));
    inside.ok_or_else(|| {
        let (least, most) = bounds.into_inner();
        E::custom(format_args!("found {number}, expected {least} to {most}"))
    })
}

fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    let number = Option::<i64>::deserialize(deserializer)?;
    number.map(|number| within(number, SCALES)).transpose()
}

fn volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let number = within(i64::deserialize(deserializer)?, VOLUMES)?;
    u8::try_from(number).map_err(de::Error::custom)
}

fn volume_if_chosen<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    let number = Option::<i64>::deserialize(deserializer)?;
    let number = number.map(|number| within(number, VOLUMES)).transpose()?;
    number
        .map(u8::try_from)
        .transpose()
        .map_err(de::Error::custom)
}

fn autofight<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, AutofightSettings>, D::Error> {
    let all = BTreeMap::<String, SettingsFile>::deserialize(deserializer)?;
    Ok(all.into_iter().map(|(unit, file)| (unit, file.0)).collect())
}
