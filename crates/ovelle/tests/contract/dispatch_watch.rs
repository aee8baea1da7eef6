//! The dispatch line: a restaurant's orders as they change, and positions.

use std::{collections::BTreeMap, time::Duration};

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY, Setup, TestApp},
    dispatcher::DispatchClient,
    store_contract,
};
use tracking::Limits;

async fn watch(line: &mut DispatchClient, restaurant: &str) -> Value {
    let id = line.call("watch", &json!({ "restaurantId": restaurant })).await;
    line.answer(id).await
}

store_contract!(a_watched_restaurants_orders_come_all_and_then_as_they_change, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let one = kitchen.register(&json!({ "externalId": "K-1" })).await;
    let tomorrow = kitchen.register(&json!({ "preOrderTime": "2026-11-23T12:00:00Z" })).await;
    let elsewhere = kitchen.register(&json!({ "restaurantId": "14" })).await;
    kitchen.report_status(&one.id, 3).await;
    let mut line = DispatchClient::open(&app, BOUND_KEY).await;
    let ack = watch(&mut line, "12").await;
    assert_eq!((&ack["type"], &ack["restaurantId"]), (&json!("ack"), &json!("12")));
    assert!(line.orders.is_empty(), "the answer comes first");
    line.read_until(|orders| orders.len() == 2).await;
    let mut read = kitchen.call(Method::GET, &format!("/api/dispatch/orders/{}", one.id), &Value::Null).await.body;
    assert!(read.as_object_mut().unwrap().remove("statusHistory").is_some());
    assert_eq!(line.orders[&one.id], read, "as the call shows it, without its history");
    assert!(line.orders.contains_key(&tomorrow.id), "whenever it is due");
    kitchen.report_status(&one.id, 4).await;
    kitchen.report_status(&elsewhere.id, 1).await;
    line.read_until(|orders| orders[&one.id]["status"] == 4).await;
    let new = kitchen.register(&json!({})).await;
    line.read_until(|orders| orders.contains_key(&new.id)).await;
    assert_eq!(line.orders[&new.id]["orderItems"][0]["name"], "Pepperoni");
    kitchen.report_status(&one.id, 13).await;
    line.read_until(|orders| orders[&one.id]["status"] == 13).await;
    assert!(!line.orders.contains_key(&elsewhere.id));
});

store_contract!(what_was_over_lately_is_shown_too, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (done, open) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    kitchen.report_status(&done.id, 13).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    watch(&mut line, "12").await;
    line.read_until(|orders| orders.len() == 2).await;
    app.clock.turn(SignedDuration::from_mins(15));
    app.node().hub().sweep().await;
    let mut later = DispatchClient::open(&app, CHAIN_KEY).await;
    watch(&mut later, "12").await;
    later.read_until(|orders| orders.contains_key(&open.id)).await;
    kitchen.report_status(&open.id, 1).await;
    later.read_until(|orders| orders[&open.id]["status"] == 1).await;
    assert!(!later.orders.contains_key(&done.id));
});

store_contract!(several_restaurants_on_one_line_and_one_begins_anew, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (here, there) = (kitchen.register(&json!({})).await, kitchen.register(&json!({ "restaurantId": "14" })).await);
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    watch(&mut line, "12").await;
    watch(&mut line, "14").await;
    line.read_until(|orders| orders.len() == 2).await;
    line.orders.clear();
    watch(&mut line, "12").await;
    line.read_until(|orders| orders.contains_key(&here.id)).await;
    kitchen.report_status(&there.id, 1).await;
    line.read_until(|orders| orders.get(&there.id).is_some_and(|order| order["status"] == 1)).await;
    kitchen.report_status(&here.id, 1).await;
    line.read_until(|orders| orders[&here.id]["status"] == 1).await;
});

store_contract!(a_restaurant_out_of_reach_is_not_watched, |db| async move {
    let app = TestApp::start(&db).await;
    let mut bound = DispatchClient::open(&app, BOUND_KEY).await;
    assert_eq!(watch(&mut bound, "14").await["code"], "dispatch/forbidden");
    let mut chain = DispatchClient::open(&app, CHAIN_KEY).await;
    assert_eq!(watch(&mut chain, "999").await["code"], "shop/not-found");
    let order = app.kitchen().register(&json!({ "restaurantId": "14" })).await;
    app.kitchen().report_status(&order.id, 1).await;
    let id = bound.report("424242", 1).await;
    bound.answer(id).await;
    assert!(bound.orders.is_empty());
});

