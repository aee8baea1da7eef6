//! Money while calls are doubled, answers lost, notifications forged and nodes die in the middle: no order is doubled or
//! lost, none is stored at another price than the server's, and the book agrees with the provider's (promises P4 and P5).

use std::{sync::Arc, time::Duration};

use deps::Clock;
use domain::{money::Cents, payment::SessionToken};
use jiff::SignedDuration;
use providers::payment::{ProviderSignature, SignedNotification};
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    book,
    db::TestDb,
    kitchen::{Answer, Registered},
    store_contract,
};

use crate::{
    carts::{STAFF_TOKEN, example},
    folder::Folder,
    get,
    money::{ORDER, pickup},
    tracking_path,
};

const SECRET: &str = "what only the provider knows";
pub(crate) const PAY: &str = "/api/payments/pay";

pub(crate) fn folder() -> Folder {
    let campaigns = json!([{ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5 }]);
    let codes = json!([{ "code": "kerran", "campaignId": "kesa", "limit": 1 }]);
    let payment = json!({ "giftCards": [{ "number": "3333", "pin": "44", "balance": 5 }] });
    example(&campaigns, &[("codes.json", codes), ("payment.json", payment)])
}

pub(crate) fn setup(folder: &Folder) -> Setup {
    let flags = [format!("--test-payment-secret={SECRET}"), format!("--staff-token={STAFF_TOKEN}")];
    let setup = folder.setup("2026-11-24 18:00");
    flags.iter().fold(setup, |setup, flag| setup.flag(flag))
}

/// A node, and another on the same database with the same clock.
async fn two(db: &TestDb, folder: &Folder) -> (Arc<TestApp>, Arc<TestApp>) {
    let one = setup(folder).start(db).await;
    let other = setup(folder).clock(&one.clock).start(db).await;
    (Arc::new(one), Arc::new(other))
}

/// A call with a key.
pub(crate) async fn keyed(app: &TestApp, path: &str, key: &str, body: &Value) -> Answer {
    let call = app.http.post(app.url(path)).header("Idempotency-Key", key).bearer_auth_of(path);
    Answer::read(call.body(body.to_string()).send().await.unwrap()).await
}

trait StaffsCalls {
    fn bearer_auth_of(self, path: &str) -> Self;
}

impl StaffsCalls for reqwest::RequestBuilder {
    fn bearer_auth_of(self, path: &str) -> Self {
        if path.starts_with("/api/staff/") { self.bearer_auth(STAFF_TOKEN) } else { self }
    }
}

