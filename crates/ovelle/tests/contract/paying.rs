//! Paying for orders of the shop: at the test provider's page, with wallets, again, and too late.

use std::time::Duration;

use domain::{key::Secrets, money::Cents};
use jiff::SignedDuration;
use reqwest::{Client, Response, redirect::Policy};
use serde_json::{Value, json};
use store::{Checkout, NewCheckout};
use testkit::{
    app::{Setup, TestApp},
    checkout,
    db::TestDb,
    kitchen::{Answer, Registered},
    store_contract,
};

use crate::{get, header, tracking_path};

pub(crate) const SECRET: &str = "what only the provider knows";

pub(crate) async fn started(db: &TestDb) -> TestApp {
    Setup::default().flag(&format!("--test-payment-secret={SECRET}")).start(db).await
}

/// An order that waits for its money, as its placing left it.
pub(crate) async fn placed(app: &TestApp, new: NewCheckout) -> (Registered, Checkout) {
    let checkout = app.node().store().checkouts().place(new).await.unwrap();
    let secrets = Secrets::parse("v1:the secret of all the tests").unwrap();
    let key = secrets.order_key(checkout.key.version, checkout.id, &checkout.key.salt).unwrap();
    (Registered { id: checkout.id.to_string(), key: key.reveal().to_owned() }, checkout)
}

/// A browser that shows where it is sent.
fn browser() -> Client {
    Client::builder().redirect(Policy::none()).build().unwrap()
}

pub(crate) async fn post(app: &TestApp, path: &str, body: &Value) -> Answer {
    Answer::read(app.http.post(app.url(path)).json(body).send().await.unwrap()).await
}

pub(crate) fn pay_body(order: &Registered, method: &str) -> Value {
    json!({
        "orderId": order.id, "orderKey": order.key, "grandTotal": 26.9, "shopExternalId": "1012",
        "selectedPaymentMethod": method,
    })
}

