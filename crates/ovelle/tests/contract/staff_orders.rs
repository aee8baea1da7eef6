//! What the staff see of orders: finding any, and seeing one.

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::{Kitchen, Registered, pickup},
    staff::StaffClient,
    store_contract,
    watcher::Watcher,
};

use crate::{
    get,
    live::watch,
    schema::{assert_fits, validator},
    track,
};

async fn call_centre(app: &TestApp) -> StaffClient {
    StaffClient::signed_in(app, "all@ovelle.example", &[]).await
}

/// The numbers of the orders that a query finds, and the cursor.
async fn find(person: &StaffClient, query: &str) -> (Vec<String>, Value) {
    let answer = person.get(&format!("/api/staff/orders?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    let rows = answer.body["orders"].as_array().unwrap();
    let ids = rows.iter().map(|row| row["orderId"].as_str().unwrap().to_owned()).collect();
    (ids, answer.body["nextCursor"].clone())
}

async fn register(kitchen: &Kitchen, name: &str, phone: &str, street: &str) -> Registered {
    let customer =
        json!({ "name": name, "phone": phone, "streetAddress": street, "city": "Helsinki", "postalCode": "00100" });
    kitchen.register(&json!({ "customer": customer })).await
}

store_contract!(any_order_is_found, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let aino = register(&kitchen, "Aino Äyräs", "+358 40 123 4567", "Vilhonkatu 4").await;
    let eino = register(&kitchen, "Eino Eskola", "050 765 4321", "Unioninkatu 40").await;
    kitchen.report_status(&aino.id, 13).await;
    app.clock.turn(SignedDuration::from_hours(24 * 30));
    let person = call_centre(&app).await;
    for query in [
        &format!("q={}", aino.id),
        &format!("q=%23{}", aino.id),
        "q=0401234567",
        "q=%2B358%2040%20123%204567",
        "q=040-1234567",
        "q=aino",
        "q=%C3%84YR%C3%84S",
        "q=vilhonkatu%204",
        "q=Aino,%20Helsinki",
    ] {
        assert_eq!(find(&person, query).await, (vec![aino.id.clone()], Value::Null), "{query}");
    }
    assert_eq!(find(&person, "q=nobody").await, (vec![], Value::Null));
    assert_eq!(find(&person, "q=%20").await.0, [eino.id.clone(), aino.id.clone()], "the newest first");
    assert_eq!(find(&person, "").await.0, [eino.id, aino.id]);
});

store_contract!(a_row_is_the_boards, |db| async move {
    let app = TestApp::start(&db).await;
    let (kitchen, person) = (app.kitchen(), call_centre(&app).await);
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 3).await;
    let answer = person.get("/api/staff/orders").await;
    let row = &answer.body["orders"][0];
    let payload = track(&app, &order).await;
    for same in ["orderId", "seq", "placedAt", "promisedAt", "preOrderTime", "estimate"] {
        assert_eq!(row[same], payload[same], "{same}");
    }
    assert_eq!(
        [&row["restaurantId"], &row["orderType"], &row["status"], &row["late"], &row["over"]],
        [&json!("12"), &json!("delivery"), &json!(3), &json!(false), &json!(false)]
    );
    assert_eq!(row["restaurantName"], payload["restaurant"]["displayName"]);
    let customer = json!({ "name": "Aino Aalto", "phone": "+358 40 000 0000", "streetAddress": "Vilhonkatu 4",
        "city": "Helsinki" });
    assert_eq!(row["customer"], customer);
    app.clock.turn(SignedDuration::from_hours(2));
    assert_eq!(person.get("/api/staff/orders").await.body["orders"][0]["late"], true);
});

