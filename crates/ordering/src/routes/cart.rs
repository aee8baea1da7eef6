//! `POST /api/pricing/pricing/customer/cart`: what a cart costs, and what is wrong with it.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, Query};
use utoipa::{IntoParams, ToSchema};

use crate::{
    cart::{CartBody, CartContext, PricedCart},
    code_attempts::CodeCaller,
    ordering::Ordering,
    shopper::Shopper,
};

/// What else is asked of a price.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct PriceQuery {
    /// Whether a part of the delivery fee is called a service fee, where the restaurant does so.
    sf: bool,
    /// 1: with the steps that amounts are made of.
    #[param(inline)]
    explain: Explain,
}

/// Whether amounts are explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
enum Explain {
    #[default]
    #[serde(rename = "0")]
    No,
    #[serde(rename = "1")]
    Yes,
}

/// Prices a cart. What is wrong with it as an order is a message in the answer.
#[utoipa::path(post, path = "/api/pricing/pricing/customer/cart", operation_id = "priceCart", tag = "pricing",
    params(PriceQuery), request_body = CartBody,
    responses(
        (status = 200, description = "What it costs", body = PricedCart),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn price_cart(
    State(ordering): State<Ordering>,
    Query(asked): Query<PriceQuery>,
    shopper: Shopper,
    caller: CodeCaller,
    Json(body): Json<CartBody>,
) -> Result<Response, ApiError> {
    let mut read = body.read()?;
    read.cart.has_delivery_service_fee = asked.sf;
    read.open_price_token(&ordering.deps.secrets, ordering.deps.clock.now());
    // Only its placing asks for a door that can be found.
    read.find_door(&ordering.doors).await.ok();
    let view = ordering.view();
    let context = CartContext::of(&view, &read)?;
    let tried = &read.cart.promotion_codes;
    let known = ordering.known_codes(context.chain(), shopper, tried).await?;
    let codes = ordering.code_attempts.look_up(&caller, tried, context.chain(), &known).await?;
    let priced = context.price(&read.cart, context.person(shopper), &codes);
    Ok(Json(PricedCart::of(&priced, &context, asked.explain == Explain::Yes)).into_response())
}
