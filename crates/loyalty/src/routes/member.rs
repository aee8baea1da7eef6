//! `/api/loyalty/member`: a member's card, and what they are shown once.

use axum::{extract::State, http::StatusCode, response::Response};
use domain::error::Code;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, rate_limits::CUSTOMER_CHANGES};
use store::LoyaltyModal;
use utoipa::ToSchema;

use super::private;
use crate::{
    caller::{ChangingMember, LookingMember},
    payload::MemberPayload,
    programme::LoyaltyProgramme,
};

/// Whether the welcome is shown.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WelcomeModal {
    show_welcome_modal: bool,
}

/// Whether the last prize is shown.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PrizeModal {
    show_prize_modal: bool,
}

/// The card of whoever calls, once all is booked that their orders have become.
#[utoipa::path(get, path = "/api/loyalty/member", operation_id = "getMember", tag = "loyalty",
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The member", body = MemberPayload),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The call centre, or the shop's terms are not accepted", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody)))]
pub(super) async fn get_member(
    State(programme): State<LoyaltyProgramme>,
    LookingMember(customer): LookingMember,
) -> Result<Response, ApiError> {
    let record = programme.settle(customer.id).await?.ok_or_else(|| ApiError::new(Code::Unauthorized))?;
    // They may have left meanwhile.
    Ok(private(programme.member(&record).ok_or_else(|| ApiError::new(Code::NotMember))?))
}

/// Notes whether whoever calls is shown the welcome. The same again changes nothing.
#[utoipa::path(post, path = "/api/loyalty/member/setWelcomeModal", operation_id = "setWelcomeModal", tag = "loyalty",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = WelcomeModal, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Noted"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody),
        (status = 422, description = "Not a boolean", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_welcome_modal(
    State(programme): State<LoyaltyProgramme>,
    member: ChangingMember,
    Json(body): Json<WelcomeModal>,
) -> Result<StatusCode, ApiError> {
    show(&programme, member, LoyaltyModal::Welcome, body.show_welcome_modal).await
}

/// Notes whether whoever calls is shown their last prize. The same again changes nothing.
#[utoipa::path(post, path = "/api/loyalty/member/setPrizeModal", operation_id = "setPrizeModal", tag = "loyalty",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = PrizeModal, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Noted"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "No member", body = ErrorBody),
        (status = 422, description = "Not a boolean", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_prize_modal(
    State(programme): State<LoyaltyProgramme>,
    member: ChangingMember,
    Json(body): Json<PrizeModal>,
) -> Result<StatusCode, ApiError> {
    show(&programme, member, LoyaltyModal::Prize, body.show_prize_modal).await
}

async fn show(
    programme: &LoyaltyProgramme,
    ChangingMember(customer): ChangingMember,
    modal: LoyaltyModal,
    is_shown: bool,
) -> Result<StatusCode, ApiError> {
    programme.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    // Who joined before there were cards has one now.
    programme.settle(customer.id).await?;
    let is_member = programme.deps.store.loyalty().show(customer.id, modal, is_shown).await?;
    if is_member { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::new(Code::NotMember)) }
}
