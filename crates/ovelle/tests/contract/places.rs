//! Shops, and the two calls about places.

use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    kitchen::Answer,
    store_contract,
};

use crate::{fetch, get, header};

const GEOCODE: &str = "/api/commerce/geocode?streetaddress=Vilhonkatu%204&city=Helsinki";
const ESTIMATE: &str = "/api/commerce/estimate?originLat=60.17&originLng=24.94&destLat=60.18&destLng=24.95";

/// An address at which nobody answers.
async fn nobody() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

// spec: T-69
store_contract!(an_address_has_its_place, |db| async move {
    let app = TestApp::start(&db).await;
    let found = get(&app, GEOCODE).await;
    assert_eq!(found.status, 200);
    let place = |name: &str| found.body[name].as_f64().expect("degrees");
    assert!((place("latitude") - 60.17).abs() < 0.02 && (place("longitude") - 24.95).abs() < 0.02, "{}", found.body);
    let unknown = get(&app, "/api/commerce/geocode?streetaddress=Olematonkuja%201&city=Helsinki").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "geocode/not-found"));
    for (query, field) in
        [("?city=Helsinki", "streetaddress"), ("?streetaddress=Vilhonkatu%204", "city"), ("", "streetaddress")]
    {
        let answer = get(&app, &format!("/api/commerce/geocode{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
    let app = Setup::default().flag(&format!("--geocoder-url={}", nobody().await)).start(&db).await;
    let failed = get(&app, GEOCODE).await;
    assert_eq!((failed.status.as_u16(), failed.code()), (404, "geocode/not-found"), "{}", failed.body);
});

// spec: T-70
store_contract!(a_drive_takes_whole_minutes, |db| async move {
    let app = TestApp::start(&db).await;
    let answer = get(&app, ESTIMATE).await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.as_u64().is_some_and(|minutes| (1..30).contains(&minutes)), "a number: {}", answer.body);
    let misfits = [
        ("originLat=60&originLng=24&destLat=60", "destLng"),
        ("originLat=x&originLng=24&destLat=60&destLng=24", "originLat"),
        ("originLat=60&originLng=181&destLat=60&destLng=24", "originLng"),
        ("originLat=60&originLng=24&destLat=NaN&destLng=24", "destLat"),
        ("originLat=60&originLng=24&destLat=60&destLng=inf", "destLng"),
    ];
    for (query, field) in misfits {
        let answer = get(&app, &format!("/api/commerce/estimate?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
    let app = Setup::default().flag(&format!("--router-url={}", nobody().await)).start(&db).await;
    let failed = get(&app, ESTIMATE).await;
    assert_eq!((failed.status.as_u16(), failed.code()), (404, "estimate/not-found"), "{}", failed.body);
});

store_contract!(each_is_had_thirty_times_a_minute_of_all_nodes_together, |db| async move {
    let app = Setup::default().flag("--rate-factor=1").start(&db).await;
    let other = Setup::default().flag("--rate-factor=1").clock(&app.clock).start(&db).await;
    for path in [GEOCODE, ESTIMATE] {
        for n in 0..30 {
            assert_eq!(get(if n % 2 == 0 { &app } else { &other }, path).await.status, 200, "{path}");
        }
        let refused = fetch(&app, path).await;
        let after: u64 = header(&refused, "retry-after").parse().expect("seconds");
        assert!((1..=60).contains(&after));
        let refused = Answer::read(refused).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (429, "request/too-many"));
    }
    // Registering looks addresses up too, and is not held up by it.
    assert_eq!(app.kitchen().try_register(&json!({})).await.status, 201);
});

store_contract!(the_restaurants_of_the_chain, |db| async move {
    let app = TestApp::start(&db).await;
    let listed = get(&app, "/api/commerce/v2/shops").await;
    let shops = listed.body.as_array().expect("a list");
    assert!(shops.iter().filter(|shop| shop["hasDelivery"] == true).count() >= 2);
    for shop in shops {
        let id = shop["shopId"].as_str().expect("a text");
        assert_eq!(shop["restaurantId"], id);
        assert_eq!(get(&app, &format!("/api/commerce/v2/shops/{id}")).await.body, *shop);
    }
    let shop = &shops[0];
    let text = ["externalId", "displayName", "streetAddress", "zip", "city", "phone", "email"];
    assert!(text.iter().all(|name| shop[name].is_string()), "{shop}");
    let numbers = ["latitude", "longitude", "currentDeliveryEstimate", "currentPickupEstimate"];
    assert!(numbers.iter().all(|name| shop[name].is_number()), "{shop}");
    let flags = ["hasWebsale", "hasDelivery", "isActive", "noDeliveryTracking"];
    assert!(flags.iter().all(|name| shop[name].is_boolean()), "{shop}");
    let general: Vec<&Value> =
        shop["shopOpeningHours"].as_array().unwrap().iter().filter(|h| h["openingHourtypeID"] == 1).collect();
    assert!(general[0]["mon"]["start"].as_str().is_some_and(|start| start.len() == 5), "{}", general[0]);
    for unknown in ["999", "x", "012"] {
        let answer = get(&app, &format!("/api/commerce/v2/shops/{unknown}")).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (404, "shop/not-found"));
    }
});