pub(crate) fn registered(placed: &Value) -> Registered {
    let text = |name: &str| placed[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

/// A path of the provider's page, on whichever node.
pub(crate) fn path_of(placed: &Value) -> String {
    let page = placed["payment"]["redirectUrl"].as_str().unwrap();
    format!("/testimaksu/{}", page.rsplit_once('/').unwrap().1)
}

fn session_of(placed: &Value) -> String {
    path_of(placed).rsplit_once('/').unwrap().1.to_owned()
}

pub(crate) async fn status_of(app: &TestApp, order: &Registered) -> Value {
    get(app, &tracking_path(order)).await.body["orderInfo"]["status"].clone()
}

/// Chooses at the page, without going anywhere.
pub(crate) async fn choose(app: &TestApp, page: &str, form: &str) {
    let browser = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    browser.post(app.url(page)).body(form.to_owned()).send().await.unwrap();
}

/// What a browser is told that comes back.
async fn come_back(app: &TestApp, session: &str, query: &str) -> String {
    let browser = reqwest::Client::builder().redirect(Policy::none()).build().unwrap();
    let back = browser.get(app.url(&format!("/api/payments/return/{session}{query}"))).send().await.unwrap();
    back.headers()["location"].to_str().unwrap().to_owned()
}

/// The call at which the node is to die, in a task; when this answers, it has died.
pub(crate) async fn dies_at<F>(app: &TestApp, place: &'static str, call: F) -> tokio::task::JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send,
{
    let failpoints = app.node().store().failpoints();
    failpoints.arm(place);
    let called = tokio::spawn(call);
    tokio::time::timeout(Duration::from_secs(20), failpoints.reached()).await.expect(place);
    called
}

/// Long enough for a key whose run is lost, and for what is looked after.
fn later(app: &TestApp) {
    app.clock.turn(SignedDuration::from_secs(61));
}

store_contract!(a_node_that_dies_while_an_order_is_placed_leaves_a_whole_one_or_none, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    for (number, place) in ["placing", "placed", "session opened", "answer made"].into_iter().enumerate() {
        let (key, body) = (format!("placing-{number}"), pickup(&format!("0401{number}"), &json!({})));
        let (node, sent, name) = (Arc::clone(&one), body.clone(), key.clone());
        let dead = dies_at(&one, place, async move { keyed(&node, ORDER, &name, &sent).await }).await;
        later(&one);
        let placed = keyed(&other, ORDER, &key, &body).await;
        assert_eq!(placed.status, 201, "{place}: {}", placed.body);
        choose(&other, &path_of(&placed.body), "choice=pay").await;
        assert_eq!(status_of(&other, &registered(&placed.body)).await, 0, "{place}");
        dead.abort();
    }
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, vec![(1290, "paid".to_owned()); 4]);
});

store_contract!(a_node_that_dies_while_an_order_is_paid_leaves_it_paid_once, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    for (number, place) in ["notified", "settled"].into_iter().enumerate() {
        let placed =
            keyed(&one, ORDER, &format!("to-be-paid-{number}"), &pickup(&format!("0402{number}"), &json!({}))).await;
        let (node, page) = (Arc::clone(&one), path_of(&placed.body));
        let dead = dies_at(&one, place, async move { choose(&node, &page, "choice=pay").await }).await;
        let back = come_back(&other, &session_of(&placed.body), "").await;
        assert!(back.contains("status=OK"), "{place}: {back}");
        assert_eq!(status_of(&other, &registered(&placed.body)).await, 0, "{place}");
        dead.abort();
    }
    for (number, place) in ["settled", "wallet charged", "answer made"].into_iter().enumerate() {
        let wallet = pickup(&format!("0403{number}"), &json!({ "paymentMethod": "applepay" }));
        let placed = keyed(&one, ORDER, &format!("a-wallet-{number}"), &wallet).await;
        let order = registered(&placed.body);
        let body = json!({
            "orderId": order.id, "orderKey": order.key, "grandTotal": 12.9, "shopExternalId": "1012",
            "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
        });
        let (node, sent, key) = (Arc::clone(&one), body.clone(), format!("pay-by-wallet-{number}"));
        let name = key.clone();
        let dead = dies_at(&one, place, async move { keyed(&node, PAY, &name, &sent).await }).await;
        one.clock.turn(SignedDuration::from_secs(11));
        let again = keyed(&other, PAY, &key, &body).await;
        assert_eq!(
            (again.status.as_u16(), &again.body["action"]),
            (200, &json!("completed")),
            "{place}: {}",
            again.body
        );
        assert_eq!(status_of(&other, &order).await, 0, "{place}");
        dead.abort();
    }
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, vec![(1290, "paid".to_owned()); 5]);
});

store_contract!(a_node_that_dies_while_money_goes_back_sends_it_once, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    let placed = keyed(&one, ORDER, "to-be-refunded", &pickup("04040", &json!({}))).await;
    choose(&one, &path_of(&placed.body), "choice=pay").await;
    let order = registered(&placed.body);
    let path = format!("/api/staff/orders/{}/refund", order.id);
    // Whichever node takes the message dies.
    one.node().store().failpoints().arm("refund sent");
    other.node().store().failpoints().arm("refund sent");
    let given = keyed(&one, &path, "refund-key-1", &json!({ "amount": 5, "reason": "x" })).await;
    assert_eq!(given.status, 200, "{}", given.body);
    let reached = async {
        tokio::select! {
            () = one.node().store().failpoints().reached() => {}
            () = other.node().store().failpoints().reached() => {}
        }
    };
    tokio::time::timeout(Duration::from_secs(20), reached).await.expect("somebody sends it");
    one.node().store().failpoints().disarm();
    other.node().store().failpoints().disarm();
    later(&one);
    let third = setup(&folder).clock(&one.clock).start(&db).await;
    book::settles(db.url(), 30).await;
    assert_eq!(third.mails("order-receipt").len(), 0, "it was told before");
});

fn notification(placed: &Value, event: &str, status: &str) -> Value {
    json!({
        "eventId": event, "sessionId": session_of(placed), "orderId": placed["orderId"], "status": status,
        "amount": 12.9, "currency": "EUR",
    })
}

