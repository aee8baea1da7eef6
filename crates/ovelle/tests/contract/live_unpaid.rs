//! Watching an order that waits for its money: the line keeps the place, and tells what becomes of it.

use std::time::Duration;

use bus::LocalBus;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    checkout,
    db::TestDb,
    kitchen::Registered,
    redis::shared,
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

use crate::{
    live::watch,
    paying::{SECRET, choose, page_of, placed, post},
};

/// Nothing is found by looking, unless a test asks for it.
fn without_sweeps() -> Limits {
    Limits { sweep: Duration::from_secs(3600), ..Limits::default() }
}

fn setup(limits: Limits) -> Setup {
    Setup::default().flag(&format!("--test-payment-secret={SECRET}")).limits(limits)
}

async fn pay(app: &TestApp, order: &Registered) {
    let chosen = choose(&page_of(app, order).await, "choice=pay").await;
    assert_eq!(chosen.status(), 303);
}

async fn give_up(app: &TestApp, order: &Registered) {
    let cancel = json!({ "orderId": order.id, "orderKey": order.key });
    assert_eq!(post(app, "/api/commerce/v2/order/cancel", &cancel).await.status, 200);
}

/// The next frame is this refusal of the order.
async fn refused(watcher: &mut Watcher, order: &Registered, code: &str) {
    let frame = watcher.expect("error").await;
    assert_eq!((&frame["code"], &frame["orderId"]), (&json!(code), &json!(order.id)), "{frame}");
}

/// A line that waits for the order.
async fn waiting(app: &TestApp, order: &Registered) -> Watcher {
    let mut watcher = Watcher::open(app).await;
    watcher.subscribe(order, None).await;
    refused(&mut watcher, order, "order/not-received").await;
    watcher
}

/// The next frames are the order as it begins.
async fn begins(watcher: &mut Watcher, order: &Registered) {
    let subscribed = json!({ "type": "subscribed", "topic": "order", "orderId": order.id, "seq": 0 });
    assert_eq!(watcher.expect("subscribed").await, subscribed);
    let snapshot = watcher.expect("snapshot").await;
    assert_eq!((&snapshot["seq"], &snapshot["order"]["orderInfo"]["status"]), (&json!(0), &json!(0)), "{snapshot}");
}

/// Whoever waits on `there` is told what `here` takes in.
async fn told_over_nodes(here: &TestApp, there: &TestApp) {
    let (order, _) = placed(here, checkout::waiting(1)).await;
    let (given_up, _) = placed(here, checkout::waiting(2)).await;
    let mut on_both = [waiting(here, &order).await, waiting(there, &order).await];
    let mut in_vain = [waiting(here, &given_up).await, waiting(there, &given_up).await];
    pay(here, &order).await;
    for watcher in &mut on_both {
        begins(watcher, &order).await;
    }
    here.kitchen().report_status(&order.id, 1).await;
    for watcher in &mut on_both {
        let status = watcher.expect("status").await;
        assert_eq!((&status["seq"], &status["status"]), (&json!(1), &json!(1)));
    }
    give_up(here, &given_up).await;
    for watcher in &mut in_vain {
        refused(watcher, &given_up, "order/expired-unpaid").await;
        watcher.expect_silence().await;
    }
}

store_contract!(whoever_waits_for_the_money_is_given_the_order_by_itself, |db| async move {
    let mut places = LocalBus::nodes(2);
    let (second, first) = (places.remove(1), places.remove(0));
    let here = setup(without_sweeps()).bus(first).start(&db).await;
    let there = setup(without_sweeps()).bus(second).clock(&here.clock).start(&db).await;
    Box::pin(told_over_nodes(&here, &there)).await;
});

store_contract!(so_it_is_over_redis, |db| async move {
    let Some(url) = shared() else { return };
    let here = setup(without_sweeps()).redis(&url).start(&db).await;
    let there = setup(without_sweeps()).redis(&url).clock(&here.clock).start(&db).await;
    Box::pin(told_over_nodes(&here, &there)).await;
});

