//! A customer's phone number (docs/spec/people.md, "Register"). By what numbers are compared: [`crate::phone`].

use std::{fmt, ops::RangeInclusive};

use super::WrongField;
use crate::{error::Code, words::without_format};

/// Characters of a number, its plus and spaces among them.
const CHARACTERS: RangeInclusive<usize> = 6..=18;
/// Digits of a number.
const FEWEST_DIGITS: usize = 5;

/// A phone number: a plus or none, then digits and spaces.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CustomerPhone(String);

/// Why a text is no phone number. Characters are looked at first, then the length, then digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadPhone {
    /// It has a character that belongs to no number.
    #[error("a phone number has digits, spaces, and a plus in front")]
    Invalid,
    /// It has fewer than 6 characters or 5 digits.
    #[error("the phone number is too short")]
    TooShort,
    /// It has more than 18 characters.
    #[error("the phone number is too long")]
    TooLong,
}

impl CustomerPhone {
    /// Reads a number that somebody typed; hyphens are taken out first.
    ///
    /// # Errors
    /// [`BadPhone`].
    pub fn read(text: &str) -> Result<Self, BadPhone> {
        let seen = without_format(text).map_err(|_| BadPhone::Invalid)?;
        let number = seen.replace('-', "");
        let number = number.trim();
        let national = number.strip_prefix('+').unwrap_or(number);
        if !national.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ') {
            return Err(BadPhone::Invalid);
        }
        if number.len() > *CHARACTERS.end() {
            return Err(BadPhone::TooLong);
        }
        let digits = national.bytes().filter(u8::is_ascii_digit).count();
        if number.len() < *CHARACTERS.start() || digits < FEWEST_DIGITS {
            return Err(BadPhone::TooShort);
        }
        Ok(Self(number.to_owned()))
    }

    /// The number as it was typed, without hyphens.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CustomerPhone {
    /// Without the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomerPhone(…)")
    }
}

impl BadPhone {
    /// Its message code.
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            Self::Invalid => Code::PhoneInvalid,
            Self::TooShort => Code::PhoneTooShort,
            Self::TooLong => Code::PhoneTooLong,
        }
    }

    /// Of a field of this name.
    #[must_use]
    pub fn of(self, field: &'static str) -> WrongField {
        WrongField::with_code(field, self.code())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::phone::comparable;

    fn read(text: &str) -> Result<String, BadPhone> {
        CustomerPhone::read(text).map(|phone| phone.as_str().to_owned())
    }

    #[test]
    fn a_number_has_a_plus_or_none_then_digits_and_spaces() {
        for (text, kept) in [
            ("040 123 4567", "040 123 4567"),
            ("+358 40-123-4567", "+358 401234567"),
            ("-040-1234-", "0401234"),
            ("\u{202d}+358401234567\u{202c}", "+358401234567"),
            (" 0401234567 ", "0401234567"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(kept), "{text}");
        }
        for text in [
            "040 123 456a",
            "040+1234567",
            "++358401234567",
            "(040) 1234567",
            "040.1234567",
            "040\n1234567",
            "٠٤٠١٢٣٤٥",
        ] {
            assert_eq!(read(text), Err(BadPhone::Invalid), "{text}");
        }
    }

    #[test]
    fn characters_are_looked_at_first_then_the_length_then_digits() {
        assert_eq!(
            (read("04012"), read("040123"), read("+04012")),
            (Err(BadPhone::TooShort), Ok("040123".to_owned()), Ok("+04012".to_owned()))
        );
        assert_eq!(read("0401 2"), Ok("0401 2".to_owned()), "six characters, five of them digits");
        assert_eq!(read("040  1"), Err(BadPhone::TooShort), "six characters, four digits");
        assert_eq!(read("040-12"), Err(BadPhone::TooShort), "a hyphen is no character of it");
        assert_eq!(read(&"1".repeat(18)), Ok("1".repeat(18)));
        assert_eq!(read(&"1".repeat(19)), Err(BadPhone::TooLong));
        assert_eq!(read("1                 2"), Err(BadPhone::TooLong), "before its digits");
        assert_eq!((read("x"), read(&"x".repeat(30))), (Err(BadPhone::Invalid), Err(BadPhone::Invalid)));
        assert_eq!((read(""), read("+")), (Err(BadPhone::TooShort), Err(BadPhone::TooShort)));
        let codes = [BadPhone::Invalid, BadPhone::TooShort, BadPhone::TooLong].map(|bad| bad.code().as_str());
        assert_eq!(codes, ["phone/invalid", "phone/too-short", "phone/too-long"]);
    }

    proptest! {
        #[test]
        fn what_was_read_once_stays_and_can_be_compared(text in "\\+?[0-9 -]{0,24}") {
            if let Ok(kept) = read(&text) {
                prop_assert!((6..=18).contains(&kept.len()) && !kept.contains('-'));
                prop_assert!(comparable(&kept).is_some());
                prop_assert_eq!(comparable(&kept), comparable(&text));
                prop_assert_eq!(read(&kept), Ok(kept));
            }
        }
    }
}
