//! What goes over the lines of the staff and of dispatch is what the document says.

use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    dispatcher::DispatchClient,
    store_contract,
};

use crate::{
    get,
    schema::{assert_fits, validator},
};

store_contract!(every_board_frame_fits_its_schema, |db| async move {
    let app = Setup::default().flag(STAFF_FLAG).start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let frames = validator(&document, "ServerFrame");
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "preOrderTime": "2026-11-21T16:00:00Z" })).await;
    kitchen.register(&json!({ "orderType": "pickup", "customer": null })).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    page.subscribe(STAFF_TOKEN, &["12"]).await;
    let whole = page.read().await;
    assert_eq!(whole["orders"].as_array().map(Vec::len), Some(2));
    assert_fits(&frames, &whole);
    kitchen.report_status(&order.id, 13).await;
    assert_fits(&frames, &page.read().await);
    app.clock.turn(jiff::SignedDuration::from_mins(15));
    app.node().hub().sweep().await;
    let mut last = page.read().await;
    while last["removed"] == json!([]) {
        last = page.read().await;
    }
    assert_fits(&frames, &last);
    assert!(!frames.is_valid(&json!({ "type": "board", "orders": [{ "orderId": "1" }], "removed": [] })));
    let car = json!({ "carId": "auto-1", "lat": 60.17, "lng": 24.94, "headingDeg": null, "speedKmh": 31.5,
                      "at": "2026-11-21T10:00:00Z" });
    assert_fits(&frames, &json!({ "type": "cars", "cars": [car], "removed": ["auto-2"] }));
    assert!(!frames.is_valid(&json!({ "type": "cars", "cars": [{ "carId": "auto-1" }], "removed": [] })));
});

store_contract!(what_the_staff_say_fits_its_schema, |db| async move {
    let app = TestApp::start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let frames = validator(&document, "ClientFrame");
    let shown = [
        json!({ "type": "subscribe", "topic": "board", "token": "…", "restaurantIds": ["12"] }),
        json!({ "type": "subscribe", "topic": "board", "token": "…" }),
        json!({ "type": "subscribe", "topic": "board", "token": "…", "cars": true }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "10234", "token": "…", "since": 17 }),
        json!({ "type": "unsubscribe", "topic": "board" }),
    ];
    for frame in &shown {
        assert_fits(&frames, frame);
    }
    for broken in [
        json!({ "type": "subscribe", "topic": "board" }),
        json!({ "type": "subscribe", "topic": "board", "token": "…", "restaurantIds": [12] }),
        json!({ "type": "subscribe", "topic": "board", "token": "…", "cars": "yes" }),
        json!({ "type": "unsubscribe", "topic": "order" }),
    ] {
        assert!(!frames.is_valid(&broken), "{broken}");
    }
});

store_contract!(every_frame_of_the_dispatch_line_fits_its_schema, |db| async move {
    let app = TestApp::start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let (said, told) = (validator(&document, "DispatchClientFrame"), validator(&document, "DispatchServerFrame"));
    let order = app.kitchen().register(&json!({})).await;
    let mut line = DispatchClient::open_strange(&app).await.line;
    let position = json!({ "lat": 60.17, "lng": 24.94, "at": "2026-11-21T12:00:00Z", "speedKmh": 31 });
    let calls = [
        json!({ "type": "auth", "key": CHAIN_KEY }),
        json!({ "type": "status", "id": 1, "orderId": order.id, "status": 3, "eventId": "e-1", "note": "Uunissa." }),
        json!({ "type": "status", "id": 2, "orderId": order.id, "status": 1 }),
        json!({ "type": "position", "id": 3, "carId": "auto-3", "positions": [position] }),
        json!({ "type": "watch", "id": 4, "restaurantId": "12" }),
    ];
    for call in &calls {
        assert_fits(&said, call);
        line.say(&call.to_string()).await;
    }
    line.say("hei").await;
    let mut kinds = Vec::new();
    let (mut answers, mut orders, mut said) = (0, 0, 0);
    while answers < 5 || orders < 1 || said < 1 {
        let frame = line.frame().await;
        assert_fits(&told, &frame);
        let is_answer = frame["type"] != "order" && frame["type"] != "restaurant";
        answers += frame["acks"].as_array().map_or(usize::from(is_answer), Vec::len);
        orders += usize::from(frame["type"] == "order");
        said += usize::from(frame["type"] == "restaurant");
        kinds.push(frame["type"].clone());
    }
    assert!(["error", "order"].iter().all(|kind| kinds.contains(&json!(kind))), "{kinds:?}");
    let acks = json!({ "type": "acks", "acks": [
        { "type": "ack", "id": 1, "orderId": "1", "seq": 1, "status": 1, "applied": true },
        { "type": "ack", "id": 2, "accepted": 1, "stale": 0 },
    ] });
    for frame in [acks, json!({ "type": "beat", "delayed": true })] {
        assert_fits(&told, &frame);
    }
    for broken in
        [json!({ "type": "ack" }), json!({ "type": "error" }), json!({ "type": "order", "order": Value::Null })]
    {
        assert!(!told.is_valid(&broken), "{broken}");
    }
});
