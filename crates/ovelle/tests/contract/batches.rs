//! `PUT /api/dispatch/batches/{batchId}` and `POST …/depart`.

use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, FOREIGN, TestApp},
    kitchen::{Kitchen, Registered},
    store_contract,
};

use crate::{seqs, track};

/// The statuses that an order has had.
async fn statuses(app: &TestApp, order: &Registered) -> Vec<i64> {
    let payload = track(app, order).await;
    let history = payload["statusHistory"].as_array().unwrap();
    assert_eq!(seqs(&payload["statusHistory"]), (0..).take(history.len()).collect::<Vec<i64>>());
    history.iter().map(|event| event["status"].as_i64().unwrap()).collect()
}

async fn three(kitchen: &Kitchen) -> [Registered; 3] {
    [kitchen.register(&json!({})).await, kitchen.register(&json!({})).await, kitchen.register(&json!({})).await]
}

store_contract!(a_batch_takes_its_orders_to_5_and_6_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, third] = three(&kitchen).await;
    let fresh = kitchen.register(&json!({})).await;
    kitchen.report_status(&first.id, 3).await;
    kitchen.report_status(&second.id, 4).await;
    kitchen.report_all(&third.id, &[4, 5]).await;
    let stops = [second.id.as_str(), &first.id, &third.id, &fresh.id];
    let answer = kitchen.try_put_batch("erä-1", "auto-1", &stops, &json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.body, json!({ "batchId": "erä-1", "carId": "auto-1", "stops": stops }));
    assert_eq!(statuses(&app, &first).await, [0, 3, 5, 6]);
    assert_eq!(statuses(&app, &second).await, [0, 4, 5, 6]);
    assert_eq!(statuses(&app, &third).await, [0, 4, 5, 6]);
    assert_eq!(statuses(&app, &fresh).await, [0, 5, 6], "what nobody reported is not written");
    let before = [track(&app, &second).await, track(&app, &first).await, track(&app, &third).await];
    assert_eq!(before.each_ref().map(|payload| payload["stopsBefore"].as_i64().unwrap()), [0, 1, 2]);
    let kept = kitchen.call(reqwest::Method::GET, &format!("/api/dispatch/orders/{}", first.id), &Value::Null).await;
    assert_eq!((&kept.body["batchId"], &kept.body["carId"]), (&json!("erä-1"), &json!("auto-1")));
    // The same body again adds nothing.
    assert_eq!(kitchen.try_put_batch("erä-1", "auto-1", &stops, &json!({})).await.body, answer.body);
    let after = [track(&app, &second).await, track(&app, &first).await, track(&app, &third).await];
    assert_eq!(before, after, "their rev too");
});

// spec: T-27
store_contract!(the_payload_tells_of_the_batch, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    assert_eq!(track(&app, &order).await["batchData"], Value::Null);
    let minutes = json!({ "estimatedMinutes": 17 });
    assert_eq!(kitchen.try_put_batch("b", "a", &[&order.id], &minutes).await.status, 200);
    let payload = track(&app, &order).await;
    assert_eq!(payload["batchData"]["estimatedMinutesFromBatchStart"], 17);
    assert!(payload["batchData"]["batchStatusUpdatedAt"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    assert_eq!(payload["batchData"].as_object().unwrap().len(), 2);
});

// spec: T-55
store_contract!(without_a_car_the_minutes_are_the_batchs, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let minutes = json!({ "estimatedMinutes": 17 });
    assert_eq!(kitchen.try_put_batch("b", "a", &[&order.id], &minutes).await.status, 200);
    kitchen.depart("b").await;
    let payload = track(&app, &order).await;
    assert_eq!(
        (&payload["estimate"]["basis"], &payload["orderInfo"]["estimatedMinutesRemaining"]),
        (&json!("batch"), &json!(17))
    );
    app.clock.turn(jiff::SignedDuration::from_mins(5));
    assert_eq!(track(&app, &order).await["orderInfo"]["estimatedMinutesRemaining"], 12);
    app.clock.turn(jiff::SignedDuration::from_mins(50));
    assert_eq!(track(&app, &order).await["orderInfo"]["estimatedMinutesRemaining"], 0);
});

