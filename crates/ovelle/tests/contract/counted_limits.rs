//! Limits that are counted: exact however many call at once, over all nodes, kept over restarts.

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    db::TestDb,
    kitchen::{Answer, Registered},
    staff::StaffClient,
    store_contract,
};

use crate::{
    carts::post,
    folder::Folder,
    header as said,
    money::{ORDER, folder, pickup},
    money_under_fire::{PAY, keyed, registered},
    staff::{AINO, sign_in},
};

const CANCEL: &str = "/api/commerce/v2/order/cancel";
const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Two nodes on one database, with the limits of the contract and others besides.
async fn two(db: &TestDb, folder: &Folder, flag: &str) -> [TestApp; 2] {
    let setup = || folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag(flag);
    let one = setup().start(db).await;
    let other = setup().clock(&one.clock).start(db).await;
    [one, other]
}

fn onsite(phone: usize) -> Value {
    pickup(&format!("040{phone:04}"), &json!({ "paymentMethod": "onsite" }))
}

fn statuses(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

store_contract!(of_many_placings_at_two_nodes_so_many_are_taken_as_an_address_may, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder, "--orders-per-address=5").await;
    let orders: Vec<_> = (0..24).map(onsite).collect();
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    let answers = join_all(orders.iter().enumerate().map(|(n, order)| post(node(n), ORDER, order))).await;
    assert_eq!((statuses(&answers, 201), statuses(&answers, 429)), (5, 19), "{answers:?}");
    let refused = answers.iter().find(|answer| answer.status == 429).unwrap();
    assert_eq!(refused.code(), "request/too-many");

    // A restart forgets nothing, and what does not fit is said first.
    one.leave().await;
    let anew = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--orders-per-address=5");
    let anew = anew.clock(&other.clock).start(&db).await;
    assert_eq!(post(&anew, ORDER, &onsite(30)).await.status, 429);
    let mut nameless = onsite(31);
    nameless["deliveryContact"]["firstName"] = json!("");
    assert_eq!(post(&anew, ORDER, &nameless).await.status, 422);
    anew.clock.turn(MINUTE);
    assert_eq!(post(&anew, ORDER, &onsite(32)).await.status, 201);
});

store_contract!(a_refused_placing_counts_and_a_kept_answer_does_not, |db| async move {
    let folder = folder();
    let [app, _] = two(&db, &folder, "--orders-per-address=3").await;
    let first = keyed(&app, ORDER, "the-first-order", &onsite(1)).await;
    for _ in 0..5 {
        assert_eq!(keyed(&app, ORDER, "the-first-order", &onsite(1)).await.body, first.body);
    }
    let mut dearer = onsite(2);
    dearer["grandTotal"] = json!(1);
    assert_eq!(post(&app, ORDER, &dearer).await.code(), "order/price-changed");
    assert_eq!(post(&app, ORDER, &onsite(3)).await.status, 201);
    let refused = app.http.post(app.url(ORDER)).json(&onsite(4)).send().await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["retry-after"]), (429, &"60".parse().unwrap()));
    assert_eq!(keyed(&app, ORDER, "the-first-order", &onsite(1)).await.status, 201, "it still has its answer");
});

/// An order that waits for its money, and the call that pays it in vain.
async fn waiting(app: &TestApp, phone: usize) -> (Registered, Value) {
    let placed = post(app, ORDER, &pickup(&format!("041{phone:04}"), &json!({ "paymentMethod": "applepay" }))).await;
    let order = registered(&placed.body);
    let pay = json!({
        "orderId": order.id, "orderKey": order.key, "grandTotal": 1, "shopExternalId": "1012",
        "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
    });
    (order, pay)
}

store_contract!(twenty_calls_of_pay_and_twenty_of_cancel_a_minute_and_order, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder, "--orders-per-address=0").await;
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    let (order, pay) = waiting(&one, 1).await;
    let answers = join_all((0..50).map(|n| post(node(n), PAY, &pay))).await;
    assert_eq!((statuses(&answers, 409), statuses(&answers, 429)), (20, 30), "{answers:?}");

    let mut stranger = pay.clone();
    stranger["orderKey"] = json!("a-guess");
    assert_eq!(post(&one, PAY, &stranger).await.status, 404, "who has no key learns nothing");
    let (_, of_another) = waiting(&one, 2).await;
    assert_eq!(post(&one, PAY, &of_another).await.status, 409, "another order has its own count");

    let whose = json!({ "orderId": order.id, "orderKey": order.key });
    let answers = join_all((0..50).map(|n| keyed_cancel(node(n), n, &whose))).await;
    assert_eq!((statuses(&answers, 200), statuses(&answers, 429)), (20, 30), "{answers:?}");
    // Only the first has made anything: the others leave nothing behind, however many keys they come with.
    assert_eq!(db.texts("SELECT CAST(count(*) AS TEXT) FROM idempotency_keys").await, ["1"]);
    one.clock.turn(MINUTE);
    assert_eq!(post(&other, CANCEL, &whose).await.status, 200);
    assert_eq!(post(&other, PAY, &pay).await.status, 409);
});

