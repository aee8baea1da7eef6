//! The dispatch line: who may speak on it, and what it bears.

use std::time::{Duration, Instant};

use bus::LocalBus;
use domain::key::fingerprint;
use domain::order::Source;
use reqwest::Method;
use serde_json::{Value, json};
use store::NewDispatchKey;
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY, Setup, TestApp},
    dispatcher::{DispatchClient, PATH, PROTOCOL},
    store_contract,
    watcher::{SocketEvent, Watcher},
};
use tokio_tungstenite::tungstenite::{Error, Message};
use tracking::Limits;

/// How an upgrade is refused: its status and its code.
async fn refused(app: &TestApp, headers: &[(&'static str, &str)]) -> (u16, Value) {
    match Watcher::try_open_at(app, PATH, headers).await.map(drop).map_err(|error| *error) {
        Err(Error::Http(response)) => {
            let body: Value = serde_json::from_slice(response.body().as_deref().unwrap_or_default()).unwrap();
            (response.status().as_u16(), body["messageCode"].clone())
        }
        other => panic!("the upgrade was to be refused: {other:?}"),
    }
}

store_contract!(a_key_is_shown_at_the_upgrade, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let id = line.report(&order.id, 1).await;
    assert_eq!(line.answer(id).await["applied"], true);
    for wrong in ["Bearer wrong", "Bearer", "wrong", "Basic Y2hhaW4=", ""] {
        assert_eq!(refused(&app, &[PROTOCOL, ("authorization", wrong)]).await, (401, json!("dispatch/unauthorized")));
    }
    let bearer = format!("Bearer {CHAIN_KEY}");
    for protocol in ["ovelle.live.v1", "ovelle.dispatch.v2"] {
        let headers = [("sec-websocket-protocol", protocol), ("authorization", &bearer)];
        assert_eq!(refused(&app, &headers).await, (400, json!("dispatch/protocol")));
    }
    let evil = [PROTOCOL, ("authorization", &bearer), ("origin", "https://evil.example")];
    assert_eq!(refused(&app, &evil).await, (403, json!("live/origin")));
});

store_contract!(or_a_key_is_said_in_the_first_frame, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = DispatchClient::open_strange(&app).await;
    line.auth(BOUND_KEY).await;
    let id = line.report(&order.id, 1).await;
    assert_eq!(line.answer(id).await["applied"], true);
    for first in [
        json!({ "type": "auth", "key": "wrong" }),
        json!({ "type": "auth" }),
        json!({ "type": "auth", "key": 7 }),
        json!({ "type": "status", "id": 1, "orderId": order.id, "status": 2 }),
        json!({ "type": "dance" }),
        json!("auth"),
    ] {
        let mut line = DispatchClient::open_strange(&app).await.line;
        line.say(&first.to_string()).await;
        let error = line.expect("error").await;
        assert_eq!((&error["code"], error.get("id")), (&json!("dispatch/unauthorized"), None), "{first}");
        assert_eq!(line.next().await, SocketEvent::Close(1008), "{first}");
    }
    let mut binary = DispatchClient::open_strange(&app).await.line;
    binary.send(Message::binary(b"auth".to_vec())).await;
    binary.expect("error").await;
    assert_eq!(binary.next().await, SocketEvent::Close(1008));
    let read = app.kitchen().call(Method::GET, &format!("/api/dispatch/orders/{}", order.id), &Value::Null).await;
    assert_eq!(read.body["status"], 1, "a stranger's report does nothing");
});

store_contract!(who_does_not_say_a_key_is_sent_away, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { first_subscription: Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let mut strange = DispatchClient::open_strange(&app).await.line;
    let order = app.kitchen().register(&json!({})).await;
    let mut known = [DispatchClient::open(&app, CHAIN_KEY).await, DispatchClient::open_strange(&app).await];
    known[1].auth(CHAIN_KEY).await;
    assert_eq!(strange.next().await, SocketEvent::Close(1008));
    for line in &mut known {
        let id = line.report(&order.id, 1).await;
        line.answer(id).await;
    }
});

