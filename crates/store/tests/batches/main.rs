//! Batches and the cars that carry them, on both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod begun;
mod cars;
mod model;
mod put;
mod racing;
mod refused;
mod reported;

use domain::{
    Actor, Reach,
    batch::Travel,
    estimate::Basis,
    ids::{OrderId, RestaurantId},
    order::{Order, Source, Status},
};
use jiff::{SignedDuration, Timestamp};
use store::{Append, BatchPut, Changed, Depart, PutBatch, Store};
use testkit::order::{self, TTL, report};

/// So many minutes after the moment at which tests begin.
fn at(minutes: i64) -> Timestamp {
    order::noon() + SignedDuration::from_mins(minutes)
}

/// Deliveries of restaurant 12, each at one of these statuses. Restaurant 14 is kept beside it.
async fn deliveries(store: &Store, statuses: &[Status]) -> Vec<OrderId> {
    store.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
    let mut orders = Vec::new();
    for status in statuses {
        let id = store.orders().register(order::delivery(12)).await.unwrap().order_id;
        store.orders().append(report(id, *status)).await.unwrap();
        orders.push(id);
    }
    orders
}

/// A batch of the chain's dispatch, put together at noon, a quarter of an hour from its doors.
fn batch(name: &str, car: &str, stops: &[OrderId]) -> PutBatch {
    PutBatch {
        batch: name.parse().unwrap(),
        car: car.parse().unwrap(),
        stops: stops.to_vec(),
        estimated_minutes: Some(15),
        planned: Vec::new(),
        source: Source::Dispatch,
        actor: Actor::key("dispatch"),
        reach: Reach::all(),
        now: at(0),
        ttl: TTL,
    }
}

fn departure(name: &str, now: Timestamp) -> Depart {
    Depart {
        batch: name.parse().unwrap(),
        source: Source::Driver,
        actor: Actor::key("driver"),
        reach: Reach::all(),
        now,
        ttl: TTL,
    }
}

/// The restaurants that a key reaches.
fn reach(restaurants: &[i64]) -> Reach {
    Reach::of(restaurants.iter().copied().map(RestaurantId))
}

async fn report_at(store: &Store, id: OrderId, status: Status, now: Timestamp) -> store::Appended {
    store.orders().append(Append { now, ..report(id, status) }).await.unwrap()
}

async fn read(store: &Store, id: OrderId) -> Order {
    store.orders().by_id(id).await.unwrap().unwrap()
}

async fn read_all(store: &Store, ids: &[OrderId]) -> Vec<Order> {
    let mut orders = Vec::new();
    for id in ids {
        orders.push(read(store, *id).await);
    }
    orders
}

/// An order's place in few words: batch, car, stop, stops before.
fn place(travel: Option<&Travel>) -> String {
    travel.map_or_else(
        || "none".to_owned(),
        |travel| format!("{} {} {}/{}", travel.batch, travel.car, travel.stop, travel.stops_before),
    )
}

async fn places(store: &Store, ids: &[OrderId]) -> Vec<String> {
    read_all(store, ids).await.iter().map(|order| place(order.travel.as_ref())).collect()
}

/// The statuses of an order since it was registered.
fn walk(order: &Order) -> Vec<i16> {
    order.history.iter().map(|event| event.status.number()).collect()
}

fn basis(order: &Order) -> Option<Basis> {
    order.estimate.map(|estimate| estimate.basis)
}

/// Minutes from noon to the arrival that is expected.
fn arrival(order: &Order) -> Option<i64> {
    order.estimate.map(|estimate| estimate.minutes_left(at(0)))
}

/// The order as it is read now, as a change.
fn as_changed(order: &Order) -> Changed {
    Changed {
        order: order.id,
        restaurant_id: order.restaurant.id,
        status: order.status,
        seq: order.seq,
        rev: order.rev,
        estimate: order.estimate,
        travel: order.travel.clone(),
    }
}

/// What a batch came to in few words: statuses by order, and the orders that changed without one.
fn told(put: &BatchPut) -> (Vec<(OrderId, i16)>, Vec<OrderId>) {
    let appended = put.appended.iter().map(|appended| (appended.order, appended.status.number()));
    (appended.collect(), put.changed.iter().map(|changed| changed.order).collect())
}

fn assert_gapless(order: &Order) {
    let numbers: Vec<i64> = order.history.iter().map(|event| event.seq.0).collect();
    assert_eq!(numbers, (0..=order.seq.0).collect::<Vec<_>>());
    assert_eq!(order.history.last().map(|event| event.status), Some(order.status));
}
