//! Two nodes behind the proxy as `docker-compose.yml` starts them: what it spreads, forwards, hides, and how a node leaves.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt, future::join_all};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use testkit::{
    app::CHAIN_KEY,
    balancer::Balancer,
    db::{self, DatabaseKind, TestDb},
    kitchen::{Answer, delivery},
    process::{NodeProcess, NodeSetup},
    redis,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// The name of a payment, which leads whoever has it to an order.
const PAYMENT: &str = "0123456789abcdef0123456789abcdef";
/// How long the test's nodes take to send their watchers away.
const DRAIN: &str = "5s";
/// Within this writes are taken through the proxy, after the database takes them again (docs/spec/promises.md, "Faults
/// to inject").
const BACK: Duration = Duration::from_secs(4);

/// The proxy and its nodes.
struct Front {
    balancer: Balancer,
    nodes: Vec<NodeProcess>,
    http: Client,
}

impl Front {
    async fn start(db: &TestDb, settings: &[(&str, &str)]) -> Option<Self> {
        let mut setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url())
            .set("OVELLE_TRUSTED_PROXIES", "127.0.0.1")
            .set("OVELLE_PUBLIC_URL", "http://somewhere.example")
            .set("OVELLE_DRAIN", DRAIN);
        if let Some(url) = redis::shared() {
            setup = setup.set("REDIS_URL", &url);
        }
        for (name, value) in settings {
            setup = setup.set(name, value);
        }
        let nodes = vec![setup.start().await, setup.start().await];
        let balancer = Balancer::start([nodes[0].address(), nodes[1].address()]).await?;
        Some(Self { balancer, nodes, http: Client::new() })
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Response, reqwest::Error> {
        self.http.post(self.balancer.url(path)).bearer_auth(CHAIN_KEY).body(body.to_string()).send().await
    }

    async fn register(&self) -> (String, String) {
        let answer = Answer::read(self.post("/api/dispatch/orders", &delivery()).await.unwrap()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.body);
        let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
        (text("orderId"), text("orderKey"))
    }

