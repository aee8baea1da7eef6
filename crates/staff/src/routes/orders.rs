//! `GET /api/staff/orders`: finding an order.

use std::cmp::Reverse;

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use deps::StaffCaller;
use domain::{
    Reach,
    ids::{OrderId, RestaurantId},
    order::Status,
    presence::Presence,
    search::SearchTerms,
};
use protocol::payload::BoardOrder;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query};
use store::OrderSearch;
use utoipa::{IntoParams, ToSchema};

use super::no_store;
use crate::{StaffState, StaffUser};

/// Orders of one page.
const PAGE: usize = 50;
/// The longest text that is looked for, in characters.
const LONGEST_TEXT: usize = 100;

/// Which orders.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct StaffOrdersQuery {
    /// A number, a phone in any spelling, or parts of a name or an address, all of which must be there.
    q: Option<String>,
    /// A restaurant's number, or several with commas between them.
    restaurant_id: Option<String>,
    /// A status, or several with commas between them.
    status: Option<String>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// A page of orders, the newest first.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundOrders {
    /// At most 50.
    orders: Vec<FoundOrder>,
    /// For the next page; null where there is none.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// An order as the board shows it, and where it comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundOrder {
    /// Its row of the board.
    #[serde(flatten)]
    row: BoardOrder,
    restaurant_name: String,
    /// Whether it is over.
    over: bool,
}

/// Finds any order, open or long over, the newest first. A person who is bound to restaurants finds
/// theirs alone. Reading, so it may be repeated; each answer is logged with who asked and which orders it
/// showed.
#[utoipa::path(get, path = "/api/staff/orders", operation_id = "findStaffOrders", tag = "staff",
    params(StaffOrdersQuery), security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "A page of orders", body = FoundOrders),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 422, description = "A parameter does not fit; `metadata.field` says which", body = ErrorBody)))]
pub(super) async fn find_orders(
    State(staff): State<StaffState>,
    StaffUser(caller): StaffUser,
    Query(query): Query<StaffOrdersQuery>,
) -> Result<Response, ApiError> {
    let search = query.search(&caller)?;
    let deps = &staff.deps;
    let mut ids = deps.store.orders().find(&search).await?;
    let has_more = ids.len() > PAGE;
    ids.truncate(PAGE);
    let next_cursor = ids.last().filter(|_| has_more).map(OrderId::to_string);
    let mut rows = deps.store.boards().rows(&ids).await?;
    rows.sort_unstable_by_key(|row| Reverse(row.id));
    let restaurants = deps.store.restaurants().all().await?;
    let name_of = |id: RestaurantId| {
        restaurants.iter().find(|restaurant| restaurant.id == id).map_or_else(String::new, |r| r.display_name.clone())
    };
    let (presences, nobody) = (staff.presence.presences(&ids).await, Presence::default());
    let now = deps.clock.now();
    let orders = rows.iter().map(|row| FoundOrder {
        row: BoardOrder::new(row, presences.get(&row.id).unwrap_or(&nobody), now),
        restaurant_name: name_of(row.restaurant_id),
        over: row.over_at.is_some(),
    });
    let shown: Vec<String> = ids.iter().map(OrderId::to_string).collect();
    tracing::info!(staff = &*caller.actor().name(), orders = shown.join(","), "looked orders up");
    let page = FoundOrders { orders: orders.collect(), next_cursor };
    Ok(([(header::CACHE_CONTROL, no_store())], Json(page)).into_response())
}

impl StaffOrdersQuery {
    fn search(&self, caller: &StaffCaller) -> Result<OrderSearch, ApiError> {
        let text = self.q.as_deref().unwrap_or_default();
        if text.contains('\0') || text.chars().count() > LONGEST_TEXT {
            return Err(ApiError::invalid("q"));
        }
        let asked = list::<RestaurantId>(self.restaurant_id.as_deref(), "restaurantId")?;
        let reach = caller.reach();
        // Those of others are as if they were not there.
        let is_reached = |id: &RestaurantId| reach.includes(*id);
        let reach = if asked.is_empty() { reach } else { Reach::of(asked.into_iter().filter(is_reached)) };
        let statuses = list::<i64>(self.status.as_deref(), "status")?;
        let statuses =
            statuses.into_iter().map(|number| Status::try_from(number).map_err(|_| ApiError::invalid("status")));
        let before = self.cursor.as_deref().filter(|cursor| !cursor.is_empty()).map(str::parse).transpose();
        Ok(OrderSearch {
            wanted: SearchTerms::parse(text).map_err(|_| ApiError::invalid("q"))?,
            reach,
            statuses: statuses.collect::<Result<_, _>>()?,
            before: before.map_err(|_| ApiError::invalid("cursor"))?,
            limit: u32::try_from(PAGE + 1).unwrap_or(u32::MAX),
        })
    }
}

/// Values with commas between them; an absent or empty text is none.
fn list<T: std::str::FromStr>(text: Option<&str>, field: &str) -> Result<Vec<T>, ApiError> {
    let text = text.unwrap_or_default();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let values = text.split(',').map(|part| part.trim().parse());
    values.collect::<Result<Vec<T>, _>>().map_err(|_| ApiError::invalid(field))
}
