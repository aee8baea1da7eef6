//! Who calls this node: customers and the staff by their sessions, the staff by the configured token too, machines by their
//! dispatch keys.

use async_trait::async_trait;
use deps::{Caller, Callers, Credentials, CustomerCaller, SharedClock, StaffCaller};
use dispatch::DispatchKeys;
use domain::{
    customer::{SessionChannel, TermsVersion, TermsVersions},
    key::fingerprint,
};
use store::{CustomerSession, SignedInSession, Store, StoreError, TermsInForce};
use tracking::staff::StaffToken;

/// The callers that a node knows.
pub(crate) struct NodeCallers {
    pub(crate) store: Store,
    pub(crate) clock: SharedClock,
    pub(crate) keys: DispatchKeys,
    /// The configured token of the staff, if there is one.
    pub(crate) staff_token: Option<StaffToken>,
    /// Whether everybody of the staff needs a second factor.
    pub(crate) is_totp_required: bool,
}

#[async_trait]
impl Callers for NodeCallers {
    async fn caller(&self, Credentials { bearer, session }: Credentials<'_>) -> Result<Caller, StoreError> {
        // A token that was given counts alone: a wrong one is not made good by a cookie.
        if let Some(token) = bearer {
            if self.staff_token.as_ref().is_some_and(|configured| configured.opens(token)) {
                return Ok(Caller::Staff(StaffCaller::Token));
            }
            if let Some(key) = self.keys.find(token).await? {
                return Ok(Caller::Key(key.reporter));
            }
            return self.signed_in(token, SessionChannel::Bearer).await;
        }
        match session {
            Some(token) => self.signed_in(token, SessionChannel::Cookie).await,
            None => Ok(Caller::Guest),
        }
    }
}

impl NodeCallers {
    /// Who is signed in by a token; nobody where it opens nothing.
    async fn signed_in(&self, token: &str, channel: SessionChannel) -> Result<Caller, StoreError> {
        let found = self.store.sessions().by_token(&fingerprint(token), channel, self.clock.now()).await?;
        Ok(match found {
            None => Caller::Guest,
            Some(SignedInSession::Staff(session)) if self.is_totp_required && !session.has_totp => {
                Caller::TotpSetup(session)
            }
            Some(SignedInSession::Staff(session)) => Caller::Staff(StaffCaller::Person(session)),
            Some(SignedInSession::Customer(session, terms)) => Caller::Customer(customer(&session, terms)),
        })
    }
}

fn customer(session: &CustomerSession, terms: Vec<TermsInForce>) -> CustomerCaller {
    let of_shop = terms.into_iter().filter(|one| one.text == "shop");
    let versions = of_shop.map(|one| TermsVersion { version: one.version, must_accept: one.must_accept });
    let versions = TermsVersions::new(versions.collect());
    CustomerCaller {
        id: session.customer_id,
        session_id: session.session_id,
        signed_in_at: session.created_at,
        has_open_terms: !versions.are_accepted(session.terms_version.as_deref()),
        is_member: session.joined_at.is_some(),
        birth_date: session.birth_date,
    }
}
