//! By whose right the staff watch: tokens, restaurants, and the end of a session.

use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{BoardPage, STAFF_FLAG, STAFF_TOKEN},
    staff::StaffClient,
    store_contract,
    watcher::Watcher,
};
use tracking::Limits;

async fn watch_order(line: &mut Watcher, order: &str, token: &str) {
    line.say(&json!({ "type": "subscribe", "topic": "order", "orderId": order, "token": token }).to_string()).await;
}

async fn watch_board(line: &mut Watcher, token: &str, restaurants: &[&str]) {
    let ask = json!({ "type": "subscribe", "topic": "board", "token": token, "restaurantIds": restaurants });
    line.say(&ask.to_string()).await;
}

store_contract!(a_token_opens_one_subscription, |db| async move {
    let app = Setup::default().start(&db).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let order = app.kitchen().register(&json!({})).await;
    let token = person.live_token().await;
    let mut line = Watcher::open(&app).await;
    watch_board(&mut line, &token, &[]).await;
    assert_eq!(line.expect("board").await["orders"][0]["orderId"], json!(order.id));
    for used_or_wrong in [&token, "", "no token of anybody"] {
        watch_board(&mut line, used_or_wrong, &[]).await;
        let error = line.expect("error").await;
        assert_eq!((&error["code"], error.get("orderId")), (&json!("board/unauthorized"), None));
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()));
        watch_order(&mut line, &order.id, used_or_wrong).await;
        let error = line.expect("error").await;
        assert_eq!((&error["code"], &error["orderId"]), (&json!("board/unauthorized"), &json!(order.id)));
    }
    line.expect_silence().await;
    watch_order(&mut line, &order.id, &person.live_token().await).await;
    assert_eq!(line.expect("subscribed").await["orderId"], json!(order.id));
    line.expect("snapshot").await;
    app.kitchen().report_status(&order.id, 1).await;
    let mut kinds = [line.frame().await["type"].clone(), line.frame().await["type"].clone()];
    kinds.sort_by_key(Value::to_string);
    assert_eq!(kinds, ["board", "status"], "what was opened before stays open");
});

store_contract!(the_configured_token_serves_again_and_again, |db| async move {
    let app = Setup::default().flag(STAFF_FLAG).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = Watcher::open(&app).await;
    for _ in 0..3 {
        watch_board(&mut line, STAFF_TOKEN, &[]).await;
        line.expect("board").await;
        watch_order(&mut line, &order.id, STAFF_TOKEN).await;
        line.expect("subscribed").await;
        line.expect("snapshot").await;
    }
    watch_order(&mut line, "424242", STAFF_TOKEN).await;
    assert_eq!(line.expect("error").await["code"], "order/not-found");
    watch_order(&mut line, "x", STAFF_TOKEN).await;
    assert_eq!(line.expect("error").await["code"], "order/not-found");
});

store_contract!(without_a_configured_token_none_is_let_in, |db| async move {
    let app = TestApp::start(&db).await;
    let mut line = Watcher::open(&app).await;
    for token in [STAFF_TOKEN, ""] {
        watch_board(&mut line, token, &[]).await;
        assert_eq!(line.expect("error").await["code"], "board/unauthorized");
    }
});

store_contract!(wrong_tokens_count_as_wrong_keys_do, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").flag(STAFF_FLAG).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = Watcher::open(&app).await;
    for attempt in 0..12 {
        match attempt % 2 {
            0 => watch_board(&mut line, "wrong", &[]).await,
            _ => watch_order(&mut line, &order.id, "wrong").await,
        }
        let code = line.expect("error").await["code"].clone();
        assert_eq!(code, if attempt < 10 { "board/unauthorized" } else { "request/too-many" }, "{attempt}");
    }
    watch_board(&mut line, STAFF_TOKEN, &[]).await;
    line.expect("board").await;
});

store_contract!(bound_people_see_their_restaurants_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let here = kitchen.register(&json!({})).await;
    let there = kitchen.register(&json!({ "restaurantId": "14" })).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[12]).await;
    let mut page = BoardPage::open(&app, &person.live_token().await, &[]).await;
    assert_eq!(page.orders(), [&here.id], "all that they may see");
    page.subscribe(&person.live_token().await, &["12"]).await;
    page.read().await;
    assert_eq!(page.orders(), [&here.id]);
    for foreign in [&["14"][..], &["12", "14"], &["999"]] {
        watch_board(&mut page.line, &person.live_token().await, foreign).await;
        assert_eq!(page.line.expect("error").await["code"], "board/forbidden", "{foreign:?}");
    }
    kitchen.report_status(&there.id, 1).await;
    watch_order(&mut page.line, &there.id, &person.live_token().await).await;
    let error = page.line.expect("error").await;
    assert_eq!((&error["code"], &error["orderId"]), (&json!("order/not-found"), &json!(there.id)));
    watch_order(&mut page.line, &here.id, &person.live_token().await).await;
    page.line.expect("subscribed").await;
    page.line.expect("snapshot").await;
    page.line.expect_silence().await;
});