async fn notify(app: &TestApp, signed: &SignedNotification) -> u16 {
    let call = app.http.post(app.url("/api/payments/notifications/test"));
    let call = call.header("Ovelle-Signature", &signed.signature).body(signed.body.clone());
    call.send().await.unwrap().status().as_u16()
}

// Fifty submits of one intent, answers that never arrive, and forged, late and repeated words of the provider.
store_contract!(fifty_submits_and_a_hundred_uses_of_a_code_make_one_order_each, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    let nodes = [Arc::clone(&one), Arc::clone(&other)];
    let mut calls = Vec::new();
    for number in 0..50 {
        let node = Arc::clone(&nodes[number % 2]);
        calls.push(tokio::spawn(async move {
            let body = pickup("04050", &json!({}));
            // Some hang up before they are answered.
            let patience = Duration::from_millis(if number % 5 == 0 { 5 } else { 20_000 });
            tokio::time::timeout(patience, keyed(&node, ORDER, "one-intent-of-fifty", &body)).await.ok()
        }));
    }
    let mut answers = Vec::new();
    for call in calls {
        answers.extend(call.await.unwrap().map(|answer| (answer.status.as_u16(), answer.body.to_string())));
    }
    answers.dedup();
    assert_eq!((answers.len(), answers[0].0), (1, 201), "equal answers: {answers:?}");

    let mut calls = Vec::new();
    for number in 0..100 {
        let node = Arc::clone(&nodes[number % 2]);
        calls.push(tokio::spawn(async move {
            let code = json!({ "promotionCodes": ["kerran"], "paymentMethod": "onsite" });
            let answer =
                keyed(&node, ORDER, &format!("use-of-the-code-{number}"), &pickup(&format!("0406{number}"), &code))
                    .await;
            (answer.status.as_u16(), answer.code().to_owned())
        }));
    }
    let mut used = 0;
    for call in calls {
        match call.await.unwrap() {
            (201, _) => used += 1,
            refused => assert_eq!(refused, (409, "campaign/limit-reached".to_owned())),
        }
    }
    assert_eq!(used, 1);

    let placed: Value = serde_json::from_str(&answers[0].1).unwrap();
    let order = registered(&placed);
    let back = come_back(&one, &session_of(&placed), &format!("?status=OK&orderid={}", order.id)).await;
    assert!(back.contains("status=PENDING"), "{back}");
    let good = notification(&placed, "e1", "Authorised").to_string().into_bytes();
    let now = one.clock.now();
    let forged = ProviderSignature::new("a guess").sign(good.clone(), now);
    let late = ProviderSignature::new(SECRET).sign(good.clone(), now - SignedDuration::from_mins(6));
    assert_eq!((notify(&one, &forged).await, notify(&other, &late).await), (401, 401));
    assert_eq!(get(&one, &tracking_path(&order)).await.code(), "order/not-received");
    choose(&other, &path_of(&placed), "choice=pay").await;
    for (event, status) in [("e9", "Refused"), ("e8", "Pending"), ("e1", "Authorised"), ("e1", "Authorised")] {
        let body = notification(&placed, event, status).to_string().into_bytes();
        assert_eq!(notify(&one, &ProviderSignature::new(SECRET).sign(body, now)).await, 200, "{event}");
    }
    assert_eq!(status_of(&one, &order).await, 0);
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(790, "onsite".to_owned()), (1290, "paid".to_owned())]);
});

store_contract!(what_a_client_says_of_money_counts_for_nothing, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    for (number, (fields, status)) in [
        (json!({ "grandTotal": 0.01 }), 409),
        (json!({ "promotionCodes": ["kerran2"] }), 409),
        (json!({ "grandTotal": 12.9, "payable": 0, "hasPhoneOrderFee": false, "customerSegment": 2 }), 201),
        (json!({ "deliveryPriceToken": "forged.token", "deliveryFee": 0, "forceActive": true, "buyerId": "1" }), 201),
        (json!({ "paymentOption": { "giftCard": { "number": "3333", "pin": "45" } } }), 409),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = pickup(&format!("0407{number}"), &fields);
        body["orderItems"][0]["itemPrice"] = json!(0.01);
        body["orderItems"][0]["price"] = json!(0.01);
        let answer = keyed(&app, ORDER, &format!("tampered-{number}"), &body).await;
        assert_eq!(answer.status.as_u16(), status, "{fields}: {}", answer.body);
    }
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(1290, "waiting".to_owned()), (1290, "waiting".to_owned())]);
});

