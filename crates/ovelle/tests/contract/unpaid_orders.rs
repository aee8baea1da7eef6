//! Orders that cost nothing: what strangers may owe at the counter, and what unpaid orders may hold. Counted exactly however
//! many come at once, over all nodes.

use std::time::Duration;

use deps::Clock;
use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    book,
    kitchen::Answer,
    store_contract,
};

use crate::{
    carts::{STAFF_TOKEN, example, line, post, post_as},
    folder::Folder,
    money::{ORDER, pickup},
    money_under_fire::{PAY, choose, path_of, registered},
};

const CANCEL: &str = "/api/commerce/v2/order/cancel";

/// A code for fifty, one for one, and a campaign without a code.
fn folder() -> Folder {
    let campaigns = json!([{ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5 }]);
    let codes = json!([
        { "code": "viisikymmenta", "campaignId": "kesa", "limit": 50 }, { "code": "yksi", "campaignId": "kesa", "limit": 1 },
    ]);
    example(&campaigns, &[("codes.json", codes)])
}

fn limited(folder: &Folder) -> Setup {
    let setup = folder.setup("2026-11-24 18:00").flag("--rate-factor=1").flag("--orders-per-address=0");
    setup.flag(&format!("--staff-token={STAFF_TOKEN}")).flag("--trusted-proxies=127.0.0.1")
}

/// Two nodes that draw the same chances: at one of them alone sessions are opened.
async fn two(db: &testkit::db::TestDb, folder: &Folder) -> [TestApp; 2] {
    let one = limited(folder).start(db).await;
    let other = limited(folder).clock(&one.clock).start(db).await;
    [one, other]
}

/// Places from an address.
async fn place(app: &TestApp, address: &str, order: &Value) -> Answer {
    let call = app.http.post(app.url(ORDER)).header("x-forwarded-for", address).json(order);
    Answer::read(call.send().await.unwrap()).await
}

fn onsite(phone: usize, extra: &Value) -> Value {
    let mut order = pickup(&format!("040 {phone:07}"), extra);
    order["paymentMethod"] = json!("onsite");
    order
}

/// Waits until nothing is due of payments any more.
async fn rests(app: &TestApp) {
    for _ in 0..400 {
        if !app.node().store().checkouts().any_due(app.clock.now(), app.clock.now()).await.unwrap() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("something is due for ever");
}

fn of(answers: &[Answer], status: u16) -> usize {
    answers.iter().filter(|answer| answer.status == status).count()
}

store_contract!(one_phone_owes_three_orders_at_the_counter_and_one_address_ten, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder).await;
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    // In several spellings, from as many addresses; each with another size of cart, or it would be a duplicate.
    let spellings = ["040 123 4567", "+358 40 1234567", "00358401234567", "040-1234567"];
    let order = |n: usize, size: &str, quantity: u32| {
        let mut order = onsite(0, &json!({ "orderItems": [line("a", "3001", size, quantity, &[])] }));
        order["deliveryContact"]["phoneNumber"] = json!(spellings[n % 4]);
        order
    };
    let orders: Vec<_> = (0..12).zip(1..).map(|(n, quantity)| order(n, "101", quantity % 8 + 1)).collect();
    let addresses: Vec<_> = (0..12).map(|n| format!("192.0.2.{n}")).collect();
    let answers = join_all((0..12).map(|n| place(node(n), &addresses[n], &orders[n]))).await;
    assert_eq!((of(&answers, 201), of(&answers, 409)), (3, 9), "{answers:?}");
    let refused = place(&one, "192.0.2.99", &order(0, "102", 1)).await;
    assert_eq!(refused.code(), "order/phone-needed");
    assert_eq!(refused.body["message"], "Soita tilauksesi ravintolaan: +358 9 000 0000.");
    assert_eq!(refused.body["metadata"], json!({ "phone": "+358 9 000 0000" }));

    // Whoever pays now is taken, and so are others.
    let mut paid = onsite(0, &json!({}));
    paid["deliveryContact"]["phoneNumber"] = json!("0401234567");
    paid["paymentMethod"] = json!("scheme");
    assert_eq!(place(&one, "192.0.2.99", &paid).await.status, 201);

    let strangers: Vec<_> = (100..130).map(|phone| onsite(phone, &json!({}))).collect();
    let answers = join_all(strangers.iter().enumerate().map(|(n, order)| place(node(n), "198.51.100.1", order))).await;
    assert_eq!((of(&answers, 201), of(&answers, 409)), (10, 20), "{answers:?}");
    assert_eq!(place(&one, "198.51.100.2", &onsite(500, &json!({}))).await.status, 201, "another address");
});

