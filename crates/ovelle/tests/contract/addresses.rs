//! What address somebody means who types one, stands somewhere, or keeps an id; and how far it is by road.

use axum::{
    Router,
    http::{StatusCode, Uri},
};
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    store_contract,
};

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

store_contract!(a_number_that_the_book_does_not_have_is_where_it_is_geocoded, |db| async move {
    let app = TestApp::start(&db).await;
    let found = suggested(&app, "q=liisankatu%2012%20B%207").await;
    assert_eq!(labels(&found), ["Liisankatu 12, 00170 Helsinki"]);
    let id = found[0]["placeId"].as_str().expect("a text");
    let place = get(&app, &format!("/api/commerce/places/{id}")).await.body;
    let geocoded = get(&app, "/api/commerce/geocode?streetaddress=Liisankatu%2012&city=Helsinki").await.body;
    assert_eq!(json!({ "latitude": place["latitude"], "longitude": place["longitude"] }), geocoded);
    assert_eq!(suggested(&app, "q=liisankatu%20999").await, [] as [Value; 0]);
});

// spec: OS-67
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
        let said = "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.";
        assert_eq!(answer.body["message"], said);
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
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
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

/// A server outside that answers every path with what this says, and where it is.
async fn outside(answer: fn(&str) -> (StatusCode, String)) -> String {
    let app = Router::new().fallback(move |uri: Uri| async move { answer(uri.path()) });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, app).await });
    url
}

/// A Pelias that knows one house, and that is away where somebody asks what is near.
fn pelias(path: &str) -> (StatusCode, String) {
    let house = json!({
        "type": "Feature", "geometry": { "type": "Point", "coordinates": [24.9611, 60.1878] },
        "properties": {
            "gid": "openstreetmap:address:node/7", "layer": "address", "street": "Vaasankatu", "housenumber": "12",
            "postalcode": "00500", "locality": "Helsinki", "label": "Vaasankatu 12, Helsinki, Suomi",
        },
    });
    let is_away = path.ends_with("/reverse");
    let status = if is_away { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, json!({ "type": "FeatureCollection", "features": [house] }).to_string())
}

store_contract!(a_geocoder_outside_is_asked_and_the_book_stands_in_for_it, |db| async move {
    let app = Setup::default().flag(&format!("--geocoder-url={}", outside(pelias).await)).start(&db).await;
    let found = suggested(&app, "q=vaasankatu%2012").await;
    assert_eq!(labels(&found), ["Vaasankatu 12, 00500 Helsinki"]);
    let id = found[0]["placeId"].as_str().expect("a text");
    let place = get(&app, &format!("/api/commerce/places/{id}")).await;
    let wanted = json!({
        "placeId": id, "streetAddress": "Vaasankatu 12", "streetNumber": "12", "postalCode": "00500", "city": "Helsinki",
        "latitude": 60.1878, "longitude": 24.9611,
    });
    assert_eq!((place.status.as_u16(), place.body), (200, wanted));
    let near = get(&app, "/api/commerce/places/reverse?lat=60.17193&lng=24.94713").await;
    assert_eq!((near.status.as_u16(), &near.body["streetAddress"]), (200, &json!("Vilhonkatu 4")), "of the book");
});

store_contract!(where_a_router_knows_no_road_a_distance_is_404, |db| async move {
    let router = outside(|path| {
        // To Suomenlinna goes a ferry.
        if path.contains("24.988000") {
            return (StatusCode::BAD_REQUEST, json!({ "code": "NoRoute" }).to_string());
        }
        (StatusCode::OK, json!({ "code": "Ok", "routes": [{ "duration": 312.6, "distance": 1_961.2 }] }).to_string())
    });
    let app = Setup::default().flag(&format!("--router-url={}", router.await)).start(&db).await;
    assert_eq!(get(&app, DISTANCE).await.body, json!({ "kilometres": 2.0 }));
    let none = get(&app, "/api/commerce/distance?originLat=60.17&originLng=24.94&destLat=60.145&destLng=24.988").await;
    assert_eq!((none.status.as_u16(), none.code()), (404, "estimate/not-found"));
});
