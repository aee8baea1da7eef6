//! What goes over the wire is what the document says, as another program's validator reads it.

use jsonschema::Validator;
use serde_json::{Value, json};
use testkit::{app::Setup, store_contract, watcher::Watcher};
use tracking::Limits;

use crate::{get, track, tracking_path};

/// A validator for one of the document's schemas.
pub(super) fn validator(document: &Value, name: &str) -> Validator {
    let schema = json!({ "$ref": format!("#/components/schemas/{name}"), "components": document["components"] });
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(super) fn assert_fits(validator: &Validator, value: &Value) {
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{value}\n{errors:#?}");
}

store_contract!(every_frame_fits_its_schema, |db| async move {
    let limits = Limits {
        live: live::LiveLimits { beat: std::time::Duration::from_secs(1), ..live::LiveLimits::default() },
        ..Limits::default()
    };
    let app = Setup::default().limits(limits).start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let frames = validator(&document, "ServerFrame");
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "preOrderTime": "2026-11-22T16:00:00Z" })).await;
    let mut watcher = Watcher::try_open(&app, &[("sec-websocket-protocol", "ovelle.live.v1")]).await.unwrap();
    let mut kinds = Vec::new();
    watcher.subscribe(&order, Some(9)).await;
    watcher.say(r#"{"type":"ping"}"#).await;
    watcher.say("hei").await;
    let mut last = String::new();
    while last != "end" {
        let frame = watcher.frame().await;
        assert_fits(&frames, &frame);
        last = frame["type"].as_str().unwrap().to_owned();
        if last == "error" {
            kitchen.report_all(&order.id, &[3, 13]).await;
        }
        kinds.push(last.clone());
    }
    assert_eq!(kinds, ["hello", "subscribed", "snapshot", "estimate", "pong", "error", "status", "status", "end"]);
    // Those that only later versions send, as the contract shows them.
    let shown = [
        json!({ "type": "beat", "delayed": false }),
        json!({ "type": "position", "orderId": "10234", "lat": 60.17, "lng": 24.94, "headingDeg": 84, "speedKmh": 31,
                "at": "2026-11-21T10:00:00Z", "stopsBefore": 1 }),
        json!({ "type": "status", "orderId": "10234", "seq": 18, "rev": 31, "status": 8, "at": "2026-11-21T10:00:00Z",
                "source": "dispatch", "note": null, "stopsBefore": 1,
                "batchData": { "estimatedMinutesFromBatchStart": 12, "batchStatusUpdatedAt": "2026-11-21T10:00:00Z" },
                "estimate": { "at": "2026-11-21T10:00:00Z", "minutes": 12, "from": 10, "to": 15, "basis": "car" } }),
    ];
    for frame in &shown {
        assert_fits(&frames, frame);
    }
    for broken in [
        json!({ "type": "dance" }),
        json!({ "type": "end", "orderId": "1", "reason": "bored" }),
        json!({ "type": "beat" }),
    ] {
        assert!(!frames.is_valid(&broken), "the schema tells them apart: {broken}");
    }
});

store_contract!(every_client_frame_of_the_contract_fits, |db| async move {
    let app = Setup::default().start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let frames = validator(&document, "ClientFrame");
    let shown = [
        json!({ "type": "subscribe", "topic": "order", "orderId": "10234", "orderKey": "k", "since": 17 }),
        json!({ "type": "subscribe", "topic": "order", "orderId": "10234", "orderKey": "k" }),
        json!({ "type": "unsubscribe", "topic": "order", "orderId": "10234" }),
        json!({ "type": "subscribe", "topic": "shop", "restaurantId": "12", "orderType": "delivery" }),
        json!({ "type": "unsubscribe", "topic": "shop", "restaurantId": "12", "orderType": "delivery" }),
        json!({ "type": "ping" }),
    ];
    for frame in &shown {
        assert_fits(&frames, frame);
    }
    assert!(!frames.is_valid(&json!({ "type": "subscribe", "topic": "order", "orderId": 7, "orderKey": "k" })));
});

store_contract!(every_answer_fits_its_schema, |db| async move {
    let app = Setup::default().start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let kitchen = app.kitchen();
    let items = json!([{ "name": "Kellarin kuningas", "quantity": 1, "itemPrice": 14.9, "discountedPrice": 12,
                         "sizeName": "Iso", "categoryName": "pizza", "ingredients": [{ "name": "Oliivi", "quantity": 2 }] }]);
    let fields = json!({ "externalId": "K-1", "orderItems": items });
    let registered = kitchen.try_register(&fields).await;
    assert_fits(&validator(&document, "RegisteredOrder"), &registered.body);
    let order = kitchen.register(&json!({ "orderItems": items })).await;
    let payload = validator(&document, "OrderTracking");
    assert_fits(&payload, &track(&app, &order).await);
    let report =
        kitchen.try_report_status(&order.id, &json!({ "status": 11, "note": "Perillä.", "staffNote": "Ovella" })).await;
    assert_fits(&validator(&document, "StatusSet"), &report.body);
    let feedback = app.http.post(app.url(&format!("{}/feedback", tracking_path(&order)))).body("{\"rating\":4}");
    let feedback: Value = serde_json::from_str(&feedback.send().await.unwrap().text().await.unwrap()).unwrap();
    assert_fits(&validator(&document, "Feedback"), &feedback);
    assert_fits(&payload, &track(&app, &order).await);
    let read = kitchen.call(reqwest::Method::GET, &format!("/api/dispatch/orders/{}", order.id), &Value::Null).await;
    assert_fits(&validator(&document, "KitchenOrder"), &read.body);
    let many = json!([{ "orderId": order.id, "status": 12 }, { "orderId": "0", "status": 1 }]);
    let many = kitchen.call(reqwest::Method::POST, "/api/dispatch/status", &many).await;
    assert_fits(&validator(&document, "StatusesSet"), &many.body);
    assert_fits(&validator(&document, "ErrorBody"), &many.body["results"][1]);
    for (path, schema) in [
        ("/api/config", "ClientConfig"),
        ("/readyz", "Readiness"),
        ("/api/commerce/v2/shops/12", "Shop"),
        ("/api/x", "ErrorBody"),
    ] {
        assert_fits(&validator(&document, schema), &get(&app, path).await.body);
    }
    let mut broken = track(&app, &order).await;
    broken["orderInfo"]["orderType"] = json!("boat");
    assert!(!payload.is_valid(&broken));
});
