//! `keys.ron`: which keys do what. No window here: a key is a name.

mod changes;

use std::fmt;

use arrayvec::ArrayVec;
use serde::Deserialize;

use crate::file::Capped;
use crate::files::KEYS;
use crate::library::{Report, Spot};
use crate::names;

pub use changes::{KeyChanges, KeyRefusal};

/// Nobody needs more keys for the same thing.
pub const MOST_CHORDS: usize = 4;

/// Where a key does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyScope {
    /// While the board has the keys.
    Board,
    /// While a panel, a dialog or a page has them.
    Panels,
    /// Both.
    Anywhere,
}

impl KeyScope {
    /// Whether a key of one place does nothing in the other.
    fn is_apart(self, other: KeyScope) -> bool {
        matches!(
            (self, other),
            (KeyScope::Board, KeyScope::Panels) | (KeyScope::Panels, KeyScope::Board)
        )
    }
}

/// The table of everything that a key can do: what it is called here and in the file, the keys that
/// the game ships, where they do it, and what it does.
macro_rules! acts {
    ($($act:ident $field:ident [$($own:expr),+] $place:ident $help:literal;)+) => {
        /// Something a player can do with a key.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Act {
            $(#[doc = $help] $act,)+
        }

        impl Act {
            /// Everything there is to do.
            pub const ALL: [Act; [$($help),+].len()] = [$(Act::$act),+];

            /// Its field in `keys.ron`: `play_pause`.
            pub const fn field(self) -> &'static str {
                match self {
                    $(Act::$act => stringify!($field),)+
                }
            }

            /// What it does, in a line for the player.
            pub const fn help(self) -> &'static str {
                match self {
                    $(Act::$act => $help,)+
                }
            }

            /// Where its keys do it.
            pub const fn scope(self) -> KeyScope {
                match self {
                    $(Act::$act => KeyScope::$place,)+
                }
            }

            /// The keys for it if the file names none.
            const fn own(self) -> &'static [Chord] {
                match self {
                    $(Act::$act => const { &[$($own),+] },)+
                }
            }
        }

        /// Acts that are left out have the keys that the game ships.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields, rename = "Keys")]
        pub(crate) struct KeysFile {
            $($field: Option<Capped<String, MOST_CHORDS>>,)+
        }

        impl KeysFile {
            /// The keys that the file names for something.
            fn written(&self, act: Act) -> Option<&[String]> {
                match act {
                    $(Act::$act => self.$field.as_deref(),)+
                }
            }
        }
    };
}