/// The page of the provider, for a new try.
pub(crate) async fn page_of(app: &TestApp, order: &Registered) -> String {
    let answer = post(app, "/api/payments/pay", &pay_body(order, "scheme")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!((&answer.body["action"], &answer.body["errorCode"]), (&json!("redirect"), &Value::Null));
    answer.body["redirectUrl"].as_str().unwrap().to_owned()
}

pub(crate) async fn choose(page: &str, form: &str) -> Response {
    let form = browser().post(page).header("content-type", "application/x-www-form-urlencoded").body(form.to_owned());
    form.send().await.unwrap()
}

/// Chooses at the page, and goes where that leads: the query of the shop's page.
pub(crate) async fn come_back(app: &TestApp, page: &str, form: &str) -> String {
    let chosen = choose(page, form).await;
    assert_eq!(chosen.status(), 303);
    let back = header(&chosen, "location").to_owned();
    assert!(back.starts_with("/api/payments/return/"), "{back}");
    return_by(app, &back).await
}

pub(crate) async fn return_by(app: &TestApp, path: &str) -> String {
    let led = browser().get(app.url(path)).send().await.unwrap();
    assert_eq!(led.status(), 303);
    let address = header(&led, "location");
    address.strip_prefix("http://localhost/tilaus/tulos?").unwrap().to_owned()
}

async fn details(app: &TestApp, order: &Registered) -> Value {
    let body = json!({ "OrderId": order.id, "OrderKey": order.key });
    let answer = post(app, "/api/commerce/v2/order/DetailsByKey", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["orderData"].clone()
}

/// Status and payment status.
pub(crate) async fn payment_state(app: &TestApp, order: &Registered) -> (i64, i64) {
    let data = details(app, order).await;
    (data["status"].as_i64().unwrap(), data["paymentStatus"].as_i64().unwrap())
}

/// Waits for what the node does by itself.
pub(crate) async fn becomes(app: &TestApp, order: &Registered, wanted: (i64, i64)) {
    for _ in 0..200 {
        if payment_state(app, order).await == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it stays at {:?}", payment_state(app, order).await);
}

/// What a kitchen is answered that asks for an order.
async fn found(app: &TestApp, order: &Registered) -> u16 {
    let path = format!("/api/dispatch/orders/{}", order.id);
    app.kitchen().call(reqwest::Method::GET, &path, &Value::Null).await.status.as_u16()
}

pub(crate) fn session_of(page: &str) -> &str {
    page.rsplit_once('/').unwrap().1
}

// spec: CK-07
store_contract!(who_pays_at_the_page_gets_the_order_made, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let waiting = get(&app, &tracking_path(&order)).await;
    assert_eq!((waiting.status.as_u16(), waiting.code()), (404, "order/not-received"));
    assert_eq!(found(&app, &order).await, 404, "no kitchen knows it");
    let wanted = json!({
        "orderId": order.id, "shopId": "12", "placedDateString": "21.11.2026", "placedTimeString": "14:00",
        "status": -1, "paymentStatus": 1, "paymentMethod": "scheme", "orderType": "delivery", "preOrderTime": null,
        "grandTotal": 26.9, "payable": 26.9, "errorCode": null, "errorMessage": null,
    });
    assert_eq!(details(&app, &order).await, wanted);

    let page = page_of(&app, &order).await;
    assert!(page.starts_with(&app.url("/testimaksu/")), "{page}");
    let shown = browser().get(&page).send().await.unwrap();
    assert_eq!((shown.status().as_u16(), header(&shown, "cache-control")), (200, "no-store"));
    let html = shown.text().await.unwrap();
    for text in ["Testimaksu: rahaa ei liiku.", &order.id, "26,90 €", "value=\"pay\""] {
        assert!(html.contains(text), "{text}");
    }
    let (_, seen) = html.split_once("<main>").unwrap();
    assert_eq!(seen.matches("Testimaksu").count(), 1, "once, as its title");
    let query = come_back(&app, &page, "choice=pay").await;
    assert_eq!(query, format!("status=OK&orderid={}&order-key={}", order.id, order.key));
    let tracked = get(&app, &tracking_path(&order)).await.body;
    assert_eq!((&tracked["orderInfo"]["status"], &tracked["seq"]), (&json!(0), &json!(0)));
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    assert_eq!(found(&app, &order).await, 200);

    let again = choose(&page, "choice=pay").await;
    let again = Answer::read(again).await;
    assert_eq!((again.status.as_u16(), again.code()), (409, "payment-error"));
    let html = browser().get(&page).send().await.unwrap().text().await.unwrap();
    let back = format!("href=\"/api/payments/return/{}\">Takaisin tilaukseen", session_of(&page));
    assert!(!html.contains("value=\"pay\"") && html.contains(&back), "{html}");
});

// spec: T-04, CK-13, PY-24
store_contract!(each_end_leads_back_with_its_reason, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let ids = format!("orderid={}&order-key={}", order.id, order.key);
    for (form, query, code) in [
        ("choice=cancel", "status=CANCEL&IDS&errorCode=1041108&errorMessage=Maksu%20peruttu", 1_041_108),
        (
            "choice=refuse",
            "status=ERROR&IDS&errorCode=1041100&errorMessage=Maksu%20hyl%C3%A4ttiin.%20Kokeile%20toista%20maksutapaa.",
            1_041_100,
        ),
        (
            "choice=refuse&code=1041107",
            "status=ERROR&IDS&errorCode=1041107&errorMessage=Tilin%20kate%20ei%20riit%C3%A4.",
            1_041_107,
        ),
    ] {
        let page = page_of(&app, &order).await;
        assert_eq!(come_back(&app, &page, form).await, query.replace("IDS", &ids), "{form}");
        let data = details(&app, &order).await;
        assert_eq!((&data["errorCode"], &data["paymentStatus"]), (&json!(code), &json!(1)), "it may be tried again");
    }
    let page = page_of(&app, &order).await;
    assert_eq!(come_back(&app, &page, "choice=lost").await, format!("status=OK&{ids}"), "asking finds it");
    assert_eq!(payment_state(&app, &order).await, (0, 2));
});

store_contract!(who_pays_later_pays_later, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    let query = come_back(&app, &page, "choice=delay&seconds=60").await;
    assert!(query.starts_with("status=PENDING&"), "{query}");
    assert_eq!(payment_state(&app, &order).await, (-1, 1));
    app.clock.turn(SignedDuration::from_secs(60));
    becomes(&app, &order, (0, 2)).await;
});

