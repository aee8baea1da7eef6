//! `POST /api/payments/pay`: a wallet's payment, another try, another method.

use axum::{Extension, extract::State};
use domain::{error::Code, payment::SessionId};
use payments::PayOutcome;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, address::ClientAddress, euros::Euros, idempotency::Keyed};
use utoipa::ToSchema;

use super::refused_calls::{Whose, count_call};
use crate::{
    limits::PAY,
    ordering::Ordering,
    paying::Intent,
    shopper::{OwnCall, Shopper},
};

/// How an order is to be paid.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PayBody {
    order_id: String,
    order_key: String,
    /// What is left to pay, as the order's placing said: its `payable`.
    grand_total: Euros,
    shop_external_id: String,
    #[schema(example = "applepay")]
    selected_payment_method: String,
    /// The bank, where the method has several.
    issuer: Option<String>,
    /// What a wallet has approved.
    apple_pay_token: Option<String>,
    /// What a wallet has approved.
    google_pay_token: Option<String>,
}

/// What the browser does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum PayAction {
    /// It goes to `redirectUrl`.
    Redirect,
    /// Nothing: it is paid.
    Completed,
    /// It may try again; `errorCode` says why.
    Refused,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PayAnswer {
    action: PayAction,
    #[schema(required)]
    redirect_url: Option<String>,
    #[schema(required)]
    error_code: Option<u32>,
}

impl From<PayOutcome> for PayAnswer {
    fn from(outcome: PayOutcome) -> Self {
        match outcome {
            PayOutcome::Redirect(address) => {
                Self { action: PayAction::Redirect, redirect_url: Some(address), error_code: None }
            }
            PayOutcome::Completed => Self { action: PayAction::Completed, redirect_url: None, error_code: None },
            PayOutcome::Refused(code) => {
                Self { action: PayAction::Refused, redirect_url: None, error_code: Some(code.number()) }
            }
        }
    }
}

/// Pays an order that waits for its money: with what a wallet approved, or at a provider's page. An older try that is still
/// open is cancelled; whichever is paid first counts, and the money of another goes back.
#[utoipa::path(post, path = "/api/payments/pay", operation_id = "payOrder", tag = "payments", request_body = PayBody,
    responses(
        (status = 200, description = "What the browser does next", body = PayAnswer),
        (status = 401, description = "The method is for customers", body = ErrorBody),
        (status = 404, description = "No such order, or not with this key", body = ErrorBody),
        (status = 409, description = "It cannot be paid so", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody),
        (status = 429, description = "Too many calls for one order", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn pay_order(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    _: OwnCall,
    shopper: Shopper,
    keyed: Option<Extension<Keyed>>,
    Json(body): Json<PayBody>,
) -> Result<Json<PayAnswer>, ApiError> {
    let order = ordering.order_keys.order_of_key(&body.order_id, &body.order_key, caller.address).await?;
    let keyed = keyed.map(|Extension(keyed)| keyed);
    if keyed.as_ref().is_none_or(|keyed| keyed.made.is_none()) {
        let whose = Whose { order_id: &body.order_id, order_key: &body.order_key };
        count_call(&ordering, PAY, order, whose).await?;
    }
    let found = ordering.deps.store.checkouts().by_id(order).await?;
    let checkout = found.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    let token = body.apple_pay_token.as_deref().or(body.google_pay_token.as_deref());
    if let Some(made) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()) {
        let session = SessionId::stored(made).map_err(|_| ApiError::new(Code::OrderNotFound))?;
        return Ok(Json(ordering.pay_again(&ordering.view(), checkout, session, token).await?.into()));
    }
    let intent = Intent {
        amount: body.grand_total.0,
        shop_external_id: &body.shop_external_id,
        method: &body.selected_payment_method,
        issuer: body.issuer.as_deref(),
        token,
        run: keyed.map(|keyed| keyed.run),
    };
    let outcome = ordering.pay(&ordering.view(), &checkout, shopper, &intent).await?;
    Ok(Json(outcome.into()))
}
