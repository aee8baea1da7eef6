//! `GET /api/users/identity` and `POST /api/users/captcha`: what the pages of signing in and registering need to know.

use axum::{extract::State, response::Response};
use domain::{
    captcha::{CaptchaAction, MIN_TOKEN_LENGTH},
    error::Code,
};
use jiff::SignedDuration;
use providers::identity::IdentityClient;
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json,
    address::{ClientAddress, limit_unit},
    rate_limits::NamedLimit,
};
use utoipa::ToSchema;

use super::private;
use crate::{
    Customers,
    terms::{KnownTerms, TermsPayload},
};

/// Challenges that are made for one address in an hour.
const CHALLENGES: NamedLimit = NamedLimit { name: "captchas", most: 200, window: SignedDuration::from_hours(1) };

/// What signing in and registering ask.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Identity {
    captcha: CaptchaInfo,
    /// Where one may sign in besides.
    providers: Vec<IdentityProvider>,
    /// The fewest characters of a password.
    password_min: usize,
    /// The age that somebody has passed who joins the loyalty programme, in years.
    loyalty_age: u8,
    /// The same of the wheel.
    wheel_age: u8,
    terms: TermsPayload,
}

/// Who says that a person is no machine.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptchaInfo {
    /// `embedded` or `recaptcha`.
    provider: &'static str,
    site_key: String,
    min_token_length: usize,
}

/// An identity provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct IdentityProvider {
    id: String,
    name: String,
    start_url: String,
}

impl IdentityProvider {
    fn of(client: &IdentityClient) -> Self {
        let start_url = format!("/api/users/identity/{}/start", client.id());
        Self { id: client.id().to_owned(), name: client.name().to_owned(), start_url }
    }
}

/// What signing in and registering ask.
#[utoipa::path(get, path = "/api/users/identity", operation_id = "getIdentity", tag = "users",
    responses((status = 200, description = "What they ask", body = Identity)))]
pub(super) async fn get_identity(State(customers): State<Customers>) -> Result<Response, ApiError> {
    let terms = KnownTerms::read(&customers.deps.store).await?.of_nobody();
    let captcha = CaptchaInfo {
        provider: customers.captcha.name(),
        site_key: customers.captcha.site_key().to_owned(),
        min_token_length: MIN_TOKEN_LENGTH,
    };
    let settings = &customers.settings;
    Ok(private(Identity {
        captcha,
        providers: customers.identity.iter().map(IdentityProvider::of).collect(),
        password_min: settings.password_min,
        loyalty_age: settings.loyalty_age,
        wheel_age: settings.wheel_age,
        terms: TermsPayload::from(&terms),
    }))
}

/// What a challenge is for.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ChallengeAction {
    Login,
    Register,
}

/// What is asked to be solved.
#[derive(Deserialize, ToSchema)]
pub(super) struct AskChallenge {
    action: ChallengeAction,
}

/// A challenge: its token is `{challenge}.{n}`, whose SHA-256 begins with so many zero bits.
#[derive(Serialize, ToSchema)]
pub(super) struct ChallengePayload {
    challenge: String,
    difficulty: u32,
}

/// Makes a challenge of the embedded captcha, good once within 120 seconds.
#[utoipa::path(post, path = "/api/users/captcha", operation_id = "makeCaptchaChallenge", tag = "users",
    request_body = AskChallenge,
    responses(
        (status = 200, description = "The challenge", body = ChallengePayload),
        (status = 404, description = "Another provider makes them", body = ErrorBody),
        (status = 429, description = "Too many from one address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn make_challenge(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<AskChallenge>,
) -> Result<Response, ApiError> {
    customers.rate_limits.count(CHALLENGES, &limit_unit(caller.address).to_string()).await?;
    let action = match body.action {
        ChallengeAction::Login => CaptchaAction::Login,
        ChallengeAction::Register => CaptchaAction::Register,
    };
    let made = customers.captcha.challenge(action, caller.address).await?;
    let made = made.ok_or_else(|| ApiError::new(Code::NoRoute))?;
    Ok(private(ChallengePayload { challenge: made.challenge, difficulty: made.difficulty }))
}
