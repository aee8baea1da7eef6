//! Promotion codes, as data and people write them.

use std::{fmt, sync::Arc};

use domain::{
    loyalty::PersonalCode,
    words::{HiddenCharacter, without_format},
};

/// The longest promotion code, in characters (docs/spec/ordering.md, "Bounds").
pub const LONGEST_CODE: usize = 64;

/// A promotion code in its one spelling: composed (NFC), no spaces, no hyphens, small letters, and in the form of a
/// personal code `o` as `0`, `i` and `l` as `1` (docs/spec/ordering.md, "Conditions").
///
/// ```
/// use chain::PromotionCode;
/// assert_eq!(PromotionCode::read(" KESÄ-5 ").unwrap().as_str(), "kesä5");
/// assert_eq!(PromotionCode::read("KESA\u{308}5").unwrap().as_str(), "kesä5");
/// assert_eq!(PromotionCode::read("oi2m-4k7q-9x1c-b").unwrap().as_str(), "012m4k7q9x1cb");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PromotionCode(Arc<str>);

/// A text that is no promotion code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a code has 1 to {LONGEST_CODE} characters beside spaces and hyphens")]
pub struct NotACode;

impl PromotionCode {
    /// Reads a code as people write it.
    ///
    /// # Errors
    /// [`NotACode`] where nothing is left of it, or too much.
    pub fn read(text: &str) -> Result<Self, NotACode> {
        let text = without_format(text).map_err(|HiddenCharacter| NotACode)?;
        let written: String =
            text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_lowercase).collect();
        // A small letter may be two characters, and a hyphen may have stood between a letter and its accent.
        let written = without_format(&written).map_err(|HiddenCharacter| NotACode)?;
        if written.is_empty() || written.chars().count() > LONGEST_CODE {
            return Err(NotACode);
        }
        Ok(Self(personal(&written).unwrap_or(written).into()))
    }

    /// Its one spelling.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it has the form of a personal code: 13 characters of Crockford's base32.
    #[must_use]
    pub fn is_personal_form(&self) -> bool {
        personal(&self.0).is_some()
    }
}

impl fmt::Display for PromotionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn personal(written: &str) -> Option<String> {
    PersonalCode::read(written).map(|code| code.as_str().to_owned())
}
