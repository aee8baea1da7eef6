//! A small server that keeps the dispatch part of the contract, and fails now and then.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::watch;

const RESTAURANTS: &str = include_str!("../../../../content/restaurants.json");

/// How the numbers of orders begin that somebody bought in the shop.
pub(crate) const BOUGHT: &str = "bought-";

/// What the server was told about one order.
#[derive(Debug, Default, Clone)]
pub(crate) struct Told {
    pub(crate) registration: Value,
    /// Statuses in the order in which they were applied.
    pub(crate) statuses: Vec<i64>,
    pub(crate) events: BTreeSet<String>,
    /// The batch that it is in.
    pub(crate) batch: Option<String>,
}

impl Told {
    pub(crate) fn status(&self) -> i64 {
        self.statuses.last().copied().unwrap_or_default()
    }

    /// As the contract has it, but that this server has no restaurant without delivery tracking.
    pub(crate) fn is_over(&self) -> bool {
        let status = self.status();
        status >= 10 || (status == 4 && self.registration["orderType"] != "delivery")
    }
}

/// What the server was told about one batch.
#[derive(Debug, Default, Clone)]
pub(crate) struct Batch {
    pub(crate) car: String,
    pub(crate) stops: Vec<String>,
    pub(crate) has_departed: bool,
}

/// What the server was told of one car.
#[derive(Debug, Default, Clone)]
pub(crate) struct Car {
    /// Newer than any before.
    pub(crate) accepted: Vec<Value>,
    pub(crate) stale: usize,
}

#[derive(Default)]
pub(crate) struct Book {
    pub(crate) orders: BTreeMap<String, Told>,
    pub(crate) batches: BTreeMap<String, Batch>,
    pub(crate) cars: BTreeMap<String, Car>,
    calls: usize,
    /// Calls that were made again.
    pub(crate) again: usize,
}

