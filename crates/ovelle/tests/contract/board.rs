//! The board of the staff: what stands on it, and how it changes.

use bus::LocalBus;
use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    db::TestDb,
    kitchen::Kitchen,
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tracking::Limits;

async fn start(db: &TestDb) -> TestApp {
    Setup::default().flag(STAFF_FLAG).start(db).await
}

async fn register(kitchen: &Kitchen, fields: Value) -> String {
    kitchen.register(&fields).await.id
}

store_contract!(the_first_frame_is_the_whole_board_and_then_come_changed_rows, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let fields = json!({ "promisedAt": "2026-11-21T12:45:00Z", "preOrderTime": "2026-11-21T12:40:00Z" });
    let id = register(&kitchen, fields).await;
    kitchen.report_status(&id, 3).await;
    let other = register(&kitchen, json!({ "orderType": "pickup", "restaurantId": "14", "customer": null })).await;
    let mut line = Watcher::open(&app).await;
    line.say(&json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN }).to_string()).await;
    let mut frame = line.frame().await;
    frame["orders"].as_array_mut().unwrap().sort_by_key(|order| order["orderId"].to_string());
    let read = kitchen.call(reqwest::Method::GET, &format!("/api/dispatch/orders/{id}"), &Value::Null).await.body;
    let expected = json!({
        "avoidAllergens": [], "orderId": id, "restaurantId": "12", "orderType": "delivery", "status": 3, "seq": 1,
        "statusAt": "2026-11-21T12:00:00Z", "carId": null, "carUnheardSince": null, "watched": false, "openedBy": [],
        "placedAt": read["placedAt"], "promisedAt": "2026-11-21T12:45:00Z", "preOrderTime": "2026-11-21T12:40:00Z",
        "estimate": read["estimate"], "late": false,
        "customer": { "name": "Aino Aalto", "phone": "+358 40 000 0000", "streetAddress": "Vilhonkatu 4",
                      "city": "Helsinki" }
    });
    assert_eq!((&frame["type"], &frame["removed"]), (&json!("board"), &json!([])), "no other frame comes before it");
    assert_eq!(frame["orders"][0], expected);
    let without = json!({ "name": null, "phone": null, "streetAddress": null, "city": null });
    assert_eq!((&frame["orders"][1]["orderId"], &frame["orders"][1]["customer"]), (&json!(other), &without));
    assert_eq!(frame["orders"].as_array().unwrap().len(), 2);
    line.expect_silence().await;

    kitchen.report_status(&id, 4).await;
    let frame = line.expect("board").await;
    assert_eq!((frame["orders"].as_array().unwrap().len(), &frame["removed"]), (1, &json!([])));
    let row = &frame["orders"][0];
    assert_eq!((&row["orderId"], &row["status"], &row["seq"]), (&json!(id), &json!(4), &json!(2)));
    assert_eq!(row["customer"], expected["customer"], "a row comes whole");
    let new = register(&kitchen, json!({})).await;
    assert_eq!(line.expect("board").await["orders"][0]["orderId"], json!(new));
    line.expect_silence().await;
});

store_contract!(an_empty_board_is_told_too, |db| async move {
    let app = start(&db).await;
    let page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!((page.frames, page.rows.len()), (1, 0));
});

store_contract!(it_shows_what_is_due_today_however_old_and_tomorrow_from_midnight, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let today = register(&kitchen, json!({ "promisedAt": "2026-11-21T21:59:59Z" })).await;
    let tomorrow = register(&kitchen, json!({ "promisedAt": "2026-11-21T22:00:00Z" })).await;
    let asked = register(&kitchen, json!({ "preOrderTime": "2026-11-22T12:00:00Z" })).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(page.orders(), [&today]);
    kitchen.report_status(&tomorrow, 1).await;
    page.line.expect_silence().await;
    app.clock.turn(SignedDuration::from_hours(10));
    app.node().hub().sweep().await;
    page.read_until(|rows| rows.contains_key(&tomorrow) && rows.contains_key(&asked)).await;
    assert_eq!(page.orders(), [&today, &tomorrow, &asked]);
    // Two days past its promise it can no longer be tracked, and has left the board.
    app.clock.turn(SignedDuration::from_hours(48));
    app.node().hub().sweep().await;
    page.read_until(|rows| !rows.contains_key(&today)).await;
});

