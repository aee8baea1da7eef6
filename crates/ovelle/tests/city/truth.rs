//! What the city plans against what the server's own rules say of it: the minutes that customers are told come true.

use std::collections::BTreeMap;

use domain::{
    batch::Travel,
    estimate::{Estimate, Plan, car_estimate, is_late, kitchen_estimate, planned_estimate, promised_by_kitchen},
    geo::LatLng,
    leg::HANDOVER_MINUTES,
    order::Status,
};
use jiff::{SignedDuration, Timestamp};
use providers::Router;
use serde_json::Value;
use simulator::{OrderPreview, WireOrderType, preview_orders};

pub(crate) const SHOPS: &str = include_str!("../../../../content/restaurants.json");

/// When the city opens.
const OPENS_AT: &str = "2026-11-18T12:00:00Z";
/// Placed so many minutes after that, orders are still looked at.
const LOOKED_AT: u32 = 60;

/// What restaurants say of themselves.
pub(crate) struct Chain(BTreeMap<String, Value>);

impl Chain {
    pub(crate) fn built_in() -> Self {
        let shops: Vec<Value> = serde_json::from_str(SHOPS).unwrap();
        Self(shops.into_iter().map(|shop| (shop["restaurantId"].as_str().unwrap().to_owned(), shop)).collect())
    }

    fn plan(&self, order: &OrderPreview) -> Plan {
        let shop = &self.0[&order.restaurant_id];
        let is_delivery = order.order_type == WireOrderType::Delivery;
        let minutes = if is_delivery { &shop["currentDeliveryEstimate"] } else { &shop["currentPickupEstimate"] };
        Plan {
            is_delivery,
            delivery_tracking: shop["noDeliveryTracking"] == false,
            minutes: u32::try_from(minutes.as_u64().unwrap()).unwrap(),
            pre_order_time: order.preorder_at.map(moment),
        }
    }

    /// Minutes that the server adds to those until an order is ready.
    fn way(&self, order: &OrderPreview) -> f64 {
        let shop = &self.0[&order.restaurant_id];
        let minutes = |of: &str| shop[of].as_f64().unwrap();
        let is_delivery = order.order_type == WireOrderType::Delivery;
        if is_delivery { minutes("currentDeliveryEstimate") - minutes("currentPickupEstimate") } else { 0.0 }
    }
}

fn moment(seconds: i64) -> Timestamp {
    OPENS_AT.parse::<Timestamp>().unwrap() + SignedDuration::from_secs(seconds)
}

fn status(number: i16) -> Status {
    Status::try_from(i64::from(number)).unwrap()
}

/// Where an order stands when the city opens.
fn stands_at_the_opening(order: &OrderPreview) -> Option<i16> {
    order.lifecycle.iter().rev().find(|(at, _)| *at <= 0).map(|(_, status)| *status)
}

/// Minutes along the streets, as the server's router and its planning of batches count them.
async fn minutes_ahead(way: &[(f64, f64)]) -> f64 {
    let places: Vec<LatLng> = way.iter().map(|(lat, lng)| LatLng::new(*lat, *lng).unwrap()).collect();
    let mut minutes = 0.0;
    for leg in places.windows(2) {
        let between = if minutes > 0.0 { HANDOVER_MINUTES } else { 0.0 };
        minutes += between + Router::built_in().drive(leg[0], leg[1]).await.unwrap().minutes;
    }
    minutes
}

/// What the server says once it was told all that is under way.
async fn told_at_the_opening(chain: &Chain, order: &OrderPreview) -> Option<Estimate> {
    let (plan, stands) = (chain.plan(order), stands_at_the_opening(order)?);
    let now = moment(0);
    match stands {
        8 => Some(car_estimate(minutes_ahead(&order.route).await, now)),
        5..=7 => {
            let whole = minutes_ahead(&order.route).await.ceil();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some minutes")]
            let minutes = Some(whole as u32);
            let (batch, car) = ("A".parse().unwrap(), "1".parse().unwrap());
            let travel = Travel { batch, car, stop: 0, stops_before: 0, minutes, updated_at: now, departed_at: None };
            planned_estimate(&plan, Some(&travel), status(stands), now)
        }
        _ => kitchen_estimate(&plan, status(stands), now),
    }
}

