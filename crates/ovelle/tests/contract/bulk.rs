//! `POST /api/dispatch/status`: many reports in one call.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, FOREIGN, TestApp},
    kitchen::{Answer, Kitchen},
    store_contract,
};

use crate::{seqs, track};

async fn report_many(kitchen: &Kitchen, items: Value) -> Answer {
    kitchen.call(Method::POST, "/api/dispatch/status", &items).await
}

store_contract!(each_item_is_answered_in_its_place_and_stands_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let one = kitchen.register(&json!({})).await;
    let two = kitchen.register(&json!({ "externalId": "K-2" })).await;
    let items = json!([
        { "orderId": one.id, "status": 3 },
        { "orderId": "999999", "status": 3 },
        { "orderId": one.id, "status": 1 },
        { "orderId": "ext:K-2", "status": 1, "eventId": "e" },
        { "orderId": one.id, "status": 99 },
        { "orderId": one.id, "status": 13 },
        { "orderId": one.id, "status": "3" },
        { "status": 3 },
        7,
        { "orderId": one.id, "status": 3 },
        { "orderId": two.id, "status": 2, "ifSeq": 0 },
        { "orderId": two.id, "status": 2, "eventId": "e" },
        { "orderId": two.id, "status": 4, "occurredAt": "2099-01-01T00:00:00Z" },
    ]);
    let answer = report_many(&kitchen, items).await;
    assert_eq!(answer.status, 200);
    let results = answer.body["results"].as_array().unwrap();
    let set = |order: &str, seq: i64, status: i64, applied: bool| json!({ "orderId": order, "seq": seq, "status": status, "applied": applied });
    assert_eq!(results[0], set(&one.id, 1, 3, true));
    assert_eq!(results[3], set(&two.id, 1, 1, true));
    assert_eq!(results[9], set(&one.id, 1, 3, false));
    assert_eq!(results[11], set(&two.id, 1, 1, false));
    let failed = |index: usize| {
        let result = &results[index];
        assert!(result["message"].is_string(), "{result}");
        (result["messageCode"].as_str().unwrap(), result["metadata"].clone())
    };
    let field = |name: &str| ("request/invalid", json!({ "field": name }));
    assert_eq!(failed(1), ("order/not-found", json!({})));
    assert_eq!(failed(2), ("status/transition", json!({ "from": 3, "to": 1 })));
    assert_eq!(failed(4), field("status"));
    assert_eq!(failed(5), field("note"));
    assert_eq!(failed(6), field("status"));
    assert_eq!(failed(7), field("orderId"));
    assert_eq!(failed(8), field(""));
    assert_eq!(failed(10), ("status/moved", json!({ "seq": 1, "status": 1 })));
    assert_eq!(failed(12), field("occurredAt"));
    assert_eq!(results.len(), 13);
});

store_contract!(one_order_walks_through_a_call_in_order, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "externalId": "K-1" })).await;
    let walk = [1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 11, 12];
    let name = |index: usize| if index.is_multiple_of(2) { order.id.clone() } else { "ext:K-1".to_owned() };
    let item = |(index, status): (usize, &i16)| json!({ "orderId": name(index), "status": status });
    let answer = report_many(&kitchen, walk.iter().enumerate().map(item).collect()).await;
    let results = answer.body["results"].as_array().unwrap();
    for (index, result) in results.iter().enumerate() {
        assert_eq!((&result["seq"], &result["applied"]), (&json!(index + 1), &json!(true)), "{result}");
    }
    let history = track(&app, &order).await["statusHistory"].clone();
    assert_eq!(seqs(&history), (0..=12).collect::<Vec<_>>());
});

store_contract!(five_hundred_and_no_more, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let items = |many: usize| Value::from(vec![json!({ "orderId": order.id, "status": 1 }); many]);
    let taken = report_many(&kitchen, items(500)).await;
    let results = taken.body["results"].as_array().unwrap();
    assert_eq!((taken.status.as_u16(), results.len()), (200, 500));
    assert_eq!(results.iter().filter(|result| result["applied"] == true).count(), 1);
    let refused = report_many(&kitchen, items(501)).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (422, "request/invalid"));
    assert_eq!(report_many(&kitchen, json!([])).await.body, json!({ "results": [] }));
    let no_list = report_many(&kitchen, json!({ "orderId": order.id, "status": 2 })).await;
    assert_eq!((no_list.status.as_u16(), no_list.code()), (422, "request/invalid"));
});

store_contract!(a_bound_key_moves_its_own_orders_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let own = app.kitchen().register(&json!({})).await;
    let foreign = app.kitchen().register(&json!({ "restaurantId": FOREIGN })).await;
    let items = json!([{ "orderId": foreign.id, "status": 1 }, { "orderId": own.id, "status": 1 }]);
    let answer = report_many(&app.kitchen_with(BOUND_KEY), items.clone()).await;
    assert_eq!(answer.body["results"][0]["messageCode"], "dispatch/forbidden");
    assert_eq!(answer.body["results"][1]["applied"], true);
    assert_eq!(report_many(&app.kitchen_with("nobody's"), items).await.status, 401);
});
