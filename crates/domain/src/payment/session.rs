//! The name of a try to pay, by which its provider and our pages know it.

use std::{fmt, str::FromStr};

use crate::ids::NotAnId;

/// The name of a try to pay: 128 random bits, written as 32 small hexadecimal digits. Who knows it is led to the order
/// with its key, so it stays out of logs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId([u8; 16]);

impl SessionId {
    /// Of random bytes.
    #[must_use]
    pub fn new(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The text for addresses and for the database; never for a log.
    #[must_use]
    pub fn reveal(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for SessionId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let is_plain = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = if is_plain { u128::from_str_radix(text, 16).ok() } else { None };
        number.map(|number| Self(number.to_be_bytes())).ok_or(NotAnId)
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

    #[test]
    fn has_one_spelling_and_is_not_printed() {
        let session = SessionId::new([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]);
        assert_eq!(session.reveal(), "000102030405060708090a0b0c0d0eff");
        assert_eq!(session.reveal().parse(), Ok(session));
        for text in ["", "000102030405060708090A0B0C0D0EFF", "0001", "000102030405060708090a0b0c0d0efg"] {
            assert_eq!(text.parse::<SessionId>(), Err(NotAnId), "{text}");
        }
        assert_eq!(format!("{session:?}"), "SessionId(…)");
    }
}
