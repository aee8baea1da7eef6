//! What delivery to a point costs, and tokens that hold its fee.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    process::NodeSetup,
    store_contract,
};

use crate::{
    folder::{Folder, at, shop},
    get,
};

/// A square of some kilometres around 60.17, 24.95.
fn square() -> Value {
    json!([[24.92, 60.16], [24.98, 60.16], [24.98, 60.19], [24.92, 60.19]])
}

/// 12 delivers in an inner zone of two editions and an outer one, 14 does not deliver, 15 has no zone.
fn folder() -> Folder {
    let restaurants = json!([
        shop("12", "Kaisaniemi", &json!({ "deliveryFee": 7.5 })),
        shop("14", "Nouto", &json!({ "hasDelivery": false })),
        shop("15", "Muualla", &json!({})),
    ]);
    let evening = json!([{ "days": [4], "from": "16:00", "until": "18:00", "fee": 12 }]);
    let outer = json!([[24.90, 60.15], [25.10, 60.15], [25.10, 60.25], [24.90, 60.25]]);
    let strip = json!([[24.98, 60.16], [24.99, 60.16], [24.99, 60.19], [24.98, 60.19]]);
    let areas = json!([
        { "shopId": "12", "zoneId": "12-1", "polygon": square(), "fee": 8.9, "preorderFee": 5.9, "timedFees": evening },
        { "shopId": "12", "zoneId": "12-1", "version": "V2", "polygon": strip, "fee": 9.9 },
        { "shopId": "12", "zoneId": "12-2", "polygon": outer, "fee": 11, "maxKm": 6 },
        { "shopId": "14", "zoneId": "14-1", "polygon": square(), "fee": 6 },
    ]);
    Folder::new(&[("restaurants.json", restaurants), ("areas.json", areas)])
}

async fn price(app: &TestApp, query: &str) -> Answer {
    get(app, &format!("/api/pricing/delivery-price?{query}")).await
}

async fn token(app: &TestApp, body: &Value) -> Answer {
    let call = app.http.request(Method::POST, app.url("/api/pricing/delivery-price-token")).body(body.to_string());
    Answer::read(call.send().await.expect("the server answers")).await
}

/// A body for the inner zone, with some fields more, or others.
fn inner(fields: &Value) -> Value {
    let mut body = json!({ "shopId": "12", "zoneId": "12-1", "coordinates": { "lat": 60.1741, "lng": 24.9536 } });
    let more = fields.as_object().expect("fields");
    body.as_object_mut().expect("a body").extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
    body
}

// spec: PR-36
store_contract!(a_delivery_costs_what_its_zone_says, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let cases = [
        ("shopId=12&lat=60.17&lng=24.95", 8.9, "12-1"),
        ("shopId=12&lat=60.16&lng=24.92", 8.9, "12-1"),
        ("shopId=12&lat=60.17&lng=24.95&preOrderTime=2026-11-24%2018:00", 5.9, "12-1"),
        ("shopId=12&lat=60.17&lng=24.95&preOrderTime=2026-11-27%2015:45", 5.9, "12-1"),
        ("shopId=12&lat=60.17&lng=24.95&preorderDateTime=2026-11-27%2016:00", 12.0, "12-1"),
        ("shopId=12&lat=60.17&lng=24.95&preOrderTime=2026-11-27%2018:00", 5.9, "12-1"),
        ("shopId=12&lat=60.17&lng=24.95&preOrderTime=", 8.9, "12-1"),
        ("shopId=12&lat=60.20&lng=25.00", 11.0, "12-2"),
    ];
    for (query, fee, zone) in cases {
        let answer = price(&app, query).await;
        let wanted = json!({ "deliveryFee": answer.body["deliveryFee"], "zoneId": zone, "deliveryZoneVersion": "V1" });
        assert_eq!((&answer.body, answer.body["deliveryFee"].as_f64()), (&wanted, Some(fee)), "{query}");
    }
    app.clock.turn_to(at("2026-11-27 17:59"));
    assert_eq!(price(&app, "shopId=12&lat=60.17&lng=24.95").await.body["deliveryFee"], 12, "the evening is now");
});

// spec: PR-29, PR-35
store_contract!(who_lives_too_far_is_told, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    for query in ["shopId=12&lat=60.16&lng=25.09", "shopId=12&lat=61&lng=24.95", "shopId=15&lat=60.17&lng=24.95"] {
        let answer = price(&app, query).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (409, "shop/delivery/outside-of-range"), "{query}");
        assert_eq!(answer.body["message"], "Osoitteesi on liian kaukana hakemastasi ravintolasta.");
    }
    let range = |query| get(&app, query);
    let inside = range("/api/pricing/delivery-price-range?shopId=12&lat=60.17&lng=24.95").await;
    assert_eq!(inside.body, json!({ "minimumPreorderDeliveryFee": 5.9, "maximumPreorderDeliveryFee": 12 }));
    let outside =
        range("/api/pricing/delivery-price-range?shopId=12&lat=61&lng=24.95&preOrderTime=2026-11-24%2018:00").await;
    assert_eq!(outside.body, json!({ "minimumPreorderDeliveryFee": 7.5, "maximumPreorderDeliveryFee": 7.5 }));
});

