//! `/api/wheel/spin`: a draw of the prize wheel.

use std::time::Duration;

use axum::{Extension, extract::State, http::HeaderMap, response::Response};
use deps::CustomerCaller;
use domain::{error::Code, loyalty::SpinRefused};
use jiff::SignedDuration;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody, Json,
    idempotency::{KeyNeed, Keyed, key_of},
    rate_limits::NamedLimit,
};
use store::{KeyRun, Spin, SpinError, SpinRecord};
use utoipa::ToSchema;

use super::private;
use crate::{
    caller::{BearingMember, ChangingMember},
    payload::SpinPayload,
    programme::LoyaltyProgramme,
};

/// Calls of one member.
const SPIN_CALLS: NamedLimit =
    NamedLimit { name: "spins of a member", most: 300, window: SignedDuration::from_mins(1) };
/// Spins of one member in a day of Helsinki; they are counted where they are kept.
const SPINS_A_DAY: NamedLimit =
    NamedLimit { name: "spins of a member in a day", most: 20, window: SignedDuration::from_hours(24) };
/// The longest word of a member's in the draw, in characters.
const LONGEST_SEED: usize = 64;

/// What a member says as they spin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpinBody {
    /// Their word in the draw; absent: the `Idempotency-Key`.
    #[schema(max_length = 64)]
    client_seed: Option<String>,
}

/// Spins the wheel of whoever calls.
#[utoipa::path(post, path = "/api/wheel/spin", operation_id = "spinWheel", tag = "loyalty",
    params(("Idempotency-Key" = String, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = SpinBody, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "What it ended in", body = SpinPayload),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Locked, without a date of birth, or too young", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody),
        (status = 409, description = "No spins now", body = ErrorBody),
        (status = 422, description = "No key, or something does not fit", body = ErrorBody),
        (status = 429, description = "Too many in a day", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn spin(
    State(programme): State<LoyaltyProgramme>,
    ChangingMember(customer): ChangingMember,
    keyed: Option<Extension<Keyed>>,
    headers: HeaderMap,
    Json(body): Json<SpinBody>,
) -> Result<Response, ApiError> {
    let keyed = keyed.map(|Extension(keyed)| keyed);
    if let Some(made) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()) {
        return again(&programme, &customer, made).await;
    }
    let client_seed = match body.client_seed {
        Some(said) if said.chars().count() > LONGEST_SEED => return Err(ApiError::invalid("clientSeed")),
        Some(said) => said,
        None => key_of(&headers, KeyNeed::Required)?.map(|key| key.as_str().to_owned()).unwrap_or_default(),
    };
    drawn(&programme, &customer, client_seed, keyed.map(|keyed| keyed.run)).await
}

/// Spins the wheel of whoever calls by a bearer: each call is a spin.
#[utoipa::path(get, path = "/api/wheel/spin", operation_id = "spinWheelByBearer", tag = "loyalty",
    security(("customerBearer" = [])),
    responses(
        (status = 200, description = "What it ended in", body = SpinPayload),
        (status = 401, description = "Nobody is signed in by a bearer", body = ErrorBody),
        (status = 403, description = "Locked, without a date of birth, or too young", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody),
        (status = 409, description = "No spins now", body = ErrorBody),
        (status = 429, description = "Too many in a day", body = ErrorBody)))]
pub(super) async fn spin_by_bearer(
    State(programme): State<LoyaltyProgramme>,
    BearingMember(customer): BearingMember,
) -> Result<Response, ApiError> {
    drawn(&programme, &customer, String::new(), None).await
}

async fn drawn(
    programme: &LoyaltyProgramme,
    customer: &CustomerCaller,
    client_seed: String,
    run: Option<KeyRun>,
) -> Result<Response, ApiError> {
    programme.rate_limits.count(SPIN_CALLS, &customer.id.to_string()).await?;
    // The seed is promised before the member's word is known to whoever makes it.
    programme.settle(customer.id).await?;
    let chain = programme.chain.get();
    let spin = Spin {
        customer: customer.id,
        basis: programme.basis_of(&chain),
        wheel: chain.wheel().clone(),
        wheel_age: programme.wheel_age,
        client_seed,
        most_a_day: programme.rate_limits.limit(SPINS_A_DAY).map(|limit| limit.most),
        run,
    };
    let spun = programme.deps.store.loyalty().spin(spin).await;
    answer(programme, customer, &spun.map_err(|error| refused(programme, error))?).await
}

/// The answer to a spin whose answer was lost.
async fn again(programme: &LoyaltyProgramme, customer: &CustomerCaller, made: &str) -> Result<Response, ApiError> {
    let lost = || ApiError::new(Code::NoRoute);
    let id = made.parse().map_err(|_| lost())?;
    let spin = programme.deps.store.loyalty().spin_by_id(customer.id, id).await?;
    answer(programme, customer, &spin.ok_or_else(lost)?).await
}

async fn answer(
    programme: &LoyaltyProgramme,
    customer: &CustomerCaller,
    spin: &SpinRecord,
) -> Result<Response, ApiError> {
    Ok(private(programme.spin_answer(customer.id, spin).await?))
}

fn refused(programme: &LoyaltyProgramme, error: SpinError) -> ApiError {
    match error {
        SpinError::Gone => ApiError::new(Code::Unauthorized),
        SpinError::Refused(SpinRefused::NotMember) => ApiError::new(Code::NotMember),
        SpinError::Refused(SpinRefused::Locked) => ApiError::new(Code::WheelLocked),
        SpinError::Refused(SpinRefused::BirthDate) => ApiError::new(Code::WheelBirthDate),
        SpinError::Refused(SpinRefused::UnderAge) => {
            let age = programme.wheel_age;
            let text = Code::WheelUnderAge.message().replace("{age}", &age.to_string());
            ApiError::new(Code::WheelUnderAge).worded(text).with("age", age)
        }
        SpinError::Refused(SpinRefused::NoSpins) => ApiError::new(Code::WheelNoSpins),
        SpinError::TooMany { until } => {
            let wait = until.duration_since(programme.deps.clock.now());
            ApiError::new(Code::TooMany).retry_after(Duration::try_from(wait).unwrap_or_default())
        }
        SpinError::KeyLost => ApiError::new(Code::InProgress),
        SpinError::Store(error) => error.into(),
    }
}
