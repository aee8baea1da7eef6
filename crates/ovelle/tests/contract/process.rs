//! The real binary, as an operator starts, ends and kills it.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
};

use futures_util::{SinkExt, StreamExt};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use testkit::kitchen::{Answer, delivery};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

const KEY: &str = "a-key-of-this-test";

/// A running binary; killed when dropped.
pub(super) struct Node {
    child: Child,
    pub(super) address: String,
    log: Option<JoinHandle<String>>,
}

pub(super) fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ovelle"));
    command.arg("serve").current_dir(folder).env_clear().stderr(Stdio::piped()).stdout(Stdio::null());
    command.env("OVELLE_LISTEN", "127.0.0.1:0").env("OVELLE_DISPATCH_KEYS", format!("oven={KEY}"));
    command.env("OVELLE_DRAIN", "100ms").env("DATABASE_URL", "sqlite:data/kept/ovelle.db");
    command
}

impl Node {
    /// Starts it and waits until it listens.
    pub(super) fn start(folder: &Path) -> Self {
        Self::start_with(command(folder))
    }

    pub(super) fn start_with(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the binary starts");
        let mut log = BufReader::new(child.stderr.take().expect("its log"));
        let mut said = String::new();
        let address = loop {
            let from = said.len();
            assert_ne!(log.read_line(&mut said).expect("its log"), 0, "it ended: {said}");
            let line = &said[from..];
            if let Some((_, rest)) = line.split_once("address=").filter(|_| line.contains("listening")) {
                break rest.split_whitespace().next().expect("an address").to_owned();
            }
        };
        // Read on, or the pipe would fill and hold the node up.
        let log = std::thread::spawn(move || {
            while log.read_line(&mut said).is_ok_and(|read| read > 0) {}
            said
        });
        Self { child, address, log: Some(log) }
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks it to end, and waits until it has.
    pub(super) fn terminate(&mut self) -> ExitStatus {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.expect("a signal is sent").success());
        self.child.wait().expect("it ends")
    }

    /// Ends it without a word, as the kernel does, and says what it logged.
    pub(super) fn kill(&mut self) -> String {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
        self.log.take().expect("its log").join().expect("its log")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Where a test has ended it already, there is nothing to kill.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

/// What a binary says that does not start.
fn refusal(mut command: Command) -> String {
    let mut child = command.spawn().expect("the binary starts");
    let mut log = BufReader::new(child.stderr.take().expect("its log"));
    let mut said = String::new();
    while log.read_line(&mut said).is_ok_and(|read| read > 0) {
        if said.contains("listening") {
            child.kill().expect("it is killed");
            panic!("it was to be refused: {said}");
        }
    }
    assert!(!child.wait().expect("it ends").success());
    said
}

/// An order that was registered with success.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) id: String,
    pub(super) tracking: String,
    /// Statuses that were answered with success, by their seq.
    statuses: Vec<(i64, i64)>,
}

async fn post(node: &str, path: &str, body: &Value) -> Option<Answer> {
    let call = reqwest::Client::new().post(format!("http://{node}{path}")).bearer_auth(KEY).body(body.to_string());
    let response = call.send().await.ok()?;
    let status = response.status();
    let body = serde_json::from_slice(&response.bytes().await.ok()?).ok()?;
    Some(Answer { status, body })
}

pub(super) async fn register(node: &str) -> Option<Kept> {
    let answer = post(node, "/api/dispatch/orders", &delivery()).await?;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let text = |name: &str| answer.body[name].as_str().expect("a text").to_owned();
    let tracking = format!("/api/commerce/v2/order-tracking/{}/{}", text("orderId"), text("orderKey"));
    Some(Kept { id: text("orderId"), tracking, statuses: vec![(0, 0)] })
}

/// Registers and reports until the node is gone; what was answered with success.
async fn work(node: String, answered: Arc<AtomicUsize>) -> Vec<Kept> {
    let mut all = Vec::new();
    while let Some(order) = register(&node).await {
        answered.fetch_add(1, Ordering::SeqCst);
        all.push(order.clone());
        for status in [1, 3, 4, 8, 11] {
            let path = format!("/api/dispatch/orders/{}/status", order.id);
            let Some(answer) = post(&node, &path, &json!({ "status": status })).await else { return all };
            assert_eq!(answer.body["applied"], true, "{}", answer.body);
            answered.fetch_add(1, Ordering::SeqCst);
            let seq = answer.body["seq"].as_i64().expect("a number");
            all.last_mut().expect("the order").statuses.push((seq, status));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_survives_the_kill_of_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = StdRng::seed_from_u64(9);
    let mut kept: Vec<Kept> = Vec::new();
    for round in 0..3 {
        let mut node = Node::start(folder.path());
        let answered = Arc::new(AtomicUsize::new(0));
        let workers: Vec<_> = (0..4).map(|_| tokio::spawn(work(node.address.clone(), Arc::clone(&answered)))).collect();
        let moment = chance.random_range(20..150);
        while answered.load(Ordering::SeqCst) < moment {
            tokio::task::yield_now().await;
        }
        let log = node.kill();
        assert!(!log.contains("panicked"), "{log}");
        for worker in workers {
            kept.extend(worker.await.unwrap());
        }
        let node = Node::start(folder.path());
        for order in &kept {
            let answer = Answer::read(reqwest::get(node.url(&order.tracking)).await.unwrap()).await;
            assert_eq!(answer.status, 200, "the link still opens in round {round}");
            let history = answer.body["statusHistory"].as_array().unwrap();
            for (index, event) in history.iter().enumerate() {
                assert_eq!(event["seq"], json!(index), "no gap");
            }
            for (seq, status) in &order.statuses {
                let event = &history[usize::try_from(*seq).unwrap()];
                assert_eq!(event["status"], json!(status), "round {round}, order {}", order.id);
            }
        }
    }
    assert!(kept.len() >= 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_asked_to_leave_sends_its_watchers_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut node = Node::start(folder.path());
    assert!(folder.path().join("data/kept/ovelle.db").exists(), "the file is made with its folders");
    let order = register(&node.address).await.unwrap();
    let mut watcher = open(&node.address, &order).await;
    let status = tokio::task::spawn_blocking(move || (node.terminate(), node)).await;
    let mut close = None;
    while let Some(Ok(message)) = watcher.next().await {
        if let Message::Close(Some(frame)) = message {
            close = Some(u16::from(frame.code));
        }
    }
    let (status, _node) = status.unwrap();
    assert_eq!((close, status.code()), (Some(1012), Some(0)));
}

pub(super) type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// Opens a line, subscribes, and reads up to the snapshot.
pub(super) async fn open(address: &str, order: &Kept) -> Socket {
    let mut request = format!("ws://{address}/api/tracking/live").into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "ovelle.live.v1".parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let key = order.tracking.rsplit_once('/').unwrap().1;
    let ask = json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "orderKey": key });
    socket.send(Message::text(ask.to_string())).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        if message.to_text().is_ok_and(|text| text.contains("\"snapshot\"")) {
            return socket;
        }
    }
    panic!("the line ended before its snapshot");
}

#[tokio::test]
async fn orders_without_their_secret_are_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let mut node = Node::start(folder.path());
    let secret = folder.path().join("data/kept/ovelle.db.secret");
    assert!(secret.exists());
    register(&node.address).await.unwrap();
    assert_eq!(node.terminate().code(), Some(0));
    std::fs::remove_file(&secret).unwrap();
    let said = refusal(command(folder.path()));
    assert!(said.contains("ovelle.db.secret is missing"), "{said}");
    assert!(said.contains("OVELLE_SECRET"), "it says what to do: {said}");
}

