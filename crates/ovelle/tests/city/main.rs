//! The simulated city drives the real server, as in `ovelle demo` and `ovelle simulate`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod opening;
mod truth;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use deps::{Clock, SystemClock};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use simulator::{City, CityKeys, CityOptions, OrdersUnderWay, RunningOrder, WireOrderType};
use testkit::{app::CHAIN_KEY, book, process::NodeSetup};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};
use tokio_util::sync::CancellationToken;

/// As fast as its cars may be without being disbelieved: at most 180 km/h (docs/spec/hub.md, "Bad positions").
const BELIEVED_SPEED: f64 = 6.0;
/// Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a page saw of an order.
#[derive(Debug, Default)]
struct Seen {
    statuses: Vec<i64>,
    places: BTreeSet<String>,
    has_car_estimate: bool,
}

fn key_of(order: &RunningOrder) -> &str {
    order.tracking_url.rsplit_once('=').expect("a link with its key").1
}

/// The next delivery that is on the list and not watched yet; some that are already aboard show their car first.
fn next_delivery(running: &OrdersUnderWay, seen: &BTreeMap<String, Seen>) -> Option<RunningOrder> {
    let deliveries = running.list().into_iter().filter(|order| order.order_type == WireOrderType::Delivery);
    deliveries.filter(|order| order.status < 8 && !seen.contains_key(&order.order_id)).max_by_key(|order| order.status)
}

/// Lives through so many orders, bought and registered ones, each with two watchers, who are held against what was pushed.
const CHECKED_ORDERS: u64 = 60;
/// And through more positions than so many.
const CHECKED_POSITIONS: u64 = 100;

#[tokio::test]
async fn nothing_is_lost_doubled_or_out_of_order_and_the_opening_order_is_delivered() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("ovelle.db").display());
    let node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &database).start().await;
    let (clock, url) = (Arc::new(|| SystemClock.now()), format!("http://{}", node.address()));
    let options = CityOptions {
        seed: 7,
        speed: 120.0,
        watchers_per_order: 2.0,
        ..CityOptions::new(url, CityKeys::same(CHAIN_KEY), clock)
    };
    let city = City::new(options).unwrap();
    let (running, watchers, stop) = (city.running(), city.watchers(), CancellationToken::new());
    let life = tokio::spawn(city.run(stop.clone()));
    let mut statuses = BTreeSet::new();
    let all_seen = async {
        let mut look = tokio::time::interval(Duration::from_millis(20));
        // At this speed most positions leap too far to be believed: the orders may be there before enough of them.
        while watchers.report().orders < CHECKED_ORDERS || watchers.report().positions <= CHECKED_POSITIONS {
            look.tick().await;
            assert!(!life.is_finished());
            statuses.extend(running.list().iter().find(|order| order.is_to_be_followed).map(|order| order.status));
        }
    };
    timeout(PATIENCE, all_seen).await.expect("the city lives");
    stop.cancel();
    life.await.unwrap().unwrap();
    let report = watchers.report();
    assert!(report.is_clean() && report.lost == 0 && report.doubled == 0 && report.misordered == 0, "{report}");
    assert_eq!((report.received, report.open), (report.expected, 0), "{report}");
    assert_eq!(report.expected, 2 * report.pushed, "{report}");
    assert!(report.paid > 5, "{report}");
    book::settles(&database, 20).await;
    assert!(
        report.orders >= CHECKED_ORDERS && report.positions > CHECKED_POSITIONS && report.latency_p99.is_some(),
        "{report}"
    );
    assert!(statuses.contains(&8) && statuses.contains(&11), "{statuses:?}");
}

#[tokio::test]
async fn a_delivery_is_seen_from_the_kitchen_to_the_door_with_its_car() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("ovelle.db").display());
    let node = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), &database).start().await;
    let clock = Arc::new(|| SystemClock.now());
    let url = format!("http://{}", node.address());
    let options = CityOptions { speed: BELIEVED_SPEED, ..CityOptions::new(url, CityKeys::same(CHAIN_KEY), clock) };
    let city = City::new(options).unwrap();
    let (running, stop) = (city.running(), CancellationToken::new());
    let life = tokio::spawn(city.run(stop.clone()));

    let mut request = format!("ws://{}/api/tracking/live", node.address()).into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "ovelle.live.v1".parse().unwrap());
    let (mut line, _) = connect_async(request).await.unwrap();
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let deadline = Instant::now() + PATIENCE;
    // A car may be silent and an order cancelled, but not all of them.
    let arrived = |seen: &Seen| seen.statuses.contains(&11) && seen.places.len() > 5 && seen.has_car_estimate;
    while !seen.values().any(arrived) {
        assert!(Instant::now() < deadline && !life.is_finished(), "{seen:?}");
        if seen.len() < 30
            && let Some(order) = next_delivery(&running, &seen)
        {
            let ask =
                json!({ "type": "subscribe", "topic": "order", "orderId": order.order_id, "orderKey": key_of(&order) });
            line.send(Message::text(ask.to_string())).await.unwrap();
            seen.insert(order.order_id, Seen::default());
        }
        let Ok(Some(Ok(message))) = timeout(Duration::from_millis(100), line.next()).await else { continue };
        let Message::Text(text) = message else { continue };
        let frame: Value = serde_json::from_str(&text).unwrap();
        assert_ne!(frame["type"], "error", "{frame}");
        let Some(seen) = frame["orderId"].as_str().and_then(|order| seen.get_mut(order)) else { continue };
        match frame["type"].as_str().unwrap() {
            "status" => seen.statuses.push(frame["status"].as_i64().unwrap()),
            "position" => {
                seen.places.insert(format!("{} {}", frame["lat"], frame["lng"]));
            }
            "estimate" => seen.has_car_estimate |= frame["estimate"]["basis"] == "car",
            _ => {}
        }
    }
    stop.cancel();
    life.await.unwrap().unwrap();
    let log = node.log();
    assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
}
