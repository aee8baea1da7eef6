//! The end of an order's topic.

use jiff::SignedDuration;
use serde_json::json;
use testkit::{app::TestApp, kitchen::Registered, store_contract, watcher::Watcher};

use crate::live::watch;

fn end(order: &Registered, reason: &str) -> serde_json::Value {
    json!({ "type": "end", "orderId": order.id, "reason": reason })
}

store_contract!(the_end_follows_the_last_status_and_nothing_follows_it, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    for (last, reason) in [(12, "completed"), (13, "cancelled")] {
        let order = kitchen.register(&json!({ "orderType": "pickup" })).await;
        let mut watcher = watch(&app, &order).await;
        kitchen.report_all(&order.id, &[4, last]).await;
        watcher.expect("status").await;
        assert_eq!(watcher.expect("status").await["status"], last);
        assert_eq!(watcher.frame().await, end(&order, reason));
        let feedback = app.http.post(app.url(&format!("{}/feedback", crate::tracking_path(&order))));
        assert_eq!(feedback.body("{\"rating\":4}").send().await.unwrap().status(), 200);
        app.node().hub().sweep().await;
        watcher.expect_silence().await;
        // The line may ask for it again, and gets its last state and its end, whatever it knows.
        for since in [None, Some(0), Some(2), Some(9)] {
            watcher.subscribe(&order, since).await;
            assert_eq!(watcher.expect("subscribed").await["seq"], 2);
            let snapshot = watcher.expect("snapshot").await;
            assert_eq!(snapshot["order"]["orderInfo"]["status"], last);
            assert_eq!(snapshot["order"]["feedback"]["rating"], 4);
            assert_eq!(watcher.frame().await, end(&order, reason));
            watcher.expect_silence().await;
        }
    }
});

store_contract!(an_order_that_is_over_but_not_final_goes_on, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    for (fields, over) in [(json!({}), 11), (json!({}), 10), (json!({ "orderType": "pickup" }), 4)] {
        let order = kitchen.register(&fields).await;
        let mut watcher = watch(&app, &order).await;
        kitchen.report_status(&order.id, over).await;
        watcher.expect("status").await;
        watcher.expect_silence().await;
        kitchen.report_status(&order.id, 12).await;
        watcher.expect("status").await;
        assert_eq!(watcher.frame().await, end(&order, "completed"));
    }
});

store_contract!(what_expires_while_it_is_watched_ends, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (open, over) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let mut watcher = watch(&app, &open).await;
    let mut of_the_other = watch(&app, &over).await;
    kitchen.report_status(&over.id, 11).await;
    of_the_other.expect("status").await;
    app.clock.turn(SignedDuration::from_hours(24));
    app.node().hub().sweep().await;
    assert_eq!(of_the_other.frame().await, end(&over, "expired"));
    watcher.expect_silence().await;
    app.clock.turn(SignedDuration::from_hours(25));
    app.node().hub().sweep().await;
    assert_eq!(watcher.frame().await, end(&open, "expired"));
    kitchen.report_status(&open.id, 1).await;
    watcher.expect_silence().await;
});

store_contract!(an_expired_order_cannot_be_watched, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    // One that was never finished, one that was delivered, and one whose end was final.
    let roads: [&[i16]; 3] = [&[], &[11], &[11, 12]];
    let mut orders = Vec::new();
    for road in roads {
        let order = kitchen.register(&json!({})).await;
        kitchen.report_all(&order.id, road).await;
        orders.push(order);
    }
    app.clock.turn(SignedDuration::from_hours(49));
    let mut watcher = Watcher::open(&app).await;
    for order in &orders {
        for since in [None, Some(0)] {
            watcher.subscribe(order, since).await;
            let error = watcher.expect("error").await;
            assert_eq!((&error["code"], &error["orderId"]), (&json!("order/expired"), &json!(order.id)));
        }
    }
    watcher.expect_silence().await;
});

store_contract!(an_order_that_comes_back_from_its_end_is_told_again, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    // At a restaurant without delivery tracking a delivery is over at 4, and may yet go on.
    let order = kitchen.register(&json!({ "restaurantId": "21" })).await;
    let mut watcher = watch(&app, &order).await;
    kitchen.report_status(&order.id, 4).await;
    watcher.expect("status").await;
    app.clock.turn(SignedDuration::from_hours(24));
    app.node().hub().sweep().await;
    assert_eq!(watcher.frame().await, end(&order, "expired"));
    kitchen.report_status(&order.id, 8).await;
    watcher.subscribe(&order, None).await;
    watcher.expect("subscribed").await;
    assert_eq!(watcher.expect("snapshot").await["seq"], 2);
    kitchen.report_status(&order.id, 11).await;
    assert_eq!(watcher.expect("status").await["seq"], 3);
    watcher.expect_silence().await;
});

store_contract!(the_end_of_one_order_leaves_the_others, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (one, two) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let mut watcher = watch(&app, &one).await;
    watcher.subscribe(&two, None).await;
    watcher.expect("subscribed").await;
    watcher.expect("snapshot").await;
    kitchen.report_status(&one.id, 13).await;
    watcher.expect("status").await;
    assert_eq!(watcher.frame().await, end(&one, "cancelled"));
    kitchen.report_status(&two.id, 1).await;
    let frame = watcher.frame().await;
    assert_eq!((&frame["orderId"], &frame["seq"]), (&json!(two.id), &json!(1)));
    watcher.expect_silence().await;
});
