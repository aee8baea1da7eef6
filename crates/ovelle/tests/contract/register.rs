//! `POST /api/dispatch/orders`: orders that were taken elsewhere.

use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{
    app::{BOUND_KEY, BOUND_TO, FOREIGN, Setup, TestApp},
    kitchen::{Answer, Kitchen, delivery, pickup},
    store_contract,
};

use crate::track;

const PATH: &str = "/api/dispatch/orders";

async fn register(kitchen: &Kitchen, order: &Value) -> Answer {
    kitchen.call(reqwest::Method::POST, PATH, order).await
}

/// A small delivery with one value put at a path, or taken away where it is null.
fn with(pointer: &str, value: Value) -> Value {
    let mut order = delivery();
    order["customer"]["name"] = json!("Aino");
    order["orderItems"][0]["ingredients"] = json!([{ "name": "Herkkusieni" }]);
    let (parent, last) = pointer.rsplit_once('/').expect("a pointer");
    let parent = order.pointer_mut(parent).expect("a place");
    match parent {
        Value::Object(map) if value.is_null() => drop(map.remove(last)),
        Value::Object(map) => drop(map.insert(last.to_owned(), value)),
        Value::Array(list) => list[last.parse::<usize>().expect("an index")] = value,
        _ => panic!("{pointer} is in no object or list"),
    }
    order
}

fn long(characters: usize) -> Value {
    json!("ä".repeat(characters))
}

store_contract!(one_order_for_each_external_id_of_a_key, |db| async move {
    let app = TestApp::start(&db).await;
    let (chain, bound) = (app.kitchen(), app.kitchen_with(BOUND_KEY));
    let named = with("/externalId", json!("K-1"));
    let first = register(&chain, &named).await;
    assert_eq!((first.status, &first.body["seq"]), (StatusCode::CREATED, &json!(0)));
    let again = register(&chain, &named).await;
    assert_eq!((again.status, &again.body), (StatusCode::OK, &first.body));
    let of_another_key = register(&bound, &named).await;
    assert_eq!(of_another_key.status, StatusCode::CREATED);
    assert_ne!(of_another_key.body["orderId"], first.body["orderId"]);
    let nameless = [register(&chain, &delivery()).await, register(&chain, &delivery()).await];
    assert_ne!(nameless[0].body["orderId"], nameless[1].body["orderId"]);
});

store_contract!(one_order_where_the_same_name_comes_many_times_at_once, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let named = with("/externalId", json!("K-2"));
    let calls = (0..20).map(|_| register(&kitchen, &named));
    let answers = futures_util::future::join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count(), 1);
    assert!(answers.iter().all(|answer| answer.body == answers[0].body));
});

store_contract!(the_link_begins_with_the_public_url, |db| async move {
    let app = Setup::default().flag("--public-url=https://ovelle.example/").start(&db).await;
    let answer = register(&app.kitchen(), &delivery()).await;
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    let (id, key) = (text("orderId"), text("orderKey"));
    assert_eq!(text("trackingUrl"), format!("https://ovelle.example/tilaus/{id}?orderKey={key}"));
    assert!(key.len() <= 22 && key.chars().all(|c| c.is_ascii_alphanumeric()), "128 bits in base62: {key}");
});

