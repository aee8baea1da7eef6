//! Attacks, and what is done with what is guarded: each leaves its line in the log, and none says whom it is about.

use std::time::Duration;

use deps::{Chance, Clock, SystemClock};
use domain::{ids::RestaurantId, staff::Roles};
use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Method, redirect::Policy};
use serde_json::{Value, json};
use server::password::Passwords;
use store::NewStaff;
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY},
    db::TestDb,
    kitchen::delivery,
    process::{NodeProcess, NodeSetup, STAFF_TOKEN},
    staff::cookie_of,
    store_contract,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    carts::{cart, example, line},
    folder::{Folder, daily, shop},
    staff_process::ovelle,
};

const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
const CART: &str = "/api/pricing/pricing/customer/cart";
const SIGN_IN: &str = "/api/users/staff/sign-in";
const PASSWORD: &str = "the own words of Liisa";
/// What staff write of a customer when money goes back.
const REASON: &str = "Pizza oli kylmä, soita +358 50 9876543 tai aino@example.fi";
/// Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is done, each from an address of its own, and the line that it leaves: its kind, who, and a part of what it is about.
const ATTACKS: [(&str, &str, &str, &str); 23] = [
    ("a wrong password", "sign_in_failed", "guest", "POST /api/users/staff/sign-in"),
    ("a wrong present password", "sign_in_failed", "staff:1", "POST /api/users/staff/password"),
    ("a token that nobody has", "sign_in_failed", "guest", "a token"),
    ("a dispatch key that nobody has", "sign_in_failed", "guest", "a token"),
    ("a key of a dispatch line that nobody has", "sign_in_failed", "guest", "a token"),
    ("a key in a dispatch line's upgrade that nobody has", "sign_in_failed", "guest", "a token"),
    ("a sixth wrong password", "sign_in_slowed", "guest", "POST /api/users/staff/sign-in"),
    ("a key out of reach", "role_refused", "bound", "POST /api/dispatch/orders/{orderId}/status"),
    ("a key out of reach in bulk", "role_refused", "bound", "POST /api/dispatch/status"),
    ("a key out of reach on a line", "role_refused", "bound", "ovelle.dispatch.v1"),
    ("a key that watches out of reach", "role_refused", "bound", "ovelle.dispatch.v1"),
    ("a role without the right", "role_refused", "staff:1", "POST /api/staff/orders/{orderId}/accept"),
    ("a person out of reach", "role_refused", "staff:1", "GET /api/staff/orders/{orderId}"),
    ("a refund out of reach", "role_refused", "staff:1", "POST /api/staff/orders/{orderId}/refund"),
    ("a board out of reach", "role_refused", "staff:1", "board"),
    ("an order out of reach on a line", "role_refused", "staff:1", "order"),
    ("a forged notification", "signature", "guest", "POST /api/payments/notifications/test"),
    ("six wrong gift cards", "gift_card", "guest", "POST /api/commerce/v2/shoppingcart/order"),
    ("six wrong codes", "code", "guest", "promotion codes"),
    ("eleven wrong codes", "limit", "guest", "promotion codes"),
    ("eleven wrong order keys", "limit", "guest", "GET /api/commerce/v2/order-tracking/{orderId}/{orderKey}"),
    ("eleven wrong order keys on a line", "limit", "guest", "order"),
    ("money given back by a person", "refund", "staff:1", " 5.00 €, Pizza oli kylmä, soita *** 50 *** tai ***"),
];

/// What no line may hold.
const UNSAID: [&str; 12] = [
    "liisa",
    "Liisa",
    "wrong-",
    "Aino",
    "aino",
    "9876543",
    "0409998877",
    "KOODI",
    "koodi",
    "4929123412341234",
    "Vilhonkatu",
    STAFF_TOKEN,
];

