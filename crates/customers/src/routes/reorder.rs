//! `GET /api/commerce/v2/customers/me/reorder`: what somebody orders most.

use axum::{extract::State, response::Response};
use domain::{
    customer::{MOST_REORDERED, REORDER_LOOKS_AT, most_ordered},
    order::Item,
};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Query};
use utoipa::IntoParams;

use super::{history::within, private};
use crate::{
    Customers,
    history::{ItemToReorder, avoided, flags_of, ordered_items},
    signed_in::{ShopUser, require_terms},
};

/// How many items.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReorderPart {
    /// 1 to 4; absent: 4.
    limit: Option<usize>,
}

/// The items that stood in most of the caller's last 20 orders and can be ordered as they were; of those in equally many the
/// newest first. None of the call centre.
#[utoipa::path(get, path = "/api/commerce/v2/customers/me/reorder", operation_id = "getItemsToReorder", tag = "customers",
    params(ReorderPart), security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The items", body = Vec<ItemToReorder>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The terms are not accepted", body = ErrorBody),
        (status = 422, description = "A limit beyond the bounds", body = ErrorBody)))]
pub(super) async fn get_items_to_reorder(
    State(customers): State<Customers>,
    user: ShopUser,
    Query(part): Query<ReorderPart>,
) -> Result<Response, ApiError> {
    let ShopUser::Customer(customer) = user else { return Ok(private(Vec::<ItemToReorder>::new())) };
    require_terms(&customer)?;
    let most = within(part.limit, (MOST_REORDERED, MOST_REORDERED))?;
    let orders = customers.deps.store.checkouts().of_customer(customer.id, None, REORDER_LOOKS_AT).await?;
    let chain = customers.chain.get();
    let items: Vec<&[Item]> = orders.iter().map(|order| order.items.as_slice()).collect();
    let found = most_ordered(&items, |item| flags_of(&chain, item).is_unchanged(), most);
    let mut listed = Vec::new();
    for item in found {
        // Names of items are the browsers', and may stand in several orders.
        let place = |items: &&[Item]| items.iter().position(|other| std::ptr::eq(other, item));
        let Some((order, line)) = orders.iter().zip(&items).find_map(|(order, items)| Some((order, place(items)?)))
        else {
            continue;
        };
        let item = ordered_items(&chain, order)?.into_iter().nth(line);
        listed.extend(item.map(|item| ItemToReorder { item, avoid_allergens: avoided(order) }));
    }
    Ok(private(listed))
}