#[tokio::test]
async fn what_customers_are_told_comes_true() {
    let chain = Chain::built_in();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for seed in 1..=12 {
        let orders = preview_orders(seed, SHOPS, moment(0), LOOKED_AT);
        assert!(orders.len() > 40, "{}", orders.len());
        for order in &orders {
            let Some(arrives_at) = order.arrives_at.map(moment) else { continue };
            let is_true = |told: &Estimate| (told.earliest..=told.latest).contains(&arrives_at);
            let is_seen = chain.plan(order).delivery_tracking || order.order_type != WireOrderType::Delivery;
            if arrives_at <= moment(0) || !is_seen {
                continue;
            }
            let told = told_at_the_opening(&chain, order).await;
            let told =
                told.or_else(|| kitchen_estimate(&chain.plan(order), Status::Received, moment(order.lifecycle[0].0)));
            let is_first_true = told.as_ref().is_some_and(is_true);
            assert!(is_first_true || !order.is_to_be_followed, "seed {seed}: {told:?} of {order:?}");
            first.push(is_first_true);
            let stages = order.lifecycle.iter().filter(|(at, status)| *at > 0 && *status < 5);
            let estimates =
                stages.filter_map(|(at, number)| kitchen_estimate(&chain.plan(order), status(*number), moment(*at)));
            later.extend(estimates.map(|told| is_true(&told)));
        }
    }
    let percent = |told: &[bool]| told.iter().filter(|is_true| **is_true).count() * 100 / told.len();
    assert!(percent(&first) >= 97 && percent(&later) >= 95, "{} %, {} %", percent(&first), percent(&later));
}

/// Whoever takes an order says what it still needs: nothing is late a moment after it was promised.
#[test]
fn what_a_kitchen_says_when_it_takes_an_order_keeps_the_promise() {
    let chain = Chain::built_in();
    let (mut said, mut late) = (0, Vec::new());
    for seed in 1..=12 {
        for order in preview_orders(seed, SHOPS, moment(0), LOOKED_AT) {
            let plan = chain.plan(&order);
            let placed = moment(order.lifecycle[0].0);
            let taken = order.lifecycle.iter().find(|(_, status)| *status == 1).map(|(at, _)| moment(*at));
            let (Some(ready_in), Some(taken), None, None) =
                (order.ready_in, taken, order.preorder_at, order.promised_minutes)
            else {
                continue;
            };
            let promised = kitchen_estimate(&plan, Status::Received, placed).map(|first| first.latest);
            let told = promised_by_kitchen(&plan, f64::from(ready_in) + chain.way(&order), taken);
            said += 1;
            if is_late(Some(&told), promised, taken) {
                late.push(order);
            }
        }
    }
    assert!(said > 400 && late.len() * 100 < said * 2, "{} of {said}: {:?}", late.len(), late.first());
}

#[tokio::test]
async fn when_it_opens_only_what_was_promised_in_haste_is_late() {
    let chain = Chain::built_in();
    for seed in 1..=40 {
        for order in preview_orders(seed, SHOPS, moment(0), 0) {
            let stands = stands_at_the_opening(&order).unwrap();
            let is_over =
                stands > 8 || (stands == 4 && chain.plan(&order).pre_order_time.is_none() && order.route.is_empty());
            let Some(minutes) = order.promised_minutes.filter(|_| !is_over) else { continue };
            let promised = moment(order.lifecycle[0].0) + SignedDuration::from_mins(minutes.into());
            let told = told_at_the_opening(&chain, &order).await;
            assert_eq!(
                is_late(told.as_ref(), Some(promised), moment(0)),
                order.is_hasty,
                "seed {seed}: {told:?} of {order:?}"
            );
        }
    }
}
