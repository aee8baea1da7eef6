//! `POST /api/dispatch/orders/{orderId}/status`: one report.

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, FOREIGN, TestApp},
    store_contract,
};

use crate::{seqs, track};

store_contract!(a_report_moves_the_order_by_one, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let answer = kitchen.try_report_status(&order.id, &json!({ "status": 3 })).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, json!({ "orderId": order.id, "seq": 1, "status": 3, "applied": true }));
    let payload = track(&app, &order).await;
    assert_eq!((&payload["seq"], &payload["orderInfo"]["status"]), (&json!(1), &json!(3)));
});

store_contract!(a_status_that_it_has_changes_nothing, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_all(&order.id, &[1, 3]).await;
    let before = track(&app, &order).await;
    let same = kitchen.try_report_status(&order.id, &json!({ "status": 3, "ifSeq": 2, "note": "uusi" })).await;
    assert_eq!(same.body, json!({ "orderId": order.id, "seq": 2, "status": 3, "applied": false }));
    assert_eq!(track(&app, &order).await, before, "its rev too");
});

store_contract!(a_known_event_is_looked_at_before_the_seq, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (order, other) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    let event = json!({ "status": 2, "eventId": "uuni-7", "ifSeq": 0 });
    let first = kitchen.try_report_status(&order.id, &event).await;
    assert_eq!((&first.body["seq"], &first.body["applied"]), (&json!(1), &json!(true)));
    kitchen.report_status(&order.id, 3).await;
    let again = kitchen.try_report_status(&order.id, &event).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.body, json!({ "orderId": order.id, "seq": 2, "status": 3, "applied": false }), "the present ones");
    // The name is known of that order alone.
    assert_eq!(kitchen.try_report_status(&other.id, &event).await.body["applied"], true);
});

store_contract!(a_refused_event_is_not_remembered, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let event = json!({ "status": 12, "eventId": "valmis" });
    assert_eq!(kitchen.try_report_status(&order.id, &event).await.status, 409);
    kitchen.report_status(&order.id, 11).await;
    assert_eq!(kitchen.try_report_status(&order.id, &event).await.body["applied"], true);
});

store_contract!(an_order_that_moved_on_says_where_it_stands, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_all(&order.id, &[1, 2]).await;
    let late = kitchen.try_report_status(&order.id, &json!({ "status": 3, "ifSeq": 1 })).await;
    assert_eq!((late.status.as_u16(), late.code()), (409, "status/moved"));
    assert_eq!(late.body["metadata"], json!({ "seq": 2, "status": 2 }));
    // Where it stands is looked at before what may follow, and before whether it stands there already.
    let illegal = kitchen.try_report_status(&order.id, &json!({ "status": 1, "ifSeq": 1 })).await;
    assert_eq!(illegal.code(), "status/moved");
    let same = kitchen.try_report_status(&order.id, &json!({ "status": 2, "ifSeq": 1 })).await;
    assert_eq!(same.code(), "status/moved");
    assert_eq!(kitchen.try_report_status(&order.id, &json!({ "status": 3, "ifSeq": 2 })).await.body["applied"], true);
});

store_contract!(what_may_not_follow_is_refused_with_both_ends, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 3).await;
    let back = kitchen.try_report_status(&order.id, &json!({ "status": 1 })).await;
    assert_eq!((back.status.as_u16(), back.code()), (409, "status/transition"));
    assert_eq!(back.body["metadata"], json!({ "from": 3, "to": 1 }));
});

store_contract!(a_report_that_does_not_fit_names_its_field, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let long = "ä".repeat(501);
    let misfits = [
        (json!({}), "status"),
        (json!({ "status": "3" }), "status"),
        (json!({ "status": 3.5 }), "status"),
        (json!({ "status": 14 }), "status"),
        (json!({ "status": -2 }), "status"),
        (json!({ "status": 3, "ifSeq": -1 }), "ifSeq"),
        (json!({ "status": 3, "ifSeq": "1" }), "ifSeq"),
        (json!({ "status": 3, "eventId": "" }), "eventId"),
        (json!({ "status": 3, "eventId": long }), "eventId"),
        (json!({ "status": 3, "note": long }), "note"),
        (json!({ "status": 3, "staffNote": long }), "staffNote"),
        (json!({ "status": 3, "occurredAt": "eilen" }), "occurredAt"),
        (json!({ "status": 3, "occurredAt": "-009000-01-01T00:00:00Z" }), "occurredAt"),
        (json!({ "status": 13 }), "note"),
        (json!({ "status": 13, "note": " " }), "note"),
    ];
    for (report, field) in misfits {
        let answer = kitchen.try_report_status(&order.id, &report).await;
        let got = (answer.status.as_u16(), answer.code(), answer.field());
        assert_eq!(got, (422, "request/invalid", field), "{report}");
    }
    let fits =
        json!({ "status": 1, "note": "ä".repeat(500), "staffNote": "ö".repeat(500), "eventId": "e".repeat(500) });
    assert_eq!(kitchen.try_report_status(&order.id, &fits).await.status, 200);
    assert_eq!(seqs(&track(&app, &order).await["statusHistory"]), [0, 1]);
});

