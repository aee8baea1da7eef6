//! `GET /api/commerce/v2/shops/{shopId}/preorder-days` and `…/preorder-times`: when preorders can be due.

use axum::{extract::State, http::HeaderMap, response::Response};
use chain::hours::{by_day, zone};
use domain::order::OrderType;
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Path, Query, document::Document};
use utoipa::{IntoParams, ToSchema};

use super::kept_for;
use crate::{ordering::Ordering, shopper::Shopper, wanted::HowWanted};

/// The days on which preorders can be due.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PreorderDays {
    days: Vec<PreorderDay>,
}

/// A day with times.
#[derive(Debug, Serialize, ToSchema)]
struct PreorderDay {
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// `YYYY-MM-DD HH:mm` in Helsinki.
    times: Vec<String>,
}

/// When preorders can be due on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PreorderTimes {
    /// `YYYY-MM-DD HH:mm` in Helsinki.
    times: Vec<String>,
}

/// Which day.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichDay {
    /// `YYYY-MM-DD`.
    date: String,
}

/// The days on which preorders of a type can be due, each with its times.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/preorder-days", operation_id = "listPreorderDays", tag = "shops",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("orderType" = String, Query, description = "`delivery`, `pickup`, `eatin`, or their codes 1, 0, 2")),
    responses(
        (status = 200, description = "The days that have times", body = PreorderDays),
        (status = 304, description = "As the caller knows them"),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 422, description = "An order type that is none", body = ErrorBody)))]
pub(super) async fn list_preorder_days(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    Query(wanted): Query<HowWanted>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let all = times_of(&ordering, &shop, &wanted)?;
    let day = |(date, times): (Date, Vec<Timestamp>)| PreorderDay { date, times: texts(&times) };
    let days = PreorderDays { days: by_day(&all).into_iter().map(day).collect() };
    Ok(Document::new(&days)?.answer(&headers, kept_for(shopper)))
}

/// When preorders of a type can be due on a day.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/preorder-times", operation_id = "listPreorderTimes", tag = "shops",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("orderType" = String, Query, description = "`delivery`, `pickup`, `eatin`, or their codes 1, 0, 2"), WhichDay),
    responses(
        (status = 200, description = "The times", body = PreorderTimes),
        (status = 304, description = "As the caller knows them"),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 422, description = "An order type or a day that is none", body = ErrorBody)))]
pub(super) async fn list_preorder_times(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    Query(wanted): Query<HowWanted>,
    Query(which): Query<WhichDay>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let all = times_of(&ordering, &shop, &wanted)?;
    let wanted = day(&which.date)?;
    let of_the_day = by_day(&all).into_iter().find(|(date, _)| *date == wanted);
    let times = PreorderTimes { times: of_the_day.map(|(_, times)| texts(&times)).unwrap_or_default() };
    Ok(Document::new(&times)?.answer(&headers, kept_for(shopper)))
}

fn times_of(ordering: &Ordering, shop: &str, wanted: &HowWanted) -> Result<Vec<Timestamp>, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_path(shop)?;
    let order_type: OrderType = wanted.order_type()?;
    Ok(view.question(shop, order_type, None).preorder_times())
}

/// Reads `YYYY-MM-DD`.
fn day(text: &str) -> Result<Date, ApiError> {
    let is_whole = text.len() == "2026-11-24".len();
    Date::strptime("%Y-%m-%d", text).ok().filter(|_| is_whole).ok_or_else(|| ApiError::invalid("date"))
}

fn texts(times: &[Timestamp]) -> Vec<String> {
    times.iter().map(|time| time.to_zoned(zone()).strftime("%Y-%m-%d %H:%M").to_string()).collect()
}