store_contract!(a_batch_departs_once, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, third] = three(&kitchen).await;
    kitchen.put_batch("b", "a", &[&first.id, &second.id, &third.id]).await;
    kitchen.report_status(&second.id, 7).await;
    kitchen.report_all(&third.id, &[8, 11]).await;
    let departed = kitchen.try_depart("b").await;
    assert_eq!(departed.status, 200);
    assert_eq!(departed.body, json!({ "batchId": "b", "carId": "a", "stops": [first.id, second.id, third.id] }));
    assert_eq!(statuses(&app, &first).await, [0, 5, 6, 8]);
    assert_eq!(statuses(&app, &second).await, [0, 5, 6, 7, 8]);
    assert_eq!(statuses(&app, &third).await, [0, 5, 6, 8, 11]);
    let before = track(&app, &first).await;
    kitchen.depart("b").await;
    assert_eq!(track(&app, &first).await, before);
    let unknown = kitchen.try_depart("c").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "batch/not-found"));
});

store_contract!(another_car_takes_an_order_a_step_back, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_all(&order.id, &[4]).await;
    kitchen.put_batch("b", "auto-1", &[&order.id]).await;
    kitchen.put_batch("b", "auto-2", &[&order.id]).await;
    assert_eq!(statuses(&app, &order).await, [0, 4, 5, 6, 5, 6]);
});

store_contract!(an_order_under_way_stays_or_is_refused, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, third] = three(&kitchen).await;
    kitchen.put_batch("b", "a", &[&first.id]).await;
    kitchen.depart("b").await;
    // At 8 of this same batch and car it stays, and another may come along.
    kitchen.put_batch("b", "a", &[&first.id, &second.id]).await;
    assert_eq!(statuses(&app, &first).await.last(), Some(&8));
    assert_eq!(statuses(&app, &second).await.last(), Some(&6));
    let before = track(&app, &third).await;
    for (batch, car) in [("c", "a"), ("b", "x")] {
        let refused = kitchen.try_put_batch(batch, car, &[&third.id, &first.id], &json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "status/transition"));
        assert_eq!(refused.body["metadata"]["orderId"], json!(first.id));
    }
    kitchen.report_status(&first.id, 11).await;
    let over = kitchen.try_put_batch("b", "a", &[&first.id, &second.id], &json!({})).await;
    assert_eq!((over.status.as_u16(), &over.body["metadata"]["orderId"]), (409, &json!(first.id)));
    assert_eq!(track(&app, &third).await, before, "all or none");
});

store_contract!(what_is_taken_out_keeps_its_status_and_has_no_car, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, third] = three(&kitchen).await;
    kitchen.put_batch("b", "a", &[&first.id, &second.id, &third.id]).await;
    kitchen.put_batch("b", "a", &[&third.id, &second.id]).await;
    let out = track(&app, &first).await;
    assert_eq!(
        (&out["orderInfo"]["status"], &out["batchData"], &out["stopsBefore"]),
        (&json!(6), &Value::Null, &Value::Null)
    );
    let kept = kitchen.call(reqwest::Method::GET, &format!("/api/dispatch/orders/{}", first.id), &Value::Null).await;
    assert_eq!((&kept.body["batchId"], &kept.body["carId"]), (&Value::Null, &Value::Null));
    assert_eq!(track(&app, &second).await["stopsBefore"], 1);
    // A cancelled order leaves its batch, and those after it move up.
    kitchen.report_status(&third.id, 13).await;
    assert_eq!(track(&app, &third).await["batchData"], Value::Null);
    assert_eq!(track(&app, &second).await["stopsBefore"], 0);
});

store_contract!(another_order_of_stops_changes_nothing_else, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, _] = three(&kitchen).await;
    let minutes = json!({ "estimatedMinutes": 20 });
    assert_eq!(kitchen.try_put_batch("b", "a", &[&first.id, &second.id], &minutes).await.status, 200);
    let before = track(&app, &first).await;
    assert_eq!(kitchen.try_put_batch("b", "a", &[&second.id, &first.id], &minutes).await.status, 200);
    let after = track(&app, &first).await;
    assert_eq!(
        (&after["stopsBefore"], &after["seq"], &after["estimate"]),
        (&json!(1), &before["seq"], &before["estimate"])
    );
    assert!(after["rev"].as_i64() > before["rev"].as_i64());
    assert_eq!(after["statusHistory"], before["statusHistory"]);
});

