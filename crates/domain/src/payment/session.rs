//! What a try to pay is called: a token in addresses, by which its provider and our pages know it, and the name by which it
//! is kept.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use super::TryNumber;
use crate::{
    ids::NotAnId,
    key::{KeySeed, Secrets},
};

/// The token of a try to pay: 128 bits, written as 32 small hexadecimal digits. Who knows it is led to the order with its key,
/// so it stands in no log and in no table: it is made of the secret, the order's own random bytes and the try's number, and
/// so can be made again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SessionToken([u8; 16]);

/// The name by which a try to pay is kept: half of a digest of its token, which it does not give away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId([u8; 16]);

impl SessionToken {
    /// Of a try of an order with this seed; none where the secret of its version is not known.
    #[must_use]
    pub fn of(secrets: &Secrets, seed: &KeySeed, number: TryNumber) -> Option<Self> {
        let mut message = [0; 20];
        message[..16].copy_from_slice(&seed.salt);
        message[16..].copy_from_slice(&number.0.to_be_bytes());
        let digest = secrets.derive(seed.version, "tokens of tries to pay", &message)?;
        Some(Self(half(digest)))
    }

    /// The text for addresses; never for a log or a table.
    #[must_use]
    pub fn reveal(self) -> String {
        written(self.0)
    }

    /// The name by which its try is kept.
    #[must_use]
    pub fn id(self) -> SessionId {
        SessionId(half(Sha256::digest(self.reveal().as_bytes()).into()))
    }
}

impl SessionId {
    /// Of its bytes.
    #[must_use]
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The text for the database.
    #[must_use]
    pub fn reveal(self) -> String {
        written(self.0)
    }

    /// Reads what stands in the database. What an address or a call says is a token: see [`SessionToken`].
    ///
    /// # Errors
    /// [`NotAnId`].
    pub fn stored(text: &str) -> Result<Self, NotAnId> {
        read(text).map(Self)
    }
}

fn half(digest: [u8; 32]) -> [u8; 16] {
    let mut first = [0; 16];
    first.copy_from_slice(&digest[..16]);
    first
}

fn written(bytes: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(bytes))
}

fn read(text: &str) -> Result<[u8; 16], NotAnId> {
    let is_plain = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let number = if is_plain { u128::from_str_radix(text, 16).ok() } else { None };
    number.map(u128::to_be_bytes).ok_or(NotAnId)
}

impl FromStr for SessionToken {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        read(text).map(Self)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "000102030405060708090a0b0c0d0eff";

    #[test]
    fn has_one_spelling_and_is_not_printed() {
        let token: SessionToken = TEXT.parse().unwrap();
        assert_eq!(token.reveal(), TEXT);
        assert_eq!(SessionId::stored(TEXT).unwrap().reveal(), TEXT);
        for text in ["", "000102030405060708090A0B0C0D0EFF", "0001", "000102030405060708090a0b0c0d0efg"] {
            assert_eq!(text.parse::<SessionToken>(), Err(NotAnId), "{text}");
            assert_eq!(SessionId::stored(text), Err(NotAnId), "{text}");
        }
        assert_eq!(format!("{token:?} {:?}", token.id()), "SessionToken(…) SessionId(…)");
    }

    // printf 000102030405060708090a0b0c0d0eff | sha256sum | cut -c -32
    #[test]
    fn is_kept_as_half_of_its_digest() {
        let token: SessionToken = TEXT.parse().unwrap();
        assert_eq!(token.id().reveal(), "ff36e3225453bfea1761cc5240fa15c4");
    }

    #[test]
    fn is_made_again_of_the_secret_the_order_and_the_try() {
        let secrets = |text| Secrets::parse(text).unwrap();
        let (old, rotated) = (secrets("one of the secrets"), secrets("v2:another of them,v1:one of the secrets"));
        let seed = |salt, version| KeySeed { salt: [salt; 16], version };
        let token = SessionToken::of(&old, &seed(7, 1), TryNumber(1)).unwrap();
        assert_eq!(SessionToken::of(&rotated, &seed(7, 1), TryNumber(1)), Some(token));
        let others = [(seed(7, 1), 2), (seed(8, 1), 1), (seed(7, 2), 1)];
        for (seed, number) in others {
            assert_ne!(SessionToken::of(&rotated, &seed, TryNumber(number)), Some(token), "{seed:?} {number}");
        }
        assert_eq!(SessionToken::of(&old, &seed(7, 2), TryNumber(1)), None);
    }
}