store_contract!(what_is_over_is_owed_no_more, |db| async move {
    let folder = folder();
    let app = limited(&folder).start(&db).await;
    let order = |n: u32| onsite(1, &json!({ "orderItems": [line("a", "3001", "101", n, &[])] }));
    let mut placed = Vec::new();
    for n in 1..=3 {
        let answer = place(&app, "192.0.2.1", &order(n)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        placed.push(registered(&answer.body));
    }
    assert_eq!(place(&app, "192.0.2.1", &order(4)).await.code(), "order/phone-needed");
    app.kitchen().report_status(&placed[0].id, 4).await;
    app.kitchen().report_status(&placed[0].id, 12).await;
    assert_eq!(place(&app, "192.0.2.1", &order(4)).await.status, 201);
});

store_contract!(a_stranger_owes_no_more_than_the_limit_and_whoever_the_chain_knows_does, |db| async move {
    let folder = folder();
    let app = limited(&folder).start(&db).await;
    let dear = |phone| onsite(phone, &json!({ "orderItems": [line("a", "3001", "102", 8, &[])] }));
    let refused = place(&app, "192.0.2.1", &dear(1)).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "order/phone-needed"));
    let just_below = onsite(1, &json!({ "orderItems": [line("a", "3001", "102", 7, &[])] }));
    assert_eq!(place(&app, "192.0.2.1", &just_below).await.status, 201);
    // What the cart says comes before, and another sum after.
    let mut with_code = dear(2);
    with_code["promotionCodes"] = json!(["eioletta"]);
    assert_eq!(place(&app, "192.0.2.1", &with_code).await.code(), "campaign/code-not-found");
    let mut other_sum = dear(3);
    other_sum["grandTotal"] = json!(1);
    assert_eq!(place(&app, "192.0.2.1", &other_sum).await.code(), "order/phone-needed");
    for (n, token) in [STAFF_TOKEN, CHAIN_KEY].into_iter().enumerate() {
        for m in 0..12 {
            let answer = Answer::read(post_as(&app, ORDER, Some(token), &dear(20 * n + m)).await).await;
            assert_eq!(answer.status, 201, "{}", answer.body);
        }
    }
});

store_contract!(of_unpaid_orders_the_oldest_gives_way, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder).await;
    // The first is at the provider's page.
    let order = |n: u32| {
        let method = if n == 1 { "scheme" } else { "applepay" };
        let lines = [line("a", "3001", "101", n, &[])];
        pickup("040 1234567", &json!({ "orderItems": lines, "paymentMethod": method }))
    };
    let mut placed = Vec::new();
    for n in 1..=5 {
        let node = if n % 2 == 0 { &one } else { &other };
        placed.push(place(node, "192.0.2.1", &order(n)).await.body);
    }
    let mut statuses = Vec::new();
    for body in &placed {
        let whose = json!({ "orderId": body["orderId"], "orderKey": body["orderKey"] });
        let details = post(&one, "/api/commerce/v2/order/DetailsByKey", &whose).await;
        statuses.push(details.body["orderData"]["paymentStatus"].clone());
    }
    assert_eq!(statuses, [3, 3, 1, 1, 1]);
    // As by cancel: money that comes for one that gave way goes back.
    choose(&one, &path_of(&placed[0]), "choice=pay").await;
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await.iter().filter(|(_, stage)| stage == "ended").count(), 2);
});

store_contract!(from_one_address_thirty_orders_wait_for_their_money, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder).await;
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    let wallet = json!({ "paymentMethod": "applepay" });
    let orders: Vec<_> = (0..40).map(|phone| pickup(&format!("040 {phone:07}"), &wallet)).collect();
    let answers = join_all(orders.iter().enumerate().map(|(n, order)| place(node(n), "192.0.2.1", order))).await;
    assert_eq!((of(&answers, 201), of(&answers, 429)), (30, 10), "{answers:?}");
    assert_eq!(answers.iter().find(|answer| answer.status == 429).unwrap().code(), "request/too-many");
    assert_eq!(place(&one, "192.0.2.2", &pickup("040 5555555", &wallet)).await.status, 201);
    // When their time is over, there is room again.
    one.clock.turn(SignedDuration::from_mins(31));
    rests(&one).await;
    assert_eq!(place(&one, "192.0.2.1", &pickup("040 5555555", &wallet)).await.status, 201);
});