    /// Opens a line with these headers and subscribes to an order.
    async fn watch(&self, (id, key): &(String, String), headers: &[(&'static str, &str)]) -> Result<Socket, Error> {
        let url = format!("ws://{}/api/tracking/live", self.balancer.address());
        let mut request = url.into_client_request()?;
        for (name, value) in headers.iter().chain(&[("sec-websocket-protocol", "ovelle.live.v1")]) {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (mut socket, _) = connect_async(request).await?;
        let ask = json!({ "type": "subscribe", "topic": "order", "orderId": id, "orderKey": key });
        socket.send(Message::text(ask.to_string())).await?;
        Ok(socket)
    }

    /// How many lines each node has.
    async fn lines(&self) -> [f64; 2] {
        [self.nodes[0].figure("ovelle_live_lines").await, self.nodes[1].figure("ovelle_live_lines").await]
    }
}

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Reads until a frame of this type, or the close: its code.
async fn read_to(socket: &mut Socket, kind: &str) -> Result<Value, u16> {
    while let Some(Ok(message)) = socket.next().await {
        match message {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                if frame["type"] == kind {
                    return Ok(frame);
                }
            }
            Message::Close(frame) => return Err(frame.map_or(0, |frame| frame.code.into())),
            _ => {}
        }
    }
    Err(0)
}

fn refusal(refused: Result<Socket, Error>) -> Option<u16> {
    match refused {
        Err(Error::Http(response)) => Some(response.status().as_u16()),
        _ => None,
    }
}

#[test]
fn lines_are_spread_and_no_order_key_is_written_down() {
    db::run(DatabaseKind::Postgres, |db| async move {
        let Some(front) = Front::start(&db, &[]).await else { return };
        let order = front.register().await;
        let (id, key) = &order;
        let mut lines: Vec<Socket> = Vec::new();
        for _ in 0..6 {
            let mut line = front.watch(&order, &[]).await.unwrap();
            read_to(&mut line, "snapshot").await.unwrap();
            lines.push(line);
        }
        let [one, other] = front.lines().await;
        // A call that is just ending counts too where they are spread.
        assert!(one >= 2.0 && other >= 2.0 && one + other == 6.0, "{one} and {other}");
        // Nor are the figures for who comes by the proxy, though a node has them for its own machine.
        assert_eq!(
            front.http.get(front.balancer.url("/metrics")).send().await.unwrap().status(),
            StatusCode::NOT_FOUND
        );
        // A report on either node is seen on both.
        let path = format!("/api/dispatch/orders/{id}/status");
        assert!(front.post(&path, &json!({ "status": 3 })).await.unwrap().status().is_success());
        for line in &mut lines {
            assert_eq!(read_to(line, "status").await.unwrap()["seq"], 1);
        }
        let places = [
            format!("/tilaus/{id}?orderKey={key}"),
            format!("/api/commerce/v2/order-tracking/{id}/{key}"),
            format!("/api/commerce/order-tracking/{id}/{key}/car-location"),
            format!("/api/commerce/v2/order-tracking/{id}/{key}?again"),
            format!("/testimaksu/{PAYMENT}"),
            format!("/api/payments/return/{PAYMENT}?status=OK"),
        ];
        for place in places {
            front.http.get(front.balancer.url(&place)).send().await.unwrap();
        }
        front.http.get(front.balancer.url("/the-last")).send().await.unwrap();
        front.balancer.until_logged("/the-last").await;
        let log = front.balancer.log();
        assert!(log.contains(&format!("/order-tracking/{id}/***/car-location")), "{log}");
        assert!(log.contains("/testimaksu/***") && log.contains("/api/payments/return/***"), "{log}");
        let is_told = [key.as_str(), "orderKey", PAYMENT].iter().any(|secret| log.contains(secret));
        assert!(!is_told, "{log}");
    });
}

#[test]
fn a_node_learns_who_called_and_believes_nobody_else() {
    db::run(DatabaseKind::Postgres, |db| async move {
        let two_each = [("OVELLE_MAX_SOCKETS_PER_ADDRESS", "2")];
        let Some(front) = Front::start(&db, &two_each).await else { return };
        let order = front.register().await;
        // The page's own origin is that of the host that was asked for.
        let own = format!("http://{}", front.balancer.address());
        let mut line = front.watch(&order, &[("origin", &own)]).await.unwrap();
        read_to(&mut line, "snapshot").await.unwrap();
        let foreign = [("origin", "http://evil.example"), ("x-forwarded-host", "evil.example")];
        assert_eq!(refusal(front.watch(&order, &foreign).await), Some(403));
        // Who says to be another each time is still one address: two lines for each of two nodes.
        let mut lines = vec![line];
        for n in 0..3 {
            let other = format!("10.0.0.{n}");
            let mut line = front.watch(&order, &[("x-forwarded-for", &other)]).await.unwrap();
            read_to(&mut line, "snapshot").await.unwrap();
            lines.push(line);
        }
        let mut one_more = front.watch(&order, &[("x-forwarded-for", "10.0.0.9")]).await.unwrap();
        assert_eq!(read_to(&mut one_more, "snapshot").await, Err(4429));
    });
}

/// Calls without a pause until told to stop: every one must be answered with success.
async fn call_on(front: Arc<Front>, stop: Arc<AtomicBool>, calls: Arc<AtomicUsize>) {
    while !stop.load(Ordering::SeqCst) {
        let (id, key) = front.register().await;
        for status in [1, 3, 8, 11] {
            let answer = front.post(&format!("/api/dispatch/orders/{id}/status"), &json!({ "status": status })).await;
            assert_eq!(answer.unwrap().status(), StatusCode::OK);
        }
        let path = format!("/api/commerce/v2/order-tracking/{id}/{key}");
        assert_eq!(front.http.get(front.balancer.url(&path)).send().await.unwrap().status(), StatusCode::OK);
        calls.fetch_add(1, Ordering::SeqCst);
    }
}

async fn until_more(calls: &AtomicUsize) {
    let before = calls.load(Ordering::SeqCst);
    while calls.load(Ordering::SeqCst) < before + 20 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A node leaves under load, with so many lines.
async fn leave_with(db: TestDb, lines: usize) {
    let Some(mut front) = Front::start(&db, &[]).await else { return };
    let mut leaving = front.nodes.remove(0);
    let (order, stop, calls) = (front.register().await, Arc::<AtomicBool>::default(), Arc::<AtomicUsize>::default());
    let front = Arc::new(front);
    let mut watchers = Vec::new();
    for _ in 0..lines {
        let mut line = front.watch(&order, &[]).await.unwrap();
        read_to(&mut line, "snapshot").await.unwrap();
        watchers.push(line);
    }
    let callers: Vec<_> =
        (0..4).map(|_| tokio::spawn(call_on(Arc::clone(&front), Arc::clone(&stop), Arc::clone(&calls)))).collect();
    until_more(&calls).await;
    let watched = leaving.figure("ovelle_live_lines").await;
    leaving.signal("TERM");
    while leaving.figure("ovelle_draining").await < 1.0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // New lines find the other node from the moment on at which it knows that it leaves.
    for _ in 0..lines {
        let mut line = front.watch(&order, &[]).await.unwrap();
        read_to(&mut line, "snapshot").await.unwrap();
        watchers.push(line);
    }
    front.balancer.until_logged("reads/node-1 is DOWN").await;
    assert_eq!(leaving.ended().await.code(), Some(0));
    until_more(&calls).await;
    stop.store(true, Ordering::SeqCst);
    for caller in join_all(callers).await {
        caller.unwrap();
    }
    // The lines that it had were sent away, no other.
    let report = format!("/api/dispatch/orders/{}/status", order.0);
    front.post(&report, &json!({ "status": 13, "note": "Uuni on rikki." })).await.unwrap();
    let mut sent_away = 0.0;
    for line in &mut watchers {
        match read_to(line, "end").await {
            Ok(_) => {}
            Err(code) => {
                assert_eq!(code, 1012);
                sent_away += 1.0;
            }
        }
    }
    assert_eq!((sent_away, sent_away > 0.0), (watched, lines > 0));
}

#[test]
fn a_node_leaves_and_no_call_fails() {
    db::run(DatabaseKind::Postgres, |db| leave_with(db, 10));
}

#[test]
fn a_node_that_nobody_watches_leaves_as_quietly() {
    db::run(DatabaseKind::Postgres, |db| leave_with(db, 0));
}

#[test]
fn where_the_database_takes_no_writes_what_reads_is_served() {
    db::run(DatabaseKind::Postgres, |db| async move {
        let Some(front) = Front::start(&db, &[]).await else { return };
        let (id, key) = front.register().await;
        let no_writes = db.take_no_writes().await;
        front.balancer.until_logged("backend writes has no server available").await;
        let answer = Answer::read(front.post("/api/dispatch/orders", &delivery()).await.unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (503, "service/unavailable"));
        let path = format!("/api/commerce/v2/order-tracking/{id}/{key}");
        for _ in 0..20 {
            let read = front.http.get(front.balancer.url(&path)).send().await.unwrap();
            assert_eq!(read.status(), StatusCode::OK);
        }
        let mut line = front.watch(&(id, key), &[]).await.unwrap();
        read_to(&mut line, "snapshot").await.unwrap();
        no_writes.end().await;
        let over = Instant::now();
        while front.post("/api/dispatch/orders", &delivery()).await.unwrap().status() != StatusCode::CREATED {
            assert!(over.elapsed() < BACK, "writes are taken again after {BACK:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

#[test]
fn where_no_node_is_left_the_answer_is_an_error_of_ours() {
    db::run(DatabaseKind::Postgres, |db| async move {
        let Some(mut front) = Front::start(&db, &[]).await else { return };
        for node in &mut front.nodes {
            node.kill();
        }
        front.balancer.until_logged("backend writes has no server available").await;
        let answer = front.post("/api/dispatch/orders", &delivery()).await.unwrap();
        assert_eq!(answer.headers()["retry-after"], "2");
        let answer = Answer::read(answer).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (503, "service/unavailable"));
        assert_eq!(answer.body["message"], domain::error::Code::Unavailable.message());
    });
}
