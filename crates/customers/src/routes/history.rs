//! `/api/commerce/v2/customers/…`: the orders of whoever calls.

use axum::{extract::State, response::Response};
use chain::hours::zone;
use domain::{error::Code, ids::OrderId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Path, Query};
use utoipa::{IntoParams, ToSchema};

use super::private;
use crate::{
    Customers, LookingCustomer,
    history::{PastItem, PastOrder, PastOrderContext, RecentOrder, ordered_items},
    signed_in::{ShopUser, require_terms},
};

/// Entries of the history that are answered where nothing is said of it, and at most.
const ENTRIES: (usize, usize) = (10, 20);
/// The same of the latest orders.
const LATEST: (usize, usize) = (3, 10);

/// Which part of the history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryPart {
    /// 1 to 20; absent: 10.
    limit: Option<usize>,
    /// An order of theirs: older ones are answered.
    before: Option<String>,
}

/// How many of the latest orders.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LatestPart {
    /// 1 to 10; absent: 3.
    limit: Option<usize>,
}

/// The caller's orders, the newest first: those that a kitchen knows. None of the call centre.
#[utoipa::path(get, path = "/api/commerce/v2/customers/me/orders/details", operation_id = "getOrderHistory", tag = "customers",
    params(HistoryPart), security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The orders", body = Vec<PastOrder>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "They have no such order as `before`", body = ErrorBody),
        (status = 422, description = "A limit beyond the bounds", body = ErrorBody)))]
pub(super) async fn get_order_history(
    State(customers): State<Customers>,
    user: ShopUser,
    Query(part): Query<HistoryPart>,
) -> Result<Response, ApiError> {
    let ShopUser::Customer(customer) = user else { return Ok(private(Vec::<PastOrder>::new())) };
    let most = within(part.limit, ENTRIES)?;
    let before: Option<OrderId> = part.before.map(|id| id.parse().map_err(|_| not_found())).transpose()?;
    let (now, store) = (customers.deps.clock.now(), &customers.deps.store);
    let gone = || ApiError::new(Code::Unauthorized);
    let favourite = store.customers().by_id(customer.id, now).await?.ok_or_else(gone)?.favourite_order;
    if let Some(before) = before
        && !store.checkouts().is_of_customer(customer.id, before).await?
    {
        return Err(not_found());
    }
    let orders = store.checkouts().of_customer(customer.id, before, most).await?;
    let chain = customers.chain.get();
    let context = PastOrderContext { chain: &chain, secrets: &customers.deps.secrets, favourite, now };
    let entries: Result<Vec<_>, _> = orders.iter().map(|order| PastOrder::of(order, &context)).collect();
    Ok(private(entries?))
}

/// The caller's orders that were placed today, or are preordered for today or later, and are not cancelled; the newest
/// first. None of the call centre.
#[utoipa::path(get, path = "/api/commerce/v2/customers/orders/latest", operation_id = "getLatestOrders", tag = "customers",
    params(LatestPart), security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The orders", body = Vec<RecentOrder>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 422, description = "A limit beyond the bounds", body = ErrorBody)))]
pub(super) async fn get_latest_orders(
    State(customers): State<Customers>,
    user: ShopUser,
    Query(part): Query<LatestPart>,
) -> Result<Response, ApiError> {
    let ShopUser::Customer(customer) = user else { return Ok(private(Vec::<RecentOrder>::new())) };
    let most = within(part.limit, LATEST)?;
    let today = beginning_of_day(customers.deps.clock.now());
    let orders = customers.deps.store.checkouts().of_customer_since(customer.id, today, most).await?;
    let latest: Vec<_> = orders.iter().map(|order| RecentOrder::of(order, &customers.deps.secrets)).collect();
    Ok(private(latest))
}

/// An order with its items.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderToRepeat {
    order_id: String,
    #[schema(value_type = String, format = DateTime)]
    order_placed_at: Timestamp,
    shopping_cart_price: ItemsOfOrder,
}

/// What was ordered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ItemsOfOrder {
    order_items: Vec<PastItem>,
}

/// One of the caller's orders, as a list of one.
#[utoipa::path(get, path = "/api/commerce/v2/customers/orders/{orderId}", operation_id = "getOwnOrder", tag = "customers",
    params(("orderId" = String, Path, description = "The order")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The order", body = Vec<OrderToRepeat>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or the call centre asks, which has no orders of its own", body = ErrorBody),
        (status = 404, description = "They have no such order", body = ErrorBody)))]
pub(super) async fn get_own_order(
    State(customers): State<Customers>,
    LookingCustomer(customer): LookingCustomer,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    require_terms(&customer)?;
    let id: OrderId = id.parse().map_err(|_| not_found())?;
    let order = customers.deps.store.checkouts().one_of_customer(customer.id, id).await?.ok_or_else(not_found)?;
    let order_items = ordered_items(&customers.chain.get(), &order)?;
    Ok(private([OrderToRepeat {
        order_id: order.id.to_string(),
        order_placed_at: order.placed_at,
        shopping_cart_price: ItemsOfOrder { order_items },
    }]))
}

/// A limit that was asked for, within its bounds: the usual one, and the most.
pub(super) fn within(asked: Option<usize>, (usual, most): (usize, usize)) -> Result<usize, ApiError> {
    let limit = asked.unwrap_or(usual);
    if (1..=most).contains(&limit) { Ok(limit) } else { Err(ApiError::invalid("limit")) }
}

pub(super) fn not_found() -> ApiError {
    ApiError::new(Code::OrderNotFound)
}

/// Midnight in Helsinki, the last one.
fn beginning_of_day(now: Timestamp) -> Timestamp {
    let midnight = now.to_zoned(zone()).start_of_day();
    // The beginning of time has no midnight before it.
    midnight.map_or(Timestamp::MIN, |midnight| midnight.timestamp())
}
