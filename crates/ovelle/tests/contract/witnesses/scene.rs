//! Where the attacks take place: a node with its own log, somebody of the staff, and what is sold.

use std::time::Duration;

use deps::{Chance, Clock, SystemClock};
use domain::{ids::RestaurantId, staff::Roles};
use futures_util::{SinkExt, StreamExt};
use reqwest::{Client, Method, redirect::Policy};
use serde_json::{Value, json};
use server::password;
use store::NewStaff;
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY},
    db::TestDb,
    kitchen::delivery,
    process::{NodeProcess, NodeSetup},
    staff::cookie_of,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

use crate::{
    carts::{cart, example, line},
    folder::{Folder, daily, shop},
};

pub(super) const ORDER: &str = "/api/commerce/v2/shoppingcart/order";
pub(super) const SIGN_IN: &str = "/api/users/staff/sign-in";
const PASSWORD: &str = "the own words of Liisa";
/// Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the attacks take place.
pub(super) struct Scene {
    pub(super) node: NodeProcess,
    http: Client,
    /// An order of a restaurant that neither the bound key nor the person reaches.
    pub(super) elsewhere: String,
    /// Liisa's session.
    cookie: String,
    pub(super) secrets: Vec<String>,
}

/// The chain of the examples, open at every hour, with a restaurant more and a gift card.
pub(super) fn folder() -> Folder {
    let always = json!({ "shopOpeningHours": [daily(1, "00:00", "24:00")] });
    let folder = example(
        &json!([]),
        &[("payment.json", json!({ "giftCards": [{ "number": "4929123412341234", "pin": "44", "balance": 5 }] }))],
    );
    folder.write("restaurants.json", &json!([shop("12", "Kaisaniemi", &always), shop("14", "Kallio", &always)]));
    folder
}

/// A pizza to be fetched.
pub(super) fn pickup(phone: &str, fields: &Value) -> Value {
    let mut order = cart("pickup", &[line("a", "3001", "101", 1, &[])], &json!({ "paymentMethod": "scheme" }));
    order["deliveryContact"] = json!({ "firstName": "Aino", "phoneNumber": phone, "email": "aino@example.fi" });
    order.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    order
}

impl Scene {
    pub(super) async fn set(db: &TestDb, folder: &Folder) -> Self {
        let keys = format!("chain={CHAIN_KEY},bound={BOUND_KEY}@12");
        let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url())
            .set("OVELLE_RATE_FACTOR", "1")
            .set("RUST_LOG", "debug")
            .set("OVELLE_CONTENT", folder.path().to_str().unwrap())
            .set("OVELLE_DISPATCH_KEYS", &keys)
            .set("OVELLE_TRUSTED_PROXIES", "127.0.0.1");
        let node = setup.start().await;
        let liisa = NewStaff {
            email: "liisa@ovelle.example".parse().unwrap(),
            password_hash: password::hash(PASSWORD, &Chance::seeded(3)).unwrap(),
            must_change: false,
            restaurants: vec![RestaurantId(12)],
            roles: Roles::default(),
            created_at: SystemClock.now(),
        };
        db.staff().add(liisa).await.unwrap();
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

    pub(super) fn request(&self, method: Method, path: &str, from: &str) -> reqwest::RequestBuilder {
        let url = format!("http://{}{path}", self.node.address());
        self.http.request(method, url).header("x-forwarded-for", from).header("x-ovelle-csrf", "1")
    }

    /// What a call as Liisa comes to.
    pub(super) async fn as_liisa(&self, method: Method, path: &str, from: &str, body: &Value) -> (u16, Value) {
        let call = self
            .request(method, path, from)
            .header("cookie", &self.cookie)
            .header("idempotency-key", format!("key-{}", from.replace('.', "-")));
        came(if body.is_null() { call } else { call.json(body) }).await
    }

    pub(super) async fn post(&self, path: &str, from: &str, body: &Value) -> (u16, Value) {
        came(self.request(Method::POST, path, from).json(body)).await
    }

    pub(super) async fn as_key(&self, key: &str, path: &str, from: &str, body: &Value) -> (u16, Value) {
        came(self.request(Method::POST, path, from).bearer_auth(key).json(body)).await
    }

    /// Says frames on a line, and reads until as many errors have come, or its end.
    pub(super) async fn line(&self, (path, protocol): (&str, &str), from: &str, frames: &[Value]) {
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

    pub(super) async fn live_token(&mut self) -> String {
        let path = "/api/users/staff/live-token";
        let (status, body) = self.as_liisa(Method::POST, path, "198.51.100.1", &Value::Null).await;
        assert_eq!(status, 200, "{body}");
        let token = body["token"].as_str().unwrap().to_owned();
        self.secrets.push(token.clone());
        token
    }

    /// An order that was paid at the provider's page.
    pub(super) async fn paid(&mut self, phone: &str) -> String {
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

    pub(super) async fn until(&self, is_there: impl Fn(&str) -> bool) {
        let found = async {
            while !self.lines().iter().any(|line| is_there(line)) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let found = tokio::time::timeout(PATIENCE, found).await;
        assert!(found.is_ok(), "{:#?}", self.lines());
    }
}

pub(super) async fn came(call: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = call.send().await.expect("the node answers");
    (answer.status().as_u16(), serde_json::from_str(&answer.text().await.unwrap()).unwrap_or_default())
}

/// The fields of a line of the security log; none where it is another's.
pub(super) fn security_line(line: &str) -> Option<String> {
    let (before, fields) = line.split_once("security: kind=")?;
    assert!(before.contains("WARN"), "{line}");
    Some(format!("kind={fields}"))
}
