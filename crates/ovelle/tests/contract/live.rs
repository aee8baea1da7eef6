//! `GET /api/tracking/live`: an order as it happens.

use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    kitchen::Registered,
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tokio_tungstenite::tungstenite::{Message, protocol::CloseFrame};

use crate::{seqs, track};

store_contract!(a_subscription_begins_with_the_whole_order, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 3).await;
    let mut watcher = Watcher::try_open(&app, &[("sec-websocket-protocol", "other, ovelle.live.v1")]).await.unwrap();
    let hello = watcher.expect("hello").await;
    assert_eq!((&hello["protocol"], &hello["beatSeconds"]), (&json!(1), &json!(15)));
    assert!(hello["serverTime"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    watcher.subscribe(&order, None).await;
    let subscribed = watcher.frame().await;
    assert_eq!(subscribed, json!({ "type": "subscribed", "topic": "order", "orderId": order.id, "seq": 1 }));
    let snapshot = watcher.frame().await;
    let payload = track(&app, &order).await;
    let expected = json!({
        "type": "snapshot", "orderId": order.id, "seq": 1, "rev": payload["rev"], "order": payload, "car": null
    });
    assert_eq!(snapshot, expected, "the polling payload");
    watcher.expect_silence().await;
});

store_contract!(a_report_is_seen_at_once_with_all_that_it_brings, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    let report = json!({ "status": 3, "note": "Uunissa.", "staffNote": "Luukku 2" });
    assert_eq!(kitchen.try_report_status(&order.id, &report).await.status, 200);
    let payload = track(&app, &order).await;
    let expected = json!({
        "type": "status", "orderId": order.id, "seq": 1, "rev": payload["rev"], "status": 3,
        "at": payload["statusHistory"][1]["at"], "source": "dispatch", "note": "Uunissa.",
        "batchData": null, "stopsBefore": null, "estimate": payload["estimate"]
    });
    assert_eq!(watcher.frame().await, expected);
    // What changes nothing says nothing.
    assert_eq!(kitchen.try_report_status(&order.id, &json!({ "status": 3 })).await.body["applied"], false);
    assert_eq!(kitchen.try_report_status(&order.id, &json!({ "status": 1 })).await.status, 409);
    watcher.expect_silence().await;
});

/// Opens a line, subscribes, and reads the beginning.
pub(crate) async fn watch(app: &TestApp, order: &Registered) -> Watcher {
    watch_with_snapshot(app, order).await.0
}

/// The same, with its first snapshot.
pub(crate) async fn watch_with_snapshot(app: &TestApp, order: &Registered) -> (Watcher, Value) {
    let mut watcher = Watcher::open(app).await;
    watcher.subscribe(order, None).await;
    watcher.expect("subscribed").await;
    let snapshot = watcher.expect("snapshot").await;
    (watcher, snapshot)
}

/// Reads statuses from the one after `from` to the end: each once, in order, with a rising rev.
pub(crate) async fn read_to_end(watcher: &mut Watcher, from: i64) -> Vec<i64> {
    let (mut last, mut rev, mut seen) = (from, -1, Vec::new());
    loop {
        let frame = watcher.frame().await;
        if frame["type"] == "end" {
            return seen;
        }
        assert_eq!((&frame["type"], &frame["seq"]), (&json!("status"), &json!(last + 1)), "{frame}");
        assert!(frame["rev"].as_i64().unwrap() > rev, "{frame}");
        (last, rev) = (last + 1, frame["rev"].as_i64().unwrap());
        seen.push(frame["status"].as_i64().unwrap());
    }
}

