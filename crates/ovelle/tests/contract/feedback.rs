//! `POST …/{orderId}/{orderKey}/feedback`: what the customer thought of it.

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::{Answer, Registered, pickup},
    store_contract,
    watcher::Watcher,
};

use crate::{fetch, header, live::watch, track, tracking_path};

async fn give(app: &TestApp, order: &Registered, body: &Value) -> Answer {
    let call = app.http.post(app.url(&format!("{}/feedback", tracking_path(order)))).body(body.to_string());
    Answer::read(call.send().await.expect("the server answers")).await
}

// spec: T-81
store_contract!(feedback_is_taken_once_the_order_is_over, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let good = json!({ "rating": 4, "text": "Rapea pohja." });
    for (fields, last) in [(json!({}), 11), (json!({}), 10), (json!({}), 13), (pickup(), 4)] {
        let order = kitchen.register(&fields).await;
        kitchen.report_status(&order.id, 1).await;
        let early = give(&app, &order, &good).await;
        assert_eq!((early.status.as_u16(), early.code()), (409, "feedback/too-early"));
        kitchen.report_status(&order.id, last).await;
        let rev = track(&app, &order).await["rev"].as_i64().unwrap();
        let taken = give(&app, &order, &good).await;
        assert_eq!((taken.status.as_u16(), &taken.body["rating"]), (200, &json!(4)), "{}", taken.body);
        assert_eq!(taken.body["text"], "Rapea pohja.");
        let payload = track(&app, &order).await;
        assert_eq!(payload["feedback"], taken.body);
        assert!(payload["rev"].as_i64().unwrap() > rev);
    }
});

store_contract!(a_rating_of_four_and_a_thousand_characters, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 11).await;
    let text = |length: usize| "ä".repeat(length);
    let misfits = [
        (json!({}), "rating"),
        (json!({ "rating": 0 }), "rating"),
        (json!({ "rating": 5 }), "rating"),
        (json!({ "rating": 3.5 }), "rating"),
        (json!({ "rating": "4" }), "rating"),
        (json!({ "rating": 4, "text": text(1001) }), "text"),
        (json!({ "rating": 4, "text": "a\0" }), "text"),
        (json!({ "rating": 4, "text": 7 }), "text"),
    ];
    for (body, field) in misfits {
        let answer = give(&app, &order, &body).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{body}");
    }
    for rating in 1..=4 {
        let answer = give(&app, &order, &json!({ "rating": rating, "text": text(1000) })).await;
        assert_eq!((answer.status.as_u16(), &answer.body["rating"]), (200, &json!(rating)));
    }
    let wordless = give(&app, &order, &json!({ "rating": 2, "text": null })).await;
    assert_eq!((wordless.status.as_u16(), &wordless.body["text"]), (200, &Value::Null));
});

store_contract!(a_second_one_replaces_the_first_for_a_day, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 8).await;
    // Over late enough that the order is still there when the feedback's day has passed.
    app.kitchen().report_status(&order.id, 11).await;
    assert_eq!(give(&app, &order, &json!({ "rating": 1 })).await.status, 200);
    app.clock.turn(SignedDuration::from_hours(23));
    assert_eq!(give(&app, &order, &json!({ "rating": 3 })).await.status, 200);
    assert_eq!(track(&app, &order).await["feedback"]["rating"], 3);
    app.clock.turn(SignedDuration::from_hours(1));
    let gone = give(&app, &order, &json!({ "rating": 4 })).await;
    assert_eq!((gone.status.as_u16(), gone.code()), (410, "order/expired"), "the order can no longer be tracked");
});

store_contract!(after_a_day_it_stands, |db| async move {
    let app = testkit::app::Setup::default()
        .limits(tracking::Limits {
            orders: orders::OrderLimits {
                tracking_ttl: SignedDuration::from_hours(40),
                ..orders::OrderLimits::default()
            },
            ..tracking::Limits::default()
        })
        .start(&db)
        .await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 11).await;
    assert_eq!(give(&app, &order, &json!({ "rating": 3 })).await.status, 200);
    app.clock.turn(SignedDuration::from_hours(24) + SignedDuration::from_secs(1));
    let closed = give(&app, &order, &json!({ "rating": 1 })).await;
    assert_eq!((closed.status.as_u16(), closed.code()), (409, "feedback/closed"));
    assert_eq!(give(&app, &order, &json!({ "rating": 3 })).await.status, 200, "the same again is no change");
});

store_contract!(who_watches_is_told_of_feedback_with_its_rev, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 11).await;
    let mut watcher = watch(&app, &order).await;
    let etag = async || header(&fetch(&app, &tracking_path(&order)).await, "etag").to_owned();
    let before = etag().await;
    for rating in [4, 2] {
        let given = give(&app, &order, &json!({ "rating": rating })).await.body;
        let frame = watcher.expect("estimate").await;
        let payload = track(&app, &order).await;
        assert_eq!((&frame["rev"], &frame["feedback"]), (&payload["rev"], &given));
        assert_eq!((&frame["estimate"], &payload["feedback"]), (&Value::Null, &given));
    }
    assert_ne!(etag().await, before);
    // The same again is no change, and what follows is counted on.
    give(&app, &order, &json!({ "rating": 2 })).await;
    kitchen.report_status(&order.id, 12).await;
    let status = watcher.expect("status").await;
    assert_eq!((&status["seq"], &status["rev"]), (&json!(2), &track(&app, &order).await["rev"]));
    watcher.expect("end").await;
    // Nothing follows the end.
    give(&app, &order, &json!({ "rating": 1 })).await;
    watcher.expect_silence().await;
    // Who comes back learns it with what the order shows.
    let mut late = Watcher::open(&app).await;
    late.subscribe(&order, Some(2)).await;
    late.expect("subscribed").await;
    assert_eq!(late.expect("snapshot").await["order"]["feedback"]["rating"], 1);
});

store_contract!(who_comes_back_learns_of_feedback, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 11).await;
    let given = give(&app, &order, &json!({ "rating": 4 })).await.body;
    let mut watcher = Watcher::open(&app).await;
    watcher.subscribe(&order, Some(1)).await;
    watcher.expect("subscribed").await;
    let estimate = watcher.expect("estimate").await;
    assert_eq!((&estimate["feedback"], &estimate["rev"]), (&given, &track(&app, &order).await["rev"]));
});

store_contract!(only_the_key_holder_gives_feedback, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    app.kitchen().report_status(&order.id, 11).await;
    let stranger = Registered { key: "x".to_owned(), ..order.clone() };
    let answer = give(&app, &stranger, &json!({ "rating": 1 })).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (404, "order/not-found"));
    assert_eq!(track(&app, &order).await["feedback"], Value::Null);
});

store_contract!(twenty_words_a_minute_are_taken_of_one_order, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let [loud, other] = [app.kitchen().register(&json!({})).await, app.kitchen().register(&json!({})).await];
    for order in [&loud, &other] {
        app.kitchen().report_status(&order.id, 11).await;
    }
    let good = json!({ "rating": 4 });
    for _ in 0..20 {
        assert_eq!(give(&app, &loud, &good).await.status.as_u16(), 200);
    }
    let refused = give(&app, &loud, &good).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (429, "request/too-many"));
    assert_eq!(give(&app, &other, &good).await.status.as_u16(), 200);
});