store_contract!(one_address_holds_five_uses_of_a_code, |db| async move {
    let folder = folder();
    let [one, other] = two(&db, &folder).await;
    let node = |n: usize| if n.is_multiple_of(2) { &one } else { &other };
    let order = |phone: usize| {
        let fields = json!({ "promotionCodes": ["viisikymmenta"], "paymentMethod": "applepay" });
        pickup(&format!("040 {phone:07}"), &fields)
    };
    let orders: Vec<_> = (0..12).map(order).collect();
    let answers = join_all(orders.iter().enumerate().map(|(n, order)| place(node(n), "192.0.2.1", order))).await;
    assert_eq!((of(&answers, 201), of(&answers, 409)), (5, 7), "{answers:?}");
    let refused = answers.iter().find(|answer| answer.status == 409).unwrap();
    assert_eq!(refused.code(), "campaign/limit-reached");
    let mut witnessed = 0;
    for node in [&one, &other] {
        let figures = node.http.get(node.url("/metrics")).send().await.unwrap().text().await.unwrap();
        let limit =
            |line: &str| line.strip_prefix(r#"ovelle_security_events_total{kind="limit"} "#)?.parse::<u32>().ok();
        witnessed += figures.lines().find_map(limit).unwrap();
    }
    assert_eq!(witnessed, 7, "each refusal is an event");
    assert_eq!(place(&one, "192.0.2.2", &order(50)).await.status, 201);
    assert_eq!(
        place(&one, "192.0.2.1", &pickup("040 0000060", &json!({ "paymentMethod": "applepay" }))).await.status,
        201,
        "without the code"
    );
});

store_contract!(an_unpaid_order_holds_a_code_for_ten_minutes_and_takes_it_again_to_pay, |db| async move {
    let folder = folder();
    let app = limited(&folder).start(&db).await;
    let order = |phone: usize, method: &str| {
        pickup(&format!("040 {phone:07}"), &json!({ "promotionCodes": ["yksi"], "paymentMethod": method }))
    };
    let first = place(&app, "192.0.2.1", &order(1, "applepay")).await.body;
    assert_eq!(place(&app, "192.0.2.2", &order(2, "scheme")).await.code(), "campaign/limit-reached");
    app.clock.turn(SignedDuration::from_mins(10));
    rests(&app).await;
    let second = place(&app, "192.0.2.2", &order(2, "applepay")).await;
    assert_eq!(second.status, 201, "given back: {}", second.body);
    let pay = |placed: &Value| {
        json!({
            "orderId": placed["orderId"], "orderKey": placed["orderKey"], "grandTotal": 7.9, "shopExternalId": "1012",
            "selectedPaymentMethod": "applepay", "applePayToken": "test-ok",
        })
    };
    let refused = post(&app, PAY, &pay(&first)).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, "campaign/limit-reached"));
    assert_eq!(book::orders(db.url()).await.iter().filter(|(_, stage)| stage == "paid").count(), 0, "no money moves");
    // The other gives up: the first takes the use again, and it is not given back twice.
    let whose = json!({ "orderId": second.body["orderId"], "orderKey": second.body["orderKey"] });
    assert_eq!(post(&app, CANCEL, &whose).await.status, 200);
    assert_eq!(post(&app, PAY, &pay(&first)).await.body["action"], "completed");
    app.clock.turn(SignedDuration::from_mins(30));
    rests(&app).await;
    assert_eq!(place(&app, "192.0.2.3", &order(3, "scheme")).await.code(), "campaign/limit-reached");
});

store_contract!(money_that_comes_after_the_code_has_gone_goes_back, |db| async move {
    let folder = folder();
    let app = limited(&folder).start(&db).await;
    let order = |phone: usize| pickup(&format!("040 {phone:07}"), &json!({ "promotionCodes": ["yksi"] }));
    let first = place(&app, "192.0.2.1", &order(1)).await.body;
    app.clock.turn(SignedDuration::from_mins(10));
    rests(&app).await;
    let second = place(&app, "192.0.2.2", &order(2)).await;
    assert_eq!(second.status, 201, "{}", second.body);
    // Both are at the provider's page by now, and both pay.
    choose(&app, &path_of(&second.body), "choice=pay").await;
    choose(&app, &path_of(&first), "choice=pay").await;
    book::settles(db.url(), 20).await;
    assert_eq!(book::orders(db.url()).await, [(790, "ended".to_owned()), (790, "paid".to_owned())]);
    assert_eq!(db.checkouts().code_uses(&["yksi".to_owned()]).await.unwrap()["yksi"], 1, "a limit is never passed");
});