acts! {
    PlayPause play_pause [key("Space"), key("PadStart")] Anywhere "Play, or pause.";
    StepForward step_forward [key("."), key("PadR2")] Anywhere "One step forward.";
    StepBack step_back [key(","), key("PadL2")] Anywhere "One step back.";
    ToStart to_start [key("Home")] Anywhere "Back to the start of the battle.";
    ToEnd to_end [key("End")] Anywhere "Forward to the last step.";
    SpeedHalf speed_half [key("1")] Anywhere "Half speed.";
    SpeedNormal speed_normal [key("2")] Anywhere "Normal speed.";
    SpeedDouble speed_double [key("3")] Anywhere "Double speed.";
    SpeedQuadruple speed_quadruple [key("4")] Anywhere "Four times the speed.";
    SpeedOctuple speed_octuple [key("5")] Anywhere "Eight times the speed.";
    SpeedInstant speed_instant [key("6")] Anywhere "To the end at once.";
    Restart restart [key("R")] Anywhere "The same battle again, with the same seed.";
    NewSeed new_seed [key("N")] Anywhere "The same battle again, with a new seed.";
    KeepReplay keep_replay [ctrl("S")] Anywhere "Keep the battle as a replay.";
    CursorLeft cursor_left [key("Left"), key("PadLeft")] Anywhere "The cursor one cell to the left.";
    CursorRight cursor_right [key("Right"), key("PadRight")] Anywhere "The cursor one cell to the right.";
    CursorUp cursor_up [key("Up"), key("PadUp")] Anywhere "The cursor one cell up.";
    CursorDown cursor_down [key("Down"), key("PadDown")] Anywhere "The cursor one cell down.";
    Select select [key("Enter"), key("MouseLeft"), key("PadSouth")] Anywhere "Select what is under the cursor.";
    Cancel cancel [key("Esc"), key("MouseRight"), key("PadEast")] Anywhere "Cancel, or go back.";
    NextUnit next_unit [key("]"), key("PadR1")] Anywhere "Select the next unit.";
    PreviousUnit previous_unit [key("["), key("PadL1")] Anywhere "Select the previous unit.";
    Attack attack [key("A"), key("PadWest")] Board "Choose a target to attack; press again for the skill.";
    Aid aid [key("H")] Board "Choose a target to help; press again for the skill.";
    Skill1 skill_1 [shift("1")] Board "Choose a target for the unit's first skill.";
    Skill2 skill_2 [shift("2")] Board "Choose a target for the unit's second skill.";
    Skill3 skill_3 [shift("3")] Board "Choose a target for the unit's third skill.";
    Skill4 skill_4 [shift("4")] Board "Choose a target for the unit's fourth skill.";
    Skill5 skill_5 [shift("5")] Board "Choose a target for the unit's fifth skill.";
    Skill6 skill_6 [shift("6")] Board "Choose a target for the unit's sixth skill.";
    Skill7 skill_7 [shift("7")] Board "Choose a target for the unit's seventh skill.";
    Skill8 skill_8 [shift("8")] Board "Choose a target for the unit's eighth skill.";
    Skill9 skill_9 [shift("9")] Board "Choose a target for the unit's ninth skill.";
    MoveMode move_mode [key("M")] Board "Choose where to walk.";
    Guard guard [key("G")] Board "Raise the best guard.";
    EndTurn end_turn [key("E"), key("PadSelect")] Board "End the turn.";
    Orders orders [key("B")] Anywhere "Show the orders, or fold them away.";
    Release release [key("Backspace")] Board "Give the unit back to its rules.";
    Autofight autofight [key("Tab"), key("PadNorth")] Board "Autofight: move and attack.";
    AutofightStay autofight_stay [shift("Tab")] Board "Autofight without moving.";
    AutofightFire autofight_fire [ctrl("Tab")] Board "Autofight: fire only.";
    FightOn fight_on [key("F")] Board "Autofight until something stops it.";
    Mark mark [key("X")] Board "Mark an enemy for autofight.";
    AutofightSettings autofight_settings [shift("F")] Anywhere "How the unit autofights.";
    Threat threat [key("V")] Anywhere "Show what the hovered or the selected unit can hit.";
    AllThreats all_threats [shift("V")] Anywhere "Show what all enemies can hit.";
    CardDetails card_details [key("I")] Anywhere "Show all of a cell's card, or the most important of it.";
    Cover cover [key("C")] Anywhere "Show sight and cover from a cell.";
    Sequence sequence [key("O")] Anywhere "Show the order in which things happen.";
    SkillsOrRules skills_or_rules [key("S")] Anywhere "Show the unit's skills, or its rules.";
    NextPanel next_panel [key("F6")] Anywhere "To the next panel.";
    PreviousPanel previous_panel [shift("F6")] Anywhere "To the previous panel.";
    NextControl next_control [key("Tab")] Panels "To the next control of a panel.";
    PreviousControl previous_control [shift("Tab")] Panels "To the previous control.";
    Undo undo [ctrl("Z")] Anywhere "Take back the last order or change of rules.";
    Redo redo [ctrl("Y"), ctrl_shift("Z")] Anywhere "Redo the change of rules.";
    AddRule add_rule [key("Insert")] Anywhere "Add a rule.";
    DuplicateRule duplicate_rule [ctrl("D")] Anywhere "Add a copy of the rule.";
    DeleteRule delete_rule [key("Delete")] Anywhere "Delete the rule.";
    RuleUp rule_up [alt("Up")] Anywhere "Move the rule up.";
    RuleDown rule_down [alt("Down")] Anywhere "Move the rule down.";
    SwitchRule switch_rule [ctrl("E")] Anywhere "Switch the rule on or off.";
    TryRules try_rules [key("T")] Anywhere "Try the change: the odds before and after.";
    Coach coach [shift("T")] Anywhere "Ask the coach for better rules; again goes to its advice.";
    CopyRules copy_rules [ctrl("C")] Anywhere "Copy the rules as text.";
    PasteRules paste_rules [ctrl("V")] Anywhere "Paste rules from text.";
    EditText edit_text [ctrl("T")] Anywhere "Edit the rules as text.";
    Presets presets [ctrl("P")] Anywhere "Load or save rules.";
    Depth depth [key("W")] Anywhere "More or less of the why.";
    Everyone everyone [shift("W")] Anywhere "Explain everyone, or only the selected unit.";
    Deck deck [key("D")] Anywhere "Show what is left of the decks.";
    OpenLog open_log [key("J")] Anywhere "Open the log, or fold it to three lines.";
    Search search [key("/"), ctrl("F")] Anywhere "Search the log.";
    HoldLog hold_log [key("L")] Anywhere "Hold the log still, or let it follow.";
    CopyLog copy_log [shift("L")] Anywhere "Copy the log.";
    ExportLog export_log [ctrl("L")] Anywhere "Write the log to a file.";
    Larger larger [ctrl("="), ctrl_shift("=")] Anywhere "Larger text and lines.";
    Smaller smaller [ctrl("-")] Anywhere "Smaller text and lines.";
    FullScreen full_screen [key("F11"), alt("Enter")] Anywhere "Full screen, or back to the window.";
    Screenshot screenshot [key("F12")] Anywhere "Keep a picture of the screen.";
    Menu menu [key("F10")] Anywhere "Open the menu.";
    Help help [key("F1")] Anywhere "Show what the keys do.";
    SkipHint skip_hint [key("K")] Anywhere "Skip a hint of the first battle.";
    Quit quit [ctrl("Q")] Anywhere "Leave the game.";
}