store_contract!(a_reporters_clock_may_be_a_minute_ahead, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let placed: jiff::Timestamp = track(&app, &order).await["placedAt"].as_str().unwrap().parse().unwrap();
    let report = async |status: i16, ahead: SignedDuration| {
        let at = (placed + ahead).to_string();
        (kitchen.try_report_status(&order.id, &json!({ "status": status, "occurredAt": at })).await, at)
    };
    let (too_far, _) = report(1, SignedDuration::from_millis(60_001)).await;
    assert_eq!((too_far.status.as_u16(), too_far.field()), (422, "occurredAt"));
    let (taken, minute_ahead) = report(1, SignedDuration::from_secs(60)).await;
    assert_eq!(taken.status, 200);
    // The order of events is by seq, never by at.
    let (taken, hour_ago) = report(2, SignedDuration::from_hours(-1)).await;
    assert_eq!(taken.status, 200);
    kitchen.report_status(&order.id, 3).await;
    let payload = track(&app, &order).await;
    let at: Vec<&Value> = payload["statusHistory"].as_array().unwrap().iter().map(|event| &event["at"]).collect();
    let now = placed.to_string();
    assert_eq!(at, [&json!(now), &json!(minute_ahead), &json!(hour_ago), &json!(now)]);
});

store_contract!(notes_reach_those_whom_they_are_for, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let report = json!({ "status": 13, "note": "Uuni on rikki.", "staffNote": "Soita huoltoon." });
    assert_eq!(kitchen.try_report_status(&order.id, &report).await.status, 200);
    let payload = track(&app, &order).await;
    let last = &payload["statusHistory"][1];
    assert_eq!((&last["note"], last.get("staffNote")), (&json!("Uuni on rikki."), None));
    assert!(!payload.to_string().contains("huoltoon"));
});

store_contract!(the_source_is_the_keys, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let order = bound.register(&json!({})).await;
    bound.report_status(&order.id, 1).await;
    chain.report_status(&order.id, 2).await;
    let payload = track(&app, &order).await;
    let history = payload["statusHistory"].as_array().unwrap();
    let sources: Vec<&Value> = history.iter().map(|event| &event["source"]).collect();
    assert_eq!(sources, ["kitchen", "kitchen", "dispatch"]);
});

store_contract!(only_those_whose_order_it_is_may_report, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let foreign = chain.register(&json!({ "restaurantId": FOREIGN, "externalId": "K 7/8 ä" })).await;
    let report = json!({ "status": 1 });
    let refused = bound.try_report_status(&foreign.id, &report).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (403, "dispatch/forbidden"));
    let keyless = app.kitchen_with("nobody's").try_report_status(&foreign.id, &report).await;
    assert_eq!((keyless.status.as_u16(), keyless.code()), (401, "dispatch/unauthorized"));
    for unknown in ["999999", "0", "007", "x", "ext:nobody", "ext:", "ext:a%00b", "99999999999999999999"] {
        let answer = chain.try_report_status(unknown, &report).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "order/not-found"), "{unknown}");
    }
    // The name is the key's own: the order of another key's name is another.
    assert_eq!(bound.try_report_status("ext:K%207%2F8%20%C3%A4", &report).await.status, 404);
    let by_name = chain.try_report_status("ext:K%207%2F8%20%C3%A4", &report).await;
    assert_eq!((&by_name.body["orderId"], &by_name.body["applied"]), (&json!(foreign.id), &json!(true)));
});

store_contract!(one_of_many_equal_presses_is_applied, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let report = |n: usize| json!({ "status": 2 + n % 2, "eventId": format!("e{}", n % 4), "ifSeq": 0 });
    let reports: Vec<Value> = (0..24).map(report).collect();
    let answers =
        futures_util::future::join_all(reports.iter().map(|report| kitchen.try_report_status(&order.id, report))).await;
    assert_eq!(answers.iter().filter(|answer| answer.body["applied"] == true).count(), 1);
    for answer in &answers {
        assert!(answer.status == 200 || answer.code() == "status/moved", "{}", answer.body);
    }
    assert_eq!(seqs(&track(&app, &order).await["statusHistory"]), [0, 1]);
});
