//! What the log does not say, however much it is asked to say.

use deps::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::CHAIN_KEY,
    db::DatabaseKind,
    process::{NodeProcess, NodeSetup, STAFF_TOKEN},
    redis, store_contract,
};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// An order of somebody whose every trait can be told from a figure of the log.
fn delivery() -> Value {
    let mut order = testkit::kitchen::delivery();
    order["customer"]["phone"] = json!("+358 50 987 6543");
    order
}

/// Whoever calls, and what they said so far that no log may repeat.
struct Talk<'a> {
    node: &'a NodeProcess,
    http: reqwest::Client,
    unsaid: Vec<String>,
}

impl Talk<'_> {
    async fn call(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &Value) -> (u16, Value) {
        let call = self.http.request(method, format!("http://{}{path}", self.node.address()));
        let mut call = call.header("content-type", "application/json");
        for (name, value) in headers {
            call = call.header(*name, *value);
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let response = call.body(body).send().await.expect("the node answers");
        let status = response.status().as_u16();
        let cookie = testkit::staff::cookie_of(&response).unwrap_or_default();
        let text = response.text().await.expect("an answer comes whole");
        let mut body = serde_json::from_str(&text).unwrap_or(Value::Null);
        if !cookie.is_empty() {
            body["cookie"] = json!(cookie);
        }
        (status, body)
    }

    async fn dispatch(&self, path: &str, body: &Value) -> (u16, Value) {
        let key = format!("Bearer {CHAIN_KEY}");
        self.call(Method::POST, path, &[("authorization", &key)], body).await
    }

    fn keep(&mut self, secret: &Value) -> String {
        let secret = secret.as_str().expect("a text").to_owned();
        self.unsaid.push(secret.clone());
        secret
    }

    /// Says frames on a line, and reads one frame for each.
    async fn line(&self, path: &str, protocol: &str, key: Option<&str>, frames: &[Value]) {
        use futures_util::{SinkExt, StreamExt};
        let mut request = format!("ws://{}{path}", self.node.address()).into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol.parse().unwrap());
        if let Some(key) = key {
            request.headers_mut().insert("authorization", format!("Bearer {key}").parse().unwrap());
        }
        let Ok((mut line, _)) = connect_async(request).await else { return };
        for frame in frames {
            let text = frame.as_str().map_or_else(|| frame.to_string(), str::to_owned);
            if line.send(Message::text(text)).await.is_err() || line.next().await.is_none_or(|came| came.is_err()) {
                return;
            }
        }
        // It may be closed already, by what was said on it.
        let _closed = line.close(None).await;
    }
}

/// By what a page says that it is our own.
const PAGE: [(&str, &str); 1] = [("x-ovelle-csrf", "1")];
/// The name of a payment that nobody began.
const PAYMENT: &str = "5e5510ab5e5510ab5e5510ab5e5510ab";

/// Guesses codes, gift cards and payments until it is too much; each is refused with its line in the security log.
async fn guess(talk: &Talk<'_>) {
    let cart = json!({ "shopId": "12", "orderType": "pickup", "orderItems": [] });
    for n in 0..12 {
        let mut guessed = cart.clone();
        guessed["promotionCodes"] = json!([format!("SALAINEN{n}")]);
        talk.call(Method::POST, "/api/pricing/pricing/customer/cart", &[], &guessed).await;
        guessed["deliveryContact"] = json!({ "firstName": "Aino", "phoneNumber": "+358 50 987 6543" });
        guessed["paymentMethod"] = json!("giftcard");
        guessed["paymentOption"] = json!({ "giftCard": { "number": "4929123412341234", "pin": format!("{n}") } });
        talk.call(Method::POST, "/api/commerce/v2/shoppingcart/order", &[], &guessed).await;
    }
    let forged = json!({ "eventId": "e", "sessionId": PAYMENT, "orderId": "1", "status": "Captured", "amount": 1, "currency": "EUR" });
    let (status, _) =
        talk.call(Method::POST, "/api/payments/notifications/test", &[("ovelle-signature", "t=1,v1=0")], &forged).await;
    assert_eq!(status, 401);
    for path in [format!("/testimaksu/{PAYMENT}"), format!("/api/payments/return/{PAYMENT}?status=OK")] {
        assert_eq!(talk.call(Method::GET, &path, &[], &Value::Null).await.0, 404, "{path}");
    }
}

