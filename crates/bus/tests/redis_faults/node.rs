//! A node on the bus, and a stranger at its server.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bus::{Bus, BusEvent, BusMessage, RedisBus, RowNews, Topic};
use deps::Chance;
use domain::{
    car::{Position, Sighting},
    geo::LatLng,
    ids::{CarId, OrderId, RestaurantId, Rev},
};
use jiff::Timestamp;
use metrics::BusMetrics;
use redis::aio::MultiplexedConnection;
use testkit::redis::RedisServer;
use tokio::{sync::mpsc, time::timeout};

/// How long a test waits for an event that must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A node's place on the bus.
pub(crate) struct Node {
    pub(crate) bus: Arc<RedisBus>,
    pub(crate) events: mpsc::Receiver<BusEvent>,
    pub(crate) metrics: BusMetrics,
}

impl Node {
    pub(crate) fn new(url: &str) -> Self {
        let metrics = BusMetrics::default();
        let url = url.parse().expect("the URL of a Redis");
        let bus = RedisBus::start(url, "test", Chance::seeded(1), metrics.clone());
        let events = bus.events().expect("nobody else has started for them");
        Self { bus, events, metrics }
    }

    pub(crate) async fn up(url: &str) -> Self {
        let mut node = Self::new(url);
        assert_eq!(node.next().await, BusEvent::Up);
        node
    }

    pub(crate) async fn next(&mut self) -> BusEvent {
        timeout(PATIENCE, self.events.recv()).await.expect("an event comes").expect("the bus lives")
    }

    /// The next event, which must be a row's news.
    pub(crate) async fn receives(&mut self) -> i64 {
        match self.next().await {
            BusEvent::Message(bytes) => rev(&bytes),
            other => panic!("news were expected, not {other:?}"),
        }
    }
}

pub(crate) fn rev(bytes: &[u8]) -> i64 {
    match serde_json::from_slice(bytes) {
        Ok(BusMessage::Row(news)) => news.rev().0,
        other => panic!("news were expected, not {other:?}"),
    }
}

pub(crate) fn order(id: i64) -> Topic {
    Topic::Order(OrderId(id))
}

pub(crate) fn channel(id: i64) -> String {
    format!("ovelle:test:order:{id}")
}

pub(crate) fn news(rev: i64) -> BusMessage {
    BusMessage::Row(RowNews::new(OrderId(1), RestaurantId(1), Rev(rev)))
}

pub(crate) fn seen(second: i64) -> Sighting {
    let place = LatLng::new(60.17, 24.94).expect("a place");
    let at = Timestamp::from_second(1_800_000_000 + second).expect("a moment");
    let position = Position { place, at, heading_deg: None, speed_kmh: None, accuracy_m: None };
    Sighting::new(None, car(), position, &[])
}

pub(crate) fn car() -> CarId {
    "auto".parse().expect("a car's name")
}

/// A connection that belongs to no node.
pub(crate) async fn stranger(server: &RedisServer) -> MultiplexedConnection {
    let client = redis::Client::open(server.url()).expect("a URL");
    client.get_multiplexed_async_connection().await.expect("the server answers")
}

/// Publishes from outside any node; returns how many received it.
pub(crate) async fn publish(connection: &mut MultiplexedConnection, id: i64, rev: i64) -> i64 {
    let payload = serde_json::to_string(&news(rev)).expect("plain data");
    let mut publish = redis::cmd("PUBLISH");
    publish.arg(channel(id)).arg(payload);
    publish.query_async(connection).await.expect("the server answers")
}

/// Listens without waiting for the answer.
pub(crate) async fn listen_without_waiting(bus: &RedisBus, id: i64) {
    let topic = order(id);
    let started = bus.listen(&topic);
    tokio::select! { biased; _ = started => {}, () = std::future::ready(()) => {} }
}

/// Waits until something is so.
pub(crate) async fn until<T: Future<Output = bool>>(what: &str, mut is_so: impl FnMut() -> T) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