store_contract!(the_page_takes_what_it_offers_alone, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    for (form, field) in [
        ("choice=steal", "choice"),
        ("", "choice"),
        ("choice=delay&seconds=601", "seconds"),
        ("choice=delay", "seconds"),
        ("choice=refuse&code=7", "code"),
    ] {
        let answer = Answer::read(choose(&page, form).await).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{form}");
    }
    for unknown in [app.url("/testimaksu/00"), app.url(&format!("/testimaksu/{}", "0".repeat(32)))] {
        let answer = Answer::read(browser().get(&unknown).send().await.unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "payment/session-not-found"));
        assert_eq!(choose(&unknown, "choice=pay").await.status(), 404);
    }
    // A browser is shown a page in its place, with the same status and a way on.
    let shown = async |call: reqwest::RequestBuilder| {
        let shown = call.header("accept", "text/html,*/*;q=0.8").send().await.unwrap();
        assert_eq!(header(&shown, "content-type"), "text/html; charset=utf-8");
        (shown.status().as_u16(), shown.text().await.unwrap())
    };
    let (home, back) = (r#"href="/">Etusivulle"#.to_owned(), format!(r#"href="/testimaksu/{}">"#, session_of(&page)));
    let unknown = app.url(&format!("/testimaksu/{}", "0".repeat(32)));
    for (call, status, title, way) in [
        (browser().get(app.url("/testimaksu/00")), 404, "Maksua ei löydy", &home),
        (browser().get(&unknown), 404, "Maksua ei löydy", &home),
        (browser().post(&unknown).body("choice=pay"), 404, "Maksua ei löydy", &home),
        (browser().post(&page).body("choice=refuse&code=7"), 422, "Maksu ei onnistunut", &back),
    ] {
        let (found, text) = shown(call).await;
        assert!(found == status && text.contains(&format!("<h1>{title}</h1>")) && text.contains(way), "{found} {text}");
    }
    let unknown = get(&app, &format!("/api/payments/return/{}", "0".repeat(32))).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "payment/session-not-found"));
});

// spec: PY-19
store_contract!(a_wallet_pays_with_its_token, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let with = |token: &str| {
        let mut body = pay_body(&order, "applepay");
        body["applePayToken"] = json!(token);
        let address = json!({ "city": "Helsinki", "apartmentNumber": "B 7", "postalCode": "00170", "streetAddress": "Liisankatu 12" });
        body["customerDetails"] = json!({
            "email": "aino@example.fi", "mobileNumber": "040 123 4567", "firstName": "Aino", "lastName": "Virtanen", "address": address,
        });
        body
    };
    let missing = post(&app, "/api/payments/pay", &pay_body(&order, "applepay")).await;
    assert_eq!((missing.status.as_u16(), missing.field()), (422, "applePayToken"));
    for (token, code) in [
        ("test-refuse-1041102", 1_041_102),
        ("test-refuse-no checking account", 1_041_009),
        ("somebody's", 1_041_100),
        ("test-refuse-x", 1_040_000),
    ] {
        let refused = post(&app, "/api/payments/pay", &with(token)).await;
        assert_eq!(refused.body, json!({ "action": "refused", "redirectUrl": null, "errorCode": code }), "{token}");
    }
    let paid = post(&app, "/api/payments/pay", &with("test-ok")).await;
    assert_eq!(paid.body, json!({ "action": "completed", "redirectUrl": null, "errorCode": null }));
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    assert_eq!(details(&app, &order).await["paymentMethod"], "applepay");
});

