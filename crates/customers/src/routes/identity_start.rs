//! `GET` and `POST /api/users/identity/{provider}/start`: off to sign in elsewhere.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::error::Code;
use providers::identity::{BeginIdentity, IdentityClient};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query};
use utoipa::IntoParams;

use super::CUSTOMER_CHANGES;
use crate::{
    ChangingCustomer, Customers,
    identity::{BrowserAttempts, IdentityAttempt, accepted},
    signed_in::require_terms,
};

/// Where signing in goes on.
pub(super) const SIGN_IN_PAGE: &str = "/kirjaudu";
/// Where linking does.
pub(super) const DETAILS_PAGE: &str = "/asiakastili/omat-tiedot";

/// How somebody goes.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct StartQuery {
    /// The page to go on to; `/` where it is none of ours.
    return_to: Option<String>,
    /// `1`: they are asked for their address once more.
    rerequest: Option<String>,
}

/// What a link is asked with.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LinkQuery {
    /// `link`.
    intent: Option<String>,
}

/// Sends somebody to a provider to sign in. Each call is an attempt of its own, bound to this browser by a cookie of ten
/// minutes.
#[utoipa::path(get, path = "/api/users/identity/{provider}/start", operation_id = "startIdentity", tag = "users",
    params(("provider" = String, Path, description = "As `providers[].id` of `getIdentity`"), StartQuery),
    responses((status = 302, description = "To the provider; to `/kirjaudu#identity=error` where it is away or none")))]
pub(super) async fn start_identity(
    State(customers): State<Customers>,
    Path(provider): Path<String>,
    Query(query): Query<StartQuery>,
    headers: HeaderMap,
) -> Response {
    let Some(client) = customers.identity_of(&provider) else {
        return found(&format!("{SIGN_IN_PAGE}#identity=error"));
    };
    let mut attempt = customers.attempt(client);
    if let Some(page) = query.return_to.as_deref().and_then(accepted) {
        page.clone_into(&mut attempt.return_to);
    }
    let asks_again = query.rerequest.as_deref() == Some("1");
    customers.send_away(client, &attempt, asks_again, &headers, StatusCode::FOUND).await
}

/// Sends somebody who is signed in to a provider, to link what they are there to their account. Each call is an attempt of its
/// own.
#[utoipa::path(post, path = "/api/users/identity/{provider}/start", operation_id = "startLink", tag = "users",
    params(("provider" = String, Path, description = "As `providers[].id` of `getIdentity`"), LinkQuery,
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 303, description = "To the provider"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 422, description = "No such provider, or another intent", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn start_link(
    State(customers): State<Customers>,
    Path(provider): Path<String>,
    ChangingCustomer(customer): ChangingCustomer,
    Query(query): Query<LinkQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let client = customers.identity_of(&provider).ok_or_else(|| ApiError::new(Code::ProviderUnsupported))?;
    if query.intent.as_deref() != Some("link") {
        return Err(ApiError::invalid("intent"));
    }
    let attempt = IdentityAttempt { session: Some(customer.session_id), ..customers.attempt(client) };
    Ok(customers.send_away(client, &attempt, false, &headers, StatusCode::SEE_OTHER).await)
}

impl Customers {
    /// The provider of a call.
    pub(super) fn identity_of(&self, id: &str) -> Option<&IdentityClient> {
        self.identity.as_ref().filter(|client| client.id() == id)
    }

    fn attempt(&self, client: &IdentityClient) -> IdentityAttempt {
        IdentityAttempt::new(&self.deps.chance, client.id(), self.deps.clock.now())
    }

    async fn send_away(
        &self,
        client: &IdentityClient,
        attempt: &IdentityAttempt,
        asks_again: bool,
        headers: &HeaderMap,
        status: StatusCode,
    ) -> Response {
        let (state, nonce, verifier) = (attempt.state.as_str(), attempt.nonce.as_str(), attempt.verifier.as_str());
        let address = match client.begin(BeginIdentity { state, nonce, verifier, asks_again }).await {
            Ok(address) => address,
            Err(error) => {
                tracing::warn!(error = %domain::error::chain(&error), "nobody can sign in elsewhere");
                let page = if attempt.session.is_some() { DETAILS_PAGE } else { SIGN_IN_PAGE };
                return sent_to(status, &format!("{page}#identity=error"));
            }
        };
        let mut response = sent_to(status, &address);
        let (deps, cookie) = (&self.deps, self.cookie);
        let before = BrowserAttempts::read(headers, cookie, &deps.secrets, deps.clock.now());
        for line in before.make_room(cookie) {
            response.headers_mut().append(header::SET_COOKIE, line);
        }
        response.headers_mut().append(header::SET_COOKIE, attempt.give(cookie, &deps.secrets, &deps.chance));
        response
    }
}

/// A redirect that nobody keeps and that tells nobody where it came from.
pub(super) fn found(address: &str) -> Response {
    sent_to(StatusCode::FOUND, address)
}

fn sent_to(status: StatusCode, address: &str) -> Response {
    let address = HeaderValue::try_from(address).unwrap_or(HeaderValue::from_static("/"));
    let headers = [
        (header::LOCATION, address),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (status, headers).into_response()
}
