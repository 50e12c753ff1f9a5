//! Things that a battle describes for itself, by name.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::names;

/// No battle needs more of a kind.
const MAX_OWN: usize = 50;

/// Things of one kind by id, for one battle alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Own<T>(pub(crate) BTreeMap<String, T>);

impl<T> Default for Own<T> {
    fn default() -> Self {
        Own(BTreeMap::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Own<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OwnVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OwnVisitor<T> {
            type Value = Own<T>;

            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "names with what they stand for: {{\"my_own\": (…)}}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Own<T>, A::Error> {
                let mut own = BTreeMap::new();
                while let Some(id) = map.next_key::<String>()? {
                    // Before the value is read, so that the error stands at this name.
                    if !names::is_id(&id) {
                        return Err(de::Error::custom(format_args!(
                            "`{}` is not a name: use lower case letters, digits, _ and -",
                            names::shown(&id)
                        )));
                    }
                    if own.contains_key(&id) {
                        return Err(de::Error::custom(format_args!(
                            "`{id}` appears twice: delete one"
                        )));
                    }
                    if own.len() == MAX_OWN {
                        return Err(de::Error::custom(format_args!(
                            "these are too many: expected at most {MAX_OWN}"
                        )));
                    }
                    own.insert(id, map.next_value()?);
                }
                Ok(Own(own))
            }
        }

        deserializer.deserialize_map(OwnVisitor(PhantomData))
    }
}