store_contract!(what_is_over_stays_for_a_quarter_of_an_hour, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let (done, open) = (register(&kitchen, json!({})).await, register(&kitchen, json!({})).await);
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    kitchen.report_status(&done, 11).await;
    assert_eq!(page.read().await["orders"][0]["status"], 11);
    app.clock.turn(SignedDuration::from_secs(14 * 60 + 59));
    app.node().hub().sweep().await;
    page.read_until(|rows| rows[&open]["late"] == false || rows.contains_key(&done)).await;
    assert_eq!(page.orders(), [&done, &open]);
    app.clock.turn(SignedDuration::from_secs(1));
    app.node().hub().sweep().await;
    page.read_until(|rows| !rows.contains_key(&done)).await;
    assert_eq!(page.orders(), [&open]);
    assert_eq!(BoardPage::open(&app, STAFF_TOKEN, &[]).await.orders(), [&open]);
});

store_contract!(late_is_judged_again_as_time_passes, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let id = register(&kitchen, json!({ "promisedAt": "2026-11-21T12:45:00Z" })).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(page.rows[&id]["late"], false);
    app.clock.turn(SignedDuration::from_mins(45));
    app.node().hub().sweep().await;
    page.line.expect_silence().await;
    app.clock.turn(SignedDuration::from_secs(1));
    app.node().hub().sweep().await;
    page.read_until(|rows| rows[&id]["late"] == true).await;
    assert_eq!((page.frames, &page.rows[&id]["seq"]), (2, &json!(0)));
    kitchen.report_status(&id, 11).await;
    page.read_until(|rows| rows[&id]["late"] == false).await;
});

store_contract!(restaurants_can_be_chosen, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let here = register(&kitchen, json!({})).await;
    let there = register(&kitchen, json!({ "restaurantId": "14" })).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &["14", "14"]).await;
    assert_eq!(page.orders(), [&there]);
    kitchen.report_status(&here, 1).await;
    kitchen.report_status(&there, 2).await;
    assert_eq!(page.read().await["orders"][0]["status"], 2);
    let empty = json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN, "restaurantIds": [] });
    page.line.say(&empty.to_string()).await;
    page.rows.clear();
    page.frames = 0;
    page.read().await;
    assert_eq!(page.orders(), [&here, &there], "an empty list is all, and the board begins anew");
    for unknown in ["999", "x", ""] {
        page.line
            .say(
                &json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN,
                               "restaurantIds": ["12", unknown] })
                .to_string(),
            )
            .await;
        assert_eq!(page.line.expect("error").await["code"], "shop/not-found", "{unknown}");
    }
    page.line.expect_silence().await;
});

store_contract!(subscribing_again_begins_anew_and_unsubscribing_ends_it, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let id = register(&kitchen, json!({})).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    page.subscribe(STAFF_TOKEN, &[]).await;
    page.read().await;
    assert_eq!(page.orders(), [&id]);
    kitchen.report_status(&id, 1).await;
    page.read().await;
    page.line.expect_silence().await;
    page.line.say(r#"{"type":"unsubscribe","topic":"board"}"#).await;
    page.line.expect_silence().await;
    kitchen.report_status(&id, 2).await;
    let mut other = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    other.read_until(|rows| rows[&id]["status"] == 2).await;
    page.line.expect_silence().await;
    page.line.say(r#"{"type":"unsubscribe","topic":"board"}"#).await;
    page.line.expect_silence().await;
});

store_contract!(a_board_is_a_first_subscription, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { first_subscription: std::time::Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().flag(STAFF_FLAG).limits(limits).start(&db).await;
    let mut idle = Watcher::open(&app).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    assert_eq!(idle.next().await, SocketEvent::Close(1008));
    page.line.expect_silence().await;
});

store_contract!(a_board_that_is_too_large_asks_to_choose, |db| async move {
    let limits = Limits { board_bytes: 1_000, ..Limits::default() };
    let app = Setup::default().flag(STAFF_FLAG).limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    for restaurant in ["12", "12", "12", "14"] {
        register(&kitchen, json!({ "restaurantId": restaurant })).await;
    }
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &["14"]).await;
    page.subscribe(STAFF_TOKEN, &[]).await;
    assert_eq!(page.line.expect("error").await["code"], "board/too-large");
    register(&kitchen, json!({})).await;
    page.line.expect_silence().await;
    page.subscribe(STAFF_TOKEN, &["14"]).await;
    page.read().await;
    assert_eq!(page.rows.len(), 1, "the line stays");
});