store_contract!(filters_and_pages, |db| async move {
    let app = TestApp::start(&db).await;
    let (kitchen, person) = (app.kitchen(), call_centre(&app).await);
    let mut ids = Vec::new();
    for n in 0..53 {
        let restaurant = if n % 2 == 0 { "12" } else { "14" };
        ids.insert(0, kitchen.register(&json!({ "restaurantId": restaurant })).await.id);
    }
    let (first, cursor) = find(&person, "q=aino").await;
    assert_eq!(first, ids[..50]);
    let (second, end) = find(&person, &format!("q=aino&cursor={}", cursor.as_str().unwrap())).await;
    assert_eq!((second.as_slice(), end), (&ids[50..], Value::Null));
    kitchen.report_status(&ids[0], 1).await;
    kitchen.report_status(&ids[1], 13).await;
    assert_eq!(find(&person, "status=1").await.0, [ids[0].clone()]);
    assert_eq!(find(&person, "status=1,13").await.0, ids[..2]);
    assert_eq!(find(&person, "status=13&restaurantId=12").await.0, [] as [String; 0]);
    assert_eq!(find(&person, "restaurantId=12").await.0.len(), 27);
    assert_eq!(find(&person, "restaurantId=12,14&q=aino").await.0.len(), 50);
    assert_eq!(find(&person, "status=&restaurantId=&cursor=&q=").await.0.len(), 50, "empty is absent");
    for (query, field) in [
        ("status=x", "status"),
        ("status=14", "status"),
        ("restaurantId=kallio", "restaurantId"),
        ("cursor=x", "cursor"),
        ("q=%00", "q"),
        ("q=a%20b%20c%20d%20e%20f%20g%20h%20i", "q"),
        (&format!("q={}", "a".repeat(101)), "q"),
    ] {
        let answer = person.get(&format!("/api/staff/orders?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
});

store_contract!(whoever_is_bound_finds_their_own_alone, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let (mine, other) = (kitchen.register(&json!({})).await, kitchen.register(&json!({ "restaurantId": "14" })).await);
    let bound = StaffClient::signed_in(&app, "bound@ovelle.example", &[12]).await;
    for query in ["", "q=aino", "q=0400000000", "status=0", "restaurantId=12", "restaurantId=12,14"] {
        assert_eq!(find(&bound, query).await.0, std::slice::from_ref(&mine.id), "{query}");
    }
    for query in [&format!("q={}", other.id), "restaurantId=14"] {
        assert_eq!(find(&bound, query).await.0, [] as [String; 0], "{query}");
    }
});

store_contract!(an_order_is_shown_with_what_colleagues_know, |db| async move {
    let app = Setup::default().flag("--public-url=https://ovelle.example").start(&db).await;
    let (kitchen, mut person) = (app.kitchen(), StaffClient::let_in(&app, "all@ovelle.example", &[]).await);
    assert_eq!(person.sign_in().await.status, 200);
    let order = kitchen.register(&json!({ "externalId": "K-1" })).await;
    let report =
        json!({ "status": 3, "note": "Pian valmis.", "staffNote": "Uuni 2", "occurredAt": "2026-11-21T11:59:00Z" });
    assert_eq!(kitchen.try_report_status(&order.id, &report).await.status, 200);
    let path = format!("/api/staff/orders/{}", order.id);
    let shown = person.get(&path).await;
    assert_eq!(shown.status, 200, "{}", shown.body);
    let shown = shown.body;
    assert_eq!(shown["order"], track(&app, &order).await, "as the customer sees it");
    let customer = json!({ "name": "Aino Aalto", "phone": "+358 40 000 0000", "streetAddress": "Vilhonkatu 4",
        "apartmentNumber": "B 12", "city": "Helsinki", "postalCode": "00100", "shippingInstruction": "Ovikoodi 2480",
        "coordinates": { "lat": 60.1719, "lng": 24.9471 } });
    assert_eq!(shown["customer"], customer);
    let event = &shown["staffHistory"][1];
    assert_eq!(
        [&event["seq"], &event["status"], &event["source"], &event["keyName"], &event["note"], &event["staffNote"]],
        [&json!(1), &json!(3), &json!("dispatch"), &json!("chain"), &json!("Pian valmis."), &json!("Uuni 2")]
    );
    assert_eq!(event["at"], "2026-11-21T11:59:00Z");
    assert_eq!((&event["batchId"], &event["carId"]), (&Value::Null, &Value::Null));
    assert_eq!(
        [&shown["externalId"], &shown["batchId"], &shown["carId"], &shown["overAt"], &shown["watching"]],
        [&json!("K-1"), &Value::Null, &Value::Null, &Value::Null, &json!(false)]
    );
    let link = format!("https://ovelle.example/tilaus/{}?orderKey={}", order.id, order.key);
    assert_eq!(shown["trackingUrl"], link);

    kitchen.put_batch("B 1", "Auto 3", &[&order.id]).await;
    let shown = person.get(&path).await.body;
    assert_eq!((&shown["batchId"], &shown["carId"]), (&json!("B 1"), &json!("Auto 3")));
    assert_eq!(shown["staffHistory"].as_array().unwrap().last().unwrap()["carId"], "Auto 3");
    kitchen.report_status(&order.id, 13).await;
    let shown = person.get(&path).await.body;
    assert!(shown["overAt"].is_string());
});

store_contract!(every_answer_fits_its_schema, |db| async move {
    let app = TestApp::start(&db).await;
    let document = get(&app, "/api/openapi.json").await.body;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.put_batch("B 1", "Auto 3", &[&order.id]).await;
    kitchen.report_status(&order.id, 13).await;
    kitchen.register(&json!({ "orderType": "eatin", "customer": null })).await;
    let person = call_centre(&app).await;
    assert_fits(&validator(&document, "Me"), &person.get("/api/users/staff/me").await.body);
    let found = person.get("/api/staff/orders").await.body;
    assert_eq!(found["orders"].as_array().map(Vec::len), Some(2));
    assert_fits(&validator(&document, "FoundOrders"), &found);
    assert_fits(
        &validator(&document, "StaffOrder"),
        &person.get(&format!("/api/staff/orders/{}", order.id)).await.body,
    );
    let token = person.call(reqwest::Method::POST, "/api/users/staff/live-token", &Value::Null).await.body;
    assert_fits(&validator(&document, "LiveToken"), &token);
    let mut broken = found;
    broken["orders"][0]["customer"] = Value::Null;
    assert!(!validator(&document, "FoundOrders").is_valid(&broken), "the schema tells them apart");
});

store_contract!(an_expired_order_is_still_shown_to_the_staff, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&pickup()).await;
    app.clock.turn(SignedDuration::from_hours(24 * 5));
    let person = call_centre(&app).await;
    let shown = person.get(&format!("/api/staff/orders/{}", order.id)).await;
    assert_eq!((shown.status.as_u16(), &shown.body["customer"]["name"]), (200, &json!("Eino Eskola")));
    for unknown in ["0", "999999", "x", "ext:K-1"] {
        let answer = person.get(&format!("/api/staff/orders/{unknown}")).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "order/not-found"), "{unknown}");
    }
});

