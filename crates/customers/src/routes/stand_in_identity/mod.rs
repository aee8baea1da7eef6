//! `/api/dev/identity`: the embedded stand-in for an identity provider, which checks nobody and says so (docs/spec/people.md,
//! "Stand-ins"). It is no part of the API.

mod html;

use axum::{
    Router,
    extract::{State, rejection::QueryRejection},
    http::{HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use providers::identity::{STAND_IN_PATH, StandInAsk, StandInFault, StandInIdentity, StandInPerson};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use server::{ApiError, Json, extract::RawBody};

use crate::identity::encoded;

/// What a client asks in the address of the page.
#[derive(Deserialize)]
struct AuthorizeQuery {
    client_id: String,
    response_type: String,
    redirect_uri: String,
    state: String,
    nonce: Option<String>,
    code_challenge: String,
    code_challenge_method: String,
}

/// What somebody says on the page.
#[derive(Deserialize)]
struct StandInForm {
    choice: String,
    #[serde(default)]
    email: String,
    verified: Option<String>,
    #[serde(default)]
    given_name: String,
    #[serde(default)]
    family_name: String,
}

/// What a client exchanges.
#[derive(Deserialize)]
struct StandInExchange {
    grant_type: String,
    code: String,
    redirect_uri: String,
    client_id: String,
    client_secret: String,
    code_verifier: String,
}

/// Its calls.
pub(super) fn router(stand_in: StandInIdentity) -> Router {
    let at = |path: &str| format!("{STAND_IN_PATH}{path}");
    Router::new()
        .route(&at("/.well-known/openid-configuration"), get(metadata))
        .route(&at("/jwks"), get(keys))
        .route(&at("/authorize"), get(show).post(choose))
        .route(&at("/token"), post(exchange))
        .with_state(stand_in)
}

async fn metadata(State(stand_in): State<StandInIdentity>) -> Response {
    Json(stand_in.metadata()).into_response()
}

async fn keys(State(stand_in): State<StandInIdentity>) -> Response {
    Json(stand_in.keys()).into_response()
}

async fn show(State(stand_in): State<StandInIdentity>, address: Uri) -> Response {
    match asked(&stand_in, &address) {
        Ok(_) => (StatusCode::OK, kept(), html::sign_in()).into_response(),
        Err(_) => (StatusCode::BAD_REQUEST, kept(), html::refusal()).into_response(),
    }
}

async fn choose(State(stand_in): State<StandInIdentity>, address: Uri, RawBody(form): RawBody) -> Response {
    let read = asked(&stand_in, &address).and_then(|ask| Ok((ask, read_form::<StandInForm>(&form)?)));
    let Ok((ask, said)) = read else {
        return (StatusCode::BAD_REQUEST, kept(), html::refusal()).into_response();
    };
    let back = ask.redirect_uri.clone();
    let parameters = match said.choice.as_str() {
        "agree" => stand_in.agreed(
            ask,
            StandInPerson {
                email: said.email.trim().to_owned(),
                is_verified: said.verified.is_some(),
                given_name: said.given_name,
                family_name: said.family_name,
            },
        ),
        _ => stand_in.declined(ask),
    };
    let pairs: Vec<_> = parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    let address = HeaderValue::try_from(format!("{back}?{}", pairs.join("&")));
    let address = address.unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
}

async fn exchange(State(stand_in): State<StandInIdentity>, RawBody(form): RawBody) -> Response {
    let refused = || (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" }))).into_response();
    let Ok(asked) = read_form::<StandInExchange>(&form) else { return refused() };
    if asked.grant_type != "authorization_code" {
        return refused();
    }
    let client = (asked.client_id.as_str(), asked.client_secret.as_str());
    match stand_in.exchange(client, &asked.code, &asked.code_verifier, &asked.redirect_uri).await {
        Ok(answer) => Json(answer).into_response(),
        Err(StandInFault::Refused) => refused(),
        Err(StandInFault::Store(error)) => ApiError::from(error).into_response(),
    }
}

fn asked(stand_in: &StandInIdentity, address: &Uri) -> Result<StandInAsk, ApiError> {
    let query: AuthorizeQuery = read_query(address).map_err(|_| ApiError::invalid("query"))?;
    let AuthorizeQuery { client_id, redirect_uri, state, nonce, code_challenge, .. } = query;
    let is_code = query.response_type == "code" && query.code_challenge_method == "S256";
    let ask = StandInAsk { redirect_uri, state, nonce, code_challenge };
    stand_in.asked(&client_id, ask).filter(|_| is_code).ok_or_else(|| ApiError::invalid("query"))
}

fn read_query<T: DeserializeOwned>(address: &Uri) -> Result<T, QueryRejection> {
    axum::extract::Query::try_from_uri(address).map(|axum::extract::Query(read)| read)
}

fn read_form<T: DeserializeOwned>(form: &[u8]) -> Result<T, ApiError> {
    let misfit = || ApiError::invalid("form");
    let form = std::str::from_utf8(form).map_err(|_| misfit())?;
    let address: Uri = format!("/?{form}").parse().map_err(|_| misfit())?;
    read_query(&address).map_err(|_| misfit())
}

/// The headers of a page that nobody keeps.
fn kept() -> [(HeaderName, HeaderValue); 2] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]
}
