//! Coming back with `since`.

use serde_json::{Value, json};
use testkit::{app::TestApp, kitchen::Registered, store_contract, watcher::Watcher};

use crate::track;

/// Subscribes with a number, and reads up to the estimate that ends the beginning.
async fn resume(app: &TestApp, order: &Registered, since: i64) -> Vec<Value> {
    let mut watcher = Watcher::open(app).await;
    watcher.subscribe(order, Some(since)).await;
    let mut frames = vec![watcher.expect("subscribed").await];
    while frames.last().is_some_and(|frame| frame["type"] != "estimate") {
        frames.push(watcher.frame().await);
    }
    watcher.expect_silence().await;
    frames
}

fn kinds(frames: &[Value]) -> Vec<&str> {
    frames.iter().map(|frame| frame["type"].as_str().expect("a type")).collect()
}

store_contract!(what_was_missed_comes_in_order_and_one_estimate, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_all(&order.id, &[1, 2, 3, 4]).await;
    let frames = resume(&app, &order, 1).await;
    assert_eq!(kinds(&frames), ["subscribed", "status", "status", "status", "estimate"]);
    assert_eq!(frames[0]["seq"], 4);
    let statuses: Vec<_> = frames[1..4].iter().map(|frame| (frame["seq"].as_i64(), frame["status"].as_i64())).collect();
    assert_eq!(statuses, [(Some(2), Some(2)), (Some(3), Some(3)), (Some(4), Some(4))]);
    let payload = track(&app, &order).await;
    let estimate = json!({
        "type": "estimate", "orderId": order.id, "rev": payload["rev"], "estimate": payload["estimate"], "stopsBefore": null
    });
    assert_eq!(frames[4], estimate);
});

store_contract!(who_missed_nothing_gets_the_estimate_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    assert_eq!(kinds(&resume(&app, &order, 0).await), ["subscribed", "estimate"]);
    kitchen.report_status(&order.id, 9).await;
    let frames = resume(&app, &order, 1).await;
    assert_eq!(kinds(&frames), ["subscribed", "estimate"]);
    assert_eq!(frames[1]["estimate"], Value::Null, "nobody promises a next try");
});

store_contract!(who_comes_from_the_future_gets_the_whole, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    for since in [1, 17, i64::MAX] {
        let frames = resume(&app, &order, since).await;
        assert_eq!(kinds(&frames), ["subscribed", "snapshot", "estimate"], "{since}");
        assert_eq!((&frames[0]["seq"], &frames[1]["seq"]), (&json!(0), &json!(0)));
    }
});

store_contract!(thirty_two_are_sent_and_thirty_three_are_a_snapshot, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 5).await;
    kitchen.report_all(&order.id, &[6, 5].repeat(16)).await;
    let frames = resume(&app, &order, 1).await;
    assert_eq!(frames.len(), 1 + 32 + 1);
    let seqs: Vec<i64> = frames[1..33].iter().map(|frame| frame["seq"].as_i64().unwrap()).collect();
    assert_eq!(seqs, (2..=33).collect::<Vec<_>>());
    assert_eq!(kinds(&resume(&app, &order, 0).await), ["subscribed", "snapshot", "estimate"]);
});

store_contract!(after_it_came_back_all_goes_on, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 1).await;
    let mut watcher = Watcher::open(&app).await;
    watcher.subscribe(&order, Some(0)).await;
    for kind in ["subscribed", "status", "estimate"] {
        watcher.expect(kind).await;
    }
    kitchen.report_status(&order.id, 2).await;
    assert_eq!(watcher.expect("status").await["seq"], 2);
    // The same order again, on the same line, begins anew.
    watcher.subscribe(&order, Some(0)).await;
    for (kind, seq) in [("subscribed", 2), ("status", 1), ("status", 2)] {
        assert_eq!(watcher.expect(kind).await["seq"], seq);
    }
    watcher.expect("estimate").await;
    kitchen.report_status(&order.id, 3).await;
    assert_eq!(watcher.expect("status").await["seq"], 3);
    watcher.expect_silence().await;
});
