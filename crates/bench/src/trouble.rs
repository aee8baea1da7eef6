//! Why a measurement could not be taken.

use std::fmt::Display;

/// Why a measurement could not be taken. There is nobody to treat one cause differently from another: a person reads it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Trouble(String);

impl Trouble {
    /// In a sentence.
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Says what was tried when something failed.
pub(crate) trait Trying<T> {
    /// With what was tried.
    fn trying(self, what: &str) -> Result<T, Trouble>;
}

impl<T, E: Display> Trying<T> for Result<T, E> {
    fn trying(self, what: &str) -> Result<T, Trouble> {
        self.map_err(|error| Trouble(format!("{what}: {error}")))
    }
}
