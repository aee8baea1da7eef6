//! `POST /api/pricing/delivery-price-token`: a delivery fee that holds for a while.

use axum::extract::State;
use chain::Area;
use domain::{error::Code, geo::LatLng, order::OrderType};
use jiff::{SignedDuration, Timestamp, Zoned};
use pricing::Moment;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, euros::Euros};
use utoipa::ToSchema;

use crate::{
    chain_view::ChainView,
    ordering::Ordering,
    point::Coordinates,
    price_token::PriceToken,
    wanted::{NotATime, preorder_time},
};

/// The edition of fees that a request means without naming one.
const FIRST_VERSION: &str = "V1";

/// The delivery whose fee is to hold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldDelivery {
    shop_id: String,
    zone_id: String,
    /// Absent: `V1`.
    delivery_zone_version: Option<String>,
    coordinates: Coordinates,
    /// `YYYY-MM-DD HH:mm` in Helsinki; absent, null or empty: now.
    preorder_date_time: Option<String>,
    #[schema(ignore)]
    pre_order_time: Option<String>,
    #[schema(ignore)]
    preorder_time: Option<String>,
    #[schema(ignore)]
    pre_oder_time: Option<String>,
}

/// A token, with the fee that it holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldFee {
    /// To be sent with carts and orders.
    token: String,
    delivery_fee: Euros,
    zone_id: String,
    delivery_zone_version: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Holds the fee of a delivery.
#[utoipa::path(post, path = "/api/pricing/delivery-price-token", operation_id = "makePriceToken", tag = "pricing",
    request_body = HeldDelivery,
    responses(
        (status = 200, description = "A token that carts and orders are sent with", body = HeldFee),
        (status = "4XX", description = "Refused", body = ErrorBody),
        (status = 409, description = "Not delivered there, or the place is of another zone", body = ErrorBody),
        (status = 422, description = "No such restaurant, zone, point or time", body = ErrorBody)))]
pub(super) async fn make_price_token(
    State(ordering): State<Ordering>,
    Json(wanted): Json<HeldDelivery>,
) -> Result<Json<HeldFee>, ApiError> {
    let view = ordering.view();
    let token = wanted.token(&view, ordering.deps.clock.now())?;
    Ok(Json(HeldFee {
        token: token.seal(&ordering.deps.secrets),
        delivery_fee: token.fee.into(),
        zone_id: token.zone.to_string(),
        delivery_zone_version: token.zone_version,
        expires_at: token.expires_at,
    }))
}

impl HeldDelivery {
    fn due(&self) -> Result<Option<Zoned>, ApiError> {
        let spellings = [&self.pre_order_time, &self.preorder_time, &self.pre_oder_time, &self.preorder_date_time];
        let said = spellings.into_iter().flatten().next();
        said.map_or(Ok(None), |text| preorder_time(text)).map_err(|NotATime| ApiError::invalid("preorderDateTime"))
    }

    /// The area that takes the point, if it is the one that is meant: the zone is the server's to say.
    fn area<'v>(&self, view: &'v ChainView, shop: &chain::Shop, point: LatLng) -> Result<&'v Area, ApiError> {
        let version = self.delivery_zone_version.as_deref().unwrap_or(FIRST_VERSION);
        let area = view.chain().area_of(shop, point);
        let is_meant = |area: &&Area| area.zone.as_str() == self.zone_id && area.version == version;
        area.filter(is_meant).ok_or_else(|| ApiError::new(Code::OutsideOfRange))
    }

    /// Judges the fee by the time of the request; the token's life is the node's clock's.
    fn token(&self, view: &ChainView, begins: Timestamp) -> Result<PriceToken, ApiError> {
        let shop = view.shop_of_field(&self.shop_id, "shopId")?;
        if view.chain().areas(shop.id()).all(|area| area.zone.as_str() != self.zone_id) {
            return Err(ApiError::invalid("zoneId"));
        }
        let point = self.coordinates.point().map_err(|wrong| wrong.within("coordinates"))?;
        let due = self.due()?;
        if !view.kitchen_of(shop, OrderType::Delivery).offers(OrderType::Delivery) {
            return Err(ApiError::new(Code::NoDelivery));
        }
        let area = self.area(view, shop, point)?;
        let life = SignedDuration::from_mins(view.chain().settings().price_token_minutes.into());
        let due_at = due.as_ref().map(Zoned::timestamp);
        let moment = match due {
            Some(due) => Moment::preorder(view.now(), due),
            None => Moment::now(view.now(), chain::hours::zone()),
        };
        Ok(PriceToken {
            shop: shop.id(),
            zone: area.zone.clone(),
            zone_version: area.version.clone(),
            place: point.into(),
            due: due_at,
            fee: area.fee_at(moment.weekday(), moment.minute(), moment.is_preorder()),
            expires_at: begins.saturating_add(life).map_err(|error| ApiError::internal(&error))?,
        })
    }
}
