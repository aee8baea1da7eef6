//! `GET /api/payments/error-codes`: why payments fail.

use domain::payment::PaymentErrorCode;
use serde::Serialize;
use server::Json;
use utoipa::ToSchema;

/// A reason for which a payment fails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentErrorRow {
    #[schema(example = 1_041_107)]
    error_code: u32,
    #[schema(value_type = String, example = "notEnoughBalance")]
    error_key: &'static str,
    /// What a person reads.
    #[schema(value_type = String, example = "Tilin kate ei riitä.")]
    message: &'static str,
}

/// Every reason for which a payment fails, with the sentence that a person reads.
#[utoipa::path(get, path = "/api/payments/error-codes", operation_id = "listPaymentErrors", tag = "payments",
    responses((status = 200, description = "All of them, by number", body = [PaymentErrorRow])))]
pub(super) async fn list_payment_errors() -> Json<Vec<PaymentErrorRow>> {
    let row = |code: PaymentErrorCode| PaymentErrorRow {
        error_code: code.number(),
        error_key: code.key(),
        message: code.message(),
    };
    Json(PaymentErrorCode::all().map(row).collect())
}
