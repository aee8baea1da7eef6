//! Who calls this node: the staff by their sessions or the configured token, machines by their dispatch keys.

use async_trait::async_trait;
use deps::{Caller, Callers, Credentials, SharedClock, StaffCaller};
use dispatch::DispatchKeys;
use domain::key::fingerprint;
use store::{Store, StoreError};
use tracking::staff::StaffToken;

/// The callers that a node knows.
pub(crate) struct NodeCallers {
    pub(crate) store: Store,
    pub(crate) clock: SharedClock,
    pub(crate) keys: DispatchKeys,
    /// The configured token of the staff, if there is one.
    pub(crate) staff_token: Option<StaffToken>,
}

#[async_trait]
impl Callers for NodeCallers {
    async fn caller(&self, Credentials { bearer, session }: Credentials<'_>) -> Result<Caller, StoreError> {
        // A token that was given counts alone: a wrong one is not made good by a cookie.
        if let Some(token) = bearer {
            if self.staff_token.as_ref().is_some_and(|configured| configured.opens(token)) {
                return Ok(Caller::Staff(StaffCaller::Token));
            }
            let key = self.keys.find(token).await?;
            return Ok(key.map_or(Caller::Guest, |key| Caller::Key(key.reporter)));
        }
        let Some(token) = session else { return Ok(Caller::Guest) };
        let session = self.store.staff().session(&fingerprint(token), self.clock.now()).await?;
        Ok(session.map_or(Caller::Guest, |session| Caller::Staff(StaffCaller::Person(session))))
    }
}
