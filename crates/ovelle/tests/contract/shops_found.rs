//! The restaurants that are found: by a place they deliver to, and by what somebody types.

use serde_json::{Value, json};
use testkit::{app::Setup, store_contract};

use crate::{
    folder::{Folder, daily, shop},
    get,
    shops::{around, body, each, with},
};

// spec: OS-57
store_contract!(who_delivers_to_a_point_is_listed_open_ones_first, |db| async move {
    let always = json!([daily(1, "00:00", "24:00")]);
    let place = |lat: f64, name: &str| json!({ "latitude": lat, "displayName": name, "shopOpeningHours": always });
    let restaurants = json!([
        shop("12", "Kaukana", &place(60.2, "Kaukana")),
        shop("13", "Lähin", &with(place(60.17, "Lähin"), &json!({ "shopOpeningHours": [daily(1, "10:00", "11:00")] }))),
        shop("14", "Lähellä", &place(60.18, "Lähellä")),
        shop("15", "Ei kuljeta", &with(place(60.17, "Ei kuljeta"), &json!({ "hasDelivery": false }))),
        shop("16", "Piilossa", &with(place(60.17, "Piilossa"), &json!({ "hidden": true }))),
        shop("17", "Muualla", &place(61.5, "Muualla")),
        shop("18", "Ei verkossa", &with(place(60.19, "Ei verkossa"), &json!({ "hasWebsale": false }))),
    ]);
    let area = |shop: &str, zone: &str, version: &str, fee: f64| {
        let timed = json!([{ "days": [1], "from": "16:00", "until": "18:00", "fee": 3.5 }]);
        json!({ "shopId": shop, "zoneId": zone, "version": version, "polygon": around(60.17, 24.95), "fee": fee,
                "preorderFee": 5, "timedFees": timed })
    };
    let far = json!({ "shopId": "12", "zoneId": "12-0", "polygon": around(60.17, 24.95), "fee": 1, "maxKm": 2 });
    let mut areas = vec![far];
    areas.extend(["12", "13", "14", "15", "16", "18"].map(|id| area(id, &format!("{id}-1"), "V2", 8.9)));
    areas.push(area("12", "12-2", "V1", 4.0));
    let folder = Folder::new(&[("restaurants.json", restaurants), ("areas.json", Value::from(areas))]);
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let found = body(&app, "/delivering?lat=60.17&lng=24.95").await;
    assert_eq!(each(&found, "displayName"), ["Lähellä", "Kaukana", "Lähin", "Ei verkossa"]);
    let nearest = json!({
        "restaurantId": "14", "displayName": "Lähellä", "zoneId": "14-1", "deliveryZoneVersion": "V2", "deliveryFee": 8.9,
        "preorderDeliveryFee": null, "preorderMinimumDeliveryFee": 3.5, "preorderMaximumDeliveryFee": 5,
        "distanceKm": 1.11, "selectorStatus": "Open", "selectorText": "n. 30 min", "estimateMinutes": 30,
    });
    assert_eq!(found[0], nearest);
    assert_eq!(found[1]["zoneId"], "12-1", "the first of its areas that takes the point");
    assert_eq!(
        (&found[2]["selectorStatus"], &found[3]["selectorStatus"]),
        (&json!("Closed"), &json!("DeliveryMethodUnavailable"))
    );

    let later = body(&app, "/delivering?lat=60.17&lng=24.95&preOrderTime=2026-11-25%2010:45").await;
    assert_eq!(each(&later, "displayName"), ["Lähin", "Lähellä", "Kaukana", "Ei verkossa"], "it is open then");
    assert_eq!((&later[0]["deliveryFee"], &later[0]["preorderDeliveryFee"]), (&json!(8.9), &json!(5)));
    let timed = body(&app, "/delivering?lat=60.17&lng=24.95&preOrderTime=2026-11-24%2016:00").await;
    assert_eq!(timed[0]["preorderDeliveryFee"], 3.5);
    assert_eq!(body(&app, "/delivering?lat=0&lng=0").await, json!([]));
    for (query, field) in
        [("lng=24.95", "lat"), ("lat=60.17&lng=181", "lng"), ("lat=60.17&lng=24.95&preOrderTime=x", "preOrderTime")]
    {
        let answer = get(&app, &format!("/api/commerce/v2/shops/delivering?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
});

// spec: OS-20, OS-56
store_contract!(restaurants_are_found_by_what_somebody_types, |db| async move {
    let at_home =
        |city: &str, street: &str, lat: f64| json!({ "city": city, "streetAddress": street, "latitude": lat });
    let restaurants = json!([
        shop("12", "Ovelle Tampere", &at_home("Tampere", "Hämeenkatu 1", 61.49)),
        shop("13", "Ovelle Nokia", &at_home("Nokia", "Tampereentie 3", 61.47)),
        shop("14", "Ovelle Kaisaniemi", &at_home("Helsinki", "Vilhonkatu 4", 60.171)),
        shop("15", "Ovelle Töölö", &at_home("Helsinki", "Runeberginkatu 5", 60.179)),
        shop("16", "Tampere Piilossa", &json!({ "city": "Tampere", "hidden": true })),
        shop(
            "17",
            "Ovelle Lahti",
            &json!({ "city": "Lahti", "streetAddress": "Aleksi 2", "latitude": 60.98, "hasEatin": false })
        ),
    ]);
    let folder = Folder::new(&[("restaurants.json", restaurants)]);
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let tampere = body(&app, "/search?q=TAMPERE").await;
    assert_eq!(each(&tampere, "restaurantId"), ["12", "13"]);
    let best = json!({
        "restaurantId": "12", "displayName": "Ovelle Tampere", "score": 12.0, "distanceKm": null,
        "selectorStatus": "Open", "selectorText": "n. 30 min",
    });
    assert_eq!(tampere[0], best);
    assert_eq!(each(&body(&app, "/search?q=toolo").await, "restaurantId"), ["15"]);
    assert_eq!(
        each(&body(&app, "/search?q=helsnki&lat=60.18&lng=24.95").await, "restaurantId"),
        ["15", "14"],
        "alike, by distance"
    );
    let near = body(&app, "/search?q=kaisaniemi&lat=60.171&lng=24.95&orderType=delivery").await;
    assert_eq!(
        (&near[0]["distanceKm"], near.as_array().map(Vec::len)),
        (&json!(0.0), Some(1)),
        "near alone is not enough"
    );
    assert!(near[0]["score"].as_f64().is_some_and(|score| score > 18.0), "{near}");

    let all = body(&app, "/search?lat=60.98&lng=24.95&orderType=eatin").await;
    assert_eq!(each(&all, "restaurantId"), ["17", "13", "12", "15", "14"], "by distance, as none is near");
    assert_eq!(all[0]["selectorStatus"], "DeliveryMethodUnavailable");
    // On a globe of 6371 km they would be 54.49, 56.71, 89.07 and 89.96 km away.
    assert_eq!(
        Value::from(each(&all, "distanceKm").into_iter().cloned().collect::<Vec<_>>()),
        json!([0.0, 54.54, 56.77, 89.16, 90.05])
    );
    let selected = body(&app, "/search?q=tampere&selected=14").await;
    assert_eq!(each(&selected, "restaurantId"), ["14", "12", "13"]);
    for not_shown in ["16", "99", "x"] {
        let found = body(&app, &format!("/search?q=tampere&selected={not_shown}")).await;
        assert_eq!(each(&found, "restaurantId"), ["12", "13"], "{not_shown}");
    }
    assert_eq!(body(&app, "/search?q=oulu").await, json!([]));
    for (query, field) in [("lat=60", "lng"), ("lng=25", "lat"), ("lat=91&lng=0", "lat"), ("orderType=9", "orderType")]
    {
        let answer = get(&app, &format!("/api/commerce/v2/shops/search?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{query}");
    }
    let long = get(&app, &format!("/api/commerce/v2/shops/search?q={}", "a".repeat(501))).await;
    assert_eq!((long.status.as_u16(), long.field()), (422, "q"));
});

store_contract!(who_names_a_restaurant_or_a_postal_code_finds_it_and_none_spelt_alike, |db| async move {
    let at = |city: &str, zip: &str| json!({ "city": city, "zip": zip });
    let restaurants = json!([
        shop("12", "Ovelle Kaisaniemi", &at("Helsinki", "00100")),
        shop("13", "Ovelle Rovaniemi", &at("Rovaniemi", "96200")),
        shop("14", "Ovelle Bulevardi", &at("Helsinki", "00120")),
        shop("15", "Ovelle Lauttasaari", &at("Helsinki", "00200")),
    ]);
    let folder = Folder::new(&[("restaurants.json", restaurants)]);
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    for (text, found) in [
        ("kaisaniemi", &["12"][..]),
        ("00120", &["14"]),
        ("00170", &["14", "12", "15"]),
        ("96100", &["13"]),
        ("33100", &[]),
    ] {
        assert_eq!(each(&body(&app, &format!("/search?q={text}")).await, "restaurantId"), found, "{text}");
    }
});

// spec: OS-55
store_contract!(at_most_twenty_restaurants_are_found, |db| async move {
    let all: Vec<Value> = (10..35).map(|id| shop(&id.to_string(), &format!("Ovelle {id}"), &json!({}))).collect();
    let folder = Folder::new(&[("restaurants.json", Value::from(all))]);
    let app = folder.setup("2026-11-24 12:00").start(&db).await;
    let found = body(&app, "/search?q=ovelle&selected=34").await;
    let ids: Vec<String> = std::iter::once(34).chain(10..29).map(|id: i32| id.to_string()).collect();
    assert_eq!(each(&found, "restaurantId"), ids.iter().map(String::as_str).collect::<Vec<_>>());
});

store_contract!(the_built_in_chain_delivers_to_its_own_doors, |db| async move {
    let app = Setup::default().start(&db).await;
    let all = body(&app, "").await;
    for shop in all.as_array().unwrap().iter().filter(|shop| shop["hasDelivery"] == true) {
        let path = format!("/delivering?lat={}&lng={}", shop["latitude"], shop["longitude"]);
        let found = body(&app, &path).await;
        let is_there = each(&found, "restaurantId").contains(&&shop["restaurantId"]);
        assert_eq!(is_there, shop["openForDeliveryStatus"] != "Hidden", "{}", shop["displayName"]);
    }
});
