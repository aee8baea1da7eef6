//! What a provider says by itself of a payment: counted once and forward, and never believed where it is forged or late.

use deps::Clock;
use jiff::SignedDuration;
use providers::payment::{ProviderSignature, SignedNotification};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    checkout,
    kitchen::{Answer, Registered},
    store_contract,
};

use crate::paying::{SECRET, come_back, page_of, payment_state, placed, return_by, session_of, started};

pub(crate) fn signed(app: &TestApp, body: &Value) -> SignedNotification {
    ProviderSignature::new(SECRET).sign(body.to_string().into_bytes(), app.clock.now())
}

pub(crate) async fn notify(app: &TestApp, notification: &SignedNotification) -> Answer {
    let request = app.http.post(app.url("/api/payments/notifications/test"));
    let request = request.header("Ovelle-Signature", &notification.signature).body(notification.body.clone());
    Answer::read(request.send().await.unwrap()).await
}

pub(crate) fn word(order: &Registered, session: &str, event: &str, status: &str) -> Value {
    json!({
        "eventId": event, "sessionId": session, "orderId": order.id, "status": status, "amount": 26.9, "currency": "EUR",
    })
}

store_contract!(a_providers_word_counts_once_and_forward, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let page = page_of(&app, &order).await;
    let session = session_of(&page);
    let say = async |event: &str, status: &str| {
        let answer = notify(&app, &signed(&app, &word(&order, session, event, status))).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["accepted"].as_bool().unwrap()
    };
    assert!(!say("e1", "Pending").await && !say("e2", "ChallengeShopper").await);
    assert!(say("e3", "Refused").await && !say("e3", "Refused").await && !say("e3", "Settled").await);
    assert!(say("e4", "Captured").await);
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    assert!(!say("e5", "Authorised").await && !say("e6", "Cancelled").await && !say("e4", "Refunded").await);
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    assert!(say("e7", "Refunded").await && !say("e8", "Success").await);
    assert_eq!(payment_state(&app, &order).await, (0, 3), "its status in the hub stays");
});

store_contract!(a_forged_word_changes_nothing, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let (other, _) = placed(&app, checkout::waiting(2)).await;
    let page = page_of(&app, &order).await;
    let good = word(&order, session_of(&page), "e1", "Authorised");
    let changed = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    let refused = async |notification: SignedNotification| {
        let answer = notify(&app, &notification).await;
        (answer.status.as_u16(), answer.code().to_owned(), answer.field().to_owned())
    };
    let said = |status, code: &str, field: &str| (status, code.to_owned(), field.to_owned());
    let forged = ProviderSignature::new("another").sign(good.to_string().into_bytes(), app.clock.now());
    assert_eq!(refused(forged).await, said(401, "payment/signature", ""));
    let longer = SignedNotification { body: format!("{good} ").into_bytes(), ..signed(&app, &good) };
    assert_eq!(refused(longer).await, said(401, "payment/signature", ""), "the bytes are signed, not what they mean");
    let old = app.clock.now() - SignedDuration::from_secs(301);
    let late = ProviderSignature::new(SECRET).sign(good.to_string().into_bytes(), old);
    assert_eq!(refused(late).await, said(401, "payment/signature", ""));
    let no_json = ProviderSignature::new(SECRET).sign(b"paid".to_vec(), app.clock.now());
    assert_eq!(refused(no_json).await, said(400, "request/not-json", ""));
    for (field, value, expected) in [
        ("status", json!("Paid"), said(422, "request/invalid", "status")),
        ("amount", json!(-1), said(422, "request/invalid", "amount")),
        ("eventId", json!(""), said(422, "request/invalid", "eventId")),
        ("sessionId", json!("0"), said(404, "payment/session-not-found", "")),
        ("orderId", json!(other.id), said(404, "payment/session-not-found", "")),
        ("amount", json!(26.91), said(409, "payment/mismatch", "")),
        ("currency", json!("SEK"), said(409, "payment/mismatch", "")),
    ] {
        assert_eq!(refused(signed(&app, &changed(field, value))).await, expected, "{field}");
    }
    let forged = format!("/api/payments/return/{}?status=OK&orderid={}", session_of(&page), order.id);
    assert!(return_by(&app, &forged).await.starts_with("status=PENDING&"), "what a browser says proves nothing");
    assert_eq!(payment_state(&app, &order).await, (-1, 1));
});

store_contract!(an_older_try_is_closed_and_nobody_pays_twice, |db| async move {
    let app = started(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let (first, second) = (page_of(&app, &order).await, page_of(&app, &order).await);
    come_back(&app, &second, "choice=pay").await;
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    let late = word(&order, session_of(&first), "late", "Captured");
    assert_eq!(notify(&app, &signed(&app, &late)).await.body, json!({ "accepted": true }));
    assert_eq!(payment_state(&app, &order).await, (0, 2));
    let store = app.node().store();
    let tries = store.checkouts().by_id(order.id.parse().unwrap()).await.unwrap().unwrap().payment.tries;
    let paid = tries.iter().filter(|found| found.state == domain::payment::PaymentState::Paid).count();
    assert_eq!(paid, 2, "the provider says so; the first one's money goes back");
    let stage = store.checkouts().by_id(order.id.parse().unwrap()).await.unwrap().unwrap().payment.stage;
    assert_eq!(stage.paid_by(), Some(domain::payment::TryNumber(2)));
});