store_contract!(what_does_not_fit_is_named_by_its_path, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let nothing = Value::Null;
    let misfits = [
        ("/orderType", nothing.clone(), "orderType"),
        ("/orderType", json!("boat"), "orderType"),
        ("/restaurantId", nothing.clone(), "restaurantId"),
        ("/restaurantId", json!(12), "restaurantId"),
        ("/restaurantId", json!("999"), "restaurantId"),
        ("/restaurantId", json!("kallio"), "restaurantId"),
        ("/preOrderTime", json!("2026-11-21 18:00"), "preOrderTime"),
        ("/promisedAt", json!(7), "promisedAt"),
        ("/promisedAt", json!("9999-01-01T00:00:00Z"), "promisedAt"),
        ("/externalId", json!(""), "externalId"),
        ("/externalId", json!("a\0b"), "externalId"),
        ("/externalId", long(501), "externalId"),
        ("/customer", nothing.clone(), "customer.streetAddress"),
        ("/customer/streetAddress", nothing.clone(), "customer.streetAddress"),
        ("/customer/streetAddress", json!("  "), "customer.streetAddress"),
        ("/customer/streetAddress", json!("\u{200b}"), "customer.streetAddress"),
        ("/customer/streetAddress", json!(4), "customer.streetAddress"),
        ("/customer/city", nothing.clone(), "customer.city"),
        ("/customer/postalCode", nothing.clone(), "customer.postalCode"),
        ("/customer/name", long(501), "customer.name"),
        ("/customer/shippingInstruction", long(501), "customer.shippingInstruction"),
        ("/customer/coordinates/lat", nothing.clone(), "customer.coordinates.lat"),
        ("/customer/coordinates/lat", json!("60"), "customer.coordinates.lat"),
        ("/customer/coordinates/lat", json!(90.1), "customer.coordinates.lat"),
        ("/customer/coordinates/lng", json!(-180.1), "customer.coordinates.lng"),
        ("/orderItems", nothing.clone(), "orderItems"),
        ("/orderItems", json!({}), "orderItems"),
        ("/orderItems/0/name", nothing.clone(), "orderItems[0].name"),
        ("/orderItems/0/name", json!("\u{202e}\u{1b}"), "orderItems[0].name"),
        ("/orderItems/0/name", long(501), "orderItems[0].name"),
        ("/orderItems/0/quantity", nothing.clone(), "orderItems[0].quantity"),
        ("/orderItems/0/quantity", json!(0), "orderItems[0].quantity"),
        ("/orderItems/0/quantity", json!(-1), "orderItems[0].quantity"),
        ("/orderItems/0/quantity", json!(1.5), "orderItems[0].quantity"),
        ("/orderItems/0/itemPrice", nothing.clone(), "orderItems[0].itemPrice"),
        ("/orderItems/0/itemPrice", json!(-0.01), "orderItems[0].itemPrice"),
        ("/orderItems/0/itemPrice", json!(9.999), "orderItems[0].itemPrice"),
        ("/orderItems/0/discountedPrice", json!(0.001), "orderItems[0].discountedPrice"),
        ("/orderItems/0/description", long(501), "orderItems[0].description"),
        ("/orderItems/0/ingredients/0/name", nothing, "orderItems[0].ingredients[0].name"),
        ("/orderItems/0/ingredients/0/quantity", json!("1"), "orderItems[0].ingredients[0].quantity"),
    ];
    for (pointer, value, field) in misfits {
        let answer = register(&kitchen, &with(pointer, value.clone())).await;
        let got = (answer.status.as_u16(), answer.code(), answer.field());
        assert_eq!(got, (422, "request/invalid", field), "{pointer} = {value}");
    }
});

store_contract!(bounds_hold_to_the_one, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let item = json!({ "name": "Pepperoni", "quantity": 1, "itemPrice": 10 });
    let ingredients = |many: usize| Value::from(vec![json!({ "name": "Oliivi" }); many]);
    let takes = [
        with("/customer/streetAddress", long(500)),
        with("/externalId", long(500)),
        with("/orderItems", vec![item.clone(); 100].into()),
        with("/orderItems/0/ingredients", ingredients(40)),
    ];
    for order in takes {
        assert_eq!(register(&kitchen, &order).await.status, StatusCode::CREATED);
    }
    let many_items = register(&kitchen, &with("/orderItems", vec![item; 101].into())).await;
    assert_eq!((many_items.status.as_u16(), many_items.field()), (422, "orderItems"));
    let many_ingredients = register(&kitchen, &with("/orderItems/0/ingredients", ingredients(41))).await;
    assert_eq!((many_ingredients.status.as_u16(), many_ingredients.field()), (422, "orderItems[0].ingredients"));
});

