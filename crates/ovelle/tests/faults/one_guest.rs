//! One address does what it can: a hundred callers of `pay` and `cancel` on one order, bodies that stall, connections that
//! say nothing. Others place their orders meanwhile, and wait no longer than beside the same callers at another server: these
//! are on the machine of the test, and take of it what nodes could have.

use std::{
    net::{IpAddr, SocketAddr},
    process::Command,
    time::{Duration, Instant},
};

use reqwest::Client;
use serde_json::{Value, json};
use testkit::{
    checker::Spread,
    process::NodeProcess,
    shop::{self, PAYING, PLACING, SHOP_EXTERNAL_ID},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::{
    cluster::{Cluster, fault_on},
    form::{either, span},
    record::note,
};

/// The proxy of the others; whoever else calls is taken for who they are.
const PROXY: [u8; 4] = [127, 0, 0, 2];
/// Below this a placing is quick enough, however quick it is in a quiet minute: what a busy machine of tests adds, and one
/// that measures.
const QUICK: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(20)];
/// What a node may grow by.
const MEMORY: u64 = 100 * 1024 * 1024;

/// Others: each from an address and with a phone of their own.
struct Others {
    client: Client,
    door: String,
    placed: u32,
}

impl Others {
    fn new(node: &NodeProcess) -> Self {
        let client = Client::builder().local_address(IpAddr::from(PROXY)).build().unwrap();
        Self { client, door: format!("http://{}", node.address()), placed: 0 }
    }