// spec: PR-37
store_contract!(a_price_range_that_there_is_not_is_the_usual_fee_and_a_line_of_the_log, |db| async move {
    let folder = folder();
    let content = folder.path().display().to_string();
    let setup = NodeSetup::new(env!("CARGO_BIN_EXE_ovelle"), db.url()).set("OVELLE_CONTENT", &content);
    let mut node = setup.start().await;
    let range = async |shop: &str, lat: &str| -> Value {
        let path = format!("/api/pricing/delivery-price-range?shopId={shop}&lat={lat}&lng=24.95");
        reqwest::get(format!("http://{}{path}", node.address())).await.unwrap().json().await.unwrap()
    };
    let both = |fee: f64| json!({ "minimumPreorderDeliveryFee": fee, "maximumPreorderDeliveryFee": fee });
    for _ in 0..3 {
        assert_eq!(range("12", "61.2345").await, both(7.5));
    }
    assert_eq!(range("15", "60.17").await, both(8.9));
    assert_ne!(range("12", "60.17").await, both(7.5));
    node.signal("TERM");
    assert!(node.ended().await.success());
    let log = node.log();
    let said: Vec<_> = log.lines().filter(|line| line.contains("no delivery price range")).collect();
    assert_eq!(said.len(), 2, "each restaurant once, however often it is asked: {log}");
    for (line, restaurant) in said.iter().zip(["restaurant=12", "restaurant=15"]) {
        assert!(line.contains("WARN") && line.contains(restaurant), "{line}");
    }
    assert!(!log.contains("61.2345"), "where somebody lives stays unsaid: {log}");
});

store_contract!(a_point_or_a_time_that_is_none_is_named, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    for call in ["delivery-price", "delivery-price-range"] {
        for (query, field) in [
            ("lat=60.17&lng=24.95", "shopId"),
            ("shopId=99&lat=60.17&lng=24.95", "shopId"),
            ("shopId=12&lng=24.95", "lat"),
            ("shopId=12&lat=60.17", "lng"),
            ("shopId=12&lat=91&lng=24.95", "lat"),
            ("shopId=12&lat=60.17&lng=x", "lng"),
            ("shopId=12&lat=60.17&lng=NaN", "lng"),
            ("shopId=12&lat=60.17&lng=24.95&preOrderTime=tomorrow", "preOrderTime"),
        ] {
            let answer = get(&app, &format!("/api/pricing/{call}?{query}")).await;
            assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{call} {query}");
        }
    }
});

store_contract!(a_token_holds_a_fee_for_a_quarter_of_an_hour, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let now = token(&app, &inner(&json!({}))).await;
    assert_eq!(now.status, 200, "{}", now.body);
    let text = now.body["token"].as_str().expect("a token").to_owned();
    assert!(text.len() < 500 && !text.contains("12-1"), "{text}");
    let wanted = json!({
        "token": text, "deliveryFee": 8.9, "zoneId": "12-1", "deliveryZoneVersion": "V1", "expiresAt": "2026-11-24T10:15:00Z",
    });
    assert_eq!(now.body, wanted);
    let strip = json!({ "deliveryZoneVersion": "V2", "preorderDateTime": null, "coordinates": { "lat": 60.17, "lng": 24.985 } });
    let second = token(&app, &inner(&strip)).await;
    assert_eq!((&second.body["deliveryFee"], &second.body["deliveryZoneVersion"]), (&json!(9.9), &json!("V2")));
    for spelling in ["preorderDateTime", "preOrderTime", "preorderTime", "preOderTime"] {
        let later = token(&app, &inner(&json!({ spelling: "2026-11-27 16:00" }))).await;
        assert_eq!(later.body["deliveryFee"], 12, "{spelling}: {}", later.body);
    }
});

store_contract!(a_token_lives_as_long_as_the_settings_say, |db| async move {
    let folder = folder();
    folder.write("settings.json", &json!({ "priceTokenMinutes": 3 }));
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    assert_eq!(token(&app, &inner(&json!({}))).await.body["expiresAt"], "2026-11-24T10:03:00Z");
});

store_contract!(a_token_of_what_is_not_is_refused, |db| async move {
    let folder = folder();
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    for (fields, field) in [
        (json!({ "shopId": "99" }), "shopId"),
        (json!({ "shopId": 12 }), "shopId"),
        (json!({ "shopId": "14" }), "zoneId"),
        (json!({ "zoneId": "12-9" }), "zoneId"),
        (json!({ "coordinates": { "lat": 60.17 } }), "coordinates.lng"),
        (json!({ "coordinates": { "lat": -91, "lng": 24.95 } }), "coordinates.lat"),
        (json!({ "preorderDateTime": "2027-03-28 03:30" }), "preorderDateTime"),
    ] {
        let answer = token(&app, &inner(&fields)).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{fields}");
    }
    let refused = [
        (json!({ "coordinates": { "lat": 60.20, "lng": 25.00 } }), "shop/delivery/outside-of-range"),
        (json!({ "zoneId": "12-2", "coordinates": { "lat": 60.16, "lng": 25.09 } }), "shop/delivery/outside-of-range"),
        (json!({ "zoneId": "12-2" }), "shop/delivery/outside-of-range"),
        (json!({ "deliveryZoneVersion": "V9" }), "shop/delivery/outside-of-range"),
        (json!({ "shopId": "14", "zoneId": "14-1" }), "shop/delivery-method-not-available"),
    ];
    for (fields, code) in refused {
        let answer = token(&app, &inner(&fields)).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (409, code), "{fields}");
    }
});

store_contract!(a_stale_session_holds_no_fee, |db| async move {
    let app = Setup::default().start(&db).await;
    let call = app.http.post(app.url("/api/pricing/delivery-price-token")).header("cookie", "ovelle=gone");
    let answer = Answer::read(call.body(inner(&json!({})).to_string()).send().await.unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.code()), (401, "users/unauthorized"));
});