store_contract!(more_orders_than_one_step_holds_all_come, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    // Each some 50 KiB, so that a step holds six of them.
    let items: Vec<Value> = (0..100)
        .map(|_| json!({ "name": "n".repeat(200), "quantity": 1, "itemPrice": 10, "description": "d".repeat(200) }))
        .collect();
    let mut orders = Vec::new();
    for _ in 0..20 {
        orders.push(kitchen.register(&json!({ "orderItems": items })).await.id);
    }
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    watch(&mut line, "12").await;
    kitchen.report_status(&orders[0], 1).await;
    line.read_until(|told| told.len() == orders.len() && told[&orders[0]]["status"] == 1).await;
});

store_contract!(who_reads_slowly_is_told_the_newest_of_each, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { stuck_write: Duration::from_secs(60), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let mut orders = Vec::new();
    for _ in 0..20 {
        orders.push(kitchen.register(&json!({})).await.id);
    }
    let mut quick = DispatchClient::open(&app, CHAIN_KEY).await;
    let mut slow = DispatchClient::open_narrow(&app, CHAIN_KEY).await;
    watch(&mut quick, "12").await;
    watch(&mut slow, "12").await;
    let are_all_at = |status: i16| {
        let orders = &orders;
        move |told: &BTreeMap<String, Value>| orders.iter().all(|order| told[order]["status"] == status)
    };
    quick.read_until(|told| told.len() == orders.len()).await;
    for status in [1, 2, 3, 4, 5, 6, 7, 8] {
        for order in &orders {
            kitchen.report_status(order, status).await;
        }
        quick.read_until(are_all_at(status)).await;
    }
    slow.read_until(|told| told.len() == orders.len() && are_all_at(8)(told)).await;
    assert!(slow.told < quick.told, "{} frames against {}", slow.told, quick.told);
    // It stays a line like others.
    let id = slow.report(&orders[0], 11).await;
    assert_eq!(slow.answer(id).await["applied"], true);
});

store_contract!(positions_are_answered_as_the_call_is, |db| async move {
    let app = TestApp::start(&db).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let at = |second: i64| json!({ "lat": 60.17, "lng": 24.94, "at": format!("2026-11-21T12:00:{second:02}Z") });
    let say = json!({ "carId": "auto-3", "positions": [at(1), at(3), at(2)] });
    let id = line.call("position", &say).await;
    assert_eq!(line.answer(id).await, json!({ "type": "ack", "id": id, "accepted": 3, "stale": 0 }));
    let again = line.call("position", &json!({ "carId": "auto-3", "positions": [at(3), at(4)] })).await;
    let answer = line.answer(again).await;
    assert_eq!((&answer["accepted"], &answer["stale"]), (&json!(1), &json!(1)));
    let off = json!({ "lat": 91, "lng": 24.94, "at": "2026-11-21T12:00:05Z" });
    let bad = [
        (json!({ "carId": "auto-3", "positions": [at(5), off] }), "positions[1].lat"),
        (json!({ "carId": "auto-3", "positions": [at(5), 7] }), "positions[1]"),
        (json!({ "carId": "auto-3", "positions": at(5) }), "positions"),
        (json!({ "carId": "auto-3" }), "positions"),
        (json!({ "carId": 3, "positions": [at(5)] }), "carId"),
        (json!({ "carId": "", "positions": [at(5)] }), "carId"),
        (json!({ "carId": "auto-3", "positions": vec![at(5); 101] }), "positions"),
    ];
    for (call, field) in bad {
        let id = line.call("position", &call).await;
        let answer = line.answer(id).await;
        assert_eq!((&answer["code"], &answer["metadata"]["field"]), (&json!("request/invalid"), &json!(field)));
    }
    let taken = line.call("position", &json!({ "carId": "auto-3", "positions": [at(5)] })).await;
    assert_eq!(line.answer(taken).await["accepted"], 1, "none of those was taken");
});