    /// Places an order a few times a second for so long; how long that took them, and what else was answered than 201.
    async fn place_for(&mut self, time: Duration) -> Spread {
        let (began, mut took) = (Instant::now(), Vec::new());
        while began.elapsed() < time {
            let phone = self.placed;
            self.placed += 1;
            let address =
                IpAddr::from([10, 0, u8::try_from((phone >> 8) & 255).unwrap(), u8::try_from(phone & 255).unwrap()]);
            let call =
                self.client.post(format!("{}{PLACING}", self.door)).header("x-forwarded-for", address.to_string());
            let asked = Instant::now();
            let answer = call.json(&shop::order(phone, "aino@ovelle.example")).send().await.expect("others are served");
            assert_eq!(answer.status(), 201, "{:?}", answer.text().await);
            took.push(asked.elapsed());
            let ready = self.client.get(format!("{}/readyz", self.door)).send().await.expect("it answers");
            assert!(ready.status().is_success());
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        Spread::of(took)
    }

    /// The same in a quiet time.
    async fn place_quietly(&mut self) -> Spread {
        self.place_for(span(4.0, 60.0)).await
    }
}

/// A hundred callers of `pay` and `cancel` on one order, each call with a key of its own.
fn callers(door: SocketAddr, order: &Value) -> JoinSet<()> {
    let mut callers = JoinSet::new();
    let whose = json!({ "orderId": order["orderId"], "orderKey": order["orderKey"] });
    let mut pay = whose.clone();
    for (name, value) in [("shopExternalId", SHOP_EXTERNAL_ID), ("selectedPaymentMethod", "scheme")] {
        pay[name] = json!(value);
    }
    pay["grandTotal"] = json!(12.9);
    for n in 0..100 {
        let client = Client::new();
        let (path, body) = match n % 2 {
            0 => (PAYING, pay.clone()),
            _ => ("/api/commerce/v2/order/cancel", whose.clone()),
        };
        callers.spawn(async move {
            for call in 0_u32.. {
                let key = format!("caller-{n}-call-{call}");
                let sent = client.post(format!("http://{door}{path}")).header("Idempotency-Key", key).json(&body);
                let _refused = sent.send().await;
                tokio::time::sleep(span(0.3, 0.05)).await;
            }
        });
    }
    callers
}

/// Connections of one address that send the beginning of a call, and stall.
async fn stalled(node: &NodeProcess, count: usize, beginning: &[u8]) -> Vec<TcpStream> {
    let mut connections = Vec::new();
    for _ in 0..count {
        if let Ok(mut connection) = TcpStream::connect(node.address()).await {
            let _taken = tokio::time::timeout(Duration::from_millis(20), connection.write_all(beginning)).await;
            connections.push(connection);
        }
    }
    connections
}

/// A server that refuses whatever it is sent, as soon as that may be whole.
async fn refuses_all() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut said = [0; 8192];
                while let Ok(length @ 1..) = connection.read(&mut said).await {
                    let refusal = b"HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n";
                    if said[length - 1] == b'}' && connection.write_all(refusal).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

/// How long others wait while a hundred call there.
async fn beside_callers(others: &mut Others, door: SocketAddr, order: &Value) -> Spread {
    let callers = callers(door, order);
    // That all hundred come in one moment is one placing of a minute's; of a short time's it would be the slowest of few.
    others.place_for(Duration::from_secs(1)).await;
    let took = others.place_for(span(5.0, 60.0)).await;
    drop(callers);
    took
}

#[test]
fn one_address_wears_nobody_out() {
    let nodes = |_, setup: testkit::process::NodeSetup| {
        setup
            .set("OVELLE_RATE_FACTOR", "1")
            .set("OVELLE_CONNECTIONS_PER_ADDRESS", "256")
            .set("OVELLE_TRUSTED_PROXIES", "127.0.0.2")
    };
    fault_on(nodes, |cluster: Cluster| async move {
        let node = &cluster.nodes[0];
        let mut others = Others::new(node);
        // What is read once is read by now.
        others.place_for(Duration::from_secs(1)).await;
        let (quiet, before) = (others.place_quietly().await, node.memory());
        let placing = Client::new().post(format!("http://{}{PLACING}", node.address()));
        let placed = placing.json(&shop::order(9_000_000, "eino@ovelle.example")).send().await.unwrap();
        let placed: Value = placed.json().await.unwrap();
        let elsewhere = refuses_all().await;
        let first = beside_callers(&mut others, elsewhere, &placed).await;
        let hundred = beside_callers(&mut others, node.address(), &placed).await;
        let grown = grown(node, before);
        let second = beside_callers(&mut others, elsewhere, &placed).await;
        judge("a hundred callers of pay and cancel", grown, hundred, [first, second]);

        let body = vec![b' '; 200 * 1024];
        let head = format!("POST {PLACING} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", 256 * 1024);
        let beginning = [head.as_bytes(), &body].concat();
        let (bodies, grown) =
            beside_stalled(&mut others, node, before, (either(400, 1_500), beginning.as_slice())).await;
        let later = others.place_quietly().await;
        judge("stalled bodies", grown, bodies, [quiet, later]);

        let few = Command::new("prlimit").args(["--nofile=1024:1024", "--pid", &node.pid().to_string()]).status();
        assert!(few.expect("prlimit is there").success());
        let (silent, grown) = beside_stalled(&mut others, node, before, (1_400, &[][..])).await;
        let latest = others.place_quietly().await;
        judge("silent connections", grown, silent, [later, latest]);
    });
}

/// How long others wait beside so many connections that stall after this beginning, and by what the node has grown.
async fn beside_stalled(
    others: &mut Others,
    node: &NodeProcess,
    before: Option<u64>,
    (count, beginning): (usize, &[u8]),
) -> (Spread, u64) {
    let connections = stalled(node, count, beginning).await;
    // That they all come in one moment is one placing of a minute's, too.
    others.place_for(Duration::from_secs(1)).await;
    let took = others.place_for(span(4.0, 30.0)).await;
    let grown = grown(node, before);
    drop(connections);
    (took, grown)
}

fn grown(node: &NodeProcess, before: Option<u64>) -> u64 {
    node.memory().zip(before).map_or(0, |(now, before)| now.saturating_sub(before))
}

fn report(what: &str, took: Spread, grown: u64) {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    let figures =
        json!({ "placings": took.count, "p50Ms": millis(took.p50), "p99Ms": millis(took.p99), "grownBytes": grown });
    note(what, figures);
}

/// Holds what others waited against what they did in two quiet times, before and after: a machine has other work, too.
fn judge(what: &str, grown: u64, took: Spread, quiet: [Spread; 2]) {
    for (when, quiet) in ["before", "after"].into_iter().zip(quiet) {
        report(&format!("{what}: a quiet time {when}"), quiet, 0);
    }
    report(what, took, grown);
    let bound = (quiet[0].p99.max(quiet[1].p99) * 2).max(either(QUICK[0], QUICK[1]));
    assert!(took.p99 <= bound, "{what}: others waited {:?}, and may {bound:?}", took.p99);
    assert!(grown <= MEMORY, "{what}: the node has grown by {grown} bytes");
}
