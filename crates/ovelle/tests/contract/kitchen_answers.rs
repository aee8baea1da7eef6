//! The kitchen's answer to an order: accept, preparation, reject, by a key and by a person of the restaurant.

use domain::staff::{Role, Roles};
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    board::{STAFF_FLAG, STAFF_TOKEN},
    kitchen::{Answer, Registered, pickup},
    staff::StaffClient,
    store_contract,
};

use crate::{live::watch, track};

/// An answer of the chain's key.
async fn answer(app: &TestApp, order: &str, answer: &str, body: &Value) -> Answer {
    app.kitchen().call(Method::POST, &format!("/api/dispatch/orders/{order}/{answer}"), body).await
}

/// A person of a restaurant, signed in.
async fn cook(app: &TestApp, email: &str, restaurants: &[i64]) -> StaffClient {
    let mut person = StaffClient::let_in_as(app, email, restaurants, Roles::from_iter([Role::Restaurant])).await;
    person.sign_in().await;
    person
}

fn minutes(payload: &Value) -> i64 {
    payload["estimate"]["minutes"].as_i64().unwrap()
}

// spec: T-34
store_contract!(an_accepted_order_is_ready_when_the_kitchen_says, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let fetched = kitchen.register(&pickup()).await;
    let taken =
        answer(&app, &fetched.id, "accept", &json!({ "preparationMinutes": 25, "ifSeq": 0, "eventId": "a" })).await;
    assert_eq!(taken.status, 200);
    assert_eq!(taken.body, json!({ "orderId": fetched.id, "seq": 1, "status": 1, "applied": true }));
    let payload = track(&app, &fetched).await;
    assert_eq!((minutes(&payload), &payload["estimate"]["basis"]), (25, &json!("kitchen")));

    let brought = kitchen.register(&json!({})).await;
    answer(&app, &brought.id, "accept", &json!({ "preparationMinutes": 25 })).await;
    let shop = app.node().store().restaurants().all().await.unwrap().into_iter().find(|shop| shop.id.0 == 12).unwrap();
    let way = i64::from(shop.delivery_minutes) - i64::from(shop.pickup_minutes);
    assert_eq!(minutes(&track(&app, &brought).await), 25 + way, "to the door it takes the way longer");
    let before = minutes(&track(&app, &brought).await);
    kitchen.report_status(&brought.id, 2).await;
    assert!(minutes(&track(&app, &brought).await) < before);
});

store_contract!(accepting_is_the_report_of_1, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (order, reported) = (kitchen.register(&json!({})).await, kitchen.register(&json!({})).await);
    assert_eq!(answer(&app, &order.id, "accept", &json!({})).await.body["applied"], true);
    kitchen.report_status(&reported.id, 1).await;
    let (accepted, reported) = (track(&app, &order).await, track(&app, &reported).await);
    assert_eq!(accepted["estimate"], reported["estimate"], "without minutes the plan stays");
    let again = answer(&app, &order.id, "accept", &json!({ "preparationMinutes": 90 })).await;
    assert_eq!((again.status.as_u16(), &again.body["applied"]), (200, &json!(false)));
    assert_eq!(track(&app, &order).await, accepted);
    let moved = answer(&app, &order.id, "accept", &json!({ "ifSeq": 0 })).await;
    assert_eq!((moved.code(), &moved.body["metadata"]), ("status/moved", &json!({ "seq": 1, "status": 1 })));
    kitchen.report_status(&order.id, 8).await;
    let late = answer(&app, &order.id, "accept", &json!({})).await;
    assert_eq!((late.status.as_u16(), late.code()), (409, "status/transition"));
    assert_eq!(late.body["metadata"], json!({ "from": 8, "to": 1 }));
});

