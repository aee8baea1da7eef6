//! Words of bodies (docs/spec/ordering.md, "Words").

use domain::words::{HiddenCharacter, Lines, Words};

use crate::ApiError;

/// The rule that a text with a control or format character breaks.
const CHARACTERS: &str = "characters";

/// Who wrote what a body says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthorKind {
    /// A person: what hides in their words is refused.
    Person,
    /// A shop's program, which passes on what it has: what hides in it is taken out.
    Program,
}

impl AuthorKind {
    /// Reads words; none where nothing of them can be seen.
    ///
    /// # Errors
    /// 422 with the field and the rule `characters`.
    pub fn words(self, text: Option<&str>, lines: Lines, field: &str) -> Result<Option<String>, ApiError> {
        let Some(text) = text else { return Ok(None) };
        let words = match self {
            Self::Person => Words::read(text, lines).map_err(|HiddenCharacter| hidden(field))?,
            Self::Program => Words::cleaned(text, lines),
        };
        Ok(words.map(String::from))
    }
}

/// 422: a text of this field has a control or format character.
#[must_use]
pub fn hidden(field: impl Into<String>) -> ApiError {
    ApiError::invalid(field).with("rule", CHARACTERS)
}

/// Refuses words that are longer than `most` characters.
///
/// # Errors
/// 422 with the field.
pub fn check_length(text: Option<&String>, most: usize, field: &str) -> Result<(), ApiError> {
    let is_long = text.is_some_and(|text| text.chars().count() > most);
    if is_long { Err(ApiError::invalid(field)) } else { Ok(()) }
}