store_contract!(a_stop_that_is_done_brings_the_next_one_nearer, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let [first, second, _] = three(&kitchen).await;
    kitchen.put_batch("b", "a", &[&first.id, &second.id]).await;
    kitchen.depart("b").await;
    let mut watcher = crate::live::watch(&app, &second).await;
    kitchen.report_status(&first.id, 9).await;
    let estimate = watcher.expect("estimate").await;
    assert_eq!((&estimate["stopsBefore"], &estimate["orderId"]), (&json!(0), &json!(second.id)));
    assert_eq!(track(&app, &second).await["rev"], estimate["rev"]);
    kitchen.report_status(&first.id, 8).await;
    assert_eq!(watcher.expect("estimate").await["stopsBefore"], 1, "a second try");
    kitchen.report_status(&first.id, 11).await;
    assert_eq!(watcher.expect("estimate").await["stopsBefore"], 0);
    let payload = track(&app, &second).await;
    assert_eq!((&payload["stopsBefore"], &payload["seq"]), (&json!(0), &json!(3)));
});

store_contract!(a_key_reaches_the_batches_of_its_restaurants, |db| async move {
    let app = TestApp::start(&db).await;
    let (kitchen, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let own = bound.register(&json!({})).await;
    let foreign = kitchen.register(&json!({ "restaurantId": FOREIGN })).await;
    let refused = bound.try_put_batch("b", "a", &[&own.id, &foreign.id], &json!({})).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (403, "dispatch/forbidden"));
    assert_eq!(statuses(&app, &own).await, [0]);
    bound.put_batch("b", "a", &[&own.id]).await;
    bound.depart("b").await;
    // A batch of another restaurant is neither taken over nor sent away.
    kitchen.put_batch("c", "x", &[&foreign.id]).await;
    let other = bound.register(&json!({})).await;
    let taken = bound.try_put_batch("c", "x", &[&other.id], &json!({})).await;
    assert_eq!((taken.status.as_u16(), taken.code()), (409, "batch/foreign"));
    assert_eq!(bound.try_depart("c").await.status, 403);
    assert_eq!(statuses(&app, &foreign).await.last(), Some(&6));
});

store_contract!(a_batch_that_does_not_fit_is_refused, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let pickup = kitchen.register(&testkit::kitchen::pickup()).await;
    let unknown = kitchen.try_put_batch("b", "a", &[&order.id, "999999"], &json!({})).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "order/not-found"));
    assert_eq!(unknown.body["metadata"]["orderId"], "999999");
    let no_delivery = kitchen.try_put_batch("b", "a", &[&order.id, &pickup.id], &json!({})).await;
    assert_eq!((no_delivery.status.as_u16(), &no_delivery.body["metadata"]["orderId"]), (409, &json!(pickup.id)));
    let fields = [
        (json!({ "carId": "", "stops": [] }), "carId"),
        (json!({ "carId": "x".repeat(101), "stops": [] }), "carId"),
        (json!({ "stops": [] }), "carId"),
        (json!({ "carId": "a" }), "stops"),
        (json!({ "carId": "a", "stops": [7] }), "stops[0]"),
        (json!({ "carId": "a", "stops": [order.id, order.id] }), "stops[1]"),
        (json!({ "carId": "a", "stops": vec![order.id.clone(); 101] }), "stops"),
        (json!({ "carId": "a", "stops": [], "estimatedMinutes": -1 }), "estimatedMinutes"),
        (json!({ "carId": "a", "stops": [], "estimatedMinutes": 1441 }), "estimatedMinutes"),
        (json!({ "carId": "a", "stops": [], "estimatedMinutes": "7" }), "estimatedMinutes"),
    ];
    for (body, field) in fields {
        let answer = kitchen.call(reqwest::Method::PUT, "/api/dispatch/batches/b", &body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{body}");
    }
    let named =
        kitchen.call(reqwest::Method::PUT, "/api/dispatch/batches/a%00b", &json!({ "carId": "a", "stops": [] })).await;
    assert_eq!((named.status.as_u16(), named.field()), (422, "batchId"));
    assert_eq!(statuses(&app, &order).await, [0], "nothing of it was done");
});