#[test]
fn a_wrong_setting_is_named_before_anything_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    command.env("OVELLE_DISPATCH_KEYS", "oven=@12");
    let said = refusal(command);
    assert!(said.contains("OVELLE_DISPATCH_KEYS"), "{said}");
    assert!(!folder.path().join("data").exists(), "a wrong setting is found before the database is made");
}

#[test]
fn a_configured_key_is_bound_to_restaurants_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    command.env("OVELLE_DISPATCH_KEYS", "oven=a-key-of-this-test@12,hatch=another-key-of-this-test@14+99999");
    let said = refusal(command);
    assert!(
        said.contains("OVELLE_DISPATCH_KEYS: dispatch key number 2") && said.contains("restaurant 99999"),
        "{said}"
    );
    assert!(!said.contains("another-key-of-this-test"), "{said}");
}

#[test]
fn the_address_of_no_redis_is_named_and_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    command.env("REDIS_URL", "redis://kitchen:secret@localhost:port");
    let said = refusal(command);
    assert!(said.contains("REDIS_URL") && !said.contains("secret"), "{said}");
    assert!(!folder.path().join("data").exists(), "a wrong setting is found before the database is made");
}

/// Memory of a process's own that is in use, KiB: without pages of its files, which the system may take back at any time.
#[cfg(target_os = "linux")]
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("its status");
    let line = status.lines().find(|line| line.starts_with("RssAnon:")).expect("its resident memory");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_line_costs_little_memory() {
    const LINES: u64 = 600;
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    command.env("OVELLE_MAX_SOCKETS_PER_ADDRESS", "0");
    // What is freed goes back at once: else what the first half freed goes back while the second is measured.
    command.env("_RJEM_MALLOC_CONF", "dirty_decay_ms:0,muzzy_decay_ms:0");
    let node = Node::start_with(command);
    let mut lines = Vec::new();
    let mut order = register(&node.address).await.unwrap();
    let mut before = 0;
    for n in 0..LINES * 2 {
        if n % 40 == 0 {
            order = register(&node.address).await.unwrap();
        }
        // The first half warms up what is there once.
        if n == LINES {
            before = resident(node.child.id());
        }
        lines.push(open(&node.address, &order).await);
    }
    let after = resident(node.child.id());
    assert!(after > before, "{LINES} lines must be seen: {before} KiB before them, {after} KiB after");
    let bytes = (after - before) * 1024 / LINES;
    // Promise 7, at once after they have joined; a library's own defaults cost 128 KiB.
    assert!(bytes <= 4 * 1024, "an idle line costs {bytes} bytes");
}