store_contract!(the_board_and_orders_share_a_line, |db| async move {
    let app = start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut page = BoardPage::open(&app, STAFF_TOKEN, &[]).await;
    page.line.subscribe(&order, None).await;
    page.line.expect("subscribed").await;
    page.line.expect("snapshot").await;
    kitchen.report_status(&order.id, 1).await;
    let mut kinds = [page.line.frame().await["type"].clone(), page.line.frame().await["type"].clone()];
    kinds.sort_by_key(Value::to_string);
    assert_eq!(kinds, ["board", "status"]);
    page.line.say(&json!({ "type": "unsubscribe", "topic": "order", "orderId": order.id }).to_string()).await;
    page.line.expect_silence().await;
    kitchen.report_status(&order.id, 2).await;
    page.read().await;
    page.line.expect_silence().await;
});

store_contract!(what_one_node_takes_in_the_others_board_shows_at_once, |db| async move {
    let mut places = LocalBus::nodes(2);
    let (second, first) = (places.remove(1), places.remove(0));
    let limits = Limits { sweep: std::time::Duration::from_secs(3600), ..Limits::default() };
    let node = |place| Setup::default().flag(STAFF_FLAG).limits(limits.clone()).bus(place).start(&db);
    let (a, b) = (node(first).await, node(second).await);
    let mut pages = [
        BoardPage::open(&b, STAFF_TOKEN, &[]).await,
        BoardPage::open(&b, STAFF_TOKEN, &["12", "14"]).await,
        BoardPage::open(&b, STAFF_TOKEN, &["12"]).await,
    ];
    let mut elsewhere = BoardPage::open(&b, STAFF_TOKEN, &["14"]).await;
    let id = register(&a.kitchen(), json!({})).await;
    a.kitchen().report_all(&id, &[1, 2, 3]).await;
    for page in &mut pages {
        page.read_until(|rows| rows.get(&id).is_some_and(|row| row["status"] == 3)).await;
    }
    elsewhere.line.expect_silence().await;
});

store_contract!(a_node_that_hears_nothing_finds_it_in_the_database, |db| async move {
    let limits = Limits { sweep: std::time::Duration::from_secs(3600), ..Limits::default() };
    let node = || Setup::default().flag(STAFF_FLAG).limits(limits.clone()).bus(LocalBus::alone()).start(&db);
    let (a, deaf) = (node().await, node().await);
    let mut page = BoardPage::open(&deaf, STAFF_TOKEN, &[]).await;
    let id = register(&a.kitchen(), json!({})).await;
    a.kitchen().report_status(&id, 1).await;
    page.line.expect_silence().await;
    deaf.node().hub().sweep().await;
    page.read_until(|rows| rows.get(&id).is_some_and(|row| row["status"] == 1)).await;
    for status in [2, 3, 4] {
        a.kitchen().report_status(&id, status).await;
        deaf.node().hub().sweep().await;
        page.read_until(|rows| rows[&id]["status"] == json!(status)).await;
    }
    // Its last customer's word ends it, and nothing rings.
    a.kitchen().report_status(&id, 13).await;
    deaf.node().hub().sweep().await;
    page.read_until(|rows| rows[&id]["status"] == 13).await;
});

store_contract!(nobody_has_to_ask_for_a_sweep_of_the_board, |db| async move {
    let node = || Setup::default().flag(STAFF_FLAG).bus(LocalBus::alone()).start(&db);
    let (a, deaf) = (node().await, node().await);
    let mut page = BoardPage::open(&deaf, STAFF_TOKEN, &[]).await;
    let id = register(&a.kitchen(), json!({})).await;
    page.read_until(|rows| rows.contains_key(&id)).await;
});
