//! `GET /api/loyalty/benefits`: what somebody may use once.

use axum::{extract::State, response::Response};
use domain::error::Code;
use server::{ApiError, ErrorBody};

use super::private;
use crate::{caller::CardHolder, payload::BenefitPayload, programme::LoyaltyProgramme};

/// The benefits of whoever calls: those that can be used, the first to end first, then those that were used in the last 90
/// days. None of the call centre.
#[utoipa::path(get, path = "/api/loyalty/benefits", operation_id = "getBenefits", tag = "loyalty",
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The benefits", body = Vec<BenefitPayload>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The shop's terms are not accepted", body = ErrorBody)))]
pub(super) async fn get_benefits(
    State(programme): State<LoyaltyProgramme>,
    holder: CardHolder,
) -> Result<Response, ApiError> {
    let CardHolder::Customer(customer) = holder else { return Ok(private(Vec::<BenefitPayload>::new())) };
    let record = programme.settle(customer.id).await?.ok_or_else(|| ApiError::new(Code::Unauthorized))?;
    Ok(private(programme.listed(&record)))
}
