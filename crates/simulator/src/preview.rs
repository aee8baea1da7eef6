//! What a city plans, read without living it: for whoever holds it to what a server would say.

use jiff::Timestamp;

use crate::{
    WireOrderType,
    batch::BatchPlan,
    city_time::Seconds,
    customer::Exchange,
    demand::{USUAL_ORDERS_PER_MINUTE, WeekTime},
    menu::CityMenu,
    opening::EventLog,
    parameters::CityParameters,
    plan::CityPlan,
    timeline::PlannedEvent,
    wire::{CityPoint, ShopRow},
};

/// An order as it is planned, in a city that lives at the wall's pace. Moments are seconds since the city opened.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderPreview {
    /// Its number in the plan, with which its `externalId` ends.
    pub number: u64,
    /// Who bakes it.
    pub restaurant_id: String,
    /// How it reaches its eater.
    pub order_type: WireOrderType,
    /// The time asked for.
    pub preorder_at: Option<i64>,
    /// Minutes from its placing in which its shop promised it; none where that is left to the server.
    pub promised_minutes: Option<u32>,
    /// Whether that is too early.
    pub is_hasty: bool,
    /// Whether it is the order with which the city opens.
    pub is_to_be_followed: bool,
    /// The statuses that it takes, from its placing on.
    pub lifecycle: Vec<(i64, i16)>,
    /// Minutes until it is ready, as its kitchen says when it takes it.
    pub ready_in: Option<u32>,
    /// When it is at its door, or ready at the counter; none where it never is, or nobody sees it.
    pub arrives_at: Option<i64>,
    /// Where it is in a batch when the city opens: latitude and longitude of its car, of the doors before its own, and of
    /// its own.
    pub route: Vec<(f64, f64)>,
}

/// The orders of a city with this seed that are placed within so many minutes after it opens, or are under way then; none
/// for a chain that is no list of shops, as `GET /api/commerce/v2/shops` answers it, or is out of business.
#[must_use]
pub fn preview_orders(seed: u64, shops: &str, wall: Timestamp, minutes: u32) -> Vec<OrderPreview> {
    let Ok(shops) = serde_json::from_str::<Vec<ShopRow>>(shops) else { return Vec::new() };
    let (exchange, wall) = (Exchange::default(), WeekTime::of(wall));
    let parameters =
        CityParameters { seed, exchange, orders_per_minute: USUAL_ORDERS_PER_MINUTE, speed: 1.0, opens_at: 0, wall };
    let Some(plan) = CityPlan::new(parameters, shops, CityMenu::built_in()) else { return Vec::new() };
    let (opens_at, featured) = (plan.opens_at(), plan.featured_order().map(|featured| featured.order));
    let until = opens_at + Seconds::from(minutes) * 60;
    let mut log = EventLog::default();
    // The last of them are still to be brought.
    plan.take_while(|planned| planned.at() < until + 2 * 60 * 60).for_each(|planned: PlannedEvent| log.record(planned));
    let told = log.orders().filter(|order| order.at < until);
    told.map(|order| {
        let batch = log.batch_of(order.number);
        OrderPreview {
            number: order.number,
            restaurant_id: order.restaurant_id.clone(),
            order_type: order.order_type,
            preorder_at: order.preorder_at.map(|at| at - opens_at),
            promised_minutes: order.promised_minutes,
            is_hasty: order.is_hasty,
            is_to_be_followed: featured == Some(order.number),
            lifecycle: log.lifecycle(order.number).iter().map(|(at, status)| (at - opens_at, *status)).collect(),
            ready_in: order.updates.first().and_then(|update| update.ready_in),
            arrives_at: arrival(log.lifecycle(order.number), order.order_type).map(|at| at - opens_at),
            route: batch.map_or_else(Vec::new, |batch| route(&log, batch, order.number, opens_at)),
        }
    })
    .collect()
}

/// Who is cancelled or not met does not arrive.
fn arrival(lifecycle: &[(Seconds, i16)], order_type: WireOrderType) -> Option<Seconds> {
    let there = if order_type == WireOrderType::Delivery { 11 } else { 4 };
    lifecycle.iter().find(|(_, status)| *status == there).map(|(at, _)| *at)
}

fn route(log: &EventLog, batch: &BatchPlan, order: u64, now: Seconds) -> Vec<(f64, f64)> {
    let is_ahead = |order: &u64| matches!(log.status_at(*order, now), Some((_, 5..=8)));
    if !is_ahead(&order) {
        return Vec::new();
    }
    let CityPoint { lat, lng } = batch.trajectory.at_second(now);
    let mut route = vec![(lat, lng)];
    for stop in batch.orders().into_iter().filter(is_ahead) {
        route.extend(log.door(stop).map(|door| (door.lat, door.lng)));
        if stop == order {
            break;
        }
    }
    route
}
