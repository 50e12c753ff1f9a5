//! Keys that a player has changed: what may be changed, and how it overrides `keys.ron`.

use std::collections::BTreeMap;
use std::fmt;

use super::{Act, Chord, Keys, MOST_CHORDS};
use crate::names;

/// The keys that a player has changed: by the act's field in `keys.ron`, all chords as text.
pub type KeyChanges = BTreeMap<String, Vec<String>>;

/// At most this many unknown names are reported.
const MOST_REPORTED: usize = 4;

/// Why an act cannot have these keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyRefusal {
    /// A chord does something already.
    Taken {
        /// The chord.
        chord: Chord,
        /// What it does.
        by: Act,
    },
    /// Without a key for it nobody could find the way back.
    Needed(Act),
    /// These are more keys than an act has room for.
    TooMany(Act),
}

impl fmt::Display for KeyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyRefusal::Taken { chord, by } => {
                write!(f, "`{chord}` is already the key for `{}`", name(*by))
            }
            KeyRefusal::Needed(act) => write!(
                f,
                "`{}` must keep a key of the keyboard, or nobody could find the way back: give it another first",
                name(*act)
            ),
            KeyRefusal::TooMany(act) => write!(
                f,
                "`{}` has {MOST_CHORDS} keys already: remove one first",
                name(*act)
            ),
        }
    }
}

impl std::error::Error for KeyRefusal {}

/// What an act is called within a sentence.
fn name(act: Act) -> &'static str {
    act.help().trim_end_matches('.')
}

impl Act {
    /// The act of a field of `keys.ron`.
    fn named(field: &str) -> Option<Act> {
        Act::ALL.into_iter().find(|act| act.field() == field)
    }

    /// Whether nobody could find the way back to the settings without a key for it.
    fn is_needed(self) -> bool {
        matches!(
            self,
            Act::Select | Act::Cancel | Act::Menu | Act::NextControl
        )
    }
}

impl Chord {
    /// Whether it is pressed on a keyboard.
    pub fn is_on_keyboard(&self) -> bool {
        !self.key.starts_with("Mouse") && !self.key.starts_with("Pad")
    }
}

impl Keys {
    /// These keys, with others for one act.
    ///
    /// # Errors
    /// If one of them does something already, if they are too many, or if nobody could find the way
    /// back.
    pub fn with(&self, act: Act, chords: &[Chord]) -> Result<Keys, KeyRefusal> {
        let mut keys = self.without(act);
        keys.give(act, chords)?;
        if self.misses(act, chords) {
            return Err(KeyRefusal::Needed(act));
        }
        Ok(keys)
    }

    /// These keys with a player's changes, and what is wrong with the changes. An act whose change
    /// is wrong keeps its keys.
    pub fn changed(&self, changes: &KeyChanges) -> (Keys, Vec<String>) {
        let fields = || Act::ALL.into_iter().map(Act::field);
        let mut problems: Vec<String> = changes
            .keys()
            .filter(|field| Act::named(field).is_none())
            .take(MOST_REPORTED)
            .map(|field| {
                let hint = names::did_you_mean(field, fields().collect::<Vec<_>>());
                format!("keys: there is no action `{}`{hint}", names::shown(field))
            })
            .collect();
        let mut wanted = Vec::new();
        for act in Act::ALL {
            let Some(texts) = changes.get(act.field()) else {
                continue;
            };
            let chords = texts.iter().take(MOST_CHORDS + 1);
            let chords: Result<Vec<Chord>, String> = chords.map(|text| Chord::read(text)).collect();
            match chords {
                Ok(chords) => wanted.push((act, chords)),
                Err(wrong) => problems.push(format!("keys: {}: {wrong}", act.field())),
            }
        }
        // An act that gets its own keys back may need one that another has taken from it.
        loop {
            let mut keys = wanted
                .iter()
                .fold(self.clone(), |keys, (act, _)| keys.without(*act));
            let refused = wanted
                .iter()
                .enumerate()
                .find_map(|(number, (act, chords))| {
                    let given = keys.give(*act, chords);
                    let needed = self.misses(*act, chords);
                    let why = given.err().or(needed.then_some(KeyRefusal::Needed(*act)));
                    why.map(|why| (number, why))
                });
            let Some((number, why)) = refused else {
                return (keys, problems);
            };
            let (act, _) = wanted.remove(number);
            problems.push(format!("keys: {}: {why}", act.field()));
        }
    }

    /// The changes that turn the others into these.
    pub fn changes_from(&self, others: &Keys) -> KeyChanges {
        self.iter()
            .filter(|&(act, chords)| others.chords(act) != chords)
            .map(|(act, chords)| {
                let chords = chords.iter().map(Chord::to_string).collect();
                (act.field().to_owned(), chords)
            })
            .collect()
    }

