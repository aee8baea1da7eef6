//! `GET /api/payments/return/{sessionId}`: where a provider sends the browser. What the browser says counts for nothing.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{error::Code, payment::SessionId};
use server::{ApiError, ErrorBody, Path};

use crate::{ordering::Ordering, payment::Outcome};

/// Asks the provider how the try stands, and leads on to the shop's page.
#[utoipa::path(get, path = "/api/payments/return/{sessionId}", operation_id = "returnFromPayment", tag = "payments",
    params(("sessionId" = String, Path, description = "The try")),
    responses(
        (status = 303, description = "To the shop's page, with `status` (`OK`, `PENDING`, `CANCEL` or `ERROR`), `orderid`, \
         `order-key` and, where it failed, `errorCode` and `errorMessage`"),
        (status = 404, description = "No such try", body = ErrorBody)))]
pub(super) async fn return_from_payment(
    State(ordering): State<Ordering>,
    Path(session): Path<String>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::new(Code::PaymentSessionNotFound);
    let session: SessionId = session.parse().map_err(|_| unknown())?;
    let payments = &ordering.payments;
    let found = ordering.deps.store.checkout_of_session(session).await?.ok_or_else(unknown)?;
    let checkout = payments.ask(&ordering.view(), found, session).await?;
    let outcome = Outcome::of(&checkout, session).ok_or_else(unknown)?;
    let key = payments.key_of(&checkout).ok_or_else(ApiError::unavailable)?;
    let address = outcome.address(&checkout.redirect_url, &checkout.id.to_string(), key.reveal());
    let address = HeaderValue::try_from(address).map_err(|error| ApiError::internal(&error))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response())
}
