//! Callers of parts that ask nobody who calls, and callers that a test makes up: who comes with which token. The latter
//! for what no account can be had of yet.

use std::collections::HashMap;

use async_trait::async_trait;
use deps::{Caller, Callers, Credentials};
use store::StoreError;

/// Everybody is a guest.
#[derive(Debug, Clone, Copy, Default)]
pub struct Guests;

#[async_trait]
impl Callers for Guests {
    async fn caller(&self, _: Credentials<'_>) -> Result<Caller, StoreError> {
        Ok(Caller::Guest)
    }
}

/// Makes callers of bearer tokens, by a table; whoever comes with another one, or none, is a guest.
#[derive(Debug, Default)]
pub struct MadeUpCallers(HashMap<String, Caller>);

impl MadeUpCallers {
    /// Whoever comes with this token is this caller.
    #[must_use]
    pub fn with(mut self, token: &str, caller: Caller) -> Self {
        self.0.insert(token.to_owned(), caller);
        self
    }
}

#[async_trait]
impl Callers for MadeUpCallers {
    async fn caller(&self, credentials: Credentials<'_>) -> Result<Caller, StoreError> {
        let caller = credentials.bearer.and_then(|token| self.0.get(token));
        Ok(caller.cloned().unwrap_or(Caller::Guest))
    }
}