async fn keyed_cancel(app: &TestApp, n: usize, whose: &Value) -> Answer {
    keyed(app, CANCEL, &format!("cancel-number-{n}"), whose).await
}

/// Places with a gift card, from an address.
async fn with_card(app: &TestApp, address: &str, phone: usize, pin: &str) -> Answer {
    let card = json!({ "giftCard": { "number": "3333", "pin": pin } });
    let order = pickup(&format!("042{phone:04}"), &json!({ "paymentMethod": "giftcard", "paymentOption": card }));
    let call = app.http.post(app.url(ORDER)).header("x-forwarded-for", address).json(&order);
    Answer::read(call.send().await.unwrap()).await
}

fn codes(answers: &[Answer], code: &str) -> usize {
    answers.iter().filter(|answer| answer.code() == code).count()
}

// The card holds five euros, and the cart costs more: a right pin is told apart from a wrong one without an order.
store_contract!(ten_pins_are_judged_and_then_the_right_one_is_none_either, |db| async move {
    let folder = folder();
    let proxy = "--trusted-proxies=127.0.0.1";
    let setup = || folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--orders-per-address=0").flag(proxy);
    let one = setup().start(&db).await;
    let other = setup().clock(&one.clock).start(&db).await;
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    let (short, wrong, many) =
        ("payment/complementary-method-missing", "payment/gift-card-invalid", "payment/too-many-attempts");
    assert_eq!(with_card(&one, "192.0.2.1", 0, "44").await.code(), short);

    let pins: Vec<_> = (100..130).map(|pin| format!("{pin}")).collect();
    let answers = join_all((0..30).map(|n| with_card(node(n), "192.0.2.1", n, &pins[n]))).await;
    assert_eq!((codes(&answers, wrong), codes(&answers, many)), (10, 20), "{answers:?}");
    assert!(answers.iter().all(|answer| answer.status == 409));
    assert_eq!(with_card(&other, "192.0.2.1", 40, "44").await.code(), many, "the right one too");
    // Its owner is somewhere else, until as many guess from elsewhere again.
    assert_eq!(with_card(&one, "192.0.2.2", 41, "44").await.code(), short);
    let answers = join_all((0..30).map(|n| {
        let pin = &pins[n];
        async move { with_card(node(n), &format!("198.51.100.{n}"), n, pin).await }
    }))
    .await;
    assert_eq!((codes(&answers, wrong), codes(&answers, many)), (10, 20), "twenty of one card a day: {answers:?}");
    assert_eq!(with_card(&one, "192.0.2.2", 42, "44").await.code(), many, "to all");

    one.clock.turn(SignedDuration::from_hours(24));
    assert_eq!(with_card(&one, "192.0.2.1", 43, "44").await.code(), short);
});

store_contract!(failures_to_sign_in_are_counted_over_all_nodes_and_no_restart_forgets_them, |db| async move {
    let one = TestApp::start(&db).await;
    let other = Setup::default().clock(&one.clock).start(&db).await;
    let aino = StaffClient::let_in(&one, AINO, &[]).await;
    for app in [&one, &other, &one, &other, &one] {
        assert_eq!(sign_in(app, AINO, "wrong").await.status(), 401);
    }
    assert_eq!(sign_in(&other, AINO, &aino.password).await.status(), 429);
    one.leave().await;
    let anew = Setup::default().clock(&other.clock).start(&db).await;
    assert_eq!(sign_in(&anew, AINO, &aino.password).await.status(), 429);
    let mut tries = Vec::new();
    for n in 0..19 {
        let app = if n % 2 == 0 { &anew } else { &other };
        tries.push(sign_in(app, &format!("{n}@ovelle.example"), "wrong").await.status().as_u16());
    }
    assert_eq!(tries, [401; 19]);
    anew.clock.turn(SignedDuration::from_secs(2));
    let refused = sign_in(&other, AINO, &aino.password).await;
    assert_eq!((refused.status().as_u16(), said(&refused, "retry-after")), (429, "2"), "of twenty accounts, of 4 s");
    anew.clock.turn(SignedDuration::from_secs(2));
    assert_eq!(sign_in(&other, AINO, &aino.password).await.status(), 200);
});