store_contract!(a_body_is_json_of_256_kib_at_most, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let send = |body: String| {
        let call = app.http.post(app.url(PATH)).bearer_auth(testkit::app::CHAIN_KEY).body(body);
        async move { Answer::read(call.send().await.unwrap()).await }
    };
    for text in ["", "{", "hei", "{\"orderType\":\"pickup\"} x"] {
        let answer = send(text.to_owned()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (400, "request/not-json"), "{text}");
    }
    let padded = |length: usize| {
        let order = delivery().to_string();
        let spaces = " ".repeat(length - order.len());
        order + &spaces
    };
    assert_eq!(send(padded(256 * 1024)).await.status, StatusCode::CREATED);
    let too_large = send(padded(256 * 1024 + 1)).await;
    assert_eq!((too_large.status.as_u16(), too_large.code()), (413, "request/too-large"));
    let far_too_large = send(padded(8 * 1024 * 1024)).await;
    assert_eq!((far_too_large.status.as_u16(), far_too_large.code()), (413, "request/too-large"));
    // An unknown field is ignored, and so is a missing content type.
    assert_eq!(register(&kitchen, &with("/loyaltyNumber", json!(7))).await.status, StatusCode::CREATED);
});

store_contract!(only_a_key_with_the_right_may_register, |db| async move {
    let app = TestApp::start(&db).await;
    let bare = app.http.post(app.url(PATH)).body("{");
    let basic = app.http.post(app.url(PATH)).basic_auth("a", Some("b")).body("{");
    for call in [bare, basic] {
        let answer = Answer::read(call.send().await.unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (401, "dispatch/unauthorized"));
    }
    let unknown = register(&app.kitchen_with("nobody's"), &delivery()).await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (401, "dispatch/unauthorized"));
    let bound = app.kitchen_with(BOUND_KEY);
    let foreign = register(&bound, &with("/restaurantId", json!(FOREIGN))).await;
    assert_eq!((foreign.status.as_u16(), foreign.code()), (403, "dispatch/forbidden"));
    assert_eq!(register(&bound, &with("/restaurantId", json!(BOUND_TO))).await.status, StatusCode::CREATED);
});

store_contract!(what_is_promised_is_asked_or_estimated, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let usual = track(&app, &kitchen.register(&json!({})).await).await;
    let estimate = &usual["estimate"];
    assert_eq!(estimate["basis"], "kitchen");
    assert_eq!(estimate["at"], usual["placedAt"], "made when the order was placed");
    let at: jiff::Timestamp = estimate["at"].as_str().unwrap().parse().unwrap();
    let upper_end = at + jiff::SignedDuration::from_mins(estimate["to"].as_i64().unwrap());
    assert_eq!(usual["promisedAt"], upper_end.to_string());

    let (asked, promised) = ("2026-11-22T16:00:00Z", "2026-11-22T16:20:00Z");
    let preorder = track(&app, &kitchen.register(&json!({ "preOrderTime": "2026-11-22T18:00:00+02:00" })).await).await;
    assert_eq!((&preorder["preOrderTime"], &preorder["promisedAt"]), (&json!(asked), &json!(asked)));
    let both = json!({ "preOrderTime": asked, "promisedAt": promised });
    let both = track(&app, &kitchen.register(&both).await).await;
    assert_eq!((&both["preOrderTime"], &both["promisedAt"]), (&json!(asked), &json!(promised)));
});

// spec: T-59
store_contract!(missing_coordinates_are_looked_up, |db| async move {
    let app = TestApp::start(&db).await;
    let kitchen = app.kitchen();
    let located = async |customer: Value| {
        let order = kitchen.register(&json!({ "customer": customer })).await;
        track(&app, &order).await["customer"]["coordinates"].clone()
    };
    let address = json!({ "streetAddress": "Vilhonkatu 4", "city": "Helsinki", "postalCode": "00100" });
    let found = located(address.clone()).await;
    assert!((found["lat"].as_f64().unwrap() - 60.17).abs() < 0.02, "{found}");
    let mut zero = address.clone();
    zero["coordinates"] = json!({ "lat": 0, "lng": 0 });
    assert_eq!(located(zero).await, found);
    let mut unknown = address;
    unknown["streetAddress"] = json!("Olematonkuja 1");
    assert_eq!(located(unknown).await, Value::Null, "the order stands without them");
});

store_contract!(a_pickup_needs_no_address, |db| async move {
    let app = TestApp::start(&db).await;
    let order = app.kitchen().register(&pickup()).await;
    let eatin = app.kitchen().register(&json!({ "orderType": "eatin", "customer": null })).await;
    assert_eq!(track(&app, &order).await["orderInfo"]["orderType"], "pickup");
    assert_eq!(track(&app, &eatin).await["orderInfo"]["orderType"], "eatin");
});
