//! `GET /api/payments/return/{sessionId}`: where a provider sends the browser. What the browser says counts for nothing.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{error::Code, key::OrderKey, payment::SessionToken};
use jiff::SignedDuration;
use payments::PaymentOutcome;
use server::{ApiError, ErrorBody, Path};

use crate::ordering::Ordering;

/// For how long after its beginning a try leads to the order with its key: addresses of pages are kept in many places.
const KEY_IS_ADDED: SignedDuration = SignedDuration::from_hours(2);

/// Asks the provider how the try stands, and leads on to the shop's page.
#[utoipa::path(get, path = "/api/payments/return/{sessionId}", operation_id = "returnFromPayment", tag = "payments",
    params(("sessionId" = String, Path, description = "The try")),
    responses(
        (status = 303, description = "To the shop's page, with `status` (`OK`, `PENDING`, `CANCEL` or `ERROR`), `orderid`, \
         for two hours from the try's beginning `order-key`, and, where it failed, `errorCode` and `errorMessage`"),
        (status = 404, description = "No such try", body = ErrorBody)))]
pub(super) async fn return_from_payment(
    State(ordering): State<Ordering>,
    Path(session): Path<String>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::new(Code::PaymentSessionNotFound);
    let token: SessionToken = session.parse().map_err(|_| unknown())?;
    let (session, payments) = (token.id(), &ordering.payments);
    let found = ordering.deps.store.checkouts().by_session(session).await?.ok_or_else(unknown)?;
    let checkout = payments.ask(&ordering.view(), found, session).await?;
    let outcome = PaymentOutcome::of(&checkout, session).ok_or_else(unknown)?;
    let opened_at = checkout.payment.payment_try(session).map(|found| found.opened_at).ok_or_else(unknown)?;
    let is_fresh = ordering.deps.clock.now().duration_since(opened_at) < KEY_IS_ADDED;
    let key = is_fresh.then(|| payments.key_of(&checkout).ok_or_else(ApiError::unavailable)).transpose()?;
    let key = key.as_ref().map(OrderKey::reveal);
    let address = outcome.address(&checkout.redirect_url, &checkout.id.to_string(), key);
    let address = HeaderValue::try_from(address).map_err(|error| ApiError::internal(&error))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response())
}