store_contract!(a_session_that_ends_takes_its_topics_along, |db| async move {
    let limits = Limits { sweep: std::time::Duration::from_secs(3600), ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let kitchen = app.kitchen();
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let other = StaffClient::signed_in(&app, "eino@ovelle.example", &[]).await;
    let (by_token, by_key) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let mut staying = BoardPage::open(&app, &other.live_token().await, &[]).await;
    let mut line = Watcher::open(&app).await;
    watch_board(&mut line, &person.live_token().await, &[]).await;
    line.expect("board").await;
    watch_order(&mut line, &by_token.id, &person.live_token().await).await;
    line.subscribe(&by_key, None).await;
    for kind in ["subscribed", "snapshot", "subscribed", "snapshot"] {
        line.expect(kind).await;
    }
    app.node().hub().sweep().await;
    // Who looks at the two orders; nothing else.
    assert_eq!(line.expect("board").await["orders"].as_array().map(Vec::len), Some(2));
    line.expect_silence().await;
    assert_eq!(person.call(Method::POST, "/api/users/staff/sign-out", &Value::Null).await.status, 204);
    app.node().hub().sweep().await;
    let mut ended = [line.expect("error").await, line.expect("error").await];
    ended.sort_by_key(|error| error["orderId"].to_string());
    assert!(ended.iter().all(|error| error["code"] == "board/session-ended"), "{ended:?}");
    assert_eq!((&ended[0]["orderId"], ended[1].get("orderId")), (&json!(by_token.id), None));
    kitchen.report_status(&by_token.id, 1).await;
    kitchen.report_status(&by_key.id, 1).await;
    assert_eq!(line.expect("status").await["orderId"], json!(by_key.id), "what it has a key for stays");
    line.expect_silence().await;
    staying.read_until(|rows| rows[&by_key.id]["status"] == 1).await;
    app.node().hub().sweep().await;
    line.expect_silence().await;
    watch_board(&mut line, &other.live_token().await, &[]).await;
    line.expect("board").await;
});

store_contract!(nobody_has_to_ask_whether_a_session_has_ended, |db| async move {
    let app = TestApp::start(&db).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let mut page = BoardPage::open(&app, &person.live_token().await, &[]).await;
    let email = person.email.parse().unwrap();
    app.node().store().staff().remove(&email, testkit::order::noon()).await.unwrap();
    assert_eq!(page.line.expect("error").await["code"], "board/session-ended");
});

// A call centre answers the phone for hours without a call to the server.
store_contract!(an_open_board_is_a_use_of_its_session, |db| async move {
    let limits = Limits { sweep: std::time::Duration::from_secs(3600), ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let absent = StaffClient::signed_in(&app, "eino@ovelle.example", &[]).await;
    let mut page = BoardPage::open(&app, &person.live_token().await, &[]).await;
    for _ in 0..3 {
        app.clock.turn(SignedDuration::from_hours(11));
        app.node().hub().sweep().await;
        page.read_what_came().await;
    }
    assert_eq!(person.get("/api/users/staff/me").await.status, 200);
    assert_eq!(absent.get("/api/users/staff/me").await.status, 401);
    // A week after the sign-in it has ended all the same.
    for _ in 0..13 {
        app.clock.turn(SignedDuration::from_hours(11));
        app.node().hub().sweep().await;
    }
    assert_eq!(page.line.expect("error").await["code"], "board/session-ended");
});

store_contract!(coming_back_by_a_key_outlives_the_session, |db| async move {
    let limits = Limits { sweep: std::time::Duration::from_secs(3600), ..Limits::default() };
    let app = Setup::default().limits(limits).start(&db).await;
    let person = StaffClient::signed_in(&app, "aino@ovelle.example", &[]).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = Watcher::open(&app).await;
    watch_order(&mut line, &order.id, &person.live_token().await).await;
    line.subscribe(&order, None).await;
    for kind in ["subscribed", "snapshot", "subscribed", "snapshot"] {
        line.expect(kind).await;
    }
    person.call(Method::POST, "/api/users/staff/sign-out", &Value::Null).await;
    app.node().hub().sweep().await;
    line.expect_silence().await;
    app.kitchen().report_status(&order.id, 1).await;
    line.expect("status").await;
});

store_contract!(board_frames_that_do_not_fit_are_bad_frames, |db| async move {
    let app = Setup::default().flag(STAFF_FLAG).start(&db).await;
    let bad = [
        json!({ "type": "subscribe", "topic": "board" }),
        json!({ "type": "subscribe", "topic": "board", "token": 7 }),
        json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN, "restaurantIds": "12" }),
        json!({ "type": "subscribe", "topic": "board", "token": STAFF_TOKEN, "restaurantIds": [12] }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "1" }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "1", "token": 7 }),
    ];
    for frames in bad.chunks(3) {
        let mut line = Watcher::open(&app).await;
        for frame in frames {
            line.say(&frame.to_string()).await;
            assert_eq!(line.expect("error").await["code"], "frame/invalid", "{frame}");
        }
        watch_board(&mut line, STAFF_TOKEN, &[]).await;
        line.expect("board").await;
    }
});
