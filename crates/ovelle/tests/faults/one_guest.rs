//! One address does what it can: a hundred callers of `pay` and `cancel` on one order, bodies that stall, connections that
//! say nothing. Others place their orders meanwhile.

use std::{
    net::IpAddr,
    process::Command,
    time::{Duration, Instant},
};

use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{checker::Spread, process::NodeProcess};
use tokio::{io::AsyncWriteExt, net::TcpStream, task::JoinSet};

use crate::{
    cluster::{Cluster, fault_on},
    form::{either, span},
    record::note,
};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
/// The proxy of the others; whoever else calls is taken for who they are.
const PROXY: [u8; 4] = [127, 0, 0, 2];
/// Below this a placing is quick enough, however quick it is in a quiet minute: what a busy machine of tests adds.
const QUICK: Duration = Duration::from_millis(150);
/// What a node may grow by.
const MEMORY: u64 = 100 * 1024 * 1024;

/// A restaurant that never closes.
fn content() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let day = json!({ "start": "00:00", "end": "24:00" });
    let mut hours = json!({ "openingHourtypeID": 1 });
    for name in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
        hours[name] = day.clone();
    }
    let shop = json!([{
        "shopId": "12", "restaurantId": "12", "externalId": "1012", "displayName": "Kaisaniemi", "streetAddress": "Liisankatu 1",
        "zip": "00170", "city": "Helsinki", "phone": "+358 9 000 0000", "email": "ravintola@ovelle.example",
        "latitude": 60.17, "longitude": 24.95, "hasWebsale": true, "hasDelivery": false, "isActive": true,
        "noDeliveryTracking": false, "shopOpeningHours": [hours],
    }]);
    std::fs::write(folder.path().join("restaurants.json"), shop.to_string()).unwrap();
    let menu = include_str!("../../../chain/tests/fixtures/example/menu.json");
    std::fs::write(folder.path().join("menu.json"), menu).unwrap();
    folder
}

fn order(phone: u32) -> Value {
    json!({
        "shopId": "12", "deliveryType": "pickup", "paymentMethod": "applepay",
        "orderItems": [{ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1 }],
        "deliveryContact": { "firstName": "Aino", "phoneNumber": format!("040{phone:07}"), "email": "aino@example.fi" },
    })
}

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
            let call = self.client.post(format!("{}{ORDER}", self.door)).header("x-forwarded-for", address.to_string());
            let asked = Instant::now();
            let answer = call.json(&order(phone)).send().await.expect("others are served");
            assert_eq!(answer.status(), 201, "{:?}", answer.text().await);
            took.push(asked.elapsed());
            let ready = self.client.get(format!("{}/readyz", self.door)).send().await.expect("it answers");
            assert!(ready.status().is_success());
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        Spread::of(took)
    }
}

/// A hundred callers of `pay` and `cancel` on one order, each call with a key of its own.
fn callers(node: &NodeProcess, order: &Value) -> JoinSet<()> {
    let mut callers = JoinSet::new();
    let whose = json!({ "orderId": order["orderId"], "orderKey": order["orderKey"] });
    let mut pay = whose.clone();
    for (name, value) in [("shopExternalId", "1012"), ("selectedPaymentMethod", "scheme")] {
        pay[name] = json!(value);
    }
    pay["grandTotal"] = json!(12.9);
    for n in 0..100 {
        let (door, client) = (node.address(), Client::new());
        let (path, body) = match n % 2 {
            0 => ("/api/payments/pay", pay.clone()),
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

fn set_up() -> (TempDir, String) {
    let folder = content();
    let path = folder.path().display().to_string();
    (folder, path)
}

#[test]
fn one_address_wears_nobody_out() {
    let (folder, path) = set_up();
    let nodes = move |_, setup: testkit::process::NodeSetup| {
        setup
            .set("OVELLE_CONTENT", &path)
            .set("OVELLE_RATE_FACTOR", "1")
            .set("OVELLE_CONNECTIONS_PER_ADDRESS", "256")
            .set("OVELLE_TRUSTED_PROXIES", "127.0.0.2")
    };
    fault_on(nodes, |cluster: Cluster| async move {
        let _folder = folder;
        let node = &cluster.nodes[0];
        let mut others = Others::new(node);
        // What is read once is read by now.
        others.place_for(Duration::from_secs(1)).await;
        let (quiet, before) = (others.place_for(span(4.0, 60.0)).await, node.memory());
        report("a quiet time", quiet, 0);
        let bound = (quiet.p99 * 2).max(QUICK);

        let placed = Client::new().post(format!("http://{}{ORDER}", node.address())).json(&order(9_000_000));
        let placed: Value = placed.send().await.unwrap().json().await.unwrap();
        let callers = callers(node, &placed);
        // That all hundred come in one moment is one placing of a minute's; of a short time's it would be the slowest of few.
        others.place_for(Duration::from_secs(1)).await;
        let hundred = others.place_for(span(5.0, 60.0)).await;
        drop(callers);
        judge("a hundred callers of pay and cancel", node, before, hundred, bound);

        let body = vec![b' '; 200 * 1024];
        let head = format!("POST {ORDER} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", 256 * 1024);
        let beginning = [head.as_bytes(), &body].concat();
        let connections = stalled(node, either(400, 1_500), &beginning).await;
        let bodies = others.place_for(span(4.0, 20.0)).await;
        judge("stalled bodies", node, before, bodies, bound);
        drop(connections);

        let few = Command::new("prlimit").args(["--nofile=1024:1024", "--pid", &node.pid().to_string()]).status();
        assert!(few.expect("prlimit is there").success());
        let connections = stalled(node, 1_400, b"").await;
        let silent = others.place_for(span(4.0, 30.0)).await;
        judge("silent connections", node, before, silent, bound);
        drop(connections);
    });
}

fn report(what: &str, took: Spread, grown: u64) {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap();
    let figures =
        json!({ "placings": took.count, "p50Ms": millis(took.p50), "p99Ms": millis(took.p99), "grownBytes": grown });
    note(what, figures);
}

fn judge(what: &str, node: &NodeProcess, before: Option<u64>, took: Spread, bound: Duration) {
    let grown = node.memory().zip(before).map_or(0, |(now, before)| now.saturating_sub(before));
    report(what, took, grown);
    assert!(took.p99 <= bound, "{what}: others waited {:?}, and may {bound:?}", took.p99);
    assert!(grown <= MEMORY, "{what}: the node has grown by {grown} bytes");
}