const fn key(key: &'static str) -> Chord {
    Chord {
        ctrl: false,
        shift: false,
        alt: false,
        key,
    }
}

const fn ctrl(name: &'static str) -> Chord {
    Chord {
        ctrl: true,
        ..key(name)
    }
}

const fn shift(name: &'static str) -> Chord {
    Chord {
        shift: true,
        ..key(name)
    }
}

const fn alt(name: &'static str) -> Chord {
    Chord {
        alt: true,
        ..key(name)
    }
}

const fn ctrl_shift(name: &'static str) -> Chord {
    Chord {
        ctrl: true,
        ..shift(name)
    }
}

/// Every key and button that a chord may end in.
#[rustfmt::skip]
pub const KEY_NAMES: [&str; 102] = [
    "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
    "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z",
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
    "Space", "Enter", "Esc", "Tab", "Backspace", "Delete", "Insert",
    "Home", "End", "PageUp", "PageDown", "Left", "Right", "Up", "Down",
    ".", ",", ";", "'", "/", "\\", "[", "]", "-", "=", "`",
    "Num0", "Num1", "Num2", "Num3", "Num4", "Num5", "Num6", "Num7", "Num8", "Num9", "NumEnter",
    "MouseLeft", "MouseRight", "MouseMiddle",
    "PadSouth", "PadEast", "PadNorth", "PadWest", "PadUp", "PadDown", "PadLeft", "PadRight",
    "PadL1", "PadR1", "PadL2", "PadR2", "PadSelect", "PadStart",
];

/// What can be held while another key is pressed.
const HELD: [&str; 3] = ["Ctrl", "Shift", "Alt"];

/// Keys pressed together: `Ctrl+Shift+Tab`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chord {
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// The key itself, one of [`KEY_NAMES`].
    pub key: &'static str,
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [self.ctrl, self.shift, self.alt].into_iter().zip(HELD) {
            if held {
                write!(f, "{name}+")?;
            }
        }
        write!(f, "{}", self.key)
    }
}

impl Chord {
    /// Reads `Ctrl+Tab`, in capitals or not, or reports what is wrong with it.
    fn read(text: &str) -> Result<Chord, String> {
        let mut names = text.rsplit('+').map(str::trim);
        let last = names.next().unwrap_or_default();
        let mut chord = known(last, &KEY_NAMES)
            .map(key)
            .ok_or_else(|| no_such_key(last))?;
        for name in names {
            let held = match known(name, &HELD) {
                Some("Ctrl") => &mut chord.ctrl,
                Some("Shift") => &mut chord.shift,
                Some("Alt") => &mut chord.alt,
                _ => {
                    let (shown, hint) = (names::shown(name), names::did_you_mean(name, HELD));
                    return Err(format!("there is no key `{shown}` to hold{hint}"));
                }
            };
            if std::mem::replace(held, true) {
                return Err(format!("`{name}` appears twice: delete one"));
            }
        }
        Ok(chord)
    }
}

