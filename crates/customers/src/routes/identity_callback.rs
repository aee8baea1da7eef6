//! `GET /api/users/identity/{provider}/callback`: back from signing in elsewhere.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::Response,
};
use domain::{
    customer::PersonName,
    email::{CustomerEmail, comparable},
    key::fingerprint,
};
use jiff::Timestamp;
use providers::identity::{CheckedIdentity, IdentityClient, IdentityFault};
use serde::Deserialize;
use server::{ApiError, Path, Query, session::Token};
use store::{NewProviderToken, ProviderIdentity};
use utoipa::IntoParams;

use super::identity_start::{DETAILS_PAGE, SIGN_IN_PAGE, found};
use crate::{
    Customers,
    identity::{ATTEMPT_LASTS, BrowserAttempts, IdentityAttempt, encoded},
};

/// What a provider sends somebody back with.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    /// Who says so (RFC 9207).
    iss: Option<String>,
}

/// How an attempt ended, as the page is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IdentityEnd {
    MissingPermissions,
    InvalidCredentials,
    Declined,
    Error,
}

impl IdentityEnd {
    fn as_str(self) -> &'static str {
        match self {
            Self::MissingPermissions => "missing-permissions",
            Self::InvalidCredentials => "invalid-credentials",
            Self::Declined => "declined",
            Self::Error => "error",
        }
    }
}

/// Takes somebody back from a provider. An attempt is answered once: the same address again ends in `identity=error`.
#[utoipa::path(get, path = "/api/users/identity/{provider}/callback", operation_id = "finishIdentity", tag = "users",
    params(("provider" = String, Path, description = "As `providers[].id` of `getIdentity`"), CallbackQuery),
    responses((status = 302, description = "To `/kirjaudu#identity=…`, of a link to `/asiakastili/omat-tiedot#identity=…`")))]
pub(super) async fn finish_identity(
    State(customers): State<Customers>,
    Path(provider): Path<String>,
    Query(query): Query<CallbackQuery>,
    headers: HeaderMap,
) -> Response {
    let (deps, cookie) = (&customers.deps, customers.cookie);
    let now = deps.clock.now();
    let attempts = BrowserAttempts::read(&headers, cookie, &deps.secrets, now);
    let of_state = query.state.as_deref().and_then(|state| attempts.of_state(state));
    let known = customers.identity_of(&provider).zip(of_state).filter(|(client, of)| client.id() == of.provider);
    let Some((client, attempt)) = known else {
        return found(&format!("{SIGN_IN_PAGE}#identity=error"));
    };
    let page = if attempt.session.is_some() { DETAILS_PAGE } else { SIGN_IN_PAGE };
    if !customers.spend_attempt(attempt).await {
        // Answered already: what its browser got for it stays good.
        return found(&format!("{page}#identity=error"));
    }
    match customers.finish(client, attempt, &query, now).await {
        Ok(token) => {
            let mut fragment = format!("identity=token&provider={}&providerToken={}", client.id(), token.reveal());
            if attempt.return_to != "/" {
                fragment = format!("{fragment}&returnTo={}", encoded(&attempt.return_to));
            }
            let until = now.checked_add(ATTEMPT_LASTS).unwrap_or(Timestamp::MAX);
            let renewed = IdentityAttempt { until, ..attempt.clone() };
            let mut response = found(&format!("{page}#{fragment}"));
            let line = renewed.give(cookie, &deps.secrets, &deps.chance);
            response.headers_mut().append(header::SET_COOKIE, line);
            response
        }
        Err(ended) => {
            let mut response = found(&format!("{page}#identity={}", ended.as_str()));
            response.headers_mut().append(header::SET_COOKIE, BrowserAttempts::take(attempt, cookie));
            response
        }
    }
}

fn in_vain(error: &store::StoreError) -> IdentityEnd {
    tracing::warn!(error = %domain::error::chain(error), "somebody came back from a provider in vain");
    IdentityEnd::Error
}

impl Customers {
    /// Takes an attempt as answered, over all nodes; false where it was already, or where nobody knows.
    async fn spend_attempt(&self, attempt: &IdentityAttempt) -> bool {
        let spent = fingerprint(&format!("identity state {}", attempt.state));
        // Beyond its own end: a state whose cookie was renewed is as spent as before.
        let until = attempt.until.checked_add(ATTEMPT_LASTS).unwrap_or(Timestamp::MAX);
        let spent = self.deps.store.spent_tokens().spend(spent, 1, until).await;
        spent.map_err(|error| in_vain(&error)).unwrap_or(false)
    }

    async fn finish(
        &self,
        client: &IdentityClient,
        attempt: &IdentityAttempt,
        query: &CallbackQuery,
        now: Timestamp,
    ) -> Result<Token, IdentityEnd> {
        // Who answers for another provider would get that one's code (RFC 9207).
        if query.iss.as_deref().is_some_and(|iss| iss != client.issuer()) {
            return Err(IdentityEnd::Error);
        }
        let code = match (query.error.as_deref(), query.code.as_deref()) {
            (None, Some(code)) => code,
            (Some("access_denied"), _) => return Err(IdentityEnd::Declined),
            _ => return Err(IdentityEnd::Error),
        };
        let checked = client.finish(code, &attempt.verifier, &attempt.nonce).await.map_err(|fault| ended(&fault))?;
        let token = Token::new(&self.deps.chance);
        let until = now.checked_add(ATTEMPT_LASTS).unwrap_or(Timestamp::MAX);
        let mut new = new_token(client, checked, token.fingerprint(), until).ok_or(IdentityEnd::MissingPermissions)?;
        (new.state_sha256, new.session) = (Some(attempt.fingerprint()), attempt.session);
        self.deps.store.customers().add_provider_token(new).await.map_err(|error| in_vain(&error))?;
        Ok(token)
    }
}

/// Who somebody is, to be kept; none where what the provider calls their address is none.
pub(super) fn new_token(
    client: &IdentityClient,
    checked: CheckedIdentity,
    sha256: [u8; 32],
    expires_at: Timestamp,
) -> Option<NewProviderToken> {
    let email: CustomerEmail = checked.email.parse().ok()?;
    let name = |claimed: &str| PersonName::claimed(claimed).map(|name| name.as_str().to_owned()).unwrap_or_default();
    Some(NewProviderToken {
        sha256,
        state_sha256: None,
        session: None,
        identity: ProviderIdentity {
            provider: client.issuer().to_owned(),
            subject: checked.subject,
            email: comparable(email.as_str()),
        },
        first_name: name(&checked.given_name),
        last_name: name(&checked.family_name),
        expires_at,
    })
}

fn ended(fault: &IdentityFault) -> IdentityEnd {
    tracing::info!(fault = %domain::error::chain(fault), "somebody could not sign in elsewhere");
    match fault {
        IdentityFault::Away(_) => IdentityEnd::Error,
        IdentityFault::Refused | IdentityFault::NoEmail => IdentityEnd::MissingPermissions,
        IdentityFault::BadToken(_) => IdentityEnd::InvalidCredentials,
    }
}

/// A fault of an ID token that a program brought.
pub(super) fn refused(fault: &IdentityFault) -> ApiError {
    tracing::info!(fault = %domain::error::chain(fault), "a program's ID token does not hold");
    match fault {
        IdentityFault::Away(_) => ApiError::unavailable(),
        _ => ApiError::new(domain::error::Code::InvalidCredentials),
    }
}