/// Makes an account, and does with it and the links of its mails what a person does, right and wrong.
async fn keep_an_account(talk: &mut Talk<'_>) {
    let (_, asked) = talk.call(Method::POST, "/api/users/captcha", &[], &json!({ "action": "register" })).await;
    let difficulty = asked["difficulty"].as_u64().and_then(|bits| u32::try_from(bits).ok()).expect("a challenge");
    let captcha = domain::captcha::solve(&talk.keep(&asked["challenge"]), difficulty);
    let account = json!({
        "firstName": "Aino", "lastName": "Aalto", "email": "aino.aalto@ovelle.example", "phone": "+358 50 987 6543",
        "password": "kuusi kettua", "acceptedTerms": true, "googleRecaptchaToken": captcha,
    });
    let (status, me) = talk.call(Method::POST, "/api/users/register", &PAGE, &account).await;
    assert_eq!(status, 201, "{me}");
    assert_eq!(talk.call(Method::POST, "/api/users/register", &PAGE, &account).await.0, 403, "its captcha is spent");
    let cookie = me["cookie"].as_str().expect("a cookie").to_owned();
    talk.unsaid.push(cookie.split_once('=').expect("a name and a token").1.to_owned());
    let page = [("cookie", cookie.as_str()), PAGE[0]];
    let door = json!({
        "streetAddress": "Vilhonkatu 4", "apartmentNumber": "B 12", "zipCode": "00100", "city": "Helsinki",
        "extraInfo": "Ovikoodi 2480", "latitude": "60.17", "longitude": "24.94",
    });
    assert_eq!(talk.call(Method::POST, "/api/users/me/addresses", &page, &door).await.0, 201);
    let moved = json!({ "email": "aalto.aino@ovelle.example", "currentPassword": "kuusi kettua" });
    assert_eq!(talk.call(Method::PATCH, "/api/users/me", &page, &moved).await.0, 200);
    for (password, status) in [("a-wrong-password", 401), ("kuusi kettua", 200)] {
        let by = json!({ "email": "aino.aalto@ovelle.example", "password": password });
        let (came, answer) = talk.call(Method::POST, "/api/users/token", &PAGE, &by).await;
        assert_eq!(came, status, "{answer}");
        if status == 200 {
            talk.keep(&answer["token"]);
        }
    }
    let stranger = [("authorization", "Bearer a-wrong-bearer-token")];
    assert_eq!(talk.call(Method::GET, "/api/users/me", &stranger, &Value::Null).await.0, 401);
    let forgotten = json!({ "email": "aino.aalto@ovelle.example" });
    assert_eq!(talk.call(Method::POST, "/api/users/sendForgotPasswordEmail", &[], &forgotten).await.0, 202);
    for (path, field) in
        [("changeUserPassword", "passwordResetToken"), ("confirmEmail", "token"), ("undoEmail", "token")]
    {
        let wrong = json!({ (field): "a-wrong-link", "newPassword": "kuusi kettua" });
        assert_eq!(talk.call(Method::POST, &format!("/api/users/{path}"), &PAGE, &wrong).await.0, 410, "{path}");
    }
    for path in ["/vaihda-salasana?passwordResetToken=a-wrong-link", "/vahvista-sahkoposti?token=a-wrong-link"] {
        talk.call(Method::GET, path, &[], &Value::Null).await;
    }
}

