//! The number that is drawn, from a seed that was fixed before and a word of whoever spins (docs/spec/people.md, "A draw that
//! anyone can verify").

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::prize::PrizeType;

/// Bytes of a server's seed.
pub const SERVER_SEED_BYTES: usize = 32;

/// What the server fixed before a spin: 256 bits of a cryptographic source. Not printed by `Debug`; told with the spin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed([u8; SERVER_SEED_BYTES]);

/// What a spin ended in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    /// 0…7.
    pub segment: usize,
    pub prize: PrizeType,
    /// Whole degrees clockwise from the top, 45i + 5 … 45i + 40.
    pub angle: u32,
}

impl ServerSeed {
    /// A seed of random bytes.
    #[must_use]
    pub fn new(random: [u8; SERVER_SEED_BYTES]) -> Self {
        Self(random)
    }

    /// Reads the digits of [`ServerSeed::reveal`].
    #[must_use]
    pub fn read(digits: &str) -> Option<Self> {
        let is_form = digits.len() == 2 * SERVER_SEED_BYTES
            && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_form {
            return None;
        }
        let mut bytes = [0; SERVER_SEED_BYTES];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// Its bytes, for sealing.
    #[must_use]
    pub fn bytes(&self) -> &[u8; SERVER_SEED_BYTES] {
        &self.0
    }

    /// The seed in hexadecimal digits, once it is spent.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What is told of it before: the hexadecimal SHA-256 of its bytes.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// HMAC-SHA-256 of `clientSeed:nonce`.
    pub(super) fn mac(&self, client_seed: &str, nonce: u32) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        mac.update(format!("{client_seed}:{nonce}").as_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(…)")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