// spec: PY-08, PY-21
store_contract!(what_cannot_be_paid_says_why, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let other = |field: &str, value: Value| {
        let mut body = pay_body(&order, "scheme");
        body[field] = value;
        body
    };
    let sum = post(&app, "/api/payments/pay", &other("grandTotal", json!(26.89))).await;
    let wanted = json!({
        "messageCode": "payment-error", "message": "Maksun summa ei täsmää tilaukseen.",
        "metadata": {
            "errorCode": 1_040_007, "errorMessage": "Maksun summa ei täsmää tilaukseen.",
            "errorData": { "paymentStatus": 1, "shopExternalId": "1012", "orderId": order.id },
        },
    });
    assert_eq!((sum.status.as_u16(), &sum.body), (409, &wanted));
    let shop = post(&app, "/api/payments/pay", &other("shopExternalId", json!("1014"))).await;
    assert_eq!(shop.body["metadata"]["errorCode"], 1_040_003);
    for (method, status, code) in [
        ("cod", 409, "payment/method-not-available"),
        ("onsite", 409, "payment/method-not-available"),
        ("giftcard", 409, "payment/method-not-available"),
        ("gold", 409, "payment/method-not-available"),
        ("edenred", 401, "payment/login-required"),
    ] {
        let refused = post(&app, "/api/payments/pay", &pay_body(&order, method)).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (status, code), "{method}");
    }
    let bank = post(&app, "/api/payments/pay", &pay_body(&order, "ebanking_FI")).await;
    assert_eq!((bank.status.as_u16(), bank.field()), (422, "issuer"));
    let wrong = post(&app, "/api/payments/pay", &other("orderKey", json!("x"))).await;
    assert_eq!((wrong.status.as_u16(), wrong.code()), (404, "order/not-found"));

    let page = page_of(&app, &order).await;
    come_back(&app, &page, "choice=pay").await;
    let paid = post(&app, "/api/payments/pay", &pay_body(&order, "scheme")).await;
    assert_eq!((paid.status.as_u16(), &paid.body["metadata"]["errorCode"]), (409, &json!(1_040_002)));
    assert_eq!(paid.body["metadata"]["errorData"]["paymentStatus"], 2);
});

// spec: PY-16
store_contract!(alcohol_and_gift_cards_keep_methods_away, |db| async move {
    let app = started(&db).await;
    let (beer, _) = placed(&app, NewCheckout { has_alcohol: true, ..checkout::waiting(1) }).await;
    let klarna = post(&app, "/api/payments/pay", &pay_body(&beer, "klarna")).await;
    assert_eq!((klarna.status.as_u16(), klarna.code()), (409, "payment/klarna-alcohol"));
    assert_eq!(klarna.body["message"], "Klarna-tilaus ei saa sisältää alkoholituotteita.");
    let hold = store::GiftCardHold { card: [9; 32], balance: Cents(1000), amount: Cents(1000), least: Cents(0) };
    let (split, checkout) = placed(&app, NewCheckout { gift_card: Some(hold), ..checkout::waiting(2) }).await;
    assert_eq!(checkout.due, Cents(1690));
    for (method, code) in
        [("klarna", "payment/gift-card-combination"), ("mobilepay", ""), ("googlepay", "payment/split-not-allowed")]
    {
        let answer = post(&app, "/api/payments/pay", &pay_body(&split, method)).await;
        assert_eq!(answer.code(), code, "{method}");
    }
    let page = page_of(&app, &split).await;
    let html = browser().get(&page).send().await.unwrap().text().await.unwrap();
    assert!(html.contains("16,90 €"), "the gift card pays the rest");
});

store_contract!(an_order_takes_ten_tries_to_pay, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let mut page = String::new();
    for _ in 0..10 {
        page = page_of(&app, &order).await;
    }
    for _ in 0..2 {
        let over = post(&app, "/api/payments/pay", &pay_body(&order, "scheme")).await;
        assert_eq!((over.status.as_u16(), over.code()), (409, "payment/too-many-tries"));
        assert_eq!(over.body["message"], "Tilausta on yritetty maksaa liian monta kertaa. Tee uusi tilaus.");
    }
    assert!(come_back(&app, &page, "choice=pay").await.contains("status=OK"), "the last one may still be paid");
    assert_eq!(payment_state(&app, &order).await, (0, 2));
});