    fn without(&self, act: Act) -> Keys {
        let mut keys = self.clone();
        keys.0[act as usize].clear();
        keys
    }

    /// Adds chords, if all of them are free.
    fn give(&mut self, act: Act, chords: &[Chord]) -> Result<(), KeyRefusal> {
        for &chord in chords {
            if let Some(by) = self.taken(chord, act) {
                return Err(KeyRefusal::Taken { chord, by });
            }
            self.0[act as usize]
                .try_push(chord)
                .map_err(|_| KeyRefusal::TooMany(act))?;
        }
        Ok(())
    }

    /// Whether an act that must have a key would lose its last one.
    fn misses(&self, act: Act, chords: &[Chord]) -> bool {
        let reachable = |chords: &[Chord]| chords.iter().any(Chord::is_on_keyboard);
        act.is_needed() && reachable(self.chords(act)) && !reachable(chords)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        Chord::read(text).expect("it exists")
    }

    fn changes(all: &[(&str, &[&str])]) -> KeyChanges {
        all.iter()
            .map(|(field, chords)| {
                let chords = chords.iter().map(|text| (*text).to_owned()).collect();
                ((*field).to_owned(), chords)
            })
            .collect()
    }

    #[test]
    fn an_act_gets_other_keys_and_the_rest_stays() {
        let own = Keys::default();
        let keys = own
            .with(Act::Restart, &[chord("F5"), chord("Ctrl+R")])
            .expect("both are free");
        let written = changes(&[("restart", &["F5", "Ctrl+R"])]);
        assert_eq!(keys.changes_from(&own), written);
        assert_eq!(own.changed(&written), (keys, vec![]));
    }

    #[test]
    fn a_key_that_is_taken_is_refused_where_both_would_hear_it() {
        let own = Keys::default();
        let (space, by) = (chord("Space"), Act::PlayPause);
        let taken = KeyRefusal::Taken { chord: space, by };
        assert_eq!(own.with(Act::Restart, &[space]), Err(taken));
        // A is the board's.
        let a = chord("A");
        assert!(own.with(Act::NextControl, &[chord("Tab"), a]).is_ok());
        let twice = own.with(Act::Restart, &[chord("F5"), chord("F5")]);
        assert!(matches!(
            twice,
            Err(KeyRefusal::Taken {
                by: Act::Restart,
                ..
            })
        ));
        let five = ["F2", "F3", "F4", "F5", "F7"].map(chord);
        let refused = own.with(Act::Restart, &five);
        assert_eq!(refused, Err(KeyRefusal::TooMany(Act::Restart)));
    }

    #[test]
    fn the_way_back_cannot_be_lost() {
        let own = Keys::default();
        for act in [Act::Select, Act::Cancel, Act::Menu, Act::NextControl] {
            let needed = Err(KeyRefusal::Needed(act));
            assert_eq!(own.with(act, &[]), needed);
            assert_eq!(own.with(act, &[chord("MouseMiddle")]), needed);
            assert!(own.with(act, &[chord("F9")]).is_ok());
            let (keys, problems) = own.changed(&changes(&[(act.field(), &[])]));
            assert_eq!((keys, problems.len()), (own.clone(), 1));
        }
        assert!(own.with(Act::Restart, &[]).is_ok());
    }

    #[test]
    fn wrong_changes_are_reported_and_the_rest_stays() {
        let own = Keys::default();
        let (keys, problems) = own.changed(&changes(&[
            ("restrat", &["F5"]),
            ("threat", &["Spcae"]),
            // Space is taken, so R stays with it, and nobody else can have it.
            ("restart", &["Space"]),
            ("new_seed", &["R"]),
            ("depth", &["F9"]),
        ]));
        let expected = own.with(Act::Depth, &[chord("F9")]).expect("it is free");
        assert_eq!(keys, expected);
        assert_eq!(
            problems,
            [
                "keys: there is no action `restrat`: did you mean `restart`?",
                "keys: threat: there is no key `Spcae`: did you mean `Space`?",
                "keys: restart: `Space` is already the key for `Play, or pause`",
                "keys: new_seed: `R` is already the key for `The same battle again, with the same seed`",
            ]
        );
    }

    #[test]
    fn two_acts_may_change_keys() {
        let own = Keys::default();
        let (keys, problems) = own.changed(&changes(&[("restart", &["N"]), ("new_seed", &["R"])]));
        assert_eq!(problems, [""; 0]);
        assert_eq!(keys.chords(Act::Restart), [chord("N")]);
        assert_eq!(keys.chords(Act::NewSeed), [chord("R")]);
    }
}
