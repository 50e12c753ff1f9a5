//! One number for a whole value: 64-bit FNV-1a over its postcard encoding.
//!
//! Both are fixed by their specifications, so the number is the same on every
//! machine and with every later version of the libraries.

use postcard::ser_flavors::Flavor;
use serde::Serialize;

struct Fnv(u64);

impl Flavor for Fnv {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}

/// The fingerprint of a value made of numbers, texts and lists.
pub fn fingerprint(value: &impl Serialize) -> u64 {
    postcard::serialize_with_flavor(value, Fnv(0xcbf2_9ce4_8422_2325))
        .expect("lists know their lengths and hashing a byte cannot fail")
}
