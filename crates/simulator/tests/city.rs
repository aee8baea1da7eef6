//! A whole city against a small server that keeps the dispatch part of the contract, and fails now and then.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use simulator::{City, CityError, CityKeys, CityOptions, OrderType, RunningOrders};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

const RESTAURANTS: &str = include_str!("../../../content/restaurants.json");
/// A minute of the city in twelve milliseconds.
const SPEED: f64 = 5_000.0;

/// What the server was told about one order.
#[derive(Debug, Default, Clone)]
struct Told {
    registration: Value,
    /// Statuses in the order in which they were applied.
    statuses: Vec<i64>,
    events: BTreeSet<String>,
}

#[derive(Default)]
struct Book {
    orders: BTreeMap<String, Told>,
    calls: usize,
    again: usize,
}

/// The server: its book, and how many orders have ended.
struct Server {
    book: Mutex<Book>,
    ended: watch::Sender<usize>,
    /// Each n-th call is done and then fails before the answer, as a cut line does; 0 for never.
    cut_each: usize,
    /// Orders whose number ends so are cancelled by somebody else when they come into the oven.
    cancelled_by_others: Option<&'static str>,
}

impl Server {
    async fn start(cut_each: usize, cancelled_by_others: Option<&'static str>) -> (String, Arc<Self>) {
        let (ended, _) = watch::channel(0);
        let server = Arc::new(Self { book: Mutex::default(), ended, cut_each, cancelled_by_others });
        let app = Router::new()
            .route("/api/commerce/v2/shops", get(async || RESTAURANTS))
            .route("/api/dispatch/orders", post(register))
            .route("/api/dispatch/orders/{id}/status", post(press))
            .with_state(Arc::clone(&server));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        (url, server)
    }

    /// The answer, or the failure that comes in its place.
    fn answer(&self, status: StatusCode, body: &Value) -> Response {
        let calls = {
            let mut book = self.book.lock().unwrap();
            book.calls += 1;
            book.calls
        };
        if self.cut_each > 0 && calls.is_multiple_of(self.cut_each) {
            return (StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "0")], "").into_response();
        }
        (status, body.to_string()).into_response()
    }
}

async fn register(State(server): State<Arc<Server>>, headers: HeaderMap, body: Bytes) -> Response {
    if headers.get("authorization").is_none_or(|key| key != "Bearer good-key") {
        return (StatusCode::UNAUTHORIZED, "{}").into_response();
    }
    let body: Value = serde_json::from_slice(&body).unwrap();
    let external_id = body["externalId"].as_str().unwrap().to_owned();
    let is_known = {
        let mut book = server.book.lock().unwrap();
        let told = book.orders.entry(external_id.clone()).or_default();
        let is_known = !told.registration.is_null();
        told.registration = body;
        book.again += usize::from(is_known);
        is_known
    };
    let status = if is_known { StatusCode::OK } else { StatusCode::CREATED };
    let url = format!("http://shop.example/tilaus/{external_id}?orderKey=k");
    server.answer(status, &json!({"orderId": external_id, "orderKey": "k", "trackingUrl": url, "seq": 0}))
}

async fn press(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap();
    let (status, event) = (body["status"].as_i64().unwrap(), body["eventId"].as_str().unwrap().to_owned());
    let (http, answer) = {
        let mut book = server.book.lock().unwrap();
        let told = book.orders.get_mut(&id).unwrap();
        let last = told.statuses.last().copied();
        if told.events.contains(&event) {
            book.again += 1;
            (StatusCode::OK, json!({"orderId": id, "seq": 1, "status": last, "applied": false}))
        } else if last == Some(13) {
            (StatusCode::CONFLICT, json!({"messageCode": "status/transition", "metadata": {"from": 13, "to": status}}))
        } else {
            told.events.insert(event);
            told.statuses.push(status);
            if status == 3 && server.cancelled_by_others.is_some_and(|number| id.ends_with(number)) {
                told.statuses.push(13);
            }
            if status == 12 || status == 13 {
                server.ended.send_modify(|ended| *ended += 1);
            }
            (StatusCode::OK, json!({"orderId": id, "seq": told.statuses.len(), "status": status, "applied": true}))
        }
    };
    server.answer(http, &answer)
}

fn options(url: String) -> CityOptions {
    CityOptions {
        speed: SPEED,
        first_retry: Duration::from_millis(1),
        ..CityOptions::new(url, CityKeys::same("good-key"), Arc::new(|| "2026-11-21T12:00:00Z".parse().unwrap()))
    }
}