store_contract!(trackers_get_the_estimate_that_the_kitchen_moves, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&pickup()).await;
    answer(&app, &order.id, "accept", &json!({ "preparationMinutes": 20 })).await;
    let mut watcher = watch(&app, &order).await;
    let before = track(&app, &order).await;

    let moved = answer(&app, &order.id, "preparation", &json!({ "deltaMinutes": 10, "eventId": "p" })).await;
    assert_eq!(moved.status, 200, "{}", moved.body);
    let frame = watcher.expect("estimate").await;
    let after = track(&app, &order).await;
    assert_eq!(moved.body, json!({ "orderId": order.id, "rev": after["rev"], "estimate": after["estimate"] }));
    assert_eq!((&frame["rev"], &frame["estimate"]), (&after["rev"], &after["estimate"]));
    assert_eq!(minutes(&after), 30);
    assert_eq!((&after["seq"], &after["promisedAt"]), (&before["seq"], &before["promisedAt"]));
    assert!(after["rev"].as_i64() > before["rev"].as_i64());

    app.clock.turn(SignedDuration::from_mins(5));
    let known = answer(&app, &order.id, "preparation", &json!({ "deltaMinutes": 60, "eventId": "p" })).await;
    assert_eq!((known.status.as_u16(), &known.body), (200, &moved.body), "the present state");
    let less = answer(&app, &order.id, "preparation", &json!({ "deltaMinutes": -5, "eventId": "q" })).await;
    assert_eq!(less.body["estimate"]["minutes"], 20, "25 were left");
});

store_contract!(only_what_is_made_takes_longer, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let say = json!({ "deltaMinutes": 5, "eventId": "p" });
    for status in [0, 4, 8] {
        if status > 0 {
            app.kitchen().report_status(&order.id, status).await;
        }
        let refused = answer(&app, &order.id, "preparation", &say).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "status/transition"), "{status}");
        assert_eq!(refused.body["metadata"]["from"], status);
    }
});

// spec: T-46
store_contract!(a_rejected_customer_reads_why, |db| async move {
    let app = TestApp::start(&db).await;
    let sentences = [
        ("out-of-stock", "Tuote on loppunut."),
        ("too-busy", "Keittiö on nyt liian täynnä."),
        ("closed", "Ravintola on jo suljettu."),
        ("outside-area", "Emme kuljeta tähän osoitteeseen."),
        ("customer-asked", "Peruttu pyynnöstäsi."),
        ("suspicious", "Emme voineet vahvistaa tilausta."),
    ];
    let last = async |order: &Registered| {
        track(&app, order).await["statusHistory"].as_array().unwrap().last().unwrap().clone()
    };
    for (status, (reason, sentence)) in sentences.into_iter().enumerate() {
        let order = app.kitchen().register(&json!({})).await;
        let status = i16::try_from(status.min(4)).unwrap();
        if status > 0 {
            app.kitchen().report_status(&order.id, status).await;
        }
        let rejected = answer(&app, &order.id, "reject", &json!({ "reason": reason, "eventId": "r" })).await;
        assert_eq!((rejected.status.as_u16(), &rejected.body["status"]), (200, &json!(13)), "{}", rejected.body);
        assert_eq!(last(&order).await["note"], sentence);
        let again = answer(&app, &order.id, "reject", &json!({ "reason": "closed", "eventId": "r" })).await;
        assert_eq!((again.status.as_u16(), &again.body["applied"]), (200, &json!(false)));
    }
    let order = app.kitchen().register(&json!({})).await;
    let mut watcher = watch(&app, &order).await;
    let said = json!({ "reason": "too-busy", "note": "Uuni on rikki." });
    assert_eq!(answer(&app, &order.id, "reject", &said).await.status, 200);
    assert_eq!(last(&order).await["note"], "Uuni on rikki.", "its own words in the place of the sentence");
    let frame = watcher.expect("status").await;
    assert_eq!((&frame["status"], &frame["note"]), (&json!(13), &json!("Uuni on rikki.")));
    assert_eq!(watcher.expect("end").await["reason"], "cancelled");
});

store_contract!(what_has_left_the_kitchen_is_not_rejected, |db| async move {
    let app = TestApp::start(&db).await;
    for status in [5, 8, 9, 11] {
        let order = app.kitchen().register(&json!({})).await;
        app.kitchen().report_status(&order.id, status).await;
        let refused = answer(&app, &order.id, "reject", &json!({ "reason": "closed" })).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (409, "status/transition"));
        assert_eq!(refused.body["metadata"], json!({ "from": status, "to": 13 }));
        assert_eq!(track(&app, &order).await["orderInfo"]["status"], status);
    }
});