/// Everything with a secret or a person in it that can be said to a node, right and wrong.
async fn say_everything(talk: &mut Talk<'_>, password: &str) {
    let (_, registered) = talk.dispatch("/api/dispatch/orders", &delivery()).await;
    let id = registered["orderId"].as_str().expect("an order").to_owned();
    let key = talk.keep(&registered["orderKey"]);
    let tracking = format!("/api/commerce/v2/order-tracking/{id}");

    // Registrations that fail, each with the person in it.
    let mut nowhere = delivery();
    nowhere["customer"]["coordinates"] = Value::Null;
    nowhere["customer"]["streetAddress"] = json!("Olemattomankatu 99");
    assert_eq!(talk.dispatch("/api/dispatch/orders", &nowhere).await.0, 201);
    for (path, value) in
        [("restaurantId", json!("999")), ("orderType", json!("boat")), ("orderItems", json!("Pepperoni"))]
    {
        let mut wrong = delivery();
        wrong[path] = value;
        assert_eq!(talk.dispatch("/api/dispatch/orders", &wrong).await.0, 422, "{path}");
    }
    let mut huge = delivery();
    huge["customer"]["name"] = json!("Aino Aalto ".repeat(30_000));
    assert_eq!(talk.dispatch("/api/dispatch/orders", &huge).await.0, 413);

    // Links, right and wrong, and a wrong key until it is too much.
    for path in ["", "/car-location"] {
        talk.call(Method::GET, &format!("{tracking}/{key}{path}"), &[], &Value::Null).await;
    }
    for n in 0..12 {
        talk.call(Method::GET, &format!("{tracking}/a-wrong-key-{n}"), &[], &Value::Null).await;
    }
    talk.call(Method::GET, &format!("/tilaus/{id}?orderKey={key}"), &[], &Value::Null).await;
    talk.call(Method::GET, &format!("/api/nothing?orderKey={key}"), &[], &Value::Null).await;
    talk.call(Method::GET, "/api/commerce/geocode?streetaddress=Vilhonkatu%204&city=Helsinki", &[], &Value::Null).await;

    // Kitchens, right and wrong, by call and by line.
    let report =
        json!({ "status": 3, "note": "Hei Aino Aalto!", "staffNote": "Soita +358 50 987 6543", "eventId": "e-1" });
    for _ in 0..2 {
        assert_eq!(talk.dispatch(&format!("/api/dispatch/orders/{id}/status"), &report).await.0, 200);
    }
    assert_eq!(talk.dispatch(&format!("/api/dispatch/orders/{id}/status"), &json!({ "status": 1 })).await.0, 409);
    let wrong = [("authorization", "Bearer a-wrong-dispatch-key")];
    assert_eq!(talk.call(Method::GET, "/api/dispatch/orders/1", &wrong, &Value::Null).await.0, 401);
    let frames = [
        json!({ "type": "watch", "id": 1, "restaurantId": "12" }),
        json!({ "type": "status", "id": 2, "orderId": id, "status": 4, "note": "Hei Aino Aalto!" }),
        json!({ "type": "status", "id": 3, "orderId": "ext:Aino Aalto", "status": 4 }),
        json!("Aino Aalto, Vilhonkatu 4"),
    ];
    talk.line("/api/dispatch/live", "ovelle.dispatch.v1", Some(CHAIN_KEY), &frames).await;
    talk.line("/api/dispatch/live", "ovelle.dispatch.v1", Some("a-wrong-dispatch-key"), &[]).await;
    for key in [CHAIN_KEY, "a-wrong-dispatch-key"] {
        let first = [json!({ "type": "auth", "key": key }), json!({ "type": "watch", "id": 1, "restaurantId": "12" })];
        talk.line("/api/dispatch/live", "ovelle.dispatch.v1", None, &first).await;
    }

    // The staff, right and wrong.
    let sign_in = json!({ "email": "liisa@ovelle.example", "password": password });
    let (status, me) = talk.call(Method::POST, "/api/users/staff/sign-in", &PAGE, &sign_in).await;
    assert_eq!(status, 200, "{me}");
    let cookie = me["cookie"].as_str().expect("a cookie").to_owned();
    talk.unsaid.push(cookie.split_once('=').expect("a name and a token").1.to_owned());
    for email in ["liisa@ovelle.example", "nobody@ovelle.example", "Aino Aalto"] {
        let wrong = json!({ "email": email, "password": "a-wrong-password" });
        assert_eq!(talk.call(Method::POST, "/api/users/staff/sign-in", &PAGE, &wrong).await.0, 401);
    }
    let page = [("cookie", cookie.as_str()), ("x-ovelle-csrf", "1")];
    for path in ["/api/staff/orders?q=Aalto%20Vilhonkatu", "/api/staff/orders?q=%2B358%2050%20987%206543"] {
        assert_eq!(talk.call(Method::GET, path, &page, &Value::Null).await.0, 200);
    }
    assert_eq!(talk.call(Method::GET, &format!("/api/staff/orders/{id}"), &page, &Value::Null).await.0, 200);
    let (_, live) = talk.call(Method::POST, "/api/users/staff/live-token", &page, &Value::Null).await;
    let token = talk.keep(&live["token"]);
    let change = json!({ "password": password, "newPassword": "kirahvi-kello-7" });
    assert_eq!(talk.call(Method::POST, "/api/users/staff/password", &page, &change).await.0, 204);
    let foreign = [("cookie", cookie.as_str()), ("origin", "https://evil.example")];
    assert_eq!(talk.call(Method::POST, "/api/users/staff/live-token", &foreign, &Value::Null).await.0, 403);

    // Watchers, right and wrong.
    let subscribe = |fields: Value| {
        let mut frame = json!({ "type": "subscribe" });
        frame.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        frame
    };
    let frames = [
        subscribe(json!({ "topic": "order", "orderId": id, "orderKey": key })),
        subscribe(json!({ "topic": "order", "orderId": id, "orderKey": "a-wrong-key-on-a-line" })),
        subscribe(json!({ "topic": "board", "token": token })),
        subscribe(json!({ "topic": "board", "token": STAFF_TOKEN, "cars": true })),
        subscribe(json!({ "topic": "order", "orderId": id, "token": "a-wrong-live-token" })),
        json!(format!("orderKey={key}")),
        json!({ "type": "subscribe", "topic": "order", "orderId": 7, "orderKey": key }),
    ];
    talk.line("/api/tracking/live", "ovelle.live.v1", None, &frames).await;
    let feedback = json!({ "rating": 4, "text": "Terveisin Aino Aalto" });
    talk.call(Method::POST, &format!("{tracking}/{key}/feedback"), &[], &feedback).await;
    assert_eq!(talk.call(Method::POST, "/api/users/staff/sign-out", &page, &Value::Null).await.0, 204);
}

