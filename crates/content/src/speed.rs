//! How fast a battle is shown: the one table of the speeds.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::keys::Act;

/// The table of the speeds, the slowest first: what each is called here and in the player's file, the
/// act that chooses it, how it is typed, its button, its words, and how many steps are shown in the
/// time of two normal ones.
macro_rules! speeds {
    ($($(#[$default:meta])? $speed:ident $act:ident $typed:literal $button:literal $words:literal $steps:expr;)+) => {
        /// How fast time runs.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub enum Speed {
            $($(#[$default])? #[doc = concat!($words, ".")] $speed,)+
        }

        impl Speed {
            /// Every speed, the slowest first.
            pub const ALL: [Speed; [$($words),+].len()] = [$(Speed::$speed),+];

            /// What a player does to choose it.
            pub const fn act(self) -> Act {
                match self {
                    $(Speed::$speed => Act::$act,)+
                }
            }

            /// How it is typed on the command line.
            pub const fn typed(self) -> &'static str {
                match self {
                    $(Speed::$speed => $typed,)+
                }
            }

            /// What stands on its button.
            pub const fn button(self) -> &'static str {
                match self {
                    $(Speed::$speed => $button,)+
                }
            }

            /// What it is called among the settings.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Speed::$speed => $words,)+
                }
            }

            const fn steps(self) -> Option<u32> {
                match self {
                    $(Speed::$speed => $steps,)+
                }
            }
        }
    };
}

speeds! {
    Half SpeedHalf "0.5" "½×" "Half" Some(1);
    #[default] Normal SpeedNormal "1" "1×" "Normal" Some(2);
    Double SpeedDouble "2" "2×" "Double" Some(4);
    Quadruple SpeedQuadruple "4" "4×" "Four times" Some(8);
    Octuple SpeedOctuple "8" "8×" "Eight times" Some(16);
    Instant SpeedInstant "max" "max" "To the end at once" None;
}

impl Speed {
    /// The speed that an act chooses.
    pub fn of(act: Act) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.act() == act)
    }

    /// How long a step lasts, given its length at normal speed; `None` if time does not matter.
    pub fn step_length(self, normal: Duration) -> Option<Duration> {
        Some(normal * 2 / self.steps()?)
    }
}
