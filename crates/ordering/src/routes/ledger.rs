//! `GET /api/staff/ledger`: what the restaurants came to, by day.

use axum::extract::State;
use domain::{error::Code, ids::RestaurantId, payment::LedgerVat, staff::Role};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query, euros::Euros, work_place::StaffLooking};
use store::LedgerDay;
use utoipa::{IntoParams, ToSchema};

use crate::{cart::Percent, ordering::Ordering};

/// The most days of one answer.
const MOST_DAYS: i32 = 366;

/// Which days.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct LedgerQuery {
    /// The first day, in Helsinki.
    #[param(example = "2026-11-01", format = Date, required)]
    from: Option<String>,
    /// The last day, included; at most 366 in all.
    #[param(example = "2026-11-30", format = Date, required)]
    to: Option<String>,
    /// One restaurant; none: all that the caller reaches.
    restaurant_id: Option<String>,
}

/// What a restaurant came to on a day, in euros.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LedgerRow {
    #[schema(value_type = String, format = Date)]
    date: String,
    restaurant_id: String,
    /// The lines before discounts.
    gross: Euros,
    discounts: Euros,
    shipping: Euros,
    services: Euros,
    /// By rate, the lowest first.
    vat: Vec<LedgerVatRow>,
    paid: Euros,
    refunded: Euros,
}

/// A tax.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LedgerVatRow {
    percent: Percent,
    amount: Euros,
}

impl LedgerRow {
    fn of(sums: &LedgerDay) -> Self {
        let amounts = &sums.amounts;
        Self {
            date: sums.day.to_string(),
            restaurant_id: sums.restaurant.to_string(),
            gross: Euros(amounts.gross),
            discounts: Euros(amounts.discounts),
            shipping: Euros(amounts.shipping),
            services: Euros(amounts.services),
            vat: sums.vat.iter().map(LedgerVatRow::of).collect(),
            paid: Euros(amounts.paid),
            refunded: Euros(amounts.refunded),
        }
    }
}

impl LedgerVatRow {
    fn of(vat: &LedgerVat) -> Self {
        Self { percent: Percent(chain::BasisPoints(vat.rate)), amount: Euros(vat.amount) }
    }
}

/// The book's sums by day and restaurant; what was taken back counts against the day on which that happened.
#[utoipa::path(get, path = "/api/staff/ledger", operation_id = "readLedger", tag = "staff", params(LedgerQuery),
    security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "By day, then by restaurant", body = Vec<LedgerRow>),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of the call centre, or not of this restaurant", body = ErrorBody),
        (status = 422, description = "Something does not fit", body = ErrorBody)))]
pub(super) async fn read_ledger(
    State(ordering): State<Ordering>,
    StaffLooking(caller): StaffLooking,
    Query(query): Query<LedgerQuery>,
) -> Result<Json<Vec<LedgerRow>>, ApiError> {
    if !caller.roles().has(Role::CallCentre) {
        return Err(ApiError::new(Code::RoleForbidden));
    }
    let (from, to) = (day(query.from.as_deref(), "from")?, day(query.to.as_deref(), "to")?);
    let is_within = from.until(to).is_ok_and(|span| (0..MOST_DAYS).contains(&span.get_days()));
    if !is_within {
        return Err(ApiError::invalid("to"));
    }
    let restaurant = query.restaurant_id.map(|id| id.parse::<RestaurantId>()).transpose();
    let restaurant = restaurant.map_err(|_| ApiError::invalid("restaurantId"))?;
    let reach = caller.reach();
    if restaurant.is_some_and(|restaurant| !reach.includes(restaurant)) {
        return Err(ApiError::new(Code::RoleForbidden));
    }
    let days = ordering.deps.store.ledger().days(from, to, restaurant).await?;
    Ok(Json(days.iter().filter(|day| reach.includes(day.restaurant)).map(LedgerRow::of).collect()))
}

fn day(text: Option<&str>, field: &str) -> Result<Date, ApiError> {
    // Years of four digits alone: days are compared as texts.
    let fits = |text: &&str| text.len() == 10;
    text.filter(fits).and_then(|text| text.parse().ok()).ok_or_else(|| ApiError::invalid(field))
}
