//! `POST /api/commerce/v2/order/DetailsByKey` and `…/cancel`: an order of the shop, for whoever holds its key.

use axum::{Extension, extract::State};
use chain::hours::zone;
use domain::{
    error::Code,
    ids::OrderId,
    order::Status,
    payment::{PaymentErrorCode, PaymentStage},
};
use jiff::{SignedDuration, Timestamp};
use payments::failed;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, address::ClientAddress, euros::Euros, idempotency::NothingMade};
use store::{Checkout, OrderHead, SettleEvent};
use utoipa::ToSchema;

use super::refused_calls::{Whose, count_call};
use crate::{limits::CANCEL, ordering::Ordering, shopper::OwnCall};

/// For how long an order is told of that ended unpaid.
const KNOWN_AFTER_ITS_END: SignedDuration = SignedDuration::from_hours(24);

/// An order and its key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderAndKey {
    #[serde(alias = "OrderId")]
    order_id: String,
    #[serde(alias = "OrderKey")]
    order_key: String,
}

/// An order of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderDetails {
    order_data: OrderData,
}

/// What is known of an order of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderData {
    order_id: String,
    shop_id: String,
    /// When it was placed, in Helsinki.
    #[schema(example = "24.11.2026")]
    placed_date_string: String,
    #[schema(example = "18:05")]
    placed_time_string: String,
    /// The status of its tracking; −1 while no kitchen knows it.
    status: i16,
    /// Waiting 1, paid 2, cancelled 3.
    payment_status: u8,
    payment_method: String,
    /// `delivery`, `pickup` or `eatin`.
    #[schema(value_type = String)]
    order_type: &'static str,
    /// `YYYY-MM-DD HH:mm` in Helsinki; none: as soon as possible.
    #[schema(required)]
    pre_order_time: Option<String>,
    grand_total: Euros,
    payable: Euros,
    /// Why the last try to pay failed.
    #[schema(required)]
    error_code: Option<u32>,
    #[schema(required, value_type = Option<String>)]
    error_message: Option<&'static str>,
}

impl OrderData {
    fn new(checkout: &Checkout, status: Option<Status>) -> Self {
        let wall = |at: Timestamp, form: &str| at.to_zoned(zone()).strftime(form).to_string();
        let pre_order_time = checkout.pre_order_time.map(|at| wall(at, "%Y-%m-%d %H:%M"));
        Self {
            order_id: checkout.id.to_string(),
            shop_id: checkout.shop.to_string(),
            placed_date_string: wall(checkout.placed_at, "%d.%m.%Y"),
            placed_time_string: wall(checkout.placed_at, "%H:%M"),
            status: status.unwrap_or(Status::NotReceived).number(),
            payment_status: checkout.payment.stage.status().number(),
            payment_method: checkout.payment.method.clone(),
            order_type: checkout.order_type.as_str(),
            pre_order_time,
            grand_total: checkout.grand_total.into(),
            payable: checkout.payable.into(),
            error_code: checkout.payment.error_code.map(PaymentErrorCode::number),
            error_message: checkout.payment.error_code.map(PaymentErrorCode::message),
        }
    }
}

/// What is known of an order, for whoever holds its key: also before a kitchen knows it.
#[utoipa::path(post, path = "/api/commerce/v2/order/DetailsByKey", operation_id = "getOrderByKey", tag = "payments",
    request_body = OrderAndKey,
    responses(
        (status = 200, description = "The order", body = OrderDetails),
        (status = 404, description = "No such order, or not with this key", body = ErrorBody),
        (status = 410, description = "It is told of no more", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn get_order_by_key(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Json(body): Json<OrderAndKey>,
) -> Result<Json<OrderDetails>, ApiError> {
    let checkout = find(&ordering, open(&ordering, &body, &caller).await?).await?;
    let head = ordering.deps.store.orders().head(checkout.id).await?;
    if is_over(&checkout, head.as_ref(), ordering.deps.clock.now()) {
        return Err(ApiError::new(Code::OrderExpired));
    }
    Ok(Json(OrderDetails { order_data: OrderData::new(&checkout, head.map(|head| head.status)) }))
}

fn is_over(checkout: &Checkout, head: Option<&OrderHead>, now: Timestamp) -> bool {
    let ended_long_ago = |ended: Timestamp| now.duration_since(ended) >= KNOWN_AFTER_ITS_END;
    let has_expired = head.is_some_and(|head| head.expires_at <= now);
    has_expired || checkout.is_forgotten || checkout.payment.ended_at.is_some_and(ended_long_ago)
}

/// That an order was given up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderCancelled {
    order_id: String,
    /// 3.
    payment_status: u8,
}

/// Gives up an order that is not paid; the same again changes nothing.
#[utoipa::path(post, path = "/api/commerce/v2/order/cancel", operation_id = "cancelOrder", tag = "payments",
    request_body = OrderAndKey,
    responses(
        (status = 200, description = "It is given up", body = OrderCancelled),
        (status = 404, description = "No such order, or not with this key", body = ErrorBody),
        (status = 409, description = "A kitchen knows it already", body = ErrorBody),
        (status = 429, description = "Too many calls for one order", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn cancel_order(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    _: OwnCall,
    Json(body): Json<OrderAndKey>,
) -> Result<(Option<Extension<NothingMade>>, Json<OrderCancelled>), ApiError> {
    let order = open(&ordering, &body, &caller).await?;
    let whose = Whose { order_id: &body.order_id, order_key: &body.order_key };
    count_call(&ordering, CANCEL, order, whose).await?;
    let checkout = find(&ordering, order).await?;
    let settled = ordering.payments.settle(checkout.id, SettleEvent::Cancel).await.map_err(failed)?;
    if settled.checkout.payment.stage != PaymentStage::Ended {
        return Err(ApiError::new(Code::OrderCannotCancel));
    }
    let payment_status = settled.checkout.payment.stage.status().number();
    let nothing_made = (!settled.moved).then_some(Extension(NothingMade));
    Ok((nothing_made, Json(OrderCancelled { order_id: checkout.id.to_string(), payment_status })))
}

async fn open(ordering: &Ordering, body: &OrderAndKey, caller: &ClientAddress) -> Result<OrderId, ApiError> {
    ordering.order_keys.order_of_key(&body.order_id, &body.order_key, caller.address).await
}

async fn find(ordering: &Ordering, order: OrderId) -> Result<Checkout, ApiError> {
    let found = ordering.deps.store.checkouts().by_id(order).await?;
    found.ok_or_else(|| ApiError::new(Code::OrderNotFound))
}