store_contract!(a_status_is_answered_as_the_call_is, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "externalId": "K-1" })).await;
    let foreign = kitchen.register(&json!({ "restaurantId": "14" })).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let applied = [
        (
            json!({ "orderId": order.id, "status": 1, "eventId": "e-1", "note": "Tulossa.", "staffNote": "Pöytä 4" }),
            (1, 1, true),
        ),
        (json!({ "orderId": order.id, "status": 1, "eventId": "e-1" }), (1, 1, false)),
        (json!({ "orderId": "ext:K-1", "status": 2, "ifSeq": 1, "occurredAt": "2026-11-21T11:59:00Z" }), (2, 2, true)),
        (json!({ "orderId": "ext:K-1", "status": 2 }), (2, 2, false)),
    ];
    for (call, (seq, status, applied)) in &applied {
        let id = line.call("status", call).await;
        let ack =
            json!({ "type": "ack", "id": id, "orderId": order.id, "seq": seq, "status": status, "applied": applied });
        assert_eq!(line.answer(id).await, ack);
    }
    let refused = [
        json!({ "orderId": "ext:K-1", "status": 3, "ifSeq": 1 }),
        json!({ "orderId": order.id, "status": 0 }),
        json!({ "orderId": "424242", "status": 1 }),
        json!({ "orderId": "ext:K-2", "status": 1 }),
        json!({ "orderId": "x", "status": 1 }),
        json!({ "orderId": order.id, "status": 99 }),
        json!({ "orderId": order.id, "status": "3" }),
        json!({ "orderId": order.id, "status": 13 }),
        json!({ "orderId": order.id }),
        json!({ "orderId": 7, "status": 1 }),
        json!({ "status": 1 }),
        json!({ "orderId": order.id, "status": 3, "occurredAt": "2026-11-21T13:59:00Z" }),
    ];
    for call in &refused {
        let id = line.call("status", call).await;
        let answer = line.answer(id).await;
        let rest = kitchen.call(Method::POST, "/api/dispatch/status", &json!([call])).await.body["results"][0].clone();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &rest["messageCode"]), "{call}");
        assert_eq!((&answer["id"], &answer["message"]), (&json!(id), &rest["message"]), "{call}");
        assert_eq!(answer.get("metadata").unwrap_or(&json!({})), &rest["metadata"], "{call}");
    }
    let history = &crate::track(&app, &order).await["statusHistory"];
    assert_eq!((&history[1]["note"], &history[2]["at"]), (&json!("Tulossa."), &json!("2026-11-21T11:59:00Z")));
    let mut bound = DispatchClient::open(&app, BOUND_KEY).await;
    let id = bound.report(&foreign.id, 1).await;
    assert_eq!(bound.answer(id).await["code"], "dispatch/forbidden");
});

store_contract!(an_ack_and_an_error_look_so, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
    let report = |id: i64, status: i16| json!({ "type": "status", "id": id, "orderId": order.id, "status": status });
    line.say(&report(7, 3).to_string()).await;
    let ack = json!({ "type": "ack", "id": 7, "orderId": order.id, "seq": 1, "status": 3, "applied": true });
    assert_eq!(line.frame().await, ack);
    line.say(&report(-8, 1).to_string()).await;
    let mut error = line.frame().await;
    assert!(error.as_object_mut().unwrap().remove("message").is_some_and(|message| message.is_string()));
    let expected =
        json!({ "type": "error", "id": -8, "code": "status/transition", "metadata": { "from": 3, "to": 1 } });
    assert_eq!(error, expected);
});

store_contract!(calls_on_one_order_are_carried_out_in_their_order, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let walk = [1, 2, 3, 4, 5, 6, 5, 6, 7, 8, 9, 8, 11, 12];
    let mut orders = Vec::new();
    for n in 0..6 {
        orders.push((kitchen.register(&json!({ "externalId": format!("K-{n}") })).await, format!("ext:K-{n}")));
    }
    let mut ids = Vec::new();
    // All at once, by the order's number and by its name in turn; more than may be in work at a time.
    for (turn, status) in walk.iter().enumerate() {
        for (order, name) in &orders {
            let order = if turn % 3 == 1 { name } else { &order.id };
            ids.push((turn, line.report(order, *status).await));
        }
    }
    for (turn, id) in ids {
        let answer = line.answer(id).await;
        assert_eq!((&answer["applied"], &answer["seq"]), (&json!(true), &json!(turn + 1)), "{answer}");
    }
    for (order, _) in &orders {
        let history = crate::track(&app, order).await["statusHistory"].clone();
        let statuses: Vec<i64> = history.as_array().unwrap().iter().map(|e| e["status"].as_i64().unwrap()).collect();
        assert_eq!(statuses[1..], walk.map(i64::from));
    }
});

