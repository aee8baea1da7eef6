//! What address somebody means who types one, stands somewhere, or keeps an id; and how far it is by road.

use serde_json::{Value, json};
use testkit::{app::TestApp, kitchen::Answer, store_contract};

use crate::{fetch, get, header};

const DISTANCE: &str = "/api/commerce/distance?originLat=60.17&originLng=24.94&destLat=60.18&destLng=24.95";

/// What is suggested to somebody.
async fn suggested(app: &TestApp, query: &str) -> Vec<Value> {
    let answer = get(app, &format!("/api/commerce/places/suggest?{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.body);
    answer.body.as_array().expect("a list").clone()
}

fn labels(places: &[Value]) -> Vec<&str> {
    places.iter().map(|place| place["label"].as_str().expect("a text")).collect()
}

// spec: OS-45, OS-58
store_contract!(an_address_is_suggested_and_found_by_its_id, |db| async move {
    let app = TestApp::start(&db).await;
    let found = suggested(&app, "q=VILHONKATU%204").await;
    let first = found.first().expect("a suggestion");
    let id = first["placeId"].as_str().expect("a text");
    let wanted = json!({
        "placeId": id, "label": "Vilhonkatu 4, 00100 Helsinki", "streetAddress": "Vilhonkatu 4", "streetNumber": "4",
        "postalCode": "00100", "city": "Helsinki",
    });
    assert_eq!(*first, wanted);

    let place = get(&app, &format!("/api/commerce/places/{id}")).await;
    let degrees = |name: &str| place.body[name].as_f64().expect("degrees");
    let (lat, lng) = (degrees("latitude"), degrees("longitude"));
    let geocoded = get(&app, "/api/commerce/geocode?streetaddress=Vilhonkatu%204&city=Helsinki").await.body;
    assert_eq!(geocoded, json!({ "latitude": lat, "longitude": lng }));
    let wanted = json!({
        "placeId": id, "streetAddress": "Vilhonkatu 4", "streetNumber": "4", "postalCode": "00100", "city": "Helsinki",
        "latitude": lat, "longitude": lng,
    });
    assert_eq!((place.status.as_u16(), &place.body), (200, &wanted));
    let here = get(&app, &format!("/api/commerce/places/reverse?lat={lat}&lng={lng}")).await;
    assert_eq!((here.status.as_u16(), &here.body), (200, &wanted));
    assert_eq!(header(&fetch(&app, &format!("/api/commerce/places/{id}")).await, "cache-control"), "no-store");
});

store_contract!(a_street_is_suggested_without_a_number_and_with_its_houses, |db| async move {
    let app = TestApp::start(&db).await;
    let found = suggested(&app, "q=kaisaniemenk").await;
    assert_eq!(found.len(), 5);
    assert_eq!((&found[0]["streetAddress"], &found[0]["streetNumber"]), (&json!("Kaisaniemenkatu"), &Value::Null));
    assert!(found[1..].iter().all(|house| house["streetNumber"].is_string()), "{found:?}");
    for few in ["q=", "q=ka", "q=%20k%20a%20", "q=olemattomankuja"] {
        assert_eq!(suggested(&app, few).await, [] as [Value; 0], "{few}");
    }
    let near = |lat: f64, lng: f64| format!("q=kirkkokatu&lat={lat}&lng={lng}");
    let oulu = suggested(&app, &near(65.01, 25.47)).await;
    let helsinki = suggested(&app, &near(60.17, 24.95)).await;
    assert_eq!(labels(&oulu)[0], "Kirkkokatu, 90100 Oulu");
    assert!(labels(&helsinki)[0].ends_with("Helsinki"), "{helsinki:?}");
});

// spec: OS-48, OS-67
store_contract!(what_is_no_address_is_404, |db| async move {
    let app = TestApp::start(&db).await;
    for path in [
        "/api/commerce/places/0123456789abcdef",
        "/api/commerce/places/x",
        "/api/commerce/places/osm:address:node%2F1",
        // In the sea, and at the pole.
        "/api/commerce/places/reverse?lat=60.0&lng=24.9",
        "/api/commerce/places/reverse?lat=90&lng=0",
    ] {
        let answer = get(&app, path).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "delivery/address-unknown"), "{path}");
        let said = answer.body["message"].as_str().expect("a sentence");
        assert!(said.starts_with("Häh, emme tunnista osoitettasi."), "{said}");
    }
});

store_contract!(a_question_that_does_not_fit_names_its_field, |db| async move {
    let app = TestApp::start(&db).await;
    let long = format!("places/suggest?q={}", "a".repeat(501));
    for (path, field) in [
        ("places/suggest", "q"),
        (&long, "q"),
        ("places/suggest?q=kaisa&lat=60", "lng"),
        ("places/suggest?q=kaisa&lng=24", "lat"),
        ("places/suggest?q=kaisa&lat=x&lng=24", "lat"),
        ("places/suggest?q=kaisa&lat=91&lng=24", "lat"),
        ("places/reverse?lat=60", "lng"),
        ("places/reverse?lat=60&lng=181", "lng"),
        ("distance?originLat=60&originLng=24&destLat=60", "destLng"),
        ("distance?originLat=60&originLng=24&destLat=NaN&destLng=24", "destLat"),
    ] {
        let answer = get(&app, &format!("/api/commerce/{path}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{path}");
    }
});

store_contract!(a_distance_is_told_to_a_tenth_of_a_kilometre_by_road, |db| async move {
    let app = TestApp::start(&db).await;
    let answer = get(&app, DISTANCE).await;
    let kilometres = answer.body["kilometres"].as_f64().expect("a number");
    // 1.2 km as the crow flies.
    assert!((1.2..4.0).contains(&kilometres), "{}", answer.body);
    assert!((kilometres * 10.0 - (kilometres * 10.0).round()).abs() < 1e-9, "{kilometres}");
    assert_eq!(answer.body.as_object().map(|body| body.len()), Some(1));
    let none = get(&app, "/api/commerce/distance?originLat=60.17&originLng=24.94&destLat=60.17&destLng=24.94").await;
    assert_eq!(none.body["kilometres"].as_f64(), Some(0.0));
});

store_contract!(each_is_had_a_hundred_and_twenty_times_a_minute, |db| async move {
    let app = TestApp::start(&db).await;
    let paths = [
        ("/api/commerce/places/suggest?q=vilhonkatu", 200),
        ("/api/commerce/places/x", 404),
        ("/api/commerce/places/reverse?lat=60&lng=24", 404),
        (DISTANCE, 200),
    ];
    for (path, status) in paths {
        for _ in 0..120 {
            assert_eq!(fetch(&app, path).await.status(), status, "{path}");
        }
        let refused = fetch(&app, path).await;
        let after: u64 = header(&refused, "retry-after").parse().expect("seconds");
        assert!((1..=60).contains(&after));
        let refused = Answer::read(refused).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (429, "request/too-many"));
    }
});