store_contract!(no_secret_and_no_person_stands_in_the_log, |db| async move {
    let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).set("RUST_LOG", "debug");
    let setup = match (db.kind(), redis::shared()) {
        (DatabaseKind::Postgres, Some(url)) => setup.set("REDIS_URL", &url),
        _ => setup,
    };
    let mut node = setup.start().await;
    let password = "the-one-time-password".to_owned();
    let new = store::NewStaff {
        email: "liisa@ovelle.example".parse().unwrap(),
        password_hash: server::password::hash(&password, &deps::Chance::seeded(3)).unwrap(),
        must_change: true,
        restaurants: Vec::new(),
        roles: domain::staff::Roles::default(),
        created_at: deps::SystemClock.now(),
    };
    db.staff().add(new).await.unwrap();
    let mut talk = Talk { node: &node, http: reqwest::Client::new(), unsaid: Vec::new() };
    say_everything(&mut talk, &password).await;
    guess(&talk).await;
    keep_an_account(&mut talk).await;
    let said = [
        CHAIN_KEY,
        STAFF_TOKEN,
        password.as_str(),
        "kirahvi-kello-7",
        "a-wrong-password",
        "a-wrong-dispatch-key",
        "a-wrong-key",
        "a-wrong-live-token",
        "a-wrong-bearer-token",
        "a-wrong-link",
        "kuusi kettua",
        "aino.aalto",
        "aalto.aino",
        "the secret of all the tests",
        "liisa",
        "nobody@",
        "Aino",
        "Aalto",
        "987 6543",
        "9876543",
        "Vilhonkatu",
        "Olemattomankatu",
        "Ovikoodi",
        "B 12",
        "SALAINEN",
        "4929123412341234",
        PAYMENT,
    ];
    let unsaid: Vec<String> = talk.unsaid.into_iter().chain(said.into_iter().map(str::to_owned)).collect();
    node.signal("TERM");
    assert!(node.ended().await.success());
    let log = node.log();
    assert!(log.contains("DEBUG") && log.contains("answered") && log.contains("looked orders up"), "{log}");
    assert!(log.contains("security: kind=") && log.contains(r#"kind="signature""#), "{log}");
    let found: Vec<&str> = log.lines().filter(|line| unsaid.iter().any(|secret| line.contains(secret))).collect();
    assert!(found.is_empty(), "{found:#?}");
});
