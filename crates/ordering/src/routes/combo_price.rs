//! `POST /api/pricing/pricing/combo`: what the lines of a combo cost together.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use domain::error::Code;
use pricing::{ComboMark, NoCodes};
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, euros::Euros};
use utoipa::ToSchema;

use crate::{
    cart::{CartContext, ComboPriceBody, ValidationResult},
    ordering::Ordering,
    shopper::Shopper,
};

/// What the lines of a combo cost together, without delivery and fees.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PricedCombo<'p> {
    line_items_total: Euros,
    grand_total: Euros,
    validation_result: ValidationResult<'p>,
}

/// Prices lines as a combo.
#[utoipa::path(post, path = "/api/pricing/pricing/combo", operation_id = "priceCombo", tag = "pricing",
    request_body = ComboPriceBody,
    responses(
        (status = 200, description = "What it costs", body = PricedCombo),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn price_combo(
    State(ordering): State<Ordering>,
    shopper: Shopper,
    Json(body): Json<ComboPriceBody>,
) -> Result<Response, ApiError> {
    let (mut read, slug) = body.read()?;
    let view = ordering.view();
    let campaign = view.chain().combo(&slug).ok_or_else(|| ApiError::new(Code::CampaignNotFound))?;
    let code = campaign.promotion_code.clone();
    for line in &mut read.cart.lines {
        line.combo = Some(ComboMark { id: slug.as_str().into(), code: code.clone() });
    }
    read.cart.promotion_codes = code.into_iter().collect();
    let context = CartContext::of(&view, &read)?;
    let priced = context.price_lines(&read.cart, context.person(shopper), &NoCodes);
    let total = Euros(priced.details.line_items_total);
    let validation_result = ValidationResult::of(&priced.messages);
    Ok(Json(PricedCombo { line_items_total: total, grand_total: total, validation_result }).into_response())
}
