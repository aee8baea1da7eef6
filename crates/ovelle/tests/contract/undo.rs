//! A kitchen status that was reported by mistake is taken back by whoever reported it.

use domain::{key::fingerprint, order::Source};
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use store::NewDispatchKey;
use testkit::{
    app::{BOUND_KEY, CHAIN_KEY, TestApp},
    dispatcher::DispatchClient,
    kitchen::{Answer, Kitchen},
    store_contract,
};

use crate::{live::watch, track};

/// An order that a kitchen brought to a status just now.
async fn order_at(kitchen: &Kitchen, status: i16) -> String {
    let order = kitchen.register(&json!({})).await.id;
    kitchen.report_status(&order, status).await;
    order
}

async fn report(kitchen: &Kitchen, order: &str, status: i16) -> Answer {
    kitchen.try_report_status(order, &json!({ "status": status })).await
}

fn assert_refused(answer: &Answer, from: i16, to: i16) {
    assert_eq!((answer.status.as_u16(), answer.code()), (409, "status/transition"), "{}", answer.body);
    assert_eq!(answer.body["metadata"], json!({ "from": from, "to": to }));
}

store_contract!(a_step_of_the_kitchen_is_taken_back_for_fifteen_seconds, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    for (from, to) in [(4, 3), (3, 2), (2, 1)] {
        let in_time = order_at(&kitchen, from).await;
        let too_late = order_at(&kitchen, from).await;
        app.clock.turn(SignedDuration::from_millis(14_900));
        assert_eq!(
            report(&kitchen, &in_time, to).await.body,
            json!({ "orderId": in_time, "seq": 2, "status": to, "applied": true })
        );
        app.clock.turn(SignedDuration::from_millis(101));
        assert_refused(&report(&kitchen, &too_late, to).await, from, to);
    }
});

store_contract!(when_it_is_said_to_have_happened_does_not_count, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await.id;
    let minute = SignedDuration::from_mins(1);
    let reported = json!({ "status": 4, "occurredAt": "2026-11-21T11:00:00Z" });
    assert_eq!(kitchen.try_report_status(&order, &reported).await.status, 200);
    assert_eq!(report(&kitchen, &order, 3).await.status, 200, "it was reported just now");
    app.clock.turn(minute);
    let ahead = json!({ "status": 2, "occurredAt": "2026-11-21T12:00:10Z" });
    let refused = kitchen.try_report_status(&order, &ahead).await;
    assert_refused(&refused, 3, 2);
});

store_contract!(nobody_takes_back_what_another_key_reported, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let order = order_at(&chain, 4).await;
    assert_refused(&report(&bound, &order, 3).await, 4, 3);
    // The report of another that changes nothing makes it nobody else's.
    assert_eq!(report(&bound, &order, 4).await.body["applied"], false);
    assert_refused(&report(&bound, &order, 3).await, 4, 3);
    assert_eq!(report(&chain, &order, 3).await.body["applied"], true);
    assert_refused(&report(&bound, &order, 2).await, 3, 2);
});

store_contract!(a_renewed_key_is_the_same, |db| async move {
    let app = TestApp::start(&db).await;
    for name in ["kallio", "pasila"] {
        let key = NewDispatchKey {
            name: name.to_owned(),
            sha256: fingerprint(&format!("the old key of {name}")),
            restaurants: Vec::new(),
            source: Source::Kitchen,
            created_at: testkit::order::noon(),
        };
        db.dispatch_keys().add(key).await.unwrap();
    }
    let order = order_at(&app.kitchen_with("the old key of kallio"), 3).await;
    assert!(db.dispatch_keys().renew("kallio", fingerprint("the new key of kallio")).await.unwrap());
    let (new, other) = (app.kitchen_with("the new key of kallio"), app.kitchen_with("the old key of pasila"));
    assert_refused(&report(&other, &order, 2).await, 3, 2);
    assert_eq!(report(&new, &order, 2).await.body["applied"], true);
});

store_contract!(an_order_that_is_over_by_it_stays_so, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    for fields in [testkit::kitchen::pickup(), json!({ "restaurantId": "21" })] {
        let order = kitchen.register(&fields).await;
        kitchen.report_status(&order.id, 4).await;
        assert_refused(&report(&kitchen, &order.id, 3).await, 4, 3);
        assert_eq!(track(&app, &order).await["orderInfo"]["status"], 4);
    }
});

store_contract!(many_are_taken_back_in_one_call_and_on_the_line, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let (own, foreign, fresh) = (order_at(&chain, 4).await, order_at(&bound, 4).await, order_at(&bound, 1).await);
    let items = json!([
        { "orderId": own, "status": 3 },
        { "orderId": foreign, "status": 3 },
        { "orderId": fresh, "status": 3 },
        { "orderId": fresh, "status": 2 },
        { "orderId": fresh, "status": 1, "ifSeq": 3 },
    ]);
    let answer = chain.call(Method::POST, "/api/dispatch/status", &items).await;
    let results = answer.body["results"].as_array().unwrap();
    let applied: Vec<&Value> = results.iter().map(|result| &result["applied"]).collect();
    assert_eq!(applied, [&json!(true), &Value::Null, &json!(true), &json!(true), &json!(true)], "{}", answer.body);
    assert_eq!(results[1]["metadata"], json!({ "from": 4, "to": 3 }));
    let mut line = DispatchClient::open(&app, CHAIN_KEY).await;
    let id = line.report(&own, 2).await;
    assert_eq!(line.answer(id).await["applied"], true);
    let id = line.report(&foreign, 3).await;
    assert_eq!(line.answer(id).await["code"], "status/transition");
    let mut line = DispatchClient::open(&app, BOUND_KEY).await;
    let id = line.report(&foreign, 3).await;
    assert_eq!(line.answer(id).await["applied"], true);
});

store_contract!(who_watches_sees_it_go_back, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    kitchen.report_all(&order.id, &[3, 4]).await;
    watcher.expect("status").await;
    let finished = watcher.expect("status").await;
    app.clock.turn(SignedDuration::from_secs(10));
    kitchen.report_status(&order.id, 3).await;
    let back = watcher.expect("status").await;
    assert_eq!((&back["seq"], &back["status"], &back["at"]), (&json!(3), &json!(3), &json!("2026-11-21T12:00:10Z")));
    let minutes = |frame: &Value| frame["estimate"]["minutes"].as_i64().unwrap();
    assert!(minutes(&back) > minutes(&finished), "the estimate follows");
    let payload = track(&app, &order).await;
    assert_eq!((&payload["estimate"], &payload["rev"]), (&back["estimate"], &back["rev"]));
    let statuses: Vec<&Value> =
        payload["statusHistory"].as_array().unwrap().iter().map(|event| &event["status"]).collect();
    assert_eq!(statuses, [0, 3, 4, 3].map(|status| json!(status)).iter().collect::<Vec<_>>());
});
