//! `/api/commerce/v2/favourites/order`: the one order that somebody has again at a press.

use axum::{extract::State, http::StatusCode};
use domain::{error::Code, ids::OrderId};
use serde::Deserialize;
use serde_json::Value;
use server::{ApiError, ErrorBody, Json};
use store::FavouriteError;
use utoipa::ToSchema;

use super::{CUSTOMER_CHANGES, history::not_found, keyed::KeyedRun};
use crate::{ChangingCustomer, Customers, history::has_inactive_item, signed_in::require_terms};

/// The order that is to be the favourite: its number by itself, or in an object.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub(super) enum FavouriteOrder {
    Order(String),
    #[serde(rename_all = "camelCase")]
    Fields {
        order_id: String,
    },
}

/// Makes one of the caller's orders their favourite, in the place of another. One with a product that is gone cannot be.
#[utoipa::path(post, path = "/api/commerce/v2/favourites/order", operation_id = "setFavouriteOrder", tag = "customers",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = FavouriteOrder, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "It is the favourite"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = 404, description = "They have no such order", body = ErrorBody),
        (status = 409, description = "Something in it is no more sold", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_favourite_order(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
    keyed: KeyedRun,
    Json(body): Json<Value>,
) -> Result<StatusCode, ApiError> {
    require_terms(&customer)?;
    if keyed.is_done {
        return Ok(StatusCode::NO_CONTENT);
    }
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let body = FavouriteOrder::deserialize(&body).map_err(|_| ApiError::invalid("orderId"))?;
    let (FavouriteOrder::Order(id) | FavouriteOrder::Fields { order_id: id }) = body;
    let id: OrderId = id.parse().map_err(|_| not_found())?;
    let store = &customers.deps.store;
    let order = store.checkouts().one_of_customer(customer.id, id).await?.ok_or_else(not_found)?;
    if has_inactive_item(&customers.chain.get(), &order) {
        return Err(ApiError::new(Code::FavouriteInactive));
    }
    store.customers().set_favourite(customer.id, id, keyed.run).await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets the caller have no favourite; who has none has none.
#[utoipa::path(delete, path = "/api/commerce/v2/favourites/order", operation_id = "removeFavouriteOrder", tag = "customers",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "There is none"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted, or not from one of our pages", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn remove_favourite_order(
    State(customers): State<Customers>,
    ChangingCustomer(customer): ChangingCustomer,
) -> Result<StatusCode, ApiError> {
    require_terms(&customer)?;
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let is_there = customers.deps.store.customers().drop_favourite(customer.id).await?;
    if is_there { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::new(Code::Unauthorized)) }
}

fn refused(error: FavouriteError) -> ApiError {
    match error {
        FavouriteError::Gone => ApiError::new(Code::Unauthorized),
        FavouriteError::NotFound => not_found(),
        FavouriteError::Store(error) => error.into(),
    }
}