store_contract!(each_status_comes_once_and_in_order_to_all_who_watch, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut watchers = Vec::new();
    for _ in 0..5 {
        watchers.push(watch(&app, &order).await);
    }
    let walk: Vec<i16> = [1, 2, 3, 4, 5].into_iter().chain([6, 5].repeat(10)).chain([6, 7, 8, 9, 8, 11, 12]).collect();
    let (app, order) = (&app, &order);
    let reporting = async { kitchen.report_all(&order.id, &walk).await };
    // Some come while the order moves: they see all from where they came in.
    let joining = async {
        for _ in 0..5 {
            let mut late = Watcher::open(app).await;
            late.subscribe(order, None).await;
            let subscribed = late.expect("subscribed").await;
            let snapshot = late.expect("snapshot").await;
            assert_eq!(snapshot["seq"], subscribed["seq"]);
            assert_eq!(snapshot["order"]["seq"], snapshot["seq"]);
            let from = snapshot["seq"].as_i64().unwrap();
            let at_the_end = [12, 13].contains(&snapshot["order"]["orderInfo"]["status"].as_i64().unwrap());
            let seen = read_to_end(&mut late, from).await;
            assert_eq!(seen.len(), if at_the_end { 0 } else { walk.len() - usize::try_from(from).unwrap() });
        }
    };
    tokio::join!(reporting, joining);
    let walk: Vec<i64> = walk.into_iter().map(i64::from).collect();
    for watcher in &mut watchers {
        assert_eq!(read_to_end(watcher, 0).await, walk);
        watcher.expect_silence().await;
    }
    assert_eq!(seqs(&track(app, order).await["statusHistory"]).len(), walk.len() + 1);
});

store_contract!(unsubscribing_ends_it_and_subscribing_again_begins_anew, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (one, two) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let mut watcher = watch(&app, &one).await;
    watcher.subscribe(&two, None).await;
    assert_eq!(watcher.expect("subscribed").await["orderId"], two.id);
    watcher.expect("snapshot").await;
    watcher.say(&json!({ "type": "unsubscribe", "topic": "order", "orderId": one.id }).to_string()).await;
    watcher.expect_silence().await;
    kitchen.report_status(&one.id, 1).await;
    kitchen.report_status(&two.id, 2).await;
    let frame = watcher.expect("status").await;
    assert_eq!((&frame["orderId"], &frame["status"]), (&json!(two.id), &json!(2)));
    for order in [&one, &two] {
        watcher.subscribe(order, None).await;
        assert_eq!(watcher.expect("subscribed").await["seq"], 1);
        assert_eq!(watcher.expect("snapshot").await["seq"], 1);
    }
    kitchen.report_status(&two.id, 3).await;
    assert_eq!(watcher.expect("status").await["seq"], 2);
    watcher.expect_silence().await;
});

store_contract!(answers_come_in_the_order_of_the_questions, |db| async move {
    let app = TestApp::start(&db).await;
    let (one, two) = (app.kitchen().register(&json!({})).await, app.kitchen().register(&json!({})).await);
    let mut watcher = Watcher::open(&app).await;
    let ping = r#"{"type":"ping"}"#;
    watcher.say(ping).await;
    watcher.subscribe(&one, None).await;
    watcher.say(ping).await;
    watcher.subscribe(&two, Some(0)).await;
    watcher.say(r#"{"type":"dance","with":"everybody"}"#).await;
    watcher.say(ping).await;
    for kind in ["pong", "subscribed", "snapshot", "pong", "subscribed", "estimate", "pong"] {
        watcher.expect(kind).await;
    }
});

store_contract!(a_goodbye_is_answered, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    let goodbye = CloseFrame { code: 1000.into(), reason: "".into() };
    watcher.send(Message::Close(Some(goodbye))).await;
    assert_eq!(watcher.next().await, SocketEvent::Close(1000));
    assert_eq!(watcher.next().await, SocketEvent::End);
});

store_contract!(a_watcher_may_know_nothing_of_what_it_was_not_told, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = Watcher::open(&app).await;
    let wrong = [
        json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "orderKey": "x" }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "424242", "orderKey": order.key }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "x", "orderKey": order.key, "since": 0 }),
    ];
    for ask in wrong {
        watcher.say(&ask.to_string()).await;
        let error = watcher.expect("error").await;
        assert_eq!((&error["code"], &error["orderId"]), (&json!("order/not-found"), &ask["orderId"]));
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    app.kitchen().report_status(&order.id, 1).await;
    watcher.expect_silence().await;
    watcher.subscribe(&order, None).await;
    let snapshot: Value = {
        watcher.expect("subscribed").await;
        watcher.expect("snapshot").await
    };
    assert_eq!(snapshot["seq"], 1, "the line stays");
});