/// The name as it is in a list, whatever its capitals.
fn known(name: &str, names: &[&'static str]) -> Option<&'static str> {
    let same = |known: &&&str| known.eq_ignore_ascii_case(name);
    names.iter().find(same).copied()
}

fn no_such_key(name: &str) -> String {
    if let Some(held) = known(name, &HELD) {
        return format!("`{held}` is only held: add a key, such as `{held}+Q`");
    }
    let shown = names::shown(name);
    // Any single sign is one slip away from any other.
    let near = names::nearest(name, KEY_NAMES).filter(|_| name.chars().count() > 1);
    match near {
        Some(near) => format!("there is no key `{shown}`: did you mean `{near}`?"),
        None => format!("there is no key `{shown}`: docs/modding.md lists the keys"),
    }
}

/// Which keys do what. No chord does two things in one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys([ArrayVec<Chord, MOST_CHORDS>; Act::ALL.len()]);

impl Default for Keys {
    fn default() -> Self {
        Keys(Act::ALL.map(|act| act.own().iter().copied().collect()))
    }
}

impl Keys {
    /// The chords that do something; none if it is switched off.
    pub fn chords(&self, act: Act) -> &[Chord] {
        &self.0[act as usize]
    }

    /// Everything there is to do, with its chords.
    pub fn iter(&self) -> impl Iterator<Item = (Act, &[Chord])> {
        Act::ALL.into_iter().map(|act| (act, self.chords(act)))
    }

    /// The keys of a file. Reports keys that do not exist, and keys that would do two things.
    pub(crate) fn check(file: &KeysFile, report: &mut Report<'_>) -> Keys {
        let mut keys = Keys::default();
        for act in Act::ALL
            .into_iter()
            .filter(|&act| file.written(act).is_some())
        {
            keys.0[act as usize].clear();
        }
        // Acts that the file leaves out have their keys by now, so a clash is reported where it was written.
        for act in Act::ALL {
            let at = Spot::file(KEYS).field(act.field());
            for (number, text) in file.written(act).into_iter().flatten().enumerate() {
                match Chord::read(text).and_then(|chord| keys.free(chord, act)) {
                    Ok(chord) => keys.0[act as usize].push(chord),
                    Err(wrong) => report.error(&at.item(number), wrong),
                }
            }
        }
        keys
    }

    /// What a chord does already where the act is done, if anything.
    fn taken(&self, chord: Chord, act: Act) -> Option<Act> {
        let taken = self.iter().find(|(other, chords)| {
            chords.contains(&chord) && !other.scope().is_apart(act.scope())
        });
        taken.map(|(other, _)| other)
    }

    /// The chord, if it does nothing yet.
    fn free(&self, chord: Chord, act: Act) -> Result<Chord, String> {
        match self.taken(chord, act) {
            None => Ok(chord),
            Some(same) if same == act => Err(format!("`{chord}` appears twice: delete one")),
            Some(other) => Err(format!(
                "`{chord}` is already the key for `{}`: choose another",
                other.field()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chord_is_written_as_it_is_read() {
        for name in KEY_NAMES {
            for held in [
                "",
                "Ctrl+",
                "Shift+",
                "Alt+",
                "Ctrl+Shift+",
                "Ctrl+Shift+Alt+",
            ] {
                let text = format!("{held}{name}");
                let shown = |text: &str| Chord::read(text).map(|chord| chord.to_string());
                assert_eq!(shown(&text), Ok(text.clone()));
                assert_eq!(shown(&text.to_lowercase()), Ok(text));
            }
        }
        assert_eq!(Chord::read("alt + CTRL + q"), Chord::read("Ctrl+Alt+Q"));
    }

    #[test]
    fn every_name_of_a_key_is_there_once() {
        for (number, name) in KEY_NAMES.iter().enumerate() {
            assert_eq!(known(name, &KEY_NAMES[..number]), None, "{name}");
            assert_eq!(known(name, &HELD), None, "{name}");
        }
    }

    #[test]
    fn the_games_own_keys_exist_and_do_one_thing_each() {
        let mut seen: Vec<(Chord, KeyScope)> = Vec::new();
        for (act, chords) in Keys::default().iter() {
            assert!(!chords.is_empty(), "{act:?}");
            for &chord in chords {
                assert_eq!(Chord::read(&chord.to_string()), Ok(chord));
                let twice = seen
                    .iter()
                    .any(|(other, place)| *other == chord && !place.is_apart(act.scope()));
                assert!(!twice, "{chord} does two things");
                seen.push((chord, act.scope()));
            }
        }
    }

    #[test]
    fn every_act_is_explained_in_a_line() {
        for act in Act::ALL {
            let help = act.help();
            assert!(help.ends_with('.') && help.len() <= 60, "{act:?}: {help}");
        }
    }
}
