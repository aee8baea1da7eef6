//! Personal codes, by which benefits are used.

use std::fmt;

use crate::base32;

/// Characters of a personal code.
pub const PERSONAL_CODE_LENGTH: usize = 13;
/// Random bytes that one is made of; seven bits of them are left over.
pub const PERSONAL_CODE_RANDOM_BYTES: usize = 9;

/// A personal code in its one spelling: 13 characters of Crockford's base32 in small letters (docs/spec/people.md,
/// "Benefits"). Not printed by `Debug`: whoever has it may use it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonalCode(String);

impl PersonalCode {
    /// A code of the first 65 of these random bits.
    #[must_use]
    pub fn of_random(random: &[u8; PERSONAL_CODE_RANDOM_BYTES]) -> Self {
        let mut letters = base32::encode(random, base32::CROCKFORD);
        letters.truncate(PERSONAL_CODE_LENGTH);
        Self(letters)
    }

    /// Reads a code as somebody typed it: spaces and hyphens go, case is ignored, `o` is `0`, `i` and `l` are `1`. None
    /// where it has not the form of a personal code.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let letters = base32::typed_crockford(text)?;
        (letters.len() == PERSONAL_CODE_LENGTH).then_some(Self(letters))
    }

    /// Its one spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PersonalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonalCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_is_65_bits_in_small_letters() {
        assert_eq!(PersonalCode::of_random(&[0; 9]).as_str(), "0000000000000");
        assert_eq!(PersonalCode::of_random(&[0xff; 9]).as_str(), "zzzzzzzzzzzzz");
        // 13 letters of five bits: 0, 1, 2 … 12, and seven bits that do not count.
        let counted = [0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x00];
        assert_eq!(PersonalCode::of_random(&counted).as_str(), "0123456789abc");
        let mut others = counted;
        others[8] |= 0x7f;
        assert_eq!(PersonalCode::of_random(&others).as_str(), "0123456789abc");
        assert_eq!(format!("{:?}", PersonalCode::of_random(&[0; 9])), "PersonalCode(…)");
    }

    #[test]
    fn what_is_typed_is_read_in_the_one_spelling() {
        let read = |text| PersonalCode::read(text).map(|code| code.as_str().to_owned());
        assert_eq!(read(" OIL4-567 89ab-CD ").as_deref(), Some("011456789abcd"));
        assert_eq!(read("oil4-5678-9abc-d").as_deref(), Some("011456789abcd"));
        for text in ["", "0123456789ab", "0123456789abcd", "u123456789abc", "012345678_abc", "ä123456789abc"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn each_bit_of_65_makes_another_code(random: [u8; 9], bit in 0..65_usize) {
            let mut other = random;
            other[bit / 8] ^= 0x80 >> (bit % 8);
            let (code, other) = (PersonalCode::of_random(&random), PersonalCode::of_random(&other));
            prop_assert_eq!(code.as_str().len(), PERSONAL_CODE_LENGTH);
            prop_assert_eq!(PersonalCode::read(&code.as_str().to_uppercase()), Some(code.clone()));
            prop_assert_ne!(code, other);
        }
    }
}