store_contract!(an_order_that_nobody_pays_in_time_ends_the_waiting, |db| async move {
    let app = setup(without_sweeps()).start(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let mut watcher = waiting(&app, &order).await;
    app.clock.turn(SignedDuration::from_mins(30));
    refused(&mut watcher, &order, "order/expired-unpaid").await;
    watcher.subscribe(&order, None).await;
    refused(&mut watcher, &order, "order/expired-unpaid").await;
    watcher.expect_silence().await;
});

async fn deaf(db: &TestDb, hears: &TestApp) -> TestApp {
    setup(without_sweeps()).bus(LocalBus::alone()).clock(&hears.clock).start(db).await
}

store_contract!(a_node_that_hears_nothing_finds_out_by_looking, |db| async move {
    let hears = setup(without_sweeps()).start(&db).await;
    let deaf = deaf(&db, &hears).await;
    let (paid, _) = placed(&hears, checkout::waiting(1)).await;
    let (given_up, _) = placed(&hears, checkout::waiting(2)).await;
    let (open, _) = placed(&hears, checkout::waiting(3)).await;
    let (mut of_paid, mut of_given_up) = (waiting(&deaf, &paid).await, waiting(&deaf, &given_up).await);
    let mut of_open = waiting(&deaf, &open).await;
    pay(&hears, &paid).await;
    give_up(&hears, &given_up).await;
    of_paid.expect_silence().await;
    for _ in 0..2 {
        deaf.node().hub().sweep().await;
    }
    begins(&mut of_paid, &paid).await;
    refused(&mut of_given_up, &given_up, "order/expired-unpaid").await;
    for watcher in [&mut of_paid, &mut of_given_up, &mut of_open] {
        watcher.expect_silence().await;
    }
});

store_contract!(a_place_that_waits_counts_as_one, |db| async move {
    let limits = Limits { sockets_per_order: 2, orders_per_connection: 2, ..without_sweeps() };
    let app = setup(limits).start(&db).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let (other, _) = placed(&app, checkout::waiting(2)).await;
    let mut first = waiting(&app, &order).await;
    // Anew, it is the same place.
    first.subscribe(&order, None).await;
    refused(&mut first, &order, "order/not-received").await;
    let mut leaves = waiting(&app, &order).await;
    let mut late = Watcher::open(&app).await;
    late.subscribe(&order, None).await;
    refused(&mut late, &order, "live/too-many-watchers").await;

    first.subscribe(&other, None).await;
    refused(&mut first, &other, "order/not-received").await;
    let known = app.kitchen().register(&json!({})).await;
    first.subscribe(&known, None).await;
    refused(&mut first, &known, "live/too-many-orders").await;

    let unsubscribe = json!({ "type": "unsubscribe", "topic": "order", "orderId": order.id });
    leaves.say(&unsubscribe.to_string()).await;
    leaves.say(r#"{"type":"ping"}"#).await;
    leaves.expect("pong").await;
    late.subscribe(&order, None).await;
    refused(&mut late, &order, "order/not-received").await;
    pay(&app, &order).await;
    begins(&mut first, &order).await;
    begins(&mut late, &order).await;
    leaves.expect_silence().await;
    // Its two places are an order and one that waits.
    first.subscribe(&known, None).await;
    refused(&mut first, &known, "live/too-many-orders").await;
});

store_contract!(those_who_watch_others_learn_nothing_of_it, |db| async move {
    let app = setup(without_sweeps()).start(&db).await;
    let known = app.kitchen().register(&json!({})).await;
    let mut watcher = watch(&app, &known).await;
    let (order, _) = placed(&app, checkout::waiting(1)).await;
    let guess = Registered { id: order.id.clone(), key: known.key.clone() };
    watcher.subscribe(&guess, None).await;
    refused(&mut watcher, &guess, "order/not-found").await;
    let waits = waiting(&app, &order).await;
    drop(waits);
    pay(&app, &order).await;
    watcher.expect_silence().await;
    assert_eq!(
        app.kitchen()
            .call(reqwest::Method::GET, &format!("/api/dispatch/orders/{}", order.id), &Value::Null)
            .await
            .status,
        200
    );
});
