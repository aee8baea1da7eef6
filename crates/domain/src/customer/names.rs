//! First and last names.

use std::fmt;

use super::{FieldRule, WrongField};
use crate::words::{HiddenCharacter, Lines, Words};

/// The longest name, in characters.
const LONGEST: usize = 50;

/// A first or last name of 1 to 50 characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PersonName(Words);

/// Why a text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing of it can be seen.
    #[error("a name is needed")]
    Empty,
    /// It has more than 50 characters.
    #[error("a name has at most {LONGEST} characters")]
    TooLong,
    /// It has characters that cannot be seen.
    #[error(transparent)]
    Hidden(#[from] HiddenCharacter),
}

impl PersonName {
    /// Reads a name that somebody typed.
    ///
    /// # Errors
    /// [`BadName`].
    pub fn read(text: &str) -> Result<Self, BadName> {
        let words = Words::read(text, Lines::One)?.ok_or(BadName::Empty)?;
        if words.chars().count() <= LONGEST { Ok(Self(words)) } else { Err(BadName::TooLong) }
    }

    /// The name that an identity provider claims, cut to what a name may be; none where nothing is left.
    #[must_use]
    pub fn claimed(text: &str) -> Option<Self> {
        let words = Words::cleaned(text, Lines::One)?;
        let cut: String = words.chars().take(LONGEST).collect();
        Words::cleaned(&cut, Lines::One).map(Self)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PersonName {
    /// Without the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PersonName(…)")
    }
}

impl BadName {
    /// Of a field of this name.
    #[must_use]
    pub fn of(self, field: &'static str) -> WrongField {
        let rule = match self {
            Self::Empty => FieldRule::Required,
            Self::TooLong => FieldRule::Long,
            Self::Hidden(_) => FieldRule::Characters,
        };
        WrongField::breaking(field, rule)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<String, BadName> {
        PersonName::read(text).map(|name| name.as_str().to_owned())
    }

    #[test]
    fn a_name_has_one_to_fifty_characters() {
        assert_eq!(read("  Aino \u{a0} Maria "), Ok("Aino Maria".to_owned()));
        assert_eq!((read("Ö"), read("李")), (Ok("Ö".to_owned()), Ok("李".to_owned())));
        for text in ["", "  ", "\u{3000}"] {
            assert_eq!(read(text), Err(BadName::Empty), "{text:?}");
        }
        let longest = "ä".repeat(50);
        assert_eq!(read(&format!(" {longest} ")), Ok(longest.clone()));
        assert_eq!(read(&format!("{longest}ä")), Err(BadName::TooLong));
        for text in ["Ai\nno", "Ai\u{200b}no", "\u{202e}oniA", "a\0"] {
            assert_eq!(read(text), Err(BadName::Hidden(HiddenCharacter)), "{text:?}");
        }
    }

    #[test]
    fn a_claimed_name_is_cut() {
        let claimed = |text: &str| PersonName::claimed(text).map(|name| name.as_str().to_owned());
        assert_eq!(claimed(" Ai\u{200b}no\n").as_deref(), Some("Aino"));
        assert_eq!(claimed(&"ä".repeat(51)), Some("ä".repeat(50)));
        assert_eq!(claimed(&format!("{} x", "ä".repeat(49))), Some("ä".repeat(49)), "no blank at the end");
        assert_eq!((claimed(""), claimed("\u{200b}")), (None, None));
    }

    proptest! {
        #[test]
        fn a_name_is_read_as_it_was_kept(text in "\\PC{0,60}") {
            let kept = PersonName::claimed(&text);
            if let Ok(name) = PersonName::read(&text) {
                prop_assert_eq!(Some(&name), kept.as_ref());
            }
            if let Some(name) = kept {
                prop_assert_eq!(PersonName::read(name.as_str()), Ok(name));
            }
        }
    }
}