/// Where the attacks take place.
struct Scene {
    node: NodeProcess,
    http: Client,
    /// An order of a restaurant that neither the bound key nor the person reaches.
    elsewhere: String,
    /// Liisa's session.
    cookie: String,
    secrets: Vec<String>,
}

/// The chain of the examples, open at every hour, with a restaurant more and a gift card.
fn folder() -> Folder {
    let always = json!({ "shopOpeningHours": [daily(1, "00:00", "24:00")] });
    let folder = example(
        &json!([]),
        &[("payment.json", json!({ "giftCards": [{ "number": "4929123412341234", "pin": "44", "balance": 5 }] }))],
    );
    folder.write("restaurants.json", &json!([shop("12", "Kaisaniemi", &always), shop("14", "Kallio", &always)]));
    folder
}

/// A pizza to be fetched.
fn pickup(phone: &str, fields: &Value) -> Value {
    let mut order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
    order.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    order
}

/// The address from which the attack of a number comes.
fn address(number: usize) -> String {
    format!("203.0.113.{}", number + 1)
}

impl Scene {
    async fn set(db: &TestDb, folder: &Folder) -> Self {
        let keys = format!("chain={CHAIN_KEY},bound={BOUND_KEY}@12");
        let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url())
            .set("OVELLE_RATE_FACTOR", "1")
            .set("RUST_LOG", "debug")
            .set("OVELLE_CONTENT", folder.path().to_str().unwrap())
            .set("OVELLE_DISPATCH_KEYS", &keys)
            .set("OVELLE_TRUSTED_PROXIES", "127.0.0.1");
        let node = setup.start().await;
        let passwords = Passwords::new(Chance::seeded(3));
        let liisa = NewStaff {
            email: "liisa@ovelle.example".parse().unwrap(),
            password_hash: passwords.hash(PASSWORD.to_owned()).await.unwrap(),
            must_change: false,
            restaurants: vec![RestaurantId(12)],
            roles: Roles::default(),
            created_at: SystemClock.now(),
        };
        db.add_staff(liisa).await.unwrap();
        let http = Client::builder().redirect(Policy::none()).build().unwrap();
        let mut scene = Self { node, http, elsewhere: String::new(), cookie: String::new(), secrets: Vec::new() };
        let mut order = delivery();
        order["restaurantId"] = json!("14");
        scene.elsewhere = scene.registered(&order).await;
        let sign_in = json!({ "email": "liisa@ovelle.example", "password": PASSWORD });
        let signed_in = scene.request(Method::POST, SIGN_IN, "198.51.100.1").json(&sign_in).send().await.unwrap();
        scene.cookie = cookie_of(&signed_in).expect("a session");
        scene.secrets.push(scene.cookie.split_once('=').unwrap().1.to_owned());
        scene
    }

    async fn registered(&mut self, order: &Value) -> String {
        let call = self.request(Method::POST, "/api/dispatch/orders", "198.51.100.1").bearer_auth(CHAIN_KEY);
        let body: Value = call.json(order).send().await.unwrap().json().await.unwrap();
        self.secrets.push(body["orderKey"].as_str().expect("an order").to_owned());
        body["orderId"].as_str().unwrap().to_owned()
    }

    fn request(&self, method: Method, path: &str, from: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}{path}", self.node.address());
        self.http.request(method, url).header("x-forwarded-for", from).header("x-ovelle-csrf", "1")
    }

    /// What a call as Liisa comes to.
    async fn as_liisa(&self, method: Method, path: &str, from: &str, body: &Value) -> (u16, Value) {
        let call = self
            .request(method, path, from)
            .header("cookie", &self.cookie)
            .header("idempotency-key", format!("key-{}", from.replace('.', "-")));
        came(if body.is_null() { call } else { call.json(body) }).await
    }

    async fn post(&self, path: &str, from: &str, body: &Value) -> (u16, Value) {
        came(self.request(Method::POST, path, from).json(body)).await
    }

    async fn as_key(&self, key: &str, path: &str, from: &str, body: &Value) -> (u16, Value) {
        came(self.request(Method::POST, path, from).bearer_auth(key).json(body)).await
    }

    /// Says frames on a line, and reads until as many errors have come, or its end.
    async fn line(&self, path: &str, protocol: &str, from: &str, frames: &[Value]) {
        let mut request = format!("ws://{}{path}", self.node.address()).into_client_request().unwrap();
        for (name, value) in [("sec-websocket-protocol", protocol), ("x-forwarded-for", from)] {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let (mut socket, _) = connect_async(request).await.unwrap();
        let mut refused = 0;
        for frame in frames {
            socket.send(Message::text(frame.to_string())).await.unwrap();
        }
        let wanted = frames.iter().filter(|frame| frame["type"] != "auth").count().max(1);
        while refused < wanted {
            let Some(Ok(Message::Text(text))) = socket.next().await else { return };
            refused += usize::from(text.contains(r#""type":"error""#));
        }
    }

    async fn live_token(&mut self) -> String {
        let path = "/api/users/staff/live-token";
        let (status, body) = self.as_liisa(Method::POST, path, "198.51.100.1", &Value::Null).await;
        assert_eq!(status, 200, "{body}");
        let token = body["token"].as_str().unwrap().to_owned();
        self.secrets.push(token.clone());
        token
    }

    /// An order that was paid at the provider's page.
    async fn paid(&mut self, phone: &str) -> String {
        let (status, body) = self.post(ORDER, "198.51.100.1", &pickup(phone, &json!({}))).await;
        assert_eq!(status, 201, "{body}");
        let page = body["payment"]["redirectUrl"].as_str().unwrap();
        let (_, path) = page.split_once("/testimaksu").unwrap();
        self.secrets.extend([path.trim_start_matches('/').to_owned(), body["orderKey"].as_str().unwrap().to_owned()]);
        let chosen = self.request(Method::POST, &format!("/testimaksu{path}"), "198.51.100.1").body("choice=pay");
        assert_eq!(chosen.send().await.unwrap().status(), 303);
        let returned = format!("/api/payments/return{path}?status=OK");
        self.request(Method::GET, &returned, "198.51.100.1").send().await.unwrap();
        body["orderId"].as_str().unwrap().to_owned()
    }

    /// The lines of the security log.
    fn lines(&self) -> Vec<String> {
        self.node.log().lines().filter_map(security_line).collect()
    }

    async fn until(&self, is_there: impl Fn(&str) -> bool) {
        let found = async {
            while !self.lines().iter().any(|line| is_there(line)) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, found).await;
        assert!(found.is_ok(), "{:#?}", self.lines());
    }
}

async fn came(call: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = call.send().await.expect("the node answers");
    (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
}

/// The fields of a line of the security log; none where it is another's.
fn security_line(line: &str) -> Option<String> {
    let (before, fields) = line.split_once("security: kind=")?;
    assert!(before.contains("WARN"), "{line}");
    Some(format!("kind={fields}"))
}

impl Scene {
    /// Does what a row of the table says.
    async fn attack(&mut self, what: &str, from: &str) {
        let wrong = json!({ "email": "liisa@ovelle.example", "password": "wrong-password" });
        let press = json!({ "status": 3 });
        let elsewhere = self.elsewhere.clone();
        let dispatch = ("/api/dispatch/live", "ovelle.dispatch.v1");
        let tracking = ("/api/tracking/live", "ovelle.live.v1");
        let status = match what {
            "a wrong password" => self.post(SIGN_IN, from, &wrong).await.0,
            "a sixth wrong password" => {
                for _ in 0..5 {
                    self.post(SIGN_IN, &format!("{from}0"), &json!({ "email": "x@y.fi", "password": "wrong-1" })).await;
                }
                self.post(SIGN_IN, from, &json!({ "email": "x@y.fi", "password": "wrong-1" })).await.0
            }
            "a wrong present password" => {
                let change = json!({ "password": "wrong-password", "newPassword": "kirahvi-kello-7" });
                self.as_liisa(Method::POST, "/api/users/staff/password", from, &change).await.0
            }
            "a token that nobody has" => {
                came(self.request(Method::GET, "/api/staff/orders", from).bearer_auth("wrong-token")).await.0
            }
            "a dispatch key that nobody has" => {
                self.as_key("wrong-dispatch-key", "/api/dispatch/status", from, &json!([])).await.0
            }
            "a key of a dispatch line that nobody has" => {
                let auth = json!({ "type": "auth", "key": "wrong-dispatch-key" });
                self.line(dispatch.0, dispatch.1, from, &[auth]).await;
                0
            }
            "a key in a dispatch line's upgrade that nobody has" => {
                let call = self.request(Method::GET, dispatch.0, from).bearer_auth("wrong-dispatch-key");
                let call = call.header("connection", "upgrade").header("upgrade", "websocket");
                let call = call.header("sec-websocket-version", "13").header("sec-websocket-protocol", dispatch.1);
                came(call.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")).await.0
            }
            "a key out of reach" => {
                self.as_key(BOUND_KEY, &format!("/api/dispatch/orders/{elsewhere}/status"), from, &press).await.0
            }
            "a key out of reach in bulk" => {
                let one = json!({ "orderId": elsewhere, "status": 3 });
                self.as_key(BOUND_KEY, "/api/dispatch/status", from, &json!([one])).await.0
            }
            "a key out of reach on a line" | "a key that watches out of reach" => {
                let call = match what {
                    "a key that watches out of reach" => json!({ "type": "watch", "id": 1, "restaurantId": "14" }),
                    _ => json!({ "type": "status", "id": 1, "orderId": elsewhere, "status": 3 }),
                };
                self.line(dispatch.0, dispatch.1, from, &[json!({ "type": "auth", "key": BOUND_KEY }), call]).await;
                0
            }
            "a role without the right" => {
                let path = format!("/api/staff/orders/{elsewhere}/accept");
                self.as_liisa(Method::POST, &path, from, &json!({ "minutes": 20 })).await.0
            }
            "a person out of reach" => {
                self.as_liisa(Method::GET, &format!("/api/staff/orders/{elsewhere}"), from, &Value::Null).await.0
            }
            "a refund out of reach" => {
                let path = format!("/api/staff/orders/{elsewhere}/refund");
                self.as_liisa(Method::POST, &path, from, &json!({ "reason": REASON })).await.0
            }
            "a board out of reach" => {
                let token = self.live_token().await;
                let board = json!({ "type": "subscribe", "topic": "board", "token": token, "restaurantIds": ["14"] });
                self.line(tracking.0, tracking.1, from, &[board]).await;
                0
            }
            "an order out of reach on a line" => {
                let token = self.live_token().await;
                let order = json!({ "type": "subscribe", "topic": "order", "orderId": elsewhere, "token": token });
                self.line(tracking.0, tracking.1, from, &[order]).await;
                0
            }
            "a forged notification" => {
                let call = self.request(Method::POST, "/api/payments/notifications/test", from);
                came(call.header("Ovelle-Signature", "t=1,v1=00").json(&json!({}))).await.0
            }
            "six wrong gift cards" => {
                let mut status = 0;
                for pin in 0..6 {
                    let card = json!({ "paymentOption": { "giftCard": { "number": "4929123412341234", "pin": format!("9{pin}") } } });
                    status = self.post(ORDER, from, &pickup("0409998877", &card)).await.0;
                }
                status
            }
            "six wrong codes" | "eleven wrong codes" => {
                let most = if what.starts_with("six") { 6 } else { 11 };
                for n in 0..most {
                    let codes = json!({ "promotionCodes": [format!("KOODI{n}")] });
                    let body = cart("pickup", &[line("a", "3001", "101", 1, &[])], &codes);
                    assert_eq!(self.post(CART, from, &body).await.0, 200);
                }
                200
            }
            "eleven wrong order keys" => {
                let mut status = 0;
                for n in 0..11 {
                    let path = format!("/api/commerce/v2/order-tracking/{elsewhere}/wrong-{n}");
                    status = came(self.request(Method::GET, &path, from)).await.0;
                }
                status
            }
            "eleven wrong order keys on a line" => {
                let wrong = |n: usize| json!({ "type": "subscribe", "topic": "order", "orderId": elsewhere, "orderKey": format!("wrong-{n}") });
                let frames: Vec<Value> = (0..11).map(wrong).collect();
                self.line(tracking.0, tracking.1, from, &frames).await;
                0
            }
            "money given back by a person" => {
                let order = self.paid("0409998870").await;
                let path = format!("/api/staff/orders/{order}/refund");
                self.as_liisa(Method::POST, &path, from, &json!({ "amount": 5, "reason": REASON })).await.0
            }
            other => panic!("nobody does {other}"),
        };
        let expected = match what {
            "a key out of reach in bulk"
            | "six wrong codes"
            | "eleven wrong codes"
            | "money given back by a person" => 200,
            "a wrong present password" => 422,
            "a sixth wrong password" | "eleven wrong order keys" => 429,
            "a key out of reach" | "a role without the right" => 403,
            "a person out of reach" | "a refund out of reach" => 404,
            "six wrong gift cards" => 409,
            _ if status == 0 => 0,
            _ => 401,
        };
        assert_eq!(status, expected, "{what}");
    }
}

store_contract!(every_attack_leaves_a_line_and_no_line_says_whom_it_is_about, |db| async move {
    let folder = folder();
    let mut scene = Scene::set(&db, &folder).await;
    for (number, (what, kind, who, about)) in ATTACKS.into_iter().enumerate() {
        let from = address(number);
        scene.attack(what, &from).await;
        let begin = format!(r#"kind="{kind}" who="{who}" address="{from}" subject=""#);
        scene.until(|line| line.starts_with(&begin) && line.contains(about) && line.contains(" count=")).await;
    }

    // The system itself, and an operator.
    let order = scene.paid("0409998871").await;
    let path = format!("/api/dispatch/orders/{order}/status");
    assert_eq!(scene.as_key(CHAIN_KEY, &path, "198.51.100.1", &json!({ "status": 13 })).await.0, 200);
    let back = format!(r#"kind="refund" who="payments" address="-" subject="order {order}: "#);
    scene.until(|line| line.starts_with(&back) && line.contains("€, the order was cancelled")).await;
    let order = scene.paid("0409998872").await;
    let given = ovelle(db.url(), &["refund", &order, "--amount", "2.5", "--reason", REASON], &[]);
    let said = String::from_utf8(given.stderr).unwrap();
    let line = said.lines().find_map(security_line).expect("a line of the security log");
    let expected =
        format!(r#"kind="refund" who="command line" address="-" subject="order {order}: 2.50 €, Pizza oli kylmä,"#);
    assert!(line.starts_with(&expected), "{line}");

    for (_, kind, ..) in ATTACKS {
        let name = format!(r#"ovelle_security_events_total{{kind="{kind}"}}"#);
        assert!(scene.node.figure(&name).await >= 1.0, "{kind}");
    }
    scene.node.signal("TERM");
    assert!(scene.node.ended().await.success());
    let log = scene.node.log() + &said;
    let telling = |line: &&str| {
        let is_unsaid =
            UNSAID.iter().copied().chain(scene.secrets.iter().map(String::as_str)).any(|word| line.contains(word));
        // Where somebody called from stands in the security log alone.
        is_unsaid || (security_line(line).is_none() && (line.contains("203.0.113.") || line.contains("198.51.100.")))
    };
    let telling: Vec<&str> = log.lines().filter(telling).collect();
    assert!(telling.is_empty(), "{telling:#?}");
});
