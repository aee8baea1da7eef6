//! A node dies between the beginning of a try and its answer, and whoever paid comes back with the same key: they are told
//! what is true, as the provider says it, and what was never asked of the provider goes on.

use std::{sync::Arc, time::Duration};

use deps::Clock;
use domain::{
    ids::OrderId,
    money::Cents,
    payment::{PaymentState, ProviderStatus},
};
use jiff::SignedDuration;
use providers::payment::{PaymentProvider, PaymentSession, ProviderAnswer, ProviderSignature, TestProvider};
use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    book,
    kitchen::{Answer, Registered},
    provider::ProviderLine,
    store_contract,
};

use crate::{
    money::{ORDER, folder, pickup},
    money_under_fire::{PAY, choose, dies_at, keyed, path_of, registered, setup, status_of},
};

/// An order for a wallet, and the call that pays it with a token.
async fn for_a_wallet(app: &TestApp, phone: &str, token: &str) -> (Registered, Value) {
    let order = pickup(phone, &json!({ "paymentMethod": "applepay" }));
    let placed = keyed(app, ORDER, &format!("for-a-wallet-{phone}"), &order).await;
    assert_eq!(placed.status, 201, "{}", placed.body);
    let order = registered(&placed.body);
    let pay = json!({
        "orderId": order.id, "orderKey": order.key, "grandTotal": 12.9, "shopExternalId": "1012",
        "selectedPaymentMethod": "applepay", "applePayToken": token,
    });
    (order, pay)
}

/// The node dies at a place while it pays.
async fn dies_while_paying(app: &Arc<TestApp>, place: &'static str, key: &'static str, pay: &Value) {
    let (node, pay) = (Arc::clone(app), pay.clone());
    dies_at(app, place, async move { keyed(&node, PAY, key, &pay).await }).await.abort();
}

/// Lets the node ask about open tries at least once after a time in which a node that lives would have answered.
async fn is_asked_about(app: &TestApp) {
    // When it begins with the second round, it has ended the first.
    for _ in 0..2 {
        app.clock.turn(SignedDuration::from_secs(31));
        let mut looks = 0;
        while app.node().store().checkouts().any_due(app.clock.now(), app.clock.now()).await.unwrap() {
            assert!(looks < 400, "nobody asks");
            looks += 1;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn is(answer: &Answer, action: &str, code: &Value) {
    let wanted = json!({ "action": action, "redirectUrl": null, "errorCode": code });
    assert_eq!((answer.status.as_u16(), &answer.body), (200, &wanted));
}

fn is_fault(answer: &Answer, message_code: &str, code: u32) {
    let found = (answer.status.as_u16(), answer.code(), &answer.body["metadata"]["errorCode"]);
    assert_eq!(found, (409, message_code, &json!(code)), "{}", answer.body);
}

store_contract!(what_was_begun_and_never_charged_is_charged_when_they_come_back, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    let (order, pay) = for_a_wallet(&app, "04100", "test-ok").await;
    dies_while_paying(&app, "settled", "begun-and-not-charged", &pay).await;
    is_asked_about(&app).await;
    let again = keyed(&app, PAY, "begun-and-not-charged", &pay).await;
    is(&again, "completed", &Value::Null);
    assert_eq!(status_of(&app, &order).await, 0);
    let kept = keyed(&app, PAY, "begun-and-not-charged", &pay).await;
    assert_eq!(kept.body, again.body, "and from then on it is the answer");
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(1290, "paid".to_owned())]);
});

store_contract!(what_the_provider_refused_is_refused_when_they_come_back, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    for (number, place) in ["settled", "wallet charged", "answer made"].into_iter().enumerate() {
        let (order, pay) = for_a_wallet(&app, &format!("0411{number}"), "test-refuse-1041102").await;
        let key = ["refused-at-first", "refused-at-second", "refused-at-third"][number];
        dies_while_paying(&app, place, key, &pay).await;
        is_asked_about(&app).await;
        is(&keyed(&app, PAY, key, &pay).await, "refused", &json!(1_041_102));
        let mut better = pay.clone();
        better["applePayToken"] = json!("test-ok");
        is(&keyed(&app, PAY, &format!("{key}-then-paid"), &better).await, "completed", &Value::Null);
        assert_eq!(status_of(&app, &order).await, 0, "{place}");
    }
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, vec![(1290, "paid".to_owned()); 3]);
});

