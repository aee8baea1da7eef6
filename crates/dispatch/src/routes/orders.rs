//! `GET /api/dispatch/orders…`: orders as a kitchen needs them.

use axum::extract::State;
use domain::{error::Code, ids::OrderId};
use protocol::payload::KitchenOrder;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Path, Query, dispatch_key::DispatchCaller};
use utoipa::{IntoParams, ToSchema};

use crate::{Dispatch, state::find_order};

/// The most orders of one answer.
const MAX_OPEN: u32 = 500;

/// Which orders: by `externalId`, or the open ones of a restaurant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct DispatchOrdersQuery {
    /// The name that this key gave the order.
    external_id: Option<String>,
    /// A restaurant's number.
    restaurant_id: Option<String>,
    /// `1`: those that are not over.
    open: Option<String>,
}

/// Orders of one answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KitchenOrders {
    orders: Vec<KitchenOrder>,
}

/// One order as a kitchen needs it.
#[utoipa::path(get, path = "/api/dispatch/orders/{orderId}", operation_id = "getDispatchOrder", tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The order", body = KitchenOrder),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn get_order(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(order): Path<String>,
) -> Result<Json<KitchenOrder>, ApiError> {
    let order = find_order(&dispatch, &key, &order).await?;
    read(&dispatch, &key, order).await.map(Json)
}

/// An order by its external id, or the open orders of a restaurant.
#[utoipa::path(get, path = "/api/dispatch/orders", operation_id = "findDispatchOrders", tag = "dispatch",
    params(DispatchOrdersQuery), security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The orders", body = KitchenOrders),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn find_orders(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Query(query): Query<DispatchOrdersQuery>,
) -> Result<Json<KitchenOrders>, ApiError> {
    if let Some(external) = query.external_id {
        let order = find_order(&dispatch, &key, &format!("ext:{external}")).await?;
        let order = read(&dispatch, &key, order).await?;
        return Ok(Json(KitchenOrders { orders: vec![order] }));
    }
    let restaurant = query.restaurant_id.ok_or_else(|| ApiError::invalid("restaurantId"))?;
    let restaurant = restaurant.parse().map_err(|_| ApiError::invalid("restaurantId"))?;
    if query.open.as_deref() != Some("1") {
        return Err(ApiError::invalid("open"));
    }
    key.require(restaurant)?;
    let deps = dispatch.orders.deps();
    let open = deps.store.orders().open(restaurant, MAX_OPEN).await?;
    let now = deps.clock.now();
    Ok(Json(KitchenOrders { orders: open.iter().map(|order| KitchenOrder::new(order, now)).collect() }))
}

async fn read(dispatch: &Dispatch, key: &DispatchCaller, order: OrderId) -> Result<KitchenOrder, ApiError> {
    let deps = dispatch.orders.deps();
    let found = deps.store.orders().by_id(order).await?;
    let order = found.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    key.require(order.restaurant.id)?;
    Ok(KitchenOrder::new(&order, deps.clock.now()))
}
