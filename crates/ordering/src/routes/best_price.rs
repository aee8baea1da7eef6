//! `POST /api/pricing/pricing/customer/best`: what a cart costs least with, and why.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use chain::PromotionCode;
use pricing::{BestPrice, PriceReason};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query, euros::Euros};
use utoipa::{IntoParams, ToSchema};

use crate::{cart::CartBody, code_attempts::CodeCaller, ordering::Ordering, shopper::Shopper};

/// How the price is told.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct BestPriceQuery {
    /// Whether a part of the delivery fee is called a service fee, where the restaurant does so.
    sf: bool,
}

/// What a cart costs least with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundBestPrice<'b> {
    /// The codes to send with the cart, in this order: at most five.
    codes: Vec<&'b str>,
    /// What is left to pay then.
    payable: Euros,
    /// How much less that is than for the cart as it was sent; 0 where nothing beats it.
    saving: Euros,
    /// What takes effect then.
    reasons: Vec<BestPriceReason<'b>>,
    /// What would take effect if the goods cost more, the nearest first: what comes by itself, and everybody's coupons.
    missing: Vec<MissingForCampaign<'b>>,
    /// Whether all was looked at; else time was short, and it is the best that was found.
    complete: bool,
}

/// A campaign that takes effect: with its code, or with its id where it comes by itself.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BestPriceReason<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'b str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    campaign_id: Option<&'b str>,
    name: &'b str,
    /// All that it takes off.
    amount: Euros,
}

/// A campaign for which the goods cost too little.
#[derive(Debug, Serialize, ToSchema)]
struct MissingForCampaign<'b> {
    name: &'b str,
    /// What they lack of what they must cost more than.
    missing: Euros,
}

impl<'b> FoundBestPrice<'b> {
    fn of(best: &'b BestPrice) -> Self {
        let missing =
            best.missing.iter().map(|one| MissingForCampaign { name: &one.name, missing: Euros(one.missing) });
        Self {
            codes: best.codes.iter().map(PromotionCode::as_str).collect(),
            payable: Euros(best.payable),
            saving: Euros(best.saving),
            reasons: best.reasons.iter().map(BestPriceReason::of).collect(),
            missing: missing.collect(),
            complete: best.is_complete,
        }
    }
}

impl<'b> BestPriceReason<'b> {
    fn of(reason: &'b PriceReason) -> Self {
        let code = reason.code.as_ref().map(PromotionCode::as_str);
        Self {
            code,
            campaign_id: code.is_none().then(|| reason.campaign.as_str()),
            name: &reason.name,
            amount: Euros(reason.amount),
        }
    }
}

/// Finds the codes with which a cart costs least, among those that it came with, those that the caller owns, and coupons.
/// Nothing is taken by it.
#[utoipa::path(post, path = "/api/pricing/pricing/customer/best", operation_id = "findBestPrice", tag = "pricing",
    params(BestPriceQuery), request_body = CartBody,
    responses(
        (status = 200, description = "What it costs least with", body = FoundBestPrice),
        (status = "4XX", description = "Refused; 429 beyond ten a minute, and while one is under way", body = ErrorBody)))]
pub(super) async fn find_best_price(
    State(ordering): State<Ordering>,
    Query(asked): Query<BestPriceQuery>,
    shopper: Shopper,
    caller: CodeCaller,
    Json(body): Json<CartBody>,
) -> Result<Response, ApiError> {
    let mut read = body.read()?;
    read.cart.has_delivery_service_fee = asked.sf;
    read.open_price_token(&ordering.deps.secrets, ordering.deps.clock.now());
    // Only its placing asks for a door that can be found.
    read.find_door(&ordering.doors).await.ok();
    let best = ordering.best_price(shopper, &caller, read).await?;
    Ok(Json(FoundBestPrice::of(&best)).into_response())
}