store_contract!(what_a_client_says_of_the_delivery_counts_for_nothing, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let (here, there) = (json!({ "lat": 60.175, "lng": 24.95 }), json!({ "lat": 60.165, "lng": 24.93 }));
    let held = json!({ "shopId": "12", "zoneId": "12-1", "coordinates": here });
    let held = crate::carts::post(&app, "/api/pricing/delivery-price-token", &held).await.body["token"].clone();
    for (number, (place, fields, code)) in [
        (&here, json!({ "deliveryPriceToken": "forged.token" }), "delivery/price-token-invalid"),
        (&there, json!({ "deliveryPriceToken": held }), "delivery/price-token-invalid"),
        (&json!({ "lat": 60.5, "lng": 24.95 }), json!({}), "shop/delivery/outside-of-range"),
        (&here, json!({ "grandTotal": 12.9, "deliveryFee": 0 }), "order/price-changed"),
        (&here, json!({ "deliveryFee": 0, "shippingCharges": 0, "distanceKm": 0, "zoneId": "12-9" }), ""),
        (&here, json!({ "deliveryPriceToken": held }), ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = pickup(&format!("0408{number}"), &fields);
        body["orderType"] = json!("delivery");
        let door =
            json!({ "street": "Olematon katu 1", "postalCode": "00170", "city": "Helsinki", "coordinates": place });
        body["deliveryContact"].as_object_mut().unwrap().extend(door.as_object().unwrap().clone());
        let answer = keyed(&app, ORDER, &format!("tampered-delivery-{number}"), &body).await;
        assert_eq!(answer.code(), code, "{fields}: {}", answer.body);
    }
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(2180, "waiting".to_owned()), (2180, "waiting".to_owned())]);
});

store_contract!(what_a_provider_sends_back_takes_what_the_gift_card_paid_along, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let card = json!({ "paymentOption": { "giftCard": { "number": "3333", "pin": "44" } } });
    let split = keyed(&app, ORDER, "paid-in-two-parts", &pickup("04095", &card)).await.body;
    choose(&app, &path_of(&split), "choice=pay").await;
    assert_eq!(status_of(&app, &registered(&split)).await, 0);
    // As at the provider itself, unasked.
    let session = session_of(&split).parse::<SessionToken>().unwrap().id();
    assert!(app.node().store().test_payments().refund(session, 1, Cents(790)).await.unwrap());
    let mut word = notification(&split, "e1", "Refunded");
    word["amount"] = json!(7.9);
    let signed = ProviderSignature::new(SECRET).sign(word.to_string().into_bytes(), app.clock.now());
    assert_eq!(notify(&app, &signed).await, 200);
    let again = keyed(&app, ORDER, "paid-by-the-same-card", &pickup("04096", &card)).await.body;
    assert_eq!(again["payment"]["amount"], 7.9, "the gift card is as it was");
    book::settles(db.url(), 20).await;
    app.kitchen().report_status(&registered(&split).id, 13).await;
    let wanted = [(1290, "rejected".to_owned()), (1290, "waiting".to_owned())];
    for _ in 0..200 {
        if book::orders(db.url()).await == wanted {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(book::orders(db.url()).await, wanted);
    book::settles(db.url(), 20).await;
});

// A provider's notification reaches one node, the eater watches on the other.
store_contract!(what_one_node_is_told_is_seen_at_the_other, |db| async move {
    let folder = folder();
    let (one, other) = two(&db, &folder).await;
    let placed = keyed(&one, ORDER, "seen-elsewhere", &pickup("04080", &json!({}))).await;
    let order = registered(&placed.body);
    assert_eq!(get(&other, &tracking_path(&order)).await.code(), "order/not-received");
    let body = notification(&placed.body, "e1", "Captured").to_string().into_bytes();
    assert_eq!(notify(&one, &ProviderSignature::new(SECRET).sign(body, one.clock.now())).await, 200);
    let mut watcher = testkit::watcher::Watcher::open(&other).await;
    watcher.subscribe(&order, None).await;
    watcher.expect("subscribed").await;
    let snapshot = watcher.expect("snapshot").await;
    assert_eq!(snapshot["order"]["orderInfo"]["status"], 0, "{snapshot}");
});
