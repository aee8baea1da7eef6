//! Codes for whoever has lost their authenticator.

use std::fmt;

use crate::{base32, key, words::without_format};

/// How many codes one gets.
pub const RECOVERY_CODES: usize = 10;
/// Random bytes that they are made of.
pub const RECOVERY_RANDOM_BYTES: usize = RECOVERY_CODES * BYTES;
/// Random bytes of one: 80 bits, so that whoever reads the kept fingerprint finds no code by trying.
const BYTES: usize = 10;
/// Letters of one.
const LETTERS: usize = 16;
/// Letters that stand together.
const GROUP: usize = 4;

/// A recovery code: 16 letters of Crockford's base32. Not printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

/// Recovery codes of random bytes.
#[must_use]
pub fn recovery_codes(random: &[u8; RECOVERY_RANDOM_BYTES]) -> Vec<RecoveryCode> {
    random.chunks(BYTES).map(|bytes| RecoveryCode(base32::encode(bytes, base32::CROCKFORD))).collect()
}

impl RecoveryCode {
    /// Reads a code that somebody typed; none where it has not the form of one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let letters = base32::typed_crockford(without_format(text).ok()?.trim())?;
        (letters.len() == LETTERS).then_some(Self(letters))
    }

    /// The code as it is shown, once: `k3mp-7q2x-0a9b-zz41`.
    #[must_use]
    pub fn reveal(&self) -> String {
        let letters: Vec<char> = self.0.chars().collect();
        letters.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-")
    }

    /// By what it is kept and looked up.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        key::fingerprint(&self.0)
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ten_codes_are_shown_in_groups() {
        let mut random = [0; RECOVERY_RANDOM_BYTES];
        random[10..20].copy_from_slice(&[0xff; 10]);
        let codes = recovery_codes(&random);
        assert_eq!(codes.len(), 10);
        assert_eq!(codes[0].reveal(), "0000-0000-0000-0000");
        assert_eq!(codes[1].reveal(), "zzzz-zzzz-zzzz-zzzz");
        assert_eq!(format!("{:?}", codes[0]), "RecoveryCode(…)");
    }

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = RecoveryCode::read("k3mp-7q2x-0a1b-zz41").unwrap();
        for typed in ["K3MP7Q2XOALBZZ4I", " k3mp 7q2x 0a1b zz41 ", "\u{202d}k3mp-7q2x-oaib-zz4l\u{202c}"] {
            assert_eq!(
                RecoveryCode::read(typed).as_ref().map(RecoveryCode::fingerprint),
                Some(code.fingerprint()),
                "{typed}"
            );
        }
        for wrong in
            ["", "287082", "k3mp-7q2x-0a1b-zz4", "k3mp-7q2x-0a1b-zz411", "k3mp-7q2x-0a1b-zzu1", "k3mp\n7q2x0a1bzz41"]
        {
            assert_eq!(RecoveryCode::read(wrong), None, "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_read(random in prop::collection::vec(any::<u8>(), RECOVERY_RANDOM_BYTES)) {
            for code in recovery_codes(random.as_slice().try_into().unwrap()) {
                prop_assert_eq!(RecoveryCode::read(&code.reveal().to_uppercase()), Some(code));
            }
        }
    }
}