store_contract!(the_staff_see_whether_the_customer_watches, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&json!({})).await;
    let person = call_centre(&app).await;
    let path = format!("/api/staff/orders/{}", order.id);
    let watching = async || person.get(&path).await.body["watching"].clone();
    assert_eq!(watching().await, false);
    // A colleague who follows the order is no customer.
    let mut colleague = Watcher::open(&app).await;
    let ask = json!({ "type": "subscribe", "topic": "order", "orderId": order.id, "token": person.live_token().await });
    colleague.say(&ask.to_string()).await;
    colleague.expect("subscribed").await;
    assert_eq!(watching().await, false);
    let watcher = watch(&app, &order).await;
    assert_eq!(watching().await, true);
    drop(watcher);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while watching().await == true {
        assert!(std::time::Instant::now() < deadline, "a line that has gone is no watcher");
        tokio::task::yield_now().await;
    }
});

store_contract!(people_are_forgotten_after_a_while, |db| async move {
    let app = Setup::default().flag("--retention=30d").start(&db).await;
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    kitchen.report_status(&order.id, 13).await;
    let person = call_centre(&app).await;
    app.clock.turn(SignedDuration::from_hours(24 * 30));
    assert_eq!(app.node().forget().await.unwrap(), 0);
    app.clock.turn(SignedDuration::from_secs(1));
    assert_eq!(app.node().forget().await.unwrap(), 1);
    let mut person = person;
    assert_eq!(person.get("/api/users/staff/me").await.status, 401, "the session has gone as well");
    person.sign_in().await;
    let shown = person.get(&format!("/api/staff/orders/{}", order.id)).await;
    let whole = shown.body.to_string();
    for known in ["Aino", "000 0000", "Vilhonkatu 4", "B 12", "2480", "60.1719", "Uuni on rikki"] {
        assert!(!whole.contains(known), "{known} in {whole}");
    }
    assert_eq!((shown.status.as_u16(), &shown.body["order"]["orderInfo"]["status"]), (200, &json!(13)));
    assert_eq!(find(&person, "q=aino").await.0, [] as [String; 0]);
    assert_eq!(find(&person, &format!("q={}", order.id)).await.0, [order.id]);
});
