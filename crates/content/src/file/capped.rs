//! Lists that a hostile file cannot make endless.

use std::fmt::{self, Formatter};
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{self, DeserializeSeed, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A list of at most `MOST` things: reading stops at the first one too many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Capped<T, const MOST: usize>(pub(crate) Vec<T>);

impl<T, const MOST: usize> Default for Capped<T, MOST> {
    fn default() -> Self {
        Capped(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for Capped<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

/// A list of at most `MOST` things, for types that everybody may see.
pub(crate) fn capped<'de, D: Deserializer<'de>, T: Deserialize<'de>, const MOST: usize>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Capped::<T, MOST>::deserialize(deserializer).map(|list| list.0)
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Capped<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for List<T, MOST> {
            type Value = Capped<T, MOST>;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MOST}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while all.len() < MOST {
                    match list.next_element()? {
                        Some(next) => all.push(next),
                        None => return Ok(Capped(all)),
                    }
                }
                list.next_element_seed(OneTooMany(MOST))?;
                Ok(Capped(all))
            }
        }

        /// Refuses an item before it is read, so that the error stands where the item begins.
        struct OneTooMany(usize);

        impl<'de> DeserializeSeed<'de> for OneTooMany {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
                Err(de::Error::custom(format_args!(
                    "this list is too long: expected at most {}",
                    self.0
                )))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
