//! What a cart would bring, and what an order would bring to a member: displays, of which nothing is kept.

use axum::{extract::State, response::Response};
use chain::{Chain, SizeId};
use domain::loyalty::{CartLineSlices, FREE_PIZZA, cart_slices, tracking_slices};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, address::ClientAddress, euros::Euros};
use utoipa::ToSchema;

use super::private;
use crate::{caller::CardHolder, programme::LoyaltyProgramme};

/// A cart; what else its lines say is not looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CartOfSlices {
    order_items: Vec<CartLineOfSlices>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartLineOfSlices {
    product_id: String,
    size_id: String,
    quantity: u32,
    /// A line that costs nothing brings nothing.
    discounted_price: Option<Euros>,
}

/// A tracked order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderOfSlices {
    order_items: Vec<OrderLineOfSlices>,
    payment_details: Option<PaymentOfSlices>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrderLineOfSlices {
    /// `{productCategoryId}_{sizeId}_{productId}`.
    part_number: String,
    quantity: u32,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentOfSlices {
    discount_details: Option<DiscountOfSlices>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DiscountOfSlices {
    order_payment_details: Option<SplitOfSlices>,
    #[serde(default)]
    split_payments: Vec<CampaignOfSlices>,
    #[serde(default)]
    campaigns: Vec<CampaignOfSlices>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SplitOfSlices {
    #[serde(default)]
    split_payments: Vec<CampaignOfSlices>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CampaignOfSlices {
    campaign_id: String,
}

/// How many slices something brings.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Slices {
    slices: u32,
}

/// What the cart of whoever calls would bring, before anything but what its lines say is free. Nothing of the call centre.
#[utoipa::path(post, path = "/api/loyalty/getCartSlices", operation_id = "getCartSlices", tag = "loyalty",
    request_body = CartOfSlices, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The slices", body = Slices),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The shop's terms are not accepted", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn get_cart_slices(
    State(programme): State<LoyaltyProgramme>,
    holder: CardHolder,
    Json(body): Json<CartOfSlices>,
) -> Response {
    let CardHolder::Customer(_) = holder else { return private(Slices { slices: 0 }) };
    let chain = programme.chain.get();
    let line = |line: &CartLineOfSlices| CartLineSlices {
        of_unit: of_unit(&chain, &line.product_id, &line.size_id),
        units: line.quantity,
        discounted_price: line.discounted_price.map(|Euros(cents)| cents),
    };
    let lines: Vec<_> = body.order_items.iter().map(line).collect();
    private(Slices { slices: cart_slices(&lines) })
}

/// What an order would bring to a member. For everybody, and a display alone.
#[utoipa::path(post, path = "/api/loyalty/getTrackingSlices", operation_id = "getTrackingSlices", tag = "loyalty",
    request_body = OrderOfSlices,
    responses(
        (status = 200, description = "The slices", body = Slices),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn get_tracking_slices(
    State(programme): State<LoyaltyProgramme>,
    caller: ClientAddress,
    Json(body): Json<OrderOfSlices>,
) -> Result<Json<Slices>, ApiError> {
    programme.slice_calls.count(caller.address).await?;
    let chain = programme.chain.get();
    let line = |line: &OrderLineOfSlices| (of_part(&chain, &line.part_number), line.quantity);
    let lines: Vec<_> = body.order_items.iter().map(line).collect();
    let free_pizzas = body.payment_details.map_or(0, |payment| payment.free_pizzas(&chain));
    Ok(Json(Slices { slices: tracking_slices(&lines, free_pizzas) }))
}

impl PaymentOfSlices {
    /// Payments by campaigns that stand for a free pizza.
    fn free_pizzas(&self, chain: &Chain) -> u32 {
        let Some(discounts) = &self.discount_details else { return 0 };
        let inner = discounts.order_payment_details.iter().flat_map(|details| &details.split_payments);
        let named = inner.chain(&discounts.split_payments).chain(&discounts.campaigns);
        let is_free = |named: &&CampaignOfSlices| {
            let known = chain.campaigns().iter().find(|one| one.id.as_str() == named.campaign_id);
            known.is_some_and(|campaign| campaign.benefit_type.as_deref() == Some(FREE_PIZZA))
        };
        u32::try_from(named.filter(is_free).count()).unwrap_or(u32::MAX)
    }
}

/// Slices of a unit; none of what is not in the menu.
fn of_unit(chain: &Chain, product: &str, size: &str) -> u32 {
    let (menu, size) = (chain.menu(), SizeId::from(size));
    let product = menu.product(product).filter(|product| product.sizes.iter().any(|sold| sold.id == size));
    product.map_or(0, |product| menu.loyalty_slices(product, &size))
}

fn of_part(chain: &Chain, part: &str) -> u32 {
    let mut names = part.splitn(3, '_');
    let (Some(category), Some(size), Some(product)) = (names.next(), names.next(), names.next()) else { return 0 };
    let is_of_category = chain.menu().product(product).is_some_and(|product| product.category.as_str() == category);
    if is_of_category { of_unit(chain, product, size) } else { 0 }
}
