//! What a city plans, read without living it: for whoever holds it to what a server would say.

use jiff::Timestamp;

use crate::{
    OrderType,
    batch::BatchPlan,
    customer::Exchange,
    menu::Menu,
    opening::Evening,
    plan::{Plan, Planned, Seconds, Terms, USUAL_PER_MINUTE},
    week::WeekTime,
    wire::{Coordinates, Shop},
};

/// An order as it is planned, in a city that lives at the wall's pace. Moments are seconds since the city opened.
#[derive(Debug, Clone, PartialEq)]
pub struct Prospect {
    /// Its number in the plan, with which its `externalId` ends.
    pub number: u64,
    /// Who bakes it.
    pub restaurant_id: String,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// The time asked for.
    pub preorder_at: Option<i64>,
    /// Minutes from its placing in which its shop promised it; none where that is left to the server.
    pub promised_minutes: Option<u32>,
    /// Whether that is too early.
    pub is_hasty: bool,
    /// Whether it is the order with which the city opens.
    pub is_to_be_followed: bool,
    /// The statuses that it takes, from its placing on.
    pub course: Vec<(i64, i16)>,
    /// Minutes until it is ready, as its kitchen says when it takes it.
    pub ready_in: Option<u32>,
    /// When it is at its door, or ready at the counter; none where it never is, or nobody sees it.
    pub arrives_at: Option<i64>,
    /// Where it is in a batch when the city opens: latitude and longitude of its car, of the doors before its own, and of
    /// its own.
    pub way: Vec<(f64, f64)>,
}

/// The orders of a city with this seed that are placed within so many minutes after it opens, or are under way then; none
/// for a chain that is no list of shops, as `GET /api/commerce/v2/shops` answers it, or is out of business.
#[must_use]
pub fn prospects(seed: u64, shops: &str, wall: Timestamp, minutes: u32) -> Vec<Prospect> {
    let Ok(shops) = serde_json::from_str::<Vec<Shop>>(shops) else { return Vec::new() };
    let (exchange, wall) = (Exchange::default(), WeekTime::of(wall));
    let terms = Terms { seed, exchange, orders_per_minute: USUAL_PER_MINUTE, speed: 1.0, opens_at: 0, wall };
    let Some(plan) = Plan::new(terms, shops, Menu::built_in()) else { return Vec::new() };
    let (opens_at, story) = (plan.opens_at(), plan.story().map(|story| story.order));
    let until = opens_at + Seconds::from(minutes) * 60;
    let mut evening = Evening::default();
    // The last of them are still to be brought.
    plan.take_while(|planned| planned.at() < until + 2 * 60 * 60).for_each(|planned: Planned| evening.take(planned));
    let told = evening.orders().filter(|order| order.at < until);
    told.map(|order| {
        let batch = evening.batch_of(order.number);
        Prospect {
            number: order.number,
            restaurant_id: order.restaurant_id.clone(),
            order_type: order.order_type,
            preorder_at: order.preorder_at.map(|at| at - opens_at),
            promised_minutes: order.promised_minutes,
            is_hasty: order.is_hasty,
            is_to_be_followed: story == Some(order.number),
            course: evening.course(order.number).iter().map(|(at, status)| (at - opens_at, *status)).collect(),
            ready_in: order.presses.first().and_then(|press| press.ready_in),
            arrives_at: arrival(evening.course(order.number), order.order_type).map(|at| at - opens_at),
            way: batch.map_or_else(Vec::new, |batch| way(&evening, batch, order.number, opens_at)),
        }
    })
    .collect()
}

/// Who is cancelled or not met does not arrive.
fn arrival(course: &[(Seconds, i16)], order_type: OrderType) -> Option<Seconds> {
    let there = if order_type == OrderType::Delivery { 11 } else { 4 };
    course.iter().find(|(_, status)| *status == there).map(|(at, _)| *at)
}

fn way(evening: &Evening, batch: &BatchPlan, order: u64, now: Seconds) -> Vec<(f64, f64)> {
    let is_ahead = |order: &u64| matches!(evening.stands(*order, now), Some((_, 5..=8)));
    if !is_ahead(&order) {
        return Vec::new();
    }
    let Coordinates { lat, lng } = batch.way.at_second(now);
    let mut way = vec![(lat, lng)];
    for stop in batch.orders().into_iter().filter(is_ahead) {
        way.extend(evening.door(stop).map(|door| (door.lat, door.lng)));
        if stop == order {
            break;
        }
    }
    way
}