/// Lets a city live until so many of its orders have ended.
async fn live(url: String, server: &Server, orders: usize) -> RunningOrders {
    live_until(url, server, |ended| ended.len() >= orders).await
}

/// Lets a city live until enough has happened to the orders that have ended.
async fn live_until(url: String, server: &Server, is_enough: impl Fn(&[Told]) -> bool) -> RunningOrders {
    let city = City::new(options(url)).unwrap();
    let (running, stop) = (city.running(), CancellationToken::new());
    let mut count = server.ended.subscribe();
    let life = tokio::spawn(city.run(stop.clone()));
    while !is_enough(&ended(server)) {
        count.changed().await.unwrap();
    }
    stop.cancel();
    life.await.unwrap().unwrap();
    running
}

/// The orders that the server saw end, and their statuses.
fn ended(server: &Server) -> Vec<Told> {
    let book = server.book.lock().unwrap();
    book.orders.values().filter(|told| told.statuses.last().is_some_and(|status| *status >= 12)).cloned().collect()
}

#[tokio::test]
async fn a_city_places_bakes_and_delivers() {
    let (url, server) = Server::start(0, None).await;
    // Which orders end first is the machine's doing; that one of them is cancelled is the plan's.
    let cancelled = |told: &Told| told.statuses == [1, 13];
    let running = live_until(url, &server, |ended| ended.len() >= 60 && ended.iter().any(cancelled)).await;
    let ended = ended(&server);
    for told in &ended {
        let is_delivery = told.registration["orderType"] == "delivery";
        assert_eq!(told.registration["customer"]["streetAddress"].is_string(), is_delivery, "{told:?}");
        assert!(!told.registration["orderItems"].as_array().unwrap().is_empty());
        assert!(told.registration["orderItems"][0]["ingredients"][0]["ingredientID"].is_string());
        assert_eq!(told.statuses[0], 1, "{told:?}");
    }
    let drove = ended.iter().filter(|told| told.statuses.contains(&8)).count();
    assert!(drove > 20 && drove < ended.len(), "{drove}");
    let book = server.book.lock().unwrap();
    assert!(book.orders.values().any(|told| told.registration["preOrderTime"].is_string()), "somebody orders ahead");

    let listed = running.list();
    assert!(!listed.is_empty());
    assert!(listed.iter().all(|order| (0..12).contains(&order.status)), "{listed:?}");
    assert!(listed.iter().any(|order| order.order_type == OrderType::Delivery && order.status > 0));
    assert!(listed.iter().all(|order| order.tracking_url.contains(&order.order_id)));
}

#[tokio::test]
async fn a_call_that_failed_is_made_again_and_counts_once() {
    let (url, server) = Server::start(3, None).await;
    live(url, &server, 40).await;
    assert!(server.book.lock().unwrap().again > 40, "the failures were met");
    for told in ended(&server) {
        assert_eq!(told.statuses.len(), told.events.len());
        assert!(told.statuses.windows(2).all(|pair| pair[0] < pair[1] || pair == [9, 8]), "{told:?}");
    }
}

#[tokio::test]
async fn what_others_cancel_is_left_alone() {
    // Numbers that end with a five: some of them are bound to reach the oven.
    let (url, server) = Server::start(0, Some("5")).await;
    let running = live(url, &server, 40).await;
    let book = server.book.lock().unwrap();
    let cancelled: Vec<_> = book.orders.iter().filter(|(_, told)| told.statuses.ends_with(&[3, 13])).collect();
    assert!(cancelled.len() > 1);
    assert!(running.list().iter().all(|order| order.status < 12), "{:?}", running.list());
}

#[tokio::test]
async fn a_refused_key_ends_the_city() {
    let (url, _server) = Server::start(0, None).await;
    let options = CityOptions { keys: CityKeys::same("bad-key"), ..options(url) };
    let end = City::new(options).unwrap().run(CancellationToken::new()).await;
    assert!(matches!(end, Err(CityError::Key)), "{end:?}");
}

#[tokio::test]
async fn a_city_waits_for_its_server_and_stops_when_told() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let stop = CancellationToken::new();
    let life = tokio::spawn(City::new(options(url)).unwrap().run(stop.clone()));
    // Each connection is closed at once: two of them are a try and another.
    for _ in 0..2 {
        drop(listener.accept().await.unwrap());
    }
    stop.cancel();
    assert!(matches!(life.await.unwrap(), Ok(())));
}

#[tokio::test]
async fn only_web_addresses_are_servers() {
    for url in ["", "shop.example", "ftp://shop.example"] {
        assert!(matches!(City::new(options(url.to_owned())), Err(CityError::Address)), "{url}");
    }
}
