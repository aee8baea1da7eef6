//! `POST /api/commerce/v2/order/export` and `…/erase`: what is kept of whoever ordered, for whoever holds the order's key and
//! knows the number that was given (docs/spec/people.md, "A guest's rights").

use axum::{extract::State, http::StatusCode, response::Response};
use domain::{Actor, SecurityKind, error::Code, ids::OrderId, phone::comparable};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, address::ClientAddress, security::SecurityEvent, wrong_keys::Transport};
use store::EraseOrderError;
use utoipa::ToSchema;

use super::private;
use crate::{Customers, export::OrderExport};

/// An order, its key, and the number that whoever ordered has given.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OrderKeyAndPhone {
    order_id: String,
    order_key: String,
    phone: String,
}

/// All that is kept of whoever placed an order, from its end on until that is taken away.
#[utoipa::path(post, path = "/api/commerce/v2/order/export", operation_id = "exportOrder", tag = "customers",
    request_body = OrderKeyAndPhone,
    responses(
        (status = 200, description = "All of it", body = OrderExport),
        (status = 404, description = "No such order, not with this key, or of another number", body = ErrorBody),
        (status = 409, description = "It is not over", body = ErrorBody),
        (status = 410, description = "Nothing of whoever ordered is kept any more", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn export_order(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<OrderKeyAndPhone>,
) -> Result<Response, ApiError> {
    let (order, export) = open(&customers, &body, &caller).await?;
    if export.person().is_none() {
        return Err(ApiError::new(Code::OrderExpired));
    }
    require_over(&customers, order).await?;
    let (kind, who, address) = (SecurityKind::Export, &Actor::Guest, Some(caller.address));
    customers.security.tell(SecurityEvent { kind, who, address, subject: &format!("order:{order}") });
    Ok(private(export))
}

/// Takes away what is known of whoever placed an order, from its end on. The same again changes nothing.
#[utoipa::path(post, path = "/api/commerce/v2/order/erase", operation_id = "eraseOrder", tag = "customers",
    request_body = OrderKeyAndPhone,
    responses(
        (status = 204, description = "It is taken away"),
        (status = 404, description = "No such order, not with this key, or of another number", body = ErrorBody),
        (status = 409, description = "It is not over", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn erase_order(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<OrderKeyAndPhone>,
) -> Result<StatusCode, ApiError> {
    let (order, export) = open(&customers, &body, &caller).await?;
    // Where nothing is left there is nothing to compare the number with, and nothing to do.
    let Some(person) = export.person() else { return Ok(StatusCode::NO_CONTENT) };
    let email = person.email().map(str::to_owned);
    customers.erase_order(order, email, caller.address).await.map_err(|error| match error {
        EraseOrderError::NotFound => ApiError::new(Code::OrderNotFound),
        EraseOrderError::Open => ApiError::new(Code::OpenOrders),
        EraseOrderError::Store(error) => error.into(),
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// The order, where the key is its own and the number that of whoever ordered. Another number counts as a wrong key.
async fn open(
    customers: &Customers,
    body: &OrderKeyAndPhone,
    caller: &ClientAddress,
) -> Result<(OrderId, OrderExport), ApiError> {
    let OrderKeyAndPhone { order_id, order_key, phone } = body;
    let order = customers.order_keys.order_of_key(order_id, order_key, caller.address).await?;
    let export = OrderExport::read(&customers.deps.store, order).await?;
    let export = export.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    let is_theirs = export.person().is_none_or(|person| {
        let given = person.phone().and_then(comparable);
        given.is_some() && given == comparable(phone)
    });
    if is_theirs {
        return Ok((order, export));
    }
    let guess = (order_id, phone);
    Err(customers.order_keys.wrong(caller.address, Transport::Call, guess).await.into())
}

async fn require_over(customers: &Customers, order: OrderId) -> Result<(), ApiError> {
    let (now, store) = (customers.deps.clock.now(), &customers.deps.store);
    let is_open = match store.orders().head(order).await? {
        Some(head) => head.over_at.is_none() && head.expires_at > now,
        None => {
            let checkout = store.checkouts().by_id(order).await?;
            checkout.is_some_and(|checkout| checkout.payment.ended_at.is_none())
        }
    };
    if is_open { Err(ApiError::new(Code::OpenOrders)) } else { Ok(()) }
}
