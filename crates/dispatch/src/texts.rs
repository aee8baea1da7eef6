//! The texts of calls, and their bounds.

use domain::words::{Lines, Words};
use server::ApiError;

/// The longest text that a caller may send, in characters.
pub(crate) const MAX_TEXT: usize = 500;

/// Refuses a text that is longer than `most` characters, or holds the one that no database keeps.
pub(crate) fn check_text(text: Option<&String>, most: usize, field: &str) -> Result<(), ApiError> {
    if text.is_some_and(|text| !is_text(text, most)) { Err(ApiError::invalid(field)) } else { Ok(()) }
}

/// Words of one line as a kitchen passes them on, without what is hidden in them (docs/spec/ordering.md, "Words").
pub(crate) fn cleaned(text: Option<&str>) -> Option<String> {
    Words::cleaned(text?, Lines::One).map(String::from)
}

pub(crate) fn is_text(text: &str, most: usize) -> bool {
    !text.contains('\0') && text.chars().count() <= most
}