store_contract!(an_answer_that_does_not_fit_names_its_field, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let misfits = [
        ("accept", json!({ "preparationMinutes": 4 }), "preparationMinutes"),
        ("accept", json!({ "preparationMinutes": 181 }), "preparationMinutes"),
        ("accept", json!({ "preparationMinutes": "20" }), "preparationMinutes"),
        ("accept", json!({ "ifSeq": -1 }), "ifSeq"),
        ("accept", json!({ "eventId": "" }), "eventId"),
        ("preparation", json!({ "deltaMinutes": 0, "eventId": "p" }), "deltaMinutes"),
        ("preparation", json!({ "deltaMinutes": 61, "eventId": "p" }), "deltaMinutes"),
        ("preparation", json!({ "deltaMinutes": -61, "eventId": "p" }), "deltaMinutes"),
        ("preparation", json!({ "deltaMinutes": i64::MIN, "eventId": "p" }), "deltaMinutes"),
        ("preparation", json!({ "eventId": "p" }), "deltaMinutes"),
        ("preparation", json!({ "deltaMinutes": 5 }), "eventId"),
        ("preparation", json!({ "deltaMinutes": 5, "eventId": "" }), "eventId"),
        ("reject", json!({}), "reason"),
        ("reject", json!({ "reason": "boring" }), "reason"),
        ("reject", json!({ "reason": "other" }), "note"),
        ("reject", json!({ "reason": "other", "note": " " }), "note"),
        ("reject", json!({ "reason": "closed", "note": "ä".repeat(501) }), "note"),
    ];
    for (call, body, field) in misfits {
        let refused = answer(&app, &order.id, call, &body).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code(), refused.field()),
            (422, "request/invalid", field),
            "{body}"
        );
    }
    for (call, body) in
        [("accept", json!({ "preparationMinutes": 5 })), ("preparation", json!({ "deltaMinutes": 60, "eventId": "p" }))]
    {
        assert_eq!(answer(&app, &order.id, call, &body).await.status, 200, "{body}");
    }
    let said = json!({ "reason": "other", "note": "Sähkökatko." });
    assert_eq!(answer(&app, &order.id, "reject", &said).await.status, 200);
});

store_contract!(a_person_of_the_restaurant_answers_for_it, |db| async move {
    let app = Setup::default().flag(STAFF_FLAG).start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let here = cook(&app, "here@ovelle.example", &[12]).await;
    let elsewhere = cook(&app, "elsewhere@ovelle.example", &[14]).await;
    let call_centre = StaffClient::signed_in(&app, "call@ovelle.example", &[]).await;
    let path = |call: &str| format!("/api/staff/orders/{}/{call}", order.id);
    let bodies = [
        ("accept", json!({ "preparationMinutes": 20 })),
        ("preparation", json!({ "deltaMinutes": 5, "eventId": "p" })),
        ("reject", json!({ "reason": "closed" })),
    ];
    for (call, body) in bodies {
        let by = async |person: &StaffClient| person.call(Method::POST, &path(call), &body).await;
        assert_eq!((by(&elsewhere).await.status.as_u16(), by(&elsewhere).await.code()), (404, "order/not-found"));
        assert_eq!(by(&call_centre).await.code(), "staff/role-forbidden");
        let token = app.http.post(app.url(&path(call))).bearer_auth(STAFF_TOKEN).body(body.to_string());
        let token = Answer::read(token.send().await.unwrap()).await;
        assert_eq!((token.status.as_u16(), token.code()), (403, "staff/role-forbidden"));
        assert_eq!(by(&here.with_cookie(None)).await.code(), "staff/unauthorized");
        let cookie = here.cookie.clone().unwrap();
        let foreign = app.http.post(app.url(&path(call))).header("cookie", cookie).body(body.to_string());
        let foreign = Answer::read(foreign.send().await.unwrap()).await;
        assert_eq!((foreign.status.as_u16(), foreign.code()), (403, "request/foreign-page"));
        assert_eq!(by(&here).await.status, 200, "{call}");
    }
    let nowhere = here.call(Method::POST, "/api/staff/orders/ext:a/accept", &json!({})).await;
    assert_eq!((nowhere.status.as_u16(), nowhere.code()), (404, "order/not-found"));

    let seen = call_centre.get(&format!("/api/staff/orders/{}", order.id)).await.body;
    let history = seen["staffHistory"].as_array().unwrap();
    let me = app.node().store().staff().by_email(&here.email.parse().unwrap()).await.unwrap().unwrap();
    for event in &history[1..] {
        assert_eq!((&event["source"], &event["keyName"]), (&json!("kitchen"), &json!(format!("staff:{}", me.id))));
    }
    let rejected = history.last().unwrap();
    assert_eq!((&rejected["note"], &rejected["staffNote"]), (&json!("Ravintola on jo suljettu."), &json!("closed")));
});
