//! `GET /api/dispatch/orders…`: orders as a kitchen needs them.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, BOUND_TO, FOREIGN, TestApp},
    kitchen::{Answer, Kitchen},
    store_contract,
};

use crate::track;

async fn read(kitchen: &Kitchen, rest: &str) -> Answer {
    kitchen.call(Method::GET, &format!("/api/dispatch/orders{rest}"), &Value::Null).await
}

store_contract!(an_order_is_found_by_number_and_by_name, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "externalId": "K 1" })).await;
    let report = json!({ "status": 1, "note": "Tulossa.", "staffNote": "Pöytä 4" });
    assert_eq!(kitchen.try_report_status(&order.id, &report).await.status, 200);
    let by_number = read(&kitchen, &format!("/{}", order.id)).await;
    assert_eq!(by_number.status, 200);
    assert_eq!(read(&kitchen, "/ext:K%201").await, by_number);
    assert_eq!(read(&kitchen, "?externalId=K%201").await.body, json!({ "orders": [by_number.body] }));
});

store_contract!(a_kitchen_reads_what_it_needs, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({ "externalId": "K-1" })).await;
    let report = json!({ "status": 1, "note": "Tulossa.", "staffNote": "Pöytä 4" });
    assert_eq!(kitchen.try_report_status(&order.id, &report).await.status, 200);
    let row = read(&kitchen, &format!("/{}", order.id)).await.body;
    let payload = track(&app, &order).await;
    for same in ["orderId", "seq", "placedAt", "promisedAt", "preOrderTime", "estimate", "orderItems"] {
        assert_eq!(row[same], payload[same], "{same}");
    }
    assert_eq!(
        [&row["externalId"], &row["restaurantId"], &row["orderType"], &row["status"], &row["late"]],
        [&json!("K-1"), &json!(BOUND_TO), &json!("delivery"), &json!(1), &json!(false)]
    );
    assert_eq!((&row["batchId"], &row["carId"]), (&Value::Null, &Value::Null));
    assert_eq!(
        (&row["customer"]["name"], &row["customer"]["phone"]),
        (&json!("Aino Aalto"), &json!("+358 40 000 0000"))
    );
    assert_eq!(
        (&row["customer"]["streetAddress"], &row["customer"]["city"]),
        (&json!("Vilhonkatu 4"), &json!("Helsinki"))
    );
    let last = &row["statusHistory"][1];
    assert_eq!([&last["seq"], &last["status"]], [&json!(1), &json!(1)]);
    assert_eq!([&last["note"], &last["staffNote"]], [&json!("Tulossa."), &json!("Pöytä 4")]);
    assert!(!payload.to_string().contains("Aino"), "a watcher does not read the name");
});

store_contract!(the_open_orders_of_a_restaurant, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let open = kitchen.register(&json!({})).await;
    let over = kitchen.register(&json!({})).await;
    kitchen.register(&json!({ "restaurantId": FOREIGN })).await;
    kitchen.report_status(&over.id, 13).await;
    let path = format!("?restaurantId={BOUND_TO}&open=1");
    let answer = read(&app.kitchen_with(BOUND_KEY), &path).await;
    let ids: Vec<&Value> = answer.body["orders"].as_array().unwrap().iter().map(|order| &order["orderId"]).collect();
    assert_eq!(ids, [&json!(open.id)]);
});

store_contract!(what_cannot_be_read_says_why, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let foreign = chain.register(&json!({ "restaurantId": FOREIGN, "externalId": "K-1" })).await;
    for unknown in ["/999999", "/x", "/ext:K-2", "/ext:%00", "?externalId=K-2", "?externalId=%00", "?externalId="] {
        let answer = read(&chain, unknown).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "order/not-found"), "{unknown}");
    }
    for (rest, field) in
        [("", "restaurantId"), ("?restaurantId=x&open=1", "restaurantId"), ("?restaurantId=12", "open")]
    {
        let answer = read(&chain, rest).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{rest}");
    }
    for rest in [format!("/{}", foreign.id), format!("?restaurantId={FOREIGN}&open=1")] {
        let answer = read(&bound, &rest).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (403, "dispatch/forbidden"), "{rest}");
        assert_eq!(read(&app.kitchen_with("nobody's"), &rest).await.code(), "dispatch/unauthorized");
    }
});