store_contract!(answers_that_are_there_together_go_out_together, |db| async move {
    // On this bus positions wait for nothing but the first read of what their car carries.
    let app = Setup::default().bus(LocalBus::alone()).start(&db).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let position = |second: i64| json!({ "lat": 60.17, "lng": 24.94, "at": format!("2026-11-21T11:59:0{second}Z") });
    let calls: Vec<Value> =
        (0..8).map(|second| json!({ "carId": "auto-1", "positions": [position(second)] })).collect();
    let ids = line.call_together("position", &calls).await;
    for id in ids {
        assert_eq!(line.answer(id).await["accepted"], 1);
    }
    assert_eq!(line.joined, 1, "frames with more than one answer");
});

store_contract!(a_report_over_the_line_is_seen_at_once, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = crate::live::watch(&app, &order).await;
    let mut line = DispatchClient::open(&app, BOUND_KEY).await;
    line.report(&order.id, 2).await;
    let status = watcher.expect("status").await;
    assert_eq!((&status["status"], &status["source"]), (&json!(2), &json!("kitchen")));
});

store_contract!(each_bad_frame_is_an_error_and_the_fourth_closes, |db| async move {
    let app = TestApp::start(&db).await;
    let bad = [
        Message::text("hei"),
        Message::text("[]"),
        Message::text(r#"{"id":1}"#),
        Message::text(r#"{"type":"status","orderId":"1","status":1}"#),
        Message::text(r#"{"type":"watch","id":"1","restaurantId":"12"}"#),
        Message::binary(br#"{"type":"watch","id":1,"restaurantId":"12"}"#.to_vec()),
        Message::text(r#"{"type":7}"#),
        Message::text(r#"{"type":"position","id":1.5}"#),
    ];
    for four in bad.chunks(4) {
        let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
        let (last, first) = four.split_last().unwrap();
        for frame in first {
            line.send(frame.clone()).await;
            let error = line.expect("error").await;
            assert_eq!((&error["code"], error.get("id")), (&json!("frame/invalid"), None), "{frame:?}");
        }
        line.say(r#"{"type":"dance","id":1}"#).await;
        line.send(last.clone()).await;
        assert_eq!(line.expect("error").await["code"], "frame/invalid", "{last:?}");
        assert_eq!(line.next().await, SocketEvent::Close(1008));
    }
    // Fields that do not fit are answered under the call's number, and do not count.
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    for _ in 0..5 {
        for (kind, field) in [("status", "orderId"), ("position", "carId"), ("watch", "restaurantId")] {
            let id = line.call(kind, &json!({})).await;
            let answer = line.answer(id).await;
            assert_eq!((&answer["code"], &answer["metadata"]["field"]), (&json!("request/invalid"), &json!(field)));
        }
    }
});

store_contract!(who_was_sent_away_is_heard_no_more, |db| async move {
    let app = Setup::default().bus(LocalBus::alone()).start(&db).await;
    let position = |second: i64| {
        let at = format!("2026-11-21T11:59:0{second}Z");
        json!({ "carId": "auto-1", "positions": [{ "lat": 60.17, "lng": 24.94, "at": at }] })
    };
    let mut other = DispatchClient::open(&app, CHAIN_KEY).await;
    let id = other.call("position", &position(1)).await;
    assert_eq!(other.answer(id).await["accepted"], 1);
    // All in one write: what follows the bad frames has come when they are answered.
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
    let mut call = position(2);
    (call["type"], call["id"]) = (json!("position"), json!(1));
    line.say_together(["hei"; 4].map(str::to_owned).into_iter().chain([call.to_string()])).await;
    for _ in 0..4 {
        assert_eq!(line.expect("error").await["code"], "frame/invalid");
    }
    assert_eq!((line.next().await, line.next().await), (SocketEvent::Close(1008), SocketEvent::End));
    let id = other.call("position", &position(2)).await;
    assert_eq!(other.answer(id).await["accepted"], 1, "nobody has said so before");
});

store_contract!(a_frame_may_be_large_but_not_huge, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let report = |length: usize| {
        let frame = json!({ "type": "status", "id": 1, "orderId": order.id, "status": 1, "x": "" }).to_string();
        frame.replace(r#""x":"""#, &format!(r#""x":"{}""#, "x".repeat(length - frame.len())))
    };
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
    line.say(&report(64 * 1024)).await;
    line.expect("ack").await;
    for length in [64 * 1024 + 1, 200_000] {
        let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
        line.say(&report(length)).await;
        assert_eq!(line.next().await, SocketEvent::Close(1009), "{length}");
    }
});

store_contract!(a_revoked_key_ends_its_lines, |db| async move {
    let app = TestApp::start(&db).await;
    let add = async |name: &str, key: &str| {
        let key = NewDispatchKey {
            name: name.to_owned(),
            sha256: fingerprint(key),
            restaurants: Vec::new(),
            source: Source::Kitchen,
            created_at: testkit::order::noon(),
        };
        db.dispatch_keys().add(key).await.unwrap();
    };
    add("kallio", "the key of Kallio").await;
    add("pasila", "the key of Pasila").await;
    let order = app.kitchen().register(&json!({})).await;
    let mut ending = [DispatchClient::open(&app, "the key of Kallio").await, DispatchClient::open_strange(&app).await];
    ending[1].auth("the key of Kallio").await;
    let mut staying =
        [DispatchClient::open(&app, "the key of Pasila").await, DispatchClient::open(&app, CHAIN_KEY).await];
    for line in ending.iter_mut().chain(&mut staying) {
        let id = line.report(&order.id, 1).await;
        assert_eq!(line.answer(id).await["status"], 1);
    }
    assert!(db.dispatch_keys().revoke("kallio", testkit::order::noon()).await.unwrap());
    for line in &mut ending {
        let error = line.line.expect("error").await;
        assert_eq!((&error["code"], error.get("id")), (&json!("dispatch/unauthorized"), None));
        assert_eq!(line.line.next().await, SocketEvent::Close(1008));
    }
    for line in &mut staying {
        let id = line.report(&order.id, 2).await;
        assert_eq!(line.answer(id).await["status"], 2);
    }
});

store_contract!(what_has_ended_is_refused_within_five_seconds_on_all_nodes, |db| async move {
    let nodes = [TestApp::start(&db).await, TestApp::start(&db).await];
    let ask = async |node: &TestApp, key: &str| {
        node.kitchen_with(key)
            .call(Method::GET, "/api/dispatch/orders?restaurantId=12&open=1", &Value::Null)
            .await
            .status
    };
    for (name, ending) in [("revoked", "the key that is revoked"), ("renewed", "the key that is renewed")] {
        let key = NewDispatchKey {
            name: name.to_owned(),
            sha256: fingerprint(ending),
            restaurants: Vec::new(),
            source: Source::Kitchen,
            created_at: testkit::order::noon(),
        };
        db.dispatch_keys().add(key).await.unwrap();
        let mut lines = Vec::new();
        for node in &nodes {
            lines.push(DispatchClient::open(node, ending).await);
            assert_eq!(ask(node, ending).await, 200);
        }
        let ended = Instant::now();
        match name {
            "revoked" => assert!(db.dispatch_keys().revoke(name, testkit::order::noon()).await.unwrap()),
            _ => assert!(db.dispatch_keys().renew(name, fingerprint("its new key")).await.unwrap()),
        }
        // What a node still believes of it is believed no longer.
        for node in &nodes {
            let mut late = DispatchClient::open_strange(node).await;
            late.auth(ending).await;
            lines.push(late);
        }
        for line in &mut lines {
            assert_eq!(line.line.expect("error").await["code"], "dispatch/unauthorized", "{name}");
            assert_eq!(line.line.next().await, SocketEvent::Close(1008), "{name}");
        }
        for node in &nodes {
            assert_eq!(ask(node, ending).await, 401, "{name}");
        }
        assert!(ended.elapsed() < Duration::from_secs(5), "{name}: {:?}", ended.elapsed());
    }
    for node in &nodes {
        assert_eq!(ask(node, "its new key").await, 200);
    }
});

store_contract!(it_beats_and_says_what_is_away, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { beat: Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    assert_eq!(line.line.any_frame().await, json!({ "type": "beat", "delayed": false }));
});

store_contract!(its_lines_are_counted_and_sent_away_like_others, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { sockets: 2, drain: Duration::ZERO, ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let _watcher = Watcher::open(&app).await;
    let mut one_more = DispatchClient::open(&app, CHAIN_KEY).await;
    assert_eq!(one_more.line.next().await, SocketEvent::Close(4429));
    let leaving = tokio::spawn(app.leave());
    assert_eq!(line.line.next().await, SocketEvent::Close(1012));
    drop(_watcher);
    leaving.await.unwrap();
});