/// The server: its book, and how many orders have ended.
pub(crate) struct Server {
    pub(crate) book: Mutex<Book>,
    pub(crate) ended: watch::Sender<usize>,
    /// Each n-th call is done and then fails before the answer, as a cut line does; 0 for never.
    cut_each: usize,
    /// Orders whose number ends so are cancelled by somebody else when they come to this status.
    cancelled_by_others: Option<(&'static str, i64)>,
}

impl Server {
    pub(crate) async fn start(
        cut_each: usize,
        cancelled_by_others: Option<(&'static str, i64)>,
    ) -> (String, Arc<Self>) {
        let (ended, _) = watch::channel(0);
        let server = Arc::new(Self { book: Mutex::default(), ended, cut_each, cancelled_by_others });
        let app = Router::new()
            .route("/api/commerce/v2/shops", get(async || RESTAURANTS))
            .route("/api/dispatch/orders", post(register).get(list_open))
            .route("/api/dispatch/orders/{id}/status", post(press))
            .route("/api/dispatch/batches/{id}", put(put_batch))
            .route("/api/dispatch/batches/{id}/depart", post(depart))
            .route("/api/dispatch/cars/{id}/positions", post(position))
            .with_state(Arc::clone(&server));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        (url, server)
    }

    /// The orders that were seen to end, and what was told of them.
    pub(crate) fn ended(&self) -> Vec<Told> {
        let book = self.book.lock().unwrap();
        book.orders.values().filter(|told| told.status() >= 12).cloned().collect()
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

    /// Gives an order a status, as somebody asked; what others do follows at once.
    fn apply(&self, book: &mut Book, id: &str, status: i64) {
        let told = book.orders.get_mut(id).unwrap();
        told.statuses.push(status);
        let others = self.cancelled_by_others.filter(|(number, at)| id.ends_with(number) && *at == status);
        if others.is_some() {
            told.statuses.push(13);
        }
        if told.status() == 13
            && let Some(batch) = told.batch.take()
        {
            book.batches.get_mut(&batch).unwrap().stops.retain(|stop| stop != id);
        }
        if book.orders[id].status() >= 12 {
            self.ended.send_modify(|ended| *ended += 1);
        }
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

/// Query of the list of open orders.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenOf {
    restaurant_id: String,
}

async fn list_open(State(server): State<Arc<Server>>, Query(of): Query<OpenOf>) -> Response {
    let orders: Vec<Value> = {
        let book = server.book.lock().unwrap();
        let is_open = |told: &Told| told.registration["restaurantId"] == of.restaurant_id && !told.is_over();
        let row = |(id, told): (&String, &Told)| {
            let order_type = &told.registration["orderType"];
            // Who has bought in the shop has no name there.
            let external_id = (!id.starts_with(BOUGHT)).then_some(id);
            json!({
                "orderId": id, "externalId": external_id, "orderType": order_type, "status": told.status(),
                "preOrderTime": told.registration["preOrderTime"],
                "customer": told.registration.get("customer").unwrap_or(&json!({})),
            })
        };
        book.orders.iter().filter(|(_, told)| is_open(told)).map(row).collect()
    };
    server.answer(StatusCode::OK, &json!({ "orders": orders }))
}

async fn press(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap();
    let (status, event) = (body["status"].as_i64().unwrap(), body["eventId"].as_str().unwrap().to_owned());
    let (http, answer) = {
        let mut book = server.book.lock().unwrap();
        let told = book.orders.get_mut(&id).unwrap();
        let last = told.status();
        if told.events.contains(&event) {
            book.again += 1;
            (StatusCode::OK, json!({"orderId": id, "seq": 1, "status": last, "applied": false}))
        } else if last == 13 {
            (StatusCode::CONFLICT, json!({"messageCode": "status/transition", "metadata": {"from": 13, "to": status}}))
        } else {
            told.events.insert(event);
            server.apply(&mut book, &id, status);
            (StatusCode::OK, json!({"orderId": id, "seq": 1, "status": status, "applied": true}))
        }
    };
    server.answer(http, &answer)
}

async fn put_batch(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap();
    let car = body["carId"].as_str().unwrap().to_owned();
    let stops: Vec<String> =
        body["stops"].as_array().unwrap().iter().map(|stop| stop.as_str().unwrap().to_owned()).collect();
    let refused = {
        let mut book = server.book.lock().unwrap();
        let refused = stops.iter().find(|stop| book.orders[*stop].status() > 7).cloned();
        if refused.is_none() {
            for stop in &stops {
                for status in (5..=6).filter(|status| *status > book.orders[stop].status()).collect::<Vec<_>>() {
                    server.apply(&mut book, stop, status);
                }
                book.orders.get_mut(stop).unwrap().batch = Some(id.clone());
            }
            let batch = Batch { car: car.clone(), stops: stops.clone(), has_departed: false };
            if book.batches.insert(id.clone(), batch).is_some_and(|before| before.stops == stops) {
                book.again += 1;
            }
        }
        refused
    };
    match refused {
        Some(order) => {
            let metadata = json!({ "orderId": order, "from": 13, "to": 6 });
            server.answer(StatusCode::CONFLICT, &json!({ "messageCode": "status/transition", "metadata": metadata }))
        }
        None => server.answer(StatusCode::OK, &json!({ "batchId": id, "carId": car, "stops": stops })),
    }
}

async fn depart(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Response {
    {
        let mut book = server.book.lock().unwrap();
        let batch = book.batches.get_mut(&id).unwrap();
        batch.has_departed = true;
        for stop in batch.stops.clone() {
            if (5..=7).contains(&book.orders[&stop].status()) {
                server.apply(&mut book, &stop, 8);
            }
        }
    }
    server.answer(StatusCode::OK, &json!({ "batchId": id }))
}

async fn position(State(server): State<Arc<Server>>, Path(id): Path<String>, body: Bytes) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap();
    let at = |position: &Value| position["at"].as_str().unwrap().parse::<Timestamp>().unwrap();
    let accepted = {
        let mut book = server.book.lock().unwrap();
        let car = book.cars.entry(id).or_default();
        let is_news = car.accepted.last().is_none_or(|last| at(last) < at(&body));
        if is_news {
            car.accepted.push(body)
        } else {
            car.stale += 1
        }
        usize::from(is_news)
    };
    server.answer(StatusCode::ACCEPTED, &json!({ "accepted": accepted, "stale": 1 - accepted }))
}
