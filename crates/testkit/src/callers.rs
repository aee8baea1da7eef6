//! Callers of parts that ask nobody who calls.

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
