//! `POST /api/loyalty/register` and `/unregister`: in and out of the loyalty programme.

use axum::{extract::State, http::StatusCode, response::Response};
use domain::{
    board::day_of,
    customer::{BadBirthDate, BirthDate, WrongField},
    error::Code,
};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json};
use store::{ChangeCustomer, Consent, ConsentGiven, LoyaltyBasis, ProfileChange};
use utoipa::ToSchema;

use super::{CUSTOMER_CHANGES, keyed::KeyedRun, private, profile::refused};
use crate::{
    ChangingCustomer, Customers,
    signed_in::require_terms,
    terms::{KnownTerms, LOYALTY},
    user::User,
};

/// What somebody says as they join.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinLoyalty {
    /// Once set it stays.
    #[schema(value_type = Option<String>, format = Date)]
    birth_date: Option<String>,
    /// Only true.
    accepted_loyalty_terms: Option<bool>,
}

/// Lets whoever calls join the loyalty programme, which brings some slices once per account. A member stays one, so it may be
/// repeated. With both a date of birth and the terms the page of joining is not shown any more.
#[utoipa::path(post, path = "/api/loyalty/register", operation_id = "joinLoyalty", tag = "loyalty",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = JoinLoyalty, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The account", body = User),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The shop's terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 409, description = "The date of birth is set", body = ErrorBody),
        (status = 422, description = "Too young, or something does not fit; `metadata.field` says what", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn join(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    Json(body): Json<JoinLoyalty>,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let now = customers.deps.clock.now();
    let born = body.birth_date.as_deref().map(|text| BirthDate::read(text, day_of(now))).transpose();
    let born = born.map_err(|_| customers.wrong_field(WrongField::with_code("birthDate", BadBirthDate::CODE)))?;
    let terms = match body.accepted_loyalty_terms {
        Some(false) => return Err(ApiError::invalid("acceptedLoyaltyTerms")),
        Some(true) => Some(KnownTerms::read(&customers.deps.store).await?.accepted(LOYALTY, None)?),
        None => None,
    };
    let says_both = born.is_some() && terms.is_some();
    let given = |version| ConsentGiven::new(Consent::LoyaltyTerms, Some(version), true, now, "loyalty");
    let change = ChangeCustomer {
        id: customer.id,
        consents: terms.clone().into_iter().map(given).collect(),
        profile: ProfileChange {
            birth_date: born.map(BirthDate::date),
            loyalty_terms_version: terms,
            show_loyalty_sign_up: says_both.then_some(false),
            joins: Some(LoyaltyBasis { now, ..customers.loyalty.basis() }),
            ..ProfileChange::default()
        },
        member_age: customers.member_age(now),
        email: None,
        messages: Vec::new(),
        now,
    };
    let joined = customers.deps.store.customers().change(change).await;
    joined.map_err(|error| refused(&customers, error))?;
    tracing::info!(customer = customer.id.0, "joined the loyalty programme");
    let user = customers.user(customer.id).await?;
    Ok(private(user.ok_or_else(|| ApiError::new(Code::Unauthorized))?))
}

/// Takes whoever calls out of the loyalty programme: slices and spins go, and benefits that are not used are void.
#[utoipa::path(post, path = "/api/loyalty/unregister", operation_id = "leaveLoyalty", tag = "loyalty",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "No member any more"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn leave(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    keyed: KeyedRun,
) -> Result<StatusCode, ApiError> {
    if keyed.is_done {
        return Ok(StatusCode::NO_CONTENT);
    }
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let basis = customers.loyalty.basis();
    if !customers.deps.store.customers().leave(customer.id, basis, keyed.run).await? {
        return Err(ApiError::new(Code::NotMember));
    }
    tracing::info!(customer = customer.id.0, "left the loyalty programme");
    Ok(StatusCode::NO_CONTENT)
}
