//! `POST /api/pricing/pricing/cart-item`: what one item costs.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, euros::Euros};
use utoipa::ToSchema;

use crate::{
    cart::{CartContext, CartCrossSellOption, CartItemBody, ValidationResult},
    code_attempts::CodeCaller,
    ordering::Ordering,
    shopper::Shopper,
};

/// What an item costs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PricedCartItem<'p> {
    /// Null where it cannot be ordered.
    price: Option<Euros>,
    /// After what the codes and the chain's own campaigns take off a unit.
    discounted_price: Option<Euros>,
    cross_sell_option_details: Vec<CartCrossSellOption<'p>>,
    validation_result: ValidationResult<'p>,
}

/// Prices one unit of an item by the rules of lines alone.
#[utoipa::path(post, path = "/api/pricing/pricing/cart-item", operation_id = "priceCartItem", tag = "pricing",
    request_body = CartItemBody,
    responses(
        (status = 200, description = "What it costs", body = PricedCartItem),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn price_cart_item(
    State(ordering): State<Ordering>,
    shopper: Shopper,
    caller: CodeCaller,
    Json(body): Json<CartItemBody>,
) -> Result<Response, ApiError> {
    let read = body.read()?;
    let view = ordering.view();
    let context = CartContext::of(&view, &read)?;
    let tried = &read.cart.promotion_codes;
    let known = ordering.known_codes(context.chain(), shopper, tried).await?;
    let codes = ordering.code_attempts.look_up(&caller, tried, context.chain(), &known).await?;
    let priced = context.price_item(&read.cart, context.person(shopper), &codes);
    let answer = PricedCartItem {
        price: priced.line.as_ref().map(|line| Euros(line.price)),
        discounted_price: priced.line.as_ref().map(|line| Euros(line.discounted_price())),
        cross_sell_option_details: priced.cross_sells.iter().map(CartCrossSellOption::of).collect(),
        validation_result: ValidationResult::of(&priced.messages),
    };
    Ok(Json(answer).into_response())
}
