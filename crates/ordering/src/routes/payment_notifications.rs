//! `POST /api/payments/notifications/test`: what the embedded provider says by itself.

use axum::{extract::State, http::HeaderMap};
use payments::PaymentNotification;
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, extract::RawBody};
use utoipa::ToSchema;

use crate::ordering::Ordering;

/// The header that signs a notification.
const SIGNATURE: &str = "Ovelle-Signature";

/// Whether a notification changed anything.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NotificationTaken {
    /// False: it is known, or nothing goes back.
    accepted: bool,
}

/// Takes a signed notification. The same again, and what is older than what is known, changes nothing.
#[utoipa::path(post, path = "/api/payments/notifications/test", operation_id = "notifyTestPayment", tag = "payments",
    params(("Ovelle-Signature" = String, Header,
        description = "`t={unix s},v1={hex HMAC-SHA-256(secret, \"{t}.\" + raw body)}`")),
    request_body = PaymentNotification,
    responses(
        (status = 200, description = "It was taken; whether it changed anything", body = NotificationTaken),
        (status = "4XX", description = "Refused", body = ErrorBody),
        (status = 401, description = "No signature, a wrong one, or an old one", body = ErrorBody),
        (status = 404, description = "No such try of this order", body = ErrorBody),
        (status = 409, description = "Another sum", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(super) async fn notify_test_payment(
    State(ordering): State<Ordering>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Result<Json<NotificationTaken>, ApiError> {
    let signature = headers.get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepted = ordering.payments.take_notification(&ordering.view(), signature, &body).await?;
    Ok(Json(NotificationTaken { accepted }))
}
