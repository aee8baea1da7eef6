//! What a line bears, and how it is closed.

use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{
    app::{Setup, TestApp},
    kitchen::Registered,
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tokio_tungstenite::tungstenite::Message;
use tracking::Limits;

use crate::live::watch;

store_contract!(each_bad_frame_is_an_error_and_the_fourth_closes, |db| async move {
    let app = TestApp::start(&db).await;
    let bad = [
        Message::text("hei"),
        Message::text(""),
        Message::text("[]"),
        Message::text("7"),
        Message::text("null"),
        Message::text(r#"["ping"]"#),
        Message::text(r#"{"type":7}"#),
        Message::text(r#"{"typ":"ping"}"#),
        Message::text(r#"{"type":"ping"} {"#),
        Message::text(r#"{"type":"subscribe","topic":"weather","orderId":"1","orderKey":"k"}"#),
        Message::text(r#"{"type":"subscribe","orderId":"1","orderKey":"k"}"#),
        Message::text(r#"{"type":"subscribe","topic":"order","orderKey":"k"}"#),
        Message::text(r#"{"type":"subscribe","topic":"order","orderId":7,"orderKey":"k"}"#),
        Message::text(r#"{"type":"subscribe","topic":"order","orderId":"7"}"#),
        Message::text(r#"{"type":"subscribe","topic":"order","orderId":"7","orderKey":"k","since":"1"}"#),
        Message::text(r#"{"type":"subscribe","topic":"order","orderId":"7","orderKey":"k","since":1.5}"#),
        Message::text(r#"{"type":"unsubscribe","topic":"order"}"#),
        Message::binary(br#"{"type":"ping"}"#.to_vec()),
    ];
    for four in bad.chunks(4) {
        let mut watcher = Watcher::open(&app).await;
        let (last, first) = four.split_last().expect("some");
        for frame in first {
            watcher.send(frame.clone()).await;
            let error = watcher.expect("error").await;
            assert_eq!((&error["code"], error.get("orderId")), (&json!("frame/invalid"), None), "{frame:?}");
        }
        watcher.expect_silence().await;
        watcher.send(last.clone()).await;
        assert_eq!(watcher.expect("error").await["code"], "frame/invalid", "{last:?}");
        if four.len() == 4 {
            assert_eq!(watcher.next().await, SocketEvent::Close(1008));
            assert_eq!(watcher.next().await, SocketEvent::End);
        }
    }
});

store_contract!(what_is_no_text_at_all_closes_too, |db| async move {
    let app = TestApp::start(&db).await;
    let mut watcher = Watcher::open(&app).await;
    watcher.send(Message::Frame(frame(vec![0xff, 0xfe]))).await;
    assert_eq!(watcher.expect("error").await["code"], "frame/invalid");
    assert_eq!(watcher.next().await, SocketEvent::Close(1008));
});

/// A text frame of these bytes, whether they are text or not.
fn frame(bytes: Vec<u8>) -> tokio_tungstenite::tungstenite::protocol::frame::Frame {
    use tokio_tungstenite::tungstenite::protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    };
    Frame::message(bytes, OpCode::Data(Data::Text), true)
}

store_contract!(a_frame_is_four_kib_at_most, |db| async move {
    let app = TestApp::start(&db).await;
    let ping = |length: usize| {
        let empty = r#"{"type":"ping","x":""}"#.len();
        format!(r#"{{"type":"ping","x":"{}"}}"#, "x".repeat(length - empty))
    };
    let mut watcher = Watcher::open(&app).await;
    watcher.say(&ping(4096)).await;
    watcher.expect("pong").await;
    for length in [4097, 60_000] {
        let mut watcher = Watcher::open(&app).await;
        watcher.say(&ping(length)).await;
        assert_eq!(watcher.next().await, SocketEvent::Close(1009), "{length}");
    }
});

store_contract!(a_line_that_subscribes_to_nothing_is_closed, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { first_subscription: Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut subscribed = watch(&app, &order).await;
    let mut idle = Watcher::open(&app).await;
    let mut guessing = Watcher::open(&app).await;
    guessing.subscribe(&Registered { key: "x".to_owned(), ..order.clone() }, None).await;
    guessing.expect("error").await;
    assert_eq!(idle.next().await, SocketEvent::Close(1008));
    assert_eq!(guessing.next().await, SocketEvent::Close(1008));
    subscribed.expect_silence().await;
});

store_contract!(who_subscribes_again_and_again_waits_for_each_further_time, |db| async move {
    let every = Duration::from_millis(200);
    let limits = Limits { subscriptions_at_once: 3, subscription_every: every, ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = Watcher::open(&app).await;
    let began = Instant::now();
    for _ in 0..3 + 4 {
        watcher.subscribe(&order, Some(0)).await;
    }
    for _ in 0..3 + 4 {
        watcher.expect("subscribed").await;
        watcher.expect("estimate").await;
    }
    assert!(began.elapsed() >= every * 4, "{:?}", began.elapsed());
    // Another line has its own.
    let began = Instant::now();
    let _other = watch(&app, &order).await;
    assert!(began.elapsed() < every * 4, "{:?}", began.elapsed());
});

store_contract!(thirty_two_orders_on_one_line, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let mut orders = Vec::new();
    for _ in 0..33 {
        orders.push(kitchen.register(&json!({})).await);
    }
    let mut watcher = Watcher::open(&app).await;
    for order in &orders[..32] {
        watcher.subscribe(order, Some(0)).await;
        watcher.expect("subscribed").await;
        watcher.expect("estimate").await;
    }
    watcher.subscribe(&orders[32], Some(0)).await;
    let error = watcher.expect("error").await;
    assert_eq!((&error["code"], &error["orderId"]), (&json!("live/too-many-orders"), &json!(orders[32].id)));
    // One that it watches begins anew, and one that it leaves makes room.
    watcher.subscribe(&orders[0], Some(0)).await;
    watcher.expect("subscribed").await;
    watcher.expect("estimate").await;
    watcher.say(&json!({ "type": "unsubscribe", "topic": "order", "orderId": orders[0].id }).to_string()).await;
    watcher.subscribe(&orders[32], Some(0)).await;
    watcher.expect("subscribed").await;
    watcher.expect("estimate").await;
    kitchen.report_status(&orders[32].id, 1).await;
    assert_eq!(watcher.expect("status").await["orderId"], orders[32].id);
});

store_contract!(an_order_has_so_many_watchers_and_no_more, |db| async move {
    let app = Setup::default().limits(Limits { sockets_per_order: 2, ..Limits::default() }).start(&db).await;
    let kitchen = app.kitchen();
    let (order, other) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let (mut first, _second) = (watch(&app, &order).await, watch(&app, &order).await);
    let mut third = Watcher::open(&app).await;
    third.subscribe(&order, None).await;
    let error = third.expect("error").await;
    assert_eq!((&error["code"], &error["orderId"]), (&json!("live/too-many-watchers"), &json!(order.id)));
    third.subscribe(&other, None).await;
    third.expect("subscribed").await;
    third.expect("snapshot").await;
    first.subscribe(&order, None).await;
    first.expect("subscribed").await;
    first.expect("snapshot").await;
    first.say(&json!({ "type": "unsubscribe", "topic": "order", "orderId": order.id }).to_string()).await;
    first.expect_silence().await;
    third.subscribe(&order, None).await;
    third.expect("subscribed").await;
});

store_contract!(fifty_watch_an_order, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watchers = Vec::new();
    for _ in 0..50 {
        watchers.push(watch(&app, &order).await);
    }
    let mut one_more = Watcher::open(&app).await;
    one_more.subscribe(&order, None).await;
    assert_eq!(one_more.expect("error").await["code"], "live/too-many-watchers");
    app.kitchen().report_status(&order.id, 1).await;
    for watcher in &mut watchers {
        assert_eq!(watcher.expect("status").await["seq"], 1);
    }
});

store_contract!(wrong_keys_are_counted_and_are_no_bad_frames, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = Watcher::open(&app).await;
    let guess = |n: usize| Registered { key: format!("guess{n}"), ..order.clone() };
    for n in 0..10 {
        watcher.subscribe(&guess(n), None).await;
        assert_eq!(watcher.expect("error").await["code"], "order/not-found");
    }
    watcher.subscribe(&guess(10), None).await;
    let error = watcher.expect("error").await;
    assert_eq!((&error["code"], &error["orderId"]), (&json!("request/too-many"), &json!(order.id)));
    // Those of polling are counted with them.
    assert_eq!(crate::get(&app, &crate::tracking_path(&guess(11))).await.status, 429);
    watcher.subscribe(&order, None).await;
    watcher.expect("subscribed").await;
});