store_contract!(who_comes_back_after_another_try_or_too_late_is_charged_nothing, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    let (order, pay) = for_a_wallet(&app, "04120", "test-ok").await;
    dies_while_paying(&app, "settled", "paid-by-another-try", &pay).await;
    is(&keyed(&app, PAY, "the-other-try", &pay).await, "completed", &Value::Null);
    is_asked_about(&app).await;
    is_fault(&keyed(&app, PAY, "paid-by-another-try", &pay).await, "payment-error", 1_040_002);
    assert_eq!(status_of(&app, &order).await, 0);

    let (_, late) = for_a_wallet(&app, "04121", "test-ok").await;
    dies_while_paying(&app, "settled", "back-after-the-end", &late).await;
    app.clock.turn(SignedDuration::from_mins(30));
    book::settles(db.url(), 20).await;
    is_asked_about(&app).await;
    is_fault(&keyed(&app, PAY, "back-after-the-end", &late).await, "order/expired-unpaid", 1_040_001);
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(1290, "ended".to_owned()), (1290, "paid".to_owned())]);
});

// Two nodes go on with one try at once: the second charge is none, and is no refusal either.
store_contract!(a_session_is_charged_once_however_often_it_is_asked_for, |db| async move {
    let folder = folder();
    let app = setup(&folder).start(&db).await;
    let store = app.node().store().clone();
    let provider = TestProvider::new(
        store,
        Arc::new(app.clock.clone()),
        ProviderSignature::new("x"),
        Arc::from("http://localhost"),
    );
    let amount = Cents(1290);
    let method = "applepay".to_owned();
    let session = PaymentSession {
        token: "09".repeat(16).parse().unwrap(),
        order: OrderId(10_001),
        amount,
        method,
        issuer: None,
    };
    let wanted = ProviderAnswer { status: ProviderStatus::Authorised, amount, error_code: None };
    for token in ["test-ok", "test-ok", "test-refuse-1041102"] {
        assert_eq!(provider.charge(&session, token).await.unwrap(), wanted, "{token}");
    }
});

store_contract!(a_page_that_was_opened_late_is_looked_after_too, |db| async move {
    let folder = folder();
    let app = Arc::new(setup(&folder).start(&db).await);
    let order = pickup("04130", &json!({}));
    let (node, sent) = (Arc::clone(&app), order.clone());
    dies_at(&app, "placed", async move { keyed(&node, ORDER, "placed-and-not-opened", &sent).await }).await.abort();
    is_asked_about(&app).await;
    let placed = keyed(&app, ORDER, "placed-and-not-opened", &order).await;
    assert_eq!((placed.status.as_u16(), &placed.body["payment"]["action"]), (201, &json!("redirect")));
    // The notification is lost, and nobody comes back from the page.
    choose(&app, &path_of(&placed.body), "choice=lost").await;
    is_asked_about(&app).await;
    assert_eq!(status_of(&app, &registered(&placed.body)).await, 0);
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(1290, "paid".to_owned())]);
});

// Neither at a charge nor when a try is closed: what is booked and sent back is the sum of the try.
store_contract!(what_a_provider_took_of_another_sum_pays_nothing_and_sends_nothing_back, |db| async move {
    let (folder, line) = (folder(), ProviderLine::default());
    let app = setup(&folder).payment_provider(line.provider()).start(&db).await;
    let (order, pay) = for_a_wallet(&app, "04130", "test-ok").await;
    let at_page = keyed(&app, ORDER, "at-its-page", &pickup("04131", &json!({ "paymentMethod": "scheme" }))).await;
    choose(&app, &path_of(&at_page.body), "choice=lost").await;
    line.fall_short();
    is_fault(&keyed(&app, PAY, "charged-too-little", &pay).await, "payment-error", 1_040_006);
    let at_page = registered(&at_page.body);
    for given_up in [&order, &at_page] {
        let body = json!({ "orderId": given_up.id, "orderKey": given_up.key });
        let answer = keyed(&app, "/api/commerce/v2/order/cancel", &format!("give-up-{}", given_up.id), &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    let mut looks = 0;
    while !db.texts("SELECT session_id FROM payment_tries WHERE duty IS NOT NULL").await.is_empty() {
        assert!(looks < 400, "nobody closes them");
        looks += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(book::orders(db.url()).await, vec![(1290, "ended".to_owned()); 2]);
    let store = app.node().store();
    for order in [order, at_page].map(|order| order.id.parse().unwrap()) {
        assert_eq!(store.checkouts().pending_refund(order, 1).await.unwrap(), None);
        let checkout = store.checkouts().by_id(order).await.unwrap().unwrap();
        assert!(checkout.payment.tries.iter().all(|found| found.state == PaymentState::Open), "{:?}", checkout.payment);
    }
});
